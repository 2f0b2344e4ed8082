//! The games at hand: those in the program, and those of `--games DIR`.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use odds::{LosingPreset, PlayerEdge, Worths};
use rules::{Draft, Fault, Game, GameFile, Offer, Problem, Profile, ProfileRefused, Spot};
use serde::{Deserialize, Serialize};

/// Every fault of a game file, what the exact analysis finds included. Whatever is sound of
/// the file is analysed, so that one pass finds all.
pub fn faults(file: &GameFile) -> Vec<Fault> {
    faults_of(file, &Game::offers)
}

/// The faults that are found at once: the main wager takes seconds to analyse, which
/// `bahama check` spends and a command that only reads the file does not.
fn faults_without_main(file: &GameFile) -> Vec<Fault> {
    faults_of(file, &side_offers)
}

fn side_offers(game: &Game) -> Vec<Offer> {
    game.offers().into_iter().filter(|offer| offer.spot != Spot::Main).collect()
}

fn faults_of(file: &GameFile, offers: &dyn Fn(&Game) -> Vec<Offer>) -> Vec<Fault> {
    let mut faults = file.faults();
    for draft in file.drafts() {
        let is_sound = |offer: &Offer| match offer.spot {
            Spot::Main => draft.is_main_sound(),
            spot => draft.is_table_sound(spot, &offer.of),
        };
        let mut offers = offers(&draft.game);
        offers.retain(is_sound);
        let mut found = edges(&draft.game, &offers, file);
        found.extend(losing_presets(&draft, file));
        found.retain(|fault| !faults.contains(fault));
        faults.append(&mut found);
    }
    faults.sort_by_key(|fault| fault.line.unwrap_or(usize::MAX));
    faults
}

/// The offers that favour the player without being allowed to by name.
fn edges(game: &Game, offers: &[Offer], file: &GameFile) -> Vec<Fault> {
    let fault = |field: String, problem| Fault { line: file.line_of(&field), field, problem };
    let found =
        match odds::player_edges(game, offers, &game.player_edge_allowed, &Worths::default()) {
            Ok(found) => found,
            Err(refused) => {
                return vec![fault("decks".to_owned(), Problem::NotAnalysed(refused.to_string()))];
            }
        };
    let edge = |edge: PlayerEdge| {
        let field = match edge.offer.spot {
            Spot::Main => "decks".to_owned(),
            spot => format!("{spot}.paytables.{}.decks", edge.offer.of),
        };
        fault(field, edge.into())
    };
    found.into_iter().map(edge).collect()
}

/// Presets of the progressive that lose money in the long run.
fn losing_presets(draft: &Draft, file: &GameFile) -> Vec<Fault> {
    let mut game = draft.game.clone();
    game.presets.retain(|preset| draft.is_preset_sound(preset.spot, &preset.paytable));
    let fault = |losing: LosingPreset| {
        let field = format!("{}.presets.{}.seed", losing.spot, losing.paytable);
        Fault { line: file.line_of(&field), field, problem: losing.problem() }
    };
    odds::losing_presets(&game).into_iter().map(fault).collect()
}

/// The games by id.
#[derive(Clone, Debug)]
pub struct Library {
    /// Id, file and the file's text.
    files: Vec<(String, GameFile, String)>,
}

/// A choice of game, configuration, decks, pay tables and what-if settings.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Choice {
    /// The game's id.
    pub game: String,
    /// The configuration; the game's first where nothing is chosen.
    pub configuration: Option<String>,
    /// The number of decks; the game's default where nothing is chosen.
    pub decks: Option<u8>,
    /// (spot, pay table) pairs; the first table of a spot where nothing is chosen.
    pub paytables: Vec<(String, String)>,
    /// (key, value) pairs of what-if settings.
    pub set: Vec<(String, String)>,
}

/// Why a choice cannot be had.
#[derive(Clone, Debug, thiserror::Error)]
#[allow(missing_docs)]
pub enum ChoiceRefused {
    #[error("no game is called “{game}”; there are {}", known.join(", "))]
    Game { game: String, known: Vec<String> },
    #[error("{game} has no configuration “{configuration}”; it has {}", known.join(", "))]
    Configuration { game: String, configuration: String, known: Vec<String> },
    #[error("{}", faults.iter().map(ToString::to_string).collect::<Vec<_>>().join("; "))]
    Setting { faults: Vec<Fault> },
    #[error(transparent)]
    Profile(#[from] ProfileRefused),
}

impl ChoiceRefused {
    /// The stable code of the refusal.
    pub fn code(&self) -> &'static str {
        match self {
            ChoiceRefused::Game { .. } => "round.game",
            ChoiceRefused::Configuration { .. } => "round.configuration",
            ChoiceRefused::Setting { .. } => "round.setting",
            ChoiceRefused::Profile(ProfileRefused::Decks { .. }) => "round.decks",
            ChoiceRefused::Profile(_) => "round.paytable",
        }
    }
}

/// A folder of games that cannot be used.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs)]
pub enum LibraryRefused {
    #[error("{} cannot be read: {error}", path.display())]
    Unreadable { path: PathBuf, error: std::io::Error },
    #[error("{} has faults:\n{}", path.display(), indented(faults))]
    Faulty { path: PathBuf, faults: Vec<Fault> },
    #[error("{} is a second game called “{id}”; give it another id", path.display())]
    Twice { path: PathBuf, id: String },
}

/// Faults, one a line.
fn indented(faults: &[Fault]) -> String {
    faults.iter().map(|fault| format!("  {fault}")).collect::<Vec<_>>().join("\n")
}

impl Default for Library {
    fn default() -> Library {
        let read = |game: &games::GameText| (game.id.to_owned(), game.file(), game.text.to_owned());
        Library { files: games::GAMES.iter().map(read).collect() }
    }
}

impl Library {
    /// The games of the program and those in the `*.toml` files of a folder.
    ///
    /// # Errors
    /// If the folder or a file cannot be read, has faults, or an id is taken.
    pub fn with_folder(folder: &Path) -> Result<Library, LibraryRefused> {
        let unreadable = |path: &Path| {
            let path = path.to_owned();
            |error| LibraryRefused::Unreadable { path, error }
        };
        let mut library = Library::default();
        let mut paths = Vec::new();
        for entry in std::fs::read_dir(folder).map_err(unreadable(folder))? {
            let path = entry.map_err(unreadable(folder))?.path();
            if path.extension().is_some_and(|extension| extension == "toml") {
                paths.push(path);
            }
        }
        paths.sort();
        for path in paths {
            let text = std::fs::read_to_string(&path).map_err(unreadable(&path))?;
            let file = GameFile::read(&text);
            let faults = faults_without_main(&file);
            let game = match file.game(None, &[]) {
                Ok(game) if faults.is_empty() => game,
                _ => return Err(LibraryRefused::Faulty { path, faults }),
            };
            if library.ids().any(|id| id == game.id) {
                return Err(LibraryRefused::Twice { path, id: game.id });
            }
            library.files.push((game.id, file, text));
        }
        Ok(library)
    }

    /// The ids of all games.
    pub fn ids(&self) -> impl Iterator<Item = &str> {
        self.files.iter().map(|(id, ..)| id.as_str())
    }

    /// The texts of all games' files, by their ids.
    pub fn texts(&self) -> BTreeMap<String, String> {
        self.files.iter().map(|(id, _, text)| (id.clone(), text.clone())).collect()
    }

    /// The text of a game's file.
    pub fn text(&self, game: &str) -> Option<&str> {
        self.files.iter().find(|(id, ..)| id == game).map(|(.., text)| text.as_str())
    }

    /// A game's file, read.
    ///
    /// # Errors
    /// If there is no such game.
    pub fn file(&self, game: &str) -> Result<&GameFile, ChoiceRefused> {
        let found = self.files.iter().find(|(id, ..)| id == game).map(|(_, file, _)| file);
        found.ok_or_else(|| ChoiceRefused::Game {
            game: game.to_owned(),
            known: self.ids().map(str::to_owned).collect(),
        })
    }

    /// A game under its chosen configuration and what-if settings.
    ///
    /// # Errors
    /// If there is no such game or configuration, or a setting does not fit.
    pub fn game(&self, choice: &Choice) -> Result<Game, ChoiceRefused> {
        let file = self.file(&choice.game)?;
        let known = file.configurations();
        if let Some(configuration) =
            choice.configuration.clone().filter(|name| !known.contains(name))
        {
            return Err(ChoiceRefused::Configuration {
                game: choice.game.clone(),
                configuration,
                known,
            });
        }
        let mut game = file
            .game(choice.configuration.as_deref(), &choice.set)
            .map_err(|faults| ChoiceRefused::Setting { faults })?;
        if !choice.set.is_empty() {
            // A what-if may hand the player the edge; it must not do so silently.
            game.beyond.extend(edges(&game, &side_offers(&game), file));
        }
        Ok(game)
    }

    /// A game and its profile as a table posts it: of wagers that exclude each other one set
    /// alone, the first where none is chosen (A45).
    ///
    /// # Errors
    /// As [`Library::profile`], and if wagers of several sets are chosen.
    pub fn posted(&self, choice: &Choice) -> Result<(Game, Profile), ChoiceRefused> {
        let first =
            self.file(&choice.game)?.first_set(choice.configuration.as_deref(), &choice.set);
        let mut choice = choice.clone();
        choice.set.extend(first);
        let (game, profile) = self.profile(&choice)?;
        if let Some(problem) = game.sets_together() {
            let fault = Fault { line: None, field: rules::WAGERS.to_owned(), problem };
            return Err(ChoiceRefused::Setting { faults: vec![fault] });
        }
        Ok((game, profile))
    }

    /// A game and its profile with everything chosen.
    ///
    /// # Errors
    /// As [`Library::game`], and if the game does not offer the decks or a pay table.
    pub fn profile(&self, choice: &Choice) -> Result<(Game, Profile), ChoiceRefused> {
        let game = self.game(choice)?;
        let profile = game.profile(choice.decks, &choice.paytables)?;
        Ok((game, profile))
    }
}
