//! A guest keeps the account, and a visit is counted over all tables (G-09).

use reqwest::StatusCode;
use serde_json::{Value, json};

use crate::house::{House, Visitor, code, document, visitor};

const MINUTE: u64 = 60_000;

async fn does(house: &House, who: &Visitor, table: &str, id: &str, body: Value) -> Value {
    let version = document(house.get(who, table).await).await["version"].clone();
    let command = json!({"id": format!("kept-{id}"), "expected": version, "body": body});
    document(house.post(who, &format!("{table}/commands"), &command).await).await
}

/// A practice table of one's own, with somebody at seat 1.
async fn practice(house: &House, who: &Visitor, id: &str) -> String {
    let open = json!({"game": games::GAMES[0].id, "kind": "practice"});
    let opened = document(house.post(who, "/api/tables", &open).await).await;
    let table = format!("/api/tables/{}", opened["table"]);
    let sit = json!({"do": "sit", "seat": 1, "buy_in": 20_000});
    does(house, who, &table, &format!("sit-{id}"), sit).await;
    table
}

/// Plays a round to its end by standing.
async fn plays(house: &House, who: &Visitor, table: &str, id: &str) {
    stakes_and_stands(house, who, table, id, &json!({"main": 1_000})).await;
}

/// The same with these stakes.
async fn stakes_and_stands(house: &House, who: &Visitor, table: &str, id: &str, stakes: &Value) {
    let bet = json!({"do": "bet", "seat": 1, "bets": stakes});
    does(house, who, table, &format!("bet-{id}"), bet).await;
    does(house, who, table, &format!("ready-{id}"), json!({"do": "ready"})).await;
    for step in 0..9 {
        let view = document(house.get(who, table).await).await;
        let body = match view["ask"]["ask"].as_str() {
            Some("insurance") => json!({"do": "insure", "seat": 1, "cents": 0}),
            Some(_) => {
                json!({"do": "act", "seat": 1, "hand": view["ask"]["hand"], "action": "stand"})
            }
            None => return,
        };
        does(house, who, table, &format!("act-{id}-{step}"), body).await;
    }
    panic!("one hand is played with a few answers");
}

async fn visit(house: &House, who: &Visitor) -> Value {
    document(house.get(who, "/api/me/visit").await).await
}

#[tokio::test]
async fn g_09_a_visit_counts_time_stakes_and_result_over_all_tables() {
    let house = House::with(|settings| settings.idle_minutes = 120).await;
    let guest = house.guest().await;
    let none = visit(&house, &guest).await;
    assert_eq!(none["since"], none["now"], "nobody has sat down");
    let (first, began) = (practice(&house, &guest, "1").await, house.clock.now());
    house.clock.turn(10 * MINUTE);
    plays(&house, &guest, &first, "1").await;
    house.clock.turn(10 * MINUTE);
    let second = practice(&house, &guest, "2").await;
    plays(&house, &guest, &second, "2").await;
    house.clock.turn(18 * MINUTE);
    let so_far = visit(&house, &guest).await;
    assert_eq!(so_far["since"], json!(began));
    assert_eq!(so_far["now"].as_u64().unwrap() - began.0, 38 * MINUTE);
    assert_eq!(so_far["rounds"], 2);
    let rounds = document(house.get(&guest, "/api/me/rounds").await).await;
    for key in ["staked", "returned"] {
        let sum: i64 = rounds.as_array().unwrap().iter().filter_map(|it| it[key].as_i64()).sum();
        assert_eq!(so_far[key], json!(sum), "{key} as in the record");
    }
    house.clock.turn(31 * MINUTE);
    let later = visit(&house, &guest).await;
    assert_eq!([&later["rounds"], &later["staked"]], [&json!(0), &json!(0)]);
}

#[tokio::test]
async fn a_guest_keeps_the_account_with_wallet_rounds_and_seats() {
    let house = House::open().await;
    let guest = house.guest().await;
    let table = practice(&house, &guest, "1").await;
    plays(&house, &guest, &table, "1").await;
    let me = document(house.get(&guest, "/api/me").await).await;
    assert_eq!(me["guest"], true);
    let wallet = document(house.get(&guest, "/api/me/wallet").await).await;
    let rounds = document(house.get(&guest, "/api/me/rounds").await).await;

    let keep = |name: &str, password: &str| json!({"name": name, "password": password});
    for (name, password, wrong) in [
        ("x", "copper-otter-lamp", "name.malformed"),
        ("Ann (bot)", "copper-otter-lamp", "name.malformed"),
        ("Ann", "short", "password.weak"),
        ("Ann", "password", "password.weak"),
    ] {
        let refused = house.post(&guest, "/api/me/keep", &keep(name, password)).await;
        assert_eq!(refused.status(), StatusCode::BAD_REQUEST);
        assert_eq!(code(refused).await, wrong, "{name}");
    }
    let other = document(house.get(&house.guest().await, "/api/me").await).await;
    let taken = keep(other["name"].as_str().unwrap(), "copper-otter-lamp");
    assert_eq!(code(house.post(&guest, "/api/me/keep", &taken).await).await, "name.taken");
    assert_eq!(document(house.get(&guest, "/api/me").await).await, me, "nothing has changed");

    let kept = house.post(&guest, "/api/me/keep", &keep("Ann Marlin", "copper-otter-lamp")).await;
    assert_eq!(kept.status(), StatusCode::OK);
    let ann = visitor(kept).await;
    assert_eq!(house.get(&guest, "/api/me").await.status(), StatusCode::UNAUTHORIZED, "S-05");
    let again = house.post(&ann, "/api/me/keep", &keep("Ann Two", "copper-otter-lamp")).await;
    assert_eq!(code(again).await, "account.kept");

    let signed_in = house.sign_in("ann marlin", "copper-otter-lamp").await;
    assert_eq!(signed_in.status(), StatusCode::OK);
    let ann = visitor(signed_in).await;
    let now = document(house.get(&ann, "/api/me").await).await;
    assert_eq!([&now["account"], &now["guest"]], [&me["account"], &json!(false)]);
    assert_eq!(document(house.get(&ann, "/api/me/wallet").await).await, wallet);
    assert_eq!(document(house.get(&ann, "/api/me/rounds").await).await, rounds);
    let view = document(house.get(&ann, &table).await).await;
    assert_eq!(view["you"]["seats"], json!([1]));
}

/// G-04: own rounds are looked for among all of them, not among those of one page.
#[tokio::test]
async fn g_04_rounds_are_looked_for_by_table_day_and_result() {
    let house = House::open().await;
    let guest = house.guest().await;
    let first = practice(&house, &guest, "1").await;
    plays(&house, &guest, &first, "1").await;
    let second = practice(&house, &guest, "2").await;
    for round in 0..51 {
        if round % 10 == 9 {
            let buy = json!({"do": "buy-in", "seat": 1, "cents": 10_000});
            does(&house, &guest, &second, &format!("buy-{round}"), buy).await;
        }
        plays(&house, &guest, &second, &format!("2-{round}")).await;
    }
    let read = async |asked: &str| {
        let found = document(house.get(&guest, &format!("/api/me/rounds?{asked}")).await).await;
        found.as_array().unwrap_or_else(|| panic!("{asked}: {found}")).clone()
    };
    let newest = read("").await;
    assert_eq!(newest.len(), 50);
    let number = |table: &str| table.rsplit('/').next().unwrap().to_owned();
    let at_first = read(&format!("table={}", number(&first))).await;
    assert_eq!(at_first.len(), 1, "it is not on the first page");
    assert_eq!(at_first[0]["table"].to_string(), number(&first));

    let day = newest[0]["day"].as_u64().unwrap();
    let next = later_day(day);
    for (asked, many) in [
        (format!("from={day}&to={day}"), 50),
        (format!("to={day}&table={}", number(&first)), 1),
        (format!("from={next}"), 0),
        ("to=20200101".to_owned(), 0),
    ] {
        assert_eq!(read(&asked).await.len(), many, "{asked}");
    }
    let mut all = 0;
    for result in ["won", "lost", "even"] {
        let (mut before, mut found) = (String::new(), Vec::new());
        loop {
            let page = read(&format!("result={result}{before}")).await;
            found.extend(page.iter().cloned());
            let Some(last) = page.last().filter(|_| page.len() == 50) else { break };
            before = format!("&before={},{},{}", last["ended"], last["table"], last["round"]);
        }
        let net = |it: &Value| it["returned"].as_i64().unwrap() - it["staked"].as_i64().unwrap();
        let sign = ["lost", "even", "won"].iter().position(|word| *word == result).unwrap();
        assert!(found.iter().all(|it| net(it).signum() == sign as i64 - 1), "{result}: {found:?}");
        all += found.len();
    }
    assert_eq!(all, 52);
    for (asked, wrong) in [
        ("result=luck", "request.malformed"),
        ("from=20261399", "day.unknown"),
        ("table=x", "table.unknown"),
    ] {
        let refused = house.get(&guest, &format!("/api/me/rounds?{asked}")).await;
        assert!(refused.status().is_client_error(), "{asked}");
        assert_eq!(code(refused).await, wrong, "{asked}");
    }
}

/// G-04: what wagers came to ties to the rounds and to the statement, to the cent; what is expected
/// of them is the analysis's, and luck is what is left.
#[tokio::test]
async fn g_04_wagers_tie_to_the_ledger_and_luck_is_what_the_analysis_leaves() {
    let house = House::of("bahama-bonus").await;
    let guest = house.guest().await;
    let table = practice(&house, &guest, "1").await;
    for (round, stakes) in [
        json!({"main": 1_000}),
        json!({"main": 1_500, "match-up": 500}),
        json!({"main": 2_500, "match-up": 1_000}),
    ]
    .iter()
    .enumerate()
    {
        stakes_and_stands(&house, &guest, &table, &round.to_string(), stakes).await;
    }
    let said = exact_wagers(&house, &guest).await;
    let rounds = document(house.get(&guest, "/api/me/rounds").await).await;
    let statement = document(house.get(&guest, "/api/me/statement").await).await;
    let sum = |of: &Value, key: &str| -> i64 {
        of.as_array().unwrap().iter().map(|it| it[key].as_i64().unwrap()).sum()
    };
    assert_eq!(said["rounds"], 3);
    for key in ["staked", "returned"] {
        assert_eq!(said[key], json!(sum(&rounds, key)), "{key} of the rounds");
        assert_eq!(sum(&said["wagers"], key), sum(&rounds, key), "{key} wager by wager");
    }
    let lines = statement["lines"].as_array().unwrap().iter();
    let played = lines.filter(|line| {
        let other = line["other"].as_str().unwrap();
        other != "cage" && !other.starts_with("person:")
    });
    let played: i64 = played.map(|line| line["cents"].as_i64().unwrap()).sum();
    assert_eq!(sum(&said["wagers"], "returned") - sum(&said["wagers"], "staked"), played);
    for (wager, bets) in [("main", [1_000, 1_500, 2_500]), ("match-up", [0, 500, 1_000])] {
        is_expected(&said, wager, &bets);
    }
    let none = document(house.get(&guest, "/api/me/wagers?to=20200101").await).await;
    assert_eq!(none, json!({"rounds": 0, "staked": 0, "returned": 0, "wagers": []}));
    let stranger = house.guest().await;
    let strangers = document(house.get(&stranger, "/api/me/wagers").await).await;
    assert_eq!(strangers["rounds"], 0, "nobody sees another's");
    for (asked, wrong) in [("from=20261399", "day.unknown"), ("table=x", "table.unknown")] {
        let refused = house.get(&guest, &format!("/api/me/wagers?{asked}")).await;
        assert_eq!(code(refused).await, wrong, "{asked}");
    }
}

/// The caller's wagers, once their laws are worked out.
async fn exact_wagers(house: &House, who: &Visitor) -> Value {
    for _ in 0..1_200 {
        let said = document(house.get(who, "/api/me/wagers").await).await;
        let awaited = |row: &Value| row["law"] == "awaited";
        if !said["wagers"].as_array().unwrap().iter().any(awaited) {
            return said;
        }
        tokio::time::sleep(std::time::Duration::from_millis(100)).await;
    }
    panic!("the law of a main wager takes seconds");
}

/// What a row of `bahama-bonus` says of these bets, beside the analysis itself.
fn is_expected(said: &Value, wager: &str, bets: &[u32]) {
    let file = games::find("bahama-bonus").unwrap().file();
    let set: Vec<_> = file.first_set(None, &[]).into_iter().collect();
    let rules = file.game(None, &set).unwrap().profile(None, &[]).unwrap().rules;
    let counts = cards::Counts::of(rules.deck, rules.decks);
    let (ev, variance) = if wager == "main" {
        let table = odds::main_wager::Table::new(&counts, rules.soft_17);
        let class = odds::main_wager::SplitClass::Pair;
        let question = odds::main_wager::Question { rules, bet: None, class };
        let solution = odds::main_wager::Solution::of(&table.into(), question).unwrap();
        let law = solution.law();
        (law.ev, law.variance)
    } else {
        let spot = rules::Spot::MatchUp;
        let prices = rules.wager(spot).unwrap().table.as_ref().unwrap();
        let of = odds::SideWager::with_cards(spot, "", prices, &counts, rules.deck).unwrap();
        (of.ev.to_f64(), of.variance.to_f64())
    };
    let rows = said["wagers"].as_array().unwrap();
    let row = rows.iter().find(|row| row["wager"] == wager).unwrap();
    let (bet, squares) = bets.iter().fold((0.0, 0.0), |(sum, squares), &cents| {
        (sum + f64::from(cents), squares + f64::from(cents).powi(2))
    });
    let expected = (ev * bet).round() as i64;
    let of = |key: &str| row[key].as_i64().unwrap();
    assert_eq!((of("bet"), of("expected")), (bet as i64, expected), "{row}");
    assert_eq!(of("luck"), of("returned") - of("staked") - expected, "{row}");
    assert_eq!(of("error"), (variance * squares).sqrt().round() as i64, "{row}");
    assert_eq!((&row["law"], &row["game"]), (&json!("exact"), &json!("bahama-bonus")));
}

/// A gaming day after this one, as `yyyymmdd`: the first of the month after next.
fn later_day(day: u64) -> u64 {
    let (year, month) = (day / 10_000, day / 100 % 100 + 2);
    if month > 12 {
        (year + 1) * 10_000 + (month - 12) * 100 + 1
    } else {
        year * 10_000 + month * 100 + 1
    }
}
