//! What the sign at a table says: game, limits, clocks, and what kind of table it is.

use rules::Spot;
use rules::settings::FromMeter;
use std::collections::BTreeMap;
use std::fmt;

use cards::Card;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use sha2::{Digest, Sha256};

use crate::ids::{AccountId, LinkId};
use crate::shoe::hex;

/// The sign of a table. It is in the record, so that every round can be read under the
/// rules it was played by.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct Posted {
    /// The table's name.
    pub name: String,
    /// The game's id.
    pub game: String,
    /// The configuration, such as `h17`.
    pub configuration: String,
    /// The number of decks.
    pub decks: u8,
    /// The pay table of every spot that has some.
    pub paytables: Vec<PostedTable>,
    /// What was chosen otherwise than the game file has it (A49), by the setting's key.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub set: BTreeMap<String, String>,
    /// The settings that leave the sheets (A49), by their keys.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub beyond: Vec<String>,
    /// The hash of the rule profile.
    pub profile: String,
    /// The wagers offered.
    pub spots: Vec<Spot>,
    /// The chips, in cents.
    pub chips: Vec<u32>,
    /// Who deals.
    pub dealing: Dealing,
    /// Whether staff stand at the table.
    pub staffing: Staffing,
    /// The number of seats.
    pub seats: u8,
    /// The least and most a player may buy in for at once, in cents.
    pub buy_in: (u32, u32),
    /// How long people have for their answers.
    pub clocks: Clocks,
    /// The most seats one player may hold at a table for everybody.
    #[serde(default = "seats_each")]
    pub seats_each: u8,
    /// From this amount on, in cents, a fill, a credit and a void need a card; from nothing on
    /// always (S-21).
    #[serde(default)]
    pub card_from: u32,
    /// From this amount on, in cents, a fill and a credit need the cards of two executives.
    #[serde(default = "two_cards_from")]
    pub two_cards_from: u32,
    /// Whether a sensor of a live table stays lit from game to game until it is taken off.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub sensors_stay: bool,
    /// The only player who may sit down, on a practice table of his own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub private: Option<AccountId>,
    /// The link whose jackpots its progressive wagers play for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub link: Option<OnLink>,
    /// The cards every shoe begins with on an exhibition table, which is for training and
    /// tests: play money, and outside all reports and meters.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub exhibition: Option<Given>,
}

/// The most seats of one player where the sign of an older record does not say.
const fn seats_each() -> u8 {
    Posted::SEATS_EACH
}

/// The bound of fills and credits where the sign of an older record does not say.
const fn two_cards_from() -> u32 {
    Posted::TWO_CARDS_FROM
}

impl Posted {
    /// From which amount on a fill needs two executives where nobody chooses otherwise.
    pub const TWO_CARDS_FROM: u32 = 5_000_000;
    /// The most seats one player may hold where nobody chooses otherwise.
    pub const SEATS_EACH: u8 = 3;

    /// Whether a table with the sign `before` may put up this one: it stays the same kind of
    /// table, with the same seats, and given cards are one sign's alone.
    pub fn follows(&self, before: &Posted) -> bool {
        let kind = |it: &Posted| (it.dealing, it.staffing, it.seats, it.private);
        kind(self) == kind(before) && self.exhibition.is_none() && before.exhibition.is_none()
    }

    /// What may favour the player, by the names with which it was allowed (A49).
    pub fn overrides(&self) -> Vec<String> {
        overrides_in(&self.set)
    }
}

/// The overrides among the settings of a posting.
pub fn overrides_in(set: &BTreeMap<String, String>) -> Vec<String> {
    let named = set.get("overrides.player-edge").map_or("", String::as_str);
    named.split(',').map(|name| name.trim().to_owned()).filter(|it| !it.is_empty()).collect()
}

/// The link of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct OnLink {
    /// The link.
    pub link: LinkId,
    /// Which pays leave the meter.
    pub from_meter: FromMeter,
}

/// Cards an exhibition table was given. A sign shows only their fingerprint: some of them
/// are still to be dealt, and hidden cards are nobody's business here either. A salt goes into
/// it, which stays where the cards are kept: so a few unknown cards cannot be found by trying.
#[derive(Clone)]
pub struct Given {
    cards: Vec<Card>,
    fingerprint: String,
}

impl Given {
    /// The cards; none of a sign that was read from a record, until they are put back.
    pub fn cards(&self) -> &[Card] {
        &self.cards
    }

    /// Cards with the salt of their fingerprint.
    pub fn salted(cards: Vec<Card>, salt: &[u8]) -> Given {
        let mut hash = Sha256::new();
        hash.update(salt);
        cards.iter().for_each(|card| hash.update(card.to_string()));
        Given { cards, fingerprint: hex(&hash.finalize()) }
    }

    /// SHA-256 over the salt and the cards, in hexadecimal.
    pub fn fingerprint(&self) -> &str {
        &self.fingerprint
    }
}

/// Cards of which everybody knows anyhow: no salt hides them.
impl FromIterator<Card> for Given {
    fn from_iter<I: IntoIterator<Item = Card>>(cards: I) -> Given {
        Given::salted(cards.into_iter().collect(), &[])
    }
}

/// The same fingerprint is of the same cards.
impl PartialEq for Given {
    fn eq(&self, other: &Given) -> bool {
        self.fingerprint == other.fingerprint
    }
}

impl Eq for Given {}

impl fmt::Debug for Given {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Given(…)")
    }
}

impl Serialize for Given {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_str(&self.fingerprint)
    }
}

impl<'de> Deserialize<'de> for Given {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Given, D::Error> {
        let fingerprint = String::deserialize(from)?;
        Ok(Given { cards: Vec::new(), fingerprint })
    }
}

#[cfg(feature = "schema")]
impl utoipa::PartialSchema for Given {
    fn schema() -> utoipa::openapi::RefOr<utoipa::openapi::schema::Schema> {
        String::schema()
    }
}

#[cfg(feature = "schema")]
impl utoipa::ToSchema for Given {}

/// A pay table in force.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct PostedTable {
    /// The spot.
    pub spot: Spot,
    /// The pay table's name.
    pub paytable: String,
}

/// Who deals.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Dealing {
    /// The server, by its clock.
    Automatic,
    /// The server's shoe, when the dealer presses the keys.
    Keypad,
    /// A person with physical cards and chips: the system holds seats, drop, fills and
    /// credits; main and side wagers are not recorded.
    Live,
}

/// Whether staff stand at the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Staffing {
    /// A dealer and a supervisor are on duty; the staff sell chips.
    Attended,
    /// Nobody: play money only.
    Unattended,
}

/// How long people have, in milliseconds; zero means that this clock is off. What is
/// not answered in time is answered by the posted default (T-10).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct Clocks {
    /// From the first bet to the deal.
    pub betting_ms: u32,
    /// For an action; then the hand stands.
    pub turn_ms: u32,
    /// For insurance; then there is none.
    pub insurance_ms: u32,
    /// For the cut; then the shoe is cut in the middle. Off: at once.
    pub cut_ms: u32,
    /// Without a command from a player between rounds; then the seat is freed.
    pub idle_ms: u32,
    /// Without a connection of a player at a table without staff (T-15); then his hands are
    /// played by the posted defaults, his seats are freed and his chips are cashed.
    #[serde(default)]
    pub away_ms: u32,
}

impl Clocks {
    /// All clocks off: a practice table.
    pub const OFF: Clocks =
        Clocks { betting_ms: 0, turn_ms: 0, insurance_ms: 0, cut_ms: 0, idle_ms: 0, away_ms: 0 };

    /// The clocks of a shared table for people who need more time (WCAG 2.2.1).
    pub const LONG: Clocks = Clocks {
        betting_ms: 60_000,
        turn_ms: 120_000,
        insurance_ms: 60_000,
        cut_ms: 30_000,
        idle_ms: 1_800_000,
        away_ms: 120_000,
    };

    /// The clocks of a shared table.
    pub const SHARED: Clocks = Clocks {
        betting_ms: 15_000,
        turn_ms: 20_000,
        insurance_ms: 10_000,
        cut_ms: 8_000,
        idle_ms: 600_000,
        away_ms: 30_000,
    };
}
