//! The machines of a floor: tables, links and people. Each decides commands into entries and
//! is the fold of its entries.

use table::{
    Actor, Around, Beside, Command, Context, Decided, Decision, Entry, Event, JournalRow, Link,
    LinkBody, LinkDecision, LinkEvent, LinkId, Person, PersonBody, PersonDecision, PersonEvent,
    Refused, ReplayFailed, Stream, Table, Wait,
};

use crate::memory::Name;

/// A machine of any kind.
#[derive(Clone, Debug, PartialEq)]
pub enum Machine {
    /// A table.
    Table(Box<Table>),
    /// A link.
    Link(Box<Link>),
    /// A person.
    Person(Box<Person>),
}

/// A machine as a decision leaves it, with the row that makes it so.
pub(crate) struct Change {
    pub(crate) machine: Machine,
    pub(crate) row: JournalRow,
}

/// What becomes of a command that is not refused.
pub(crate) enum Verdict {
    /// All of these happen together, its own machine's first, or none.
    Changes(Vec<Change>),
    /// It concerns another machine that is not free now.
    Needs(Stream),
    /// Its machine or this one is behind the record.
    Behind(Stream),
}

impl From<Table> for Machine {
    fn from(table: Table) -> Machine {
        Machine::Table(Box::new(table))
    }
}

impl From<Link> for Machine {
    fn from(link: Link) -> Machine {
        Machine::Link(Box::new(link))
    }
}

impl From<Person> for Machine {
    fn from(person: Person) -> Machine {
        Machine::Person(Box::new(person))
    }
}

impl From<PersonDecision> for Change {
    fn from(decision: PersonDecision) -> Change {
        Change { machine: decision.person.into(), row: decision.record.into() }
    }
}

impl From<LinkDecision> for Change {
    fn from(decision: LinkDecision) -> Change {
        Change { machine: decision.link.into(), row: decision.record.into() }
    }
}

/// What a table decides, of itself and of the machines around it.
fn changes_of(decision: Decision) -> Vec<Change> {
    let table = Change { machine: decision.table.into(), row: decision.record.into() };
    let people = decision.people.into_iter().map(Change::from);
    let links = decision.links.into_iter().map(Change::from);
    std::iter::once(table).chain(links).chain(people).collect()
}

impl Machine {
    /// Whose entries it is the fold of.
    pub fn stream(&self) -> Stream {
        match self {
            Machine::Table(table) => table.id().into(),
            Machine::Link(link) => link.id().into(),
            Machine::Person(person) => person.id().into(),
        }
    }

    /// The version of its last entry.
    pub fn version(&self) -> u64 {
        match self {
            Machine::Table(table) => table.version(),
            Machine::Link(link) => link.version(),
            Machine::Person(person) => person.version(),
        }
    }

    /// The link whose jackpots a table plays for.
    pub(crate) fn link(&self) -> Option<LinkId> {
        match self {
            Machine::Table(table) => table.house().posted().link.map(|on| on.link),
            Machine::Link(_) | Machine::Person(_) => None,
        }
    }

    /// What the house must do by itself, each once it has waited for its time.
    pub fn waits(&self) -> Vec<Wait> {
        match self {
            Machine::Table(table) => table.waits(),
            Machine::Link(_) | Machine::Person(_) => Vec::new(),
        }
    }

    /// Its state as a cache of its entries; nothing while it is in the middle of something.
    /// A person has few entries, which are read when he comes.
    pub fn snapshot(&self) -> Option<Vec<u8>> {
        match self {
            Machine::Table(table) => serde_json::to_vec(&table.snapshot()?).ok(),
            Machine::Link(link) => serde_json::to_vec(&link.snapshot()?).ok(),
            Machine::Person(_) => None,
        }
    }

    /// Applies an entry as it is stored; gives the command it was.
    pub(crate) fn read(&mut self, json: &str, beside: &Beside) -> Result<Name, ReadCause> {
        match self {
            Machine::Table(table) => {
                let entry: Entry<Event> = serde_json::from_str(json)?;
                table.apply(&entry, beside)?;
                Ok(name_of(entry))
            }
            Machine::Link(link) => {
                let entry: Entry<LinkEvent> = serde_json::from_str(json)?;
                link.apply(&entry)?;
                Ok(name_of(entry))
            }
            Machine::Person(person) => {
                let entry: Entry<PersonEvent> = serde_json::from_str(json)?;
                person.apply(&entry)?;
                Ok(name_of(entry))
            }
        }
    }

    /// What must hold of every machine that was changed (L-01, P-17).
    pub(crate) fn assert_sound(&self) {
        let books = match self {
            Machine::Table(table) => table.books(),
            Machine::Link(link) => {
                assert!(link.ties(), "the meters are what the ledger says (P-17)");
                link.books()
            }
            Machine::Person(person) => person.books(),
        };
        assert!(books.fault().is_none(), "the books sum to zero (L-01)");
    }
}

/// Decides a command of a table, with the machines around it as far as they can be had.
pub(crate) fn decide_table(
    table: &Table,
    around: &dyn Around,
    by: Actor,
    command: &Command,
    context: &Context,
) -> Result<Verdict, Refused> {
    Ok(match table.decide(around, by, command, context)? {
        Decided::Yes(decision) => Verdict::Changes(changes_of(decision)),
        Decided::Needs(stream) => Verdict::Needs(stream),
        Decided::Behind(stream) => Verdict::Behind(stream),
    })
}

/// Decides a command of a person.
pub(crate) fn decide_person(
    person: &Person,
    by: Actor,
    command: &Command<PersonBody>,
    context: &Context,
) -> Result<Verdict, Refused> {
    let decision = person.decide(by, command, context)?;
    Ok(Verdict::Changes(vec![decision.into()]))
}

/// Decides a command of a link.
pub(crate) fn decide_link(
    link: &Link,
    by: Actor,
    command: &Command<LinkBody>,
    context: &Context,
) -> Result<Verdict, Refused> {
    let decision = link.decide(by, command, context)?;
    Ok(Verdict::Changes(vec![decision.into()]))
}

/// Why a stored entry cannot be applied.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs)]
pub enum ReadCause {
    #[error("is not an entry: {0}")]
    Unreadable(#[from] serde_json::Error),
    #[error(transparent)]
    Replay(#[from] ReplayFailed),
}

pub(crate) fn name_of<E>(entry: Entry<E>) -> Name {
    Name { account: entry.by.account, command: entry.command, body: entry.body }
}
