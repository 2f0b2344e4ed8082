//! A table as a pure state machine: a command is *decided* into an entry of events and
//! transfers, an entry is *applied*, and what a person may see of it is a *view*.
//!
//! There is no clock, no entropy and no storage here: the time, the gaming day and fresh
//! entropy come with every command ([`Context`]). Folding the entries gives the table
//! again, to the bit.

#![deny(clippy::float_arithmetic)]

mod apply;
mod command;
mod decide;
mod event;
mod facts;
mod house;
mod ids;
mod kind;
mod ledger;
mod link;
mod lost;
mod money;
mod offers;
mod person;
mod posted;
mod question;
mod record;
mod refusal;
pub mod report;
mod role;
mod share;
mod shoe;
mod shoe_news;
mod snapshot;
mod state;
mod stream;
mod told;
mod tried;
mod view;
mod words;

pub use progressive::{AdjustReason, Change, Micros, Pot};
pub use round::{LineResult, LineSpot, PaidLine, Reason};

pub use apply::{Beside, ReplayFailed};
pub use command::{Body, CardProof, Command, Context, Software};
pub use decide::{Around, Decided, Decision, Held, fingerprint};
pub use event::{By, DealtCard, Entry, Event, Partner, ReliefReason, Relieved, Stake, VoidReason};
pub use facts::RefusalFacts;
pub use house::{House, PostedFault};
pub use ids::{AccountId, Actor, CommandId, LinkId, NotACommandId, TableId, Time};
pub use kind::{Addressee, Kind};
pub use ledger::{Account, Books, BooksFault, NotAnAccount, Transfer};
pub use link::{
    Approval, Approvals, AwardRecord, Claim, DepositMade, Funds, Hit, JackpotPosted, JackpotView,
    Level, Link, LinkBody, LinkDecision, LinkEvent, LinkFault, LinkParameters, LinkPosted,
    LinkRefused, LinkSnapshot, LinkView, Lit, News, NewsEvent, OfficeView, OpenClaim, Overridden,
    Owed, PayLine, PendingView, PostedHand, Rung, Sensor, Shown, Signature, Slip, Step, StopReason,
    TableTerms, Tally, Winner,
};
pub use lost::dealt_cards;
pub use offers::{BetOffer, BetOffers, LeftOut, NotBet};
pub use person::{Person, PersonBody, PersonDecision, PersonEvent, PersonView};
pub use posted::{Clocks, Dealing, Given, OnLink, Posted, PostedTable, Staffing, overrides_in};
pub use question::{Limit, Question, Wait};
pub use record::{LinkRecord, PersonRecord, Record, RoundRecord};
pub use refusal::{Code, Refused};
pub use role::Role;
pub use share::{Share, ShareState};
pub use shoe::{Secret, hex, unhex};
pub use shoe_news::ShoeNews;
pub use snapshot::Snapshot;
pub use state::{Call, Due, OnDuty, Phase, Table};
pub use stream::{JournalRow, Outcome, Stream};
pub use view::{
    Ask, Count, Fate, Felt, HandFate, HandView, NextPosting, Offer, PlayerView, ProgressiveView,
    SeatCards, SeatView, ShoeView, View, You,
};
