//! Seats, chips and bets.

use std::collections::BTreeMap;

use rules::{SeatBets, Spot};

use super::{Draft, Trial};
use crate::event::{By, Event, Stake};
use crate::ids::AccountId;
use crate::posted::Dealing;
use crate::refusal::Refused;
use crate::role::Role;
use crate::state::Phase;

impl Draft<'_> {
    pub(super) fn sit(&mut self, seat: u8, buy_in: u32) -> Trial {
        let player = self.by.account;
        let posted = self.table.house.posted();
        // The house may bring company to a practice table; nobody signs in as the house.
        let is_guest = posted.private.is_some_and(|owner| owner != player);
        if is_guest && self.by.role != Role::House {
            return Err(Refused::Private.into());
        }
        if !(1..=posted.seats).contains(&seat) {
            return Err(Refused::NoSeat { seat, seats: posted.seats }.into());
        }
        if self.table.player_at(seat).is_some() {
            return Err(Refused::SeatTaken { seat }.into());
        }
        if self.table.duty.iter().any(|duty| duty.staff == player) {
            return Err(Refused::TwoHats { account: player }.into());
        }
        let most = self.table.house.posted().seats_each;
        let own = self.table.seats_of(player).count();
        if self.table.is_for_everybody() && own >= usize::from(most) {
            return Err(Refused::SeatsEach { most }.into());
        }
        let is_new = own == 0;
        let sells_itself = !self.table.is_attended();
        if buy_in > 0 && !sells_itself {
            return Err(Refused::BuyInByStaff.into());
        }
        let name = self.context.name.clone();
        if is_new {
            self.sits_down(player)?;
        }
        self.emit(Event::Seated { seat, player, name });
        if buy_in > 0 || (is_new && sells_itself) {
            self.sell(player, buy_in)?;
        }
        Ok(())
    }

    pub(super) fn leave(&mut self, seat: u8) -> Trial {
        self.own_seat(seat)?;
        self.free(seat, By::Player)?;
        self.start_if_all_ready()
    }

    pub(super) fn release(&mut self, seat: u8) -> Trial {
        if self.by.role == Role::Dealer {
            self.dealer_on_duty()?;
        }
        if self.table.player_at(seat).is_none() {
            return Err(Refused::SeatEmpty { seat }.into());
        }
        self.free(seat, By::Staff)?;
        self.start_if_all_ready()
    }

    /// Frees a seat; a player's last seat cashes his chips.
    pub(super) fn free(&mut self, seat: u8, why: By) -> Trial {
        let player = self.table.player_at(seat).ok_or(Refused::SeatEmpty { seat })?;
        let in_round = self.table.in_play.as_ref().and_then(|playing| playing.round.as_ref());
        if in_round.is_some_and(|round| round.placed().seats() & 1 << (seat - 1) != 0) {
            return Err(Refused::SeatInRound { seat }.into());
        }
        let is_last = self.table.seats_of(player).count() == 1;
        self.emit(Event::Left { seat, player, why });
        self.stop_clock_without_bets();
        if is_last {
            let cents = self.table.chips(player);
            self.stands_up(player, cents)?;
            if cents > 0 {
                self.emit(Event::CashedOut { player, cents });
            }
        }
        Ok(())
    }

    pub(super) fn buy_in(&mut self, seat: u8, cents: u32) -> Trial {
        if self.by.role == Role::Player {
            self.own_seat(seat)?;
            if self.table.is_attended() {
                return Err(Refused::BuyInByStaff.into());
            }
        } else if !self.table.is_attended() {
            // Chips come from the player's own wallet there, which is his alone to spend.
            return Err(Refused::NotYours { seat }.into());
        } else if self.by.role == Role::Dealer {
            self.dealer_on_duty()?;
        }
        let player = self.table.player_at(seat).ok_or(Refused::SeatEmpty { seat })?;
        self.sell(player, cents)
    }

    fn sell(&mut self, player: AccountId, cents: u32) -> Trial {
        let (least, most) = self.table.house.posted().buy_in;
        if !(least..=most).contains(&cents) {
            return Err(Refused::BuyIn { cents, least, most }.into());
        }
        self.takes_chips(player, cents.into())?;
        self.emit(Event::BoughtIn { player, cents: cents.into() });
        Ok(())
    }

    pub(super) fn bet(&mut self, seat: u8, bets: &BTreeMap<Spot, u32>) -> Trial {
        self.own_seat(seat)?;
        let Phase::Betting { until } = self.table.phase else {
            return Err(Refused::NoBetting.into());
        };
        let mut own = SeatBets::default();
        for (spot, cents) in bets {
            if !self.table.house.posted().spots.contains(spot) {
                return Err(self.table.not_offered(*spot).into());
            }
            own.set(*spot, *cents);
        }
        let sensors = own.iter().map(|(spot, _)| spot).filter(|spot| spot.is_progressive());
        let sensors: Vec<Spot> = sensors.collect();
        if !sensors.is_empty() {
            self.takes_wagers(sensors)?;
        }
        self.table.may_lie(seat, own)?;
        let bets = own.iter().map(|(spot, cents)| Stake { spot, cents }).collect();
        self.emit(Event::BetPlaced { seat, bets });
        let posted = self.table.house.posted();
        let (clock, dealing) = (posted.clocks.betting_ms, posted.dealing);
        if until.is_none()
            && own.games() > 0
            && self.by.role == Role::Player
            && dealing == Dealing::Automatic
            && let Some(until) = self.table.until(clock)
        {
            self.emit(Event::BettingCloses { until: Some(until) });
        }
        self.stop_clock_without_bets();
        Ok(())
    }

    /// The clock of the betting runs only while bets lie.
    fn stop_clock_without_bets(&mut self) {
        let runs = matches!(self.table.phase, Phase::Betting { until: Some(_) });
        if runs && self.table.bets.iter().all(|bets| bets.games() == 0) {
            self.emit(Event::BettingCloses { until: None });
        }
    }

    pub(super) fn ready(&mut self) -> Trial {
        let player = self.by.account;
        if !self.table.is_seated(player) {
            return Err(Refused::NotSeated.into());
        }
        if !matches!(self.table.phase, Phase::Betting { .. }) {
            return Err(Refused::NoBetting.into());
        }
        self.emit(Event::Ready { player });
        self.start_if_all_ready()
    }

    /// An automatic table deals as soon as everybody who bets and is there is ready (T-15).
    pub(super) fn start_if_all_ready(&mut self) -> Trial {
        let is_betting = matches!(self.table.phase, Phase::Betting { .. });
        let has_bets = self.table.bets.iter().any(|bets| bets.games() > 0);
        let automatic = self.table.house.posted().dealing == Dealing::Automatic;
        if automatic && is_betting && has_bets && self.table.is_ready() {
            self.start()?;
        }
        Ok(())
    }

    /// Whether a seat is the sender's.
    pub(super) fn own_seat(&self, seat: u8) -> Result<(), Refused> {
        self.table.own_seat(self.by.account, seat)
    }
}
