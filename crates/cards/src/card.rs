//! One playing card in one byte, and its notation (`7s`, `Jd`, `Ah`, `Ts`).

use std::fmt;
use std::str::FromStr;

/// A card's rank. The pip ten exists only in 52-card decks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
#[allow(missing_docs)]
pub enum Rank {
    Ace,
    Two,
    Three,
    Four,
    Five,
    Six,
    Seven,
    Eight,
    Nine,
    Ten,
    Jack,
    Queen,
    King,
}

impl Rank {
    /// All thirteen ranks, ace low.
    pub const ALL: [Rank; 13] = [
        Rank::Ace,
        Rank::Two,
        Rank::Three,
        Rank::Four,
        Rank::Five,
        Rank::Six,
        Rank::Seven,
        Rank::Eight,
        Rank::Nine,
        Rank::Ten,
        Rank::Jack,
        Rank::Queen,
        Rank::King,
    ];

    /// What the rank counts in blackjack: the ace 1, tens and faces 10.
    #[inline]
    pub const fn value(self) -> u8 {
        let pips = self as u8 + 1;
        if pips > 10 { 10 } else { pips }
    }

    /// The rank's letter in card notation.
    pub const fn letter(self) -> char {
        LETTERS[self as usize] as char
    }

    /// The rank as a word: `seven`, `king`.
    pub const fn word(self) -> &'static str {
        match self {
            Rank::Ace => "ace",
            Rank::Two => "two",
            Rank::Three => "three",
            Rank::Four => "four",
            Rank::Five => "five",
            Rank::Six => "six",
            Rank::Seven => "seven",
            Rank::Eight => "eight",
            Rank::Nine => "nine",
            Rank::Ten => "ten",
            Rank::Jack => "jack",
            Rank::Queen => "queen",
            Rank::King => "king",
        }
    }
}

const LETTERS: &[u8; 13] = b"A23456789TJQK";

/// A card's suit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[repr(u8)]
#[allow(missing_docs)]
pub enum Suit {
    Clubs,
    Diamonds,
    Hearts,
    Spades,
}

impl Suit {
    /// All four suits.
    pub const ALL: [Suit; 4] = [Suit::Clubs, Suit::Diamonds, Suit::Hearts, Suit::Spades];

    /// Hearts and diamonds are red, spades and clubs black.
    #[inline]
    pub const fn is_red(self) -> bool {
        matches!(self, Suit::Diamonds | Suit::Hearts)
    }

    /// The suit's letter in card notation.
    pub const fn letter(self) -> char {
        match self {
            Suit::Clubs => 'c',
            Suit::Diamonds => 'd',
            Suit::Hearts => 'h',
            Suit::Spades => 's',
        }
    }

    /// The suit as a word: `spades`.
    pub const fn word(self) -> &'static str {
        match self {
            Suit::Clubs => "clubs",
            Suit::Diamonds => "diamonds",
            Suit::Hearts => "hearts",
            Suit::Spades => "spades",
        }
    }

    /// The suit's symbol.
    pub const fn symbol(self) -> char {
        match self {
            Suit::Clubs => '♣',
            Suit::Diamonds => '♦',
            Suit::Hearts => '♥',
            Suit::Spades => '♠',
        }
    }
}

/// A playing card: rank and suit in one byte (rank × 4 + suit).
///
/// ```
/// use cards::{Card, Rank, Suit};
///
/// let seven: Card = "7s".parse()?;
/// assert_eq!(seven, Card::new(Rank::Seven, Suit::Spades));
/// assert_eq!(seven.to_string(), "7s");
/// assert!("1x".parse::<Card>().is_err());
/// # Ok::<(), cards::UnknownCard>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Card(u8);

impl Card {
    /// The number of different cards.
    pub const KINDS: usize = 52;

    /// The card of this rank and suit.
    #[inline]
    pub const fn new(rank: Rank, suit: Suit) -> Card {
        Card(rank as u8 * 4 + suit as u8)
    }

    /// The card with this index, 0 to 51, as [`Card::index`] gives it.
    #[inline]
    pub const fn from_index(index: u8) -> Option<Card> {
        if (index as usize) < Card::KINDS { Some(Card(index)) } else { None }
    }

    /// A number from 0 to 51, different for every kind of card.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The card's rank.
    #[inline]
    pub const fn rank(self) -> Rank {
        // Masking keeps the index inside the table of sixteen, so that the
        // compiler can drop the bounds check.
        const RANKS: [Rank; 16] = {
            let mut table = [Rank::King; 16];
            let mut index = 0;
            while index < Rank::ALL.len() {
                table[index] = Rank::ALL[index];
                index += 1;
            }
            table
        };
        RANKS[(self.0 >> 2) as usize & 15]
    }

    /// The card's suit.
    #[inline]
    pub const fn suit(self) -> Suit {
        Suit::ALL[(self.0 & 3) as usize]
    }

    /// What the card counts in blackjack: the ace 1, tens and faces 10.
    #[inline]
    pub const fn value(self) -> u8 {
        let pips = (self.0 >> 2) + 1;
        if pips > 10 { 10 } else { pips }
    }

    /// Whether the card is an ace.
    #[inline]
    pub const fn is_ace(self) -> bool {
        self.0 < 4
    }

    /// The card's name for people and screen readers: `seven of spades`.
    pub fn name(self) -> String {
        format!("{} of {}", self.rank().word(), self.suit().word())
    }
}

impl fmt::Display for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.rank().letter(), self.suit().letter())
    }
}

impl fmt::Debug for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// Text that is not a card.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownCard(pub String);

impl fmt::Display for UnknownCard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "“{}” is not a card; write a rank (A 2-9 T J Q K) and a suit (c d h s), such as 7s or Th",
            self.0
        )
    }
}

impl std::error::Error for UnknownCard {}

impl FromStr for Card {
    type Err = UnknownCard;

    /// Reads `7s`, `Jd`, `Ah`, `Ts`; capitals do not matter.
    fn from_str(text: &str) -> Result<Card, UnknownCard> {
        let &[rank, suit] = text.as_bytes() else { return Err(UnknownCard(text.to_owned())) };
        let rank = LETTERS.iter().position(|&letter| letter == rank.to_ascii_uppercase());
        let suit = b"cdhs".iter().position(|&letter| letter == suit.to_ascii_lowercase());
        match (rank, suit) {
            (Some(rank), Some(suit)) => Ok(Card::new(Rank::ALL[rank], Suit::ALL[suit])),
            _ => Err(UnknownCard(text.to_owned())),
        }
    }
}

/// A card is written as its notation.
#[cfg(feature = "serde")]
impl serde::Serialize for Card {
    fn serialize<S: serde::Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_str(self)
    }
}

#[cfg(feature = "serde")]
impl<'de> serde::Deserialize<'de> for Card {
    fn deserialize<D: serde::Deserializer<'de>>(from: D) -> Result<Card, D::Error> {
        let text = std::borrow::Cow::<str>::deserialize(from)?;
        text.parse().map_err(serde::de::Error::custom)
    }
}

#[cfg(feature = "schema")]
impl utoipa::PartialSchema for Card {
    fn schema() -> utoipa::openapi::RefOr<utoipa::openapi::schema::Schema> {
        use utoipa::openapi::schema::{ObjectBuilder, Type};
        let words = (0..).map_while(Card::from_index).map(|card| card.to_string());
        ObjectBuilder::new()
            .schema_type(Type::String)
            .description(Some("A card: its rank, then its suit."))
            .enum_values(Some(words))
            .into()
    }
}

#[cfg(feature = "schema")]
impl utoipa::ToSchema for Card {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_card_survives_its_notation_and_its_index() {
        for index in 0..52 {
            let card = Card::from_index(index).unwrap();
            assert_eq!(card.to_string().parse(), Ok(card));
            assert_eq!(Card::new(card.rank(), card.suit()), card);
            assert_eq!(card.index(), usize::from(index));
            assert_eq!(card.value(), card.rank().value());
            assert_eq!(card.is_ace(), card.rank() == Rank::Ace);
        }
        assert_eq!(Card::from_index(52), None);
    }

    #[test]
    fn what_is_not_a_card_is_refused() {
        for text in ["", "7", "7x", "1s", "10s", "7s ", "sieben", "é", "7♠"] {
            assert_eq!(text.parse::<Card>(), Err(UnknownCard(text.to_owned())));
        }
        assert_eq!("tS".parse::<Card>().unwrap().name(), "ten of spades");
    }
}
