//! Messages to devices: queued with what they are about, taken by who sends them, and kept while they are of use.

mod dispatch;
mod queue;

pub use self::{
    dispatch::{Due, Sent, Taken, Which, expire, hasten, next, record, release, take},
    queue::{Heard, heard, postpone},
};
pub(crate) use queue::{answered, queue_rings};
