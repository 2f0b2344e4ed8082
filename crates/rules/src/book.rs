//! A game's rules as sentences and pay tables, generated from its file, so that
//! what people read cannot differ from what the engine does (R-12, O-08).

mod hand;
mod said;
mod wagers;

use std::fmt::Write;

use crate::class::{Class, Kind};
use crate::file::Game;
use crate::money::Money;
use crate::odds::Pay;
use crate::paytable::PayTable;
use crate::profile::Profile;
use crate::rules::Rules;
use crate::spot::Spot;
use crate::words::words;

words! {
    /// What a section is about. A game file lists the topics in its sheet's order.
    pub enum Topic {
        /// The decks.
        Cards = "cards",
        /// How a round is dealt.
        Deal = "deal",
        /// What the dealer does.
        Dealer = "dealer",
        /// Two-card 21.
        Naturals = "naturals",
        /// Any other 21.
        TwentyOne = "twenty-one",
        /// Insurance.
        Insurance = "insurance",
        /// Doubling and redoubling.
        Doubling = "doubling",
        /// Rescue after a double.
        Rescue = "rescue",
        /// Splitting pairs.
        Splitting = "splitting",
        /// Surrender.
        Surrender = "surrender",
        /// What special 21s pay.
        Bonus21 = "bonus-21",
        /// The fixed prize and envy.
        SpecialBonus = "special-bonus",
        /// Match-Up and Match-Down.
        Match = "match",
        /// TriLux and Super 3.
        Trilux = "trilux",
        /// The three-card bonus.
        ThreeCard = "three-card",
        /// Bonus 7's.
        Bonus7s = "bonus-7s",
        /// The progressive.
        Progressive = "progressive",
        /// Limits and chips.
        Limits = "limits",
    }
}

/// The rules of one profile, section by section.
#[derive(Clone, Debug)]
#[allow(missing_docs)]
pub struct Book {
    pub title: String,
    pub about: String,
    pub sections: Vec<Section>,
}

/// One section.
#[derive(Clone, Debug)]
#[allow(missing_docs)]
pub struct Section {
    pub title: &'static str,
    pub sentences: Vec<String>,
    pub tables: Vec<BookTable>,
}

/// One pay table.
#[derive(Clone, Debug)]
#[allow(missing_docs)]
pub struct BookTable {
    pub title: String,
    pub rows: Vec<(String, String)>,
    pub from: String,
}

impl Topic {
    /// Whether a game has something to say about the topic.
    pub(crate) fn concerns(self, rules: &Rules) -> bool {
        match self {
            Topic::Bonus21 => rules.bonus_21.is_some(),
            Topic::SpecialBonus => rules.special_bonus.is_some(),
            _ => {
                let spots = self.spots();
                spots.is_empty() || spots.iter().any(|&spot| rules.wager(spot).is_some())
            }
        }
    }

    /// The wagers it tells of, besides the main wager.
    const fn spots(self) -> &'static [Spot] {
        match self {
            Topic::Insurance => &[Spot::Insurance],
            Topic::Match => &[Spot::MatchUp, Spot::MatchDown],
            Topic::Trilux => &[Spot::Trilux, Spot::Super3],
            Topic::ThreeCard => &[Spot::ThreeCard],
            Topic::Bonus7s => &[Spot::Bonus7s],
            Topic::Progressive => &[Spot::Progressive, Spot::Progressive1, Spot::Progressive5],
            _ => &[],
        }
    }

    /// The section's heading.
    pub const fn title(self) -> &'static str {
        match self {
            Topic::Cards => "Cards",
            Topic::Deal => "The deal",
            Topic::Dealer => "The dealer",
            Topic::Naturals => "Naturals",
            Topic::TwentyOne => "21",
            Topic::Insurance => "Insurance",
            Topic::Doubling => "Doubling",
            Topic::Rescue => "Rescue",
            Topic::Splitting => "Splitting",
            Topic::Surrender => "Surrender",
            Topic::Bonus21 => "Bonus 21",
            Topic::SpecialBonus => "Special bonus",
            Topic::Match => "Match",
            Topic::Trilux => "TriLux",
            Topic::ThreeCard => "Three Card Bonus",
            Topic::Bonus7s => "Bonus 7's",
            Topic::Progressive => "Progressive",
            Topic::Limits => "Limits",
        }
    }
}

/// Whose word a section is not: it tells of the others.
const HOUSE_RULINGS: &str = "House rulings";
/// What the table plays that no sheet prints (A49).
const BEYOND: &str = "Beyond the sheets";

fn money(cents: u32) -> Money {
    Money::cents(cents.into())
}

/// "5, 6 or 8".
fn one_of(numbers: &[u8]) -> String {
    let words: Vec<String> = numbers.iter().map(ToString::to_string).collect();
    match words.as_slice() {
        [all @ .., last] if !all.is_empty() => format!("{} or {last}", all.join(", ")),
        words => words.concat(),
    }
}

impl Book {
    /// The rules of a game as one table posts them.
    pub fn of(game: &Game, profile: &Profile) -> Book {
        let plain = |title, sentences| Section { title, sentences, tables: Vec::new() };
        let topics = game.order.iter().map(|&topic| Section {
            title: topic.title(),
            sentences: sentences(topic, game, profile),
            tables: tables(topic, game, profile),
        });
        let beyond = Some(beyond(game)).filter(|notes| !notes.is_empty());
        let beyond = beyond.map(|notes| plain(BEYOND, notes));
        let rulings = plain(HOUSE_RULINGS, said::marks(game));
        let decks = profile.rules.decks;
        Book {
            title: format!("{} ({} decks, {})", game.name, decks, profile.configuration),
            about: game.about.clone(),
            sections: beyond.into_iter().chain(topics).chain([rulings]).collect(),
        }
    }

    /// The book as plain text.
    pub fn to_text(&self) -> String {
        let mut text = format!("{}\n{}\n", self.title, self.about);
        for section in &self.sections {
            let _ = write!(text, "\n{}\n", section.title.to_uppercase());
            for sentence in &section.sentences {
                let _ = writeln!(text, "  {sentence}");
            }
            for table in &section.tables {
                let _ = writeln!(text, "  {}", table.title);
                let width = table.rows.iter().map(|(label, _)| label.chars().count()).max();
                for (label, pay) in &table.rows {
                    let _ =
                        writeln!(text, "    {label:<width$}  {pay}", width = width.unwrap_or(0));
                }
            }
        }
        text
    }

    /// The book as Markdown, with the sources of its pay tables.
    pub fn to_markdown(&self) -> String {
        let mut text = format!("# {}\n\n{}\n", self.title, self.about);
        for section in &self.sections {
            let _ = write!(text, "\n## {}\n\n", section.title);
            for sentence in &section.sentences {
                let _ = writeln!(text, "- {sentence}");
            }
            for table in &section.tables {
                let _ = write!(
                    text,
                    "\n**{}** ({})\n\n| hand | pays |\n|---|---|\n",
                    table.title, table.from
                );
                for (label, pay) in &table.rows {
                    let _ = writeln!(text, "| {label} | {pay} |");
                }
            }
        }
        text
    }
}

/// What a topic says, one sentence for each setting; the house's own are marked (A50).
fn sentences(topic: Topic, game: &Game, profile: &Profile) -> Vec<String> {
    let of_hand = hand::sentences(topic, game, &profile.rules);
    let of_wagers = wagers::sentences(topic, game, profile);
    of_hand.into_iter().chain(of_wagers).map(|said| said.for_people(game)).collect()
}

/// Where the table leaves the sheets, and what favours the player by name (A49).
fn beyond(game: &Game) -> Vec<String> {
    let notes = game.beyond.iter().map(ToString::to_string);
    let allowed = game.player_edge_allowed.iter();
    let allowed = allowed.map(|offer| format!("{offer}: allowed although it favours the player"));
    notes.chain(allowed).collect()
}

fn tables(topic: Topic, game: &Game, profile: &Profile) -> Vec<BookTable> {
    if let (Topic::Bonus21, Some(bonus)) = (topic, &profile.rules.bonus_21) {
        let key = format!("bonus-21.pays.{}", Class::FiveCards);
        let from = game.settings.iter().find(|setting| setting.key == key);
        let from = from.map_or(String::new(), |setting| setting.from.clone());
        let mut rows = rows(&bonus.table);
        for (label, _) in &mut rows {
            *label = label.replace("the bonus suit", bonus.suit.word());
        }
        return vec![BookTable { title: "Bonus 21 pays".to_owned(), rows, from }];
    }
    topic.spots().iter().filter_map(|&spot| spot_table(game, profile, spot)).collect()
}

fn spot_table(game: &Game, profile: &Profile, spot: Spot) -> Option<BookTable> {
    let id = profile.paytable(spot)?;
    let named = game.tables_of(spot).iter().find(|named| named.id == id)?;
    let decks = one_of(&named.decks);
    let title = match game.tables_of(spot).len() {
        1 => format!("{} pays ({decks} decks)", spot.name()),
        _ => format!("{} pays (table {id}, {decks} decks)", spot.name()),
    };
    Some(BookTable { title, rows: rows(&named.table), from: named.from.clone() })
}

/// The paying lines; for insurance and matches the losing line is understood.
fn rows(table: &PayTable) -> Vec<(String, String)> {
    let shown = |(_, pay): &(Class, Pay)| *pay != Pay::Loses || table.kind() == Kind::Bonus21;
    table
        .lines()
        .filter(shown)
        .map(|(class, pay)| (class.label().to_owned(), pay.to_string()))
        .collect()
}
