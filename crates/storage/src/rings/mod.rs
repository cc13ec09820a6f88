//! What rang lately, and what was answered to it.

mod answer;
mod recent;

pub use self::{
    answer::{Given, Outcome, answer},
    recent::{MOST_LISTED, recent},
};
