//! Asking bots to a table.

use axum::Json;
use axum::extract::{Request, State};
use serde::{Deserialize, Serialize};
use table::Role;

use super::read::{self, At, Words};
use crate::app::App;
use crate::bots;
use crate::code::Code;
use crate::error::{ApiError, ErrorBody};
use crate::session::Signed;

/// How many bots are wanted.
#[derive(Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct AskBots {
    /// So many more, as far as there are free seats; at least one stays free.
    bots: u8,
}

/// Bots that have sat down.
#[derive(Serialize, utoipa::ToSchema)]
pub(crate) struct BotsSeated {
    /// How many.
    seated: u8,
}

/// Asks bots to sit down at a table without staff where the caller sits, at his practice
/// table too. They play the solved strategy for play money, their names end in “(bot)”, and
/// they leave after the last person.
#[utoipa::path(post, path = "/api/tables/{table}/bots", tag = "tables",
    params(("table" = u32, Path, description = "The table")),
    request_body = AskBots, responses(
    (status = 200, description = "They sit", body = BotsSeated),
    (status = 400, description = "Not readable", body = ErrorBody),
    (status = 403, description = "Not with this role", body = ErrorBody),
    (status = 404, description = "No such table", body = ErrorBody),
    (status = 409, description = "Not at this table, or not without a seat", body = ErrorBody),
    (status = 429, description = "Too many", body = ErrorBody),
))]
pub(crate) async fn seat(
    State(app): State<App>,
    Signed(session, peer): Signed,
    At(table): At<String>,
    request: Request,
) -> Result<Json<BotsSeated>, ApiError> {
    if session.role != Role::Player {
        return Err(ApiError::role("ask bots to a table"));
    }
    let AskBots { bots } = read::json(request, Code::BotsMalformed, Words::Repeat).await?;
    let table = read::table(&table)?;
    if !app.floor.is_visible(table, session.actor()) {
        return Err(read::unknown_table());
    }
    if !app.limits.allows_opening(&peer) {
        return Err(ApiError::rate());
    }
    let seated = bots::seat(&app, table, session.account, bots).await?;
    Ok(Json(BotsSeated { seated }))
}
