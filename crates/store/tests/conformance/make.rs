//! Records to append, and stores to append them to.

use rules::Spot;
use store::{Access, Address, DataDir, Journal, JournalRow, Options, PostgresStore, Store};
use table::{
    Account, AccountId, Actor, By, CommandId, Entry, Event, LinkEvent, LinkId, LinkRecord, Micros,
    PersonEvent, PersonRecord, Record, Role, RoundRecord, Secret, TableId, Time, Transfer,
};
use testkit::Cluster;

pub(crate) const TABLE: TableId = TableId(7);
pub(crate) const LINK: LinkId = LinkId(5);
const DAY: u32 = 20_261_116;
pub(crate) const PLAYER: AccountId = AccountId(42);

/// An SQLite store in a folder of its own.
pub(crate) struct OnDisk {
    pub(crate) store: Store,
    pub(crate) data: DataDir,
    pub(crate) _folder: tempfile::TempDir,
}

impl OnDisk {
    pub(crate) async fn new() -> OnDisk {
        let folder = tempfile::tempdir().unwrap();
        let data = DataDir::new(folder.path().join("data"));
        let store = Store::open(&data, Options::SERVE).await.unwrap();
        OnDisk { store, data, _folder: folder }
    }

    /// The database, opened by somebody who does not ask the store.
    pub(crate) async fn intruder(&self) -> sqlx::SqliteConnection {
        use sqlx::ConnectOptions;
        let options = sqlx::sqlite::SqliteConnectOptions::new().filename(self.data.database());
        options.connect().await.unwrap()
    }
}

/// A PostgreSQL server with a database for every store that is asked for.
pub(crate) struct InPostgres {
    pub(crate) cluster: Cluster,
    folder: tempfile::TempDir,
}

impl InPostgres {
    /// Nothing where PostgreSQL is not installed.
    pub(crate) fn start(what: &str) -> Option<InPostgres> {
        let folder = tempfile::tempdir().unwrap();
        Some(InPostgres { cluster: Cluster::start(what)?, folder })
    }

    /// The key that all stores here are opened with.
    pub(crate) fn key(&self) -> std::path::PathBuf {
        self.folder.path().join("shoe.key")
    }

    /// A store in a new database, and its address.
    pub(crate) async fn store(&self) -> (PostgresStore, String) {
        let url = self.cluster.database();
        (self.open(&url).await, url)
    }

    /// A process more on a database.
    pub(crate) async fn open(&self, url: &str) -> PostgresStore {
        let address = Address::read(url).unwrap();
        let store = PostgresStore::open(&address, &self.key(), Access::Serve).await.unwrap();
        store.started().await;
        store
    }

    /// Somebody who does not ask the store.
    pub(crate) async fn intruder(&self, url: &str) -> sqlx::PgConnection {
        <sqlx::PgConnection as sqlx::Connection>::connect(url).await.unwrap()
    }
}

/// Appends the records of a table up to a version.
pub(crate) async fn fill(store: &dyn Journal, table: TableId, versions: u64) {
    for version in 1..=versions {
        store.append(record(table, version)).await.unwrap();
    }
}

/// The id of the command that made a version.
pub(crate) fn command(table: TableId, version: u64) -> CommandId {
    CommandId::try_from(format!("command-{}-{version}", table.0)).unwrap()
}

fn transfer(from: Account, to: Account, cents: i64) -> Transfer {
    Transfer { from, to, micros: Micros::of_cents(cents) }
}

/// The record with this version: the first commits a shoe, then buy-ins, stakes and
/// payments take turns, and every payment ends a round.
pub(crate) fn record(table: TableId, version: u64) -> Record {
    let player = AccountId(PLAYER.0 + version.div_ceil(3) % 2);
    let account = Account::Player(player);
    let (events, transfers, round) = match version % 3 {
        1 => (
            vec![Event::BoughtIn { player, cents: 5_000 }],
            vec![transfer(Account::Cage, account, 5_000)],
            None,
        ),
        2 => (
            vec![Event::Started { round: version.div_ceil(3), day: DAY, profile: "p".to_owned() }],
            vec![transfer(account, Account::Felt, 1_000)],
            None,
        ),
        _ => {
            let round = version / 3;
            (
                vec![Event::Ended { round, staked: 1_000, returned: 2_000, card: None }],
                vec![
                    transfer(Account::Felt, account, 1_000),
                    transfer(Account::Tray, account, 1_000),
                ],
                Some(RoundRecord {
                    round,
                    day: DAY,
                    started: Time(1_000 + 10 * (version - 1)),
                    ended: Time(1_000 + 10 * version),
                    first: version - 1,
                    last: version,
                    voided: false,
                    players: vec![(player, 1_000, 2_000)],
                }),
            )
        }
    };
    let entry = Entry {
        version,
        at: Time(1_000 + 10 * version),
        by: Actor { account: player, role: Role::Player },
        command: command(table, version),
        body: format!("{version:064x}"),
        events,
        transfers,
        with: Vec::new(),
    };
    let secrets = if version == 1 { vec![(1, secret(table))] } else { Vec::new() };
    Record { table, entry, secrets, opened: Vec::new(), round }
}

/// The row of a person with this version: the house puts play money into his wallet.
pub(crate) fn of_person(person: AccountId, version: u64) -> JournalRow {
    let entry = Entry {
        version,
        at: Time(1_000 + 10 * version),
        by: Actor { account: person, role: Role::Player },
        command: CommandId::try_from(format!("command-of-{person}-{version}")).unwrap(),
        body: format!("{version:064x}"),
        events: vec![PersonEvent::Granted { cents: 100 }],
        transfers: Vec::new(),
        with: Vec::new(),
    };
    PersonRecord { person, entry }.into()
}

/// The secret of a table's first shoe.
pub(crate) fn secret(table: TableId) -> Secret {
    Secret::of_bytes([table.0 as u8 ^ 0x5a; 32])
}

/// The same record, with the first shoe over.
pub(crate) fn opening(mut record: Record) -> Record {
    let text: String = secret(record.table).reveal().iter().map(|b| format!("{b:02x}")).collect();
    record.entry.events.push(Event::ShoeOpened { shoe: 1, secret: text });
    record.entry.events.push(Event::Left { seat: 1, player: PLAYER, why: By::Clock });
    record.opened.push(1);
    record
}

/// The entry of the link with this version: what its table has paid in, in the same step.
pub(crate) fn link_entry(version: u64) -> Entry<LinkEvent> {
    let Entry { at, by, command, body, .. } = record(TABLE, version).entry;
    let transfers = vec![transfer(Account::Table(TABLE), Account::Meter(Spot::Progressive), 100)];
    let events = vec![LinkEvent::Resumed {}];
    Entry { version, at, by, command, body, events, transfers, with: Vec::new() }
}

/// The line of the link with this version.
pub(crate) fn link_line(version: u64) -> JournalRow {
    LinkRecord { link: LINK, entry: link_entry(version) }.into()
}

/// A table's line and its link's, to be written together.
pub(crate) fn pair(version: u64) -> Vec<JournalRow> {
    let mut record = record(TABLE, version);
    record.entry.transfers.push(transfer(Account::Tray, Account::Link(LINK), 100));
    vec![record.into(), link_line(version)]
}
