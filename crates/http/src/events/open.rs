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
    limits::Limits,
    openapi::{
        parameters::StreamParameters,
        problems::{ServerProblems, StreamProblems},
    },
    request::browser::StreamBrowser,
};

/// Seconds after which a browser with too many streams may try again.
const RETRY_TOO_MANY: u32 = 15;

static LAST_EVENT_ID: HeaderName = HeaderName::from_static("last-event-id");
static X_ACCEL_BUFFERING: HeaderName = HeaderName::from_static("x-accel-buffering");

#[derive(Deserialize)]
struct Place {
    #[serde(rename = "lastEventId")]
    last_event_id: Option<String>,
}

/// Whose stream is opened, and after which place in the log it goes on, if it was open before.
pub(crate) struct StreamRequest {
    browser: BrowserId,
    place: Option<FiringId>,
}

impl FromRequest for StreamRequest {
    type Error = Problem;
    type Future = Ready<Result<Self, Problem>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        let place = last_event_id(request);
        ready(StreamBrowser::of(request).map(|StreamBrowser(browser)| Self { browser, place }))
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
    StreamRequest { browser, place }: StreamRequest,
) -> Result<HttpResponse, Problem> {
    // Admitted first, told where the log ends second: a firing after that end comes by the hub, one up
    // to it is read, and one that is both is written once.
    let admission = hub.admit(browser, kind).inspect_err(|reason| {
        if *reason == NotAdmitted::TooMany {
            limits.stream_refused();
        }
    })?;
    let since = clock.now() - REPLAY_WINDOW;
    let replay = firings::replay(storage, browser, kind, place, since).await?;
    // Without a place the stream starts at that end and leaves out what the hub hands it from before.
    // Nothing is lost by that: such a firing was stored before `ready` goes out, whose id says up to
    // where the log is the past, so what the client fetches once it is ready has it already. A place
    // beyond the end is of another log, one restored from a backup.
    let start = place.map_or(replay.position, |place| place.min(replay.position));
    let mut missed = replay.missed.iter().map(Event::of).collect::<Vec<_>>();
    if place.is_some() {
        metrics.replayed(missed.len());
    }
    if replay.has_more {
        // What comes after is read when the client is back, from the place that it has been told of.
        admission.outbox().cut_off();
        missed.push(Event::place(replay.position));
    }
    Ok(HttpResponse::Ok()
        .insert_header((CONTENT_TYPE, "text/event-stream"))
        .insert_header((CACHE_CONTROL, "no-store"))
        .insert_header((X_ACCEL_BUFFERING.clone(), "no"))
        .streaming(EventStream::new(admission, start, missed, metrics.clone(), clock.clone())))
}

/// The place that a returning client kept: its own, so one that makes no sense is no reason to refuse
/// the stream.
fn last_event_id(request: &HttpRequest) -> Option<FiringId> {
    let header = request.headers().get(&LAST_EVENT_ID).and_then(|value| value.to_str().ok()).map(str::to_owned);
    let place = header.or_else(|| Query::<Place>::from_query(request.query_string()).ok()?.into_inner().last_event_id);
    place?.trim().parse().ok().filter(|place| *place >= 0).map(FiringId)
}

impl From<NotAdmitted> for Problem {
    fn from(reason: NotAdmitted) -> Self {
        match reason {
            NotAdmitted::TooMany => Self::TooMany(RETRY_TOO_MANY),
            NotAdmitted::Closed => Self::Unavailable,
        }
    }
}
