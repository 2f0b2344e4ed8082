//! What a table plays by: its sign, and the rules the sign stands for.

use cards::{Card, Counts};
use rules::{Game, Profile, Rules, Spot};

use crate::ids::LinkId;
use crate::posted::{Dealing, Given, OnLink, Posted, PostedTable, Staffing};

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
    #[error("one player holds 1 to {most} seats, the sign says {seats}")]
    SeatsEach { seats: u8, most: u8 },
    #[error("a progressive wager needs a link, and a link a progressive wager")]
    Link,
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
        const MOST: u8 = rules::MAX_SEATS as u8;
        if !(1..=MOST).contains(&posted.seats_each) {
            return Err(PostedFault::SeatsEach { seats: posted.seats_each, most: MOST });
        }
        // P-16: no progressive wager without its controller.
        if posted.spots.iter().any(|spot| spot.is_progressive()) != posted.link.is_some() {
            return Err(PostedFault::Link);
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
            if !posted.spots.contains(&<Spot as rules::Word>::ALL[index]) {
                *wager = None;
            }
        }
        rules.seats = posted.seats;
        Ok(House { posted, rules, cut_card: game.cut_card })
    }

    /// The sign of a house-dealt, unattended table with everything the game offers
    /// besides the progressive, which needs its controller (P-16).
    pub fn sign(name: &str, game: &Game, profile: &Profile) -> Posted {
        House::sign_of(name, game, profile, None)
    }

    /// The same sign with the progressive too, on a link; without it where the game has
    /// none.
    pub fn sign_on(name: &str, game: &Game, profile: &Profile, link: LinkId) -> Posted {
        let sensor = game.spots().find(|spot| spot.is_progressive());
        let preset = |spot: Spot| {
            let id = profile.paytable(spot)?;
            game.presets.iter().find(|preset| preset.spot == spot && preset.paytable == id)
        };
        let from_meter = sensor.and_then(preset).map(|preset| preset.from_meter);
        let on = from_meter.map(|from_meter| OnLink { link, from_meter });
        House::sign_of(name, game, profile, on)
    }

    fn sign_of(name: &str, game: &Game, profile: &Profile, link: Option<OnLink>) -> Posted {
        let offered = |spot: &Spot| !spot.is_progressive() || link.is_some();
        Posted {
            name: name.to_owned(),
            game: game.id.clone(),
            configuration: profile.configuration.clone(),
            decks: profile.rules.decks,
            paytables: profile
                .paytables
                .iter()
                .filter(|(spot, _)| offered(spot))
                .map(|(spot, id)| PostedTable { spot: *spot, paytable: id.clone() })
                .collect(),
            set: Default::default(),
            beyond: Vec::new(),
            profile: profile.hash.clone(),
            spots: game.spots().filter(offered).collect(),
            chips: game.chips.clone(),
            dealing: Dealing::Automatic,
            staffing: Staffing::Unattended,
            seats: profile.rules.seats,
            buy_in: (2_000, 1_000_000),
            clocks: crate::posted::Clocks::SHARED,
            seats_each: Posted::SEATS_EACH,
            card_from: 0,
            two_cards_from: Posted::TWO_CARDS_FROM,
            sensors_stay: false,
            private: None,
            link,
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
