//! Exact fractions of 128-bit integers.

use std::cmp::Ordering;
use std::fmt;
use std::ops::{Add, Mul, Neg, Sub};

use dashu_int::{IBig, UBig};
use dashu_ratio::RBig;

/// A fraction in lowest terms with a positive denominator. Every operation is
/// checked: what does not fit stops the program instead of rounding.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Fraction {
    num: i128,
    den: i128,
}

fn gcd(a: u128, b: u128) -> u128 {
    let (mut a, mut b) = (a, b);
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

impl Fraction {
    /// Nothing.
    pub const ZERO: Fraction = Fraction { num: 0, den: 1 };
    /// One.
    pub const ONE: Fraction = Fraction { num: 1, den: 1 };

    /// `num`/`den` in lowest terms.
    ///
    /// # Panics
    /// If `den` is zero.
    pub fn new(num: i128, den: i128) -> Fraction {
        assert!(den != 0, "a fraction has a denominator");
        let divisor = gcd(num.unsigned_abs(), den.unsigned_abs());
        let divisor = i128::try_from(divisor).expect("a divisor of an i128 is one") * den.signum();
        Fraction { num: num / divisor, den: den / divisor }
    }

    /// A whole number.
    pub const fn whole(number: i128) -> Fraction {
        Fraction { num: number, den: 1 }
    }

    /// The numerator, which carries the sign.
    pub const fn num(self) -> i128 {
        self.num
    }

    /// The denominator, always positive.
    pub const fn den(self) -> i128 {
        self.den
    }

    /// The nearest floating-point number, for showing.
    pub fn to_f64(self) -> f64 {
        self.num as f64 / self.den as f64
    }

    /// The same number as a ratio of big integers.
    pub fn to_ratio(self) -> RBig {
        RBig::from_parts(IBig::from(self.num), UBig::from(self.den.unsigned_abs()))
    }

    /// Whether it is below zero.
    pub const fn is_negative(self) -> bool {
        self.num < 0
    }

    /// One divided by this.
    ///
    /// # Panics
    /// If it is zero.
    pub fn inverse(self) -> Fraction {
        Fraction::new(self.den, self.num)
    }
}

impl From<(u16, u16)> for Fraction {
    fn from((num, den): (u16, u16)) -> Fraction {
        Fraction::new(num.into(), den.into())
    }
}

const FITS: &str = "exact fractions fit 128 bits";

impl Add for Fraction {
    type Output = Fraction;
    fn add(self, other: Fraction) -> Fraction {
        // Only the part of the denominators that differs is multiplied in.
        let common = gcd(self.den.unsigned_abs(), other.den.unsigned_abs()) as i128;
        let (left, right) = (other.den / common, self.den / common);
        let num = self.num.checked_mul(left).zip(other.num.checked_mul(right));
        let num = num.and_then(|(left, right)| left.checked_add(right)).expect(FITS);
        Fraction::new(num, self.den.checked_mul(left).expect(FITS))
    }
}

impl Neg for Fraction {
    type Output = Fraction;
    fn neg(self) -> Fraction {
        Fraction { num: -self.num, den: self.den }
    }
}

impl Sub for Fraction {
    type Output = Fraction;
    fn sub(self, other: Fraction) -> Fraction {
        self + -other
    }
}

impl Mul for Fraction {
    type Output = Fraction;
    fn mul(self, other: Fraction) -> Fraction {
        // Cross-reduced first, so that products stay as small as they can be.
        let (a, b) = (Fraction::new(self.num, other.den), Fraction::new(other.num, self.den));
        let num = a.num.checked_mul(b.num).expect(FITS);
        Fraction { num, den: a.den.checked_mul(b.den).expect(FITS) }
    }
}

impl std::iter::Sum for Fraction {
    fn sum<I: Iterator<Item = Fraction>>(items: I) -> Fraction {
        items.fold(Fraction::ZERO, Add::add)
    }
}

impl PartialOrd for Fraction {
    fn partial_cmp(&self, other: &Fraction) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Fraction {
    fn cmp(&self, other: &Fraction) -> Ordering {
        (*self - *other).num.cmp(&0)
    }
}

impl fmt::Display for Fraction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.den == 1 {
            write!(f, "{}", self.num)
        } else {
            write!(f, "{}/{}", self.num, self.den)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn fractions_are_in_lowest_terms() {
        assert_eq!(Fraction::new(6, -4).to_string(), "-3/2");
        assert_eq!(Fraction::new(0, 7), Fraction::ZERO);
        assert!(Fraction::new(1, 3) < Fraction::new(1, 2));
        assert_eq!(Fraction::new(1, 3).inverse(), Fraction::whole(3));
    }

    proptest! {
        #[test]
        fn arithmetic_obeys_its_laws(
            a in -999i128..999,
            b in 1i128..999,
            c in -999i128..999,
            d in 1i128..999,
        ) {
            let (x, y) = (Fraction::new(a, b), Fraction::new(c, d));
            prop_assert_eq!(x + y, Fraction::new(a * d + c * b, b * d));
            prop_assert_eq!(x * y, Fraction::new(a * c, b * d));
            prop_assert_eq!(x - x, Fraction::ZERO);
            prop_assert_eq!(x < y, a * d < c * b);
        }
    }
}
