//! Tables on a link: the whole procedure of sheet 003, and what must never happen.

mod awards;
mod live;
mod office;
mod procedure;
mod random;
mod reports;
mod wire;
