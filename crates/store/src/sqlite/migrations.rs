//! How a database becomes one of this release, and how one of another is refused.

use std::path::Path;

use sqlx::migrate::{Migration, MigrationType, Migrator};
use sqlx::{SqlSafeStr as _, SqliteConnection};

use super::sql;
use crate::error::StoreError;

/// Every step with its number and name. A step that databases have made is never
/// changed: a change is the next step.
const STEPS: [(i64, &str, &str); 5] = [
    (1, "journal", include_str!("../../migrations/sqlite/0001_journal.sql")),
    (2, "people", include_str!("../../migrations/sqlite/0002_people.sql")),
    (3, "links", include_str!("../../migrations/sqlite/0003_links.sql")),
    (4, "heads", include_str!("../../migrations/sqlite/0004_heads.sql")),
    (5, "attempts", include_str!("../../migrations/sqlite/0005_attempts.sql")),
];

/// The number of the journal's format: what entries, snapshots and tables look like. It
/// rises whenever what was written before would not be read as it was meant.
const FORMAT: i64 = 1;

/// The steps for whoever does them. The library has a macro that reads them from their
/// folder, but with it the whole of SQLite would be compiled a second time.
fn migrator() -> Migrator {
    let steps = STEPS.map(|(number, name, sql)| {
        Migration::new(number, name.into(), MigrationType::Simple, sql.into_sql_str(), false)
    });
    Migrator::with_migrations(steps.into())
}

/// Gives a new database its number; one of another release is left as it is.
pub(super) async fn claim(
    connection: &mut SqliteConnection,
    file: &Path,
) -> Result<(), StoreError> {
    let (tables,): (i64,) = sqlx::query_as(sql::TABLES).fetch_one(&mut *connection).await?;
    if tables == 0 {
        // First the number: a database that was left half made is then made whole.
        sqlx::query(sql::SET_FORMAT).execute(&mut *connection).await?;
    }
    check(connection, file).await
}

/// Makes a database one of this release.
pub(super) async fn run(connection: &mut SqliteConnection) -> Result<(), StoreError> {
    Ok(migrator().run(connection).await?)
}

/// Refuses a database whose journal is written in another format, before it is read as if
/// it were in this one.
pub(super) async fn check(
    connection: &mut SqliteConnection,
    file: &Path,
) -> Result<(), StoreError> {
    let (found,): (i64,) = sqlx::query_as(sql::FORMAT).fetch_one(connection).await?;
    if found == FORMAT {
        return Ok(());
    }
    Err(StoreError::Format { path: file.to_path_buf(), found, known: FORMAT })
}

#[cfg(test)]
mod tests {
    use sqlx::sqlite::SqliteConnectOptions;
    use sqlx::{ConnectOptions as _, Connection as _};
    use table::Time;

    use super::super::{Options, Store};
    use super::*;
    use crate::backup::backup;
    use crate::data_dir::DataDir;

    /// A data directory whose journal is written in this format.
    async fn written_in(format: i64, folder: &Path) -> DataDir {
        let data = DataDir::new(folder);
        Store::open(&data, Options::SERVE).await.unwrap().close().await;
        let options = SqliteConnectOptions::new().filename(data.database());
        let mut connection = options.connect().await.unwrap();
        let set = sqlx::AssertSqlSafe(format!("PRAGMA user_version = {format}"));
        sqlx::query(set).execute(&mut connection).await.unwrap();
        connection.close().await.unwrap();
        data
    }

    /// Older data, from before formats had numbers, and data of a release to come.
    const OTHERS: [i64; 2] = [0, FORMAT + 1];

    fn says_both(refused: &StoreError, found: i64) {
        let said = refused.to_string();
        let words = format!("format {found}, this release reads format {FORMAT}");
        assert!(said.contains(&words), "{said}");
        assert_eq!(refused.code(), "store.format");
    }

    #[tokio::test]
    async fn l_17_data_of_another_format_is_refused_in_words_and_left_as_it_is() {
        for found in OTHERS {
            let folder = tempfile::tempdir().unwrap();
            let data = written_in(found, folder.path()).await;
            let before = std::fs::read(data.database()).unwrap();
            for options in [Options::SERVE, Options::BESIDE] {
                let Err(refused) = Store::open(&data, options).await else {
                    panic!("it was opened as if it were of this release")
                };
                says_both(&refused, found);
            }
            assert_eq!(std::fs::read(data.database()).unwrap(), before);
        }
    }

    #[tokio::test]
    async fn l_17_data_and_copies_of_another_format_are_not_backed_up_nor_restored() {
        for found in OTHERS {
            let folder = tempfile::tempdir().unwrap();
            let data = written_in(found, &folder.path().join("data")).await;
            let saved = folder.path().join("saved");
            says_both(&backup(&data, &saved, Time(1), |_| {}).await.unwrap_err(), found);
            let Err(refused) = super::super::check(&data.database(), None, &[]).await else {
                panic!("it was read as if it were of this release")
            };
            says_both(&refused, found);
        }
    }

    #[tokio::test]
    async fn a_database_that_was_left_half_made_is_made_whole() {
        let folder = tempfile::tempdir().unwrap();
        let data = DataDir::new(folder.path());
        let options = SqliteConnectOptions::new().filename(data.database());
        let mut connection = options.create_if_missing(true).connect().await.unwrap();
        sqlx::query(sql::SET_FORMAT).execute(&mut connection).await.unwrap();
        connection.close().await.unwrap();
        Store::open(&data, Options::SERVE).await.unwrap().close().await;
    }

    #[test]
    fn a_new_database_is_given_this_format() {
        assert_eq!(sql::SET_FORMAT, format!("PRAGMA user_version = {FORMAT}"));
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
