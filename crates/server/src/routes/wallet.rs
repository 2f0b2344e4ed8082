//! A player's own record: his wallet of play money, and where he sits.

use axum::Json;
use axum::extract::{Request, State};
use axum::response::Response;
use table::{Command, Entry, PersonBody, PersonEvent, PersonView};

use super::read::{self, At, Words};
use super::tables::{Outcome, ready_json};
use crate::app::App;
use crate::code::Code;
use crate::error::{ApiError, ErrorBody};
use crate::session::Signed;

/// The caller's wallet, and the tables at which he has a seat.
#[utoipa::path(get, path = "/api/me/wallet", tag = "people", responses(
    (status = 200, description = "What the caller may see of himself", body = PersonView),
    (status = 401, description = "Nobody is signed in", body = ErrorBody),
))]
pub(crate) async fn wallet(
    State(app): State<App>,
    Signed(session, _): Signed,
) -> Result<Json<PersonView>, ApiError> {
    Ok(Json(app.floor.person(session.account).await?))
}

/// Gives a command to the caller's own record: `top-up` fills the wallet with play money.
#[utoipa::path(post, path = "/api/me/wallet/commands", tag = "people",
    request_body = Command<PersonBody>, responses(
    (status = 200, description = "Accepted: the entry it brought about", body = Entry<PersonEvent>),
    (status = 400, description = "Not readable", body = ErrorBody),
    (status = 403, description = "Not with this role, or from a foreign page", body = ErrorBody),
    (status = 409, description = "Refused: the wallet is full", body = ErrorBody),
))]
pub(crate) async fn command(
    State(app): State<App>,
    Signed(session, _): Signed,
    request: Request,
) -> Result<Response, ApiError> {
    let command: Command<PersonBody> =
        read::json(request, Code::CommandMalformed, Words::Repeat).await?;
    let answer = app.give_person(&session, command).await?;
    Ok(ready_json(answer.entry.as_bytes().to_vec()))
}

/// What became of one of the caller's commands to his own record (L-10).
#[utoipa::path(get, path = "/api/me/wallet/commands/{command}", tag = "people",
    params(("command" = String, Path, description = "The command's id")), responses(
    (status = 200, description = "Its outcome", body = Outcome),
    (status = 400, description = "Not an id", body = ErrorBody),
))]
pub(crate) async fn outcome(
    State(app): State<App>,
    Signed(session, _): Signed,
    At(command): At<String>,
) -> Result<Json<Outcome>, ApiError> {
    let command = read::command_id(command)?;
    let version = app.floor.outcome(session.account, session.account, &command).await?;
    Ok(Json(Outcome { version }))
}
