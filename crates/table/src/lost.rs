//! A shoe whose secret is lost, as after a restore without its key: what was dealt from it
//! stands in the record, and that is enough to give every stake back.

use cards::{Card, Counts};
use rules::Rules;

use crate::event::{Entry, Event};

/// The cards that were dealt from a shoe, in order, as far as the record tells them. A
/// hole card that was never turned is filled in by a low card that is left: the dealer
/// had no natural then, and nothing else was decided by it.
pub fn dealt_cards(rules: &Rules, entries: &[Entry], shoe: u32) -> Vec<Card> {
    let mut dealt: Vec<Option<Card>> = Vec::new();
    let mut is_this = false;
    for event in entries.iter().flat_map(|entry| &entry.events) {
        match event {
            Event::ShoeCommitted { shoe: number, .. } => is_this = *number == shoe,
            Event::Dealt { cards, .. } if is_this => {
                dealt.extend(cards.iter().map(|dealt| dealt.card));
            }
            Event::HoleTurned { card, .. } => {
                if let Some(hole) = dealt.iter_mut().rev().find(|card| card.is_none()) {
                    *hole = Some(*card);
                }
            }
            // Its hole card is told no more; the next one must not be taken for it.
            Event::Voided { .. } => fill(rules, &mut dealt),
            _ => {}
        }
    }
    fill(rules, &mut dealt);
    dealt.into_iter().flatten().collect()
}

/// Fills in the cards that nobody knows.
fn fill(rules: &Rules, dealt: &mut [Option<Card>]) {
    let mut left = Counts::of(rules.deck, rules.decks);
    for &card in dealt.iter().flatten() {
        // Cards of the round in play may lie beside a shoe of discards.
        let _ = left.take(card);
    }
    for hidden in dealt.iter_mut().filter(|card| card.is_none()) {
        let low = left.cards().find(|card| card.value() < 10 && !card.is_ace());
        if let Some(card) = low
            && left.take(card)
        {
            *hidden = Some(card);
        }
    }
}
