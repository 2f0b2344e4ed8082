//! The progressive at the table: sensors, hand buttons, the supervisor's key, the card.
//! What concerns the meters is demanded of the table's link, in the same decision.

use cards::Card;
use round::PaidLine;
use rules::{Class, Money, Pay, ShareHand, Spot, Word};

use super::{Draft, Ended, Held, Trial, reason_of};
use crate::command::CardProof;
use crate::event::{Event, Stake, VoidReason};
use crate::ids::{AccountId, Actor, LinkId, TableId};
use crate::link::{
    AwardDue, AwardRecord, Claim, Link, LinkDraft, LinkRefused, Lit, Signature, StopReason, Winner,
};
use crate::refusal::Refused;
use crate::role::Role;
use crate::share::{Share, ShareState};
use crate::state::{InPlay, Phase};

impl<'a> Draft<'a> {
    // ---- the link

    /// The table's link, if the caller holds it.
    fn held(&mut self) -> Trial<&'a Link> {
        let Some(id) = self.table.link() else { return Err(Refused::Dealing.into()) };
        self.held_link(id)
    }

    pub(super) fn held_link(&mut self, id: LinkId) -> Trial<&'a Link> {
        match self.around.link(id) {
            Held::Free(link) => Ok(link),
            Held::Taken => Err(Ended::Needs(id.into())),
            Held::Away | Held::Broken => Err(LinkRefused::Down.into()),
        }
    }

    /// The table's link, to be changed.
    fn demand(&mut self) -> Trial<&mut LinkDraft> {
        let Some(id) = self.table.link() else { return Err(Refused::Dealing.into()) };
        self.demand_link(id)
    }

    /// A link, to be changed.
    pub(super) fn demand_link(&mut self, id: LinkId) -> Trial<&mut LinkDraft> {
        let (link, context) = (self.held_link(id)?, self.context);
        Ok(self.linked.entry(id).or_insert_with(|| LinkDraft::new(link, context)))
    }

    /// Whether the link takes wagers on these sensors (P-16).
    pub(super) fn takes_wagers(&mut self, sensors: impl IntoIterator<Item = Spot>) -> Trial {
        let now = self.context.at;
        Ok(self.held()?.takes_wagers_of(self.table.id, sensors, now)?)
    }

    /// The round as the link knows it.
    fn game(&self) -> (TableId, u64) {
        (self.table.id, self.table.round)
    }

    // ---- sensors

    /// A sensor of a live table lights or goes dark.
    pub(super) fn light(&mut self, seat: u8, spot: Spot, lit: bool) -> Trial {
        if !self.table.is_live() {
            return Err(Refused::Dealing.into());
        }
        if self.by.role == Role::Dealer {
            self.dealer_on_duty()?;
        }
        self.not_in_round()?;
        let seats = self.table.house.posted().seats;
        if !(1..=seats).contains(&seat) {
            return Err(Refused::NoSeat { seat, seats }.into());
        }
        let wager = self.table.house.rules().wager(spot).filter(|_| spot.is_progressive());
        let unit = wager.ok_or_else(|| self.table.not_offered(spot))?.least;
        if lit {
            self.takes_wagers([spot])?;
        }
        let mut bets = *self.table.bets_of(seat);
        bets.set(spot, if lit { unit } else { 0 });
        let bets = bets.iter().map(|(spot, cents)| Stake { spot, cents }).collect();
        self.emit(Event::BetPlaced { seat, bets });
        Ok(())
    }

    /// If wagers lie on sensors and the link takes none, they are off and the game goes on
    /// without them (P-16).
    pub(super) fn darken_sensors(&mut self) -> Trial {
        let lit: Vec<Spot> = self.table.sensors().map(|(_, spot)| spot).collect();
        if lit.is_empty() {
            return Ok(());
        }
        match self.takes_wagers(lit) {
            Err(Ended::Refused(refused)) => {
                if let Refused::Link(LinkRefused::FundsShort { .. }) = refused {
                    self.demand()?.stop(StopReason::FundsShort)?;
                }
                self.emit(Event::SensorsDark { code: refused.listed() });
                Ok(())
            }
            other => other,
        }
    }

    /// All sensors go dark, as when the table closes.
    pub(super) fn darken_all(&mut self, why: &Refused) {
        if self.table.sensors().next().is_some() {
            self.emit(Event::SensorsDark { code: why.listed() });
        }
    }

    /// START GAME: the dealer takes the wagers off the sensors, and the link books their
    /// shares, once (P-03).
    pub(super) fn contribute(&mut self) -> Trial {
        let Some(playing) = self.table.in_play.as_deref() else { return Ok(()) };
        if playing.lit.is_empty() {
            return Ok(());
        }
        let seats = |of: Spot| playing.lit.iter().filter(move |(_, spot)| *spot == of);
        let lit = Spot::ALL.iter().filter(|&&spot| seats(spot).next().is_some());
        let lit: Vec<Lit> = lit
            .map(|&spot| Lit { spot, seats: seats(spot).map(|(seat, _)| *seat).collect() })
            .collect();
        let ((table, round), day) = (self.game(), self.context.day);
        Ok(self.demand()?.start(table, round, day, lit)?)
    }

    /// Fixed pays come back from the meter where every pay leaves it (P-04).
    pub(super) fn reimburse_lines(&mut self, lines: &[PaidLine]) -> Trial {
        let fixed = lines.iter().filter(|line| !self.table.is_share(line));
        let fixed = fixed.filter_map(|line| Some((line.seat, line.sensor()?, line.returned)));
        for (seat, spot, cents) in fixed.collect::<Vec<_>>() {
            self.reimburse(seat, spot, cents)?;
        }
        Ok(())
    }

    fn reimburse(&mut self, seat: u8, spot: Spot, cents: i64) -> Trial {
        if self.table.reimburses().is_some() && cents > 0 {
            let game = self.game();
            self.demand()?.pay_fixed(game, seat, spot, Money::cents(cents))?;
        }
        Ok(())
    }

    /// The link knows that the game is over.
    pub(super) fn end_on_link(&mut self) -> Trial {
        if self.table.in_play.as_ref().is_some_and(|playing| !playing.lit.is_empty()) {
            let (table, round) = self.game();
            self.demand()?.end(table, round)?;
        }
        Ok(())
    }

    /// The link gives the wagers of a voided round back, and takes back what left the
    /// meter for fixed pays (T-11).
    pub(super) fn void_on_link(
        &mut self,
        playing: &InPlay,
        why: &VoidReason,
        card: Option<u32>,
    ) -> Trial {
        if self.table.link().is_some() && !playing.lit.is_empty() {
            let (table, round) = self.game();
            let (Actor { account, role }, name) = (self.by, self.context.name.clone());
            let by = Signature { account, name, role, card };
            self.demand()?.void(table, round)?;
            self.demand()?.recover_chips(table, round, &by, &why.to_string())?;
        }
        Ok(())
    }

    // ---- claims

    /// The dealer's hand button: on, and pressed again off (T-03, T-04).
    pub(super) fn hand_button(
        &mut self,
        seat: u8,
        spot: Spot,
        hand: Class,
        cards: &[Card],
    ) -> Trial {
        self.dealer_on_duty()?;
        let Some(playing) = self.table.in_play.as_deref() else {
            return Err(Refused::NoRound.into());
        };
        self.is_time_for_claims()?;
        if !self.table.is_lit(seat, spot) {
            return Err(LinkRefused::from(progressive::Refused::NotLit { seat }).into());
        }
        if let Some(&share) = playing.share(seat, spot) {
            return self.press_again(share, hand);
        }
        let (pay, cards) = match playing.round {
            Some(_) => self.claim_of_cards(seat, spot, hand)?,
            None => {
                let pay = self.table.keyed(spot, hand, cards)?;
                self.table.agrees_with_keyed(seat, cards)?;
                (pay, cards.to_vec())
            }
        };
        match pay {
            Pay::Share(percent) => self.claim(ShareHand { seat, spot, hand, percent }, cards),
            Pay::Loses => Err(LinkRefused::Unsupported.into()),
            Pay::For(_) | Pay::To(_) => {
                self.reimburse(seat, spot, self.table.fixed_pay(spot, hand))?;
                self.emit(Event::HandNoted { seat, spot, hand, cards, on: true });
                Ok(())
            }
        }
    }

    /// Hand buttons, the supervisor's key, cards and END GAME come after the cards; an early press
    /// is told what is due instead (T-01).
    pub(super) fn is_time_for_claims(&self) -> Result<(), Refused> {
        match self.table.phase {
            Phase::LiveGame | Phase::Claims => Ok(()),
            _ if self.table.in_play.is_none() => Err(Refused::NoRound),
            _ => Err(Refused::NotYet { due: self.table.due_now() }),
        }
    }

    /// The button of a hand that is claimed or noted already.
    fn press_again(&mut self, share: Share, hand: Class) -> Trial {
        let ShareHand { seat, spot, .. } = share.won;
        if share.won.hand != hand {
            return Err(LinkRefused::from(progressive::Refused::Claimed { seat }).into());
        }
        match share.state {
            ShareState::Claimed => {
                let game = self.game();
                self.demand()?.withdraw(game, seat, spot, None)?;
                self.emit(Event::Withdrawn { seat, spot, reason: None, card: None });
                Ok(())
            }
            // What a supervisor has confirmed a supervisor takes back.
            ShareState::Confirmed { .. } => {
                Err(LinkRefused::from(progressive::Refused::Confirmed).into())
            }
            ShareState::Noted if self.table.reimburses().is_none() => {
                let cards = Vec::new();
                self.emit(Event::HandNoted { seat, spot, hand, cards, on: false });
                Ok(())
            }
            // What left the meter is backed out, not switched off.
            ShareState::Noted | ShareState::Awarded { .. } => {
                Err(LinkRefused::from(progressive::Refused::Posted).into())
            }
            ShareState::Waived => Err(LinkRefused::NoHand { seat }.into()),
        }
    }

    /// A supervisor's card takes a claim back, with a reason, as long as nothing of its round is
    /// posted (T-03).
    pub(super) fn take_back(&mut self, seat: u8, spot: Spot, reason: &str) -> Trial {
        let reason = reason_of(reason)?;
        let Some(playing) = self.table.in_play.as_deref() else {
            return Err(Refused::NoRound.into());
        };
        let state = playing.share(seat, spot).map(|share| share.state);
        match state {
            Some(ShareState::Claimed | ShareState::Confirmed { .. }) => {}
            Some(ShareState::Awarded { .. }) => {
                return Err(LinkRefused::from(progressive::Refused::Posted).into());
            }
            _ => return Err(LinkRefused::from(progressive::Refused::NoClaim { seat }).into()),
        }
        let person = Signature::of(self.one_card()?);
        let (game, card) = (self.game(), person.card);
        self.demand()?.withdraw(game, seat, spot, Some((person, reason.clone())))?;
        self.emit(Event::Withdrawn { seat, spot, reason: Some(reason), card });
        Ok(())
    }

    /// What the cards on the felt say of a claim: they must support it (T-04).
    fn claim_of_cards(
        &self,
        seat: u8,
        spot: Spot,
        hand: Class,
    ) -> Result<(Pay, Vec<Card>), Refused> {
        let hands = self.table.in_play.as_ref().map_or(&[][..], |playing| &playing.hands);
        let same = |it: &&ShareHand| it.is_at(seat, spot) && it.hand == hand;
        let found = hands.iter().find(same).ok_or(LinkRefused::Unsupported)?;
        Ok((Pay::Share(found.percent), self.table.four_cards(seat)))
    }

    fn claim(&mut self, hand: ShareHand, cards: Vec<Card>) -> Trial {
        let (table, round) = self.game();
        let claim = Claim {
            table,
            round,
            won: hand,
            cards: cards.clone(),
            player: self.table.player_at(hand.seat),
            dealer: self.table.on_duty(Role::Dealer).map(|duty| duty.staff),
            at: self.table.at,
        };
        self.demand()?.claim(claim)?;
        self.emit(Event::Claimed { hand, cards });
        Ok(())
    }

    /// The supervisor's key. On a house-dealt table every hand must be claimed or waived,
    /// because the awards of a round depend on each other.
    pub(super) fn confirm(&mut self, evidence: &str) -> Trial {
        self.is_time_for_claims()?;
        self.no_hand_is_missing()?;
        self.is_no_party(self.by.account)?;
        let (account, role) = (self.by.account, self.by.role);
        let by = Signature { account, name: self.context.name.clone(), role, card: None };
        self.confirm_by(&by, evidence)
    }

    fn confirm_by(&mut self, by: &Signature, evidence: &str) -> Trial {
        let game = self.game();
        let awards = self.demand()?.confirm(game, by, evidence)?;
        self.emit_of_link(Event::Confirmed { awards })
    }

    /// Tells what the link has worked out. The link may have been read further than the table,
    /// and know of a claim that another process has taken here: then both are read on.
    fn emit_of_link(&mut self, event: Event) -> Trial {
        if self.table.agrees(&event).is_err() {
            let link = self.table.link().ok_or(Refused::Dealing)?;
            return Err(Ended::Behind(link.into()));
        }
        self.emit(event);
        Ok(())
    }

    /// The card that posts an award: its proof came with the command, and who is handed chips.
    pub(super) fn swipe(&mut self, seat: u8, spot: Spot, winner: &Winner) -> Trial {
        self.is_time_for_claims()?;
        let person = Signature::of(self.one_card()?);
        let is_noted = *winner != Winner::default();
        self.post(seat, spot, &person, is_noted.then_some(winner))
    }

    /// The card that was proven for the command: of one person, who neither deals nor plays
    /// here (P-23).
    pub(super) fn one_card(&self) -> Result<&'a CardProof, Refused> {
        let needs = Role::Supervisor;
        let [proof] = &self.context.proofs[..] else {
            return Err(LinkRefused::Card { needs }.into());
        };
        self.is_no_party(proof.account)?;
        if !matches!(proof.level, Role::Supervisor | Role::Executive) {
            return Err(LinkRefused::Level { needs, has: proof.level }.into());
        }
        Ok(proof)
    }

    /// Posts an award; at a house-dealt table the player has it in chips at once.
    fn post(&mut self, seat: u8, spot: Spot, by: &Signature, winner: Option<&Winner>) -> Trial {
        let (game, day) = (self.game(), self.context.day);
        let in_chips = !self.table.is_live();
        let due = AwardDue { game, seat, spot, by, day, in_chips, winner };
        let award = self.demand()?.post(due)?;
        let AwardRecord { slip, cents, claim: Claim { won: hand, .. }, .. } = award;
        self.emit_of_link(Event::Awarded { hand, slip, cents })?;
        self.pay()
    }

    /// A supervisor waives a hand that nobody claims (T-04).
    pub(super) fn waive(&mut self, seat: u8, spot: Spot, reason: &str) -> Trial {
        let reason = reason_of(reason)?;
        let Some(playing) = self.table.in_play.as_deref() else {
            return Err(Refused::NoRound.into());
        };
        let is_one = playing.hands.iter().any(|it| it.is_at(seat, spot));
        if !is_one || playing.share(seat, spot).is_some() {
            return Err(LinkRefused::NoHand { seat }.into());
        }
        self.is_no_party(self.by.account)?;
        let by = self.by.account;
        self.emit(Event::Waived { seat, spot, reason, by });
        self.pay()
    }

    /// An unattended table: the server makes the claims, and the house's recorded policy
    /// confirms and posts them.
    pub(super) fn award_by_policy(&mut self, hands: &[ShareHand]) -> Trial {
        for &hand in hands {
            let cards = self.table.four_cards(hand.seat);
            self.claim(hand, cards)?;
        }
        let house = Signature::house();
        self.confirm_by(&house, "")?;
        for hand in hands {
            self.post(hand.seat, hand.spot, &house, None)?;
        }
        Ok(())
    }

    /// Whether nothing of the meters is open: every hand is claimed or waived, and every
    /// claim posted (T-05).
    pub(super) fn claims_are_done(&self) -> Result<(), Refused> {
        self.no_hand_is_missing()?;
        let claims = self.table.in_play.iter().flat_map(|playing| &playing.claims);
        if claims.into_iter().any(Share::is_open) {
            return Err(LinkRefused::from(progressive::Refused::ClaimOpen).into());
        }
        Ok(())
    }

    fn no_hand_is_missing(&self) -> Result<(), Refused> {
        let Some(playing) = self.table.in_play.as_deref() else { return Ok(()) };
        match playing.hands.iter().find(|hand| playing.share(hand.seat, hand.spot).is_none()) {
            Some(hand) => Err(LinkRefused::Missing { seat: hand.seat }.into()),
            None => Ok(()),
        }
    }

    /// Neither the dealer on duty nor a player confirms or waives (P-23).
    pub(super) fn is_no_party(&self, account: AccountId) -> Result<(), Refused> {
        if self.table.on_duty(Role::Dealer).is_some_and(|duty| duty.staff == account) {
            return Err(LinkRefused::OwnDealer.into());
        }
        if self.table.is_seated(account) { Err(Refused::TwoHats { account }) } else { Ok(()) }
    }
}
