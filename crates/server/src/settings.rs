//! How a server is set up: from the command line, from `serve.toml`, from defaults.

use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use jiff::civil;
use jiff::tz::TimeZone;
use serde::Deserialize;
use store::Address;
use table::Software;

use crate::room_time::{RoomSaid, RoomTime};

/// The settings' file in the data directory.
pub const FILE: &str = "serve.toml";

/// Everything a server needs to know before it starts.
#[derive(Clone, Debug)]
pub struct Settings {
    /// Where it listens.
    pub listen: SocketAddr,
    /// The data directory.
    pub data: PathBuf,
    /// How the way to the browser is kept.
    pub transport: Transport,
    /// The proxies whose word is taken; without any, one on this machine.
    pub trusted_proxies: Vec<IpAddr>,
    /// The room's time zone, and when its gaming day starts.
    pub room: RoomTime,
    /// What of it was said to this process; the rest is as the record keeps it.
    pub(crate) room_said: RoomSaid,
    /// Minutes without a request until a session ends.
    pub idle_minutes: u32,
    /// Hours after which a session ends in any case.
    pub session_hours: u32,
    /// Minutes at a table until the house has players shown their time and result,
    /// whatever they chose themselves; zero leaves it to them.
    pub reality_minutes: u32,
    /// A file of postings: the tables that are opened where they are missing.
    pub tables: Option<PathBuf>,
    /// How much one client may ask for.
    pub rates: Rates,
    /// The PostgreSQL database of the floor; without one, SQLite in the data directory.
    pub database: Option<Address>,
    /// The key of the database's shoes, if it does not lie in the data directory.
    pub shoe_key: Option<PathBuf>,
    /// The program that runs ([`software`](crate::software)); the record of every shoe names it.
    pub software: Option<Arc<Software>>,
}

/// How the way to the browser is kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Transport {
    /// In the clear, which is allowed on this machine only.
    Plain,
    /// TLS with a certificate and key in PEM files.
    Files {
        /// The certificate chain.
        cert: PathBuf,
        /// The private key.
        key: PathBuf,
    },
    /// TLS with a certificate made at the start.
    SelfSigned,
    /// In the clear behind a proxy that keeps TLS, and whose word on the client's
    /// address and scheme is taken.
    BehindProxy,
}

impl Transport {
    /// Whether browsers reach us by https.
    pub const fn is_secure(&self) -> bool {
        !matches!(self, Transport::Plain)
    }

    /// Whether we speak TLS ourselves.
    pub const fn is_tls(&self) -> bool {
        matches!(self, Transport::Files { .. } | Transport::SelfSigned)
    }
}

/// How much one client may ask for; zero means no limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rates {
    /// Requests a second from one address; three times as many at once.
    pub address: u32,
    /// Requests and commands a second in one session; three times as many at once.
    pub session: u32,
    /// Open sockets from one address.
    pub address_sockets: u32,
    /// Open sockets of one session.
    pub session_sockets: u32,
    /// Open sockets in all.
    pub sockets: u32,
    /// New accounts and practice tables an hour from one address.
    pub openings: u32,
}

impl Default for Rates {
    fn default() -> Rates {
        Rates {
            address: 100,
            session: 20,
            address_sockets: 200,
            session_sockets: 8,
            sockets: 16_000,
            openings: 120,
        }
    }
}

impl Settings {
    /// The defaults, with this data directory.
    pub fn new(data: impl Into<PathBuf>) -> Settings {
        Settings {
            listen: SocketAddr::new(IpAddr::V4(Ipv4Addr::LOCALHOST), 8080),
            data: data.into(),
            transport: Transport::Plain,
            trusted_proxies: Vec::new(),
            room: RoomTime::default(),
            room_said: RoomSaid::default(),
            idle_minutes: 30,
            session_hours: 12,
            reality_minutes: 0,
            tables: None,
            rates: Rates::default(),
            database: None,
            shoe_key: None,
            software: None,
        }
    }

    /// The settings of a data directory: the defaults, then its `serve.toml`, then what
    /// was said on the command line.
    ///
    /// # Errors
    /// If the file cannot be read, or a value does not fit.
    pub fn resolve(data: &Path, said: &Said) -> Result<Settings, SettingsRefused> {
        let mut settings = Settings::new(data);
        let path = data.join(FILE);
        match std::fs::read_to_string(&path) {
            Ok(text) => {
                let file: Said = toml::from_str(&text).map_err(|error| SettingsRefused::File {
                    path: path.clone(),
                    cause: error.to_string(),
                })?;
                settings.take(&file)?;
            }
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => {}
            Err(error) => {
                return Err(SettingsRefused::File { path, cause: error.to_string() });
            }
        }
        settings.take(said)?;
        settings.check()?;
        Ok(settings)
    }

    /// Takes over what was said; what was not said stays.
    fn take(&mut self, said: &Said) -> Result<(), SettingsRefused> {
        set(&mut self.listen, said.listen);
        set(&mut self.idle_minutes, said.idle_minutes);
        set(&mut self.session_hours, said.session_hours);
        set(&mut self.reality_minutes, said.reality_minutes);
        set(&mut self.rates.address, said.rate_address);
        set(&mut self.rates.session, said.rate_session);
        set(&mut self.rates.address_sockets, said.rate_address_sockets);
        set(&mut self.rates.session_sockets, said.rate_session_sockets);
        set(&mut self.rates.sockets, said.sockets);
        set(&mut self.rates.openings, said.rate_openings);
        if let Some(text) = &said.gaming_day_start {
            self.room_said.day_start = true;
            self.room.day_start = civil::Time::strptime("%H:%M", text)
                .map_err(|_| SettingsRefused::DayStart(text.clone()))?;
        }
        if let Some(name) = &said.time_zone {
            self.room_said.zone = true;
            self.room.zone =
                TimeZone::get(name).map_err(|_| SettingsRefused::TimeZone(name.clone()))?;
        }
        if let Some(tables) = &said.tables {
            self.tables = Some(tables.clone());
        }
        if let Some(transport) = said.transport()? {
            self.transport = transport;
        }
        if !said.trusted_proxy.is_empty() {
            self.trusted_proxies.clone_from(&said.trusted_proxy);
        }
        if let Some(key) = &said.shoe_key {
            self.shoe_key = Some(key.clone());
        }
        if said.database.is_some() {
            self.database = said.database()?;
        }
        Ok(())
    }

    /// Whether a proxy at this address is believed.
    pub(crate) fn believes(&self, address: IpAddr) -> bool {
        let address = address.to_canonical();
        match self.trusted_proxies.as_slice() {
            [] => address.is_loopback(),
            listed => listed.iter().any(|proxy| proxy.to_canonical() == address),
        }
    }

    /// What no part of the settings says alone.
    fn check(&self) -> Result<(), SettingsRefused> {
        if self.idle_minutes == 0 || self.session_hours == 0 {
            return Err(SettingsRefused::NoTime);
        }
        if self.transport == Transport::Plain && !self.listen.ip().is_loopback() {
            return Err(SettingsRefused::InTheClear(self.listen));
        }
        if self.transport != Transport::BehindProxy && !self.trusted_proxies.is_empty() {
            return Err(SettingsRefused::NoProxy);
        }
        Ok(())
    }
}

fn set<T: Copy>(to: &mut T, said: Option<T>) {
    if let Some(value) = said {
        *to = value;
    }
}

/// What was said in `serve.toml` or on the command line. The file's keys are the
/// options' names with underscores.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs, reason = "each is described at the command line's option")]
pub struct Said {
    pub listen: Option<SocketAddr>,
    pub database: Option<String>,
    pub shoe_key: Option<PathBuf>,
    pub tls_cert: Option<PathBuf>,
    pub tls_key: Option<PathBuf>,
    #[serde(default)]
    pub tls_self_signed: bool,
    #[serde(default)]
    pub behind_proxy: bool,
    #[serde(default)]
    pub trusted_proxy: Vec<IpAddr>,
    pub gaming_day_start: Option<String>,
    pub time_zone: Option<String>,
    pub idle_minutes: Option<u32>,
    pub session_hours: Option<u32>,
    pub reality_minutes: Option<u32>,
    pub tables: Option<PathBuf>,
    pub rate_address: Option<u32>,
    pub rate_session: Option<u32>,
    pub rate_address_sockets: Option<u32>,
    pub rate_session_sockets: Option<u32>,
    pub rate_openings: Option<u32>,
    pub sockets: Option<u32>,
}

impl Said {
    fn transport(&self) -> Result<Option<Transport>, SettingsRefused> {
        let files = match (&self.tls_cert, &self.tls_key) {
            (Some(cert), Some(key)) => {
                Some(Transport::Files { cert: cert.clone(), key: key.clone() })
            }
            (None, None) => None,
            _ => return Err(SettingsRefused::HalfTls),
        };
        let signed = self.tls_self_signed.then_some(Transport::SelfSigned);
        let proxy = self.behind_proxy.then_some(Transport::BehindProxy);
        let mut said = [files, signed, proxy].into_iter().flatten();
        match (said.next(), said.next()) {
            (transport, None) => Ok(transport),
            (_, Some(_)) => Err(SettingsRefused::TwoTransports),
        }
    }

    fn database(&self) -> Result<Option<Address>, SettingsRefused> {
        match self.database.as_deref() {
            None | Some("sqlite:") => Ok(None),
            Some(url) if url.starts_with("sqlite:") => Err(SettingsRefused::DatabasePath),
            // A password may stand in it, so nothing of it is repeated.
            Some(url) => Address::read(url).map(Some).map_err(|_| SettingsRefused::Database),
        }
    }
}

/// Why a server cannot be set up like this.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[allow(missing_docs)]
pub enum SettingsRefused {
    #[error("{}: {cause}", path.display())]
    File { path: PathBuf, cause: String },
    #[error("the gaming day starts at a time such as 06:00, not “{0}”")]
    DayStart(String),
    #[error("no time zone is called “{0}”; they are called Area/City, such as America/New_York")]
    TimeZone(String),
    #[error("--trusted-proxy goes with --behind-proxy")]
    NoProxy,
    #[error("--idle-minutes and --session-hours are at least 1")]
    NoTime,
    #[error(
        "{0} can be reached from other machines: give --tls-cert and --tls-key, \
         --tls-self-signed, or --behind-proxy if a proxy keeps TLS"
    )]
    InTheClear(SocketAddr),
    #[error("--tls-cert and --tls-key go together")]
    HalfTls,
    #[error("choose one of --tls-cert/--tls-key, --tls-self-signed and --behind-proxy")]
    TwoTransports,
    #[error("SQLite lies in the data directory; say with --data where that is")]
    DatabasePath,
    #[error(
        "--database takes an address such as postgres://user:password@host:5432/name; leave it \
         out for SQLite in the data directory"
    )]
    Database,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn resolve(said: &Said) -> Result<Settings, SettingsRefused> {
        Settings::resolve(Path::new("/nowhere"), said)
    }

    #[test]
    fn a_plain_server_stays_on_this_machine() {
        let open: SocketAddr = "0.0.0.0:8080".parse().unwrap();
        let said = Said { listen: Some(open), ..Said::default() };
        assert_eq!(resolve(&said).unwrap_err(), SettingsRefused::InTheClear(open));
        for loopback in ["127.0.0.1:9", "[::1]:9", "127.1.2.3:9"] {
            let said = Said { listen: loopback.parse().ok(), ..Said::default() };
            assert!(resolve(&said).is_ok(), "{loopback}");
        }
        let proxy = Said { behind_proxy: true, ..said.clone() };
        assert_eq!(resolve(&proxy).unwrap().transport, Transport::BehindProxy);
        let signed = Said { tls_self_signed: true, ..said };
        assert_eq!(resolve(&signed).unwrap().transport, Transport::SelfSigned);
    }

    #[test]
    fn settings_that_contradict_each_other_are_refused() {
        let half = Said { tls_cert: Some("a".into()), ..Said::default() };
        assert_eq!(resolve(&half).unwrap_err(), SettingsRefused::HalfTls);
        let two = Said { tls_self_signed: true, behind_proxy: true, ..Said::default() };
        assert_eq!(resolve(&two).unwrap_err(), SettingsRefused::TwoTransports);
        let trusted_proxy = vec!["10.0.0.1".parse().unwrap()];
        let lonely = Said { trusted_proxy, ..Said::default() };
        assert_eq!(resolve(&lonely).unwrap_err(), SettingsRefused::NoProxy);
        let never = Said { idle_minutes: Some(0), ..Said::default() };
        assert_eq!(resolve(&never).unwrap_err(), SettingsRefused::NoTime);
    }

    #[test]
    fn a_database_is_taken_and_what_is_none_is_refused_without_its_password() {
        let said = |url: &str| Said { database: Some(url.to_owned()), ..Said::default() };
        let database = resolve(&said("postgres://bahama:secret@db/floor")).unwrap().database;
        let shown = format!("{:?}", database.unwrap());
        assert!(shown.contains("floor") && !shown.contains("secret"), "{shown}");
        assert!(resolve(&said("sqlite:")).unwrap().database.is_none());
        assert_eq!(resolve(&said("sqlite:x")).unwrap_err(), SettingsRefused::DatabasePath);
        for url in ["mysql://bahama:secret@db/floor", "postgres://bahama:secret@db", "secret"] {
            let refused = resolve(&said(url)).unwrap_err();
            assert_eq!(refused, SettingsRefused::Database);
            assert!(!refused.to_string().contains("secret"));
        }
    }

    #[test]
    fn the_file_is_read_and_the_command_line_wins() {
        let folder = tempfile::tempdir().unwrap();
        let text = "idle_minutes = 5\nsession_hours = 2\nreality_minutes = 45\n";
        std::fs::write(folder.path().join(FILE), text).unwrap();
        let said = Said { session_hours: Some(3), ..Said::default() };
        let settings = Settings::resolve(folder.path(), &said).unwrap();
        assert_eq!((settings.idle_minutes, settings.session_hours), (5, 3));
        assert_eq!(settings.reality_minutes, 45);
        std::fs::write(folder.path().join(FILE), "idle_minuets = 5\n").unwrap();
        let refused = Settings::resolve(folder.path(), &Said::default()).unwrap_err();
        assert!(refused.to_string().contains("idle_minuets"), "{refused}");
    }
}
