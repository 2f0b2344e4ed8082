//! What happens at the table, in sentences.

use cards::Card;
use rules::{Action, Class, Money, ShareHand, Spot, Total};
use table::{
    AccountId, By, DealtCard, Event, Fate, Felt, HandView, LineSpot, PaidLine, Reason, ShoeView,
    Stake,
};

use crate::sitting::Sitting;

/// An event of the table, as it is told.
#[derive(Clone, Debug)]
pub struct News {
    /// The event; nothing where it is about the connection or the player's own hand.
    pub event: Option<Event>,
    /// Its sentences, a line each; none where there is nothing to tell.
    pub lines: Vec<String>,
}

impl News {
    /// The shoe that lies on a table when somebody sits down.
    pub(crate) fn of_shoe(shoe: &ShoeView) -> News {
        let &ShoeView { shoe, cards, ref root, .. } = shoe;
        let (root, discards, software) = (root.clone(), false, None);
        let event = Event::ShoeCommitted { shoe, cards, root, discards, software };
        Story::default().tell(event, AccountId::HOUSE, &[])
    }

    /// Something that did not happen at the table.
    pub(crate) fn notice(text: String) -> News {
        News { event: None, lines: vec![text] }
    }

    /// Whether it is about the table rather than about cards and wagers that a
    /// screen shows anyway.
    pub fn is_notice(&self) -> bool {
        let Some(event) = &self.event else { return true };
        matches!(
            event,
            Event::ShoeCommitted { .. }
                | Event::CutCard {}
                | Event::Peeked {}
                | Event::SensorsDark { .. }
                | Event::Voided { .. }
                | Event::Seated { .. }
                | Event::Left { .. }
                | Event::Acted { by: By::Clock, .. }
        )
    }

    /// Whether it puts a question to somebody.
    pub fn asks(&self) -> bool {
        matches!(
            self.event,
            Some(
                Event::Asked { .. }
                    | Event::InsuranceAsked { .. }
                    | Event::CutAsked { .. }
                    | Event::BettingOpened { .. }
            )
        )
    }

    /// Whether a round begins with it.
    pub fn starts_round(&self) -> bool {
        matches!(self.event, Some(Event::Started { .. }))
    }

    /// Whether a round is over with it.
    pub fn ends_round(&self) -> bool {
        matches!(self.event, Some(Event::Ended { .. } | Event::Voided { .. }))
    }
}

/// The cards that have been told: what a hand counts needs those before.
#[derive(Clone, Debug, Default)]
pub(crate) struct Story {
    /// The hands with their seats, in the order of the table.
    hands: Vec<(u8, Vec<Card>)>,
    dealer: Vec<Card>,
    is_dealt: bool,
    /// What has been settled of the player's wagers, in cents: staked and returned.
    settled: (i64, i64),
    /// A double whose card has not been dealt yet.
    doubled: Option<Doubled>,
}

/// A double, which is told with the card that it draws.
#[derive(Clone, Copy, Debug)]
struct Doubled {
    seat: u8,
    hand: u8,
    /// What stands on the hand after it.
    to: Money,
    /// Whether the hand had been doubled before.
    is_again: bool,
}

impl Story {
    /// The story so far of the cards that lie when somebody comes to a table.
    pub(crate) fn of(felt: &Felt) -> Story {
        let hands = felt
            .seats
            .iter()
            .flat_map(|cards| cards.hands.iter().map(|hand| (cards.seat, hand.cards.clone())));
        let is_dealt = !felt.seats.is_empty();
        let (hands, dealer) = (hands.collect(), felt.dealer.clone());
        Story { hands, dealer, is_dealt, ..Story::default() }
    }

    /// Whether one of these seats has cards in it.
    pub(crate) fn is_about(&self, seats: &[u8]) -> bool {
        self.hands.iter().any(|(seat, _)| seats.contains(seat))
    }

    /// Tells an event to somebody with these seats.
    pub(crate) fn tell(&mut self, event: Event, you: AccountId, seats: &[u8]) -> News {
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
            Event::Dealt { cards, .. } => {
                cards.iter().flat_map(|card| self.card(card, seats)).collect()
            }
            Event::Acted { seat, hand, action: Action::Double, hands, .. } => {
                let after = hands.get(usize::from(*hand) - 1);
                self.doubled = after.map(|after| Doubled {
                    seat: *seat,
                    hand: *hand,
                    to: Money::cents(after.stake.into()),
                    is_again: after.doubles > 1,
                });
                Vec::new()
            }
            Event::Acted { seat, hand, action: Action::Split, .. } => {
                self.split(*seat, *hand);
                Vec::new()
            }
            Event::Peeked {} => vec!["The dealer looks and has no blackjack.".to_owned()],
            Event::HoleTurned { card, .. } => {
                self.dealer.push(*card);
                vec![format!("The dealer turns {}: {}.", with_the(*card), first_two(&self.dealer))]
            }
            Event::Paid { lines } => {
                for line in lines.iter().filter(|line| seats.contains(&line.seat)) {
                    self.settled.0 += line.staked;
                    self.settled.1 += line.returned;
                }
                lines.iter().map(|line| self.paid(line, seats)).collect()
            }
            Event::Awarded { hand, cents, .. } => vec![self.awarded(hand, *cents, seats)],
            Event::Ended { .. } if self.is_about(seats) => vec![over(self.settled)],
            Event::Ended { .. } => vec!["The round is over.".to_owned()],
            Event::SensorsDark { .. } => {
                vec!["The progressive takes no wagers: those on its sensors are off.".to_owned()]
            }
            Event::Voided { .. } => {
                vec!["The round is void, and every stake is returned.".to_owned()]
            }
            other => about_people(other, you, seats).into_iter().collect(),
        };
        News { event: Some(event), lines }
    }

    /// A card is dealt; the first ones are told together.
    fn card(&mut self, dealt: &DealtCard, own: &[u8]) -> Vec<String> {
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
        let did = match self.doubled.take_if(|it| (it.seat, it.hand) == (seat, hand)) {
            Some(Doubled { to, is_again, .. }) if own == [seat] && !several => {
                format!("You {} to {to} and draw", if is_again { "redouble" } else { "double" })
            }
            Some(Doubled { to, is_again, .. }) => {
                let doubles = if is_again { "redoubles" } else { "doubles" };
                format!("{} {doubles} to {to} and draws", place(seat, several.then_some(hand)))
            }
            None => format!("{} receives", place(seat, several.then_some(hand))),
        };
        let text = format!("{did} {}: {total}.", with_the(card));
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
    fn paid(&self, line: &PaidLine, own: &[u8]) -> String {
        let PaidLine { seat, spot, hand, staked, returned, reason, .. } = line;
        let is_hand = hand.is_some() && self.hands_of(*seat) > 1;
        let why = match reason {
            Reason::Natural { .. } if own == [*seat] => format!("Your {reason}"),
            Reason::Natural { .. } if own.contains(seat) => format!("Seat {seat}: your {reason}"),
            reason if is_hand => format!("{}: {reason}", place(*seat, *hand)),
            reason => format!("Seat {seat}, {}: {reason}", spot_name(*spot)),
        };
        let (staked, returned) = (Money::cents(*staked), Money::cents(*returned));
        if staked == Money::ZERO {
            return format!("{why}. Paid {returned}.");
        }
        format!("{why}. Staked {staked}, returned {returned}.")
    }

    /// A share of the meter was won: how much of it, and with which cards.
    fn awarded(&self, won: &ShareHand, cents: i64, own: &[u8]) -> String {
        let of_seat = self.hands.iter().find(|(seat, _)| *seat == won.seat);
        let firsts = of_seat.map_or(&[][..], |(_, cards)| cards).iter().take(2);
        let cards: Vec<Card> = firsts.chain(self.dealer.iter().take(2)).copied().collect();
        let who = match own == [won.seat] {
            true => "You win".to_owned(),
            false => format!("Seat {} wins", won.seat),
        };
        let share = match won.percent {
            100 => "the whole meter".to_owned(),
            percent => format!("{percent}% of the meter"),
        };
        format!("{who} {share}, {}, with {}.", Money::cents(cents), equals(won.hand, &cards))
    }
}

/// A hand of equal cards as a dealer calls it, such as `four black nines`.
fn equals(hand: Class, cards: &[Card]) -> String {
    let many = match hand {
        Class::FourSuited | Class::FourSameColour | Class::Four => 4,
        Class::ThreeSameColour | Class::Three => 3,
        _ => return hand.label().to_owned(),
    };
    let same = |card: &Card| cards.iter().filter(|it| it.rank() == card.rank()).count() == many;
    let Some(card) = cards.iter().find(|card| same(card)) else { return hand.label().to_owned() };
    let (rank, suit) = (card.rank().word(), card.suit());
    let ranks = format!("{rank}{}", if rank.ends_with('x') { "es" } else { "s" });
    let count = if many == 4 { "four" } else { "three" };
    match hand {
        Class::FourSuited => format!("{count} {ranks} of {}", suit.word()),
        Class::FourSameColour | Class::ThreeSameColour => {
            let colour = if suit.is_red() { "red" } else { "black" };
            format!("{count} {colour} {ranks}")
        }
        _ => format!("{count} {ranks}"),
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

/// What others do, and what the clock does in the player's place; the rest is no news.
fn about_people(event: &Event, you: AccountId, seats: &[u8]) -> Option<String> {
    Some(match event {
        Event::Seated { seat, player, name } if *player != you => {
            format!("{name} takes seat {seat}.")
        }
        Event::Left { seat, player, why } => match why {
            _ if *player != you => format!("Seat {seat} is free again."),
            By::Player => return None,
            By::Staff | By::Clock => format!("The house has freed your seat {seat}."),
        },
        Event::Away { player } if *player != you => "A player has lost the connection.".into(),
        Event::Back { player } if *player != you => "A player is back.".into(),
        Event::BetPlaced { seat, bets } if !seats.contains(seat) => match &bets[..] {
            [] => format!("Seat {seat} takes its bets back."),
            bets => format!("Seat {seat} bets {}.", stakes(bets)),
        },
        Event::ShoeCut { place, by: By::Player } => format!("The shoe is cut at card {place}."),
        Event::Insured { seat, cents: 1.., .. } if !seats.contains(seat) => {
            format!("Seat {seat} takes insurance.")
        }
        Event::Acted { seat, action, by: By::Clock, .. } if seats.contains(seat) => {
            format!("Time is up: seat {seat} {}.", does(*action))
        }
        Event::Acted { seat, action, .. } if !seats.contains(seat) => {
            format!("Seat {seat} {}.", does(*action))
        }
        _ => return None,
    })
}

/// An action in a sentence.
fn does(action: Action) -> &'static str {
    match action {
        Action::Hit => "hits",
        Action::Stand => "stands",
        Action::Double => "doubles",
        Action::Split => "splits",
        Action::Surrender => "surrenders",
        Action::Rescue => "takes its rescue",
    }
}

/// Stakes with their spots: `Main $10, Trilux $5`.
pub fn stakes(stakes: &[Stake]) -> String {
    let stake = |it: &Stake| format!("{} {}", it.spot.name(), Money::cents(it.cents.into()));
    stakes.iter().map(stake).collect::<Vec<_>>().join(", ")
}

/// Seats as people say them: `seat 1`, `seats 1 to 3`, `seats 2 and 5`.
pub fn seats_text(seats: &[u8]) -> String {
    match seats {
        [seat] => format!("seat {seat}"),
        [1, .., last] if usize::from(*last) == seats.len() => format!("seats 1 to {last}"),
        seats => {
            let numbers: Vec<String> = seats.iter().map(u8::to_string).collect();
            format!("seats {}", numbers.join(" and "))
        }
    }
}

fn over((staked, returned): (i64, i64)) -> String {
    let (staked, returned) = (Money::cents(staked), Money::cents(returned));
    let net = signed(returned - staked);
    format!("The round is over: staked {staked}, returned {returned}, net {net}.")
}

/// What two cards count, blackjack by its name.
fn first_two(cards: &[Card]) -> String {
    let total = Total::of(cards);
    if cards.len() == 2 && total.best() == 21 { "blackjack".to_owned() } else { count(total) }
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

/// What a player is told of the wagers that this table leaves out because they exclude its own
/// (A45), and how he comes to them.
pub fn other_sets(table: &Sitting) -> Option<String> {
    let game = table.game();
    let how = |(set, wagers): (&String, String)| match table.host() {
        Some(_) => format!("another may post {set}"),
        None => format!("`bahama play {} --set wagers={wagers}` posts {set}", game.id),
    };
    let others: Vec<String> = game.other_sets.iter().zip(game.other_postings()).map(how).collect();
    let own = match &game.sets[..] {
        [] => "no set of wagers".to_owned(),
        sets => format!("the set {}", sets.join(" and ")),
    };
    (!others.is_empty()).then(|| format!("This table posts {own}; {}.", others.join(", ")))
}

/// What insurance pays, in a sentence; nothing where it is not offered.
pub fn insurance_pays(table: &Sitting) -> Option<String> {
    let pays = table.rules().table(Spot::Insurance)?.pay(Class::Natural);
    Some(format!("Pays {pays} if the dealer has blackjack."))
}

/// What a player without money is told.
pub fn out_of_money(table: &Sitting) -> String {
    if table.host().is_some() {
        return "Your chips do not reach for another bet here; M, or buy 500 as a line, buys more."
            .to_owned();
    }
    let game = &table.game().id;
    format!(
        "Your play money does not reach for another bet here; \
         `bahama play {game} --bankroll 1000` starts anew."
    )
}

/// What a player is told who leaves.
pub fn farewell(table: &Sitting) -> String {
    let bankroll = table.stack().bankroll;
    match table.host() {
        Some(host) if !table.is_over() => format!(
            "You leave {} behind: what {host} asks there is answered by the posted default (no \
             insurance, every hand stands); its clock frees seats that nobody is at, and your chips \
             go back to your wallet.",
            seats_text(table.seats())
        ),
        Some(_) => {
            let net = signed(bankroll - table.brought());
            format!("You leave with {bankroll} of the {} you brought: {net}.", table.brought())
        }
        None => format!("You leave with {bankroll} of play money; it is kept for the next time."),
    }
}

/// A message as a sentence: a capital letter and a full stop.
pub fn sentence(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters.next().map(|letter| letter.to_uppercase().to_string());
    format!("{}{}.", first.unwrap_or_default(), letters.as_str())
}
