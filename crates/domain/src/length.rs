//! The length of a timer.

use time::Duration;

/// A timer's length: hours 0–23, minutes 0–59, seconds 0–59, at least one second in all.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TimerLength {
    hours: u8,
    minutes: u8,
    seconds: u8,
}

/// Why hours, minutes and seconds are not a length.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum LengthError {
    /// Hours outside 0–23.
    #[error("hours must be a whole number from 0 to 23")]
    Hours,
    /// Minutes outside 0–59.
    #[error("minutes must be a whole number from 0 to 59")]
    Minutes,
    /// Seconds outside 0–59.
    #[error("seconds must be a whole number from 0 to 59")]
    Seconds,
    /// The sum is zero.
    #[error("a timer must run for at least one second")]
    Zero,
}

impl TimerLength {
    /// The length of these hours, minutes and seconds.
    pub fn new(hours: i64, minutes: i64, seconds: i64) -> Result<Self, LengthError> {
        let hours = bounded(hours, 23).ok_or(LengthError::Hours)?;
        let minutes = bounded(minutes, 59).ok_or(LengthError::Minutes)?;
        let seconds = bounded(seconds, 59).ok_or(LengthError::Seconds)?;
        if (hours, minutes, seconds) == (0, 0, 0) {
            return Err(LengthError::Zero);
        }
        Ok(Self { hours, minutes, seconds })
    }

    /// The length of this many seconds, 1 to 86,399.
    pub fn from_total_seconds(total: i64) -> Result<Self, LengthError> {
        Self::new(total.div_euclid(3600), total.rem_euclid(3600) / 60, total.rem_euclid(60))
    }

    /// The length that is closest to this many seconds.
    #[must_use]
    pub fn closest_to(total: i64) -> Self {
        let longest = Self { hours: 23, minutes: 59, seconds: 59 };
        let shortest = Self { hours: 0, minutes: 0, seconds: 1 };
        Self::from_total_seconds(total).unwrap_or(if total > 0 { longest } else { shortest })
    }

    /// Hours, 0–23.
    #[must_use]
    pub const fn hours(self) -> u8 {
        self.hours
    }

    /// Minutes beyond the hours, 0–59.
    #[must_use]
    pub const fn minutes(self) -> u8 {
        self.minutes
    }

    /// Seconds beyond the minutes, 0–59.
    #[must_use]
    pub const fn seconds(self) -> u8 {
        self.seconds
    }

    /// The whole length in seconds.
    #[must_use]
    pub fn total_seconds(self) -> i32 {
        i32::from(self.hours) * 3600 + i32::from(self.minutes) * 60 + i32::from(self.seconds)
    }

    /// The whole length as a [`Duration`].
    #[must_use]
    pub fn duration(self) -> Duration {
        Duration::seconds(self.total_seconds().into())
    }
}

fn bounded(value: i64, most: u8) -> Option<u8> {
    u8::try_from(value).ok().filter(|value| *value <= most)
}
