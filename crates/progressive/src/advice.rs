//! What sheet 003 advises against when a meter is set up.

use std::fmt;

use rules::Money;
use rules::settings::FromMeter;

/// How a meter is set up. Shares are in hundredths of a percent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub struct Setup {
    pub seed: Money,
    pub contribution: u32,
    pub reserve: u32,
    pub from_meter: FromMeter,
}

/// One piece of advice that a set-up does not follow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Advice {
    NoSeed,
    SeedBelowAward { seed: Money, award: Money },
    ContributionAbovePreset { contribution: u32, preset: u32 },
    ContributionTooSmall { contribution: u32 },
    NoReserve,
    SeedNotPreset { seed: Money, preset: Money },
}

/// Below this contribution a meter that pays everything runs dry, in hundredths of
/// a percent.
const LEAST_FOR_ALL: u32 = 7_000;

impl Setup {
    /// What the sheet advises against, warnings first. `award` is the largest fixed
    /// pay of the pay table on one unit.
    pub fn advice(&self, preset: &Setup, award: Money) -> Vec<Advice> {
        let mut found = Vec::new();
        if self.seed == Money::ZERO {
            found.push(Advice::NoSeed);
        } else if self.seed < award {
            found.push(Advice::SeedBelowAward { seed: self.seed, award });
        }
        let contribution = self.contribution;
        match self.from_meter {
            FromMeter::PercentagesOnly if contribution > preset.contribution => {
                let preset = preset.contribution;
                found.push(Advice::ContributionAbovePreset { contribution, preset });
            }
            FromMeter::All if contribution < LEAST_FOR_ALL => {
                found.push(Advice::ContributionTooSmall { contribution });
            }
            FromMeter::PercentagesOnly | FromMeter::All => {}
        }
        if self.reserve == 0 {
            found.push(Advice::NoReserve);
        }
        if self.seed != preset.seed {
            found.push(Advice::SeedNotPreset { seed: self.seed, preset: preset.seed });
        }
        found
    }
}

impl Advice {
    /// Whether two persons must override it; the rest are notes.
    pub const fn is_warning(&self) -> bool {
        !matches!(self, Advice::NoReserve | Advice::SeedNotPreset { .. })
    }
}

/// Hundredths of a percent as people write them: `12.5%`.
pub fn percent(hundredths: u32) -> String {
    let text = format!("{}.{:02}", hundredths / 100, hundredths % 100);
    format!("{}%", text.trim_end_matches('0').trim_end_matches('.'))
}

impl fmt::Display for Advice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Advice::NoSeed => f.write_str(
                "a seed of $0 lets the meter start at almost nothing after back-to-back hits",
            ),
            Advice::SeedBelowAward { seed, award } => {
                write!(f, "the seed {seed} is below the largest fixed award {award}")
            }
            Advice::ContributionAbovePreset { contribution, preset } => write!(
                f,
                "the contribution {} is above the preset {} and takes from the house's advantage",
                percent(contribution),
                percent(preset)
            ),
            Advice::ContributionTooSmall { contribution } => write!(
                f,
                "the contribution {} is below {}: a meter that pays everything may run dry",
                percent(contribution),
                percent(LEAST_FOR_ALL)
            ),
            Advice::NoReserve => {
                f.write_str("without a reserve the meter falls to its bare seed after a hit")
            }
            Advice::SeedNotPreset { seed, preset } => {
                write!(f, "the seed {seed} is not the preset {preset}")
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PRESET: Setup = Setup {
        seed: Money::dollars(2000),
        contribution: 1200,
        reserve: 200,
        from_meter: FromMeter::PercentagesOnly,
    };

    fn advice(setup: Setup) -> Vec<Advice> {
        setup.advice(&PRESET, Money::dollars(200))
    }

    #[test]
    fn r_09_the_preset_follows_all_advice() {
        assert_eq!(advice(PRESET), []);
    }

    #[test]
    fn r_09_seeds_of_nothing_or_below_an_award_are_warnings() {
        let none = advice(Setup { seed: Money::ZERO, ..PRESET });
        assert!(none[0] == Advice::NoSeed && none[0].is_warning());
        let small = advice(Setup { seed: Money::dollars(199), ..PRESET });
        assert!(matches!(small[0], Advice::SeedBelowAward { .. }) && small[0].is_warning());
        let enough = advice(Setup { seed: Money::dollars(200), ..PRESET });
        assert!(enough.iter().all(|advice| !advice.is_warning()));
    }

    #[test]
    fn r_09_contributions_are_measured_by_what_leaves_the_meter() {
        let above = advice(Setup { contribution: 1201, ..PRESET });
        assert!(
            matches!(above[..], [Advice::ContributionAbovePreset { .. }]) && above[0].is_warning()
        );
        assert_eq!(advice(Setup { contribution: 100, ..PRESET }), []);
        let all =
            |contribution| advice(Setup { contribution, from_meter: FromMeter::All, ..PRESET });
        assert!(matches!(all(6_999)[..], [Advice::ContributionTooSmall { .. }]));
        assert_eq!(all(7_000), []);
    }

    #[test]
    fn r_09_reserve_and_other_seeds_are_notes() {
        let found = advice(Setup { reserve: 0, seed: Money::dollars(3000), ..PRESET });
        assert_eq!(found.len(), 2);
        assert!(found.iter().all(|advice| !advice.is_warning()));
        assert_eq!(percent(1250), "12.5%");
    }
}
