//! Views: what a person may see of a table. They are built by naming what is shown, and
//! none of their types can hold an undealt card or a hole card that lies face down
//! (S-02).

use std::collections::BTreeMap;

use cards::Card;
use round::{Hand, Need, PaidLine, Round};
use rules::{Action, Actions, NotLegal, ShareHand, Spot, Total, Word as _, not_legal};
use serde::{Deserialize, Serialize};

use crate::event::Stake;
use crate::ids::{AccountId, Actor, TableId, Time};
use crate::ledger::Account;
use crate::posted::Posted;
use crate::refusal::Refused;
use crate::role::Role;
use crate::share::Share;
use crate::state::{Call, InPlay, OnDuty, Phase, Presence, Table, seats_in};

/// A table as one person sees it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct View {
    /// The table.
    pub table: TableId,
    /// The version; entries with higher ones come after it.
    pub version: u64,
    /// The time of the last entry.
    pub at: Time,
    /// The sign.
    pub posted: Posted,
    /// Since when the table plays by it.
    pub posted_at: Time,
    /// The sign that is announced (A49).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub next: Option<NextPosting>,
    /// What the table waits for.
    pub phase: Phase,
    /// How many milliseconds it still waits, by the steady clock of the server that is asked.
    /// A question that a later entry puts waits from then on for its `until` less the entry's
    /// `at`: both are times of a wall clock, which may jump between entries.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub left_ms: Option<u64>,
    /// What is asked of whom.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ask: Option<Ask>,
    /// The round that is bet on or played.
    pub round: u64,
    /// The seats, from 1.
    pub seats: Vec<SeatView>,
    /// The cards on the felt and what has been paid: of the round in play, or of the
    /// last one until the next is dealt.
    pub felt: Felt,
    /// The progressive wagers and claims of the round in play.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub progressive: Option<ProgressiveView>,
    /// The shoe.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shoe: Option<ShoeView>,
    /// Who is on duty.
    pub duty: Vec<OnDuty>,
    /// The call for a supervisor that nobody has answered (T-14).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub call: Option<Call>,
    /// The tray in cents; for the staff.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tray: Option<i64>,
    /// Who looks.
    pub you: You,
}

/// A sign that is put up between rounds.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct NextPosting {
    /// The sign.
    pub sign: Posted,
    /// Not before this time.
    pub from: Time,
}

/// Who looks at a table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct You {
    /// The account.
    pub account: AccountId,
    /// The role.
    pub role: Role,
    /// The seats.
    pub seats: Vec<u8>,
    /// The chips, in cents.
    pub chips: i64,
}

/// A seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct SeatView {
    /// The seat, from 1.
    pub seat: u8,
    /// Who sits there.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub player: Option<PlayerView>,
    /// The bets that lie for the next round.
    pub bets: Vec<Stake>,
}

/// A player.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct PlayerView {
    /// The account.
    pub account: AccountId,
    /// The name.
    pub name: String,
    /// The chips in front of the player, in cents, the bets that lie included.
    pub chips: i64,
    /// Whether the player has no more bets to place.
    pub ready: bool,
    /// Whether the player has lost the connection (T-15).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub away: bool,
}

/// What is asked, and of whom.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(tag = "ask", rename_all = "kebab-case")]
pub enum Ask {
    /// Insurance.
    Insurance {
        /// The seat, from 1.
        seat: u8,
        /// The most it may stake, in cents.
        most: u32,
    },
    /// An action.
    Action {
        /// The seat, from 1.
        seat: u8,
        /// The hand, from 1.
        hand: u8,
        /// What the rules allow.
        legal: Vec<Offer>,
        /// Why they do not allow the rest.
        not: BTreeMap<Action, NotLegal>,
    },
}

/// An action with what it adds to the felt or gives back from it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Offer {
    /// The action.
    pub action: Action,
    /// What it adds, in cents.
    pub adds: u32,
    /// What stands on the hand then, in cents; of a hand that is given up, what is lost.
    pub stake: u32,
    /// What it gives back, in cents, where it gives the hand up; otherwise zero.
    pub gives_back: u32,
}

/// The cards that lie face up, and what has been paid.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Felt {
    /// The round they belong to; zero before the first.
    pub round: u64,
    /// The seats with cards.
    pub seats: Vec<SeatCards>,
    /// The dealer's cards that lie face up.
    pub dealer: Vec<Card>,
    /// What they count.
    pub dealer_counts: Count,
    /// Whether they are a natural or bust.
    pub dealer_fate: Fate,
    /// Whether the dealer has a card that lies face down.
    pub hole_down: bool,
    /// What has been paid and taken, in order.
    pub lines: Vec<PaidLine>,
    /// Whether the round is over.
    pub over: bool,
}

/// The cards and stakes of a seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct SeatCards {
    /// The seat, from 1.
    pub seat: u8,
    /// What was staked before the deal.
    pub bets: Vec<Stake>,
    /// What was staked on insurance, in cents.
    pub insurance: u32,
    /// The hands.
    pub hands: Vec<HandView>,
}

/// A hand.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct HandView {
    /// The cards.
    pub cards: Vec<Card>,
    /// The best total.
    pub total: u8,
    /// Whether an ace counts eleven in it.
    pub soft: bool,
    /// What stands on it, in cents.
    pub stake: u32,
    /// How often it was doubled.
    pub doubles: u8,
    /// What became of it.
    pub fate: Fate,
}

/// What cards count.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Count {
    /// The best total.
    pub total: u8,
    /// Whether an ace counts eleven in it.
    pub soft: bool,
}

/// A hand and what became of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct HandFate {
    /// The seat, from 1; zero is the dealer.
    pub seat: u8,
    /// The hand, from 1.
    pub hand: u8,
    /// What became of it.
    pub fate: Fate,
}

/// What became of a hand, as the felt shows it: a natural is more than a hand that stands.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
#[allow(missing_docs)]
pub enum Fate {
    #[default]
    Open,
    Stood,
    Bust,
    Surrendered,
    Rescued,
    Natural,
}

/// The progressive wagers of a round, and what is claimed of the meters.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct ProgressiveView {
    /// The sensors that were lit when the game started, by seat.
    pub lit: Vec<(u8, Spot)>,
    /// The hands that win a share of a meter; told once all cards lie face up.
    pub hands: Vec<ShareHand>,
    /// What became of them, and on a live table the hands that were noted.
    pub claims: Vec<Share>,
}

/// What is known of the shoe.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct ShoeView {
    /// The shoe's number.
    pub shoe: u32,
    /// The commitment, in hexadecimal.
    pub root: String,
    /// How many cards it holds.
    pub cards: u16,
    /// How many are dealt.
    pub dealt: u16,
    /// Where it was cut; zero for not.
    pub cut: u16,
    /// Whether the cut card is out.
    pub cut_card_out: bool,
}

impl Table {
    /// The table as somebody sees it.
    pub fn view(&self, viewer: Actor) -> View {
        View {
            table: self.id,
            version: self.version,
            at: self.at,
            posted: self.house.posted().clone(),
            posted_at: self.posted_at,
            next: self
                .next
                .as_ref()
                .map(|next| NextPosting { sign: next.house.posted().clone(), from: next.from }),
            phase: self.phase,
            left_ms: None,
            ask: self.ask_view(),
            round: self.round,
            seats: (1..=self.house.posted().seats).map(|seat| self.seat_view(seat)).collect(),
            felt: match &self.in_play {
                Some(playing) => Felt::of(self.round, playing),
                None => self.last.clone(),
            },
            progressive: self.in_play.as_ref().and_then(|playing| playing.progressive()),
            shoe: self.shoe.as_ref().map(|shoe| ShoeView {
                shoe: shoe.number,
                root: shoe.root(),
                cards: shoe.cards(),
                dealt: shoe.dealt(),
                cut: shoe.cut_at(),
                cut_card_out: shoe.is_cut_card_out(),
            }),
            duty: self.duty.clone(),
            call: self.call.clone(),
            tray: viewer.role.is_staff().then(|| self.tray().cents()),
            you: You {
                account: viewer.account,
                role: viewer.role,
                seats: self.seats_of(viewer.account).collect(),
                chips: self.chips(viewer.account),
            },
        }
    }

    fn seat_view(&self, seat: u8) -> SeatView {
        let account = self.player_at(seat);
        let player = account.and_then(|account| {
            let player = self.players.get(&account)?;
            let chips = self.books.balance(Account::Player(account)).cents();
            let (name, ready) = (player.name.clone(), player.ready);
            let away = player.presence != Presence::Here;
            Some(PlayerView { account, name, chips, ready, away })
        });
        SeatView { seat, player, bets: stakes(self.bets_of(seat).iter()) }
    }

    fn ask_view(&self) -> Option<Ask> {
        let round = self.in_play.as_ref()?.round.as_ref()?;
        match round.need() {
            Need::Insurance { seat, most } => Some(Ask::Insurance { seat, most }),
            Need::Action { seat, hand, legal } => {
                let (legal, not) = self.offers(round, seat, hand, legal);
                Some(Ask::Action { seat, hand, legal, not })
            }
            Need::Card(_) | Need::Nothing => None,
        }
    }

    /// What a hand may do, with what each of it adds to the felt or gives back; and why it
    /// may not do the rest.
    pub(crate) fn offers(&self, round: &Round, seat: u8, hand: u8, legal: Actions) -> Offers {
        let rules = self.house.rules();
        let stands = hand_of(round, seat, hand).map_or(0, Hand::stake);
        let offer = |action| {
            let adds = self.adds(round, seat, hand, action);
            let gives_back = self.gives_back(round, seat, hand, action);
            let added = if action == Action::Double { adds } else { 0 };
            Offer { action, adds, stake: stands + added - gives_back, gives_back }
        };
        let hands = round.hands(seat).len() as u8;
        let position = hand_of(round, seat, hand).map(|hand| hand.position(rules, hands));
        let not = Action::ALL.iter().filter_map(|&action| {
            let why = not_legal(rules, position.as_ref()?, action)?;
            Some((action, why))
        });
        (legal.iter().map(offer).collect(), not.collect())
    }

    /// Whether the hand that is asked may act so.
    pub(crate) fn may_act(
        &self,
        round: &Round,
        need: Need,
        seat: u8,
        action: Action,
    ) -> Result<(), Refused> {
        let Need::Action { seat: asked, hand, legal } = need else { return Ok(()) };
        if asked != seat || legal.has(action) {
            return Ok(());
        }
        let doubles = hand_of(round, seat, hand).map_or(0, Hand::doubles);
        let why = self.offers(round, seat, hand, legal).1.remove(&action);
        why.map_or(Ok(()), |why| Err(Refused::NotLegal { action, doubles, why }))
    }

    /// What an action adds to the felt, in cents.
    pub(crate) fn adds(&self, round: &Round, seat: u8, hand: u8, action: Action) -> u32 {
        let Some(hand) = hand_of(round, seat, hand) else { return 0 };
        hand.adds(self.house.rules(), main_of(round, seat), action)
    }

    /// What an action gives back of a hand that it gives up, in cents.
    fn gives_back(&self, round: &Round, seat: u8, hand: u8, action: Action) -> u32 {
        let Some(hand) = hand_of(round, seat, hand) else { return 0 };
        if !matches!(action, Action::Surrender | Action::Rescue) {
            return 0;
        }
        let kept = hand.kept(self.house.rules(), main_of(round, seat), action);
        u32::try_from(kept.in_cents()).unwrap_or(0)
    }
}

/// What a hand may do, and why it may not do the rest.
pub(crate) type Offers = (Vec<Offer>, BTreeMap<Action, NotLegal>);

/// What a hand of a round counts; seat zero is the dealer, of whom only what lies face up.
pub(crate) fn count_of(round: &Round, seat: u8, hand: u8, is_hole_turned: bool) -> Count {
    let total = match seat {
        0 => match round.dealer_cards().filter(|_| is_hole_turned) {
            Some(cards) => Total::of(cards),
            None => round.up_card().map_or(Total::EMPTY, |up| Total::of(&[up])),
        },
        _ => hand_of(round, seat, hand).map_or(Total::EMPTY, Hand::total),
    };
    Count { total: total.best(), soft: total.is_soft() }
}

/// What has become of every hand of a round, the dealer's first.
pub(crate) fn fates_of(round: &Round, is_hole_turned: bool) -> Vec<HandFate> {
    let turned = round.dealer_cards().filter(|_| is_hole_turned);
    let dealer = HandFate { seat: 0, hand: 1, fate: dealer_fate(turned.unwrap_or_default()) };
    let players = seats_in(round).flat_map(|seat| {
        let fate = move |(hand, it)| HandFate { seat, hand, fate: Fate::of(it) };
        (1u8..).zip(round.hands(seat)).map(fate)
    });
    [dealer].into_iter().chain(players).collect()
}

/// The hands whose fate is not what it was.
pub(crate) fn changed_fates(before: &[HandFate], after: &[HandFate]) -> Vec<HandFate> {
    after.iter().filter(|fate| !before.contains(fate)).copied().collect()
}

/// What the dealer's cards are, all face up.
pub(crate) fn dealer_fate(cards: &[Card]) -> Fate {
    match Total::of(cards) {
        total if total.is_bust() => Fate::Bust,
        total if cards.len() == 2 && total.best() == 21 => Fate::Natural,
        _ => Fate::Open,
    }
}

/// A hand of a seat, counted from 1.
fn hand_of(round: &Round, seat: u8, hand: u8) -> Option<&Hand> {
    round.hands(seat).get(usize::from(hand).wrapping_sub(1))
}

/// A seat's original wager, in cents.
fn main_of(round: &Round, seat: u8) -> u32 {
    round.placed().seat(usize::from(seat) - 1).get(Spot::Main)
}

impl InPlay {
    fn progressive(&self) -> Option<ProgressiveView> {
        (!self.lit.is_empty()).then(|| ProgressiveView {
            lit: self.lit.iter().map(|&(seat, spot)| (seat, spot)).collect(),
            hands: self.hands.clone(),
            claims: self.claims.clone(),
        })
    }
}

impl Felt {
    /// What lies on the felt in a round; the hole card only once it is turned.
    pub(crate) fn of(number: u64, playing: &InPlay) -> Felt {
        let Some(round) = &playing.round else {
            return Felt { round: number, ..Felt::default() };
        };
        let turned = round.dealer_cards().filter(|_| playing.is_hole_turned);
        let up = round.up_card();
        Felt {
            round: number,
            seats: seats_in(round).map(|seat| SeatCards::of(round, seat)).collect(),
            dealer: match turned {
                Some(cards) => cards.to_vec(),
                None => up.into_iter().collect(),
            },
            dealer_counts: count_of(round, 0, 1, playing.is_hole_turned),
            dealer_fate: dealer_fate(turned.unwrap_or_default()),
            hole_down: round.is_dealt() && turned.is_none(),
            lines: playing.paid.clone(),
            over: false,
        }
    }
}

impl SeatCards {
    fn of(round: &Round, seat: u8) -> SeatCards {
        SeatCards {
            seat,
            bets: stakes(round.placed().seat(usize::from(seat) - 1).iter()),
            insurance: round.insurance(seat),
            hands: HandView::all(round, seat),
        }
    }
}

impl Fate {
    fn of(hand: &Hand) -> Fate {
        match hand.fate() {
            _ if hand.is_natural() => Fate::Natural,
            round::Fate::Open => Fate::Open,
            round::Fate::Stood => Fate::Stood,
            round::Fate::Bust => Fate::Bust,
            round::Fate::Surrendered => Fate::Surrendered,
            round::Fate::Rescued => Fate::Rescued,
        }
    }
}

impl HandView {
    /// The hands of a seat.
    pub(crate) fn all(round: &Round, seat: u8) -> Vec<HandView> {
        round.hands(seat).iter().map(HandView::of).collect()
    }

    fn of(hand: &Hand) -> HandView {
        HandView {
            cards: hand.cards().to_vec(),
            total: hand.total().best(),
            soft: hand.total().is_soft(),
            stake: hand.stake(),
            doubles: hand.doubles(),
            fate: Fate::of(hand),
        }
    }
}

fn stakes(bets: impl Iterator<Item = (Spot, u32)>) -> Vec<Stake> {
    bets.map(|(spot, cents)| Stake { spot, cents }).collect()
}
