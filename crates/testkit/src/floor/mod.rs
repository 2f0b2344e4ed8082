//! Evenings at tables and links as data: who gives which command, what it brings about, what
//! is paid and what is refused with which code.
//!
//! A scenario is a sign or two and then lines in the order in which they happen: a person
//! with a command, or what must be so after it. The form knows the words of the commands and
//! nothing of tables, so that whatever can play it, a table alone or a floor, is tested by it.
//!
//! ```text
//! clause   T-09
//! about    insurance is paid when the dealer has a natural
//! game     bahama-bonus
//! table    automatic
//! shoe     9c Ad 8s Kh
//! ann      sit 2 1000
//! ann      bet 2 main 10
//! ann      ready
//! told     insurance-asked seat=2 most=500
//! ann      act 2 1 hit refused act.illegal
//! ann      insure 2 5
//! paid     2 main 1: 10 -> 0; 2 insurance: 5 -> 15
//! chips    ann 1000
//! ```

mod command;
mod reader;

use std::ops::Deref;

use serde_json::Value;

pub use command::{COMMANDS, Given};
pub use reader::read;

use crate::head::{Head, all_or_faults};
use crate::scenario::Line;

/// The folder of the files, read when the tests run: a new file needs no list.
const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/scenarios/floor");

/// Everybody who may be named, with account and role. Players have the first accounts; a
/// person in another role is written with it, `ann/spectator`.
pub const PEOPLE: [(&str, u64, &str); 14] = [
    ("ann", 11, "player"),
    ("bob", 12, "player"),
    ("cid", 13, "player"),
    ("dan", 14, "player"),
    ("dealer", 91, "dealer"),
    ("dealer-2", 94, "dealer"),
    ("supervisor", 92, "supervisor"),
    ("supervisor-2", 95, "supervisor"),
    ("executive", 93, "executive"),
    ("executive-2", 96, "executive"),
    ("auditor", 97, "auditor"),
    ("cage", 99, "cage"),
    ("spectator", 98, "spectator"),
    ("house", 0, "house"),
];

/// An evening. Amounts are cents unless they are said to be micro-dollars.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Evening {
    /// What it proves, and the game.
    pub head: Head,
    /// The link; tables are on it if there is one.
    pub link: Option<LinkSign>,
    /// The tables, from number 1.
    pub tables: Vec<TableSign>,
    /// The cards every shoe begins with; without them the shoe is shuffled.
    pub shoe: Vec<String>,
    /// What happens, in order, each with its line.
    pub steps: Vec<(usize, Step)>,
}

/// An evening is asked for its game as if its head were its own.
impl Deref for Evening {
    type Target = Head;

    fn deref(&self) -> &Head {
        &self.head
    }
}

/// What the sign of a table says.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct TableSign {
    /// `automatic`, `keypad` or `live`.
    pub dealing: String,
    /// Whether staff stand there although it deals by itself.
    pub attended: bool,
    /// Whether its clocks run.
    pub clocks: bool,
    /// Whether it is still to be opened.
    pub closed: bool,
    /// Whether it is still to join the link.
    pub apart: bool,
    /// Whether its sensors stay lit from game to game.
    pub stays: bool,
    /// Whose own table it is.
    pub private: Option<Who>,
}

/// What the sign of a link says, beside what its game's file says.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct LinkSign {
    /// Whether its tables are unattended.
    pub unattended: bool,
    /// Whether it is still to be opened.
    pub closed: bool,
    /// Whether its bank account is still to be funded.
    pub unfunded: bool,
    /// Seed in cents, contribution and reserve in hundredths of a percent.
    pub parameters: Option<[i64; 3]>,
}

/// Somebody, in a role.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Who {
    /// The account; zero is the house.
    pub account: u64,
    /// The role's word.
    pub role: String,
}

/// What happens, or what must be so.
#[derive(Debug, Clone, PartialEq)]
pub enum Step {
    /// Somebody gives a command.
    Give(Box<Order>),
    /// So many milliseconds go by.
    Later(u64),
    /// The link cannot be reached, or can be again.
    Reach(bool),
    /// The secret of a table's shoe is lost, and only its entries are left.
    LoseShoe(usize),
    /// What must be so after the command before.
    Check(Check),
}

/// A command with everything around it.
#[derive(Debug, Clone, PartialEq)]
pub struct Order {
    /// The table, from 1; link commands name none of their own.
    pub table: usize,
    /// Who gives it.
    pub who: Who,
    /// What it is given to.
    pub to: Addressee,
    /// The command as it is written on the wire.
    pub body: Value,
    /// The cards that are shown for it.
    pub cards: Vec<Who>,
    /// Its id, where that matters.
    pub id: Option<String>,
    /// How far what its sender has seen is ahead of the version there is.
    pub seen: i64,
    /// What must come of it.
    pub outcome: Outcome,
}

/// What a command is given to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Addressee {
    /// A table.
    Table,
    /// The link.
    Link,
    /// Whoever gives it.
    Person,
}

/// What must come of a command.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Outcome {
    /// It is done.
    Done,
    /// It was done before, and is answered as it was then.
    Again,
    /// It is refused with this code, and nothing has changed.
    Refused(String),
}

/// What must be so.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Check {
    /// The lines the last command paid, all of them.
    Paid(Vec<Line>),
    /// The words of what the last command brought about at its table, all of them.
    Tells(Vec<String>),
    /// The last command brought these about in this order, among others.
    Told(Of, Vec<Tale>),
    /// The last command brought nothing such about.
    Untold(Of, Vec<Tale>),
    /// What the table waits for.
    Phase(String),
    /// A player's chips, in cents.
    Chips(Who, i64),
    /// Somebody's wallet holds so many cents.
    Wallet(Who, i64),
    /// What a jackpot's display shows, in cents.
    Shows(String, i64),
    /// What a jackpot's meter and reserve hold, in micro-dollars.
    Holds(String, i64, i64),
    /// An account of the books, in micro-dollars.
    Balance(Of, String, i64),
    /// What the bank account must hold and what it holds, in micro-dollars.
    Bank(i64, i64),
    /// What somebody's view has at a place.
    Sees(Of, Who, String, String),
    /// What a slip has at a place.
    Slip(u64, String, String),
    /// How many slips were written.
    Slips(usize),
    /// Whether no game is started and no claim open on the link.
    Idle(bool),
    /// What the last round's record says somebody staked and got back.
    Round(Who, i64, i64),
}

/// Of which machine.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Of {
    Table,
    Link,
}

/// An event by its word, with the fields that matter.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Tale {
    /// The event's word.
    pub event: String,
    /// Places in it, and what stands there.
    pub fields: Vec<(String, String)>,
}

impl Tale {
    /// Whether an event is this one.
    #[must_use]
    pub fn is(&self, event: &Value) -> bool {
        event.get("event").and_then(Value::as_str) == Some(&self.event)
            && self.fields.iter().all(|(place, value)| stands(event, place, value))
    }
}

/// Whether a value stands at a place of a document. Amounts and versions are written as
/// numbers, persons by their names, what is absent as `nothing`.
#[must_use]
pub fn stands(document: &Value, place: &str, wanted: &str) -> bool {
    let found = text_at(document, place);
    let named = PEOPLE.iter().find(|(name, ..)| *name == wanted);
    found == wanted || named.is_some_and(|(_, account, _)| found == account.to_string())
}

/// What stands at a place of a document: steps between slashes, an array's from 0.
#[must_use]
pub fn text_at(document: &Value, place: &str) -> String {
    match document.pointer(&format!("/{place}")) {
        None | Some(Value::Null) => "nothing".into(),
        Some(Value::String(text)) => text.clone(),
        Some(other) => other.to_string(),
    }
}

/// Every evening of every file, or every fault in them.
///
/// # Errors
/// When a file does not read; the faults of all files are given at once.
///
/// # Panics
/// When the folder is not there.
pub fn evenings() -> Result<Vec<Evening>, Vec<crate::Fault>> {
    let files = files().expect("the folder of the evenings can be read");
    all_or_faults(files.iter().map(|(file, text)| read(file, text)))
}

/// The files in the order of their names, each with its text.
fn files() -> std::io::Result<Vec<(String, String)>> {
    let mut files = Vec::new();
    for entry in std::fs::read_dir(FOLDER)? {
        let entry = entry?;
        let name = format!("floor/{}", entry.file_name().display());
        files.push((name, std::fs::read_to_string(entry.path())?));
    }
    files.sort();
    Ok(files)
}
