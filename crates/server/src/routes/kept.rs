//! A guest keeps his account: he gets a name and a password, and stays who he is.

use axum::Json;
use axum::extract::{Request, State};
use axum::http::StatusCode;
use axum::response::Response;
use serde::Deserialize;
use store::{AccountKind, StoreError};

use super::me::{Me, let_in};
use super::read::{self, Words};
use crate::app::App;
use crate::code::Code;
use crate::error::{ApiError, ErrorBody};
use crate::names::is_name;
use crate::password;
use crate::session::Signed;
use crate::typed_secret::Typed;

/// The name and the password with which somebody comes back.
#[derive(Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct KeepAccount {
    /// The name.
    name: String,
    /// The password.
    #[schema(value_type = String)]
    password: Typed,
}

/// Makes a player of the guest who asks: the same account with its wallet, its rounds and its
/// seats, now with a name and a password. Its sign-in is a new one; others have ended.
#[utoipa::path(post, path = "/api/me/keep", tag = "people", request_body = KeepAccount, responses(
    (status = 200, description = "Kept, and signed in", body = Me),
    (status = 400, description = "Not readable, no name, or a weak password", body = ErrorBody),
    (status = 401, description = "Nobody is signed in", body = ErrorBody),
    (status = 403, description = "From a foreign page, or without the token", body = ErrorBody),
    (status = 409, description = "The name is taken, or the account is no guest's", body = ErrorBody),
    (status = 429, description = "Too often", body = ErrorBody),
))]
pub(crate) async fn keep(
    State(app): State<App>,
    Signed(session, peer): Signed,
    request: Request,
) -> Result<Response, ApiError> {
    let KeepAccount { name, password } =
        read::json(request, Code::SignInMalformed, Words::Keep).await?;
    if !app.limits.allows_opening(&peer) {
        return Err(ApiError::rate());
    }
    if !is_name(&name) {
        let message = "a name has 2 to 32 letters, digits, spaces, dots, hyphens and apostrophes";
        return Err(ApiError::new(StatusCode::BAD_REQUEST, Code::NameMalformed, message));
    }
    password::check(&name, password.as_str()).map_err(|weak| {
        ApiError::new(StatusCode::BAD_REQUEST, Code::PasswordWeak, weak.to_string())
    })?;
    let inside = |error: StoreError| ApiError::inside(&error);
    let account = app.people.account(session.account).await.map_err(inside)?;
    let Some(mut account) = account.filter(|it| it.kind == AccountKind::Guest) else {
        return Err(no_guest());
    };
    let hash = app.passwords.of_sign_ins.hash(password).await?;
    match app.people.keep_guest(account.id, &name, &hash).await {
        Ok(()) => {}
        Err(StoreError::NameTaken(_)) => {
            let message = "this name is taken";
            return Err(ApiError::new(StatusCode::CONFLICT, Code::NameTaken, message));
        }
        Err(StoreError::NoAccount(_)) => return Err(no_guest()),
        Err(error) => return Err(inside(error)),
    }
    app.note(Some(account.id), "account.kept", peer.address.to_string()).await;
    (account.name, account.kind) = (name, AccountKind::Player);
    let_in(&app, &account, session.role, &peer, StatusCode::OK).await
}

fn no_guest() -> ApiError {
    let message = "this account has a password already";
    ApiError::new(StatusCode::CONFLICT, Code::AccountKept, message)
}

/// What a player's visit came to so far.
#[utoipa::path(get, path = "/api/me/visit", tag = "people", responses(
    (status = 200, description = "The visit, over all tables", body = crate::floor::Visit),
    (status = 401, description = "Nobody is signed in", body = ErrorBody),
))]
pub(crate) async fn visit(
    State(app): State<App>,
    Signed(session, _): Signed,
) -> Result<Json<crate::floor::Visit>, ApiError> {
    Ok(Json(app.floor.visit(session.account, app.clock.now()).await?))
}
