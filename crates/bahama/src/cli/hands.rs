//! `bahama hands`: every starting hand against every up-card.

use std::fmt::Write as _;
use std::io::Write;
use std::path::PathBuf;
use std::sync::Arc;

use cards::{Counts, Suit};
use clap::Args;
use odds::main_wager::{Question, Solution, StartingHand, Table};
use rules::{Action, Game, Profile, Word as _};
use rust_xlsxwriter::{Workbook, XlsxError};
use serde_json::{Map, Value, json};

use super::{BetArgs, Failed, GameArgs, ThreadArgs, warn_beyond};
use crate::library::Library;
use crate::provenance::Provenance;
use crate::text::{paragraph, table};
use crate::wording::{bet_note, strategy_class};

pub(crate) const EXAMPLES: &str = "\
Examples:
  bahama hands bahama-bonus
  bahama hands wsgc-bahama-bonus --configuration s17 --csv > hands.csv
  bahama hands players-edge-21 --bet 500 --out hands.xlsx
  bahama hands bahama-bonus --json

Values are in units of the main wager after the peek, each action followed by the best play; a
split by splitting again or not, whichever is better. Hands that only their suits tell apart are
listed apart where suits change a value.";

#[derive(Args)]
pub(crate) struct HandsArgs {
    #[command(flatten)]
    game: GameArgs,
    #[command(flatten)]
    bet: BetArgs,
    #[command(flatten)]
    threads: ThreadArgs,
    /// One JSON document instead of text.
    #[arg(long, conflicts_with_all = ["csv", "out"])]
    json: bool,
    /// One line per hand as comma-separated values.
    #[arg(long, conflicts_with = "out")]
    csv: bool,
    /// Write a workbook, FILE.xlsx.
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

struct Page {
    game: Game,
    profile: Profile,
    question: Question,
    hands: Vec<StartingHand>,
    provenance: Provenance,
}

pub(crate) fn run(library: &Library, args: &HandsArgs) -> Result<(), Failed> {
    args.threads.start()?;
    if let Some(path) = args.out.as_ref().filter(|path| path.extension() != Some("xlsx".as_ref())) {
        let message = format!("{} does not end in .xlsx: --out writes a workbook", path.display());
        return Err(Failed::Usage(message));
    }
    let choice = args.game.choice();
    let (game, profile) = library.profile(&choice)?;
    let question = args.bet.question(&profile.rules)?;
    let counts = Counts::of(profile.rules.deck, profile.rules.decks);
    let shoe = Arc::new(Table::new(&counts, question.rules.soft_17));
    let hands = Solution::of(&shoe, question)?.starting_hands();
    let provenance = Provenance::of(library, &choice, (&game, &profile), "hands-1")
        .playing(question.class.name());
    let page = Page { game, profile, question, hands, provenance };
    let mut out = anstream::stdout();
    match &args.out {
        Some(path) => {
            let bytes = workbook(&page).map_err(crate::par::ParFailed::Xlsx)?;
            std::fs::write(path, &bytes)
                .map_err(|error| Failed::File { path: path.clone(), error })?;
            writeln!(out, "{}: {} hands", path.display(), page.hands.len())?;
        }
        None if args.json => writeln!(out, "{:#}", document(&page))?,
        None if args.csv => write!(out, "{}", lines(&page))?,
        None => write!(out, "{}", text(&page))?,
    }
    warn_beyond(&page.game);
    Ok(())
}

/// A value as it is written: A, 2 to 9, T.
fn value(value: u8) -> String {
    match value {
        1 => "A".to_owned(),
        10 => "T".to_owned(),
        value => value.to_string(),
    }
}

fn cards(hand: &StartingHand) -> String {
    hand.values.map(value).join(" ")
}

/// Which suits a hand stands for; nothing where suits do not matter.
fn suits(hand: &StartingHand) -> String {
    let same = hand.suits.iter().filter(|[first, second, _]| first == second);
    if hand.suits.is_empty() {
        return String::new();
    }
    if same.clone().count() != hand.suits.len() {
        return if same.clone().next().is_none() { "mixed".to_owned() } else { "any".to_owned() };
    }
    let words = |suits: Vec<Suit>| -> String {
        let listed = Suit::ALL.into_iter().filter(|suit| suits.contains(suit));
        listed.map(Suit::word).collect::<Vec<_>>().join("/")
    };
    let own = words(same.clone().map(|[first, ..]| *first).collect());
    let ups: Vec<Suit> = same.map(|[.., up]| *up).collect();
    match Suit::ALL.iter().all(|suit| ups.contains(suit)) {
        true => own,
        false => format!("{own} against {}", words(ups)),
    }
}

fn best(hand: &StartingHand) -> String {
    hand.best.map_or("natural".to_owned(), |action| action.to_string())
}

fn worth(hand: &StartingHand, action: Action) -> Option<f64> {
    hand.actions.iter().find(|(known, _)| *known == action).map(|&(_, worth)| worth)
}

fn document(page: &Page) -> Value {
    let hands: Vec<Value> = page
        .hands
        .iter()
        .map(|hand| {
            let actions: Map<String, Value> = hand
                .actions
                .iter()
                .map(|(action, worth)| (action.to_string(), json!(worth)))
                .collect();
            json!({
                "cards": cards(hand),
                "suits": suits(hand),
                "up": value(hand.up),
                "probability": hand.probability,
                "actions": actions,
                "best": best(hand),
                "worth": hand.worth,
            })
        })
        .collect();
    json!({
        "game": page.game.id,
        "configuration": page.profile.configuration,
        "decks": page.profile.rules.decks,
        "profile": page.profile.hash,
        "strategy_class": strategy_class(&page.question, &[]),
        "bet": page.question.bet,
        "bet_note": bet_note(page.question.bet),
        "hands": hands,
        "beyond_the_sheets": page.game.beyond.iter().map(ToString::to_string).collect::<Vec<_>>(),
        "provenance": page.provenance.json(),
    })
}

/// The actions that any of the hands may take, in their fixed order.
fn actions(page: &Page) -> Vec<Action> {
    let taken = |action: &Action| page.hands.iter().any(|hand| worth(hand, *action).is_some());
    Action::ALL.iter().copied().filter(taken).collect()
}

fn text(page: &Page) -> String {
    let mut text = format!(
        "{} ({} decks, {})\n\n",
        page.game.name,
        page.profile.rules.decks,
        page.provenance.configuration(&page.profile.configuration)
    );
    let actions = actions(page);
    let rows = page.hands.iter().map(|hand| {
        let mut row = vec![cards(hand), suits(hand), value(hand.up)];
        row.push(format!("{:.9}", hand.probability));
        let worths = actions.iter().map(|&action| worth(hand, action));
        row.extend(worths.map(|worth| worth.map_or(String::new(), |worth| format!("{worth:+.6}"))));
        row.push(best(hand));
        row
    });
    let names: Vec<String> = actions.iter().map(ToString::to_string).collect();
    let mut header = vec!["cards", "suits", "up", "probability"];
    header.extend(names.iter().map(String::as_str));
    header.push("best");
    let right: Vec<usize> = (3..4 + actions.len()).collect();
    let _ = writeln!(text, "{}\n", table(&header, rows.collect(), &right));
    text.push_str(&paragraph("  bet       ", &bet_note(page.question.bet)));
    text.push_str(&paragraph("  strategy  ", &strategy_class(&page.question, &[])));
    text.push_str(&page.provenance.text());
    text
}

fn lines(page: &Page) -> String {
    let actions = actions(page);
    let names: Vec<String> = actions.iter().map(ToString::to_string).collect();
    let mut text = format!(
        "game,configuration,decks,cards,suits,up,probability,{},best,worth,{}\n",
        names.join(","),
        Provenance::CSV_HEADS
    );
    let end = page.provenance.csv();
    for hand in &page.hands {
        let worths = actions.iter().map(|&action| worth(hand, action));
        let worths: Vec<String> =
            worths.map(|worth| worth.map_or(String::new(), |worth| worth.to_string())).collect();
        let _ = writeln!(
            text,
            "{},{},{},{},{},{},{},{},{},{},{end}",
            page.game.id,
            page.profile.configuration,
            page.profile.rules.decks,
            cards(hand),
            suits(hand),
            value(hand.up),
            hand.probability,
            worths.join(","),
            best(hand),
            hand.worth,
        );
    }
    text
}

fn workbook(page: &Page) -> Result<Vec<u8>, XlsxError> {
    let mut workbook = Workbook::new();
    // The bytes must not depend on the day.
    let made = rust_xlsxwriter::ExcelDateTime::from_ymd(2000, 1, 1)?;
    let properties = rust_xlsxwriter::DocProperties::new().set_creation_datetime(&made);
    workbook.set_properties(&properties);
    let actions = actions(page);
    let sheet = workbook.add_worksheet().set_name("Starting hands")?;
    let names: Vec<String> = actions.iter().map(ToString::to_string).collect();
    let heads = ["cards", "suits", "up", "probability"].into_iter();
    let heads = heads.chain(names.iter().map(String::as_str)).chain(["best", "worth"]);
    for (column, head) in (0..).zip(heads) {
        sheet.write(0, column, head)?;
    }
    for (row, hand) in (1..).zip(&page.hands) {
        sheet.write(row, 0, cards(hand))?.write(row, 1, suits(hand))?;
        sheet.write(row, 2, value(hand.up))?.write(row, 3, hand.probability)?;
        for (column, &action) in (4..).zip(&actions) {
            if let Some(worth) = worth(hand, action) {
                sheet.write(row, column, worth)?;
            }
        }
        let after = 4 + actions.len() as u16;
        sheet.write(row, after, best(hand))?.write(row, after + 1, hand.worth)?;
    }
    let origin = workbook.add_worksheet().set_name("Where this comes from")?;
    for (row, line) in (0..).zip(page.provenance.text().trim().lines()) {
        origin.write(row, 0, line)?;
    }
    workbook.save_to_buffer()
}
