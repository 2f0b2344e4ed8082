//! `bahama notice`: the placard of a table, made from the game file or from a table's own posting,
//! so that what is posted cannot differ from what is played (R-12, O-08, P-36).

use std::io::Write;

use askama::Template;
use clap::{Args, ValueEnum};
use rules::{Book, Game, Profile, Spot, Word as _};
use serde_json::json;
use server::floor::{Placarded, jackpot_sentence, placarded};
use table::{LinkParameters, TableId};

use super::record::AtRecord;
use super::{Failed, GameArgs, warn_beyond};
use crate::library::Library;

pub(crate) const EXAMPLES: &str = "\
Examples:
  bahama notice wsgc-bahama-bonus
  bahama notice wsgc-bahama-bonus --configuration s17 --format html > placard.html
  bahama notice players-edge-21 --format json
  bahama notice --table 3 --data /srv/bahama --format html > placard.html

With --table it is the placard of a table in the record, beside a running server or without
one: its own wagers, limits and settings, and its link's seed and rates as they are now. The
placard names the profile's fingerprint: a table whose view shows another one plays by other rules.";

#[derive(Args)]
pub(crate) struct NoticeArgs {
    #[command(flatten)]
    game: Option<GameArgs>,
    /// The number of a table in the record, instead of a game.
    #[arg(long, value_name = "N", conflicts_with = "GameArgs")]
    table: Option<u32>,
    #[command(flatten)]
    at: AtRecord,
    /// How it is written; html is one page to be printed.
    #[arg(long, value_enum, default_value = "text")]
    format: Format,
}

#[derive(Clone, Copy, ValueEnum)]
enum Format {
    Text,
    Html,
    Json,
}

/// What is posted besides the rules, whatever the game.
const ALWAYS: [&str; 4] = [
    "All wagers are placed before the first card is dealt; nothing is wagered between players.",
    "Every round has a number and a record. Ask the dealer for the number before you leave the table.",
    "A dispute is decided by the supervisor from the record of the round, and the decision is \
     written down. Whoever does not accept it may take it to the gaming authority.",
    "Play money and laboratory use unless the house has been approved for more.",
];

#[derive(Template)]
#[template(path = "notice.html")]
struct Placard {
    title: String,
    /// The table, where it is one's own placard.
    table: Option<String>,
    about: String,
    profile: String,
    sections: Vec<rules::Section>,
    jackpots: Vec<String>,
    /// Where it leaves the sheets, and what may favour the player.
    beyond: Vec<String>,
    always: &'static [&'static str],
}

pub(crate) fn run(library: &Library, args: &NoticeArgs) -> Result<(), Failed> {
    let (game, profile, placard) = match (args.table, &args.game) {
        (Some(number), _) => {
            let Placarded { posted, game, profile, jackpots } = table(&args.at, number)?;
            let allowed = posted.overrides().into_iter();
            let allowed =
                allowed.map(|name| format!("“{name}” may favour the player, by override"));
            let beyond = beyond(&game).chain(allowed).collect();
            let table = Some(format!("Table {number}, {}", posted.name));
            let placard = Placard { table, beyond, ..placard(&game, &profile, jackpots) };
            (game, profile, placard)
        }
        (None, Some(chosen)) => {
            let (game, profile) = library.profile(&chosen.choice())?;
            let placard = placard(&game, &profile, presets(&game, &profile));
            warn_beyond(&game);
            (game, profile, placard)
        }
        (None, None) => return Err(Failed::Usage("name a game or a --table".to_owned())),
    };
    let mut out = anstream::stdout();
    match args.format {
        Format::Html => write!(out, "{}", placard.render()?)?,
        Format::Text => write!(out, "{}", text(&game, &profile, &placard))?,
        Format::Json => {
            let document = json!({
                "game": game.id, "title": placard.title, "profile": placard.profile,
                "table": placard.table, "rules": Book::of(&game, &profile).to_text(),
                "jackpots": placard.jackpots, "beyond_the_sheets": placard.beyond,
                "notices": ALWAYS,
            });
            writeln!(out, "{document:#}")?;
        }
    }
    Ok(())
}

/// What a table of a record has posted.
fn table(at: &AtRecord, number: u32) -> Result<Placarded, Failed> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let found = runtime.block_on(async {
        let record = at.open().await?;
        let found = placarded(&*record.journal(), TableId(number)).await;
        record.close().await;
        Ok::<_, Failed>(found?)
    })?;
    found.ok_or_else(|| Failed::Refused(format!("there is no table {number}")))
}

fn beyond(game: &Game) -> impl Iterator<Item = String> {
    game.beyond.iter().map(|note| format!("Beyond the sheets: {note}"))
}

fn placard(game: &Game, profile: &Profile, jackpots: Vec<String>) -> Placard {
    let Book { title, about, sections } = Book::of(game, profile);
    Placard {
        title,
        table: None,
        about,
        profile: profile.hash.clone(),
        sections,
        jackpots,
        beyond: beyond(game).collect(),
        always: &ALWAYS,
    }
}

/// What the meters start from and how they grow, by the presets of the pay tables posted.
fn presets(game: &Game, profile: &Profile) -> Vec<String> {
    let mut sentences = Vec::new();
    for spot in Spot::ALL.iter().copied().filter(|spot| spot.is_progressive()) {
        let Some(wager) = profile.rules.wager(spot) else { continue };
        let id = profile.paytable(spot);
        let preset =
            game.presets.iter().find(|it| it.spot == spot && Some(it.paytable.as_str()) == id);
        let Some(preset) = preset else { continue };
        let parameters = LinkParameters {
            seed: preset.seed,
            contribution: preset.contribution.hundredths(),
            reserve: preset.reserve.hundredths(),
        };
        sentences.push(jackpot_sentence(spot, wager.least, parameters));
    }
    sentences
}

fn text(game: &Game, profile: &Profile, placard: &Placard) -> String {
    let mut text = placard.table.as_ref().map_or(String::new(), |table| format!("{table}\n\n"));
    text.push_str(&Book::of(game, profile).to_text());
    let mut more = |title: &str, sentences: &mut dyn Iterator<Item = &str>| {
        text.push_str(&format!("\n{title}\n"));
        sentences.for_each(|sentence| text.push_str(&format!("  {sentence}\n")));
    };
    if !placard.beyond.is_empty() {
        more("AS POSTED", &mut placard.beyond.iter().map(String::as_str));
    }
    if !placard.jackpots.is_empty() {
        more("JACKPOTS", &mut placard.jackpots.iter().map(String::as_str));
    }
    more("NOTICE", &mut ALWAYS.iter().copied());
    text.push_str(&format!("\nProfile {}\n", placard.profile));
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::library::Choice;

    /// Every rate of a meter's preset is told (A50).
    #[test]
    fn a_placard_tells_the_presets_of_its_meters() {
        let library = Library::default();
        let told = |set: &[(&str, &str)]| {
            let set = set.iter().map(|&(key, value)| (key.to_owned(), value.to_owned())).collect();
            let choice = Choice { game: "wsgc-bahama-bonus".to_owned(), set, ..Choice::default() };
            let (game, profile) = library.profile(&choice).unwrap_or_else(|it| panic!("{it}"));
            presets(&game, &profile)
        };
        let key = |name: &str| format!("progressive.presets.1.{name}");
        let own = told(&[]);
        for changed in [
            vec![(key("seed"), "$3,000")],
            vec![(key("contribution"), "11%"), (key("house"), "87%")],
            vec![(key("reserve"), "1%"), (key("house"), "87%")],
        ] {
            let changed: Vec<(&str, &str)> =
                changed.iter().map(|(key, value)| (key.as_str(), *value)).collect();
            assert_ne!(told(&changed), own, "{changed:?}");
        }
    }
}
