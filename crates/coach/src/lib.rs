//! The coach: what every answer to a table's question is worth, and what answers cost.
//!
//! It reads what everybody at a table may read, views and entries, and knows basic strategy: the
//! exact value of each action on a fresh shoe, for the rules and the bet in force. Cards of other
//! hands do not change its mind. The terminal's coach and the server's are both this one.

mod advice;
mod asked;
mod decision;
mod drill;
mod solutions;

pub use advice::{Advice, NoAdvice, TIE};
pub use asked::{Answer, Asked, May};
pub use decision::{Decision, Start, decisions, moved};
pub use drill::{Learned, Place, to_ask};
pub use solutions::{Solutions, question};
