//! Deciding: a command becomes an entry, or is refused and changes nothing.

mod dealing;
mod floor;
mod seats;

use crate::command::{Body, Command, Context};
use crate::event::{By, Entry, Event};
use crate::ids::{AccountId, Actor, Moment};
use crate::ledger::{Account, Micros, Transfer};
use crate::record::{Record, RoundRecord};
use crate::refusal::Refused;
use crate::role::Role;
use crate::shoe::{Secret, hex};
use crate::state::{Phase, Table};
use sha2::{Digest, Sha256};

/// A command that is accepted: what must be stored before it counts, and the table as
/// it is then.
#[derive(Clone, Debug)]
pub struct Decision {
    /// What to store, in one transaction.
    pub record: Record,
    /// The table after it.
    pub table: Table,
}

/// The fingerprint of a command's body, in hexadecimal.
pub fn fingerprint(body: &Body) -> String {
    let json = serde_json::to_vec(body).expect("a body is plain data");
    hex(&Sha256::digest(json))
}

impl Table {
    /// Decides a command. The table itself is unchanged; the decision holds the next one.
    ///
    /// # Errors
    /// If the command is not allowed, not now, or not so.
    pub fn decide(
        &self,
        by: Actor,
        command: &Command,
        context: &Context,
    ) -> Result<Decision, Refused> {
        let kind = command.body.kind();
        if !by.role.may(kind) {
            return Err(Refused::Role { role: by.role, kind });
        }
        if command.expected > self.version {
            return Err(Refused::Ahead { expected: command.expected, version: self.version });
        }
        if is_answer(&command.body) && command.expected < self.asked {
            return Err(Refused::Stale { expected: command.expected, asked: self.asked });
        }
        let mut draft = Draft::new(self, by, context);
        draft.decide(&command.body)?;
        let entry = Entry {
            version: draft.table.version,
            at: draft.table.at,
            by,
            command: command.id.clone(),
            body: fingerprint(&command.body),
            events: draft.events,
            transfers: draft.transfers,
        };
        let record = Record {
            table: self.id,
            entry,
            secrets: draft.secrets,
            opened: draft.opened,
            round: draft.round,
        };
        Ok(Decision { record, table: draft.table })
    }
}

/// Whether a command answers the table's open question, so that its sender must have
/// seen it.
fn is_answer(body: &Body) -> bool {
    match body {
        Body::Bet { .. }
        | Body::Ready {}
        | Body::Cut { .. }
        | Body::Insure { .. }
        | Body::Act { .. }
        | Body::OpenBetting {}
        | Body::Deal {}
        | Body::Turn {}
        | Body::EndGame {}
        | Body::Void { .. } => true,
        Body::Sit { .. }
        | Body::Leave { .. }
        | Body::BuyIn { .. }
        | Body::OnDuty {}
        | Body::OffDuty {}
        | Body::Release { .. }
        | Body::Fill { .. }
        | Body::Credit { .. }
        | Body::Open {}
        | Body::Close {}
        | Body::ReplaceShoe {}
        | Body::Clock {} => false,
    }
}

/// A copy of the table on which a command is tried out.
struct Draft<'a> {
    table: Table,
    by: Actor,
    context: &'a Context,
    events: Vec<Event>,
    transfers: Vec<Transfer>,
    secrets: Vec<(u32, Secret)>,
    opened: Vec<u32>,
    round: Option<RoundRecord>,
}

impl<'a> Draft<'a> {
    fn new(table: &Table, by: Actor, context: &'a Context) -> Draft<'a> {
        let mut table = table.clone();
        // A clock that goes back does not take the table with it (L-18).
        let at = table.at.max(context.at);
        table.begin(at, by.account);
        Draft {
            table,
            by,
            context,
            events: Vec::new(),
            transfers: Vec::new(),
            secrets: Vec::new(),
            opened: Vec::new(),
            round: None,
        }
    }

    fn decide(&mut self, body: &Body) -> Result<(), Refused> {
        // The sign is the first event of a table, so nothing comes before its opening.
        let is_new = self.table.version == 1;
        let by_duty = matches!(body, Body::OnDuty {} | Body::OffDuty {}) && !is_new;
        if self.table.phase == Phase::Closed && !by_duty && !matches!(body, Body::Open {}) {
            return Err(Refused::Closed);
        }
        if self.table.has_lost_shoe() && !matches!(body, Body::ReplaceShoe {}) {
            return Err(Refused::ShoeLost);
        }
        match body {
            Body::Sit { seat, buy_in } => self.sit(*seat, *buy_in),
            Body::Leave { seat } => self.leave(*seat),
            Body::BuyIn { seat, cents } => self.buy_in(*seat, *cents),
            Body::Bet { seat, bets } => self.bet(*seat, bets),
            Body::Ready {} => self.ready(),
            Body::Cut { place } => self.cut(*place),
            Body::Insure { seat, cents } => self.insure(*seat, *cents),
            Body::Act { seat, hand, action } => self.act(*seat, *hand, action.0),
            Body::OnDuty {} => self.on_duty(),
            Body::OffDuty {} => self.off_duty(),
            Body::OpenBetting {} => self.open_betting(),
            Body::Deal {} => self.deal_by_key(),
            Body::Turn {} => self.turn(),
            Body::EndGame {} => self.end_game(),
            Body::Release { seat } => self.release(*seat),
            Body::Fill { cents } => self.fill(*cents),
            Body::Credit { cents } => self.credit(*cents),
            Body::Void { reason } => self.void(reason),
            Body::Open {} => self.open(),
            Body::Close {} => self.close(),
            Body::ReplaceShoe {} => self.replace_shoe(),
            Body::Clock {} => self.clock(),
        }
    }

    /// Makes something happen.
    fn emit(&mut self, event: Event) {
        let folded = self.table.fold(&event, &self.secrets);
        assert!(folded.is_ok(), "what a table decides fits the table: {event:?}");
        self.events.push(event);
    }

    /// Moves whole cents; nothing moves nowhere.
    fn transfer(&mut self, from: Account, to: Account, cents: i64) {
        if cents > 0 {
            let transfer = Transfer { from, to, micros: Micros::of_cents(cents) };
            self.table.books.apply(transfer);
            self.transfers.push(transfer);
        }
    }

    /// The end of a clock that starts now; nothing where it is off.
    fn until(&self, milliseconds: u32) -> Option<Moment> {
        (milliseconds > 0).then(|| self.table.at.after(milliseconds))
    }

    fn has_chips(&self, player: AccountId, needs: i64) -> Result<(), Refused> {
        let has = self.table.chips(player);
        if needs > has { Err(Refused::Chips { needs, has }) } else { Ok(()) }
    }

    /// Whether the sender is on duty as dealer; every key of the keypad needs it.
    fn dealer_on_duty(&self) -> Result<(), Refused> {
        let role = Role::Dealer;
        let own = self.table.on_duty(role).is_some_and(|duty| duty.staff == self.by.account);
        if own { Ok(()) } else { Err(Refused::OffDuty { role }) }
    }

    /// How an answer of the sender is recorded.
    fn by(&self) -> By {
        match self.by.role {
            Role::House => By::Clock,
            Role::Player => By::Player,
            _ => By::Staff,
        }
    }
}
