//! The claim of a batch, for both kinds.

use std::{
    mem,
    panic::{AssertUnwindSafe, catch_unwind},
    sync::Arc,
    time::Instant,
};

use diesel::{
    PgConnection,
    prelude::*,
    result::{DatabaseErrorKind, Error as DieselError},
};
use parking_lot::Mutex;
use time::OffsetDateTime;
use tokibako_domain::{
    browser_id::BrowserId,
    firing::{NewFiring, Ring, RingSubject},
};
use uuid::Uuid;

use super::{
    batch::{Batch, ClaimReport, Decision},
    phases::{Laps, Phases},
};
use crate::{
    Storage,
    error::Error,
    log::{self, LogAppend},
    pushes,
    rows::DuplicatePolicy,
};

/// What due alarms and due timers have in common.
pub(super) trait DueRow: Sized {
    /// The row in the database.
    type Row;

    /// The columns that change when a row moves to its next occurrence.
    type NextColumns;

    fn id(row: &Self::Row) -> i64;

    /// Locks the rows of a batch that no other transaction has locked, and reads them.
    fn take(conn: &mut PgConnection, now: OffsetDateTime, batch: &Batch) -> QueryResult<Vec<Self::Row>>;

    /// What else the decision on a row depends on.
    type Context;

    /// Reads the context of locked rows.
    fn context(conn: &mut PgConnection, rows: &[Self::Row]) -> QueryResult<Self::Context>;

    /// A row in its context.
    fn read(row: Self::Row, context: &Self::Context) -> Result<Self, Error>;

    fn ids(conn: &mut PgConnection, now: OffsetDateTime, batch: &Batch) -> QueryResult<Vec<i64>>;

    /// When the row is due.
    fn due(&self) -> Option<OffsetDateTime>;

    /// The row as it is logged with its ring.
    fn subject(self) -> RingSubject;

    /// Where the row moves.
    fn next(&self) -> Self::NextColumns;

    /// Moves rows to their next occurrence, in one statement.
    fn move_on(conn: &mut PgConnection, ids: &[i64], nexts: &[Self::NextColumns]) -> QueryResult<usize>;
}

/// Claims a batch in one transaction, and sends what it appended to this process's feed, or wakes the feed to read it.
///
/// If the log already has a ring of the batch, the transaction is rolled back, and a second one skips such rings.
///
/// If the transaction fails and rows were unreadable, it returns only those rows, so that the next claim can skip them.
/// A rule that panics may take longer than a transaction may idle, and so fail the transaction.
pub(super) async fn claim<T: DueRow>(
    storage: &Storage,
    now: OffsetDateTime,
    batch: Batch,
    decide: impl Fn(T) -> Decision<T> + Send + 'static,
    streaming: impl Fn(&[NewFiring]) -> Vec<(BrowserId, Uuid)> + Send + 'static,
) -> Result<ClaimReport, Error> {
    let (wakeup, sender) = (storage.shared_wakeup(), storage.hints().process());
    let (outgoing, pace) = (Arc::clone(storage.outgoing()), Arc::clone(storage.pace()));
    let batch = batch.at_most(log::LARGEST_BATCH);
    let unreadable = Arc::<Mutex<ClaimReport>>::default();
    let left = Arc::clone(&unreadable);
    let (primary, term) = (Arc::clone(storage.primary()), storage.primary().term());
    let claimed = storage
        .ringing(move |conn| {
            let (mut phases, mut laps) = (Phases::default(), Laps::begin());
            let mut is_notified = true;
            let mut attempt = |repeated| {
                let notifies = || {
                    is_notified = pace.notifies(Instant::now());
                    is_notified
                };
                log::in_batch_transaction(conn, &sender, notifies, |conn| {
                    let rows = T::take(conn, now, &batch)?;
                    phases.take = laps.lap();
                    let context = T::context(conn, &rows)?;
                    let (mut claimed, moves) = decide_all(rows, &context, &decide);
                    *left.lock() = claimed.left_alone();
                    phases.settle = laps.lap();
                    if !moves.ids.is_empty() {
                        T::move_on(conn, &moves.ids, &moves.nexts)?;
                    }
                    phases.move_on = laps.lap();
                    claimed.rings = log::append(conn, now, &moves.rings, repeated)?;
                    phases.append = laps.lap();
                    let rings = claimed.rings;
                    if rings > 0 {
                        pushes::store_batch(conn, now, &streaming(&moves.rings))?;
                    }
                    phases.queue = laps.lap();
                    Ok(((claimed, moves.rings), LogAppend { rings, at: now }))
                })
            };
            let (mut claimed, rings) = match attempt(DuplicatePolicy::Fail) {
                Err(Error::Database(DieselError::DatabaseError(DatabaseErrorKind::UniqueViolation, _))) => {
                    attempt(DuplicatePolicy::Skip)?
                }
                outcome => outcome?,
            };
            phases.commit = laps.lap();
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
                        wakeup.committed(end.place(), feed_has_it);
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
    let left = mem::take(&mut *unreadable.lock());
    claimed.or_else(|error| if left.rows > 0 { Ok(left) } else { Err(error) })
}

/// The decisions on claimed rows.
struct Moves<Next> {
    ids: Vec<i64>,
    nexts: Vec<Next>,
    rings: Vec<NewFiring>,
}

fn decide_all<T: DueRow>(
    rows: Vec<T::Row>,
    context: &T::Context,
    decide: &impl Fn(T) -> Decision<T>,
) -> (ClaimReport, Moves<T::NextColumns>) {
    let mut claimed = ClaimReport { rows: rows.len(), ..ClaimReport::default() };
    let mut moves = Moves { ids: Vec::new(), nexts: Vec::new(), rings: Vec::new() };
    for row in rows {
        let id = T::id(&row);
        let (due, Decision { after, rings }) = match decided(row, context, decide) {
            Ok(decided) => decided,
            Err(error) => {
                claimed.left.push(id);
                claimed.reason.get_or_insert_with(|| error.to_string());
                continue;
            }
        };
        moves.ids.push(id);
        moves.nexts.push(after.next());
        match due.filter(|_| rings) {
            Some(scheduled_for) => {
                claimed.due.push(scheduled_for);
                moves.rings.push(NewFiring { scheduled_for, subject: after.subject() });
            }
            None => claimed.passed_over += 1,
        }
    }
    (claimed, moves)
}

/// When a row was due, and the domain's decision on it. A panic affects that row only.
fn decided<T: DueRow>(
    row: T::Row,
    context: &T::Context,
    decide: &impl Fn(T) -> Decision<T>,
) -> Result<(Option<OffsetDateTime>, Decision<T>), Error> {
    let decided = catch_unwind(AssertUnwindSafe(|| {
        let before = T::read(row, context)?;
        Ok((before.due(), decide(before)))
    }));
    decided.unwrap_or_else(|_| Err(Error::unreadable("its rule panicked")))
}
