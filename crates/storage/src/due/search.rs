//! The search for due rows: when the next one is due, and which scans find a backlog.

use diesel::{dsl::sql, prelude::*, sql_types};
use time::OffsetDateTime;
use uuid::Uuid;

use crate::{
    Storage,
    clock::Clock,
    error::Error,
    schema::{alarms, timers},
};

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct NextDue {
    pub alarm: Option<OffsetDateTime>,
    pub timer: Option<OffsetDateTime>,
}

impl NextDue {
    pub fn earliest(self) -> Option<OffsetDateTime> {
        self.alarm.into_iter().chain(self.timer).min()
    }
}

#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ExcludedRows {
    pub alarms: Vec<i64>,
    pub timers: Vec<i64>,
}

/// When the next row of each kind is due, apart from the rows in `without`, in one query, because it runs far more often
/// than anything rings. Also measures the database's clock, so that the claim after it is by a fresh measurement.
pub async fn next(storage: &Storage, clock: &Clock, without: ExcludedRows) -> Result<NextDue, Error> {
    let clock = clock.clone();
    storage
        .ringing(move |conn| {
            let alarm = alarms::table
                .filter(alarms::id.ne_all(without.alarms))
                .select(diesel::dsl::min(alarms::next_trigger))
                .single_value();
            let timer = timers::table
                .filter(timers::id.ne_all(without.timers))
                .select(diesel::dsl::min(timers::ends_at))
                .single_value();
            let database = sql::<sql_types::Timestamptz>("clock_timestamp()");
            clock.with_measurement(|| {
                let (alarm, timer, database) = diesel::select((alarm, timer, database)).get_result(conn)?;
                Ok((NextDue { alarm, timer }, database))
            })
        })
        .await
}

/// Which due rows of a kind to find.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Scan {
    /// Rows that were due at this instant or before are left out.
    pub after: OffsetDateTime,
    /// Rows that are due later are left out.
    pub until: OffsetDateTime,
    pub without: Vec<i64>,
    pub without_browsers: Vec<Uuid>,
    pub limit: u32,
}
