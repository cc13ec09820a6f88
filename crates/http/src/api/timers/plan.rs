//! A timer's plan in a request: hours, minutes and seconds, or steps and rounds.

use serde::Deserialize;
use tokibako_domain::length::{Intervals, IntervalsError, LengthError, MOST_ROUNDS, Step, TimerLength};

use crate::{
    error::ValidationErrors,
    request::field::{LabelField, Object, Sent, WholeNumber},
};

/// The fields that were sent, each valid by itself.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
pub(crate) struct LengthParts {
    hours: Option<i64>,
    minutes: Option<i64>,
    seconds: Option<i64>,
    total: Option<TimerLength>,
}

pub(crate) struct SentLength {
    pub(crate) hours: Sent<WholeNumber>,
    pub(crate) minutes: Sent<WholeNumber>,
    pub(crate) seconds: Sent<WholeNumber>,
    pub(crate) total: Sent<WholeNumber>,
}

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
                let length = it.number().and_then(|total| TimerLength::from_total_seconds(total).ok());
                length.ok_or("totalSeconds must be a whole number from 1 to 86399")
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
        let previous = |part: fn(TimerLength) -> u8| before.map_or(0, |before| part(before).into());
        let length = TimerLength::new(
            self.hours.unwrap_or_else(|| previous(TimerLength::hours)),
            self.minutes.unwrap_or_else(|| previous(TimerLength::minutes)),
            self.seconds.unwrap_or_else(|| previous(TimerLength::seconds)),
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

/// Steps as they were sent; `null` stands for a timer without steps. Without `Debug`, because labels are private.
#[derive(Deserialize)]
pub(crate) struct StepsField(Option<Vec<Object<StepField>>>);

#[derive(Default, Deserialize)]
#[serde(default)]
struct StepField {
    seconds: Sent<WholeNumber>,
    label: Sent<LabelField>,
}

/// Rounds as they were sent; `null` for a timer without steps.
#[derive(Deserialize)]
pub(crate) struct RoundsField(Option<WholeNumber>);

/// The steps and rounds that were sent, parsed and validated. Without `Debug` as well.
#[derive(Default, PartialEq, Eq)]
pub(crate) struct IntervalParts {
    steps: Option<SentSteps>,
    rounds: Option<i64>,
}

#[derive(PartialEq, Eq)]
enum SentSteps {
    /// `null`: a timer without steps.
    Null,
    Some(Vec<Step>),
}

impl StepsField {
    /// Whether steps were sent and are not `null`.
    pub(crate) fn has_any(field: Option<&Self>) -> bool {
        field.is_some_and(|steps| steps.0.is_some())
    }
}

impl StepField {
    fn read(self) -> Result<Step, String> {
        let length = self.seconds.0.and_then(|seconds| TimerLength::from_total_seconds(seconds.number()?).ok());
        let label = self.label.0.map_or(Ok(None), |label| label.read().map(|label| label.0));
        Ok(Step {
            length: length.ok_or("seconds of a step must be a whole number from 1 to 86399")?,
            label: label.map_err(|error| error.to_string())?,
        })
    }
}

impl IntervalParts {
    /// Parses the fields; refuses each that is out of range.
    pub(crate) fn read(steps: Option<StepsField>, rounds: Option<RoundsField>, errors: &mut ValidationErrors) -> Self {
        let steps = steps.and_then(|StepsField(steps)| {
            let Some(steps) = steps else { return Some(SentSteps::Null) };
            let steps = steps.into_iter().map(|step| step.0.read()).collect::<Result<Vec<_>, _>>();
            // Checked here, so that one response names all errors.
            let steps = errors.take("steps", steps)?;
            errors.take("steps", Intervals::new(steps.clone(), 1)).map(|_| SentSteps::Some(steps))
        });
        let rounds = rounds.and_then(|RoundsField(rounds)| {
            let rounds = rounds?.number().filter(|rounds| (1..=MOST_ROUNDS.into()).contains(rounds));
            errors.take("rounds", rounds.ok_or(IntervalsError::Rounds))
        });
        Self { steps, rounds }
    }

    /// The steps and rounds, with missing fields taken from `before`; `None` for a timer without steps.
    pub(crate) fn onto(self, before: Option<&Intervals>) -> Result<Option<Intervals>, ValidationErrors> {
        let steps = match self.steps {
            Some(SentSteps::Some(steps)) => Some(steps),
            Some(SentSteps::Null) => None,
            None => before.map(|before| before.steps().cloned().collect()),
        };
        let Some(steps) = steps else {
            return match self.rounds {
                Some(_) => Err(ValidationErrors::only("rounds", "rounds are those of steps: send both")),
                None => Ok(None),
            };
        };
        let rounds = self.rounds.or_else(|| before.map(|before| before.rounds().into())).unwrap_or(1);
        Intervals::new(steps, rounds).map(Some).map_err(|error| ValidationErrors::only("steps", error))
    }
}
