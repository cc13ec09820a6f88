//! Channels: ntfy servers and webhooks, which get rings beside the devices.
//!
//! `hosts` decides where messages may be sent, `ntfy` and `webhook` write them, `sender` posts them.

pub mod hosts;
pub mod sender;

mod ntfy;
mod webhook;

pub use ntfy::is_token;
pub use webhook::is_secret;
