//! The JSON of a step of a timer.

use serde::Serialize;
use tokibako_domain::{
    intervals::{Intervals, Step},
    label::Label,
};
use utoipa::ToSchema;

use crate::openapi::schema;

/// A step of a round.
#[derive(Serialize, ToSchema)]
#[schema(as = Step)]
pub(crate) struct StepView {
    #[schema(schema_with = schema::total_seconds)]
    seconds: i32,
    #[schema(required = true, schema_with = schema::label)]
    label: Option<String>,
}

impl StepView {
    /// The steps of one round.
    pub(crate) fn all(intervals: &Intervals) -> Vec<Self> {
        intervals.steps().map(Self::of).collect()
    }

    fn of(step: &Step) -> Self {
        Self { seconds: step.length.total_seconds(), label: step.label.as_ref().map(Label::as_str).map(str::to_owned) }
    }
}
