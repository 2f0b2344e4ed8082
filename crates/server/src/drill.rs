//! Drills: hands to be decided, weak ones of one's own or a part of the chart, with what every answer
//! is worth. What is known of whom his page keeps; nothing of it stands in the record.

use std::collections::BTreeMap;

use ::coach::{Advice, Learned, Place, to_ask};
use cards::{ChaChaWords, shuffle};
use rules::{Action, Rules};
use serde::{Deserialize, Serialize};
use table::{Actor, View};

use crate::app::App;
use crate::chart::{ChartPart, ChartPlace, RowKind};
use crate::coach::{AskedHand, Unit, bet_of, speaks_at, worths};
use crate::code::Code;
use crate::error::ApiError;
use crate::floor::OwnRounds;
use crate::token::entropy;

/// So many hands are in one answer.
const HANDS: usize = 10;
/// So many of the last rounds are looked at for weak hands.
const ROUNDS: u32 = 60;
/// The milliseconds of a day.
const DAY: u64 = 86_400_000;

/// What somebody wants to drill.
#[derive(Clone, Debug, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct DrillAsked {
    /// A part of the chart; without it the hands that gave away most in one's last rounds at tables
    /// of this game.
    #[serde(default)]
    of: Option<DrillPart>,
    /// What is known of earlier drills, as it was told with each hand.
    #[serde(default)]
    known: Vec<DrillKnown>,
}

/// A part of the chart.
#[derive(Clone, Copy, Debug, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct DrillPart {
    /// The chart.
    part: ChartPart,
    /// Its rows of this kind.
    kind: RowKind,
}

/// How well a place of the chart is known.
#[derive(Clone, Copy, Debug, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct DrillKnown {
    /// The place.
    place: ChartPlace,
    /// How often in a row it was right.
    level: u8,
    /// The day on which it comes again, counted from 1970.
    due: u32,
}

/// A drill: what comes now, and how far one is.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
pub(crate) struct Drill {
    /// The day, counted from 1970.
    today: u32,
    /// The main wager for which the worths are, in cents.
    bet: u32,
    /// The unit of every worth.
    unit: Unit,
    /// How many places are drilled.
    places: u32,
    /// How many of them were right the last time they were asked.
    known: u32,
    /// The day on which the next one is due, where nothing is to be asked now.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    next: Option<u32>,
    /// The hands, in order.
    hands: Vec<DrillHand>,
}

/// A hand to be decided.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
pub(crate) struct DrillHand {
    /// The hand.
    hand: AskedHand,
    /// What each action is worth, followed by the best play. It is the figure of `bahama hand`.
    actions: BTreeMap<Action, f64>,
    /// The best of them.
    best: Action,
    /// What such hands gave away in one's last rounds, in cents.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    lost: Option<i64>,
    /// What is known of it after a right answer.
    right: DrillKnown,
    /// What is known of it after a wrong one.
    wrong: DrillKnown,
}

impl From<Learned> for DrillKnown {
    fn from(Learned { place, level, due }: Learned) -> DrillKnown {
        DrillKnown { place: place.into(), level, due }
    }
}

/// Places that are drilled, those that matter most first, and what they gave away.
type Wanted = Vec<(Place, Option<f64>)>;

impl Drill {
    /// What somebody is to decide now, at a table where the coach speaks.
    ///
    /// # Errors
    /// If what he keeps cannot be read, the rules are not modelled, or the record cannot be read.
    pub(crate) async fn of(
        app: &App,
        by: Actor,
        view: &View,
        rules: Rules,
        asked: &DrillAsked,
    ) -> Result<Drill, ApiError> {
        let known = asked.learned()?;
        let wanted = match asked.of {
            Some(of) => chosen(of, &rules)?,
            None => weak(app, by, view).await?,
        };
        let (today, bet) = (day(app), bet_of(view, &rules));
        let places: Vec<Place> = wanted.iter().map(|(place, _)| *place).collect();
        let asked = to_ask(&places, &known, today);
        let advices = app.coach.hands(rules, bet, asked, HANDS).await?;
        let hand = |advice: &Advice| DrillHand::of(advice, &wanted, &known, today);
        let hands: Vec<DrillHand> = advices.iter().filter_map(hand).collect();
        let drilled = known.iter().filter(|it| places.contains(&it.place));
        let next = drilled.clone().map(|it| it.due).min().filter(|_| hands.is_empty());
        let right = drilled.filter(|it| it.level > 0).count();
        let count = |many: usize| u32::try_from(many).unwrap_or(u32::MAX);
        let (places, known) = (count(places.len()), count(right));
        Ok(Drill { today, bet, unit: Unit::Wager, places, known, next, hands })
    }
}

impl DrillAsked {
    /// What is known, if it is of places that there are.
    fn learned(&self) -> Result<Vec<Learned>, ApiError> {
        let learned = |it: &DrillKnown| {
            let place = it.place.place()?;
            Some(Learned { place, level: it.level, due: it.due })
        };
        let all: Option<Vec<Learned>> = self.known.iter().map(learned).collect();
        all.ok_or_else(|| {
            let message = "no chart has such a place";
            ApiError::malformed(Code::RequestMalformed, message.to_owned())
        })
    }
}

impl DrillHand {
    /// A hand with its worths, and with what an answer makes of what is known.
    fn of(
        advice: &Advice,
        wanted: &[(Place, Option<f64>)],
        known: &[Learned],
        today: u32,
    ) -> Option<DrillHand> {
        let place = advice.asked.place()?;
        let before = known.iter().find(|it| it.place == place);
        let after = |right| Learned::answered(place, before, right, today).into();
        let (actions, best, _) = worths(advice);
        let lost = wanted.iter().find(|(it, _)| *it == place).and_then(|(_, lost)| *lost);
        Some(DrillHand {
            hand: AskedHand::from(&advice.asked),
            actions,
            best: best?,
            lost: lost.map(|cents| cents.round() as i64),
            right: after(true),
            wrong: after(false),
        })
    }
}

fn day(app: &App) -> u32 {
    u32::try_from(app.clock.now().0 / DAY).unwrap_or(u32::MAX)
}

/// The places of a part of the chart, in any order: neighbours are too much alike.
fn chosen(of: DrillPart, rules: &Rules) -> Result<Wanted, ApiError> {
    let mut places = of.part.places(of.kind, rules);
    let seed = entropy().map_err(|none| ApiError::inside(&none))?;
    shuffle(&mut places, &mut ChaChaWords::new(seed, 0));
    Ok(places.into_iter().map(|place| (place, None)).collect())
}

/// The places that gave away most in somebody's last rounds at tables of this game.
async fn weak(app: &App, by: Actor, view: &View) -> Result<Wanted, ApiError> {
    let rounds = app.floor.rounds_of(by.account, OwnRounds::default(), None, ROUNDS).await?;
    let mut lost: BTreeMap<Place, f64> = BTreeMap::new();
    for round in rounds.iter().filter(|round| !round.voided) {
        let at = app.floor.view(round.table, by).map(|at| at.posted);
        let is_one = at.is_some_and(|sign| sign.game == view.posted.game && speaks_at(&sign));
        if !is_one {
            continue;
        }
        let Some(decided) = app.floor.decided_in(round.table, by, round.round).await? else {
            continue;
        };
        for (place, cents) in app.coach.lost(&decided).await? {
            *lost.entry(place).or_default() += cents;
        }
    }
    let mut weak: Wanted = lost.into_iter().map(|(place, cents)| (place, Some(cents))).collect();
    weak.sort_by(|(_, one), (_, other)| {
        other.partial_cmp(one).unwrap_or(std::cmp::Ordering::Equal)
    });
    Ok(weak)
}
