//! Appends to the log.

use diesel::{PgConnection, connection::SimpleConnection as _, dsl::sql, prelude::*, sql_types};
use time::OffsetDateTime;
use tokibako_domain::firing::NewFiring;

use super::position::{INDEX_BITS, LogPosition};
use crate::{
    Storage,
    error::Error,
    faults::{Fault, is_planted},
    rows::{DuplicatePolicy, NewFirings},
    schema::batches,
    signals::notifications,
};

/// The largest batch.
pub const LARGEST_BATCH: u16 = 1 << INDEX_BITS;

/// Begins a transaction that may idle for at most a second between two statements. A process that is frozen or
/// disconnected holds its locked rows no longer than that.
const BEGIN: &str = "BEGIN; SET LOCAL idle_in_transaction_session_timeout = '1s'";

/// The lock of the log. It is released when the transaction ends.
const LOCK: &str = "SELECT pg_advisory_xact_lock(74630002)";

/// What a transaction has appended to the log.
#[derive(Debug, Clone, Copy)]
pub(crate) struct LogAppend {
    /// How many rings.
    pub(crate) rings: usize,
    /// When they rang.
    pub(crate) at: OffsetDateTime,
}

/// Runs `work` in a transaction. One message to the database then assigns the place of the rings that `work` has
/// appended and commits, so the log is never locked while the database waits for this process.
///
/// `work` returns its result and what it has appended. `notifies` says whether the commit notifies the feeds of other
/// processes.
pub(crate) fn in_batch_transaction<T>(
    conn: &mut PgConnection,
    sender: &str,
    notifies: impl FnOnce() -> bool,
    work: impl FnOnce(&mut PgConnection) -> Result<(T, LogAppend), Error>,
) -> Result<T, Error> {
    conn.batch_execute(BEGIN)?;
    let done = work(conn).and_then(|(done, LogAppend { rings, at })| {
        let commit = match rings {
            0 => "COMMIT".to_owned(),
            _ => format!("{}; COMMIT", placing_statements(at, rings, notifies().then_some(sender))),
        };
        conn.batch_execute(&commit)?;
        Ok(done)
    });
    if done.is_err() {
        // If this fails as well, the session has ended, and with it the transaction.
        drop(conn.batch_execute("ROLLBACK"));
    }
    done
}

/// Appends at most [`LARGEST_BATCH`] rings; returns how many were new. Readers see them once
/// their place is committed.
///
/// If the log already has a ring, it has rung, and the system's clock was set back since. `repeated` says whether such
/// a ring is skipped or fails the transaction.
pub(crate) fn append(
    conn: &mut PgConnection,
    fired_at: OffsetDateTime,
    rings: &[NewFiring],
    repeated: DuplicatePolicy,
) -> QueryResult<usize> {
    NewFirings::new(rings).insert(fired_at, repeated, conn)
}

/// The statements that assign the place of this session's last append, and notify the feeds of processes other than
/// `sender`.
pub(super) fn placing_statements(fired_at: OffsetDateTime, rings: usize, sender: Option<&str>) -> String {
    let microseconds = fired_at.unix_timestamp_nanos() / 1_000;
    let notification = sender.map(|sender| format!("; {}", notifications::of_firings(sender))).unwrap_or_default();
    let place = format!(
        "INSERT INTO batches (block, rings, fired_at) VALUES (currval('firing_blocks'), {rings}, \
         TIMESTAMPTZ 'epoch' + INTERVAL '{microseconds} microseconds')"
    );
    if is_planted(Fault::PlaceBeforeLock) {
        return format!("{place}; {LOCK}{notification}");
    }
    format!("{LOCK}; {place}{notification}")
}

/// Notifies the feeds of all other processes of the end of the log.
pub async fn notify(storage: &Storage) -> Result<(), Error> {
    let notify = notifications::of_log(&storage.hints().process());
    storage.background(move |conn| Ok(conn.batch_execute(&notify)?)).await
}

/// The ends of the batch before this session's last batch, and of that batch itself.
pub(crate) fn last_batch_ends(conn: &mut PgConnection) -> Result<(LogPosition, LogPosition), Error> {
    let rows: Vec<(i64, OffsetDateTime)> = batches::table
        .filter(batches::place.le(sql::<sql_types::BigInt>("currval('batches_place_seq')")))
        .order(batches::place.desc())
        .limit(2)
        .select((batches::place, batches::fired_at))
        .load(conn)?;
    let mut ends = rows.into_iter().map(|(place, fired_at)| LogPosition::end_of_batch(place, Some(fired_at)));
    let last = ends.next().ok_or(Error::NotFound)?;
    Ok((ends.next().unwrap_or_default(), last))
}
