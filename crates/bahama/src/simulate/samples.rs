//! Rounds as lines of comma-separated values.

use std::io::{self, Write};

use sim::Tally;

use super::setup::Ready;

/// Writes every round it plays.
pub struct Samples<W: Write> {
    out: W,
}

impl<W: Write> Samples<W> {
    /// Begins with the names of the columns.
    ///
    /// # Errors
    /// If they cannot be written.
    pub fn new(mut out: W) -> io::Result<Samples<W>> {
        writeln!(out, "round,seat,cards,up,hole,hands,staked,returned")?;
        Ok(Samples { out })
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
                for (seat, result) in (1..).zip(round.seats) {
                    let [first, second] = result.cards;
                    let line = writeln!(
                        self.out,
                        "{},{seat},{first} {second},{},{},{},{},{}",
                        round.round,
                        round.up,
                        round.hole,
                        result.hands,
                        result.staked,
                        result.returned
                    );
                    // The first failure is the one to tell.
                    written = std::mem::replace(&mut written, Ok(())).and(line);
                }
            }));
        }
        written?;
        self.out.flush()?;
        Ok(sum)
    }
}
