//! Devices that ring by push, with no page open.

mod device;
pub(crate) mod ending;
mod subscription;

pub(crate) use self::{
    device::of_browser,
    ending::{delete, delete_but_of, delete_numbers, hand_over, lock, lock_numbers, put_under},
};
pub use self::{
    device::{Device, PushAddress, list},
    ending::{SweepReport, remove, sweep},
    subscription::{MOST_DEVICES, NewDevice, confirm, put, test},
};
