//! Adds time to a timer.

use actix_web::{HttpRequest, HttpResponse, web::Data};
use serde::Deserialize;
use tokibako_domain::{length::TimerLength, timer::TimerId};
use tokibako_storage::{
    Error, Storage,
    clock::Clock,
    rings::{self, Extension},
};
use utoipa::ToSchema;

use super::TimerView;
use crate::{
    error::{Problem, ValidationErrors},
    events::Hints,
    limits::{Limits, bounds::RINGS},
    openapi::{
        parameters::{BrowserHeader, RowNumber},
        schema,
    },
    request::{
        body::{BrowserBody, fields},
        field::{Sent, WholeNumber},
        origin::Origin,
        row_id::RowId,
    },
    response::{self, instant::Instant},
};

/// Time to add to a timer. Other fields are ignored.
#[derive(Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", default)]
#[schema(as = TimerExtension)]
pub(crate) struct ExtensionFields {
    #[schema(schema_with = schema::repeated_browser_id)]
    browser_id: Option<String>,
    #[schema(required = true, schema_with = schema::total_seconds)]
    seconds: Sent<WholeNumber>,
    /// The instant of the ring that this answers. If several devices answer the ring, only the first extends the timer.
    #[schema(schema_with = schema::instant_taken)]
    scheduled_for: Sent<String>,
    /// The end to move. If the timer does not end at this instant, nothing changes, so the request can be repeated.
    #[schema(schema_with = schema::instant_taken)]
    ends_at: Sent<String>,
}

fields!(ExtensionFields);

impl ExtensionFields {
    fn read(self, timer: TimerId) -> Result<Extension, ValidationErrors> {
        let mut errors = ValidationErrors::default();
        errors.require([("seconds", self.seconds.is_some())]);
        let by = errors.sent("seconds", self.seconds, |seconds| {
            let length = seconds.number().and_then(|seconds| TimerLength::from_total_seconds(seconds).ok());
            length.ok_or("seconds must be a whole number from 1 to 86399")
        });
        let ring = errors.sent("scheduledFor", self.scheduled_for, |text| Instant::parse("scheduledFor", &text));
        let end = errors.sent("endsAt", self.ends_at, |text| Instant::parse("endsAt", &text));
        match by {
            Some(by) if errors.is_empty() => Ok(Extension { timer, by, ring, end }),
            _ => Err(errors),
        }
    }
}

/// Adds time to a timer
///
/// A running timer ends later, and a paused one has more time left. A timer at its end runs for the added time, and its
/// ring is answered with `stop` on all devices. At most 23:59:59 are left afterwards. With `scheduledFor` the request
/// answers that ring: if the ring was already answered, nothing changes. With `endsAt` only that end is moved.
#[utoipa::path(
    post, path = "/api/timers/{id}/extend", tag = "timers", operation_id = "extendTimer",
    params(BrowserHeader, RowNumber), request_body = ExtensionFields,
    responses((status = 200, description = "The timer", body = TimerView<'_>))
)]
pub(crate) async fn extend(
    request: HttpRequest,
    limits: Data<Limits>,
    storage: Data<Storage>,
    clock: Data<Clock>,
    hints: Data<Hints>,
    id: RowId,
    BrowserBody { browser, fields }: BrowserBody<ExtensionFields>,
) -> Result<HttpResponse, Problem> {
    let extension = fields.read(TimerId(id.number()?))?;
    let locked = clock.clone();
    let rings = limits.deferred(&RINGS, &request);
    let extended = match rings::extend(&storage, browser, extension, move || locked.now(), rings).await {
        Err(Error::NotFound) if extension.ring.is_some() => return Err(Problem::NoSuchRing),
        extended => extended??,
    };
    if let Some((ring, answered)) = extended.stopped {
        hints.answered(browser, ring, answered, Origin::of(&request).0);
    }
    response::ok(&TimerView::at(&extended.timer, clock.now()))
}
