//! Rules of recurrence: the part of RFC 5545 that an alarm can repeat by, and how a rule is parsed.

mod recurrence;

use std::fmt;

use time::{Date, Weekday};

use self::recurrence::{Days, MonthDays, MonthWeekdays};
pub use self::recurrence::{HORIZON_YEARS, MAX_INTERVAL, Rule};
use crate::day::{self, Weekdays};

/// At most this many characters: the longest normal form has less than half as many.
pub const MAX_CHARACTERS: usize = 500;

/// No name of a part in RFC 5545 is longer.
const LONGEST_NAME: usize = 10;

/// Why a text is not a rule. Each names the part that is wrong.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum RuleError {
    #[error("rule may have at most {MAX_CHARACTERS} characters")]
    TooLong,
    #[error("rule must begin with FREQ, which must be DAILY, WEEKLY, MONTHLY or YEARLY")]
    Frequency,
    #[error("INTERVAL must be a whole number from 1 to {MAX_INTERVAL}")]
    Interval,
    #[error("BYDAY with WEEKLY must be days such as MO,WE")]
    Weekdays,
    #[error("BYDAY with MONTHLY must be days with a number from 1 to 4 or -1, such as 1MO,-1FR")]
    MonthWeekdays,
    #[error("BYDAY belongs to WEEKLY and MONTHLY only")]
    ByDayUnused,
    #[error("BYMONTHDAY must be days from 1 to 31 or from -1 to -31, such as 1,-1")]
    MonthDays,
    #[error("BYMONTHDAY belongs to MONTHLY only")]
    ByMonthDayUnused,
    #[error("BYMONTHDAY cannot stand beside BYDAY")]
    Both,
    #[error("UNTIL must be a day such as 20270131")]
    Until,
    #[error("{0} must stand in a rule once")]
    Twice(&'static str),
    #[error("{0} is not supported: a rule has FREQ, INTERVAL, BYDAY, BYMONTHDAY and UNTIL")]
    Unknown(String),
    #[error("a rule has parts with names, such as FREQ=WEEKLY;BYDAY=MO")]
    NoName,
}

/// The parts after the frequency, each as it was written.
#[derive(Default)]
struct Parts<'a> {
    interval: Option<&'a str>,
    by_day: Option<&'a str>,
    by_month_day: Option<&'a str>,
    until: Option<&'a str>,
}

impl Rule {
    /// Reads a rule whose first day is `from`, in upper or lower case.
    pub fn parse(text: &str, from: Date) -> Result<Self, RuleError> {
        if text.chars().count() > MAX_CHARACTERS {
            return Err(RuleError::TooLong);
        }
        let text = text.to_ascii_uppercase();
        let (first, rest) = text.split_once(';').map_or((&*text, None), |(first, rest)| (first, Some(rest)));
        let frequency = first.strip_prefix("FREQ=").ok_or(RuleError::Frequency)?;
        let parts = Parts::read(rest)?;
        let days = match frequency {
            "DAILY" => parts.without_days(Days::Daily)?,
            "WEEKLY" => parts.of_week(from)?,
            "MONTHLY" => parts.of_month(from)?,
            "YEARLY" => parts.without_days(Days::Yearly)?,
            _ => return Err(RuleError::Frequency),
        };
        let interval = parts.interval.map_or(Ok(1), interval)?;
        let until = parts.until.map(until).transpose()?;
        Ok(Self { days, interval, from, until })
    }
}

impl<'a> Parts<'a> {
    fn read(text: Option<&'a str>) -> Result<Self, RuleError> {
        let mut parts = Self::default();
        for part in text.into_iter().flat_map(|text| text.split(';')) {
            let (name, value) = part.split_once('=').ok_or(RuleError::NoName)?;
            let (name, slot) = match name {
                "INTERVAL" => ("INTERVAL", &mut parts.interval),
                "BYDAY" => ("BYDAY", &mut parts.by_day),
                "BYMONTHDAY" => ("BYMONTHDAY", &mut parts.by_month_day),
                "UNTIL" => ("UNTIL", &mut parts.until),
                "FREQ" => return Err(RuleError::Twice("FREQ")),
                other => return Err(unknown(other)),
            };
            if slot.replace(value).is_some() {
                return Err(RuleError::Twice(name));
            }
        }
        Ok(parts)
    }

    const fn without_days(&self, days: Days) -> Result<Days, RuleError> {
        match (self.by_day, self.by_month_day) {
            (None, None) => Ok(days),
            (Some(_), _) => Err(RuleError::ByDayUnused),
            (None, Some(_)) => Err(RuleError::ByMonthDayUnused),
        }
    }

    fn of_week(&self, from: Date) -> Result<Days, RuleError> {
        if self.by_month_day.is_some() {
            return Err(RuleError::ByMonthDayUnused);
        }
        let mut days = None::<Weekdays>;
        for name in self.by_day.into_iter().flat_map(|days| days.split(',')) {
            let day = weekday(name).ok_or(RuleError::Weekdays)?;
            days = Some(days.map_or(Weekdays::from(day), |days| days.with(day)));
        }
        Ok(Days::Weekly(days.unwrap_or_else(|| from.weekday().into())))
    }

    fn of_month(&self, from: Date) -> Result<Days, RuleError> {
        match (self.by_day, self.by_month_day) {
            (None, None) => Ok(Days::OfMonth(MonthDays::default().with(from.day().cast_signed()))),
            (Some(_), Some(_)) => Err(RuleError::Both),
            (Some(days), None) => {
                let days = days.split(',').try_fold(MonthWeekdays::default(), |days, text| {
                    let (number, name) = text.split_at_checked(text.len().checked_sub(2)?)?;
                    days.with(number_of(number)?, weekday(name)?)
                });
                days.map(Days::WeekdaysOfMonth).ok_or(RuleError::MonthWeekdays)
            }
            (None, Some(days)) => {
                let days = days.split(',').try_fold(MonthDays::default(), |days, text| {
                    let day = number_of(text).filter(|day| (1..=MonthDays::MAX).contains(&day.unsigned_abs()))?;
                    Some(days.with(day))
                });
                days.map(Days::OfMonth).ok_or(RuleError::MonthDays)
            }
        }
    }
}

fn weekday(name: &str) -> Option<Weekday> {
    NAMES.iter().find(|(_, known)| *known == name).map(|(day, _)| *day)
}

/// A number of one or two digits with an optional sign.
fn number_of(text: &str) -> Option<i8> {
    let digits = text.strip_prefix(['+', '-']).unwrap_or(text);
    let is_short = (1..=2).contains(&digits.len()) && digits.bytes().all(|digit| digit.is_ascii_digit());
    is_short.then(|| text.parse().ok()).flatten()
}

fn interval(text: &str) -> Result<u16, RuleError> {
    let is_short = (1..=3).contains(&text.len()) && text.bytes().all(|digit| digit.is_ascii_digit());
    let number = is_short.then(|| text.parse().ok()).flatten();
    number.filter(|number| (1..=MAX_INTERVAL).contains(number)).ok_or(RuleError::Interval)
}

fn until(text: &str) -> Result<Date, RuleError> {
    let day = text.get(..4).zip(text.get(4..6)).zip(text.get(6..));
    let day = day.and_then(|((year, month), day)| day::parse(&format!("{year}-{month}-{day}")).ok());
    day.ok_or(RuleError::Until)
}

fn unknown(name: &str) -> RuleError {
    let is_name =
        (1..=LONGEST_NAME).contains(&name.len()) && name.bytes().all(|it| it.is_ascii_uppercase() || it == b'-');
    if is_name { RuleError::Unknown(name.to_owned()) } else { RuleError::NoName }
}

impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self.days {
            Days::Daily => "FREQ=DAILY",
            Days::Weekly(_) => "FREQ=WEEKLY",
            Days::OfMonth(_) | Days::WeekdaysOfMonth(_) => "FREQ=MONTHLY",
            Days::Yearly => "FREQ=YEARLY",
        })?;
        if self.interval > 1 {
            write!(f, ";INTERVAL={}", self.interval)?;
        }
        match self.days {
            Days::Daily | Days::Yearly => {}
            Days::Weekly(days) => list(f, ";BYDAY=", days.iter().map(name))?,
            Days::OfMonth(days) => list(f, ";BYMONTHDAY=", days.numbers())?,
            Days::WeekdaysOfMonth(days) => {
                list(f, ";BYDAY=", days.numbers().map(|(number, day)| format!("{number}{}", name(day))))?;
            }
        }
        self.until.map_or(Ok(()), |until| {
            write!(f, ";UNTIL={:04}{:02}{:02}", until.year(), u8::from(until.month()), until.day())
        })
    }
}

fn list(f: &mut fmt::Formatter<'_>, part: &str, values: impl Iterator<Item = impl fmt::Display>) -> fmt::Result {
    let mut before = part;
    for value in values {
        write!(f, "{before}{value}")?;
        before = ",";
    }
    Ok(())
}

/// The days of the week and their names in a rule.
const NAMES: [(Weekday, &str); 7] = [
    (Weekday::Monday, "MO"),
    (Weekday::Tuesday, "TU"),
    (Weekday::Wednesday, "WE"),
    (Weekday::Thursday, "TH"),
    (Weekday::Friday, "FR"),
    (Weekday::Saturday, "SA"),
    (Weekday::Sunday, "SU"),
];

const fn name(day: Weekday) -> &'static str {
    match day {
        Weekday::Monday => NAMES[0].1,
        Weekday::Tuesday => NAMES[1].1,
        Weekday::Wednesday => NAMES[2].1,
        Weekday::Thursday => NAMES[3].1,
        Weekday::Friday => NAMES[4].1,
        Weekday::Saturday => NAMES[5].1,
        Weekday::Sunday => NAMES[6].1,
    }
}
