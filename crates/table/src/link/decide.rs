//! Commands that go straight to a link: setting up, adjusting, backing out, slips.

use progressive::{AdjustReason, Change, Micros};
use rules::Spot;

use super::command::LinkBody;
use super::draft::{LinkDecision, LinkDraft};
use super::event::{LinkEvent, Overridden, Signature, StopReason, Winner};
use super::ladder::{Approval, Step, covers};
use super::refusal::LinkRefused;
use super::sign::LinkParameters;
use super::state::{Link, whole_cents};
use crate::command::{CardProof, Command, Context};
use crate::decide::{RESERVED, fingerprint, reason_of};
use crate::ids::Actor;
use crate::kind::Kind;
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
                let persons = self.persons(Step::Retirement, 0)?;
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
                self.pay_slip(*slip, Winner::typed(winner, identity, tax_form), *lend)
            }
            LinkBody::Recover { slip, cents, reason } => {
                let (reason, cents) = (reason_of(reason)?, i64::from(*cents));
                let persons = self.persons(Step::Recovery, cents)?;
                self.emit(LinkEvent::Recovered { slip: *slip, cents, reason, persons })
            }
            LinkBody::WriteOff { slip, reason } => {
                let (reason, slip) = (reason_of(reason)?, *slip);
                let persons = self.persons(Step::WriteOff, 0)?;
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
            let two = self.persons(Step::Parameters, 0);
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
        let persons = self.persons(Step::Adjustment, micros.cents())?;
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
        let persons = self.persons(Step::Parameters, 0)?;
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
        let persons = self.persons(Step::BackOut, cents)?;
        self.emit(LinkEvent::BackedOut { slip, cents, reason, persons, owed })
    }

    /// The cage pays a slip by card, to a winner it names (O-09); what the bank account lacks
    /// the house lends by an executive's card, or it is not paid (P-33).
    fn pay_slip(&mut self, number: u64, winner: Winner, lend: bool) -> Result<(), Refused> {
        let link = &self.draft.link;
        let slip = link.slip(number).ok_or(LinkRefused::SlipUnknown { slip: number })?;
        slip.check_unpaid()?;
        let (cents, tax) = (slip.award.cents, slip.award.tax);
        let by = self.one_person(Step::Payment, Kind::PaySlip)?;
        link.sign.approvals.check_winner(&winner, number, cents, tax)?;
        if let Some(cents) = link.lacks(cents) {
            if !lend {
                return Err(LinkRefused::BankShort { cents }.into());
            }
            let none = LinkRefused::Card { needs: Role::Executive };
            let lender = self.one_person(Step::Loan, Kind::PaySlip).map_err(|_| none)?;
            self.emit(LinkEvent::BankLent { cents, slip: Some(number), by: lender })?;
        }
        let winner = Some(winner);
        self.emit(LinkEvent::SlipPaid { slip: number, by, winner })
    }

    /// A deposit that was noted wrongly; what was paid out since stays covered.
    fn reverse_deposit(&mut self, deposit: u64, reason: &str) -> Result<(), Refused> {
        let reason = reason_of(reason)?;
        let by = self.one_person(Step::DepositBack, Kind::ReverseDeposit)?;
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

    /// Money for the bank account: a card of the cage or of an executive, not a session alone (S-21).
    fn deposit(&mut self, cents: i64) -> Result<(), Refused> {
        let by = Some(self.one_person(Step::Deposit, Kind::Deposit)?);
        self.emit(LinkEvent::Deposited { day: self.context.day, cents, by })
    }

    /// The person whose card is enough for a step that one card is enough for. Nobody signs for what
    /// his role may not order. A card that is not needed for it may be shown besides.
    fn one_person(&self, step: Step, kind: Kind) -> Result<Signature, LinkRefused> {
        let Approval::Card { role: needs } = self.approval(step, 0) else {
            return Err(LinkRefused::TwoPersons);
        };
        let proofs = &self.context.proofs;
        let fits = |proof: &&CardProof| covers(proof.level, needs) && proof.level.may(kind);
        match (proofs.iter().find(fits), proofs.first()) {
            (Some(proof), _) => Ok(Signature::of(proof)),
            (None, Some(proof)) => Err(LinkRefused::Level { needs, has: proof.level }),
            (None, None) => Err(LinkRefused::Card { needs }),
        }
    }

    fn approval(&self, step: Step, cents: i64) -> Approval {
        self.draft.link.sign.approvals.approval(step, cents)
    }

    /// The two persons whom the posted ladder asks for, by their proven cards.
    fn persons(&self, step: Step, cents: i64) -> Result<Vec<Signature>, LinkRefused> {
        match self.approval(step, cents) {
            Approval::Key { role } | Approval::Card { role } | Approval::Two { role } => {
                self.two_persons(role)
            }
            Approval::TwoExecutives => {
                let persons = self.two_persons(Role::Executive)?;
                if persons.iter().all(|person| person.role == Role::Executive) {
                    return Ok(persons);
                }
                let from = self.draft.link.sign.approvals.two_executives_from;
                Err(LinkRefused::TwoExecutives { from })
            }
        }
    }

    /// The proven cards of two different persons, one of them of this level at least.
    fn two_persons(&self, level: Role) -> Result<Vec<Signature>, LinkRefused> {
        let persons: Vec<Signature> = self.context.proofs.iter().map(Signature::of).collect();
        let [first, second] = &persons[..] else { return Err(LinkRefused::TwoPersons) };
        // The cage signs only where it is the level asked for: what it takes back itself.
        let least = if level == Role::Cage { Role::Cage } else { Role::Supervisor };
        let is_same = first.account == second.account || first.card == second.card;
        if is_same || !persons.iter().all(|person| covers(person.role, least)) {
            return Err(LinkRefused::TwoPersons);
        }
        if !persons.iter().any(|person| covers(person.role, level)) {
            return Err(LinkRefused::Level { needs: level, has: first.role.max(second.role) });
        }
        Ok(persons)
    }
}
