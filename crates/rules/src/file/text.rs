//! A game file: its text, read into a game or into all its faults at once.

use super::entries::{Entries, Entry};
use super::fault::{Fault, Problem};
use super::game::Game;
use super::offered::{WAGERS, wagers_setting};
use super::reader::Reader;
use super::{beyond, sections};
use crate::spot::Spot;
use crate::words::Word;

/// A game file: read, not yet checked.
///
/// ```
/// use rules::GameFile;
///
/// let text = games::find("wsgc-bahama-bonus").expect("a game of the folder").text;
/// let game = GameFile::read(text).game(Some("s17"), &[]).expect("it has no faults");
/// assert_eq!(game.configuration, "s17");
///
/// // A file with faults tells all of them, each with its line.
/// let text = text.replace("3 to 2", "3 for nothing").replace("[decks]", "[packs]");
/// assert!(GameFile::read(&text).faults().len() > 1);
/// ```
#[derive(Clone, Debug)]
pub struct GameFile {
    entries: Entries,
    faults: Vec<Fault>,
}

impl GameFile {
    /// Reads a game file's text.
    pub fn read(text: &str) -> GameFile {
        let (entries, faults) = Entries::read(text);
        GameFile { entries, faults }
    }

    /// The configurations the file names; the first is the default.
    pub fn configurations(&self) -> Vec<String> {
        self.entries.names_under("configurations")
    }

    /// The line of a key in the file.
    pub fn line_of(&self, key: &str) -> Option<usize> {
        self.entries.get(key).and_then(|entry| entry.line)
    }

    /// Every fault of the file under every configuration, in the order of lines.
    pub fn faults(&self) -> Vec<Fault> {
        let mut all = Vec::new();
        for fault in self.drafts().into_iter().flat_map(|draft| draft.faults) {
            if !all.contains(&fault) {
                all.push(fault);
            }
        }
        all.sort_by_key(|fault| fault.line.unwrap_or(usize::MAX));
        all
    }

    /// The game under each of its configurations, as far as the file can be read.
    pub fn drafts(&self) -> Vec<Draft> {
        let mut names = self.configurations();
        if names.is_empty() {
            // The rest of the file is looked at all the same.
            names.push(String::new());
        }
        names.iter().map(|name| self.draft(name, &[])).collect()
    }

    /// The game under a configuration, with what-if settings laid over it. A
    /// setting may go beyond the sheets: that is noted in [`Game::beyond`].
    ///
    /// # Errors
    /// All faults at once.
    pub fn game(
        &self,
        configuration: Option<&str>,
        set: &[(String, String)],
    ) -> Result<Game, Vec<Fault>> {
        let names = self.configurations();
        let name = configuration.or(names.first().map(String::as_str)).unwrap_or_default();
        if let Some(unknown) = configuration.filter(|name| !names.iter().any(|known| known == name))
        {
            let problem = Problem::UnknownConfiguration(names.join(", "));
            return Err(vec![Fault { line: None, field: unknown.to_owned(), problem }]);
        }
        let Draft { game, faults, .. } = self.what_if(name, set);
        if faults.is_empty() { Ok(game) } else { Err(faults) }
    }

    /// The game under a configuration with what-if settings, as far as they fit: the faults
    /// are what cannot be, and [`Game::beyond`] notes what no sheet offers.
    pub fn what_if(&self, configuration: &str, set: &[(String, String)]) -> Draft {
        let mut draft = self.draft(configuration, set);
        if set.is_empty() {
            return draft;
        }
        let (beyond, faults): (Vec<Fault>, Vec<Fault>) =
            draft.faults.into_iter().partition(|fault| fault.problem.is_beyond_the_sheets());
        let of_game = self.draft(configuration, &[]).game.settings;
        draft.game.beyond = beyond::notes(&of_game, &draft.game.settings);
        // What lies beyond the sheets is analysed like anything else.
        draft.unsound.retain(|key| !beyond.iter().any(|fault| fault.field == *key));
        draft
            .unsound
            .extend(faults.iter().filter(|it| !it.is_harmless()).map(|it| it.field.clone()));
        draft.game.beyond.extend(beyond);
        draft.faults = faults;
        draft
    }

    /// The setting that a table posts besides, where the game's wagers exclude each other and
    /// nobody has chosen among them: the wagers of the first set (A45).
    pub fn first_set(
        &self,
        configuration: Option<&str>,
        set: &[(String, String)],
    ) -> Option<(String, String)> {
        if set.iter().any(|(key, _)| key == WAGERS) {
            return None;
        }
        let game = self.game(configuration, set).ok()?;
        let mut postings = game.postings().into_iter();
        postings.next().filter(|(set, _)| set.is_some()).map(|(_, wagers)| wagers_setting(&wagers))
    }

    /// Reads the game as far as that goes, with everything that is wrong.
    fn draft(&self, configuration: &str, set: &[(String, String)]) -> Draft {
        let mut reader = Reader::new(&self.entries, self.overlays(configuration, set));
        let names = self.configurations();
        if names.is_empty() {
            let wanted = "add a [configurations.h17] section";
            reader.fault("configurations", Problem::Missing(wanted.to_owned()));
        }
        let mut game = sections::game(&mut reader, names, configuration.to_owned());
        reader.unused();
        game.settings = reader.settings;
        let mut faults = self.faults.clone();
        faults.append(&mut reader.faults);
        // What a torn part or a misspelt key has cost is missing, and noted as that.
        let harmful = faults.iter().filter(|fault| !fault.is_harmless());
        let unsound = harmful.map(|fault| fault.field.clone()).collect();
        faults.retain(|fault| !(self.entries.is_torn && fault.problem.is_absence()));
        Draft { game, faults, unsound }
    }

    /// The configuration's settings, then the what-if settings.
    fn overlays(&self, configuration: &str, set: &[(String, String)]) -> Vec<Entry> {
        let prefix = format!("configurations.{configuration}.");
        let configured = self.entries.list.iter().filter_map(|entry| {
            let key = entry.key.strip_prefix(&prefix)?.to_owned();
            Some(Entry { key, ..entry.clone() })
        });
        let what_if = set.iter().map(|(key, value)| Entry::what_if(key, value.clone()));
        configured.chain(what_if).collect()
    }
}

/// A game as far as its file can be read, and all that is wrong with it. What is sound of it
/// can be looked at further, so that one pass finds everything.
#[derive(Clone, Debug)]
pub struct Draft {
    /// The game; what could not be read has a value that stands in for it.
    pub game: Game,
    /// What is wrong.
    pub faults: Vec<Fault>,
    /// The keys of all that is wrong, also of what follows from a part that does not read.
    unsound: Vec<String>,
}

impl Draft {
    /// Whether nothing is wrong with the cards and a pay table of a spot.
    pub fn is_table_sound(&self, spot: Spot, id: &str) -> bool {
        let table = format!("{spot}.paytables.{id}");
        self.is_sound(|key| ["deck", "decks"].contains(&key) || key == table || within(key, &table))
    }

    /// Whether nothing is wrong with the preset of a pay table, either.
    pub fn is_preset_sound(&self, spot: Spot, id: &str) -> bool {
        let preset = format!("{spot}.presets.{id}");
        let unit = format!("{spot}.unit");
        self.is_table_sound(spot, id)
            && self.is_sound(|key| key == unit || key == preset || within(key, &preset))
    }

    /// Whether nothing is wrong that the main wager depends on: neither with a wager's section
    /// nor with what is only told.
    pub fn is_main_sound(&self) -> bool {
        let told = ["id", "name", "version", "sheet", "about", "order", "wagers", "chips"];
        let told = |key: &str| told.contains(&key) || within(key, "overrides");
        let of_wager =
            |key: &str| Spot::ALL.iter().any(|spot| key == spot.word() || within(key, spot.word()));
        self.is_sound(|key| !told(key) && !of_wager(key))
    }

    fn is_sound(&self, concerns: impl Fn(&str) -> bool) -> bool {
        !self.unsound.iter().any(|key| concerns(key))
    }
}

fn within(key: &str, section: &str) -> bool {
    key.strip_prefix(section).is_some_and(|rest| rest.starts_with('.'))
}
