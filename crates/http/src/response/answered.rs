//! The JSON of an answer to a ring.

use serde::Serialize;
use tokibako_domain::answer::RingAnswer;
use utoipa::ToSchema;

use super::instant::Instant;
use crate::openapi::schema;

/// The answer to a ring.
#[derive(Clone, Copy, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Answered)]
pub(crate) struct AnsweredView {
    #[schema(schema_with = schema::answer)]
    answer: &'static str,
    /// When the answer was given.
    at: Instant,
    /// Until when the answer snoozes the alarm; null if it does not.
    #[schema(required = true)]
    snoozed_until: Option<Instant>,
}

impl AnsweredView {
    pub(crate) fn of(answered: RingAnswer) -> Self {
        Self {
            answer: answered.answer.as_str(),
            at: Instant(answered.at),
            snoozed_until: answered.snoozed_until.map(Instant),
        }
    }
}
