//! The coach: at a table, in a round of the past, and as a chart.

use axum::Json;
use axum::extract::{Request, State};
use rules::Rules;
use serde::Deserialize;
use table::{TableId, View};

use super::read::{self, Asked, At, Words};
use crate::app::App;
use crate::chart::StrategyChart;
use crate::coach::{self, Coaching, JudgedDecision};
use crate::code::Code;
use crate::drill::{Drill, DrillAsked};
use crate::error::{ApiError, ErrorBody};
use crate::session::{Session, Signed};

/// Which hand.
#[derive(Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct Named {
    /// The seat, from 1; any of the caller's without it.
    #[param(value_type = Option<u8>)]
    seat: Option<String>,
    /// The hand, from 1; any of them without it.
    #[param(value_type = Option<u8>)]
    hand: Option<String>,
}

/// What every answer to the caller's question is worth, exactly: for his cards, the doubles made,
/// his bet and the limits as posted; and what his last decision in this round cost. Whoever asks
/// while his bets lie has them solved by the time the cards are dealt. There is no coach at tables
/// with staff.
#[utoipa::path(get, path = "/api/tables/{table}/coach", tag = "tables",
    params(("table" = u32, Path, description = "The table"), Named), responses(
    (status = 200, description = "What the coach says", body = Coaching),
    (status = 403, description = "A table with staff", body = ErrorBody),
    (status = 404, description = "No such table", body = ErrorBody),
    (status = 409, description = "The analysis does not model these rules", body = ErrorBody),
))]
pub(crate) async fn coach(
    State(app): State<App>,
    Signed(session, _): Signed,
    At(table): At<String>,
    Asked(named): Asked<Named>,
) -> Result<Json<Coaching>, ApiError> {
    let number = |what, text: Option<String>| text.map(|it| read::number::<u8>(what, &it));
    let seat = number("a seat", named.seat).transpose()?;
    let hand = number("a hand", named.hand).transpose()?;
    let (view, rules) = coached(&app, &session, read::table(&table)?)?;
    let is_named = |asked: &::coach::Asked| {
        seat.is_none_or(|seat| seat == asked.seat) && hand.is_none_or(|hand| hand == asked.hand)
    };
    app.coach.says(&app.floor, &view, rules, is_named).await.map(Json)
}

/// The caller's decisions in a finished round, each with what it cost.
#[utoipa::path(get, path = "/api/tables/{table}/rounds/{round}/coach", tag = "history",
    params(("table" = u32, Path, description = "The table"),
           ("round" = u64, Path, description = "The round's number")),
    responses(
    (status = 200, description = "The decisions, in order", body = Vec<JudgedDecision>),
    (status = 403, description = "A table with staff", body = ErrorBody),
    (status = 404, description = "No such round, or not yours", body = ErrorBody),
    (status = 409, description = "The analysis does not model these rules", body = ErrorBody),
))]
pub(crate) async fn round(
    State(app): State<App>,
    Signed(session, _): Signed,
    At((table, round)): At<(String, String)>,
) -> Result<Json<Vec<JudgedDecision>>, ApiError> {
    let (table, round) = (read::table(&table)?, read::number("round", &round)?);
    coached(&app, &session, table)?;
    let decided = app.floor.decided_in(table, session.actor(), round).await?;
    let decided = decided.ok_or_else(|| ApiError::not_found("round"))?;
    app.coach.judges(&decided).await.map(Json)
}

/// Hands to decide, each with what every answer is worth: weak ones of one's own, or a part of the
/// chart. What was right comes again after a longer time; whoever asks sends what he was told of
/// earlier answers. There are no drills at tables with staff.
#[utoipa::path(post, path = "/api/tables/{table}/drill", tag = "tables",
    params(("table" = u32, Path, description = "The table")), request_body = DrillAsked, responses(
    (status = 200, description = "What comes now", body = Drill),
    (status = 400, description = "Not readable, or no such place in a chart", body = ErrorBody),
    (status = 403, description = "A table with staff", body = ErrorBody),
    (status = 404, description = "No such table", body = ErrorBody),
    (status = 409, description = "The analysis does not model these rules", body = ErrorBody),
))]
pub(crate) async fn drill(
    State(app): State<App>,
    Signed(session, _): Signed,
    At(table): At<String>,
    request: Request,
) -> Result<Json<Drill>, ApiError> {
    let (view, rules) = coached(&app, &session, read::table(&table)?)?;
    let asked: DrillAsked = read::json(request, Code::RequestMalformed, Words::Repeat).await?;
    Drill::of(&app, session.actor(), &view, rules, &asked).await.map(Json)
}

/// The strategy chart for the caller's bet, or for the smallest one. The first one to ask for a
/// game waits for it; the tables do not.
#[utoipa::path(get, path = "/api/tables/{table}/chart", tag = "tables",
    params(("table" = u32, Path, description = "The table")), responses(
    (status = 200, description = "The chart", body = StrategyChart),
    (status = 403, description = "A table with staff", body = ErrorBody),
    (status = 404, description = "No such table", body = ErrorBody),
    (status = 409, description = "The analysis does not model these rules", body = ErrorBody),
))]
pub(crate) async fn chart(
    State(app): State<App>,
    Signed(session, _): Signed,
    At(table): At<String>,
) -> Result<Json<StrategyChart>, ApiError> {
    let (view, rules) = coached(&app, &session, read::table(&table)?)?;
    let chart = app.coach.chart(&view, rules).await?;
    Ok(Json((*chart).clone()))
}

/// A table that the caller may see and the coach may speak at, with its rules.
fn coached(app: &App, session: &Session, table: TableId) -> Result<(View, Rules), ApiError> {
    if !app.floor.is_visible(table, session.actor()) {
        return Err(read::unknown_table());
    }
    let view = app.floor.view(table, session.actor()).ok_or_else(read::unknown_table)?;
    coach::check(&view.posted)?;
    let rules = app.floor.rules_now(table).ok_or_else(read::unknown_table)?;
    Ok((view, rules))
}
