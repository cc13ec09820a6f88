//! The claim: takes due rows, moves them to their next occurrence and writes their rings to the log, in one
//! transaction.
//!
//! Any number of schedulers claim concurrently. `FOR UPDATE SKIP LOCKED` gives each row to one of them. The row is
//! moved and its firing appended in the same transaction, so a crash at any point neither loses nor duplicates a ring.
//! The domain decides whether a row rings and where it moves.
//!
//! A row that cannot be read, or whose rule panics, is left unchanged and listed in [`ClaimReport::left`]. A row that the
//! database refuses fails its whole batch. The caller decides which rows the next claim leaves out.

mod alarms;
mod batch;
mod claim;
mod phases;
mod timers;

use diesel::{dsl::sql, prelude::*, sql_query, sql_types};
use time::OffsetDateTime;
use tokibako_domain::{
    alarm::Alarm,
    browser_id::BrowserId,
    firing::{Kind, NewFiring},
    timer::Timer,
};
use uuid::Uuid;

use self::claim::{DueRow, claim};
pub use self::{
    batch::{Batch, ClaimReport, Decision},
    phases::Phases,
};
use crate::{
    Storage,
    clock::Clock,
    error::Error,
    schema::{alarms as alarm_rows, timers as timer_rows},
};

/// When the next row of each kind is due.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct NextDue {
    /// The next alarm.
    pub alarm: Option<OffsetDateTime>,
    /// The next timer.
    pub timer: Option<OffsetDateTime>,
}

impl NextDue {
    /// When the next row of any kind is due.
    #[must_use]
    pub fn earliest(self) -> Option<OffsetDateTime> {
        self.alarm.into_iter().chain(self.timer).min()
    }
}

/// Rows to leave out.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ExcludedRows {
    /// Alarms.
    pub alarms: Vec<i64>,
    /// Timers.
    pub timers: Vec<i64>,
}

/// When the next row of each kind is due, apart from the rows in `without`, in one query, because it runs far more often
/// than anything rings. Also measures the database's clock, so that the claim after it is by a fresh measurement.
pub async fn next(storage: &Storage, clock: &Clock, without: ExcludedRows) -> Result<NextDue, Error> {
    let clock = clock.clone();
    storage
        .ringing(move |conn| {
            let alarm = alarm_rows::table
                .filter(alarm_rows::id.ne_all(without.alarms))
                .select(diesel::dsl::min(alarm_rows::next_trigger))
                .single_value();
            let timer = timer_rows::table
                .filter(timer_rows::id.ne_all(without.timers))
                .select(diesel::dsl::min(timer_rows::ends_at))
                .single_value();
            let database = sql::<sql_types::Timestamptz>("clock_timestamp()");
            clock.with_measurement(|| {
                let (alarm, timer, database) = diesel::select((alarm, timer, database)).get_result(conn)?;
                Ok((NextDue { alarm, timer }, database))
            })
        })
        .await
}

/// Claims alarms that are due at `now`.
///
/// `decide` is the domain's decision on a row. `streaming` returns the devices whose streams are about to receive some of
/// these rings, in this process: their pushes are queued for later.
pub async fn claim_alarms(
    storage: &Storage,
    now: OffsetDateTime,
    batch: Batch,
    decide: impl Fn(Alarm) -> Decision<Alarm> + Send + 'static,
    streaming: impl Fn(&[NewFiring]) -> Vec<(BrowserId, Uuid)> + Send + 'static,
) -> Result<ClaimReport, Error> {
    claim(storage, now, batch, decide, streaming).await
}

/// Claims timers that are due at `now`, like [`claim_alarms`].
pub async fn claim_timers(
    storage: &Storage,
    now: OffsetDateTime,
    batch: Batch,
    decide: impl Fn(Timer) -> Decision<Timer> + Send + 'static,
    streaming: impl Fn(&[NewFiring]) -> Vec<(BrowserId, Uuid)> + Send + 'static,
) -> Result<ClaimReport, Error> {
    claim(storage, now, batch, decide, streaming).await
}

/// The ids of the rows that a claim of this batch would take.
pub async fn rows(storage: &Storage, kind: Kind, now: OffsetDateTime, batch: Batch) -> Result<Vec<i64>, Error> {
    storage
        .ringing(move |conn| {
            Ok(match kind {
                Kind::Alarm => Alarm::ids(conn, now, &batch)?,
                Kind::Timer => Timer::ids(conn, now, &batch)?,
            })
        })
        .await
}

/// Checks whether the database accepts rings at all: inserts some and rolls back.
///
/// If it does, some rows of a refused batch are the cause. If it does not (a full disk), no row is.
pub async fn try_out(storage: &Storage) -> Result<(), Error> {
    storage
        .background(|conn| {
            let tried = conn.transaction(|conn| {
                // Several pages of rows, because a few rows may still fit into free space on a full disk.
                sql_query(
                    "INSERT INTO firings (id, lane, browser_id, kind, row_id, scheduled_for, fired_at, is_step, subject) \
                     SELECT -n, firing_lane(now()), gen_random_uuid(), 'timer', -n, now(), now(), false, \
                     repeat('x', 100)::bytea FROM generate_series(1, 200) AS n",
                )
                .execute(conn)?;
                Err::<(), _>(diesel::result::Error::RollbackTransaction)
            });
            match tried {
                Err(diesel::result::Error::RollbackTransaction) => Ok(()),
                other => Ok(other?),
            }
        })
        .await
}
