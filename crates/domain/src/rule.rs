//! Rules of recurrence: the part of RFC 5545 that an alarm can repeat by, how a rule is parsed, and its days: by their number in a
//! month, or days of the week by theirs.

use std::fmt;

use time::{Date, Duration, Month, Weekday, util::days_in_month};

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

pub const MAX_INTERVAL: u16 = 366;

/// A rule with a day within this many years is not refused.
pub const HORIZON_YEARS: i32 = 400;

/// A day that only some months or years have is among this many candidates of a rule that has it at all: 29 February of
/// every 25th year is the rarest, once in 400 years.
const CANDIDATES: i32 = 18;

/// On which days an alarm rings, counted from a first day.
///
/// Equal rules have one normal form, which is what `Display` prints: the parts in one order, in upper case, without
/// `INTERVAL=1` and with the days that follow from the first one.
///
/// ```
/// use time::macros::date;
/// use tokibako_domain::rule::Rule;
///
/// let monday = date!(2026-11-23);
/// let rule = Rule::parse("freq=weekly;byday=we,mo;interval=2", monday)?;
/// assert_eq!(rule.to_string(), "FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,WE");
/// assert_eq!(rule.next_day(date!(2026-11-24)), Some(date!(2026-11-25)));
/// assert_eq!(rule.next_day(date!(2026-11-26)), Some(date!(2026-12-07)));
/// assert_eq!(Rule::parse("FREQ=MONTHLY", monday)?.to_string(), "FREQ=MONTHLY;BYMONTHDAY=23");
/// # Ok::<_, tokibako_domain::rule::RuleError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Rule {
    pub(crate) days: Days,
    pub(crate) interval: u16,
    pub(crate) from: Date,
    pub(crate) until: Option<Date>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Days {
    Daily,
    Weekly(Weekdays),
    OfMonth(MonthDays),
    WeekdaysOfMonth(MonthWeekdays),
    Yearly,
}

impl Rule {
    /// The first day of the rule, from which intervals count.
    pub const fn from(self) -> Date {
        self.from
    }

    /// The last day on which it may ring.
    pub const fn until(self) -> Option<Date> {
        self.until
    }

    /// The first day of the rule that is not before `earliest`. `None` after its last one or at the calendar's end.
    pub fn next_day(self, earliest: Date) -> Option<Date> {
        let earliest = earliest.max(self.from);
        let day = match self.days {
            Days::Daily => self.next_of_days(earliest),
            Days::Weekly(weekdays) => self.next_of_weeks(weekdays, earliest),
            Days::OfMonth(days) => self.next_of_months(earliest, |length, _| days.in_month(length)),
            Days::WeekdaysOfMonth(days) => self.next_of_months(earliest, |length, first| days.in_month(length, first)),
            Days::Yearly => self.next_of_years(earliest),
        };
        day.filter(|day| self.until.is_none_or(|until| *day <= until))
    }

    fn next_of_days(self, earliest: Date) -> Option<Date> {
        let interval = i32::from(self.interval);
        let passed = earliest.to_julian_day() - self.from.to_julian_day();
        let to_go = (interval - passed % interval) % interval;
        Date::from_julian_day(earliest.to_julian_day() + to_go).ok()
    }

    fn next_of_weeks(self, weekdays: Weekdays, earliest: Date) -> Option<Date> {
        let interval = i32::from(self.interval);
        let week = monday_before(earliest);
        let passed = (week - monday_before(self.from)) / 7;
        let in_week = |week: i32, first: i32| (first..week + 7).find(|day| weekdays.contain(weekday_of(*day)));
        let day = match passed % interval {
            0 => in_week(week, earliest.to_julian_day()).or_else(|| in_week(week + 7 * interval, week + 7 * interval)),
            since => {
                let next = week + 7 * (interval - since);
                in_week(next, next)
            }
        };
        Date::from_julian_day(day?).ok()
    }

    /// `days` are the days of a month with this many days and this first weekday, as bits from the lowest.
    fn next_of_months(self, earliest: Date, days: impl Fn(u8, Weekday) -> u32) -> Option<Date> {
        let interval = i32::from(self.interval);
        let present = month_number(earliest);
        let to_go = (interval - (present - month_number(self.from)) % interval) % interval;
        (0..CANDIDATES).find_map(|candidate| {
            let number = present + to_go + candidate * interval;
            let month = Month::try_from(u8::try_from(number % 12 + 1).ok()?).ok()?;
            let first = Date::from_calendar_date(number / 12, month, 1).ok()?;
            let passed = if number == present { u32::from(earliest.day()) - 1 } else { 0 };
            let left = days(days_in_month(month, first.year()), first.weekday()) >> passed << passed;
            (left != 0).then(|| first + Duration::days(left.trailing_zeros().into()))
        })
    }

    fn next_of_years(self, earliest: Date) -> Option<Date> {
        let interval = i32::from(self.interval);
        let to_go = (interval - (earliest.year() - self.from.year()) % interval) % interval;
        (0..CANDIDATES).find_map(|candidate| {
            let year = earliest.year() + to_go + candidate * interval;
            Date::from_calendar_date(year, self.from.month(), self.from.day()).ok().filter(|day| *day >= earliest)
        })
    }
}

fn monday_before(day: Date) -> i32 {
    day.to_julian_day() - i32::from(day.weekday().number_days_from_monday())
}

/// Julian days count from a Monday.
fn weekday_of(julian_day: i32) -> Weekday {
    Weekday::Monday.nth_next(u8::try_from(julian_day.rem_euclid(7)).unwrap_or_default())
}

/// Months since the year 0.
fn month_number(day: Date) -> i32 {
    day.year() * 12 + i32::from(u8::from(day.month())) - 1
}

/// Days of a month, counted from its first or its last; at least one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub(crate) struct MonthDays {
    /// Bit 0 is the first day.
    from_first: u32,
    /// Bit 0 is the last day.
    from_last: u32,
}

impl MonthDays {
    /// The furthest day from either end.
    pub(crate) const MAX: u8 = 31;

    /// These days and another one, from 1 or from −1.
    pub(crate) fn with(self, day: i8) -> Self {
        let bit = 1 << (day.unsigned_abs() - 1);
        if day > 0 {
            Self { from_first: self.from_first | bit, ..self }
        } else {
            Self { from_last: self.from_last | bit, ..self }
        }
    }

    /// The numbers, those from the first day before those from the last, each in the order of a long month.
    pub(crate) fn numbers(self) -> impl Iterator<Item = i8> {
        let max = Self::MAX.cast_signed();
        let from_first = (1..=max).filter(move |day| self.from_first >> (day - 1) & 1 == 1);
        let from_last = (-max..=-1).filter(move |day| self.from_last >> (-day - 1) & 1 == 1);
        from_first.chain(from_last)
    }

    /// The days of a month with this many days, the first as the lowest bit.
    pub(crate) fn in_month(self, length: u8) -> u32 {
        let of_length = u32::MAX >> (32 - u32::from(length));
        self.from_first & of_length | self.from_last.reverse_bits() >> (32 - u32::from(length))
    }
}

/// Days of the week in a month: the first to the fourth, and the last; at least one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub(crate) struct MonthWeekdays([Option<Weekdays>; 5]);

impl MonthWeekdays {
    /// The numbers that a day may have.
    pub(crate) const NUMBERS: [i8; 5] = [1, 2, 3, 4, -1];

    /// These days and another one; `None` if the number is not one of [`Self::NUMBERS`].
    pub(crate) fn with(mut self, number: i8, day: Weekday) -> Option<Self> {
        let index = Self::NUMBERS.iter().position(|known| *known == number)?;
        let days = self.0.get_mut(index)?;
        *days = Some(days.map_or(Weekdays::from(day), |days| days.with(day)));
        Some(self)
    }

    /// The days with their numbers, by number, Monday first.
    pub(crate) fn numbers(self) -> impl Iterator<Item = (i8, Weekday)> {
        let numbered = Self::NUMBERS.into_iter().zip(self.0);
        numbered.flat_map(|(number, days)| days.into_iter().flat_map(Weekdays::iter).map(move |day| (number, day)))
    }

    /// The days of a month with this many days and this first weekday, the first as the lowest bit.
    pub(crate) fn in_month(self, length: u8, first: Weekday) -> u32 {
        self.numbers().fold(0, |days, (number, day)| {
            let first_such = (day.number_days_from_monday() + 7 - first.number_days_from_monday()) % 7;
            let index = match number {
                -1 => first_such + (length - 1 - first_such) / 7 * 7,
                number => first_such + (number.unsigned_abs() - 1) * 7,
            };
            days | 1 << index
        })
    }
}
