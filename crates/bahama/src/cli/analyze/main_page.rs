//! The main wager, worked out for a page.

use std::sync::Arc;

use cards::{Card, Suit};
use odds::main_wager::{Outcomes, Question, Solution, SplitClass, Table};
use odds::{Analysis, Bracket, BracketEdge, Fraction, KnownInsurance};
use rules::{Action, Rules, SpecialBonus};

use crate::cli::Failed;
use crate::progress;
use crate::simulate::Variance;
use crate::strategy::StrategyChoice;

/// Everything a page about the main wager shows.
pub(crate) struct MainPage {
    pub(crate) solution: Solution,
    /// The strategy that is played, in a sentence.
    pub(crate) strategy: String,
    pub(crate) outcomes: Outcomes,
    pub(crate) variance: Variance,
    pub(crate) brackets: Vec<BracketEdge>,
    pub(crate) special: Option<Special>,
    /// Insurance by the insurer's own cards; nothing where it is not offered.
    pub(crate) insurance: Option<Insurance>,
    /// With everything the bet can win counted; nothing without a bet.
    pub(crate) all_in: Option<AllIn>,
}

/// The main wager with the special bonus and envy that its strategy plays for.
pub(crate) struct AllIn {
    pub(crate) house_edge: f64,
    /// With the own prize; nothing where that is not worked out without `--law`.
    pub(crate) variance: Option<f64>,
}

/// What the special bonus and envy add.
pub(crate) struct Special {
    pub(crate) rules: SpecialBonus,
    pub(crate) players: u8,
    /// The hands of a seat that win it, on average.
    pub(crate) wins: f64,
    /// The hands of another given seat for which a seat is paid envy, on average; nothing
    /// where that is not worked out.
    pub(crate) envied: Option<f64>,
    pub(crate) for_bet: Option<SpecialForBet>,
}

/// What only a bet in dollars can tell.
pub(crate) struct SpecialForBet {
    /// The prize in cents.
    pub(crate) prize: u32,
    /// What it adds, in units of the bet.
    pub(crate) ev: f64,
    /// What envy adds, in units of the bet.
    pub(crate) envy_ev: Option<f64>,
    /// How suited 7-7 is played against a seven, with the prize and without.
    pub(crate) plays: Vec<SevensPlay>,
}

/// Suited 7-7 against a seven.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct SevensPlay {
    pub(crate) suit: Suit,
    pub(crate) up: Suit,
    pub(crate) with_prize: Action,
    pub(crate) without: Action,
}

/// When to insure.
pub(crate) struct Insurance {
    /// The numbers of ten-value cards in the own hand with which insurance pays.
    pub(crate) take_with: Vec<u8>,
    /// The best that insurance is worth, per unit insured.
    pub(crate) best: Fraction,
    /// The number of ten-value cards in the own hand with which it is worth that.
    pub(crate) best_tens: u8,
}

impl MainPage {
    /// Solves the main wager on the shoe of an analysis.
    pub(crate) fn of(
        question: Question,
        strategy: &StrategyChoice,
        analysis: &Analysis,
        removed: &[Card],
        players: u8,
        exactly: bool,
    ) -> Result<MainPage, Failed> {
        if exactly {
            crate::cli::law::has_law(&question)?;
        }
        let table = Arc::new(Table::new(&analysis.counts, question.rules.soft_17));
        let bar = progress::bar(10, "up-cards");
        let solved = strategy.solve(&table, question, || bar.inc(1));
        bar.finish_and_clear();
        let (_, solution) = solved?;
        // Brackets compare best plays; a chart that is followed has one value.
        let brackets = match strategy {
            StrategyChoice::Optimal => brackets(&table, &solution)?,
            _ => Vec::new(),
        };
        let outcomes = solution.outcomes();
        let full = usize::from(question.rules.decks) * question.rules.deck.size();
        let variance = match (exactly, analysis.counts.total() == full) {
            (true, _) => Variance::exact(&crate::law_cache::law(&solution, strategy)),
            // What nobody can play cannot be simulated.
            (false, true) if question.class != SplitClass::Cdp => {
                Variance::of(&solution, &outcomes)
            }
            (false, _) => Variance::without_splits(&outcomes),
        };
        let special = Special::of(&table, &solution, analysis, players)?;
        Ok(MainPage {
            strategy: strategy.sentence(&question, removed),
            brackets,
            all_in: AllIn::of(&solution, &variance, special.as_ref()),
            special,
            insurance: Insurance::of(&analysis.insurance),
            outcomes,
            variance,
            solution,
        })
    }

    /// What the house expects to keep of each unit of the main wager.
    pub(crate) fn house_edge(&self) -> f64 {
        -self.solution.ev
    }

    /// The house edge per unit staked, doubles and splits included.
    pub(crate) fn element_of_risk(&self) -> f64 {
        self.house_edge() / self.outcomes.average_wager
    }

    /// Whether the main wager alone favours the player.
    pub(crate) fn player_has_the_edge(&self) -> bool {
        self.solution.ev > 0.0
    }
}

impl AllIn {
    fn of(solution: &Solution, variance: &Variance, special: Option<&Special>) -> Option<AllIn> {
        solution.question.bet?;
        let envy = match special.and_then(|special| special.for_bet.as_ref()) {
            None => 0.0,
            Some(bet) => bet.envy_ev?,
        };
        let prize = match variance.with_prize {
            Some(all) => Some(all),
            None => solution.prize_variance().map(|more| variance.value + more),
        };
        Some(AllIn { house_edge: -(solution.ev + solution.prize + envy), variance: prize })
    }
}

/// The house edge of every bracket.
fn brackets(table: &Arc<Table>, solution: &Solution) -> Result<Vec<BracketEdge>, Failed> {
    let question = &solution.question;
    let edge = |bracket: Bracket| {
        let is_unlimited = bracket.doubles == question.rules.doubles && bracket.for_less == 0;
        if question.bet.is_none() && is_unlimited {
            return Ok(bracket.with_edge(-solution.ev));
        }
        bracket.edge(table, &question.rules, question.class)
    };
    Ok(Bracket::all(&question.rules).into_iter().map(edge).collect::<Result<_, _>>()?)
}

impl Special {
    fn of(
        table: &Arc<Table>,
        solution: &Solution,
        analysis: &Analysis,
        players: u8,
    ) -> Result<Option<Special>, Failed> {
        let Question { rules, bet, .. } = solution.question;
        let Some(special) = rules.special_bonus else { return Ok(None) };
        let Some(bet) = bet else {
            let always = odds::SuitedSevens::of(&analysis.counts, |_, _| true);
            return Ok(Some(Special {
                rules: special,
                players,
                wins: always.wins.to_f64(),
                envied: Some(always.envied(special.envy_to_winners).to_f64()),
                for_bet: None,
            }));
        };
        let in_bets = |cents: u32| f64::from(cents) / f64::from(bet);
        let prize = special.prize(bet);
        let wins = solution.special_hands().unwrap_or(0.0);
        let envied = if prize > 0 { solution.envied_hands() } else { Some(0.0) };
        let others = f64::from(players - 1);
        let for_bet = SpecialForBet {
            prize,
            ev: solution.prize,
            envy_ev: envied.map(|chance| in_bets(special.envy) * others * chance),
            plays: plays(table, solution)?,
        };
        Ok(Some(Special { rules: special, players, wins, envied, for_bet: Some(for_bet) }))
    }
}

impl SpecialForBet {
    /// Whether the prize makes a hand be played in another way.
    pub(crate) fn changes_play(&self) -> bool {
        self.plays.iter().any(|play| play.with_prize != play.without)
    }
}

/// How suited 7-7 is played against a seven, with the prize and without.
fn plays(table: &Arc<Table>, solution: &Solution) -> Result<Vec<SevensPlay>, Failed> {
    let rules = Rules { special_bonus: None, ..solution.question.rules };
    let plain = Solution::of(table, Question { rules, ..solution.question })?;
    let mut plays = Vec::new();
    for suit in Suit::ALL {
        for up in Suit::ALL {
            let both = solution.suited_sevens(suit, up).zip(plain.suited_sevens(suit, up));
            plays.extend(both.map(|(with_prize, without)| SevensPlay {
                suit,
                up,
                with_prize,
                without,
            }));
        }
    }
    Ok(plays)
}

impl Insurance {
    fn of(known: &[KnownInsurance]) -> Option<Insurance> {
        let best = known.iter().max_by_key(|known| known.wager.ev)?;
        let pays = known.iter().filter(|known| known.wager.ev > Fraction::ZERO);
        Some(Insurance {
            take_with: pays.map(|known| known.tens).collect(),
            best: best.wager.ev,
            best_tens: best.tens,
        })
    }

    /// The decision in words.
    pub(crate) fn decision(&self) -> String {
        let tens = |count: u8| match count {
            0 => "no ten-value card",
            1 => "one ten-value card",
            _ => "two ten-value cards",
        };
        if self.take_with.is_empty() {
            return "never".to_owned();
        }
        let with: Vec<&str> = self.take_with.iter().map(|&count| tens(count)).collect();
        format!("with {} in the own hand", with.join(" or "))
    }
}
