//! Figures as people read them on a sheet.

pub(super) use crate::text::grouped;
use rules::Money;
use rules::{Most, Wager};

/// A true minus sign in place of a hyphen.
fn minus(text: String) -> String {
    if text.starts_with('-') { text.replacen('-', "\u{2212}", 1) } else { text }
}

/// `3.0555 %`, with this many decimals.
pub(super) fn percent(value: f64, decimals: usize) -> String {
    format!("{} %", decimal(value * 100.0, decimals))
}

/// A number with this many decimals.
pub(super) fn decimal(value: f64, decimals: usize) -> String {
    let text = format!("{value:.decimals$}");
    // Rounding can leave a negative nothing.
    if text.starts_with('-') && text.chars().all(|letter| "-0.".contains(letter)) {
        return text.trim_start_matches('-').to_owned();
    }
    minus(text)
}

/// A number with its sign and this many decimals.
pub(super) fn signed(value: f64, decimals: usize) -> String {
    let text = decimal(value, decimals);
    let is_zero = text.chars().all(|letter| "0.".contains(letter));
    if is_zero || text.starts_with('\u{2212}') { text } else { format!("+{text}") }
}

/// `1 in 668,382`.
pub(super) fn one_in(probability: f64) -> String {
    if probability <= 0.0 {
        return "never".to_owned();
    }
    let one_in = 1.0 / probability;
    if one_in < 1000.0 {
        format!("1 in {one_in:.2}")
    } else {
        format!("1 in {}", grouped(one_in.round() as u64))
    }
}

/// An exact fraction with a true minus sign.
pub(super) fn exact(fraction: odds::Fraction) -> String {
    minus(fraction.to_string())
}

/// An amount of cents.
pub(super) fn money(cents: u64) -> String {
    i64::try_from(cents)
        .map_or_else(|_| grouped(cents / 100), |cents| Money::cents(cents).to_string())
}

/// A wager's limits.
pub(super) fn limits(wager: &Wager) -> String {
    let most = match wager.most {
        Most::Amount(most) => money(most.into()),
        Most::MainWager(_) => "the main wager".to_owned(),
    };
    let (least, step) = (money(wager.least.into()), money(wager.step.into()));
    if least == most {
        format!("exactly {least}")
    } else {
        format!("{least} to {most} in steps of {step}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_read_well() {
        assert_eq!(percent(-0.030555, 3), "\u{2212}3.055 %");
        assert_eq!(signed(0.25, 2), "+0.25");
        assert_eq!(signed(-0.0001, 2), "0.00");
        assert_eq!(decimal(-0.5, 1), "\u{2212}0.5");
        assert_eq!(grouped(1_234_567), "1,234,567");
        assert_eq!(one_in(0.0), "never");
        assert_eq!(one_in(1.0 / 668_382.0), "1 in 668,382");
    }
}
