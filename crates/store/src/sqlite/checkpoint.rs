//! The write-ahead log goes into the database file, beside the writing.

use std::fs::File;
use std::path::Path;
use std::sync::Arc;

use sqlx::SqliteConnection;
use tokio::sync::mpsc;

use super::sql;
use super::writer::{Message, Shared};

/// Copies the write-ahead log into the database file whenever it is asked to, beside the
/// writer; then has the writer copy the little that came meanwhile: only when all of it
/// is copied can the log begin anew.
pub(super) async fn copy_log(
    mut connection: SqliteConnection,
    shared: Arc<Shared>,
    inbox: mpsc::WeakSender<Message>,
) {
    let mut file = None;
    loop {
        shared.copy.notified().await;
        let Some(inbox) = inbox.upgrade() else { return };
        if let Err(error) = copy_and_sync(&mut connection, &shared.file, &mut file).await {
            shared.fail("copying the log", error.to_string(), 0);
            return;
        }
        if inbox.send(Message::CopyRest).await.is_err() {
            return;
        }
    }
}

/// SQLite syncs the database file only when the whole log is copied, which happens on the
/// writer's time. What is copied here is synced here, so that the writer need not wait for
/// it: that was 45 ms, every 2,000 commands.
async fn copy_and_sync(
    connection: &mut SqliteConnection,
    path: &Path,
    file: &mut Option<&'static File>,
) -> Result<(), sqlx::Error> {
    sqlx::query(sql::CHECKPOINT).execute(connection).await?;
    let file = match *file {
        Some(file) => file,
        None => *file.insert(open_for_good(path)?),
    };
    tokio::task::spawn_blocking(|| file.sync_data()).await.map_err(std::io::Error::other)??;
    Ok(())
}

/// Opens the database file until the process ends. It must never be closed: with any of
/// its descriptors a process gives up all the locks that it has on a file, SQLite's too.
fn open_for_good(path: &Path) -> std::io::Result<&'static File> {
    Ok(Box::leak(Box::new(File::open(path)?)))
}
