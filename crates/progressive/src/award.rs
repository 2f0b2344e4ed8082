//! Awards: the winners of one round share one meter.

use std::ops::{Add, AddAssign};

use rules::settings::Policy;
use rules::{Money, ShareHand};

use crate::micros::Micros;

/// What a meter and its reserve hold.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Pot {
    /// The meter. What it shows are its whole cents; the fraction stays in it.
    pub meter: Micros,
    /// What is held back for the next meter.
    pub reserve: Micros,
}

impl Pot {
    /// A pot of whole cents.
    pub fn of(meter: Money, reserve: Money) -> Pot {
        Pot { meter: meter.into(), reserve: reserve.into() }
    }

    /// What the meter shows: whole cents, never more than it can pay.
    pub fn shown(&self) -> Money {
        self.meter.money().max(Money::ZERO)
    }

    /// Pays a fixed amount out of the meter, as where all pays leave it (P-04). What it
    /// does not hold is lent by the house, so that it is never below nothing (P-09).
    pub fn pay_fixed(&mut self, amount: Money) -> Loan {
        self.meter -= amount.into();
        self.lend()
    }

    /// Tops the meter up to nothing.
    pub(crate) fn lend(&mut self) -> Loan {
        let loan = (-self.meter).or_zero();
        self.meter += loan;
        Loan(loan)
    }
}

impl Add for Pot {
    type Output = Pot;
    fn add(self, other: Pot) -> Pot {
        Pot { meter: self.meter + other.meter, reserve: self.reserve + other.reserve }
    }
}

impl AddAssign for Pot {
    fn add_assign(&mut self, other: Pot) {
        *self = *self + other;
    }
}

/// What the house lent to a meter that had run dry; mostly nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[must_use]
pub struct Loan(pub Micros);

/// What a whole award put into the new meter (A36).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reseed {
    /// The house's seed.
    pub seed: Money,
    /// The reserve.
    pub reserve: Micros,
}

/// One award, with the meter before and after it (P-08).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Award {
    /// Who won.
    pub winner: ShareHand,
    /// What is paid: whole cents.
    pub amount: Money,
    /// Whether it was paid together with all other whole awards of the round; what it
    /// says of the meter is then said of them all.
    pub is_shared: bool,
    /// Before it.
    pub before: Pot,
    /// After it.
    pub after: Pot,
    /// What the new meter was made of, after a whole award.
    pub reseed: Option<Reseed>,
}

/// Pays all winners of one round from one meter and leaves it as it stands then.
///
/// The paying order is from the dealer's right: the highest seat first, whatever
/// order the winners are given in. A whole award reseeds the meter with seed and
/// reserve (A36); a smaller one only takes from it (A2, P-05). Under
/// [`Policy::Share`] all whole awards are one payment at the turn of the first.
/// Awards are whole cents; the fraction of a cent stays in the meter.
pub fn award(policy: Policy, seed: Money, pot: &mut Pot, winners: &[ShareHand]) -> Vec<Award> {
    let mut order = winners.to_vec();
    order.sort_by_key(|winner| std::cmp::Reverse(winner.seat));
    let mut awards = Vec::with_capacity(order.len());
    let mut is_shared = false;
    for &winner in &order {
        match (winner.percent, policy) {
            (100, Policy::Share) if is_shared => {}
            (100, Policy::Share) => {
                share(seed, pot, &order, &mut awards);
                is_shared = true;
            }
            _ => awards.push(pay(seed, pot, winner)),
        }
    }
    awards.sort_by_key(|award| std::cmp::Reverse(award.winner.seat));
    awards
}

/// One award in turn.
fn pay(seed: Money, pot: &mut Pot, winner: ShareHand) -> Award {
    let before = *pot;
    let amount = before.shown().part(winner.percent.into(), 100);
    pot.meter -= amount.into();
    let reseed = (winner.percent == 100).then(|| reseed(seed, pot));
    Award { winner, amount, is_shared: false, before, after: *pot, reseed }
}

/// One payment to all whole winners: equal parts, odd cents one by one in paying order.
fn share(seed: Money, pot: &mut Pot, order: &[ShareHand], awards: &mut Vec<Award>) {
    let before = *pot;
    let whole: Vec<ShareHand> =
        order.iter().copied().filter(|winner| winner.percent == 100).collect();
    let count = whole.len() as i64;
    let shown = before.shown();
    let part = shown.part(1, count);
    let odd = shown.in_cents() - part.in_cents() * count;
    pot.meter -= shown.into();
    let reseed = Some(reseed(seed, pot));
    for (place, winner) in (0i64..).zip(whole) {
        let amount = part + Money::cents(i64::from(place < odd));
        awards.push(Award { winner, amount, is_shared: true, before, after: *pot, reseed });
    }
}

fn reseed(seed: Money, pot: &mut Pot) -> Reseed {
    let reserve = std::mem::take(&mut pot.reserve);
    pot.meter += Micros::from(seed) + reserve;
    Reseed { seed, reserve }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use rules::{Class, Spot};

    fn pot(meter: i64, reserve: i64) -> Pot {
        Pot::of(Money::cents(meter), Money::cents(reserve))
    }

    fn amounts(policy: Policy, start: Pot, seed: i64, winners: &[(u8, u8)]) -> (Vec<i64>, Pot) {
        let (spot, hand) = (Spot::Progressive, Class::FourSameColour);
        let winner = |&(seat, percent): &(u8, u8)| ShareHand { seat, spot, hand, percent };
        let winners: Vec<ShareHand> = winners.iter().map(winner).collect();
        let mut pot = start;
        let awards = award(policy, Money::cents(seed), &mut pot, &winners);
        (awards.iter().map(|award| award.amount.in_cents()).collect(), pot)
    }

    #[test]
    fn p_01_a_whole_award_reseeds() {
        let start = pot(1_000_001, 700);
        let (paid, after) = amounts(Policy::InTurn, start, 500_000, &[(3, 100)]);
        assert_eq!((paid, after), (vec![1_000_001], pot(500_700, 0)));
    }

    #[test]
    fn p_01_fractions_of_a_cent_stay_in_the_meter() {
        let start = Pot { meter: Micros(12_345), reserve: Micros(20_007) };
        let (paid, after) = amounts(Policy::InTurn, start, 5, &[(3, 100)]);
        let left = Micros(50_000 + 20_007 + 2_345);
        assert_eq!((paid, after), (vec![1], Pot { meter: left, reserve: Micros::ZERO }));
    }

    #[test]
    fn p_05_ten_percent_is_rounded_down_and_does_not_reseed() {
        let (paid, after) = amounts(Policy::InTurn, pot(1_009, 700), 500, &[(3, 10)]);
        assert_eq!((paid, after), (vec![100], pot(909, 700)));
    }

    #[test]
    fn p_06_in_turn_the_third_winner_takes_the_seed_alone() {
        let winners = [(1, 100), (4, 100), (7, 100)];
        let (paid, after) = amounts(Policy::InTurn, pot(9_000, 50), 1_000, &winners);
        assert_eq!((paid, after), (vec![9_000, 1_050, 1_000], pot(1_000, 0)));
    }

    #[test]
    fn p_07_shared_parts_differ_by_at_most_a_cent() {
        let winners = [(1, 100), (4, 100), (7, 100)];
        let (paid, after) = amounts(Policy::Share, pot(1_001, 50), 1_000, &winners);
        assert_eq!((paid, after), (vec![334, 334, 333], pot(1_050, 0)));
    }

    #[test]
    fn p_08_paying_order_decides_between_whole_and_part() {
        let start = pot(10_000, 0);
        let paid = |policy, winners: &[(u8, u8)]| amounts(policy, start, 1_000, winners).0;
        assert_eq!(paid(Policy::InTurn, &[(2, 100), (5, 10)]), [1_000, 9_000]);
        assert_eq!(paid(Policy::InTurn, &[(2, 10), (5, 100)]), [10_000, 100]);
        // Under `share` the payment of all whole winners falls on the first one's turn.
        let mixed = [(2, 100), (4, 10), (6, 100)];
        assert_eq!(paid(Policy::Share, &mixed), [5_000, 100, 5_000]);
    }

    #[test]
    fn p_09_a_meter_that_runs_dry_is_lent_what_it_lacks() {
        let mut small = pot(150, 30);
        assert_eq!(small.pay_fixed(Money::cents(100)), Loan(Micros::ZERO));
        assert_eq!(small.pay_fixed(Money::cents(200)), Loan(Money::cents(150).into()));
        assert_eq!(small, pot(0, 30));
    }

    proptest! {
        /// Money is conserved to the millionth of a dollar: what was there and what the
        /// house seeded is what was paid and what is left.
        #[test]
        fn p_08_awards_conserve_money(
            meter in 0i64..100_000_000_000, reserve in 0i64..1_000_000_000, seed in 0i64..1_000_000,
            percents in proptest::collection::vec(prop_oneof![Just(100u8), Just(10u8)], 1..7),
            share in any::<bool>(),
        ) {
            let policy = if share { Policy::Share } else { Policy::InTurn };
            let winners: Vec<(u8, u8)> = (1u8..).zip(percents.iter().copied()).collect();
            let start = Pot { meter: Micros(meter), reserve: Micros(reserve) };
            let (paid, after) = amounts(policy, start, seed, &winners);
            let whole = percents.iter().filter(|&&percent| percent == 100).count() as i64;
            let reseeds = if share { whole.min(1) } else { whole };
            let total: i64 = paid.iter().sum();
            let left = after.meter.0 + after.reserve.0;
            prop_assert_eq!(total * 10_000 + left, meter + reserve + reseeds * seed * 10_000);
            prop_assert!(after.meter >= Micros::ZERO);
        }
    }
}
