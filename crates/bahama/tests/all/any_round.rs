//! Bad input never panics and is always refused with a code of a known family.

use bahama::library::Library;
use bahama::settle::Settler;
use games::GAMES;
use proptest::prelude::*;
use serde_json::{Value, json};
use testkit::{Dice, Games, RandomRound};

const FAMILIES: [&str; 5] = ["round.", "bet.", "card.", "choice.", "act."];

/// Settles or refuses; an accepted round balances.
fn settle(text: &str) -> Result<(), String> {
    let library = Library::default();
    match Settler::new(&library).settle(text) {
        Ok(answer) => {
            let lines = answer.to_json()["lines"].as_array().cloned().unwrap_or_default();
            let sum =
                |key: &str| lines.iter().map(|line| line[key].as_i64().unwrap_or(0)).sum::<i64>();
            let gain = answer.house_gain().in_cents();
            if sum("staked") - sum("returned") == gain {
                Ok(())
            } else {
                Err("unbalanced".to_owned())
            }
        }
        Err(refusal) if FAMILIES.iter().any(|family| refusal.code.starts_with(family)) => Ok(()),
        Err(refusal) => Err(format!("strange code {}", refusal.code)),
    }
}

fn good_round(seed: u64) -> Value {
    let game = &GAMES[seed as usize % GAMES.len()];
    RandomRound::play(&Games::of(game), &mut Dice::new(seed)).document()
}

/// Values that do not fit where they are put.
fn strange_value() -> impl Strategy<Value = Value> {
    prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(|value| json!(value)),
        any::<i64>().prop_map(|value| json!(value)),
        any::<f64>().prop_map(|value| json!(value)),
        "\\PC{0,12}".prop_map(|value| json!(value)),
        "[1-9] [a-z]{1,8}( [0-9]{1,12})?".prop_map(|value| json!(value)),
        "[A2-9TJQK][cdhs]".prop_map(|value| json!(value)),
        Just(json!([])),
        Just(json!({})),
        Just(json!({"meter": 1})),
    ]
}

/// Puts a value at the n-th place of the document, counting all places.
fn replace(value: &mut Value, place: &mut usize, new: &Value) {
    if *place == 0 {
        *value = new.clone();
        *place = usize::MAX;
        return;
    }
    *place -= 1;
    match value {
        Value::Array(items) => {
            for item in items {
                if *place == usize::MAX {
                    return;
                }
                replace(item, place, new);
            }
        }
        Value::Object(map) => {
            for item in map.values_mut() {
                if *place == usize::MAX {
                    return;
                }
                replace(item, place, new);
            }
        }
        _ => {}
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, ..ProptestConfig::default() })]

    #[test]
    fn any_text_is_refused(text in "\\PC{0,200}") {
        prop_assert_eq!(settle(&text), Ok(()));
    }

    #[test]
    fn a_round_with_a_strange_value_is_settled_or_refused(
        seed in 0u64..1_000, place in 0usize..80, new in strange_value(),
    ) {
        let mut document = good_round(seed);
        replace(&mut document, &mut place.clone(), &new);
        prop_assert_eq!(settle(&document.to_string()), Ok(()));
    }

    #[test]
    fn a_cut_off_round_is_settled_or_refused(seed in 0u64..1_000, len in 0usize..2_000) {
        let text = good_round(seed).to_string();
        let cut: String = text.chars().take(len).collect();
        prop_assert_eq!(settle(&cut), Ok(()));
    }

    #[test]
    fn a_round_with_fewer_cards_or_choices_is_refused(
        seed in 0u64..1_000,
        cards in 0usize..9,
        drop_choice in any::<bool>(),
    ) {
        let mut document = good_round(seed);
        let key = if drop_choice { "choices" } else { "cards" };
        let Some(list) = document[key].as_array_mut() else { return Ok(()) };
        if drop_choice { list.pop(); } else { list.truncate(cards); }
        prop_assert_eq!(settle(&document.to_string()), Ok(()));
    }
}

/// Rounds that once did harm, or that look as if they could, one per line.
#[test]
fn the_corpus_of_bad_rounds_is_refused() {
    let library = Library::default();
    let mut settler = Settler::new(&library);
    let corpus = include_str!("corpus/bad-rounds.txt");
    for line in corpus.lines().filter(|line| !line.starts_with('#') && !line.is_empty()) {
        let (code, text) = line.split_once(' ').unwrap();
        match settler.settle(text) {
            Ok(_) => panic!("settled: {text}"),
            Err(refusal) => assert_eq!(refusal.code, code, "{text}: {}", refusal.message),
        }
    }
}
