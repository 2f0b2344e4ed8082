//! How a table is posted, and posting it anew.

use axum::Json;
use axum::extract::{Request, State};
use axum::response::Response;
use table::{Entry, Kind};

use super::read::{self, At, Words};
use super::tables::ready_json;
use crate::app::App;
use crate::code::Code;
use crate::error::{ApiError, ErrorBody};
use crate::floor::{PostAnew, Posting};
use crate::session::Signed;

/// How a table is posted: what a form begins with that posts it anew.
#[utoipa::path(get, path = "/api/tables/{table}/posting", tag = "tables",
    params(("table" = u32, Path, description = "The table")), responses(
    (status = 200, description = "The posting", body = Posting),
    (status = 404, description = "No such table", body = ErrorBody),
))]
pub(crate) async fn posting(
    State(app): State<App>,
    Signed(session, _): Signed,
    At(table): At<String>,
) -> Result<Json<Posting>, ApiError> {
    let table = read::table(&table)?;
    if !app.floor.is_visible(table, session.actor()) {
        return Err(read::unknown_table());
    }
    app.floor.posting(table).await?.map(Json).ok_or_else(read::unknown_table)
}

/// Posts a table anew (A49): everybody at it is told, and the posting holds from the first
/// moment between rounds at or after its time. `withdraw-posting` takes it back until then.
#[utoipa::path(post, path = "/api/tables/{table}/posting", tag = "tables",
    params(("table" = u32, Path, description = "The table")),
    request_body = PostAnew, responses(
    (status = 200, description = "Announced, or put up: the entry it brought about", body = Entry),
    (status = 400, description = "Not readable", body = ErrorBody),
    (status = 403, description = "Not with this role", body = ErrorBody),
    (status = 404, description = "No such table", body = ErrorBody),
    (status = 409, description = "The game does not offer this, or not at this table", body = ErrorBody),
    (status = 429, description = "Too many postings", body = ErrorBody),
))]
pub(crate) async fn post(
    State(app): State<App>,
    Signed(session, peer): Signed,
    At(table): At<String>,
    request: Request,
) -> Result<Response, ApiError> {
    if !session.role.may(Kind::Post) {
        return Err(ApiError::role("post a table anew"));
    }
    let anew: PostAnew = read::json(request, Code::TableMalformed, Words::Repeat).await?;
    let table = read::table(&table)?;
    if !app.limits.allows_opening(&peer) {
        return Err(ApiError::rate());
    }
    let answer = app.post_anew(table, &session, anew).await?;
    Ok(ready_json(answer.entry.as_bytes().to_vec()))
}
