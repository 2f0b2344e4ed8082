//! What can be asked for, and how every answer leaves the house.

mod health;

use axum::Router;
use axum::http::StatusCode;
use axum::middleware::{from_fn, from_fn_with_state};
use axum::response::{IntoResponse, Response};
use tower_http::catch_panic::CatchPanicLayer;
use utoipa::openapi::OpenApi;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::app::App;
use crate::error::ApiError;
use crate::{headers, metrics, peer};

/// The routes with their description.
pub(crate) fn described() -> (Router<App>, OpenApi) {
    OpenApiRouter::new()
        .routes(routes!(health::healthz))
        .routes(routes!(health::metrics))
        .split_for_parts()
}

/// Everything that is served.
pub(crate) fn router(app: &App) -> Router {
    let (routes, _) = described();
    finish(routes, app).with_state(app.clone())
}

/// Puts around the routes what every request passes, from the inside out.
fn finish(routes: Router<App>, app: &App) -> Router<App> {
    routes
        .fallback(nothing_here)
        .method_not_allowed_fallback(not_this_way)
        .layer(from_fn(metrics::count))
        .layer(from_fn_with_state(app.clone(), peer::admit))
        .layer(CatchPanicLayer::custom(panicked))
        .layer(from_fn_with_state(app.clone(), headers::secure))
}

async fn nothing_here() -> ApiError {
    ApiError::not_found("page")
}

async fn not_this_way() -> ApiError {
    let message = "this address is not asked with this method";
    ApiError::new(StatusCode::METHOD_NOT_ALLOWED, "method.unknown", message)
}

#[allow(clippy::needless_pass_by_value, reason = "the layer gives the panic away")]
fn panicked(panic: Box<dyn std::any::Any + Send>) -> Response {
    let cause = panic
        .downcast_ref::<&str>()
        .map(|text| (*text).to_owned())
        .or_else(|| panic.downcast_ref::<String>().cloned())
        .unwrap_or_else(|| "a panic without words".to_owned());
    ApiError::inside(&cause).into_response()
}
