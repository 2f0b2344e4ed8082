//! The counts against brute force over physical cards of one- and two-deck shoes:
//! every card is its own, every order is dealt, nothing is multiplied.

// A test that cannot go on fails; its helpers may say so with `unwrap`.
#![allow(clippy::unwrap_used)]

use cards::{Card, Counts, Deck};
use odds::ways::{self, ThirdCard};
use odds::{special_bonus, winners};
use rules::{Class, GameFile, Kind, class};

/// The physical cards of a shoe cut down to a few ranks, so that every order of
/// five cards can be dealt one by one.
fn shoe(deck: Deck, decks: u8, ranks: &str) -> (Vec<Card>, Counts) {
    let cards: Vec<Card> = Counts::of(deck, decks)
        .cards()
        .filter(|card| ranks.contains(card.rank().letter()))
        .collect();
    let counts = cards.iter().copied().collect();
    (cards, counts)
}

/// Deals every ordered hand of `N` different physical cards.
fn every_hand<const N: usize>(cards: &[Card], mut see: impl FnMut([Card; N])) {
    fn deal<const N: usize>(
        cards: &[Card],
        used: &mut Vec<usize>,
        see: &mut impl FnMut([Card; N]),
    ) {
        if used.len() == N {
            return see(std::array::from_fn(|place| cards[used[place]]));
        }
        for index in 0..cards.len() {
            if !used.contains(&index) {
                used.push(index);
                deal(cards, used, see);
                used.pop();
            }
        }
    }
    deal(cards, &mut Vec::new(), &mut see);
}

fn tally<const N: usize>(
    cards: &[Card],
    kind: Kind,
    classify: impl Fn([Card; N]) -> Class,
) -> Vec<u64> {
    let mut tally = vec![0; kind.classes().len()];
    every_hand(cards, |hand: [Card; N]| {
        tally[classify(hand) as usize - kind.classes()[0] as usize] += 1;
    });
    tally
}

/// The ratio of counted to dealt ways is the same for every class: the number of
/// orders in which a set of cards can be dealt.
#[track_caller]
fn check(ways: &ways::Ways, tally: &[u64], orders: u64) {
    for (class, &dealt) in ways.kind().classes().iter().zip(tally) {
        assert_eq!(ways.of(*class) * orders, dealt, "{class}");
    }
}

#[test]
fn match_and_three_cards_over_one_and_two_whole_decks() {
    for (deck, decks) in [(Deck::FortyEight, 1), (Deck::FortyEight, 2), (Deck::FiftyTwo, 1)] {
        let counts = Counts::of(deck, decks);
        let cards: Vec<Card> = counts.cards().collect();
        let matches = tally(&cards, Kind::Match, |[a, b, up]| class::match_dealer([a, b], up));
        check(&ways::match_dealer(&counts), &matches, 2);
        let three = tally(&cards, Kind::ThreeCard, |hand| class::three_card(hand, deck));
        check(&ways::three_card(&counts, deck), &three, 6);
    }
}

#[test]
fn four_cards_over_one_whole_deck_and_parts_of_more() {
    let whole = shoe(Deck::FortyEight, 1, "A23456789JQK");
    let parts = [
        shoe(Deck::FortyEight, 2, "27K"),
        shoe(Deck::FortyEight, 5, "7"),
        shoe(Deck::FortyEight, 4, "79"),
    ];
    for (cards, counts) in parts.iter().chain([&whole]) {
        check(&ways::four_card(counts), &tally(cards, Kind::FourCard, class::four_card), 24);
    }
}

/// P-32: every set of four cards of a whole shoe, by the number of ways to take each from
/// its copies.
#[test]
fn p_32_four_cards_over_whole_shoes_of_five_six_and_eight_decks() {
    let one: Vec<Card> = Counts::of(Deck::FortyEight, 1).cards().collect();
    let classes = Kind::FourCard.classes();
    for decks in [5u8, 6, 8] {
        let copies = u64::from(decks);
        let mut tally = vec![0; classes.len()];
        for a in 0..one.len() {
            for b in a..one.len() {
                for c in b..one.len() {
                    for d in c..one.len() {
                        let (mut ways, mut run) = (1, 0);
                        for (place, card) in [a, b, c, d].into_iter().enumerate() {
                            let is_same = place > 0 && [a, b, c, d][place - 1] == card;
                            run = if is_same { run + 1 } else { 0 };
                            // C(n, k + 1) is C(n, k) (n - k) / (k + 1).
                            ways = ways * (copies - run) / (run + 1);
                        }
                        let hand = [one[a], one[b], one[c], one[d]];
                        tally[class::four_card(hand) as usize - classes[0] as usize] += ways;
                    }
                }
            }
        }
        check(&ways::four_card(&Counts::of(Deck::FortyEight, decks)), &tally, 1);
    }
}

#[test]
fn insurance_over_one_and_two_decks() {
    for decks in [1, 2] {
        let counts = Counts::of(Deck::FiftyTwo, decks);
        let cards: Vec<Card> = counts.cards().collect();
        let mut dealt = vec![0u64; 3];
        every_hand(&cards, |[up, hole]: [Card; 2]| {
            if up.is_ace() {
                dealt[class::insurance(up, hole) as usize - Class::SuitedNatural as usize] += 1;
            }
        });
        check(&ways::insurance(&counts), &dealt, 1);
    }
}

#[test]
fn sevens_with_and_without_the_rule_of_the_third_card() {
    for (decks, ranks) in [(1, "A67T"), (2, "7K"), (1, "7AKQ"), (2, "7A")] {
        let (cards, counts) = shoe(Deck::FiftyTwo, decks, ranks);
        for rule in [ThirdCard::UnlessDealerNatural, ThirdCard::Always] {
            let classify = |[first, second, third, up, hole]: [Card; 5]| {
                let natural = rule == ThirdCard::UnlessDealerNatural && class::is_natural(up, hole);
                class::sevens([first, second], (!natural).then_some(third))
            };
            check(&ways::sevens(&counts, rule), &tally(&cards, Kind::Sevens, classify), 1);
        }
    }
}

#[test]
fn the_special_bonus() {
    let (cards, counts) = shoe(Deck::FortyEight, 3, "7K");
    let (mut won, mut all) = (0i128, 0i128);
    every_hand(&cards, |[a, b, c, up]: [Card; 4]| {
        all += 1;
        won += i128::from(a.value() == 7 && a == b && a == c && up.value() == 7);
    });
    assert_eq!(special_bonus(&counts), odds::Fraction::new(won, all));
}

/// Several winners in one round: two seats and the dealer, every order dealt.
#[test]
fn joint_winners_over_a_small_shoe() {
    let game = GameFile::read(include_str!("../../../games/wsgc-bahama-bonus.toml"))
        .game(None, &[])
        .unwrap();
    for id in ["1", "3"] {
        let table = &game
            .tables_of(rules::Spot::Progressive)
            .iter()
            .find(|named| named.id == id)
            .unwrap()
            .table;
        // Seven sevens of clubs, three of diamonds and one of spades.
        let cards: Vec<Card> = "7c 7c 7c 7c 7c 7c 7c 7d 7d 7d 7s"
            .split(' ')
            .map(|card| card.parse().unwrap())
            .collect();
        let counts: Counts = cards.iter().copied().collect();
        let mut dealt = [0u64; 3];
        every_hand(&cards, |[a, b, c, d, up, hole]: [Card; 6]| {
            let wins = |first, second| {
                table.pay(class::four_card([first, second, up, hole])) == rules::Pay::Share(100)
            };
            dealt[usize::from(wins(a, b)) + usize::from(wins(c, d))] += 1;
        });
        let all: u64 = dealt.iter().sum();
        for (law, dealt) in winners(&counts, table, 2).iter().zip(dealt) {
            let dealt = odds::Fraction::new(dealt.into(), all.into()).to_ratio();
            assert_eq!(*law, dealt, "table {id}");
        }
    }
}

/// The value of insurance over all own hands together is its value without looking.
#[test]
fn looking_at_the_own_cards_does_not_change_the_average() {
    let counts = Counts::of(Deck::FiftyTwo, 1);
    let blind = ways::insurance(&counts);
    let known: Vec<_> = (0..=2).map(|tens| ways::insurance_holding(&counts, tens)).collect();
    for &class in Kind::Insurance.classes() {
        // Each blind way is met once for each pair among the other fifty cards.
        let sum: u64 = known.iter().map(|ways| ways.of(class)).sum();
        assert_eq!(sum, blind.of(class) * (50 * 49 / 2));
    }
}
