//! A question that a table puts to a hand, and its answers.

use cards::Card;
use odds::main_wager::{self, Part, Row};
use rules::{Action, Money, Rules, Spot, Total};
use table::{Ask, HandView, Offer, SeatCards, View};

use crate::drill::Place;

/// What a player answers when the table asks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    /// An action on a hand.
    Act(Action),
    /// Insurance of this amount; nothing is no.
    Insure(Money),
}

/// What may be answered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum May {
    /// These actions, in their fixed order: those that the rules allow and the chips reach for.
    Act(Vec<Action>),
    /// Insurance up to this amount, in cents.
    Insure {
        /// The most.
        most: u32,
    },
}

/// A question with all that its answers depend on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Asked {
    /// The seat, from 1.
    pub seat: u8,
    /// The hand, from 1.
    pub hand: u8,
    /// Its cards in the order in which they came.
    pub cards: Vec<Card>,
    /// The dealer's up-card.
    pub up: Card,
    /// How often the hand was doubled.
    pub doubles: u8,
    /// How many hands the seat has; several all come from one that was split.
    pub hands: u8,
    /// The main wager before the deal, in cents.
    pub bet: u32,
    /// What may be answered.
    pub may: May,
}

impl Asked {
    /// What a table asks one of these seats, whose player can add so much to the felt.
    pub fn of(view: &View, seats: &[u8], rules: &Rules, chips: Money) -> Option<Asked> {
        let ask = view.ask.as_ref()?;
        let (seat, hand, may) = match ask {
            Ask::Insurance { seat, most } => (*seat, 1, may_insure(rules, *most, chips)),
            Ask::Action { seat, hand, legal, .. } => (*seat, *hand, may_act(legal, chips)),
        };
        let up = *view.felt.dealer.first()?;
        let at = view.felt.seats.iter().find(|at| at.seat == seat && seats.contains(&seat))?;
        Asked::at(at, hand, up, may)
    }

    /// A question to a hand of a seat.
    pub(crate) fn at(at: &SeatCards, hand: u8, up: Card, may: May) -> Option<Asked> {
        let HandView { ref cards, doubles, .. } =
            *at.hands.get(usize::from(hand).checked_sub(1)?)?;
        let main = at.bets.iter().find(|stake| stake.spot == Spot::Main)?;
        Some(Asked {
            seat: at.seat,
            hand,
            cards: cards.clone(),
            up,
            doubles,
            hands: u8::try_from(at.hands.len()).unwrap_or(u8::MAX),
            bet: main.cents,
            may,
        })
    }

    /// Whether the hand comes from a split.
    pub fn is_from_split(&self) -> bool {
        self.hands > 1
    }

    /// The hand as the analysis knows it.
    pub fn as_hand(&self) -> main_wager::Hand<'_> {
        main_wager::Hand {
            cards: &self.cards,
            up: self.up,
            doubles: self.doubles,
            from_split: self.is_from_split(),
            hands: self.hands,
        }
    }

    /// The place of the charts where the hand stands; nothing for the question for insurance.
    pub fn place(&self) -> Option<Place> {
        self.cell().map(|(part, row)| Place { part, row, up: self.up.value() })
    }

    /// The row of the charts where the hand stands; nothing for the question for insurance.
    pub(crate) fn cell(&self) -> Option<(Part, Row)> {
        let May::Act(_) = self.may else { return None };
        let part = match (self.doubles, self.cards.len()) {
            (0, 2) => Part::TwoCards,
            (0, _) => Part::MoreCards,
            _ => Part::AfterDouble,
        };
        let total = Total::of(&self.cards);
        let row = match *self.cards {
            [first, second] if part == Part::TwoCards && first.value() == second.value() => {
                Row::Pair(first.value())
            }
            _ if total.is_soft() => Row::Soft(total.best()),
            _ => Row::Hard(total.best()),
        };
        Some((part, row))
    }
}

/// What can be paid for of what the rules allow.
pub(crate) fn may_act(legal: &[Offer], chips: Money) -> May {
    let paid_for = legal.iter().filter(|offer| Money::cents(offer.adds.into()) <= chips);
    let mut actions: Vec<Action> = paid_for.map(|offer| offer.action).collect();
    actions.sort_unstable();
    May::Act(actions)
}

/// What can be insured for: at most half the wager, or what the chips make.
pub(crate) fn may_insure(rules: &Rules, most: u32, chips: Money) -> May {
    let step = rules.wager(Spot::Insurance).map_or(1, |wager| wager.step.max(1));
    let has = u32::try_from(chips.in_cents().max(0)).unwrap_or(u32::MAX);
    May::Insure { most: most.min(has / step * step) }
}
