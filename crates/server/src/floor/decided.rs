//! What a player decided in a round, from the record: what the coach judges.

use coach::{Decision, Start, decisions, moved};
use rules::{Money, Rules};
use table::{AccountId, Actor, Entry, Event, Posted, Stake, TableId, Time, View};

use super::history::PlayedBy;
use super::sign::Source;
use super::{CommandRefused, Floor, lock};

/// Entries that are read at once on the way back to the deal.
const PAGE: u64 = 64;
/// The deal of a round on the felt is looked for so many pages back: a table that waits for its
/// next round may have had many bets placed and taken back.
const PAGES: u32 = 8;

/// What a player decided in a round, and the rules it was played by.
pub(crate) struct Decided {
    /// The rules.
    pub(crate) rules: Rules,
    /// The decisions, in order.
    pub(crate) decisions: Vec<Decision>,
}

impl Floor {
    /// The rules a table plays by now, with the wagers it offers; nothing where there is none.
    pub(crate) fn rules_now(&self, table: TableId) -> Option<Rules> {
        lock(&self.0.floor).table(table).map(|table| *table.house().rules())
    }

    /// What the viewer decided in the round whose cards lie on the felt.
    ///
    /// # Errors
    /// If the store cannot be read.
    pub(crate) async fn decided_now(
        &self,
        view: &View,
        rules: Rules,
    ) -> Result<Decided, CommandRefused> {
        let own = view.felt.seats.iter().filter(|at| view.you.seats.contains(&at.seat));
        let bets: Vec<(u8, Vec<Stake>)> = own.map(|at| (at.seat, at.bets.clone())).collect();
        if bets.is_empty() {
            return Ok(Decided { rules, decisions: Vec::new() });
        }
        let entries = self.since_the_deal(view).await?;
        let player = view.you.account;
        let moved: Money = entries.iter().map(|entry| moved(entry, player)).sum();
        let start = Start { player, bets, chips: Money::cents(view.you.chips) - moved };
        Ok(Decided { rules, decisions: decisions(&entries, &start, &rules) })
    }

    /// The entries of the round on the felt up to the view, its deal first; nothing where the
    /// deal is too far back.
    async fn since_the_deal(&self, view: &View) -> Result<Vec<Entry>, CommandRefused> {
        let mut found: Vec<Entry> = Vec::new();
        let mut until = view.version;
        for _ in 0..PAGES {
            let from = until.saturating_sub(PAGE);
            let page = self.read_entries(view.table, from, until - from).await?;
            let round = view.felt.round;
            if let Some(first) = page.iter().rposition(|entry| deals(entry, round)) {
                return Ok(page.into_iter().skip(first).chain(found).collect());
            }
            found = page.into_iter().chain(found).collect();
            until = from;
            if until == 0 {
                break;
            }
        }
        Ok(Vec::new())
    }

    /// What a player decided in a finished round of his; nothing where there is none, or the
    /// rules it was played by are not kept.
    ///
    /// # Errors
    /// If the store cannot be read.
    pub(crate) async fn decided_in(
        &self,
        table: TableId,
        viewer: Actor,
        round: u64,
    ) -> Result<Option<Decided>, CommandRefused> {
        let Some(history) = self.round(table, viewer, round).await? else { return Ok(None) };
        let player = viewer.account;
        let own = history.bets.iter().filter(|at| at.player == player);
        let bets: Vec<(u8, Vec<Stake>)> = own.map(|at| (at.seat, at.bets.clone())).collect();
        let Some(rules) = self.rules_of(table, &history.entries).await? else { return Ok(None) };
        let first = history.entries.first().map_or(0, |entry| entry.version);
        let ended = history.summary.ended;
        let chips = self.chips_before(player, table, first, ended).await?;
        let start = Start { player, bets, chips };
        Ok(Some(Decided { rules, decisions: decisions(&history.entries, &start, &rules) }))
    }

    /// The rules by which a round was played: those of now, or those of the sign of then.
    async fn rules_of(
        &self,
        table: TableId,
        entries: &[Entry],
    ) -> Result<Option<Rules>, CommandRefused> {
        let Some(profile) = profile_of(entries) else { return Ok(None) };
        Ok(self.game_of(table, profile).await?.map(|(_, rules)| rules))
    }

    /// The game and the rules of a profile that a table has or had; nothing where they are not
    /// kept.
    pub(super) async fn game_of(
        &self,
        table: TableId,
        profile: &str,
    ) -> Result<Option<(String, Rules)>, CommandRefused> {
        if let Some(sign) = self.sign_now(table, profile) {
            return Ok(self.rules_now(table).map(|rules| (sign.game, rules)));
        }
        let Some(source) = self.0.journal.profile(profile).await? else { return Ok(None) };
        let (game, profile) = Source::read(&source)?.game()?;
        Ok(Some((game.id, profile.rules)))
    }

    /// How the table was posted for a round: as now, or by the sign of then.
    pub(super) async fn played_by(
        &self,
        table: TableId,
        entries: &[Entry],
    ) -> Result<Option<PlayedBy>, CommandRefused> {
        let Some(profile) = profile_of(entries) else { return Ok(None) };
        let by = |beyond, overrides| {
            Ok(Some(PlayedBy { profile: profile.to_owned(), beyond, overrides }))
        };
        if let Some(sign) = self.sign_now(table, profile) {
            return by(sign.beyond.clone(), sign.overrides());
        }
        let Some(source) = self.0.journal.profile(profile).await? else {
            return by(Vec::new(), Vec::new());
        };
        let source = Source::read(&source)?;
        let (game, _) = source.game()?;
        by(game.beyond.iter().map(|note| note.field.clone()).collect(), source.overrides())
    }

    /// The sign of a table, if it is of this profile.
    fn sign_now(&self, table: TableId, profile: &str) -> Option<Posted> {
        let view = self.view(table, Actor::HOUSE)?;
        (view.posted.profile == profile).then_some(view.posted)
    }

    /// The chips a player had at a table before an entry.
    async fn chips_before(
        &self,
        player: AccountId,
        table: TableId,
        version: u64,
        ended: Time,
    ) -> Result<Money, CommandRefused> {
        let until = Time(ended.0.saturating_add(1));
        let statement = self.0.journal.statement(player, Time(0), until).await?;
        let before = statement.lines.iter().filter(|it| it.table == table && it.version < version);
        Ok(Money::cents(before.map(|line| line.micros.cents()).sum()))
    }
}

/// The profile by which a round was played, from its entries.
pub(super) fn profile_of(entries: &[Entry]) -> Option<&str> {
    entries.iter().flat_map(|entry| &entry.events).find_map(|event| match event {
        Event::Started { profile, .. } => Some(profile.as_str()),
        _ => None,
    })
}

/// Whether an entry deals a round.
fn deals(entry: &Entry, round: u64) -> bool {
    entry
        .events
        .iter()
        .any(|event| matches!(event, Event::Started { round: it, .. } if *it == round))
}
