use reqwest::StatusCode;

use crate::house::{House, Visitor, code, document};

#[tokio::test]
async fn r_12_the_rules_of_a_table_come_from_its_game_file() {
    let house = House::open().await;
    let guest = house.guest().await;
    let rules = document(house.get(&guest, "/api/tables/1/rules").await).await;
    let view = document(house.get(&guest, "/api/tables/1").await).await;
    assert_eq!(rules["profile"], view["posted"]["profile"]);
    let offered: Vec<_> =
        rules["wagers"].as_array().unwrap().iter().map(|it| &it["spot"]).collect();
    assert_eq!(offered, view["posted"]["spots"].as_array().unwrap().iter().collect::<Vec<_>>());
    let lobby = document(house.get(&guest, "/api/tables").await).await;
    let main = &rules["wagers"][0];
    assert_eq!(
        [&main["least"], &main["most"]],
        [&lobby["tables"][0]["limits"][0], &lobby["tables"][0]["limits"][1]]
    );
    assert!(rules["sections"].as_array().unwrap().len() > 5, "{rules}");
    assert_eq!(code(house.get(&guest, "/api/tables/99/rules").await).await, "table.unknown");
    let nobody = house.get(&Visitor::default(), "/api/tables/1/rules").await;
    assert_eq!(nobody.status(), StatusCode::UNAUTHORIZED);
}

#[tokio::test]
async fn the_house_edges_of_a_table_are_those_of_the_analysis() {
    let house = House::open().await;
    let guest = house.guest().await;
    let edges = document(house.get(&guest, "/api/tables/1/edges").await).await;
    let edge = |spot: &str| {
        let found = edges.as_array().unwrap().iter().find(|edge| edge["spot"] == spot);
        found.unwrap_or_else(|| panic!("{spot}: {edges}"))["edge"].as_f64().unwrap()
    };
    let game = games::GAMES[0].file().game(None, &[]).unwrap();
    let profile = game.profile(None, &[]).unwrap();
    let rules = profile.rules;
    let counts = cards::Counts::of(rules.deck, rules.decks);
    let spot = rules::Spot::MatchUp;
    let wager =
        odds::SideWager::with_cards(spot, "", rules.table(spot).unwrap(), &counts, rules.deck);
    // The last digit may be lost in the text.
    let exact = wager.unwrap().house_edge().to_f64();
    assert!((edge("match-up") - exact).abs() < 1e-15, "{edges}");
    assert!((0.0..0.05).contains(&edge("main")), "{edges}");
    // The progressive at its meter as it is.
    let spot = rules::Spot::Progressive;
    let wager =
        odds::SideWager::with_cards(spot, "", rules.table(spot).unwrap(), &counts, rules.deck);
    let unit = rules.wager(spot).unwrap().least;
    let wager = odds::ProgressiveWager::of(wager.unwrap(), unit);
    let view = document(house.get(&guest, "/api/tables/1").await).await;
    let link = document(
        house.get(&guest, &format!("/api/links/{}", view["posted"]["link"]["link"])).await,
    );
    let meter = link.await["jackpots"][0]["cents"].as_u64().unwrap();
    let exact = 1.0 - wager.return_at(meter).to_f64();
    assert!((edge("progressive") - exact).abs() < 1e-12, "{edges}");
}

#[tokio::test]
async fn a_stranger_is_told_so_without_a_refusal_and_a_wrong_address_is_a_page() {
    let house = House::open().await;
    let nobody = Visitor::default();
    assert_eq!(document(house.get(&nobody, "/api/session").await).await, serde_json::json!({}));
    let guest = house.guest().await;
    let session = document(house.get(&guest, "/api/session").await).await;
    assert_eq!(session["me"], document(house.get(&guest, "/api/me").await).await);
    for address in ["/nowhere", "/no/such", "/no/such/address"] {
        let page = house.get(&guest, address).await;
        assert_eq!(page.status(), StatusCode::NOT_FOUND, "{address}");
        assert_eq!(page.headers()["content-type"], "text/html; charset=utf-8", "{address}");
        assert!(page.text().await.unwrap().contains("No such page"), "{address}");
    }
    let of_a_program = house.get(&guest, "/api/nowhere").await;
    assert_eq!(of_a_program.headers()["content-type"], "application/json");
}

#[cfg(feature = "web")]
#[tokio::test]
async fn pages_of_the_application_name_files_that_are_kept_for_ever() {
    let house = House::open().await;
    let guest = house.guest().await;
    for (page, status) in [("/", 200), ("/table/1", 200), ("/display/1", 200), ("/table/99", 404)] {
        let response = house.get(&guest, page).await;
        assert_eq!(response.status().as_u16(), status, "{page}");
        assert_eq!(response.headers()["cache-control"], "no-store", "{page}");
        let text = response.text().await.unwrap();
        let files: Vec<&str> = text.split('"').filter(|word| word.starts_with("/web/")).collect();
        assert_eq!(files.is_empty(), status == 404, "{page}: {text}");
        for file in files {
            let response = house.get(&Visitor::default(), file).await;
            assert_eq!(response.status(), StatusCode::OK, "{file}");
            let cache = response.headers()["cache-control"].to_str().unwrap();
            assert!(cache.contains("immutable"), "{file}: {cache}");
        }
    }
    let missing = house.get(&guest, "/web/nothing.js").await;
    assert_eq!(missing.headers()["cache-control"], "no-store");
    assert_eq!(code(missing).await, "not.found");
}

#[cfg(feature = "web")]
#[tokio::test]
async fn staff_work_on_the_pages_of_the_application() {
    let house = House::open().await;
    let (dealer, floor) = (table::Role::Dealer, table::Role::Supervisor);
    for (role, page) in [(dealer, "/dealer/1"), (floor, "/floor/1"), (floor, "/floor")] {
        let who = house.visitor_as(role).await;
        let page = house.get(&who, page).await.text().await.unwrap();
        assert!(page.contains("/web/staff-") && !page.contains("/assets/"), "{page}");
    }
}

/// Built without the application: the staff and players are told what does the same.
#[cfg(not(feature = "web"))]
#[tokio::test]
async fn a_program_without_the_application_says_what_does_the_same() {
    let house = House::open().await;
    let (dealer, floor) = (table::Role::Dealer, table::Role::Supervisor);
    for (role, page) in [
        (dealer, "/dealer/1"),
        (floor, "/floor"),
        (floor, "/floor/1"),
        (floor, "/cage"),
        (floor, "/office"),
        (floor, "/post"),
        (table::Role::Player, "/history"),
        (table::Role::Player, "/drill/1"),
    ] {
        let who = house.visitor_as(role).await;
        let answer = house.get(&who, page).await;
        assert_eq!(answer.status(), StatusCode::NOT_FOUND, "{page}");
        let text = answer.text().await.unwrap();
        assert!(text.contains("This program has no"), "{page}: {text}");
    }
    let guest = house.guest().await;
    assert_eq!(house.get(&guest, "/table/1").await.status(), StatusCode::OK, "the plain table");
}
