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

mod claim;
pub(crate) mod kinds;

use diesel::{dsl::sql, prelude::*, sql_types};
use time::OffsetDateTime;
use tokibako_domain::{alarm::Alarm, firing::Kind, timer::Timer};
use uuid::Uuid;

pub use self::claim::{Batch, ClaimReport, Decision, Phases, Scan};
use self::claim::{DueRow, claim};
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
/// `decide` is the domain's decision on a row.
pub async fn claim_alarms(
    storage: &Storage,
    now: OffsetDateTime,
    batch: Batch,
    decide: impl Fn(Alarm) -> Decision<Alarm> + Send + 'static,
) -> Result<ClaimReport, Error> {
    claim(storage, now, batch, decide).await
}

/// Claims timers that are due at `now`, like [`claim_alarms`].
pub async fn claim_timers(
    storage: &Storage,
    now: OffsetDateTime,
    batch: Batch,
    decide: impl Fn(Timer) -> Decision<Timer> + Send + 'static,
) -> Result<ClaimReport, Error> {
    claim(storage, now, batch, decide).await
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
