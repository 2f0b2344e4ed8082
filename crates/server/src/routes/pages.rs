//! The pages: those of the browser application, and plain ones for players and displays of a
//! program without it.

use askama::Template;
use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use table::{Dealing, Role};

use super::read::{self, At};
use super::tables::lobby;
use super::web;
use crate::app::App;
use crate::error::ApiError;
use crate::floor::TableSummary;
use crate::session::Signed;
use crate::staff::page_name;

/// The page of a one-time link.
#[derive(Template)]
#[template(path = "enter.html")]
struct Enter;

#[derive(Template)]
#[template(path = "notice.html")]
struct Notice<'a> {
    title: &'a str,
    text: &'a str,
}

#[derive(Template)]
#[template(path = "lobby.html")]
struct LobbyPage {
    signed_in: bool,
    notice: Option<&'static str>,
    tables: Vec<TableSummary>,
    games: Vec<String>,
    page: &'static str,
    may_open: bool,
}

#[derive(Template)]
#[template(path = "table.html")]
struct TablePage {
    number: u32,
    page: &'static str,
}

/// Pages without contents of their own.
pub(crate) enum Page {
    Enter,
}

impl IntoResponse for Page {
    fn into_response(self) -> Response {
        match self {
            Page::Enter => html(StatusCode::OK, &Enter),
        }
    }
}

/// A page with a few words.
pub(crate) fn notice(status: StatusCode, title: &str, text: &str) -> Response {
    html(status, &Notice { title, text })
}

/// The page of an address that is none.
pub(crate) fn no_page() -> Response {
    let text = "There is nothing at this address. It may be mistyped, or what was here is gone.";
    notice(StatusCode::NOT_FOUND, "No such page", text)
}

/// A rendered page.
pub(crate) fn html(status: StatusCode, page: &dyn askama::DynTemplate) -> Response {
    match page.dyn_render() {
        Ok(text) => {
            (status, [(header::CONTENT_TYPE, "text/html; charset=utf-8")], text).into_response()
        }
        Err(error) => ApiError::inside(&error).into_response(),
    }
}

/// The lobby; for who is not signed in, the ways to come in.
pub(crate) async fn home(
    State(app): State<App>,
    signed: Result<Signed, ApiError>,
) -> Result<Response, ApiError> {
    match signed {
        Ok(Signed(session, _)) => {
            if let Some(page) = web::page("index.html", StatusCode::OK) {
                return Ok(page);
            }
            let seen = lobby(&app, session.actor());
            let page = LobbyPage {
                signed_in: true,
                notice: None,
                tables: seen.tables,
                games: seen.games,
                page: page_name(session.role),
                may_open: session.role == Role::Player,
            };
            Ok(html(StatusCode::OK, &page))
        }
        Err(error) => strangers(error, StatusCode::OK, None),
    }
}

/// The page for who is not signed in.
fn strangers(
    error: ApiError,
    status: StatusCode,
    notice: Option<&'static str>,
) -> Result<Response, ApiError> {
    if error.status != StatusCode::UNAUTHORIZED {
        return Err(error);
    }
    if let Some(page) = web::page("index.html", status) {
        return Ok(page);
    }
    let page = LobbyPage {
        signed_in: false,
        notice,
        tables: Vec::new(),
        games: Vec::new(),
        page: "table",
        may_open: false,
    };
    Ok(html(status, &page))
}

/// Whether a role may open a page; everybody may look at a display, and who posts tables may
/// post one anew.
fn may_open(role: Role, page: &str) -> bool {
    match page {
        "display" => true,
        "drill" => role == Role::Player,
        "post" => matches!(role, Role::Supervisor | Role::Executive),
        "floor" => works_on(page).contains(&role),
        page => page == page_name(role),
    }
}

/// The page on which a new table is posted; who opens none goes to the lobby.
pub(crate) async fn post(signed: Result<Signed, ApiError>) -> Result<Response, ApiError> {
    let session = match signed {
        Ok(Signed(session, _)) => session,
        Err(error) => return strangers(error, StatusCode::UNAUTHORIZED, None),
    };
    if !matches!(session.role, Role::Player | Role::Supervisor | Role::Executive) {
        let text = "Your role opens no tables.";
        return Ok(notice(StatusCode::FORBIDDEN, "Not for your role", text));
    }
    Ok(post_page())
}

/// The application's form; without it tables are posted by the interface or a file.
fn post_page() -> Response {
    let of_application = web::page("post.html", StatusCode::OK);
    of_application.unwrap_or_else(|| {
        let text = "This program has no form; post tables by POST /api/tables or a file.";
        notice(StatusCode::NOT_FOUND, "No form here", text)
    })
}

/// The page of one's rounds, or of one round; it asks for what its reader may see.
pub(crate) async fn history(signed: Result<Signed, ApiError>) -> Result<Response, ApiError> {
    if let Err(error) = signed {
        return strangers(error, StatusCode::UNAUTHORIZED, Some("Sign in to see your rounds."));
    }
    let of_application = web::page("history.html", StatusCode::OK);
    Ok(of_application.unwrap_or_else(|| {
        let text = "This program has no such page; GET /api/me/rounds lists your rounds.";
        notice(StatusCode::NOT_FOUND, "No history here", text)
    }))
}

/// The roles that work on a page of the floor; auditors look on.
const fn works_on(page: &str) -> &'static [Role] {
    match page.as_bytes() {
        b"audit" => &[Role::Executive, Role::Auditor],
        b"cage" | b"reports" => &[Role::Cage, Role::Supervisor, Role::Executive, Role::Auditor],
        _ => &[Role::Supervisor, Role::Executive, Role::Auditor],
    }
}

/// A page of the staff that is no table's own: the board, the cage, the office, reports, the audit.
pub(crate) async fn staff(
    signed: Result<Signed, ApiError>,
    uri: axum::http::Uri,
) -> Result<Response, ApiError> {
    let session = match signed {
        Ok(Signed(session, _)) => session,
        Err(error) => return strangers(error, StatusCode::UNAUTHORIZED, None),
    };
    if !works_on(uri.path().trim_matches('/')).contains(&session.role) {
        let text = "Your role works on another page.";
        return Ok(notice(StatusCode::FORBIDDEN, "Not for your role", text));
    }
    Ok(staff_page())
}

/// The application's page of the staff; without it they work by the interface.
fn staff_page() -> Response {
    web::page("staff.html", StatusCode::OK).unwrap_or_else(|| {
        let text = "This program has no pages for the staff, because it was built without the browser \
                    application. The interface (/api/docs) and the commands of `bahama` do the same.";
        notice(StatusCode::NOT_FOUND, "No floor here", text)
    })
}

/// A table's page: for players, the dealer, the supervisor, or the display; and the drill by its rules.
pub(crate) async fn table(
    State(app): State<App>,
    signed: Result<Signed, ApiError>,
    At((folder, table)): At<(String, String)>,
) -> Result<Response, ApiError> {
    let pages = ["table", "dealer", "floor", "display", "post", "drill"];
    let Some(page) = pages.into_iter().find(|known| *known == folder) else {
        return Ok(super::nothing_under(&folder));
    };
    let session = match signed {
        Ok(Signed(session, _)) => session,
        Err(error) => {
            return strangers(error, StatusCode::UNAUTHORIZED, Some("Sign in to see this table."));
        }
    };
    if !may_open(session.role, page) {
        let text = "Your role has another page for this table.";
        return Ok(notice(StatusCode::FORBIDDEN, "Not for your role", text));
    }
    let id = read::table(&table).ok();
    match id.filter(|id| app.floor.is_visible(*id, session.actor())) {
        Some(id) => Ok(table_page(page, id.0)),
        None => Ok(notice(StatusCode::NOT_FOUND, "No such table", "It may have been closed.")),
    }
}

/// The application's page of drills; without it they are asked for by the interface.
fn drill_page() -> Response {
    web::page("drill.html", StatusCode::OK).unwrap_or_else(|| {
        let text = "This program has no such page; POST /api/tables/N/drill gives hands to decide.";
        notice(StatusCode::NOT_FOUND, "No drills here", text)
    })
}

/// The application's page of a table, or the plain one where it has none.
fn table_page(page: &'static str, number: u32) -> Response {
    if page == "post" {
        return post_page();
    }
    if matches!(page, "dealer" | "floor") {
        return staff_page();
    }
    if page == "drill" {
        return drill_page();
    }
    let of_application = web::page(&format!("{page}.html"), StatusCode::OK);
    of_application.unwrap_or_else(|| html(StatusCode::OK, &TablePage { number, page }))
}

/// The script of the plain pages.
pub(crate) async fn script() -> Response {
    let kind = "text/javascript; charset=utf-8";
    ([(header::CONTENT_TYPE, kind)], include_str!("../../assets/plain.js")).into_response()
}

/// The style of the plain pages.
pub(crate) async fn style() -> Response {
    let kind = "text/css; charset=utf-8";
    ([(header::CONTENT_TYPE, kind)], include_str!("../../assets/plain.css")).into_response()
}
