//! Channels: where else the rings of an account are sent.

mod change;
mod channel;

pub(crate) use self::{change::record, channel::of_browser};
pub use self::{
    change::{Change, NewChannel, change, create, delete, test},
    channel::{Channel, Target, list},
};
