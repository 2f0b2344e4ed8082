//! What a player decided in a round, read from its entries.

use std::collections::BTreeMap;

use cards::Card;
use rules::{Money, Rules};
use table::{
    Account, AccountId, By, DealtCard, Entry, Event, Fate, HandView, Offer, SeatCards, Stake,
};

use crate::asked::{Answer, Asked, May, may_act, may_insure};

/// A question and what the player answered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Decision {
    /// The question, with what could be answered then.
    pub asked: Asked,
    /// The answer.
    pub made: Answer,
    /// The version of the entry that holds it.
    pub version: u64,
}

/// How a round stood for a player before its first entry.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Start {
    /// The player.
    pub player: AccountId,
    /// The stakes of his seats.
    pub bets: Vec<(u8, Vec<Stake>)>,
    /// His chips at the table.
    pub chips: Money,
}

/// Everything that a player decided himself in a round, in order; the clock's answers and the
/// staff's are not his.
pub fn decisions(entries: &[Entry], start: &Start, rules: &Rules) -> Vec<Decision> {
    let mut felt = Felt::new(start, rules);
    let mut decided = Vec::new();
    for entry in entries {
        for event in &entry.events {
            let answered = felt.hear(event);
            decided.extend(answered.map(|(asked, made)| Decision {
                asked,
                made,
                version: entry.version,
            }));
        }
        // What an entry moves is there for the questions after it.
        felt.chips += moved(entry, start.player);
    }
    decided
}

/// What an entry moved to a player's chips.
pub fn moved(entry: &Entry, player: AccountId) -> Money {
    let own = Account::Player(player);
    let cents = entry.transfers.iter().map(|transfer| {
        let cents = transfer.micros.cents();
        match (transfer.from == own, transfer.to == own) {
            (true, false) => -cents,
            (false, true) => cents,
            _ => 0,
        }
    });
    Money::cents(cents.sum())
}

/// A question as it was put.
enum Put {
    Act { seat: u8, hand: u8, legal: Vec<Offer> },
    Insure { seat: u8, most: u32 },
}

/// The cards of a player's seats as they lie, folded from what is told.
struct Felt<'a> {
    rules: &'a Rules,
    chips: Money,
    up: Option<Card>,
    seats: BTreeMap<u8, SeatCards>,
    put: Option<Put>,
}

impl<'a> Felt<'a> {
    fn new(start: &Start, rules: &'a Rules) -> Felt<'a> {
        let hand = HandView {
            cards: Vec::new(),
            total: 0,
            soft: false,
            stake: 0,
            doubles: 0,
            fate: Fate::Open,
        };
        let seats = start.bets.iter().map(|(seat, bets)| {
            let (seat, bets, hands) = (*seat, bets.clone(), vec![hand.clone()]);
            (seat, SeatCards { seat, bets, insurance: 0, hands })
        });
        Felt { rules, chips: start.chips, up: None, seats: seats.collect(), put: None }
    }

    /// Takes in what happened; the question and the answer where the player gave one.
    fn hear(&mut self, event: &Event) -> Option<(Asked, Answer)> {
        match event {
            Event::Dealt { cards, .. } => {
                for card in cards {
                    self.deal(card);
                }
                None
            }
            Event::InsuranceAsked { seat, most, .. } => {
                self.put = Some(Put::Insure { seat: *seat, most: *most });
                None
            }
            Event::Asked { seat, hand, legal, .. } => {
                self.put = Some(Put::Act { seat: *seat, hand: *hand, legal: legal.clone() });
                None
            }
            Event::Insured { cents, by, .. } => {
                self.answered(Answer::Insure(Money::cents((*cents).into())), *by)
            }
            Event::Acted { seat, action, by, hands, .. } => {
                let answered = self.answered(Answer::Act(*action), *by);
                if let Some(at) = self.seats.get_mut(seat) {
                    at.hands.clone_from(hands);
                }
                answered
            }
            _ => None,
        }
    }

    fn deal(&mut self, dealt: &DealtCard) {
        let Some(card) = dealt.card else { return };
        if dealt.seat == 0 {
            self.up.get_or_insert(card);
            return;
        }
        let hand = usize::from(dealt.hand).checked_sub(1);
        let at = self.seats.get_mut(&dealt.seat).zip(hand);
        if let Some(hand) = at.and_then(|(at, hand)| at.hands.get_mut(hand)) {
            hand.cards.push(card);
        }
    }

    fn answered(&mut self, made: Answer, by: By) -> Option<(Asked, Answer)> {
        let put = self.put.take()?;
        let (seat, hand, may): (u8, u8, May) = match put {
            Put::Act { seat, hand, legal } => (seat, hand, may_act(&legal, self.chips)),
            Put::Insure { seat, most } => (seat, 1, may_insure(self.rules, most, self.chips)),
        };
        let asked = Asked::at(self.seats.get(&seat)?, hand, self.up?, may)?;
        (by == By::Player).then_some((asked, made))
    }
}
