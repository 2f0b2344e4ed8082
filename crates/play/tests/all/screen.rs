//! The screen: what matters is there, and nothing is cut off.

use ::table::Ask;
use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use games::{GAMES, GameText};
use play::keys::{Command, Mode, Scroll, command};
use play::screen::{self, Palette};
use play::{Flow, Session, Sitting};
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::layout::Rect;
use ratatui::style::Color;

use super::{Dice, given, table};

const SIZES: [(u16, u16); 2] = [(80, 24), (120, 40)];

fn buffer(session: &Session, (width, height): (u16, u16)) -> ratatui::buffer::Buffer {
    let mut terminal = Terminal::new(TestBackend::new(width, height)).unwrap();
    terminal.draw(|frame| screen::draw(frame, session, Palette::Colour)).unwrap();
    terminal.backend().buffer().clone()
}

pub(super) fn page(session: &Session, size: (u16, u16)) -> String {
    let buffer = buffer(session, size);
    let row = |y: u16| (0..size.0).map(|x| buffer[(x, y)].symbol()).collect::<String>();
    (0..size.1).map(|y| row(y).trim_end().to_owned() + "\n").collect()
}

/// Presses keys: a letter each, `>` `<` `^` `v` are arrows, `!` is Enter, `~` Escape.
pub(super) fn press(session: &mut Session, keys: &str) -> Flow {
    let mut flow = Flow::Stay;
    for letter in keys.chars() {
        let code = match letter {
            '>' => KeyCode::Right,
            '<' => KeyCode::Left,
            '^' => KeyCode::Up,
            'v' => KeyCode::Down,
            '!' => KeyCode::Enter,
            '~' => KeyCode::Esc,
            letter => KeyCode::Char(letter),
        };
        if let Some(command) = command(KeyEvent::from(code), session.mode()) {
            flow = session.handle(command);
        }
    }
    flow
}

fn session(game: &str, seats: u8, seed: u64, dollars: i64) -> Session {
    Session::new(table(game, seats, seed, dollars))
}

/// Every text is on the screen at both sizes.
fn check(session: &Session, texts: &[&str]) {
    for size in SIZES {
        let page = page(session, size);
        for text in texts {
            assert!(page.contains(text), "{size:?}: no “{text}” in\n{page}");
        }
    }
}

#[test]
fn betting_shows_bets_limits_chips_and_keys() {
    let mut session = session("wsgc-bahama-bonus", 1, 14, 1_000);
    check(&session, &["play money $1,000", "[·]  $5 to $400", "needs Main wager", "[$5]", "$500"]);
    // A45: which set is posted, and how to come to the other.
    check(&session, &["This table posts the set match;", "wagers=trilux+progressive`"]);
    press(&mut session, "++v+v+vp");
    check(
        &session,
        &[
            "play money $980",
            "Felt $20",
            "Main wager              $10",
            "Match-Up                 $5",
            "Match-Down               $5",
            "Progressive              [·]  $1; meter $2,000",
            "same-colour four of a kind 100%",
            "Enter deal",
            "Q leave",
        ],
    );
    press(&mut session, "uu");
    check(&session, &["Felt $10", "play money $990"]);
    press(&mut session, "uuu");
    check(&session, &["There is nothing to undo.", "play money $1,000"]);
}

#[test]
fn seven_seats_have_their_columns() {
    let mut session = session("players-edge-21", 7, 1, 1_000);
    press(&mut session, "1+2+3+4+5+6+7+");
    let seats = "Seat 1  Seat 2  Seat 3  Seat 4  Seat 5  Seat 6  Seat 7";
    check(&session, &[seats, "Monster Match $1", "Monster Match $5", "[$", "1-7 seat", "T amount"]);
}

#[test]
fn a_turn_with_split_hands_shows_totals_stakes_and_actions() {
    // A pair of nines split twice: 9-J, 9-5 and 9-9 against a queen.
    let cards = "9d Qs 9h Jd 9h 9c Js 5s";
    let mut session = Session::new(given("wsgc-bahama-bonus", 1, cards, 100));
    press(&mut session, "++!pp");
    check(
        &session,
        &[
            "shows 10",
            "▶ Seat 1, hand 1",
            "hand 2",
            "hand 3",
            "19  $10",
            "14  $10",
            "18  $10",
            "Seat 1, hand 1: 19 against 10",
            "H Hit",
            "S Stand",
            "D Double",
            "+$10, total $20 (x2)",
            "P Split",
            "not now",
            "play money $70",
            "Felt $30",
            "░░░",
        ],
    );
    press(&mut session, "ss");
    check(&session, &["▶ hand 3", "Seat 1, hand 3: 18 against 10"]);
}

#[test]
fn a_redouble_and_a_rescue_say_what_they_mean() {
    // 5-2 doubled to 13 and to 18.
    let cards = "5s Qh 2h 7d 6s 5d";
    let mut session = Session::new(given("wsgc-bahama-bonus", 1, cards, 1_000));
    press(&mut session, "++!d");
    check(
        &session,
        &["13  $20 x2", "D Redouble", "+$20, total $40 (x4)", "R Rescue", "keep $10, lose $10"],
    );
    press(&mut session, "dr");
    check(
        &session,
        &["18 rescued  $40 x4", "rescued: $20 taken back, $20 lost", "net -$20", "same bets again"],
    );
}

#[test]
fn insurance_is_asked_for_with_an_amount() {
    let mut session = Session::new(given("bahama-bonus", 1, "2s As 5d 9d", 200));
    press(&mut session, "++v+!");
    check(
        &session,
        &[
            "shows 1/11",
            "Seat 1: the dealer shows an ace. Insurance?",
            "I Insure",
            "N No insurance",
            "Pays 2 to 1 if the dealer has blackjack. At most $5.",
            "Match-Up              $5 →        $0  no match",
        ],
    );
    press(&mut session, "i");
    assert_eq!(session.mode(), Mode::Typing);
    check(&session, &["Insurance: how much?", "Seat 1, at most $5", "$ 5"]);
    press(&mut session, "0!");
    check(&session, &["Insurance takes half the main wager at most: $5, not $50."]);
    press(&mut session, "i!");
    check(&session, &["The dealer looks and has no blackjack.", "no dealer natural"]);
}

#[test]
fn results_explain_every_wager() {
    // 7-5 against a nine, hit to 18; the dealer has 17.
    let mut session = Session::new(given("blackjack-bonus", 1, "7s 9h 5d 8c 6h", 20));
    press(&mut session, "++v+v++!hs");
    check(
        &session,
        &[
            "Results: staked $10, returned $24, net +$14",
            "Main wager            $4 →        $8  18 beats 17",
            "Three Card Bonus      $2 →        $0  no three-card hand",
            "Bonus 7's             $4 →       $16  first card a seven pays 3 to 1",
            "The round is over: net +$14",
            "play money $34",
            "Session +$14",
        ],
    );
    press(&mut session, "!");
    check(&session, &["The same bets again; Enter deals.", "Felt $10"]);
}

#[test]
fn an_action_the_bankroll_cannot_pay_is_shown_so() {
    let mut session = Session::new(given("bahama-bonus", 1, "9s 6h 2d 5c", 12));
    press(&mut session, "++!");
    check(&session, &["needs $10"]);
    press(&mut session, "d");
    check(&session, &["That takes $10 and your bankroll is $2."]);
}

#[test]
fn leaving_in_a_round_is_asked_and_settles_it() {
    let cards = "9s 6h 2d 5c Kh Qh Jh";
    let mut session = Session::new(given("bahama-bonus", 1, cards, 100));
    press(&mut session, "++!");
    assert!(!session.table().is_betting());
    assert_eq!(press(&mut session, "q"), Flow::Stay);
    check(&session, &["Leave the table?", "every open hand stands", "Y leave, N stay"]);
    assert_eq!(press(&mut session, "n"), Flow::Stay);
    assert_eq!(press(&mut session, "~"), Flow::Stay);
    assert_eq!(press(&mut session, "y"), Flow::Leave);
    assert!(session.table().is_betting());
    assert_eq!(session.table().rounds(), 1);
    let mut other = Session::new(given("bahama-bonus", 1, cards, 100));
    press(&mut other, "++!");
    assert_eq!(other.handle(Command::LeaveNow), Flow::Leave);
    assert_eq!(other.table().bankroll(), session.table().bankroll());
}

#[test]
fn help_and_rules_open_and_scroll() {
    let mut session = session("bahama-bonus", 1, 1, 100);
    press(&mut session, "?");
    check(&session, &["Keys", "surrender, or rescue after a double", "Esc closes", "Q  Esc"]);
    press(&mut session, "~l");
    check(&session, &["Rules", "48 cards, without the pip tens"]);
    session.handle(Command::Scroll(Scroll::End));
    session.limit_scroll(screen::most_scroll(&session, Rect::new(0, 0, 80, 24)));
    assert!(page(&session, (80, 24)).contains("Players do not bet with each other."));
    press(&mut session, "~");
    assert_eq!(session.mode(), Mode::Table);
}

#[test]
fn a_small_terminal_says_so() {
    let session = session("bahama-bonus", 1, 1, 100);
    let said = page(&session, (79, 24));
    assert!(said.contains("needs 80 columns and 24 lines; this terminal has 79 and 24"), "{said}");
}

#[test]
fn red_suits_are_red_and_no_colour_means_none() {
    let mut session = Session::new(given("bahama-bonus", 1, "2h As 5h 9d", 200));
    press(&mut session, "++!");
    let red = |palette| {
        let mut terminal = Terminal::new(TestBackend::new(80, 24)).unwrap();
        terminal.draw(|frame| screen::draw(frame, &session, palette)).unwrap();
        let cells = terminal.backend().buffer().content.clone();
        let suits: Vec<Color> =
            cells.iter().filter(|cell| cell.symbol() == "♥").map(|cell| cell.fg).collect();
        let coloured = cells.iter().filter(|cell| cell.fg != Color::Reset).count();
        (suits, coloured)
    };
    let (hearts, _) = red(Palette::Colour);
    assert!(!hearts.is_empty() && hearts.iter().all(|&ink| ink == Color::Red));
    assert_eq!(red(Palette::Plain).1, 0);
}

/// The words of the head's first row and of the foot: keys, prices, messages.
fn frame_words(session: &Session, width: u16) -> Vec<String> {
    let page = page(session, (width, 24));
    let rows: Vec<&str> = page.lines().collect();
    let framing = rows[..1].iter().chain(&rows[19..]);
    let words = framing.flat_map(|row| row.split([' ', '─'])).filter(|word| !word.is_empty());
    words.map(str::to_owned).collect()
}

/// Any keys, any terminal size: nothing panics, and the money stays right.
#[test]
fn any_keys_can_be_pressed_on_any_screen() {
    let keys: Vec<char> = "++++!!! hsdprin123ucbxt5.^v<>~?l-y".chars().collect();
    for (number, GameText { id: game, .. }) in (0u8..).zip(GAMES) {
        for seats in [1, 3, 7] {
            let mut dice = Dice::new(number * 10 + seats);
            let mut session = session(game, seats, number.into(), 100_000);
            for step in 0..1_500 {
                let key = dice.pick(&keys);
                press(&mut session, &key.to_string());
                let size = match step % 50 {
                    0 => (1 + dice.below(200) as u16, 1 + dice.below(70) as u16),
                    1 => (80, 24),
                    _ => continue,
                };
                let most = screen::most_scroll(&session, Rect::new(0, 0, size.0, size.1));
                session.limit_scroll(most);
                let _ = page(&session, size);
                if session.panel().is_none() {
                    // The least screen says all that a wide one says.
                    assert_eq!(frame_words(&session, 80), frame_words(&session, 200));
                }
            }
            assert!(session.table().rounds() > 10, "{game}: {}", session.table().rounds());
            let table: Sitting = session.into_table();
            assert_eq!(table.stack().bankroll, table.bankroll() + table.on_felt());
        }
    }
}

/// At the least size every hand and every result can be seen, wherever the cut is.
#[test]
fn many_seats_fit_the_least_screen() {
    for seed in 0..30 {
        let mut session = session("bahama-bonus", 7, seed, 5_000);
        press(&mut session, "1+2+3+4+5+6+7+!");
        while !session.table().is_betting() {
            let page = page(&session, (80, 24));
            if let Some(Ask::Action { seat, .. }) = session.table().asked() {
                assert!(page.contains(&format!("▶ Seat {seat}")), "{page}");
                for seat in 1..=7 {
                    assert!(page.contains(&format!("Seat {seat}")), "{page}");
                }
            }
            press(&mut session, "ns");
        }
        let lines = session.table().cards().lines.clone();
        let mut seen = page(&session, (80, 24));
        assert!(seen.contains("Results: staked "), "{seen}");
        for _ in 0..lines.len() {
            session.handle(Command::Scroll(Scroll::PageDown));
            session.limit_scroll(screen::most_scroll(&session, Rect::new(0, 0, 80, 24)));
            seen += &page(&session, (80, 24));
        }
        for line in lines {
            let reason = line.reason.to_string();
            let row =
                |row: &str| row.starts_with(&format!("  {} ", line.seat)) && row.ends_with(&reason);
            assert!(seen.lines().any(row), "seat {}: {reason} in\n{seen}", line.seat);
        }
    }
}

#[test]
fn control_c_leaves_whatever_is_open() {
    let key = KeyEvent::new(KeyCode::Char('c'), KeyModifiers::CONTROL);
    for mode in [Mode::Table, Mode::Reading, Mode::Typing, Mode::Asking] {
        assert_eq!(command(key, mode), Some(Command::LeaveNow));
    }
}
