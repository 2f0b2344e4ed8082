//! What can be chosen when a table of a game is posted (A49).

use rules::{Game, GameFile, Spot, Word as _};
use serde::Serialize;
use table::Clocks;

use super::Floor;
use super::rules::WagerRules;

/// A game, and all that a posting can choose of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, utoipa::ToSchema)]
pub struct GameChoices {
    /// The game's id.
    pub id: String,
    /// Its name.
    pub name: String,
    /// What it is, in a sentence.
    pub about: String,
    /// The rule sheet.
    pub sheet: String,
    /// The version of the game file.
    pub version: u32,
    /// The configurations; the first is the default.
    pub configurations: Vec<String>,
    /// The one for which everything else here is told.
    pub configuration: String,
    /// The numbers of decks.
    pub decks: Vec<u8>,
    /// The number where none is chosen.
    pub default_decks: u8,
    /// The wagers besides the main wager as they can be posted together: once, or once for each
    /// set that excludes the others (A45). Any of them can be left out.
    pub sets: Vec<WagerSet>,
    /// The wagers, in the order of the felt.
    pub wagers: Vec<WagerChoice>,
    /// The most of any single wager, in cents, if there is a most.
    pub single_wager_limit: Option<u32>,
    /// The chips, in cents.
    pub chips: Vec<u32>,
    /// Clocks that a table can have instead of those of its kind.
    pub clocks: Vec<ClocksChoice>,
    /// Every setting, as `bahama rules GAME --settings` lists them.
    pub settings: Vec<SettingChoice>,
}

/// Clocks by a name.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, utoipa::ToSchema)]
pub struct ClocksChoice {
    /// The name.
    pub name: String,
    /// The clocks.
    pub clocks: Clocks,
}

/// Wagers that are posted together.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, utoipa::ToSchema)]
pub struct WagerSet {
    /// The name of the set; nothing where no wager excludes another.
    pub name: Option<String>,
    /// The wagers, those included that belong to no set.
    pub wagers: Vec<Spot>,
}

/// A wager with its limits as the game file has them, and its pay tables.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, utoipa::ToSchema)]
pub struct WagerChoice {
    /// The wager and its limits.
    #[serde(flatten)]
    pub rules: WagerRules,
    /// The pay tables; the first that fits the decks is the default.
    pub paytables: Vec<PayTableChoice>,
}

/// A pay table that can be posted.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, utoipa::ToSchema)]
pub struct PayTableChoice {
    /// Its name.
    pub id: String,
    /// The numbers of decks it is offered with.
    pub decks: Vec<u8>,
    /// Where it comes from: sheet and clause, or ours.
    pub from: String,
}

/// A setting that can be chosen.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, utoipa::ToSchema)]
pub struct SettingChoice {
    /// Its key.
    pub key: String,
    /// The game file's value.
    pub value: String,
    /// The values it can have, in words.
    pub values: String,
    /// The same one by one, where there is a closed list of them.
    pub choices: Vec<String>,
    /// What the sheet prints beside the value for a table to choose.
    pub alternatives: Vec<String>,
    /// Where the value comes from: sheet and clause, or ours.
    pub from: String,
    /// Whether the value is ours because the sheet is silent.
    pub ours: bool,
    /// Where a posting chooses it.
    pub place: SettingPlace,
}

rules::words! {
    /// Where a posting chooses a setting.
    pub enum SettingPlace {
        /// In a field of its own: wagers, limits, overrides.
        Field = "field",
        /// Among the settings, without leaving the sheets.
        Sheet = "sheet",
        /// Among the settings; every other value than the game's is beyond the sheets.
        Beyond = "beyond",
    }
}

impl Floor {
    /// What can be chosen of a game under a configuration; nothing where there is no such game
    /// or configuration.
    pub fn choices(&self, game: &str, configuration: Option<&str>) -> Option<GameChoices> {
        let text = self.0.world.games.get(game)?;
        let game = GameFile::read(text).game(configuration, &[]).ok()?;
        Some(GameChoices::of(&game))
    }
}

impl GameChoices {
    fn of(game: &Game) -> GameChoices {
        let wager = |spot: Spot| {
            let rules = WagerRules::of(game, game.rules(), spot)?;
            let paytables = game.tables_of(spot).iter().map(|named| PayTableChoice {
                id: named.id.clone(),
                decks: named.decks.clone(),
                from: named.from.clone(),
            });
            Some(WagerChoice { rules, paytables: paytables.collect() })
        };
        let sets = game.postings().into_iter();
        GameChoices {
            id: game.id.clone(),
            name: game.name.clone(),
            about: game.about.clone(),
            sheet: game.sheet.clone(),
            version: game.version,
            configurations: game.configurations.clone(),
            configuration: game.configuration.clone(),
            decks: game.decks.clone(),
            default_decks: game.default_decks,
            sets: sets
                .map(|(name, wagers)| WagerSet { name: name.map(str::to_owned), wagers })
                .collect(),
            wagers: game.spots().filter_map(wager).collect(),
            single_wager_limit: game.single_wager_limit,
            chips: game.chips.clone(),
            clocks: [("long", Clocks::LONG), ("off", Clocks::OFF)]
                .map(|(name, clocks)| ClocksChoice { name: name.to_owned(), clocks })
                .into(),
            settings: game.settings.iter().map(SettingChoice::of).collect(),
        }
    }
}

impl SettingChoice {
    fn of(setting: &rules::Setting) -> SettingChoice {
        SettingChoice {
            key: setting.key.clone(),
            value: setting.value.clone(),
            values: setting.values.clone(),
            choices: setting.choices.clone(),
            alternatives: setting.alternatives.clone(),
            from: setting.from.clone(),
            ours: setting.is_ours(),
            place: place(setting),
        }
    }
}

fn place(setting: &rules::Setting) -> SettingPlace {
    let is_limit = |(spot, limit): (&str, &str)| {
        Spot::from_word(spot).is_some() && ["minimum", "maximum", "step"].contains(&limit)
    };
    match setting.key.as_str() {
        "wagers" | "default-decks" | "overrides.player-edge" => SettingPlace::Field,
        // The decks that a table has stand in a field; which there are to choose does not.
        "decks" => SettingPlace::Beyond,
        key if key.split_once('.').is_some_and(is_limit) => SettingPlace::Field,
        _ if setting.is_choice() => SettingPlace::Sheet,
        _ => SettingPlace::Beyond,
    }
}
