//! History: finished rounds step by step, and what a player has won and lost (G-02, G-04).

use std::collections::BTreeMap;

use serde::Serialize;
use table::{
    Account, AccountId, Actor, Entry, Event, Micros, RoundRecord, ShoeNews, Stake, TableId, Time,
};

use super::{CommandRefused, Floor};
use crate::coach::speaks_at;

/// Entries that are looked through at once for those of the shoes.
const LOOKED_AT: u64 = 500;
/// How many entries before a round are read at a time for the bets it began with.
const BETS_PAGE: u64 = 64;

/// Rounds of a player that are read at once.
pub(super) const ROUNDS_READ: u32 = 200;

/// A finished round in a list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, utoipa::ToSchema)]
pub struct RoundSummary {
    /// The table.
    pub table: TableId,
    /// The round's number at its table.
    pub round: u64,
    /// The gaming day, as `yyyymmdd`.
    pub day: u32,
    /// When it started.
    pub started: Time,
    /// When it ended.
    pub ended: Time,
    /// Whether it was voided.
    pub voided: bool,
    /// What the asking player staked, in cents; nothing for who did not play.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub staked: Option<i64>,
    /// What the asking player was handed back, in cents.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub returned: Option<i64>,
}

/// The movements of a player's chips (G-04).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, utoipa::ToSchema)]
pub struct PlayerStatement {
    /// The player.
    pub player: AccountId,
    /// The chips before the first line, in cents.
    pub opening: i64,
    /// The movements, in order of time.
    pub lines: Vec<Movement>,
    /// The chips after the last line, in cents.
    pub closing: i64,
}

/// A movement of a player's chips.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, utoipa::ToSchema)]
pub struct Movement {
    /// The table.
    pub table: TableId,
    /// The entry that moved them.
    pub version: u64,
    /// When.
    pub at: Time,
    /// The account on the other side: the cage for buy-ins and cash-outs, felt and tray
    /// for wagers.
    pub other: Account,
    /// What the player got, in cents; below zero what he gave.
    pub cents: i64,
    /// The chips after it, in cents.
    pub balance: i64,
}

impl Movement {
    fn of(line: &store::StatementLine, balance: Micros) -> Movement {
        Movement {
            table: line.table,
            version: line.version,
            at: line.at,
            other: line.other,
            cents: line.micros.cents(),
            balance: balance.cents(),
        }
    }
}

/// A finished round with everything that happened in it.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
pub struct RoundHistory {
    /// Always true: this is the past, not the table now.
    pub history: bool,
    /// The round.
    #[serde(flatten)]
    pub summary: RoundSummary,
    /// Whether the coach judges its decisions: never at a table with staff.
    pub coached: bool,
    /// What lay on the seats when it started.
    pub bets: Vec<SeatStakes>,
    /// The posting it was played by (A49); nothing for a round without a start.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub played_by: Option<PlayedBy>,
    /// Its entries in their order, as stored.
    pub entries: Vec<Entry>,
}

/// How a table was posted for a round.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, utoipa::ToSchema)]
pub struct PlayedBy {
    /// The hash of the profile.
    pub profile: String,
    /// The settings that leave the sheets.
    pub beyond: Vec<String>,
    /// What may favour the player, by the names with which it was allowed.
    pub overrides: Vec<String>,
}

/// What lay on a seat when a round started.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, utoipa::ToSchema)]
pub struct SeatStakes {
    /// The seat, from 1.
    pub seat: u8,
    /// Who had put it there.
    pub player: AccountId,
    /// The stakes.
    pub bets: Vec<Stake>,
}

rules::words! {
    /// What a round came to for a player.
    pub enum RoundResult {
        /// More came back than was staked.
        Won = "won",
        /// Less came back than was staked.
        Lost = "lost",
        /// As much came back as was staked.
        Even = "even",
    }
}

/// Which of his own rounds a player looks for; nothing in a field is every one.
#[derive(Clone, Copy, Debug, Default)]
pub struct OwnRounds {
    /// Of this table.
    pub table: Option<TableId>,
    /// From this gaming day on, and when it begins.
    pub from: Option<(u32, Time)>,
    /// Up to this gaming day.
    pub to: Option<u32>,
    /// Those that came to this.
    pub result: Option<RoundResult>,
}

impl OwnRounds {
    pub(super) fn fits(&self, round: &RoundSummary) -> bool {
        let net = round.returned.unwrap_or_default() - round.staked.unwrap_or_default();
        let result = match net {
            1.. => RoundResult::Won,
            0 => RoundResult::Even,
            _ => RoundResult::Lost,
        };
        self.table.is_none_or(|table| round.table == table)
            && self.from.is_none_or(|(day, _)| round.day >= day)
            && self.to.is_none_or(|day| round.day <= day)
            && self.result.is_none_or(|wanted| result == wanted)
    }

    /// Whether rounds that ended then, and all before, are from earlier days: a round is of the
    /// day on which it started.
    pub(super) fn is_past(&self, ended: Time) -> bool {
        self.from.is_some_and(|(_, begins)| ended < begins)
    }
}

impl RoundSummary {
    pub(super) fn of(table: TableId, round: &RoundRecord, player: AccountId) -> RoundSummary {
        let own = round.players.iter().find(|(of, ..)| *of == player);
        RoundSummary {
            table,
            round: round.round,
            day: round.day,
            started: round.started,
            ended: round.ended,
            voided: round.voided,
            staked: own.map(|(_, staked, _)| *staked),
            returned: own.map(|(.., returned)| *returned),
        }
    }
}

/// Notes what an entry did to bets that nothing later did; false once they began.
fn note_bets(entry: &Entry, lay: &mut BTreeMap<u8, (AccountId, Vec<Stake>)>) -> bool {
    for event in entry.events.iter().rev() {
        let (seat, bets) = match event {
            // At a live table nobody opens the betting: sensors are lit from game to game.
            Event::BettingOpened { .. }
            | Event::Started { .. }
            | Event::Ended { .. }
            | Event::Voided { .. } => return false,
            Event::BetPlaced { seat, bets } => (*seat, bets.clone()),
            Event::Left { seat, .. } => (*seat, Vec::new()),
            _ => continue,
        };
        lay.entry(seat).or_insert((entry.by.account, bets));
    }
    true
}

/// Whether somebody may recall a round: the staff every one, a player his own.
fn may_recall(viewer: Actor, round: &RoundRecord) -> bool {
    viewer.role.is_staff() || round.players.iter().any(|(of, ..)| *of == viewer.account)
}

impl Floor {
    /// The version after which somebody may read the entries of a table. What happened at a table
    /// for everybody is for the staff and for those who were there: anybody else sees its present,
    /// which begins with the round that ended last, or now before there is one (S-07, G-07).
    ///
    /// # Errors
    /// If the store cannot be read.
    pub async fn since(&self, table: TableId, viewer: Actor) -> Result<u64, CommandRefused> {
        if viewer.role.is_staff() || self.is_own(table, viewer) {
            return Ok(0);
        }
        let version = self.version(table).unwrap_or_default();
        let ended = self.0.journal.rounds(table, None, 1).await?;
        Ok(ended.first().map_or(version, |round| round.first - 1))
    }

    /// What the entries after a version tell of a table's shoes, oldest first; nothing once all
    /// is told.
    ///
    /// # Errors
    /// If the store cannot be read.
    pub async fn shoe_news(
        &self,
        table: TableId,
        after: u64,
        limit: usize,
    ) -> Result<Vec<ShoeNews>, CommandRefused> {
        let (mut news, mut last) = (Vec::new(), after);
        while news.len() < limit {
            let page: Vec<Entry> = self.read_entries(table, last, LOOKED_AT).await?;
            let Some(end) = page.last() else { break };
            last = end.version;
            news.extend(page.iter().flat_map(Entry::shoe_news));
        }
        news.truncate(limit);
        Ok(news)
    }

    /// The finished rounds of a table before one of them (or the last ones), latest first,
    /// as far as somebody may recall them.
    ///
    /// # Errors
    /// If the store cannot be read.
    pub async fn rounds(
        &self,
        table: TableId,
        viewer: Actor,
        before: Option<u64>,
        limit: u32,
    ) -> Result<Vec<RoundSummary>, CommandRefused> {
        let rounds = self.0.journal.rounds(table, before, limit).await?;
        let own = rounds.iter().filter(|round| may_recall(viewer, round));
        Ok(own.map(|round| RoundSummary::of(table, round, viewer.account)).collect())
    }

    /// A player's finished rounds at all tables that are looked for, before one of them (or the
    /// last ones), latest first: as many as wanted, as long as there are so many.
    ///
    /// # Errors
    /// If the store cannot be read.
    pub async fn rounds_of(
        &self,
        player: AccountId,
        wanted: OwnRounds,
        mut before: Option<store::RoundMark>,
        limit: u32,
    ) -> Result<Vec<RoundSummary>, CommandRefused> {
        let mut found = Vec::new();
        loop {
            let page = self.0.journal.rounds_of(player, before, ROUNDS_READ).await?;
            for at in &page {
                if found.len() == limit as usize || wanted.is_past(at.round.ended) {
                    return Ok(found);
                }
                let round = RoundSummary::of(at.table, &at.round, player);
                found.extend(wanted.fits(&round).then_some(round));
            }
            match page.last() {
                Some(last) if page.len() == ROUNDS_READ as usize => before = Some(last.mark()),
                _ => return Ok(found),
            }
        }
    }

    /// A finished round, step by step; nothing if there is none or it is not for this
    /// person. Only finished rounds can be recalled, so no hidden card is ever in one
    /// (G-07).
    ///
    /// # Errors
    /// If the store cannot be read.
    pub async fn round(
        &self,
        table: TableId,
        viewer: Actor,
        round: u64,
    ) -> Result<Option<RoundHistory>, CommandRefused> {
        let found = self.0.journal.rounds(table, round.checked_add(1), 1).await?;
        let Some(record) = found.first().filter(|it| it.round == round && may_recall(viewer, it))
        else {
            return Ok(None);
        };
        let count = record.last - record.first + 1;
        let entries = self.read_entries(table, record.first - 1, count).await?;
        let summary = RoundSummary::of(table, record, viewer.account);
        let bets = self.bets_before(table, record.first).await?;
        let played_by = self.played_by(table, &entries).await?;
        let coached = self.view(table, Actor::HOUSE).is_some_and(|view| speaks_at(&view.posted));
        Ok(Some(RoundHistory { history: true, summary, coached, bets, played_by, entries }))
    }

    /// What lay on the seats before an entry that started a round: the last word of every seat
    /// since the betting was opened.
    pub(super) async fn bets_before(
        &self,
        table: TableId,
        first: u64,
    ) -> Result<Vec<SeatStakes>, CommandRefused> {
        let mut lay = BTreeMap::new();
        let mut until = first;
        while until > 1 {
            let from = until.saturating_sub(1 + BETS_PAGE);
            let page = self.read_entries(table, from, until - 1 - from).await?;
            if !page.iter().rev().all(|entry| note_bets(entry, &mut lay)) {
                break;
            }
            until = until.min(from + 1);
        }
        let seats = lay.into_iter().filter(|(_, (_, bets))| !bets.is_empty());
        Ok(seats.map(|(seat, (player, bets))| SeatStakes { seat, player, bets }).collect())
    }

    /// A player's statement from one moment until before another: of all tables, or of one.
    ///
    /// # Errors
    /// If the store cannot be read.
    pub async fn statement(
        &self,
        player: AccountId,
        table: Option<TableId>,
        from: Time,
        until: Time,
    ) -> Result<PlayerStatement, CommandRefused> {
        let Some(table) = table else {
            let all = self.0.journal.statement(player, from, until).await?;
            let lines = all.lines.iter().map(|line| Movement::of(line, line.balance)).collect();
            let (opening, closing) = (all.opening.cents(), all.closing.cents());
            return Ok(PlayerStatement { player, opening, lines, closing });
        };
        // What lay at one table is known from everything that moved there before.
        let all = self.0.journal.statement(player, Time(0), until).await?;
        let (mut balance, mut opening) = (Micros::ZERO, Micros::ZERO);
        let mut lines = Vec::new();
        for line in all.lines.iter().filter(|line| line.table == table) {
            balance += line.micros;
            if line.at < from {
                opening = balance;
            } else {
                lines.push(Movement::of(line, balance));
            }
        }
        let (opening, closing) = (opening.cents(), balance.cents());
        Ok(PlayerStatement { player, opening, lines, closing })
    }
}
