//! What every single rule change does to the house edge of the main wager.
//!
//! The changes come from the game itself: each of its settings in turn has each of
//! its other values, laid over the file as `--set` lays it. No list of settings is
//! kept here, so a setting that is added to the format is among them.

use std::collections::BTreeMap;
use std::sync::Arc;

use cards::{Counts, Deck};
use rayon::prelude::*;
use rules::settings::{NaturalsPaid, Peek, Soft17};
use rules::{Fault, Game, GameFile, Problem, Rules, Setting, Spot, Word};

use crate::main_wager::{NotModelled, Question, Solution, SplitClass, Table};

/// The odds on naturals that casinos post; any other could be set as well.
const NATURAL_PAYS: [&str; 4] = ["1 to 1", "6 to 5", "3 to 2", "2 to 1"];
/// The shoes that are dealt somewhere, besides those that the game offers.
const DECKS: [u8; 6] = [1, 2, 4, 5, 6, 8];
/// What a 21 pays without a bonus.
const NO_BONUS: &str = "1 to 1";
/// The key under which a change of decks is listed.
const DECKS_KEY: &str = "decks";
/// Effects below this are nothing but rounding.
const NOTHING: f64 = 1e-12;

/// The game whose rules are changed.
#[derive(Clone, Copy, Debug)]
pub struct Base<'a> {
    /// Its file.
    pub file: &'a GameFile,
    /// The configuration; the first where nothing is chosen.
    pub configuration: Option<&'a str>,
    /// The number of decks; the game's default where nothing is chosen.
    pub decks: Option<u8>,
    /// What-if settings that all changes have in common.
    pub set: &'a [(String, String)],
    /// The bet in cents, where limits on doubling are to bind.
    pub bet: Option<u32>,
    /// How hands are played after a split.
    pub class: SplitClass,
}

/// One rule change and what it does.
#[derive(Clone, Debug, PartialEq)]
pub struct Effect {
    /// The key of the setting, as `--set` takes it.
    pub setting: String,
    /// Its value in the game.
    pub from: String,
    /// The value it was given.
    pub to: String,
    /// The house edge with it; nothing if it could not be had, and `note` says why.
    pub house_edge: Option<f64>,
    /// How much higher the house edge is with it.
    pub effect: Option<f64>,
    /// What else was changed, or why there is no figure.
    pub note: Option<String>,
}

/// All rule changes of a game.
#[derive(Clone, Debug, PartialEq)]
pub struct Effects {
    /// The house edge as the game is.
    pub house_edge: f64,
    /// The changes, in the order of the settings.
    pub changes: Vec<Effect>,
}

/// Why there are no effects.
#[derive(Clone, Debug, thiserror::Error)]
pub enum NoEffects {
    /// The settings that all changes have in common do not fit.
    #[error("{}", .0.iter().map(ToString::to_string).collect::<Vec<_>>().join("; "))]
    Faults(Vec<Fault>),
    /// The game itself is not modelled.
    #[error(transparent)]
    NotModelled(#[from] NotModelled),
}

/// The rule changes of a game, found but not solved yet.
#[derive(Clone, Debug)]
pub struct Plan {
    rules: Rules,
    bet: Option<u32>,
    class: SplitClass,
    changes: Vec<Change>,
}

#[derive(Clone, Debug)]
struct Change {
    setting: String,
    from: String,
    to: String,
    /// The rules with the change, or why there are none.
    rules: Result<Rules, String>,
    note: Option<String>,
}

/// What a table of dealer's hands depends on.
type Shoe = (Deck, u8, Soft17);

impl Plan {
    /// Finds every change of a setting to which the main wager is not indifferent.
    ///
    /// # Errors
    /// If the game itself cannot be had with these settings.
    pub fn of(base: &Base<'_>) -> Result<Plan, NoEffects> {
        let game = base.file.game(base.configuration, base.set).map_err(NoEffects::Faults)?;
        let decks = base.decks.unwrap_or(game.default_decks);
        let rules = Rules { decks, ..*game.rules() };
        let mut changes = Vec::new();
        for setting in &game.settings {
            let others = others(setting, &game, decks, base.bet).into_iter();
            let of_setting = others.map(|to| Change::new(base, setting, to, &rules)).collect();
            changes.append(&mut minded(of_setting, &rules, base.bet));
        }
        Ok(Plan { rules, bet: base.bet, class: base.class, changes })
    }

    /// How many pieces of work [`Plan::solve`] does.
    pub fn work(&self) -> usize {
        self.shoes().len() + 1 + self.changes.iter().filter(|change| change.rules.is_ok()).count()
    }

    /// Solves everything on all cores and tells after each piece of work. The order
    /// and the figures do not depend on how the work was divided.
    ///
    /// # Errors
    /// If the game itself is not modelled.
    pub fn solve(&self, done: &(dyn Fn() + Sync)) -> Result<Effects, NoEffects> {
        let tables: BTreeMap<Shoe, Arc<Table>> = self
            .shoes()
            .into_par_iter()
            .map(|shoe| {
                let table = Arc::new(Table::new(&Counts::of(shoe.0, shoe.1), shoe.2));
                done();
                (shoe, table)
            })
            .collect();
        let house_edge = |rules: &Rules| {
            let question = Question { rules: *rules, bet: self.bet, class: self.class };
            let table = &tables[&shoe_of(rules)];
            let solved = Solution::of(table, question).map(|solution| -solution.ev);
            done();
            solved
        };
        let base = house_edge(&self.rules)?;
        let solved = self.changes.par_iter().map(|change| change.effect(base, house_edge));
        Ok(Effects { house_edge: base, changes: solved.collect() })
    }

    /// The shoes that are needed, each once.
    fn shoes(&self) -> Vec<Shoe> {
        let changed = self.changes.iter().filter_map(|change| change.rules.as_ref().ok());
        let mut shoes: Vec<Shoe> =
            std::iter::once(&self.rules).chain(changed).map(shoe_of).collect();
        shoes.sort_unstable();
        shoes.dedup();
        shoes
    }
}

/// The changes of one setting to which the main wager is not indifferent; a refused
/// change may be one, unless all others of its setting are not.
fn minded(mut changes: Vec<Change>, rules: &Rules, bet: Option<u32>) -> Vec<Change> {
    let met = |rules: &Rules| Question { rules: *rules, bet, class: SplitClass::Pair }.as_met();
    let is_met = |changed: &Rules| met(changed) == met(rules);
    let possible = changes.iter().filter(|change| change.rules.is_ok()).count();
    changes.retain(|change| !change.rules.as_ref().is_ok_and(is_met));
    let is_minded = possible == 0 || changes.iter().any(|change| change.rules.is_ok());
    if is_minded { changes } else { Vec::new() }
}

fn shoe_of(rules: &Rules) -> Shoe {
    (rules.deck, rules.decks, rules.soft_17)
}

impl Change {
    fn new(base: &Base<'_>, setting: &Setting, to: String, rules: &Rules) -> Change {
        let mut set = base.set.to_vec();
        set.push((setting.key.clone(), to.clone()));
        let mut from = setting.value.clone();
        let mut decks = rules.decks;
        if setting.key == DECKS_KEY {
            from = decks.to_string();
            decks = to.parse().unwrap_or(decks);
        }
        let (changed, note) = what_if(base, set);
        let rules = changed.map(|game| Rules { decks, ..*game.rules() });
        Change { setting: setting.key.clone(), from, to, rules, note }
    }

    fn effect(&self, base: f64, house_edge: impl Fn(&Rules) -> Result<f64, NotModelled>) -> Effect {
        let solved = match &self.rules {
            Ok(rules) => house_edge(rules).map_err(|error| error.to_string()),
            Err(why) => Err(why.clone()),
        };
        let without_effect = || Some("no effect beside the other rules".to_owned());
        let (house_edge, note) = match solved {
            Ok(edge) if (edge - base).abs() < NOTHING => {
                (Some(base), self.note.clone().or_else(without_effect))
            }
            Ok(edge) => (Some(edge), self.note.clone()),
            Err(why) => (None, Some(why)),
        };
        Effect {
            setting: self.setting.clone(),
            from: self.from.clone(),
            to: self.to.clone(),
            house_edge,
            effect: house_edge.map(|edge| edge - base),
            note,
        }
    }
}

/// The values that a setting does not have but could have.
fn others(setting: &Setting, game: &Game, decks: u8, bet: Option<u32>) -> Vec<String> {
    let text = |values: &[&str]| values.iter().map(ToString::to_string).collect();
    let (now, values): (String, Vec<String>) = match setting.key.as_str() {
        DECKS_KEY => {
            let mut all: Vec<u8> = game.decks.iter().chain(&DECKS).copied().collect();
            all.sort_unstable();
            all.dedup();
            (decks.to_string(), all.iter().map(ToString::to_string).collect())
        }
        "natural-pays" => (setting.value.clone(), text(&NATURAL_PAYS)),
        key if key.starts_with("bonus-21.pays.") => (setting.value.clone(), text(&[NO_BONUS])),
        key if is_indifferent(key, bet) => return Vec::new(),
        _ => (setting.value.clone(), setting.choices.clone()),
    };
    values.into_iter().filter(|value| *value != now).collect()
}

/// Whether no value of a setting can matter to the main wager, whatever the rules.
fn is_indifferent(key: &str, bet: Option<u32>) -> bool {
    match key {
        // Which of the decks are meant where none are chosen; and when something is
        // done, not what it is worth.
        "default-decks" | "peek" | "naturals-paid" => true,
        // A prize of fixed dollars has no size without a bet.
        "special-bonus" => bet.is_none(),
        // The sections of the other wagers.
        key => Spot::ALL.iter().any(|spot| is_within(key, spot.word())),
    }
}

fn is_within(key: &str, section: &str) -> bool {
    key.strip_prefix(section).is_some_and(|rest| rest.starts_with('.'))
}

/// The game with these settings, together with what they need beside them, and a
/// note that says so.
fn what_if(
    base: &Base<'_>,
    mut set: Vec<(String, String)>,
) -> (Result<Game, String>, Option<String>) {
    let mut note = None;
    let mut game = base.file.game(base.configuration, &set);
    if let Err([fault]) = game.as_ref().map_err(Vec::as_slice)
        && let Some((key, value)) =
            remedy(fault).filter(|(key, _)| !set.iter().any(|it| it.0 == *key))
    {
        note = Some(format!("with {key} = {value}"));
        set.push((key.to_owned(), value.to_owned()));
        game = base.file.game(base.configuration, &set);
    }
    let game = game.map_err(|faults| refusal(&faults));
    let beyond = game.iter().flat_map(|game| &game.beyond);
    let redoubles = |fault: &&Fault| fault.problem == Problem::RedoubleOnStand17;
    let beyond =
        beyond.clone().find(redoubles).map(|fault| format!("beyond the sheets: {}", fault.problem));
    (game, note.or(beyond))
}

/// The setting that a fault asks for, where it asks for a particular one.
fn remedy(fault: &Fault) -> Option<(&'static str, &'static str)> {
    match fault.problem {
        Problem::PeekMisses => Some(("peek", Peek::AceOrTenValue.word())),
        Problem::NaturalsPaidTooEarly => Some(("naturals-paid", NaturalsPaid::AfterPeek.word())),
        _ => None,
    }
}

fn refusal(faults: &[Fault]) -> String {
    let first = faults.first().map(ToString::to_string).unwrap_or_default();
    match faults.len() {
        0 | 1 => first,
        count => format!("{first}; and {} more", count - 1),
    }
}
