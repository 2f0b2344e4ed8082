//! The rules of a table as people read them: the placard, the limits of every wager, and
//! the whole rule book, all from the game file the table was set up with (R-12, O-08).

use rules::settings::{Peek, Rescue, Soft17, Tie};
use rules::{Book, Game, Most, Profile, Rules, Spot};
use serde::Serialize;
use table::{Actor, Posted, TableId};

use super::sign::Source;
use super::{CommandRefused, Floor};

/// The rules of a table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, utoipa::ToSchema)]
pub struct TableRules {
    /// The game's name.
    pub title: String,
    /// What it is, in a sentence.
    pub about: String,
    /// The hash of the rule profile.
    pub profile: String,
    /// The version of the game file.
    pub version: u32,
    /// What stands on the felt, phrase by phrase.
    pub placard: Vec<String>,
    /// The most games a seat may wager on in a round, where there is a most.
    pub games_per_seat: Option<u8>,
    /// Whether a player's 21 wins against a dealer's 21 too.
    pub twenty_one_wins: bool,
    /// How many cards of a fresh shoe lie behind its cut card.
    pub behind_cut_card: u32,
    /// The wagers offered, in the order of the felt.
    pub wagers: Vec<WagerRules>,
    /// The rules, in the order of the sheet.
    pub sections: Vec<RuleSection>,
}

/// A wager and its limits.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, utoipa::ToSchema)]
pub struct WagerRules {
    /// The spot.
    pub spot: Spot,
    /// Its name for people.
    pub name: String,
    /// The least stake, in cents.
    pub least: u32,
    /// The most, in cents.
    pub most: u32,
    /// Whether it may also not exceed the main wager.
    pub at_most_main: bool,
    /// Stakes are multiples of this, in cents.
    pub step: u32,
    /// The wager it needs beside it.
    pub requires: Option<Spot>,
    /// The set it belongs to; a round has wagers of one set only (A45).
    pub set: Option<String>,
}

/// A topic of the rules.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, utoipa::ToSchema)]
pub struct RuleSection {
    /// The topic.
    pub title: String,
    /// The rules, in sentences.
    pub sentences: Vec<String>,
    /// The pay tables that belong to it.
    pub tables: Vec<RuleTable>,
}

/// A pay table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, utoipa::ToSchema)]
pub struct RuleTable {
    /// What it prices.
    pub title: String,
    /// The lines: what, and what it pays.
    pub rows: Vec<(String, String)>,
    /// Where it comes from: sheet and clause, or ours.
    pub from: String,
}

impl Floor {
    /// The rules of a table; nothing where there is no such table.
    ///
    /// # Errors
    /// If the store cannot be read.
    pub async fn rules(&self, table: TableId) -> Result<Option<TableRules>, CommandRefused> {
        let Some((posted, game, profile)) = self.profile(table).await? else { return Ok(None) };
        Ok(Some(TableRules::of(&posted, &game, &profile)))
    }

    /// The sign of a table with the game and profile behind it.
    ///
    /// # Errors
    /// If the store cannot be read.
    pub(crate) async fn profile(
        &self,
        table: TableId,
    ) -> Result<Option<(Posted, Game, Profile)>, CommandRefused> {
        let Some(view) = self.view(table, Actor::HOUSE) else { return Ok(None) };
        let source = self.0.journal.profile(&Source::key(&view.posted)).await?;
        let Some(source) = source else { return Ok(None) };
        let (game, profile) = Source::read(&source)?.game()?;
        Ok(Some((view.posted, game, profile)))
    }
}

impl TableRules {
    fn of(posted: &Posted, game: &Game, profile: &Profile) -> TableRules {
        let book = Book::of(game, profile);
        let sections = book.sections.into_iter().map(|section| RuleSection {
            title: section.title.to_owned(),
            sentences: section.sentences,
            tables: section.tables.into_iter().map(RuleTable::from).collect(),
        });
        TableRules {
            title: book.title,
            about: book.about,
            profile: profile.hash.clone(),
            version: game.version,
            placard: placard(&profile.rules),
            games_per_seat: profile.rules.games_per_seat,
            twenty_one_wins: profile.rules.tied_21 == Tie::Wins,
            behind_cut_card: behind_cut_card(game, &profile.rules),
            wagers: posted
                .spots
                .iter()
                .filter_map(|&spot| WagerRules::of(game, &profile.rules, spot))
                .collect(),
            sections: sections.collect(),
        }
    }
}

impl From<rules::BookTable> for RuleTable {
    fn from(table: rules::BookTable) -> RuleTable {
        RuleTable { title: table.title, rows: table.rows, from: table.from }
    }
}

impl WagerRules {
    fn of(game: &Game, rules: &Rules, spot: Spot) -> Option<WagerRules> {
        let wager = rules.wager(spot)?;
        let (most, at_most_main) = match wager.most {
            Most::Amount(most) => (most, false),
            Most::MainWager(most) => (most, true),
        };
        Some(WagerRules {
            spot,
            name: spot.name().to_owned(),
            least: wager.least,
            most,
            at_most_main,
            step: wager.step,
            requires: wager.requires,
            set: wager.set.and_then(|set| game.sets.get(usize::from(set)).cloned()),
        })
    }
}

fn behind_cut_card(game: &Game, rules: &Rules) -> u32 {
    let cards = usize::from(rules.decks) * rules.deck.size();
    let behind = cards.checked_div(game.cut_card.into()).unwrap_or(0);
    u32::try_from(behind).unwrap_or(0)
}

/// The rules that fit on a felt.
fn placard(rules: &Rules) -> Vec<String> {
    let mut said = vec![
        format!("{} decks of {}", rules.decks, rules.deck.size()),
        match rules.soft_17 {
            Soft17::Hit => "dealer hits soft 17".to_owned(),
            Soft17::Stand => "dealer stands on soft 17".to_owned(),
        },
        match rules.peek {
            Peek::AceOrFace => "dealer peeks under an ace or face".to_owned(),
            Peek::AceOrTenValue => "dealer peeks under an ace or ten".to_owned(),
        },
        format!("natural pays {}", rules.natural_pays),
    ];
    if rules.rescue != Rescue::None {
        said.push(match rules.doubles {
            1 => "rescue after the double".to_owned(),
            doubles => format!("{doubles} doubles, rescue after each"),
        });
    }
    if let Some(most) = rules.games_per_seat {
        said.push(format!("maximum of {} games", number(most)));
    }
    said
}

fn number(count: u8) -> String {
    let words = ["no", "one", "two", "three", "four", "five", "six", "seven"];
    words.get(usize::from(count)).map_or_else(|| count.to_string(), |word| (*word).to_owned())
}
