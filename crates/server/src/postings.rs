//! A file of postings (`bahama serve --tables FILE`), checked like a game file: all faults at
//! once, each with its line, by the judgement that opening a table asks too.

use std::collections::{BTreeMap, BTreeSet};

use cards::Card;
use odds::Worths;
use rules::{GameFile, Money, Problem, Spot, Word as _, line_of};
use table::{Clocks, LinkId};
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use crate::floor::{Games, Judged, Limits, OpenTable, TableKind};

/// The key of the tables in the file.
const TABLE: &str = "table";
/// What a table is called where its file names no game.
const NOWHERE: &str = "";

/// A file of postings: read, not yet judged.
#[derive(Clone, Debug)]
pub struct PostingsFile {
    postings: Vec<Posting>,
    faults: Vec<PostingsFault>,
}

/// One table of the file.
#[derive(Clone, Debug)]
struct Posting {
    open: OpenTable,
    /// The lines of its fields; its own line under no name.
    lines: BTreeMap<String, usize>,
}

/// What is wrong in a file of postings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PostingsFault {
    /// The line, from 1.
    pub line: Option<usize>,
    /// The field of the posting, such as `limits.main.minimum`.
    pub field: String,
    /// What is wrong, in a sentence.
    pub problem: String,
}

impl Posting {
    /// The line of a field, or of what it stands in.
    fn line(&self, field: &str) -> Option<usize> {
        let mut within = field;
        loop {
            if let Some(line) = self.lines.get(within) {
                return Some(*line);
            }
            within = within.rsplit_once('.').map_or(NOWHERE, |(outer, _)| outer);
            if within.is_empty() {
                return self.lines.get(NOWHERE).copied();
            }
        }
    }
}

impl PostingsFile {
    /// Whether a text is a file of postings rather than a game file.
    pub fn is_one(text: &str) -> bool {
        let (root, _) = DeTable::parse_recoverable(text);
        root.get_ref().contains_key(TABLE)
    }

    /// Reads a file's text.
    pub fn read(text: &str) -> PostingsFile {
        let (root, errors) = DeTable::parse_recoverable(text);
        let mut faults: Vec<PostingsFault> = errors
            .iter()
            .map(|error| PostingsFault {
                line: error.span().map(|span| line_of(text, span.start)),
                field: String::new(),
                problem: Problem::Syntax(error.message().to_owned()).to_string(),
            })
            .collect();
        let mut postings = Vec::new();
        for (name, value) in root.get_ref() {
            let line = line_of(text, name.span().start);
            let key: &str = name.get_ref();
            let fault = |problem: &str| PostingsFault {
                line: Some(line),
                field: key.to_owned(),
                problem: problem.to_owned(),
            };
            let headed = "write [[table]] over the fields of each table";
            match (key, value.get_ref()) {
                (TABLE, DeValue::Array(tables)) => {
                    for table in tables {
                        let Some(fields) = table.get_ref().as_table() else {
                            faults.push(fault(headed));
                            continue;
                        };
                        let line = line_of(text, table.span().start);
                        let mut reading = Reading::new(text, line, &mut faults);
                        reading.table(fields);
                        postings.push(reading.posting);
                    }
                }
                (TABLE, _) => faults.push(fault(headed)),
                _ => faults.push(fault("a file of postings holds [[table]] alone")),
            }
        }
        if postings.is_empty() && faults.is_empty() {
            let problem = "there is no [[table]]".to_owned();
            faults.push(PostingsFault { line: None, field: TABLE.to_owned(), problem });
        }
        PostingsFile { postings, faults }
    }

    /// Whether something in it cannot be read; what can be read is judged apart.
    pub fn has_faults(&self) -> bool {
        !self.faults.is_empty()
    }

    /// Every fault of the file, in the order of lines, and the postings, each with a name of
    /// its own.
    ///
    /// # Errors
    /// All faults at once.
    pub fn judge(
        &self,
        games: &Games,
        worths: &Worths,
    ) -> Result<Vec<OpenTable>, Vec<PostingsFault>> {
        let mut faults = self.faults.clone();
        for posting in &self.postings {
            // What does not read is not there to be judged.
            if posting.open.game.is_empty() {
                continue;
            }
            if posting.open.kind == TableKind::Practice {
                faults.push(PostingsFault {
                    line: posting.line("kind"),
                    field: "kind".to_owned(),
                    problem: "a practice table is a player's own, who opens it".to_owned(),
                });
            }
            let judged = Judged::of(&posting.open, games, worths).faults.into_iter();
            faults.extend(judged.map(|fault| PostingsFault {
                line: posting.line(&fault.field),
                field: fault.field,
                problem: fault.message,
            }));
        }
        let named = self.named(games, &mut faults);
        faults.sort_by_key(|fault| fault.line.unwrap_or(usize::MAX));
        faults.dedup();
        if faults.is_empty() { Ok(named) } else { Err(faults) }
    }

    /// The postings under their names: those of the file, or the game's with a number where it
    /// is taken. The same file gives the same names again, by which its tables are known.
    fn named(&self, games: &Games, faults: &mut Vec<PostingsFault>) -> Vec<OpenTable> {
        let mut taken = BTreeSet::new();
        for posting in &self.postings {
            let Some(name) = posting.open.name.as_deref().map(str::trim) else { continue };
            if !taken.insert(name.to_owned()) {
                faults.push(PostingsFault {
                    line: posting.line("name"),
                    field: "name".to_owned(),
                    problem: format!("another table of the file is called “{name}”"),
                });
            }
        }
        let name_of = |game: &str| {
            let game = GameFile::read(games.get(game)?).game(None, &[]).ok()?;
            Some(game.name)
        };
        let mut postings = Vec::new();
        for Posting { open, .. } in &self.postings {
            let mut open = open.clone();
            if open.name.is_none() {
                let game = name_of(&open.game).unwrap_or_default();
                let numbered = (2u32..).map(|number| format!("{game} {number}"));
                let mut names = std::iter::once(game.clone()).chain(numbered);
                open.name = names.find(|name| taken.insert(name.clone()));
            }
            postings.push(open);
        }
        postings
    }
}

/// A table of the file while it is read.
struct Reading<'a> {
    text: &'a str,
    faults: &'a mut Vec<PostingsFault>,
    posting: Posting,
}

type Field<'a, 'i> = &'a Spanned<DeValue<'i>>;

impl<'a> Reading<'a> {
    fn new(text: &'a str, line: usize, faults: &'a mut Vec<PostingsFault>) -> Reading<'a> {
        let lines = [(NOWHERE.to_owned(), line)].into();
        Reading { text, faults, posting: Posting { open: OpenTable::of(""), lines } }
    }

    fn table(&mut self, fields: &DeTable<'_>) {
        for (name, value) in fields {
            let field: &str = name.get_ref();
            self.note(field, name.span().start);
            match field {
                "game" => self.posting.open.game = self.one(field, value).unwrap_or_default(),
                "name" => self.posting.open.name = self.one(field, value),
                "configuration" => self.posting.open.configuration = self.one(field, value),
                "kind" => self.kind(value),
                "decks" => self.posting.open.decks = self.number(field, value),
                "link" => self.posting.open.link = self.number(field, value).map(LinkId),
                "wagers" => self.wagers(value),
                "override" => self.posting.open.allowed = self.list(field, value),
                "exhibition" => self.exhibition(value),
                "clocks" => self.clocks(value),
                "seats_each" => self.posting.open.seats_each = self.number(field, value),
                "card_from" => self.posting.open.card_from = self.amount(field, value),
                "sensors_stay" => self.sensors_stay(value),
                "two_cards_from" => self.posting.open.two_cards_from = self.amount(field, value),
                "paytables" => {
                    let chosen = self.entries(field, value);
                    self.posting.open.paytables.extend(chosen);
                }
                "set" => {
                    let chosen = self.entries(field, value);
                    self.posting.open.set.extend(chosen);
                }
                "limits" => self.limits(value),
                _ => self.fault(field, Problem::UnknownKey(nearest(field)).to_string()),
            }
        }
        if !fields.contains_key("game") {
            self.fault("game", "missing; write game = \"the game's id\"".to_owned());
        }
    }

    fn note(&mut self, field: &str, offset: usize) {
        self.posting.lines.insert(field.to_owned(), line_of(self.text, offset));
    }

    fn fault(&mut self, field: &str, problem: String) {
        let line = self.posting.line(field);
        self.faults.push(PostingsFault { line, field: field.to_owned(), problem });
    }

    /// Text or a whole number; anything else is a fault.
    fn one(&mut self, field: &str, value: Field<'_, '_>) -> Option<String> {
        let read = scalar(value.get_ref());
        if read.is_none() {
            let kind = value.get_ref().type_str().to_owned();
            self.fault(field, Problem::WrongType(kind).to_string());
        }
        read
    }

    fn number<T: std::str::FromStr>(&mut self, field: &str, value: Field<'_, '_>) -> Option<T> {
        let text = self.one(field, value)?;
        let number = text.parse().ok();
        if number.is_none() {
            self.fault(field, format!("“{text}” is not a whole number that can stand here"));
        }
        number
    }

    fn list(&mut self, field: &str, value: Field<'_, '_>) -> Vec<String> {
        match value.get_ref() {
            DeValue::Array(items) => {
                items.iter().filter_map(|item| self.one(field, item)).collect()
            }
            _ => {
                self.fault(field, Problem::NotOne.to_string());
                Vec::new()
            }
        }
    }

    /// A list of spots, or what a table posts by name: `match+progressive`.
    fn wagers(&mut self, value: Field<'_, '_>) {
        if let DeValue::String(name) = value.get_ref() {
            self.posting.open.set.insert("wagers".to_owned(), name.to_string());
            return;
        }
        let mut spots = Vec::new();
        for got in self.list("wagers", value) {
            match Spot::from_word(&got) {
                Some(spot) => spots.push(spot),
                None => self.fault("wagers", Problem::NotASpot { got }.to_string()),
            }
        }
        self.posting.open.wagers = Some(spots);
    }

    fn kind(&mut self, value: Field<'_, '_>) {
        let Some(got) = self.one("kind", value) else { return };
        match TableKind::from_word(&got) {
            Some(kind) => self.posting.open.kind = kind,
            None => {
                let values = TableKind::ALL.iter().map(|kind| kind.word()).collect();
                self.fault("kind", Problem::NotAWord { got, values }.to_string());
            }
        }
    }

    fn exhibition(&mut self, value: Field<'_, '_>) {
        let mut cards: Vec<Card> = Vec::new();
        for got in self.list("exhibition", value) {
            match got.parse() {
                Ok(card) => cards.push(card),
                Err(_) => self.fault("exhibition", format!("“{got}” is not a card")),
            }
        }
        self.posting.open.exhibition = Some(cards);
    }

    /// The clocks in milliseconds; those that are not named are off.
    fn clocks(&mut self, value: Field<'_, '_>) {
        let mut clocks = Clocks::OFF;
        for (name, text) in self.entries("clocks", value) {
            let clock = match name.as_str() {
                "betting_ms" => &mut clocks.betting_ms,
                "turn_ms" => &mut clocks.turn_ms,
                "insurance_ms" => &mut clocks.insurance_ms,
                "cut_ms" => &mut clocks.cut_ms,
                "idle_ms" => &mut clocks.idle_ms,
                "away_ms" => &mut clocks.away_ms,
                _ => {
                    let field = format!("clocks.{name}");
                    self.fault(&field, Problem::UnknownKey(None).to_string());
                    continue;
                }
            };
            match text.parse() {
                Ok(milliseconds) => *clock = milliseconds,
                Err(_) => {
                    let problem = format!("“{text}” is not a number of milliseconds");
                    self.fault(&format!("clocks.{name}"), problem);
                }
            }
        }
        self.posting.open.clocks = Some(clocks);
    }

    /// Whether sensors stay lit: `true` or `false`.
    fn sensors_stay(&mut self, value: Field<'_, '_>) {
        match value.get_ref() {
            DeValue::Boolean(stay) => self.posting.open.sensors_stay = *stay,
            other => {
                let kind = other.type_str().to_owned();
                self.fault("sensors_stay", Problem::WrongType(kind).to_string());
            }
        }
    }

    /// The amount from which on the house's money moves by card, as limits are written.
    fn amount(&mut self, field: &str, value: Field<'_, '_>) -> Option<u32> {
        let text = self.one(field, value)?;
        let cents = text.parse().ok().and_then(|it: Money| u32::try_from(it.in_cents()).ok());
        if cents.is_none() {
            self.fault(field, format!("“{text}” is not an amount such as 100 or 99.50"));
        }
        cents
    }

    /// Limits as game files write them: amounts, or words such as `table-maximum`.
    fn limits(&mut self, value: Field<'_, '_>) {
        for (key, text) in self.entries("limits", value) {
            let parts = key.split_once('.');
            let of = parts.and_then(|(spot, name)| Some((Spot::from_word(spot)?, name)));
            let Some((spot, name)) = of else {
                let got = parts.map_or(key.as_str(), |(spot, _)| spot).to_owned();
                self.fault(&format!("limits.{key}"), Problem::NotASpot { got }.to_string());
                continue;
            };
            let cents = text.parse().ok().and_then(|it: Money| u32::try_from(it.in_cents()).ok());
            let Some(cents) = cents else {
                self.posting.open.set.insert(key, text);
                continue;
            };
            let limits: &mut Limits = self.posting.open.limits.entry(spot).or_default();
            match name {
                "minimum" => limits.minimum = Some(cents),
                "maximum" => limits.maximum = Some(cents),
                "step" => limits.step = Some(cents),
                _ => {
                    let field = format!("limits.{key}");
                    self.fault(&field, Problem::UnknownKey(None).to_string());
                }
            }
        }
    }

    /// The entries of a table and of the tables in it, by their dotted keys.
    fn entries(&mut self, field: &str, value: Field<'_, '_>) -> Vec<(String, String)> {
        let mut entries = Vec::new();
        self.collect(field, "", value, &mut entries);
        entries
    }

    fn collect(
        &mut self,
        field: &str,
        key: &str,
        value: Field<'_, '_>,
        entries: &mut Vec<(String, String)>,
    ) {
        match value.get_ref() {
            DeValue::Table(inner) => {
                for (name, value) in inner {
                    let name: &str = name.get_ref();
                    let key =
                        if key.is_empty() { name.to_owned() } else { format!("{key}.{name}") };
                    self.note(&format!("{field}.{key}"), value.span().start);
                    self.collect(field, &key, value, entries);
                }
            }
            _ if key.is_empty() => {
                self.fault(field, format!("write {field} = {{ … }}, or [table.{field}] below"));
            }
            DeValue::Array(items) => {
                let field = format!("{field}.{key}");
                let items: Vec<String> =
                    items.iter().filter_map(|item| self.one(&field, item)).collect();
                entries.push((key.to_owned(), items.join(", ")));
            }
            _ => {
                let read = self.one(&format!("{field}.{key}"), value);
                entries.extend(read.map(|text| (key.to_owned(), text)));
            }
        }
    }
}

fn scalar(value: &DeValue<'_>) -> Option<String> {
    match value {
        DeValue::String(text) => Some(text.to_string()),
        DeValue::Integer(number) if number.radix() == 10 => Some(number.as_str().to_owned()),
        _ => None,
    }
}

/// The fields of a posting.
const FIELDS: [&str; 17] = [
    "game",
    "name",
    "configuration",
    "decks",
    "paytables",
    "wagers",
    "limits",
    "set",
    "override",
    "kind",
    "clocks",
    "seats_each",
    "card_from",
    "two_cards_from",
    "sensors_stay",
    "exhibition",
    "link",
];

/// The field that is meant, if one begins alike.
fn nearest(field: &str) -> Option<String> {
    let is_near = |known: &&str| known.starts_with(field.get(..3).unwrap_or(field));
    FIELDS.into_iter().find(is_near).map(str::to_owned)
}
