//! A game file: its text, read into a game or into all its faults at once.

use super::entries::{Entries, Entry, Value};
use super::fault::{Fault, Problem};
use super::game::Game;
use super::reader::Reader;
use super::sections;

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
        let mut names: Vec<Option<String>> = self.configurations().into_iter().map(Some).collect();
        if names.is_empty() {
            names.push(None);
        }
        for name in names {
            for fault in self.game(name.as_deref(), &[]).err().unwrap_or_default() {
                if !all.contains(&fault) {
                    all.push(fault);
                }
            }
        }
        all.sort_by_key(|fault| fault.line.unwrap_or(usize::MAX));
        all
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
        if !self.faults.is_empty() {
            return Err(self.faults.clone());
        }
        let names = self.configurations();
        let known = |name: &str| names.iter().any(|known| known == name);
        let Some(name) =
            configuration.or(names.first().map(String::as_str)).filter(|name| known(name))
        else {
            let problem = match names.is_empty() {
                true => Problem::Missing("add a [configurations.h17] section".to_owned()),
                false => Problem::UnknownConfiguration(names.join(", ")),
            };
            let field = configuration.unwrap_or("configurations").to_owned();
            return Err(vec![Fault { line: None, field, problem }]);
        };
        let mut reader = Reader::new(&self.entries, self.overlays(name, set));
        let mut game = sections::game(&mut reader, names.clone(), name.to_owned());
        reader.unused();
        let (beyond, faults): (Vec<Fault>, Vec<Fault>) = std::mem::take(&mut reader.faults)
            .into_iter()
            .partition(|fault| !set.is_empty() && fault.problem.is_beyond_the_sheets());
        game.beyond = beyond;
        game.settings = reader.settings;
        if faults.is_empty() { Ok(game) } else { Err(faults) }
    }

    /// The configuration's settings, then the what-if settings.
    fn overlays(&self, configuration: &str, set: &[(String, String)]) -> Vec<Entry> {
        let prefix = format!("configurations.{configuration}.");
        let configured = self.entries.list.iter().filter_map(|entry| {
            let key = entry.key.strip_prefix(&prefix)?.to_owned();
            Some(Entry { key, ..entry.clone() })
        });
        let what_if = set.iter().map(|(key, value)| Entry {
            key: key.clone(),
            value: Value::One(value.clone()),
            from: Some("what-if".to_owned()),
            line: None,
        });
        configured.chain(what_if).collect()
    }
}
