//! Encodes server-sent events (WHATWG HTML, section 9.2).

use std::fmt;

use actix_web::web::Bytes;
use serde::Serialize;
use time::OffsetDateTime;
use tokibako_domain::firing::{Firing, Kind, RingId, RingSubject};
use tokibako_storage::signals::hints::News;
use utoipa::ToSchema;

use crate::{
    api::{alarms::json::AlarmView, timers::json::TimerView},
    openapi::schema,
    response::values::{AnsweredView, Instant},
};

/// Milliseconds after which an `EventSource` reconnects; the site's own client has its own backoff.
const RETRY: u32 = 1_000;

/// The event id before the browser's first ring.
const NO_RING: &str = "0";

const NANOSECONDS: i128 = 1_000_000;

/// An alarm rings.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct AlarmTrigger<'a> {
    #[serde(rename = "type")]
    #[schema(schema_with = schema::alarm_trigger)]
    kind: &'static str,
    /// The alarm after its ring.
    alarm: AlarmView<'a>,
    /// The instant for which the ring was due.
    scheduled_for: Instant,
    /// The answer, if the ring was answered before this event was sent.
    #[schema(required = true)]
    answered: Option<AnsweredView>,
}

/// A timer has run out.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct TimerComplete<'a> {
    #[serde(rename = "type")]
    #[schema(schema_with = schema::timer_complete)]
    kind: &'static str,
    /// The timer after its ring.
    timer: TimerView<'a>,
    /// The instant for which the ring was due.
    scheduled_for: Instant,
    /// The answer, if the ring was answered before this event was sent.
    #[schema(required = true)]
    answered: Option<AnsweredView>,
}

/// A list of the browser has changed, so clients should fetch it again.
#[derive(Serialize, ToSchema)]
pub(crate) struct ListChanged {
    #[schema(schema_with = schema::list)]
    list: &'static str,
}

/// A ring was answered on any device, so it ends on all of them.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct RingAnswered {
    #[schema(schema_with = schema::kind)]
    kind: &'static str,
    /// The id of the alarm or timer.
    id: i64,
    scheduled_for: Instant,
    #[serde(flatten)]
    answered: AnsweredView,
}

/// The data of messages of `/api/events`. Messages named `identity`, `ready` and `ping` have none.
#[derive(Serialize, ToSchema)]
#[expect(dead_code, reason = "describes the stream for OpenAPI; each message is serialised by its own type")]
#[serde(untagged)]
#[schema(as = EventData)]
pub(crate) enum EventData<'a> {
    #[schema(title = "an unnamed message")]
    AlarmTrigger(AlarmTrigger<'a>),
    #[schema(title = "an unnamed message")]
    TimerComplete(TimerComplete<'a>),
    #[schema(title = "the message `changed`")]
    Changed(ListChanged),
    #[schema(title = "the message `answered`")]
    Answered(RingAnswered),
}

/// The id of an event: the browser's last ring, or `0` before the first ring. It reveals nothing about other browsers.
struct EventId(Option<RingId>);

impl fmt::Display for EventId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some(RingId { kind, row, scheduled_for }) = self.0 else { return f.write_str(NO_RING) };
        let letter = letter(kind);
        write!(f, "{letter}{row}-{}", scheduled_for.unix_timestamp_nanos() / NANOSECONDS)
    }
}

/// Parses the id of an event; `None` if the id does not have the form of this version.
pub(super) fn ring_of(id: &str) -> Option<RingId> {
    let kind = Kind::ALL.into_iter().find(|kind| id.starts_with(letter(*kind)))?;
    let (row, due) = id.get(1..)?.split_once('-')?;
    let due = due.parse::<i128>().ok()?.checked_mul(NANOSECONDS)?;
    let scheduled_for = OffsetDateTime::from_unix_timestamp_nanos(due).ok()?;
    Some(RingId { kind, row: row.parse().ok()?, scheduled_for })
}

const fn letter(kind: Kind) -> char {
    match kind {
        Kind::Alarm => 'a',
        Kind::Timer => 't',
    }
}

/// A firing as an unnamed message.
pub(super) fn firing(firing: &Firing) -> Bytes {
    let ring = &firing.ring;
    let scheduled_for = Instant(ring.scheduled_for);
    let answered = ring.answered.map(AnsweredView::of);
    let id = EventId(Some(ring.id()));
    match &ring.subject {
        RingSubject::Alarm(alarm) => message(
            &format!("id: {id}\n"),
            &AlarmTrigger {
                kind: schema::ALARM_TRIGGER,
                alarm: AlarmView::of(alarm, ring.scheduled_for),
                scheduled_for,
                answered,
            },
        ),
        // The remaining time does not depend on the instant: a complete timer has none, and a timer at the start of a
        // step has all of that step.
        RingSubject::Timer(timer) => {
            let timer = TimerView::at(timer, ring.scheduled_for);
            let complete = TimerComplete { kind: schema::TIMER_COMPLETE, timer, scheduled_for, answered };
            message(&format!("id: {id}\n"), &complete)
        }
    }
}

/// A hint as a named message. It has no id, because it is not replayed.
pub(super) fn news(news: News) -> Bytes {
    match news {
        News::Changed(list) => message("event: changed\n", &ListChanged { list: list.as_str() }),
        News::Ended => Bytes::from_static(b"event: identity\ndata: {}\n\n"),
        News::Answered(RingId { kind, row, scheduled_for }, answered) => {
            let scheduled_for = Instant(scheduled_for);
            let answered = AnsweredView::of(answered);
            message("event: answered\n", &RingAnswered { kind: kind.as_str(), id: row, scheduled_for, answered })
        }
    }
}

fn message(head: &str, data: &impl Serialize) -> Bytes {
    let mut frame = Vec::with_capacity(512);
    frame.extend_from_slice(head.as_bytes());
    frame.extend_from_slice(b"data: ");
    // Views are plain data, so serialising them cannot fail, and JSON contains no line breaks.
    if let Err(error) = serde_json::to_writer(&mut frame, data) {
        tracing::error!(%error, "an event could not be encoded as JSON");
    }
    frame.extend_from_slice(b"\n\n");
    frame.into()
}

/// The first event of a stream: the reconnection time, and the browser's last ring.
pub(super) fn ready(last: Option<RingId>) -> Bytes {
    format!("retry: {RETRY}\n\nevent: ready\nid: {}\ndata: {{}}\n\n", EventId(last)).into()
}

/// A ping, which repeats the browser's last ring.
pub(super) fn ping(last: Option<RingId>) -> Bytes {
    format!("event: ping\nid: {}\ndata: {{}}\n\n", EventId(last)).into()
}

#[cfg(test)]
mod tests {
    use time::macros::datetime;

    use super::*;

    #[test]
    fn an_id_names_its_ring() {
        let scheduled_for = datetime!(2026-11-20 07:00:00.250 UTC);
        for (ring, text) in [
            (RingId { kind: Kind::Alarm, row: 42, scheduled_for }, "a42-1795158000250"),
            (RingId { kind: Kind::Timer, row: i64::MAX, scheduled_for }, "t9223372036854775807-1795158000250"),
        ] {
            assert_eq!(EventId(Some(ring)).to_string(), text);
            assert_eq!(ring_of(text), Some(ring));
        }
        assert_eq!(EventId(None).to_string(), "0");
        let worst = "170141183460469231731687303715884105727";
        for text in ["", "0", "41", "a", "a1", "a1-", "a-1", "x1-1", "é1-1", &format!("a1-{worst}")] {
            assert_eq!(ring_of(text), None, "{text}");
        }
    }
}
