//! The display of a link: one page, which follows the link's stream. Nothing here takes
//! anything from a display but its address (P-21).

use askama::Template;
use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use table::{AccountId, Actor, Role};

use super::links::{read_link, unknown_link};
use super::pages::html;
use super::read::At;
use super::web;
use crate::app::App;
use crate::error::ApiError;
use crate::session::Signed;

/// What a display sees, whoever is signed in at it.
const DISPLAY: Actor = Actor { account: AccountId(0), role: Role::Spectator };

#[derive(Template)]
#[template(path = "display.html")]
struct DisplayPage {
    link: u32,
    name: String,
}

/// The display's page: the application's, or a plain one where it is not in the program.
pub(crate) async fn page(
    State(app): State<App>,
    Signed(..): Signed,
    At(link): At<String>,
) -> Result<Response, ApiError> {
    let link = read_link(&link)?;
    let view = app.floor.link_view(link, DISPLAY).ok_or_else(unknown_link)?;
    let plain = || html(StatusCode::OK, &DisplayPage { link: link.0, name: view.name });
    Ok(web::page("display.html", StatusCode::OK).unwrap_or_else(plain))
}

/// The display's script.
pub(crate) async fn script() -> Response {
    let kind = "text/javascript; charset=utf-8";
    ([(header::CONTENT_TYPE, kind)], include_str!("../../assets/display.js")).into_response()
}

/// The display's style.
pub(crate) async fn style() -> Response {
    let kind = "text/css; charset=utf-8";
    ([(header::CONTENT_TYPE, kind)], include_str!("../../assets/display.css")).into_response()
}
