//! The fields of a request that make up the schedule of an alarm.

use serde::Deserialize;
use time::{Date, OffsetDateTime};
use tokibako_domain::{
    day,
    occurrence::{NeverRings, Schedule},
    repeat::{Repeat, RepeatError, RepeatName},
    time_of_day::TimeOfDay,
    weekdays::Weekdays,
    zone::Zone,
};

use crate::{
    error::ValidationErrors,
    request::field::{OrNull, sent},
};

/// The fields of a body or a query.
#[derive(Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub(crate) struct ScheduleFields {
    #[serde(deserialize_with = "sent")]
    pub(crate) time: Option<String>,
    #[serde(deserialize_with = "sent")]
    pub(crate) repeat: Option<String>,
    #[serde(deserialize_with = "sent")]
    pub(crate) days: Option<OrNull<Vec<String>>>,
    #[serde(deserialize_with = "sent")]
    pub(crate) date: Option<OrNull<String>>,
    #[serde(deserialize_with = "sent")]
    pub(crate) timezone: Option<String>,
    #[serde(deserialize_with = "sent")]
    pub(crate) paused_until: Option<OrNull<String>>,
}

/// The fields that were sent, parsed.
#[derive(Debug, Default, Clone, Copy)]
pub(super) struct ScheduleChanges {
    time: Option<TimeOfDay>,
    repeat: Option<RepeatName>,
    days: Option<OrNull<Weekdays>>,
    date: Option<OrNull<Date>>,
    zone: Option<Zone>,
    paused_until: Option<OrNull<Date>>,
}

impl ScheduleFields {
    /// The same, with the two required fields.
    pub(super) fn read_whole(self, errors: &mut ValidationErrors) -> ScheduleChanges {
        errors.require([("time", self.time.is_some()), ("repeat", self.repeat.is_some())]);
        self.read(errors)
    }

    /// Parses each field that was sent.
    pub(super) fn read(self, errors: &mut ValidationErrors) -> ScheduleChanges {
        let day = |field| move |text: String| day::parse(&text).map_err(|error| format!("{field} {error}"));
        ScheduleChanges {
            time: errors.sent("time", self.time, |it| it.parse()),
            repeat: errors.sent("repeat", self.repeat, |it| it.parse()),
            days: errors
                .sent("days", self.days, |it| it.read(|names| Weekdays::named(names.iter().map(String::as_str)))),
            date: errors.sent("date", self.date, |it| it.read(day("date"))),
            zone: errors.sent("timezone", self.timezone, |it| it.parse()),
            paused_until: errors.sent("pausedUntil", self.paused_until, |it| it.read(day("pausedUntil"))),
        }
    }
}

impl ScheduleChanges {
    /// The schedule of a new alarm; `None` if a required field is missing.
    pub(super) fn whole(self, errors: &mut ValidationErrors) -> Option<Schedule> {
        // Invalid days are refused already, and not missing as well.
        if errors.contains("days") {
            return None;
        }
        let repeat = errors.take_from(self.repeat_after(None, self.repeat?))?;
        let paused_until = self.paused_until.and_then(|sent| sent.0);
        Some(Schedule { time: self.time?, repeat, zone: self.zone.unwrap_or(Zone::UTC), paused_until })
    }

    /// Applies the changes to a schedule.
    pub(super) fn of(self, schedule: Schedule) -> Result<Schedule, ValidationErrors> {
        let name = self.repeat.unwrap_or(schedule.repeat.name());
        Ok(Schedule {
            time: self.time.unwrap_or(schedule.time),
            repeat: self.repeat_after(Some(schedule.repeat), name)?,
            zone: self.zone.unwrap_or(schedule.zone),
            paused_until: self.paused_until.map_or(schedule.paused_until, |sent| sent.0),
        })
    }

    /// Days and a date are kept if the rule's name stays the same, and dropped with another rule.
    fn repeat_after(self, before: Option<Repeat>, name: RepeatName) -> Result<Repeat, ValidationErrors> {
        let kept = before.filter(|before| before.name() == name);
        let days = self.days.map_or_else(|| kept.and_then(Repeat::days), |sent| sent.0);
        let date = self.date.map_or_else(|| kept.and_then(Repeat::date), |sent| sent.0);
        Repeat::new(name, days, date).map_err(|error| {
            let field = match error {
                RepeatError::DaysMissing | RepeatError::DaysUnused => "days",
                RepeatError::DateUnused => "date",
            };
            ValidationErrors::only(field, error)
        })
    }
}

/// Refuses a schedule for a single day that would not ring after `now`.
pub(super) fn check_date(schedule: &Schedule, now: OffsetDateTime) -> Result<(), ValidationErrors> {
    schedule.check_date(now).map_err(|error| {
        let field = match error {
            NeverRings::Passed => "date",
            NeverRings::PausedPastIt => "pausedUntil",
        };
        ValidationErrors::only(field, error)
    })
}
