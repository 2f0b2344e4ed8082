//! What the staff and the house's clock do: duty, tray, opening and closing, voids.

use progressive::Micros;
use rules::Action;

use super::dealing::add;
use super::{Draft, Trial, reason_of};
use crate::command::CardProof;
use crate::event::{By, Event, ReliefReason, Relieved, VoidReason};
use crate::ids::AccountId;
use crate::link::{Approval, LinkRefused, Step};
use crate::posted::Posted;
use crate::question::{Limit, Question};
use crate::record::RoundRecord;
use crate::refusal::Refused;
use crate::role::Role;
use crate::state::{Call, InPlay, Phase, seats_in};

/// What an unattended table fills its tray with whenever it is empty, in cents.
const HOUSE_FILL: i64 = 5_000_000;

impl Draft<'_> {
    pub(super) fn on_duty(&mut self) -> Result<(), Refused> {
        let (role, staff) = (self.by.role, self.by.account);
        if !self.table.is_attended() {
            return Err(Refused::Dealing);
        }
        if self.table.is_seated(staff) {
            return Err(Refused::TwoHats { account: staff });
        }
        // Nobody is dealer and supervisor at once (P-23), and nobody takes another's place.
        let taken = self.table.duty.iter().find(|duty| duty.role == role || duty.staff == staff);
        if let Some(duty) = taken {
            let role = duty.role;
            return Err(Refused::DutyTaken { role, name: duty.name.clone() });
        }
        let name = self.context.name.clone();
        self.emit(Event::OnDuty { role, staff, name });
        Ok(())
    }

    pub(super) fn off_duty(&mut self) -> Result<(), Refused> {
        let (role, staff) = (self.by.role, self.by.account);
        if self.table.on_duty(role).is_none_or(|duty| duty.staff != staff) {
            return Err(Refused::OffDuty { role });
        }
        self.emit(Event::OffDuty { role, staff, relieved: None });
        Ok(())
    }

    /// T-13: a supervisor ends anybody's duty with a reason; the house that of somebody whose
    /// access was taken away.
    pub(super) fn relieve(&mut self, staff: AccountId, reason: &str) -> Result<(), Refused> {
        let why = match self.by.role {
            Role::House => ReliefReason::Revoked,
            _ => ReliefReason::Said { words: reason_of(reason)? },
        };
        let duty = self.table.duty.iter().find(|duty| duty.staff == staff);
        let role = duty.ok_or(Refused::NotOnDuty { account: staff })?.role;
        let relieved = Some(Relieved { by: self.by.account, why });
        self.emit(Event::OffDuty { role, staff, relieved });
        Ok(())
    }

    /// T-14: the dealer calls, once until somebody comes.
    pub(super) fn call_supervisor(&mut self) -> Result<(), Refused> {
        self.dealer_on_duty()?;
        if let Some(Call { name, .. }) = self.table.call.clone() {
            return Err(Refused::CallOpen { name });
        }
        self.emit(Event::Called { by: self.by.account, name: self.context.name.clone() });
        Ok(())
    }

    pub(super) fn answer_call(&mut self) -> Result<(), Refused> {
        if self.table.call.is_none() {
            return Err(Refused::NoCall);
        }
        self.emit(Event::CallAnswered { by: self.by.account, name: self.context.name.clone() });
        Ok(())
    }

    pub(super) fn fill(&mut self, cents: u32) -> Result<(), Refused> {
        if cents == 0 {
            return Err(Refused::NoAmount);
        }
        let (cents, (card, second)) = (cents.into(), self.cards_for(Step::Fill, cents.into())?);
        self.emit(Event::Filled { cents, card, second });
        Ok(())
    }

    /// The cards that the table's ladder asks for an amount of the house's money (S-21): none, one,
    /// or from the posted bound on those of two executives.
    fn cards_for(&self, step: Step, cents: i64) -> Result<(Option<u32>, Option<u32>), Refused> {
        let posted = self.table.house.posted();
        match posted.approval(step, cents) {
            Approval::Key { .. } if self.context.proofs.is_empty() => return Ok((None, None)),
            Approval::Key { .. } | Approval::Card { .. } => {
                return Ok((Some(self.one_card()?.card), None));
            }
            Approval::Two { .. } | Approval::TwoExecutives => {}
        }
        let from = i64::from(posted.two_cards_from);
        let few = LinkRefused::TwoExecutives { from };
        let [first, second] = &self.context.proofs[..] else { return Err(few.into()) };
        let are_two = first.account != second.account && first.card != second.card;
        let is_executive = |proof: &CardProof| proof.level == Role::Executive;
        if !are_two || !is_executive(first) || !is_executive(second) {
            return Err(few.into());
        }
        self.is_no_party(first.account)?;
        self.is_no_party(second.account)?;
        Ok((Some(first.card), Some(second.card)))
    }

    fn fill_tray(&mut self, cents: i64) {
        self.emit(Event::Filled { cents, card: None, second: None });
    }

    pub(super) fn credit(&mut self, cents: u32) -> Result<(), Refused> {
        let has = self.table.tray().cents();
        if cents == 0 {
            return Err(Refused::NoAmount);
        }
        if i64::from(cents) > has {
            return Err(Refused::Tray { cents, has });
        }
        let (cents, (card, second)) = (cents.into(), self.cards_for(Step::Credit, cents.into())?);
        self.emit(Event::Credited { cents, card, second });
        Ok(())
    }

    /// Nobody fills the tray of an unattended table but the house itself.
    pub(super) fn fill_if_short(&mut self) {
        while !self.table.is_attended() && self.table.tray() < Micros::ZERO {
            self.fill_tray(HOUSE_FILL);
        }
    }

    pub(super) fn open(&mut self) -> Result<(), Refused> {
        if self.table.phase != Phase::Closed {
            return Err(Refused::Open);
        }
        if self.table.version == 1 {
            let posted: Posted = self.table.house.posted().clone();
            self.emit(Event::Posted { sign: Box::new(posted) });
        }
        self.emit(Event::Opened {});
        if !self.table.is_attended() && self.table.tray() <= Micros::ZERO {
            self.fill_tray(HOUSE_FILL);
        }
        if !self.table.is_live() {
            self.new_shoe();
        }
        Ok(())
    }

    pub(super) fn close(&mut self) -> Trial {
        self.not_in_round()?;
        for seat in 1..=self.table.house.posted().seats {
            if self.table.player_at(seat).is_some() {
                self.free(seat, By::Staff)?;
            }
        }
        self.darken_all(&Refused::Closed);
        self.open_shoes();
        self.emit(Event::Closed {});
        Ok(())
    }

    pub(super) fn not_in_round(&self) -> Result<(), Refused> {
        if self.table.in_play.is_some() { Err(Refused::InRound) } else { Ok(()) }
    }

    /// T-11: every stake goes back and every payment is undone; the cards stay dealt.
    pub(super) fn void(&mut self, reason: &str) -> Trial {
        let Some(playing) = self.table.in_play.clone() else { return Err(Refused::NoRound.into()) };
        let words = reason_of(reason)?;
        // What lies on the felt of a live table nobody but the staff knows.
        let lies = match playing.round {
            Some(_) => self.put_down(&playing).iter().map(|(_, staked, _)| staked).sum(),
            None => i64::MAX,
        };
        let (card, _) = self.cards_for(Step::Void, lies)?;
        self.void_round(&playing, VoidReason::Said { words }, card)?;
        self.next_round()
    }

    /// The house takes a shoe off the table whose secret is lost.
    pub(super) fn replace_shoe(&mut self) -> Trial {
        if !self.table.has_lost_shoe() {
            return Err(Refused::ShoeGood.into());
        }
        if let Some(playing) = self.table.in_play.clone() {
            self.void_round(&playing, VoidReason::ShoeLost, None)?;
        }
        self.free_the_gone()?;
        self.open_shoes();
        self.new_shoe();
        Ok(())
    }

    fn void_round(&mut self, playing: &InPlay, why: VoidReason, card: Option<u32>) -> Trial {
        let round = self.table.round;
        self.void_on_link(playing, &why, card)?;
        let players = self.put_down(playing);
        self.emit(Event::Voided { round, why, by: self.by.account, card });
        self.round = Some(RoundRecord { voided: true, ..self.record_of(playing, players) });
        Ok(())
    }

    /// What every player of a round had staked, which is what he gets back.
    fn put_down(&self, playing: &InPlay) -> Vec<(AccountId, i64, i64)> {
        let mut players = Vec::new();
        let Some(round) = &playing.round else { return players };
        for seat in seats_in(round) {
            let Some(player) = self.table.player_at(seat) else { continue };
            let cents = self.table.put_down(round, seat) + self.table.on_sensors(seat);
            add(&mut players, player, cents, cents);
        }
        players
    }

    /// A question whose posted time has passed (T-10). Somebody has watched it: what counts
    /// here is that it is the question that is open (L-25).
    pub(super) fn clock(&mut self, of: Question) -> Trial {
        match of {
            Question::Answer { asked } if self.table.is_answer_open(asked) => self.time_is_up(),
            Question::Presence { player, asked } if self.table.is_presence_open(player, asked) => {
                self.free_all(player)
            }
            Question::Return { player, asked } if self.table.is_return_open(player, asked) => {
                self.is_gone(player)
            }
            Question::Posting { asked } if self.table.is_announced(asked) => {
                match self.table.posting_limit() {
                    Some(Limit::From(until)) if until > self.context.at => {
                        let seconds = (until.0 - self.context.at.0).div_ceil(1_000);
                        Err(Refused::Early { seconds }.into())
                    }
                    Some(_) => self.put_up(),
                    None => Err(Refused::NoClock.into()),
                }
            }
            _ => Err(Refused::NoClock.into()),
        }
    }

    /// The posted default of what the table waits for.
    pub(super) fn time_is_up(&mut self) -> Trial {
        match self.table.phase {
            Phase::Cut { .. } => {
                self.cut_in_the_middle();
                self.after_cut();
            }
            Phase::Betting { .. } => self.start()?,
            Phase::Insurance { .. } => self.answer_insurance(None)?,
            Phase::Turn { .. } => self.answer_turn(None, Action::Stand)?,
            Phase::Closed | Phase::Dealer | Phase::HoleCard | Phase::Claims | Phase::LiveGame => {
                return Err(Refused::NoClock.into());
            }
        }
        Ok(())
    }

    /// A dealer's key on an attended table.
    pub(super) fn open_betting(&mut self) -> Result<(), Refused> {
        self.dealer_on_duty()?;
        if !self.table.is_supervised() {
            return Err(Refused::NoSupervisor);
        }
        if !self.table.has_keypad() {
            return Err(Refused::Dealing);
        }
        if self.table.phase != Phase::Dealer {
            return Err(Refused::NoBetting);
        }
        let round = self.table.round + 1;
        self.emit(Event::BettingOpened { round });
        Ok(())
    }
}
