//! What a table demands of the people at it: their seats are theirs to know, and at tables
//! that play for wallets their chips come from there and go back.

use super::{Draft, Held, LATER, Wanted};
use crate::ids::AccountId;
use crate::person::{Demand, PersonDraft};
use crate::refusal::Refused;

impl Draft<'_> {
    /// Somebody at the table, to be changed.
    fn person(&mut self, id: AccountId) -> Result<&mut PersonDraft, Refused> {
        if !self.people.contains_key(&id) {
            let Held::Free(person) = self.around.person(id) else {
                self.wants = Some(Wanted::Held(id.into()));
                return Err(LATER);
            };
            self.people.insert(id, PersonDraft::new(person, self.context));
        }
        Ok(self.people.get_mut(&id).expect("he was put there"))
    }

    fn demand_of(&mut self, id: AccountId, demand: Demand) -> Result<(), Refused> {
        let table = self.table.id;
        let met = self.person(id)?.meet(table, demand)?;
        met.map_err(|_| {
            self.wants = Some(Wanted::Newer(id.into()));
            LATER
        })
    }

    /// Somebody takes his first seat here.
    pub(super) fn sits_down(&mut self, player: AccountId) -> Result<(), Refused> {
        self.demand_of(player, Demand::SitDown)
    }

    /// Somebody buys chips.
    pub(super) fn takes_chips(&mut self, player: AccountId, cents: i64) -> Result<(), Refused> {
        if self.table.plays_for_wallets() {
            self.demand_of(player, Demand::TakeChips(cents))?;
        }
        Ok(())
    }

    /// Somebody gives up his last seat here, with so many chips in front of him.
    pub(super) fn stands_up(&mut self, player: AccountId, cents: i64) -> Result<(), Refused> {
        if self.table.plays_for_wallets() && cents > 0 {
            self.demand_of(player, Demand::BringChips(cents))?;
        }
        self.demand_of(player, Demand::StandUp)
    }
}
