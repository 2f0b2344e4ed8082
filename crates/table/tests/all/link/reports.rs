//! Reports are folds of the log, and every total ties to the ledger (O-01, L-20).

use std::collections::BTreeMap;

use rules::{Class, Spot};
use table::report::{
    Bank, Changed, Changes, DayRow, Days, Deposits, Exception, Exceptions, HitRow, Hits, HouseDays,
    JackpotRow, Jackpots, Kind, Noted, Pending, Period, Row, STARTED, Shifts, Source, Starts,
    TrayMove, Trays, Untied, dollars,
};
use table::{
    Account, AccountId, Actor, AdjustReason, Body, Change, Event, LinkBody, LinkParameters, Micros,
    Role, Staffing, TableId, Time, Transfer,
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
        let cards = if hand == Class::FourSuited { "8h 8h 8h 8h" } else { "8h 8d 8h 8h" };
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
    source.add_people([DEALER, SUPERVISOR, EXECUTIVE].map(|it| (it.account, called(it.role))));
    source.add_log(log());
    source
}

fn called(role: Role) -> String {
    format!("the {role}")
}

/// A security log with two programs and a card that was refused.
fn log() -> Vec<Noted> {
    let line = |number: u64, account: Option<Actor>, what: &str, detail: &str| Noted {
        number,
        at: Time(1_000_000 + number),
        account: account.map(|it| it.account),
        what: what.to_owned(),
        detail: detail.to_owned(),
    };
    vec![
        line(1, None, STARTED, "0.4.0 ab12 UTC 06:00"),
        line(2, Some(SUPERVISOR), "sign-in", "supervisor from 10.0.0.1"),
        line(3, Some(SUPERVISOR), "card.refused", "card 7, wrong PIN"),
        line(4, None, STARTED, "0.4.0 ab12 UTC 06:00"),
        line(5, None, STARTED, "0.5.0 cd34 UTC 06:00"),
    ]
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
                floor.office(EXECUTIVE, LinkBody::Deposit { cents: 60_000_000 }).unwrap();
                let pay = LinkBody::PaySlip {
                    slip: 1,
                    winner: "Ann Winner".to_owned(),
                    identity: "licence".to_owned(),
                    tax_form: "form 1".to_owned(),
                    lend: false,
                };
                floor.office(SUPERVISOR, pay).unwrap();
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

/// P-29, P-31, O-13: opening, what came and what went, closing; awards and back-outs apart and net.
#[test]
fn p_29_p_31_opening_and_what_came_and_went_make_closing() {
    let mut floor = month();
    // A whole award, whose reserve comes back with it.
    let last = floor.link().slips().len() as u64;
    let reason = "the cards were misread".to_owned();
    floor.with_two(LinkBody::BackOut { slip: last, reason }).unwrap();
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
    let net = floor.link().slips().iter().filter(|slip| slip.backed_out.is_none());
    let net: i64 = net.map(|slip| slip.award.cents).sum();
    assert_eq!(whole[0].awards_net, Micros::of_cents(net), "net of back-outs");
    assert_eq!(whole[0].awards - whole[0].awards_backed_out, whole[0].awards_net);
    // The reserve ties to the meter by the one column that both have.
    let row = &whole[0];
    let came = row.reserve_opening + row.reserve_contributions + row.reserve_returned;
    let went = row.from_reserve + row.reserve_voided + row.reserve_other;
    assert_eq!(came - went, row.reserve_closing);
    assert!(row.reserve_returned > Micros::ZERO && row.reserve_voided > Micros::ZERO, "{row:?}");
}

#[test]
fn p_28_the_bank_balance_and_the_deposit() {
    let floor = month();
    let link = floor.link();
    let source = source(&floor);
    let all = Bank::of(&source, Time(u64::MAX)).rows.remove(0);
    assert_eq!((all.required, all.in_bank), (link.required_bank(), link.bank()));
    assert_eq!(all.deposited, Micros::of_cents(2_500_000 + 60_000_000));
    let funds = link.funds().unwrap();
    assert_eq!((all.short_cents, all.short_since), (funds.short, funds.since));
    assert_eq!((all.stops_at, all.never_funded), (Some(funds.stops_at), false));
    let since = Period { from: Time(all.last_deposit.0 + 1), to: Time(u64::MAX) };
    let later = Jackpots::of(&source, since).rows.remove(0);
    let accrued = later.contributions.0 + later.reserve_contributions.0;
    // Of the voided round meter and reserve had 12.33 cents.
    assert_eq!(all.accrued.0, accrued - 123_300);
    let deposit = Deposits::of(&source, Time(u64::MAX)).rows.remove(0);
    assert_eq!((deposit.accrued, deposit.last_deposit), (all.accrued, all.last_deposit));
    let before = Bank::of(&source, all.last_deposit).rows.remove(0);
    assert!(before.is_short && before.deposited == Micros::of_cents(2_500_000));
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
    let sum = |of: fn(&HitRow) -> i64| slips.iter().map(of).sum::<i64>();
    let totals: BTreeMap<_, _> = hits.totals().into_iter().collect();
    assert_eq!(totals["cents"], sum(|slip| slip.cents));
    assert_eq!(totals["net"], totals["cents"] - totals["backed_out"]);
    let backed_out = slips.iter().filter(|slip| slip.backed_out_at.is_some());
    assert_eq!(totals["backed_out"], backed_out.map(|slip| slip.cents).sum::<i64>());
    // Order, times and names (O-03, O-13).
    assert!(slips.chunks(2).all(|two| (two[0].order, two[1].order) == (1, 2)), "{slips:?}");
    for slip in slips {
        assert!(slip.claimed_at <= slip.confirmed_at && slip.confirmed_at <= slip.at);
        assert_eq!(slip.dealer, called(Role::Dealer));
        assert_eq!(slip.backed_out_by.is_empty(), slip.backed_out_at.is_none());
        assert!(!slip.confirmed_by.is_empty() && !slip.posted_by.is_empty());
    }
    let changes = Changes::of(&source, Period::ALL).rows;
    let kinds: Vec<Changed> = changes.iter().map(|change| change.what).collect();
    let expected = [
        Changed::Began,
        Changed::Deposit,
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
    // How it began (P-31), and what it was changed from and to.
    assert_eq!(changes[0].new, changes[6].old);
    assert_eq!(changes[0].micros, Micros::of_cents(2_500_000));
    assert_eq!(changes[6].old, "seed $25,000.00, contribution 10.00 %, reserve 2.00 %");
    assert!(changes[6].persons.contains("card 1092") && changes[6].persons.contains("card 1093"));
    assert!(changes.iter().all(|change| !change.persons.is_empty()), "{changes:?}");
    assert!(Pending::of(&source).rows.is_empty());
    let exceptions = Exceptions::of(&source, Period::ALL).rows;
    let whats: Vec<Exception> = exceptions.iter().map(|it| it.what).collect();
    assert_eq!(whats, [Exception::CardRefused, Exception::Voided]);
    assert_eq!(exceptions[0].by, called(Role::Supervisor));
    assert_eq!((exceptions[0].table, exceptions[0].number), (None, 3));
    assert_eq!((exceptions[1].table, &*exceptions[1].by), (Some(TableId(1)), "the supervisor"));
}

/// P-17: which program was started when, and whether it is another than before.
#[test]
fn p_17_the_starts_and_their_programs() {
    let mut source = Source::default();
    source.add_log(log());
    let starts = Starts::of(&source, Period::ALL).rows;
    let told: Vec<_> = starts.iter().map(|it| (it.number, &*it.sha256, it.changed)).collect();
    assert_eq!(told, [(1, "ab12", false), (4, "ab12", false), (5, "cd34", true)]);
    let later = Period { from: Time(1_000_005), to: Time(u64::MAX) };
    assert!(Starts::of(&source, later).rows[0].changed, "also against what lies before the period");
}

/// O-13: shifts and days have the same figures, each once, and are net of back-outs.
#[test]
fn o_13_shifts_and_days_add_up() {
    let mut floor = month();
    floor.does(1, DEALER, Body::OffDuty {});
    game_after_break(&mut floor);
    let source = source(&floor);
    let day = |at: Time| (at.0 / 86_400_000) as u32;
    let days = Days::of(&source, Period::ALL, day);
    let house = HouseDays::of(&source, Period::ALL, day);
    let shifts = Shifts::of(&source, Period::ALL);
    assert_eq!(house.rows.len(), 30);
    assert!(house.rows.iter().all(|row| row.tables <= 2));
    let of = |totals: Vec<(&str, i64)>, column: &str| {
        totals.into_iter().find(|(name, _)| *name == column).map(|(_, sum)| sum)
    };
    for column in ["rounds", "voided", "to_link", "awards", "backed_out", "awards_net"] {
        let sum = of(days.totals(), column);
        assert_eq!(of(house.totals(), column), sum, "{column}");
        assert_eq!(of(shifts.totals(), column), sum, "{column}");
    }
    let slips = floor.link().slips().iter().filter(|slip| slip.backed_out.is_none());
    let net: i64 = slips.map(|slip| slip.award.cents).sum();
    assert_eq!(of(days.totals(), "awards_net"), Some(net));
    // Table 1 has one shift that goes on, table 2 one that ended and one that goes on.
    let ends: Vec<_> = shifts.rows.iter().map(|it| (it.table.0, it.to.is_some())).collect();
    assert_eq!(ends, [(1, false), (2, true), (2, false)]);
    assert!(shifts.rows.iter().all(|it| it.rounds > 0 && !it.dealer.is_empty()));
}

/// Somebody goes on duty again, and a game is played.
fn game_after_break(floor: &mut Floor) {
    floor.does(1, DEALER, Body::OnDuty {});
    game(floor, 1, 2, &[]);
}

#[test]
fn o_13_amounts_for_people_have_every_place_they_have() {
    let amounts = [
        (0, "$0.00"),
        (2_000_120_000, "$2,000.12"),
        (-7, "-$0.000007"),
        (1_234_567_123_456, "$1,234,567.123456"),
        (10_500, "$0.0105"),
    ];
    for (micros, words) in amounts {
        assert_eq!(dollars(Micros(micros)), words);
    }
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
    // What stands in a column is what its kind says, so that it can be shown with its unit.
    assert_eq!(R::KINDS.len(), R::COLUMNS.len());
    for (row, (name, kind)) in rows.iter().flat_map(|row| {
        let row = serde_json::to_value(row).unwrap();
        R::COLUMNS.iter().zip(R::KINDS).map(move |of| (row.clone(), of))
    }) {
        let is_number = row[*name].is_i64() || row[*name].is_u64();
        let is_words = row[*name].is_string() || row[*name].is_boolean();
        let fits = if *kind == Kind::Words { is_words } else { is_number };
        assert!(fits || row[*name].is_null(), "{name}: {:?}", row[*name]);
    }
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
    has_its_columns(&HouseDays::of(&source, Period::ALL, |_| 0).rows);
    has_its_columns(&Shifts::of(&source, Period::ALL).rows);
    has_its_columns(&Starts::of(&source, Period::ALL).rows);
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

/// L-20: a tray that pays more than it held is an exception, once until it is whole again; what was
/// brought to it and taken from it has the names of those who sign its slip.
#[test]
fn l_20_a_tray_below_zero_is_an_exception_and_slips_have_two_names() {
    let floor = Floor::live(&game_with("wsgc-bahama-bonus", &[], &[("progressive", "3")]), 1);
    let mut source = source(&floor);
    source.add_cards([(7, SUPERVISOR.account)]);
    let mut entries = floor.tables[0].entries.clone();
    let mut happens = |events: Vec<Event>, from: Account, to: Account, dollars: i64| {
        let mut entry = entries.last().unwrap().clone();
        entry.version += 1;
        entry.events = events;
        entry.transfers = vec![Transfer { from, to, micros: Micros(dollars * 1_000_000) }];
        entries.push(entry);
    };
    let (tray, player) = (Account::Tray, Account::Player(AccountId(99)));
    let mut held = floor.tables[0].entries.iter().flat_map(|entry| &entry.transfers);
    assert!(held.all(|it| it.from != tray && it.to != tray), "it begins with nothing");
    happens(vec![], tray, player, 5);
    happens(vec![], tray, player, 5);
    let filled = Event::Filled { cents: 3_000, card: Some(7), second: None };
    happens(vec![filled], Account::Cage, tray, 30);
    happens(vec![], tray, player, 21);
    source.add_table(TableId(9), entries);
    let below = |row: &&table::report::ExceptionRow| row.what == Exception::TrayBelowZero;
    let exceptions = Exceptions::of(&source, Period::ALL).rows;
    let below: Vec<_> = exceptions.iter().filter(below).collect();
    let reasons: Vec<&str> = below.iter().map(|row| &*row.reason).collect();
    assert_eq!(reasons, ["-$5.00", "-$1.00"], "not again while it stays below");
    assert!(below.iter().all(|row| row.table == Some(TableId(9))));
    let trays = Trays::of(&source, Period::ALL).rows;
    let fill = trays.iter().find(|row| row.what == TrayMove::Filled).unwrap();
    assert_eq!((fill.cents, fill.tray), (Some(3_000), 2_000));
    assert_eq!(fill.signed, "the supervisor, card 7");
    assert!(!fill.dealer.is_empty(), "whoever deals signs, too");
    assert!(trays.iter().any(|row| row.what == TrayMove::Opened && row.cents.is_none()));
}
