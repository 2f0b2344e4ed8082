//! Settlement: a pure function from final hands to lines in paying order.

use cards::Rank;
use rules::settings::{Bonus, NaturalsPaid, Rescue, Tie};
use rules::{
    Bonus21, Class, Money, Origin, Pay, Returned, Rules, SpecialBonus, Spot, To, Word, class,
};

use crate::hand::{Fate, Hand};
use crate::line::{Line, LineSpot, Moment, Reason};
use crate::machine::{Need, Round, Seat, seats_in};

impl Round {
    /// Settles every wager and prize, in paying order: from the dealer's right
    /// (the highest seat) to the left; within a seat the main hands, then the
    /// spots in the order of the felt, then special bonus and envy.
    ///
    /// # Panics
    /// If the round still waits for something.
    #[inline]
    pub fn settle(&self, rules: &Rules, mut pay: impl FnMut(Line)) {
        assert!(self.need() == Need::Nothing, "a round is settled when it asks for nothing more");
        let prizes = Prizes::of(self, rules);
        for index in seats_in(self.placed.seats()).rev() {
            let seat = index as u8 + 1;
            for (place, hand) in (1u8..).zip(self.hands(seat)) {
                let (returned, reason, moment) = self.settle_hand(rules, seat, hand);
                pay(Line {
                    seat,
                    spot: LineSpot::Wager(Spot::Main),
                    hand: Some(place),
                    staked: cents(hand.stake),
                    returned: Returned::Amount(returned),
                    reason,
                    moment,
                });
            }
            self.settle_spots(rules, seat, &mut pay);
            if let Some(prizes) = &prizes {
                prizes.pay(self, seat, &mut pay);
            }
        }
    }

    /// The lines that open cards decide, in paying order, once the cards are dealt
    /// (A33). [`Round::settle`] gives them again among all others.
    pub fn settle_open(&self, rules: &Rules, mut pay: impl FnMut(Line)) {
        assert!(self.is_dealt(), "open wagers are settled after the deal");
        for index in seats_in(self.placed.seats()).rev() {
            let open = |spot: &&Spot| moment(**spot) == Moment::AfterDeal;
            for &spot in Spot::ALL[2..].iter().filter(open) {
                self.settle_spot(rules, index as u8 + 1, spot, &mut pay);
            }
        }
    }

    fn settle_hand(&self, rules: &Rules, seat: u8, hand: &Hand) -> (Money, Reason, Moment) {
        let stake = cents(hand.stake);
        if hand.is_natural() {
            return self.settle_natural(rules, stake);
        }
        match hand.fate {
            Fate::Bust => (Money::ZERO, Reason::Bust { total: hand.total().best() }, Moment::Turn),
            Fate::Surrendered => (stake.part(1, 2), Reason::Surrendered, Moment::Turn),
            Fate::Rescued => {
                let original = self.placed.seat(usize::from(seat) - 1).get(Spot::Main);
                let back = match rules.rescue {
                    Rescue::KeepOriginal => cents(hand.stake - original),
                    Rescue::LastDouble | Rescue::None => cents(hand.last_double),
                };
                (back, Reason::Rescued { back, lost: stake - back }, Moment::Turn)
            }
            Fate::Stood | Fate::Open => self.compare(rules, hand, stake),
        }
    }

    fn settle_natural(&self, rules: &Rules, stake: Money) -> (Money, Reason, Moment) {
        let moment = match rules.naturals_paid {
            NaturalsPaid::AfterDeal => Moment::AfterDeal,
            NaturalsPaid::AfterPeek => Moment::AfterPeek,
        };
        if self.has_dealer_natural() && rules.natural_tie == Tie::Pushes {
            return (stake, Reason::NaturalsPush, moment);
        }
        let pays = rules.natural_pays;
        (stake + pays.win_on(stake), Reason::Natural { pays }, moment)
    }

    /// A hand that stands, against the dealer's.
    fn compare(&self, rules: &Rules, hand: &Hand, stake: Money) -> (Money, Reason, Moment) {
        if self.has_dealer_natural() {
            return (Money::ZERO, Reason::DealerNatural, Moment::AfterPeek);
        }
        let player = hand.total().best();
        let dealer = self.dealer.total().best();
        if player == 21 && (rules.tied_21 == Tie::Wins || dealer != 21) {
            let (pays, reason) = price_21(rules, hand, dealer);
            return (stake + pays.win_on(stake), reason, Moment::HoleTurned);
        }
        let (returned, reason) = if dealer > 21 {
            (stake + stake, Reason::DealerBusts { player, dealer })
        } else if player > dealer {
            (stake + stake, Reason::Beats { player, dealer })
        } else if player == dealer {
            (stake, Reason::Pushes { total: player })
        } else {
            (Money::ZERO, Reason::LosesTo { player, dealer })
        };
        (returned, reason, Moment::DealerDone)
    }

    fn settle_spots(&self, rules: &Rules, seat: u8, pay: &mut impl FnMut(Line)) {
        let insurance = self.insurance(seat);
        if insurance > 0 {
            self.settle_class(rules, seat, Spot::Insurance, insurance, pay);
        }
        for &spot in &Spot::ALL[2..] {
            self.settle_spot(rules, seat, spot, pay);
        }
    }

    #[inline]
    fn settle_spot(&self, rules: &Rules, seat: u8, spot: Spot, pay: &mut impl FnMut(Line)) {
        let stake = self.placed.seat(usize::from(seat) - 1).get(spot);
        if stake > 0 {
            self.settle_class(rules, seat, spot, stake, pay);
        }
    }

    fn settle_class(
        &self,
        rules: &Rules,
        seat: u8,
        spot: Spot,
        stake: u32,
        pay: &mut impl FnMut(Line),
    ) {
        let Some(table) = rules.table(spot) else { return };
        let cards = self.classify(rules, &self.seats[usize::from(seat) - 1], spot);
        let price = table.pay(cards);
        pay(Line {
            seat,
            spot: LineSpot::Wager(spot),
            hand: None,
            staked: cents(stake),
            returned: price.returned(cents(stake)),
            reason: Reason::Class { class: table.counts_as(cards), pay: price },
            moment: moment(spot),
        });
    }

    /// What the cards of a seat are for a side wager or insurance.
    fn classify(&self, rules: &Rules, seat: &Seat, spot: Spot) -> Class {
        let [first, second] = seat.first_two;
        let up = self.up();
        let hole = self.dealer.as_slice()[1];
        match spot {
            Spot::MatchUp => class::match_dealer(seat.first_two, up),
            Spot::MatchDown => class::match_dealer(seat.first_two, hole),
            Spot::Trilux | Spot::Super3 | Spot::ThreeCard => {
                class::three_card([first, second, up], rules.deck)
            }
            Spot::Bonus7s => class::sevens(seat.first_two, seat.third),
            Spot::Progressive | Spot::Progressive1 | Spot::Progressive5 => {
                class::four_card([first, second, up, hole])
            }
            Spot::Insurance | Spot::Main => class::insurance(up, hole),
        }
    }
}

/// When a spot is settled (A33): the hole card stays secret until it is turned.
fn moment(spot: Spot) -> Moment {
    match spot {
        Spot::MatchUp | Spot::Trilux | Spot::Super3 | Spot::ThreeCard => Moment::AfterDeal,
        Spot::Insurance => Moment::AfterPeek,
        Spot::Bonus7s => Moment::Turn,
        Spot::MatchDown | Spot::Progressive | Spot::Progressive1 | Spot::Progressive5 => {
            Moment::HoleTurned
        }
        Spot::Main => Moment::DealerDone,
    }
}

/// What a winning 21 pays: by its class, unless a double or a split voids the bonus.
fn price_21(rules: &Rules, hand: &Hand, dealer: u8) -> (To, Reason) {
    if let Some(bonus) = rules.bonus_21.as_ref().filter(|bonus| is_paid(hand, bonus)) {
        let class = bonus.table.counts_as(class::bonus_21(hand.cards(), bonus.suit));
        match bonus.table.pay(class) {
            Pay::To(To::EVEN) if class == Class::Other21 => {}
            Pay::To(pays) => return (pays, Reason::TwentyOne { class, pays, suit: bonus.suit }),
            Pay::Loses | Pay::For(_) | Pay::Share(_) => {}
        }
    }
    let reason = match rules.tied_21 {
        Tie::Wins => Reason::TwentyOneWins,
        Tie::Pushes if dealer > 21 => Reason::DealerBusts { player: 21, dealer },
        Tie::Pushes => Reason::Beats { player: 21, dealer },
    };
    (To::EVEN, reason)
}

fn is_paid(hand: &Hand, bonus: &Bonus21) -> bool {
    (hand.doubles == 0 || bonus.after_double == Bonus::Paid)
        && (hand.origin == Origin::Dealt || bonus.on_split == Bonus::Paid)
}

/// The second step over all seats: who won the special bonus, and whom that makes
/// envious (A22, A23).
struct Prizes {
    special: SpecialBonus,
    /// The special-bonus hands of each seat.
    won: [u8; rules::MAX_SEATS],
    hands: u8,
}

impl Prizes {
    fn of(round: &Round, rules: &Rules) -> Option<Prizes> {
        let special = rules.special_bonus?;
        if round.up().rank() != Rank::Seven {
            return None;
        }
        let mut prizes = Prizes { special, won: [0; rules::MAX_SEATS], hands: 0 };
        for index in seats_in(round.placed.seats()) {
            let hands = round.hands(index as u8 + 1);
            let winning = hands.iter().filter(|hand| qualifies(hand, &special)).count() as u8;
            prizes.won[index] = winning;
            prizes.hands += winning;
        }
        (prizes.hands > 0).then_some(prizes)
    }

    fn pay(&self, round: &Round, seat: u8, pay: &mut impl FnMut(Line)) {
        let index = usize::from(seat) - 1;
        let prize = |spot, amount: Money, reason| Line {
            seat,
            spot,
            hand: None,
            staked: Money::ZERO,
            returned: Returned::Amount(amount),
            reason,
            moment: Moment::DealerDone,
        };
        if self.won[index] > 0 {
            let each = self.special.prize(round.placed.seat(index).get(Spot::Main));
            let amount = cents(each).part(self.won[index].into(), 1);
            pay(prize(LineSpot::SpecialBonus, amount, Reason::SpecialBonus));
        }
        // Envy goes to players, not to seats, at their lowest seat; never to a winner.
        let player = round.placed.seat(index).player;
        let own = || {
            let seats = seats_in(round.placed.seats());
            seats.filter(|&other| round.placed.seat(other).player == player)
        };
        if own().next() == Some(index) && own().all(|other| self.won[other] == 0) {
            let amount = cents(self.special.envy).part(self.hands.into(), 1);
            pay(prize(LineSpot::Envy, amount, Reason::Envy { bonuses: self.hands }));
        }
    }
}

fn qualifies(hand: &Hand, special: &SpecialBonus) -> bool {
    let sevens = match *hand.cards() {
        [a, b, c] => a.rank() == Rank::Seven && a == b && a == c,
        _ => false,
    };
    // The hand must stand: a rescued hand has given its cards up.
    sevens
        && hand.fate == Fate::Stood
        && (hand.doubles == 0 || special.after_double == Bonus::Paid)
        && (hand.origin == Origin::Dealt || special.on_split == Bonus::Paid)
}

#[inline]
fn cents(cents: u32) -> Money {
    Money::cents(cents.into())
}
