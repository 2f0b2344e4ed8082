//! What a table says to stakes that somebody thinks of is what it says to the bet itself.

use std::collections::BTreeMap;

use rules::Spot;
use table::{BetOffers, Body, NotBet, Stake};
use testkit::{Dice, every_game, rounds};

use crate::common::{Evening, bet, player, sign};

const ANN: u64 = 11;
const BEN: u64 = 12;

/// Ann on seat 1 and Ben on seat 2, each with so many chips.
fn seated(game: &str, buy_in: u32) -> Evening {
    let mut evening = Evening::of(sign(game));
    evening.does(player(ANN), Body::Sit { seat: 1, buy_in });
    evening.does(player(BEN), Body::Sit { seat: 2, buy_in });
    evening
}

fn asked(evening: &Evening, stakes: &[(Spot, u32)]) -> BetOffers {
    let wanted: BTreeMap<Spot, u32> = stakes.iter().copied().collect();
    evening.table().bet_offers(player(ANN).account, 1, &wanted).unwrap()
}

fn not(offers: &BetOffers, spot: Spot) -> Option<NotBet> {
    offers.offers.iter().find(|it| it.spot == spot).unwrap().not.clone()
}

/// T-16: what is said to lie lies, exactly; of what may not lie beside the rest all goes, and is named.
#[test]
fn t_16_stakes_are_left_out_exactly_where_the_bet_is_refused() {
    every_game(|game| {
        for seed in 0..rounds(20, 100, 1_000) {
            let mut dice = Dice::new(seed);
            let mut evening = seated(game.id, 20_000);
            let spots = evening.table().house().posted().spots.clone();
            let spots = spots.into_iter().filter(|spot| !spot.is_progressive());
            let stakes = spots.filter(|_| !dice.once_in(3)).collect::<Vec<_>>();
            let stakes: Vec<(Spot, u32)> =
                stakes.into_iter().map(|spot| (spot, 50 * dice.below(60) as u32)).collect();
            let offers = asked(&evening, &stakes);
            let accepted = evening.tries(player(ANN), bet(1, &stakes)).is_ok();
            assert_eq!(accepted, offers.left_out.is_empty(), "{} {seed}: {offers:?}", game.id);
            let fit: Vec<(Spot, u32)> =
                offers.fit.iter().map(|&Stake { spot, cents }| (spot, cents)).collect();
            evening.does(player(ANN), bet(1, &fit));
            assert_eq!(evening.table().view(player(BEN)).seats[0].bets, offers.fit, "{}", game.id);
            let is_told = |spot: Spot| {
                fit.iter().any(|(of, _)| *of == spot)
                    || offers.left_out.iter().any(|left| left.spot == spot)
            };
            assert!(stakes.iter().all(|(spot, cents)| *cents == 0 || is_told(*spot)), "{offers:?}");
            let has_main = fit.iter().any(|(spot, _)| *spot == Spot::Main);
            assert!(has_main || fit.is_empty(), "{} {seed}: {offers:?}", game.id);
            for offer in offers.offers.iter().filter(|it| it.spot != Spot::Main) {
                let mut more: BTreeMap<Spot, u32> = fit.iter().copied().collect();
                more.entry(Spot::Main).or_insert(asked(&evening, &[]).offers[0].least);
                more.entry(offer.spot).or_insert(offer.least);
                let more: Vec<(Spot, u32)> = more.into_iter().collect();
                if !offer.spot.is_progressive() {
                    let accepted = evening.tries(player(ANN), bet(1, &more)).is_ok();
                    assert_eq!(accepted, offer.not.is_none(), "{} {seed}: {offer:?}", game.id);
                }
            }
        }
    });
}

#[test]
fn a_wager_says_what_it_needs_and_what_it_excludes() {
    let mut evening = seated("wsgc-bahama-bonus", 20_000);
    let offers = asked(&evening, &[(Spot::Main, 1_000)]);
    assert_eq!(not(&offers, Spot::Super3), Some(NotBet::Needs { spot: Spot::Trilux }));
    assert_eq!(not(&offers, Spot::MatchUp), None);
    let side_alone = asked(&evening, &[(Spot::MatchUp, 500)]);
    assert_eq!(side_alone.left_out[0].why, NotBet::Needs { spot: Spot::Main });
    // A45: what another seat wagers on decides the set of the round.
    evening.does(player(BEN), bet(2, &[(Spot::Main, 1_000), (Spot::MatchUp, 500)]));
    let offers = asked(&evening, &[(Spot::Main, 1_000)]);
    assert_eq!(not(&offers, Spot::Trilux), Some(NotBet::Beside { spot: Spot::MatchUp }));
    let poor = asked(&evening, &[(Spot::Main, 19_000), (Spot::MatchUp, 2_000)]);
    assert_eq!(poor.left_out[0].why, NotBet::Chips { has: 20_000 });
    assert_eq!(poor.fit, [Stake { spot: Spot::Main, cents: 19_000 }]);
}

#[test]
fn t_16_a_wrong_step_has_the_nearest_amounts_of_the_refusal() {
    let mut evening = seated("bahama-bonus", 20_000);
    let said = asked(&evening, &[(Spot::Main, 725)]);
    assert_eq!(said.left_out[0].why, NotBet::Step { step: 100, below: 700, above: 800 });
    let refused = evening.tries(player(ANN), bet(1, &[(Spot::Main, 725)])).unwrap_err();
    assert!(refused.to_string().ends_with("$7 or $8, not $7.25"), "{refused}");
}

#[test]
fn only_the_seats_player_is_told_and_only_while_bets_are_taken() {
    let mut evening = seated("bahama-bonus", 20_000);
    let ask = |evening: &Evening, by: u64| {
        let said = evening.table().bet_offers(player(by).account, 1, &BTreeMap::new());
        said.map_err(|refused| refused.code())
    };
    assert_eq!(ask(&evening, BEN), Err("seat.not-yours"));
    assert!(ask(&evening, ANN).is_ok());
    evening.does(player(ANN), bet(1, &[(Spot::Main, 1_000)]));
    evening.does(player(ANN), Body::Ready {});
    assert_eq!(ask(&evening, ANN), Err("bet.closed"));
}
