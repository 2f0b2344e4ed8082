//! The links of a floor: jackpots that its tables share, and what is done in their office.

use rules::Spot;
use table::{
    Account, AccountId, Actor, AdjustReason, CardProof, Change, Link, LinkBody, Micros, Role, Table,
};

use crate::dice::Dice;

/// Something somebody wants of a link, with the cards shown for it.
pub(crate) struct Order {
    pub(crate) by: Actor,
    pub(crate) body: LinkBody,
    pub(crate) proofs: Vec<CardProof>,
}

/// Who pays slips.
const CAGE: u64 = 95;

/// A second executive, who only signs.
const SECOND: u64 = 96;
/// A note that no field of a slip holds.
const LONG: usize = 201;

/// The card of somebody: supervisor 94 is an executive besides.
pub(crate) fn card_of(account: AccountId) -> CardProof {
    let level = match account.0 {
        94 | SECOND => Role::Executive,
        CAGE => Role::Cage,
        _ => Role::Supervisor,
    };
    CardProof { card: account.0 as u32, account, name: format!("account {account}"), level }
}

impl Order {
    /// Anything the staff may want, right or wrong.
    pub(crate) fn any(link: &Link, dice: &mut Dice) -> Order {
        let staff = [93, 94, 94, 91, CAGE][dice.below(5)];
        let role = match staff {
            94 => Role::Executive,
            CAGE => Role::Cage,
            _ => Role::Supervisor,
        };
        let spots: Vec<Spot> = link.jackpots().map(|(spot, _)| spot).collect();
        let none = spots.is_empty() || dice.once_in(16);
        let spot = if none { Spot::Main } else { *dice.pick(&spots) };
        let slips = link.slips().len();
        let beyond = if dice.once_in(8) { 2 } else { 0 };
        let slip = 1 + dice.below((slips + beyond).max(1)) as u64;
        let reason = ["agreed", "sensor stuck", "no"][dice.below(3)].to_owned();
        let body = match dice.below(14) {
            0 | 1 => LinkBody::Adjust {
                spot,
                change: if dice.once_in(2) { Change::Add } else { Change::Take },
                micros: [1, 10_000, 123_456_789, 0, -4, i64::MAX / 4][dice.below(6)],
                why: [
                    AdjustReason::Malfunction,
                    AdjustReason::OverLimit,
                    AdjustReason::NonDisplayedToGross,
                    AdjustReason::SeedRecovery,
                ][dice.below(4)],
                reason,
            },
            2 => LinkBody::BackOut { slip, reason },
            // A meter out of play stays owed or moves; then its link has nothing more to play for.
            12 if dice.once_in(12) => {
                let to = spots.iter().copied().find(|it| *it != spot && dice.once_in(2));
                LinkBody::Retire { spot, to, reason }
            }
            3 | 12 | 13 => payment(slip, dice),
            4 => LinkBody::ReprintSlip { slip },
            5 => LinkBody::Deposit { cents: 100 * dice.below(500) as u32 },
            9 => {
                let most = if dice.once_in(3) { 40_000_000 } else { 5_000 };
                LinkBody::Recover { slip, cents: 100 * dice.below(most) as u32, reason }
            }
            10 => LinkBody::WriteOff { slip, reason },
            11 => LinkBody::ReverseDeposit { deposit: 1 + dice.below(3) as u64, reason },
            6 if dice.once_in(3) => LinkBody::Stop { reason },
            6 | 7 => LinkBody::Resume {},
            _ => parameters(link, spot, reason, dice),
        };
        let proofs = Order::cards(&body, dice);
        Order { by: Actor { account: AccountId(staff), role }, body, proofs }
    }

    /// The cards that are shown for it, right or wrong.
    fn cards(body: &LinkBody, dice: &mut Dice) -> Vec<CardProof> {
        // Now and then neither card is an executive's.
        let second = if dice.once_in(8) { 97 } else { 94 };
        // What is paid, put in and taken back the cage signs.
        let of_cage = matches!(
            body,
            LinkBody::PaySlip { .. } | LinkBody::Recover { .. } | LinkBody::Deposit { .. }
        );
        let first = if of_cage && dice.once_in(2) { CAGE } else { 93 };
        let first = if dice.once_in(5) { SECOND } else { first };
        let mut proofs = vec![card_of(AccountId(first)), card_of(AccountId(second))];
        proofs.truncate(if dice.once_in(4) { dice.below(2) } else { 2 });
        proofs
    }
}

/// A slip is paid, mostly with what must be noted.
fn payment(slip: u64, dice: &mut Dice) -> LinkBody {
    LinkBody::PaySlip {
        slip,
        winner: match dice.below(8) {
            0 => String::new(),
            1 => "x".repeat(LONG),
            _ => "Ann Winner".to_owned(),
        },
        identity: if dice.once_in(6) { "" } else { "licence" }.to_owned(),
        tax_form: if dice.once_in(6) { "" } else { "17" }.to_owned(),
        lend: !dice.once_in(3),
    }
}

/// Other parameters: now and then nothing to begin with, against the sheet's advice, or more than
/// the whole wager.
fn parameters(link: &Link, spot: Spot, reason: String, dice: &mut Dice) -> LinkBody {
    let mut parameters = link.sign().jackpots[0].parameters;
    parameters.contribution = 100 * (1 + dice.below(12) as u32);
    if dice.once_in(6) {
        parameters.seed = 0;
    }
    if dice.once_in(8) {
        parameters.reserve = 10_000;
    }
    let override_advice = dice.once_in(2);
    LinkBody::SetParameters { spot, parameters, reason, override_advice }
}

/// What must hold of links and tables at the same moment of the journal.
pub(crate) fn check_links<'a>(
    links: impl Iterator<Item = &'a Link>,
    tables: &[&Table],
) -> Result<(), String> {
    for link in links {
        let id = link.id();
        if let Some(fault) = link.books().fault() {
            return Err(format!("{id}: {fault}"));
        }
        if !link.ties() {
            return Err(format!("{id}: a meter is not what the ledger says (P-17)"));
        }
        for table in tables {
            let owed = table.books().balance(Account::Link(id));
            let has = link.books().balance(Account::Table(table.id()));
            if owed + has != Micros::ZERO {
                return Err(format!("{id} and {} do not clear", table.id()));
            }
        }
        // A display shows what the next winner gets, to the cent, and never more (P-20).
        let view = link.view(Actor { account: AccountId::HOUSE, role: Role::Spectator });
        for shown in view.jackpots.iter().filter(|it| it.pending.is_empty() && !it.retired) {
            let holds = link.jackpots().find(|(spot, _)| *spot == shown.spot);
            let meter = holds.map_or(Micros::ZERO, |(_, jackpot)| jackpot.holds().meter);
            if shown.cents != meter.cents() {
                return Err(format!("{id}: {} shows what is not there (P-20)", shown.spot));
            }
        }
        for tally in link.tallies() {
            if tally.meter + tally.reserve + tally.house != tally.wagered {
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
