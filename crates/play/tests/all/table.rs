//! A sitting without a terminal: money, cards, bets.

use std::collections::BTreeMap;

use ::table::{Ask, Event, Fate, PostedFault};
use auditor::{Case, audit};
use cards::{Card, Counts};
use games::{GAMES, GameText};
use play::news::News;
use play::{Entropy, Own, PlaceRefused, SetUpFailed, Sitting, Standing, TableRefused};
use rules::{Action, BetRefused, Money, Spot, Word};

use super::{Dice, game_with, given, sit, table, table_with};

fn dollars(dollars: i64) -> Money {
    Money::dollars(dollars)
}

/// One random command; whether it was refused.
fn random_command(table: &mut Sitting, dice: &mut Dice) -> Result<(), TableRefused> {
    let seat = 1 + dice.below(8) as u8;
    let spot = dice.pick(Spot::ALL);
    let chip = dice.pick(&[50, 100, 500, 2_500, 10_000, 50_000]);
    match (table.asked(), dice.below(12)) {
        (_, 0) => table.act(dice.pick(Action::ALL)),
        (_, 1) => table.insure(Money::cents(dice.pick(&[0, 50, 250, 251, 100_000]))),
        (None, 2..=4) => table.add(seat, Spot::Main, chip),
        (None, 5) => table.add(seat, spot, chip),
        (None, 6) => table.bet(seat, spot, Money::cents(dice.pick(&[100, 550, 1_000]))),
        (None, 7) => table.remove(seat, spot, chip),
        (None, 8) => dice.pick(&[Sitting::undo, Sitting::clear])(table),
        (None, 9) => table.rebet(1 + dice.below(2) as u32).map(drop),
        (None, _) => table.deal(),
        (Some(Ask::Insurance { .. }), _) => table.insure(Money::ZERO),
        (Some(Ask::Action { legal, .. }), _) => {
            let legal: Vec<Action> = legal.iter().map(|offer| offer.action).collect();
            table.act(dice.pick(&legal))
        }
    }
}

/// What the house has taken and given, as the players see it happen.
fn house_gain(news: &[News]) -> Money {
    let paid = news.iter().flat_map(|news| match &news.event {
        Some(Event::Paid { lines }) => lines.as_slice(),
        _ => &[],
    });
    Money::cents(paid.map(|line| line.staked - line.returned).sum())
}

#[test]
fn money_is_conserved_over_thousands_of_random_commands() {
    for (number, GameText { id: game, .. }) in (0u8..).zip(GAMES) {
        // With little money most things are refused, with much the rounds go on.
        for (seats, brought) in [(1, 200), (1, 100_000), (4, 1_000), (7, 1_000_000)] {
            let mut table = table(game, seats, number.into(), brought);
            let mut dice = Dice::new(number * 8 + seats);
            let mut house = Money::ZERO;
            for _ in 0..3_000 {
                let before = (table.bankroll(), table.on_felt(), table.asked().cloned());
                let done = random_command(&mut table, &mut dice);
                house += house_gain(&table.take_news());
                if done.is_err() {
                    let after = (table.bankroll(), table.on_felt(), table.asked().cloned());
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
    let (mut left, mut on_felt, mut hole) = (whole, Vec::new(), false);
    for _ in 0..400 {
        for seat in 1..=7 {
            table.bet(seat, Spot::Main, dollars(5)).unwrap();
        }
        table.deal().unwrap();
        while let Some(asked) = table.asked() {
            match asked {
                Ask::Insurance { .. } => table.insure(Money::ZERO).unwrap(),
                Ask::Action { legal, .. } => {
                    let legal: Vec<Action> = legal.iter().map(|offer| offer.action).collect();
                    table.act(dice.pick(&legal)).unwrap();
                }
            }
        }
        for event in table.take_news().into_iter().filter_map(|news| news.event) {
            match event {
                Event::ShoeCommitted { discards: false, .. } => {
                    shoes += 1;
                    left = whole;
                }
                Event::ShoeCommitted { discards: true, cards, .. } => {
                    reshuffles += 1;
                    left = whole;
                    // All cards but those on the felt; the hole card lies there too.
                    assert!(on_felt.iter().all(|&card| left.take(card)));
                    assert_eq!(left.total() - usize::from(hole), usize::from(cards));
                }
                Event::Started { .. } => on_felt.clear(),
                Event::Dealt { cards, .. } => {
                    hole |= cards.iter().any(|dealt| dealt.card.is_none());
                    for card in cards.iter().filter_map(|dealt| dealt.card) {
                        assert!(left.take(card), "{card} is dealt more often than it is there");
                        on_felt.push(card);
                    }
                }
                Event::HoleTurned { card, .. } => {
                    hole = false;
                    assert!(left.take(card), "{card} is dealt more often than it is there");
                    on_felt.push(card);
                }
                Event::Voided { .. } => panic!("six decks are enough for seven seats"),
                _ => {}
            }
        }
    }
    assert!(shoes > 10 && reshuffles > 2, "{shoes} shoes, {reshuffles} reshuffles");
}

/// The auditor has read the same sheets and knows nothing of this program.
#[test]
fn every_round_is_settled_as_the_auditor_settles_it() {
    for (number, GameText { id: game, .. }) in (0u8..).zip(GAMES) {
        let seed = 40 + u64::from(number);
        let mut table = table(game, 3, seed, 1_000_000);
        let mut dice = Dice::new(90 + number);
        for _ in 0..300 {
            random_bets(&mut table, &mut dice);
            let case = play_round(&mut table, &mut dice, game);
            check_against_auditor(&table, &case);
        }
    }
}

fn random_bets(table: &mut Sitting, dice: &mut Dice) {
    table.bet(1, Spot::Main, dollars(5)).unwrap();
    for seat in table.seats().to_vec() {
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

fn play_round(table: &mut Sitting, dice: &mut Dice, game: &str) -> Case {
    table.take_news();
    let mut case = Case {
        game: game.to_owned(),
        configuration: "h17".to_owned(),
        decks: 6,
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
    for (spot, meter, reserve) in held(table) {
        let preset = table.game().presets.iter().find(|it| it.spot.word() == spot).unwrap();
        let seed = preset.seed.into();
        let meter = auditor::Meter { meter: meter / 10_000, reserve: reserve / 10_000, seed };
        case.meters.insert(spot, meter);
    }
    while let Some(asked) = table.asked().cloned() {
        let (seat, choice) = match asked {
            Ask::Insurance { seat, most } => {
                let cents = if dice.below(2) == 0 { most } else { 0 };
                table.insure(Money::cents(cents.into())).unwrap();
                let insured = auditor::Choice::Insure(cents.into());
                (seat, if cents > 0 { insured } else { auditor::Choice::NoInsurance })
            }
            Ask::Action { seat, legal, .. } => {
                let action = dice.pick(&legal).action;
                table.act(action).unwrap();
                (seat, action.word().parse().unwrap())
            }
        };
        case.choices.push((seat, choice));
    }
    case.cards = dealt(&table.take_news());
    case
}

/// What is kept of the meters: sensor, meter and reserve, in millionths of a dollar.
fn held(table: &Sitting) -> Vec<(String, i64, i64)> {
    let kept = serde_json::to_value(table.stack().meters).unwrap();
    let jackpots = kept["jackpots"].as_array().map_or(&[][..], Vec::as_slice);
    let of = |jackpot: &serde_json::Value| {
        let amount = |name| jackpot["open"][name].as_i64().unwrap();
        (jackpot["spot"].as_str().unwrap().to_owned(), amount("meter"), amount("reserve"))
    };
    jackpots.iter().map(of).collect()
}

/// The cards of a round in the order of the shoe, the hole card in its place.
fn dealt(news: &[News]) -> Vec<Card> {
    let mut cards: Vec<Option<Card>> = Vec::new();
    for event in news.iter().filter_map(|news| news.event.as_ref()) {
        match event {
            Event::Dealt { cards: dealt, .. } => cards.extend(dealt.iter().map(|it| it.card)),
            Event::HoleTurned { card, .. } => {
                *cards.iter_mut().find(|card| card.is_none()).unwrap() = Some(*card);
            }
            _ => {}
        }
    }
    cards.into_iter().map(Option::unwrap).collect()
}

fn check_against_auditor(table: &Sitting, case: &Case) {
    let account = audit(case).unwrap_or_else(|objection| panic!("{objection}: {case:?}"));
    let lines = table.cards().lines.iter().map(|line| auditor::Line {
        seat: line.seat,
        spot: line.spot.to_string(),
        hand: line.hand,
        staked: line.staked,
        returned: line.returned,
    });
    // The table pays what is decided at once, the auditor everything in paying order.
    let name = |line: &auditor::Line| (line.seat, line.spot.clone(), line.hand);
    let (mut ours, mut theirs): (Vec<auditor::Line>, _) = (lines.collect(), account.lines);
    ours.sort_by_key(name);
    theirs.sort_by_key(name);
    assert_eq!(ours, theirs, "{case:?}");
    assert_eq!(table.cards().dealer, account.dealer);
    for (spot, meter) in table.meters() {
        let audited = &account.meters[&spot.to_string()];
        assert_eq!(meter.in_cents(), audited.meter, "{spot}");
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
        table.stand_all().unwrap();
        let hand = &table.cards_of(1).unwrap().hands[0];
        let cards = hand.cards.iter().chain(&table.cards().dealer);
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
    // 9-2 against a five with a queen, which draws a four: 11 loses to 19.
    let mut table = given("bahama-bonus", 1, "9d 5h 2s Qc 4c", 720);
    assert_eq!(table.rebet(1).unwrap_err(), TableRefused::NothingToRepeat);
    let bets = [(Spot::Main, 300), (Spot::MatchUp, 100), (Spot::Progressive, 1)];
    for (spot, amount) in bets {
        table.bet(1, spot, dollars(amount)).unwrap();
    }
    table.deal().unwrap();
    assert_eq!(table.rebet(1).unwrap_err(), TableRefused::CardsOut);
    table.stand_all().unwrap();
    assert_eq!(table.bankroll(), dollars(319), "the cards lose all three");
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
    table.stand_all().unwrap();
    let left_out = table.rebet(2).unwrap();
    let on_felt: Vec<(Spot, u32)> = table.felt().bets()[0].iter().collect();
    let expected =
        [(Spot::Main, 30_000), (Spot::MatchUp, 20_000), (Spot::Progressive, 100)].to_vec();
    assert_eq!(on_felt, expected);
    assert_eq!(left_out.len(), 1);
    assert_eq!(
        left_out[0].sentence(),
        "Main wager stays at $300: seat 1: main takes $5 to $500, not $600."
    );
}

#[test]
fn chips_may_grow_to_a_bet_but_typed_amounts_are_meant() {
    let mut table = table("wsgc-bahama-bonus", 1, 1, 1_000);
    // Half-dollar chips on the way to a whole wager are fine, the deal is not.
    table.add(1, Spot::Main, 50).unwrap();
    let refused = table.deal().unwrap_err();
    assert_eq!(refused.to_string(), "seat 1: main takes $5 to $400, not $0.50");
    let refused = table.bet(1, Spot::Main, Money::cents(1_050)).unwrap_err();
    assert!(refused.to_string().ends_with("$10 or $11, not $10.50"), "{refused}");
    table.bet(1, Spot::Main, dollars(400)).unwrap();
    let refused = table.add(1, Spot::Main, 50).unwrap_err();
    assert!(matches!(refused, TableRefused::Bet(BetRefused::Limit { most: 40_000, .. })));
    // A45: the set that is not posted is not on the felt.
    let refused = table.bet(1, Spot::Trilux, dollars(5)).unwrap_err();
    assert!(matches!(refused, TableRefused::Bet(BetRefused::Spot { .. })), "{refused}");
    table.bet(1, Spot::MatchUp, dollars(5)).unwrap();
    assert_eq!(table.on_felt(), dollars(405));
}

#[test]
fn what_the_bankroll_cannot_pay_is_not_done() {
    let mut table = given("bahama-bonus", 1, "9d 5h 2s Qc 4c", 12);
    let refused = table.bet(1, Spot::Main, dollars(13)).unwrap_err();
    assert_eq!(refused.to_string(), "that takes $13 and your bankroll is $12");
    table.bet(1, Spot::Main, dollars(10)).unwrap();
    table.deal().unwrap();
    let double = table.offers()[2];
    assert_eq!((double.action, double.standing), (Action::Double, Standing::NotAffordable));
    let cards = table.cards().clone();
    assert!(matches!(table.act(Action::Double), Err(TableRefused::Bankroll { .. })));
    assert_eq!(*table.cards(), cards);
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
        let news = table.take_news();
        let paid = |spot: Spot| {
            news.iter().position(|news| match &news.event {
                Some(Event::Paid { lines }) => {
                    lines.iter().any(|line| line.spot == ::table::LineSpot::Wager(spot))
                }
                _ => false,
            })
        };
        let turned = news.iter().position(|it| matches!(it.event, Some(Event::HoleTurned { .. })));
        assert!(paid(Spot::MatchUp).is_some(), "seed {seed}");
        for spot in [Spot::MatchDown, Spot::Progressive] {
            assert_eq!(paid(spot).is_some(), turned.is_some(), "seed {seed}: {spot}");
        }
        if !table.is_betting() {
            assert_eq!(turned, None, "seed {seed}: somebody is still asked");
        }
        if table.cards_of(1).unwrap().hands[0].fate == Fate::Natural {
            assert!(paid(Spot::Main).is_some(), "seed {seed}: a natural is paid at once");
        }
    }
}

#[test]
fn the_meter_grows_by_its_share_and_is_taken_along() {
    let mut table = table("bahama-bonus", 1, 2, 1_000);
    let preset = table.game().presets[0].clone();
    let (_, meter, reserve) = held(&table)[0].clone();
    for _ in 0..7 {
        table.bet(1, Spot::Main, dollars(5)).unwrap();
        table.bet(1, Spot::Progressive, dollars(1)).unwrap();
        table.deal().unwrap();
        table.stand_all().unwrap();
    }
    // Seven dollars at hundredths of a percent, in millionths of a dollar.
    let grown = |table: &Sitting| (held(table)[0].1 - meter, held(table)[0].2 - reserve);
    let rates = [preset.contribution, preset.reserve].map(|rate| i64::from(rate.hundredths()));
    assert_eq!(grown(&table), (700 * rates[0], 700 * rates[1]));
    table.leave().unwrap();
    let stack = table.stack();
    let (game, profile) = (table.game().clone(), table.profile().clone());
    // The next sitting has other seats, and the meters to the millionth of a dollar.
    let sign = Own::sign(&game, &profile, 3);
    let mut next = sit(game, profile, sign, 1, stack.bankroll, stack.meters.as_ref());
    assert_eq!(held(&next), held(&table));
    assert!(next.meters().eq(table.meters()));
    next.bet(3, Spot::Main, dollars(5)).unwrap();
    next.bet(3, Spot::Progressive, dollars(1)).unwrap();
    next.deal().unwrap();
    next.stand_all().unwrap();
    assert_eq!(grown(&next), (800 * rates[0], 800 * rates[1]));
}

/// A kept meter with another amount than its books is refused.
#[test]
fn a_meter_that_was_changed_is_not_played_for() {
    let table = table("bahama-bonus", 1, 2, 1_000);
    let kept = serde_json::to_string(&table.stack().meters.unwrap()).unwrap();
    let changed = kept.replacen("2000000000", "9000000000", 1);
    assert_ne!(changed, kept);
    let (game, profile) = (table.game(), table.profile());
    let sign = Own::sign(game, profile, 1);
    let kept = serde_json::from_str(&changed).unwrap();
    let failed = Own::open(sign, game, profile, Entropy::of_seed(1), Some(&kept)).unwrap_err();
    assert_eq!(failed, SetUpFailed::Meters);
}

/// Entropy that repeats itself still makes another shoe than before.
#[test]
fn n_05_every_shoe_has_a_key_of_its_own() {
    let mut table = table("bahama-bonus", 7, 7, 1_000_000);
    let mut shoes: Vec<Vec<Card>> = Vec::new();
    while shoes.len() < 4 {
        for seat in 1..=7 {
            table.bet(seat, Spot::Main, dollars(5)).unwrap();
        }
        table.deal().unwrap();
        table.stand_all().unwrap();
        for event in table.take_news().into_iter().filter_map(|news| news.event) {
            match (event, shoes.last_mut()) {
                (Event::ShoeCommitted { .. }, _) => shoes.push(Vec::new()),
                (Event::Dealt { cards, .. }, Some(shoe)) if shoe.len() < 20 => {
                    shoe.extend(cards.iter().filter_map(|dealt| dealt.card));
                }
                _ => {}
            }
        }
    }
    shoes.pop();
    for (place, shoe) in shoes.iter().enumerate() {
        assert!(shoe.len() >= 15 && !shoes[..place].contains(shoe), "shoe {place}: {shoe:?}");
    }
}

/// N-01: without entropy no shoe is shuffled.
#[test]
fn n_01_without_entropy_there_is_no_table() {
    let (game, profile) = game_with("bahama-bonus", &[]);
    let open = |entropy| Own::open(Own::sign(&game, &profile, 1), &game, &profile, entropy, None);
    let failed = open(Entropy::Fresh(|_| false)).unwrap_err();
    assert_eq!(failed, SetUpFailed::Refused(PlaceRefused::NoEntropy));
    let filled = |byte| {
        let own = match byte {
            7 => open(Entropy::Fresh(|bytes| {
                bytes.fill(7);
                true
            })),
            _ => open(Entropy::Fresh(|bytes| {
                bytes.fill(8);
                true
            })),
        };
        let table = Sitting::new(game.clone(), profile.clone(), Box::new(own.unwrap()), dollars(5));
        table.unwrap().shoe().unwrap().root.clone()
    };
    assert_eq!(filled(7), filled(7));
    assert_ne!(filled(7), filled(8));
}

/// More than fits in one buy-in, and nothing at all.
#[test]
fn any_bankroll_can_sit_down_and_leaves_as_it_came() {
    for cents in [0, 1, 4_294_967_295, 4_294_967_296, 100_000_000_000, 10_000_000_000_000_000] {
        let (game, profile) = game_with("bahama-bonus", &[]);
        let sign = Own::sign(&game, &profile, 2);
        let mut table = sit(game, profile, sign, 1, Money::cents(cents), None);
        assert_eq!(table.bankroll(), Money::cents(cents));
        assert_eq!(table.is_out_of_money(), cents < 500);
        let wanted = table.bet(2, Spot::Main, dollars(5));
        assert_eq!(wanted.is_ok(), cents >= 500);
        table.leave().unwrap();
        assert_eq!(table.stack().bankroll, Money::cents(cents));
    }
}

#[test]
fn a_table_has_the_seats_it_has() {
    let (game, profile) = game_with("bahama-bonus", &[]);
    for seats in [0, 8] {
        let sign = Own::sign(&game, &profile, seats);
        let failed = Own::open(sign, &game, &profile, Entropy::of_seed(1), None).unwrap_err();
        assert_eq!(failed, SetUpFailed::Posted(PostedFault::Seats { seats, most: 7 }));
    }
    let mut table = table("bahama-bonus", 1, 1, 1_000);
    for seat in [0, 2, 8, 255] {
        let refused = table.add(seat, Spot::Main, 500).unwrap_err();
        assert_eq!(refused, TableRefused::Seat { seat, seats: vec![1] });
    }
}
