//! What is played at tables, added up: the columns that days and shifts have in common.

use progressive::Micros;

use super::Lasting;
use super::source::BackOut;
use crate::event::{Entry, Event};
use crate::ids::Time;
use crate::ledger::{Account, Transfer};

/// Defines a row of what was played, with these columns before the common ones.
macro_rules! play_row {
    (
        $(#[$about:meta])*
        $name:ident { $($(#[$doc:meta])* $column:ident: $type:ty,)+ }
    ) => {
        $crate::report::row! {
            $(#[$about])*
            $name {
                $($(#[$doc])* $column: $type,)+
                /// Rounds that ended, voided ones apart.
                rounds: u64,
                voided: u64,
                /// Chips sold.
                drop: i64,
                /// Chips changed back.
                cashed_out: i64,
                fills: i64,
                credits: i64,
                /// What was staked in rounds that ended.
                staked: i64,
                /// What they handed back, awards in chips included.
                returned: i64,
                /// What the tray won of players, less what it paid.
                win: i64,
                /// Progressive wagers handed to the link.
                to_link: i64,
                /// What came back from it: awards in chips, voided wagers, fixed pays of a meter
                /// that pays all.
                from_link: i64,
                /// The awards that were posted, in chips or on a slip.
                awards: i64,
                /// The awards of this table that were backed out then, whenever they were posted.
                backed_out: i64,
                /// The awards less those.
                awards_net: i64,
                /// How long was played: from the end of one round to the end of the next, where its
                /// START came within ten minutes, and else from START.
                played: $crate::report::Lasting,
            }
            sums {
                rounds voided drop cashed_out fills credits staked returned win to_link from_link
                awards backed_out awards_net played
            }
        }

        impl $name {
            /// The row with what was played.
            fn of_play(($($column,)+): ($($type,)+), play: &$crate::report::play::Play) -> $name {
                $name {
                    $($column,)+
                    rounds: play.rounds,
                    voided: play.voided,
                    drop: play.drop,
                    cashed_out: play.cashed_out,
                    fills: play.fills,
                    credits: play.credits,
                    staked: play.staked,
                    returned: play.returned,
                    win: play.win,
                    to_link: play.to_link,
                    from_link: play.from_link,
                    awards: play.awards,
                    backed_out: play.backed_out,
                    awards_net: play.awards - play.backed_out,
                    played: play.played,
                }
            }
        }
    };
}
pub(super) use play_row;

/// What was played, in cents.
#[derive(Clone, Debug, Default)]
pub struct Play {
    /// Rounds that ended, voided ones apart.
    pub rounds: u64,
    /// Rounds that were voided.
    pub voided: u64,
    /// Chips sold.
    pub drop: i64,
    /// Chips changed back.
    pub cashed_out: i64,
    /// Chips brought to the tray.
    pub fills: i64,
    /// Chips taken from it.
    pub credits: i64,
    /// What was staked in rounds that ended.
    pub staked: i64,
    /// What they handed back.
    pub returned: i64,
    /// What the tray won of players, less what it paid.
    pub win: i64,
    /// Progressive wagers handed to the link.
    pub to_link: i64,
    /// What came back from it.
    pub from_link: i64,
    /// The awards that were posted.
    pub awards: i64,
    /// The awards that were backed out.
    pub backed_out: i64,
    /// How long was played.
    pub played: Lasting,
    /// Since when the round is played that goes on, or the time since the last one counts.
    since: Option<Time>,
    /// When the last round was over.
    over: Option<Time>,
}

/// So long after a round the next one is part of the same play, in milliseconds.
const BREAK: u64 = 600_000;

impl Play {
    /// Adds what an entry of a table did.
    pub fn add(&mut self, entry: &Entry) {
        entry.transfers.iter().for_each(|transfer| self.book(transfer));
        entry.events.iter().for_each(|event| self.count(event));
        entry.events.iter().for_each(|event| self.time(entry.at, event));
    }

    fn time(&mut self, at: Time, event: &Event) {
        match event {
            Event::Started { .. } => {
                let near = self.over.filter(|over| at.0.saturating_sub(over.0) <= BREAK);
                self.since = Some(near.unwrap_or(at));
            }
            Event::Ended { .. } | Event::Voided { .. } => {
                let since = self.since.take().unwrap_or(at);
                self.played.0 += at.0.saturating_sub(since.0);
                self.over = Some(at);
            }
            _ => {}
        }
    }

    /// Adds what was played elsewhere.
    pub(super) fn add_play(&mut self, other: &Play) {
        self.rounds += other.rounds;
        self.voided += other.voided;
        self.drop += other.drop;
        self.cashed_out += other.cashed_out;
        self.fills += other.fills;
        self.credits += other.credits;
        self.staked += other.staked;
        self.returned += other.returned;
        self.win += other.win;
        self.to_link += other.to_link;
        self.from_link += other.from_link;
        self.awards += other.awards;
        self.backed_out += other.backed_out;
        self.played.0 += other.played.0;
    }

    /// Adds an award of the table that was backed out.
    pub(super) fn back_out(&mut self, of: &BackOut) {
        self.backed_out += of.cents;
    }

    fn book(&mut self, transfer: &Transfer) {
        let Transfer { from, to, micros } = *transfer;
        let cents = Micros::cents(micros);
        match (from, to) {
            (Account::Cage | Account::Person(_), Account::Player(_)) => self.drop += cents,
            (Account::Player(_), Account::Cage | Account::Person(_)) => self.cashed_out += cents,
            (Account::Cage, Account::Tray) => self.fills += cents,
            (Account::Tray, Account::Cage) => self.credits += cents,
            (_, Account::Link(_)) => self.to_link += cents,
            (Account::Link(_), _) => self.from_link += cents,
            _ => {}
        }
        match (from, to) {
            (Account::Felt | Account::Player(_) | Account::Link(_), Account::Tray) => {
                self.win += cents;
            }
            (Account::Tray, Account::Felt | Account::Player(_) | Account::Link(_)) => {
                self.win -= cents;
            }
            _ => {}
        }
    }

    fn count(&mut self, event: &Event) {
        match event {
            Event::Ended { staked, returned, .. } => {
                self.rounds += 1;
                self.staked += staked;
                self.returned += returned;
            }
            Event::Voided { .. } => self.voided += 1,
            Event::Awarded { cents, .. } => self.awards += cents,
            _ => {}
        }
    }
}
