//! The schedule of an alarm: on which days it rings, its next occurrence, and how late a ring may be.

use std::{fmt, iter};

use time::{Date, Duration, OffsetDateTime};

use crate::{
    day::{TimeOfDay, Weekdays},
    days_off::DaysOff,
    rule::{HORIZON_YEARS, Rule},
    zone::Zone,
};

/// When an alarm rings: the local time, the days, the time zone, and the end of a pause.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Schedule {
    pub time: TimeOfDay,
    pub repeat: Repeat,
    pub zone: Zone,
    /// The first day, in `zone`, on which it may ring; `None` without a pause.
    pub paused_until: Option<Date>,
}

/// Why a schedule never rings.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum ScheduleError {
    #[error("date and time have passed in the alarm's time zone")]
    Passed,
    #[error("the rule has no day before its UNTIL has passed in the alarm's time zone")]
    Ended,
    #[error("the rule has no day in the next {HORIZON_YEARS} years")]
    NoDay,
    #[error("pausedUntil is after the last day, so the alarm would never ring")]
    PausedPastIt,
}

/// A time that is skipped by a clock change may ring on the day after its own: 23:30 in Nuuk when clocks go from 23:00
/// to midnight, or any time of the day that Apia left out in 2011. No gap is longer than a day.
const DAYS_BEFORE: i64 = 1;

/// Dates to search around a given one: an occurrence within half a day lies at most two dates away, even across a gap of a
/// day.
const DAYS_AROUND: i64 = 2;

const HALF_A_DAY: Duration = Duration::hours(12);

/// [`HORIZON_YEARS`] of the calendar, whose days repeat after them.
const HORIZON: Duration = Duration::days(146_097);

impl Schedule {
    /// The first occurrence strictly after `after` that is not on a day off (docs/time.md).
    ///
    /// Days and times are those of the zone. If a clock change skips the time, the ring is later by the length of the
    /// gap; if it repeats the time, there is only the first ring; see [`Zone::instant`]. Occurrences are on whole
    /// minutes of local time. `None` if there is none before the year 10000.
    ///
    /// What rings on one date rings there also on a day off: somebody chose that day.
    ///
    /// ```
    /// use time::macros::datetime;
    /// use tokibako_domain::{days_off::DaysOff, occurrence::{Repeat, Schedule}};
    ///
    /// let schedule = |time: &str, repeat, zone: &str| Schedule {
    ///     time: time.parse().unwrap(),
    ///     repeat,
    ///     zone: zone.parse().unwrap(),
    ///     paused_until: None,
    /// };
    ///
    /// // On Friday evening a weekday alarm waits for Monday.
    /// let work = schedule("07:30", Repeat::Weekday, "Asia/Tokyo");
    /// assert_eq!(work.next_after(datetime!(2026-11-20 20:00 +9), &DaysOff::NONE), Some(datetime!(2026-11-23 07:30 +9)));
    ///
    /// // Berlin skips 02:30 on 29 March 2026: it rings at 03:30.
    /// let night = schedule("02:30", Repeat::Daily, "Europe/Berlin");
    /// assert_eq!(night.next_after(datetime!(2026-03-29 00:00 +1), &DaysOff::NONE), Some(datetime!(2026-03-29 03:30 +2)));
    ///
    /// // Berlin shows 02:30 twice on 25 October 2026: it rings the first time only.
    /// let first = datetime!(2026-10-25 02:30 +2);
    /// assert_eq!(night.next_after(datetime!(2026-10-25 00:00 +2), &DaysOff::NONE), Some(first));
    /// assert_eq!(night.next_after(first, &DaysOff::NONE), Some(datetime!(2026-10-26 02:30 +1)));
    /// ```
    pub fn next_after(&self, after: OffsetDateTime, days_off: &DaysOff) -> Option<OffsetDateTime> {
        let today = self.zone.local_date(after)?;
        let mut earliest = today.checked_sub(Duration::days(DAYS_BEFORE)).unwrap_or(today);
        loop {
            let day = self.next_day(earliest, days_off)?;
            match self.zone.instant(day, self.time) {
                Some(instant) if instant > after => return Some(instant),
                _ => earliest = day.next_day()?,
            }
        }
    }

    pub fn is_off(&self, occurrence: OffsetDateTime, days_off: &DaysOff) -> bool {
        let Some(today) = self.zone.local_date(occurrence).filter(|_| self.repeat.date().is_none()) else {
            return false;
        };
        // A gap may have moved it past midnight.
        let days = [today.previous_day(), Some(today)];
        let mut days = days
            .into_iter()
            .flatten()
            .filter(|day| self.repeat.allows(*day) && self.zone.instant(*day, self.time) == Some(occurrence));
        days.next().is_some_and(|day| days_off.range_of(day).is_some())
            && days.all(|day| days_off.range_of(day).is_some())
    }

    /// The first day that is not before `earliest` on which it rings.
    fn next_day(&self, earliest: Date, days_off: &DaysOff) -> Option<Date> {
        let mut earliest = self.paused_until.map_or(earliest, |until| until.max(earliest));
        loop {
            let day = self.repeat.next_day(earliest)?;
            let is_chosen = self.repeat.date().is_some();
            match days_off.range_of(day).filter(|_| !is_chosen) {
                Some(range) => earliest = range.to().next_day()?,
                None => return Some(day),
            }
        }
    }

    /// The occurrence that a ring at `instant` was computed for, if that was by other rules of the zone: the nearest
    /// one, less than half a day away.
    pub fn nearest(&self, instant: OffsetDateTime) -> Option<OffsetDateTime> {
        let day = self.zone.local_date(instant)?;
        (-DAYS_AROUND..=DAYS_AROUND)
            .filter_map(|days| day.checked_add(Duration::days(days)))
            .filter(|date| self.rings_on(*date))
            .filter_map(|date| self.zone.instant(date, self.time))
            .min_by_key(|occurrence| (*occurrence - instant).abs())
            .filter(|occurrence| (*occurrence - instant).abs() < HALF_A_DAY)
    }

    /// Refuses a schedule for a date, or by a rule of recurrence, that would not ring after `now`.
    pub fn check(&self, now: OffsetDateTime) -> Result<(), ScheduleError> {
        let unpaused = || Self { paused_until: None, ..*self }.next_after(now, &DaysOff::NONE);
        let over = match self.repeat {
            Repeat::OnDate(_) => unpaused().is_none().then_some(ScheduleError::Passed),
            Repeat::Rule(rule) => match unpaused() {
                Some(next) => (next - now > HORIZON).then_some(ScheduleError::NoDay),
                None => Some(if rule.until().is_some() { ScheduleError::Ended } else { ScheduleError::NoDay }),
            },
            Repeat::Daily | Repeat::Weekday | Repeat::Weekend | Repeat::Days(_) | Repeat::Once => return Ok(()),
        };
        match over {
            Some(over) => Err(over),
            None if self.next_after(now, &DaysOff::NONE).is_none() => Err(ScheduleError::PausedPastIt),
            None => Ok(()),
        }
    }

    /// The first day after its pause, until that day begins in its zone.
    pub fn pauses_until(&self, now: OffsetDateTime) -> Option<Date> {
        self.paused_until.filter(|until| self.zone.local_date(now).is_none_or(|today| today < *until))
    }

    fn rings_on(&self, day: Date) -> bool {
        self.paused_until.is_none_or(|until| day >= until) && self.repeat.allows(day)
    }
}

/// How late a ring may be and still be useful (the server was down, or a laptop was closed).
pub const LATEST_RING: Duration = Duration::minutes(10);

/// How long a timer rings between two steps. The ring then ends.
pub const STEP_RINGS_FOR: Duration = Duration::seconds(10);

/// Whether what was due at `scheduled_for` still rings at `now`. More than [`LATEST_RING`] late it is missed.
pub fn still_rings(scheduled_for: OffsetDateTime, now: OffsetDateTime) -> bool {
    now - scheduled_for <= LATEST_RING
}

/// The latest due instant that is too late to ring at `now`. One that is due a nanosecond later [`still_rings`].
pub(crate) fn last_too_late(now: OffsetDateTime) -> OffsetDateTime {
    now - LATEST_RING - Duration::NANOSECOND
}

/// A repeat rule with its days, its date or its rule of recurrence.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Repeat {
    Daily,
    /// Monday to Friday.
    Weekday,
    /// Saturday and Sunday.
    Weekend,
    Days(Weekdays),
    /// Once, the next time on any day.
    Once,
    OnDate(Date),
    Rule(Rule),
}

/// The name of a repeat rule, without its days, date or rule of recurrence.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum RepeatName {
    Daily,
    Weekday,
    Weekend,
    Days,
    Once,
    Rule,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("repeat must be one of daily, weekday, weekend, days, once, rule")]
pub struct UnknownRepeat;

/// Why days, a date or a rule of recurrence do not fit the name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum RepeatError {
    #[error("repeat days needs days, such as [\"mon\", \"wed\"]")]
    DaysMissing,
    #[error("days belong to repeat days only")]
    DaysUnused,
    #[error("a date belongs to repeat once only")]
    DateUnused,
    #[error("repeat rule needs a rule, such as FREQ=WEEKLY;INTERVAL=2;BYDAY=MO")]
    RuleMissing,
    #[error("a rule belongs to repeat rule only")]
    RuleUnused,
}

impl Repeat {
    pub const fn new(
        name: RepeatName,
        days: Option<Weekdays>,
        date: Option<Date>,
        rule: Option<Rule>,
    ) -> Result<Self, RepeatError> {
        Ok(match (name, days, date, rule) {
            (RepeatName::Days, Some(days), None, None) => Self::Days(days),
            (RepeatName::Days, None, ..) => return Err(RepeatError::DaysMissing),
            (_, Some(_), None, None) | (RepeatName::Rule, Some(_), None, Some(_)) => {
                return Err(RepeatError::DaysUnused);
            }
            (RepeatName::Once, None, Some(date), None) => Self::OnDate(date),
            (_, _, Some(_), _) => return Err(RepeatError::DateUnused),
            (RepeatName::Rule, None, None, Some(rule)) => Self::Rule(rule),
            (RepeatName::Rule, None, None, None) => return Err(RepeatError::RuleMissing),
            (_, _, _, Some(_)) => return Err(RepeatError::RuleUnused),
            (RepeatName::Daily, None, None, None) => Self::Daily,
            (RepeatName::Weekday, None, None, None) => Self::Weekday,
            (RepeatName::Weekend, None, None, None) => Self::Weekend,
            (RepeatName::Once, None, None, None) => Self::Once,
        })
    }

    /// The first day of the rule that is not before `earliest`.
    pub fn next_day(self, earliest: Date) -> Option<Date> {
        let among = |days: Weekdays| {
            let mut week = iter::successors(Some(earliest), |day| day.next_day()).take(7);
            week.find(|day| days.contain(day.weekday()))
        };
        match self {
            Self::Daily | Self::Once => Some(earliest),
            Self::Weekday => among(Weekdays::WORKDAYS),
            Self::Weekend => among(Weekdays::WEEKEND),
            Self::Days(days) => among(days),
            Self::OnDate(date) => (date >= earliest).then_some(date),
            Self::Rule(rule) => rule.next_day(earliest),
        }
    }

    pub fn allows(self, day: Date) -> bool {
        self.next_day(day) == Some(day)
    }

    /// Whether the alarm is off after one ring.
    pub const fn is_once(self) -> bool {
        matches!(self, Self::Once | Self::OnDate(_))
    }

    pub const fn name(self) -> RepeatName {
        match self {
            Self::Daily => RepeatName::Daily,
            Self::Weekday => RepeatName::Weekday,
            Self::Weekend => RepeatName::Weekend,
            Self::Days(_) => RepeatName::Days,
            Self::Once | Self::OnDate(_) => RepeatName::Once,
            Self::Rule(_) => RepeatName::Rule,
        }
    }

    /// The chosen days, if the rule has any.
    pub const fn days(self) -> Option<Weekdays> {
        match self {
            Self::Days(days) => Some(days),
            _ => None,
        }
    }

    pub const fn date(self) -> Option<Date> {
        match self {
            Self::OnDate(date) => Some(date),
            _ => None,
        }
    }

    pub const fn rule(self) -> Option<Rule> {
        match self {
            Self::Rule(rule) => Some(rule),
            _ => None,
        }
    }
}

names! {
    /// All rules, in the order in which the site offers them.
    RepeatName, UnknownRepeat:
        Daily = "daily",
        Weekday = "weekday",
        Weekend = "weekend",
        Days = "days",
        Once = "once",
        Rule = "rule"
}

impl fmt::Display for RepeatName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}
