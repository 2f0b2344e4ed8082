//! `kill -9` of the real process while people play (L-04, G-03): every answered command
//! is there exactly once, the open rounds go on, the chains hold.

use std::time::Duration;

use crate::crowd::{Server, Table, first_tables};

/// A command that was answered: its seat, its id, its version.
type Answered = (usize, String, u64);

/// Plays a table until the server is gone; what was answered.
async fn play(table: &mut Table) -> Vec<Answered> {
    let mut answered = Vec::new();
    while table.step().await.is_ok() {
        let (seat, id) = table.sent.take().unwrap();
        answered.push((seat, id, table.version));
    }
    answered
}

#[tokio::test(flavor = "multi_thread", worker_threads = 1)]
async fn l_04_a_killed_server_has_every_answered_command_once() {
    let kills =
        if std::env::var("BAHAMA_TEST_SCALE").is_ok_and(|it| it == "prove") { 40 } else { 3 };
    let folder = tempfile::tempdir().unwrap();
    let mut server = Server::start(folder.path());
    let mut tables = Vec::new();
    for id in server.supervisor().await.open_tables(5).await {
        let mut table = Table::new(id, &server.address).await;
        table.fill(&server.address).await;
        tables.push(table);
    }
    let (mut total, mut unknown_done, mut unknown_lost) = (0, 0, 0);
    for kill in 0..kills {
        let playing: Vec<_> = tables
            .into_iter()
            .map(|mut table| {
                tokio::spawn(async move {
                    let answered = play(&mut table).await;
                    (table, answered)
                })
            })
            .collect();
        tokio::time::sleep(Duration::from_millis(150 + 97 * (kill % 7))).await;
        server.kill();
        server = Server::start(folder.path());
        tables = Vec::new();
        for playing in playing {
            let (mut table, answered) = playing.await.unwrap();
            let before = table.version;
            let in_doubt = table.sent.take();
            table.resume(&server.address).await;
            for (seat, id, version) in &answered {
                assert_eq!(table.outcome(*seat, id).await, Some(*version), "{id}");
            }
            // The one command nobody was answered for was done whole or not at all.
            let done = match in_doubt {
                Some((seat, id)) => table.outcome(seat, &id).await,
                None => None,
            };
            assert_eq!(table.version, done.unwrap_or(before), "nothing else has happened");
            total += answered.len();
            if done.is_some() {
                unknown_done += 1;
            } else {
                unknown_lost += 1;
            }
            // The open round goes on.
            for _ in 0..10 {
                table.step().await.unwrap();
            }
            table.sent = None;
            tables.push(table);
        }
    }
    server.stop();
    let copy = tempfile::tempdir().unwrap();
    let target = copy.path().join("backup");
    let report = Server::run(folder.path(), &["backup", target.to_str().unwrap()], "");
    assert_eq!(report["tables"].as_array().unwrap().len(), 5 + first_tables(), "{report}");
    println!(
        "{kills} kills: {total} answered commands are there; of those in doubt {unknown_done} \
         were done, {unknown_lost} not"
    );
}
