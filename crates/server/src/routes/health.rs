//! Whether the server is well, for machines that watch it.

use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::{Extension, Json};
use serde::Serialize;

use crate::app::App;
use crate::error::ApiError;
use crate::peer::Peer;
use crate::session::Signed;
use crate::settings::Transport;

/// The state of the server.
#[derive(Serialize, utoipa::ToSchema)]
pub(crate) struct Health {
    /// `ok`, or `stopping`.
    status: &'static str,
    /// The program's version.
    version: &'static str,
}

/// Whether the server takes requests.
#[utoipa::path(get, path = "/healthz", tag = "service", responses(
    (status = 200, description = "It does", body = Health),
    (status = 503, description = "It is stopping", body = Health),
))]
pub(crate) async fn healthz(State(app): State<App>) -> Response {
    let stopping = *app.stopping.borrow();
    let status = if stopping { StatusCode::SERVICE_UNAVAILABLE } else { StatusCode::OK };
    let health = Health {
        status: if stopping { "stopping" } else { "ok" },
        version: env!("CARGO_PKG_VERSION"),
    };
    (status, Json(health)).into_response()
}

/// Counters and gauges in Prometheus' text format, for this machine and for staff.
#[utoipa::path(get, path = "/metrics", tag = "service", responses(
    (status = 200, description = "The figures", body = String, content_type = "text/plain"),
    (status = 403, description = "From elsewhere, and not staff", body = crate::error::ErrorBody),
))]
pub(crate) async fn metrics(
    State(app): State<App>,
    Extension(peer): Extension<Peer>,
    signed: Result<Signed, ApiError>,
) -> Result<Response, ApiError> {
    // Behind a proxy everybody on the proxy's machine would be local if it said nothing.
    let local = peer.is_local() && app.settings.transport != Transport::BehindProxy;
    let staff = signed.is_ok_and(|Signed(session, _)| session.role.is_staff());
    if !local && !staff {
        return Err(ApiError::role("see the figures"));
    }
    crate::metrics::note_store(app.floor.written());
    app.passwords.note();
    let text = crate::metrics::render();
    Ok(([(header::CONTENT_TYPE, "text/plain; version=0.0.4")], text).into_response())
}
