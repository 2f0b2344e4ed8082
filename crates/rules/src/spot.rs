//! The places on the felt where a wager can stand.

use crate::look::Look;
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
    pub const COUNT: usize = Spot::ALL.len();

    /// The spots besides the main wager and insurance: those staked before the deal.
    pub fn side() -> impl Iterator<Item = Spot> {
        Spot::ALL.iter().copied().skip(2)
    }

    /// What the wager looks at; nothing for the main wager, which plays its hand.
    #[inline]
    pub const fn look(self) -> Option<Look> {
        match self {
            Spot::Main => None,
            Spot::Insurance => Some(Look::Insurance),
            Spot::MatchUp => Some(Look::MatchUp),
            Spot::MatchDown => Some(Look::MatchDown),
            Spot::Trilux | Spot::Super3 | Spot::ThreeCard => Some(Look::ThreeCard),
            Spot::Bonus7s => Some(Look::Sevens),
            Spot::Progressive | Spot::Progressive1 | Spot::Progressive5 => Some(Look::FourCard),
        }
    }

    /// Whether the wager stands on a progressive sensor: all that look at four cards do.
    #[inline]
    pub const fn is_progressive(self) -> bool {
        matches!(self.look(), Some(Look::FourCard))
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

    /// What wagers of a set have in common, as people say it: `Match` of Match-Up and Match-Down.
    pub const fn family(self) -> &'static str {
        match self {
            Spot::MatchUp | Spot::MatchDown => "Match",
            Spot::Trilux | Spot::Super3 => "TriLux",
            other => other.name(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_spot_is_the_number_of_its_place() {
        assert!(Spot::ALL.iter().enumerate().all(|(place, &spot)| spot as usize == place));
    }
}
