//! What is simulated agrees with what is exact.
//!
//! Seeds are fixed, so a test passes always or never; the bounds are so wide that a
//! right simulator passes with almost any seed. `--nocapture` shows every deviation.

// A test that cannot go on fails; its helpers may say so with `unwrap`.
#![allow(clippy::unwrap_used)]

mod coupled;
mod main_wager;
mod pairs;
mod seats;
mod shoes;
mod side;
mod solved;
mod starts;
mod statistics;
