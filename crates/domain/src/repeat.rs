//! On which days an alarm rings.

use std::{fmt, str::FromStr};

use time::{Date, Weekday};

use crate::weekdays::Weekdays;

/// A repeat rule with its days or date.
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
}

/// The name of a repeat rule, without its days or date.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum RepeatName {
    /// Every day.
    Daily,
    /// Monday to Friday.
    Weekday,
    /// Saturday and Sunday.
    Weekend,
    /// On chosen days of the week.
    Days,
    /// Once, on a date or the next time.
    Once,
}

/// The text is not the name of a rule.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("repeat must be one of daily, weekday, weekend, days, once")]
pub struct UnknownRepeat;

/// Why days or a date do not fit the rule.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum RepeatError {
    /// The rule needs days.
    #[error("repeat days needs days, such as [\"mon\", \"wed\"]")]
    DaysMissing,
    /// The rule has no days.
    #[error("days belong to repeat days only")]
    DaysUnused,
    /// The rule has no date.
    #[error("a date belongs to repeat once only")]
    DateUnused,
}

impl Repeat {
    /// The rule with this name and its days or date.
    pub const fn new(name: RepeatName, days: Option<Weekdays>, date: Option<Date>) -> Result<Self, RepeatError> {
        Ok(match (name, days, date) {
            (RepeatName::Days, Some(days), None) => Self::Days(days),
            (RepeatName::Days, None, _) => return Err(RepeatError::DaysMissing),
            (_, Some(_), None) => return Err(RepeatError::DaysUnused),
            (RepeatName::Once, None, Some(date)) => Self::OnDate(date),
            (_, _, Some(_)) => return Err(RepeatError::DateUnused),
            (RepeatName::Daily, None, None) => Self::Daily,
            (RepeatName::Weekday, None, None) => Self::Weekday,
            (RepeatName::Weekend, None, None) => Self::Weekend,
            (RepeatName::Once, None, None) => Self::Once,
        })
    }

    /// Whether the rule rings on this day.
    #[must_use]
    pub fn allows(self, day: Date) -> bool {
        let weekend = matches!(day.weekday(), Weekday::Saturday | Weekday::Sunday);
        match self {
            Self::Daily | Self::Once => true,
            Self::Weekday => !weekend,
            Self::Weekend => weekend,
            Self::Days(days) => days.contain(day.weekday()),
            Self::OnDate(date) => day == date,
        }
    }

    /// Whether the alarm is off after one ring.
    #[must_use]
    pub const fn is_once(self) -> bool {
        matches!(self, Self::Once | Self::OnDate(_))
    }

    /// The rule's name.
    #[must_use]
    pub const fn name(self) -> RepeatName {
        match self {
            Self::Daily => RepeatName::Daily,
            Self::Weekday => RepeatName::Weekday,
            Self::Weekend => RepeatName::Weekend,
            Self::Days(_) => RepeatName::Days,
            Self::Once | Self::OnDate(_) => RepeatName::Once,
        }
    }

    /// The chosen days, if the rule has any.
    #[must_use]
    pub const fn days(self) -> Option<Weekdays> {
        match self {
            Self::Days(days) => Some(days),
            _ => None,
        }
    }

    /// The only date, if the rule has one.
    #[must_use]
    pub const fn date(self) -> Option<Date> {
        match self {
            Self::OnDate(date) => Some(date),
            _ => None,
        }
    }
}

impl RepeatName {
    /// All rules, in the order in which the site offers them.
    pub const ALL: [Self; 5] = [Self::Daily, Self::Weekday, Self::Weekend, Self::Days, Self::Once];

    /// The name in the API and in the database.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Daily => "daily",
            Self::Weekday => "weekday",
            Self::Weekend => "weekend",
            Self::Days => "days",
            Self::Once => "once",
        }
    }
}

impl fmt::Display for RepeatName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl FromStr for RepeatName {
    type Err = UnknownRepeat;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Self::ALL.into_iter().find(|name| name.as_str() == text).ok_or(UnknownRepeat)
    }
}
