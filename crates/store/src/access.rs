//! Who opens a store.

/// Who opens a store.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Access {
    /// The server: the only one who appends to the journal.
    Serve,
    /// A command beside a server that may be running: it changes accounts and settings,
    /// and reads.
    Beside,
    /// Whoever reads a database that nobody uses, and changes nothing.
    Look,
}
