//! Tables on a link, played by chance: whatever happens, every cent is somewhere.

use std::collections::BTreeSet;

use rules::{Class, Spot, class};
use table::{Body, Phase, Staffing};
use testkit::Dice;

use crate::common::crowd::{DEALER, SUPERVISOR, next};
use crate::common::floor::{EXECUTIVE, Floor, card, game_with, sign_on};
use crate::common::player;

/// Unattended tables of every game with a progressive, whole rounds through the engine.
#[test]
fn l_01_p_03_rounds_by_chance_on_linked_tables() {
    let has_meter = |game: &&games::GameText| {
        game.file().game(None, &[]).unwrap().spots().any(Spot::is_progressive)
    };
    for (seed, game) in (1u64..).zip(games::GAMES.iter().filter(has_meter)) {
        let (id, of) = (game.id, game_with(game.id, &[], &[]));
        let mut floor = Floor::of(&of, Staffing::Unattended);
        let mut dice = Dice::new(seed);
        for place in 0..3 {
            floor.open(&of, sign_on(&of));
            for seat in [2, 5, 6] {
                floor.does(
                    place,
                    player(10 * (place as u64 + 1) + seat),
                    Body::Sit { seat: seat as u8, buy_in: 900_000 },
                );
            }
        }
        let rounds = testkit::rounds(10, 60, 5_000);
        while floor.tables.iter().map(|it| it.rounds.len() as u64).sum::<u64>() < rounds {
            let place = dice.below(3);
            let (by, body) = next(floor.table(place), &mut dice);
            if let Err(refused) = floor.tries(place, by, body) {
                assert_eq!(refused.code(), "chips.short");
                let seats = [2u8, 5, 6];
                let seat = dice.pick(&seats);
                let buy = Body::BuyIn { seat, cents: 900_000 };
                floor.does(place, player(10 * (place as u64 + 1) + u64::from(seat)), buy);
            }
        }
        let wagered: i64 = floor.link().tallies().iter().map(|it| it.wagered.0).sum();
        assert!(wagered > 0, "{id}: somebody played for the meter");
    }
}

/// Live tables whose dealers press what they like: refused or not, the books balance, and
/// slips have no gaps.
#[test]
fn p_18_p_19_buttons_by_chance_on_linked_tables() {
    let of = game_with("wsgc-bahama-bonus", &[], &[("progressive", "3")]);
    let (mut slips, mut codes) = (0, BTreeSet::new());
    for seed in 0..testkit::rounds(2, 6, 200) {
        let mut floor = Floor::live(&of, 3);
        let mut dice = Dice::new(seed);
        for _ in 0..400 {
            let place = dice.below(3);
            if let Err(refused) = press(&mut floor, place, &mut dice) {
                codes.insert(refused.code());
            }
        }
        let own = floor.link().slips();
        assert!((1..).zip(own).all(|(number, slip)| slip.award.slip == number), "seed {seed}");
        slips += own.len();
    }
    assert!(slips > 10, "{slips} awards");
    for code in ["claim.earlier", "claim.open", "award.posted", "card.level", "claim.not-lit"] {
        assert!(codes.contains(code), "{code} of {codes:?}");
    }
}

fn press(floor: &mut Floor, place: usize, dice: &mut Dice) -> Result<(), table::Refused> {
    let spot = Spot::Progressive;
    let seat = 1 + dice.below(7) as u8;
    let Some(view) = floor.table(place).view(DEALER).progressive else {
        let body = match dice.below(4) {
            0 => Body::Deal {},
            _ => Body::Light { seat, spot, lit: !dice.once_in(5) },
        };
        let by =
            if floor.table(place).phase() == Phase::LiveGame { Body::EndGame {} } else { body };
        return floor.tries(place, DEALER, by).map(drop);
    };
    let claimed = view.claims.iter().map(|claim| claim.won.seat).max();
    let (by, body) = match dice.below(16) {
        0 => (DEALER, Body::EndGame {}),
        1 if dice.once_in(3) => (SUPERVISOR, Body::Void { reason: "by chance".to_owned() }),
        1..4 => (DEALER, any_button(if dice.once_in(3) { seat } else { view.lit[0].0 }, dice)),
        4..9 => (SUPERVISOR, Body::Confirm { evidence: "cards shown".to_owned() }),
        _ => {
            let open = view.claims.iter().filter(|claim| claim.is_open());
            let due = open.map(|claim| claim.won.seat).max();
            let proof = card(if dice.once_in(4) { SUPERVISOR } else { EXECUTIVE });
            let seat = due.or(claimed).unwrap_or(seat);
            return floor.swipes(place, proof, seat, spot).map(drop);
        }
    };
    floor.tries(place, by, body).map(drop)
}

fn any_button(seat: u8, dice: &mut Dice) -> Body {
    let card = |dice: &mut Dice| dice.pick(&["8h", "8h", "8d", "8s"]).parse().unwrap();
    let four: [cards::Card; 4] = std::array::from_fn(|_| card(dice));
    let hand = if dice.once_in(6) { Class::FourSuited } else { class::four_card(four) };
    let cards = four.into_iter().collect();
    Body::HandButton { seat, spot: Spot::Progressive, hand, cards }
}
