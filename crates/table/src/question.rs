//! What a table waits for with a clock (L-25). A table knows no time of its own: it says which
//! question is open since which version and how long it waits for the answer, and whoever has
//! watched that time pass on a steady clock names the question when he says so. The times of
//! day in the entries are for people; no turn ends by comparing them.

use serde::{Deserialize, Serialize};

use crate::ids::{AccountId, Time};
use crate::state::{Next, Phase, Player, Presence, Table};

/// A question that the house answers by the posted default when nobody else has (T-10). It is
/// known by the version with which it was put, so that no answer can be meant for another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(tag = "question", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Question {
    /// For the cut, the bets, insurance or an action.
    Answer {
        /// The version with which its clock began.
        asked: u64,
    },
    /// Whether a player is still there.
    Presence {
        /// The player.
        player: AccountId,
        /// The version of his last command.
        asked: u64,
    },
    /// Whether a player who has lost the connection comes back (T-15).
    Return {
        /// The player.
        player: AccountId,
        /// The version that said that he is away.
        asked: u64,
    },
    /// Whether the sign that is announced is put up.
    Posting {
        /// The version that announced it.
        asked: u64,
    },
}

/// A question with how long it waits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Wait {
    /// The question.
    pub question: Question,
    /// How long.
    pub limit: Limit,
}

/// How long a question waits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Limit {
    /// So many milliseconds on a steady clock, from when the question was seen.
    For(u32),
    /// For a date: not before this time of day.
    From(Time),
}

impl Table {
    /// Everything that the table waits for with a clock. Whether a player is there is asked all
    /// the time, and acted on between rounds only.
    pub fn waits(&self) -> Vec<Wait> {
        if self.has_lost_shoe() {
            // Nothing can be played: the shoe is replaced at once.
            let question = Question::Answer { asked: self.asked };
            return vec![Wait { question, limit: Limit::For(0) }];
        }
        let answer = self.answer_ms().map(|ms| {
            let question = Question::Answer { asked: self.clock_since };
            Wait { question, limit: Limit::For(ms) }
        });
        let idle = self.house.posted().clocks.idle_ms;
        let watched = self.players.iter().filter(|_| idle > 0);
        let present = watched.map(|(player, it)| {
            let question = Question::Presence { player: *player, asked: it.last };
            Wait { question, limit: Limit::For(idle) }
        });
        let away = self.players.iter().filter_map(|(player, it)| match it.presence {
            Presence::Away { since } => Some((*player, since)),
            Presence::Here | Presence::Gone => None,
        });
        let back = away.filter_map(|(player, asked)| {
            let question = Question::Return { player, asked };
            Some(Wait { question, limit: Limit::For(self.away_ms()?) })
        });
        let posting = self.next.as_ref().map(|next| {
            let question = Question::Posting { asked: next.announced };
            Wait { question, limit: next.limit() }
        });
        answer.into_iter().chain(present).chain(back).chain(posting).collect()
    }

    /// Whether a question is open, so that the house can answer it at this time of day.
    pub fn is_open_for(&self, question: Question, at: Time) -> bool {
        match question {
            _ if self.has_lost_shoe() => false,
            Question::Answer { asked } => self.is_answer_open(asked),
            Question::Presence { player, asked } => self.is_presence_open(player, asked),
            Question::Return { player, asked } => self.is_return_open(player, asked),
            Question::Posting { asked } => {
                self.is_announced(asked) && self.posting_limit().is_some_and(|it| it.is_over(at))
            }
        }
    }

    /// How long the open question waits, where its clock is on.
    fn answer_ms(&self) -> Option<u32> {
        let clocks = &self.house.posted().clocks;
        match self.phase {
            Phase::Cut { .. } => Some(clocks.cut_ms),
            Phase::Betting { until } => until.map(|_| clocks.betting_ms),
            Phase::Insurance { until } => until.map(|_| clocks.insurance_ms),
            Phase::Turn { until } => until.map(|_| clocks.turn_ms),
            Phase::Closed | Phase::Dealer | Phase::HoleCard | Phase::Claims | Phase::LiveGame => {
                None
            }
        }
    }

    /// Whether this is the question that is open, with its clock.
    pub(crate) fn is_answer_open(&self, asked: u64) -> bool {
        self.answer_ms().is_some() && self.clock_since == asked
    }

    /// Whether a player's seats are freed if he has not been heard of since this version;
    /// nobody's while a round is played or his bets lie.
    pub(crate) fn is_presence_open(&self, player: AccountId, asked: u64) -> bool {
        let is_watched = self.house.posted().clocks.idle_ms > 0 && self.in_play.is_none();
        let is_last = self.players.get(&player).is_some_and(|it| it.last == asked);
        is_watched && is_last && self.staked_by(player) == 0
    }

    /// How long the seats of a player are kept who is away. Where staff stand at the table his
    /// chips are theirs to cash, and they release his seat.
    fn away_ms(&self) -> Option<u32> {
        let posted = self.house.posted();
        (!self.is_attended() && posted.clocks.away_ms > 0).then_some(posted.clocks.away_ms)
    }

    /// Whether a player is away since this version, at a table that does not wait for long.
    pub(crate) fn is_return_open(&self, player: AccountId, asked: u64) -> bool {
        let is_away = |it: &Player| it.presence == Presence::Away { since: asked };
        self.away_ms().is_some() && self.players.get(&player).is_some_and(is_away)
    }

    /// Whether the sign that is announced is that of this version.
    pub(crate) fn is_announced(&self, asked: u64) -> bool {
        self.next.as_ref().is_some_and(|next| next.announced == asked)
    }

    /// How long the sign that is announced still waits; nothing while a round is bet on or
    /// played. What lights the sensors of a live table is no wager before its game
    /// starts.
    pub(crate) fn posting_limit(&self) -> Option<Limit> {
        let lies = !self.is_live() && self.bets.iter().any(|bets| bets.games() > 0);
        self.next.as_ref().filter(|_| self.in_play.is_none() && !lies).map(Next::limit)
    }
}

impl Next {
    /// A sign that was announced for at once has no date that a clock could move.
    fn limit(&self) -> Limit {
        if self.is_at_once { Limit::For(0) } else { Limit::From(self.from) }
    }
}

impl Limit {
    /// Whether a date has come; what runs on a steady clock is over when it is said so.
    pub(crate) fn is_over(self, at: Time) -> bool {
        match self {
            Limit::For(_) => true,
            Limit::From(date) => date <= at,
        }
    }
}
