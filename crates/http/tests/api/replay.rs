//! What a stream that comes back is told of the time in which it was away.

use awc::ClientRequest;
use prometheus_client::{encoding::text, registry::Registry};
use serde_json::json;
use time::{Duration, macros::datetime};
use tokibako_domain::{
    alarm::Alarm,
    firing::{Firing, FiringId, Rung},
    timer::{NewTimer, Timer, TimerId},
};
use tokibako_storage::{
    due::{self, Batch, Settled},
    testing::sample,
};

use crate::{
    reader::Reader,
    server::{TestServer, Visitor},
};

/// A server with a log of seven firings: three of one visitor's timers among one of its alarms, two of
/// another's timers, and an end that is nobody's here.
struct Missed {
    server: TestServer,
    one: String,
}

impl Missed {
    async fn new() -> Self {
        let server = TestServer::start().await;
        let (one, other, third) = (server.visitor(), server.visitor(), server.visitor());
        ring_timer(&one, "first").await;
        ring_timer(&other, "not mine").await;
        ring_alarm(&one, "no timer").await;
        ring_timer(&one, "second").await;
        ring_timer(&other, "not mine either").await;
        ring_timer(&one, "third").await;
        ring_timer(&third, "nobody's").await;
        let one = one.id.clone();
        Self { server, one }
    }

    /// Opens the visitor's stream of timers with something added to the query.
    async fn timers(&self, query: &str) -> Reader {
        Reader::open(self.request(query)).await
    }

    fn request(&self, query: &str) -> ClientRequest {
        self.server.request("GET", &format!("/api/timers/notifications?browserId={}{query}", self.one))
    }

    /// Hands the visitor's streams a firing that is new.
    fn ring(&self, id: i64) {
        let NewTimer { browser, settings, countdown, created_at } =
            sample::timer_of(self.one.parse().unwrap(), 60, sample::NOW);
        let timer = Timer { id: TimerId(6), browser, settings, countdown, created_at }.completed();
        let scheduled_for = datetime!(2026-11-21 09:00 UTC);
        self.server.hub.deliver(&[Firing { id: FiringId(id), scheduled_for, rung: Rung::Timer(timer) }]);
    }
}

/// Makes a timer of one minute, lets the minute pass and the scheduler do its work.
async fn ring_timer(visitor: &Visitor<'_>, label: &str) {
    visitor.make("/api/timers", &json!({"minutes": 1, "enabled": 1, "label": label})).await;
    visitor.server.pass(Duration::MINUTE);
    let settle = |timer: Timer| Settled { after: timer.completed(), rings: true };
    let (storage, now) = (visitor.server.database.storage(), visitor.server.now());
    assert_eq!(due::claim_timers(&storage, now, Batch::oldest(10), settle).await.unwrap().rings, 1);
}

/// Makes an alarm, lets its time come and the scheduler do its work.
async fn ring_alarm(visitor: &Visitor<'_>, label: &str) {
    visitor.make("/api/alarms", &json!({"time": "08:05", "repeat": "once", "label": label})).await;
    visitor.server.pass(Duration::minutes(5));
    let (storage, now) = (visitor.server.database.storage(), visitor.server.now());
    let settle = move |alarm: Alarm| Settled { after: alarm.rung(now), rings: true };
    assert_eq!(due::claim_alarms(&storage, now, Batch::oldest(10), settle).await.unwrap().rings, 1);
}

#[actix_web::test]
async fn comes_after_ready_and_before_what_rings() {
    let log = Missed::new().await;
    let mut stream = log.timers("&lastEventId=0").await;
    // The feed may still hand over what the stream has read: that is told once.
    for id in [4, 6, 8] {
        log.ring(id);
    }
    assert_eq!(stream.ready().await, 0);
    for (id, label) in [(1, "first"), (4, "second"), (6, "third"), (8, "Noodles")] {
        assert_eq!(stream.ring().await, (id, label.to_owned()));
    }
}

#[actix_web::test]
async fn is_counted_apart_from_what_rings_late() {
    let log = Missed::new().await;
    let mut registry = Registry::default();
    log.server.components.register_metrics(&mut registry);
    log.server.pass(datetime!(2026-11-21 09:00:02 UTC) - log.server.now());
    let mut stream = log.timers("&lastEventId=1").await;
    log.ring(8);
    assert_eq!(stream.ready().await, 1);
    let rings = [stream.ring().await.0, stream.ring().await.0, stream.ring().await.0];
    assert_eq!(rings, [4, 6, 8]);
    let mut told = String::new();
    text::encode(&mut told, &registry).unwrap();
    for line in
        ["replays_total 1", "replayed_rings_total 2", "deliver_lag_seconds_count 1", "deliver_lag_seconds_sum 2.0"]
    {
        assert!(told.lines().any(|told| told == line), "{line} in\n{told}");
    }
}

#[actix_web::test]
async fn begins_after_the_place_that_header_or_query_names() {
    let log = Missed::new().await;
    let by_header = log.request("").insert_header(("Last-Event-ID", "1"));
    let by_both = log.request("&lastEventId=6").insert_header(("Last-Event-ID", "1"));
    for request in [log.request("&lastEventId=1"), by_header, by_both] {
        let mut stream = Reader::open(request).await;
        assert_eq!(stream.ready().await, 1);
        assert_eq!(stream.ring().await, (4, "second".to_owned()));
        assert_eq!(stream.ring().await, (6, "third".to_owned()));
    }
    let mut alarms = Reader::open(
        log.server.request("GET", &format!("/api/alarms/notifications?browserId={}&lastEventId=0", log.one)),
    )
    .await;
    assert_eq!(alarms.ready().await, 0);
    assert_eq!(alarms.ring().await, (3, "no timer".to_owned()));
}

#[actix_web::test]
async fn is_empty_without_a_place_in_the_log() {
    let log = Missed::new().await;
    for query in ["", "&lastEventId=", "&lastEventId=x", "&lastEventId=-1", "&lastEventId=1.5", "&lastEventId=4711"] {
        let mut stream = log.timers(query).await;
        assert_eq!(stream.ready().await, 7, "{query}");
        // One that the log had when the stream was opened is the past, even if it is handed over late.
        log.ring(7);
        log.ring(8);
        assert_eq!(stream.ring().await.0, 8, "{query}");
    }
}

#[actix_web::test]
async fn of_very_much_comes_in_parts_with_nothing_lost_or_doubled() {
    let log = Missed::new().await;
    log.server.database.execute(&format!(
        "INSERT INTO firings (browser_id, kind, row_id, scheduled_for, fired_at, sound, label, created_at, total_seconds) \
         SELECT '{}', 'timer', n, fired_at, fired_at, 'chime', n, fired_at, 60 \
         FROM generate_series(8, 4200) n, (VALUES (timestamptz '2026-11-21 08:00Z')) AS instants (fired_at); \
         ALTER TABLE firings DROP CONSTRAINT firings_check; \
         UPDATE firings SET total_seconds = NULL WHERE id = 4103",
        log.one,
    ));
    let mut first = log.timers("&lastEventId=7").await;
    assert_eq!(first.ready().await, 7);
    // What the feed hands over meanwhile is not told before what comes first.
    log.ring(4_201);
    for id in 8..=4_102 {
        assert_eq!(first.ring().await, (id, id.to_string()));
    }
    // The last of this part is neither an alarm's nor a timer's: its place is told, or nobody would get beyond it.
    assert_eq!(first.frame().await, "event: ping\nid: 4103\ndata: {}");
    assert!(first.has_ended().await);
    let mut second = log.timers("&lastEventId=4103").await;
    log.ring(4_201);
    assert_eq!(second.ready().await, 4_103);
    for id in 4_104..=4_201 {
        assert_eq!(second.ring().await.0, id);
    }
}

#[actix_web::test]
async fn reaches_an_hour_back() {
    let log = Missed::new().await;
    // The second rang three minutes ago, the third one minute ago.
    log.server.pass(Duration::minutes(58));
    let mut stream = log.timers("&lastEventId=0").await;
    log.ring(8);
    assert_eq!(stream.ready().await, 0);
    assert_eq!(stream.ring().await, (6, "third".to_owned()));
    assert_eq!(stream.ring().await.0, 8);
}
