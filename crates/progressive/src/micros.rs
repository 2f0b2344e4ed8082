//! Amounts in millionths of a dollar.

use std::fmt;
use std::iter::Sum;
use std::ops::{Add, AddAssign, Neg, Sub, SubAssign};

use rules::Money;

/// An amount in millionths of a dollar.
///
/// A wager is whole cents and a rate is whole hundredths of a percent, so a share is
/// `cents x rate / 10,000` cents: a whole number of ten-thousandths of a cent, which are
/// millionths of a dollar. Nothing is ever rounded (P-02). Sums are checked: an overflow
/// stops the program rather than the books (L-03).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Micros(pub i64);

/// Micro-dollars in a cent.
const PER_CENT: i64 = 10_000;

impl Micros {
    /// Nothing.
    pub const ZERO: Micros = Micros(0);

    /// An amount of whole cents.
    ///
    /// # Panics
    /// If it does not fit 64 bits.
    pub fn of_cents(cents: i64) -> Micros {
        Money::cents(cents).into()
    }

    /// The whole cents in it as a number, rounded down.
    pub const fn cents(self) -> i64 {
        self.money().in_cents()
    }

    /// The whole cents in it, rounded down.
    pub const fn money(self) -> Money {
        Money::cents(self.0.div_euclid(PER_CENT))
    }

    /// This or nothing, whichever is more.
    #[must_use]
    pub fn or_zero(self) -> Micros {
        self.max(Micros::ZERO)
    }
}

impl From<Money> for Micros {
    fn from(money: Money) -> Micros {
        Micros(money.in_cents().checked_mul(PER_CENT).expect(FITS))
    }
}

const FITS: &str = "an amount in micro-dollars fits 64 bits";

impl Add for Micros {
    type Output = Micros;
    fn add(self, other: Micros) -> Micros {
        Micros(self.0.checked_add(other.0).expect(FITS))
    }
}

impl Sub for Micros {
    type Output = Micros;
    fn sub(self, other: Micros) -> Micros {
        Micros(self.0.checked_sub(other.0).expect(FITS))
    }
}

impl Neg for Micros {
    type Output = Micros;
    fn neg(self) -> Micros {
        Micros::ZERO - self
    }
}

impl AddAssign for Micros {
    fn add_assign(&mut self, other: Micros) {
        *self = *self + other;
    }
}

impl SubAssign for Micros {
    fn sub_assign(&mut self, other: Micros) {
        *self = *self - other;
    }
}

impl Sum for Micros {
    fn sum<I: Iterator<Item = Micros>>(amounts: I) -> Micros {
        amounts.fold(Micros::ZERO, Add::add)
    }
}

impl fmt::Display for Micros {
    /// The whole cents, and the fraction of a cent where there is some.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rest = self.0.rem_euclid(PER_CENT);
        if rest == 0 {
            self.money().fmt(f)
        } else {
            write!(f, "{} and {rest}/10000 of a cent", self.money())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn p_02_a_display_is_rounded_down_to_the_cent() {
        assert_eq!(Micros(19_999).money(), Money::cents(1));
        assert_eq!(Micros(-1).money(), Money::cents(-1));
        assert_eq!(Micros::from(Money::cents(7)), Micros(70_000));
        assert_eq!(Micros(20_001).to_string(), "$0.02 and 1/10000 of a cent");
    }

    #[test]
    #[should_panic(expected = "fits 64 bits")]
    fn l_03_an_overflow_stops() {
        let _ = Micros(i64::MAX) + Micros(1);
    }
}
