//! The progressive: what a meter pays to the winners of one round (A1-A3, A36), and
//! what sheet 003 advises against when it is set up.

#![deny(clippy::float_arithmetic)]

mod advice;
mod award;

pub use advice::{Advice, Setup};
pub use award::{Award, Meter, Winner, award};
