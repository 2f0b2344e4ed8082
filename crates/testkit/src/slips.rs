//! Slips of the pen: what makes a scenario contradict itself before any engine sees it.

use std::collections::BTreeMap;

use cards::Card;

use crate::scenario::{Expected, Line, Scenario, Step};

/// Spots in the order they are paid on a seat.
const SPOTS: [&str; 13] = [
    "main",
    "insurance",
    "match-up",
    "match-down",
    "trilux",
    "super3",
    "three-card",
    "bonus-7s",
    "progressive",
    "progressive-1",
    "progressive-5",
    "special-bonus",
    "envy",
];

/// The settings of a posting that both witnesses know, and the what-if of a rescue (A9).
const POSTED: [&str; 5] = ["natural-pays", "wagers", "main.minimum", "double-cap", "rescue"];

/// Lines that need no wager before the deal.
const WITHOUT_BET: [&str; 3] = ["insurance", "special-bonus", "envy"];

/// Actions in the order they are offered, and how many cards each draws.
const ACTIONS: [(&str, usize); 6] =
    [("hit", 1), ("stand", 0), ("double", 1), ("split", 2), ("surrender", 0), ("rescue", 0)];

const CODES: [&str; 21] = [
    "round.shape",
    "round.game",
    "round.decks",
    "round.configuration",
    "round.paytable",
    "round.setting",
    "round.meter",
    "bet.seat",
    "bet.spot",
    "bet.amount",
    "bet.limit",
    "bet.step",
    "bet.requires",
    "bet.games",
    "card.unknown",
    "card.missing",
    "card.not-left",
    "choice.missing",
    "choice.extra",
    "act.turn",
    "act.illegal",
];

/// The slips of a scenario, each with the key it belongs to.
pub(crate) fn of(scenario: &Scenario) -> Vec<(&'static str, String)> {
    let mut slips = Vec::new();
    names(scenario, &mut slips);
    deal(scenario, &mut slips);
    play(scenario, &mut slips);
    shoe(scenario, &mut slips);
    match &scenario.expected {
        Expected::Lines(lines) => {
            paying_order(lines, &mut slips);
            wagers(scenario, lines, &mut slips);
        }
        Expected::Refused(codes) => {
            for code in codes.iter().filter(|code| !CODES.contains(&code.as_str())) {
                slips.push(("refused", format!("`{code}` is no code of the interface")));
            }
        }
        Expected::Asks { hand: Some(_), legal, .. } => offered(legal, &mut slips),
        Expected::Asks { .. } => {}
    }
    if scenario.dealer_total.is_some() && !matches!(scenario.expected, Expected::Lines(_)) {
        slips.push(("dealer", "the dealer's total needs `lines`".into()));
    }
    slips
}

type Slips = Vec<(&'static str, String)>;

fn refused_with(scenario: &Scenario, family: &str) -> bool {
    let Expected::Refused(codes) = &scenario.expected else { return false };
    codes.iter().any(|code| code.starts_with(family))
}

fn names(scenario: &Scenario, slips: &mut Slips) {
    let known = games::find(&scenario.game);
    if known.is_some() == refused_with(scenario, "round.game") {
        slips.push(("game", format!("`{}` is not the game this result belongs to", scenario.game)));
    }
    for (key, _) in scenario.settings.iter().filter(|(key, _)| !POSTED.contains(&key.as_str())) {
        let posted = POSTED.join(", ");
        slips.push((
            "set",
            format!("`{key}` is not for scenarios; those of a posting are {posted}"),
        ));
    }
    for (spot, _) in scenario.meters.iter().filter(|(spot, _)| !spot.starts_with("progressive")) {
        slips.push(("meter", format!("`{spot}` has no meter")));
    }
    for seat in scenario.players.keys().filter(|seat| !scenario.bets.contains_key(seat)) {
        slips.push(("players", format!("seat {seat} has no wager")));
    }
}

fn deal(scenario: &Scenario, slips: &mut Slips) {
    if !scenario.bets.keys().eq(scenario.hands.keys()) {
        slips.push(("deal", "the seats dealt to are not the seats that bet".into()));
    }
    for (seat, hand) in scenario.hands.iter().filter(|(_, hand)| hand.len() != 2) {
        slips.push(("deal", format!("seat {seat} has {} first cards instead of two", hand.len())));
    }
    if scenario.dealer.len() != 2 && !refused_with(scenario, "card.missing") {
        slips.push((
            "deal",
            format!("the dealer has {} first cards instead of two", scenario.dealer.len()),
        ));
    }
}

fn play(scenario: &Scenario, slips: &mut Slips) {
    let refused = matches!(scenario.expected, Expected::Refused(_));
    for step in &scenario.play {
        let Step::Choice { seat, choice, cards } = step else { continue };
        let draws = match ACTIONS.iter().find(|(action, _)| action == choice) {
            Some((_, draws)) => *draws,
            None if choice == "no" || choice.starts_with("insure ") => 0,
            None => {
                slips.push(("play", format!("`{choice}` is no choice")));
                continue;
            }
        };
        // A refused round may end before the card of its last choice is drawn.
        if cards.len() != draws && !(refused && cards.is_empty()) {
            slips.push(("play", format!("`{seat} {choice}` draws {draws}, not {}", cards.len())));
        }
    }
}

/// Every card must be in the decks, and no more often than there are decks.
fn shoe(scenario: &Scenario, slips: &mut Slips) {
    if refused_with(scenario, "card.") {
        return;
    }
    let Some(game) = games::find(&scenario.game).and_then(|game| game.file().game(None, &[]).ok())
    else {
        return;
    };
    let decks = usize::from(scenario.decks.unwrap_or(game.default_decks));
    let deck = game.rules().deck;
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for card in scenario.cards() {
        *counts.entry(card).or_default() += 1;
    }
    for (card, count) in counts {
        if !card.parse().is_ok_and(|card: Card| deck.holds(card.rank())) {
            slips.push(("deal", format!("`{card}` is no card of this game")));
        } else if count > decks {
            slips.push(("deal", format!("`{card}` is needed {count} times from {decks} decks")));
        }
    }
}

fn offered(legal: &[String], slips: &mut Slips) {
    let place = |action: &String| ACTIONS.iter().position(|(name, _)| name == action);
    let places: Vec<Option<usize>> = legal.iter().map(place).collect();
    if places.contains(&None) || !places.is_sorted_by(|a, b| a < b) {
        slips.push((
            "asks",
            format!("`{}` must be actions in the order of the interface", legal.join(" ")),
        ));
    }
    if legal.len() < 2 {
        slips.push(("asks", "nothing is asked where one answer is legal (A43)".into()));
    }
}

fn paying_order(lines: &[Line], slips: &mut Slips) {
    let place = |line: &Line| {
        let spot = SPOTS.iter().position(|spot| *spot == line.spot);
        (std::cmp::Reverse(line.seat), spot, line.hand)
    };
    for line in lines.iter().filter(|line| !SPOTS.contains(&line.spot.as_str())) {
        slips.push(("lines", format!("`{}` is no spot", line.spot)));
    }
    for two in lines.windows(2).filter(|two| place(&two[0]) >= place(&two[1])) {
        slips.push((
            "lines",
            format!("seat {} {} stands too late for the paying order", two[1].seat, two[1].spot),
        ));
    }
}

/// Every wager has its line with its stake, and no line comes from nowhere.
fn wagers(scenario: &Scenario, lines: &[Line], slips: &mut Slips) {
    for (seat, spots) in &scenario.bets {
        for (spot, amount) in spots {
            let line = lines.iter().find(|line| line.seat == *seat && line.spot == *spot);
            let fits = line.is_some_and(|line| match line.hand {
                // Doubling raises what is staked on a hand, so only its least is known here.
                Some(_) => line.staked >= *amount,
                None => line.staked == *amount,
            });
            if !fits {
                slips.push(("lines", format!("seat {seat} has no line for its {spot} wager")));
            }
        }
    }
    for line in lines.iter().filter(|line| !WITHOUT_BET.contains(&line.spot.as_str())) {
        let bet = scenario
            .bets
            .get(&line.seat)
            .is_some_and(|spots| spots.iter().any(|(spot, _)| *spot == line.spot));
        if !bet {
            slips.push(("lines", format!("seat {} has no {} wager", line.seat, line.spot)));
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::reader::read;

    const GOOD: &str = "\
clause   A1
about    x
game     bahama-bonus
bets     1: main 10, match-up 5
deal     1: 7s 5d; dealer: 9h 8c
play     1 hit 9c
lines    1 main 1: 10 -> 20; 1 match-up: 5 -> 0
dealer   17
";

    #[test]
    fn each_slip_is_reported_with_its_line() {
        assert!(read("t.scn", GOOD).is_ok());
        let cases = [
            ("game     bahama-bonus", "game     bahama-malus", "t.scn:3: `bahama-malus`"),
            ("1: 7s 5d", "1: 7s Td", "t.scn:5: `Td` is no card"),
            ("1: 7s 5d", "1: 7s", "t.scn:5: seat 1 has 1 first cards"),
            ("deal     1:", "deal     2:", "t.scn:5: the seats dealt to"),
            ("1 hit 9c", "1 hit 9c 9d", "t.scn:6: `1 hit` draws 1, not 2"),
            ("1 hit 9c", "1 hop", "t.scn:6: `hop` is no choice"),
            (
                "1 hit 9c",
                "1 hit 9c; dealer 9c 9c 9c 9c 9c 9c",
                "t.scn:5: `9c` is needed 7 times from 6 decks",
            ),
            ("5 -> 0", "4 -> 0", "t.scn:7: seat 1 has no line for its match-up wager"),
            ("1 match-up: 5", "1 trilux: 5", "t.scn:7: seat 1 has no line for its match-up wager"),
            (
                "1 main 1: 10 -> 20; 1 match-up: 5 -> 0",
                "1 match-up: 5 -> 0; 1 main 1: 10 -> 20",
                "t.scn:7: seat 1 main stands too late",
            ),
            (
                "lines    1 main 1: 10 -> 20; 1 match-up: 5 -> 0\n",
                "refused  bet.much\n",
                "t.scn:7: `bet.much` is no code",
            ),
            (
                "lines    1 main 1: 10 -> 20; 1 match-up: 5 -> 0\ndealer   17",
                "asks 1 hand 1: stand hit",
                "t.scn:7: `stand hit`",
            ),
        ];
        for (from, to, wanted) in cases {
            let text = GOOD.replace(from, to);
            let faults: Vec<String> =
                read("t.scn", &text).unwrap_err().iter().map(ToString::to_string).collect();
            assert!(faults[0].starts_with(wanted), "{faults:?} for {to}");
        }
    }
}
