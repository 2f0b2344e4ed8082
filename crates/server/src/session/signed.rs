//! Requests of somebody who is signed in.

use std::sync::Arc;

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use axum::http::{Method, StatusCode};

use super::{CSRF_HEADER, Session};
use crate::app::App;
use crate::code::Code;
use crate::cookie;
use crate::error::ApiError;
use crate::peer::{Peer, peer_of};
use crate::token;

/// The session of a request, and where it came from. Whoever asks for it has also been
/// checked for the anti-forgery token, if the request can change anything (S-06).
pub(crate) struct Signed(pub(crate) Arc<Session>, pub(crate) Peer);

impl FromRequestParts<App> for Signed {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Signed, ApiError> {
        let peer = peer_of(parts)?;
        let token = cookie::shown(&parts.headers).ok_or_else(ApiError::no_session)?;
        let session = app.keeper.find(token).await?.ok_or_else(ApiError::no_session)?;
        if !session.allows_one_more() {
            app.refused("rate.session", &peer).await;
            return Err(ApiError::rate());
        }
        if parts.method != Method::GET && parts.method != Method::HEAD && !repeats(parts, &session)
        {
            app.refused("csrf.token", &peer).await;
            let message = format!("repeat the token of GET /api/me in the header {CSRF_HEADER}");
            return Err(ApiError::new(StatusCode::FORBIDDEN, Code::CsrfToken, message));
        }
        session.touch(app.clock.now());
        Ok(Signed(session, peer))
    }
}

/// Whether a request repeats the anti-forgery token of its session.
fn repeats(parts: &Parts, session: &Session) -> bool {
    let shown = parts.headers.get(CSRF_HEADER).and_then(|value| value.to_str().ok());
    shown.is_some_and(|shown| token::same(shown, &session.csrf))
}
