//! Reads the wager sections of a game file: limits, pay tables, presets.

use super::entries::Value;
use super::fault::Problem;
use super::game::{NamedTable, Preset};
use super::reader::Reader;
use crate::class::{Class, Kind};
use crate::look::Look;
use crate::money::Money;
use crate::odds::Pay;
use crate::paytable::PayTable;
use crate::percent::Percent;
use crate::rules::{Most, Wager};
use crate::settings::{FromMeter, Policy, SettleProgressive};
use crate::spot::Spot;
use crate::words::Word;

/// The numbers of decks of a game.
pub(super) struct Shoes {
    /// Those that are offered.
    pub(super) offered: Vec<u8>,
    /// Those of them that the file does not have: a what-if setting asks for them, and no pay
    /// table can name them.
    added: Vec<u8>,
}

impl Shoes {
    /// The numbers that are offered, beside those in the file.
    pub(super) fn of(reader: &Reader<'_>, offered: Vec<u8>) -> Shoes {
        let in_file = match reader.entries().get("decks").map(|entry| &entry.value) {
            Some(Value::Many(counts)) => counts.as_slice(),
            _ => &[],
        };
        let is_new = |count: &&u8| !in_file.contains(&count.to_string());
        let added = match reader.is_set("decks") {
            true => offered.iter().filter(is_new).copied().collect(),
            false => Vec::new(),
        };
        Shoes { offered, added }
    }
}

/// What the wager sections need to know of the rest of the file.
pub(super) struct Frame {
    /// The deck counts of the game.
    pub(super) shoes: Shoes,
    /// The most of any single wager, in cents.
    pub(super) single_wager_limit: u32,
    /// The names of the sets met so far; a set's number is its place.
    pub(super) sets: Vec<String>,
}

/// Reads the main wager's section.
pub(super) fn main_wager(reader: &mut Reader<'_>, frame: &Frame) -> Wager {
    let least = reader.cents("main.minimum");
    let most = match reader.one("main.maximum", "an amount | single-wager-limit").as_deref() {
        None | Some("single-wager-limit") => frame.single_wager_limit,
        Some(amount) => {
            reader.read_cents("main.maximum", amount).unwrap_or(frame.single_wager_limit)
        }
    };
    let most = most.min(frame.single_wager_limit);
    let step = step(reader, "main.step");
    limits_in_order(reader, "main", least, most, step);
    Wager {
        least,
        most: Most::Amount(most),
        step,
        requires: None,
        set: None,
        policy: None,
        table: None,
    }
}

/// Reads the section of a side wager or of insurance.
pub(super) fn wager(
    reader: &mut Reader<'_>,
    frame: &mut Frame,
    spot: Spot,
    main: &Wager,
) -> (Wager, Vec<NamedTable>) {
    let tables = pay_tables(reader, frame, spot);
    let table = tables.first().map(|named| named.table);
    let most_of_table = main.most.amount();
    let plain = Wager {
        least: 1,
        most: Most::Amount(most_of_table),
        step: 1,
        requires: None,
        set: None,
        policy: None,
        table,
    };
    let wager = if spot == Spot::Insurance {
        let step = step(reader, "insurance.step");
        Wager { least: step, step, ..plain }
    } else if spot.is_progressive() {
        let unit = reader.cents(&format!("{spot}.unit"));
        let policy = Some(reader.word::<Policy>(&format!("{spot}.policy")));
        let set = set(reader, frame, spot);
        Wager { least: unit, most: Most::Amount(unit), step: unit, set, policy, ..plain }
    } else {
        let least = reader.cents(&format!("{spot}.minimum"));
        let most = most(reader, spot, most_of_table);
        let step = step(reader, &format!("{spot}.step"));
        if let Most::Amount(most) = most {
            limits_in_order(reader, spot.word(), least, most, step);
        }
        let requires = requires(reader, spot);
        Wager { least, most, step, requires, set: set(reader, frame, spot), ..plain }
    };
    (wager, tables)
}

fn step(reader: &mut Reader<'_>, key: &str) -> u32 {
    reader.cents(key).max(1)
}

fn limits_in_order(reader: &mut Reader<'_>, section: &str, least: u32, most: u32, step: u32) {
    let money = |cents: u32| Money::cents(cents.into());
    let keys = ["minimum", "maximum", "step"].map(|name| format!("{section}.{name}"));
    if !reader.is_sound(&keys.each_ref().map(String::as_str)) {
        return;
    }
    if least > most {
        let problem = Problem::LimitsCrossed { least: money(least), most: money(most) };
        reader.fault(&format!("{section}.minimum"), problem);
    }
    for (name, amount) in [("minimum", least), ("maximum", most)] {
        if !amount.is_multiple_of(step) {
            let problem = Problem::NotAMultiple { amount: money(amount), step: money(step) };
            reader.fault(&format!("{section}.{name}"), problem);
        }
    }
}

/// A maximum is an amount, the table's maximum, or the seat's main wager.
fn most(reader: &mut Reader<'_>, spot: Spot, most_of_table: u32) -> Most {
    let key = format!("{spot}.maximum");
    match reader.one(&key, "an amount | table-maximum | main-wager").as_deref() {
        Some("main-wager") => Most::MainWager(most_of_table),
        None | Some("table-maximum") => Most::Amount(most_of_table),
        Some(amount) => Most::Amount(reader.read_cents(&key, amount).unwrap_or(most_of_table)),
    }
}

fn requires(reader: &mut Reader<'_>, spot: Spot) -> Option<Spot> {
    let key = format!("{spot}.requires");
    let needed = reader.one(&key, "a spot, such as main or match-up")?;
    reader.spot(&key, &needed)
}

fn set(reader: &mut Reader<'_>, frame: &mut Frame, spot: Spot) -> Option<u8> {
    let name =
        reader.one(&format!("{spot}.set"), "any, or the name of a set that excludes other sets")?;
    if name == "any" {
        return None;
    }
    let known = frame.sets.iter().position(|set| *set == name);
    let place = known.unwrap_or_else(|| {
        frame.sets.push(name);
        frame.sets.len() - 1
    });
    u8::try_from(place).ok()
}

fn pay_tables(reader: &mut Reader<'_>, frame: &Frame, spot: Spot) -> Vec<NamedTable> {
    let Some(kind) = spot.look().map(Look::kind) else { return Vec::new() };
    let prefix = format!("{spot}.paytables");
    let ids = reader.entries().names_under(&prefix);
    if ids.is_empty() {
        reader.fault(spot.word(), Problem::NoPayTable(spot));
    }
    ids.into_iter()
        .map(|id| named_table(reader, frame, (spot, kind), &format!("{prefix}.{id}"), id))
        .collect()
}

fn named_table(
    reader: &mut Reader<'_>,
    frame: &Frame,
    (spot, kind): (Spot, Kind),
    prefix: &str,
    id: String,
) -> NamedTable {
    let key = format!("{prefix}.decks");
    let mut decks = Vec::new();
    for got in reader.many(&key, "deck counts, such as 5, 6, 8") {
        let Some(count) = reader.in_range(&key, got, 1, 8) else { continue };
        let count = count as u8;
        let shoes = &frame.shoes.offered;
        // A what-if may offer fewer decks than the pay table has.
        if !shoes.contains(&count) && reader.is_set("decks") && !reader.is_set(&key) {
            continue;
        }
        if !shoes.contains(&count) && reader.is_sound(&["decks"]) {
            let problem = Problem::PayTableDecks { decks: count, offered: shoes.clone() };
            reader.fault(&key, problem);
        }
        decks.push(count);
    }
    let reachable = decks.clone();
    decks.extend(frame.shoes.added.iter().filter(|added| !reachable.contains(added)));
    let table = table(reader, kind, prefix, &reachable, spot.is_progressive());
    let from = reader.source(prefix);
    NamedTable { id, decks, table, from }
}

/// Reads one table of classes: a pay, `loses`, or the class it counts as.
pub(super) fn table(
    reader: &mut Reader<'_>,
    kind: Kind,
    prefix: &str,
    decks: &[u8],
    progressive: bool,
) -> PayTable {
    let mut table = PayTable::losing(kind);
    let mut counted: Vec<(Class, Class)> = Vec::new();
    for &class in kind.classes() {
        let key = format!("{prefix}.{class}");
        let Some(got) = price(reader, &key, class) else { continue };
        if let Some(other) = Class::from_word(&got).filter(|other| kind.classes().contains(other)) {
            counted.push((class, other));
            table.set_counts_as(class, other);
            continue;
        }
        let Ok(pay) = got.parse::<Pay>() else {
            reader.fault(&key, Problem::NotAPay { got });
            continue;
        };
        let fits = match pay {
            Pay::Loses => true,
            Pay::To(_) => !progressive,
            Pay::For(_) | Pay::Share(_) => progressive,
        };
        if !fits {
            reader.fault(&key, Problem::WrongPay);
        }
        let never = !decks.is_empty() && decks.iter().all(|&decks| !class.is_reachable(decks));
        if never && pay != Pay::Loses {
            reader.fault(&key, Problem::Unreachable { class, decks: decks.to_vec() });
        }
        table.set(class, pay);
    }
    for (class, other) in counted {
        let is_read = reader.is_sound(&[&format!("{prefix}.{other}")]);
        if is_read && table.counts_as(other) != other {
            reader.fault(&format!("{prefix}.{class}"), Problem::CountsAsUnpriced(other));
        }
    }
    unknown_classes(reader, kind, prefix);
    table
}

fn price(reader: &mut Reader<'_>, key: &str, class: Class) -> Option<String> {
    let is_unread = reader.entries().unread.iter().any(|unread| unread == key);
    if reader.find(key).is_none() && !is_unread {
        let table = key.rsplit_once('.').map_or(key, |(table, _)| table).to_owned();
        reader.fault(&table, Problem::ClassUnpriced(class));
        return None;
    }
    reader.one(key, "a pay | loses | the class it counts as")
}

fn unknown_classes(reader: &mut Reader<'_>, kind: Kind, prefix: &str) {
    for name in reader.entries().names_under(prefix) {
        let known = Class::from_word(&name).is_some_and(|class| kind.classes().contains(&class));
        if known || ["decks", "source"].contains(&name.as_str()) {
            continue;
        }
        let key = format!("{prefix}.{name}");
        // Taken, so that the key is not reported a second time as unknown.
        let _ = reader.take(&key, "");
        reader.fault(&key, Problem::UnknownClass { class: name, kind });
    }
}

/// Reads a progressive's presets, one for each pay table.
pub(super) fn presets(
    reader: &mut Reader<'_>,
    spot: Spot,
    tables: &[NamedTable],
    unit: u32,
) -> Vec<Preset> {
    let from_meter = reader.word::<FromMeter>(&format!("{spot}.from-meter"));
    let settle = settle(reader, spot);
    let executive_from = reader.cents(&format!("{spot}.executive-from"));
    let mut presets = Vec::new();
    for named in tables {
        let prefix = format!("{spot}.presets.{}", named.id);
        let preset = Preset {
            spot,
            paytable: named.id.clone(),
            from_meter,
            settle,
            executive_from,
            seed: reader.cents(&format!("{prefix}.seed")),
            contribution: reader.percentage(&format!("{prefix}.contribution")),
            reserve: reader.percentage(&format!("{prefix}.reserve")),
            house: reader.percentage(&format!("{prefix}.house")),
        };
        let shares = [preset.contribution, preset.reserve, preset.house];
        let sum: u32 = shares.iter().map(|share| share.hundredths()).sum();
        let keys = ["contribution", "reserve", "house"].map(|name| format!("{prefix}.{name}"));
        let is_sound = reader.is_sound(&keys.each_ref().map(String::as_str));
        if is_sound && sum != Percent::WHOLE.hundredths() {
            reader.fault(&format!("{prefix}.contribution"), Problem::Shares { sum });
        }
        seed_covers_awards(reader, &prefix, &preset, named, unit);
        presets.push(preset);
    }
    presets
}

/// When a progressive is settled at a live table. Files in records from before this could be
/// posted do not say it.
fn settle(reader: &mut Reader<'_>, spot: Spot) -> SettleProgressive {
    let key = format!("{spot}.settle");
    match reader.find(&key) {
        Some(_) => reader.word(&key),
        None => SettleProgressive::AtOnce,
    }
}

/// Sheet 003 advises a seed at least as large as the largest fixed award.
fn seed_covers_awards(
    reader: &mut Reader<'_>,
    prefix: &str,
    preset: &Preset,
    named: &NamedTable,
    unit: u32,
) {
    let stake = Money::cents(unit.into());
    let fixed = named.table.lines().filter_map(|(_, pay)| match pay {
        Pay::For(odds) => Some(odds.pay_for(stake)),
        _ => None,
    });
    let award = fixed.max().unwrap_or(Money::ZERO);
    let seed = Money::cents(preset.seed.into());
    if seed < award && reader.is_sound(&[&format!("{prefix}.seed")]) {
        reader.fault(&format!("{prefix}.seed"), Problem::SeedTooSmall { seed, award });
    }
}
