//! What happens at the table, as data and as sentences.

use cards::Card;
use round::{Hand, LineSpot};
use rules::{Money, Total};

use crate::pay::PaidLine;

/// Something everybody at the table sees.
#[derive(Clone, Debug)]
pub enum Event {
    /// A new shoe is shuffled.
    NewShoe {
        /// Which shoe of the sitting.
        number: u64,
        /// Its cards.
        cards: usize,
    },
    /// The cut card came out: the round in play is the shoe's last.
    CutCard,
    /// The shoe ran out in the middle of a round and was refilled with the discards.
    Reshuffled {
        /// The cards that went back.
        cards: usize,
    },
    /// Everybody has two cards, the dealer one of them face down.
    Dealt {
        /// The seats with their cards.
        seats: Vec<(u8, Vec<Card>)>,
        /// The dealer's up-card.
        up: Card,
    },
    /// A hand received a card.
    Card {
        /// The seat.
        seat: u8,
        /// The hand, and whether the seat has several.
        hand: Option<u8>,
        /// The card.
        card: Card,
        /// What the hand counts now.
        total: Total,
    },
    /// The dealer looked and has no natural.
    NoDealerNatural,
    /// The hole card was turned.
    HoleTurned {
        /// The card.
        card: Card,
        /// What the dealer has.
        total: Total,
    },
    /// The dealer drew a card.
    DealerCard {
        /// The card.
        card: Card,
        /// What the dealer has.
        total: Total,
    },
    /// A wager was paid or taken.
    Paid {
        /// The wager.
        paid: PaidLine,
        /// How many hands its seat has.
        hands: usize,
    },
    /// The round is settled.
    Over(Sum),
    /// Every card lay on the felt: the round is void and all stakes are returned.
    Voided,
}

/// What went over the felt in a round.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Sum {
    /// Everything staked.
    pub staked: Money,
    /// Everything handed back.
    pub returned: Money,
}

impl Sum {
    /// Returned less staked.
    pub fn net(&self) -> Money {
        self.returned - self.staked
    }
}

impl Event {
    /// The event as one sentence, or several for a deal.
    pub fn sentence(&self) -> String {
        match self {
            Event::NewShoe { number: 1, cards } => format!("A shoe of {cards} cards is shuffled."),
            Event::NewShoe { number, cards } => {
                format!("Shoe {number}: {cards} cards are shuffled.")
            }
            Event::CutCard => "The cut card is out: this is the shoe's last round.".to_owned(),
            Event::Reshuffled { cards } => {
                format!("The shoe is empty: {cards} discards are shuffled, and the round goes on.")
            }
            Event::Dealt { seats, up } => dealt(seats, *up),
            Event::Card { seat, hand, card, total } => {
                format!("{} receives {}: {}.", place(*seat, *hand), with_the(*card), count(*total))
            }
            Event::NoDealerNatural => "The dealer looks and has no natural.".to_owned(),
            Event::HoleTurned { card, total } => {
                let count = if total.best() == 21 { "a natural".to_owned() } else { count(*total) };
                format!("The dealer turns {}: {count}.", with_the(*card))
            }
            Event::DealerCard { card, total } => {
                format!("The dealer draws {}: {}.", with_the(*card), count(*total))
            }
            Event::Paid { paid, hands } => paid_line(paid, *hands),
            Event::Over(sum) => format!(
                "The round is over: staked {}, returned {}, net {}.",
                sum.staked,
                sum.returned,
                signed(sum.net())
            ),
            Event::Voided => {
                "No card is left for this round: it is void and every stake is returned.".to_owned()
            }
        }
    }

    /// Whether it is about the table rather than about cards and wagers that a
    /// screen shows anyway.
    pub fn is_notice(&self) -> bool {
        matches!(
            self,
            Event::NewShoe { .. }
                | Event::CutCard
                | Event::Reshuffled { .. }
                | Event::NoDealerNatural
                | Event::Voided
        )
    }
}

fn dealt(seats: &[(u8, Vec<Card>)], up: Card) -> String {
    let mut text = String::new();
    for (seat, cards) in seats {
        let names: Vec<String> = cards.iter().map(|&card| with_the(card)).collect();
        let total = Total::of(cards);
        let count = if total.best() == 21 { "a natural".to_owned() } else { count(total) };
        text.push_str(&format!("Seat {seat} has {}: {count}.\n", names.join(" and ")));
    }
    text.push_str(&format!("The dealer shows {}; the hole card is face down.", with_the(up)));
    text
}

fn paid_line(paid: &PaidLine, hands: usize) -> String {
    let PaidLine { line, returned } = paid;
    let place = match line.spot {
        LineSpot::Wager(rules::Spot::Main) if hands > 1 => place(line.seat, line.hand),
        spot => format!("Seat {}, {}", line.seat, spot_name(spot)),
    };
    let why = line.reason;
    if line.staked == Money::ZERO {
        return format!("{place}: {why}. Paid {returned}.");
    }
    format!("{place}: {why}. Staked {}, returned {returned}.", line.staked)
}

/// What a line settles, as people call it.
pub fn spot_name(spot: LineSpot) -> &'static str {
    match spot {
        LineSpot::Wager(spot) => spot.name(),
        LineSpot::SpecialBonus => "Special bonus",
        LineSpot::Envy => "Envy",
    }
}

/// A seat, and its hand where that needs to be said.
pub fn place(seat: u8, hand: Option<u8>) -> String {
    match hand {
        Some(hand) => format!("Seat {seat}, hand {hand}"),
        None => format!("Seat {seat}"),
    }
}

/// An amount with its sign, `+$5` or `-$5`.
pub fn signed(amount: Money) -> String {
    if amount > Money::ZERO { format!("+{amount}") } else { amount.to_string() }
}

fn with_the(card: Card) -> String {
    format!("the {}", card.name())
}

/// What cards count, in words: `16`, `soft 17`, `bust with 24`.
pub fn count(total: Total) -> String {
    if total.is_bust() {
        format!("bust with {}", total.best())
    } else if total.is_soft() && total.best() < 21 {
        format!("soft {}", total.best())
    } else {
        total.best().to_string()
    }
}

/// What a hand counts, as on a table's display: `16`, `7/17`, `BJ`, `bust 24`.
pub fn badge(hand: &Hand) -> String {
    if hand.is_natural() { "BJ".to_owned() } else { total_badge(hand.total()) }
}

/// What cards count, as on a table's display.
pub fn total_badge(total: Total) -> String {
    if total.is_bust() {
        format!("bust {}", total.best())
    } else if total.is_soft() && total.best() < 21 {
        format!("{}/{}", total.hard(), total.best())
    } else {
        total.best().to_string()
    }
}

/// What a player without money is told.
pub fn out_of_money(game: &rules::Game) -> String {
    format!(
        "Your play money does not reach for another bet here; `bahama play {} --bankroll 1000` starts anew.",
        game.id
    )
}

/// What a player is told who leaves.
pub fn farewell(bankroll: Money) -> String {
    format!("You leave with {bankroll} of play money; it is kept for the next time.")
}

/// A message as a sentence: a capital letter and a full stop.
pub fn sentence(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters.next().map(|letter| letter.to_uppercase().to_string());
    format!("{}{}.", first.unwrap_or_default(), letters.as_str())
}
