//! Something secret that a person typed: a password, a PIN, the number on a card.

use serde::{Deserialize, Deserializer};
use zeroize::Zeroizing;

/// A secret as it was typed. It prints nothing of itself, and is wiped after its use (N-12).
#[derive(Clone)]
pub(crate) struct Typed(Zeroizing<String>);

impl Typed {
    pub(crate) fn as_str(&self) -> &str {
        &self.0
    }
}

impl From<String> for Typed {
    fn from(text: String) -> Typed {
        Typed(Zeroizing::new(text))
    }
}

impl std::fmt::Debug for Typed {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Typed(…)")
    }
}

impl<'de> Deserialize<'de> for Typed {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Typed, D::Error> {
        String::deserialize(from).map(Typed::from)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn n_12_what_was_typed_is_read_and_never_printed() {
        let typed: Typed = serde_json::from_str("\"860142\"").unwrap();
        assert_eq!(typed.as_str(), "860142");
        assert_eq!(format!("{typed:?}"), "Typed(…)");
    }
}
