//! The analysis as a document for scripts.

use odds::{Fraction, ProgressiveWager, SideWager};
use serde_json::{Value, json};

use super::{Page, Vulnerable};
use crate::simulate::Known;

pub(super) fn document(page: &Page) -> Value {
    let mut document = json!({
        "game": page.game.id,
        "configuration": page.profile.configuration,
        "decks": page.profile.rules.decks,
        "profile": page.profile.hash,
        "removed": page.removed.iter().map(ToString::to_string).collect::<Vec<_>>(),
    });
    if let Some(main) = &page.main {
        document["main"] = super::main_json::main(main);
    }
    if page.shows_side {
        extend(&mut document, besides_main(page));
    }
    if !page.vulnerability.is_empty() {
        document["vulnerability"] =
            page.vulnerability.iter().map(|wager| vulnerable(page, wager)).collect();
    }
    document["provenance"] = page.provenance.json();
    document["beyond_the_sheets"] = page.game.beyond.iter().map(ToString::to_string).collect();
    document
}

/// Adds the fields of another document.
fn extend(document: &mut Value, more: Value) {
    if let (Value::Object(fields), Value::Object(more)) = (document, more) {
        fields.extend(more);
    }
}

/// Side wagers, insurance, the progressive and the chance of the special bonus.
fn besides_main(page: &Page) -> Value {
    let analysis = &page.analysis;
    json!({
        "method": "exact counts over physical cards",
        "side": analysis.side.iter().map(side).collect::<Vec<_>>(),
        "insurance_knowing_own_cards": analysis
            .insurance
            .iter()
            .map(|known| json!({
                "tens": known.tens,
                "house_edge": number(known.wager.house_edge()),
                "ev": fraction(known.wager.ev),
            }))
            .collect::<Vec<_>>(),
        "progressive": analysis.progressive.iter().map(progressive).collect::<Vec<_>>(),
        "special_bonus": analysis.special_bonus.map(|probability| json!({
            "probability": number(probability),
            "exact": fraction(probability),
            "condition": "suited 7-7 against a seven is always hit",
        })),
    })
}

fn number(fraction: Fraction) -> Value {
    json!(fraction.to_f64())
}

/// Numerator and denominator; as text where they do not fit 64 bits.
pub(crate) fn fraction(fraction: Fraction) -> Value {
    let part = |value: i128| match i64::try_from(value) {
        Ok(value) => json!(value),
        Err(_) => json!(value.to_string()),
    };
    json!({"num": part(fraction.num()), "den": part(fraction.den())})
}

fn side(side: &SideWager) -> Value {
    let classes: Vec<Value> = side
        .rows
        .iter()
        .map(|row| {
            json!({
                "class": row.class.to_string(),
                "label": row.class.label(),
                "ways": row.ways,
                "of": side.of,
                "probability": number(row.probability),
                "pays": row.pay.to_string(),
                "contribution": number(row.contribution),
            })
        })
        .collect();
    json!({
        "spot": side.spot.to_string(),
        "paytable": side.paytable,
        "house_edge": number(side.house_edge()),
        "ev": fraction(side.ev),
        "hit_rate": number(side.hit_rate),
        "variance": number(side.variance),
        "sd": side.sd(),
        "classes": classes,
    })
}

fn progressive(wager: &ProgressiveWager) -> Value {
    let mut document = side(&wager.side);
    let object = document.as_object_mut();
    let Some(object) = object else { return document };
    // Without its meter the wager has neither an edge nor a variance.
    for key in ["house_edge", "ev", "variance", "sd"] {
        object.remove(key);
    }
    let break_even = wager.break_even_meter();
    let meter = break_even.map_or(0, |meter| meter.to_f64().round() as u64);
    let levels: Vec<Value> = wager
        .levels
        .iter()
        .map(|level| {
            json!({
                "share": level.share,
                "class": level.class.to_string(),
                "probability": number(level.probability),
                "exact": fraction(level.probability),
            })
        })
        .collect();
    for (key, value) in [
        ("unit", json!(wager.unit)),
        ("fixed_return", number(wager.fixed_return)),
        ("fixed_return_exact", fraction(wager.fixed_return)),
        ("levels", json!(levels)),
        ("break_even_meter", json!(meter)),
        ("return_per_1000_dollars", number(wager.return_at(100_000) - wager.fixed_return)),
        ("variance", json!(wager.variance_at(meter))),
        ("variance_at_meter", json!(meter)),
    ] {
        object.insert(key.to_owned(), value);
    }
    document
}

fn vulnerable(page: &Page, wager: &Vulnerable) -> Value {
    let effects: Vec<Value> = wager
        .removal
        .effects
        .iter()
        .map(|(card, effect)| {
            json!({
                "card": card.to_string(), "effect": number(*effect), "exact": fraction(*effect),
            })
        })
        .collect();
    let counts: Vec<Value> = wager
        .removal
        .counts(&page.analysis.counts, 4)
        .iter()
        .map(|count| {
            let tags: serde_json::Map<String, Value> =
                count.tags.iter().map(|(card, tag)| (card.to_string(), json!(tag))).collect();
            json!({"tags": tags, "correlation": count.correlation, "by_rank": count.by_rank})
        })
        .collect();
    json!({
        "spot": wager.spot.to_string(),
        "paytable": wager.paytable,
        "meter": wager.meter,
        "all_cards_alike": wager.removal.is_symmetric(),
        "effects": effects,
        "counts": counts,
        "knowledge": {
            "penetration": page.penetration,
            "shoes": crate::simulate::KNOWN_SHOES,
            "wagers": wager.known.iter().map(Known::json).collect::<Vec<_>>(),
        },
    })
}
