//! What must lie in the jackpots' bank account, and what is to be deposited (P-28).

use std::sync::Arc;

use progressive::Micros;

use super::source::OfLink;
use super::{Report, Source, row};
use crate::event::Entry;
use crate::ids::{LinkId, Time};
use crate::ledger::{Account, Books};
use crate::link::{Link, LinkEvent};

row! {
    /// The bank account of a link at a moment, in micro-dollars.
    BankRow {
        link: LinkId,
        /// At this moment.
        at: Time,
        /// All meters.
        meters: Micros,
        /// All reserves.
        reserves: Micros,
        /// Awards that are posted and not handed out.
        pending: Micros,
        /// What must lie in the account: the three together.
        required: Micros,
        /// What was paid in so far: deposits, and what the house lent.
        deposited: Micros,
        /// What was handed out: awards and fixed pays that left a meter, less what winners gave
        /// back.
        handed_out: Micros,
        /// What lies in the account by that.
        in_bank: Micros,
        /// What meters and reserves took of wagers since the last deposit.
        accrued: Micros,
        /// When that was.
        last_deposit: Time,
        /// Whether the account is short of what it must hold.
        is_short: bool,
        /// By how much, in cents.
        short_cents: i64,
        /// Since when.
        short_since: Option<Time>,
        /// When that stops the progressive; nothing for play money.
        stops_at: Option<Time>,
        /// Whether it has never held what it must, so that no wagers are taken.
        never_funded: bool,
    }
    sums { meters reserves pending required deposited handed_out in_bank accrued short_cents }
}

row! {
    /// What has accrued on a link since its last deposit, in micro-dollars.
    DepositRow {
        link: LinkId,
        at: Time,
        last_deposit: Time,
        accrued: Micros,
        deposited: Micros,
        is_short: bool,
    }
    sums { accrued deposited }
}

/// The bank accounts of all links.
pub type Bank = Report<BankRow>;

/// What has accrued since the last deposits.
pub type Deposits = Report<DepositRow>;

impl Bank {
    /// The bank accounts, folded from all entries before a moment.
    pub fn of(source: &Source, at: Time) -> Bank {
        let row = |it: &OfLink| bank(it.link.id(), &it.entries, at);
        Report { rows: source.links().map(row).collect() }
    }
}

impl Deposits {
    /// What has accrued, folded from all entries before a moment.
    pub fn of(source: &Source, at: Time) -> Deposits {
        let row = |row: BankRow| {
            let BankRow { link, at, last_deposit, accrued, deposited, is_short, .. } = row;
            DepositRow { link, at, last_deposit, accrued, deposited, is_short }
        };
        Report { rows: Bank::of(source, at).rows.into_iter().map(row).collect() }
    }
}

fn bank(link: LinkId, entries: &[Entry<LinkEvent>], at: Time) -> BankRow {
    let mut books = Books::default();
    let (mut handed_out, mut accrued, mut last_deposit) = (0, 0, Time(0));
    // What had accrued before each deposit, should the last one be taken back.
    let mut made: Vec<(i64, Time)> = Vec::new();
    for entry in entries.iter().take_while(|entry| entry.at < at) {
        let is_void = entry.events.iter().any(|it| matches!(it, LinkEvent::Voided { .. }));
        let is_deposit = entry.events.iter().any(|it| matches!(it, LinkEvent::Deposited { .. }));
        for transfer in &entry.transfers {
            books.apply(*transfer);
            let micros = transfer.micros.0;
            match (transfer.from, transfer.to) {
                (Account::Table(_), Account::Meter(_) | Account::Reserve(_)) => accrued += micros,
                (Account::Meter(_) | Account::Reserve(_), Account::Table(_)) if is_void => {
                    accrued -= micros;
                }
                (Account::PendingAward(_) | Account::Meter(_), Account::Table(_))
                | (Account::PendingAward(_), Account::Cage) => handed_out += micros,
                // What winners give back; a back-out alone brings nothing (P-33).
                (Account::Cage, Account::Receivable(_)) => handed_out -= micros,
                (_, Account::JackpotBank) if is_deposit => {
                    made.push((accrued, last_deposit));
                    (accrued, last_deposit) = (0, entry.at);
                }
                // As if it had never been made.
                (Account::JackpotBank, _) => {
                    let (before, at) = made.pop().unwrap_or_default();
                    (accrued, last_deposit) = (accrued + before, at);
                }
                _ => {}
            }
        }
    }
    let sum = |own: fn(Account) -> bool| {
        let own = books.iter().filter(|(account, _)| own(*account));
        own.map(|(_, micros)| micros).sum::<Micros>()
    };
    let meters = sum(|account| matches!(account, Account::Meter(_)));
    let reserves = sum(|account| matches!(account, Account::Reserve(_)));
    let pending = sum(|account| matches!(account, Account::PendingAward(_)));
    let required = meters + reserves + pending;
    let deposited = books.balance(Account::JackpotBank);
    let in_bank = deposited - Micros(handed_out);
    let funds = link_at(link, entries, at).and_then(|link| link.funds());
    BankRow {
        link,
        at,
        meters,
        reserves,
        pending,
        required,
        deposited,
        handed_out: Micros(handed_out),
        in_bank,
        accrued: Micros(accrued),
        last_deposit,
        is_short: in_bank < required,
        short_cents: funds.map_or(0, |funds| funds.short),
        short_since: funds.and_then(|funds| funds.since),
        stops_at: funds.map(|funds| funds.stops_at),
        never_funded: funds.is_some_and(|funds| funds.never_funded),
    }
}

/// The link as it was at a moment: what its own funds say then.
fn link_at(id: LinkId, entries: &[Entry<LinkEvent>], at: Time) -> Option<Link> {
    let sign = entries.iter().flat_map(|entry| &entry.events).find_map(|event| match event {
        LinkEvent::LinkPosted { sign } => Some((**sign).clone()),
        _ => None,
    })?;
    let mut link = Link::new(id, Arc::new(sign));
    let before = entries.iter().take_while(|entry| entry.at < at);
    before.into_iter().try_for_each(|entry| link.apply(entry)).ok()?;
    Some(link)
}
