//! The one judgement on a posting (A49, R-20): opening a table, the form that is filled in, the
//! file of postings and `bahama check` all ask it, and are told every fault at once.

use std::fmt;
use std::sync::Arc;

use odds::main_wager::NotModelled;
use odds::{PlayerEdge, Worths};
use rules::{Draft, Game, Offer, Problem, Profile, ProfileRefused, Spot};
use serde::Serialize;
use table::{AccountId, Actor, LinkId, LinkPosted, PostedFault, TableId};

use super::rules::WagerRules;
use super::sign::{Games, OpenTable, SignRefused, Source};
use super::{CommandRefused, Floor, TableSummary, read};
use crate::code::Code;
use crate::strategy;

/// What is wrong with a posting, and where.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, utoipa::ToSchema)]
pub struct PostingFault {
    /// The stable code with which it is refused.
    pub code: Code,
    /// The field of the posting that it concerns, such as `decks`, `limits.main.minimum` or
    /// `set.surrender`.
    pub field: String,
    /// What is wrong, in a sentence.
    pub message: String,
}

impl fmt::Display for PostingFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.field, self.message)
    }
}

impl PostingFault {
    fn new(code: Code, field: &str, message: &(impl ToString + ?Sized)) -> PostingFault {
        PostingFault { code, field: field.to_owned(), message: message.to_string() }
    }

    pub(super) fn of_sign(fault: &PostedFault) -> PostingFault {
        let field = match fault {
            PostedFault::Given { .. } => "exhibition",
            PostedFault::Link => "link",
            PostedFault::SeatsEach { .. } => "seats_each",
            _ => "kind",
        };
        PostingFault::new(Code::TableSign, field, fault)
    }

    fn of_profile(refused: &ProfileRefused) -> PostingFault {
        let field = match refused {
            ProfileRefused::Decks { .. } => "decks".to_owned(),
            ProfileRefused::Spot { spot, .. } => format!("paytables.{spot}"),
            ProfileRefused::PayTable { spot, .. } => format!("paytables.{spot}"),
        };
        PostingFault::new(Code::RoundPaytable, &field, refused)
    }
}

/// A posting that can be made into a table, and what is behind it.
pub(super) struct Fit {
    pub(super) source: Source,
    pub(super) game: Game,
    pub(super) profile: Profile,
    /// What favours the player, allowed or not.
    favours: Vec<PlayerEdge>,
}

/// What is said about a posting by itself, whatever else is on the floor.
pub struct Judged {
    /// All that is wrong with it.
    pub faults: Vec<PostingFault>,
    /// What it makes, where its settings fit together; it may have faults all the same.
    pub(super) fit: Option<Fit>,
}

impl Judged {
    /// Judges a posting. Solving its main wager takes a moment.
    pub fn of(open: &OpenTable, games: &Games, worths: &Worths) -> Judged {
        let mut faults: Vec<PostingFault> = name_fault(open).into_iter().collect();
        let source = match open.source(games) {
            Ok(source) => source,
            Err(refused) => {
                faults.insert(0, PostingFault::new(refused.code(), "game", &refused));
                return Judged { faults, fit: None };
            }
        };
        let file = source.file();
        let configuration = source.configuration(&file).unwrap_or_else(|refused| {
            faults.push(PostingFault::new(refused.code(), "configuration", &refused));
            file.configurations().swap_remove(0)
        });
        let draft = file.what_if(&configuration, &source.settings());
        faults.extend(draft.faults.iter().map(|fault| source.fault(fault)));
        let coins = draft.game.beyond.iter().filter(|it| is_small_coin(&it.problem));
        faults.extend(coins.map(|fault| source.fault(fault)));
        let together = draft.game.sets_together();
        faults.extend(together.map(|it| PostingFault::new(Code::GameFaults, "wagers", &it)));
        let profile = match draft.game.profile_or_all(open.decks, source.paytables()) {
            Ok(profile) => profile,
            Err(refused) => {
                faults.extend(refused.iter().map(PostingFault::of_profile));
                return Judged { faults, fit: None };
            }
        };
        let favours = match favours(&draft, &profile, worths) {
            Ok(favours) => favours,
            Err(not_modelled) => {
                faults.push(PostingFault::new(Code::GameFaults, "set", &not_modelled));
                Vec::new()
            }
        };
        let allowed = &draft.game.player_edge_allowed;
        let refused = favours.iter().filter(|edge| !allowed.contains(&edge.offer));
        let problems = refused.map(|edge| Problem::from(edge.clone()));
        faults.extend(problems.map(|it| PostingFault::new(Code::GameFaults, "override", &it)));
        let is_whole = draft.faults.is_empty();
        let fit = is_whole.then_some(Fit { source, game: draft.game, profile, favours });
        faults.extend(fit.as_ref().and_then(|fit| sign_fault(open, fit)));
        Judged { faults, fit }
    }

    /// What a posting without faults makes.
    ///
    /// # Errors
    /// All its faults.
    pub(super) fn fit(self, game: &str) -> Result<Fit, SignRefused> {
        let Judged { faults, fit } = self;
        match fit.filter(|_| faults.is_empty()) {
            Some(fit) => Ok(fit),
            None => Err(SignRefused::Faults { game: game.to_owned(), faults }),
        }
    }
}

/// Whether a pay needs coins that nobody has: a what-if may ask it, a table may not post it.
fn is_small_coin(problem: &Problem) -> bool {
    matches!(problem, Problem::SmallCoin(_))
}

/// The most characters of a table's name: any game's own, and what its first slower table adds.
const NAME_MOST: usize = 80;

fn name_fault(open: &OpenTable) -> Option<PostingFault> {
    let name = open.name.as_deref()?.trim();
    let fits = (1..=NAME_MOST).contains(&name.chars().count());
    let message = format!("a name has 1 to {NAME_MOST} characters");
    (!fits).then(|| PostingFault::new(Code::TableSign, "name", &message))
}

/// What is wrong with the sign by itself, whatever link it will play for.
fn sign_fault(open: &OpenTable, fit: &Fit) -> Option<PostingFault> {
    let plays = LinkPosted::of(&fit.game.name, &fit.game, &fit.profile, open.staffing());
    let link = plays.map(|_| LinkId(0));
    let fault = open.house(AccountId::HOUSE, &fit.game.name, fit, link).err()?;
    Some(PostingFault::of_sign(&fault))
}

/// What favours the player as it is posted, of what is sound.
fn favours(
    draft: &Draft,
    profile: &Profile,
    worths: &Worths,
) -> Result<Vec<PlayerEdge>, NotModelled> {
    let mut offers = profile.offers();
    offers.retain(|offer| match offer.spot {
        Spot::Main => draft.is_main_sound(),
        spot => draft.is_table_sound(spot, &offer.of),
    });
    odds::player_edges(&draft.game, &offers, &[], worths)
}

/// What a floor says to a posting before it is a table's. Nothing is opened with it.
#[derive(Clone, Debug, PartialEq, Serialize, utoipa::ToSchema)]
pub struct Verdict {
    /// All that is wrong; none where it could be opened as it is.
    pub faults: Vec<PostingFault>,
    /// Where it leaves the sheets, and how (A49).
    pub beyond: Vec<String>,
    /// The name that the table would have.
    pub name: Option<String>,
    /// The hash of the rule profile that it would have; nothing while its settings do
    /// not fit together.
    pub profile: Option<String>,
    /// The wagers offered, in the order of the felt; none while the settings do not fit.
    pub wagers: Vec<PostedWager>,
}

/// A wager as it would be posted, and what it is worth.
#[derive(Clone, Debug, PartialEq, Serialize, utoipa::ToSchema)]
pub struct PostedWager {
    /// The wager and its limits.
    #[serde(flatten)]
    pub rules: WagerRules,
    /// The pay table, where it has some.
    pub paytable: Option<String>,
    /// The house edge as a part of the stake, exactly: 0.01 is one per cent. The main wager is
    /// played by its best strategy at the smallest bet, its special bonus counted, and envy at a
    /// full table; a progressive wager in the long run, with the preset of its pay table. Nothing
    /// where the analysis does not know it.
    pub edge: Option<f64>,
    /// How it favours the player, so that it needs an override; nothing where it does not.
    pub favours_player: Option<PlayerGain>,
    /// The name with which an override allows it.
    pub offer: String,
}

/// What the player gains where a wager favours him.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, utoipa::ToSchema)]
pub struct PlayerGain {
    /// The gain as a part of the stake: 0.01 is one per cent.
    pub gain: f64,
    /// The bet in cents at which the main wager gains him most.
    pub bet: Option<u32>,
}

impl Fit {
    /// Every wager of the posting with what it is worth.
    fn wagers(&self, worths: &Worths) -> Vec<PostedWager> {
        let offers = self.profile.offers();
        let posted = |spot: Spot| {
            let rules = WagerRules::of(&self.game, &self.profile.rules, spot)?;
            let offer = offers.iter().find(|offer| offer.spot == spot)?;
            Some(PostedWager {
                rules,
                paytable: self.profile.paytable(spot).map(str::to_owned),
                edge: self.edge(offer, worths),
                favours_player: self.gain(offer),
                offer: offer.to_string(),
            })
        };
        self.game.spots().filter_map(posted).collect()
    }

    fn gain(&self, offer: &Offer) -> Option<PlayerGain> {
        let edge = self.favours.iter().find(|edge| edge.offer == *offer)?;
        Some(PlayerGain { gain: edge.ev, bet: edge.bet })
    }

    fn edge(&self, offer: &Offer, worths: &Worths) -> Option<f64> {
        match offer.spot {
            Spot::Main => worths.ev(&strategy::question(&self.profile.rules)?).ok().map(|ev| -ev),
            spot if spot.is_progressive() => odds::preset_edge(&self.game, offer),
            spot => strategy::side_edge(&self.profile, spot),
        }
    }

    /// Where it leaves the sheets.
    fn beyond(&self) -> Vec<String> {
        // What is a fault of the posting is not told twice.
        let is_note = |problem: &Problem| {
            !is_small_coin(problem) && !matches!(problem, Problem::SetsTogether(_))
        };
        let notes = self.game.beyond.iter().filter(|note| is_note(&note.problem));
        notes.map(ToString::to_string).collect()
    }
}

impl Floor {
    /// What the floor says to a posting: of a new table, or of one that is posted anew.
    ///
    /// # Errors
    /// If the server is about to stop.
    pub async fn verdict(
        &self,
        by: Actor,
        open: &OpenTable,
        anew: Option<TableId>,
    ) -> Result<Verdict, CommandRefused> {
        let Judged { mut faults, fit } = self.judge(open).await?;
        faults.extend(self.objections(by, open, fit.as_ref(), anew));
        let Some(fit) = fit else {
            return Ok(Verdict {
                faults,
                beyond: Vec::new(),
                name: None,
                profile: None,
                wagers: Vec::new(),
            });
        };
        let (beyond, name) = (fit.beyond(), self.name_of(by, open, &fit.game, anew));
        let profile = Some(fit.profile.hash.clone());
        let worths = Arc::clone(&self.0.worths);
        let wagers = tokio::task::spawn_blocking(move || fit.wagers(&worths)).await;
        let wagers = wagers.map_err(|_| CommandRefused::no_record())?;
        Ok(Verdict { faults, beyond, name: Some(name), profile, wagers })
    }

    /// Judges a posting by itself. Solving the main wager takes a moment, so it is done beside
    /// everything else, and once for all that are alike to it.
    pub(super) async fn judge(&self, open: &OpenTable) -> Result<Judged, CommandRefused> {
        let (floor, open) = (self.clone(), open.clone());
        let judging = tokio::task::spawn_blocking(move || {
            Judged::of(&open, &floor.0.world.games, &floor.0.worths)
        });
        judging.await.map_err(|_| CommandRefused::no_record())
    }

    /// What stands against a posting on this floor: its name, its link, its given cards.
    pub(super) fn objections(
        &self,
        by: Actor,
        open: &OpenTable,
        fit: Option<&Fit>,
        anew: Option<TableId>,
    ) -> Vec<PostingFault> {
        let mut faults: Vec<PostingFault> = self.taken_name(by, open, anew).into_iter().collect();
        let Some(fit) = fit else {
            let unknown = open.link.filter(|link| self.link_place(*link).is_none());
            faults.extend(unknown.map(|link| refusal("link", &CommandRefused::no_link(link))));
            return faults;
        };
        let sign = LinkPosted::of(&fit.game.name, &fit.game, &fit.profile, open.staffing());
        if sign.is_none() && open.link.is_some() {
            faults.push(PostingFault::of_sign(&PostedFault::Link));
        }
        let link = match sign.map(|sign| self.link_for(open, by, sign)).transpose() {
            Ok(link) => link,
            Err(refused) => {
                faults.push(refusal("link", &refused));
                return faults;
            }
        };
        let on = link.as_ref().map(|(id, _)| *id);
        match open.house(by.account, &self.name_of(by, open, &fit.game, anew), fit, on) {
            // A link that is still to be put up takes the table it is put up for.
            Ok(house) if link.is_some_and(|(_, new)| new.is_none()) && anew.is_none() => {
                let joined = self.check_join(self.next_table(), &house);
                faults.extend(joined.err().map(|refused| refusal("link", &refused)));
            }
            // What is wrong with the sign by itself is said already.
            Ok(_) | Err(_) => {}
        }
        faults
    }

    /// The name of a table: the one that is wanted, its own if it is posted anew, or the game's,
    /// with a number where another open table has that.
    pub(super) fn name_of(
        &self,
        by: Actor,
        open: &OpenTable,
        game: &Game,
        anew: Option<TableId>,
    ) -> String {
        if let Some(name) = &open.name {
            return name.trim().to_owned();
        }
        let tables = self.open_names(by, open);
        if let Some((_, own)) = tables.iter().find(|(table, _)| Some(*table) == anew) {
            return own.clone();
        }
        let is_free = |name: &String| !tables.iter().any(|(_, taken)| taken == name);
        let numbered = (2u32..).map(|number| format!("{} {number}", game.name));
        let mut names = std::iter::once(game.name.clone()).chain(numbered);
        names.find(is_free).unwrap_or_default()
    }

    fn taken_name(
        &self,
        by: Actor,
        open: &OpenTable,
        anew: Option<TableId>,
    ) -> Option<PostingFault> {
        let name = open.name.as_deref()?.trim();
        let tables = self.open_names(by, open);
        let is_same = |(table, taken): &&(TableId, String)| taken == name && Some(*table) != anew;
        let (table, _) = tables.iter().find(is_same)?;
        let message = format!("{table} is called “{name}”; every open table has its own name");
        Some(PostingFault::new(Code::TableName, "name", &message))
    }

    /// The names that others have: those of open tables, and beside a practice table those of
    /// the same player's. Practice tables are on nobody's display and take no names away.
    fn open_names(&self, by: Actor, open: &OpenTable) -> Vec<(TableId, String)> {
        let owner = open.is_practice().then_some(by.account);
        let tables = self.tables_by_id();
        let tables = tables.values().map(|place| read(&place.summary));
        let counts = |it: &TableSummary| it.open && it.private.is_none_or(|own| Some(own) == owner);
        tables.filter(|it| counts(it)).map(|it| (it.table, it.name.clone())).collect()
    }
}

fn refusal(field: &str, refused: &CommandRefused) -> PostingFault {
    PostingFault::new(refused.code, field, &refused.message)
}
