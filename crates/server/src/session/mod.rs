//! Sessions: who is signed in, as what, and until when.
//!
//! A session is known by a token of 256 bits of which only the hash is kept. Sessions
//! live in memory while they are used, so that a request costs no reading of the
//! database, and in the database, so that a restart signs nobody out.

mod ending;
mod keeper;
mod signed;
mod watched;

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use governor::DefaultDirectRateLimiter;
use table::{AccountId, Actor, Role, Time};
use tokio::sync::watch;

pub(crate) use ending::Ending;
pub(crate) use keeper::Keeper;
pub(crate) use signed::Signed;
use watched::Watched;

/// The header that repeats the session's anti-forgery token (S-06).
pub const CSRF_HEADER: &str = "x-bahama-csrf";

/// Somebody who is signed in.
pub(crate) struct Session {
    /// The hash of the token, by which the session is found.
    pub(crate) key: [u8; 32],
    pub(crate) account: AccountId,
    pub(crate) name: Arc<str>,
    pub(crate) role: Role,
    /// The roles among which its owner chooses.
    pub(crate) roles: Arc<[Role]>,
    /// Whether the account is a guest's.
    pub(crate) is_guest: bool,
    /// The anti-forgery token, which only our own pages can read.
    pub(crate) csrf: String,
    /// When it ends whatever happens.
    pub(crate) ends: Time,
    /// The last request, in milliseconds since 1970.
    seen: AtomicU64,
    /// The last request the database knows of.
    saved: AtomicU64,
    budget: Option<DefaultDirectRateLimiter>,
    /// Since when it has had tables before it.
    pub(crate) watched: Watched,
    /// Why it is over, once it is; sockets wait for it.
    pub(crate) ending: watch::Sender<Option<Ending>>,
}

impl Session {
    /// Who gives commands in it.
    pub(crate) fn actor(&self) -> Actor {
        Actor { account: self.account, role: self.role }
    }

    /// Notes that its owner is there.
    pub(crate) fn touch(&self, now: Time) {
        self.seen.fetch_max(now.0, Ordering::Relaxed);
    }

    /// How far the database's word on its last use is behind.
    fn unsaved_ms(&self) -> u64 {
        let saved = self.saved.load(Ordering::Relaxed);
        self.seen.load(Ordering::Relaxed).saturating_sub(saved)
    }

    /// Whether one more request or command fits its budget.
    pub(crate) fn allows_one_more(&self) -> bool {
        self.budget.as_ref().is_none_or(|budget| budget.check().is_ok())
    }

    /// Why it is over by the clock, if it is. A display is never idle: nobody touches it.
    fn timed_out(&self, now: Time, idle_ms: u64) -> Option<Ending> {
        let unseen = now.0.saturating_sub(self.seen.load(Ordering::Relaxed));
        let idle = self.role != Role::Spectator && unseen >= idle_ms;
        (idle || now >= self.ends).then_some(Ending::TimedOut)
    }
}
