//! Commands that go straight to a person.

use rules::Money;
use serde::{Deserialize, Serialize};

use super::{Person, PersonDecision, PersonDraft};
use crate::command::{Command, Context};
use crate::decide::{RESERVED, fingerprint};
use crate::ids::Actor;
use crate::refusal::Refused;
use crate::tried::Accepted;

/// What a command wants of a person.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(tag = "do", rename_all = "kebab-case", deny_unknown_fields)]
pub enum PersonBody {
    /// Fills the wallet up to what a person begins with. It is play money.
    TopUp {},
    /// Puts play money into the wallet: the house, for a bankroll somebody brings along.
    Grant {
        /// The amount in cents.
        cents: u32,
    },
}

impl Person {
    /// Decides a command of his own, or of the house for him. The person is unchanged; the
    /// decision holds the next one.
    ///
    /// # Errors
    /// If the command is not allowed, not now, or not so.
    pub fn decide(
        &self,
        by: Actor,
        command: &Command<PersonBody>,
        context: &Context,
    ) -> Result<PersonDecision, Refused> {
        let kind = command.body.kind();
        let is_own = by.account == self.id || by == Actor::HOUSE;
        if !by.role.may(kind) || !is_own {
            return Err(Refused::Role { role: by.role, kind });
        }
        if command.id.as_str().starts_with(RESERVED) {
            return Err(Refused::Reserved);
        }
        if command.expected > self.version {
            return Err(Refused::Ahead { expected: command.expected, version: self.version });
        }
        let mut draft = PersonDraft::new(self, context);
        match command.body {
            PersonBody::TopUp {} => draft.top_up()?,
            PersonBody::Grant { cents: 0 } => return Err(Refused::NoAmount),
            PersonBody::Grant { cents } => draft.grant(Money::cents(cents.into())),
        }
        let body = fingerprint(&command.body);
        Ok(draft.decided(Accepted { by, command: command.id.clone(), body, with: Vec::new() }))
    }
}

impl PersonDraft {
    fn top_up(&mut self) -> Result<(), Refused> {
        let has = self.person.wallet();
        if has >= Person::ALLOWANCE {
            return Err(Refused::WalletFull { has: has.in_cents() });
        }
        self.grant(Person::ALLOWANCE - has);
        Ok(())
    }
}
