//! The two paths that open an event stream.

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
use tokibako_storage::{Storage, firings};

use super::{
    frame::{AlarmTrigger, TimerComplete},
    hub::{Hub, NotAdmitted},
    metrics::StreamMetrics,
    outbox::Event,
    stream::EventStream,
};
use crate::{
    clock::Clock,
    error::Problem,
    limits::{Limits, RETRY_TOO_MANY},
    openapi::{
        parameters::StreamParameters,
        problems::{ServerProblems, StreamProblems},
    },
    request::browser::StreamBrowser,
};

static LAST_EVENT_ID: HeaderName = HeaderName::from_static("last-event-id");
static X_ACCEL_BUFFERING: HeaderName = HeaderName::from_static("x-accel-buffering");

#[derive(Deserialize)]
struct PositionQuery {
    #[serde(rename = "lastEventId")]
    last_event_id: Option<String>,
}

/// Whose stream is opened, and the last position that the client saw, if it reconnects.
pub(crate) struct StreamRequest {
    browser: BrowserId,
    last_id: Option<FiringId>,
}

impl FromRequest for StreamRequest {
    type Error = Problem;
    type Future = Ready<Result<Self, Problem>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        let last_id = last_event_id(request);
        ready(StreamBrowser::of(request).map(|StreamBrowser(browser)| Self { browser, last_id }))
    }
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
    open(&storage, &hub, &limits, &metrics, &clock, Kind::Alarm, request).await
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
    open(&storage, &hub, &limits, &metrics, &clock, Kind::Timer, request).await
}

async fn open(
    storage: &Storage,
    hub: &Hub,
    limits: &Limits,
    metrics: &StreamMetrics,
    clock: &Clock,
    kind: Kind,
    StreamRequest { browser, last_id }: StreamRequest,
) -> Result<HttpResponse, Problem> {
    // Registered with the hub before the end of the log is read: a firing after that end comes from the hub, one up to
    // it from the log, and one that comes both ways is written once.
    let admission = hub.admit(browser, kind).inspect_err(|reason| {
        if *reason == NotAdmitted::TooMany {
            limits.stream_refused();
        }
    })?;
    let since = clock.now() - REPLAY_WINDOW;
    let replay = firings::replay(storage, browser, kind, last_id, since).await?;
    // Without a last id the stream starts at that end and skips earlier firings that the hub still delivers. The client
    // loses nothing: such a firing was stored before `ready` is sent, so the lists that it fetches after `ready` have it.
    // An id beyond the end belongs to another log, before a backup was restored.
    let start = last_id.map_or(replay.position, |last_id| last_id.min(replay.position));
    let mut missed = replay.missed.iter().map(Event::of).collect::<Vec<_>>();
    if last_id.is_some() {
        metrics.replayed(missed.len());
    }
    if replay.has_more {
        // The client reconnects and reads the rest from the position that it was sent.
        admission.outbox().disconnect();
        missed.push(Event::position(replay.position));
    }
    Ok(HttpResponse::Ok()
        .insert_header((CONTENT_TYPE, "text/event-stream"))
        .insert_header((CACHE_CONTROL, "no-store"))
        .insert_header((X_ACCEL_BUFFERING.clone(), "no"))
        .streaming(EventStream::new(admission, start, missed, metrics.clone(), clock.clone())))
}

/// The last position that a reconnecting client saw. One that cannot be read is ignored.
fn last_event_id(request: &HttpRequest) -> Option<FiringId> {
    let header = request.headers().get(&LAST_EVENT_ID).and_then(|value| value.to_str().ok()).map(str::to_owned);
    let last_id =
        header.or_else(|| Query::<PositionQuery>::from_query(request.query_string()).ok()?.into_inner().last_event_id);
    last_id?.trim().parse().ok().filter(|last_id| *last_id >= 0).map(FiringId)
}

impl From<NotAdmitted> for Problem {
    fn from(reason: NotAdmitted) -> Self {
        match reason {
            NotAdmitted::TooMany => Self::TooMany(RETRY_TOO_MANY),
            NotAdmitted::Closed => Self::Unavailable,
        }
    }
}
