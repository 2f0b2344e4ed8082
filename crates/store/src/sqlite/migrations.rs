//! How a database becomes one of this release.

use sqlx::SqlSafeStr as _;
use sqlx::migrate::{Migration, MigrationType, Migrator};

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

#[cfg(test)]
mod tests {
    use super::*;

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
