//! What happened in a drill, as one list of events, and the one judge of it.

mod event;
mod judge;
mod picture;
mod recorded;
#[cfg(test)]
mod tests;

pub(crate) use event::{Event, History, micros};
pub(crate) use judge::judge;
pub(crate) use picture::picture;
