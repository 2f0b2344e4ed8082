//! Sitting down, buying chips, and getting up again.

use rules::{Game, Money, Profile, Word as _};
use table::{Body, Code, House, Posted};

use super::{Sitting, TableRefused};
use crate::felt::Felt;
use crate::news::{News, Story};
use crate::place::{Place, PlaceRefused, SetUpFailed};

/// The most a player puts on a table, in cents; the rest stays in his pocket.
const MOST_CHIPS: i64 = crate::purse::MOST_CENTS;

impl Sitting {
    /// Sits down on every seat of a table, with this bankroll.
    ///
    /// # Errors
    /// If the sign is of another game, or the table does not let the player sit down.
    pub fn new(
        game: Game,
        profile: Profile,
        place: Box<dyn Place>,
        bankroll: Money,
    ) -> Result<Sitting, SetUpFailed> {
        let mut sitting = Sitting::beside(game, profile, place, bankroll)?;
        sitting.seats = (1..=sitting.view.posted.seats).collect();
        // Without money nobody sits down: he only looks.
        if bankroll > Money::ZERO {
            for seat in sitting.seats.clone() {
                sitting.sit(seat)?;
            }
            sitting.buy_the_rest()?;
        }
        Ok(sitting)
    }

    /// Sits down on so many free seats of a table where others may sit, with this much money.
    ///
    /// # Errors
    /// If the sign is of another game, or not enough seats are free.
    pub fn among_others(
        game: Game,
        profile: Profile,
        place: Box<dyn Place>,
        seats: u8,
        money: Money,
    ) -> Result<Sitting, SetUpFailed> {
        let mut sitting = Sitting::beside(game, profile, place, money)?;
        for seat in 1..=sitting.view.posted.seats {
            let is_free =
                sitting.view.seats.iter().any(|it| it.seat == seat && it.player.is_none());
            if !is_free || sitting.seats.len() == usize::from(seats) {
                continue;
            }
            match sitting.sit(seat) {
                // Somebody was faster; there may be another.
                Err(refused) if refused.code() == Some(Code::SeatTaken.word()) => {}
                sat => sat?,
            }
        }
        if sitting.seats.len() < usize::from(seats) {
            // Those that he has are given back; if not, the clock frees them.
            let _ = sitting.leave();
            return Err(SetUpFailed::NoSeat);
        }
        Ok(sitting)
    }

    /// Stands beside a table.
    fn beside(
        game: Game,
        profile: Profile,
        place: Box<dyn Place>,
        bankroll: Money,
    ) -> Result<Sitting, SetUpFailed> {
        let view = place.view();
        // Which cards an exhibition was given is not on its sign; the rules are the same.
        let posted = Posted { exhibition: None, ..view.posted.clone() };
        let house = House::new(posted, &game, &profile)?;
        Ok(Sitting {
            game,
            profile,
            house,
            link: place.link(),
            story: Story::of(&view.felt),
            news: view.shoe.iter().map(News::of_shoe).collect(),
            view,
            place,
            seats: Vec::new(),
            laid: Vec::new(),
            trouble: None,
            pocket: bankroll,
            brought: bankroll,
            felt: Felt::new(),
            rounds: 0,
        })
    }

    /// Takes a seat; the first one with as many chips as are sold at once.
    fn sit(&mut self, seat: u8) -> Result<(), PlaceRefused> {
        let is_first = self.view.you.seats.is_empty();
        let buy_in = if is_first { self.next_chips() } else { 0 };
        self.give(Body::Sit { seat, buy_in })
    }

    /// Buys chips until all that a player puts on a table is there.
    fn buy_the_rest(&mut self) -> Result<(), PlaceRefused> {
        let Some(&seat) = self.seats.first() else { return Ok(()) };
        while let cents @ 1.. = self.next_chips() {
            self.give(Body::BuyIn { seat, cents })?;
        }
        Ok(())
    }

    /// What is bought next, in cents.
    fn next_chips(&self) -> u32 {
        let room = MOST_CHIPS - self.view.you.chips;
        let cents = self.pocket.in_cents().min(room).max(0);
        u32::try_from(cents).unwrap_or(u32::MAX).min(self.view.posted.buy_in.1)
    }

    /// Buys more chips at a server's table.
    ///
    /// # Errors
    /// If the table does not sell them.
    pub fn buy(&mut self, amount: Money) -> Result<(), TableRefused> {
        if self.host().is_none() {
            return Err(TableRefused::NothingToBuy);
        }
        let &seat = self.seats.first().ok_or(TableRefused::NoSeat)?;
        let cents =
            u32::try_from(amount.in_cents()).map_err(|_| TableRefused::TooMuch { amount })?;
        Ok(self.give(Body::BuyIn { seat, cents })?)
    }

    /// Leaves the table: open hands stand, others play theirs, and the chips are money in the
    /// pocket again.
    ///
    /// # Errors
    /// If the table does not let the player go.
    pub fn leave(&mut self) -> Result<(), TableRefused> {
        self.felt = Felt::new();
        while self.is_in_round() {
            self.stand_all()?;
            if self.is_in_round() {
                self.wait();
                self.is_reached()?;
            }
        }
        for seat in self.view.you.seats.clone() {
            self.give(Body::Leave { seat })?;
        }
        Ok(())
    }

    /// Leaves because the program is told to stop: open hands stand, but nobody waits for the
    /// others at a server's table, nor for a connection. The seats that remain then are left to
    /// the table's clock.
    ///
    /// # Errors
    /// If the table does not let the player go.
    pub fn stop(&mut self) -> Result<(), TableRefused> {
        if self.is_over() || self.is_lost() {
            return Ok(());
        }
        self.stand_all()?;
        if self.is_in_round() { Ok(()) } else { self.leave() }
    }
}
