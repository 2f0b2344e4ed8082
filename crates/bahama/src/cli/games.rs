//! `bahama games`: what there is.

use std::io::Write;

use clap::Args;
use rules::{Game, Money, Most, Spot};
use serde_json::{Map, Value, json};

use super::Failed;
use crate::library::{Choice, Library};
use crate::text;

#[derive(Args)]
pub(crate) struct GamesArgs {
    /// One JSON document instead of a table.
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(library: &Library, args: &GamesArgs) -> Result<(), Failed> {
    let mut games = Vec::new();
    for id in library.ids() {
        games.push(library.game(&Choice { game: id.to_owned(), ..Choice::default() })?);
    }
    let mut out = anstream::stdout();
    if args.json {
        let list: Vec<Value> = games.iter().map(game_json).collect();
        writeln!(out, "{:#}", Value::Array(list))?;
        return Ok(());
    }
    let rows = games.iter().map(|game| {
        let spots: Vec<String> = game.spots().skip(1).map(|spot| spot.to_string()).collect();
        vec![
            game.id.clone(),
            game.name.clone(),
            decks(game),
            limits(game),
            game.configurations.join(", "),
            spots.join(", "),
        ]
    });
    let header = ["id", "name", "decks", "main wager", "configurations", "wagers besides main"];
    let id = &games[0].id;
    writeln!(out, "{}", text::table(&header, rows.collect(), &[]))?;
    writeln!(out, "\nPlay one: bahama play {id}   Its rules: bahama rules {id}")?;
    Ok(())
}

fn decks(game: &Game) -> String {
    let counts: Vec<String> = game.decks.iter().map(ToString::to_string).collect();
    counts.join(", ")
}

fn limits(game: &Game) -> String {
    let money = |cents: u32| Money::cents(cents.into());
    match game.rules().wager(Spot::Main) {
        Some(main) => match main.most {
            Most::Amount(most) | Most::MainWager(most) => {
                format!("{} to {}", money(main.least), money(most))
            }
        },
        None => String::new(),
    }
}

fn game_json(game: &Game) -> Value {
    let spots: Vec<String> = game.spots().map(|spot| spot.to_string()).collect();
    let tables: Map<String, Value> = game
        .tables
        .iter()
        .map(|(spot, tables)| {
            let ids: Vec<&str> = tables.iter().map(|table| table.id.as_str()).collect();
            (spot.to_string(), json!(ids))
        })
        .collect();
    json!({
        "id": game.id,
        "name": game.name,
        "about": game.about,
        "sheet": game.sheet,
        "version": game.version,
        "decks": game.decks,
        "default_decks": game.default_decks,
        "configurations": game.configurations,
        "spots": spots,
        "paytables": tables,
    })
}
