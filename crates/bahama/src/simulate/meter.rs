//! The meters of the progressive over the rounds of a simulation.
//!
//! Chunks are played side by side, but a meter lives through them in order: chunks tell
//! which rounds had percentage hands, and the meters are led through these afterwards.

use odds::ProgressiveWager;
use odds::meter::{Plan, Report, rational_f64};
use progressive::{Micros, Pot, award};
use rayon::prelude::*;
use rules::settings::{FromMeter, Policy};
use rules::{Class, Look, Money, Pay, PayTable, Preset, ShareHand, Spot};
use sim::Tally;

use super::setup::Ready;

/// A hand that can win a share of a meter.
#[derive(Clone, Copy, Debug)]
pub struct Hit {
    round: u64,
    seat: u8,
    class: Class,
}

/// One meter with its pay table, led through the rounds.
pub struct MeterLife {
    /// The sensor.
    pub spot: Spot,
    /// The pay table.
    pub paytable: String,
    /// Awards of the whole meter.
    pub hits: u64,
    /// Awards of a part of it.
    pub parts: u64,
    /// The rounds that were played.
    pub rounds: u64,
    /// The mean and its standard error of the awards of the whole meter behind the
    /// first, in cents.
    pub award: Option<(f64, f64)>,
    /// What the exact analysis expects of such an award.
    pub exact_award: f64,
    /// The rounds between two hits that it expects.
    pub exact_rounds: f64,
    /// The most the meter showed at a hit, in cents.
    pub most: i64,
    sums: [f64; 2],
    table: PayTable,
    preset: Preset,
    policy: Policy,
    /// What goes to the meter and to the reserve each round.
    each_round: Pot,
    pot: Pot,
}

/// All meters that a game's presets set up, each with its pay table.
pub fn meters(ready: &Ready) -> Vec<MeterLife> {
    let lives = ready.analysis.progressive.iter().filter_map(|wager| life(ready, wager));
    lives.collect()
}

fn life(ready: &Ready, wager: &ProgressiveWager) -> Option<MeterLife> {
    let (spot, id) = (wager.side.spot, &wager.side.paytable);
    let named = ready.game.tables_of(spot).iter().find(|named| named.id == *id)?;
    let presets = ready.game.presets.iter();
    let preset = presets.clone().find(|of| of.spot == spot && of.paytable == *id)?;
    if preset.from_meter != FromMeter::PercentagesOnly {
        return None;
    }
    let policy = ready.profile.rules.wager(spot)?.policy?;
    let seats = ready.job.seats;
    let plan = Plan { policy, seats, ..Plan::of_preset(preset) };
    let exact = Report::of(wager, &named.table, &ready.analysis.counts, &plan);
    let staked = i64::from(wager.unit) * i64::from(seats);
    let share = |part: rules::Percent| Micros(staked * i64::from(part.hundredths()));
    let exact_award = exact.meter_at_hit.to_f64();
    let none = exact.winners.first().map_or(1.0, rational_f64);
    Some(MeterLife {
        spot,
        paytable: id.clone(),
        hits: 0,
        parts: 0,
        rounds: 0,
        award: None,
        exact_award,
        exact_rounds: 1.0 / (1.0 - none),
        most: 0,
        sums: [0.0; 2],
        table: named.table,
        preset: preset.clone(),
        policy,
        each_round: Pot { meter: share(preset.contribution), reserve: share(preset.reserve) },
        pot: Pot::of(Money::cents(preset.seed.into()), Money::ZERO),
    })
}

/// Plays chunks and tells the hands that can win a share of some meter, in order.
pub(crate) fn play(ready: &Ready, chunks: &[u64], lives: &[MeterLife]) -> (Tally, Vec<Hit>) {
    let deck = ready.profile.rules.deck;
    let wins = |class: Class| lives.iter().any(|life| life.share(class).is_some());
    let played: Vec<(Tally, Vec<Hit>)> = chunks
        .par_iter()
        .map(|&chunk| {
            let mut hits = Vec::new();
            let tally = ready.job.visit(&ready.kernel, &ready.looks, chunk, |round| {
                for (seat, result) in (1..).zip(round.seats) {
                    let sight = result.sight(round.up, round.hole);
                    let class = Look::FourCard.class(&sight, deck);
                    if wins(class) {
                        hits.push(Hit { round: round.round, seat, class });
                    }
                }
            });
            (tally, hits)
        })
        .collect();
    let mut sum = Tally::new(&ready.looks);
    let mut hits = Vec::new();
    for (tally, more) in played {
        sum.merge(&tally);
        hits.extend(more);
    }
    (sum, hits)
}

impl MeterLife {
    fn share(&self, class: Class) -> Option<u8> {
        match self.table.pay(class) {
            Pay::Share(percent) => Some(percent),
            _ => None,
        }
    }

    /// Leads the meter to the end of this round, through the hits before.
    pub fn lead(&mut self, hits: &[Hit], to: u64) {
        for round in hits.chunk_by(|a, b| a.round == b.round) {
            let winners: Vec<ShareHand> = round
                .iter()
                .filter_map(|&Hit { seat, class: hand, .. }| {
                    let (spot, percent) = (self.preset.spot, self.share(hand)?);
                    Some(ShareHand { seat, spot, hand, percent })
                })
                .collect();
            if !winners.is_empty() {
                self.grow(round[0].round);
                self.pay(&winners);
            }
        }
        self.grow(to);
    }

    /// Adds the contributions of all rounds up to this one.
    fn grow(&mut self, to: u64) {
        let rounds = (to - self.rounds) as i64;
        self.rounds = to;
        let grown = |each: Micros| Micros(each.0 * rounds);
        let Pot { meter, reserve } = self.each_round;
        self.pot += Pot { meter: grown(meter), reserve: grown(reserve) };
    }

    /// Pays the winners of a round.
    fn pay(&mut self, winners: &[ShareHand]) {
        let seed = Money::cents(self.preset.seed.into());
        for paid in award(self.policy, seed, &mut self.pot, winners) {
            match paid.winner.percent {
                100 => self.whole(paid.amount.in_cents()),
                _ => self.parts += 1,
            }
        }
    }

    /// An award of the whole meter. The first began without a reserve and is no sample.
    fn whole(&mut self, cents: i64) {
        self.hits += 1;
        self.most = self.most.max(cents);
        if self.hits == 1 {
            return;
        }
        let (amount, count) = (cents as f64, (self.hits - 1) as f64);
        self.sums[0] += amount;
        self.sums[1] += amount * amount;
        let mean = self.sums[0] / count;
        let spread = (self.sums[1] / count - mean * mean).max(0.0);
        self.award = (count > 1.0).then(|| (mean, (spread / (count - 1.0)).sqrt()));
    }

    /// How far the awards are from what is expected, in standard errors.
    pub fn sigmas(&self) -> Option<f64> {
        let (mean, error) = self.award?;
        (error > 0.0).then(|| (mean - self.exact_award) / error)
    }
}
