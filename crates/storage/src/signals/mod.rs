//! Signals between the tasks and processes of a site: who has to hear of a commit.
//!
//! Every signal is a hint. One that is lost costs at most a sleep, because its receiver asks the database.

pub(crate) mod announcer;
pub mod hints;
pub(crate) mod inbox;
pub mod notifications;
pub mod pace;
pub mod progress;
pub mod wakeup;
