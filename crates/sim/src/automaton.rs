//! The game as an automaton: a state and a card give the next state.
//!
//! The tables are compiled from the straight path: the strategy says what a hand does, and
//! [`Kernel::settle`] what it is worth against each end of the dealer. No rule stands here.

use std::collections::BTreeMap;

use cards::{Card, Rank, Suit};

use crate::codes::{LETTERS, alphabet};
use crate::kernel::{DEALER_BUST, Fate, Kernel, Seat, SeatResult, Turn};

/// Where a round of one seat ends, splits apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
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

/// Where a card leads.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Target {
    /// A row.
    Row(u16),
    /// The end.
    End(u16),
    /// A pair that is split.
    Split,
}

type Row = [Target; LETTERS];

/// What a row waits for; rows stand in this order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Waits {
    /// One of the first four cards.
    Deal,
    /// A card for the player.
    Player,
    /// A card for the dealer.
    Dealer,
    /// The hole card, which is there.
    Hole,
}

/// A hand of the player that is over, against the dealer's 17 to 21 and bust.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Over {
    against: [Outcome; 6],
    /// Whether the dealer draws for it.
    undecided: bool,
}

/// A hand of the player as it begins.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Start {
    Natural,
    Split,
    Over(Over),
    Plays(Target),
}

/// The compiled game.
#[derive(Clone, Debug)]
pub(crate) struct Automaton {
    /// By row and letter: the offset of the next row, or from [`Automaton::ends`] on the
    /// number of an outcome.
    table: Box<[u16; 1 << 16]>,
    /// The first row of a dealer's hand.
    dealers: u16,
    /// The first row that takes the hole card at once.
    holes: u16,
    /// What is from here on is an end.
    ends: u16,
    /// The end of a seat that splits: the straight path goes on.
    split: u16,
    /// The other ends.
    pub(crate) outcomes: Vec<Outcome>,
}

/// The most outcomes; a round that ended has twelve bits for them.
const MOST_OUTCOMES: usize = (1 << 12) - 1;

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
        let &Automaton { ref table, dealers, holes, ends, split, .. } = self;
        Steps { table, dealers, holes, ends, split }
    }
}

/// The table and its borders, held in registers by whoever steps.
#[derive(Clone, Copy)]
pub(crate) struct Steps<'a> {
    table: &'a [u16; 1 << 16],
    pub(crate) dealers: u16,
    holes: u16,
    pub(crate) ends: u16,
    pub(crate) split: u16,
}

impl Steps<'_> {
    /// Where a card leads from a row.
    #[inline(always)]
    pub(crate) fn next(&self, row: u16, letter: usize) -> u16 {
        self.table[(usize::from(row) + letter) & 0xffff]
    }

    /// Where a card leads, with the hole card taken where the player's hand is over. All
    /// lanes do all of it: what is not needed costs less than a branch that is guessed wrong.
    #[inline(always)]
    pub(crate) fn step(&self, row: u16, letter: usize, hole: usize) -> u16 {
        let to = self.next(row, letter);
        let is_hole = to.wrapping_sub(self.holes) < self.ends - self.holes;
        let from = std::hint::select_unpredictable(is_hole, to, self.holes);
        let then = self.next(from, hole);
        std::hint::select_unpredictable(is_hole, then, to)
    }
}

/// The rows so far; equal rows are one.
struct Compiler<'a> {
    kernel: &'a Kernel,
    alphabet: [Card; LETTERS],
    rows: Vec<(Waits, Row)>,
    known: BTreeMap<(Waits, Row), u16>,
    outcomes: Vec<Outcome>,
    known_outcomes: BTreeMap<Outcome, u16>,
    /// Hands of three and more cards, by value of the up-card, composition and doubles.
    hands: BTreeMap<(u8, u16, u8), Target>,
    /// The dealer's hands against a hand that is over.
    dealers: BTreeMap<(Over, u8, bool), Target>,
}

impl<'a> Compiler<'a> {
    fn new(kernel: &'a Kernel) -> Compiler<'a> {
        Compiler {
            kernel,
            alphabet: alphabet(),
            rows: Vec::new(),
            known: BTreeMap::new(),
            outcomes: Vec::new(),
            known_outcomes: BTreeMap::new(),
            hands: BTreeMap::new(),
            dealers: BTreeMap::new(),
        }
    }

    fn row(&mut self, waits: Waits, row: Row) -> Target {
        let number = *self.known.entry((waits, row)).or_insert_with(|| {
            self.rows.push((waits, row));
            (self.rows.len() - 1) as u16
        });
        Target::Row(number)
    }

    fn end(&mut self, outcome: Outcome) -> Target {
        let outcomes = &mut self.outcomes;
        let number = *self.known_outcomes.entry(outcome).or_insert_with(|| {
            outcomes.push(outcome);
            (outcomes.len() - 1) as u16
        });
        Target::End(number)
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
                    let row = self.row(Waits::Deal, row);
                    starts.insert(key, row);
                    row
                });
                self.row(Waits::Deal, second)
            });
            self.row(Waits::Deal, up)
        });
        self.row(Waits::Deal, first)
    }

    /// What two cards do against an up-card.
    fn start(&mut self, cards: [Card; 2], up: Card) -> Start {
        let seat = Seat::new(self.kernel.plays(), cards);
        if seat.is_natural() {
            return Start::Natural;
        }
        match self.kernel.choose(seat.first(), up) {
            Turn::Split => Start::Split,
            Turn::Ends(fate) => Start::Over(self.over(&seat, fate, up)),
            Turn::Draws { doubles } => Start::Plays(self.draws(&seat, doubles, up)),
        }
    }

    /// The row of a hand that takes a card.
    fn draws(&mut self, seat: &Seat, doubles: u8, up: Card) -> Target {
        let alphabet = self.alphabet;
        let row = alphabet.map(|card| {
            let mut seat = *seat;
            let hand = seat.first_mut();
            hand.doubles = doubles;
            let bust = !hand.take(self.kernel.plays(), card);
            let hand = *hand;
            if bust || self.kernel.plays().total(hand.hand) == 21 {
                return self.ends(&seat, hand.fate, up);
            }
            let key = (up.value(), hand.hand, hand.doubles);
            if let Some(&known) = self.hands.get(&key) {
                return known;
            }
            let target = match self.kernel.choose(&hand, up) {
                Turn::Split => Target::Split,
                Turn::Ends(fate) => self.ends(&seat, fate, up),
                Turn::Draws { doubles } => self.draws(&seat, doubles, up),
            };
            self.hands.insert(key, target);
            target
        });
        self.row(Waits::Player, row)
    }

    /// What a hand that is over waits for.
    fn ends(&mut self, seat: &Seat, fate: Fate, up: Card) -> Target {
        let over = self.over(seat, fate, up);
        if !over.undecided {
            return self.end(over.against[0]);
        }
        let alphabet = self.alphabet;
        let row = alphabet.map(|hole| self.dealer(over, up, hole));
        self.row(Waits::Hole, row)
    }

    fn over(&self, seat: &Seat, fate: Fate, up: Card) -> Over {
        let mut seat = *seat;
        seat.first_mut().fate = fate;
        let undecided = self.kernel.is_undecided(&seat);
        let against = std::array::from_fn(|at| {
            Outcome::of(&self.kernel.settle(&seat, up, false, 17 + at as u8))
        });
        Over { against, undecided }
    }

    /// What happens when the hole card has been dealt.
    fn begin(&mut self, start: Start, up: Card, hole: Card) -> Target {
        let dealer_natural = rules::class::is_natural(up, hole);
        match start {
            Start::Natural => {
                let ten = Card::new(Rank::King, Suit::Clubs);
                let ace = Card::new(Rank::Ace, Suit::Clubs);
                let seat = Seat::new(self.kernel.plays(), [ten, ace]);
                self.settled(&seat, up, dealer_natural)
            }
            _ if dealer_natural => {
                let two = Card::new(Rank::Two, Suit::Clubs);
                let seat = Seat::new(self.kernel.plays(), [two, two]);
                self.settled(&seat, up, true)
            }
            Start::Split => Target::Split,
            Start::Over(over) if over.undecided => self.dealer(over, up, hole),
            Start::Over(over) => self.end(over.against[0]),
            Start::Plays(target) => target,
        }
    }

    /// A seat that is settled before anybody plays.
    fn settled(&mut self, seat: &Seat, up: Card, dealer_natural: bool) -> Target {
        self.end(Outcome::of(&self.kernel.settle(seat, up, dealer_natural, 0)))
    }

    /// The dealer's first two cards against a hand that is over.
    fn dealer(&mut self, over: Over, up: Card, hole: Card) -> Target {
        self.dealer_with(over, up.value() + hole.value(), up.is_ace() || hole.is_ace())
    }

    fn dealer_with(&mut self, over: Over, hard: u8, ace: bool) -> Target {
        let soft = ace && hard <= 11;
        let total = if soft { hard + 10 } else { hard };
        if !self.kernel.rules().soft_17.draws(total, soft) {
            let at = total.min(DEALER_BUST) - 17;
            return self.end(over.against[usize::from(at)]);
        }
        if let Some(&known) = self.dealers.get(&(over, hard, ace)) {
            return known;
        }
        let alphabet = self.alphabet;
        let row =
            alphabet.map(|card| self.dealer_with(over, hard + card.value(), ace || card.is_ace()));
        let target = self.row(Waits::Dealer, row);
        self.dealers.insert((over, hard, ace), target);
        target
    }

    /// Puts the rows in order, the first one first.
    fn finish(self, start: Target) -> Option<Automaton> {
        let key = |row: &usize| (Target::Row(*row as u16) != start, self.rows[*row].0);
        let mut order: Vec<usize> = (0..self.rows.len()).collect();
        order.sort_by_key(key);
        let mut places = vec![0; order.len()];
        for (place, &row) in order.iter().enumerate() {
            places[row] = u16::try_from(place * LETTERS).ok()?;
        }
        let first = |waits: Waits| {
            let place = order.iter().position(|&row| self.rows[row].0 >= waits);
            u16::try_from(place.unwrap_or(order.len()) * LETTERS).ok()
        };
        let ends = u16::try_from(order.len() * LETTERS).ok()?;
        let split = u16::try_from(usize::from(ends) + self.outcomes.len()).ok()?;
        if self.outcomes.len() >= MOST_OUTCOMES {
            return None;
        }
        let mut table = vec![0; 1 << 16].into_boxed_slice();
        for (place, &row) in order.iter().enumerate() {
            for (letter, target) in self.rows[row].1.iter().enumerate() {
                table[place * LETTERS + letter] = match *target {
                    Target::Row(row) => places[usize::from(row)],
                    Target::End(outcome) => ends + outcome,
                    Target::Split => split,
                };
            }
        }
        Some(Automaton {
            table: table.try_into().ok()?,
            dealers: first(Waits::Dealer)?,
            holes: first(Waits::Hole)?,
            ends,
            split,
            outcomes: self.outcomes,
        })
    }
}
