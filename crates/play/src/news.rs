//! What happens at the table, in sentences.

use cards::Card;
use rules::{Action, Money, Total};
use table::{DealtCard, Event, Fate, HandView, LineSpot, PaidLine, ShoeView};

/// An event of the table, as it is told.
#[derive(Clone, Debug)]
pub struct News {
    /// The event.
    pub event: Event,
    /// Its sentences, a line each; none where there is nothing to tell.
    pub lines: Vec<String>,
}

impl News {
    /// The shoe that lies on a table when somebody sits down.
    pub(crate) fn of_shoe(shoe: &ShoeView) -> News {
        let &ShoeView { shoe, cards, ref root, .. } = shoe;
        let event = Event::ShoeCommitted { shoe, cards, root: root.clone(), discards: false };
        Story::default().tell(event)
    }

    /// Whether it is about the table rather than about cards and wagers that a
    /// screen shows anyway.
    pub fn is_notice(&self) -> bool {
        matches!(
            self.event,
            Event::ShoeCommitted { .. }
                | Event::CutCard {}
                | Event::Peeked {}
                | Event::SensorsDark { .. }
                | Event::Voided { .. }
        )
    }

    /// Whether a round is over with it.
    pub fn ends_round(&self) -> bool {
        matches!(self.event, Event::Ended { .. } | Event::Voided { .. })
    }
}

/// The cards that have been told: what a hand counts needs those before.
#[derive(Clone, Debug, Default)]
pub(crate) struct Story {
    /// The hands with their seats, in the order of the table.
    hands: Vec<(u8, Vec<Card>)>,
    dealer: Vec<Card>,
    is_dealt: bool,
}

impl Story {
    /// Tells an event.
    pub(crate) fn tell(&mut self, event: Event) -> News {
        let lines = match &event {
            Event::ShoeCommitted { shoe, cards, discards, .. } => {
                vec![shoe_text(*shoe, *cards, *discards)]
            }
            Event::CutCard {} => {
                vec!["The cut card is out: this is the shoe's last round.".to_owned()]
            }
            Event::Started { .. } => {
                *self = Story::default();
                Vec::new()
            }
            Event::Dealt { cards, .. } => cards.iter().flat_map(|card| self.card(card)).collect(),
            Event::Acted { seat, hand, action: Action::Split, .. } => {
                self.split(*seat, *hand);
                Vec::new()
            }
            Event::Peeked {} => vec!["The dealer looks and has no natural.".to_owned()],
            Event::HoleTurned { card, .. } => {
                self.dealer.push(*card);
                vec![format!("The dealer turns {}: {}.", with_the(*card), first_two(&self.dealer))]
            }
            Event::Paid { lines } => lines.iter().map(|line| self.paid(line)).collect(),
            Event::Ended { staked, returned, .. } => vec![over(*staked, *returned)],
            Event::SensorsDark { .. } => {
                vec!["The progressive takes no wagers: those on its sensors are off.".to_owned()]
            }
            Event::Voided { .. } => {
                vec!["The round is void, and every stake is returned.".to_owned()]
            }
            // The rest is no news for the only player at a table.
            _ => Vec::new(),
        };
        News { event, lines }
    }

    /// A card is dealt; the first ones are told together.
    fn card(&mut self, dealt: &DealtCard) -> Vec<String> {
        let &DealtCard { seat, hand, card, .. } = dealt;
        let Some(card) = card else {
            self.is_dealt = true;
            return self.deal();
        };
        if seat == 0 {
            self.dealer.push(card);
            let total = count(Total::of(&self.dealer));
            let text = format!("The dealer draws {}: {total}.", with_the(card));
            return if self.is_dealt { vec![text] } else { Vec::new() };
        }
        let several = self.hands_of(seat) > 1;
        let cards = self.hand(seat, hand);
        cards.push(card);
        let total = count(Total::of(cards));
        let place = place(seat, several.then_some(hand));
        let text = format!("{place} receives {}: {total}.", with_the(card));
        if self.is_dealt { vec![text] } else { Vec::new() }
    }

    /// Everybody has two cards, the dealer one of them face down.
    fn deal(&self) -> Vec<String> {
        let seats = self.hands.iter().map(|(seat, cards)| {
            let names: Vec<String> = cards.iter().map(|&card| with_the(card)).collect();
            format!("Seat {seat} has {}: {}.", names.join(" and "), first_two(cards))
        });
        let up = self
            .dealer
            .first()
            .map(|&up| format!("The dealer shows {}; the hole card is face down.", with_the(up)));
        seats.chain(up).collect()
    }

    /// A pair becomes two hands, the new one directly behind the old (A41).
    fn split(&mut self, seat: u8, hand: u8) {
        let pair = self.hand(seat, hand);
        let second = pair.split_off(1);
        let at = self.place_of(seat, hand) + 1;
        self.hands.insert(at, (seat, second));
    }

    fn hands_of(&self, seat: u8) -> usize {
        self.hands.iter().filter(|(of, _)| *of == seat).count()
    }

    fn place_of(&self, seat: u8, hand: u8) -> usize {
        self.hands.iter().take_while(|(of, _)| *of < seat).count() + usize::from(hand) - 1
    }

    /// The cards of a hand; a seat's first card makes it.
    fn hand(&mut self, seat: u8, hand: u8) -> &mut Vec<Card> {
        let at = self.place_of(seat, hand);
        if self.hands_of(seat) < usize::from(hand) {
            self.hands.insert(at, (seat, Vec::new()));
        }
        &mut self.hands[at].1
    }

    /// A wager was paid or taken.
    fn paid(&self, line: &PaidLine) -> String {
        let PaidLine { seat, spot, hand, staked, returned, reason, .. } = line;
        let is_hand = hand.is_some() && self.hands_of(*seat) > 1;
        let place = match is_hand {
            true => place(*seat, *hand),
            false => format!("Seat {seat}, {}", spot_name(*spot)),
        };
        let (staked, returned) = (Money::cents(*staked), Money::cents(*returned));
        if staked == Money::ZERO {
            return format!("{place}: {reason}. Paid {returned}.");
        }
        format!("{place}: {reason}. Staked {staked}, returned {returned}.")
    }
}

fn shoe_text(shoe: u32, cards: u16, discards: bool) -> String {
    match shoe {
        _ if discards => {
            format!("The shoe is empty: {cards} discards are shuffled, and the round goes on.")
        }
        1 => format!("A shoe of {cards} cards is shuffled."),
        shoe => format!("Shoe {shoe}: {cards} cards are shuffled."),
    }
}

fn over(staked: i64, returned: i64) -> String {
    let (staked, returned) = (Money::cents(staked), Money::cents(returned));
    let net = signed(returned - staked);
    format!("The round is over: staked {staked}, returned {returned}, net {net}.")
}

/// What two cards count, a natural by its name.
fn first_two(cards: &[Card]) -> String {
    let total = Total::of(cards);
    if cards.len() == 2 && total.best() == 21 { "a natural".to_owned() } else { count(total) }
}

/// What a line settles, as people call it.
pub fn spot_name(spot: LineSpot) -> &'static str {
    match spot {
        LineSpot::SpecialBonus => "Special bonus",
        LineSpot::Envy => "Envy",
        LineSpot::Wager(spot) => spot.name(),
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
pub fn badge(hand: &HandView) -> String {
    if hand.fate == Fate::Natural { "BJ".to_owned() } else { total_badge(Total::of(&hand.cards)) }
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
