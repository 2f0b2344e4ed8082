//! A meter over time: what the house keeps, how it grows, when it is hit, and
//! whether it can run dry.

use cards::Counts;
use dashu_ratio::RBig;
use rules::settings::{FromMeter, Policy};
use rules::{Pay, PayTable, Percent, Preset};

use crate::fraction::Fraction;
use crate::progressive::{ProgressiveWager, winners};

/// How a meter is set up and played.
#[derive(Clone, Debug)]
#[allow(missing_docs)]
pub struct Plan {
    /// What the meter starts with, in cents.
    pub seed: u64,
    /// The share of a wager for the meter.
    pub contribution: Fraction,
    /// The share of a wager for the reserve.
    pub reserve: Fraction,
    pub policy: Policy,
    pub from_meter: FromMeter,
    pub tables: u32,
    /// Seats with a progressive wager at each table.
    pub seats: u8,
    pub rounds_per_hour: u32,
    pub hours_per_day: u32,
}

impl Plan {
    /// A game file's preset, in turn, with one seat at one table.
    pub fn of_preset(preset: &Preset) -> Plan {
        let share = |part: Percent| Fraction::new(part.hundredths().into(), 10_000);
        Plan {
            seed: preset.seed.into(),
            contribution: share(preset.contribution),
            reserve: share(preset.reserve),
            policy: Policy::InTurn,
            from_meter: preset.from_meter,
            tables: 1,
            seats: 1,
            rounds_per_hour: 60,
            hours_per_day: 16,
        }
    }
}

/// What follows from a plan.
#[derive(Clone, Debug)]
pub struct Report {
    /// What the house keeps of each unit staked in the long run, the seeds it pays
    /// counted in.
    pub house_edge: RBig,
    /// What reseeding costs per unit staked.
    pub seed_cost: RBig,
    /// The expected amount of a 100 % award, in cents.
    pub meter_at_hit: Fraction,
    /// The expected start of a meter after a hit, seed and reserve, in cents.
    pub restart: Fraction,
    /// The exact probabilities of 0, 1, 2, … winners of the 100 % level in one round.
    pub winners: Vec<RBig>,
    /// The rounds between two hits on average, all tables together.
    pub rounds_between_hits: f64,
    /// (probability, days): by then the meter has been hit with this probability.
    pub days_to_hit: Vec<(f64, f64)>,
    /// What the meter gains a day from its seed while it is not hit, in cents: what is
    /// contributed less the awards of a part of it.
    pub growth_per_day: Fraction,
    /// What awards of a part of the meter take from it a day, at the seed, in cents.
    pub part_awards_per_day: Fraction,
    /// For an all-from-meter table: an upper bound of the probability that the meter
    /// cannot pay before its next 100 % hit; 1 where it does not grow.
    pub dry: Option<f64>,
}

/// The probabilities for which [`Report::days_to_hit`] gives the time.
pub const QUANTILES: [f64; 5] = [0.05, 0.25, 0.5, 0.75, 0.95];

impl Report {
    /// Works a plan out. Rounding down to cents is left out: it keeps less than a
    /// cent per award in the meter.
    pub fn of(wager: &ProgressiveWager, table: &PayTable, counts: &Counts, plan: &Plan) -> Report {
        let unit = Fraction::whole(wager.unit.into());
        let seed = Fraction::whole(plan.seed.into());
        let top = wager.top();
        let winners = winners(counts, table, plan.seats);
        let seats = Fraction::whole(plan.seats.into());
        let seed_cost = seed_cost(&winners, top, plan, seed * unit.inverse());
        let fixed = match plan.from_meter {
            FromMeter::PercentagesOnly => wager.fixed_return,
            FromMeter::All => Fraction::ZERO,
        };
        let kept_back = Fraction::ONE - fixed - plan.contribution - plan.reserve;
        let house_edge = kept_back.to_ratio() - &seed_cost;
        let net_growth = match plan.from_meter {
            FromMeter::PercentagesOnly => plan.contribution,
            FromMeter::All => plan.contribution - wager.fixed_return,
        };
        // What a wager takes on average from a meter at its seed by awards of a part of it.
        let part_awards = (wager.meter_share() - top) * seed;
        let restart = seed + plan.reserve * unit * top.inverse();
        // A wager adds its contribution; a part award takes a part of the meter. The
        // expected meter at the hit is linear in the start, which gives both terms.
        let kept = top * wager.meter_share().inverse();
        let meter_at_hit = kept * (restart + net_growth * unit * top.inverse());
        let hit = 1.0 - rational_f64(&winners[0]);
        let rounds_per_day = f64::from(plan.tables * plan.rounds_per_hour * plan.hours_per_day);
        let days = |probability: f64| (1.0 - probability).ln() / (1.0 - hit).ln() / rounds_per_day;
        let wagers_per_day = seats
            * Fraction::whole((plan.tables * plan.rounds_per_hour * plan.hours_per_day).into());
        Report {
            house_edge,
            seed_cost,
            meter_at_hit,
            restart,
            winners,
            rounds_between_hits: 1.0 / hit,
            days_to_hit: QUANTILES
                .iter()
                .map(|&probability| (probability, days(probability)))
                .collect(),
            growth_per_day: (net_growth * unit - part_awards) * wagers_per_day,
            part_awards_per_day: part_awards * wagers_per_day,
            dry: (plan.from_meter == FromMeter::All).then(|| dry(wager, plan)),
        }
    }

    /// The probability of two or more winners of the 100 % level in one round.
    pub fn several(&self) -> f64 {
        rational_f64(&self.winners.iter().skip(2).fold(RBig::ZERO, |sum, part| sum + part))
    }
}

/// The nearest floating-point number.
pub fn rational_f64(ratio: &RBig) -> f64 {
    ratio.to_f64().value()
}

/// In turn every 100 % winner makes the house reseed; shared, only the round does.
fn seed_cost(winners: &[RBig], top: Fraction, plan: &Plan, seed: Fraction) -> RBig {
    let reseeds_per_wager = match plan.policy {
        Policy::InTurn => top.to_ratio(),
        Policy::Share => (RBig::ONE - &winners[0]) * Fraction::new(1, plan.seats.into()).to_ratio(),
    };
    reseeds_per_wager * seed.to_ratio()
}

/// Lundberg's bound: with the exponent r at which an average wager leaves
/// e^(-r · meter) unchanged, the meter runs dry with a probability of at most
/// e^(-r · seed).
fn dry(wager: &ProgressiveWager, plan: &Plan) -> f64 {
    let unit = f64::from(wager.unit);
    let contribution = plan.contribution.to_f64() * unit;
    let steps: Vec<(f64, f64)> = wager
        .side
        .rows
        .iter()
        .filter_map(|row| {
            let paid = match row.pay {
                Pay::For(odds) => Fraction::from(odds.fraction()).to_f64() * unit,
                Pay::Share(100) => return None,
                // A part of the meter never empties it.
                Pay::Share(_) | Pay::Loses | Pay::To(_) => 0.0,
            };
            Some((row.probability.to_f64(), paid - contribution))
        })
        .collect();
    let grows: f64 = steps.iter().map(|(probability, loss)| probability * loss).sum();
    if grows >= 0.0 {
        return 1.0;
    }
    let excess = |r: f64| steps.iter().map(|(p, loss)| p * (r * loss).exp()).sum::<f64>() - 1.0;
    let (mut low, mut high) = (0.0, 1.0 / unit);
    while excess(high) < 0.0 {
        high *= 2.0;
    }
    for _ in 0..200 {
        let middle = (low + high) / 2.0;
        if excess(middle) < 0.0 { low = middle } else { high = middle }
    }
    (-low * plan.seed as f64).exp().min(1.0)
}
