//! The office of a link while no server runs: adjustments, parameters, back-outs and so on
//! from the command line, by the same cards and the same rules as at the tables.

use std::collections::BTreeMap;
use std::sync::Arc;

use axum::extract::ws::Utf8Bytes;
use rules::Word as _;
use store::{Journal, People, SecurityLine, StoreError, Stream};
use table::{Actor, CardProof, Command, CommandId, Link, LinkBody, LinkId, Time};

use crate::card_number::{CardNumber, Misread};
use crate::clock::Clock;
use crate::floor::{CommandRefused, Floor, LoadFailed, World, load_link};
use crate::password;
use crate::settings::Settings;
use crate::token::{NoEntropy, entropy};

/// Why the office did not do something.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs)]
pub enum OfficeRefused {
    #[error("there is no {0}; `bahama jackpot list` shows them")]
    NoLink(LinkId),
    #[error("card or PIN is wrong, or the card is out of use")]
    Card,
    #[error("this needs somebody's card: two lines with card and PIN for two persons")]
    NoCard,
    #[error("{}", .0.message)]
    Refused(CommandRefused),
    #[error(transparent)]
    Misread(#[from] Misread),
    #[error(transparent)]
    Load(#[from] LoadFailed),
    #[error(transparent)]
    NoEntropy(#[from] NoEntropy),
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl OfficeRefused {
    /// The stable code of the refusal.
    pub fn code(&self) -> &'static str {
        match self {
            OfficeRefused::NoLink(_) => "link.unknown",
            OfficeRefused::Card => "card.refused",
            OfficeRefused::Misread(_) => "card.misread",
            OfficeRefused::NoCard => "card.missing",
            OfficeRefused::Refused(refused) => refused.code.word(),
            OfficeRefused::Load(_) | OfficeRefused::NoEntropy(_) | OfficeRefused::Store(_) => {
                "office.failed"
            }
        }
    }
}

/// A link of a journal; a server may be running beside it.
///
/// # Errors
/// If it cannot be read or does not stand its check (P-17).
pub async fn link(journal: &dyn Journal, id: LinkId) -> Result<Link, LoadFailed> {
    load_link(journal, id).await
}

/// All links of a journal, in order; a server may be running beside it.
///
/// # Errors
/// If one of them cannot be read or does not stand its check (P-17).
pub async fn links(journal: &dyn Journal) -> Result<Vec<Link>, LoadFailed> {
    let mut links = Vec::new();
    for (stream, _) in journal.streams().await.map_err(LoadFailed::Store)? {
        if let Stream::Link(id) = stream {
            links.push(link(journal, id).await?);
        }
    }
    Ok(links)
}

/// The office of one link: a floor with that link alone.
pub struct Office {
    people: Arc<dyn People>,
    floor: Floor,
    clock: Clock,
    link: LinkId,
}

impl Office {
    /// Opens the office of a link. The journal must be ours alone, or one that many append to.
    ///
    /// # Errors
    /// If there is no such link or it cannot be read.
    pub async fn open(
        journal: Arc<dyn Journal>,
        people: Arc<dyn People>,
        settings: &Settings,
        link: LinkId,
    ) -> Result<Office, OfficeRefused> {
        let streams = journal.streams().await?;
        if !streams.iter().any(|(stream, _)| *stream == Stream::Link(link)) {
            return Err(OfficeRefused::NoLink(link));
        }
        let clock = Clock::System;
        let world = World::new(settings, clock.clone(), BTreeMap::new());
        let floor = Floor::of_link(journal, world, link).await?;
        Ok(Office { people, floor, clock, link })
    }

    /// The link as it is.
    ///
    /// # Panics
    /// Never: the office was opened with it.
    pub fn link(&self) -> Arc<Link> {
        let watched = self.floor.watch_link(self.link).expect("the office has its link");
        Arc::clone(&watched.borrow())
    }

    /// Does something with the cards of one or two persons; gives the entry's JSON.
    ///
    /// # Errors
    /// If a card is not good or the link refuses; nothing has changed then.
    pub async fn give(
        &self,
        body: LinkBody,
        cards: &[(String, String)],
    ) -> Result<Utf8Bytes, OfficeRefused> {
        let (id, at) = (self.link, self.clock.now());
        let mut proofs = Vec::new();
        for (number, pin) in cards {
            proofs.push(self.show(number, pin, at).await?);
        }
        let first = proofs.first().ok_or(OfficeRefused::NoCard)?;
        let by = Actor { account: first.account, role: first.level };
        let (name, kind) = (first.name.clone(), body.kind().word());
        let command = format!("office-{}", table::hex(&entropy()?[..12]));
        let command = CommandId::try_from(command).unwrap_or_else(|never| unreachable!("{never}"));
        let command = Command { id: command, expected: self.link().version(), body };
        match self.floor.link_command(id, by, &name, command, proofs).await {
            Ok(answer) => {
                let detail = format!("{kind} at {id}, from the command line");
                self.note(by, "link.changed", detail, at).await?;
                Ok(answer.entry)
            }
            Err(refused) => {
                let detail = format!("{kind} at {id}: {}", refused.code);
                self.note(by, "progressive.refused", detail, at).await?;
                Err(OfficeRefused::Refused(refused))
            }
        }
    }

    async fn show(&self, number: &str, pin: &str, at: Time) -> Result<CardProof, OfficeRefused> {
        let card = self.people.card(&CardNumber::read(number)?.hash()).await?;
        let stored = card.as_ref().filter(|card| card.revoked.is_none());
        let fits = stored.is_some_and(|card| password::verify(pin, &card.pin));
        let Some(card) = card.filter(|_| fits) else {
            let (account, what) = (None, "card.refused".to_owned());
            let detail = format!("at {} from the command line", self.link);
            self.people.log(SecurityLine { at, account, what, detail }).await?;
            return Err(OfficeRefused::Card);
        };
        Ok(CardProof { card: card.id, account: card.account, name: card.name, level: card.level })
    }

    async fn note(
        &self,
        by: Actor,
        what: &str,
        detail: String,
        at: Time,
    ) -> Result<(), OfficeRefused> {
        let line = SecurityLine { at, account: Some(by.account), what: what.to_owned(), detail };
        Ok(self.people.log(line).await?)
    }
}
