//! Where the corpora come from: what is played, sent and exported. Files of corpora are never
//! taken away for being old, because journals are kept for years.
//!
//! `BAHAMA_WRITE_GOLDEN=1 cargo test -p readers` writes those that the program makes.

use readers::{Room, TARGETS};
use serde_json::{Value, json};
use table::{AccountId, LinkId, Stream, TableId, hex};
use testkit::{Dice, Games, RandomRound};

use crate::{corpus, files};

/// A seed: its reader, its name and its bytes.
type Seed = (&'static str, String, Vec<u8>);

fn head(room: &Room, stream: Stream) -> Value {
    let secrets: Vec<(u32, String)> = room
        .alone
        .secrets(stream)
        .iter()
        .map(|(shoe, secret)| (*shoe, hex(secret.reveal())))
        .collect();
    match stream {
        Stream::Table(TableId(id)) => json!({"table": id, "secrets": secrets}),
        Stream::Link(LinkId(id)) => json!({"link": id}),
        Stream::Person(AccountId(id)) => json!({"person": id}),
    }
}

/// The record of everything in the room.
fn journals(room: &Room) -> Vec<Seed> {
    let tables = [Room::BETTING, Room::PLAYING, Room::ATTENDED].map(Stream::from);
    let people = [11, 12, 13].map(|id| Stream::from(AccountId(id)));
    let streams = tables.into_iter().chain([Room::LINK.into()]).chain(people);
    let seed = |stream: Stream| {
        let rows = room.alone.rows(stream).iter().map(|row| row.json.to_string());
        let lines: Vec<String> =
            std::iter::once(head(room, stream).to_string()).chain(rows).collect();
        let name = stream.to_string().replace(' ', "-");
        ("journal", format!("played-{name}.jsonl"), lines.join("\n").into_bytes())
    };
    streams.map(seed).collect()
}

fn snapshots(room: &Room) -> Vec<Seed> {
    let mut seeds = Vec::new();
    for id in [Room::BETTING, Room::ATTENDED] {
        let table = room.alone.table(id).unwrap();
        let secrets = head(room, id.into())["secrets"].clone();
        let kept = json!({"secrets": secrets, "table": table.snapshot().unwrap()});
        seeds.push(("snapshot", format!("table-{}.json", id.0), kept.to_string().into_bytes()));
    }
    let link = room.alone.link(Room::LINK).unwrap();
    let rows = room.alone.rows(Room::LINK.into());
    let first: Value = serde_json::from_str(&rows[0].json).unwrap();
    let kept = json!({"sign": first["events"][0]["sign"], "link": link.snapshot().unwrap()});
    seeds.push(("snapshot", "link-1.json".to_owned(), kept.to_string().into_bytes()));
    seeds
}

/// Every command of the wire's goldens, by its name.
fn commands() -> Vec<Seed> {
    let goldens = [
        include_str!("../../../table/tests/all/wire/golden.jsonl"),
        include_str!("../../../table/tests/all/link/golden.jsonl"),
    ];
    let lines = goldens.iter().flat_map(|golden| golden.lines());
    let named = lines.filter_map(|line| line.split_once('\t'));
    let named = named.filter_map(|(name, json)| {
        let of_link = name.strip_prefix("link command ").map(|name| format!("link-{name}"));
        let of_table = || name.strip_prefix("command ").map(str::to_owned);
        Some((of_link.or_else(of_table)?, json))
    });
    named
        .map(|(name, json)| ("command", format!("{name}.json"), json.as_bytes().to_vec()))
        .collect()
}

fn texts() -> Vec<Seed> {
    let mut seeds: Vec<Seed> = Vec::new();
    for game in games::GAMES {
        seeds.push(("game", format!("{}.toml", game.id), game.text.as_bytes().to_vec()));
        let games = Games::of(game);
        for seed in 0..3 {
            let round = RandomRound::play(&games, &mut Dice::new(seed)).document();
            let name = format!("round-{}-{seed}.json", game.id);
            seeds.push(("export", name, round.to_string().into_bytes()));
        }
    }
    seeds
}

#[test]
fn what_the_program_makes_is_in_the_corpora_and_makes_sense() {
    let room = Room::new();
    let mut seeds = journals(&room);
    seeds.extend(snapshots(&room));
    seeds.extend(commands());
    seeds.extend(texts());
    let is_writing = std::env::var_os("BAHAMA_WRITE_GOLDEN").is_some();
    for (reader, name, bytes) in seeds {
        let target = TARGETS.iter().find(|target| target.name == reader).unwrap();
        assert!((target.read)(&bytes), "{reader}: {name} is made and not read");
        if is_writing {
            std::fs::create_dir_all(corpus(reader)).unwrap();
            std::fs::write(corpus(reader).join(name), bytes).unwrap();
        } else {
            assert!(files(reader).iter().any(|(file, _)| *file == name), "{reader}: no {name}");
        }
    }
}
