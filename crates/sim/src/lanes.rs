//! Rounds by the automaton, several side by side on one core.
//!
//! A lane is a round with its own draws. All lanes are dealt their first cards; then those that
//! wait for a card get one each, again and again, until no player waits; then the same for the
//! dealer. Which lanes wait is a list that is made anew in every pass by calculation, so nothing
//! that is random decides a branch, and what one lane has to wait for is filled with the others'
//! work.

use rules::MAX_HANDS;

use crate::automaton::{Automaton, START, Steps, column, dealer_draws};
use crate::codes::letter;
use crate::counter::{Counter, NO_CARD, Seen};
use crate::fresh::{Fresh, Out, Words};
use crate::kernel::Kernel;
use crate::tally::BLOCKS;

/// Lanes of one core: as many as a word has bits for them, whole parts of a block.
pub(crate) const LANES: usize = BLOCKS[0] as usize / 2;

/// Places in a list of lanes: an index is masked, not checked.
const LISTED: usize = 64;

/// The place of nobody, behind all seats.
const NOBODY: usize = 7;

/// The bit of a lane.
#[inline(always)]
fn bit_of(lane: u8) -> u64 {
    1 << (lane % 64)
}

/// The first of the seats that wait, or nobody.
#[inline(always)]
fn first_of(waiting: u8) -> usize {
    (u32::from(waiting) | 1 << NOBODY).trailing_zeros() as usize & NOBODY
}

/// A round in play.
#[derive(Clone, Copy, Default)]
struct Lane<const SEATS: usize> {
    words: Words,
    up: u8,
    hole: u8,
    /// The seats that wait for a card, a bit each.
    waiting: u8,
    /// Whether the first of them has no card yet in its turn.
    is_first: bool,
    /// The dealer's state.
    dealer: u8,
    /// Whether a hand that comes from a split waits for the dealer.
    is_open: bool,
    /// Where each seat is.
    at: Seats<u16, SEATS>,
    /// The first card of each seat, the second, and the first that it took.
    first: Seats<u8, SEATS>,
    second: Seats<u8, SEATS>,
    took: [u8; NOBODY + 1],
}

/// Something of each seat.
#[derive(Clone, Copy)]
struct Seats<T, const SEATS: usize>([T; SEATS]);

impl<T: Default + Copy, const SEATS: usize> Default for Seats<T, SEATS> {
    fn default() -> Self {
        Seats([T::default(); SEATS])
    }
}

/// The hands of a seat that split.
#[derive(Clone, Copy)]
struct Split {
    lane: usize,
    seat: usize,
    /// Where each hand ended.
    hands: [u16; MAX_HANDS],
}

/// The lanes of one core.
pub(crate) struct Lanes<'a, const SEATS: usize> {
    kernel: &'a Kernel,
    steps: Steps<'a>,
    fresh: &'a Fresh,
    out: Out,
    lanes: [Lane<SEATS>; LANES],
    /// The seats that split in these rounds.
    splits: Vec<Split>,
}

/// Lanes that wait for a card.
struct List {
    numbers: [u8; LISTED],
    count: usize,
}

impl List {
    #[inline(always)]
    fn new() -> List {
        List { numbers: [0; LISTED], count: 0 }
    }

    /// Lists a lane, if it waits; no branch depends on that.
    #[inline(always)]
    fn keep(&mut self, number: u8, waits: bool) {
        self.numbers[self.count & (LISTED - 1)] = number;
        self.count += usize::from(waits);
    }

    #[inline(always)]
    fn lanes(&self) -> &[u8] {
        &self.numbers[..self.count.min(LISTED)]
    }
}

impl<const SEATS: usize> Lane<SEATS> {
    /// Deals the first two cards of everybody.
    #[inline(always)]
    fn deal(&mut self, fresh: &Fresh, out: &mut Out, bit: u64, round: u64) {
        let mut words = fresh.words(round);
        let mut draw = || fresh.draw(out, bit, &mut words);
        for first in &mut self.first.0 {
            *first = draw();
        }
        self.up = draw();
        for second in &mut self.second.0 {
            *second = draw();
        }
        self.hole = draw();
        // What follows begins with a word of its own, so that few lanes run out of theirs in
        // the middle of a pass.
        fresh.next_word(&mut words);
        self.words = words;
    }

    /// Finds the states of the first two cards.
    #[inline(always)]
    fn begin(&mut self, steps: Steps<'_>) {
        let (up, hole) = (letter(self.up), letter(self.hole));
        self.waiting = 0;
        self.is_first = true;
        self.is_open = false;
        self.took = [NO_CARD; NOBODY + 1];
        self.dealer = steps.dealer(up, hole);
        for seat in 0..SEATS {
            let row = steps.next(steps.next(START, letter(self.first.0[seat])), up);
            let at = steps.next(steps.next(row, letter(self.second.0[seat])), hole);
            self.at.0[seat] = at;
            self.waiting |= u8::from(steps.takes(at)) << seat;
        }
    }

    /// The first seat that waits.
    #[inline(always)]
    fn seat(&self) -> usize {
        if SEATS == 1 { 0 } else { first_of(self.waiting).min(SEATS - 1) }
    }

    /// A card for the first seat that waits.
    #[inline(always)]
    fn turn(&mut self, steps: Steps<'_>, card: u8) {
        let seat = self.seat();
        self.took[std::hint::select_unpredictable(self.is_first, seat, NOBODY)] = card;
        let to = steps.next(self.at.0[seat], letter(card));
        self.at.0[seat] = to;
        self.pass(!steps.takes(to));
    }

    /// The turn goes to the next seat that waits, if this one's is over.
    #[inline(always)]
    fn pass(&mut self, is_over: bool) {
        let rest = self.waiting & self.waiting.wrapping_sub(1);
        self.waiting = std::hint::select_unpredictable(is_over, rest, self.waiting);
        self.is_first = is_over;
    }

    /// Whether the dealer takes a card.
    #[inline(always)]
    fn is_dealers(&self, steps: Steps<'_>) -> bool {
        let is_open = self.at.0.iter().fold(self.is_open, |any, &at| any | steps.is_open(at));
        is_open & dealer_draws(self.dealer)
    }

    #[inline(always)]
    fn seen(&self, seat: usize) -> Seen {
        Seen {
            first: self.first.0[seat],
            up: self.up,
            second: self.second.0[seat],
            hole: self.hole,
            took: self.took[seat],
        }
    }

    /// The turn of a seat that splits, hand by hand, into so many hands at most: where each ends.
    fn split(
        &mut self,
        steps: Steps<'_>,
        most: usize,
        mut draw: impl FnMut(&mut Words) -> u8,
    ) -> [u16; MAX_HANDS] {
        let seat = self.seat();
        let up = letter(self.up);
        // The hands that have not played yet, the next one last: first card, second, state.
        let mut hands = [(0, 0, 0); MAX_HANDS];
        let mut waiting = 0;
        let mut over = [steps.nothing; MAX_HANDS];
        let mut ended = 0;
        let mut pair = Some((letter(self.first.0[seat]), letter(self.second.0[seat])));
        loop {
            if let Some((first, second)) = pair.take() {
                let cards = [draw(&mut self.words), draw(&mut self.words)];
                if self.took[seat] == NO_CARD {
                    self.took[seat] = cards[0];
                }
                for (place, first, card) in [(1, first, cards[0]), (0, second, cards[1])] {
                    let at = steps.next(steps.after_split(up, first, true), letter(card));
                    hands[(waiting + place) & 3] = (first, letter(card), at);
                }
                waiting += 2;
            }
            let (first, second, mut at) = hands[(waiting - 1) & 3];
            waiting -= 1;
            if steps.is_again(at) {
                if waiting + ended + 2 <= most {
                    pair = Some((first, second));
                    continue;
                }
                at = steps.next(steps.after_split(up, first, false), second);
            }
            while steps.draws(at) {
                at = steps.next(at, letter(draw(&mut self.words)));
            }
            over[ended & 3] = at;
            ended += 1;
            if waiting == 0 {
                break;
            }
        }
        self.at.0[seat] = steps.nothing;
        self.is_open |= over.iter().any(|&at| steps.is_open(at));
        self.pass(true);
        over
    }
}

impl<'a, const SEATS: usize> Lanes<'a, SEATS> {
    /// Lanes that draw from these shoes.
    pub(crate) fn new(
        kernel: &'a Kernel,
        automaton: &'a Automaton,
        fresh: &'a Fresh,
    ) -> Lanes<'a, SEATS> {
        let lanes = [Lane::default(); LANES];
        let (steps, out) = (automaton.steps(), fresh.gathered());
        Lanes { kernel, steps, fresh, out, lanes, splits: Vec::new() }
    }

    /// Plays so many rounds from this one on, one in each of the first lanes.
    #[inline(never)]
    pub(crate) fn rounds(&mut self, first: u64, lanes: usize, counter: &mut Counter<'_>) {
        let steps = self.steps;
        self.fresh.gather(&mut self.out);
        counter.cards(lanes as u64 * (2 * SEATS as u64 + 2));
        let mut list = List::new();
        for (number, lane) in (0u8..).zip(&mut self.lanes[..lanes]) {
            let round = first + u64::from(number);
            lane.deal(self.fresh, &mut self.out, bit_of(number), round);
            lane.begin(steps);
            list.keep(number, lane.waiting != 0);
        }
        while list.count > 0 {
            list = self.turns(&list, counter);
        }
        for (number, lane) in (0u8..).zip(&self.lanes[..lanes]) {
            list.keep(number, lane.is_dealers(steps));
        }
        while list.count > 0 {
            list = self.dealers(&list, counter);
        }
        self.count(lanes, counter);
    }

    /// A card for each of the listed lanes; those that wait for another.
    #[inline(always)]
    fn turns(&mut self, list: &List, counter: &mut Counter<'_>) -> List {
        let (steps, fresh) = (self.steps, self.fresh);
        let mut rest = List::new();
        let mut splits = 0;
        for &number in list.lanes() {
            let lane = &mut self.lanes[usize::from(number)];
            if lane.at.0[lane.seat()] == steps.split {
                splits += 1;
                self.split(number, counter);
            } else {
                let card = fresh.draw(&mut self.out, bit_of(number), &mut lane.words);
                lane.turn(steps, card);
            }
            rest.keep(number, self.lanes[usize::from(number)].waiting != 0);
        }
        counter.cards((list.count - splits) as u64);
        rest
    }

    /// A card for the dealers of the listed lanes; those that wait for another.
    #[inline(always)]
    fn dealers(&mut self, list: &List, counter: &mut Counter<'_>) -> List {
        let (steps, fresh) = (self.steps, self.fresh);
        let mut rest = List::new();
        for &number in list.lanes() {
            let lane = &mut self.lanes[usize::from(number)];
            let card = fresh.draw(&mut self.out, bit_of(number), &mut lane.words);
            lane.dealer = steps.dealer_next(lane.dealer, letter(card));
            rest.keep(number, dealer_draws(lane.dealer));
        }
        counter.cards(list.count as u64);
        rest
    }

    /// The turn of a seat that splits.
    #[inline(never)]
    fn split(&mut self, number: u8, counter: &mut Counter<'_>) {
        let most = usize::from(self.kernel.rules().hands);
        let lane = &mut self.lanes[usize::from(number)];
        let seat = lane.seat();
        let mut cards = 0;
        let hands = lane.split(self.steps, most, |words| {
            cards += 1;
            self.fresh.draw(&mut self.out, bit_of(number), words)
        });
        counter.cards(cards);
        self.splits.push(Split { lane: usize::from(number), seat, hands });
    }

    #[inline(always)]
    fn count(&mut self, lanes: usize, counter: &mut Counter<'_>) {
        let mut nets = [0; LANES];
        let mut specials = 0;
        for (lane, net) in self.lanes[..lanes].iter().zip(&mut nets) {
            let column = column(lane.dealer);
            for seat in 0..SEATS {
                let end = self.steps.end(lane.at.0[seat]);
                *net += counter.seat(end, column, lane.seen(seat));
                specials |= counter.specials(end);
            }
        }
        for split in &self.splits {
            let lane = &self.lanes[split.lane];
            let ends = split.hands.map(|at| self.steps.end(at));
            let net = counter.split(&ends, column(lane.dealer), lane.seen(split.seat));
            nets[split.lane] += net;
            if SEATS == 1 {
                counter.batch(net, 1);
            }
            specials |= ends.iter().fold(0, |any, &end| any | counter.specials(end));
        }
        if specials != 0 {
            self.specials(lanes, counter);
        }
        self.splits.clear();
        counter.rounds(&nets[..lanes], SEATS as u64);
    }

    /// Counts the special bonuses of all lanes, seat by seat.
    #[cold]
    #[inline(never)]
    fn specials(&self, lanes: usize, counter: &mut Counter<'_>) {
        let steps = self.steps;
        let mut won: Vec<[u8; SEATS]> = self.lanes[..lanes]
            .iter()
            .map(|lane| lane.at.0.map(|at| counter.specials(steps.end(at))))
            .collect();
        for split in &self.splits {
            let hands = split.hands.map(|at| counter.specials(steps.end(at)));
            won[split.lane][split.seat] = hands.iter().sum();
        }
        for won in won.iter().filter(|won| won.iter().any(|&seat| seat > 0)) {
            counter.special(won);
        }
    }
}
