//! People who work for the house: who they are, and how they come in.

use std::sync::Arc;

use serde::Serialize;
use store::{AccountKind, AccountRow, Link, NewAccount, People, SecurityLine, StoreError};
use table::{AccountId, Role, Time};

use crate::names::is_name;
use crate::password::{self, HashFailed, PasswordRefused};
use crate::token::{NoEntropy, Token};

/// How long a one-time link can be used.
pub const LINK_HOURS: u32 = 24;

/// What is stored for somebody who has no password any more: no password has this hash.
const NO_PASSWORD: &str = "none";

/// Why something about the staff was not done.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs)]
pub enum StaffRefused {
    #[error("a name has 2 to 32 letters, digits, spaces, dots, hyphens and apostrophes")]
    Name,
    #[error("name at least one role: dealer, cage, supervisor, executive or auditor")]
    NoRole,
    #[error(
        "“{0}” is not a role of the staff; they are dealer, cage, supervisor, executive and auditor"
    )]
    NotStaff(Role),
    #[error("there is an account called “{0}” already; `bahama staff reset` gives it a new way in")]
    Taken(String),
    #[error("nobody of the staff is called “{0}”; `bahama staff list` shows who is there")]
    Unknown(String),
    #[error("“{0}” has been revoked; add somebody under a new name")]
    Revoked(String),
    #[error("a PIN has 4 to 12 digits, at least three different ones, not in a row")]
    Pin,
    #[error("“{name}” cannot carry a card of level {level}: it goes with the role")]
    CardLevel { name: String, level: Role },
    #[error("there is no card {0}; `bahama staff card list` shows them")]
    NoCard(u32),
    #[error("no display is called “{0}”; `bahama display list` shows them")]
    NoDisplay(String),
    #[error(transparent)]
    Password(#[from] PasswordRefused),
    #[error(transparent)]
    Hash(#[from] HashFailed),
    #[error(transparent)]
    NoEntropy(#[from] NoEntropy),
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl StaffRefused {
    /// The stable code of the refusal.
    pub const fn code(&self) -> &'static str {
        match self {
            StaffRefused::Name => "staff.name",
            StaffRefused::NoRole | StaffRefused::NotStaff(_) => "staff.role",
            StaffRefused::Taken(_) => "staff.taken",
            StaffRefused::Unknown(_) => "staff.unknown",
            StaffRefused::Revoked(_) => "staff.revoked",
            StaffRefused::Pin => "card.pin",
            StaffRefused::CardLevel { .. } => "card.level",
            StaffRefused::NoCard(_) => "card.unknown",
            StaffRefused::NoDisplay(_) => "display.unknown",
            StaffRefused::Password(_) => "staff.password",
            StaffRefused::Hash(_) | StaffRefused::NoEntropy(_) | StaffRefused::Store(_) => {
                "staff.failed"
            }
        }
    }
}

/// Somebody of the staff, for a list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, utoipa::ToSchema)]
pub struct StaffLine {
    /// The account.
    pub account: AccountId,
    /// The name.
    pub name: String,
    /// The roles.
    pub roles: Vec<Role>,
    /// Whether there is a password.
    pub password: bool,
    /// When the account was revoked.
    pub revoked: Option<Time>,
}

/// The staff's desk: what `bahama staff` does, also while a server runs.
pub struct Staff {
    people: Arc<dyn People>,
    now: Time,
}

impl Staff {
    /// The staff of this store, at this time.
    pub fn new(people: Arc<dyn People>, now: Time) -> Staff {
        Staff { people, now }
    }

    pub(crate) fn people(&self) -> &dyn People {
        &*self.people
    }

    pub(crate) const fn now(&self) -> Time {
        self.now
    }

    /// Everybody, the revoked included.
    ///
    /// # Errors
    /// If the store cannot be read.
    pub async fn list(&self) -> Result<Vec<StaffLine>, StaffRefused> {
        let lines = self.people.staff().await?.into_iter().map(|row| StaffLine {
            account: row.id,
            name: row.name,
            roles: row.roles,
            password: row.password.is_some(),
            revoked: row.revoked,
        });
        Ok(lines.collect())
    }

    /// Adds somebody, with a password or without.
    ///
    /// # Errors
    /// If the name is taken, a role is not one of the staff, or the password is weak.
    pub async fn add(
        &self,
        name: &str,
        roles: &[Role],
        password: Option<&str>,
    ) -> Result<AccountId, StaffRefused> {
        if !is_name(name) {
            return Err(StaffRefused::Name);
        }
        if roles.is_empty() {
            return Err(StaffRefused::NoRole);
        }
        if let Some(other) = roles.iter().find(|role| !role.is_staff()) {
            return Err(StaffRefused::NotStaff(*other));
        }
        let password = password.map(|text| good_hash(name, text)).transpose()?;
        let mut roles = roles.to_vec();
        roles.dedup();
        let detail = words(&roles);
        let (kind, created) = (AccountKind::Staff, self.now);
        let new = NewAccount { name: name.to_owned(), kind, roles, password, created };
        let id = match self.people.create_account(new).await {
            Err(StoreError::NameTaken(name)) => return Err(StaffRefused::Taken(name)),
            made => made?,
        };
        self.note(id, "staff.added", detail).await?;
        Ok(id)
    }

    /// Gives somebody a new password; every session of the account ends.
    ///
    /// # Errors
    /// If nobody has this name, or the password is weak.
    pub async fn set_password(
        &self,
        name: &str,
        password: &str,
    ) -> Result<AccountId, StaffRefused> {
        let row = self.find(name).await?;
        let hash = good_hash(name, password)?;
        self.people.set_password(row.id, &hash).await?;
        self.note(row.id, "staff.password", String::new()).await?;
        Ok(row.id)
    }

    /// Ends every session of somebody, takes the password away, cancels every unused link and
    /// gives a new one (S-23).
    ///
    /// # Errors
    /// If nobody has this name.
    pub async fn reset(&self, name: &str, page: &str) -> Result<(AccountId, Token), StaffRefused> {
        let row = self.find(name).await?;
        self.shut(row.id).await?;
        let role = row.roles.first().copied().ok_or(StaffRefused::NoRole)?;
        let token = self.link(Some(row.id), role, page).await?;
        self.note(row.id, "staff.reset", String::new()).await?;
        Ok((row.id, token))
    }

    /// A one-time link for somebody, to the page on which his first role works; whatever let him in
    /// before ends.
    ///
    /// # Errors
    /// If nobody has this name.
    pub async fn way_in(&self, name: &str) -> Result<(AccountId, Token), StaffRefused> {
        let role = self.find(name).await?.roles.first().copied().ok_or(StaffRefused::NoRole)?;
        self.reset(name, &page_of(role, 1)).await
    }

    /// Takes somebody's access away at once, open sessions and unused links included (S-09,
    /// S-23).
    ///
    /// # Errors
    /// If nobody has this name.
    pub async fn revoke(&self, name: &str) -> Result<AccountId, StaffRefused> {
        let row = self.find(name).await?;
        self.people.revoke(row.id, self.now).await?;
        self.note(row.id, "staff.revoked", String::new()).await?;
        Ok(row.id)
    }

    /// A one-time link for an account, or for whoever comes as a guest.
    ///
    /// # Errors
    /// If it cannot be stored.
    pub async fn link(
        &self,
        account: Option<AccountId>,
        role: Role,
        page: &str,
    ) -> Result<Token, StaffRefused> {
        let token = Token::new()?;
        let ends = self.link_ends();
        let link = Link { token: token.hash(), account, role, page: page.to_owned(), ends };
        self.people.insert_link(link).await?;
        Ok(token)
    }

    /// When a link that is made now ends.
    pub fn link_ends(&self) -> Time {
        self.now.after(LINK_HOURS * 60 * 60 * 1000)
    }

    /// Ends every session of an account and cancels its unused links: no password opens it.
    pub(crate) async fn shut(&self, account: AccountId) -> Result<(), StaffRefused> {
        Ok(self.people.set_password(account, NO_PASSWORD).await?)
    }

    pub(crate) async fn find(&self, name: &str) -> Result<AccountRow, StaffRefused> {
        let row = self.people.account_by_name(name).await?;
        let row = row.filter(|row| row.kind == AccountKind::Staff);
        let row = row.ok_or_else(|| StaffRefused::Unknown(name.to_owned()))?;
        if row.revoked.is_some() {
            return Err(StaffRefused::Revoked(row.name));
        }
        Ok(row)
    }

    pub(crate) async fn note(
        &self,
        id: AccountId,
        what: &str,
        detail: String,
    ) -> Result<(), StaffRefused> {
        let (at, account, what) = (self.now, Some(id), what.to_owned());
        Ok(self.people.log(SecurityLine { at, account, what, detail }).await?)
    }
}

fn good_hash(name: &str, text: &str) -> Result<String, StaffRefused> {
    password::check(name, text)?;
    Ok(password::hash(text)?)
}

fn words(roles: &[Role]) -> String {
    roles.iter().map(|role| role.word()).collect::<Vec<_>>().join(" ")
}

/// The name of the page on which a role works.
pub(crate) const fn page_name(role: Role) -> &'static str {
    match role {
        Role::Dealer => "dealer",
        Role::Supervisor | Role::Executive => "floor",
        Role::Spectator => "display",
        Role::Cage => "cage",
        Role::Player | Role::Auditor | Role::House => "table",
    }
}

/// The page on which a role works at a table.
pub fn page_of(role: Role, table: u32) -> String {
    match role {
        // The cage pays for all tables at once.
        Role::Cage => "/cage".to_owned(),
        _ => format!("/{}/{table}", page_name(role)),
    }
}
