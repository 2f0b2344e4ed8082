//! The side wagers among the published figures.

use cards::{Counts, Deck};
use odds::SideWager;
use odds::ways::{self, ThirdCard, Ways};
use rules::{Class, Kind, Pay, PayTable, Spot};

use crate::library::{Choice, Library};

/// What is published about a side wager.
pub(super) struct Side {
    /// In percent.
    pub(super) house_edge: f64,
    /// In percent.
    pub(super) hit_rate: f64,
    /// In units of the wager.
    pub(super) sd: f64,
}

impl Side {
    fn of(wager: &SideWager) -> Side {
        Side {
            house_edge: wager.house_edge().to_f64() * 100.0,
            hit_rate: wager.hit_rate.to_f64() * 100.0,
            sd: wager.sd(),
        }
    }
}

/// Match-Up with the first pay table of the Washington game.
pub(super) fn match_up() -> Result<Side, String> {
    let choice = Choice { game: "wsgc-bahama-bonus".to_owned(), ..Choice::default() };
    let game = Library::default().game(&choice).map_err(|refused| refused.to_string())?;
    let named = game.tables_of(Spot::MatchUp).first().ok_or("there is no pay table")?;
    let deck = game.rules().deck;
    let counts = Counts::of(deck, 6);
    SideWager::with_cards(Spot::MatchUp, &named.id, &named.table, &counts, deck)
        .map(|wager| Side::of(&wager))
        .ok_or_else(|| "the shoe is empty".to_owned())
}

fn three_card_deal() -> Ways {
    ways::three_card(&Counts::of(Deck::FiftyTwo, 6), Deck::FiftyTwo)
}

/// All deals of 21+3.
pub(super) fn three_card_hands() -> Result<f64, String> {
    Ok(three_card_deal().total() as f64)
}

/// The deals of some classes of 21+3.
pub(super) fn three_card_ways(classes: &[Class]) -> Result<f64, String> {
    let ways = three_card_deal();
    Ok(classes.iter().map(|&class| ways.of(class)).sum::<u64>() as f64)
}

/// 21+3, 9 to 1 on everything that wins.
pub(super) fn three_card() -> Result<Side, String> {
    use Class::{Flush, MiniRoyal, Straight, StraightFlush, SuitedTrips, Trips};
    let paid = [SuitedTrips, MiniRoyal, StraightFlush, Trips, Straight, Flush];
    let table = pays(Kind::ThreeCard, &paid.map(|class| (class, "9 to 1")))?;
    Ok(Side::of(&SideWager::of(Spot::ThreeCard, "21+3", &table, &three_card_deal())))
}

/// Super Sevens.
pub(super) fn sevens(third_card: ThirdCard) -> Result<Side, String> {
    let lines = [
        (Class::OneSeven, "3 to 1"),
        (Class::TwoSevens, "50 to 1"),
        (Class::TwoSuitedSevens, "100 to 1"),
        (Class::ThreeSevens, "500 to 1"),
        (Class::ThreeSuitedSevens, "5000 to 1"),
    ];
    let table = pays(Kind::Sevens, &lines)?;
    let ways = ways::sevens(&Counts::of(Deck::FiftyTwo, 6), third_card);
    Ok(Side::of(&SideWager::of(Spot::Bonus7s, "super sevens", &table, &ways)))
}

fn pays(kind: Kind, lines: &[(Class, &str)]) -> Result<PayTable, String> {
    let mut table = PayTable::losing(kind);
    for (class, pay) in lines {
        table.set(*class, pay.parse::<Pay>().map_err(|error| error.to_string())?);
    }
    Ok(table)
}

/// One in how many rounds has suited sevens against a seven.
pub(super) fn suited_sevens(decks: u8) -> Result<f64, String> {
    Ok(odds::special_bonus(&Counts::of(Deck::FortyEight, decks)).inverse().to_f64())
}
