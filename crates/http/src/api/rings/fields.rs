//! The fields of an answer to a ring, and of the report that a device shows a ring.

use serde::Deserialize;
use tokibako_domain::{
    answer::Answer,
    firing::{Kind, RingId},
};
use tokibako_storage::rings::AnswerRequest;
use utoipa::ToSchema;
use uuid::Uuid;

use crate::{
    error::ValidationErrors,
    openapi::schema,
    request::{
        body::fields,
        device,
        field::{Sent, WholeNumber},
    },
    response::instant::Instant,
};

/// An answer to a ring. Other fields are ignored.
#[derive(Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", default)]
#[schema(as = RingAnswer)]
pub(crate) struct AnswerFields {
    #[schema(schema_with = schema::repeated_browser_id)]
    browser_id: Option<String>,
    #[schema(required = true, schema_with = schema::kind)]
    kind: Sent<String>,
    /// The id of the alarm or timer.
    #[schema(required = true, schema_with = schema::row_number)]
    id: Sent<WholeNumber>,
    /// The instant for which the ring was due, as the server sent it.
    #[schema(required = true, schema_with = schema::instant_taken)]
    scheduled_for: Sent<String>,
    #[schema(required = true, schema_with = schema::answer)]
    answer: Sent<String>,
    /// When the answer was given, if it could not be sent at once; now by default.
    #[schema(schema_with = schema::instant_taken)]
    given_at: Sent<String>,
}

fields!(AnswerFields, HeardFields);

impl AnswerFields {
    /// The parsed answer.
    pub(crate) fn given(self) -> Result<AnswerRequest, ValidationErrors> {
        let mut errors = ValidationErrors::default();
        let is_timer = self.kind.as_deref().and_then(Kind::named) == Some(Kind::Timer);
        let ring = ring_id(&mut errors, self.kind, self.id, self.scheduled_for);
        errors.require([("answer", self.answer.is_some())]);
        let answer = errors.sent("answer", self.answer, |answer| answer.parse::<Answer>());
        let at = errors.sent("givenAt", self.given_at, |text| Instant::parse("givenAt", &text));
        if (is_timer, answer) == (true, Some(Answer::Snooze)) {
            errors.add("answer", "a timer cannot be snoozed, only stopped");
        }
        match (errors.is_empty(), ring, answer) {
            (true, Some(ring), Some(answer)) => Ok(AnswerRequest { ring, answer, at }),
            _ => Err(errors),
        }
    }
}

/// The report that a device shows a ring. Other fields are ignored.
#[derive(Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", default)]
#[schema(as = HeardRing)]
pub(crate) struct HeardFields {
    #[schema(schema_with = schema::repeated_browser_id)]
    browser_id: Option<String>,
    #[schema(required = true, schema_with = schema::kind)]
    kind: Sent<String>,
    /// The id of the alarm or timer.
    #[schema(required = true, schema_with = schema::row_number)]
    id: Sent<WholeNumber>,
    /// The instant for which the ring was due, as the server sent it.
    #[schema(required = true, schema_with = schema::instant_taken)]
    scheduled_for: Sent<String>,
    /// The device's id.
    #[schema(required = true, schema_with = schema::device_id)]
    device: Sent<String>,
    /// Whether a person has dismissed the notification: then the ring is not repeated on this device. False by default.
    #[schema(value_type = bool)]
    dismissed: Sent<bool>,
}

impl HeardFields {
    /// The ring, the device, and whether a person has dismissed the notification.
    pub(crate) fn heard(self) -> Result<(RingId, Uuid, bool), ValidationErrors> {
        let mut errors = ValidationErrors::default();
        let ring = ring_id(&mut errors, self.kind, self.id, self.scheduled_for);
        errors.require([("device", self.device.is_some())]);
        let device = errors.sent("device", self.device, |id| device::parsed(&id).ok_or("device must be a UUID"));
        match (errors.is_empty(), ring, device) {
            (true, Some(ring), Some(device)) => Ok((ring, device, self.dismissed.0.unwrap_or_default())),
            _ => Err(errors),
        }
    }
}

/// The id of a ring from three fields.
fn ring_id(
    errors: &mut ValidationErrors,
    kind: Sent<String>,
    id: Sent<WholeNumber>,
    scheduled_for: Sent<String>,
) -> Option<RingId> {
    errors.require([("kind", kind.is_some()), ("id", id.is_some()), ("scheduledFor", scheduled_for.is_some())]);
    let kind = errors.sent("kind", kind, |kind| Kind::named(&kind).ok_or("kind must be alarm or timer"));
    let row = errors.sent("id", id, |id| id.number().ok_or("id must be a whole number"));
    let due = errors.sent("scheduledFor", scheduled_for, |text| Instant::parse("scheduledFor", &text));
    Some(RingId { kind: kind?, row: row?, scheduled_for: due? })
}
