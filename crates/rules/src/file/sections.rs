//! The sections of a game file, read into a [`Game`].

use cards::Deck;

use super::entries::Value;
use super::fault::Problem;
use super::game::{Game, NamedTable, Preset};
use super::reader::Reader;
use super::wagers::{self, Frame, Shoes};
use super::{check, offered};
use crate::book::Topic;
use crate::class::Kind;
use crate::money::Money;
use crate::odds::{Pay, To};
use crate::offer::Offer;
use crate::rules::{
    Bonus21, MAX_HANDS, MAX_SEATS, MAX_TIERS, MAX_WAGER, Rules, SpecialBonus, Wager,
};
use crate::settings::Allowed;
use crate::spot::Spot;
use crate::stake::MAX_DOUBLES;
use crate::words::Word;

/// Reads all sections; what is wrong with them is noted by the reader.
pub(super) fn game(
    reader: &mut Reader<'_>,
    configurations: Vec<String>,
    configuration: String,
) -> Game {
    let text = |reader: &mut Reader<'_>, key: &str| {
        reader.text(key, &format!("write {key} = \"…\" at the top of the file"))
    };
    let [id, name, sheet, about] = ["id", "name", "sheet", "about"].map(|key| text(reader, key));
    let version = text(reader, "version");
    let version = reader.in_range("version", version, 1, 1_000_000).unwrap_or(1);
    let deck = reader.word::<Deck>("deck");
    let (decks, default_decks) = read_decks(reader);
    let mut rules = read_rules(reader, deck, default_decks);
    let offered = offered::spots(reader);
    let chips = chips(reader);
    let cut_card = reader.number("cut-card", 2, 52) as u8;
    let wagers = read_wagers(reader, &mut rules, decks.clone(), &offered);
    check::rules(reader, &rules);
    check::sets(reader, &wagers.sets, &offered);
    check::coins(reader, &rules, &wagers.tables, &chips);
    let order = order(reader, &rules);
    Game {
        id,
        name,
        version,
        sheet,
        about,
        order,
        configurations,
        configuration,
        decks,
        default_decks,
        chips,
        single_wager_limit: wagers.single_wager_limit,
        cut_card,
        sets: wagers.sets,
        other_sets: wagers.other_sets,
        tables: wagers.tables,
        presets: wagers.presets,
        player_edge_allowed: player_edge_allowed(reader),
        settings: Vec::new(),
        beyond: Vec::new(),
        rules,
    }
}

/// The topics in the sheet's order: every one that concerns the game, once. A what-if
/// setting may do away with a topic, which is no fault of the order.
fn order(reader: &mut Reader<'_>, rules: &Rules) -> Vec<Topic> {
    let mut order = Vec::new();
    let Some(entry) = reader.take("order", "list the topics of the rules in the sheet's order")
    else {
        return order;
    };
    let Value::Many(names) = entry.value else {
        reader.fault("order", Problem::NotOne);
        return order;
    };
    let what_if = reader.is_what_if();
    for name in names {
        match Topic::from_word(&name).filter(|topic| !order.contains(topic)) {
            Some(topic) if topic.concerns(rules) => order.push(topic),
            Some(_) if what_if => {}
            _ => reader.fault("order", Problem::NotATopic { got: name }),
        }
    }
    let missing = Topic::ALL.iter().filter(|topic| topic.concerns(rules) && !order.contains(topic));
    for &topic in missing {
        reader.fault("order", Problem::TopicMissing(topic));
    }
    order
}

/// The numbers of decks and the default among them. A what-if list need not name another
/// default beside it: then its first number is meant.
fn read_decks(reader: &mut Reader<'_>) -> (Vec<u8>, u8) {
    let most = u32::from(cards::MAX_DECKS);
    let decks = numbers(reader, "decks", 1, most);
    let key = "default-decks";
    let of_file = match reader.find(key).map(|entry| entry.value) {
        Some(Value::One(text)) => text.parse().ok(),
        _ => None,
    };
    let is_offered = of_file.is_some_and(|default| decks.contains(&default));
    if let (Some(first), false) = (decks.first(), is_offered)
        && reader.is_set("decks")
        && !reader.is_set(key)
    {
        reader.lay_over(key, first.to_string());
    }
    let default = reader.number(key, 1, most) as u8;
    if !decks.contains(&default) && reader.is_sound(&["decks", key]) {
        reader.fault(key, Problem::DefaultDecks(default));
    }
    (decks, default)
}

/// The named overrides: `match-up 3 8` allows table 3 of Match-Up with eight decks,
/// `main h17 6` the main wager of configuration h17 with six.
fn player_edge_allowed(reader: &mut Reader<'_>) -> Vec<Offer> {
    let key = "overrides.player-edge";
    let mut allowed = Vec::new();
    if reader.find(key).is_none() {
        return allowed;
    }
    for text in reader.many(key, "a list such as “match-up 3 8”: spot, pay table, decks") {
        match text.parse() {
            Ok(named) => allowed.push(named),
            Err(error) => reader.fault(key, Problem::NotAnOffer(error)),
        }
    }
    allowed
}

fn numbers(reader: &mut Reader<'_>, key: &str, least: u32, most: u32) -> Vec<u8> {
    let items = reader.many(key, &format!("a list of numbers from {least} to {most}"));
    items
        .into_iter()
        .filter_map(|item| reader.in_range(key, item, least, most))
        .map(|n| n as u8)
        .collect()
}

fn chips(reader: &mut Reader<'_>) -> Vec<u32> {
    let mut chips = Vec::new();
    for chip in reader.many("chips", "a list of amounts") {
        chips.extend(reader.read_cents("chips", &chip));
    }
    chips.sort_unstable();
    chips
}

fn read_rules(reader: &mut Reader<'_>, deck: Deck, decks: u8) -> Rules {
    Rules {
        deck,
        decks,
        seats: reader.number("seats", 1, MAX_SEATS as u32) as u8,
        soft_17: reader.word("soft-17"),
        peek: reader.word("peek"),
        natural_pays: natural_pays(reader),
        natural_tie: reader.word("natural-v-dealer-natural"),
        naturals_paid: reader.word("naturals-paid"),
        tied_21: reader.word("21-v-dealer-21"),
        insure_naturals: reader.word("insure-naturals"),
        double_on: reader.word("double-on"),
        doubles: reader.number("doubles", 0, MAX_DOUBLES as u32) as u8,
        double_after_split: reader.word("double-after-split"),
        double_limit: reader.word("double-limit"),
        double_cap: 0,
        rescue: reader.word("rescue"),
        rescue_on_split: reader.word("rescue-on-split"),
        surrender: reader.word("surrender"),
        surrender_on_split: reader.word("surrender-on-split"),
        split: reader.word("split"),
        hands: reader.number("hands", 1, MAX_HANDS as u32) as u8,
        resplit_aces: reader.word("resplit-aces"),
        split_aces: reader.word("split-aces"),
        bonus_21: bonus_21(reader),
        special_bonus: special_bonus(reader),
        games_per_seat: games_per_seat(reader),
        wagers: [None; Spot::COUNT],
    }
}

fn natural_pays(reader: &mut Reader<'_>) -> To {
    let Some(got) = reader.one("natural-pays", "odds, such as 3 to 2") else { return To::EVEN };
    match got.parse() {
        Ok(Pay::To(odds)) => odds,
        Ok(_) => {
            reader.fault("natural-pays", Problem::WrongPay);
            To::EVEN
        }
        Err(_) => {
            reader.fault("natural-pays", Problem::NotAPay { got });
            To::EVEN
        }
    }
}

fn games_per_seat(reader: &mut Reader<'_>) -> Option<u8> {
    let got = reader.one("games-per-seat", "a number from 1 to 11 | no-maximum")?;
    if got == "no-maximum" {
        return None;
    }
    reader.in_range("games-per-seat", got, 1, Spot::COUNT as u32).map(|most| most as u8)
}

fn bonus_21(reader: &mut Reader<'_>) -> Option<Bonus21> {
    if reader.word::<Allowed>("bonus-21") == Allowed::No {
        return None;
    }
    Some(Bonus21 {
        suit: reader.word("bonus-21.suit"),
        on_split: reader.word("bonus-21.on-split"),
        after_double: reader.word("bonus-21.after-double"),
        table: {
            let table = wagers::table(reader, Kind::Bonus21, "bonus-21.pays", &[], false);
            reader.source("bonus-21.pays");
            table
        },
    })
}

fn special_bonus(reader: &mut Reader<'_>) -> Option<SpecialBonus> {
    if reader.word::<Allowed>("special-bonus") == Allowed::No {
        return None;
    }
    let key = "special-bonus.prizes";
    let mut tiers = [(0, 0); MAX_TIERS];
    let given = reader.many(key, "a list such as “from $25: $5,000”");
    let mut last = None;
    for (place, text) in given.into_iter().enumerate() {
        let read = read_tier(&text).filter(|tier| last.is_none_or(|last| tier.0 > last));
        match read.filter(|_| place < MAX_TIERS) {
            Some(tier) => {
                tiers[place] = tier;
                last = Some(tier.0);
            }
            None => reader.fault(key, Problem::NotATier(text)),
        }
    }
    Some(SpecialBonus {
        tiers,
        envy: reader.cents("special-bonus.envy"),
        envy_to_winners: reader.word("special-bonus.envy-to-winners"),
        void_after: reader.word("special-bonus.void-after"),
    })
}

/// Reads `from $25: $5,000`.
fn read_tier(text: &str) -> Option<(u32, u32)> {
    let cents = |text: &str| {
        let money: Money = text.trim().parse().ok()?;
        u32::try_from(money.in_cents()).ok().filter(|&cents| cents <= MAX_WAGER)
    };
    let (from, prize) = text.strip_prefix("from ")?.split_once(':')?;
    Some((cents(from)?, cents(prize).filter(|&prize| prize > 0)?))
}

/// The amount that `double-limit` speaks of (A19): the table maximum, the single-wager limit,
/// or one of its own.
fn double_cap(reader: &mut Reader<'_>, main: &Wager, single_wager_limit: Option<u32>) -> u32 {
    let key = "double-cap";
    let table_maximum = main.most.amount();
    match reader.one(key, "an amount | table-maximum | single-wager-limit").as_deref() {
        None | Some("table-maximum") => table_maximum,
        Some("single-wager-limit") => single_wager_limit.unwrap_or_else(|| {
            reader.fault(key, Problem::NoSingleWagerLimit);
            table_maximum
        }),
        Some(amount) => reader.read_cents(key, amount).unwrap_or(table_maximum),
    }
}

/// What the wagers' sections say beside the rules.
struct Wagers {
    single_wager_limit: Option<u32>,
    sets: Vec<String>,
    other_sets: Vec<String>,
    tables: Vec<(Spot, Vec<NamedTable>)>,
    presets: Vec<Preset>,
}

fn read_wagers(
    reader: &mut Reader<'_>,
    rules: &mut Rules,
    decks: Vec<u8>,
    offered: &[Spot],
) -> Wagers {
    let single = reader.one("single-wager-limit", "an amount | none");
    let single_wager_limit = match single.as_deref() {
        None | Some("none") => None,
        Some(amount) => reader.read_cents("single-wager-limit", amount),
    };
    let mut frame = Frame {
        shoes: Shoes::of(reader, decks),
        single_wager_limit: single_wager_limit.unwrap_or(MAX_WAGER),
        sets: Vec::new(),
    };
    let main = wagers::main_wager(reader, &frame);
    rules.wagers[Spot::Main as usize] = Some(main);
    rules.double_cap = double_cap(reader, &main, single_wager_limit);
    let mut all_tables = Vec::new();
    let mut presets = Vec::new();
    let mut other_sets = Vec::new();
    for &spot in &Spot::ALL[1..] {
        let has_section = !reader.entries().names_under(spot.word()).is_empty();
        let is_offered = offered.contains(&spot);
        match (is_offered, has_section) {
            (false, false) => continue,
            (false, true) if reader.is_set("wagers") => {}
            (false, true) => reader.fault(spot.word(), Problem::NotOffered(spot)),
            (true, false) => {
                reader.fault("wagers", Problem::NoSection(spot));
                continue;
            }
            (true, true) => {}
        }
        let (noted, sets) = (reader.settings.len(), frame.sets.len());
        let (wager, tables) = wagers::wager(reader, &mut frame, spot, &main);
        check::tables(reader, spot, &frame.shoes.offered, &tables);
        let of_spot = match spot.is_progressive() {
            true => wagers::presets(reader, spot, &tables, wager.least),
            false => Vec::new(),
        };
        if !is_offered {
            // Its section has been read for its faults; a table without it knows none of it.
            reader.settings.truncate(noted);
            other_sets.extend(frame.sets.drain(sets..));
            continue;
        }
        presets.extend(of_spot);
        rules.wagers[spot as usize] = Some(wager);
        all_tables.push((spot, tables));
    }
    other_sets.retain(|set| !frame.sets.contains(set));
    other_sets.dedup();
    Wagers { single_wager_limit, sets: frame.sets, other_sets, tables: all_tables, presets }
}
