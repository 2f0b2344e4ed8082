//! Coming in and going out: guests, sign-in, sign-out, who am I.

use axum::Json;
use axum::extract::{Request, State};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::{Deserialize, Serialize};
use store::{AccountKind, AccountRow, NewAccount, StoreError};
use table::{AccountId, Role};

use super::read::{self, Words};
use crate::app::App;
use crate::code::Code;
use crate::cookie;
use crate::error::{ApiError, ErrorBody};
use crate::names;
use crate::peer::Peer;
use crate::session::{Ending, Session, Signed};
use crate::throttle::Attempt;
use crate::token::Token;
use crate::typed_secret::Typed;

/// Who is signed in.
#[derive(Serialize, utoipa::ToSchema)]
pub(crate) struct Me {
    /// The account.
    account: AccountId,
    /// The name.
    name: String,
    /// As what.
    role: Role,
    /// The roles among which he chooses, at the sign-in or later.
    roles: Vec<Role>,
    /// The anti-forgery token, to be repeated in the header `x-bahama-csrf`.
    csrf: String,
    /// Minutes at a table until the house has a player shown his time and result,
    /// whatever he chose himself; zero leaves it to him.
    reality_minutes: u32,
    /// Whether it is a guest, who has no password to come back with.
    guest: bool,
}

impl Me {
    fn of(session: &Session, app: &App) -> Me {
        Me {
            account: session.account,
            name: session.name.to_string(),
            role: session.role,
            roles: session.roles.to_vec(),
            csrf: session.csrf.clone(),
            reality_minutes: app.settings.reality_minutes,
            guest: session.is_guest,
        }
    }
}

/// Who is signed in, with the anti-forgery token.
#[utoipa::path(get, path = "/api/me", tag = "people", responses(
    (status = 200, description = "Somebody", body = Me),
    (status = 401, description = "Nobody", body = ErrorBody),
))]
pub(crate) async fn me(State(app): State<App>, Signed(session, _): Signed) -> Json<Me> {
    Json(Me::of(&session, &app))
}

/// Who asks: somebody, or nobody.
#[derive(Serialize, utoipa::ToSchema)]
pub(crate) struct SessionView {
    /// Who is signed in; nothing for a stranger.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    me: Option<Me>,
}

/// Who is signed in, if anybody: a page asks it of strangers, too, so it refuses nobody.
#[utoipa::path(get, path = "/api/session", tag = "people", responses(
    (status = 200, description = "Somebody or nobody", body = SessionView),
))]
pub(crate) async fn session(
    State(app): State<App>,
    signed: Result<Signed, ApiError>,
) -> Result<Json<SessionView>, ApiError> {
    match signed {
        Ok(Signed(session, _)) => Ok(Json(SessionView { me: Some(Me::of(&session, &app)) })),
        Err(error) if error.status == StatusCode::UNAUTHORIZED => {
            Ok(Json(SessionView { me: None }))
        }
        Err(error) => Err(error),
    }
}

/// Makes an account with play money and a friendly name, and signs it in.
#[utoipa::path(post, path = "/api/guest", tag = "people", responses(
    (status = 201, description = "Signed in as a guest", body = Me),
    (status = 403, description = "From a foreign page", body = ErrorBody),
    (status = 429, description = "Too many guests", body = ErrorBody),
))]
pub(crate) async fn guest(
    State(app): State<App>,
    axum::Extension(peer): axum::Extension<Peer>,
) -> Result<Response, ApiError> {
    if !app.limits.allows_opening(&peer) {
        return Err(ApiError::rate());
    }
    let account = new_guest(&app).await?;
    let_in(&app, &account, Role::Player, &peer, StatusCode::CREATED).await
}

/// A new account for a guest.
pub(crate) async fn new_guest(app: &App) -> Result<AccountRow, ApiError> {
    for _ in 0..8 {
        let name = names::guest().map_err(|error| ApiError::inside(&error))?;
        let (kind, roles, created) = (AccountKind::Guest, vec![Role::Player], app.clock.now());
        let new = NewAccount { name: name.clone(), kind, roles, password: None, created };
        match app.people.create_account(new.clone()).await {
            Ok(id) => {
                let NewAccount { roles, .. } = new;
                let (password, revoked) = (None, None);
                return Ok(AccountRow { id, name, kind, roles, password, created, revoked });
            }
            Err(StoreError::NameTaken(_)) => {}
            Err(error) => return Err(ApiError::inside(&error)),
        }
    }
    Err(ApiError::inside(&"eight names in a row were taken"))
}

/// Name and password.
#[derive(Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct SignIn {
    /// The name.
    name: String,
    /// The password.
    #[schema(value_type = String)]
    password: Typed,
    /// One of the account's roles; its first without it.
    #[serde(default)]
    role: Option<Role>,
}

/// Signs in with name and password. Whatever is wrong, the answer is the same (S-10).
#[utoipa::path(post, path = "/api/sign-in", tag = "people", request_body = SignIn, responses(
    (status = 200, description = "Signed in; other sign-ins of the account have ended", body = Me),
    (status = 400, description = "Not readable", body = ErrorBody),
    (status = 401, description = "Wrong name or password", body = ErrorBody),
    (status = 429, description = "Too many wrong passwords", body = ErrorBody),
))]
pub(crate) async fn sign_in(
    State(app): State<App>,
    axum::Extension(peer): axum::Extension<Peer>,
    request: Request,
) -> Result<Response, ApiError> {
    let SignIn { name, password, role } =
        read::json(request, Code::SignInMalformed, Words::Keep).await?;
    let attempt = Attempt::sign_in(&name, &peer);
    app.reserve(&attempt, &peer).await?;
    let account =
        app.people.account_by_name(&name).await.map_err(|error| ApiError::inside(&error))?;
    let stored = account.as_ref().filter(|account| account.revoked.is_none());
    let stored = stored.and_then(|account| account.password.clone());
    let fits = app.passwords.of_sign_ins.fits(password, stored).await?;
    let role = account.as_ref().and_then(|account| match role {
        Some(role) => account.roles.contains(&role).then_some(role),
        None => account.roles.first().copied(),
    });
    match (account, role) {
        (Some(account), Some(role)) if fits => {
            app.was_right(attempt).await?;
            let_in(&app, &account, role, &peer, StatusCode::OK).await
        }
        (account, _) => {
            match account.map(|account| account.id) {
                // Tries at an account are few, because they wait for each other.
                Some(id) => {
                    app.note(Some(id), "sign-in.refused", peer.address.to_string()).await;
                }
                None => app.refused("sign-in.refused", &peer).await,
            }
            let message = "wrong name or password";
            Err(ApiError::new(StatusCode::UNAUTHORIZED, Code::SignInRefused, message))
        }
    }
}

/// Another of one's roles.
#[derive(Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ChooseRole {
    /// One of the account's roles.
    role: Role,
}

/// Goes on in another of one's roles; the sign-in is a new one, and the one before has ended.
#[utoipa::path(post, path = "/api/me/role", tag = "people", request_body = ChooseRole, responses(
    (status = 200, description = "Signed in with this role", body = Me),
    (status = 400, description = "Not readable", body = ErrorBody),
    (status = 401, description = "Nobody is signed in", body = ErrorBody),
    (status = 403, description = "Not one of the account's roles", body = ErrorBody),
))]
pub(crate) async fn role(
    State(app): State<App>,
    Signed(session, peer): Signed,
    request: Request,
) -> Result<Response, ApiError> {
    // What a display sends is not even read (P-21).
    if session.role == Role::Spectator {
        return Err(ApiError::role("work in another role"));
    }
    let ChooseRole { role } = read::json(request, Code::RoleMalformed, Words::Repeat).await?;
    let account = app.people.account(session.account).await;
    let account = account.map_err(|error| ApiError::inside(&error))?;
    match account.filter(|it| it.roles.contains(&role) && it.revoked.is_none()) {
        Some(account) => let_in(&app, &account, role, &peer, StatusCode::OK).await,
        None => Err(ApiError::role("work in this role")),
    }
}

/// Opens a session and gives its cookie. The token is always a new one (S-05).
pub(crate) async fn let_in(
    app: &App,
    account: &AccountRow,
    role: Role,
    peer: &Peer,
    status: StatusCode,
) -> Result<Response, ApiError> {
    let (token, session) = app.keeper.open(account, role).await?;
    let detail = format!("{role} from {}", peer.address);
    app.note(Some(account.id), "sign-in", detail).await;
    Ok(with_cookie(&token, (status, Json(Me::of(&session, app))).into_response()))
}

/// Puts the session's cookie on a response.
pub(crate) fn with_cookie(token: &Token, mut response: Response) -> Response {
    if let Some(cookie) = cookie::give(token) {
        response.headers_mut().insert(header::SET_COOKIE, cookie);
    }
    response
}

/// The same for a display, which is still signed in when its machine was off.
pub(crate) fn with_kept_cookie(token: &Token, mut response: Response) -> Response {
    if let Some(cookie) = cookie::give_kept(token) {
        response.headers_mut().insert(header::SET_COOKIE, cookie);
    }
    response
}

/// Signs out; open sockets of the session are closed.
#[utoipa::path(post, path = "/api/sign-out", tag = "people", responses(
    (status = 204, description = "Signed out"),
    (status = 401, description = "Nobody was signed in", body = ErrorBody),
    (status = 403, description = "From a foreign page, or without the token", body = ErrorBody),
))]
pub(crate) async fn sign_out(
    State(app): State<App>,
    Signed(session, _): Signed,
) -> Result<Response, ApiError> {
    app.keeper.end(&session, Ending::SignedOut).await?;
    Ok((StatusCode::NO_CONTENT, [(header::SET_COOKIE, cookie::take())]).into_response())
}
