//! `bahama rules`: a game's rules, and every setting behind them.

use std::io::Write;

use clap::Args;
use rules::{Game, Profile, Setting};
use serde_json::{Value, json};

use super::{Failed, GameArgs, warn_beyond};
use crate::library::Library;
use crate::text;

pub(crate) const EXAMPLES: &str = "\
Examples:
  bahama rules bahama-bonus
  bahama rules wsgc-bahama-bonus --configuration s17 --paytable trilux=TRI-04
  bahama rules players-edge-21 --settings";

#[derive(Args)]
pub(crate) struct RulesArgs {
    #[command(flatten)]
    game: GameArgs,
    /// List every setting: its key, its value, the values it can have, where it comes from.
    #[arg(long)]
    settings: bool,
    /// One JSON document instead of text.
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(library: &Library, args: &RulesArgs) -> Result<(), Failed> {
    let (game, profile) = library.profile(&args.game.choice())?;
    let mut out = anstream::stdout();
    match (args.json, args.settings) {
        (true, _) => writeln!(out, "{:#}", rules_json(&game, &profile))?,
        (false, true) => writeln!(out, "{}", settings_table(&game))?,
        (false, false) => write!(out, "{}", rules::Book::of(&game, &profile).to_text())?,
    }
    warn_beyond(&game);
    Ok(())
}

fn settings_table(game: &Game) -> String {
    let rows = game.settings.iter().map(|setting| {
        let Setting { key, value, values, from, .. } = setting.clone();
        vec![key, value, values, from]
    });
    text::table(&["key", "value", "values", "from"], rows.collect(), &[])
}

fn rules_json(game: &Game, profile: &Profile) -> Value {
    let settings: Vec<Value> = game
        .settings
        .iter()
        .map(|s| json!({"key": s.key, "value": s.value, "values": s.values, "from": s.from}))
        .collect();
    let book = rules::Book::of(game, profile);
    let sections: Vec<Value> = book
        .sections
        .iter()
        .map(|section| {
            let tables: Vec<Value> = section
                .tables
                .iter()
                .map(|table| json!({"title": table.title, "rows": table.rows, "from": table.from}))
                .collect();
            json!({"title": section.title, "sentences": section.sentences, "tables": tables})
        })
        .collect();
    json!({
        "game": game.id,
        "name": game.name,
        "configuration": profile.configuration,
        "decks": profile.rules.decks,
        "profile": profile.hash,
        "rules": sections,
        "settings": settings,
        "beyond_the_sheets": game.beyond.iter().map(ToString::to_string).collect::<Vec<_>>(),
    })
}
