//! Cards of cage, supervisors and executives: issued, shown with a PIN, taken away.
//!
//! A card is a number that only the card holds ([`CardNumber`]), and a PIN that only its owner
//! knows. Showing both for one command gives a *proof*: a token that opens that command
//! and no other, once, within a minute (S-08). The command itself never holds card or PIN.

use axum::http::{HeaderMap, StatusCode};
use serde::Serialize;
use sha2::{Digest, Sha256};
use store::{NewStaffCard, Proof, StaffCardRow, StoreError};
use table::{AccountId, CardProof, CommandId, Role, Time};

use crate::app::App;
use crate::card_number::{CardNumber, Misread};
use crate::code::Code;
use crate::error::ApiError;
use crate::password;
use crate::peer::Peer;
use crate::staff::{Staff, StaffRefused};
use crate::throttle::Attempt;
use crate::token::{self, Token};
use crate::typed_secret::Typed;

/// The header in which a command shows its proofs, separated by commas.
pub const PROOF_HEADER: &str = "x-bahama-proof";
/// The least and most digits of a PIN.
const PIN_DIGITS: std::ops::RangeInclusive<usize> = 4..=12;
/// How long a proof can be used.
const PROOF_MS: u32 = 60_000;
/// The most proofs one command can show: no command needs more than two persons.
const MOST_PROOFS: usize = 2;

/// A card, for a list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, utoipa::ToSchema)]
pub struct StaffCard {
    /// The card's id; it stands in records.
    pub card: u32,
    /// Whose card it is.
    pub account: AccountId,
    /// The owner's name.
    pub name: String,
    /// What it opens: cage, supervisor or executive.
    pub level: Role,
    /// When it was issued.
    pub issued: Time,
    /// When it, or its owner's account, was taken out of use.
    pub revoked: Option<Time>,
}

impl Staff {
    /// Issues a card; gives its id and the number to be written on it, which is kept
    /// nowhere.
    ///
    /// # Errors
    /// If nobody has this name or the level is not one of his roles, or the PIN is weak.
    pub async fn issue_card(
        &self,
        name: &str,
        level: Role,
        pin: &str,
    ) -> Result<(u32, CardNumber), StaffRefused> {
        let owner = self.find(name).await?;
        let fits = match level {
            Role::Cage => owner.roles.contains(&Role::Cage),
            Role::Supervisor => {
                owner.roles.iter().any(|it| matches!(it, Role::Supervisor | Role::Executive))
            }
            Role::Executive => owner.roles.contains(&Role::Executive),
            _ => false,
        };
        if !fits {
            return Err(StaffRefused::CardLevel { name: owner.name, level });
        }
        check_pin(pin)?;
        let number = CardNumber::new()?;
        let card = NewStaffCard {
            number: number.hash(),
            account: owner.id,
            level,
            pin: password::hash(pin)?,
            issued: self.now(),
        };
        let id = self.people().add_card(card).await?;
        self.note(owner.id, "card.issued", format!("card {id}, {level}")).await?;
        Ok((id, number))
    }

    /// Takes a card out of use at once, also where it has been shown already (S-09).
    ///
    /// # Errors
    /// If there is no such card.
    pub async fn revoke_card(&self, id: u32) -> Result<StaffCard, StaffRefused> {
        match self.people().revoke_card(id, self.now()).await {
            Err(StoreError::NoCard(id)) => return Err(StaffRefused::NoCard(id)),
            done => done?,
        }
        let line = self.cards().await?.into_iter().find(|line| line.card == id);
        let line = line.ok_or(StaffRefused::NoCard(id))?;
        self.note(line.account, "card.revoked", format!("card {id}")).await?;
        Ok(line)
    }

    /// All cards, those out of use included.
    ///
    /// # Errors
    /// If the store cannot be read.
    pub async fn cards(&self) -> Result<Vec<StaffCard>, StaffRefused> {
        let line = |row: StaffCardRow| StaffCard {
            card: row.id,
            account: row.account,
            name: row.name,
            level: row.level,
            issued: row.issued,
            revoked: row.revoked,
        };
        Ok(self.people().cards().await?.into_iter().map(line).collect())
    }
}

/// A PIN is digits that are not the first somebody would try.
fn check_pin(pin: &str) -> Result<(), StaffRefused> {
    let digits = pin.as_bytes();
    let all_digits = digits.iter().all(u8::is_ascii_digit) && PIN_DIGITS.contains(&digits.len());
    let mut seen = digits.to_vec();
    seen.sort_unstable();
    seen.dedup();
    let step = |by: i16| digits.windows(2).all(|two| i16::from(two[1]) - i16::from(two[0]) == by);
    if all_digits && seen.len() > 2 && !step(1) && !step(-1) {
        Ok(())
    } else {
        Err(StaffRefused::Pin)
    }
}

/// What a proof is bound to: one command to one place, which is a table, a link or the staff.
pub(crate) fn subject(place: &str, command: &CommandId, body: &str) -> [u8; 32] {
    let mut hash = Sha256::new();
    for text in [place, command.as_str(), body] {
        hash.update((text.len() as u64).to_be_bytes());
        hash.update(text);
    }
    hash.finalize().into()
}

/// What somebody showed for a command.
pub(crate) struct Shown<'a> {
    /// The number on the card.
    pub(crate) number: &'a str,
    /// The PIN.
    pub(crate) pin: Typed,
    /// At which place: a table, a link, or the staff.
    pub(crate) place: String,
    /// The command's id.
    pub(crate) command: &'a CommandId,
    /// The fingerprint of its body.
    pub(crate) body: &'a str,
}

impl App {
    /// Checks a card and its PIN; gives a proof for the one command. Whatever is wrong,
    /// the answer is the same; the security log has the cause.
    ///
    /// # Errors
    /// If the card or the PIN is not good, or too many wrong PINs were tried.
    pub(crate) async fn prove(
        &self,
        shown: Shown<'_>,
        peer: &Peer,
    ) -> Result<(Token, Time), ApiError> {
        let Shown { number, pin, place, command, body } = shown;
        // A number that no card can have is nobody's attempt at a PIN.
        let misread =
            |misread: Misread| ApiError::malformed(Code::CardMisread, misread.to_string());
        let number = CardNumber::read(number).map_err(misread)?.hash();
        let attempt = Attempt::pin(&number, peer);
        self.reserve(&attempt, peer).await?;
        let found = self.people.card(&number).await.map_err(|error| ApiError::inside(&error))?;
        let stored = found.as_ref().map(|card| card.pin.clone());
        let fits = self.passwords.of_cards.fits(pin, stored).await?;
        let wrong = match &found {
            None => Some(String::new()),
            Some(card) if !fits => Some(format!("card {}, wrong PIN", card.id)),
            Some(card) if card.revoked.is_some() => Some(format!("card {}, revoked", card.id)),
            Some(_) => None,
        };
        let (Some(card), None) = (&found, &wrong) else {
            match &found {
                Some(card) => {
                    let detail = format!("{}, for {command} at {place}", wrong.unwrap_or_default());
                    self.note(Some(card.account), "card.refused", detail).await;
                }
                None => self.refused("card.refused", peer).await,
            }
            let message = "card or PIN is wrong, or the card is out of use";
            return Err(ApiError::new(StatusCode::FORBIDDEN, Code::CardRefused, message));
        };
        self.was_right(attempt).await?;
        let token = Token::new().map_err(|error| ApiError::inside(&error))?;
        let subject = subject(&place, command, body);
        let ends = self.clock.now().after(PROOF_MS);
        let proof = Proof { token: token.hash(), card: card.id, subject, ends };
        self.people.insert_proof(proof).await.map_err(|error| ApiError::inside(&error))?;
        let detail = format!("card {}, {}, for {command} at {place}", card.id, card.level);
        self.note(Some(card.account), "card.shown", detail).await;
        Ok((token, ends))
    }

    /// Takes the proofs a command shows: each once, and only for this command.
    ///
    /// # Errors
    /// If one of them is not good; all that were shown are used up all the same.
    pub(crate) async fn take_proofs(
        &self,
        headers: &HeaderMap,
        place: &str,
        command: &CommandId,
        body: &str,
    ) -> Result<Vec<CardProof>, ApiError> {
        let shown = headers.get(PROOF_HEADER).map_or(Ok(""), |value| value.to_str());
        let shown = shown.map_err(|_| not_proven())?;
        let tokens: Vec<&str> =
            shown.split(',').map(str::trim).filter(|token| !token.is_empty()).collect();
        if tokens.len() > MOST_PROOFS {
            return Err(not_proven());
        }
        let subject = subject(place, command, body);
        let now = self.clock.now();
        let mut cards = Vec::new();
        for token in &tokens {
            let taken = self.people.take_proof(&token::hash(token), &subject, now).await;
            let card = taken.map_err(|error| ApiError::inside(&error))?;
            cards.extend(card.map(|StaffCardRow { id, account, name, level, .. }| CardProof {
                card: id,
                account,
                name,
                level,
            }));
        }
        if cards.len() < tokens.len() {
            self.note(None, "card.replayed", format!("for {command} at {place}")).await;
            return Err(not_proven());
        }
        Ok(cards)
    }
}

fn not_proven() -> ApiError {
    let message = "this proof was used, is too old, or was made for another command; \
        show the card again";
    ApiError::new(StatusCode::FORBIDDEN, Code::CardProof, message)
}

#[cfg(test)]
mod tests {
    use store::Stream;

    use super::*;

    #[test]
    fn s_08_pins_that_anybody_would_try_are_refused() {
        for pin in ["", "123", "1234", "98765", "0000", "1212", "1111222", "12a4", "1234567890123"]
        {
            assert!(check_pin(pin).is_err(), "{pin}");
        }
        for pin in ["4711", "2580", "860142", "193857204618"] {
            assert!(check_pin(pin).is_ok(), "{pin}");
        }
    }

    #[test]
    fn s_08_a_subject_is_one_command_of_one_stream() {
        let id = |text: &str| CommandId::try_from(text.to_owned()).unwrap();
        let table = |number: u32| Stream::Table(table::TableId(number)).to_string();
        let one = subject(&table(1), &id("command-1"), "body");
        for other in [
            subject(&table(2), &id("command-1"), "body"),
            subject("staff", &id("command-1"), "body"),
            subject(&table(1), &id("command-2"), "body"),
            subject(&table(1), &id("command-1"), "other"),
        ] {
            assert_ne!(one, other);
        }
    }
}
