//! In how many ways the cards of a shoe fall into each class.
//!
//! Everything is counted over physical cards by enumerating kinds of cards with
//! their copies, and classified by the very functions the table uses.

use cards::{Card, Counts, Deck};
use rules::{Class, Kind, Look, class};

/// The number of ways of each class of one kind, and of all together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ways {
    kind: Kind,
    ways: Vec<u64>,
}

impl Ways {
    fn none(kind: Kind) -> Ways {
        Ways { kind, ways: vec![0; kind.classes().len()] }
    }

    fn add(&mut self, class: Class, ways: u64) {
        let first = self.kind.classes()[0] as usize;
        self.ways[class as usize - first] += ways;
    }

    /// The ways of a class.
    pub fn of(&self, class: Class) -> u64 {
        let first = self.kind.classes()[0] as usize;
        self.ways[class as usize - first]
    }

    /// All ways together.
    pub fn total(&self) -> u64 {
        self.ways.iter().sum()
    }

    /// What the classes are classes of.
    pub fn kind(&self) -> Kind {
        self.kind
    }
}

/// The kinds of cards that are left, with their number.
fn kinds(counts: &Counts) -> Vec<(Card, u64)> {
    let all = (0u8..).map_while(Card::from_index);
    all.map(|card| (card, u64::from(counts.get(card)))).filter(|&(_, count)| count > 0).collect()
}

/// In how many ways `taken` further copies of one kind can be chosen from `count`.
fn choose(count: u64, taken: u64) -> u64 {
    match taken {
        0 => 1,
        1 => count,
        2 => count * count.saturating_sub(1) / 2,
        3 => count * count.saturating_sub(1) * count.saturating_sub(2) / 6,
        _ => {
            count * count.saturating_sub(1) * count.saturating_sub(2) * count.saturating_sub(3) / 24
        }
    }
}

/// The ways of a set of kinds in non-descending order: equal neighbours share copies.
fn ways_of<const N: usize>(hand: [(Card, u64); N]) -> u64 {
    let mut ways = 1;
    let mut place = 0;
    while place < N {
        let mut same = 1;
        while place + same < N && hand[place + same].0 == hand[place].0 {
            same += 1;
        }
        ways *= choose(hand[place].1, same as u64);
        place += same;
    }
    ways
}

/// Match-Up or Match-Down: two player cards (in any order) and one dealer card.
pub fn match_dealer(counts: &Counts) -> Ways {
    let mut ways = Ways::none(Kind::Match);
    let kinds = kinds(counts);
    for &(dealer, copies) in &kinds {
        for (place, &first) in kinds.iter().enumerate() {
            for &second in &kinds[place..] {
                let left = |(card, count): (Card, u64)| (card, count - u64::from(card == dealer));
                let pairs = ways_of([left(first), left(second)]);
                ways.add(class::match_dealer([first.0, second.0], dealer), copies * pairs);
            }
        }
    }
    ways
}

/// TriLux, Super 3, Three Card: any three cards, in any order.
pub fn three_card(counts: &Counts, deck: Deck) -> Ways {
    let mut ways = Ways::none(Kind::ThreeCard);
    let kinds = kinds(counts);
    for (a, &first) in kinds.iter().enumerate() {
        for (b, &second) in kinds.iter().enumerate().skip(a) {
            for &third in &kinds[b..] {
                let class = class::three_card([first.0, second.0, third.0], deck);
                ways.add(class, ways_of([first, second, third]));
            }
        }
    }
    ways
}

/// The progressive: any four cards, in any order.
pub fn four_card(counts: &Counts) -> Ways {
    let mut ways = Ways::none(Kind::FourCard);
    let kinds = kinds(counts);
    for (a, &first) in kinds.iter().enumerate() {
        for (b, &second) in kinds.iter().enumerate().skip(a) {
            for (c, &third) in kinds.iter().enumerate().skip(b) {
                for &fourth in &kinds[c..] {
                    let class = class::four_card([first.0, second.0, third.0, fourth.0]);
                    ways.add(class, ways_of([first, second, third, fourth]));
                }
            }
        }
    }
    ways
}

/// Insurance with an ace up: the up-card is one of the aces left, the hole card
/// any other card.
pub fn insurance(counts: &Counts) -> Ways {
    let mut ways = Ways::none(Kind::Insurance);
    let kinds = kinds(counts);
    for &(up, copies) in kinds.iter().filter(|(card, _)| card.is_ace()) {
        for &(hole, count) in &kinds {
            ways.add(class::insurance(up, hole), copies * (count - u64::from(hole == up)));
        }
    }
    ways
}

/// Insurance with this very ace up, over the hole cards that are left.
pub fn insurance_under(left: &Counts, up: Card) -> Ways {
    let mut ways = Ways::none(Kind::Insurance);
    for (hole, count) in kinds(left) {
        ways.add(class::insurance(up, hole), count);
    }
    ways
}

/// Insurance with any ace up, for all seats together whose own two cards hold this many
/// ten-value cards; each such hand counts with its own ways.
pub fn insurance_holding(counts: &Counts, tens: u8) -> Ways {
    let mut ways = Ways::none(Kind::Insurance);
    let kinds = kinds(counts);
    for (place, &first) in kinds.iter().enumerate() {
        for &second in &kinds[place..] {
            let held = [first.0, second.0];
            let pairs = ways_of([first, second]);
            if pairs == 0
                || held.iter().filter(|card| card.value() == 10).count() != usize::from(tens)
            {
                continue;
            }
            let mut left = *counts;
            if held.iter().all(|&card| left.take(card)) {
                let known = insurance(&left);
                for &class in Kind::Insurance.classes() {
                    ways.add(class, pairs * known.of(class));
                }
            }
        }
    }
    ways
}

/// When a player with two sevens receives a third card.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ThirdCard {
    /// Unless the dealer has a natural: the rule of sheet 002.
    UnlessDealerNatural,
    /// Always: a rule of other houses, for comparison.
    Always,
}

/// Bonus 7's: the first two cards, a third card and the dealer's two, in order. A
/// player with two sevens takes the third card.
pub fn sevens(counts: &Counts, third_card: ThirdCard) -> Ways {
    let mut ways = Ways::none(Kind::Sevens);
    let kinds = kinds(counts);
    let total: u64 = kinds.iter().map(|(_, count)| count).sum();
    if total < 5 {
        return ways;
    }
    // No seven is part of a natural, so sevens leave their number as it is.
    let naturals = match third_card {
        ThirdCard::UnlessDealerNatural => naturals(&kinds),
        ThirdCard::Always => 0,
    };
    let rest = (total - 2) * (total - 3) * (total - 4);
    for &(first, copies) in &kinds {
        for &(second, count) in &kinds {
            let pairs = copies * (count - u64::from(second == first));
            let two = class::sevens([first, second], None);
            let mut without_third = rest;
            for &(third, count) in kinds.iter().filter(|_| second.value() == 7) {
                let three = class::sevens([first, second], Some(third));
                let left =
                    count.saturating_sub(u64::from(third == first) + u64::from(third == second));
                if three != two {
                    let dealers = (total - 3) * (total - 4) - naturals;
                    ways.add(three, pairs * left * dealers);
                    without_third -= left * dealers;
                }
            }
            ways.add(two, pairs * without_third);
        }
    }
    ways
}

/// Ordered pairs of cards that are a natural. Sevens are never part of one.
fn naturals(kinds: &[(Card, u64)]) -> u64 {
    let sum = |wanted: fn(Card) -> bool| -> u64 {
        kinds.iter().filter(|(card, _)| wanted(*card)).map(|(_, count)| count).sum()
    };
    2 * sum(Card::is_ace) * sum(|card| card.value() == 10)
}

/// The ways of the classes of what a wager looks at.
pub fn of_look(look: Look, counts: &Counts, deck: Deck) -> Ways {
    match look {
        Look::MatchUp | Look::MatchDown => match_dealer(counts),
        Look::ThreeCard => three_card(counts, deck),
        Look::FourCard => four_card(counts),
        Look::Insurance => insurance(counts),
        Look::Sevens => sevens(counts, ThirdCard::UnlessDealerNatural),
    }
}

/// What the ways assume of the player, in words.
pub const fn assumption(look: Look) -> Option<&'static str> {
    match look {
        Look::Sevens => Some("two sevens take the third card unless the dealer has a natural"),
        _ => None,
    }
}
