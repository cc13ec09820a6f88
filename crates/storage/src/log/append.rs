//! Appends rings to the log, and sends committed batches to other tasks of the process: to its feeds, and to the task that
//! publishes on the bus.
//!
//! After the commit a claim sends its batch to the feed of its own process, together with the position of the batch
//! before it ([`Outgoing`]). If the batch directly follows the end of the feed, it is delivered without a
//! query. Otherwise it is buffered: another process may have committed in between, or another claimer may be slower to
//! send its batch. What is still missing after 20 ms is read from the log, as are the batches of other processes. The
//! channel holds 64 batches; if it is full, the feed is woken and reads the log. Only committed batches are sent, so a
//! stream that opens meanwhile finds them in the log.

use std::{
    sync::Arc,
    time::{Duration, Instant},
};

use diesel::{
    PgConnection,
    connection::SimpleConnection as _,
    dsl::sql,
    prelude::*,
    sql_query,
    sql_types::{self, Array, BigInt, Binary, Bool, Text, Timestamptz},
};
use parking_lot::Mutex;
use time::OffsetDateTime;
use tokibako_domain::{
    browser_id::BrowserId,
    firing::{Firing, NewFiring, Ring},
};
use tokio::sync::{Notify, mpsc};
use uuid::Uuid;

use super::position::{INDEX_BITS, LogPosition, firing_id};
use crate::{
    error::Error,
    faults::is_planted,
    rows::{
        PreparedStatement,
        encoding::{encode, microseconds},
    },
    schema::batches,
};

pub const LARGEST_BATCH: u16 = 1 << INDEX_BITS;

/// Begins a transaction that may idle for at most a second between two statements. A process that is frozen or
/// disconnected holds its locked rows no longer than that.
const BEGIN: &str = "BEGIN; SET LOCAL idle_in_transaction_session_timeout = '1s'";

/// The channel of notifications that the log has grown.
pub(crate) const FIRED: &str = "tokibako_fired";

/// The lock of the log. It is released when the transaction ends.
const LOCK: &str = "SELECT pg_advisory_xact_lock(74630002)";

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

/// Appends at most [`LARGEST_BATCH`] rings, in their own block; returns how many were new. Readers see them once
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
    // The arrays are expanded in a select list, because in FROM each of them would be stored before it is read.
    const COLUMNS: &str = "browser_id, kind, row_id, scheduled_for, is_step, subject";
    let new = NewFirings::new(rings);
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
        .bind::<Array<BigInt>, _>(new.index)
        .bind::<Array<sql_types::Uuid>, _>(new.browser_id)
        .bind::<Array<Text>, _>(new.kind)
        .bind::<Array<BigInt>, _>(new.row_id)
        .bind::<Array<Timestamptz>, _>(new.scheduled_for)
        .bind::<Array<Bool>, _>(new.is_step)
        .bind::<Array<Binary>, _>(new.subject);
    PreparedStatement(insert).execute(conn)
}

/// The statements that assign the offset of this session's last append, and notify the feeds of processes other than
/// `sender`.
pub(super) fn placing_statements(fired_at: OffsetDateTime, rings: usize, sender: Option<&str>) -> String {
    let microseconds = microseconds(fired_at);
    let notification =
        sender.map(|sender| format!("; SELECT pg_notify('{FIRED}', '{sender} ' || currval('batches_place_seq'))"));
    let notification = notification.unwrap_or_default();
    let offset = format!(
        "INSERT INTO batches (block, rings, fired_at) VALUES (currval('firing_blocks'), {rings}, \
         TIMESTAMPTZ 'epoch' + INTERVAL '{microseconds} microseconds')"
    );
    if is_planted("offset-before-lock") {
        return format!("{offset}; {LOCK}{notification}");
    }
    format!("{LOCK}; {offset}{notification}")
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
}

/// The capacity of each channel, in batches. A batch that does not fit is read from the log.
const CAPACITY: usize = 64;

/// A batch of the log that this process has committed.
#[derive(Debug, Clone, PartialEq)]
pub struct CommittedBatch {
    /// The end of the batch before it.
    pub previous: LogPosition,
    pub end: LogPosition,
    /// The rings, in the order of the log.
    pub rings: Vec<Ring>,
    pub at: Instant,
}

impl CommittedBatch {
    /// The firings of the browsers for which `listens` is true.
    pub fn firings(&self, listens: impl Fn(BrowserId) -> bool) -> Vec<Firing> {
        let offset = self.end.offset();
        let of_listeners = self.rings.iter().zip(0..).filter(|(ring, _)| listens(ring.subject.browser()));
        of_listeners.map(|(ring, index)| Firing { id: firing_id(offset, index), ring: ring.clone() }).collect()
    }
}

/// The channels for committed batches. Sending never waits: a batch is dropped if its channel is full.
#[derive(Debug, Default)]
pub(crate) struct Outgoing(Mutex<Readers>);

#[derive(Debug, Default)]
struct Readers {
    /// The task that publishes on the bus.
    publisher: Option<mpsc::Sender<Arc<CommittedBatch>>>,
    feeds: Vec<mpsc::Sender<Arc<CommittedBatch>>>,
}

impl Outgoing {
    pub(crate) fn for_publisher(&self) -> mpsc::Receiver<Arc<CommittedBatch>> {
        let (sender, receiver) = mpsc::channel(CAPACITY);
        self.0.lock().publisher = Some(sender);
        receiver
    }

    pub(crate) fn for_feed(&self) -> mpsc::Receiver<Arc<CommittedBatch>> {
        let (sender, receiver) = mpsc::channel(CAPACITY);
        self.0.lock().feeds.push(sender);
        receiver
    }

    pub(crate) fn has_readers(&self) -> bool {
        let readers = self.0.lock();
        readers.publisher.iter().chain(&readers.feeds).any(|reader| !reader.is_closed())
    }

    /// Sends a batch that was just committed; returns whether all feeds of this process will receive it.
    pub(crate) fn send(&self, previous: LogPosition, end: LogPosition, rings: Vec<Ring>) -> bool {
        let batch = Arc::new(CommittedBatch { previous, end, rings, at: Instant::now() });
        let mut readers = self.0.lock();
        if let Some(publisher) = &readers.publisher {
            drop(publisher.try_send(Arc::clone(&batch)));
        }
        readers.feeds.retain(|feed| !feed.is_closed());
        let reached = readers.feeds.iter().filter(|feed| feed.try_send(Arc::clone(&batch)).is_ok()).count();
        reached > 0 && reached == readers.feeds.len()
    }
}

/// The shortest time between two notifications while the bus accepts batches. The first is sent with its batch.
pub const PACE: Duration = Duration::from_millis(100);

/// Limits how often the database notifies other processes of new batches while the bus works.
///
/// A notification wakes every session that listens to any channel. With many batches and many processes, these wake-ups
/// are most of the load that the processes put on the database. A process with the bus needs notifications only to
/// notice a batch that the bus has lost, and one notification for several batches is enough for that.
#[derive(Debug, Default)]
pub struct Pace {
    state: Mutex<PaceState>,
    owed: Notify,
}

#[derive(Debug, Default)]
struct PaceState {
    /// Whether the bus has accepted the last batch.
    is_published: bool,
    /// When the last notification was sent, with a commit or later.
    notified_at: Option<Instant>,
    /// Whether a batch was committed without a notification.
    is_owed: bool,
}

impl Pace {
    pub fn published(&self, is_published: bool) {
        self.state.lock().is_published = is_published;
    }

    /// Waits until a batch was committed without a notification.
    pub async fn owed(&self) {
        while !self.state.lock().is_owed {
            self.owed.notified().await;
        }
    }

    /// Returns whether a notification is owed, and clears that. If it is, the caller must send one now.
    pub fn clear(&self, now: Instant) -> bool {
        let mut state = self.state.lock();
        state.notified_at = Some(now);
        std::mem::take(&mut state.is_owed)
    }

    /// Whether the transaction of the next batch sends a notification.
    pub(crate) fn notifies(&self, now: Instant) -> bool {
        let mut state = self.state.lock();
        let waits = state.is_published && state.notified_at.is_some_and(|last| now < last + PACE);
        if !waits {
            state.notified_at = Some(now);
        }
        !waits
    }

    pub(crate) fn owe(&self) {
        self.state.lock().is_owed = true;
        self.owed.notify_one();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn without_a_bus_every_batch_sends_a_notification() {
        let (pace, now) = (Pace::default(), Instant::now());
        assert!((0..9).all(|_| pace.notifies(now)));
        pace.published(true);
        pace.published(false);
        assert!((0..9).all(|_| pace.notifies(now)));
    }

    #[test]
    fn with_a_bus_notifications_have_a_minimum_interval() {
        let (pace, now) = (Pace::default(), Instant::now());
        pace.published(true);
        assert!(pace.notifies(now));
        assert!(!pace.notifies(now) && !pace.notifies(now + PACE / 2));
        assert!(pace.notifies(now + PACE));
        assert!(!pace.notifies(now + PACE * 3 / 2));
    }

    #[tokio::test]
    async fn an_owed_notification_is_sent_once_and_restarts_the_interval() {
        let (pace, now) = (Pace::default(), Instant::now());
        pace.published(true);
        assert!(!pace.clear(now));
        assert!(!pace.notifies(now));
        pace.owe();
        pace.owe();
        pace.owed().await;
        assert!(pace.clear(now + PACE) && !pace.clear(now + PACE));
        assert!(!pace.notifies(now + PACE) && pace.notifies(now + 2 * PACE));
    }
}
