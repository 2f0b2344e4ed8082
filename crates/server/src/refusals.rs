//! Refusals that a stranger can cause as often as he likes, counted for the security log
//! (S-14): the first of an address is written at once, the others of the same minute as
//! one number, so that nobody fills the disk.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::net::IpAddr;
use std::sync::{Mutex, MutexGuard, PoisonError};

use table::Time;

use crate::app::App;
use crate::peer::Peer;

const MINUTE_MS: u64 = 60_000;
/// So many addresses have lines of their own in a minute; the rest share one.
const MOST: usize = 64;

/// What was refused in the last minute.
#[derive(Default)]
pub(crate) struct Refusals {
    counts: Mutex<BTreeMap<(&'static str, Option<IpAddr>), Count>>,
}

struct Count {
    since: Time,
    /// Refusals after the first.
    more: u64,
}

/// A sum to be written: what, from where (nothing for addresses without lines of their
/// own), and how many more.
type Sum = (&'static str, Option<IpAddr>, u64);

impl Refusals {
    fn lock(&self) -> MutexGuard<'_, BTreeMap<(&'static str, Option<IpAddr>), Count>> {
        self.counts.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Counts a refusal; gives whether it is the first of its minute.
    fn add(&self, what: &'static str, from: IpAddr, now: Time) -> bool {
        let mut counts = self.lock();
        let own = (what, Some(from));
        let is_full = counts.len() >= MOST && !counts.contains_key(&own);
        let key = if is_full { (what, None) } else { own };
        match counts.entry(key) {
            Entry::Vacant(place) => {
                place.insert(Count { since: now, more: u64::from(is_full) });
                !is_full
            }
            Entry::Occupied(mut place) => {
                place.get_mut().more += 1;
                false
            }
        }
    }

    /// The minutes that are over.
    fn over(&self, now: Time) -> Vec<Sum> {
        let mut sums = Vec::new();
        self.lock().retain(|(what, from), count| {
            let is_over = now.0.saturating_sub(count.since.0) >= MINUTE_MS;
            if is_over && count.more > 0 {
                sums.push((*what, *from, count.more));
            }
            !is_over
        });
        sums
    }
}

impl App {
    /// Notes that a request was refused before anybody looked at what it wants.
    pub(crate) async fn refused(&self, what: &'static str, peer: &Peer) {
        let now = self.clock.now();
        if self.refusals.add(what, peer.network(), now) {
            self.note(None, what, peer.address.to_string()).await;
        }
    }

    /// Writes the sums of the minutes that are over.
    pub(crate) async fn write_refusals(&self) {
        for (what, from, more) in self.refusals.over(self.clock.now()) {
            let from = from.map_or_else(|| "other addresses".to_owned(), |it| it.to_string());
            self.note(None, what, format!("{more} more from {from} in a minute")).await;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn s_14_a_flood_is_one_line_and_one_number_a_minute() {
        let refusals = Refusals::default();
        let from = "1.2.3.4".parse().unwrap();
        let written = (0..10_000).filter(|at| refusals.add("rate.limit", from, Time(*at))).count();
        assert_eq!(written, 1);
        assert!(refusals.add("csrf.token", from, Time(5)), "another kind has its own line");
        assert!(refusals.over(Time(59_999)).is_empty());
        let over = refusals.over(Time(60_005));
        assert_eq!(over, [("rate.limit", Some(from), 9_999)]);
        assert!(refusals.add("rate.limit", from, Time(60_006)), "a new minute");
    }

    #[test]
    fn s_14_a_flood_from_everywhere_has_few_lines() {
        let refusals = Refusals::default();
        let address = |at: u32| IpAddr::from(std::net::Ipv4Addr::from(at));
        let written = (0..5_000).filter(|at| refusals.add("rate.limit", address(*at), Time(1)));
        assert_eq!(written.count(), MOST);
        let over = refusals.over(Time(70_000));
        assert_eq!(over, [("rate.limit", None, 5_000 - MOST as u64)]);
    }
}
