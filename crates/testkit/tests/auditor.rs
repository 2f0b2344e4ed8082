//! Every rule scenario, settled a second time by the auditor: to the cent where it is
//! settled, by the same code where it is refused, by the same question where it asks.

use std::collections::BTreeMap;

use auditor::{Choice, Objection};
use testkit::{Expected, Head, Line, Scenario};

/// The code with which `settle` refuses what the auditor objects to.
fn code(objection: &Objection) -> &'static str {
    use Objection as O;
    match objection {
        O::UnknownGame { .. } => "round.game",
        O::UnknownConfiguration { .. } => "round.configuration",
        O::Decks { .. } => "round.decks",
        O::UnknownPayTable { .. } | O::PayTableDecks { .. } => "round.paytable",
        O::NaturalPays { .. } | O::UnknownWagers { .. } => "round.setting",
        O::UnknownMeter { .. }
        | O::MeterBelowZero { .. }
        | O::MeterMissing { .. }
        | O::TooLarge { .. } => "round.meter",
        O::NoBets | O::NoSuchSeat { .. } => "bet.seat",
        O::MainMissing { .. } | O::Needs { .. } => "bet.requires",
        O::SpotNotOffered { .. } | O::NotTogether { .. } => "bet.spot",
        O::Limit { amount, min, max, .. } if *amount <= 0 || min == max => "bet.amount",
        O::Limit { .. } => "bet.limit",
        O::Step { .. } => "bet.step",
        O::TooManyGames { .. } => "bet.games",
        O::NotInShoe { .. } => "card.not-left",
        O::CardsMissing { .. } => "card.missing",
        O::ChoiceMissing { .. } => "choice.missing",
        O::WrongSeat { .. } => "act.turn",
        O::Illegal { choice: Choice::Insure(cents), legal, .. } => match legal.first() {
            Some(Choice::Insure(most)) if cents > most => "bet.limit",
            Some(Choice::Insure(_)) => "bet.step",
            _ => "act.illegal",
        },
        O::Illegal { .. } => "act.illegal",
        O::NotAsked { .. } => "choice.extra",
    }
}

/// What the auditor says of a scenario; nothing if it has no words for it.
fn agrees(scenario: &Scenario) -> Option<Result<(), String>> {
    let audited = auditor::audit(&scenario.case()?);
    let same = match (&scenario.expected, &audited) {
        (Expected::Lines(lines), Ok(account)) => {
            let found = account.lines.iter().map(|line| Line {
                seat: line.seat.into(),
                spot: line.spot.clone(),
                hand: line.hand.map(usize::from),
                staked: line.staked,
                returned: line.returned,
            });
            let total = scenario.dealer_total;
            found.eq(lines.iter().cloned())
                && total.is_none_or(|total| total == u64::from(account.dealer_total))
        }
        (Expected::Refused(codes), Err(objection)) => {
            codes.iter().any(|wanted| wanted == code(objection))
        }
        (
            Expected::Asks { seat, legal, .. },
            Err(Objection::ChoiceMissing { seat: asked, legal: may }),
        ) => {
            let word = |choice: &Choice| match choice {
                Choice::Insure(_) => "insure".to_owned(),
                other => other.to_string(),
            };
            usize::from(*asked) == *seat && may.iter().map(word).eq(legal.iter().cloned())
        }
        _ => false,
    };
    let Scenario { head: Head { file, line, about, .. }, expected, .. } = scenario;
    let differs = || format!("{file}:{line}: {about}: must be {expected:?}, is {audited:?}");
    Some(if same { Ok(()) } else { Err(differs()) })
}

#[test]
fn r_15_the_auditor_settles_every_scenario() {
    let scenarios = testkit::scenarios().expect("the scenario files have no faults");
    let (mut wrong, mut cannot, mut agreed) = (Vec::new(), BTreeMap::<_, usize>::new(), 0);
    for scenario in &scenarios {
        match agrees(scenario) {
            Some(Ok(())) => agreed += 1,
            Some(Err(difference)) => wrong.push(difference),
            None => *cannot.entry(format!("{:?}", scenario.expected)).or_insert(0) += 1,
        }
    }
    assert!(wrong.is_empty(), "{} differ:\n{}", wrong.len(), wrong.join("\n"));
    // A card that does not exist and a price that is none have no form to be audited in.
    assert_eq!((cannot.values().sum(), agreed + 2), (2, scenarios.len()), "{cannot:?}");
}
