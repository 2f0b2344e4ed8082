//! The games: the files of `games/`, found when the program is built.
//!
//! A file in that folder is a game, and nothing else lists the games: to add one is to add
//! its file.

use rules::GameFile;

/// A game as it stands in the program: the head of its file, and the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GameText {
    /// The word that commands and records call it by.
    pub id: &'static str,
    /// Its name for people.
    pub name: &'static str,
    /// The number of its rule sheet.
    pub sheet: &'static str,
    /// The text of its file.
    pub text: &'static str,
}

impl GameText {
    /// The file, read.
    pub fn file(&self) -> GameFile {
        GameFile::read(self.text)
    }
}

/// Every game, in the order of the rule sheets.
pub const GAMES: &[GameText] = include!(concat!(env!("OUT_DIR"), "/games.rs"));

/// The game of this id.
pub fn find(id: &str) -> Option<&'static GameText> {
    GAMES.iter().find(|game| game.id == id)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn every_file_is_a_game_without_faults_under_the_head_that_is_listed() {
        for game in GAMES {
            let file = game.file();
            let faults: Vec<String> = file.faults().iter().map(ToString::to_string).collect();
            assert_eq!(faults, Vec::<String>::new(), "{}", game.id);
            let read = file.game(None, &[]).unwrap();
            assert_eq!((&*read.id, &*read.name, &*read.sheet), (game.id, game.name, game.sheet));
        }
    }

    #[test]
    fn no_id_is_taken_twice_and_every_id_is_found() {
        let ids: BTreeSet<&str> = GAMES.iter().map(|game| game.id).collect();
        assert_eq!(ids.len(), GAMES.len());
        assert!(!ids.is_empty(), "the folder of the games was found");
        assert!(GAMES.iter().all(|game| find(game.id) == Some(game)));
        assert_eq!(find("faro"), None);
    }
}
