//! What the auditor is given, and what it answers.

use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;

use cards::Card;

use crate::paytables::SeveralWinners;

/// A progressive meter, its reserve and its seed, in cents.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Meter {
    /// What the display shows after START GAME.
    pub meter: i64,
    /// What is added to the seed when the meter has been won.
    pub reserve: i64,
    /// Where the meter starts again.
    pub seed: i64,
}

/// One answer of one seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Choice {
    /// Buys insurance for this many cents.
    Insure(i64),
    /// Declines insurance.
    NoInsurance,
    /// Takes a card.
    Hit,
    /// Takes no more cards.
    Stand,
    /// Doubles, or doubles again, and takes one card.
    Double,
    /// Makes two hands of a pair.
    Split,
    /// Gives up half of the wager on the first two cards.
    Surrender,
    /// Takes back the last double and gives up the rest.
    Rescue,
}

/// What a rescued hand takes back (A9). The sheets mean the first; the others ask what if.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Rescued {
    /// What the last double added.
    #[default]
    LastDouble,
    /// All that the doubles added: the initial wager is lost.
    Doubles,
    /// The initial wager: the doubles are lost.
    Initial,
}

/// A text that is no choice.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotAChoice(pub String);

impl fmt::Display for NotAChoice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "“{}” is no choice", self.0)
    }
}

impl std::error::Error for NotAChoice {}

/// Reads what [`Display`](fmt::Display) writes.
impl FromStr for Choice {
    type Err = NotAChoice;

    fn from_str(text: &str) -> Result<Choice, NotAChoice> {
        let wrong = || NotAChoice(text.to_owned());
        Ok(match text {
            "no" => Choice::NoInsurance,
            "hit" => Choice::Hit,
            "stand" => Choice::Stand,
            "double" => Choice::Double,
            "split" => Choice::Split,
            "surrender" => Choice::Surrender,
            "rescue" => Choice::Rescue,
            _ => {
                let cents = text.strip_prefix("insure ").ok_or_else(wrong)?;
                Choice::Insure(cents.parse().map_err(|_| wrong())?)
            }
        })
    }
}

impl fmt::Display for Choice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Choice::Insure(cents) => write!(f, "insure {cents}"),
            Choice::NoInsurance => f.write_str("no"),
            Choice::Hit => f.write_str("hit"),
            Choice::Stand => f.write_str("stand"),
            Choice::Double => f.write_str("double"),
            Choice::Split => f.write_str("split"),
            Choice::Surrender => f.write_str("surrender"),
            Choice::Rescue => f.write_str("rescue"),
        }
    }
}

/// A round to be settled. All amounts are cents.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Case {
    /// The game's id, such as `wsgc-bahama-bonus`.
    pub game: String,
    /// `h17`, or `s17` where the sheet has it.
    pub configuration: String,
    /// How many decks the shoe holds.
    pub decks: u8,
    /// Spot to pay table; a spot not named has the game's default.
    pub paytables: BTreeMap<String, String>,
    /// What a natural pays, as posted; 3 to 2 if nothing is.
    pub natural_pays: Option<(i64, i64)>,
    /// The wagers as posted (A45): `base`, `match` or `trilux`, each with `+progressive`, or a
    /// list of spots with commas; all of the sheet's if nothing is.
    pub wagers: Option<String>,
    /// Spot to the least wager as posted; the sheet's where nothing is.
    pub least: BTreeMap<String, i64>,
    /// Spot to the most as posted.
    pub most: BTreeMap<String, i64>,
    /// The most of any single wager as posted; the sheet's if nothing is.
    pub single_wager_limit: Option<i64>,
    /// The cap on a double as posted (004 8.a); the sheet's if nothing is.
    pub double_cap: Option<i64>,
    /// What several winners of the whole meter do, as posted (A1); the sheet's if nothing is.
    pub several_winners: Option<SeveralWinners>,
    /// What a rescue takes back (A9).
    pub rescued: Rescued,
    /// Seat (1-7) to spot to stake.
    pub bets: BTreeMap<u8, BTreeMap<String, i64>>,
    /// Seat to player; a seat not named is a player of its own.
    pub players: BTreeMap<u8, String>,
    /// Spot to meter, this round's contributions included.
    pub meters: BTreeMap<String, Meter>,
    /// The shoe from the top, in dealing order; cards left over are fine.
    pub cards: Vec<Card>,
    /// The answers of the seats, in the order they are asked.
    pub choices: Vec<(u8, Choice)>,
}

impl Case {
    /// Takes what a table posts otherwise than its sheet, a setting by its key as game files have
    /// it; gives whether the auditor knows it.
    pub fn post(&mut self, key: &str, value: &str) -> bool {
        match key {
            "natural-pays" => {
                let odds = value.split_once(" to ");
                self.natural_pays =
                    odds.and_then(|(won, per)| Some((won.parse().ok()?, per.parse().ok()?)));
                self.natural_pays.is_some()
            }
            "wagers" => {
                self.wagers = Some(value.to_owned());
                true
            }
            "double-cap" => {
                self.double_cap = cents(value);
                self.double_cap.is_some()
            }
            "single-wager-limit" => {
                self.single_wager_limit = cents(value);
                self.single_wager_limit.is_some()
            }
            "progressive.policy" => {
                self.several_winners = match value {
                    "share" => Some(SeveralWinners::Share),
                    "in-turn" => Some(SeveralWinners::InTurn),
                    _ => None,
                };
                self.several_winners.is_some()
            }
            "rescue" => {
                self.rescued = match value {
                    "last-double" => Rescued::LastDouble,
                    "lose-original" => Rescued::Doubles,
                    "lose-doubles" => Rescued::Initial,
                    _ => return false,
                };
                true
            }
            _ => self.post_limit(key, value),
        }
    }

    fn post_limit(&mut self, key: &str, value: &str) -> bool {
        let Some((spot, what)) = key.split_once('.') else { return false };
        let limits = match what {
            "minimum" => &mut self.least,
            "maximum" => &mut self.most,
            _ => return false,
        };
        let Some(amount) = cents(value) else { return false };
        limits.insert(spot.to_owned(), amount);
        true
    }
}

/// Reads an amount such as `$1,000` or `$0.50`.
fn cents(text: &str) -> Option<i64> {
    let digits = text.strip_prefix('$')?.replace(',', "");
    let (dollars, cents) = digits.split_once('.').unwrap_or((&digits, "00"));
    let cents: i64 = (cents.len() == 2).then(|| cents.parse().ok()).flatten()?;
    dollars.parse::<i64>().ok()?.checked_mul(100)?.checked_add(cents)
}

/// What one wager or prize did.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// The seat, 1-7.
    pub seat: u8,
    /// The spot, or the prize (`special-bonus`, `envy`).
    pub spot: String,
    /// The hand's final position from 1, on main lines only (A41).
    pub hand: Option<u8>,
    /// All that was put on it, doubles included.
    pub staked: i64,
    /// All that comes back, the stake included where it is returned.
    pub returned: i64,
}

/// A settled round.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Account {
    /// Every wager and prize, in paying order.
    pub lines: Vec<Line>,
    /// The dealer's cards, the up-card first.
    pub dealer: Vec<Card>,
    /// The dealer's total.
    pub dealer_total: u8,
    /// How many cards left the shoe.
    pub cards_used: usize,
    /// The meters after the awards.
    pub meters: BTreeMap<String, Meter>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn choices_read_as_they_are_written() {
        let all = [
            Choice::Insure(250),
            Choice::NoInsurance,
            Choice::Hit,
            Choice::Stand,
            Choice::Double,
            Choice::Split,
            Choice::Surrender,
            Choice::Rescue,
        ];
        for choice in all {
            assert_eq!(choice.to_string().parse(), Ok(choice));
        }
        for wrong in ["", "fold", "insure", "insure much"] {
            assert_eq!(wrong.parse::<Choice>(), Err(NotAChoice(wrong.to_owned())));
        }
    }

    #[test]
    fn a49_what_is_posted_is_taken_or_not_known() {
        let mut case = Case::default();
        for (key, value) in [
            ("natural-pays", "2 to 1"),
            ("wagers", "match+progressive"),
            ("main.minimum", "$0.50"),
            ("match-up.maximum", "$25"),
            ("double-cap", "$1,000"),
            ("single-wager-limit", "$300"),
            ("progressive.policy", "share"),
            ("rescue", "lose-doubles"),
        ] {
            assert!(case.post(key, value), "{key}");
        }
        assert_eq!((case.natural_pays, case.double_cap), (Some((2, 1)), Some(100_000)));
        assert_eq!((case.least["main"], case.most["match-up"]), (50, 2_500));
        assert_eq!(case.single_wager_limit, Some(30_000));
        assert_eq!(case.several_winners, Some(SeveralWinners::Share));
        assert_eq!(case.rescued, Rescued::Initial);
        for (key, value) in [
            ("seats", "5"),
            ("natural-pays", "plenty"),
            ("rescue", "half"),
            ("main.minimum", "5"),
            ("main.middle", "$5"),
            ("progressive.policy", "none"),
            ("double-cap", "$1.5"),
        ] {
            assert!(!case.post(key, value), "{key} {value}");
        }
    }
}
