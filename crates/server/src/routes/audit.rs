//! For auditors: the record and the security log with filters, checks of the record, notes. All of it
//! is to be seen; nothing here changes anything but the list of notes.

use std::collections::BTreeMap;

use axum::Json;
use axum::extract::{Request, State};
use axum::http::StatusCode;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use store::{Head, SecurityRow, StoreError, Stream};
use table::{AccountId, Actor, CommandId, Entry, LinkId, Role, Time, Transfer};

use super::read::{self, Asked, Words};
use crate::app::App;
use crate::audit::Check;
use crate::code::Code;
use crate::error::{ApiError, ErrorBody};
use crate::session::{Session, Signed};

/// The most lines in one answer.
const LINES: usize = 100;
/// So many rows are looked at for one answer.
const SCANNED: u32 = 10_000;
/// How many are read at once.
const PAGE: u32 = 500;
/// The word of a note in the security log.
const NOTE: &str = "audit.note";
/// The least and most letters of a note.
const NOTE_LETTERS: std::ops::RangeInclusive<usize> = 3..=500;

/// What is looked for in the record.
#[derive(Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct InRecord {
    /// This table's record.
    #[param(value_type = Option<u32>)]
    table: Option<String>,
    /// Or this link's.
    #[param(value_type = Option<u32>)]
    link: Option<String>,
    /// Or that of a person's wallet, by the account.
    #[param(value_type = Option<u64>)]
    wallet: Option<String>,
    /// Only entries in which this happened, by the event's word.
    kind: Option<String>,
    /// Only commands of this account.
    #[param(value_type = Option<u64>)]
    person: Option<String>,
    /// From this gaming day on, as `yyyymmdd`.
    #[param(value_type = Option<u32>)]
    from: Option<String>,
    /// To this gaming day, as `yyyymmdd`.
    #[param(value_type = Option<u32>)]
    until: Option<String>,
    /// Only entries before this version; the newest without it.
    #[param(value_type = Option<u64>)]
    before: Option<String>,
}

/// What happened, with all that stands in it.
type Facts = BTreeMap<String, Value>;

/// Entries that were found, the newest first.
#[derive(Serialize, utoipa::ToSchema)]
pub(crate) struct RecordPage {
    /// The entries.
    entries: Vec<RecordEntry>,
    /// Before which version to look on; nothing once all was looked at.
    next: Option<u64>,
}

/// An entry of a table, a link or a person.
#[derive(Serialize, utoipa::ToSchema)]
pub(crate) struct RecordEntry {
    /// The version after it.
    version: u64,
    /// When it was accepted.
    at: Time,
    /// Who gave the command.
    by: Actor,
    /// His name.
    name: String,
    /// The command's id.
    command: CommandId,
    /// What happened, in order; `event` is its word.
    events: Vec<BTreeMap<String, Value>>,
    /// The money it moved.
    transfers: Vec<Transfer>,
}

/// What is looked for in the security log.
#[derive(Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct InLog {
    /// Only lines whose word begins so, as `card.`.
    what: Option<String>,
    /// Only lines of this account.
    #[param(value_type = Option<u64>)]
    person: Option<String>,
    /// From this gaming day on, as `yyyymmdd`.
    #[param(value_type = Option<u32>)]
    from: Option<String>,
    /// To this gaming day, as `yyyymmdd`.
    #[param(value_type = Option<u32>)]
    until: Option<String>,
    /// Only lines before this number; the newest without it.
    #[param(value_type = Option<u64>)]
    before: Option<String>,
}

/// Lines of the security log that were found, the newest first.
#[derive(Serialize, utoipa::ToSchema)]
pub(crate) struct LogPage {
    /// The lines.
    lines: Vec<LogLine>,
    /// Before which number to look on; nothing once all was looked at.
    next: Option<u64>,
}

/// A line of the security log.
#[derive(Serialize, utoipa::ToSchema)]
pub(crate) struct LogLine {
    /// Its number, without gaps.
    number: u64,
    /// When.
    at: Time,
    /// Whose account it concerns, if any.
    account: Option<AccountId>,
    /// The name of that account.
    name: String,
    /// What happened, as a stable word.
    what: String,
    /// More about it.
    detail: String,
    /// The hash of the chain after it.
    hash: String,
}

/// The end of a chain.
#[derive(Serialize, utoipa::ToSchema)]
#[schema(as = AuditChain)]
pub(crate) struct Chain {
    /// The table, link or person.
    #[serde(rename = "where")]
    place: String,
    /// Its last version.
    version: u64,
    /// The hash of its last entry.
    hash: String,
}

/// A note of the auditor's own.
#[derive(Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = AuditNote)]
pub(crate) struct Note {
    /// What is noted, in 3 to 500 letters.
    text: String,
}

/// Auditors and executives may look at everything.
fn may_look(session: &Session) -> Result<(), ApiError> {
    match session.role {
        Role::Auditor | Role::Executive => Ok(()),
        _ => Err(ApiError::role("look at the record")),
    }
}

/// The moments of gaming days, the last one included.
fn period(
    app: &App,
    from: Option<String>,
    until: Option<String>,
) -> Result<(Time, Time), ApiError> {
    let begins = |text: Option<String>, later: i64, otherwise: Time| match text {
        None => Ok(otherwise),
        Some(text) => {
            let day = read::number("a gaming day", &text)?;
            app.settings.room.day_begins(day, later).ok_or_else(|| read::no_day(&text))
        }
    };
    Ok((begins(from, 0, Time(0))?, begins(until, 1, Time(u64::MAX))?))
}

fn number(what: &str, text: Option<&String>) -> Result<Option<u64>, ApiError> {
    text.map(|text| read::number(what, text)).transpose()
}

/// Names of accounts, each asked for once.
#[derive(Default)]
struct Names(BTreeMap<AccountId, String>);

impl Names {
    async fn of(&mut self, app: &App, account: AccountId) -> Result<String, ApiError> {
        if account == AccountId::HOUSE {
            return Ok("house".to_owned());
        }
        if let Some(name) = self.0.get(&account) {
            return Ok(name.clone());
        }
        let row = app.people.account(account).await.map_err(|error| ApiError::inside(&error))?;
        let name = row.map_or_else(|| format!("account {account}"), |row| row.name);
        self.0.insert(account, name.clone());
        Ok(name)
    }
}

/// The record of a table, a link or a person's wallet, the newest entries first, as far as they are what
/// is looked for; for auditors and executives.
#[utoipa::path(get, path = "/api/audit/record", tag = "audit", params(InRecord), responses(
    (status = 200, description = "The entries", body = RecordPage),
    (status = 400, description = "Not readable, or not one of table, link and wallet", body = ErrorBody),
    (status = 403, description = "Not with this role", body = ErrorBody),
))]
pub(crate) async fn record(
    State(app): State<App>,
    Signed(session, _): Signed,
    Asked(wanted): Asked<InRecord>,
) -> Result<Json<RecordPage>, ApiError> {
    may_look(&session)?;
    let stream: Stream = match (&wanted.table, &wanted.link, &wanted.wallet) {
        (Some(table), None, None) => read::table(table)?.into(),
        (None, Some(link), None) => LinkId(read::number("a link", link)?).into(),
        (None, None, Some(wallet)) => AccountId(read::number("an account", wallet)?).into(),
        _ => {
            let message = "name one of table, link and wallet";
            return Err(ApiError::malformed(Code::RequestMalformed, message));
        }
    };
    let person = number("an account", wanted.person.as_ref())?;
    let before = number("before", wanted.before.as_ref())?;
    let (from, until) = period(&app, wanted.from, wanted.until)?;
    let is_asked = |entry: &Entry<Facts>| {
        let kind = wanted.kind.as_deref();
        let happened =
            |word: &str| entry.events.iter().any(|it| it.get("event") == Some(&word.into()));
        person.is_none_or(|person| entry.by.account.0 == person) && kind.is_none_or(happened)
    };
    let head = app.floor.head(stream).await?;
    let mut after_this = before.unwrap_or(u64::MAX).min(head.version + 1);
    let (mut found, mut names, mut scanned) = (Vec::new(), Names::default(), 0);
    'reading: while after_this > 1 && scanned < SCANNED {
        let first = after_this.saturating_sub(1 + u64::from(PAGE));
        let page = app.floor.entries(stream, first, (after_this - 1 - first) as u32).await?;
        scanned += PAGE;
        for stored in page.iter().rev() {
            let entry = serde_json::from_str::<Entry<Facts>>(&stored.json);
            let entry = entry.map_err(|error| ApiError::inside(&error))?;
            if entry.at < from {
                after_this = 1;
                break 'reading;
            }
            after_this = entry.version;
            if entry.at >= until || !is_asked(&entry) {
                continue;
            }
            let name = names.of(&app, entry.by.account).await?;
            let Entry { version, at, by, command, events, transfers, .. } = entry;
            found.push(RecordEntry { version, at, by, name, command, events, transfers });
            if found.len() == LINES {
                break 'reading;
            }
        }
    }
    Ok(Json(RecordPage { entries: found, next: Some(after_this).filter(|it| *it > 1) }))
}

/// The security log, the newest lines first, as far as they are what is looked for; for auditors and
/// executives.
#[utoipa::path(get, path = "/api/audit/log", tag = "audit", params(InLog), responses(
    (status = 200, description = "The lines", body = LogPage),
    (status = 400, description = "Not readable", body = ErrorBody),
    (status = 403, description = "Not with this role", body = ErrorBody),
))]
pub(crate) async fn log(
    State(app): State<App>,
    Signed(session, _): Signed,
    Asked(wanted): Asked<InLog>,
) -> Result<Json<LogPage>, ApiError> {
    may_look(&session)?;
    let person = number("an account", wanted.person.as_ref())?;
    let before = number("before", wanted.before.as_ref())?;
    let (from, until) = period(&app, wanted.from, wanted.until)?;
    let is_asked = |SecurityRow { line, .. }: &SecurityRow| {
        let begins = wanted.what.as_deref().is_none_or(|word| line.what.starts_with(word));
        let account = line.account.map(|account| account.0);
        begins && (person.is_none() || account == person) && line.at >= from && line.at < until
    };
    let inside = |error: StoreError| ApiError::inside(&error);
    let last = app.people.security_log(1).await.map_err(inside)?;
    let last = last.first().map_or(0, |row| row.number);
    let mut after_this = before.unwrap_or(u64::MAX).min(last + 1);
    let (mut lines, mut names, mut scanned) = (Vec::new(), Names::default(), 0);
    'reading: while after_this > 1 && scanned < SCANNED {
        let first = after_this.saturating_sub(1 + u64::from(PAGE));
        let most = (after_this - 1 - first) as u32;
        let page = app.people.security_log_after(first, most).await.map_err(inside)?;
        scanned += PAGE;
        for row in page.into_iter().rev() {
            after_this = row.number;
            if !is_asked(&row) {
                continue;
            }
            lines.push(line(&app, &mut names, row).await?);
            if lines.len() == LINES {
                break 'reading;
            }
        }
    }
    Ok(Json(LogPage { lines, next: Some(after_this).filter(|it| *it > 1) }))
}

async fn line(app: &App, names: &mut Names, row: SecurityRow) -> Result<LogLine, ApiError> {
    let SecurityRow { number, line, hash } = row;
    let name = match line.account {
        Some(account) => names.of(app, account).await?,
        None => String::new(),
    };
    let hash = table::hex(&hash);
    let (at, account, what, detail) = (line.at, line.account, line.what, line.detail);
    Ok(LogLine { number, at, account, name, what, detail, hash })
}

/// The ends of all chains, to be kept elsewhere; for auditors and executives.
#[utoipa::path(get, path = "/api/audit/chains", tag = "audit", responses(
    (status = 200, description = "The ends", body = Vec<Chain>),
    (status = 403, description = "Not with this role", body = ErrorBody),
))]
pub(crate) async fn chains(
    State(app): State<App>,
    Signed(session, _): Signed,
) -> Result<Json<Vec<Chain>>, ApiError> {
    may_look(&session)?;
    let chain = |(stream, head): (Stream, Head)| Chain {
        place: stream.to_string(),
        version: head.version,
        hash: table::hex(&head.hash),
    };
    Ok(Json(app.floor.heads().await?.into_iter().map(chain).collect()))
}

/// How far the check of the record is, and what it has found; for auditors and executives.
#[utoipa::path(get, path = "/api/audit/verify", tag = "audit", responses(
    (status = 200, description = "The check", body = Check),
    (status = 403, description = "Not with this role", body = ErrorBody),
))]
pub(crate) async fn checked(
    State(app): State<App>,
    Signed(session, _): Signed,
) -> Result<Json<Check>, ApiError> {
    may_look(&session)?;
    Ok(Json(app.checking.now()))
}

/// Begins a check of the whole record, unless one goes on: every chain, everything folded again, every
/// round settled again by the auditor's own sheets, what lies across, the security log. It changes
/// nothing. The seal of the file, snapshots and the table of ends are for `bahama audit verify`.
#[utoipa::path(post, path = "/api/audit/verify", tag = "audit", responses(
    (status = 200, description = "The check that goes on", body = Check),
    (status = 403, description = "Not with this role", body = ErrorBody),
))]
pub(crate) async fn verify(
    State(app): State<App>,
    Signed(session, _): Signed,
) -> Result<Json<Check>, ApiError> {
    may_look(&session)?;
    let clock = app.clock.clone();
    let people = std::sync::Arc::clone(&app.people);
    Ok(Json(app.checking.begin(&session.name, app.floor.journal(), people, clock)))
}

/// Adds a note of the auditor's own to the security log, with author and time: it can be neither changed
/// nor taken away.
#[utoipa::path(post, path = "/api/audit/notes", tag = "audit", request_body = Note, responses(
    (status = 201, description = "It is noted"),
    (status = 400, description = "Not readable, too short or too long", body = ErrorBody),
    (status = 403, description = "Not an auditor", body = ErrorBody),
))]
pub(crate) async fn note(
    State(app): State<App>,
    Signed(session, _): Signed,
    request: Request,
) -> Result<StatusCode, ApiError> {
    if session.role != Role::Auditor {
        return Err(ApiError::role("add notes to the audit"));
    }
    let Note { text } = read::json(request, Code::RequestMalformed, Words::Repeat).await?;
    let text = text.trim();
    if !NOTE_LETTERS.contains(&text.chars().count()) || text.chars().any(char::is_control) {
        let message = "a note has 3 to 500 letters, on one line";
        return Err(ApiError::malformed(Code::RequestMalformed, message));
    }
    let line = store::SecurityLine {
        at: app.clock.now(),
        account: Some(session.account),
        what: NOTE.to_owned(),
        detail: text.to_owned(),
    };
    // Unlike what the server notes by itself, this is what was asked for: it is written, or refused.
    app.people.log(line).await.map_err(|error| ApiError::inside(&error))?;
    Ok(StatusCode::CREATED)
}
