//! A PAR sheet: everything that stands on it, as data.

use odds::main_wager::NotModelled;
use odds::{Analysis, Fraction, KnownInsurance};
use rules::{Book, Game, Profile, Setting, Spot, Wager};

use super::main_wager::MainSheet;
use super::stated::Stated;
use super::wager::WagerSheet;
use crate::library::Choice;

/// Everything on a PAR sheet, without any formatting.
#[derive(Clone, Debug)]
#[allow(missing_docs)]
pub struct ParSheet {
    pub stated: Stated,
    pub game: String,
    pub name: String,
    pub about: String,
    /// The rule sheet the game was written from.
    pub rule_sheet: String,
    /// The version of the game file.
    pub game_version: u32,
    pub configuration: String,
    pub configurations: Vec<String>,
    pub decks: u8,
    pub decks_offered: Vec<u8>,
    /// The cards in the full shoe.
    pub cards: u64,
    /// SHA-256 over every setting in force and the choices made.
    pub profile_hash: String,
    /// The pay tables asked for, as (spot, pay table); all offered ones where none is.
    pub chosen: Vec<(String, String)>,
    /// What was set beside the game file, and where that goes beyond the rule sheets.
    pub what_if: Vec<(String, String)>,
    pub beyond: Vec<String>,
    pub rules: Book,
    pub settings: Vec<Setting>,
    /// The main wager, or why it cannot be worked out under these settings.
    pub main: Result<MainSheet, NotModelled>,
    /// The main wager's limits.
    pub main_limits: Option<Wager>,
    /// Every wager besides the main hand, pay table by pay table.
    pub wagers: Vec<WagerSheet>,
    /// Insurance by the insurer's own cards.
    pub insurance: Vec<KnownInsurance>,
    /// The probability of the special bonus for a seat that always hits suited 7-7
    /// against a seven.
    pub special_bonus: Option<Fraction>,
}

impl ParSheet {
    /// The sheet of a game as one table posts it, chosen as `choice` says.
    pub fn of(
        game: &Game,
        profile: &Profile,
        analysis: &Analysis,
        main: Result<MainSheet, NotModelled>,
        choice: &Choice,
        stated: Stated,
    ) -> ParSheet {
        let side = analysis.side.iter().map(|side| WagerSheet::of_side(game, profile, side));
        let progressive = analysis
            .progressive
            .iter()
            .map(|wager| WagerSheet::of_progressive(game, profile, wager));
        ParSheet {
            stated,
            game: game.id.clone(),
            name: game.name.clone(),
            about: game.about.clone(),
            rule_sheet: game.sheet.clone(),
            game_version: game.version,
            configuration: profile.configuration.clone(),
            configurations: game.configurations.clone(),
            decks: profile.rules.decks,
            decks_offered: game.decks.clone(),
            cards: analysis.counts.total() as u64,
            profile_hash: profile.hash.clone(),
            chosen: choice.paytables.clone(),
            what_if: choice.set.clone(),
            beyond: game.beyond.iter().map(ToString::to_string).collect(),
            rules: Book::of(game, profile),
            settings: game.settings.clone(),
            main,
            main_limits: profile.rules.wager(Spot::Main).copied(),
            wagers: side.chain(progressive).collect(),
            insurance: analysis.insurance.clone(),
            special_bonus: analysis.special_bonus,
        }
    }
}
