//! Applying entries: the fold that is the table.

use cards::Card;
use round::{Need, Reason, Round, Slot};
use rules::{Action, MAX_SEATS, Pay, SeatBets, ShareHand, Spot, Word};

use std::sync::Arc;

use crate::event::{DealtCard, Entry, Event, Stake};
use crate::house::House;
use crate::ids::{AccountId, Time};
use crate::ledger::{Books, BooksFault, Transfer};
use crate::posted::Posted;
use crate::role::Role;
use crate::share::{Share, ShareState};
use crate::shoe::{HouseShoe, Secret};
use crate::state::{Call, InPlay, Keyed, Next, OnDuty, Phase, Player, Presence, Table};
use crate::view::{
    Count, Fate, Felt, HandFate, HandView, changed_fates, count_of, dealer_fate, fates_of,
};

/// An entry that does not follow from the table it is applied to: the record was
/// changed, or is another table's.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[allow(missing_docs)]
pub enum ReplayFailed {
    #[error("version {found} follows version {version}")]
    Version { version: u64, found: u64 },
    #[error("version {version} goes back in time")]
    Time { version: u64 },
    #[error("version {version}: {what}")]
    Event { version: u64, what: &'static str },
    #[error("version {version} moves other money than its events make")]
    Transfers { version: u64 },
    #[error("version {version}: {fault}")]
    Books { version: u64, fault: BooksFault },
    #[error("version {version}: the secret of shoe {shoe} is missing")]
    NoSecret { version: u64, shoe: u32 },
}

/// What belongs to the entries of a table and does not stand in them: the secrets of the shoes
/// that they commit to, and the rules behind the signs that they put up.
#[derive(Clone, Debug, Default)]
pub struct Beside {
    /// The secrets, by the number of the shoe.
    pub secrets: Vec<(u32, Secret)>,
    /// The signs with their rules.
    pub houses: Vec<Arc<House>>,
}

impl Beside {
    /// The rules behind a sign.
    pub(crate) fn house(&self, sign: &Posted) -> Option<Arc<House>> {
        self.houses.iter().find(|house| house.posted() == sign).cloned()
    }
}

/// What an event was found not to fit, or the shoe whose secret is missing.
pub(crate) enum Misfit {
    What(&'static str),
    NoSecret(u32),
}

impl Misfit {
    /// The failure of the entry with this version.
    pub(crate) fn at(self, version: u64) -> ReplayFailed {
        match self {
            Misfit::What(what) => ReplayFailed::Event { version, what },
            Misfit::NoSecret(shoe) => ReplayFailed::NoSecret { version, shoe },
        }
    }
}

impl From<&'static str> for Misfit {
    fn from(what: &'static str) -> Misfit {
        Misfit::What(what)
    }
}

/// Checks that an entry is the next one.
pub(crate) fn follows<E>(entry: &Entry<E>, version: u64, at: Time) -> Result<(), ReplayFailed> {
    if entry.version != version + 1 {
        return Err(ReplayFailed::Version { version, found: entry.version });
    }
    if entry.at < at { Err(ReplayFailed::Time { version: entry.version }) } else { Ok(()) }
}

/// Books what the events of an entry make, and compares it with what the entry says.
pub(crate) struct Booking<'a> {
    version: u64,
    told: std::slice::Iter<'a, Transfer>,
}

impl<'a> Booking<'a> {
    pub(crate) fn of<E>(entry: &'a Entry<E>) -> Booking<'a> {
        Booking { version: entry.version, told: entry.transfers.iter() }
    }

    /// Books what one event makes.
    pub(crate) fn book(
        &mut self,
        made: &[Transfer],
        books: &mut Books,
    ) -> Result<(), ReplayFailed> {
        for &transfer in made {
            if self.told.next() != Some(&transfer) {
                return Err(ReplayFailed::Transfers { version: self.version });
            }
            books.apply(transfer);
        }
        Ok(())
    }

    /// All events are booked.
    pub(crate) fn end(self, books: &Books) -> Result<(), ReplayFailed> {
        let version = self.version;
        if !self.told.as_slice().is_empty() {
            return Err(ReplayFailed::Transfers { version });
        }
        books.fault().map_or(Ok(()), |fault| Err(ReplayFailed::Books { version, fault }))
    }
}

impl Table {
    /// Applies the next entry, with what belongs to it. What its events tell and move is worked
    /// out again, and must be what the entry says.
    ///
    /// # Errors
    /// If the entry does not follow from the table; the table is then in no state to
    /// be used.
    pub fn apply(&mut self, entry: &Entry, beside: &Beside) -> Result<(), ReplayFailed> {
        follows(entry, self.version, self.at)?;
        self.begin(entry.at, entry.by.account);
        let version = entry.version;
        let mut booking = Booking::of(entry);
        for event in &entry.events {
            let made = self.fold(event, beside).map_err(|misfit| misfit.at(version))?;
            booking.book(&made, &mut self.books)?;
        }
        booking.end(&self.books)
    }

    /// Says that the secret of a shoe is lost, before the entry that committed it is
    /// applied, and which cards were dealt from it. The table is good for nothing but
    /// [`Body::ReplaceShoe`](crate::Body::ReplaceShoe) as long as the shoe is in play.
    pub fn lose_shoe(&mut self, shoe: u32, dealt: Vec<Card>) {
        self.lost.push((shoe, dealt));
    }

    /// Whether a shoe in play has lost its secret.
    pub fn has_lost_shoe(&self) -> bool {
        self.shoe.as_ref().is_some_and(HouseShoe::is_lost) || self.spent_is_lost()
    }

    fn spent_is_lost(&self) -> bool {
        self.spent.iter().any(|(number, _)| self.lost.iter().any(|(lost, _)| lost == number))
    }

    /// Starts the next version.
    pub(crate) fn begin(&mut self, at: Time, by: AccountId) {
        self.version += 1;
        self.at = at;
        if let Some(player) = self.players.get_mut(&by) {
            player.last = self.version;
        }
    }

    /// Folds one event into the table; the money it moves, which the caller books.
    pub(crate) fn fold(&mut self, event: &Event, beside: &Beside) -> Result<Vec<Transfer>, Misfit> {
        self.agrees(event)?;
        let moves = self.moves(event)?;
        self.follow(event, beside)?;
        Ok(moves)
    }

    /// What an event makes of the table.
    fn follow(&mut self, event: &Event, beside: &Beside) -> Result<(), Misfit> {
        match event {
            Event::Posted { sign } => self.put_up(sign)?,
            Event::PostingAnnounced { sign, from, .. } => self.announce(sign, *from, beside)?,
            Event::PostingWithdrawn { .. } => self.next = None,
            Event::Opened {} => self.ask(Phase::Dealer),
            Event::Closed {} => self.ask(Phase::Closed),
            Event::OnDuty { role, staff, name } => {
                self.duty.push(OnDuty { role: *role, staff: *staff, name: name.clone() });
            }
            Event::OffDuty { role, staff, .. } => {
                self.duty.retain(|duty| (duty.role, duty.staff) != (*role, *staff));
            }
            Event::Called { by, name } => self.called(*by, name),
            Event::CallAnswered { .. } => self.call = None,
            Event::Seated { seat, player, name } => self.seat(*seat, *player, name)?,
            Event::Left { seat, .. } => self.unseat(*seat)?,
            Event::Away { .. } | Event::Back { .. } | Event::Gone { .. } => self.find(event)?,
            Event::ShoeCommitted { shoe, cards, root, discards, software: _ } => {
                self.commit(*shoe, *cards, root, *discards, &beside.secrets)?;
            }
            Event::CutAsked { until, least, most } => {
                let (until, least, most) = (*until, *least, *most);
                self.ask(Phase::Cut { until, least, most });
            }
            Event::ShoeCut { place, .. } => self.cut(*place)?,
            Event::CutCard {} => self.playing()?.is_cut_card_out = true,
            Event::ShoeOpened { shoe, .. } | Event::ShoeLost { shoe } => self.put_away(*shoe)?,
            Event::BettingOpened { round } => self.open_betting(*round),
            Event::BetPlaced { seat, bets } => self.place(*seat, bets)?,
            Event::BettingCloses { until } => self.close_betting(*until),
            Event::Ready { player } => {
                self.players.get_mut(player).ok_or("a stranger is ready")?.ready = true;
            }
            Event::Started { round, day, .. } => self.start(*round, *day)?,
            Event::Dealt { cards, fates } => self.deal(cards, fates)?,
            Event::InsuranceAsked { until, .. } => self.ask(Phase::Insurance { until: *until }),
            Event::Insured { seat, cents, fates, .. } => self.insure(*seat, *cents, fates)?,
            Event::Peeked {} => self.playing()?.is_peeked = true,
            Event::Asked { until, .. } => self.ask(Phase::Turn { until: *until }),
            Event::Acted { seat, action, hands, fates, .. } => {
                self.act(*seat, *action, hands, fates)?;
            }
            Event::TurnAsked {} => self.ask(Phase::HoleCard),
            Event::HoleTurned { card, counts, fate } => self.turn_hole(*card, *counts, *fate)?,
            Event::Paid { lines } => self.playing()?.paid.extend(lines),
            Event::SensorsDark { .. } => self.darken(),
            Event::ClaimsAsked { hands } => {
                self.playing()?.hands = hands.clone();
                self.ask(Phase::Claims);
            }
            Event::Claimed { .. }
            | Event::Withdrawn { .. }
            | Event::Confirmed { .. }
            | Event::Awarded { .. }
            | Event::Waived { .. }
            | Event::HandNoted { .. } => self.claim(event)?,
            Event::Ended { .. } => self.end()?,
            Event::Voided { .. } => {
                self.end()?;
                self.last = Felt::default();
            }
            // These only move money.
            Event::BoughtIn { .. }
            | Event::CashedOut { .. }
            | Event::Filled { .. }
            | Event::Credited { .. } => {}
        }
        Ok(())
    }

    fn called(&mut self, by: AccountId, name: &str) {
        self.call = Some(Call { since: self.at, by, name: name.to_owned() });
    }

    fn insure(&mut self, seat: u8, cents: u32, fates: &[HandFate]) -> Result<(), Misfit> {
        let (rules, before) = (*self.house.rules(), self.fates()?);
        let insured = self.engine()?.insure(&rules, seat, cents);
        insured.map_err(|_| "an insurance nobody was asked for")?;
        self.check_fates(&before, None, fates)
    }

    fn act(
        &mut self,
        seat: u8,
        action: Action,
        hands: &[HandView],
        fates: &[HandFate],
    ) -> Result<(), Misfit> {
        let (rules, before) = (*self.house.rules(), self.fates()?);
        let acted = self.engine()?.act(&rules, seat, action);
        acted.map_err(|_| "an action that was not legal")?;
        if HandView::all(self.engine()?, seat) != hands {
            return Err("other hands than the action makes".into());
        }
        self.check_fates(&before, Some(seat), fates)
    }

    /// A sign is put up next, once its time has come.
    fn announce(&mut self, sign: &Posted, from: Time, beside: &Beside) -> Result<(), Misfit> {
        let house = beside.house(sign).ok_or("a sign whose rules are missing")?;
        let (is_at_once, announced) = (from == self.at, self.version);
        self.next = Some(Next { house, from, is_at_once, announced });
        Ok(())
    }

    /// Plays by a sign from now on: the one it was set up with, or the one that was announced.
    fn put_up(&mut self, sign: &Posted) -> Result<(), Misfit> {
        self.posted_at = self.at;
        let Some(next) = self.next.take() else { return Ok(()) };
        if next.house.posted() != sign {
            return Err("another sign than was announced".into());
        }
        self.house = next.house;
        // A START that was pressed for the old sign is outdated: its sensors are dark now.
        self.ask(self.phase);
        // The felt of a round under other rules says nothing of the next one.
        self.last = Felt::default();
        Ok(())
    }

    /// The clock of the bets begins, or is stopped; the question is the same.
    fn close_betting(&mut self, until: Option<Time>) {
        self.phase = Phase::Betting { until };
        self.clock_since = self.version;
    }

    /// Puts a question: answers to it must come from somebody who has seen it.
    fn ask(&mut self, phase: Phase) {
        self.phase = phase;
        (self.asked, self.clock_since) = (self.version, self.version);
    }

    fn cut(&mut self, place: u16) -> Result<(), Misfit> {
        let shoe = self.shoe.as_mut().ok_or("no shoe to cut")?;
        shoe.cut(place).map_err(|_| "a cut too near to the end")?;
        self.ask(Phase::Dealer);
        Ok(())
    }

    fn open_betting(&mut self, round: u64) {
        self.round = round;
        self.players.values_mut().for_each(|player| player.ready = false);
        self.ask(Phase::Betting { until: None });
    }

    /// A shoe is out of play.
    fn put_away(&mut self, shoe: u32) -> Result<(), Misfit> {
        let spent = self.spent.len();
        self.spent.retain(|(number, _)| *number != shoe);
        let is_spent = self.spent.len() < spent;
        self.lost.retain(|(number, _)| *number != shoe);
        if !is_spent && self.shoe.take_if(|open| open.number == shoe).is_none() {
            return Err("another shoe is open".into());
        }
        Ok(())
    }

    fn place(&mut self, seat: u8, bets: &[Stake]) -> Result<(), Misfit> {
        let own = self.bets.get_mut(usize::from(seat).wrapping_sub(1));
        let own = own.ok_or("a bet on no seat")?;
        *own = SeatBets::default();
        bets.iter().for_each(|stake| own.set(stake.spot, stake.cents));
        Ok(())
    }

    fn turn_hole(&mut self, card: Card, counts: Count, fate: Fate) -> Result<(), Misfit> {
        let hole = self.engine()?.dealer_cards().and_then(|cards| cards.get(1).copied());
        if hole != Some(card) {
            return Err("another hole card".into());
        }
        let playing = self.playing()?;
        (playing.is_peeked, playing.is_hole_turned) = (true, true);
        let round = self.engine()?;
        let dealer = round.dealer_cards().unwrap_or_default();
        if (counts, fate) != (count_of(round, 0, 1, true), dealer_fate(dealer)) {
            return Err("another total than the dealer's".into());
        }
        Ok(())
    }

    /// What has become of the hands in play.
    fn fates(&mut self) -> Result<Vec<HandFate>, Misfit> {
        let is_turned = self.playing()?.is_hole_turned;
        Ok(fates_of(self.engine()?, is_turned))
    }

    /// Whether the fates that an event tells are those that have changed with it, apart from
    /// those of a seat whose hands it tells.
    fn check_fates(
        &mut self,
        before: &[HandFate],
        told: Option<u8>,
        fates: &[HandFate],
    ) -> Result<(), Misfit> {
        let mut changed = changed_fates(before, &self.fates()?);
        changed.retain(|it| Some(it.seat) != told);
        if changed == fates { Ok(()) } else { Err("another fate than the cards give".into()) }
    }

    /// All wagers are off the sensors.
    fn darken(&mut self) {
        for bets in &mut self.bets {
            let sensors = Spot::ALL.iter().filter(|spot| spot.is_progressive());
            sensors.for_each(|&spot| bets.set(spot, 0));
        }
    }

    fn seat(&mut self, seat: u8, player: AccountId, name: &str) -> Result<(), Misfit> {
        let at = self.seats.get_mut(usize::from(seat).wrapping_sub(1)).ok_or("no such seat")?;
        *at = Some(player);
        let (name, last) = (name.to_owned(), self.version);
        self.players.entry(player).or_insert(Player {
            name,
            last,
            ready: false,
            presence: Presence::Here,
        });
        Ok(())
    }

    /// Whether a player is there, as an event says.
    fn find(&mut self, event: &Event) -> Result<(), Misfit> {
        let (player, presence) = match event {
            Event::Away { player } => (player, Presence::Away { since: self.version }),
            Event::Back { player } => (player, Presence::Here),
            Event::Gone { player } => (player, Presence::Gone),
            _ => return Ok(()),
        };
        self.players.get_mut(player).ok_or("a stranger is away")?.presence = presence;
        Ok(())
    }

    fn unseat(&mut self, seat: u8) -> Result<(), Misfit> {
        let index = usize::from(seat).wrapping_sub(1);
        let player = self.seats.get_mut(index).and_then(Option::take).ok_or("an empty seat")?;
        self.bets[index] = SeatBets::default();
        if self.seats_of(player).next().is_none() {
            self.players.remove(&player);
        }
        Ok(())
    }

    fn commit(
        &mut self,
        number: u32,
        cards: u16,
        root: &str,
        discards: bool,
        secrets: &[(u32, Secret)],
    ) -> Result<(), Misfit> {
        let secret = secrets.iter().find(|(of, _)| *of == number).map(|(_, secret)| secret.clone());
        let lost = self.lost.iter().find(|(of, _)| *of == number).map(|(_, dealt)| dealt.clone());
        let secret = match &lost {
            Some(_) => Secret::of_bytes([0; 32]),
            None => secret.ok_or(Misfit::NoSecret(number))?,
        };
        let mut shoe = if discards {
            let spent = self.shoe.as_ref().ok_or("no shoe ran out")?;
            self.spent.push((spent.number, spent.secret().clone()));
            spent.of_discards(number, secret)
        } else {
            let mut shoe = HouseShoe::new(self.house.rules(), number, secret, self.house.given());
            shoe.place_cut_card(self.house.cut_card());
            shoe
        };
        if let Some(dealt) = lost {
            shoe.lose(&dealt);
        } else if shoe.root() != root {
            return Err("the secret does not open the commitment".into());
        }
        if shoe.cards() != cards {
            return Err("another number of cards".into());
        }
        self.shoe = Some(shoe);
        self.shoes = number;
        Ok(())
    }

    fn start(&mut self, round: u64, day: u32) -> Result<(), Misfit> {
        self.round = round;
        let engine = if self.is_live() {
            None
        } else {
            let placed = self.numbered_bets();
            let placed = self.house.rules().accept(&placed).map_err(|_| "bets out of the rules")?;
            self.shoe.as_mut().ok_or("no shoe")?.start_round();
            Some(Round::new(&placed))
        };
        let lit = self.sensors().collect();
        self.in_play = Some(Box::new(InPlay {
            round: engine,
            day,
            started: self.at,
            first: self.version,
            is_peeked: false,
            is_hole_turned: false,
            is_cut_card_out: false,
            paid: Vec::new(),
            lit,
            hands: Vec::new(),
            claims: Vec::new(),
            shares: Vec::new(),
            keyed: Vec::new(),
        }));
        self.last = Felt::default();
        // What lies on the sensors of a live table may stay, where the sign says so.
        if !(self.is_live() && self.house.posted().sensors_stay) {
            self.bets = [SeatBets::default(); MAX_SEATS];
        }
        if self.is_live() {
            self.ask(Phase::LiveGame);
        }
        Ok(())
    }

    fn deal(&mut self, cards: &[DealtCard], fates: &[HandFate]) -> Result<(), Misfit> {
        let (rules, before) = (*self.house.rules(), self.fates()?);
        let is_turned = self.playing()?.is_hole_turned;
        for dealt in cards {
            let Need::Card(slot) = self.engine()?.need() else {
                return Err("a card nobody needs".into());
            };
            let drawn = self.shoe.as_mut().and_then(HouseShoe::draw).ok_or("an empty shoe")?;
            let shown = (slot != Slot::Hole).then_some(drawn);
            if shown != dealt.card || place_of(slot) != (dealt.seat, dealt.hand) {
                return Err("another card than the shoe's".into());
            }
            self.engine()?.card(&rules, drawn).map_err(|_| "a card nobody needs")?;
            let counts = count_of(self.engine()?, dealt.seat, dealt.hand, is_turned);
            if dealt.counts != shown.map(|_| counts) {
                return Err("another total than the cards'".into());
            }
        }
        self.check_fates(&before, None, fates)
    }

    fn end(&mut self) -> Result<(), Misfit> {
        let played = self.in_play.take().ok_or("no round to end")?;
        self.last = Felt { over: true, ..Felt::of(self.round, &played) };
        self.players.values_mut().for_each(|player| player.ready = false);
        self.ask(Phase::Dealer);
        Ok(())
    }

    /// What an event makes of the claims of the round, and of the lines of its shares.
    fn claim(&mut self, event: &Event) -> Result<(), Misfit> {
        let share = match event {
            Event::Awarded { hand: ShareHand { seat, spot, hand, percent }, cents, .. } => {
                let (class, pay) = (*hand, Pay::Share(*percent));
                Some(self.share_line(*seat, *spot, *cents, Reason::Class { class, pay }))
            }
            Event::Waived { seat, spot, .. } => {
                Some(self.share_line(*seat, *spot, 0, Reason::Waived))
            }
            _ => None,
        };
        let share = share.filter(|_| !self.is_live());
        let is_live = self.is_live();
        let playing = self.playing()?;
        playing.shares.extend(share);
        if is_live {
            playing.key(event);
        }
        playing.claim(event);
        Ok(())
    }

    pub(crate) fn playing(&mut self) -> Result<&mut InPlay, Misfit> {
        self.in_play.as_deref_mut().ok_or(Misfit::What("no round is played"))
    }

    fn engine(&mut self) -> Result<&mut Round, Misfit> {
        self.playing()?.round.as_mut().ok_or(Misfit::What("a live table has no cards here"))
    }

    /// Whether somebody is on duty as supervisor or executive.
    pub(crate) fn is_supervised(&self) -> bool {
        self.duty.iter().any(|duty| matches!(duty.role, Role::Supervisor | Role::Executive))
    }
}

impl InPlay {
    /// What an event makes of the claims of the round.
    fn claim(&mut self, event: &Event) {
        match event {
            Event::Claimed { hand, .. } => self.set(*hand, ShareState::Claimed),
            &Event::HandNoted { seat, spot, hand, on: true, .. } => {
                self.set(ShareHand { seat, spot, hand, percent: 0 }, ShareState::Noted);
            }
            Event::HandNoted { seat, spot, .. } => self.drop_claim(*seat, *spot),
            Event::Withdrawn { seat, spot, .. } => {
                self.drop_claim(*seat, *spot);
                self.unconfirm(*spot);
            }
            Event::Confirmed { awards } => {
                awards.iter().for_each(|award| self.set(award.won, award.state));
            }
            &Event::Awarded { hand, slip, cents } => {
                self.set(hand, ShareState::Awarded { cents, slip });
            }
            Event::Waived { seat, spot, .. } => {
                let won = self.hands.iter().find(|it| it.is_at(*seat, *spot)).copied();
                won.into_iter().for_each(|won| self.set(won, ShareState::Waived));
            }
            _ => {}
        }
    }

    /// The cards that are keyed in with an event, or are not any more.
    fn key(&mut self, event: &Event) {
        let (seat, spot, cards) = match event {
            Event::Claimed { hand, cards } => (hand.seat, hand.spot, Some(cards)),
            Event::HandNoted { seat, spot, cards, on: true, .. } => (*seat, *spot, Some(cards)),
            Event::HandNoted { seat, spot, .. } | Event::Withdrawn { seat, spot, .. } => {
                (*seat, *spot, None)
            }
            _ => return,
        };
        self.keyed.retain(|it| (it.seat, it.spot) != (seat, spot));
        let cards = cards.and_then(|cards| <[Card; 4]>::try_from(cards.as_slice()).ok());
        self.keyed.extend(cards.map(|cards| Keyed { seat, spot, cards }));
    }

    /// The share that was claimed, waived or noted on a sensor of a seat.
    pub(crate) fn share(&self, seat: u8, spot: Spot) -> Option<&Share> {
        self.claims.iter().find(|it| it.won.is_at(seat, spot))
    }

    fn set(&mut self, won: ShareHand, state: ShareState) {
        let share = Share { won, state };
        match self.claims.iter_mut().find(|it| it.won.is_at(won.seat, won.spot)) {
            Some(known) => *known = share,
            None => self.claims.push(share),
        }
    }

    fn drop_claim(&mut self, seat: u8, spot: Spot) {
        self.claims.retain(|it| !it.won.is_at(seat, spot));
    }

    /// The claims on a meter must be confirmed anew when one of them is withdrawn.
    fn unconfirm(&mut self, spot: Spot) {
        let own = self.claims.iter_mut().filter(|it| it.won.spot == spot && it.due().is_some());
        own.for_each(|share| share.state = ShareState::Claimed);
    }
}

/// Where a card goes: the seat and hand, both from 1; the dealer is seat 0.
pub(crate) fn place_of(slot: Slot) -> (u8, u8) {
    match slot {
        Slot::Player { seat, hand } => (seat, hand),
        Slot::Up | Slot::Hole | Slot::Draw => (0, 1),
    }
}
