//! `kill -9` of the real process between any two steps of the progressive's procedure, and
//! in the middle of each (T-06): deposit, claim, call, confirm, card, slip, payment and back-out go on
//! where they were, and nothing is done twice, at a house-dealt and at a live table.

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
    Executive,
    Cage,
    Player,
}

/// What somebody does: to a table or a link, with the cards of these persons.
struct Step<'a> {
    who: Who,
    to: To,
    cards: &'a [Who],
    body: Value,
}

/// What a step is done to.
#[derive(Clone, Copy, PartialEq, Eq)]
enum To {
    Table,
    Link,
}

/// A step at the table without a card.
fn at_table(who: Who, body: Value) -> Step<'static> {
    Step { who, to: To::Table, cards: &[], body }
}

/// A step at the table with a card.
fn by_card(who: Who, cards: &[Who], body: Value) -> Step<'_> {
    Step { who, to: To::Table, cards, body }
}

/// A step on the link with cards.
fn on_link(who: Who, cards: &[Who], body: Value) -> Step<'_> {
    Step { who, to: To::Link, cards, body }
}

/// The server and everybody at the table.
struct Evening<'a> {
    data: &'a Path,
    server: Option<Server>,
    people: Vec<(Who, Visitor)>,
    table: u64,
    link: u64,
    /// The numbers of cards.
    cards: Vec<(Who, String)>,
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

    fn path(&self, to: To) -> String {
        match to {
            To::Table => format!("/api/tables/{}", self.table),
            To::Link => format!("/api/links/{}", self.link),
        }
    }

    /// Shows the cards for a command.
    async fn show_cards(&mut self, step: &Step<'_>, command: &Value) {
        let swipes = format!("{}/swipes", self.path(step.to));
        let mut proofs = Vec::new();
        for of in step.cards {
            let (_, card) = self.cards.iter().find(|(who, _)| who == of).unwrap();
            let swipe = json!({"card": card, "pin": "4711", "command": command}).to_string();
            let (status, proof) = self.person(step.who).post(&swipes, swipe).await.unwrap();
            assert_eq!(status, 201, "{proof}");
            let proof: Value = serde_json::from_str(&proof).unwrap();
            proofs.push(proof["proof"].as_str().unwrap().to_owned());
        }
        self.person(step.who).proof = proofs.join(",");
    }

    /// A step of the procedure, through a power cut; its answer.
    async fn step(&mut self, step: &Step<'_>) -> Value {
        self.steps += 1;
        let (who, path) = (step.who, self.path(step.to));
        let version = self.view(&path).await["version"].as_u64().unwrap();
        let id = format!("procedure-{:04}", self.steps);
        let command = json!({"id": id, "expected": version, "body": step.body});
        self.show_cards(step, &command).await;
        let commands = format!("{path}/commands");
        let answer = match self.kill {
            Kill::Between => {
                let sent = self.person(who).post(&commands, command.to_string()).await.unwrap();
                self.power_cut().await;
                sent
            }
            Kill::Within => self.within(step, &commands, &command).await,
        };
        self.person(who).proof.clear();
        let entry: Value = serde_json::from_str(&answer.1).unwrap();
        assert_eq!(answer.0, 200, "{}: {entry}", step.body);
        // The same again is the same (L-09).
        let again = self.person(who).post(&commands, command.to_string()).await.unwrap();
        assert_eq!(serde_json::from_str::<Value>(&again.1).unwrap(), entry);
        entry
    }

    /// Sends a command while the process dies, and then once more.
    async fn within(&mut self, step: &Step<'_>, commands: &str, command: &Value) -> (u16, String) {
        let proof = self.person(step.who).proof.clone();
        // The request is on its way when the process dies, or has just been done.
        let wait = std::time::Duration::from_micros(300 * (self.steps % 7));
        let sending = self.person(step.who).post(commands, command.to_string());
        let sent = tokio::time::timeout(wait, sending).await;
        drop(sent);
        self.power_cut().await;
        self.person(step.who).proof = proof;
        let answer = self.person(step.who).post(commands, command.to_string()).await.unwrap();
        if answer.1.contains("card.proof") {
            // The proof was taken and nothing was done: it is shown again.
            self.show_cards(step, command).await;
            return self.person(step.who).post(commands, command.to_string()).await.unwrap();
        }
        answer
    }
}

/// The card of somebody, issued by the program's own command.
fn card(data: &Path, who: Who, name: &str, level: &str) -> (Who, String) {
    let add = ["staff", "card", "add", name, "--level", level, "--pin-stdin"];
    (who, Server::run(data, &add, "4711")["number"].as_str().unwrap().to_owned())
}

/// A table of this wish, and everybody who works there.
async fn open(data: &Path, kill: Kill, mut wish: Value) -> Evening<'_> {
    let server = Server::start(data);
    let mut supervisor = server.supervisor().await;
    let dealer = server.staff("dealer-2", "dealer").await;
    let executive = server.staff("manager-2", "executive").await;
    let cage = server.staff("cage-2", "cage").await;
    let player = Visitor::guest(&server.address).await;
    let clocks =
        json!({"betting_ms": 0, "turn_ms": 0, "insurance_ms": 0, "cut_ms": 0, "idle_ms": 0});
    wish["clocks"] = clocks;
    let (status, opened) = supervisor.post("/api/tables", wish.to_string()).await.unwrap();
    assert_eq!(status, 201, "{opened}");
    let table = crate::crowd::number_after(&opened, r#""table":"#).unwrap();
    let cards = vec![
        card(data, Who::Supervisor, "supervisor-2", "supervisor"),
        card(data, Who::Executive, "manager-2", "executive"),
        card(data, Who::Cage, "cage-2", "cage"),
    ];
    let people = vec![
        (Who::Dealer, dealer),
        (Who::Supervisor, supervisor),
        (Who::Executive, executive),
        (Who::Cage, cage),
        (Who::Player, player),
    ];
    let mut evening =
        Evening { data, server: Some(server), people, table, link: 0, cards, steps: 0, kill };
    let view = evening.view(&format!("/api/tables/{table}")).await;
    evening.link = view["posted"]["link"]["link"].as_u64().unwrap();
    evening
}

/// What the link is when all is over; then the whole record is read, folded and settled again.
async fn ended(mut evening: Evening<'_>) -> Value {
    let view = evening.view(&evening.path(To::Link)).await;
    assert_eq!(view["jackpots"][0]["pending"], json!([]));
    assert_eq!(view["office"]["tallies"][0]["wagered"], 1_000_000, "P-03: booked once");
    evening.server.take().unwrap().stop();
    let copy = tempfile::tempdir().unwrap();
    let target = copy.path().join("backup");
    let report = Server::run(evening.data, &["backup", target.to_str().unwrap()], "");
    assert!(report["links"].as_array().is_some_and(|links| links.len() >= 2), "{report}");
    view
}

async fn house_dealt(kill: Kill) {
    use Who::{Dealer, Player, Supervisor};
    let folder = tempfile::tempdir().unwrap();
    let wish = json!({"game": "bahama-bonus", "kind": "keypad",
        "exhibition": ["7s", "7s", "7c", "7c"]});
    let mut evening = open(folder.path(), kill, wish).await;
    let link = evening.path(To::Link);
    let seed = evening.view(&link).await["jackpots"][0]["cents"].as_i64().unwrap();
    let button = || {
        let hand = json!({"do": "hand-button", "seat": 1, "spot": "progressive",
            "hand": "four-same-colour"});
        at_table(Dealer, hand)
    };
    let bets = json!({"main": 1_000, "progressive": 100});
    for step in [
        at_table(Dealer, json!({"do": "on-duty"})),
        at_table(Supervisor, json!({"do": "on-duty"})),
        at_table(Player, json!({"do": "sit", "seat": 1})),
        at_table(Dealer, json!({"do": "buy-in", "seat": 1, "cents": 20_000})),
        at_table(Dealer, json!({"do": "open-betting"})),
        at_table(Player, json!({"do": "bet", "seat": 1, "bets": bets})),
        at_table(Dealer, json!({"do": "deal"})),
        at_table(Player, json!({"do": "act", "seat": 1, "hand": 1, "action": "stand"})),
        at_table(Dealer, json!({"do": "turn"})),
        button(),
        button(),
        button(),
        at_table(Supervisor, json!({"do": "confirm", "evidence": "cards shown"})),
        by_card(
            Supervisor,
            &[Supervisor],
            json!({"do": "swipe", "seat": 1, "spot": "progressive", "winner": "Ann Winner",
                "identity": "licence 17", "tax_form": "W-2G 1"}),
        ),
        at_table(Dealer, json!({"do": "end-game"})),
    ] {
        evening.step(&step).await;
    }
    let view = ended(evening).await;
    let hits = view["hits"].as_array().unwrap();
    assert_eq!(hits.len(), 1, "one award: {view}");
    assert_eq!((hits[0]["slip"].as_u64(), hits[0]["cents"].as_i64()), (Some(1), Some(seed + 12)));
}

/// The evening of a live table with pay table 3, from the first deposit to a paid slip that is backed
/// out and written off.
async fn live(kill: Kill) {
    use Who::{Cage, Dealer, Executive, Supervisor};
    let folder = tempfile::tempdir().unwrap();
    let wish = json!({"game": "wsgc-bahama-bonus", "kind": "live",
        "paytables": {"progressive": "3"}});
    let mut evening = open(folder.path(), kill, wish).await;
    let hand = json!({"do": "hand-button", "seat": 3, "spot": "progressive",
        "hand": "four-suited", "cards": ["8h", "8h", "8h", "8h"]});
    let reason = "the cards were misread";
    for step in [
        on_link(Executive, &[Executive], json!({"do": "deposit", "cents": 3_000_000})),
        at_table(Dealer, json!({"do": "on-duty"})),
        at_table(Supervisor, json!({"do": "on-duty"})),
        at_table(Dealer, json!({"do": "light", "seat": 3, "spot": "progressive", "lit": true})),
        at_table(Dealer, json!({"do": "deal"})),
        at_table(Dealer, hand.clone()),
        at_table(Dealer, json!({"do": "call-supervisor"})),
        at_table(Supervisor, json!({"do": "answer-call"})),
        at_table(Supervisor, json!({"do": "confirm", "evidence": "cards shown"})),
        by_card(
            Supervisor,
            &[Supervisor],
            json!({"do": "withdraw", "seat": 3, "spot": "progressive", "reason": reason}),
        ),
        at_table(Dealer, hand),
        at_table(Supervisor, json!({"do": "confirm", "evidence": "shoe counted down"})),
        by_card(Supervisor, &[Executive], json!({"do": "swipe", "seat": 3, "spot": "progressive"})),
        at_table(Dealer, json!({"do": "end-game"})),
        on_link(Cage, &[], json!({"do": "reprint-slip", "slip": 1})),
        on_link(
            Cage,
            &[Cage],
            json!({"do": "pay-slip", "slip": 1, "winner": "Ann Winner", "identity": "licence 17",
                "tax_form": "W-2G 1"}),
        ),
        on_link(
            Executive,
            &[Supervisor, Executive],
            json!({"do": "back-out", "slip": 1, "reason": reason}),
        ),
        on_link(
            Cage,
            &[Cage, Supervisor],
            json!({"do": "recover", "slip": 1, "cents": 500_000, "reason": "paid back"}),
        ),
        on_link(
            Executive,
            &[Supervisor, Executive],
            json!({"do": "write-off", "slip": 1, "reason": "not to be found"}),
        ),
    ] {
        evening.step(&step).await;
    }
    let view = evening.view(&evening.path(To::Table)).await;
    let duty = view["duty"].as_array().unwrap().iter().find(|it| it["role"] == "dealer").unwrap();
    let relieve = json!({"do": "relieve", "staff": duty["staff"], "reason": "the shift is over"});
    evening.step(&at_table(Supervisor, relieve)).await;
    let view = ended(evening).await;
    // $25,000.10 were paid and $5,000 have come back; the meter is as if nobody had won.
    assert_eq!(view["office"]["bank"], 9_999_900_000_i64, "{view}");
    assert_eq!(view["office"]["owed"], json!([]), "{view}");
    assert_eq!(view["jackpots"][0]["cents"], 2_500_010, "{view}");
    assert_eq!(view["hits"][0]["backed_out"], true, "{view}");
    assert_eq!(view["office"]["deposits"].as_array().unwrap().len(), 1, "{view}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 1)]
async fn t_06_killed_between_any_two_steps() {
    house_dealt(Kill::Between).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 1)]
async fn t_06_killed_within_every_step() {
    house_dealt(Kill::Within).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 1)]
async fn t_06_a_live_table_and_its_cage_killed_between_any_two_steps() {
    live(Kill::Between).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 1)]
async fn t_06_a_live_table_and_its_cage_killed_within_every_step() {
    live(Kill::Within).await;
}
