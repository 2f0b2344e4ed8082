//! A round at the table: the shoe deals, a person answers, the wagers are paid.

use round::{Need, Round, Slot};
use rules::{Action, Money, Returned, Total};

use super::event::{Event, Sum};
use super::table::{Outcome, Phase, Table, TableRefused, Told};
use crate::pay::{PaidLine, pay};

impl Table {
    /// Deals a round with the bets that lie.
    ///
    /// # Errors
    /// If a round is in play or the bets are not right.
    pub fn deal(&mut self) -> Result<(), TableRefused> {
        self.no_cards_out()?;
        let placed = self.rules().accept(self.felt.bets())?;
        self.before = (self.bankroll + self.felt.total(), self.meters.clone());
        for bets in self.felt.bets() {
            for (spot, cents) in bets.iter().filter(|(spot, _)| spot.is_progressive()) {
                self.meters.contribute(spot, cents);
            }
        }
        self.felt.deal();
        self.shoe.start_round();
        self.round = Some(Round::new(&placed));
        self.told = Told::Nothing;
        self.settled.clear();
        self.outcome = None;
        self.run();
        Ok(())
    }

    /// Answers the question for insurance; nothing is no.
    ///
    /// # Errors
    /// If nobody is asked, or for such an amount, or the bankroll does not reach.
    pub fn insure(&mut self, amount: Money) -> Result<(), TableRefused> {
        let (mut round, seat) = self.asked()?;
        let cents =
            u32::try_from(amount.in_cents()).map_err(|_| TableRefused::TooMuch { amount })?;
        // The round is a copy until everything is known to fit.
        round.insure(&self.profile.rules, seat, cents)?;
        self.afford(amount)?;
        self.bankroll = self.bankroll - amount;
        self.round = Some(round);
        self.run();
        Ok(())
    }

    /// Acts on the hand that is asked.
    ///
    /// # Errors
    /// If no hand is asked, the action is not legal or the bankroll does not reach.
    pub fn act(&mut self, action: Action) -> Result<(), TableRefused> {
        let (mut round, seat) = self.asked()?;
        let cost = self.offers().iter().find(|offer| offer.action == action).map(|it| it.cost);
        round.act(&self.profile.rules, seat, action)?;
        let cost = cost.unwrap_or(Money::ZERO);
        self.afford(cost)?;
        self.bankroll = self.bankroll - cost;
        self.round = Some(round);
        self.run();
        Ok(())
    }

    /// The round and the seat it asks.
    fn asked(&self) -> Result<(Round, u8), TableRefused> {
        match (self.phase(), self.round) {
            (Phase::Insurance { seat, .. } | Phase::Turn { seat, .. }, Some(round)) => {
                Ok((round, seat))
            }
            _ => Err(TableRefused::NoCards),
        }
    }

    /// Ends the round in play without further wagers: no insurance, every hand stands.
    pub fn stand_all(&mut self) {
        loop {
            let answered = match self.phase() {
                Phase::Betting => return,
                Phase::Insurance { .. } => self.insure(Money::ZERO),
                Phase::Turn { .. } => self.act(Action::Stand),
            };
            if answered.is_err() {
                // Both answers are always legal; should they ever not be, nobody loses by it.
                return self.void();
            }
        }
    }

    /// Deals until the round asks a person, and settles it when it asks no more.
    fn run(&mut self) {
        while let Some(mut round) = self.round {
            self.tell(&round);
            let Need::Card(slot) = round.need() else {
                if round.need() == Need::Nothing {
                    self.settle(&round);
                }
                return;
            };
            let was_out = self.shoe.is_cut_card_out();
            let Some(drawn) = self.shoe.draw() else { return self.void() };
            if drawn.reshuffled {
                self.events.push(Event::Reshuffled { cards: self.shoe.left() + 1 });
            } else if !was_out && self.shoe.is_cut_card_out() {
                self.events.push(Event::CutCard);
            }
            if round.card(&self.profile.rules, drawn.card).is_err() {
                return self.void();
            }
            self.tell_card(&round, slot, drawn.card);
            self.round = Some(round);
        }
    }

    /// Tells what everybody sees now and has not been told yet.
    fn tell(&mut self, round: &Round) {
        let Some(up) = round.up_card().filter(|_| round.is_dealt()) else { return };
        if self.told < Told::Deal {
            self.told = Told::Deal;
            let hands = |seat: u8| {
                round.hands(seat).first().map(|hand| hand.cards().iter().copied().take(2).collect())
            };
            let seats = self.seats_in_round();
            let seats = seats.into_iter().filter_map(|seat| Some((seat, hands(seat)?))).collect();
            self.events.push(Event::Dealt { seats, up });
            // With a dealer's natural everything is decided, but not told yet.
            if round.need() != Need::Nothing {
                self.pay_decided(round);
            }
        }
        if matches!(round.need(), Need::Insurance { .. }) {
            return self.pay_decided(round);
        }
        if self.told < Told::Peek {
            self.told = Told::Peek;
            if up.value() == 10 || up.is_ace() {
                let natural = round
                    .dealer_cards()
                    .is_some_and(|cards| cards.len() == 2 && Total::of(cards).best() == 21);
                if !natural {
                    self.events.push(Event::NoDealerNatural);
                }
            }
        }
        if let Some(&[up, hole, ..]) = round.dealer_cards().filter(|_| self.told < Told::HoleCard) {
            self.told = Told::HoleCard;
            let total = Total::of(&[up, hole]);
            self.events.push(Event::HoleTurned { card: hole, total });
        }
        self.pay_decided(round);
    }

    fn tell_card(&mut self, round: &Round, slot: Slot, card: cards::Card) {
        match slot {
            _ if self.told == Told::Nothing => {}
            Slot::Player { seat, hand } => {
                let hands = round.hands(seat);
                let total = hands.get(usize::from(hand) - 1).map(round::Hand::total);
                let total = total.unwrap_or_default();
                let hand = (hands.len() > 1).then_some(hand);
                self.events.push(Event::Card { seat, hand, card, total });
            }
            Slot::Draw => {
                let total = Total::of(round.dealer_cards().unwrap_or_default());
                self.events.push(Event::DealerCard { card, total });
            }
            Slot::Up | Slot::Hole => {}
        }
    }

    /// Pays and takes what the round has decided and nobody has paid yet (A33, A47).
    /// Shares of a meter wait for the end, when all winners are known.
    fn pay_decided(&mut self, round: &Round) {
        let mut lines = Vec::new();
        round.settle_decided(&self.profile.rules, |line| {
            if let Returned::Amount(returned) = line.returned {
                lines.push(PaidLine { line, returned });
            }
        });
        self.pay_lines(&lines);
    }

    /// Pays the lines that have not been paid yet.
    fn pay_lines(&mut self, lines: &[PaidLine]) {
        for &paid in lines {
            let is_same = |open: &PaidLine| {
                (open.line.seat, open.line.spot, open.line.hand)
                    == (paid.line.seat, paid.line.spot, paid.line.hand)
            };
            if !self.settled.iter().any(is_same) {
                self.pay_line(paid);
            }
        }
    }

    fn pay_line(&mut self, paid: PaidLine) {
        self.bankroll += paid.returned;
        self.settled.push(paid);
        let hands = self.round.map_or(0, |round| round.hands(paid.line.seat).len());
        self.events.push(Event::Paid { paid, hands });
    }

    fn settle(&mut self, round: &Round) {
        let mut meters = self.meters.to_pay();
        let Ok(lines) = pay(round, &self.profile.rules, &mut meters) else { return self.void() };
        self.meters.paid(&meters);
        self.pay_lines(&lines);
        let sum = Sum {
            staked: lines.iter().map(|paid| paid.line.staked).sum(),
            returned: lines.iter().map(|paid| paid.returned).sum(),
        };
        self.outcome = Some(Outcome { lines, sum });
        self.events.push(Event::Over(sum));
        self.end_round();
    }

    /// Nobody can be dealt a card: everything is as before the deal.
    fn void(&mut self) {
        (self.bankroll, self.meters) = self.before.clone();
        self.round = None;
        self.settled.clear();
        self.outcome = None;
        self.events.push(Event::Voided);
        self.end_round();
    }

    fn end_round(&mut self) {
        self.rounds += 1;
        if self.shoe.is_cut_card_out() {
            self.shoe.change(&self.profile.rules);
            self.tell_new_shoe();
        }
    }

    pub(super) fn tell_new_shoe(&mut self) {
        let (number, cards) = (self.shoe.number(), self.shoe.left());
        self.events.push(Event::NewShoe { number, cards });
    }
}
