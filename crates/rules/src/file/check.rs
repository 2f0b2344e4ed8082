//! What must hold between the settings of a game file.

use cards::Deck;

use super::fault::Problem;
use super::game::NamedTable;
use super::reader::Reader;
use crate::class::{Class, Kind};
use crate::odds::Pay;
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
pub(super) fn tables(
    reader: &mut Reader<'_>,
    spot: Spot,
    deck: Deck,
    decks: &[u8],
    tables: &[NamedTable],
) {
    for &count in decks {
        if !tables.is_empty() && !tables.iter().any(|named| named.decks.contains(&count)) {
            reader.fault(&format!("{spot}.paytables"), Problem::NoTableForDecks { decks: count });
        }
    }
    if spot.kind() != Some(Kind::Match) {
        return;
    }
    for named in tables {
        for &count in &named.decks {
            let (gain, of) = match_gain(named, deck, count);
            if gain > 0 {
                let key = format!("{spot}.paytables.{}.decks", named.id);
                reader.fault(&key, Problem::PlayerEdge { decks: count, gain: gain * 100, of });
            }
        }
    }
}

/// What all ordered pairs of player cards win together against one dealer card,
/// in stakes, and how many pairs there are. By symmetry every dealer card gives
/// the same sum.
fn match_gain(named: &NamedTable, deck: Deck, decks: u8) -> (i64, i64) {
    let decks = i64::from(decks);
    let (suited, unsuited) = (decks - 1, 3 * decks);
    let others = deck.size() as i64 * decks - 1 - suited - unsuited;
    let ways = [
        (Class::TwoSuitedMatches, suited * (suited - 1)),
        (Class::SuitedAndUnsuitedMatch, 2 * suited * unsuited),
        (Class::TwoUnsuitedMatches, unsuited * (unsuited - 1)),
        (Class::SuitedMatch, 2 * suited * others),
        (Class::UnsuitedMatch, 2 * unsuited * others),
        (Class::NoMatch, others * (others - 1)),
    ];
    let wins = |class| match named.table.pay(class) {
        Pay::To(odds) => {
            let (win, per) = odds.fraction();
            i64::from(win) / i64::from(per)
        }
        _ => -1,
    };
    let gain = ways.iter().map(|&(class, ways)| ways * wins(class)).sum();
    (gain, ways.iter().map(|&(_, ways)| ways).sum())
}
