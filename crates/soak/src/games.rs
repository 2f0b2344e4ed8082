//! The games of a floor, and tables of every kind over them.

use std::sync::Arc;

use cards::{Card, Counts};
use rules::{Game, GameFile, NamedTable, Pay, Profile, Spot, Word as _};
use table::{AccountId, Clocks, Dealing, House, LinkId, LinkPosted, Posted, Staffing};

use crate::dice::Dice;

/// Games to put tables up for, in all their configurations.
pub struct Games(Vec<(Game, Profile)>);

/// A game file that cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("game file {number} has faults: {faults}")]
pub struct GamesRefused {
    /// Which of the texts, from 1.
    pub number: usize,
    /// The faults.
    pub faults: String,
}

impl Games {
    /// The games of these files' texts.
    ///
    /// # Errors
    /// If one of them has faults.
    pub fn read<'a>(texts: impl IntoIterator<Item = &'a str>) -> Result<Games, GamesRefused> {
        let mut games = Vec::new();
        for (number, text) in (1..).zip(texts) {
            let refused = |faults: String| GamesRefused { number, faults };
            let file = GameFile::read(text);
            for name in file.configurations() {
                let game = file.game(Some(&name), &[]).map_err(|it| refused(format!("{it:?}")))?;
                let fewest = game.decks.iter().copied().min();
                let mut choices = vec![Vec::new(), with_tenths(&game)];
                choices.dedup();
                for tables in choices {
                    let profile = game.profile(fewest, &tables);
                    let profile = profile.map_err(|it| refused(format!("{it:?}")))?;
                    games.push((game.clone(), profile));
                }
            }
        }
        if games.is_empty() {
            return Err(GamesRefused { number: 0, faults: "no game".to_owned() });
        }
        Ok(Games(games))
    }

    /// The signs a table may be posted with: the one it is set up with, and others of its kind,
    /// one of them with other seats, which it must refuse.
    pub(crate) fn signs(
        &self,
        owner: AccountId,
        links: &mut Vec<LinkPosted>,
        dice: &mut Dice,
    ) -> Vec<Arc<House>> {
        let first = self.table(owner, links, dice);
        let of = first.posted().clone();
        let same = self.like(&of, links, dice);
        let other = Posted { seats: of.seats % 7 + 1, ..of };
        let other = self.like(&other, links, dice);
        vec![first, same, other]
    }

    /// Another table of the same kind, with any game.
    fn like(&self, of: &Posted, links: &mut Vec<LinkPosted>, dice: &mut Dice) -> Arc<House> {
        let (game, profile) = dice.pick(&self.0);
        let kind = Posted {
            dealing: of.dealing,
            staffing: of.staffing,
            seats: of.seats,
            private: of.private,
            clocks: of.clocks,
            ..House::sign("Soak again", game, profile)
        };
        self.linked(kind, (game, profile), links, dice)
    }

    /// A table of any kind. Where its game has a progressive it plays for one of the links,
    /// the same as others of its kind; a new one is added where there is none.
    pub(crate) fn table(
        &self,
        owner: AccountId,
        links: &mut Vec<LinkPosted>,
        dice: &mut Dice,
    ) -> Arc<House> {
        let (game, profile) = dice.pick(&self.0);
        let kind = self.kind(game, profile, owner, dice);
        self.linked(kind, (game, profile), links, dice)
    }

    /// The table of a sign, mostly with the progressive of its game.
    fn linked(
        &self,
        kind: Posted,
        (game, profile): (&Game, &Profile),
        links: &mut Vec<LinkPosted>,
        dice: &mut Dice,
    ) -> Arc<House> {
        let sign = LinkPosted::of("Soak", game, profile, kind.staffing);
        let Some(sign) = sign.filter(|_| !dice.once_in(10)) else {
            return Arc::new(self.house(kind, game, profile));
        };
        let sign = LinkPosted { exhibition: kind.exhibition.is_some(), ..sign };
        let place = links.iter().position(|link| *link == sign).unwrap_or_else(|| {
            links.push(sign);
            links.len() - 1
        });
        let on = House::sign_on(&kind.name, game, profile, LinkId(place as u32 + 1));
        let posted = Posted { spots: on.spots, link: on.link, ..kind };
        Arc::new(self.house(posted, game, profile))
    }

    /// The sign of a table of any kind, without a progressive.
    fn kind(&self, game: &Game, profile: &Profile, owner: AccountId, dice: &mut Dice) -> Posted {
        let mut posted = House::sign("Soak", game, profile);
        match dice.below(8) {
            0 | 1 => {}
            2 => posted.clocks = Clocks { idle_ms: 60_000, ..Clocks::SHARED },
            3 => {
                posted.private = Some(owner);
                posted.clocks = Clocks::OFF;
            }
            4 | 5 => {
                posted.dealing = Dealing::Keypad;
                posted.staffing = Staffing::Attended;
            }
            6 => {
                posted.dealing = Dealing::Live;
                posted.staffing = Staffing::Attended;
                posted.sensors_stay = dice.once_in(3);
            }
            _ => {
                posted.exhibition = Some(given(profile, dice).into_iter().collect());
                // With staff its hands are claimed, waived and posted by people.
                if dice.once_in(2) {
                    posted.dealing = Dealing::Keypad;
                    posted.staffing = Staffing::Attended;
                }
            }
        }
        if dice.once_in(3) {
            posted.seats = 1 + dice.below(posted.seats.into()) as u8;
        }
        if dice.once_in(8) && posted.dealing == Dealing::Automatic {
            posted.staffing = Staffing::Attended;
        }
        posted
    }

    fn house(&self, posted: Posted, game: &Game, profile: &Profile) -> House {
        House::new(posted, game, profile).expect("the sign is the game's own")
    }
}

/// The pay table of every sensor under which one hand wins the meter and another a tenth of it, if
/// the game has one.
fn with_tenths(game: &Game) -> Vec<(String, String)> {
    let of = |spot: &Spot| {
        let tables = game.tables_of(*spot).iter();
        let is_part = |pay: Pay| matches!(pay, Pay::Share(percent) if percent < 100);
        let tenth = |it: &&NamedTable| it.table.lines().any(|(_, pay)| is_part(pay));
        tables.filter(|_| spot.is_progressive()).find(tenth)
    };
    let spots = Spot::ALL.iter().filter_map(|spot| Some((spot.to_string(), of(spot)?.id.clone())));
    spots.collect()
}

/// Cards for an exhibition: few ranks, so that pairs and bonuses are common; sometimes
/// so small that the shoe runs out in a round.
fn given(profile: &Profile, dice: &mut Dice) -> Vec<Card> {
    let mut cards: Vec<Card> =
        Counts::of(profile.rules.deck, profile.rules.decks).cards().collect();
    let mut order: Vec<(u32, Card)> =
        cards.drain(..).map(|card| (dice.word() >> 1, card)).collect();
    let ranks = [cards::Rank::Seven, cards::Rank::Ace, *dice.pick(&cards::Rank::ALL)];
    if dice.once_in(2) {
        let late = dice.once_in(2);
        for (place, card) in &mut order {
            if ranks.contains(&card.rank()) != late {
                *place >>= 4;
            }
        }
    }
    // Now and then everybody begins with four of a kind in one colour: the meters are won.
    if dice.once_in(2) {
        for (place, card) in &mut order {
            let is_first = card.rank() == cards::Rank::Seven && card.suit().is_red();
            *place = if is_first { *place >> 24 } else { (*place >> 8) | 1 << 24 };
        }
    }
    order.sort_by_key(|(place, card)| (*place, card.index()));
    order.into_iter().map(|(_, card)| card).collect()
}
