//! The mathematical commands as a script meets them: figures, documents, clear errors.

use bahama::par::ALL_IN_VARIANCE;
use serde_json::{Value, json};

use crate::program::{bahama, document, text};

fn main_wager(args: &[&str]) -> Value {
    let output = bahama(&[&["analyze"][..], args, &["--wagers", "main", "--json"]].concat());
    assert_eq!(output.status.code(), Some(0), "{args:?}: {}", text(&output.stderr));
    document(&output)["main"].clone()
}

#[test]
fn analyze_gives_the_main_wager_that_scripts_rely_on() {
    let output = bahama(&["analyze", "bahama-bonus", "--json"]);
    let answer = document(&output);
    assert_eq!((&answer["game"], &answer["decks"]), (&json!("bahama-bonus"), &json!(6)));
    assert!(answer["side"].is_array() && answer["progressive"].is_array());
    let main = &answer["main"];
    let number = |key: &str| main[key].as_f64().unwrap();
    assert_eq!(number("ev"), -number("house_edge"));
    let risk = number("house_edge") / number("average_wager");
    assert!((number("element_of_risk") - risk).abs() < 1e-15);
    assert!(number("average_wager") > 1.0 && number("variance") > 1.0);
    assert!(number("variance_se") > 0.0 && number("variance_se") < 0.01);
    assert_eq!(main["player_edge"], json!(false));
    assert!(
        main["variance_method"]
            .as_str()
            .unwrap()
            .contains("the second moment of rounds with a split is from")
    );
    assert!(
        main["strategy_class"].as_str().unwrap().starts_with("best by pair: composition-dependent")
    );
    assert!(main["bet_note"].as_str().unwrap().starts_with("no bet given: no limit"));
    let special = &main["special_bonus"];
    assert_eq!((&special["prize"], &special["ev"]), (&Value::Null, &Value::Null));
    assert_eq!(special["probability"], answer["special_bonus"]["probability"]);
    assert_eq!(main["insurance"]["decision"], "never");
    let sum = |key: fn(&Value) -> f64| -> f64 {
        main["outcomes"].as_array().unwrap().iter().map(key).sum()
    };
    let chance = |end: &Value| end["probability"].as_f64().unwrap();
    let all = sum(|end| end["probability"].as_f64().unwrap()) + number("split_probability");
    assert!((all - 1.0).abs() < 1e-12, "{all}");
    let ev = sum(|end| end["probability"].as_f64().unwrap() * end["net"].as_f64().unwrap());
    assert!((ev + number("split_ev") - number("ev")).abs() < 1e-12);
    let results: f64 = main["results"].as_array().unwrap().iter().map(chance).sum();
    assert!((results + number("split_probability") - 1.0).abs() < 1e-12);
    let side = document(&bahama(&["analyze", "bahama-bonus", "--wagers", "side", "--json"]));
    assert!(side.get("main").is_none() && side["side"] == answer["side"]);
}

#[test]
fn a_strategy_class_is_named_and_the_better_one_is_no_worse() {
    let class = |class| main_wager(&["wsgc-bahama-bonus", "--strategy-class", class]);
    let (pair, cdz) = (class("pair"), class("cdz-"));
    assert!(cdz["strategy_class"].as_str().unwrap().starts_with("CDZ-: "));
    assert!(pair["ev"].as_f64() >= cdz["ev"].as_f64());
    for name in ["cdp1", "cdp"] {
        let other = class(name);
        let said = other["strategy_class"].as_str().unwrap();
        assert!(said.starts_with(&format!("{}: ", name.to_uppercase())), "{said}");
        assert!(other["ev"].as_f64() >= cdz["ev"].as_f64());
    }
}

/// A19: the edge depends on the bet where the limit on doubling binds.
#[test]
fn brackets_hold_the_edge_of_each_bet() {
    let small = main_wager(&["wsgc-bahama-bonus"]);
    let ends: Vec<(u64, u64, u64)> = small["brackets"]
        .as_array()
        .unwrap()
        .iter()
        .map(|it| {
            (
                it["from"].as_u64().unwrap(),
                it["to"].as_u64().unwrap(),
                it["doubles"].as_u64().unwrap(),
            )
        })
        .collect();
    assert_eq!(
        ends,
        [(500, 5_000, 3), (5_100, 10_000, 2), (10_100, 20_000, 1), (20_100, 40_000, 0)]
    );
    assert_eq!(small["brackets"][0]["house_edge_from"], small["house_edge"]);
    // The prize changes a few plays, so that the main wager alone is worth a little less.
    let large = main_wager(&["wsgc-bahama-bonus", "--bet", "40000"]);
    let given_up = large["house_edge"].as_f64().unwrap()
        - large["brackets"][3]["house_edge_to"].as_f64().unwrap();
    assert!((0.0..1e-4).contains(&given_up), "{given_up}");
    let shown = text(&bahama(&["analyze", "players-edge-21", "--wagers", "main"]).stdout);
    assert!(shown.contains("$251  $500  3, the last 2 for less"), "{shown}");
}

/// A22, A23: prizes of fixed dollars by bet and players.
#[test]
fn prizes_follow_the_bet_and_the_players() {
    let special = |bet, players| {
        main_wager(&["players-edge-21", "--bet", bet, "--players", players])["special_bonus"]
            .clone()
    };
    let (alone, three) = (special("2400", "1"), special("2500", "3"));
    assert_eq!((&alone["prize"], &three["prize"]), (&json!(100_000), &json!(500_000)));
    assert_eq!(alone["envy"]["ev"], 0.0);
    assert_eq!(alone["bet_changes_play"], true);
    let chance = three["probability"].as_f64().unwrap();
    assert_eq!((1.0 / chance).round(), 668_382.0);
    assert!((three["ev"].as_f64().unwrap() - chance * 200.0).abs() < 1e-12);
    // A winner is envious of the others, too (A23): every hand of another seat counts.
    let envied = three["envy"]["hands_of_another_seat"].as_f64().unwrap();
    assert_eq!(envied, chance);
    assert!((three["envy"]["ev"].as_f64().unwrap() - 2.0 * 2.0 * envied).abs() < 1e-15);
    // In 000 a winner is not: the two seats must not both win.
    let two = main_wager(&["bahama-bonus", "--bet", "2500", "--players", "2"]);
    let (two, chance) =
        (&two["special_bonus"], two["special_bonus"]["probability"].as_f64().unwrap());
    let envied = two["envy"]["hands_of_another_seat"].as_f64().unwrap();
    assert!(envied < chance && envied > 0.999 * chance);
    assert_eq!(main_wager(&["blackjack-bonus"])["special_bonus"], Value::Null);
}

#[test]
fn a_player_with_the_edge_is_not_overlooked() {
    let args = ["blackjack-bonus", "--set", "natural-pays=2 to 1"];
    assert_eq!(main_wager(&args)["player_edge"], true);
    let shown = bahama(&[&["analyze", "--wagers", "main"][..], &args].concat());
    assert!(text(&shown.stdout).contains("THE PLAYER HAS THE EDGE: the house loses 1.65"));
    assert_eq!(main_wager(&["blackjack-bonus"])["player_edge"], false);
}

#[test]
fn removed_cards_count_for_the_main_wager() {
    let full = main_wager(&["blackjack-bonus"])["ev"].as_f64().unwrap();
    let aces = main_wager(&["blackjack-bonus", "--removed", "As Ah Ad Ac"]);
    assert!(aces["ev"].as_f64().unwrap() < full);
    assert!(aces["strategy_class"].as_str().unwrap().contains("without the removed cards"));
    // Rounding is no end: without aces nobody has a natural.
    let all_aces = ["c", "d", "h", "s"].map(|suit| format!("A{suit} ").repeat(6)).concat();
    let without = main_wager(&["blackjack-bonus", "--removed", &all_aces]);
    let ends = without["outcomes"].as_array().unwrap();
    assert!(ends.iter().all(|end| !end["end"].as_str().unwrap().contains("natural")));
}

#[test]
fn what_is_not_modelled_or_not_taken_is_refused_in_a_sentence() {
    for (code, args, what) in [
        (
            1,
            &["blackjack-bonus", "--set", "split=same-rank"][..],
            "split = same-rank is not modelled",
        ),
        (2, &["bahama-bonus", "--bet", "333"], "takes $5 to $500"),
        (2, &["bahama-bonus", "--bet", "60000"], "main takes $5 to $500, not $600"),
        (2, &["bahama-bonus", "--players", "8"], "8 is not in 1..=7"),
        (2, &["bahama-bonus", "--removed", "Ts"], "Ts cannot be removed"),
    ] {
        let output = bahama(&[&["analyze"][..], args].concat());
        assert_eq!(output.status.code(), Some(code), "{args:?}");
        assert!(text(&output.stderr).contains(what), "{args:?}: {}", text(&output.stderr));
    }
}

fn hand(args: &[&str]) -> Value {
    let output = bahama(&[&["hand"][..], args, &["--json"]].concat());
    assert_eq!(output.status.code(), Some(0), "{args:?}: {}", text(&output.stderr));
    document(&output)
}

#[test]
fn the_hand_of_the_interface_is_worth_what_is_printed() {
    let answer = hand(&["bahama-bonus", "--cards", "5s 6h", "--up", "2c"]);
    for (action, worth) in [("stand", -0.357456), ("hit", 0.196441), ("double", 0.348048)] {
        let found = answer["actions"][action].as_f64().unwrap();
        assert!((found - worth).abs() < 0.000_000_5, "{action}: {found}");
    }
    assert_eq!((&answer["best"], &answer["costs"]["double"]), (&json!("double"), &json!(0.0)));
    assert_eq!((&answer["after_peek"], &answer["insurance"]), (&json!(false), &Value::Null));
    let shown = bahama(&["hand", "bahama-bonus", "--cards", "5s 6h", "--up", "2c"]);
    assert!(text(&shown.stdout).contains("double     +0.348048                    best"));
}

#[test]
fn a_hand_is_looked_at_as_it_stands() {
    let doubled = ["wsgc-bahama-bonus", "--cards", "5s 6h 2d", "--up", "6c", "--doubles"];
    let actions = |answer: &Value| -> Vec<String> {
        answer["actions"].as_object().unwrap().keys().cloned().collect()
    };
    let free = hand(&[&doubled[..], &["1"]].concat());
    assert_eq!(actions(&free), ["stand", "double", "rescue"]);
    // A19: at $200 the total of the hand has reached the limit.
    let limited = hand(&[&doubled[..], &["1", "--bet", "20000"]].concat());
    assert_eq!(actions(&limited), ["stand", "rescue"]);
    let split = ["bahamas-bonus", "--cards", "8s 8d", "--up", "7h", "--from-split", "--hands"];
    assert_eq!(actions(&hand(&[&split[..], &["3"]].concat())), ["hit", "stand", "double", "split"]);
    assert_eq!(actions(&hand(&[&split[..], &["4"]].concat())), ["hit", "stand", "double"]);
}

#[test]
fn insurance_is_valued_with_the_cards_of_the_hand() {
    let hand = |removed: &str| {
        hand(&["blackjack-bonus", "--cards", "5s 6d", "--up", "Ah", "--removed", removed])
    };
    let insurance = &hand("")["insurance"];
    // 96 ten-value cards among 309.
    // An expectation that is exact is a fraction, as in `analyze`.
    assert_eq!(insurance["ev"], json!({"num": -7, "den": 103}));
    assert_eq!(insurance["house_edge"].as_f64(), Some(7.0 / 103.0));
    assert_eq!(insurance["take"], false);
    let small = "2s 2s 2s 2s 2s 2s 3s 3s 3s 3s 3s 3s 4s 4s 4s 4s 4s 4s 5d 5d 5d 5d";
    assert_eq!(hand(small)["insurance"]["take"], true);
    assert_eq!(hand("")["after_peek"], true);
}

#[test]
fn hands_that_cannot_act_are_refused() {
    for (cards, more, what) in [
        ("Ts 6d", &["--up", "2c"][..], "Ts is not in the shoe"),
        ("Ks 6d 8d", &["--up", "2c"], "the hand counts 24: it is bust"),
        ("Ks Ad", &["--up", "2c"], "the hand is 21"),
        ("8s", &["--up", "2c"], "at least two cards"),
        ("8s 3d 2c", &["--up", "2c", "--doubles", "2"], "at least 4 cards"),
        ("8s 3d", &["--up", "2c", "--removed", "2c 2c 2c 2c 2c 2c"], "2c is not in the shoe"),
        (
            "8s 8d",
            &["--up", "2c", "--set", "hands=2", "--from-split", "--hands", "3"],
            "the game splits pairs to 2",
        ),
    ] {
        let output = bahama(&[&["hand", "bahama-bonus", "--cards", cards][..], more].concat());
        assert_eq!(output.status.code(), Some(1), "{cards}: {}", text(&output.stderr));
        assert!(text(&output.stderr).contains(what), "{cards}: {}", text(&output.stderr));
    }
    let output = bahama(&["hand", "bahama-bonus", "--cards", "8x 3d", "--up", "2c"]);
    assert_eq!(output.status.code(), Some(2));
    let removed = ["hand", "bahama-bonus", "--cards", "8s 3d", "--up", "2c", "--removed", "Ts"];
    let output = bahama(&removed);
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).contains("Ts cannot be removed"));
}

/// Every rule change with its effect, alike as a document and as lines.
#[test]
fn effects_are_a_document_and_lines() {
    let args = ["analyze", "blackjack-bonus", "--effects"];
    let output = bahama(&[&args[..], &["--json"]].concat());
    assert_eq!((output.status.code(), text(&output.stderr).as_str()), (Some(0), ""));
    let answer = document(&output);
    let base = answer["base"]["house_edge"].as_f64().unwrap();
    assert!(answer["base"]["strategy_class"].as_str().unwrap().starts_with("best by pair: "));
    let effects = answer["effects"].as_array().unwrap();
    for effect in effects {
        let keys: Vec<&String> = effect.as_object().unwrap().keys().collect();
        assert_eq!(keys, ["setting", "from", "to", "house_edge", "effect", "note"]);
        match effect["house_edge"].as_f64() {
            Some(edge) => {
                assert!((effect["effect"].as_f64().unwrap() - (edge - base)).abs() < 1e-15);
            }
            None => assert!(effect["effect"].is_null() && effect["note"].is_string()),
        }
    }
    let two_to_one = effects.iter().find(|effect| effect["to"] == "2 to 1").unwrap();
    assert!(two_to_one["house_edge"].as_f64().unwrap() < 0.0, "the player has the edge");
    let lines = text(&bahama(&[&args[..], &["--csv"]].concat()).stdout);
    assert_eq!(lines.lines().count(), effects.len() + 1);
    assert!(lines.starts_with("game,configuration,decks,setting,from,to,"));
    let refused = bahama(&["analyze", "bahama-bonus", "--effects", "--set", "split=same-rank"]);
    assert_eq!(refused.status.code(), Some(1));
    assert!(text(&refused.stderr).contains("same-rank is not modelled"));
}

/// The skewness of a law: of the third moment of rounds without a split, which is exact, and of
/// those with one as they were simulated, which it says.
fn is_skewed(law: &Value, split_results: &[Value]) {
    let number = |value: &Value| value.as_f64().unwrap();
    let ev = number(&law["ev"]);
    let third = |results: &[Value], less: f64| -> f64 {
        let cube = |it: &Value| (number(&it["net"]) - less).powi(3) * number(&it["probability"]);
        results.iter().map(cube).sum()
    };
    let whole = third(law["without_split"]["results"].as_array().unwrap(), ev);
    let split = &law["split"];
    let (split_ev, variance) = (number(&split["ev"]), number(&split["variance"]));
    let square = variance + split_ev * split_ev;
    let given =
        third(split_results, 0.0) - 3.0 * ev * square + 3.0 * ev * ev * split_ev - ev.powi(3);
    let all = whole + number(&split["probability"]) * given;
    let skewness = number(&law["skewness"]);
    assert!((skewness - all / number(&law["sd"]).powi(3)).abs() < 1e-9, "{skewness}");
    assert!(law["without_split"]["skewness"].is_f64());
    let error = number(&law["skewness_se"]);
    assert!(0.0 < error && error < 0.01, "{error}");
    let method = law["skewness_method"].as_str().unwrap();
    assert!(method.contains("simulated") && method.contains("exact but for"), "{method}");
    // Where nothing is split nothing is simulated.
    let args = ["law", "blackjack-bonus", "--set", "hands=1", "--json"];
    let law = document(&bahama(&args));
    assert_eq!((&law["skewness_method"], &law["skewness_se"]), (&"exact".into(), &Value::Null));
    let apart = number(&law["skewness"]) - number(&law["without_split"]["skewness"]);
    assert!(apart.abs() < 1e-12, "{apart}");
}

/// The law of a round: exact, whole, and the same bytes by the command it names.
#[test]
fn the_law_of_a_round_is_exact_and_made_again_by_its_command() {
    let args = ["law", "blackjack-bonus", "--set", "hands=2", "--rounds", "1e4", "--json"];
    let first = bahama(&args);
    let law = document(&first);
    let number = |value: &Value| value.as_f64().unwrap();
    assert_eq!(law["variance_method"], "exact");
    assert!((number(&law["sd"]).powi(2) - number(&law["variance"])).abs() < 1e-12);
    let results = law["without_split"]["results"].as_array().unwrap();
    let sum = |power: i32| -> f64 {
        results.iter().map(|it| number(&it["net"]).powi(power) * number(&it["probability"])).sum()
    };
    let split = &law["split"];
    let chance = number(&split["probability"]);
    assert!((sum(0) + chance - 1.0).abs() < 1e-12);
    assert!((sum(0) - number(&law["without_split"]["probability"])).abs() < 1e-12);
    let (ev, variance) = (number(&split["ev"]), number(&split["variance"]));
    assert!((sum(1) + chance * ev - number(&law["ev"])).abs() < 1e-12);
    let second = sum(2) + chance * (variance + ev * ev);
    let all = number(&law["variance"]) + number(&law["ev"]).powi(2);
    assert!((second - all).abs() < 1e-9, "{second} {all}");
    // The shape of rounds with a split is simulated, says so, and has the exact moments.
    let shape = &split["shape"];
    assert_eq!(shape["method"], "simulated");
    let split_results = shape["results"].as_array().unwrap();
    is_skewed(&law, split_results);
    let results = split_results;
    let mean = |of: &dyn Fn(f64) -> f64| -> f64 {
        results.iter().map(|it| number(&it["probability"]) * of(number(&it["net"]))).sum()
    };
    let page = include_str!("../../../../docs/variance.md");
    assert_eq!((&shape["rounds"], &shape["seed"]), (&2_000_000.into(), &1.into()));
    assert!(page.contains("two million simulated rounds (seed 1)"));
    let splits = number(&shape["splits"]);
    assert!(splits > 1e4 && (mean(&|_| 1.0) - 1.0).abs() < 1e-12);
    assert!((mean(&|net| net) - ev).abs() < 4.5 * (variance / splits).sqrt());
    let fourth = mean(&|net| (net - ev).powi(4));
    let error = ((fourth - variance * variance) / splits).sqrt();
    assert!((mean(&|net| (net - ev).powi(2)) - variance).abs() < 4.5 * error);
    let band = &law["bands"][0];
    assert_eq!(band["rounds"], 10_000);
    assert!(number(&band["low"]) < 0.0 && number(&band["high"]) > 0.0);
    let from = &law["provenance"];
    assert_eq!(from["set"], json!({"hands": "2"}));
    assert_eq!(from["command"], "bahama law blackjack-bonus --set hands=2 --rounds 1e4 --json");
    let again: Vec<&str> = from["command"].as_str().unwrap().split(' ').skip(1).collect();
    assert_eq!(bahama(&again).stdout, first.stdout);
}

/// A setting that differs from the file leaves its trace in every form.
#[test]
fn what_is_set_is_told_with_every_figure() {
    let set = ["--set", "soft-17=stand", "--set", "natural-pays=1 to 1"];
    let run = |more: &[&str]| {
        let args = ["analyze", "bahama-bonus", "--wagers", "side"];
        text(&bahama(&[&args[..], &set, more].concat()).stdout)
    };
    let json: Value = serde_json::from_str(&run(&["--json"])).unwrap();
    assert_eq!(json["provenance"]["set"], json!({"soft-17": "stand", "natural-pays": "1 to 1"}));
    for shown in [run(&[]), run(&["--csv"])] {
        assert!(shown.contains("natural-pays=1 to 1; soft-17=stand"), "{shown}");
        assert!(shown.contains("--set 'natural-pays=1 to 1'"), "{shown}");
    }
    // And the heading does not say the plain name of what was changed.
    let first = run(&[]).lines().next().unwrap().to_owned();
    assert_eq!(first, "Bahama Bonus (6 decks, h17 with natural-pays=1 to 1; soft-17=stand)");
    let csv = run(&["--csv", "--vulnerability"]);
    assert!(csv.lines().any(|line| line.contains(",removed-7s,")), "{csv}");
}

/// What dealt cards tell: no count that adds up, but who knows all of them; with its error, and
/// for the progressive at its seed, too.
#[test]
fn vulnerability_says_what_perfect_knowledge_is_worth() {
    let args = ["analyze", "wsgc-bahama-bonus", "--wagers", "side", "--vulnerability"];
    let shown = text(&bahama(&args).stdout);
    assert!(!shown.contains("no count tells anything"), "{shown}");
    assert!(shown.contains("with perfect knowledge: "), "{shown}");
    let answer = document(&bahama(&[&args[..], &["--json", "--penetration", "0.9"]].concat()));
    let of = |spot: &str| -> Vec<Value> {
        let wagers = answer["vulnerability"].as_array().unwrap().iter();
        let of_spot = wagers.filter(|wager| wager["spot"] == spot);
        of_spot.flat_map(|it| it["knowledge"]["wagers"].as_array().unwrap().clone()).collect()
    };
    let matches = of("match-up");
    let number = |value: &Value, key: &str| value[key].as_f64().unwrap();
    assert!(matches.iter().all(|known| number(known, "positive") > 0.0));
    assert!(matches.iter().all(|known| number(known, "positive_se") > 0.0));
    assert!(matches.iter().all(|known| number(known, "gain") > 0.0));
    // At its seed the progressive favours fewer shoes than where a full shoe favours nobody.
    let meters = of("progressive");
    assert!(meters.len() >= 2 && meters.len() % 2 == 0, "{meters:?}");
    for pair in meters.chunks_exact(2) {
        assert!(number(&pair[0], "meter") < number(&pair[1], "meter"), "{pair:?}");
        assert!(number(&pair[0], "positive") <= number(&pair[1], "positive"), "{pair:?}");
    }
}

/// 000 for $5: what its strategy plays for is in the headline, alone and among five.
#[test]
fn all_in_counts_the_special_bonus_and_envy() {
    for (players, edge) in [("1", "0.3889 %"), ("5", "0.3829 %")] {
        let args = ["bahama-bonus", "--bet", "500", "--players", players];
        let main = main_wager(&args);
        let all = &main["all_in"];
        let found = all["house_edge"].as_f64().unwrap() * 100.0;
        assert_eq!(format!("{found:.4} %"), edge, "{players} players");
        assert!(all["variance"].as_f64() > main["variance"].as_f64());
        assert_eq!(all["variance_note"], ALL_IN_VARIANCE);
        assert!(main["house_edge"].as_f64() > all["house_edge"].as_f64());
        let page = bahama(&[&["analyze"][..], &args, &["--wagers", "main"]].concat());
        let shown = text(&page.stdout);
        let first = shown.lines().find(|line| line.contains("house edge")).unwrap();
        assert!(first.contains(edge) && first.contains("all in"), "{first}");
        let variance = shown.lines().find(|line| line.contains(ALL_IN_VARIANCE)).unwrap();
        let figure = format!("{:.6}", all["variance"].as_f64().unwrap());
        assert!(variance.contains("variance") && variance.contains(&figure), "{variance}");
    }
    let law = ["law", "bahama-bonus", "--bet", "500"];
    let answer = document(&bahama(&[&law[..], &["--json"]].concat()));
    assert_eq!(answer["with_special_bonus"]["variance_note"], ALL_IN_VARIANCE);
    assert!(text(&bahama(&law).stdout).contains(ALL_IN_VARIANCE));
    assert_eq!(main_wager(&["bahama-bonus"])["all_in"], Value::Null);
}

/// Every starting hand: all of them, and the best play.
#[test]
fn starting_hands_are_all_there() {
    let answer = document(&bahama(&["hands", "bahama-bonus", "--json"]));
    let hands = answer["hands"].as_array().unwrap();
    let cells: std::collections::BTreeSet<(&str, &str)> = hands
        .iter()
        .map(|hand| (hand["cards"].as_str().unwrap(), hand["up"].as_str().unwrap()))
        .collect();
    assert_eq!(cells.len(), 550);
    let number = |hand: &Value, key: &str| hand[key].as_f64().unwrap();
    let sum: f64 = hands.iter().map(|hand| number(hand, "probability")).sum();
    assert!((sum - 1.0).abs() < 1e-12, "{sum}");
    let ev: f64 =
        hands.iter().map(|hand| number(hand, "probability") * number(hand, "worth")).sum();
    let main = main_wager(&["bahama-bonus"]);
    assert!((ev - main["ev"].as_f64().unwrap()).abs() < 1e-9, "{ev}");
    let kings = hands.iter().find(|hand| hand["cards"] == "T T" && hand["up"] == "A").unwrap();
    assert!((kings["actions"]["split"].as_f64().unwrap() + 0.019).abs() < 0.001);
    let suited = hands.iter().filter(|hand| hand["cards"] == "6 7" && hand["up"] == "2");
    assert!(suited.count() > 1);
    assert!(answer["provenance"]["command"].as_str().unwrap().starts_with("bahama hands"));
}

/// Awards of a part of the meter are counted in its growth: table 3 with eight decks.
#[test]
fn the_growth_of_a_meter_counts_its_part_awards() {
    let args = ["meter", "wsgc-bahama-bonus", "--decks", "8", "--paytable", "progressive=3"];
    let answer = document(&bahama(&[&args[..], &["--json"]].concat()));
    let meter = &answer["meters"][0];
    let [growth, awards] =
        ["growth_per_day", "part_awards_per_day"].map(|key| meter[key].as_f64().unwrap());
    assert_eq!((growth.round(), awards.round()), (-6_249.0, 54_249.0));
    // In dollars as docs/progressive.md has them.
    let (taken, lost) = ((growth + awards) / 100.0, awards / 100.0);
    let said = format!(
        "takes in ${taken:.0} a day on one table of five seats and loses ${lost:.0} to 10 %"
    );
    let document = include_str!("../../../../docs/progressive.md");
    let words: Vec<&str> = document.split_whitespace().collect();
    assert!(words.join(" ").contains(&said), "{said}");
}

/// A precision that was not reached is no success.
#[test]
fn a_standard_error_that_is_not_reached_is_said() {
    let run = |rounds: &str| {
        let args = ["simulate", "blackjack-bonus", "--until-se", "1e-4", "--rounds", rounds];
        bahama(&args)
    };
    let output = run("1e5");
    assert_eq!(output.status.code(), Some(1));
    assert!(text(&output.stderr).contains("the standard error is"), "{}", text(&output.stderr));
    // Where no rounds are said it goes on until it is reached, and nobody asked for more.
    let args = ["simulate", "blackjack-bonus", "--until-se", "1e-3"];
    let output = bahama(&args);
    let shown = text(&output.stdout);
    assert_eq!(output.status.code(), Some(0), "{shown}");
    assert!(!shown.contains("asked for"), "{shown}");
    let json = document(&bahama(&[&args[..], &["--json"]].concat()));
    assert!(json["main"]["se"].as_f64().unwrap() <= 1e-3, "{json}");
    assert_eq!(json["rounds_asked"], Value::Null);
}

/// With a cut card nothing has an exact value: nothing agrees.
#[test]
fn what_compared_nothing_does_not_agree() {
    let args = ["simulate", "blackjack-bonus", "--shoe", "cut-card", "--rounds", "1e5"];
    let output = bahama(&args);
    assert!(text(&output.stdout).contains("were not compared"), "{}", text(&output.stdout));
    let json = document(&bahama(&[&args[..], &["--json"]].concat()));
    assert_eq!(json["agrees"], Value::Null);
    assert_eq!(json["provenance"]["seed"], 1);
}

/// O-07: a set-up is calculated before it is posted: chances, growth, the break-even, the risk of
/// running dry, and what sheet 003 advises.
#[test]
fn o_07_a_set_up_is_calculated_beforehand() {
    let meter = |more: &[&str]| {
        let args = [&["meter", "wsgc-bahama-bonus", "--json"][..], more].concat();
        document(&bahama(&args))["meters"][0].clone()
    };
    let preset = meter(&[]);
    let number = |of: &Value, name: &str| of[name].as_f64().unwrap_or_else(|| panic!("{name}"));
    assert!(number(&preset, "rounds_between_hits") > 100.0, "{preset}");
    assert!(number(&preset, "break_even_meter") > number(&preset, "seed"), "{preset}");
    assert!(number(&preset, "growth_per_day") > 0.0, "{preset}");
    assert!(!preset["days_to_hit"].as_array().unwrap().is_empty());
    assert_eq!(preset["dry_at_most"], Value::Null, "only shares leave this meter");
    assert_eq!(preset["advice"], json!([]));
    // Where all pays leave the meter it may run dry, the more so the less is contributed.
    let all = |rate: &str| meter(&["--from-meter", "all", "--contribution", rate]);
    let (much, little) = (all("80%"), all("60%"));
    assert!(number(&much, "dry_at_most") < number(&little, "dry_at_most"), "{much} {little}");
    assert!(!little["advice"].as_array().unwrap().is_empty());
    assert!(!meter(&["--seed", "$0"])["advice"].as_array().unwrap().is_empty());
}
