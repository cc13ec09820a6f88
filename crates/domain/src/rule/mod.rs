//! Rules of recurrence: the part of RFC 5545 that an alarm can repeat by.

mod parse;
mod recurrence;

pub use self::{
    parse::{MAX_CHARACTERS, RuleError},
    recurrence::{HORIZON_YEARS, MAX_INTERVAL, Rule},
};
