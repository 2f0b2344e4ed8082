//! Pay tables and rules that would give the player the edge.

use std::sync::Arc;

use cards::Counts;
use rules::settings::Split;
use rules::{Game, Rules, Spot};

use crate::fraction::Fraction;
use crate::main_wager::{NotModelled, Question, Solution, SplitClass, Table};
use crate::meter::{Plan, Report, rational_f64};
use crate::progressive::ProgressiveWager;
use crate::side::SideWager;
use crate::ways;

/// A pay table offered at a deck count where the player has the edge.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub struct PlayerEdge {
    pub spot: Spot,
    pub paytable: String,
    pub decks: u8,
    /// What the player gains per unit staked.
    pub ev: Fraction,
}

/// All side wagers of a game that favour the player, insurance included, but those
/// that the file allows by name. The progressive is not among them: its meter may
/// always grow past the break-even.
pub fn player_edges(game: &Game) -> Vec<PlayerEdge> {
    let mut edges = Vec::new();
    let deck = game.rules().deck;
    for (spot, tables) in game.tables.iter().filter(|(spot, _)| !spot.is_progressive()) {
        for &decks in &game.decks {
            let Some(look) = spot.look() else { continue };
            let ways = ways::of_look(look, &Counts::of(deck, decks), deck);
            let allowed = |id: &str| {
                game.player_edge_allowed
                    .iter()
                    .any(|of| (of.0, of.1.as_str(), of.2) == (*spot, id, decks))
            };
            for named in
                tables.iter().filter(|named| named.decks.contains(&decks) && !allowed(&named.id))
            {
                let ev = SideWager::of(*spot, &named.id, &named.table, &ways).ev;
                if ev > Fraction::ZERO {
                    edges.push(PlayerEdge { spot: *spot, paytable: named.id.clone(), decks, ev });
                }
            }
        }
    }
    edges
}

/// A deck count at which the main wager of a configuration favours the player.
#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs)]
pub struct MainEdge {
    pub configuration: String,
    pub decks: u8,
    /// What the player gains per unit of the main wager.
    pub ev: f64,
}

/// All deck counts and configurations of a game at which the best play of the main
/// wager beats the house, but those that the file allows by name. No limit binds and
/// prizes of fixed dollars are left out.
///
/// # Errors
/// If the rules are outside what is modelled.
pub fn main_edges(configurations: &[Game]) -> Result<Vec<MainEdge>, NotModelled> {
    let mut edges = Vec::new();
    let mut tables: Vec<(u8, Arc<Table>)> = Vec::new();
    for game in configurations {
        for &decks in &game.decks {
            let name = (Spot::Main, game.configuration.clone(), decks);
            if game.player_edge_allowed.contains(&name) {
                continue;
            }
            // Pairs by value can be split wherever pairs by rank can: what favours
            // the house with the former does so with the latter.
            let rules = Rules { decks, split: Split::SameValue, ..*game.rules() };
            let table = table_for(&mut tables, &rules);
            let question = Question { rules, bet: None, class: SplitClass::Cdp };
            let ev = Solution::of(&table, question)?.ev;
            if ev > 0.0 {
                edges.push(MainEdge { configuration: name.1, decks, ev });
            }
        }
    }
    Ok(edges)
}

/// The dealer's ends for a full shoe, computed once for each number of decks and
/// rule on soft 17.
fn table_for(tables: &mut Vec<(u8, Arc<Table>)>, rules: &Rules) -> Arc<Table> {
    let known = |of: &&(u8, Arc<Table>)| of.0 == rules.decks && of.1.soft_17 == rules.soft_17;
    if let Some((_, table)) = tables.iter().find(known) {
        return Arc::clone(table);
    }
    let counts = Counts::of(rules.deck, rules.decks);
    let table = Arc::new(Table::new(&counts, rules.soft_17));
    tables.push((rules.decks, Arc::clone(&table)));
    table
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
