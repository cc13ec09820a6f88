//! Appends rings to the log.

use diesel::{
    PgConnection,
    connection::SimpleConnection as _,
    dsl::sql,
    prelude::*,
    sql_query,
    sql_types::{self, Array, BigInt, Binary, Bool, Text, Timestamptz},
};
use time::OffsetDateTime;
use tokibako_domain::firing::NewFiring;
use uuid::Uuid;

use super::position::{INDEX_BITS, LogPosition};
use crate::{
    Storage,
    connections::session::PreparedStatement,
    error::Error,
    faults::{Fault, is_planted},
    rows::encoding::encode,
    schema::batches,
    signals::notifications,
};

pub const LARGEST_BATCH: u16 = 1 << INDEX_BITS;

/// Begins a transaction that may idle for at most a second between two statements. A process that is frozen or
/// disconnected holds its locked rows no longer than that.
const BEGIN: &str = "BEGIN; SET LOCAL idle_in_transaction_session_timeout = '1s'";

/// The lock of the log. It is released when the transaction ends.
const LOCK: &str = "SELECT pg_advisory_xact_lock(74630002)";

/// What a transaction has appended to the log.
#[derive(Debug, Clone, Copy)]
pub(crate) struct LogAppend {
    pub(crate) rings: usize,
    pub(crate) at: OffsetDateTime,
}

/// Runs `work` in a transaction. One message to the database then assigns the offset of the rings that `work` has
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
/// their offset is committed.
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

/// The statements that assign the offset of this session's last append, and notify the feeds of processes other than
/// `sender`.
pub(super) fn placing_statements(fired_at: OffsetDateTime, rings: usize, sender: Option<&str>) -> String {
    let microseconds = fired_at.unix_timestamp_nanos() / 1_000;
    let notification = sender.map(|sender| format!("; {}", notifications::of_firings(sender))).unwrap_or_default();
    let offset = format!(
        "INSERT INTO batches (block, rings, fired_at) VALUES (currval('firing_blocks'), {rings}, \
         TIMESTAMPTZ 'epoch' + INTERVAL '{microseconds} microseconds')"
    );
    if is_planted(Fault::OffsetBeforeLock) {
        return format!("{offset}; {LOCK}{notification}");
    }
    format!("{LOCK}; {offset}{notification}")
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
    let mut ends = rows.into_iter().map(|(offset, fired_at)| LogPosition::end_of_batch(offset, Some(fired_at)));
    let last = ends.next().ok_or(Error::NotFound)?;
    Ok((ends.next().unwrap_or_default(), last))
}

/// What happens if the log already has a ring.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum DuplicatePolicy {
    /// The insert fails with a unique violation.
    Fail,
    /// The ring is skipped. This costs a search for each ring, so it is only used after a failure.
    Skip,
}

/// A batch of rings as columns, for `unnest`.
#[derive(Default)]
struct NewFirings {
    /// The index of the ring in its batch.
    index: Vec<i64>,
    browser_id: Vec<Uuid>,
    kind: Vec<&'static str>,
    row_id: Vec<i64>,
    scheduled_for: Vec<OffsetDateTime>,
    is_step: Vec<bool>,
    subject: Vec<Vec<u8>>,
}

impl NewFirings {
    fn new(rings: &[NewFiring]) -> Self {
        let mut new = Self::default();
        for (index, NewFiring { scheduled_for, subject }) in (0..).zip(rings) {
            new.index.push(index);
            new.browser_id.push(subject.browser().as_uuid());
            new.kind.push(subject.kind().as_str());
            new.row_id.push(subject.row());
            new.scheduled_for.push(*scheduled_for);
            new.is_step.push(subject.is_step());
            new.subject.push(encode(subject));
        }
        new
    }

    /// Appends all of them, in their own block; returns how many were new.
    ///
    /// The arrays are expanded in a select list, because in FROM each of them would be stored before it is read.
    fn insert(
        &self,
        fired_at: OffsetDateTime,
        repeated: DuplicatePolicy,
        conn: &mut PgConnection,
    ) -> QueryResult<usize> {
        const COLUMNS: &str = "browser_id, kind, row_id, scheduled_for, is_step, subject";
        let on_conflict = match repeated {
            DuplicatePolicy::Fail => "",
            DuplicatePolicy::Skip => " ON CONFLICT (kind, row_id, scheduled_for, lane) DO NOTHING",
        };
        let insert = sql_query(format!(
            "WITH block AS MATERIALIZED (SELECT nextval('firing_blocks') << 12 AS first) \
             INSERT INTO firings (id, fired_at, lane, {COLUMNS}) \
             SELECT block.first + index, $1, firing_lane(scheduled_for), {COLUMNS} \
             FROM block, (SELECT unnest($2), unnest($3), unnest($4), unnest($5), unnest($6), unnest($7), unnest($8)) \
             AS ring (index, {COLUMNS}){on_conflict}"
        ));
        let insert = insert
            .into_boxed()
            .bind::<Timestamptz, _>(fired_at)
            .bind::<Array<BigInt>, _>(&self.index)
            .bind::<Array<sql_types::Uuid>, _>(&self.browser_id)
            .bind::<Array<Text>, _>(&self.kind)
            .bind::<Array<BigInt>, _>(&self.row_id)
            .bind::<Array<Timestamptz>, _>(&self.scheduled_for)
            .bind::<Array<Bool>, _>(&self.is_step)
            .bind::<Array<Binary>, _>(&self.subject);
        PreparedStatement(insert).execute(conn)
    }
}
