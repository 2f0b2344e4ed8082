//! What every request can reach.

use std::ops::Deref;
use std::sync::Arc;

use tokio::sync::watch;

use axum::http::StatusCode;
use store::{People, SecurityLine};
use table::{AccountId, Actor, Command, TableId};

use crate::bots::Bots;
use crate::clock::Clock;
use crate::error::ApiError;
use crate::floor::{Answer, CommandRefused, Floor, RefusalKind};
use crate::limits::Limits;
use crate::password::Passwords;
use crate::presence::Presence;
use crate::session::Keeper;
use crate::settings::Settings;
use crate::strategy::Strategies;
use crate::throttle::Throttle;

/// The running server, shared by all requests.
#[derive(Clone)]
pub(crate) struct App(pub(crate) Arc<Parts>);

/// Its parts.
pub(crate) struct Parts {
    pub(crate) settings: Settings,
    pub(crate) clock: Clock,
    pub(crate) floor: Floor,
    pub(crate) bots: Bots,
    pub(crate) strategies: Strategies,
    pub(crate) limits: Limits,
    pub(crate) people: Arc<dyn People>,
    pub(crate) presence: Presence,
    pub(crate) keeper: Keeper,
    pub(crate) passwords: Passwords,
    pub(crate) throttle: Throttle,
    /// Becomes true when the server stops.
    pub(crate) stopping: watch::Sender<bool>,
}

impl Deref for App {
    type Target = Parts;

    fn deref(&self) -> &Parts {
        &self.0
    }
}

impl App {
    /// Writes a line of the security log (S-14). Never a token, a password or a card.
    pub(crate) async fn note(&self, account: Option<AccountId>, what: &str, detail: String) {
        let number = account.map_or(0, |account| account.0);
        tracing::info!(target: "security", account = number, detail, "{what}");
        let at = self.clock.now();
        let line = SecurityLine { at, account, what: what.to_owned(), detail };
        if let Err(error) = self.people.log(line).await {
            tracing::error!(%error, "the security log could not be written");
        }
    }

    /// Gives a command to a table, if the role may give such commands at all (S-07).
    ///
    /// # Errors
    /// If role or table refuse; nothing has changed then.
    pub(crate) async fn give(
        &self,
        table: TableId,
        by: Actor,
        name: &str,
        command: Command,
    ) -> Result<Answer, ApiError> {
        if !by.role.may(command.body.kind()) {
            let detail = format!("{} {:?} at {table}", by.role, command.body.kind());
            self.note(Some(by.account), "command.denied", detail).await;
            return Err(ApiError::role("give this command"));
        }
        Ok(self.floor.command(table, by, name, command).await?)
    }
}

impl From<CommandRefused> for ApiError {
    fn from(refused: CommandRefused) -> ApiError {
        let status = match refused.kind {
            RefusalKind::NotFound => StatusCode::NOT_FOUND,
            RefusalKind::Denied => StatusCode::FORBIDDEN,
            RefusalKind::Conflict => StatusCode::CONFLICT,
            RefusalKind::Unavailable => StatusCode::SERVICE_UNAVAILABLE,
        };
        ApiError::new(status, refused.code, refused.message)
    }
}
