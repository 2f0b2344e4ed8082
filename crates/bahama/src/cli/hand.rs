//! `bahama hand`: the exact value of every action on one hand.

use std::fmt::Write as _;
use std::io::Write;

use cards::{Card, Counts};
use clap::Args;
use odds::main_wager::{Hand, HandWorth, Question, hand_worth};
use odds::{Fraction, NotInShoe, SideWager};
use rules::settings::Allowed;
use rules::{Profile, Spot};
use serde_json::{Map, Value, json};

use super::analyze::{CardList, cards};
use super::{BetArgs, Failed, GameArgs, warn_beyond};
use crate::library::Library;
use crate::provenance::Provenance;
use crate::text::{paragraph, table};
use crate::wording::{bet_note, strategy_class};

pub(crate) const EXAMPLES: &str = "\
Examples:
  bahama hand bahama-bonus --cards \"5s 6h\" --up 2c
  bahama hand wsgc-bahama-bonus --cards \"5s 6h 2d\" --up 6c --doubles 1 --bet 5000
  bahama hand bahamas-bonus --cards \"8s 8d\" --up Th --from-split --hands 3 --removed \"8c 8h\"
  bahama hand blackjack-bonus --cards \"Ts 6d\" --up Ah --json

Values are in units of the original wager, given that the dealer has no natural, each action
followed by the best play. The first card of a hand from a split is the one of the pair.";

#[derive(Args)]
pub(crate) struct HandArgs {
    #[command(flatten)]
    game: GameArgs,
    /// The hand's cards in the order in which they came, such as "5s 6h".
    #[arg(long, value_name = "CARDS", value_parser = cards)]
    cards: CardList,
    /// The dealer's up-card.
    #[arg(long, value_name = "CARD")]
    up: Card,
    /// How often the hand was doubled.
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = clap::value_parser!(u8).range(0..=3))]
    doubles: u8,
    /// The hand comes from a split.
    #[arg(long)]
    from_split: bool,
    /// How many hands the seat has after its splits.
    #[arg(long, value_name = "N", default_value_t = 2, requires = "from_split")]
    #[arg(value_parser = clap::value_parser!(u8).range(2..=4))]
    hands: u8,
    /// Cards that are no longer in the shoe, such as "7s 7s Kd".
    #[arg(long, value_name = "CARDS", value_parser = cards)]
    removed: Option<CardList>,
    #[command(flatten)]
    bet: BetArgs,
    /// One JSON document instead of text.
    #[arg(long)]
    json: bool,
}

/// A hand and everything that was found about it.
struct Sheet<'a> {
    args: &'a HandArgs,
    profile: &'a Profile,
    removed: &'a [Card],
    question: Question,
    worth: HandWorth,
    insurance: Option<SideWager>,
    provenance: Provenance,
}

pub(crate) fn run(library: &Library, args: &HandArgs) -> Result<(), Failed> {
    let (game, profile) = library.profile(&args.game.choice())?;
    let question = args.bet.question(&profile.rules)?;
    let removed = args.removed.clone().unwrap_or_default().0;
    let mut counts = Counts::of(profile.rules.deck, profile.rules.decks);
    for &card in &removed {
        if !counts.take(card) {
            return Err(NotInShoe(card).into());
        }
    }
    let hands = seat_hands(args, &question)?;
    let hand = Hand {
        cards: &args.cards.0,
        up: args.up,
        doubles: args.doubles,
        from_split: args.from_split,
        hands,
    };
    let worth = hand_worth(&counts, question, &hand)?;
    let insurance = insurance(args, &profile, counts);
    let provenance = Provenance::of(library, &args.game.choice(), (&game, &profile), "hand-1")
        .playing(question.class.name());
    let profile = &profile;
    let sheet = Sheet { args, profile, removed: &removed, question, worth, insurance, provenance };
    let mut out = anstream::stdout();
    if args.json {
        writeln!(out, "{:#}", document(&game.id, &sheet))?;
    } else {
        write!(out, "{}", page(&game.name, &sheet))?;
    }
    warn_beyond(&game);
    Ok(())
}

/// How many hands the seat has, if the game lets it have so many.
fn seat_hands(args: &HandArgs, question: &Question) -> Result<u8, Failed> {
    let rules = &question.rules;
    let aces = args.cards.0.first().is_some_and(|card| card.is_ace());
    let (most, what) = match aces && rules.resplit_aces == Allowed::No {
        true => (rules.hands.min(2), "aces"),
        false => (rules.hands, "pairs"),
    };
    match args.from_split {
        false => Ok(1),
        true if args.hands <= most => Ok(args.hands),
        true => Err(Failed::Refused(format!(
            "a seat cannot have {} hands: the game splits {what} to {most}",
            args.hands
        ))),
    }
}

/// What insurance is worth to who holds these very cards; nothing where it is not
/// asked.
fn insurance(args: &HandArgs, profile: &Profile, counts: Counts) -> Option<SideWager> {
    let asked = args.up.is_ace() && args.cards.0.len() == 2 && !args.from_split;
    let pays = profile.rules.table(Spot::Insurance).filter(|_| asked)?;
    Some(SideWager::insurance(pays, counts, &args.cards.0, args.up))
}

/// Whether the dealer can have a natural with this up-card.
fn can_be_natural(up: Card) -> bool {
    up.is_ace() || up.value() == 10
}

fn names(cards: &[Card]) -> Vec<String> {
    cards.iter().map(ToString::to_string).collect()
}

fn document(id: &str, sheet: &Sheet<'_>) -> Value {
    let Sheet { args, worth, .. } = sheet;
    let actions: Map<String, Value> =
        worth.actions.iter().map(|(action, worth)| (action.to_string(), json!(worth))).collect();
    let costs: Map<String, Value> = worth
        .actions
        .iter()
        .map(|&(action, _)| (action.to_string(), json!(worth.cost(action))))
        .collect();
    json!({
        "game": id,
        "configuration": sheet.profile.configuration,
        "decks": sheet.profile.rules.decks,
        "profile": sheet.profile.hash,
        "removed": names(sheet.removed),
        "cards": names(&args.cards.0),
        "up": args.up.to_string(),
        "doubles": args.doubles,
        "from_split": args.from_split,
        "hands": if args.from_split { args.hands } else { 1 },
        "bet": sheet.question.bet,
        "bet_note": bet_note(sheet.question.bet),
        "actions": actions,
        "best": worth.best.to_string(),
        "costs": costs,
        "after_peek": can_be_natural(args.up),
        "insurance": sheet.insurance.as_ref().map(|wager| json!({
            "house_edge": wager.house_edge().to_f64(),
            "ev": super::analyze::fraction(wager.ev),
            "take": wager.ev > Fraction::ZERO,
        })),
        "strategy_class": strategy_class(&sheet.question, sheet.removed),
        "provenance": sheet.provenance.json(),
    })
}

fn page(name: &str, sheet: &Sheet<'_>) -> String {
    let Sheet { args, profile, .. } = sheet;
    let configuration = sheet.provenance.configuration(&profile.configuration);
    let mut text = format!("{name} ({} decks, {configuration})\n", profile.rules.decks);
    let _ = write!(text, "{}\n\n{}\n\n", situation(args), actions(&sheet.worth));
    let values = match can_be_natural(args.up) {
        true => "in units of the original wager, given that the dealer has no natural",
        false => "in units of the original wager",
    };
    text.push_str(&paragraph("  values     ", values));
    if let Some(wager) = &sheet.insurance {
        let advice = if wager.ev > Fraction::ZERO { "insure" } else { "do not insure" };
        let ev = wager.ev.to_f64() * 100.0;
        let worth = format!("with this hand worth {ev:+.4} % of what is insured: {advice}");
        text.push_str(&paragraph("  insurance  ", &worth));
    }
    if args.from_split {
        let seen = "the hand's own cards and the up-card; --removed names those of the other hands";
        text.push_str(&paragraph("  seen       ", seen));
    }
    text.push_str(&paragraph("  bet        ", &bet_note(sheet.question.bet)));
    let strategy = strategy_class(&sheet.question, sheet.removed);
    text.push_str(&paragraph("  strategy   ", &strategy));
    text.push_str(&sheet.provenance.text());
    text
}

fn actions(worth: &HandWorth) -> String {
    let rows = worth.actions.iter().map(|&(action, value)| {
        let cost = worth.cost(action).unwrap_or_default();
        let (difference, mark) = match action == worth.best {
            true => (String::new(), "best"),
            false => (format!("{:+.6}", -cost), ""),
        };
        vec![action.to_string(), format!("{value:+.6}"), difference, mark.to_owned()]
    });
    table(&["action", "value", "against the best", ""], rows.collect(), &[1, 2])
}

fn situation(args: &HandArgs) -> String {
    let mut text = format!("{} against {}", names(&args.cards.0).join(" "), args.up);
    if args.from_split {
        let _ = write!(text, ", one of {} hands from a split", args.hands);
    }
    match args.doubles {
        0 => {}
        1 => text.push_str(", doubled once"),
        doubles => {
            let _ = write!(text, ", doubled {doubles} times");
        }
    }
    if let Some(removed) = &args.removed {
        let _ = write!(text, ", without {}", names(&removed.0).join(" "));
    }
    text
}
