//! What can be changed about a jackpot: its seed and its rates.

use rules::{Money, Percent};

use crate::micros::Micros;

/// The seed and the rates of a jackpot. What neither the meter nor the reserve takes of a
/// wager is the house's, so the three shares are always the whole wager.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Parameters {
    /// What the house puts in when the meter starts or was won.
    pub seed: Money,
    contribution: Percent,
    reserve: Percent,
}

/// Rates that together take more than a wager.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RatesAboveWhole;

/// A wager's three shares.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[allow(missing_docs)]
pub struct Shares {
    pub meter: Micros,
    pub reserve: Micros,
    pub house: Micros,
}

impl Parameters {
    /// A seed with the rates of meter and reserve.
    ///
    /// # Errors
    /// If the rates sum to more than 100 %, or the seed is below nothing.
    pub fn new(
        seed: Money,
        contribution: Percent,
        reserve: Percent,
    ) -> Result<Parameters, RatesAboveWhole> {
        let taken = contribution.hundredths() + reserve.hundredths();
        if taken > Percent::WHOLE.hundredths() || seed < Money::ZERO {
            return Err(RatesAboveWhole);
        }
        Ok(Parameters { seed, contribution, reserve })
    }

    /// The share of a wager that goes to the meter.
    pub const fn contribution(&self) -> Percent {
        self.contribution
    }

    /// The share that goes to the reserve.
    pub const fn reserve(&self) -> Percent {
        self.reserve
    }

    /// The rest.
    pub fn house(&self) -> Percent {
        let taken = self.contribution.hundredths() + self.reserve.hundredths();
        Percent::of_hundredths(Percent::WHOLE.hundredths() - taken).unwrap_or_default()
    }

    /// Splits a wager, in cents, exactly (P-02).
    pub fn split(&self, cents: u32) -> Shares {
        let share = |rate: Percent| Micros(i64::from(cents) * i64::from(rate.hundredths()));
        Shares {
            meter: share(self.contribution),
            reserve: share(self.reserve),
            house: share(self.house()),
        }
    }
}

impl Shares {
    /// What the wager was.
    pub fn whole(&self) -> Micros {
        self.meter + self.reserve + self.house
    }

    /// The shares of both.
    #[must_use]
    pub fn plus(self, other: Shares) -> Shares {
        Shares {
            meter: self.meter + other.meter,
            reserve: self.reserve + other.reserve,
            house: self.house + other.house,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn r_09_rates_above_a_whole_are_refused() {
        let percent = |hundredths| Percent::of_hundredths(hundredths).unwrap();
        let new = |meter, reserve| Parameters::new(Money::ZERO, percent(meter), percent(reserve));
        assert_eq!(new(9_999, 2), Err(RatesAboveWhole));
        assert_eq!(new(9_999, 1).unwrap().house(), percent(0));
        let debt = Parameters::new(Money::cents(-1), percent(0), percent(0));
        assert_eq!(debt, Err(RatesAboveWhole));
    }

    proptest! {
        #[test]
        fn p_02_the_shares_are_the_wager(
            cents in 0..=rules::MAX_WAGER,
            meter in 0u32..=10_000,
            part in 0u32..=10_000,
        ) {
            let reserve = part.min(10_000 - meter);
            let percent = |hundredths| Percent::of_hundredths(hundredths).unwrap();
            let parameters = Parameters::new(Money::ZERO, percent(meter), percent(reserve)).unwrap();
            let shares = parameters.split(cents);
            prop_assert_eq!(shares.whole(), Micros::from(Money::cents(cents.into())));
            prop_assert_eq!(shares.meter.0 * 10_000, i64::from(cents) * 10_000 * i64::from(meter));
        }
    }
}
