//! The round itself: who is asked for what, and what an answer does.

use cards::Card;
use rules::settings::Allowed;
use rules::{
    Action, Actions, Look, MAX_HANDS, MAX_SEATS, Money, Origin, Placed, Rules, SeatBets, Spot,
    When, double_adds, legal,
};

use crate::hand::{Cards, Fate, Hand};

/// What a round waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Need {
    /// A card for this slot.
    Card(Slot),
    /// Whether a seat insures, and for how much.
    Insurance {
        /// The seat, from 1.
        seat: u8,
        /// The most it may stake, in cents.
        most: u32,
    },
    /// An action on a hand; there are always at least two (A43).
    Action {
        /// The seat, from 1.
        seat: u8,
        /// The hand, from 1.
        hand: u8,
        /// What it may do.
        legal: Actions,
    },
    /// Nothing: the round can be settled.
    Nothing,
}

/// Where a card goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Slot {
    /// To a hand of a seat, both from 1.
    Player {
        /// The seat.
        seat: u8,
        /// The hand.
        hand: u8,
    },
    /// The dealer's first card, face up.
    Up,
    /// The dealer's second card, face down.
    Hole,
    /// The dealer's further cards.
    Draw,
}

/// An answer the round does not accept; the round is unchanged.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[allow(missing_docs)]
pub enum Refused {
    #[error("no card is due now")]
    NoCardDue,
    #[error("no choice is asked for now")]
    NoChoiceDue,
    #[error("seat {asked} is asked, not seat {seat}")]
    Turn { seat: u8, asked: u8 },
    #[error("seat {seat} is asked for insurance: insure an amount, or no")]
    InsuranceDue { seat: u8 },
    #[error("seat {seat} cannot {action} now; it can {legal}")]
    Illegal { seat: u8, action: Action, legal: Actions },
    #[error("seat {seat} is asked to act, not to insure; it can {legal}")]
    NotInsurance { seat: u8, legal: Actions },
    #[error(
        "insurance takes half the main wager at most: {}, not {}",
        Money::cents((*most).into()), Money::cents((*cents).into())
    )]
    InsuranceLimit { seat: u8, cents: u32, most: u32 },
    #[error(
        "insurance goes in steps of {}: {} or {}, not {}",
        Money::cents((*step).into()),
        Money::cents((*cents / *step * *step).into()),
        Money::cents((*cents / *step * *step + *step).into()),
        Money::cents((*cents).into())
    )]
    InsuranceStep { seat: u8, cents: u32, step: u32 },
}

/// The cards and hands of one seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Seat {
    pub(crate) hands: [Hand; MAX_HANDS],
    pub(crate) count: u8,
    pub(crate) insurance: u32,
    /// The first two cards, which side wagers read whatever becomes of the hand (A34).
    pub(crate) first_two: [Card; 2],
    /// The next card the first hand receives, for Bonus 7's.
    pub(crate) third: Option<Card>,
    /// Whether anything is staked besides the main wager; most seats have nothing
    /// there, and settlement need not look at nine empty spots.
    pub(crate) side_wagers: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    Deal,
    Insurance,
    /// The turn of a hand, seat and hand counted from zero.
    Turn {
        seat: u8,
        hand: u8,
    },
    Dealer,
    Done,
}

/// A round from accepted bets to its last card: small, `Copy`, free of heap.
///
/// The same [`Rules`] must be given to every call of one round.
///
/// ```
/// use round::{Need, Reason, Round};
/// use rules::{Action, Bets, SeatBets, Spot};
///
/// let file = games::find("bahama-bonus").expect("a game of the folder").file();
/// let game = file.game(None, &[]).expect("it has no faults");
/// let rules = *game.rules();
/// let mut bets = Bets::default();
/// bets[0] = SeatBets::of_player(0);
/// bets[0].set(Spot::Main, 1_000);
///
/// // Whoever has the cards answers for the cards, whoever plays for the seat.
/// let mut round = Round::new(&rules.accept(&bets)?);
/// let mut shoe = ["9s", "6d", "Kh", "Jc", "9d"].iter();
/// while round.need() != Need::Nothing {
///     match round.need() {
///         Need::Card(_) => round.card(&rules, shoe.next().expect("cards").parse()?)?,
///         Need::Insurance { seat, .. } => round.insure(&rules, seat, 0)?,
///         Need::Action { seat, .. } => round.act(&rules, seat, Action::Stand)?,
///         Need::Nothing => {}
///     }
/// }
/// let mut lines = Vec::new();
/// round.settle(&rules, |line| lines.push(line.reason));
/// assert_eq!(lines, [Reason::DealerBusts { player: 19, dealer: 25 }]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Round {
    need: Need,
    stage: Stage,
    pub(crate) placed: Placed,
    pub(crate) seats: [Seat; MAX_SEATS],
    pub(crate) dealer: Cards,
}

impl Round {
    /// Starts a round with bets that [`Rules::accept`] has accepted.
    pub fn new(placed: &Placed) -> Round {
        let nothing: Card = Card::new(cards::Rank::Ace, cards::Suit::Clubs);
        let seat = Seat {
            hands: [Hand::NONE; MAX_HANDS],
            count: 0,
            insurance: 0,
            first_two: [nothing; 2],
            third: None,
            side_wagers: false,
        };
        let mut round = Round {
            need: Need::Nothing,
            stage: Stage::Deal,
            placed: *placed,
            seats: [seat; MAX_SEATS],
            dealer: Cards::NONE,
        };
        for index in seats_in(placed.seats()) {
            round.seats[index].side_wagers = placed.seat(index).games() > 1;
        }
        round.restart();
        round
    }

    /// Starts the next round with the same bets; cheaper than a new one.
    #[inline]
    pub fn restart(&mut self) {
        for index in seats_in(self.placed.seats()) {
            let seat = &mut self.seats[index];
            seat.count = 1;
            seat.insurance = 0;
            seat.third = None;
            seat.hands[0].reset(self.placed.seat(index).get(Spot::Main), Origin::Dealt);
        }
        self.dealer.clear();
        self.stage = Stage::Deal;
        self.need = player_card(self.placed.seats().trailing_zeros() as u8, 0);
    }

    /// What the round waits for.
    #[inline]
    pub fn need(&self) -> Need {
        self.need
    }

    /// Gives the card the round waits for.
    ///
    /// # Errors
    /// If no card is due.
    #[inline]
    pub fn card(&mut self, rules: &Rules, card: Card) -> Result<(), Refused> {
        let Need::Card(slot) = self.need else { return Err(Refused::NoCardDue) };
        match (self.stage, slot) {
            (Stage::Deal, _) => self.deal(rules, slot, card),
            (Stage::Turn { seat, hand }, Slot::Player { hand: to, .. }) => {
                let at = &mut self.seats[usize::from(seat)];
                at.hands[usize::from(to) - 1].cards.push(card);
                if to == 1 && at.third.is_none() {
                    at.third = Some(card);
                }
                self.ask(rules, seat, hand);
            }
            _ => {
                self.dealer.push(card);
                self.draw(rules);
            }
        }
        Ok(())
    }

    /// Answers the question for insurance; zero cents is no.
    ///
    /// # Errors
    /// If this seat is not asked for insurance, or for such an amount.
    pub fn insure(&mut self, rules: &Rules, seat: u8, cents: u32) -> Result<(), Refused> {
        let most = match self.need {
            Need::Insurance { seat: asked, most } if asked == seat => most,
            Need::Action { seat: asked, legal, .. } if asked == seat => {
                return Err(Refused::NotInsurance { seat, legal });
            }
            Need::Insurance { seat: asked, .. } | Need::Action { seat: asked, .. } => {
                return Err(Refused::Turn { seat, asked });
            }
            Need::Card(_) | Need::Nothing => return Err(Refused::NoChoiceDue),
        };
        let step = rules.wager(Spot::Insurance).map_or(1, |wager| wager.step);
        if cents > most {
            return Err(Refused::InsuranceLimit { seat, cents, most });
        }
        if !cents.is_multiple_of(step) {
            return Err(Refused::InsuranceStep { seat, cents, step });
        }
        self.seats[usize::from(seat) - 1].insurance = cents;
        self.ask_insurance(rules, seat);
        Ok(())
    }

    /// Acts on the hand that is asked.
    ///
    /// # Errors
    /// If this seat is not asked to act, or the action is not legal.
    #[inline]
    pub fn act(&mut self, rules: &Rules, seat: u8, action: Action) -> Result<(), Refused> {
        let (asked, legal) = match self.need {
            Need::Action { seat, legal, .. } => (seat, legal),
            Need::Insurance { seat: asked, .. } if asked == seat => {
                return Err(Refused::InsuranceDue { seat });
            }
            Need::Insurance { seat: asked, .. } => return Err(Refused::Turn { seat, asked }),
            Need::Card(_) | Need::Nothing => return Err(Refused::NoChoiceDue),
        };
        if asked != seat {
            return Err(Refused::Turn { seat, asked });
        }
        if !legal.has(action) {
            return Err(Refused::Illegal { seat, action, legal });
        }
        self.play(rules, action);
        Ok(())
    }

    #[inline(always)]
    fn deal(&mut self, rules: &Rules, slot: Slot, card: Card) {
        match slot {
            Slot::Player { seat, .. } => {
                let at = &mut self.seats[usize::from(seat) - 1];
                let hand = &mut at.hands[0].cards;
                at.first_two[usize::from(hand.len()) & 1] = card;
                hand.push(card);
                let second = hand.len() == 2;
                // A42: one card to each seat, the up-card, a second card to each, the hole card.
                self.need = match self.next_seat(seat) {
                    Some(next) => player_card(next, 0),
                    None if second => Need::Card(Slot::Hole),
                    None => Need::Card(Slot::Up),
                };
            }
            Slot::Up => {
                self.dealer.push(card);
                self.need = player_card(self.first_seat(), 0);
            }
            Slot::Hole | Slot::Draw => {
                self.dealer.push(card);
                self.after_deal(rules);
            }
        }
    }

    fn after_deal(&mut self, rules: &Rules) {
        if Look::Insurance.is_offered(self.up()) && rules.wager(Spot::Insurance).is_some() {
            self.stage = Stage::Insurance;
            self.ask_insurance(rules, 0);
        } else {
            self.peek(rules);
        }
    }

    /// Asks the next seat behind `after` (from 1) for insurance, or peeks.
    fn ask_insurance(&mut self, rules: &Rules, after: u8) {
        let mut after = after;
        while let Some(index) = self.next_seat(after) {
            let most = rules.most_insurance(self.placed.seat(usize::from(index)).get(Spot::Main));
            let natural = self.seats[usize::from(index)].hands[0].is_natural();
            if most > 0 && (rules.insure_naturals == Allowed::Yes || !natural) {
                self.need = Need::Insurance { seat: index + 1, most };
                return;
            }
            after = index + 1;
        }
        self.peek(rules);
    }

    /// The dealer looks for a natural; with one the round is over.
    fn peek(&mut self, rules: &Rules) {
        if self.has_dealer_natural() {
            self.finish();
        } else {
            self.ask(rules, self.first_seat(), 0);
        }
    }

    /// Finds the next hand that has something to decide, from this one on, and
    /// asks for it; the dealer's turn comes when there is none (A43).
    #[inline]
    fn ask(&mut self, rules: &Rules, seat: u8, hand: u8) {
        let (mut seat, mut hand) = (seat, hand);
        loop {
            let at = &mut self.seats[usize::from(seat)];
            if hand == at.count {
                match self.next_seat(seat + 1) {
                    Some(next) => (seat, hand) = (next, 0),
                    None => return self.dealers_turn(rules),
                }
                continue;
            }
            // A41: both halves of a split pair receive a card at once. Only a seat
            // that has split can have a hand of one card.
            let waits = |at: &Seat, hand: u8| {
                hand < at.count && at.hands[usize::from(hand)].cards.len() == 1
            };
            if at.count > 1
                && let Some(to) = [hand, hand + 1].into_iter().find(|&to| waits(at, to))
            {
                self.stage = Stage::Turn { seat, hand };
                self.need = player_card(seat, to);
                return;
            }
            let count = at.count;
            let current = &mut at.hands[usize::from(hand)];
            if current.fate == Fate::Open {
                let legal = options(rules, current, count);
                if legal.len() > 1 {
                    self.stage = Stage::Turn { seat, hand };
                    self.need = Need::Action { seat: seat + 1, hand: hand + 1, legal };
                    return;
                }
                current.fate = if current.total().is_bust() { Fate::Bust } else { Fate::Stood };
            }
            hand += 1;
        }
    }

    #[inline(always)]
    fn play(&mut self, rules: &Rules, action: Action) {
        let Stage::Turn { seat, hand } = self.stage else { return };
        let at = &mut self.seats[usize::from(seat)];
        let current = &mut at.hands[usize::from(hand)];
        match action {
            Action::Hit => {
                self.need = player_card(seat, hand);
                return;
            }
            Action::Double => {
                let added = double_adds(rules, current.stake).unwrap_or(0);
                current.stake += added;
                current.last_double = added;
                current.doubles += 1;
                self.need = player_card(seat, hand);
                return;
            }
            Action::Split => split(at, usize::from(hand), self.placed.seat(usize::from(seat))),
            Action::Stand => current.fate = Fate::Stood,
            Action::Surrender => current.fate = Fate::Surrendered,
            Action::Rescue => current.fate = Fate::Rescued,
        }
        self.ask(rules, seat, hand);
    }

    /// The hole card is turned; the dealer draws only for an undecided hand (A44).
    fn dealers_turn(&mut self, rules: &Rules) {
        let undecided = seats_in(self.placed.seats()).any(|index| {
            let seat = &self.seats[index];
            seat.hands[..usize::from(seat.count)].iter().any(|hand| {
                let is_decided = hand.is_natural() || rules.always_wins(hand.total().best());
                hand.fate == Fate::Stood && !is_decided
            })
        });
        if undecided {
            self.stage = Stage::Dealer;
            self.draw(rules);
        } else {
            self.finish();
        }
    }

    fn draw(&mut self, rules: &Rules) {
        let total = self.dealer.total();
        if rules.soft_17.draws(total.best(), total.is_soft()) {
            self.need = Need::Card(Slot::Draw);
        } else {
            self.finish();
        }
    }

    fn finish(&mut self) {
        self.stage = Stage::Done;
        self.need = Need::Nothing;
    }

    fn first_seat(&self) -> u8 {
        self.placed.seats().trailing_zeros() as u8
    }

    /// The next seat in play behind seat `after` (from 1), counted from zero.
    fn next_seat(&self, after: u8) -> Option<u8> {
        let behind = u16::from(self.placed.seats()) >> after << after;
        (behind != 0).then(|| behind.trailing_zeros() as u8)
    }

    pub(crate) fn up(&self) -> Card {
        self.dealer.as_slice()[0]
    }

    pub(crate) fn has_dealer_natural(&self) -> bool {
        // A dealer who has a natural never draws a third card.
        self.dealer.len() == 2 && self.dealer.total().best() == 21
    }

    /// The bets of the round.
    pub fn placed(&self) -> &Placed {
        &self.placed
    }

    /// The hands of a seat (from 1), in their order; none for a seat without bets.
    #[inline]
    pub fn hands(&self, seat: u8) -> &[Hand] {
        let seat = &self.seats[usize::from(seat) - 1];
        &seat.hands[..usize::from(seat.count)]
    }

    /// The first two cards of a seat (from 1), once all are dealt.
    pub fn first_two(&self, seat: u8) -> Option<[Card; 2]> {
        self.is_dealt().then(|| self.seats[usize::from(seat) - 1].first_two)
    }

    /// What a seat (from 1) has staked on insurance, in cents.
    pub fn insurance(&self, seat: u8) -> u32 {
        self.seats[usize::from(seat) - 1].insurance
    }

    /// The dealer's face-up card, once it is dealt.
    #[inline]
    pub fn up_card(&self) -> Option<Card> {
        self.dealer.as_slice().first().copied()
    }

    /// The dealer's cards once the hole card is turned: after the last turn, or
    /// at a dealer's natural. Until then nobody is told.
    pub fn dealer_cards(&self) -> Option<&[Card]> {
        matches!(self.stage, Stage::Dealer | Stage::Done).then(|| self.dealer.as_slice())
    }

    /// How far the round has come; nothing while the first cards are dealt.
    #[inline]
    pub(crate) fn reached(&self) -> Option<When> {
        match self.stage {
            Stage::Deal => None,
            Stage::Insurance => Some(When::Dealt),
            Stage::Turn { .. } => Some(When::Turn),
            Stage::Dealer => Some(When::HoleTurned),
            Stage::Done => Some(When::DealerDone),
        }
    }

    /// Whether the first two cards of everybody have been dealt.
    pub fn is_dealt(&self) -> bool {
        self.stage != Stage::Deal
    }
}

#[inline]
fn player_card(seat: u8, hand: u8) -> Need {
    Need::Card(Slot::Player { seat: seat + 1, hand: hand + 1 })
}

/// The seats of a bit set, counted from zero, lowest first.
#[inline]
pub(crate) fn seats_in(bits: u8) -> SeatsIn {
    SeatsIn(bits)
}

/// Takes the seats off a bit set one by one, at either end: a round of one seat
/// pays for one step.
#[derive(Clone, Copy)]
pub(crate) struct SeatsIn(u8);

impl Iterator for SeatsIn {
    type Item = usize;

    #[inline]
    fn next(&mut self) -> Option<usize> {
        let lowest = self.0.trailing_zeros();
        self.0 &= self.0.wrapping_sub(1);
        (lowest < MAX_SEATS as u32).then_some(lowest as usize)
    }
}

impl DoubleEndedIterator for SeatsIn {
    #[inline]
    fn next_back(&mut self) -> Option<usize> {
        let highest = (u8::BITS - 1).checked_sub(self.0.leading_zeros())?;
        self.0 &= !(1 << highest);
        Some(highest as usize)
    }
}

/// What a hand may do; nothing for one that is bust or has 21 (A43).
#[inline]
fn options(rules: &Rules, hand: &Hand, hands: u8) -> Actions {
    if hand.total().best() >= 21 {
        return Actions::NONE;
    }
    legal(rules, &hand.position(rules, hands))
}

/// A41: the first hand keeps the card dealt first, the new hand stands directly
/// behind it, and later hands move up by one.
fn split(seat: &mut Seat, hand: usize, bets: &SeatBets) {
    let [first, second] = *seat.hands[hand].cards() else { return };
    let origin = if first.is_ace() { Origin::SplitAces } else { Origin::Split };
    seat.hands.copy_within(hand..MAX_HANDS - 1, hand + 1);
    for (place, card) in [(hand, first), (hand + 1, second)] {
        seat.hands[place].reset(bets.get(Spot::Main), origin);
        seat.hands[place].cards.push(card);
    }
    seat.count += 1;
}
