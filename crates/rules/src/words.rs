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

/// Declares enums of words once: the type, the words, the list of both, and how they are
/// written in JSON and in an OpenAPI document where this crate's features say so. A list may
/// take in others (`of`), and have another name in the document (`as`).
#[macro_export]
macro_rules! words {
    ($(
        $(#[$about:meta])*
        pub enum $name:ident $(of { $($outer:ident($inner:ty)),+ })? $(as $called:literal)? {
            $($(#[$doc:meta])* $value:ident = $word:literal,)+
        }
    )+) => {$(
        $(#[$about])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum $name {
            $($(#[$doc])* $value,)+
            $($(
                /// One of another list.
                $outer($inner),
            )+)?
        }

        impl $crate::Word for $name {
            const ALL: &'static [$name] = &{
                const OWN: &[$name] = &[$($name::$value),+];
                const COUNT: usize = OWN.len() $($(+ <$inner as $crate::Word>::ALL.len())+)?;
                let mut all = [OWN[0]; COUNT];
                let mut at = 0;
                while at < OWN.len() {
                    all[at] = OWN[at];
                    at += 1;
                }
                $($(
                    let inner = <$inner as $crate::Word>::ALL;
                    let start = at;
                    while at < start + inner.len() {
                        all[at] = $name::$outer(inner[at - start]);
                        at += 1;
                    }
                )+)?
                all
            };

            #[inline]
            fn word(self) -> &'static str {
                match self {
                    $($name::$value => $word,)+
                    $($($name::$outer(inner) => $crate::Word::word(inner),)+)?
                }
            }
        }

        $crate::words_in_json!($name);
        $crate::words_in_schema!($name $(as $called)?);

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.pad($crate::Word::word(*self))
            }
        }
    )+};
}
pub(crate) use words;

/// A value in JSON is its word.
#[cfg(feature = "serde")]
#[doc(hidden)]
#[macro_export]
macro_rules! words_in_json {
    ($name:ident) => {
        impl $crate::words::json::Serialize for $name {
            fn serialize<S: $crate::words::json::Serializer>(
                &self,
                to: S,
            ) -> Result<S::Ok, S::Error> {
                to.serialize_str($crate::Word::word(*self))
            }
        }

        impl<'de> $crate::words::json::Deserialize<'de> for $name {
            fn deserialize<D: $crate::words::json::Deserializer<'de>>(
                from: D,
            ) -> Result<$name, D::Error> {
                from.deserialize_str($crate::words::json::OfWord::<$name>::default())
            }
        }
    };
}

#[cfg(not(feature = "serde"))]
#[doc(hidden)]
#[macro_export]
macro_rules! words_in_json {
    ($name:ident) => {};
}

/// A value in an OpenAPI document is one of its list's words.
#[cfg(feature = "schema")]
#[doc(hidden)]
#[macro_export]
macro_rules! words_in_schema {
    ($name:ident $(as $called:literal)?) => {
        impl $crate::words::schema::PartialSchema for $name {
            fn schema() -> $crate::words::schema::RefOr<$crate::words::schema::Schema> {
                $crate::words::schema::of_words::<$name>()
            }
        }

        impl $crate::words::schema::ToSchema for $name {
            $(fn name() -> std::borrow::Cow<'static, str> {
                $called.into()
            })?
        }
    };
}

#[cfg(not(feature = "schema"))]
#[doc(hidden)]
#[macro_export]
macro_rules! words_in_schema {
    ($name:ident $(as $called:literal)?) => {};
}

/// What [`words!`] needs where it writes words as JSON.
#[cfg(feature = "serde")]
#[doc(hidden)]
pub mod json {
    use std::fmt;
    use std::marker::PhantomData;

    pub use serde::{Deserialize, Deserializer, Serialize, Serializer};

    use super::Word;

    /// Reads a value by its word.
    pub struct OfWord<W>(PhantomData<W>);

    impl<W> Default for OfWord<W> {
        fn default() -> OfWord<W> {
            OfWord(PhantomData)
        }
    }

    impl<W: Word> serde::de::Visitor<'_> for OfWord<W> {
        type Value = W;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("one of ")?;
            for (place, value) in W::ALL.iter().enumerate() {
                write!(f, "{}{}", if place == 0 { "" } else { ", " }, value.word())?;
            }
            Ok(())
        }

        fn visit_str<E: serde::de::Error>(self, word: &str) -> Result<W, E> {
            let unknown = || E::invalid_value(serde::de::Unexpected::Str(word), &self);
            W::from_word(word).ok_or_else(unknown)
        }
    }
}

/// What [`words!`] needs where it describes words.
#[cfg(feature = "schema")]
#[doc(hidden)]
pub mod schema {
    pub use utoipa::openapi::RefOr;
    pub use utoipa::openapi::schema::Schema;
    use utoipa::openapi::schema::{ObjectBuilder, Type};
    pub use utoipa::{PartialSchema, ToSchema};

    use super::Word;

    /// A closed list of words.
    pub fn of_words<W: Word>() -> RefOr<Schema> {
        let words = W::ALL.iter().copied().map(Word::word);
        ObjectBuilder::new().schema_type(Type::String).enum_values(Some(words)).into()
    }
}
