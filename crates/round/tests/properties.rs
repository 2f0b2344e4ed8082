//! What must hold for every round of every game file, by random legal play. A
//! failure names the game and the seed that repeats it.

// A test that cannot go on fails; its helpers may say so with `unwrap`.
#![allow(clippy::unwrap_used)]

use cards::{Card, Counts, Suit};
use round::{Answer, Hand, Line, LineSpot, Need, Round, replay};
use rules::{Action, Bets, Money, Returned, SeatBets, Spot, Word, double_adds};
use testkit::{Dice, Games, RandomRound, rounds};

/// Plays random rounds of every game and checks each.
fn every_game(check: impl Fn(&RandomRound)) {
    for game in games::GAMES {
        let (id, games) = (game.id, Games::of(game));
        for seed in 0..rounds(300, 3_000, 20_000) {
            let random = RandomRound::play(&games, &mut Dice::new(seed));
            let checked = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| check(&random)));
            assert!(checked.is_ok(), "{id}, seed {seed}:\n{}", random.document());
        }
    }
}

fn lines(round: &Round, random: &RandomRound) -> Vec<Line> {
    let mut lines = Vec::new();
    round.settle(&random.profile.rules, |line| lines.push(line));
    lines
}

/// The answers again, on other bets or cards; nothing if one of them is refused.
fn replayed(random: &RandomRound, bets: &Bets, answers: &[Answer]) -> Option<Round> {
    let placed = random.profile.rules.accept(bets).ok()?;
    let round = replay(&random.profile.rules, &placed, answers).ok()?;
    (round.need() == Need::Nothing).then_some(round)
}

/// What is settled is exactly what was put down.
#[test]
fn chips_are_conserved() {
    every_game(|random| {
        let rules = &random.profile.rules;
        let mut put_down: Money = random.bets.iter().map(SeatBets::total).sum();
        let mut round = Round::new(&rules.accept(&random.bets).unwrap());
        for &answer in &random.answers {
            let cents = match (answer, round.need()) {
                (Answer::Act { seat, action: Action::Double }, Need::Action { hand, .. }) => {
                    double_adds(rules, round.hands(seat)[usize::from(hand) - 1].stake()).unwrap()
                }
                (Answer::Act { seat, action: Action::Split }, _) => {
                    random.bets[usize::from(seat) - 1].get(Spot::Main)
                }
                (Answer::Insure { cents, .. }, _) => cents,
                _ => 0,
            };
            put_down += Money::cents(cents.into());
            round.answer(rules, answer).unwrap();
        }
        let settled = lines(&round, random);
        assert_eq!(settled.iter().map(|line| line.staked).sum::<Money>(), put_down);
        for line in settled {
            assert!(!matches!(line.returned, Returned::Amount(amount) if amount < Money::ZERO));
        }
    });
}

/// an answer is accepted exactly if it is legal, and a refusal changes nothing.
#[test]
fn r_13_accepted_is_legal_and_refusals_change_nothing() {
    every_game(|random| {
        let rules = &random.profile.rules;
        let mut round = Round::new(&rules.accept(&random.bets).unwrap());
        for &answer in &random.answers {
            let need = round.need();
            let accepts = |answer: Answer| {
                let mut tried = round;
                let accepted = tried.answer(rules, answer).is_ok();
                assert!(accepted || tried == round, "the refusal of {answer:?} changed the round");
                accepted
            };
            assert_eq!(accepts(Answer::Card(random.cards[0])), matches!(need, Need::Card(_)));
            for seat in 1..=7u8 {
                for &action in Action::ALL {
                    let legal = matches!(need, Need::Action { seat: asked, legal, .. }
                        if asked == seat && legal.has(action));
                    assert_eq!(accepts(Answer::Act { seat, action }), legal);
                }
                for cents in [0, 1, 50, 100, u32::MAX] {
                    let legal = matches!(need, Need::Insurance { seat: asked, most }
                        if asked == seat && cents <= most && cents % 50 == 0);
                    assert_eq!(accepts(Answer::Insure { seat, cents }), legal);
                }
            }
            round.answer(rules, answer).unwrap();
        }
    });
}

/// A43: the round never asks where only one answer is legal, nor a hand of 21.
#[test]
fn a43_there_are_always_two_answers() {
    every_game(|random| {
        let rules = &random.profile.rules;
        let mut round = Round::new(&rules.accept(&random.bets).unwrap());
        for &answer in &random.answers {
            match round.need() {
                Need::Action { seat, hand, legal } => {
                    assert!(legal.len() >= 2 && legal.has(Action::Stand));
                    assert!(round.hands(seat)[usize::from(hand) - 1].total().best() < 21);
                }
                Need::Insurance { most, .. } => assert!(most > 0),
                Need::Card(_) | Need::Nothing => {}
            }
            round.answer(rules, answer).unwrap();
        }
    });
}

/// G-01: the recorded answers are the round; a restarted round is a new one.
#[test]
fn g_01_a_replay_is_the_same_round() {
    every_game(|random| {
        let mut again = replayed(random, &random.bets, &random.answers).unwrap();
        assert!(again == random.round);
        again.restart();
        for &answer in &random.answers {
            again.answer(&random.profile.rules, answer).unwrap();
        }
        assert_eq!(lines(&again, random), lines(&random.round, random));
    });
}

/// N-09: every card dealt lies in exactly one hand.
#[test]
fn n_09_cards_are_conserved() {
    every_game(|random| {
        let given = random.answers.iter().filter_map(|answer| match answer {
            Answer::Card(card) => Some(*card),
            _ => None,
        });
        let hands = (1..=7).flat_map(|seat| random.round.hands(seat)).flat_map(Hand::cards);
        let on_felt = hands.chain(random.round.dealer_cards().unwrap()).copied();
        assert_eq!(given.collect::<Counts>(), on_felt.collect::<Counts>());
    });
}

/// Two suits of one colour are interchangeable unless one is the bonus suit.
#[test]
fn suits_are_interchangeable() {
    every_game(|random| {
        let (a, b) = match random.profile.rules.bonus_21.map(|bonus| bonus.suit) {
            Some(Suit::Spades | Suit::Clubs) => (Suit::Diamonds, Suit::Hearts),
            _ => (Suit::Clubs, Suit::Spades),
        };
        let swapped = |card: Card| match card.suit() {
            suit if suit == a => Card::new(card.rank(), b),
            suit if suit == b => Card::new(card.rank(), a),
            _ => card,
        };
        let swap = |&answer: &Answer| match answer {
            Answer::Card(card) => Answer::Card(swapped(card)),
            other => other,
        };
        let answers: Vec<Answer> = random.answers.iter().map(swap).collect();
        let round = replayed(random, &random.bets, &answers).unwrap();
        assert_eq!(lines(&round, random), lines(&random.round, random));
    });
}

/// What a seat is paid does not depend on the side wagers of the others, but for
/// envy and shares of a meter, which are second steps over all seats.
#[test]
fn seats_are_independent() {
    every_game(|random| {
        for kept in 1..=7u8 {
            let mut bets = random.bets;
            for (seat, bets) in (1u8..).zip(&mut bets) {
                for spot in Spot::side().filter(|_| seat != kept) {
                    bets.set(spot, 0);
                }
            }
            let round = replayed(random, &bets, &random.answers).unwrap();
            let own = |round: &Round| -> Vec<Line> {
                let own = |line: &Line| line.seat == kept && line.spot != LineSpot::Envy;
                lines(round, random).into_iter().filter(own).collect()
            };
            assert_eq!(own(&round), own(&random.round));
        }
    });
}

/// Twice the bets, twice the pays, wherever the limits allow the same play: all
/// but fixed prizes, units of the progressive and doubles for less.
#[test]
fn pays_scale_with_the_bets() {
    let scaled = std::cell::Cell::new(0);
    every_game(|random| {
        let mut bets = random.bets;
        for bets in &mut bets {
            for &spot in Spot::ALL.iter().filter(|spot| !spot.is_progressive()) {
                bets.set(spot, bets.get(spot) * 2);
            }
        }
        let twice = |&answer: &Answer| match answer {
            Answer::Insure { seat, cents } => Answer::Insure { seat, cents: cents * 2 },
            other => other,
        };
        let answers: Vec<Answer> = random.answers.iter().map(twice).collect();
        let Some(round) = replayed(random, &bets, &answers) else { return };
        let for_less = (1..=7u8).any(|seat| {
            let main = bets[usize::from(seat) - 1].get(Spot::Main);
            round.hands(seat).iter().any(|hand| hand.stake() != main << hand.doubles())
        });
        if for_less {
            return;
        }
        let wagers = |round: &Round, times: i64| -> Vec<(u8, Money, Money)> {
            let settled = lines(round, random).into_iter();
            settled
                .filter(|line| matches!(line.spot, LineSpot::Wager(spot) if !spot.is_progressive()))
                .map(|line| match line.returned {
                    Returned::Amount(amount) => {
                        (line.seat, line.staked.part(times, 1), amount.part(times, 1))
                    }
                    Returned::Share(_) => panic!("only the progressive has a meter"),
                })
                .collect()
        };
        scaled.set(scaled.get() + 1);
        assert_eq!(wagers(&round, 1), wagers(&random.round, 2));
    });
    assert!(scaled.get() > 50, "only {} rounds could be scaled", scaled.get());
}

/// A33, A47 and T-08: lines are decided one by one, never taken back, and all the
/// same at the end; what the hole card decides waits until it is turned.
#[test]
fn a33_decided_lines_stay_as_they_are() {
    every_game(|random| {
        let rules = &random.profile.rules;
        let last = lines(&random.round, random);
        let mut round = Round::new(&rules.accept(&random.bets).unwrap());
        for &answer in &random.answers {
            round.answer(rules, answer).unwrap();
            let mut decided = Vec::new();
            round.settle_decided(rules, |line| decided.push(line));
            for line in &decided {
                let hidden = matches!(line.spot, LineSpot::Wager(spot)
                    if spot == Spot::MatchDown || spot.is_progressive());
                assert!(!hidden || round.dealer_cards().is_some());
                assert!(last.contains(line), "{line:?}");
            }
            if round.is_dealt() {
                let open = |line: &&Line| {
                    matches!(
                        line.spot,
                        LineSpot::Wager(
                            Spot::MatchUp | Spot::Trilux | Spot::Super3 | Spot::ThreeCard
                        )
                    )
                };
                assert_eq!(decided.iter().filter(open).count(), last.iter().filter(open).count());
            }
        }
    });
}

/// S-01's forerunner: the hole card stays out of sight until it is turned.
#[test]
fn the_hole_card_is_not_told_before_it_is_turned() {
    every_game(|random| {
        let rules = &random.profile.rules;
        let mut round = Round::new(&rules.accept(&random.bets).unwrap());
        for &answer in &random.answers {
            if matches!(round.need(), Need::Action { .. } | Need::Insurance { .. }) {
                assert_eq!(round.dealer_cards(), None);
            }
            round.answer(rules, answer).unwrap();
        }
        assert!(round.dealer_cards().is_some_and(|cards| cards.len() >= 2));
    });
}
