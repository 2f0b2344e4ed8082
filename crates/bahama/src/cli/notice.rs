//! `bahama notice`: the placard of a table, made from the game file, so that what is posted
//! cannot differ from what is played (R-12, O-08).

use std::io::Write;

use askama::Template;
use clap::{Args, ValueEnum};
use rules::{Book, Game, Money, Profile, Spot, Word as _};
use serde_json::json;

use super::{Failed, GameArgs, warn_beyond};
use crate::library::Library;

pub(crate) const EXAMPLES: &str = "\
Examples:
  bahama notice wsgc-bahama-bonus
  bahama notice wsgc-bahama-bonus --configuration s17 --format html > placard.html
  bahama notice players-edge-21 --format json

The placard names the profile's fingerprint: a table whose view shows another one plays by
other rules.";

#[derive(Args)]
pub(crate) struct NoticeArgs {
    #[command(flatten)]
    game: GameArgs,
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
    about: String,
    profile: String,
    sections: Vec<rules::Section>,
    jackpots: Vec<String>,
    always: &'static [&'static str],
}

pub(crate) fn run(library: &Library, args: &NoticeArgs) -> Result<(), Failed> {
    let (game, profile) = library.profile(&args.game.choice())?;
    let placard = placard(&game, &profile);
    let mut out = anstream::stdout();
    match args.format {
        Format::Html => write!(out, "{}", placard.render()?)?,
        Format::Text => write!(out, "{}", text(&game, &profile, &placard))?,
        Format::Json => {
            let document = json!({
                "game": game.id, "title": placard.title, "profile": placard.profile,
                "rules": Book::of(&game, &profile).to_text(), "jackpots": placard.jackpots,
                "notices": ALWAYS,
            });
            writeln!(out, "{document:#}")?;
        }
    }
    warn_beyond(&game);
    Ok(())
}

fn placard(game: &Game, profile: &Profile) -> Placard {
    let Book { title, about, sections } = Book::of(game, profile);
    Placard {
        title,
        about,
        profile: profile.hash.clone(),
        sections,
        jackpots: jackpots(game, profile),
        always: &ALWAYS,
    }
}

/// What the meters start from and how they grow, by the presets of the pay tables posted.
fn jackpots(game: &Game, profile: &Profile) -> Vec<String> {
    let mut sentences = Vec::new();
    for spot in Spot::ALL.iter().copied().filter(|spot| spot.is_progressive()) {
        let Some(wager) = profile.rules.wager(spot) else { continue };
        let id = profile.paytable(spot);
        let preset =
            game.presets.iter().find(|it| it.spot == spot && Some(it.paytable.as_str()) == id);
        let Some(preset) = preset else { continue };
        let money = |cents: u32| Money::cents(cents.into());
        sentences.push(format!(
            "{}: {} a sensor. The meter starts from {} and grows by {} of every wager; {} goes to \
             the reserve of the next meter and {} to the house. The display shows what is payable \
             now.",
            spot.name(),
            money(wager.least),
            money(preset.seed),
            preset.contribution,
            preset.reserve,
            preset.house,
        ));
    }
    sentences
}

fn text(game: &Game, profile: &Profile, placard: &Placard) -> String {
    let mut text = Book::of(game, profile).to_text();
    let mut more = |title: &str, sentences: &mut dyn Iterator<Item = &str>| {
        text.push_str(&format!("\n{title}\n"));
        sentences.for_each(|sentence| text.push_str(&format!("  {sentence}\n")));
    };
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
            jackpots(&game, &profile)
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
