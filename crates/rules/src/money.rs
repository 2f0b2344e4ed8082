//! Amounts in whole cents.

use std::fmt;
use std::iter::Sum;
use std::ops::{Add, AddAssign, Neg, Sub};
use std::str::FromStr;

/// An amount in cents. Sums are checked: an overflow is a programmer's error
/// and stops the program rather than the books (L-03).
///
/// ```
/// use rules::Money;
///
/// let bet: Money = "12.50".parse()?;
/// assert_eq!(bet, Money::cents(1_250));
/// assert_eq!(bet.part(3, 2).to_string(), "$18.75");
/// # Ok::<(), rules::NotMoney>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Money(i64);

impl Money {
    /// Nothing.
    pub const ZERO: Money = Money(0);

    /// This many cents.
    #[inline]
    pub const fn cents(cents: i64) -> Money {
        Money(cents)
    }

    /// This many dollars.
    pub const fn dollars(dollars: i64) -> Money {
        match dollars.checked_mul(100) {
            Some(cents) => Money(cents),
            None => panic!("an amount in cents fits 64 bits"),
        }
    }

    /// The amount as a number of cents.
    #[inline]
    pub const fn in_cents(self) -> i64 {
        self.0
    }

    /// `numerator`/`denominator` of this amount. This is the project's one
    /// rounding: down to the cent, so that nobody is paid what was not there.
    ///
    /// # Panics
    /// If the denominator is not positive or the result does not fit.
    #[inline]
    pub const fn part(self, numerator: i64, denominator: i64) -> Money {
        assert!(denominator > 0, "a part has a positive denominator");
        match self.0.checked_mul(numerator) {
            // Nearly all odds are to one: they need no division.
            Some(product) if denominator == 1 => Money(product),
            Some(product) => Money(product.div_euclid(denominator)),
            None => panic!("an amount in cents fits 64 bits"),
        }
    }
}

impl Add for Money {
    type Output = Money;
    #[inline]
    fn add(self, other: Money) -> Money {
        Money(self.0.checked_add(other.0).expect("an amount in cents fits 64 bits"))
    }
}

impl Sub for Money {
    type Output = Money;
    #[inline]
    fn sub(self, other: Money) -> Money {
        Money(self.0.checked_sub(other.0).expect("an amount in cents fits 64 bits"))
    }
}

impl Neg for Money {
    type Output = Money;
    #[inline]
    fn neg(self) -> Money {
        Money::ZERO - self
    }
}

impl AddAssign for Money {
    #[inline]
    fn add_assign(&mut self, other: Money) {
        *self = *self + other;
    }
}

impl Sum for Money {
    fn sum<I: Iterator<Item = Money>>(amounts: I) -> Money {
        amounts.fold(Money::ZERO, Add::add)
    }
}

impl fmt::Display for Money {
    /// `$1,000`, `$0.50`, `-$12.34`: cents only where there are some.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let cents = self.0.unsigned_abs();
        let digits = (cents / 100).to_string();
        let mut text = String::from(if self.0 < 0 { "-$" } else { "$" });
        for (place, digit) in digits.chars().enumerate() {
            if place > 0 && (digits.len() - place).is_multiple_of(3) {
                text.push(',');
            }
            text.push(digit);
        }
        if !cents.is_multiple_of(100) {
            text.push_str(&format!(".{:02}", cents % 100));
        }
        f.pad(&text)
    }
}

/// Text that is not an amount.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("“{0}” is not an amount; write dollars, such as $5, $0.50 or $1,000")]
pub struct NotMoney(pub String);

impl FromStr for Money {
    type Err = NotMoney;

    /// Reads `$5`, `5`, `$0.50`, `$1,000`; never a sign, never a third decimal.
    fn from_str(text: &str) -> Result<Money, NotMoney> {
        let refuse = || NotMoney(text.to_owned());
        let bare = text.strip_prefix('$').unwrap_or(text);
        let (dollars, cents) = bare.split_once('.').unwrap_or((bare, "00"));
        let grouped = dollars.contains(',');
        let groups: Vec<&str> = dollars.split(',').collect();
        let well_grouped = groups.iter().enumerate().all(|(place, group)| match place {
            0 => !group.is_empty() && (!grouped || group.len() <= 3),
            _ => group.len() == 3,
        });
        let digits: String = groups.concat();
        let plain = digits.bytes().chain(cents.bytes()).all(|byte| byte.is_ascii_digit());
        if !well_grouped || !plain || cents.len() != 2 {
            return Err(refuse());
        }
        format!("{digits}{cents}").parse().map(Money).map_err(|_| refuse())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn amounts_are_read_and_shown() {
        for (text, cents) in
            [("$5", 500), ("$0.50", 50), ("$1,000", 100_000), ("$1,234,567.89", 123_456_789)]
        {
            assert_eq!(text.parse(), Ok(Money::cents(cents)));
            assert_eq!(Money::cents(cents).to_string(), text);
        }
        assert_eq!("12".parse(), Ok(Money::dollars(12)));
        assert_eq!((-Money::cents(1234)).to_string(), "-$12.34");
    }

    #[test]
    fn what_is_not_an_amount_is_refused() {
        for text in
            ["", "$", "-5", "$1.5", "1,00", ",100", "1,0000", "five", "99999999999999999999"]
        {
            assert_eq!(text.parse::<Money>(), Err(NotMoney(text.to_owned())), "{text}");
        }
    }

    #[test]
    fn a_part_is_rounded_down_to_the_cent() {
        assert_eq!(Money::cents(1009).part(10, 100), Money::cents(100));
        assert_eq!(Money::cents(500).part(3, 2), Money::cents(750));
    }

    #[test]
    #[should_panic(expected = "fits 64 bits")]
    fn l_03_an_overflow_stops() {
        let _ = Money::cents(i64::MAX) + Money::cents(1);
    }
}
