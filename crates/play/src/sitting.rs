//! A sitting: a person's seats at a table, and the bets he is about to place.
//!
//! The table deals, asks and pays; a sitting gives it commands and remembers its view. Its own
//! are only the chips in hand: bets that grow chip by chip before they are put down whole.

mod following;
mod seating;

use rules::{Action, BetRefused, Game, Money, Profile, Rules, Spot};
use table::{
    Ask, Body, Felt as Cards, House, LinkSnapshot, LinkView, PaidLine, Phase, Refused, SeatCards,
    ShoeView, View,
};

use crate::felt::{self, Amount, Felt};
use crate::news::{News, Story, seats_text};
use crate::offer::Offer;
use crate::place::{Bell, Place, PlaceRefused};
use following::Trouble;

/// Something that is not done; nothing has changed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[allow(missing_docs)]
pub enum TableRefused {
    #[error(transparent)]
    Bet(#[from] BetRefused),
    #[error(transparent)]
    Place(PlaceRefused),
    #[error("that takes {needs} and your bankroll is {has}")]
    Bankroll { needs: Money, has: Money },
    #[error("the cards are out: bets are placed between rounds")]
    CardsOut,
    #[error("no cards are out: place a bet and deal")]
    NoCards,
    #[error("there is nothing to undo")]
    NothingToUndo,
    #[error("there are no bets to take back")]
    NothingToClear,
    #[error("no round has been dealt yet, so there are no bets to repeat")]
    NothingToRepeat,
    #[error("you play {}, not seat {seat}", seats_text(seats))]
    Seat { seat: u8, seats: Vec<u8> },
    #[error("seat {seat} is asked now, which is not yours")]
    NotYourTurn { seat: u8 },
    #[error("you have no seat at this table")]
    NoSeat,
    #[error("your whole bankroll is on the table already")]
    NothingToBuy,
    #[error("{amount} is above every limit")]
    TooMuch { amount: Money },
}

impl From<PlaceRefused> for TableRefused {
    fn from(refused: PlaceRefused) -> TableRefused {
        match refused {
            PlaceRefused::Table(Refused::Bet(refused)) => TableRefused::Bet(refused),
            PlaceRefused::Table(Refused::Chips { needs, has }) => {
                TableRefused::Bankroll { needs: Money::cents(needs), has: Money::cents(has) }
            }
            refused => TableRefused::Place(refused),
        }
    }
}

/// What went over the felt in a round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sum {
    /// All stakes.
    pub staked: Money,
    /// All that was handed back.
    pub returned: Money,
}

impl Sum {
    /// What the player won or lost.
    pub fn net(&self) -> Money {
        self.returned - self.staked
    }
}

/// The money of a sitting: what a player brings and takes away again.
#[derive(Clone, Debug)]
pub struct Stack {
    /// The bankroll.
    pub bankroll: Money,
    /// The meters as an earlier sitting left them.
    pub meters: Option<LinkSnapshot>,
}

/// One player's seats at a table.
pub struct Sitting {
    game: Game,
    profile: Profile,
    house: House,
    place: Box<dyn Place>,
    view: View,
    link: Option<LinkView>,
    /// The seats he plays.
    seats: Vec<u8>,
    /// Those of them whose bets lie on the table.
    laid: Vec<u8>,
    /// Why the place cannot be reached, or will not be any more.
    trouble: Option<Trouble>,
    /// Money that is not on the table.
    pocket: Money,
    brought: Money,
    pub(crate) felt: Felt,
    story: Story,
    news: Vec<News>,
    rounds: u64,
}

impl Sitting {
    /// Has a bell rung whenever something comes by itself.
    pub fn ring(&mut self, bell: Bell) {
        self.place.ring(bell);
    }

    /// The table as the player sees it.
    pub(crate) fn view(&self) -> &View {
        &self.view
    }

    /// How many milliseconds the table still waits, where a clock runs.
    pub(crate) fn left_ms(&self) -> Option<u64> {
        self.place.left_ms()
    }

    /// The server whose table it is; nothing for a table of one's own.
    pub fn host(&self) -> Option<&str> {
        self.place.host()
    }

    /// What the player brought to the table so far.
    pub fn brought(&self) -> Money {
        self.brought
    }

    /// The game.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// The game as this table posts it.
    pub fn profile(&self) -> &Profile {
        &self.profile
    }

    /// The rules in force, with the wagers that the table offers.
    pub fn rules(&self) -> &Rules {
        self.house.rules()
    }

    /// What may favour the player, by the names with which it was allowed (A49).
    pub fn overrides(&self) -> Vec<String> {
        self.view.posted.overrides()
    }

    /// The seats that are played.
    pub fn seats(&self) -> &[u8] {
        &self.seats
    }

    /// The spots that are bet on before the deal, in the order of the felt.
    pub fn spots(&self) -> Vec<Spot> {
        let spots = self.view.posted.spots.iter().copied();
        spots.filter(|&spot| spot != Spot::Insurance).collect()
    }

    /// What is left besides the stakes.
    pub fn bankroll(&self) -> Money {
        self.pocket + Money::cents(self.view.you.chips) - self.felt.total()
    }

    /// What the sitting has won or lost so far; open stakes do not count as lost.
    pub fn session_net(&self) -> Money {
        self.bankroll() + self.on_felt() - self.brought
    }

    /// The bets being placed.
    pub fn felt(&self) -> &Felt {
        &self.felt
    }

    /// The stake being placed on a spot, in cents.
    pub fn stake(&self, seat: u8, spot: Spot) -> u32 {
        usize::from(seat)
            .checked_sub(1)
            .and_then(|index| self.felt.bets().get(index))
            .map_or(0, |bets| bets.get(spot))
    }

    /// The shoe.
    pub fn shoe(&self) -> Option<&ShoeView> {
        self.view.shoe.as_ref()
    }

    /// How many cards stand in front of the cut card.
    pub fn before_cut_card(&self) -> u16 {
        let Some(shoe) = self.shoe().filter(|shoe| !shoe.cut_card_out) else { return 0 };
        let behind = shoe.cards.checked_div(self.game.cut_card.into()).unwrap_or(0);
        shoe.cards.saturating_sub(shoe.dealt).saturating_sub(behind)
    }

    /// What the progressive's meters show.
    pub fn meters(&self) -> impl Iterator<Item = (Spot, Money)> {
        let jackpots = self.link.iter().flat_map(|link| &link.jackpots);
        jackpots.map(|jackpot| (jackpot.spot, Money::cents(jackpot.cents)))
    }

    /// The cards of the round in play, or of the last one until the next deal.
    pub fn cards(&self) -> &Cards {
        &self.view.felt
    }

    /// The cards of a seat.
    pub fn cards_of(&self, seat: u8) -> Option<&SeatCards> {
        self.view.felt.seats.iter().find(|cards| cards.seat == seat)
    }

    /// The dealer's up-card.
    pub fn up_card(&self) -> Option<cards::Card> {
        self.view.felt.dealer.first().copied()
    }

    /// What the last round came to for the player, until the next deal.
    pub fn outcome(&self) -> Option<Sum> {
        let sum = |of: fn(&PaidLine) -> i64| Money::cents(self.lines().map(of).sum());
        let is_over = self.cards().over && self.own_cards().next().is_some();
        is_over
            .then(|| Sum { staked: sum(|line| line.staked), returned: sum(|line| line.returned) })
    }

    /// What has been paid to the player's seats.
    fn lines(&self) -> impl Iterator<Item = &PaidLine> {
        self.cards().lines.iter().filter(|line| self.seats.contains(&line.seat))
    }

    /// The cards of the player's seats.
    fn own_cards(&self) -> impl Iterator<Item = &SeatCards> {
        self.cards().seats.iter().filter(|cards| self.seats.contains(&cards.seat))
    }

    /// How many rounds this sitting has settled.
    pub fn rounds(&self) -> u64 {
        self.rounds
    }

    /// What the table asks the player; nothing while bets are placed or others are asked.
    pub fn asked(&self) -> Option<&Ask> {
        self.view.ask.as_ref().filter(|ask| self.seats.contains(&seat_of(ask)))
    }

    /// Whether bets are placed, and nobody's cards are played.
    pub fn is_betting(&self) -> bool {
        matches!(self.view.phase, Phase::Betting { .. } | Phase::Cut { .. })
    }

    /// Whether cards of the player's are in play.
    pub fn is_in_round(&self) -> bool {
        !self.is_betting() && !self.cards().over && self.own_cards().next().is_some()
    }

    /// The player's stakes that are not settled yet, in his hand or on the felt.
    pub fn on_felt(&self) -> Money {
        if self.is_betting() {
            return self.felt.total();
        }
        let cents: i64 = self.own_cards().map(put_down).sum();
        let settled: i64 = self.lines().map(|line| line.staked).sum();
        self.felt.total() + Money::cents(cents - settled)
    }

    /// Whether the player cannot pay the least main wager any more.
    pub fn is_out_of_money(&self) -> bool {
        let least = self.rules().wager(Spot::Main).map_or(0, |wager| wager.least);
        self.is_betting() && self.bankroll() + self.felt.total() < Money::cents(least.into())
    }

    /// What the asked hand may do, in the fixed order of the keys. Surrender and
    /// rescue share a place: a hand is either doubled or it is not.
    pub fn offers(&self) -> Vec<Offer> {
        let Some(Ask::Action { seat, hand, legal, .. }) = self.asked() else { return Vec::new() };
        let Some(cards) = self.cards_of(*seat) else { return Vec::new() };
        let Some(asked) = cards.hands.get(usize::from(*hand) - 1) else { return Vec::new() };
        let rules = self.rules();
        let give_up = if asked.doubles > 0 { Action::Rescue } else { Action::Surrender };
        let known = match give_up {
            Action::Rescue => rules.rescue != rules::settings::Rescue::None,
            _ => rules.surrender != rules::settings::Surrender::None,
        };
        [Action::Hit, Action::Stand, Action::Double, Action::Split]
            .into_iter()
            .chain(known.then_some(give_up))
            .map(|action| {
                let offer = legal.iter().find(|offer| offer.action == action);
                Offer::new(asked, main_wager(cards), (action, offer), self.bankroll())
            })
            .collect()
    }

    /// The most the asked seat can insure for: half its wager, or what it has.
    pub fn most_insurance(&self) -> u32 {
        let Some(&Ask::Insurance { most, .. }) = self.asked() else { return 0 };
        let step = self.rules().wager(Spot::Insurance).map_or(1, |wager| wager.step.max(1));
        let affordable = u32::try_from(self.bankroll().in_cents()).unwrap_or(u32::MAX);
        most.min(affordable / step * step)
    }

    /// Why a spot cannot be bet on beside the bets that lie, if it cannot.
    pub fn why_not(&self, seat: u8, spot: Spot) -> Option<BetRefused> {
        let least = self.rules().wager(spot)?.least;
        let mut bets = *self.felt.bets();
        let own = bets.get_mut(usize::from(seat).checked_sub(1)?)?;
        if own.get(spot) == 0 {
            own.set(spot, least);
        }
        felt::check(self.rules(), &bets, (seat, spot), Amount::Growing).err()
    }

    /// What has happened since the last call.
    pub fn take_news(&mut self) -> Vec<News> {
        std::mem::take(&mut self.news)
    }

    /// What the player takes away: the bankroll with the bets that lie, and the meters.
    pub fn stack(&self) -> Stack {
        Stack { bankroll: self.bankroll() + self.on_felt(), meters: self.place.kept() }
    }

    /// Puts the bets down and has them dealt.
    ///
    /// # Errors
    /// If a round is in play or the bets are not right.
    pub fn deal(&mut self) -> Result<(), TableRefused> {
        self.no_cards_out()?;
        // All bets are judged before the first is put down.
        self.rules().accept(self.felt.bets())?;
        if matches!(self.view.phase, Phase::Cut { .. }) {
            // Who wants cards need not wait for the cut; the clock would cut there, too.
            self.cut(self.shoe().map_or(0, |shoe| shoe.cards / 2))?;
        }
        // The chips are on the table then, and still there if nothing can be dealt.
        let put_down = self.put_down().and_then(|()| Ok(self.give(Body::Ready {})?));
        put_down.inspect_err(|_| self.take_bets_back())
    }

    /// Cuts the shoe: so many cards go to the back.
    ///
    /// # Errors
    /// If the shoe is not to be cut now, or not there.
    pub fn cut(&mut self, place: u16) -> Result<(), TableRefused> {
        Ok(self.give(Body::Cut { place })?)
    }

    /// Puts the bets in hand down, each seat's in place of those that lie.
    pub(crate) fn put_down(&mut self) -> Result<(), TableRefused> {
        let bets = *self.felt.bets();
        for seat in self.seats.clone() {
            let bets = bets[usize::from(seat) - 1].iter().collect();
            self.give(Body::Bet { seat, bets })?;
        }
        Ok(())
    }

    /// Whether bets of the player's lie on the table.
    pub(crate) fn has_laid(&self) -> bool {
        !self.laid.is_empty()
    }

    /// The chips come back from the table; they are as they were in the hand.
    fn take_bets_back(&mut self) {
        for seat in self.seats.clone() {
            // What lies can always be taken back; if it cannot, the next deal says why.
            let _ = self.give(Body::Bet { seat, bets: [].into() });
        }
    }

    /// Answers the question for insurance; nothing is no.
    ///
    /// # Errors
    /// If nobody is asked, or for such an amount, or the bankroll does not reach.
    pub fn insure(&mut self, amount: Money) -> Result<(), TableRefused> {
        let (seat, _) = self.asked_hand()?;
        let cents =
            u32::try_from(amount.in_cents()).map_err(|_| TableRefused::TooMuch { amount })?;
        Ok(self.give(Body::Insure { seat, cents })?)
    }

    /// Acts on the hand that is asked.
    ///
    /// # Errors
    /// If no hand is asked, the action is not legal or the bankroll does not reach.
    pub fn act(&mut self, action: Action) -> Result<(), TableRefused> {
        let (seat, hand) = self.asked_hand()?;
        Ok(self.give(Body::Act { seat, hand, action })?)
    }

    /// The seat and the hand that are asked.
    pub fn asked_hand(&self) -> Result<(u8, u8), TableRefused> {
        match (self.asked(), &self.view.ask) {
            (Some(&Ask::Insurance { seat, .. }), _) => Ok((seat, 1)),
            (Some(&Ask::Action { seat, hand, .. }), _) => Ok((seat, hand)),
            (None, Some(other)) => Err(TableRefused::NotYourTurn { seat: seat_of(other) }),
            (None, None) => Err(TableRefused::NoCards),
        }
    }

    /// Ends the round in play without further wagers: no insurance, every hand stands.
    ///
    /// # Errors
    /// If the table refuses even that; the round is as it was then.
    pub fn stand_all(&mut self) -> Result<(), TableRefused> {
        while let Some(asked) = self.asked() {
            match asked {
                Ask::Insurance { .. } => self.insure(Money::ZERO)?,
                Ask::Action { .. } => self.act(Action::Stand)?,
            }
        }
        Ok(())
    }
}

/// The seat that is asked.
fn seat_of(ask: &Ask) -> u8 {
    match *ask {
        Ask::Insurance { seat, .. } | Ask::Action { seat, .. } => seat,
    }
}

/// All that a seat has put down, in cents.
fn put_down(cards: &SeatCards) -> i64 {
    let hands = cards.hands.iter().map(|hand| hand.stake);
    let side = cards.bets.iter().filter(|stake| stake.spot != Spot::Main).map(|it| it.cents);
    hands.chain(side).chain([cards.insurance]).map(i64::from).sum()
}

/// A seat's main wager before the deal, in cents.
pub(crate) fn main_wager(cards: &SeatCards) -> u32 {
    cards.bets.iter().find(|stake| stake.spot == Spot::Main).map_or(0, |stake| stake.cents)
}
