//! What every request can reach.

use std::ops::Deref;
use std::sync::Arc;

use tokio::sync::watch;

use axum::http::StatusCode;
use table::{Actor, Command, TableId};

use crate::clock::Clock;
use crate::error::ApiError;
use crate::floor::{Answer, CommandRefused, Floor, RefusalKind};
use crate::limits::Limits;
use crate::settings::Settings;

/// The running server, shared by all requests.
#[derive(Clone)]
pub(crate) struct App(pub(crate) Arc<Parts>);

/// Its parts.
pub(crate) struct Parts {
    pub(crate) settings: Settings,
    pub(crate) clock: Clock,
    pub(crate) floor: Floor,
    pub(crate) limits: Limits,
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
            let kind = format!("{:?}", command.body.kind());
            tracing::warn!(target: "security", account = by.account.0, role = %by.role, kind, "denied");
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
