//! What may be staked on a seat, for somebody who has chips in hand and has not put them
//! down. What accepts bets answers; asking changes nothing.

use std::collections::BTreeMap;

use rules::{Rules, SeatBets, Spot, Word as _};
use serde::{Deserialize, Serialize};

use crate::event::Stake;
use crate::facts::RefusalFacts;
use crate::ids::AccountId;
use crate::refusal::Refused;
use crate::state::{Phase, Table};

/// What a table says to stakes that somebody thinks of.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct BetOffers {
    /// Those that may lie together, in the order of the felt.
    pub fit: Vec<Stake>,
    /// Those that may not lie beside them.
    pub left_out: Vec<LeftOut>,
    /// What may be staked on each wager beside those that fit and a main wager.
    pub offers: Vec<BetOffer>,
}

/// A stake that may not lie.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct LeftOut {
    /// The wager.
    pub spot: Spot,
    /// Why.
    pub why: NotBet,
}

/// What may be staked on a wager.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct BetOffer {
    /// The wager.
    pub spot: Spot,
    /// The least stake, in cents.
    pub least: u32,
    /// The most, in cents.
    pub most: u32,
    /// Stakes are multiples of this, in cents.
    pub step: u32,
    /// Why it cannot be wagered on now, if it cannot.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub not: Option<NotBet>,
}

/// Why a stake may not lie.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(tag = "is", rename_all = "kebab-case")]
#[allow(missing_docs)]
pub enum NotBet {
    /// The table does not offer the wager, but plays these beside the main wager.
    NotOffered { plays: Vec<Spot> },
    /// It needs another wager.
    Needs { spot: Spot },
    /// It cannot be wagered on in a round with this one (A45).
    Beside { spot: Spot },
    /// The seat wagers on as many games as it may.
    Games { most: u8 },
    /// It is outside the limits, in cents.
    Limits { least: u32, most: u32 },
    /// It is not a multiple of this; the nearest that are, all in cents.
    Step { step: u32, below: u32, above: u32 },
    /// The player has no more than this, in cents.
    Chips { has: i64 },
}

impl NotBet {
    fn of(spot: Spot, refused: &Refused) -> NotBet {
        match refused.facts() {
            Some(RefusalFacts::Bet { spot: first, why: NotBet::Beside { .. } })
                if first != spot =>
            {
                NotBet::Beside { spot: first }
            }
            Some(RefusalFacts::Bet { why, .. }) => why,
            Some(RefusalFacts::Games { most }) => NotBet::Games { most },
            Some(RefusalFacts::Chips { has, .. }) => NotBet::Chips { has },
            _ => NotBet::NotOffered { plays: Vec::new() },
        }
    }
}

impl Table {
    /// What may be staked on a seat beside what lies on the others, for a player who thinks
    /// of these stakes.
    ///
    /// # Errors
    /// If the seat is not the player's, or bets are not taken.
    pub fn bet_offers(
        &self,
        player: AccountId,
        seat: u8,
        wanted: &BTreeMap<Spot, u32>,
    ) -> Result<BetOffers, Refused> {
        self.own_seat(player, seat)?;
        if !matches!(self.phase, Phase::Betting { .. }) {
            return Err(Refused::NoBetting);
        }
        let mut own = SeatBets::default();
        let mut left_out = Vec::new();
        for (&spot, &cents) in wanted.iter().filter(|(_, cents)| **cents > 0) {
            match self.with(seat, own, spot, cents) {
                Ok(more) => own = more,
                Err(refused) => left_out.push(LeftOut { spot, why: NotBet::of(spot, &refused) }),
            }
        }
        let fit = own.iter().map(|(spot, cents)| Stake { spot, cents }).collect();
        let offers = Spot::ALL.iter().filter_map(|&spot| self.bet_offer(seat, own, spot));
        Ok(BetOffers { fit, left_out, offers: offers.collect() })
    }

    fn bet_offer(&self, seat: u8, own: SeatBets, spot: Spot) -> Option<BetOffer> {
        let rules = self.house.rules();
        let is_offered = self.house.posted().spots.contains(&spot) && spot != Spot::Insurance;
        let wager = rules.wager(spot).filter(|_| is_offered)?;
        let least = wager.least;
        let refused = match own.get(spot) {
            0 => self.with(seat, beside_main(rules, own), spot, least).err(),
            _ => None,
        };
        Some(BetOffer {
            spot,
            least,
            most: rules.most(spot, &own)?,
            step: wager.step,
            not: refused.map(|refused| NotBet::of(spot, &refused)),
        })
    }

    /// The refusal of a wager that the table does not offer.
    pub(crate) fn not_offered(&self, spot: Spot) -> Refused {
        let is_side =
            |it: &Spot| *it != Spot::Main && *it != Spot::Insurance && !it.is_progressive();
        let plays = self.house.posted().spots.iter().copied().filter(is_side).collect();
        Refused::NotOffered { spot, plays }
    }

    /// Stakes with one more, if they may lie.
    fn with(&self, seat: u8, own: SeatBets, spot: Spot, cents: u32) -> Result<SeatBets, Refused> {
        if !self.house.posted().spots.contains(&spot) {
            return Err(self.not_offered(spot));
        }
        let mut more = own;
        more.set(spot, cents);
        self.may_lie(seat, more).map(|()| more)
    }

    /// Whether these stakes may lie on a seat, beside those of the others and with what its
    /// player has.
    pub(crate) fn may_lie(&self, seat: u8, own: SeatBets) -> Result<(), Refused> {
        self.accepts(seat, own)?;
        let player = self.player_at(seat).ok_or(Refused::SeatEmpty { seat })?;
        let others = self.staked_by(player) - self.bets_of(seat).total().in_cents();
        let (needs, has) = (others + own.total().in_cents(), self.chips(player));
        if needs > has { Err(Refused::Chips { needs, has }) } else { Ok(()) }
    }

    /// Whether a seat is a player's.
    pub(crate) fn own_seat(&self, account: AccountId, seat: u8) -> Result<(), Refused> {
        let seats = self.house.posted().seats;
        match self.player_at(seat) {
            _ if !(1..=seats).contains(&seat) => Err(Refused::NoSeat { seat, seats }),
            Some(player) if player == account => Ok(()),
            Some(_) => Err(Refused::NotYours { seat }),
            None => Err(Refused::SeatEmpty { seat }),
        }
    }
}

/// Stakes with the least main wager, where they have none: chips go down in any order.
fn beside_main(rules: &Rules, mut own: SeatBets) -> SeatBets {
    if own.get(Spot::Main) == 0 {
        own.set(Spot::Main, rules.wager(Spot::Main).map_or(0, |main| main.least));
    }
    own
}
