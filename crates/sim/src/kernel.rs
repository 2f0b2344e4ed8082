//! One round, straight through: the same rules as the asking engine, with a strategy
//! that answers at once.
//!
//! A test settles the same shoes through both, to the cent.

use std::sync::{Arc, OnceLock};

use cards::{Card, Rank};
use odds::main_wager::plays::{BUST, Hand, Plays};
use rules::settings::{Allowed, Tie};
use rules::{
    Action, Bonus21, Look, MAX_DOUBLES, MAX_HANDS, Money, Origin, Rules, Sight, SpecialBonus,
    doubled,
};

use crate::automaton::{Automaton, Outcome};
use crate::sights::Sights;
use crate::tally::Tally;

/// The stakes a hand can have: not doubled, and after each double.
const STAKES: usize = MAX_DOUBLES + 1;

/// What a table plays: rules, strategy and bet.
#[derive(Clone, Debug)]
pub struct Kernel {
    rules: Rules,
    plays: Arc<Plays>,
    bet: u32,
    /// The stake after so many doubles, in cents.
    stakes: [u32; STAKES],
    /// What a rescue hands back after so many doubles.
    rescued: [u32; STAKES],
    /// What a winning 21 hands back, by its kind, not doubled.
    bonus: Option<Bonus21>,
    /// The special bonus, where this bet has a prize.
    special: Option<SpecialBonus>,
    /// The same table as an automaton, once it is asked for; nothing if it is too large.
    automaton: OnceLock<Option<Arc<Automaton>>>,
    /// The tables of the looks that were asked for first.
    sights: OnceLock<Arc<Sights>>,
}

/// What became of one seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SeatResult {
    /// The first two cards.
    pub cards: [Card; 2],
    /// The next card the first hand received, if any.
    pub third: Option<Card>,
    /// What was staked on all hands, in cents.
    pub staked: u32,
    /// What was handed back.
    pub returned: u32,
    /// The number of hands.
    pub hands: u8,
    /// The hands that won the special bonus.
    pub special: u8,
}

impl SeatResult {
    /// What its wagers looked at, with the dealer's two cards.
    #[inline]
    pub fn sight(&self, up: Card, hole: Card) -> Sight {
        Sight { first_two: self.cards, third: self.third, up, hole }
    }
}

/// A round that has been played.
#[derive(Clone, Copy, Debug)]
pub struct Played<const SEATS: usize> {
    /// The seats, from the dealer's left.
    pub seats: [SeatResult; SEATS],
    /// The up-card.
    pub up: Card,
    /// The hole card.
    pub hole: Card,
    /// The cards that were used.
    pub cards: u8,
}

/// A hand in play.
#[derive(Clone, Copy)]
pub(crate) struct InPlay {
    pub(crate) hand: Hand,
    /// The first three cards.
    pub(crate) cards: [Card; 3],
    pub(crate) count: u8,
    pub(crate) doubles: u8,
    pub(crate) fate: Fate,
}

/// What a hand does next.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Turn {
    /// It takes a card, doubled so often then.
    Draws { doubles: u8 },
    /// It is split.
    Split,
    /// It is over.
    Ends(Fate),
}

impl Turn {
    #[inline]
    fn of(action: Action, doubles: u8) -> Turn {
        match action {
            Action::Stand => Turn::Ends(Fate::Stands),
            Action::Hit => Turn::Draws { doubles },
            Action::Double => Turn::Draws { doubles: doubles + 1 },
            Action::Split => Turn::Split,
            Action::Surrender => Turn::Ends(Fate::Surrendered),
            Action::Rescue => Turn::Ends(Fate::Rescued),
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fate {
    Stands,
    Bust,
    Surrendered,
    Rescued,
}

/// The dealer's total of every bust.
pub(crate) const DEALER_BUST: u8 = 22;

/// The hands of a seat.
#[derive(Clone, Copy)]
pub(crate) struct Seat {
    hands: [InPlay; MAX_HANDS],
    count: u8,
    natural: bool,
    first_two: [Card; 2],
    third: Option<Card>,
}

const NOTHING: Card = Card::new(Rank::Ace, cards::Suit::Clubs);

const NO_CARDS: InPlay =
    InPlay { hand: 0, cards: [NOTHING; 3], count: 0, doubles: 0, fate: Fate::Stands };

impl Kernel {
    /// A table with these rules, where every seat bets `bet` cents and plays so.
    pub fn new(rules: &Rules, plays: Plays, bet: u32) -> Kernel {
        Kernel::with_plays(rules, Arc::new(plays), bet)
    }

    /// The same table with another bet; the strategy stays, so the limits on doubling
    /// must bind neither bet.
    #[must_use]
    pub fn at_bet(&self, bet: u32) -> Kernel {
        Kernel::with_plays(&self.rules, Arc::clone(&self.plays), bet)
    }

    fn with_plays(rules: &Rules, plays: Arc<Plays>, bet: u32) -> Kernel {
        let hand = doubled(rules, bet);
        let (stakes, rescued) = (hand.map(|it| it.stake), hand.map(|it| it.rescue_keeps));
        let bonus = rules.bonus_21;
        let special = rules.special_bonus.filter(|special| special.prize(bet) > 0);
        let (automaton, sights) = (OnceLock::new(), OnceLock::new());
        Kernel { rules: *rules, plays, bet, stakes, rescued, bonus, special, automaton, sights }
    }

    /// The table as an automaton, unless it has too many states.
    pub(crate) fn automaton(&self) -> Option<&Automaton> {
        self.automaton.get_or_init(|| Automaton::compile(self).map(Arc::new)).as_deref()
    }

    /// Whether rounds with fresh shoes are played as an automaton.
    pub fn is_automatic(&self) -> bool {
        self.automaton().is_some()
    }

    /// The tables of what a tally looks at.
    pub(crate) fn sights(&self, tally: &Tally) -> Option<Arc<Sights>> {
        let looks: Vec<Look> = tally.seen.iter().map(|seen| seen.look).collect();
        if looks.is_empty() {
            return None;
        }
        let compile = || Arc::new(Sights::new(&looks, self.rules.deck));
        let known = self.sights.get_or_init(compile);
        let same = known.looks().eq(looks.iter().copied());
        Some(if same { Arc::clone(known) } else { compile() })
    }

    /// The strategy.
    #[inline]
    pub(crate) fn plays(&self) -> &Plays {
        &self.plays
    }

    /// The rules in force.
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// The main wager of each seat, in cents.
    pub fn bet(&self) -> u32 {
        self.bet
    }

    /// Plays a round with the cards that `draw` gives, in the order in which the table
    /// deals (A42).
    #[inline]
    pub fn play<const SEATS: usize>(&self, mut draw: impl FnMut() -> Card) -> Played<SEATS> {
        let mut used = 0u8;
        let mut draw = || {
            used += 1;
            draw()
        };
        let first: [Card; SEATS] = std::array::from_fn(|_| draw());
        let up = draw();
        let mut at = first.map(|first| Seat::new(&self.plays, [first, draw()]));
        let hole = draw();
        let dealer_natural = up.is_ace() && hole.value() == 10 || up.value() == 10 && hole.is_ace();
        let mut undecided = false;
        if !dealer_natural {
            for seat in at.iter_mut().filter(|seat| !seat.natural) {
                self.turn(seat, up, &mut draw);
                undecided |= self.is_undecided(seat);
            }
        }
        // The dealer draws only for an undecided hand (A44).
        let dealer = if undecided { self.dealer(up, hole, &mut draw) } else { 0 };
        let seats = at.map(|seat| self.settle(&seat, up, dealer_natural, dealer));
        Played { seats, up, hole, cards: used }
    }

    /// The turn of a seat, hand by hand (A41).
    #[inline]
    pub(crate) fn turn(&self, seat: &mut Seat, up: Card, draw: &mut impl FnMut() -> Card) {
        let mut hand = 0;
        while hand < usize::from(seat.count) {
            if self.play_hand(seat, hand, up, draw) {
                self.split(seat, hand, draw);
            } else {
                hand += 1;
            }
        }
    }

    /// Plays a hand to its end; `true` if it is to be split first.
    #[inline]
    fn play_hand(
        &self,
        seat: &mut Seat,
        place: usize,
        up: Card,
        draw: &mut impl FnMut() -> Card,
    ) -> bool {
        let split = seat.count > 1;
        let may_split = split && self.may_split_again(seat, place);
        let hand = &mut seat.hands[place];
        loop {
            if self.plays.total(hand.hand) == 21 {
                return false;
            }
            let turn = if may_split && hand.count == 2 {
                Turn::Split
            } else if split {
                self.choose_after_split(hand, up)
            } else {
                self.choose(hand, up)
            };
            match turn {
                Turn::Draws { doubles } => hand.doubles = doubles,
                Turn::Split => return true,
                Turn::Ends(fate) => {
                    hand.fate = fate;
                    return false;
                }
            }
            let card = draw();
            if place == 0 && seat.third.is_none() {
                seat.third = Some(card);
            }
            if !hand.take(&self.plays, card) {
                return false;
            }
        }
    }

    /// What a hand does that does not come from a split and is not 21.
    #[inline]
    pub(crate) fn choose(&self, hand: &InPlay, up: Card) -> Turn {
        let action = match hand.count {
            2 => self.plays.first(hand.hand, hand.cards[0], hand.cards[1], up),
            _ => self.plays.dealt(hand.hand, up, hand.doubles),
        };
        Turn::of(action, hand.doubles)
    }

    /// What a hand does that comes from a split, is not 21 and is not split again.
    #[inline]
    pub(crate) fn choose_after_split(&self, hand: &InPlay, up: Card) -> Turn {
        let two = [hand.cards[0], hand.cards[1]];
        let action = self.plays.after_split(hand.hand, two, hand.count, up, hand.doubles);
        Turn::of(action, hand.doubles)
    }

    /// Whether a hand that comes from a split is a pair that may be split again.
    #[inline]
    fn may_split_again(&self, seat: &Seat, place: usize) -> bool {
        seat.count < self.rules.hands && self.is_split_again(&seat.hands[place])
    }

    /// Whether a hand that comes from a split is a pair that may be split again, as long as
    /// the seat may have more hands.
    #[inline]
    pub(crate) fn is_split_again(&self, hand: &InPlay) -> bool {
        let [first, second, _] = hand.cards;
        hand.count == 2
            && first.value() == second.value()
            && (!first.is_ace() || self.rules.resplit_aces == Allowed::Yes)
    }

    #[inline(never)]
    fn split(&self, seat: &mut Seat, place: usize, draw: &mut impl FnMut() -> Card) {
        let [first, second, _] = seat.hands[place].cards;
        seat.hands.copy_within(place..MAX_HANDS - 1, place + 1);
        seat.count += 1;
        for (place, card) in [(place, first), (place + 1, second)] {
            seat.hands[place] = InPlay::one(&self.plays, card);
        }
        for to in [place, place + 1] {
            let card = draw();
            if to == 0 && seat.third.is_none() {
                seat.third = Some(card);
            }
            seat.hands[to].take(&self.plays, card);
        }
    }

    /// Whether the dealer draws for a seat.
    #[inline]
    pub(crate) fn is_undecided(&self, seat: &Seat) -> bool {
        seat.hands[..usize::from(seat.count)].iter().any(|hand| self.is_open(hand))
    }

    /// Whether a hand waits for the dealer's total.
    #[inline]
    pub(crate) fn is_open(&self, hand: &InPlay) -> bool {
        hand.fate == Fate::Stands && !self.rules.always_wins(self.plays.total(hand.hand))
    }

    /// The dealer's final total; 22 stands for every bust.
    #[inline]
    pub(crate) fn dealer(&self, up: Card, hole: Card, draw: &mut impl FnMut() -> Card) -> u8 {
        let mut hard = up.value() + hole.value();
        let mut ace = up.is_ace() || hole.is_ace();
        loop {
            if let Some(total) = self.dealer_ends(hard, ace) {
                return total;
            }
            let card = draw();
            hard += card.value();
            ace |= card.is_ace();
        }
    }

    /// The dealer's final total with this sum, unless the dealer draws.
    #[inline]
    pub(crate) fn dealer_ends(&self, hard: u8, ace: bool) -> Option<u8> {
        let soft = ace && hard <= 11;
        let total = if soft { hard + 10 } else { hard };
        (!self.rules.soft_17.draws(total, soft)).then(|| total.min(DEALER_BUST))
    }

    /// What a seat stakes and gets back against the dealer's final total.
    #[inline]
    pub(crate) fn settle(
        &self,
        seat: &Seat,
        up: Card,
        dealer_natural: bool,
        dealer: u8,
    ) -> SeatResult {
        let mut result = SeatResult {
            cards: seat.first_two,
            third: seat.third,
            staked: self.bet,
            returned: 0,
            hands: seat.count,
            special: 0,
        };
        if seat.natural {
            let tied = dealer_natural && self.rules.natural_tie == Tie::Pushes;
            let win = if tied { 0 } else { self.win(self.rules.natural_pays, self.bet) };
            result.returned = self.bet + win;
            return result;
        }
        if dealer_natural {
            return result;
        }
        result.staked = 0;
        for hand in &seat.hands[..usize::from(seat.count)] {
            let settled = self.settle_hand(hand, seat.count > 1, up, dealer);
            result.staked += settled.staked;
            result.returned += settled.returned;
            result.special += settled.special;
        }
        result
    }

    /// What a hand that is over, of a seat that split or did not, is worth against the dealer's
    /// final total.
    #[inline]
    pub(crate) fn settle_hand(
        &self,
        hand: &InPlay,
        is_split: bool,
        up: Card,
        dealer: u8,
    ) -> Outcome {
        let stake = self.stakes[usize::from(hand.doubles)];
        let origin = match (is_split, hand.cards[0].is_ace()) {
            (false, _) => Origin::Dealt,
            (true, false) => Origin::Split,
            (true, true) => Origin::SplitAces,
        };
        let returned = match hand.fate {
            Fate::Bust => 0,
            Fate::Surrendered => stake / 2,
            Fate::Rescued => self.rescued[usize::from(hand.doubles)],
            Fate::Stands => self.compare(hand, origin, stake, dealer),
        };
        let special = u8::from(self.is_special(hand, origin, up));
        Outcome { staked: stake, returned, special }
    }

    /// What a standing hand hands back.
    #[inline]
    fn compare(&self, hand: &InPlay, origin: Origin, stake: u32, dealer: u8) -> u32 {
        let total = self.plays.total(hand.hand);
        if self.rules.always_wins(total) || total == 21 && dealer != 21 {
            return stake + self.win_21(hand, origin, stake);
        }
        if dealer > 21 || total > dealer {
            2 * stake
        } else if total == dealer {
            stake
        } else {
            0
        }
    }

    #[inline]
    fn win_21(&self, hand: &InPlay, origin: Origin, stake: u32) -> u32 {
        let Some(bonus) = &self.bonus else { return stake };
        if !bonus.is_paid(origin, hand.doubles) {
            return stake;
        }
        let class = match hand.count {
            3 => rules::class::bonus_21(&hand.cards, bonus.suit),
            cards => rules::class::bonus_21_by_number(usize::from(cards)),
        };
        self.win(bonus.price(class), stake)
    }

    #[inline]
    fn win(&self, pays: rules::To, stake: u32) -> u32 {
        pays.win_on(Money::cents(stake.into())).in_cents() as u32
    }

    #[inline]
    fn is_special(&self, hand: &InPlay, origin: Origin, up: Card) -> bool {
        let Some(special) = &self.special else { return false };
        let [first, second, third] = hand.cards;
        hand.count == 3
            && up.rank() == Rank::Seven
            && first.rank() == Rank::Seven
            && first == second
            && second == third
            && hand.fate == Fate::Stands
            && special.is_paid(origin, hand.doubles)
    }
}

impl InPlay {
    /// A hand of one card, which comes from a split.
    #[inline]
    pub(crate) fn one(plays: &Plays, card: Card) -> InPlay {
        let mut hand = NO_CARDS;
        hand.take(plays, card);
        hand
    }

    /// Takes a card; `false` if that busts the hand.
    #[inline]
    pub(crate) fn take(&mut self, plays: &Plays, card: Card) -> bool {
        if self.count < 3 {
            self.cards[usize::from(self.count)] = card;
        }
        self.count += 1;
        let hand = plays.with(self.hand, card);
        if hand == BUST {
            self.fate = Fate::Bust;
            return false;
        }
        self.hand = hand;
        true
    }
}

impl Seat {
    #[inline]
    pub(crate) fn is_natural(&self) -> bool {
        self.natural
    }

    /// The first hand.
    pub(crate) fn first(&self) -> &InPlay {
        &self.hands[0]
    }

    #[inline]
    pub(crate) fn new(plays: &Plays, cards: [Card; 2]) -> Seat {
        let hand = plays.two(cards[0], cards[1]);
        let first = InPlay {
            hand,
            cards: [cards[0], cards[1], NOTHING],
            count: 2,
            doubles: 0,
            fate: Fate::Stands,
        };
        Seat {
            hands: [first, NO_CARDS, NO_CARDS, NO_CARDS],
            count: 1,
            natural: plays.total(hand) == 21,
            first_two: cards,
            third: None,
        }
    }
}
