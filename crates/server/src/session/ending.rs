//! How a session ends.

/// Why a session is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ending {
    /// Its owner signed out.
    SignedOut,
    /// The account signed in elsewhere (S-15).
    TakenOver,
    /// The account was revoked (S-09).
    Revoked,
    /// Nobody was there for too long, or it was open for too long.
    TimedOut,
}

impl Ending {
    /// The close code and reason of its sockets.
    pub(crate) const fn closing(self) -> (u16, &'static str) {
        match self {
            Ending::SignedOut => (4001, "signed out"),
            Ending::TakenOver => (4002, "signed in elsewhere"),
            Ending::Revoked => (4003, "revoked"),
            Ending::TimedOut => (4004, "timed out"),
        }
    }

    /// Its word in the security log.
    pub(crate) const fn word(self) -> &'static str {
        self.closing().1
    }
}
