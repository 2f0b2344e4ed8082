//! The games, typed in from the sheets and the rulings. Amounts are cents.

use cards::{Deck, Suit};

use crate::hand::{Bonus21, bonus_21_lines};
use crate::money::{DOLLAR, To, to};
use crate::paytables::{
    BONUS_SEVENS, MATCH_DOWN, MATCH_DOWN_COMBINED, MATCH_UP, MATCH_UP_COMBINED, PROGRESSIVE_1_TO_4,
    PROGRESSIVE_STANDARD, PayTable, SUPER_3, THREE_CARD, TRILUX,
};
use crate::sheet::{
    Configuration, DoubleLimit, DoubleOn, EnvyOfWinners, Insurance, Limits, Rescue, Sheet,
    SideWager, Soft17, SpecialBonus, SpecialHands, SplitAces, Stake, Surrender, Tie,
};

type SheetOf = fn() -> Sheet;

/// The sheets the auditor has read, by the ids of their games. A game of the program that
/// is not among them fails a test of the two witnesses.
const SHEETS: &[(&str, SheetOf)] = &[
    ("bahama-bonus", bahama_bonus),
    ("bahamas-bonus", bahamas_bonus),
    ("blackjack-bonus", blackjack_bonus),
    ("wsgc-bahama-bonus", wsgc_bahama_bonus),
    ("players-edge-21", players_edge_21),
];

/// The ids of the games the auditor knows.
pub fn games() -> impl Iterator<Item = &'static str> {
    SHEETS.iter().map(|(id, _)| *id)
}

/// The sheet of this game.
pub(crate) fn sheet(id: &str) -> Option<Sheet> {
    SHEETS.iter().find(|(known, _)| *known == id).map(|(_, sheet)| sheet())
}

const H17: Configuration = Configuration { name: "h17", soft_17: Soft17::Hit, doubles_max: 3 };
/// Where the dealer stands on soft 17 there is no second double (001; WSGC 3.b, 5.e).
const S17: Configuration = Configuration { name: "s17", soft_17: Soft17::Stand, doubles_max: 1 };
/// 002: conventional blackjack has one double.
const H17_ONE_DOUBLE: Configuration =
    Configuration { name: "h17", soft_17: Soft17::Hit, doubles_max: 1 };

const THREE_TO_TWO: &[To] = &[to(3, 2)];
/// 002: as posted.
const THREE_TO_TWO_OR_TWO_TO_ONE: &[To] = &[to(3, 2), to(2, 1)];
const TWO_TO_ONE: Insurance = Insurance { pays: to(2, 1), suited_pays: to(2, 1) };

const BONUS_21_SPADES: &[(Bonus21, To)] = &bonus_21_lines(Suit::Spades);
/// 004 14.
const BONUS_21_DIAMONDS: &[(Bonus21, To)] = &bonus_21_lines(Suit::Diamonds);

const fn dollars(min: i64, max: i64) -> Limits {
    Limits { min: min * DOLLAR, max: max * DOLLAR }
}

/// 000: a split or a double voids it, and its winner has no envy.
const fn thousand_dollars() -> SpecialBonus {
    SpecialBonus {
        tiers: &[(0, 1_000 * DOLLAR)],
        envy: 50 * DOLLAR,
        envy_of_winners: EnvyOfWinners::None,
        hands: SpecialHands::NeitherSplitNorDoubled,
    }
}

/// 001, WSGC 4.g: nothing is said to void it, and all other players have envy.
const fn thousand_dollars_on_every_hand() -> SpecialBonus {
    SpecialBonus {
        envy_of_winners: EnvyOfWinners::ForOthersHands,
        hands: SpecialHands::Every,
        ..thousand_dollars()
    }
}

const fn side(spot: &'static str, stake: Stake, paytables: &'static [PayTable]) -> SideWager {
    SideWager { spot, stake, needs: None, set: None, paytables }
}

const fn in_set(set: &'static str, wager: SideWager) -> SideWager {
    SideWager { set: Some(set), ..wager }
}

const fn needing(needs: &'static str, wager: SideWager) -> SideWager {
    SideWager { needs: Some(needs), ..wager }
}

/// 000: from one dollar to the main wager.
const UP_TO_MAIN: Stake = Stake::UpToMain { min: DOLLAR };

/// Sheet 000.
fn bahama_bonus() -> Sheet {
    const SIDE: &[SideWager] = &[
        side("match-up", UP_TO_MAIN, MATCH_UP_COMBINED),
        needing("match-up", side("match-down", UP_TO_MAIN, MATCH_DOWN_COMBINED)),
        side("progressive", Stake::Unit(DOLLAR), PROGRESSIVE_STANDARD),
    ];
    Sheet {
        deck: Deck::FortyEight,
        decks: &[5, 6, 8],
        configurations: &[H17],
        main: dollars(5, 500),
        natural_pays: THREE_TO_TWO,
        natural_tie: Tie::PlayerWins,
        tie_at_21: Tie::PlayerWins,
        insurance: Some(TWO_TO_ONE),
        double_on: DoubleOn::AnyNumberOfCards,
        double_limit: DoubleLimit::PerWager(500 * DOLLAR),
        rescue: Rescue::EveryHand,
        surrender: Surrender::Late,
        hands_max: 4,
        split_aces: SplitAces::PlayedOn,
        bonus_21: BONUS_21_SPADES,
        special_bonus: Some(thousand_dollars()),
        games_max: None,
        side: SIDE,
    }
}

/// Sheet 001. Its pay tables are those of sheet 003.
fn bahamas_bonus() -> Sheet {
    const STAKE: Stake = Stake::UpToTable { min: DOLLAR };
    const SIDE: &[SideWager] = &[
        side("match-up", STAKE, MATCH_UP),
        side("match-down", STAKE, MATCH_DOWN),
        side("trilux", STAKE, TRILUX),
        needing("trilux", side("super3", STAKE, SUPER_3)),
    ];
    Sheet {
        deck: Deck::FortyEight,
        decks: &[5, 6, 8],
        configurations: &[H17, S17],
        main: dollars(1, 500),
        natural_pays: THREE_TO_TWO,
        natural_tie: Tie::PlayerWins,
        tie_at_21: Tie::PlayerWins,
        insurance: None,
        double_on: DoubleOn::AnyNumberOfCards,
        double_limit: DoubleLimit::PerWager(500 * DOLLAR),
        // Rescue is a surrender here, and split hands have none (A10).
        rescue: Rescue::NotAfterSplit,
        surrender: Surrender::Late,
        hands_max: 4,
        split_aces: SplitAces::PlayedOn,
        bonus_21: BONUS_21_SPADES,
        special_bonus: Some(thousand_dollars_on_every_hand()),
        games_max: None,
        side: SIDE,
    }
}

/// Sheet 002.
fn blackjack_bonus() -> Sheet {
    const STAKE: Stake = Stake::Between(dollars(1, 10));
    const SIDE: &[SideWager] =
        &[side("three-card", STAKE, THREE_CARD), side("bonus-7s", STAKE, BONUS_SEVENS)];
    Sheet {
        deck: Deck::FiftyTwo,
        decks: &[6],
        configurations: &[H17_ONE_DOUBLE],
        main: dollars(2, 10),
        natural_pays: THREE_TO_TWO_OR_TWO_TO_ONE,
        natural_tie: Tie::Push,
        tie_at_21: Tie::Push,
        insurance: Some(TWO_TO_ONE),
        double_on: DoubleOn::FirstTwoCards,
        double_limit: DoubleLimit::PerWager(10 * DOLLAR),
        rescue: Rescue::None,
        surrender: Surrender::None,
        hands_max: 4,
        split_aces: SplitAces::OneCardEachNoResplit,
        bonus_21: &[],
        special_bonus: None,
        games_max: None,
        side: SIDE,
    }
}

/// Sheet 003.
fn wsgc_bahama_bonus() -> Sheet {
    const STAKE: Stake = Stake::UpToTable { min: DOLLAR };
    const SIDE: &[SideWager] = &[
        in_set("match", side("match-up", STAKE, MATCH_UP)),
        in_set("match", side("match-down", STAKE, MATCH_DOWN)),
        in_set("trilux", side("trilux", STAKE, TRILUX)),
        in_set("trilux", needing("trilux", side("super3", STAKE, SUPER_3))),
        side("progressive", Stake::Unit(DOLLAR), PROGRESSIVE_1_TO_4),
    ];
    Sheet {
        deck: Deck::FortyEight,
        decks: &[5, 6, 8],
        configurations: &[H17, S17],
        main: dollars(5, 400),
        natural_pays: THREE_TO_TWO,
        natural_tie: Tie::PlayerWins,
        tie_at_21: Tie::PlayerWins,
        insurance: Some(TWO_TO_ONE),
        double_on: DoubleOn::AnyNumberOfCards,
        // WSGC 3.b, Note: the whole doubled wager counts against the limit.
        double_limit: DoubleLimit::TotalRefused(400 * DOLLAR),
        rescue: Rescue::EveryHand,
        surrender: Surrender::Late,
        hands_max: 4,
        split_aces: SplitAces::OneCardEach,
        bonus_21: BONUS_21_SPADES,
        special_bonus: Some(thousand_dollars_on_every_hand()),
        games_max: Some(4),
        side: SIDE,
    }
}

/// Sheet 004.
fn players_edge_21() -> Sheet {
    const SIDE: &[SideWager] = &[
        side("match-up", UP_TO_MAIN, MATCH_UP_COMBINED),
        needing("match-up", side("match-down", UP_TO_MAIN, MATCH_DOWN_COMBINED)),
        side("progressive-1", Stake::Unit(DOLLAR), PROGRESSIVE_1_TO_4),
        side("progressive-5", Stake::Unit(5 * DOLLAR), PROGRESSIVE_1_TO_4),
    ];
    Sheet {
        deck: Deck::FortyEight,
        decks: &[6],
        configurations: &[H17],
        main: dollars(3, 500),
        natural_pays: THREE_TO_TWO,
        natural_tie: Tie::PlayerWins,
        tie_at_21: Tie::PlayerWins,
        // 004 3.b: better odds if the dealer's two cards are of one suit.
        insurance: Some(Insurance { pays: to(2, 1), suited_pays: to(5, 1) }),
        double_on: DoubleOn::AnyNumberOfCards,
        double_limit: DoubleLimit::PerWagerForLess(500 * DOLLAR),
        rescue: Rescue::EveryHand,
        surrender: Surrender::Late,
        hands_max: 4,
        split_aces: SplitAces::PlayedOn,
        bonus_21: BONUS_21_DIAMONDS,
        // 004 13.a, 13.b.
        special_bonus: Some(SpecialBonus {
            tiers: &[(25 * DOLLAR, 5_000 * DOLLAR), (3 * DOLLAR, 1_000 * DOLLAR)],
            envy: 50 * DOLLAR,
            // 004 13.c: all other betting players.
            envy_of_winners: EnvyOfWinners::ForOthersHands,
            // 004 6.b, 13.d.
            hands: SpecialHands::NeitherSplitNorDoubled,
        }),
        games_max: None,
        side: SIDE,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_game_has_its_sheet() {
        for game in games() {
            let sheet = sheet(game).unwrap();
            assert_eq!(sheet.configurations[0].name, "h17");
            assert!(sheet.side.iter().all(|wager| !wager.paytables.is_empty()));
        }
        assert!(sheet("faro").is_none());
    }
}
