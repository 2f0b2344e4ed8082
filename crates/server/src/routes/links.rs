//! Links: their meters, commands that go straight to them, slips; and cards shown for a
//! command.

use axum::Json;
use axum::extract::{Request, State};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use store::Stream;
use table::{Command, Entry, LinkBody, LinkEvent, LinkId, LinkView, News, Role, Slip, Time};

use super::read::{self, Asked, At, Words};
use super::tables::{After, Outcome, json_list, ready_json};
use crate::app::App;
use crate::card::Shown;
use crate::code::Code;
use crate::error::{ApiError, ErrorBody};
use crate::peer::Peer;
use crate::session::Signed;
use crate::typed_secret::Typed;

/// The most entries in one answer.
const PAGE: u32 = 200;

/// The links of the floor with their meters.
#[utoipa::path(get, path = "/api/links", tag = "links", responses(
    (status = 200, description = "The links", body = Vec<LinkView>),
    (status = 401, description = "Nobody is signed in", body = ErrorBody),
))]
pub(crate) async fn list(
    State(app): State<App>,
    Signed(session, _): Signed,
) -> Json<Vec<LinkView>> {
    Json(app.floor.links(session.actor()))
}

/// A link as the caller may see it: meters, claims, hits, pay tables; for staff also what
/// the house holds.
#[utoipa::path(get, path = "/api/links/{link}", tag = "links",
    params(("link" = u32, Path, description = "The link")), responses(
    (status = 200, description = "The view", body = LinkView),
    (status = 404, description = "No such link", body = ErrorBody),
))]
pub(crate) async fn view(
    State(app): State<App>,
    Signed(session, _): Signed,
    At(link): At<String>,
) -> Result<Json<LinkView>, ApiError> {
    let link = read_link(&link)?;
    app.floor.fresh(link).await;
    let view = app.floor.link_view(link, session.actor());
    view.map(Json).ok_or_else(unknown_link)
}

/// The number of a link in an address.
pub(super) fn read_link(text: &str) -> Result<LinkId, ApiError> {
    text.parse().map(LinkId).map_err(|_| unknown_link())
}

pub(super) fn unknown_link() -> ApiError {
    ApiError::new(StatusCode::NOT_FOUND, Code::LinkUnknown, "there is no such link")
}

/// Gives a command straight to a link: adjust, parameters, back-out, slips and so on. What
/// happens at a table goes to the table. Proofs of cards come in the header
/// `x-bahama-proof`.
#[utoipa::path(post, path = "/api/links/{link}/commands", tag = "links",
    params(("link" = u32, Path, description = "The link")),
    request_body = Command<LinkBody>, responses(
    (status = 200, description = "Accepted: the entry it brought about", body = Entry<LinkEvent>),
    (status = 400, description = "Not readable", body = ErrorBody),
    (status = 403, description = "Not with this role, or without a good card", body = ErrorBody),
    (status = 404, description = "No such link", body = ErrorBody),
    (status = 409, description = "Refused by the link", body = ErrorBody),
))]
pub(crate) async fn command(
    State(app): State<App>,
    Signed(session, _): Signed,
    At(link): At<String>,
    headers: HeaderMap,
    request: Request,
) -> Result<Response, ApiError> {
    // What a display sends is not even read (P-21).
    if session.role == Role::Spectator {
        return Err(ApiError::role("give commands"));
    }
    let command: Command<LinkBody> =
        read::json(request, Code::CommandMalformed, Words::Repeat).await?;
    let link = read_link(&link)?;
    let answer = app.give_link(link, &session, &command, &headers).await?;
    Ok(ready_json(answer.entry.as_bytes().to_vec()))
}

/// What became of one of the caller's commands to a link (L-10).
#[utoipa::path(get, path = "/api/links/{link}/commands/{command}", tag = "links",
    params(("link" = u32, Path, description = "The link"),
           ("command" = String, Path, description = "The command's id")),
    responses(
    (status = 200, description = "Its outcome", body = Outcome),
    (status = 400, description = "Not an id", body = ErrorBody),
    (status = 404, description = "No such link", body = ErrorBody),
))]
pub(crate) async fn outcome(
    State(app): State<App>,
    Signed(session, _): Signed,
    At((link, command)): At<(String, String)>,
) -> Result<Json<Outcome>, ApiError> {
    let (link, command) = (read_link(&link)?, read::command_id(command)?);
    let version = app.floor.outcome(link, session.account, &command).await?;
    Ok(Json(Outcome { version }))
}

/// Entries of a link. They are sent as they were stored; this only describes them.
#[derive(utoipa::ToSchema)]
#[allow(dead_code)]
struct LinkEntries(Vec<Entry<LinkEvent>>);

/// Entries of a link after a version, oldest first, at most 200 of them; for staff.
#[utoipa::path(get, path = "/api/links/{link}/events", tag = "links",
    params(("link" = u32, Path, description = "The link"), After), responses(
    (status = 200, description = "The entries", body = LinkEntries),
    (status = 403, description = "Not staff", body = ErrorBody),
    (status = 404, description = "No such link", body = ErrorBody),
))]
pub(crate) async fn events(
    State(app): State<App>,
    Signed(session, _): Signed,
    At(link): At<String>,
    Asked(after): Asked<After>,
) -> Result<Response, ApiError> {
    staff_only(session.role)?;
    let link = read_link(&link)?;
    let after = after.after.map_or(Ok(0), |text| read::number("after", &text))?;
    if app.floor.link_view(link, session.actor()).is_none() {
        return Err(unknown_link());
    }
    Ok(json_list(&app.floor.entries(link, after, PAGE).await?))
}

/// The news of a link. They are sent as they were made; this only describes them.
#[derive(utoipa::ToSchema)]
#[allow(dead_code)]
struct LinkNews(Vec<News>);

/// What everybody may know of a link's entries after a version, oldest first, at most 200 of
/// them, each under its entry's number and without gaps.
#[utoipa::path(get, path = "/api/links/{link}/news", tag = "links",
    params(("link" = u32, Path, description = "The link"), After), responses(
    (status = 200, description = "The news", body = LinkNews),
    (status = 401, description = "Nobody is signed in", body = ErrorBody),
    (status = 404, description = "No such link", body = ErrorBody),
))]
pub(crate) async fn news(
    State(app): State<App>,
    Signed(session, _): Signed,
    At(link): At<String>,
    Asked(after): Asked<After>,
) -> Result<Response, ApiError> {
    let link = read_link(&link)?;
    let after = after.after.map_or(Ok(0), |text| read::number("after", &text))?;
    if !app.floor.is_link_visible(link, session.actor()) {
        return Err(unknown_link());
    }
    Ok(json_list(&app.floor.told(link.into(), after, PAGE).await?))
}

/// A slip with everything about its award; for staff.
#[utoipa::path(get, path = "/api/links/{link}/slips/{slip}", tag = "links",
    params(("link" = u32, Path, description = "The link"),
           ("slip" = u64, Path, description = "The slip's number")),
    responses(
    (status = 200, description = "The slip", body = Slip),
    (status = 403, description = "Not staff", body = ErrorBody),
    (status = 404, description = "No such slip", body = ErrorBody),
))]
pub(crate) async fn slip(
    State(app): State<App>,
    Signed(session, _): Signed,
    At((link, slip)): At<(String, String)>,
) -> Result<Json<Slip>, ApiError> {
    staff_only(session.role)?;
    find_slip(&app, &link, &slip).map(Json)
}

pub(super) fn staff_only(role: Role) -> Result<(), ApiError> {
    if role.is_staff() { Ok(()) } else { Err(ApiError::role("see this")) }
}

pub(super) fn find_slip(app: &App, link: &str, slip: &str) -> Result<Slip, ApiError> {
    let (link, slip) = (read_link(link)?, read::number("a slip", slip)?);
    app.floor.slip(link, slip).ok_or_else(|| {
        ApiError::new(StatusCode::NOT_FOUND, table::Code::SlipUnknown, "there is no such slip")
    })
}

/// A card shown with its PIN, and the command it is shown for.
#[derive(Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Swipe<C> {
    /// The number on the card.
    #[schema(value_type = String)]
    pub(super) card: Typed,
    /// The PIN.
    #[schema(value_type = String)]
    pub(super) pin: Typed,
    /// The command, exactly as it will be sent.
    pub(super) command: C,
}

/// The proof that a card was shown.
#[derive(Serialize, utoipa::ToSchema)]
pub(crate) struct Proven {
    /// To be sent in the header `x-bahama-proof` of the command, once. Two proofs are
    /// separated by a comma.
    proof: String,
    /// When it ends.
    ends: Time,
}

/// Shows a card with its PIN for one command to a table (S-08). The reader may stand at
/// anybody's desk of the staff.
#[utoipa::path(post, path = "/api/tables/{table}/swipes", tag = "links",
    params(("table" = u32, Path, description = "The table")),
    request_body = Swipe<Command>, responses(
    (status = 201, description = "A proof for this command", body = Proven),
    (status = 400, description = "Not readable", body = ErrorBody),
    (status = 403, description = "Card or PIN is wrong, or the card is out of use", body = ErrorBody),
    (status = 404, description = "No such table", body = ErrorBody),
    (status = 429, description = "Too many wrong PINs", body = ErrorBody),
))]
pub(crate) async fn swipe_table(
    State(app): State<App>,
    Signed(session, _): Signed,
    axum::Extension(peer): axum::Extension<Peer>,
    At(table): At<String>,
    request: Request,
) -> Result<Response, ApiError> {
    let table = read::table(&table)?;
    if !app.floor.is_visible(table, session.actor()) {
        return Err(read::unknown_table());
    }
    let swipe: Swipe<Command> = read_swipe(session.role, request).await?;
    let body = table::fingerprint(&swipe.command.body);
    let Swipe { card, pin, command } = swipe;
    let (number, place) = (card.as_str(), Stream::from(table).to_string());
    let shown = Shown { number, pin, place, command: &command.id, body: &body };
    swiped(&app, &peer, shown).await
}

/// Shows a card with its PIN for one command to a link (S-08).
#[utoipa::path(post, path = "/api/links/{link}/swipes", tag = "links",
    params(("link" = u32, Path, description = "The link")),
    request_body = Swipe<Command<LinkBody>>, responses(
    (status = 201, description = "A proof for this command", body = Proven),
    (status = 400, description = "Not readable", body = ErrorBody),
    (status = 403, description = "Card or PIN is wrong, or the card is out of use", body = ErrorBody),
    (status = 404, description = "No such link", body = ErrorBody),
    (status = 429, description = "Too many wrong PINs", body = ErrorBody),
))]
pub(crate) async fn swipe_link(
    State(app): State<App>,
    Signed(session, _): Signed,
    axum::Extension(peer): axum::Extension<Peer>,
    At(link): At<String>,
    request: Request,
) -> Result<Response, ApiError> {
    let link = read_link(&link)?;
    if app.floor.link_view(link, session.actor()).is_none() {
        return Err(unknown_link());
    }
    let swipe: Swipe<Command<LinkBody>> = read_swipe(session.role, request).await?;
    let body = table::fingerprint(&swipe.command.body);
    let Swipe { card, pin, command } = swipe;
    let (number, place) = (card.as_str(), Stream::from(link).to_string());
    let shown = Shown { number, pin, place, command: &command.id, body: &body };
    swiped(&app, &peer, shown).await
}

pub(super) async fn read_swipe<C: DeserializeOwned>(
    role: Role,
    request: Request,
) -> Result<Swipe<C>, ApiError> {
    if !role.is_staff() {
        return Err(ApiError::role("show a card"));
    }
    read::json(request, Code::SwipeMalformed, Words::Keep).await
}

pub(super) async fn swiped(app: &App, peer: &Peer, shown: Shown<'_>) -> Result<Response, ApiError> {
    let (token, ends) = app.prove(shown, peer).await?;
    let proven = Proven { proof: token.reveal().to_owned(), ends };
    Ok((StatusCode::CREATED, Json(proven)).into_response())
}
