//! Recent rings, answers to them, and more time for a timer that rings.

mod answer;
mod extend;
mod recent;
mod settled;

pub use self::{
    answer::{Given, Outcome, answer, answer_at},
    extend::{Extended, Extension, extend},
    recent::{MOST_LISTED, recent},
};
