//! Reports, as the command line makes them.

use std::collections::BTreeMap;

use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use rules::Word as _;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use table::Time;

use super::read::{self, At};
use crate::app::App;
use crate::code::Code;
use crate::error::{ApiError, ErrorBody};
use crate::reports::{self, NoPeriod, ReadFailed, Which, Written};
use crate::session::Signed;

/// What a report is about, and how it is written.
#[derive(Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct About {
    /// The first gaming day, as `yyyymmdd`; from the beginning without it.
    #[param(value_type = Option<u32>)]
    from: Option<String>,
    /// The last gaming day, as `yyyymmdd`; up to now without it.
    #[param(value_type = Option<u32>)]
    until: Option<String>,
    /// This table alone, in a report of what tables did.
    #[param(value_type = Option<u32>)]
    table: Option<String>,
    /// How it is written; as JSON without it.
    #[param(value_type = Option<Form>, inline)]
    format: Option<String>,
}

/// How a report is written.
#[derive(utoipa::ToSchema)]
#[schema(as = ReportForm, rename_all = "kebab-case")]
#[allow(dead_code, reason = "it only describes what stands behind the question mark")]
pub(crate) enum Form {
    Json,
    Csv,
}

/// A report. Amounts of tables and slips are in cents, of meters in micro-dollars, shares in
/// hundredths of a percent, times in milliseconds.
#[derive(Serialize, utoipa::ToSchema)]
#[schema(as = Report)]
#[allow(dead_code, reason = "a report is written by one that knows its columns; this describes it")]
pub(crate) struct ReportShape {
    /// The version of the rows' shape.
    schema: u32,
    /// Which one.
    report: Which,
    /// The program that made it.
    program: String,
    /// The room's time zone.
    time_zone: String,
    /// The first moment it is about.
    from: Time,
    /// The first moment after it.
    to: Time,
    /// The columns, in order.
    columns: Vec<String>,
    /// What stands in each column: `cents`, `micros`, `moment`, `number`, `hundredths`, `lasting` or
    /// `words`.
    kinds: Vec<String>,
    /// How many rows there are.
    count: u64,
    /// The rows, by column.
    rows: Vec<BTreeMap<String, Value>>,
    /// The sums of the columns that can be added up.
    totals: BTreeMap<String, i64>,
}

/// A report of the record as it is now: the rows and totals of `bahama report`. The cage reads those of
/// jackpots, slips, trays and the bank account; supervisors, executives and auditors all of them.
#[utoipa::path(get, path = "/api/reports/{report}", tag = "reports",
    params(("report" = Which, Path, description = "Which report"), About), responses(
    (status = 200, description = "The report; comma-separated values where they were asked for",
        body = ReportShape),
    (status = 400, description = "Not gaming days, or a table where there is none", body = ErrorBody),
    (status = 403, description = "Not with this role", body = ErrorBody),
    (status = 404, description = "No such report or table", body = ErrorBody),
))]
pub(crate) async fn report(
    State(app): State<App>,
    Signed(session, _): Signed,
    At(word): At<String>,
    read::Asked(about): read::Asked<About>,
) -> Result<Response, ApiError> {
    let which = Which::from_word(&word).ok_or_else(|| ApiError::not_found("report"))?;
    if !which.roles().contains(&session.role) {
        return Err(ApiError::role("read this report"));
    }
    let is_csv = match about.format.as_deref() {
        None | Some("json") => false,
        Some("csv") => true,
        Some(_) => return Err(misread("a report is written as json or csv")),
    };
    let table = about.table.as_deref().map(read::table).transpose()?;
    if let Some(table) = table {
        if !which.is_of_tables() {
            return Err(misread("this report is not about tables"));
        }
        if !app.floor.is_visible(table, session.actor()) {
            return Err(read::unknown_table());
        }
    }
    let day = |text: Option<String>| text.map(|it| read::number("a gaming day", &it)).transpose();
    let (from, until) = (day(about.from)?, day(about.until)?);
    let (room, now) = (app.settings.room.clone(), app.clock.now());
    let period = reports::period(&room, from, until, now).map_err(|wrong| match wrong {
        NoPeriod::Day(day) => read::no_day(&day.to_string()),
        NoPeriod::Order => misread("the first day is after the last"),
    })?;
    let written = make(&app, reports::Asked { which, table }, period, now).await?;
    if is_csv {
        return Ok(file(&written));
    }
    Ok(axum::Json(written.json(&room, period)).into_response())
}

/// Reads and folds, one report at a time: a long record takes memory, and the tables go first.
async fn make(
    app: &App,
    asked: reports::Asked,
    period: table::report::Period,
    now: Time,
) -> Result<Written, ApiError> {
    let _one = app.reporting.acquire().await.map_err(|error| ApiError::inside(&error))?;
    let record = app.floor.record(&*app.people, asked).await.map_err(unreadable)?;
    let (laws, room) = (app.laws.clone(), app.settings.room.clone());
    let made = move || asked.which.of(&record, period, now, &room, &laws);
    let written =
        tokio::task::spawn_blocking(made).await.map_err(|error| ApiError::inside(&error))?;
    app.work_out_laws();
    Ok(written)
}

fn file(written: &Written) -> Response {
    let name = format!("attachment; filename=\"{}.csv\"", written.which.word());
    let headers = [
        (header::CONTENT_TYPE, "text/csv; charset=utf-8".to_owned()),
        (header::CONTENT_DISPOSITION, name),
    ];
    (StatusCode::OK, headers, written.csv()).into_response()
}

fn misread(message: &str) -> ApiError {
    ApiError::malformed(Code::RequestMalformed, message)
}

#[allow(clippy::needless_pass_by_value, reason = "the form map_err asks for")]
fn unreadable(failed: ReadFailed) -> ApiError {
    match failed {
        ReadFailed::TooFast(_) => {
            ApiError::new(StatusCode::SERVICE_UNAVAILABLE, Code::StoreFailed, failed.to_string())
        }
        failed => ApiError::inside(&failed),
    }
}
