//! A round as a script writes it.

use std::collections::BTreeMap;

use progressive::{Micros, Pot};
use rules::settings::FromMeter;
use rules::{Game, Money, Profile, Spot, Word};
use serde::Deserialize;
use serde::de::IgnoredAny;
use serde_json::Value;

use super::refusal::Refusal;
use crate::library::Choice;
use crate::pay::Meter;

/// The document `bahama settle` reads.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Document {
    game: String,
    #[serde(default)]
    configuration: Option<String>,
    #[serde(default)]
    decks: Option<Value>,
    #[serde(default)]
    paytables: BTreeMap<String, String>,
    #[serde(default)]
    set: BTreeMap<String, Value>,
    #[serde(default)]
    meters: BTreeMap<String, MeterText>,
    #[serde(default)]
    pub(super) players: BTreeMap<String, String>,
    pub(super) bets: BTreeMap<String, BTreeMap<String, Value>>,
    pub(super) cards: Vec<String>,
    #[serde(default)]
    pub(super) choices: Vec<String>,
    /// What somebody says it paid, in the form of the answer; it is checked.
    #[serde(default)]
    pub(super) lines: Option<Vec<Value>>,
    /// Where `bahama simulate` found the round, which settles nothing.
    #[serde(default, rename = "provenance")]
    _provenance: Option<IgnoredAny>,
}

/// A meter: what it shows, or that with its reserve and seed.
#[derive(Debug, Deserialize)]
#[serde(untagged)]
enum MeterText {
    Bare(i64),
    Whole(WholeMeter),
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct WholeMeter {
    meter: i64,
    #[serde(default)]
    reserve: i64,
    #[serde(default)]
    seed: Option<i64>,
}

/// The most a meter can show, in cents: a hundred billion dollars. Sums of a few
/// of them fit every counter.
const MOST_METER: i64 = 10_000_000_000_000;

impl Document {
    pub(super) fn read(text: &str) -> Result<Document, Refusal> {
        serde_json::from_str(text).map_err(|error| Refusal::shape(error.to_string()))
    }

    pub(super) fn choice(&self) -> Result<Choice, Refusal> {
        let decks = match &self.decks {
            None => None,
            Some(decks) => {
                let count = decks.as_u64().and_then(|count| u8::try_from(count).ok());
                Some(count.ok_or_else(|| Refusal::decks(decks))?)
            }
        };
        let mut set = Vec::new();
        for (key, value) in &self.set {
            let value = match value {
                Value::String(text) => text.clone(),
                Value::Number(number) => number.to_string(),
                Value::Array(items) => list(key, items)?,
                _ => return Err(Refusal::shape(format!("set.{key}: write text or a number"))),
            };
            set.push((key.clone(), value));
        }
        let pairs = |map: &BTreeMap<String, String>| {
            map.iter().map(|(spot, id)| (spot.clone(), id.clone())).collect()
        };
        Ok(Choice {
            game: self.game.clone(),
            configuration: self.configuration.clone(),
            decks,
            paytables: pairs(&self.paytables),
            set,
        })
    }

    /// The meters by spot; what a document leaves out is the game's preset.
    pub(super) fn meters(
        &self,
        game: &Game,
        profile: &Profile,
    ) -> Result<BTreeMap<Spot, Meter>, Refusal> {
        let mut meters = BTreeMap::new();
        for (name, text) in &self.meters {
            let spot = Spot::from_word(name)
                .filter(|&spot| spot.is_progressive() && profile.rules.wager(spot).is_some())
                .ok_or_else(|| Refusal::meter_unknown(name))?;
            let preset = game.presets.iter().find(|preset| {
                preset.spot == spot && profile.paytable(spot) == Some(preset.paytable.as_str())
            });
            let from_meter = preset.map_or(FromMeter::PercentagesOnly, |preset| preset.from_meter);
            let preset = preset.map_or(0, |preset| i64::from(preset.seed));
            let (amount, reserve, seed) = match text {
                MeterText::Bare(amount) => (*amount, 0, preset),
                MeterText::Whole(whole) => {
                    (whole.meter, whole.reserve, whole.seed.unwrap_or(preset))
                }
            };
            if [amount, reserve, seed].iter().any(|cents| !(0..=MOST_METER).contains(cents)) {
                return Err(Refusal::meter_amount(spot));
            }
            let [amount, reserve, seed] = [amount, reserve, seed].map(Money::cents);
            let (pot, lent) = (Pot::of(amount, reserve), Micros::ZERO);
            meters.insert(spot, Meter { pot, seed, from_meter, lent });
        }
        Ok(meters)
    }
}

/// A list of texts as a setting has it. Even a list of one has a comma, so that nobody takes
/// its only word for the name of a set of wagers (A45).
fn list(key: &str, items: &[Value]) -> Result<String, Refusal> {
    let texts: Option<Vec<&str>> = items.iter().map(Value::as_str).collect();
    let texts = texts.ok_or_else(|| Refusal::shape(format!("set.{key}: a list holds texts")))?;
    Ok(format!("{},", texts.join(", ")))
}

/// A seat's place, counted from zero.
pub(super) fn seat_index(text: &str, seats: u8) -> Result<usize, Refusal> {
    let seat = match text.as_bytes() {
        &[digit @ b'1'..=b'9'] => digit - b'0',
        _ => 0,
    };
    if (1..=seats).contains(&seat) {
        Ok(usize::from(seat) - 1)
    } else {
        Err(Refusal::seat(text, seats))
    }
}

/// A stake in cents; the limits are the table's business.
pub(super) fn stake(seat: &str, spot: &str, amount: &Value) -> Result<u32, Refusal> {
    let cents = amount.as_u64().filter(|&cents| cents > 0);
    let cents = cents.ok_or_else(|| Refusal::amount(seat, spot, amount))?;
    u32::try_from(cents).map_err(|_| Refusal::too_much(seat, spot, cents))
}

/// One choice: `1 hit`, `1 insure 500`, `1 no`.
pub(super) enum ChoiceText<'a> {
    Insure { seat: u8, cents: u32 },
    No { seat: u8 },
    Act { seat: u8, word: &'a str },
}

impl<'a> ChoiceText<'a> {
    pub(super) fn read(place: usize, text: &'a str) -> Result<ChoiceText<'a>, Refusal> {
        let words: Vec<&str> = text.split_whitespace().collect();
        let seat = match words.first().map(|word| word.as_bytes()) {
            Some(&[digit @ b'1'..=b'9']) => digit - b'0',
            _ => return Err(Refusal::choice_shape(place, text)),
        };
        match words[1..] {
            ["insure", amount] => {
                let plain = amount.bytes().all(|byte| byte.is_ascii_digit());
                let cents = amount.parse().ok().filter(|&cents: &u32| plain && cents > 0);
                let cents = cents.ok_or_else(|| Refusal::insurance_amount(seat, amount))?;
                Ok(ChoiceText::Insure { seat, cents })
            }
            ["no"] => Ok(ChoiceText::No { seat }),
            [word] => Ok(ChoiceText::Act { seat, word }),
            _ => Err(Refusal::choice_shape(place, text)),
        }
    }
}
