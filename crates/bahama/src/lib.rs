//! The program `bahama` as a library, so that tests use what people use.

pub mod cli;
pub mod library;
pub mod par;
mod pay;
pub mod play;
pub mod selftest;
pub mod settle;
mod text;
