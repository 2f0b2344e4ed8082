//! Tables on one link over millions of rounds: the hands that win a share of the meter
//! come as often as they should, and at the end every millionth of a dollar is accounted
//! for. The seed is fixed; `cargo xtask prove` plays 10,000,000 rounds.
#![allow(clippy::unwrap_used)]

use std::collections::BTreeMap;

use cards::{ChaChaWords, Shoe};
use odds::Analysis;
use progressive::{Jackpot, Micros, Movements, Parameters, Place, RoundId, Terms};
use rules::{Class, Game, Money, Pay, PayTable, Profile, ShareHand, Spot, Word, class};
use testkit::Dice;

const TABLES: usize = 4;
const SPOT: Spot = Spot::Progressive;

/// A table: its own shoe, and the winners that wait for a supervisor.
struct Table {
    shoe: Shoe,
    words: ChaChaWords,
    round: u64,
    waiting: Vec<u8>,
}

struct Floor {
    jackpot: Jackpot,
    pay: PayTable,
    tables: Vec<Table>,
    balances: BTreeMap<Place, Micros>,
    hands: u64,
    hits: BTreeMap<Class, u64>,
    awards: Micros,
    posted: u64,
}

impl Floor {
    fn new(game: &Game, profile: &Profile) -> Floor {
        let rules = &profile.rules;
        let id = profile.paytable(SPOT).unwrap();
        let preset = game.presets.iter().find(|it| it.spot == SPOT && it.paytable == id).unwrap();
        let wager = rules.wager(SPOT).unwrap();
        let terms = Terms {
            policy: wager.policy.unwrap(),
            from_meter: preset.from_meter,
            unit: wager.least,
        };
        let seed = Money::cents(preset.seed.into());
        let parameters = Parameters::new(seed, preset.contribution, preset.reserve).unwrap();
        let (jackpot, moved) = Jackpot::new(terms, parameters);
        let table = |number: usize| {
            let mut shoe = Shoe::new(rules.deck, rules.decks);
            let mut words = ChaChaWords::new([number as u8 + 1; 32], 7);
            shoe.shuffle(&mut words);
            Table { shoe, words, round: 0, waiting: Vec::new() }
        };
        let mut floor = Floor {
            jackpot,
            pay: wager.table.unwrap(),
            tables: (0..TABLES).map(table).collect(),
            balances: BTreeMap::new(),
            hands: 0,
            hits: BTreeMap::new(),
            awards: Micros::ZERO,
            posted: 0,
        };
        floor.book(&moved);
        floor
    }

    fn book(&mut self, moved: &Movements) {
        for it in moved.iter() {
            *self.balances.entry(it.from).or_default() -= it.micros;
            *self.balances.entry(it.to).or_default() += it.micros;
        }
    }

    fn game(&self, table: usize) -> RoundId {
        RoundId { table: table as u32, round: self.tables[table].round }
    }

    /// A round at a table whose last one is over: sensors, cards, hand buttons.
    fn play(&mut self, at: usize, dice: &mut Dice) {
        let lit: Vec<u8> = (1..=7).filter(|_| !dice.once_in(4)).collect();
        if lit.is_empty() {
            return;
        }
        let table = &mut self.tables[at];
        table.round += 1;
        let needed = lit.len() * 2 + 2;
        if table.shoe.rest().len() < 72 + needed {
            table.shoe.gather();
            table.shoe.shuffle(&mut table.words);
        }
        let mut draw = || table.shoe.draw().unwrap();
        let first: Vec<_> = lit.iter().map(|_| draw()).collect();
        let up = draw();
        let second: Vec<_> = lit.iter().map(|_| draw()).collect();
        let hole = draw();
        let game = self.game(at);
        let (_, moved) = self.jackpot.contribute(game, &lit, 7).unwrap();
        self.book(&moved);
        self.hands += lit.len() as u64;
        for (place, &seat) in lit.iter().enumerate() {
            let class = class::four_card([first[place], second[place], up, hole]);
            if let Pay::Share(percent) = self.pay.pay(class) {
                *self.hits.entry(self.pay.counts_as(class)).or_default() += 1;
                self.jackpot
                    .claim(game, ShareHand { seat, spot: SPOT, hand: class, percent })
                    .unwrap();
                self.tables[at].waiting.push(seat);
            }
        }
        if self.tables[at].waiting.is_empty() {
            self.jackpot.end(game).unwrap();
        }
    }

    /// The supervisor comes, unless another table's claims are older.
    fn confirm(&mut self, at: usize) {
        let game = self.game(at);
        if self.jackpot.confirm(game).is_err() {
            return;
        }
        let mut seats = std::mem::take(&mut self.tables[at].waiting);
        seats.sort_unstable();
        for seat in seats.into_iter().rev() {
            let (award, moved) = self.jackpot.post(game, seat).unwrap();
            self.book(&moved);
            *self.balances.entry(Place::Pending).or_default() -= award.amount.into();
            self.awards += award.amount.into();
            self.posted += 1;
        }
        self.jackpot.end(game).unwrap();
    }

    fn reconcile(&self, unit: i64) {
        let balance = |place| self.balances.get(&place).copied().unwrap_or_default();
        let holds = self.jackpot.holds();
        assert_eq!((balance(Place::Meter), balance(Place::Reserve)), (holds.meter, holds.reserve));
        assert_eq!((balance(Place::Pending), balance(Place::Loan)), (Micros::ZERO, Micros::ZERO));
        let wagers = Micros::from(Money::cents(self.hands as i64 * unit));
        let house = balance(Place::House);
        assert_eq!(
            holds.meter + holds.reserve + house + self.awards + balance(Place::Seed),
            wagers
        );
        assert_eq!(balance(Place::Table), -wagers);
        let rates = self.jackpot.parameters();
        assert_eq!(house.0 * 10_000, wagers.0 * i64::from(rates.house().hundredths()));
    }
}

#[test]
fn p_02_p_18_linked_tables_over_millions_of_rounds() {
    let rounds = testkit::rounds(20_000, 200_000, 10_000_000);
    for (id, paytable) in [("bahama-bonus", "standard"), ("wsgc-bahama-bonus", "3")] {
        let game = games::find(id).unwrap().file().game(None, &[]).unwrap();
        let chosen = [(SPOT.word().to_owned(), paytable.to_owned())];
        let profile = game.profile(None, &chosen).unwrap();
        let mut floor = Floor::new(&game, &profile);
        let mut dice = Dice::new(16);
        let mut at = 0;
        while floor.tables.iter().map(|table| table.round).sum::<u64>() < rounds {
            at = (at + 1) % TABLES;
            if floor.tables[at].waiting.is_empty() {
                floor.play(at, &mut dice);
            } else if dice.once_in(3) {
                floor.confirm(at);
            }
        }
        while floor.jackpot.groups().next().is_some() {
            (0..TABLES).for_each(|at| floor.confirm(at));
        }
        floor.reconcile(100);
        let analysis = Analysis::of(&game, profile.rules.decks, &chosen, &[]).unwrap();
        let wager = &analysis.progressive[0];
        assert_eq!(floor.posted, floor.hits.values().sum::<u64>());
        for level in &wager.levels {
            let hits = floor.hits.get(&level.class).copied().unwrap_or_default();
            let expected = level.probability.to_f64() * floor.hands as f64;
            let sigmas = (hits as f64 - expected) / expected.sqrt();
            println!(
                "{id} {}: {hits} hits, {expected:.1} expected, {sigmas:+.2} sigma",
                level.class
            );
            assert!(sigmas.abs() < 4.5, "{id} {}: {hits} of {expected}", level.class);
        }
    }
}
