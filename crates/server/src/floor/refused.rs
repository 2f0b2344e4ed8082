//! Why a command is not done, or a question has no answer.

use store::StoreError;
use table::{LinkId, RefusalFacts, Refused};

use super::SignRefused;
use crate::code::Code;

/// A refused command, or a question that has no answer.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{code}: {message}")]
pub struct CommandRefused {
    /// The stable code.
    pub code: Code,
    /// What is wrong, in a sentence.
    pub message: String,
    /// What the sentence names.
    pub facts: Option<RefusalFacts>,
    /// What kind of refusal it is.
    pub kind: RefusalKind,
}

/// What kind of refusal, which decides the HTTP status.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RefusalKind {
    /// There is no such table (404).
    NotFound,
    /// The sender may never do this (403).
    Denied,
    /// Not now, or not like this (409).
    Conflict,
    /// The floor does not take commands (503).
    Unavailable,
}

impl CommandRefused {
    pub(super) fn no_link(link: LinkId) -> CommandRefused {
        ::floor::NotDone::Unknown(link.into()).into()
    }

    /// A refusal whose code says all.
    pub(super) fn of(kind: RefusalKind, code: Code, message: impl Into<String>) -> CommandRefused {
        CommandRefused { code, message: message.into(), facts: None, kind }
    }

    pub(super) fn unavailable(code: Code, message: &str) -> CommandRefused {
        CommandRefused::of(RefusalKind::Unavailable, code, message)
    }

    pub(super) fn no_record() -> CommandRefused {
        CommandRefused::unavailable(Code::StoreFailed, "the record cannot be reached")
    }

    pub(super) fn stopping() -> CommandRefused {
        CommandRefused::unavailable(Code::ServerStopping, "the server is stopping")
    }
}

impl From<Refused> for CommandRefused {
    fn from(refused: Refused) -> CommandRefused {
        let kind = if refused.is_denied() { RefusalKind::Denied } else { RefusalKind::Conflict };
        let facts = refused.facts();
        let (code, message) = (refused.listed().into(), refused.to_string());
        CommandRefused { code, message, facts, kind }
    }
}

impl From<SignRefused> for CommandRefused {
    fn from(refused: SignRefused) -> CommandRefused {
        CommandRefused::of(RefusalKind::Conflict, refused.code(), refused.to_string())
    }
}

/// The store cannot be read or written. What became of a command is unknown then, and
/// must be asked for by its id.
impl From<StoreError> for CommandRefused {
    fn from(error: StoreError) -> CommandRefused {
        tracing::error!(%error, "the store failed");
        CommandRefused::no_record()
    }
}
