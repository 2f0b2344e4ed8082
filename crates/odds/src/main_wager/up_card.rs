//! The hands of one origin against one up-card, with nothing known of other hands.

use rules::{Action, Origin};

use super::composition::compositions;
use super::play::{Chooser, Hands, Measure, State, Worths};
use super::shoe::{SUITED_HANDS, Unseen};
use super::table::Table;
use super::terms::{STAKES, Terms, best_of};
use super::two_cards::TwoCards;

/// What every action is worth on every composition; joint with
/// no natural of the dealer's.
pub(crate) struct UpCard {
    pub(crate) up: usize,
    worths: Vec<[[f64; 6]; STAKES]>,
    pub(crate) action: Vec<[Action; STAKES]>,
    /// The hands of two cards to which suits can matter.
    suited: Vec<TwoCards<1>>,
}

/// Plays what was found.
struct Recorded<'a>(&'a UpCard);

impl Chooser<1> for Recorded<'_> {
    fn choose(&self, state: &State<'_>, _: &Worths<1>) -> Action {
        self.0.action[usize::from(state.index)][state.doubles]
    }
}

impl UpCard {
    pub(crate) fn new(
        table: &Table,
        terms: &Terms,
        up: usize,
        origin: Origin,
        chooser: &impl Chooser<1>,
    ) -> UpCard {
        UpCard::measured(table, terms, up, origin, chooser, Measure::Result)
    }

    /// The same plays, and the squares of what they win.
    pub(crate) fn squared(&self, table: &Table, terms: &Terms) -> UpCard {
        UpCard::measured(table, terms, self.up, Origin::Dealt, &Recorded(self), Measure::Square)
    }

    fn measured(
        table: &Table,
        terms: &Terms,
        up: usize,
        origin: Origin,
        chooser: &impl Chooser<1>,
        measure: Measure,
    ) -> UpCard {
        let all = compositions();
        let hands = Hands {
            all,
            terms,
            measure,
            up,
            origin,
            unseen: Unseen::<1>::new(&table.shoe, up, None),
            ends: |index, _| table.ends(index, up),
        };
        let mut worths = vec![[[0.0; 6]; STAKES]; all.len()];
        let played = hands.play(0..all.len() as u16, chooser, |index, doubles, of| {
            worths[usize::from(index)][doubles] = of.map(|[worth]| worth);
        });
        let suited = SUITED_HANDS.map(|(first, second)| {
            let index = usize::from(all.pair_of(first, second));
            let of: Worths<1> = worths[index][0].map(|worth| [worth]);
            TwoCards::new(&hands, (first, second), of, played.action[index][0])
        });
        let suited = suited.into_iter().filter(TwoCards::minds_suits).collect();
        UpCard { up, worths, action: played.action, suited }
    }

    /// The worth of each action on a composition that suits do not help.
    pub(crate) fn worths(&self, hand: u16, doubles: usize) -> &[f64; 6] {
        &self.worths[usize::from(hand)][doubles]
    }

    /// Two cards to which suits matter.
    pub(crate) fn suited(&self, hand: u16) -> Option<&TwoCards<1>> {
        self.suited.iter().find(|two| two.index == hand)
    }

    /// What the play of the unsplit hand is, where only some actions are allowed
    /// (CDZ-): the best of these by the unsplit worths.
    pub(crate) fn play(&self, state: &State<'_>) -> Action {
        let worths = match (state.suited, self.suited(state.index)) {
            (Some(seen), Some(two)) => {
                let (main, prize) = two.suited(seen.bonus, seen.chance);
                std::array::from_fn(|action| main[action][0] + prize[action][0])
            }
            _ => *self.worths(state.index, state.doubles),
        };
        best_of(state.allowed, |action| worths[action as usize])
    }
}
