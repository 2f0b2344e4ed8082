//! The stake of a hand: what a double adds to it, and what a rescue keeps of it.

use crate::Rules;
use crate::settings::{DoubleLimit, Rescue};

/// The most doubles of a hand that a game can allow.
pub const MAX_DOUBLES: usize = 3;

/// What one more double adds to a stake under the table's limit, in cents;
/// nothing if the limit does not allow it (A19).
#[inline]
pub fn double_adds(rules: &Rules, stake: u32) -> Option<u32> {
    let cap = rules.double_cap;
    match rules.double_limit {
        DoubleLimit::PerWager => (stake <= cap).then_some(stake),
        DoubleLimit::PerWagerForLess => Some(stake.min(cap)),
        DoubleLimit::TotalRefused => (stake <= cap / 2).then_some(stake),
    }
}

/// What a rescue keeps of a stake, in cents (A9): what the last double added, or in a
/// what-if all that was added to the original wager, or that wager alone.
#[inline]
pub fn rescue_keeps(rules: &Rules, main: u32, stake: u32, last_double: u32) -> u32 {
    match rules.rescue {
        Rescue::LoseOriginal => stake - main,
        Rescue::LoseDoubles => main,
        Rescue::LastDouble | Rescue::None => last_double,
    }
}

/// A hand after some number of doubles, in cents.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Doubled {
    /// What the last of them added; nothing where the limit does not allow it.
    pub added: Option<u32>,
    /// What is staked then.
    pub stake: u32,
    /// What a rescue keeps of it.
    pub rescue_keeps: u32,
}

/// A hand of this wager after none, one, two and three doubles. Where the limit allows no
/// further double the stake stays as it is.
pub fn doubled(rules: &Rules, main: u32) -> [Doubled; MAX_DOUBLES + 1] {
    let mut doubled = [Doubled { added: None, stake: main, rescue_keeps: 0 }; MAX_DOUBLES + 1];
    for doubles in 1..doubled.len() {
        let before = doubled[doubles - 1].stake;
        let added = double_adds(rules, before);
        let stake = before + added.unwrap_or(0);
        let rescue_keeps = rescue_keeps(rules, main, stake, added.unwrap_or(0));
        doubled[doubles] = Doubled { added, stake, rescue_keeps };
    }
    doubled
}
