//! The published figures: what was printed, under which rules, and how ours is found.

use odds::main_wager::SplitClass;
use odds::ways::ThirdCard;
use rules::{Action, Class};

use super::side;
use Action::{Double, Hit, Stand};
use Class::{Flush, MiniRoyal, Straight, StraightFlush, SuitedTrips, Trips};
use Ours::{
    Cost, Deviation, Expectation, HouseEdge, Removal, Side, Totals, TotalsAndSurrender, Variance,
};
use SplitClass::{Cdp, CdzMinus, Pair};

/// A reference rule set: a game file for these figures, not a game of the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Reference {
    Spanish21,
    Conventional,
}

impl Reference {
    pub(super) const fn text(self) -> &'static str {
        match self {
            Reference::Spanish21 => include_str!("../../../../games/published/spanish-21.toml"),
            Reference::Conventional => {
                include_str!("../../../../games/published/conventional.toml")
            }
        }
    }
}

type Settings = &'static [(&'static str, &'static str)];

/// A reference rule set with decks and settings of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Setup {
    pub(super) reference: Reference,
    pub(super) decks: u8,
    pub(super) set: Settings,
}

/// How a figure is found.
#[derive(Clone, Copy)]
pub(super) enum Ours {
    /// The house edge of the main wager, in percent.
    HouseEdge(Setup, SplitClass),
    /// The expectation of the main wager, in percent.
    Expectation(Setup, SplitClass),
    /// How much higher the house edge is under the first set-up, in percent.
    Cost(Setup, Setup),
    /// The house edge of the best chart by totals alone, in percent.
    Totals(Setup),
    /// The same, where the chart hits and stands as under the first set-up and only
    /// surrenders as the best one under the second: so the published chart was made.
    TotalsAndSurrender(Setup, Setup),
    /// The worth of an action on two cards against an up-card.
    Hand(Dealt, Action),
    /// The standard deviation of a round, exact.
    Deviation(Setup, SplitClass),
    /// The variance of a round, exact.
    Variance(Setup, SplitClass),
    /// What a card of this value (an ace is 1) out of the shoe does to the best chart with
    /// exceptions, as one deck has it, in percent.
    Removal(Setup, u8),
    /// Something about a side wager.
    Side(fn() -> Result<f64, String>),
}

/// Two cards and the up-card they meet.
#[derive(Clone, Copy)]
pub(super) struct Dealt {
    pub(super) setup: Setup,
    pub(super) cards: [&'static str; 2],
    pub(super) up: &'static str,
}

/// How far ours may be from the published figure.
#[derive(Clone, Copy)]
pub(super) enum Within {
    /// Half a unit of the last printed digit: the same when rounded.
    Digits,
    /// One unit of the last printed digit: some of these figures were simulated.
    Simulated,
    /// So far: the figure was simulated with a cut card, which moves it.
    CutCard(f64),
}

/// One published figure.
pub(super) struct Figure {
    pub(super) id: &'static str,
    /// The rules in a few words.
    pub(super) rules: &'static str,
    /// The figure as it was printed.
    pub(super) published: &'static str,
    /// What it counts in.
    pub(super) unit: &'static str,
    pub(super) within: Within,
    pub(super) ours: Ours,
}

type Text = &'static str;

/// A figure that was simulated with a cut card.
const fn cut(id: Text, rules: Text, published: Text, unit: Text, near: f64, ours: Ours) -> Figure {
    Figure { id, rules, published, unit, within: Within::CutCard(near), ours }
}

/// A rule change of M11's game.
const fn change(rules: Text, published: Text, set: Settings) -> Figure {
    let ours = Cost(conventional(6, set), M17);
    Figure { id: "M23", rules, published, unit: POINTS, within: Within::Simulated, ours }
}

/// An effect of removal, printed with two decimals for a chart that is not published.
const fn removal(rules: Text, published: Text, value: u8) -> Figure {
    let ours = Removal(M22, value);
    Figure { id: "M22", rules, published, unit: WAGER, within: Within::Simulated, ours }
}

const fn figure(id: Text, rules: Text, published: Text, unit: Text, ours: Ours) -> Figure {
    Figure { id, rules, published, unit, within: Within::Digits, ours }
}

/// A house edge printed with two decimals.
const fn edge(id: Text, rules: Text, published: Text, setup: Setup) -> Figure {
    let ours = HouseEdge(setup, Pair);
    Figure { id, rules, published, unit: EDGE, within: Within::Simulated, ours }
}

const fn hand(id: Text, rules: Text, published: Text, dealt: Dealt, action: Action) -> Figure {
    figure(id, rules, published, "wagers", Ours::Hand(dealt, action))
}

const fn spanish(decks: u8, set: Settings) -> Setup {
    Setup { reference: Reference::Spanish21, decks, set }
}

const fn conventional(decks: u8, set: Settings) -> Setup {
    Setup { reference: Reference::Conventional, decks, set }
}

const fn dealt(setup: Setup, cards: [&'static str; 2], up: &'static str) -> Dealt {
    Dealt { setup, cards, up }
}

const EDGE: &str = "% house edge";
const SD: &str = "wagers, sd";
const WAYS: &str = "ways";
const POINTS: &str = "percentage points";
const WAGER: &str = "% of the wager";
const ONE_IN: &str = "rounds, one in";

const THREE: Settings = &[("doubles", "3")];
const STAND: Settings = &[("soft-17", "stand")];
const NO_SURRENDER: Settings = &[("surrender", "none")];
const SURRENDERS: (&str, &str) = ("surrender", "late");
const SURRENDER: Settings = &[SURRENDERS];
const SQUARED: &str = "wagers squared";

const MATCH: &str = "Match, 6 decks, 9 suited, 4 unsuited";
const SEVENS: &str = "Super Sevens, six 52-card decks, always a third card";
const SEVENS_PEEK: &str = "Super Sevens, no third card on a dealer's natural";

const M1: Dealt = dealt(spanish(6, THREE), ["5s", "6h"], "2d");
const M13: Dealt = dealt(conventional(6, &[]), ["7s", "8h"], "Kd");
const M14: Dealt = dealt(conventional(1, &[]), ["2s", "6h"], "6d");
const M15: Dealt = dealt(conventional(1, STAND), ["7s", "9h"], "Ad");
const M10: Setup = conventional(6, &[]);
const M12: Setup = conventional(6, STAND);
const M17: Setup = conventional(6, SURRENDER);
const M19: Setup = conventional(6, &[("surrender", "late"), ("hands", "2")]);
const M20_EIGHT: Setup = conventional(8, SURRENDER);
const M20_SPANISH: Setup = conventional(
    6,
    &[("deck", "48"), ("surrender", "late"), ("resplit-aces", "yes"), ("double-on", "any-cards")],
);
const M22: Setup = spanish(6, STAND);

/// Every figure, in the order of the list of published figures.
pub(super) const FIGURES: &[Figure] = &[
    hand("M1", "Spanish 21, 6 decks, H17, three doubles: double 5-6 v 2", "0.348048", M1, Double),
    edge("M2", "Spanish 21, 6 decks, H17, one double", "0.78", spanish(6, &[])),
    edge("M2", "Spanish 21, 8 decks, H17, one double", "0.80", spanish(8, &[])),
    edge("M3", "Spanish 21, 6 decks, S17, one double", "0.37", spanish(6, STAND)),
    edge("M3", "Spanish 21, 8 decks, S17, one double", "0.38", spanish(8, STAND)),
    edge("M4", "Spanish 21, 6 decks, H17, three doubles", "0.42", spanish(6, THREE)),
    edge("M4", "Spanish 21, 8 decks, H17, three doubles", "0.45", spanish(8, THREE)),
    figure(
        "M5",
        "Spanish 21, 6 decks, H17, one double: cost of no surrender",
        "0.018",
        EDGE,
        Cost(spanish(6, NO_SURRENDER), spanish(6, &[])),
    ),
    figure("M6", MATCH, "3.055", EDGE, Side(|| Ok(side::match_up()?.house_edge))),
    figure("M6", MATCH, "15.411", "% hit rate", Side(|| Ok(side::match_up()?.hit_rate))),
    figure("M6", MATCH, "2.448", SD, Side(|| Ok(side::match_up()?.sd))),
    figure(
        "M7",
        "21+3 at 9 to 1, six 52-card decks",
        "3.2386",
        EDGE,
        Side(|| Ok(side::three_card()?.house_edge)),
    ),
    figure("M7", "21+3: all hands", "5013320", WAYS, Side(side::three_card_hands)),
    figure(
        "M7",
        "21+3: straight flushes",
        "10368",
        WAYS,
        Side(|| side::three_card_ways(&[StraightFlush, MiniRoyal])),
    ),
    figure(
        "M7",
        "21+3: trips",
        "26312",
        WAYS,
        Side(|| side::three_card_ways(&[Trips, SuitedTrips])),
    ),
    figure("M7", "21+3: straights", "155520", WAYS, Side(|| side::three_card_ways(&[Straight]))),
    figure("M7", "21+3: flushes", "292896", WAYS, Side(|| side::three_card_ways(&[Flush]))),
    figure("M8", SEVENS, "11.40", EDGE, Side(|| Ok(side::sevens(ThirdCard::Always)?.house_edge))),
    figure("M8", SEVENS, "22.8", SD, Side(|| Ok(side::sevens(ThirdCard::Always)?.sd))),
    figure(
        "M9",
        SEVENS_PEEK,
        "12.6",
        EDGE,
        Side(|| Ok(side::sevens(ThirdCard::UnlessDealerNatural)?.house_edge)),
    ),
    figure("M10", "52 cards, 6 decks, H17, chart of totals", "0.618", EDGE, Totals(M10)),
    figure(
        "M11",
        "52 cards, 6 decks, H17, surrender, the chart of M10",
        "0.530",
        EDGE,
        TotalsAndSurrender(M10, M17),
    ),
    figure(
        "M11",
        "52 cards, 6 decks, H17, surrender, by composition",
        "0.527",
        EDGE,
        HouseEdge(M17, Pair),
    ),
    figure("M12", "52 cards, 6 decks, S17, chart of totals", "0.406", EDGE, Totals(M12)),
    hand("M13", "52 cards, 6 decks, H17: stand on 7-8 v 10", "-0.536220", M13, Stand),
    hand("M13", "52 cards, 6 decks, H17: hit 7-8 v 10", "-0.499763", M13, Hit),
    hand("M13", "52 cards, 6 decks, H17: double 7-8 v 10", "-0.999525", M13, Double),
    hand("M14", "52 cards, 1 deck, H17: stand on 2-6 v 6", "-0.108450", M14, Stand),
    hand("M14", "52 cards, 1 deck, H17: hit 2-6 v 6", "0.119677", M14, Hit),
    hand("M14", "52 cards, 1 deck, H17: double 2-6 v 6", "0.111237", M14, Double),
    hand("M15", "52 cards, 1 deck, S17: stand on 7-9 v A", "-0.643247", M15, Stand),
    hand("M15", "52 cards, 1 deck, S17: hit 7-9 v A", "-0.495493", M15, Hit),
    hand("M15", "52 cards, 1 deck, S17: double 7-9 v A", "-0.990987", M15, Double),
    figure("M16", "suited 7-7-7 v 7, 6 decks", "668382", ONE_IN, Side(|| side::suited_sevens(6))),
    figure("M16", "suited 7-7-7 v 7, 8 decks", "549188", ONE_IN, Side(|| side::suited_sevens(8))),
    figure(
        "M17",
        "52 cards, 6 decks, H17, surrender, CDZ-",
        "-0.527191547",
        WAGER,
        Expectation(M17, CdzMinus),
    ),
    cut("M18", "52 cards, 6 decks, H17, cut card", "-0.628", WAGER, 0.02, Expectation(M10, Pair)),
    cut("M18", "52 cards, 6 decks, H17: a round", "1.346", SQUARED, 0.002, Variance(M10, Pair)),
    figure(
        "M19",
        "M17's game without resplits, CDZ-",
        "-0.580634717",
        WAGER,
        Expectation(M19, CdzMinus),
    ),
    figure(
        "M19",
        "M17's game without resplits, CDZ-",
        "1.13792006297",
        SD,
        Deviation(M19, CdzMinus),
    ),
    figure("M20", "M17's game, CDP", "-0.527189519", WAGER, Expectation(M17, Cdp)),
    figure(
        "M20",
        "M17's game with 8 decks, CDZ-",
        "-0.553001881",
        WAGER,
        Expectation(M20_EIGHT, CdzMinus),
    ),
    figure(
        "M20",
        "48 cards, aces split again, doubles on any cards, CDZ-",
        "-2.455620688",
        WAGER,
        Expectation(M20_SPANISH, CdzMinus),
    ),
    removal("Spanish 21, 6 decks, S17: a two removed", "0.31", 2),
    removal("Spanish 21, 6 decks, S17: a three removed", "0.40", 3),
    removal("Spanish 21, 6 decks, S17: a four removed", "0.59", 4),
    removal("Spanish 21, 6 decks, S17: a five removed", "0.73", 5),
    removal("Spanish 21, 6 decks, S17: a six removed", "0.41", 6),
    removal("Spanish 21, 6 decks, S17: a seven removed", "0.08", 7),
    removal("Spanish 21, 6 decks, S17: an eight removed", "-0.20", 8),
    removal("Spanish 21, 6 decks, S17: a nine removed", "-0.13", 9),
    removal("Spanish 21, 6 decks, S17: a face card removed", "-0.39", 10),
    removal("Spanish 21, 6 decks, S17: an ace removed", "-0.99", 1),
    change("M11's game: naturals 2 to 1", "-2.266", &[SURRENDERS, ("natural-pays", "2 to 1")]),
    change("M11's game: naturals 6 to 5", "1.360", &[SURRENDERS, ("natural-pays", "6 to 5")]),
    change("M11's game: S17", "-0.197", &[SURRENDERS, ("soft-17", "stand")]),
    change("M11's game: no DAS", "0.144", &[SURRENDERS, ("double-after-split", "no")]),
    change("M11's game: no surrender", "0.088", &[]),
    change("M11's game: no resplit", "0.053", &[SURRENDERS, ("hands", "2")]),
    change("M11's game: aces split again", "-0.068", &[SURRENDERS, ("resplit-aces", "yes")]),
];
