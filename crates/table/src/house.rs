//! What never changes at a table: its sign, and the rules the sign stands for.

use cards::{Card, Counts};
use rules::{Game, Profile, Rules, Spot};

use crate::event::SpotName;
use crate::posted::{Dealing, Given, Posted, PostedTable, Staffing};

/// A sign with the rules behind it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct House {
    posted: Posted,
    rules: Rules,
    /// The cut card stands so far from the back: one in this many cards.
    cut_card: u8,
}

/// A sign that cannot be put up.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[allow(missing_docs)]
pub enum PostedFault {
    #[error("the sign names profile {posted}, the game file makes {made}")]
    Profile { posted: String, made: String },
    #[error("a table with a dealer's keypad or physical cards is attended")]
    Unattended,
    #[error("the given cards are missing, or not in {decks} decks")]
    Given { decks: u8 },
    #[error("the game has {most} seats, the sign says {seats}")]
    Seats { seats: u8, most: u8 },
    #[error("a buy-in of {least} to {most} cents is none")]
    BuyIn { least: u32, most: u32 },
}

impl House {
    /// Puts a sign up over the game it names.
    ///
    /// # Errors
    /// If the sign is not one of this game, or cannot be.
    pub fn new(posted: Posted, game: &Game, profile: &Profile) -> Result<House, PostedFault> {
        if posted.profile != profile.hash {
            let made = profile.hash.clone();
            return Err(PostedFault::Profile { posted: posted.profile, made });
        }
        if posted.dealing != Dealing::Automatic && posted.staffing == Staffing::Unattended {
            return Err(PostedFault::Unattended);
        }
        let mut rules = profile.rules;
        if !(1..=rules.seats).contains(&posted.seats) {
            return Err(PostedFault::Seats { seats: posted.seats, most: rules.seats });
        }
        let (least, most) = posted.buy_in;
        if least == 0 || least > most {
            return Err(PostedFault::BuyIn { least, most });
        }
        let given = posted.exhibition.as_ref().map_or(&[][..], Given::cards);
        let mut counts = Counts::of(rules.deck, rules.decks);
        let is_missing = posted.exhibition.is_some() && given.is_empty();
        if is_missing || !given.iter().all(|&card| counts.take(card)) {
            return Err(PostedFault::Given { decks: rules.decks });
        }
        // A45: a table names the wagers it offers; the engine knows no others.
        for (index, wager) in rules.wagers.iter_mut().enumerate() {
            if !posted.spots.contains(&SpotName(<Spot as rules::Word>::ALL[index])) {
                *wager = None;
            }
        }
        rules.seats = posted.seats;
        Ok(House { posted, rules, cut_card: game.cut_card })
    }

    /// The sign of a house-dealt, unattended table with everything the game offers
    /// besides the progressive, which needs its controller (P-16).
    pub fn sign(name: &str, game: &Game, profile: &Profile) -> Posted {
        let offered = |spot: &Spot| !spot.is_progressive();
        Posted {
            name: name.to_owned(),
            game: game.id.clone(),
            configuration: profile.configuration.clone(),
            decks: profile.rules.decks,
            paytables: profile
                .paytables
                .iter()
                .filter(|(spot, _)| offered(spot))
                .map(|(spot, id)| PostedTable { spot: SpotName(*spot), paytable: id.clone() })
                .collect(),
            profile: profile.hash.clone(),
            spots: game.spots().filter(offered).map(SpotName).collect(),
            chips: game.chips.clone(),
            dealing: Dealing::Automatic,
            staffing: Staffing::Unattended,
            seats: profile.rules.seats,
            buy_in: (2_000, 1_000_000),
            clocks: crate::posted::Clocks::SHARED,
            private: None,
            exhibition: None,
        }
    }

    /// The sign.
    pub fn posted(&self) -> &Posted {
        &self.posted
    }

    /// The rules, with only the wagers the table offers.
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    pub(crate) fn cut_card(&self) -> u8 {
        self.cut_card
    }

    /// The first cards of every shoe, on an exhibition table.
    pub(crate) fn given(&self) -> &[Card] {
        self.posted.exhibition.as_ref().map_or(&[], Given::cards)
    }
}
