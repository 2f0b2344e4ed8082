//! Where a long run stands, in a file: after a kill it goes on from there.

use std::fs::File;
use std::io::{self, Write};
use std::path::Path;

use serde::{Deserialize, Serialize};

use super::shard::{NoShard, Shard};

const FORMAT: &str = "bahama-checkpoint-2";

/// A part of a job that has been played so far. Chunks are played in their order and counted
/// in integers, so going on from here gives the figures of a run that was never stopped.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Checkpoint {
    format: String,
    /// Chunks of the part that have been played.
    pub chunks: u64,
    /// What they counted.
    pub shard: Shard,
}

impl Checkpoint {
    /// So many chunks of a part have been played.
    pub fn new(chunks: u64, shard: Shard) -> Checkpoint {
        Checkpoint { format: FORMAT.to_owned(), chunks, shard }
    }

    /// Reads a checkpoint of the same part of the same job from the text of a file.
    ///
    /// # Errors
    /// If it is none, or of another job.
    pub fn read(file: &str, text: &str, of: &Shard) -> Result<Checkpoint, NoShard> {
        let file = file.to_owned();
        let read: Checkpoint = match serde_json::from_str(text) {
            Ok(read) => read,
            Err(error) => return Err(NoShard::NoCheckpoint { file, error }),
        };
        if read.format != FORMAT {
            return Err(NoShard::OtherCheckpoint { file, found: read.format });
        }
        read.shard.is_of_this_generator(&file)?;
        match read.shard.differs(of) {
            Some(what) => Err(NoShard::CheckpointOfOther { file, what }),
            None if read.shard.part != of.part => {
                Err(NoShard::CheckpointOfOther { file, what: "the part" })
            }
            None => Ok(read),
        }
    }

    /// Writes it beside the file and puts it in its place: whenever a kill comes, a whole
    /// checkpoint is there.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn write(&self, path: &Path) -> io::Result<()> {
        let mut beside = path.as_os_str().to_owned();
        beside.push(".new");
        let mut file = File::create(&beside)?;
        file.write_all(serde_json::to_string(self)?.as_bytes())?;
        file.sync_all()?;
        std::fs::rename(&beside, path)
    }
}
