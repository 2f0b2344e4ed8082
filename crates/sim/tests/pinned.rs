//! The number of the generator grows with whatever gives the same seed other cards.

use std::sync::Arc;

use cards::{Counts, Deck};
use odds::main_wager::{Question, Solution, SplitClass, Table};
use rules::Rules;
use sim::{CHUNK, GENERATOR, Job, Kernel, ShoeLife, Spread};

/// What is dealt under this name: fresh shoes, nine rounds to a shoe, a cut card, the same with bets by a
/// count, which see the same cards, and how many rounds were played behind its shoes.
const CARDS: [u64; 5] = [
    8_887_892_602_543_576_452,
    10_380_600_453_337_890_054,
    17_722_534_898_847_884_468,
    17_722_534_898_847_884_468,
    871,
];

/// A number of all cards of a job's second chunk, in the order in which they were dealt.
fn cards_of(job: &Job, kernel: &Kernel) -> u64 {
    let mut sum: u64 = 0xcbf2_9ce4_8422_2325;
    job.visit(kernel, &[], 1, |round| {
        for card in round.cards {
            sum = (sum ^ card.index() as u64).wrapping_mul(0x0100_0000_01b3);
        }
    });
    sum
}

fn rules() -> Rules {
    let game = games::find("bahama-bonus").expect("the game is there").file();
    let game = game.game(None, &[]).expect("the game has no faults");
    game.profile(None, &[]).expect("the game has a default").rules
}

/// The same seed gives the same cards under the same name of the generator, for every life of a
/// shoe. Who changes what is dealt changes the number in the name and these figures with it.
#[test]
fn a_generator_of_this_name_deals_these_cards() {
    let rules = rules();
    let table = Arc::new(Table::new(&Counts::of(rules.deck, rules.decks), rules.soft_17));
    let question = Question { rules, bet: None, class: SplitClass::CdzMinus };
    let solution = Solution::of(&table, question).expect("the rules are modelled");
    let kernel = Kernel::new(&rules, solution.plays(), 1_000);
    let job = |shoe, spread| Job {
        profile: String::new(),
        strategy: String::new(),
        seats: 2,
        bet: 1_000,
        shoe,
        spread,
        seed: 20_261_119,
        rounds: 2 * CHUNK,
        beside: None,
    };
    let spread = Spread { tags: Spread::hi_lo(Deck::FortyEight), steps: vec![(1, 2)] };
    let coupled = job(ShoeLife::CutCard(72), Some(spread)).coupled(&kernel);
    let played_on = coupled.visit(&kernel, &[], 1, |_| {}).coupled[1].played_on;
    let found = [
        cards_of(&job(ShoeLife::Fresh, None), &kernel),
        cards_of(&job(ShoeLife::Rounds(9), None), &kernel),
        cards_of(&job(ShoeLife::CutCard(72), None), &kernel),
        cards_of(&coupled, &kernel),
        played_on,
    ];
    assert_eq!((GENERATOR, found), ("folded-counter-1", CARDS));
}
