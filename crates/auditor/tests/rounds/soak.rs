//! Random rounds of every game: nothing panics, and what must hold, holds.

use auditor::{Account, Case, Choice, GAMES, Meter, Objection, audit};
use cards::{Card, ChaChaWords, Deck, Shoe, below};

const ROUNDS: u64 = 400;

#[test]
fn random_rounds_settle_and_keep_their_promises() {
    for game in GAMES {
        for configuration in ["h17", "s17"] {
            for number in 0..ROUNDS {
                let mut words = ChaChaWords::new([17; 32], number);
                let case = random_case(game, configuration, &mut words);
                if matches!(audit(&case), Err(Objection::UnknownConfiguration { .. })) {
                    break;
                }
                let (case, account) = play_on(case, &mut words);
                check(&case, &account);
            }
        }
    }
}

fn random_case(game: &str, configuration: &str, words: &mut ChaChaWords) -> Case {
    let deck = if game == "blackjack-bonus" { Deck::FiftyTwo } else { Deck::FortyEight };
    let mut shoe = Shoe::new(deck, 6);
    shoe.shuffle(words);
    let mut case = Case {
        game: game.to_owned(),
        configuration: configuration.to_owned(),
        decks: 6,
        cards: shoe.rest().to_vec(),
        ..Case::default()
    };
    let sides: &[(&str, i64)] = match game {
        "bahama-bonus" => &[("match-up", 250), ("match-down", 150), ("progressive", 100)],
        "bahamas-bonus" => {
            &[("match-up", 250), ("match-down", 150), ("trilux", 50_000), ("super3", 100)]
        }
        "blackjack-bonus" => &[("three-card", 250), ("bonus-7s", 1000)],
        "wsgc-bahama-bonus" => &[("trilux", 250), ("super3", 150), ("progressive", 100)],
        _ => &[
            ("match-up", 250),
            ("match-down", 150),
            ("progressive-1", 100),
            ("progressive-5", 500),
        ],
    };
    for seat in 1..=7 {
        if below(2, words) == 0 || seat == 4 {
            let most = if game == "blackjack-bonus" { 1000 } else { 40_000 };
            let main = [500, 700, 1000, most][below(4, words) as usize];
            let side = sides.iter().map(|(spot, stake)| ((*spot).to_owned(), *stake));
            case.bets.insert(seat, side.chain([("main".to_owned(), main)]).collect());
        }
    }
    for (spot, _) in sides.iter().filter(|(spot, _)| spot.starts_with("progressive")) {
        let meter = Meter { meter: 1_234_567, reserve: 89, seed: 500_000 };
        case.meters.insert((*spot).to_owned(), meter);
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
    assert!(case.game == "players-edge-21" || halves.count() >= rescues, "A9");
}
