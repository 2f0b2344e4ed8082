//! Every class of every wager besides the main hand.

use cards::Counts;
use odds::ways::{self, Ways};
use rules::{Rules, Spot, Word};
use sim::{CHUNK, Kernel, Seen, Tally, View};

use crate::solved::{BET, endless, profiles, solved, tallies};
use crate::statistics::{LEAST_TAIL, assert_agrees, poisson_tail, z_of_count};

/// Below this expectation a count has Poisson's law and not yet the normal one.
const FEW: f64 = 25.0;

/// The ways of the classes a view tells apart.
fn ways_of(view: View, rules: &Rules) -> Ways {
    let spot = Spot::ALL.iter().copied().find(|&spot| View::of(spot) == Some(view)).unwrap();
    ways::of_spot(spot, &Counts::of(rules.deck, rules.decks), rules.deck).unwrap()
}

/// The chance that a view has anything to look at: insurance only under an ace.
fn offered(view: View, rules: &Rules) -> f64 {
    let counts = Counts::of(rules.deck, rules.decks);
    match view {
        View::Insurance => {
            counts.cards().filter(|card| card.is_ace()).count() as f64 / counts.total() as f64
        }
        _ => 1.0,
    }
}

/// All classes of a view against their exact probabilities.
fn assert_classes_agree(name: &str, rules: &Rules, seen: &Seen, rounds: u64) {
    let ways = ways_of(seen.view, rules);
    let offered = offered(seen.view, rules);
    if offered == 1.0 {
        assert_eq!(seen.counts.iter().sum::<u64>(), rounds, "{name}: {:?}", seen.view);
    }
    assert_eq!(seen.counts.len(), seen.view.kind().classes().len());
    for (&class, &count) in seen.view.kind().classes().iter().zip(&seen.counts) {
        let probability = offered * ways.of(class) as f64 / ways.total() as f64;
        let expected = probability * rounds as f64;
        let what = format!("{name}: {:?} {}", seen.view, class.word());
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

/// Two views together count what each of them counts, where the other always looks.
fn assert_joint_counts_agree(name: &str, tally: &Tally) {
    let seen = &tally.seen;
    let pairs = (0..seen.len()).flat_map(|a| (a + 1..seen.len()).map(move |b| (a, b)));
    assert_eq!(tally.joint.len(), pairs.clone().count());
    for ((a, b), joint) in pairs.zip(&tally.joint) {
        let (of_a, of_b) = (&seen[a].counts, &seen[b].counts);
        let rows = joint.chunks_exact(of_b.len());
        if seen[b].view != View::Insurance {
            let sums: Vec<u64> = rows.clone().map(|row| row.iter().sum()).collect();
            assert_eq!(&sums, of_a, "{name}: {:?} with {:?}", seen[a].view, seen[b].view);
        }
        if seen[a].view != View::Insurance {
            let sums: Vec<u64> =
                (0..of_b.len()).map(|class| rows.clone().map(|row| row[class]).sum()).collect();
            assert_eq!(&sums, of_b, "{name}: {:?} with {:?}", seen[b].view, seen[a].view);
        }
    }
}

/// Every view of every game with every number of decks; configurations change the main
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
        let views = View::offered(&rules);
        let name = format!("{} {}", game.0, game.1);
        let job = endless(&name, 300 + done.len() as u64);
        let mut tally = Tally::new(&views);
        tallies(&job, &kernel, &views, chunks).for_each(|part| tally.merge(&part));
        assert_eq!(tally.rounds, chunks * CHUNK);
        for seen in &tally.seen {
            assert_classes_agree(&name, &rules, seen, tally.rounds);
        }
        assert_joint_counts_agree(&name, &tally);
        done.push(game);
    }
}
