//! What the hand that is asked may do, what it costs, and what that means.

use rules::{Action, Money};
use table::HandView;

/// One action with its price.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Offer {
    /// The action.
    pub action: Action,
    /// What it takes from the bankroll.
    pub cost: Money,
    /// What stands on the hand then.
    pub total: Money,
    /// How many times the main wager that is, where it is a whole number.
    pub multiple: Option<u32>,
    /// What is kept when the hand is given up.
    pub kept: Money,
    /// How often the hand was doubled already.
    pub doubles: u8,
    /// Whether it can be chosen.
    pub standing: Standing,
}

/// Whether an action can be chosen now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Standing {
    /// It can.
    Open,
    /// The rules do not allow it on this hand.
    NotNow,
    /// The bankroll does not reach.
    NotAffordable,
}

impl Standing {
    /// Whether the action can be chosen.
    pub fn is_open(self) -> bool {
        self == Standing::Open
    }
}

impl Offer {
    pub(crate) fn new(
        hand: &HandView,
        main: u32,
        (action, legal): (Action, Option<&table::Offer>),
        bankroll: Money,
    ) -> Offer {
        let adds = legal.map_or(0, |offer| offer.adds);
        let total = hand.stake + adds;
        let cost = Money::cents(adds.into());
        let standing = match legal {
            None => Standing::NotNow,
            Some(_) if cost > bankroll => Standing::NotAffordable,
            Some(_) => Standing::Open,
        };
        Offer {
            action,
            cost,
            total: Money::cents(total.into()),
            multiple: (main > 0 && total.is_multiple_of(main)).then(|| total / main),
            kept: Money::cents(legal.map_or(0, |offer| offer.gives_back).into()),
            doubles: hand.doubles,
            standing,
        }
    }

    /// The action as a button says it: `Hit`, `Redouble`.
    pub fn name(&self) -> &'static str {
        self.action.name(self.doubles)
    }

    /// What it costs and leads to; nothing for hit and stand.
    pub fn detail(&self) -> String {
        match (self.action, self.standing) {
            (Action::Hit | Action::Stand, Standing::Open) => String::new(),
            (_, Standing::NotNow) => "not now".to_owned(),
            (_, Standing::NotAffordable) => format!("needs {}", self.cost),
            (Action::Double, _) => match self.multiple {
                Some(times) => format!("+{}, total {} (x{times})", self.cost, self.total),
                None => format!("+{}, total {}", self.cost, self.total),
            },
            (Action::Surrender | Action::Rescue, _) => {
                format!("keep {}, lose {}", self.kept, self.total - self.kept)
            }
            _ => format!("+{}", self.cost),
        }
    }
}
