//! The queue between the hub and one stream, and the frames of its events (WHATWG HTML, section 9.2).

use std::{
    collections::VecDeque,
    fmt,
    task::{Poll, Waker},
};

use actix_web::web::Bytes;
use parking_lot::Mutex;
use serde::Serialize;
use time::OffsetDateTime;
use tokibako_domain::firing::{Firing, FiringId, Kind, RingId, RingSubject};
use tokibako_storage::signals::hints::News;
use utoipa::ToSchema;

use crate::{
    api::{alarms::json::AlarmView, timers::json::TimerView},
    error::Problem,
    limits::{UnreadCounter, UnreadPermit},
    openapi::schema,
    response::{AnsweredView, Instant},
};

/// How many events may be queued. A reader that is further behind is disconnected; when it reconnects, it replays. It is
/// twice a page of the feed, so that a reader that keeps up is not disconnected if a browser has that many rings due at
/// one instant.
const CAPACITY: usize = 4_096;

/// The bytes of queued events that do not count for the client: the number of its streams limits them.
const FREE: usize = 8 << 10;

/// What an event takes beside its frame.
const OVERHEAD: usize = 100;

/// A framed event. `Debug` shows only its id, because the frame contains private data such as a label.
#[derive(Clone, PartialEq, Eq)]
pub(super) struct Event {
    /// The ring that it announces; `None` for a hint.
    pub(super) ring: Option<LogEntry>,
    pub(super) frame: Bytes,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct LogEntry {
    pub(super) id: FiringId,
    pub(super) ring: RingId,
}

/// A bounded queue with one reader. An empty queue uses no heap memory.
#[derive(Debug)]
pub(super) struct Outbox {
    counter: UnreadCounter,
    inner: Mutex<Inner>,
}

#[derive(Debug, Default)]
struct Inner {
    events: VecDeque<Event>,
    bytes: usize,
    /// The bytes beyond [`FREE`].
    unread: Option<UnreadPermit>,
    reader: Option<Waker>,
    end: Option<End>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum End {
    TooFarBehind,
    Stopping,
    /// The browser id is no longer valid.
    NoBrowser,
    /// The log was restored without its end, so the stream must replay what it missed.
    AnotherLog,
}

#[derive(Debug, PartialEq, Eq)]
pub(super) struct Overflow;

impl fmt::Debug for Event {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Event").field("id", &self.ring.map(|logged| logged.id)).finish_non_exhaustive()
    }
}

impl Event {
    pub(super) fn of(firing: &Firing) -> Self {
        let logged = LogEntry { id: firing.id, ring: firing.ring.id() };
        Self { ring: Some(logged), frame: ring_frame(firing) }
    }

    pub(super) fn hint(news: News) -> Self {
        Self { ring: None, frame: news_frame(news) }
    }

    /// The memory that it takes in a queue.
    pub(super) fn bytes(&self) -> usize {
        self.frame.len() + OVERHEAD
    }
}

impl Outbox {
    /// An empty queue, whose events count for a client.
    pub(super) fn new(counter: UnreadCounter) -> Self {
        Self { counter, inner: Mutex::default() }
    }

    /// Queues an event; if the queue is full or its client has too much unread, closes it and drops its events.
    pub(super) fn push(&self, event: Event) -> Result<(), Overflow> {
        let (reader, overflow) = {
            let mut inner = self.inner.lock();
            if inner.events.len() >= CAPACITY || inner.hold(event.bytes(), &self.counter).is_err() {
                inner.disconnect();
            } else if inner.end.is_none() {
                inner.events.push_back(event);
            }
            (inner.reader.take(), inner.end.is_some())
        };
        wake(reader);
        if overflow { Err(Overflow) } else { Ok(()) }
    }

    /// Closes the queue for a reader that is too far behind, and drops its events.
    pub(super) fn disconnect(&self) {
        let reader = {
            let mut inner = self.inner.lock();
            inner.disconnect();
            inner.reader.take()
        };
        wake(reader);
    }

    /// Ends the stream after its queued events are written.
    pub(super) fn close(&self, end: End) {
        let reader = {
            let mut inner = self.inner.lock();
            inner.end = inner.end.or(Some(end));
            inner.reader.take()
        };
        wake(reader);
    }

    /// Why it was closed; `None` while it is open.
    pub(super) fn end(&self) -> Option<End> {
        self.inner.lock().end
    }

    /// The next event; `None` at the end. If there is none yet, the reader is woken by the next one.
    pub(super) fn poll_next(&self, reader: &Waker) -> Poll<Option<Event>> {
        let mut inner = self.inner.lock();
        if let Some(event) = inner.events.pop_front() {
            inner.release(event.bytes());
            if inner.events.is_empty() {
                // Frees the buffer, because thousands of streams have nothing queued for hours.
                inner.events = VecDeque::new();
            }
            return Poll::Ready(Some(event));
        }
        if inner.end.is_some() {
            return Poll::Ready(None);
        }
        if !inner.reader.as_ref().is_some_and(|known| known.will_wake(reader)) {
            inner.reader = Some(reader.clone());
        }
        Poll::Pending
    }
}

impl Inner {
    /// Counts the bytes of an event that is queued.
    fn hold(&mut self, bytes: usize, client: &UnreadCounter) -> Result<(), Problem> {
        let counted = (self.bytes + bytes).saturating_sub(FREE.max(self.bytes));
        match &mut self.unread {
            Some(unread) => unread.grow(counted)?,
            None if counted > 0 => self.unread = Some(client.hold(counted)?),
            None => {}
        }
        self.bytes += bytes;
        Ok(())
    }

    fn release(&mut self, bytes: usize) {
        let counted = self.bytes.saturating_sub(FREE.max(self.bytes.saturating_sub(bytes)));
        self.bytes = self.bytes.saturating_sub(bytes);
        match &mut self.unread {
            Some(unread) if self.bytes > FREE => unread.shrink(counted),
            _ => self.unread = None,
        }
    }

    fn disconnect(&mut self) {
        self.events = VecDeque::new();
        self.bytes = 0;
        self.unread = None;
        self.end = Some(End::TooFarBehind);
    }
}

fn wake(reader: Option<Waker>) {
    if let Some(reader) = reader {
        reader.wake();
    }
}

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
fn ring_frame(firing: &Firing) -> Bytes {
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
fn news_frame(news: News) -> Bytes {
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
    use actix_web::test::TestRequest;
    use time::{OffsetDateTime, macros::datetime};
    use tokibako_domain::firing::Kind;

    use super::*;
    use crate::limits::Limits;

    fn event(id: i64) -> Event {
        let ring = RingId { kind: Kind::Alarm, row: id, scheduled_for: OffsetDateTime::UNIX_EPOCH };
        Event { ring: Some(LogEntry { id: FiringId(id), ring }), frame: Bytes::new() }
    }

    fn outbox() -> Outbox {
        Outbox::new(UnreadCounter::unlimited())
    }

    fn next(outbox: &Outbox) -> Poll<Option<i64>> {
        outbox.poll_next(Waker::noop()).map(|event| event.map(|event| event.ring.unwrap().id.0))
    }

    #[test]
    fn events_leave_in_the_order_of_their_arrival() {
        let outbox = outbox();
        assert_eq!(next(&outbox), Poll::Pending);
        outbox.push(event(1)).unwrap();
        outbox.push(event(2)).unwrap();
        assert_eq!(next(&outbox), Poll::Ready(Some(1)));
        assert_eq!(next(&outbox), Poll::Ready(Some(2)));
        assert_eq!(next(&outbox), Poll::Pending);
    }

    #[test]
    fn a_closed_queue_delivers_its_events_before_it_ends() {
        let outbox = outbox();
        outbox.push(event(1)).unwrap();
        outbox.close(End::Stopping);
        assert_eq!(outbox.push(event(2)), Err(Overflow));
        assert_eq!(outbox.end(), Some(End::Stopping));
        assert_eq!(next(&outbox), Poll::Ready(Some(1)));
        assert_eq!(next(&outbox), Poll::Ready(None));
    }

    #[test]
    fn the_debug_output_contains_no_label() {
        let outbox = outbox();
        outbox.push(Event { frame: Bytes::from_static(b"a walk"), ..event(7) }).unwrap();
        let printed = format!("{outbox:?}");
        assert!(printed.contains("FiringId(7)") && !printed.contains("walk"), "{printed}");
    }

    #[test]
    fn a_full_queue_is_emptied_and_closed() {
        let outbox = outbox();
        for id in 0..4_096 {
            outbox.push(event(id)).unwrap();
        }
        assert_eq!(outbox.push(event(4_096)), Err(Overflow));
        outbox.close(End::Stopping);
        assert_eq!(outbox.end(), Some(End::TooFarBehind));
        // A client replays from the last id that it read, so a later event must not reach it while an earlier one is
        // dropped.
        assert_eq!(next(&outbox), Poll::Ready(None));
    }

    #[test]
    fn queued_events_count_for_the_client_beyond_a_free_part() {
        let limits = Limits::behind(Vec::new());
        let unread = limits.unread(&TestRequest::default().to_http_request());
        let (one, other) = (Outbox::new(unread.clone()), Outbox::new(unread));
        let long = |id| Event { frame: vec![0; 1_000_000 - OVERHEAD].into(), ..event(id) };
        for id in 0..8 {
            one.push(long(id)).unwrap();
            other.push(long(id)).unwrap();
        }
        assert_eq!(limits.unread_bytes(), 16_000_000 - 2 * FREE);
        // The seventeenth million is beyond the limit of an address; the other queue keeps its events.
        assert_eq!(one.push(long(8)), Err(Overflow));
        assert_eq!(limits.unread_bytes(), 8_000_000 - FREE);
        for id in 0..8 {
            assert_eq!(next(&other), Poll::Ready(Some(id)));
        }
        assert_eq!(limits.unread_bytes(), 0);
    }

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
