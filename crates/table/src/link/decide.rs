//! Commands that go straight to a link: setting up, adjusting, backing out, slips.

use progressive::{AdjustReason, Change, Micros};
use rules::Spot;

use super::command::LinkBody;
use super::draft::{LinkDecision, LinkDraft};
use super::event::{LinkEvent, Overridden, Signature, StopReason};
use super::refusal::LinkRefused;
use super::sign::LinkParameters;
use super::state::Link;
use crate::command::{Command, Context};
use crate::decide::{RESERVED, fingerprint, reason_of};
use crate::ids::Actor;
use crate::refusal::Refused;
use crate::role::Role;
use crate::tried::Accepted;

impl Link {
    /// Decides a command of its own. The link itself is unchanged.
    ///
    /// # Errors
    /// If the command is not allowed, not now, or not so.
    pub fn decide(
        &self,
        by: Actor,
        command: &Command<LinkBody>,
        context: &Context,
    ) -> Result<LinkDecision, Refused> {
        let kind = command.body.kind();
        if !by.role.may(kind) {
            return Err(Refused::Role { role: by.role, kind });
        }
        if command.id.as_str().starts_with(RESERVED) {
            return Err(Refused::Reserved);
        }
        if command.expected > self.version {
            return Err(Refused::Ahead { expected: command.expected, version: self.version });
        }
        if self.jackpots.is_empty() && !matches!(command.body, LinkBody::OpenLink {}) {
            return Err(LinkRefused::New.into());
        }
        let mut office = Office { draft: LinkDraft::new(self, context), by, context };
        office.decide(&command.body)?;
        let body = fingerprint(&command.body);
        Ok(office.draft.decided(Accepted {
            by,
            command: command.id.clone(),
            body,
            with: Vec::new(),
        }))
    }
}

/// What is done away from the tables.
struct Office<'a> {
    draft: LinkDraft,
    by: Actor,
    context: &'a Context,
}

impl Office<'_> {
    fn decide(&mut self, body: &LinkBody) -> Result<(), Refused> {
        match body {
            LinkBody::OpenLink {} => self.open(),
            LinkBody::Join { table, terms } => Ok(self.draft.join(*table, (**terms).clone())?),
            LinkBody::Part { table } => Ok(self.draft.part(*table)?),
            LinkBody::Adjust { spot, change, micros, why, reason } => {
                self.adjust(*spot, *change, Micros(*micros), *why, reason)
            }
            LinkBody::SetParameters { spot, parameters, reason, override_advice } => {
                self.set_parameters(*spot, *parameters, reason, *override_advice)
            }
            LinkBody::BackOut { slip, reason } => self.back_out(*slip, reason),
            LinkBody::Retire { spot, to, reason } => {
                let reason = reason_of(reason)?;
                let persons = self.two_persons(Role::Executive)?;
                self.emit(LinkEvent::Retired { spot: *spot, to: *to, reason, persons })
            }
            LinkBody::Stop { reason } => {
                let why = StopReason::Said { words: reason_of(reason)? };
                match &self.draft.link.stopped {
                    Some(why) => Err(LinkRefused::Stopped { why: why.clone() }.into()),
                    None => self.emit(LinkEvent::Stopped { why }),
                }
            }
            LinkBody::Resume {} => match self.draft.link.stopped {
                Some(_) => {
                    self.draft.link.has_funds(self.draft.link.at)?;
                    self.emit(LinkEvent::Resumed {})
                }
                None => Err(LinkRefused::Running.into()),
            },
            LinkBody::Deposit { cents } => self.deposit((*cents).into()),
            LinkBody::PaySlip { slip } => {
                let by = self.person();
                self.emit(LinkEvent::SlipPaid { slip: *slip, by })
            }
            LinkBody::ReprintSlip { slip } => {
                let unknown = LinkRefused::SlipUnknown { slip: *slip };
                let copies = self.draft.link.slip(*slip).ok_or(unknown)?.copies + 1;
                self.emit(LinkEvent::SlipReprinted { slip: *slip, copies })
            }
        }
    }

    fn emit(&mut self, event: LinkEvent) -> Result<(), Refused> {
        self.draft.emit(event).map_err(Refused::from)
    }

    fn open(&mut self) -> Result<(), Refused> {
        let sign = self.draft.link.sign.clone();
        if !self.draft.link.jackpots.is_empty() {
            return Err(LinkRefused::Open.into());
        }
        sign.check().map_err(|fault| LinkRefused::Sign { fault })?;
        let advice = sign.warnings();
        self.emit(LinkEvent::LinkPosted { sign: Box::new((*sign).clone()) })?;
        if let Some(&Overridden { advice: first, .. }) = advice.first() {
            let two = self.two_persons(Role::Executive);
            let persons = two.map_err(|_| LinkRefused::Advice { advice: first })?;
            self.emit(LinkEvent::AdviceOverridden { advice, persons })?;
        }
        Ok(())
    }

    fn adjust(
        &mut self,
        spot: Spot,
        change: Change,
        micros: Micros,
        why: AdjustReason,
        reason: &str,
    ) -> Result<(), Refused> {
        let reason = reason_of(reason)?;
        let persons = self.two_persons(self.level(micros.cents()))?;
        let none = LinkRefused::NoJackpot { spot };
        let mut jackpot = self.draft.link.jackpot(spot).ok_or(none)?.clone();
        let before = jackpot.holds();
        let adjusted = jackpot.adjust(why, change, micros);
        adjusted.map_err(LinkRefused::from)?;
        let after = jackpot.holds();
        let event =
            LinkEvent::Adjusted { spot, why, change, micros, before, after, reason, persons };
        self.emit(event)
    }

    fn set_parameters(
        &mut self,
        spot: Spot,
        new: LinkParameters,
        reason: &str,
        override_advice: bool,
    ) -> Result<(), Refused> {
        let reason = reason_of(reason)?;
        let persons = self.two_persons(Role::Executive)?;
        new.checked().map_err(|_| LinkRefused::Rates)?;
        let none = LinkRefused::NoJackpot { spot };
        let posted = self.draft.link.sign.jackpot(spot).ok_or(none.clone())?;
        let overridden = posted.warnings(&new);
        if let Some(&advice) = overridden.first().filter(|_| !override_advice) {
            return Err(LinkRefused::Advice { advice }.into());
        }
        let old = self.draft.link.parameters(spot).ok_or(none)?;
        self.emit(LinkEvent::ParametersSet { spot, old, new, reason, overridden, persons })
    }

    fn back_out(&mut self, slip: u64, reason: &str) -> Result<(), Refused> {
        let reason = reason_of(reason)?;
        let unknown = LinkRefused::SlipUnknown { slip };
        let cents = self.draft.link.slip(slip).ok_or(unknown)?.award.cents;
        let persons = self.two_persons(self.level(cents))?;
        self.emit(LinkEvent::BackedOut { slip, cents, reason, persons })
    }

    /// Money for the bank account: the card of an executive, not his session alone (S-21).
    fn deposit(&mut self, cents: i64) -> Result<(), Refused> {
        let needs = Role::Executive;
        let shown = self.context.proofs.iter().max_by_key(|proof| proof.level);
        let proof = shown.ok_or(LinkRefused::Card { needs })?;
        if proof.level < needs {
            return Err(LinkRefused::Level { needs, has: proof.level }.into());
        }
        let by = Some(Signature::of(proof));
        self.emit(LinkEvent::Deposited { day: self.context.day, cents, by })
    }

    /// The card an amount needs.
    fn level(&self, cents: i64) -> Role {
        let executive_from = self.draft.link.sign.approvals.executive_from;
        if cents >= executive_from { Role::Executive } else { Role::Supervisor }
    }

    /// The proven cards of two different persons, one of them of this level at least.
    fn two_persons(&self, level: Role) -> Result<Vec<Signature>, LinkRefused> {
        let persons: Vec<Signature> = self.context.proofs.iter().map(Signature::of).collect();
        let [first, second] = &persons[..] else { return Err(LinkRefused::TwoPersons) };
        let may = |person: &Signature| matches!(person.role, Role::Supervisor | Role::Executive);
        let is_same = first.account == second.account || first.card == second.card;
        if is_same || !persons.iter().all(may) {
            return Err(LinkRefused::TwoPersons);
        }
        if !persons.iter().any(|person| person.role >= level) {
            return Err(LinkRefused::Level { needs: level, has: first.role.max(second.role) });
        }
        Ok(persons)
    }

    /// Who sent the command.
    fn person(&self) -> Signature {
        let Actor { account, role } = self.by;
        Signature { account, name: self.context.name.clone(), role, card: None }
    }
}
