//! Reads settings by key and notes everything on the way: what was read, from
//! where, which values it could have had, and what is wrong with it.

use std::collections::BTreeSet;

use super::entries::{Entries, Entry, Value};
use super::fault::{Fault, Problem};
use crate::money::Money;
use crate::percent::Percent;
use crate::rules::MAX_WAGER;
use crate::spot::Spot;
use crate::words::Word;

/// One setting of a game as people see it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setting {
    /// The key, as `--set` takes it.
    pub key: String,
    /// Its value.
    pub value: String,
    /// The values it can have, in words.
    pub values: String,
    /// The same one by one, where there is a closed list of them.
    pub choices: Vec<String>,
    /// What the sheet prints beside the file's value for a table to choose (A49).
    pub alternatives: Vec<String>,
    /// Where the value comes from: sheet and clause, or "ours".
    pub from: String,
}

pub(super) struct Reader<'a> {
    entries: &'a Entries,
    /// Entries that replace the file's: a configuration's first, then what-if settings.
    overlays: Vec<Entry>,
    used: BTreeSet<String>,
    pub(super) settings: Vec<Setting>,
    pub(super) faults: Vec<Fault>,
}

impl<'a> Reader<'a> {
    pub(super) fn new(entries: &'a Entries, overlays: Vec<Entry>) -> Reader<'a> {
        Reader {
            entries,
            overlays,
            used: BTreeSet::new(),
            settings: Vec::new(),
            faults: Vec::new(),
        }
    }

    pub(super) fn entries(&self) -> &'a Entries {
        self.entries
    }

    pub(super) fn fault(&mut self, field: &str, problem: Problem) {
        let line = self.find(field).and_then(|entry| entry.line).or_else(|| {
            self.entries.tables.iter().find(|(key, _)| key == field).map(|&(_, line)| line)
        });
        self.faults.push(Fault { line, field: field.to_owned(), problem });
    }

    /// Whether nothing was wrong with these entries so far; what stands in for a faulty
    /// value must not be blamed a second time.
    pub(super) fn is_sound(&self, keys: &[&str]) -> bool {
        let unread = self.entries.unread.iter();
        let mut faulty = self.faults.iter().map(|fault| &fault.field).chain(unread);
        !faulty.any(|field| keys.contains(&field.as_str()))
    }

    /// Whether a what-if setting lies over the file; a configuration's have lines.
    pub(super) fn is_what_if(&self) -> bool {
        self.overlays.iter().any(|entry| entry.line.is_none())
    }

    /// Whether a what-if setting lies over this entry of the file.
    pub(super) fn is_set(&self, key: &str) -> bool {
        self.overlays.iter().any(|entry| entry.line.is_none() && entry.key == key)
    }

    /// Lays a what-if setting over the file that follows from another one.
    pub(super) fn lay_over(&mut self, key: &str, value: String) {
        self.overlays.push(Entry::what_if(key, value));
    }

    /// Whether a what-if setting says no to the section that the file's entry is in:
    /// then nobody asks for the entry, and it is not at fault.
    fn is_switched_off(&self, entry: &Entry) -> bool {
        let says_no = |over: &Entry| {
            let within =
                entry.key.strip_prefix(&over.key).is_some_and(|rest| rest.starts_with('.'));
            over.line.is_none() && within && over.value == Value::One("no".to_owned())
        };
        entry.line.is_some() && self.overlays.iter().any(says_no)
    }

    /// The entry in force for a key.
    pub(super) fn find(&self, key: &str) -> Option<Entry> {
        let laid_over = self.overlays.iter().rev().find(|entry| entry.key == key);
        laid_over.or_else(|| self.entries.get(key)).cloned()
    }

    /// Marks a key as known and gives its entry; a missing one is a fault.
    pub(super) fn take(&mut self, key: &str, wanted: &str) -> Option<Entry> {
        self.used.insert(key.to_owned());
        let found = self.find(key);
        if found.is_none() && !self.entries.unread.iter().any(|unread| unread == key) {
            self.fault(key, Problem::Missing(wanted.to_owned()));
        }
        found
    }

    /// Notes a setting with its source; the lines of a table share the table's.
    pub(super) fn note(&mut self, entry: &Entry, values: String, choices: Vec<String>) {
        let value = match &entry.value {
            Value::One(value) => value.clone(),
            Value::Many(values) => values.join(", "),
        };
        let of_table = || match self.find(&source_key(&entry.key))?.value {
            Value::One(source) => Some(source),
            Value::Many(_) => None,
        };
        let from = entry.from.clone().or_else(of_table);
        if from.is_none() {
            self.fault(&entry.key, Problem::NoSource);
        }
        self.settings.push(Setting {
            key: entry.key.clone(),
            value,
            values,
            choices,
            alternatives: entry.or.clone(),
            from: from.unwrap_or_default(),
        });
    }

    /// Text about the game that is not a setting of it.
    pub(super) fn text(&mut self, key: &str, wanted: &str) -> String {
        match self.take(key, wanted).map(|entry| entry.value) {
            Some(Value::One(value)) => value,
            Some(Value::Many(_)) => {
                self.fault(key, Problem::NotAList);
                String::new()
            }
            None => String::new(),
        }
    }

    /// Where the lines of a table come from.
    pub(super) fn source(&mut self, table: &str) -> String {
        self.text(&format!("{table}.source"), "write source = \"sheet and clause\", or \"ours\"")
    }

    pub(super) fn one(&mut self, key: &str, values: &str) -> Option<String> {
        self.one_of(key, values, Vec::new())
    }

    fn one_of(&mut self, key: &str, values: &str, choices: Vec<String>) -> Option<String> {
        let entry =
            self.take(key, &format!("write {key} = {{ is = …, from = … }}; values: {values}"))?;
        self.note(&entry, values.to_owned(), choices);
        match entry.value {
            Value::One(value) => Some(value),
            Value::Many(_) => {
                self.fault(key, Problem::NotAList);
                None
            }
        }
    }

    /// A list; a what-if setting writes it with commas.
    pub(super) fn many(&mut self, key: &str, values: &str) -> Vec<String> {
        let wanted = format!("write {key} = {{ is = […], from = … }}; values: {values}");
        let Some(entry) = self.take(key, &wanted) else { return Vec::new() };
        self.note(&entry, values.to_owned(), Vec::new());
        match entry.value {
            Value::Many(values) => values,
            Value::One(value) if entry.line.is_none() => items(&value),
            Value::One(_) => {
                self.fault(key, Problem::NotOne);
                Vec::new()
            }
        }
    }

    pub(super) fn word<T: Word>(&mut self, key: &str) -> T {
        let values: Vec<&'static str> = T::ALL.iter().map(|value| value.word()).collect();
        let choices = values.iter().map(ToString::to_string).collect();
        let Some(got) = self.one_of(key, &values.join(" | "), choices) else { return T::ALL[0] };
        T::from_word(&got).unwrap_or_else(|| {
            self.fault(key, Problem::NotAWord { got, values });
            T::ALL[0]
        })
    }

    pub(super) fn number(&mut self, key: &str, least: u32, most: u32) -> u32 {
        let choices = (least..=most).map(|number| number.to_string()).collect();
        match self.one_of(key, &format!("{least} to {most}"), choices) {
            Some(got) => self.in_range(key, got, least, most).unwrap_or(least),
            None => least,
        }
    }

    pub(super) fn in_range(
        &mut self,
        key: &str,
        got: String,
        least: u32,
        most: u32,
    ) -> Option<u32> {
        let number = got.parse().ok().filter(|number| (least..=most).contains(number));
        if number.is_none() {
            self.fault(key, Problem::NotANumber { got, least, most });
        }
        number
    }

    /// An amount in cents, at least one and at most [`MAX_WAGER`].
    pub(super) fn cents(&mut self, key: &str) -> u32 {
        match self.one(key, "an amount, such as $5") {
            Some(got) => self.read_cents(key, &got).unwrap_or(1),
            None => 1,
        }
    }

    pub(super) fn read_cents(&mut self, key: &str, got: &str) -> Option<u32> {
        let money: Money = match got.parse() {
            Ok(money) => money,
            Err(error) => {
                self.fault(key, Problem::NotMoney(error));
                return None;
            }
        };
        let cents =
            u32::try_from(money.in_cents()).ok().filter(|cents| (1..=MAX_WAGER).contains(cents));
        if cents.is_none() {
            self.fault(key, Problem::AmountRange);
        }
        cents
    }

    pub(super) fn percentage(&mut self, key: &str) -> Percent {
        let Some(got) = self.one(key, "a percentage, such as 12.5%") else {
            return Percent::default();
        };
        got.parse().unwrap_or_else(|error| {
            self.fault(key, Problem::NotAPercentage(error));
            Percent::default()
        })
    }

    pub(super) fn spot(&mut self, key: &str, got: &str) -> Option<Spot> {
        let spot = Spot::from_word(got);
        if spot.is_none() {
            self.fault(key, Problem::NotASpot { got: got.to_owned() });
        }
        spot
    }

    /// Faults for every entry that nobody asked for.
    pub(super) fn unused(&mut self) {
        let known: Vec<&String> = self.used.iter().collect();
        let all = self.entries.list.iter().chain(&self.overlays);
        let mut faults: Vec<Fault> = all
            .filter(|entry| {
                !entry.key.starts_with("configurations.")
                    && !self.used.contains(&entry.key)
                    && !self.is_switched_off(entry)
            })
            .map(|entry| Fault {
                line: entry.line,
                field: entry.key.clone(),
                problem: Problem::UnknownKey(nearest(&entry.key, &known)),
            })
            .collect();
        self.faults.append(&mut faults);
    }
}

/// The items of a list with commas. The commas of an amount, as in “$1,000”, divide nothing.
pub(super) fn items(text: &str) -> Vec<String> {
    let mut items = vec![String::new()];
    for (place, letter) in text.char_indices() {
        let item = items.last_mut().expect("the list is never empty");
        if letter == ',' && !is_in_amount(item, &text[place + 1..]) {
            items.push(String::new());
        } else {
            item.push(letter);
        }
    }
    let trimmed = items.iter().map(|item| item.trim().to_owned());
    trimmed.filter(|item| !item.is_empty()).collect()
}

/// Whether a comma between these groups thousands: after the digits of an amount of whole
/// dollars, before exactly three digits.
fn is_in_amount(before: &str, after: &str) -> bool {
    let digits = |text: &str| text.bytes().take_while(u8::is_ascii_digit).count();
    let dollars = before.rsplit_once('$').map(|(_, digits)| digits);
    let whole = dollars.is_some_and(|text| {
        !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit() || byte == b',')
    });
    whole && digits(after) == 3
}

fn source_key(key: &str) -> String {
    let table = key.rsplit_once('.').map_or("", |(table, _)| table);
    format!("{table}.source")
}

/// The known key most like this one, if one is near enough to be meant.
fn nearest(key: &str, known: &[&String]) -> Option<String> {
    let best = known.iter().min_by_key(|candidate| distance(key, candidate))?;
    (distance(key, best) <= 3).then(|| (*best).clone())
}

/// How many letters must be changed, added or removed to turn one word into the other.
fn distance(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, letter) in a.chars().enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for j in 0..b.len() {
            let changed = diagonal + usize::from(letter != b[j]);
            diagonal = row[j + 1];
            row[j + 1] = changed.min(row[j] + 1).min(diagonal + 1);
        }
    }
    row[b.len()]
}
