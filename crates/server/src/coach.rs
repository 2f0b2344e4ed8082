//! The coach at tables of play money: what every answer is worth, and what the last ones cost.
//! What it needs is solved away from the threads that serve, one question at a time.

use std::collections::{BTreeMap, VecDeque};
use std::sync::{Arc, Mutex, PoisonError};

use ::coach::{Advice, Answer, Asked, Decision, May, NoAdvice, Place, Solutions, question};
use axum::http::StatusCode;
use cards::{Card, ChaChaWords};
use odds::main_wager::Question;
use rules::{Action, Money, Rules, Spot, Word as _};
use serde::Serialize;
use table::{AccountId, Dealing, Posted, Staffing, TableId, View};
use tokio::sync::{Mutex as Queue, Semaphore};

use crate::chart::{ChartPlace, StrategyChart};
use crate::code::Code;
use crate::error::ApiError;
use crate::floor::{Decided, Floor};
use crate::token::entropy;

/// So many bets' strategies are kept; who bets otherwise waits until his is solved.
const KEPT: usize = 48;
/// So many charts.
const CHARTS: usize = 16;
/// So many may wait for something to be solved; whoever comes then comes again.
const WAITING: usize = 256;

/// In what the worths are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Unit {
    /// The main wager before the deal.
    Wager,
}

/// What the coach says to the caller at a table.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
pub(crate) struct Coaching {
    /// The version of the table it speaks of.
    version: u64,
    /// The unit of every worth and cost.
    unit: Unit,
    /// What each action on the hand that is asked is worth after the peek, followed by the best
    /// play; empty where no action is asked of the caller. It is the figure of `bahama hand`.
    actions: BTreeMap<Action, f64>,
    /// The best of them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    best: Option<Action>,
    /// What insurance is worth, where that is asked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    insurance: Option<InsuranceWorth>,
    /// The hand that is asked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    hand: Option<AskedHand>,
    /// The caller's last decision in the round on the felt.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    last: Option<JudgedDecision>,
}

/// A hand that is asked, with all that its worths depend on.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
pub(crate) struct AskedHand {
    /// The seat, from 1.
    seat: u8,
    /// The hand, from 1.
    hand: u8,
    /// Its cards.
    cards: Vec<Card>,
    /// The dealer's up-card.
    up: Card,
    /// How often it was doubled.
    doubles: u8,
    /// Whether it comes from a split.
    from_split: bool,
    /// How many hands the seat has.
    hands: u8,
    /// The main wager before the deal, in cents.
    bet: u32,
    /// Where it stands in the chart.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    cell: Option<ChartPlace>,
}

/// What insurance is worth to who holds these cards.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, utoipa::ToSchema)]
pub(crate) struct InsuranceWorth {
    /// The most that can be insured, in cents.
    most: u32,
    /// What that is worth, in wagers; any part of it is worth its part.
    worth: f64,
    /// Whether to take it.
    take: bool,
}

/// A decision and what it cost.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
pub(crate) struct JudgedDecision {
    /// The version of the entry that holds it.
    version: u64,
    /// The hand that was asked.
    hand: AskedHand,
    /// What each action was worth, in wagers; empty for insurance.
    actions: BTreeMap<Action, f64>,
    /// The best of them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    best: Option<Action>,
    /// What insurance was worth, where that was asked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    insurance: Option<InsuranceWorth>,
    /// The action, where one was asked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    made: Option<Action>,
    /// What was insured, in cents, where that was asked; zero is no.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    insured: Option<i64>,
    /// What it cost against the best answer, in wagers; zero where it was as good.
    cost: f64,
    /// The same in cents of this bet, rounded.
    cost_cents: i64,
}

impl From<&Asked> for AskedHand {
    fn from(asked: &Asked) -> AskedHand {
        AskedHand {
            seat: asked.seat,
            hand: asked.hand,
            cards: asked.cards.clone(),
            up: asked.up,
            doubles: asked.doubles,
            from_split: asked.is_from_split(),
            hands: asked.hands,
            bet: asked.bet,
            cell: asked.place().map(ChartPlace::from),
        }
    }
}

/// What an advice says of actions and of insurance.
pub(crate) type Worths = (BTreeMap<Action, f64>, Option<Action>, Option<InsuranceWorth>);

pub(crate) fn worths(advice: &Advice) -> Worths {
    let act = |&(answer, worth): &(Answer, f64)| match answer {
        Answer::Act(action) => Some((action, worth)),
        Answer::Insure(_) => None,
    };
    let best = match advice.best {
        Answer::Act(action) => Some(action),
        Answer::Insure(_) => None,
    };
    let insurance = match (&advice.asked.may, advice.best) {
        (May::Insure { most }, Answer::Insure(best)) => {
            let worth = advice.worth(Answer::Insure(Money::cents((*most).into())));
            let (most, take) = (*most, best > Money::ZERO);
            Some(InsuranceWorth { most, worth: worth.unwrap_or_default(), take })
        }
        _ => None,
    };
    (advice.worths.iter().filter_map(act).collect(), best, insurance)
}

impl JudgedDecision {
    fn of(decision: &Decision, advice: &Advice) -> Option<JudgedDecision> {
        let cost = advice.cost(decision.made)?;
        let (actions, best, insurance) = worths(advice);
        let (made, insured) = match decision.made {
            Answer::Act(action) => (Some(action), None),
            Answer::Insure(amount) => (None, Some(amount.in_cents())),
        };
        Some(JudgedDecision {
            version: decision.version,
            hand: AskedHand::from(&decision.asked),
            actions,
            best,
            insurance,
            made,
            insured,
            cost,
            cost_cents: (cost * f64::from(decision.asked.bet)).round() as i64,
        })
    }
}

/// Whether the coach may speak at a table: where nobody plays for more than play money, and no
/// staff deals.
pub(crate) fn speaks_at(posted: &Posted) -> bool {
    posted.staffing == Staffing::Unattended && posted.dealing != Dealing::Live
}

/// Refuses the coach where he may not speak.
///
/// # Errors
/// If it is such a table.
pub(crate) fn check(posted: &Posted) -> Result<(), ApiError> {
    if speaks_at(posted) {
        return Ok(());
    }
    let message = "there is no coach at a table with staff: he is for practice and play money";
    Err(ApiError::new(StatusCode::FORBIDDEN, Code::CoachAttended, message))
}

/// The coach of a server.
#[derive(Clone)]
pub(crate) struct Coach(Arc<Parts>);

struct Parts {
    solutions: Solutions,
    charts: Mutex<VecDeque<(Question, Arc<StrategyChart>)>>,
    /// One question is solved at a time: solving takes all cores.
    alone: Queue<()>,
    waiting: Semaphore,
}

impl Default for Coach {
    fn default() -> Coach {
        Coach(Arc::new(Parts {
            solutions: Solutions::new(KEPT),
            charts: Mutex::default(),
            alone: Queue::default(),
            waiting: Semaphore::new(WAITING),
        }))
    }
}

impl Coach {
    /// What there is to say to the viewer of a table, to the hand he names if he names one.
    ///
    /// # Errors
    /// If the rules are not modelled, too many wait, or the record cannot be read.
    pub(crate) async fn says(
        &self,
        floor: &Floor,
        view: &View,
        rules: Rules,
        named: impl Fn(&Asked) -> bool,
    ) -> Result<Coaching, ApiError> {
        self.prepare(floor, view, rules);
        let chips = Money::cents(view.you.chips);
        let asked = Asked::of(view, &view.you.seats, &rules, chips).filter(|asked| named(asked));
        let advice = match asked {
            Some(asked) => self.advice(asked, rules).await?,
            None => None,
        };
        let decided = floor.decided_now(view, rules).await?;
        let last = match decided.decisions.last() {
            Some(decision) => self.judge(decision, rules).await?,
            None => None,
        };
        let (actions, best, insurance) = advice.as_ref().map(worths).unwrap_or_default();
        Ok(Coaching {
            version: view.version,
            unit: Unit::Wager,
            actions,
            best,
            insurance,
            hand: advice.as_ref().map(|advice| AskedHand::from(&advice.asked)),
            last,
        })
    }

    /// Every decision of a round, judged.
    ///
    /// # Errors
    /// If the rules are not modelled, or too many wait.
    pub(crate) async fn judges(&self, decided: &Decided) -> Result<Vec<JudgedDecision>, ApiError> {
        let mut judged = Vec::new();
        for decision in &decided.decisions {
            judged.extend(self.judge(decision, decided.rules).await?);
        }
        Ok(judged)
    }

    /// What the decisions of a round gave away, in cents of their bets, by their places in the chart.
    ///
    /// # Errors
    /// If the rules are not modelled, or too many wait.
    pub(crate) async fn lost(&self, decided: &Decided) -> Result<Vec<(Place, f64)>, ApiError> {
        let mut lost = Vec::new();
        for decision in &decided.decisions {
            let Some(place) = decision.asked.place() else { continue };
            let advice = self.advice(decision.asked.clone(), decided.rules).await?;
            let cost = advice.and_then(|advice| advice.cost(decision.made)).unwrap_or_default();
            lost.extend((cost > 0.0).then(|| (place, cost * f64::from(decision.asked.bet))));
        }
        Ok(lost)
    }

    /// Hands that stand in these places, one for each where there is something to choose, up to so
    /// many; with what their answers are worth at this bet.
    ///
    /// # Errors
    /// If the rules are not modelled, or too many wait.
    pub(crate) async fn hands(
        &self,
        rules: Rules,
        bet: u32,
        places: Vec<Place>,
        most: usize,
    ) -> Result<Vec<Advice>, ApiError> {
        self.solve(question(&rules, bet), || true).await?;
        let seed = entropy().map_err(|none| ApiError::inside(&none))?;
        let parts = Arc::clone(&self.0);
        let found = blocking(move || {
            let mut words = ChaChaWords::new(seed, 0);
            let asked = places.into_iter().filter_map(|place| {
                let (cards, up) = place.hand(rules.deck, &mut words)?;
                Some(place.asked(cards, up, bet, Action::ALL.to_vec()))
            });
            let told = asked.map(|asked| Advice::on(asked, &rules, &parts.solutions));
            let told = told.filter(|it| !matches!(it, Err(NoAdvice::NoChoice(_))));
            told.take(most).collect::<Result<Vec<_>, _>>()
        });
        found.await?.map_err(|none| match none {
            NoAdvice::NotModelled(why) => not_modelled(&why),
            none => ApiError::inside(&none),
        })
    }

    async fn judge(
        &self,
        decision: &Decision,
        rules: Rules,
    ) -> Result<Option<JudgedDecision>, ApiError> {
        let advice = self.advice(decision.asked.clone(), rules).await?;
        Ok(advice.and_then(|advice| JudgedDecision::of(decision, &advice)))
    }

    /// What the answers to a question are worth; nothing where the hand has no choice.
    async fn advice(&self, asked: Asked, rules: Rules) -> Result<Option<Advice>, ApiError> {
        if let May::Act(_) = asked.may {
            self.solve(question(&rules, asked.bet), || true).await?;
        }
        let parts = Arc::clone(&self.0);
        let advice = blocking(move || Advice::on(asked, &rules, &parts.solutions)).await?;
        match advice {
            Ok(advice) => Ok(Some(advice)),
            Err(NoAdvice::NotModelled(why)) => Err(not_modelled(&why)),
            Err(NoAdvice::NothingAsked | NoAdvice::NoChoice(_)) => Ok(None),
        }
    }

    /// Solves the bets that lie for the viewer, so that they are there before the cards are.
    fn prepare(&self, floor: &Floor, view: &View, rules: Rules) {
        for bet in bets_of(view) {
            let asked = question(&rules, bet);
            if self.0.solutions.known(&asked).is_some() {
                continue;
            }
            let (coach, floor) = (self.clone(), floor.clone());
            let (table, account) = (view.table, view.you.account);
            tokio::spawn(async move {
                // Bets grow chip by chip: what does not lie any more is not solved.
                let lies = move || lies(&floor, table, account, bet);
                let _ = coach.solve(asked, lies).await;
            });
        }
    }

    /// Solves a question away from the threads that serve, if it is still wanted when its turn
    /// comes.
    async fn solve(
        &self,
        asked: Question,
        wanted: impl Fn() -> bool + Send,
    ) -> Result<(), ApiError> {
        if self.0.solutions.known(&asked).is_some() {
            return Ok(());
        }
        let _waits = self.0.waiting.try_acquire().map_err(|_| ApiError::rate())?;
        let _alone = self.0.alone.lock().await;
        if self.0.solutions.known(&asked).is_some() || !wanted() {
            return Ok(());
        }
        let parts = Arc::clone(&self.0);
        // What could not be solved is known, too.
        blocking(move || parts.solutions.solved(&asked).map(drop)).await?.ok();
        Ok(())
    }

    /// The chart for the viewer's bet, or for the smallest one.
    ///
    /// # Errors
    /// If the rules are not modelled, or too many wait.
    pub(crate) async fn chart(
        &self,
        view: &View,
        rules: Rules,
    ) -> Result<Arc<StrategyChart>, ApiError> {
        let bet = bet_of(view, &rules);
        let asked = question(&rules, bet);
        if let Some(chart) = self.known_chart(&asked) {
            return Ok(chart);
        }
        let _waits = self.0.waiting.try_acquire().map_err(|_| ApiError::rate())?;
        let _alone = self.0.alone.lock().await;
        if let Some(chart) = self.known_chart(&asked) {
            return Ok(chart);
        }
        let parts = Arc::clone(&self.0);
        let chart = blocking(move || StrategyChart::of(&parts.solutions, asked, bet)).await?;
        let chart = Arc::new(chart.map_err(|why| not_modelled(&why))?);
        let mut charts = self.0.charts.lock().unwrap_or_else(PoisonError::into_inner);
        charts.push_back((asked, Arc::clone(&chart)));
        if charts.len() > CHARTS {
            charts.pop_front();
        }
        Ok(chart)
    }

    fn known_chart(&self, asked: &Question) -> Option<Arc<StrategyChart>> {
        let charts = self.0.charts.lock().unwrap_or_else(PoisonError::into_inner);
        charts.iter().find(|(question, _)| question == asked).map(|(_, chart)| Arc::clone(chart))
    }
}

/// Does something long on a thread that serves nobody.
async fn blocking<T: Send + 'static>(
    work: impl FnOnce() -> T + Send + 'static,
) -> Result<T, ApiError> {
    tokio::task::spawn_blocking(work).await.map_err(|error| ApiError::inside(&error))
}

fn not_modelled(why: &odds::main_wager::NotModelled) -> ApiError {
    let message = format!("the coach cannot help at this table: {why}");
    ApiError::new(StatusCode::CONFLICT, Code::CoachUnsolved, message)
}

/// The main wager that lies for the viewer, or the smallest one.
pub(crate) fn bet_of(view: &View, rules: &Rules) -> u32 {
    let least = rules.wager(Spot::Main).map_or(100, |wager| wager.least);
    bets_of(view).next().unwrap_or(least)
}

/// The main wagers of the viewer, those in play first, then those that lie for the next round.
fn bets_of(view: &View) -> impl Iterator<Item = u32> {
    let in_play = view.felt.seats.iter().filter(|_| !view.felt.over);
    let in_play = in_play.map(|at| (at.seat, &at.bets));
    let lying = view.seats.iter().map(|at| (at.seat, &at.bets));
    let own = in_play.chain(lying).filter(|(seat, _)| view.you.seats.contains(seat));
    own.flat_map(|(_, bets)| bets).filter(|stake| stake.spot == Spot::Main).map(|it| it.cents)
}

/// Whether a player still has such a bet on the table.
fn lies(floor: &Floor, table: TableId, account: AccountId, bet: u32) -> bool {
    let viewer = table::Actor { account, role: table::Role::Player };
    floor.view(table, viewer).is_some_and(|view| bets_of(&view).any(|it| it == bet))
}
