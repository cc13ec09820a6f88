//! The paths that open an event stream.

use std::future::{Ready, ready};

use actix_web::{
    FromRequest, HttpRequest, HttpResponse,
    dev::Payload,
    http::header::{CACHE_CONTROL, CONTENT_TYPE, HeaderName},
    web::{Data, Query},
};
use serde::Deserialize;
use tokibako_domain::{
    browser_id::BrowserId,
    firing::{FiringId, Kind, REPLAY_WINDOW},
};
use tokibako_storage::{
    Storage,
    firings::{self, Place, Replay},
};

use super::{
    frame::{self, AlarmTrigger, EventData, TimerComplete},
    hub::{Client, Hub, Interest, NotAdmitted},
    metrics::StreamMetrics,
    outbox::Event,
    stream::EventStream,
};
use crate::{
    clock::Clock,
    error::Problem,
    limits::{Limits, RETRY_TOO_MANY},
    openapi::{
        parameters::{EventsParameters, StreamParameters},
        problems::{BrowserProblems, ServerProblems, StreamProblems},
    },
    request::{
        browser::{Browser, StreamBrowser},
        device::DeviceHeader,
        origin::Origin,
    },
};

static LAST_EVENT_ID: HeaderName = HeaderName::from_static("last-event-id");
static X_ACCEL_BUFFERING: HeaderName = HeaderName::from_static("x-accel-buffering");

#[derive(Deserialize)]
struct PositionQuery {
    #[serde(rename = "lastEventId")]
    last_event_id: Option<String>,
}

/// The browser of the stream, and the last ring that the client saw, if it reconnects.
pub(crate) struct StreamRequest {
    browser: BrowserId,
    place: Place,
    client: Client,
}

/// The same, if only the header may name the browser.
pub(crate) struct EventsRequest(StreamRequest);

impl FromRequest for StreamRequest {
    type Error = Problem;
    type Future = Ready<Result<Self, Problem>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        ready(StreamBrowser::of(request).map(|StreamBrowser(browser)| Self::by(browser, request)))
    }
}

impl FromRequest for EventsRequest {
    type Error = Problem;
    type Future = Ready<Result<Self, Problem>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        ready(Browser::of(request).map(|Browser(browser)| Self(StreamRequest::by(browser, request))))
    }
}

impl StreamRequest {
    fn by(browser: BrowserId, request: &HttpRequest) -> Self {
        let client = Client { origin: Origin::of(request).0, device: DeviceHeader::of(request).0 };
        Self { browser, place: place(request), client }
    }
}

/// Opens the stream of all that happens to what a browser owns
///
/// First comes an event `ready`, then the rings that were missed since the last event id, then events as they happen, with
/// an event `ping` every 15 seconds. Rings are unnamed. `changed` says that a list is out of date, `answered` that a ring
/// was answered; neither is repeated to a stream that was away. `identity` says that the browser id has ended.
#[utoipa::path(
    get,
    path = "/api/events",
    tag = "rings",
    operation_id = "follow",
    params(EventsParameters),
    responses(
        (status = 200, description = "The stream; its messages hold the JSON described here",
            content_type = "text/event-stream", body = EventData<'_>),
        BrowserProblems,
        ServerProblems
    )
)]
pub(crate) async fn everything(
    storage: Data<Storage>,
    hub: Data<Hub>,
    limits: Data<Limits>,
    metrics: Data<StreamMetrics>,
    clock: Data<Clock>,
    EventsRequest(request): EventsRequest,
) -> Result<HttpResponse, Problem> {
    open(&storage, &hub, &limits, &metrics, &clock, Interest::Everything, request).await
}

/// Opens the stream of the rings of a browser's alarms
///
/// First comes an event `ready`, then what was missed since the last event id, then rings as they happen,
/// with an event `ping` every 15 seconds.
#[utoipa::path(
    get,
    path = "/api/alarms/notifications",
    tag = "alarms",
    operation_id = "followAlarms",
    params(StreamParameters),
    responses(
        (status = 200, description = "The stream; its unnamed messages hold the JSON described here",
            content_type = "text/event-stream", body = AlarmTrigger<'_>),
        StreamProblems,
        ServerProblems
    )
)]
pub(crate) async fn alarms(
    storage: Data<Storage>,
    hub: Data<Hub>,
    limits: Data<Limits>,
    metrics: Data<StreamMetrics>,
    clock: Data<Clock>,
    request: StreamRequest,
) -> Result<HttpResponse, Problem> {
    open(&storage, &hub, &limits, &metrics, &clock, Interest::Rings(Kind::Alarm), request).await
}

/// Opens the stream of the completions of a browser's timers
///
/// First comes an event `ready`, then what was missed since the last event id, then completions as they
/// happen, with an event `ping` every 15 seconds.
#[utoipa::path(
    get,
    path = "/api/timers/notifications",
    tag = "timers",
    operation_id = "followTimers",
    params(StreamParameters),
    responses(
        (status = 200, description = "The stream; its unnamed messages hold the JSON described here",
            content_type = "text/event-stream", body = TimerComplete<'_>),
        StreamProblems,
        ServerProblems
    )
)]
pub(crate) async fn timers(
    storage: Data<Storage>,
    hub: Data<Hub>,
    limits: Data<Limits>,
    metrics: Data<StreamMetrics>,
    clock: Data<Clock>,
    request: StreamRequest,
) -> Result<HttpResponse, Problem> {
    open(&storage, &hub, &limits, &metrics, &clock, Interest::Rings(Kind::Timer), request).await
}

async fn open(
    storage: &Storage,
    hub: &Hub,
    limits: &Limits,
    metrics: &StreamMetrics,
    clock: &Clock,
    interest: Interest,
    StreamRequest { browser, place, client }: StreamRequest,
) -> Result<HttpResponse, Problem> {
    // Registered with the hub before the end of the log is read: a firing after that end comes from the hub, one before
    // it from the log, and one that comes both ways is written once.
    let admission = hub.admit(browser, interest, client).inspect_err(|reason| {
        if *reason == NotAdmitted::TooMany {
            limits.stream_refused();
        }
    })?;
    let since = clock.now() - REPLAY_WINDOW;
    let kind = if let Interest::Rings(kind) = interest { Some(kind) } else { None };
    // Without a last event id the stream starts at that end and skips earlier firings that the hub still delivers. The
    // client loses nothing: such a firing was stored before `ready` is sent, so a list that it requests after `ready`
    // includes it.
    let Replay { missed, last, position, has_more } = firings::replay(storage, browser, kind, place, since).await?;
    let start = missed.first().map_or(position, |first| FiringId(first.id.0 - 1));
    let greeting = if let Place::After(ring) = place { Some(ring) } else { last.filter(|_| missed.is_empty()) };
    let missed = missed.iter().map(Event::of).collect::<Vec<_>>();
    if place != Place::End {
        metrics.replayed(missed.len());
    }
    if has_more {
        // The client will reconnect and read the rest after the last ring that it received.
        admission.outbox().disconnect();
    }
    Ok(HttpResponse::Ok()
        .insert_header((CONTENT_TYPE, "text/event-stream"))
        .insert_header((CACHE_CONTROL, "no-store"))
        .insert_header((X_ACCEL_BUFFERING.clone(), "no"))
        .streaming(EventStream::new(admission, start, greeting, missed, metrics.clone(), clock.clone())))
}

/// Where a reconnecting client continues. An id of another form, or from before the first ring, means that it may have
/// missed everything.
fn place(request: &HttpRequest) -> Place {
    let header = request.headers().get(&LAST_EVENT_ID).map(|value| value.to_str().unwrap_or_default().to_owned());
    let query = || Query::<PositionQuery>::from_query(request.query_string()).ok()?.into_inner().last_event_id;
    let id = header.or_else(query).map(|id| id.trim().to_owned()).filter(|id| !id.is_empty());
    id.map_or(Place::End, |id| frame::ring_of(&id).map_or(Place::Start, Place::After))
}

impl From<NotAdmitted> for Problem {
    fn from(reason: NotAdmitted) -> Self {
        match reason {
            NotAdmitted::TooMany => Self::TooMany(RETRY_TOO_MANY),
            NotAdmitted::Closed => Self::Unavailable,
        }
    }
}
