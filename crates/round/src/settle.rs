//! Settlement: a pure function from final hands to lines in paying order.

use cards::Rank;
use rules::settings::{Allowed, NaturalsPaid, Tie};
use rules::{
    Action, Class, Look, Money, Returned, Rules, Sight, SpecialBonus, Spot, To, When, Word, class,
};

use crate::hand::{Fate, Hand};
use crate::line::{Line, LineSpot, Reason};
use crate::machine::{Need, Round, seats_in};

impl Round {
    /// Settles every wager and prize, in paying order: from the dealer's right
    /// (the highest seat) to the left; within a seat the main hands, then the
    /// spots in the order of the felt, then special bonus and envy.
    ///
    /// # Panics
    /// If the round still waits for something.
    #[inline]
    pub fn settle(&self, rules: &Rules, pay: impl FnMut(Line)) {
        assert!(self.need() == Need::Nothing, "a round is settled when it asks for nothing more");
        self.settle_decided(rules, pay);
    }

    /// The lines that are decided by now and may be paid or taken (A33, A47), in
    /// paying order: open side wagers after the deal, naturals, insurance after the
    /// peek, hands that are bust or given up, and so on until all are. A line that
    /// has been given once is given unchanged ever after.
    #[inline]
    pub fn settle_decided(&self, rules: &Rules, mut pay: impl FnMut(Line)) {
        let Some(now) = self.reached() else { return };
        let prizes = if now == When::DealerDone { Prizes::of(self, rules) } else { None };
        for index in seats_in(self.placed.seats()).rev() {
            let seat = index as u8 + 1;
            for (place, hand) in (1u8..).zip(self.hands(seat)) {
                // At the end everything is decided; most rounds are only asked then.
                let over = now == When::DealerDone;
                if !over && hand_moment(rules, hand) > now {
                    continue;
                }
                let (returned, reason) = self.settle_hand(rules, seat, hand);
                pay(Line {
                    seat,
                    spot: LineSpot::Wager(Spot::Main),
                    hand: Some(place),
                    staked: cents(hand.stake),
                    returned: Returned::Amount(returned),
                    reason,
                });
            }
            self.settle_spots(rules, seat, now, &mut pay);
            if let Some(prizes) = &prizes {
                prizes.pay(self, seat, &mut pay);
            }
        }
    }

    #[inline]
    fn settle_hand(&self, rules: &Rules, seat: u8, hand: &Hand) -> (Money, Reason) {
        let stake = cents(hand.stake);
        if hand.is_natural() {
            return self.settle_natural(rules, stake);
        }
        let main = self.placed.seat(usize::from(seat) - 1).get(Spot::Main);
        match hand.fate {
            Fate::Bust => (Money::ZERO, Reason::Bust { total: hand.total().best() }),
            Fate::Surrendered => (hand.kept(rules, main, Action::Surrender), Reason::Surrendered),
            Fate::Rescued => {
                let back = hand.kept(rules, main, Action::Rescue);
                (back, Reason::Rescued { back, lost: stake - back })
            }
            Fate::Stood | Fate::Open => self.compare(rules, hand, stake),
        }
    }

    fn settle_natural(&self, rules: &Rules, stake: Money) -> (Money, Reason) {
        if self.has_dealer_natural() && rules.natural_tie == Tie::Pushes {
            return (stake, Reason::NaturalsPush);
        }
        let pays = rules.natural_pays;
        (stake + pays.win_on(stake), Reason::Natural { pays })
    }

    /// A hand that stands, against the dealer's.
    fn compare(&self, rules: &Rules, hand: &Hand, stake: Money) -> (Money, Reason) {
        if self.has_dealer_natural() {
            return (Money::ZERO, Reason::DealerNatural);
        }
        let player = hand.total().best();
        let dealer = self.dealer.total().best();
        if rules.always_wins(player) || player == 21 && dealer != 21 {
            let (pays, reason) = price_21(rules, hand, dealer);
            return (stake + pays.win_on(stake), reason);
        }
        if dealer > 21 {
            (stake + stake, Reason::DealerBusts { player, dealer })
        } else if player > dealer {
            (stake + stake, Reason::Beats { player, dealer })
        } else if player == dealer {
            (stake, Reason::Pushes { total: player })
        } else {
            (Money::ZERO, Reason::LosesTo { player, dealer })
        }
    }

    fn settle_spots(&self, rules: &Rules, seat: u8, now: When, pay: &mut impl FnMut(Line)) {
        let insurance = self.insurance(seat);
        if insurance > 0 {
            self.settle_spot(rules, seat, (Spot::Insurance, insurance), now, pay);
        }
        if !self.seats[usize::from(seat) - 1].side_wagers {
            return;
        }
        for &spot in &Spot::ALL[2..] {
            let stake = self.placed.seat(usize::from(seat) - 1).get(spot);
            if stake > 0 {
                self.settle_spot(rules, seat, (spot, stake), now, pay);
            }
        }
    }

    /// Settles a side wager or insurance, if it may be paid by now.
    fn settle_spot(
        &self,
        rules: &Rules,
        seat: u8,
        (spot, stake): (Spot, u32),
        now: When,
        pay: &mut impl FnMut(Line),
    ) {
        let (Some(look), Some(table)) = (spot.look(), rules.table(spot)) else { return };
        if self.when_paid(seat, look) > now {
            return;
        }
        let class = look.class(&self.sight(seat), rules.deck);
        let price = table.pay(class);
        pay(Line {
            seat,
            spot: LineSpot::Wager(spot),
            hand: None,
            staked: cents(stake),
            returned: price.returned(cents(stake)),
            reason: Reason::Class { class: table.counts_as(class), pay: price },
        });
    }

    /// When a wager that looks so is paid. What a turn decides waits for the third card, or
    /// for a first hand that takes none; at a dealer's natural there are no turns.
    #[inline]
    fn when_paid(&self, seat: u8, look: Look) -> When {
        let seat = &self.seats[usize::from(seat) - 1];
        let is_open = seat.third.is_none() && seat.hands[0].fate == Fate::Open;
        if look.decided() == When::Turn && is_open { When::HoleTurned } else { look.paid() }
    }

    /// What the wagers of a seat can look at.
    #[inline]
    fn sight(&self, seat: u8) -> Sight {
        let seat = &self.seats[usize::from(seat) - 1];
        let dealer = self.dealer.as_slice();
        Sight { first_two: seat.first_two, third: seat.third, up: dealer[0], hole: dealer[1] }
    }
}

/// When a hand is decided: naturals early (A47), hands that are over in their turn,
/// a 21 that always wins when the hole card is turned, all others at the end.
#[inline]
fn hand_moment(rules: &Rules, hand: &Hand) -> When {
    match hand.fate {
        _ if hand.is_natural() => match rules.naturals_paid {
            NaturalsPaid::AfterDeal => When::Dealt,
            NaturalsPaid::AfterPeek => When::Peeked,
        },
        Fate::Bust | Fate::Surrendered | Fate::Rescued => When::Turn,
        Fate::Stood if rules.always_wins(hand.total().best()) => When::HoleTurned,
        Fate::Stood | Fate::Open => When::DealerDone,
    }
}

/// What a winning 21 pays: by its class, unless a double or a split voids the bonus.
fn price_21(rules: &Rules, hand: &Hand, dealer: u8) -> (To, Reason) {
    if let Some(bonus) = &rules.bonus_21
        && bonus.is_paid(hand.origin, hand.doubles)
    {
        let class = bonus.table.counts_as(class::bonus_21(hand.cards(), bonus.suit));
        let pays = bonus.price(class);
        if class != Class::Other21 || pays != To::EVEN {
            return (pays, Reason::TwentyOne { class, pays, suit: bonus.suit });
        }
    }
    let reason = match rules.tied_21 {
        Tie::Wins => Reason::TwentyOneWins,
        Tie::Pushes if dealer > 21 => Reason::DealerBusts { player: 21, dealer },
        Tie::Pushes => Reason::Beats { player: 21, dealer },
    };
    (To::EVEN, reason)
}

/// The second step over all seats: who won the special bonus, and whom that makes
/// envious (A22, A23).
struct Prizes {
    special: SpecialBonus,
    /// The hands of each seat that won one.
    won: [u8; rules::MAX_SEATS],
    /// All of them together.
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
            // Where the prize is nothing there is no special bonus, and no envy of it (A23).
            if special.prize(round.placed.seat(index).get(Spot::Main)) == 0 {
                continue;
            }
            let hands = round.hands(index as u8 + 1);
            let winning = hands.iter().filter(|hand| qualifies(hand, &special)).count() as u8;
            prizes.won[index] = winning;
            prizes.hands += winning;
        }
        (prizes.hands > 0).then_some(prizes)
    }

    // Seldom reached; inlined, its preparations would be made in every settlement.
    #[cold]
    #[inline(never)]
    fn pay(&self, round: &Round, seat: u8, pay: &mut impl FnMut(Line)) {
        let index = usize::from(seat) - 1;
        let prize = |spot, amount: Money, reason| Line {
            seat,
            spot,
            hand: None,
            staked: Money::ZERO,
            returned: Returned::Amount(amount),
            reason,
        };
        if self.won[index] > 0 {
            let each = self.special.prize(round.placed.seat(index).get(Spot::Main));
            let amount = cents(each).part(self.won[index].into(), 1);
            pay(prize(LineSpot::SpecialBonus, amount, Reason::SpecialBonus));
        }
        let envied = self.envied(round, index);
        if envied > 0 {
            let amount = cents(self.special.envy).part(envied.into(), 1);
            pay(prize(LineSpot::Envy, amount, Reason::Envy { bonuses: envied }));
        }
    }

    /// The hands for which a seat is paid envy (A23): those of the other players. Envy goes
    /// to players, not to seats, at their lowest seat.
    fn envied(&self, round: &Round, index: usize) -> u8 {
        let player = round.placed.seat(index).player;
        let mut own = seats_in(round.placed.seats())
            .filter(|&other| round.placed.seat(other).player == player)
            .peekable();
        if own.peek() != Some(&index) {
            return 0;
        }
        let own_hands: u8 = own.map(|seat| self.won[seat]).sum();
        match self.special.envy_to_winners {
            Allowed::No if own_hands > 0 => 0,
            Allowed::Yes | Allowed::No => self.hands - own_hands,
        }
    }
}

fn qualifies(hand: &Hand, special: &SpecialBonus) -> bool {
    let sevens = match *hand.cards() {
        [a, b, c] => a.rank() == Rank::Seven && a == b && a == c,
        _ => false,
    };
    // The hand must stand: a rescued hand has given its cards up.
    sevens && hand.fate == Fate::Stood && special.is_paid(hand.origin, hand.doubles)
}

#[inline]
fn cents(cents: u32) -> Money {
    Money::cents(cents.into())
}
