//! What kind of table is wanted, and the game file behind its sign.

use crate::code::Code;
use cards::Card;
use std::collections::BTreeMap;

use rules::{Game, GameFile, Money, Profile, ProfileRefused, Spot};
use serde::{Deserialize, Serialize};
use table::{AccountId, Clocks, Dealing, Given, House, LinkId, Posted, PostedFault, Staffing};

/// The setting that says which wagers are offered.
const WAGERS: &str = "wagers";

/// A table somebody wants to have set up.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct OpenTable {
    /// The game's id.
    pub game: String,
    /// The table's name; the game's where none is given.
    #[serde(default)]
    pub name: Option<String>,
    /// The configuration; the game's default where none is given.
    #[serde(default)]
    pub configuration: Option<String>,
    /// The number of decks; the game's default where none is given.
    #[serde(default)]
    pub decks: Option<u8>,
    /// Pay tables by spot; the game's defaults where none are given.
    #[serde(default)]
    pub paytables: BTreeMap<String, String>,
    /// The wagers offered besides the main wager. Without it all that the game offers; of
    /// wagers that exclude each other, those of the first set (A45).
    #[serde(default)]
    pub wagers: Option<Vec<Spot>>,
    /// The limits of wagers, where they are not the game file's.
    #[serde(default)]
    pub limits: BTreeMap<Spot, Limits>,
    /// Settings that are not the game file's, by their keys (`bahama rules GAME --settings`).
    #[serde(default)]
    pub set: BTreeMap<String, String>,
    /// What may favour the player, by the names with which it is refused otherwise.
    #[serde(default, rename = "override")]
    pub allowed: Vec<String>,
    /// The kind of table.
    #[serde(default)]
    pub kind: TableKind,
    /// The clocks; those of the kind where none are given.
    #[serde(default)]
    pub clocks: Option<Clocks>,
    /// The first cards of every shoe: an exhibition table.
    #[serde(default)]
    pub exhibition: Option<Vec<Card>>,
    /// The link whose jackpots it plays for; where none is named, the one that tables of
    /// its kind share. Practice and exhibition tables have one of their own.
    #[serde(default)]
    pub link: Option<LinkId>,
}

/// The limits of a wager, in cents; the game file's where one is not given.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Limits {
    /// The least stake.
    #[serde(default)]
    pub minimum: Option<u32>,
    /// The most.
    #[serde(default)]
    pub maximum: Option<u32>,
    /// Stakes are multiples of this.
    #[serde(default)]
    pub step: Option<u32>,
}

/// The kinds of table.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum TableKind {
    /// Unattended, dealt by the server, with clocks, for everybody.
    #[default]
    Shared,
    /// The same for one player, with the clocks off.
    Practice,
    /// Attended, dealt by the server when the dealer presses the keys.
    Keypad,
    /// Attended, dealt by the server's clock; the staff sell chips.
    Attended,
    /// Attended, physical cards and chips.
    Live,
}

/// A table the games do not offer.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs)]
pub enum SignRefused {
    #[error("there is no game {game}; there are {}", known.join(", "))]
    Game { game: String, known: Vec<String> },
    #[error("{game} has no configuration {configuration}; it has {}", known.join(", "))]
    Configuration { game: String, configuration: String, known: Vec<String> },
    #[error("{game} cannot be posted so: {}", faults.join("; "))]
    Faults { game: String, faults: Vec<String> },
    #[error(transparent)]
    Profile(#[from] ProfileRefused),
    #[error(transparent)]
    Posted(#[from] PostedFault),
    #[error("the stored profile cannot be read: {0}")]
    Source(serde_json::Error),
    #[error("a name has 1 to 60 characters")]
    Name,
}

impl SignRefused {
    /// The stable code.
    pub const fn code(&self) -> Code {
        match self {
            SignRefused::Game { .. } => Code::RoundGame,
            SignRefused::Configuration { .. } | SignRefused::Profile(_) => Code::RoundPaytable,
            SignRefused::Faults { .. } | SignRefused::Source(_) => Code::GameFaults,
            SignRefused::Posted(_) | SignRefused::Name => Code::TableSign,
        }
    }
}

/// What a profile was made from, as the store keeps it: old rounds are read under the
/// rules they were played by, whatever the game file says today.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Source {
    game: String,
    configuration: Option<String>,
    decks: Option<u8>,
    paytables: Vec<(String, String)>,
    /// What was chosen otherwise than the file has it.
    #[serde(default)]
    settings: BTreeMap<String, String>,
    /// The cards an exhibition table was given.
    #[serde(default)]
    given: Vec<Card>,
    /// The whole game file.
    file: String,
}

impl Source {
    pub(super) fn read(json: &str) -> Result<Source, SignRefused> {
        serde_json::from_str(json).map_err(SignRefused::Source)
    }

    pub(super) fn write(&self) -> Result<String, SignRefused> {
        serde_json::to_string(self).map_err(SignRefused::Source)
    }

    /// The name under which the store keeps the source of a sign.
    pub(super) fn key(posted: &Posted) -> String {
        match &posted.exhibition {
            Some(given) => format!("{} {}", posted.profile, given.fingerprint()),
            None => posted.profile.clone(),
        }
    }

    /// The sign with the cards it was given.
    pub(super) fn complete(&self, posted: Posted) -> Posted {
        let exhibition = posted.exhibition.is_some();
        Posted { exhibition: exhibition.then(|| self.given.iter().copied().collect()), ..posted }
    }

    /// The game and its profile.
    pub(super) fn game(&self) -> Result<(Game, Profile), SignRefused> {
        let file = GameFile::read(&self.file);
        let known = file.configurations();
        if let Some(configuration) = self.configuration.clone().filter(|it| !known.contains(it)) {
            let game = self.game.clone();
            return Err(SignRefused::Configuration { game, configuration, known });
        }
        let game = file.game(self.configuration.as_deref(), &self.settings());
        let game = game.map_err(|faults| self.faults(faults.iter().map(ToString::to_string)))?;
        let profile = game.profile(self.decks, &self.paytables)?;
        Ok((game, profile))
    }

    fn settings(&self) -> Vec<(String, String)> {
        self.settings.clone().into_iter().collect()
    }

    fn faults(&self, faults: impl Iterator<Item = String>) -> SignRefused {
        SignRefused::Faults { game: self.game.clone(), faults: faults.collect() }
    }

    /// What a new posting must stand besides (A49): pays in whole chips, no wager that favours
    /// the player unless it is allowed by name, one set of wagers alone (A45). A table that is
    /// open already is not asked again.
    pub(super) fn judge(&self, game: &Game, profile: &Profile) -> Result<(), SignRefused> {
        let coins = rules::small_coins(&profile.rules, &game.tables, &game.chips);
        let edges = odds::player_edges(game, &profile.offers(), &game.player_edge_allowed);
        let edges = match edges {
            Ok(edges) => edges.iter().map(ToString::to_string).collect(),
            Err(not_modelled) => vec![not_modelled.to_string()],
        };
        let together = game.beyond.iter().map(|fault| &fault.problem);
        let together = together.filter(|it| matches!(it, rules::Problem::SetsTogether(_)));
        let faults = coins.iter().map(ToString::to_string).chain(edges);
        let faults: Vec<String> = faults.chain(together.map(ToString::to_string)).collect();
        if faults.is_empty() { Ok(()) } else { Err(self.faults(faults.into_iter())) }
    }
}

/// Wagers as a setting lists them. A comma makes it a list, also of one wager or of none: the
/// name of a wager alone may be that of a set.
fn listed(wagers: &[Spot]) -> String {
    match wagers {
        [] => ",".to_owned(),
        [one] => format!("{one},"),
        wagers => wagers.iter().map(Spot::to_string).collect::<Vec<_>>().join(", "),
    }
}

impl OpenTable {
    /// A shared table of a game, with its defaults.
    pub fn of(game: &str) -> OpenTable {
        OpenTable {
            game: game.to_owned(),
            name: None,
            configuration: None,
            decks: None,
            paytables: BTreeMap::new(),
            wagers: None,
            limits: BTreeMap::new(),
            set: BTreeMap::new(),
            allowed: Vec::new(),
            kind: TableKind::Shared,
            clocks: None,
            exhibition: None,
            link: None,
        }
    }

    /// What the store keeps of where the sign comes from.
    pub(super) fn source(&self, games: &BTreeMap<String, String>) -> Result<Source, SignRefused> {
        let file = games.get(&self.game).ok_or_else(|| SignRefused::Game {
            game: self.game.clone(),
            known: games.keys().cloned().collect(),
        })?;
        Ok(Source {
            game: self.game.clone(),
            configuration: self.configuration.clone(),
            decks: self.decks,
            paytables: self.paytables.clone().into_iter().collect(),
            settings: self.settings(file),
            given: self.exhibition.clone().unwrap_or_default(),
            file: file.clone(),
        })
    }

    /// Everything that is chosen otherwise than the file has it, as settings.
    fn settings(&self, file: &str) -> BTreeMap<String, String> {
        let mut settings = self.set.clone();
        for (spot, limits) in &self.limits {
            let own =
                [("minimum", limits.minimum), ("maximum", limits.maximum), ("step", limits.step)];
            for (what, cents) in own.into_iter().filter_map(|(what, it)| Some((what, it?))) {
                settings.insert(format!("{spot}.{what}"), Money::cents(cents.into()).to_string());
            }
        }
        if !self.allowed.is_empty() {
            settings.insert("overrides.player-edge".to_owned(), self.allowed.join(", "));
        }
        let wagers = self.wagers.clone().or_else(|| self.one_set(file));
        if let Some(wagers) = wagers.filter(|_| !self.set.contains_key(WAGERS)) {
            settings.insert(WAGERS.to_owned(), listed(&wagers));
        }
        settings
    }

    /// The wagers of the first set, where a game's wagers exclude each other.
    fn one_set(&self, file: &str) -> Option<Vec<Spot>> {
        let game = GameFile::read(file).game(self.configuration.as_deref(), &[]).ok()?;
        let mut postings = game.postings().into_iter();
        postings.next().filter(|(set, _)| set.is_some()).map(|(_, wagers)| wagers)
    }

    /// The sign over its game.
    pub(super) fn house(
        &self,
        by: AccountId,
        source: &Source,
        (game, profile): (&Game, &Profile),
        link: Option<LinkId>,
    ) -> Result<House, SignRefused> {
        let name = self.name.as_deref().unwrap_or(&game.name).trim();
        if !(1..=60).contains(&name.chars().count()) {
            return Err(SignRefused::Name);
        }
        let sign = match link {
            Some(link) => House::sign_on(name, game, profile, link),
            None => House::sign(name, game, profile),
        };
        Ok(House::new(self.posted(by, sign, source), game, profile)?)
    }

    /// Whether staff stand at it.
    pub(super) const fn staffing(&self) -> Staffing {
        match self.kind {
            TableKind::Shared | TableKind::Practice => Staffing::Unattended,
            TableKind::Keypad | TableKind::Attended | TableKind::Live => Staffing::Attended,
        }
    }

    pub(super) const fn is_practice(&self) -> bool {
        matches!(self.kind, TableKind::Practice)
    }

    /// Whether nobody else plays for its jackpots.
    pub(super) const fn has_own_link(&self) -> bool {
        self.is_practice() || self.exhibition.is_some()
    }

    fn posted(&self, by: AccountId, sign: Posted, source: &Source) -> Posted {
        let (dealing, clocks) = match self.kind {
            TableKind::Shared | TableKind::Attended => (Dealing::Automatic, Clocks::SHARED),
            TableKind::Practice => (Dealing::Automatic, Clocks::OFF),
            TableKind::Keypad => (Dealing::Keypad, Clocks::SHARED),
            TableKind::Live => (Dealing::Live, Clocks::OFF),
        };
        Posted {
            set: source.settings.clone(),
            dealing,
            staffing: self.staffing(),
            clocks: self.clocks.unwrap_or(clocks),
            private: (self.kind == TableKind::Practice).then_some(by),
            exhibition: self.exhibition.clone().map(Given::from_iter),
            ..sign
        }
    }
}
