//! Posting a table anew: a supervisor announces a sign, and it is put up between rounds (A49).

use super::{Draft, Ended, Trial};
use crate::event::Event;
use crate::house::House;
use crate::ids::Time;
use crate::posted::Posted;
use crate::refusal::Refused;
use crate::state::Phase;

impl Draft<'_> {
    pub(super) fn post_anew(&mut self, sign: &Posted, from: Option<Time>) -> Trial {
        if self.table.next.is_some() {
            return Err(Refused::Announced.into());
        }
        let house = self.beside.house(sign).ok_or(Refused::NoHouse)?;
        if !sign.follows(self.table.house.posted()) {
            return Err(Refused::OtherKind.into());
        }
        if sign == self.table.house.posted() {
            return Err(Refused::PostedSo.into());
        }
        self.may_join(&house)?;
        // What is announced for at once has the time of its entry, which no clock can move.
        let from = from.filter(|from| *from > self.context.at).unwrap_or(self.table.at);
        let by = self.by.account;
        self.emit(Event::PostingAnnounced { sign: Box::new(sign.clone()), from, by });
        if self.is_posting_due() { self.put_up() } else { Ok(()) }
    }

    pub(super) fn withdraw_posting(&mut self) -> Trial {
        if self.table.next.is_none() {
            return Err(Refused::NotAnnounced.into());
        }
        self.emit(Event::PostingWithdrawn { by: self.by.account });
        Ok(())
    }

    /// Whether the sign that is announced can be put up now.
    pub(super) fn is_posting_due(&self) -> bool {
        self.table.posting_limit().is_some_and(|limit| limit.is_over(self.context.at))
    }

    /// Puts the sign up. What was shuffled for the old one is opened: a shoe is dealt under one
    /// sign alone.
    pub(super) fn put_up(&mut self) -> Trial {
        let next = self.table.next.clone().ok_or(Refused::NotAnnounced)?;
        self.change_links(&next.house)?;
        self.darken_all(&Refused::Announced);
        self.open_shoes();
        self.emit(Event::Posted { sign: Box::new(next.house.posted().clone()) });
        if self.table.phase != Phase::Closed && !self.table.is_live() {
            self.new_shoe();
        }
        Ok(())
    }

    /// Whether the link of a sign takes the table under it, before anybody is told of it.
    fn may_join(&mut self, house: &House) -> Trial {
        let (Some(on), Some(terms)) = (house.posted().link, house.terms()) else { return Ok(()) };
        Ok(self.held_link(on.link)?.sign().admits(&terms)?)
    }

    /// The table parts from the link it played for and joins that of its new sign, unless
    /// nothing changes between them. A link that refuses that holds up no game: the sensors are
    /// refused then (P-16), and a start sees to it again (P-17).
    fn change_links(&mut self, new: &House) -> Trial {
        let (table, old) = (self.table.id, &self.table.house);
        let before = old.posted().link.map(|on| on.link).zip(old.terms());
        let after = new.posted().link.map(|on| on.link).zip(new.terms());
        if before == after {
            return Ok(());
        }
        if let Some((link, _)) = before {
            let parted = self.demand_link(link).and_then(|draft| Ok(draft.part(table)?));
            unless_refused(parted)?;
        }
        if let Some((link, terms)) = after {
            let joined = self.demand_link(link).and_then(|draft| Ok(draft.join(table, terms)?));
            unless_refused(joined)?;
        }
        Ok(())
    }
}

/// Goes on where a trial was refused; what it wants of another machine it still wants.
fn unless_refused(trial: Trial) -> Trial {
    match trial {
        Err(Ended::Refused(_)) => Ok(()),
        other => other,
    }
}
