//! Pay tables that would give the player the edge.

use cards::Counts;
use rules::{Game, Spot};

use crate::fraction::Fraction;
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

/// All side wagers of a game that favour the player, insurance included. The
/// progressive is not among them: its meter may always grow past the break-even.
pub fn player_edges(game: &Game) -> Vec<PlayerEdge> {
    let mut edges = Vec::new();
    let deck = game.rules().deck;
    for (spot, tables) in game.tables.iter().filter(|(spot, _)| !spot.is_progressive()) {
        for &decks in &game.decks {
            let Some(ways) = ways::of_spot(*spot, &Counts::of(deck, decks), deck) else { continue };
            for named in tables.iter().filter(|named| named.decks.contains(&decks)) {
                let ev = SideWager::of(*spot, &named.id, &named.table, &ways).ev;
                if ev > Fraction::ZERO {
                    edges.push(PlayerEdge { spot: *spot, paytable: named.id.clone(), decks, ev });
                }
            }
        }
    }
    edges
}
