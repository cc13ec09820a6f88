//! The replay of missed rings to a stream that reconnects.

use prometheus_client::{encoding::text, registry::Registry};
use reqwest::RequestBuilder;
use serde_json::json;
use time::{Duration, OffsetDateTime, macros::datetime};
use tokibako_domain::{
    alarm::Alarm,
    firing::{Firing, FiringId, Ring, RingSubject},
    timer::{NewTimer, Progress, Timer, TimerId},
};
use tokibako_feed::Listeners as _;
use tokibako_storage::{
    due::{self, Batch, Decision},
    testing::sample,
};

use crate::{
    reader::Reader,
    server::{TestServer, Visitor},
};

/// A server with a log of seven firings: three of one visitor's timers, one of its alarms, two of another visitor's
/// timers, and a last one of a third visitor.
struct Missed {
    server: TestServer,
    one: String,
    /// The ids of the rings of the visitor's timers.
    ids: Vec<String>,
}

impl Missed {
    async fn new() -> Self {
        let server = TestServer::start().await;
        let (one, other, third) = (server.visitor(), server.visitor(), server.visitor());
        let mut ids = vec![ring_timer(&one, "first").await];
        ring_timer(&other, "not mine").await;
        ring_alarm(&one, "no timer").await;
        ids.push(ring_timer(&one, "second").await);
        ring_timer(&other, "not mine either").await;
        ids.push(ring_timer(&one, "third").await);
        ring_timer(&third, "nobody's").await;
        let one = one.id.clone();
        Self { server, one, ids }
    }

    /// Opens the visitor's stream of timers with additional query parameters.
    async fn timers(&self, query: &str) -> Reader {
        Reader::open(self.request(query)).await
    }

    fn request(&self, query: &str) -> RequestBuilder {
        self.server.request("GET", &format!("/api/timers/notifications?browserId={}{query}", self.one))
    }

    /// Delivers the ring of a new timer, as the first firing at a place of the log, to the visitor's streams; returns
    /// its id.
    fn ring(&self, place: i64) -> String {
        let NewTimer { browser, settings, countdown, created_at } =
            sample::timer_of(self.one.parse().unwrap(), 60, sample::NOW);
        let timer =
            Timer { id: TimerId(place), browser, settings, countdown, progress: Progress::default(), created_at }
                .completed();
        let ring = Ring { scheduled_for: LATER, subject: RingSubject::Timer(timer), answered: None };
        self.server.hub.deliver_to_devices(&[Firing { id: FiringId(place * 4_096), ring }]);
        timer_id(place, LATER)
    }
}

/// When the delivered rings are due.
const LATER: OffsetDateTime = datetime!(2026-11-21 09:00 UTC);

/// The id of a timer's ring.
fn timer_id(row: i64, due: OffsetDateTime) -> String {
    format!("t{row}-{}", due.unix_timestamp_nanos() / 1_000_000)
}

/// Creates a timer of one minute, lets it run out and rings it; returns the ring's id.
async fn ring_timer(visitor: &Visitor<'_>, label: &str) -> String {
    let timer = visitor.make("/api/timers", &json!({"minutes": 1, "enabled": 1, "label": label})).await;
    visitor.server.pass(Duration::MINUTE);
    let decide = |timer: Timer| Decision { after: timer.completed(), rings: true };
    let (storage, now) = (visitor.server.database.storage(), visitor.server.now());
    assert_eq!(due::claim(&storage, now, Batch::oldest(10), decide).await.unwrap().rings, 1);
    timer_id(timer["id"].as_i64().unwrap(), now)
}

/// Creates an alarm, advances the clock to its time and rings it.
async fn ring_alarm(visitor: &Visitor<'_>, label: &str) {
    visitor.make("/api/alarms", &json!({"time": "08:05", "repeat": "once", "label": label})).await;
    visitor.server.pass(Duration::minutes(5));
    let (storage, now) = (visitor.server.database.storage(), visitor.server.now());
    let decide = move |alarm: Alarm| Decision { after: alarm.after_ring(now), rings: true };
    assert_eq!(due::claim(&storage, now, Batch::oldest(10), decide).await.unwrap().rings, 1);
}

#[actix_web::test]
async fn a_replay_comes_after_ready_and_before_new_rings() {
    let log = Missed::new().await;
    let mut stream = log.timers("&lastEventId=0").await;
    assert_eq!(stream.ready().await, "0");
    let new = log.ring(8);
    for (id, label) in [(&log.ids[0], "first"), (&log.ids[1], "second"), (&log.ids[2], "third"), (&new, "Noodles")] {
        assert_eq!(stream.ring().await, (id.clone(), label.to_owned()));
    }
}

#[actix_web::test]
async fn replayed_rings_are_not_repeated_by_a_feed_that_is_behind() {
    let log = Missed::new().await;
    let mut stream = log.timers("&lastEventId=0").await;
    for place in [1, 4, 6] {
        log.ring(place);
    }
    let new = log.ring(8);
    assert_eq!(stream.ready().await, "0");
    let rings = [stream.ring().await.0, stream.ring().await.0, stream.ring().await.0, stream.ring().await.0];
    assert_eq!(rings[..3], log.ids);
    assert_eq!(rings[3], new);
}

#[actix_web::test]
async fn replayed_rings_do_not_count_as_late() {
    let log = Missed::new().await;
    let mut registry = Registry::default();
    log.server.components.register_metrics(&mut registry);
    log.server.pass(LATER + Duration::seconds(2) - log.server.now());
    let mut stream = log.timers(&format!("&lastEventId={}", log.ids[0])).await;
    let new = log.ring(8);
    assert_eq!(stream.ready().await, log.ids[0]);
    let rings = [stream.ring().await.0, stream.ring().await.0, stream.ring().await.0];
    assert_eq!(rings, [log.ids[1].clone(), log.ids[2].clone(), new]);
    let mut told = String::new();
    text::encode(&mut told, &registry).unwrap();
    for line in ["deliver_lag_seconds_count 1", "deliver_lag_seconds_sum 2.0"] {
        assert!(told.lines().any(|told| told == line), "{line} in\n{told}");
    }
}

#[actix_web::test]
async fn a_replay_starts_after_the_last_event_id() {
    let log = Missed::new().await;
    let [first, _, third] = &log.ids[..] else { unreachable!("three timers rang") };
    let by_header = log.request("").header("Last-Event-ID", first.as_str());
    let by_both = log.request(&format!("&lastEventId={third}")).header("Last-Event-ID", first.as_str());
    for request in [log.request(&format!("&lastEventId={first}")), by_header, by_both] {
        let mut stream = Reader::open(request).await;
        assert_eq!(stream.ready().await, *first);
        assert_eq!(stream.ring().await.1, "second");
        assert_eq!(stream.ring().await.1, "third");
    }
    let path = format!("/api/alarms/notifications?browserId={}&lastEventId=0", log.one);
    let mut alarms = Reader::open(log.server.request("GET", &path)).await;
    assert_eq!(alarms.ready().await, "0");
    assert_eq!(alarms.ring().await.1, "no timer");
}

#[actix_web::test]
async fn a_replay_of_all_events_has_both_kinds_in_order() {
    let log = Missed::new().await;
    let events = |id: &str| {
        let request = log.server.request("GET", "/api/events").header("X-Browser-Id", log.one.as_str());
        request.header("Last-Event-ID", id)
    };
    let mut stream = Reader::open(events("0")).await;
    stream.ready().await;
    let mut labels = Vec::new();
    for _ in 0..4 {
        labels.push(stream.ring().await.1);
    }
    assert_eq!(labels, ["first", "no timer", "second", "third"]);
    let mut stream = Reader::open(events(&log.ids[0])).await;
    assert_eq!(stream.ready().await, log.ids[0]);
    let (id, label) = stream.ring().await;
    assert_eq!((id.starts_with('a'), label.as_str()), (true, "no timer"));
}

#[actix_web::test]
async fn without_a_last_event_id_nothing_is_replayed() {
    let log = Missed::new().await;
    for query in ["", "&lastEventId=", "&lastEventId=+"] {
        let mut stream = log.timers(query).await;
        assert_eq!(stream.ready().await, log.ids[2], "{query}");
        // A ring that the log had when the stream was opened is not delivered, even if the feed delivers it later.
        log.ring(7);
        let new = log.ring(8);
        assert_eq!(stream.ring().await.0, new, "{query}");
    }
}

#[actix_web::test]
async fn an_unknown_last_event_id_replays_everything() {
    let log = Missed::new().await;
    let purged = timer_id(1, LATER);
    let other = timer_id(4_711, LATER);
    for id in ["x", "-1", "41", purged.as_str(), other.as_str()] {
        let mut stream = log.timers(&format!("&lastEventId={id}")).await;
        stream.ready().await;
        let rings = [stream.ring().await.0, stream.ring().await.0, stream.ring().await.0];
        assert_eq!(rings[..], log.ids[..], "{id}");
    }
}

#[actix_web::test]
async fn a_long_replay_comes_in_parts() {
    let log = Missed::new().await;
    log.server.database.log(&format!(
        "SELECT '{}'::uuid, n, fired_at, fired_at, n::text \
         FROM generate_series(8, 620) n, (VALUES (timestamptz '2026-11-21 08:00Z')) AS instants (fired_at)",
        log.one,
    ));
    log.server.database.execute("UPDATE firings SET subject = '' WHERE row_id = 519");
    let mut first = log.timers(&format!("&lastEventId={}", log.ids[2])).await;
    assert_eq!(first.ready().await, log.ids[2]);
    // A ring that the feed delivers meanwhile does not overtake the replay.
    log.ring(4_201);
    let mut last = String::new();
    for number in 8..=518 {
        let (id, label) = first.ring().await;
        assert_eq!(label, number.to_string());
        last = id;
    }
    assert!(first.has_ended().await);
    // The last row of the first part is unreadable, so the second part starts after the row before it.
    let mut second = log.timers(&format!("&lastEventId={last}")).await;
    let new = log.ring(4_201);
    assert_eq!(second.ready().await, last);
    for number in 520..=620 {
        assert_eq!(second.ring().await.1, number.to_string());
    }
    assert_eq!(second.ring().await.0, new);
}

#[actix_web::test]
async fn a_replay_goes_back_an_hour() {
    let log = Missed::new().await;
    // The second rang three minutes ago, the third one minute ago.
    log.server.pass(Duration::minutes(58));
    let mut stream = log.timers("&lastEventId=0").await;
    let new = log.ring(8);
    assert_eq!(stream.ready().await, "0");
    assert_eq!(stream.ring().await.1, "third");
    assert_eq!(stream.ring().await.0, new);
}
