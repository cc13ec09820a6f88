//! The fields of a request that make up the schedule of an alarm, and the preview of when it would ring.

use actix_web::{HttpRequest, HttpResponse, web::Data};
use serde::{Deserialize, Serialize};
use time::{Date, OffsetDateTime};
use tokibako_domain::{
    day,
    day::{TimeOfDay, Weekdays},
    days_off::DaysOff,
    occurrence::{Repeat, RepeatError, RepeatName, Schedule, ScheduleError},
    rule::Rule,
    zone::Zone,
};
use tokibako_storage::clock::Clock;
use utoipa::ToSchema;

use crate::{
    error::{Problem, ValidationErrors},
    openapi::{PreviewParameters, QueryProblems},
    request::{
        field::{Nullable, Sent},
        head,
    },
    response::{self, values::Instant},
};

pub(crate) struct ScheduleFields {
    pub(crate) time: Sent<String>,
    pub(crate) repeat: Sent<String>,
    pub(crate) days: Sent<Nullable<Vec<String>>>,
    pub(crate) date: Sent<Nullable<String>>,
    pub(crate) rule: Sent<Nullable<String>>,
    pub(crate) from: Sent<Nullable<String>>,
    pub(crate) timezone: Sent<String>,
    pub(crate) paused_until: Sent<Nullable<String>>,
}

#[derive(Debug, Default, Clone)]
pub(super) struct ScheduleChanges {
    time: Option<TimeOfDay>,
    repeat: Option<RepeatName>,
    days: Option<Nullable<Weekdays>>,
    date: Option<Nullable<Date>>,
    /// A rule that can be read; its days may follow from its first one, which is known later.
    rule: Option<Nullable<String>>,
    from: Option<Nullable<Date>>,
    zone: Option<Zone>,
    paused_until: Option<Nullable<Date>>,
}

impl ScheduleFields {
    /// Reads a schedule that must have the two required fields.
    pub(super) fn read_complete(self, errors: &mut ValidationErrors) -> ScheduleChanges {
        errors.require([("time", self.time.is_some()), ("repeat", self.repeat.is_some())]);
        self.read(errors)
    }

    pub(super) fn read(self, errors: &mut ValidationErrors) -> ScheduleChanges {
        let day = |field| move |text: String| day::parse(&text).map_err(|error| format!("{field} {error}"));
        ScheduleChanges {
            time: errors.sent("time", self.time, |it| it.parse()),
            repeat: errors.sent("repeat", self.repeat, |it| it.parse()),
            days: errors
                .sent("days", self.days, |it| it.read(|names| Weekdays::named(names.iter().map(String::as_str)))),
            date: errors.sent("date", self.date, |it| it.read(day("date"))),
            rule: errors.sent("rule", self.rule, |it| it.read(|text| Rule::parse(&text, Date::MIN).map(|_| text))),
            from: errors.sent("from", self.from, |it| it.read(day("from"))),
            zone: errors.sent("timezone", self.timezone, |it| it.parse()),
            paused_until: errors.sent("pausedUntil", self.paused_until, |it| it.read(day("pausedUntil"))),
        }
    }
}

impl ScheduleChanges {
    /// The schedule of a new alarm; `None` if a required field is missing.
    pub(super) fn complete(self, now: OffsetDateTime, errors: &mut ValidationErrors) -> Option<Schedule> {
        // Invalid days or an invalid rule are refused already, and not missing as well.
        if errors.contains("days") || errors.contains("rule") {
            return None;
        }
        let (time, zone) = (self.time?, self.zone.unwrap_or(Zone::UTC));
        let paused_until = self.paused_until.and_then(|sent| sent.0);
        let name = self.repeat?;
        let repeat = errors.take_from(self.repeat_after(None, name, zone, now))?;
        Some(Schedule { time, repeat, zone, paused_until })
    }

    pub(super) fn of(self, schedule: Schedule, now: OffsetDateTime) -> Result<Schedule, ValidationErrors> {
        let name = self.repeat.unwrap_or(schedule.repeat.name());
        let zone = self.zone.unwrap_or(schedule.zone);
        Ok(Schedule {
            time: self.time.unwrap_or(schedule.time),
            zone,
            paused_until: self.paused_until.map_or(schedule.paused_until, |sent| sent.0),
            repeat: self.repeat_after(Some(schedule.repeat), name, zone, now)?,
        })
    }

    /// Days, a date and a rule are kept if the name stays the same, and dropped with another name.
    fn repeat_after(
        self,
        before: Option<Repeat>,
        name: RepeatName,
        zone: Zone,
        now: OffsetDateTime,
    ) -> Result<Repeat, ValidationErrors> {
        let previous = before.filter(|before| before.name() == name);
        let previous_rule = previous.and_then(Repeat::rule);
        let rule = self.rule.map_or_else(|| previous_rule.map(|rule| rule.to_string()), |sent| sent.0);
        if name != RepeatName::Rule && self.from.is_some_and(|sent| sent.0.is_some()) {
            return Err(ValidationErrors::only("from", "from belongs to repeat rule only"));
        }
        let today = || zone.local_date(now).unwrap_or(now.date());
        let from = self.from.map_or_else(|| previous_rule.map(Rule::from), |sent| sent.0).unwrap_or_else(today);
        let rule = rule.map(|text| Rule::parse(&text, from)).transpose();
        let rule = rule.map_err(|error| ValidationErrors::only("rule", error))?;
        let days = self.days.map_or_else(|| previous.and_then(Repeat::days), |sent| sent.0);
        let date = self.date.map_or_else(|| previous.and_then(Repeat::date), |sent| sent.0);
        Repeat::new(name, days, date, rule).map_err(|error| {
            let field = match error {
                RepeatError::DaysMissing | RepeatError::DaysUnused => "days",
                RepeatError::DateUnused => "date",
                RepeatError::RuleMissing | RepeatError::RuleUnused => "rule",
            };
            ValidationErrors::only(field, error)
        })
    }
}

/// Refuses a schedule that would not ring after `now`.
pub(super) fn check(schedule: &Schedule, now: OffsetDateTime) -> Result<(), ValidationErrors> {
    schedule.check(now).map_err(|error| {
        let field = match error {
            ScheduleError::Passed => "date",
            ScheduleError::Ended | ScheduleError::NoDay => "rule",
            ScheduleError::PausedPastIt => "pausedUntil",
        };
        ValidationErrors::only(field, error)
    })
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct PreviewQuery {
    time: Option<String>,
    repeat: Option<String>,
    /// Separated by commas.
    days: Option<String>,
    date: Option<String>,
    paused_until: Option<String>,
    rule: Option<String>,
    /// By default the day of `after`.
    from: Option<String>,
    /// UTC by default.
    timezone: Option<String>,
    /// An instant with any offset; now by default.
    after: Option<String>,
}

/// When an alarm rings.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct Preview {
    next_trigger: Instant,
}

/// Previews when an alarm would ring
#[utoipa::path(
    get, path = "/api/alarms/preview", tag = "alarms", operation_id = "previewAlarm",
    params(PreviewParameters),
    responses((status = 200, description = "The next ring", body = Preview), QueryProblems)
)]
pub(crate) async fn preview(clock: Data<Clock>, request: HttpRequest) -> Result<HttpResponse, Problem> {
    let (schedule, after) = head::query::<PreviewQuery>(&request)?.schedule(clock.now())?;
    // A valid schedule has no next occurrence only at the end of the calendar.
    let next_trigger = schedule
        .next_after(after, &DaysOff::NONE)
        .ok_or(ValidationErrors::only("after", "after leaves no room for a ring before the year 10000"))?;
    response::ok(&Preview { next_trigger: Instant(next_trigger) })
}

impl PreviewQuery {
    fn schedule(self, now: OffsetDateTime) -> Result<(Schedule, OffsetDateTime), ValidationErrors> {
        let mut errors = ValidationErrors::default();
        let names = |days: String| days.split(',').map(ToOwned::to_owned).collect();
        let fields = ScheduleFields {
            time: Sent(self.time),
            repeat: Sent(self.repeat),
            days: Sent(self.days.map(|days| Nullable(Some(names(days))))),
            date: Sent(self.date.map(|date| Nullable(Some(date)))),
            rule: Sent(self.rule.map(|rule| Nullable(Some(rule)))),
            from: Sent(self.from.map(|from| Nullable(Some(from)))),
            timezone: Sent(self.timezone),
            paused_until: Sent(self.paused_until.map(|day| Nullable(Some(day)))),
        };
        let changes = fields.read_complete(&mut errors);
        let after = errors.sent("after", Sent(self.after), |it| Instant::parse("after", &it)).unwrap_or(now);
        let (Some(schedule), true) = (changes.complete(after, &mut errors), errors.is_empty()) else {
            return Err(errors);
        };
        check(&schedule, after)?;
        Ok((schedule, after))
    }
}
