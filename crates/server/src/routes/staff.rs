//! The staff and their cards: listed, and changed with an executive's card by what `bahama staff`
//! does, too.

use std::sync::Arc;

use axum::Json;
use axum::extract::{Request, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde::{Deserialize, Serialize};
use table::{Command, LinkRefused, Role, Time};

use super::links::{Proven, Swipe, read_swipe, swiped};
use super::read::{self, Words};
use crate::app::App;
use crate::card::{Shown, StaffCard};
use crate::code::Code;
use crate::error::{ApiError, ErrorBody};
use crate::peer::Peer;
use crate::session::{Ending, Signed};
use crate::staff::{Staff, StaffLine, StaffRefused};
use crate::typed_secret::Typed;

/// What a proof for one of these commands is bound to, where others have a table or a link.
const PLACE: &str = "staff";

/// Everybody who works here, and every card; those out of use included.
#[derive(Serialize, utoipa::ToSchema)]
pub(crate) struct Roll {
    /// The people.
    people: Vec<StaffLine>,
    /// The cards.
    cards: Vec<StaffCard>,
}

/// What is wanted of the staff or a card.
#[derive(Serialize, Deserialize, utoipa::ToSchema)]
#[serde(tag = "do", rename_all = "kebab-case", deny_unknown_fields)]
pub(crate) enum StaffBody {
    /// Somebody new, who comes in by a one-time link.
    Add {
        /// The name.
        name: String,
        /// The roles.
        roles: Vec<Role>,
    },
    /// A new way in: passwords, sign-ins and unused links end.
    Reset {
        /// The name.
        name: String,
    },
    /// No access any more, at once.
    Revoke {
        /// The name.
        name: String,
    },
    /// A card for somebody.
    IssueCard {
        /// Whose.
        name: String,
        /// What it opens: cage, supervisor or executive.
        level: Role,
        /// Its owner's PIN. A proof does not know it.
        #[serde(skip_serializing)]
        #[schema(value_type = String)]
        pin: Typed,
    },
    /// A card goes out of use, at once.
    RevokeCard {
        /// The card's id.
        card: u32,
    },
}

/// What became of it; secrets are told only now.
#[derive(Default, Serialize, utoipa::ToSchema)]
pub(crate) struct StaffDone {
    /// The address to come in by, once.
    #[serde(skip_serializing_if = "Option::is_none")]
    enter: Option<String>,
    /// When that ends, used or not.
    #[serde(skip_serializing_if = "Option::is_none")]
    ends: Option<Time>,
    /// The card.
    #[serde(skip_serializing_if = "Option::is_none")]
    card: Option<u32>,
    /// The number to be written on it.
    #[serde(skip_serializing_if = "Option::is_none")]
    number: Option<String>,
}

/// Everybody of the staff and every card; for executives and auditors.
#[utoipa::path(get, path = "/api/staff", tag = "people", responses(
    (status = 200, description = "The staff and the cards", body = Roll),
    (status = 401, description = "Nobody is signed in", body = ErrorBody),
    (status = 403, description = "Not with this role", body = ErrorBody),
))]
pub(crate) async fn list(
    State(app): State<App>,
    Signed(session, _): Signed,
) -> Result<Json<Roll>, ApiError> {
    if !matches!(session.role, Role::Executive | Role::Auditor) {
        return Err(ApiError::role("see who works here"));
    }
    let desk = desk(&app);
    let people = desk.list().await.map_err(refused)?;
    let cards = desk.cards().await.map_err(refused)?;
    Ok(Json(Roll { people, cards }))
}

/// Shows a card with its PIN for one change of the staff. The reader may stand at anybody's desk.
#[utoipa::path(post, path = "/api/staff/swipes", tag = "people",
    request_body = Swipe<Command<StaffBody>>, responses(
    (status = 201, description = "A proof for this command", body = Proven),
    (status = 400, description = "Not readable", body = ErrorBody),
    (status = 403, description = "Card or PIN is wrong, or the card is out of use", body = ErrorBody),
    (status = 429, description = "Too many wrong PINs", body = ErrorBody),
))]
pub(crate) async fn swipe(
    State(app): State<App>,
    Signed(session, _): Signed,
    axum::Extension(peer): axum::Extension<Peer>,
    request: Request,
) -> Result<Response, ApiError> {
    let Swipe { card, pin, command } =
        read_swipe::<Command<StaffBody>>(session.role, request).await?;
    let body = table::fingerprint(&command.body);
    let (number, place) = (card.as_str(), PLACE.to_owned());
    let shown = Shown { number, pin, place, command: &command.id, body: &body };
    swiped(&app, &peer, shown).await
}

/// Changes the staff or a card, for executives, with an executive's card shown for it.
#[utoipa::path(post, path = "/api/staff/commands", tag = "people",
    request_body = Command<StaffBody>, responses(
    (status = 200, description = "It is done", body = StaffDone),
    (status = 400, description = "Not readable, no name, no role or a weak PIN", body = ErrorBody),
    (status = 401, description = "Nobody is signed in", body = ErrorBody),
    (status = 403, description = "Not with this role, or no executive's card was shown",
        body = ErrorBody),
    (status = 404, description = "Nobody of this name, or no such card", body = ErrorBody),
    (status = 409, description = "The name is taken, the account revoked, or the card not for \
        this role", body = ErrorBody),
))]
pub(crate) async fn command(
    State(app): State<App>,
    Signed(session, _): Signed,
    request: Request,
) -> Result<Response, ApiError> {
    may_change(session.role)?;
    let headers = request.headers().clone();
    let Command { id, body, .. }: Command<StaffBody> =
        read::json(request, Code::StaffMalformed, Words::Keep).await?;
    let shown = app.take_proofs(&headers, PLACE, &id, &table::fingerprint(&body)).await?;
    let needs = Role::Executive;
    let short = match shown.first() {
        None => Some(LinkRefused::Card { needs }),
        Some(card) if card.level != needs => Some(LinkRefused::Level { needs, has: card.level }),
        Some(_) => None,
    };
    if let Some(short) = short {
        return Err(ApiError::new(StatusCode::FORBIDDEN, short.listed(), short.to_string()));
    }
    change(&app, body).await.map(|done| (StatusCode::OK, Json(done)).into_response())
}

async fn change(app: &App, body: StaffBody) -> Result<StaffDone, ApiError> {
    let desk = desk(app);
    match body {
        StaffBody::Add { name, roles } => {
            desk.add(&name, &roles, None).await.map_err(refused)?;
            way_in(app, &desk, &name).await
        }
        StaffBody::Reset { name } => way_in(app, &desk, &name).await,
        StaffBody::Revoke { name } => {
            let account = desk.revoke(&name).await.map_err(refused)?;
            app.keeper.end_account(account, Ending::Revoked).await?;
            Ok(StaffDone::default())
        }
        StaffBody::IssueCard { name, level, pin } => {
            let issued = desk.issue_card(&name, level, pin.as_str()).await.map_err(refused)?;
            let (card, number) = (Some(issued.0), Some(issued.1.reveal().to_owned()));
            Ok(StaffDone { card, number, ..StaffDone::default() })
        }
        StaffBody::RevokeCard { card } => {
            desk.revoke_card(card).await.map_err(refused)?;
            Ok(StaffDone { card: Some(card), ..StaffDone::default() })
        }
    }
}

/// The one-time link of somebody, whose sign-ins end with it.
async fn way_in(app: &App, desk: &Staff, name: &str) -> Result<StaffDone, ApiError> {
    let (account, token) = desk.way_in(name).await.map_err(refused)?;
    app.keeper.end_account(account, Ending::Revoked).await?;
    let enter = Some(format!("/enter/{}", token.reveal()));
    Ok(StaffDone { enter, ends: Some(desk.link_ends()), ..StaffDone::default() })
}

fn desk(app: &App) -> Staff {
    Staff::new(Arc::clone(&app.people), app.clock.now())
}

fn may_change(role: Role) -> Result<(), ApiError> {
    match role {
        Role::Executive => Ok(()),
        _ => Err(ApiError::role("change the staff")),
    }
}

#[allow(clippy::needless_pass_by_value, reason = "the form map_err asks for")]
fn refused(why: StaffRefused) -> ApiError {
    let (status, code) = match &why {
        StaffRefused::Name => (StatusCode::BAD_REQUEST, Code::NameMalformed),
        StaffRefused::NoRole | StaffRefused::NotStaff(_) => {
            (StatusCode::BAD_REQUEST, Code::RoleMalformed)
        }
        StaffRefused::Pin => (StatusCode::BAD_REQUEST, Code::CardPin),
        StaffRefused::Taken(_) => (StatusCode::CONFLICT, Code::NameTaken),
        StaffRefused::Revoked(_) => (StatusCode::CONFLICT, Code::StaffRevoked),
        StaffRefused::CardLevel { .. } => (StatusCode::CONFLICT, Code::StaffCard),
        StaffRefused::Unknown(_) => (StatusCode::NOT_FOUND, Code::StaffUnknown),
        StaffRefused::NoCard(_) => (StatusCode::NOT_FOUND, Code::CardUnknown),
        _ => return ApiError::inside(&why),
    };
    let message = match why {
        StaffRefused::Taken(_) => "this name is taken".to_owned(),
        StaffRefused::Unknown(name) => format!("nobody of the staff is called “{name}”"),
        StaffRefused::NoCard(card) => format!("there is no card {card}"),
        why => why.to_string(),
    };
    ApiError::new(status, code, message)
}
