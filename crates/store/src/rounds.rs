//! The index of rounds against the entries it was made from.

use std::collections::BTreeMap;

use table::{Account, AccountId, Event, Micros, RoundRecord, Time};

use crate::chain::Told;

/// Folds a table's entries into the rounds they tell.
#[derive(Default)]
pub(crate) struct Rounds {
    playing: Option<Playing>,
}

struct Playing {
    day: u32,
    started: Time,
    first: u64,
    /// What every player has won or lost since, without what the cage sold and bought.
    net: BTreeMap<AccountId, Micros>,
}

/// A round that ended, as its entries tell it.
pub(crate) struct EndedRound {
    round: u64,
    ended: Time,
    last: u64,
    /// What all players staked and were handed back; nothing for a voided round.
    sums: Option<(i64, i64)>,
    playing: Playing,
}

impl Rounds {
    /// Reads the next entry; gives the round that ended with it.
    pub(crate) fn follow(&mut self, told: &Told) -> Option<EndedRound> {
        let mut ended = None;
        for event in &told.events {
            match event {
                Event::Started { day, .. } => {
                    let (first, started, net) = (told.version, told.at, BTreeMap::new());
                    self.playing = Some(Playing { day: *day, started, first, net });
                }
                Event::Ended { round, staked, returned, .. } => {
                    ended = Some((*round, Some((*staked, *returned))));
                }
                Event::Voided { round, .. } => ended = Some((*round, None)),
                _ => {}
            }
        }
        let playing = self.playing.as_mut()?;
        for transfer in &told.transfers {
            match (transfer.from, transfer.to) {
                // Chips that are bought or cashed are no result.
                (Account::Cage | Account::Person(_), _)
                | (_, Account::Cage | Account::Person(_)) => {}
                (Account::Player(player), _) => {
                    let net = playing.net.entry(player).or_default();
                    *net -= transfer.micros;
                }
                (_, Account::Player(player)) => {
                    let net = playing.net.entry(player).or_default();
                    *net += transfer.micros;
                }
                _ => {}
            }
        }
        let (round, sums) = ended?;
        let playing = self.playing.take()?;
        Some(EndedRound { round, ended: told.at, last: told.version, sums, playing })
    }
}

impl EndedRound {
    /// The version that ended it.
    pub(crate) const fn last(&self) -> u64 {
        self.last
    }

    /// Whether a row of the index says the same.
    pub(crate) fn is(&self, row: &RoundRecord) -> bool {
        let Playing { day, started, first, net } = &self.playing;
        let told = (self.round, *day, *started, self.ended, *first, self.last);
        let said = (row.round, row.day, row.started, row.ended, row.first, row.last);
        let (mut staked, mut returned) = (0, 0);
        let mut left = net.clone();
        for (player, put, got) in &row.players {
            (staked, returned) = (staked + put, returned + got);
            let won = left.remove(player).unwrap_or_default();
            if won != Micros::of_cents(got - put) {
                return false;
            }
        }
        let sums = match self.sums {
            Some(sums) => sums == (staked, returned) && !row.voided,
            None => staked == returned && row.voided,
        };
        told == said && sums && left.values().all(|net| *net == Micros::ZERO)
    }
}
