//! Reports are folds of the log, and every total ties to the ledger (O-01, L-20).

use rules::{Class, Spot};
use table::report::{
    Bank, Changed, Changes, DayRow, Days, Deposits, Exception, Exceptions, Hits, JackpotRow,
    Jackpots, Pending, Period, Row, Source, Untied,
};
use table::{
    Account, AdjustReason, Body, Change, LinkBody, LinkParameters, Micros, Staffing, TableId, Time,
};
use testkit::Dice;

use crate::common::crowd::{DEALER, SUPERVISOR, next};
use crate::common::floor::{EXECUTIVE, Floor, LINK, card, game_with, sign_on};
use crate::common::player;

const SPOT: Spot = Spot::Progressive;

/// A game at a live table with claims of these percentages, from seat 1 on.
fn game(floor: &mut Floor, table: usize, seats: u8, claims: &[Class]) {
    for seat in 1..=seats {
        floor.does(table, DEALER, Body::Light { seat, spot: SPOT, lit: true });
    }
    floor.does(table, DEALER, Body::Deal {});
    for (seat, &hand) in (1u8..).zip(claims) {
        let cards = if hand == Class::FourSuited { "8h 8h 8h 8h" } else { "8h 8h 8d 8h" };
        let cards = cards.split(' ').map(|card| card.parse().unwrap()).collect();
        floor.does(table, DEALER, Body::HandButton { seat, spot: SPOT, hand, cards });
    }
    if !claims.is_empty() {
        floor.does(table, SUPERVISOR, Body::Confirm { evidence: "cards shown".to_owned() });
        for seat in (1..=claims.len() as u8).rev() {
            floor.swipes(table, card(EXECUTIVE), seat, SPOT).unwrap();
        }
    }
    floor.does(table, DEALER, Body::EndGame {});
}

/// What a floor's reports are made from.
fn source(floor: &Floor) -> Source {
    let mut source = Source::default();
    let ledger: Vec<_> = floor.link().books().iter().collect();
    source.add_link(LINK, floor.entries.clone(), &ledger).unwrap();
    for (number, table) in (1..).zip(&floor.tables) {
        source.add_table(TableId(number), table.entries.clone());
    }
    source
}

/// An eventful month: hits, an adjustment, a back-out, a void, new parameters.
fn month() -> Floor {
    let of = game_with("wsgc-bahama-bonus", &[], &[("progressive", "3")]);
    let mut floor = Floor::live(&of, 2);
    let reason = || "for the month".to_owned();
    for day in 0..30u64 {
        floor.now = 1_000_000 + day * 86_400_000;
        floor.day = 20_261_101 + day as u32;
        game(&mut floor, 0, 7, &[]);
        game(
            &mut floor,
            1,
            3,
            if day % 7 == 3 { &[Class::FourSuited, Class::FourSameColour] } else { &[] },
        );
        match day {
            5 => {
                let (change, why) = (Change::Add, AdjustReason::Malfunction);
                let body =
                    LinkBody::Adjust { spot: SPOT, change, micros: 12_345, why, reason: reason() };
                floor.with_two(body).unwrap();
            }
            6 => {
                floor.office(SUPERVISOR, LinkBody::PaySlip { slip: 1 }).unwrap();
                floor.office(EXECUTIVE, LinkBody::Deposit { cents: 60_000_000 }).unwrap();
            }
            8 => {
                let parameters =
                    LinkParameters { seed: 2_500_000, contribution: 900, reserve: 333 };
                let override_advice = false;
                let body = LinkBody::SetParameters {
                    spot: SPOT,
                    parameters,
                    reason: reason(),
                    override_advice,
                };
                floor.with_two(body).unwrap();
            }
            11 => drop(floor.with_two(LinkBody::BackOut { slip: 3, reason: reason() }).unwrap()),
            12 => drop(floor.with_two(LinkBody::BackOut { slip: 1, reason: reason() }).unwrap()),
            20 => {
                floor.does(0, DEALER, Body::Light { seat: 1, spot: SPOT, lit: true });
                floor.does(0, DEALER, Body::Deal {});
                floor.does(0, SUPERVISOR, Body::Void { reason: reason() });
                let (change, why) = (Change::Take, AdjustReason::NonDisplayedToGross);
                let body =
                    LinkBody::Adjust { spot: SPOT, change, micros: 7, why, reason: reason() };
                floor.with_two(body).unwrap();
            }
            _ => {}
        }
    }
    floor
}

#[test]
fn p_29_p_31_opening_and_what_came_and_went_make_closing() {
    let floor = month();
    let books = floor.link().books();
    let source = source(&floor);
    let whole = Jackpots::of(&source, Period::ALL).rows;
    assert_eq!(whole.len(), 1);
    assert!(whole[0].reconciles(), "{:?}", whole[0]);
    // It ties to the ledger.
    assert_eq!(whole[0].closing, books.balance(Account::Meter(SPOT)));
    assert_eq!(whole[0].reserve_closing, books.balance(Account::Reserve(SPOT)));
    assert_eq!(whole[0].opening, Micros::ZERO, "the beginning amount is the first seed");
    assert_eq!((whole[0].rounds, whole[0].hits), (61, 8));
    // Week by week, each opens where the one before closed.
    let week = |number: u64| {
        let at = |week| Time(week * 7 * 86_400_000);
        let period = Period { from: at(number), to: at(number + 1) };
        Jackpots::of(&source, period).rows.remove(0)
    };
    let weeks: Vec<_> = (0..5).map(week).collect();
    assert!(weeks.iter().all(JackpotRow::reconciles));
    assert!(weeks.windows(2).all(|pair| pair[0].closing == pair[1].opening));
    assert_eq!(weeks[4].closing, whole[0].closing);
    let awards: i64 = weeks.iter().map(|week| week.awards.0).sum();
    assert_eq!(awards, whole[0].awards.0);
    let slips: i64 = floor.link().slips().iter().map(|slip| slip.award.cents).sum();
    assert_eq!(whole[0].awards, Micros::of_cents(slips));
}

#[test]
fn p_28_the_bank_balance_and_the_deposit() {
    let floor = month();
    let link = floor.link();
    let source = source(&floor);
    let all = Bank::of(&source, Time(u64::MAX)).rows.remove(0);
    assert_eq!((all.required, all.in_bank), (link.required_bank(), link.bank()));
    assert_eq!(all.deposited, Micros::of_cents(60_000_000));
    let since = Period { from: Time(all.last_deposit.0 + 1), to: Time(u64::MAX) };
    let later = Jackpots::of(&source, since).rows.remove(0);
    let accrued = later.contributions.0 + later.reserve_contributions.0;
    // Of the voided round meter and reserve had 12.33 cents.
    assert_eq!(all.accrued.0, accrued - 123_300);
    let deposit = Deposits::of(&source, Time(u64::MAX)).rows.remove(0);
    assert_eq!((deposit.accrued, deposit.last_deposit), (all.accrued, all.last_deposit));
    let before = Bank::of(&source, all.last_deposit).rows.remove(0);
    assert!(before.is_short && before.deposited == Micros::ZERO);
}

#[test]
fn o_01_lists_of_slips_and_changes() {
    let floor = month();
    let source = source(&floor);
    let hits = Hits::of(&source, Period::ALL);
    let slips = &hits.rows;
    assert!((1..).zip(slips).all(|(number, slip)| slip.slip == number));
    assert_eq!(slips.len(), 8);
    assert_eq!(slips.iter().filter(|slip| slip.backed_out_at.is_some()).count(), 2);
    assert_eq!(slips.iter().filter(|slip| slip.paid_at.is_some()).count(), 1);
    let cents = slips.iter().map(|slip| slip.cents).sum();
    assert_eq!(hits.totals(), [("cents", cents)]);
    let changes = Changes::of(&source, Period::ALL).rows;
    let kinds: Vec<Changed> = changes.iter().map(|change| change.what).collect();
    let expected = [
        Changed::Joined,
        Changed::Joined,
        Changed::Adjustment,
        Changed::Deposit,
        Changed::Parameters,
        Changed::BackOut,
        Changed::BackOut,
        Changed::Adjustment,
    ];
    assert_eq!(kinds, expected);
    assert_eq!(changes[4].old, "seed 2500000 contribution 1000 reserve 200");
    assert!(changes[4].persons.contains("card 1092") && changes[4].persons.contains("card 1093"));
    assert!(Pending::of(&source).rows.is_empty());
    let exceptions = Exceptions::of(&source, Period::ALL).rows;
    assert_eq!((exceptions.len(), exceptions[0].what), (1, Exception::Voided));
}

#[test]
fn l_20_the_days_of_a_table_tie_to_its_ledger() {
    let of = game_with("bahama-bonus", &[], &[]);
    let mut floor = Floor::of(&of, Staffing::Unattended);
    floor.open(&of, sign_on(&of));
    let mut dice = Dice::new(9);
    for seat in [1u8, 4] {
        let buy_in = 900_000;
        floor.does(0, player(10 + u64::from(seat)), Body::Sit { seat, buy_in });
    }
    let day = 86_400_000;
    while floor.tables[0].rounds.len() < 60 {
        floor.now = 1_000 + floor.tables[0].rounds.len() as u64 * (day / 20);
        let (by, body) = next(floor.table(0), &mut dice);
        if floor.tries(0, by, body).is_err() {
            floor.does(0, player(11), Body::BuyIn { seat: 1, cents: 900_000 });
            floor.does(0, player(14), Body::BuyIn { seat: 4, cents: 900_000 });
        }
    }
    let days = Days::of(&source(&floor), Period::ALL, |at| (at.0 / day) as u32).rows;
    assert_eq!(days.len(), 3);
    let sum = |of: fn(&DayRow) -> i64| days.iter().map(of).sum::<i64>();
    let table = floor.table(0);
    let balance = |account| table.books().balance(account).cents();
    assert_eq!(sum(|day| day.fills - day.credits + day.win), balance(Account::Tray));
    assert_eq!(sum(|day| day.to_link - day.from_link), balance(Account::Link(LINK)));
    let chips = table.chips(player(11).account) + table.chips(player(14).account);
    // What was sold and not cashed lies in front of players, less what tray and link won.
    let lost = sum(|day| day.win + day.to_link - day.from_link);
    assert_eq!(sum(|day| day.drop - day.cashed_out) - lost, chips);
    assert_eq!(sum(|day| day.staked - day.returned), lost);
    assert_eq!(days.iter().map(|day| day.rounds).sum::<u64>(), 60);
}

/// The columns are what is serialised, in that order: files and pages may rely on them.
fn has_its_columns<R: Row>(rows: &[R]) {
    assert!(!rows.is_empty());
    for row in rows {
        let row = serde_json::to_value(row).unwrap();
        let fields: Vec<&str> = row.as_object().unwrap().keys().map(String::as_str).collect();
        assert_eq!(fields, R::COLUMNS);
    }
    assert!(R::SUMS.iter().all(|(name, _)| R::COLUMNS.contains(name)));
}

#[test]
fn o_01_rows_have_the_columns_they_name() {
    let mut floor = month();
    floor.does(0, DEALER, Body::Light { seat: 1, spot: SPOT, lit: true });
    floor.does(0, DEALER, Body::Deal {});
    let cards = "8h 8h 8h 8h".split(' ').map(|card| card.parse().unwrap()).collect();
    let hand = Class::FourSuited;
    floor.does(0, DEALER, Body::HandButton { seat: 1, spot: SPOT, hand, cards });
    let source = source(&floor);
    let end = Time(u64::MAX);
    has_its_columns(&Jackpots::of(&source, Period::ALL).rows);
    has_its_columns(&Bank::of(&source, end).rows);
    has_its_columns(&Deposits::of(&source, end).rows);
    has_its_columns(&Hits::of(&source, Period::ALL).rows);
    has_its_columns(&Pending::of(&source).rows);
    has_its_columns(&Changes::of(&source, Period::ALL).rows);
    has_its_columns(&Days::of(&source, Period::ALL, |_| 0).rows);
    has_its_columns(&Exceptions::of(&source, Period::ALL).rows);
}

#[test]
fn o_02_entries_that_do_not_tie_to_the_ledger_make_no_report() {
    let floor = month();
    let ledger: Vec<_> = floor.link().books().iter().collect();
    let add = |entries, ledger: &[_]| Source::default().add_link(LINK, entries, ledger);
    assert_eq!(add(floor.entries.clone(), &ledger), Ok(()));
    let mut other = ledger.clone();
    let meter = other.iter_mut().find(|(account, _)| *account == Account::Meter(SPOT)).unwrap();
    meter.1 += Micros(1);
    assert_eq!(add(floor.entries.clone(), &other), Err(Untied::Meter { link: LINK }));
    let mut other = ledger.clone();
    let cage = other.iter_mut().find(|(account, _)| *account == Account::Cage).unwrap();
    cage.1 += Micros(1);
    assert_eq!(add(floor.entries.clone(), &other), Err(Untied::Account { link: LINK }));
    assert_eq!(add(floor.entries[1..].to_vec(), &ledger), Err(Untied::NoSign { link: LINK }));
    let mut entries = floor.entries.clone();
    entries.remove(7);
    assert!(matches!(add(entries, &ledger), Err(Untied::Replay { .. })));
}
