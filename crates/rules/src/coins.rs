//! Pays that need a coin smaller than the smallest chip (A49).

use std::fmt;

use crate::class::Class;
use crate::file::NamedTable;
use crate::money::Money;
use crate::odds::{Pay, To};
use crate::rules::{Rules, Wager};
use crate::settings::Surrender;
use crate::spot::Spot;

/// A pay that chips cannot pay on every stake that is offered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SmallCoin {
    /// The wager.
    pub spot: Spot,
    /// What is paid.
    pub pay: Pays,
    /// The smallest stake it happens to, in cents.
    pub stake: u32,
    /// The steps in which every stake is paid in chips, in cents.
    pub whole_in: u32,
    /// The smallest chip, in cents.
    pub chip: u32,
}

/// What a small coin is needed for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Pays {
    /// A natural.
    Natural(To),
    /// Half the wager, given back by a surrender.
    Half,
    /// A 21 of this class.
    TwentyOne(Class, To),
    /// A class of a pay table.
    Table {
        /// The table's name.
        id: String,
        /// The class.
        class: Class,
        /// Its odds.
        to: To,
    },
}

impl SmallCoin {
    /// The setting that asks for the coin.
    pub fn key(&self) -> String {
        match &self.pay {
            Pays::Natural(_) => "natural-pays".to_owned(),
            Pays::Half => "surrender".to_owned(),
            Pays::TwentyOne(class, _) => format!("bonus-21.pays.{class}"),
            Pays::Table { id, class, .. } => format!("{}.paytables.{id}.{class}", self.spot),
        }
    }

    /// What is won on the smallest stake it happens to, or given back of it, to the fraction
    /// of a cent below.
    fn amount(&self) -> Money {
        let (win, per) = self.pay.fraction();
        money(self.stake).part(win.into(), per.into())
    }
}

impl Pays {
    fn fraction(&self) -> (u16, u16) {
        match self {
            Pays::Half => (1, 2),
            Pays::Natural(to) | Pays::TwentyOne(_, to) | Pays::Table { to, .. } => to.fraction(),
        }
    }
}

impl fmt::Display for SmallCoin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let SmallCoin { spot, stake, whole_in, chip, .. } = self;
        let (stake, whole_in, chip) = (money(*stake), money(*whole_in), money(*chip));
        let amount = self.amount();
        match &self.pay {
            Pays::Half => write!(f, "half of {stake} is {amount}")?,
            Pays::Natural(to) => write!(f, "{to} on {stake} is {amount}")?,
            Pays::TwentyOne(_, to) | Pays::Table { to, .. } => {
                write!(f, "{to} on {stake} is {amount}")?;
            }
        }
        write!(
            f,
            ", which needs a coin below the smallest chip of {chip}; it happens to every {spot} \
             wager that is no multiple of {whole_in}: take those steps, or other odds"
        )
    }
}

/// Every pay of these rules, with all pay tables of the game, that the chips cannot pay on
/// every stake offered. Shares of a meter are paid to the cent, by slip.
pub fn small_coins(
    rules: &Rules,
    tables: &[(Spot, Vec<NamedTable>)],
    chips: &[u32],
) -> Vec<SmallCoin> {
    let (Some(&chip), Some(main)) = (chips.first(), rules.wager(Spot::Main)) else {
        return Vec::new();
    };
    let mut found = Vec::new();
    let mut look = |spot: Spot, wager: &Wager, pay: Pays| {
        found.extend(small_coin(spot, wager, pay, chip));
    };
    look(Spot::Main, main, Pays::Natural(rules.natural_pays));
    if rules.surrender == Surrender::Late {
        look(Spot::Main, main, Pays::Half);
    }
    for (class, pay) in rules.bonus_21.iter().flat_map(|bonus| bonus.table.lines()) {
        if let Pay::To(to) = pay {
            look(Spot::Main, main, Pays::TwentyOne(class, to));
        }
    }
    for (spot, named) in tables {
        let Some(wager) = rules.wager(*spot) else { continue };
        for table in named {
            for (class, pay) in table.table.lines() {
                if let Pay::To(to) = pay {
                    look(*spot, wager, Pays::Table { id: table.id.clone(), class, to });
                }
            }
        }
    }
    found
}

/// The smallest stake on which this pay is no multiple of the chip, if there is one.
fn small_coin(spot: Spot, wager: &Wager, pay: Pays, chip: u32) -> Option<SmallCoin> {
    let (win, per) = pay.fraction();
    let (win, whole) = (u64::from(win), u64::from(chip) * u64::from(per));
    let is_paid = |stake: u64| (stake * win).is_multiple_of(whole);
    // Stakes are multiples of the step, from the least on; two in a row that are paid show
    // that the step is, and with it all others.
    let step = u64::from(wager.step.max(1));
    let least = u64::from(wager.least).next_multiple_of(step);
    let most = u64::from(wager.most.amount());
    let mut stakes = [least, least + step].into_iter().filter(|&stake| stake <= most);
    let stake = stakes.find(|&stake| !is_paid(stake))?;
    let paid_in = whole / gcd(win, whole);
    let whole_in = paid_in / gcd(paid_in, step) * step;
    let cents = |amount: u64| u32::try_from(amount).unwrap_or(u32::MAX);
    Some(SmallCoin { spot, pay, stake: cents(stake), whole_in: cents(whole_in), chip })
}

fn gcd(a: u64, b: u64) -> u64 {
    if b == 0 { a.max(1) } else { gcd(b, a % b) }
}

fn money(cents: u32) -> Money {
    Money::cents(cents.into())
}
