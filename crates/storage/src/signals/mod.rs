//! Signals between the tasks and processes of a site: who has to hear of a commit.
//!
//! Every signal is a hint. One that is lost costs at most a sleep, because its receiver asks the database.
//!
//! # Wake-ups are hints
//!
//! `storage::signals::wakeup` has two signals per process. *Something may be due earlier* wakes the scheduler. *The log
//! may have grown*, if known with the offset up to which, wakes the feed for batches that it did not receive directly.
//! Both are sent by this process's own writes and by notifications from other processes, for which a thread listens on
//! a separate connection (`storage::signals::wakeup`). A woken task queries the database. A lost signal costs at
//! most one sleep (15 seconds for the scheduler, 5 for the feed), and every reconnection sends both.
//!
//! Several processes of any role may share a database. Two schedulers share the due rows by `SKIP LOCKED`: each skips
//! rows that the other has locked.

pub mod hints;
pub(crate) mod inbox;
pub mod wakeup;
