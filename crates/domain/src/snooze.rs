//! The snooze interval of an alarm.

use time::Duration;

/// A snooze interval of 1 to 60 whole minutes; 5 by default.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SnoozeInterval(u8);

/// The number is not a snooze interval.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("snoozeInterval must be a whole number of minutes from 1 to 60")]
pub struct SnoozeIntervalError;

impl SnoozeInterval {
    /// The interval of `minutes` minutes.
    pub fn from_minutes(minutes: i64) -> Result<Self, SnoozeIntervalError> {
        match u8::try_from(minutes) {
            Ok(minutes @ 1..=60) => Ok(Self(minutes)),
            _ => Err(SnoozeIntervalError),
        }
    }

    /// The interval in minutes.
    #[must_use]
    pub const fn minutes(self) -> u8 {
        self.0
    }

    /// The interval as a [`Duration`].
    #[must_use]
    pub fn duration(self) -> Duration {
        Duration::minutes(self.0.into())
    }
}

impl Default for SnoozeInterval {
    fn default() -> Self {
        Self(5)
    }
}
