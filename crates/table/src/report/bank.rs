//! What must lie in the jackpots' bank account, and what is to be deposited (P-28).

use serde::{Deserialize, Serialize};

use crate::event::Entry;
use crate::ids::{LinkId, Moment};
use crate::ledger::{Account, Books, Micros};
use crate::link::LinkEvent;

/// The bank account of a link at a moment, in micro-dollars.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct BankReport {
    /// The link.
    pub link: LinkId,
    /// At this moment.
    pub at: Moment,
    /// All meters.
    pub meters: Micros,
    /// All reserves.
    pub reserves: Micros,
    /// Awards that are posted and not handed out.
    pub pending: Micros,
    /// What must lie in the account: the three together.
    pub required: Micros,
    /// What was deposited so far.
    pub deposited: Micros,
    /// What was handed out: awards and fixed pays that left a meter, back-outs taken off.
    pub handed_out: Micros,
    /// What lies in the account by that.
    pub in_bank: Micros,
    /// What meters and reserves took of wagers since the last deposit.
    pub accrued: Micros,
    /// When that was.
    pub last_deposit: Moment,
    /// Whether the account is short of what it must hold.
    pub is_short: bool,
}

/// The bank account of a link, folded from all entries before a moment.
pub fn bank<'a>(
    link: LinkId,
    entries: impl IntoIterator<Item = &'a Entry<LinkEvent>>,
    at: Moment,
) -> BankReport {
    let mut books = Books::default();
    let (mut handed_out, mut accrued, mut last_deposit) = (0, 0, Moment(0));
    for entry in entries.into_iter().take_while(|entry| entry.at < at) {
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
        own.fold(Micros::ZERO, |sum, (_, micros)| sum.plus(micros))
    };
    let meters = sum(|account| matches!(account, Account::Meter(_)));
    let reserves = sum(|account| matches!(account, Account::Reserve(_)));
    let pending = sum(|account| matches!(account, Account::PendingAward(_)));
    let required = meters.plus(reserves).plus(pending);
    let deposited = books.balance(Account::JackpotBank);
    let in_bank = deposited.minus(Micros(handed_out));
    BankReport {
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
