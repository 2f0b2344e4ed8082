//! Where figures come from: the program, the game file, what was set, and the command that
//! makes them again.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use odds::main_wager::SplitClass;
use rules::{Game, Profile};
use serde_json::{Value, json};

use crate::library::{Choice, Library};
use crate::par::{executable_hash, hash};
use crate::strategy::StrategyChoice;
use crate::text::{csv_cell, paragraph};

/// Where a document comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Provenance {
    /// What kind of document it is, and in which version of its shape.
    pub schema: &'static str,
    /// The version of the program.
    pub version: &'static str,
    /// SHA-256 of the program's executable file, where it can be read.
    pub program_hash: Option<String>,
    /// SHA-256 of the game file; nothing where the document is about no game.
    pub game_file: Option<String>,
    /// The fingerprint of every setting in force and the choices made.
    pub profile: Option<String>,
    /// The settings that differ from the game file under its configuration.
    pub set: BTreeMap<String, String>,
    /// How hands are played after a split, where that matters; of a chart, which.
    pub strategy_class: Option<String>,
    /// SHA-256 of the strategy file that is followed.
    pub strategy_file: Option<String>,
    /// The seed, where something is drawn.
    pub seed: Option<u64>,
    /// What makes cards of the seed, by its name and number.
    pub generator: Option<&'static str>,
    /// What makes the document again.
    pub command: String,
}

impl Provenance {
    /// Where a document about a game comes from, made by the command that runs.
    pub fn of(
        library: &Library,
        choice: &Choice,
        (game, profile): (&Game, &Profile),
        schema: &'static str,
    ) -> Provenance {
        let unset = Choice { set: Vec::new(), ..choice.clone() };
        let plain: BTreeMap<String, String> = match library.game(&unset) {
            Ok(plain) => plain.settings.into_iter().map(|it| (it.key, it.value)).collect(),
            Err(_) => BTreeMap::new(),
        };
        let differs = game.settings.iter().filter(|it| plain.get(&it.key) != Some(&it.value));
        Provenance {
            game_file: Some(hash(library.text(&game.id).unwrap_or_default().as_bytes())),
            profile: Some(profile.hash.clone()),
            set: differs.map(|it| (it.key.clone(), it.value.clone())).collect(),
            ..Provenance::of_program(schema)
        }
    }

    /// Where a document comes from that is about no game of its own.
    pub fn of_program(schema: &'static str) -> Provenance {
        Provenance {
            schema,
            version: VERSION,
            program_hash: executable_hash(),
            game_file: None,
            profile: None,
            set: BTreeMap::new(),
            strategy_class: None,
            strategy_file: None,
            seed: None,
            generator: None,
            command: command(std::env::args().skip(1)),
        }
    }

    /// With something said in the command that was left to the day or the machine.
    #[must_use]
    pub fn saying(self, more: &str) -> Provenance {
        Provenance { command: format!("{} {more}", self.command), ..self }
    }

    /// With another name for the file that is written: where somebody keeps it is no part of it.
    #[must_use]
    pub fn writing(self, path: &str, name: &str) -> Provenance {
        Provenance { command: self.command.replacen(&quoted(path), name, 1), ..self }
    }

    /// With the class of strategies that is played.
    #[must_use]
    pub fn playing(self, class: &str) -> Provenance {
        Provenance { strategy_class: Some(class.to_owned()), ..self }
    }

    /// With what is played: a strategy, the best of this class or another.
    #[must_use]
    pub fn playing_by(self, strategy: &StrategyChoice, best: SplitClass) -> Provenance {
        let strategy_file = strategy.file_hash().map(str::to_owned);
        Provenance { strategy_file, ..self }.playing(strategy.class(best))
    }

    /// With the command without some of its options.
    #[must_use]
    pub fn without(self, options: &[&str]) -> Provenance {
        let words = without(std::env::args().skip(1), options);
        Provenance { command: command(words.into_iter()), ..self }
    }

    /// With the seed of what is drawn by the simulator's generator.
    #[must_use]
    pub fn seeded(self, seed: u64) -> Provenance {
        Provenance { seed: Some(seed), generator: Some(sim::GENERATOR), ..self }
    }

    /// For scripts.
    pub fn json(&self) -> Value {
        let mut document = json!({
            "program": "bahama",
            "version": self.version,
            "program_hash": self.program_hash,
            "schema": self.schema,
            "game_file": self.game_file,
            "profile": self.profile,
            "set": self.set,
            "command": self.command,
        });
        if let Some(class) = &self.strategy_class {
            document["strategy_class"] = json!(class);
        }
        if let Some(file) = &self.strategy_file {
            document["strategy_file"] = json!(file);
        }
        if let Some(seed) = self.seed {
            document["seed"] = json!(seed);
        }
        if let Some(generator) = self.generator {
            document["generator"] = json!(generator);
        }
        document
    }

    /// The settings that differ, in one line.
    pub fn settings(&self) -> String {
        let set: Vec<String> =
            self.set.iter().map(|(key, value)| format!("{key}={value}")).collect();
        set.join("; ")
    }

    /// A configuration by its name, with what differs from it behind it.
    pub fn configuration(&self, name: &str) -> String {
        match self.set.is_empty() {
            true => name.to_owned(),
            false => format!("{name} with {}", self.settings()),
        }
    }

    /// The settings that differ, or that none does.
    pub fn differs(&self) -> String {
        match self.set.is_empty() {
            true => "nothing: as the game file has it".to_owned(),
            false => self.settings(),
        }
    }

    /// For people, at the end of a page.
    pub fn text(&self) -> String {
        let mut text = String::from("\nWhere this comes from\n");
        let mut line = |first: &str, said: &str| text.push_str(&paragraph(first, said));
        line("  program   ", &format!("bahama {}, {}", self.version, self.schema));
        if let Some(hash) = &self.program_hash {
            line("            ", &format!("SHA-256 {hash}"));
        }
        if let (Some(game_file), Some(profile)) = (&self.game_file, &self.profile) {
            line("  game file ", &format!("SHA-256 {game_file}"));
            line("  profile   ", profile);
            line("  set       ", &self.differs());
        }
        if let Some(class) = &self.strategy_class {
            line("  class     ", class);
        }
        if let Some(file) = &self.strategy_file {
            line("  strategy  ", &format!("SHA-256 {file}"));
        }
        if let Some(seed) = self.seed {
            line("  seed      ", &seed.to_string());
        }
        if let Some(generator) = self.generator {
            line("  generator ", generator);
        }
        // A command is copied whole: it is not broken into lines.
        let _ = writeln!(text, "  again     {}", self.command);
        text
    }

    /// The heads of the columns that every line of values ends with.
    pub const CSV_HEADS: &'static str = "schema,version,program_hash,game_file,profile,set,\
        strategy_class,strategy_file,seed,generator,command";

    /// These columns with nothing in them, for a file of so many lines that only one says it.
    pub fn csv_nothing() -> String {
        ",".repeat(Provenance::CSV_HEADS.matches(',').count())
    }

    /// These columns.
    pub fn csv(&self) -> String {
        let known = |text: &Option<String>| text.clone().unwrap_or_default();
        let cells = [
            self.schema.to_owned(),
            self.version.to_owned(),
            known(&self.program_hash),
            known(&self.game_file),
            known(&self.profile),
            self.settings(),
            known(&self.strategy_class),
            known(&self.strategy_file),
            self.seed.map_or(String::new(), |seed| seed.to_string()),
            self.generator.unwrap_or_default().to_owned(),
            self.command.clone(),
        ];
        cells.map(|text| csv_cell(&text)).join(",")
    }
}

const VERSION: &str = env!("CARGO_PKG_VERSION");

/// The command with these arguments, as a shell reads it.
fn command(arguments: impl Iterator<Item = String>) -> String {
    let words: Vec<String> = arguments.map(|word| quoted(&word)).collect();
    format!("bahama {}", words.join(" "))
}

/// Arguments without some options: each with the value in the same or in the next word.
fn without(arguments: impl Iterator<Item = String>, options: &[&str]) -> Vec<String> {
    let mut kept = Vec::new();
    let mut is_value = false;
    for word in arguments {
        let (name, value) = word.split_once('=').map_or((&*word, None), |(a, b)| (a, Some(b)));
        if !is_value && options.contains(&name) {
            is_value = value.is_none();
        } else if is_value {
            is_value = false;
        } else {
            kept.push(word);
        }
    }
    kept
}

/// A word as a shell reads it.
fn quoted(word: &str) -> String {
    let plain = |letter: char| letter.is_ascii_alphanumeric() || "-_=./,:%+@".contains(letter);
    match !word.is_empty() && word.chars().all(plain) {
        true => word.to_owned(),
        false => format!("'{}'", word.replace('\'', "'\\''")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_quoted_for_a_shell() {
        let words = ["analyze", "--set", "natural-pays=1 to 1", "it's", "--decks=6", ""];
        let all = command(words.into_iter().map(str::to_owned));
        assert_eq!(all, "bahama analyze --set 'natural-pays=1 to 1' 'it'\\''s' --decks=6 ''");
        assert_eq!(csv_cell("a, \"b\""), "\"a, \"\"b\"\"\"");
    }

    #[test]
    fn options_go_with_their_values() {
        let words = "simulate x --rounds 1e9 --seed 3 --until-se=1e-4 --checkpoint a --json";
        let words = words.split(' ').map(str::to_owned);
        let kept = without(words, &["--rounds", "--until-se", "--checkpoint"]);
        assert_eq!(kept.join(" "), "simulate x --seed 3 --json");
    }

    /// The columns are as many as their heads, with something in them or nothing.
    #[test]
    fn columns_have_their_heads() {
        let from = Provenance { program_hash: None, ..Provenance::of_program("test-1") };
        let from = Provenance { command: "bahama".to_owned(), ..from };
        let commas = |text: &str| text.matches(',').count();
        assert_eq!(commas(&from.csv()), commas(Provenance::CSV_HEADS));
        assert_eq!(commas(&Provenance::csv_nothing()), commas(Provenance::CSV_HEADS));
    }

    /// A setting that differs from the file is named, whatever the configuration is called.
    #[test]
    fn what_differs_from_the_file_is_told() {
        let library = Library::default();
        let set = [("soft-17", "stand"), ("natural-pays", "1 to 1")];
        let choice = Choice {
            game: "bahama-bonus".to_owned(),
            set: set.map(|(key, value)| (key.to_owned(), value.to_owned())).to_vec(),
            ..Choice::default()
        };
        let (game, profile) = library.profile(&choice).unwrap();
        let from = Provenance::of(&library, &choice, (&game, &profile), "test-1");
        assert_eq!(from.settings(), "natural-pays=1 to 1; soft-17=stand");
        let named = from.configuration(&profile.configuration);
        assert_eq!(named, "h17 with natural-pays=1 to 1; soft-17=stand");
        let plain = Choice { set: Vec::new(), ..choice };
        let (game, profile) = library.profile(&plain).unwrap();
        let from = Provenance::of(&library, &plain, (&game, &profile), "test-1");
        assert!(from.set.is_empty(), "{:?}", from.set);
        assert_eq!(from.configuration(&profile.configuration), "h17");
    }
}
