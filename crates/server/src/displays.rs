//! Displays: screens with names of their own, any number of them. Each comes in once by its link,
//! stays in until it is revoked, and can do nothing but look (P-21, P-35).

use serde::Serialize;
use store::{AccountKind, AccountRow, NewAccount, StoreError};
use table::{AccountId, LinkId, Role, TableId, Time};

use crate::names::is_name;
use crate::staff::{Staff, StaffRefused};
use crate::token::Token;

/// What a display shows when its link is opened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shows {
    /// The meters of a link.
    Link(LinkId),
    /// A table with its meters.
    Table(TableId),
}

impl Shows {
    /// The page that shows it.
    pub fn page(self) -> String {
        match self {
            Shows::Link(link) => format!("/display/links/{}", link.0),
            Shows::Table(table) => format!("/display/{}", table.0),
        }
    }
}

/// A display, for a list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, utoipa::ToSchema)]
pub struct Display {
    /// Its account, by which it is revoked.
    pub account: AccountId,
    /// Its name.
    pub name: String,
    /// When its first link was made.
    pub made: Time,
    /// When it was revoked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub revoked: Option<Time>,
}

impl From<AccountRow> for Display {
    fn from(row: AccountRow) -> Display {
        let AccountRow { id: account, name, created: made, revoked, .. } = row;
        Display { account, name, made, revoked }
    }
}

impl Staff {
    /// Makes the link of a display. Where there is one of this name it gets a new link, and the
    /// screen that had the name before goes dark.
    ///
    /// # Errors
    /// If it is no name, or somebody else's, or that of a display that was revoked.
    pub async fn add_display(
        &self,
        name: &str,
        shows: Shows,
    ) -> Result<(AccountId, Token), StaffRefused> {
        if !is_name(name) {
            return Err(StaffRefused::Name);
        }
        let account = match self.people().account_by_name(name).await? {
            None => self.new_display(name).await?,
            Some(row) if row.kind != AccountKind::Display => {
                return Err(StaffRefused::Taken(row.name));
            }
            Some(row) if row.revoked.is_some() => return Err(StaffRefused::Revoked(row.name)),
            Some(row) => {
                self.shut(row.id).await?;
                row.id
            }
        };
        let token = self.link(Some(account), Role::Spectator, &shows.page()).await?;
        self.note(account, "display.link", shows.page()).await?;
        Ok((account, token))
    }

    async fn new_display(&self, name: &str) -> Result<AccountId, StaffRefused> {
        let (kind, roles, created) = (AccountKind::Display, vec![Role::Spectator], self.now());
        let new = NewAccount { name: name.to_owned(), kind, roles, password: None, created };
        match self.people().create_account(new).await {
            Err(StoreError::NameTaken(name)) => Err(StaffRefused::Taken(name)),
            made => Ok(made?),
        }
    }

    /// Every display, those that were revoked included.
    ///
    /// # Errors
    /// If the store cannot be read.
    pub async fn displays(&self) -> Result<Vec<Display>, StaffRefused> {
        Ok(self.people().displays().await?.into_iter().map(Display::from).collect())
    }

    /// Turns a display off for good, at once where it hangs, with its unused link.
    ///
    /// # Errors
    /// If no display has this name, or it was revoked before.
    pub async fn revoke_display(&self, name: &str) -> Result<Display, StaffRefused> {
        let found = self.people().account_by_name(name).await?;
        let found = found.filter(|row| row.kind == AccountKind::Display);
        let row = found.ok_or_else(|| StaffRefused::NoDisplay(name.to_owned()))?;
        if row.revoked.is_some() {
            return Err(StaffRefused::Revoked(row.name));
        }
        self.people().revoke(row.id, self.now()).await?;
        self.note(row.id, "display.revoked", row.name.clone()).await?;
        Ok(Display { revoked: Some(self.now()), ..row.into() })
    }
}
