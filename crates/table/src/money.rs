//! The money of a table. What an event moves follows from the event and the table before
//! it, and is worked out here and nowhere else: deciding says what happened, applying says
//! which chips go where, and a replay compares that with the record.

use progressive::Micros;
use round::PaidLine;
use rules::settings::FromMeter;
use rules::{Class, Money, Pay, Returned, Spot};

use crate::apply::Misfit;
use crate::event::Event;
use crate::ids::{AccountId, LinkId};
use crate::ledger::{Account, MOST_CENTS, Transfer};
use crate::share::ShareState;
use crate::state::{InPlay, Table, seats_in};

/// Transfers of whole cents, in order; nothing moves nowhere.
#[derive(Default)]
struct Moves(Vec<Transfer>);

impl Moves {
    fn add(&mut self, from: Account, to: Account, cents: i64) {
        if cents > 0 {
            self.0.push(Transfer { from, to, micros: Micros::of_cents(cents) });
        }
    }
}

impl Table {
    /// The money an event moves at the table as it is before it.
    pub(crate) fn moves(&self, event: &Event) -> Result<Vec<Transfer>, Misfit> {
        let mut moves = Moves::default();
        match event {
            Event::BoughtIn { player, cents } => {
                moves.add(self.purse_of(*player), Account::Player(*player), amount(*cents)?);
            }
            Event::CashedOut { player, cents } => {
                moves.add(Account::Player(*player), self.purse_of(*player), amount(*cents)?);
            }
            Event::Filled { cents, .. } => moves.add(Account::Cage, Account::Tray, amount(*cents)?),
            Event::Credited { cents, .. } => {
                moves.add(Account::Tray, Account::Cage, amount(*cents)?);
            }
            Event::Started { .. } => self.take_stakes(&mut moves),
            Event::Insured { seat, cents, .. } => {
                moves.add(self.chips_at(*seat)?, Account::Felt, (*cents).into());
            }
            Event::Acted { seat, added, .. } => {
                moves.add(self.chips_at(*seat)?, Account::Felt, *added);
            }
            Event::Paid { lines } => {
                for line in lines {
                    self.pay(line, &mut moves)?;
                }
            }
            Event::Awarded { hand, cents, .. } => {
                // At a live table the slip is paid at the cage, out of the link's books.
                if let Some(link) = self.link().filter(|_| !self.is_live()) {
                    moves.add(Account::Link(link), self.chips_at(hand.seat)?, amount(*cents)?);
                }
            }
            Event::HandNoted { spot, hand, on: true, .. } => {
                if let Some(link) = self.reimburses() {
                    moves.add(Account::Link(link), Account::Cage, self.fixed_pay(*spot, *hand));
                }
            }
            Event::Voided { .. } => self.give_back(&mut moves)?,
            // The rest moves no chips.
            _ => {}
        }
        Ok(moves.0)
    }

    /// Where a player's chips come from and go back to.
    fn purse_of(&self, player: AccountId) -> Account {
        if self.plays_for_wallets() { Account::Person(player) } else { Account::Cage }
    }

    fn chips_at(&self, seat: u8) -> Result<Account, Misfit> {
        let player = self.player_at(seat).ok_or("money of an empty seat")?;
        Ok(Account::Player(player))
    }

    /// The stakes go to the felt, and those on sensors from there to the link (P-03). The
    /// chips of a live table are in no books: its sensors are paid for from the cage.
    fn take_stakes(&self, moves: &mut Moves) {
        for (seat, bets) in (1u8..).zip(&self.bets) {
            if let Some(player) = self.player_at(seat).filter(|_| !self.is_live()) {
                moves.add(Account::Player(player), Account::Felt, bets.total().in_cents());
            }
        }
        if let Some(link) = self.link() {
            let from = if self.is_live() { Account::Cage } else { Account::Felt };
            let cents = self.sensors().map(|(_, spot)| self.unit(spot)).sum();
            moves.add(from, Account::Link(link), cents);
        }
    }

    /// One line is paid or taken.
    fn pay(&self, line: &PaidLine, moves: &mut Moves) -> Result<(), Misfit> {
        let player = self.chips_at(line.seat)?;
        let &PaidLine { staked, returned, .. } = line;
        match line.sensor() {
            // An award has been handed out with its card.
            Some(_) if self.is_share(line) => {}
            // The link has the stake; a fixed pay comes from the tray (P-04), and back to
            // it from the meter where every pay leaves that.
            Some(_) => {
                moves.add(Account::Tray, player, returned);
                if let Some(link) = self.reimburses() {
                    moves.add(Account::Link(link), Account::Tray, returned);
                }
            }
            None => {
                moves.add(Account::Felt, player, staked.min(returned));
                moves.add(Account::Felt, Account::Tray, staked - returned);
                moves.add(Account::Tray, player, returned - staked);
            }
        }
        Ok(())
    }

    /// T-11: every stake goes back and every payment is undone.
    fn give_back(&self, moves: &mut Moves) -> Result<(), Misfit> {
        let Some(playing) = self.in_play.as_deref() else { return Err("no round to void".into()) };
        if let Some(link) = self.link().filter(|_| !playing.lit.is_empty()) {
            self.give_back_sensors(playing, link, moves)?;
        }
        let Some(round) = &playing.round else { return Ok(()) };
        for seat in seats_in(round) {
            let player = self.chips_at(seat)?;
            let own = playing.paid.iter().filter(|line| line.seat == seat);
            // What was wagered on sensors, and paid on it, the link gives back.
            let (staked, returned) = sums(own.filter(|line| line.sensor().is_none()));
            moves.add(Account::Felt, player, self.put_down(round, seat) - staked);
            moves.add(Account::Tray, player, staked - returned);
            moves.add(player, Account::Tray, returned - staked);
        }
        Ok(())
    }

    /// The link gives the wagers of a voided round back, and takes back what left the
    /// meter for fixed pays.
    fn give_back_sensors(
        &self,
        playing: &InPlay,
        link: LinkId,
        moves: &mut Moves,
    ) -> Result<(), Misfit> {
        let (link, reimburses) = (Account::Link(link), self.reimburses().is_some());
        for line in playing.paid.iter().filter(|line| line.sensor().is_some()) {
            moves.add(self.chips_at(line.seat)?, Account::Tray, line.returned);
            // An award that was backed out is back in its meter already.
            if reimburses && !self.is_share(line) {
                moves.add(Account::Tray, link, line.returned);
            }
        }
        for seat in 1..=rules::MAX_SEATS as u8 {
            let player = self.player_at(seat).filter(|_| playing.round.is_some());
            moves.add(link, player.map_or(Account::Cage, Account::Player), self.on_sensors(seat));
        }
        if reimburses && playing.round.is_none() {
            let noted = playing.claims.iter().filter(|it| it.state == ShareState::Noted);
            let cents = noted.map(|it| self.fixed_pay(it.won.spot, it.won.hand)).sum();
            moves.add(Account::Cage, link, cents);
        }
        Ok(())
    }

    /// The link, where every pay of a sensor leaves the meter (P-04).
    pub(crate) fn reimburses(&self) -> Option<LinkId> {
        let on = self.house.posted().link.filter(|on| on.from_meter == FromMeter::All);
        on.map(|on| on.link)
    }

    /// What a seat has wagered on sensors in the round, in cents.
    pub(crate) fn on_sensors(&self, seat: u8) -> i64 {
        let lit = self.in_play.iter().flat_map(|playing| &playing.lit);
        lit.filter(|(of, _)| *of == seat).map(|(_, spot)| self.unit(*spot)).sum()
    }

    /// What a sensor takes, in cents.
    pub(crate) fn unit(&self, spot: Spot) -> i64 {
        self.house.rules().wager(spot).map_or(0, |wager| wager.least.into())
    }

    /// What a hand on a sensor is paid that wins no share of the meter, in cents.
    pub(crate) fn fixed_pay(&self, spot: Spot, hand: Class) -> i64 {
        let table = self.house.rules().table(spot);
        let pay = table.map_or(Pay::Loses, |table| table.pay(hand));
        match pay.returned(Money::cents(self.unit(spot))) {
            Returned::Amount(amount) => amount.in_cents(),
            Returned::Share(_) => 0,
        }
    }

    pub(crate) fn is_share(&self, line: &PaidLine) -> bool {
        let shares = self.in_play.iter().flat_map(|playing| &playing.shares);
        shares.into_iter().any(|share| share.wager() == line.wager())
    }
}

/// What lines staked and returned, in cents.
pub(crate) fn sums<'a>(lines: impl Iterator<Item = &'a PaidLine>) -> (i64, i64) {
    lines.fold((0, 0), |(staked, returned), line| (staked + line.staked, returned + line.returned))
}

/// An amount that an event names. No command makes one that is not in these bounds, and a
/// record that does was changed.
pub(crate) fn amount(cents: i64) -> Result<i64, Misfit> {
    if (0..=MOST_CENTS).contains(&cents) { Ok(cents) } else { Err("no amount of money".into()) }
}
