//! A timer's length in a request body: hours, minutes and seconds, and their sum.

use tokibako_domain::length::{LengthError, TimerLength};

use crate::{
    error::ValidationErrors,
    request::field::{Sent, WholeNumber},
};

/// The fields that were sent, each valid by itself.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
pub(crate) struct LengthParts {
    hours: Option<i64>,
    minutes: Option<i64>,
    seconds: Option<i64>,
    total: Option<TimerLength>,
}

/// The fields as they were sent.
pub(crate) struct SentLength {
    pub(crate) hours: Sent<WholeNumber>,
    pub(crate) minutes: Sent<WholeNumber>,
    pub(crate) seconds: Sent<WholeNumber>,
    pub(crate) total: Sent<WholeNumber>,
}

/// The sum is out of range.
#[derive(Debug, Clone, Copy, thiserror::Error)]
#[error("totalSeconds must be a whole number from 1 to 86399")]
struct TotalError;

impl SentLength {
    /// Parses the fields; refuses each that is out of range, and all of them if they do not match.
    pub(crate) fn read(self, errors: &mut ValidationErrors) -> LengthParts {
        let mut here = ValidationErrors::default();
        let parts = LengthParts {
            hours: here.sent("hours", self.hours, |it| {
                part(&it, |hours| TimerLength::new(hours, 0, 1)).ok_or(LengthError::Hours)
            }),
            minutes: here.sent("minutes", self.minutes, |it| {
                part(&it, |minutes| TimerLength::new(0, minutes, 1)).ok_or(LengthError::Minutes)
            }),
            seconds: here.sent("seconds", self.seconds, |it| {
                part(&it, |seconds| TimerLength::new(1, 0, seconds)).ok_or(LengthError::Seconds)
            }),
            total: here.sent("totalSeconds", self.total, |it| {
                it.number().and_then(|total| TimerLength::from_total_seconds(total).ok()).ok_or(TotalError)
            }),
        };
        let checked = here.none().and_then(|()| if parts.are_whole() { parts.onto(None).map(drop) } else { Ok(()) });
        if let Err(more) = checked {
            errors.extend(more);
        }
        parts
    }
}

impl LengthParts {
    /// Whether the fields make a length without a stored timer.
    const fn are_whole(self) -> bool {
        self.hours.is_some() && self.minutes.is_some() && self.seconds.is_some()
    }

    /// The length, with missing fields taken from `before`, or 0 for a new timer.
    pub(crate) fn onto(self, before: Option<TimerLength>) -> Result<TimerLength, ValidationErrors> {
        let kept = |part: fn(TimerLength) -> u8| before.map_or(0, |before| part(before).into());
        let length = TimerLength::new(
            self.hours.unwrap_or_else(|| kept(TimerLength::hours)),
            self.minutes.unwrap_or_else(|| kept(TimerLength::minutes)),
            self.seconds.unwrap_or_else(|| kept(TimerLength::seconds)),
        )
        .map_err(|error| ValidationErrors::only("totalSeconds", error))?;
        match self.total {
            Some(total) if total != length => Err(ValidationErrors::only(
                "totalSeconds",
                format_args!("totalSeconds is {}, the sum of hours, minutes and seconds", length.total_seconds()),
            )),
            _ => Ok(length),
        }
    }
}

/// One field, if it is valid together with valid others.
fn part(sent: &WholeNumber, length: impl FnOnce(i64) -> Result<TimerLength, LengthError>) -> Option<i64> {
    sent.number().filter(|number| length(*number).is_ok())
}
