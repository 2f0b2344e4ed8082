//! Whatever is said to a database, written once and compiled for each of them.
//!
//! The files beside this one belong to the modules `sqlite` and `postgres`, which take them in
//! with `#[path]`: each gives them its own `Connection`, `Pool`, `Row`, `Store` and statements.
//! Both databases understand the same SQL, and their drivers have the same shape but no common
//! type that would be bearable to write; so the compiler sees two programs and people read one.

pub(crate) mod statements;
