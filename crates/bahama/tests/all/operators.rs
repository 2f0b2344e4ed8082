//! The operators' page from nothing to the first paid jackpot, done as it stands there: its commands
//! are run, its files written, its keys pressed. Whoever changes a step changes the page.

use std::collections::BTreeMap;
use std::io::{BufRead as _, BufReader};
use std::process::{Child, Command, Stdio};

use serde_json::{Value, json};
use table::{LinkPosted, Staffing};

use crate::crowd::Visitor;
use crate::program::{document, text};

const PAGE: &str = include_str!("../../../../docs/operators.md");
const CHAPTER: &str = "## From nothing to the first paid jackpot\n";
/// What the files hold that the page reads from.
const PASSWORD: &str = "nine blue herons at dusk";
const PIN: &str = "4711";

/// Something the page says is done.
#[derive(Debug)]
enum Step {
    Run(String),
    Serve(String),
    Write { file: String, text: String },
    Press { who: String, card: String, to: String, body: Value },
}

/// The steps of the chapter, in order.
fn steps() -> Vec<Step> {
    let (_, rest) = PAGE.split_once(CHAPTER).expect("the page has the chapter");
    let (chapter, _) = rest.split_once("\n## ").expect("others follow");
    let mut steps = Vec::new();
    let mut block: Option<(&str, String)> = None;
    // A file is written under the name that was last spoken of.
    let mut file = String::new();
    for line in chapter.lines() {
        match (&mut block, line.strip_prefix("```")) {
            (None, Some(kind)) => block = Some((kind, String::new())),
            (Some(_), Some(_)) => {
                let (kind, text) = block.take().unwrap();
                match kind {
                    "sh" => steps.extend(text.lines().map(|line| Step::Run(line.to_owned()))),
                    "sh serve" => steps.push(Step::Serve(text.trim().to_owned())),
                    "toml" => steps.push(Step::Write { file: file.clone(), text }),
                    kind => panic!("a block of {kind}, which nobody does"),
                }
            }
            (Some((_, text)), None) => text.push_str(&format!("{line}\n")),
            (None, None) => {
                let spoken = line.split('`').nth(1).filter(|word| word.ends_with(".toml"));
                if let Some(name) = spoken {
                    name.clone_into(&mut file);
                }
                steps.extend(pressed(line));
            }
        }
    }
    steps
}

/// A row of the table of keys.
fn pressed(line: &str) -> Option<Step> {
    let cells: Vec<&str> = line.strip_prefix('|')?.split('|').map(str::trim).collect();
    let body = cells.get(4)?.strip_prefix('`')?.strip_suffix('`')?;
    let body = serde_json::from_str(body).unwrap_or_else(|error| panic!("{line}: {error}"));
    let cell = |place: usize| cells[place].to_owned();
    Some(Step::Press { who: cell(0), card: cell(1), to: cell(2), body })
}

/// A room that is set up by the page.
struct Room {
    folder: tempfile::TempDir,
    server: Option<(Child, String)>,
    people: BTreeMap<String, Visitor>,
    cards: BTreeMap<String, String>,
    pressed: u32,
}

impl Drop for Room {
    fn drop(&mut self) {
        if let Some((server, _)) = &mut self.server {
            let _ = server.kill();
            let _ = server.wait();
        }
    }
}

impl Room {
    fn new() -> Room {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("password.txt"), PASSWORD).unwrap();
        std::fs::write(folder.path().join("pin.txt"), PIN).unwrap();
        let (server, people, cards, pressed) = Default::default();
        Room { folder, server, people, cards, pressed }
    }

    /// Runs a line as a shell does in the room's folder.
    fn run(&self, line: &str) -> std::process::Output {
        let program = std::path::Path::new(env!("CARGO_BIN_EXE_bahama"));
        let path = std::env::var("PATH").unwrap_or_default();
        let path = format!("{}:{path}", program.parent().unwrap().display());
        let mut shell = Command::new("sh");
        shell.args(["-euc", line]).current_dir(self.folder.path()).env("PATH", path);
        let output = shell.stdin(Stdio::null()).output().unwrap();
        assert!(output.status.success(), "{line}: {output:?}");
        output
    }

    /// Runs a line of the page; a card's number is kept as its owner keeps it.
    fn does(&mut self, line: &str) {
        let said = text(&self.run(line).stdout);
        if let Some((_, rest)) = line.split_once("staff card add ") {
            let owner = rest.split(' ').next().unwrap().to_owned();
            self.cards.insert(owner, said.lines().last().unwrap().trim().to_owned());
        }
    }

    /// Starts the server as the page says, on a free port.
    fn serve(&mut self, line: &str) {
        let arguments = line.strip_prefix("bahama ").unwrap().split(' ');
        let mut server = Command::new(env!("CARGO_BIN_EXE_bahama"))
            .args(arguments)
            .args(["--listen", "127.0.0.1:0", "--json"])
            .current_dir(self.folder.path())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let mut said = String::new();
        BufReader::new(server.stdout.as_mut().unwrap()).read_line(&mut said).unwrap();
        let said: Value = serde_json::from_str(&said).unwrap();
        // Staff were there before the first start; a display is handed out all the same.
        let links = said["links"].as_array().unwrap();
        assert_eq!(links.len(), 1, "{said}");
        assert_eq!(links[0]["role"], "spectator");
        let address = said["url"].as_str().unwrap().trim_start_matches("http://").to_owned();
        self.server = Some((server, address));
    }

    async fn person(&mut self, name: &str) -> &mut Visitor {
        if !self.people.contains_key(name) {
            let (_, address) = self.server.as_ref().expect("the server runs");
            let mut person = Visitor::connect(address).await;
            let body = json!({"name": name, "password": PASSWORD});
            person.enter("/api/sign-in", body.to_string()).await;
            self.people.insert(name.to_owned(), person);
        }
        self.people.get_mut(name).unwrap()
    }

    /// Presses a key.
    async fn press(&mut self, who: &str, card: &str, to: &str, body: &Value) {
        self.pressed += 1;
        let id = format!("operators-{:03}", self.pressed);
        let (kind, number) = to.split_once(' ').unwrap();
        let path = format!("/api/{kind}s/{number}");
        let card = (!card.is_empty()).then(|| self.cards[card].clone());
        let person = self.person(who).await;
        let view: Value = serde_json::from_str(&person.get(&path).await).unwrap();
        let command = json!({"id": id, "expected": view["version"], "body": body});
        if let Some(card) = card {
            let swipe = json!({"card": card, "pin": PIN, "command": command});
            let swiped = person.post(&format!("{path}/swipes"), swipe.to_string()).await.unwrap();
            let proof: Value = serde_json::from_str(&swiped.1).unwrap();
            assert_eq!(swiped.0, 201, "{who} {body}: {proof}");
            proof["proof"].as_str().unwrap().clone_into(&mut person.proof);
        }
        let (status, answer) =
            person.post(&format!("{path}/commands"), command.to_string()).await.unwrap();
        person.proof.clear();
        assert_eq!(status, 200, "{who} {body}: {answer}");
    }

    fn report(&self, what: &str, more: &str) -> Value {
        document(&self.run(&format!("bahama report {what} --format json {more}")))
    }
}

/// O-01, O-03, O-12, P-17, P-35, T-14: the page is true, and the books say what was done by it, in
/// the room's time, before and after a backup was put back.
#[tokio::test]
async fn o_12_the_operators_page_is_done_as_it_stands() {
    let mut room = Room::new();
    for step in steps() {
        match step {
            Step::Run(line) => room.does(&line),
            Step::Serve(line) => room.serve(&line),
            Step::Write { file, text } => {
                std::fs::write(room.folder.path().join(file), text).unwrap();
            }
            Step::Press { who, card, to, body } => room.press(&who, &card, &to, &body).await,
        }
    }
    assert!(room.pressed > 10 && room.cards.len() == 3, "the chapter was read");
    assert!(room.cards.values().all(|card| card.len() == 20));
    let svg = std::fs::read_to_string(room.folder.path().join("manager.svg")).unwrap();
    assert!(svg.contains("<svg"));
    let hits = room.report("hits", "");
    let hit = &hits["rows"][0];
    let expected = [
        ("slip", json!(1)),
        ("order", json!(1)),
        ("cents", json!(200_012)),
        ("net", json!(200_012)),
        ("dealer", json!("dealer-1")),
        ("confirmed_by", json!("floor-1")),
        ("posted_by", json!("floor-1")),
        ("paid_by", json!("cage-1")),
        ("winner", json!("Ann Winner")),
        ("copies", json!(1)),
    ];
    for (column, value) in expected {
        assert_eq!(hit[column], value, "{column}");
    }
    assert_eq!((&hits["count"], &hits["totals"]["net"]), (&json!(1), &json!(200_012)));
    let days = room.report("days", "");
    assert_eq!(days["time_zone"], "America/Los_Angeles");
    assert_eq!(days["rows"][0]["day"], hit["day"], "slip and report have one day: {days}");
    let shifts = room.report("shifts", "");
    let shift = &shifts["rows"][0];
    assert_eq!((&shift["dealer"], &shift["rounds"]), (&json!("dealer-1"), &json!(1)));
    assert_eq!(shift["awards_net"], 200_012);
    let starts = room.report("starts", "");
    assert_eq!(starts["rows"][0]["version"], env!("CARGO_PKG_VERSION"));
    assert_eq!(starts["rows"][0]["sha256"].as_str().unwrap().len(), 64);
    let shown = text(&room.run("bahama report hits").stdout);
    assert!(
        shown.contains("$2,000.12") && (shown.contains(" PST") || shown.contains(" PDT")),
        "{shown}"
    );
    // A backup has the room's time.
    room.run("bahama restore saved --data again");
    for report in ["days", "hits", "tables"] {
        let [before, after] = ["", "--data again"].map(|at| room.report(report, at));
        assert_eq!(before["rows"], after["rows"], "{report}");
        assert_eq!(before["time_zone"], after["time_zone"], "{report}");
    }
}

/// O-05: the ladder of approvals stands on the page as the program decides by it.
#[test]
fn o_05_the_page_has_the_ladder_that_decides() {
    let (_, rest) = PAGE.split_once("```ladder\n").expect("the page has the ladder");
    let (said, _) = rest.split_once("```").expect("it ends");
    let game = games::find("wsgc-bahama-bonus").unwrap().file().game(None, &[]).unwrap();
    let profile = game.profile(None, &[]).unwrap();
    let sign = LinkPosted::of("Link", &game, &profile, Staffing::Attended).unwrap();
    let ladder: Vec<String> = sign.approvals.ladder().iter().map(ToString::to_string).collect();
    assert_eq!(said.lines().collect::<Vec<_>>(), ladder);
}
