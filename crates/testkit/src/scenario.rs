//! One round: what is wagered, dealt and chosen, and what must come of it.

use std::collections::BTreeMap;
use std::ops::Deref;

use auditor::Case;
use serde_json::{Map, Value, json};

use crate::head::Head;

/// A round worked out by hand. Amounts are cents.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Scenario {
    /// What it proves, and the game.
    pub head: Head,
    /// The player of each seat; a seat not named is a player of its own.
    pub players: BTreeMap<usize, String>,
    /// Spot and meter.
    pub meters: Vec<(String, Meter)>,
    /// The wagers of each seat, spot and amount.
    pub bets: BTreeMap<usize, Vec<(String, i64)>>,
    /// The first two cards of each seat.
    pub hands: BTreeMap<usize, Vec<String>>,
    /// The dealer's up-card and hole card.
    pub dealer: Vec<String>,
    /// Choices and drawn cards in the order of play.
    pub play: Vec<Step>,
    /// What must come of it.
    pub expected: Expected,
    /// The dealer's total at the end, where the scenario says so.
    pub dealer_total: Option<u64>,
}

/// A scenario is asked for its game as if its head were its own.
impl Deref for Scenario {
    type Target = Head;

    fn deref(&self) -> &Head {
        &self.head
    }
}

/// What a progressive meter shows after START GAME.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Meter {
    /// The amount shown.
    pub shows: i64,
    /// Reserve and seed; absent where only the amount shown matters.
    pub behind: Option<(i64, i64)>,
}

/// One step of play.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Step {
    /// A player's choice and the cards it draws.
    Choice {
        /// The seat that chooses.
        seat: usize,
        /// The choice as `settle` reads it, `hit` or `insure 500`.
        choice: String,
        /// The cards it draws, in order.
        cards: Vec<String>,
    },
    /// The dealer's draws.
    Dealer(Vec<String>),
}

/// What must come of a round.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Expected {
    /// It is settled with these lines, in paying order.
    Lines(Vec<Line>),
    /// It is refused with one of these codes (more than one where two rules apply at once).
    Refused(Vec<String>),
    /// It stops and asks.
    Asks {
        /// The seat asked.
        seat: usize,
        /// The hand asked about; absent for insurance.
        hand: Option<usize>,
        /// The legal answers, in the order of the interface.
        legal: Vec<String>,
    },
}

impl Default for Expected {
    fn default() -> Expected {
        Expected::Lines(Vec::new())
    }
}

/// What one wager or prize did.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Line {
    /// The seat.
    pub seat: usize,
    /// The spot.
    pub spot: String,
    /// The hand, on lines of the main wager only.
    pub hand: Option<usize>,
    /// What was staked.
    pub staked: i64,
    /// What came back.
    pub returned: i64,
}

impl Scenario {
    /// The round as `bahama settle` reads it.
    #[must_use]
    pub fn document(&self) -> Value {
        let mut document = Map::new();
        document.insert("game".into(), json!(self.game));
        if let Some(configuration) = &self.configuration {
            document.insert("configuration".into(), json!(configuration));
        }
        if let Some(decks) = self.decks {
            document.insert("decks".into(), json!(decks));
        }
        if !self.paytables.is_empty() {
            document.insert("paytables".into(), texts(&self.paytables));
        }
        if !self.settings.is_empty() {
            document.insert("set".into(), texts(&self.settings));
        }
        if !self.players.is_empty() {
            let players: Map<String, Value> = self
                .players
                .iter()
                .map(|(seat, player)| (seat.to_string(), json!(player)))
                .collect();
            document.insert("players".into(), Value::Object(players));
        }
        if !self.meters.is_empty() {
            let meters = self.meters.iter().map(|(spot, meter)| (spot.clone(), meter.document()));
            document.insert("meters".into(), Value::Object(meters.collect()));
        }
        let bets: Map<String, Value> = self
            .bets
            .iter()
            .map(|(seat, spots)| {
                let spots = spots.iter().map(|(spot, amount)| (spot.clone(), json!(amount)));
                (seat.to_string(), Value::Object(spots.collect()))
            })
            .collect();
        document.insert("bets".into(), Value::Object(bets));
        document.insert("cards".into(), json!(self.cards()));
        document.insert("choices".into(), json!(self.choices()));
        Value::Object(document)
    }

    /// The shoe from the top, in the order the table deals (A42).
    #[must_use]
    pub fn cards(&self) -> Vec<&str> {
        let mut cards: Vec<&str> = Vec::new();
        let nth = |n: usize| self.hands.values().filter_map(move |hand| hand.get(n));
        cards.extend(nth(0).map(String::as_str));
        cards.extend(self.dealer.first().map(String::as_str));
        cards.extend(nth(1).map(String::as_str));
        cards.extend(self.dealer.get(1).map(String::as_str));
        for step in &self.play {
            let (Step::Choice { cards: drawn, .. } | Step::Dealer(drawn)) = step;
            cards.extend(drawn.iter().map(String::as_str));
        }
        cards
    }

    /// The players' choices in the order they are asked for.
    #[must_use]
    pub fn choices(&self) -> Vec<String> {
        let choice = |step: &Step| match step {
            Step::Choice { seat, choice, .. } => Some(format!("{seat} {choice}")),
            Step::Dealer(_) => None,
        };
        self.play.iter().filter_map(choice).collect()
    }

    /// The round as the auditor reads it; nothing where it has no word for what is given.
    #[must_use]
    pub fn case(&self) -> Option<Case> {
        let game = self.default_game();
        let (configuration, decks) = game.unwrap_or_default();
        let seat = |seat: &usize| u8::try_from(*seat).ok();
        let posted = posted(&self.settings)?;
        let meter = |(spot, meter): &(String, Meter)| {
            let (reserve, seed) = meter.behind.unwrap_or_default();
            (spot.clone(), auditor::Meter { meter: meter.shows, reserve, seed })
        };
        let bets = |(at, spots): (&usize, &Vec<(String, i64)>)| {
            Some((seat(at)?, spots.iter().cloned().collect()))
        };
        let players = self.players.iter().map(|(at, player)| Some((seat(at)?, player.clone())));
        let choice = |step: &Step| match step {
            Step::Choice { seat: at, choice, .. } => Some((seat(at)?, choice.parse().ok()?)),
            Step::Dealer(_) => None,
        };
        let chosen = self.play.iter().filter(|step| matches!(step, Step::Choice { .. }));
        Some(Case {
            game: self.game.clone(),
            configuration: self.configuration.clone().unwrap_or(configuration),
            decks: self.decks.unwrap_or(decks),
            paytables: self.paytables.iter().cloned().collect(),
            bets: self.bets.iter().map(bets).collect::<Option<_>>()?,
            players: players.collect::<Option<_>>()?,
            meters: self.meters.iter().map(meter).collect(),
            cards: self.cards().iter().map(|card| card.parse().ok()).collect::<Option<_>>()?,
            choices: chosen.map(choice).collect::<Option<_>>()?,
            ..posted
        })
    }

    /// The configuration and the decks a game is played with by default.
    fn default_game(&self) -> Option<(String, u8)> {
        let game = games::find(&self.game)?.file().game(None, &[]).ok()?;
        let profile = game.profile(None, &[]).ok()?;
        Some((profile.configuration, profile.rules.decks))
    }

    /// Compares an answer of `bahama settle` with what must come of the round.
    ///
    /// # Errors
    /// When they differ: every difference, with the place of the scenario.
    pub fn check(&self, answer: &Value) -> Result<(), String> {
        let differences = match &self.expected {
            Expected::Lines(lines) => self.check_lines(lines, answer),
            Expected::Refused(codes) => {
                let code = text(answer, "/error/code");
                if codes.iter().any(|wanted| *wanted == code) {
                    Vec::new()
                } else {
                    vec![format!(
                        "must be refused with {}, got {}",
                        codes.join(" or "),
                        brief(answer)
                    )]
                }
            }
            Expected::Asks { seat, hand, legal } => check_question(*seat, *hand, legal, answer),
        };
        if differences.is_empty() {
            return Ok(());
        }
        Err(format!("{}:{}: {}: {}", self.file, self.line, self.about, differences.join("; ")))
    }

    fn check_lines(&self, wanted: &[Line], answer: &Value) -> Vec<String> {
        let Some(lines) = answer.get("lines").and_then(Value::as_array) else {
            return vec![format!("must be settled, got {}", brief(answer))];
        };
        let mut differences = Vec::new();
        for n in 0..wanted.len().max(lines.len()) {
            let want = wanted.get(n).map(Line::fields);
            let got = lines.get(n).map(fields);
            if want != got {
                let show = |fields: Option<Value>| {
                    fields.map_or_else(|| "nothing".into(), |value| value.to_string())
                };
                differences.push(format!(
                    "line {}: must be {}, got {}",
                    n + 1,
                    show(want),
                    show(got)
                ));
            }
        }
        let gain: i64 = wanted.iter().map(|line| line.staked - line.returned).sum();
        if answer.get("house_gain") != Some(&json!(gain)) {
            differences
                .push(format!("house_gain must be {gain}, got {:?}", answer.get("house_gain")));
        }
        if let Some(total) = self.dealer_total
            && answer.get("dealer_total") != Some(&json!(total))
        {
            differences.push(format!(
                "dealer_total must be {total}, got {:?}",
                answer.get("dealer_total")
            ));
        }
        differences
    }
}

/// Settings as the auditor knows them; nothing where it has no word for one.
pub(crate) fn posted(settings: &[(String, String)]) -> Option<Case> {
    let mut posted = Case::default();
    settings.iter().all(|(key, value)| posted.post(key, value)).then_some(posted)
}

impl Meter {
    fn document(self) -> Value {
        match self.behind {
            Some((reserve, seed)) => json!({"meter": self.shows, "reserve": reserve, "seed": seed}),
            None => json!(self.shows),
        }
    }
}

impl Line {
    fn fields(&self) -> Value {
        json!([self.seat, self.spot, self.hand, self.staked, self.returned])
    }
}

/// The fields of an answered line that scenarios pin down.
fn fields(line: &Value) -> Value {
    json!([
        line.get("seat"),
        line.get("spot"),
        line.get("hand"),
        line.get("staked"),
        line.get("returned")
    ])
}

fn check_question(
    seat: usize,
    hand: Option<usize>,
    legal: &[String],
    answer: &Value,
) -> Vec<String> {
    let error = answer.get("error").unwrap_or(&Value::Null);
    // Insurance belongs to a seat, so its question names no hand.
    let same_hand = hand.is_none() || error.get("hand") == Some(&json!(hand));
    let same = error.get("code") == Some(&json!("choice.missing"))
        && error.get("seat") == Some(&json!(seat))
        && error.get("legal") == Some(&json!(legal))
        && same_hand;
    if same {
        return Vec::new();
    }
    let what = hand.map_or_else(|| "insurance".into(), |hand| format!("hand {hand}"));
    vec![format!("must ask seat {seat} about {what}: {}; got {}", legal.join(" "), brief(answer))]
}

fn texts(pairs: &[(String, String)]) -> Value {
    Value::Object(pairs.iter().map(|(key, value)| (key.clone(), json!(value))).collect())
}

fn text<'a>(answer: &'a Value, place: &str) -> &'a str {
    answer.pointer(place).and_then(Value::as_str).unwrap_or_default()
}

/// The part of an answer worth printing: its error, or else its lines.
fn brief(answer: &Value) -> String {
    match answer.get("error").or_else(|| answer.get("lines")) {
        Some(part) => part.to_string(),
        None => answer.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ROUND: &str = "\
clause   A1
about    the example of the interface
game     wsgc-bahama-bonus
config   h17
decks    6
paytable match-up 1
meter    progressive 10000 reserve 0 seed 5000
bets     1: main 10, match-up 5; 3: main 20
deal     1: 7s 5d; 3: 9d Kc; dealer: 6h 3c
play     1 hit 9c; 3 stand; dealer 8h
lines    3 main 1: 20 -> 40; 1 main 1: 10 -> 20; 1 match-up: 5 -> 0
dealer   17
";

    fn round(text: &str) -> Scenario {
        crate::reader::read("test.scn", text).unwrap().remove(0)
    }

    #[test]
    fn the_document_is_the_one_of_the_interface() {
        let expected = json!({
            "game": "wsgc-bahama-bonus", "configuration": "h17", "decks": 6,
            "paytables": {"match-up": "1"},
            "meters": {"progressive": {"meter": 1_000_000, "reserve": 0, "seed": 500_000}},
            "bets": {"1": {"main": 1000, "match-up": 500}, "3": {"main": 2000}},
            "cards": ["7s", "9d", "6h", "5d", "Kc", "3c", "9c", "8h"],
            "choices": ["1 hit", "3 stand"],
        });
        assert_eq!(round(ROUND).document(), expected);
    }

    #[test]
    fn the_right_answer_passes_and_each_changed_field_fails() {
        let answer = json!({
            "lines": [
                {"seat": 3, "spot": "main", "hand": 1, "staked": 2000, "returned": 4000,
                 "reason": "19 beats 17"},
                {"seat": 1, "spot": "main", "hand": 1, "staked": 1000, "returned": 2000, "reason": "21 wins"},
                {"seat": 1, "spot": "match-up", "staked": 500, "returned": 0, "reason": "no match"},
            ],
            "dealer": ["6h", "3c", "8h"], "dealer_total": 17, "cards_used": 8, "house_gain": -2500,
        });
        let scenario = round(ROUND);
        assert_eq!(scenario.check(&answer), Ok(()));
        let changes = [
            ("/lines/0/seat", json!(2)),
            ("/lines/0/hand", json!(2)),
            ("/lines/1/returned", json!(2500)),
            ("/lines/2/spot", json!("match-down")),
            ("/lines/2/staked", json!(1000)),
            ("/dealer_total", json!(18)),
            ("/house_gain", json!(0)),
        ];
        for (place, value) in changes {
            let mut changed = answer.clone();
            *changed.pointer_mut(place).unwrap() = value;
            let error = scenario.check(&changed).unwrap_err();
            assert!(error.starts_with("test.scn:1: the example of the interface: "), "{error}");
        }
        let mut shorter = answer.clone();
        shorter["lines"].as_array_mut().unwrap().pop();
        assert!(scenario.check(&shorter).is_err());
        assert!(scenario.check(&json!({"error": {"code": "bet.limit"}})).is_err());
    }

    #[test]
    fn refusals_and_questions_are_compared() {
        let head = "clause A1\nabout x\ngame bahama-bonus\nbets 1: main 10\ndeal 1: As 5d; dealer: Ah 3c\n";
        let refused = round(&format!("{head}refused bet.limit or bet.step\n"));
        assert_eq!(refused.check(&json!({"error": {"code": "bet.step"}})), Ok(()));
        assert!(refused.check(&json!({"error": {"code": "bet.seat"}})).is_err());
        assert!(refused.check(&json!({"lines": []})).is_err());
        let insurance = round(&format!("{head}asks 1 insurance\n"));
        let asked =
            json!({"error": {"code": "choice.missing", "seat": 1, "legal": ["insure", "no"]}});
        assert_eq!(insurance.check(&asked), Ok(()));
        let hand = round(&format!("{head}play 1 no\nasks 1 hand 1: hit stand\n"));
        let asked = |hand: u8| {
            let legal = ["hit", "stand"];
            json!({"error": {"code": "choice.missing", "seat": 1, "hand": hand, "legal": legal}})
        };
        assert_eq!(hand.check(&asked(1)), Ok(()));
        let other = asked(2);
        assert!(hand.check(&other).is_err());
        assert!(insurance.check(&other).is_err());
    }
}
