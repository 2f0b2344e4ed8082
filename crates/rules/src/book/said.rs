//! A sentence of the rules, and whose word it is (A50).

use crate::file::Game;

/// A sentence with the settings it tells of.
pub(super) struct Said {
    text: String,
    keys: Vec<String>,
    word: Word,
}

/// A sentence that tells of these settings.
pub(super) fn said(keys: &[&str], text: impl Into<String>) -> Said {
    let keys = keys.iter().map(ToString::to_string).collect();
    Said { text: text.into(), keys, word: Word::Sheet }
}

/// A sentence that no setting decides: every sheet is read so.
pub(super) fn read(text: impl Into<String>) -> Said {
    Said { text: text.into(), keys: Vec::new(), word: Word::Reading }
}

/// Whose word a setting is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Word {
    /// The sheet prints it.
    Sheet,
    /// The sheet's words are read so: a ruling is cited beside the clause.
    Reading,
    /// The sheet is silent.
    Ruling,
}

const RULING: &str = "(house ruling)";
const READING: &str = "(house reading)";

/// What the marks of the sentences mean.
pub(super) fn marks(game: &Game) -> Vec<String> {
    vec![
        format!("{RULING}: sheet {} does not say so; the house has ruled it.", game.sheet),
        format!("{READING}: sheet {} says so in words that the house reads this way.", game.sheet),
        "Everything else follows the sheet.".to_owned(),
    ]
}

impl Said {
    /// The sentence, marked where it is the house's own.
    pub(super) fn for_people(self, game: &Game) -> String {
        let words = self.keys.iter().filter_map(|key| Some(Word::of(source(game, key)?)));
        match words.fold(self.word, Word::max) {
            Word::Ruling => format!("{} {RULING}", self.text),
            Word::Reading => format!("{} {READING}", self.text),
            Word::Sheet => self.text,
        }
    }
}

impl Word {
    fn of(source: &str) -> Word {
        let mut words = source.split(|letter: char| !letter.is_alphanumeric());
        let is_cited = |word: &str| {
            let number = word.strip_prefix('A').unwrap_or_default();
            !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit())
        };
        match (words.clone().any(|word| word == "ours"), words.any(is_cited)) {
            (true, _) => Word::Ruling,
            (false, true) => Word::Reading,
            (false, false) => Word::Sheet,
        }
    }
}

fn source<'a>(game: &'a Game, key: &str) -> Option<&'a str> {
    value_of(game, key).map(|(_, from)| from)
}

/// The value of a setting as its file writes it, and where it comes from.
pub(super) fn value_of<'a>(game: &'a Game, key: &str) -> Option<(&'a str, &'a str)> {
    let setting = game.settings.iter().find(|setting| setting.key == key)?;
    Some((&setting.value, &setting.from))
}
