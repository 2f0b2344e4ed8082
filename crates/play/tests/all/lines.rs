//! The line mode with anything that can be typed.

use games::{GAMES, GameText};
use play::plain::{self, Prompt};
use play::{Coach, Coaching, Stop};

use super::{Dice, table};

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
