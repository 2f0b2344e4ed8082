//! How long the exact analysis of a game's side wagers takes.
//!
//! `cargo bench -p odds` measures; `-- --answers` only checks the answers. The
//! yardstick beside it walks through the same sets of four cards and does nothing
//! with them: what is left is classifying and counting.

mod clock;

use std::hint::black_box;

use clock::median;
use odds::Analysis;
use rules::{Game, GameFile, Spot};

const REPETITIONS: usize = 15;

fn game() -> Game {
    let text = include_str!("../../../games/wsgc-bahama-bonus.toml");
    GameFile::read(text).game(None, &[]).expect("the game file has no faults")
}

fn analyse(game: &Game) -> Analysis {
    Analysis::of(game, 6, &[], &[]).expect("no card is removed")
}

/// Every set of four kinds of cards, as the progressive's count walks through them.
fn yardstick() -> u64 {
    let kinds = black_box(48u64);
    let mut sets = 0;
    for a in 0..kinds {
        for b in a..kinds {
            for c in b..kinds {
                for d in c..kinds {
                    sets += black_box(d - a) & 1;
                }
            }
        }
    }
    sets
}

/// Asserts the answers: published figures and the number of wagers.
fn check(analysis: &Analysis) {
    let found = |spot: Spot, id: &str| {
        let wager = analysis.side.iter().find(|side| side.spot == spot && side.paytable == id);
        wager.map(|side| (side.ev.num(), side.ev.den()))
    };
    assert_eq!(found(Spot::MatchUp, "1"), Some((-114, 3731)));
    assert_eq!(found(Spot::Trilux, "TRI-03"), Some((-244, 3731)));
    assert_eq!(found(Spot::Super3, "SUP-01"), Some((-7589, 41041)));
    assert_eq!(analysis.side.len(), 12);
    assert_eq!(analysis.progressive.len(), 4);
}

fn main() {
    let game = game();
    check(&analyse(&game));
    println!("side: the answers of wsgc-bahama-bonus with six decks are right");
    if std::env::args().any(|argument| argument == "--answers") {
        return;
    }
    let (analysis, yardstick) =
        (median(REPETITIONS, || analyse(&game)), median(REPETITIONS, yardstick));
    println!(
        "all side wagers of wsgc-bahama-bonus, six decks: {:.2} ms; yardstick {:.2} ms; ratio {:.1}",
        analysis.as_secs_f64() * 1e3,
        yardstick.as_secs_f64() * 1e3,
        analysis.as_secs_f64() / yardstick.as_secs_f64(),
    );
}
