//! Snapshots: a table between rounds, so that a start need not read a year of entries.
//! They are a cache: entries alone give the same table (L-11).

use rules::MAX_SEATS;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

use crate::apply::Beside;
use crate::event::Stake;
use crate::ids::{AccountId, TableId, Time};
use crate::ledger::Books;
use crate::posted::Posted;
use crate::shoe::HouseShoe;
use crate::state::{Call, Next, OnDuty, Phase, Player, Table};
use crate::view::Felt;

/// A table between rounds, without the secret of its shoe.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Snapshot {
    sign: Posted,
    posted_at: Time,
    next: Option<NextSign>,
    version: u64,
    asked: u64,
    clock_since: u64,
    at: Time,
    phase: Phase,
    duty: Vec<OnDuty>,
    #[serde(default)]
    call: Option<Call>,
    seats: [Option<AccountId>; MAX_SEATS],
    players: BTreeMap<AccountId, Player>,
    bets: Vec<(u8, Vec<Stake>)>,
    round: u64,
    last: Felt,
    shoe: Option<ShoePlace>,
    shoes: u32,
    books: Books,
}

/// A sign that is announced.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct NextSign {
    sign: Posted,
    from: Time,
    is_at_once: bool,
    announced: u64,
}

/// Where a shoe stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct ShoePlace {
    number: u32,
    cut: u16,
    dealt: u16,
}

impl Table {
    /// A snapshot; nothing while a round is played.
    pub fn snapshot(&self) -> Option<Snapshot> {
        if self.in_play.is_some() {
            return None;
        }
        let stakes = |seat: u8| {
            let bets = self.bets_of(seat).iter();
            bets.map(|(spot, cents)| Stake { spot, cents }).collect()
        };
        let next = self.next.as_ref();
        Some(Snapshot {
            sign: self.house.posted().clone(),
            posted_at: self.posted_at,
            next: next.map(|next| NextSign {
                sign: next.house.posted().clone(),
                from: next.from,
                is_at_once: next.is_at_once,
                announced: next.announced,
            }),
            version: self.version,
            asked: self.asked,
            clock_since: self.clock_since,
            at: self.at,
            phase: self.phase,
            duty: self.duty.clone(),
            call: self.call.clone(),
            seats: self.seats,
            players: self.players.clone(),
            bets: (1..=MAX_SEATS as u8).map(|seat| (seat, stakes(seat))).collect(),
            round: self.round,
            last: self.last.clone(),
            shoe: self.shoe.as_ref().map(|shoe| ShoePlace {
                number: shoe.number,
                cut: shoe.cut_at(),
                dealt: shoe.dealt(),
            }),
            shoes: self.shoes,
            books: self.books.clone(),
        })
    }

    /// The table a snapshot was made of, with what belongs to it: the secret of its shoe, and
    /// the rules behind its signs.
    pub fn restore(id: TableId, snapshot: &Snapshot, beside: &Beside) -> Option<Table> {
        let mut table = Table::new(id, beside.house(&snapshot.sign)?);
        table.posted_at = snapshot.posted_at;
        if let Some(NextSign { sign, from, is_at_once, announced }) = &snapshot.next {
            let (from, is_at_once, announced) = (*from, *is_at_once, *announced);
            table.next = Some(Next { house: beside.house(sign)?, from, is_at_once, announced });
        }
        if let Some(place) = snapshot.shoe {
            let (_, secret) = beside.secrets.iter().find(|(number, _)| *number == place.number)?;
            let house = &table.house;
            let (rules, given) = (house.rules(), house.given());
            let mut shoe = HouseShoe::new(rules, place.number, secret.clone(), given);
            shoe.place_cut_card(house.cut_card());
            if place.cut > 0 {
                shoe.cut(place.cut).ok()?;
            }
            shoe.skip(place.dealt);
            table.shoe = Some(shoe);
        }
        for (seat, stakes) in &snapshot.bets {
            let own = table.bets.get_mut(usize::from(*seat).checked_sub(1)?)?;
            stakes.iter().for_each(|stake| own.set(stake.spot, stake.cents));
        }
        table.version = snapshot.version;
        table.asked = snapshot.asked;
        table.clock_since = snapshot.clock_since;
        table.at = snapshot.at;
        table.phase = snapshot.phase;
        table.duty = snapshot.duty.clone();
        table.call = snapshot.call.clone();
        table.seats = snapshot.seats;
        table.players = snapshot.players.clone();
        table.round = snapshot.round;
        table.last = snapshot.last.clone();
        table.shoes = snapshot.shoes;
        table.books = snapshot.books.clone();
        Some(table)
    }
}

impl Snapshot {
    /// The version it was made at.
    pub fn version(&self) -> u64 {
        self.version
    }

    /// The signs whose rules a restore needs.
    pub fn signs(&self) -> impl Iterator<Item = &Posted> {
        std::iter::once(&self.sign).chain(self.next.iter().map(|next| &next.sign))
    }

    /// The number of the shoe whose secret a restore needs.
    pub fn shoe(&self) -> Option<u32> {
        self.shoe.map(|shoe| shoe.number)
    }
}
