//! What has been played: rounds step by step, and a player's statement.

use axum::Json;
use axum::extract::State;
use axum::response::Response;
use serde::Deserialize;

use super::read::{self, Asked, At};
use super::tables::ready_json;
use crate::app::App;
use crate::error::{ApiError, ErrorBody};
use crate::floor::RoundSummary;
use crate::session::Signed;

/// The most rounds in one answer.
const PAGE: usize = 50;

/// Which rounds.
#[derive(Deserialize, utoipa::IntoParams)]
pub(crate) struct Before {
    /// Only rounds before this one; the newest without it.
    before: Option<String>,
}

/// The last finished rounds of a table, newest first: all of them for staff, a player's
/// own for a player (G-02).
#[utoipa::path(get, path = "/api/tables/{table}/rounds", tag = "history",
    params(("table" = u32, Path, description = "The table"), Before), responses(
    (status = 200, description = "The rounds", body = Vec<RoundSummary>),
    (status = 404, description = "No such table", body = ErrorBody),
))]
pub(crate) async fn rounds(
    State(app): State<App>,
    Signed(session, _): Signed,
    At(table): At<String>,
    Asked(before): Asked<Before>,
) -> Result<Json<Vec<RoundSummary>>, ApiError> {
    let table = read::table(&table)?;
    let before = before.before.map(|text| read::number("before", &text)).transpose()?;
    Ok(Json(app.floor.rounds(table, session.actor(), before, PAGE).await?))
}

/// A finished round with every step, marked as history; a player's own only.
#[utoipa::path(get, path = "/api/tables/{table}/rounds/{round}", tag = "history",
    params(("table" = u32, Path, description = "The table"),
           ("round" = u64, Path, description = "The round's number")),
    responses(
    (status = 200, description = "The round", body = serde_json::Value),
    (status = 404, description = "No such round, or not yours", body = ErrorBody),
))]
pub(crate) async fn round(
    State(app): State<App>,
    Signed(session, _): Signed,
    At((table, round)): At<(String, String)>,
) -> Result<Response, ApiError> {
    let (table, round) = (read::table(&table)?, read::number("round", &round)?);
    let found = app.floor.round(table, session.actor(), round).await?;
    let json = found.ok_or_else(|| ApiError::not_found("round"))?;
    Ok(ready_json(json.as_bytes().to_vec()))
}

/// Which gaming days.
#[derive(Deserialize, utoipa::IntoParams)]
pub(crate) struct Days {
    /// From this gaming day, as `yyyymmdd`.
    from: Option<String>,
    /// To this gaming day, as `yyyymmdd`.
    to: Option<String>,
}

/// The caller's statement: every movement of money with its running total (G-04).
#[utoipa::path(get, path = "/api/me/statement", tag = "history", params(Days), responses(
    (status = 200, description = "The statement", body = serde_json::Value),
    (status = 401, description = "Nobody is signed in", body = ErrorBody),
))]
pub(crate) async fn statement(
    State(app): State<App>,
    Signed(session, _): Signed,
    Asked(days): Asked<Days>,
) -> Result<Response, ApiError> {
    let day =
        |text: Option<String>| text.map(|text| read::number("a gaming day", &text)).transpose();
    let json = app.floor.statement(session.account, day(days.from)?, day(days.to)?).await?;
    Ok(ready_json(json.as_bytes().to_vec()))
}
