//! A sitting: a person's seats at a table, and the bets he is about to place.
//!
//! The table deals, asks and pays; a sitting gives it commands and remembers its view. Its own
//! are only the chips in hand: bets that grow chip by chip before they are put down whole.

use rules::{Action, BetRefused, Game, Money, Profile, Rules, Spot};
use table::{
    Ask, Body, Felt as Cards, House, LinkSnapshot, LinkView, Refused, SeatCards, ShoeView, View,
};

use crate::felt::{self, Amount, Felt};
use crate::news::{News, Story};
use crate::offer::Offer;
use crate::place::{Place, PlaceRefused, SetUpFailed};

/// The most a player puts on a table, in cents; the rest stays in his pocket.
const MOST_CHIPS: i64 = crate::purse::MOST_CENTS;

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
    #[error("you play {}, not seat {seat}", seats_played(*seats))]
    Seat { seat: u8, seats: u8 },
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

fn seats_played(seats: u8) -> String {
    if seats == 1 { "seat 1".to_owned() } else { format!("seats 1 to {seats}") }
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

/// One player's seats at a table: 1 to however many he plays.
pub struct Sitting {
    game: Game,
    profile: Profile,
    house: House,
    place: Box<dyn Place>,
    view: View,
    link: Option<LinkView>,
    /// Money that is not on the table.
    pocket: Money,
    brought: Money,
    pub(crate) felt: Felt,
    story: Story,
    news: Vec<News>,
    rounds: u64,
}

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
        let view = place.view();
        let house = House::new(view.posted.clone(), &game, &profile)?;
        let mut sitting = Sitting {
            game,
            profile,
            house,
            link: place.link(),
            view,
            place,
            pocket: bankroll,
            brought: bankroll,
            felt: Felt::new(),
            story: Story::default(),
            news: Vec::new(),
            rounds: 0,
        };
        sitting.tell_shoe();
        sitting.sit_down()?;
        Ok(sitting)
    }

    /// Takes the seats and buys chips. Without money nobody sits down: he only looks.
    fn sit_down(&mut self) -> Result<(), PlaceRefused> {
        let mut buys = self.pocket.in_cents().min(MOST_CHIPS);
        if buys == 0 {
            return Ok(());
        }
        let mut next = || {
            let cents = u32::try_from(buys).unwrap_or(u32::MAX);
            buys -= i64::from(cents);
            cents
        };
        let mut chips = vec![next()];
        while let cents @ 1.. = next() {
            chips.push(cents);
        }
        for seat in 1..=self.seats() {
            let buy_in = if seat == 1 { chips[0] } else { 0 };
            self.give(Body::Sit { seat, buy_in })?;
        }
        for &cents in &chips[1..] {
            self.give(Body::BuyIn { seat: 1, cents })?;
        }
        let on_table: i64 = chips.iter().map(|&cents| i64::from(cents)).sum();
        self.pocket = self.pocket - Money::cents(on_table);
        Ok(())
    }

    /// The shoe that lies there already when a player comes.
    fn tell_shoe(&mut self) {
        self.news.extend(self.view.shoe.as_ref().map(News::of_shoe));
    }

    /// Gives a command to the table, and follows what it brings about.
    fn give(&mut self, body: Body) -> Result<(), PlaceRefused> {
        let events = self.place.give(body)?;
        self.view = self.place.view();
        self.link = self.place.link();
        for event in events {
            let news = self.story.tell(event);
            self.rounds += u64::from(news.ends_round());
            self.news.push(news);
        }
        Ok(())
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

    /// The number of seats played; they are seats 1 to this.
    pub fn seats(&self) -> u8 {
        self.view.posted.seats
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

    /// What the last round came to, until the next deal.
    pub fn outcome(&self) -> Option<Sum> {
        let cards = self.cards();
        let sum = |of: fn(&table::PaidLine) -> i64| Money::cents(cards.lines.iter().map(of).sum());
        cards
            .over
            .then(|| Sum { staked: sum(|line| line.staked), returned: sum(|line| line.returned) })
    }

    /// How many rounds this sitting has settled.
    pub fn rounds(&self) -> u64 {
        self.rounds
    }

    /// What the table asks; nothing while bets are placed.
    pub fn asked(&self) -> Option<&Ask> {
        self.view.ask.as_ref()
    }

    /// Whether bets are placed.
    pub fn is_betting(&self) -> bool {
        self.asked().is_none()
    }

    /// The stakes that lie on the felt and are not settled yet.
    pub fn on_felt(&self) -> Money {
        if self.is_betting() {
            return self.felt.total();
        }
        let cents: i64 = self.cards().seats.iter().map(put_down).sum();
        let settled: i64 = self.cards().lines.iter().map(|line| line.staked).sum();
        Money::cents(cents - settled)
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
        for seat in 1..=self.seats() {
            let bets = self.felt.bets()[usize::from(seat) - 1].iter().collect();
            if let Err(refused) = self.give(Body::Bet { seat, bets }) {
                self.take_bets_back();
                return Err(refused.into());
            }
        }
        // The chips are on the table now, and still there if nothing can be dealt.
        if let Err(refused) = self.give(Body::Ready {}) {
            self.take_bets_back();
            return Err(refused.into());
        }
        self.felt.deal();
        Ok(())
    }

    /// The chips come back from the table; they are as they were in the hand.
    fn take_bets_back(&mut self) {
        for seat in 1..=self.seats() {
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
        match self.asked() {
            Some(&Ask::Insurance { seat, .. }) => Ok((seat, 1)),
            Some(&Ask::Action { seat, hand, .. }) => Ok((seat, hand)),
            None => Err(TableRefused::NoCards),
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

    /// Leaves the table: open hands stand, and the chips are money in the pocket again.
    ///
    /// # Errors
    /// If the table does not let the player go.
    pub fn leave(&mut self) -> Result<(), TableRefused> {
        self.stand_all()?;
        self.felt = Felt::new();
        for seat in self.view.you.seats.clone() {
            let chips = self.view.you.chips;
            self.give(Body::Leave { seat })?;
            self.pocket += Money::cents(chips - self.view.you.chips);
        }
        Ok(())
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
