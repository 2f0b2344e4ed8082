//! Folding events into a link: the jackpots do the work again, and say which money moved.

use std::sync::Arc;

use progressive::{Jackpot, Micros, Movements, Place};
use rules::{Money, ShareHand, Spot};

use super::draft::AwardDue;
use super::event::{AwardRecord, Claim, LinkEvent, Signature, Winner};
use super::refusal::LinkRefused;
use super::state::{Confirmation, DepositMade, Level, Link, Owed, Slip, Tally, round_id};
use crate::ids::{TableId, Time};
use crate::ledger::{Account, MOST_CENTS, Transfer};
use crate::share::Share;

/// What becomes of an event that is folded: the transfers it makes, or why it cannot be.
pub(crate) type Folded = Result<Vec<Transfer>, LinkRefused>;

impl Link {
    /// Starts the next version.
    pub(crate) fn begin(&mut self, at: Time) {
        self.version += 1;
        self.at = at;
    }

    /// Folds one event; the books are moved by the caller.
    pub(crate) fn fold(&mut self, event: &LinkEvent) -> Folded {
        match event {
            LinkEvent::LinkPosted { sign } => self.open(sign),
            LinkEvent::AdviceOverridden { advice, .. } if *advice != self.sign.warnings() => {
                Err(LinkRefused::Unsupported)
            }
            LinkEvent::Joined { table, terms } => {
                self.sign.admits(terms)?;
                Arc::make_mut(&mut self.tables).insert(*table, terms.clone());
                Ok(Vec::new())
            }
            LinkEvent::Parted { table } => {
                Arc::make_mut(&mut self.tables).remove(table).ok_or(LinkRefused::NotJoined)?;
                Ok(Vec::new())
            }
            LinkEvent::Contributed { table, round, lit, .. } => {
                let seats = self.tables.get(table).ok_or(LinkRefused::NotJoined)?.seats;
                let mut transfers = Vec::new();
                for lit in lit {
                    transfers.extend(self.contribute(*table, *round, lit.spot, &lit.seats, seats)?);
                }
                Ok(transfers)
            }
            LinkEvent::Ended { table, round } => self.end(*table, *round),
            LinkEvent::Voided { table, round } => self.void(*table, *round),
            LinkEvent::FixedPaid { table, round, seat, spot, cents } => {
                let micros = amount(*cents)?;
                let id = round_id(*table, *round);
                let moved = self.jackpot_mut(*spot)?.pay_fixed(id, *seat, micros.money())?;
                self.tally(*table, *spot).fixed += micros;
                Ok(book(*spot, *table, &moved))
            }
            LinkEvent::Claimed(claim) => self.claim(claim),
            LinkEvent::Withdrawn { table, round, seat, spot, .. } => {
                let id = round_id(*table, *round);
                let moved = self.jackpot_mut(*spot)?.withdraw(id, *seat)?;
                self.claims.retain(|it| {
                    (it.table, it.round) != (*table, *round) || !it.won.is_at(*seat, *spot)
                });
                self.unconfirm(*table, *round, *spot);
                Ok(book(*spot, *table, &moved))
            }
            LinkEvent::Confirmed { table, round, spot, by, evidence, awards } => {
                let due = self.confirm(*table, *round, *spot)?;
                if due != *awards {
                    return Err(LinkRefused::Unsupported);
                }
                let (table, round, spot, by) = (*table, *round, *spot, by.clone());
                let (at, evidence) = (self.at, evidence.clone());
                self.confirmed.push(Confirmation { table, round, spot, by, at, evidence });
                Ok(Vec::new())
            }
            LinkEvent::Awarded(award) => self.award(award),
            _ => self.fold_office(event),
        }
    }

    /// The events that happen away from the tables.
    fn fold_office(&mut self, event: &LinkEvent) -> Folded {
        match event {
            LinkEvent::BackedOut { slip, cents, owed, .. } => self.back_out(*slip, *cents, *owed),
            LinkEvent::Recovered { slip, cents, .. } => self.settle_owed(*slip, *cents, true),
            LinkEvent::WrittenOff { slip, cents, .. } => self.settle_owed(*slip, *cents, false),
            LinkEvent::BankLent { cents, slip, .. } => self.lend_bank(*cents, *slip),
            LinkEvent::SlipPaid { slip, by, winner } => self.pay_slip(*slip, by, winner.as_ref()),
            LinkEvent::SlipReprinted { slip, copies } => {
                let slip = self.slip_mut(*slip)?;
                slip.copies += 1;
                if slip.copies == *copies { Ok(Vec::new()) } else { Err(LinkRefused::Unsupported) }
            }
            LinkEvent::Adjusted { spot, why, change, micros, before, after, .. } => {
                let jackpot = self.jackpot_mut(*spot)?;
                let found = jackpot.holds();
                let moved = jackpot.adjust(*why, *change, *micros)?;
                if (found, jackpot.holds()) != (*before, *after) {
                    return Err(LinkRefused::Unsupported);
                }
                Ok(book_office(*spot, &moved))
            }
            LinkEvent::ParametersSet { spot, old, new, overridden, .. } => {
                if !self.is_idle() {
                    return Err(progressive::Refused::NotIdle.into());
                }
                let advice = self.sign.jackpot(*spot).map(|posted| posted.warnings(new));
                if self.parameters(*spot) != Some(*old) || advice.as_ref() != Some(overridden) {
                    return Err(LinkRefused::Unsupported);
                }
                let new = new.checked().map_err(|_| LinkRefused::Rates)?;
                self.jackpot_mut(*spot)?.set_parameters(new)?;
                Ok(Vec::new())
            }
            LinkEvent::Retired { spot, to, .. } => self.retire(*spot, *to),
            LinkEvent::Stopped { why } => {
                self.stopped = Some(why.clone());
                Ok(Vec::new())
            }
            LinkEvent::Resumed {} => {
                self.stopped = None;
                Ok(Vec::new())
            }
            LinkEvent::Deposited { cents, day, .. } => {
                let micros = amount(*cents)?;
                if self.bank() + micros >= self.required_bank() {
                    (self.funded_at, self.is_funded) = (self.at, true);
                }
                let (number, at, day) = (self.deposits.len() as u64 + 1, self.at, *day);
                self.deposits.push(DepositMade { number, at, day, cents: *cents, reversed: None });
                Ok(vec![Transfer { from: Account::Cage, to: Account::JackpotBank, micros }])
            }
            LinkEvent::DepositReversed { deposit, cents, .. } => {
                let at = self.at;
                let unknown = LinkRefused::DepositUnknown { deposit: *deposit };
                let made = self.deposits.iter_mut().find(|it| it.number == *deposit);
                let made = made.filter(|it| it.cents == *cents).ok_or(unknown)?;
                if made.reversed.replace(at).is_some() {
                    return Err(LinkRefused::DepositReversed { deposit: *deposit });
                }
                let micros = amount(*cents)?;
                Ok(vec![Transfer { from: Account::JackpotBank, to: Account::Cage, micros }])
            }
            LinkEvent::Shown { jackpots } => self.show(jackpots).map(|()| Vec::new()),
            // The rest happens at tables, or tells only what two persons put up with.
            _ => Ok(Vec::new()),
        }
    }

    fn open(&mut self, sign: &super::sign::LinkPosted) -> Folded {
        if *sign != *self.sign || !self.jackpots.is_empty() {
            return Err(LinkRefused::Open);
        }
        self.funded_at = self.at;
        let mut transfers = Vec::new();
        for posted in &sign.jackpots {
            let parameters = posted.parameters.checked().map_err(|_| LinkRefused::Rates)?;
            let (jackpot, moved) = Jackpot::new(posted.terms(), parameters);
            self.jackpots.insert(posted.spot, jackpot);
            transfers.extend(book_office(posted.spot, &moved));
        }
        Ok(transfers)
    }

    // ---- games

    fn contribute(
        &mut self,
        table: TableId,
        round: u64,
        spot: Spot,
        lit: &[u8],
        seats: u8,
    ) -> Folded {
        let (shares, moved) =
            self.jackpot_mut(spot)?.contribute(round_id(table, round), lit, seats)?;
        let tally = self.tally(table, spot);
        tally.rounds += 1;
        tally.wagered += shares.whole();
        tally.meter += shares.meter;
        tally.reserve += shares.reserve;
        tally.house += shares.house;
        Ok(book(spot, table, &moved))
    }

    fn end(&mut self, table: TableId, round: u64) -> Folded {
        let id = round_id(table, round);
        for spot in self.started(table, round)? {
            self.jackpot_mut(spot)?.end(id)?;
        }
        Ok(Vec::new())
    }

    fn void(&mut self, table: TableId, round: u64) -> Folded {
        let mut transfers = Vec::new();
        for spot in self.started(table, round)? {
            let (shares, moved) = self.jackpot_mut(spot)?.void(round_id(table, round))?;
            let from_table = moved.iter().filter(|it| it.from == Place::Table);
            let fixed: Micros = from_table.map(|it| it.micros).sum();
            let tally = self.tally(table, spot);
            tally.rounds -= 1;
            tally.wagered -= shares.whole();
            tally.meter -= shares.meter;
            tally.reserve -= shares.reserve;
            tally.house -= shares.house;
            tally.fixed -= fixed;
            transfers.extend(book(spot, table, &moved));
        }
        self.claims.retain(|claim| (claim.table, claim.round) != (table, round));
        self.confirmed.retain(|it| (it.table, it.round) != (table, round));
        Ok(transfers)
    }

    /// The jackpots on which a game is started.
    fn started(&self, table: TableId, round: u64) -> Result<Vec<Spot>, LinkRefused> {
        let id = round_id(table, round);
        let started = |jackpot: &Jackpot| jackpot.is_started(id);
        let own = self.jackpots.iter().filter(|(_, it)| started(it)).map(|(spot, _)| *spot);
        let own: Vec<Spot> = own.collect();
        if own.is_empty() {
            Err(progressive::Refused::NotStarted { round: id }.into())
        } else {
            Ok(own)
        }
    }

    // ---- claims

    fn claim(&mut self, claim: &Claim) -> Folded {
        let Claim { table, round, won, .. } = *claim;
        let spot = won.spot;
        let posted = self.sign.jackpot(spot).ok_or(LinkRefused::NoJackpot { spot })?;
        let wins = |it: &super::PostedHand| (it.hand, it.percent) == (won.hand, won.percent);
        if !posted.hands.iter().any(wins) {
            return Err(LinkRefused::Unsupported);
        }
        self.jackpot_mut(spot)?.claim(round_id(table, round), won)?;
        self.claims.push(claim.clone());
        Ok(Vec::new())
    }

    fn unconfirm(&mut self, table: TableId, round: u64, spot: Spot) {
        self.confirmed.retain(|it| (it.table, it.round, it.spot) != (table, round, spot));
    }

    /// Confirms the claims of a round on a jackpot.
    pub(crate) fn confirm(
        &mut self,
        table: TableId,
        round: u64,
        spot: Spot,
    ) -> Result<Vec<Share>, LinkRefused> {
        let approvals = self.sign.approvals;
        let awards = self.jackpot_mut(spot)?.confirm(round_id(table, round))?;
        Ok(awards.iter().map(|award| Share::confirmed(award, &approvals)).collect())
    }

    fn award(&mut self, record: &AwardRecord) -> Folded {
        let AwardRecord { ref claim, ref posted_by, cents, day, in_chips, .. } = *record;
        let Claim { table, round, won: ShareHand { seat, spot, percent, .. }, .. } = *claim;
        let game = (table, round);
        let (by, winner) = (posted_by, record.winner.as_ref());
        if *record != self.award_due(AwardDue { game, seat, spot, by, day, in_chips, winner })? {
            return Err(LinkRefused::Unsupported);
        }
        let (_, moved) = self.jackpot_mut(spot)?.post(round_id(table, round), seat)?;
        let is_open = self.jackpots[&spot].group(round_id(table, round)).is_some();
        self.claims.retain(|it| it != claim);
        if !is_open {
            self.unconfirm(table, round, spot);
        }
        let mut transfers = book(spot, table, &moved);
        let mut paid = None;
        let micros = Micros::of_cents(cents);
        if in_chips && cents > 0 {
            let (from, to) = (Account::PendingAward(spot), Account::Table(table));
            transfers.push(Transfer { from, to, micros });
        }
        if in_chips || cents == 0 {
            paid = Some((record.posted_by.clone(), self.at));
        }
        let level = self.tally(table, spot).level(percent);
        (level.hits, level.wins) = (level.hits + 1, level.wins + micros);
        let mut award = record.clone();
        let winner = award.winner.take();
        let slip = Slip { award, paid, backed_out: None, copies: 0, winner, owed: None };
        Arc::make_mut(&mut self.slips).push(slip);
        Ok(transfers)
    }

    // ---- slips

    fn slip_mut(&mut self, number: u64) -> Result<&mut Slip, LinkRefused> {
        let index = usize::try_from(number).ok().and_then(|number| number.checked_sub(1));
        let slip = index.and_then(|index| Arc::make_mut(&mut self.slips).get_mut(index));
        slip.ok_or(LinkRefused::SlipUnknown { slip: number })
    }

    fn pay_slip(&mut self, number: u64, by: &Signature, winner: Option<&Winner>) -> Folded {
        let at = self.at;
        let slip = self.slip_mut(number)?;
        slip.check_unpaid()?;
        slip.paid = Some((by.clone(), at));
        slip.winner = winner.cloned();
        let (spot, micros) = (slip.award.claim.won.spot, Micros::of_cents(slip.award.cents));
        let from = Account::PendingAward(spot);
        Ok(vec![Transfer { from, to: Account::Cage, micros }])
    }

    fn back_out(&mut self, number: u64, cents: i64, owed: bool) -> Folded {
        let at = self.at;
        let undoes = self.undoes_reseed(number);
        let slip = self.slip_mut(number)?;
        if slip.backed_out.is_some() {
            return Err(LinkRefused::SlipVoid { slip: number });
        }
        if slip.award.cents != cents {
            return Err(LinkRefused::Unsupported);
        }
        slip.backed_out = Some(at);
        // What was handed out its winner owes (P-33); in older records the cage had it back.
        let from = match slip.paid {
            Some(_) if owed => Place::Winner,
            Some(_) => Place::Cage,
            None if owed => return Err(LinkRefused::NotOwed { slip: number }),
            None => Place::Pending,
        };
        if owed {
            slip.owed = Some(Owed { cents, recovered: 0, written_off: 0 });
        }
        let undone = slip.award.reseed().filter(|_| undoes);
        let Claim { table, round, won: ShareHand { spot, percent, .. }, .. } = slip.award.claim;
        let (id, amount) = (round_id(table, round), Money::cents(cents));
        let moved = self.jackpot_mut(spot)?.back_out(id, amount, undone, from)?;
        let level = self.tally(table, spot).level(percent);
        let micros = Micros::of_cents(cents);
        (level.hits, level.wins) = (level.hits - 1, level.wins - micros);
        Ok(book_office(spot, &moved))
    }

    /// The house lends exactly what the account lacks, for a slip that is to be paid or for what
    /// was handed out already.
    fn lend_bank(&mut self, cents: i64, slip: Option<u64>) -> Folded {
        let due = match slip {
            None => 0,
            Some(number) => {
                let slip = self.slip(number).ok_or(LinkRefused::SlipUnknown { slip: number })?;
                if slip.paid.is_some() { 0 } else { slip.award.cents }
            }
        };
        if self.lacks(due) != Some(cents) {
            return Err(LinkRefused::Unsupported);
        }
        let micros = amount(cents)?;
        Ok(vec![Transfer { from: Account::Cage, to: Account::JackpotBank, micros }])
    }

    /// What a winner owed comes back, or is given up.
    fn settle_owed(&mut self, number: u64, cents: i64, is_back: bool) -> Folded {
        let micros = amount(cents)?;
        let slip = self.slip_mut(number)?;
        let owed = slip.owed.as_mut().filter(|owed| owed.open() > 0);
        let owed = owed.ok_or(LinkRefused::NotOwed { slip: number })?;
        if cents > owed.open() {
            return Err(LinkRefused::OwesLess { slip: number, cents: owed.open() });
        }
        let settled = if is_back { &mut owed.recovered } else { &mut owed.written_off };
        *settled += cents;
        let spot = slip.award.claim.won.spot;
        let from = if is_back { Account::Cage } else { Account::WrittenOff(spot) };
        Ok(vec![Transfer { from, to: Account::Receivable(spot), micros }])
    }

    /// Whether a back-out takes the reseed back: shared awards have one together, so only
    /// the last of them to be backed out does.
    fn undoes_reseed(&self, number: u64) -> bool {
        let Some(own) = self.slip(number).map(|slip| &slip.award) else { return false };
        let stands = |other: &Slip| {
            let it = &other.award;
            it.slip != own.slip
                && other.backed_out.is_none()
                && it.shared
                && (it.group, it.claim.won.spot) == (own.group, own.claim.won.spot)
        };
        !(own.shared && self.slips.iter().any(stands))
    }

    fn retire(&mut self, spot: Spot, to: Option<Spot>) -> Folded {
        let mut own = self.jackpots.remove(&spot).ok_or(LinkRefused::NoJackpot { spot })?;
        own.retire()?;
        let mut transfers = Vec::new();
        if let Some(to) = to {
            let pot = own.move_to(self.jackpot_mut(to)?)?;
            let mut add = |from, to, micros: Micros| {
                if micros > Micros::ZERO {
                    transfers.push(Transfer { from, to, micros });
                }
            };
            add(Account::Meter(spot), Account::Meter(to), pot.meter);
            add(Account::Reserve(spot), Account::Reserve(to), pot.reserve);
        }
        self.jackpots.insert(spot, own);
        Ok(transfers)
    }

    // ---- within

    fn jackpot_mut(&mut self, spot: Spot) -> Result<&mut Jackpot, LinkRefused> {
        self.jackpots.get_mut(&spot).ok_or(LinkRefused::NoJackpot { spot })
    }

    fn tally(&mut self, table: TableId, spot: Spot) -> &mut Tally {
        let own = |tally: &Tally| (tally.table, tally.spot) == (table, spot);
        let place = match self.tallies.iter().position(own) {
            Some(place) => place,
            None => {
                self.tallies.push(Tally::new(table, spot));
                self.tallies.len() - 1
            }
        };
        &mut self.tallies[place]
    }
}

impl Slip {
    /// Whether the slip can still be paid (P-24).
    pub(crate) fn check_unpaid(&self) -> Result<(), LinkRefused> {
        let slip = self.award.slip;
        match (&self.paid, self.backed_out) {
            (_, Some(_)) => Err(LinkRefused::SlipVoid { slip }),
            (Some(_), None) => Err(LinkRefused::SlipPaid { slip }),
            (None, None) => Ok(()),
        }
    }
}

impl Tally {
    fn new(table: TableId, spot: Spot) -> Tally {
        Tally {
            table,
            spot,
            rounds: 0,
            wagered: Micros::ZERO,
            meter: Micros::ZERO,
            reserve: Micros::ZERO,
            house: Micros::ZERO,
            fixed: Micros::ZERO,
            levels: Vec::new(),
        }
    }

    fn level(&mut self, percent: u8) -> &mut Level {
        let place = match self.levels.iter().position(|level| level.percent == percent) {
            Some(place) => place,
            None => {
                self.levels.push(Level { percent, hits: 0, wins: Micros::ZERO });
                self.levels.len() - 1
            }
        };
        &mut self.levels[place]
    }
}

/// An amount that an event names. No command makes one that is not in these bounds, and a
/// record that does was changed.
fn amount(cents: i64) -> Result<Micros, LinkRefused> {
    if !(1..=MOST_CENTS).contains(&cents) {
        return Err(progressive::Refused::Nothing.into());
    }
    Ok(Micros::of_cents(cents))
}

/// Movements that have to do with a table, as transfers of the link's books.
fn book(spot: Spot, table: TableId, moved: &Movements) -> Vec<Transfer> {
    transfers(spot, Account::Table(table), moved)
}

/// Movements that have nothing to do with a table.
fn book_office(spot: Spot, moved: &Movements) -> Vec<Transfer> {
    transfers(spot, Account::Cage, moved)
}

fn transfers(spot: Spot, table: Account, moved: &Movements) -> Vec<Transfer> {
    let account = |place| match place {
        Place::Table => table,
        Place::Cage => Account::Cage,
        Place::Winner => Account::Receivable(spot),
        Place::Meter => Account::Meter(spot),
        Place::Reserve => Account::Reserve(spot),
        Place::House => Account::ProgressiveHouse(spot),
        Place::Seed => Account::SeedFunding(spot),
        Place::Loan => Account::HouseLoan(spot),
        Place::Pending => Account::PendingAward(spot),
        Place::Overflow => Account::Overflow(spot),
        Place::Correction => Account::Correction(spot),
    };
    let each = moved.iter();
    each.map(|it| Transfer { from: account(it.from), to: account(it.to), micros: it.micros })
        .collect()
}
