//! The rules of a table, for everybody who may see it.

use axum::Json;
use axum::extract::State;

use super::read::{self, At};
use crate::app::App;
use crate::error::{ApiError, ErrorBody};
use crate::floor::TableRules;
use crate::session::Signed;
use crate::strategy::Edge;

/// The rules of a table: placard, limits, pay tables and the whole book, from the game
/// file it was set up with.
#[utoipa::path(get, path = "/api/tables/{table}/rules", tag = "tables",
    params(("table" = u32, Path, description = "The table")), responses(
    (status = 200, description = "The rules", body = TableRules),
    (status = 404, description = "No such table", body = ErrorBody),
))]
pub(crate) async fn rules(
    State(app): State<App>,
    Signed(session, _): Signed,
    At(table): At<String>,
) -> Result<Json<TableRules>, ApiError> {
    let table = read::table(&table)?;
    if !app.floor.is_visible(table, session.actor()) {
        return Err(read::unknown_table());
    }
    app.floor.rules(table).await?.map(Json).ok_or_else(read::unknown_table)
}

/// What the house keeps of every wager of a table, worked out exactly. The first one to
/// ask about a game waits for it; the tables do not.
#[utoipa::path(get, path = "/api/tables/{table}/edges", tag = "tables",
    params(("table" = u32, Path, description = "The table")), responses(
    (status = 200, description = "The house edges", body = Vec<Edge>),
    (status = 404, description = "No such table", body = ErrorBody),
))]
pub(crate) async fn edges(
    State(app): State<App>,
    Signed(session, _): Signed,
    At(table): At<String>,
) -> Result<Json<Vec<Edge>>, ApiError> {
    let table = read::table(&table)?;
    if !app.floor.is_visible(table, session.actor()) {
        return Err(read::unknown_table());
    }
    let edges = app.strategies.edges(&app.floor, table).await?;
    edges.map(Json).ok_or_else(read::unknown_table)
}
