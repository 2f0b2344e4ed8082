//! Whom a table waits for, and how long.

use table::{Ask, Phase, SeatView};

use crate::news::place;
use crate::sitting::Sitting;

/// Whom the table waits for while it asks nothing of the player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Waiting {
    /// For somebody to cut the shoe.
    Cut,
    /// For the bets of these people; the player's own lie.
    Bets(Vec<String>),
    /// For the answer of another seat.
    Seat {
        /// The seat.
        seat: u8,
        /// The hand, where the seat has several.
        hand: Option<u8>,
        /// Whose it is.
        name: String,
    },
    /// For something that this table has and the player cannot do.
    Table,
}

impl Waiting {
    /// A sentence without its full stop.
    pub fn text(&self) -> String {
        match self {
            Waiting::Cut => "The shoe waits for the cut".to_owned(),
            Waiting::Bets(names) if names.is_empty() => "Your bets lie".to_owned(),
            Waiting::Bets(names) => format!("Your bets lie; waiting for {}", names.join(", ")),
            Waiting::Seat { seat, hand, name } => format!("{} ({name}) plays", place(*seat, *hand)),
            Waiting::Table => "Waiting for the table".to_owned(),
        }
    }
}

impl Sitting {
    /// Whom the table waits for; nothing where it waits for the player.
    pub fn waiting(&self) -> Option<Waiting> {
        let view = self.view();
        match (view.phase, &view.ask) {
            _ if self.asked().is_some() => None,
            (Phase::Cut { .. }, _) => Some(Waiting::Cut),
            (Phase::Betting { .. }, _) => self.is_ready().then(|| Waiting::Bets(self.not_ready())),
            (_, Some(ask)) => {
                let (seat, hand) = match *ask {
                    Ask::Insurance { seat, .. } => (seat, 1),
                    Ask::Action { seat, hand, .. } => (seat, hand),
                };
                let several = self.cards_of(seat).is_some_and(|cards| cards.hands.len() > 1);
                let hand = several.then_some(hand);
                Some(Waiting::Seat { seat, hand, name: self.name_at(seat).to_owned() })
            }
            _ => Some(Waiting::Table),
        }
    }

    /// How many seconds the table still waits, where a clock runs.
    pub fn seconds_left(&self) -> Option<u64> {
        self.left_ms().map(|left| left.div_ceil(1_000))
    }

    /// The seats of others.
    pub fn others(&self) -> impl Iterator<Item = &SeatView> {
        self.view().seats.iter().filter(|it| !self.seats().contains(&it.seat))
    }

    /// Who sits on a seat.
    pub fn name_at(&self, seat: u8) -> &str {
        let seat = self.view().seats.iter().find(|it| it.seat == seat);
        seat.and_then(|it| it.player.as_ref()).map_or("", |player| &player.name)
    }

    /// Whether the player has said that all his bets lie.
    fn is_ready(&self) -> bool {
        let view = self.view();
        let players = view.seats.iter().filter_map(|seat| seat.player.as_ref());
        players.into_iter().any(|player| player.account == view.you.account && player.ready)
    }

    /// The others who bet, are there and may still change their bets (T-15).
    fn not_ready(&self) -> Vec<String> {
        let view = self.view();
        let mut names = Vec::new();
        let betting = view.seats.iter().filter(|seat| !seat.bets.is_empty());
        for player in betting.filter_map(|seat| seat.player.as_ref()) {
            let is_late = !player.ready && !player.away && player.account != view.you.account;
            if is_late && !names.contains(&player.name) {
                names.push(player.name.clone());
            }
        }
        names
    }
}
