//! The first page: what the sheet is about, and its figures at a glance.

use super::{heading, main_wager, named, text};
use crate::par::document::{Block, Section, Table};
use crate::par::main_wager::MainSheet;
use crate::par::sheet::ParSheet;
use crate::par::show;
use crate::par::wager::WagerSheet;

pub(super) fn summary(sheet: &ParSheet) -> Section {
    let mut blocks = vec![Block::Facts { rows: game(sheet) }];
    blocks.extend(warnings(sheet).into_iter().map(|text| Block::Note { text }));
    blocks.extend(main_wager::warning(sheet).map(|text| Block::Note { text }));
    blocks.extend(sheet.main.iter().map(|main| Block::Table(main_glance(main))));
    blocks.extend([Block::Table(glance(sheet)), text(reading(sheet))]);
    blocks.extend([heading("Identification"), Block::Facts { rows: identification(sheet) }]);
    Section { id: "summary".to_owned(), title: "Summary".to_owned(), own_page: false, blocks }
}

/// What the sheet is about and how it is identified, as terms and what they are.
pub(in crate::par) fn facts_of(sheet: &ParSheet) -> Vec<(String, String)> {
    game(sheet).into_iter().chain(identification(sheet)).collect()
}

fn game(sheet: &ParSheet) -> Vec<(String, String)> {
    let of = |all: Vec<String>| {
        if all.len() > 1 { format!(" (of {})", all.join(", ")) } else { String::new() }
    };
    let decks = sheet.decks_offered.iter().map(ToString::to_string).collect();
    named(vec![
        ("Game", format!("{} ({})", sheet.name, sheet.game)),
        ("Written from", format!("rule sheet {}; {}", sheet.rule_sheet, sheet.about)),
        (
            "Configuration",
            format!(
                "{}{}",
                sheet.stated.from.configuration(&sheet.configuration),
                of(sheet.configurations.clone())
            ),
        ),
        ("Decks", format!("{}{}; {} cards in the shoe", sheet.decks, of(decks), sheet.cards)),
        ("Date", sheet.stated.date.to_string()),
    ])
}

/// Settings beside the game file must not be overlooked.
pub(in crate::par) fn warnings(sheet: &ParSheet) -> Vec<String> {
    let mut notes = Vec::new();
    if !sheet.what_if.is_empty() {
        let set: Vec<String> =
            sheet.what_if.iter().map(|(key, value)| format!("{key} = {value}")).collect();
        notes.push(format!(
            "What if: this sheet holds for {} in place of the game file's settings.",
            set.join(", ")
        ));
    }
    notes.extend(sheet.beyond.iter().map(|note| format!("Beyond the rule sheets: {note}.")));
    notes
}

fn main_glance(main: &MainSheet) -> Table {
    let form = &main.form;
    let mut row = vec![
        show::percent(form.house_edge(), 4),
        show::percent(1.0 + form.ev, 4),
        show::percent(form.element_of_risk(), 4),
        show::decimal(form.outcomes.average_wager, 4),
        show::decimal(main.variance.value.sqrt(), 4),
    ];
    let mut heads =
        vec!["#house edge", "#return", "#element of risk", "#average wager", "#standard deviation"];
    if let Some(edge) = main.all_in() {
        row.insert(0, show::percent(edge, 4));
        heads[0] = "#main wager alone";
        heads.insert(0, "#house edge, all in");
    }
    Table::new("The main wager under the best strategy, per main wager", &heads, vec![row])
}

fn glance(sheet: &ParSheet) -> Table {
    let row = |wager: &WagerSheet| {
        let at = wager
            .meter
            .as_ref()
            .map_or(String::new(), |meter| format!(", meter at {}", show::money(meter.cents)));
        let mark = if wager.posted { " \u{2020}" } else { "" };
        vec![
            format!("{}{at}", wager.spot.name()),
            format!("{}{mark}", wager.paytable),
            show::percent(wager.house_edge().to_f64(), 4),
            show::percent(1.0 + wager.ev.to_f64(), 4),
            show::percent(wager.hit_rate.to_f64(), 4),
            show::decimal(wager.variance, 4),
            show::decimal(wager.sd(), 4),
        ]
    };
    let heads = [
        "wager",
        "pay table",
        "#house edge",
        "#return",
        "#hit frequency",
        "#variance",
        "#standard deviation",
    ];
    Table::new(
        "Every wager besides the main hand, per unit staked",
        &heads,
        sheet.wagers.iter().map(row).collect(),
    )
}

fn reading(sheet: &ParSheet) -> String {
    let mut text =
        "\u{2020} The pay table this profile posts; the others are offered in its place."
            .to_owned();
    if sheet.wagers.iter().any(|wager| wager.meter.is_some()) {
        text.push_str(
            " A progressive wager has no house edge without its meter: its figures hold \
                       with the meter at the amount named.",
        );
    }
    if !sheet.insurance.is_empty() {
        text.push_str(" Insurance is taken with an ace up.");
    }
    text
}

fn identification(sheet: &ParSheet) -> Vec<(String, String)> {
    let from = &sheet.stated.from;
    let hash = |hash: &Option<String>| hash.clone().unwrap_or_else(|| "not available".to_owned());
    let (program, file) = (hash(&from.program_hash), hash(&from.game_file));
    named(vec![
        ("Schema", from.schema.to_owned()),
        ("Game file", format!("version {}, SHA-256 {file}", sheet.game_version)),
        ("Profile", format!("SHA-256 {} over every setting and choice", sheet.profile_hash)),
        ("Program", format!("bahama {}, SHA-256 {program}", from.version)),
        ("Set beside the file", from.differs()),
        ("Strategy class", from.strategy_class.clone().unwrap_or_default()),
        ("Made again by", from.command.clone()),
    ])
}
