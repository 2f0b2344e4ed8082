//! The links of displays: made by name, listed, revoked.

use axum::Json;
use axum::extract::{Request, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use table::{LinkId, Role, TableId, Time};

use super::links::unknown_link;
use super::read::{self, At, Words};
use crate::app::App;
use crate::code::Code;
use crate::displays::{Display, Shows};
use crate::error::{ApiError, ErrorBody};
use crate::session::{Ending, Signed};
use crate::staff::{Staff, StaffRefused};

/// A display that is wanted.
#[derive(Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct MakeDisplay {
    /// Its name, such as the wall it hangs on.
    name: String,
    /// The link whose meters it shows.
    #[serde(default)]
    link: Option<LinkId>,
    /// Or the table it shows.
    #[serde(default)]
    table: Option<TableId>,
}

/// The link of a display.
#[derive(Serialize, utoipa::ToSchema)]
pub(crate) struct DisplayLink {
    /// Its name.
    name: String,
    /// The address to be opened on its screen, once.
    enter: String,
    /// When that ends, used or not.
    ends: Time,
}

/// The displays with their names, those that were revoked included; for staff.
#[utoipa::path(get, path = "/api/displays", tag = "displays", responses(
    (status = 200, description = "The displays", body = Vec<Display>),
    (status = 401, description = "Nobody is signed in", body = ErrorBody),
    (status = 403, description = "Not with this role", body = ErrorBody),
))]
pub(crate) async fn list(
    State(app): State<App>,
    Signed(session, _): Signed,
) -> Result<Json<Vec<Display>>, ApiError> {
    super::links::staff_only(session.role)?;
    desk(&app).displays().await.map(Json).map_err(refused)
}

/// Makes the link of a display, for supervisors and executives. Where there is a display of this
/// name it gets a new link, and the screen that had the name goes dark.
#[utoipa::path(post, path = "/api/displays", tag = "displays", request_body = MakeDisplay, responses(
    (status = 201, description = "Its link", body = DisplayLink),
    (status = 400, description = "Not readable, or no name", body = ErrorBody),
    (status = 401, description = "Nobody is signed in", body = ErrorBody),
    (status = 403, description = "Not with this role", body = ErrorBody),
    (status = 404, description = "No such link or table", body = ErrorBody),
    (status = 409, description = "The name is somebody's, or of a display that was revoked",
        body = ErrorBody),
))]
pub(crate) async fn make(
    State(app): State<App>,
    Signed(session, _): Signed,
    request: Request,
) -> Result<Response, ApiError> {
    may_hang(session.role)?;
    let MakeDisplay { name, link, table } =
        read::json(request, Code::DisplayMalformed, Words::Repeat).await?;
    let shows = match (link, table) {
        (Some(link), None) => {
            app.floor.link_view(link, session.actor()).ok_or_else(unknown_link)?;
            Shows::Link(link)
        }
        (None, Some(table)) if app.floor.is_visible(table, session.actor()) => Shows::Table(table),
        (None, Some(_)) => return Err(read::unknown_table()),
        _ => {
            let message = "a display shows a link or a table: name one of them";
            return Err(ApiError::malformed(Code::DisplayMalformed, message.to_owned()));
        }
    };
    let desk = desk(&app);
    let (account, token) = desk.add_display(&name, shows).await.map_err(refused)?;
    // Who had the name before is told; a new display has nobody in it.
    app.keeper.end_account(account, Ending::TakenOver).await?;
    let enter = format!("/enter/{}", token.reveal());
    let made = DisplayLink { name, enter, ends: desk.link_ends() };
    Ok((StatusCode::CREATED, Json(made)).into_response())
}

/// Turns a display off for good; for supervisors and executives.
#[utoipa::path(post, path = "/api/displays/{display}/revoke", tag = "displays",
    params(("display" = u64, Path, description = "The display's account")), responses(
    (status = 200, description = "It is off", body = Display),
    (status = 401, description = "Nobody is signed in", body = ErrorBody),
    (status = 403, description = "Not with this role", body = ErrorBody),
    (status = 404, description = "No such display", body = ErrorBody),
    (status = 409, description = "It was revoked before", body = ErrorBody),
))]
pub(crate) async fn revoke(
    State(app): State<App>,
    Signed(session, _): Signed,
    At(display): At<String>,
) -> Result<Json<Display>, ApiError> {
    may_hang(session.role)?;
    let desk = desk(&app);
    let all = desk.displays().await.map_err(refused)?;
    let found = all.into_iter().find(|it| it.account.0.to_string() == display);
    let found = found.ok_or_else(|| refused(StaffRefused::NoDisplay(display)))?;
    let off = desk.revoke_display(&found.name).await.map_err(refused)?;
    app.keeper.end_account(off.account, Ending::Revoked).await?;
    Ok(Json(off))
}

fn desk(app: &App) -> Staff {
    Staff::new(Arc::clone(&app.people), app.clock.now())
}

fn may_hang(role: Role) -> Result<(), ApiError> {
    match role {
        Role::Supervisor | Role::Executive => Ok(()),
        _ => Err(ApiError::role("hang displays")),
    }
}

#[allow(clippy::needless_pass_by_value, reason = "the form map_err asks for")]
fn refused(why: StaffRefused) -> ApiError {
    let (status, code) = match &why {
        StaffRefused::Name => (StatusCode::BAD_REQUEST, Code::NameMalformed),
        StaffRefused::Taken(_) => (StatusCode::CONFLICT, Code::NameTaken),
        StaffRefused::Revoked(_) => (StatusCode::CONFLICT, Code::DisplayRevoked),
        StaffRefused::NoDisplay(_) => (StatusCode::NOT_FOUND, Code::DisplayUnknown),
        _ => return ApiError::inside(&why),
    };
    let message = match why {
        StaffRefused::Taken(_) => "this name is taken".to_owned(),
        StaffRefused::NoDisplay(_) => "there is no such display".to_owned(),
        why => why.to_string(),
    };
    ApiError::new(status, code, message)
}
