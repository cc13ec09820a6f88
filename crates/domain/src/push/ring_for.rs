//! How long an unanswered ring is repeated on a device.

use std::ops::RangeInclusive;

use time::Duration;

/// From a minute to half an hour, in seconds.
const SECONDS: RangeInclusive<i64> = 60..=1_800;

/// How long an unanswered ring is repeated on a device.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RingFor(Duration);

#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("must be from {} to {} seconds", SECONDS.start(), SECONDS.end())]
pub struct RingForError;

impl RingFor {
    pub const SHORTEST: Self = Self(Duration::seconds(*SECONDS.start()));

    pub const LONGEST: Self = Self(Duration::seconds(*SECONDS.end()));

    pub fn new(seconds: i64) -> Result<Self, RingForError> {
        if SECONDS.contains(&seconds) { Ok(Self(Duration::seconds(seconds))) } else { Err(RingForError) }
    }

    pub const fn seconds(self) -> i64 {
        self.0.whole_seconds()
    }
}

impl Default for RingFor {
    /// Five minutes.
    fn default() -> Self {
        Self(Duration::minutes(5))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_is_from_a_minute_to_half_an_hour() {
        for (seconds, is_valid) in [(i64::MIN, false), (59, false), (60, true), (1_800, true), (1_801, false)] {
            assert_eq!(
                RingFor::new(seconds).map(RingFor::seconds),
                if is_valid { Ok(seconds) } else { Err(RingForError) }
            );
        }
        assert_eq!(RingForError.to_string(), "must be from 60 to 1800 seconds");
        assert_eq!((RingFor::default().seconds(), RingFor::LONGEST.seconds()), (300, 1_800));
    }
}
