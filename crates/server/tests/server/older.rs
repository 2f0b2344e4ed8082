//! L-17: the records of releases, kept beside these tests, are read to the same state and go on from
//! there: a round in play with its sealed shoe, and a claim that waits for a card. What is of another
//! format is refused in words, which `store` tests.
//!
//! A release adds its own: `BAHAMA_WRITE_GOLDEN=1 cargo test -p server l_17`. Where there is a record
//! already only its views are written anew, and the difference shows what clients will notice.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};
use store::DataDir;
use table::Role;

use crate::house::{House, PASSWORD, Visitor, document};
use crate::progressive::{Evening, PIN};

/// What a record consists of: the database as a clean stop leaves it, and the key of its shoes.
const FILES: [&str; 2] = [DataDir::DATABASE, DataDir::KEY];
/// What is known of the people and tables in it.
const PEOPLE: &str = "people.json";
const VIEWS: &str = "views.json";

/// The folder of records, each under the number of its release.
fn releases() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/releases")
}

fn is_written() -> bool {
    std::env::var_os("BAHAMA_WRITE_GOLDEN").is_some()
}

fn read(path: &Path) -> Value {
    serde_json::from_slice(&fs::read(path).unwrap()).unwrap()
}

fn write(path: &Path, document: &Value) {
    fs::write(path, serde_json::to_string_pretty(document).unwrap() + "\n").unwrap();
}

/// The tables and links that are looked at.
fn places(people: &Value) -> [String; 3] {
    let [round, claim, link] = ["round", "claim", "link"].map(|key| people[key].to_string());
    [format!("/api/tables/{round}"), format!("/api/tables/{claim}"), format!("/api/links/{link}")]
}

/// Everything as a supervisor sees it.
async fn views(house: &House, people: &Value) -> Value {
    let supervisor = house.signed_in("reader-1", Role::Supervisor).await;
    let mut views = json!({});
    for place in places(people) {
        views[&place] = document(house.get(&supervisor, &place).await).await;
    }
    views
}

/// A player who is asked at a table of his own, in the middle of a round.
async fn asked(house: &House) -> (Visitor, u64) {
    let player = house.guest().await;
    let open = json!({"game": games::GAMES[0].id, "kind": "practice"});
    let table = document(house.post(&player, "/api/tables", &open).await).await["table"].clone();
    let path = format!("/api/tables/{table}");
    for step in 0..200 {
        let view = document(house.get(&player, &path).await).await;
        let body = match (view["phase"]["phase"].as_str(), view["ask"]["ask"].as_str()) {
            (Some("turn"), _) => return (player, table.as_u64().unwrap()),
            (_, Some("insurance")) => json!({"do": "insure", "seat": 1, "cents": 0}),
            _ if view["seats"][0]["player"].is_null() => json!({"do": "sit", "seat": 1,
                "buy_in": 100_000}),
            (Some("cut"), _) => json!({"do": "cut", "place": 60}),
            _ if view["seats"][0]["bets"] == json!([]) => {
                json!({"do": "bet", "seat": 1, "bets": {"main": 1_000, "progressive": 100}})
            }
            _ => json!({"do": "ready"}),
        };
        does(house, &player, &path, &format!("release-{step:04}"), body).await;
    }
    panic!("nobody is ever asked");
}

async fn does(house: &House, who: &Visitor, path: &str, id: &str, body: Value) -> Value {
    let version = document(house.get(who, path).await).await["version"].clone();
    let command = json!({"id": id, "expected": version, "body": body});
    let response = house.post(who, &format!("{path}/commands"), &command).await;
    let status = response.status();
    let answer = document(response).await;
    assert!(status.is_success(), "{body}: {answer}");
    answer
}

/// Makes the record of this release.
async fn make(folder: &Path) {
    let (evening, card, _) = Evening::confirmed().await;
    let (player, round) = asked(&evening.house).await;
    let people = json!({
        "round": round, "claim": evening.table, "link": evening.link, "card": card,
        "player": {"cookie": player.cookie, "csrf": player.csrf},
    });
    let views = views(&evening.house, &people).await;
    let data = evening.house.close().await;
    fs::create_dir_all(folder).unwrap();
    for file in FILES {
        fs::copy(data.path().join(file), folder.join(file)).unwrap();
    }
    write(&folder.join(PEOPLE), &people);
    write(&folder.join(VIEWS), &views);
}

/// A record of a release is read, and is what it was; then its round and its claim go on.
async fn goes_on(folder: &Path) {
    let (people, data) = (read(&folder.join(PEOPLE)), tempfile::tempdir().unwrap());
    for file in FILES {
        fs::copy(folder.join(file), data.path().join(file)).unwrap();
    }
    let house = House::at(data, |_| {}).await;
    let found = views(&house, &people).await;
    if is_written() {
        write(&folder.join(VIEWS), &found);
    }
    let kept = read(&folder.join(VIEWS));
    for place in places(&people) {
        assert_eq!(found[&place], kept[&place], "{}: {place}", folder.display());
    }
    let [round, claim, link] = places(&people);
    // The player comes back with the session that he had, and the shoe deals on.
    let text = |key: &str| people["player"][key].as_str().unwrap().to_owned();
    let player = Visitor { cookie: text("cookie"), csrf: text("csrf") };
    let hand = found[&round]["ask"]["hand"].clone();
    let stand = json!({"do": "act", "seat": 1, "hand": hand, "action": "stand"});
    does(&house, &player, &round, "goes-on-0001", stand).await;
    // The supervisor shows the card that he had.
    let supervisor = crate::house::visitor(house.sign_in("floor-1", PASSWORD).await).await;
    let version = found[&claim]["version"].clone();
    let body = json!({"do": "swipe", "seat": 1, "spot": "progressive", "winner": "Ann Winner",
        "identity": "licence 17", "tax_form": "W-2G 1"});
    let command = json!({"id": "goes-on-0002", "expected": version, "body": body});
    let shown = json!({"card": people["card"], "pin": PIN, "command": command});
    let proof = document(house.post(&supervisor, &format!("{claim}/swipes"), &shown).await).await;
    let proof = proof["proof"].as_str().unwrap_or_else(|| panic!("{proof}"));
    let swipe = house.own_post(&supervisor, &format!("{claim}/commands"));
    let swiped = swipe.header(server::PROOF_HEADER, proof).json(&command).send().await.unwrap();
    assert!(swiped.status().is_success(), "{:?}", swiped.text().await);
    let view = document(house.get(&supervisor, &link).await).await;
    assert_eq!(view["hits"].as_array().unwrap().len(), 1, "{view}");
}

#[tokio::test]
async fn l_17_the_records_of_releases_are_read_and_go_on() {
    let own = releases().join(env!("CARGO_PKG_VERSION"));
    if is_written() && !own.exists() {
        make(&own).await;
    }
    assert!(own.exists(), "{} is to be made with BAHAMA_WRITE_GOLDEN=1", own.display());
    let folders = fs::read_dir(releases()).unwrap().map(|entry| entry.unwrap().path());
    for folder in folders {
        goes_on(&folder).await;
    }
}
