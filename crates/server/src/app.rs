//! What every request can reach.

use std::ops::Deref;
use std::sync::Arc;

use ::floor::NotDone;
use tokio::sync::{Semaphore, watch};

use axum::http::{HeaderMap, StatusCode};
use store::{People, SecurityLine, Stream};
use table::{
    AccountId, Actor, Command, CommandId, Kind, LinkBody, LinkId, PersonBody, TableId, Time,
};

use crate::audit::Checking;
use crate::bots::Bots;
use crate::card::PROOF_HEADER;
use crate::clock::Clock;
use crate::coach::Coach;
use crate::error::ApiError;
use crate::floor::{Answer, CommandRefused, Floor, PostAnew, RefusalKind};
use crate::limits::Limits;
use crate::password::Passwords;
use crate::presence::Presence;
use crate::refusals::Refusals;
use crate::reports::Laws;
use crate::session::{Keeper, Session};
use crate::settings::Settings;
use crate::strategy::Strategies;

/// The running server, shared by all requests.
#[derive(Clone)]
pub(crate) struct App(pub(crate) Arc<Parts>);

/// Its parts.
pub(crate) struct Parts {
    pub(crate) settings: Settings,
    pub(crate) clock: Clock,
    pub(crate) floor: Floor,
    pub(crate) bots: Bots,
    pub(crate) coach: Coach,
    pub(crate) strategies: Strategies,
    /// The laws of main wagers, for the bands of reports.
    pub(crate) laws: Laws,
    /// The check of the record that an auditor asks for.
    pub(crate) checking: Checking,
    /// One report is made at a time.
    pub(crate) reporting: Semaphore,
    pub(crate) limits: Limits,
    pub(crate) people: Arc<dyn People>,
    pub(crate) presence: Presence,
    pub(crate) keeper: Keeper,
    pub(crate) passwords: Passwords,
    pub(crate) refusals: Refusals,
    /// Becomes true when the server stops.
    pub(crate) stopping: watch::Sender<bool>,
    /// When the certificate ends, where we speak TLS.
    pub(crate) certificate_ends: Option<Time>,
}

impl Deref for App {
    type Target = Parts;

    fn deref(&self) -> &Parts {
        &self.0
    }
}

impl App {
    /// Writes a line of the security log (S-14). Never a token, a password or a card.
    pub(crate) async fn note(&self, account: Option<AccountId>, what: &str, detail: String) {
        let number = account.map_or(0, |account| account.0);
        tracing::info!(target: "security", account = number, detail, "{what}");
        let at = self.clock.now();
        let line = SecurityLine { at, account, what: what.to_owned(), detail };
        if let Err(error) = self.people.log(line).await {
            tracing::error!(%error, "the security log could not be written");
        }
    }

    /// Has the laws of main wagers that somebody waits for worked out, away from the threads that
    /// serve.
    pub(crate) fn work_out_laws(&self) {
        if self.laws.is_wanted() {
            let laws = self.laws.clone();
            tokio::task::spawn_blocking(move || laws.work_out());
        }
    }

    /// Gives a command to a table, if the role may give such commands at all (S-07). A
    /// command that needs a card shows its proof in a header.
    ///
    /// # Errors
    /// If role, card or table refuse; nothing has changed then.
    pub(crate) async fn give(
        &self,
        table: TableId,
        session: &Session,
        command: Command,
        headers: Option<&HeaderMap>,
    ) -> Result<Answer, ApiError> {
        let by = session.actor();
        self.check_role(by, command.body.kind(), table.into()).await?;
        if self.floor.version(table).is_none() {
            // Another process may have opened it a moment ago.
            self.floor.fresh(table).await;
        }
        if !self.floor.is_visible(table, by) {
            return Err(CommandRefused::from(NotDone::Unknown(table.into())).into());
        }
        self.presence.heard(table, by.account);
        let mut proofs = Vec::new();
        if let Some(headers) = headers.filter(|it| it.contains_key(PROOF_HEADER)) {
            // Whoever asks again for what is done gets the same answer; the proof was used.
            let done = self.floor.outcome(table, by.account, &command.id).await?;
            if done.is_none() {
                let body = table::fingerprint(&command.body);
                let place = Stream::from(table).to_string();
                proofs = self.take_proofs(headers, &place, &command.id, &body).await?;
            }
        }
        let (kind, id) = (command.body.kind(), command.id.clone());
        let given = self.floor.command(table, by, &session.name, command, proofs).await;
        self.note_refusal(by, kind, &id, table.into(), &given).await;
        let answer = given?;
        session.watched.note(table, answer.version.saturating_sub(1));
        Ok(answer)
    }

    /// The version after which a session may read a table's entries: the table's present, and
    /// whatever happened since the session first had the table before it.
    ///
    /// # Errors
    /// If the store cannot be read.
    pub(crate) async fn since(&self, table: TableId, session: &Session) -> Result<u64, ApiError> {
        let present = self.floor.since(table, session.actor()).await?;
        Ok(session.watched.since(table).map_or(present, |seen| present.min(seen)))
    }

    /// Posts a table anew, if the role may.
    ///
    /// # Errors
    /// If role, game or table refuse; nothing has changed then.
    pub(crate) async fn post_anew(
        &self,
        table: TableId,
        session: &Session,
        anew: PostAnew,
    ) -> Result<Answer, ApiError> {
        let (by, id) = (session.actor(), anew.id.clone());
        self.check_role(by, Kind::Post, table.into()).await?;
        let answer = self.floor.post_anew(table, by, &session.name, anew).await?;
        self.note(Some(by.account), "table.posted", format!("{id} at {table}")).await;
        Ok(answer)
    }

    /// The same for a command that goes straight to a link.
    ///
    /// # Errors
    /// If role, card or link refuse; nothing has changed then.
    pub(crate) async fn give_link(
        &self,
        link: LinkId,
        session: &Session,
        command: &Command<LinkBody>,
        headers: &HeaderMap,
    ) -> Result<Answer, ApiError> {
        let by = session.actor();
        self.check_role(by, command.body.kind(), link.into()).await?;
        let mut proofs = Vec::new();
        if headers.contains_key(PROOF_HEADER)
            && self.floor.outcome(link, by.account, &command.id).await?.is_none()
        {
            let body = table::fingerprint(&command.body);
            let place = Stream::from(link).to_string();
            proofs = self.take_proofs(headers, &place, &command.id, &body).await?;
        }
        let given = self.floor.link_command(link, by, &session.name, command.clone(), proofs).await;
        self.note_refusal(by, command.body.kind(), &command.id, link.into(), &given).await;
        if given.is_ok() {
            let detail = format!("{} {} at {link}", command.body.kind().word(), command.id);
            self.note(Some(by.account), "link.changed", detail).await;
        }
        Ok(given?)
    }

    /// The same for a command of the sender to his own record.
    ///
    /// # Errors
    /// If his role or his wallet refuses; nothing has changed then.
    pub(crate) async fn give_person(
        &self,
        session: &Session,
        command: Command<PersonBody>,
    ) -> Result<Answer, ApiError> {
        let by = session.actor();
        self.check_role(by, command.body.kind(), by.account.into()).await?;
        Ok(self.floor.person_command(by.account, by, &session.name, command).await?)
    }

    async fn check_role(&self, by: Actor, kind: Kind, at: Stream) -> Result<(), ApiError> {
        if by.role.may(kind) {
            return Ok(());
        }
        let detail = format!("{} {kind:?} at {at}", by.role);
        self.note(Some(by.account), "command.denied", detail).await;
        Err(ApiError::role("give this command"))
    }

    /// What the staff wanted of the progressive and did not get stands in the security log
    /// (T-01, P-22): a wrong card, a claim the cards do not support, an early end.
    async fn note_refusal(
        &self,
        by: Actor,
        kind: Kind,
        id: &CommandId,
        at: Stream,
        given: &Result<Answer, CommandRefused>,
    ) {
        let Err(refused) = given else { return };
        if kind.is_of_progressive() && by.role.is_staff() {
            let detail = format!("{} {id} at {at}: {}", kind.word(), refused.code);
            self.note(Some(by.account), "progressive.refused", detail).await;
        }
    }
}

impl From<CommandRefused> for ApiError {
    fn from(refused: CommandRefused) -> ApiError {
        let status = match refused.kind {
            RefusalKind::NotFound => StatusCode::NOT_FOUND,
            RefusalKind::Denied => StatusCode::FORBIDDEN,
            RefusalKind::Conflict => StatusCode::CONFLICT,
            RefusalKind::Unavailable => StatusCode::SERVICE_UNAVAILABLE,
        };
        ApiError::new(status, refused.code, refused.message).naming(refused.facts)
    }
}
