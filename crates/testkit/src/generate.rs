//! Random rounds with random legal play: the same seed gives the same round.

use std::collections::BTreeMap;

use auditor::{Case, Choice};
use cards::{Card, ChaChaWords, Counts, Rank, Suit, Words, below};
use games::GameText;
use round::{Answer, Need, Round};
use rules::{
    Action, Actions, Bets, Game, MAX_SEATS, Money, Most, Profile, SeatBets, Spot, Word as _,
};
use serde_json::{Map, Value, json};

use crate::scenario;

/// How many rounds a test plays: few in `cargo xtask test --quick`, many in
/// `cargo xtask prove` (BAHAMA_TEST_SCALE).
pub fn rounds(quick: u64, suite: u64, prove: u64) -> u64 {
    match std::env::var("BAHAMA_TEST_SCALE").as_deref() {
        Ok("quick") => quick,
        Ok("prove") => prove,
        _ => suite,
    }
}

/// A source of choices that a seed makes repeatable.
pub struct Dice(ChaChaWords);

impl Dice {
    /// The dice of this seed.
    pub fn new(seed: u64) -> Dice {
        let mut key = [0; 32];
        key[..8].copy_from_slice(&seed.to_le_bytes());
        Dice(ChaChaWords::new(key, 0))
    }

    /// A number below `bound`.
    pub fn below(&mut self, bound: usize) -> usize {
        below(bound as u32, &mut self.0) as usize
    }

    /// True once in `times`.
    pub fn once_in(&mut self, times: usize) -> bool {
        self.below(times) == 0
    }

    /// One of these.
    pub fn pick<T: Copy>(&mut self, items: &[T]) -> T {
        items[self.below(items.len())]
    }
}

impl Words for Dice {
    fn word(&mut self) -> u32 {
        self.0.word()
    }
}

/// A game file with its configurations as tables post them, ready to be drawn from.
pub struct Games {
    /// As the file has them.
    own: Vec<Game>,
    /// With what else a table can post, and that.
    posted: Vec<(Game, Set)>,
}

/// What-if settings, key and value.
type Set = Vec<(String, String)>;

impl Games {
    /// All configurations of a game.
    ///
    /// # Panics
    /// If its file has faults.
    pub fn of(game: &GameText) -> Games {
        let file = game.file();
        let mut games = Games { own: Vec::new(), posted: Vec::new() };
        for name in file.configurations() {
            let game = |set: &Set| {
                file.game(Some(&name), set).expect("neither the file nor the posting has faults")
            };
            let own = game(&Vec::new());
            games.posted.extend(postings(&own).into_iter().map(|set| (game(&set), set)));
            games.own.push(own);
        }
        games
    }
}

/// What a table of the game can post (A45, A49): every set of wagers with and without the
/// progressive, every wager alone, every alternative that the sheet prints, other limits of every
/// wager and of doubles; one by one, and every set of wagers with each of the others.
fn postings(game: &Game) -> Vec<Set> {
    let set = |key: &str, value: &str| vec![(key.to_owned(), value.to_owned())];
    let wagers = |text: String| set("wagers", &text);
    let sensor = game.spots().find(|spot| spot.is_progressive());
    let names = game.sets.iter().map(String::as_str).chain(["base"]);
    let mut offered: Vec<Set> = Vec::new();
    for name in names {
        offered.push(wagers(name.to_owned()));
        offered.extend(sensor.map(|sensor| wagers(format!("{name}+{sensor}"))));
    }
    let alone = game.spots().filter(|&spot| {
        let needs = game.rules().wager(spot).and_then(|wager| wager.requires);
        needs.is_none_or(|needs| needs == Spot::Main)
    });
    offered.extend(alone.map(|spot| wagers(format!("main, {spot}"))));
    let others = other_postings(game);
    // What a set of wagers leaves out cannot be posted otherwise.
    let fits = |wagers: &Set, other: &Set| {
        let (_, words) = &wagers[0];
        let spot = other[0].0.split_once('.').map(|(spot, _)| spot);
        spot.is_none_or(|spot| spot == Spot::Main.word() || words.contains(spot))
    };
    let both = offered.iter().flat_map(|wagers| {
        let fitting = others.iter().filter(|other| fits(wagers, other));
        fitting.map(|other| [wagers.clone(), other.clone()].concat())
    });
    let both: Vec<Set> = both.collect();
    [offered, others, both].concat()
}

/// What a table can post beside its wagers.
fn other_postings(game: &Game) -> Vec<Set> {
    let set = |key: &str, value: &str| vec![(key.to_owned(), value.to_owned())];
    let mut postings = vec![set("main.minimum", "$1"), set("double-cap", "$8")];
    let least = game.rules().wager(Spot::Main).map_or(0, |main| main.least);
    postings.push(set("main.maximum", &Money::cents(least.max(700).into()).to_string()));
    for setting in &game.settings {
        let is = |word: &str| setting.key.rsplit('.').next() == Some(word);
        if setting.key == "natural-pays" || is("policy") {
            postings.extend(setting.alternatives.iter().map(|value| set(&setting.key, value)));
        }
        if setting.key == "single-wager-limit" && setting.value != "none" {
            postings.extend(["$100", "$300", "$500"].map(|limit| set(&setting.key, limit)));
        }
        let is_side = !setting.key.starts_with("main.");
        if is_side && is("minimum") {
            postings.push(set(&setting.key, "$2"));
        }
        // A match wager that goes up to the main wager has no amount of its own.
        if is_side && is("maximum") && setting.value != "main-wager" {
            postings.push(set(&setting.key, "$3"));
        }
    }
    postings
}

/// A round played to its end by chance.
#[derive(Clone, Debug)]
pub struct RandomRound {
    /// The rules it was played by.
    pub profile: Profile,
    /// What the table posts beside the file.
    pub set: Vec<(String, String)>,
    /// The bets, with their players.
    pub bets: Bets,
    /// The shoe from the top; some cards are left over.
    pub cards: Vec<Card>,
    /// Every answer given.
    pub answers: Vec<Answer>,
    /// (spot, meter, reserve, seed) in cents for each sensor of the game.
    pub meters: Vec<(Spot, [i64; 3])>,
    /// The played round.
    pub round: Round,
}

impl RandomRound {
    /// Plays a random round of the game: any configuration, decks, pay tables,
    /// bets, shoe and legal actions.
    pub fn play(games: &Games, dice: &mut Dice) -> RandomRound {
        let none = Set::new();
        let (game, set) = match dice.once_in(2) {
            true => (&games.own[dice.below(games.own.len())], &none),
            false => {
                let (game, set) = &games.posted[dice.below(games.posted.len())];
                (game, set)
            }
        };
        let profile = random_profile(game, dice);
        let bets = random_bets(&profile, dice);
        let shoe = random_shoe(&profile, dice);
        let placed = profile.rules.accept(&bets).expect("random bets are legal bets");
        let (round, answers, used) = random_play(&profile, Round::new(&placed), &shoe, dice);
        let meters = Spot::side()
            .filter(|&spot| spot.is_progressive() && profile.rules.wager(spot).is_some())
            .map(|spot| (spot, [1_000_000, 10_000, 500_000].map(|most| dice.below(most) as i64)))
            .collect();
        let cards = shoe[..(used + 3).min(shoe.len())].to_vec();
        RandomRound { profile, set: set.clone(), bets, cards, answers, meters, round }
    }

    /// The round as the auditor reads it.
    ///
    /// # Panics
    /// If the auditor has no word for what is posted.
    pub fn case(&self) -> Case {
        let seats = || (1u8..).zip(&self.bets).filter(|(_, bets)| bets.games() > 0);
        Case {
            game: self.profile.game.clone(),
            configuration: self.profile.configuration.clone(),
            decks: self.profile.rules.decks,
            paytables: self.paytables().collect(),
            bets: seats().map(|(seat, bets)| (seat, spots(bets).collect())).collect(),
            players: seats().map(|(seat, bets)| (seat, player(bets))).collect(),
            meters: self
                .meters
                .iter()
                .map(|&(spot, [meter, reserve, seed])| {
                    (spot.to_string(), auditor::Meter { meter, reserve, seed })
                })
                .collect(),
            cards: self.cards.clone(),
            choices: self.answers.iter().filter_map(choice).collect(),
            ..scenario::posted(&self.set).expect("the auditor knows what is posted")
        }
    }

    /// The round as `bahama settle` reads it.
    pub fn document(&self) -> Value {
        let seats = || (1u8..).zip(&self.bets).filter(|(_, bets)| bets.games() > 0);
        let bets: Map<String, Value> = seats()
            .map(|(seat, bets)| (seat.to_string(), json!(spots(bets).collect::<BTreeMap<_, _>>())))
            .collect();
        let players: BTreeMap<String, String> =
            seats().map(|(seat, bets)| (seat.to_string(), player(bets))).collect();
        let meters: Map<String, Value> = self
            .meters
            .iter()
            .map(|(spot, [meter, reserve, seed])| {
                (spot.to_string(), json!({"meter": meter, "reserve": reserve, "seed": seed}))
            })
            .collect();
        json!({
            "game": self.profile.game,
            "configuration": self.profile.configuration,
            "decks": self.profile.rules.decks,
            "paytables": self.paytables().collect::<BTreeMap<_, _>>(),
            "set": self.set.iter().cloned().collect::<BTreeMap<_, _>>(),
            "meters": meters,
            "players": players,
            "bets": bets,
            "cards": self.cards.iter().map(ToString::to_string).collect::<Vec<_>>(),
            "choices": self.answers.iter().filter_map(choice_text).collect::<Vec<_>>(),
        })
    }

    fn paytables(&self) -> impl Iterator<Item = (String, String)> {
        self.profile.paytables.iter().map(|(spot, id)| (spot.to_string(), id.clone()))
    }
}

fn spots(bets: &SeatBets) -> impl Iterator<Item = (String, i64)> {
    bets.iter().map(|(spot, cents)| (spot.to_string(), i64::from(cents)))
}

fn player(bets: &SeatBets) -> String {
    format!("p{}", bets.player)
}

fn choice(answer: &Answer) -> Option<(u8, Choice)> {
    Some(match *answer {
        Answer::Card(_) => return None,
        Answer::Insure { seat, cents: 0 } => (seat, Choice::NoInsurance),
        Answer::Insure { seat, cents } => (seat, Choice::Insure(i64::from(cents))),
        Answer::Act { seat, action } => (seat, choice_of(action)),
    })
}

/// An action of the engine in the auditor's words.
///
/// # Panics
/// If the auditor does not know it.
pub fn choice_of(action: Action) -> Choice {
    action.word().parse().expect("both witnesses know the same actions")
}

fn choice_text(answer: &Answer) -> Option<String> {
    choice(answer).map(|(seat, choice)| format!("{seat} {choice}"))
}

fn random_profile(game: &Game, dice: &mut Dice) -> Profile {
    let decks = dice.pick(&game.decks);
    let chosen: Vec<(String, String)> = game
        .tables
        .iter()
        .map(|(spot, tables)| {
            let offered: Vec<&str> = tables
                .iter()
                .filter(|table| table.decks.contains(&decks))
                .map(|table| table.id.as_str())
                .collect();
            (spot.to_string(), dice.pick(&offered).to_owned())
        })
        .collect();
    game.profile(Some(decks), &chosen).expect("an offered choice is a profile")
}

/// Legal bets for one to seven seats; a player may hold several.
fn random_bets(profile: &Profile, dice: &mut Dice) -> Bets {
    let rules = &profile.rules;
    let sets: Vec<Option<u8>> =
        Spot::side().filter_map(|spot| rules.wager(spot)).map(|wager| wager.set).collect();
    let set = if sets.is_empty() { None } else { dice.pick(&sets) };
    let mut bets: Bets = [SeatBets::default(); MAX_SEATS];
    let few = dice.once_in(2);
    for (index, seat) in bets.iter_mut().enumerate() {
        let last = index + 1 == MAX_SEATS;
        let plays = if few { dice.once_in(4) } else { !dice.once_in(4) };
        if !plays && !last {
            continue;
        }
        seat.player = if dice.once_in(3) { 0 } else { index as u8 };
        *seat = random_seat(profile, seat.player, set, dice);
    }
    bets
}

fn random_seat(profile: &Profile, player: u8, set: Option<u8>, dice: &mut Dice) -> SeatBets {
    let rules = &profile.rules;
    let mut bets = SeatBets::of_player(player);
    let main = rules.wager(Spot::Main).expect("every game has a main wager");
    bets.set(Spot::Main, random_stake(main.least, most(rules, Spot::Main, &bets), main.step, dice));
    for spot in Spot::side() {
        let Some(wager) = rules.wager(spot) else { continue };
        let allowed = (wager.set.is_none() || wager.set == set)
            && wager.requires.is_none_or(|needs| bets.get(needs) > 0)
            && rules.games_per_seat.is_none_or(|most| bets.games() < most);
        if !allowed || dice.once_in(3) {
            continue;
        }
        let most = most(rules, spot, &bets);
        if most >= wager.least {
            bets.set(spot, random_stake(wager.least, most, wager.step, dice));
        }
    }
    bets
}

fn most(rules: &rules::Rules, spot: Spot, bets: &SeatBets) -> u32 {
    match rules.wager(spot).map(|wager| wager.most) {
        Some(Most::Amount(most)) => most,
        Some(Most::MainWager(most)) => most.min(bets.get(Spot::Main)),
        None => 0,
    }
}

/// Small stakes mostly, so that doubles stay within the limits; the borders too.
fn random_stake(least: u32, most: u32, step: u32, dice: &mut Dice) -> u32 {
    let steps = (most - least) / step;
    let taken = match dice.below(6) {
        0 => steps,
        1 => 0,
        2 | 3 => dice.below(steps as usize + 1) as u32,
        _ => dice.below((steps as usize / 8).max(1)) as u32,
    };
    least + taken * step
}

/// A shuffled shoe; half of them start with cards of few ranks and suits, so that
/// pairs, matches, sevens and four of a kind are common.
fn random_shoe(profile: &Profile, dice: &mut Dice) -> Vec<Card> {
    let mut counts = Counts::of(profile.rules.deck, profile.rules.decks);
    let mut front = Vec::new();
    if dice.once_in(2) {
        let ranks: Vec<Rank> = match dice.below(5) {
            0 => vec![Rank::Seven, Rank::Six, Rank::Eight],
            1 => vec![Rank::Seven],
            2 => vec![Rank::Ace, Rank::King, Rank::Queen],
            3 => vec![Rank::Ace, Rank::Two, Rank::Three, Rank::Four, Rank::Five],
            _ => (0..1 + dice.below(4)).map(|_| dice.pick(&Rank::ALL)).collect(),
        };
        let first = dice.below(4);
        let suits: Vec<Suit> =
            (first..=first + dice.below(4)).map(|suit| Suit::ALL[suit % 4]).collect();
        let all: Vec<Card> = counts.cards().collect();
        for card in all {
            let wanted = ranks.contains(&card.rank()) && suits.contains(&card.suit());
            if wanted && counts.take(card) {
                front.push(card);
            }
        }
    }
    let mut rest: Vec<Card> = counts.cards().collect();
    cards::shuffle(&mut front, dice);
    cards::shuffle(&mut rest, dice);
    // A few other cards among the chosen ones keep the rounds different.
    let keep = if front.is_empty() { 0 } else { dice.below(front.len() + 1) };
    let mut shoe = front.split_off(front.len() - keep);
    rest.append(&mut front);
    if dice.once_in(2) {
        for _ in 0..dice.below(6) {
            let place = dice.below(shoe.len() + 1);
            if let Some(card) = rest.pop() {
                shoe.insert(place, card);
            }
        }
    }
    shoe.append(&mut rest);
    shoe
}

fn random_play(
    profile: &Profile,
    mut round: Round,
    shoe: &[Card],
    dice: &mut Dice,
) -> (Round, Vec<Answer>, usize) {
    let rules = &profile.rules;
    let mut answers = Vec::new();
    let mut used = 0;
    let manner = dice.pick(&[Manner::Any, Manner::Bold, Manner::Patient]);
    loop {
        let answer = match round.need() {
            Need::Nothing => return (round, answers, used),
            Need::Card(_) => {
                used += 1;
                Answer::Card(shoe[used - 1])
            }
            Need::Insurance { seat, most } => {
                let step = rules.wager(Spot::Insurance).map_or(1, |wager| wager.step);
                let cents = dice.below((most / step) as usize + 1) as u32 * step;
                Answer::Insure { seat, cents }
            }
            Need::Action { seat, legal, .. } => {
                Answer::Act { seat, action: random_action(legal, manner, dice) }
            }
        };
        round.answer(rules, answer).expect("a legal answer is accepted");
        answers.push(answer);
    }
}

/// How a random player likes to play.
#[derive(Clone, Copy)]
enum Manner {
    /// Any legal action.
    Any,
    /// Splits and doubles wherever possible.
    Bold,
    /// Draws to long hands.
    Patient,
}

fn random_action(legal: Actions, manner: Manner, dice: &mut Dice) -> Action {
    let liked: &[Action] = match manner {
        Manner::Any => &[],
        Manner::Bold => &[Action::Split, Action::Double],
        Manner::Patient => &[Action::Hit],
    };
    for &action in liked {
        if legal.has(action) && !dice.once_in(4) {
            return action;
        }
    }
    let all: Vec<Action> = legal.iter().collect();
    dice.pick(&all)
}
