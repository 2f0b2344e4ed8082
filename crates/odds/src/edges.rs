//! Pay tables and rules that would give the player the edge.

use std::fmt;
use std::sync::Arc;

use cards::Counts;
use rules::settings::Split;
use rules::{Game, Offer, Rules, Spot};

use crate::fraction::Fraction;
use crate::main_wager::{NotModelled, Question, Solution, SplitClass, Table};
use crate::meter::{Plan, Report, rational_f64};
use crate::progressive::ProgressiveWager;
use crate::side::SideWager;
use crate::ways;

/// A wager that favours the player where it is offered so.
#[derive(Clone, Debug, PartialEq)]
pub struct PlayerEdge {
    /// The wager, by the name with which it can be allowed.
    pub offer: Offer,
    /// What the player gains per unit staked.
    pub ev: f64,
}

impl fmt::Display for PlayerEdge {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (offer, percent) = (&self.offer, self.ev * 100.0);
        write!(
            f,
            "“{offer}” favours the player by {percent:.4} % of the wager, and no override names it"
        )
    }
}

/// The one verdict on what favours the player (A49), for a game file as for a posting: which of
/// these offers of the game do, but those that are allowed by name. On the main wager the best
/// play counts, no limit binds and prizes of fixed dollars are left out. The progressive is
/// never among them: its meter may always grow past the break-even.
///
/// # Errors
/// If the main wager is among the offers and its rules are outside what is modelled.
pub fn player_edges(
    game: &Game,
    offers: &[Offer],
    allowed: &[Offer],
) -> Result<Vec<PlayerEdge>, NotModelled> {
    let mut edges = Vec::new();
    let judged = |offer: &&Offer| !offer.spot.is_progressive() && !allowed.contains(offer);
    for offer in offers.iter().filter(judged) {
        let ev = match offer.spot {
            Spot::Main => Some(main_ev(game, offer.decks)?).filter(|&ev| ev > 0.0),
            spot => {
                side_ev(game, spot, offer).filter(|&ev| ev > Fraction::ZERO).map(Fraction::to_f64)
            }
        };
        edges.extend(ev.map(|ev| PlayerEdge { offer: offer.clone(), ev }));
    }
    Ok(edges)
}

/// What a side wager or insurance is worth with its pay table and decks.
fn side_ev(game: &Game, spot: Spot, offer: &Offer) -> Option<Fraction> {
    let deck = game.rules().deck;
    let named = game.tables_of(spot).iter().find(|named| named.id == offer.of)?;
    let ways = ways::of_look(spot.look()?, &Counts::of(deck, offer.decks), deck);
    Some(SideWager::of(spot, &named.id, &named.table, &ways).ev)
}

/// What the main wager is worth under its best play.
fn main_ev(game: &Game, decks: u8) -> Result<f64, NotModelled> {
    // Pairs by value can be split wherever pairs by rank can: what favours the house with the
    // former does so with the latter.
    let rules = Rules { decks, split: Split::SameValue, ..*game.rules() };
    let table = Arc::new(Table::new(&Counts::of(rules.deck, decks), rules.soft_17));
    let question = Question { rules, bet: None, class: SplitClass::Cdp };
    Ok(Solution::of(&table, question)?.ev)
}

/// A preset of the progressive on which the house loses in the long run.
#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs)]
pub struct LosingPreset {
    pub spot: Spot,
    pub paytable: String,
    pub decks: u8,
    /// What the house loses per unit staked.
    pub loss: f64,
}

/// All presets whose house edge, reseeding counted, is negative. One seat is the
/// dearest case for the house: several seats can only share reseeds.
pub fn losing_presets(game: &Game) -> Vec<LosingPreset> {
    let mut losing = Vec::new();
    let deck = game.rules().deck;
    for preset in &game.presets {
        let tables = game.tables_of(preset.spot);
        let Some(named) = tables.iter().find(|named| named.id == preset.paytable) else { continue };
        let unit = game.rules().wager(preset.spot).map_or(100, |wager| wager.least);
        for &decks in game.decks.iter().filter(|decks| named.decks.contains(decks)) {
            let counts = Counts::of(deck, decks);
            let side =
                SideWager::of(preset.spot, &named.id, &named.table, &ways::four_card(&counts));
            let wager = ProgressiveWager::of(side, unit);
            if wager.top() == Fraction::ZERO {
                continue;
            }
            let report = Report::of(&wager, &named.table, &counts, &Plan::of_preset(preset));
            let edge = rational_f64(&report.house_edge);
            if edge < 0.0 {
                let (spot, paytable) = (preset.spot, preset.paytable.clone());
                losing.push(LosingPreset { spot, paytable, decks, loss: -edge });
            }
        }
    }
    losing
}
