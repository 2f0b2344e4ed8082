//! A game: everything its file says, checked, under one configuration.

use cards::{Deck, Suit};

use super::check;
use super::entries::{Entries, Entry, Value};
use super::fault::{Fault, Problem};
use super::reader::{Reader, Setting};
use super::wagers::{self, Frame};
use crate::book::Topic;
use crate::class::Kind;
use crate::odds::{Pay, To};
use crate::paytable::PayTable;
use crate::profile::Profile;
use crate::rules::{Bonus21, MAX_HANDS, MAX_SEATS, MAX_TIERS, MAX_WAGER, Rules, SpecialBonus};
use crate::settings::{Allowed, DoubleLimit, FromMeter};
use crate::spot::Spot;
use crate::words::Word;

/// A pay table with its name, its deck counts and its source.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub struct NamedTable {
    pub id: String,
    pub decks: Vec<u8>,
    pub table: PayTable,
    pub from: String,
}

/// How a progressive is set up with one of its pay tables.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Preset {
    /// The sensor.
    pub spot: Spot,
    /// The pay table's name.
    pub paytable: String,
    /// Which pays leave the meter.
    pub from_meter: FromMeter,
    /// The award, in cents, from which an executive's card is needed.
    pub executive_from: u32,
    /// What the meter starts with, in cents.
    pub seed: u32,
    /// The share of a wager that goes to the meter, in hundredths of a percent.
    pub contribution: u32,
    /// The share that goes to the reserve, in hundredths of a percent.
    pub reserve: u32,
    /// The rest, in hundredths of a percent.
    pub house: u32,
}

/// A checked game under one of its configurations.
#[derive(Clone, Debug)]
pub struct Game {
    /// The name in commands and records.
    pub id: String,
    /// The name for people.
    pub name: String,
    /// The version of the file.
    pub version: u32,
    /// The rule sheet it was written from.
    pub sheet: String,
    /// What it is, in a sentence.
    pub about: String,
    /// The topics of its rules, in the order of its sheet.
    pub order: Vec<Topic>,
    /// All configurations; the first is the default.
    pub configurations: Vec<String>,
    /// The configuration in force.
    pub configuration: String,
    /// The deck counts offered.
    pub decks: Vec<u8>,
    /// The deck count where none is chosen.
    pub default_decks: u8,
    /// The chips of the table, in cents, ascending.
    pub chips: Vec<u32>,
    /// How far from the back the cut card stands: one in this many cards.
    pub cut_card: u8,
    /// The names of the sets of wagers that exclude each other (A45).
    pub sets: Vec<String>,
    /// The pay tables of every spot that has some; the first is the default.
    pub tables: Vec<(Spot, Vec<NamedTable>)>,
    /// The progressive's presets.
    pub presets: Vec<Preset>,
    /// (spot, pay table, decks) where the file says by name that the player may have
    /// the edge.
    pub player_edge_allowed: Vec<(Spot, String, u8)>,
    /// Every setting with its value, its possible values and its source.
    pub settings: Vec<Setting>,
    /// Where a what-if setting goes beyond what the sheets offer.
    pub beyond: Vec<Fault>,
    rules: Rules,
}

/// A choice of decks or pay table that the game does not offer.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[allow(missing_docs)]
pub enum ProfileRefused {
    #[error("{game} is not offered with {decks} decks; choose {}", offered.iter().map(ToString::to_string).collect::<Vec<_>>().join(", "))]
    Decks { game: String, decks: u8, offered: Vec<u8> },
    #[error("{game} has no pay tables for {spot}; it has some for {}", spots.join(", "))]
    Spot { game: String, spot: String, spots: Vec<String> },
    #[error("pay table {id} of {spot} is not offered with {decks} decks; choose {}", offered.join(", "))]
    PayTable { spot: Spot, id: String, decks: u8, offered: Vec<String> },
}

impl Game {
    /// The spots the game offers, in the order of the felt.
    pub fn spots(&self) -> impl Iterator<Item = Spot> {
        Spot::ALL.iter().copied().filter(|&spot| self.rules.wager(spot).is_some())
    }

    /// The rules with the default decks and pay tables.
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// The pay tables of a spot.
    pub fn tables_of(&self, spot: Spot) -> &[NamedTable] {
        self.tables.iter().find(|(of, _)| *of == spot).map_or(&[], |(_, tables)| tables)
    }

    /// The game as one table posts it: decks and pay tables chosen.
    ///
    /// # Errors
    /// If the game does not offer the decks or a pay table.
    pub fn profile(
        &self,
        decks: Option<u8>,
        chosen: &[(String, String)],
    ) -> Result<Profile, ProfileRefused> {
        let decks = decks.unwrap_or(self.default_decks);
        if !self.decks.contains(&decks) {
            let game = self.id.clone();
            return Err(ProfileRefused::Decks { game, decks, offered: self.decks.clone() });
        }
        let mut rules = self.rules;
        rules.decks = decks;
        let mut paytables = Vec::new();
        for (spot, tables) in &self.tables {
            let id =
                chosen.iter().rev().find(|(of, _)| of == spot.word()).map(|(_, id)| id.as_str());
            let named = choose(*spot, tables, decks, id)?;
            if let Some(wager) = rules.wagers[*spot as usize].as_mut() {
                wager.table = Some(named.table);
            }
            paytables.push((*spot, named.id.clone()));
        }
        let strange =
            |(spot, _): &&(String, String)| !self.tables.iter().any(|(of, _)| of.word() == *spot);
        if let Some((spot, _)) = chosen.iter().find(strange) {
            let spots = self.tables.iter().map(|(spot, _)| spot.to_string()).collect();
            return Err(ProfileRefused::Spot { game: self.id.clone(), spot: spot.clone(), spots });
        }
        Ok(Profile::new(self, rules, paytables))
    }
}

fn choose<'a>(
    spot: Spot,
    tables: &'a [NamedTable],
    decks: u8,
    id: Option<&str>,
) -> Result<&'a NamedTable, ProfileRefused> {
    let offered: Vec<&NamedTable> =
        tables.iter().filter(|named| named.decks.contains(&decks)).collect();
    let found = match id {
        Some(id) => offered.iter().find(|named| named.id == id),
        None => offered.first(),
    };
    found.copied().ok_or_else(|| ProfileRefused::PayTable {
        spot,
        id: id.unwrap_or("(default)").to_owned(),
        decks,
        offered: offered.iter().map(|named| named.id.clone()).collect(),
    })
}

/// A game file: read, not yet checked.
#[derive(Clone, Debug)]
pub struct GameFile {
    entries: Entries,
    faults: Vec<Fault>,
}

impl GameFile {
    /// Reads a game file's text.
    pub fn read(text: &str) -> GameFile {
        let (entries, faults) = Entries::read(text);
        GameFile { entries, faults }
    }

    /// The configurations the file names; the first is the default.
    pub fn configurations(&self) -> Vec<String> {
        self.entries.names_under("configurations")
    }

    /// The line of a key in the file.
    pub fn line_of(&self, key: &str) -> Option<usize> {
        self.entries.get(key).and_then(|entry| entry.line)
    }

    /// Every fault of the file under every configuration, in the order of lines.
    pub fn faults(&self) -> Vec<Fault> {
        let mut all = Vec::new();
        let mut names: Vec<Option<String>> = self.configurations().into_iter().map(Some).collect();
        if names.is_empty() {
            names.push(None);
        }
        for name in names {
            for fault in self.game(name.as_deref(), &[]).err().unwrap_or_default() {
                if !all.contains(&fault) {
                    all.push(fault);
                }
            }
        }
        all.sort_by_key(|fault| fault.line.unwrap_or(usize::MAX));
        all
    }

    /// The game under a configuration, with what-if settings laid over it. A
    /// setting may go beyond the sheets: that is noted in [`Game::beyond`].
    ///
    /// # Errors
    /// All faults at once.
    pub fn game(
        &self,
        configuration: Option<&str>,
        set: &[(String, String)],
    ) -> Result<Game, Vec<Fault>> {
        if !self.faults.is_empty() {
            return Err(self.faults.clone());
        }
        let names = self.configurations();
        let known = |name: &str| names.iter().any(|known| known == name);
        let Some(name) =
            configuration.or(names.first().map(String::as_str)).filter(|name| known(name))
        else {
            let problem = match names.is_empty() {
                true => Problem::Missing("add a [configurations.h17] section".to_owned()),
                false => Problem::UnknownConfiguration(names.join(", ")),
            };
            let field = configuration.unwrap_or("configurations").to_owned();
            return Err(vec![Fault { line: None, field, problem }]);
        };
        let mut reader = Reader::new(&self.entries, self.overlays(name, set));
        let mut game = read_game(&mut reader, names.clone(), name.to_owned());
        reader.unused();
        let (beyond, faults): (Vec<Fault>, Vec<Fault>) = std::mem::take(&mut reader.faults)
            .into_iter()
            .partition(|fault| !set.is_empty() && fault.problem.is_beyond_the_sheets());
        game.beyond = beyond;
        game.settings = reader.settings;
        if faults.is_empty() { Ok(game) } else { Err(faults) }
    }

    /// The configuration's settings, then the what-if settings.
    fn overlays(&self, configuration: &str, set: &[(String, String)]) -> Vec<Entry> {
        let prefix = format!("configurations.{configuration}.");
        let configured = self.entries.list.iter().filter_map(|entry| {
            let key = entry.key.strip_prefix(&prefix)?.to_owned();
            Some(Entry { key, ..entry.clone() })
        });
        let what_if = set.iter().map(|(key, value)| Entry {
            key: key.clone(),
            value: Value::One(value.clone()),
            from: Some("what-if".to_owned()),
            line: None,
        });
        configured.chain(what_if).collect()
    }
}

fn read_game(reader: &mut Reader<'_>, configurations: Vec<String>, configuration: String) -> Game {
    let text = |reader: &mut Reader<'_>, key: &str| {
        reader.text(key, &format!("write {key} = \"…\" at the top of the file"))
    };
    let [id, name, sheet, about] = ["id", "name", "sheet", "about"].map(|key| text(reader, key));
    let version = text(reader, "version");
    let version = reader.in_range("version", version, 1, 1_000_000).unwrap_or(1);
    let deck = match reader.one("deck", "48 | 52").as_deref() {
        Some("48") => Deck::FortyEight,
        Some("52") => Deck::FiftyTwo,
        Some(got) => {
            reader
                .fault("deck", Problem::NotAWord { got: got.to_owned(), values: vec!["48", "52"] });
            Deck::FiftyTwo
        }
        None => Deck::FiftyTwo,
    };
    let decks = numbers(reader, "decks", 1, u32::from(cards::MAX_DECKS));
    let default_decks = reader.number("default-decks", 1, u32::from(cards::MAX_DECKS)) as u8;
    if !decks.contains(&default_decks) {
        reader.fault("default-decks", Problem::DefaultDecks(default_decks));
    }
    let mut rules = read_rules(reader, deck, default_decks);
    let offered = offered_spots(reader);
    let chips = chips(reader);
    let cut_card = reader.number("cut-card", 2, 52) as u8;
    let (sets, tables, presets) = read_wagers(reader, &mut rules, decks.clone(), &offered);
    check::rules(reader, &rules);
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
        cut_card,
        sets,
        tables,
        presets,
        player_edge_allowed: player_edge_allowed(reader),
        settings: Vec::new(),
        beyond: Vec::new(),
        rules,
    }
}

/// The topics in the sheet's order: every one that concerns the game, once.
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
    for name in names {
        match Topic::from_word(&name)
            .filter(|topic| topic.concerns(rules) && !order.contains(topic))
        {
            Some(topic) => order.push(topic),
            None => reader.fault("order", Problem::NotATopic { got: name }),
        }
    }
    let missing = Topic::ALL.iter().filter(|topic| topic.concerns(rules) && !order.contains(topic));
    for &topic in missing {
        reader.fault("order", Problem::TopicMissing(topic));
    }
    order
}

/// The named overrides: `match-up 3 8` allows table 3 of Match-Up with eight decks.
fn player_edge_allowed(reader: &mut Reader<'_>) -> Vec<(Spot, String, u8)> {
    let key = "overrides.player-edge";
    let mut allowed = Vec::new();
    if reader.find(key).is_none() {
        return allowed;
    }
    for text in reader.many(key, "a list such as “match-up 3 8”: spot, pay table, decks") {
        let read = match text.split(' ').collect::<Vec<_>>()[..] {
            [spot, id, decks] => {
                Spot::from_word(spot).zip(decks.parse().ok()).map(|(spot, decks)| (spot, id, decks))
            }
            _ => None,
        };
        match read {
            Some((spot, id, decks)) => allowed.push((spot, id.to_owned(), decks)),
            None => reader.fault(key, Problem::NotAnOverride { got: text }),
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

fn offered_spots(reader: &mut Reader<'_>) -> Vec<Spot> {
    let mut spots = vec![Spot::Main];
    for name in reader.many("wagers", "a list of spots besides main") {
        spots.extend(reader.spot("wagers", &name));
    }
    spots
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
        doubles: reader.number("doubles", 0, 3) as u8,
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
    let values: Vec<&'static str> = Suit::ALL.iter().map(|suit| suit.word()).collect();
    let got = reader.one("bonus-21.suit", &values.join(" | "))?;
    let suit = Suit::ALL.into_iter().find(|suit| suit.word() == got);
    if suit.is_none() {
        reader.fault("bonus-21.suit", Problem::NotAWord { got, values });
    }
    Some(Bonus21 {
        suit: suit.unwrap_or(Suit::Spades),
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
        on_split: reader.word("special-bonus.on-split"),
        after_double: reader.word("special-bonus.after-double"),
    })
}

/// Reads `from $25: $5,000`.
fn read_tier(text: &str) -> Option<(u32, u32)> {
    let cents = |text: &str| {
        let money: crate::Money = text.trim().parse().ok()?;
        u32::try_from(money.in_cents()).ok().filter(|&cents| cents <= MAX_WAGER)
    };
    let (from, prize) = text.strip_prefix("from ")?.split_once(':')?;
    Some((cents(from)?, cents(prize).filter(|&prize| prize > 0)?))
}

type Wagers = (Vec<String>, Vec<(Spot, Vec<NamedTable>)>, Vec<Preset>);

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
        decks,
        single_wager_limit: single_wager_limit.unwrap_or(MAX_WAGER),
        sets: Vec::new(),
    };
    let main = wagers::main_wager(reader, &frame);
    rules.wagers[Spot::Main as usize] = Some(main);
    rules.double_cap = match (rules.double_limit, single_wager_limit) {
        (DoubleLimit::TotalRefused, None) => {
            reader.fault("single-wager-limit", Problem::NoSingleWagerLimit);
            0
        }
        (DoubleLimit::TotalRefused, Some(limit)) => limit,
        // The table maximum, which the main wager's section gives.
        _ => match main.most {
            crate::rules::Most::Amount(most) | crate::rules::Most::MainWager(most) => most,
        },
    };
    let mut all_tables = Vec::new();
    let mut presets = Vec::new();
    for &spot in &Spot::ALL[1..] {
        let has_section = !reader.entries().names_under(spot.word()).is_empty();
        match (offered.contains(&spot), has_section) {
            (false, false) => continue,
            (false, true) => reader.fault(spot.word(), Problem::NotOffered(spot)),
            (true, false) => {
                reader.fault("wagers", Problem::NoSection(spot));
                continue;
            }
            (true, true) => {}
        }
        let (wager, tables) = wagers::wager(reader, &mut frame, spot, &main);
        check::tables(reader, spot, &frame.decks, &tables);
        if spot.is_progressive() {
            presets.extend(wagers::presets(reader, spot, &tables, wager.least));
        }
        rules.wagers[spot as usize] = Some(wager);
        all_tables.push((spot, tables));
    }
    (frame.sets, all_tables, presets)
}
