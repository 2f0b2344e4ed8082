//! A link: one or more jackpots that many tables share, as a pure state machine like a
//! table. Commands of its own are decided by [`Link::decide`]; what happens at a table is
//! demanded by the table's decision, and both are stored together or not at all.

mod apply;
mod command;
mod decide;
mod draft;
mod event;
mod fold;
mod join;
mod ladder;
mod news;
mod refusal;
mod sign;
mod snapshot;
mod state;
mod view;

pub use command::LinkBody;
pub use draft::LinkDecision;
pub(crate) use draft::{AwardDue, LinkDraft};
pub use event::{AwardRecord, Claim, LinkEvent, Lit, Overridden, Signature, StopReason, Winner};
pub use join::{PostedHand, Sensor, TableTerms};
pub use ladder::{Approval, Rung, Step};
pub use news::{News, NewsEvent, Shown};
pub use refusal::LinkRefused;
pub use sign::{Approvals, JackpotPosted, LinkFault, LinkParameters, LinkPosted, PayLine};
pub use snapshot::LinkSnapshot;
pub use state::{DepositMade, Funds, Level, Link, Owed, Slip, Tally};
pub use view::{Hit, JackpotView, LinkView, OfficeView, OpenClaim, PendingView};
