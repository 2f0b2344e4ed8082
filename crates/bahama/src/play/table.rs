//! The table: bankroll, shoe, meters and the round, without any terminal.
//!
//! Everything follows from the key of the shoe and the commands. What cannot be
//! done is refused with a reason, and nothing changes then.

use round::{Need, Refused, Round};
use rules::{Action, Actions, BetRefused, Game, MAX_SEATS, Money, Profile, Rules, Spot};

use super::event::{Event, Sum};
use super::felt::{self, Amount, Felt};
use super::meters::{Held, TableMeters};
use super::offer::Offer;
use super::shoe::{ShoeKey, TableShoe};
use crate::pay::PaidLine;

/// Something the table does not do; nothing has changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[allow(missing_docs)]
pub enum TableRefused {
    #[error(transparent)]
    Bet(#[from] BetRefused),
    #[error(transparent)]
    Round(#[from] Refused),
    #[error("that takes {needs} and your bankroll is {has}")]
    Bankroll { needs: Money, has: Money },
    #[error("the cards are out: bets are placed between rounds")]
    CardsOut,
    #[error("no cards are out: place a bet and deal")]
    NoCards,
    #[error("there is nothing to undo")]
    NothingToUndo,
    #[error("there are no bets to take back")]
    NothingToClear,
    #[error("no round has been dealt yet, so there are no bets to repeat")]
    NothingToRepeat,
    #[error("you play {}, not seat {seat}", seats_played(*seats))]
    Seat { seat: u8, seats: u8 },
    #[error("this table has {seats} seats, not {wanted}")]
    Seats { wanted: u8, seats: u8 },
    #[error("{amount} is above every limit")]
    TooMuch { amount: Money },
}

fn seats_played(seats: u8) -> String {
    if seats == 1 { "seat 1".to_owned() } else { format!("seats 1 to {seats}") }
}

/// What the table waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// Bets, and the word to deal.
    Betting,
    /// Whether a seat insures.
    Insurance {
        /// The seat.
        seat: u8,
        /// The most it may stake, in cents.
        most: u32,
    },
    /// An action on a hand.
    Turn {
        /// The seat.
        seat: u8,
        /// The hand, from 1.
        hand: u8,
        /// What the rules allow.
        legal: Actions,
    },
}

/// How far the round has been told: what everybody has seen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Told {
    Nothing,
    Deal,
    Peek,
    HoleCard,
}

/// A settled round.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// Every wager and prize, in paying order.
    pub lines: Vec<PaidLine>,
    /// What went over the felt.
    pub sum: Sum,
}

/// The money of a sitting: what a player brings and takes away again.
#[derive(Clone, Debug)]
pub struct Stack {
    /// The bankroll.
    pub bankroll: Money,
    /// Meters where an earlier sitting left them.
    pub meters: Vec<(Spot, Held)>,
}

/// One player's table: up to seven seats, all his.
#[derive(Clone)]
pub struct Table {
    pub(super) game: Game,
    pub(super) profile: Profile,
    pub(super) seats: u8,
    pub(super) shoe: TableShoe,
    pub(super) meters: TableMeters,
    pub(super) bankroll: Money,
    pub(super) felt: Felt,
    pub(super) round: Option<Round>,
    pub(super) told: Told,
    /// The wagers settled in the round so far.
    pub(super) settled: Vec<PaidLine>,
    pub(super) outcome: Option<Outcome>,
    /// The money before the deal, should the round be void.
    pub(super) before: (Money, TableMeters),
    pub(super) brought: Money,
    pub(super) rounds: u64,
    pub(super) events: Vec<Event>,
}

impl Table {
    /// A table with a shoe shuffled from this key.
    ///
    /// # Errors
    /// If the game has fewer seats than are wanted.
    pub fn new(
        game: Game,
        profile: Profile,
        seats: u8,
        key: impl Into<ShoeKey>,
        stack: &Stack,
    ) -> Result<Table, TableRefused> {
        if !(1..=profile.rules.seats).contains(&seats) {
            return Err(TableRefused::Seats { wanted: seats, seats: profile.rules.seats });
        }
        let mut meters = TableMeters::new(&game, &profile);
        for &(spot, held) in &stack.meters {
            meters.restore(spot, held);
        }
        let shoe = TableShoe::new(&profile.rules, game.cut_card, key.into());
        let mut table = Table {
            game,
            profile,
            seats,
            shoe,
            before: (stack.bankroll, meters.clone()),
            meters,
            bankroll: stack.bankroll,
            felt: Felt::new(),
            round: None,
            told: Told::Nothing,
            settled: Vec::new(),
            outcome: None,
            brought: stack.bankroll,
            rounds: 0,
            events: Vec::new(),
        };
        table.tell_new_shoe();
        Ok(table)
    }

    /// The game.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// The game as this table posts it.
    pub fn profile(&self) -> &Profile {
        &self.profile
    }

    /// The rules in force.
    pub fn rules(&self) -> &Rules {
        &self.profile.rules
    }

    /// The number of seats played; they are seats 1 to this.
    pub fn seats(&self) -> u8 {
        self.seats
    }

    /// The spots that are bet on before the deal, in the order of the felt.
    pub fn spots(&self) -> Vec<Spot> {
        self.game.spots().filter(|&spot| spot != Spot::Insurance).collect()
    }

    /// What is left besides the stakes.
    pub fn bankroll(&self) -> Money {
        self.bankroll
    }

    /// What the sitting has won or lost so far; open stakes do not count as lost.
    pub fn session_net(&self) -> Money {
        self.bankroll + self.on_felt() - self.brought
    }

    /// The bets being placed.
    pub fn felt(&self) -> &Felt {
        &self.felt
    }

    /// The stake on a spot, in cents: being placed, or of the round that is out.
    pub fn stake(&self, seat: u8, spot: Spot) -> u32 {
        usize::from(seat)
            .checked_sub(1)
            .and_then(|index| self.felt.bets().get(index))
            .map_or(0, |bets| bets.get(spot))
    }

    /// The shoe.
    pub fn shoe(&self) -> &TableShoe {
        &self.shoe
    }

    /// The progressive's meters.
    pub fn meters(&self) -> &TableMeters {
        &self.meters
    }

    /// The round on the felt: in play, or the last one until the next deal.
    pub fn round(&self) -> Option<&Round> {
        self.round.as_ref()
    }

    /// The last round's settlement, until the next deal.
    pub fn outcome(&self) -> Option<&Outcome> {
        self.outcome.as_ref()
    }

    /// What the round in play has settled already (A33).
    pub fn settled(&self) -> &[PaidLine] {
        &self.settled
    }

    /// How many rounds this sitting has settled.
    pub fn rounds(&self) -> u64 {
        self.rounds
    }

    /// What the table waits for.
    pub fn phase(&self) -> Phase {
        match self.round.as_ref().map(Round::need) {
            Some(Need::Insurance { seat, most }) => Phase::Insurance { seat, most },
            Some(Need::Action { seat, hand, legal }) => Phase::Turn { seat, hand, legal },
            // `run` answers every need for a card before it returns.
            Some(Need::Card(_) | Need::Nothing) | None => Phase::Betting,
        }
    }

    /// The stakes that lie on the felt and are not settled yet.
    pub fn on_felt(&self) -> Money {
        let Some(round) = self.round.as_ref().filter(|_| self.outcome.is_none()) else {
            return self.felt.total();
        };
        let mut put_down = Money::ZERO;
        for seat in self.seats_in_round() {
            let hands = round.hands(seat).iter().map(round::Hand::stake);
            let side = round.placed().seat(usize::from(seat) - 1).iter();
            let side = side.filter(|(spot, _)| *spot != Spot::Main).map(|(_, stake)| stake);
            let stakes = hands.chain(side).chain([round.insurance(seat)]);
            put_down += stakes.map(|cents| Money::cents(cents.into())).sum();
        }
        put_down - self.settled.iter().map(|paid| paid.line.staked).sum()
    }

    /// The seats with cards in the round on the felt.
    pub fn seats_in_round(&self) -> Vec<u8> {
        let seats = self.round.as_ref().map_or(0, |round| round.placed().seats());
        (1..=MAX_SEATS as u8).filter(|seat| seats & 1 << (seat - 1) != 0).collect()
    }

    /// Whether the player cannot pay the least main wager any more.
    pub fn is_out_of_money(&self) -> bool {
        let least = self.rules().wager(Spot::Main).map_or(0, |wager| wager.least);
        self.phase() == Phase::Betting
            && self.bankroll + self.felt.total() < Money::cents(least.into())
    }

    /// What the asked hand may do, in the fixed order of the keys. Surrender and
    /// rescue share a place: a hand is either doubled or it is not.
    pub fn offers(&self) -> Vec<Offer> {
        let (Phase::Turn { seat, hand, legal }, Some(round)) = (self.phase(), &self.round) else {
            return Vec::new();
        };
        let Some(hand) = round.hands(seat).get(usize::from(hand) - 1) else { return Vec::new() };
        let main = round.placed().seat(usize::from(seat) - 1).get(Spot::Main);
        let rules = self.rules();
        let give_up = if hand.doubles() > 0 { Action::Rescue } else { Action::Surrender };
        let known = match give_up {
            Action::Rescue => rules.rescue != rules::settings::Rescue::None,
            _ => rules.surrender != rules::settings::Surrender::None,
        };
        [Action::Hit, Action::Stand, Action::Double, Action::Split]
            .into_iter()
            .chain(known.then_some(give_up))
            .map(|action| Offer::new(rules, hand, main, (action, legal), self.bankroll))
            .collect()
    }

    /// The most the asked seat can insure for: half its wager, or what it has.
    pub fn most_insurance(&self) -> u32 {
        let Phase::Insurance { most, .. } = self.phase() else { return 0 };
        let step = self.rules().wager(Spot::Insurance).map_or(1, |wager| wager.step.max(1));
        let affordable = u32::try_from(self.bankroll.in_cents()).unwrap_or(u32::MAX);
        most.min(affordable / step * step)
    }

    /// Why a spot cannot be bet on beside the bets that lie, if it cannot.
    pub fn why_not(&self, seat: u8, spot: Spot) -> Option<BetRefused> {
        let least = self.rules().wager(spot)?.least;
        let mut bets = *self.felt.bets();
        let own = bets.get_mut(usize::from(seat).checked_sub(1)?)?;
        if own.get(spot) == 0 {
            own.set(spot, least);
        }
        felt::check(self.rules(), &bets, (seat, spot), Amount::Growing).err()
    }

    /// The events since the last call.
    pub fn take_events(&mut self) -> Vec<Event> {
        std::mem::take(&mut self.events)
    }

    /// What the player takes away: the bankroll with the bets that lie, and the meters.
    pub fn stack(&self) -> Stack {
        let meters = self.meters.iter().map(|(spot, meter)| (spot, meter.held())).collect();
        Stack { bankroll: self.bankroll + self.on_felt(), meters }
    }
}
