//! How a database is found, looked at and made ready before anybody believes it.

use std::fmt;
use std::path::PathBuf;
use std::str::FromStr as _;
use std::time::Duration;

use sqlx::error::DatabaseError;
use sqlx::migrate::{Migration, MigrationType, Migrator};
use sqlx::postgres::PgConnectOptions;
use sqlx::{ConnectOptions as _, PgConnection, Row as _, SqlSafeStr as _};

use super::sql;
use crate::carry::MARK;
use crate::error::StoreError;

/// Every step with its number and name. A step that databases have made is never changed: a
/// change is the next step.
const STEPS: [(i64, &str, &str); 1] =
    [(1, "floor", include_str!("../../migrations/postgres/0001_floor.sql"))];
/// The number of the journal's format; it is the same as SQLite's.
const FORMAT: &str = "1";
/// The oldest release that is used, as the server counts them.
const OLDEST: i64 = 15;
/// What the server does for us, whatever its own settings are: nothing is answered that is not
/// synced, whoever is stopped in the middle of a commit does not keep the others waiting for
/// long, and nobody waits for longer than the writer does.
const SETTINGS: [(&str, &str); 4] = [
    ("synchronous_commit", "on"),
    ("idle_in_transaction_session_timeout", "5s"),
    ("lock_timeout", "8s"),
    ("client_min_messages", "warning"),
];

/// The number that is held by whoever makes a database ready, or starts a floor on it.
const STARTING: i64 = 0x6261_6861_6d61_0001;
/// How long another process may take for that.
const STARTS_WITHIN: Duration = Duration::from_secs(60);
const LOOK_AGAIN: Duration = Duration::from_millis(100);
/// How long the connections of a process last that is gone.
const GONE_WITHIN: Duration = Duration::from_secs(5);

/// Where a database is. Shown without its user's password.
#[derive(Clone)]
pub struct Address {
    options: Box<PgConnectOptions>,
}

impl Address {
    /// Reads a URL, such as `postgres://user:password@host:5432/name`.
    ///
    /// # Errors
    /// [`Unfit::NotAnAddress`].
    pub fn read(url: &str) -> Result<Address, StoreError> {
        let is_postgres = ["postgres://", "postgresql://"].iter().any(|it| url.starts_with(it));
        let options = PgConnectOptions::from_str(url).ok().filter(|_| is_postgres);
        let options = options.filter(|options| options.get_database().is_some());
        let unfit =
            || StoreError::Unfit { database: "--database".into(), why: Unfit::NotAnAddress };
        Ok(Address { options: Box::new(options.ok_or_else(unfit)?) })
    }

    pub(super) fn options(&self) -> PgConnectOptions {
        let options = self.options.as_ref().clone().application_name("bahama").options(SETTINGS);
        options.disable_statement_logging()
    }

    /// For a transaction that waits for another database.
    pub(super) async fn connect_patiently(&self) -> Result<PgConnection, StoreError> {
        let options = self.options().options([("idle_in_transaction_session_timeout", "0")]);
        options.connect().await.map_err(|error| self.unfit(error))
    }

    pub(super) async fn connect(&self) -> Result<PgConnection, StoreError> {
        self.options().connect().await.map_err(|error| self.unfit(error))
    }

    /// What an error of a start says about the database.
    pub(super) fn unfit(&self, error: sqlx::Error) -> StoreError {
        let code = error.as_database_error().and_then(DatabaseError::code).unwrap_or_default();
        let why = match (code.as_ref(), &error) {
            ("28P01" | "28000", _) => Unfit::UserRefused,
            ("3D000", _) => Unfit::Missing,
            ("42501", _) => Unfit::NoRights,
            ("53100", _) => Unfit::Full,
            ("25006", _) => Unfit::ReadOnly,
            ("57P03" | "53300", _) => Unfit::Unreachable(error.to_string()),
            (_, sqlx::Error::Io(cause)) => Unfit::Unreachable(cause.to_string()),
            (_, sqlx::Error::Tls(_)) => Unfit::NoTls,
            _ => return error.into(),
        };
        StoreError::Unfit { database: self.to_string(), why }
    }
}

impl fmt::Display for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (options, name) = (&self.options, self.options.get_database().unwrap_or_default());
        match options.get_socket() {
            Some(socket) => write!(f, "database {name} at {}", socket.display()),
            None => write!(f, "database {name} at {}:{}", options.get_host(), options.get_port()),
        }
    }
}

impl fmt::Debug for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Address({self})")
    }
}

/// Why a database is not used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[allow(missing_docs)]
pub enum Unfit {
    #[error("the address of a database looks like postgres://user:password@host:5432/name")]
    NotAnAddress,
    #[error("it cannot be reached ({0}); look whether it runs and listens there")]
    Unreachable(String),
    #[error(
        "it speaks only TLS, which this program does not speak with databases; use a socket \
             on this machine, or a tunnel"
    )]
    NoTls,
    #[error("it does not let this user in; look at the name and the password")]
    UserRefused,
    #[error("there is no such database; make it with createdb")]
    Missing,
    #[error("it is of PostgreSQL {0}; at least {OLDEST} is needed")]
    TooOld(i64),
    #[error("its text is not UTF-8 but {0}; make it with createdb --encoding UTF8")]
    Encoding(String),
    #[error("it does not sync what it is given (fsync is off), so nothing could be answered for")]
    NoSync,
    #[error("it is read only, or a standby; name the primary")]
    ReadOnly,
    #[error("another program has its tables in it; make an empty database")]
    Foreign,
    #[error(
        "this user may not make or change tables in it; give it the database: \
             ALTER DATABASE … OWNER TO …"
    )]
    NoRights,
    #[error("its disk is full")]
    Full,
    #[error("another process has been starting on it for a minute; look what became of that one")]
    Starting,
    #[error("there is no floor in it; name the right one with --database")]
    NoFloor,
    #[error("servers run on it; stop them first, or take a backup, which is made beside them")]
    InUse,
}

/// What there is in a database.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Found {
    Nothing,
    Floor,
}

/// Looks at a database before anything is changed in it.
pub(super) async fn check(
    connection: &mut PgConnection,
    address: &Address,
) -> Result<Found, StoreError> {
    let refused = |why| Err(StoreError::Unfit { database: address.to_string(), why });
    let about = sqlx::query(sql::ABOUT).fetch_one(&mut *connection).await;
    let about = about.map_err(|error| address.unfit(error))?;
    let release = about.try_get::<i64, _>("version")? / 10_000;
    if release < OLDEST {
        return refused(Unfit::TooOld(release));
    }
    let encoding: String = about.try_get("encoding")?;
    if encoding != "UTF8" {
        return refused(Unfit::Encoding(encoding));
    }
    if about.try_get::<String, _>("fsync")? != "on" {
        return refused(Unfit::NoSync);
    }
    if about.try_get("read_only")? {
        return refused(Unfit::ReadOnly);
    }
    let (tables, settings): (i64, i64) = (about.try_get("tables")?, about.try_get("settings")?);
    if tables == 0 {
        let may_create: bool = about.try_get("may_create")?;
        return if may_create { Ok(Found::Nothing) } else { refused(Unfit::NoRights) };
    }
    let program = match settings {
        0 => None,
        _ => setting(connection, "program").await.map_err(|error| address.unfit(error))?,
    };
    if program.as_deref() != Some("bahama") {
        return refused(Unfit::Foreign);
    }
    let rights = sqlx::query(sql::RIGHTS).fetch_one(connection).await?;
    if rights.try_get("may_write")? { Ok(Found::Floor) } else { refused(Unfit::NoRights) }
}

/// A setting; nothing also where a table of this name is another program's.
async fn setting(connection: &mut PgConnection, name: &str) -> Result<Option<String>, sqlx::Error> {
    let found: Result<Option<(String,)>, _> =
        sqlx::query_as(sql::SETTING).bind(name).fetch_optional(connection).await;
    match found {
        Ok(found) => Ok(found.map(|(value,)| value)),
        // It has no such columns, or others.
        Err(sqlx::Error::Database(error)) if error.code().is_some_and(|it| it == "42703") => {
            Ok(None)
        }
        Err(sqlx::Error::ColumnDecode { .. }) => Ok(None),
        Err(error) => Err(error),
    }
}

/// Waits until no other process makes the database ready, or starts a floor on it; this one does
/// then, as long as the connection lasts.
pub(super) async fn wait_for_others(
    connection: &mut PgConnection,
    address: &Address,
) -> Result<(), StoreError> {
    let start = tokio::time::Instant::now();
    while start.elapsed() < STARTS_WITHIN {
        let held = sqlx::query_as(sql::TRY_TO_HOLD).bind(STARTING).fetch_one(&mut *connection);
        let (is_held,): (bool,) = held.await.map_err(|error| address.unfit(error))?;
        if is_held {
            return Ok(());
        }
        tokio::time::sleep(LOOK_AGAIN).await;
    }
    Err(StoreError::Unfit { database: address.to_string(), why: Unfit::Starting })
}

/// Makes a database one of this release; one of another format is left as it is.
pub(super) async fn make_ready(
    connection: &mut PgConnection,
    address: &Address,
) -> Result<(), StoreError> {
    let steps = STEPS.map(|(number, name, sql)| {
        Migration::new(number, name.into(), MigrationType::Simple, sql.into_sql_str(), false)
    });
    let made = Migrator::with_migrations(steps.into()).run(&mut *connection).await;
    made.map_err(|error| match error {
        sqlx::migrate::MigrateError::Execute(error)
        | sqlx::migrate::MigrateError::ExecuteMigration(error, _) => address.unfit(error),
        error => error.into(),
    })?;
    check_format(connection, address).await
}

/// Refuses a database of another format.
pub(super) async fn check_format(
    connection: &mut PgConnection,
    address: &Address,
) -> Result<(), StoreError> {
    match setting(connection, "format").await? {
        Some(format) if format == FORMAT => Ok(()),
        format => Err(StoreError::Format {
            path: PathBuf::from(address.to_string()),
            found: format.and_then(|it| it.parse().ok()).unwrap_or_default(),
            known: 1,
        }),
    }
}

/// Refuses a database into which a floor was not carried to the end.
pub(super) async fn check_whole(
    connection: &mut PgConnection,
    address: &Address,
) -> Result<(), StoreError> {
    match setting(connection, MARK).await? {
        Some(_) => Err(StoreError::HalfCarried(address.to_string())),
        None => Ok(()),
    }
}

/// Waits until nobody else uses the database; nobody starts on it as long as the connection lasts.
pub(super) async fn alone(
    connection: &mut PgConnection,
    address: &Address,
) -> Result<(), StoreError> {
    wait_for_others(connection, address).await?;
    let start = tokio::time::Instant::now();
    loop {
        let (others,): (i64,) =
            sqlx::query_as(sql::OTHER_CONNECTIONS).fetch_one(&mut *connection).await?;
        if others == 0 {
            return Ok(());
        }
        // The connections of a process that was killed are there for a moment.
        if start.elapsed() > GONE_WITHIN {
            return Err(StoreError::Unfit { database: address.to_string(), why: Unfit::InUse });
        }
        tokio::time::sleep(LOOK_AGAIN).await;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_is_read_and_shown_without_its_password() {
        let address = Address::read("postgres://ann:secret@db.example:6000/floor").unwrap();
        assert_eq!(address.to_string(), "database floor at db.example:6000");
        assert!(!format!("{address:?}").contains("secret"));
        let socket = Address::read("postgres:///floor?host=/run/postgresql&user=ann").unwrap();
        assert_eq!(socket.to_string(), "database floor at /run/postgresql");
    }

    #[test]
    fn what_is_no_address_is_refused_without_being_repeated() {
        let none =
            ["", "floor", "mysql://secret@host/name", "postgres://", "postgres://secret@host"];
        for url in none {
            let said = Address::read(url).unwrap_err().to_string();
            assert!(said.contains("looks like postgres://user"), "{said}");
            assert!(!said.contains("secret"), "{said}");
        }
    }

    #[test]
    fn every_file_is_a_step() {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/migrations/postgres");
        let entries = std::fs::read_dir(folder).unwrap();
        let mut files: Vec<_> =
            entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        files.sort();
        assert_eq!(files, STEPS.map(|(number, name, _)| format!("{number:04}_{name}.sql")));
    }
}
