//! Recent rings, answers to them, and more time for a timer that rings.

mod answer;
mod extend;
mod recent;

pub use self::{
    answer::{AnswerOutcome, AnswerRequest, answer},
    extend::{Extension, ExtensionOutcome, extend},
    recent::{LONGEST_LOOK_BACK, MOST_LISTED, recent},
};
