//! Rounds as lines: of comma-separated values, or as `bahama settle --batch` reads them.

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::Path;

use flate2::Compression;
use flate2::write::GzEncoder;
use serde_json::Value;
use sim::{Tally, Visited};

use super::setup::Ready;
use crate::library::Library;
use crate::settle::Settler;

/// Writes every round it plays.
pub struct Samples<'a> {
    out: Out,
    /// Settles whole rounds, with every card, action and line; nothing where a line is values.
    settler: Option<Settler<'a>>,
}

/// A file, packed or not.
enum Out {
    Plain(BufWriter<File>),
    Packed(Box<GzEncoder<BufWriter<File>>>),
}

impl Write for Out {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Out::Plain(file) => file.write(bytes),
            Out::Packed(file) => file.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            Out::Plain(file) => file.flush(),
            Out::Packed(file) => file.flush(),
        }
    }
}

impl<'a> Samples<'a> {
    /// Writes into a file. A name that ends in `.jsonl` gets rounds as `bahama settle --batch`
    /// reads them: bets, all cards in the order in which they were dealt, every action and every
    /// line. Any other name gets values with the names of the columns first. With `.gz` behind it
    /// the file is packed.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn create(path: &Path, library: &'a Library) -> io::Result<Samples<'a>> {
        let file = BufWriter::new(File::create(path)?);
        let packed = path.extension().is_some_and(|name| name == "gz");
        let name = if packed { path.with_extension("") } else { path.to_owned() };
        let mut out = match packed {
            true => Out::Packed(Box::new(GzEncoder::new(file, Compression::default()))),
            false => Out::Plain(file),
        };
        let whole = name.extension().is_some_and(|name| name == "jsonl");
        if !whole {
            writeln!(out, "round,seat,cards,up,hole,hands,staked,returned")?;
        }
        Ok(Samples { out, settler: whole.then(|| Settler::new(library)) })
    }

    /// Plays chunks one after the other and writes their rounds.
    ///
    /// # Errors
    /// If a line cannot be written; what was played is lost then.
    pub fn play(&mut self, ready: &Ready, chunks: &[u64]) -> io::Result<Tally> {
        let mut sum = Tally::new(&ready.looks);
        let mut written = Ok(());
        for &chunk in chunks {
            sum.merge(&ready.job.visit(&ready.kernel, &ready.looks, chunk, |round| {
                // The first failure is the one to tell.
                if written.is_ok() {
                    written = match &mut self.settler {
                        Some(settler) => whole(&mut self.out, settler, ready, round),
                        None => values(&mut self.out, round),
                    };
                }
            }));
        }
        written?;
        self.out.flush()?;
        Ok(sum)
    }

    /// Writes the end of the file.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn finish(self) -> io::Result<()> {
        match self.out {
            Out::Plain(mut file) => file.flush(),
            Out::Packed(file) => file.finish()?.flush(),
        }
    }
}

/// A whole round with what it paid; a round in which the shoe ran out has no cards to write.
fn whole(
    out: &mut Out,
    settler: &mut Settler<'_>,
    ready: &Ready,
    round: &Visited<'_>,
) -> io::Result<()> {
    if round.cards.is_empty() {
        return Ok(());
    }
    let mut document = super::find::document(ready, round.cards);
    // A round that a limit of the table forbids is written without lines.
    if let Ok(answer) = settler.settle(&document.to_string()) {
        document["lines"] = answer.to_json()["lines"].take();
    }
    debug_assert!(document["lines"] != Value::Null || ready.setup.bet.is_none());
    writeln!(out, "{document}")
}

fn values(out: &mut Out, round: &Visited<'_>) -> io::Result<()> {
    for (seat, result) in (1..).zip(round.seats) {
        let [first, second] = result.cards;
        writeln!(
            out,
            "{},{seat},{first} {second},{},{},{},{},{}",
            round.round, round.up, round.hole, result.hands, result.staked, result.returned
        )?;
    }
    Ok(())
}
