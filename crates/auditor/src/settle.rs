//! What every wager returns.
//!
//! Wagers are settled kind by kind over all seats, in the order in which the
//! lines of one seat stand; sorting by seat then gives the paying order.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use cards::Rank;

use crate::case::{Account, Case, Line, Meter, Rescued};
use crate::hand::{End, Hand, Origin, is_777_suited, is_suited, is_two_card_21, total};
use crate::meters::{self, Claim};
use crate::money::{EVEN, To};
use crate::objection::Objection;
use crate::paytables::{FourCards, Prices, ProgressivePay, SeveralWinners};
use crate::play::{Felt, Seat};
use crate::sheet::{EnvyOfWinners, SpecialBonus, SpecialHands, Tie};
use crate::side;
use crate::terms::Terms;

/// Settles a round that has been played.
pub(crate) fn settle(case: &Case, terms: &Terms, felt: &Felt) -> Result<Account, Objection> {
    let mut lines = Vec::new();
    let mut meters = case.meters.clone();
    settle_main(terms, felt, &mut lines);
    settle_insurance(terms, felt, &mut lines);
    settle_side(case, terms, felt, &mut meters, &mut lines)?;
    pay_prizes(case, terms, felt, &mut lines);
    // From the dealer's right to left; the sort is stable and keeps a seat's order.
    lines.sort_by_key(|line| Reverse(line.seat));
    Ok(Account {
        lines,
        dealer: felt.dealer.clone(),
        dealer_total: total(&felt.dealer),
        cards_used: felt.cards_used,
        meters,
    })
}

fn line(seat: &Seat, spot: &str, staked: i64, returned: i64) -> Line {
    Line { seat: seat.number, spot: spot.to_owned(), hand: None, staked, returned }
}

fn settle_main(terms: &Terms, felt: &Felt, lines: &mut Vec<Line>) {
    for seat in &felt.seats {
        for (position, hand) in (1..).zip(&seat.hands) {
            let returned = main_returns(terms, hand, felt);
            lines
                .push(Line { hand: Some(position), ..line(seat, "main", hand.staked(), returned) });
        }
    }
}

/// What comes back of everything that lies on one hand.
fn main_returns(terms: &Terms, hand: &Hand, felt: &Felt) -> i64 {
    let staked = hand.staked();
    match hand.end {
        End::Surrendered => return staked / 2,
        End::Rescued => {
            return match terms.rescued {
                // A9: exactly what the last double added.
                Rescued::LastDouble => hand.doubles.last().copied().unwrap_or(0),
                Rescued::Doubles => hand.doubles.iter().sum(),
                Rescued::Initial => hand.wager,
            };
        }
        End::Played => {}
    }
    let dealer_natural = is_two_card_21(&felt.dealer);
    if hand.is_natural() {
        let push = dealer_natural && terms.sheet.natural_tie == Tie::Push;
        return if push { staked } else { terms.natural_pays.returned(staked) };
    }
    let (player, dealer) = (total(&hand.cards), total(&felt.dealer));
    // A dealer's natural beats every other hand, a 21 too (WSGC 3.e).
    if player > 21 || dealer_natural {
        return 0;
    }
    let always_wins = player == 21 && terms.sheet.tie_at_21 == Tie::PlayerWins;
    if always_wins || dealer > 21 || player > dealer {
        return win_pays(terms, hand).returned(staked);
    }
    if player == dealer { staked } else { 0 }
}

/// Even money, or the bonus-21 line of a hand that was not doubled.
fn win_pays(terms: &Terms, hand: &Hand) -> To {
    if total(&hand.cards) != 21 || !hand.doubles.is_empty() {
        return EVEN;
    }
    let line = terms.sheet.bonus_21.iter().find(|(line, _)| line.holds(&hand.cards));
    line.map_or(EVEN, |(_, pays)| *pays)
}

fn settle_insurance(terms: &Terms, felt: &Felt, lines: &mut Vec<Line>) {
    let Some(insurance) = &terms.sheet.insurance else { return };
    let pays = if is_suited(&felt.dealer) { insurance.suited_pays } else { insurance.pays };
    let won = is_two_card_21(&felt.dealer);
    for seat in &felt.seats {
        if let Some(staked) = seat.insurance {
            let returned = if won { pays.returned(staked) } else { 0 };
            lines.push(line(seat, "insurance", staked, returned));
        }
    }
}

/// Side wagers stand on their own cards, whatever became of the main wager.
fn settle_side(
    case: &Case,
    terms: &Terms,
    felt: &Felt,
    meters: &mut BTreeMap<String, Meter>,
    lines: &mut Vec<Line>,
) -> Result<(), Objection> {
    for &(wager, paytable) in &terms.side {
        // In paying order, because a meter is paid in it.
        let bets: Vec<(&Seat, i64)> = felt
            .seats
            .iter()
            .rev()
            .filter_map(|seat| Some((seat, *case.bets.get(&seat.number)?.get(wager.spot)?)))
            .collect();
        let returns = match paytable.prices {
            Prices::Progressive(of_sheet, rows) => {
                let several = terms.several_winners.unwrap_or(of_sheet);
                progressive_returns(wager.spot, &bets, felt, several, rows, meters)?
            }
            Prices::Match(card, rows) => {
                to_one(&bets, |seat| side::matches(seat, felt, card, rows))
            }
            Prices::ThreeCards(rows) => {
                to_one(&bets, |seat| side::three_cards(seat, felt, terms.sheet.deck, rows))
            }
            Prices::Sevens(rows) => to_one(&bets, |seat| side::sevens(seat, rows)),
        };
        for ((seat, staked), returned) in bets.into_iter().zip(returns) {
            lines.push(line(seat, wager.spot, staked, returned));
        }
    }
    Ok(())
}

/// What wagers at so many "to 1" return; 0 to 1 is a lost wager.
fn to_one(bets: &[(&Seat, i64)], pays: impl Fn(&Seat) -> i64) -> Vec<i64> {
    bets.iter()
        .map(|(seat, staked)| match pays(seat) {
            0 => 0,
            won => staked * (won + 1),
        })
        .collect()
}

fn progressive_returns(
    spot: &'static str,
    bets: &[(&Seat, i64)],
    felt: &Felt,
    several: SeveralWinners,
    rows: &[(FourCards, ProgressivePay)],
    meters: &mut BTreeMap<String, Meter>,
) -> Result<Vec<i64>, Objection> {
    let claims: Vec<Claim> = bets
        .iter()
        .map(|&(seat, stake)| Claim { stake, pay: side::progressive(seat, felt, rows) })
        .collect();
    meters::pay(spot, &claims, several, meters)
}

/// The special bonus and its envy, paid by the house on top of all else (A22).
fn pay_prizes(case: &Case, terms: &Terms, felt: &Felt, lines: &mut Vec<Line>) {
    let Some(bonus) = &terms.sheet.special_bonus else { return };
    if felt.up_card().rank() != Rank::Seven {
        return;
    }
    // Every special-bonus hand, by the player who holds it.
    let mut holders: Vec<Player<'_>> = Vec::new();
    for seat in &felt.seats {
        // A wager below the lowest tier has no prize, and its hands are none (A23).
        let prize = bonus.tiers.iter().find(|(from, _)| seat.main >= *from);
        let Some((_, prize)) = prize else { continue };
        let hands = seat.hands.iter().filter(|hand| is_special(bonus, hand)).count();
        if hands > 0 {
            lines.push(line(seat, "special-bonus", 0, prize * hands as i64));
        }
        holders.extend((0..hands).map(|_| Player::at(case, seat)));
    }
    // A23: every player once, at his lowest seat, for the hands that are not his.
    let mut served: BTreeSet<Player<'_>> = BTreeSet::new();
    for seat in &felt.seats {
        let player = Player::at(case, seat);
        let others = holders.iter().filter(|holder| **holder != player).count();
        let left_out = bonus.envy_of_winners == EnvyOfWinners::None && others < holders.len();
        if served.insert(player) && others > 0 && !left_out {
            lines.push(line(seat, "envy", 0, bonus.envy * others as i64));
        }
    }
}

/// Whether a hand holds suited sevens that nothing has voided (A22).
fn is_special(bonus: &SpecialBonus, hand: &Hand) -> bool {
    let as_dealt = hand.origin == Origin::Dealt && hand.doubles.is_empty();
    is_777_suited(&hand.cards) && (as_dealt || bonus.hands == SpecialHands::Every)
}

/// Who sits at a seat: a named player, or one known by the seat alone.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
enum Player<'a> {
    Named(&'a str),
    AtSeat(u8),
}

impl<'a> Player<'a> {
    fn at(case: &'a Case, seat: &Seat) -> Player<'a> {
        match case.players.get(&seat.number) {
            Some(name) => Player::Named(name),
            None => Player::AtSeat(seat.number),
        }
    }
}
