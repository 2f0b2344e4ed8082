//! What a table must have in common with a link to join it (P-26).

use rules::settings::{FromMeter, Policy};
use rules::{Class, Pay, PayTable, Spot, Word};
use serde::{Deserialize, Serialize};

use super::refusal::LinkRefused;
use super::sign::LinkPosted;
use crate::house::House;
use crate::posted::{Dealing, Staffing};

/// A hand that wins a share of the meter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct PostedHand {
    /// The hand.
    pub hand: Class,
    /// Its share, in percent.
    pub percent: u8,
}

impl PostedHand {
    /// The hands of a pay table that win a share, those that count as another one too.
    pub(crate) fn all(table: &PayTable) -> Vec<PostedHand> {
        let shares = table.kind().classes().iter().filter_map(|&class| match table.pay(class) {
            Pay::Share(percent) => Some(PostedHand { hand: class, percent }),
            _ => None,
        });
        shares.collect()
    }
}

/// What a table brings to a link.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct TableTerms {
    /// The table's name.
    pub name: String,
    /// The game's id.
    pub game: String,
    /// Whether staff stand at it.
    pub staffing: Staffing,
    /// Who deals.
    pub dealing: Dealing,
    /// Whether it is an exhibition table.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub exhibition: bool,
    /// The number of seats: no round has more lit sensors of a kind (P-14).
    pub seats: u8,
    /// Its sensors.
    pub sensors: Vec<Sensor>,
}

/// A kind of sensor at a table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct Sensor {
    /// The sensor.
    pub spot: Spot,
    /// What it takes, in cents.
    pub unit: u32,
    /// The cards in a deck.
    pub deck: u8,
    /// The number of decks.
    pub decks: u8,
    /// The hands that win a share of the meter.
    pub hands: Vec<PostedHand>,
    /// How several winners are paid.
    pub policy: Policy,
    /// Which pays leave the meter.
    pub from_meter: FromMeter,
}

impl House {
    /// What this table brings to its link; nothing where it has none.
    pub fn terms(&self) -> Option<TableTerms> {
        let (posted, rules) = (self.posted(), self.rules());
        let link = posted.link.as_ref()?;
        let sensor = |spot: Spot| {
            let wager = rules.wager(spot)?;
            Some(Sensor {
                spot,
                unit: wager.least,
                deck: rules.deck.size() as u8,
                decks: rules.decks,
                hands: PostedHand::all(wager.table.as_ref()?),
                policy: wager.policy?,
                from_meter: link.from_meter,
            })
        };
        let sensors = Spot::ALL.iter().copied().filter(|spot| spot.is_progressive());
        Some(TableTerms {
            name: posted.name.clone(),
            game: posted.game.clone(),
            staffing: posted.staffing,
            dealing: posted.dealing,
            exhibition: posted.exhibition.is_some(),
            seats: posted.seats,
            sensors: sensors.filter_map(sensor).collect(),
        })
    }
}

impl LinkPosted {
    /// Whether a table may join: the same winning hands with the same probability, the
    /// same unit and the same ways of paying (P-26); no play money beside real money, no
    /// exhibition beside either.
    pub(crate) fn admits(&self, terms: &TableTerms) -> Result<(), LinkRefused> {
        let kind = (self.staffing, self.exhibition);
        if (terms.staffing, terms.exhibition) != kind || terms.sensors.is_empty() {
            return Err(LinkRefused::Kind);
        }
        for sensor in &terms.sensors {
            let spot = sensor.spot;
            let same = self.jackpot(spot).is_some_and(|own| {
                (own.unit, own.deck, own.decks, &own.hands, own.policy, own.from_meter)
                    == (
                        sensor.unit,
                        sensor.deck,
                        sensor.decks,
                        &sensor.hands,
                        sensor.policy,
                        sensor.from_meter,
                    )
            });
            if !same {
                return Err(LinkRefused::Terms { spot });
            }
        }
        Ok(())
    }
}
