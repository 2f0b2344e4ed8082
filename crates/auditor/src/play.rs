//! The round as it was dealt and played: cards and choices become final hands.

use cards::{Card, Counts};

use crate::bets::SMALLEST_CHIP;
use crate::case::{Case, Choice};
use crate::hand::{End, Hand, Origin, is_soft, is_two_card_21, total};
use crate::legal::{choices, next_double};
use crate::objection::Objection;
use crate::sheet::{Soft17, Tie};
use crate::terms::Terms;

/// The table when the last card has been dealt.
pub(crate) struct Felt {
    /// Seats with a main wager, the lowest first.
    pub(crate) seats: Vec<Seat>,
    /// The up-card, the hole card, and what was drawn.
    pub(crate) dealer: Vec<Card>,
    pub(crate) cards_used: usize,
}

impl Felt {
    pub(crate) fn up_card(&self) -> Card {
        self.dealer[0]
    }

    pub(crate) fn hole_card(&self) -> Card {
        self.dealer[1]
    }
}

/// One seat's hands, and what its side wagers look at.
pub(crate) struct Seat {
    pub(crate) number: u8,
    pub(crate) main: i64,
    /// The two cards of the deal.
    pub(crate) first_two: [Card; 2],
    /// The next card after them. It always goes to the first hand: by hit, by
    /// double, or as the first card on the first split hand (Bonus 7's).
    pub(crate) third: Option<Card>,
    pub(crate) insurance: Option<i64>,
    /// In order of play (A41).
    pub(crate) hands: Vec<Hand>,
}

/// Replays the round from its bets, cards and choices.
pub(crate) fn replay(case: &Case, terms: &Terms) -> Result<Felt, Objection> {
    check_shoe(case, terms)?;
    let mut replay = Replay {
        terms,
        cards: &case.cards,
        choices: &case.choices,
        cards_used: 0,
        choices_used: 0,
    };
    let (mut seats, mut dealer) = replay.deal(case)?;
    replay.offer_insurance(&mut seats, dealer[0])?;
    // The peek: a dealer's natural ends the round before anyone acts (T-09).
    if !is_two_card_21(&dealer) {
        for seat in &mut seats {
            replay.play_seat(seat)?;
        }
        replay.play_dealer(&seats, &mut dealer)?;
    }
    match case.choices.get(replay.choices_used) {
        Some(&(seat, choice)) => Err(Objection::NotAsked { seat, choice }),
        None => Ok(Felt { seats, dealer, cards_used: replay.cards_used }),
    }
}

/// All cards given must fit into the shoe, dealt or not.
fn check_shoe(case: &Case, terms: &Terms) -> Result<(), Objection> {
    let mut left = Counts::of(terms.sheet.deck, case.decks);
    match case.cards.iter().find(|card| !left.take(**card)) {
        Some(&card) => Err(Objection::NotInShoe { card }),
        None => Ok(()),
    }
}

struct Replay<'a> {
    terms: &'a Terms,
    cards: &'a [Card],
    choices: &'a [(u8, Choice)],
    cards_used: usize,
    choices_used: usize,
}

impl Replay<'_> {
    fn draw(&mut self) -> Result<Card, Objection> {
        let given = self.cards.len();
        let card = *self.cards.get(self.cards_used).ok_or(Objection::CardsMissing { given })?;
        self.cards_used += 1;
        Ok(card)
    }

    /// The next choice, which must be this seat's.
    fn answer(&mut self, asked: u8, legal: &[Choice]) -> Result<Choice, Objection> {
        match self.choices.get(self.choices_used) {
            None => Err(Objection::ChoiceMissing { seat: asked, legal: legal.to_vec() }),
            Some(&(seat, choice)) if seat != asked => {
                Err(Objection::WrongSeat { asked, seat, choice })
            }
            Some(&(_, choice)) => {
                self.choices_used += 1;
                Ok(choice)
            }
        }
    }

    /// A42: a card to each seat, the up-card, a second card to each, the hole card.
    fn deal(&mut self, case: &Case) -> Result<(Vec<Seat>, Vec<Card>), Objection> {
        let mut first = Vec::with_capacity(case.bets.len());
        for _ in &case.bets {
            first.push(self.draw()?);
        }
        let up_card = self.draw()?;
        let mut seats = Vec::with_capacity(case.bets.len());
        for ((&number, bets), first) in case.bets.iter().zip(first) {
            let first_two = [first, self.draw()?];
            let main = bets["main"];
            seats.push(Seat {
                number,
                main,
                first_two,
                third: None,
                insurance: None,
                hands: vec![Hand::new(Origin::Dealt, main, first_two.to_vec())],
            });
        }
        let hole_card = self.draw()?;
        Ok((seats, vec![up_card, hole_card]))
    }

    /// With an ace up every seat is asked, a natural too (004 3.a), before the peek.
    fn offer_insurance(&mut self, seats: &mut [Seat], up_card: Card) -> Result<(), Objection> {
        if self.terms.sheet.insurance.is_none() || !up_card.is_ace() {
            return Ok(());
        }
        for seat in seats {
            let most = seat.main / 2;
            let legal = [Choice::Insure(most), Choice::NoInsurance];
            seat.insurance = match self.answer(seat.number, &legal)? {
                Choice::NoInsurance => None,
                Choice::Insure(cents)
                    if cents > 0 && cents <= most && cents % SMALLEST_CHIP == 0 =>
                {
                    Some(cents)
                }
                choice => {
                    let legal = legal.to_vec();
                    return Err(Objection::Illegal { seat: seat.number, choice, legal });
                }
            };
        }
        Ok(())
    }

    /// Hands are played in order; a split puts its new hand next in line (A41).
    fn play_seat(&mut self, seat: &mut Seat) -> Result<(), Objection> {
        let mut place = 0;
        while place < seat.hands.len() {
            self.play_hand(seat, place)?;
            place += 1;
        }
        Ok(())
    }

    fn play_hand(&mut self, seat: &mut Seat, place: usize) -> Result<(), Objection> {
        loop {
            let legal = choices(self.terms, &seat.hands[place], seat.hands.len());
            // A43: nobody is asked where there is nothing to choose.
            if legal.len() < 2 {
                return Ok(());
            }
            let choice = self.answer(seat.number, &legal)?;
            if !legal.contains(&choice) {
                return Err(Objection::Illegal { seat: seat.number, choice, legal });
            }
            match choice {
                Choice::Hit => self.card_to(seat, place)?,
                Choice::Double => {
                    let added = next_double(self.terms, &seat.hands[place]);
                    seat.hands[place].doubles.extend(added);
                    self.card_to(seat, place)?;
                }
                Choice::Split => self.split(seat, place)?,
                Choice::Stand => return Ok(()),
                Choice::Surrender => {
                    seat.hands[place].end = End::Surrendered;
                    return Ok(());
                }
                Choice::Rescue => {
                    seat.hands[place].end = End::Rescued;
                    return Ok(());
                }
                Choice::Insure(_) | Choice::NoInsurance => {
                    unreachable!("insurance is never among the choices of a hand")
                }
            }
        }
    }

    fn card_to(&mut self, seat: &mut Seat, place: usize) -> Result<(), Objection> {
        let card = self.draw()?;
        seat.third.get_or_insert(card);
        seat.hands[place].cards.push(card);
        Ok(())
    }

    /// A41: the card dealt first stays, the other begins the hand behind it, and
    /// both get a card at once, the first hand first.
    fn split(&mut self, seat: &mut Seat, place: usize) -> Result<(), Objection> {
        let (stays, moves) = (seat.hands[place].cards[0], seat.hands[place].cards[1]);
        seat.hands[place] = Hand::new(Origin::Split, seat.main, vec![stays]);
        seat.hands.insert(place + 1, Hand::new(Origin::Split, seat.main, vec![moves]));
        self.card_to(seat, place)?;
        self.card_to(seat, place + 1)
    }

    /// A44: the dealer draws only for hands that are still open.
    fn play_dealer(&mut self, seats: &[Seat], dealer: &mut Vec<Card>) -> Result<(), Objection> {
        let open = seats.iter().flat_map(|seat| &seat.hands).any(|hand| self.is_open(hand));
        while open && self.dealer_hits(dealer) {
            dealer.push(self.draw()?);
        }
        Ok(())
    }

    /// Whether the dealer's total can still change what the hand returns, the
    /// dealer's natural being excluded.
    fn is_open(&self, hand: &Hand) -> bool {
        let points = total(&hand.cards);
        let sure_21 = points == 21 && self.terms.sheet.tie_at_21 == Tie::PlayerWins;
        hand.end == End::Played && points <= 21 && !hand.is_natural() && !sure_21
    }

    fn dealer_hits(&self, dealer: &[Card]) -> bool {
        let hits_soft_17 = self.terms.configuration.soft_17 == Soft17::Hit;
        match total(dealer) {
            ..=16 => true,
            17 => is_soft(dealer) && hits_soft_17,
            _ => false,
        }
    }
}
