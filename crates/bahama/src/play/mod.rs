//! `bahama play`: a table in the terminal, for play money.
mod betting;
mod dealing;
pub mod event;
mod felt;
mod meters;
mod offer;
mod shoe;
mod table;
