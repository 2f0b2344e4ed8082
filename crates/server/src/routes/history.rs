//! What has been played: rounds step by step, and a player's statement.

use axum::Json;
use axum::extract::State;
use serde::Deserialize;
use table::Time;

use super::read::{self, Asked, At};
use crate::app::App;
use crate::error::{ApiError, ErrorBody};
use crate::floor::{OwnRounds, PlayerStatement, RoundHistory, RoundResult, RoundSummary};
use crate::own_wagers::OwnWagers;
use crate::room_time::RoomTime;
use crate::session::Signed;

/// The most rounds in one answer.
const PAGE: u32 = 50;

/// Which rounds.
#[derive(Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct Before {
    /// Only rounds before this one; the newest without it.
    #[param(value_type = Option<u64>)]
    before: Option<String>,
}

/// Which of one's own rounds.
#[derive(Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct OwnBefore {
    /// Only rounds before this one, as `ended,table,round`; the newest without it.
    before: Option<String>,
    /// Only rounds of this table.
    #[param(value_type = Option<u32>)]
    table: Option<String>,
    /// Only rounds from this gaming day on, as `yyyymmdd`.
    #[param(value_type = Option<u32>)]
    from: Option<String>,
    /// Only rounds up to this gaming day, as `yyyymmdd`.
    #[param(value_type = Option<u32>)]
    to: Option<String>,
    /// Only rounds that came to this.
    #[param(value_type = Option<RoundResult>, inline)]
    result: Option<String>,
}

impl OwnBefore {
    fn wanted(&self, room: &RoomTime) -> Result<OwnRounds, ApiError> {
        let day = |text: &Option<String>| match text {
            None => Ok(None),
            Some(text) => {
                let day: u32 = read::number("a gaming day", text)?;
                let begins = room.day_begins(day.into(), 0);
                begins.map(|begins| Some((day, begins))).ok_or_else(|| read::no_day(text))
            }
        };
        Ok(OwnRounds {
            table: self.table.as_deref().map(read::table).transpose()?,
            from: day(&self.from)?,
            to: day(&self.to)?.map(|(day, _)| day),
            result: self.result.as_deref().map(read::round_result).transpose()?,
        })
    }
}

/// The caller's finished rounds at all tables, newest first, or those that are asked for among
/// all of them (G-04). A page is full as long as there are more.
#[utoipa::path(get, path = "/api/me/rounds", tag = "history", params(OwnBefore), responses(
    (status = 200, description = "The rounds", body = Vec<RoundSummary>),
    (status = 400, description = "Not a round, gaming day or result", body = ErrorBody),
    (status = 401, description = "Nobody is signed in", body = ErrorBody),
    (status = 404, description = "No such table", body = ErrorBody),
))]
pub(crate) async fn own(
    State(app): State<App>,
    Signed(session, _): Signed,
    Asked(asked): Asked<OwnBefore>,
) -> Result<Json<Vec<RoundSummary>>, ApiError> {
    let before = asked.before.as_deref().map(read::round_mark).transpose()?;
    let wanted = asked.wanted(&app.settings.room)?;
    Ok(Json(app.floor.rounds_of(session.account, wanted, before, PAGE).await?))
}

/// Which rounds are counted.
#[derive(Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct Counted {
    /// Only rounds of this table.
    #[param(value_type = Option<u32>)]
    table: Option<String>,
    /// Only rounds from this gaming day on, as `yyyymmdd`.
    #[param(value_type = Option<u32>)]
    from: Option<String>,
    /// Only rounds up to this gaming day, as `yyyymmdd`.
    #[param(value_type = Option<u32>)]
    to: Option<String>,
}

/// What the caller's finished rounds came to, wager by wager, beside what the analysis expects of
/// such bets: the difference is luck. Where a main wager's law is still worked out, its row says
/// so, and whoever asks again in a moment has it (G-04).
#[utoipa::path(get, path = "/api/me/wagers", tag = "history", params(Counted), responses(
    (status = 200, description = "The wagers", body = OwnWagers),
    (status = 400, description = "Not a gaming day", body = ErrorBody),
    (status = 401, description = "Nobody is signed in", body = ErrorBody),
    (status = 404, description = "No such table", body = ErrorBody),
))]
pub(crate) async fn wagers(
    State(app): State<App>,
    Signed(session, _): Signed,
    Asked(Counted { table, from, to }): Asked<Counted>,
) -> Result<Json<OwnWagers>, ApiError> {
    let counted = OwnBefore { before: None, table, from, to, result: None };
    let wanted = counted.wanted(&app.settings.room)?;
    // A long record takes memory, as for a report.
    let _one = app.reporting.acquire().await.map_err(|error| ApiError::inside(&error))?;
    let tally = app.floor.tally(session.account, wanted).await?;
    let (laws, games) = (app.laws.clone(), app.floor.abouts());
    let made = tokio::task::spawn_blocking(move || OwnWagers::of(&tally, &laws, &games)).await;
    let made = made.map_err(|error| ApiError::inside(&error))?;
    app.work_out_laws();
    Ok(Json(made))
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
    (status = 200, description = "The round", body = RoundHistory),
    (status = 404, description = "No such round, or not yours", body = ErrorBody),
))]
pub(crate) async fn round(
    State(app): State<App>,
    Signed(session, _): Signed,
    At((table, round)): At<(String, String)>,
) -> Result<Json<RoundHistory>, ApiError> {
    let (table, round) = (read::table(&table)?, read::number("round", &round)?);
    let found = app.floor.round(table, session.actor(), round).await?;
    found.map(Json).ok_or_else(|| ApiError::not_found("round"))
}

/// Which gaming days, and at which table.
#[derive(Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct Days {
    /// Only what moved at this table; all tables without it.
    #[param(value_type = Option<u32>)]
    table: Option<String>,
    /// From this gaming day, as `yyyymmdd`.
    #[param(value_type = Option<u32>)]
    from: Option<String>,
    /// To this gaming day, as `yyyymmdd`.
    #[param(value_type = Option<u32>)]
    to: Option<String>,
}

/// The caller's statement: every movement of money with its running total (G-04).
#[utoipa::path(get, path = "/api/me/statement", tag = "history", params(Days), responses(
    (status = 200, description = "The statement", body = PlayerStatement),
    (status = 400, description = "Not a gaming day", body = ErrorBody),
    (status = 401, description = "Nobody is signed in", body = ErrorBody),
    (status = 404, description = "No such table", body = ErrorBody),
))]
pub(crate) async fn statement(
    State(app): State<App>,
    Signed(session, _): Signed,
    Asked(days): Asked<Days>,
) -> Result<Json<PlayerStatement>, ApiError> {
    let begins = |text: Option<String>, days_later: i64, otherwise: u64| match text {
        None => Ok(Time(otherwise)),
        Some(text) => {
            let day = read::number("a gaming day", &text)?;
            app.settings.room.day_begins(day, days_later).ok_or_else(|| read::no_day(&text))
        }
    };
    let (from, until) = (begins(days.from, 0, 0)?, begins(days.to, 1, i64::MAX as u64)?);
    let table = days.table.as_deref().map(read::table).transpose()?;
    Ok(Json(app.floor.statement(session.account, table, from, until).await?))
}
