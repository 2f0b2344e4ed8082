//! The board of the floor: every table at a glance, for the staff.

use std::collections::BTreeSet;
use std::pin::pin;
use std::time::Duration;

use axum::Json;
use axum::extract::State;
use axum::extract::ws::{Message, WebSocket};
use axum::response::Response;
use table::TableId;
use tokio::sync::broadcast::error::RecvError;
use tokio::time::{Instant, sleep_until};

use super::links::staff_only;
use super::stream::{BEAT, Knock, Over, Said, close_with, ended, pings, say, send, stopped};
use crate::app::App;
use crate::error::{ApiError, ErrorBody};
use crate::floor::Board;
use crate::session::{Session, Signed};

/// So long changes are gathered before they are told: many tables change at once.
const GATHER: Duration = Duration::from_millis(40);

/// Every table of the floor with its phase, its staff, its calls and claims, its tray and its
/// gaming day; for staff.
#[utoipa::path(get, path = "/api/floor", tag = "tables", responses(
    (status = 200, description = "The board", body = Board),
    (status = 401, description = "Nobody is signed in", body = ErrorBody),
    (status = 403, description = "Not staff", body = ErrorBody),
))]
pub(crate) async fn board(
    State(app): State<App>,
    Signed(session, _): Signed,
) -> Result<Json<Board>, ApiError> {
    staff_only(session.role)?;
    Ok(Json(app.floor.board(None).await?))
}

/// Everything that comes on the board's stream.
#[derive(utoipa::ToSchema)]
#[schema(as = BoardTold)]
#[serde(untagged)]
#[allow(dead_code, reason = "boards are sent as themselves; this only describes them")]
pub(crate) enum BoardTold {
    Said(Said),
    Board(Board),
}

/// Follows the board through a WebSocket; for staff.
///
/// The first message has every table, each later one those that have changed since, whole; and
/// every five seconds comes a beat. Nothing a client sends is read. Close codes as at a table.
#[utoipa::path(get, path = "/api/floor/stream", tag = "tables", responses(
    (status = 101, description = "The stream", body = BoardTold),
    (status = 403, description = "Not staff, or from a foreign page", body = ErrorBody),
    (status = 426, description = "Not a WebSocket", body = ErrorBody),
    (status = 429, description = "Too many sockets", body = ErrorBody),
))]
pub(crate) async fn stream(State(app): State<App>, knock: Knock) -> Result<Response, ApiError> {
    staff_only(knock.role())?;
    let (session, place, upgrade) = knock.admit(&app).await?;
    Ok(upgrade.on_upgrade(async move |mut socket| {
        let over = watch(&mut socket, &app, &session).await;
        close_with(&mut socket, over).await;
        drop(place);
    }))
}

/// Tells the board and what changes on it until the socket ends.
async fn watch(socket: &mut WebSocket, app: &App, session: &Session) -> Over {
    let mut changes = app.floor.changes();
    let mut beat = pings(BEAT);
    let mut ended = pin!(ended(session.ending.subscribe()));
    let mut stopped = pin!(stopped(app.stopping.subscribe()));
    let (mut changed, mut due) = (BTreeSet::new(), Instant::now());
    if let Err(over) = tell(socket, app, None).await {
        return over;
    }
    loop {
        let step = tokio::select! {
            change = changes.recv() => {
                if changed.is_empty() {
                    due = Instant::now() + GATHER;
                }
                match change {
                    Ok(table) => {
                        changed.insert(table);
                        Ok(())
                    }
                    // Too many to name: all of them are told again.
                    Err(RecvError::Lagged(_)) => tell(socket, app, None).await,
                    Err(RecvError::Closed) => Err(Over::Gone),
                }
            }
            () = sleep_until(due), if !changed.is_empty() => {
                tell(socket, app, Some(&std::mem::take(&mut changed))).await
            }
            message = socket.recv() => match message {
                None | Some(Err(_) | Ok(Message::Close(_))) => Err(Over::Gone),
                Some(Ok(_)) => Ok(()),
            },
            _ = beat.tick() => match say(socket, &Said::Beat {}).await {
                Ok(()) => send(socket, Message::Ping("".into())).await,
                over => over,
            },
            over = &mut ended => return over,
            over = &mut stopped => return over,
        };
        if let Err(over) = step {
            return over;
        }
    }
}

async fn tell(
    socket: &mut WebSocket,
    app: &App,
    only: Option<&BTreeSet<TableId>>,
) -> Result<(), Over> {
    let board = app.floor.board(only).await.map_err(|_| Over::Gone)?;
    let text = serde_json::to_string(&board).map_err(|_| Over::Gone)?;
    send(socket, Message::Text(text.into())).await
}
