//! A server to test with, and people who visit it.

use std::sync::Arc;
use std::time::Duration;

use futures_util::StreamExt;
use reqwest::{Method, RequestBuilder, Response, StatusCode};
use serde_json::{Value, json};
use server::floor::{Floor, World};
use server::staff::Staff;
use server::{Clock, Server, Settings};
use store::{DataDir, Options, People, Store};
use table::{Role, Time};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::{Error, Message};
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};

use crate::schema;

pub(crate) const PASSWORD: &str = "tin-lamp-otter";
pub(crate) type Socket = WebSocketStream<MaybeTlsStream<TcpStream>>;

/// A running server.
pub(crate) struct House {
    pub(crate) server: Server,
    pub(crate) clock: Clock,
    pub(crate) people: Arc<dyn People>,
    pub(crate) client: reqwest::Client,
    pub(crate) store: Arc<Store>,
    folder: tempfile::TempDir,
}

/// Somebody with a session.
#[derive(Clone, Default)]
pub(crate) struct Visitor {
    pub(crate) cookie: String,
    pub(crate) csrf: String,
}

/// The program that the record of shoes names.
pub(crate) fn software() -> table::Software {
    table::Software { version: "0.0.7".to_owned(), sha256: "5e".repeat(32) }
}

impl House {
    pub(crate) async fn open() -> House {
        House::with(|_| {}).await
    }

    /// A server without limits on rates, and whatever else is changed.
    pub(crate) async fn with(change: impl FnOnce(&mut Settings)) -> House {
        House::at(tempfile::tempdir().unwrap(), change).await
    }

    /// A server of one game.
    pub(crate) async fn of(game: &str) -> House {
        let game = games::find(game).unwrap();
        House::start(tempfile::tempdir().unwrap(), *game, |_| {}).await
    }

    pub(crate) async fn at(folder: tempfile::TempDir, change: impl FnOnce(&mut Settings)) -> House {
        House::start(folder, games::GAMES[0], change).await
    }

    async fn start(
        folder: tempfile::TempDir,
        game: games::GameText,
        change: impl FnOnce(&mut Settings),
    ) -> House {
        let mut settings = Settings::new(folder.path());
        settings.listen = "127.0.0.1:0".parse().unwrap();
        settings.rates.address = 0;
        settings.rates.session = 0;
        settings.rates.openings = 0;
        settings.software = Some(Arc::new(software()));
        change(&mut settings);
        let clock = Clock::manual(Time(1_800_000_000_000));
        let data = DataDir::new(folder.path());
        // A test that fails takes its runtime and so the writer with it; that must not take
        // the other tests along.
        let on_failure: store::OnFailure = Arc::new(|failure| eprintln!("{failure}"));
        let options = Options { on_failure: Some(on_failure), ..Options::SERVE };
        let store = Arc::new(Store::open(&data, options).await.unwrap());
        let people: Arc<dyn People> = store.clone();
        let games = [(game.id.to_owned(), game.text.to_owned())].into();
        let world = World::new(&settings, clock.clone(), games);
        let floor = Floor::open(store.clone(), world).await.unwrap();
        let server =
            Server::start(settings, clock.clone(), floor, Arc::clone(&people)).await.unwrap();
        let no_redirects = reqwest::redirect::Policy::none();
        let client = reqwest::Client::builder().redirect(no_redirects).build().unwrap();
        House { server, clock, people, client, store, folder }
    }

    /// Stops the server and keeps its data.
    pub(crate) async fn close(self) -> tempfile::TempDir {
        let House { server, store, folder, people, .. } = self;
        server.stop().await;
        store.close().await;
        drop((store, people));
        folder
    }

    /// What `bahama staff` does while the server runs: another connection.
    pub(crate) async fn beside(&self) -> (Arc<Store>, Staff) {
        let data = DataDir::new(self.folder.path());
        let store = Arc::new(Store::open(&data, Options::BESIDE).await.unwrap());
        let people: Arc<dyn People> = store.clone();
        (store, Staff::new(people, self.clock.now()))
    }

    pub(crate) fn staff(&self) -> Staff {
        Staff::new(Arc::clone(&self.people), self.clock.now())
    }

    /// A request with nothing but its method and address.
    pub(crate) fn bare(&self, method: Method, path: &str) -> RequestBuilder {
        self.client.request(method, format!("{}{path}", self.server.url()))
    }

    pub(crate) async fn get(&self, who: &Visitor, path: &str) -> Response {
        self.bare(Method::GET, path).header("cookie", &who.cookie).send().await.unwrap()
    }

    /// A POST as one of our own pages sends it.
    pub(crate) fn own_post(&self, who: &Visitor, path: &str) -> RequestBuilder {
        self.bare(Method::POST, path)
            .header("origin", self.server.url())
            .header("cookie", &who.cookie)
            .header("x-bahama-csrf", &who.csrf)
    }

    pub(crate) async fn post(&self, who: &Visitor, path: &str, body: &Value) -> Response {
        self.own_post(who, path).json(body).send().await.unwrap()
    }

    pub(crate) async fn guest(&self) -> Visitor {
        let response = self.post(&Visitor::default(), "/api/guest", &json!({})).await;
        assert_eq!(response.status(), StatusCode::CREATED);
        visitor(response).await
    }

    /// Somebody of the staff, signed in; who was hired before comes back.
    pub(crate) async fn signed_in(&self, name: &str, role: Role) -> Visitor {
        let _ = self.staff().add(name, &[role], Some(PASSWORD)).await;
        visitor(self.sign_in(name, PASSWORD).await).await
    }

    /// Everything that happened at the first table after it was opened, as the staff reads it.
    pub(crate) async fn happened(&self) -> String {
        let supervisor = self.signed_in("reader-1", Role::Supervisor).await;
        self.get(&supervisor, "/api/tables/1/events?after=1").await.text().await.unwrap()
    }

    pub(crate) async fn sign_in(&self, name: &str, password: &str) -> Response {
        let body = json!({"name": name, "password": password});
        self.post(&Visitor::default(), "/api/sign-in", &body).await
    }

    /// A visitor with this role, however one gets it.
    pub(crate) async fn visitor_as(&self, role: Role) -> Visitor {
        match role {
            Role::Player => self.guest().await,
            Role::Spectator => {
                let token = self.staff().link(None, role, "/display/1").await.unwrap();
                self.enter(token.reveal()).await.1
            }
            _ => self.signed_in(&format!("a {role}"), role).await,
        }
    }

    /// Uses a one-time link: the answer's status and place, and who came in.
    pub(crate) async fn enter(&self, token: &str) -> ((StatusCode, String), Visitor) {
        let sent = self.own_post(&Visitor::default(), &format!("/enter/{token}")).send();
        let response = sent.await.unwrap();
        let place = response.headers().get("location").map(|value| value.to_str().unwrap());
        let came = (response.status(), place.unwrap_or_default().to_owned());
        let cookie = cookie_of(&response);
        let mut who = Visitor { cookie, csrf: String::new() };
        let me = self.get(&who, "/api/me").await;
        if me.status() == StatusCode::OK {
            who.csrf = document(me).await["csrf"].as_str().unwrap().to_owned();
        }
        (came, who)
    }

    /// Opens a stream with these headers.
    pub(crate) async fn socket_with(
        &self,
        path: &str,
        headers: &[(&'static str, &str)],
    ) -> Result<Socket, u16> {
        let url = format!("ws://{}{path}", self.server.address());
        let mut request = url.into_client_request().unwrap();
        for (name, value) in headers {
            request.headers_mut().insert(*name, value.parse().unwrap());
        }
        match connect_async(request).await {
            Ok((socket, _)) => Ok(socket),
            Err(Error::Http(response)) => Err(response.status().as_u16()),
            Err(error) => panic!("{error}"),
        }
    }

    /// Opens a stream as one of our own pages does.
    pub(crate) async fn socket(&self, who: &Visitor, path: &str) -> Socket {
        let origin = self.server.url();
        let headers = [("origin", origin.as_str()), ("cookie", who.cookie.as_str())];
        self.socket_with(path, &headers).await.unwrap()
    }
}

pub(crate) async fn visitor(response: Response) -> Visitor {
    let cookie = cookie_of(&response);
    let csrf = document(response).await["csrf"].as_str().unwrap().to_owned();
    Visitor { cookie, csrf }
}

/// The cookie as a browser would send it back.
fn cookie_of(response: &Response) -> String {
    let set = response.headers().get("set-cookie").map(|value| value.to_str().unwrap());
    set.and_then(|set| set.split(';').next()).unwrap_or_default().to_owned()
}

/// The document of an answer, which must be one that the interface's description names.
pub(crate) async fn document(response: Response) -> Value {
    let (path, status) = (response.url().path().to_owned(), response.status().as_u16());
    let document = response.json().await.unwrap();
    schema::check_answer(&path, status, &document);
    document
}

/// The code of a refusal.
pub(crate) async fn code(response: Response) -> String {
    let document = document(response).await;
    document["error"]["code"].as_str().unwrap_or_default().to_owned()
}

/// The next text of a stream, as JSON; it must be what the interface's description names.
pub(crate) async fn next(socket: &mut Socket) -> Value {
    next_of(socket, "Told").await
}

/// The next that is told of a link; that it is there is nothing new.
pub(crate) async fn next_of_link(socket: &mut Socket) -> Value {
    next_but_beats(socket, "LinkTold").await
}

/// The next that is told on a stream that beats.
pub(crate) async fn next_but_beats(socket: &mut Socket, schema: &str) -> Value {
    loop {
        let told = next_of(socket, schema).await;
        if told.get("beat").is_none() {
            return told;
        }
    }
}

async fn next_of(socket: &mut Socket, schema: &str) -> Value {
    loop {
        match within(socket.next()).await.unwrap().unwrap() {
            Message::Text(text) => {
                let told = serde_json::from_str(&text).unwrap();
                schema::check(schema, &told);
                return told;
            }
            Message::Close(frame) => panic!("closed: {frame:?}"),
            _ => {}
        }
    }
}

/// The code with which a stream is closed.
pub(crate) async fn closed(socket: &mut Socket) -> Option<u16> {
    loop {
        match within(socket.next()).await {
            None | Some(Err(_)) => return None,
            Some(Ok(Message::Close(frame))) => return frame.map(|frame| frame.code.into()),
            Some(Ok(_)) => {}
        }
    }
}

/// Waits, but not for ever.
pub(crate) async fn within<T>(future: impl Future<Output = T>) -> T {
    tokio::time::timeout(Duration::from_secs(20), future).await.unwrap()
}

/// A command; `tail` makes its id.
pub(crate) fn command(tail: &str, body: &Value) -> Value {
    json!({"id": format!("command-{tail}"), "expected": 0, "body": body})
}
