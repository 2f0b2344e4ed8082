//! The description of the interface: as OpenAPI, and as a page for people.

use std::sync::OnceLock;

use askama::Template;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use serde_json::Value;
use utoipa::OpenApi as _;
use utoipa::openapi::path::Operation;
use utoipa::openapi::{ContentBuilder, OpenApi, Ref, ResponseBuilder};

use super::pages::html;
use axum::http::StatusCode;

/// What is not found from the routes: the types of the stream.
#[derive(utoipa::OpenApi)]
#[openapi(
    info(
        title = "Bahama",
        description = "Tables of the Bahama Bonus family: commands by POST, entries by WebSocket. \
            Amounts are whole cents, times milliseconds since 1970 in UTC, cards are written as 7s. \
            A request that changes anything needs the session's cookie, the header x-bahama-csrf \
            with the token of GET /api/me, and an Origin of this server.",
        license(name = "MIT OR Apache-2.0", identifier = "MIT OR Apache-2.0"),
    ),
    components(schemas(
        table::Entry, table::Event, table::View, table::Command, table::Body, table::Posted,
        table::Transfer, table::Role, table::LinkEvent, table::LinkView, table::LinkBody,
        table::Slip, crate::error::ErrorBody, super::stream::Said, super::stream::Told,
        super::stream::LinkTold, table::News,
    )),
    tags(
        (name = "people", description = "Coming in and going out"),
        (name = "tables", description = "Tables, commands, entries"),
        (name = "links", description = "Progressive jackpots: meters, cards, slips, the display"),
        (name = "displays", description = "Screens that show meters or tables"),
        (name = "reports", description = "What tables, jackpots and wagers came to, as `bahama report`"),
        (name = "audit", description = "The record, the security log and checks of both"),
        (name = "history", description = "Rounds and statements"),
        (name = "service", description = "For machines that watch the server"),
    ),
)]
struct Described;

/// The description without the routes.
pub(super) fn base() -> OpenApi {
    Described::openapi()
}

/// The whole description.
pub fn openapi() -> OpenApi {
    let mut described = super::described().1;
    for (path, item) in &mut described.paths.paths {
        let is_open = OPEN.contains(&path.as_str());
        if let Some(operation) = &mut item.get {
            describe_always(operation, is_open, false);
        }
        if let Some(operation) = &mut item.post {
            describe_always(operation, is_open, true);
        }
    }
    described
}

/// What is for everybody, signed in or not.
const OPEN: [&str; 7] = [
    "/api/docs",
    "/api/guest",
    "/api/openapi.json",
    "/api/session",
    "/api/sign-in",
    "/healthz",
    "/metrics",
];

/// What every route may answer before anybody looks at what is asked for.
fn describe_always(operation: &mut Operation, is_open: bool, is_post: bool) {
    let mut always = vec![("429", "Too many requests")];
    if !is_open {
        always.push(("401", "Nobody is signed in"));
    }
    if is_post {
        always.push(("403", "From a foreign page, or not with this role"));
    }
    if operation.parameters.as_ref().is_some_and(|all| !all.is_empty()) {
        always.push(("400", "Not readable"));
    }
    if operation.request_body.is_some() {
        always.push(("400", "Not readable"));
        always.push(("408", "Not sent in time"));
        always.push(("413", "Too large"));
        always.push(("415", "Not application/json"));
    }
    for (status, description) in always {
        let schema = Ref::from_schema_name("ErrorBody");
        let content = ContentBuilder::new().schema(Some(schema)).build();
        let answer = ResponseBuilder::new().description(description);
        let answer = answer.content("application/json", content).build();
        let answers = &mut operation.responses.responses;
        answers.entry(status.to_owned()).or_insert_with(|| answer.into());
    }
}

/// The description as the program writes it.
///
/// # Panics
/// Never: the description is made of texts and numbers.
pub fn openapi_json() -> String {
    let mut text = openapi().to_pretty_json().expect("a description is JSON");
    text.push('\n');
    text
}

fn written() -> &'static str {
    static WRITTEN: OnceLock<String> = OnceLock::new();
    WRITTEN.get_or_init(openapi_json)
}

/// This description as OpenAPI.
#[utoipa::path(get, path = "/api/openapi.json", tag = "service", responses(
    (status = 200, description = "The description", body = Value),
))]
pub(crate) async fn document() -> Response {
    ([(header::CONTENT_TYPE, "application/json")], written()).into_response()
}

/// A route on the page.
struct RouteLine {
    method: String,
    path: String,
    summary: String,
    body: String,
    answers: Vec<(String, String)>,
}

/// A type on the page.
struct TypeLine {
    name: String,
    about: String,
    schema: String,
}

#[derive(Template)]
#[template(path = "docs.html")]
struct DocsPage {
    about: String,
    routes: Vec<RouteLine>,
    types: Vec<TypeLine>,
}

/// This description as a page.
#[utoipa::path(get, path = "/api/docs", tag = "service", responses(
    (status = 200, description = "The page", body = String, content_type = "text/html"),
))]
pub(crate) async fn page() -> Response {
    let document: Value = serde_json::from_str(written()).unwrap_or_default();
    let page = DocsPage {
        about: text(&document["info"]["description"]),
        routes: members(&document["paths"]).flat_map(|(path, item)| routes(path, item)).collect(),
        types: members(&document["components"]["schemas"])
            .map(|(name, schema)| TypeLine {
                name: name.clone(),
                about: text(&schema["description"]),
                schema: serde_json::to_string_pretty(schema).unwrap_or_default(),
            })
            .collect(),
    };
    html(StatusCode::OK, &page)
}

fn routes(path: &str, item: &Value) -> Vec<RouteLine> {
    members(item)
        .map(|(method, operation)| RouteLine {
            method: method.to_uppercase(),
            path: path.to_owned(),
            summary: text(&operation["summary"]),
            body: name_of(&operation["requestBody"]["content"]["application/json"]["schema"]),
            answers: members(&operation["responses"])
                .map(|(status, answer)| (status.clone(), text(&answer["description"])))
                .collect(),
        })
        .collect()
}

fn members(value: &Value) -> impl Iterator<Item = (&String, &Value)> {
    value.as_object().into_iter().flatten()
}

fn text(value: &Value) -> String {
    value.as_str().unwrap_or_default().to_owned()
}

/// The name of the type a schema points to.
fn name_of(schema: &Value) -> String {
    let path = schema["$ref"].as_str().unwrap_or_default();
    path.rsplit('/').next().unwrap_or_default().to_owned()
}
