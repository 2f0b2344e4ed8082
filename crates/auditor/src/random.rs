//! Random rounds of every game: nothing panics, and what must hold, holds.

use cards::{Card, ChaChaWords, Shoe, below};

use crate::games::{games, sheet};
use crate::sheet::{DoubleLimit, SideWager, Stake};
use crate::{Account, Case, Choice, Meter, Objection, audit};

const ROUNDS: u64 = 400;

#[test]
fn random_rounds_settle_and_keep_their_promises() {
    for game in games() {
        for configuration in sheet(game).unwrap().configurations {
            for number in 0..ROUNDS {
                let mut words = ChaChaWords::new([17; 32], number);
                let case = random_case(game, configuration.name, &mut words);
                let (case, account) = play_on(case, &mut words);
                check(&case, &account);
            }
        }
    }
}

fn random_case(game: &str, configuration: &str, words: &mut ChaChaWords) -> Case {
    let sheet = sheet(game).unwrap();
    let mut shoe = Shoe::new(sheet.deck, 6);
    shoe.shuffle(words);
    let mut case = Case {
        game: game.to_owned(),
        configuration: configuration.to_owned(),
        decks: 6,
        cards: shoe.rest().to_vec(),
        ..Case::default()
    };
    // Sets of wagers exclude each other (A45).
    let sets: Vec<&str> = sheet.side.iter().filter_map(|wager| wager.set).collect();
    let set = sets.get(below(sets.len().max(1) as u32, words) as usize);
    let offered = |wager: &&SideWager| wager.set.is_none_or(|own| Some(&own) == set);
    for seat in 1..=7 {
        if below(2, words) == 0 || seat == 4 {
            let main = [500, 700, 1000, sheet.main.max][below(4, words) as usize];
            let main = main.max(sheet.main.min);
            let mut bets = vec![("main".to_owned(), main)];
            for wager in sheet.side.iter().filter(offered) {
                let stake = match wager.stake {
                    Stake::Between(limits) => [limits.min, 250, limits.max],
                    Stake::UpToTable { min } => [min, 250, sheet.main.max],
                    Stake::UpToMain { min } => [min, 250, main],
                    Stake::Unit(unit) => [unit; 3],
                };
                bets.push((wager.spot.to_owned(), stake[below(3, words) as usize]));
            }
            case.bets.insert(seat, bets.into_iter().collect());
        }
    }
    for wager in sheet.side.iter().filter(|wager| matches!(wager.stake, Stake::Unit(_))) {
        let meter = Meter { meter: 1_234_567, reserve: 89, seed: 500_000 };
        case.meters.insert(wager.spot.to_owned(), meter);
    }
    case
}

/// Answers every question with one of the legal choices until the round is over.
fn play_on(mut case: Case, words: &mut ChaChaWords) -> (Case, Account) {
    loop {
        match audit(&case) {
            Ok(account) => return (case, account),
            Err(Objection::ChoiceMissing { seat, legal }) => {
                assert!(legal.len() > 1, "A43");
                let choice = legal[below(legal.len() as u32, words) as usize];
                case.choices.push((seat, choice));
            }
            Err(objection) => panic!("{objection}: {case:?}"),
        }
    }
}

fn check(case: &Case, account: &Account) {
    let order: Vec<u8> = account.lines.iter().map(|line| line.seat).collect();
    assert!(order.is_sorted_by(|right, left| right >= left), "paying order");
    for (seat, bets) in &case.bets {
        for (spot, stake) in bets {
            let staked: Vec<i64> = account
                .lines
                .iter()
                .filter(|line| line.seat == *seat && line.spot == *spot)
                .map(|line| line.staked)
                .collect();
            if spot == "main" {
                assert!((1..=4).contains(&staked.len()));
                assert!(staked.iter().all(|staked| (*stake..=8 * stake).contains(staked)));
            } else {
                assert_eq!(staked, [*stake], "{spot}");
            }
        }
    }
    let dealt: Vec<Card> = case.cards[..account.cards_used].to_vec();
    assert!(account.dealer.iter().all(|card| dealt.contains(card)));
    let rescues = case.choices.iter().filter(|(_, choice)| *choice == Choice::Rescue).count();
    let halves =
        account.lines.iter().filter(|line| line.spot == "main" && 2 * line.returned == line.staked);
    // Where a double is for less, a rescue gives back less than half.
    let whole = !matches!(sheet(&case.game).unwrap().double_limit, DoubleLimit::PerWagerForLess(_));
    assert!(!whole || halves.count() >= rescues, "A9");
}
