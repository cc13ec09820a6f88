//! Calendar days in the API (`YYYY-MM-DD`), times of day, and days of the week.

use std::{fmt, str::FromStr};

use time::{Date, Month, Weekday};

#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("must be a day YYYY-MM-DD, such as 2026-12-24")]
pub struct DayError;

/// Parses a day. [`Date`] prints one in the same form.
///
/// ```
/// use time::macros::date;
/// use tokibako_domain::day::{self, DayError};
///
/// assert_eq!(day::parse("2026-12-24"), Ok(date!(2026-12-24)));
/// assert_eq!(day::parse("2026-02-29"), Err(DayError));
/// assert_eq!(date!(0800-12-24).to_string(), "0800-12-24");
/// ```
pub fn parse(text: &str) -> Result<Date, DayError> {
    let &[y1, y2, y3, y4, b'-', m1, m2, b'-', d1, d2] = text.as_bytes() else {
        return Err(DayError);
    };
    let year = number(&[y1, y2, y3, y4])?;
    let month = u8::try_from(number(&[m1, m2])?).ok().and_then(|month| Month::try_from(month).ok());
    let day = u8::try_from(number(&[d1, d2])?).map_err(|_| DayError)?;
    if year == 0 {
        return Err(DayError);
    }
    Date::from_calendar_date(year, month.ok_or(DayError)?, day).map_err(|_| DayError)
}

fn number(digits: &[u8]) -> Result<i32, DayError> {
    digits.iter().try_fold(0, |number, digit| {
        if digit.is_ascii_digit() { Ok(number * 10 + i32::from(digit - b'0')) } else { Err(DayError) }
    })
}

/// Hour and minute of a day, `00:00` to `23:59`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TimeOfDay {
    hour: u8,
    minute: u8,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("time must be HH:mm from 00:00 to 23:59, such as 07:30")]
pub struct TimeOfDayError;

impl TimeOfDay {
    pub const MIDNIGHT: Self = Self { hour: 0, minute: 0 };

    /// Takes an hour of 0 to 23 and a minute of 0 to 59.
    pub const fn new(hour: u8, minute: u8) -> Result<Self, TimeOfDayError> {
        if hour > 23 || minute > 59 {
            return Err(TimeOfDayError);
        }
        Ok(Self { hour, minute })
    }

    pub const fn hour(self) -> u8 {
        self.hour
    }

    pub const fn minute(self) -> u8 {
        self.minute
    }
}

impl FromStr for TimeOfDay {
    type Err = TimeOfDayError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let &[h1, h2, b':', m1, m2] = text.as_bytes() else {
            return Err(TimeOfDayError);
        };
        let number = |tens: u8, ones: u8| {
            (tens.is_ascii_digit() && ones.is_ascii_digit()).then(|| (tens - b'0') * 10 + (ones - b'0'))
        };
        match (number(h1, h2), number(m1, m2)) {
            (Some(hour), Some(minute)) => Self::new(hour, minute),
            _ => Err(TimeOfDayError),
        }
    }
}

/// Prints `HH:mm`.
impl fmt::Display for TimeOfDay {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [h1, h2] = two_digits(self.hour);
        let [m1, m2] = two_digits(self.minute);
        f.write_str(str::from_utf8(&[h1, h2, b':', m1, m2]).map_err(|_| fmt::Error)?)
    }
}

const fn two_digits(number: u8) -> [u8; 2] {
    [b'0' + number / 10, b'0' + number % 10]
}

/// At least one day of the week.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Weekdays(u8);

/// Why names or bits are not a set of days.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum WeekdaysError {
    #[error("days must name at least one day")]
    Empty,
    #[error("days must be among mon, tue, wed, thu, fri, sat, sun")]
    Unknown,
    #[error("days must name each day once")]
    Twice,
}

/// The days and their names in the API, Monday first.
const NAMES: [(Weekday, &str); 7] = [
    (Weekday::Monday, "mon"),
    (Weekday::Tuesday, "tue"),
    (Weekday::Wednesday, "wed"),
    (Weekday::Thursday, "thu"),
    (Weekday::Friday, "fri"),
    (Weekday::Saturday, "sat"),
    (Weekday::Sunday, "sun"),
];

const ALL_BITS: u8 = 0b111_1111;

impl Weekdays {
    /// Monday to Friday.
    pub const WORKDAYS: Self = Self(0b001_1111);

    /// Saturday and Sunday.
    pub const WEEKEND: Self = Self(0b110_0000);

    /// The names of all days in the API, Monday first.
    pub const NAMES: [&str; 7] = [NAMES[0].1, NAMES[1].1, NAMES[2].1, NAMES[3].1, NAMES[4].1, NAMES[5].1, NAMES[6].1];

    /// The days with these names, in any order.
    ///
    /// ```
    /// use tokibako_domain::day::{Weekdays, WeekdaysError};
    ///
    /// let days = Weekdays::named(["wed", "mon"])?;
    /// assert_eq!(days.names().collect::<Vec<_>>(), ["mon", "wed"]);
    /// assert_eq!(Weekdays::named(["mon", "mon"]), Err(WeekdaysError::Twice));
    /// # Ok::<_, WeekdaysError>(())
    /// ```
    pub fn named<'a>(names: impl IntoIterator<Item = &'a str>) -> Result<Self, WeekdaysError> {
        let mut bits = 0;
        for name in names {
            let (day, _) = NAMES.iter().find(|(_, known)| *known == name).ok_or(WeekdaysError::Unknown)?;
            let bit = bit(*day);
            if bits & bit != 0 {
                return Err(WeekdaysError::Twice);
            }
            bits |= bit;
        }
        if bits == 0 { Err(WeekdaysError::Empty) } else { Ok(Self(bits)) }
    }

    pub const fn from_bits(bits: u8) -> Result<Self, WeekdaysError> {
        match bits {
            0 => Err(WeekdaysError::Empty),
            1..=ALL_BITS => Ok(Self(bits)),
            _ => Err(WeekdaysError::Unknown),
        }
    }

    /// One bit per day; Monday's is the lowest.
    pub const fn bits(self) -> u8 {
        self.0
    }

    pub const fn contain(self, day: Weekday) -> bool {
        self.0 & bit(day) != 0
    }

    #[must_use]
    pub const fn with(self, day: Weekday) -> Self {
        Self(self.0 | bit(day))
    }

    /// The days, Monday first.
    pub fn iter(self) -> impl Iterator<Item = Weekday> {
        NAMES.into_iter().map(|(day, _)| day).filter(move |day| self.contain(*day))
    }

    /// Their names in the API, Monday first.
    pub fn names(self) -> impl Iterator<Item = &'static str> {
        NAMES.into_iter().filter(move |(day, _)| self.contain(*day)).map(|(_, name)| name)
    }
}

impl From<Weekday> for Weekdays {
    fn from(day: Weekday) -> Self {
        Self(bit(day))
    }
}

const fn bit(day: Weekday) -> u8 {
    1 << day.number_days_from_monday()
}
