//! What perfect knowledge of the dealt cards is worth on the side wagers.

use cards::{Counts, Shoe};
use odds::{Fraction, SideWager, ways};
use rayon::prelude::*;
use rules::{Game, NamedTable, Spot};
use sim::Generator;

/// A side wager for somebody who knows every card that has been dealt.
#[derive(Clone, Debug, PartialEq)]
pub struct Known {
    /// The spot.
    pub spot: Spot,
    /// The pay table.
    pub paytable: String,
    /// How many of the shoes favoured the player at this point.
    pub positive: u64,
    /// What one wager on every such shoe would win, on average over all shoes.
    pub gain: f64,
    /// The best shoe that was met.
    pub best: f64,
}

/// Side wagers with perfect knowledge, once in each of many shoes.
#[derive(Clone, Debug, PartialEq)]
pub struct Knowledge {
    /// The share of the shoe that has been dealt.
    pub penetration: f64,
    /// Shoes looked at.
    pub shoes: u64,
    /// Side wagers, pay table by pay table; the progressive is left to its meter.
    pub wagers: Vec<Known>,
}

impl Knowledge {
    /// Looks at this many shoes of which this share has been dealt.
    pub fn of(game: &Game, decks: u8, penetration: f64, shoes: u64, seed: u64) -> Knowledge {
        let deck = game.rules().deck;
        let left = Shoe::new(deck, decks).rest().len();
        let dealt = (penetration * left as f64).round() as usize;
        let offered: Vec<(Spot, Vec<&NamedTable>)> = game
            .tables
            .iter()
            .filter(|(spot, _)| !spot.is_progressive())
            .map(|(spot, tables)| {
                (*spot, tables.iter().filter(|named| named.decks.contains(&decks)).collect())
            })
            .collect();
        let look = |stream: u64| -> Vec<Fraction> {
            let mut shoe = Shoe::new(deck, decks);
            let mut words = Generator::new(seed, stream);
            for _ in 0..dealt {
                let _ = shoe.draw_shuffling(&mut words);
            }
            let counts: Counts = shoe.rest().iter().copied().collect();
            let values = |(spot, tables): &(Spot, Vec<&NamedTable>)| -> Vec<Fraction> {
                let ways = spot.look().map(|look| ways::of_look(look, &counts, deck));
                let ways = ways.filter(|ways| ways.total() > 0);
                let value = |named: &&NamedTable| match &ways {
                    Some(ways) => SideWager::of(*spot, &named.id, &named.table, ways).ev,
                    // A wager that cannot be decided any more cannot be won.
                    None => -Fraction::ONE,
                };
                tables.iter().map(value).collect()
            };
            offered.iter().flat_map(values).collect()
        };
        let values: Vec<Vec<Fraction>> = (0..shoes).into_par_iter().map(look).collect();
        let tables = offered
            .iter()
            .flat_map(|(spot, tables)| tables.iter().map(move |named| (*spot, named.id.clone())));
        let wagers = tables.enumerate().map(|(place, (spot, paytable))| {
            let of_shoes = values.iter().map(|values| values[place]);
            let good: Vec<f64> =
                of_shoes.filter(|ev| *ev > Fraction::ZERO).map(Fraction::to_f64).collect();
            let best = values.iter().map(|values| values[place].to_f64());
            Known {
                spot,
                paytable,
                positive: good.len() as u64,
                gain: good.iter().sum::<f64>() / shoes as f64,
                best: best.fold(f64::NEG_INFINITY, f64::max),
            }
        });
        Knowledge { penetration, shoes, wagers: wagers.collect() }
    }
}
