//! Posting a running table anew (A49): the same kind of table under another sign.

use std::sync::Arc;

use ::floor::Order;
use serde::{Deserialize, Serialize};
use table::{
    Actor, Body, Command, CommandId, Entry, Event, JackpotPosted, LinkId, LinkPosted, Posted,
    Refused, TableId, Time,
};

use super::sign::{OpenTable, SignRefused, Source};
use super::{Answer, CommandRefused, Floor};

/// A sign that is to be put up at a table that is there.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct PostAnew {
    /// The client-made id; the same id is never done twice.
    pub id: CommandId,
    /// The version of the table its sender had seen.
    pub expected: u64,
    /// Not before this time; as soon as there is no round without it.
    #[serde(default)]
    pub from: Option<Time>,
    /// The posting. A table stays of its kind; without a link named it keeps its own where that
    /// is for the same jackpots.
    pub posting: OpenTable,
}

/// How a table is posted.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, utoipa::ToSchema)]
pub struct Posting {
    /// The table's version.
    pub version: u64,
    /// The posting, as it would be asked for again.
    pub posting: OpenTable,
    /// The hash of the rule profile.
    pub profile: String,
    /// Since when.
    pub since: Time,
    /// From when another one holds, if one is announced.
    pub next_from: Option<Time>,
}

impl Floor {
    /// How a table is posted; nothing where there is no such table.
    ///
    /// # Errors
    /// If the store cannot be read.
    pub async fn posting(&self, table: TableId) -> Result<Option<Posting>, CommandRefused> {
        let Some(view) = self.view(table, Actor::HOUSE) else { return Ok(None) };
        let source = self.0.journal.profile(&Source::key(&view.posted)).await?;
        let Some(source) = source else { return Ok(None) };
        let posting = OpenTable::posted_so(&view.posted, &Source::read(&source)?);
        Ok(Some(Posting {
            version: view.version,
            posting,
            profile: view.posted.profile,
            since: view.posted_at,
            next_from: view.next.map(|next| next.from),
        }))
    }

    /// Announces a sign at a table, which is put up between rounds.
    ///
    /// # Errors
    /// If the game does not offer it, it is another kind of table, or it cannot be stored.
    pub async fn post_anew(
        &self,
        table: TableId,
        by: Actor,
        name: &str,
        anew: PostAnew,
    ) -> Result<Answer, CommandRefused> {
        let (floor, name) = (self.clone(), name.to_owned());
        // In a task of its own: whoever asked may go away while a link is put up for it.
        let posting = tokio::spawn(async move { floor.announce(table, by, &name, anew).await });
        posting.await.unwrap_or_else(|_| Err(CommandRefused::no_record()))
    }

    async fn announce(
        &self,
        table: TableId,
        by: Actor,
        name: &str,
        anew: PostAnew,
    ) -> Result<Answer, CommandRefused> {
        let PostAnew { id, expected, from, mut posting } = anew;
        let mut judged = self.judge(&posting).await?;
        let _alone = self.0.setting_up.lock().await;
        let unknown = ::floor::NotDone::Unknown(table.into());
        let view = self.view(table, Actor::HOUSE).ok_or(unknown)?;
        let before = view.posted;
        let announced = self.announced_by(table, by, &id).await?;
        // A practice table stays its player's, whoever posts it.
        let owner = before.private.map_or(by, |owner| Actor { account: owner, ..by });
        judged.faults.extend(self.objections(owner, &posting, judged.fit.as_ref(), Some(table)));
        let fit = judged.fit(&posting.game)?;
        let sign = LinkPosted::of(&fit.game.name, &fit.game, &fit.profile, posting.staffing());
        let kept = || sign.as_ref().and_then(|sign| self.kept_link(&before, sign));
        // A copy of a posting that is in the record is for the same link (L-09).
        let own = || announced.as_ref().map_or_else(kept, |sign| sign.link.map(|on| on.link));
        posting.link = posting.link.or_else(own);
        let link = sign.map(|sign| self.link_for(&posting, owner, sign)).transpose()?;
        let on = link.as_ref().map(|(id, _)| *id);
        let name_of_table = self.name_of(owner, &posting, &fit.game, Some(table));
        let house = posting.house(owner.account, &name_of_table, &fit, on);
        let house = house.map_err(SignRefused::from)?;
        if announced.is_none() {
            // Asked before anything is put up for it.
            if view.next.is_some() {
                return Err(Refused::Announced.into());
            }
            if !house.posted().follows(&before) {
                return Err(Refused::OtherKind.into());
            }
        }
        self.keep_source(&fit.source, house.posted()).await?;
        if let Some((id, Some(sign))) = link {
            self.open_link(id, sign).await?;
        }
        let body = Body::Post { sign: Box::new(house.posted().clone()), from };
        let order = Order::Table(Command { id, expected, body });
        let mut context = self.context(name, Vec::new())?;
        context.house = Some(Arc::new(house));
        self.ask(table.into(), by, order, context).await
    }

    /// The sign that a command has announced at a table, if it is in the record.
    async fn announced_by(
        &self,
        table: TableId,
        by: Actor,
        id: &CommandId,
    ) -> Result<Option<Posted>, CommandRefused> {
        let Some(version) = self.outcome(table, by.account, id).await? else { return Ok(None) };
        let entries: Vec<Entry> = self.read_entries(table, version - 1, 1).await?;
        let events = entries.into_iter().flat_map(|entry| entry.events);
        let sign = |event| match event {
            Event::PostingAnnounced { sign, .. } => Some(*sign),
            _ => None,
        };
        Ok(events.filter_map(sign).next())
    }

    /// The link that a table plays for, if its new sign is for the same jackpots.
    fn kept_link(&self, before: &Posted, sign: &LinkPosted) -> Option<LinkId> {
        let place = self.link_place(before.link?.link)?;
        let link = place.borrow();
        let own = &link.sign().jackpots;
        // Seed and rates are the office's to change.
        let as_posted = |(own, new): (&JackpotPosted, &JackpotPosted)| {
            JackpotPosted { parameters: own.parameters, ..new.clone() } == *own
        };
        let is_same = own.len() == sign.jackpots.len()
            && own.iter().zip(&sign.jackpots).all(as_posted)
            && link.sign().staffing == sign.staffing;
        is_same.then(|| link.id())
    }

    /// Keeps what a sign was made from, so that its rounds can be read for ever.
    pub(super) async fn keep_source(
        &self,
        source: &Source,
        sign: &Posted,
    ) -> Result<(), CommandRefused> {
        Ok(self.0.journal.save_profile(&Source::key(sign), &source.write()?).await?)
    }
}
