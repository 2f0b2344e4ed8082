//! The analysis as comma-separated values, one line per class.

use std::fmt::Write;

use odds::SideWager;

use super::Page;

pub(super) fn lines(page: &Page) -> String {
    let mut text = String::from(
        "game,configuration,decks,spot,paytable,class,pays,ways,of,probability,contribution\n",
    );
    for side in &page.analysis.side {
        wager(page, side, &mut text);
    }
    for progressive in &page.analysis.progressive {
        wager(page, &progressive.side, &mut text);
    }
    text
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
