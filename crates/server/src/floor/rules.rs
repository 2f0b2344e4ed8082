//! The rules of a table as people read them: the placard, the limits of every wager, and
//! the whole rule book, all from the game file the table was set up with (R-12, O-08).

use std::sync::Arc;

use ::floor::Machine;
use rules::settings::{Peek, Rescue, Soft17, Tie};
use rules::{Book, Class, Game, Money, Most, Pay, PayTable, Percent, Profile, Rules, Spot, To};
use serde::Serialize;
use store::Journal;
use table::{Actor, JackpotPosted, Link, LinkParameters, Posted, TableId};

use super::load::{self, LoadFailed};
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
    /// What stands on the felt, phrase by phrase: first what a blackjack pays, then the decks.
    pub placard: Vec<String>,
    /// The most games a seat may wager on in a round, where there is a most.
    pub games_per_seat: Option<u8>,
    /// What a player's natural pays.
    pub natural_pays: To,
    /// Whether a player's 21 wins against a dealer's 21 too.
    pub twenty_one_wins: bool,
    /// How many cards one of its decks has.
    pub deck: u8,
    /// How often a hand may be doubled.
    pub doubles: u8,
    /// Whether a double can be rescued.
    pub rescues: bool,
    /// How many cards of a fresh shoe lie behind its cut card.
    pub behind_cut_card: u32,
    /// The wagers offered, in the order of the felt.
    pub wagers: Vec<WagerRules>,
    /// The rules, in the order of the sheet.
    pub sections: Vec<RuleSection>,
    /// What the meters start from and how they grow, as the link has it now (P-36).
    pub jackpots: Vec<String>,
    /// Where the table leaves the sheets, and how (A49).
    pub beyond: Vec<String>,
    /// What may favour the player, by the names with which it was allowed (A49).
    pub overrides: Vec<String>,
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
    /// Its pay table: of the main wager what a 21 pays by its cards.
    pub pays: Vec<PricedClass>,
}

/// A line of a pay table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, utoipa::ToSchema)]
pub struct PricedClass {
    /// What the cards are.
    pub class: Class,
    /// What that pays.
    pub pay: Pay,
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
        let link = posted.link.and_then(|on| self.link_place(on.link));
        let link = link.map(|place| Arc::clone(&place.borrow()));
        Ok(Some(TableRules::of(&posted, &game, &profile, link.as_deref())))
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

/// What the meters of a link start from and how they grow as it is now, a sentence for each
/// jackpot that a table plays for (P-36).
fn jackpots(link: &Link, posted: &Posted) -> Vec<String> {
    let of_table = link.sign().jackpots.iter().filter(|it| posted.spots.contains(&it.spot));
    let sentence = |jackpot: &JackpotPosted| {
        Some(jackpot_sentence(jackpot.spot, jackpot.unit, link.parameters(jackpot.spot)?))
    };
    of_table.filter_map(sentence).collect()
}

/// What a meter starts from and how it grows.
pub fn jackpot_sentence(spot: Spot, unit: u32, parameters: LinkParameters) -> String {
    let LinkParameters { seed, contribution, reserve } = parameters;
    let rate = |hundredths| Percent::of_hundredths(hundredths).unwrap_or(Percent::WHOLE);
    let house = Percent::WHOLE.hundredths().saturating_sub(contribution + reserve);
    format!(
        "{}: {} per bet. The meter starts from {} and grows by {} of every wager; {} goes to the \
         reserve of the next meter and {} to the house. The display shows what is payable now.",
        spot.name(),
        Money::cents(unit.into()),
        Money::cents(seed.into()),
        rate(contribution),
        rate(reserve),
        rate(house),
    )
}

/// What the placard of a table is made from: its posting and its link, as they are (O-08).
#[derive(Clone, Debug)]
pub struct Placarded {
    /// The sign.
    pub posted: Posted,
    /// The game behind it.
    pub game: Game,
    /// The profile.
    pub profile: Profile,
    /// What its meters start from and how they grow.
    pub jackpots: Vec<String>,
}

/// What the placard of a table in a journal is made from; nothing where there is no such table.
/// A server may be running beside it.
///
/// # Errors
/// If its record cannot be read.
pub async fn placarded(
    journal: &dyn Journal,
    id: TableId,
) -> Result<Option<Placarded>, LoadFailed> {
    let streams = journal.streams().await.map_err(LoadFailed::Store)?;
    if !streams.iter().any(|(stream, _)| *stream == id.into()) {
        return Ok(None);
    }
    let desk = load::table(journal, id).await?;
    let Machine::Table(table) = desk.machine() else { return Ok(None) };
    let posted = table.house().posted().clone();
    let source = journal.profile(&Source::key(&posted)).await.map_err(LoadFailed::Store)?;
    let profile = posted.profile.clone();
    let source = source.ok_or(LoadFailed::NoProfile { table: id, profile })?;
    let refused = |error| LoadFailed::Profile { table: id, error };
    let (game, profile) = Source::read(&source).and_then(|it| it.game()).map_err(refused)?;
    let jackpots = match posted.link {
        Some(on) => jackpots(&load::folded(journal, on.link).await?, &posted),
        None => Vec::new(),
    };
    Ok(Some(Placarded { posted, game, profile, jackpots }))
}

impl TableRules {
    fn of(posted: &Posted, game: &Game, profile: &Profile, link: Option<&Link>) -> TableRules {
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
            natural_pays: profile.rules.natural_pays,
            twenty_one_wins: profile.rules.tied_21 == Tie::Wins,
            deck: u8::try_from(profile.rules.deck.size()).unwrap_or(u8::MAX),
            doubles: profile.rules.doubles,
            rescues: profile.rules.rescue != Rescue::None,
            behind_cut_card: behind_cut_card(game, &profile.rules),
            wagers: posted
                .spots
                .iter()
                .filter_map(|&spot| WagerRules::of(game, &profile.rules, spot))
                .collect(),
            sections: sections.collect(),
            jackpots: link.map_or_else(Vec::new, |link| jackpots(link, posted)),
            beyond: game.beyond.iter().map(ToString::to_string).collect(),
            overrides: posted.overrides(),
        }
    }
}

impl From<rules::BookTable> for RuleTable {
    fn from(table: rules::BookTable) -> RuleTable {
        RuleTable { title: table.title, rows: table.rows, from: table.from }
    }
}

impl WagerRules {
    pub(super) fn of(game: &Game, rules: &Rules, spot: Spot) -> Option<WagerRules> {
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
            pays: pays(rules, spot),
        })
    }
}

/// The pay table of a wager, with the lines that pay.
fn pays(rules: &Rules, spot: Spot) -> Vec<PricedClass> {
    let bonus = rules.bonus_21.as_ref().filter(|_| spot == Spot::Main).map(|bonus| &bonus.table);
    let lines = rules.table(spot).or(bonus).into_iter().flat_map(PayTable::lines);
    let paying = lines.filter(|(_, pay)| *pay != Pay::Loses);
    paying.map(|(class, pay)| PricedClass { class, pay }).collect()
}

fn behind_cut_card(game: &Game, rules: &Rules) -> u32 {
    let cards = usize::from(rules.decks) * rules.deck.size();
    let behind = cards.checked_div(game.cut_card.into()).unwrap_or(0);
    u32::try_from(behind).unwrap_or(0)
}

/// The rules that fit on a felt; what a blackjack pays and the decks come first.
fn placard(rules: &Rules) -> Vec<String> {
    let mut said = vec![
        format!("blackjack pays {}", rules.natural_pays),
        format!("{} decks of {}", rules.decks, rules.deck.size()),
        match rules.soft_17 {
            Soft17::Hit => "dealer hits soft 17".to_owned(),
            Soft17::Stand => "dealer stands on soft 17".to_owned(),
        },
        match rules.peek {
            Peek::AceOrFace => "dealer peeks under an ace or face".to_owned(),
            Peek::AceOrTenValue => "dealer peeks under an ace or ten".to_owned(),
        },
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
