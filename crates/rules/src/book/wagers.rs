//! The sentences on prizes, side wagers and limits: one for each setting.

use cards::{Card, Deck, Rank, Suit};

use super::said::{Said, said};
use super::{Topic, money};
use crate::class::{self, Class};
use crate::file::Game;
use crate::look::{Look, When};
use crate::paytable::PayTable;
use crate::profile::Profile;
use crate::rules::{Most, Rules, SpecialBonus, Wager};
use crate::settings::{Allowed, FromMeter, Policy, SettleProgressive, VoidAfter};
use crate::spot::Spot;

/// What a topic of prizes, side wagers or limits says; nothing for the topics of the hand.
pub(super) fn sentences(topic: Topic, game: &Game, profile: &Profile) -> Vec<Said> {
    let rules = &profile.rules;
    match topic {
        Topic::SpecialBonus => rules.special_bonus.iter().flat_map(special_bonus).collect(),
        Topic::Limits => limits(game, rules),
        Topic::Insurance => insurance(rules),
        Topic::Match => side(topic, profile, MATCH.map(|text| said(&[], text)).into()),
        Topic::Trilux | Topic::ThreeCard => side(topic, profile, three_card(rules)),
        Topic::Bonus7s => side(topic, profile, SEVENS.map(|text| said(&[], text)).into()),
        Topic::Progressive => progressive(game, profile),
        _ => Vec::new(),
    }
}

const MATCH: [&str; 2] = [
    "Each of the player's cards that matches the dealer's card in rank pays its own odds, and \
     they add up; a suited match is one in suit, too.",
    "Ranks match, not values: a jack is no queen.",
];

const SEVENS: [&str; 3] = [
    "Sevens are counted from the player's first card on; only the best line pays.",
    "The third card is the next one the first hand receives; suited are sevens all of one suit.",
    "Two sevens are paid where no third card is drawn.",
];

/// Which straights there are (A32), and that the best class is paid.
fn three_card(rules: &Rules) -> Vec<Said> {
    let (straights, none) = straights(rules.deck);
    let straights =
        format!("Straights are {}; {} are none.", straights.join(", "), none.join(", "));
    vec![
        said(&[], "The cards make a three-card hand; the best class pays."),
        said(&["deck"], straights),
        said(&[], "A mini royal is ace, king and queen of one suit."),
    ]
}

/// Three ranks in a row around the ace, as the classifier sees them: the straights, and those
/// that are none. Without tens the jack follows the nine.
fn straights(deck: Deck) -> (Vec<String>, Vec<String>) {
    let ranks: Vec<Rank> = Rank::ALL.into_iter().filter(|&rank| deck.holds(rank)).collect();
    let around = |place: usize| ranks[place % ranks.len()];
    let name = |rank: Rank| match rank {
        Rank::Ten => "10".to_owned(),
        rank => rank.letter().to_string(),
    };
    let suits = [Suit::Spades, Suit::Hearts, Suit::Clubs];
    let (mut straights, mut none) = (Vec::new(), Vec::new());
    for place in 0..ranks.len() {
        let row = [0, 1, 2].map(|next| around(place + next));
        let cards = [0, 1, 2].map(|next| Card::new(row[next], suits[next]));
        let text = row.map(name).join("-");
        match class::three_card(cards, deck) {
            Class::Straight => straights.push(text),
            _ => none.push(text),
        }
    }
    (straights, none)
}

fn special_bonus(special: &SpecialBonus) -> Vec<Said> {
    let winners = match special.envy_to_winners {
        Allowed::Yes => {
            "A player who wins the prize receives envy too, for the other players' hands and \
             never for an own one."
        }
        Allowed::No => "A player who wins the prize in a round receives no envy in that round.",
    };
    let void = match special.void_after {
        VoidAfter::Nothing => "Split and doubled hands win the prize too: nothing voids it.",
        VoidAfter::Split => "Splitting voids the prize; doubled hands win it too.",
        VoidAfter::Double => "Doubling voids the prize; split hands win it too.",
        VoidAfter::Both => "Splitting or doubling voids the prize.",
    };
    vec![
        said(
            &[],
            "Suited 7-7-7 in exactly three cards against a seven up wins a fixed prize on top of \
             the hand's own pay, from the house, never from a meter.",
        ),
        said(&["special-bonus.prizes"], prizes(special)),
        said(
            &["special-bonus.envy"],
            format!(
                "Envy: every other player with a main wager in the round receives {} for each \
                 such hand, win or lose, once at the lowest of the own seats.",
                money(special.envy)
            ),
        ),
        said(&["special-bonus.envy-to-winners"], winners),
        said(&["special-bonus.void-after"], void),
    ]
}

/// The prizes by size of the main wager.
fn prizes(special: &SpecialBonus) -> String {
    let tiers: Vec<(u32, u32)> =
        special.tiers.into_iter().filter(|(_, prize)| *prize > 0).collect();
    let each = tiers.iter().enumerate().map(|(place, &(from, prize))| {
        let prize = money(prize);
        match (from, tiers.get(place + 1).map(|&(next, _)| money(next))) {
            (0, None) => format!("{prize} for any main wager"),
            (0, Some(below)) => format!("{prize} for a main wager below {below}"),
            (from, None) => format!("{prize} for a main wager of {} or more", money(from)),
            (from, Some(below)) => {
                format!("{prize} for a main wager from {} to below {below}", money(from))
            }
        }
    });
    let each = each.collect::<Vec<_>>().join(", ");
    match tiers.first() {
        Some(&(least, _)) if least > 0 => {
            format!("The prize: {each}; below {} there is no prize and no envy.", money(least))
        }
        _ => format!("The prize: {each}."),
    }
}

fn insurance(rules: &Rules) -> Vec<Said> {
    let Some(wager) = rules.wager(Spot::Insurance) else { return Vec::new() };
    let naturals = match rules.insure_naturals {
        Allowed::Yes => "A seat with a natural is asked too.",
        Allowed::No => "A seat with a natural is not asked.",
    };
    let mut text = vec![
        said(&[], "Under an ace a seat may insure for up to half its main wager."),
        said(&["insurance.step"], format!("Insurance is a multiple of {}.", money(wager.step))),
        said(&["insure-naturals"], naturals),
        said(&[], when(Look::Insurance)),
    ];
    text.extend(wager.table.iter().flat_map(|table| counted(Spot::Insurance, table)));
    text
}

/// What all wagers of a topic have in common, then each with its cards and its limits.
fn side(topic: Topic, profile: &Profile, mut text: Vec<Said>) -> Vec<Said> {
    for &spot in topic.spots() {
        let (Some(wager), Some(look)) = (profile.rules.wager(spot), spot.look()) else { continue };
        text.push(said(&[], format!("{}: {}. {}", spot.name(), look.cards(), when(look))));
        text.extend(limits_of(spot, wager));
        text.extend(wager.table.iter().flat_map(|table| counted(spot, table)));
    }
    text.push(said(
        &[],
        "The wager is settled on these cards, whatever becomes of the hand; what is not listed \
         loses.",
    ));
    text
}

/// The classes that a pay table has no line for: they count as another one (A30, A31).
fn counted(spot: Spot, table: &PayTable) -> Vec<Said> {
    let classes = table.kind().classes().iter();
    let counted = classes.filter(|&&class| table.counts_as(class) != class);
    let text = |class: &Class| {
        let other = table.counts_as(*class).label();
        said(&[], format!("{}: {} counts as {other}.", spot.name(), class.label()))
    };
    counted.map(text).collect()
}

/// When a wager is settled (A33).
fn when(look: Look) -> &'static str {
    match look.paid() {
        When::Dealt => "Settled right after the deal.",
        When::Peeked => "Settled once the dealer has looked for a natural.",
        When::Turn => "Settled in the seat's turn.",
        When::HoleTurned | When::DealerDone => "Settled when the hole card is turned.",
    }
}

fn limits_of(spot: Spot, wager: &Wager) -> Vec<Said> {
    let most = match wager.most {
        Most::Amount(most) => money(most).to_string(),
        Most::MainWager(_) => "the main wager".to_owned(),
    };
    let key = |name: &str| format!("{spot}.{name}");
    let (name, least, step) = (spot.name(), money(wager.least), money(wager.step));
    let mut text = vec![
        said(&[&key("minimum")], format!("{name}: at least {least}.")),
        said(&[&key("maximum")], format!("{name}: at most {most}.")),
        said(&[&key("step")], format!("{name}: a multiple of {step}.")),
    ];
    if let Some(needs) = wager.requires {
        let needs = match needs {
            Spot::Main => format!("{name}: only beside a main wager."),
            needs => format!("{name}: only beside a {} wager.", needs.name()),
        };
        text.push(said(&[&key("requires")], needs));
    }
    text
}

fn progressive(game: &Game, profile: &Profile) -> Vec<Said> {
    let mut text = vec![said(
        &[],
        "Only the cards of the deal count, whatever happens to the hand afterwards. The wager is \
         exactly one unit and is not returned; what is not listed loses.",
    )];
    for &spot in Topic::Progressive.spots() {
        let (Some(wager), Some(look)) = (profile.rules.wager(spot), spot.look()) else { continue };
        let name = spot.name();
        let key = |key: &str| format!("{spot}.{key}");
        let policy = match wager.policy {
            Some(Policy::Share) => "several winners of the whole meter share it equally",
            Some(Policy::InTurn) | None => {
                "several winners are paid one after the other from the dealer's right, each from \
                 what the meter then shows"
            }
        };
        text.push(said(&[], format!("{name}: {}. {}", look.cards(), when(look))));
        text.push(said(&[&key("unit")], format!("{name}: {} per bet.", money(wager.least))));
        text.push(said(&[&key("policy")], format!("{name}: {policy}.")));
        text.extend(wager.table.iter().flat_map(|table| counted(spot, table)));
        let id = profile.paytable(spot);
        let presets = game.presets.iter().filter(|preset| preset.spot == spot);
        for preset in presets.filter(|preset| Some(preset.paytable.as_str()) == id) {
            let from = match preset.from_meter {
                FromMeter::PercentagesOnly => {
                    "percentages are paid from the meter, all else by the house"
                }
                FromMeter::All => "all that is paid leaves the meter",
            };
            let settled = match preset.settle {
                SettleProgressive::AtOnce => "right after the deal",
                SettleProgressive::AtTheEnd => "together with the main wagers",
            };
            let settled =
                format!("{name}: where cards are dealt by hand, it is settled {settled}.");
            let executive = money(preset.executive_from);
            let executive = format!("{name}: an award of {executive} or more needs an executive.");
            text.push(said(&[&key("from-meter")], format!("{name}: {from}.")));
            text.push(said(&[&key("settle")], settled));
            text.push(said(&[&key("executive-from")], executive));
        }
    }
    text
}

fn limits(game: &Game, rules: &Rules) -> Vec<Said> {
    let offered: Vec<&str> = game.spots().map(Spot::name).collect();
    let mut text = vec![said(&["wagers"], format!("Wagers offered: {}.", offered.join(", ")))];
    text.extend(rules.wager(Spot::Main).into_iter().flat_map(|main| limits_of(Spot::Main, main)));
    text.push(match game.single_wager_limit {
        Some(limit) => {
            said(&["single-wager-limit"], format!("No single wager is above {}.", money(limit)))
        }
        None => said(&["single-wager-limit"], "There is no limit on single wagers beside these."),
    });
    text.push(match rules.games_per_seat {
        Some(most) => {
            said(&["games-per-seat"], format!("A seat wagers on at most {most} games in a round."))
        }
        None => said(&["games-per-seat"], "A seat may wager on every game that is offered."),
    });
    for (place, set) in game.sets.iter().enumerate() {
        let is_in = |spot: &Spot| {
            let set = rules.wager(*spot).and_then(|wager| wager.set);
            set.is_some_and(|set| usize::from(set) == place)
        };
        let spots: Vec<&str> = game.spots().filter(is_in).map(Spot::name).collect();
        let text_of = format!(
            "{} are the set “{set}”: no round has wagers of another set beside it.",
            spots.join(" and ")
        );
        text.push(said(&[], text_of));
    }
    let chips: Vec<String> = game.chips.iter().map(|&chip| money(chip).to_string()).collect();
    text.push(said(&["chips"], format!("Chips: {}.", chips.join(", "))));
    text.push(said(&[], "Players do not bet with each other."));
    text
}
