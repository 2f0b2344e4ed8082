//! A player's wagers beside what the analysis expects of them. The difference is luck, and said with
//! its standard error; nothing is said of what came before or might come next.

use std::collections::BTreeMap;

use round::LineSpot;
use serde::Serialize;

use crate::floor::{GameAbout, Tally};
use crate::reports::{Laws, NoLaw};

/// Where the expectation of a wager is from, or why there is none.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum WagerLaw {
    /// Exact: every set of cards counted, the best play on the main wager.
    Exact,
    /// It is being worked out; ask again in a moment.
    Awaited,
    /// A meter pays it, which is another one from round to round.
    Meter,
    /// A prize that nobody stakes for.
    Prize,
    /// The analysis does not model the rules it was played by, or they are not kept.
    Unknown,
}

/// What the caller's wagers came to, in cents.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, utoipa::ToSchema)]
pub(crate) struct OwnWagers {
    /// His rounds, voided ones apart.
    rounds: u64,
    /// What he staked in them.
    staked: i64,
    /// What he was handed back.
    returned: i64,
    /// The wagers, by game.
    wagers: Vec<OwnWager>,
}

/// What one wager of a game came to for the caller, in cents.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, utoipa::ToSchema)]
pub(crate) struct OwnWager {
    /// The game's id.
    game: String,
    /// Its name; nothing where the server does not have it any more.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    name: Option<String>,
    /// The wager or prize.
    wager: LineSpot,
    /// The rounds in which it was staked, or came.
    rounds: u64,
    /// What lay on it before the deal.
    bet: i64,
    /// What was staked, with what was doubled and split.
    staked: i64,
    /// What was handed back.
    returned: i64,
    /// What such bets win on average where the best play is played; mostly below zero.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    expected: Option<i64>,
    /// What was won more than that; below zero what was won less.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    luck: Option<i64>,
    /// The standard error of that, from the exact variance, bets taken as independent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    error: Option<i64>,
    /// Where the expectation is from, or why there is none.
    law: WagerLaw,
}

/// What is expected of wagers: the mean and the variance of what they win.
type Expected = Result<(f64, f64), WagerLaw>;

impl OwnWagers {
    /// What a tally came to, by these laws. A law that is not known yet is noted as wanted.
    pub(crate) fn of(tally: &Tally, laws: &Laws, games: &[GameAbout]) -> OwnWagers {
        let mut sums: BTreeMap<(String, String), (OwnWager, Expected)> = BTreeMap::new();
        for ((profile, word), of) in &tally.wagers {
            let played = tally.played.get(profile).and_then(Option::as_ref);
            let unit = match (of.wager, played) {
                (LineSpot::Wager(spot), _) if spot.is_progressive() => Err(WagerLaw::Meter),
                (LineSpot::Wager(spot), Some((_, rules))) => {
                    laws.unit(rules, spot).map_err(|none| why(&none))
                }
                (LineSpot::Wager(_), None) => Err(WagerLaw::Unknown),
                _ => Err(WagerLaw::Prize),
            };
            let expected =
                unit.map(|unit| (unit.ev * of.bet as f64, unit.variance * of.squares as f64));
            let game = played.map_or_else(String::new, |(game, _)| game.clone());
            let name = games.iter().find(|it| it.id == game).map(|it| it.name.clone());
            let key = (game.clone(), word.clone());
            let new = || (OwnWager::new(game, name, of.wager), Ok((0.0, 0.0)));
            let (sum, known) = sums.entry(key).or_insert_with(new);
            sum.rounds += of.rounds;
            sum.bet += of.bet;
            sum.staked += of.staked;
            sum.returned += of.returned;
            *known = together(*known, expected);
        }
        let wagers = sums.into_values().map(|(sum, expected)| sum.beside(expected)).collect();
        let Tally { rounds, staked, returned, .. } = *tally;
        OwnWagers { rounds, staked, returned, wagers }
    }
}

fn why(none: &NoLaw) -> WagerLaw {
    match none {
        NoLaw::Awaited => WagerLaw::Awaited,
        NoLaw::NoTable | NoLaw::NotModelled(_) => WagerLaw::Unknown,
    }
}

/// What is expected of wagers and of others together, which are independent of each other; where
/// one is not known, neither is both.
fn together(one: Expected, other: Expected) -> Expected {
    let ((mean, variance), (more, varying)) = (one?, other?);
    Ok((mean + more, variance + varying))
}

impl OwnWager {
    fn new(game: String, name: Option<String>, wager: LineSpot) -> OwnWager {
        let (rounds, bet, staked, returned) = (0, 0, 0, 0);
        let (expected, luck, error) = (None, None, None);
        let law = WagerLaw::Exact;
        OwnWager { game, name, wager, rounds, bet, staked, returned, expected, luck, error, law }
    }

    /// The wager beside what is expected of it.
    fn beside(self, expected: Expected) -> OwnWager {
        match expected {
            Ok((mean, variance)) => {
                let expected = mean.round() as i64;
                let luck = self.returned - self.staked - expected;
                let error = Some(variance.sqrt().round() as i64);
                OwnWager { expected: Some(expected), luck: Some(luck), error, ..self }
            }
            Err(law) => OwnWager { law, ..self },
        }
    }
}
