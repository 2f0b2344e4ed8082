//! A simulation as one JSON document.

use rules::Word;
use serde_json::{Value, json};

use super::knowledge::{Knowledge, Known};
use super::report::{CountMade, Report, WagerSeen};
use super::setup::MOST_ROUNDS;

pub(crate) fn document(report: &Report<'_>, rate: Option<f64>) -> Value {
    let (ready, tally) = (report.ready, report.tally);
    json!({
        "game": ready.game.id,
        "configuration": ready.profile.configuration,
        "decks": ready.profile.rules.decks,
        "profile": ready.profile.hash,
        "strategy": ready.setup.strategy.word(),
        "rounds": tally.rounds,
        "rounds_asked": (ready.job.rounds < MOST_ROUNDS).then_some(ready.job.rounds),
        "interrupted": report.interrupted,
        "seed": ready.job.seed,
        "seats": ready.job.seats,
        "bet": ready.setup.bet,
        "shoe": ready.job.shoe,
        "spread": ready.job.spread,
        "count": report.count().map(count),
        "shoes": tally.shoes,
        "cards": tally.cards,
        "rounds_per_second": rate,
        "agrees": report.compared().then(|| report.agrees()),
        "main": {
            "ev": report.ev,
            "se": report.se,
            "variance": report.variance,
            "variance_se": report.variance_se,
            "average_bet": report.average_bet,
            "average_wager": report.average_wager,
            "split_probability": tally.split.count as f64 / tally.main.count.max(1) as f64,
            "exact": report.exact,
            "sigmas": report.sigmas(),
            "cut_card_effect": report.cut_card_effect(),
            "coupled": report.coupled.map(|coupled| json!({
                "rounds_of_a_shoe": ready.job.beside,
                "ev": coupled.mean,
                "se": coupled.se,
                "cut_card_effect": report.coupled_effect().map(|effect| effect.0),
                "times_fewer_rounds": report.rounds_saved(),
            })),
        },
        "special_bonus": {"hands": tally.special, "envy_payments": tally.envy},
        "side": report.side.iter().map(side).collect::<Vec<_>>(),
        "covariances": report.pairs.iter().map(|pair| json!({
            "spots": pair.spots.map(Word::word),
            "covariance": pair.covariance,
        })).collect::<Vec<_>>(),
        "meters": report.meters.iter().map(|meter| json!({
            "spot": meter.spot.word(),
            "paytable": meter.paytable,
            "hits": meter.hits,
            "awards_of_a_part": meter.parts,
            "average_award": meter.award.map(|award| award.0),
            "average_award_se": meter.award.map(|award| award.1),
            "exact_award": meter.exact_award,
            "sigmas": meter.sigmas(),
            "rounds_between_hits": meter.rounds as f64 / meter.hits.max(1) as f64,
            "exact_rounds_between_hits": meter.exact_rounds,
            "largest_award": meter.most,
        })).collect::<Vec<_>>(),
        "knowledge": report.knowledge.as_ref().map(knowledge),
        "blocks": report.blocks.iter().map(|block| json!({
            "rounds": block.rounds,
            "bin_width": block.width,
            "bins": block.bins,
        })).collect::<Vec<_>>(),
    })
}

fn count(count: CountMade) -> Value {
    json!({
        "tags": count.tags,
        "balanced": count.imbalance == 0,
        "imbalance_of_a_deck": count.imbalance,
        "initial_running_count": count.initial,
    })
}

fn knowledge(knowledge: &Knowledge) -> Value {
    let wagers: Vec<Value> = knowledge.wagers.iter().map(Known::json).collect();
    json!({"penetration": knowledge.penetration, "shoes": knowledge.shoes, "wagers": wagers})
}

fn side(wager: &WagerSeen) -> Value {
    let classes: Vec<Value> = wager
        .classes
        .iter()
        .map(|class| {
            json!({
                "class": class.class.word(),
                "pays": class.pay.to_string(),
                "count": class.count,
                "probability": class.probability,
                "z": class.z,
            })
        })
        .collect();
    json!({
        "spot": wager.spot.word(),
        "paytable": wager.paytable,
        "wagers": wager.count,
        "ev": wager.ev,
        "se": wager.se,
        "exact": wager.exact,
        "sigmas": wager.sigmas(),
        "covariance_with_main": wager.covariance,
        "classes": classes,
    })
}
