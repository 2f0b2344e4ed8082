//! Who has a table open at this moment. It is nobody's record: what this process sees it tells
//! the tables, and what they make of it is in their entries (T-15).

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use ::floor::Moment;
use store::Seen;
use table::{AccountId, TableId};

use crate::app::App;
use crate::bots;
use crate::clock::Clock;

/// A page that is loaded again is open again within this time, and nobody was away.
const RELOAD_MS: u64 = 5_000;
/// After a start pages come back within this time.
const RESTART_MS: u64 = 15_000;
/// Who plays without following the table is there for so long after a command.
const SILENT_MS: u64 = 60_000;

type Sights = BTreeMap<(TableId, AccountId), Sight>;

/// The open streams, by table and account, and who was heard of otherwise.
#[derive(Clone)]
pub(crate) struct Presence {
    seen: Arc<Mutex<Sights>>,
    clock: Clock,
    /// Nobody is missed before this process could see him.
    began: Moment,
}

/// How somebody is seen at a table.
#[derive(Clone, Copy, Debug)]
struct Sight {
    /// How many streams he has open.
    streams: u32,
    /// Whether he ever had one.
    followed: bool,
    /// When the last one was closed, or he last gave a command.
    heard: Moment,
}

/// Somebody who looks at a table, until it is dropped.
pub(crate) struct Present {
    all: Presence,
    at: (TableId, AccountId),
}

impl Presence {
    pub(crate) fn new(clock: Clock) -> Presence {
        Presence { seen: Arc::default(), began: clock.steady(), clock }
    }

    /// Notes that somebody looks at a table.
    pub(crate) fn enter(&self, table: TableId, account: AccountId) -> Present {
        let at = (table, account);
        self.sight(at, |sight| (sight.streams, sight.followed) = (sight.streams + 1, true));
        Present { all: self.clone(), at }
    }

    /// Notes that somebody gave a table a command.
    pub(crate) fn heard(&self, table: TableId, account: AccountId) {
        self.sight((table, account), |_| {});
    }

    /// Whether somebody is at a table: he has it open, or was heard of a moment ago.
    fn is_here(&self, table: TableId, account: AccountId) -> bool {
        let sight = self.seen().get(&(table, account)).copied();
        let missed = sight.map_or(self.began.after(RESTART_MS), Sight::missed);
        sight.is_some_and(|sight| sight.streams > 0) || self.clock.steady() < missed
    }

    /// Everybody who is seen here.
    fn all_here(&self) -> Vec<Seen> {
        let now = self.clock.steady();
        let is_here = |sight: &Sight| sight.streams > 0 || now < sight.missed();
        let seen = self.seen();
        let here = seen.iter().filter(|(_, sight)| is_here(sight));
        here.map(|((table, player), _)| Seen { table: *table, player: *player }).collect()
    }

    fn sight(&self, at: (TableId, AccountId), change: impl FnOnce(&mut Sight)) {
        let heard = self.clock.steady();
        let mut seen = self.seen();
        let sight = seen.entry(at).or_insert(Sight { streams: 0, followed: false, heard });
        sight.heard = heard;
        change(sight);
    }

    /// Forgets who is not there and was not for a while: nothing more is known of him then.
    pub(crate) fn forget(&self) {
        let now = self.clock.steady();
        let is_known = |sight: &Sight| sight.streams > 0 || now < sight.missed();
        self.seen().retain(|_, sight| is_known(sight));
    }

    fn seen(&self) -> MutexGuard<'_, Sights> {
        self.seen.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Sight {
    /// When he is missed if nothing more is heard of him.
    fn missed(self) -> Moment {
        self.heard.after(if self.followed { RELOAD_MS } else { SILENT_MS })
    }
}

impl Drop for Present {
    fn drop(&mut self) {
        self.all.sight(self.at, |sight| sight.streams -= 1);
    }
}

/// Tells the tables who has gone away and who is back. What a table knows already is not said
/// again, and what was not written is said again with the next look.
pub(crate) async fn tell(app: &App) {
    // Where several processes serve a floor, each sees a part of the people.
    let elsewhere = match app.floor.compare_presence(app.presence.all_here()).await {
        Ok(seen) => seen.unwrap_or_default(),
        // Nothing can be told either.
        Err(error) => return tracing::warn!(%error, "who is at other processes is not known"),
    };
    let elsewhere: BTreeSet<Seen> = elsewhere.into_iter().collect();
    for (table, player, is_away) in app.floor.company(bots::is_named_bot) {
        let is_here =
            app.presence.is_here(table, player) || elsewhere.contains(&Seen { table, player });
        if is_here == is_away {
            app.floor.notice(table, player, is_here);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn t_15_somebody_is_there_as_long_as_one_of_his_pages_is_and_a_moment_longer() {
        let clock = Clock::manual(table::Time(0));
        let presence = Presence::new(clock.clone());
        let (table, ann, ben) = (TableId(1), AccountId(7), AccountId(8));
        assert!(presence.is_here(table, ben), "nobody is missed at the start");
        let first = presence.enter(table, ann);
        let second = presence.enter(table, ann);
        drop(first);
        clock.turn(RESTART_MS);
        assert!(presence.is_here(table, ann));
        assert!(!presence.is_here(table, ben), "who was never seen is missed after a while");
        assert!(!presence.is_here(TableId(2), ann), "another table is another matter");
        drop(second);
        clock.turn(RELOAD_MS - 1);
        assert!(presence.is_here(table, ann), "a page that is loaded again");
        clock.turn(1);
        assert!(!presence.is_here(table, ann));
        presence.heard(table, ben);
        clock.turn(SILENT_MS - 1);
        assert!(presence.is_here(table, ben), "who plays by requests alone is heard of");
        clock.turn(1);
        assert!(!presence.is_here(table, ben));
        presence.forget();
        assert!(presence.seen().is_empty());
    }
}
