//! Drills: places of the chart that are decided again and again, after a longer time the better they
//! are known. What comes when follows from the answers alone; whoever keeps them can go on anywhere.

use cards::{Card, Deck, Rank, Suit, Words, below};
use odds::main_wager::{Part, Row};

use crate::asked::{Asked, May};

/// A place in the charts: a hand as a row counts it, against an up-card.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Place {
    /// The chart.
    pub part: Part,
    /// The row.
    pub row: Row,
    /// The value of the up-card, an ace being 1.
    pub up: u8,
}

/// How well a place is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Learned {
    /// The place.
    pub place: Place,
    /// How often in a row it was right; no more than the longest time needs.
    pub level: u8,
    /// The day on which it comes again.
    pub due: u32,
}

/// So many days later a place comes again, by its level: what was wrong comes the same day.
const DAYS: [u32; 6] = [0, 1, 3, 7, 16, 35];

impl Learned {
    /// A place after an answer on a day.
    pub fn answered(place: Place, before: Option<&Learned>, right: bool, today: u32) -> Learned {
        let last = DAYS.len() - 1;
        let level = if right { before.map_or(0, |it| usize::from(it.level)) + 1 } else { 0 };
        let level = level.min(last);
        Learned { place, level: level as u8, due: today.saturating_add(DAYS[level]) }
    }
}

/// The places to ask on a day: those that are due, the longest overdue first, then those that were
/// never asked, in the order in which they are wanted.
pub fn to_ask(wanted: &[Place], known: &[Learned], today: u32) -> Vec<Place> {
    let learned = |place: &Place| known.iter().find(|it| it.place == *place);
    let mut due: Vec<(u32, Place)> = wanted
        .iter()
        .filter_map(|place| learned(place).map(|it| (it.due, *place)))
        .filter(|(due, _)| *due <= today)
        .collect();
    due.sort_by_key(|(due, _)| *due);
    let new = wanted.iter().copied().filter(|place| learned(place).is_none());
    due.into_iter().map(|(_, place)| place).chain(new).collect()
}

impl Place {
    /// All places of a chart, row by row.
    pub fn all(part: Part) -> impl Iterator<Item = Place> {
        let ups = move |row| (1..=10).map(move |up| Place { part, row, up });
        part.rows().into_iter().flat_map(ups)
    }

    /// Whether a chart has this place.
    pub fn is_in_a_chart(self) -> bool {
        (1..=10).contains(&self.up) && self.part.rows().contains(&self.row)
    }

    /// How often a hand that stands here was doubled.
    pub fn doubles(self) -> u8 {
        u8::from(self.part == Part::AfterDouble)
    }

    /// A hand that stands here and an up-card, any of those that a deck has; nothing where it has
    /// none.
    pub fn hand(self, deck: Deck, words: &mut impl Words) -> Option<(Vec<Card>, Card)> {
        let ranks: Vec<Rank> = Rank::ALL.into_iter().filter(|&rank| deck.holds(rank)).collect();
        let ups: Vec<Rank> = ranks.iter().copied().filter(|it| it.value() == self.up).collect();
        let mut hands = Vec::new();
        let size = if self.part == Part::TwoCards { 2 } else { 3 };
        self.hands_of(&ranks, size, &mut Vec::new(), &mut hands);
        let hand = any(&hands, words)?;
        let up = *any(&ups, words)?;
        let mut dealt = |rank| Some(Card::new(rank, *any(&Suit::ALL, words)?));
        let cards: Option<Vec<Card>> = hand.iter().copied().map(&mut dealt).collect();
        Some((cards?, dealt(up)?))
    }

    /// Adds the hands of so many more cards, of these ranks, that stand here.
    fn hands_of(self, ranks: &[Rank], more: usize, held: &mut Vec<Rank>, to: &mut Vec<Vec<Rank>>) {
        if more == 0 {
            to.extend(self.holds(held).then(|| held.clone()));
            return;
        }
        for (place, &rank) in ranks.iter().enumerate() {
            held.push(rank);
            self.hands_of(&ranks[place..], more - 1, held, to);
            held.pop();
        }
    }

    /// Whether a hand of these ranks stands here.
    fn holds(self, ranks: &[Rank]) -> bool {
        let cards = ranks.iter().map(|&rank| Card::new(rank, Suit::Spades)).collect();
        // Rows do not look at the up-card.
        let up = Card::new(Rank::Two, Suit::Spades);
        let asked = self.asked(cards, up, 0, Vec::new());
        asked.cell() == Some((self.part, self.row))
    }

    /// The question that such a hand is at this bet, where these actions can be taken.
    pub fn asked(self, cards: Vec<Card>, up: Card, bet: u32, open: Vec<rules::Action>) -> Asked {
        let (seat, hand, hands, doubles) = (1, 1, 1, self.doubles());
        Asked { seat, hand, cards, up, doubles, hands, bet, may: May::Act(open) }
    }
}

/// Any of these.
fn any<'a, T>(all: &'a [T], words: &mut impl Words) -> Option<&'a T> {
    let count = u32::try_from(all.len()).ok().filter(|&count| count > 0)?;
    all.get(below(count, words) as usize)
}

#[cfg(test)]
mod tests {
    use cards::ChaChaWords;

    use super::*;

    const ELEVEN: Place = Place { part: Part::TwoCards, row: Row::Hard(11), up: 6 };

    #[test]
    fn what_is_right_comes_again_later_and_later_and_what_is_wrong_the_same_day() {
        let (mut known, mut today, mut waits) = (None, 20_000, Vec::new());
        for _ in 0..7 {
            let next = Learned::answered(ELEVEN, known.as_ref(), true, today);
            waits.push(next.due - today);
            (today, known) = (next.due, Some(next));
        }
        assert_eq!(waits, [1, 3, 7, 16, 35, 35, 35]);
        let wrong = Learned::answered(ELEVEN, known.as_ref(), false, today);
        assert_eq!((wrong.level, wrong.due), (0, today));
        assert_eq!(Learned::answered(ELEVEN, Some(&wrong), true, today).due, today + 1);
        // Whatever somebody has kept, the longest time is the longest.
        let strange = Learned { place: ELEVEN, level: 255, due: 0 };
        assert_eq!(Learned::answered(ELEVEN, Some(&strange), true, u32::MAX).due, u32::MAX);
    }

    #[test]
    fn the_longest_overdue_come_first_then_new_ones_and_nothing_before_its_day() {
        let place = |up| Place { up, ..ELEVEN };
        let known = |up, due| Learned { place: place(up), level: 1, due };
        let wanted = [place(2), place(3), place(4), place(5), place(6)];
        let all = [known(2, 101), known(3, 100), known(5, 90), known(9, 1)];
        let ups = |today| -> Vec<u8> {
            to_ask(&wanted, &all, today).into_iter().map(|place| place.up).collect()
        };
        assert_eq!(ups(100), [5, 3, 4, 6]);
        assert_eq!(ups(101), [5, 3, 2, 4, 6]);
        assert_eq!(ups(50), [4, 6]);
    }

    #[test]
    fn every_place_of_the_charts_has_hands_that_stand_there() {
        let mut words = ChaChaWords::new([7; 32], 0);
        for deck in [Deck::FortyEight, Deck::FiftyTwo] {
            for place in Part::ALL.into_iter().flat_map(Place::all) {
                assert!(place.is_in_a_chart());
                let (cards, up) =
                    place.hand(deck, &mut words).unwrap_or_else(|| panic!("{place:?}"));
                assert!(cards.iter().chain([&up]).all(|card| deck.holds(card.rank())));
                let asked = place.asked(cards, up, 1_000, Vec::new());
                assert_eq!(asked.place(), Some(place));
            }
        }
        assert!(!Place { up: 11, ..ELEVEN }.is_in_a_chart());
        assert!(!Place { row: Row::Hard(4), ..ELEVEN }.is_in_a_chart());
    }
}
