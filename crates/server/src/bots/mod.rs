//! Bots: players of the house that keep a visitor company.
//!
//! A bot is an account without a password whose name ends in “(bot)”, which no person's
//! name can. It acts through ordinary commands, so that a table knows nothing of bots.
//! What a bot does follows from the table's view alone; after a restart it goes on.

mod driver;

use std::collections::BTreeSet;
use std::sync::{Mutex, PoisonError};

use axum::http::StatusCode;
use store::{AccountKind, NewAccount, StoreError};
use table::{
    AccountId, Actor, Body, Command, CommandId, Dealing, PersonBody, PlayerView, Role, Staffing,
    TableId, View,
};

use crate::app::App;
use crate::code::Code;
use crate::error::ApiError;

/// What the name of every bot ends in, and no person's: parentheses are not allowed.
const MARK: &str = " (bot)";
/// The bots, one for each seat of a table; the same ones serve every table.
const NAMES: [&str; 7] = ["Marlin", "Pelican", "Conch", "Osprey", "Grouper", "Iguana", "Flamingo"];
/// The chips a bot buys, in cents, within what the table sells.
const CHIPS: u32 = 50_000;

/// The bots of a server.
#[derive(Default)]
pub(crate) struct Bots {
    /// The tables that are being played at.
    driven: Mutex<BTreeSet<TableId>>,
}

impl Bots {
    fn driven(&self) -> std::sync::MutexGuard<'_, BTreeSet<TableId>> {
        self.driven.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Whether a player is a bot.
fn is_bot(player: &PlayerView) -> bool {
    is_named_bot(&player.name)
}

/// Whether this is the name of a bot.
pub(crate) fn is_named_bot(name: &str) -> bool {
    name.ends_with(MARK)
}

/// The bots at a table, with their seats.
fn bots_at(view: &View) -> impl Iterator<Item = (u8, &PlayerView)> {
    let seated = view.seats.iter().filter_map(|seat| Some((seat.seat, seat.player.as_ref()?)));
    seated.filter(|(_, player)| is_bot(player))
}

/// Goes on at every table where bots sit.
pub(crate) async fn resume(app: &App) {
    for summary in app.floor.tables().into_iter().filter(|summary| summary.taken > 0) {
        if let Some(view) = app.floor.view(summary.table, Actor::HOUSE)
            && bots_at(&view).next().is_some()
        {
            drive(app, summary.table);
        }
    }
}

/// Seats bots; at least one seat stays free for people.
///
/// # Errors
/// If the table is not one for bots, or the asker has no seat at it.
pub(crate) async fn seat(
    app: &App,
    table: TableId,
    asker: AccountId,
    wanted: u8,
) -> Result<u8, ApiError> {
    let refused = |code, message| Err(ApiError::new(StatusCode::CONFLICT, code, message));
    let no_table = || ApiError::new(StatusCode::NOT_FOUND, Code::TableUnknown, "no such table");
    let view = app.floor.view(table, Actor::HOUSE).ok_or_else(no_table)?;
    let posted = &view.posted;
    if posted.staffing != Staffing::Unattended || posted.dealing != Dealing::Automatic {
        return refused(Code::BotsTable, "bots play at tables without staff only");
    }
    let seated =
        |seat: &table::SeatView| seat.player.as_ref().is_some_and(|it| it.account == asker);
    if !view.seats.iter().any(seated) {
        return refused(
            table::Code::SeatNone.into(),
            "sit down first, then ask bots to your table",
        );
    }
    let free: Vec<u8> =
        view.seats.iter().filter(|seat| seat.player.is_none()).map(|seat| seat.seat).collect();
    let sitting: Vec<&str> = bots_at(&view).map(|(_, player)| player.name.as_str()).collect();
    let names = NAMES.iter().map(|name| format!("{name}{MARK}"));
    let idle = names.filter(|name| !sitting.contains(&name.as_str()));
    let most = usize::from(wanted).min(free.len().saturating_sub(1));
    let mut count = 0;
    for (name, seat) in idle.zip(free).take(most) {
        let account = account(app, &name).await?;
        let buy_in = CHIPS.clamp(posted.buy_in.0, posted.buy_in.1);
        // The house brings them, so that they may sit at a practice table too.
        let by = Actor { account, role: Role::House };
        fund(app, by, &name, buy_in, new_id()?).await?;
        give(app, table, by, &name, Body::Sit { seat, buy_in }, new_id()?).await?;
        count += 1;
    }
    drive(app, table);
    Ok(count)
}

/// The account of a bot, opened when it is first needed.
async fn account(app: &App, name: &str) -> Result<AccountId, ApiError> {
    let found = app.people.account_by_name(name).await.map_err(|error| ApiError::inside(&error))?;
    if let Some(account) = found {
        return Ok(account.id);
    }
    let new = NewAccount {
        name: name.to_owned(),
        kind: AccountKind::Guest,
        roles: vec![Role::Player],
        password: None,
        created: app.clock.now(),
    };
    match app.people.create_account(new).await {
        // Somebody else asked for the same bot at the same time.
        Err(StoreError::NameTaken(_)) => Box::pin(account(app, name)).await,
        created => created.map_err(|error| ApiError::inside(&error)),
    }
}

/// Gives a bot's command.
async fn give(
    app: &App,
    table: TableId,
    by: Actor,
    name: &str,
    body: Body,
    id: CommandId,
) -> Result<(), ApiError> {
    let expected = app.floor.version(table).unwrap_or_default();
    let command = Command { id, expected, body };
    app.floor.command(table, by, name, command, Vec::new()).await?;
    Ok(())
}

/// The house sees to it that a bot can buy chips: one bot may sit at many tables.
async fn fund(
    app: &App,
    bot: Actor,
    name: &str,
    cents: u32,
    id: CommandId,
) -> Result<(), ApiError> {
    let person = app.floor.person(bot.account).await?;
    if person.wallet < cents.into() {
        let by = Actor { role: Role::House, ..bot };
        let body = PersonBody::Grant { cents };
        let command = Command { id, expected: 0, body };
        app.floor.person_command(bot.account, by, name, command).await?;
    }
    Ok(())
}

fn new_id() -> Result<CommandId, ApiError> {
    let token = crate::token::Token::new().map_err(|error| ApiError::inside(&error))?;
    let id = CommandId::try_from(token.reveal().chars().take(40).collect::<String>());
    id.map_err(|error| ApiError::inside(&error))
}

/// The id of what a bot does next at a table of this version: the same at every process that
/// plays for it, so that it is done once.
fn id_at(table: TableId, version: u64, next: usize) -> Option<CommandId> {
    CommandId::try_from(format!("bot-{}-{version:08}-{next}", table.0)).ok()
}

/// Starts to play for the bots of a table, unless that is done already.
fn drive(app: &App, table: TableId) {
    if !app.bots.driven().insert(table) {
        return;
    }
    let app = app.clone();
    tokio::spawn(async move {
        driver::run(&app, table).await;
        app.bots.driven().remove(&table);
    });
}
