//! Back-off after wrong passwords and PINs (S-10, S-20).
//!
//! An attempt is counted before it is checked, in the database, so that many at once and
//! those before a restart count too; one that was right is taken out again. Whoever guesses
//! waits longer and longer. Nobody can keep the owner out from elsewhere: where a name was
//! right before, what others try elsewhere is not heeded.

use std::net::IpAddr;

use axum::http::StatusCode;
use sha2::{Digest, Sha256};
use store::{AfterRight, AttemptCount};
use table::RefusalFacts;

use crate::app::App;
use crate::code::Code;
use crate::error::ApiError;
use crate::peer::Peer;

const QUARTER_HOUR_MS: u64 = 15 * 60 * 1000;
const MINUTE_MS: u64 = 60 * 1000;

/// An attempt, as it is counted.
pub(crate) struct Attempt {
    counts: Vec<AttemptCount>,
    /// The word for the security log if it comes too early.
    throttled: &'static str,
    code: Code,
    message: &'static str,
}

impl Attempt {
    /// A name and a password. A name is counted from one address, and from all; an address
    /// whatever the names.
    pub(crate) fn sign_in(name: &str, peer: &Peer) -> Attempt {
        let (name, from) = (name.trim().to_lowercase(), peer.network());
        let known = key("known", &name, Some(from));
        Attempt {
            counts: vec![
                count(key("name here", &name, Some(from)), 3, QUARTER_HOUR_MS, AfterRight::Clear),
                count(key("name", &name, None), 30, 10_000, AfterRight::Know(known)),
                count(key("sign-ins", "", Some(from)), 40, MINUTE_MS, AfterRight::GiveBack),
            ],
            throttled: "sign-in.throttled",
            code: Code::SignInWait,
            message: "too many wrong passwords",
        }
    }

    /// A card and a PIN. Whoever guesses PINs has the card in his hands, so it is the card
    /// that waits, wherever it is shown.
    pub(crate) fn pin(card: &[u8; 32], peer: &Peer) -> Attempt {
        let (card, from) = (table::hex(card), peer.network());
        Attempt {
            counts: vec![
                count(key("card", &card, None), 3, QUARTER_HOUR_MS, AfterRight::Clear),
                count(key("cards", "", Some(from)), 40, MINUTE_MS, AfterRight::GiveBack),
            ],
            throttled: "card.throttled",
            code: Code::CardWait,
            message: "too many wrong PINs",
        }
    }

    /// A one-time link.
    pub(crate) fn link(peer: &Peer) -> Attempt {
        let links = key("links", "", Some(peer.network()));
        Attempt {
            counts: vec![count(links, 40, MINUTE_MS, AfterRight::GiveBack)],
            throttled: "link.throttled",
            code: Code::SignInWait,
            message: "too many links that do not work",
        }
    }
}

const fn count(key: [u8; 32], free: u32, longest_ms: u64, right: AfterRight) -> AttemptCount {
    AttemptCount { key, free, longest_ms, right }
}

/// A key of one length, whatever somebody typed.
fn key(what: &str, name: &str, from: Option<IpAddr>) -> [u8; 32] {
    let mut hash = Sha256::new();
    for text in [what, name, &from.map_or(String::new(), |from| from.to_string())] {
        hash.update((text.len() as u64).to_be_bytes());
        hash.update(text);
    }
    hash.finalize().into()
}

impl App {
    /// Reserves an attempt before it is checked.
    ///
    /// # Errors
    /// If there were too many before it.
    pub(crate) async fn reserve(&self, attempt: &Attempt, peer: &Peer) -> Result<(), ApiError> {
        let counts = attempt.counts.clone();
        let reserved = self.people.reserve_attempt(counts, self.clock.now()).await;
        let Err(wait_ms) = reserved.map_err(|error| ApiError::inside(&error))? else {
            return Ok(());
        };
        self.refused(attempt.throttled, peer).await;
        let status = StatusCode::TOO_MANY_REQUESTS;
        let seconds = wait_ms.div_ceil(1_000);
        let message = format!("{}; the next try is in {seconds} s", attempt.message);
        Err(ApiError::new(status, attempt.code, message).naming(RefusalFacts::Wait { seconds }))
    }

    /// The attempt was right.
    pub(crate) async fn was_right(&self, attempt: Attempt) -> Result<(), ApiError> {
        let done = self.people.attempt_was_right(attempt.counts, self.clock.now()).await;
        done.map_err(|error| ApiError::inside(&error))
    }
}
