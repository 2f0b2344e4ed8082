//! A simulation as a page people like to read.

use std::fmt::Write as _;

use rules::Word;
use sim::ShoeLife;

use super::knowledge::Knowledge;
use super::report::{Report, WagerSeen};
use super::setup::MOST_ROUNDS;
use crate::provenance::Provenance;
use crate::text::{grouped, table};

pub(crate) fn text(report: &Report<'_>, from: &Provenance) -> String {
    let (ready, tally) = (report.ready, report.tally);
    let mut out = format!(
        "{} ({} decks, {})\n{} rounds of {} {}, {}, strategy {}, seed {}\n",
        ready.game.name,
        ready.profile.rules.decks,
        from.configuration(&ready.profile.configuration),
        grouped(tally.rounds),
        ready.job.seats,
        if ready.job.seats == 1 { "seat" } else { "seats" },
        shoe(ready.job.shoe),
        ready.setup.strategy.word(),
        ready.job.seed,
    );
    if let Some(ending) = ending(report) {
        let _ = writeln!(out, "{ending}");
    }
    main(report, &mut out);
    if !report.side.is_empty() {
        let _ = writeln!(out, "\n{}", sides(report));
    }
    for wager in &report.side {
        let _ = write!(out, "\n{}", classes(wager));
    }
    if !report.meters.is_empty() {
        let _ = writeln!(out, "\n{}", meters(report));
    }
    if let Some(knowledge) = &report.knowledge {
        let _ = writeln!(out, "\n{}", known(knowledge));
    }
    let verdict = match report.agrees() {
        true if !report.compared() => {
            "were not compared: with this shoe or spread nothing has an exact value"
        }
        true => "agree: nothing is 4.5 standard errors or more apart",
        false => "DISAGREE: something is 4.5 standard errors or more apart",
    };
    let _ = writeln!(out, "\nSimulation and exact analysis {verdict}.");
    out
}

/// Why there are no more rounds, where more were asked for.
fn ending(report: &Report<'_>) -> Option<String> {
    let why = if report.interrupted { "interrupted" } else { "stopped" };
    match report.ready.job.rounds {
        MOST_ROUNDS.. => {
            report.interrupted.then(|| format!("{why} before the precision asked for"))
        }
        asked if report.tally.rounds < asked => {
            Some(format!("{why} before the {} rounds that were asked for", grouped(asked)))
        }
        _ => None,
    }
}

fn main(report: &Report<'_>, out: &mut String) {
    let tally = report.tally;
    let split = tally.split.count as f64 / tally.main.count.max(1) as f64;
    let rows = [
        ("expected value", format!("{:+.8}", report.ev), format!("± {:.8}", report.se)),
        ("exact, fresh shoe", format!("{:+.8}", report.exact), sigmas(report.sigmas())),
        (
            "variance",
            format!("{:.6}", report.variance),
            report.variance_se.map_or(String::new(), |se| format!("± {se:.6}")),
        ),
        ("average wager", format!("{:.6}", report.average_wager), String::new()),
        ("rounds with a split", format!("{:.4} %", 100.0 * split), String::new()),
    ];
    let mut rows = rows.to_vec();
    if report.ready.setup.spread.is_some() {
        let a_round = format!("{:+.6} units a round", report.ev * report.average_bet);
        rows.push(("average bet", format!("{:.6}", report.average_bet), a_round));
    }
    let rows: Vec<Vec<String>> =
        rows.into_iter().map(|(name, value, error)| vec![name.to_owned(), value, error]).collect();
    let _ = writeln!(out, "\nMain wager, in units of it\n{}", table(&["", "", ""], rows, &[1]));
    if let Some(effect) = report.cut_card_effect() {
        let _ = writeln!(
            out,
            "the cut card does {:+.6} % ± {:.6} % to the main wager",
            100.0 * effect,
            100.0 * report.se
        );
    }
    count(report, out);
    coupled(report, out);
    if report.ready.profile.rules.special_bonus.is_some() {
        let _ = writeln!(
            out,
            "special bonus {} times, envy {} times",
            grouped(tally.special),
            grouped(tally.envy)
        );
    }
}

/// The count by which bets are made: its tags, and whether it balances.
fn count(report: &Report<'_>, out: &mut String) {
    let Some(count) = report.count() else { return };
    let ranks = cards::Rank::ALL.iter().zip(count.tags).filter(|(_, tag)| *tag != 0);
    let tags: Vec<String> = ranks.map(|(rank, tag)| format!("{} {tag:+}", rank.letter())).collect();
    let start = match count.imbalance {
        0 => "balanced, so it starts at 0".to_owned(),
        by => format!("a deck adds {by:+}, so it starts at {:+}", count.initial),
    };
    let _ = writeln!(out, "the count: {}; {start}", tags.join(", "));
}

/// The estimate with a fixed number of rounds of each shoe taken off.
fn coupled(report: &Report<'_>, out: &mut String) {
    let (Some(coupled), Some(rounds)) = (report.coupled, report.ready.job.beside) else { return };
    let _ = writeln!(
        out,
        "coupled with {rounds} rounds of each shoe, whose value is known: {:+.8} ± {:.8}",
        coupled.mean, coupled.se
    );
    if let Some((effect, se)) = report.coupled_effect() {
        let (effect, se) = (100.0 * effect, 100.0 * se);
        let _ = writeln!(out, "by that the cut card does {effect:+.6} % ± {se:.6} %");
    }
    if let Some(times) = report.rounds_saved() {
        let _ = writeln!(out, "the plain estimate needs {times:.1} times as many rounds for that");
    }
}

fn sides(report: &Report<'_>) -> String {
    let rows = report.side.iter().map(|wager| {
        vec![
            wager.spot.word().to_owned(),
            wager.paytable.clone(),
            format!("{:+.6}", wager.ev),
            wager.se.map_or(String::new(), |se| format!("{se:.6}")),
            format!("{:+.6}", wager.exact),
            sigmas(wager.sigmas()),
            format!("{:+.4}", wager.covariance),
        ]
    });
    let header =
        ["spot", "pay table", "value", "± error", "exact", "apart", "covariance with main"];
    table(&header, rows.collect(), &[2, 3, 4, 5, 6])
}

fn meters(report: &Report<'_>) -> String {
    let money = |cents: f64| rules::Money::cents(cents.round() as i64).to_string();
    let rows = report.meters.iter().map(|meter| {
        let award = meter
            .award
            .map_or(String::new(), |(mean, error)| format!("{} ± {}", money(mean), money(error)));
        vec![
            meter.spot.word().to_owned(),
            meter.paytable.clone(),
            grouped(meter.hits),
            grouped(meter.rounds / meter.hits.max(1)),
            grouped(meter.exact_rounds.round() as u64),
            award,
            money(meter.exact_award),
            sigmas(meter.sigmas()),
            money(meter.most as f64),
            grouped(meter.parts),
        ]
    });
    let header = [
        "spot",
        "pay table",
        "100% hits",
        "rounds between",
        "exact",
        "award",
        "exact",
        "apart",
        "largest",
        "smaller awards",
    ];
    format!(
        "Meters from the game file's presets\n{}",
        table(&header, rows.collect(), &[2, 3, 4, 5, 6, 7, 8, 9])
    )
}

fn known(knowledge: &Knowledge) -> String {
    let rows = knowledge.wagers.iter().map(|known| {
        let money = |cents: u64| rules::Money::cents(cents as i64).to_string();
        vec![
            known.spot.word().to_owned(),
            known.paytable.clone(),
            known.meter.map_or(String::new(), money),
            format!("{:.2} % ± {:.2} %", 100.0 * known.share(), 100.0 * known.share_se()),
            format!("{:+.6} ± {:.6}", known.gain, known.gain_se),
            format!("{:+.4}", known.best),
        ]
    });
    let header = ["spot", "pay table", "meter", "shoes that favour", "gain a shoe", "best shoe"];
    format!(
        "Wagers for somebody who knows all dealt cards, once in each of {} shoes with {:.0} % dealt\n{}",
        grouped(knowledge.shoes),
        100.0 * knowledge.penetration,
        table(&header, rows.collect(), &[2, 3, 4, 5])
    )
}

fn classes(wager: &WagerSeen) -> String {
    let rows = wager.classes.iter().map(|class| {
        vec![
            class.class.label().to_owned(),
            class.pay.to_string(),
            grouped(class.count),
            format!("{:.2}", class.probability * wager.count as f64),
            sigmas(class.z),
        ]
    });
    let header = ["class", "pays", "met", "expected", "apart"];
    let heading = format!("{}, pay table {}", wager.spot.word(), wager.paytable);
    format!("{heading}\n{}\n", table(&header, rows.collect(), &[2, 3, 4]))
}

fn sigmas(sigmas: Option<f64>) -> String {
    sigmas.map_or(String::new(), |sigmas| format!("{sigmas:+.2} σ"))
}

pub(super) fn shoe(shoe: ShoeLife) -> String {
    match shoe {
        ShoeLife::Fresh => "a fresh shoe each".to_owned(),
        ShoeLife::Rounds(rounds) => format!("{rounds} rounds to a shoe"),
        ShoeLife::CutCard(behind) => format!("shoes to the cut card, {behind} cards behind it"),
    }
}
