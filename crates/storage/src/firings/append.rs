//! Appends to the log.

use diesel::{PgConnection, connection::SimpleConnection as _, dsl::sql, prelude::*, sql_types};
use time::OffsetDateTime;
use tokibako_domain::firing::NewFiring;

use super::{follow::end_of_batch, followed::Followed, places::INDEX_BITS};
use crate::{Storage, error::Error, notifications, rows::FiringColumns, schema::batches};

/// The largest batch.
pub const LARGEST_BATCH: u16 = 1 << INDEX_BITS;

/// Begins a transaction that may idle for a second at most between two statements: a process that is frozen or cut off
/// would hold its locked rows for that long.
const BEGIN: &str = "BEGIN; SET LOCAL idle_in_transaction_session_timeout = '1s'";

/// The lock of the log. It is released when the transaction ends.
const LOCK: &str = "SELECT pg_advisory_xact_lock(74630002)";

/// Does `work` in a transaction, and commits it together with the place of what `work` has appended: the log is locked
/// for this one message, whatever becomes of its sender. `work` also says how many rings it has appended, and `notifies`
/// whether the feeds of other processes are told of them with the commit.
pub(crate) fn placing<T>(
    conn: &mut PgConnection,
    fired_at: OffsetDateTime,
    sender: &str,
    notifies: impl FnOnce() -> bool,
    work: impl FnOnce(&mut PgConnection) -> Result<(T, usize), Error>,
) -> Result<T, Error> {
    conn.batch_execute(BEGIN)?;
    let done = work(conn).and_then(|(done, rings)| {
        let commit = match rings {
            0 => "COMMIT".to_owned(),
            _ => format!("{}; COMMIT", placed(fired_at, rings, notifies().then_some(sender))),
        };
        conn.batch_execute(&commit)?;
        Ok(done)
    });
    if done.is_err() {
        // If this fails as well, the session has ended, and the transaction with it.
        drop(conn.batch_execute("ROLLBACK"));
    }
    done
}

/// Appends rings, at most [`LARGEST_BATCH`], in one statement; returns how many were new. Readers see them once their
/// batch has its [`place`].
///
/// A ring that the log has already (the system's clock was set back) is left out: it has rung.
pub(crate) fn append(conn: &mut PgConnection, fired_at: OffsetDateTime, rings: &[NewFiring]) -> Result<usize, Error> {
    if rings.is_empty() {
        return Ok(0);
    }
    Ok(FiringColumns::new(rings).insert(fired_at, conn)?)
}

/// Gives the last append of this session its place in the log; the feeds are notified by the commit. The log is locked
/// from here to the commit, so this must be the last statement of its transaction.
pub(crate) fn place(
    conn: &mut PgConnection,
    fired_at: OffsetDateTime,
    rings: usize,
    sender: &str,
) -> Result<(), Error> {
    let placed = placed(fired_at, rings, Some(sender));
    Ok(conn.batch_execute(&format!("SET LOCAL idle_in_transaction_session_timeout = '1s'; {placed}"))?)
}

/// The statements that give what this session appended last its place, and tell the feeds of processes other than `sender`.
pub(super) fn placed(fired_at: OffsetDateTime, rings: usize, sender: Option<&str>) -> String {
    let microseconds = fired_at.unix_timestamp_nanos() / 1_000;
    let told = sender.map(|sender| format!("; {}", notifications::of_firings(sender))).unwrap_or_default();
    format!(
        "{LOCK}; INSERT INTO batches (block, rings, fired_at) VALUES (currval('firing_blocks'), {rings}, \
         TIMESTAMPTZ 'epoch' + INTERVAL '{microseconds} microseconds'){told}"
    )
}

/// Tells the feeds of all other processes how far the log goes.
pub async fn notify(storage: &Storage) -> Result<(), Error> {
    let notify = notifications::of_log(&storage.hints().process());
    storage.ringing(move |conn| Ok(conn.batch_execute(&notify)?)).await
}

/// The place of this session's last batch, and that of the batch before it.
pub(crate) fn placed_last(conn: &mut PgConnection) -> Result<(Followed, Followed), Error> {
    let rows: Vec<(i64, OffsetDateTime)> = batches::table
        .filter(batches::place.le(sql::<sql_types::BigInt>("currval('batches_place_seq')")))
        .order(batches::place.desc())
        .limit(2)
        .select((batches::place, batches::fired_at))
        .load(conn)?;
    let mut ends = rows.into_iter().map(|(place, fired_at)| end_of_batch(place, fired_at));
    let at = ends.next().ok_or(Error::NotFound)?;
    Ok((ends.next().unwrap_or_default(), at))
}
