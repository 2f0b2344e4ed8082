//! The tables of a file of postings: those that are missing are opened.

use std::collections::BTreeMap;

use table::{Actor, Posted, TableId};

use super::sign::{OpenTable, SignRefused};
use super::verdict::PostingFault;
use super::{CommandRefused, Floor};

/// What became of the postings of a file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FilePosted {
    /// The tables that were opened.
    pub opened: Vec<TableId>,
    /// Tables that are there by their names and posted otherwise; they are as they were.
    pub differing: Vec<Differing>,
}

/// A table that is posted otherwise than a file has it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Differing {
    /// The table.
    pub table: TableId,
    /// Its name.
    pub name: String,
    /// What is otherwise, in words.
    pub what: Vec<&'static str>,
}

impl Floor {
    /// Opens the tables of a file that are not there by their names. What is wrong with one of
    /// them is found before any of them is opened.
    ///
    /// # Errors
    /// If one of them cannot be opened, or cannot be stored.
    pub async fn post_file(&self, postings: &[OpenTable]) -> Result<FilePosted, CommandRefused> {
        let here = self.tables().into_iter().filter(|table| table.private.is_none());
        let here: BTreeMap<String, TableId> =
            here.rev().map(|table| (table.name, table.table)).collect();
        let place = |open: &OpenTable| here.get(open.name.as_deref().unwrap_or_default()).copied();
        let missing: Vec<&OpenTable> = postings.iter().filter(|it| place(it).is_none()).collect();
        for open in &missing {
            let mut judged = self.judge(open).await?;
            let objections = self.objections(Actor::HOUSE, open, judged.fit.as_ref(), None);
            judged.faults.extend(objections);
            judged.fit(&open.game)?;
        }
        let mut posted = FilePosted::default();
        for open in missing {
            posted.opened.push(self.open_table(Actor::HOUSE, open).await?);
        }
        for open in postings {
            let Some(table) = place(open) else { continue };
            let what = self.differs(open, table).await?;
            if !what.is_empty() {
                let name = open.name.clone().unwrap_or_default();
                posted.differing.push(Differing { table, name, what });
            }
        }
        Ok(posted)
    }

    /// What a posting has otherwise than a table that is there.
    async fn differs(
        &self,
        open: &OpenTable,
        table: TableId,
    ) -> Result<Vec<&'static str>, CommandRefused> {
        let Some(view) = self.view(table, Actor::HOUSE) else { return Ok(Vec::new()) };
        let now = view.posted;
        let fit = self.judge(open).await?.fit(&open.game)?;
        let on = fit.game.spots().find(|spot| spot.is_progressive());
        // A link of one's own comes with the posting; another one is another posting.
        let link = on.and(open.link.or(now.link.map(|on| on.link)));
        if on.is_some() && link.is_none() {
            return Ok(vec!["wagers"]);
        }
        let name = open.name.as_deref().unwrap_or_default();
        let house = open.house(Actor::HOUSE.account, name, &fit, link);
        let fault = |fault| SignRefused::Faults {
            game: open.game.clone(),
            faults: vec![PostingFault::of_sign(&fault)],
        };
        Ok(differences(&now, house.map_err(fault)?.posted()))
    }
}

/// What is otherwise on two signs.
fn differences(now: &Posted, wanted: &Posted) -> Vec<&'static str> {
    let cards = |sign: &Posted| sign.exhibition.as_ref().map(|given| given.cards().to_vec());
    let is_otherwise = [
        ("game", now.game != wanted.game),
        ("configuration", now.configuration != wanted.configuration),
        ("decks", now.decks != wanted.decks),
        ("pay tables", now.paytables != wanted.paytables),
        ("wagers", now.spots != wanted.spots),
        ("limits and settings", now.profile != wanted.profile),
        ("kind", (now.dealing, now.staffing) != (wanted.dealing, wanted.staffing)),
        ("clocks", now.clocks != wanted.clocks),
        ("seats of a player", now.seats_each != wanted.seats_each),
        ("card", now.card_from != wanted.card_from),
        ("two cards", now.two_cards_from != wanted.two_cards_from),
        ("sensors that stay", now.sensors_stay != wanted.sensors_stay),
        ("link", now.link != wanted.link),
        // Their fingerprints are salted anew with every posting.
        ("given cards", cards(now) != cards(wanted)),
    ];
    let mut what: Vec<&str> =
        is_otherwise.into_iter().filter(|(_, differs)| *differs).map(|(what, _)| what).collect();
    // The profile follows from all the others; alone it is a matter of settings.
    if what.iter().any(|it| ["game", "configuration", "decks", "pay tables", "wagers"].contains(it))
    {
        what.retain(|it| *it != "limits and settings");
    }
    what
}
