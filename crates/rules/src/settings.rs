//! The settings in which the games differ, each as a word of the sheets.

use crate::words::words;

words! {
    /// What the dealer does with a soft seventeen.
    pub enum Soft17 {
        /// The dealer draws on soft 17.
        Hit = "hit",
        /// The dealer stands on every 17.
        Stand = "stand",
    }

    /// When the dealer looks for a natural before the players act.
    pub enum Peek {
        /// Under an ace or a face card.
        AceOrFace = "ace-or-face",
        /// Under an ace or any card that counts ten.
        AceOrTenValue = "ace-or-ten-value",
    }

    /// What becomes of a player's hand against the dealer's equal one.
    pub enum Tie {
        /// The player wins.
        Wins = "wins",
        /// The stake is returned.
        Pushes = "pushes",
    }

    /// When naturals are paid (A47).
    pub enum NaturalsPaid {
        /// At once: they cannot lose.
        AfterDeal = "after-deal",
        /// Once the dealer has looked for a natural.
        AfterPeek = "after-peek",
    }

    /// A plain yes or no of a sheet.
    pub enum Allowed {
        /// The sheet allows it.
        Yes = "yes",
        /// The sheet does not.
        No = "no",
    }

    /// The hands that may be doubled.
    pub enum DoubleOn {
        /// A hand of any number of cards.
        AnyCards = "any-cards",
        /// The first two cards only.
        FirstTwo = "first-two",
    }

    /// Doubling after a split.
    pub enum DoubleAfterSplit {
        /// Every split hand may be doubled.
        Yes = "yes",
        /// Every split hand but split aces.
        NotAces = "not-aces",
        /// No split hand.
        No = "no",
    }

    /// How the table's limits bind a double (A19).
    pub enum DoubleLimit {
        /// Each double wager within the table maximum, else it is not offered.
        PerWager = "per-wager",
        /// Each double wager is cut to the table maximum where it would exceed it.
        PerWagerForLess = "per-wager-for-less",
        /// The total on the hand within the single-wager limit, else not offered.
        TotalRefused = "total-refused",
    }

    /// Taking a wager back after a double (A9).
    pub enum Rescue {
        /// Not offered.
        None = "none",
        /// What the last double added is taken back; the rest is lost.
        LastDouble = "last-double",
        /// The original wager is lost, all that was added to it taken back (what-if only).
        LoseOriginal = "lose-original",
        /// All that was added is lost, the original wager taken back: what sheet 003 says when
        /// it is read word for word (what-if only).
        LoseDoubles = "lose-doubles",
    }

    /// Giving up the first two cards for half the wager.
    pub enum Surrender {
        /// Not offered.
        None = "none",
        /// After the dealer has looked for a natural.
        Late = "late",
    }

    /// Which two cards are a pair (A13).
    pub enum Split {
        /// Cards of the same value: jack and queen are a pair.
        SameValue = "same-value",
        /// Cards of the same rank only.
        SameRank = "same-rank",
    }

    /// What split aces may do.
    pub enum SplitAces {
        /// They are played like any other hand.
        Draw = "draw",
        /// Each receives one card.
        OneCardEach = "one-card-each",
    }

    /// Whether a bonus survives a split or a double.
    pub enum Bonus {
        /// It is paid.
        Paid = "paid",
        /// It is void.
        Void = "void",
    }

    /// What a hand must not have done to win the special bonus (A22).
    pub enum VoidAfter {
        /// Split and doubled hands win it too.
        Nothing = "nothing",
        /// A split voids it.
        Split = "split",
        /// A double voids it.
        Double = "double",
        /// A split and a double void it.
        Both = "both",
    }

    /// How several winners of one meter are paid (A1).
    pub enum Policy {
        /// All winners of the whole meter share it equally.
        Share = "share",
        /// One after the other from the dealer's right, each from what the meter then shows.
        InTurn = "in-turn",
    }

    /// Which pays leave the meter (P-04).
    pub enum FromMeter {
        /// Percentages only; every other pay comes from the tray.
        PercentagesOnly = "percentages-only",
        /// Every pay.
        All = "all",
    }

    /// When the progressive is settled where cards are dealt by hand (A33).
    pub enum SettleProgressive {
        /// Right after the deal.
        AtOnce = "at-once",
        /// Together with the main wagers.
        AtTheEnd = "at-the-end",
    }
}

impl Soft17 {
    /// Whether the dealer draws with this total.
    #[inline]
    pub const fn draws(self, total: u8, is_soft: bool) -> bool {
        total < 17 || total == 17 && is_soft && matches!(self, Soft17::Hit)
    }
}
