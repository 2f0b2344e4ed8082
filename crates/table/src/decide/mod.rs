//! Deciding: a command becomes an entry, or is refused and changes nothing.

mod around;
mod dealing;
mod floor;
mod people;
mod posting;
mod presence;
mod progressive;
mod seats;

use std::collections::BTreeMap;

use crate::apply::Beside;
use crate::command::{Body, Command, Context};
use crate::event::{By, Event, Partner};
use crate::ids::{AccountId, Actor, CommandId, LinkId};
use crate::link::{LinkDecision, LinkDraft, Winner};
use crate::person::{PersonDecision, PersonDraft};
use crate::record::{LinkRecord, PersonRecord, Record, RoundRecord};
use crate::refusal::Refused;
use crate::role::Role;
use crate::shoe::hex;
use crate::state::{Phase, Table};
use crate::stream::Stream;
use crate::tried::{Accepted, Tried};
use serde::Serialize;
use sha2::{Digest, Sha256};

pub use around::{Around, Held};

/// What the ids of entries begin with that links and people have for a table's commands. No
/// client's command may, or it could take the place of one.
pub(crate) const RESERVED: &str = "table-";

/// A command that is accepted: what must be stored before it counts, and the table as
/// it is then.
#[derive(Clone, Debug)]
pub struct Decision {
    /// What to store, in one transaction.
    pub record: Record,
    /// The table after it.
    pub table: Table,
    /// What it decided of links: stored in the same transaction. There are two only where a
    /// new sign is put up, which may play for other jackpots.
    pub links: Vec<LinkDecision>,
    /// What it decided of people: stored in the same transaction.
    pub people: Vec<PersonDecision>,
}

/// What becomes of a command that is not refused.
#[derive(Clone, Debug)]
#[allow(clippy::large_enum_variant, reason = "it is taken apart at once")]
pub enum Decided {
    /// It is accepted.
    Yes(Decision),
    /// It concerns another machine, which the caller does not hold.
    Needs(Stream),
    /// The table and another machine do not agree about what is between them: one of the two
    /// is behind its record, and the caller reads on.
    Behind(Stream),
}

/// The fingerprint of a command's body, in hexadecimal.
pub fn fingerprint(body: &impl Serialize) -> String {
    let json = serde_json::to_vec(body).expect("a body is plain data");
    hex(&Sha256::digest(json))
}

impl Table {
    /// Decides a command, and with it what it demands of the machines around. None is
    /// changed; the decision holds the next table and the next of each. What a decision
    /// leaves alone needs to be held no longer.
    ///
    /// # Errors
    /// If the table or one of them refuses it.
    pub fn decide(
        &self,
        around: &dyn Around,
        by: Actor,
        command: &Command,
        context: &Context,
    ) -> Result<Decided, Refused> {
        let kind = command.body.kind();
        if !by.role.may(kind) {
            return Err(Refused::Role { role: by.role, kind });
        }
        if command.expected > self.version {
            return Err(Refused::Ahead { expected: command.expected, version: self.version });
        }
        if kind.is_answer() && command.expected < self.asked {
            return Err(Refused::Stale { expected: command.expected, asked: self.asked });
        }
        let mut draft = Draft::new(self, around, by, context);
        match draft.decide(&command.body) {
            Ok(()) => Ok(Decided::Yes(draft.decided(command))),
            Err(Ended::Refused(refused)) => Err(refused),
            Err(Ended::Needs(stream)) => Ok(Decided::Needs(stream)),
            Err(Ended::Behind(stream)) => Ok(Decided::Behind(stream)),
        }
    }
}

/// A reason somebody gives, trimmed.
pub(crate) fn reason_of(reason: &str) -> Result<String, Refused> {
    let reason = reason.trim();
    if !(3..=200).contains(&reason.chars().count()) {
        return Err(Refused::Reason);
    }
    Ok(reason.to_owned())
}

/// Whether trying a command out comes to its end.
type Trial<T = ()> = Result<T, Ended>;

/// How trying a command out ends early.
#[derive(Debug)]
enum Ended {
    /// It is refused.
    Refused(Refused),
    /// It concerns another machine, which must be held first.
    Needs(Stream),
    /// The table and another machine do not agree; they must be read on first.
    Behind(Stream),
}

/// Whatever a table refuses for ends a trial.
impl<E> From<E> for Ended
where
    Refused: From<E>,
{
    fn from(error: E) -> Ended {
        Ended::Refused(error.into())
    }
}

/// What may be wanted of a table that is closed.
const fn is_for_closed(body: &Body) -> bool {
    matches!(
        body,
        Body::OnDuty {}
            | Body::OffDuty {}
            | Body::Relieve { .. }
            | Body::AnswerCall {}
            | Body::Post { .. }
            | Body::WithdrawPosting {}
            | Body::Clock { .. }
    )
}

/// A copy of the table on which a command is tried out.
struct Draft<'a> {
    table: Table,
    by: Actor,
    context: &'a Context,
    tried: Tried<Event>,
    /// What belongs to the entry and does not stand in it.
    beside: Beside,
    opened: Vec<u32>,
    round: Option<RoundRecord>,
    around: &'a dyn Around,
    /// Links as the command changes them, once it touches them.
    linked: BTreeMap<LinkId, LinkDraft>,
    /// People as the command changes them.
    people: BTreeMap<AccountId, PersonDraft>,
}

impl<'a> Draft<'a> {
    fn new(table: &Table, around: &'a dyn Around, by: Actor, context: &'a Context) -> Draft<'a> {
        let mut table = table.clone();
        // A clock that goes back does not take the table with it (L-18).
        let at = table.at.max(context.at);
        table.begin(at, by.account);
        Draft {
            table,
            by,
            context,
            tried: Tried::default(),
            beside: Beside { secrets: Vec::new(), houses: context.house.iter().cloned().collect() },
            opened: Vec::new(),
            round: None,
            around,
            linked: BTreeMap::new(),
            people: BTreeMap::new(),
        }
    }

    /// The entries of what was decided; those of the table and of what is around it name
    /// each other.
    fn decided(self, command: &Command) -> Decision {
        let (id, version, body) = (self.table.id, self.table.version, fingerprint(&command.body));
        // The client's id is one at its table; others may see the same one from two tables.
        let name = format!("{RESERVED}{:04}-{version:08}", id.0);
        let name = CommandId::try_from(name).expect("a table and a version make an id");
        let with = vec![Partner::Table { table: id, version }];
        let beside = Accepted { by: self.by, command: name, body: body.clone(), with };
        let links = self.linked.into_values().map(|draft| draft.decided(beside.clone()));
        let links: Vec<LinkDecision> = links.collect();
        let people = self.people.into_values().map(|draft| draft.decided(beside.clone()));
        let people: Vec<PersonDecision> = people.collect();
        let with = links.iter().map(|decision| {
            let LinkRecord { link, entry } = &decision.record;
            Partner::Link { link: *link, version: entry.version }
        });
        let with = with.chain(people.iter().map(|decision| {
            let PersonRecord { person, entry } = &decision.record;
            Partner::Person { person: *person, version: entry.version }
        }));
        let (command, with) = (command.id.clone(), with.collect());
        let accepted = Accepted { by: self.by, command, body, with };
        let entry = self.tried.entry(version, self.table.at, accepted);
        let record = Record {
            table: id,
            entry,
            secrets: self.beside.secrets,
            opened: self.opened,
            round: self.round,
        };
        Decision { record, table: self.table, links, people }
    }

    fn decide(&mut self, body: &Body) -> Trial {
        // The sign is the first event of a table, so nothing comes before its opening.
        let is_new = self.table.version == 1;
        let may = matches!(body, Body::Open {}) || (is_for_closed(body) && !is_new);
        if self.table.phase == Phase::Closed && !may {
            return Err(Refused::Closed.into());
        }
        if self.table.has_lost_shoe() && !matches!(body, Body::ReplaceShoe {}) {
            return Err(Refused::ShoeLost.into());
        }
        self.comes_back()?;
        match body {
            Body::Sit { seat, buy_in } => self.sit(*seat, *buy_in)?,
            Body::Leave { seat } => self.leave(*seat)?,
            Body::BuyIn { seat, cents } => self.buy_in(*seat, *cents)?,
            Body::Bet { seat, bets } => self.bet(*seat, bets)?,
            Body::Ready {} => self.ready()?,
            Body::Cut { place } => self.cut(*place)?,
            Body::Insure { seat, cents } => self.insure(*seat, *cents)?,
            Body::Act { seat, hand, action } => self.act(*seat, *hand, *action)?,
            Body::OnDuty {} => self.on_duty()?,
            Body::OffDuty {} => self.off_duty()?,
            Body::Relieve { staff, reason } => self.relieve(*staff, reason)?,
            Body::OpenBetting {} => self.open_betting()?,
            Body::Deal {} => self.deal_by_key()?,
            Body::Turn {} => self.turn()?,
            Body::EndGame {} => self.end_game()?,
            Body::CallSupervisor {} => self.call_supervisor()?,
            Body::AnswerCall {} => self.answer_call()?,
            Body::Release { seat } => self.release(*seat)?,
            Body::Fill { cents } => self.fill(*cents)?,
            Body::Credit { cents } => self.credit(*cents)?,
            Body::Void { reason } => self.void(reason)?,
            Body::Open {} => self.open()?,
            Body::Close {} => self.close()?,
            Body::ReplaceShoe {} => self.replace_shoe()?,
            Body::Clock { of } => self.clock(*of)?,
            Body::Away { player } => self.away(*player)?,
            Body::Back { player } => self.back(*player)?,
            Body::Light { seat, spot, lit } => self.light(*seat, *spot, *lit)?,
            Body::HandButton { seat, spot, hand, cards } => {
                self.hand_button(*seat, *spot, *hand, cards)?;
            }
            Body::Withdraw { seat, spot, reason } => self.take_back(*seat, *spot, reason)?,
            Body::Confirm { evidence } => self.confirm(evidence)?,
            Body::Swipe { seat, spot, winner, identity, tax_form } => {
                self.swipe(*seat, *spot, &Winner::typed(winner, identity, tax_form))?;
            }
            Body::Waive { seat, spot, reason } => self.waive(*seat, *spot, reason)?,
            Body::Post { sign, from } => self.post_anew(sign, *from)?,
            Body::WithdrawPosting {} => self.withdraw_posting()?,
        }
        Ok(())
    }

    /// Makes something happen; applying it says which money it moves.
    fn emit(&mut self, event: Event) {
        let Ok(moved) = self.table.fold(&event, &self.beside) else {
            panic!("what a table decides fits the table: {event:?}");
        };
        self.tried.happened(event, moved, &mut self.table.books);
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
