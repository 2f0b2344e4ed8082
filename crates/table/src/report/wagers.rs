//! What was staked on each wager, who took it up, and what the house held of it beside what its law
//! expects (L-20). Bets and lines are added up; the law is told by who can work one out.

use std::collections::BTreeMap;

use round::{LineSpot, PaidLine};
use rules::Spot;

use super::{Hundredths, Period, Report, Source, row};
use crate::event::{Entry, Event};
use crate::ids::TableId;
use crate::posted::Posted;

row! {
    /// A wager at a table under one sign, in cents. Rounds that were voided are left out.
    WagerRow {
        table: TableId,
        game: String,
        configuration: String,
        decks: u8,
        /// The first digits of the profile's hash, as on the table's page.
        profile: String,
        wager: String,
        /// How often it was staked.
        wagers: u64,
        /// How many of hundred main wagers had it beside them.
        take_up: Option<Hundredths>,
        /// What lay on it before the deal.
        bet: i64,
        /// That by their number.
        average: Option<i64>,
        /// With what was doubled and split.
        staked: i64,
        returned: i64,
        /// What the house won of it; nothing where a meter pays.
        win: Option<i64>,
        /// That of what lay on it before the deal.
        hold: Option<Hundredths>,
        /// What the house wins of such bets on average, where the best play is played.
        expected: Option<i64>,
        /// In 95 of 100 cases not less.
        low: Option<i64>,
        /// In 95 of 100 cases not more.
        high: Option<i64>,
        /// Where the expectation is from, or why there is none.
        law: String,
    }
    sums { wagers bet staked returned win }
}

row! {
    /// What the house held at a table, all wagers with a law together, in cents.
    HoldRow {
        /// Nothing for all tables together.
        table: Option<TableId>,
        /// Main wagers.
        wagers: u64,
        /// What lay on all wagers but those on a meter.
        bet: i64,
        win: i64,
        hold: Option<Hundredths>,
        /// What lay on wagers whose law is known.
        known_bet: i64,
        known_win: i64,
        expected: i64,
        low: i64,
        high: i64,
        known_hold: Option<Hundredths>,
        low_hold: Option<Hundredths>,
        high_hold: Option<Hundredths>,
        /// The wagers whose law is not known, which the band leaves out.
        without: String,
    }
    sums {}
}

/// The wagers of all tables.
pub type Wagers = Report<WagerRow>;

/// What the house held, table by table and then all together.
pub type Holds = Report<HoldRow>;

/// Bets of one kind under one sign.
#[derive(Clone, Copy, Debug)]
pub struct Bets<'a> {
    /// The sign.
    pub sign: &'a Posted,
    /// The wager.
    pub spot: Spot,
    /// What lay on it before the deal, all bets together, in cents.
    pub bet: i64,
    /// The sum of the squares of the bets.
    pub squares: u128,
}

/// What a law says of bets.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Expected {
    /// What the house wins of them, in cents.
    Known {
        /// On average.
        cents: i64,
        /// So far it is from that in 95 of 100 cases, at most.
        half: i64,
        /// Where it is from.
        law: String,
    },
    /// There is no law, or none yet; and why.
    Unknown(String),
}

/// A wager's bets and what became of them.
#[derive(Clone, Debug, Default)]
struct Sum {
    wagers: u64,
    bet: i64,
    squares: u128,
    staked: i64,
    returned: i64,
}

impl Sum {
    fn bet(&mut self, cents: i64) {
        self.wagers += 1;
        self.bet += cents;
        self.squares += u128::from(cents.unsigned_abs()).pow(2);
    }

    fn add(&mut self, other: &Sum) {
        self.wagers += other.wagers;
        self.bet += other.bet;
        self.squares += other.squares;
        self.staked += other.staked;
        self.returned += other.returned;
    }
}

/// What was wagered under a sign.
struct UnderSign {
    sign: Posted,
    sums: BTreeMap<String, (LineSpot, Sum)>,
}

/// Follows the entries of a table.
#[derive(Default)]
struct Follower {
    signs: Vec<UnderSign>,
    now: usize,
    mains: BTreeMap<u8, i64>,
    round: BTreeMap<String, (LineSpot, Sum)>,
}

impl Follower {
    fn follow(&mut self, entry: &Entry, period: Period) {
        for event in &entry.events {
            match event {
                Event::Posted { sign } => self.post(sign),
                Event::BetPlaced { seat, bets } => {
                    let main = bets.iter().find(|stake| stake.spot == Spot::Main);
                    let cents = main.map_or(0, |stake| i64::from(stake.cents));
                    self.mains.insert(*seat, cents);
                }
                Event::Paid { lines } => lines.iter().for_each(|line| self.line(line)),
                Event::Ended { .. } => self.end(period.contains(entry.at)),
                Event::Voided { .. } => self.end(false),
                _ => {}
            }
        }
    }

    fn post(&mut self, sign: &Posted) {
        let known = self.signs.iter().position(|it| it.sign.profile == sign.profile);
        self.now = known.unwrap_or_else(|| {
            self.signs.push(UnderSign { sign: sign.clone(), sums: BTreeMap::new() });
            self.signs.len() - 1
        });
    }

    fn line(&mut self, line: &PaidLine) {
        let (_, sum) =
            self.round.entry(line.spot.to_string()).or_insert((line.spot, Sum::default()));
        sum.staked += line.staked;
        sum.returned += line.returned;
        // Hands of the main wager are doubled and split; what lay before the deal says its bet.
        if line.spot != LineSpot::Wager(Spot::Main) && line.staked > 0 {
            sum.bet(line.staked);
        }
    }

    fn end(&mut self, is_counted: bool) {
        let (mains, round) = (std::mem::take(&mut self.mains), std::mem::take(&mut self.round));
        let Some(under) = self.signs.get_mut(self.now).filter(|_| is_counted) else { return };
        for (word, (spot, mut sum)) in round {
            if spot == LineSpot::Wager(Spot::Main) {
                mains.values().filter(|cents| **cents > 0).for_each(|cents| sum.bet(*cents));
            }
            let (_, all) = under.sums.entry(word).or_insert((spot, Sum::default()));
            all.add(&sum);
        }
    }
}

impl Source {
    /// The signs under which tables were played, for whoever works out their laws.
    pub fn signs(&self) -> impl Iterator<Item = (TableId, &Posted)> {
        self.tables().flat_map(|of| {
            let events = of.entries.iter().flat_map(|entry| &entry.events);
            events.filter_map(move |event| match event {
                Event::Posted { sign } => Some((of.table, &**sign)),
                _ => None,
            })
        })
    }
}

impl Wagers {
    /// The wagers of the rounds that ended in a period, by table, sign and wager; `law` says what is
    /// expected of them.
    pub fn of(source: &Source, period: Period, law: impl Fn(Bets<'_>) -> Expected) -> Wagers {
        let mut rows = Vec::new();
        for of in source.tables() {
            let mut follower = Follower::default();
            of.entries.iter().for_each(|entry| follower.follow(entry, period));
            for under in &follower.signs {
                let main = under.sums.get("main").map_or(0, |(_, sum)| sum.wagers);
                let row = |(spot, sum): &(LineSpot, Sum)| {
                    WagerRow::of(of.table, &under.sign, *spot, sum, main, &law)
                };
                rows.extend(under.sums.values().map(row));
            }
        }
        Report { rows }
    }
}

impl WagerRow {
    fn of(
        table: TableId,
        sign: &Posted,
        spot: LineSpot,
        sum: &Sum,
        main: u64,
        law: impl Fn(Bets<'_>) -> Expected,
    ) -> WagerRow {
        let Sum { wagers, bet, squares, staked, returned } = *sum;
        let expected = match spot {
            LineSpot::Wager(spot) if spot.is_progressive() => {
                Expected::Unknown("a meter pays it: see the report of jackpots".to_owned())
            }
            LineSpot::Wager(spot) => law(Bets { sign, spot, bet, squares }),
            _ => Expected::Unknown("a prize that nobody stakes for".to_owned()),
        };
        let (band, law) = match expected {
            Expected::Known { cents, half, law } => (Some((cents, half)), law),
            Expected::Unknown(why) => (None, why),
        };
        let is_metered = matches!(spot, LineSpot::Wager(spot) if spot.is_progressive());
        let win = (!is_metered).then_some(staked - returned);
        let is_main = spot == LineSpot::Wager(Spot::Main);
        WagerRow {
            table,
            game: sign.game.clone(),
            configuration: sign.configuration.clone(),
            decks: sign.decks,
            profile: sign.profile.chars().take(12).collect(),
            wager: spot.to_string(),
            wagers,
            take_up: Hundredths::share(signed(wagers), signed(main)).filter(|_| !is_main),
            bet,
            average: (wagers > 0).then(|| bet / signed(wagers)),
            staked,
            returned,
            win,
            hold: win.and_then(|win| Hundredths::share(win, bet)),
            expected: band.map(|(cents, _)| cents),
            low: band.map(|(cents, half)| cents - half),
            high: band.map(|(cents, half)| cents + half),
            law,
        }
    }
}

impl Holds {
    /// What the house held of wagers, table by table, and at the end all together. Wagers are added as
    /// if they were independent.
    pub fn of(wagers: &Wagers) -> Holds {
        let mut tables: BTreeMap<TableId, Vec<&WagerRow>> = BTreeMap::new();
        for row in &wagers.rows {
            tables.entry(row.table).or_default().push(row);
        }
        let mut rows: Vec<HoldRow> =
            tables.into_iter().map(|(table, rows)| HoldRow::of(Some(table), &rows)).collect();
        if !rows.is_empty() {
            rows.push(HoldRow::of(None, &wagers.rows.iter().collect::<Vec<_>>()));
        }
        Report { rows }
    }
}

impl HoldRow {
    fn of(table: Option<TableId>, rows: &[&WagerRow]) -> HoldRow {
        let paid = || rows.iter().filter_map(|row| row.win.map(|win| (*row, win)));
        let known = || {
            paid()
                .filter_map(|(row, win)| Some((row, win, row.expected?, row.high? - row.expected?)))
        };
        let half = known().map(|(.., half)| u128::from(half.unsigned_abs()).pow(2)).sum::<u128>();
        let half = i64::try_from(half.isqrt()).unwrap_or(i64::MAX);
        let expected: i64 = known().map(|(_, _, expected, _)| expected).sum();
        let (bet, win) = (paid().map(|(row, _)| row.bet).sum(), paid().map(|(_, win)| win).sum());
        let (known_bet, known_win) =
            (known().map(|(row, ..)| row.bet).sum(), known().map(|(_, win, ..)| win).sum());
        let mut without: Vec<&str> =
            paid().filter(|(row, _)| row.expected.is_none()).map(|(row, _)| &*row.wager).collect();
        without.sort_unstable();
        without.dedup();
        HoldRow {
            table,
            wagers: rows.iter().filter(|row| row.wager == "main").map(|row| row.wagers).sum(),
            bet,
            win,
            hold: Hundredths::share(win, bet),
            known_bet,
            known_win,
            expected,
            low: expected - half,
            high: expected + half,
            known_hold: Hundredths::share(known_win, known_bet),
            low_hold: Hundredths::share(expected - half, known_bet),
            high_hold: Hundredths::share(expected + half, known_bet),
            without: without.join(", "),
        }
    }
}

fn signed(number: u64) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}
