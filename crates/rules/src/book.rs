//! A game's rules as sentences and pay tables, generated from its file, so that
//! what people read cannot differ from what the engine does (R-12, O-08).

use std::fmt::Write;

use cards::Deck;

use crate::class::{Class, Kind};
use crate::file::Game;
use crate::money::Money;
use crate::odds::Pay;
use crate::paytable::PayTable;
use crate::profile::Profile;
use crate::rules::{Most, Rules, SpecialBonus, Wager};
use crate::settings::{
    Allowed, Bonus, DoubleAfterSplit, DoubleLimit, DoubleOn, NaturalsPaid, Peek, Policy, Rescue,
    Soft17, Split, SplitAces, Surrender, Tie, VoidAfter,
};
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

fn money(cents: u32) -> Money {
    Money::cents(cents.into())
}

fn say(sentences: &[&str]) -> Vec<String> {
    sentences.iter().filter(|text| !text.is_empty()).map(|&text| text.to_owned()).collect()
}

impl Book {
    /// The rules of a game as one table posts them.
    pub fn of(game: &Game, profile: &Profile) -> Book {
        let rules = &profile.rules;
        let sections = game.order.iter().map(|&topic| Section {
            title: topic.title(),
            sentences: sentences(topic, game, rules),
            tables: tables(topic, game, profile),
        });
        let decks = rules.decks;
        Book {
            title: format!("{} ({} decks, {})", game.name, decks, profile.configuration),
            about: game.about.clone(),
            sections: sections.collect(),
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

fn sentences(topic: Topic, game: &Game, rules: &Rules) -> Vec<String> {
    match topic {
        Topic::Cards => vec![cards(rules)],
        Topic::Deal => deal(rules),
        Topic::Dealer => vec![dealer(rules).to_owned()],
        Topic::Naturals => naturals(rules),
        Topic::TwentyOne => vec![twenty_one(rules).to_owned()],
        Topic::Insurance => insurance(rules),
        Topic::Doubling => doubling(rules),
        Topic::Rescue => rescue(rules),
        Topic::Splitting => splitting(rules),
        Topic::Surrender => surrender(rules),
        Topic::Bonus21 => bonus_21(rules),
        Topic::SpecialBonus => special_bonus(rules),
        Topic::Match => spots(
            topic,
            rules,
            "Each of the player's cards that matches the dealer's card in rank pays its own odds, \
             and they add up.",
        ),
        Topic::Trilux | Topic::ThreeCard => {
            spots(topic, rules, "The cards make a three-card hand; the best class pays.")
        }
        Topic::Bonus7s => spots(
            topic,
            rules,
            "Sevens are counted from the player's first card on; the third card is the next one \
             the first hand receives. Only the best line pays. Two sevens are paid where no third \
             card is drawn.",
        ),
        Topic::Progressive => progressive(rules),
        Topic::Limits => limits(game, rules),
    }
}

fn cards(rules: &Rules) -> String {
    let deck = match rules.deck {
        Deck::FortyEight => "48 cards, without the pip tens",
        Deck::FiftyTwo => "52 cards",
    };
    format!("{} decks of {deck}. Faces count ten, an ace one or eleven.", rules.decks)
}

fn deal(rules: &Rules) -> Vec<String> {
    let peek = match rules.peek {
        Peek::AceOrFace => {
            "The dealer looks for a natural under an ace or a face card; with one the round is over."
        }
        Peek::AceOrTenValue => {
            "The dealer looks for a natural under an ace or any ten; with one the round is over."
        }
    };
    let seats = format!(
        "Up to {} seats. Every player and the dealer receive two cards; the dealer's first is face up.",
        rules.seats
    );
    vec![seats, peek.to_owned()]
}

fn dealer(rules: &Rules) -> &'static str {
    match rules.soft_17 {
        Soft17::Hit => "The dealer draws to 16 and on soft 17, and only while a hand is undecided.",
        Soft17::Stand => {
            "The dealer draws to 16 and stands on every 17, and draws only while a hand is undecided."
        }
    }
}

fn naturals(rules: &Rules) -> Vec<String> {
    let tie = match rules.natural_tie {
        Tie::Wins => "It wins even against a dealer's natural.",
        Tie::Pushes => "It pushes against a dealer's natural.",
    };
    let paid = match rules.naturals_paid {
        NaturalsPaid::AfterDeal => "It is paid at once.",
        NaturalsPaid::AfterPeek => "It is paid after the dealer has looked for a natural.",
    };
    vec![
        format!(
            "An ace with a ten-value card on the first two cards is a natural and pays {}.",
            rules.natural_pays
        ),
        format!("{tie} {paid}"),
        "A two-card 21 after a split is an ordinary 21.".to_owned(),
    ]
}

fn twenty_one(rules: &Rules) -> &'static str {
    match rules.tied_21 {
        Tie::Wins => {
            "A player's 21 always wins, also against a dealer's 21; only a dealer's natural beats it."
        }
        Tie::Pushes => "A player's 21 pushes against a dealer's 21.",
    }
}

fn insurance(rules: &Rules) -> Vec<String> {
    let naturals = match rules.insure_naturals {
        Allowed::Yes => "A seat with a natural is asked too.",
        Allowed::No => "A seat with a natural is not asked.",
    };
    say(&["Under an ace a seat may insure for up to half its main wager.", naturals])
}

fn doubling(rules: &Rules) -> Vec<String> {
    let on = match rules.double_on {
        DoubleOn::AnyCards => "A hand of any number of cards may be doubled for one card.",
        DoubleOn::FirstTwo => "The first two cards may be doubled for one card.",
    };
    let again = match rules.doubles {
        0 => "Doubling is not offered.".to_owned(),
        1 => "A hand is doubled once.".to_owned(),
        count => format!(
            "It may be doubled again, {count} times in all, up to {} times the wager.",
            1 << count
        ),
    };
    let split = match rules.double_after_split {
        DoubleAfterSplit::Yes => "Split hands may be doubled, aces too.",
        DoubleAfterSplit::NotAces => "Split hands may be doubled, but not split aces.",
        DoubleAfterSplit::No => "Split hands may not be doubled.",
    };
    let cap = money(rules.double_cap);
    let limit = match rules.double_limit {
        DoubleLimit::PerWager => format!("A double that adds more than {cap} is not offered."),
        DoubleLimit::PerWagerForLess => {
            format!("A double that would add more than {cap} adds {cap}; otherwise never for less.")
        }
        DoubleLimit::TotalRefused => {
            format!("A double that would bring the hand above {cap} is not offered.")
        }
    };
    vec![on.to_owned(), again, split.to_owned(), limit]
}

fn rescue(rules: &Rules) -> Vec<String> {
    let what = match rules.rescue {
        Rescue::None => return say(&["There is no rescue."]),
        Rescue::LastDouble => {
            "After a double, a hand that is not bust may be given up: what the last double added \
             is taken back, the rest is lost."
        }
        Rescue::LoseOriginal => {
            "After a double, a hand that is not bust may be given up: only the original wager is \
             lost, all that was added is taken back."
        }
        Rescue::LoseDoubles => {
            "After a double, a hand that is not bust may be given up: all that was added is lost, \
             the original wager is taken back."
        }
    };
    let split = match rules.rescue_on_split {
        Allowed::Yes => "Split hands may be rescued too.",
        Allowed::No => "Split hands may not be rescued.",
    };
    say(&[what, split])
}

fn splitting(rules: &Rules) -> Vec<String> {
    let pair = match rules.split {
        Split::SameValue => "Two cards of the same value may be split",
        Split::SameRank => "Two cards of the same rank may be split",
    };
    let resplit = match rules.resplit_aces {
        Allowed::Yes => "Aces may be split again.",
        Allowed::No => "Aces may not be split again.",
    };
    let aces = match rules.split_aces {
        SplitAces::Draw => "Split aces are played like any hand.",
        SplitAces::OneCardEach => "Split aces receive one card each.",
    };
    vec![format!("{pair}, up to {} hands.", rules.hands), format!("{resplit} {aces}")]
}

fn surrender(rules: &Rules) -> Vec<String> {
    let what = match rules.surrender {
        Surrender::None => return say(&["There is no surrender."]),
        Surrender::Late => {
            "The first two cards may be given up for half the wager, once the dealer has looked \
             for a natural."
        }
    };
    let split = match rules.surrender_on_split {
        Allowed::Yes => "Split hands may be surrendered too.",
        Allowed::No => "Split hands may not be surrendered.",
    };
    say(&[what, split])
}

fn bonus_21(rules: &Rules) -> Vec<String> {
    let Some(bonus) = &rules.bonus_21 else { return Vec::new() };
    let doubled = match bonus.after_double {
        Bonus::Void => "Doubling voids the bonus: a doubled 21 pays 1 to 1.",
        Bonus::Paid => "Doubled hands are paid the bonus too.",
    };
    let split = match bonus.on_split {
        Bonus::Paid => "Split hands are paid the bonus.",
        Bonus::Void => "Splitting voids the bonus.",
    };
    say(&["A 21 that is not a natural pays by its cards, without a further wager.", doubled, split])
}

fn special_bonus(rules: &Rules) -> Vec<String> {
    let Some(special) = &rules.special_bonus else { return Vec::new() };
    let mut text = vec![
        "Suited 7-7-7 in exactly three cards against a seven up wins a fixed \
                         prize on top of the hand's own pay, from the house, never from a \
                         meter:"
            .to_owned(),
    ];
    let tiers: Vec<(u32, u32)> =
        special.tiers.into_iter().filter(|(_, prize)| *prize > 0).collect();
    for (place, &(from, prize)) in tiers.iter().enumerate() {
        let below = tiers.get(place + 1).map(|&(next, _)| money(next));
        text.push(match (from, below) {
            (0, None) => format!("{} for any main wager,", money(prize)),
            (0, Some(below)) => format!("{} for a main wager below {below},", money(prize)),
            (from, _) => format!("{} for a main wager of {} or more,", money(prize), money(from)),
        });
    }
    text.push(format!(
        "and {} to every other betting player for each such hand.",
        money(special.envy)
    ));
    text.push(envy_to_winners(special).to_owned());
    text.push(void_after(special).to_owned());
    text
}

/// Who of the players is left out of envy (A23).
fn envy_to_winners(special: &SpecialBonus) -> &'static str {
    match special.envy_to_winners {
        Allowed::Yes => {
            "A player who wins the prize receives it too, for the other players' hands and never \
             for an own one."
        }
        Allowed::No => "A player who wins the prize in a round receives none in that round.",
    }
}

/// What voids the special bonus (A22).
fn void_after(special: &SpecialBonus) -> &'static str {
    match special.void_after {
        VoidAfter::Nothing => "Split and doubled hands win the prize too: nothing voids it.",
        VoidAfter::Split => "Splitting voids the prize; doubled hands win it too.",
        VoidAfter::Double => "Doubling voids the prize; split hands win it too.",
        VoidAfter::Both => "Splitting or doubling voids the prize.",
    }
}

/// What all wagers of a topic have in common, then each with its cards and its limits.
fn spots(topic: Topic, rules: &Rules, what: &str) -> Vec<String> {
    let each = topic.spots().iter().filter_map(|&spot| {
        let limits = limits_of(rules.wager(spot)?);
        Some(format!("{}: {}; {limits}.", spot.name(), spot.look()?.cards()))
    });
    [what.to_owned()].into_iter().chain(each).collect()
}

fn limits_of(wager: &Wager) -> String {
    let most = match wager.most {
        Most::Amount(most) => money(most).to_string(),
        Most::MainWager(_) => "the main wager".to_owned(),
    };
    let needs = match wager.requires {
        None | Some(Spot::Main) => String::new(),
        Some(spot) => format!(", needs a {} wager", spot.name()),
    };
    format!("{} to {most} in steps of {}{needs}", money(wager.least), money(wager.step))
}

fn progressive(rules: &Rules) -> Vec<String> {
    let each = Topic::Progressive.spots().iter().filter_map(|&spot| {
        let wager = rules.wager(spot)?;
        let policy = match wager.policy {
            Some(Policy::Share) => "several winners of the whole meter share it equally",
            _ => {
                "several winners are paid one after the other from the dealer's right, each from \
                 what the meter then shows"
            }
        };
        let (cards, unit) = (spot.look()?.cards(), money(wager.least));
        Some(format!("{}: {cards}; {unit}; {policy}.", spot.name()))
    });
    let what = "Only the cards of the deal count, whatever happens to the hand afterwards. The \
                wager is exactly one unit and is not returned.";
    [what.to_owned()].into_iter().chain(each).collect()
}

fn limits(game: &Game, rules: &Rules) -> Vec<String> {
    let mut text = Vec::new();
    if let Some(main) = rules.wager(Spot::Main) {
        text.push(format!("Main wager: {}.", limits_of(main)));
    }
    if let Some(most) = rules.games_per_seat {
        text.push(format!("A seat wagers on at most {most} games in a round."));
    }
    if game.sets.len() > 1 {
        text.push(format!(
            "Only one of these sets of wagers in a round: {}.",
            game.sets.join(", ")
        ));
    }
    let chips: Vec<String> = game.chips.iter().map(|&chip| money(chip).to_string()).collect();
    text.push(format!("Chips: {}.", chips.join(", ")));
    text.push("Players do not bet with each other.".to_owned());
    text
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
    let title = match game.tables_of(spot).len() {
        1 => format!("{} pays", spot.name()),
        _ => format!("{} pays (table {id})", spot.name()),
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
