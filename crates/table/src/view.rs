//! Views: what a person may see of a table. They are built by naming what is shown, and
//! none of their types can hold an undealt card or a hole card that lies face down
//! (S-02).

use cards::Card;
use round::{Fate, Hand, Need, Round};
use rules::{Action, Actions, Spot, double_adds};
use serde::{Deserialize, Serialize};

use crate::event::{ActionName, CardName, ClassName, PaidLine, ShareHand, SpotName, Stake};
use crate::ids::{AccountId, Actor, Moment, TableId};
use crate::ledger::Account;
use crate::posted::Posted;
use crate::role::Role;
use crate::state::{InPlay, OnDuty, Phase, Table, seats_in};

/// A table as one person sees it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct View {
    /// The table.
    pub table: TableId,
    /// The version; entries with higher ones come after it.
    pub version: u64,
    /// The time of the last entry.
    pub at: Moment,
    /// The sign.
    pub posted: Posted,
    /// What the table waits for.
    pub phase: Phase,
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
    /// The tray in cents; for the staff.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tray: Option<i64>,
    /// Who looks.
    pub you: You,
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
    },
}

/// An action with what it adds to the felt or gives back from it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Offer {
    /// The action.
    pub action: ActionName,
    /// What it adds, in cents.
    pub adds: u32,
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
    pub dealer: Vec<CardName>,
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
    pub cards: Vec<CardName>,
    /// The best total.
    pub total: u8,
    /// Whether an ace counts eleven in it.
    pub soft: bool,
    /// What stands on it, in cents.
    pub stake: u32,
    /// How often it was doubled.
    pub doubles: u8,
    /// What became of it.
    pub fate: FateName,
}

/// What became of a hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
#[allow(missing_docs)]
pub enum FateName {
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
    pub lit: Vec<(u8, SpotName)>,
    /// The hands that win a share of a meter; told once all cards lie face up.
    pub hands: Vec<ShareHand>,
    /// The claims.
    pub claims: Vec<ClaimView>,
}

/// A claim, or a hand that was noted or waived.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct ClaimView {
    /// The seat, from 1.
    pub seat: u8,
    /// The sensor.
    pub spot: SpotName,
    /// The hand.
    pub hand: ClassName,
    /// Where it stands.
    pub state: ClaimState,
}

/// Where a claim stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(tag = "is", rename_all = "kebab-case")]
pub enum ClaimState {
    /// The hand button is on.
    Claimed,
    /// A supervisor has confirmed it; it waits for this card.
    Confirmed {
        /// The award in cents.
        cents: i64,
        /// Supervisor or executive.
        needs: Role,
    },
    /// The award is posted.
    Awarded {
        /// The award in cents.
        cents: i64,
        /// Its slip.
        slip: u64,
    },
    /// A supervisor waived it.
    Waived,
    /// A hand with a fixed pay was noted.
    Noted,
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
            phase: self.phase,
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
            Some(PlayerView { account, name: player.name.clone(), chips, ready: player.ready })
        });
        SeatView { seat, player, bets: stakes(self.bets_of(seat).iter()) }
    }

    fn ask_view(&self) -> Option<Ask> {
        let round = self.in_play.as_ref()?.round.as_ref()?;
        match round.need() {
            Need::Insurance { seat, most } => Some(Ask::Insurance { seat, most }),
            Need::Action { seat, hand, legal } => {
                Some(Ask::Action { seat, hand, legal: self.offers(round, seat, hand, legal) })
            }
            Need::Card(_) | Need::Nothing => None,
        }
    }

    /// What a hand may do, with what each of it adds to the felt or gives back.
    pub(crate) fn offers(&self, round: &Round, seat: u8, hand: u8, legal: Actions) -> Vec<Offer> {
        let offer = |action| Offer {
            action: ActionName(action),
            adds: self.adds(round, seat, hand, action),
            gives_back: self.gives_back(round, seat, hand, action),
        };
        legal.iter().map(offer).collect()
    }

    /// What an action adds to the felt, in cents.
    pub(crate) fn adds(&self, round: &Round, seat: u8, hand: u8, action: Action) -> u32 {
        let Some(hand) = hand_of(round, seat, hand) else { return 0 };
        match action {
            Action::Double => double_adds(self.house.rules(), hand.stake()).unwrap_or(0),
            Action::Split => main_of(round, seat),
            _ => 0,
        }
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
            lit: self.lit.iter().map(|&(seat, spot)| (seat, SpotName(spot))).collect(),
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
                Some(cards) => names(cards),
                None => up.into_iter().map(CardName).collect(),
            },
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
            hands: round.hands(seat).iter().map(HandView::of).collect(),
        }
    }
}

impl HandView {
    fn of(hand: &Hand) -> HandView {
        HandView {
            cards: names(hand.cards()),
            total: hand.total().best(),
            soft: hand.total().is_soft(),
            stake: hand.stake(),
            doubles: hand.doubles(),
            fate: match hand.fate() {
                _ if hand.is_natural() => FateName::Natural,
                Fate::Open => FateName::Open,
                Fate::Stood => FateName::Stood,
                Fate::Bust => FateName::Bust,
                Fate::Surrendered => FateName::Surrendered,
                Fate::Rescued => FateName::Rescued,
            },
        }
    }
}

fn names(cards: &[Card]) -> Vec<CardName> {
    cards.iter().copied().map(CardName).collect()
}

fn stakes(bets: impl Iterator<Item = (Spot, u32)>) -> Vec<Stake> {
    bets.map(|(spot, cents)| Stake { spot: SpotName(spot), cents }).collect()
}
