//! What a table itself can say: the question that is open, the lines that are due, the sum
//! of a round. Deciding takes such events from here, and a replay compares what the record
//! tells with what follows from the table.

use std::collections::BTreeMap;

use cards::{Card, Counts};
use round::{Line, LineSpot, Need, PaidLine, Reason};
use rules::{Action, Class, Money, Pay, Returned, SeatBets, ShareHand, Spot, class};

use crate::apply::Misfit;
use crate::event::{Event, Stake};
use crate::ids::{AccountId, Time};
use crate::link::LinkRefused;
use crate::money::sums;
use crate::posted::Posted;
use crate::refusal::Refused;
use crate::share::{Share, ShareState};
use crate::shoe::HouseShoe;
use crate::state::{Presence, Table};

impl Table {
    /// Whether an event says of the table what is so.
    pub(crate) fn agrees(&self, event: &Event) -> Result<(), Misfit> {
        let clocks = self.house.posted().clocks;
        let (is_so, what) = match event {
            Event::Posted { sign } => (self.is_due(sign), "another sign"),
            Event::PostingAnnounced { sign, .. } => {
                (self.may_follow(sign), "a sign that cannot follow")
            }
            Event::PostingWithdrawn { .. } => (self.next.is_some(), "no sign to withdraw"),
            Event::Seated { seat, .. } => {
                (self.player_at(*seat).is_none(), "a seat is taken twice")
            }
            Event::Left { seat, player, .. } => {
                (self.player_at(*seat) == Some(*player), "a seat of another player")
            }
            Event::Away { player } | Event::Back { player } | Event::Gone { player } => {
                (self.can_become(*player, event), "another presence than the player's")
            }
            Event::BoughtIn { player, .. } => (self.is_seated(*player), "a stranger buys chips"),
            Event::CashedOut { player, cents } => {
                (self.chips(*player) == *cents, "other chips than the player's")
            }
            Event::ShoeCommitted { shoe, .. } => (*shoe == self.shoes + 1, "another shoe"),
            Event::CutAsked { until, least, most } => {
                let cuts = self.shoe.as_ref().map(HouseShoe::cuts);
                let is_so = self.until(clocks.cut_ms) == Some(*until);
                (is_so && cuts == Some((*least, *most)), CLOCK)
            }
            Event::BettingCloses { until } => {
                (until.is_none() || self.until(clocks.betting_ms) == *until, CLOCK)
            }
            Event::BetPlaced { seat, bets } => {
                (self.takes(*seat, bets), "a bet that the table does not take")
            }
            Event::BettingOpened { round } => (*round == self.round + 1, ROUND),
            Event::Started { round, profile, .. } => {
                let is_next = *round == self.round + u64::from(self.is_live());
                (is_next && *profile == self.house.posted().profile, ROUND)
            }
            Event::InsuranceAsked { .. } | Event::Asked { .. } => {
                (self.question().as_ref() == Some(event), "a question that is not open")
            }
            Event::Acted { seat, hand, action, added, .. } => {
                (self.added(*seat, *hand, *action) == Some(*added), "another hand or stake")
            }
            Event::Paid { lines } => (*lines == self.due(), "lines that the round does not settle"),
            Event::ClaimsAsked { hands } => (*hands == self.share_hands(), HANDS),
            Event::Claimed { hand, cards } => (self.can_claim(*hand, cards), HANDS),
            Event::Withdrawn { seat, spot, .. } => {
                (self.share(*seat, *spot).is_some(), "no claim to withdraw")
            }
            Event::Confirmed { awards } => {
                (awards.iter().all(|it| self.is_claimed(it)), "awards that nobody claimed")
            }
            Event::Awarded { hand, cents, .. } => {
                (self.is_confirmed(*hand, *cents), "an award that nobody confirmed")
            }
            Event::HandNoted { seat, spot, hand, cards, on: true } => {
                let pay = self.keyed(*spot, *hand, cards);
                (self.is_lit(*seat, *spot) && pay.is_ok(), HANDS)
            }
            Event::Ended { card, .. } => {
                let ended = self.ended(*card);
                (self.due().is_empty() && ended.as_ref() == Some(event), "another result")
            }
            Event::Voided { round, .. } => (*round == self.round, ROUND),
            // The rest is news, or found not to fit when it is folded.
            _ => return Ok(()),
        };
        if is_so { Ok(()) } else { Err(what.into()) }
    }

    /// Whether a sign is the table's first, or the one that was announced for now.
    fn is_due(&self, sign: &Posted) -> bool {
        match self.version {
            1 => sign == self.house.posted(),
            _ => self.posting_limit().is_some_and(|limit| limit.is_over(self.at)),
        }
    }

    /// Whether a sign can be announced.
    fn may_follow(&self, sign: &Posted) -> bool {
        let now = self.house.posted();
        self.next.is_none() && sign != now && sign.follows(now)
    }

    /// The end of a clock that starts now; nothing where it is off.
    pub(crate) fn until(&self, milliseconds: u32) -> Option<Time> {
        (milliseconds > 0).then(|| self.at.after(milliseconds))
    }

    /// The question the round waits for.
    pub(crate) fn question(&self) -> Option<Event> {
        let round = self.in_play.as_ref()?.round.as_ref()?;
        let clocks = &self.house.posted().clocks;
        match round.need() {
            Need::Insurance { seat, most } => {
                Some(Event::InsuranceAsked { seat, most, until: self.until(clocks.insurance_ms) })
            }
            Need::Action { seat, hand, legal } => {
                let (legal, not) = self.offers(round, seat, hand, legal);
                let until = self.until(clocks.turn_ms);
                Some(Event::Asked { seat, hand, legal, not, until })
            }
            Need::Card(_) | Need::Nothing => None,
        }
    }

    /// The seat that the round waits for.
    pub(crate) fn asked_seat(&self) -> Option<u8> {
        match self.in_play.as_ref()?.round.as_ref()?.need() {
            Need::Insurance { seat, .. } | Need::Action { seat, .. } => Some(seat),
            Need::Card(_) | Need::Nothing => None,
        }
    }

    /// Whether a player can be away, back or gone after what he was before.
    fn can_become(&self, player: AccountId, event: &Event) -> bool {
        let Some(before) = self.players.get(&player).map(|it| it.presence) else { return false };
        match event {
            Event::Away { .. } => before == Presence::Here && !self.is_live(),
            Event::Back { .. } => before != Presence::Here,
            _ => matches!(before, Presence::Away { .. }) && self.is_in_round(player),
        }
    }

    /// What an action adds to the felt, if its hand is the one that is asked.
    fn added(&self, seat: u8, hand: u8, action: Action) -> Option<i64> {
        let round = self.in_play.as_ref()?.round.as_ref()?;
        match round.need() {
            Need::Action { seat: asked, hand: of, .. } if (asked, of) == (seat, hand) => {
                Some(self.adds(round, seat, hand, action).into())
            }
            _ => None,
        }
    }

    /// Whether stakes may lie on a seat. A live table knows of no others than those on its
    /// sensors, which all take the same.
    fn takes(&self, seat: u8, stakes: &[Stake]) -> bool {
        let mut own = SeatBets::default();
        stakes.iter().for_each(|stake| own.set(stake.spot, stake.cents));
        let is_unit = |stake: &Stake| i64::from(stake.cents) == self.unit(stake.spot);
        (1..=self.house.posted().seats).contains(&seat)
            && match self.is_live() {
                true => stakes.iter().all(is_unit),
                false => self.accepts(seat, own).is_ok(),
            }
    }

    // ---- lines

    /// The lines that are decided and nobody has paid yet, in paying order (A33, A47).
    /// Shares of a meter are, once they are awarded or waived.
    pub(crate) fn due(&self) -> Vec<PaidLine> {
        let Some(playing) = self.in_play.as_deref() else { return Vec::new() };
        let mut lines = Vec::new();
        let mut add = |line: PaidLine| {
            if !playing.paid.iter().any(|paid| paid.wager() == line.wager()) {
                lines.push(line);
            }
        };
        if let Some(round) = &playing.round {
            round.settle_decided(self.house.rules(), |line| {
                line.paid().into_iter().for_each(&mut add);
            });
        }
        playing.shares.iter().copied().for_each(add);
        lines
    }

    /// The line of a progressive wager whose share is decided.
    pub(crate) fn share_line(&self, seat: u8, spot: Spot, cents: i64, reason: Reason) -> PaidLine {
        let (staked, returned) = (Money::cents(self.unit(spot)), Money::cents(cents));
        let (spot, hand) = (LineSpot::Wager(spot), None);
        let line = Line { seat, spot, hand, staked, returned: Returned::Amount(returned), reason };
        line.paid_with(returned)
    }

    /// The end of the round in play.
    pub(crate) fn ended(&self, card: Option<u32>) -> Option<Event> {
        let (staked, returned) = sums(self.in_play.as_ref()?.paid.iter());
        Some(Event::Ended { round: self.round, staked, returned, card })
    }

    // ---- shares of a meter

    /// The sensors on which wagers lie, by seat.
    pub(crate) fn sensors(&self) -> impl Iterator<Item = (u8, Spot)> {
        (1u8..).zip(&self.bets).flat_map(|(seat, bets)| {
            bets.iter().map(move |(spot, _)| (seat, spot)).filter(|(_, it)| it.is_progressive())
        })
    }

    pub(crate) fn is_lit(&self, seat: u8, spot: Spot) -> bool {
        self.in_play.as_ref().is_some_and(|playing| playing.lit.contains(&(seat, spot)))
    }

    /// The hands of the round that win a share of a meter, in paying order.
    pub(crate) fn share_hands(&self) -> Vec<ShareHand> {
        let mut hands = Vec::new();
        let round = self.in_play.as_ref().and_then(|playing| playing.round.as_ref());
        let Some(round) = round.filter(|round| round.need() == Need::Nothing) else { return hands };
        round.settle(self.house.rules(), |line| hands.extend(line.share_hand()));
        hands
    }

    /// The four cards of a seat, once the hole card is turned.
    pub(crate) fn four_cards(&self, seat: u8) -> Vec<Card> {
        let Some(playing) = self.in_play.as_deref() else { return Vec::new() };
        let Some(round) = playing.round.filter(|_| playing.is_hole_turned) else {
            return Vec::new();
        };
        let own = round.first_two(seat).into_iter().flatten();
        let dealer = round.dealer_cards().into_iter().flatten().take(2).copied();
        own.chain(dealer).collect()
    }

    /// What the cards that were keyed in at a live table say of a hand.
    pub(crate) fn keyed(&self, spot: Spot, hand: Class, cards: &[Card]) -> Result<Pay, Refused> {
        let rules = self.house.rules();
        let table = rules.table(spot).ok_or_else(|| self.not_offered(spot))?;
        let mut decks = Counts::of(rules.deck, rules.decks);
        let four: [Card; 4] = cards.try_into().map_err(|_| LinkRefused::Cards)?;
        if !four.into_iter().all(|card| decks.take(card)) {
            return Err(LinkRefused::Cards.into());
        }
        let found = table.counts_as(class::four_card(four));
        if found != hand {
            return Err(LinkRefused::Unsupported.into());
        }
        Ok(table.pay(found))
    }

    /// Whether cards that are keyed in for a seat of a live table go with those of the round's
    /// other claims (P-34): the dealer has one hand, a seat has one hand, and all of them are of
    /// the decks. Asked when the button is pressed; records of older rounds are read as they are.
    pub(crate) fn agrees_with_keyed(&self, seat: u8, cards: &[Card]) -> Result<(), LinkRefused> {
        let &[first, second, up, hole] = cards else { return Err(LinkRefused::Cards) };
        let keyed = self.in_play.iter().flat_map(|playing| &playing.keyed);
        let mut hands: BTreeMap<u8, [Card; 2]> = BTreeMap::new();
        for it in keyed {
            let [first, second, up, hole] = it.cards;
            hands.insert(it.seat, [first, second]);
            hands.insert(0, [up, hole]);
        }
        let swapped = [second, first];
        for (seat, own) in [(0, [up, hole]), (seat, [first, second])] {
            match hands.insert(seat, own) {
                Some(known) if known != own && (seat == 0 || known != swapped) => {
                    return Err(LinkRefused::Contradicts { seat, cards: known });
                }
                _ => {}
            }
        }
        let rules = self.house.rules();
        let mut decks = Counts::of(rules.deck, rules.decks);
        let all = hands.into_values().flatten().all(|card| decks.take(card));
        if all { Ok(()) } else { Err(LinkRefused::Cards) }
    }

    /// Whether the cards on the felt, or those keyed in, win this share.
    fn can_claim(&self, hand: ShareHand, cards: &[Card]) -> bool {
        let ShareHand { seat, spot, hand: class, percent } = hand;
        let wins = if self.is_live() {
            self.keyed(spot, class, cards) == Ok(Pay::Share(percent))
        } else {
            self.share_hands().contains(&hand) && self.four_cards(seat) == cards
        };
        wins && self.is_lit(seat, spot)
    }

    /// The share that was claimed, waived or noted on a sensor of a seat.
    pub(crate) fn share(&self, seat: u8, spot: Spot) -> Option<&Share> {
        self.in_play.as_ref()?.share(seat, spot)
    }

    /// Whether this award answers a claim.
    fn is_claimed(&self, award: &Share) -> bool {
        let claim = self.share(award.won.seat, award.won.spot);
        let is_it = |it: &Share| it.won == award.won && it.state == ShareState::Claimed;
        award.due().is_some() && claim.is_some_and(is_it)
    }

    /// Whether a supervisor has confirmed this award.
    fn is_confirmed(&self, won: ShareHand, cents: i64) -> bool {
        let is_it = |it: &Share| it.won == won && it.due() == Some(cents);
        self.share(won.seat, won.spot).is_some_and(is_it)
    }
}

const ROUND: &str = "another round";
const CLOCK: &str = "another time than the posted clock's";
const HANDS: &str = "hands that the cards do not make";
