//! Parts of a job that other machines play, and how they are put together again.

use serde::{Deserialize, Serialize};
use sim::{GENERATOR, Job, Tally};

use super::setup::Setup;

const FORMAT: &str = "bahama-shard-2";

/// A part of a job, played.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Shard {
    format: String,
    /// What made cards of the seed.
    generator: String,
    /// What was simulated.
    pub setup: Setup,
    /// The job, with the hash of the profile it was played under.
    pub job: Job,
    /// Which part, from 1, of how many.
    pub part: (u64, u64),
    /// All parts of a file that was merged, ascending; nothing in a single part.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    parts: Vec<u64>,
    /// What it counted.
    pub tally: Tally,
}

/// Shards that do not go together.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs)]
pub enum NoShard {
    #[error("{file}: not a shard: {error}")]
    Json { file: String, error: serde_json::Error },
    #[error("{file}: the format is “{found}”; this program reads “{FORMAT}”")]
    Format { file: String, found: String },
    #[error("{file} was played with the generator “{found}”; this program has “{GENERATOR}”")]
    OtherGenerator { file: String, found: String },
    #[error("{file} is a part of another job: {what} differs from {first}")]
    OtherJob { file: String, first: String, what: &'static str },
    #[error("{file} is part {part} of {of}, which {first} is already")]
    Twice { file: String, first: String, part: u64, of: u64 },
    #[error("no shard was given")]
    Nothing,
    #[error("{file}: not a checkpoint: {error}")]
    NoCheckpoint { file: String, error: serde_json::Error },
    #[error("{file}: the format of the checkpoint is “{found}”, which this program does not read")]
    OtherCheckpoint { file: String, found: String },
    #[error("{file} is a checkpoint of another job: {what} differs")]
    CheckpointOfOther { file: String, what: &'static str },
}

impl Shard {
    /// A part that has been played.
    pub fn new(setup: Setup, job: Job, part: (u64, u64), tally: Tally) -> Shard {
        let (format, generator) = (FORMAT.to_owned(), GENERATOR.to_owned());
        Shard { format, generator, setup, job, part, parts: Vec::new(), tally }
    }

    /// Reads a shard from the text of a file.
    ///
    /// # Errors
    /// If it is none.
    pub fn read(file: &str, text: &str) -> Result<Shard, NoShard> {
        let shard: Shard = serde_json::from_str(text)
            .map_err(|error| NoShard::Json { file: file.to_owned(), error })?;
        if shard.format != FORMAT {
            return Err(NoShard::Format { file: file.to_owned(), found: shard.format });
        }
        shard.is_of_this_generator(file)?;
        Ok(shard)
    }

    /// Whether the same seed still gives the cards it was played with; nothing else can be put
    /// together with it, or said about it.
    pub(super) fn is_of_this_generator(&self, file: &str) -> Result<(), NoShard> {
        if self.generator == GENERATOR {
            return Ok(());
        }
        Err(NoShard::OtherGenerator { file: file.to_owned(), found: self.generator.clone() })
    }

    /// The parts that are in it.
    fn parts(&self) -> Vec<u64> {
        if self.parts.is_empty() { vec![self.part.0] } else { self.parts.clone() }
    }

    /// What differs from another shard of what should be one job.
    pub(super) fn differs(&self, other: &Shard) -> Option<&'static str> {
        let (own, other_job) = (&self.job, &other.job);
        if own.profile != other_job.profile {
            Some("the game or its settings")
        } else if own.strategy != other_job.strategy {
            Some("the strategy")
        } else if (own.seats, own.bet) != (other_job.seats, other_job.bet) {
            Some("the seats or the bet")
        } else if own.shoe != other_job.shoe {
            Some("the life of a shoe")
        } else if own.spread != other_job.spread {
            Some("the spread of bets")
        } else if own.seed != other_job.seed {
            Some("the seed")
        } else if own.rounds != other_job.rounds {
            Some("the number of rounds")
        } else if self.part.1 != other.part.1 {
            Some("the number of parts")
        } else if self.setup != other.setup {
            Some("the set-up")
        } else {
            None
        }
    }
}

/// Adds shards of one job up; also tells which parts are there. The sum can be merged again.
///
/// # Errors
/// If they are of different jobs, or a part is there twice.
pub fn merge(shards: Vec<(String, Shard)>) -> Result<(Shard, Vec<u64>), NoShard> {
    let mut shards = shards.into_iter();
    let (first, mut sum) = shards.next().ok_or(NoShard::Nothing)?;
    let named = |shard: &Shard, file: &str| -> Vec<(u64, String)> {
        shard.parts().into_iter().map(|part| (part, file.to_owned())).collect()
    };
    let mut names = named(&sum, &first);
    for (file, shard) in shards {
        if let Some(what) = shard.differs(&sum) {
            return Err(NoShard::OtherJob { file, first, what });
        }
        let own = shard.parts();
        if let Some((part, known)) = names.iter().find(|(part, _)| own.contains(part)) {
            let (first, part, of) = (known.clone(), *part, shard.part.1);
            return Err(NoShard::Twice { file, first, part, of });
        }
        sum.tally.merge(&shard.tally);
        names.extend(named(&shard, &file));
    }
    let mut parts: Vec<u64> = names.into_iter().map(|(part, _)| part).collect();
    parts.sort_unstable();
    if parts.len() > 1 {
        sum.part.0 = parts[0];
        sum.parts = parts.clone();
    }
    Ok((sum, parts))
}
