//! Bets by what the limit on doubling leaves of their doubles (A19).

use std::collections::BTreeMap;
use std::sync::Arc;

use rules::{Most, Rules, Spot, doubled};

use crate::main_wager::{NotModelled, Question, Solution, SplitClass, Table};

/// A range of bets with the same doubles.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bracket {
    /// The least bet, in cents.
    pub from: u32,
    /// The greatest bet, in cents.
    pub to: u32,
    /// How often a hand may be doubled.
    pub doubles: u8,
    /// How many of these doubles, the last ones, the limit cuts: they are for less.
    pub for_less: u8,
}

/// What the house expects to keep of the main wager in a bracket, prizes of fixed
/// dollars left out.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BracketEdge {
    /// The bets.
    pub bracket: Bracket,
    /// The house edge at the least bet.
    pub edge_from: f64,
    /// The house edge at the greatest bet; another one only where doubles are for
    /// less, because the cut then weighs by the bet.
    pub edge_to: f64,
    /// The bet with the highest house edge in the bracket, and that edge. A double for
    /// less is dear to the player who misses the rest and cheap to the one who only
    /// wants a card, so that the highest edge need not be at an end.
    pub highest: (u32, f64),
}

impl Bracket {
    /// The brackets of all bets the game takes, ascending.
    pub fn all(rules: &Rules) -> Vec<Bracket> {
        let mut brackets: Vec<Bracket> = Vec::new();
        let Some(main) = rules.wager(Spot::Main) else { return brackets };
        let (Most::Amount(most) | Most::MainWager(most)) = main.most;
        let step = main.step.max(1);
        for bet in (main.least.next_multiple_of(step)..=most).step_by(step as usize) {
            let (doubles, for_less) = doubles(rules, bet);
            match brackets.last_mut() {
                Some(last) if (last.doubles, last.for_less) == (doubles, for_less) => last.to = bet,
                _ => brackets.push(Bracket { from: bet, to: bet, doubles, for_less }),
            }
        }
        brackets
    }

    /// The bets in cents, ascending, among which the one is that is worth most to the player,
    /// prizes of fixed dollars counted. These weigh the less the more is bet, and a refused
    /// double is only missed, so the least bet of each prize is enough; where doubles are for
    /// less, the worth is greatest at one of the ends (what a strategy wins is linear in one
    /// over the bet).
    pub fn best_bets(rules: &Rules) -> Vec<u32> {
        let step = rules.wager(Spot::Main).map_or(1, |main| main.step.max(1));
        let tiers = rules.special_bonus.iter().flat_map(|special| special.tiers);
        let prizes: Vec<u32> = tiers.map(|(from, _)| from.next_multiple_of(step)).collect();
        let mut bets = Vec::new();
        let mut before_is_whole = false;
        for bracket in Bracket::all(rules) {
            let is_cut = bracket.for_less > 0;
            if is_cut || !before_is_whole || prizes.contains(&bracket.from) {
                bets.push(bracket.from);
            }
            for &bet in prizes.iter().filter(|&&bet| bracket.from < bet && bet <= bracket.to) {
                bets.extend(is_cut.then_some(bet - step));
                bets.push(bet);
            }
            bets.extend(is_cut.then_some(bracket.to));
            before_is_whole = !is_cut;
        }
        bets.dedup();
        bets
    }

    /// The house edge in this bracket, on a table for the game's shoe.
    ///
    /// # Errors
    /// If the rules or the shoe are outside what is modelled.
    pub fn edge(
        self,
        table: &Arc<Table>,
        rules: &Rules,
        class: SplitClass,
    ) -> Result<BracketEdge, NotModelled> {
        let rules = Rules { special_bonus: None, ..*rules };
        let edge = |bet: u32| {
            let question = Question { rules, bet: Some(bet), class };
            Solution::of(table, question).map(|solution| -solution.ev)
        };
        let edge_from = edge(self.from)?;
        if self.for_less == 0 {
            return Ok(self.with_edge(edge_from));
        }
        let step = rules.wager(Spot::Main).map_or(1, |main| main.step.max(1));
        let bet = |place: u32| self.from + place * step;
        let (place, highest) = peak((self.to - self.from) / step, |place| edge(bet(place)))?;
        let highest = (bet(place), highest);
        Ok(BracketEdge { bracket: self, edge_from, edge_to: edge(self.to)?, highest })
    }

    /// A bracket with the same edge everywhere.
    pub fn with_edge(self, edge: f64) -> BracketEdge {
        BracketEdge { bracket: self, edge_from: edge, edge_to: edge, highest: (self.from, edge) }
    }
}

/// The place from zero to `last` with the highest value, by Fibonacci's search. Under
/// any one strategy what a bet wins is linear in the cap over the bet, and the best
/// strategy is the best of these lines: so the edge has one peak.
fn peak(
    last: u32,
    mut value: impl FnMut(u32) -> Result<f64, NotModelled>,
) -> Result<(u32, f64), NotModelled> {
    let mut known = BTreeMap::new();
    // Places count from one here: the peak is above `low` and below `low + large`.
    let mut at = |place: u32| match known.get(&place) {
        Some(&value) => Ok(value),
        None if place > last + 1 => Ok(f64::NEG_INFINITY),
        None => value(place - 1).inspect(|&value| {
            known.insert(place, value);
        }),
    };
    let (mut small, mut large) = (1, 2);
    while large < last + 2 {
        (small, large) = (large, small + large);
    }
    let mut low = 0;
    while large > 2 {
        let (left, right) = (low + large - small, low + small);
        if at(left)? < at(right)? {
            low = left;
        }
        (small, large) = (large - small, small);
    }
    Ok((low, at(low + 1)?))
}

/// How often a bet may be doubled, and how many of these doubles are for less.
fn doubles(rules: &Rules, bet: u32) -> (u8, u8) {
    let hand = doubled(rules, bet).into_iter().skip(1).take(rules.doubles.into());
    let adds: Vec<(u32, u32)> = hand.map_while(|it| Some((it.added?, it.stake))).collect();
    let for_less = adds.iter().filter(|(added, stake)| *added < stake - added);
    (adds.len() as u8, for_less.count() as u8)
}

#[cfg(test)]
mod tests {
    use super::*;
    use rules::GameFile;

    fn rules(text: &str) -> Rules {
        GameFile::read(text).game(None, &[]).unwrap().profile(None, &[]).unwrap().rules
    }

    fn dollars(rules: &Rules) -> Vec<(u32, u32, u8, u8)> {
        let all = Bracket::all(rules);
        all.iter().map(|it| (it.from / 100, it.to / 100, it.doubles, it.for_less)).collect()
    }

    #[test]
    fn a19_brackets() {
        let wsgc = rules(include_str!("../../../games/wsgc-bahama-bonus.toml"));
        let expected = [(5, 50, 3, 0), (51, 100, 2, 0), (101, 200, 1, 0), (201, 400, 0, 0)];
        assert_eq!(dollars(&wsgc), expected);
        let bahama = rules(include_str!("../../../games/bahama-bonus.toml"));
        assert_eq!(dollars(&bahama), [(5, 125, 3, 0), (126, 250, 2, 0), (251, 500, 1, 0)]);
        let edge = rules(include_str!("../../../games/players-edge-21.toml"));
        assert_eq!(dollars(&edge), [(3, 125, 3, 0), (126, 250, 3, 1), (251, 500, 3, 2)]);
        let blackjack = rules(include_str!("../../../games/blackjack-bonus.toml"));
        assert_eq!(dollars(&blackjack), [(2, 10, 1, 0)]);
    }

    #[test]
    fn r_20_the_best_bet_is_one_of_few() {
        let with = |text: &str, set: &[(&str, &str)]| {
            let set: Vec<_> =
                set.iter().map(|&(key, to)| (key.to_owned(), to.to_owned())).collect();
            let game = GameFile::read(text).game(None, &set).unwrap();
            let bets = Bracket::best_bets(game.rules());
            bets.iter().map(|cents| cents / 100).collect::<Vec<_>>()
        };
        assert_eq!(with(include_str!("../../../games/wsgc-bahama-bonus.toml"), &[]), [5]);
        assert_eq!(with(include_str!("../../../games/blackjack-bonus.toml"), &[]), [2]);
        let tiers = [("special-bonus.prizes", "from $0: $1,000, from $126: $9,000")];
        assert_eq!(with(include_str!("../../../games/bahama-bonus.toml"), &tiers), [5, 126]);
        let edge = include_str!("../../../games/players-edge-21.toml");
        assert_eq!(with(edge, &[]), [3, 25, 126, 250, 251, 500]);
        let tiers = [("special-bonus.prizes", "from $3: $1,000, from $200: $5,000")];
        assert_eq!(with(edge, &tiers), [3, 126, 199, 200, 250, 251, 500]);
    }

    /// No bet that is allowed is worth more than the best of the few that are looked at.
    #[test]
    fn r_20_no_other_bet_is_worth_more() {
        let prizes = [("special-bonus.prizes", "from $3: $90,000, from $160: $900,000")];
        let set = prizes.map(|(key, to)| (key.to_owned(), to.to_owned()));
        let text = include_str!("../../../games/players-edge-21.toml");
        let rules = *GameFile::read(text).game(None, &set).unwrap().rules();
        let counts = cards::Counts::of(rules.deck, rules.decks);
        let table = Arc::new(Table::new(&counts, rules.soft_17));
        let worth = |dollars: u32| {
            let bet = Some(dollars * 100);
            let question = Question { rules, bet, class: SplitClass::CdzMinus };
            Solution::of(&table, question).unwrap().at_full_table()
        };
        let best = Bracket::best_bets(&rules).into_iter().map(|bet| worth(bet / 100));
        let best = best.fold(f64::NEG_INFINITY, f64::max);
        for bet in (3..=500).step_by(7).chain([125, 126, 159, 160, 161, 250, 251, 499]) {
            assert!(worth(bet) <= best + 1e-12, "${bet}");
        }
    }

    fn edges(rules: &Rules) -> Vec<BracketEdge> {
        let counts = cards::Counts::of(rules.deck, rules.decks);
        let table = Arc::new(Table::new(&counts, rules.soft_17));
        let edge = |bracket: &Bracket| bracket.edge(&table, rules, SplitClass::CdzMinus).unwrap();
        Bracket::all(rules).iter().map(edge).collect()
    }

    /// Doubles that are refused are missed.
    #[test]
    fn the_edge_rises_where_doubles_are_refused() {
        let edges = edges(&rules(include_str!("../../../games/wsgc-bahama-bonus.toml")));
        assert!(edges.is_sorted_by(|one, next| one.edge_to < next.edge_from), "{edges:?}");
        assert!(edges.iter().all(|it| it.edge_from == it.edge_to), "{edges:?}");
    }

    /// A double for less is a third card at a smaller price: at the maximum that is
    /// worth more to the player than the doubles it cuts.
    #[test]
    fn a_double_for_less_can_help_the_player() {
        let edges = edges(&rules(include_str!("../../../games/players-edge-21.toml")));
        let last = edges.last().unwrap();
        assert!(last.edge_to < edges[0].edge_from && edges[0].edge_from < last.edge_from);
        // The dearest bets lie inside the bracket.
        let (bet, highest) = last.highest;
        assert!(last.bracket.from < bet && bet < last.bracket.to && highest > last.edge_from);
    }

    #[test]
    fn the_peak_is_found_wherever_it_is() {
        for last in 0..40 {
            for top in 0..=last {
                let mut asked = 0;
                let value = |place: u32| {
                    asked += 1;
                    Ok(-f64::from(place.abs_diff(top)))
                };
                assert_eq!(peak(last, value), Ok((top, 0.0)), "{last}");
                assert!(asked <= 9, "{asked} of {last}");
            }
        }
    }
}
