//! How much one client may ask for (S-11).

use std::collections::BTreeMap;
use std::hash::Hash;
use std::net::IpAddr;
use std::num::NonZeroU32;
use std::sync::{Arc, Mutex, PoisonError};

use governor::{DefaultDirectRateLimiter, DefaultKeyedRateLimiter, Quota, RateLimiter};

use crate::peer::Peer;
use crate::settings::Rates;

/// The limits of a running server.
pub(crate) struct Limits {
    rates: Rates,
    requests: Keyed<IpAddr>,
    openings: Keyed<IpAddr>,
    sockets: Arc<Mutex<Counts>>,
}

/// A limit with one budget for each key; none at all where the rate is zero.
struct Keyed<K: Clone + Hash + Eq>(Option<DefaultKeyedRateLimiter<K>>);

impl<K: Clone + Hash + Eq> Keyed<K> {
    fn allows(&self, key: &K) -> bool {
        self.0.as_ref().is_none_or(|limit| limit.check_key(key).is_ok())
    }

    fn forget(&self) {
        if let Some(limit) = &self.0 {
            limit.retain_recent();
            limit.shrink_to_fit();
        }
    }
}

/// So many a second, three times as many at once.
fn quota(rate: u32) -> Option<Quota> {
    let rate = NonZeroU32::new(rate)?;
    Some(Quota::per_second(rate).allow_burst(rate.saturating_mul(THREE)))
}

const THREE: NonZeroU32 = NonZeroU32::MIN.saturating_add(2);

/// The budget of one session; none where the rate is zero.
pub(crate) fn of_session(rates: &Rates) -> Option<DefaultDirectRateLimiter> {
    quota(rates.session).map(RateLimiter::direct)
}

impl Limits {
    pub(crate) fn new(rates: Rates) -> Limits {
        let hourly = NonZeroU32::new(rates.openings).map(Quota::per_hour);
        Limits {
            rates,
            requests: Keyed(quota(rates.address).map(RateLimiter::keyed)),
            openings: Keyed(hourly.map(RateLimiter::keyed)),
            sockets: Arc::default(),
        }
    }

    /// Whether one more request is fine.
    pub(crate) fn allows_request(&self, peer: &Peer) -> bool {
        self.requests.allows(&peer.network())
    }

    /// Whether one more new account or practice table is fine.
    pub(crate) fn allows_opening(&self, peer: &Peer) -> bool {
        self.openings.allows(&peer.network())
    }

    /// A place for one more socket, given back when it is dropped.
    pub(crate) fn socket(&self, peer: &Peer, session: [u8; 32]) -> Option<SocketPlace> {
        let network = peer.network();
        let mut counts = lock(&self.sockets);
        let fits = |used: u32, most: u32| most == 0 || used < most;
        let of_network = counts.networks.get(&network).copied().unwrap_or(0);
        let of_session = counts.sessions.get(&session).copied().unwrap_or(0);
        if !fits(counts.all, self.rates.sockets)
            || !fits(of_network, self.rates.address_sockets)
            || !fits(of_session, self.rates.session_sockets)
        {
            return None;
        }
        counts.all += 1;
        counts.networks.insert(network, of_network + 1);
        counts.sessions.insert(session, of_session + 1);
        metrics::gauge!("bahama_sockets").set(f64::from(counts.all));
        Some(SocketPlace { counts: Arc::clone(&self.sockets), network, session })
    }

    /// The sockets that are open.
    pub(crate) fn open_sockets(&self) -> u32 {
        lock(&self.sockets).all
    }

    /// Forgets budgets that are full again, so that memory does not grow with every
    /// address that ever asked.
    pub(crate) fn forget(&self) {
        self.requests.forget();
        self.openings.forget();
    }
}

#[derive(Default)]
struct Counts {
    all: u32,
    networks: BTreeMap<IpAddr, u32>,
    sessions: BTreeMap<[u8; 32], u32>,
}

/// The place of an open socket.
pub(crate) struct SocketPlace {
    counts: Arc<Mutex<Counts>>,
    network: IpAddr,
    session: [u8; 32],
}

impl Drop for SocketPlace {
    fn drop(&mut self) {
        let mut counts = lock(&self.counts);
        counts.all = counts.all.saturating_sub(1);
        give_back(&mut counts.networks, &self.network);
        give_back(&mut counts.sessions, &self.session);
        metrics::gauge!("bahama_sockets").set(f64::from(counts.all));
    }
}

fn give_back<K: Ord>(counts: &mut BTreeMap<K, u32>, key: &K) {
    if let Some(count) = counts.get_mut(key) {
        *count = count.saturating_sub(1);
        if *count == 0 {
            counts.remove(key);
        }
    }
}

/// The counts stay right even if somebody panicked while holding them: each change is
/// whole.
fn lock(counts: &Mutex<Counts>) -> std::sync::MutexGuard<'_, Counts> {
    counts.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn peer(text: &str) -> Peer {
        Peer { address: text.parse().unwrap(), secure: false }
    }

    #[test]
    fn s_11_one_address_does_not_use_up_the_budget_of_another() {
        let limits = Limits::new(Rates { address: 2, ..Rates::default() });
        let passed = (0..20).filter(|_| limits.allows_request(&peer("1.2.3.4"))).count();
        assert_eq!(passed, 6);
        assert!(limits.allows_request(&peer("1.2.3.5")));
    }

    #[test]
    fn s_11_sockets_are_counted_and_given_back() {
        let rates =
            Rates { sockets: 3, address_sockets: 2, session_sockets: 1, ..Rates::default() };
        let limits = Limits::new(rates);
        let first = limits.socket(&peer("1.1.1.1"), [1; 32]);
        assert!(first.is_some());
        assert!(limits.socket(&peer("1.1.1.1"), [1; 32]).is_none(), "one a session");
        let second = limits.socket(&peer("1.1.1.1"), [2; 32]);
        assert!(limits.socket(&peer("1.1.1.1"), [3; 32]).is_none(), "two an address");
        let third = limits.socket(&peer("1.1.1.2"), [3; 32]);
        assert!(limits.socket(&peer("1.1.1.3"), [4; 32]).is_none(), "three in all");
        assert_eq!(limits.open_sockets(), 3);
        drop((first, second, third));
        assert_eq!(limits.open_sockets(), 0);
        assert!(lock(&limits.sockets).networks.is_empty());
    }
}
