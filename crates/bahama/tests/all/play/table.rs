//! The table without a terminal: money, cards, bets.

use std::collections::BTreeMap;

use auditor::{Case, audit};
use bahama::play::event::Event;
use bahama::play::{Phase, Stack, Standing, Table, TableRefused};
use cards::{Card, ChaChaWords, Counts, Shoe};
use round::LineSpot;
use rules::{Action, BetRefused, Money, Spot, Word};
use testkit::GAMES;

use super::{Dice, key, table, table_with};

fn dollars(dollars: i64) -> Money {
    Money::dollars(dollars)
}

/// One random command; whether it was refused.
fn random_command(table: &mut Table, dice: &mut Dice) -> Result<(), TableRefused> {
    let seat = 1 + dice.below(8) as u8;
    let spot = dice.pick(Spot::ALL);
    let chip = dice.pick(&[50, 100, 500, 2_500, 10_000, 50_000]);
    match (table.phase(), dice.below(12)) {
        (_, 0) => table.act(dice.pick(Action::ALL)),
        (_, 1) => table.insure(Money::cents(dice.pick(&[0, 50, 250, 251, 100_000]))),
        (Phase::Betting, 2..=4) => table.add(seat, Spot::Main, chip),
        (Phase::Betting, 5) => table.add(seat, spot, chip),
        (Phase::Betting, 6) => table.bet(seat, spot, Money::cents(dice.pick(&[100, 550, 1_000]))),
        (Phase::Betting, 7) => table.remove(seat, spot, chip),
        (Phase::Betting, 8) => dice.pick(&[Table::undo, Table::clear])(table),
        (Phase::Betting, 9) => table.rebet(1 + dice.below(2) as u32).map(drop),
        (Phase::Betting, _) => table.deal(),
        (Phase::Insurance { .. }, _) => table.insure(Money::ZERO),
        (Phase::Turn { legal, .. }, _) => {
            let legal: Vec<Action> = legal.iter().collect();
            table.act(dice.pick(&legal))
        }
    }
}

/// What the house has taken and given, as the players see it happen.
fn house_gain(events: &[Event]) -> Money {
    let paid = events.iter().filter_map(|event| match event {
        Event::Paid { paid, .. } => Some(paid.line.staked - paid.returned),
        _ => None,
    });
    paid.sum()
}

#[test]
fn money_is_conserved_over_thousands_of_random_commands() {
    for (number, (game, _)) in (0u8..).zip(GAMES) {
        // With little money most things are refused, with much the rounds go on.
        for (seats, brought) in [(1, 200), (1, 100_000), (4, 1_000), (7, 1_000_000)] {
            let mut table = table(game, seats, number.into(), brought);
            let mut dice = Dice::new(number * 8 + seats);
            let mut house = Money::ZERO;
            for _ in 0..3_000 {
                let before = (table.bankroll(), table.on_felt(), table.phase());
                let done = random_command(&mut table, &mut dice);
                house += house_gain(&table.take_events());
                if done.is_err() {
                    let after = (table.bankroll(), table.on_felt(), table.phase());
                    assert_eq!(before, after, "{game}: a refusal changes nothing: {done:?}");
                }
                assert!(table.bankroll() >= Money::ZERO, "{game}");
                assert_eq!(
                    table.bankroll() + table.on_felt() + house,
                    dollars(brought),
                    "{game}, {seats} seats, after {} rounds",
                    table.rounds()
                );
            }
            assert!(brought < 100_000 || table.rounds() > 100, "{game}: {}", table.rounds());
        }
    }
}

#[test]
fn n_09_cards_are_conserved_through_shoe_changes_and_reshuffles() {
    // Seven seats and a cut card near the back: rounds run the shoe dry.
    let mut table = table_with("bahama-bonus", &[("cut-card", "52")], 7, 11, 1_000_000);
    let whole = Counts::of(table.rules().deck, table.rules().decks);
    let mut dice = Dice::new(3);
    let (mut shoes, mut reshuffles) = (0, 0);
    for _ in 0..400 {
        for seat in 1..=7 {
            table.bet(seat, Spot::Main, dollars(5)).unwrap();
        }
        table.deal().unwrap();
        loop {
            assert_eq!(table.shoe().all_cards(), whole);
            match table.phase() {
                Phase::Betting => break,
                Phase::Insurance { .. } => table.insure(Money::ZERO).unwrap(),
                Phase::Turn { legal, .. } => {
                    let legal: Vec<Action> = legal.iter().collect();
                    table.act(dice.pick(&legal)).unwrap();
                }
            }
        }
        for event in table.take_events() {
            match event {
                Event::NewShoe { .. } => shoes += 1,
                Event::Reshuffled { .. } => reshuffles += 1,
                Event::Voided => panic!("six decks are enough for seven seats"),
                _ => {}
            }
        }
    }
    assert!(shoes > 10 && reshuffles > 2, "{shoes} shoes, {reshuffles} reshuffles");
}

/// The auditor has read the same sheets and knows nothing of this program.
#[test]
fn every_round_is_settled_as_the_auditor_settles_it() {
    for (number, (game, _)) in (0u8..).zip(GAMES) {
        let seed = 40 + u64::from(number);
        let mut table = table(game, 3, seed, 1_000_000);
        let mut dice = Dice::new(90 + number);
        let mut mirror = Mirror::new(&table, seed);
        for _ in 0..300 {
            random_bets(&mut table, &mut dice);
            let case = play_round(&mut table, &mut dice, game, &mut mirror);
            check_against_auditor(&table, &case);
        }
    }
}

/// The shoe as it must lie, shuffled here again from the seed.
struct Mirror {
    key: [u8; 32],
    number: u64,
    shoe: Shoe,
}

impl Mirror {
    fn new(table: &Table, seed: u64) -> Mirror {
        let mut mirror =
            Mirror { key: key(seed), number: 0, shoe: Shoe::new(table.rules().deck, 6) };
        mirror.follow(table);
        mirror
    }

    fn follow(&mut self, table: &Table) {
        if table.shoe().number() > self.number {
            self.number = table.shoe().number();
            self.shoe = Shoe::new(table.rules().deck, table.rules().decks);
            self.shoe.shuffle(&mut ChaChaWords::new(self.key, self.number - 1));
        }
    }
}

fn random_bets(table: &mut Table, dice: &mut Dice) {
    table.bet(1, Spot::Main, dollars(5)).unwrap();
    for seat in 1..=table.seats() {
        if dice.below(3) > 0 {
            let _ = table.bet(seat, Spot::Main, dollars(dice.pick(&[5, 7, 10])));
            for spot in table.spots().into_iter().skip(1) {
                // What does not fit beside the rest is refused, and that is fine.
                if dice.below(2) == 0 {
                    let _ = table.add(seat, spot, dice.pick(&[100, 250, 500]));
                }
            }
        }
    }
}

fn play_round(table: &mut Table, dice: &mut Dice, game: &str, mirror: &mut Mirror) -> Case {
    let mut case = Case {
        game: game.to_owned(),
        configuration: "h17".to_owned(),
        decks: 6,
        cards: mirror.shoe.rest().to_vec(),
        ..Case::default()
    };
    for (seat, bets) in (1u8..).zip(table.felt().bets()) {
        let stakes: BTreeMap<String, i64> =
            bets.iter().map(|(spot, cents)| (spot.to_string(), cents.into())).collect();
        if !stakes.is_empty() {
            case.bets.insert(seat, stakes);
            case.players.insert(seat, "the only player".to_owned());
        }
    }
    table.deal().unwrap();
    for (spot, meter) in table.meters().iter() {
        let meter = meter.held();
        let preset = table.game().presets.iter().find(|preset| preset.spot == spot).unwrap();
        let meter = auditor::Meter {
            meter: meter.meter / 10_000,
            reserve: meter.reserve / 10_000,
            seed: preset.seed.into(),
        };
        case.meters.insert(spot.to_string(), meter);
    }
    loop {
        let (seat, choice) = match table.phase() {
            Phase::Betting => break,
            Phase::Insurance { seat, most } => {
                let cents = if dice.below(2) == 0 { most } else { 0 };
                table.insure(Money::cents(cents.into())).unwrap();
                let insured = auditor::Choice::Insure(cents.into());
                (seat, if cents > 0 { insured } else { auditor::Choice::NoInsurance })
            }
            Phase::Turn { seat, legal, .. } => {
                let legal: Vec<Action> = legal.iter().collect();
                let action = dice.pick(&legal);
                table.act(action).unwrap();
                (seat, choice(action))
            }
        };
        case.choices.push((seat, choice));
    }
    let used = table.round().unwrap();
    let count: usize = table
        .seats_in_round()
        .iter()
        .flat_map(|&seat| used.hands(seat))
        .map(|hand| hand.cards().len())
        .sum();
    for _ in 0..count + used.dealer_cards().unwrap().len() {
        mirror.shoe.draw();
    }
    mirror.follow(table);
    case
}

fn choice(action: Action) -> auditor::Choice {
    match action {
        Action::Hit => auditor::Choice::Hit,
        Action::Stand => auditor::Choice::Stand,
        Action::Double => auditor::Choice::Double,
        Action::Split => auditor::Choice::Split,
        Action::Surrender => auditor::Choice::Surrender,
        Action::Rescue => auditor::Choice::Rescue,
    }
}

fn check_against_auditor(table: &Table, case: &Case) {
    let account = audit(case).unwrap_or_else(|objection| panic!("{objection}: {case:?}"));
    let outcome = table.outcome().unwrap();
    let ours: Vec<auditor::Line> = outcome
        .lines
        .iter()
        .map(|paid| auditor::Line {
            seat: paid.line.seat,
            spot: paid.line.spot.to_string(),
            hand: paid.line.hand,
            staked: paid.line.staked.in_cents(),
            returned: paid.returned.in_cents(),
        })
        .collect();
    assert_eq!(ours, account.lines, "{case:?}");
    let dealer: Vec<Card> = table.round().unwrap().dealer_cards().unwrap().to_vec();
    assert_eq!(dealer, account.dealer);
    for (spot, meter) in table.meters().iter() {
        let audited = &account.meters[&spot.to_string()];
        assert_eq!(meter.shown().in_cents(), audited.meter, "{spot}");
    }
}

/// The first cards of some rounds with these bets.
fn first_cards(game: &str, seed: u64, spots: &[(Spot, i64)]) -> Vec<Vec<Card>> {
    let mut table = table(game, 1, seed, 1_000);
    let mut dealt = Vec::new();
    for _ in 0..5 {
        for &(spot, amount) in spots {
            table.bet(1, spot, dollars(amount)).unwrap();
        }
        table.deal().unwrap();
        table.stand_all();
        let round = table.round().unwrap();
        let cards = round.hands(1)[0].cards().iter().chain(round.dealer_cards().unwrap());
        dealt.push(cards.copied().collect());
    }
    dealt
}

#[test]
fn n_08_the_same_seed_deals_the_same_cards_whatever_is_wagered() {
    let main = first_cards("bahama-bonus", 5, &[(Spot::Main, 5)]);
    let more = [(Spot::Main, 100), (Spot::MatchUp, 50), (Spot::Progressive, 1)];
    assert_eq!(main, first_cards("bahama-bonus", 5, &more));
    assert_ne!(main, first_cards("bahama-bonus", 6, &[(Spot::Main, 5)]));
}

#[test]
fn undo_goes_back_step_by_step() {
    let mut table = table("bahama-bonus", 2, 1, 1_000);
    table.add(1, Spot::Main, 2_500).unwrap();
    table.add(1, Spot::MatchUp, 500).unwrap();
    table.add(2, Spot::Main, 500).unwrap();
    table.remove(1, Spot::MatchUp, 500).unwrap();
    table.clear().unwrap();
    let totals: Vec<Money> = (0..5)
        .map(|_| {
            table.undo().unwrap();
            assert_eq!(table.bankroll() + table.on_felt(), dollars(1_000));
            table.on_felt()
        })
        .collect();
    assert_eq!(totals, [30, 35, 30, 25, 0].map(dollars));
    assert_eq!(table.undo(), Err(TableRefused::NothingToUndo));
}

#[test]
fn rebet_restores_side_bets_and_says_what_it_leaves_out() {
    let mut table = table("bahama-bonus", 1, 3, 720);
    assert_eq!(table.rebet(1).unwrap_err(), TableRefused::NothingToRepeat);
    let bets = [(Spot::Main, 300), (Spot::MatchUp, 100), (Spot::Progressive, 1)];
    for (spot, amount) in bets {
        table.bet(1, spot, dollars(amount)).unwrap();
    }
    table.deal().unwrap();
    assert_eq!(table.rebet(1).unwrap_err(), TableRefused::CardsOut);
    table.stand_all();
    assert_eq!(table.bankroll(), dollars(319), "seed 3 loses all three");
    let left_out = table.rebet(1).unwrap();
    let on_felt: Vec<(Spot, u32)> = table.felt().bets()[0].iter().collect();
    assert_eq!(on_felt, [(Spot::Main, 30_000), (Spot::Progressive, 100)]);
    assert_eq!(left_out.len(), 1);
    assert_eq!(
        left_out[0].sentence(),
        "Seat 1: Match-Up $100 is left out: that takes $400 and your bankroll is $319."
    );
    table.undo().unwrap();
    assert_eq!((table.bankroll(), table.on_felt()), (dollars(319), Money::ZERO));
}

#[test]
fn a_double_rebet_keeps_what_the_limit_does_not_let_it_double() {
    let mut table = table("bahama-bonus", 1, 3, 100_000);
    for (spot, amount) in [(Spot::Main, 300), (Spot::MatchUp, 100), (Spot::Progressive, 1)] {
        table.bet(1, spot, dollars(amount)).unwrap();
    }
    table.deal().unwrap();
    table.stand_all();
    let left_out = table.rebet(2).unwrap();
    let on_felt: Vec<(Spot, u32)> = table.felt().bets()[0].iter().collect();
    let expected =
        [(Spot::Main, 30_000), (Spot::MatchUp, 20_000), (Spot::Progressive, 100)].to_vec();
    assert_eq!(on_felt, expected);
    assert_eq!(left_out.len(), 1);
    assert_eq!(
        left_out[0].sentence(),
        "Main wager stays at $300: seat 1: $600 on main is outside the limits $5 to $500."
    );
}

#[test]
fn chips_may_grow_to_a_bet_but_typed_amounts_are_meant() {
    let mut table = table("wsgc-bahama-bonus", 1, 1, 1_000);
    // Half-dollar chips on the way to a whole wager are fine, the deal is not.
    table.add(1, Spot::Main, 50).unwrap();
    let refused = table.deal().unwrap_err();
    assert_eq!(refused.to_string(), "seat 1: $0.50 on main is outside the limits $5 to $400");
    let refused = table.bet(1, Spot::Main, Money::cents(1_050)).unwrap_err();
    assert!(refused.to_string().contains("the nearest are $10 and $11"), "{refused}");
    table.bet(1, Spot::Main, dollars(400)).unwrap();
    let refused = table.add(1, Spot::Main, 50).unwrap_err();
    assert!(matches!(refused, TableRefused::Bet(BetRefused::Limit { most: 40_000, .. })));
    // A45: the two sets exclude each other, at every seat.
    table.bet(1, Spot::Trilux, dollars(5)).unwrap();
    let refused = table.bet(1, Spot::MatchUp, dollars(5)).unwrap_err();
    assert!(matches!(refused, TableRefused::Bet(BetRefused::Set { .. })), "{refused}");
    assert!(matches!(table.why_not(1, Spot::MatchUp), Some(BetRefused::Set { .. })));
    assert_eq!(table.on_felt(), dollars(405));
}

#[test]
fn what_the_bankroll_cannot_pay_is_not_done() {
    let mut table = table("bahama-bonus", 1, 1, 12);
    let refused = table.bet(1, Spot::Main, dollars(13)).unwrap_err();
    assert_eq!(refused.to_string(), "that takes $13 and your bankroll is $12");
    table.bet(1, Spot::Main, dollars(10)).unwrap();
    table.deal().unwrap();
    let double = table.offers()[2];
    assert_eq!((double.action, double.standing), (Action::Double, Standing::NotAffordable));
    let cards = table.round().unwrap().hands(1)[0].cards().to_vec();
    assert!(matches!(table.act(Action::Double), Err(TableRefused::Bankroll { .. })));
    assert_eq!(table.round().unwrap().hands(1)[0].cards(), cards);
    assert_eq!((table.bankroll(), table.on_felt()), (dollars(2), dollars(10)));
}

/// A33 and A47: what open cards decide is paid before anybody is asked, and the
/// dealer's hole card is told only when it is turned.
#[test]
fn a_33_open_wagers_are_paid_after_the_deal_and_the_hole_card_is_never_told_early() {
    for seed in 0..200 {
        let mut table = table("bahama-bonus", 1, seed, 1_000);
        let bets = [(Spot::Main, 10), (Spot::MatchUp, 5), (Spot::MatchDown, 5)];
        for (spot, amount) in bets.into_iter().chain([(Spot::Progressive, 1)]) {
            table.bet(1, spot, dollars(amount)).unwrap();
        }
        table.deal().unwrap();
        let events = table.take_events();
        let paid = |spot| {
            let of = move |event: &Event| matches!(event, Event::Paid { paid, .. } if paid.line.spot == LineSpot::Wager(spot));
            events.iter().position(of)
        };
        let turned = events.iter().position(|event| matches!(event, Event::HoleTurned { .. }));
        assert!(paid(Spot::MatchUp).is_some(), "seed {seed}");
        for spot in [Spot::MatchDown, Spot::Progressive] {
            assert_eq!(paid(spot).is_some(), turned.is_some(), "seed {seed}: {spot}");
        }
        if table.phase() != Phase::Betting {
            assert_eq!(turned, None, "seed {seed}: somebody is still asked");
        }
        if table.round().unwrap().hands(1)[0].is_natural() {
            assert!(paid(Spot::Main).is_some(), "seed {seed}: a natural is paid at once");
        }
    }
}

#[test]
fn the_meter_grows_by_its_share_and_is_taken_along() {
    let mut table = table("bahama-bonus", 1, 2, 1_000);
    let preset = table.game().presets[0].clone();
    let start = table.meters().iter().next().unwrap().1.held();
    for _ in 0..7 {
        table.bet(1, Spot::Main, dollars(5)).unwrap();
        table.bet(1, Spot::Progressive, dollars(1)).unwrap();
        table.deal().unwrap();
        table.stand_all();
    }
    let held = table.stack().meters[0].1;
    // Seven dollars at hundredths of a percent, in millionths of a dollar.
    assert_eq!(held.meter - start.meter, 7 * 100 * i64::from(preset.contribution.hundredths()));
    assert_eq!(held.reserve - start.reserve, 7 * 100 * i64::from(preset.reserve.hundredths()));
    let (game, profile) = (table.game().clone(), table.profile().clone());
    let next = Table::new(game, profile, 1, key(1), &table.stack()).unwrap();
    assert_eq!(next.meters().iter().next().unwrap().1.held(), held);
}

#[test]
fn a_table_has_the_seats_it_has() {
    let made = table("bahama-bonus", 1, 1, 1_000);
    let (game, profile) = (made.game().clone(), made.profile().clone());
    let stack = Stack { bankroll: dollars(5), meters: Vec::new() };
    for seats in [0, 8] {
        let refused = Table::new(game.clone(), profile.clone(), seats, key(1), &stack).err();
        assert_eq!(refused, Some(TableRefused::Seats { wanted: seats, seats: 7 }));
    }
    let mut table = made;
    for seat in [0, 2, 8, 255] {
        let refused = table.add(seat, Spot::Main, 500).unwrap_err();
        assert_eq!(refused, TableRefused::Seat { seat, seats: 1 });
    }
}
