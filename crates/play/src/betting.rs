//! Placing bets at the table: chip by chip or whole, undo, clear, rebet.

use rules::{Bets, MAX_WAGER, Money, Spot};

use crate::felt::{self, Amount, Felt};
use crate::news::sentence;
use crate::sitting::{Sitting, TableRefused};

/// A bet that a rebet could not place as it was.
#[derive(Clone, Debug)]
pub struct LeftOut {
    /// The seat.
    pub seat: u8,
    /// The spot.
    pub spot: Spot,
    /// What was wanted.
    pub wanted: Money,
    /// What was placed instead.
    pub placed: Money,
    /// Why.
    pub why: TableRefused,
}

impl LeftOut {
    /// What was done instead, and why.
    pub fn sentence(&self) -> String {
        let LeftOut { seat, spot, wanted, placed, why } = self;
        let name = spot.name();
        // A refused bet says its seat and its amount itself.
        let bet = match why {
            TableRefused::Bet(_) => name.to_owned(),
            _ => format!("seat {seat}: {name} {wanted}"),
        };
        let done = match *placed {
            Money::ZERO => "is left out".to_owned(),
            placed => format!("stays at {placed}"),
        };
        sentence(&format!("{bet} {done}: {why}"))
    }
}

impl Sitting {
    /// Adds a chip to a spot; a progressive sensor takes its unit whatever the chip.
    ///
    /// # Errors
    /// If the bet does not fit or the bankroll does not reach.
    pub fn add(&mut self, seat: u8, spot: Spot, chip: u32) -> Result<(), TableRefused> {
        let stake = if spot.is_progressive() {
            self.rules().wager(spot).map_or(chip, |wager| wager.least)
        } else {
            self.stake(seat, spot).saturating_add(chip)
        };
        self.stake_on(seat, spot, stake, Amount::Growing)
    }

    /// Takes a chip back from a spot, or what is there if that is less.
    ///
    /// # Errors
    /// If nothing lies there.
    pub fn remove(&mut self, seat: u8, spot: Spot, chip: u32) -> Result<(), TableRefused> {
        let there = self.stake(seat, spot);
        if there == 0 {
            self.betting(seat)?;
            return Err(TableRefused::NothingToClear);
        }
        let left = if spot.is_progressive() { 0 } else { there.saturating_sub(chip) };
        self.stake_on(seat, spot, left, Amount::Growing)
    }

    /// Stakes exactly this amount on a spot; nothing takes the wager away.
    ///
    /// # Errors
    /// If the bet does not fit or the bankroll does not reach.
    pub fn bet(&mut self, seat: u8, spot: Spot, amount: Money) -> Result<(), TableRefused> {
        self.bet_all(seat, &[(spot, amount)])
    }

    /// Stakes exactly these amounts on the spots of a seat: all of them, or none.
    ///
    /// # Errors
    /// If one of the bets does not fit or the bankroll does not reach.
    pub fn bet_all(&mut self, seat: u8, wagers: &[(Spot, Money)]) -> Result<(), TableRefused> {
        self.betting(seat)?;
        let mut bets = *self.felt.bets();
        for &(spot, amount) in wagers {
            let cents = u32::try_from(amount.in_cents()).ok().filter(|&cents| cents <= MAX_WAGER);
            let cents = cents.ok_or(TableRefused::TooMuch { amount })?;
            bets = self.with_stake(bets, (seat, spot), cents, Amount::Whole)?;
        }
        self.lay(bets)
    }

    fn stake_on(
        &mut self,
        seat: u8,
        spot: Spot,
        cents: u32,
        amount: Amount,
    ) -> Result<(), TableRefused> {
        self.betting(seat)?;
        self.lay(self.with_stake(*self.felt.bets(), (seat, spot), cents, amount)?)
    }

    /// The bets with this stake on a spot, if it fits beside the others.
    fn with_stake(
        &self,
        mut bets: Bets,
        (seat, spot): (u8, Spot),
        cents: u32,
        amount: Amount,
    ) -> Result<Bets, TableRefused> {
        let own = &mut bets[usize::from(seat) - 1];
        if cents == own.get(spot) {
            return Ok(bets);
        }
        own.set(spot, cents);
        if cents > 0 {
            felt::check(self.rules(), &bets, (seat, spot), amount)?;
        }
        Ok(bets)
    }

    fn betting(&self, seat: u8) -> Result<(), TableRefused> {
        self.no_cards_out()?;
        let seats = self.seats();
        let refused = || TableRefused::Seat { seat, seats: seats.to_vec() };
        seats.contains(&seat).then_some(()).ok_or_else(refused)
    }

    pub(crate) fn no_cards_out(&self) -> Result<(), TableRefused> {
        if self.is_betting() { Ok(()) } else { Err(TableRefused::CardsOut) }
    }

    /// Puts these bets down in place of those that lie.
    fn lay(&mut self, bets: Bets) -> Result<(), TableRefused> {
        if bets == *self.felt.bets() {
            return Ok(());
        }
        self.afford(felt::total(&bets) - self.felt.total())?;
        self.change(|felt| {
            felt.lay(bets);
            Some(())
        })
    }

    /// Changes the bets in hand, and those that lie on the table already with them, or neither:
    /// the clock deals what lies.
    fn change(&mut self, change: impl FnOnce(&mut Felt) -> Option<()>) -> Result<(), TableRefused> {
        let before = self.felt.clone();
        change(&mut self.felt).ok_or(TableRefused::NothingToUndo)?;
        if self.has_laid()
            && let Err(refused) = self.put_down()
        {
            // Unless they have been dealt meanwhile.
            if self.has_laid() {
                self.felt = before;
            }
            return Err(refused);
        }
        Ok(())
    }

    pub(crate) fn afford(&self, needs: Money) -> Result<(), TableRefused> {
        if needs <= self.bankroll() {
            return Ok(());
        }
        Err(TableRefused::Bankroll { needs, has: self.bankroll() })
    }

    /// Takes the last change of the bets back; again for the one before.
    ///
    /// # Errors
    /// If there is none.
    pub fn undo(&mut self) -> Result<(), TableRefused> {
        self.no_cards_out()?;
        self.change(Felt::undo)
    }

    /// Takes all bets back.
    ///
    /// # Errors
    /// If there are none.
    pub fn clear(&mut self) -> Result<(), TableRefused> {
        self.no_cards_out()?;
        if self.felt.total() == Money::ZERO {
            return Err(TableRefused::NothingToClear);
        }
        self.lay(felt::no_bets())
    }

    /// Places the bets of the last round again, `times` as high, side bets too.
    /// What is no longer allowed or affordable is placed as it was, or left out.
    ///
    /// # Errors
    /// If there was no round, or not one of its bets can be placed.
    pub fn rebet(&mut self, times: u32) -> Result<Vec<LeftOut>, TableRefused> {
        self.no_cards_out()?;
        let last = *self.felt.last().ok_or(TableRefused::NothingToRepeat)?;
        let has = self.bankroll() + self.felt.total();
        let mut bets = felt::no_bets();
        let mut left_out = Vec::new();
        for &seat in self.seats() {
            let wagers = &last[usize::from(seat) - 1];
            for (spot, cents) in wagers.iter() {
                // A sensor knows one amount only.
                let times = if spot.is_progressive() { 1 } else { times };
                let wanted = cents.saturating_mul(times);
                let mut why = None;
                for amount in [wanted, cents] {
                    match self.with_bet(&bets, (seat, spot), amount, has) {
                        Ok(placed) => {
                            bets = placed;
                            break;
                        }
                        Err(refused) => why = why.or(Some(refused)),
                    }
                }
                if let Some(why) = why {
                    let placed = Money::cents(bets[usize::from(seat) - 1].get(spot).into());
                    let wanted = Money::cents(wanted.into());
                    left_out.push(LeftOut { seat, spot, wanted, placed, why });
                }
            }
        }
        match left_out.first() {
            Some(first) if felt::total(&bets) == Money::ZERO => Err(first.why.clone()),
            _ => self.lay(bets).map(|()| left_out),
        }
    }

    /// The bets with one more of them, if that fits and all can be paid.
    fn with_bet(
        &self,
        bets: &Bets,
        (seat, spot): (u8, Spot),
        cents: u32,
        has: Money,
    ) -> Result<Bets, TableRefused> {
        let bets = self.with_stake(*bets, (seat, spot), cents, Amount::Whole)?;
        let needs = felt::total(&bets);
        if needs > has { Err(TableRefused::Bankroll { needs, has }) } else { Ok(bets) }
    }
}
