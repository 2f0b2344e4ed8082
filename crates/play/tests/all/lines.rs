//! The line mode with anything that can be typed.

use games::{GAMES, GameText};
use play::plain::{self, Prompt};
use play::{Coach, Coaching, Stop};

use super::{Dice, given, table};

/// Words of the commands and rubbish, in any order: every line is answered with
/// sentences, and what is refused changes nothing.
#[test]
fn any_lines_can_be_typed() {
    let orders = "bet bet bet main match-up trilux progressive 5 10 0 0.5 $1,000 seat 1 2 9 deal \
                  hit stand double split surrender rescue insure no undo clear rebet x2 table help \
                  rules r ? ♠ 99999999999999999999 -5";
    let whole = ["bet main 5", "bet match-up 1", "deal", "stand", "no", "\u{7}", ""];
    let words: Vec<&str> = orders.split(' ').collect();
    for (number, GameText { id: game, .. }) in (0u8..).zip(GAMES) {
        let mut dice = Dice::new(200 + number);
        let mut lines = String::new();
        for _ in 0..5_000 {
            lines.push_str(dice.pick(&whole));
            for _ in 0..dice.below(2) * dice.below(5) {
                lines.push_str(&format!(" {}", dice.pick(&words)));
            }
            lines.push('\n');
        }
        let mut bytes = lines.into_bytes();
        bytes.extend([0xff, 0xfe, b'\n']);
        let mut table = table(game, 2, number.into(), 100_000);
        let mut out = Vec::new();
        let keep = |_: &play::Sitting| Ok(());
        let mut coach = Coach::new(table.rules(), dice.pick(&[Coaching::Ask, Coaching::Off]));
        let input = std::io::Cursor::new(bytes);
        plain::run(&mut table, &mut coach, input, &mut out, Prompt::Hidden, &Stop::never(), keep)
            .unwrap();
        assert!(table.rounds() > 100, "{game}: {} rounds", table.rounds());
        let said = String::from_utf8(out).unwrap();
        assert!(said.lines().all(|line| !line.contains('\u{7}')));
        assert!(said.ends_with("it is kept for the next time.\n"));
    }
}

/// What a table of these cards says to these lines.
fn said(cards: &str, lines: &'static str) -> String {
    let mut table = given("bahama-bonus", 1, cards, 1_000);
    let mut coach = Coach::new(table.rules(), Coaching::Off);
    let (mut out, keep) = (Vec::new(), |_: &play::Sitting| Ok(()));
    let input = std::io::Cursor::new(lines.as_bytes());
    plain::run(&mut table, &mut coach, input, &mut out, Prompt::Hidden, &Stop::never(), keep)
        .unwrap();
    String::from_utf8(out).unwrap()
}

#[test]
fn what_is_done_asked_and_won_is_told_as_a_dealer_says_it() {
    for (cards, lines, told) in [
        (
            "5s 6c 4s Jd 2c 3d",
            "bet 20\ndeal\ndouble\ndouble\nrescue\n",
            [
                "You double to $40 and draw the two of clubs: 11.",
                "You redouble to $80 and draw the three of diamonds: 14.",
            ],
        ),
        (
            "As 6h Kd 9c",
            "bet 20.25\nbet 20\ndeal\n",
            [
                "Seat 1: main goes in steps of $1: $20 or $21, not $20.25.",
                "Your blackjack pays 3 to 2. Staked $20, returned $50.",
            ],
        ),
        (
            "9h Ad Jh Kc",
            "bet 10\ndeal\nno\n",
            [
                "Insurance? Pays 2 to 1 if the dealer has blackjack. Up to $5, or say no.",
                "Seat 1, Main wager: dealer has blackjack. Staked $10, returned $0.",
            ],
        ),
        (
            "7h 7d 7d 7h 9c",
            "bet main 20 progressive 1\ndeal\nstand\n",
            ["You win the whole meter, $2,000.12, with four red sevens.", "Type help"],
        ),
    ] {
        let said = said(cards, lines);
        for sentence in told {
            assert!(said.contains(sentence), "{sentence} in\n{said}");
        }
    }
}
