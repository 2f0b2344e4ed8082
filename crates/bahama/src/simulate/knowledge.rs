//! What perfect knowledge of the dealt cards is worth on the side wagers.

use cards::{Card, Counts, below};
use odds::{Fraction, ProgressiveWager, SideWager, ways};
use rayon::prelude::*;
use rules::{Game, NamedTable, Spot};
use serde_json::{Value, json};
use sim::Generator;

/// Shoes that are looked at.
pub(crate) const KNOWN_SHOES: u64 = 2_000;

/// A wager for somebody who knows every card that has been dealt.
#[derive(Clone, Debug, PartialEq)]
pub struct Known {
    /// The spot.
    pub spot: Spot,
    /// The pay table.
    pub paytable: String,
    /// For the progressive: the meter in cents.
    pub meter: Option<u64>,
    /// Shoes looked at.
    pub shoes: u64,
    /// How many of the shoes favoured the player at this point.
    pub positive: u64,
    /// What one wager on every such shoe would win, on average over all shoes.
    pub gain: f64,
    /// Its standard error.
    pub gain_se: f64,
    /// The best shoe that was met.
    pub best: f64,
}

impl Known {
    /// The share of the shoes that favoured the player.
    pub fn share(&self) -> f64 {
        self.positive as f64 / self.shoes as f64
    }

    /// Its standard error; that of one such shoe where none was met, or none was not.
    pub fn share_se(&self) -> f64 {
        let shoes = self.shoes as f64;
        let share = self.share().clamp(1.0 / shoes, 1.0 - 1.0 / shoes);
        (share * (1.0 - share) / shoes).sqrt()
    }

    /// For scripts.
    pub(crate) fn json(&self) -> Value {
        json!({
            "spot": self.spot.to_string(),
            "paytable": self.paytable,
            "meter": self.meter,
            "positive": self.share(),
            "positive_se": self.share_se(),
            "gain": self.gain,
            "gain_se": self.gain_se,
            "best": self.best,
        })
    }
}

/// Side wagers and the progressive with perfect knowledge, once in each of many shoes.
#[derive(Clone, Debug, PartialEq)]
pub struct Knowledge {
    /// The share of the shoe that has been dealt.
    pub penetration: f64,
    /// Shoes looked at.
    pub shoes: u64,
    /// Wagers, pay table by pay table; the progressive at the game file's seed and at the meter
    /// at which a full shoe favours nobody.
    pub wagers: Vec<Known>,
}

/// A wager that is looked at.
struct Looked<'a> {
    spot: Spot,
    named: &'a NamedTable,
    /// The meter and the wager on its sensor, in cents.
    meter: Option<(u64, u32)>,
}

impl Looked<'_> {
    /// What a unit is worth with these cards left.
    fn ev(&self, ways: Option<&ways::Ways>) -> Fraction {
        // A wager that cannot be decided any more cannot be won.
        let Some(ways) = ways else { return -Fraction::ONE };
        let side = SideWager::of(self.spot, &self.named.id, &self.named.table, ways);
        match self.meter {
            None => side.ev,
            Some((meter, unit)) => {
                ProgressiveWager::of(side, unit).return_at(meter) - Fraction::ONE
            }
        }
    }
}

impl Knowledge {
    /// Looks at this many shoes of these cards of which this share has been dealt.
    pub fn of(
        game: &Game,
        decks: u8,
        cards: &Counts,
        penetration: f64,
        (shoes, seed): (u64, u64),
    ) -> Knowledge {
        let deck = game.rules().deck;
        let offered = offered(game, decks, cards);
        let all: Vec<Card> = deck
            .cards()
            .flat_map(|card| std::iter::repeat_n(card, usize::from(cards.get(card))))
            .collect();
        let dealt = (penetration * all.len() as f64).round() as usize;
        let look = |stream: u64| -> Vec<Fraction> {
            let left = left(&all, dealt, &mut Generator::new(seed, stream));
            let mut ways: Vec<(Spot, Option<ways::Ways>)> = Vec::new();
            let values = offered.iter().map(|looked| {
                if ways.last().is_none_or(|(spot, _)| *spot != looked.spot) {
                    let of = looked.spot.look().map(|look| ways::of_look(look, &left, deck));
                    ways.push((looked.spot, of.filter(|ways| ways.total() > 0)));
                }
                looked.ev(ways.last().and_then(|(_, ways)| ways.as_ref()))
            });
            values.collect()
        };
        let values: Vec<Vec<Fraction>> = (0..shoes).into_par_iter().map(look).collect();
        let known = offered.iter().enumerate().map(|(place, looked)| {
            let of_shoes: Vec<f64> = values.iter().map(|values| values[place].to_f64()).collect();
            known(looked, &of_shoes)
        });
        let wagers = known.collect();
        Knowledge { penetration, shoes, wagers }
    }
}

/// The wagers of a game that are offered with so many decks.
fn offered<'a>(game: &'a Game, decks: u8, cards: &Counts) -> Vec<Looked<'a>> {
    let mut offered = Vec::new();
    for (spot, tables) in &game.tables {
        for named in tables.iter().filter(|named| named.decks.contains(&decks)) {
            let meters = match spot.is_progressive() {
                false => vec![None],
                true => meters(game, *spot, named, cards).into_iter().map(Some).collect(),
            };
            let looked = |meter| Looked { spot: *spot, named, meter };
            offered.extend(meters.into_iter().map(looked));
        }
    }
    offered
}

/// The meters at which the progressive is looked at: its seed, and where a full shoe favours
/// nobody.
fn meters(game: &Game, spot: Spot, named: &NamedTable, cards: &Counts) -> Vec<(u64, u32)> {
    let deck = game.rules().deck;
    let Some(wager) = game.rules().wager(spot) else { return Vec::new() };
    let unit = wager.least;
    let side = SideWager::with_cards(spot, &named.id, &named.table, cards, deck);
    let even = side.and_then(|side| ProgressiveWager::of(side, unit).break_even_meter());
    let even = even.map(|meter| (meter.num() / meter.den()) as u64);
    let preset = |preset: &&rules::Preset| preset.spot == spot && preset.paytable == named.id;
    let seed = game.presets.iter().find(preset).map(|preset| u64::from(preset.seed));
    seed.into_iter().chain(even).map(|meter| (meter, unit)).collect()
}

/// What is left of these cards when so many have been dealt.
fn left(all: &[Card], dealt: usize, words: &mut Generator) -> Counts {
    let mut cards = all.to_vec();
    for place in 0..dealt {
        let rest = (cards.len() - place) as u32;
        let other = place + below(rest, words) as usize;
        cards.swap(place, other);
    }
    cards[dealt..].iter().copied().collect()
}

fn known(looked: &Looked<'_>, of_shoes: &[f64]) -> Known {
    let shoes = of_shoes.len() as f64;
    let won = || of_shoes.iter().map(|ev| ev.max(0.0));
    let gain = won().sum::<f64>() / shoes;
    let spread: f64 = won().map(|won| (won - gain).powi(2)).sum();
    Known {
        spot: looked.spot,
        paytable: looked.named.id.clone(),
        meter: looked.meter.map(|(meter, _)| meter),
        shoes: of_shoes.len() as u64,
        positive: of_shoes.iter().filter(|ev| **ev > 0.0).count() as u64,
        gain,
        gain_se: (spread / (shoes - 1.0).max(1.0) / shoes).sqrt(),
        best: of_shoes.iter().copied().fold(f64::NEG_INFINITY, f64::max),
    }
}
