//! The analysis as comma-separated values, one line per class.

use std::fmt::Write;

use odds::SideWager;

use super::Page;
use super::main_json::word;
use super::main_page::MainPage;

pub(super) fn lines(page: &Page) -> String {
    let mut text = String::from(
        "game,configuration,decks,spot,paytable,class,pays,ways,of,probability,contribution\n",
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
    text
}

/// One line per end and number of doubles; what it wins stands for what it pays, and
/// nothing is counted in ways. The contributions add up to the expected value.
fn main_wager(page: &Page, main: &MainPage, text: &mut String) {
    let mut line = |class: &str, pays: &str, probability: f64, contribution: f64| {
        let (id, configuration) = (&page.game.id, &page.profile.configuration);
        let decks = page.profile.rules.decks;
        let _ = writeln!(
            text,
            "{id},{configuration},{decks},main,,{class},{pays},,,{probability},{contribution}"
        );
    };
    for end in &main.outcomes.whole {
        let class = format!("{} doubles={}", word(end.end), end.doubles);
        line(&class, &end.net.to_string(), end.chance, end.chance * end.net);
    }
    line("split", "", main.outcomes.split, main.outcomes.split_ev);
}

/// No field holds a comma or a quote: ids, words and numbers only.
fn wager(page: &Page, side: &SideWager, text: &mut String) {
    for row in &side.rows {
        let _ = writeln!(
            text,
            "{},{},{},{},{},{},{},{},{},{},{}",
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
