//! Cents, odds, and how an amount is written.

use std::fmt;

/// One dollar in cents.
pub(crate) const DOLLAR: i64 = 100;

/// Odds of the form "won to per": the stake comes back as well (A6).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct To {
    pub(crate) won: i64,
    pub(crate) per: i64,
}

/// Even money.
pub(crate) const EVEN: To = to(1, 1);

/// `to(3, 2)` is 3 to 2.
pub(crate) const fn to(won: i64, per: i64) -> To {
    To { won, per }
}

impl To {
    /// What a winning stake brings back. Main wagers are whole dollars and side
    /// wagers half dollars, so that no division leaves a rest (the ruling on money).
    pub(crate) const fn returned(self, stake: i64) -> i64 {
        stake + stake * self.won / self.per
    }
}

/// An amount of cents, written as dollars.
pub(crate) struct Dollars(pub(crate) i64);

impl fmt::Display for Dollars {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = if self.0 < 0 { "-" } else { "" };
        let cents = self.0.unsigned_abs();
        match cents % 100 {
            0 => write!(f, "{sign}${}", cents / 100),
            rest => write!(f, "{sign}${}.{rest:02}", cents / 100),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a6_to_returns_the_stake_as_well() {
        assert_eq!(to(2, 1).returned(100), 300);
        assert_eq!(to(3, 2).returned(500), 1250);
        assert_eq!(EVEN.returned(500), 1000);
    }

    #[test]
    fn amounts_read_as_dollars() {
        let text = |cents| Dollars(cents).to_string();
        assert_eq!(text(1250), "$12.50");
        assert_eq!(text(-500), "-$5");
        assert_eq!(text(7), "$0.07");
    }
}
