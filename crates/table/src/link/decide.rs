//! Commands that go straight to a link: setting up, adjusting, backing out, slips.

use progressive::{AdjustReason, Change, Micros};
use rules::Spot;

use super::command::LinkBody;
use super::draft::{LinkDecision, LinkDraft};
use super::event::{LinkEvent, Overridden, Signature, StopReason, Winner};
use super::refusal::LinkRefused;
use super::sign::LinkParameters;
use super::state::{Link, whole_cents};
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
        let mut office = Office { draft: LinkDraft::new(self, context), context };
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
            LinkBody::ReverseDeposit { deposit, reason } => self.reverse_deposit(*deposit, reason),
            LinkBody::PaySlip { slip, winner, identity, tax_form, lend } => {
                let winner = Winner {
                    name: winner.trim().to_owned(),
                    identity: identity.trim().to_owned(),
                    tax_form: tax_form.trim().to_owned(),
                };
                self.pay_slip(*slip, winner, *lend)
            }
            LinkBody::Recover { slip, cents, reason } => {
                let (reason, cents) = (reason_of(reason)?, i64::from(*cents));
                let persons = self.two_persons(Role::Cage)?;
                self.emit(LinkEvent::Recovered { slip: *slip, cents, reason, persons })
            }
            LinkBody::WriteOff { slip, reason } => {
                let (reason, slip) = (reason_of(reason)?, *slip);
                let persons = self.two_persons(Role::Executive)?;
                let unknown = LinkRefused::SlipUnknown { slip };
                let owed = self.draft.link.slip(slip).ok_or(unknown)?.owed;
                let cents = owed.map(|owed| owed.open()).filter(|open| *open > 0);
                let cents = cents.ok_or(LinkRefused::NotOwed { slip })?;
                self.emit(LinkEvent::WrittenOff { slip, cents, reason, persons })
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
        let from = self.draft.link.sign.approvals.two_executives_from;
        let executives = persons.iter().filter(|person| person.role == Role::Executive);
        if micros.cents() >= from && executives.count() < 2 {
            return Err(LinkRefused::TwoExecutives { from }.into());
        }
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

    /// A meter is changed between games and by two persons; what it holds stays (A48).
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
        let found = self.draft.link.slip(slip).ok_or(unknown)?;
        let (cents, owed) = (found.award.cents, found.paid.is_some() && found.award.cents > 0);
        let persons = self.two_persons(self.level(cents))?;
        self.emit(LinkEvent::BackedOut { slip, cents, reason, persons, owed })
    }

    /// The cage pays a slip by card, to a winner it names (O-09); what the bank account lacks
    /// the house lends by an executive's card, or it is not paid (P-33).
    fn pay_slip(&mut self, number: u64, winner: Winner, lend: bool) -> Result<(), Refused> {
        let link = &self.draft.link;
        let slip = link.slip(number).ok_or(LinkRefused::SlipUnknown { slip: number })?;
        slip.check_unpaid()?;
        let (cents, tax) = (slip.award.cents, slip.award.tax);
        let needs = Role::Cage;
        let proof = self.context.proofs.first().ok_or(LinkRefused::Card { needs })?;
        if !matches!(proof.level, Role::Cage | Role::Supervisor | Role::Executive) {
            return Err(LinkRefused::Level { needs, has: proof.level }.into());
        }
        let notes = [&winner.name, &winner.identity, &winner.tax_form];
        if notes.iter().any(|note| note.chars().count() > 200) {
            return Err(LinkRefused::LongNote.into());
        }
        if winner.name.chars().count() < 2 {
            return Err(LinkRefused::NoWinner.into());
        }
        if cents >= link.sign.approvals.identity_from && winner.identity.is_empty() {
            return Err(LinkRefused::Identity { slip: number }.into());
        }
        if tax && winner.tax_form.is_empty() {
            return Err(LinkRefused::TaxForm { slip: number }.into());
        }
        if let Some(cents) = link.lacks(cents) {
            let lender = self.context.proofs.iter().find(|it| it.level == Role::Executive);
            let lender = match lender {
                _ if !lend => return Err(LinkRefused::BankShort { cents }.into()),
                Some(lender) => Signature::of(lender),
                None => return Err(LinkRefused::Card { needs: Role::Executive }.into()),
            };
            self.emit(LinkEvent::BankLent { cents, slip: Some(number), by: lender })?;
        }
        let (by, winner) = (Signature::of(proof), Some(winner));
        self.emit(LinkEvent::SlipPaid { slip: number, by, winner })
    }

    /// A deposit that was noted wrongly; what was paid out since stays covered.
    fn reverse_deposit(&mut self, deposit: u64, reason: &str) -> Result<(), Refused> {
        let (reason, by) = (reason_of(reason)?, self.executive()?);
        let found = self.draft.link.deposits.iter().find(|it| it.number == deposit);
        let cents = found.ok_or(LinkRefused::DepositUnknown { deposit })?.cents;
        if found.is_some_and(|it| it.reversed.is_some()) {
            return Err(LinkRefused::DepositReversed { deposit }.into());
        }
        let short = Micros::of_cents(cents) - self.draft.link.bank();
        if short > Micros::ZERO {
            return Err(LinkRefused::BankShort { cents: whole_cents(short) }.into());
        }
        self.emit(LinkEvent::DepositReversed { deposit, cents, reason, by })
    }

    /// Money for the bank account: the card of an executive, not his session alone (S-21).
    fn deposit(&mut self, cents: i64) -> Result<(), Refused> {
        let by = Some(self.executive()?);
        self.emit(LinkEvent::Deposited { day: self.context.day, cents, by })
    }

    /// The executive whose card is shown.
    fn executive(&self) -> Result<Signature, LinkRefused> {
        let needs = Role::Executive;
        let shown = self.context.proofs.iter().max_by_key(|proof| proof.level);
        let proof = shown.ok_or(LinkRefused::Card { needs })?;
        if proof.level < needs {
            return Err(LinkRefused::Level { needs, has: proof.level });
        }
        Ok(Signature::of(proof))
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
        // The cage signs only where it is the level asked for: what it takes back itself.
        let cage = level == Role::Cage;
        let may = |person: &Signature| match person.role {
            Role::Supervisor | Role::Executive => true,
            Role::Cage => cage,
            _ => false,
        };
        let is_same = first.account == second.account || first.card == second.card;
        if is_same || !persons.iter().all(may) {
            return Err(LinkRefused::TwoPersons);
        }
        if !persons.iter().any(|person| person.role >= level) {
            return Err(LinkRefused::Level { needs: level, has: first.role.max(second.role) });
        }
        Ok(persons)
    }
}
