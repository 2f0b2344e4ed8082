//! What sheet 003 advises against when a meter is set up.

use std::fmt;

use rules::settings::FromMeter;
use rules::{Money, Percent};

/// How a meter is set up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub struct Setup {
    pub seed: Money,
    pub contribution: Percent,
    pub reserve: Percent,
    pub from_meter: FromMeter,
}

/// One piece of advice that a set-up does not follow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(tag = "is", rename_all = "kebab-case"))]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[allow(missing_docs)]
pub enum Advice {
    NoSeed,
    SeedBelowAward { seed: Money, award: Money },
    ContributionAbovePreset { contribution: Percent, preset: Percent },
    ContributionTooSmall { contribution: Percent },
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
            FromMeter::All if contribution.hundredths() < LEAST_FOR_ALL => {
                found.push(Advice::ContributionTooSmall { contribution });
            }
            FromMeter::PercentagesOnly | FromMeter::All => {}
        }
        if self.reserve == Percent::default() {
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
                "the contribution {contribution} is above the preset {preset} and takes from the \
                 house's advantage"
            ),
            Advice::ContributionTooSmall { contribution } => write!(
                f,
                "the contribution {contribution} is below {}%: a meter that pays everything may run dry",
                LEAST_FOR_ALL / 100
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

    const fn hundredths(hundredths: u32) -> Percent {
        match Percent::of_hundredths(hundredths) {
            Some(share) => share,
            None => Percent::WHOLE,
        }
    }

    const PRESET: Setup = Setup {
        seed: Money::dollars(2000),
        contribution: hundredths(1200),
        reserve: hundredths(200),
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
        let above = advice(Setup { contribution: hundredths(1201), ..PRESET });
        assert!(
            matches!(above[..], [Advice::ContributionAbovePreset { .. }]) && above[0].is_warning()
        );
        assert_eq!(advice(Setup { contribution: hundredths(100), ..PRESET }), []);
        let all = |parts| {
            advice(Setup { contribution: hundredths(parts), from_meter: FromMeter::All, ..PRESET })
        };
        assert!(matches!(all(6_999)[..], [Advice::ContributionTooSmall { .. }]));
        assert_eq!(all(7_000), []);
    }

    #[test]
    fn r_09_reserve_and_other_seeds_are_notes() {
        let found = advice(Setup { reserve: hundredths(0), seed: Money::dollars(3000), ..PRESET });
        assert_eq!(found.len(), 2);
        assert!(found.iter().all(|advice| !advice.is_warning()));
    }
}
