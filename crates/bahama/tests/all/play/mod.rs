//! `bahama play`: what a player meets at the command line.

mod lines;
mod server;
