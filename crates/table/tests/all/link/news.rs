//! What everybody may follow of a link. The golden file has every entry's news with the view
//! after it; the browser's tests fold the one and compare it with the other.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use serde_json::{Value, json};
use table::{AccountId, Actor, Link, Role};

use super::wire::{house_dealt, live_floor};
use crate::common::floor::Floor;
use crate::common::golden;

const DISPLAY: Actor = Actor { account: AccountId(0), role: Role::Spectator };

/// What news may be made of; whatever else stands in a link's entries is the house's business.
const TOLD: &str = "\
    at backed_out cents claims class event events for from_meter frozen group hand is \
    jackpots name needs pay pays paytable pending per percent policy retired round seat \
    seed share slip spot state table unit version why words";

fn keys(value: &Value, into: &mut BTreeSet<String>) {
    match value {
        Value::Object(fields) => {
            for (key, value) in fields {
                into.insert(key.clone());
                keys(value, into);
            }
        }
        Value::Array(values) => values.iter().for_each(|value| keys(value, into)),
        _ => {}
    }
}

/// The news of every entry with the display's view after it; the first has no news.
fn told(floor: &Floor) -> Vec<Value> {
    let mut link = Link::new(floor.link().id(), Arc::new(floor.link().sign().clone()));
    let mut all = vec![json!({ "view": link.view(DISPLAY) })];
    for entry in &floor.entries {
        link.apply(entry).unwrap();
        all.push(json!({ "news": entry.news(), "view": link.view(DISPLAY) }));
    }
    all
}

#[test]
fn g_04_news_and_views_do_not_change() {
    let mut examples = BTreeMap::new();
    for (floor, of) in [(house_dealt(), "house-dealt"), (live_floor(), "live")] {
        for (version, value) in told(&floor).into_iter().enumerate() {
            examples.insert(format!("{of} {version:02}"), value);
        }
    }
    golden("link/news", &examples);
}

#[test]
fn s_02_news_have_the_numbers_of_the_entries_and_nothing_of_the_house() {
    for floor in [house_dealt(), live_floor()] {
        for entry in &floor.entries {
            let news = entry.news();
            assert_eq!((news.version, news.at), (entry.version, entry.at));
            let news = serde_json::to_value(&news).unwrap();
            let mut found = BTreeSet::new();
            keys(&news, &mut found);
            found.retain(|key| !TOLD.split_whitespace().any(|told| told == key));
            assert!(found.is_empty(), "{found:?} in {news}");
            // Everybody of the staff is called so here.
            assert!(!news.to_string().contains("Somebody"), "{news}");
        }
    }
}
