//! The display of a link: one page, and the feed it follows. Nothing here takes anything
//! from a display but its address (P-21).

use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use askama::Template;
use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::sse::{Event, Sse};
use axum::response::{IntoResponse, Response};
use futures_util::stream::{self, Stream};
use table::{AccountId, Actor, Link, LinkId, LinkView, Role};
use tokio::sync::watch;
use tokio::time::{Interval, MissedTickBehavior, interval};

use super::links::{read_link, unknown_link};
use super::pages::html;
use super::read::At;
use super::web;
use crate::app::App;
use crate::error::{ApiError, ErrorBody};
use crate::limits::SocketPlace;
use crate::session::{Ending, Signed};

/// How often the feed says that it is there. A display that hears nothing for three times
/// as long says that its meter may be old.
const BEAT: Duration = Duration::from_secs(5);

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

/// What a display shows, as server-sent events. Each event `link` holds a whole view, its
/// id is the link's version; an event `beat` comes every five seconds. Whoever reconnects
/// gets the view as it is then.
#[utoipa::path(get, path = "/display/links/{link}/feed", tag = "links",
    params(("link" = u32, Path, description = "The link")), responses(
    (status = 200, description = "Events with views", body = LinkView, content_type = "text/event-stream"),
    (status = 401, description = "Nobody is signed in", body = ErrorBody),
    (status = 404, description = "No such link", body = ErrorBody),
    (status = 429, description = "Too many feeds", body = ErrorBody),
))]
pub(crate) async fn feed(
    State(app): State<App>,
    Signed(session, peer): Signed,
    At(link): At<String>,
) -> Result<Response, ApiError> {
    let link: LinkId = read_link(&link)?;
    let mut changes = app.floor.watch_link(link).ok_or_else(unknown_link)?;
    let Some(place) = app.limits.socket(&peer, session.key) else {
        app.refused("rate.sockets", &peer).await;
        return Err(ApiError::rate());
    };
    changes.mark_changed();
    let mut beat = interval(BEAT);
    beat.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let feed = Feed {
        changes,
        beat,
        ending: session.ending.subscribe(),
        stopping: app.stopping.subscribe(),
        _place: place,
    };
    Ok(Sse::new(feed.events()).into_response())
}

struct Feed {
    changes: watch::Receiver<Arc<Link>>,
    beat: Interval,
    ending: watch::Receiver<Option<Ending>>,
    stopping: watch::Receiver<bool>,
    _place: SocketPlace,
}

impl Feed {
    fn events(self) -> impl Stream<Item = Result<Event, Infallible>> {
        stream::unfold(self, async |mut feed| {
            let event = feed.next().await?;
            Some((Ok(event), feed))
        })
    }

    /// The next event; nothing once the session or the server ends.
    async fn next(&mut self) -> Option<Event> {
        tokio::select! {
            changed = self.changes.changed() => {
                changed.ok()?;
                let link = Arc::clone(&self.changes.borrow_and_update());
                let view = link.view(DISPLAY);
                let event = Event::default().event("link").id(view.version.to_string());
                event.json_data(view).ok()
            }
            _ = self.beat.tick() => Some(Event::default().event("beat").data("")),
            _ = self.ending.changed() => None,
            _ = self.stopping.changed() => None,
        }
    }
}
