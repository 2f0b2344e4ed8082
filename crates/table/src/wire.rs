//! How cards, spots and actions are written in JSON: by their words.

use serde::{Deserialize, Deserializer, Serializer, de};

/// A card as `7s`.
pub(crate) mod card {
    use super::{Deserialize, Deserializer, Serializer, de};
    use cards::Card;

    pub(crate) fn serialize<S: Serializer>(card: &Card, to: S) -> Result<S::Ok, S::Error> {
        to.collect_str(card)
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Card, D::Error> {
        let text = std::borrow::Cow::<str>::deserialize(from)?;
        text.parse().map_err(|_| de::Error::custom(format!("{text:?} is not a card such as 7s")))
    }
}

/// A value of a closed list as its word.
pub(crate) mod word {
    use super::{Deserialize, Deserializer, Serializer, de};
    use rules::Word;

    pub(crate) fn serialize<W: Word, S: Serializer>(value: &W, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_str(value.word())
    }

    pub(crate) fn deserialize<'de, W: Word, D: Deserializer<'de>>(from: D) -> Result<W, D::Error> {
        let text = std::borrow::Cow::<str>::deserialize(from)?;
        W::from_word(&text).ok_or_else(|| {
            let known: Vec<&str> = W::ALL.iter().map(|value| value.word()).collect();
            de::Error::custom(format!("{text:?} is not one of {}", known.join(", ")))
        })
    }
}
