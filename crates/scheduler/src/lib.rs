//! Sleeps until something is due, claims it and rings it.
//!
//! [`tick`](tick::tick) claims one batch. [`run`](run::run) sleeps until the next due instant and ticks. [`pushes`]
//! sends the messages that are queued for devices. `periodic` lists all work that is repeated at intervals, such as
//! [`retention`], which deletes once a day what idle browsers own. Any number of processes may run these at the same time.
//!
//! # What may delay a ring, and for how long
//!
//! - **A process that is frozen or cut off during a claim** holds locked rows. A claim may idle for one second between
//!   two statements (`idle_in_transaction_session_timeout`, set for its transaction), any other transaction for five. A
//!   session whose answers are not acknowledged ends after three seconds (`tcp_user_timeout`, set on the server's end
//!   of the connection). After that other processes can claim its rows.
//! - **A row that cannot be read, or whose rule panics**, is left unchanged, and the claim goes on without it.
//! - **A row that the database refuses** fails its batch. The claim then finds it by halves under a savepoint, and rings
//!   the others. If the database accepts no rings at all (a full disk), no row is at fault, and the scheduler waits.
//!   Each process remembers in memory which rows it defers (`scheduler::tick`), because a database that refuses to
//!   change a row could not store that on the row, and because another version of the program should try at once. After
//!   the database was away all deferred rows are tried again.
//! - **A batch whose session ends**, because it takes too long or the database fails: the next batches of its kind are
//!   half as large, down to a single row, which is deferred if it fails by itself. The other kind is claimed meanwhile.
//! - **Very many rows of somebody else** at the same instant: browsers take turns (`scheduler::tick`).
//! - **A clock that is wrong**: it has no effect (docs/time.md).

pub mod metrics;
pub mod pushes;
pub mod retention;
pub mod run;
pub mod tick;
pub mod zones;

pub mod periodic;
mod statistics;
