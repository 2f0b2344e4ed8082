//! The main wager as part of a document for scripts.

use odds::BracketEdge;
use odds::main_wager::{End, Outcome};
use serde_json::{Value, json};

use super::json::fraction;
use super::main_page::{Insurance, MainPage, SevensPlay, Special, SpecialForBet};
use crate::wording::{ALL_IN_VARIANCE, bet_note};

pub(super) fn main(main: &MainPage) -> Value {
    let question = &main.solution.question;
    let outcomes = &main.outcomes;
    json!({
        "ev": main.solution.ev,
        "house_edge": main.house_edge(),
        "element_of_risk": main.element_of_risk(),
        "average_wager": outcomes.average_wager,
        "variance": main.variance.value,
        "variance_se": main.variance.se,
        "variance_method": main.variance.method,
        "strategy_class": main.strategy,
        "player_edge": main.player_has_the_edge(),
        "bet": question.bet,
        "bet_note": bet_note(question.bet),
        "special_bonus": main.special.as_ref().map(special),
        "all_in": main.all_in.as_ref().map(|all| json!({
            "house_edge": all.house_edge,
            "variance": all.variance,
            "variance_note": ALL_IN_VARIANCE,
            "players": main.special.as_ref().map_or(1, |special| special.players),
        })),
        "insurance": main.insurance.as_ref().map(insurance),
        "brackets": main.brackets.iter().map(bracket).collect::<Vec<_>>(),
        "split_probability": outcomes.split,
        "split_ev": outcomes.split_ev,
        "outcomes": outcomes.whole.iter().map(outcome).collect::<Vec<_>>(),
        "results": outcomes
            .results()
            .iter()
            .map(|&(net, probability)| json!({"net": net, "probability": probability}))
            .collect::<Vec<_>>(),
    })
}

fn special(special: &Special) -> Value {
    let bet = special.for_bet.as_ref();
    let others = f64::from(special.players - 1);
    let cents = |chance: f64| chance * others * f64::from(special.rules.envy);
    json!({
        "probability": special.wins,
        "void_after": special.rules.void_after.to_string(),
        "condition": match bet {
            Some(_) => "under the solved strategy",
            None => "suited 7-7 against a seven is always hit",
        },
        "prize": bet.map(|bet| bet.prize),
        "ev": bet.map(|bet| bet.ev),
        "envy": {
            "players": special.players,
            "amount": special.rules.envy,
            "to_winners": special.rules.envy_to_winners.to_string(),
            "hands_of_another_seat": special.envied,
            "cents_per_round": special.envied.map(cents),
            "ev": bet.and_then(|bet| bet.envy_ev),
            "condition": "every player has one seat and follows the same strategy",
        },
        "bet_changes_play": bet.map(SpecialForBet::changes_play),
        "plays": bet.map(|bet| bet.plays.iter().map(play).collect::<Vec<_>>()),
    })
}

fn play(play: &SevensPlay) -> Value {
    json!({
        "suit": play.suit.word(),
        "up_suit": play.up.word(),
        "with_prize": play.with_prize.to_string(),
        "without_prize": play.without.to_string(),
    })
}

fn insurance(insurance: &Insurance) -> Value {
    json!({
        "decision": insurance.decision(),
        "take_with_tens": insurance.take_with,
        "best_ev": fraction(insurance.best),
        "best_with_tens": insurance.best_tens,
    })
}

fn bracket(edge: &BracketEdge) -> Value {
    json!({
        "from": edge.bracket.from,
        "to": edge.bracket.to,
        "doubles": edge.bracket.doubles,
        "for_less": edge.bracket.for_less,
        "house_edge_from": edge.edge_from,
        "house_edge_to": edge.edge_to,
        "house_edge_highest": edge.highest.1,
        "highest_at": edge.highest.0,
    })
}

fn outcome(outcome: &Outcome) -> Value {
    json!({
        "end": word(outcome.end),
        "doubles": outcome.doubles,
        "staked": outcome.staked,
        "net": outcome.net,
        "probability": outcome.chance,
    })
}

/// The name of an end in documents.
pub(super) fn word(end: End) -> String {
    let word = match end {
        End::Natural => "natural",
        End::NaturalsPush => "naturals-push",
        End::DealerNatural => "dealer-natural",
        End::Surrendered => "surrendered",
        End::Rescued => "rescued",
        End::Bust => "bust",
        End::TwentyOne(class) => return class.to_string(),
        End::Wins => "wins",
        End::Pushes => "pushes",
        End::Loses => "loses",
    };
    word.to_owned()
}
