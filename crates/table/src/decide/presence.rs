//! Who is at the table (T-15). Whoever sees the connections says that somebody is away, and the
//! table says for how long it keeps his seats.

use super::{Draft, Held, Trial};
use crate::event::{By, Event};
use crate::ids::AccountId;
use crate::refusal::Refused;
use crate::role::Role;
use crate::state::{Phase, Presence};

impl Draft<'_> {
    /// Somebody has lost the connection. Nobody waits until he says that he is ready.
    pub(super) fn away(&mut self, player: AccountId) -> Trial {
        match self.presence(player)? {
            Presence::Here if !self.table.is_live() => self.emit(Event::Away { player }),
            _ => return Err(Refused::NoClock.into()),
        }
        self.start_if_all_ready()
    }

    /// Somebody has the table open again.
    pub(super) fn back(&mut self, player: AccountId) -> Trial {
        match self.presence(player)? {
            Presence::Here => return Err(Refused::NoClock.into()),
            Presence::Away { .. } | Presence::Gone => self.emit(Event::Back { player }),
        }
        Ok(())
    }

    /// Whoever gives a command is there.
    pub(super) fn comes_back(&mut self) -> Trial {
        let player = self.by.account;
        let is_player = self.by.role == Role::Player && self.table.is_seated(player);
        if is_player && self.presence(player)? != Presence::Here {
            self.emit(Event::Back { player });
        }
        Ok(())
    }

    /// Somebody was away for the posted time: his seats are freed, or if he has a hand in the
    /// round, it is played by the posted default first.
    pub(super) fn is_gone(&mut self, player: AccountId) -> Trial {
        if !self.table.is_in_round(player) {
            self.free_all(player)?;
            return self.start_if_all_ready();
        }
        self.emit(Event::Gone { player });
        let is_asked = matches!(self.table.phase, Phase::Insurance { .. } | Phase::Turn { .. });
        if is_asked && self.table.asked_seat().is_some_and(|seat| self.table.is_gone(seat)) {
            return self.time_is_up();
        }
        Ok(())
    }

    /// The round is over, and those who are gone do not sit any more. Whose record does not hold
    /// keeps his seat: nobody else waits for him, and the round must end.
    pub(super) fn free_the_gone(&mut self) -> Trial {
        let is_gone = |player: &AccountId| {
            let presence = self.table.players.get(player).map(|it| it.presence);
            presence == Some(Presence::Gone) && !matches!(self.around.person(*player), Held::Broken)
        };
        let gone: Vec<AccountId> = self.table.seated().filter(is_gone).collect();
        gone.into_iter().try_for_each(|player| self.free_all(player))
    }

    /// Frees all seats of a player, by the clock.
    pub(super) fn free_all(&mut self, player: AccountId) -> Trial {
        let seats: Vec<u8> = self.table.seats_of(player).collect();
        seats.into_iter().try_for_each(|seat| self.free(seat, By::Clock))
    }

    fn presence(&self, player: AccountId) -> Trial<Presence> {
        let known = self.table.players.get(&player).map(|it| it.presence);
        known.ok_or_else(|| Refused::NotSeated.into())
    }
}
