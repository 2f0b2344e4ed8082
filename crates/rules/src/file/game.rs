//! A game: everything its file says, checked, under one configuration.

use super::fault::{Fault, Problem};
use super::reader::Setting;
use crate::book::Topic;
use crate::offer::Offer;
use crate::paytable::PayTable;
use crate::percent::Percent;
use crate::profile::Profile;
use crate::rules::Rules;
use crate::settings::{FromMeter, SettleProgressive};
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
    /// When it is settled where cards are dealt by hand.
    pub settle: SettleProgressive,
    /// The award, in cents, from which an executive's card is needed.
    pub executive_from: u32,
    /// What the meter starts with, in cents.
    pub seed: u32,
    /// The share of a wager that goes to the meter.
    pub contribution: Percent,
    /// The share that goes to the reserve.
    pub reserve: Percent,
    /// The rest.
    pub house: Percent,
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
    /// The most of any single wager, in cents, if there is a most.
    pub single_wager_limit: Option<u32>,
    /// How far from the back the cut card stands: one in this many cards.
    pub cut_card: u8,
    /// The names of the sets of wagers that exclude each other (A45).
    pub sets: Vec<String>,
    /// The names of the file's other sets, which are not offered here.
    pub other_sets: Vec<String>,
    /// The pay tables of every spot that has some; the first is the default.
    pub tables: Vec<(Spot, Vec<NamedTable>)>,
    /// The progressive's presets.
    pub presets: Vec<Preset>,
    /// Where the file says by name that the player may have the edge.
    pub player_edge_allowed: Vec<Offer>,
    /// Every setting with its value, its possible values and its source.
    pub settings: Vec<Setting>,
    /// Where a what-if setting goes beyond what the sheets offer.
    pub beyond: Vec<Fault>,
    pub(super) rules: Rules,
}

/// A choice of decks or pay table that the game does not offer.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[allow(missing_docs)]
pub enum ProfileRefused {
    #[error(
        "{game} is not offered with {decks} decks; {}, or ask what it would be by the setting \
             decks={decks}",
        choices(offered)
    )]
    Decks { game: String, decks: u8, offered: Vec<u8> },
    #[error("{game} has no pay tables for {spot}; {}", choices(spots))]
    Spot { game: String, spot: String, spots: Vec<String> },
    #[error("pay table {id} of {spot} is not offered with {decks} decks; {}", choices(offered))]
    PayTable { spot: Spot, id: String, decks: u8, offered: Vec<String> },
}

/// What can be chosen; where that is nothing, it is said.
fn choices<T: ToString>(items: &[T]) -> String {
    match items {
        [] => "there are none to choose".to_owned(),
        items => {
            let items: Vec<String> = items.iter().map(ToString::to_string).collect();
            format!("choose {}", items.join(", "))
        }
    }
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

    /// The wagers besides the main wager as tables can post them (A45): once for each set that
    /// excludes the others, with what belongs to none; where nothing excludes anything, all.
    pub fn postings(&self) -> Vec<(Option<&str>, Vec<Spot>)> {
        let of_set = |spot| self.rules.wager(spot).and_then(|wager| wager.set);
        let beside = |set: Option<u8>| {
            let fits = |spot: &Spot| of_set(*spot).is_none_or(|own| Some(own) == set);
            self.spots().filter(|spot| *spot != Spot::Main).filter(fits).collect()
        };
        if self.sets.is_empty() {
            return vec![(None, beside(None))];
        }
        let sets = (0u8..).zip(&self.sets);
        sets.map(|(set, name)| (Some(name.as_str()), beside(Some(set)))).collect()
    }

    /// What is wrong with a table that offers wagers of several sets (A45), if it does.
    pub fn sets_together(&self) -> Option<Problem> {
        (self.sets.len() > 1).then(|| Problem::SetsTogether(self.sets.clone()))
    }

    /// The values of the setting `wagers` that offer another set instead, and beside it what
    /// is offered here and belongs to no set.
    pub fn other_postings(&self) -> Vec<String> {
        let in_set = |spot| self.rules.wager(spot).is_some_and(|wager| wager.set.is_some());
        // Insurance comes with the name of every set.
        let beside = self.spots().filter(|spot| ![Spot::Main, Spot::Insurance].contains(spot));
        let beside: String =
            beside.filter(|spot| !in_set(*spot)).map(|spot| format!("+{spot}")).collect();
        self.other_sets.iter().map(|set| format!("{set}{beside}")).collect()
    }

    /// Every wager with every pay table and deck count of the game, the main wager first.
    pub fn offers(&self) -> Vec<Offer> {
        let offer = |spot, of: &str, decks| Offer { spot, of: of.to_owned(), decks };
        let main = self.decks.iter().map(|&decks| offer(Spot::Main, &self.configuration, decks));
        let tables = self.tables.iter().flat_map(|(spot, tables)| {
            tables.iter().flat_map(move |named| {
                named.decks.iter().map(move |&decks| offer(*spot, &named.id, decks))
            })
        });
        main.chain(tables).collect()
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
        self.profile_or_all(decks, chosen).map_err(|mut refused| refused.swap_remove(0))
    }

    /// The same, with everything that the game does not offer where it is refused.
    ///
    /// # Errors
    /// All refusals at once, at least one.
    pub fn profile_or_all(
        &self,
        decks: Option<u8>,
        chosen: &[(String, String)],
    ) -> Result<Profile, Vec<ProfileRefused>> {
        let decks = decks.unwrap_or(self.default_decks);
        let mut refused = Vec::new();
        if !self.decks.contains(&decks) {
            let (game, offered) = (self.id.clone(), self.decks.clone());
            refused.push(ProfileRefused::Decks { game, decks, offered });
        }
        let mut rules = self.rules;
        rules.decks = decks;
        let mut paytables = Vec::new();
        for (spot, tables) in &self.tables {
            let id =
                chosen.iter().rev().find(|(of, _)| of == spot.word()).map(|(_, id)| id.as_str());
            match choose(*spot, tables, decks, id) {
                Ok(named) => {
                    if let Some(wager) = rules.wagers[*spot as usize].as_mut() {
                        wager.table = Some(named.table);
                    }
                    paytables.push((*spot, named.id.clone()));
                }
                // With decks that are not offered every table is refused for that alone.
                Err(table) if self.decks.contains(&decks) => refused.push(table),
                Err(_) => {}
            }
        }
        let strange =
            |(spot, _): &&(String, String)| !self.tables.iter().any(|(of, _)| of.word() == *spot);
        refused.extend(chosen.iter().filter(strange).map(|(spot, _)| ProfileRefused::Spot {
            game: self.id.clone(),
            spot: spot.clone(),
            spots: self.tables.iter().map(|(spot, _)| spot.to_string()).collect(),
        }));
        if refused.is_empty() { Ok(Profile::new(self, rules, paytables)) } else { Err(refused) }
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
