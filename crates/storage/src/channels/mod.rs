//! Channels: where else the rings of an account are sent.

mod change;
mod channel;

pub use self::{
    change::{Change, NewChannel, change, create, delete, test},
    channel::{Channel, Target, list},
};
pub(crate) use self::{
    change::{origin_of, record},
    channel::of_browser,
};
