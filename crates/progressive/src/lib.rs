//! The progressive: what a meter pays to the winners of one round (A1-A3, A36).

#![deny(clippy::float_arithmetic)]

mod award;

pub use award::{Award, Meter, Winner, award};
