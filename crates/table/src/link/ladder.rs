//! The ladder of approvals (O-05): who signs for what, and from which amount on. It is made from
//! the amounts that a link or a table has posted. Decisions ask it, and the office, the command
//! line and the pages show it, so nobody is told anything else than what holds.

use std::fmt;

use rules::Money;
use serde::{Deserialize, Serialize};

use super::event::Winner;
use super::refusal::LinkRefused;
use super::sign::Approvals;
use crate::posted::Posted;
use crate::role::Role;

/// What somebody signs for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Step {
    /// A fixed pay is handed out from the tray.
    FixedPay,
    /// A share of the meter is claimed with the hand button.
    Claim,
    /// The claims of a round are confirmed.
    Confirm,
    /// An award is posted.
    Award,
    /// A slip is paid at the cage.
    Payment,
    /// The house lends what the bank account lacks for a payment.
    Loan,
    /// Money is put into the bank account.
    Deposit,
    /// A deposit that was noted wrongly is taken back.
    DepositBack,
    /// A posted award is backed out.
    BackOut,
    /// A winner gives back what was backed out.
    Recovery,
    /// What a winner owes is given up.
    WriteOff,
    /// A meter is adjusted by hand.
    Adjustment,
    /// Seed and rates change.
    Parameters,
    /// A jackpot is taken out of play.
    Retirement,
    /// Chips are brought to a tray.
    Fill,
    /// Chips are taken from a tray.
    Credit,
    /// A round is voided.
    Void,
}

/// Who signs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(tag = "is", rename_all = "kebab-case")]
pub enum Approval {
    /// Somebody in this role by a key; no card is shown.
    Key {
        /// The role.
        role: Role,
    },
    /// One person of this level or above, by card.
    Card {
        /// The level.
        role: Role,
    },
    /// Two persons by card, one of them of this level or above.
    Two {
        /// The level.
        role: Role,
    },
    /// Two executives by card.
    TwoExecutives,
}

/// A rung of the ladder: from this amount on this approval is needed, and a lower one is not enough.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Rung {
    /// What is signed for.
    pub step: Step,
    /// From which amount on, in cents.
    pub from: i64,
    /// Who signs.
    pub by: Approval,
}

/// What an amount needs on a ladder: the highest rung of the step that it reaches. What is on no
/// rung needs the most.
fn reached(ladder: &[Rung], step: Step, cents: i64) -> Approval {
    let mut own = ladder.iter().filter(|rung| rung.step == step && rung.from <= cents.max(0));
    own.next_back().map_or(Approval::TwoExecutives, |rung| rung.by)
}

impl Approvals {
    /// Who signs for what on a link, each step from its lowest rung up.
    pub fn ladder(&self) -> Vec<Rung> {
        use Role::{Cage, Dealer, Executive, Supervisor};
        let key = |role| Approval::Key { role };
        let card = |role| Approval::Card { role };
        let two = |role| Approval::Two { role };
        let executive = self.executive_from;
        let rungs = [
            (Step::FixedPay, 0, key(Dealer)),
            (Step::Claim, 0, key(Dealer)),
            (Step::Confirm, 0, key(Supervisor)),
            (Step::Award, 0, card(Supervisor)),
            (Step::Award, executive, card(Executive)),
            (Step::Payment, 0, card(Cage)),
            (Step::Loan, 0, card(Executive)),
            (Step::Deposit, 0, card(Cage)),
            (Step::DepositBack, 0, card(Executive)),
            (Step::BackOut, 0, two(Supervisor)),
            (Step::BackOut, executive, two(Executive)),
            (Step::Recovery, 0, two(Cage)),
            (Step::WriteOff, 0, two(Executive)),
            (Step::Adjustment, 0, two(Supervisor)),
            (Step::Adjustment, executive, two(Executive)),
            (Step::Adjustment, self.two_executives_from, Approval::TwoExecutives),
            (Step::Parameters, 0, two(Executive)),
            (Step::Retirement, 0, two(Executive)),
        ];
        rungs.map(|(step, from, by)| Rung { step, from, by }).to_vec()
    }

    /// Who signs for a step of this amount.
    pub fn approval(&self, step: Step, cents: i64) -> Approval {
        reached(&self.ladder(), step, cents)
    }

    /// The level of the card that posts an award (P-22).
    pub(crate) fn card_for(&self, cents: i64) -> Role {
        match self.approval(Step::Award, cents) {
            Approval::Key { role } | Approval::Card { role } | Approval::Two { role } => role,
            Approval::TwoExecutives => Role::Executive,
        }
    }

    /// Whether what is noted of a winner is enough for what is handed out to him: his name, from
    /// the posted amount on what he showed, and with the tax flag the form (O-09).
    pub(super) fn check_winner(
        &self,
        winner: &Winner,
        slip: u64,
        cents: i64,
        tax: bool,
    ) -> Result<(), LinkRefused> {
        let Winner { name, identity, tax_form } = winner;
        if [name, identity, tax_form].iter().any(|note| note.chars().count() > 200) {
            return Err(LinkRefused::LongNote);
        }
        if name.chars().count() < 2 {
            return Err(LinkRefused::NoWinner);
        }
        if cents >= self.identity_from && identity.is_empty() {
            return Err(LinkRefused::Identity { slip });
        }
        if tax && tax_form.is_empty() {
            return Err(LinkRefused::TaxForm { slip });
        }
        Ok(())
    }
}

impl Posted {
    /// Who signs for the chips of a tray and for a voided round at a table.
    pub fn ladder(&self) -> Vec<Rung> {
        let (key, card) =
            (Approval::Key { role: Role::Supervisor }, Approval::Card { role: Role::Supervisor });
        let (one, two) = (i64::from(self.card_from), i64::from(self.two_cards_from));
        let rungs = [
            (Step::Fill, 0, key),
            (Step::Fill, one, card),
            (Step::Fill, two, Approval::TwoExecutives),
            (Step::Credit, 0, key),
            (Step::Credit, one, card),
            (Step::Credit, two, Approval::TwoExecutives),
            (Step::Void, 0, key),
            (Step::Void, one, card),
        ];
        // A rung that the next one starts with holds for no amount.
        let holds = |place: usize| match (rungs.get(place), rungs.get(place + 1)) {
            (Some((step, from, _)), Some((next, above, _))) => step != next || from < above,
            _ => true,
        };
        let each = rungs.iter().enumerate().filter(|(place, _)| holds(*place));
        each.map(|(_, &(step, from, by))| Rung { step, from, by }).collect()
    }

    /// Who signs for a step of this amount.
    pub fn approval(&self, step: Step, cents: i64) -> Approval {
        reached(&self.ladder(), step, cents)
    }
}

/// Whether somebody's card is enough where a card of this level is asked for.
pub(super) fn covers(has: Role, needs: Role) -> bool {
    let rank = |role| match role {
        Role::Cage => Some(1),
        Role::Supervisor => Some(2),
        Role::Executive => Some(3),
        _ => None,
    };
    matches!((rank(has), rank(needs)), (Some(has), Some(needs)) if has >= needs)
}

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Step::FixedPay => "a fixed pay from the tray",
            Step::Claim => "a claim on the meter",
            Step::Confirm => "the claims of a round, confirmed",
            Step::Award => "an award, posted",
            Step::Payment => "a slip, paid at the cage",
            Step::Loan => "a loan of the house for a payment",
            Step::Deposit => "a deposit",
            Step::DepositBack => "a deposit, taken back",
            Step::BackOut => "an award, backed out",
            Step::Recovery => "what a winner gives back",
            Step::WriteOff => "what a winner owes, written off",
            Step::Adjustment => "a meter, adjusted",
            Step::Parameters => "new parameters",
            Step::Retirement => "a jackpot, taken out of play",
            Step::Fill => "a fill",
            Step::Credit => "a credit",
            Step::Void => "a voided round",
        })
    }
}

impl fmt::Display for Approval {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let one = |role: &Role| match role {
            Role::Executive => "an executive",
            Role::Cage => "the cage",
            Role::Dealer => "the dealer",
            _ => "a supervisor",
        };
        match self {
            Approval::Key { role } => write!(f, "{}, by key", one(role)),
            Approval::Card { role } => write!(f, "{}, by card", one(role)),
            Approval::Two { role: Role::Executive } => {
                f.write_str("two persons by card, one of them an executive")
            }
            Approval::Two { .. } => f.write_str("two persons by card"),
            Approval::TwoExecutives => f.write_str("two executives by card"),
        }
    }
}

impl fmt::Display for Rung {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.from {
            0 => write!(f, "{}: {}", self.step, self.by),
            from => write!(f, "{} from {} on: {}", self.step, Money::cents(from), self.by),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn o_05_the_highest_rung_that_an_amount_reaches_decides() {
        let approvals = Approvals::from_executive(500_000);
        let by = |step, cents| approvals.approval(step, cents);
        assert_eq!(by(Step::Award, 499_999), Approval::Card { role: Role::Supervisor });
        assert_eq!(by(Step::Award, 500_000), Approval::Card { role: Role::Executive });
        assert_eq!(by(Step::BackOut, 499_999), Approval::Two { role: Role::Supervisor });
        assert_eq!(by(Step::BackOut, 500_000), Approval::Two { role: Role::Executive });
        assert_eq!(by(Step::Adjustment, 4_999_999), Approval::Two { role: Role::Executive });
        assert_eq!(by(Step::Adjustment, 5_000_000), Approval::TwoExecutives);
        assert_eq!(approvals.card_for(500_000), Role::Executive);
        let all = Approvals::from_executive(0);
        assert_eq!(all.card_for(0), Role::Executive, "a rung at nothing holds for every amount");
    }

    #[test]
    fn o_05_a_level_above_covers_the_one_below_and_nobody_else_does() {
        for needs in [Role::Cage, Role::Supervisor, Role::Executive] {
            assert!(covers(needs, needs) && covers(Role::Executive, needs), "{needs}");
            for other in [Role::Player, Role::Dealer, Role::Auditor, Role::House] {
                assert!(!covers(other, needs), "{other} for {needs}");
            }
        }
        assert!(
            !covers(Role::Cage, Role::Supervisor) && !covers(Role::Supervisor, Role::Executive)
        );
    }

    #[test]
    fn o_05_every_rung_in_words() {
        let words: Vec<String> =
            Approvals::from_executive(500_000).ladder().iter().map(Rung::to_string).collect();
        assert_eq!(words[2], "the claims of a round, confirmed: a supervisor, by key");
        assert_eq!(words[4], "an award, posted from $5,000 on: an executive, by card");
        let distinct: std::collections::BTreeSet<&String> = words.iter().collect();
        assert_eq!(distinct.len(), words.len());
    }
}
