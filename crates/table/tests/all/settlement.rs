//! A table settles what the auditor settles from the same cards and choices.

use std::collections::BTreeMap;

use auditor::{Case, Choice};
use cards::{Card, Counts, Deck};
use table::{Entry, Event, PaidLine, Posted, View};
use testkit::{Dice, every_game, rounds};

use crate::common::Evening;
use crate::common::crowd::{keypad, sign_of};

type Line = (u8, String, Option<u8>, i64, i64);

/// A whole shoe in an order of the dice's; half of them rich in few ranks, so that
/// pairs, sevens and naturals are common.
fn shoe(decks: u8, deck: Deck, dice: &mut Dice) -> Vec<Card> {
    let mut cards: Vec<Card> = Counts::of(deck, decks).cards().collect();
    cards::shuffle(&mut cards, dice);
    if dice.once_in(2) {
        let (first, second) = (cards[0].rank(), dice.pick(&cards::Rank::ALL));
        cards.sort_by_key(|card| ![first, second].contains(&card.rank()));
        let front = (30 + dice.below(20)).min(cards.len());
        cards::shuffle(&mut cards[..front], dice);
    }
    cards
}

fn agree(id: &str) {
    let count = rounds(20, 120, 10_000);
    let mut lines = 0;
    for seed in 0..count {
        let mut dice = Dice::new(seed);
        let mut posted = sign_of(id, &mut dice);
        let deck = crate::common::house_of(posted.clone()).rules().deck;
        let cards = shoe(posted.decks, deck, &mut dice);
        posted.exhibition = Some(cards.iter().copied().collect());
        if dice.once_in(4) {
            posted = keypad(posted);
        }
        let mut evening = Evening::of(posted);
        evening.people(&mut dice);
        for _ in 0..2 {
            lines += one_round(seed, &mut evening, &cards, &mut dice);
        }
    }
    println!("{id}: {} rounds, {lines} lines agree", 2 * count);
    assert!(lines > count);
}

/// Plays a round and settles it a second time; the number of its lines.
fn one_round(seed: u64, evening: &mut Evening, cards: &[Card], dice: &mut Dice) -> u64 {
    let before = evening.table().view(crate::common::player(1));
    let dealt = usize::from(before.shoe.as_ref().unwrap().dealt);
    let first = evening.entries.len();
    evening.round(dice);
    let entries = &evening.entries[first..];
    let case = case(&before.posted, entries, &cards[dealt..], &before);
    let account = auditor::audit(&case).unwrap_or_else(|it| panic!("seed {seed}: {it}\n{case:?}"));
    let mut audited: Vec<Line> = account
        .lines
        .into_iter()
        .map(|line| (line.seat, line.spot, line.hand, line.staked, line.returned))
        .collect();
    let mut paid: Vec<Line> = paid(entries).map(line).collect();
    audited.sort();
    paid.sort();
    assert_eq!(paid, audited, "seed {seed}\n{case:?}");
    let used =
        usize::from(evening.table().view(crate::common::player(1)).shoe.unwrap().dealt) - dealt;
    assert_eq!(used, account.cards_used, "seed {seed}");
    // What the lines say is what the accounts moved.
    let won: i64 = paid.iter().map(|(.., staked, returned)| returned - staked).sum();
    let chips = |view: &View| -> i64 {
        let own: BTreeMap<_, _> = view
            .seats
            .iter()
            .filter_map(|seat| seat.player.as_ref())
            .map(|player| (player.account, player.chips))
            .collect();
        own.values().sum()
    };
    let after = evening.table().view(crate::common::player(1));
    assert_eq!(chips(&after) - chips(&before), won, "seed {seed}");
    let record = evening.rounds.last().unwrap();
    let recorded: i64 = record.players.iter().map(|(_, staked, returned)| returned - staked).sum();
    assert_eq!(recorded, won, "seed {seed}");
    paid.len() as u64
}

fn line(line: &PaidLine) -> Line {
    (line.seat, line.spot.to_string(), line.hand, line.staked, line.returned)
}

fn paid(entries: &[Entry]) -> impl Iterator<Item = &PaidLine> {
    entries.iter().flat_map(|entry| &entry.events).flat_map(|event| match event {
        Event::Paid { lines } => lines.as_slice(),
        _ => &[],
    })
}

/// The round as the auditor reads it.
fn case(posted: &Posted, entries: &[Entry], cards: &[Card], before: &View) -> Case {
    let mut bets = BTreeMap::new();
    let mut choices = Vec::new();
    for event in entries.iter().flat_map(|entry| &entry.events) {
        match event {
            Event::BetPlaced { seat, bets: placed } => {
                let stakes = placed.iter().map(|it| (it.spot.to_string(), i64::from(it.cents)));
                bets.insert(*seat, stakes.collect::<BTreeMap<_, _>>());
            }
            Event::Insured { seat, cents: 0, .. } => choices.push((*seat, Choice::NoInsurance)),
            Event::Insured { seat, cents, .. } => {
                choices.push((*seat, Choice::Insure((*cents).into())));
            }
            Event::Acted { seat, action, .. } => {
                choices.push((*seat, testkit::choice_of(*action)));
            }
            _ => {}
        }
    }
    bets.retain(|_, stakes| !stakes.is_empty());
    let player = |seat: &u8| before.seats[usize::from(*seat) - 1].player.as_ref().unwrap().account;
    Case {
        game: posted.game.clone(),
        configuration: posted.configuration.clone(),
        decks: posted.decks,
        paytables: posted
            .paytables
            .iter()
            .map(|it| (it.spot.to_string(), it.paytable.clone()))
            .collect(),
        players: bets.keys().map(|seat| (*seat, player(seat).to_string())).collect(),
        bets,
        cards: cards.to_vec(),
        choices,
        ..Case::default()
    }
}

#[test]
fn g_01_r_15_every_game_is_settled_as_the_auditor_settles_it() {
    every_game(|game| agree(game.id));
}
