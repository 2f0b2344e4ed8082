//! How each figure was obtained.

use super::text;
use crate::par::document::{Block, Section, Table};
use crate::par::sheet::ParSheet;
use crate::par::show;
use crate::par::spread::CONFIDENCE;

/// (figure, how it is obtained, how exact it is); `{z}` stands for the z in use.
const METHODS: [[&str; 3]; 11] = [
    [
        "Ways",
        "Every set of physical cards of the full shoe is counted, by kinds of cards with their copies, and classified by the functions that settle the table's wagers.",
        "exact integers",
    ],
    ["Probability", "Ways of the class divided by all ways.", "exact fraction, shown rounded"],
    [
        "Result",
        "Per unit staked: \u{201c}to\u{201d} odds as they stand, \u{201c}for\u{201d} odds less the stake, a share of the meter divided by the unit less the stake, a loss \u{2212}1.",
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
        "Exact law of one wager, convolved (fast Fourier transform on the lattice of possible results); wagers are independent, each from a full shoe, for one unit each.",
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
];

/// What every figure on a sheet presupposes.
pub(in crate::par) const CONDITIONS: [&str; 2] = [
    "All figures hold for a full, well shuffled shoe of which nothing is known. Over the rounds of a shoe they hold on average; the cut card's effect on the number of rounds is left out.",
    "Nothing on this sheet is simulated, and no figure is typed in: rules and pay tables come from the game file, everything else is worked out from them. The program's tests recount the classes card by card in small shoes and compare the figures with those published for the same wagers.",
];

/// The methods that concern a sheet: figure, how it is obtained, how exact it is.
pub(in crate::par) fn methods(sheet: &ParSheet) -> Vec<Vec<String>> {
    let concerns = |figure: &str| match figure {
        "Break-even meter" => sheet.wagers.iter().any(|wager| wager.meter.is_some()),
        "Special bonus" => sheet.special_bonus.is_some(),
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
