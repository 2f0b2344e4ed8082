//! Requests to a server: one connection that is kept, a cookie, an anti-forgery token.

use std::io;
use std::sync::Arc;
use std::time::Duration;

use http_body_util::{BodyExt, Full, Limited};
use hyper::body::Bytes;
use hyper::client::conn::http1::{SendRequest, handshake};
use hyper::header::{CONTENT_TYPE, COOKIE, HOST, HeaderValue, ORIGIN, SET_COOKIE};
use hyper::{Method, Request, StatusCode};
use hyper_util::rt::TokioIo;
use rustls::pki_types::ServerName;
use rustls::{ClientConfig, RootCertStore};
use serde::de::DeserializeOwned;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::TcpStream;
use tokio::time::timeout;
use tokio_rustls::TlsConnector;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::{Error as SocketError, Message};
use tokio_tungstenite::{WebSocketStream, client_async};

use super::address::Address;
use super::wire::{Facts, Me, Refusal};

/// The longest that anybody waits for an answer, or for a connection.
const PATIENCE: Duration = Duration::from_secs(10);
/// The largest answer that is read.
const LARGEST: usize = 4 * 1024 * 1024;
const CSRF: &str = "x-bahama-csrf";

/// A way to a server, in the clear or through TLS.
pub(super) trait Way: AsyncRead + AsyncWrite + Send + Unpin {}
impl<W: AsyncRead + AsyncWrite + Send + Unpin> Way for W {}

/// The stream of a table.
pub(super) type Socket = WebSocketStream<Box<dyn Way>>;

/// Why a request has no answer that can be used.
#[derive(Debug, thiserror::Error)]
pub(super) enum NoAnswer {
    /// The server cannot be reached, does not answer in time, or cannot answer now. What it
    /// was asked to do may be done all the same.
    #[error("{0}")]
    Unreachable(String),
    /// It is asked too much.
    #[error("{}", .0.message)]
    Rate(Facts),
    /// It refuses.
    #[error("{}", .0.message)]
    Refused(Facts),
    /// It does not know the caller any more.
    #[error("{}", .0.message)]
    SignedOut(Facts),
    /// It says something that this program does not understand.
    #[error(
        "the server answers in a way that this version of the program does not understand: {0}"
    )]
    Unreadable(String),
}

fn unreachable(error: impl std::fmt::Display) -> NoAnswer {
    NoAnswer::Unreachable(error.to_string())
}

/// Somebody who talks to a server.
pub(super) struct Client {
    address: Address,
    tls: Option<TlsConnector>,
    cookie: Option<HeaderValue>,
    csrf: String,
    /// The connection of the last request; the server may have closed it since.
    kept: Option<SendRequest<Full<Bytes>>>,
}

impl Client {
    /// Somebody who has not said anything yet.
    ///
    /// # Errors
    /// If TLS is wanted and the system trusts no certificates.
    pub(super) fn new(address: Address) -> Result<Client, NoAnswer> {
        let tls = if address.is_tls() { Some(tls()?) } else { None };
        Ok(Client { address, tls, cookie: None, csrf: String::new(), kept: None })
    }

    /// The server.
    pub(super) fn address(&self) -> &Address {
        &self.address
    }

    /// Signs in as a new guest.
    pub(super) async fn enter(&mut self) -> Result<(), NoAnswer> {
        let Answer { status, cookie, body } = self.ask(Method::POST, "/api/guest", "").await?;
        let me: Me = read(status, &body)?;
        self.csrf = me.csrf;
        self.cookie = cookie;
        Ok(())
    }

    /// Signs out; a server that is gone does not mind.
    pub(super) async fn sign_out(&mut self) {
        let _ = self.ask(Method::POST, "/api/sign-out", "").await;
    }

    /// Reads a document.
    pub(super) async fn get<T: DeserializeOwned>(&mut self, path: &str) -> Result<T, NoAnswer> {
        let answer = self.ask(Method::GET, path, "").await?;
        read(answer.status, &answer.body)
    }

    /// Sends a document and reads the answer.
    pub(super) async fn post<T: DeserializeOwned>(
        &mut self,
        path: &str,
        body: &str,
    ) -> Result<T, NoAnswer> {
        let answer = self.ask(Method::POST, path, body).await?;
        read(answer.status, &answer.body)
    }

    /// Asks; a connection that was kept and is closed meanwhile is opened again. Commands have
    /// ids, so asking twice does nothing twice.
    async fn ask(&mut self, method: Method, path: &str, body: &str) -> Result<Answer, NoAnswer> {
        if let Some(kept) = self.kept.take().filter(|kept| !kept.is_closed())
            && let Ok(answer) = self.ask_on(kept, &method, path, body).await
        {
            return Ok(answer);
        }
        let fresh = self.connect().await?;
        self.ask_on(fresh, &method, path, body).await
    }

    async fn ask_on(
        &mut self,
        mut connection: SendRequest<Full<Bytes>>,
        method: &Method,
        path: &str,
        body: &str,
    ) -> Result<Answer, NoAnswer> {
        let request = self.request(method, path, body)?;
        let asking = async {
            let response = connection.send_request(request).await.map_err(unreachable)?;
            let status = response.status();
            let cookie = response.headers().get(SET_COOKIE).and_then(pair);
            let body = Limited::new(response.into_body(), LARGEST).collect().await;
            let body = body.map_err(unreachable)?.to_bytes();
            Ok(Answer { status, cookie, body })
        };
        let answer = timeout(PATIENCE, asking).await.map_err(|_| too_slow())??;
        self.kept = Some(connection);
        Ok(answer)
    }

    fn request(
        &self,
        method: &Method,
        path: &str,
        body: &str,
    ) -> Result<Request<Full<Bytes>>, NoAnswer> {
        let mut request = Request::builder()
            .method(method)
            .uri(path)
            .header(HOST, self.address.authority())
            .header(ORIGIN, self.address.to_string())
            .header(CONTENT_TYPE, "application/json")
            .header(CSRF, &self.csrf);
        if let Some(cookie) = &self.cookie {
            request = request.header(COOKIE, cookie);
        }
        request.body(Full::from(body.to_owned())).map_err(unreachable)
    }

    async fn connect(&self) -> Result<SendRequest<Full<Bytes>>, NoAnswer> {
        let way = self.way().await?;
        let (sender, connection) = handshake(TokioIo::new(way)).await.map_err(unreachable)?;
        // It ends with its sender; what goes wrong on it, the sender is told.
        tokio::spawn(connection);
        Ok(sender)
    }

    /// Opens a way to the server.
    async fn way(&self) -> Result<Box<dyn Way>, NoAnswer> {
        let (host, port) = (self.address.host(), self.address.port());
        let open = async {
            let stream = TcpStream::connect((host, port)).await?;
            stream.set_nodelay(true)?;
            let Some(tls) = &self.tls else {
                return Ok::<Box<dyn Way>, io::Error>(Box::new(stream));
            };
            let name = ServerName::try_from(host.to_owned()).map_err(io::Error::other)?;
            Ok(Box::new(tls.connect(name, stream).await?))
        };
        timeout(PATIENCE, open).await.map_err(|_| too_slow())?.map_err(unreachable)
    }

    /// Opens the stream of a table.
    pub(super) async fn stream(&self, path: &str) -> Result<Socket, NoAnswer> {
        let mut request = self.address.socket(path).into_client_request().map_err(unreachable)?;
        let origin = HeaderValue::try_from(self.address.to_string()).map_err(unreachable)?;
        request.headers_mut().insert(ORIGIN, origin);
        if let Some(cookie) = &self.cookie {
            request.headers_mut().insert(COOKIE, cookie.clone());
        }
        let way = self.way().await?;
        let opened = timeout(PATIENCE, client_async(request, way)).await.map_err(|_| too_slow())?;
        match opened {
            Ok((socket, _)) => Ok(socket),
            Err(SocketError::Http(response)) => {
                let body = Bytes::from(response.body().clone().unwrap_or_default());
                Err(refusal(response.status(), &body))
            }
            Err(error) => Err(unreachable(error)),
        }
    }
}

/// The text of a message; nothing for what the library answers itself.
pub(super) fn text(
    message: Option<Result<Message, SocketError>>,
) -> Result<Option<String>, NoAnswer> {
    match message {
        Some(Ok(Message::Text(text))) => Ok(Some(text.as_str().to_owned())),
        Some(Ok(Message::Close(frame))) => {
            let reason = frame.map_or(String::new(), |frame| frame.reason.as_str().to_owned());
            Err(NoAnswer::Unreachable(format!("the server has closed the stream: {reason}")))
        }
        Some(Ok(_)) => Ok(None),
        Some(Err(error)) => Err(unreachable(error)),
        None => Err(NoAnswer::Unreachable("the server has closed the stream".to_owned())),
    }
}

/// An answer of the server.
struct Answer {
    status: StatusCode,
    cookie: Option<HeaderValue>,
    body: Bytes,
}

/// Name and value of a cookie, without what concerns browsers.
fn pair(set: &HeaderValue) -> Option<HeaderValue> {
    let pair = set.to_str().ok()?.split(';').next()?;
    HeaderValue::from_str(pair).ok()
}

fn read<T: DeserializeOwned>(status: StatusCode, body: &Bytes) -> Result<T, NoAnswer> {
    if !status.is_success() {
        return Err(refusal(status, body));
    }
    serde_json::from_slice(body).map_err(|error| NoAnswer::Unreadable(error.to_string()))
}

/// What a refusal means for who asked.
fn refusal(status: StatusCode, body: &Bytes) -> NoAnswer {
    let facts = match serde_json::from_slice(body) {
        Ok(Refusal { error }) => error,
        Err(_) if status.is_server_error() => return unreachable(status),
        Err(_) => return NoAnswer::Unreadable(status.to_string()),
    };
    match status {
        StatusCode::UNAUTHORIZED => NoAnswer::SignedOut(facts),
        StatusCode::TOO_MANY_REQUESTS => NoAnswer::Rate(facts),
        // Its record failed or it is about to stop: the outcome is known when it is back.
        status if status.is_server_error() => NoAnswer::Unreachable(facts.message),
        _ => NoAnswer::Refused(facts),
    }
}

fn too_slow() -> NoAnswer {
    NoAnswer::Unreachable("no answer in time".to_owned())
}

/// TLS with the certificates that the system trusts.
fn tls() -> Result<TlsConnector, NoAnswer> {
    let mut roots = RootCertStore::empty();
    roots.add_parsable_certificates(rustls_native_certs::load_native_certs().certs);
    if roots.is_empty() {
        return Err(NoAnswer::Unreachable(
            "this system trusts no certificates; SSL_CERT_FILE names a file of them".to_owned(),
        ));
    }
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let config = ClientConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()
        .map_err(unreachable)?
        .with_root_certificates(roots)
        .with_no_client_auth();
    Ok(TlsConnector::from(Arc::new(config)))
}
