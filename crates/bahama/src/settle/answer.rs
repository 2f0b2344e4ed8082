//! What every wager did, as a document and as a page of text.

use std::collections::BTreeMap;

use cards::Card;
use round::{PaidLine, Round};
use rules::{Game, Money, Profile, Spot, Total};
use serde_json::{Map, Value, json};

use super::refusal::Refusal;
use crate::pay::Meter;
use crate::text;

/// The settled round.
#[derive(Clone, Debug)]
pub struct Answer {
    /// Every wager and prize, in paying order.
    pub lines: Vec<PaidLine>,
    /// The dealer's cards.
    pub dealer: Vec<Card>,
    /// How many of the given cards were dealt.
    pub cards_used: usize,
    /// The meters after the awards.
    pub meters: BTreeMap<Spot, Meter>,
    /// The fingerprint of the rules in force.
    pub profile: String,
    /// Where what-if settings go beyond the sheets.
    pub beyond: Vec<String>,
}

impl Answer {
    pub(super) fn new(
        game: &Game,
        profile: &Profile,
        round: &Round,
        lines: Vec<PaidLine>,
        cards_used: usize,
        meters: BTreeMap<Spot, Meter>,
    ) -> Answer {
        Answer {
            lines,
            dealer: round.dealer_cards().unwrap_or_default().to_vec(),
            cards_used,
            meters,
            profile: profile.hash.clone(),
            beyond: game.beyond.iter().map(ToString::to_string).collect(),
        }
    }

    /// What the house keeps: everything staked less everything handed back.
    pub fn house_gain(&self) -> Money {
        Money::cents(self.lines.iter().map(|line| line.staked - line.returned).sum())
    }

    /// What the dealer's cards count.
    pub fn dealer_total(&self) -> u8 {
        Total::of(&self.dealer).best()
    }

    /// Whether these are its lines.
    pub(super) fn agrees(&self, said: &[Value]) -> Result<(), Refusal> {
        let own: Vec<Value> = self.lines.iter().map(line_json).collect();
        let place = own.iter().zip(said).position(|(own, said)| own != said);
        let place = place.or((own.len() != said.len()).then(|| own.len().min(said.len())));
        place.map_or(Ok(()), |place| Err(Refusal::other_line(place + 1, own.get(place))))
    }

    /// The answer as a document for scripts.
    pub fn to_json(&self) -> Value {
        let mut answer = Map::new();
        answer.insert("lines".to_owned(), self.lines.iter().map(line_json).collect());
        let dealer: Vec<String> = self.dealer.iter().map(ToString::to_string).collect();
        answer.insert("dealer".to_owned(), json!(dealer));
        answer.insert("dealer_total".to_owned(), json!(self.dealer_total()));
        answer.insert("cards_used".to_owned(), json!(self.cards_used));
        answer.insert("house_gain".to_owned(), json!(self.house_gain().in_cents()));
        if !self.meters.is_empty() {
            let meters: Map<String, Value> = self
                .meters
                .iter()
                .map(|(spot, meter)| (spot.to_string(), meter_json(meter)))
                .collect();
            answer.insert("meters".to_owned(), Value::Object(meters));
        }
        answer.insert("profile".to_owned(), json!(self.profile));
        if !self.beyond.is_empty() {
            answer.insert("beyond_the_sheets".to_owned(), json!(self.beyond));
        }
        Value::Object(answer)
    }

    /// The answer as a page for people.
    pub fn to_text(&self) -> String {
        let rows = self.lines.iter().map(|line| {
            vec![
                line.seat.to_string(),
                line.spot.to_string(),
                line.hand.map_or(String::new(), |hand| hand.to_string()),
                Money::cents(line.staked).to_string(),
                Money::cents(line.returned).to_string(),
                line.reason.to_string(),
            ]
        });
        let header = ["seat", "spot", "hand", "staked", "returned", "why"];
        let table = text::table(&header, rows.collect(), &[3, 4]);
        let cards: Vec<String> = self.dealer.iter().map(ToString::to_string).collect();
        let mut text = format!("dealer {} = {}\n{table}\n", cards.join(" "), self.dealer_total());
        for (spot, meter) in &self.meters {
            text.push_str(&format!(
                "{spot} meter now {}, reserve {}\n",
                meter.pot.shown(),
                meter.pot.reserve.money()
            ));
            if meter.lent > progressive::Micros::ZERO {
                text.push_str(&format!(
                    "{spot} meter had run dry: the house lent {}\n",
                    meter.lent
                ));
            }
        }
        text.push_str(&format!("the house gains {}\n", self.house_gain()));
        for note in &self.beyond {
            text.push_str(&format!("beyond the sheets: {note}\n"));
        }
        text
    }
}

/// A line as a table tells it, with the fields scripts rely on: its reason in words, and no
/// result, which the amounts say.
fn line_json(line: &PaidLine) -> Value {
    let mut json = json!(line);
    json["reason"] = json!(line.reason.to_string());
    json.as_object_mut().map(|fields| fields.shift_remove("result"));
    json
}

fn meter_json(meter: &Meter) -> Value {
    let mut json = json!({
        "meter": meter.pot.shown().in_cents(),
        "reserve": meter.pot.reserve.money().in_cents(),
        "seed": meter.seed.in_cents(),
    });
    if meter.lent > progressive::Micros::ZERO {
        json["lent"] = json!(meter.lent.money().in_cents());
    }
    json
}
