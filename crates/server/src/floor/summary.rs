//! A table and a game as lists show them: the lobby, the board.

use table::{AccountId, Actor, LinkId, Phase, Table, TableId, Time};

use super::Games;

/// A table in the lobby.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, utoipa::ToSchema)]
pub struct TableSummary {
    /// The table.
    pub table: TableId,
    /// Its version.
    pub version: u64,
    /// Its name.
    pub name: String,
    /// The game's id.
    pub game: String,
    /// The configuration.
    pub configuration: String,
    /// The number of decks.
    pub decks: u8,
    /// Since when it is posted so.
    pub posted_at: Time,
    /// The seats.
    pub seats: u8,
    /// How many of them are taken.
    pub taken: u8,
    /// How many of these by players who are away (T-15).
    pub away: u8,
    /// The wagers offered, in the order of the felt.
    pub spots: Vec<::rules::Spot>,
    /// The least and most main wager, in cents.
    pub limits: (u32, u32),
    /// How long people have for their answers.
    pub clocks: table::Clocks,
    /// The most seats one player may hold, at a table for everybody.
    pub seats_each: u8,
    /// Who deals.
    pub dealing: table::Dealing,
    /// Whether staff stand at it.
    pub staffing: table::Staffing,
    /// Whether it deals given cards, for training and tests.
    pub exhibition: bool,
    /// The only player who may sit down, on a practice table.
    pub private: Option<AccountId>,
    /// The link whose jackpots it plays for.
    pub link: Option<LinkId>,
    /// The settings that leave the sheets (A49), by their keys.
    pub beyond: Vec<String>,
    /// What may favour the player at it, by the names with which it was allowed (A49).
    pub overrides: Vec<String>,
    /// Whether it is open.
    pub open: bool,
    /// The call for a supervisor that nobody has answered (T-14).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub call: Option<table::Call>,
    /// The round.
    pub round: u64,
}

/// What a game is, for who chooses among them.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, utoipa::ToSchema)]
pub struct GameAbout {
    /// Its id.
    pub id: String,
    /// Its name.
    pub name: String,
    /// What it is, in a sentence.
    pub about: String,
}

impl GameAbout {
    /// What the games are; a file that cannot be read is no game of this server.
    pub(super) fn all(games: &Games) -> Vec<GameAbout> {
        let read = |(id, text): (&String, &String)| {
            let game = ::rules::GameFile::read(text).game(None, &[]).ok()?;
            Some(GameAbout { id: id.clone(), name: game.name, about: game.about })
        };
        games.iter().filter_map(read).collect()
    }
}

impl TableSummary {
    pub(super) fn of(table: &Table) -> TableSummary {
        let house = table.house();
        let posted = house.posted();
        let main = house.rules().wager(::rules::Spot::Main);
        TableSummary {
            table: table.id(),
            version: table.version(),
            name: posted.name.clone(),
            game: posted.game.clone(),
            configuration: posted.configuration.clone(),
            decks: posted.decks,
            posted_at: table.posted_at(),
            seats: posted.seats,
            taken: table.seats_taken(),
            away: table.seats_away(),
            spots: posted.spots.clone(),
            limits: main.map_or((0, 0), |wager| match wager.most {
                ::rules::Most::Amount(most) | ::rules::Most::MainWager(most) => (wager.least, most),
            }),
            clocks: posted.clocks,
            seats_each: posted.seats_each,
            dealing: posted.dealing,
            staffing: posted.staffing,
            exhibition: posted.exhibition.is_some(),
            private: posted.private,
            link: posted.link.map(|on| on.link),
            beyond: posted.beyond.clone(),
            overrides: posted.overrides(),
            open: table.phase() != Phase::Closed,
            call: table.call().cloned(),
            round: table.round(),
        }
    }

    /// What changes while a table is played.
    pub(super) fn update(&mut self, table: &Table) {
        if self.posted_at != table.posted_at() {
            *self = TableSummary::of(table);
            return;
        }
        self.version = table.version();
        self.taken = table.seats_taken();
        self.away = table.seats_away();
        self.open = table.phase() != Phase::Closed;
        self.call = table.call().cloned();
        self.round = table.round();
    }

    /// Whether somebody may see the table.
    pub fn is_visible(&self, viewer: Actor) -> bool {
        viewer.role.is_staff() || self.private.is_none_or(|owner| owner == viewer.account)
    }
}
