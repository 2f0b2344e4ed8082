//! The bets being placed: chip by chip, with undo, and the bets of the last round.

use rules::{BetRefused, Bets, MAX_SEATS, Money, Rules, SeatBets, Spot};

/// The bets on the felt before the deal.
#[derive(Clone, Debug)]
pub struct Felt {
    bets: Bets,
    /// What the felt looked like before each change, for undo.
    history: Vec<Bets>,
    last: Option<Bets>,
}

/// Whether an amount is complete, or chips may still be added to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Amount {
    /// More chips may follow: too little is not yet wrong.
    Growing,
    /// The amount is meant as it stands.
    Whole,
}

impl Felt {
    pub(crate) fn new() -> Felt {
        Felt { bets: no_bets(), history: Vec::new(), last: None }
    }

    /// The bets as they lie.
    pub fn bets(&self) -> &Bets {
        &self.bets
    }

    /// Everything staked.
    pub fn total(&self) -> Money {
        total(&self.bets)
    }

    /// The bets of the last round that was dealt.
    pub fn last(&self) -> Option<&Bets> {
        self.last.as_ref()
    }

    pub(crate) fn lay(&mut self, bets: Bets) {
        self.history.push(std::mem::replace(&mut self.bets, bets));
    }

    /// What the felt was before its last change.
    pub(crate) fn undo(&mut self) -> Option<()> {
        self.bets = self.history.pop()?;
        Some(())
    }

    /// The cards come: the bets belong to the round now.
    pub(crate) fn deal(&mut self) {
        self.last = Some(std::mem::replace(&mut self.bets, no_bets()));
        self.history.clear();
    }
}

/// No bets; every seat is the same person's (A23).
pub(crate) fn no_bets() -> Bets {
    [SeatBets::default(); MAX_SEATS]
}

pub(crate) fn total(bets: &Bets) -> Money {
    bets.iter().map(SeatBets::total).sum()
}

/// Whether the wager on a spot fits, as the rules say it.
///
/// The rules judge whole rounds and name the first fault. Bets are placed one by
/// one, so faults of other wagers are put aside here (they stop the deal), and so
/// is too little where more chips may follow.
pub(crate) fn check(
    rules: &Rules,
    bets: &Bets,
    (seat, spot): (u8, Spot),
    amount: Amount,
) -> Result<(), BetRefused> {
    let mut trial = *bets;
    let own = (seat, spot);
    // Each pass puts one wager right, and each wager is put right at most thrice:
    // its amount, its step, its missing companion.
    for _ in 0..3 * MAX_SEATS * Spot::COUNT {
        let Err(refused) = rules.accept(&trial) else { return Ok(()) };
        let (at, on, cents) = match refused {
            BetRefused::Limit { seat: at, spot: on, cents, least, most }
                if least <= most && is_aside((at, on), own, amount, cents < least) =>
            {
                (at, on, cents.clamp(least, most))
            }
            BetRefused::Step { seat: at, spot: on, above, .. }
                if is_aside((at, on), own, amount, true) =>
            {
                (at, on, above)
            }
            BetRefused::Requires { seat: at, spot: on, .. } if (at, on) != own => (at, on, 0),
            refused => return Err(refused),
        };
        trial[usize::from(at) - 1].set(on, cents);
    }
    Ok(())
}

fn is_aside(at: (u8, Spot), own: (u8, Spot), amount: Amount, too_little: bool) -> bool {
    at != own || (too_little && amount == Amount::Growing)
}
