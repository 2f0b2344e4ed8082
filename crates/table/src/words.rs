//! The words of events, in lists that no new event can be left out of: tests ask whether
//! each of them was met.

use crate::event::Event;
use crate::link::LinkEvent;
use crate::person::PersonEvent;

/// The word of every variant, and the list of all words.
macro_rules! words {
    ($of:ident { $($variant:ident => $word:literal,)+ }) => {
        impl $of {
            /// The words of all events, in the order of their definition.
            pub const WORDS: &'static [&'static str] = &[$($word),+];

            /// The event's word, as it is written in the record.
            pub const fn word(&self) -> &'static str {
                match self {
                    $($of::$variant { .. } => $word,)+
                }
            }
        }
    };
}

words! {
    Event {
        Posted => "posted",
        PostingAnnounced => "posting-announced",
        PostingWithdrawn => "posting-withdrawn",
        Opened => "opened",
        Closed => "closed",
        OnDuty => "on-duty",
        OffDuty => "off-duty",
        Called => "called",
        CallAnswered => "call-answered",
        Seated => "seated",
        Left => "left",
        Away => "away",
        Back => "back",
        Gone => "gone",
        BoughtIn => "bought-in",
        CashedOut => "cashed-out",
        Filled => "filled",
        Credited => "credited",
        ShoeCommitted => "shoe-committed",
        CutAsked => "cut-asked",
        ShoeCut => "shoe-cut",
        CutCard => "cut-card",
        ShoeOpened => "shoe-opened",
        ShoeLost => "shoe-lost",
        BettingOpened => "betting-opened",
        BetPlaced => "bet-placed",
        BettingCloses => "betting-closes",
        Ready => "ready",
        Started => "started",
        Dealt => "dealt",
        InsuranceAsked => "insurance-asked",
        Insured => "insured",
        Peeked => "peeked",
        Asked => "asked",
        Acted => "acted",
        TurnAsked => "turn-asked",
        HoleTurned => "hole-turned",
        Paid => "paid",
        Ended => "ended",
        SensorsDark => "sensors-dark",
        ClaimsAsked => "claims-asked",
        Claimed => "claimed",
        Withdrawn => "withdrawn",
        Confirmed => "confirmed",
        Awarded => "awarded",
        Waived => "waived",
        HandNoted => "hand-noted",
        Voided => "voided",
    }
}

words! {
    LinkEvent {
        LinkPosted => "link-posted",
        AdviceOverridden => "advice-overridden",
        Joined => "joined",
        Parted => "parted",
        Contributed => "contributed",
        Ended => "ended",
        Voided => "voided",
        FixedPaid => "fixed-paid",
        Claimed => "claimed",
        Withdrawn => "withdrawn",
        Confirmed => "confirmed",
        Awarded => "awarded",
        BackedOut => "backed-out",
        Recovered => "recovered",
        WrittenOff => "written-off",
        BankLent => "bank-lent",
        SlipPaid => "slip-paid",
        SlipReprinted => "slip-reprinted",
        Adjusted => "adjusted",
        ParametersSet => "parameters-set",
        Retired => "retired",
        Stopped => "stopped",
        Resumed => "resumed",
        Deposited => "deposited",
        DepositReversed => "deposit-reversed",
        Shown => "shown",
    }
}

words! {
    PersonEvent {
        Granted => "granted",
        SatDown => "sat-down",
        TookChips => "took-chips",
        BroughtChips => "brought-chips",
        StoodUp => "stood-up",
    }
}
