//! The procedure of sheet 003 by HTTP: START, hand button, confirm, card, slip, END; and
//! everything that must be refused on the way.

#![allow(clippy::needless_pass_by_value, reason = "bodies are written where they are sent")]

use std::collections::BTreeMap;
use std::sync::Arc;

use futures_util::SinkExt;
use reqwest::StatusCode;
use serde_json::{Value, json};
use server::Settings;
use server::floor::{Floor, World};
use store::{DataDir, Journal, Options, Store};
use table::Role;
use tokio_tungstenite::tungstenite::Message;

use crate::house::{House, Visitor, code, document, next_of_link};
use crate::schema;

/// Four sevens of one colour for seat 1: the whole meter.
pub(crate) const FOUR_SEVENS: [&str; 4] = ["7s", "7s", "7c", "7c"];
pub(crate) const PIN: &str = "4711";

/// A keypad table with given cards, its link, its staff and one player on seat 1.
pub(crate) struct Evening {
    pub(crate) house: House,
    pub(crate) table: u64,
    pub(crate) link: u64,
    pub(crate) dealer: Visitor,
    pub(crate) supervisor: Visitor,
    pub(crate) executive: Visitor,
    pub(crate) player: Visitor,
    pub(crate) sent: u32,
}

/// A card of somebody: its number.
pub(crate) type Card = String;

impl Evening {
    pub(crate) async fn open(cards: &[&str]) -> Evening {
        Evening::at(House::open().await, json!({"kind": "keypad", "exhibition": cards})).await
    }

    /// An evening whose claim waits for a supervisor's card: the card, and the command it is
    /// shown for.
    pub(crate) async fn confirmed() -> (Evening, Card, Value) {
        let mut evening = Evening::open(&FOUR_SEVENS).await;
        let card = evening.card("floor-1", Role::Supervisor).await;
        evening.play().await;
        let swipe = evening.claim_and_confirm().await;
        (evening, card, swipe)
    }

    async fn at(house: House, wish: Value) -> Evening {
        let supervisor = house.signed_in("floor-1", Role::Supervisor).await;
        let mut open = json!({"game": "bahama-bonus"});
        open.as_object_mut().unwrap().extend(wish.as_object().unwrap().clone());
        let opened = document(house.post(&supervisor, "/api/tables", &open).await).await;
        let table = opened["table"].as_u64().unwrap();
        let view = document(house.get(&supervisor, &format!("/api/tables/{table}")).await).await;
        let link = view["posted"]["link"]["link"].as_u64().unwrap();
        let dealer = house.signed_in("dealer-1", Role::Dealer).await;
        let executive = house.signed_in("manager", Role::Executive).await;
        let player = house.guest().await;
        let mut evening =
            Evening { house, table, link, dealer, supervisor, executive, player, sent: 0 };
        let (dealer, supervisor) = (evening.dealer.clone(), evening.supervisor.clone());
        evening.does(&dealer, json!({"do": "on-duty"})).await;
        evening.does(&supervisor, json!({"do": "on-duty"})).await;
        evening
    }

    pub(crate) async fn card(&self, name: &str, level: Role) -> Card {
        let (_, number) = self.house.staff().issue_card(name, level, PIN).await.unwrap();
        number.reveal().to_owned()
    }

    fn new_command(&mut self, body: Value) -> Value {
        self.sent += 1;
        let mut command = json!({"id": format!("evening-{:04}", self.sent), "expected": 0});
        command["body"] = body;
        command
    }

    /// The version a table or link has, so that no command is stale.
    async fn fresh(&self, path: &str, mut command: Value) -> Value {
        let view = document(self.house.get(&self.supervisor, path).await).await;
        command["expected"] = view["version"].clone();
        command
    }

    /// Sends a command to the table with the proofs of cards.
    async fn send(&mut self, who: &Visitor, body: Value, proofs: &str) -> reqwest::Response {
        let path = format!("/api/tables/{}", self.table);
        let command = self.new_command(body);
        let command = self.fresh(&path, command).await;
        self.send_to(who, &path, &command, proofs).await
    }

    pub(crate) async fn send_to(
        &self,
        who: &Visitor,
        path: &str,
        command: &Value,
        proofs: &str,
    ) -> reqwest::Response {
        let mut request = self.house.own_post(who, &format!("{path}/commands"));
        if !proofs.is_empty() {
            request = request.header(server::PROOF_HEADER, proofs);
        }
        request.json(command).send().await.unwrap()
    }

    pub(crate) async fn does(&mut self, who: &Visitor, body: Value) -> Value {
        let response = self.send(who, body.clone(), "").await;
        let status = response.status();
        let answer = document(response).await;
        assert_eq!(status, StatusCode::OK, "{body}: {answer}");
        answer
    }

    async fn refused(&mut self, who: &Visitor, body: Value) -> String {
        let before = self.versions().await;
        let response = self.send(who, body.clone(), "").await;
        assert!(!response.status().is_success(), "{body}");
        assert_eq!(self.versions().await, before, "a refusal changes nothing: {body}");
        code(response).await
    }

    async fn versions(&self) -> (u64, u64) {
        let version = async |path: String| {
            let view = document(self.house.get(&self.supervisor, &path).await).await;
            view["version"].as_u64().unwrap()
        };
        (version(format!("/api/tables/{}", self.table)).await, version(self.link_path()).await)
    }

    pub(crate) fn link_path(&self) -> String {
        format!("/api/links/{}", self.link)
    }

    async fn link_view(&self) -> Value {
        document(self.house.get(&self.supervisor, &self.link_path()).await).await
    }

    /// Shows a card for a command; the proof, or why not.
    pub(crate) async fn show(
        &self,
        path: &str,
        card: &str,
        pin: &str,
        command: &Value,
    ) -> Result<String, String> {
        let swipe = json!({"card": card, "pin": pin, "command": command});
        let response = self.house.post(&self.supervisor, &format!("{path}/swipes"), &swipe).await;
        if response.status() == StatusCode::CREATED {
            return Ok(document(response).await["proof"].as_str().unwrap().to_owned());
        }
        Err(code(response).await)
    }

    /// A command to the link with the cards of these persons; the code of the refusal.
    pub(crate) async fn office(
        &mut self,
        who: &Visitor,
        body: Value,
        cards: &[&Card],
    ) -> Result<Value, String> {
        let path = self.link_path();
        let command = self.new_command(body);
        let command = self.fresh(&path, command).await;
        let mut proofs = Vec::new();
        for card in cards {
            proofs.push(self.show(&path, card, PIN, &command).await?);
        }
        let response = self.send_to(who, &path, &command, &proofs.join(",")).await;
        if response.status() == StatusCode::OK {
            return Ok(document(response).await);
        }
        Err(code(response).await)
    }

    /// The player bets, the game is started, dealt and turned.
    pub(crate) async fn play(&mut self) {
        let (dealer, player) = (self.dealer.clone(), self.player.clone());
        self.does(&player, json!({"do": "sit", "seat": 1})).await;
        self.does(&dealer, json!({"do": "buy-in", "seat": 1, "cents": 20_000})).await;
        self.does(&dealer, json!({"do": "open-betting"})).await;
        let bets = json!({"main": 1_000, "progressive": 100});
        self.does(&player, json!({"do": "bet", "seat": 1, "bets": bets})).await;
        self.does(&dealer, json!({"do": "deal"})).await;
        assert_ne!(self.refused(&dealer, json!({"do": "deal"})).await, "", "T-02: one game");
        self.does(&player, json!({"do": "act", "seat": 1, "hand": 1, "action": "stand"})).await;
        self.does(&dealer, json!({"do": "turn"})).await;
    }

    /// The button, the supervisor's key; the command of the swipe.
    pub(crate) async fn claim_and_confirm(&mut self) -> Value {
        let (dealer, supervisor) = (self.dealer.clone(), self.supervisor.clone());
        self.does(&dealer, button("four-same-colour")).await;
        self.does(&supervisor, json!({"do": "confirm", "evidence": "cards shown"})).await;
        self.swipe().await
    }

    /// The card of an award that is handed out in chips, with its winner.
    async fn swipe(&mut self) -> Value {
        let winner = json!({"do": "swipe", "seat": 1, "spot": "progressive",
            "winner": "Ann Winner", "identity": "licence 17", "tax_form": "W-2G 1"});
        self.swipe_of(winner).await
    }

    async fn swipe_of(&mut self, body: Value) -> Value {
        let command = self.new_command(body);
        self.fresh(&format!("/api/tables/{}", self.table), command).await
    }
}

fn button(hand: &str) -> Value {
    json!({"do": "hand-button", "seat": 1, "spot": "progressive", "hand": hand})
}

fn meter(view: &Value) -> i64 {
    view["jackpots"][0]["cents"].as_i64().unwrap()
}

#[tokio::test]
async fn t_01_p_22_p_24_the_whole_procedure() {
    let mut evening = Evening::open(&FOUR_SEVENS).await;
    let (dealer, supervisor) = (evening.dealer.clone(), evening.supervisor.clone());
    let card = evening.card("floor-1", Role::Supervisor).await;
    let before = meter(&evening.link_view().await);
    evening.play().await;
    // P-03: twelve cents of the dollar, booked with START.
    assert_eq!(meter(&evening.link_view().await), before + 12);
    assert_eq!(evening.refused(&dealer, json!({"do": "end-game"})).await, "claim.missing");
    assert_eq!(evening.refused(&dealer, button("four")).await, "claim.unsupported");
    let mut unlit = button("four-same-colour");
    unlit["seat"] = json!(2);
    assert!(!evening.refused(&dealer, unlit).await.is_empty());
    // T-03: the button toggles.
    evening.does(&dealer, button("four-same-colour")).await;
    assert_eq!(evening.link_view().await["jackpots"][0]["pending"].as_array().unwrap().len(), 1);
    evening.does(&dealer, button("four-same-colour")).await;
    assert!(evening.link_view().await["jackpots"][0]["pending"].as_array().unwrap().is_empty());
    evening.does(&dealer, button("four-same-colour")).await;
    assert!(!evening.refused(&dealer, json!({"do": "end-game"})).await.is_empty(), "T-05");
    assert_eq!(evening.refused(&dealer, json!({"do": "confirm"})).await, "role.denied");
    evening.does(&supervisor, json!({"do": "confirm", "evidence": "cards shown"})).await;
    let path = format!("/api/tables/{}", evening.table);
    // O-09: chips for such an amount go to somebody with a name.
    for (body, refused) in [
        (json!({"do": "swipe", "seat": 1, "spot": "progressive"}), "slip.winner"),
        (
            json!({"do": "swipe", "seat": 1, "spot": "progressive", "winner": "Ann Winner"}),
            "slip.identity",
        ),
    ] {
        let swipe = evening.swipe_of(body).await;
        let proof = evening.show(&path, &card, PIN, &swipe).await.unwrap();
        let sent = evening.send_to(&supervisor, &path, &swipe, &proof).await;
        assert_eq!(code(sent).await, refused);
    }
    let swipe = evening.swipe().await;
    let without = evening.send_to(&supervisor, &path, &swipe, "").await;
    assert_eq!(code(without).await, "card.missing");
    assert_eq!(evening.show(&path, &card, "4712", &swipe).await.unwrap_err(), "card.refused");
    assert_eq!(evening.show(&path, "no card", PIN, &swipe).await.unwrap_err(), "card.misread");
    let swipe = evening.swipe().await;
    let proof = evening.show(&path, &card, PIN, &swipe).await.unwrap();
    let response = evening.send_to(&supervisor, &path, &swipe, &proof).await;
    assert_eq!(response.status(), StatusCode::OK);
    let entry = document(response).await;
    // L-09: the same again is the same, though the proof was used.
    let again = evening.send_to(&supervisor, &path, &swipe, &proof).await;
    assert_eq!(document(again).await, entry);
    let view = evening.link_view().await;
    assert_eq!(view["hits"][0]["cents"], before + 12);
    assert!(view["jackpots"][0]["pending"].as_array().unwrap().is_empty());
    evening.does(&dealer, json!({"do": "end-game"})).await;
    let supervisor_pays =
        evening.office(&supervisor, json!({"do": "pay-slip", "slip": 1}), &[]).await;
    assert_eq!(supervisor_pays.unwrap_err(), "slip.paid", "it was handed out in chips");
    let unknown = evening.office(&supervisor, json!({"do": "pay-slip", "slip": 2}), &[]).await;
    assert_eq!(unknown.unwrap_err(), "slip.unknown");
    let store = &*evening.house.store;
    for (stream, _) in store.streams().await.unwrap() {
        store.verify(stream, None).await.unwrap();
    }
    store.verify_across().await.unwrap();
}

#[tokio::test]
async fn p_24_no_address_gives_an_unmarked_win_page() {
    let (mut evening, card, swipe) = Evening::confirmed().await;
    let supervisor = evening.supervisor.clone();
    let path = format!("/api/tables/{}", evening.table);
    let proof = evening.show(&path, &card, PIN, &swipe).await.unwrap();
    assert!(evening.send_to(&supervisor, &path, &swipe, &proof).await.status().is_success());
    let page = async |evening: &Evening, copy: &str| {
        let path = format!("/slips/{}/1{copy}", evening.link);
        evening.house.get(&supervisor, &path).await.text().await.unwrap()
    };
    let looked = page(&evening, "").await;
    assert!(looked.contains("EXHIBITION: play money"), "{looked}");
    for fact in [
        "$2,000.12",
        "two thousand dollars and 12/100",
        "7s 7c 7s 7c",
        "seat 1",
        "floor-1 (supervisor, card 1)",
        "dealer-1",
        "cards shown",
        "slip 1",
        "floor-1: signed with card 1",
        "dealer-1 (account",
        "in chips at the table, with the posting",
        "Ann Winner",
        "licence 17",
    ] {
        assert!(looked.contains(fact), "{fact}: {looked}");
    }
    let print = json!({"do": "reprint-slip", "slip": 1});
    for copies in 1..=2 {
        let counted = evening.office(&supervisor, print.clone(), &[]).await.unwrap();
        assert_eq!(counted["events"][0]["copies"], copies, "every printing is counted");
        // No address gives an unmarked one, before or after.
        for copy in ["", "?copy=1", "?copy=2"] {
            assert!(page(&evening, copy).await.contains("class=\"mark\""), "{copy}");
        }
    }
    // Nobody pays at the cage what was handed out at the table, and who has only pressed a key signs
    // on the paper.
    assert!(!looked.contains("Cage<br>") && looked.contains("Confirmed<br>floor-1: signs here"));
    let player = evening.player.clone();
    let theirs = evening.house.get(&player, &format!("/slips/{}/1", evening.link)).await;
    assert_eq!(theirs.status(), StatusCode::FORBIDDEN);
}

#[tokio::test]
async fn s_08_s_09_a_proof_opens_one_command_once_while_the_card_is_good() {
    let (mut evening, card, swipe) = Evening::confirmed().await;
    let supervisor = evening.supervisor.clone();
    let path = format!("/api/tables/{}", evening.table);
    // A proof for another command opens nothing, and is used up.
    let other = evening.swipe().await;
    let proof = evening.show(&path, &card, PIN, &other).await.unwrap();
    let crossed = evening.send_to(&supervisor, &path, &swipe, &proof).await;
    assert_eq!(code(crossed).await, "card.proof");
    let late = evening.send_to(&supervisor, &path, &other, &proof).await;
    assert_eq!(code(late).await, "card.proof");
    // Too old.
    let proof = evening.show(&path, &card, PIN, &swipe).await.unwrap();
    evening.house.clock.turn(60_001);
    assert_eq!(code(evening.send_to(&supervisor, &path, &swipe, &proof).await).await, "card.proof");
    // Revoked by another process after it was shown.
    let proof = evening.show(&path, &card, PIN, &swipe).await.unwrap();
    let (store, staff) = evening.house.beside().await;
    staff.revoke_card(1).await.unwrap();
    store.close().await;
    assert_eq!(code(evening.send_to(&supervisor, &path, &swipe, &proof).await).await, "card.proof");
    assert_eq!(evening.show(&path, &card, PIN, &swipe).await.unwrap_err(), "card.refused");
    assert_eq!(evening.link_view().await["hits"], json!([]));
    // PINs cannot be guessed fast.
    let second = evening.card("floor-1", Role::Supervisor).await;
    let mut codes = Vec::new();
    for _ in 0..5 {
        codes.push(evening.show(&path, &second, "0815", &swipe).await.unwrap_err());
    }
    assert_eq!(codes[..3], ["card.refused"; 3]);
    assert_eq!(codes[4], "card.wait");
    let log = evening.house.people.security_log(100).await.unwrap();
    for what in [
        "card.issued",
        "card.shown",
        "card.refused",
        "card.replayed",
        "card.revoked",
        "card.throttled",
    ] {
        assert!(log.iter().any(|row| row.line.what == what), "S-14: {what}");
    }
    assert!(
        !log.iter().any(|row| row.line.detail.contains(&card) || row.line.detail.contains(PIN))
    );
    evening.house.people.verify_log().await.unwrap();
}

#[tokio::test]
async fn p_10_p_15_adjustments_and_parameters_need_two_persons_and_a_quiet_link() {
    let mut evening = Evening::open(&FOUR_SEVENS).await;
    let (supervisor, executive) = (evening.supervisor.clone(), evening.executive.clone());
    let first = evening.card("floor-1", Role::Supervisor).await;
    let second = evening.card("manager", Role::Executive).await;
    let third = evening.card("manager", Role::Supervisor).await;
    let adjust = |micros: i64, why: &str| {
        json!({"do": "adjust", "spot": "progressive", "change": "add", "micros": micros,
            "why": why, "reason": "sensor 3 was stuck"})
    };
    let good = adjust(4_000_000_000, "malfunction");
    for cards in [&[][..], &[&first], &[&second, &third]] {
        let refused = evening.office(&supervisor, good.clone(), cards).await.unwrap_err();
        assert!(refused.starts_with("card."), "{refused}");
    }
    for micros in [0, -5, i64::MIN] {
        evening
            .office(&supervisor, adjust(micros, "malfunction"), &[&first, &second])
            .await
            .unwrap_err();
    }
    let malformed = evening.office(&supervisor, adjust(1, "because"), &[]).await.unwrap_err();
    assert_eq!(malformed, "command.malformed", "the reasons are a closed list");
    assert_eq!(meter(&evening.link_view().await), 200_000);
    evening.office(&supervisor, good, &[&first, &second]).await.unwrap();
    assert_eq!(meter(&evening.link_view().await), 600_000);
    let parameters = |contribution: u32, override_advice: bool| {
        json!({"do": "set-parameters", "spot": "progressive", "reason": "agreed on Monday",
            "parameters": {"seed": 200_000, "contribution": contribution, "reserve": 200},
            "override_advice": override_advice})
    };
    let cards = [&first, &second];
    let whole = evening.office(&executive, parameters(9_900, true), &cards).await.unwrap_err();
    assert_eq!(whole, "parameters.rates", "more than the wager");
    let advice = evening.office(&executive, parameters(2_000, false), &cards).await.unwrap_err();
    assert_eq!(advice, "parameters.advice", "R-09");
    evening.office(&executive, parameters(1_000, false), &cards).await.unwrap();
    evening.play().await;
    assert_eq!(meter(&evening.link_view().await), 600_010, "ten cents of the dollar now");
    assert!(
        evening.office(&executive, parameters(1_200, false), &cards).await.is_err(),
        "not idle"
    );
    // P-22: from $5,000 a supervisor's card is not enough.
    let swipe = evening.claim_and_confirm().await;
    let path = format!("/api/tables/{}", evening.table);
    let proof = evening.show(&path, &first, PIN, &swipe).await.unwrap();
    assert_eq!(code(evening.send_to(&supervisor, &path, &swipe, &proof).await).await, "card.level");
    let swipe = evening.swipe().await;
    let proof = evening.show(&path, &second, PIN, &swipe).await.unwrap();
    assert!(evening.send_to(&supervisor, &path, &swipe, &proof).await.status().is_success());
    let log = evening.house.people.security_log(100).await.unwrap();
    let refused = log.iter().find(|row| row.line.detail.ends_with("card.level"));
    assert_eq!(refused.unwrap().line.what, "progressive.refused", "P-22: refused and logged");
}

#[tokio::test]
async fn p_16_p_28_a_stopped_link_takes_no_wagers_and_the_game_goes_on() {
    let mut evening = Evening::open(&FOUR_SEVENS).await;
    let (dealer, player) = (evening.dealer.clone(), evening.player.clone());
    let supervisor = evening.supervisor.clone();
    let stop = json!({"do": "stop", "reason": "funds short"});
    evening.office(&supervisor, stop, &[]).await.unwrap();
    evening.does(&player, json!({"do": "sit", "seat": 1})).await;
    evening.does(&dealer, json!({"do": "buy-in", "seat": 1, "cents": 20_000})).await;
    evening.does(&dealer, json!({"do": "open-betting"})).await;
    let bets = json!({"main": 1_000, "progressive": 100});
    let refused = evening.refused(&player, json!({"do": "bet", "seat": 1, "bets": bets})).await;
    assert_eq!(refused, "link.stopped");
    let main = json!({"do": "bet", "seat": 1, "bets": {"main": 1_000}});
    evening.does(&player, main).await;
    evening.does(&dealer, json!({"do": "deal"})).await;
    let said = json!({"is": "said", "words": "funds short"});
    assert_eq!(evening.link_view().await["stopped"], said);
    evening.office(&supervisor, json!({"do": "resume"}), &[]).await.unwrap();
}

#[tokio::test]
async fn p_20_p_21_a_display_follows_and_cannot_speak() {
    let mut evening = Evening::open(&FOUR_SEVENS).await;
    let display = evening.house.visitor_as(Role::Spectator).await;
    let page = evening.house.get(&display, &format!("/display/links/{}", evening.link)).await;
    let text = page.text().await.unwrap();
    let script = if cfg!(feature = "web") { "/web/display-" } else { "/assets/display.js" };
    assert!(text.contains(script) && !text.contains("<form"), "{text}");
    let mut view = document(evening.house.get(&display, &evening.link_path()).await).await;
    schema::check("LinkView", &view);
    assert!(view.get("office").is_none(), "what the house holds is not for displays");
    let first = view["version"].as_u64().unwrap();
    let stream = format!("{}/stream", evening.link_path());
    let mut socket = evening.house.socket(&display, &format!("{stream}?after={first}")).await;
    assert_eq!(next_of_link(&mut socket).await["hello"]["link"], evening.link);
    evening.play().await;
    let dealer = evening.dealer.clone();
    evening.does(&dealer, button("four-same-colour")).await;
    let mut told = Vec::new();
    while view["jackpots"][0]["pending"][0]["frozen"] != 200_012 {
        let news = next_of_link(&mut socket).await;
        let version = view["version"].as_u64().unwrap() + 1;
        assert_eq!(news["version"], version, "without gaps");
        view["version"] = news["version"].clone();
        for shown in news["events"].as_array().unwrap().iter().filter_map(|it| it.get("jackpots")) {
            view["jackpots"][0] = shown[0].clone();
        }
        told.push(news);
    }
    // Who was away gets what he missed, the same again.
    let mut late = evening.house.socket(&display, &format!("{stream}?after={first}")).await;
    next_of_link(&mut late).await;
    for news in &told {
        assert_eq!(next_of_link(&mut late).await, *news);
    }
    // What a display sends is not even read.
    socket.send(Message::text(r#"{"id":"display-0001"}"#)).await.unwrap();
    assert_eq!(next_of_link(&mut socket).await["refused"]["code"], "role.denied");
    let before = evening.versions().await;
    let paths: Value = serde_json::from_str(&server::openapi_json()).unwrap();
    for (path, item) in paths["paths"].as_object().unwrap() {
        if item.get("post").is_none() || path == "/api/sign-out" || !path.contains('{') {
            continue;
        }
        let path = path
            .replace("{table}", &evening.table.to_string())
            .replace("{link}", &evening.link.to_string());
        let body = json!({"id": "display-0001", "expected": 0, "body": {"do": "end-game"}});
        let refused = evening.house.post(&display, &path, &body).await;
        assert_eq!(refused.status(), StatusCode::FORBIDDEN, "{path}");
    }
    assert_eq!(evening.versions().await, before);
}

#[tokio::test]
async fn t_06_claims_go_on_after_a_restart_and_p_17_the_start_checks() {
    let (evening, card, swipe) = Evening::confirmed().await;
    let path = format!("/api/tables/{}", evening.table);
    let proof = evening.show(&path, &card, PIN, &swipe).await.unwrap();
    let Evening { house, table, link, dealer, supervisor, executive, player, sent } = evening;
    let house = House::at(house.close().await, |_| {}).await;
    let mut evening = Evening { house, table, link, dealer, supervisor, executive, player, sent };
    let supervisor = evening.supervisor.clone();
    // The proof is still good, too: only this command was waiting for it.
    let posted = evening.send_to(&supervisor, &path, &swipe, &proof).await;
    assert_eq!(posted.status(), StatusCode::OK);
    let dealer = evening.dealer.clone();
    evening.does(&dealer, json!({"do": "end-game"})).await;
    assert_eq!(evening.link_view().await["hits"][0]["cents"], 200_012);
}

#[tokio::test]
async fn a_shared_table_plays_for_the_link_of_its_kind() {
    let house = House::open().await;
    let boss = house.signed_in("floor-1", Role::Supervisor).await;
    let open = async |wish: Value| {
        let opened = document(house.post(&boss, "/api/tables", &wish).await).await;
        let table = opened["table"].as_u64().unwrap();
        let view = document(house.get(&boss, &format!("/api/tables/{table}")).await).await;
        view["posted"]["link"]["link"].as_u64().unwrap()
    };
    let game = "bahama-bonus";
    assert_eq!(open(json!({"game": game})).await, 1, "with the first table");
    let attended = open(json!({"game": game, "kind": "keypad"})).await;
    assert_eq!(open(json!({"game": game, "kind": "live"})).await, attended);
    let practice = open(json!({"game": game, "kind": "practice"})).await;
    assert_ne!(open(json!({"game": game, "kind": "practice"})).await, practice);
    let other_decks = open(json!({"game": game, "decks": 8})).await;
    assert!(![1, attended, practice].contains(&other_decks), "P-26");
    let wrong = json!({"game": game, "decks": 8, "link": 1});
    assert_eq!(code(house.post(&boss, "/api/tables", &wrong).await).await, "link.terms");
    let none = json!({"game": game, "link": 99});
    assert_eq!(code(house.post(&boss, "/api/tables", &none).await).await, "link.unknown");
}

#[tokio::test]
async fn p_17_l_11_a_snapshot_with_another_meter_is_discarded_at_the_start() {
    let mut evening = Evening::open(&FOUR_SEVENS).await;
    evening.play().await;
    let id = table::LinkId(evening.link as u32);
    let store = &*evening.house.store;
    let link = server::office::link(store, id).await.unwrap();
    let mut snapshot = serde_json::to_value(link.snapshot().unwrap()).unwrap();
    // Somebody has made the meter a dollar richer, in the state and in its books.
    for place in ["/jackpots/0/open/meter", "/books/balances/meter:progressive"] {
        let value = snapshot.pointer_mut(place).unwrap();
        *value = json!(value.as_i64().unwrap() + 1_000_000);
    }
    let streams = store.streams().await.unwrap();
    let (_, head) = streams.iter().find(|(stream, _)| *stream == id.into()).unwrap();
    let bytes = serde_json::to_vec(&snapshot).unwrap();
    let kept = store::Snapshot { version: head.version, hash: head.hash, bytes };
    store.save_snapshot(id.into(), kept).await.unwrap();
    let folder = evening.house.close().await;
    let store = Store::open(&DataDir::new(folder.path()), Options::SERVE).await.unwrap();
    let settings = Settings::new(folder.path());
    let world = World::new(&settings, server::Clock::System, BTreeMap::new());
    let store = Arc::new(store);
    Floor::open(store.clone(), world).await.unwrap();
    let again = server::office::link(&*store, id).await.unwrap();
    assert_eq!(again.books(), link.books(), "the meter is what the record says");
}

#[tokio::test]
async fn o_09_p_28_p_33_the_cage_pays_a_slip_of_a_live_table_by_card() {
    let mut evening = Evening::at(House::open().await, json!({"kind": "live"})).await;
    let (dealer, supervisor) = (evening.dealer.clone(), evening.supervisor.clone());
    let cage = evening.house.signed_in("cage-1", Role::Cage).await;
    let cages = evening.card("cage-1", Role::Cage).await;
    let floor = evening.card("floor-1", Role::Supervisor).await;
    let light = json!({"do": "light", "seat": 1, "spot": "progressive", "lit": true});
    assert_eq!(evening.refused(&dealer, light.clone()).await, "link.never-funded");
    let short = evening.link_view().await["office"]["funds"]["short"].as_i64().unwrap();
    let deposit = json!({"do": "deposit", "cents": short + 12});
    evening.office(&cage, deposit, &[&cages]).await.unwrap();
    evening.does(&dealer, light).await;
    evening.does(&dealer, json!({"do": "deal"})).await;
    let mut claim = button("four-same-colour");
    claim["cards"] = json!(["8h", "8d", "8h", "8d"]);
    evening.does(&dealer, claim).await;
    evening.does(&supervisor, json!({"do": "confirm", "evidence": "cards shown"})).await;
    let path = format!("/api/tables/{}", evening.table);
    // Its winner is noted at the cage, where the slip is paid, and not at the table.
    let swipe = evening.swipe().await;
    let proof = evening.show(&path, &floor, PIN, &swipe).await.unwrap();
    assert_eq!(
        code(evening.send_to(&supervisor, &path, &swipe, &proof).await).await,
        "slip.at-cage"
    );
    let swipe = evening.swipe_of(json!({"do": "swipe", "seat": 1, "spot": "progressive"})).await;
    let proof = evening.show(&path, &floor, PIN, &swipe).await.unwrap();
    assert!(evening.send_to(&supervisor, &path, &swipe, &proof).await.status().is_success());
    evening.does(&dealer, json!({"do": "end-game"})).await;
    let slip = format!("/slips/{}/1", evening.link);
    let looked = evening.house.get(&cage, &slip).await.text().await.unwrap();
    assert!(looked.contains("NOT A SLIP"), "{looked}");
    assert!(looked.contains("at the cage, against this slip"), "{looked}");
    assert!(looked.contains("Cage<br>not paid yet"), "a signature that was not given: {looked}");
    let pay =
        json!({"do": "pay-slip", "slip": 1, "winner": "Ann Winner", "identity": "licence 17"});
    let alone = evening.office(&cage, pay.clone(), &[]).await;
    assert_eq!(alone.unwrap_err(), "card.missing");
    evening.office(&cage, pay.clone(), &[&cages]).await.unwrap();
    assert_eq!(evening.office(&cage, pay, &[&cages]).await.unwrap_err(), "slip.paid");
    let looked = evening.house.get(&cage, &slip).await.text().await.unwrap();
    assert!(looked.contains("Ann Winner") && looked.contains("cage-1 (cage"), "{looked}");
    assert!(looked.contains("Cage<br>cage-1: signed with card"), "{looked}");
    let figures = evening.house.get(&supervisor, "/metrics").await.text().await.unwrap();
    assert!(figures.contains("bahama_bank_short_dollars"), "{figures}");
}

#[tokio::test]
async fn t_13_t_14_revoking_ends_duty_and_a_call_has_an_age() {
    let mut evening = Evening::open(&FOUR_SEVENS).await;
    let (dealer, supervisor) = (evening.dealer.clone(), evening.supervisor.clone());
    evening.does(&dealer, json!({"do": "call-supervisor"})).await;
    let figures = evening.house.get(&supervisor, "/metrics").await.text().await.unwrap();
    assert!(figures.contains("bahama_call_age_seconds"), "{figures}");
    let lobby = document(evening.house.get(&supervisor, "/api/tables").await).await;
    let own = |it: &&Value| it["table"] == evening.table;
    let table = lobby["tables"].as_array().unwrap().iter().find(own).unwrap();
    assert_eq!(table["call"]["name"], "dealer-1");
    evening.does(&supervisor, json!({"do": "answer-call"})).await;
    let (store, staff) = evening.house.beside().await;
    staff.revoke("dealer-1").await.unwrap();
    store.close().await;
    let path = format!("/api/tables/{}", evening.table);
    for _ in 0..150 {
        let view = document(evening.house.get(&supervisor, &path).await).await;
        if view["duty"].as_array().unwrap().iter().all(|it| it["role"] != "dealer") {
            return;
        }
        tokio::time::sleep(std::time::Duration::from_millis(100)).await;
    }
    panic!("the duty of somebody whose access was taken away has not ended");
}
