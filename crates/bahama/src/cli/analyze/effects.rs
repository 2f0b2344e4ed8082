//! `bahama analyze --effects`: every single rule change and what it does.

use std::fmt::Write as _;
use std::io::Write;

use odds::effects::{Base, Effect, Effects, NoEffects, Plan};
use odds::main_wager::Question;
use rules::{Game, GameFile, Profile};
use serde_json::{Value, json};

use crate::cli::{Failed, warn_beyond};
use crate::library::Choice;
use crate::progress;
use crate::provenance::Provenance;
use crate::text::{csv_cell, paragraph, table};
use crate::wording::{bet_note, strategy_class};

/// How the effects are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Form {
    Text,
    Json,
    Csv,
}

impl Form {
    pub(super) fn of(json: bool, csv: bool) -> Form {
        match (json, csv) {
            (true, _) => Form::Json,
            (false, true) => Form::Csv,
            (false, false) => Form::Text,
        }
    }
}

/// The game, how its hands are played, and what was found.
struct Page {
    game: Game,
    profile: Profile,
    question: Question,
    effects: Effects,
    provenance: Provenance,
}

/// Solves the game with every change of its rules; a bet lets limits on doubling bind.
pub(super) fn run(
    file: &GameFile,
    choice: &Choice,
    (game, profile): (Game, Profile),
    question: Question,
    form: Form,
    provenance: Provenance,
) -> Result<(), Failed> {
    let base = Base {
        file,
        configuration: choice.configuration.as_deref(),
        decks: Some(profile.rules.decks),
        set: &choice.set,
        bet: question.bet,
        class: question.class,
    };
    let refused = |error: NoEffects| match error {
        NoEffects::NotModelled(why) => Failed::NotModelled(why),
        NoEffects::Faults(_) => Failed::Usage(error.to_string()),
    };
    let plan = Plan::of(&base).map_err(refused)?;
    let bar = progress::bar(plan.work(), "rule changes");
    let effects = plan.solve(&|| bar.inc(1));
    bar.finish_and_clear();
    let effects = effects.map_err(refused)?;
    let page = Page { game, profile, question, effects, provenance };
    let mut out = anstream::stdout();
    match form {
        Form::Text => write!(out, "{}", text(&page))?,
        Form::Json => writeln!(out, "{:#}", document(&page))?,
        Form::Csv => write!(out, "{}", lines(&page))?,
    }
    warn_beyond(&page.game);
    Ok(())
}

fn text(page: &Page) -> String {
    let rules = &page.profile.rules;
    let mut text = format!(
        "{} ({} decks, {})\nhouse edge of the main wager {}\n\n",
        page.game.name,
        rules.decks,
        page.provenance.configuration(&page.profile.configuration),
        percent(page.effects.house_edge),
    );
    let rows = page.effects.changes.iter().map(|change| {
        let Effect { setting, from, to, house_edge, effect, note } = change.clone();
        let effect = effect.map_or(String::new(), signed_percent);
        let house_edge = house_edge.map_or(String::new(), percent);
        vec![setting, from, to, effect, house_edge, note.unwrap_or_default()]
    });
    let header = ["setting", "from", "to", "effect", "house edge", "note"];
    let _ = writeln!(text, "{}", table(&header, rows.collect(), &[3, 4]));
    text.push_str("\nAn effect above zero is what the house gains by the change alone.\n\n");
    text.push_str(&paragraph("  bet       ", &bet_note(page.question.bet)));
    text.push_str(&paragraph("  strategy  ", &strategy_class(&page.question, &[])));
    text.push_str(&page.provenance.text());
    text
}

fn percent(value: f64) -> String {
    format!("{:.4} %", value * 100.0)
}

/// With its sign; what rounds to nothing has none.
fn signed_percent(value: f64) -> String {
    let text = format!("{:+.4} %", value * 100.0);
    match text.as_str() {
        "+0.0000 %" | "-0.0000 %" => "0.0000 %".to_owned(),
        _ => text,
    }
}

fn document(page: &Page) -> Value {
    let effects: Vec<Value> = page
        .effects
        .changes
        .iter()
        .map(|change| {
            json!({
                "setting": change.setting,
                "from": change.from,
                "to": change.to,
                "house_edge": change.house_edge,
                "effect": change.effect,
                "note": change.note,
            })
        })
        .collect();
    json!({
        "base": {
            "game": page.game.id,
            "configuration": page.profile.configuration,
            "decks": page.profile.rules.decks,
            "profile": page.profile.hash,
            "house_edge": page.effects.house_edge,
            "strategy_class": strategy_class(&page.question, &[]),
            "bet": page.question.bet,
            "bet_note": bet_note(page.question.bet),
        },
        "provenance": page.provenance.json(),
        "effects": effects,
        "beyond_the_sheets": page.game.beyond.iter().map(ToString::to_string).collect::<Vec<_>>(),
    })
}

fn lines(page: &Page) -> String {
    let mut text = format!(
        "game,configuration,decks,setting,from,to,base_house_edge,house_edge,effect,note,{}\n",
        Provenance::CSV_HEADS
    );
    let end = page.provenance.csv();
    let number = |value: Option<f64>| value.map_or(String::new(), |value| value.to_string());
    for change in &page.effects.changes {
        let _ = writeln!(
            text,
            "{},{},{},{},{},{},{},{},{},{},{end}",
            page.game.id,
            page.profile.configuration,
            page.profile.rules.decks,
            change.setting,
            change.from,
            change.to,
            page.effects.house_edge,
            number(change.house_edge),
            number(change.effect),
            csv_cell(change.note.as_deref().unwrap_or_default()),
        );
    }
    text
}
