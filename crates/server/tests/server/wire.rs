//! The whole interface against its own description: every route, every command, every
//! event. Besides, every answer that any test reads is compared with it (`house::document`).

use std::collections::BTreeSet;

use reqwest::StatusCode;
use serde_json::{Value, json};

use table::Role;

use crate::house::{House, PASSWORD, Visitor, document, next};
use crate::progressive::{Evening, PIN};
use crate::schema::{self, DOCUMENT};

/// The words that a schema of variants tells apart by this property.
fn words(name: &str, tag: &str) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    collect(&DOCUMENT["components"]["schemas"][name], tag, &mut found);
    found
}

fn collect(schema: &Value, tag: &str, found: &mut BTreeSet<String>) {
    let of_tag = &schema["properties"][tag]["enum"];
    found.extend(of_tag.as_array().into_iter().flatten().map(|word| word.as_str().unwrap().into()));
    for parts in [&schema["oneOf"], &schema["allOf"]] {
        parts.as_array().into_iter().flatten().for_each(|part| collect(part, tag, found));
    }
}

/// The examples that the crate `table` keeps of everything on the wire.
pub(crate) fn examples() -> Vec<(String, Value)> {
    let texts = [
        include_str!("../../../table/tests/all/wire/golden.jsonl"),
        include_str!("../../../table/tests/all/link/golden.jsonl"),
        include_str!("../../../table/tests/all/link/news/golden.jsonl"),
    ];
    let lines = texts.iter().flat_map(|text| text.lines());
    lines
        .map(|line| {
            let (name, text) = line.split_once('\t').unwrap();
            (name.to_owned(), serde_json::from_str(text).unwrap())
        })
        .collect()
}

#[test]
fn every_event_command_and_view_is_as_the_description_says() {
    let mut seen = BTreeSet::new();
    for (name, value) in examples() {
        if let Some(view) = value.get("view") {
            schema::check("LinkView", view);
            value.get("news").into_iter().for_each(|news| schema::check("News", news));
            continue;
        }
        let schema = match name.as_str() {
            "entry" => "Entry",
            "link entry" => "Entry_LinkEvent",
            "view of a link" => "LinkView",
            name if name.starts_with("view") => "View",
            name if name.starts_with("event ") => "Event",
            name if name.starts_with("link event ") => "LinkEvent",
            name if name.starts_with("command ") => "Command",
            name if name.starts_with("link command ") => "Command_LinkBody",
            other => panic!("{other}: an example of what?"),
        };
        schema::check(schema, &value);
        seen.insert(name);
    }
    let told = [("event", "Event", "event"), ("link event", "LinkEvent", "event")]
        .into_iter()
        .chain([("command", "Body", "do"), ("link command", "LinkBody", "do")])
        .flat_map(|(kind, schema, tag)| {
            words(schema, tag).into_iter().map(move |word| format!("{kind} {word}"))
        });
    let missing: Vec<String> = told.filter(|name| !seen.contains(name)).collect();
    assert_eq!(missing, [""; 0], "described without an example");
}

/// A walk past every route; each answer is compared with the description as it is read.
struct Tour {
    evening: Evening,
    seen: BTreeSet<String>,
}

impl Tour {
    fn house(&self) -> &House {
        &self.evening.house
    }

    fn path(&self, template: &str) -> String {
        let Evening { table, link, .. } = &self.evening;
        template
            .replace("{table}", &table.to_string())
            .replace("{link}", &link.to_string())
            .replace("{command}", "evening-0001")
            .replace("{slip}", "1")
            .replace("{round}", "1")
    }

    async fn get(&mut self, who: &Visitor, template: &str) -> Value {
        let route = template.split('?').next().unwrap();
        self.seen.insert(format!("get {route}"));
        let response = self.house().get(who, &self.path(template)).await;
        assert_eq!(response.status(), StatusCode::OK, "{template}");
        document(response).await
    }

    async fn post(&mut self, who: &Visitor, template: &str, body: &Value) -> Value {
        self.seen.insert(format!("post {template}"));
        let response = self.house().post(who, &self.path(template), body).await;
        assert!(response.status().is_success(), "{template}: {}", response.status());
        document(response).await
    }
}

impl Tour {
    /// What other parameters would come to (O-07): what goes to the meter the house does not keep.
    async fn looks_ahead(&mut self, executive: &Visitor) {
        let ask = |contribution: u32| {
            let rates = format!("seed=200000&contribution={contribution}&reserve=100");
            format!("/api/links/{{link}}/outlook?spot=progressive&{rates}")
        };
        let now = self.get(executive, &ask(1_200)).await;
        let more = self.get(executive, &ask(2_200)).await;
        let lost = now["edge"].as_f64().unwrap() - more["edge"].as_f64().unwrap();
        assert!((lost - 0.1).abs() < 1e-12, "{now} {more}");
        assert!(more["growth"].as_f64().unwrap() > now["growth"].as_f64().unwrap());
    }

    /// A deposit, which needs a card.
    async fn deposits(&mut self, executive: &Visitor) {
        let body = json!({"do": "deposit", "cents": 9});
        let deposit = json!({"id": "tour-00002", "expected": 1, "body": body});
        let card = self.evening.card("manager", Role::Executive).await;
        let shown = json!({"card": card, "pin": PIN, "command": deposit});
        let proof = self.post(executive, "/api/links/{link}/swipes", &shown).await;
        let (proof, path) = (proof["proof"].as_str().unwrap(), self.evening.link_path());
        let noted = self.evening.send_to(executive, &path, &deposit, proof).await;
        assert_eq!(noted.status(), StatusCode::OK);
        document(noted).await;
        self.seen.insert("post /api/links/{link}/commands".to_owned());
    }
}

impl Tour {
    /// The statement of all tables, of this one, and of one where nothing moved; the wagers (G-04).
    async fn states(&mut self, player: &Visitor) {
        let all = self.get(player, "/api/me/statement").await;
        let here = self.get(player, "/api/me/statement?table={table}").await;
        assert_eq!(here, all, "G-04: everything moved at this table");
        let there = self.get(player, "/api/me/statement?table=4711").await;
        assert_eq!((&there["lines"], &there["closing"]), (&json!([]), &json!(0)));
        let wagers = self.get(player, "/api/me/wagers").await;
        assert_eq!(wagers["rounds"], 1, "{wagers}");
    }

    /// Somebody new is added to the staff.
    async fn hires(&mut self, executive: &Visitor) {
        let body = json!({"do": "add", "name": "Nina", "roles": ["dealer"]});
        let hire = json!({"id": "tour-00006", "expected": 0, "body": body});
        let card = self.evening.card("manager", Role::Executive).await;
        let shown = json!({"card": card, "pin": PIN, "command": hire});
        let proof = self.post(executive, "/api/staff/swipes", &shown).await;
        let proof = proof["proof"].as_str().unwrap();
        let hired = self.evening.send_to(executive, "/api/staff", &hire, proof).await;
        assert_eq!(hired.status(), StatusCode::OK);
        document(hired).await;
        self.seen.insert("post /api/staff/commands".to_owned());
        self.get(executive, "/api/staff").await;
    }

    /// A display is hung up and taken down.
    async fn displays(&mut self, supervisor: &Visitor) {
        let wall = json!({"name": "The wall", "link": self.evening.link});
        self.post(supervisor, "/api/displays", &wall).await;
        let hung = self.get(supervisor, "/api/displays").await;
        let account = hung[0]["account"].to_string();
        let path = format!("/api/displays/{account}/revoke");
        let taken_down = self.house().post(supervisor, &path, &json!({})).await;
        assert!(taken_down.status().is_success(), "{}", taken_down.status());
        self.seen.insert("post /api/displays/{display}/revoke".to_owned());
    }
}

impl Tour {
    /// What a guest does when he leaves, and what begins another session.
    async fn ends(&mut self, guest: &Visitor, supervisor: &Visitor) {
        self.get(guest, "/api/me/visit").await;
        let kept = json!({"name": "Ann Marlin", "password": PASSWORD});
        self.post(guest, "/api/me/keep", &kept).await;
        self.post(supervisor, "/api/me/role", &json!({"role": "supervisor"})).await;
    }
}

/// What the staff can read.
const READ_BY_STAFF: [&str; 19] = [
    "/api/tables",
    "/api/tables/{table}",
    "/api/tables/{table}/rules",
    "/api/tables/{table}/commands/{command}",
    "/api/tables/{table}/events",
    "/api/tables/{table}/shoes",
    "/api/tables/{table}/rounds",
    "/api/tables/{table}/rounds/{round}",
    "/api/links",
    "/api/links/{link}",
    "/api/links/{link}/commands/{command}",
    "/api/links/{link}/events",
    "/api/links/{link}/news",
    "/api/links/{link}/slips/{slip}",
    "/api/me",
    "/api/session",
    "/api/floor",
    "/api/openapi.json",
    "/healthz",
];

/// No documents: a page, figures, streams, nothing at all; and what `web`, `posting`, `coach`, `audit`
/// and the tests of the program ask.
const OTHERS: [&str; 18] = [
    "get /api/docs",
    "get /metrics",
    "get /api/links/{link}/stream",
    "get /api/floor/stream",
    "get /api/tables/{table}/stream",
    "post /api/sign-out",
    "get /api/tables/{table}/edges",
    "get /api/games/{game}",
    "get /api/tables/{table}/coach",
    "get /api/tables/{table}/chart",
    "get /api/tables/{table}/rounds/{round}/coach",
    "get /api/reports/{report}",
    "get /api/audit/record",
    "get /api/audit/log",
    "get /api/audit/chains",
    "get /api/audit/verify",
    "post /api/audit/verify",
    "post /api/audit/notes",
];

/// G-05: whatever somebody asks, nothing is taken out of the record: routes are read or take further
/// commands, and none deletes or replaces.
#[test]
fn g_05_no_route_deletes() {
    let paths = DOCUMENT["paths"].as_object().unwrap();
    for (path, item) in paths {
        let methods: Vec<&str> = item.as_object().unwrap().keys().map(String::as_str).collect();
        assert!(
            methods.iter().all(|method| ["get", "post"].contains(method)),
            "{path}: {methods:?}"
        );
        assert!(!path.contains("delete") && !path.contains("purge"), "{path}");
    }
}

#[tokio::test]
async fn every_route_answers_as_the_description_says() {
    let (evening, card, swipe) = Evening::confirmed().await;
    let path = format!("/api/tables/{}", evening.table);
    let (dealer, supervisor) = (evening.dealer.clone(), evening.supervisor.clone());
    let (executive, player) = (evening.executive.clone(), evening.player.clone());
    let mut tour = Tour { evening, seen: BTreeSet::new() };
    let shown = json!({"card": card, "pin": PIN, "command": swipe});
    let proof = tour.post(&supervisor, "/api/tables/{table}/swipes", &shown).await;
    let proof = proof["proof"].as_str().unwrap().to_owned();
    let posted = tour.evening.send_to(&supervisor, &path, &swipe, &proof).await;
    document(posted).await;
    tour.evening.does(&dealer, json!({"do": "end-game"})).await;

    let mut socket = tour.house().socket(&player, &format!("{path}/stream?after=0")).await;
    for _ in 0..5 {
        next(&mut socket).await;
    }
    let off = json!({"id": "tour-00001", "expected": 1, "body": {"do": "off-duty"}});
    tour.post(&dealer, "/api/tables/{table}/commands", &off).await;
    for template in READ_BY_STAFF {
        let told = tour.get(&supervisor, template).await;
        if template.ends_with("{round}") {
            assert!(!told["bets"].as_array().unwrap().is_empty(), "G-08: what lay: {told}");
        }
    }
    tour.states(&player).await;
    let own = tour.get(&player, "/api/me/rounds").await;
    let [ended, table, round] = ["ended", "table", "round"].map(|key| own[0][key].to_string());
    let rest = format!("/api/me/rounds?before={ended},{table},{round}");
    assert_eq!(tour.get(&player, &rest).await, json!([]), "one round was played");
    tour.looks_ahead(&executive).await;
    tour.deposits(&executive).await;
    tour.hires(&executive).await;
    tour.displays(&supervisor).await;
    let nobody = Visitor::default();
    tour.post(&nobody, "/api/guest", &json!({})).await;
    let name = json!({"name": "dealer-1", "password": PASSWORD});
    tour.post(&nobody, "/api/sign-in", &name).await;
    let guest = tour.house().guest().await;
    let practice = json!({"game": "bahama-bonus", "kind": "practice"});
    tour.post(&guest, "/api/postings", &practice).await;
    let opened = tour.post(&guest, "/api/tables", &practice).await;
    tour.evening.table = opened["table"].as_u64().unwrap();
    let sit = json!({"do": "sit", "seat": 1, "buy_in": 20_000});
    let sit = json!({"id": "tour-00003", "expected": 1, "body": sit});
    tour.post(&guest, "/api/tables/{table}/commands", &sit).await;
    let wanted = "/api/tables/{table}/offers?seat=1&bets=main:500,match-up:1";
    let offers = tour.get(&guest, wanted).await;
    assert_eq!(offers["fit"], json!([{"spot": "main", "cents": 500}]));
    assert_eq!(offers["left_out"][0]["why"]["is"], "limits");
    tour.post(&guest, "/api/tables/{table}/bots", &json!({"bots": 2})).await;
    tour.post(&guest, "/api/tables/{table}/drill", &json!({})).await;
    let posting = json!({"game": "bahama-bonus", "kind": "practice", "decks": 8});
    let anew = json!({"id": "tour-00005", "expected": 1, "posting": posting});
    tour.get(&supervisor, "/api/tables/{table}/posting").await;
    tour.post(&supervisor, "/api/tables/{table}/posting", &anew).await;
    tour.get(&guest, "/api/me/wallet").await;
    let top_up = json!({"id": "tour-00004", "expected": 1, "body": {"do": "top-up"}});
    tour.post(&guest, "/api/me/wallet/commands", &top_up).await;
    tour.get(&guest, "/api/me/wallet/commands/{command}").await;
    tour.ends(&guest, &supervisor).await;

    let paths = DOCUMENT["paths"].as_object().unwrap();
    let all = paths.iter().flat_map(|(path, item)| {
        item.as_object().unwrap().keys().map(move |method| format!("{method} {path}"))
    });
    let missed: Vec<String> =
        all.filter(|it| !tour.seen.contains(it) && !OTHERS.contains(&it.as_str())).collect();
    assert_eq!(missed, [""; 0], "routes that nobody has asked");
}
