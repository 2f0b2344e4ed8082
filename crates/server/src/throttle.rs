//! Back-off after wrong passwords, for one name from one address: whoever guesses waits
//! longer and longer, and nobody can keep the owner out from elsewhere (S-10).

use std::collections::BTreeMap;
use std::net::IpAddr;
use std::sync::{Mutex, MutexGuard, PoisonError};

use table::Time;

/// Wrong passwords that cost nothing.
const FREE: u32 = 3;
/// The longest wait.
const LONGEST_MS: u64 = 15 * 60 * 1000;
/// After so long without a try everything is forgotten.
const FORGOTTEN_MS: u64 = 60 * 60 * 1000;
/// More pairs than this are not remembered; the oldest go first.
const MOST: usize = 50_000;

/// Remembers wrong passwords.
#[derive(Default)]
pub(crate) struct Throttle {
    tries: Mutex<BTreeMap<(String, IpAddr), Tries>>,
}

#[derive(Clone, Copy)]
struct Tries {
    wrong: u32,
    last: Time,
}

impl Tries {
    /// The wait doubles with every wrong password: 1, 2, 4 … seconds.
    fn until(self) -> Time {
        let doublings = match self.wrong.checked_sub(FREE) {
            None => return self.last,
            Some(over) => over.min(20),
        };
        Time(self.last.0 + (1000_u64 << doublings).min(LONGEST_MS))
    }
}

impl Throttle {
    fn lock(&self) -> MutexGuard<'_, BTreeMap<(String, IpAddr), Tries>> {
        self.tries.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The milliseconds still to wait before the next try; zero means now.
    pub(crate) fn wait(&self, name: &str, from: IpAddr, now: Time) -> u64 {
        let key = (name.to_lowercase(), from);
        self.lock().get(&key).map_or(0, |tries| tries.until().0.saturating_sub(now.0))
    }

    /// Notes a wrong password.
    pub(crate) fn wrong(&self, name: &str, from: IpAddr, now: Time) {
        let mut tries = self.lock();
        if tries.len() >= MOST {
            forget(&mut tries, now);
        }
        let entry =
            tries.entry((name.to_lowercase(), from)).or_insert(Tries { wrong: 0, last: now });
        *entry = Tries { wrong: entry.wrong.saturating_add(1), last: now };
    }

    /// Forgets the wrong passwords before a right one.
    pub(crate) fn right(&self, name: &str, from: IpAddr) {
        self.lock().remove(&(name.to_lowercase(), from));
    }

    /// Forgets what is long ago.
    pub(crate) fn forget(&self, now: Time) {
        forget(&mut self.lock(), now);
    }
}

fn forget(tries: &mut BTreeMap<(String, IpAddr), Tries>, now: Time) {
    tries.retain(|_, tries| now.0.saturating_sub(tries.last.0) < FORGOTTEN_MS);
    if tries.len() >= MOST {
        let oldest = tries.iter().min_by_key(|(_, tries)| tries.last).map(|(key, _)| key.clone());
        oldest.and_then(|key| tries.remove(&key));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn s_10_the_wait_doubles_and_locks_nobody_else_out() {
        let throttle = Throttle::default();
        let (here, there) = ("1.1.1.1".parse().unwrap(), "2.2.2.2".parse().unwrap());
        let now = Time(1_000_000);
        let mut waits = Vec::new();
        for _ in 0..6 {
            throttle.wrong("Dealer", here, now);
            waits.push(throttle.wait("dealer", here, now));
        }
        assert_eq!(waits, [0, 0, 1000, 2000, 4000, 8000]);
        assert_eq!(throttle.wait("dealer", there, now), 0);
        assert_eq!(throttle.wait("other", here, now), 0);
        for _ in 0..60 {
            throttle.wrong("dealer", here, now);
        }
        assert_eq!(throttle.wait("dealer", here, now), LONGEST_MS);
        throttle.right("dealer", here);
        assert_eq!(throttle.wait("dealer", here, now), 0);
    }

    #[test]
    fn what_is_long_ago_is_forgotten() {
        let throttle = Throttle::default();
        throttle.wrong("dealer", "1.1.1.1".parse().unwrap(), Time(0));
        throttle.forget(Time(FORGOTTEN_MS));
        assert!(throttle.lock().is_empty());
    }
}
