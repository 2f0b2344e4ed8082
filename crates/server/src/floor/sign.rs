//! What kind of table is wanted, and the game file behind its sign.

use crate::code::Code;
use cards::Card;
use std::collections::BTreeMap;

use rules::{
    Game, GameFile, Money, Profile, ProfileRefused, Spot, WAGERS, Word as _, wagers_setting,
};
use serde::{Deserialize, Serialize};
use table::{AccountId, Clocks, Dealing, Given, House, LinkId, Posted, PostedFault, Staffing};

use super::verdict::{Fit, PostingFault};
use crate::token::{NoEntropy, entropy};

/// The texts of the game files, by the games' ids.
pub type Games = BTreeMap<String, String>;

/// The setting that names what may favour the player.
const OVERRIDES: &str = "overrides.player-edge";

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
    /// The most seats one player may hold; three where none is given. One's own practice table
    /// has no such limit.
    #[serde(default)]
    pub seats_each: Option<u8>,
    /// From this amount on, in cents, fills, credits and voids need a card; always where none is
    /// given.
    #[serde(default)]
    pub card_from: Option<u32>,
    /// From this amount on, in cents, fills and credits need the cards of two executives; fifty
    /// thousand dollars where none is given.
    #[serde(default)]
    pub two_cards_from: Option<u32>,
    /// Whether the sensors of a live table stay lit from game to game until they are taken off.
    #[serde(default)]
    pub sensors_stay: bool,
    /// The first cards of every shoe: an exhibition table.
    #[serde(default)]
    pub exhibition: Option<Vec<Card>>,
    /// The link whose jackpots it plays for; where none is named, the one that tables of
    /// its kind share. Practice and exhibition tables have one of their own.
    #[serde(default)]
    pub link: Option<LinkId>,
}

/// The limits of a wager, in cents; the game file's where one is not given.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
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

rules::words! {
    /// The kinds of table.
    #[derive(Default)]
    pub enum TableKind {
        /// Unattended, dealt by the server, with clocks, for everybody.
        #[default]
        Shared = "shared",
        /// The same for one player, with the clocks off.
        Practice = "practice",
        /// Attended, dealt by the server when the dealer presses the keys.
        Keypad = "keypad",
        /// Attended, dealt by the server's clock; the staff sell chips.
        Attended = "attended",
        /// Attended, physical cards and chips.
        Live = "live",
    }
}

impl TableKind {
    /// The kind of a table that is there.
    fn of(sign: &Posted) -> TableKind {
        match (sign.dealing, sign.staffing) {
            (Dealing::Live, _) => TableKind::Live,
            (Dealing::Keypad, _) => TableKind::Keypad,
            (Dealing::Automatic, Staffing::Attended) => TableKind::Attended,
            (Dealing::Automatic, Staffing::Unattended) if sign.private.is_some() => {
                TableKind::Practice
            }
            (Dealing::Automatic, Staffing::Unattended) => TableKind::Shared,
        }
    }
}

/// A table the games do not offer.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs)]
pub enum SignRefused {
    #[error("there is no game {game}; there are {}", known.join(", "))]
    Game { game: String, known: Vec<String> },
    #[error("{game} has no configuration {configuration}; it has {}", known.join(", "))]
    Configuration { game: String, configuration: String, known: Vec<String> },
    #[error("{game} cannot be posted so: {}", said(faults))]
    Faults { game: String, faults: Vec<PostingFault> },
    #[error(transparent)]
    Profile(#[from] ProfileRefused),
    #[error(transparent)]
    Posted(#[from] PostedFault),
    #[error(transparent)]
    NoEntropy(#[from] NoEntropy),
    #[error("the stored profile cannot be read: {0}")]
    Source(serde_json::Error),
}

fn said(faults: &[PostingFault]) -> String {
    faults.iter().map(ToString::to_string).collect::<Vec<_>>().join("; ")
}

impl SignRefused {
    /// The stable code.
    pub fn code(&self) -> Code {
        match self {
            SignRefused::Game { .. } => Code::RoundGame,
            SignRefused::Configuration { .. } | SignRefused::Profile(_) => Code::RoundPaytable,
            SignRefused::Faults { faults, .. } => {
                faults.first().map_or(Code::GameFaults, |fault| fault.code)
            }
            SignRefused::Source(_) => Code::GameFaults,
            SignRefused::Posted(_) => Code::TableSign,
            SignRefused::NoEntropy(_) => Code::EntropyNone,
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
    /// The salt of their fingerprint; older records have none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    salt: Vec<u8>,
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
        Posted { exhibition: exhibition.then(|| self.exhibition()), ..posted }
    }

    /// The given cards, of which a sign shows the salted fingerprint.
    fn exhibition(&self) -> Given {
        Given::salted(self.given.clone(), &self.salt)
    }

    /// The game and its profile.
    pub(super) fn game(&self) -> Result<(Game, Profile), SignRefused> {
        let file = self.file();
        let game = file.game(Some(&self.configuration(&file)?), &self.settings());
        let game = game.map_err(|faults| SignRefused::Faults {
            game: self.game.clone(),
            faults: faults.iter().map(|fault| self.fault(fault)).collect(),
        })?;
        let profile = game.profile(self.decks, &self.paytables)?;
        Ok((game, profile))
    }

    /// What may favour the player, by the names with which it was allowed (A49).
    pub(super) fn overrides(&self) -> Vec<String> {
        table::overrides_in(&self.settings)
    }

    /// The game file.
    pub(super) fn file(&self) -> GameFile {
        GameFile::read(&self.file)
    }

    /// The configuration that is chosen, unless there is no such one.
    pub(super) fn configuration(&self, file: &GameFile) -> Result<String, SignRefused> {
        let known = file.configurations();
        match self.configuration.clone() {
            Some(configuration) if !known.contains(&configuration) => {
                let game = self.game.clone();
                Err(SignRefused::Configuration { game, configuration, known })
            }
            Some(configuration) => Ok(configuration),
            None => Ok(known.into_iter().next().unwrap_or_default()),
        }
    }

    pub(super) fn settings(&self) -> Vec<(String, String)> {
        self.settings.clone().into_iter().collect()
    }

    /// The pay tables that are chosen.
    pub(super) fn paytables(&self) -> &[(String, String)] {
        &self.paytables
    }

    /// A fault of the settings, with the field of the posting that it concerns.
    pub(super) fn fault(&self, fault: &rules::Fault) -> PostingFault {
        let field = field_of(&fault.field);
        PostingFault { code: Code::GameFaults, field, message: fault.problem.to_string() }
    }
}

/// The field of a posting behind a setting's key.
fn field_of(key: &str) -> String {
    let parts: Vec<&str> = key.split('.').collect();
    let is_spot = |word: &str| Spot::from_word(word).is_some();
    match parts[..] {
        [WAGERS] => WAGERS.to_owned(),
        ["overrides", "player-edge"] => "override".to_owned(),
        [spot, "minimum" | "maximum" | "step"] if is_spot(spot) => format!("limits.{key}"),
        [spot, "requires"] if is_spot(spot) => WAGERS.to_owned(),
        _ => format!("set.{key}"),
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
            seats_each: None,
            card_from: None,
            two_cards_from: None,
            sensors_stay: false,
            exhibition: None,
            link: None,
        }
    }

    /// A table as it is posted, so that it could be asked for again.
    pub(super) fn posted_so(sign: &Posted, source: &Source) -> OpenTable {
        let mut set = source.settings.clone();
        set.remove(WAGERS);
        set.remove(OVERRIDES);
        let wagers = sign.spots.iter().copied().filter(|spot| *spot != Spot::Main).collect();
        let paytables = sign.paytables.iter();
        OpenTable {
            name: Some(sign.name.clone()),
            configuration: Some(sign.configuration.clone()),
            decks: Some(sign.decks),
            paytables: paytables.map(|it| (it.spot.to_string(), it.paytable.clone())).collect(),
            wagers: Some(wagers),
            set,
            allowed: sign.overrides(),
            kind: TableKind::of(sign),
            clocks: Some(sign.clocks),
            seats_each: Some(sign.seats_each),
            card_from: Some(sign.card_from),
            two_cards_from: Some(sign.two_cards_from),
            sensors_stay: sign.sensors_stay,
            ..OpenTable::of(&sign.game)
        }
    }

    /// What the store keeps of where the sign comes from.
    pub(super) fn source(&self, games: &Games) -> Result<Source, SignRefused> {
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
            salt: if self.exhibition.is_some() { entropy()?.to_vec() } else { Vec::new() },
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
            settings.insert(OVERRIDES.to_owned(), self.allowed.join(", "));
        }
        let listed = self.wagers.as_deref().filter(|_| !self.set.contains_key(WAGERS));
        settings.extend(listed.map(wagers_setting));
        let chosen: Vec<(String, String)> = settings.clone().into_iter().collect();
        let first = GameFile::read(file).first_set(self.configuration.as_deref(), &chosen);
        settings.extend(first);
        settings
    }

    /// The sign over its game, under this name.
    pub(super) fn house(
        &self,
        by: AccountId,
        name: &str,
        Fit { source, game, profile, .. }: &Fit,
        link: Option<LinkId>,
    ) -> Result<House, PostedFault> {
        let sign = match link {
            Some(link) => House::sign_on(name, game, profile, link),
            None => House::sign(name, game, profile),
        };
        let beyond = game.beyond.iter().map(|note| note.field.clone()).collect();
        let posted = Posted { beyond, ..self.posted(by, sign, source) };
        House::new(posted, game, profile)
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
            seats_each: self.seats_each.unwrap_or(sign.seats_each),
            card_from: self.card_from.unwrap_or(sign.card_from),
            two_cards_from: self.two_cards_from.unwrap_or(sign.two_cards_from),
            sensors_stay: self.sensors_stay,
            private: (self.kind == TableKind::Practice).then_some(by),
            exhibition: self.exhibition.is_some().then(|| source.exhibition()),
            ..sign
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn s_22_the_fingerprint_of_given_cards_is_salted() {
        let game = games::GAMES.first().unwrap();
        let texts: Games = [(game.id.to_owned(), game.text.to_owned())].into();
        let cards: Vec<Card> = ["7s", "7h"].iter().map(|card| card.parse().unwrap()).collect();
        let open = OpenTable { exhibition: Some(cards.clone()), ..OpenTable::of(game.id) };
        let (one, other) = (open.source(&texts).unwrap(), open.source(&texts).unwrap());
        let shown = one.exhibition().fingerprint().to_owned();
        assert_ne!(shown, other.exhibition().fingerprint(), "the same cards, another salt");
        let guessed: Given = cards.iter().copied().collect();
        assert_ne!(shown, guessed.fingerprint(), "they are not found by trying");
        // The salt is kept with the cards, so that the sign is known again.
        let kept = Source::read(&one.write().unwrap()).unwrap();
        assert_eq!(kept.exhibition().fingerprint(), shown);
        assert_eq!(kept.exhibition().cards(), cards);
    }

    #[test]
    fn s_22_given_cards_of_older_records_have_no_salt() {
        let cards: Vec<Card> = vec!["7s".parse().unwrap()];
        let before: Given = cards.iter().copied().collect();
        assert_eq!(Given::salted(cards, &[]).fingerprint(), before.fingerprint());
    }
}
