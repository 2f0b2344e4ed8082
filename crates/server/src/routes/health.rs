//! Whether the server is well, for machines that watch it.

use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::{Extension, Json};
use serde::Serialize;
use table::{AccountId, Actor, Role};

use crate::app::App;
use crate::error::ApiError;
use crate::peer::Peer;
use crate::session::Signed;
use crate::settings::Transport;

/// The state of the server.
#[derive(Serialize, utoipa::ToSchema)]
pub(crate) struct Health {
    /// `ok`, `stopping`, `stopped`: the record has stopped, or `away`: it cannot be reached at the
    /// moment, and whoever asks is told so.
    status: &'static str,
    /// The program's version.
    version: &'static str,
}

/// Whether the server takes requests.
#[utoipa::path(get, path = "/healthz", tag = "service", responses(
    (status = 200, description = "It does", body = Health),
    (status = 503, description = "It is stopping, or its record has stopped", body = Health),
))]
pub(crate) async fn healthz(State(app): State<App>) -> Response {
    let (status, word) = if *app.stopping.borrow() {
        (StatusCode::SERVICE_UNAVAILABLE, "stopping")
    } else if app.floor.has_stopped() {
        (StatusCode::SERVICE_UNAVAILABLE, "stopped")
    } else if app.floor.is_away() {
        (StatusCode::OK, "away")
    } else {
        (StatusCode::OK, "ok")
    };
    (status, Json(Health { status: word, version: env!("CARGO_PKG_VERSION") })).into_response()
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
    let now = app.clock.now().0;
    let calls = app.floor.tables().into_iter().filter_map(|table| table.call);
    let ages: Vec<u64> = calls.map(|call| now.saturating_sub(call.since.0)).collect();
    crate::metrics::note_calls(ages.len(), ages.iter().copied().max().unwrap_or(0));
    let trays = app.floor.trays_below_zero();
    let lowest = trays.iter().map(|(_, cents)| *cents).min().unwrap_or(0);
    crate::metrics::note_trays(trays.len(), lowest);
    let auditor = Actor { account: AccountId::HOUSE, role: Role::Auditor };
    for view in app.floor.links(auditor) {
        let funds = view.office.and_then(|held| held.funds);
        if let Some(funds) = funds {
            let left = funds.stops_at.0 as i64 - now as i64;
            crate::metrics::note_funds(view.link.0, funds.short, left);
        }
    }
    app.passwords.note();
    let text = crate::metrics::render();
    Ok(([(header::CONTENT_TYPE, "text/plain; version=0.0.4")], text).into_response())
}
