//! Event streams: how rings and hints reach browsers.
//!
//! The feed follows the log of firings (`tokibako_feed`); the [`Hub`] registers the open streams; each stream owns an
//! `Outbox`, a bounded queue that the hub fills and the stream empties. A new stream registers with the hub *before* it reads the
//! rings that it missed, so that no ring falls between the two. It recognises duplicates by the firing's id.

mod hints;
mod hub;
mod outbox;
mod stream;

use actix_web::{
    HttpRequest, HttpResponse,
    http::header::{CACHE_CONTROL, CONTENT_TYPE, HeaderName},
    web::Data,
};
use serde::Deserialize;
use tokibako_domain::{
    browser_id::BrowserId,
    firing::{FiringId, Kind, REPLAY_WINDOW},
};
use tokibako_storage::{
    Storage,
    clock::Clock,
    log::{self, Replay, ReplayFrom},
};

pub use self::{hints::Hints, hub::Hub};
pub(crate) use self::{hints::notify, hub::StreamMetrics};
use self::{
    hub::{AdmissionError, Interest, StreamClient},
    outbox::Event,
    stream::EventStream,
};
use crate::{
    error::Problem,
    events::outbox::{AlarmTrigger, EventData, TimerComplete},
    limits::{Limits, UnreadCounter, bounds::RETRY_TOO_MANY},
    openapi::{EventsParameters, StreamParameters, StreamProblems},
    request::head::{self, Browser, ClientId, DeviceHeader, StreamBrowser, extractor},
};

static LAST_EVENT_ID: HeaderName = HeaderName::from_static("last-event-id");
static X_ACCEL_BUFFERING: HeaderName = HeaderName::from_static("x-accel-buffering");

/// The bytes of one replay. A client that has missed more reconnects after it.
const LONGEST_REPLAY: usize = 256 << 10;

type StreamComponents = (Data<Storage>, Data<Hub>, Data<Limits>, Data<StreamMetrics>, Data<Clock>);

#[derive(Deserialize)]
struct PositionQuery {
    #[serde(rename = "lastEventId")]
    last_event_id: Option<String>,
}

/// The browser and the client of a stream, and where its replay begins.
pub(crate) struct StreamRequest {
    browser: BrowserId,
    replay_from: ReplayFrom,
    client: StreamClient,
    unread: UnreadCounter,
}

/// A request for a stream whose browser only the header may name.
pub(crate) struct EventsRequest(StreamRequest);

extractor!(StreamRequest, |request| {
    StreamBrowser::of(request).and_then(|StreamBrowser(browser)| Self::by(browser, request))
});

extractor!(EventsRequest, |request| {
    Browser::of(request).and_then(|Browser(browser)| StreamRequest::by(browser, request).map(Self))
});

impl StreamRequest {
    fn by(browser: BrowserId, request: &HttpRequest) -> Result<Self, Problem> {
        let client = StreamClient { client_id: ClientId::of(request).0, device: DeviceHeader::of(request).0 };
        let limits = request.app_data::<Data<Limits>>().ok_or(Problem::Internal)?;
        Ok(Self { browser, replay_from: replay_from(request)?, client, unread: limits.unread(request) })
    }
}

/// Opens the stream of all events of a browser
///
/// The first event is `ready`. Then come the rings that were missed since the last event id, and then events as they
/// happen, with an event `ping` every 15 seconds. Rings are unnamed events. `changed` says that a list is out of date,
/// `answered` that a ring was answered; neither is replayed after a reconnection. `identity` says that the browser id
/// has ended.
#[utoipa::path(
    get, path = "/api/events", tag = "rings", operation_id = "follow",
    params(EventsParameters),
    responses(
        (
            status = 200, description = "The stream; each message has the JSON described here as its data",
            content_type = "text/event-stream", body = EventData<'_>
        )
    )
)]
pub(crate) async fn everything(
    components: StreamComponents,
    EventsRequest(request): EventsRequest,
) -> Result<HttpResponse, Problem> {
    open(components, Interest::Everything, request).await
}

/// Opens the stream of the rings of a browser's alarms
///
/// The first event is `ready`. Then come the rings that were missed since the last event id, and then rings as they
/// happen, with an event `ping` every 15 seconds.
#[utoipa::path(
    get, path = "/api/alarms/notifications", tag = "alarms", operation_id = "followAlarms",
    params(StreamParameters),
    responses(
        (
            status = 200, description = "The stream; each unnamed message has the JSON described here as its data",
            content_type = "text/event-stream", body = AlarmTrigger<'_>
        ),
        StreamProblems
    )
)]
pub(crate) async fn alarms(components: StreamComponents, request: StreamRequest) -> Result<HttpResponse, Problem> {
    open(components, Interest::Rings(Kind::Alarm), request).await
}

/// Opens the stream of the completions of a browser's timers
///
/// The first event is `ready`. Then come the completions that were missed since the last event id, and then completions
/// as they happen, with an event `ping` every 15 seconds.
#[utoipa::path(
    get, path = "/api/timers/notifications", tag = "timers", operation_id = "followTimers",
    params(StreamParameters),
    responses(
        (
            status = 200, description = "The stream; each unnamed message has the JSON described here as its data",
            content_type = "text/event-stream", body = TimerComplete<'_>
        ),
        StreamProblems
    )
)]
pub(crate) async fn timers(components: StreamComponents, request: StreamRequest) -> Result<HttpResponse, Problem> {
    open(components, Interest::Rings(Kind::Timer), request).await
}

async fn open(
    (storage, hub, limits, metrics, clock): StreamComponents,
    interest: Interest,
    StreamRequest { browser, replay_from, client, unread }: StreamRequest,
) -> Result<HttpResponse, Problem> {
    // The stream is registered with the hub before the end of the log is read. A firing after that end comes from the
    // hub, one before it from the log; a firing that comes both ways is written once.
    let admission = hub.admit(browser, interest, client, unread.clone()).inspect_err(|reason| {
        if *reason == AdmissionError::TooMany {
            limits.stream_refused();
        }
    })?;
    let since = clock.now() - REPLAY_WINDOW;
    let kind = if let Interest::Rings(kind) = interest { Some(kind) } else { None };
    // Without a last event id the stream starts at that end, and skips earlier firings that the hub still delivers. The
    // client loses nothing: such a firing was stored before `ready` is sent, so it is in a list that the client
    // requests after `ready`.
    let Replay { missed, last, end, has_more } = log::replay(&storage, browser, kind, replay_from, since).await?;
    let start = missed.first().map_or(end, |first| FiringId(first.id.0 - 1));
    let last = if let ReplayFrom::After(ring) = replay_from { Some(ring) } else { last.filter(|_| missed.is_empty()) };
    let (missed, is_cut) = longest_replay(missed.iter().map(Event::of));
    let bytes = unread.hold(missed.iter().map(Event::bytes).sum())?;
    if has_more || is_cut {
        // The client reconnects and reads the rest, from the last ring that it received.
        admission.outbox.disconnect();
    }
    Ok(HttpResponse::Ok()
        .insert_header((CONTENT_TYPE, "text/event-stream"))
        .insert_header((CACHE_CONTROL, "no-store"))
        .insert_header((X_ACCEL_BUFFERING.clone(), "no"))
        .streaming(EventStream::new(
            admission,
            start,
            last,
            (missed, bytes),
            metrics.as_ref().clone(),
            clock.as_ref().clone(),
        )))
}

/// The first missed events, as many as one replay has, and whether there are more.
fn longest_replay(missed: impl Iterator<Item = Event>) -> (Vec<Event>, bool) {
    let mut missed = missed.peekable();
    let (mut replayed, mut bytes) = (Vec::new(), 0);
    while let Some(event) = missed.next_if(|event| bytes == 0 || bytes + event.bytes() <= LONGEST_REPLAY) {
        bytes += event.bytes();
        replayed.push(event);
    }
    (replayed, missed.peek().is_some())
}

/// Where a client continues. If the last event id is `0` or cannot be parsed, the client may have missed everything.
fn replay_from(request: &HttpRequest) -> Result<ReplayFrom, Problem> {
    let header = request.headers().get(&LAST_EVENT_ID).map(|value| value.to_str().unwrap_or_default().to_owned());
    let query: PositionQuery = head::query(request)?;
    let id = header.or(query.last_event_id).map(|id| id.trim().to_owned()).filter(|id| !id.is_empty());
    Ok(id.map_or(ReplayFrom::End, |id| outbox::ring_of(&id).map_or(ReplayFrom::Start, ReplayFrom::After)))
}

impl From<AdmissionError> for Problem {
    fn from(reason: AdmissionError) -> Self {
        match reason {
            AdmissionError::TooMany => Self::TooMany(RETRY_TOO_MANY),
            AdmissionError::Closed => Self::Unavailable,
        }
    }
}
