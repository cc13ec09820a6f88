//! A timer's steps and rounds in a request body.

use serde::Deserialize;
use tokibako_domain::{
    intervals::{Intervals, IntervalsError, MOST_ROUNDS, Step},
    label::LabelError,
    length::TimerLength,
};

use crate::{
    error::ValidationErrors,
    request::field::{LabelField, Object, Sent, WholeNumber},
};

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

/// The `steps` of a body.
#[derive(PartialEq, Eq)]
enum SentSteps {
    /// `null`: a timer without steps.
    Null,
    Some(Vec<Step>),
}

/// An invalid step.
#[derive(Debug, Clone, Copy, thiserror::Error)]
enum StepError {
    #[error("seconds of a step must be a whole number from 1 to 86399")]
    Seconds,
    #[error("{0}")]
    Label(LabelError),
}

/// Rounds without steps.
#[derive(Debug, Clone, Copy, thiserror::Error)]
#[error("rounds are those of steps: send both")]
struct RoundsAlone;

impl StepsField {
    /// Whether steps were sent and are not `null`.
    pub(crate) fn has_any(field: Option<&Self>) -> bool {
        field.is_some_and(|steps| steps.0.is_some())
    }
}

impl StepField {
    fn read(self) -> Result<Step, StepError> {
        let seconds = self.seconds.0.and_then(|seconds| seconds.number()).ok_or(StepError::Seconds)?;
        Ok(Step {
            length: TimerLength::from_total_seconds(seconds).map_err(|_| StepError::Seconds)?,
            label: self
                .label
                .0
                .map_or(Ok(None), |label| label.read().map(|label| label.0))
                .map_err(StepError::Label)?,
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
                Some(_) => Err(ValidationErrors::only("rounds", RoundsAlone)),
                None => Ok(None),
            };
        };
        let rounds = self.rounds.or_else(|| before.map(|before| before.rounds().into())).unwrap_or(1);
        Intervals::new(steps, rounds).map(Some).map_err(|error| ValidationErrors::only("steps", error))
    }
}
