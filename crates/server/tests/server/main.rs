//! The server as a client meets it: a real one on a free port, with a real store in a
//! temporary folder.

#![allow(clippy::unwrap_used)]

mod alarms;
mod anew;
mod audit;
mod board;
mod bots;
mod clock;
mod coach;
mod commands;
mod displays;
mod forgery;
mod guessing;
mod guests;
mod headers;
mod house;
mod kept;
mod limits;
mod logs;
mod money;
mod older;
mod posting;
mod presence;
mod progressive;
mod roles;
mod schema;
mod sessions;
mod shapes;
mod sign_in;
mod staff;
mod stream;
mod transport;
mod wallet;
mod web;
mod wire;
