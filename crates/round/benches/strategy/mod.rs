//! A simple fixed strategy that uses every action of the game, for the benchmark
//! and the allocation test. It is not a good strategy; it only has to be the
//! same for ever, so that the benchmark's answers are constants.

use cards::{Card, Shoe, Words};
use round::{Hand, Need, Round};
use rules::settings::Soft17;
use rules::{Action, Actions, GameFile, Returned, Rules, Word};

/// What happened in a number of rounds; two ways of playing are compared by it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Tally {
    /// The sum of staked − returned over all lines, in cents, shares of a meter not counted.
    pub(crate) house_gain: i64,
    /// The shares of a meter that were won.
    pub(crate) meter_shares: u64,
    /// The cards dealt.
    pub(crate) cards: u64,
    /// How often each action was taken, in the order of [`Action::ALL`].
    pub(crate) actions: [u64; Action::ALL.len()],
    /// The doubles on hands that had been doubled before.
    pub(crate) redoubles: u64,
}

/// Plays one round to its end from a shoe that is shuffled while it is dealt.
#[inline]
pub(crate) fn play(
    round: &mut Round,
    rules: &Rules,
    shoe: &mut Shoe,
    words: &mut impl Words,
    tally: &mut Tally,
) {
    loop {
        let taken = match round.need() {
            Need::Card(_) => {
                let card = shoe.draw_shuffling(words).expect("one round never empties a shoe");
                tally.cards += 1;
                round.card(rules, card)
            }
            Need::Insurance { seat, .. } => round.insure(rules, seat, 0),
            Need::Action { seat, hand, legal } => {
                let up = round.up_card().expect("the up-card lies before anybody acts");
                let hand = &round.hands(seat)[usize::from(hand) - 1];
                let action = choose(hand, up, legal);
                tally.actions[action as usize] += 1;
                tally.redoubles += u64::from(action == Action::Double && hand.doubles() > 0);
                round.act(rules, seat, action)
            }
            Need::Nothing => return,
        };
        taken.expect("every answer is one the round asked for");
    }
}

/// Settles a finished round into the tally.
#[inline]
pub(crate) fn settle(round: &Round, rules: &Rules, tally: &mut Tally) {
    round.settle(rules, |line| {
        tally.house_gain += line.staked.in_cents();
        match line.returned {
            Returned::Amount(returned) => tally.house_gain -= returned.in_cents(),
            // Only the keeper of the meter knows the amount.
            Returned::Share(_) => tally.meter_shares += 1,
        }
    });
}

/// Bahama Bonus as its sheet has it: the dealer hits soft 17, three doubles, six decks.
pub(crate) fn bahama_bonus() -> Rules {
    let file = GameFile::read(include_str!("../../../../games/bahama-bonus.toml"));
    let game = file.game(Some("h17"), &[]).expect("the game file has no faults");
    let rules = game.profile(Some(6), &[]).expect("the game offers six decks").rules;
    assert_eq!((rules.soft_17, rules.doubles, rules.decks), (Soft17::Hit, 3, 6));
    rules
}

#[inline]
fn choose(hand: &Hand, up: Card, legal: Actions) -> Action {
    let total = hand.total();
    let (count, soft) = (total.best(), total.is_soft());
    let dealer_strong = up.value() >= 7 || up.is_ace();
    let wish = if hand.doubles() > 0 {
        let dealer_eight_or_more = up.value() >= 8 || up.is_ace();
        match count {
            ..=11 => Action::Double,
            12..=16 if dealer_eight_or_more => Action::Rescue,
            _ => Action::Stand,
        }
    } else if count == 16 && !soft && up.is_ace() && legal.has(Action::Surrender) {
        Action::Surrender
    } else if legal.has(Action::Split) && is_eight_or_ace(hand.cards()[0]) {
        Action::Split
    } else {
        match count {
            9..=11 if !soft => Action::Double,
            ..=11 => Action::Hit,
            12..=17 if soft => Action::Hit,
            12..=16 if dealer_strong => Action::Hit,
            _ => Action::Stand,
        }
    };
    match wish {
        _ if legal.has(wish) => wish,
        Action::Double if legal.has(Action::Hit) => Action::Hit,
        _ => Action::Stand,
    }
}

#[inline]
fn is_eight_or_ace(card: Card) -> bool {
    card.is_ace() || card.value() == 8
}
