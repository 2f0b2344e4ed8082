//! Rounds by the automaton, several side by side on one core.
//!
//! A lane is a strand of rounds with its own shoe and stream. All lanes are dealt their first
//! cards; then those that wait for a card get one each, again and again, until no player
//! waits; then the same for the dealer. Which lanes wait is a list that is made anew in every
//! pass by calculation, so nothing that is random decides a branch, and what one lane has to
//! wait for is filled with the others' work.

use cards::{Words, below};

use crate::automaton::{Automaton, START, Steps};
use crate::codes::{PLACES, card_of, letter, new_shoe};
use crate::counter::{Counter, Seen};
use crate::generator::Generator;
use crate::kernel::{Kernel, Seat, SeatResult};

/// Lanes of one core. What is counted does not depend on it.
pub(crate) const LANES: usize = 100;

/// Places in a list of lanes: an index is masked, not checked.
const LISTED: usize = 128;

/// Where the turn of nobody is noted: behind all seats.
const NOBODY: usize = 7;

/// The first of the seats that wait, or nobody.
#[inline(always)]
fn first_of(waiting: u8) -> usize {
    (u32::from(waiting) | 1 << NOBODY).trailing_zeros() as usize & NOBODY
}

/// One strand in play.
#[derive(Clone)]
struct Lane<const SEATS: usize> {
    words: Generator,
    /// The place of the next card.
    next: u32,
    /// The place of the card that the dealer draws first.
    dealer: u16,
    /// The seats that wait for a card, a bit each.
    waiting: u8,
    /// Whether a seat split in this round.
    has_split: bool,
    /// Where each seat is.
    at: [u16; SEATS],
    shoe: [u8; PLACES],
    /// The place of the first card that a seat could take; the last one is nobody's.
    turns: [u16; NOBODY + 1],
}

/// The lanes of one core.
pub(crate) struct Lanes<'a, const SEATS: usize> {
    kernel: &'a Kernel,
    steps: Steps<'a>,
    cards: u32,
    lanes: Vec<Lane<SEATS>>,
    /// The seats that split in this round, with their lanes.
    split: Vec<(usize, usize, Seat)>,
}

/// Lanes that wait for a card.
struct List {
    numbers: [u8; LISTED],
    count: usize,
}

impl Default for List {
    #[inline(always)]
    fn default() -> List {
        List { numbers: [0; LISTED], count: 0 }
    }
}

impl List {
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

/// Lanes and the cards they were dealt.
struct Drawn {
    cards: [(u8, u8); LISTED],
    count: usize,
}

impl Default for Drawn {
    #[inline(always)]
    fn default() -> Drawn {
        Drawn { cards: [(0, 0); LISTED], count: 0 }
    }
}

impl Drawn {
    #[inline(always)]
    fn push(&mut self, number: u8, card: u8) {
        self.cards[self.count & (LISTED - 1)] = (number, card);
        self.count += 1;
    }

    #[inline(always)]
    fn cards(&self) -> &[(u8, u8)] {
        &self.cards[..self.count.min(LISTED)]
    }
}

/// Deals the next card of a shoe that is shuffled while it is dealt, as
/// [`cards::Shoe::draw_shuffling`] does.
// `swap` would read the card again.
#[allow(clippy::manual_swap)]
#[inline(always)]
fn draw(shoe: &mut [u8; PLACES], words: &mut Generator, next: u32, cards: u32) -> u8 {
    let left = cards - next;
    let product = words.wide() * u64::from(left);
    let mut place = (product >> 32) as u32;
    // The word may be one of those that are thrown away: once in fifteen million.
    if (product as u32) < left {
        place = again(product, left, words);
    }
    let (front, place) = (next as usize & (PLACES - 1), (next + place) as usize & (PLACES - 1));
    let card = shoe[place];
    shoe[place] = shoe[front];
    shoe[front] = card;
    card
}

#[cold]
#[inline(never)]
fn again(product: u64, left: u32, words: &mut Generator) -> u32 {
    let mut first = Some((product / u64::from(left)) as u32);
    below(left, &mut || first.take().unwrap_or_else(|| words.word()))
}

impl<const SEATS: usize> Lane<SEATS> {
    #[inline(always)]
    fn draw(&mut self, cards: u32) -> u8 {
        let card = draw(&mut self.shoe, &mut self.words, self.next, cards);
        self.next += 1;
        card
    }

    /// The place of the up-card.
    const UP: usize = SEATS;
    /// The place of the hole card.
    const HOLE: usize = 2 * SEATS + 1;

    /// A seat waits for a card of its own below this row; a single seat waits for the dealer's
    /// like for its own.
    #[inline(always)]
    fn border(steps: Steps<'_>) -> u16 {
        if SEATS == 1 { steps.ends } else { steps.dealers }
    }

    /// Deals the first two cards of everybody.
    #[inline(always)]
    fn deal(&mut self, cards: u32) {
        let mut words = self.words.clone();
        for next in 0..2 * SEATS as u32 + 2 {
            draw(&mut self.shoe, &mut words, next, cards);
        }
        self.words = words;
        self.next = 2 * SEATS as u32 + 2;
    }

    /// Finds the states of the first two cards.
    #[inline(always)]
    fn begin(&mut self, steps: Steps<'_>) {
        let (up, hole) = (letter(self.shoe[Self::UP]), letter(self.shoe[Self::HOLE]));
        self.waiting = 0;
        self.has_split = false;
        for seat in 0..SEATS {
            let (first, second) = (self.shoe[seat], self.shoe[SEATS + 1 + seat]);
            let row = steps.next(steps.next(START, letter(first)), up);
            let at = steps.next(steps.next(row, letter(second)), hole);
            self.at[seat] = at;
            let waits = at < Self::border(steps) || at == steps.split;
            self.waiting |= u8::from(waits) << seat;
        }
        if SEATS > 1 {
            self.turns[first_of(self.waiting)] = self.next as u16;
        }
    }

    /// The first seat that waits.
    #[inline(always)]
    fn seat(&self) -> usize {
        if SEATS == 1 { 0 } else { first_of(self.waiting).min(SEATS - 1) }
    }

    /// A card for the first seat that waits.
    #[inline(always)]
    fn turn(&mut self, steps: Steps<'_>, card: usize) {
        let seat = self.seat();
        let hole = letter(self.shoe[Self::HOLE]);
        let to = steps.step(self.at[seat], card, hole);
        self.at[seat] = to;
        self.pass(to >= Self::border(steps));
    }

    /// The turn goes to the next seat that waits, if the hand is over.
    #[inline(always)]
    fn pass(&mut self, over: bool) {
        if SEATS == 1 {
            self.waiting = u8::from(!over);
            return;
        }
        let rest = self.waiting & self.waiting.wrapping_sub(1);
        let then = std::hint::select_unpredictable(over, rest, 0);
        self.turns[first_of(then)] = self.next as u16;
        self.waiting = std::hint::select_unpredictable(over, rest, self.waiting);
    }

    /// A card for the dealer, which moves all seats that wait for it: their rows differ in
    /// what the player has and agree in what the dealer has, so all end together.
    #[inline(always)]
    fn dealer_takes(&mut self, steps: Steps<'_>, card: usize) {
        for row in &mut self.at {
            let to = steps.next(*row, card);
            *row = std::hint::select_unpredictable(*row < steps.ends, to, *row);
        }
    }

    #[inline(always)]
    fn is_dealers(&self, steps: Steps<'_>) -> bool {
        self.at.iter().fold(false, |any, &row| any | (row < steps.ends))
    }

    #[inline(always)]
    fn seen(&self, seat: usize) -> Seen {
        Seen {
            first: self.shoe[seat],
            up: self.shoe[Self::UP],
            second: self.shoe[SEATS + 1 + seat],
            hole: self.shoe[Self::HOLE],
            next: self.shoe
                [if SEATS == 1 { 4 } else { usize::from(self.turns[seat]) & (PLACES - 1) }],
        }
    }
}

impl<'a, const SEATS: usize> Lanes<'a, SEATS> {
    /// Lanes with new shoes and these streams, one after the other.
    pub(crate) fn new(
        kernel: &'a Kernel,
        automaton: &'a Automaton,
        words: impl Iterator<Item = Generator>,
    ) -> Lanes<'a, SEATS> {
        let (shoe, cards) = new_shoe(kernel.rules());
        let lane = |words| Lane {
            shoe,
            words,
            next: 0,
            dealer: 0,
            at: [START; SEATS],
            waiting: 0,
            turns: [0; NOBODY + 1],
            has_split: false,
        };
        let split = Vec::new();
        Lanes { kernel, steps: automaton.steps(), cards, lanes: words.map(lane).collect(), split }
    }

    /// Plays a round in each of the first lanes. What is drawn does not depend on states, so
    /// all cards of a pass are drawn first: many lookups are then under way at once.
    #[inline(never)]
    pub(crate) fn round(&mut self, lanes: usize, counter: &mut Counter<'_>) {
        let (steps, cards) = (self.steps, self.cards);
        for lane in &mut self.lanes[..lanes] {
            lane.deal(cards);
        }
        let mut list = List::default();
        for (number, lane) in self.lanes[..lanes].iter_mut().enumerate() {
            lane.begin(steps);
            list.keep(number as u8, lane.waiting != 0);
        }
        while list.count > 0 {
            list = self.turns(&list);
        }
        if SEATS > 1 {
            for (number, lane) in self.lanes[..lanes].iter_mut().enumerate() {
                lane.dealer = lane.next as u16;
                list.keep(number as u8, lane.is_dealers(steps));
            }
        }
        while list.count > 0 {
            list = self.dealers(&list);
        }
        self.count(lanes, counter);
    }

    /// A card for each of the listed lanes; those that wait for another.
    #[inline(always)]
    fn turns(&mut self, list: &List) -> List {
        let (steps, cards) = (self.steps, self.cards);
        let mut drawn = Drawn::default();
        for &number in list.lanes() {
            let lane = &mut self.lanes[usize::from(number)];
            if lane.at[lane.seat()] == steps.split && self.splits(usize::from(number)) {
                continue;
            }
            drawn.push(number, self.lanes[usize::from(number)].draw(cards));
        }
        let mut rest = List::default();
        for &(number, card) in drawn.cards() {
            let lane = &mut self.lanes[usize::from(number)];
            lane.turn(steps, letter(card));
            rest.keep(number, lane.waiting != 0);
        }
        rest
    }

    /// A card for the dealers of the listed lanes; those that wait for another.
    #[inline(always)]
    fn dealers(&mut self, list: &List) -> List {
        let (steps, cards) = (self.steps, self.cards);
        let mut drawn = Drawn::default();
        for &number in list.lanes() {
            drawn.push(number, self.lanes[usize::from(number)].draw(cards));
        }
        let mut rest = List::default();
        for &(number, card) in drawn.cards() {
            let lane = &mut self.lanes[usize::from(number)];
            lane.dealer_takes(steps, letter(card));
            rest.keep(number, lane.is_dealers(steps));
        }
        rest
    }

    #[inline(always)]
    fn count(&mut self, lanes: usize, counter: &mut Counter<'_>) {
        for number in 0..lanes {
            let lane = &self.lanes[number];
            if lane.has_split {
                self.count_splits(number, counter);
                continue;
            }
            let mut net = 0;
            let mut special = 0;
            for seat in 0..SEATS {
                let outcome = usize::from(lane.at[seat] - self.steps.ends);
                net += counter.seat(outcome, lane.seen(seat));
                special |= if SEATS > 1 { counter.specials(outcome) } else { 0 };
            }
            if special != 0 {
                let won = |at: u16| counter.specials(usize::from(at - self.steps.ends));
                counter.special(&lane.at.map(won));
            }
            counter.round::<SEATS>(number, u64::from(lane.next), net);
        }
        self.split.clear();
    }

    /// The turns of seats that split, one after the other; whether nobody waits then.
    #[cold]
    #[inline(never)]
    fn splits(&mut self, number: usize) -> bool {
        loop {
            self.split(number);
            let lane = &self.lanes[number];
            if lane.waiting == 0 {
                return true;
            }
            if lane.at[lane.seat()] != self.steps.split {
                return false;
            }
        }
    }

    /// The turn of a seat that splits, straight through.
    fn split(&mut self, number: usize) {
        let lane = &mut self.lanes[number];
        let seat = lane.seat();
        let up = card_of(lane.shoe[Lane::<SEATS>::UP]);
        let two = [lane.shoe[seat], lane.shoe[SEATS + 1 + seat]].map(card_of);
        let mut hands = Seat::new(self.kernel.plays(), two);
        self.kernel.turn(&mut hands, up, &mut || card_of(lane.draw(self.cards)));
        lane.has_split = true;
        lane.dealer = lane.next as u16;
        lane.pass(true);
        self.split.push((number, seat, hands));
    }

    /// A round in which a seat split: the dealer may have to draw for it alone.
    #[cold]
    #[inline(never)]
    fn count_splits(&mut self, number: usize, counter: &mut Counter<'_>) {
        let (kernel, cards, ends) = (self.kernel, self.cards, self.steps.ends);
        let lane = &mut self.lanes[number];
        let up = card_of(lane.shoe[Lane::<SEATS>::UP]);
        let hole = card_of(lane.shoe[Lane::<SEATS>::HOLE]);
        let splits = || self.split.iter().filter(|split| split.0 == number);
        let mut total = 0;
        if splits().any(|(_, _, seat)| kernel.is_undecided(seat)) {
            let (mut at, drawn) = (u32::from(lane.dealer), lane.next);
            total = kernel.dealer(up, hole, &mut || {
                at += 1;
                let is_known = at <= drawn;
                card_of(if is_known { lane.shoe[at as usize - 1] } else { lane.draw(cards) })
            });
        }
        let mut net = 0;
        let mut won = [0; SEATS];
        for (seat, won) in won.iter_mut().enumerate() {
            if lane.at[seat] != self.steps.split {
                let outcome = usize::from(lane.at[seat] - ends);
                net += counter.seat(outcome, lane.seen(seat));
                *won = counter.specials(outcome);
            }
        }
        for (_, seat, hands) in splits() {
            let result: SeatResult = kernel.settle(hands, up, false, total);
            net += counter.split(&result, up, hole);
            won[*seat] = result.special;
        }
        if won != [0; SEATS] {
            counter.special(&won);
        }
        if SEATS == 1 {
            counter.batch(net, 1);
        }
        counter.round::<SEATS>(number, u64::from(lane.next), net);
    }
}
