//! Housekeeping: what has to be done from time to time, whoever asks for what.

use std::collections::BTreeSet;
use std::time::Duration;

use table::{AccountId, Actor, Body, Command, CommandId, Staffing, TableId};
use tokio::time::{MissedTickBehavior, interval};

use crate::app::App;
use crate::clock::Jumps;
use crate::floor::TableSummary;
use crate::{bots, metrics, presence};

/// How soon the server notices what `bahama staff` has changed.
const LOOK: Duration = Duration::from_secs(1);
/// Every so many looks the clock is asked who has been away too long.
const SWEEP: u64 = 15;
/// Every so many looks what is no longer needed is forgotten.
const FORGET: u64 = 60;

/// Keeps house until the server stops.
pub(crate) async fn house(app: App) {
    let mut look = interval(LOOK);
    look.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let mut jumps = Jumps::since(app.clock.both());
    let mut changes = app.people.changes().await.ok();
    let mut broken = BTreeSet::new();
    relieve_revoked(&app).await;
    for turn in 1_u64.. {
        look.tick().await;
        watch_clock(&app, &mut jumps).await;
        name_broken(&app, &mut broken).await;
        presence::tell(&app).await;
        match app.people.changes().await {
            Ok(now) if changes != Some(now) => {
                changes = Some(now);
                if let Err(error) = app.keeper.recheck().await {
                    tracing::error!(%error, "sessions could not be checked");
                }
                relieve_revoked(&app).await;
            }
            Ok(_) => {}
            Err(error) => tracing::error!(%error, "the database could not be asked for changes"),
        }
        if turn % SWEEP == 0 {
            sweep(&app).await;
            app.write_refusals().await;
            if app.floor.is_shared() {
                // Those whom another process has brought play on if it is gone.
                bots::resume(&app).await;
            }
        }
        if turn % FORGET == 0 {
            app.limits.forget();
            app.presence.forget();
            metrics::upkeep();
        }
    }
}

/// Whose access is taken away has no duty any more (T-13).
pub(crate) async fn relieve_revoked(app: &App) {
    let attended = |it: &TableSummary| it.staffing == Staffing::Attended;
    for summary in app.floor.tables().into_iter().filter(attended) {
        let Some(view) = app.floor.view(summary.table, Actor::HOUSE) else { continue };
        for duty in view.duty {
            match app.people.account(duty.staff).await {
                Ok(Some(account)) if account.revoked.is_some() => {
                    relieve(app, view.table, view.version, duty.staff).await;
                }
                Ok(_) => {}
                Err(error) => tracing::error!(%error, "an account could not be read"),
            }
        }
    }
}

async fn relieve(app: &App, table: TableId, version: u64, staff: AccountId) {
    let id = format!("relieve-{}-{version}-{staff}", table.0);
    let Ok(id) = CommandId::try_from(id) else { return };
    let body = Body::Relieve { staff, reason: String::new() };
    let command = Command { id, expected: version, body };
    let given = app.floor.command(table, Actor::HOUSE, "house", command, Vec::new()).await;
    if let Err(refused) = given {
        // Somebody was faster, or the table has changed: it is looked at again.
        tracing::warn!(%refused, "the duty of a revoked person was not ended");
    }
}

/// A wall clock that somebody has set is a matter for the operator; the turns at the tables
/// run on the steady clock and go on (L-25).
async fn watch_clock(app: &App, jumps: &mut Jumps) {
    let now = app.clock.both();
    let Some(jump) = jumps.look(now) else { return };
    let (seconds, off) = (jump as f64 / 1_000.0, jumps.off() as f64 / 1_000.0);
    tracing::error!(
        seconds,
        off,
        "the wall clock has jumped; turns run on, times in the record may wait"
    );
    metrics::note_jump(jumps.off());
    app.note(None, "clock.jumped", format!("{seconds:+} s, {off:+} s in all")).await;
}

/// People whose records do not hold are named in the security log, each once.
async fn name_broken(app: &App, named: &mut BTreeSet<AccountId>) {
    for person in app.floor.broken() {
        if named.insert(person) {
            app.note(None, "person.broken", format!("person {person}")).await;
        }
    }
}

/// Ends the sessions that the clock has ended.
pub(crate) async fn sweep(app: &App) {
    if let Err(error) = app.keeper.sweep().await {
        tracing::error!(%error, "sessions could not be swept");
    }
    if let Err(error) = app.people.delete_ended_proofs(app.clock.now()).await {
        tracing::error!(%error, "old proofs could not be forgotten");
    }
    if let Err(error) = app.people.delete_ended_attempts(app.clock.now()).await {
        tracing::error!(%error, "old attempts could not be forgotten");
    }
}
