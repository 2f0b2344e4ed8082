//! The fast path and the asking engine settle the same shoes alike, to the cent.

// A test that cannot go on fails; its helpers may say so with `unwrap`.
#![allow(clippy::unwrap_used)]

use std::sync::Arc;

use cards::{Card, Counts, Shoe};
use odds::main_wager::{Asked, Question, Solution, SplitClass, Table};
use round::{LineSpot, Need, Round};
use rules::{Bets, Game, GameFile, Most, Returned, Rules, Spot};
use sim::{Generator, Kernel};

const SEATS: usize = 3;

/// A game with one solved strategy, at a bet where limits on doubling bind.
fn solved(game: &Game, bet: u32) -> (Rules, Solution) {
    let rules = game.profile(None, &[]).unwrap().rules;
    let table = Arc::new(Table::new(&Counts::of(rules.deck, rules.decks), rules.soft_17));
    let question = Question { rules, bet: Some(bet), class: SplitClass::Pair };
    (rules, Solution::of(&table, question).unwrap())
}

/// What the engine pays each seat on its main wager, and how many special bonuses.
fn engine(rules: &Rules, solution: &Solution, bet: u32, cards: &[Card]) -> Vec<(i64, i64, u8)> {
    let mut bets = Bets::default();
    bets[..SEATS].iter_mut().for_each(|seat| seat.set(Spot::Main, bet));
    let mut round = Round::new(&rules.accept(&bets).unwrap());
    let mut cards = cards.iter();
    loop {
        match round.need() {
            Need::Card(_) => round.card(rules, *cards.next().unwrap()).unwrap(),
            Need::Insurance { seat, .. } => round.insure(rules, seat, 0).unwrap(),
            Need::Action { seat, hand, legal } => {
                let asked = &round.hands(seat)[usize::from(hand) - 1];
                let action = solution.play(&Asked {
                    cards: asked.cards(),
                    up: round.up_card().unwrap(),
                    origin: asked.origin(),
                    doubles: asked.doubles(),
                    legal,
                });
                round.act(rules, seat, action.unwrap()).unwrap();
            }
            Need::Nothing => break,
        }
    }
    let special = rules.special_bonus.map_or(1, |special| special.prize(bet));
    let mut paid = vec![(0, 0, 0); SEATS];
    round.settle(rules, |line| {
        let Returned::Amount(returned) = line.returned else { return };
        let seat = &mut paid[usize::from(line.seat) - 1];
        match line.spot {
            LineSpot::Wager(Spot::Main) => {
                seat.0 += line.staked.in_cents();
                seat.1 += returned.in_cents();
            }
            LineSpot::SpecialBonus => {
                seat.2 += (returned.in_cents() / i64::from(special)) as u8;
            }
            _ => {}
        }
    });
    paid
}

#[test]
fn the_fast_path_settles_as_the_engine() {
    let rounds = testkit::rounds(2_000, 50_000, 1_000_000);
    for games::GameText { id, text, .. } in games::GAMES {
        let file = GameFile::read(text);
        let configurations = file.configurations();
        for configuration in &configurations {
            let game = file.game(Some(configuration), &[]).unwrap();
            let Most::Amount(most) = game.rules().wager(Spot::Main).unwrap().most else {
                panic!("{id}: the main wager has a limit of its own");
            };
            let bet = most.min(10_000);
            let (rules, solution) = solved(&game, bet);
            let kernel = Kernel::new(&rules, solution.plays(), bet);
            let mut words = Generator::new(5, 0);
            let mut shoe = Shoe::new(rules.deck, rules.decks);
            let (mut splits, mut specials) = (0, 0);
            for round in 0..rounds as u64 / configurations.len() as u64 {
                shoe.gather();
                let mut dealt = Vec::new();
                let played = kernel.play::<SEATS>(|| {
                    let card = shoe.draw_shuffling(&mut words).unwrap();
                    dealt.push(card);
                    card
                });
                assert_eq!(usize::from(played.cards), dealt.len());
                let fast: Vec<(i64, i64, u8)> = played
                    .seats
                    .iter()
                    .map(|seat| (seat.staked.into(), seat.returned.into(), seat.special))
                    .collect();
                let paid = engine(&rules, &solution, bet, &dealt);
                assert_eq!(fast, paid, "{id} {configuration} round {round}: {dealt:?}");
                splits += played.seats.iter().filter(|seat| seat.hands > 2).count();
                specials +=
                    played.seats.iter().map(|seat| usize::from(seat.special)).sum::<usize>();
            }
            assert!(splits > 0, "{id}: no resplit was met ({specials} special bonuses)");
        }
    }
}
