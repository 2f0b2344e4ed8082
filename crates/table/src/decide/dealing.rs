//! A round at the table: the shoe deals, people answer, wagers are paid as they are
//! decided.

use round::{Need, Round, Slot};
use rules::{Action, Total};

use super::{Draft, Trial};
use crate::apply::place_of;
use crate::event::{By, DealtCard, Event};
use crate::ids::AccountId;
use crate::money::sums;
use crate::record::RoundRecord;
use crate::refusal::Refused;
use crate::role::Role;
use crate::shoe::{HouseShoe, Secret, hex};
use crate::state::{InPlay, Phase, seats_in};
use crate::view::{HandFate, HandView, changed_fates, count_of, dealer_fate, fates_of};

impl Draft<'_> {
    // ---- the shoe

    /// Shuffles a new shoe and asks for its cut.
    pub(super) fn new_shoe(&mut self) {
        self.commit_shoe(false);
        if !self.table.house.given().is_empty() {
            // An exhibition table deals the cards it was given.
            return self.after_cut();
        }
        match self.table.until(self.table.house.posted().clocks.cut_ms) {
            Some(until) => {
                let (least, most) = self.table.shoe.as_ref().map_or((0, 0), HouseShoe::cuts);
                self.emit(Event::CutAsked { until, least, most });
            }
            None => {
                self.cut_in_the_middle();
                self.after_cut();
            }
        }
    }

    fn commit_shoe(&mut self, discards: bool) {
        let number = self.table.shoes + 1;
        let before = self.table.shoe.as_ref().map(HouseShoe::secret);
        let secret = Secret::fresh(&self.context.entropy, before, self.table.id, number);
        let shoe = match &self.table.shoe {
            Some(shoe) if discards => shoe.of_discards(number, secret.clone()),
            _ => {
                let house = &self.table.house;
                HouseShoe::new(house.rules(), number, secret.clone(), house.given())
            }
        };
        self.beside.secrets.push((number, secret));
        let (cards, root) = (shoe.cards(), shoe.root());
        let software = self.context.software.as_deref().cloned();
        self.emit(Event::ShoeCommitted { shoe: number, cards, root, discards, software });
    }

    pub(super) fn cut(&mut self, place: u16) -> Result<(), Refused> {
        if !self.table.is_seated(self.by.account) {
            return Err(Refused::NotSeated);
        }
        let Phase::Cut { .. } = self.table.phase else { return Err(Refused::NoCut) };
        let Some(shoe) = &self.table.shoe else { return Err(Refused::NoCut) };
        shoe.clone().cut(place)?;
        self.emit(Event::ShoeCut { place, by: By::Player });
        self.after_cut();
        Ok(())
    }

    pub(super) fn cut_in_the_middle(&mut self) {
        let place = self.table.shoe.as_ref().map_or(0, HouseShoe::cards) / 2;
        self.emit(Event::ShoeCut { place, by: By::Clock });
    }

    /// The shoe is ready: an automatic table takes bets, a keypad waits for its dealer.
    pub(super) fn after_cut(&mut self) {
        if !self.table.has_keypad() {
            let round = self.table.round + 1;
            self.emit(Event::BettingOpened { round });
        }
    }

    /// The shoe is over, and its secret is told; so are those of shoes that ran out.
    pub(super) fn open_shoes(&mut self) {
        let current = self.table.shoe.iter().map(|shoe| (shoe.number, shoe.secret().clone()));
        let over: Vec<(u32, Secret)> = self.table.spent.iter().cloned().chain(current).collect();
        for (shoe, secret) in over {
            if self.table.lost.iter().any(|(lost, _)| *lost == shoe) {
                self.emit(Event::ShoeLost { shoe });
            } else {
                self.opened.push(shoe);
                self.emit(Event::ShoeOpened { shoe, secret: hex(secret.reveal()) });
            }
        }
    }

    // ---- the round

    /// The dealer's key: deals, or starts the game of a live table.
    pub(super) fn deal_by_key(&mut self) -> Trial {
        self.dealer_on_duty()?;
        if self.table.is_live() {
            self.not_in_round()?;
            if !self.table.is_supervised() {
                return Err(Refused::NoSupervisor.into());
            }
            self.darken_sensors()?;
            self.emit_start(self.table.round + 1);
            return self.contribute();
        }
        if !self.table.has_keypad() {
            return Err(Refused::Dealing.into());
        }
        let Phase::Betting { .. } = self.table.phase else { return Err(Refused::NoBetting.into()) };
        self.table.house.rules().accept(&self.table.numbered_bets())?;
        self.start()
    }

    /// Ends the game of a live table, or of one where a share of a meter was won.
    pub(super) fn end_game(&mut self) -> Trial {
        // A supervisor ends it in the dealer's place, with a card (T-13).
        let card = match self.by.role {
            Role::Dealer => None,
            _ => Some(self.one_card()?.card),
        };
        if card.is_none() {
            self.dealer_on_duty()?;
        }
        self.is_time_for_claims()?;
        self.claims_are_done()?;
        self.finish(card)
    }

    /// Takes the stakes and deals. The bets that lie were accepted when they were placed.
    pub(super) fn start(&mut self) -> Trial {
        self.darken_sensors()?;
        self.emit_start(self.table.round);
        self.contribute()?;
        self.run()
    }

    fn emit_start(&mut self, round: u64) {
        let (day, profile) = (self.context.day, self.table.house.posted().profile.clone());
        self.emit(Event::Started { round, day, profile });
    }

    pub(super) fn insure(&mut self, seat: u8, cents: u32) -> Trial {
        self.own_seat(seat)?;
        self.answer_insurance(Some((seat, cents)))
    }

    /// Answers the question for insurance; nothing is the posted default.
    pub(super) fn answer_insurance(&mut self, answer: Option<(u8, u32)>) -> Trial {
        let mut round = self.engine().ok_or(Refused::NoRound)?;
        let asked = match round.need() {
            Need::Insurance { seat, .. } => seat,
            _ => 0,
        };
        let (seat, cents) = answer.unwrap_or((asked, 0));
        let before = self.fates();
        round.insure(self.table.house.rules(), seat, cents)?;
        let fates = changed_fates(&before, &fates_of(&round, self.is_hole_turned()));
        let player = self.table.player_at(seat).ok_or(Refused::SeatEmpty { seat })?;
        self.has_chips(player, cents.into())?;
        let by = if answer.is_some() { self.by() } else { By::Clock };
        self.emit(Event::Insured { seat, cents, by, fates });
        self.run()
    }

    pub(super) fn act(&mut self, seat: u8, hand: u8, action: Action) -> Trial {
        self.own_seat(seat)?;
        self.answer_turn(Some((seat, hand)), action)
    }

    /// Acts on the hand that is asked; without a hand it is the posted default.
    pub(super) fn answer_turn(&mut self, answer: Option<(u8, u8)>, action: Action) -> Trial {
        let mut round = self.engine().ok_or(Refused::NoRound)?;
        let need = round.need();
        let (seat, hand) = match (answer, need) {
            (Some(answer), _) => answer,
            (None, Need::Action { seat, hand, .. }) => (seat, hand),
            (None, _) => return Err(Refused::NoRound.into()),
        };
        if let Need::Action { seat: asked_seat, hand: asked, .. } = need
            && asked_seat == seat
            && asked != hand
        {
            return Err(Refused::Hand { hand, asked }.into());
        }
        let added = self.table.adds(&round, seat, hand, action).into();
        let before = self.fates();
        self.table.may_act(&round, need, seat, action)?;
        round.act(self.table.house.rules(), seat, action)?;
        let mut fates = changed_fates(&before, &fates_of(&round, self.is_hole_turned()));
        fates.retain(|it| it.seat != seat);
        let player = self.table.player_at(seat).ok_or(Refused::SeatEmpty { seat })?;
        self.has_chips(player, added)?;
        let by = if answer.is_some() { self.by() } else { By::Clock };
        let hands = HandView::all(&round, seat);
        self.emit(Event::Acted { seat, hand, action, added, by, hands, fates });
        self.run()
    }

    /// The dealer's key: turns the hole card.
    pub(super) fn turn(&mut self) -> Trial {
        self.dealer_on_duty()?;
        if self.table.phase != Phase::HoleCard {
            return Err(Refused::NoTurn.into());
        }
        self.turn_hole_card();
        self.run()
    }

    fn engine(&self) -> Option<Round> {
        self.table.in_play.as_ref()?.round
    }

    /// Deals and pays until somebody is asked or the round is over.
    fn run(&mut self) -> Trial {
        while let Some(round) = self.engine() {
            if !self.tell(&round)? {
                return Ok(());
            }
            match round.need() {
                Need::Card(_) => self.deal_cards(),
                // Nobody waits for somebody who is gone (T-15).
                Need::Insurance { seat, .. } if self.table.is_gone(seat) => {
                    return self.answer_insurance(None);
                }
                Need::Action { seat, .. } if self.table.is_gone(seat) => {
                    return self.answer_turn(None, Action::Stand);
                }
                Need::Insurance { .. } | Need::Action { .. } => {
                    let question = self.table.question();
                    question.into_iter().for_each(|question| self.emit(question));
                    return Ok(());
                }
                Need::Nothing => return self.settle(),
            }
        }
        Ok(())
    }

    /// Tells what has become known and pays what is decided by it. False: the dealer is
    /// asked to turn the hole card first.
    fn tell(&mut self, round: &Round) -> Trial<bool> {
        let Some(playing) = self.table.in_play.as_deref() else { return Ok(true) };
        let (is_peeked, is_hole_turned) = (playing.is_peeked, playing.is_hole_turned);
        let Some(up) = round.up_card().filter(|_| round.is_dealt()) else { return Ok(true) };
        let before_peek = matches!(round.need(), Need::Insurance { .. });
        let is_over = round.need() == Need::Nothing;
        // A dealer's natural ends the round at the peek, with two cards.
        let natural = !is_peeked && is_over && round.dealer_cards().is_some_and(is_natural);
        if !before_peek && !is_peeked && !natural && (up.value() == 10 || up.is_ace()) {
            self.emit(Event::Peeked {});
        }
        if round.dealer_cards().is_some() && !is_hole_turned {
            if self.table.has_keypad() && !natural {
                self.emit(Event::TurnAsked {});
                return Ok(false);
            }
            self.turn_hole_card();
        }
        self.pay()?;
        Ok(true)
    }

    fn turn_hole_card(&mut self) {
        let Some(round) = self.engine() else { return };
        let Some(cards @ [_, hole, ..]) = round.dealer_cards() else { return };
        let (card, fate) = (*hole, dealer_fate(cards));
        self.emit(Event::HoleTurned { card, counts: count_of(&round, 0, 1, true), fate });
    }

    /// What has become of the hands in play.
    fn fates(&self) -> Vec<HandFate> {
        self.engine().map_or_else(Vec::new, |round| fates_of(&round, self.is_hole_turned()))
    }

    /// Deals the cards that are due, as one event.
    fn deal_cards(&mut self) {
        if self.table.shoe.as_ref().is_none_or(HouseShoe::is_empty) {
            self.commit_shoe(true);
        }
        let (Some(mut round), Some(mut shoe)) = (self.engine(), self.table.shoe.clone()) else {
            return;
        };
        let (before, is_turned) = (self.fates(), self.is_hole_turned());
        let mut cards = Vec::new();
        let was_dealt = round.is_dealt();
        while let Need::Card(slot) = round.need() {
            // What the first cards decide is told before the next one is drawn.
            if round.is_dealt() != was_dealt || (slot == Slot::Draw && !self.is_hole_turned()) {
                break;
            }
            let Some(card) = shoe.draw() else { break };
            let (seat, hand) = place_of(slot);
            if round.card(self.table.house.rules(), card).is_err() {
                break;
            }
            let is_shown = slot != Slot::Hole;
            let counts = count_of(&round, seat, hand, is_turned);
            let (card, counts) = (is_shown.then_some(card), is_shown.then_some(counts));
            cards.push(DealtCard { seat, hand, card, counts });
        }
        let fates = changed_fates(&before, &fates_of(&round, is_turned));
        self.emit(Event::Dealt { cards, fates });
        let cut_card = self.table.in_play.as_ref().is_some_and(|it| it.is_cut_card_out);
        if !cut_card && shoe.is_cut_card_out() {
            self.emit(Event::CutCard {});
        }
    }

    fn is_hole_turned(&self) -> bool {
        self.table.in_play.as_ref().is_some_and(|playing| playing.is_hole_turned)
    }

    /// Pays and takes what is decided and nobody has paid yet (A33, A47).
    pub(super) fn pay(&mut self) -> Trial {
        let lines = self.table.due();
        if lines.is_empty() {
            return Ok(());
        }
        self.reimburse_lines(&lines)?;
        self.emit(Event::Paid { lines });
        Ok(())
    }

    /// Everything is paid but shares of a meter.
    fn settle(&mut self) -> Trial {
        let hands = self.table.share_hands();
        if hands.is_empty() {
            return self.finish(None);
        }
        if self.table.is_attended() {
            self.emit(Event::ClaimsAsked { hands });
            return Ok(());
        }
        self.award_by_policy(&hands)?;
        self.finish(None)
    }

    /// The round is over.
    fn finish(&mut self, card: Option<u32>) -> Trial {
        self.end_on_link()?;
        let Some(playing) = self.table.in_play.as_deref() else {
            return Err(Refused::NoRound.into());
        };
        let (paid, engine) = (&playing.paid, playing.round);
        let mut players = Vec::new();
        for seat in engine.iter().flat_map(seats_in) {
            if let Some(player) = self.table.player_at(seat) {
                let (staked, returned) = sums(paid.iter().filter(|line| line.seat == seat));
                add(&mut players, player, staked, returned);
            }
        }
        self.end(players, card)?;
        self.fill_if_short();
        Ok(())
    }

    fn end(&mut self, players: Vec<(AccountId, i64, i64)>, card: Option<u32>) -> Trial {
        let Some(playing) = self.table.in_play.as_deref() else {
            return Err(Refused::NoRound.into());
        };
        self.round = Some(self.record_of(playing, players));
        self.table.ended(card).into_iter().for_each(|ended| self.emit(ended));
        self.next_round()
    }

    /// The round in play as the index of rounds keeps it, ending now.
    pub(super) fn record_of(
        &self,
        playing: &InPlay,
        players: Vec<(AccountId, i64, i64)>,
    ) -> RoundRecord {
        RoundRecord {
            round: self.table.round,
            day: playing.day,
            started: playing.started,
            ended: self.table.at,
            first: playing.first,
            last: self.table.version,
            voided: false,
            players,
        }
    }

    /// After the round: the sign that is due, the next bets, a new shoe, or the dealer's next key.
    pub(super) fn next_round(&mut self) -> Trial {
        self.free_the_gone()?;
        if self.is_posting_due() {
            return self.put_up();
        }
        if self.table.is_live() {
            return Ok(());
        }
        if self.table.shoe.as_ref().is_none_or(HouseShoe::is_cut_card_out) {
            self.open_shoes();
            self.new_shoe();
        } else {
            self.after_cut();
        }
        Ok(())
    }
}

/// Adds what a seat staked and returned to its player's sums.
pub(super) fn add(
    players: &mut Vec<(AccountId, i64, i64)>,
    player: AccountId,
    staked: i64,
    returned: i64,
) {
    match players.iter_mut().find(|(of, ..)| *of == player) {
        Some(sum) => *sum = (player, sum.1 + staked, sum.2 + returned),
        None => players.push((player, staked, returned)),
    }
}

fn is_natural(dealer: &[cards::Card]) -> bool {
    dealer.len() == 2 && Total::of(dealer).best() == 21
}
