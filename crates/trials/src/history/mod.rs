//! What happened in a drill, as one list of events, and the one judge of it.

mod event;
mod judge;
mod picture;
mod pushes;
mod recorded;
#[cfg(test)]
mod tests;

pub(crate) use event::{Event, History, Message, Post, micros};
pub(crate) use judge::judge;
pub(crate) use picture::picture;
pub(crate) use pushes::USE;
