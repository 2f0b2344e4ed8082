//! `bahama par`: the PAR sheet of a game.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use clap::Args;
use jiff::civil::Date;
use jiff::tz::TimeZone;
use odds::Analysis;
use serde_json::json;

use super::{Failed, GameArgs, ThreadArgs, check_bet, warn_beyond};
use crate::library::Library;
use crate::par::{Format, MainSheet, ParSheet, SPLIT_CLASS, Stated, forms, hash};
use crate::provenance::Provenance;

pub(crate) const EXAMPLES: &str = "\
Examples:
  bahama par wsgc-bahama-bonus --out sheet.html
  bahama par bahamas-bonus --decks 8 --paytable trilux=TRI-04 --out sheet.xlsx
  bahama par wsgc-bahama-bonus --bet 10000 --out sheet.html
  bahama par bahama-bonus --bet 500 --players 5 --out sheet.html
  bahama par players-edge-21 --date 2026-11-15 --out sheet.html

The ending says what is written: .html is one page with charts that prints well, .xlsx a workbook
with live formulas, .pdf a document (in a program built with the feature pdf). The same game,
choices and --date give the same bytes.";

#[derive(Args)]
pub(crate) struct ParArgs {
    #[command(flatten)]
    game: GameArgs,
    /// The file to write: FILE.html, FILE.xlsx or FILE.pdf.
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// The main wager in cents, for limits on doubling and prizes of fixed dollars; without it no
    /// limit binds.
    #[arg(long, value_name = "CENTS")]
    bet: Option<u32>,
    /// Players at the table, each with one seat: envy is paid among them.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u8).range(1..=7))]
    #[arg(requires = "bet")]
    players: u8,
    /// The date the sheet states, as YYYY-MM-DD; today (UTC) without it.
    #[arg(long, value_name = "DATE", value_parser = date)]
    date: Option<Date>,
    #[command(flatten)]
    threads: ThreadArgs,
    /// Say what was written as one JSON document.
    #[arg(long)]
    json: bool,
}

/// A date that a workbook can state too.
fn date(text: &str) -> Result<Date, String> {
    let read = text.parse::<Date>().ok().filter(|date| date.year() >= 1900);
    read.filter(|date| date.to_string() == text)
        .ok_or_else(|| "write a date from 1900 on as YYYY-MM-DD, such as 2026-11-15".to_owned())
}

pub(crate) fn run(library: &Library, args: &ParArgs) -> Result<(), Failed> {
    args.threads.start()?;
    let Some(format) = Format::of(&args.out) else {
        return Err(Failed::Usage(format!(
            "{} ends in none of .html, .xlsx and .pdf: the ending says what is written",
            args.out.display()
        )));
    };
    format.available(&args.out)?;
    let folder = folder(&args.out)?;
    let choice = args.game.choice();
    let (game, profile) = library.profile(&choice)?;
    let analysis = Analysis::of(&game, profile.rules.decks, &choice.paytables, &[])?;
    check_bet(&profile.rules, args.bet)?;
    let main = forms(library, &choice, args.bet)
        .and_then(|forms| MainSheet::of(&profile, forms, args.bet))
        .map(|main| MainSheet { players: args.players, ..main });
    let date = args.date.unwrap_or_else(|| jiff::Timestamp::now().to_zoned(TimeZone::UTC).date());
    let from = Provenance::of(library, &choice, (&game, &profile), "par-2");
    let from = from.playing(SPLIT_CLASS.name()).writing(&args.out.to_string_lossy(), format.file());
    let from = match args.date {
        Some(_) => from,
        None => from.saying(&format!("--date {date}")),
    };
    let stated = Stated { date, from };
    let sheet = ParSheet::of(&game, &profile, &analysis, main, &choice, stated);
    let bytes = format.render(&sheet)?;
    write_whole(folder, &args.out, &bytes)
        .map_err(|error| Failed::File { path: args.out.clone(), error })?;
    warn_beyond(&game);
    let (path, digest) = (args.out.display(), hash(&bytes));
    let mut out = anstream::stdout();
    if args.json {
        let document = json!({
            "file": path.to_string(),
            "bytes": bytes.len(),
            "sha256": digest,
            "date": date.to_string(),
            "game": sheet.game,
            "profile": sheet.profile_hash,
            "provenance": sheet.stated.from.json(),
        });
        writeln!(out, "{document:#}")?;
    } else {
        writeln!(out, "{path}: {} bytes, SHA-256 {digest}", bytes.len())?;
    }
    Ok(())
}

/// The folder a file is to stand in; it must be there.
fn folder(path: &Path) -> Result<&Path, Failed> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    let folder = folder.unwrap_or(Path::new("."));
    if folder.is_dir() {
        return Ok(folder);
    }
    let error = io::Error::new(io::ErrorKind::NotFound, "there is no such folder; make it first");
    Err(Failed::File { path: folder.to_owned(), error })
}

/// Writes beside the file and renames, so that nobody ever sees half of it.
fn write_whole(folder: &Path, path: &Path, bytes: &[u8]) -> io::Result<()> {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let beside = folder.join(format!(".{name}.{}.part", std::process::id()));
    let written = File::create_new(&beside)
        .and_then(|mut file| file.write_all(bytes).and_then(|()| file.sync_all()))
        .and_then(|()| fs::rename(&beside, path));
    if written.is_err() {
        // What is left of it would only puzzle; if it cannot be removed, so be it.
        let _ = fs::remove_file(&beside);
    }
    written
}
