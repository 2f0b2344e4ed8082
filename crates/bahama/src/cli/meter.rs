//! `bahama meter`: the progressive's mathematics for a chosen set-up (O-07).

use std::fmt::Write as _;
use std::io::Write;

use clap::{Args, ValueEnum};
use odds::meter::{Plan, Report, rational_f64};
use odds::{Analysis, Fraction, ProgressiveWager};
use progressive::{Advice, Setup};
use rules::settings::{FromMeter, Policy};
use rules::{Game, Money, Pay, PayTable, Percent, Preset};
use serde_json::{Value, json};

use super::{Failed, GameArgs};
use crate::library::Library;
use crate::provenance::Provenance;
use crate::text::table;

pub(crate) const EXAMPLES: &str = "\
Examples:
  bahama meter bahama-bonus
  bahama meter wsgc-bahama-bonus --paytable progressive=3 --seed '$25,000' --contribution 10%
  bahama meter wsgc-bahama-bonus --from-meter all --contribution 70% --tables 4 --seats 6

Without options the game file's presets are used. Probabilities are exact; times assume that
rounds follow each other evenly.";

#[derive(Args)]
pub(crate) struct MeterArgs {
    #[command(flatten)]
    game: GameArgs,
    /// What the meter starts with.
    #[arg(long, value_name = "AMOUNT")]
    seed: Option<Money>,
    /// The share of a wager that goes to the meter, such as 12.5%.
    #[arg(long, value_name = "PERCENT")]
    contribution: Option<Percent>,
    /// The share of a wager that goes to the reserve.
    #[arg(long, value_name = "PERCENT")]
    reserve: Option<Percent>,
    /// The wager on one sensor.
    #[arg(long, value_name = "AMOUNT")]
    unit: Option<Money>,
    /// How several winners of the whole meter are paid.
    #[arg(long, value_enum)]
    policy: Option<PolicyArg>,
    /// Which pays leave the meter.
    #[arg(long, value_enum)]
    from_meter: Option<FromMeterArg>,
    /// Tables on the meter.
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=1000))]
    tables: u32,
    /// Seats with a progressive wager at each table.
    #[arg(long, default_value_t = 5, value_parser = clap::value_parser!(u8).range(1..=7))]
    seats: u8,
    /// Rounds an hour at each table.
    #[arg(long, default_value_t = 60, value_parser = clap::value_parser!(u32).range(1..=1000))]
    rounds_per_hour: u32,
    /// Hours of play a day.
    #[arg(long, default_value_t = 16, value_parser = clap::value_parser!(u32).range(1..=24))]
    hours_per_day: u32,
    /// One JSON document instead of text.
    #[arg(long)]
    json: bool,
}

#[derive(Clone, Copy, ValueEnum)]
enum PolicyArg {
    Share,
    InTurn,
}

#[derive(Clone, Copy, ValueEnum)]
enum FromMeterArg {
    PercentagesOnly,
    All,
}

/// One sensor with one pay table, worked out.
struct Sheet {
    wager: ProgressiveWager,
    setup: Setup,
    plan: Plan,
    report: Report,
    advice: Vec<Advice>,
}

pub(crate) fn run(library: &Library, args: &MeterArgs) -> Result<(), Failed> {
    let choice = args.game.choice();
    let (game, profile) = library.profile(&choice)?;
    let analysis = Analysis::of(&game, profile.rules.decks, &choice.paytables, &[])
        .map_err(|error| Failed::Usage(error.to_string()))?;
    if analysis.progressive.is_empty() {
        let with: Vec<&str> = library.ids().filter(|id| has_progressive(library, id)).collect();
        let message = format!("{} has no progressive; these have: {}", game.id, with.join(", "));
        return Err(Failed::Usage(message));
    }
    let mut sheets = Vec::new();
    for wager in analysis.progressive.clone() {
        sheets.extend(sheet(args, &game, &analysis, wager)?);
    }
    let provenance = Provenance::of(library, &choice, (&game, &profile), "meter-1");
    let mut out = anstream::stdout();
    if args.json {
        let meters: Vec<Value> = sheets.iter().map(sheet_json).collect();
        let document = json!({
            "game": game.id,
            "configuration": profile.configuration,
            "decks": profile.rules.decks,
            "profile": profile.hash,
            "meters": meters,
            "provenance": provenance.json(),
        });
        writeln!(out, "{document:#}")?;
    } else {
        writeln!(out, "{} ({} decks)", game.name, profile.rules.decks)?;
        for sheet in &sheets {
            write!(out, "\n{}", sheet_text(sheet))?;
        }
        write!(out, "{}", provenance.text())?;
    }
    Ok(())
}

fn has_progressive(library: &Library, id: &str) -> bool {
    let choice = crate::library::Choice { game: id.to_owned(), ..Default::default() };
    library.game(&choice).is_ok_and(|game| !game.presets.is_empty())
}

fn sheet(
    args: &MeterArgs,
    game: &Game,
    analysis: &Analysis,
    mut wager: ProgressiveWager,
) -> Result<Option<Sheet>, Failed> {
    let (spot, id) = (wager.side.spot, wager.side.paytable.clone());
    let named = game.tables_of(spot).iter().find(|named| named.id == id);
    let preset = game.presets.iter().find(|preset| preset.spot == spot && preset.paytable == id);
    let (Some(named), Some(preset)) = (named, preset) else { return Ok(None) };
    if let Some(unit) = args.unit {
        let cents = u32::try_from(unit.in_cents()).ok().filter(|&cents| cents > 0);
        wager.unit = cents
            .ok_or_else(|| Failed::Usage(format!("{unit} cannot be the wager on a sensor")))?;
    }
    let preset_setup = setup_of(preset);
    let setup = Setup {
        seed: args.seed.unwrap_or(preset_setup.seed),
        contribution: args.contribution.unwrap_or(preset_setup.contribution),
        reserve: args.reserve.unwrap_or(preset_setup.reserve),
        from_meter: match args.from_meter {
            None => preset_setup.from_meter,
            Some(FromMeterArg::All) => FromMeter::All,
            Some(FromMeterArg::PercentagesOnly) => FromMeter::PercentagesOnly,
        },
    };
    let given_away = setup.contribution.hundredths() + setup.reserve.hundredths();
    if given_away > Percent::WHOLE.hundredths() {
        return Err(Failed::Usage(
            "contribution and reserve are more than the wager together".to_owned(),
        ));
    }
    let plan = plan(args, game, &wager, &setup);
    let report = Report::of(&wager, &named.table, &analysis.counts, &plan);
    let advice = setup.advice(&preset_setup, largest_award(&named.table, wager.unit));
    Ok(Some(Sheet { wager, setup, plan, report, advice }))
}

fn setup_of(preset: &Preset) -> Setup {
    Setup {
        seed: Money::cents(preset.seed.into()),
        contribution: preset.contribution,
        reserve: preset.reserve,
        from_meter: preset.from_meter,
    }
}

fn plan(args: &MeterArgs, game: &Game, wager: &ProgressiveWager, setup: &Setup) -> Plan {
    let of_game = game.rules().wager(wager.side.spot).and_then(|wager| wager.policy);
    let share = |part: Percent| Fraction::new(part.hundredths().into(), 10_000);
    Plan {
        seed: setup.seed.in_cents().unsigned_abs(),
        contribution: share(setup.contribution),
        reserve: share(setup.reserve),
        policy: match args.policy {
            Some(PolicyArg::Share) => Policy::Share,
            Some(PolicyArg::InTurn) => Policy::InTurn,
            None => of_game.unwrap_or(Policy::InTurn),
        },
        from_meter: setup.from_meter,
        tables: args.tables,
        seats: args.seats,
        rounds_per_hour: args.rounds_per_hour,
        hours_per_day: args.hours_per_day,
    }
}

fn largest_award(table: &PayTable, unit: u32) -> Money {
    let fixed = table.lines().filter_map(|(_, pay)| match pay {
        Pay::For(odds) => Some(odds.pay_for(Money::cents(unit.into()))),
        _ => None,
    });
    fixed.max().unwrap_or(Money::ZERO)
}

fn cents(fraction: Fraction) -> Money {
    Money::cents(fraction.to_f64().round() as i64)
}

fn growth(report: &Report) -> String {
    let (growth, awards) = (cents(report.growth_per_day), cents(report.part_awards_per_day));
    format!("{growth} at the seed, {awards} of awards of a part counted")
}

fn sheet_text(sheet: &Sheet) -> String {
    let Sheet { wager, setup, plan, report, advice } = sheet;
    let of_wager = |value: f64| format!("{:.4} %", value * 100.0);
    let mut rows = vec![
        [
            "seed, contribution, reserve".to_owned(),
            format!("{}, {}, {}", setup.seed, setup.contribution, setup.reserve),
        ],
        [
            "unit, policy".to_owned(),
            format!(
                "{}, {}; from the meter: {}",
                Money::cents(wager.unit.into()),
                plan.policy,
                plan.from_meter
            ),
        ],
        [
            "play".to_owned(),
            format!(
                "{} table(s), {} seats, {} rounds an hour, {} hours a day",
                plan.tables, plan.seats, plan.rounds_per_hour, plan.hours_per_day
            ),
        ],
        ["house edge, reseeding counted".to_owned(), of_wager(rational_f64(&report.house_edge))],
        ["  fixed lines return".to_owned(), of_wager(wager.fixed_return.to_f64())],
        ["  reseeding costs".to_owned(), of_wager(rational_f64(&report.seed_cost))],
        ["expected meter at a hit".to_owned(), cents(report.meter_at_hit).to_string()],
        ["expected start after a hit".to_owned(), cents(report.restart).to_string()],
        ["growth a day".to_owned(), growth(report)],
        ["rounds between hits".to_owned(), format!("{:.0}", report.rounds_between_hits)],
    ];
    for (probability, days) in &report.days_to_hit {
        rows.push([
            format!("  hit within, with {:.0} %", probability * 100.0),
            format!("{days:.2} days"),
        ]);
    }
    rows.push([
        "several winners in one round".to_owned(),
        format!("1 in {:.0} rounds", 1.0 / report.several()),
    ]);
    if let Some(break_even) = wager.break_even_meter() {
        rows.push(["break-even meter".to_owned(), cents(break_even).to_string()]);
    }
    if let Some(dry) = report.dry {
        rows.push([
            "runs dry before the next hit, at most".to_owned(),
            format!("{:.3} %", dry * 100.0),
        ]);
    }
    let rows = rows.into_iter().map(Vec::from).collect();
    let mut text = format!(
        "{}, pay table {}\n{}\n",
        wager.side.spot.name(),
        wager.side.paytable,
        table(&["", ""], rows, &[])
    );
    if advice.is_empty() {
        text.push_str("  sheet 003's advice is followed\n");
    }
    for advice in advice {
        let kind = if advice.is_warning() { "against sheet 003's advice" } else { "note" };
        let _ = writeln!(text, "  {kind}: {advice}");
    }
    text
}

fn sheet_json(sheet: &Sheet) -> Value {
    let Sheet { wager, setup, plan, report, advice } = sheet;
    let winners: Vec<Value> = report
        .winners
        .iter()
        .enumerate()
        .map(|(count, law)| {
            json!({
                "winners": count, "probability": rational_f64(law), "exact": law.to_string(),
            })
        })
        .collect();
    let days = report.days_to_hit.iter();
    let days: Vec<Value> = days.map(|(p, days)| json!({"probability": p, "days": days})).collect();
    let advice: Vec<Value> = advice
        .iter()
        .map(|advice| json!({"warning": advice.is_warning(), "text": advice.to_string()}))
        .collect();
    json!({
        "spot": wager.side.spot.to_string(),
        "paytable": wager.side.paytable,
        "unit": wager.unit,
        "seed": setup.seed.in_cents(),
        "contribution": f64::from(setup.contribution.hundredths()) / 10_000.0,
        "reserve": f64::from(setup.reserve.hundredths()) / 10_000.0,
        "policy": plan.policy.to_string(),
        "from_meter": plan.from_meter.to_string(),
        "tables": plan.tables,
        "seats": plan.seats,
        "rounds_per_hour": plan.rounds_per_hour,
        "hours_per_day": plan.hours_per_day,
        "house_edge": rational_f64(&report.house_edge),
        "fixed_return": wager.fixed_return.to_f64(),
        "seed_cost": rational_f64(&report.seed_cost),
        "meter_at_hit": report.meter_at_hit.to_f64().round(),
        "restart": report.restart.to_f64().round(),
        "growth_per_day": report.growth_per_day.to_f64().round(),
        "part_awards_per_day": report.part_awards_per_day.to_f64().round(),
        "rounds_between_hits": report.rounds_between_hits,
        "days_to_hit": days,
        "winners_per_round": winners,
        "break_even_meter": wager.break_even_meter().map(|meter| meter.to_f64().round()),
        "dry_at_most": report.dry,
        "advice": advice,
    })
}
