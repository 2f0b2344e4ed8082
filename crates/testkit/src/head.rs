//! What stands at the head of a scenario and of an evening alike: which clauses it proves, and
//! the game it is played by.

use crate::Fault;
use crate::reader::{Entry, Reading, blocks, number, pair};

/// The head of a round or an evening.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Head {
    /// The file it stands in.
    pub file: String,
    /// The line it begins on.
    pub line: usize,
    /// The clauses, rulings and requirements it proves.
    pub clauses: Vec<String>,
    /// What it shows, in a sentence.
    pub about: String,
    /// The game's id.
    pub game: String,
    /// `h17` or `s17`; the game's default if absent.
    pub configuration: Option<String>,
    /// The number of decks; the game's default if absent.
    pub decks: Option<u8>,
    /// Spot and pay table; the defaults for spots not named.
    pub paytables: Vec<(String, String)>,
    /// What-if settings, key and value.
    pub settings: Vec<(String, String)>,
}

impl Head {
    /// The head of a block, without what its lines say.
    pub(crate) fn of(file: &str, block: &[Entry]) -> Head {
        let line = block.first().map_or(0, |entry| entry.line);
        Head { file: file.into(), line, ..Head::default() }
    }

    /// Puts a line of the head; nothing where it is none.
    pub(crate) fn put(&mut self, key: &str, value: &str) -> Option<Reading<()>> {
        match key {
            "clause" => self.clauses = value.split(',').map(|id| id.trim().into()).collect(),
            "about" => self.about = value.into(),
            "game" => self.game = value.into(),
            "config" => self.configuration = Some(value.into()),
            "decks" => return Some(number(value).map(|it| self.decks = Some(it))),
            "paytable" => return Some(pair(value).map(|it| self.paytables.push(it))),
            "set" => return Some(pair(value).map(|it| self.settings.push(it))),
            _ => return None,
        }
        Some(Ok(()))
    }
}

/// A block that does not read: lines, and what is wrong there.
pub(crate) type Wrong = Vec<(usize, String)>;

/// Reads every block of a file; all faults at once.
pub(crate) fn read_blocks<T>(
    file: &str,
    text: &str,
    read: impl Fn(&str, &[Entry]) -> Result<T, Wrong>,
) -> Result<Vec<T>, Vec<Fault>> {
    let fault = |(line, what)| Fault { file: file.into(), line, what };
    let read = blocks(text).into_iter().map(|block| {
        let read = read(file, &block);
        read.map_or_else(|wrong| Err(wrong.into_iter().map(fault).collect()), |it| Ok(vec![it]))
    });
    all_or_faults(read)
}

/// What was read, or every fault.
pub(crate) fn all_or_faults<T>(
    parts: impl IntoIterator<Item = Result<Vec<T>, Vec<Fault>>>,
) -> Result<Vec<T>, Vec<Fault>> {
    let (mut all, mut faults) = (Vec::new(), Vec::new());
    for part in parts {
        match part {
            Ok(read) => all.extend(read),
            Err(more) => faults.extend(more),
        }
    }
    if faults.is_empty() { Ok(all) } else { Err(faults) }
}
