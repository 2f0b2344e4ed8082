//! Everything folded again from its entries, and compared with what the rows say.

use ::floor::Machine;
use store::{Journal, Stream};
use table::{Books, Person};

use super::load::{self, LoadFailed};

/// Folds a table, a link or a person; gives what is wrong, with the version where one can be named.
/// Events, questions, settlements, meters, slips and transfers are worked out again and compared; the
/// books at the end are those of the ledger, they balance, and nobody has less than nothing.
pub(crate) async fn refold(journal: &dyn Journal, stream: Stream) -> Option<String> {
    match books(journal, stream).await {
        Ok(books) => books.fault().map(|fault| fault.to_string()),
        Err(failed) => Some(failed.to_string()),
    }
}

/// The books of a stream after its last entry.
async fn books(journal: &dyn Journal, stream: Stream) -> Result<Books, LoadFailed> {
    match stream {
        Stream::Table(id) => match load::whole_table(journal, id).await?.machine() {
            Machine::Table(table) => Ok(table.books().clone()),
            Machine::Link(_) | Machine::Person(_) => Err(LoadFailed::NoSign { stream }),
        },
        Stream::Link(id) => Ok(load::whole_link(journal, id).await?.books().clone()),
        Stream::Person(id) => {
            let person: Person = load::person(journal, id).await?;
            let rows = journal.balances(stream).await.map_err(LoadFailed::Store)?;
            if rows != person.books().iter().collect::<Vec<_>>() {
                return Err(LoadFailed::Books { stream });
            }
            Ok(person.books().clone())
        }
    }
}
