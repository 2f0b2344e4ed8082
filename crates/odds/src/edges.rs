//! Pay tables and rules that would give the player the edge.

use cards::Counts;
use rules::settings::Split;
use rules::{Game, Money, Offer, Preset, Problem, Rules, Spot};

use crate::brackets::Bracket;
use crate::fraction::Fraction;
use crate::main_wager::{NotModelled, Question, SplitClass};
use crate::meter::{Plan, Report, rational_f64};
use crate::progressive::ProgressiveWager;
use crate::side::SideWager;
use crate::ways;
use crate::worths::Worths;

/// A wager that favours the player where it is offered so.
#[derive(Clone, Debug, PartialEq)]
pub struct PlayerEdge {
    /// The wager, by the name with which it can be allowed.
    pub offer: Offer,
    /// What the player gains per unit staked.
    pub ev: f64,
    /// The bet in cents at which the main wager gains him most.
    pub bet: Option<u32>,
}

/// In words it is what is wrong with the file or the posting.
impl From<PlayerEdge> for Problem {
    fn from(PlayerEdge { offer, ev, bet }: PlayerEdge) -> Problem {
        let bet = bet.map(|cents| Money::cents(cents.into()));
        Problem::PlayerEdge { offer, edge: percent(ev), bet }
    }
}

fn percent(share: f64) -> String {
    format!("{:.4} %", share * 100.0)
}

/// The one verdict on what favours the player (A49), for a game file as for a posting: which of
/// these offers of the game do, but those that are allowed by name. Of the main wager the bet
/// within its limits counts at which the best play is worth most: prizes are fixed amounts, the
/// special bonus and envy at a full table, and so are limits on doubling. The progressive is
/// never among them: its meter may always grow past the break-even.
///
/// # Errors
/// If the main wager is among the offers and its rules are outside what is modelled.
pub fn player_edges(
    game: &Game,
    offers: &[Offer],
    allowed: &[Offer],
    worths: &Worths,
) -> Result<Vec<PlayerEdge>, NotModelled> {
    let mut edges = Vec::new();
    let judged = |offer: &&Offer| !offer.spot.is_progressive() && !allowed.contains(offer);
    for offer in offers.iter().filter(judged) {
        let best = match offer.spot {
            Spot::Main => best_bet(game, offer.decks, worths)?.map(|(bet, ev)| (Some(bet), ev)),
            spot => side_ev(game, spot, offer).map(|ev| (None, ev.to_f64())),
        };
        let gains = best.filter(|&(_, ev)| ev > 0.0);
        edges.extend(gains.map(|(bet, ev)| PlayerEdge { offer: offer.clone(), ev, bet }));
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

/// The bet in cents at which the main wager is worth most under its best play, and what that is.
fn best_bet(game: &Game, decks: u8, worths: &Worths) -> Result<Option<(u32, f64)>, NotModelled> {
    // Pairs by value can be split wherever pairs by rank can: what favours the house with the
    // former does so with the latter.
    let rules = Rules { decks, split: Split::SameValue, ..*game.rules() };
    let mut best: Option<(u32, f64)> = None;
    for bet in Bracket::best_bets(&rules) {
        let ev = worths.ev(&Question { rules, bet: Some(bet), class: SplitClass::Pair })?;
        if best.is_none_or(|(_, most)| ev > most) {
            best = Some((bet, ev));
        }
    }
    Ok(best)
}

/// What the house keeps of a progressive wager in the long run with the preset of its pay
/// table, reseeding counted; nothing where it has none, or no share of the meter. One seat is
/// the dearest case for the house: several seats can only share reseeds.
pub fn preset_edge(game: &Game, offer: &Offer) -> Option<f64> {
    let is_its = |preset: &&Preset| preset.spot == offer.spot && preset.paytable == offer.of;
    let preset = game.presets.iter().find(is_its)?;
    let tables = game.tables_of(offer.spot);
    let named = tables.iter().find(|named| named.id == offer.of)?;
    let unit = game.rules().wager(offer.spot).map_or(100, |wager| wager.least);
    let counts = Counts::of(game.rules().deck, offer.decks);
    let side = SideWager::of(offer.spot, &named.id, &named.table, &ways::four_card(&counts));
    let wager = ProgressiveWager::of(side, unit);
    if wager.top() == Fraction::ZERO {
        return None;
    }
    let report = Report::of(&wager, &named.table, &counts, &Plan::of_preset(preset));
    Some(rational_f64(&report.house_edge))
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

impl LosingPreset {
    /// What is wrong with the file, in words.
    pub fn problem(&self) -> Problem {
        Problem::PresetLoses { decks: self.decks, loss: percent(self.loss) }
    }
}

/// All presets whose house edge, reseeding counted, is negative.
pub fn losing_presets(game: &Game) -> Vec<LosingPreset> {
    let mut losing = Vec::new();
    for preset in &game.presets {
        let tables = game.tables_of(preset.spot);
        let Some(named) = tables.iter().find(|named| named.id == preset.paytable) else { continue };
        for &decks in game.decks.iter().filter(|decks| named.decks.contains(decks)) {
            let (spot, paytable) = (preset.spot, preset.paytable.clone());
            let offer = Offer { spot, of: paytable.clone(), decks };
            if let Some(edge) = preset_edge(game, &offer).filter(|&edge| edge < 0.0) {
                losing.push(LosingPreset { spot, paytable, decks, loss: -edge });
            }
        }
    }
    losing
}
