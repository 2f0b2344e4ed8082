//! A visit: how long somebody has been at the tables, and what it came to (G-09). It is read
//! from the record, whatever pages, sign-ins and processes were between.

use serde::Serialize;
use table::{AccountId, Entry, PersonEvent, Time};

use super::{CommandRefused, Floor};

/// Who does nothing for so long has gone, and comes for another visit.
const OVER_MS: u64 = 30 * 60_000;
/// So many of the last things that happened to a person are looked at: sitting down, buying
/// chips, standing up.
const LATELY: u64 = 200;
/// Rounds that are read at once.
const PAGE: u32 = 200;

/// A player's visit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, utoipa::ToSchema)]
pub struct Visit {
    /// When it began.
    pub since: Time,
    /// The time now, by the same clock.
    pub now: Time,
    /// The rounds in which he played, voided ones apart.
    pub rounds: u32,
    /// What he staked in them, in cents.
    pub staked: i64,
    /// What he was handed back, in cents.
    pub returned: i64,
}

impl Floor {
    /// The visit of a player that goes on at this time; one that begins now if there is none.
    ///
    /// # Errors
    /// If the store cannot be read.
    pub async fn visit(&self, player: AccountId, now: Time) -> Result<Visit, CommandRefused> {
        let mut visit = Visit { since: now, now, rounds: 0, staked: 0, returned: 0 };
        let mut seen = self.times_of(player).await?;
        let mut before = None;
        loop {
            let page = self.0.journal.rounds_of(player, before, PAGE).await?;
            for it in &page {
                visit.reach(&mut seen, it.round.ended);
                if !visit.goes_on(it.round.ended) {
                    return Ok(visit);
                }
                visit.since = visit.since.min(it.round.started);
                let own = it.round.players.iter().filter(|_| !it.round.voided);
                for (_, staked, returned) in own.filter(|(of, ..)| *of == player) {
                    visit.rounds += 1;
                    visit.staked += staked;
                    visit.returned += returned;
                }
            }
            match page.last() {
                Some(last) if page.len() == PAGE as usize => before = Some(last.mark()),
                _ => break,
            }
        }
        visit.reach(&mut seen, Time(0));
        Ok(visit)
    }

    /// When something happened to a person besides rounds, earliest first.
    async fn times_of(&self, player: AccountId) -> Result<Vec<Time>, CommandRefused> {
        let version = self.person(player).await?.version;
        let after = version.saturating_sub(LATELY);
        let entries: Vec<Entry<PersonEvent>> = self.read_entries(player, after, LATELY).await?;
        Ok(entries.iter().map(|entry| entry.at).collect())
    }
}

impl Visit {
    fn goes_on(&self, at: Time) -> bool {
        at.0.saturating_add(OVER_MS) > self.since.0
    }

    /// Goes back over what happened until a time, as long as it belongs together.
    fn reach(&mut self, seen: &mut Vec<Time>, until: Time) {
        while let Some(at) = seen.pop_if(|at| *at > until && self.goes_on(*at)) {
            self.since = self.since.min(at);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn g_09_a_visit_reaches_back_over_whatever_is_less_than_half_an_hour_apart() {
        let minutes = |it: u64| Time(it * 60_000);
        let now = minutes(200);
        let mut visit = Visit { since: now, now, rounds: 0, staked: 0, returned: 0 };
        let mut seen = vec![minutes(100), minutes(131), minutes(160), minutes(189)];
        visit.reach(&mut seen, minutes(150));
        assert_eq!((visit.since, seen.len()), (minutes(160), 2), "not beyond the round");
        visit.reach(&mut seen, Time(0));
        assert_eq!((visit.since, seen.len()), (minutes(131), 1), "31 minutes are another visit");
    }
}
