//! What the side wagers saw, by tables: one number for all classes of a seat together.

use cards::{Card, Deck, Rank};
use rules::{Kind, Look, Sight, Word};

use crate::codes::card_of;
use crate::counter::{NO_CARD, Seen};
use crate::tally::Tally;

/// Pairs of cards that are alike, of some cards: those of one rank in the low half, those
/// that are identical in the high half.
type Alike = u8;

/// The bits above the number of the classes in an entry for two cards and the up-card.
const ALIKE_AT: u32 = 24;

/// A look that is counted: what each of its classes adds to the number of all classes.
#[derive(Clone, Copy, Debug)]
struct Digit {
    look: Look,
    /// What one class more adds.
    step: usize,
    /// Its classes, and one more for a wager that is not offered.
    values: usize,
}

/// The classes of all looks as one number.
#[derive(Debug)]
pub(crate) struct Sights {
    digits: Vec<Digit>,
    deck: Deck,
    /// By the player's two cards in any order and the up-card: what the classes add that
    /// these cards decide, and which of the three are alike.
    threes: Box<[u32]>,
    /// By two cards: whether they are alike.
    alike: Box<[Alike; 64 * 64]>,
    /// By which cards are like the hole card: what the class of these two cards adds.
    downs: [u32; 64],
    /// By which of all four cards are alike: what the class adds; [`RARE`] where colours count.
    fours: [u32; 128],
    /// By ace up, ten in the hole and one suit: what the class adds.
    insured: [u32; 8],
    /// What one class more of the wager on sevens adds, if there is one.
    sevens: Option<u32>,
    numbers: usize,
}

const RARE: u32 = u32::MAX;

fn alike(first: Card, second: Card) -> Alike {
    u8::from(first.rank() == second.rank()) + 16 * u8::from(first == second)
}

/// The place of two cards in any order.
#[inline(always)]
fn unordered(first: usize, second: usize) -> usize {
    let (low, high) = (first.min(second), first.max(second));
    high * (high + 1) / 2 + low
}

const PAIRS: usize = Card::KINDS * (Card::KINDS + 1) / 2;

impl Digit {
    fn value(&self, sight: &Sight, deck: Deck) -> usize {
        let classes = self.look.kind().classes();
        match self.look.is_offered(sight.up) {
            true => self.look.class(sight, deck) as usize - classes[0] as usize,
            false => classes.len(),
        }
    }

    fn adds(&self, sight: &Sight, deck: Deck) -> u32 {
        (self.step * self.value(sight, deck)) as u32
    }
}

impl Sights {
    /// The tables of these looks.
    pub(crate) fn new(looks: &[Look], deck: Deck) -> Sights {
        let mut step = 1;
        let digits: Vec<Digit> = looks
            .iter()
            .map(|&look| {
                let values = look.kind().classes().len() + usize::from(look == Look::Insurance);
                let digit = Digit { look, step, values };
                step *= values;
                digit
            })
            .collect();
        let mut sights = Sights {
            deck,
            threes: vec![0; PAIRS * Card::KINDS].into(),
            alike: vec![0; 64 * 64].try_into().expect("64 times 64 pairs"),
            downs: [0; 64],
            fours: [RARE; 128],
            insured: [0; 8],
            sevens: digits.iter().find(|it| it.look == Look::Sevens).map(|it| it.step as u32),
            numbers: step,
            digits,
        };
        sights.compile();
        sights
    }

    fn digit(&self, look: Look) -> Option<Digit> {
        self.digits.iter().find(|digit| digit.look == look).copied()
    }

    fn compile(&mut self) {
        let cards: Vec<Card> = Deck::FiftyTwo.cards().collect();
        for &first in &cards {
            for &second in &cards {
                self.alike[first.index() * 64 + second.index()] = alike(first, second);
                for &third in &cards {
                    self.compile_three(first, second, third);
                }
            }
        }
        // Two cards against a third show every way to be like the hole card, and four
        // cards of two ranks or more every way that needs no colours.
        if let Some(digit) = self.digit(Look::FourCard) {
            self.compile_fours(digit, &cards);
        } else {
            self.fours = [0; 128];
        }
    }

    fn compile_three(&mut self, first: Card, second: Card, third: Card) {
        let sight = Sight { first_two: [first, second], third: None, up: third, hole: third };
        let adds = |look| self.digit(look).map_or(0, |digit| digit.adds(&sight, self.deck));
        let classes = adds(Look::MatchUp) + adds(Look::ThreeCard);
        let same = alike(first, second) + alike(first, third) + alike(second, third);
        let down = adds(Look::MatchDown);
        let insured = self
            .digit(Look::Insurance)
            .map_or(0, |digit| digit.adds(&Sight { up: first, hole: second, ..sight }, self.deck));
        // The order of the two cards counts for sevens alone, which is looked at apart.
        self.threes[unordered(first.index(), second.index()) * Card::KINDS + third.index()] =
            classes | u32::from(same) << ALIKE_AT;
        self.downs[usize::from(alike(first, third) + alike(second, third)) & 63] = down;
        self.insured[insured_at(first, second)] = insured;
    }

    fn compile_fours(&mut self, digit: Digit, cards: &[Card]) {
        for &second in cards {
            for &up in cards {
                for &hole in cards {
                    let first = cards[0];
                    let sight = Sight { first_two: [first, second], third: None, up, hole };
                    let same = alike(first, second)
                        + alike(first, up)
                        + alike(second, up)
                        + alike(first, hole)
                        + alike(second, hole)
                        + alike(up, hole);
                    if same & 15 < 3 {
                        self.fours[usize::from(same) & 127] = digit.adds(&sight, self.deck);
                    }
                }
            }
        }
    }

    /// What is looked at.
    pub(crate) fn looks(&self) -> impl Iterator<Item = Look> {
        self.digits.iter().map(|digit| digit.look)
    }

    /// How many numbers there are.
    pub(crate) fn numbers(&self) -> usize {
        self.numbers
    }

    /// The number of a seat's classes.
    #[inline(always)]
    pub(crate) fn number(&self, seen: Seen) -> usize {
        let [first, second, up, hole] = [seen.first, seen.second, seen.up, seen.hole].map(card_of);
        let pair = unordered(first.index(), second.index());
        let three = self.threes[pair * Card::KINDS + up.index()];
        let alike = |a: Card, b: Card| self.alike[(a.index() * 64 + b.index()) & 4095];
        let down = alike(first, hole) + alike(second, hole);
        let all = (three >> ALIKE_AT) as u8 + down + alike(up, hole);
        let mut number = three & ((1 << ALIKE_AT) - 1);
        number += self.downs[usize::from(down) & 63];
        number += self.insured[insured_at(up, hole)];
        let four = self.fours[usize::from(all) & 127];
        number += if four == RARE { self.rare([first, second], up, hole) } else { four };
        if let Some(step) = self.sevens {
            let third = || (seen.took != NO_CARD).then(|| card_of(seen.took));
            number += sevens(step, [first, second], third);
        }
        number as usize
    }

    /// Three and four of a kind.
    #[cold]
    #[inline(never)]
    fn rare(&self, first_two: [Card; 2], up: Card, hole: Card) -> u32 {
        let sight = Sight { first_two, third: None, up, hole };
        self.digit(Look::FourCard).map_or(0, |digit| digit.adds(&sight, self.deck))
    }

    /// Adds what was counted to a tally.
    pub(crate) fn add_to(&self, counts: &[(u64, i64)], tally: &mut Tally) {
        let met = counts.iter().enumerate().filter(|(_, (count, _))| *count > 0);
        for (number, &(count, net)) in met {
            let mut places = [None; Look::ALL.len()];
            for (digit, place) in self.digits.iter().zip(&mut places) {
                let value = number / digit.step % digit.values;
                *place = (value < digit.look.kind().classes().len()).then_some(value);
            }
            tally.see(&places, count, net);
        }
    }
}

#[inline(always)]
fn insured_at(up: Card, hole: Card) -> usize {
    usize::from(up.is_ace()) << 2
        | usize::from(hole.value() == 10) << 1
        | usize::from(up.suit() == hole.suit())
}

/// What the class of the sevens adds: seldom anything but no seven.
#[inline(always)]
fn sevens(step: u32, first_two: [Card; 2], third: impl FnOnce() -> Option<Card>) -> u32 {
    let is_seven = |card: Card| card.rank() == Rank::Seven;
    let third = if first_two.into_iter().all(is_seven) { third() } else { None };
    let class = rules::class::sevens(first_two, third);
    step * (class as u32 - Kind::Sevens.classes()[0] as u32)
}
