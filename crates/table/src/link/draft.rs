//! A copy of a link on which a command is tried out: a command of its own, or what a table
//! demands of it.

use rules::{Money, Spot};

use super::TableTerms;
use super::event::{AwardRecord, Claim, LinkEvent, Lit, Signature, StopReason, Winner};
use super::ladder::covers;
use super::refusal::LinkRefused;
use super::state::{Link, Slip, round_id};
use crate::command::Context;
use crate::ids::{AccountId, TableId};
use crate::record::LinkRecord;
use crate::role::Role;
use crate::share::Share;
use crate::tried::{Accepted, Tried};

/// A change of a link that is accepted: what must be stored before it counts, and the
/// link as it is then.
#[derive(Clone, Debug)]
pub struct LinkDecision {
    /// What to store, in one transaction with the table's record if there is one.
    pub record: LinkRecord,
    /// The link after it.
    pub link: Link,
}

/// A link while something is tried out on it.
#[derive(Clone, Debug)]
pub(crate) struct LinkDraft {
    pub(super) link: Link,
    tried: Tried<LinkEvent>,
}

/// Which award is posted: of the seat and sensor of a round.
#[derive(Clone, Copy, Debug)]
pub(crate) struct AwardDue<'a> {
    pub(crate) game: (TableId, u64),
    pub(crate) seat: u8,
    pub(crate) spot: Spot,
    /// Whose card posts it.
    pub(crate) by: &'a Signature,
    pub(crate) day: u32,
    /// Whether the player has it in chips at once.
    pub(crate) in_chips: bool,
    /// Who is noted as its winner at the table.
    pub(crate) winner: Option<&'a Winner>,
}

impl LinkDraft {
    pub(crate) fn new(link: &Link, context: &Context) -> LinkDraft {
        let mut link = link.clone();
        // A clock that goes back does not take the link with it (L-18).
        link.begin(link.at.max(context.at));
        LinkDraft { link, tried: Tried::default() }
    }

    /// Makes something happen, unless it cannot.
    pub(super) fn emit(&mut self, event: LinkEvent) -> Result<(), LinkRefused> {
        let moved = self.link.fold(&event)?;
        self.tried.happened(event, moved, &mut self.link.books);
        Ok(())
    }

    /// What was tried out, as an entry.
    pub(crate) fn decided(self, accepted: Accepted) -> LinkDecision {
        let LinkDraft { mut link, mut tried } = self;
        let jackpots = link.to_show();
        if !jackpots.is_empty() {
            link.shown = link.shows();
            tried.happened(LinkEvent::Shown { jackpots }, Vec::new(), &mut link.books);
        }
        link.note_funds();
        let entry = tried.entry(link.version, link.at, accepted);
        LinkDecision { record: LinkRecord { link: link.id, entry }, link }
    }

    // ---- what a table demands

    /// A table plays for the link's jackpots from now on.
    pub(crate) fn join(&mut self, table: TableId, terms: TableTerms) -> Result<(), LinkRefused> {
        if self.link.tables.contains_key(&table) {
            return Err(LinkRefused::Joined);
        }
        self.emit(LinkEvent::Joined { table, terms })
    }

    /// A table does not any more; not while its game is played.
    pub(crate) fn part(&mut self, table: TableId) -> Result<(), LinkRefused> {
        if self.link.jackpots.values().any(|jackpot| jackpot.plays(table.0)) {
            return Err(progressive::Refused::NotIdle.into());
        }
        self.emit(LinkEvent::Parted { table })
    }

    /// START GAME: the lit sensors of a round (P-03).
    pub(crate) fn start(
        &mut self,
        table: TableId,
        round: u64,
        day: u32,
        lit: Vec<Lit>,
    ) -> Result<(), LinkRefused> {
        self.link.takes_wagers(self.link.at)?;
        self.emit(LinkEvent::Contributed { table, round, day, lit })
    }

    /// No more wagers are taken, and every table and display knows why (P-28).
    pub(crate) fn stop(&mut self, why: StopReason) -> Result<(), LinkRefused> {
        self.emit(LinkEvent::Stopped { why })
    }

    /// END GAME.
    pub(crate) fn end(&mut self, table: TableId, round: u64) -> Result<(), LinkRefused> {
        self.emit(LinkEvent::Ended { table, round })
    }

    pub(crate) fn void(&mut self, table: TableId, round: u64) -> Result<(), LinkRefused> {
        self.emit(LinkEvent::Voided { table, round })
    }

    pub(crate) fn pay_fixed(
        &mut self,
        (table, round): (TableId, u64),
        seat: u8,
        spot: Spot,
        amount: Money,
    ) -> Result<(), LinkRefused> {
        let cents = amount.in_cents();
        self.emit(LinkEvent::FixedPaid { table, round, seat, spot, cents })?;
        self.lend_what_lacks(None, Signature::house())
    }

    /// What was handed out at a table cannot be refused any more: the house lends the bank
    /// account what it lacks, by an entry of its own (P-33).
    fn lend_what_lacks(&mut self, slip: Option<u64>, by: Signature) -> Result<(), LinkRefused> {
        match self.link.lacks(0) {
            Some(cents) => self.emit(LinkEvent::BankLent { cents, slip, by }),
            None => Ok(()),
        }
    }

    /// The chips of awards that were backed out are taken back with the round (T-11): their
    /// winners owe nothing any more.
    pub(crate) fn recover_chips(
        &mut self,
        table: TableId,
        round: u64,
        by: &Signature,
        reason: &str,
    ) -> Result<(), LinkRefused> {
        let own = |slip: &&Slip| {
            let claim = &slip.award.claim;
            slip.award.in_chips && (claim.table, claim.round) == (table, round)
        };
        let owed = self.link.slips.iter().filter(own);
        let owed = owed.filter_map(|slip| Some((slip.award.slip, slip.owed?.open())));
        for (slip, cents) in owed.filter(|(_, cents)| *cents > 0).collect::<Vec<_>>() {
            let (reason, persons) = (reason.to_owned(), vec![by.clone()]);
            self.emit(LinkEvent::Recovered { slip, cents, reason, persons })?;
        }
        Ok(())
    }

    pub(crate) fn claim(&mut self, claim: Claim) -> Result<(), LinkRefused> {
        self.emit(LinkEvent::Claimed(Box::new(claim)))
    }

    pub(crate) fn withdraw(
        &mut self,
        (table, round): (TableId, u64),
        seat: u8,
        spot: Spot,
        by_card: Option<(Signature, String)>,
    ) -> Result<(), LinkRefused> {
        let (by, reason) = by_card.unzip();
        self.emit(LinkEvent::Withdrawn { table, round, seat, spot, by, reason })
    }

    /// Confirms all claims of a round; what they are awarded, jackpot by jackpot in paying
    /// order. The dealer of the table cannot (P-23).
    pub(crate) fn confirm(
        &mut self,
        (table, round): (TableId, u64),
        by: &Signature,
        evidence: &str,
    ) -> Result<Vec<Share>, LinkRefused> {
        let id = round_id(table, round);
        if self.link.claims_of(id).any(|claim| claim.dealer == Some(by.account)) {
            return Err(LinkRefused::OwnDealer);
        }
        let has_group = |jackpot: &progressive::Jackpot| {
            jackpot.group(id).is_some_and(|group| !group.is_confirmed())
        };
        let spots = self.link.jackpots().filter(|(_, it)| has_group(it)).map(|(spot, _)| spot);
        let spots: Vec<Spot> = spots.collect();
        if spots.is_empty() {
            let is_open = self.link.claims_of(id).next().is_some();
            let none = progressive::Refused::NoClaims { round: id };
            return Err(if is_open { progressive::Refused::Confirmed } else { none }.into());
        }
        let mut all = Vec::new();
        for spot in spots {
            let awards = self.link.clone().confirm(table, round, spot)?;
            let from = self.link.sign.approvals.evidence_from;
            let is_large = awards.iter().filter_map(Share::due).any(|cents| cents >= from);
            if is_large && by.role != Role::House && evidence.trim().chars().count() < 3 {
                return Err(LinkRefused::Evidence);
            }
            let (by, evidence) = (by.clone(), evidence.to_owned());
            all.extend(awards.iter().copied());
            self.emit(LinkEvent::Confirmed { table, round, spot, by, evidence, awards })?;
        }
        Ok(all)
    }

    /// Posts the award of a seat by somebody's card (P-22, P-23); on an unattended link by
    /// the house's recorded policy.
    pub(crate) fn post(&mut self, due: AwardDue<'_>) -> Result<AwardRecord, LinkRefused> {
        let record = self.link.award_due(due)?;
        self.check_handed_out(&record)?;
        self.emit(LinkEvent::Awarded(Box::new(record.clone())))?;
        if record.in_chips {
            self.lend_what_lacks(Some(record.slip), record.posted_by.clone())?;
        }
        Ok(record)
    }

    /// What is handed out in chips goes to a winner who is noted as at the cage, where the posted
    /// amounts ask for him (O-09). What waits for the cage is noted there.
    fn check_handed_out(&self, record: &AwardRecord) -> Result<(), LinkRefused> {
        let AwardRecord { slip, cents, tax, in_chips, ref posted_by, ref winner, .. } = *record;
        let approvals = self.link.sign.approvals;
        let asks = in_chips && (tax || cents >= approvals.identity_from);
        match winner {
            Some(_) if !in_chips => Err(LinkRefused::AtCage { slip }),
            Some(winner) => approvals.check_winner(winner, slip, cents, tax),
            None if asks && posted_by.role != Role::House => Err(LinkRefused::NoWinner),
            None => Ok(()),
        }
    }
}

impl Link {
    /// The award of a seat that this card posts now.
    pub(super) fn award_due(&self, due: AwardDue<'_>) -> Result<AwardRecord, LinkRefused> {
        let AwardDue { game: (table, round), seat, spot, by, day, in_chips, winner } = due;
        let id = round_id(table, round);
        let claim = self.claims_of(id).find(|it| it.won.is_at(seat, spot)).cloned();
        let claim = claim.ok_or(progressive::Refused::NoClaim { seat })?;
        let jackpot = self.jackpot(spot).ok_or(LinkRefused::NoJackpot { spot })?;
        let group = jackpot.group(id).ok_or(progressive::Refused::NoClaim { seat })?;
        let order = group.posted as u8 + 1;
        let number = group.number;
        let (award, _) = jackpot.clone().post(id, seat)?;
        let cents = award.amount.in_cents();
        let approvals = self.sign.approvals;
        check_card(by, approvals.card_for(cents), claim.dealer)?;
        let own = |it: &&super::state::Confirmation| {
            (it.table, it.round, it.spot) == (table, round, spot)
        };
        let confirmed = self.confirmed.iter().find(own);
        let confirmed = confirmed.ok_or(progressive::Refused::NotConfirmed)?.clone();
        let wager = jackpot.terms().unit;
        Ok(AwardRecord {
            slip: self.slips.len() as u64 + 1,
            claim,
            order,
            group: number,
            cents,
            wager,
            before: award.before,
            after: award.after,
            shared: award.is_shared,
            seed: award.reseed.map(|it| it.seed.in_cents()),
            from_reserve: award.reseed.map(|it| it.reserve),
            confirmed_by: confirmed.by,
            confirmed_at: confirmed.at,
            evidence: confirmed.evidence,
            posted_by: by.clone(),
            posted_at: self.at,
            day,
            tax: approvals.is_taxed(cents - i64::from(wager), wager),
            notice: cents >= approvals.notice_from,
            in_chips,
            winner: winner.cloned(),
        })
    }
}

/// Whether a card may post an award: of the level the amount needs, and not the dealer's.
fn check_card(by: &Signature, needs: Role, dealer: Option<AccountId>) -> Result<(), LinkRefused> {
    if by.role == Role::House {
        return Ok(());
    }
    if dealer == Some(by.account) {
        return Err(LinkRefused::OwnDealer);
    }
    match by.role {
        _ if by.card.is_none() => Err(LinkRefused::Card { needs }),
        has if covers(has, needs) => Ok(()),
        has => Err(LinkRefused::Level { needs, has }),
    }
}
