//! What must hold between the settings of a game file.

use cards::Deck;

use super::fault::Problem;
use super::game::NamedTable;
use super::reader::Reader;
use crate::rules::Rules;
use crate::settings::{NaturalsPaid, Peek, Soft17, Tie};
use crate::spot::Spot;

/// Checks the rules as a whole.
pub(super) fn rules(reader: &mut Reader<'_>, rules: &Rules) {
    if rules.soft_17 == Soft17::Stand && rules.doubles > 1 {
        reader.fault("doubles", Problem::RedoubleOnStand17);
    }
    if rules.deck == Deck::FiftyTwo && rules.peek == Peek::AceOrFace {
        reader.fault("peek", Problem::PeekMisses);
    }
    if rules.natural_tie == Tie::Pushes && rules.naturals_paid == NaturalsPaid::AfterDeal {
        reader.fault("naturals-paid", Problem::NaturalsPaidTooEarly);
    }
    for spot in Spot::side() {
        let Some(wager) = rules.wager(spot) else { continue };
        if let Some(needs) = wager.requires.filter(|&needs| rules.wager(needs).is_none()) {
            reader.fault(&format!("{spot}.requires"), Problem::RequiresNotOffered(needs));
        }
        if spot == Spot::Super3 && wager.requires != Some(Spot::Trilux) {
            reader.fault("super3.requires", Problem::Super3WithoutTrilux);
        }
    }
}

/// Checks the pay tables of a spot at the deck counts of the game.
pub(super) fn tables(reader: &mut Reader<'_>, spot: Spot, decks: &[u8], tables: &[NamedTable]) {
    for &count in decks {
        if !tables.is_empty() && !tables.iter().any(|named| named.decks.contains(&count)) {
            reader.fault(&format!("{spot}.paytables"), Problem::NoTableForDecks { decks: count });
        }
    }
}
