//! The places on the felt where a wager can stand.

use crate::class::Kind;
use crate::words::{Word, words};

words! {
    /// A place for a wager, in the order of the felt and of the paying lines.
    pub enum Spot {
        /// The wager on the hand itself.
        Main = "main",
        /// Insurance against a dealer's natural.
        Insurance = "insurance",
        /// The player's cards match the up-card.
        MatchUp = "match-up",
        /// The player's cards match the hole card.
        MatchDown = "match-down",
        /// A three-card hand with the up-card.
        Trilux = "trilux",
        /// The higher three-card hands with the up-card.
        Super3 = "super3",
        /// The three-card bonus of Blackjack Bonus.
        ThreeCard = "three-card",
        /// Sevens among the player's first three cards.
        Bonus7s = "bonus-7s",
        /// The progressive wager's sensor.
        Progressive = "progressive",
        /// The first of two sensors.
        Progressive1 = "progressive-1",
        /// The second of two sensors.
        Progressive5 = "progressive-5",
    }
}

impl Spot {
    /// The number of spots.
    pub const COUNT: usize = 11;

    /// The spots besides the main wager and insurance: those staked before the deal.
    pub fn side() -> impl Iterator<Item = Spot> {
        Spot::ALL.iter().copied().skip(2)
    }

    /// Which cards decide the wager; nothing for the main wager.
    pub const fn kind(self) -> Option<Kind> {
        match self {
            Spot::Main => None,
            Spot::Insurance => Some(Kind::Insurance),
            Spot::MatchUp | Spot::MatchDown => Some(Kind::Match),
            Spot::Trilux | Spot::Super3 | Spot::ThreeCard => Some(Kind::ThreeCard),
            Spot::Bonus7s => Some(Kind::Sevens),
            Spot::Progressive | Spot::Progressive1 | Spot::Progressive5 => Some(Kind::FourCard),
        }
    }

    /// Whether the wager stands on a progressive sensor.
    #[inline]
    pub const fn is_progressive(self) -> bool {
        matches!(self, Spot::Progressive | Spot::Progressive1 | Spot::Progressive5)
    }

    /// The spot's name for people.
    pub const fn name(self) -> &'static str {
        match self {
            Spot::Main => "Main wager",
            Spot::Insurance => "Insurance",
            Spot::MatchUp => "Match-Up",
            Spot::MatchDown => "Match-Down",
            Spot::Trilux => "TriLux Bonus",
            Spot::Super3 => "TriLux Super 3",
            Spot::ThreeCard => "Three Card Bonus",
            Spot::Bonus7s => "Bonus 7's",
            Spot::Progressive => "Progressive",
            Spot::Progressive1 => "Monster Match $1",
            Spot::Progressive5 => "Monster Match $5",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_count_is_the_length_of_the_list() {
        assert_eq!(Spot::ALL.len(), Spot::COUNT);
        assert!(Spot::ALL.iter().enumerate().all(|(place, &spot)| spot as usize == place));
    }
}
