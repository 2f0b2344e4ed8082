//! `bahama audit verify` and what a start does, on the real program and its files.

use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;
use std::process::{Command, Stdio};

use serde_json::{Value, json};
use sqlx::{ConnectOptions as _, Connection as _};

use crate::crowd::{Server, Table, Visitor};
use crate::program::{bahama, document, fed, give, text};

/// Tables that were played for some rounds, and a server that was stopped in order.
async fn played(folder: &Path) {
    let server = Server::start(folder);
    for id in server.supervisor().await.open_tables(3).await {
        let mut table = Table::new(id, &server.address).await;
        table.fill(&server.address).await;
        for _ in 0..150 {
            table.step().await.unwrap();
        }
    }
    server.stop();
}

async fn change(folder: &Path, sql: &'static str) {
    let options = sqlx::sqlite::SqliteConnectOptions::new().filename(folder.join("bahama.sqlite"));
    let mut intruder = options.connect().await.unwrap();
    sqlx::raw_sql(sql).execute(&mut intruder).await.unwrap();
    intruder.close().await.unwrap();
}

fn verify(folder: &Path) -> (Option<i32>, Value) {
    let output = bahama(&["audit", "verify", folder.to_str().unwrap(), "--json"]);
    (output.status.code(), document(&output))
}

/// What somebody changes, and where and how it is named.
const CHANGES: &[(&str, &str, &str)] = &[
    (
        "DELETE FROM entries WHERE version > 10
            AND stream = (SELECT MAX(stream) FROM entries WHERE stream < 1000 AND version > 10)",
        "table",
        "is missing",
    ),
    (
        "UPDATE ledger SET micros = micros + 10000 WHERE (stream, version, position) =
            (SELECT stream, version, position FROM ledger WHERE stream BETWEEN 1 AND 1000
                ORDER BY version DESC LIMIT 1)",
        "table",
        "the ledger's rows are not its transfers",
    ),
    (
        "DELETE FROM security_log WHERE number = (SELECT MAX(number) FROM security_log)",
        "security log",
        "is missing",
    ),
    ("UPDATE accounts SET roles = 'executive' WHERE id = 1", "database", "not as the last stop"),
];

#[tokio::test(flavor = "multi_thread", worker_threads = 1)]
async fn l_05_l_15_r_15_audit_verify_checks_chains_books_and_settlements() {
    let folder = tempfile::tempdir().unwrap();
    played(folder.path()).await;
    let (status, whole) = verify(folder.path());
    assert_eq!(status, Some(0), "{whole}");
    assert_eq!((&whole["whole"], &whole["faults"]), (&json!(true), &json!([])));
    assert!(whole["rounds"]["settled_alike"].as_u64().unwrap() >= 10, "{whole}");
    assert_eq!((&whole["sealed"], &whole["with_key"]), (&json!(true), &json!(true)));
    let saved = folder.path().join("saved");
    let saved = saved.to_str().unwrap();
    let data = folder.path().to_str().unwrap();
    let backup = bahama(&["backup", saved, "--data", data]);
    assert!(backup.status.success(), "{}", text(&backup.stderr));
    let of_backup = bahama(&["audit", "verify", saved]);
    assert_eq!(of_backup.status.code(), Some(0), "{of_backup:?}");
    let entries = std::fs::read(folder.path().join("bahama.sqlite")).unwrap();
    for &(sql, place, cause) in CHANGES {
        change(folder.path(), sql).await;
        let (status, said) = verify(folder.path());
        assert_eq!(status, Some(1), "{said}");
        let named = said["faults"].as_array().unwrap().iter().any(|fault| {
            fault["where"].as_str().unwrap().starts_with(place)
                && fault["cause"].as_str().unwrap().contains(cause)
        });
        assert!(named, "{cause}: {said}");
        std::fs::write(folder.path().join("bahama.sqlite"), &entries).unwrap();
    }
}

/// What somebody changes in the record of the first person who came, and whether a start finds it:
/// what is not at its end is found when that person comes.
const OF_A_PERSON: &[(&str, bool)] = &[
    (
        "DELETE FROM entries WHERE version = 2
            AND stream = (SELECT MIN(stream) FROM entries WHERE stream > 4294967296);
         DELETE FROM ledger WHERE version = 2
            AND stream = (SELECT MIN(stream) FROM entries WHERE stream > 4294967296)",
        true,
    ),
    (
        "UPDATE entries SET hash = zeroblob(32) WHERE version = 1
            AND stream = (SELECT MIN(stream) FROM entries WHERE stream > 4294967296)",
        false,
    ),
];

/// Gives a command at the first table; status and answer.
async fn gives(who: &mut Visitor, id: &str, body: Value) -> (u16, String) {
    let command = json!({"id": id, "expected": 0, "body": body}).to_string();
    who.post("/api/tables/1/commands", command).await.unwrap()
}

/// The same person at another server.
async fn comes_back(who: &Visitor, server: &Server) -> Visitor {
    let mut back = Visitor::connect(&server.address).await;
    (back.cookie, back.csrf) = (who.cookie.clone(), who.csrf.clone());
    back
}

/// L-05, P-17: whose own record was changed is refused alone. The floor starts, all others play on,
/// and log, security log and alarm name him.
#[tokio::test(flavor = "multi_thread", worker_threads = 1)]
async fn l_05_a_person_whose_record_was_changed_is_refused_alone() {
    for &(sql, at_start) in OF_A_PERSON {
        let folder = tempfile::tempdir().unwrap();
        let server = Server::start(folder.path());
        let (mut ann, mut ben) =
            (Visitor::guest(&server.address).await, Visitor::guest(&server.address).await);
        for (seat, who) in [(1, &mut ann), (2, &mut ben)] {
            let sit = json!({"do": "sit", "seat": seat, "buy_in": 20_000});
            assert_eq!(gives(who, "sits-down", sit).await.0, 200);
            let chips = json!({"do": "buy-in", "seat": seat, "cents": 5_000});
            assert_eq!(gives(who, "more-chips", chips).await.0, 200);
        }
        let me: Value = serde_json::from_str(&ann.get("/api/me").await).unwrap();
        let name = format!("person {}", me["account"]);
        server.stop();
        change(folder.path(), sql).await;
        let log = folder.path().join("stderr.txt");
        let to = Stdio::from(std::fs::File::create(&log).unwrap());
        let server = Server::start_with(folder.path(), "127.0.0.1:0", &["--log", "json"], to);
        let is_named = || std::fs::read_to_string(&log).unwrap().contains(&name);
        assert_eq!(is_named(), at_start, "{sql}");
        let (mut ann, mut ben) = (comes_back(&ann, &server).await, comes_back(&ben, &server).await);
        let (status, refused) =
            gives(&mut ann, "leaves-now", json!({"do": "leave", "seat": 1})).await;
        assert!(status == 503 && refused.contains("person.broken"), "{sql}: {status} {refused}");
        let (status, left) = gives(&mut ben, "leaves-now", json!({"do": "leave", "seat": 2})).await;
        assert_eq!(status, 200, "{sql}: {left}");
        let mut cid = Visitor::guest(&server.address).await;
        let sit = json!({"do": "sit", "seat": 3, "buy_in": 20_000});
        assert_eq!(gives(&mut cid, "sits-down", sit).await.0, 200, "{sql}");
        let alarm = format!("bahama_person_broken{{person=\"{}\"}} 1", me["account"]);
        assert!(cid.get("/metrics").await.contains(&alarm), "{sql}");
        assert!(is_named(), "{sql}");
        // Within a second it stands in the security log.
        let data = folder.path().to_str().unwrap();
        let is_logged = || {
            let lines = text(&bahama(&["audit", "log", "--data", data]).stdout);
            lines.lines().any(|line| line.contains("person.broken") && line.contains(&name))
        };
        let mut looks = 0;
        while !is_logged() {
            looks += 1;
            assert!(looks < 50, "{sql}: the security log does not name {name}");
            tokio::time::sleep(std::time::Duration::from_millis(200)).await;
        }
        server.stop();
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 1)]
async fn s_22_n_12_no_core_dumps_and_files_for_the_owner_alone() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::set_permissions(folder.path(), std::fs::Permissions::from_mode(0o755)).unwrap();
    let data = folder.path().join("data");
    std::fs::create_dir(&data).unwrap();
    std::fs::set_permissions(&data, std::fs::Permissions::from_mode(0o755)).unwrap();
    let server = Server::start(&data);
    let limits = std::fs::read_to_string(format!("/proc/{}/limits", server.id())).unwrap();
    let core = limits.lines().find(|line| line.starts_with("Max core file size")).unwrap();
    assert_eq!(core.split_whitespace().nth(4), Some("0"), "{core}");
    is_locked_where_it_may_be(server.id());
    let modes = |folder: &Path| {
        for file in std::fs::read_dir(folder).unwrap() {
            let file = file.unwrap();
            let mode = file.metadata().unwrap().permissions().mode() & 0o777;
            assert_eq!(mode, 0o600, "{}", file.path().display());
        }
    };
    modes(&data);
    let saved = folder.path().join("saved");
    std::fs::create_dir(&saved).unwrap();
    let arguments = ["backup", saved.to_str().unwrap(), "--data", data.to_str().unwrap()];
    assert!(bahama(&arguments).status.success());
    modes(&saved);
    server.stop();
    modes(&data);
}

/// A process with this one's rights has locked its memory, or the page of its key alone where the
/// limit cannot be lifted.
fn is_locked_where_it_may_be(process: u32) {
    use rlimit::{INFINITY, Resource};
    let may = rlimit::setrlimit(Resource::MEMLOCK, INFINITY, INFINITY).is_ok();
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).unwrap();
    let locked = status.lines().find_map(|line| line.strip_prefix("VmLck:")).unwrap();
    let kilobytes: u64 = locked.trim().trim_end_matches(" kB").parse().unwrap();
    let least = if may { 1_000 } else { 4 };
    assert!(kilobytes >= least, "{locked}, {may}");
}

/// S-22: where the limit cannot be lifted only the shoe key is locked, and the log says so with what
/// to do about it; where nothing may be locked it says that, too.
#[test]
fn s_22_a_server_that_may_not_lock_its_memory_says_so() {
    let limited = |bytes: u64, program: &str, arguments: &[&str]| {
        let without = "-ipc_lock,-sys_resource";
        let mut command = Command::new("prlimit");
        command.arg(format!("--memlock={bytes}:{bytes}")).args(["setpriv", "--inh-caps", without]);
        command.args(["--bounding-set", without, program]).args(arguments);
        command
    };
    if !limited(0, "true", &[]).status().is_ok_and(|status| status.success()) {
        println!("skipped: a process with fewer rights (prlimit and setpriv, as root)");
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().to_str().unwrap();
    // It ends by itself, because there is no such certificate.
    let serve = ["serve", "--log", "json", "--listen", "127.0.0.1:0", "--data", data];
    let serve = [&serve[..], &["--tls-cert", "/no", "--tls-key", "/no"]].concat();
    let program = env!("CARGO_BIN_EXE_bahama");
    let said = |bytes| text(&give(&mut limited(bytes, program, &serve), "").stderr);
    let key = "the shoe key is not locked";
    let little = said(1_048_576);
    assert!(little.contains("memory is not locked") && little.contains("1024 KB"), "{little}");
    assert!(little.contains("ulimit -l unlimited") && !little.contains(key), "{little}");
    let none = said(0);
    assert!(none.contains("memory is not locked") && none.contains(key), "{none}");
}

#[test]
fn s_22_whoever_gives_up_the_key_is_named_in_the_security_log() {
    let folder = tempfile::tempdir().unwrap();
    Server::start(folder.path()).stop();
    std::fs::remove_file(folder.path().join("shoe.key")).unwrap();
    let data = folder.path().to_str().unwrap();
    let serve = ["serve", "--listen", "127.0.0.1:0", "--data", data, "--log", "json"];
    let lost = bahama(&serve);
    assert_eq!(lost.status.code(), Some(1));
    // The last line is JSON, too.
    let said = text(&lost.stderr);
    let read = |line| serde_json::from_str(line).unwrap_or_else(|_| panic!("{line}"));
    let said: Vec<Value> = said.lines().map(read).collect();
    let last = said.last().unwrap();
    assert!(last["message"].as_str().unwrap().contains("shoe.key"), "{last}");
    let nobody = bahama(&[&serve[..], &["--without-key", "mallory"]].concat());
    assert!(text(&nobody.stderr).contains("nobody of the staff is called"), "{nobody:?}");
    let no_cards = bahama(&[&serve[..], &["--without-key", "executive"]].concat());
    assert!(text(&no_cards.stderr).contains("no executive has a card"), "{no_cards:?}");
    let without = ["--without-key", "executive", "--without-card"];
    Server::start_with(folder.path(), "127.0.0.1:0", &without, Stdio::null()).stop();
    let log = text(&bahama(&["audit", "log", "--data", data]).stdout);
    let lines: Vec<Value> = log.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let given_up = lines.iter().find(|line| line["what"] == "key.given-up").unwrap();
    assert!(given_up["account"].as_u64().is_some(), "{given_up}");
    assert!(lines.iter().any(|line| line["what"] == "heads.noted"), "{log}");
    assert!((1..).zip(&lines).all(|(number, line)| line["number"] == json!(number)));
}

#[test]
fn s_21_giving_up_the_key_needs_an_executives_card() {
    let folder = tempfile::tempdir().unwrap();
    let (data, pin) = (folder.path(), "860142\n");
    Server::start(data).stop();
    let card = |name: &str, level: &str| {
        let add = ["staff", "card", "add", name, "--level", level, "--pin-stdin"];
        Server::run(data, &add, pin)["number"].as_str().unwrap().to_owned()
    };
    let (own, others) = (card("executive", "executive"), card("supervisor", "supervisor"));
    std::fs::remove_file(data.join("shoe.key")).unwrap();
    let at = data.to_str().unwrap();
    let refused = |more: &[&str], input: &str| {
        let serve = ["serve", "--listen", "127.0.0.1:0", "--data", at];
        let output = fed(&[&serve[..], more].concat(), input);
        assert_eq!(output.status.code(), Some(1), "{output:?}");
        text(&output.stderr)
    };
    let executive = ["--without-key", "executive"];
    assert!(refused(&executive, "").contains("needs the card of"));
    assert!(refused(&executive, &format!("{own} 860143\n")).contains("card or PIN is wrong"));
    assert!(refused(&executive, &format!("{others} {pin}")).contains("card or PIN is wrong"));
    let supervisor = ["--without-key", "supervisor"];
    assert!(refused(&supervisor, &format!("{others} {pin}")).contains("no executive"));
    let without = ["--without-key", "executive", "--without-card"];
    assert!(refused(&without, "").contains("have cards here"));
    let shown = Server::start_reading(data, &executive, &format!("{own} {pin}"));
    shown.stop();
    let log = text(&bahama(&["audit", "log", "--data", at]).stdout);
    assert!(log.contains("serve --without-key, card 1, executive"), "{log}");
    assert!(!log.contains("860142") && !log.contains(&own), "{log}");
}
