//! Postings before they are tables': what can be chosen, and what is wrong with a choice.

use axum::Json;
use axum::extract::{Request, State};
use serde::Deserialize;
use table::Role;

use super::read::{self, Asked, At, Words};
use crate::app::App;
use crate::code::Code;
use crate::error::{ApiError, ErrorBody};
use crate::floor::{GameChoices, OpenTable, TableKind, Verdict};
use crate::session::{Session, Signed};

/// Whether somebody may post a table of this kind: players their own practice tables, a
/// supervisor any.
pub(crate) fn check_role(session: &Session, open: &OpenTable) -> Result<(), ApiError> {
    let may = match session.role {
        Role::Supervisor | Role::Executive => true,
        Role::Player => open.kind == TableKind::Practice,
        _ => false,
    };
    if may { Ok(()) } else { Err(ApiError::role("open such a table")) }
}

/// Whose posting it is.
#[derive(Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct Anew {
    /// The table that would be posted anew; without it, a new one.
    #[param(value_type = Option<u32>)]
    table: Option<String>,
}

/// Judges a posting as `POST /api/tables` does and opens nothing: all its faults at once, what
/// leaves the sheets, and what every wager is worth.
#[utoipa::path(post, path = "/api/postings", tag = "tables", params(Anew),
    request_body = OpenTable, responses(
    (status = 200, description = "What is said about it", body = Verdict),
    (status = 400, description = "Not readable", body = ErrorBody),
    (status = 403, description = "Not with this role", body = ErrorBody),
    (status = 404, description = "No such table", body = ErrorBody),
))]
pub(crate) async fn judge(
    State(app): State<App>,
    Signed(session, _): Signed,
    Asked(anew): Asked<Anew>,
    request: Request,
) -> Result<Json<Verdict>, ApiError> {
    let open: OpenTable = read::json(request, Code::TableMalformed, Words::Repeat).await?;
    check_role(&session, &open)?;
    let anew = anew.table.map(|table| read::table(&table)).transpose()?;
    if anew.is_some_and(|table| !app.floor.is_visible(table, session.actor())) {
        return Err(read::unknown_table());
    }
    Ok(Json(app.floor.verdict(session.actor(), &open, anew).await?))
}

/// Under which configuration.
#[derive(Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct Under {
    /// The configuration; the game's default without it.
    configuration: Option<String>,
}

/// A game and all that a posting can choose of it.
#[utoipa::path(get, path = "/api/games/{game}", tag = "tables",
    params(("game" = String, Path, description = "The game's id"), Under), responses(
    (status = 200, description = "What can be chosen", body = GameChoices),
    (status = 404, description = "No such game or configuration", body = ErrorBody),
))]
pub(crate) async fn game(
    State(app): State<App>,
    Signed(_, _): Signed,
    At(game): At<String>,
    Asked(under): Asked<Under>,
) -> Result<Json<GameChoices>, ApiError> {
    let choices = app.floor.choices(&game, under.configuration.as_deref());
    choices.map(Json).ok_or_else(|| ApiError::not_found("game"))
}
