//! `bahama serve`: the tables for browsers.

use std::collections::BTreeMap;
use std::io::IsTerminal;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;

use clap::{Args, ValueEnum};
use server::floor::{Floor, World};
use server::{Clock, LogForm, Said, Server, Settings};
use store::{DataDir, Options, People, Store};
use tokio::signal::unix::{SignalKind, signal};

use super::Failed;
use crate::library::Library;

pub(crate) const EXAMPLES: &str = "\
Examples:
  bahama serve
  bahama serve --listen 127.0.0.1:9000 --data /srv/bahama
  bahama serve --listen 0.0.0.0:443 --tls-cert cert.pem --tls-key key.pem
  bahama serve --listen 0.0.0.0:8443 --tls-self-signed
  bahama serve --behind-proxy --time-zone America/New_York --log json

The first start makes staff accounts, opens a table for each game and one with long clocks, and
prints one-time links. Every option but --data and --log can stand in serve.toml in the data
directory, with underscores: idle_minutes = 20. Ctrl-C stops it in order; a second one at once.";

#[derive(Args)]
pub(crate) struct ServeArgs {
    /// Address and port; any but this machine's own needs one of the TLS options or a proxy
    /// [default: 127.0.0.1:8080].
    #[arg(long, value_name = "ADDR")]
    listen: Option<SocketAddr>,
    /// The data directory; made if it is not there.
    #[arg(long, value_name = "DIR", default_value = DataDir::DEFAULT)]
    data: PathBuf,
    /// The database; only SQLite in the data directory for now.
    #[arg(long, value_name = "URL")]
    database: Option<String>,
    /// The certificate chain, as a PEM file.
    #[arg(long, value_name = "FILE", requires = "tls_key")]
    tls_cert: Option<PathBuf>,
    /// The certificate's private key, as a PEM file.
    #[arg(long, value_name = "FILE", requires = "tls_cert")]
    tls_key: Option<PathBuf>,
    /// Make a certificate at the start and print its fingerprint.
    #[arg(long, conflicts_with_all = ["tls_cert", "behind_proxy"])]
    tls_self_signed: bool,
    /// A proxy in front keeps TLS; its X-Forwarded-For and X-Forwarded-Proto are believed.
    #[arg(long, conflicts_with = "tls_cert")]
    behind_proxy: bool,
    /// When the gaming day starts [default: 06:00].
    #[arg(long, value_name = "HH:MM")]
    gaming_day_start: Option<String>,
    /// The room's time zone [default: UTC].
    #[arg(long, value_name = "AREA/CITY")]
    time_zone: Option<String>,
    /// Minutes without a request until somebody is signed out [default: 30].
    #[arg(long, value_name = "N")]
    idle_minutes: Option<u32>,
    /// Hours until somebody is signed out in any case [default: 12].
    #[arg(long, value_name = "N")]
    session_hours: Option<u32>,
    /// Minutes at a table until players are shown their time and result, whatever they chose
    /// themselves; 0 leaves it to them [default: 0].
    #[arg(long, value_name = "N")]
    reality_minutes: Option<u32>,
    /// Requests a second from one address; 0 for no limit [default: 100].
    #[arg(long, value_name = "N")]
    rate_address: Option<u32>,
    /// Requests and commands a second of one session; 0 for no limit [default: 20].
    #[arg(long, value_name = "N")]
    rate_session: Option<u32>,
    /// Open sockets from one address; 0 for no limit [default: 200].
    #[arg(long, value_name = "N")]
    rate_address_sockets: Option<u32>,
    /// Open sockets of one session; 0 for no limit [default: 8].
    #[arg(long, value_name = "N")]
    rate_session_sockets: Option<u32>,
    /// New guests and practice tables an hour from one address; 0 for no limit [default: 120].
    #[arg(long, value_name = "N")]
    rate_openings: Option<u32>,
    /// Open sockets in all [default: 16000].
    #[arg(long, value_name = "N")]
    sockets: Option<u32>,
    /// Go on although the key of the shoes (shoe.key) is lost: rounds in play are voided,
    /// their stakes go back, and new shoes are shuffled.
    #[arg(long)]
    without_key: bool,
    /// How the log is written to standard error.
    #[arg(long, value_enum, default_value = "text")]
    log: Log,
    /// One JSON document about the start instead of text.
    #[arg(long)]
    json: bool,
}

#[derive(Clone, Copy, ValueEnum)]
enum Log {
    Text,
    Json,
}

impl ServeArgs {
    fn said(&self) -> Said {
        Said {
            listen: self.listen,
            database: self.database.clone(),
            tls_cert: self.tls_cert.clone(),
            tls_key: self.tls_key.clone(),
            tls_self_signed: self.tls_self_signed,
            behind_proxy: self.behind_proxy,
            gaming_day_start: self.gaming_day_start.clone(),
            time_zone: self.time_zone.clone(),
            idle_minutes: self.idle_minutes,
            session_hours: self.session_hours,
            reality_minutes: self.reality_minutes,
            rate_address: self.rate_address,
            rate_session: self.rate_session,
            rate_address_sockets: self.rate_address_sockets,
            rate_session_sockets: self.rate_session_sockets,
            rate_openings: self.rate_openings,
            sockets: self.sockets,
        }
    }
}

pub(crate) fn run(library: &Library, args: &ServeArgs) -> Result<(), Failed> {
    let settings = Settings::resolve(&args.data, &args.said())?;
    server::install_log(match args.log {
        Log::Text => LogForm::Text { colour: std::io::stderr().is_terminal() },
        Log::Json => LogForm::Json,
    });
    let text = |id: &str| library.text(id).map(|text| (id.to_owned(), text.to_owned()));
    let games: BTreeMap<String, String> = library.ids().filter_map(text).collect();
    let runtime = tokio::runtime::Runtime::new()?;
    let options = Options { forget_secrets: args.without_key, ..Options::SERVE };
    runtime.block_on(serve(settings, options, games, args.json))
}

async fn serve(
    settings: Settings,
    options: Options,
    games: BTreeMap<String, String>,
    json: bool,
) -> Result<(), Failed> {
    let store = Arc::new(Store::open(&DataDir::new(&settings.data), options).await?);
    let people: Arc<dyn People> = store.clone();
    let world = World::new(&settings, Clock::System, games);
    let floor = Floor::open(store.clone(), world).await?;
    // Before anybody hears that it runs: whoever has heard may stop it at once.
    let mut stop = (signal(SignalKind::interrupt())?, signal(SignalKind::terminate())?);
    let server = Server::start(settings, Clock::System, floor, people).await?;
    announce(&server, json)?;
    either(&mut stop).await;
    anstream::eprintln!("stopping; once more to stop at once");
    tokio::spawn(async move {
        either(&mut stop).await;
        std::process::exit(130);
    });
    server.stop().await;
    store.close().await;
    Ok(())
}

async fn either(stop: &mut (tokio::signal::unix::Signal, tokio::signal::unix::Signal)) {
    tokio::select! {
        _ = stop.0.recv() => {}
        _ = stop.1.recv() => {}
    }
}

/// Says where the server is, and hands out the links of a first start.
fn announce(server: &Server, json: bool) -> Result<(), Failed> {
    use std::io::Write as _;
    let mut out = anstream::stdout().lock();
    let links: Vec<(table::Role, String)> = server.handouts().collect();
    if json {
        let links: Vec<_> = links
            .iter()
            .map(|(role, address)| serde_json::json!({ "role": role, "link": address }))
            .collect();
        let document = serde_json::json!({
            "url": server.url(), "fingerprint": server.fingerprint(), "links": links,
        });
        writeln!(out, "{document}")?;
        return Ok(out.flush()?);
    }
    writeln!(out, "Tables are at {}", server.url())?;
    if let Some(fingerprint) = server.fingerprint() {
        writeln!(out, "The certificate's SHA-256 fingerprint is {fingerprint}")?;
    }
    if !links.is_empty() {
        writeln!(out, "\nFirst start: these links work once, for a day.")?;
        for (role, address) in links {
            let role = if role == table::Role::Spectator { "display" } else { role.word() };
            writeln!(out, "  {role:<11} {address}")?;
        }
        writeln!(out, "\nMore staff and passwords: bahama staff --help")?;
        writeln!(out, "A practice table of one's own: the button in the lobby.")?;
    }
    Ok(out.flush()?)
}
