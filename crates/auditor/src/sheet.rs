//! What a rule sheet can say: one value of [`Sheet`] is one game.

use cards::Deck;

use crate::hand::Bonus21;
use crate::money::To;
use crate::paytables::PayTable;

/// A game as its sheet describes it. Amounts are cents.
pub(crate) struct Sheet {
    pub(crate) deck: Deck,
    pub(crate) decks: &'static [u8],
    pub(crate) configurations: &'static [Configuration],
    pub(crate) main: Limits,
    /// What may be posted for naturals; the first is the default.
    pub(crate) natural_pays: &'static [To],
    pub(crate) natural_tie: Tie,
    pub(crate) tie_at_21: Tie,
    pub(crate) insurance: Option<Insurance>,
    pub(crate) double_on: DoubleOn,
    pub(crate) double_limit: DoubleLimit,
    pub(crate) rescue: Rescue,
    pub(crate) surrender: Surrender,
    pub(crate) hands_max: usize,
    pub(crate) split_aces: SplitAces,
    /// Best line first: the first one the hand satisfies is paid.
    pub(crate) bonus_21: &'static [(Bonus21, To)],
    pub(crate) special_bonus: Option<SpecialBonus>,
    /// The most games one seat may wager on.
    pub(crate) games_max: Option<usize>,
    /// In the order their lines stand.
    pub(crate) side: &'static [SideWager],
}

/// A way the dealer plays, and what hangs on it.
pub(crate) struct Configuration {
    pub(crate) name: &'static str,
    pub(crate) soft_17: Soft17,
    pub(crate) doubles_max: usize,
}

/// What the dealer does with a soft 17.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Soft17 {
    Hit,
    Stand,
}

/// The least and the most of one wager.
#[derive(Clone, Copy)]
pub(crate) struct Limits {
    pub(crate) min: i64,
    pub(crate) max: i64,
}

/// Who has the better of two equal hands.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Tie {
    PlayerWins,
    Push,
}

/// What insurance pays against a dealer's natural.
pub(crate) struct Insurance {
    pub(crate) pays: To,
    /// If ace and ten-value card are of one suit.
    pub(crate) suited_pays: To,
}

/// On which hands a first double is offered.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum DoubleOn {
    FirstTwoCards,
    AnyNumberOfCards,
}

/// What bounds a double (A19).
#[derive(Clone, Copy)]
pub(crate) enum DoubleLimit {
    /// The added wager stays within the maximum, or there is no double.
    PerWager(i64),
    /// The added wager is cut to the maximum.
    PerWagerForLess(i64),
    /// The total on the hand stays within the limit, or there is no double.
    TotalRefused(i64),
}

/// Which doubled hands may be rescued (A9, A10).
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Rescue {
    None,
    NotAfterSplit,
    EveryHand,
}

/// Whether the first two cards may be surrendered.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Surrender {
    None,
    Late,
}

/// What becomes of split aces.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum SplitAces {
    /// Hit, doubled and split again like any hand.
    PlayedOn,
    /// One card each, but a new pair of aces may be split again.
    OneCardEach,
    /// One card each, and that is all.
    OneCardEachNoResplit,
}

/// The house prize for suited sevens against a seven.
pub(crate) struct SpecialBonus {
    /// (from this original main wager, prize), the highest tier first.
    pub(crate) tiers: &'static [(i64, i64)],
    /// To each other player, for each special-bonus hand.
    pub(crate) envy: i64,
    pub(crate) envy_of_winners: EnvyOfWinners,
    pub(crate) hands: SpecialHands,
}

/// Whether a player with a special bonus of his own is paid for those of others (A23).
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum EnvyOfWinners {
    None,
    ForOthersHands,
}

/// The hands that can win the special bonus (A22).
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum SpecialHands {
    /// Only as dealt and hit.
    NeitherSplitNorDoubled,
    Every,
}

/// A wager beside the main wager.
#[derive(Clone, Copy)]
pub(crate) struct SideWager {
    pub(crate) spot: &'static str,
    pub(crate) stake: Stake,
    /// The wager without which this one is refused.
    pub(crate) needs: Option<&'static str>,
    /// Wagers of different sets are never offered together (A45).
    pub(crate) set: Option<&'static str>,
    /// The first is the default.
    pub(crate) paytables: &'static [PayTable],
}

/// What may be staked on a side wager.
#[derive(Clone, Copy)]
pub(crate) enum Stake {
    Between(Limits),
    /// From this amount to the most of a main wager, whatever this seat's is.
    UpToTable {
        min: i64,
    },
    /// From this amount to the seat's main wager.
    UpToMain {
        min: i64,
    },
    /// Exactly this: one sensor, one unit.
    Unit(i64),
}
