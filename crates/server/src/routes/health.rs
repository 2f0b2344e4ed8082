//! Whether the server is well, for machines that watch it.

use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::{Extension, Json};
use serde::Serialize;
use store::DataDir;
use table::{AccountId, Actor, Role};

use crate::app::App;
use crate::error::ApiError;
use crate::metrics;
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
    note_all(&app).await;
    let text = metrics::render();
    Ok(([(header::CONTENT_TYPE, "text/plain; version=0.0.4")], text).into_response())
}

/// Notes everything that is known only when somebody looks.
async fn note_all(app: &App) {
    let now = app.clock.now().0;
    metrics::note_store(app.floor.written());
    metrics::note_record(app.floor.has_stopped(), app.floor.is_away());
    metrics::note_broken(&app.floor.broken());
    let calls = app.floor.tables().into_iter().filter_map(|table| table.call);
    let ages: Vec<u64> = calls.map(|call| now.saturating_sub(call.since.0)).collect();
    metrics::note_calls(ages.len(), ages.iter().copied().max().unwrap_or(0));
    let trays = app.floor.trays_below_zero();
    let lowest = trays.iter().map(|(_, cents)| *cents).min().unwrap_or(0);
    metrics::note_trays(trays.len(), lowest);
    let auditor = Actor { account: AccountId::HOUSE, role: Role::Auditor };
    for link in app.floor.own_links() {
        metrics::note_link(&link.view(auditor), link.ties(), now);
    }
    if let Some(last) = last_backup(app).await {
        metrics::note_backup(last.map(|made| now.saturating_sub(made)));
    }
    if let Some(ends) = app.certificate_ends {
        metrics::note_certificate(ends.0 as i64 - now as i64);
    }
    app.passwords.note();
}

/// When the last backup was made, if one was; nothing where the record cannot be asked.
async fn last_backup(app: &App) -> Option<Option<u64>> {
    if app.settings.database.is_none() {
        let last = store::last_backup(&DataDir::new(&app.settings.data));
        return Some(last.map(|manifest| manifest.made.0));
    }
    let noted = app.people.setting(store::LAST_BACKUP).await.ok()?;
    Some(noted.and_then(|made| made.parse().ok()))
}
