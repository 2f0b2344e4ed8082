//! What can be asked for, and how every answer leaves the house.

mod anew;
mod audit;
mod board;
mod bots;
mod coach;
mod display;
mod displays;
mod docs;
mod enter;
mod health;
mod history;
mod kept;
mod links;
mod me;
mod outlook;
mod pages;
mod postings;
mod read;
mod reports;
mod rules;
mod slips;
mod staff;
mod stream;
mod tables;
mod wallet;
mod web;

use axum::Router;
use axum::http::StatusCode;
use axum::middleware::{from_fn, from_fn_with_state};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use tower_http::catch_panic::CatchPanicLayer;
use utoipa::openapi::OpenApi;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

pub use docs::{openapi, openapi_json};

use crate::app::App;
use crate::code::Code;
use crate::error::ApiError;
use crate::{headers, metrics, peer};

/// The routes with their description.
pub(crate) fn described() -> (Router<App>, OpenApi) {
    OpenApiRouter::with_openapi(docs::base())
        .routes(routes!(health::healthz))
        .routes(routes!(health::metrics))
        .routes(routes!(docs::document))
        .routes(routes!(docs::page))
        .routes(routes!(me::guest))
        .routes(routes!(me::sign_in))
        .routes(routes!(me::sign_out))
        .routes(routes!(me::me))
        .routes(routes!(me::session))
        .routes(routes!(me::role))
        .routes(routes!(kept::keep))
        .routes(routes!(kept::visit))
        .routes(routes!(wallet::wallet))
        .routes(routes!(wallet::command))
        .routes(routes!(wallet::outcome))
        .routes(routes!(history::statement))
        .routes(routes!(tables::list, tables::open))
        .routes(routes!(board::board))
        .routes(routes!(board::stream))
        .routes(routes!(postings::judge))
        .routes(routes!(postings::game))
        .routes(routes!(tables::view))
        .routes(routes!(tables::offers))
        .routes(routes!(anew::posting, anew::post))
        .routes(routes!(rules::rules))
        .routes(routes!(rules::edges))
        .routes(routes!(coach::coach))
        .routes(routes!(coach::chart))
        .routes(routes!(coach::drill))
        .routes(routes!(bots::seat))
        .routes(routes!(tables::command))
        .routes(routes!(tables::outcome))
        .routes(routes!(tables::events))
        .routes(routes!(tables::shoes))
        .routes(routes!(stream::table))
        .routes(routes!(stream::link))
        .routes(routes!(links::list))
        .routes(routes!(links::view))
        .routes(routes!(links::command))
        .routes(routes!(links::outcome))
        .routes(routes!(links::events))
        .routes(routes!(links::news))
        .routes(routes!(links::slip))
        .routes(routes!(outlook::outlook))
        .routes(routes!(links::swipe_table))
        .routes(routes!(links::swipe_link))
        .routes(routes!(reports::report))
        .routes(routes!(audit::record))
        .routes(routes!(audit::log))
        .routes(routes!(audit::chains))
        .routes(routes!(audit::checked, audit::verify))
        .routes(routes!(audit::note))
        .routes(routes!(displays::list, displays::make))
        .routes(routes!(displays::revoke))
        .routes(routes!(staff::list))
        .routes(routes!(staff::swipe))
        .routes(routes!(staff::command))
        .routes(routes!(history::own))
        .routes(routes!(history::wagers))
        .routes(routes!(history::rounds))
        .routes(routes!(history::round))
        .routes(routes!(coach::round))
        .split_for_parts()
}

/// The pages and their files, which the description leaves out.
fn plain() -> Router<App> {
    Router::new()
        .route("/", get(pages::home))
        .route("/post", get(pages::post))
        .route("/floor", get(pages::staff))
        .route("/cage", get(pages::staff))
        .route("/office", get(pages::staff))
        .route("/reports", get(pages::staff))
        .route("/audit", get(pages::staff))
        .route("/history", get(pages::history))
        .route("/rounds/{table}/{round}", get(pages::history))
        .route("/{page}/{table}", get(pages::table))
        .route("/enter/{token}", get(enter::look).post(enter::enter))
        .route("/display/links/{link}", get(display::page))
        .route("/slips/{link}/{slip}", get(slips::page))
        .route("/assets/display.js", get(display::script))
        .route("/assets/display.css", get(display::style))
        .route("/assets/slip.js", get(slips::script))
        .route("/assets/slip.css", get(slips::style))
        .route("/web/{file}", get(web::file))
        .route("/assets/plain.js", get(pages::script))
        .route("/assets/plain.css", get(pages::style))
}

/// Everything that is served.
pub(crate) fn router(app: &App) -> Router {
    let (routes, _) = described();
    finish(routes.merge(plain()), app).with_state(app.clone())
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

async fn nothing_here(uri: axum::http::Uri) -> Response {
    nothing_under(uri.path().split('/').nth(1).unwrap_or_default())
}

/// An address that is none: words for whoever typed it, a code for a program.
fn nothing_under(folder: &str) -> Response {
    if ["api", "web", "assets"].contains(&folder) {
        ApiError::not_found("page").into_response()
    } else {
        pages::no_page()
    }
}

async fn not_this_way() -> ApiError {
    let message = "this address is not asked with this method";
    ApiError::new(StatusCode::METHOD_NOT_ALLOWED, Code::MethodUnknown, message)
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

#[cfg(test)]
mod tests {
    use std::net::SocketAddr;
    use std::sync::Arc;

    use axum::body::{Body, to_bytes};
    use axum::extract::ConnectInfo;
    use axum::http::Request;
    use store::{DataDir, Options, Store};
    use tower::ServiceExt;

    use super::*;
    use crate::clock::Clock;
    use std::collections::BTreeMap;

    use crate::floor::{Floor, World};
    use crate::settings::Settings;

    async fn boom() {
        panic!("the hole card is 7s");
    }

    #[tokio::test]
    async fn s_13_a_failure_inside_is_generic_outside_and_has_the_headers() {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::open(&DataDir::new(folder.path()), Options::SERVE).await.unwrap();
        let store = Arc::new(store);
        let settings = Settings::new(folder.path());
        let world = World::new(&settings, Clock::System, BTreeMap::new());
        let floor = Floor::open(store.clone(), world).await.unwrap();
        let app = crate::run::app(settings, None, Clock::System, floor, store).unwrap();
        let routes = Router::new().route("/boom", get(boom));
        let service = finish(routes, &app).with_state(app);
        let from: SocketAddr = "127.0.0.1:9".parse().unwrap();
        let request =
            Request::get("/boom").header("host", "localhost").extension(ConnectInfo(from));
        let response = service.oneshot(request.body(Body::empty()).unwrap()).await.unwrap();
        assert_eq!(response.status(), StatusCode::INTERNAL_SERVER_ERROR);
        assert!(response.headers().contains_key("content-security-policy"));
        let body = to_bytes(response.into_body(), 4096).await.unwrap();
        let text = String::from_utf8(body.to_vec()).unwrap();
        assert!(text.contains("server.failed"), "{text}");
        assert!(!text.contains("7s"), "{text}");
    }
}
