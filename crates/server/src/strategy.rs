//! What the mathematics says about a table's game: how bots play it, and what every
//! wager is worth. Solved once for a profile, when it is first needed, away from the
//! threads that serve.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use cards::{Card, Counts};
use odds::main_wager::{self, Asked, Question, Solution, SplitClass};
use odds::{ProgressiveWager, SideWager};
use rules::{Action, Actions, Origin, Profile, Rules, Spot};
use serde::Serialize;
use table::{Ask, HandView, TableId, View};
use tokio::sync::OnceCell;

use crate::floor::{CommandRefused, Floor};

/// The strategies, by the profile's hash.
#[derive(Clone, Default)]
pub(crate) struct Strategies(Arc<Mutex<BTreeMap<String, Known>>>);

/// What is known of a profile.
#[derive(Clone)]
struct Known {
    profile: Arc<Profile>,
    /// Nothing inside where the analysis does not model the rules.
    solution: Arc<OnceCell<Option<Arc<Solution>>>>,
}

/// What the house keeps of a wager, on average.
#[derive(Clone, Debug, PartialEq, Serialize, utoipa::ToSchema)]
pub(crate) struct Edge {
    /// The spot.
    spot: Spot,
    /// The house edge as a part of the stake: 0.01 is one per cent. The main wager is
    /// played by its best strategy at the smallest bet, its special bonus counted, and envy at a
    /// full table; every wager is from a fresh shoe; a progressive wager is alone at its meter.
    /// Below zero it favours the player.
    edge: f64,
    /// The meter of a progressive wager, in cents, as the figure takes it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    meter: Option<u64>,
}

impl Strategies {
    /// The rules of a table.
    pub(crate) async fn rules(&self, floor: &Floor, table: TableId) -> Option<Rules> {
        self.of(floor, table).await.ok().flatten().map(|known| known.profile.rules)
    }

    /// The action for the hand that is asked: the solved one, or, as long as the
    /// solution is not there, the dealer's own.
    pub(crate) async fn play(&self, floor: &Floor, table: TableId, view: &View) -> Option<Action> {
        let Some(Ask::Action { seat, hand, legal, .. }) = &view.ask else { return None };
        let seat = view.felt.seats.iter().find(|cards| cards.seat == *seat)?;
        let asked = seat.hands.get(usize::from(*hand).checked_sub(1)?)?;
        let up = *view.felt.dealer.first()?;
        let legal = legal.iter().fold(Actions::NONE, |all, offer| all.with(offer.action));
        let known = self.of(floor, table).await.ok()??;
        let Some(solved) = known.solution.get() else {
            // Nobody waits for it at a table; the next hand may have it.
            tokio::spawn(async move { known.solved().await });
            return Some(like_the_dealer(asked, legal));
        };
        let action = solved.as_ref().and_then(|solution| {
            let cards = &asked.cards[..];
            let origin = origin(seat.hands.len(), cards);
            solution.play(&Asked { cards, up, origin, doubles: asked.doubles, legal })
        });
        Some(action.unwrap_or_else(|| like_the_dealer(asked, legal)))
    }

    /// The house edge of every wager a table offers and the analysis knows; nothing
    /// where there is no such table.
    ///
    /// # Errors
    /// If the store cannot be read.
    pub(crate) async fn edges(
        &self,
        floor: &Floor,
        table: TableId,
    ) -> Result<Option<Vec<Edge>>, CommandRefused> {
        let Some(known) = self.of(floor, table).await? else { return Ok(None) };
        let Some(view) = floor.view(table, table::Actor::HOUSE) else { return Ok(None) };
        let solution = known.solved().await;
        let main = solution.map(|solution| Edge {
            spot: Spot::Main,
            edge: -solution.at_full_table(),
            meter: None,
        });
        let profile = Arc::clone(&known.profile);
        let spots = view.posted.spots;
        let link = view.posted.link.and_then(|at| floor.link_view(at.link, table::Actor::HOUSE));
        let jackpots = link.map_or_else(Vec::new, |link| link.jackpots);
        let meters = jackpots.iter().filter(|it| !it.retired).map(|it| (it.spot, it.cents));
        let meters: Meters = meters.collect();
        let side = tokio::task::spawn_blocking(move || side_edges(&profile, &spots, &meters)).await;
        Ok(Some(main.into_iter().chain(side.unwrap_or_default()).collect()))
    }

    async fn of(&self, floor: &Floor, table: TableId) -> Result<Option<Known>, CommandRefused> {
        let Some((posted, _, profile)) = floor.profile(table).await? else { return Ok(None) };
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let known = all
            .entry(posted.profile)
            .or_insert_with(|| Known { profile: Arc::new(profile), solution: Arc::default() });
        Ok(Some(known.clone()))
    }
}

impl Known {
    /// The solution, once it is there.
    async fn solved(&self) -> Option<Arc<Solution>> {
        let rules = self.profile.rules;
        let solving = || async move {
            let solved = tokio::task::spawn_blocking(move || solve(&rules)).await;
            solved.unwrap_or_default()
        };
        self.solution.get_or_init(solving).await.clone()
    }
}

/// The main wager at the smallest bet, which is what bots bet.
pub(crate) fn question(rules: &Rules) -> Option<Question> {
    let bet = rules.wager(Spot::Main)?.least;
    Some(Question { rules: *rules, bet: Some(bet), class: SplitClass::Pair })
}

fn solve(rules: &Rules) -> Option<Arc<Solution>> {
    let counts = Counts::of(rules.deck, rules.decks);
    let table = Arc::new(main_wager::Table::new(&counts, rules.soft_17));
    match Solution::of(&table, question(rules)?) {
        Ok(solution) => Some(Arc::new(solution)),
        Err(error) => {
            tracing::warn!(%error, "there is no strategy for these rules");
            None
        }
    }
}

/// What the meters show, in cents, by sensor.
type Meters = BTreeMap<Spot, i64>;

fn side_edges(profile: &Profile, spots: &[Spot], meters: &Meters) -> Vec<Edge> {
    let edge = |&spot: &Spot| {
        if spot.is_progressive() {
            return progressive_edge(profile, spot, *meters.get(&spot)?);
        }
        Some(Edge { spot, edge: side_edge(profile, spot)?, meter: None })
    };
    spots.iter().filter_map(edge).collect()
}

/// What the house keeps of a wager that has a pay table.
pub(crate) fn side_edge(profile: &Profile, spot: Spot) -> Option<f64> {
    Some(side_wager(profile, spot)?.house_edge().to_f64())
}

pub(crate) fn side_wager(profile: &Profile, spot: Spot) -> Option<SideWager> {
    let Rules { deck, decks, .. } = profile.rules;
    let (table, name) = (profile.rules.table(spot)?, profile.paytable(spot)?);
    SideWager::with_cards(spot, name, table, &Counts::of(deck, decks), deck)
}

/// What the house and the meter keep of a progressive wager with its meter as it is.
fn progressive_edge(profile: &Profile, spot: Spot, cents: i64) -> Option<Edge> {
    let meter = u64::try_from(cents).ok()?;
    let unit = profile.rules.wager(spot)?.least;
    let wager = ProgressiveWager::of(side_wager(profile, spot)?, unit);
    let edge = 1.0 - wager.return_at(meter).to_f64();
    Some(Edge { spot, edge, meter: Some(meter) })
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
