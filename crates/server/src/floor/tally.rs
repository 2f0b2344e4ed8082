//! What a player staked on each wager and what came of it: one pass over his rounds in the record.

use std::collections::BTreeMap;

use round::{LineSpot, PaidLine};
use rules::{Rules, Spot};
use store::TableRound;
use table::{AccountId, Entry, Event};

use super::decided::profile_of;
use super::history::{OwnRounds, ROUNDS_READ, RoundSummary};
use super::{CommandRefused, Floor};

/// A player's wagers, added up.
#[derive(Debug, Default)]
pub(crate) struct Tally {
    /// His rounds, voided ones apart.
    pub(crate) rounds: u64,
    /// What he staked in them, in cents.
    pub(crate) staked: i64,
    /// What he was handed back, in cents.
    pub(crate) returned: i64,
    /// The games and the rules he played by, by the hash of their profile; nothing for rules that
    /// are not kept.
    pub(crate) played: BTreeMap<String, Option<(String, Rules)>>,
    /// His wagers by the hash of the profile and the wager's word.
    pub(crate) wagers: BTreeMap<(String, String), WagerTally>,
}

/// Wagers of one kind under one profile, in cents.
#[derive(Clone, Debug)]
pub(crate) struct WagerTally {
    /// The wager or prize.
    pub(crate) wager: LineSpot,
    /// The rounds in which it was staked or came.
    pub(crate) rounds: u64,
    /// What lay on it before the deal.
    pub(crate) bet: i64,
    /// The sum of the squares of those bets.
    pub(crate) squares: u128,
    /// What was staked, with what was doubled and split.
    pub(crate) staked: i64,
    /// What was handed back.
    pub(crate) returned: i64,
}

impl WagerTally {
    fn new(wager: LineSpot) -> WagerTally {
        WagerTally { wager, rounds: 0, bet: 0, squares: 0, staked: 0, returned: 0 }
    }

    fn bet(&mut self, cents: i64) {
        self.bet += cents;
        self.squares += u128::from(cents.unsigned_abs()).pow(2);
    }
}

impl Tally {
    /// Adds the lines of a round that are the player's, whose main wagers were these before the deal.
    fn add<'a>(&mut self, profile: &str, mains: &[i64], lines: impl Iterator<Item = &'a PaidLine>) {
        let mut round: BTreeMap<String, WagerTally> = BTreeMap::new();
        for line in lines {
            let word = line.spot.to_string();
            let sum = round.entry(word).or_insert_with(|| WagerTally::new(line.spot));
            sum.staked += line.staked;
            sum.returned += line.returned;
            // Hands of the main wager are doubled and split; what lay before the deal is its bet.
            if line.spot != LineSpot::Wager(Spot::Main) {
                sum.bet(line.staked);
            }
        }
        for (word, mut sum) in round {
            if sum.wager == LineSpot::Wager(Spot::Main) {
                mains.iter().for_each(|cents| sum.bet(*cents));
            }
            let key = (profile.to_owned(), word);
            let all = self.wagers.entry(key).or_insert_with(|| WagerTally::new(sum.wager));
            all.rounds += 1;
            all.bet += sum.bet;
            all.squares += sum.squares;
            all.staked += sum.staked;
            all.returned += sum.returned;
        }
    }
}

impl Floor {
    /// A player's wagers in those of his rounds that are asked for.
    ///
    /// # Errors
    /// If the store cannot be read.
    pub(crate) async fn tally(
        &self,
        player: AccountId,
        wanted: OwnRounds,
    ) -> Result<Tally, CommandRefused> {
        let (mut tally, mut before) = (Tally::default(), None);
        loop {
            let page = self.0.journal.rounds_of(player, before, ROUNDS_READ).await?;
            for at in &page {
                if wanted.is_past(at.round.ended) {
                    return Ok(tally);
                }
                let summary = RoundSummary::of(at.table, &at.round, player);
                if !at.round.voided && wanted.fits(&summary) {
                    tally.rounds += 1;
                    tally.staked += summary.staked.unwrap_or_default();
                    tally.returned += summary.returned.unwrap_or_default();
                    self.tally_round(&mut tally, at, player).await?;
                }
            }
            match page.last() {
                Some(last) if page.len() == ROUNDS_READ as usize => before = Some(last.mark()),
                _ => return Ok(tally),
            }
        }
    }

    async fn tally_round(
        &self,
        tally: &mut Tally,
        at: &TableRound,
        player: AccountId,
    ) -> Result<(), CommandRefused> {
        let (first, last) = (at.round.first, at.round.last);
        let entries: Vec<Entry> = self.read_entries(at.table, first - 1, last - first + 1).await?;
        let bets = self.bets_before(at.table, first).await?;
        let own: Vec<_> = bets.iter().filter(|seat| seat.player == player).collect();
        let profile = profile_of(&entries).unwrap_or_default();
        if !tally.played.contains_key(profile) {
            let game = self.game_of(at.table, profile).await?;
            tally.played.insert(profile.to_owned(), game);
        }
        let stakes = own.iter().flat_map(|seat| &seat.bets);
        let mains = stakes.filter(|stake| stake.spot == Spot::Main);
        let mains: Vec<i64> = mains.map(|stake| i64::from(stake.cents)).collect();
        let lines = entries.iter().flat_map(|entry| &entry.events).flat_map(|event| match event {
            Event::Paid { lines } => lines.as_slice(),
            _ => &[],
        });
        tally.add(profile, &mains, lines.filter(|line| own.iter().any(|it| it.seat == line.seat)));
        Ok(())
    }
}
