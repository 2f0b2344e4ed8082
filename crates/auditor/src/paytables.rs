//! Every pay table of the sheets except bonus 21, which belongs to the main wager.
//!
//! A table is a list of lines, best first; the first line that the cards satisfy
//! is paid. That is how the sheets print them, and how 001 words it (the highest
//! line that applies).

use FourCards as F;
use ProgressivePay::{For, PercentOfMeter, WholeMeter};

/// A pay table under its posted id.
pub(crate) struct PayTable {
    pub(crate) id: &'static str,
    /// Shoes it may not be used with.
    pub(crate) never_with_decks: &'static [u8],
    pub(crate) prices: Prices,
}

/// What is looked at, and what it pays.
#[derive(Clone, Copy)]
pub(crate) enum Prices {
    /// The player's first two cards against one card of the dealer's.
    Match(DealerCard, &'static [MatchLine]),
    /// The player's first two cards and the up-card, "to 1".
    ThreeCards(&'static [(ThreeCards, i64)]),
    /// Sevens from the player's first card on, "to 1".
    Sevens(&'static [SevensLine]),
    /// The first two cards of player and dealer.
    Progressive(SeveralWinners, &'static [(FourCards, ProgressivePay)]),
}

/// Which card of the dealer's a Match wager compares.
#[derive(Clone, Copy)]
pub(crate) enum DealerCard {
    Up,
    Hole,
}

/// So many suited and so many unsuited matches pay `pays` to 1.
#[derive(Clone, Copy)]
pub(crate) struct MatchLine {
    pub(crate) suited: usize,
    pub(crate) unsuited: usize,
    pub(crate) pays: i64,
}

/// A line of TriLux, Super 3 or the three-card bonus.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ThreeCards {
    SuitedTrips,
    MiniRoyal,
    StraightFlush,
    Trips,
    Straight,
    Flush,
}

/// So many sevens, counted from the first card without a gap, pay `pays` to 1.
#[derive(Clone, Copy)]
pub(crate) struct SevensLine {
    pub(crate) sevens: usize,
    pub(crate) suits: Suits,
    pub(crate) pays: i64,
}

/// Whether a line wants all its cards in one suit.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Suits {
    One,
    Any,
}

/// A line of the progressive.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum FourCards {
    FourSuited,
    FourSameColour,
    Four,
    ThreeSameColour,
    Three,
    SuitedPair,
}

/// What a line of the progressive pays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ProgressivePay {
    /// 100 % of the meter, which is then seeded anew (A36).
    WholeMeter,
    /// A part of the meter, nothing else changes.
    PercentOfMeter(i64),
    /// So many "for 1" from the tray: the stake does not come back (A6).
    For(i64),
}

/// What several 100 % winners of one round do (A1).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SeveralWinners {
    /// They share it.
    Share,
    /// The first has it, the next what has taken its place.
    InTurn,
}

const fn table(id: &'static str, prices: Prices) -> PayTable {
    PayTable { id, never_with_decks: &[], prices }
}

// Match.

/// The five lines of a table that prints two: every match pays for itself (A29).
const fn for_each_match(suited: i64, unsuited: i64) -> [MatchLine; 5] {
    [
        MatchLine { suited: 2, unsuited: 0, pays: suited + suited },
        MatchLine { suited: 1, unsuited: 1, pays: suited + unsuited },
        MatchLine { suited: 1, unsuited: 0, pays: suited },
        MatchLine { suited: 0, unsuited: 2, pays: unsuited + unsuited },
        MatchLine { suited: 0, unsuited: 1, pays: unsuited },
    ]
}

/// WSGC Match-Up and Match-Down, tables 1 to 3; table 3 is for 5 and 6 decks.
const fn match_1_2_3(card: DealerCard) -> [PayTable; 3] {
    const ONE: &[MatchLine] = &for_each_match(9, 4);
    const TWO: &[MatchLine] = &for_each_match(12, 3);
    const THREE: &[MatchLine] = &for_each_match(13, 3);
    [
        table("1", Prices::Match(card, ONE)),
        table("2", Prices::Match(card, TWO)),
        PayTable { id: "3", never_with_decks: &[8], prices: Prices::Match(card, THREE) },
    ]
}

/// The table that 000 and 004 (11.d) print with all five lines.
const MATCH_COMBINED: &[MatchLine] = &[
    MatchLine { suited: 2, unsuited: 0, pays: 18 },
    MatchLine { suited: 1, unsuited: 1, pays: 13 },
    MatchLine { suited: 1, unsuited: 0, pays: 9 },
    MatchLine { suited: 0, unsuited: 2, pays: 8 },
    MatchLine { suited: 0, unsuited: 1, pays: 4 },
];

pub(crate) const MATCH_UP: &[PayTable] = &match_1_2_3(DealerCard::Up);
pub(crate) const MATCH_DOWN: &[PayTable] = &match_1_2_3(DealerCard::Hole);
pub(crate) const MATCH_UP_COMBINED: &[PayTable] =
    &[table("standard", Prices::Match(DealerCard::Up, MATCH_COMBINED))];
pub(crate) const MATCH_DOWN_COMBINED: &[PayTable] =
    &[table("standard", Prices::Match(DealerCard::Hole, MATCH_COMBINED))];

// Three cards.

/// WSGC TriLux. A pair in TRI-01 has no price and loses (A30); the mini royal is
/// TRI-04's alone (A31).
pub(crate) const TRILUX: &[PayTable] = &[
    table(
        "TRI-01",
        Prices::ThreeCards(&[
            (ThreeCards::Trips, 8),
            (ThreeCards::StraightFlush, 8),
            (ThreeCards::Straight, 8),
            (ThreeCards::Flush, 8),
        ]),
    ),
    table(
        "TRI-03",
        Prices::ThreeCards(&[
            (ThreeCards::StraightFlush, 35),
            (ThreeCards::Trips, 25),
            (ThreeCards::Straight, 10),
            (ThreeCards::Flush, 4),
        ]),
    ),
    table(
        "TRI-04",
        Prices::ThreeCards(&[
            (ThreeCards::MiniRoyal, 100),
            (ThreeCards::StraightFlush, 35),
            (ThreeCards::Trips, 20),
            (ThreeCards::Straight, 9),
            (ThreeCards::Flush, 4),
        ]),
    ),
];

/// WSGC TriLux Super 3.
pub(crate) const SUPER_3: &[PayTable] = &[
    table(
        "SUP-01",
        Prices::ThreeCards(&[
            (ThreeCards::SuitedTrips, 250),
            (ThreeCards::StraightFlush, 125),
            (ThreeCards::Trips, 75),
        ]),
    ),
    table(
        "SUP-02",
        Prices::ThreeCards(&[
            (ThreeCards::SuitedTrips, 225),
            (ThreeCards::StraightFlush, 150),
            (ThreeCards::Trips, 75),
        ]),
    ),
];

/// 002, Poker Bonus.
pub(crate) const THREE_CARD: &[PayTable] = &[table(
    "standard",
    Prices::ThreeCards(&[
        (ThreeCards::SuitedTrips, 100),
        (ThreeCards::StraightFlush, 30),
        (ThreeCards::Trips, 20),
        (ThreeCards::Straight, 7),
        (ThreeCards::Flush, 4),
    ]),
)];

/// 002, Bonus 7's.
pub(crate) const BONUS_SEVENS: &[PayTable] = &[table(
    "standard",
    Prices::Sevens(&[
        SevensLine { sevens: 3, suits: Suits::One, pays: 500 },
        SevensLine { sevens: 3, suits: Suits::Any, pays: 250 },
        SevensLine { sevens: 2, suits: Suits::One, pays: 100 },
        SevensLine { sevens: 2, suits: Suits::Any, pays: 50 },
        SevensLine { sevens: 1, suits: Suits::Any, pays: 3 },
    ]),
)];

// The progressive.

/// 000: its dollar amounts are for a wager of $1 that is not returned. Several
/// winners of everything divide it.
pub(crate) const PROGRESSIVE_STANDARD: &[PayTable] = &[table(
    "standard",
    Prices::Progressive(
        SeveralWinners::Share,
        &[
            (F::FourSameColour, WholeMeter),
            (F::Four, For(200)),
            (F::ThreeSameColour, For(20)),
            (F::Three, For(10)),
            (F::SuitedPair, For(2)),
        ],
    ),
)];

/// WSGC progressive, tables 1 to 4; several meter pays go in turn from the
/// dealer's right (WSGC progressive 10.c).
pub(crate) const PROGRESSIVE_1_TO_4: &[PayTable] = &[
    table(
        "1",
        Prices::Progressive(
            SeveralWinners::InTurn,
            &[
                (F::FourSameColour, WholeMeter),
                (F::Four, For(200)),
                (F::ThreeSameColour, For(20)),
                (F::Three, For(10)),
                (F::SuitedPair, For(2)),
            ],
        ),
    ),
    table(
        "2",
        Prices::Progressive(
            SeveralWinners::InTurn,
            &[
                (F::FourSameColour, WholeMeter),
                (F::Four, For(200)),
                (F::ThreeSameColour, For(20)),
                (F::Three, For(12)),
                (F::SuitedPair, For(3)),
            ],
        ),
    ),
    table(
        "3",
        Prices::Progressive(
            SeveralWinners::InTurn,
            &[
                (F::FourSuited, WholeMeter),
                (F::FourSameColour, PercentOfMeter(10)),
                (F::Four, For(200)),
                (F::ThreeSameColour, For(20)),
                (F::Three, For(10)),
                (F::SuitedPair, For(3)),
            ],
        ),
    ),
    table(
        "4",
        Prices::Progressive(
            SeveralWinners::InTurn,
            &[
                (F::FourSuited, WholeMeter),
                (F::FourSameColour, PercentOfMeter(10)),
                (F::Four, For(200)),
                (F::ThreeSameColour, For(20)),
                (F::Three, For(10)),
                (F::SuitedPair, For(2)),
            ],
        ),
    ),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a29_the_combined_table_is_the_sum_of_its_matches() {
        for (each, printed) in for_each_match(9, 4).iter().zip(MATCH_COMBINED) {
            assert_eq!(
                (each.suited, each.unsuited, each.pays),
                (printed.suited, printed.unsuited, printed.pays)
            );
        }
    }

    /// "The first line that is satisfied" is the best line only if none pays more
    /// than one above it.
    #[test]
    fn three_card_lines_stand_best_first() {
        for table in [TRILUX, SUPER_3, THREE_CARD].into_iter().flatten() {
            let Prices::ThreeCards(lines) = table.prices else { panic!("{}", table.id) };
            assert!(lines.is_sorted_by(|better, worse| better.1 >= worse.1), "{}", table.id);
        }
    }
}
