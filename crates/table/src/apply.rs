//! Applying entries: the fold that is the table.

use cards::Card;
use round::{Need, Round, Slot};
use rules::{MAX_SEATS, SeatBets, Spot, Word};

use crate::event::{AwardDue, ClassName, DealtCard, Entry, Event, ShareHand, SpotName, Stake};
use crate::ids::AccountId;
use crate::ledger::BooksFault;
use crate::link::Due;
use crate::role::Role;
use crate::shoe::{HouseShoe, Secret};
use crate::state::{InPlay, OnDuty, Phase, Player, Table};
use crate::view::{ClaimState, ClaimView, Felt};

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
    #[error("version {version}: {fault}")]
    Books { version: u64, fault: BooksFault },
    #[error("version {version}: the secret of shoe {shoe} is missing")]
    NoSecret { version: u64, shoe: u32 },
}

/// What an event was found not to fit, or the shoe whose secret is missing.
pub(crate) enum Misfit {
    What(&'static str),
    NoSecret(u32),
}

impl From<&'static str> for Misfit {
    fn from(what: &'static str) -> Misfit {
        Misfit::What(what)
    }
}

impl Table {
    /// Applies the next entry; `secrets` holds those of the shoes committed in it.
    ///
    /// # Errors
    /// If the entry does not follow from the table; the table is then in no state to
    /// be used.
    pub fn apply(&mut self, entry: &Entry, secrets: &[(u32, Secret)]) -> Result<(), ReplayFailed> {
        let version = entry.version;
        if version != self.version + 1 {
            return Err(ReplayFailed::Version { version: self.version, found: version });
        }
        if entry.at < self.at {
            return Err(ReplayFailed::Time { version });
        }
        self.begin(entry.at, entry.by.account);
        for event in &entry.events {
            self.fold(event, secrets).map_err(|misfit| match misfit {
                Misfit::What(what) => ReplayFailed::Event { version, what },
                Misfit::NoSecret(shoe) => ReplayFailed::NoSecret { version, shoe },
            })?;
        }
        entry.transfers.iter().for_each(|&transfer| self.books.apply(transfer));
        self.books.fault().map_or(Ok(()), |fault| Err(ReplayFailed::Books { version, fault }))
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
    pub(crate) fn begin(&mut self, at: crate::ids::Moment, by: AccountId) {
        self.version += 1;
        self.at = at;
        if let Some(player) = self.players.get_mut(&by) {
            player.seen = at;
        }
    }

    /// Folds one event into the table.
    pub(crate) fn fold(&mut self, event: &Event, secrets: &[(u32, Secret)]) -> Result<(), Misfit> {
        match event {
            Event::Posted(posted) => {
                if **posted != *self.house.posted() {
                    return Err("another sign".into());
                }
            }
            Event::Opened {} => self.ask(Phase::Dealer),
            Event::Closed {} => self.ask(Phase::Closed),
            Event::OnDuty { role, staff, name } => {
                let duty = OnDuty { role: *role, staff: *staff, name: name.clone() };
                self.duty.push(duty);
            }
            Event::OffDuty { role, staff } => {
                self.duty.retain(|duty| (duty.role, duty.staff) != (*role, *staff));
            }
            Event::Seated { seat, player, name } => self.seat(*seat, *player, name)?,
            Event::Left { seat, .. } => self.unseat(*seat)?,
            Event::ShoeCommitted { shoe, root, discards, .. } => {
                self.commit(*shoe, root, *discards, secrets)?;
            }
            Event::CutAsked { until } => self.ask(Phase::Cut { until: *until }),
            Event::ShoeCut { place, .. } => {
                let shoe = self.shoe.as_mut().ok_or("no shoe to cut")?;
                shoe.cut(*place).map_err(|_| "a cut too near to the end")?;
                self.ask(Phase::Dealer);
            }
            Event::CutCard {} => self.playing()?.is_cut_card_out = true,
            Event::ShoeOpened { shoe, .. } | Event::ShoeLost { shoe } => self.put_away(*shoe)?,
            Event::BettingOpened { round } => {
                self.round = *round;
                self.players.values_mut().for_each(|player| player.ready = false);
                self.ask(Phase::Betting { until: None });
            }
            Event::BetPlaced { seat, bets } => self.place(*seat, bets)?,
            Event::BettingCloses { until } => self.phase = Phase::Betting { until: Some(*until) },
            Event::Ready { player } => {
                self.players.get_mut(player).ok_or("a stranger is ready")?.ready = true;
            }
            Event::Started { round, day } => self.start(*round, *day)?,
            Event::Dealt { cards } => self.deal(cards)?,
            Event::InsuranceAsked { until, .. } => self.ask(Phase::Insurance { until: *until }),
            Event::Insured { seat, cents, .. } => {
                let rules = *self.house.rules();
                let insured = self.engine()?.insure(&rules, *seat, *cents);
                insured.map_err(|_| "an insurance nobody was asked for")?;
            }
            Event::Peeked {} => self.playing()?.is_peeked = true,
            Event::Asked { until, .. } => self.ask(Phase::Turn { until: *until }),
            Event::Acted { seat, action, .. } => {
                let rules = *self.house.rules();
                let acted = self.engine()?.act(&rules, *seat, action.0);
                acted.map_err(|_| "an action that was not legal")?;
            }
            Event::TurnAsked {} => self.ask(Phase::HoleCard),
            Event::HoleTurned { card } => self.turn_hole(card.0)?,
            Event::Paid { lines } => self.playing()?.paid.extend(lines.iter().cloned()),
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
            | Event::HandNoted { .. } => self.playing()?.claim(event),
            Event::Ended { .. } => self.end()?,
            Event::Voided { .. } => {
                self.end()?;
                self.last = Felt::default();
            }
            Event::BoughtIn { .. }
            | Event::CashedOut { .. }
            | Event::Filled { .. }
            | Event::Credited { .. } => {}
        }
        Ok(())
    }

    /// Puts a question: answers to it must come from somebody who has seen it.
    fn ask(&mut self, phase: Phase) {
        self.phase = phase;
        self.asked = self.version;
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
        bets.iter().for_each(|stake| own.set(stake.spot.0, stake.cents));
        let none = self.bets.iter().all(|bets| bets.games() == 0);
        if none && matches!(self.phase, Phase::Betting { .. }) {
            self.phase = Phase::Betting { until: None };
        }
        Ok(())
    }

    fn turn_hole(&mut self, card: Card) -> Result<(), Misfit> {
        let hole = self.engine()?.dealer_cards().and_then(|cards| cards.get(1).copied());
        if hole != Some(card) {
            return Err("another hole card".into());
        }
        let playing = self.playing()?;
        (playing.is_peeked, playing.is_hole_turned) = (true, true);
        Ok(())
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
        let (name, seen) = (name.to_owned(), self.at);
        self.players.entry(player).or_insert(Player { name, seen, ready: false });
        Ok(())
    }

    fn unseat(&mut self, seat: u8) -> Result<(), Misfit> {
        let index = usize::from(seat).wrapping_sub(1);
        let player = self.seats.get_mut(index).and_then(Option::take).ok_or("an empty seat")?;
        self.bets[index] = SeatBets::default();
        if self.seats_of(player).next().is_none() {
            self.players.remove(&player);
        }
        if self.bets.iter().all(|bets| bets.games() == 0)
            && let Phase::Betting { until } = &mut self.phase
        {
            *until = None;
        }
        Ok(())
    }

    fn commit(
        &mut self,
        number: u32,
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
        let sensors = (1u8..).zip(&self.bets).flat_map(|(seat, bets)| {
            let lit = bets.iter().filter(|(spot, _)| spot.is_progressive());
            lit.map(move |(spot, _)| (seat, spot)).collect::<Vec<_>>()
        });
        let lit: Vec<(u8, Spot)> = sensors.collect();
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
        }));
        self.last = Felt::default();
        self.bets = [SeatBets::default(); MAX_SEATS];
        if self.is_live() {
            self.ask(Phase::LiveGame);
        }
        Ok(())
    }

    /// The bets with their players numbered by their lowest seat, for envy (A23).
    pub(crate) fn numbered_bets(&self) -> rules::Bets {
        let mut bets = self.bets;
        for (index, bets) in bets.iter_mut().enumerate() {
            let lowest = self.seats[index].and_then(|player| self.seats_of(player).next());
            bets.player = lowest.unwrap_or(index as u8 + 1);
        }
        bets
    }

    fn deal(&mut self, cards: &[DealtCard]) -> Result<(), Misfit> {
        let rules = *self.house.rules();
        for dealt in cards {
            let Need::Card(slot) = self.engine()?.need() else {
                return Err("a card nobody needs".into());
            };
            let drawn = self.shoe.as_mut().and_then(HouseShoe::draw).ok_or("an empty shoe")?;
            let shown = (slot != Slot::Hole).then_some(drawn);
            let seen = dealt.card.map(|name| name.0);
            if shown != seen || place_of(slot) != (dealt.seat, dealt.hand) {
                return Err("another card than the shoe's".into());
            }
            self.engine()?.card(&rules, drawn).map_err(|_| "a card nobody needs")?;
        }
        Ok(())
    }

    fn end(&mut self) -> Result<(), Misfit> {
        let played = self.in_play.take().ok_or("no round to end")?;
        self.last = Felt { over: true, ..Felt::of(self.round, &played) };
        self.players.values_mut().for_each(|player| player.ready = false);
        self.ask(Phase::Dealer);
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
            Event::Claimed { hand: ShareHand { seat, spot, hand, .. }, .. } => {
                self.set_claim(*seat, *spot, *hand, ClaimState::Claimed);
                self.unconfirm();
            }
            Event::HandNoted { seat, spot, hand, on: true, .. } => {
                self.set_claim(*seat, *spot, *hand, ClaimState::Noted);
            }
            Event::HandNoted { seat, spot, .. } => self.drop_claim(*seat, *spot),
            Event::Withdrawn { seat, spot } => {
                self.drop_claim(*seat, *spot);
                self.unconfirm();
            }
            Event::Confirmed { awards } => {
                for AwardDue { spot, due: Due { seat, cents, needs } } in awards.iter().copied() {
                    let own = |it: &&mut ClaimView| (it.seat, it.spot) == (seat, spot);
                    if let Some(claim) = self.claims.iter_mut().find(own) {
                        claim.state = ClaimState::Confirmed { cents, needs };
                    }
                }
            }
            Event::Awarded { hand: ShareHand { seat, spot, hand, .. }, slip, cents } => {
                let state = ClaimState::Awarded { cents: *cents, slip: *slip };
                self.set_claim(*seat, *spot, *hand, state);
            }
            Event::Waived { seat, spot, .. } => {
                let own = |it: &&ShareHand| (it.seat, it.spot) == (*seat, *spot);
                if let Some(&ShareHand { hand, .. }) = self.hands.iter().find(own) {
                    self.set_claim(*seat, *spot, hand, ClaimState::Waived);
                }
            }
            _ => {}
        }
    }

    fn set_claim(&mut self, seat: u8, spot: SpotName, hand: ClassName, state: ClaimState) {
        self.drop_claim(seat, spot);
        self.claims.push(ClaimView { seat, spot, hand, state });
    }

    fn drop_claim(&mut self, seat: u8, spot: SpotName) {
        self.claims.retain(|it| (it.seat, it.spot) != (seat, spot));
    }

    /// A group whose claims have changed must be confirmed anew.
    fn unconfirm(&mut self) {
        for claim in &mut self.claims {
            if let ClaimState::Confirmed { .. } = claim.state {
                claim.state = ClaimState::Claimed;
            }
        }
    }
}

/// Where a card goes: the seat and hand, both from 1; the dealer is seat 0.
pub(crate) fn place_of(slot: Slot) -> (u8, u8) {
    match slot {
        Slot::Player { seat, hand } => (seat, hand),
        Slot::Up | Slot::Hole | Slot::Draw => (0, 1),
    }
}
