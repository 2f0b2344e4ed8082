//! The task of one table: the only writer of its record.

use std::sync::{Arc, RwLock, Weak};
use std::time::Duration;

use axum::extract::ws::Utf8Bytes;
use store::StoreError;
use table::{
    Actor, Body, Command, CommandId, Context, Desk, Moment, Phase, Proposed, Table, TableId, View,
};
use tokio::sync::{broadcast, mpsc, oneshot};

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

    fn table(&self) -> &Table {
        self.desk.table()
    }

    /// The house opens the table.
    pub(super) async fn open(&mut self) -> Result<(), CommandRefused> {
        self.house(Body::Open {}).await
    }

    /// Answers until nobody can ask any more.
    pub(super) async fn run(mut self, mut waiting: mpsc::Receiver<Message>, place: Weak<Place>) {
        if self.table().has_lost_shoe()
            && let Err(refused) = self.house(Body::ReplaceShoe {}).await
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
                Some(Message::Command { by, name, command, reply }) => {
                    let answer = self.command(by, &name, &command).await;
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
        let result = self.house(Body::Clock {}).await;
        if let Err(refused) = result
            && refused.code != "clock.early"
        {
            tracing::warn!(table = self.id().0, code = refused.code, "the clock was refused");
            tokio::time::sleep(Duration::from_secs(1)).await;
        }
    }

    /// A command of the house itself, under an id nobody else can use.
    async fn house(&mut self, body: Body) -> Result<(), CommandRefused> {
        let version = self.table().version();
        let id = CommandId::try_from(format!("house-{version:08}"));
        let id = id.unwrap_or_else(|never| unreachable!("{never}"));
        let command = Command { id, expected: version, body };
        self.command(Actor::HOUSE, "house", &command).await.map(|_| ())
    }

    /// decide → append → apply → publish.
    async fn command(
        &mut self,
        by: Actor,
        name: &str,
        command: &Command,
    ) -> Result<Answer, CommandRefused> {
        let context = self.context(name)?;
        let proposed = match self.desk.propose(by, command, &context)? {
            Proposed::AskStore => self.ask_store(by, command, &context).await?,
            proposed => proposed,
        };
        let decision = match proposed {
            Proposed::Again(version) => return self.answer_again(version).await,
            Proposed::New(decision) => decision,
            Proposed::AskStore => unreachable!("the store was asked"),
        };
        let version = decision.record.entry.version;
        let appended = match self.floor.0.journal.append(decision.record.clone()).await {
            // An old id that came back with a newer version: the store remembers it.
            Err(StoreError::Twice { .. }) => return self.answer_stored(by, command).await,
            appended => appended?,
        };
        self.desk.commit(decision);
        let json = Utf8Bytes::from(&*appended.json);
        // Nobody may be listening.
        let _ = self.published.send(Arc::new(Published { version, json: json.clone() }));
        self.keep_snapshot(appended.hash).await;
        Ok(Answer { version, entry: json })
    }

    /// Asks the store about a command older than the desk's memory.
    async fn ask_store(
        &mut self,
        by: Actor,
        command: &Command,
        context: &Context,
    ) -> Result<Proposed, CommandRefused> {
        let outcome = self.floor.0.journal.outcome(self.id(), by.account, &command.id).await?;
        match outcome {
            Some(outcome) => {
                table::check(&outcome.body, command)?;
                Ok(Proposed::Again(outcome.version))
            }
            None => Ok(self.desk.propose_new(by, command, context)?),
        }
    }

    /// The answer to a command of which the store knows that it was accepted.
    async fn answer_stored(&self, by: Actor, command: &Command) -> Result<Answer, CommandRefused> {
        let outcome = self.floor.0.journal.outcome(self.id(), by.account, &command.id).await?;
        let outcome = outcome.ok_or_else(CommandRefused::no_record)?;
        table::check(&outcome.body, command)?;
        self.answer_again(outcome.version).await
    }

    /// The same answer as before (L-09).
    async fn answer_again(&self, version: u64) -> Result<Answer, CommandRefused> {
        let stored = self.floor.0.journal.entries(self.id(), version - 1, 1).await?;
        let entry = stored.into_iter().next().map(|stored| Utf8Bytes::from(stored.json));
        let entry = entry.ok_or_else(CommandRefused::no_record)?;
        Ok(Answer { version, entry })
    }

    fn context(&self, name: &str) -> Result<Context, CommandRefused> {
        let world = &self.floor.0.world;
        let at = (world.now)();
        let entropy = (world.entropy)().ok_or_else(|| {
            CommandRefused::unavailable("entropy.none", "there is no randomness to shuffle with")
        })?;
        Ok(Context { at, day: (world.day)(at), name: name.to_owned(), entropy })
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
        let saved = self.floor.0.journal.save_snapshot(self.id(), snapshot).await;
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
            dealing: posted.dealing,
            staffing: posted.staffing,
            exhibition: posted.exhibition.is_some(),
            private: posted.private,
            open: table.phase() != Phase::Closed,
            round: table.round(),
        }
    }
}
