//! The sentences on the cards, the hand and the dealer: one for each setting.

use cards::Deck;

use super::said::{Said, read, said, value_of};
use super::{Topic, money, one_of};
use crate::file::Game;
use crate::rules::Rules;
use crate::settings::{
    Allowed, Bonus, DoubleAfterSplit, DoubleLimit, DoubleOn, NaturalsPaid, Peek, Rescue, Soft17,
    Split, SplitAces, Surrender, Tie,
};

/// What a topic of the hand says; nothing for the topics of other wagers.
pub(super) fn sentences(topic: Topic, game: &Game, rules: &Rules) -> Vec<Said> {
    match topic {
        Topic::Cards => cards(game, rules),
        Topic::Deal => deal(game, rules),
        Topic::Dealer => dealer(rules),
        Topic::Naturals => naturals(rules),
        Topic::TwentyOne => twenty_one(rules),
        Topic::Doubling => doubling(game, rules),
        Topic::Rescue => rescue(rules),
        Topic::Splitting => splitting(rules),
        Topic::Surrender => surrender(rules),
        Topic::Bonus21 => bonus_21(rules),
        _ => Vec::new(),
    }
}

fn cards(game: &Game, rules: &Rules) -> Vec<Said> {
    let deck = match rules.deck {
        Deck::FortyEight => "48 cards, without the pip tens",
        Deck::FiftyTwo => "52 cards",
    };
    vec![
        said(&["deck"], format!("{} decks of {deck}.", rules.decks)),
        said(&["decks"], format!("The game is offered with {} decks.", one_of(&game.decks))),
        said(&[], "Faces count ten, an ace one or eleven."),
    ]
}

fn deal(game: &Game, rules: &Rules) -> Vec<Said> {
    let peek = match rules.peek {
        Peek::AceOrFace => {
            "The dealer looks for a natural under an ace or a face card; with one the round is over."
        }
        Peek::AceOrTenValue => {
            "The dealer looks for a natural under an ace or any ten; with one the round is over."
        }
    };
    vec![
        said(&["seats"], format!("Up to {} seats.", rules.seats)),
        said(&[], "Every player and the dealer receive two cards; the dealer's first is face up."),
        said(&["peek"], peek),
        said(&["cut-card"], format!("One card in {} stands behind the cut card.", game.cut_card)),
    ]
}

fn dealer(rules: &Rules) -> Vec<Said> {
    let soft_17 = match rules.soft_17 {
        Soft17::Hit => "The dealer draws to 16 and on soft 17.",
        Soft17::Stand => "The dealer draws to 16 and stands on every 17.",
    };
    vec![said(&["soft-17"], soft_17), read("The dealer draws only while a hand is undecided.")]
}

fn naturals(rules: &Rules) -> Vec<Said> {
    let tie = match rules.natural_tie {
        Tie::Wins => "It wins even against a dealer's natural.",
        Tie::Pushes => "It pushes against a dealer's natural.",
    };
    let paid = match rules.naturals_paid {
        NaturalsPaid::AfterDeal => "It is paid at once.",
        NaturalsPaid::AfterPeek => "It is paid after the dealer has looked for a natural.",
    };
    let pays = rules.natural_pays;
    vec![
        said(
            &["natural-pays"],
            format!(
                "An ace with a ten-value card on the first two cards is a natural and pays {pays}."
            ),
        ),
        said(&["natural-v-dealer-natural"], tie),
        said(&["naturals-paid"], paid),
        said(&[], "A two-card 21 after a split is an ordinary 21."),
    ]
}

fn twenty_one(rules: &Rules) -> Vec<Said> {
    let tie = match rules.tied_21 {
        Tie::Wins => {
            "A player's 21 always wins, also against a dealer's 21; only a dealer's natural beats it."
        }
        Tie::Pushes => "A player's 21 pushes against a dealer's 21.",
    };
    let bonus = match rules.bonus_21 {
        Some(_) => "A 21 that is not a natural is paid as bonus 21.",
        None => "A 21 that is not a natural pays 1 to 1, whatever its cards.",
    };
    let special = match rules.special_bonus {
        Some(_) => "Suited sevens against a seven can win the special bonus.",
        None => "There is no special bonus.",
    };
    vec![
        said(&["21-v-dealer-21"], tie),
        read("A hand of 21 stands by itself, doubled, split or neither: nothing is asked of it."),
        said(&["bonus-21"], bonus),
        said(&["special-bonus"], special),
    ]
}

fn doubling(game: &Game, rules: &Rules) -> Vec<Said> {
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
    let cap = match value_of(game, "double-cap").map(|(value, _)| value) {
        Some("table-maximum") => "the table maximum",
        Some("single-wager-limit") => "the single-wager limit",
        _ => "an amount of its own",
    };
    let limit = match rules.double_limit {
        DoubleLimit::PerWager => "A double that would add more than its cap is not offered.",
        DoubleLimit::PerWagerForLess => {
            "A double that would add more than its cap adds the cap; otherwise never for less."
        }
        DoubleLimit::TotalRefused => {
            "A double that would bring the hand's total above its cap is not offered."
        }
    };
    vec![
        said(&["double-on"], on),
        said(&["doubles"], again),
        said(
            &[],
            "After a double a hand may stand, be doubled again or be rescued, where that is \
             offered; it is never hit.",
        ),
        said(&["double-after-split"], split),
        said(&["double-limit"], limit),
        said(&["double-cap"], format!("The cap is {}, {cap}.", money(rules.double_cap))),
    ]
}

fn rescue(rules: &Rules) -> Vec<Said> {
    let what = match rules.rescue {
        Rescue::None => return vec![said(&["rescue"], "There is no rescue.")],
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
    vec![said(&["rescue"], what), said(&["rescue-on-split"], split)]
}

fn splitting(rules: &Rules) -> Vec<Said> {
    let pair = match rules.split {
        Split::SameValue => "Two cards of the same value are a pair: a jack and a queen, too.",
        Split::SameRank => "Two cards of the same rank are a pair: a jack and a queen are none.",
    };
    let hands = match rules.hands {
        1 => "Pairs may not be split.".to_owned(),
        hands => format!("A pair may be split, up to {hands} hands."),
    };
    let resplit = match rules.resplit_aces {
        Allowed::Yes => "Aces may be split again.",
        Allowed::No => "Aces may not be split again.",
    };
    let aces = match rules.split_aces {
        SplitAces::Draw => "Split aces are played like any hand.",
        SplitAces::OneCardEach => "Split aces receive one card each.",
    };
    vec![
        said(&["split"], pair),
        said(&["hands"], hands),
        said(&["resplit-aces"], resplit),
        said(&["split-aces"], aces),
    ]
}

fn surrender(rules: &Rules) -> Vec<Said> {
    let what = match rules.surrender {
        Surrender::None => return vec![said(&["surrender"], "There is no surrender.")],
        Surrender::Late => {
            "The first two cards may be given up for half the wager, once the dealer has looked \
             for a natural."
        }
    };
    let split = match rules.surrender_on_split {
        Allowed::Yes => "Split hands may be surrendered too.",
        Allowed::No => "Split hands may not be surrendered.",
    };
    vec![said(&["surrender"], what), said(&["surrender-on-split"], split)]
}

fn bonus_21(rules: &Rules) -> Vec<Said> {
    let Some(bonus) = &rules.bonus_21 else { return Vec::new() };
    let doubled = match bonus.after_double {
        Bonus::Void => "Doubling voids the bonus: a doubled 21 pays 1 to 1.",
        Bonus::Paid => "Doubled hands are paid the bonus too.",
    };
    let split = match bonus.on_split {
        Bonus::Paid => "Split hands are paid the bonus.",
        Bonus::Void => "Splitting voids the bonus: a split 21 pays 1 to 1.",
    };
    vec![
        said(&[], "A 21 that is not a natural pays by its cards, without a further wager."),
        said(&["bonus-21.suit"], format!("The bonus suit is {}.", bonus.suit.word())),
        said(&["bonus-21.after-double"], doubled),
        said(&["bonus-21.on-split"], split),
    ]
}
