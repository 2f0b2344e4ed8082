//! The sign of a link: its jackpots, their terms, and whose card an award needs.

use progressive::{Advice, Parameters, RatesAboveWhole, Setup, Terms};
use rules::settings::{FromMeter, Policy};
use rules::{Class, Game, Money, Pay, Percent, Profile, Returned, Spot, Word};
use serde::{Deserialize, Serialize};

use super::event::Overridden;
use super::join::PostedHand;
use crate::posted::Staffing;

/// The sign of a link, as it was put up.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct LinkPosted {
    /// The link's name.
    pub name: String,
    /// Whether staff confirm its awards. Tables of the other kind cannot join: what is
    /// won at an unattended table is play money.
    pub staffing: Staffing,
    /// Whether it belongs to exhibition tables, outside all reports.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub exhibition: bool,
    /// Whether it belongs to one player's practice table, outside all reports.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub practice: bool,
    /// The jackpots, one for each sensor.
    pub jackpots: Vec<JackpotPosted>,
    /// Which awards need what.
    pub approvals: Approvals,
}

/// A jackpot of a link.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct JackpotPosted {
    /// The sensor.
    pub spot: Spot,
    /// What a sensor takes, in cents.
    pub unit: u32,
    /// The cards in a deck.
    pub deck: u8,
    /// The number of decks.
    pub decks: u8,
    /// The hands that win a share of the meter, and which.
    pub hands: Vec<PostedHand>,
    /// The pay table, line by line as it is posted.
    pub paytable: Vec<PayLine>,
    /// How several winners are paid.
    pub policy: Policy,
    /// Which pays leave the meter.
    pub from_meter: FromMeter,
    /// Seed and rates to start with.
    pub parameters: LinkParameters,
    /// The preset of the game file, which sheet 003's advice compares with.
    pub preset: LinkParameters,
    /// The largest fixed pay on one unit, in cents.
    pub largest_fixed: i64,
}

/// A line of a pay table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct PayLine {
    /// The hand.
    pub class: Class,
    /// What it pays.
    pub pays: Pay,
}

/// Seed and rates of a jackpot.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct LinkParameters {
    /// The seed, in cents.
    pub seed: u32,
    /// The meter's share of a wager, in hundredths of a percent.
    pub contribution: u32,
    /// The reserve's share, in hundredths of a percent.
    pub reserve: u32,
}

/// From which amounts an award needs more, in cents (O-04, O-05, O-06).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct Approvals {
    /// An executive's card instead of a supervisor's.
    pub executive_from: i64,
    /// A note on the evidence: cards shown, shoe counted down, what is kept.
    pub evidence_from: i64,
    /// The tax flag, where the award is also `tax_times` the wager or more.
    pub tax_from: i64,
    /// How often the wager the winnings must be for the tax flag.
    pub tax_times: u32,
    /// A notice to the regulator.
    pub notice_from: i64,
    /// A note on the winner's identity when the slip is paid (O-09).
    #[serde(default = "identity_from")]
    pub identity_from: i64,
    /// An adjustment of a meter by two executives instead of one.
    #[serde(default = "two_executives_from")]
    pub two_executives_from: i64,
}

/// What the signs of older records do not say.
const fn identity_from() -> i64 {
    200_000
}

const fn two_executives_from() -> i64 {
    5_000_000
}

impl Approvals {
    /// An executive from this amount, the rest as posted in 2026.
    pub const fn from_executive(executive_from: i64) -> Approvals {
        Approvals {
            executive_from,
            evidence_from: executive_from,
            tax_from: 200_000,
            tax_times: 300,
            notice_from: 2_500_000,
            identity_from: identity_from(),
            two_executives_from: two_executives_from(),
        }
    }

    /// Whether winnings of a wager are flagged for the tax (O-04).
    pub fn is_taxed(&self, winnings: i64, wager: u32) -> bool {
        winnings >= self.tax_from && winnings >= i64::from(wager) * i64::from(self.tax_times)
    }
}

/// A sign of a link that cannot be put up.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[allow(missing_docs)]
pub enum LinkFault {
    #[error("a link has a jackpot")]
    NoJackpot,
    #[error("{0} is no progressive sensor: fixed prizes of the house share no meter (P-27)")]
    NotProgressive(Spot),
    #[error("{0} has two jackpots on one link")]
    Twice(Spot),
    #[error("{0}: meter and reserve take more than the wager, or a rate is above 100%")]
    Rates(Spot),
    #[error("{0}: no hand wins a share of the meter, or a sensor takes nothing")]
    Hands(Spot),
    #[error("{0} has no preset in the game file")]
    NoPreset(Spot),
}

impl LinkParameters {
    /// The parameters as the jackpot takes them.
    ///
    /// # Errors
    /// If the rates are not shares of one wager.
    pub fn checked(&self) -> Result<Parameters, RatesAboveWhole> {
        let rate = |hundredths| Percent::of_hundredths(hundredths).ok_or(RatesAboveWhole);
        Parameters::new(
            Money::cents(self.seed.into()),
            rate(self.contribution)?,
            rate(self.reserve)?,
        )
    }

    /// The parameters as the wire writes them.
    pub(crate) fn of(parameters: &Parameters) -> LinkParameters {
        LinkParameters {
            seed: u32::try_from(parameters.seed.in_cents()).unwrap_or(u32::MAX),
            contribution: parameters.contribution().hundredths(),
            reserve: parameters.reserve().hundredths(),
        }
    }

    fn setup(&self, posted: &JackpotPosted) -> Setup {
        let rate = |hundredths| Percent::of_hundredths(hundredths).unwrap_or(Percent::WHOLE);
        Setup {
            seed: Money::cents(self.seed.into()),
            contribution: rate(self.contribution),
            reserve: rate(self.reserve),
            from_meter: posted.from_meter,
        }
    }
}

impl JackpotPosted {
    pub(crate) fn terms(&self) -> Terms {
        Terms { policy: self.policy, from_meter: self.from_meter, unit: self.unit }
    }

    /// What sheet 003 advises against in these parameters.
    pub fn advice(&self, parameters: &LinkParameters) -> Vec<Advice> {
        let preset = self.preset.setup(self);
        parameters.setup(self).advice(&preset, Money::cents(self.largest_fixed))
    }

    /// The part of the advice that two persons must override.
    pub(crate) fn warnings(&self, parameters: &LinkParameters) -> Vec<Advice> {
        self.advice(parameters).into_iter().filter(Advice::is_warning).collect()
    }

    /// The jackpot of a sensor as the game file presets it.
    fn of(game: &Game, profile: &Profile, spot: Spot) -> Option<JackpotPosted> {
        let rules = &profile.rules;
        let wager = rules.wager(spot)?;
        let table = wager.table?;
        let id = profile.paytable(spot)?;
        let preset = game.presets.iter().find(|it| it.spot == spot && it.paytable == id)?;
        let parameters = LinkParameters {
            seed: preset.seed,
            contribution: preset.contribution.hundredths(),
            reserve: preset.reserve.hundredths(),
        };
        let unit = Money::cents(wager.least.into());
        let fixed = table.lines().filter_map(|(_, pay)| match pay.returned(unit) {
            Returned::Amount(amount) => Some(amount.in_cents()),
            Returned::Share(_) => None,
        });
        let line = |(class, pays): (Class, Pay)| PayLine { class, pays };
        Some(JackpotPosted {
            spot,
            unit: wager.least,
            deck: rules.deck.size() as u8,
            decks: rules.decks,
            hands: PostedHand::all(&table),
            paytable: table.lines().filter(|(_, pay)| *pay != Pay::Loses).map(line).collect(),
            policy: wager.policy.unwrap_or(Policy::InTurn),
            from_meter: preset.from_meter,
            parameters,
            preset: parameters,
            largest_fixed: fixed.max().unwrap_or(0),
        })
    }
}

impl LinkPosted {
    /// The sign of a link for the tables of a profile, with the file's presets; nothing
    /// where the game has no progressive.
    pub fn of(
        name: &str,
        game: &Game,
        profile: &Profile,
        staffing: Staffing,
    ) -> Option<LinkPosted> {
        let sensors = Spot::ALL.iter().copied().filter(|spot| spot.is_progressive());
        let jackpots: Vec<JackpotPosted> =
            sensors.filter_map(|spot| JackpotPosted::of(game, profile, spot)).collect();
        let own = |spot: Spot| jackpots.iter().any(|jackpot| jackpot.spot == spot);
        let presets = game.presets.iter().filter(|preset| own(preset.spot));
        let executive_from = presets.map(|preset| i64::from(preset.executive_from)).min()?;
        Some(LinkPosted {
            name: name.to_owned(),
            staffing,
            exhibition: false,
            practice: false,
            jackpots,
            approvals: Approvals::from_executive(executive_from),
        })
    }

    /// Whether reports count it.
    pub const fn is_reported(&self) -> bool {
        !self.exhibition && !self.practice
    }

    /// The jackpot of a sensor.
    pub fn jackpot(&self, spot: Spot) -> Option<&JackpotPosted> {
        self.jackpots.iter().find(|jackpot| jackpot.spot == spot)
    }

    /// What sheet 003 advises against, jackpot by jackpot.
    pub fn advice(&self) -> Vec<(Spot, Advice)> {
        let each = self.jackpots.iter();
        each.flat_map(|it| it.advice(&it.parameters).into_iter().map(|advice| (it.spot, advice)))
            .collect()
    }

    /// The part of the advice that two persons must override.
    pub(crate) fn warnings(&self) -> Vec<Overridden> {
        let all = self.advice().into_iter().filter(|(_, advice)| advice.is_warning());
        all.map(|(spot, advice)| Overridden { spot, advice }).collect()
    }

    /// Whether the sign can be put up.
    ///
    /// # Errors
    /// If it cannot: a meter for anything but a sensor (P-27), rates that are no shares.
    pub fn check(&self) -> Result<(), LinkFault> {
        if self.jackpots.is_empty() {
            return Err(LinkFault::NoJackpot);
        }
        for (place, jackpot) in self.jackpots.iter().enumerate() {
            let spot = jackpot.spot;
            if !spot.is_progressive() {
                return Err(LinkFault::NotProgressive(spot));
            }
            if self.jackpots[..place].iter().any(|other| other.spot == spot) {
                return Err(LinkFault::Twice(spot));
            }
            if jackpot.parameters.checked().is_err() || jackpot.preset.checked().is_err() {
                return Err(LinkFault::Rates(spot));
            }
            let percents = jackpot.hands.iter().map(|hand| hand.percent);
            let fits =
                !jackpot.hands.is_empty() && percents.clone().all(|it| (1..=100).contains(&it));
            if !fits || jackpot.unit == 0 {
                return Err(LinkFault::Hands(spot));
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn o_04_the_tax_flag_needs_the_amount_and_three_hundred_wagers() {
        let approvals = Approvals::from_executive(500_000);
        assert!(!approvals.is_taxed(199_999, 100));
        assert!(approvals.is_taxed(200_000, 100));
        assert!(!approvals.is_taxed(200_000, 700), "285 times a wager of $7");
        assert!(approvals.is_taxed(210_000, 700));
        let before = Approvals { tax_from: 60_000, ..approvals };
        assert!(before.is_taxed(60_000, 100), "the amount is a setting");
    }
}
