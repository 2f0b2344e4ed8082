//! The rounds of a table's record, settled a second time by the auditor.
//!
//! A round is put together from public events alone: the sign, the bets, the cards in the
//! order in which they were dealt, the answers. What the auditor makes of it must be what was
//! paid, to the cent. Wagers on meters are left out, because what they win depends on the
//! link; the link's own record is folded for that.

use std::collections::BTreeMap;

use auditor::{Case, Choice};
use cards::Card;
use round::{LineSpot, PaidLine};
use rules::Word as _;
use table::{AccountId, Entry, Event, Posted, Stake};

/// A wager of a round: seat, spot, hand, staked and returned.
type Line = (u8, String, Option<u8>, i64, i64);

/// Rounds that were settled a second time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Settled {
    /// Rounds that both settle alike.
    pub alike: u64,
    /// Rounds the auditor cannot read: dealt by hand, or posted otherwise than its sheets.
    pub unread: u64,
}

/// A round that the auditor settles otherwise.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Otherwise {
    /// The round.
    pub round: u64,
    /// The version that ended it.
    pub version: u64,
    /// What is different.
    pub why: String,
}

/// Follows the record of a table, entry by entry.
#[derive(Default)]
pub struct SecondWitness {
    posted: Option<Box<Posted>>,
    seats: BTreeMap<u8, AccountId>,
    bets: BTreeMap<u8, Vec<Stake>>,
    players: BTreeMap<u8, AccountId>,
    cards: Vec<Option<Card>>,
    choices: Vec<(u8, Choice)>,
    paid: Vec<Line>,
    /// What there is so far.
    pub settled: Settled,
}

impl Settled {
    /// Adds the rounds of another record.
    pub(super) fn add(&mut self, other: Settled) {
        self.alike += other.alike;
        self.unread += other.unread;
    }
}

impl SecondWitness {
    /// Reads the next entry; gives the round that ended with it if it was settled otherwise.
    pub fn follow(&mut self, entry: &Entry) -> Option<Otherwise> {
        let mut otherwise = None;
        for event in &entry.events {
            self.note(event);
            match event {
                Event::Ended { round, .. } => {
                    let (round, version) = (*round, entry.version);
                    let why = self.settle();
                    otherwise = why.map(|why| Otherwise { round, version, why });
                    self.clear();
                }
                Event::Voided { .. } => self.clear(),
                _ => {}
            }
        }
        otherwise
    }

    fn note(&mut self, event: &Event) {
        match event {
            Event::Posted { sign } => self.posted = Some(sign.clone()),
            Event::Seated { seat, player, .. } => drop(self.seats.insert(*seat, *player)),
            Event::Left { seat, .. } => drop(self.seats.remove(seat)),
            Event::BetPlaced { seat, bets } => drop(self.bets.insert(*seat, bets.clone())),
            Event::Started { .. } => self.players.clone_from(&self.seats),
            Event::Dealt { cards, .. } => self.cards.extend(cards.iter().map(|dealt| dealt.card)),
            Event::HoleTurned { card, .. } => {
                if let Some(hole) = self.cards.iter_mut().find(|card| card.is_none()) {
                    *hole = Some(*card);
                }
            }
            Event::Insured { seat, cents: 0, .. } => {
                self.choices.push((*seat, Choice::NoInsurance));
            }
            Event::Insured { seat, cents, .. } => {
                self.choices.push((*seat, Choice::Insure((*cents).into())));
            }
            Event::Acted { seat, action, .. } => {
                let choice = action.word().parse().expect("both witnesses know the same actions");
                self.choices.push((*seat, choice));
            }
            Event::Paid { lines } => self.paid.extend(lines.iter().filter_map(line)),
            _ => {}
        }
    }

    fn clear(&mut self) {
        self.bets.clear();
        self.cards.clear();
        self.choices.clear();
        self.paid.clear();
    }

    /// Settles the round; gives what is different.
    fn settle(&mut self) -> Option<String> {
        let Some(case) = self.case() else {
            self.settled.unread += 1;
            return None;
        };
        let audited = match auditor::audit(&case) {
            Ok(account) => account,
            Err(objection) => return Some(format!("the auditor objects: {objection}")),
        };
        let lines = audited.lines.into_iter();
        let mut audited: Vec<Line> =
            lines.map(|it| (it.seat, it.spot, it.hand, it.staked, it.returned)).collect();
        let mut paid = std::mem::take(&mut self.paid);
        audited.sort();
        paid.sort();
        if audited == paid {
            self.settled.alike += 1;
            return None;
        }
        let differs = |(paid, audited): &(&Line, &Line)| paid != audited;
        Some(match paid.iter().zip(&audited).find(differs) {
            Some((paid, audited)) => format!("{} was paid, not {}", words(paid), words(audited)),
            None => format!("{} wagers were paid, not {}", paid.len(), audited.len()),
        })
    }

    /// The cards in the order they were dealt; nothing if one is not known, or none was dealt.
    fn dealt(&self) -> Option<Vec<Card>> {
        let cards: Vec<Card> = self.cards.iter().copied().collect::<Option<_>>()?;
        (!cards.is_empty()).then_some(cards)
    }

    /// The round as the auditor reads it; nothing if the record does not have all of it.
    fn case(&self) -> Option<Case> {
        let posted = self.posted.as_deref()?;
        let mut bets = BTreeMap::new();
        for (seat, stakes) in &self.bets {
            let own = stakes.iter().filter(|stake| !stake.spot.is_progressive());
            let own = own.map(|stake| (stake.spot.to_string(), i64::from(stake.cents)));
            bets.insert(*seat, own.collect::<BTreeMap<_, _>>());
        }
        bets.retain(|_, own| !own.is_empty());
        let seats = bets.keys().map(|seat| Some((*seat, self.players.get(seat)?.to_string())));
        let tables = posted.paytables.iter();
        Some(Case {
            game: posted.game.clone(),
            configuration: posted.configuration.clone(),
            decks: posted.decks,
            paytables: tables.map(|it| (it.spot.to_string(), it.paytable.clone())).collect(),
            players: seats.collect::<Option<_>>()?,
            cards: self.dealt()?,
            choices: self.choices.clone(),
            bets,
            ..chosen(posted)?
        })
    }
}

/// What a sign has otherwise than the game file; nothing if the sheets do not have it. Settings of
/// the progressive change no other wager, and its own are left out.
fn chosen(posted: &Posted) -> Option<Case> {
    let mut case = Case::default();
    let mut settings = posted.set.iter().filter(|(key, _)| !key.starts_with("progressive"));
    settings.all(|(key, value)| case.post(key, value)).then_some(case)
}

fn line(line: &PaidLine) -> Option<Line> {
    if let LineSpot::Wager(spot) = line.spot
        && spot.is_progressive()
    {
        return None;
    }
    Some((line.seat, line.spot.to_string(), line.hand, line.staked, line.returned))
}

fn words((seat, spot, hand, staked, returned): &Line) -> String {
    let hand = hand.map_or(String::new(), |hand| format!(", hand {hand}"));
    format!("seat {seat}, {spot}{hand}: {returned} for {staked} cents")
}
