//! What routes ask of the floor and give to it.

use std::collections::BTreeMap;
use std::sync::Arc;

use ::floor::{NotDone, Order};
use serde::de::DeserializeOwned;
use store::{Journal, Stream};
use table::{
    AccountId, Actor, BetOffers, CardProof, Command, CommandId, Entry, Link, LinkBody, LinkId,
    LinkView, Person, PersonBody, PersonView, Refused, Slip, Table, TableId, View,
};
use tokio::sync::{broadcast, watch};

use super::{Answer, CommandRefused, Floor, GameAbout, Published, TableSummary, load, lock, read};

impl Floor {
    /// The ids of the games.
    pub fn games(&self) -> Vec<String> {
        self.0.world.games.keys().cloned().collect()
    }

    /// What the games are, in the order of their ids.
    pub fn abouts(&self) -> Vec<GameAbout> {
        self.0.abouts.clone()
    }

    /// The version of a table or link.
    pub fn version(&self, stream: impl Into<Stream>) -> Option<u64> {
        match stream.into() {
            Stream::Table(table) => self.place(table).map(|place| read(&place.summary).version),
            Stream::Link(link) => self.link_place(link).map(|place| place.borrow().version()),
            // Nobody follows a person: he is told by the tables he plays at.
            Stream::Person(_) => None,
        }
    }

    /// Whether there is such a table, and this person may see it: another's practice table
    /// is nobody's business but the staff's.
    pub fn is_visible(&self, table: TableId, viewer: Actor) -> bool {
        self.place(table).is_some_and(|place| read(&place.summary).is_visible(viewer))
    }

    /// Whether a table is somebody's practice table.
    pub(super) fn is_own(&self, table: TableId, viewer: Actor) -> bool {
        let owner = self.place(table).and_then(|place| read(&place.summary).private);
        owner == Some(viewer.account)
    }

    /// The tables, in order.
    pub fn tables(&self) -> Vec<TableSummary> {
        let tables = self.tables_by_id();
        tables.values().map(|place| read(&place.summary).clone()).collect()
    }

    /// Gives a command to a table.
    ///
    /// # Errors
    /// If it is refused; nothing has changed then. After `store.failed` the outcome is
    /// unknown and must be asked for.
    pub async fn command(
        &self,
        table: TableId,
        by: Actor,
        name: &str,
        command: Command,
        proofs: Vec<CardProof>,
    ) -> Result<Answer, CommandRefused> {
        self.give(table.into(), by, name, Order::Table(command), proofs).await
    }

    /// Gives a command straight to a link.
    ///
    /// # Errors
    /// As [`Floor::command`].
    pub async fn link_command(
        &self,
        link: LinkId,
        by: Actor,
        name: &str,
        command: Command<LinkBody>,
        proofs: Vec<CardProof>,
    ) -> Result<Answer, CommandRefused> {
        self.give(link.into(), by, name, Order::Link(command), proofs).await
    }

    /// Gives a command straight to a person.
    ///
    /// # Errors
    /// As [`Floor::command`].
    pub async fn person_command(
        &self,
        person: AccountId,
        by: Actor,
        name: &str,
        command: Command<PersonBody>,
    ) -> Result<Answer, CommandRefused> {
        self.give(person.into(), by, name, Order::Person(command), Vec::new()).await
    }

    /// The people whose records were found not to hold.
    pub(crate) fn broken(&self) -> Vec<AccountId> {
        lock(&self.0.floor).broken().collect()
    }

    /// What a person sees of himself.
    ///
    /// # Errors
    /// If his record cannot be read.
    pub async fn person(&self, person: AccountId) -> Result<PersonView, CommandRefused> {
        self.fresh(person).await;
        if self.broken().contains(&person) {
            return Err(NotDone::Broken(person.into()).into());
        }
        let here = lock(&self.0.floor).person(person).map(Person::view);
        if let Some(view) = here.filter(|view| view.version > 0) {
            return Ok(view);
        }
        let person = load::person(&*self.0.journal, person).await.map_err(|error| {
            tracing::error!(%person, %error, "a person cannot be read");
            CommandRefused::no_record()
        })?;
        Ok(person.view())
    }

    /// The table as somebody sees it.
    pub fn view(&self, table: TableId, viewer: Actor) -> Option<View> {
        let floor = lock(&self.0.floor);
        let table = floor.table(table)?;
        let mut view = table.view(viewer);
        view.left_ms = self.0.timers.left_ms(table, (self.0.world.steady)());
        Some(view)
    }

    /// Everybody who has a seat where it matters whether he is there, but these; and whether his
    /// table knows that he is away.
    pub(crate) fn company(&self, but: impl Fn(&str) -> bool) -> Vec<(TableId, AccountId, bool)> {
        let floor = lock(&self.0.floor);
        let at = |table: &Table| {
            let all = table.company().filter(|(_, name, _)| !but(name));
            all.map(|(player, _, is_away)| (table.id(), player, is_away)).collect::<Vec<_>>()
        };
        floor.tables().flat_map(at).collect()
    }

    /// What a table says to stakes that a player thinks of; nothing where there is no table.
    ///
    /// # Errors
    /// If the seat is not the player's, or bets are not taken.
    pub fn bet_offers(
        &self,
        table: TableId,
        player: AccountId,
        seat: u8,
        wanted: &BTreeMap<::rules::Spot, u32>,
    ) -> Option<Result<BetOffers, Refused>> {
        let floor = lock(&self.0.floor);
        floor.table(table).map(|table| table.bet_offers(player, seat, wanted))
    }

    /// The links as somebody sees them, in order.
    pub fn links(&self, viewer: Actor) -> Vec<LinkView> {
        let links = read(&self.0.links).clone();
        let seen = links.values().filter(|place| self.may_see(&place.borrow(), viewer));
        seen.map(|place| place.borrow().view(viewer)).collect()
    }

    /// The links of the house's own tables, in order: those that somebody has for practice concern
    /// nobody else.
    pub(crate) fn own_links(&self) -> Vec<Arc<Link>> {
        let links = read(&self.0.links).clone();
        let all = links.values().map(|place| Arc::clone(&place.borrow()));
        all.filter(|link| !link.sign().practice).collect()
    }

    /// Whether somebody may see a link: that of another's practice table is nobody's business
    /// but the staff's.
    fn may_see(&self, link: &Link, viewer: Actor) -> bool {
        let is_own = || link.tables().any(|(table, _)| self.is_own(table, viewer));
        viewer.role.is_staff() || !link.sign().practice || is_own()
    }

    /// Whether there is such a link, and this person may see it.
    pub fn is_link_visible(&self, link: LinkId, viewer: Actor) -> bool {
        self.link_place(link).is_some_and(|place| self.may_see(&place.borrow(), viewer))
    }

    /// A link as somebody sees it.
    pub fn link_view(&self, link: LinkId, viewer: Actor) -> Option<LinkView> {
        let place = self.link_place(link)?;
        let link = Arc::clone(&place.borrow());
        self.may_see(&link, viewer).then(|| link.view(viewer))
    }

    /// A link from now on, as often as it changes.
    pub fn watch_link(&self, link: LinkId) -> Option<watch::Receiver<Arc<Link>>> {
        self.link_place(link).map(|place| place.state.subscribe())
    }

    /// A slip of a link.
    pub fn slip(&self, link: LinkId, slip: u64) -> Option<Slip> {
        self.link_place(link)?.borrow().slip(slip).cloned()
    }

    /// The version with which a command was accepted by a table or link, if it was (L-10).
    ///
    /// # Errors
    /// If the store cannot be read.
    pub async fn outcome(
        &self,
        stream: impl Into<Stream>,
        account: AccountId,
        id: &CommandId,
    ) -> Result<Option<u64>, CommandRefused> {
        let outcome = self.0.journal.outcome(stream.into(), account, id).await?;
        Ok(outcome.map(|outcome| outcome.version))
    }

    /// The entries of a table or link after a version, as stored, for whoever must catch up.
    ///
    /// # Errors
    /// If the store cannot be read.
    pub async fn entries(
        &self,
        stream: impl Into<Stream>,
        after: u64,
        limit: u32,
    ) -> Result<Vec<Arc<Published>>, CommandRefused> {
        let stored = self.0.journal.entries(stream.into(), after, limit).await?;
        let published = |stored: store::Stored| {
            Arc::new(Published { version: stored.version, json: stored.json.into() })
        };
        Ok(stored.into_iter().map(published).collect())
    }

    /// The same, read.
    ///
    /// # Errors
    /// If the store cannot be read, or an entry in it.
    pub(super) async fn read_entries<E: DeserializeOwned>(
        &self,
        stream: impl Into<Stream>,
        after: u64,
        limit: u64,
    ) -> Result<Vec<Entry<E>>, CommandRefused> {
        let stream = stream.into();
        let limit = u32::try_from(limit).unwrap_or(u32::MAX);
        let stored = self.0.journal.entries(stream, after, limit).await?;
        let entries = stored.iter().map(|stored| load::read(stream, stored));
        entries.collect::<Result<_, _>>().map_err(|error| {
            tracing::error!(%error, "an entry cannot be read");
            CommandRefused::no_record()
        })
    }

    /// What everybody may follow of a table or link after a version: the entries of a table,
    /// the news of a link.
    ///
    /// # Errors
    /// If the store cannot be read.
    pub async fn told(
        &self,
        stream: Stream,
        after: u64,
        limit: u32,
    ) -> Result<Vec<Arc<Published>>, CommandRefused> {
        let entries = self.entries(stream, after, limit).await?;
        let news = |it: Arc<Published>| Published::news(it.version, &it.json).map(Arc::new);
        match stream {
            Stream::Table(_) | Stream::Person(_) => Ok(entries),
            Stream::Link(_) => {
                let news: Result<_, _> = entries.into_iter().map(news).collect();
                news.map_err(|error| {
                    tracing::error!(%stream, %error, "an entry cannot be read");
                    CommandRefused::no_record()
                })
            }
        }
    }

    /// What everybody may follow of a table or link from now on.
    pub fn subscribe(
        &self,
        stream: impl Into<Stream>,
    ) -> Option<broadcast::Receiver<Arc<Published>>> {
        match stream.into() {
            Stream::Table(table) => self.place(table).map(|place| place.published.subscribe()),
            Stream::Link(link) => self.link_place(link).map(|place| place.news.subscribe()),
            Stream::Person(_) => None,
        }
    }

    /// Whether nothing is decided any more, because the journal has stopped.
    pub fn has_stopped(&self) -> bool {
        lock(&self.0.floor).is_stopped()
    }

    /// The journal, for whoever checks it.
    pub(crate) fn journal(&self) -> Arc<dyn Journal> {
        Arc::clone(&self.0.journal)
    }

    /// The ends of all chains.
    ///
    /// # Errors
    /// If the store cannot be read.
    pub(crate) async fn heads(&self) -> Result<Vec<(Stream, store::Head)>, CommandRefused> {
        Ok(self.0.journal.streams().await?)
    }

    /// The end of a chain; that of none for what is not there.
    ///
    /// # Errors
    /// If the store cannot be read.
    pub(crate) async fn head(&self, stream: Stream) -> Result<store::Head, CommandRefused> {
        let found = self.heads().await?.into_iter().find(|(of, _)| *of == stream);
        Ok(found.map_or(store::Head::NONE, |(_, head)| head))
    }

    /// Reads the record for a report.
    ///
    /// # Errors
    /// If it cannot be read, or does not tie to the ledger (O-02).
    pub(crate) async fn record(
        &self,
        people: &dyn store::People,
        asked: crate::reports::Asked,
    ) -> Result<crate::reports::Record, crate::reports::ReadFailed> {
        crate::reports::Record::read(&*self.0.journal, people, asked).await
    }

    /// The trays that hold less than nothing, in cents: chips were paid that no fill brought.
    pub(crate) fn trays_below_zero(&self) -> Vec<(TableId, i64)> {
        let floor = lock(&self.0.floor);
        let trays = floor.tables().filter(|table| table.house().posted().private.is_none());
        let trays = trays.map(|table| (table.id(), table.tray().cents()));
        trays.filter(|(_, cents)| *cents < 0).collect()
    }

    /// What the journal has written since the start.
    pub fn written(&self) -> store::CountersNow {
        self.0.journal.counters()
    }
}
