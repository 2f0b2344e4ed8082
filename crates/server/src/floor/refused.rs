//! Why a command is not done, or a question has no answer.

use store::StoreError;
use table::{LinkId, Refused};

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

    pub(super) fn unavailable(code: Code, message: &str) -> CommandRefused {
        CommandRefused { code, message: message.to_owned(), kind: RefusalKind::Unavailable }
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
        CommandRefused { code: refused.listed().into(), message: refused.to_string(), kind }
    }
}

impl From<SignRefused> for CommandRefused {
    fn from(refused: SignRefused) -> CommandRefused {
        let kind = RefusalKind::Conflict;
        CommandRefused { code: refused.code(), message: refused.to_string(), kind }
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
