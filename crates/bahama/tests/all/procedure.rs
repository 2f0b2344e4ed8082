//! `kill -9` of the real process between any two steps of the progressive's procedure, and
//! in the middle of each (T-06): claim, confirm, card, slip go on where they were, and
//! nothing is done twice.

use std::path::Path;

use serde_json::{Value, json};

use crate::crowd::{Server, Visitor};

/// When the process is killed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kill {
    /// After the answer to each step.
    Between,
    /// While a step is on its way; it is sent again under its id.
    Within,
}

/// Who is there.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Who {
    Dealer,
    Supervisor,
    Player,
}

/// The server and everybody at the table.
struct Evening<'a> {
    data: &'a Path,
    server: Option<Server>,
    people: Vec<(Who, Visitor)>,
    table: u64,
    card: String,
    steps: u64,
    kill: Kill,
}

impl Evening<'_> {
    fn person(&mut self, who: Who) -> &mut Visitor {
        &mut self.people.iter_mut().find(|(is, _)| *is == who).unwrap().1
    }

    /// The power goes and comes back; everybody has the same cookie as before.
    async fn power_cut(&mut self) {
        self.server.take().unwrap().kill();
        let server = Server::start(self.data);
        for (_, visitor) in &mut self.people {
            let mut again = Visitor::connect(&server.address).await;
            again.cookie.clone_from(&visitor.cookie);
            again.csrf.clone_from(&visitor.csrf);
            *visitor = again;
        }
        self.server = Some(server);
    }

    async fn view(&mut self, path: &str) -> Value {
        serde_json::from_str(&self.person(Who::Supervisor).get(path).await).unwrap()
    }

    /// Shows the card for a command.
    async fn show_card(&mut self, who: Who, command: &Value) {
        let swipe = json!({"card": self.card, "pin": "4711", "command": command});
        let swipes = format!("/api/tables/{}/swipes", self.table);
        let (status, proof) = self.person(who).post(&swipes, swipe.to_string()).await.unwrap();
        assert_eq!(status, 201, "{proof}");
        let proof: Value = serde_json::from_str(&proof).unwrap();
        self.person(who).proof = proof["proof"].as_str().unwrap().to_owned();
    }

    /// A step of the procedure, through a power cut; its answer.
    async fn step(&mut self, who: Who, body: &Value) -> Value {
        self.steps += 1;
        let path = format!("/api/tables/{}", self.table);
        let version = self.view(&path).await["version"].as_u64().unwrap();
        let id = format!("procedure-{:04}", self.steps);
        let command = json!({"id": id, "expected": version, "body": body});
        if body["do"] == "swipe" {
            self.show_card(who, &command).await;
        }
        let commands = format!("{path}/commands");
        let answer = match self.kill {
            Kill::Between => {
                let sent = self.person(who).post(&commands, command.to_string()).await.unwrap();
                self.power_cut().await;
                sent
            }
            Kill::Within => {
                let proof = self.person(who).proof.clone();
                // The request is on its way when the process dies, or has just been done.
                let wait = std::time::Duration::from_micros(300 * (self.steps % 7));
                let sending = self.person(who).post(&commands, command.to_string());
                let sent = tokio::time::timeout(wait, sending).await;
                drop(sent);
                self.power_cut().await;
                self.person(who).proof = proof;
                let answer = self.person(who).post(&commands, command.to_string()).await.unwrap();
                if answer.1.contains("card.proof") {
                    // The proof was taken and the award was not posted: it is shown again.
                    self.show_card(who, &command).await;
                    self.person(who).post(&commands, command.to_string()).await.unwrap()
                } else {
                    answer
                }
            }
        };
        self.person(who).proof.clear();
        let entry: Value = serde_json::from_str(&answer.1).unwrap();
        assert_eq!(answer.0, 200, "{body}: {entry}");
        // The same again is the same (L-09).
        let again = self.person(who).post(&commands, command.to_string()).await.unwrap();
        assert_eq!(serde_json::from_str::<Value>(&again.1).unwrap(), entry);
        entry
    }
}

async fn open(data: &Path, kill: Kill) -> Evening<'_> {
    let server = Server::start(data);
    let mut supervisor = server.supervisor().await;
    let dealer = server.staff("dealer-2", "dealer").await;
    let player = Visitor::guest(&server.address).await;
    let clocks =
        json!({"betting_ms": 0, "turn_ms": 0, "insurance_ms": 0, "cut_ms": 0, "idle_ms": 0});
    let wish = json!({"game": "bahama-bonus", "kind": "keypad", "clocks": clocks,
        "exhibition": ["7s", "7s", "7c", "7c"]});
    let (status, opened) = supervisor.post("/api/tables", wish.to_string()).await.unwrap();
    assert_eq!(status, 201, "{opened}");
    let table = crate::crowd::number_after(&opened, r#""table":"#).unwrap();
    let add = ["staff", "card", "add", "supervisor-2", "--level", "supervisor", "--pin-stdin"];
    let card = Server::run(data, &add, "4711")["number"].as_str().unwrap().to_owned();
    let people = vec![(Who::Dealer, dealer), (Who::Supervisor, supervisor), (Who::Player, player)];
    Evening { data, server: Some(server), people, table, card, steps: 0, kill }
}

async fn procedure(kill: Kill) {
    let folder = tempfile::tempdir().unwrap();
    let mut evening = open(folder.path(), kill).await;
    let link = evening.view(&format!("/api/tables/{}", evening.table)).await;
    let link = format!("/api/links/{}", link["posted"]["link"]["link"]);
    let seed = evening.view(&link).await["jackpots"][0]["cents"].as_i64().unwrap();
    let button = json!({"do": "hand-button", "seat": 1, "spot": "progressive",
        "hand": "four-same-colour"});
    for (who, body) in [
        (Who::Dealer, json!({"do": "on-duty"})),
        (Who::Supervisor, json!({"do": "on-duty"})),
        (Who::Player, json!({"do": "sit", "seat": 1})),
        (Who::Dealer, json!({"do": "buy-in", "seat": 1, "cents": 20_000})),
        (Who::Dealer, json!({"do": "open-betting"})),
        (Who::Player, json!({"do": "bet", "seat": 1, "bets": {"main": 1_000, "progressive": 100}})),
        (Who::Dealer, json!({"do": "deal"})),
        (Who::Player, json!({"do": "act", "seat": 1, "hand": 1, "action": "stand"})),
        (Who::Dealer, json!({"do": "turn"})),
        (Who::Dealer, button.clone()),
        (Who::Dealer, button.clone()),
        (Who::Dealer, button),
        (Who::Supervisor, json!({"do": "confirm", "evidence": "cards shown"})),
        (Who::Supervisor, json!({"do": "swipe", "seat": 1, "spot": "progressive"})),
        (Who::Dealer, json!({"do": "end-game"})),
    ] {
        evening.step(who, &body).await;
    }
    let view = evening.view(&link).await;
    let hits = view["hits"].as_array().unwrap();
    assert_eq!(hits.len(), 1, "one award: {view}");
    assert_eq!((hits[0]["slip"].as_u64(), hits[0]["cents"].as_i64()), (Some(1), Some(seed + 12)));
    assert_eq!(view["jackpots"][0]["pending"], json!([]));
    assert_eq!(view["office"]["tallies"][0]["wagered"], 1_000_000, "P-03: booked once");
    evening.server.take().unwrap().stop();
    let copy = tempfile::tempdir().unwrap();
    let target = copy.path().join("backup");
    let report = Server::run(folder.path(), &["backup", target.to_str().unwrap()], "");
    assert!(report["links"].as_array().is_some_and(|links| links.len() >= 2), "{report}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 1)]
async fn t_06_killed_between_any_two_steps() {
    procedure(Kill::Between).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 1)]
async fn t_06_killed_within_every_step() {
    procedure(Kill::Within).await;
}
