//! Links on the floor: each has one owner at a time, and changes with its tables.
//!
//! Whoever changes a link holds it until what was decided is in the journal. A table's
//! task takes its link for one command and lets it go with the answer; it never holds two.
//! Whoever holds a link waits for the journal only, and the journal waits for nobody, so
//! there is no circle in which all wait for each other.

use std::sync::Arc;

use axum::extract::ws::Utf8Bytes;
use store::{Appended, Line, StoreError, Stream};
use table::{
    AccountId, Actor, CardProof, Command, CommandId, Context, Link, LinkBody, LinkDecision,
    LinkDesk, LinkId, LinkProposed, LinkView, Slip,
};
use tokio::sync::{OwnedMutexGuard, watch};

use super::{Answer, CommandRefused, Floor, Published, RefusalKind, read};

/// After so many entries a snapshot is made, as soon as no claim is open.
const SNAPSHOT_EVERY: u64 = 500;

/// Where a link can be reached.
pub(super) struct LinkPlace {
    keep: Arc<tokio::sync::Mutex<Keep>>,
    /// The link as the journal has it, for everybody who looks.
    state: watch::Sender<Arc<Link>>,
}

/// What the holder of a link holds.
struct Keep {
    desk: LinkDesk,
    /// The version of the last snapshot.
    snapshot: u64,
}

/// A link that is held.
pub(super) struct Held {
    place: Arc<LinkPlace>,
    keep: OwnedMutexGuard<Keep>,
}

impl LinkPlace {
    pub(super) fn new(desk: LinkDesk) -> LinkPlace {
        let state = watch::Sender::new(Arc::new(desk.link().clone()));
        let snapshot = desk.link().version();
        LinkPlace { keep: Arc::new(tokio::sync::Mutex::new(Keep { desk, snapshot })), state }
    }

    /// Takes the link, as soon as nobody else has it.
    pub(super) async fn hold(self: Arc<LinkPlace>) -> Held {
        let keep = Arc::clone(&self.keep).lock_owned().await;
        Held { place: self, keep }
    }

    /// The link as it is in the journal.
    pub(super) fn link(&self) -> Arc<Link> {
        Arc::clone(&self.state.borrow())
    }
}

impl Held {
    pub(super) fn link(&self) -> &Link {
        self.keep.desk.link()
    }

    /// What was decided is in the journal: the link is as decided, and everybody may see.
    pub(super) async fn commit(
        &mut self,
        floor: &Floor,
        decision: LinkDecision,
        appended: &Appended,
    ) {
        self.keep.desk.commit(decision);
        self.place.state.send_replace(Arc::new(self.link().clone()));
        let version = self.link().version();
        if version < self.keep.snapshot + SNAPSHOT_EVERY {
            return;
        }
        let Some(snapshot) = self.link().snapshot() else { return };
        self.keep.snapshot = version;
        let Ok(bytes) = serde_json::to_vec(&snapshot) else { return };
        let snapshot = store::Snapshot { version, hash: appended.hash, bytes };
        let id = self.link().id();
        if let Err(error) = floor.0.journal.save_snapshot(id.into(), snapshot).await {
            // A snapshot is only a cache.
            tracing::warn!(link = id.0, %error, "no snapshot was kept");
        }
    }
}

impl CommandRefused {
    pub(super) fn no_link(link: LinkId) -> CommandRefused {
        let message = format!("there is no {link}");
        CommandRefused { code: "link.unknown", message, kind: RefusalKind::NotFound }
    }
}

impl Floor {
    pub(super) fn link_place(&self, link: LinkId) -> Option<Arc<LinkPlace>> {
        read(&self.0.links).get(&link).cloned()
    }

    /// The links as somebody sees them, in order.
    pub fn links(&self, viewer: Actor) -> Vec<LinkView> {
        let links: Vec<Arc<LinkPlace>> = read(&self.0.links).values().cloned().collect();
        links.iter().map(|place| place.link().view(viewer)).collect()
    }

    /// A link as somebody sees it.
    pub fn link_view(&self, link: LinkId, viewer: Actor) -> Option<LinkView> {
        self.link_place(link).map(|place| place.link().view(viewer))
    }

    /// A link from now on, as often as it changes.
    pub fn watch_link(&self, link: LinkId) -> Option<watch::Receiver<Arc<Link>>> {
        self.link_place(link).map(|place| place.state.subscribe())
    }

    /// A slip of a link.
    pub fn slip(&self, link: LinkId, slip: u64) -> Option<Slip> {
        self.link_place(link)?.link().slip(slip).cloned()
    }

    /// Gives a command straight to a link.
    ///
    /// # Errors
    /// If it is refused; nothing has changed then.
    pub async fn link_command(
        &self,
        link: LinkId,
        by: Actor,
        name: &str,
        command: &Command<LinkBody>,
        proofs: Vec<CardProof>,
    ) -> Result<Answer, CommandRefused> {
        let place = self.link_place(link).ok_or_else(|| CommandRefused::no_link(link))?;
        let context = self.context(name, proofs)?;
        let (floor, command) = (self.clone(), command.clone());
        // In a task of its own: whoever asked may go away, and what is on its way to the
        // journal must be committed here all the same.
        let deciding = tokio::spawn(async move {
            let mut held = place.hold().await;
            floor.decide(&mut held, by, &command, &context).await
        });
        deciding.await.unwrap_or_else(|_| Err(CommandRefused::no_record()))
    }

    async fn decide(
        &self,
        held: &mut Held,
        by: Actor,
        command: &Command<LinkBody>,
        context: &Context,
    ) -> Result<Answer, CommandRefused> {
        let stream = Stream::from(held.link().id());
        let mut proposed = held.keep.desk.propose(by, command, context)?;
        if let LinkProposed::AskStore = proposed {
            proposed = match self.0.journal.outcome(stream, by.account, &command.id).await? {
                Some(outcome) => {
                    table::check(&outcome.body, command)?;
                    LinkProposed::Again(outcome.version)
                }
                None => held.keep.desk.propose_new(by, command, context)?,
            };
        }
        match proposed {
            LinkProposed::New(decision) => self.append_link(held, decision).await,
            LinkProposed::Again(version) => self.stored(stream, version).await,
            LinkProposed::AskStore => unreachable!("the store was asked"),
        }
    }

    async fn append_link(
        &self,
        held: &mut Held,
        decision: LinkDecision,
    ) -> Result<Answer, CommandRefused> {
        let version = decision.record.entry.version;
        let line = Line::from(decision.record.clone());
        let appended = match self.0.journal.append_all(vec![line]).await {
            // An old id that came back with a newer version: the store remembers it.
            Err(StoreError::Twice { stream, version }) => {
                return self.stored(stream, version).await;
            }
            appended => appended?,
        };
        let appended = appended.first().ok_or_else(CommandRefused::no_record)?;
        held.commit(self, decision, appended).await;
        Ok(Answer { version, entry: Utf8Bytes::from(&*appended.json) })
    }

    /// The same answer as before (L-09).
    pub(super) async fn stored(
        &self,
        stream: Stream,
        version: u64,
    ) -> Result<Answer, CommandRefused> {
        let stored = self.0.journal.entries(stream, version - 1, 1).await?;
        let entry = stored.into_iter().next().map(|stored| Utf8Bytes::from(stored.json));
        let entry = entry.ok_or_else(CommandRefused::no_record)?;
        Ok(Answer { version, entry })
    }

    /// The version with which a command to a link was accepted, if it was (L-10).
    ///
    /// # Errors
    /// If the store cannot be read.
    pub async fn link_outcome(
        &self,
        link: LinkId,
        account: AccountId,
        id: &CommandId,
    ) -> Result<Option<u64>, CommandRefused> {
        let outcome = self.0.journal.outcome(link.into(), account, id).await?;
        Ok(outcome.map(|outcome| outcome.version))
    }

    /// The entries of a link after a version, as stored.
    ///
    /// # Errors
    /// If the store cannot be read.
    pub async fn link_entries(
        &self,
        link: LinkId,
        after: u64,
        limit: u32,
    ) -> Result<Vec<Arc<Published>>, CommandRefused> {
        let stored = self.0.journal.entries(link.into(), after, limit).await?;
        let published = |stored: store::Stored| {
            Arc::new(Published { version: stored.version, json: stored.json.into() })
        };
        Ok(stored.into_iter().map(published).collect())
    }
}
