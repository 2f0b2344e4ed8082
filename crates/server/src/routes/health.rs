//! Whether the server is well, for machines that watch it.

use axum::Json;
use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::Serialize;

use crate::app::App;
use crate::error::ApiError;

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
pub(crate) async fn metrics() -> Result<Response, ApiError> {
    let text = crate::metrics::render();
    Ok(([(header::CONTENT_TYPE, "text/plain; version=0.0.4")], text).into_response())
}
