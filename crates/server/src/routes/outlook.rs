//! What parameters of a jackpot come to, by the exact mathematics: for whoever is about to change
//! them (O-07). `bahama meter` says the same with more of it.

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use odds::meter::{Plan, Report, rational_f64};
use odds::{Fraction, ProgressiveWager};
use rules::{Profile, Spot, Word as _};
use serde::{Deserialize, Serialize};
use table::JackpotView;

use super::links::{read_link, staff_only, unknown_link};
use super::read::{self, Asked, At};
use crate::app::App;
use crate::error::{ApiError, ErrorBody};
use crate::session::Signed;
use crate::strategy::side_wager;

/// The pace for which growth is told, where nobody says another: that of `bahama meter`.
const SEATS: u8 = 5;
const ROUNDS_PER_HOUR: u32 = 60;
const HOURS_PER_DAY: u32 = 16;

/// Parameters that somebody thinks of.
#[derive(Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct Thought {
    /// The jackpot.
    #[param(value_type = Spot)]
    spot: String,
    /// The seed, in cents.
    #[param(value_type = u32)]
    seed: String,
    /// The meter's share of a wager, in hundredths of a percent.
    #[param(value_type = u32)]
    contribution: String,
    /// The reserve's share, in hundredths of a percent.
    #[param(value_type = u32)]
    reserve: String,
}

/// What parameters come to.
#[derive(Serialize, utoipa::ToSchema)]
pub(crate) struct Outlook {
    /// What the house keeps of a wager in the long run, the seeds it pays counted in, as a part of
    /// the wager.
    edge: f64,
    /// What the seeds cost of a wager, as a part of it.
    seed_cost: f64,
    /// What the meter gains a day from its seed while it is not hit, in cents, at this pace.
    growth: f64,
    /// The expected amount of a whole award, in cents.
    at_hit: f64,
    /// What a meter is expected to start from after one, in cents.
    restart: f64,
    /// The tables of the pace.
    tables: u32,
    /// Wagers in a round.
    seats: u8,
    /// Rounds an hour at each table.
    rounds_per_hour: u32,
    /// Hours a day.
    hours_per_day: u32,
}

/// What seed and rates would come to for a jackpot: what the house keeps, and how the meter grows;
/// for staff.
#[utoipa::path(get, path = "/api/links/{link}/outlook", tag = "links",
    params(("link" = u32, Path, description = "The link"), Thought), responses(
    (status = 200, description = "What they come to", body = Outlook),
    (status = 400, description = "Not readable", body = ErrorBody),
    (status = 403, description = "Not staff", body = ErrorBody),
    (status = 404, description = "No such link or jackpot, or no table plays for it", body = ErrorBody),
    (status = 409, description = "Meter and reserve take more than the wager", body = ErrorBody),
))]
pub(crate) async fn outlook(
    State(app): State<App>,
    Signed(session, _): Signed,
    At(link): At<String>,
    Asked(thought): Asked<Thought>,
) -> Result<Json<Outlook>, ApiError> {
    staff_only(session.role)?;
    let view = app.floor.link_view(read_link(&link)?, session.actor()).ok_or_else(unknown_link)?;
    let (seed, contribution, reserve): (u32, u32, u32) = (
        read::number("a seed", &thought.seed)?,
        read::number("a share", &thought.contribution)?,
        read::number("a share", &thought.reserve)?,
    );
    if contribution.saturating_add(reserve) > 10_000 {
        let message = "meter and reserve together take more than the wager";
        return Err(ApiError::new(StatusCode::CONFLICT, table::Code::ParametersRates, message));
    }
    let spot = Spot::from_word(&thought.spot);
    let jackpot = view.jackpots.into_iter().find(|it| Some(it.spot) == spot);
    let jackpot = jackpot.ok_or_else(|| ApiError::not_found("jackpot"))?;
    let tables = u32::try_from(view.tables.len()).unwrap_or(u32::MAX).clamp(1, 1_000);
    for (table, _) in view.tables {
        let Some((_, _, profile)) = app.floor.profile(table).await? else { continue };
        if profile.paytable(jackpot.spot).is_none() {
            continue;
        }
        let share = |hundredths: u32| Fraction::new(hundredths.into(), 10_000);
        let plan = Plan {
            seed: seed.into(),
            contribution: share(contribution),
            reserve: share(reserve),
            policy: jackpot.policy,
            from_meter: jackpot.from_meter,
            tables,
            seats: SEATS,
            rounds_per_hour: ROUNDS_PER_HOUR,
            hours_per_day: HOURS_PER_DAY,
        };
        let worked_out =
            tokio::task::spawn_blocking(move || Outlook::of(&profile, &jackpot, &plan)).await;
        let worked_out = worked_out.map_err(|error| ApiError::inside(&error))?;
        return worked_out.map(Json).ok_or_else(|| ApiError::not_found("jackpot"));
    }
    Err(ApiError::not_found("table on this link"))
}

impl Outlook {
    fn of(profile: &Profile, jackpot: &JackpotView, plan: &Plan) -> Option<Outlook> {
        let wager = ProgressiveWager::of(side_wager(profile, jackpot.spot)?, jackpot.unit);
        let table = profile.rules.table(jackpot.spot)?;
        let counts = cards::Counts::of(profile.rules.deck, profile.rules.decks);
        let report = Report::of(&wager, table, &counts, plan);
        Some(Outlook {
            edge: rational_f64(&report.house_edge),
            seed_cost: rational_f64(&report.seed_cost),
            growth: report.growth_per_day.to_f64(),
            at_hit: report.meter_at_hit.to_f64(),
            restart: report.restart.to_f64(),
            tables: plan.tables,
            seats: plan.seats,
            rounds_per_hour: plan.rounds_per_hour,
            hours_per_day: plan.hours_per_day,
        })
    }
}
