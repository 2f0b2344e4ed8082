//! Bets: anything a player may put down, and what the table accepts.

use crate::money::Money;
use crate::rules::{MAX_SEATS, Most, Rules, Wager};
use crate::spot::Spot;
use crate::words::{Word, words};

/// The stakes of one seat by spot, in cents; nothing staked is zero.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SeatBets {
    /// Who plays the seat: seats with the same number have the same player (A23).
    pub player: u8,
    stakes: [u32; Spot::COUNT],
}

impl SeatBets {
    /// No stakes, for this player.
    pub fn of_player(player: u8) -> SeatBets {
        SeatBets { player, ..SeatBets::default() }
    }

    /// The stake on a spot, in cents.
    #[inline]
    pub fn get(&self, spot: Spot) -> u32 {
        self.stakes[spot as usize]
    }

    /// Stakes an amount on a spot; zero takes the wager away.
    pub fn set(&mut self, spot: Spot, cents: u32) {
        self.stakes[spot as usize] = cents;
    }

    /// The spots that are staked, with their amounts in cents.
    pub fn iter(&self) -> impl Iterator<Item = (Spot, u32)> {
        Spot::ALL.iter().map(|&spot| (spot, self.get(spot))).filter(|&(_, cents)| cents > 0)
    }

    /// The number of games the seat wagers on: one for each staked spot.
    /// Insurance, doubles and splits come later and do not count.
    pub fn games(&self) -> u8 {
        self.iter().count() as u8
    }

    /// The sum of the stakes.
    pub fn total(&self) -> Money {
        self.iter().map(|(_, cents)| Money::cents(cents.into())).sum()
    }
}

/// The bets of a whole round, seat by seat, as someone would like to place them.
pub type Bets = [SeatBets; MAX_SEATS];

/// Bets the table accepts. Only [`Rules::accept`] makes them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Placed {
    bets: Bets,
    seats: u8,
}

impl Placed {
    /// The bets of a seat, counted from zero.
    #[inline]
    pub fn seat(&self, index: usize) -> &SeatBets {
        &self.bets[index]
    }

    /// The seats in play as a bit set: bit 0 is seat 1.
    #[inline]
    pub fn seats(&self) -> u8 {
        self.seats
    }
}

/// A bet the table does not accept, and what it would accept.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[allow(missing_docs)]
pub enum BetRefused {
    #[error("nobody has bet: at least one seat needs a main wager")]
    NoBets,
    #[error("seat {seat} does not exist: this table has seats 1 to {seats}")]
    Seat { seat: u8, seats: u8 },
    #[error("seat {seat}: this game has no {spot} wager")]
    Spot { seat: u8, spot: Spot },
    #[error("seat {seat}: {spot} and {other} cannot be wagered on in the same round")]
    Set { seat: u8, spot: Spot, other: Spot },
    #[error("seat {seat}: a {spot} wager is exactly {}, not \
             {}", Money::cents((*unit).into()), Money::cents((*cents).into()))]
    Unit { seat: u8, spot: Spot, cents: u32, unit: u32 },
    #[error(
        "seat {seat}: {spot} takes {} to {}, not {}",
        Money::cents((*least).into()), Money::cents((*most).into()), Money::cents((*cents).into())
    )]
    Limit { seat: u8, spot: Spot, cents: u32, least: u32, most: u32 },
    #[error(
        "seat {seat}: {spot} goes in steps of {}: {} or {}, not {}",
        Money::cents((*step).into()), Money::cents((*below).into()),
        Money::cents((*above).into()), Money::cents((*cents).into())
    )]
    Step { seat: u8, spot: Spot, cents: u32, step: u32, below: u32, above: u32 },
    #[error("seat {seat}: {spot} needs a wager on {needs}")]
    Requires { seat: u8, spot: Spot, needs: Spot },
    #[error("seat {seat} wagers on {games} games; the most is {most}")]
    Games { seat: u8, games: u8, most: u8 },
}

words! {
    /// The stable codes of refused bets.
    pub enum BetCode {
        /// Nobody bets, or a seat does that is none.
        Seat = "bet.seat",
        /// The wager is not offered, or not beside another.
        Spot = "bet.spot",
        /// The wager is one amount only.
        Amount = "bet.amount",
        /// The stake is outside the limits.
        Limit = "bet.limit",
        /// The stake is not a multiple of the table's step.
        Step = "bet.step",
        /// The wager needs another.
        Requires = "bet.requires",
        /// The seat wagers on too many games.
        Games = "bet.games",
    }
}

impl BetRefused {
    /// The stable code of the refusal.
    pub fn code(&self) -> &'static str {
        self.listed().word()
    }

    /// The code, as one of its list.
    pub const fn listed(&self) -> BetCode {
        match self {
            BetRefused::NoBets | BetRefused::Seat { .. } => BetCode::Seat,
            BetRefused::Spot { .. } | BetRefused::Set { .. } => BetCode::Spot,
            BetRefused::Unit { .. } => BetCode::Amount,
            BetRefused::Limit { .. } => BetCode::Limit,
            BetRefused::Step { .. } => BetCode::Step,
            BetRefused::Requires { .. } => BetCode::Requires,
            BetRefused::Games { .. } => BetCode::Games,
        }
    }
}

impl Rules {
    /// Accepts the bets of a round, or says what is wrong with the first that is not
    /// right.
    ///
    /// # Errors
    /// If a seat, spot, amount or combination is not one the table offers.
    pub fn accept(&self, bets: &Bets) -> Result<Placed, BetRefused> {
        let mut seats = 0;
        let mut set = None;
        for (seat, bets) in (1u8..).zip(bets) {
            if bets.games() == 0 {
                continue;
            }
            if seat > self.seats {
                return Err(BetRefused::Seat { seat, seats: self.seats });
            }
            self.accept_seat(seat, bets, &mut set)?;
            seats |= 1 << (seat - 1);
        }
        if seats == 0 { Err(BetRefused::NoBets) } else { Ok(Placed { bets: *bets, seats }) }
    }

    /// Accepts the bets of one seat; `set` is the set of wagers the round has met
    /// so far, with the spot that brought it in (A45). The main wager must lie, and nothing
    /// else need (A46).
    fn accept_seat(
        &self,
        seat: u8,
        bets: &SeatBets,
        set: &mut Option<(Spot, u8)>,
    ) -> Result<(), BetRefused> {
        for (spot, cents) in bets.iter() {
            let wager = self.wager(spot).filter(|_| spot != Spot::Insurance);
            let wager = wager.ok_or(BetRefused::Spot { seat, spot })?;
            for needs in [Some(Spot::Main), wager.requires].into_iter().flatten() {
                if bets.get(needs) == 0 {
                    return Err(BetRefused::Requires { seat, spot, needs });
                }
            }
            accept_amount(seat, spot, cents, wager, bets)?;
            if let Some(own) = wager.set {
                let &mut (other, first) = set.get_or_insert((spot, own));
                if first != own {
                    return Err(BetRefused::Set { seat, spot, other });
                }
            }
        }
        match self.games_per_seat {
            Some(most) if bets.games() > most => {
                Err(BetRefused::Games { seat, games: bets.games(), most })
            }
            _ => Ok(()),
        }
    }

    /// The most that can be staked on a spot beside these bets, in cents.
    pub fn most(&self, spot: Spot, bets: &SeatBets) -> Option<u32> {
        self.wager(spot).map(|wager| most(wager, bets))
    }

    /// The most that can be staked on insurance, in cents: half the main wager in
    /// whole steps; nothing where insurance is not offered.
    #[inline]
    pub fn most_insurance(&self, main: u32) -> u32 {
        self.wager(Spot::Insurance).map_or(0, |wager| main / 2 / wager.step * wager.step)
    }
}

fn most(wager: &Wager, bets: &SeatBets) -> u32 {
    match wager.most {
        Most::Amount(most) => most,
        Most::MainWager(most) => most.min(bets.get(Spot::Main)),
    }
}

fn accept_amount(
    seat: u8,
    spot: Spot,
    cents: u32,
    wager: &Wager,
    bets: &SeatBets,
) -> Result<(), BetRefused> {
    let (least, most, step) = (wager.least, most(wager, bets), wager.step);
    if spot.is_progressive() && cents != least {
        return Err(BetRefused::Unit { seat, spot, cents, unit: least });
    }
    if !(least..=most).contains(&cents) {
        return Err(BetRefused::Limit { seat, spot, cents, least, most });
    }
    if !cents.is_multiple_of(step) {
        let below = cents / step * step;
        return Err(BetRefused::Step { seat, spot, cents, step, below, above: below + step });
    }
    Ok(())
}
