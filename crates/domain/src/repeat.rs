//! On which days an alarm rings.

use std::{fmt, iter};

use time::Date;

use crate::{day::Weekdays, rule::Rule};

/// A repeat rule with its days, its date or its rule of recurrence.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Repeat {
    /// Every day.
    Daily,
    /// Monday to Friday.
    Weekday,
    /// Saturday and Sunday.
    Weekend,
    /// On chosen days of the week.
    Days(Weekdays),
    /// Once, the next time on any day.
    Once,
    /// Once, on this date.
    OnDate(Date),
    /// On the days of a rule of recurrence.
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

    /// Whether the rule rings on this day.
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
