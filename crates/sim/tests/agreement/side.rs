//! Every class of every wager besides the main hand.

use cards::Counts;
use odds::ways::{self, Ways};
use rules::{Look, Rules, Word};
use sim::{CHUNK, Kernel, Seen, Tally};

use crate::solved::{BET, endless, profiles, solved, tallies};
use crate::statistics::{LEAST_TAIL, assert_agrees, poisson_tail, z_of_count};

/// Below this expectation a count has Poisson's law and not yet the normal one.
const FEW: f64 = 25.0;

/// The ways of the classes of what is looked at.
fn ways_of(look: Look, rules: &Rules) -> Ways {
    ways::of_look(look, &Counts::of(rules.deck, rules.decks), rules.deck)
}

/// The chance that there is anything to look at: insurance only under an ace.
fn offered(look: Look, rules: &Rules) -> f64 {
    let counts = Counts::of(rules.deck, rules.decks);
    match look {
        Look::Insurance => {
            counts.cards().filter(|card| card.is_ace()).count() as f64 / counts.total() as f64
        }
        _ => 1.0,
    }
}

/// All classes of what is looked at against their exact probabilities.
fn assert_classes_agree(name: &str, rules: &Rules, seen: &Seen, rounds: u64) {
    let ways = ways_of(seen.look, rules);
    let offered = offered(seen.look, rules);
    if offered == 1.0 {
        assert_eq!(seen.counts.iter().sum::<u64>(), rounds, "{name}: {:?}", seen.look);
    }
    assert_eq!(seen.counts.len(), seen.look.kind().classes().len());
    for (&class, &count) in seen.look.kind().classes().iter().zip(&seen.counts) {
        let probability = offered * ways.of(class) as f64 / ways.total() as f64;
        let expected = probability * rounds as f64;
        let what = format!("{name}: {:?} {}", seen.look, class.word());
        if expected >= FEW {
            assert_agrees(&what, z_of_count(count, rounds, probability));
        } else {
            let tail = poisson_tail(count, expected);
            println!("{what}: {count} of {expected:.3}: {tail:.2e}");
            assert!(
                tail > LEAST_TAIL,
                "{what}: {count} times instead of {expected:.3}: {tail:.2e}"
            );
        }
    }
}

/// Two looks together count what each of them counts, where the other always looks.
fn assert_joint_counts_agree(name: &str, tally: &Tally) {
    let seen = &tally.seen;
    let pairs = (0..seen.len()).flat_map(|a| (a + 1..seen.len()).map(move |b| (a, b)));
    assert_eq!(tally.joint.len(), pairs.clone().count());
    for ((a, b), joint) in pairs.zip(&tally.joint) {
        let (of_a, of_b) = (&seen[a].counts, &seen[b].counts);
        let rows = joint.chunks_exact(of_b.len());
        if seen[b].look != Look::Insurance {
            let sums: Vec<u64> = rows.clone().map(|row| row.iter().sum()).collect();
            assert_eq!(&sums, of_a, "{name}: {:?} with {:?}", seen[a].look, seen[b].look);
        }
        if seen[a].look != Look::Insurance {
            let sums: Vec<u64> =
                (0..of_b.len()).map(|class| rows.clone().map(|row| row[class]).sum()).collect();
            assert_eq!(&sums, of_b, "{name}: {:?} with {:?}", seen[b].look, seen[a].look);
        }
    }
}

/// All that is looked at in every game with every number of decks; configurations change the main
/// hand alone.
#[test]
fn side_classes_agree() {
    let chunks = testkit::rounds(4, 20, 2_000);
    let mut done: Vec<(String, u8)> = Vec::new();
    for profile in profiles() {
        let game = (profile.game.clone(), profile.rules.decks);
        if done.contains(&game) {
            continue;
        }
        let rules = Rules { double_cap: u32::MAX, ..profile.rules };
        let kernel = Kernel::new(&rules, solved(&profile).solution.plays(), BET);
        let looks = rules.looks().collect::<Vec<_>>();
        let name = format!("{} {}", game.0, game.1);
        let job = endless(&name, 300 + done.len() as u64);
        let mut tally = Tally::new(&looks);
        tallies(&job, &kernel, &looks, chunks).for_each(|part| tally.merge(&part));
        assert_eq!(tally.rounds, chunks * CHUNK);
        for seen in &tally.seen {
            assert_classes_agree(&name, &rules, seen, tally.rounds);
        }
        assert_joint_counts_agree(&name, &tally);
        done.push(game);
    }
}
