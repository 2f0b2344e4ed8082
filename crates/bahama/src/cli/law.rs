//! `bahama law`: the exact law of a round and of many rounds.

use std::fmt::Write as _;
use std::io::Write;
use std::sync::Arc;

use cards::Counts;
use clap::Args;
use odds::main_wager::{Question, RoundLaw, SplitClass, Table};
use rules::{Game, Profile};
use serde_json::{Value, json};

use super::{BetArgs, Failed, GameArgs, ThreadArgs, warn_beyond};
use crate::library::Library;
use crate::provenance::Provenance;
use crate::simulate::{Skewness, SplitShape};
use crate::text::{grouped, paragraph, table};
use crate::wording::{ALL_IN_VARIANCE, bet_note};

pub(crate) const EXAMPLES: &str = "\
Examples:
  bahama law bahama-bonus
  bahama law wsgc-bahama-bonus --decks 8 --configuration s17
  bahama law players-edge-21 --bet 500 --rounds 1000 --rounds 100000
  bahama law bahama-bonus --json

Variance and standard deviation of a round are exact, splits, resplits, doubles, rescue, surrender
and bonuses included, on a fresh shoe. The law of results is exact for rounds without a split;
rounds with one have their probability, mean and variance, and a shape that is simulated and says so;
the skewness of a round takes its third moment from there. Results are in main wagers.";

#[derive(Args)]
pub(crate) struct LawArgs {
    #[command(flatten)]
    game: GameArgs,
    #[command(flatten)]
    bet: BetArgs,
    /// The play of the main wager: the best (optimal), the best chart (chart), the best chart by
    /// totals alone (totals), or a file that `bahama strategy --format json` wrote.
    #[arg(long, value_name = "optimal|chart|totals|FILE", default_value = "optimal")]
    strategy: String,
    /// Also tell where the result of so many rounds lies in 95 of 100 cases; may be given
    /// several times.
    #[arg(long, value_name = "N", value_parser = super::simulate::rounds)]
    rounds: Vec<u64>,
    #[command(flatten)]
    threads: ThreadArgs,
    /// One JSON document instead of text.
    #[arg(long, conflicts_with = "csv")]
    json: bool,
    /// One line per result as comma-separated values.
    #[arg(long)]
    csv: bool,
}

/// Rounds for which a band is told where none are asked for.
const ROUNDS: [u64; 4] = [100, 1_000, 10_000, 1_000_000];

struct Page {
    game: Game,
    profile: Profile,
    question: Question,
    strategy: String,
    law: RoundLaw,
    /// The shape of rounds with a split, where there are any.
    shape: Option<SplitShape>,
    skewness: Skewness,
    rounds: Vec<u64>,
    provenance: Provenance,
}

pub(crate) fn run(library: &Library, args: &LawArgs) -> Result<(), Failed> {
    args.threads.start()?;
    let choice = args.game.choice();
    let (game, profile) = library.profile(&choice)?;
    let question = args.bet.question(&profile.rules)?;
    has_law(&question)?;
    let strategy = super::strategy::read(&args.strategy)?;
    let counts = Counts::of(profile.rules.deck, profile.rules.decks);
    let shoe = Arc::new(Table::new(&counts, question.rules.soft_17));
    let (_, solution) = strategy.solve(&shoe, question, || {})?;
    let law = crate::law_cache::law(&solution, &strategy);
    let shape = law.split.map(|_| SplitShape::of(&solution));
    let mut provenance = Provenance::of(library, &choice, (&game, &profile), "law-1");
    if let Some(shape) = &shape {
        provenance = provenance.seeded(shape.seed);
    }
    let page = Page {
        skewness: Skewness::of(&law, shape.as_ref()),
        shape,
        law,
        strategy: strategy.sentence(&question, &[]),
        rounds: if args.rounds.is_empty() { ROUNDS.to_vec() } else { args.rounds.clone() },
        provenance: provenance.playing_by(&strategy, question.class),
        game,
        profile,
        question,
    };
    let mut out = anstream::stdout();
    if args.json {
        writeln!(out, "{:#}", document(&page))?;
    } else if args.csv {
        write!(out, "{}", lines(&page))?;
    } else {
        write!(out, "{}", text(&page))?;
    }
    warn_beyond(&page.game);
    Ok(())
}

/// A class that nobody can play has a value, but no rounds and so no law.
pub(crate) fn has_law(question: &Question) -> Result<(), Failed> {
    match question.class {
        SplitClass::Cdp => Err(Failed::Usage(
            "CDP is a figure for comparison that nobody can play: it has no law; choose cdz-, \
             cdp1 or pair"
                .to_owned(),
        )),
        _ => Ok(()),
    }
}

fn document(page: &Page) -> Value {
    let law = &page.law;
    let results: Vec<Value> = law
        .outcomes
        .results()
        .iter()
        .map(|&(net, probability)| json!({"net": net, "probability": probability}))
        .collect();
    let split = law.split;
    json!({
        "game": page.game.id,
        "configuration": page.profile.configuration,
        "decks": page.profile.rules.decks,
        "profile": page.profile.hash,
        "strategy_class": page.strategy,
        "bet": page.question.bet,
        "bet_note": bet_note(page.question.bet),
        "ev": law.ev,
        "variance": law.variance,
        "sd": law.sd(),
        "variance_method": "exact",
        "skewness": page.skewness.value,
        "skewness_se": page.skewness.se,
        "skewness_method": page.skewness.method,
        "average_wager": law.outcomes.average_wager,
        "with_special_bonus": page.question.bet.map(|_| json!({
            "ev": law.ev + law.prize,
            "variance": law.variance_with_prize,
            "variance_note": ALL_IN_VARIANCE,
        })),
        "without_split": {
            "probability": 1.0 - law.outcomes.split,
            "variance": law.outcomes.variance_without_split(),
            "skewness": law.outcomes.skewness_without_split(),
            "results": results,
        },
        "split": {
            "probability": law.outcomes.split,
            "ev": split.map(|split| split.ev),
            "variance": split.map(|split| split.variance),
            "hands": split.map(|split| split.hands),
            "shape": page.shape.as_ref().map(shape),
        },
        "covariance": {"split_hands": split.map(|split| split.covariance), "seats": null},
        "bands": page.rounds.iter().map(|&rounds| {
            let [low, high] = law.band(rounds as f64);
            json!({"rounds": rounds, "ev": law.ev * rounds as f64, "low": low, "high": high,
                   "confidence": 0.95})
        }).collect::<Vec<_>>(),
        "beyond_the_sheets": page.game.beyond.iter().map(ToString::to_string).collect::<Vec<_>>(),
        "provenance": page.provenance.json(),
    })
}

/// What no exact method gives, marked so.
fn shape(shape: &SplitShape) -> Value {
    let results: Vec<Value> = shape
        .results()
        .into_iter()
        .map(|(net, share, error)| json!({"net": net, "probability": share, "se": error}))
        .collect();
    json!({
        "method": "simulated",
        "seed": shape.seed,
        "rounds": shape.rounds,
        "splits": shape.splits,
        "given": "a split",
        "results": results,
    })
}

fn text(page: &Page) -> String {
    let law = &page.law;
    let mut text = format!(
        "{} ({} decks, {})\n\nA round, {}\n",
        page.game.name,
        page.profile.rules.decks,
        page.provenance.configuration(&page.profile.configuration),
        bet_note(page.question.bet)
    );
    let _ = writeln!(text, "{}\n", figures(page));
    text.push_str(&paragraph("  strategy  ", &page.strategy));
    text.push_str(&paragraph(
        "  variance  ",
        "exact, splits and resplits included, on a fresh shoe",
    ));
    text.push_str(&paragraph("  skewness  ", &page.skewness.method));
    let rows = page.rounds.iter().map(|&rounds| {
        let [low, high] = law.band(rounds as f64);
        let ev = law.ev * rounds as f64;
        let sd = (law.variance * rounds as f64).sqrt();
        let shown = |value: f64| format!("{value:+.2}");
        vec![grouped(rounds), shown(ev), format!("{sd:.2}"), shown(low), shown(high)]
    });
    let header = ["rounds", "expected", "sd", "95 % from", "to"];
    let _ = writeln!(
        text,
        "\nThe result of many rounds, as nearly as their sum is normal\n{}",
        table(&header, rows.collect(), &[0, 1, 2, 3, 4])
    );
    let rows = law.outcomes.results().into_iter().map(|(net, chance)| {
        vec![format!("{:+}", (net * 1e4).round() / 1e4), format!("{chance:.9}")]
    });
    let _ = writeln!(
        text,
        "\nResults of rounds without a split, exact\n{}",
        table(&["net", "probability"], rows.collect(), &[0, 1])
    );
    if let Some(shape) = &page.shape {
        let rows = shape.results().into_iter().map(|(net, share, error)| {
            vec![format!("{net:+}"), format!("{share:.6}"), format!("\u{b1} {error:.6}")]
        });
        let _ = writeln!(
            text,
            "\nResults of rounds with a split, {}\n{}",
            shape.method(),
            table(&["net", "given a split", ""], rows.collect(), &[0, 1])
        );
    }
    text.push_str(&page.provenance.text());
    text
}

fn figures(page: &Page) -> String {
    let law = &page.law;
    let row = |name: &str, value: String, unit: &str| vec![name.to_owned(), value, unit.to_owned()];
    let mut rows = vec![
        row("expected value", format!("{:+.9}", law.ev), "of the main wager"),
        row("variance", format!("{:.9}", law.variance), "main wagers squared"),
        row("standard deviation", format!("{:.9}", law.sd()), "main wagers"),
        match page.skewness.se {
            Some(se) => {
                row("skewness", format!("{:+.6}", page.skewness.value), &format!("± {se:.6}"))
            }
            None => row("skewness", format!("{:+.9}", page.skewness.value), "exact"),
        },
    ];
    if page.question.bet.is_some() && law.prize > 0.0 {
        let (ev, variance) = (law.ev + law.prize, law.variance_with_prize);
        rows.push(row("with the special bonus", format!("{ev:+.9}"), "expected value"));
        let meaning = format!("variance: {ALL_IN_VARIANCE}");
        rows.push(row("", format!("{variance:.9}"), &meaning));
    }
    rows.push(row("rounds with a split", format!("{:.9}", law.outcomes.split), "of all rounds"));
    if let Some(split) = law.split {
        rows.push(row("  their expected value", format!("{:+.9}", split.ev), "given a split"));
        rows.push(row("  their variance", format!("{:.9}", split.variance), "given a split"));
        rows.push(row("  hands in them", format!("{:.9}", split.hands), "on average"));
        let covariance = format!("{:+.9}", split.covariance);
        rows.push(row("  covariance", covariance, "of two hands of one split"));
    }
    table(&["", "", ""], rows, &[1]).trim_start_matches('\n').to_owned()
}

fn lines(page: &Page) -> String {
    let mut text =
        format!("game,configuration,decks,part,net,probability,{}\n", Provenance::CSV_HEADS);
    let law = &page.law;
    let of =
        format!("{},{},{}", page.game.id, page.profile.configuration, page.profile.rules.decks);
    let end = page.provenance.csv();
    for (net, probability) in law.outcomes.results() {
        let _ = writeln!(text, "{of},without-split,{net},{probability},{end}");
    }
    let figure = |name: &str, value: f64, probability: f64| {
        format!("{of},{name},{value},{probability},{end}\n")
    };
    if let Some(split) = law.split {
        text.push_str(&figure("split-mean", split.ev, split.probability));
        text.push_str(&figure("split-variance", split.variance, split.probability));
    }
    for (net, share, _) in page.shape.iter().flat_map(SplitShape::results) {
        text.push_str(&figure("split-simulated", net, share * law.outcomes.split));
    }
    text.push_str(&figure("mean", law.ev, 1.0));
    text.push_str(&figure("variance", law.variance, 1.0));
    text.push_str(&figure("skewness", page.skewness.value, 1.0));
    text
}
