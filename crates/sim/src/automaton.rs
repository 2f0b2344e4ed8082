//! The game as an automaton: a state and a card give the next state.
//!
//! The tables are compiled from the straight path: the strategy says what a hand does, and
//! [`Kernel::settle_hand`] what it is worth against each end of the dealer. No rule stands here.

use std::collections::BTreeMap;

use cards::{Card, Rank, Suit};

use crate::codes::{LETTERS, alphabet, code, letter};
use crate::kernel::{DEALER_BUST, InPlay, Kernel, Seat, SeatResult, Turn};

/// What a hand is worth, or a seat.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Outcome {
    pub(crate) staked: u32,
    pub(crate) returned: u32,
    pub(crate) special: u8,
}

impl Outcome {
    fn of(result: &SeatResult) -> Outcome {
        let SeatResult { staked, returned, special, .. } = *result;
        Outcome { staked, returned, special }
    }

    pub(crate) fn net(&self) -> i64 {
        i64::from(self.returned) - i64::from(self.staked)
    }
}

/// The ends of the dealer: 17 to 21 and bust.
const DEALER_ENDS: usize = 6;

/// The columns of a hand's end: a dealer who is not at an end has one behind them.
pub(crate) const COLUMNS: usize = 8;

/// Where a card leads.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Target {
    /// A row: the hand takes another card.
    Row(u16),
    /// The hand is over.
    Over(u16),
    /// A pair as it was dealt is split.
    Split,
    /// A pair that comes from a split is split, if the seat may have another hand.
    Again,
}

type Row = [Target; LETTERS];

/// A hand that is over: what it is worth against each end of the dealer. Those that wait for
/// the dealer come first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Over {
    is_decided: bool,
    against: [Outcome; DEALER_ENDS],
}

/// Where a hand comes from, as far as the strategy asks: the value that was split, and whether
/// its first two cards were a pair again.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum From {
    Dealt,
    Split { value: u8, pair: bool },
}

/// A hand of the player as it begins.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Start {
    Natural,
    Target(Target),
}

/// The compiled game.
#[derive(Clone, Debug)]
pub(crate) struct Automaton {
    /// By row and letter: the offset of the next row, or behind the rows the end it leads to.
    table: Box<[u16; 1 << 16]>,
    /// By letters of the up-card and of the first card: the row of a hand that comes from a
    /// split and takes its second card.
    after_split: Box<[[u16; 32]; 32]>,
    /// The same, where the seat may have no more hands.
    last_split: Box<[[u16; 32]; 32]>,
    /// The end of a seat that splits; below it the hand takes a card.
    split: u16,
    /// Hands that are over and wait for the dealer.
    open: u16,
    /// The end of a hand that is not there.
    nothing: u16,
    dealer: Box<DealerTable>,
    /// By end of the hand and of the dealer.
    pub(crate) outcomes: Vec<[Outcome; COLUMNS]>,
}

/// The dealer's hand.
#[derive(Clone, Debug)]
struct DealerTable {
    /// By two letters: the state.
    two: [[u8; 32]; 32],
    /// By state and letter: the next state.
    next: [[u8; 32]; 64],
}

/// The row of a round that begins.
pub(crate) const START: u16 = 0;

impl Automaton {
    /// Compiles a table; nothing if its states are too many for the table.
    pub(crate) fn compile(kernel: &Kernel) -> Option<Automaton> {
        let mut compiler = Compiler::new(kernel);
        let start = compiler.deal();
        compiler.finish(start)
    }

    /// What the lanes need of it in every step.
    pub(crate) fn steps(&self) -> Steps<'_> {
        let &Automaton { split, open, nothing, .. } = self;
        let Automaton { table, after_split, last_split, dealer, .. } = self;
        Steps { table, after_split, last_split, split, open, nothing, dealer }
    }
}

/// The tables and borders, held in registers by whoever steps.
#[derive(Clone, Copy)]
pub(crate) struct Steps<'a> {
    table: &'a [u16; 1 << 16],
    after_split: &'a [[u16; 32]; 32],
    last_split: &'a [[u16; 32]; 32],
    pub(crate) split: u16,
    open: u16,
    pub(crate) nothing: u16,
    dealer: &'a DealerTable,
}

impl Steps<'_> {
    /// Where a card leads from a row.
    #[inline(always)]
    pub(crate) fn next(&self, row: u16, letter: usize) -> u16 {
        self.table[(usize::from(row) + letter) & 0xffff]
    }

    /// Whether a seat takes a card, be it for a hand or to split.
    #[inline(always)]
    pub(crate) fn takes(&self, at: u16) -> bool {
        at <= self.split
    }

    /// Whether a hand that comes from a split takes a card.
    #[inline(always)]
    pub(crate) fn draws(&self, at: u16) -> bool {
        at < self.split
    }

    /// Whether a hand that comes from a split is to be split again.
    #[inline(always)]
    pub(crate) fn is_again(&self, at: u16) -> bool {
        at == self.split + 1
    }

    /// Whether a hand is over and waits for the dealer.
    #[inline(always)]
    pub(crate) fn is_open(&self, at: u16) -> bool {
        at.wrapping_sub(self.split + 2) < self.open
    }

    /// The number of the end of a hand that is over.
    #[inline(always)]
    pub(crate) fn end(&self, at: u16) -> usize {
        usize::from(at.wrapping_sub(self.split + 2))
    }

    /// The row of a hand that comes from a split of this card and takes its second one.
    #[inline(always)]
    pub(crate) fn after_split(&self, up: usize, first: usize, may_again: bool) -> u16 {
        let rows = if may_again { self.after_split } else { self.last_split };
        rows[up & 31][first & 31]
    }

    /// The dealer's state with two cards.
    #[inline(always)]
    pub(crate) fn dealer(&self, up: usize, hole: usize) -> u8 {
        self.dealer.two[up & 31][hole & 31]
    }

    /// The dealer's state with one more card.
    #[inline(always)]
    pub(crate) fn dealer_next(&self, dealer: u8, letter: usize) -> u8 {
        self.dealer.next[usize::from(dealer & 63)][letter & 31]
    }
}

/// Whether the dealer takes a card, where a hand waits for the dealer.
#[inline(always)]
pub(crate) fn dealer_draws(dealer: u8) -> bool {
    dealer >= DEALER_ENDS as u8
}

/// The column of the dealer's end.
#[inline(always)]
pub(crate) fn column(dealer: u8) -> usize {
    usize::from(dealer).min(COLUMNS - 1)
}

/// The rows so far; equal rows are one.
struct Compiler<'a> {
    kernel: &'a Kernel,
    alphabet: [Card; LETTERS],
    rows: Vec<Row>,
    known: BTreeMap<Row, u16>,
    overs: Vec<Over>,
    known_overs: BTreeMap<Over, u16>,
    /// Hands of three and more cards, by where they come from, value of the up-card,
    /// composition and doubles.
    hands: BTreeMap<(From, u8, u16, u8), Target>,
    /// By letters of the up-card and of a card that is split: the rows of a hand that takes its
    /// second card, where the seat may have more hands and where not.
    splits: BTreeMap<(usize, usize), [Target; 2]>,
}

impl<'a> Compiler<'a> {
    fn new(kernel: &'a Kernel) -> Compiler<'a> {
        Compiler {
            kernel,
            alphabet: alphabet(),
            rows: Vec::new(),
            known: BTreeMap::new(),
            overs: Vec::new(),
            known_overs: BTreeMap::new(),
            hands: BTreeMap::new(),
            splits: BTreeMap::new(),
        }
    }

    fn row(&mut self, row: Row) -> Target {
        let number = *self.known.entry(row).or_insert_with(|| {
            self.rows.push(row);
            (self.rows.len() - 1) as u16
        });
        Target::Row(number)
    }

    fn over(&mut self, over: Over) -> Target {
        let overs = &mut self.overs;
        let number = *self.known_overs.entry(over).or_insert_with(|| {
            overs.push(over);
            (overs.len() - 1) as u16
        });
        Target::Over(number)
    }

    /// A hand or seat that has its end whatever the dealer gets.
    fn decided(&mut self, outcome: Outcome) -> Target {
        self.over(Over { is_decided: true, against: [outcome; DEALER_ENDS] })
    }

    /// The first three cards, then the hole card.
    fn deal(&mut self) -> Target {
        let alphabet = self.alphabet;
        let mut starts = BTreeMap::new();
        let first = alphabet.map(|first| {
            let up = alphabet.map(|up| {
                let second = alphabet.map(|second| {
                    let start = self.start([first, second], up);
                    let key = (up.value(), start);
                    if let Some(&row) = starts.get(&key) {
                        return row;
                    }
                    let row = alphabet.map(|hole| self.begin(start, up, hole));
                    let row = self.row(row);
                    starts.insert(key, row);
                    row
                });
                self.row(second)
            });
            self.row(up)
        });
        self.row(first)
    }

    /// What two cards do against an up-card.
    fn start(&mut self, cards: [Card; 2], up: Card) -> Start {
        let seat = Seat::new(self.kernel.plays(), cards);
        if seat.is_natural() {
            return Start::Natural;
        }
        Start::Target(self.turn(seat.first(), From::Dealt, up))
    }

    /// What a hand does that is neither bust nor 21.
    fn turn(&mut self, hand: &InPlay, from: From, up: Card) -> Target {
        let turn = match from {
            From::Dealt => self.kernel.choose(hand, up),
            From::Split { .. } => self.kernel.choose_after_split(hand, up),
        };
        match turn {
            Turn::Split => {
                self.splits(hand, up);
                Target::Split
            }
            Turn::Ends(fate) => self.ends(InPlay { fate, ..*hand }, from, up),
            Turn::Draws { doubles } => self.draws(InPlay { doubles, ..*hand }, from, up),
        }
    }

    /// The row of a hand that takes a card.
    fn draws(&mut self, hand: InPlay, from: From, up: Card) -> Target {
        let row = self.alphabet.map(|card| {
            let mut hand = hand;
            let is_bust = !hand.take(self.kernel.plays(), card);
            if is_bust || self.kernel.plays().total(hand.hand) == 21 {
                return self.ends(hand, from, up);
            }
            let key = (from, up.value(), hand.hand, hand.doubles);
            if let Some(&known) = self.hands.get(&key) {
                return known;
            }
            let target = self.turn(&hand, from, up);
            self.hands.insert(key, target);
            target
        });
        self.row(row)
    }

    /// The rows of all hands that can come from a pair that is split.
    fn splits(&mut self, pair: &InPlay, up: Card) {
        let value = pair.cards[0].value();
        let up_letter = letter(code(up));
        for first in self.alphabet.into_iter().filter(|card| card.value() == value) {
            let key = (up_letter, letter(code(first)));
            if !self.splits.contains_key(&key) {
                let rows = [true, false].map(|may_again| self.second(first, up, may_again));
                self.splits.insert(key, rows);
            }
        }
    }

    /// The row of a hand of one card that comes from a split.
    fn second(&mut self, first: Card, up: Card, may_again: bool) -> Target {
        let plays = self.kernel.plays();
        let may_again = may_again && self.kernel.rules().hands > 2;
        let row = self.alphabet.map(|second| {
            let mut hand = InPlay::one(plays, first);
            hand.take(plays, second);
            let (value, pair) = (first.value(), first.value() == second.value());
            let from = From::Split { value, pair };
            if plays.total(hand.hand) == 21 {
                self.ends(hand, from, up)
            } else if may_again && self.kernel.is_split_again(&hand) {
                Target::Again
            } else {
                self.turn(&hand, from, up)
            }
        });
        self.row(row)
    }

    /// The end of a hand that is over.
    fn ends(&mut self, hand: InPlay, from: From, up: Card) -> Target {
        let is_split = from != From::Dealt;
        let against =
            std::array::from_fn(|at| self.kernel.settle_hand(&hand, is_split, up, 17 + at as u8));
        self.over(Over { is_decided: !self.kernel.is_open(&hand), against })
    }

    /// What happens when the hole card has been dealt.
    fn begin(&mut self, start: Start, up: Card, hole: Card) -> Target {
        let dealer_natural = rules::class::is_natural(up, hole);
        let cards = match start {
            Start::Natural => [Rank::King, Rank::Ace],
            Start::Target(_) if dealer_natural => [Rank::Two, Rank::Two],
            Start::Target(target) => return target,
        };
        // The seat is settled before anybody plays.
        let cards = cards.map(|rank| Card::new(rank, Suit::Clubs));
        let seat = Seat::new(self.kernel.plays(), cards);
        self.decided(Outcome::of(&self.kernel.settle(&seat, up, dealer_natural, 0)))
    }

    /// Numbers the rows, the first one first, and the ends behind them.
    fn finish(mut self, start: Target) -> Option<Automaton> {
        let Target::Over(nothing) = self.decided(Outcome::default()) else { return None };
        let dealer = Box::new(self.dealer()?);
        let mut order: Vec<usize> = (0..self.rows.len()).collect();
        order.sort_by_key(|&row| Target::Row(row as u16) != start);
        let rows = places(&order, |place| place * LETTERS)?;
        let mut order_of_ends: Vec<usize> = (0..self.overs.len()).collect();
        order_of_ends.sort_by_key(|&over| self.overs[over].is_decided);
        let split = order.len() * LETTERS;
        let overs = places(&order_of_ends, |place| split + 2 + place)?;
        let split = u16::try_from(split).ok()?;
        let offset = |target: Target| match target {
            Target::Row(row) => rows[usize::from(row)],
            Target::Over(over) => overs[usize::from(over)],
            Target::Split => split,
            Target::Again => split + 1,
        };
        let mut table = vec![0; 1 << 16].into_boxed_slice();
        for (place, &row) in order.iter().enumerate() {
            for (letter, &target) in self.rows[row].iter().enumerate() {
                table[place * LETTERS + letter] = offset(target);
            }
        }
        let split_rows = |which: usize| {
            let mut all = Box::new([[0; 32]; 32]);
            for (&(up, first), targets) in &self.splits {
                all[up][first] = offset(targets[which]);
            }
            all
        };
        Some(Automaton {
            table: table.try_into().ok()?,
            after_split: split_rows(0),
            last_split: split_rows(1),
            split,
            open: self.overs.iter().filter(|over| !over.is_decided).count() as u16,
            nothing: overs[usize::from(nothing)],
            dealer,
            outcomes: order_of_ends.iter().map(|&over| columns(&self.overs[over])).collect(),
        })
    }

    /// The dealer's hand: its ends come first, then the hands that take a card.
    fn dealer(&self) -> Option<DealerTable> {
        let hands = || (0..=DEALER_BUST).flat_map(|hard| [(hard, false), (hard, true)]);
        let draws: Vec<(u8, bool)> =
            hands().filter(|&(hard, ace)| self.kernel.dealer_ends(hard, ace).is_none()).collect();
        let state = |hard: u8, ace: bool| match self.kernel.dealer_ends(hard, ace) {
            Some(total) => Some(total - 17),
            None => {
                let place = draws.iter().position(|&hand| hand == (hard, ace))?;
                Some((DEALER_ENDS + place) as u8).filter(|&state| state < 64)
            }
        };
        let (mut two, mut next) = ([[0; 32]; 32], [[0; 32]; 64]);
        for (letter, card) in self.alphabet.iter().enumerate() {
            for (up_letter, up) in self.alphabet.iter().enumerate() {
                let ace = up.is_ace() || card.is_ace();
                two[up_letter][letter] = state(up.value() + card.value(), ace)?;
            }
            for &(hard, ace) in &draws {
                let from = usize::from(state(hard, ace)?);
                next[from][letter] = state(hard + card.value(), ace || card.is_ace())?;
            }
        }
        Some(DealerTable { two, next })
    }
}

/// The place of each of these in their order; nothing if one has no room.
fn places(order: &[usize], place_of: impl Fn(usize) -> usize) -> Option<Vec<u16>> {
    let mut places = vec![0; order.len()];
    for (place, &one) in order.iter().enumerate() {
        places[one] = u16::try_from(place_of(place)).ok()?;
    }
    Some(places)
}

/// A hand that waits for the dealer is never counted in the last columns.
fn columns(over: &Over) -> [Outcome; COLUMNS] {
    std::array::from_fn(|column| over.against[column.min(DEALER_ENDS - 1)])
}
