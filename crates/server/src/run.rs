//! A server from start to stop.

use std::io;
use std::net::{SocketAddr, TcpListener};
use std::sync::Arc;
use std::time::Duration;

use axum_server::Handle;
use axum_server::accept::NoDelayAcceptor;
use axum_server::tls_rustls::{RustlsAcceptor, RustlsConfig};
use hyper_util::rt::{TokioExecutor, TokioTimer};
use hyper_util::server::conn::auto::Builder;
use store::{People, SecurityLine, StoreError};
use table::report::STARTED;
use table::{Role, TableId, Time};
use tokio::sync::{Semaphore, watch};
use tokio::task::JoinHandle;

use crate::app::{App, Parts};
use crate::audit::Checking;
use crate::bots::{self, Bots};
use crate::clock::Clock;
use crate::coach::Coach;
use crate::first::{self, FirstFailed, Handout};
use crate::floor::Floor;
use crate::limits::Limits;
use crate::password::{HashFailed, Passwords};
use crate::presence::Presence;
use crate::refusals::Refusals;
use crate::reports::Laws;
use crate::session::Keeper;
use crate::settings::{Settings, Transport};
use crate::strategy::Strategies;
use crate::tls::{self, Certificate, TlsRefused};
use crate::{files, keep, metrics, routes};

/// How long requests may take to finish when the server stops.
const GRACE: Duration = Duration::from_secs(10);

/// Why a server did not start.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs)]
pub enum StartFailed {
    #[error("{0} is in use by another program; choose another with --listen ADDRESS:PORT")]
    Taken(SocketAddr),
    #[error("cannot listen on {address}: {cause}; choose another address with --listen")]
    Listen { address: SocketAddr, cause: io::Error },
    #[error(transparent)]
    Tls(#[from] TlsRefused),
    #[error(transparent)]
    Password(#[from] HashFailed),
    #[error(transparent)]
    First(#[from] FirstFailed),
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// A running server.
pub struct Server {
    app: App,
    address: SocketAddr,
    fingerprint: Option<String>,
    handle: Handle<SocketAddr>,
    serving: JoinHandle<io::Result<()>>,
    keeping: JoinHandle<()>,
    handouts: Vec<Handout>,
}

impl Server {
    /// Starts to listen.
    ///
    /// # Errors
    /// If the address cannot be had or the certificate does not work.
    pub async fn start(
        settings: Settings,
        clock: Clock,
        floor: Floor,
        people: Arc<dyn People>,
    ) -> Result<Server, StartFailed> {
        metrics::install();
        if let Err(few) = files::prepare(settings.rates.sockets) {
            tracing::warn!("{few}");
        }
        let certificate = certificate(&settings)?;
        let listener = listen(settings.listen)?;
        let unknown = |cause| StartFailed::Listen { address: settings.listen, cause };
        let address = listener.local_addr().map_err(unknown)?;
        first::tables(&floor).await?;
        let table = floor.tables().first().map_or(TableId(1), |first| first.table);
        let handouts = first::people(&people, clock.now(), table).await?;
        note_start(&*people, &settings, &clock).await?;
        let ends = certificate.as_ref().and_then(|made| made.ends);
        let app = app(settings, ends, clock, floor, people)?;
        let handle = Handle::new();
        let fingerprint = certificate.as_ref().map(|made| made.fingerprint.clone());
        let serving = serve(&app, listener, certificate, handle.clone())
            .map_err(|cause| StartFailed::Listen { address, cause })?;
        bots::resume(&app).await;
        let keeping = tokio::spawn(keep::house(app.clone()));
        Ok(Server { app, address, fingerprint, handle, serving, keeping, handouts })
    }

    /// Where it listens; the port is the real one where 0 was asked for.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// The address for a browser.
    pub fn url(&self) -> String {
        let scheme = if self.app.settings.transport.is_tls() { "https" } else { "http" };
        format!("{scheme}://{}", self.address)
    }

    /// The certificate's fingerprint, where we speak TLS.
    pub fn fingerprint(&self) -> Option<&str> {
        self.fingerprint.as_deref()
    }

    /// The links of a first start, each to be used once: for whom, and its address.
    pub fn handouts(&self) -> impl Iterator<Item = (Role, String)> {
        let url = self.url();
        self.handouts
            .iter()
            .map(move |link| (link.role, format!("{url}/enter/{}", link.token.reveal())))
    }

    /// When the links of a first start end; nothing where there are none.
    pub fn handouts_end(&self) -> Option<Time> {
        self.handouts.first().map(|link| link.ends)
    }

    /// Ends what the clock has ended, as the server does by itself every few seconds.
    pub async fn sweep(&self) {
        keep::sweep(&self.app).await;
    }

    /// Stops: no new requests, sockets are closed with a reason, what is being written
    /// is finished.
    pub async fn stop(self) {
        self.app.stopping.send_replace(true);
        self.handle.graceful_shutdown(Some(GRACE));
        if !matches!(self.serving.await, Ok(Ok(()))) {
            tracing::warn!("the listener did not end as it should");
        }
        for _ in 0..50 {
            if self.app.limits.open_sockets() == 0 {
                break;
            }
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
        self.keeping.abort();
        self.app.floor.stop().await;
    }
}

/// Every start is in the record: which program it was, and by which time its room goes (P-17).
async fn note_start(
    people: &dyn People,
    settings: &Settings,
    clock: &Clock,
) -> Result<(), StartFailed> {
    let Some(software) = &settings.software else { return Ok(()) };
    let detail = format!("{} {} {}", software.version, software.sha256, settings.room);
    let (at, account, what) = (clock.now(), None, STARTED.to_owned());
    Ok(people.log(SecurityLine { at, account, what, detail }).await?)
}

/// Puts the parts of a server together.
pub(crate) fn app(
    settings: Settings,
    certificate_ends: Option<Time>,
    clock: Clock,
    floor: Floor,
    people: Arc<dyn People>,
) -> Result<App, HashFailed> {
    Ok(App(Arc::new(Parts {
        bots: Bots::default(),
        coach: Coach::default(),
        strategies: Strategies::default(),
        checking: Checking::default(),
        laws: Laws::default(),
        reporting: Semaphore::new(1),
        limits: Limits::new(settings.rates),
        keeper: Keeper::new(Arc::clone(&people), clock.clone(), &settings),
        passwords: Passwords::new()?,
        presence: Presence::new(clock.clone()),
        refusals: Refusals::default(),
        people,
        clock,
        floor,
        stopping: watch::Sender::new(false),
        certificate_ends,
        settings,
    })))
}

fn certificate(settings: &Settings) -> Result<Option<Certificate>, TlsRefused> {
    match &settings.transport {
        Transport::Plain | Transport::BehindProxy => Ok(None),
        Transport::Files { cert, key } => tls::from_files(cert, key).map(Some),
        Transport::SelfSigned => {
            let mut names = vec!["localhost".to_owned(), "127.0.0.1".to_owned()];
            if !settings.listen.ip().is_unspecified() {
                names.push(settings.listen.ip().to_string());
            }
            tls::self_signed(names).map(Some)
        }
    }
}

fn listen(address: SocketAddr) -> Result<TcpListener, StartFailed> {
    let listener = TcpListener::bind(address).map_err(|cause| match cause.kind() {
        io::ErrorKind::AddrInUse => StartFailed::Taken(address),
        _ => StartFailed::Listen { address, cause },
    })?;
    listener.set_nonblocking(true).map_err(|cause| StartFailed::Listen { address, cause })?;
    Ok(listener)
}

/// Serves in a task of its own, with small buffers: most connections become sockets
/// that live for hours and say little.
fn serve(
    app: &App,
    listener: TcpListener,
    certificate: Option<Certificate>,
    handle: Handle<SocketAddr>,
) -> io::Result<JoinHandle<io::Result<()>>> {
    let service = routes::router(app).into_make_service_with_connect_info::<SocketAddr>();
    let plain = axum_server::from_tcp(listener)?.handle(handle).acceptor(NoDelayAcceptor);
    Ok(match certificate {
        None => {
            let mut server = plain;
            *server.http_builder() = builder();
            tokio::spawn(server.serve(service))
        }
        Some(certificate) => {
            let config = RustlsConfig::from_config(certificate.config);
            let mut server = plain.map(|plain| RustlsAcceptor::new(config).acceptor(plain));
            *server.http_builder() = builder();
            tokio::spawn(server.serve(service))
        }
    })
}

/// HTTP/1.1 only, because sockets need it. The version is fixed here rather than at the
/// listener, whose own switch would leave upgrades out.
fn builder() -> Builder<TokioExecutor> {
    let mut builder = Builder::new(TokioExecutor::new()).http1_only();
    builder.http1().max_buf_size(BUFFER).timer(TokioTimer::new()).header_read_timeout(HEADERS);
    builder
}

/// How long a client may take for the head of a request.
const HEADERS: Duration = Duration::from_secs(15);
/// The least the HTTP library accepts.
const BUFFER: usize = 8192;
