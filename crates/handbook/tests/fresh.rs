//! The documents in the repository are those the program would write now.

#[test]
fn documents_are_fresh() {
    handbook::documents::check().unwrap_or_else(|stale| panic!("{stale}"));
}
