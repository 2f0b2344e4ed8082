//! Keeps the sessions: in memory while they are used, in the database always.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, PoisonError, RwLock};

use store::{AccountKind, AccountRow, People, StoreError};
use table::{AccountId, Role, Time};
use tokio::sync::watch;

use super::{Ending, Session, Watched};
use crate::clock::Clock;
use crate::error::ApiError;
use crate::limits;
use crate::settings::{Rates, Settings};
use crate::token::{self, Token};

const MINUTE_MS: u64 = 60_000;
const HOUR_MS: u64 = 60 * MINUTE_MS;
/// A display hangs on a wall and is not signed in every day.
const DISPLAY_MS: u64 = 30 * 24 * HOUR_MS;
/// One with a name stays signed in until it is revoked (P-35).
const NAMED_DISPLAY_MS: u64 = 10 * 365 * 24 * HOUR_MS;
/// How old the database's word on a session's last use may be.
const SAVE_MS: u64 = MINUTE_MS;

/// All sessions.
pub(crate) struct Keeper {
    people: Arc<dyn People>,
    clock: Clock,
    idle_ms: u64,
    session_ms: u64,
    rates: Rates,
    known: RwLock<BTreeMap<[u8; 32], Arc<Known>>>,
}

/// A session in memory, with the kind of its account.
struct Known {
    session: Arc<Session>,
    kind: AccountKind,
}

impl Keeper {
    pub(crate) fn new(people: Arc<dyn People>, clock: Clock, settings: &Settings) -> Keeper {
        Keeper {
            people,
            clock,
            idle_ms: u64::from(settings.idle_minutes) * MINUTE_MS,
            session_ms: u64::from(settings.session_hours) * HOUR_MS,
            rates: settings.rates,
            known: RwLock::default(),
        }
    }

    /// Opens a session with a new token. Other sessions of the account end, so that
    /// nobody plays at two places at once (S-15).
    ///
    /// # Errors
    /// If it cannot be stored.
    pub(crate) async fn open(
        &self,
        account: &AccountRow,
        role: Role,
    ) -> Result<(Token, Arc<Session>), ApiError> {
        self.end_account(account.id, Ending::TakenOver).await?;
        let entropy = |error| ApiError::inside(&error);
        let token = Token::new().map_err(entropy)?;
        let csrf = Token::new().map_err(entropy)?;
        let now = self.clock.now();
        let lasts = match (account.kind, role) {
            (AccountKind::Display, _) => NAMED_DISPLAY_MS,
            (_, Role::Spectator) => DISPLAY_MS,
            _ => self.session_ms,
        };
        let stored = store::Session {
            token: token.hash(),
            account: account.id,
            role,
            csrf: csrf.reveal().to_owned(),
            created: now,
            seen: now,
            ends: Time(now.0 + lasts),
        };
        self.people.insert_session(stored.clone()).await.map_err(inside)?;
        Ok((token, self.remember(&stored, account)))
    }

    fn remember(&self, stored: &store::Session, account: &AccountRow) -> Arc<Session> {
        let session = Arc::new(Session {
            key: stored.token,
            account: stored.account,
            name: account.name.as_str().into(),
            role: stored.role,
            roles: match stored.role {
                Role::Spectator => [Role::Spectator].into(),
                _ => account.roles.as_slice().into(),
            },
            is_guest: account.kind == AccountKind::Guest,
            csrf: stored.csrf.clone(),
            ends: stored.ends,
            seen: AtomicU64::new(stored.seen.0),
            saved: AtomicU64::new(stored.seen.0),
            budget: limits::of_session(&self.rates),
            watched: Watched::default(),
            ending: watch::Sender::new(None),
        });
        let known = Known { session, kind: account.kind };
        let mut all = self.known.write().unwrap_or_else(PoisonError::into_inner);
        // Two requests may have read it from the database at once; one of them wins, so
        // that all sockets wait for the same ending.
        let kept = all.entry(stored.token).or_insert_with(|| Arc::new(known));
        Arc::clone(&kept.session)
    }

    /// The session of a token, unless it is over.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub(crate) async fn find(&self, token: &str) -> Result<Option<Arc<Session>>, ApiError> {
        let key = token::hash(token);
        let session = match self.in_memory(&key) {
            Some(session) => session,
            None => match self.read_session(&key).await.map_err(inside)? {
                Some(session) => session,
                None => return Ok(None),
            },
        };
        match self.is_over(&session).await? {
            None => Ok(Some(session)),
            Some(ending) => {
                self.end(&session, ending).await?;
                Ok(None)
            }
        }
    }

    /// Why a session is over, if it is. It may have been used at another process since it was here.
    async fn is_over(&self, session: &Session) -> Result<Option<Ending>, ApiError> {
        let now = self.clock.now();
        if session.timed_out(now, self.idle_ms).is_some()
            && let Some(stored) = self.people.session(&session.key).await.map_err(inside)?
        {
            session.seen.fetch_max(stored.seen.0, Ordering::Relaxed);
        }
        Ok(session.timed_out(now, self.idle_ms))
    }

    fn in_memory(&self, key: &[u8; 32]) -> Option<Arc<Session>> {
        let all = self.known.read().unwrap_or_else(PoisonError::into_inner);
        all.get(key).map(|known| Arc::clone(&known.session))
    }

    async fn read_session(&self, key: &[u8; 32]) -> Result<Option<Arc<Session>>, StoreError> {
        let Some(stored) = self.people.session(key).await? else { return Ok(None) };
        let account = self.people.account(stored.account).await?;
        let account = account.filter(|account| account.revoked.is_none());
        Ok(account.map(|account| self.remember(&stored, &account)))
    }

    /// Ends a session, in memory first: from now on nothing is accepted from it.
    ///
    /// # Errors
    /// If the database cannot be written; the session is over all the same.
    pub(crate) async fn end(&self, session: &Session, why: Ending) -> Result<(), ApiError> {
        self.forget(session, why);
        self.people.delete_session(&session.key).await.map_err(inside)
    }

    fn forget(&self, session: &Session, why: Ending) {
        let mut all = self.known.write().unwrap_or_else(PoisonError::into_inner);
        all.remove(&session.key);
        session.ending.send_replace(Some(why));
        tracing::info!(target: "security", account = session.account.0, why = why.word(), "session over");
    }

    /// Ends every session of an account.
    ///
    /// # Errors
    /// If the database cannot be written.
    pub(crate) async fn end_account(
        &self,
        account: AccountId,
        why: Ending,
    ) -> Result<(), ApiError> {
        for session in self.all(|known| known.session.account == account) {
            self.forget(&session, why);
        }
        self.people.delete_sessions(account).await.map_err(inside)
    }

    fn all(&self, which: impl Fn(&Known) -> bool) -> Vec<Arc<Session>> {
        let all = self.known.read().unwrap_or_else(PoisonError::into_inner);
        let chosen = all.values().filter(|known| which(known));
        chosen.map(|known| Arc::clone(&known.session)).collect()
    }

    /// Ends what the clock has ended, and tells the database who was seen.
    ///
    /// # Errors
    /// If the database cannot be written.
    pub(crate) async fn sweep(&self) -> Result<(), ApiError> {
        let now = self.clock.now();
        for session in self.all(|known| known.session.timed_out(now, self.idle_ms).is_some()) {
            if let Some(ending) = self.is_over(&session).await? {
                self.end(&session, ending).await?;
            }
        }
        for session in self.all(|known| known.session.unsaved_ms() >= SAVE_MS) {
            let seen = session.seen.load(Ordering::Relaxed);
            session.saved.store(seen, Ordering::Relaxed);
            self.people.touch_session(&session.key, Time(seen));
        }
        self.people.delete_ended_sessions(now).await.map_err(inside)?;
        Ok(())
    }

    /// Ends the sessions that another process has ended: `bahama staff` revokes and
    /// resets while the server runs (S-09). Guests are not known to it.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub(crate) async fn recheck(&self) -> Result<(), ApiError> {
        for session in self.all(|known| known.kind != AccountKind::Guest) {
            if self.people.session(&session.key).await.map_err(inside)?.is_none() {
                self.forget(&session, Ending::Revoked);
            }
        }
        Ok(())
    }
}

#[allow(clippy::needless_pass_by_value, reason = "the form map_err asks for")]
fn inside(error: StoreError) -> ApiError {
    ApiError::inside(&error)
}
