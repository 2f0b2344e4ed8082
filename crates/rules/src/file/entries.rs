//! A game file as a flat list: key, value, source and line of every entry.

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::fault::{Fault, Problem};

/// A value as text; numbers are text too, so that `--set` and the file are read
/// by the same code.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Value {
    One(String),
    Many(Vec<String>),
}

/// One entry of the file.
#[derive(Clone, Debug)]
pub(super) struct Entry {
    /// The dotted key; the leading `rules.` is dropped.
    pub(super) key: String,
    pub(super) value: Value,
    /// What the sheet prints beside it for a table to choose (A49).
    pub(super) or: Vec<String>,
    /// Sheet and clause, or "ours"; settings have one, lines of a table share theirs.
    pub(super) from: Option<String>,
    /// The line in the file; nothing for a what-if setting.
    pub(super) line: Option<usize>,
}

impl Entry {
    /// A what-if setting: it has no line, and its list is text with commas.
    pub(super) fn what_if(key: &str, value: String) -> Entry {
        Entry {
            key: key.to_owned(),
            value: Value::One(value),
            or: Vec::new(),
            from: Some("what-if".to_owned()),
            line: None,
        }
    }
}

/// Everything in a file, in its order.
#[derive(Clone, Debug, Default)]
pub(super) struct Entries {
    pub(super) list: Vec<Entry>,
    /// The headed tables with their lines, also the empty ones.
    pub(super) tables: Vec<(String, usize)>,
    /// The keys whose values could not be read; they are not missing.
    pub(super) unread: Vec<String>,
    /// Whether a part of the file is no TOML, so that anything may be missing.
    pub(super) is_torn: bool,
}

impl Entries {
    /// Reads the text; faults of syntax and shape are collected.
    pub(super) fn read(text: &str) -> (Entries, Vec<Fault>) {
        let (root, errors) = DeTable::parse_recoverable(text);
        let mut faults: Vec<Fault> = errors
            .iter()
            .map(|error| Fault {
                line: error.span().map(|span| line_of(text, span.start)),
                field: String::new(),
                problem: Problem::Syntax(error.message().to_owned()),
            })
            .collect();
        let mut entries = Entries { is_torn: !faults.is_empty(), ..Entries::default() };
        Walk { text, entries: &mut entries, faults: &mut faults }.table("", root.get_ref());
        (entries, faults)
    }

    pub(super) fn get(&self, key: &str) -> Option<&Entry> {
        self.list.iter().find(|entry| entry.key == key)
    }

    /// The next words after `prefix.` among the keys and tables, each once, in order.
    pub(super) fn names_under(&self, prefix: &str) -> Vec<String> {
        let keys = self.list.iter().map(|entry| entry.key.as_str());
        let tables = self.tables.iter().map(|(key, _)| key.as_str());
        let mut names = Vec::new();
        for key in tables.chain(keys) {
            let rest = key.strip_prefix(prefix).and_then(|rest| rest.strip_prefix('.'));
            let Some(name) = rest.and_then(|rest| rest.split('.').next()) else { continue };
            if !names.iter().any(|known| known == name) {
                names.push(name.to_owned());
            }
        }
        names
    }
}

/// The line of a place in a text, from 1.
pub fn line_of(text: &str, offset: usize) -> usize {
    1 + text.bytes().take(offset).filter(|&byte| byte == b'\n').count()
}

struct Walk<'a> {
    text: &'a str,
    entries: &'a mut Entries,
    faults: &'a mut Vec<Fault>,
}

impl Walk<'_> {
    fn table(&mut self, prefix: &str, table: &DeTable<'_>) {
        for (name, value) in table {
            let line = line_of(self.text, name.span().start);
            let key = match prefix {
                "" | "rules" => name.get_ref().to_string(),
                _ => format!("{prefix}.{}", name.get_ref()),
            };
            match value.get_ref() {
                DeValue::Table(setting) if setting.contains_key("is") => {
                    self.setting(key, setting, line);
                }
                DeValue::Table(inner) => {
                    self.entries.tables.push((key.clone(), line));
                    self.table(&key, inner);
                }
                _ => {
                    if let Some(value) = self.value(&key, value, line) {
                        let line = Some(line);
                        self.entries.list.push(Entry {
                            key,
                            value,
                            or: Vec::new(),
                            from: None,
                            line,
                        });
                    }
                }
            }
        }
    }

    fn setting(&mut self, key: String, setting: &DeTable<'_>, line: usize) {
        let known = |name: &str| ["is", "or", "from"].contains(&name);
        for name in setting.keys().filter(|name| !known(name.get_ref())) {
            self.fault(line, format!("{key}.{}", name.get_ref()), Problem::NotInASetting);
        }
        let Some(value) = setting.get("is").and_then(|value| self.value(&key, value, line)) else {
            return;
        };
        let from = setting.get("from").and_then(|from| from.get_ref().as_str()).map(str::to_owned);
        if from.as_deref().is_none_or(|from| from.trim().is_empty()) {
            self.fault(line, key.clone(), Problem::NoSource);
        }
        let or = match setting.get("or").and_then(|or| self.value(&key, or, line)) {
            Some(Value::Many(values)) => values,
            Some(Value::One(value)) => vec![value],
            None => Vec::new(),
        };
        self.entries.list.push(Entry { key, value, or, from, line: Some(line) });
    }

    fn value(&mut self, key: &str, value: &Spanned<DeValue<'_>>, line: usize) -> Option<Value> {
        let one = |value: &DeValue<'_>| match value {
            DeValue::String(text) => Some(text.to_string()),
            DeValue::Integer(number) if number.radix() == 10 => Some(number.as_str().to_owned()),
            _ => None,
        };
        let read = match value.get_ref() {
            DeValue::Array(items) => {
                items.iter().map(|item| one(item.get_ref())).collect::<Option<_>>().map(Value::Many)
            }
            single => one(single).map(Value::One),
        };
        if read.is_none() {
            self.entries.unread.push(key.to_owned());
            self.fault(
                line,
                key.to_owned(),
                Problem::WrongType(value.get_ref().type_str().to_owned()),
            );
        }
        read
    }

    fn fault(&mut self, line: usize, field: String, problem: Problem) {
        self.faults.push(Fault { line: Some(line), field, problem });
    }
}
