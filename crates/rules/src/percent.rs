//! Shares in hundredths of a percent.

use std::fmt;
use std::str::FromStr;

/// A share from 0% to 100%, in whole hundredths of a percent.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(try_from = "u32"))]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Percent(u32);

#[cfg(feature = "serde")]
impl TryFrom<u32> for Percent {
    type Error = &'static str;

    fn try_from(hundredths: u32) -> Result<Percent, &'static str> {
        Percent::of_hundredths(hundredths).ok_or("a share is at most 10000 hundredths of a percent")
    }
}

impl Percent {
    /// Everything.
    pub const WHOLE: Percent = Percent(10_000);

    /// The share of this many hundredths of a percent; nothing above 10,000.
    pub const fn of_hundredths(hundredths: u32) -> Option<Percent> {
        if hundredths <= Percent::WHOLE.0 { Some(Percent(hundredths)) } else { None }
    }

    /// The share in hundredths of a percent.
    pub const fn hundredths(self) -> u32 {
        self.0
    }
}

impl fmt::Display for Percent {
    /// `12%`, `12.5%`: decimals only where there are some.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = format!("{}.{:02}", self.0 / 100, self.0 % 100);
        f.pad(&format!("{}%", text.trim_end_matches('0').trim_end_matches('.')))
    }
}

/// Text that is not a share.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("“{0}” is not a percentage; write one with at most two decimals, such as “12.5%”")]
pub struct NotAPercentage(pub String);

impl FromStr for Percent {
    type Err = NotAPercentage;

    fn from_str(text: &str) -> Result<Percent, NotAPercentage> {
        let read = || {
            let number = text.strip_suffix('%')?;
            let (whole, decimals) = number.split_once('.').unwrap_or((number, ""));
            let plain = |part: &str| part.bytes().all(|byte| byte.is_ascii_digit());
            let fits = (1..=3).contains(&whole.len()) && decimals.len() <= 2;
            if !fits || !plain(whole) || !plain(decimals) {
                return None;
            }
            Percent::of_hundredths(format!("{whole}{decimals:0<2}").parse().ok()?)
        };
        read().ok_or_else(|| NotAPercentage(text.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_survive_their_text() {
        for text in ["0%", "12%", "12.5%", "0.01%", "100%"] {
            assert_eq!(text.parse::<Percent>().unwrap().to_string(), text);
        }
        for text in ["", "%", "12", "101%", "1.234%", "-1%", "1e2%", ".5%"] {
            assert_eq!(text.parse::<Percent>(), Err(NotAPercentage(text.to_owned())));
        }
    }
}
