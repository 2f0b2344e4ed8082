//! Figures that other people published, worked out again.
//!
//! [`FIGURES`] is the one list of them: what was printed, under which rules, and how
//! the program finds it. A figure passes if it agrees to the printed digits.

use std::sync::Arc;

use cards::{Card, Counts, Deck};
use odds::main_wager::{Hand, Question, Solution, SplitClass, Table};
use odds::ways::{self, ThirdCard};
use odds::{Fraction, SideWager};
use rules::settings::Soft17;
use rules::{Action, Class, GameFile, Kind, Pay, PayTable, Rules, Spot};

use crate::library::{Choice, Library};

/// A reference rule set: a game file for these figures, not a game of the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Reference {
    Spanish21,
    Conventional,
}

impl Reference {
    const fn text(self) -> &'static str {
        match self {
            Reference::Spanish21 => include_str!("../../../games/published/spanish-21.toml"),
            Reference::Conventional => include_str!("../../../games/published/conventional.toml"),
        }
    }
}

/// A reference rule set with decks and settings of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Setup {
    reference: Reference,
    decks: u8,
    set: &'static [(&'static str, &'static str)],
}

const fn spanish(decks: u8, set: &'static [(&'static str, &'static str)]) -> Setup {
    Setup { reference: Reference::Spanish21, decks, set }
}

const fn conventional(decks: u8, set: &'static [(&'static str, &'static str)]) -> Setup {
    Setup { reference: Reference::Conventional, decks, set }
}

/// How a figure is found.
#[derive(Clone, Copy)]
enum Ours {
    /// The house edge of the main wager, in percent.
    HouseEdge(Setup, SplitClass),
    /// The expectation of the main wager, in percent.
    Expectation(Setup, SplitClass),
    /// How much higher the house edge is under the first set-up, in percent.
    Cost(Setup, Setup),
    /// The worth of an action on two cards against an up-card.
    Hand(Setup, [&'static str; 3], Action),
    /// Something about a side wager.
    Side(fn() -> Result<f64, String>),
}

/// How far ours may be from the published figure.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Within {
    /// Half a unit of the last printed digit: the same when rounded.
    Digits,
    /// One unit of the last printed digit: the figure was simulated, or may have been.
    Simulated,
}

/// One published figure.
struct Figure {
    id: &'static str,
    rules: &'static str,
    published: &'static str,
    unit: &'static str,
    within: Within,
    ours: Ours,
}

const fn figure(
    id: &'static str,
    rules: &'static str,
    published: &'static str,
    unit: &'static str,
    ours: Ours,
) -> Figure {
    Figure { id, rules, published, unit, within: Within::Digits, ours }
}

const fn simulated(
    id: &'static str,
    rules: &'static str,
    published: &'static str,
    ours: Ours,
) -> Figure {
    Figure { id, rules, published, unit: EDGE, within: Within::Simulated, ours }
}

const EDGE: &str = "% house edge";
const UNITS: &str = "wagers";
const WAYS: &str = "ways";

const THREE: &[(&str, &str)] = &[("doubles", "3")];
const STAND: &[(&str, &str)] = &[("soft-17", "stand")];
const NO_SURRENDER: &[(&str, &str)] = &[("surrender", "none")];
const SURRENDER: &[(&str, &str)] = &[("surrender", "late")];

const M13: (Setup, [&str; 3]) = (conventional(6, &[]), ["7s", "8h", "Kd"]);
const M14: (Setup, [&str; 3]) = (conventional(1, &[]), ["2s", "6h", "6d"]);
const M15: (Setup, [&str; 3]) = (conventional(1, STAND), ["7s", "9h", "Ad"]);

use Action::{Double, Hit, Stand};
use Ours::{Cost, Expectation, HouseEdge, Side};
use SplitClass::{Cdp, CdzMinus};

/// Every figure, in the order of the list of published figures. Figures of
/// total-dependent strategies (M10, the first of M11, M12) belong where they are marked.
const FIGURES: &[Figure] = &[
    figure(
        "M1",
        "Spanish 21, 6 decks, H17, three doubles: double 5-6 v 2",
        "0.348048",
        UNITS,
        Ours::Hand(spanish(6, THREE), ["5s", "6h", "2d"], Double),
    ),
    simulated(
        "M2",
        "Spanish 21, 6 decks, H17, one double",
        "0.78",
        HouseEdge(spanish(6, &[]), Cdp),
    ),
    simulated(
        "M2",
        "Spanish 21, 8 decks, H17, one double",
        "0.80",
        HouseEdge(spanish(8, &[]), Cdp),
    ),
    simulated(
        "M3",
        "Spanish 21, 6 decks, S17, one double",
        "0.37",
        HouseEdge(spanish(6, STAND), Cdp),
    ),
    simulated(
        "M3",
        "Spanish 21, 8 decks, S17, one double",
        "0.38",
        HouseEdge(spanish(8, STAND), Cdp),
    ),
    simulated(
        "M4",
        "Spanish 21, 6 decks, H17, three doubles",
        "0.42",
        HouseEdge(spanish(6, THREE), Cdp),
    ),
    simulated(
        "M4",
        "Spanish 21, 8 decks, H17, three doubles",
        "0.45",
        HouseEdge(spanish(8, THREE), Cdp),
    ),
    figure(
        "M5",
        "Spanish 21, 6 decks, H17: cost of no surrender",
        "0.018",
        EDGE,
        Cost(spanish(6, NO_SURRENDER), spanish(6, &[])),
    ),
    figure(
        "M6",
        "Match, 6 decks, 9 suited, 4 unsuited",
        "3.055",
        EDGE,
        Side(|| Ok(percent(match_up()?.house_edge()))),
    ),
    figure(
        "M6",
        "Match, 6 decks, 9 suited, 4 unsuited",
        "15.411",
        "% hit rate",
        Side(|| Ok(percent(match_up()?.hit_rate))),
    ),
    figure(
        "M6",
        "Match, 6 decks, 9 suited, 4 unsuited",
        "2.448",
        "sd, wagers",
        Side(|| Ok(match_up()?.sd())),
    ),
    figure(
        "M7",
        "21+3 at 9 to 1, six 52-card decks",
        "3.2386",
        EDGE,
        Side(|| Ok(percent(three_cards()?.house_edge()))),
    ),
    figure("M7", "21+3: all hands", "5013320", WAYS, Side(|| Ok(three_card_ways().total() as f64))),
    figure(
        "M7",
        "21+3: straight flushes",
        "10368",
        WAYS,
        Side(|| three_card(&[Class::StraightFlush, Class::MiniRoyal])),
    ),
    figure(
        "M7",
        "21+3: trips",
        "26312",
        WAYS,
        Side(|| three_card(&[Class::Trips, Class::SuitedTrips])),
    ),
    figure("M7", "21+3: straights", "155520", WAYS, Side(|| three_card(&[Class::Straight]))),
    figure("M7", "21+3: flushes", "292896", WAYS, Side(|| three_card(&[Class::Flush]))),
    figure(
        "M8",
        "Super Sevens, six 52-card decks, always a third card",
        "11.40",
        EDGE,
        Side(|| Ok(percent(super_sevens(ThirdCard::Always)?.house_edge()))),
    ),
    figure(
        "M8",
        "Super Sevens, six 52-card decks, always a third card",
        "22.8",
        "sd, wagers",
        Side(|| Ok(super_sevens(ThirdCard::Always)?.sd())),
    ),
    figure(
        "M9",
        "Super Sevens, no third card on a dealer's natural",
        "12.6",
        EDGE,
        Side(|| Ok(percent(super_sevens(ThirdCard::UnlessDealerNatural)?.house_edge()))),
    ),
    // M10, total-dependent, and M11, total-dependent: here.
    figure(
        "M11",
        "52 cards, 6 decks, H17, surrender, by composition",
        "0.527",
        EDGE,
        HouseEdge(conventional(6, SURRENDER), Cdp),
    ),
    // M12, total-dependent: here.
    figure(
        "M13",
        "52 cards, 6 decks, H17: stand on 7-8 v 10",
        "-0.536220",
        UNITS,
        Ours::Hand(M13.0, M13.1, Stand),
    ),
    figure(
        "M13",
        "52 cards, 6 decks, H17: hit 7-8 v 10",
        "-0.499763",
        UNITS,
        Ours::Hand(M13.0, M13.1, Hit),
    ),
    figure(
        "M13",
        "52 cards, 6 decks, H17: double 7-8 v 10",
        "-0.999525",
        UNITS,
        Ours::Hand(M13.0, M13.1, Double),
    ),
    figure(
        "M14",
        "52 cards, 1 deck, H17: stand on 2-6 v 6",
        "-0.108450",
        UNITS,
        Ours::Hand(M14.0, M14.1, Stand),
    ),
    figure(
        "M14",
        "52 cards, 1 deck, H17: hit 2-6 v 6",
        "0.119677",
        UNITS,
        Ours::Hand(M14.0, M14.1, Hit),
    ),
    figure(
        "M14",
        "52 cards, 1 deck, H17: double 2-6 v 6",
        "0.111237",
        UNITS,
        Ours::Hand(M14.0, M14.1, Double),
    ),
    figure(
        "M15",
        "52 cards, 1 deck, S17: stand on 7-9 v A",
        "-0.643247",
        UNITS,
        Ours::Hand(M15.0, M15.1, Stand),
    ),
    figure(
        "M15",
        "52 cards, 1 deck, S17: hit 7-9 v A",
        "-0.495493",
        UNITS,
        Ours::Hand(M15.0, M15.1, Hit),
    ),
    figure(
        "M15",
        "52 cards, 1 deck, S17: double 7-9 v A",
        "-0.990987",
        UNITS,
        Ours::Hand(M15.0, M15.1, Double),
    ),
    figure(
        "M16",
        "suited 7-7-7 against a seven, 6 decks: 1 in",
        "668382",
        "rounds",
        Side(|| Ok(one_in(6))),
    ),
    figure(
        "M16",
        "suited 7-7-7 against a seven, 8 decks: 1 in",
        "549188",
        "rounds",
        Side(|| Ok(one_in(8))),
    ),
    figure(
        "M17",
        "52 cards, 6 decks, H17, surrender, CDZ-",
        "-0.527191547",
        "% of the wager",
        Expectation(conventional(6, SURRENDER), CdzMinus),
    ),
];

/// A published figure beside ours.
#[derive(Clone, Debug)]
pub struct Checked {
    /// The figure's name in the list of published figures.
    pub id: &'static str,
    /// The rules in a few words.
    pub rules: &'static str,
    /// The figure as it was printed.
    pub published: &'static str,
    /// What it counts in.
    pub unit: &'static str,
    /// How far ours may be away.
    pub tolerance: f64,
    /// Ours.
    pub ours: f64,
}

impl Checked {
    /// Whether ours is the published figure.
    pub fn passes(&self) -> bool {
        // Text to number and back: a figure on the very edge of rounding passes.
        (self.ours - number(self.published)).abs() <= self.tolerance * (1.0 + 1e-9)
    }

    /// The number of printed decimals.
    pub fn decimals(&self) -> usize {
        decimals(self.published)
    }
}

fn number(printed: &str) -> f64 {
    printed.parse().unwrap_or(f64::NAN)
}

fn decimals(printed: &str) -> usize {
    printed.split_once('.').map_or(0, |(_, digits)| digits.len())
}

/// Works out every figure again.
///
/// # Errors
/// If one cannot be worked out at all; the sentence names it.
pub fn run() -> Result<Vec<Checked>, String> {
    let solved = Solved::all()?;
    let check = |figure: &Figure| {
        let ours = solved.ours(figure.ours).map_err(|why| format!("{}: {why}", figure.id))?;
        let last = 10f64.powi(-(decimals(figure.published) as i32));
        let tolerance = match figure.within {
            Within::Digits => last / 2.0,
            Within::Simulated => last,
        };
        let Figure { id, rules, published, unit, .. } = *figure;
        Ok(Checked { id, rules, published, unit, tolerance, ours })
    };
    FIGURES.iter().map(check).collect()
}

type Wanted = (Setup, SplitClass);

/// The set-ups of all figures, solved.
struct Solved(Vec<(Wanted, Solution)>);

impl Solved {
    /// Solves each set-up once; set-ups that share a table of the dealer's hands
    /// share a thread.
    fn all() -> Result<Solved, String> {
        let mut by_table: Vec<((Deck, u8, Soft17), Vec<(Wanted, Rules)>)> = Vec::new();
        for wanted in FIGURES.iter().flat_map(|figure| figure.ours.wants()) {
            let rules = rules(wanted.0)?;
            let key = (rules.deck, rules.decks, rules.soft_17);
            match by_table.iter_mut().find(|(known, _)| *known == key) {
                None => by_table.push((key, vec![(wanted, rules)])),
                Some((_, list)) if list.iter().all(|(known, _)| *known != wanted) => {
                    list.push((wanted, rules));
                }
                Some(_) => {}
            }
        }
        let solved = std::thread::scope(|scope| {
            let running: Vec<_> =
                by_table.iter().map(|(key, list)| scope.spawn(move || solve(*key, list))).collect();
            let join = |thread: std::thread::ScopedJoinHandle<'_, _>| match thread.join() {
                Ok(solved) => solved,
                Err(panic) => std::panic::resume_unwind(panic),
            };
            running.into_iter().map(join).collect::<Result<Vec<_>, String>>()
        });
        Ok(Solved(solved?.into_iter().flatten().collect()))
    }

    fn get(&self, setup: Setup, class: SplitClass) -> Result<&Solution, String> {
        let found = self.0.iter().find(|(wanted, _)| *wanted == (setup, class));
        found.map(|(_, solution)| solution).ok_or_else(|| "was not solved".to_owned())
    }

    fn ours(&self, ours: Ours) -> Result<f64, String> {
        let expectation = |setup, class| Ok::<f64, String>(self.get(setup, class)?.ev * 100.0);
        match ours {
            HouseEdge(setup, class) => Ok(-expectation(setup, class)?),
            Expectation(setup, class) => expectation(setup, class),
            Cost(without, with) => Ok(expectation(with, Cdp)? - expectation(without, Cdp)?),
            Ours::Hand(setup, cards, action) => hand(self.get(setup, Cdp)?, cards, action),
            Side(figure) => figure(),
        }
    }
}

impl Ours {
    /// What must be solved for it.
    fn wants(&self) -> Vec<Wanted> {
        match *self {
            HouseEdge(setup, class) | Expectation(setup, class) => vec![(setup, class)],
            Cost(without, with) => vec![(without, Cdp), (with, Cdp)],
            Ours::Hand(setup, ..) => vec![(setup, Cdp)],
            Side(_) => Vec::new(),
        }
    }
}

fn solve(
    (deck, decks, soft_17): (Deck, u8, Soft17),
    list: &[(Wanted, Rules)],
) -> Result<Vec<(Wanted, Solution)>, String> {
    let table = Arc::new(Table::new(&Counts::of(deck, decks), soft_17));
    let solve = |&(wanted, rules): &(Wanted, Rules)| {
        let question = Question { rules, bet: None, class: wanted.1 };
        let solution = Solution::of(&table, question).map_err(|refused| refused.to_string())?;
        Ok((wanted, solution))
    };
    list.iter().map(solve).collect()
}

fn rules(setup: Setup) -> Result<Rules, String> {
    let owned = |&(key, value): &(&str, &str)| (key.to_owned(), value.to_owned());
    let set: Vec<(String, String)> = setup.set.iter().map(owned).collect();
    let game = GameFile::read(setup.reference.text())
        .game(None, &set)
        .map_err(|faults| faults.iter().map(ToString::to_string).collect::<Vec<_>>().join("; "))?;
    let profile = game.profile(Some(setup.decks), &[]);
    profile.map(|profile| profile.rules).map_err(|refused| refused.to_string())
}

fn hand(solution: &Solution, cards: [&str; 3], action: Action) -> Result<f64, String> {
    let card = |text: &str| text.parse::<Card>().map_err(|unknown| unknown.to_string());
    let [first, second, up] = cards;
    let cards = [card(first)?, card(second)?];
    let hand = Hand { cards: &cards, up: card(up)?, doubles: 0, from_split: false, hands: 1 };
    let worth = solution.hand(&hand).map_err(|refused| refused.to_string())?;
    worth.of(action).ok_or_else(|| format!("{action} is not allowed"))
}

fn percent(fraction: Fraction) -> f64 {
    fraction.to_f64() * 100.0
}

fn match_up() -> Result<SideWager, String> {
    let choice = Choice { game: "wsgc-bahama-bonus".to_owned(), ..Choice::default() };
    let game = Library::default().game(&choice).map_err(|refused| refused.to_string())?;
    let named = game.tables_of(Spot::MatchUp).first().ok_or("no pay table")?;
    let counts = Counts::of(Deck::FortyEight, 6);
    SideWager::with_cards(Spot::MatchUp, &named.id, &named.table, &counts, Deck::FortyEight)
        .ok_or_else(|| "not a side wager".to_owned())
}

fn three_card_ways() -> ways::Ways {
    ways::three_card(&Counts::of(Deck::FiftyTwo, 6), Deck::FiftyTwo)
}

fn three_card(classes: &[Class]) -> Result<f64, String> {
    let ways = three_card_ways();
    Ok(classes.iter().map(|&class| ways.of(class)).sum::<u64>() as f64)
}

fn three_cards() -> Result<SideWager, String> {
    use Class::{Flush, MiniRoyal, Straight, StraightFlush, SuitedTrips, Trips};
    let paid = [SuitedTrips, MiniRoyal, StraightFlush, Trips, Straight, Flush];
    let table = pays(Kind::ThreeCard, &paid.map(|class| (class, "9 to 1")))?;
    Ok(SideWager::of(Spot::ThreeCard, "21+3", &table, &three_card_ways()))
}

fn super_sevens(third_card: ThirdCard) -> Result<SideWager, String> {
    let table = pays(
        Kind::Sevens,
        &[
            (Class::OneSeven, "3 to 1"),
            (Class::TwoSevens, "50 to 1"),
            (Class::TwoSuitedSevens, "100 to 1"),
            (Class::ThreeSevens, "500 to 1"),
            (Class::ThreeSuitedSevens, "5000 to 1"),
        ],
    )?;
    let ways = ways::sevens(&Counts::of(Deck::FiftyTwo, 6), third_card);
    Ok(SideWager::of(Spot::Bonus7s, "super sevens", &table, &ways))
}

fn pays(kind: Kind, lines: &[(Class, &str)]) -> Result<PayTable, String> {
    let mut table = PayTable::losing(kind);
    for (class, pay) in lines {
        table.set(*class, pay.parse::<Pay>().map_err(|error| error.to_string())?);
    }
    Ok(table)
}

fn one_in(decks: u8) -> f64 {
    odds::special_bonus(&Counts::of(Deck::FortyEight, decks)).inverse().to_f64()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn checked(published: &'static str, tolerance: f64, ours: f64) -> Checked {
        Checked { id: "M0", rules: "", published, unit: "", tolerance, ours }
    }

    #[test]
    fn a_figure_passes_if_it_rounds_to_the_printed_digits() {
        assert!(checked("0.527", 0.0005, 0.5274).passes());
        assert!(!checked("0.527", 0.0005, 0.5276).passes());
        assert!(!checked("0.527", 0.0005, f64::NAN).passes());
        assert!(checked("0.38", 0.01, 0.385).passes());
        assert_eq!(checked("668382", 0.5, 0.0).decimals(), 0);
    }

    #[test]
    fn every_figure_is_a_number() {
        for figure in FIGURES {
            assert!(number(figure.published).is_finite(), "{}", figure.id);
        }
    }
}
