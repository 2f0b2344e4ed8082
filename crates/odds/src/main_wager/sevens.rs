//! What the strategy does with suited 7-7 against a seven, where the special bonus
//! is at stake.

use cards::Suit;
use rules::settings::Allowed;
use rules::{Action, Origin};

use super::shoe::SEVEN;
use super::solution::{Question, Solution};
use crate::special::SuitedSevens;

impl Solution {
    /// What is done with 7-7 of a suit against a seven of a suit; nothing where the
    /// shoe has too few sevens.
    pub fn suited_sevens(&self, suit: Suit, up: Suit) -> Option<Action> {
        let against = self.ups.iter().find(|against| against.up_card.up == SEVEN)?;
        // Where suits do not matter, one entry stands for all of them.
        let start = against.starts.iter().find(|start| {
            let alike = [(start.suits[0], suit), (start.suits[1], suit), (start.up_suit, up)];
            let matters = self.terms.minds_suits();
            start.values == [SEVEN; 2]
                && alike.iter().all(|&(is, wanted)| !matters || is == wanted as usize)
        })?;
        start.action
    }

    /// How many hands of a seat win the special bonus, on average; nothing where it is not
    /// offered, or the bet has no prize.
    pub fn special_hands(&self) -> Option<f64> {
        self.question.rules.special_bonus?;
        (self.terms.prize > 0.0).then(|| self.prize / self.terms.prize)
    }

    /// For how many hands of another given seat a seat is paid envy, on average, where both
    /// follow this strategy (A23). Seats are alike before the deal, so all that a winner is
    /// paid for are the other's hands, splits and doubles included. Where winners have no
    /// envy, and split hands win, two seats could win in more ways than are counted.
    pub fn envied_hands(&self) -> Option<f64> {
        let special = self.question.rules.special_bonus?;
        let hands = self.special_hands()?;
        match special.envy_to_winners {
            Allowed::Yes => Some(hands),
            Allowed::No => Some(self.suited_sevens_dealt()?.envied(Allowed::No).to_f64()),
        }
    }

    /// What envy for each other seat adds to a wager, in units of it, where all play alike;
    /// nothing where that is not worked out.
    pub fn envy_each(&self) -> Option<f64> {
        match self.special_hands() {
            None => Some(0.0),
            Some(_) => self.envied_hands().map(|hands| hands * self.envy()),
        }
    }

    /// What a wager is worth at a full table with all the prizes that the house pays: the special
    /// bonus, and envy for the hands of all other seats. Where it is not worked out which of these
    /// a winner is not paid for, he is taken to be paid for all: that is the most it can be.
    pub fn at_full_table(&self) -> f64 {
        let most = || self.special_hands().unwrap_or(0.0) * self.envy();
        let others = f64::from(self.question.rules.seats.max(1) - 1);
        self.ev + self.prize + others * self.envy_each().unwrap_or_else(most)
    }

    /// The envy of one hand in units of the wager.
    fn envy(&self) -> f64 {
        let Question { rules, bet, .. } = self.question;
        let amounts = rules.special_bonus.zip(bet);
        amounts.map_or(0.0, |(special, bet)| f64::from(special.envy) / f64::from(bet))
    }

    /// How often seats that follow this strategy win the special bonus on the hand they were
    /// dealt; nothing where split hands win it too.
    fn suited_sevens_dealt(&self) -> Option<SuitedSevens> {
        let special = self.question.rules.special_bonus?;
        if special.is_paid(Origin::Split, 0) {
            return None;
        }
        Some(SuitedSevens::of(&self.table.counts, |suit, up| match self.suited_sevens(suit, up) {
            Some(Action::Hit) => true,
            Some(Action::Double) => special.is_paid(Origin::Dealt, 1),
            _ => false,
        }))
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use cards::Counts;
    use rules::GameFile;

    use super::super::{SplitClass, Table};
    use super::*;

    /// The prize found hand by hand is the one counted by suits.
    #[test]
    fn the_prize_is_the_chance_of_suited_sevens() {
        let text = include_str!("../../../../games/players-edge-21.toml");
        let rules = GameFile::read(text).game(None, &[]).unwrap().profile(None, &[]).unwrap().rules;
        let table = Arc::new(Table::new(&Counts::of(rules.deck, 6), rules.soft_17));
        for bet in [1_000, 50_000] {
            let question = Question { rules, bet: Some(bet), class: SplitClass::CdzMinus };
            let solution = Solution::of(&table, question).unwrap();
            let prize = f64::from(rules.special_bonus.unwrap().prize(bet)) / f64::from(bet);
            let wins = solution.suited_sevens_dealt().unwrap().wins.to_f64();
            assert!((solution.prize - wins * prize).abs() < 1e-12, "{bet}");
            assert!((solution.envied_hands().unwrap() - wins).abs() < 1e-15, "{bet}");
        }
        // Below the lowest tier there is no prize, and so no envy (A23).
        let question = Question { rules, bet: Some(200), class: SplitClass::CdzMinus };
        let solution = Solution::of(&table, question).unwrap();
        assert_eq!((solution.prize, solution.envied_hands()), (0.0, None));
    }
}
