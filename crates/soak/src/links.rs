//! The links of a floor: jackpots that its tables share, and what is done in their office.

use std::sync::Arc;

use rules::Spot;
use store::{Journal, Line, Memory, StoreError};
use table::{
    Account, AccountId, Actor, AdjustReason, CardProof, Change, Command, CommandId, Context, Entry,
    Link, LinkBody, LinkDecision, LinkDesk, LinkEvent, LinkId, LinkPosted, LinkProposed, Micros,
    Moment, Role, SpotName, Table,
};

use crate::dice::Dice;
use crate::floor::wait;
use crate::schedule::START;

/// The links, by number.
pub(crate) struct Links {
    signs: Vec<Arc<LinkPosted>>,
    desks: Vec<LinkDesk>,
    /// The link as it would be if what was not answered is in the journal.
    in_doubt: Vec<Option<Link>>,
    orders: u64,
}

/// Something somebody wants of a link, with the cards shown for it.
pub(crate) struct Order {
    by: Actor,
    body: LinkBody,
    proofs: Vec<CardProof>,
    at: Moment,
}

/// What became of it.
pub(crate) enum Given {
    Done,
    Refused(&'static str),
    /// The process has died.
    Died,
}

/// The card of somebody: supervisor 94 is an executive besides.
pub(crate) fn card_of(account: AccountId) -> CardProof {
    let level = if account.0 == 94 { Role::Executive } else { Role::Supervisor };
    CardProof { card: account.0 as u32, account, name: format!("account {account}"), level }
}

impl Order {
    /// What the house does to set a link up, before anybody comes.
    pub(crate) fn of_house(body: LinkBody) -> Order {
        Order { by: Actor::HOUSE, body, proofs: Vec::new(), at: Moment(START) }
    }

    /// Anything the staff may want, right or wrong.
    pub(crate) fn any(link: &Link, at: Moment, dice: &mut Dice) -> Order {
        let staff = [93, 94, 94, 91][dice.below(4)];
        let role = if staff == 94 { Role::Executive } else { Role::Supervisor };
        let spots: Vec<Spot> = link.jackpots().map(|(spot, _)| spot).collect();
        let spot = SpotName(if spots.is_empty() { Spot::Main } else { *dice.pick(&spots) });
        let slip = 1 + dice.below(link.slips().len() + 2) as u64;
        let reason = ["agreed", "sensor stuck", "no"][dice.below(3)].to_owned();
        let body = match dice.below(9) {
            0 | 1 => LinkBody::Adjust {
                spot,
                change: if dice.once_in(2) { Change::Add } else { Change::Take },
                micros: [1, 10_000, 123_456_789, 0, -4][dice.below(5)],
                why: [
                    AdjustReason::Malfunction,
                    AdjustReason::OverLimit,
                    AdjustReason::NonDisplayedToGross,
                    AdjustReason::SeedRecovery,
                ][dice.below(4)],
                reason,
            },
            2 => LinkBody::BackOut { slip, reason },
            3 => LinkBody::PaySlip { slip },
            4 => LinkBody::ReprintSlip { slip },
            5 => LinkBody::Deposit { cents: 100 * dice.below(5_000) as u32 },
            6 if dice.once_in(3) => LinkBody::Stop { reason },
            6 | 7 => LinkBody::Resume {},
            _ => {
                let mut parameters = link.sign().jackpots[0].parameters;
                parameters.contribution = 100 * (1 + dice.below(12) as u32);
                let override_advice = dice.once_in(2);
                LinkBody::SetParameters { spot, parameters, reason, override_advice }
            }
        };
        let mut proofs = vec![card_of(AccountId(93)), card_of(AccountId(94))];
        proofs.truncate(if dice.once_in(4) { dice.below(2) } else { 2 });
        Order { by: Actor { account: AccountId(staff), role }, body, proofs, at }
    }
}

impl Links {
    pub(crate) fn new(signs: Vec<LinkPosted>) -> Links {
        let signs: Vec<Arc<LinkPosted>> = signs.into_iter().map(Arc::new).collect();
        let desks = (1..).zip(&signs);
        let desks = desks.map(|(id, sign)| LinkDesk::new(Link::new(LinkId(id), sign.clone())));
        Links { desks: desks.collect(), in_doubt: vec![None; signs.len()], signs, orders: 0 }
    }

    pub(crate) fn len(&self) -> usize {
        self.desks.len()
    }

    pub(crate) fn link(&self, link: LinkId) -> &Link {
        self.desks[link.0 as usize - 1].link()
    }

    /// What was decided with a table is in the journal.
    pub(crate) fn commit(&mut self, decision: LinkDecision) {
        let at = decision.link.id().0 as usize - 1;
        self.desks[at].commit(decision);
    }

    /// Gives an order straight to a link.
    pub(crate) fn give(
        &mut self,
        journal: &Memory,
        link: LinkId,
        order: &Order,
    ) -> Result<Given, String> {
        let at = link.0 as usize - 1;
        self.orders += 1;
        let id = CommandId::try_from(format!("order-{:06}", self.orders)).expect("an id");
        let version = self.desks[at].link().version();
        let command = Command { id, expected: version, body: order.body.clone() };
        let context = Context {
            at: order.at,
            day: 20_270_101,
            name: "office".to_owned(),
            entropy: [7; 32],
            proofs: order.proofs.clone(),
        };
        let decision = match self.desks[at].propose_new(order.by, &command, &context) {
            Ok(LinkProposed::New(decision)) => decision,
            Ok(_) => return Err("a link asks the store twice".to_owned()),
            Err(refused) => return Ok(Given::Refused(refused.code())),
        };
        match wait(journal.append_all(vec![Line::from(decision.record.clone())])) {
            Ok(_) => {
                self.desks[at].commit(decision);
                Ok(Given::Done)
            }
            Err(StoreError::Lost) => {
                self.in_doubt[at] = Some(decision.link);
                Ok(Given::Died)
            }
            Err(error) => Err(format!("the journal refuses a link's decision: {error}")),
        }
    }

    /// A new process reads the journal; gives the links that have what was in doubt.
    pub(crate) fn rebuild(&mut self, journal: &Memory) -> Result<Vec<LinkId>, String> {
        let mut kept = Vec::new();
        for at in 0..self.desks.len() {
            let id = LinkId(at as u32 + 1);
            let entries = wait(journal.entries(id.into(), 0, u32::MAX));
            let entries = entries.map_err(|error| error.to_string())?;
            let entries: Vec<Entry<LinkEvent>> = entries
                .iter()
                .map(|stored| serde_json::from_str(&stored.json).map_err(|it| it.to_string()))
                .collect::<Result<_, _>>()?;
            wait(journal.verify(id.into(), None)).map_err(|error| error.to_string())?;
            let mut found = Link::new(id, self.signs[at].clone());
            for entry in &entries {
                found.apply(entry).map_err(|error| error.to_string())?;
            }
            let in_doubt = self.in_doubt[at].take();
            if in_doubt.as_ref() == Some(&found) {
                kept.push(id);
            }
            let was = self.desks[at].link().version();
            if found.version() < was || found.version() > was + 1 {
                return Err(format!("{id} was at version {was}, rebuilt at {}", found.version()));
            }
            if let Some(snapshot) = found.snapshot()
                && Link::restore(id, self.signs[at].clone(), &snapshot).as_ref() != Some(&found)
            {
                return Err(format!("{id}: a snapshot gives another link (L-11)"));
            }
            let mut desk = LinkDesk::new(found);
            desk.remember(&entries[entries.len().saturating_sub(64)..]);
            self.desks[at] = desk;
        }
        Ok(kept)
    }

    /// What must hold of every link after every step.
    pub(crate) fn check<'a>(&self, tables: impl Iterator<Item = &'a Table>) -> Result<(), String> {
        let tables: Vec<&Table> = tables.collect();
        for link in self.desks.iter().map(LinkDesk::link) {
            let id = link.id();
            if let Some(fault) = link.books().fault() {
                return Err(format!("{id}: {fault}"));
            }
            if !link.ties() {
                return Err(format!("{id}: a meter is not what the ledger says (P-17)"));
            }
            for table in &tables {
                let owed = table.books().balance(Account::Link(id));
                let has = link.books().balance(Account::Table(table.id()));
                if owed.plus(has) != Micros::ZERO {
                    return Err(format!("{id} and {} do not clear", table.id()));
                }
            }
            for tally in link.tallies() {
                if tally.meter.plus(tally.reserve).plus(tally.house) != tally.wagered {
                    return Err(format!("{id}: a wager was not split exactly (P-02)"));
                }
            }
            let numbers = (1..).zip(link.slips());
            if !numbers.into_iter().all(|(number, slip)| slip.award.slip == number) {
                return Err(format!("{id}: slips have a gap (P-24)"));
            }
        }
        Ok(())
    }
}
