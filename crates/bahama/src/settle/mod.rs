//! `bahama settle`: what does this round pay? The JSON of rounds in and out.

mod answer;
mod document;
mod refusal;

use std::collections::BTreeMap;

use cards::{Card, Counts};
use round::{Need, Round};
use rules::{Action, Bets, Game, Profile, SeatBets, Spot, Word};

pub use answer::Answer;
use document::{ChoiceText, Document};
pub use refusal::Refusal;

use crate::library::{Choice, Library};
pub use crate::pay::Meter;
use crate::pay::{MeterMissing, pay};

/// Settles rounds, and remembers the profiles it has met.
pub struct Settler<'a> {
    library: &'a Library,
    known: BTreeMap<Choice, (Game, Profile)>,
}

impl<'a> Settler<'a> {
    /// Settles rounds of the games in this library.
    pub fn new(library: &'a Library) -> Settler<'a> {
        Settler { library, known: BTreeMap::new() }
    }

    /// Plays and settles one round, given as a JSON document.
    ///
    /// # Errors
    /// If the document or the round does not fit; nothing is settled then.
    pub fn settle(&mut self, text: &str) -> Result<Answer, Refusal> {
        let document = Document::read(text)?;
        let choice = document.choice()?;
        if !self.known.contains_key(&choice) {
            let found = self.library.profile(&choice)?;
            self.known.insert(choice.clone(), found);
        }
        let (game, profile) = &self.known[&choice];
        let bets = place(&document, profile)?;
        let cards = fitting_cards(&document, profile)?;
        let mut meters = document.meters(game, profile)?;
        let (round, cards_used) = play(&document, profile, &bets, &cards)?;
        let lines = pay(&round, &profile.rules, &mut meters)
            .map_err(|MeterMissing(spot)| Refusal::meter_missing(spot))?;
        let answer = Answer::new(game, profile, &round, lines, cards_used, meters);
        match document.lines {
            Some(said) => answer.agrees(&said).map(|()| answer),
            None => Ok(answer),
        }
    }
}

/// The bets as the table would take them.
fn place(document: &Document, profile: &Profile) -> Result<Bets, Refusal> {
    let seats = profile.rules.seats;
    let mut bets: Bets = [SeatBets::default(); rules::MAX_SEATS];
    // Each seat is a different player unless the document says otherwise.
    for (index, bets) in (0u8..).zip(bets.iter_mut()) {
        bets.player = index;
    }
    for (seat, spots) in &document.bets {
        let index = document::seat_index(seat, seats)?;
        for (spot, amount) in spots {
            let cents = document::stake(seat, spot, amount)?;
            let place = Spot::from_word(spot).ok_or_else(|| Refusal::unknown_spot(seat, spot))?;
            bets[index].set(place, cents);
        }
    }
    let mut names: Vec<&str> = Vec::new();
    for (seat, name) in &document.players {
        let index = document::seat_index(seat, seats)?;
        let known = names.iter().position(|known| known == name);
        let place = known.unwrap_or_else(|| {
            names.push(name);
            names.len() - 1
        });
        // Named players stand behind the numbers of the seats.
        bets[index].player = rules::MAX_SEATS as u8 + place as u8;
    }
    Ok(bets)
}

/// All cards given, each known and left in the shoe.
fn fitting_cards(document: &Document, profile: &Profile) -> Result<Vec<Card>, Refusal> {
    let mut left = Counts::of(profile.rules.deck, profile.rules.decks);
    let mut cards = Vec::with_capacity(document.cards.len());
    for (place, text) in (1..).zip(&document.cards) {
        let card: Card = text.parse().map_err(|error| Refusal::unknown_card(place, &error))?;
        if !left.take(card) {
            return Err(Refusal::card_not_left(place, card, &profile.rules));
        }
        cards.push(card);
    }
    Ok(cards)
}

/// Plays the round from the document's cards and choices.
fn play(
    document: &Document,
    profile: &Profile,
    bets: &Bets,
    cards: &[Card],
) -> Result<(Round, usize), Refusal> {
    let rules = &profile.rules;
    let mut round = Round::new(&rules.accept(bets)?);
    let mut cards_used = 0;
    let mut choices = (1..).zip(&document.choices);
    loop {
        match round.need() {
            Need::Card(_) => {
                let card =
                    cards.get(cards_used).ok_or_else(|| Refusal::card_missing(cards_used))?;
                cards_used += 1;
                round.card(rules, *card)?;
            }
            Need::Nothing => break,
            need => {
                let (place, text) = choices.next().ok_or_else(|| Refusal::choice_missing(need))?;
                match ChoiceText::read(place, text)? {
                    ChoiceText::Insure { seat, cents } => round.insure(rules, seat, cents)?,
                    ChoiceText::No { seat } => round.insure(rules, seat, 0)?,
                    ChoiceText::Act { seat, word } => match Action::from_word(word) {
                        Some(action) => round.act(rules, seat, action)?,
                        None => return Err(Refusal::unknown_action(word, need)),
                    },
                }
            }
        }
    }
    match choices.next() {
        Some((place, text)) => Err(Refusal::choice_extra(place, text)),
        None => Ok((round, cards_used)),
    }
}
