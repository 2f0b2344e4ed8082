//! What bots play: the solved main wager of each profile, solved once, when the first
//! bot needs it, away from the tables' threads.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use cards::{Card, Counts};
use odds::main_wager::{self, Asked, Question, Solution, SplitClass};
use rules::{Action, Actions, Origin, Rules, Spot};
use table::{Ask, HandView, TableId, View};

use crate::floor::Floor;

/// The strategies, by the profile's hash.
#[derive(Default)]
pub(super) struct Strategies(Mutex<BTreeMap<String, Known>>);

/// What is known of a profile.
#[derive(Clone)]
struct Known {
    rules: Rules,
    /// Nothing while it is being solved, or where it cannot be.
    solution: Option<Arc<Solution>>,
}

impl Strategies {
    fn known(&self) -> std::sync::MutexGuard<'_, BTreeMap<String, Known>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The rules of a table.
    pub(super) async fn rules(self: &Arc<Self>, floor: &Floor, table: TableId) -> Option<Rules> {
        self.of(floor, table).await.map(|known| known.rules)
    }

    /// The action for the hand that is asked: the solved one, or, as long as the
    /// solution is not there, the dealer's own.
    pub(super) async fn play(
        self: &Arc<Self>,
        floor: &Floor,
        table: TableId,
        view: &View,
    ) -> Option<Action> {
        let Some(Ask::Action { seat, hand, legal }) = &view.ask else { return None };
        let seat = view.felt.seats.iter().find(|cards| cards.seat == *seat)?;
        let asked = seat.hands.get(usize::from(*hand).checked_sub(1)?)?;
        let up = view.felt.dealer.first()?.0;
        let legal = legal.iter().fold(Actions::NONE, |all, offer| all.with(offer.action.0));
        let known = self.of(floor, table).await?;
        let solved = known.solution.and_then(|solution| {
            let cards: Vec<Card> = asked.cards.iter().map(|name| name.0).collect();
            let origin = origin(seat.hands.len(), &cards);
            solution.play(&Asked { cards: &cards, up, origin, doubles: asked.doubles, legal })
        });
        Some(solved.unwrap_or_else(|| like_the_dealer(asked, legal)))
    }

    async fn of(self: &Arc<Self>, floor: &Floor, table: TableId) -> Option<Known> {
        let (posted, _, profile) = floor.profile(table).await.ok()??;
        if let Some(known) = self.known().get(&posted.profile) {
            return Some(known.clone());
        }
        let known = Known { rules: profile.rules, solution: None };
        self.known().insert(posted.profile.clone(), known.clone());
        let strategies = Arc::clone(self);
        tokio::task::spawn_blocking(move || {
            let solution = solve(&profile.rules);
            if let Some(known) = strategies.known().get_mut(&posted.profile) {
                known.solution = solution;
            }
        });
        Some(known)
    }
}

/// The best strategy for the smallest bet, which is what bots bet.
fn solve(rules: &Rules) -> Option<Arc<Solution>> {
    let bet = rules.wager(Spot::Main)?.least;
    let counts = Counts::of(rules.deck, rules.decks);
    let table = Arc::new(main_wager::Table::new(&counts, rules.soft_17));
    let question = Question { rules: *rules, bet: Some(bet), class: SplitClass::Cdp };
    match Solution::of(&table, question) {
        Ok(solution) => Some(Arc::new(solution)),
        Err(error) => {
            tracing::warn!(%error, "bots play without a strategy");
            None
        }
    }
}

/// How a hand came to be, from how many hands its seat has.
fn origin(hands: usize, cards: &[Card]) -> Origin {
    match cards.first() {
        _ if hands == 1 => Origin::Dealt,
        Some(first) if first.is_ace() => Origin::SplitAces,
        _ => Origin::Split,
    }
}

/// Hits below seventeen, if it may.
fn like_the_dealer(hand: &HandView, legal: Actions) -> Action {
    if hand.total < 17 && legal.has(Action::Hit) { Action::Hit } else { Action::Stand }
}
