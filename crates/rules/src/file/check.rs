//! What must hold between the settings of a game file.

use cards::Deck;

use super::entries::Value;
use super::fault::Problem;
use super::game::NamedTable;
use super::reader::Reader;
use crate::coins::small_coins;
use crate::rules::Rules;
use crate::settings::{NaturalsPaid, Peek, Soft17, Tie};
use crate::spot::Spot;
use crate::words::Word;

/// Checks the rules as a whole.
pub(super) fn rules(reader: &mut Reader<'_>, rules: &Rules) {
    let sound = |reader: &Reader<'_>, key: &str| reader.is_sound(&[key]);
    if rules.soft_17 == Soft17::Stand && rules.doubles > 1 {
        reader.fault("doubles", Problem::RedoubleOnStand17);
    }
    if rules.deck == Deck::FiftyTwo && rules.peek == Peek::AceOrFace && sound(reader, "peek") {
        reader.fault("peek", Problem::PeekMisses);
    }
    let early = rules.naturals_paid == NaturalsPaid::AfterDeal && sound(reader, "naturals-paid");
    if rules.natural_tie == Tie::Pushes && early {
        reader.fault("naturals-paid", Problem::NaturalsPaidTooEarly);
    }
    for spot in Spot::side() {
        let Some(wager) = rules.wager(spot) else { continue };
        if let Some(needs) = wager.requires.filter(|&needs| rules.wager(needs).is_none()) {
            reader.fault(&format!("{spot}.requires"), Problem::RequiresNotOffered(needs));
        }
        let requires_read = sound(reader, "super3.requires");
        if spot == Spot::Super3 && wager.requires != Some(Spot::Trilux) && requires_read {
            reader.fault("super3.requires", Problem::Super3WithoutTrilux);
        }
    }
}

/// Sets of wagers exclude each other: a table posts one of them (A45). A file has them all,
/// and a what-if that names other wagers may ask for several, beyond the sheet.
pub(super) fn sets(reader: &mut Reader<'_>, sets: &[String], offered: &[Spot]) {
    let of_file = reader.entries().get("wagers").map(|entry| &entry.value);
    let is_own = matches!(of_file, Some(Value::Many(names)) if is_list_of(names, offered));
    if reader.is_set("wagers") && sets.len() > 1 && !is_own {
        reader.fault("wagers", Problem::SetsTogether(sets.to_vec()));
    }
}

/// Whether a file's list names just these spots; the main wager is understood.
fn is_list_of(names: &[String], offered: &[Spot]) -> bool {
    let side = offered.iter().filter(|&&spot| spot != Spot::Main);
    names.len() == side.clone().count()
        && side.clone().all(|spot| names.iter().any(|name| name == spot.word()))
}

/// Checks that every pay can be paid with the chips of the table (A49).
pub(super) fn coins(
    reader: &mut Reader<'_>,
    rules: &Rules,
    tables: &[(Spot, Vec<NamedTable>)],
    chips: &[u32],
) {
    for coin in small_coins(rules, tables, chips) {
        let key = coin.key();
        let section = coin.spot.word();
        let steps = ["chips".to_owned(), format!("{section}.step"), format!("{section}.minimum")];
        let read = steps.each_ref().map(String::as_str);
        if reader.is_sound(&[&key]) && reader.is_sound(&read) {
            reader.fault(&key, Problem::SmallCoin(coin));
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
