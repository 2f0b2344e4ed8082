//! The one way to follow a table or a link: a hello, what was missed, then everything as it
//! happens, each under its number; and for tables commands on the way back.
//!
//! One task a socket, small buffers, and one text per entry that all sockets share. A
//! reader that falls behind is closed and catches up on its next visit; it never holds
//! up a table.

use std::pin::{Pin, pin};
use std::sync::Arc;
use std::time::Duration;

use axum::extract::ws::rejection::WebSocketUpgradeRejection;
use axum::extract::ws::{CloseFrame, Message, Utf8Bytes, WebSocket, WebSocketUpgrade};
use axum::extract::{FromRequestParts, State};
use axum::http::StatusCode;
use axum::http::request::Parts;
use axum::response::Response;
use futures_util::FutureExt;
use rules::Word as _;
use serde::{Deserialize, Serialize};
use store::Stream;
use table::{Entry, LinkId, News, Role, TableId};
use tokio::sync::broadcast::error::RecvError;
use tokio::sync::{broadcast, watch};
use tokio::time::{Interval, MissedTickBehavior, interval, timeout};

use super::links::{read_link, unknown_link};
use super::read::{self, Asked, At};
use crate::app::App;
use crate::code::Code;
use crate::error::{ApiError, ErrorFacts};
use crate::floor::Published;
use crate::limits::SocketPlace;
use crate::peer::{Peer, own_origin};
use crate::presence::Present;
use crate::session::{Ending, Session, Signed};

/// Most messages of clients are smaller than this. The library clears so much memory
/// whenever it looks for one, and with every entry each socket looks.
const READ: usize = 256;
/// Most entries are smaller than this.
const WRITE: usize = 4096;
/// The most that waits to be sent; the largest entry must fit.
const MOST_WAITING: usize = 512 * 1024;
/// The largest message from a client.
const LARGEST: usize = 4096;
/// How often a silent client is asked whether it is there.
const PING: Duration = Duration::from_secs(20);
/// How often a link's stream says that it is there, because its meters may rest for hours. A
/// display that hears nothing for three times as long says that its meter may be old (P-20).
pub(super) const BEAT: Duration = Duration::from_secs(5);
/// How long a client may take to accept a message.
const SLOWEST: Duration = Duration::from_secs(10);
/// How long a client may take to close a socket once it was told why.
const LAST_WORDS: Duration = Duration::from_secs(2);
/// Entries read at once when catching up.
const PAGE: u32 = 64;
/// Messages over the limit that are answered before the socket is closed.
const PATIENCE: u32 = 20;

/// Why a socket is closed.
mod code {
    pub(super) const STOPPING: u16 = 1001;
    pub(super) const UNREADABLE: u16 = 1003;
    pub(super) const TOO_LARGE: u16 = 1009;
    pub(super) const CATCH_UP: u16 = 4008;
    pub(super) const TOO_FAST: u16 = 4029;
}

/// Where to begin.
#[derive(Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct After {
    /// The version the client has; without it the stream begins now.
    #[param(value_type = Option<u64>)]
    after: Option<String>,
}

/// What the server says on a stream besides entries.
#[derive(Serialize, utoipa::ToSchema)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Said {
    /// The first message.
    Hello(Hello),
    /// Nothing has happened, and the stream is there: every five seconds on a link's.
    Beat {},
    /// A command was accepted.
    Answer {
        /// The command's id.
        id: String,
        /// The table's version after it.
        version: u64,
    },
    /// A command was refused.
    Refused {
        /// The command's id, if it could be read.
        id: Option<String>,
        /// Why.
        #[serde(flatten)]
        error: ErrorFacts,
    },
}

/// Everything that comes on a stream: an entry is sent as itself, and is known by its
/// version.
#[derive(utoipa::ToSchema)]
#[schema(as = Told)]
#[serde(untagged)]
#[allow(dead_code, reason = "entries are sent as they were stored; this only describes them")]
pub(crate) enum Told {
    Said(Said),
    Entry(Entry),
}

/// Everything that comes on a link's stream, in the same way.
#[derive(utoipa::ToSchema)]
#[schema(as = LinkTold)]
#[serde(untagged)]
#[allow(dead_code, reason = "news are sent as they were made; this only describes them")]
pub(crate) enum LinkTold {
    Said(Said),
    News(News),
}

/// The first message of a stream.
#[derive(Serialize, utoipa::ToSchema)]
pub(crate) struct Hello {
    /// The table that is followed.
    #[serde(skip_serializing_if = "Option::is_none")]
    table: Option<TableId>,
    /// Or the link.
    #[serde(skip_serializing_if = "Option::is_none")]
    link: Option<LinkId>,
    /// Its version now; entries up to it may follow as far as they were missed.
    version: u64,
    /// The version after which they follow. It is later than what was asked for where the caller
    /// is too far behind: then he asks for the view again.
    after: u64,
    /// As what the client looks.
    role: Role,
}

/// Watches a table through a WebSocket and gives it commands.
///
/// The first message is a hello, then come the entries after `after`, as far back as the caller
/// may see them (the hello says from where), then every entry as it happens. A client sends
/// commands as in POST; each is answered with
/// `{"answer":{"id","version"}}` or `{"refused":{"id","code","message"}}`. Close codes:
/// 1001 the server stops, 1009 a message was too large, 4001 signed out, 4002 signed in
/// elsewhere, 4003 revoked, 4004 timed out, 4008 fell behind (connect again with
/// `after`), 4029 too fast.
#[utoipa::path(get, path = "/api/tables/{table}/stream", tag = "tables",
    params(("table" = u32, Path, description = "The table"), After),
    responses(
        (status = 101, description = "The stream", body = Told),
        (status = 403, description = "From a foreign page", body = crate::error::ErrorBody),
        (status = 404, description = "No such table", body = crate::error::ErrorBody),
        (status = 426, description = "Not a WebSocket", body = crate::error::ErrorBody),
        (status = 429, description = "Too many sockets", body = crate::error::ErrorBody),
    ))]
pub(crate) async fn table(
    State(app): State<App>,
    At(table): At<String>,
    Asked(after): Asked<After>,
    knock: Knock,
) -> Result<Response, ApiError> {
    let table = read::table(&table)?;
    if !app.floor.is_visible(table, knock.session.actor()) {
        return Err(read::unknown_table());
    }
    let present = app.presence.enter(table, knock.session.account);
    knock.follow(app, table.into(), after, Some(present)).await
}

/// Watches the jackpots of a link through a WebSocket.
///
/// The first message is a hello, then come the news after `after`, then the news of every
/// entry as it happens, and every five seconds a beat. Nothing a client sends is read (P-21).
/// Close codes as at a table.
#[utoipa::path(get, path = "/api/links/{link}/stream", tag = "links",
    params(("link" = u32, Path, description = "The link"), After),
    responses(
        (status = 101, description = "The stream", body = LinkTold),
        (status = 403, description = "From a foreign page", body = crate::error::ErrorBody),
        (status = 404, description = "No such link", body = crate::error::ErrorBody),
        (status = 426, description = "Not a WebSocket", body = crate::error::ErrorBody),
        (status = 429, description = "Too many sockets", body = crate::error::ErrorBody),
    ))]
pub(crate) async fn link(
    State(app): State<App>,
    At(link): At<String>,
    Asked(after): Asked<After>,
    knock: Knock,
) -> Result<Response, ApiError> {
    let link = read_link(&link)?;
    if !app.floor.is_link_visible(link, knock.session.actor()) {
        return Err(unknown_link());
    }
    knock.follow(app, link.into(), after, None).await
}

/// Somebody signed in who opens a socket from a page of ours.
pub(crate) struct Knock {
    session: Arc<Session>,
    peer: Peer,
    upgrade: Result<WebSocketUpgrade, WebSocketUpgradeRejection>,
}

impl FromRequestParts<App> for Knock {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Knock, ApiError> {
        let Signed(session, peer) = Signed::from_request_parts(parts, app).await?;
        // A browser always says which page opens a socket.
        if let Err(refused) = own_origin(&parts.headers, peer.secure) {
            app.refused(refused.code.word(), &peer).await;
            return Err(refused);
        }
        let upgrade = WebSocketUpgrade::from_request_parts(parts, app).await;
        Ok(Knock { session, peer, upgrade })
    }
}

impl Knock {
    /// As what its sender is signed in.
    pub(super) fn role(&self) -> Role {
        self.session.role
    }

    /// Lets a socket in, if there is a place for one more.
    pub(super) async fn admit(
        self,
        app: &App,
    ) -> Result<(Arc<Session>, SocketPlace, WebSocketUpgrade), ApiError> {
        let Knock { session, peer, upgrade } = self;
        let upgrade = upgrade.map_err(|_| {
            let message = "this address is a WebSocket";
            ApiError::new(StatusCode::UPGRADE_REQUIRED, Code::SocketNeeded, message)
        })?;
        let Some(place) = app.limits.socket(&peer, session.key) else {
            app.refused("rate.sockets", &peer).await;
            return Err(ApiError::rate());
        };
        let upgrade = upgrade
            .read_buffer_size(READ)
            .write_buffer_size(WRITE)
            .max_write_buffer_size(MOST_WAITING)
            .max_message_size(LARGEST)
            .max_frame_size(LARGEST);
        Ok((session, place, upgrade))
    }

    async fn follow(
        self,
        app: App,
        of: Stream,
        After { after }: After,
        present: Option<Present>,
    ) -> Result<Response, ApiError> {
        let after = after.map(|text| read::number("after", &text)).transpose()?;
        let (session, place, upgrade) = self.admit(&app).await?;
        let live = app.floor.subscribe(of).ok_or_else(|| ApiError::not_found("stream"))?;
        let (over_limit, last) = (0, 0);
        let watcher =
            Watcher { over_limit, last, app, session, of, live, _place: place, _present: present };
        Ok(upgrade.on_upgrade(move |socket| watcher.run(socket, after)))
    }
}

/// A socket with everything it needs.
struct Watcher {
    app: App,
    session: Arc<Session>,
    of: Stream,
    live: broadcast::Receiver<Arc<Published>>,
    /// The last version that was sent.
    last: u64,
    over_limit: u32,
    _place: SocketPlace,
    _present: Option<Present>,
}

/// A command that is being decided; one at a time for each socket, so that a client
/// cannot pile them up.
type Pending = Option<Pin<Box<dyn Future<Output = Said> + Send>>>;

/// Why a socket ends: with words to the client, or without because it is gone.
pub(super) enum Over {
    Close(u16, &'static str),
    Gone,
}

impl Watcher {
    async fn run(mut self, mut socket: WebSocket, after: Option<u64>) {
        let over = match self.greet(&mut socket, after).await {
            Ok(()) => self.watch(&mut socket).await,
            Err(over) => over,
        };
        close_with(&mut socket, over).await;
    }

    /// Says hello and sends what was missed.
    async fn greet(&mut self, socket: &mut WebSocket, after: Option<u64>) -> Result<(), Over> {
        if after.is_some_and(|after| self.app.floor.version(self.of).is_none_or(|it| it < after)) {
            // He has seen more at another process.
            self.app.floor.fresh(self.of).await;
        }
        let version = self.app.floor.version(self.of).ok_or(Over::Gone)?;
        let (table, link) = match self.of {
            Stream::Table(table) => (Some(table), None),
            Stream::Link(link) => (None, Some(link)),
            Stream::Person(_) => return Err(Over::Gone),
        };
        self.last = after.unwrap_or(version).min(version);
        if let Some(table) = table {
            if self.last < version {
                let since = self.app.since(table, &self.session).await;
                self.last = self.last.max(since.map_err(|_| Over::Gone)?);
            }
            self.session.watched.note(table, self.last);
        }
        let hello = Hello { table, link, version, after: self.last, role: self.session.role };
        say(socket, &Said::Hello(hello)).await?;
        while self.last < version {
            let page = self.app.floor.told(self.of, self.last, PAGE).await;
            let page = page.map_err(|_| Over::Gone)?;
            if page.is_empty() {
                break;
            }
            for entry in page {
                self.pass_on(socket, &entry).await?;
            }
        }
        Ok(())
    }

    async fn watch(&mut self, socket: &mut WebSocket) -> Over {
        let mut pending: Pending = None;
        let mut ping = pings(self.beat().unwrap_or(PING));
        let mut unanswered = 0;
        // Waited for once and not anew with every entry.
        let mut ended = pin!(ended(self.session.ending.subscribe()));
        let mut stopped = pin!(stopped(self.app.stopping.subscribe()));
        loop {
            // Entries first: they come far more often than all else, and never without a
            // pause, because each waits for the disk.
            let step = tokio::select! {
                biased;
                entry = self.live.recv() => self.live(socket, entry).await,
                said = answered(&mut pending) => {
                    pending = None;
                    say(socket, &said).await
                }
                message = socket.recv(), if pending.is_none() => {
                    unanswered = 0;
                    self.heard(socket, message, &mut pending).await
                }
                _ = ping.tick() => {
                    unanswered += 1;
                    match unanswered > 2 {
                        true => Err(Over::Gone),
                        false => self.ping(socket).await,
                    }
                }
                over = &mut ended => return over,
                over = &mut stopped => return over,
            };
            if let Err(over) = step {
                return over;
            }
        }
    }

    /// How often this stream beats, if it does.
    fn beat(&self) -> Option<Duration> {
        match self.of {
            Stream::Table(_) | Stream::Person(_) => None,
            Stream::Link(_) => Some(BEAT),
        }
    }

    async fn ping(&self, socket: &mut WebSocket) -> Result<(), Over> {
        if self.beat().is_some() {
            say(socket, &Said::Beat {}).await?;
        }
        send(socket, Message::Ping("".into())).await
    }

    async fn live(
        &mut self,
        socket: &mut WebSocket,
        entry: Result<Arc<Published>, RecvError>,
    ) -> Result<(), Over> {
        match entry {
            Ok(entry) => self.pass_on(socket, &entry).await,
            Err(RecvError::Lagged(_)) => {
                metrics::counter!("bahama_sockets_lagged_total").increment(1);
                Err(Over::Close(code::CATCH_UP, "catch up"))
            }
            Err(RecvError::Closed) => Err(Over::Close(code::STOPPING, "it is gone")),
        }
    }

    /// Sends an entry unless it was sent before.
    async fn pass_on(&mut self, socket: &mut WebSocket, entry: &Published) -> Result<(), Over> {
        if entry.version <= self.last {
            return Ok(());
        }
        self.last = entry.version;
        send(socket, Message::Text(entry.json.clone())).await
    }

    /// Takes a message of the client.
    async fn heard(
        &mut self,
        socket: &mut WebSocket,
        message: Option<Result<Message, axum::Error>>,
        pending: &mut Pending,
    ) -> Result<(), Over> {
        let text = match message {
            None | Some(Ok(Message::Close(_))) => return Err(Over::Gone),
            // The library closes what it cannot read; a message over the limit is the
            // one case a client can do something about.
            Some(Err(_)) => return Err(Over::Close(code::TOO_LARGE, "not readable, or too large")),
            Some(Ok(Message::Ping(_) | Message::Pong(_))) => return Ok(()),
            Some(Ok(Message::Binary(_))) => {
                return Err(Over::Close(code::UNREADABLE, "text only"));
            }
            Some(Ok(Message::Text(text))) => text,
        };
        if !self.session.allows_one_more() {
            self.over_limit += 1;
            if self.over_limit > PATIENCE {
                return Err(Over::Close(code::TOO_FAST, "too fast"));
            }
            return say(socket, &refused(None, &ApiError::rate())).await;
        }
        self.over_limit = 0;
        self.session.touch(self.app.clock.now());
        *pending =
            Some(Box::pin(decide(self.app.clone(), Arc::clone(&self.session), self.of, text)));
        Ok(())
    }
}

/// Has a command decided.
async fn decide(app: App, session: Arc<Session>, of: Stream, text: Utf8Bytes) -> Said {
    // A display has no command path: what it sends is not even read (P-21).
    let Stream::Table(table) = of else {
        return refused(None, &ApiError::role("give commands here"));
    };
    if session.role == Role::Spectator {
        return refused(None, &ApiError::role("give commands"));
    }
    let command = match read::command(text.as_bytes()) {
        Ok(command) => command,
        Err(error) => return refused(None, &error),
    };
    let id = command.id.to_string();
    match app.give(table, &session, command, None).await {
        Ok(answer) => Said::Answer { id, version: answer.version },
        Err(error) => refused(Some(id), &error),
    }
}

fn refused(id: Option<String>, error: &ApiError) -> Said {
    Said::Refused { id, error: error.body().error }
}

/// The answer to the pending command; never, where none is pending.
async fn answered(pending: &mut Pending) -> Said {
    match pending {
        Some(deciding) => deciding.await,
        None => std::future::pending().await,
    }
}

/// Waits for the end of the session.
pub(super) async fn ended(mut ending: watch::Receiver<Option<Ending>>) -> Over {
    let why = ending.wait_for(Option::is_some).await.ok().and_then(|why| *why);
    why.map_or(Over::Gone, |why| {
        let (code, reason) = why.closing();
        Over::Close(code, reason)
    })
}

/// Waits for the end of the server.
pub(super) async fn stopped(mut stopping: watch::Receiver<bool>) -> Over {
    // An error means that the server is gone already.
    let _ = stopping.wait_for(|stopping| *stopping).await;
    Over::Close(code::STOPPING, "the server stops")
}

/// Says to the client why its socket ends, if it is there.
pub(super) async fn close_with(socket: &mut WebSocket, over: Over) {
    if let Over::Close(code, reason) = over {
        // The client may be gone, and is not waited for long.
        let _ = timeout(LAST_WORDS, close(socket, code, reason)).await;
    }
}

/// Says why, and reads what the client still sends until it has understood: what is not
/// read when a connection ends makes the system take back what was said last. After a
/// message it could not read, the library cannot read on.
async fn close(socket: &mut WebSocket, code: u16, reason: &'static str) {
    let frame = CloseFrame { code, reason: Utf8Bytes::from_static(reason) };
    if socket.send(Message::Close(Some(frame))).await.is_ok() && code != code::TOO_LARGE {
        while let Some(Ok(_)) = socket.recv().await {}
    }
}

pub(super) fn pings(every: Duration) -> Interval {
    let mut ping = interval(every);
    ping.set_missed_tick_behavior(MissedTickBehavior::Delay);
    ping.reset();
    ping
}

pub(super) async fn say(socket: &mut WebSocket, said: &Said) -> Result<(), Over> {
    let text = serde_json::to_string(said).map_err(|_| Over::Gone)?;
    send(socket, Message::Text(text.into())).await
}

/// Sends a message; a client that does not take it in time is gone. Nearly all is taken at
/// once, and then no clock is set.
pub(super) async fn send(socket: &mut WebSocket, message: Message) -> Result<(), Over> {
    let mut sending = pin!(socket.send(message));
    let sent = match sending.as_mut().now_or_never() {
        Some(sent) => sent,
        None => timeout(SLOWEST, sending).await.map_err(|_| Over::Gone)?,
    };
    sent.map_err(|_| Over::Gone)
}
