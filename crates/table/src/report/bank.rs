//! What must lie in the jackpots' bank account, and what is to be deposited (P-28).

use progressive::Micros;

use super::{Report, Source, row};
use crate::event::Entry;
use crate::ids::{LinkId, Time};
use crate::ledger::{Account, Books};
use crate::link::LinkEvent;

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
        /// What was deposited so far.
        deposited: Micros,
        /// What was handed out: awards and fixed pays that left a meter, back-outs taken off.
        handed_out: Micros,
        /// What lies in the account by that.
        in_bank: Micros,
        /// What meters and reserves took of wagers since the last deposit.
        accrued: Micros,
        /// When that was.
        last_deposit: Time,
        /// Whether the account is short of what it must hold.
        is_short: bool,
    }
    sums { meters reserves pending required deposited handed_out in_bank accrued }
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
        Report { rows: source.links().map(|it| bank(it.link.id(), &it.entries, at)).collect() }
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
    for entry in entries.iter().take_while(|entry| entry.at < at) {
        let is_void = entry.events.iter().any(|it| matches!(it, LinkEvent::Voided { .. }));
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
                (Account::Cage, Account::Meter(_)) => handed_out -= micros,
                (_, Account::JackpotBank) => (accrued, last_deposit) = (0, entry.at),
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
    }
}
