//! The second witness: what does a round pay, read from the rule sheets alone?
//!
//! [`audit`] replays one round from its cards and choices and settles it. It
//! shares nothing with the engine but the `cards` crate: the numbers of the
//! sheets are typed in again here, totals are counted from scratch, and the code
//! is meant to be read beside the sheets, not to be fast. Where engine and
//! auditor differ on a round, one of them is wrong (R-15).
//!
//! Clauses are cited as `WSGC 3.b` (sheet 003), `004 8.a`, or by the ruling
//! that decides them (`A9`).

#![deny(clippy::float_arithmetic)]

mod bets;
mod case;
mod games;
mod hand;
mod legal;
mod meters;
mod money;
mod objection;
mod paytables;
mod play;
#[cfg(test)]
mod random;
mod settle;
mod sheet;
mod side;
mod terms;

pub use case::{Account, Case, Choice, Line, Meter, NotAChoice, Rescued};
pub use games::games;
pub use objection::Objection;
pub use paytables::SeveralWinners;

/// Replays a round and says what every wager returns, in paying order.
///
/// ```
/// use auditor::{Case, audit};
///
/// let cards = ["9c", "9h", "Kd", "8s"].map(|card| card.parse().expect("a card"));
/// let case = Case {
///     game: "bahama-bonus".to_owned(),
///     configuration: "h17".to_owned(),
///     decks: 6,
///     bets: [(1, [("main".to_owned(), 1_000)].into())].into(),
///     cards: cards.into(),
///     choices: vec![(1, "stand".parse()?)],
///     ..Case::default()
/// };
/// let account = audit(&case).expect("the sheet allows it");
/// assert_eq!((account.dealer_total, account.lines[0].returned), (17, 2_000));
/// # Ok::<(), auditor::NotAChoice>(())
/// ```
///
/// # Errors
/// If the round does not fit the sheet: a bet it does not allow, a card the shoe
/// cannot hold, cards or choices that are missing, choices that are illegal, out
/// of turn or left over, a percentage award without a meter.
pub fn audit(case: &Case) -> Result<Account, Objection> {
    let terms = terms::Terms::of(case)?;
    bets::check(case, &terms)?;
    let felt = play::replay(case, &terms)?;
    settle::settle(case, &terms, &felt)
}
