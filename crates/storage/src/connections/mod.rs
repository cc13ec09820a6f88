//! Connections to the database: how they are opened, shared among requests and rings, and counted.
//!
//! # A request waits for the database
//!
//! Queries run on blocking threads with one connection pool (`storage::database`). The listener for notifications has a
//! separate connection. The pool's connections:
//!
//! | connections | for |
//! | --- | --- |
//! | `TOKIBAKO_POOL`, 10 | requests, one connection each |
//! | `TOKIBAKO_CLAIMERS`, 2 | claims |
//! | 3 | one each for the feed, the search for the next due row, and its announcement to other processes |
//! | 3 | other tasks of the process: pushes, hints, deletions, readings of the clock |
//!
//! Requests take turns by address, which has a third of the permits at most; answers to rings go first. During a claim or a
//! read of the log, only a third of `TOKIBAKO_POOL` requests use the database
//! (`storage::connections::pool`). A claim is half a dozen statements in sequence; if more requests than the
//! database has cores run at the same time, each of those statements waits behind all of them.
//!
//! A request that gets no connection within two seconds, or no result within five, is answered with 503 and
//! `Retry-After`. A connection that was idle for half a second is tested before it is used, and a broken one is
//! replaced. The scheduler and the feed have no deadline: they retry until the database is back.
//!
//! A list is one query for one browser, which owns at most a thousand alarms and a thousand timers
//! (`domain::browser_id::RowLimit`). They are handed over, and deleted, in one transaction.
//!
//! Concurrent requests for the list of one browser do not share a query: a request that joined a query in progress
//! could miss a row that its browser has just stored.
//!
//! `TOKIBAKO_MAX_ALARMS` limits what a browser may own. The transaction that stores a row first locks its browser
//! (`storage::browser_ids`), looks for a row with the request's key, and counts. So the limit holds however many processes
//! insert at once, a repeated request finds the row that the first one stored, and a browser that was handed over
//! meanwhile gets no row: the answer is 503. A hand-over at sign-in that would take an account beyond a thousand rows
//! of a kind is refused.
//!
//! A write that was answered with 503 is never committed later. It runs in a transaction (`Storage::write`), which is
//! committed only if the caller still waits; otherwise it is rolled back with `Error::Cancelled`, and the connection is
//! kept. So a statement that waited for a lock beyond the deadline, or that a frozen database executes when it
//! continues, leaves nothing behind. A timeout of Postgres would not be enough: a frozen backend starts counting when
//! it reads the statement, long after the answer. The outcome of a commit that was sent but not confirmed in time is
//! unknown; only the next list shows it.

pub mod diagnosis;
pub mod pool;
pub(crate) mod primary;
