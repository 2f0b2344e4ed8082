//! Charts for the terminal.

use std::fmt::Write as _;

use anstyle::{AnsiColor, Style};
use rules::{Action, Word};

use super::code::{Code, legend};
use super::{COLUMNS, StrategySheet, group, part_title, possible_word, row_label, value_label};
use crate::wording::bet_note;

/// How many departures of the optimum the text lists.
const DEPARTURES: usize = 12;

pub(crate) fn text(sheet: &StrategySheet) -> String {
    let mut out = String::new();
    let _ = writeln!(out, "{}", sheet.name);
    let _ = writeln!(out, "{}\n{}", sheet.terms(), bet_note(sheet.bet));
    for part in sheet.parts() {
        let _ = writeln!(out, "\n{}", part_title(part).to_uppercase());
        let mut last = "";
        for row in part.rows() {
            if group(row) != last {
                last = group(row);
                let _ = write!(out, "{last:<12}");
                for up in COLUMNS {
                    let _ = write!(out, "{:>6}", value_label(up));
                }
                out.push('\n');
            }
            let _ = write!(out, "{:>10}  ", row_label(part, row));
            for up in COLUMNS {
                let code = Code::on(sheet, part, row, up);
                let style = style(code.play);
                // Widths count characters, not bytes or colours.
                let pad = 6usize.saturating_sub(code.short.chars().count());
                let _ = write!(out, "{:pad$}{style}{}{style:#}", "", code.short);
            }
            out.push('\n');
        }
    }
    values(sheet, &mut out);
    out
}

fn values(sheet: &StrategySheet, out: &mut String) {
    out.push('\n');
    for (code, meaning) in legend(sheet) {
        let _ = writeln!(out, "{code:>8}  {meaning}");
    }
    let percent = |value: f64| format!("{:.4} %", 100.0 * value);
    let _ = writeln!(
        out,
        "\nHouse edge with this chart  {:>10}  of the original wager",
        percent(sheet.house_edge())
    );
    let _ = writeln!(
        out,
        "with every card counted     {:>10}  (composition-dependent, best by pair)",
        percent(-sheet.optimum)
    );
    let _ = writeln!(out, "cost of the chart           {:>10}", percent(sheet.cost()));
    if !sheet.departures.is_empty() {
        let _ = writeln!(
            out,
            "\nWhere the best play by every card differs, and what that gains in an average round:"
        );
    }
    for departure in sheet.departures.iter().take(DEPARTURES) {
        let cards: Vec<String> = departure.cards.iter().map(|&value| value_label(value)).collect();
        let suited = departure
            .possible
            .map_or(String::new(), |possible| format!(" ({})", possible_word(possible)));
        let doubled = if departure.doubles > 0 { ", doubled" } else { "" };
        let hand = format!("{}{suited}{doubled} v {}", cards.join("-"), value_label(departure.up));
        let (optimum, chart) = (departure.optimum.word(), departure.chart.word());
        let _ =
            writeln!(out, "  {hand:<32} {optimum:<9} instead of {chart:<9} {:.2e}", departure.gain);
    }
    let more = sheet.departures.len().saturating_sub(DEPARTURES);
    if more > 0 {
        let _ = writeln!(out, "  and {more} more (--format json lists all)");
    }
}

fn style(play: Action) -> Style {
    let colour = match play {
        Action::Hit => AnsiColor::Green,
        Action::Stand => AnsiColor::Red,
        Action::Double => AnsiColor::Blue,
        Action::Split => AnsiColor::Yellow,
        Action::Surrender | Action::Rescue => AnsiColor::Magenta,
    };
    Style::new().fg_color(Some(colour.into())).bold()
}
