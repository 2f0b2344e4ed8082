//! What goes wrong at the commits of the journal in memory, as a seed says.

use table::JournalRow;

use crate::error::StoreError;

/// How often something goes wrong, and when: the seed says it all.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Faults {
    /// The seed.
    pub seed: u64,
    /// One commit in so many fails; zero is none.
    pub one_in: u32,
}

impl Faults {
    /// Nothing goes wrong.
    pub const NONE: Faults = Faults { seed: 0, one_in: 0 };
}

/// What happens at a commit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fate {
    /// It is synced and answered.
    Good,
    /// The write fails: nothing is on the disk, nobody is answered.
    Refused,
    /// The sync fails: a start may read what was written, or not, and a power cut may take it
    /// away again (L-23).
    SyncFailed,
    /// The power goes before the sync: what was not synced is lost.
    LostBeforeSync,
    /// The power goes before the sync, but the disk had it already.
    KeptBeforeSync,
    /// The process dies between the sync and the answers.
    DiedBeforeAnswer,
    /// One append of the commit, by its place, is taken for a repetition: nothing of it is
    /// written, everything else is, and the journal goes on.
    Clash(usize),
}

impl Fate {
    /// Whether the journal stands still after it.
    pub(super) fn stops(self) -> bool {
        !matches!(self, Fate::Good | Fate::Clash(_))
    }

    /// Whether the disk has what was appended.
    pub(super) fn is_on_disk(self) -> bool {
        !matches!(self, Fate::Refused | Fate::LostBeforeSync)
    }

    /// Why the append at this place of the commit is not taken, if it is not.
    pub(super) fn refusal(self, at: usize, rows: &[JournalRow]) -> Option<StoreError> {
        let row = rows.first().filter(|_| self == Fate::Clash(at))?;
        Some(StoreError::Clash { stream: row.stream, version: row.version })
    }
}

/// One fate after the other.
#[derive(Clone, Copy)]
pub(super) struct Fates {
    faults: Faults,
    random: u64,
}

impl Fates {
    pub(super) fn new(faults: Faults) -> Fates {
        Fates { faults, random: faults.seed }
    }

    /// The fate of a commit of so many appends.
    pub(super) fn next(&mut self, appends: usize) -> Fate {
        let one_in = u64::from(self.faults.one_in);
        if one_in == 0 || !self.word().is_multiple_of(one_in) {
            return Fate::Good;
        }
        match self.word() % 6 {
            0 => Fate::Refused,
            1 => Fate::LostBeforeSync,
            2 => Fate::KeptBeforeSync,
            3 => Fate::DiedBeforeAnswer,
            4 => Fate::SyncFailed,
            _ => Fate::Clash((self.word() % appends as u64) as usize),
        }
    }

    /// One of two things, where nobody can say which.
    pub(super) fn coin(&mut self) -> bool {
        self.word().is_multiple_of(2)
    }

    /// SplitMix64: small, and the same everywhere.
    fn word(&mut self) -> u64 {
        self.random = self.random.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut word = self.random;
        word = (word ^ (word >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        word = (word ^ (word >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        word ^ (word >> 31)
    }
}
