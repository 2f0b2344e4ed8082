//! What a pay table promises: `to`, `for`, a share of a meter, or nothing.

use std::fmt;
use std::str::FromStr;

use crate::Money;

/// "X to Y": the win comes on top of the stake, which is returned (A6).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct To {
    /// What is won.
    win: u16,
    /// On what.
    #[cfg_attr(feature = "serde", serde(deserialize_with = "above_zero"))]
    per: u16,
}

impl To {
    /// One to one.
    pub const EVEN: To = To { win: 1, per: 1 };

    /// `win` to `per`; nothing if `per` is zero.
    pub const fn new(win: u16, per: u16) -> Option<To> {
        if per == 0 { None } else { Some(To { win, per }) }
    }

    /// What is won on this stake, the stake itself not counted.
    #[inline]
    pub const fn win_on(self, stake: Money) -> Money {
        stake.part(self.win as i64, self.per as i64)
    }

    /// The odds as a fraction (numerator, denominator).
    pub const fn fraction(self) -> (u16, u16) {
        (self.win, self.per)
    }
}

/// "X for Y": the pay replaces the stake, which is not returned (A6).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct For {
    /// What is paid.
    pay: u16,
    /// For what.
    #[cfg_attr(feature = "serde", serde(deserialize_with = "above_zero"))]
    per: u16,
}

/// Nothing is paid for nothing.
#[cfg(feature = "serde")]
fn above_zero<'de, D: serde::Deserializer<'de>>(from: D) -> Result<u16, D::Error> {
    let per: std::num::NonZeroU16 = serde::Deserialize::deserialize(from)?;
    Ok(per.get())
}

impl For {
    /// `pay` for `per`; nothing if `per` is zero.
    pub const fn new(pay: u16, per: u16) -> Option<For> {
        if per == 0 { None } else { Some(For { pay, per }) }
    }

    /// What is handed out for this stake.
    #[inline]
    pub const fn pay_for(self, stake: Money) -> Money {
        stake.part(self.pay as i64, self.per as i64)
    }

    /// The odds as a fraction (numerator, denominator).
    pub const fn fraction(self) -> (u16, u16) {
        (self.pay, self.per)
    }
}

/// What one line of a pay table pays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub enum Pay {
    /// The wager loses.
    Loses,
    /// Odds on top of the stake.
    To(To),
    /// A pay in place of the stake.
    For(For),
    /// A share of the meter, in percent, in place of the stake.
    Share(u8),
}

/// What a settled wager hands back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Returned {
    /// This amount, the stake included where it is returned.
    Amount(Money),
    /// This share of the meter, in percent; the meter's keeper knows the amount.
    Share(u8),
}

impl Pay {
    /// What a wager of this stake hands back.
    #[inline]
    pub const fn returned(self, stake: Money) -> Returned {
        match self {
            Pay::Loses => Returned::Amount(Money::ZERO),
            Pay::To(odds) => {
                let won = odds.win_on(stake);
                Returned::Amount(Money::cents(stake.in_cents() + won.in_cents()))
            }
            Pay::For(odds) => Returned::Amount(odds.pay_for(stake)),
            Pay::Share(percent) => Returned::Share(percent),
        }
    }
}

impl fmt::Display for To {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} to {}", self.win, self.per)
    }
}

impl fmt::Display for For {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} for {}", self.pay, self.per)
    }
}

impl fmt::Display for Pay {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Pay::Loses => f.write_str("loses"),
            Pay::To(odds) => odds.fmt(f),
            Pay::For(odds) => odds.fmt(f),
            Pay::Share(percent) => write!(f, "{percent}%"),
        }
    }
}

/// Text that is not a pay.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("“{0}” is not a pay; write “3 to 2”, “20 for 1”, “100%” or “loses”")]
pub struct NotAPay(pub String);

fn pair(text: &str, word: &str) -> Option<(u16, u16)> {
    let (left, right) = text.split_once(word)?;
    let number = |text: &str| {
        let plain = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        plain.then(|| text.parse().ok()).flatten()
    };
    Some((number(left)?, number(right)?))
}

impl FromStr for Pay {
    type Err = NotAPay;

    fn from_str(text: &str) -> Result<Pay, NotAPay> {
        let read = || {
            if text == "loses" {
                return Some(Pay::Loses);
            }
            if let Some((win, per)) = pair(text, " to ") {
                return To::new(win, per).map(Pay::To);
            }
            if let Some((pay, per)) = pair(text, " for ") {
                return For::new(pay, per).map(Pay::For);
            }
            let percent = text.strip_suffix('%')?.parse().ok()?;
            (1..=100).contains(&percent).then_some(Pay::Share(percent))
        };
        read().ok_or_else(|| NotAPay(text.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn returned(pay: &str, cents: i64) -> Returned {
        pay.parse::<Pay>().unwrap().returned(Money::cents(cents))
    }

    #[test]
    fn r_02_to_returns_the_stake_and_for_does_not() {
        assert_eq!(returned("2 for 1", 100), Returned::Amount(Money::cents(200)));
        assert_eq!(returned("2 to 1", 100), Returned::Amount(Money::cents(300)));
        assert_eq!(returned("3 to 2", 100), Returned::Amount(Money::cents(250)));
        assert_eq!(returned("loses", 100), Returned::Amount(Money::ZERO));
        assert_eq!(returned("10%", 100), Returned::Share(10));
    }

    #[test]
    fn pays_survive_their_text() {
        for text in ["3 to 2", "250 to 1", "200 for 1", "100%", "loses"] {
            assert_eq!(text.parse::<Pay>().unwrap().to_string(), text);
        }
        for text in ["", "3-2", "3 to 0", "3 TO 2", "+3 to 2", "0%", "101%", "70000 to 1", "x%"] {
            assert_eq!(text.parse::<Pay>(), Err(NotAPay(text.to_owned())));
        }
    }
}
