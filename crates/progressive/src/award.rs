//! Awards: the winners of one round share one meter.

use rules::Money;
use rules::settings::Policy;

/// A meter between games: what it shows, what is held back for the next one, and
/// what the house adds when it is won.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Meter {
    /// What the meter shows.
    pub amount: Money,
    /// What is added to the seed after a 100% award.
    pub reserve: Money,
    /// What the house puts in after a 100% award.
    pub seed: Money,
}

/// A winning hand of the round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Winner {
    /// The seat, from 1.
    pub seat: u8,
    /// Its share of the meter, in percent.
    pub percent: u8,
}

/// One award, with the meter before and after it (P-08).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub struct Award {
    pub winner: Winner,
    pub amount: Money,
    pub before: Meter,
    pub after: Meter,
}

/// Pays all winners of one round from one meter and leaves it as it stands then.
///
/// The paying order is from the dealer's right: the highest seat first, whatever
/// order the winners are given in. A 100% award reseeds the meter with seed and
/// reserve (A36); a smaller one only takes from it (A2, P-05). Under
/// [`Policy::Share`] all 100% winners are one payment at the turn of the first.
pub fn award(policy: Policy, meter: &mut Meter, winners: &[Winner]) -> Vec<Award> {
    let mut order = winners.to_vec();
    order.sort_by_key(|winner| std::cmp::Reverse(winner.seat));
    let mut awards = Vec::with_capacity(order.len());
    let mut shared = false;
    for &winner in &order {
        match (winner.percent, policy) {
            (100, Policy::Share) if shared => {}
            (100, Policy::Share) => {
                share(meter, &order, &mut awards);
                shared = true;
            }
            _ => awards.push(pay(meter, winner)),
        }
    }
    awards.sort_by_key(|award| std::cmp::Reverse(award.winner.seat));
    awards
}

/// One award in turn.
fn pay(meter: &mut Meter, winner: Winner) -> Award {
    let before = *meter;
    let amount = before.amount.part(winner.percent.into(), 100);
    if winner.percent == 100 {
        reseed(meter);
    } else {
        meter.amount = before.amount - amount;
    }
    Award { winner, amount, before, after: *meter }
}

/// One payment to all 100% winners: equal parts, odd cents one by one in paying order.
fn share(meter: &mut Meter, order: &[Winner], awards: &mut Vec<Award>) {
    let before = *meter;
    let whole: Vec<Winner> = order.iter().copied().filter(|winner| winner.percent == 100).collect();
    let count = whole.len() as i64;
    let part = before.amount.part(1, count);
    let odd = before.amount.in_cents() - part.in_cents() * count;
    reseed(meter);
    for (place, winner) in (0i64..).zip(whole) {
        let amount = part + Money::cents(i64::from(place < odd));
        awards.push(Award { winner, amount, before, after: *meter });
    }
}

fn reseed(meter: &mut Meter) {
    meter.amount = meter.seed + meter.reserve;
    meter.reserve = Money::ZERO;
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn meter(amount: i64, reserve: i64, seed: i64) -> Meter {
        let money = Money::cents;
        Meter { amount: money(amount), reserve: money(reserve), seed: money(seed) }
    }

    fn amounts(policy: Policy, start: Meter, winners: &[(u8, u8)]) -> (Vec<(u8, i64)>, Meter) {
        let winners: Vec<Winner> =
            winners.iter().map(|&(seat, percent)| Winner { seat, percent }).collect();
        let mut meter = start;
        let awards = award(policy, &mut meter, &winners);
        (awards.iter().map(|award| (award.winner.seat, award.amount.in_cents())).collect(), meter)
    }

    #[test]
    fn p_01_a_whole_award_reseeds() {
        let (paid, after) = amounts(Policy::InTurn, meter(1_000_001, 700, 500_000), &[(3, 100)]);
        assert_eq!(paid, [(3, 1_000_001)]);
        assert_eq!(after, meter(500_700, 0, 500_000));
    }

    #[test]
    fn p_05_ten_percent_is_rounded_down_and_does_not_reseed() {
        let (paid, after) = amounts(Policy::InTurn, meter(1_009, 700, 500), &[(3, 10)]);
        assert_eq!(paid, [(3, 100)]);
        assert_eq!(after, meter(909, 700, 500));
    }

    #[test]
    fn p_06_in_turn_the_third_winner_takes_the_seed_alone() {
        let winners = [(1, 100), (4, 100), (7, 100)];
        let (paid, after) = amounts(Policy::InTurn, meter(9_000, 50, 1_000), &winners);
        assert_eq!(paid, [(7, 9_000), (4, 1_050), (1, 1_000)]);
        assert_eq!(after, meter(1_000, 0, 1_000));
    }

    #[test]
    fn p_07_shared_parts_differ_by_at_most_a_cent() {
        let winners = [(1, 100), (4, 100), (7, 100)];
        let (paid, after) = amounts(Policy::Share, meter(1_001, 50, 1_000), &winners);
        assert_eq!(paid, [(7, 334), (4, 334), (1, 333)]);
        assert_eq!(after, meter(1_050, 0, 1_000));
    }

    #[test]
    fn p_08_paying_order_decides_between_whole_and_part() {
        let start = meter(10_000, 0, 1_000);
        assert_eq!(
            amounts(Policy::InTurn, start, &[(2, 100), (5, 10)]).0,
            [(5, 1_000), (2, 9_000)]
        );
        assert_eq!(amounts(Policy::InTurn, start, &[(2, 10), (5, 100)]).0, [(5, 10_000), (2, 100)]);
        // Under `share` the payment of all whole winners falls on the first one's turn.
        let mixed = [(2, 100), (4, 10), (6, 100)];
        assert_eq!(amounts(Policy::Share, start, &mixed).0, [(6, 5_000), (4, 100), (2, 5_000)]);
    }

    proptest! {
        /// Money is conserved: what was there and what the house seeded is what
        /// was paid and what is left.
        #[test]
        fn awards_conserve_money(
            amount in 0i64..10_000_000, reserve in 0i64..100_000, seed in 0i64..1_000_000,
            percents in proptest::collection::vec(prop_oneof![Just(100u8), Just(10u8)], 1..7),
            share in any::<bool>(),
        ) {
            let policy = if share { Policy::Share } else { Policy::InTurn };
            let winners: Vec<(u8, u8)> = (1u8..).zip(percents.iter().copied()).collect();
            let (paid, after) = amounts(policy, meter(amount, reserve, seed), &winners);
            let whole = percents.iter().filter(|&&percent| percent == 100).count() as i64;
            let reseeds = if share { whole.min(1) } else { whole };
            let total: i64 = paid.iter().map(|(_, amount)| amount).sum();
            let left = after.amount.in_cents() + after.reserve.in_cents();
            prop_assert_eq!(total + left, amount + reserve + reseeds * seed);
            prop_assert!(after.amount >= Money::ZERO);
        }
    }
}
