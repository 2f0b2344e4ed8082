//! `bahama serve`: the tables for browsers.

use std::io::{IsTerminal, Write as _};
use std::net::{IpAddr, SocketAddr};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::{Args, ValueEnum};
use server::floor::{Differing, Floor, Games, OpenTable, World};
use server::{Clock, KeyGivenUp, LogForm, RoomTime, Said, Server, Settings};
use store::{DataDir, OnFailure, Options, SecurityLine};
use tokio::signal::unix::{SignalKind, signal};

use super::record::{AtRecord, Record};
use super::{Failed, check, jackpot};
use crate::library::Library;

pub(crate) const EXAMPLES: &str = "\
Examples:
  bahama serve
  bahama serve --listen 127.0.0.1:9000 --data /srv/bahama
  bahama serve --listen 0.0.0.0:443 --tls-cert cert.pem --tls-key key.pem
  bahama serve --listen 0.0.0.0:8443 --tls-self-signed
  bahama serve --tables tables.toml
  bahama serve --database postgres://bahama@db/floor --shoe-key /etc/bahama/shoe.key
  bahama serve --behind-proxy --time-zone America/New_York --log json

The first start makes staff accounts, opens a table for each game and one at a slower pace, or
those of --tables, and prints one-time links. A file of postings has one [[table]] each, with the
fields of POST /api/tables; `bahama check` checks it. Tables are known by their names: missing ones
are opened, others stay as they are. Every option but --data and --log can stand in serve.toml in the data
directory, with underscores: idle_minutes = 20. Ctrl-C stops it in order; a second one at once.";

#[derive(Args)]
pub(crate) struct ServeArgs {
    /// Address and port; any but this machine's own needs one of the TLS options or a proxy
    /// [default: 127.0.0.1:8080].
    #[arg(long, value_name = "ADDR")]
    listen: Option<SocketAddr>,
    #[command(flatten)]
    at: AtRecord,
    /// The certificate chain, as a PEM file.
    #[arg(long, value_name = "FILE", requires = "tls_key")]
    tls_cert: Option<PathBuf>,
    /// The certificate's private key, as a PEM file.
    #[arg(long, value_name = "FILE", requires = "tls_cert")]
    tls_key: Option<PathBuf>,
    /// Make a certificate at the start and print its fingerprint.
    #[arg(long, conflicts_with_all = ["tls_cert", "behind_proxy"])]
    tls_self_signed: bool,
    /// A proxy in front keeps TLS; the X-Forwarded-For and X-Forwarded-Proto of one on this
    /// machine, or of those named with --trusted-proxy, are believed.
    #[arg(long, conflicts_with = "tls_cert")]
    behind_proxy: bool,
    /// The address of a proxy that is believed; may be given several times.
    #[arg(long, value_name = "ADDR", requires = "behind_proxy")]
    trusted_proxy: Vec<IpAddr>,
    /// When the gaming day starts; as it was at the last start without it [default: 06:00].
    #[arg(long, value_name = "HH:MM")]
    gaming_day_start: Option<String>,
    /// The room's time zone; as it was at the last start without it [default: UTC].
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
    /// A file of postings: its tables are opened where they are missing, at a first start instead
    /// of one for each game.
    #[arg(long, value_name = "FILE")]
    tables: Option<PathBuf>,
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
    /// their stakes go back, and new shoes are shuffled. Names the executive who says so, for
    /// the security log; the number on his card, a space and his PIN come from standard input.
    #[arg(long, value_name = "NAME")]
    without_key: Option<String>,
    /// Without a card, where no executive has one.
    #[arg(long, requires = "without_key")]
    without_card: bool,
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
            database: self.at.database.clone(),
            shoe_key: self.at.shoe_key.clone(),
            tls_cert: self.tls_cert.clone(),
            tls_key: self.tls_key.clone(),
            tls_self_signed: self.tls_self_signed,
            behind_proxy: self.behind_proxy,
            trusted_proxy: self.trusted_proxy.clone(),
            gaming_day_start: self.gaming_day_start.clone(),
            time_zone: self.time_zone.clone(),
            idle_minutes: self.idle_minutes,
            session_hours: self.session_hours,
            reality_minutes: self.reality_minutes,
            tables: self.tables.clone(),
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
    server::install_log(match args.log {
        Log::Text => LogForm::Text { colour: std::io::stderr().is_terminal() },
        Log::Json => LogForm::Json,
    });
    log_panics();
    match (started(library, args), args.log) {
        // Whoever reads the log as JSON reads its last line so, too.
        (Err(failed), Log::Json) if failed.is_unsaid() => {
            tracing::error!("{failed}");
            Err(Failed::Logged(failed.code()))
        }
        (ended, _) => ended,
    }
}

fn started(library: &Library, args: &ServeArgs) -> Result<(), Failed> {
    let mut settings = Settings::resolve(&args.at.data, &args.said())?;
    settings.software = Some(Arc::new(server::software()?));
    let postings = postings(library, settings.tables.as_deref(), args.log)?;
    // Before the first key is read.
    if let Err(error) = server::memory::no_core_dumps() {
        tracing::warn!("core dumps cannot be switched off: {error}");
    }
    if let Err(why) = server::memory::lock() {
        tracing::warn!("{why}");
    }
    let runtime = tokio::runtime::Runtime::new()?;
    let tables = (library.texts(), postings);
    runtime.block_on(serve(settings, args, tables))
}

/// The postings of a file; all its faults are told, and nothing is started.
fn postings(library: &Library, file: Option<&Path>, log: Log) -> Result<Vec<OpenTable>, Failed> {
    let Some(path) = file else { return Ok(Vec::new()) };
    check::postings(library, &check::read(path)?).or_else(|faults| {
        let mut said = Vec::new();
        check::print(&mut said, path, &faults)?;
        match log {
            Log::Text => anstream::stderr().write_all(&said)?,
            Log::Json => {
                String::from_utf8_lossy(&said).lines().for_each(|line| tracing::error!("{line}"));
            }
        }
        Err(Failed::Said)
    })
}

/// What the disk has done stands in the log before the process ends (L-06).
fn stop_at_once() -> OnFailure {
    Arc::new(|failure| {
        tracing::error!("{failure}");
        std::process::abort();
    })
}

/// A panic is a line of the log, too.
fn log_panics() {
    std::panic::set_hook(Box::new(|panic| tracing::error!("{panic}")));
}

async fn serve(
    mut settings: Settings,
    args: &ServeArgs,
    (games, postings): (Games, Vec<OpenTable>),
) -> Result<(), Failed> {
    let data = DataDir::new(&settings.data);
    let who = match &args.without_key {
        Some(_) if settings.database.is_some() => {
            let why = "--without-key goes with a data directory; a database is opened with its key";
            return Err(Failed::Usage(why.to_owned()));
        }
        Some(name) => Some(gives_up_key(&data, name, args.without_card).await?),
        None => None,
    };
    let on_failure = Some(stop_at_once());
    let options = Options { forget_secrets: who.is_some(), on_failure, ..Options::SERVE };
    let record = Record::open(&settings, options).await?;
    if !record.is_key_locked() {
        tracing::warn!("the shoe key is not locked in memory and may reach the swap (`ulimit -l`)");
    }
    note_start(&record, who).await?;
    let people = record.people();
    settings.keep_room(&*people, Clock::System.now()).await?;
    let room = settings.room.clone();
    let world = World::new(&settings, Clock::System, games);
    let floor = Floor::open(record.journal(), world).await?;
    for Differing { table, name, what } in floor.post_file(&postings).await?.differing {
        tracing::warn!(
            "{table} “{name}” is posted otherwise than the file has it ({}) and stays as it is; a \
             supervisor posts it anew at /post/{}",
            what.join(", "),
            table.0
        );
    }
    // Before anybody hears that it runs: whoever has heard may stop it at once.
    let mut stop = (signal(SignalKind::interrupt())?, signal(SignalKind::terminate())?);
    let server = Server::start(settings, Clock::System, floor, people).await?;
    record.started().await;
    announce(&server, &room, args.json)?;
    either(&mut stop).await;
    tracing::info!("stopping; once more to stop at once");
    tokio::spawn(async move {
        either(&mut stop).await;
        std::process::exit(130);
    });
    server.stop().await;
    record.close().await;
    Ok(())
}

/// Who gives the key up is an executive, and shows his card (S-21).
async fn gives_up_key(
    data: &DataDir,
    name: &str,
    without_card: bool,
) -> Result<KeyGivenUp, Failed> {
    let cards = if without_card { Vec::new() } else { jackpot::cards(1)? };
    let shown = cards.first().map(|(number, pin)| (number.as_str(), pin.as_str()));
    let given_up = server::give_up_key(data, name, shown, without_card).await;
    given_up.map_err(|refused| Failed::Refused(refused.to_string()))
}

/// What the security log must know of this start: who gave up the key, and how many chains
/// were noted anew.
async fn note_start(record: &Record, who: Option<KeyGivenUp>) -> Result<(), Failed> {
    let people = record.people();
    let (at, account) = (Clock::System.now(), who.as_ref().map(|who| who.account));
    if let Some(KeyGivenUp { detail, .. }) = who {
        let what = "key.given-up".to_owned();
        people.log(SecurityLine { at, account, what, detail }).await?;
    }
    if record.noted() > 0 {
        let detail = format!("the ends of {} chains", record.noted());
        tracing::warn!("{detail} were noted for the first time or with a new key");
        let what = "heads.noted".to_owned();
        people.log(SecurityLine { at, account, what, detail }).await?;
    }
    Ok(())
}

async fn either(stop: &mut (tokio::signal::unix::Signal, tokio::signal::unix::Signal)) {
    tokio::select! {
        _ = stop.0.recv() => {}
        _ = stop.1.recv() => {}
    }
}

/// Says where the server is, and hands out the links of a first start.
fn announce(server: &Server, room: &RoomTime, json: bool) -> Result<(), Failed> {
    let mut out = anstream::stdout().lock();
    let links: Vec<(table::Role, String)> = server.handouts().collect();
    if json {
        let links: Vec<_> = links
            .iter()
            .map(|(role, address)| {
                serde_json::json!({ "role": role, "link": address, "ends": server.handouts_end() })
            })
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
        let until = server.handouts_end().map_or(String::new(), |ends| room.local_minute(ends));
        writeln!(out, "\nFirst start: these links work once, until {until}.")?;
        for (role, address) in links {
            let role = if role == table::Role::Spectator { "display" } else { role.word() };
            writeln!(out, "  {role:<11} {address}")?;
        }
        writeln!(out, "\nMore staff and passwords: bahama staff --help")?;
        writeln!(out, "A practice table of one's own: the button in the lobby.")?;
    }
    Ok(out.flush()?)
}
