//! The task of one table: the only writer of its record.

use std::sync::{Arc, RwLock, Weak};
use std::time::Duration;

use axum::extract::ws::Utf8Bytes;
use store::{Line, StoreError};
use table::{
    Actor, Body, CardProof, Command, CommandId, Decision, Desk, House, Linked, Moment, Phase,
    Proposed, Table, TableId, View,
};
use tokio::sync::{broadcast, mpsc, oneshot};

use super::link::Held;
use super::{Answer, BACKLOG, CommandRefused, Floor, Place, Published, TableSummary, write};

/// After so many entries a snapshot is made, at the next pause between rounds.
const SNAPSHOT_EVERY: u64 = 500;

/// What a table's task is asked.
pub(super) enum Message {
    /// To do something.
    Command {
        by: Actor,
        name: String,
        command: Command,
        proofs: Vec<CardProof>,
        reply: oneshot::Sender<Result<Answer, CommandRefused>>,
    },
    /// To show itself.
    View { viewer: Actor, reply: oneshot::Sender<Box<View>> },
}

pub(super) struct TableTask {
    floor: Floor,
    desk: Desk,
    published: broadcast::Sender<Arc<Published>>,
    /// The version of the last snapshot.
    snapshot: u64,
}

impl TableTask {
    pub(super) fn new(floor: Floor, desk: Desk) -> TableTask {
        let (published, _) = broadcast::channel(BACKLOG);
        // Tables that were opened together do not all write their snapshots at once.
        let ahead = u64::from(desk.table().id().0) * 61 % SNAPSHOT_EVERY;
        let snapshot = desk.table().version().saturating_sub(ahead);
        TableTask { floor, desk, published, snapshot }
    }

    pub(super) fn id(&self) -> TableId {
        self.table().id()
    }

    pub(super) fn published(&self) -> broadcast::Sender<Arc<Published>> {
        self.published.clone()
    }

    pub(super) fn house(&self) -> &House {
        self.table().house()
    }

    fn table(&self) -> &Table {
        self.desk.table()
    }

    /// The house opens the table.
    pub(super) async fn open(&mut self) -> Result<(), CommandRefused> {
        self.by_house(Body::Open {}).await
    }

    /// Answers until nobody can ask any more.
    pub(super) async fn run(mut self, mut waiting: mpsc::Receiver<Message>, place: Weak<Place>) {
        if self.table().has_lost_shoe()
            && let Err(refused) = self.by_house(Body::ReplaceShoe {}).await
        {
            tracing::error!(table = self.id().0, code = refused.code, "the shoe stays");
        }
        loop {
            let due = self.table().deadline().map(|at| self.until(at));
            let message = match due {
                None => waiting.recv().await,
                Some(wait) => match tokio::time::timeout(wait, waiting.recv()).await {
                    Ok(message) => message,
                    Err(_) => {
                        self.clock().await;
                        self.summarise(&place);
                        continue;
                    }
                },
            };
            match message {
                None => return,
                Some(Message::View { viewer, reply }) => {
                    let _ = reply.send(Box::new(self.table().view(viewer)));
                }
                Some(Message::Command { by, name, command, proofs, reply }) => {
                    let answer = self.command(by, &name, &command, proofs).await;
                    self.summarise(&place);
                    // Whoever has gone can still ask for the outcome by the id (L-10).
                    let _ = reply.send(answer);
                }
            }
        }
    }

    fn until(&self, at: Moment) -> Duration {
        let now = (self.floor.0.world.now)();
        Duration::from_millis(at.0.saturating_sub(now.0))
    }

    async fn clock(&mut self) {
        // The wall clock may have gone back meanwhile; then it is simply early.
        let result = self.by_house(Body::Clock {}).await;
        if let Err(refused) = result
            && refused.code != "clock.early"
        {
            tracing::warn!(table = self.id().0, code = refused.code, "the clock was refused");
            tokio::time::sleep(Duration::from_secs(1)).await;
        }
    }

    /// A command of the house itself, under an id nobody else can use.
    async fn by_house(&mut self, body: Body) -> Result<(), CommandRefused> {
        let version = self.table().version();
        let id = CommandId::try_from(format!("house-{version:08}"));
        let id = id.unwrap_or_else(|never| unreachable!("{never}"));
        let command = Command { id, expected: version, body };
        self.command(Actor::HOUSE, "house", &command, Vec::new()).await.map(|_| ())
    }

    /// decide → append → apply → publish. A command that touches the table's link takes
    /// the link first, and both are decided, written and changed together.
    async fn command(
        &mut self,
        by: Actor,
        name: &str,
        command: &Command,
        proofs: Vec<CardProof>,
    ) -> Result<Answer, CommandRefused> {
        let context = self.floor.context(name, proofs)?;
        let mut held: Option<Held> = None;
        let mut is_new = false;
        let decision = loop {
            let link = match &held {
                Some(held) => Linked::Held(held.link()),
                None => self.reachable(),
            };
            let proposed = if is_new {
                self.desk.propose_new_with(link, by, command, &context)?
            } else {
                self.desk.propose_with(link, by, command, &context)?
            };
            match proposed {
                Proposed::New(decision) => break decision,
                Proposed::Again(version) => {
                    return self.floor.stored(self.id().into(), version).await;
                }
                Proposed::AskStore => match self.accepted(by, command).await? {
                    Some(version) => return self.floor.stored(self.id().into(), version).await,
                    None => is_new = true,
                },
                Proposed::NeedsLink(link) => {
                    let place = self.floor.link_place(link);
                    let place = place.ok_or_else(|| CommandRefused::no_link(link))?;
                    held = Some(place.hold().await);
                }
            }
        };
        self.append(by, command, decision, held).await
    }

    /// The link as it is before anybody takes it: there, or out of reach (P-16).
    fn reachable(&self) -> Linked<'static> {
        let on = self.table().house().posted().link.as_ref();
        match on.and_then(|on| self.floor.link_place(on.link)) {
            Some(_) => Linked::NotHeld,
            None => Linked::Down,
        }
    }

    async fn append(
        &mut self,
        by: Actor,
        command: &Command,
        decision: Decision,
        held: Option<Held>,
    ) -> Result<Answer, CommandRefused> {
        // Whoever only looked at the link lets it go.
        let held = held.filter(|_| decision.link.is_some());
        let version = decision.record.entry.version;
        let mut lines = vec![Line::from(decision.record.clone())];
        lines.extend(decision.link.iter().map(|link| Line::from(link.record.clone())));
        let appended = match self.floor.0.journal.append_all(lines).await {
            // An old id that came back with a newer version: the store remembers it.
            Err(StoreError::Twice { .. }) => {
                let version = self.accepted(by, command).await?;
                let version = version.ok_or_else(CommandRefused::no_record)?;
                return self.floor.stored(self.id().into(), version).await;
            }
            appended => appended?,
        };
        let of_link = self.desk.commit(decision);
        if let (Some(mut held), Some(decision), Some(of_link)) = (held, of_link, appended.get(1)) {
            held.commit(&self.floor, decision, of_link).await;
        }
        let own = appended.first().ok_or_else(CommandRefused::no_record)?;
        let json = Utf8Bytes::from(&*own.json);
        // Nobody may be listening.
        let _ = self.published.send(Arc::new(Published { version, json: json.clone() }));
        self.keep_snapshot(own.hash).await;
        Ok(Answer { version, entry: json })
    }

    /// The version with which the store has this command (L-09).
    async fn accepted(&self, by: Actor, command: &Command) -> Result<Option<u64>, CommandRefused> {
        let outcome = self.floor.0.journal.outcome(self.id().into(), by.account, &command.id);
        let Some(outcome) = outcome.await? else { return Ok(None) };
        table::check(&outcome.body, command)?;
        Ok(Some(outcome.version))
    }

    async fn keep_snapshot(&mut self, hash: store::Hash) {
        let version = self.table().version();
        if version < self.snapshot + SNAPSHOT_EVERY {
            return;
        }
        let Some(snapshot) = self.table().snapshot() else { return };
        self.snapshot = version;
        let Ok(bytes) = serde_json::to_vec(&snapshot) else { return };
        let snapshot = store::Snapshot { version, hash, bytes };
        let saved = self.floor.0.journal.save_snapshot(self.id().into(), snapshot).await;
        if let Err(error) = saved {
            // A snapshot is only a cache.
            tracing::warn!(table = self.id().0, %error, "no snapshot was kept");
        }
    }

    fn summarise(&self, place: &Weak<Place>) {
        if let Some(place) = place.upgrade() {
            let summary: &RwLock<TableSummary> = &place.summary;
            let mut summary = write(summary);
            summary.version = self.table().version();
            summary.taken = self.table().seats_taken();
            summary.open = self.table().phase() != Phase::Closed;
            summary.round = self.table().round();
        }
    }

    pub(super) fn summary(&self) -> TableSummary {
        let (table, house) = (self.table(), self.table().house());
        let posted = house.posted();
        let main = house.rules().wager(rules::Spot::Main);
        TableSummary {
            table: table.id(),
            version: table.version(),
            name: posted.name.clone(),
            game: posted.game.clone(),
            configuration: posted.configuration.clone(),
            decks: posted.decks,
            seats: posted.seats,
            taken: table.seats_taken(),
            limits: main.map_or((0, 0), |wager| match wager.most {
                rules::Most::Amount(most) | rules::Most::MainWager(most) => (wager.least, most),
            }),
            clocks: posted.clocks,
            dealing: posted.dealing,
            staffing: posted.staffing,
            exhibition: posted.exhibition.is_some(),
            private: posted.private,
            link: posted.link.map(|on| on.link),
            open: table.phase() != Phase::Closed,
            round: table.round(),
        }
    }
}
