//! Rows of `timers`.

use diesel::prelude::*;
use time::{Duration, OffsetDateTime};
use tokibako_domain::{
    length::TimerLength,
    sound::Sound,
    timer::{Countdown, NewTimer, Timer, TimerId, TimerSettings},
};
use uuid::Uuid;

use super::columns::{self, LabelText, Parsed};
use crate::{error::Error, schema::timers};

#[derive(Queryable, Selectable)]
#[diesel(table_name = timers, check_for_backend(diesel::pg::Pg))]
pub(crate) struct TimerRow {
    pub(crate) id: i64,
    pub(crate) browser_id: Uuid,
    total_seconds: i32,
    sound: Parsed<Sound>,
    label: Option<LabelText>,
    ends_at: Option<OffsetDateTime>,
    remaining_ms: Option<i64>,
    created_at: OffsetDateTime,
}

/// What can change of a row.
#[derive(Insertable, AsChangeset)]
#[diesel(table_name = timers, treat_none_as_null = true)]
pub(crate) struct TimerStateRow<'a> {
    total_seconds: i32,
    sound: &'a str,
    label: Option<&'a str>,
    ends_at: Option<OffsetDateTime>,
    remaining_ms: Option<i64>,
}

#[derive(Insertable)]
#[diesel(table_name = timers)]
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
        Ok(Self {
            id: TimerId(row.id),
            browser: columns::browser(row.browser_id)?,
            settings: TimerSettings {
                length: TimerLength::from_total_seconds(row.total_seconds.into()).map_err(Error::unreadable)?,
                // A newer version's sound is no reason not to ring.
                sound: row.sound.read_or_default(),
                label: columns::label(row.label)?,
            },
            countdown,
            created_at: row.created_at,
        })
    }
}

impl<'a> TimerStateRow<'a> {
    /// The same with the sound that is stored: it may be one that this version does not know.
    pub(crate) fn keeping_sound(self, stored: &'a str) -> Self {
        Self { sound: stored, ..self }
    }

    pub(crate) fn new(settings: &'a TimerSettings, countdown: Countdown) -> Self {
        let (ends_at, remaining_ms) = match countdown {
            Countdown::Running(ends_at) => (Some(ends_at), None),
            Countdown::Stopped(remaining) => (None, i64::try_from(remaining.whole_milliseconds()).ok()),
        };
        Self {
            total_seconds: settings.length.total_seconds(),
            sound: settings.sound.as_str(),
            label: settings.label.as_ref().map(tokibako_domain::label::Label::as_str),
            ends_at,
            remaining_ms,
        }
    }
}

impl<'a> NewTimerRow<'a> {
    pub(crate) fn new(timer: &'a NewTimer, client_key: Option<Uuid>) -> Self {
        Self {
            browser_id: timer.browser.as_uuid(),
            created_at: timer.created_at,
            client_key,
            state: TimerStateRow::new(&timer.settings, timer.countdown),
        }
    }
}
