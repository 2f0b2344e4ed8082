//! Faults that a test can plant in the floor, to show that the soak would find them. In the
//! program there is none.

/// A fault of the floor.
#[cfg_attr(not(feature = "planted"), allow(unreachable_pub, reason = "nobody else plants it"))]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// An entry is published before it is stored.
    PublishedEarly,
    /// An append that lost is answered as if it had won.
    ConflictIsSuccess,
    /// What the journal did not take is answered as if it had.
    UnwrittenIsSuccess,
    /// Who waits for another machine is not told that it is free.
    LostWakeUp,
    /// A command's id is not remembered, and nobody asks the journal for it.
    IdForgotten,
    /// A link's line is written without its table's.
    LinkAlone,
    /// The time of one question ends the one that is open now.
    OtherQuestion,
}

/// The fault that is planted, if any.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Planted(#[cfg(feature = "planted")] Option<Fault>);

impl Planted {
    #[cfg(feature = "planted")]
    pub(crate) fn of(fault: Fault) -> Planted {
        Planted(Some(fault))
    }

    #[cfg(feature = "planted")]
    pub(crate) fn is(self, fault: Fault) -> bool {
        self.0 == Some(fault)
    }

    #[cfg(not(feature = "planted"))]
    #[allow(clippy::unused_self, reason = "the same call as where faults can be planted")]
    pub(crate) const fn is(self, _: Fault) -> bool {
        false
    }
}
