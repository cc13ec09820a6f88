//! The columns `steps`, `rounds` and `step` of timers with steps.

use diesel::prelude::*;
use serde_json::Value;
use tokibako_domain::{
    intervals::{Intervals, Step},
    label::Label,
    length::TimerLength,
    timer::{Plan, Progress},
};

use crate::{error::Error, schema::timers};

/// The three columns, all null for a timer without steps.
#[derive(Default, Queryable, Selectable, Insertable, AsChangeset)]
#[diesel(table_name = timers, check_for_backend(diesel::pg::Pg))]
#[diesel(treat_none_as_null = true, treat_none_as_default_value = false)]
pub(crate) struct IntervalColumns {
    steps: Option<Value>,
    rounds: Option<i16>,
    step: Option<i32>,
}

/// A step as JSON: `[1500, "Focus"]`.
type StepJson = (i64, Option<String>);

impl IntervalColumns {
    pub(crate) fn new(plan: &Plan, progress: Progress) -> Self {
        let Some(intervals) = plan.intervals() else { return Self::default() };
        let step = |step: &Step| -> Value {
            let label = step.label.as_ref().map(Label::as_str);
            vec![Value::from(step.length.total_seconds()), label.map_or(Value::Null, Value::from)].into()
        };
        Self {
            steps: Some(intervals.steps().map(step).collect()),
            rounds: Some(intervals.rounds().into()),
            step: Some(progress.step.into()),
        }
    }

    /// The plan and the index of the present step; `None` if the columns are null.
    pub(crate) fn read(self) -> Result<Option<(Plan, u16)>, Error> {
        let (Some(steps), Some(rounds), Some(step)) = (self.steps, self.rounds, self.step) else { return Ok(None) };
        let steps: Vec<StepJson> =
            serde_json::from_value(steps).map_err(|_| Error::unreadable("steps are not JSON"))?;
        let steps = steps.into_iter().map(step_of).collect::<Result<_, _>>()?;
        let intervals = Intervals::new(steps, rounds.into()).map_err(Error::unreadable)?;
        let step = u16::try_from(step).ok().filter(|step| *step < intervals.count());
        let step = step.ok_or_else(|| Error::unreadable("a timer is at a step that it does not have"))?;
        Ok(Some((Plan::Intervals(intervals), step)))
    }
}

fn step_of((seconds, label): StepJson) -> Result<Step, Error> {
    Ok(Step {
        length: TimerLength::from_total_seconds(seconds).map_err(Error::unreadable)?,
        label: label.map_or(Ok(None), |label| Label::parse(&label)).map_err(Error::unreadable)?,
    })
}
