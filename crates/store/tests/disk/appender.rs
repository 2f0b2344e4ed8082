//! Appends records to a store and says which of them are durable, first those that it finds:
//! `appender DIR COUNT`.
//! The tests of failing disks run it on one.

use std::io::Write;

use store::{DataDir, Journal, JournalRow, Options, Store, StoreError};
use table::{
    Account, AccountId, Actor, CommandId, Entry, Event, LinkEvent, LinkId, LinkRecord, Micros,
    Record, Role, TableId, Time, Transfer,
};

#[tokio::main(flavor = "current_thread")]
async fn main() -> std::process::ExitCode {
    let mut args = std::env::args().skip(1);
    let (Some(folder), Some(count)) = (args.next(), args.next().and_then(|it| it.parse().ok()))
    else {
        eprintln!("usage: appender DIR COUNT");
        return 2.into();
    };
    match append(&DataDir::new(folder), count).await {
        Ok(()) => 0.into(),
        Err(error) => {
            eprintln!("appender: {error}");
            1.into()
        }
    }
}

async fn append(data: &DataDir, count: u64) -> Result<(), StoreError> {
    let store = Store::open(data, Options::SERVE).await?;
    let one = store.verify(TableId(1).into(), None).await?.version;
    let two = store.verify(TableId(2).into(), None).await?.version;
    let found = one.max(two);
    // One of the two may be missing what both were to get.
    if one < found {
        store.append_all(linked(found)).await?;
    }
    if two < found {
        store.append(record(TableId(2), found)).await?;
    }
    say(found)?;
    for version in found + 1..=found + count {
        // A table with its link, and another table, which may share the commit.
        let two = store.append(record(TableId(2), version));
        let (one, two) = tokio::join!(store.append_all(linked(version)), two);
        one?;
        two?;
        say(version)?;
    }
    store.close().await;
    Ok(())
}

/// Says that all up to a version is durable.
fn say(version: u64) -> Result<(), StoreError> {
    let mut out = std::io::stdout();
    let said = out.write_all(format!("{version}\n").as_bytes()).and_then(|()| out.flush());
    said.map_err(|error| StoreError::File { path: "-".into(), error })
}

/// A table's line and its link's.
fn linked(version: u64) -> Vec<JournalRow> {
    let of_link = LinkRecord { link: LinkId(1), entry: link_entry(version) };
    vec![record(TableId(1), version).into(), of_link.into()]
}

fn record(table: TableId, version: u64) -> Record {
    let entry = entry(version);
    Record { table, entry, secrets: Vec::new(), opened: Vec::new(), round: None }
}

fn entry(version: u64) -> Entry {
    let player = AccountId(7);
    let micros = Micros::of_cents(500);
    Entry {
        version,
        at: Time(1_000 + version),
        by: Actor { account: player, role: Role::Player },
        command: CommandId::try_from(format!("command-{version}")).expect("an id"),
        body: format!("{version:064x}"),
        events: vec![Event::BoughtIn { player, cents: 500 }; 1 + version as usize % 20],
        transfers: vec![Transfer { from: Account::Cage, to: Account::Player(player), micros }],
        with: Vec::new(),
    }
}

fn link_entry(version: u64) -> Entry<LinkEvent> {
    let Entry { at, by, command, body, .. } = entry(version);
    let events = vec![LinkEvent::Resumed {}];
    Entry { version, at, by, command, body, events, transfers: Vec::new(), with: Vec::new() }
}
