//! Lists the game files of `games/`, in the order of their rule sheets.
//!
//! Only the three words at the head of a file are read here; the crate's test compares
//! them with what `rules` reads.

use std::env;
use std::error::Error;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

type Outcome<T = ()> = Result<T, Box<dyn Error>>;

fn main() -> Outcome {
    let folder = PathBuf::from(env::var("CARGO_MANIFEST_DIR")?).join("../../games");
    let folder = folder.canonicalize()?;
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed={}", folder.display());
    let mut games = Vec::new();
    for entry in fs::read_dir(&folder)? {
        let path = entry?.path();
        if path.extension().is_some_and(|extension| extension == "toml") {
            games.push(entry_of(&path)?);
        }
    }
    games.sort();
    let mut list = String::from("&[\n");
    for (sheet, id, name, path) in games {
        let words = format!("id: {id:?}, name: {name:?}, sheet: {sheet:?}");
        writeln!(list, "    GameText {{ {words}, text: include_str!({path:?}) }},")?;
    }
    list.push(']');
    fs::write(PathBuf::from(env::var("OUT_DIR")?).join("games.rs"), list)?;
    Ok(())
}

/// Sheet, id, name and path of a game file: the games stand in this order.
fn entry_of(path: &Path) -> Outcome<(String, String, String, PathBuf)> {
    let text = fs::read_to_string(path)?;
    let word = |key: &str| {
        let head = text.lines().take_while(|line| !line.starts_with('['));
        let said = head.filter_map(|line| line.split_once('='));
        let value = said.filter(|(left, _)| left.trim() == key).map(|(_, right)| right.trim());
        let quoted = value.map(|it| it.strip_prefix('"').and_then(|it| it.strip_suffix('"')));
        let missing = || format!("{}: no line `{key} = \"…\"` at its head", path.display());
        quoted.flatten().next().map(str::to_owned).ok_or_else(missing)
    };
    Ok((word("sheet")?, word("id")?, word("name")?, path.to_owned()))
}
