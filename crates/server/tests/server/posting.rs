//! A table plays as posted (A49, R-19): wagers, limits and settings are chosen when it is opened.

use reqwest::StatusCode;
use serde_json::{Value, json};
use table::Role;

use crate::house::{House, Visitor, document};

pub(crate) async fn open(house: &House, who: &Visitor, posting: Value) -> (StatusCode, Value) {
    let response = house.post(who, "/api/tables", &posting).await;
    (response.status(), document(response).await)
}

pub(crate) async fn view(house: &House, who: &Visitor, table: &Value) -> Value {
    document(house.get(who, &format!("/api/tables/{table}")).await).await
}

#[tokio::test]
async fn r_19_wagers_limits_and_settings_are_posted() {
    let house = House::open().await;
    let supervisor = house.visitor_as(Role::Supervisor).await;
    let posting = json!({
        "game": "bahama-bonus", "kind": "shared", "wagers": ["match-up"],
        "limits": {"main": {"minimum": 1_000, "maximum": 20_000}},
        "set": {"surrender": "none"},
    });
    let (status, opened) = open(&house, &supervisor, posting).await;
    assert_eq!(status, StatusCode::CREATED, "{opened}");
    let table = &opened["table"];
    let posted = view(&house, &supervisor, table).await["posted"].clone();
    assert_eq!(posted["spots"], json!(["main", "match-up"]));
    assert_eq!(posted["link"], Value::Null, "no progressive, no link");
    assert_eq!(posted["set"]["surrender"], "none");
    let rules = document(house.get(&supervisor, &format!("/api/tables/{table}/rules")).await).await;
    assert_eq!(rules["profile"], posted["profile"]);
    let main = &rules["wagers"][0];
    assert_eq!((&main["least"], &main["most"]), (&json!(1_000), &json!(20_000)));
    let folder = house.close().await;
    let house = House::at(folder, |_| {}).await;
    assert_eq!(view(&house, &supervisor, table).await["posted"], posted, "after a restart, too");
}

#[tokio::test]
async fn r_19_a_posting_that_cannot_be_is_refused_with_all_its_faults_and_nothing_is_opened() {
    let house = House::open().await;
    let supervisor = house.visitor_as(Role::Supervisor).await;
    let tables = document(house.get(&supervisor, "/api/tables").await).await;
    let posting = json!({
        "game": "bahama-bonus",
        "set": {"doubles": "nine", "no-such-setting": "1", "peek": "sometimes"},
    });
    let (status, refused) = open(&house, &supervisor, posting).await;
    assert_eq!(status, StatusCode::CONFLICT);
    let message = refused["error"]["message"].as_str().unwrap();
    for named in ["doubles", "no-such-setting", "peek"] {
        assert!(message.contains(named), "{named}: {message}");
    }
    assert_eq!(document(house.get(&supervisor, "/api/tables").await).await, tables);
}

#[tokio::test]
async fn r_20_what_favours_the_player_is_refused_unless_it_is_named() {
    let house = House::open().await;
    let supervisor = house.visitor_as(Role::Supervisor).await;
    let generous = json!({"game": "bahama-bonus", "set": {"natural-pays": "3 to 1"}});
    let (status, refused) = open(&house, &supervisor, generous.clone()).await;
    assert_eq!(status, StatusCode::CONFLICT);
    let message = refused["error"]["message"].as_str().unwrap();
    assert!(message.contains("“main h17 6” favours the player"), "{message}");
    let mut allowed = generous;
    allowed["override"] = json!(["main h17 6"]);
    let (status, opened) = open(&house, &supervisor, allowed).await;
    assert_eq!(status, StatusCode::CREATED, "{opened}");
    let posted = view(&house, &supervisor, &opened["table"]).await["posted"].clone();
    assert_eq!(posted["set"]["overrides.player-edge"], "main h17 6");
}

#[tokio::test]
async fn r_20_pays_in_coins_smaller_than_the_smallest_chip_are_refused() {
    let house = House::open().await;
    let supervisor = house.visitor_as(Role::Supervisor).await;
    let posting = json!({"game": "bahama-bonus", "set": {"natural-pays": "6 to 5"}});
    let (status, refused) = open(&house, &supervisor, posting).await;
    assert_eq!(status, StatusCode::CONFLICT);
    let message = refused["error"]["message"].as_str().unwrap();
    assert!(message.contains("chip"), "{message}");
}

#[tokio::test]
async fn a_45_one_set_of_wagers_is_posted() {
    let house = House::of("wsgc-bahama-bonus").await;
    let supervisor = house.visitor_as(Role::Supervisor).await;
    let posted = |wagers: Value| json!({"game": "wsgc-bahama-bonus", "wagers": wagers});
    // Also not where the list is all that the game has.
    let all = ["insurance", "match-up", "match-down", "trilux", "super3", "progressive"];
    for wagers in [&["trilux", "match-up"][..], &all] {
        let both = open(&house, &supervisor, posted(json!(wagers))).await;
        assert_eq!(both.0, StatusCode::CONFLICT, "{}", both.1);
        let message = both.1["error"]["message"].as_str().unwrap();
        assert!(message.contains("never posted together"), "{message}");
    }
    for (wagers, spots) in [
        (json!(["trilux"]), json!(["main", "trilux"])),
        (json!([]), json!(["main"])),
        (json!(["match-up", "match-down"]), json!(["main", "match-up", "match-down"])),
        (Value::Null, json!(["main", "insurance", "match-up", "match-down", "progressive"])),
    ] {
        let (status, opened) = open(&house, &supervisor, posted(wagers)).await;
        assert_eq!(status, StatusCode::CREATED, "{opened}");
        let posted = view(&house, &supervisor, &opened["table"]).await["posted"].clone();
        assert_eq!(posted["spots"], spots);
    }
}

async fn judge(house: &House, who: &Visitor, posting: &Value) -> Value {
    let response = house.post(who, "/api/postings", posting).await;
    assert_eq!(response.status(), StatusCode::OK);
    document(response).await
}

fn fields(verdict: &Value) -> Vec<&str> {
    let faults = verdict["faults"].as_array().unwrap().iter();
    faults.map(|fault| fault["field"].as_str().unwrap()).collect()
}

/// the dry run finds every fault at once, each with its field, and opening the same
/// posting is refused with the same sentences.
#[tokio::test]
async fn r_20_a_dry_run_gives_the_faults_that_opening_gives() {
    let house = House::open().await;
    let supervisor = house.visitor_as(Role::Supervisor).await;
    let tables = document(house.get(&supervisor, "/api/tables").await).await;
    let posting = json!({
        "game": "bahama-bonus", "name": " ", "configuration": "x17", "decks": 4, "link": 99,
        "paytables": {"no-such-spot": "1"}, "override": ["everything"],
        "limits": {"main": {"minimum": 50_000, "maximum": 10_000}},
        "set": {"doubles": "nine", "no-such-setting": "1"},
    });
    let verdict = judge(&house, &supervisor, &posting).await;
    let found = fields(&verdict);
    for field in [
        "name",
        "configuration",
        "decks",
        "link",
        "paytables.no-such-spot",
        "override",
        "set.doubles",
        "set.no-such-setting",
    ] {
        assert!(found.contains(&field), "{field} in {found:?}");
    }
    assert!(found.iter().any(|field| field.starts_with("limits.main.")), "{found:?}");
    let (status, refused) = open(&house, &supervisor, posting).await;
    assert_eq!(status, StatusCode::CONFLICT);
    let message = refused["error"]["message"].as_str().unwrap();
    for fault in verdict["faults"].as_array().unwrap() {
        let sentence = fault["message"].as_str().unwrap();
        assert!(message.contains(sentence), "{sentence} in {message}");
    }
    assert_eq!(refused["error"]["code"], verdict["faults"][0]["code"]);
    assert_eq!(document(house.get(&supervisor, "/api/tables").await).await, tables);
}

#[tokio::test]
async fn r_19_a_dry_run_tells_what_the_table_will_be_and_opens_nothing() {
    let house = House::open().await;
    let supervisor = house.visitor_as(Role::Supervisor).await;
    let tables = document(house.get(&supervisor, "/api/tables").await).await;
    let posting = json!({"game": "bahama-bonus", "set": {"surrender": "none"}});
    let verdict = judge(&house, &supervisor, &posting).await;
    assert_eq!(verdict["faults"], json!([]));
    let beyond = verdict["beyond"][0].as_str().unwrap();
    assert!(beyond.starts_with("surrender: "), "{beyond}");
    assert_eq!(document(house.get(&supervisor, "/api/tables").await).await, tables);
    let (_, opened) = open(&house, &supervisor, posting).await;
    let table = &opened["table"];
    let posted = view(&house, &supervisor, table).await["posted"].clone();
    assert_eq!(verdict["profile"], posted["profile"]);
    assert_eq!(verdict["name"], posted["name"]);
    assert_eq!(posted["beyond"], json!(["surrender"]), "the record says it, too");
    let edges = document(house.get(&supervisor, &format!("/api/tables/{table}/edges")).await).await;
    let wagers = verdict["wagers"].as_array().unwrap();
    assert!(wagers.iter().all(|wager| wager["edge"].is_number()), "{wagers:?}");
    // At its present meter a progressive is worth something else than in the long run.
    for edge in edges.as_array().unwrap().iter().filter(|edge| edge["meter"].is_null()) {
        let wager = wagers.iter().find(|wager| wager["spot"] == edge["spot"]).unwrap();
        let difference = wager["edge"].as_f64().unwrap() - edge["edge"].as_f64().unwrap();
        assert!(difference.abs() < 1e-12, "{wager} {edge}");
    }
    let lobby = document(house.get(&supervisor, "/api/tables").await).await;
    let summary = lobby["tables"].as_array().unwrap().last().unwrap().clone();
    assert_eq!(summary["beyond"], json!(["surrender"]));
}

#[tokio::test]
async fn r_20_a_dry_run_names_the_override_that_is_needed() {
    let house = House::open().await;
    let supervisor = house.visitor_as(Role::Supervisor).await;
    let mut posting = json!({"game": "bahama-bonus", "set": {"natural-pays": "3 to 1"}});
    let verdict = judge(&house, &supervisor, &posting).await;
    assert_eq!(fields(&verdict), ["override"]);
    let main = &verdict["wagers"][0];
    assert_eq!(main["offer"], "main h17 6");
    let (edge, gain) = (&main["edge"], &main["favours_player"]);
    assert_eq!(gain["bet"], 500, "the lowest bet");
    assert!(edge.as_f64().unwrap() < 0.0 && gain["gain"].as_f64() == edge.as_f64().map(|it| -it));
    posting["override"] = json!([main["offer"]]);
    assert_eq!(judge(&house, &supervisor, &posting).await["faults"], json!([]));
}

/// R-20, A22: a special bonus is a fixed amount, so it is judged at the bets that are posted; the
/// verdict names the one that favours the player most.
#[tokio::test]
async fn r_20_a_fixed_prize_is_judged_at_the_lowest_bet() {
    let house = House::of("bahamas-bonus").await;
    let supervisor = house.visitor_as(Role::Supervisor).await;
    let from = |minimum: u32| {
        json!({
            "game": "bahamas-bonus", "limits": {"main": {"minimum": minimum}},
            "set": {"special-bonus.prizes": "from $0: $4,000"},
        })
    };
    let verdict = judge(&house, &supervisor, &from(100)).await;
    assert_eq!(fields(&verdict), ["override"]);
    let message = verdict["faults"][0]["message"].as_str().unwrap();
    assert!(message.contains("“main h17 6” favours the player by 0."), "{message}");
    assert!(message.contains("% of a wager of $1;"), "{message}");
    let main = &verdict["wagers"][0];
    assert!(main["edge"].as_f64().unwrap() < 0.0, "{main}");
    assert_eq!(main["favours_player"]["bet"], 100);
    assert_eq!(open(&house, &supervisor, from(100)).await.0, StatusCode::CONFLICT);
    // The same prize is nothing that a bet of $5 could live on.
    let verdict = judge(&house, &supervisor, &from(500)).await;
    assert_eq!(verdict["faults"], json!([]));
    assert_eq!(verdict["wagers"][0]["favours_player"], Value::Null);
    assert_eq!(open(&house, &supervisor, from(500)).await.0, StatusCode::CREATED);
}

/// a prize with tiers may favour the player at another bet than the lowest.
#[tokio::test]
async fn r_20_a_fixed_prize_is_judged_at_every_tier() {
    let house = House::of("players-edge-21").await;
    let supervisor = house.visitor_as(Role::Supervisor).await;
    let with = |most: u32| {
        json!({
            "game": "players-edge-21", "limits": {"main": {"maximum": most}},
            "set": {"special-bonus.prizes": "from $3: $1,000, from $25: $100,000"},
        })
    };
    let verdict = judge(&house, &supervisor, &with(50_000)).await;
    assert_eq!(fields(&verdict), ["override"]);
    let main = &verdict["wagers"][0];
    assert!(main["edge"].as_f64().unwrap() > 0.0, "at the lowest bet: {main}");
    assert_eq!(main["favours_player"]["bet"], 2_500, "{main}");
    // Where nobody can bet so much the prize cannot be won.
    assert_eq!(judge(&house, &supervisor, &with(2_400)).await["faults"], json!([]));
}

/// R-20, A23: envy is a fixed amount, too, and a full table pays most of it.
#[tokio::test]
async fn r_20_envy_is_judged_at_a_full_table() {
    let house = House::open().await;
    let supervisor = house.visitor_as(Role::Supervisor).await;
    let at = |seats: &str| {
        let set = json!({"special-bonus.envy": "$3,000", "seats": seats});
        json!({"game": "bahama-bonus", "set": set})
    };
    assert_eq!(fields(&judge(&house, &supervisor, &at("7")).await), ["override"]);
    assert_eq!(judge(&house, &supervisor, &at("2")).await["faults"], json!([]));
}

#[tokio::test]
async fn s_07_players_judge_practice_tables_and_dealers_none() {
    let house = House::open().await;
    let player = house.visitor_as(Role::Player).await;
    let practice = json!({"game": "bahama-bonus", "kind": "practice"});
    assert_eq!(judge(&house, &player, &practice).await["faults"], json!([]));
    for (role, posting) in [
        (Role::Player, json!({"game": "bahama-bonus"})),
        (Role::Dealer, practice.clone()),
        (Role::Auditor, practice.clone()),
    ] {
        let who = house.visitor_as(role).await;
        let status = house.post(&who, "/api/postings", &posting).await.status();
        assert_eq!(status, StatusCode::FORBIDDEN, "{role}");
    }
}

/// the settings are those of `bahama rules GAME --settings`, each where a posting chooses it.
#[tokio::test]
async fn r_19_a_game_tells_what_can_be_chosen() {
    let house = House::of("wsgc-bahama-bonus").await;
    let player = house.guest().await;
    let told = document(house.get(&player, "/api/games/wsgc-bahama-bonus").await).await;
    let game = games::find("wsgc-bahama-bonus").unwrap().file().game(None, &[]).unwrap();
    let settings = told["settings"].as_array().unwrap();
    assert_eq!(settings.len(), game.settings.len());
    for (told, setting) in settings.iter().zip(&game.settings) {
        assert_eq!(told["key"], setting.key);
        assert_eq!(told["value"], setting.value);
        assert_eq!(told["ours"], setting.is_ours());
    }
    let place = |key: &str| {
        let found = settings.iter().find(|setting| setting["key"] == key);
        found.map(|setting| setting["place"].clone()).unwrap_or_default()
    };
    for (key, expected) in [
        ("main.minimum", "field"),
        ("wagers", "field"),
        ("progressive.policy", "sheet"),
        ("single-wager-limit", "sheet"),
        ("surrender", "beyond"),
    ] {
        assert_eq!(place(key), expected, "{key}");
    }
    let sets: Vec<&Value> = told["sets"].as_array().unwrap().iter().map(|it| &it["name"]).collect();
    assert_eq!(sets, ["match", "trilux"], "A45");
    let stands = house.get(&player, "/api/games/wsgc-bahama-bonus?configuration=s17").await;
    assert_eq!(document(stands).await["configuration"], "s17");
    let unknown = house.get(&player, "/api/games/no-such-game").await;
    assert_eq!(unknown.status(), StatusCode::NOT_FOUND);
}

#[tokio::test]
async fn r_19_every_open_table_has_a_name_of_its_own() {
    let house = House::open().await;
    let supervisor = house.visitor_as(Role::Supervisor).await;
    let lobby = document(house.get(&supervisor, "/api/tables").await).await;
    let first = lobby["tables"][0]["name"].as_str().unwrap().to_owned();
    let posting = json!({"game": "bahama-bonus", "name": first});
    let (status, refused) = open(&house, &supervisor, posting).await;
    assert_eq!(status, StatusCode::CONFLICT);
    assert_eq!(refused["error"]["code"], "table.name");
    for number in [2, 3] {
        let (_, opened) = open(&house, &supervisor, json!({"game": "bahama-bonus"})).await;
        let name = view(&house, &supervisor, &opened["table"]).await["posted"]["name"].clone();
        assert_eq!(name, format!("{first} {number}"));
    }
    // A practice table takes no name away, and needs no number.
    let player = house.guest().await;
    let practice = json!({"game": "bahama-bonus", "kind": "practice", "name": "Mine"});
    assert_eq!(open(&house, &player, practice).await.0, StatusCode::CREATED);
    let shared = json!({"game": "bahama-bonus", "name": "Mine"});
    assert_eq!(open(&house, &supervisor, shared).await.0, StatusCode::CREATED);
}
