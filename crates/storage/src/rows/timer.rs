//! Rows of `timers`.

use diesel::prelude::*;
use time::{Duration, OffsetDateTime};
use tokibako_domain::{
    label::Label,
    length::TimerLength,
    sound::Sound,
    timer::{Countdown, NewTimer, Plan, Progress, Timer, TimerId, TimerSettings},
};
use uuid::Uuid;

use super::columns::{self, IntervalColumns, LabelText, ParsedText};
use crate::{error::Error, schema::timers};

#[derive(Queryable, Selectable)]
#[diesel(table_name = timers, check_for_backend(diesel::pg::Pg))]
pub(crate) struct TimerRow {
    pub(crate) id: i64,
    pub(crate) browser_id: Uuid,
    total_seconds: i32,
    sound: ParsedText<Sound>,
    label: Option<LabelText>,
    ends_at: Option<OffsetDateTime>,
    remaining_ms: Option<i64>,
    created_at: OffsetDateTime,
    run_seconds: Option<i32>,
    #[diesel(embed)]
    intervals: IntervalColumns,
}

/// The columns that an update writes.
#[derive(Insertable, AsChangeset)]
#[diesel(table_name = timers, treat_none_as_null = true, treat_none_as_default_value = false)]
pub(crate) struct TimerStateRow<'a> {
    total_seconds: i32,
    sound: &'a str,
    label: Option<&'a str>,
    ends_at: Option<OffsetDateTime>,
    remaining_ms: Option<i64>,
    run_seconds: Option<i32>,
    #[diesel(embed)]
    intervals: IntervalColumns,
}

#[derive(Insertable)]
#[diesel(table_name = timers, treat_none_as_default_value = false)]
pub(crate) struct NewTimerRow<'a> {
    browser_id: Uuid,
    created_at: OffsetDateTime,
    client_key: Option<Uuid>,
    #[diesel(embed)]
    state: TimerStateRow<'a>,
}

impl TryFrom<TimerRow> for Timer {
    type Error = Error;

    fn try_from(row: TimerRow) -> Result<Self, Error> {
        let countdown = match (row.ends_at, row.remaining_ms) {
            (Some(ends_at), _) => Countdown::Running(ends_at),
            (None, Some(remaining)) => Countdown::Stopped(Duration::milliseconds(remaining)),
            (None, None) => return Err(Error::unreadable("a timer has neither an end nor a rest")),
        };
        let (plan, step) = if let Some(intervals) = row.intervals.read()? {
            intervals
        } else {
            let length = TimerLength::from_total_seconds(row.total_seconds.into()).map_err(Error::unreadable)?;
            (Plan::Once(length), 0)
        };
        let extended_to = row.run_seconds.map(|seconds| Duration::seconds(seconds.into()));
        Ok(Self {
            id: TimerId(row.id),
            browser: columns::browser(row.browser_id)?,
            settings: TimerSettings {
                plan,
                // A timer with a sound of a newer version rings with the default one.
                sound: row.sound.read_or_default(),
                label: columns::label(row.label)?,
            },
            countdown,
            progress: Progress { step, extended_to },
            created_at: row.created_at,
        })
    }
}

impl<'a> TimerStateRow<'a> {
    /// The row with the stored sound, which this version may not know.
    pub(crate) fn keeping_sound(self, stored: &'a str) -> Self {
        Self { sound: stored, ..self }
    }

    pub(crate) fn new(settings: &'a TimerSettings, countdown: Countdown, progress: Progress) -> Self {
        let (ends_at, remaining_ms) = match countdown {
            Countdown::Running(ends_at) => (Some(ends_at), None),
            Countdown::Stopped(remaining) => (None, i64::try_from(remaining.whole_milliseconds()).ok()),
        };
        // Rounded up, so that the remaining time is never longer than the run.
        let run_seconds = progress.extended_to.map(|run| run.whole_seconds() + i64::from(run.subsec_nanoseconds() > 0));
        Self {
            total_seconds: match &settings.plan {
                Plan::Once(length) => length.total_seconds(),
                Plan::Intervals(_) => 0,
            },
            sound: settings.sound.as_str(),
            label: settings.label.as_ref().map(Label::as_str),
            ends_at,
            remaining_ms,
            run_seconds: run_seconds.map(|seconds| i32::try_from(seconds).unwrap_or(i32::MAX)),
            intervals: IntervalColumns::new(&settings.plan, progress),
        }
    }
}

impl<'a> NewTimerRow<'a> {
    pub(crate) fn new(timer: &'a NewTimer, client_key: Option<Uuid>) -> Self {
        Self {
            browser_id: timer.browser.as_uuid(),
            created_at: timer.created_at,
            client_key,
            state: TimerStateRow::new(&timer.settings, timer.countdown, Progress::default()),
        }
    }
}
