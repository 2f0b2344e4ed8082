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
use crate::provenance::Provenance;
use crate::settle::Settler;

/// Writes every round it plays. The last line waits for the end of the run, which alone knows the
/// command that makes the file again, and says where all of them come from.
pub struct Samples<'a> {
    out: Out,
    form: Form<'a>,
}

/// What a line is.
enum Form<'a> {
    /// Values, and whether a line waits for its last columns.
    Values { waits: bool },
    /// A whole round with every card, action and line.
    Whole(Box<Whole<'a>>),
}

/// Settles whole rounds; the last one waits.
struct Whole<'a> {
    settler: Settler<'a>,
    last: Option<Value>,
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
    /// the file is packed. The last line also says where they come from.
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
        let form = match whole {
            true => Form::Whole(Box::new(Whole { settler: Settler::new(library), last: None })),
            false => {
                let heads = Provenance::CSV_HEADS;
                writeln!(out, "round,seat,cards,up,hole,hands,staked,returned,{heads}")?;
                Form::Values { waits: false }
            }
        };
        Ok(Samples { out, form })
    }

    /// Plays chunks one after the other and writes their rounds.
    ///
    /// # Errors
    /// If a line cannot be written; what was played is lost then.
    pub fn play(&mut self, ready: &Ready, chunks: &[u64]) -> io::Result<Tally> {
        let mut sum = Tally::new(&ready.looks);
        let nothing = Provenance::csv_nothing();
        let mut written = Ok(());
        for &chunk in chunks {
            sum.merge(&ready.job.visit(&ready.kernel, &ready.looks, chunk, |round| {
                // The first failure is the one to tell.
                if written.is_ok() {
                    written = match &mut self.form {
                        Form::Whole(whole) => whole.write(&mut self.out, ready, round),
                        Form::Values { waits } => values(&mut self.out, waits, &nothing, round),
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
    pub fn finish(mut self, from: &Provenance) -> io::Result<()> {
        match self.form {
            Form::Values { waits: false } => {}
            Form::Values { waits: true } => writeln!(self.out, ",{}", from.csv())?,
            Form::Whole(whole) => {
                if let Some(mut last) = whole.last {
                    last["provenance"] = from.json();
                    writeln!(self.out, "{last}")?;
                }
            }
        }
        match self.out {
            Out::Plain(mut file) => file.flush(),
            Out::Packed(file) => file.finish()?.flush(),
        }
    }
}

impl Whole<'_> {
    /// Writes the round that waited; this one waits with what it paid. A round in which the shoe
    /// ran out has no cards to write.
    fn write(&mut self, out: &mut Out, ready: &Ready, round: &Visited<'_>) -> io::Result<()> {
        if round.cards.is_empty() {
            return Ok(());
        }
        let mut document = super::find::document(ready, round.cards);
        // A round that a limit of the table forbids is written without lines.
        if let Ok(answer) = self.settler.settle(&document.to_string()) {
            document["lines"] = answer.to_json()["lines"].take();
        }
        debug_assert!(document["lines"] != Value::Null || ready.setup.bet.is_none());
        match self.last.replace(document) {
            Some(before) => writeln!(out, "{before}"),
            None => Ok(()),
        }
    }
}

/// Writes a line for each seat, up to the columns that say where it comes from: on all lines but
/// the last there is nothing in them.
fn values(out: &mut Out, waits: &mut bool, nothing: &str, round: &Visited<'_>) -> io::Result<()> {
    for (seat, result) in (1..).zip(round.seats) {
        if std::mem::replace(waits, true) {
            writeln!(out, ",{nothing}")?;
        }
        let [first, second] = result.cards;
        write!(
            out,
            "{},{seat},{first} {second},{},{},{},{},{}",
            round.round, round.up, round.hole, result.hands, result.staked, result.returned
        )?;
    }
    Ok(())
}
