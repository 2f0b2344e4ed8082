//! The purse: bankroll and meters in a small file, kept between sittings.

use std::collections::BTreeMap;
use std::fs::{File, TryLockError};
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};

use rules::{Money, Profile, Spot};
use serde::{Deserialize, Serialize};
use table::LinkSnapshot;

use crate::sitting::Stack;

/// What a new player starts with.
const FIRST_BANKROLL: Money = Money::dollars(1_000);
/// The most somebody can start with, in cents.
pub const MOST_CENTS: i64 = 100_000_000_000;
/// The most a purse holds, in cents, after any number of wins: sums of a few such
/// amounts fit every counter.
const MOST_BANKROLL: i64 = 10_000_000_000_000_000;
const VERSION: u32 = 2;
const ABOUT: &str = "Play money of `bahama play`: bankroll in cents, meters as they were left.";

/// Why the purse cannot be opened or kept.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs)]
pub enum PurseRefused {
    #[error("there is no home directory to keep the bankroll in; set BAHAMA_HOME to a folder")]
    NoHome,
    #[error("{} cannot be read: {error}", path.display())]
    Unreadable { path: PathBuf, error: std::io::Error },
    #[error(
        "{} is damaged: {why}. Nothing was changed. Repair or remove it, or start anew with \
         --bankroll 1000 (the damaged file is then kept beside it)",
        path.display()
    )]
    Damaged { path: PathBuf, why: String },
    #[error("{} cannot be written: {error}", path.display())]
    Unwritable { path: PathBuf, error: std::io::Error },
    #[error("another table is open with this bankroll ({}); finish there first", path.display())]
    InUse { path: PathBuf },
}

/// What the file holds.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Saved {
    about: String,
    version: u32,
    bankroll: i64,
    #[serde(default)]
    meters: BTreeMap<String, LinkSnapshot>,
}

/// The purse of the person at the keyboard.
#[derive(Debug)]
pub struct Purse {
    path: PathBuf,
    saved: Saved,
    put_aside: Option<PathBuf>,
    /// Held while the table is open, so that two tables do not spend the same money.
    _lock: Option<File>,
}

/// The folder of the purse: `BAHAMA_HOME`, or `bahama` in the user's data folder.
pub fn folder() -> Option<PathBuf> {
    let named = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty());
    if let Some(folder) = named("BAHAMA_HOME") {
        return Some(folder.into());
    }
    let data = named("XDG_DATA_HOME").map(PathBuf::from).filter(|path| path.is_absolute());
    let data = data.or_else(|| Some(std::env::home_dir()?.join(".local").join("share")));
    data.map(|data| data.join("bahama"))
}

impl Purse {
    /// Opens the purse in a folder. A new bankroll replaces the one it holds; a
    /// damaged file is put aside then, and refused otherwise.
    ///
    /// # Errors
    /// If the file is damaged, or cannot be read or locked.
    pub fn open(folder: &Path, bankroll: Option<Money>) -> Result<Purse, PurseRefused> {
        let path = folder.join("play.json");
        let unwritable = |error| PurseRefused::Unwritable { path: folder.to_owned(), error };
        std::fs::create_dir_all(folder).map_err(unwritable)?;
        let lock = lock(&folder.join("play.lock"), &path)?;
        let mut put_aside = None;
        let saved = match (read(&path), bankroll) {
            (Ok(saved), _) => saved,
            (Err(PurseRefused::Damaged { .. }), Some(_)) => {
                put_aside = Some(put_aside_file(&path)?);
                new()
            }
            (Err(refused), _) => return Err(refused),
        };
        let mut purse = Purse { path, saved, put_aside, _lock: lock };
        if let Some(bankroll) = bankroll {
            purse.saved.bankroll = bankroll.in_cents();
            purse.write()?;
        }
        Ok(purse)
    }

    /// Where a damaged file was put, if there was one.
    pub fn put_aside(&self) -> Option<&Path> {
        self.put_aside.as_deref()
    }

    /// What is said of a purse whose meters are not what they say.
    pub fn damaged(&self, why: String) -> PurseRefused {
        PurseRefused::Damaged { path: self.path.clone(), why }
    }

    /// Puts the file aside because of its meters, and goes on with new ones.
    ///
    /// # Errors
    /// If that fails; the file is as it was then.
    pub fn renew_meters(&mut self) -> Result<(), PurseRefused> {
        self.put_aside = Some(put_aside_file(&self.path)?);
        self.saved.meters.clear();
        self.write()
    }

    /// The money for a table.
    pub fn stack(&self, profile: &Profile, variant: Variant) -> Stack {
        Stack {
            bankroll: Money::cents(self.saved.bankroll),
            meters: self.saved.meters.get(&meter_key(profile, variant)).cloned(),
        }
    }

    /// Keeps what a table leaves: written beside the file, then put in its place.
    ///
    /// # Errors
    /// If that fails; the file is as it was then.
    pub fn keep(
        &mut self,
        profile: &Profile,
        variant: Variant,
        stack: Stack,
    ) -> Result<(), PurseRefused> {
        self.saved.bankroll = stack.bankroll.in_cents();
        if let Some(meters) = stack.meters {
            self.saved.meters.insert(meter_key(profile, variant), meters);
        }
        self.write()
    }

    fn write(&self) -> Result<(), PurseRefused> {
        let unwritable = |error| PurseRefused::Unwritable { path: self.path.clone(), error };
        let text = serde_json::to_string_pretty(&self.saved);
        let text = text.map_err(|error| unwritable(error.into()))?;
        let beside = self.path.with_extension("json.new");
        let mut file = File::create(&beside).map_err(unwritable)?;
        file.write_all(text.as_bytes()).map_err(unwritable)?;
        file.write_all(b"\n").map_err(unwritable)?;
        file.sync_all().map_err(unwritable)?;
        std::fs::rename(&beside, &self.path).map_err(unwritable)
    }
}

/// Whether the table plays the game as it is, or with what-if settings; those
/// have meters of their own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Variant {
    /// The game as its file has it.
    Posted,
    /// With settings laid over it.
    WhatIf,
}

/// The meters belong to a game with these pay tables of its sensors.
fn meter_key(profile: &Profile, variant: Variant) -> String {
    let sensors = Spot::side().filter(|spot| spot.is_progressive());
    let tables = sensors.filter_map(|spot| Some(format!(" {spot} {}", profile.paytable(spot)?)));
    let tables: String = tables.collect();
    let what_if = match variant {
        Variant::Posted => String::new(),
        Variant::WhatIf => format!(" what-if {}", profile.hash),
    };
    format!("{}{tables}{what_if}", profile.game)
}

/// Puts a damaged file aside; where it is then.
fn put_aside_file(path: &Path) -> Result<PathBuf, PurseRefused> {
    let aside = path.with_extension("json.damaged");
    let unwritable = |error| PurseRefused::Unwritable { path: path.to_owned(), error };
    std::fs::rename(path, &aside).map_err(unwritable)?;
    Ok(aside)
}

fn new() -> Saved {
    Saved {
        about: ABOUT.to_owned(),
        version: VERSION,
        bankroll: FIRST_BANKROLL.in_cents(),
        meters: BTreeMap::new(),
    }
}

fn read(path: &Path) -> Result<Saved, PurseRefused> {
    let bytes = match std::fs::read(path) {
        Ok(bytes) => bytes,
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(new()),
        Err(error) => return Err(PurseRefused::Unreadable { path: path.to_owned(), error }),
    };
    let damaged = |why: String| PurseRefused::Damaged { path: path.to_owned(), why };
    let saved: Saved =
        serde_json::from_slice(&bytes).map_err(|error| damaged(error.to_string()))?;
    if saved.version != VERSION {
        return Err(damaged(format!("it is of version {}, not {VERSION}", saved.version)));
    }
    if !(0..=MOST_BANKROLL).contains(&saved.bankroll) {
        return Err(damaged(format!("a bankroll of {} cents cannot be", saved.bankroll)));
    }
    Ok(saved)
}

/// The lock of the purse; a file system that knows no locks does without.
fn lock(file: &Path, purse: &Path) -> Result<Option<File>, PurseRefused> {
    let unwritable = |error| PurseRefused::Unwritable { path: file.to_owned(), error };
    let lock = File::create(file).map_err(unwritable)?;
    match lock.try_lock() {
        Ok(()) => Ok(Some(lock)),
        Err(TryLockError::WouldBlock) => Err(PurseRefused::InUse { path: purse.to_owned() }),
        Err(TryLockError::Error(_)) => Ok(None),
    }
}
