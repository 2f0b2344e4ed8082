//! Tables on a link: the whole procedure of sheet 003, and what must never happen.
#![allow(clippy::unwrap_used)]

mod awards;
#[path = "../common/mod.rs"]
mod common;
mod live;
mod office;
mod procedure;
mod random;
mod reports;
mod wire;
