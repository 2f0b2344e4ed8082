//! Settings whose values are words of the rule sheets.

/// A setting with a closed list of values, each a word in the game file.
pub trait Word: Copy + PartialEq + 'static {
    /// Every value, in the order in which they are listed to people.
    const ALL: &'static [Self];

    /// The value's word in the game file.
    fn word(self) -> &'static str;

    /// The value with this word.
    fn from_word(word: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|value| value.word() == word)
    }
}

impl Word for cards::Deck {
    const ALL: &'static [cards::Deck] = &[cards::Deck::FortyEight, cards::Deck::FiftyTwo];

    fn word(self) -> &'static str {
        match self {
            cards::Deck::FortyEight => "48",
            cards::Deck::FiftyTwo => "52",
        }
    }
}

impl Word for cards::Suit {
    const ALL: &'static [cards::Suit] = &cards::Suit::ALL;

    fn word(self) -> &'static str {
        cards::Suit::word(self)
    }
}

/// Declares enums of words once: the type, the words, and the list of both. A crate that
/// uses it has features `serde` and `schema`.
#[macro_export]
macro_rules! words {
    ($(
        $(#[$about:meta])*
        pub enum $name:ident { $($(#[$doc:meta])* $value:ident = $word:literal,)+ }
    )+) => {$(
        $(#[$about])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
        pub enum $name {
            $($(#[$doc])* #[cfg_attr(feature = "serde", serde(rename = $word))] $value,)+
        }

        impl $crate::Word for $name {
            const ALL: &'static [$name] = &[$($name::$value),+];

            #[inline]
            fn word(self) -> &'static str {
                match self { $($name::$value => $word),+ }
            }
        }

        // By hand: a derive does not see the words that a macro gives it.
        #[cfg(feature = "schema")]
        impl utoipa::PartialSchema for $name {
            fn schema() -> utoipa::openapi::RefOr<utoipa::openapi::schema::Schema> {
                use utoipa::openapi::schema::{ObjectBuilder, Type};
                let words = <$name as $crate::Word>::ALL.iter().copied().map($crate::Word::word);
                ObjectBuilder::new().schema_type(Type::String).enum_values(Some(words)).into()
            }
        }

        #[cfg(feature = "schema")]
        impl utoipa::ToSchema for $name {}

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.pad($crate::Word::word(*self))
            }
        }
    )+};
}
pub(crate) use words;
