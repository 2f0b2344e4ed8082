//! How a database becomes one of this release.

use std::path::Path;

use sqlx::SqlSafeStr as _;
use sqlx::migrate::{Migration, MigrationType, Migrator};
use sqlx::sqlite::SqlitePool;

use super::sql;
use crate::error::StoreError;

/// Every step with its number and name. A step that databases have made is never
/// changed: a change is the next step.
const STEPS: [(i64, &str, &str); 3] = [
    (1, "journal", include_str!("../../migrations/sqlite/0001_journal.sql")),
    (2, "people", include_str!("../../migrations/sqlite/0002_people.sql")),
    (3, "links", include_str!("../../migrations/sqlite/0003_links.sql")),
];

/// The steps for whoever does them. The library has a macro that reads them from their
/// folder, but with it the whole of SQLite would be compiled a second time.
pub(super) fn migrator() -> Migrator {
    let steps = STEPS.map(|(number, name, sql)| {
        Migration::new(number, name.into(), MigrationType::Simple, sql.into_sql_str(), false)
    });
    Migrator::with_migrations(steps.into())
}

/// Refuses a copy that is not of this release, before it is read as if it were.
pub(super) async fn check(pool: &SqlitePool, file: &Path) -> Result<(), StoreError> {
    let (made,): (i64,) = sqlx::query_as(sql::STEPS_MADE).fetch_one(pool).await?;
    if made == STEPS.len() as i64 {
        return Ok(());
    }
    let why = format!(
        "it was made by another release (step {made} of the database, here {}); restore it with \
         that release and start this one on the restored directory",
        STEPS.len()
    );
    Err(StoreError::NotABackup { path: file.to_path_buf(), why })
}

#[cfg(test)]
mod tests {
    use sqlx::ConnectOptions as _;
    use sqlx::sqlite::SqliteConnectOptions;
    use table::Moment;

    use super::*;
    use crate::backup::backup;
    use crate::data_dir::DataDir;

    /// A data directory as the release before made it.
    async fn older(folder: &Path) -> DataDir {
        let data = DataDir::new(folder);
        data.create().unwrap();
        let options = SqliteConnectOptions::new().filename(data.database());
        let mut connection = options.create_if_missing(true).connect().await.unwrap();
        let mut older = migrator();
        older.migrations.to_mut().pop();
        older.run(&mut connection).await.unwrap();
        data
    }

    #[tokio::test]
    async fn a_backup_of_older_data_is_of_this_release() {
        let folder = tempfile::tempdir().unwrap();
        let data = older(&folder.path().join("data")).await;
        let saved = folder.path().join("saved");
        backup(&data, &saved, Moment(1), |_| {}).await.unwrap();
        super::super::check(&saved.join(DataDir::DATABASE), &[]).await.unwrap();
    }

    #[tokio::test]
    async fn an_older_copy_is_refused_with_the_way_out() {
        let folder = tempfile::tempdir().unwrap();
        let data = older(folder.path()).await;
        let Err(refused) = super::super::check(&data.database(), &[]).await else {
            panic!("it was read as if it were of this release")
        };
        let said = refused.to_string();
        assert!(said.contains("another release (step 2 of the database, here 3)"), "{said}");
    }

    #[test]
    fn every_file_is_a_step() {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/migrations/sqlite");
        let entries = std::fs::read_dir(folder).unwrap();
        let mut files: Vec<_> =
            entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        files.sort();
        assert_eq!(files, STEPS.map(|(number, name, _)| format!("{number:04}_{name}.sql")));
    }
}
