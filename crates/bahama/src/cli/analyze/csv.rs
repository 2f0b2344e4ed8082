//! The analysis as comma-separated values, one line per class.

use std::fmt::Write;

use odds::SideWager;

use super::main_json::word;
use super::main_page::MainPage;
use super::{Page, Vulnerable};
use crate::provenance::Provenance;

pub(super) fn lines(page: &Page) -> String {
    let mut text = format!(
        "game,configuration,decks,spot,paytable,class,pays,ways,of,probability,contribution,{}\n",
        Provenance::CSV_HEADS
    );
    if let Some(main) = &page.main {
        main_wager(page, main, &mut text);
    }
    if page.shows_side {
        for side in &page.analysis.side {
            wager(page, side, &mut text);
        }
        for progressive in &page.analysis.progressive {
            wager(page, &progressive.side, &mut text);
        }
    }
    for vulnerable in &page.vulnerability {
        removals(page, vulnerable, &mut text);
    }
    text
}

/// One line per card: what removing it adds to the expected value stands as the contribution.
fn removals(page: &Page, of: &Vulnerable, text: &mut String) {
    let end = page.provenance.csv();
    for (card, effect) in &of.removal.effects {
        let _ = writeln!(
            text,
            "{},{},{},{},{},removed-{card},,,,,{},{end}",
            page.game.id,
            page.profile.configuration,
            page.profile.rules.decks,
            of.spot,
            of.paytable,
            effect.to_f64(),
        );
    }
    // The share of shoes that favour who knows every card, and what that wins a shoe.
    for known in &of.known {
        let meter = known.meter.map_or(String::new(), |cents| format!(" meter={cents}"));
        let _ = writeln!(
            text,
            "{},{},{},{},{},known dealt={}{meter},,,,{},{},{end}",
            page.game.id,
            page.profile.configuration,
            page.profile.rules.decks,
            of.spot,
            of.paytable,
            page.penetration,
            known.share(),
            known.gain,
        );
    }
}

/// One line per end and number of doubles; what it wins stands for what it pays, and
/// nothing is counted in ways. The contributions add up to the expected value.
fn main_wager(page: &Page, main: &MainPage, text: &mut String) {
    let end = page.provenance.csv();
    let mut line = |class: &str, pays: &str, probability: f64, contribution: f64| {
        let (id, configuration) = (&page.game.id, &page.profile.configuration);
        let decks = page.profile.rules.decks;
        let _ = writeln!(
            text,
            "{id},{configuration},{decks},main,,{class},{pays},,,{probability},{contribution},{end}"
        );
    };
    for end in &main.outcomes.whole {
        let class = format!("{} doubles={}", word(end.end), end.doubles);
        line(&class, &end.net.to_string(), end.chance, end.chance * end.net);
    }
    line("split", "", main.outcomes.split, main.outcomes.split_ev);
}

/// No field before the last holds a comma or a quote: ids, words and numbers only.
fn wager(page: &Page, side: &SideWager, text: &mut String) {
    let end = page.provenance.csv();
    for row in &side.rows {
        let _ = writeln!(
            text,
            "{},{},{},{},{},{},{},{},{},{},{},{end}",
            page.game.id,
            page.profile.configuration,
            page.profile.rules.decks,
            side.spot,
            side.paytable,
            row.class,
            row.pay,
            row.ways,
            side.of,
            row.probability.to_f64(),
            row.contribution.to_f64(),
        );
    }
}
