//! The analysis as a page people like to read.

use std::fmt::Write;

use odds::{ProgressiveWager, SideWager};
use rules::{Money, Spot};

use super::{Page, Vulnerable};
use crate::text::table;

pub(super) fn page(page: &Page) -> String {
    let mut text = format!(
        "{} ({} decks, {})\n",
        page.game.name,
        page.profile.rules.decks,
        page.provenance.configuration(&page.profile.configuration)
    );
    if !page.removed.is_empty() {
        let cards: Vec<String> = page.removed.iter().map(ToString::to_string).collect();
        let _ = writeln!(
            text,
            "without {}: {} cards left",
            cards.join(" "),
            page.analysis.counts.total()
        );
    }
    if let Some(main) = &page.main {
        let _ = write!(text, "\n{}", super::main_text::main(main));
    }
    if page.shows_side {
        text.push_str(&besides_main(page));
    }
    for vulnerable in &page.vulnerability {
        let _ = write!(text, "\n{}", removal(page, vulnerable));
    }
    text.push_str(&page.provenance.text());
    text
}

/// Side wagers, insurance, the progressive and the chance of the special bonus.
fn besides_main(page: &Page) -> String {
    let mut text = format!("\n{}\n", summary(page));
    for side in &page.analysis.side {
        let _ = write!(text, "\n{}\n{}\n", heading(side), classes(side));
        if side.spot == Spot::Insurance {
            let _ = writeln!(text, "{}", insurance(page));
        }
    }
    for wager in &page.analysis.progressive {
        let _ = write!(
            text,
            "\n{}\n{}\n{}\n",
            heading(&wager.side),
            classes(&wager.side),
            meter(wager)
        );
    }
    // The main wager has said more about it.
    let special_bonus = page.analysis.special_bonus.filter(|_| page.main.is_none());
    if let Some(probability) = special_bonus {
        let _ = write!(
            text,
            "\nSpecial bonus: {} for a seat whose suited 7-7 against a seven is always hit\n",
            one_in(probability.to_f64())
        );
    }
    text
}

pub(super) fn percent(value: f64) -> String {
    format!("{:.4} %", value * 100.0)
}

/// `1 in 668,382`.
pub(super) fn one_in(probability: f64) -> String {
    if probability == 0.0 {
        return "never".to_owned();
    }
    let one_in = 1.0 / probability;
    if one_in < 1000.0 {
        return format!("1 in {one_in:.2}");
    }
    let grouped = Money::dollars(one_in.round() as i64).to_string();
    format!("1 in {}", grouped.trim_start_matches('$'))
}

fn summary(page: &Page) -> String {
    let mut rows = Vec::new();
    for side in &page.analysis.side {
        rows.push(vec![
            side.spot.name().to_owned(),
            side.paytable.clone(),
            percent(side.house_edge().to_f64()),
            percent(side.hit_rate.to_f64()),
            format!("{:.4}", side.sd()),
            side.ev.to_string(),
        ]);
    }
    for wager in &page.analysis.progressive {
        rows.push(vec![
            wager.side.spot.name().to_owned(),
            wager.side.paytable.clone(),
            "see its meter".to_owned(),
            percent(wager.side.hit_rate.to_f64()),
            String::new(),
            String::new(),
        ]);
    }
    let header = ["wager", "pay table", "house edge", "hit rate", "sd", "expected value"];
    table(&header, rows, &[2, 3, 4])
}

fn heading(side: &SideWager) -> String {
    let condition = if side.spot == Spot::Insurance { ", with an ace up" } else { "" };
    format!("{}, pay table {}{condition}", side.spot.name(), side.paytable)
}

fn classes(side: &SideWager) -> String {
    let rows = side.rows.iter().map(|row| {
        vec![
            row.class.label().to_owned(),
            row.pay.to_string(),
            row.ways.to_string(),
            format!("{:.9}", row.probability.to_f64()),
            one_in(row.probability.to_f64()),
            format!("{:+.6}", row.contribution.to_f64()),
        ]
    });
    let mut rows: Vec<Vec<String>> = rows.collect();
    let total =
        ["all".to_owned(), String::new(), side.of.to_string(), "1".to_owned(), String::new()];
    rows.push(total.into_iter().chain([format!("{:+.6}", side.ev.to_f64())]).collect());
    table(&["class", "pays", "ways", "probability", "", "contribution"], rows, &[2, 3, 4, 5])
}

fn insurance(page: &Page) -> String {
    let rows = page.analysis.insurance.iter().map(|known| {
        let own = match known.tens {
            0 => "no ten of one's own",
            1 => "one ten of one's own",
            _ => "two tens of one's own",
        };
        vec![own.to_owned(), percent(known.wager.house_edge().to_f64()), known.wager.ev.to_string()]
    });
    table(&["knowing", "house edge", "expected value"], rows.collect(), &[1])
}

fn meter(wager: &ProgressiveWager) -> String {
    let mut text = format!("  fixed lines return {}", percent(wager.fixed_return.to_f64()));
    for level in &wager.levels {
        let probability = one_in(level.probability.to_f64());
        let _ = write!(
            text,
            "\n  {} % of the meter: {}, {probability}",
            level.share,
            level.class.label()
        );
    }
    let per_thousand = wager.return_at(100_000) - wager.fixed_return;
    let _ = write!(text, "\n  every $1,000 on the meter adds {}", percent(per_thousand.to_f64()));
    if let Some(break_even) = wager.break_even_meter() {
        let cents = Money::cents(break_even.to_f64().round() as i64);
        let _ = write!(text, "\n  break-even meter {cents}");
    }
    text
}

fn removal(page: &Page, vulnerable: &Vulnerable) -> String {
    let Vulnerable { spot, paytable, meter, removal, .. } = vulnerable;
    let at =
        meter.map_or(String::new(), |cents| format!(", meter at {}", Money::cents(cents as i64)));
    let mut text = format!(
        "{}, pay table {paytable}{at}: effect of removing one card, in % of the wager\n",
        spot.name()
    );
    if removal.is_symmetric() {
        let effect = removal.effects.first().map_or(0.0, |(_, effect)| effect.to_f64());
        let _ = writeln!(
            text,
            "  every card {:+.5}: one card is like another to it, so a count that adds up cards \
             tells nothing;\n  only how many of each are left does",
            effect * 100.0
        );
        text.push_str(&known(page, vulnerable));
        return text;
    }
    let mut rows: Vec<Vec<String>> = Vec::new();
    for rank in cards::Rank::ALL {
        let of_rank: Vec<f64> = removal
            .effects
            .iter()
            .filter(|(card, _)| card.rank() == rank)
            .map(|(_, effect)| effect.to_f64() * 100.0)
            .collect();
        let Some(&first) = of_rank.first() else { continue };
        let mut row = vec![rank.letter().to_string()];
        if of_rank.iter().all(|&effect| effect == first) {
            row.push(format!("{first:+.5}"));
        } else {
            row.push(
                of_rank.iter().map(|effect| format!("{effect:+.5}")).collect::<Vec<_>>().join("  "),
            );
        }
        rows.push(row);
    }
    let _ = writeln!(
        text,
        "{}",
        table(&["rank", "effect (clubs, diamonds, hearts, spades where they differ)"], rows, &[])
    );
    for count in removal.counts(&page.analysis.counts, 4) {
        let tags: Vec<String> = count
            .tags
            .iter()
            .filter(|(card, _)| !count.by_rank || card.suit() == cards::Suit::Clubs)
            .map(|(card, tag)| {
                let name =
                    if count.by_rank { card.rank().letter().to_string() } else { card.to_string() };
                format!("{name} {tag:+}")
            })
            .collect();
        let _ = writeln!(
            text,
            "  best count: {}; correlation {:.4}",
            tags.join(", "),
            count.correlation
        );
    }
    text.push_str(&known(page, vulnerable));
    text
}

/// What perfect knowledge of the dealt cards is worth, with its error.
fn known(page: &Page, vulnerable: &Vulnerable) -> String {
    let mut text = String::new();
    for known in &vulnerable.known {
        let meter = known.meter.map(|cents| Money::cents(cents as i64));
        let at = meter.map_or(String::new(), |meter| format!("with {meter} on the meter "));
        let _ = writeln!(
            text,
            "  with perfect knowledge: {at}{:.2} % ± {:.2} % of shoes of which {:.0} % are dealt \
             favour the player; a wager on each of these wins {:.5} % ± {:.5} % a shoe",
            100.0 * known.share(),
            100.0 * known.share_se(),
            100.0 * page.penetration,
            100.0 * known.gain,
            100.0 * known.gain_se,
        );
    }
    text
}
