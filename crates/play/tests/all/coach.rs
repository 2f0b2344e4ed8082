//! The coach: its figures are the solver's, and it says so at the right time.

use std::sync::Arc;

use ::table::Ask;
use cards::{Card, Counts};
use crossterm::event::{KeyCode, KeyEvent};
use games::{GAMES, GameText};
use odds::main_wager::{self, HandWorth, Question, Solution, SplitClass};
use play::keys::{Command, Mode, command};
use play::plain::{self, Prompt};
use play::screen::{self, Palette};
use play::{Answer, Coach, Coaching, Flow, Given, Session, Sitting, Stop};
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use rules::{Action, Money, Rules, Spot};

use super::{Dice, given, table, table_with};

/// The solver asked directly.
struct Solver(Rules, Arc<main_wager::Table>);

impl Solver {
    fn new(rules: &Rules) -> Solver {
        let counts = Counts::of(rules.deck, rules.decks);
        Solver(*rules, Arc::new(main_wager::Table::new(&counts, rules.soft_17)))
    }

    fn solve(&self, bet: u32) -> Solution {
        let question = Question { rules: self.0, bet: Some(bet), class: SplitClass::Pair };
        Solution::of(&self.1, question).unwrap()
    }
}

/// What the solver says to the hand that is asked.
fn solved(solution: &Solution, table: &Sitting) -> HandWorth {
    let (seat, hand) = table.asked_hand().unwrap();
    let hands = &table.cards_of(seat).unwrap().hands;
    let asked = &hands[usize::from(hand) - 1];
    let hand = main_wager::Hand {
        cards: &asked.cards,
        up: table.up_card().unwrap(),
        doubles: asked.doubles,
        from_split: hands.len() > 1,
        hands: hands.len() as u8,
    };
    solution.hand(&hand).unwrap()
}

/// Three rounds of 20 against 19, then 9-2 against a five, and a dealer who busts.
const CARDS: &str = "Ks 9h Qs Jc Kd 9c Qh Jh Ks 9d Qd Js 9d 5h 2s Qc Kc";
const ELEVEN: &str =
    "bet main 10\ndeal\nstand\nrebet\ndeal\nstand\nrebet\ndeal\nstand\nrebet\ndeal\n";

fn sitting(coaching: Coaching, lines: &str) -> (String, Coach) {
    let mut table = given("bahama-bonus", 1, CARDS, 1_000);
    let mut coach = Coach::new(table.rules(), coaching);
    let mut out = Vec::new();
    let keep = |_: &Sitting| Ok(());
    let input = std::io::Cursor::new(lines.to_owned());
    plain::run(&mut table, &mut coach, input, &mut out, Prompt::Hidden, &Stop::never(), keep)
        .unwrap();
    (String::from_utf8(out).unwrap(), coach)
}

fn eleven_against_five(solution: &Solution) -> HandWorth {
    let cards: [Card; 2] = ["9d", "2s"].map(|card| card.parse().unwrap());
    let up = "5h".parse().unwrap();
    let hand = main_wager::Hand { cards: &cards, up, doubles: 0, from_split: false, hands: 1 };
    solution.hand(&hand).unwrap()
}

/// Standing on 11 is reported after the round, with the cost the solver gives.
#[test]
fn a_mistake_is_reported_with_its_cost() {
    let rules = *table("bahama-bonus", 1, 14, 1_000).rules();
    let worth = eleven_against_five(&Solver::new(&rules).solve(1_000));
    let cost = worth.cost(Action::Stand).unwrap();
    assert_eq!(worth.best, Action::Double);
    let (said, coach) = sitting(Coaching::Ask, &format!("{ELEVEN}stand\n"));
    let line = format!(
        "Coach: Seat 1, 9-2 against 5: stand instead of double costs {cost:.4} wagers ($7.27).\n"
    );
    assert!(said.contains(&line), "{said}");
    let over = said.find("Coach: Seat 1").unwrap();
    assert!(said[..over].ends_with("net +$10.\n"), "behind the round's last line: {said}");
    let tally = coach.tally();
    assert_eq!((tally.decisions, tally.mistakes), (4, 1));
    assert_eq!((tally.wagers, tally.cents), (cost, cost * 1_000.0));
    let end =
        format!("Coach: 4 decisions, 1 mistake, which cost {cost:.4} wagers ($7.27).\nYou leave");
    assert!(said.contains(&end), "{said}");
    let (said, _) = sitting(Coaching::Ask, &format!("{ELEVEN}double\n"));
    assert!(said.contains("\nCoach: 4 decisions and no mistake.\nYou leave"), "{said}");
    assert_eq!(said.matches("Coach").count(), 1, "{said}");
    let (said, _) = sitting(Coaching::Off, &format!("{ELEVEN}stand\n"));
    assert!(!said.contains("Coach"), "{said}");
}

#[test]
fn a_question_mark_shows_what_every_action_is_worth() {
    let rules = *table("bahama-bonus", 1, 14, 1_000).rules();
    let worth = eleven_against_five(&Solver::new(&rules).solve(1_000));
    let (said, coach) = sitting(Coaching::Ask, &format!("{ELEVEN}?\ndouble\n"));
    assert!(said.contains("Basic strategy for 9-2 against 5 on a fresh shoe, after the peek,\n"));
    assert_eq!(worth.actions.len(), 4);
    for (action, value) in &worth.actions {
        let best = if *action == Action::Double { "  best" } else { "" };
        let row = said.lines().find(|row| {
            let start = format!("  {:<20} {value:>+8.4}  ", action.to_string());
            row.starts_with(&start) && row.ends_with(best)
        });
        assert!(row.is_some(), "{action}: {said}");
    }
    assert!(said.contains("+$4.88  best"), "{said}");
    assert_eq!(coach.tally().mistakes, 0, "asking is no mistake");
    let (said, _) = sitting(Coaching::Off, &format!("{ELEVEN}?\n"));
    assert!(
        said.contains("bet main 10            stake"),
        "without a coach it is the help: {said}"
    );
}

/// With `warn` a mistake takes the same answer twice, and another answer is taken at once.
#[test]
fn a_warning_comes_before_the_mistake() {
    let (said, coach) = sitting(Coaching::Warn, &format!("{ELEVEN}stand\ndouble\nstand\n"));
    let warning =
        "Stand costs 0.7267 wagers ($7.27) against double. The same again does it anyway.\n";
    assert!(said.contains(warning), "{said}");
    assert_eq!(coach.tally().mistakes, 0, "{said}");
    let (said, coach) = sitting(Coaching::Warn, &format!("{ELEVEN}split\nstand\nstand\n"));
    assert!(said.contains("Split: needs two cards of the same value."), "{said}");
    assert_eq!(said.matches(warning).count(), 1);
    assert_eq!(coach.tally().mistakes, 1, "{said}");
}

fn page(session: &Session, (width, height): (u16, u16)) -> String {
    let mut terminal = Terminal::new(TestBackend::new(width, height)).unwrap();
    terminal.draw(|frame| screen::draw(frame, session, Palette::Colour)).unwrap();
    let buffer = terminal.backend().buffer();
    let row = |y: u16| (0..width).map(|x| buffer[(x, y)].symbol()).collect::<String>();
    (0..height).map(|y| row(y).trim_end().to_owned() + "\n").collect()
}

fn press(session: &mut Session, keys: &str) {
    for letter in keys.chars() {
        let code = if letter == '!' { KeyCode::Enter } else { KeyCode::Char(letter) };
        if let Some(command) = command(KeyEvent::from(code), session.mode()) {
            assert_eq!(session.handle(command), Flow::Stay);
        }
    }
}

fn check(session: &Session, texts: &[&str]) {
    for size in [(80, 24), (120, 40)] {
        let page = page(session, size);
        for text in texts {
            assert!(page.contains(text), "{size:?}: no “{text}” in\n{page}");
        }
    }
}

/// The same on the screen: a page for `?`, the mistake among the results.
#[test]
fn the_screen_has_a_page_and_a_line_for_the_coach() {
    for coaching in [Coaching::Ask, Coaching::Warn] {
        let table = given("bahama-bonus", 1, CARDS, 1_000);
        let coach = Coach::new(table.rules(), coaching);
        let mut session = Session::coached(table, coach);
        press(&mut session, "++!s!!s!!s!!");
        check(&session, &["Seat 1: 11 against 5", "? coach  F1 help"]);
        press(&mut session, "?");
        assert_eq!(session.mode(), Mode::Reading);
        check(&session, &[" Coach ", "Basic strategy for 9-2 against 5 on a fresh shoe"]);
        check(&session, &["double                +0.4877     +$4.88  best", "Esc closes"]);
        press(&mut session, "?s");
        if coaching == Coaching::Warn {
            check(&session, &["Stand costs 0.7267 wagers ($7.27) against double."]);
            press(&mut session, "s");
        }
        check(&session, &["net +$10", "Coach: Seat 1, 9-2 against 5: stand instead of double"]);
        press(&mut session, "?");
        check(&session, &["Keys", "the coach: what every answer is worth"]);
        session.handle(Command::Cancel);
        press(&mut session, "!!");
        assert!(session.coach().mistakes().is_empty(), "a new round begins without mistakes");
        assert_eq!(session.coach().tally().mistakes, 1);
    }
}

/// Any keys on any screen, with a coach that keeps mistakes back.
#[test]
fn any_keys_can_be_pressed_beside_a_coach() {
    let keys: Vec<char> = "+!!!hsdprin?y1235".chars().collect();
    for (number, GameText { id: game, .. }) in (0u8..).zip(GAMES) {
        let table = table(game, 3, number.into(), 100_000);
        let coach = Coach::new(table.rules(), Coaching::Warn);
        let mut session = Session::coached(table, coach);
        let mut dice = Dice::new(number);
        for step in 0..600 {
            press(&mut session, &dice.pick(&keys).to_string());
            if step % 20 == 0 {
                let size = (1 + dice.below(200) as u16, 1 + dice.below(70) as u16);
                let _ = page(&session, size);
            }
        }
        let tally = session.coach().tally();
        assert!(tally.decisions > 5 && tally.mistakes > 0, "{game}: {tally:?}");
    }
}

/// Insurance costs what its own pay table says, in parts of the wager.
#[test]
fn insurance_is_judged_by_the_cards_in_sight() {
    let mut table = given("bahama-bonus", 1, "Ks As 7d 5c", 200);
    table.bet(1, Spot::Main, Money::dollars(10)).unwrap();
    table.deal().unwrap();
    assert!(matches!(table.asked(), Some(Ask::Insurance { .. })));
    let hand = &table.cards_of(1).unwrap().hands[0];
    let tens = hand.cards.iter().filter(|card| card.value() == 10);
    let tens = 72.0 - tens.count() as f64;
    let value = (2.0 * tens - (285.0 - tens)) / 285.0;
    let mut coach = Coach::new(table.rules(), Coaching::Ask);
    let advice = coach.advice(&table).unwrap();
    let none = Answer::Insure(Money::ZERO);
    assert_eq!((advice.best, advice.worth(none)), (none, Some(0.0)));
    for cents in [50, 250, 500] {
        let worth = advice.worth(Answer::Insure(Money::cents(cents))).unwrap();
        assert!((worth - value * cents as f64 / 1_000.0).abs() < 1e-12);
    }
    assert_eq!(advice.worth(Answer::Insure(Money::cents(550))), None);
    let given = coach.answer(&mut table, Answer::Insure(Money::dollars(5)));
    assert_eq!(given, Ok(Given::Done));
    let said = coach.mistakes()[0].sentence();
    assert!(said.contains("insurance of $5 instead of no insurance costs"), "{said}");
}

/// Random play of all games: every question has advice, it is the solver's at this
/// bet, and the best answer is never a mistake.
#[test]
fn every_question_has_advice() {
    for (number, GameText { id: game, .. }) in (0u8..).zip(GAMES) {
        let mut table = table(game, 2, number.into(), 1_000_000);
        let mut dice = Dice::new(70 + number);
        let solver = Solver::new(table.rules());
        let bets = [(500, solver.solve(500)), (1_000, solver.solve(1_000))];
        let mut coach = Coach::new(table.rules(), Coaching::Ask);
        for _ in 0..150 {
            for (seat, (cents, _)) in (1..).zip(&bets) {
                table.bet(seat, Spot::Main, Money::cents((*cents).into())).unwrap();
            }
            table.deal().unwrap();
            coach.start_round();
            while !table.is_betting() {
                let advice = coach.advice(&table).unwrap();
                let mut answer = advice.best;
                if let Some(Ask::Action { seat, legal, .. }) = table.asked() {
                    let worth = solved(&bets[usize::from(*seat) - 1].1, &table);
                    let known: Vec<Action> = worth.actions.iter().map(|&(it, _)| it).collect();
                    assert_eq!(
                        known,
                        legal.iter().map(|offer| offer.action).collect::<Vec<_>>(),
                        "{game}"
                    );
                    assert_eq!(advice.best, Answer::Act(worth.best), "{game}");
                    let pick = dice.pick(&worth.actions);
                    assert_eq!(advice.worth(Answer::Act(pick.0)), Some(pick.1));
                    answer = if dice.below(2) == 0 { Answer::Act(pick.0) } else { advice.best };
                }
                let before = coach.mistakes().len();
                assert_eq!(coach.answer(&mut table, answer), Ok(Given::Done));
                if answer == advice.best {
                    assert_eq!(coach.mistakes().len(), before);
                }
            }
        }
        assert!(coach.tally().decisions > 200);
    }
}

/// What the bankroll does not reach for is neither shown nor missed.
#[test]
fn the_best_is_what_one_can_pay() {
    let mut table = given("bahama-bonus", 1, "9s 6h 9d 5c", 10);
    table.bet(1, Spot::Main, Money::dollars(10)).unwrap();
    table.deal().unwrap();
    let advice = Coach::new(table.rules(), Coaching::Ask).advice(&table).unwrap();
    let expensive = [Action::Double, Action::Split].map(Answer::Act);
    assert!(advice.worths.iter().all(|(answer, _)| !expensive.contains(answer)), "{advice:?}");
}

#[test]
fn rules_outside_the_model_leave_the_coach_without_words() {
    let mut table = table_with("bahama-bonus", &[("split", "same-rank")], 1, 14, 1_000);
    let mut coach = Coach::new(table.rules(), Coaching::Warn);
    table.bet(1, Spot::Main, Money::dollars(10)).unwrap();
    table.deal().unwrap();
    let said = coach.advice(&table).unwrap_err().to_string();
    assert!(said.starts_with("the coach cannot help here: split = same-rank"), "{said}");
    assert_eq!(coach.answer(&mut table, Answer::Act(Action::Stand)), Ok(Given::Done));
    assert_eq!(coach.summary(), None);
}
