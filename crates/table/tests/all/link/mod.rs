//! Tables on a link: the whole procedure of sheet 003, and what must never happen.

mod news;
mod office;
pub(crate) mod procedure;
mod random;
mod reports;
pub(crate) mod wire;
