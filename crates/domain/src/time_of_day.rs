//! The local time at which an alarm rings.

use std::{fmt, str::FromStr};

/// Hour and minute of a day, `00:00` to `23:59`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TimeOfDay {
    hour: u8,
    minute: u8,
}

/// The text is not `HH:mm`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("time must be HH:mm from 00:00 to 23:59, such as 07:30")]
pub struct TimeOfDayError;

impl TimeOfDay {
    /// The beginning of a day.
    pub const MIDNIGHT: Self = Self { hour: 0, minute: 0 };

    /// Takes an hour of 0 to 23 and a minute of 0 to 59.
    pub const fn new(hour: u8, minute: u8) -> Result<Self, TimeOfDayError> {
        if hour > 23 || minute > 59 {
            return Err(TimeOfDayError);
        }
        Ok(Self { hour, minute })
    }

    /// The hour, 0 to 23.
    #[must_use]
    pub const fn hour(self) -> u8 {
        self.hour
    }

    /// The minute, 0 to 59.
    #[must_use]
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
