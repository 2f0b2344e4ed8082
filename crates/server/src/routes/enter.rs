//! One-time links: looking at one changes nothing, entering uses it up.

use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use store::{AccountKind, Link};

use super::me::{new_guest, with_cookie, with_kept_cookie};
use super::pages::{Page, notice};
use super::read::At;
use crate::app::App;
use crate::error::ApiError;
use crate::peer::Peer;
use crate::throttle::Attempt;
use crate::token;

/// The page of a link. It is the same for every token, so that nobody can find out
/// which are good.
pub(crate) async fn look(State(_): State<App>, At(_): At<String>) -> Response {
    Page::Enter.into_response()
}

/// Uses the link and goes to its page.
pub(crate) async fn enter(
    State(app): State<App>,
    axum::Extension(peer): axum::Extension<Peer>,
    At(token): At<String>,
) -> Result<Response, ApiError> {
    let attempt = Attempt::link(&peer);
    app.reserve(&attempt, &peer).await?;
    let taken = app.people.take_link(&token::hash(&token), app.clock.now()).await;
    let Some(link) = taken.map_err(|error| ApiError::inside(&error))? else {
        app.refused("link.refused", &peer).await;
        let text = "This link has been used, has expired or never was one. Ask for a new one.";
        return Ok(notice(StatusCode::NOT_FOUND, "This link does not work", text));
    };
    app.was_right(attempt).await?;
    let Link { account, role, page, .. } = link;
    let account = match account {
        None => new_guest(&app).await?,
        Some(id) => {
            let found = app.people.account(id).await.map_err(|error| ApiError::inside(&error))?;
            found
                .filter(|account| account.revoked.is_none())
                .ok_or_else(|| ApiError::not_found("account"))?
        }
    };
    let (token, _) = app.keeper.open(&account, role).await?;
    let detail = format!("{role} from {}", peer.address);
    app.note(Some(account.id), "link.used", detail).await;
    let gone = (StatusCode::SEE_OTHER, [(header::LOCATION, page)]).into_response();
    match account.kind {
        AccountKind::Display => Ok(with_kept_cookie(&token, gone)),
        _ => Ok(with_cookie(&token, gone)),
    }
}
