//! Setting up tables and the links they play for.

use std::sync::Arc;
use std::time::Duration;

use ::floor::{Desk, Machine};
use table::{
    Actor, Body, Command, CommandId, House, Link, LinkBody, LinkId, LinkPosted, Table, TableId,
};

use super::load::{self, LoadFailed};
use super::sign::{OpenTable, SignRefused};
use super::{CommandRefused, Floor, LinkPlace, read};
use crate::code::Code;

/// How often another number is tried where several processes open tables at the same time, and
/// how long the other's table is waited for.
const NUMBERS: u32 = 5;
const TAKEN: Duration = Duration::from_millis(300);
/// How often table and link are read again where others play at them meanwhile.
const COMPARED: u32 = 20;

impl Floor {
    /// The shared tables of a game as it comes: one, or one for each set of wagers of those
    /// that exclude each other (A45).
    pub(crate) fn postings(&self, game: &str) -> Vec<OpenTable> {
        let text = self.0.world.games.get(game);
        let file = text.and_then(|text| rules::GameFile::read(text).game(None, &[]).ok());
        let Some(file) = file else { return vec![OpenTable::of(game)] };
        let postings = file.postings().into_iter().map(|(set, wagers)| match set {
            None => OpenTable::of(game),
            Some(set) => OpenTable {
                name: Some(format!("{}, {set}", file.name)),
                wagers: Some(wagers),
                ..OpenTable::of(game)
            },
        });
        postings.collect()
    }

    /// Sets up a table and opens it. Where the game has a progressive the table plays for
    /// a link: the one that is named, the one that tables of its kind share, or a new one.
    ///
    /// # Errors
    /// If the game does not offer it, the link does not take it, or it cannot be stored.
    pub async fn open_table(&self, by: Actor, open: &OpenTable) -> Result<TableId, CommandRefused> {
        let (floor, open) = (self.clone(), open.clone());
        // In a task of its own: whoever asked may go away, and half a table is none.
        let opening = tokio::spawn(async move {
            for _ in 0..NUMBERS {
                match floor.set_up(by, &open).await {
                    // Another process has opened one under the same number: it is read first.
                    Err(refused) if refused.code == Code::TableTaken && floor.is_shared() => {
                        tokio::time::sleep(TAKEN).await;
                    }
                    opened => return opened,
                }
            }
            floor.set_up(by, &open).await
        });
        opening.await.unwrap_or_else(|_| Err(CommandRefused::no_record()))
    }

    async fn set_up(&self, by: Actor, open: &OpenTable) -> Result<TableId, CommandRefused> {
        let mut judged = self.judge(open).await?;
        let _alone = self.0.setting_up.lock().await;
        judged.faults.extend(self.objections(by, open, judged.fit.as_ref(), None));
        let fit = judged.fit(&open.game)?;
        let sign = LinkPosted::of(&fit.game.name, &fit.game, &fit.profile, open.staffing());
        let link = sign.map(|sign| self.link_for(open, by, sign)).transpose()?;
        let on = link.as_ref().map(|(id, _)| *id);
        let name = self.name_of(by, open, &fit.game, None);
        let house = open.house(by.account, &name, &fit, on).map_err(SignRefused::from)?;
        self.keep_source(&fit.source, house.posted()).await?;
        if let Some((id, Some(sign))) = link {
            self.open_link(id, sign).await?;
        }
        let id = self.next_table();
        self.check_join(id, &house)?;
        let house = Arc::new(house);
        self.admit(Desk::new(Table::new(id, Arc::clone(&house))));
        let open = house_command(0, Body::Open {});
        if let Err(refused) = self.command(id, Actor::HOUSE, "house", open, Vec::new()).await {
            self.dismiss(id.into());
            return Err(refused);
        }
        self.join(id, &house).await?;
        Ok(id)
    }

    /// The number of the next table.
    pub(super) fn next_table(&self) -> TableId {
        let last = self.tables_by_id().keys().next_back().copied();
        TableId(last.map_or(1, |last| last.0 + 1))
    }

    /// The link a new table is to play for, with its sign if it is still to be put up.
    pub(super) fn link_for(
        &self,
        open: &OpenTable,
        by: Actor,
        mut sign: LinkPosted,
    ) -> Result<(LinkId, Option<LinkPosted>), CommandRefused> {
        if let Some(named) = open.link {
            let place = self.link_place(named).ok_or_else(|| CommandRefused::no_link(named))?;
            return Ok((place.borrow().id(), None));
        }
        sign.exhibition = open.exhibition.is_some();
        sign.practice = open.is_practice();
        if open.has_own_link() {
            sign.name = format!("{}, account {}", sign.name, by.account);
        } else if let Some(same) = self.same_link(&sign) {
            return Ok((same, None));
        }
        let last = read(&self.0.links).keys().next_back().copied();
        Ok((LinkId(last.map_or(1, |last| last.0 + 1)), Some(sign)))
    }

    /// The link that tables with such a sign share. Its parameters may have been changed
    /// since it was put up.
    fn same_link(&self, sign: &LinkPosted) -> Option<LinkId> {
        let links = read(&self.0.links);
        let same = |place: &&Arc<LinkPlace>| *place.borrow().sign() == *sign;
        links.values().find(same).map(|place| place.borrow().id())
    }

    /// Puts up a new link with the presets of its game file, which follow sheet 003's
    /// advice: no card is needed.
    pub(super) async fn open_link(
        &self,
        id: LinkId,
        sign: LinkPosted,
    ) -> Result<(), CommandRefused> {
        self.admit(Desk::new(Link::new(id, Arc::new(sign))));
        let opened = self.house_of_link(id, LinkBody::OpenLink {}).await;
        if opened.is_err() {
            self.dismiss(id.into());
        }
        opened
    }

    /// Whether a table's link will take it, asked before anything of the table is written.
    pub(super) fn check_join(&self, table: TableId, house: &House) -> Result<(), CommandRefused> {
        let (Some(terms), Some(on)) = (house.terms(), house.posted().link) else { return Ok(()) };
        let place = self.link_place(on.link).ok_or_else(|| CommandRefused::no_link(on.link))?;
        let link = Arc::clone(&place.borrow());
        let join = LinkBody::Join { table, terms: Box::new(terms) };
        let command = house_command(link.version(), join);
        link.decide(Actor::HOUSE, &command, &self.context("house", Vec::new())?)?;
        Ok(())
    }

    /// A table joins its link, unless it has.
    async fn join(&self, table: TableId, house: &House) -> Result<(), CommandRefused> {
        let (Some(terms), Some(on)) = (house.terms(), house.posted().link) else { return Ok(()) };
        let place = self.link_place(on.link).ok_or_else(|| CommandRefused::no_link(on.link))?;
        if place.borrow().tables().any(|(joined, _)| joined == table) {
            return Ok(());
        }
        self.house_of_link(on.link, LinkBody::Join { table, terms: Box::new(terms) }).await
    }

    /// Checks a table that was read from the journal against its link, and lets it join
    /// if the server was stopped in between (P-17).
    pub(super) async fn pair(&self, desk: &Desk) -> Result<(), LoadFailed> {
        let Machine::Table(table) = desk.machine() else { return Ok(()) };
        let Some(on) = table.house().posted().link else { return Ok(()) };
        let missing = || LoadFailed::NoLink { table: table.id(), link: on.link };
        let place = self.link_place(on.link).ok_or_else(missing)?;
        let agreed = load::agree(table, &place.borrow());
        match agreed {
            // Others may have played between the reading of the one and of the other.
            Err(_) if self.is_shared() => self.agree_at_last(table.id(), on.link).await?,
            agreed => agreed?,
        }
        if let Err(refused) = self.join(table.id(), table.house()).await {
            // Its sensors are refused then, and the rest of the game goes on (P-16).
            tracing::error!(table = table.id().0, code = %refused.code, "not on its link");
        }
        Ok(())
    }

    /// Reads a table and its link until they agree.
    async fn agree_at_last(&self, id: TableId, link: LinkId) -> Result<(), LoadFailed> {
        let journal = &*self.0.journal;
        for _ in 0..COMPARED {
            let (desk, link) =
                (load::table(journal, id).await?, load::folded(journal, link).await?);
            let Machine::Table(table) = desk.machine() else { break };
            if load::agree(table, &link).is_ok() {
                return Ok(());
            }
        }
        Err(LoadFailed::Clearing { table: id, link })
    }

    /// A command of the house to a link, under an id nobody else can use.
    async fn house_of_link(&self, link: LinkId, body: LinkBody) -> Result<(), CommandRefused> {
        let place = self.link_place(link).ok_or_else(|| CommandRefused::no_link(link))?;
        let command = house_command(place.borrow().version(), body);
        self.link_command(link, Actor::HOUSE, "house", command, Vec::new()).await.map(|_| ())
    }
}

/// A command of the house at this version.
fn house_command<B>(version: u64, body: B) -> Command<B> {
    let id = CommandId::try_from(format!("house-{version:08}"));
    let id = id.unwrap_or_else(|never| unreachable!("{never}"));
    Command { id, expected: version, body }
}
