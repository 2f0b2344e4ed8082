//! The floor at a glance: what every table does, whom it needs, and what its gaming day came to.
//! A row is whole, so whoever follows the board replaces rows and folds nothing.

use std::collections::{BTreeMap, BTreeSet};

use rules::ShareHand;
use serde::Serialize;
use table::report::Play;
use table::{AccountId, Actor, Entry, OnDuty, Phase, Role, Share, TableId, Time, View};
use tokio::sync::broadcast;

use super::{CommandRefused, Floor, TableSummary, lock};

/// Entries that are read at once.
const PAGE: u64 = 500;

/// Tables of the floor as the staff's board shows them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, utoipa::ToSchema)]
pub struct Board {
    /// How many entries this process has published; it grows.
    pub version: u64,
    /// The time now, by the server's clock: ages are counted from it.
    pub at: Time,
    /// The gaming day, as `yyyymmdd`.
    pub day: u32,
    /// The tables by number: all of them, or those that have changed.
    pub tables: Vec<BoardRow>,
}

/// A table on the board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, utoipa::ToSchema)]
pub struct BoardRow {
    /// What the lobby says of it: number, name, game, seats, a call that is open.
    pub summary: TableSummary,
    /// What it waits for.
    pub phase: Phase,
    /// The seat that is asked.
    pub asked: Option<u8>,
    /// Who is on duty.
    pub duty: Vec<OnDuty>,
    /// What lies in bets, in cents: for the next round, or in the one that is played.
    pub bets: i64,
    /// The tray, in cents.
    pub tray: i64,
    /// Hands that win a share of a meter and are neither claimed nor waived.
    pub hands: Vec<ShareHand>,
    /// What is claimed in the round that is played.
    pub claims: Vec<Share>,
    /// Since when a claim is open.
    pub claimed_since: Option<Time>,
    /// What the gaming day came to so far.
    pub today: Today,
}

/// A table's gaming day, in cents: the same figures as `bahama report tables`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, utoipa::ToSchema)]
pub struct Today {
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
    /// What the tray won of players, less what it paid.
    pub win: i64,
    /// The awards that were posted.
    pub awards: i64,
}

impl From<&Play> for Today {
    fn from(play: &Play) -> Today {
        let Play { rounds, voided, drop, cashed_out, fills, credits, win, awards, .. } = *play;
        Today { rounds, voided, drop, cashed_out, fills, credits, win, awards }
    }
}

/// What is known of the tables' gaming days: a cache, read from the record when it is asked for.
pub(super) type Days = tokio::sync::Mutex<BTreeMap<TableId, KnownDay>>;

/// A gaming day up to a version.
#[derive(Clone)]
pub(super) struct KnownDay {
    version: u64,
    day: u32,
    play: Play,
}

impl Floor {
    /// The tables that change from now on.
    pub(crate) fn changes(&self) -> broadcast::Receiver<TableId> {
        self.0.changes.subscribe()
    }

    /// The board: these tables, or all; practice tables are no part of the floor.
    ///
    /// # Errors
    /// If the store cannot be read.
    pub(crate) async fn board(
        &self,
        only: Option<&BTreeSet<TableId>>,
    ) -> Result<Board, CommandRefused> {
        let at = (self.0.world.now)();
        let day = (self.0.world.day)(at);
        let version = self.0.published.load(std::sync::atomic::Ordering::Relaxed);
        let mut tables = Vec::new();
        let shown = |it: &TableSummary| {
            it.private.is_none() && only.is_none_or(|only| only.contains(&it.table))
        };
        for summary in self.tables().into_iter().filter(shown) {
            let Some(row) = self.board_row(summary, day).await? else { continue };
            tables.push(row);
        }
        Ok(Board { version, at, day, tables })
    }

    async fn board_row(
        &self,
        summary: TableSummary,
        day: u32,
    ) -> Result<Option<BoardRow>, CommandRefused> {
        let viewer = Actor { account: AccountId(0), role: Role::Supervisor };
        let view = lock(&self.0.floor).table(summary.table).map(|table| table.view(viewer));
        let Some(view) = view else { return Ok(None) };
        let link = summary.link.and_then(|link| self.link_place(link));
        let claimed_since = link.and_then(|place| place.borrow().claimed_since(summary.table));
        let today = self.today(summary.table, summary.version, day).await?;
        let (bets, asked) = (lying(&view), asked(&view));
        let (hands, claims) = view.progressive.map_or_else(Default::default, |told| {
            let is_open = |hand: &ShareHand| {
                !told.claims.iter().any(|it| (it.won.seat, it.won.spot) == (hand.seat, hand.spot))
            };
            (told.hands.into_iter().filter(is_open).collect(), told.claims)
        });
        let (phase, duty, tray) = (view.phase, view.duty, view.tray.unwrap_or_default());
        Ok(Some(BoardRow {
            summary,
            phase,
            asked,
            duty,
            bets,
            tray,
            hands,
            claims,
            claimed_since,
            today,
        }))
    }

    /// What a table's gaming day came to: what is known of it, and the entries since.
    async fn today(&self, table: TableId, version: u64, day: u32) -> Result<Today, CommandRefused> {
        let mut days = self.0.days.lock().await;
        let known = days.get(&table).filter(|it| it.day == day).cloned();
        let mut known = match known {
            Some(known) => known,
            None => KnownDay {
                version: self.before_day(table, version, day).await?,
                day,
                play: Play::default(),
            },
        };
        while known.version < version {
            let page: Vec<Entry> = self.read_entries(table, known.version, PAGE).await?;
            let Some(last) = page.last() else { break };
            known.version = last.version;
            let of_day = page.iter().filter(|entry| (self.0.world.day)(entry.at) == day);
            of_day.for_each(|entry| known.play.add(entry));
        }
        let today = Today::from(&known.play);
        days.insert(table, known);
        Ok(today)
    }

    /// The last version of a table before a gaming day. Times do not go back at a table (L-18),
    /// so it is found by halving.
    async fn before_day(
        &self,
        table: TableId,
        version: u64,
        day: u32,
    ) -> Result<u64, CommandRefused> {
        let (mut before, mut after) = (0, version + 1);
        while before + 1 < after {
            let middle = before + (after - before) / 2;
            let entry: Vec<Entry> = self.read_entries(table, middle - 1, 1).await?;
            match entry.first() {
                Some(entry) if (self.0.world.day)(entry.at) < day => before = middle,
                _ => after = middle,
            }
        }
        Ok(before)
    }
}

/// What lies in bets at a table: those of the round that is played, or of the next one.
fn lying(view: &View) -> i64 {
    let next = view.seats.iter().flat_map(|seat| &seat.bets).map(|bet| i64::from(bet.cents));
    if view.felt.over || view.felt.seats.is_empty() {
        return next.sum();
    }
    let seats = view.felt.seats.iter();
    let played = seats.map(|seat| {
        let sides = seat.bets.iter().filter(|bet| bet.spot != rules::Spot::Main);
        let sides: i64 = sides.map(|bet| i64::from(bet.cents)).sum();
        let hands: i64 = seat.hands.iter().map(|hand| i64::from(hand.stake)).sum();
        sides + hands + i64::from(seat.insurance)
    });
    played.sum()
}

fn asked(view: &View) -> Option<u8> {
    view.ask.as_ref().map(|ask| match *ask {
        table::Ask::Insurance { seat, .. } | table::Ask::Action { seat, .. } => seat,
    })
}
