//! The main wager as a page people like to read.

use std::fmt::Write;

use anstyle::{AnsiColor, Style};
use odds::main_wager::Outcomes;
use rules::Money;

use super::main_page::{Insurance, MainPage, SevensPlay, Special, SpecialForBet};
use super::text::{one_in, percent};
use crate::text::{paragraph, table};
use crate::wording::{ALL_IN_VARIANCE, SPLIT, bet_note, end_name};

/// A player's edge must not be overlooked.
const LOUD: Style = Style::new().bold().fg_color(Some(anstyle::Color::Ansi(AnsiColor::Red)));

pub(super) fn main(main: &MainPage) -> String {
    let mut text = format!("Main wager, {}\n", bet_note(main.solution.question.bet));
    if main.player_has_the_edge() {
        let edge = percent(main.solution.ev);
        let _ = writeln!(
            text,
            "{LOUD}  THE PLAYER HAS THE EDGE: the house loses {edge} of every main wager{LOUD:#}"
        );
    }
    let _ = write!(text, "{}\n\n", figures(main));
    text.push_str(&paragraph("  strategy  ", &main.strategy));
    text.push_str(&paragraph("  variance  ", &main.variance.method));
    if let Some(insurance) = &main.insurance {
        text.push_str(&paragraph("  insure    ", &insure(insurance)));
    }
    if main.brackets.len() > 1 {
        let _ = write!(text, "\nHouse edge by bet, prizes left out\n{}\n", brackets(main));
    }
    if let Some(special) = &main.special {
        let _ = write!(text, "\n{}", prizes(special));
    }
    let _ = write!(text, "\nHow rounds end\n{}\n", ends(&main.outcomes, main.solution.ev));
    let _ = write!(
        text,
        "\nResults of rounds without a split, in units of the main wager\n{}\n",
        results(&main.outcomes)
    );
    text
}

fn figures(main: &MainPage) -> String {
    let outcomes = &main.outcomes;
    let variance = main.variance.value;
    let error = main.variance.se.map_or(String::new(), |se| format!(", ± {se:.6}"));
    let row = |cells: [&str; 3]| cells.map(str::to_owned).to_vec();
    let mut rows = Vec::new();
    // Where the strategy plays for prizes, the headline counts them.
    if let Some(all) = main.all_in.as_ref().filter(|_| main.special.is_some()) {
        let players = main.special.as_ref().map_or(1, |special| special.players);
        let with = match players {
            1 => "all in: special bonus counted, one player".to_owned(),
            players => format!("all in: special bonus and envy counted, {players} players"),
        };
        rows.push(row(["house edge", &percent(all.house_edge), &with]));
        if let Some(variance) = all.variance {
            rows.push(row(["variance", &format!("{variance:.6}"), ALL_IN_VARIANCE]));
        }
    }
    rows.extend([
        row(["house edge", &percent(main.house_edge()), "of the main wager alone"]),
        row(["expected value", &format!("{:+.9}", main.solution.ev), "of the main wager"]),
        row(["average wager", &format!("{:.6}", outcomes.average_wager), "main wagers a round"]),
        row(["element of risk", &percent(main.element_of_risk()), "of all that is staked"]),
        row(["variance", &format!("{variance:.6}"), &format!("main wagers squared{error}")]),
        row(["standard deviation", &format!("{:.6}", variance.sqrt()), "main wagers"]),
    ]);
    table(&["", "", ""], rows, &[1]).trim_start_matches('\n').to_owned()
}

fn insure(insurance: &Insurance) -> String {
    let best = percent(insurance.best.to_f64());
    let tens = insurance.best_tens;
    format!(
        "{}; at best it is worth {best} of what is insured ({tens} ten-value cards held)",
        insurance.decision()
    )
}

fn brackets(main: &MainPage) -> String {
    let rows = main.brackets.iter().map(|edge| {
        let bracket = edge.bracket;
        let money = |cents: u32| Money::cents(cents.into()).to_string();
        let doubles = match (bracket.doubles, bracket.for_less) {
            (0, _) => "none".to_owned(),
            (doubles, 0) => doubles.to_string(),
            (doubles, 1) => format!("{doubles}, the last for less"),
            (doubles, cut) => format!("{doubles}, the last {cut} for less"),
        };
        let at = |(bet, edge): (u32, f64)| format!("{} at {}", percent(edge), money(bet));
        let (from, to) = ((bracket.from, edge.edge_from), (bracket.to, edge.edge_to));
        let edges = match bracket.for_less {
            0 => percent(edge.edge_from),
            _ if edge.highest == from || edge.highest == to => [from, to].map(at).join(", "),
            _ => [from, edge.highest, to].map(at).join(", "),
        };
        vec![money(bracket.from), money(bracket.to), doubles, edges]
    });
    table(&["from", "to", "doubles", "house edge"], rows.collect(), &[0, 1])
}

fn prizes(special: &Special) -> String {
    let mut text = String::from("Special bonus\n");
    let condition = match special.for_bet {
        Some(_) => "under this strategy",
        None => "if suited 7-7 against a seven is always hit",
    };
    let _ = writeln!(text, "  winning hands of a seat: {}, {condition}", one_in(special.wins));
    match &special.for_bet {
        None => text.push_str("  what it is worth depends on the bet: give one with --bet\n"),
        Some(bet) => text.push_str(&for_bet(special, bet)),
    }
    text
}

fn for_bet(special: &Special, bet: &SpecialForBet) -> String {
    let mut text = String::new();
    let (prize, envy) = (bet.prize, special.rules.envy);
    let money = |cents: u32| Money::cents(cents.into());
    let _ = writeln!(text, "  {} prize: adds {} of the bet", money(prize), percent(bet.ev));
    let _ = match (special.players, bet.envy_ev) {
        (1, _) => writeln!(text, "  {} envy: nobody else plays; see --players", money(envy)),
        (players, Some(ev)) => writeln!(
            text,
            "  {} envy: adds {} of the bet with {players} players who play alike",
            money(envy),
            percent(ev)
        ),
        (_, None) => writeln!(
            text,
            "  {} envy: not worked out where split hands win and winners have no envy",
            money(envy)
        ),
    };
    let changed: Vec<&SevensPlay> =
        bet.plays.iter().filter(|play| play.with_prize != play.without).collect();
    let _ = match changed.first() {
        None => writeln!(text, "  the prize does not change how suited 7-7 is played against a 7"),
        Some(play) => writeln!(
            text,
            "  the prize changes suited 7-7 against a 7: {} instead of {} (in {} of {} cases by suit)",
            play.with_prize,
            play.without,
            changed.len(),
            bet.plays.len()
        ),
    };
    text
}

fn ends(outcomes: &Outcomes, ev: f64) -> String {
    let doubled = |doubles: u8| match doubles {
        0 => String::new(),
        doubles => doubles.to_string(),
    };
    let mut rows: Vec<Vec<String>> = outcomes
        .whole
        .iter()
        .map(|end| {
            vec![
                end_name(end.end).to_owned(),
                doubled(end.doubles),
                short(end.staked),
                format!("{:+}", rounded(end.net)),
                format!("{:.9}", end.chance),
                one_in(end.chance),
                format!("{:+.6}", end.chance * end.net),
            ]
        })
        .collect();
    let mut total = |name: &str, chance: f64, ev: f64| {
        let empty = String::new;
        rows.push(vec![
            name.to_owned(),
            empty(),
            empty(),
            empty(),
            format!("{chance:.9}"),
            if chance < 1.0 { one_in(chance) } else { empty() },
            format!("{ev:+.6}"),
        ]);
    };
    if outcomes.split > 0.0 {
        total(SPLIT, outcomes.split, outcomes.split_ev);
    }
    total("all", 1.0, ev);
    let header = ["end", "doubles", "staked", "net", "probability", "", "contribution"];
    table(&header, rows, &[1, 2, 3, 4, 5, 6])
}

fn results(outcomes: &Outcomes) -> String {
    let rows = outcomes.results().into_iter().map(|(net, chance)| {
        vec![format!("{:+}", rounded(net)), format!("{chance:.9}"), one_in(chance)]
    });
    table(&["net", "probability", ""], rows.collect(), &[0, 1, 2])
}

/// Stakes and results are few simple numbers; those of a double for less are not.
fn rounded(units: f64) -> f64 {
    (units * 1e4).round() / 1e4
}

fn short(units: f64) -> String {
    rounded(units).to_string()
}
