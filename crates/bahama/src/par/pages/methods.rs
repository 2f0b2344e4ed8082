//! How each figure was obtained.

use super::text;
use crate::par::document::{Block, Section, Table};
use crate::par::sheet::ParSheet;
use crate::par::show;
use crate::par::spread::CONFIDENCE;

/// (figure, how it is obtained, how exact it is); `{z}` stands for the z in use.
const METHODS: [[&str; 3]; 17] = [
    [
        "Ways",
        "Every set of physical cards of the full shoe is counted, by kinds of cards with their \
         copies, and classified by the functions that settle the table's wagers.",
        "exact integers",
    ],
    ["Probability", "Ways of the class divided by all ways.", "exact fraction, shown rounded"],
    [
        "Result",
        "Per unit staked: \u{201c}to\u{201d} odds as they stand, \u{201c}for\u{201d} odds less \
         the stake, a share of the meter divided by the unit less the stake, a loss \u{2212}1.",
        "exact fraction",
    ],
    ["Contribution", "Probability times result.", "exact fraction, shown rounded"],
    [
        "Expected value, house edge, return",
        "The sum of all contributions; its negative; one plus it.",
        "exact fractions",
    ],
    ["Hit frequency", "The probability of all lines that pay, together.", "exact fraction"],
    [
        "Variance, standard deviation",
        "The sum of probability times squared result, less the squared expected value; its square root.",
        "variance of side wagers exact, else floating point",
    ],
    [
        "Results of many wagers",
        "Exact law of one wager, convolved (fast Fourier transform on the lattice of possible \
         results); wagers are independent, each from a full shoe, for one unit each.",
        "floating point, better than nine decimals",
    ],
    [
        "Confidence intervals",
        "Expected return \u{b1} z\u{b7}sd/\u{221a}n with z = {z}.",
        "normal approximation",
    ],
    [
        "Break-even meter",
        "What the fixed lines leave of a unit, divided by the expected share of the meter.",
        "exact fraction, shown rounded to the cent",
    ],
    [
        "Special bonus",
        "Three suited sevens to a seat and a seven up, counted as above.",
        "exact fraction",
    ],
    [
        "Main wager: the dealer's hands",
        "For every set of cards that can be out of the shoe, the chance of each of the dealer's \
         ends against each up-card, every card drawn without replacement and the peek counted.",
        "floating point, about 1e-12",
    ],
    [
        "Main wager: expected value, house edge, return",
        "All hands are played backwards from their last card: the hand is known by its cards, \
         suits matter where 6-7-8 or 7-7-7 can still be paid by suit, and each hand takes the \
         action of the greatest expectation. Splits and resplits are counted in full for the \
         class of strategies named on the page.",
        "floating point, about 1e-12; a player who remembers the cards of the other split hands \
         could gain a little more than this class",
    ],
    [
        "Main wager: ends, average wager",
        "All rounds are followed forwards under that strategy. Of rounds with a split the \
         probability, the stake and the result are expectations over all ways they go on.",
        "floating point, about 1e-12",
    ],
    [
        "Main wager: element of risk",
        "House edge divided by the average wager: what the house expects to keep of everything staked.",
        "floating point, about 1e-12",
    ],
    [
        "Main wager: hit frequency, results, variance without a split",
        "From the ends of rounds without a split, given that there is none; rounds with a split \
         are not in them.",
        "exact for what they count, in floating point",
    ],
    [
        "Main wager: variance, standard deviation",
        "Of all rounds, splits and resplits included: the squares of single hands, and the \
         products of each two hands of a split over all sums of their cards.",
        "floating point, about 1e-12",
    ],
];

/// How the figures of the main wager begin; all others are the other wagers'.
const MAIN_WAGER: &str = "Main wager: ";

/// What every figure on a sheet presupposes.
pub(in crate::par) const CONDITIONS: [&str; 2] = [
    "All figures hold for a full, well shuffled shoe of which nothing is known. Over the rounds \
     of a shoe they hold on average; the cut card's effect on the number of rounds is left out.",
    "Nothing on this sheet is simulated, and no figure is typed in: rules and pay tables come \
     from the game file, everything else is worked out from them. The program's tests \
     recount the classes card by card in small shoes and compare the figures with those \
     published for the same wagers.",
];

/// The methods that concern a sheet: figure, how it is obtained, how exact it is.
pub(in crate::par) fn methods(sheet: &ParSheet) -> Vec<Vec<String>> {
    let concerns = |figure: &str| match figure {
        "Break-even meter" => sheet.wagers.iter().any(|wager| wager.meter.is_some()),
        "Special bonus" => sheet.special_bonus.is_some(),
        _ if figure.starts_with(MAIN_WAGER) => sheet.main.is_ok(),
        _ => true,
    };
    let z = CONFIDENCE.map(|(_, z)| show::decimal(z, 6)).join(", ");
    let rows = METHODS.iter().filter(|[figure, ..]| concerns(figure));
    rows.map(|row| row.iter().map(|cell| cell.replace("{z}", &z)).collect()).collect()
}

pub(super) fn section(sheet: &ParSheet) -> Section {
    let heads = ["figure", "how it was obtained", "how exact it is"];
    let table = Table::new("Every kind of figure on this sheet", &heads, methods(sheet));
    let mut blocks = vec![Block::Table(table)];
    blocks.extend(CONDITIONS.map(text));
    Section {
        id: "methods".to_owned(),
        title: "How the figures were obtained".to_owned(),
        own_page: true,
        blocks,
    }
}
