//! What a simulation found, beside what the exact analysis says.

use odds::SideWager;
use rules::{Class, Look, Pay, PayTable, Spot};
use sim::{BIN_WIDTHS, BLOCKS, Estimate, Seen, ShoeLife, Tally};

use super::knowledge::Knowledge;
use super::meter::MeterLife;
use super::setup::Ready;

/// A class of a side wager, as it was met.
#[derive(Clone, Debug)]
pub struct ClassSeen {
    /// The class.
    pub class: Class,
    /// What it pays.
    pub pay: Pay,
    /// How often it was met.
    pub count: u64,
    /// How often it should be met in one wager.
    pub probability: f64,
    /// How far the count is from its expectation, in standard deviations; nothing
    /// where rounds are not independent.
    pub z: Option<f64>,
}

/// A side wager with one pay table, as it went.
#[derive(Clone, Debug)]
pub struct WagerSeen {
    /// The spot.
    pub spot: Spot,
    /// The pay table.
    pub paytable: String,
    /// Wagers.
    pub count: u64,
    /// The result of a unit; a share of a meter counts as nothing.
    pub ev: f64,
    /// Its standard error; nothing where rounds are not independent.
    pub se: Option<f64>,
    /// The exact result.
    pub exact: f64,
    /// The covariance of its result with the main wager's, in units of both.
    pub covariance: f64,
    /// Its classes.
    pub classes: Vec<ClassSeen>,
}

/// Results of blocks of rounds.
#[derive(Clone, Debug)]
pub struct Distribution {
    /// Rounds of a block.
    pub rounds: u64,
    /// The width of a bin, in wagers.
    pub width: f64,
    /// The lower end of each bin in wagers, and how many blocks fell into it.
    pub bins: Vec<(f64, u64)>,
}

/// Two side wagers of one seat, each with its first pay table.
#[derive(Clone, Copy, Debug)]
pub struct Pair {
    /// The spots.
    pub spots: [Spot; 2],
    /// The covariance of their results, in units of both.
    pub covariance: f64,
}

/// A count of the dealt cards.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CountMade {
    /// What each rank adds, from ace to king.
    pub tags: [i8; 13],
    /// What all cards of a deck add.
    pub imbalance: i32,
    /// The running count of a new shoe.
    pub initial: i32,
}

/// What a simulation found.
pub struct Report<'a> {
    pub(crate) ready: &'a Ready,
    pub(crate) tally: &'a Tally,
    /// The main wager's result per wager.
    pub ev: f64,
    /// Its standard error.
    pub se: f64,
    /// What is bet in an average round by a seat, in units.
    pub average_bet: f64,
    /// The variance of a seat's result in a round, rounds with a split included.
    pub variance: f64,
    /// The standard error of that variance; nothing where rounds are not independent.
    pub variance_se: Option<f64>,
    /// What is staked in an average round, in wagers.
    pub average_wager: f64,
    /// The exact result on a fresh shoe.
    pub exact: f64,
    /// The same result with a fixed number of rounds from each shoe taken off, whose
    /// expectation is known; for shoes that last.
    pub coupled: Option<Estimate>,
    /// Side wagers, pay table by pay table.
    pub side: Vec<WagerSeen>,
    /// Side wagers with perfect knowledge, where that was asked for.
    pub knowledge: Option<Knowledge>,
    /// Meters, where they were asked for.
    pub meters: Vec<MeterLife>,
    /// Side wagers together.
    pub pairs: Vec<Pair>,
    /// Results of blocks.
    pub blocks: Vec<Distribution>,
    /// Whether the run was interrupted before it was over.
    pub interrupted: bool,
}

impl<'a> Report<'a> {
    /// Works out what a tally says.
    pub fn of(ready: &'a Ready, tally: &'a Tally) -> Report<'a> {
        let bet = f64::from(ready.job.bet);
        let (ev, se) = tally.result();
        let variance = tally.main.variance() / (bet * bet);
        let side = ready
            .analysis
            .side
            .iter()
            .chain(ready.analysis.progressive.iter().map(|wager| &wager.side))
            .filter_map(|wager| side(ready, tally, wager))
            .collect();
        Report {
            ready,
            tally,
            ev,
            se,
            average_bet: tally.wagered.0 as f64 / bet / tally.main.count.max(1) as f64,
            variance,
            variance_se: ready.is_independent().then(|| tally.main.variance_error() / (bet * bet)),
            average_wager: tally.staked.0 as f64 / tally.wagered.0.max(1) as f64,
            exact: ready.solution.ev,
            coupled: ready.job.estimate(tally, ready.solution.ev),
            side,
            knowledge: None,
            meters: Vec::new(),
            pairs: pairs(ready, tally),
            blocks: blocks(tally),
            interrupted: false,
        }
    }

    /// The count by which bets are made.
    pub fn count(&self) -> Option<CountMade> {
        let (deck, decks) = (self.ready.profile.rules.deck, self.ready.profile.rules.decks);
        self.ready.job.spread.as_ref().map(|spread| CountMade {
            tags: spread.tags,
            imbalance: spread.imbalance(deck),
            initial: spread.initial(deck, decks),
        })
    }

    /// How far the main wager is from its exact value, in standard errors; nothing
    /// with a cut card or bets by a count, which have effects of their own.
    pub fn sigmas(&self) -> Option<f64> {
        match self.ready.setup.shoe {
            _ if self.ready.setup.spread.is_some() => None,
            ShoeLife::CutCard(_) => None,
            ShoeLife::Fresh | ShoeLife::Rounds(_) => Some((self.ev - self.exact) / self.se),
        }
    }

    /// What the cut card does to the main wager.
    pub fn cut_card_effect(&self) -> Option<f64> {
        let setup = &self.ready.setup;
        let cut_card = matches!(setup.shoe, ShoeLife::CutCard(_)) && setup.spread.is_none();
        cut_card.then_some(self.ev - self.exact)
    }

    /// The same by the coupled estimate, with its standard error.
    pub fn coupled_effect(&self) -> Option<(f64, f64)> {
        self.cut_card_effect()?;
        self.coupled.map(|coupled| (coupled.mean - self.exact, coupled.se))
    }

    /// How many times as many rounds the plain estimate needs for the precision of the coupled
    /// one, what that plays behind the ends of shoes counted.
    pub fn rounds_saved(&self) -> Option<f64> {
        let coupled = self.coupled.filter(|coupled| coupled.se > 0.0)?;
        let on: u64 = self.tally.coupled.iter().map(|half| half.played_on).sum();
        let rounds = self.tally.rounds.max(1) as f64;
        Some((self.se / coupled.se).powi(2) * rounds / (rounds + on as f64))
    }

    /// The estimate after each part of the job, and the rounds it was made of.
    pub fn way(&self) -> Vec<(f64, f64)> {
        let (mut rounds, mut wagered, mut won) = (0, 0, 0);
        let mut points = Vec::new();
        for stretch in self.tally.path.values() {
            rounds += stretch.rounds;
            wagered += stretch.wagered.0;
            won += stretch.won.0;
            points.push((rounds as f64, won as f64 / wagered.max(1) as f64));
        }
        points
    }

    /// Whether anything at all was laid beside its exact value.
    pub fn compared(&self) -> bool {
        let any = |sigmas: Option<f64>| sigmas.is_some_and(f64::is_finite);
        any(self.sigmas())
            || self.meters.iter().any(|meter| any(meter.sigmas()))
            || self.side.iter().any(|wager| any(wager.sigmas()))
    }

    /// Whether simulation and mathematics agree: nothing further than 4.5 standard
    /// errors apart.
    pub fn agrees(&self) -> bool {
        let far = |sigmas: Option<f64>| sigmas.is_some_and(|sigmas| sigmas.abs() >= 4.5);
        !far(self.sigmas())
            && !self.meters.iter().any(|meter| far(meter.sigmas()))
            && !self.side.iter().any(|wager| far(wager.sigmas()))
    }
}

impl WagerSeen {
    /// How far the wager is from its exact value, in standard errors.
    pub fn sigmas(&self) -> Option<f64> {
        self.se.filter(|se| *se > 0.0).map(|se| (self.ev - self.exact) / se)
    }
}

/// What a unit wins; a share of a meter counts as nothing, as in the exact analysis.
fn net(pay: Pay) -> f64 {
    let ratio = |(win, per): (u16, u16)| f64::from(win) / f64::from(per);
    match pay {
        Pay::Loses | Pay::Share(_) => -1.0,
        Pay::To(odds) => ratio(odds.fraction()),
        Pay::For(odds) => ratio(odds.fraction()) - 1.0,
    }
}

fn side(ready: &Ready, tally: &Tally, wager: &SideWager) -> Option<WagerSeen> {
    let look = wager.spot.look()?;
    let seen = tally.seen.iter().find(|seen| seen.look == look)?;
    let named = ready.game.tables_of(wager.spot).iter().find(|of| of.id == wager.paytable)?;
    let count: u64 = seen.counts.iter().sum();
    let all = count.max(1) as f64;
    let bet = f64::from(ready.job.bet);
    let independent = ready.is_independent();
    let (mut sum, mut squares, mut cross, mut main) = (0.0, 0.0, 0.0, 0.0);
    let mut classes = Vec::new();
    for row in &wager.rows {
        let (met, with_main) = counted(&named.table, seen, row.class);
        let net = net(row.pay);
        sum += net * met as f64;
        squares += net * net * met as f64;
        cross += net * with_main / bet;
        main += with_main / bet;
        let probability = row.probability.to_f64();
        let expected = probability * all;
        let deviation = (expected * (1.0 - probability)).sqrt();
        classes.push(ClassSeen {
            class: row.class,
            pay: row.pay,
            count: met,
            probability,
            z: (independent && deviation > 0.0).then(|| (met as f64 - expected) / deviation),
        });
    }
    let ev = sum / all;
    let variance = squares / all - ev * ev;
    Some(WagerSeen {
        spot: wager.spot,
        paytable: wager.paytable.clone(),
        count,
        ev,
        se: independent.then(|| (variance / all).sqrt()),
        exact: wager.ev.to_f64(),
        covariance: cross / all - ev * (main / all),
        classes,
    })
}

/// How often a line of a pay table was met, and the main wager's results with it.
fn counted(table: &PayTable, seen: &Seen, line: Class) -> (u64, f64) {
    let classes = seen.look.kind().classes();
    let mut sum = (0, 0.0);
    for (place, &class) in classes.iter().enumerate() {
        if table.counts_as(class) == line {
            sum.0 += seen.counts[place];
            sum.1 += seen.main[place].0 as f64;
        }
    }
    sum
}

/// The covariance of each two side wagers that look at different cards.
fn pairs(ready: &Ready, tally: &Tally) -> Vec<Pair> {
    let first_table = |look: Look| {
        let mut tables = ready.game.tables.iter();
        tables.find_map(|(spot, tables)| {
            (spot.look() == Some(look)).then(|| tables.first().map(|of| (*spot, of.table)))?
        })
    };
    let nets = |seen: &Seen| -> Option<(Spot, Vec<f64>)> {
        let (spot, table) = first_table(seen.look)?;
        let classes = seen.look.kind().classes();
        Some((spot, classes.iter().map(|&class| net(table.pay(class))).collect()))
    };
    let mut pairs = Vec::new();
    let mut joint = tally.joint.iter();
    for (place, a) in tally.seen.iter().enumerate() {
        for b in &tally.seen[place + 1..] {
            let (Some(counts), Some((spot_a, of_a)), Some((spot_b, of_b))) =
                (joint.next(), nets(a), nets(b))
            else {
                continue;
            };
            let mut sums = [0.0; 4];
            for (at, &count) in counts.iter().enumerate() {
                let (a, b) = (of_a[at / of_b.len()], of_b[at % of_b.len()]);
                let count = count as f64;
                sums[0] += count;
                sums[1] += count * a;
                sums[2] += count * b;
                sums[3] += count * a * b;
            }
            let [all, sum_a, sum_b, product] = sums;
            if all > 0.0 {
                let covariance = product / all - sum_a / all * (sum_b / all);
                pairs.push(Pair { spots: [spot_a, spot_b], covariance });
            }
        }
    }
    pairs
}

fn blocks(tally: &Tally) -> Vec<Distribution> {
    BLOCKS
        .iter()
        .zip(BIN_WIDTHS)
        .zip(&tally.blocks)
        .filter(|(_, bins)| !bins.is_empty())
        .map(|((&rounds, width), bins)| {
            let width = f64::from(width);
            let bins = bins.iter().map(|(&bin, &count)| (bin as f64 * width, count)).collect();
            Distribution { rounds, width, bins }
        })
        .collect()
}
