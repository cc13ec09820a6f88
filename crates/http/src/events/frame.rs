//! Events on the wire (WHATWG HTML, section 9.2, "Server-sent events").

use actix_web::web::Bytes;
use serde::Serialize;
use tokibako_domain::firing::{Firing, FiringId, Rung};
use utoipa::ToSchema;

use crate::{
    api::{alarms::AlarmView, timers::TimerView},
    openapi::schema,
    response::instant::Instant,
};

/// Milliseconds after which an `EventSource` reconnects; the site's own client has its own backoff.
const RETRY: u32 = 1_000;

/// An alarm has rung.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct AlarmTrigger<'a> {
    #[serde(rename = "type")]
    #[schema(schema_with = schema::alarm_trigger)]
    kind: &'static str,
    /// The alarm as it stands after the ring.
    alarm: AlarmView<'a>,
    /// The instant for which the ring was due.
    scheduled_for: Instant,
}

/// A timer has run out.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct TimerComplete<'a> {
    #[serde(rename = "type")]
    #[schema(schema_with = schema::timer_complete)]
    kind: &'static str,
    /// The timer as it stands after it ran out.
    timer: TimerView<'a>,
    /// The instant at which it was to run out.
    scheduled_for: Instant,
}

/// A firing as an unnamed message.
pub(super) fn firing(firing: &Firing) -> Bytes {
    let scheduled_for = Instant(firing.scheduled_for);
    match &firing.rung {
        Rung::Alarm(alarm) => message(
            firing.id,
            &AlarmTrigger { kind: schema::ALARM_TRIGGER, alarm: AlarmView::of(alarm), scheduled_for },
        ),
        // A completed timer does not run, so what remains is the same at any instant.
        Rung::Timer(timer) => {
            let timer = TimerView::at(timer, firing.scheduled_for);
            message(firing.id, &TimerComplete { kind: schema::TIMER_COMPLETE, timer, scheduled_for })
        }
    }
}

fn message(id: FiringId, data: &impl Serialize) -> Bytes {
    let mut frame = format!("id: {}\ndata: ", id.0).into_bytes();
    frame.reserve(480);
    // Views are plain data: they cannot fail to serialise, and JSON holds no line break.
    if let Err(error) = serde_json::to_writer(&mut frame, data) {
        tracing::error!(%error, "an event could not be written as JSON");
    }
    frame.extend_from_slice(b"\n\n");
    frame.into()
}

/// The first event of a stream: how long to wait before reconnecting, and the position.
pub(super) fn ready(position: FiringId) -> Bytes {
    format!("retry: {RETRY}\n\nevent: ready\nid: {}\ndata: {{}}\n\n", position.0).into()
}

/// The last event of a stream whose browser id owns nothing any more: the client asks who it is.
pub(super) fn identity() -> Bytes {
    Bytes::from_static(b"event: identity\ndata: {}\n\n")
}

/// A ping, which keeps the position.
pub(super) fn ping(position: FiringId) -> Bytes {
    format!("event: ping\nid: {}\ndata: {{}}\n\n", position.0).into()
}
