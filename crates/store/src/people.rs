//! People: accounts, sign-ins, one-time links, cards, the security log, settings.

use async_trait::async_trait;
use table::{AccountId, Role, Time};

use crate::chain::Hash;
use crate::error::StoreError;

/// Who may sign in, who has, and what was noted about it.
#[async_trait]
pub trait People: Send + Sync {
    /// Opens an account and gives its number.
    ///
    /// # Errors
    /// [`StoreError::NameTaken`] if there is one with this name, whatever its case.
    async fn create_account(&self, account: NewAccount) -> Result<AccountId, StoreError>;
    /// The account with this number.
    async fn account(&self, id: AccountId) -> Result<Option<AccountRow>, StoreError>;
    /// The account with this name, whatever its case.
    async fn account_by_name(&self, name: &str) -> Result<Option<AccountRow>, StoreError>;
    /// The accounts of the staff, in order of their numbers.
    async fn staff(&self) -> Result<Vec<AccountRow>, StoreError>;
    /// The accounts of the displays, in order of their numbers.
    async fn displays(&self) -> Result<Vec<AccountRow>, StoreError>;
    /// Gives an account another password (its hash) and ends its sessions.
    ///
    /// # Errors
    /// [`StoreError::NoAccount`].
    async fn set_password(&self, id: AccountId, hash: &str) -> Result<(), StoreError>;
    /// Makes a player with a name and a password (its hash) of a guest, and ends the sessions. He
    /// stays the same account, with everything that is his.
    ///
    /// # Errors
    /// [`StoreError::NameTaken`] if another account has the name, whatever its case;
    /// [`StoreError::NoAccount`] if there is no such guest.
    async fn keep_guest(&self, id: AccountId, name: &str, hash: &str) -> Result<(), StoreError>;
    /// Gives an account other roles and ends its sessions.
    ///
    /// # Errors
    /// [`StoreError::NoAccount`].
    async fn set_roles(&self, id: AccountId, roles: &[Role]) -> Result<(), StoreError>;
    /// Closes an account for good and ends its sessions (S-09).
    ///
    /// # Errors
    /// [`StoreError::NoAccount`].
    async fn revoke(&self, id: AccountId, at: Time) -> Result<(), StoreError>;

    /// Keeps a new session.
    async fn insert_session(&self, session: Session) -> Result<(), StoreError>;
    /// The session whose token has this hash.
    async fn session(&self, token: &Hash) -> Result<Option<Session>, StoreError>;
    /// Notes that a session was used. It costs no sync: it is written with whatever is
    /// written next, and a crash forgets it.
    fn touch_session(&self, token: &Hash, at: Time);
    /// Ends a session.
    async fn delete_session(&self, token: &Hash) -> Result<(), StoreError>;
    /// Ends all sessions of an account.
    async fn delete_sessions(&self, account: AccountId) -> Result<(), StoreError>;
    /// Ends all sessions whose time is over, and gives how many.
    async fn delete_ended_sessions(&self, now: Time) -> Result<u64, StoreError>;
    /// The sessions in which an account plays.
    async fn playing_sessions(&self, account: AccountId) -> Result<Vec<Session>, StoreError>;

    /// Keeps a new one-time link.
    async fn insert_link(&self, link: Link) -> Result<(), StoreError>;
    /// Takes a one-time link: once, whoever asks at the same time, and before it ends.
    async fn take_link(&self, token: &Hash, at: Time) -> Result<Option<Link>, StoreError>;

    /// Issues a card and gives its number; the ones before it stay good.
    ///
    /// # Errors
    /// [`StoreError::NoAccount`].
    async fn add_card(&self, card: NewStaffCard) -> Result<u32, StoreError>;
    /// The card whose number has this hash.
    async fn card(&self, number: &Hash) -> Result<Option<StaffCardRow>, StoreError>;
    /// All cards, in order of their ids.
    async fn cards(&self) -> Result<Vec<StaffCardRow>, StoreError>;
    /// Takes a card out of use for good, with the proofs made with it (S-09).
    ///
    /// # Errors
    /// [`StoreError::NoCard`].
    async fn revoke_card(&self, id: u32, at: Time) -> Result<(), StoreError>;

    /// Keeps the proof that a card was shown with its PIN.
    async fn insert_proof(&self, proof: Proof) -> Result<(), StoreError>;
    /// Takes a proof for the command it was made for: once, whoever asks at the same time,
    /// before it ends, and only while the card and its owner are good (S-08, S-09).
    async fn take_proof(
        &self,
        token: &Hash,
        subject: &Hash,
        at: Time,
    ) -> Result<Option<StaffCardRow>, StoreError>;
    /// Forgets proofs whose time is over.
    async fn delete_ended_proofs(&self, now: Time) -> Result<(), StoreError>;

    /// Reserves an attempt under every count, before it is checked, so that guesses made at
    /// the same time count too (S-20). Gives the milliseconds to wait if it is too early:
    /// nothing is reserved then.
    async fn reserve_attempt(
        &self,
        counts: Vec<AttemptCount>,
        at: Time,
    ) -> Result<Result<(), u64>, StoreError>;
    /// The attempt was right: it is taken out of the counts again, and the counts that are
    /// cleared by it begin anew.
    async fn attempt_was_right(
        &self,
        counts: Vec<AttemptCount>,
        at: Time,
    ) -> Result<(), StoreError>;
    /// Forgets the attempts whose time is over.
    async fn delete_ended_attempts(&self, now: Time) -> Result<(), StoreError>;

    /// Writes a line of the security log (S-14).
    async fn log(&self, line: SecurityLine) -> Result<(), StoreError>;
    /// The last lines of the security log, latest first.
    async fn security_log(&self, limit: u32) -> Result<Vec<SecurityRow>, StoreError>;
    /// The lines of the security log after a number, in order: to be followed as it grows.
    async fn security_log_after(
        &self,
        after: u64,
        limit: u32,
    ) -> Result<Vec<SecurityRow>, StoreError>;
    /// Checks the chain of the security log; gives its last number and hash.
    ///
    /// # Errors
    /// [`StoreError::BrokenLog`], naming line and cause.
    async fn verify_log(&self) -> Result<(u64, Hash), StoreError>;

    /// A number that changes whenever another process has written to the database.
    async fn changes(&self) -> Result<u64, StoreError>;

    /// A setting.
    async fn setting(&self, name: &str) -> Result<Option<String>, StoreError>;
    /// Keeps a setting.
    async fn set_setting(&self, name: &str, value: &str) -> Result<(), StoreError>;
}

/// What kind of account it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum AccountKind {
    /// Somebody who just plays, for play money, as long as the session lasts.
    Guest,
    /// A player with a password.
    Player,
    /// Somebody who works for the house.
    Staff,
    /// A screen that shows meters or a table, and can do nothing else.
    Display,
}

impl AccountKind {
    /// Every kind.
    pub const ALL: [AccountKind; 4] =
        [AccountKind::Guest, AccountKind::Player, AccountKind::Staff, AccountKind::Display];

    /// The kind's word.
    pub const fn word(self) -> &'static str {
        match self {
            AccountKind::Guest => "guest",
            AccountKind::Player => "player",
            AccountKind::Staff => "staff",
            AccountKind::Display => "display",
        }
    }
}

/// An account to be opened.
#[derive(Clone, Debug)]
pub struct NewAccount {
    /// The name, unique whatever its case.
    pub name: String,
    /// The kind.
    pub kind: AccountKind,
    /// The roles it may sign in with.
    pub roles: Vec<Role>,
    /// The hash of the password, if it has one.
    pub password: Option<String>,
    /// When.
    pub created: Time,
}

/// An account.
#[derive(Clone, PartialEq, Eq)]
pub struct AccountRow {
    /// The number, from 1.
    pub id: AccountId,
    /// The name.
    pub name: String,
    /// The kind.
    pub kind: AccountKind,
    /// The roles it may sign in with.
    pub roles: Vec<Role>,
    /// The hash of the password, if it has one.
    pub password: Option<String>,
    /// When it was opened.
    pub created: Time,
    /// When it was closed, if it was.
    pub revoked: Option<Time>,
}

// Logs show accounts; not their passwords' hashes.
impl std::fmt::Debug for AccountRow {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("AccountRow")
            .field("id", &self.id)
            .field("name", &self.name)
            .field("kind", &self.kind)
            .field("roles", &self.roles)
            .field("revoked", &self.revoked)
            .finish_non_exhaustive()
    }
}

/// A session.
#[derive(Clone, PartialEq, Eq)]
pub struct Session {
    /// The hash of the token; the token itself is with the client only (S-05).
    pub token: Hash,
    /// The account.
    pub account: AccountId,
    /// The role it signed in with.
    pub role: Role,
    /// The anti-forgery token (S-06).
    pub csrf: String,
    /// When it began.
    pub created: Time,
    /// When it was last used.
    pub seen: Time,
    /// When it ends, used or not.
    pub ends: Time,
}

// Logs show sessions; not their tokens.
impl std::fmt::Debug for Session {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Session")
            .field("account", &self.account)
            .field("role", &self.role)
            .field("seen", &self.seen)
            .field("ends", &self.ends)
            .finish_non_exhaustive()
    }
}

/// A one-time link.
#[derive(Clone, PartialEq, Eq)]
pub struct Link {
    /// The hash of its token.
    pub token: Hash,
    /// The account it signs in as; without one, a new guest.
    pub account: Option<AccountId>,
    /// The role it signs in with.
    pub role: Role,
    /// The page it leads to.
    pub page: String,
    /// When it ends, taken or not.
    pub ends: Time,
}

impl std::fmt::Debug for Link {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Link")
            .field("account", &self.account)
            .field("role", &self.role)
            .field("page", &self.page)
            .finish_non_exhaustive()
    }
}

/// A card to be issued.
#[derive(Clone, Debug)]
pub struct NewStaffCard {
    /// The hash of the number on it; the number itself is on the card only.
    pub number: Hash,
    /// Whose card it is.
    pub account: AccountId,
    /// What it opens: supervisor or executive.
    pub level: Role,
    /// The hash of its PIN.
    pub pin: String,
    /// When.
    pub issued: Time,
}

/// A card of the staff.
#[derive(Clone, PartialEq, Eq)]
pub struct StaffCardRow {
    /// The card's id, from 1; it stands in records, and tells nothing of its number.
    pub id: u32,
    /// Whose card it is.
    pub account: AccountId,
    /// The owner's name.
    pub name: String,
    /// What it opens: supervisor or executive.
    pub level: Role,
    /// The hash of its PIN.
    pub pin: String,
    /// When it was issued.
    pub issued: Time,
    /// When it, or the account of its owner, was taken out of use, if it was.
    pub revoked: Option<Time>,
}

// Logs show cards; not their PINs' hashes.
impl std::fmt::Debug for StaffCardRow {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("StaffCardRow")
            .field("id", &self.id)
            .field("account", &self.account)
            .field("level", &self.level)
            .field("revoked", &self.revoked)
            .finish_non_exhaustive()
    }
}

/// A card that was shown with its PIN for one command.
#[derive(Clone, PartialEq, Eq)]
pub struct Proof {
    /// The hash of the token its owner got for it.
    pub token: Hash,
    /// The card.
    pub card: u32,
    /// The hash of the command it was shown for.
    pub subject: Hash,
    /// When it ends, used or not.
    pub ends: Time,
}

impl std::fmt::Debug for Proof {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Proof").field("card", &self.card).finish_non_exhaustive()
    }
}

/// How attempts of one kind are counted: for a name, for a card, from an address.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AttemptCount {
    /// The hash of what is counted, so that a key is short whatever somebody typed.
    pub key: Hash,
    /// Wrong attempts that cost nothing; after them the wait doubles, beginning with a second.
    pub free: u32,
    /// The longest wait in milliseconds.
    pub longest_ms: u64,
    /// What a right attempt does to it.
    pub right: AfterRight,
}

/// What a right attempt does to a count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AfterRight {
    /// It begins anew.
    Clear,
    /// Only the attempt itself is taken out: other people are counted here too.
    GiveBack,
    /// The same; and for some time it is not heeded where this other key is known, which a
    /// right attempt makes known. So nobody is kept out by what others try elsewhere.
    Know(Hash),
}

impl AttemptCount {
    /// Wrong attempts are forgotten after so long without another.
    pub(crate) const FORGOTTEN_MS: u64 = 60 * 60 * 1000;
    /// What is known is forgotten after so long.
    pub(crate) const KNOWN_MS: u64 = 30 * 24 * 60 * 60 * 1000;
    /// More counts than this are not kept; those that end first go first.
    pub(crate) const MOST: u32 = 50_000;

    /// When the next attempt may be made after so many, the last of them then.
    pub(crate) fn until(&self, tries: u64, last: Time) -> Time {
        match tries.checked_sub(self.free.into()) {
            None => last,
            Some(over) => Time(last.0 + (1000_u64 << over.min(20)).min(self.longest_ms)),
        }
    }
}

/// Something the security log is to note.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SecurityLine {
    /// When.
    pub at: Time,
    /// Whose account it concerns, if any.
    pub account: Option<AccountId>,
    /// What happened, as a stable word such as `sign-in.refused`.
    pub what: String,
    /// More about it; never a token, a password or a hidden card.
    pub detail: String,
}

/// A line of the security log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SecurityRow {
    /// The number of the line, from 1 and without gaps.
    pub number: u64,
    /// The line.
    pub line: SecurityLine,
    /// The hash.
    pub hash: Hash,
}
