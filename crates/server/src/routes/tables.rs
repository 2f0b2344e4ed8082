//! Tables: the lobby, a view, commands and their outcomes, entries, new tables.

use std::collections::BTreeMap;
use std::sync::Arc;

use axum::Json;
use axum::extract::{Request, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use rules::{Spot, Word as _};
use serde::{Deserialize, Serialize};
use table::{BetOffers, Command, Entry, Role, ShoeNews, TableId, View};

use super::postings;
use super::read::{self, Asked, At, Words};
use crate::app::App;
use crate::code::Code;
use crate::error::{ApiError, ErrorBody};
use crate::floor::{CommandRefused, GameAbout, OpenTable, Published, TableSummary};
use crate::session::Signed;

/// The most entries in one answer.
const PAGE: u32 = 200;

/// The tables.
#[derive(Serialize, utoipa::ToSchema)]
pub(crate) struct Lobby {
    /// The tables a person may see, by number.
    pub(crate) tables: Vec<TableSummary>,
    /// The games a table can be opened for.
    pub(crate) games: Vec<String>,
    /// What these games are, in their order.
    pub(crate) about: Vec<GameAbout>,
}

/// The tables of the floor, and the caller's practice tables.
#[utoipa::path(get, path = "/api/tables", tag = "tables", responses(
    (status = 200, description = "The lobby", body = Lobby),
    (status = 401, description = "Nobody is signed in", body = ErrorBody),
))]
pub(crate) async fn list(State(app): State<App>, Signed(session, _): Signed) -> Json<Lobby> {
    Json(lobby(&app, session.actor()))
}

/// What somebody sees of the lobby.
pub(crate) fn lobby(app: &App, viewer: table::Actor) -> Lobby {
    let mut tables = app.floor.tables();
    tables.retain(|summary| summary.is_visible(viewer));
    Lobby { tables, games: app.floor.games(), about: app.floor.abouts() }
}

/// A new table.
#[derive(Serialize, utoipa::ToSchema)]
pub(crate) struct Opened {
    /// Its number.
    table: TableId,
}

/// Opens a table: a practice table for a player, any kind for a supervisor.
#[utoipa::path(post, path = "/api/tables", tag = "tables", request_body = OpenTable, responses(
    (status = 201, description = "The table is open", body = Opened),
    (status = 400, description = "Not readable", body = ErrorBody),
    (status = 403, description = "Not with this role", body = ErrorBody),
    (status = 409, description = "The game does not offer this", body = ErrorBody),
    (status = 429, description = "Too many tables", body = ErrorBody),
))]
pub(crate) async fn open(
    State(app): State<App>,
    Signed(session, peer): Signed,
    request: Request,
) -> Result<Response, ApiError> {
    let open: OpenTable = read::json(request, Code::TableMalformed, Words::Repeat).await?;
    postings::check_role(&session, &open)?;
    if !app.limits.allows_opening(&peer) {
        return Err(ApiError::rate());
    }
    let table = app.floor.open_table(session.actor(), &open).await?;
    Ok((StatusCode::CREATED, Json(Opened { table })).into_response())
}

/// The table as the caller may see it.
#[utoipa::path(get, path = "/api/tables/{table}", tag = "tables",
    params(("table" = u32, Path, description = "The table")), responses(
    (status = 200, description = "The view", body = View),
    (status = 404, description = "No such table", body = ErrorBody),
))]
pub(crate) async fn view(
    State(app): State<App>,
    Signed(session, _): Signed,
    At(table): At<String>,
) -> Result<Response, ApiError> {
    let table = read::table(&table)?;
    app.floor.fresh(table).await;
    if !app.floor.is_visible(table, session.actor()) {
        return Err(read::unknown_table());
    }
    let view = app.floor.view(table, session.actor()).ok_or_else(read::unknown_table)?;
    session.watched.note(table, view.version);
    Ok(Json(view).into_response())
}

/// Stakes that somebody thinks of.
#[derive(Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct Wanted {
    /// The seat, from 1.
    #[param(value_type = u8)]
    seat: String,
    /// The stakes in cents, such as `main:500,match-up:100`.
    #[serde(default)]
    bets: String,
}

impl Wanted {
    fn stakes(&self) -> Result<BTreeMap<Spot, u32>, ApiError> {
        let stake = |text: &str| {
            let (spot, cents) = text.split_once(':')?;
            Some((Spot::from_word(spot)?, cents.parse().ok()?))
        };
        let all = self.bets.split(',').filter(|text| !text.is_empty());
        let stakes: Option<_> = all.map(stake).collect();
        let message = "bets are written as main:500,match-up:100";
        stakes.ok_or_else(|| ApiError::malformed(Code::RequestMalformed, message))
    }
}

/// What may be staked on a seat of the caller's beside what lies: which of the stakes he
/// thinks of fit, why others do not, and what each wager takes. Nothing changes with it.
#[utoipa::path(get, path = "/api/tables/{table}/offers", tag = "tables",
    params(("table" = u32, Path, description = "The table"), Wanted), responses(
    (status = 200, description = "What the table would take", body = BetOffers),
    (status = 400, description = "Not readable", body = ErrorBody),
    (status = 403, description = "Not the caller's seat", body = ErrorBody),
    (status = 404, description = "No such table", body = ErrorBody),
    (status = 409, description = "Bets are not taken", body = ErrorBody),
))]
pub(crate) async fn offers(
    State(app): State<App>,
    Signed(session, _): Signed,
    At(table): At<String>,
    Asked(wanted): Asked<Wanted>,
) -> Result<Json<BetOffers>, ApiError> {
    let table = read::table(&table)?;
    if !app.floor.is_visible(table, session.actor()) {
        return Err(read::unknown_table());
    }
    let (seat, stakes) = (read::number("a seat", &wanted.seat)?, wanted.stakes()?);
    let offers = app.floor.bet_offers(table, session.account, seat, &stakes);
    let offers = offers.ok_or_else(read::unknown_table)?.map_err(CommandRefused::from)?;
    Ok(Json(offers))
}

/// An answer whose JSON is written already.
pub(crate) fn ready_json(json: Vec<u8>) -> Response {
    ([(header::CONTENT_TYPE, "application/json")], json).into_response()
}

/// An answer of entries, which are JSON already.
pub(crate) fn json_list(entries: &[Arc<Published>]) -> Response {
    let texts: Vec<&str> = entries.iter().map(|entry| entry.json.as_str()).collect();
    ready_json(format!("[{}]", texts.join(",")).into_bytes())
}

/// Gives a command to a table. The same id is done once: asking again gives the same
/// answer (L-09).
#[utoipa::path(post, path = "/api/tables/{table}/commands", tag = "tables",
    params(("table" = u32, Path, description = "The table")),
    request_body = Command, responses(
    (status = 200, description = "Accepted: the entry it brought about", body = Entry),
    (status = 400, description = "Not readable", body = ErrorBody),
    (status = 403, description = "Not with this role, or from a foreign page", body = ErrorBody),
    (status = 404, description = "No such table", body = ErrorBody),
    (status = 409, description = "Refused by the table", body = ErrorBody),
    (status = 413, description = "Too large", body = ErrorBody),
    (status = 429, description = "Too fast", body = ErrorBody),
))]
pub(crate) async fn command(
    State(app): State<App>,
    Signed(session, _): Signed,
    At(table): At<String>,
    headers: HeaderMap,
    request: Request,
) -> Result<Response, ApiError> {
    if session.role == Role::Spectator {
        return Err(ApiError::role("give commands"));
    }
    let command: Command = read::json(request, Code::CommandMalformed, Words::Repeat).await?;
    let table = read::table(&table)?;
    let answer = app.give(table, &session, command, Some(&headers)).await?;
    Ok(ready_json(answer.entry.as_bytes().to_vec()))
}

/// What became of a command.
#[derive(Serialize, utoipa::ToSchema)]
pub(crate) struct Outcome {
    /// The version it led to; nothing for a command that has not been accepted. It may
    /// still be on its way: send it again with the same id.
    pub(crate) version: Option<u64>,
}

/// What became of one of the caller's commands, for who got no answer (L-10).
#[utoipa::path(get, path = "/api/tables/{table}/commands/{command}", tag = "tables",
    params(("table" = u32, Path, description = "The table"),
           ("command" = String, Path, description = "The command's id")),
    responses(
    (status = 200, description = "Its outcome", body = Outcome),
    (status = 400, description = "Not an id", body = ErrorBody),
    (status = 404, description = "No such table", body = ErrorBody),
))]
pub(crate) async fn outcome(
    State(app): State<App>,
    Signed(session, _): Signed,
    At((table, command)): At<(String, String)>,
) -> Result<Json<Outcome>, ApiError> {
    let (table, command) = (read::table(&table)?, read::command_id(command)?);
    let version = app.floor.outcome(table, session.account, &command).await?;
    Ok(Json(Outcome { version }))
}

/// Where to begin.
#[derive(Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct After {
    /// The version the caller has; from the beginning without it.
    #[param(value_type = Option<u64>)]
    pub(crate) after: Option<String>,
}

/// Entries after a version, oldest first, at most 200 of them. Who is not of the staff sees a
/// table's present: the round that ended last and what came after it, and everything since his
/// session first had the table before it. What the shoes did before stands in `shoes`, and one's
/// own rounds in `rounds`.
#[utoipa::path(get, path = "/api/tables/{table}/events", tag = "tables",
    params(("table" = u32, Path, description = "The table"), After), responses(
    (status = 200, description = "The entries", body = Vec<Entry>),
    (status = 404, description = "No such table", body = ErrorBody),
))]
pub(crate) async fn events(
    State(app): State<App>,
    Signed(session, _): Signed,
    At(table): At<String>,
    Asked(after): Asked<After>,
) -> Result<Response, ApiError> {
    let table = read::table(&table)?;
    let after = after.after.map_or(Ok(0), |text| read::number("after", &text))?;
    if !app.floor.is_visible(table, session.actor()) {
        return Err(read::unknown_table());
    }
    let since = app.since(table, &session).await?;
    Ok(json_list(&app.floor.entries(table, after.max(since), PAGE).await?))
}

/// The public record of a table's shoes after a version, oldest first, at most 200 entries of it:
/// signs, commitments, cuts, the cards as they were dealt, and the secrets of shoes that are
/// over. Anybody can check every shoe with it (F-04).
#[utoipa::path(get, path = "/api/tables/{table}/shoes", tag = "tables",
    params(("table" = u32, Path, description = "The table"), After), responses(
    (status = 200, description = "The record; empty once all is told", body = Vec<ShoeNews>),
    (status = 404, description = "No such table", body = ErrorBody),
))]
pub(crate) async fn shoes(
    State(app): State<App>,
    Signed(session, _): Signed,
    At(table): At<String>,
    Asked(after): Asked<After>,
) -> Result<Json<Vec<ShoeNews>>, ApiError> {
    let table = read::table(&table)?;
    let after = after.after.map_or(Ok(0), |text| read::number("after", &text))?;
    if !app.floor.is_visible(table, session.actor()) {
        return Err(read::unknown_table());
    }
    Ok(Json(app.floor.shoe_news(table, after, PAGE as usize).await?))
}
