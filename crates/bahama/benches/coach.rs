//! How long the coach takes to answer a hundred players, and what that costs their tables.
//!
//! `cargo bench -p bahama --bench coach` plays at a hundred tables, first with a look at the view
//! wherever a player is asked, then with a look at the coach: the one is the yardstick of the
//! other. The answers are those of `bahama hand --json`; with `--answers` a few players play, and
//! only that is checked.

#![allow(clippy::unwrap_used, clippy::disallowed_methods, reason = "a measurement")]

#[path = "../tests/crowd/mod.rs"]
mod crowd;

use std::collections::BTreeMap;
use std::process::Command;
use std::time::{Duration, Instant};

use crowd::{Server, Visitor};
use games::GAMES;
use serde_json::{Value, json};

/// What the players bet; each bet at each game is a strategy of its own.
const BETS: [u32; 3] = [500, 1_000, 2_500];
/// How long a player thinks.
const THINKS: Duration = Duration::from_millis(400);
/// The longest a strategy may take to be solved, in tries of a tenth of a second.
const SOLVED: u32 = 1_200;

/// How many players, for how long, and how many of their hands are asked of the program, too.
struct Scale {
    players: usize,
    time: Duration,
    checked: usize,
}

fn main() {
    let quick = std::env::args().any(|argument| argument == "--answers");
    let scale = if quick {
        Scale { players: 3, time: Duration::from_secs(2), checked: 2 }
    } else {
        Scale { players: 100, time: Duration::from_secs(30), checked: 40 }
    };
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(1)
        .enable_all()
        .build()
        .expect("a runtime");
    runtime.block_on(measure(&scale, quick));
}

async fn measure(scale: &Scale, quick: bool) {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path());
    let mut players = open(&server, scale.players).await;
    let start = Instant::now();
    let solved = solve(&mut players).await;
    println!(
        "{solved} strategies solved while their bets lay: {:.1} s",
        start.elapsed().as_secs_f64()
    );
    let (players, plain) = play(players, scale.time, Look::View).await;
    let (_, coached) = play(players, scale.time, Look::Coach).await;
    assert!(!coached.looks.is_empty(), "somebody was asked");
    check(&coached.answers, scale.checked);
    if quick {
        println!("the answers are right");
        return;
    }
    let (coach, view) = (percentile(&coached.looks, 95), percentile(&plain.looks, 95));
    println!(
        "{} players, {} answers of the coach: 50th percentile {:.1} ms, 95th {coach:.1} ms (asked: \
         under 50)",
        scale.players,
        coached.looks.len(),
        percentile(&coached.looks, 50),
    );
    println!(
        "yardstick, the table's view instead: 95th percentile {view:.1} ms; ratio {:.3}",
        coach / view
    );
    let (without, with) = (percentile(&plain.commands, 95), percentile(&coached.commands, 95));
    println!(
        "commands at the tables: 95th percentile {without:.1} ms without the coach, {with:.1} ms with \
         it; ratio {:.3}",
        with / without
    );
}

/// The time below which so many of a hundred lie, in milliseconds.
fn percentile(times: &[Duration], percent: usize) -> f64 {
    let mut times = times.to_vec();
    times.sort_unstable();
    let place = (times.len() * percent / 100).min(times.len().saturating_sub(1));
    times.get(place).map_or(0.0, |time| time.as_secs_f64() * 1e3)
}

/// What a player looks at before he answers.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Look {
    View,
    Coach,
}

/// What a while of playing took.
#[derive(Default)]
struct Played {
    commands: Vec<Duration>,
    looks: Vec<Duration>,
    /// What the coach said, by the game.
    answers: Vec<(&'static str, Value)>,
}

/// A player at a table of his own.
struct Player {
    visitor: Visitor,
    table: u64,
    game: &'static str,
    bet: u32,
    sent: u64,
}

/// A table for each player, whose clocks are off, with its player on seat 1.
async fn open(server: &Server, count: usize) -> Vec<Player> {
    let mut boss = server.supervisor().await;
    let tables = boss.open_tables(count).await;
    let mut players = Vec::with_capacity(count);
    for (place, table) in tables.into_iter().enumerate() {
        let visitor = Visitor::guest(&server.address).await;
        let game = GAMES[place % GAMES.len()].id;
        let bet = BETS[place / GAMES.len() % BETS.len()];
        let mut player = Player { visitor, table, game, bet, sent: 0 };
        player.gives(&json!({"do": "sit", "seat": 1, "buy_in": 1_000_000})).await;
        players.push(player);
    }
    players
}

/// Has every bet at every game solved, as it is when it lies; how many there are.
async fn solve(players: &mut [Player]) -> usize {
    let mut first: BTreeMap<(&str, u32), &mut Player> = BTreeMap::new();
    for player in players {
        first.entry((player.game, player.bet)).or_insert(player);
    }
    let count = first.len();
    for player in first.into_values() {
        for _ in 0..SOLVED {
            let said = player.turn(Look::Coach, &mut Played::default()).await;
            if said.is_some_and(|said| said.get("best").is_some()) {
                break;
            }
        }
    }
    count
}

/// Lets all play for a while.
async fn play(players: Vec<Player>, time: Duration, look: Look) -> (Vec<Player>, Played) {
    let (start, count) = (Instant::now(), players.len());
    let mut playing = Vec::with_capacity(count);
    for (place, mut player) in players.into_iter().enumerate() {
        let offset = THINKS.mul_f64(place as f64 / count as f64);
        playing.push(tokio::spawn(async move {
            let (mut played, mut next) = (Played::default(), start + offset);
            while start.elapsed() < time {
                tokio::time::sleep_until(next.into()).await;
                next = Instant::now() + THINKS;
                player.turn(look, &mut played).await;
            }
            (player, played)
        }));
    }
    let (mut players, mut all) = (Vec::with_capacity(count), Played::default());
    for player in playing {
        let (player, played) = player.await.expect("a player plays");
        players.push(player);
        all.commands.extend(played.commands);
        all.looks.extend(played.looks);
        all.answers.extend(played.answers);
    }
    (players, all)
}

impl Player {
    async fn view(&mut self) -> Value {
        let path = format!("/api/tables/{}", self.table);
        serde_json::from_str(&self.visitor.get(&path).await).unwrap()
    }

    /// Gives a command; how long it took.
    async fn gives(&mut self, body: &Value) -> Duration {
        let view = self.view().await;
        self.sent += 1;
        let id = format!("coached-{}-{}", self.table, self.sent);
        let command = json!({"id": id, "expected": view["version"], "body": body}).to_string();
        let path = format!("/api/tables/{}/commands", self.table);
        let start = Instant::now();
        let (status, answer) = self.visitor.post(&path, command).await.unwrap();
        assert_eq!(status, 200, "{body}: {answer}");
        start.elapsed()
    }

    /// Does what the table waits for; what the coach said where he was asked.
    async fn turn(&mut self, look: Look, played: &mut Played) -> Option<Value> {
        let view = self.view().await;
        let mut said = None;
        let body = match view["phase"]["phase"].as_str().unwrap() {
            "cut" => json!({"do": "cut", "place": 100}),
            "betting" if view["seats"][0]["bets"] == json!([]) => {
                json!({"do": "bet", "seat": 1, "bets": {"main": self.bet}})
            }
            "betting" => {
                // Its page asks while the bet lies, so that it is solved before the cards are dealt.
                if look == Look::Coach {
                    self.looks_at(look).await;
                }
                json!({"do": "ready"})
            }
            "insurance" => json!({"do": "insure", "seat": 1, "cents": 0}),
            "turn" => {
                let (answer, time) = self.looks_at(look).await;
                played.looks.push(time);
                if look == Look::Coach {
                    played.answers.push((self.game, answer.clone()));
                    said = Some(answer);
                }
                let legal = view["ask"]["legal"].as_array().unwrap();
                let offer = &legal[self.sent as usize % legal.len()];
                let hand = &view["ask"]["hand"];
                json!({"do": "act", "seat": 1, "hand": hand, "action": offer["action"]})
            }
            phase => panic!("{phase}"),
        };
        played.commands.push(self.gives(&body).await);
        said
    }

    /// Looks at the view or at the coach; how long that took.
    async fn looks_at(&mut self, look: Look) -> (Value, Duration) {
        let coach = if look == Look::Coach { "/coach" } else { "" };
        let path = format!("/api/tables/{}{coach}", self.table);
        let start = Instant::now();
        let answer = self.visitor.get(&path).await;
        let time = start.elapsed();
        (serde_json::from_str(&answer).unwrap(), time)
    }
}

/// Asks the program about hands that the coach was asked about, as many of each game.
fn check(answers: &[(&'static str, Value)], most: usize) {
    let each = most.div_ceil(GAMES.len());
    let (mut checked, mut wanted) = (0, BTreeMap::<&str, usize>::new());
    for (game, said) in answers {
        let count = wanted.entry(game).or_default();
        if *count >= each || checked >= most || said.get("best").is_none() {
            continue;
        }
        (*count, checked) = (*count + 1, checked + 1);
        is_exact(game, said);
    }
    assert!(checked > 0, "the coach has spoken");
    println!("{checked} answers are those of bahama hand --json");
}

/// Whether the coach says what the program says.
fn is_exact(game: &str, said: &Value) {
    let hand = &said["hand"];
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    let cards: Vec<String> = hand["cards"].as_array().unwrap().iter().map(text).collect();
    let mut asked = Command::new(env!("CARGO_BIN_EXE_bahama"));
    asked.args(["hand", game, "--json", "--cards", &cards.join(" "), "--up", &text(&hand["up"])]);
    asked.args(["--bet", &hand["bet"].to_string(), "--doubles", &hand["doubles"].to_string()]);
    if hand["from_split"] == true {
        asked.args(["--from-split", "--hands", &hand["hands"].to_string()]);
    }
    let output = asked.output().unwrap();
    let exact: Value =
        serde_json::from_slice(&output.stdout).unwrap_or_else(|_| panic!("{output:?}"));
    let (coached, actions) = (&said["actions"], exact["actions"].as_object().unwrap());
    assert_eq!(coached.as_object().unwrap().len(), actions.len(), "{said} and {exact}");
    for (action, worth) in actions {
        let (coached, worth) = (coached[action].as_f64().unwrap(), worth.as_f64().unwrap());
        assert!((coached - worth).abs() < 1e-12, "{action}: {said} and {exact}");
    }
    assert_eq!(said["best"], exact["best"]);
}
