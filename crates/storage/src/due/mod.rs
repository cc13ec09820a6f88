//! The claim: takes due rows, moves them to their next occurrence and writes their rings to the log, in one
//! transaction.
//!
//! Any number of schedulers claim concurrently. `FOR UPDATE SKIP LOCKED` gives each row to one of them. The row is
//! moved and its firing appended in the same transaction, so a crash at any point neither loses nor duplicates a ring.
//! The domain decides whether a row rings and where it moves.
//!
//! A claim always moves on. A row that cannot be read, whose rule panics, or which the database refuses, is left unchanged
//! and listed in [`ClaimReport::left`]. A claim decides for a quarter of a second at most, and gives the other rows back:
//! they are due for the next one. If its session ends, the caller claims half as many rows, down to one, and then that row
//! is listed, too. The caller decides which rows the next claim leaves out.
//!
//! What a batch reads is bounded: a timer has at most a few kilobytes, and of lists of days off a claim reads the days only.

mod search;

use std::{
    mem,
    panic::{AssertUnwindSafe, catch_unwind},
    sync::Arc,
    time::{Duration, Instant},
};

use diesel::{
    PgConnection,
    connection::SimpleConnection as _,
    prelude::*,
    result::{DatabaseErrorKind, Error as DieselError},
    sql_query,
};
use parking_lot::Mutex;
use time::OffsetDateTime;
use tokibako_domain::{
    alarm::Alarm,
    firing::{Kind, NewFiring, Ring, RingSubject},
    timer::Timer,
};
use uuid::Uuid;

pub use self::search::{ExcludedRows, NextDue, Scan, next};
use crate::{
    Storage,
    error::Error,
    log::{self, DuplicatePolicy, LogAppend},
    owned::OwnedRow,
};

/// What due alarms and due timers have in common.
pub(crate) trait DueRow: OwnedRow {
    type Row;

    /// The columns that change when a row moves to its next occurrence.
    type NextColumns: Copy;

    fn id(row: &Self::Row) -> i64;

    /// Locks the rows of a batch that no other transaction has locked, and reads them.
    fn take(conn: &mut PgConnection, now: OffsetDateTime, batch: &Batch) -> QueryResult<Vec<Self::Row>>;

    /// What else the decision on a row depends on.
    type Context;

    /// Reads the context of locked rows.
    fn context(conn: &mut PgConnection, rows: &[Self::Row]) -> QueryResult<Self::Context>;

    fn read(row: Self::Row, context: &Self::Context) -> Result<Self, Error>;

    /// Finds due rows without locking them.
    fn scan(conn: &mut PgConnection, due: Scan) -> QueryResult<Vec<(i64, Uuid)>>;

    /// The row as it is logged with its ring.
    fn subject(self) -> RingSubject;

    fn next(&self) -> Self::NextColumns;

    /// Moves rows to their next occurrence, in one statement.
    fn move_on(conn: &mut PgConnection, ids: &[i64], nexts: &[Self::NextColumns]) -> QueryResult<usize>;
}

/// The queries for due rows of a table, which becomes due by the column `$due`.
macro_rules! due_queries {
    ($table:ident, $due:ident, $Row:ty) => {
        fn id(row: &$Row) -> i64 {
            row.id
        }

        fn take(conn: &mut PgConnection, now: OffsetDateTime, batch: &$crate::due::Batch) -> QueryResult<Vec<$Row>> {
            // By this column only: with a second one, all rows due at one instant would be sorted for each batch.
            let due = || $table::table.filter($table::$due.le(now)).order($table::$due).select(<$Row>::as_select());
            match batch {
                $crate::due::Batch::Oldest { limit, without_rows } => {
                    let oldest = due().filter($table::id.ne_all(without_rows.clone())).limit((*limit).into());
                    if is_planted("claim-without-lock") {
                        oldest.load(conn)
                    } else {
                        oldest.for_update().skip_locked().load(conn)
                    }
                }
                $crate::due::Batch::These(rows) => {
                    due().filter($table::id.eq_any(rows.clone())).for_update().skip_locked().load(conn)
                }
            }
        }

        fn scan(conn: &mut PgConnection, scan: $crate::due::Scan) -> QueryResult<Vec<(i64, Uuid)>> {
            let due = $table::table.filter($table::$due.le(scan.until)).filter($table::id.ne_all(scan.without));
            let due = due.order($table::$due).limit(scan.limit.into()).filter($table::$due.gt(scan.after));
            let due = due.filter($table::browser_id.ne_all(scan.without_browsers));
            due.select(($table::id, $table::browser_id)).load(conn)
        }
    };
}
pub(crate) use due_queries;

/// For how long a claim decides. The rows that it has not come to by then are given back, so that its transaction does not
/// idle for longer than it may, on however slow a processor, and others do not wait for long.
const DECIDING: Duration = Duration::from_millis(250);

/// Claims a batch of alarms or timers in one transaction; `decide` is the domain's decision on a row. Sends what it appended to this process's feed, or wakes the feed to read it.
///
/// If the log already has a ring of the batch, the transaction is rolled back, and a second one skips such rings. If the
/// database refuses the batch, another one leaves out the rows at fault.
///
/// If the transaction fails, the caller claims fewer rows. In a claim of a single row, that row is at fault.
#[expect(private_bounds, reason = "alarms and timers alone are due, and their rows are private")]
pub async fn claim<T: DueRow>(
    storage: &Storage,
    now: OffsetDateTime,
    batch: Batch,
    decide: impl Fn(T) -> Decision<T> + Send + 'static,
) -> Result<ClaimReport, Error> {
    let (wakeup, sender) = (Arc::clone(&storage.wakeup), storage.hints.process());
    let (outgoing, pace) = (Arc::clone(&storage.outgoing), Arc::clone(&storage.pace));
    let batch = batch.at_most(log::LARGEST_BATCH);
    let at_fault = Arc::<Mutex<Option<i64>>>::default();
    let single = Arc::clone(&at_fault);
    let (primary, term) = (Arc::clone(&storage.pool.primary), storage.pool.primary.term());
    let claimed = storage
        .ringing(move |conn| {
            let (mut phases, mut since) = (Phases::default(), Instant::now());
            let mut lap = move || {
                let now = Instant::now();
                now.saturating_duration_since(mem::replace(&mut since, now))
            };
            let mut is_notified = true;
            let mut attempt = |repeated, searches| {
                let notifies = || {
                    is_notified = pace.notifies(Instant::now());
                    is_notified
                };
                log::in_batch_transaction(conn, &sender, notifies, |conn| {
                    let rows = T::take(conn, now, &batch)?;
                    phases.take = lap();
                    if let ([row], true) = (rows.as_slice(), batch.is_one_row()) {
                        *single.lock() = Some(T::id(row));
                    }
                    let context = T::context(conn, &rows)?;
                    let (mut claimed, mut moves) = decide_all(rows, &context, &decide);
                    phases.decide = lap();
                    if searches && let Err(error) = leave_refused::<T>(conn, now, &mut claimed, &mut moves) {
                        if matches!(error, Error::Database(_)) {
                            // The database accepts no rings at all: no row is at fault.
                            *single.lock() = None;
                        }
                        return Err(error);
                    }
                    let moves = Moves::<T::NextColumns>::of(moves);
                    if !moves.ids.is_empty() {
                        T::move_on(conn, &moves.ids, &moves.nexts)?;
                    }
                    phases.move_on = lap();
                    claimed.rings = log::append(conn, now, &moves.rings, repeated)?;
                    phases.append = lap();
                    let rings = claimed.rings;
                    claimed.due = moves.rings.iter().map(|ring| ring.scheduled_for).collect();
                    claimed.missed = moves.ids.len() - moves.rings.len();
                    Ok(((claimed, moves.rings), LogAppend { rings, at: now }))
                })
            };
            let mut claimed = attempt(DuplicatePolicy::Fail, false);
            if let Err(Error::Database(DieselError::DatabaseError(DatabaseErrorKind::UniqueViolation, _))) = claimed {
                claimed = attempt(DuplicatePolicy::Skip, false);
            }
            if let Err(Error::Database(_)) = claimed {
                claimed = attempt(DuplicatePolicy::Skip, true);
            }
            let (mut claimed, rings) = claimed?;
            phases.commit = lap();
            claimed.phases = (claimed.rows > 0).then_some(phases);
            if claimed.rings > 0 {
                if !is_notified {
                    pace.owe();
                }
                // If the log already had some of the rings, this process does not know which ones were new, so it
                // publishes nothing. A primary that was replaced says nothing about the log.
                let is_complete = claimed.rings == rings.len() && primary.term() == term;
                match (is_complete && outgoing.has_readers()).then(|| log::last_batch_ends(conn)) {
                    Some(Ok((previous, end))) => {
                        let rings = rings.into_iter().map(Ring::from).collect();
                        let feed_has_it = outgoing.send(previous, end, rings);
                        wakeup.committed(end.offset(), feed_has_it);
                    }
                    // The claim is committed, so other readers will find it in the log.
                    Some(Err(_)) | None => wakeup.fired_now(),
                }
            }
            Ok(claimed)
        })
        .await;
    if claimed.as_ref().is_err_and(Error::is_unavailable) {
        // The connection may have been lost after the commit, and this process ignores its own notifications.
        storage.wakeup().fired_now();
    }
    let at_fault = *at_fault.lock();
    claimed.or_else(|error| match at_fault {
        // If there is no room, no other row would do better.
        Some(row) if !matches!(error, Error::OutOfRoom(_)) => {
            Ok(ClaimReport { rows: 1, left: vec![row], reason: Some(error.to_string()), ..ClaimReport::default() })
        }
        _ => Err(error),
    })
}

/// The longest due rows of a kind, with their browsers.
pub async fn scan(storage: &Storage, kind: Kind, due: Scan) -> Result<Vec<(i64, Uuid)>, Error> {
    storage
        .ringing(move |conn| {
            Ok(match kind {
                Kind::Alarm => Alarm::scan(conn, due)?,
                Kind::Timer => Timer::scan(conn, due)?,
            })
        })
        .await
}

/// Where a row moves, and its ring if it rings.
#[derive(Clone)]
struct Move<Next> {
    id: i64,
    next: Next,
    ring: Option<NewFiring>,
}

/// Moves as columns, for statements.
struct Moves<Next> {
    ids: Vec<i64>,
    nexts: Vec<Next>,
    rings: Vec<NewFiring>,
}

impl<Next> Moves<Next> {
    fn of(moves: impl IntoIterator<Item = Move<Next>>) -> Self {
        let mut columns = Self { ids: Vec::new(), nexts: Vec::new(), rings: Vec::new() };
        for Move { id, next, ring } in moves {
            columns.ids.push(id);
            columns.nexts.push(next);
            columns.rings.extend(ring);
        }
        columns
    }
}

/// Decides on rows until [`DECIDING`] is over, but on at least one.
fn decide_all<T: DueRow>(
    rows: Vec<T::Row>,
    context: &T::Context,
    decide: &impl Fn(T) -> Decision<T>,
) -> (ClaimReport, Vec<Move<T::NextColumns>>) {
    let begun = Instant::now();
    let (mut claimed, mut moves) = (ClaimReport::default(), Vec::new());
    let mut rows = rows.into_iter();
    for row in rows.by_ref() {
        claimed.rows += 1;
        let id = T::id(&row);
        match decided(row, context, decide) {
            Ok((due, Decision { after, rings })) => {
                let (next, due) = (after.next(), due.filter(|_| rings));
                let ring = due.map(|scheduled_for| NewFiring { scheduled_for, subject: after.subject() });
                moves.push(Move { id, next, ring });
            }
            Err(error) => claimed.leave(id, error.to_string()),
        }
        if begun.elapsed() >= DECIDING {
            break;
        }
    }
    claimed.undecided = rows.len();
    (claimed, moves)
}

/// Finds the moves that the database refuses, by halves, and leaves their rows as they are. Fails if the database accepts
/// no rings at all: then no row is at fault.
fn leave_refused<T: DueRow>(
    conn: &mut PgConnection,
    now: OffsetDateTime,
    claimed: &mut ClaimReport,
    moves: &mut Vec<Move<T::NextColumns>>,
) -> Result<(), Error> {
    let mut accepted = Vec::new();
    let mut parts = vec![mem::take(moves)];
    while let Some(mut part) = parts.pop() {
        let trial = in_savepoint(conn, |conn| {
            let part = Moves::<T::NextColumns>::of(part.iter().cloned());
            T::move_on(conn, &part.ids, &part.nexts)?;
            log::append(conn, now, &part.rings, DuplicatePolicy::Skip)
        });
        match trial {
            Ok(()) => accepted.append(&mut part),
            Err(Error::Database(_)) if part.len() > 1 => {
                // The first half is tried first.
                let second = part.split_off(part.len().div_ceil(2));
                parts.extend([second, part]);
            }
            Err(Error::Database(refused)) => {
                if accepted.is_empty() {
                    in_savepoint(conn, append_any)?;
                }
                for one in part {
                    claimed.leave(one.id, refused.to_string());
                }
            }
            Err(error) => return Err(error),
        }
    }
    *moves = accepted;
    Ok(())
}

/// Appends rings of nobody, to learn whether the database accepts any: several pages of them, because a few may still fit
/// into free space on a full disk.
fn append_any(conn: &mut PgConnection) -> QueryResult<usize> {
    sql_query(
        "INSERT INTO firings (id, lane, browser_id, kind, row_id, scheduled_for, fired_at, is_step, subject) \
         SELECT -n, firing_lane(now()), gen_random_uuid(), 'timer', -n, now(), now(), false, repeat('x', 100)::bytea \
         FROM generate_series(1, 200) AS n",
    )
    .execute(conn)
}

/// Tries statements, and undoes them.
fn in_savepoint(
    conn: &mut PgConnection,
    statements: impl FnOnce(&mut PgConnection) -> QueryResult<usize>,
) -> Result<(), Error> {
    conn.batch_execute("SAVEPOINT trial")?;
    let tried = statements(conn);
    conn.batch_execute("ROLLBACK TO SAVEPOINT trial; RELEASE SAVEPOINT trial")?;
    tried.map(drop).map_err(Error::from)
}

/// When a row was due, and the domain's decision on it. A panic affects that row only.
fn decided<T: DueRow>(
    row: T::Row,
    context: &T::Context,
    decide: &impl Fn(T) -> Decision<T>,
) -> Result<(Option<OffsetDateTime>, Decision<T>), Error> {
    let decided = catch_unwind(AssertUnwindSafe(|| {
        let before = T::read(row, context)?;
        Ok((before.next_due(), decide(before)))
    }));
    decided.unwrap_or_else(|_| Err(Error::unreadable("its rule panicked")))
}

/// The domain's decision on a due row.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Decision<T> {
    pub after: T,
    /// Whether it rings. If not, it is missed: it is far too late.
    pub rings: bool,
}

/// Which due rows of a kind a claim takes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Batch {
    /// The longest due ones.
    Oldest { limit: u16, without_rows: Vec<i64> },
    /// The rows with these ids.
    These(Vec<i64>),
}

impl Batch {
    /// The longest due rows without exceptions, at most `limit` of them.
    pub const fn oldest(limit: u16) -> Self {
        Self::Oldest { limit, without_rows: Vec::new() }
    }

    /// Whether this is the longest due row alone: what a scheduler claims after larger batches have failed.
    const fn is_one_row(&self) -> bool {
        matches!(self, Self::Oldest { limit: 1, .. })
    }

    fn at_most(mut self, most: u16) -> Self {
        match &mut self {
            Self::Oldest { limit, .. } => *limit = most.min(*limit),
            Self::These(rows) => rows.truncate(most.into()),
        }
        self
    }
}

#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ClaimReport {
    /// How many rows were taken and decided on.
    pub rows: usize,
    /// How many rows were far too late to ring.
    pub missed: usize,
    /// How many rings were appended to the log.
    pub rings: usize,
    /// The due instants of everything that rang, even if the log had the ring already.
    pub due: Vec<OffsetDateTime>,
    /// Rows at fault: this version cannot read them, their rule panicked, the database refuses them, or a claim of nothing
    /// else failed. They stay due.
    pub left: Vec<i64>,
    /// Why the first of those failed.
    pub reason: Option<String>,
    /// How many rows were taken and given back, because the decisions on the others had taken long. They stay due.
    pub undecided: usize,
    /// How long each phase took, if the claim was one transaction and took any rows.
    pub phases: Option<Phases>,
}

impl ClaimReport {
    fn leave(&mut self, row: i64, reason: String) {
        self.reason.get_or_insert(reason);
        self.left.push(row);
    }
}

/// The duration of each phase of a claim, without the wait for a connection.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Phases {
    /// Beginning the transaction; locking and reading the rows.
    pub take: Duration,
    /// Deciding what happens to each row, without any query.
    pub decide: Duration,
    /// Moving the rows to their next occurrences.
    pub move_on: Duration,
    pub append: Duration,
    /// Giving the batch its offset, under the lock of the log, and the commit.
    pub commit: Duration,
}

impl Phases {
    pub const fn named(&self) -> [(&'static str, Duration); 5] {
        [
            ("take", self.take),
            // The name that the metric has had from its beginning.
            ("settle", self.decide),
            ("move_on", self.move_on),
            ("append", self.append),
            ("commit", self.commit),
        ]
    }
}
