//! Opening event streams, and their events.

use reqwest::header::HeaderMap;
use serde_json::{Value, json};
use time::macros::datetime;
use tokibako_domain::{
    alarm::{Alarm, AlarmId, NewAlarm},
    firing::{Firing, FiringId, Ring, RingSubject},
    occurrence::Repeat,
    timer::{NewTimer, Progress, Timer, TimerId},
};
use tokibako_feed::Listeners as _;
use tokibako_storage::testing::{sample, until};

use crate::server::TestServer;

/// Opens a stream and reads its first bytes; the connection closes with the response.
async fn open(server: &TestServer, path: &str, header: Option<&str>) -> (u16, HeaderMap, String) {
    let request = server.request("GET", path);
    let request = match header {
        Some(id) => request.header("X-Browser-Id", id),
        None => request,
    };
    let mut answer = request.send().await.unwrap();
    let first = answer.chunk().await.unwrap().unwrap();
    (answer.status().as_u16(), answer.headers().clone(), String::from_utf8(first.to_vec()).unwrap())
}

#[actix_web::test]
async fn a_stream_starts_with_ready_at_once() {
    let server = TestServer::start().await;
    let id = server.visitor().id;
    for kind in ["alarms", "timers"] {
        let path = format!("/api/{kind}/notifications");
        let named = format!("{path}?browserId={id}");
        for (path, header) in [(&named, None), (&path, Some(id.as_str())), (&named, Some(id.as_str()))] {
            let (status, headers, first) = open(&server, path, header).await;
            assert_eq!((status, first.as_str()), (200, "retry: 1000\n\nevent: ready\nid: 0\ndata: {}\n\n"), "{path}");
            for (name, value) in
                [("content-type", "text/event-stream"), ("cache-control", "no-store"), ("x-accel-buffering", "no")]
            {
                assert_eq!(headers.get(name).unwrap(), value);
            }
            assert!(!headers.contains_key("content-encoding"));
        }
    }
}

#[actix_web::test]
async fn a_stream_needs_one_valid_browser_id() {
    let server = TestServer::start().await;
    let (id, other) = (server.visitor().id, server.visitor());
    for path in ["/api/alarms/notifications", "/api/timers/notifications"] {
        server.get(path).await.problem(400);
        for query in ["browserId=", "browserId=x", "browserId=00000000-0000-0000-0000-000000000000", "browserid=x"] {
            server.get(&format!("{path}?{query}")).await.problem(400);
        }
        server.get(&format!("{path}?browserId={id}&browserId={id}")).await.problem(400);
        other.get(&format!("{path}?browserId={id}")).await.problem(403);
    }
}

#[actix_web::test]
async fn a_browser_may_have_twelve_streams() {
    let server = TestServer::start().await;
    let (one, other) = (server.visitor(), server.visitor());
    let path = |id: &str| format!("/api/timers/notifications?browserId={id}");
    let mut streams = Vec::new();
    for _ in 0..12 {
        let mut stream = server.request("GET", &path(&one.id)).send().await.unwrap();
        stream.chunk().await.unwrap().unwrap();
        streams.push(stream);
    }
    let refused = server.get(&path(&one.id)).await;
    refused.problem(429);
    assert!(refused.header("retry-after").parse::<u32>().is_ok_and(|seconds| seconds > 0));
    let (status, ..) = open(&server, &path(&other.id), None).await;
    assert_eq!(status, 200);
}

#[actix_web::test]
async fn a_closed_stream_no_longer_counts() {
    let server = TestServer::start().await;
    let visitor = server.visitor();
    let path = format!("/api/timers/notifications?browserId={}", visitor.id);
    let mut streams = Vec::new();
    for _ in 0..12 {
        streams.push(server.request("GET", &path).send().await.unwrap());
    }
    // Refused without a query to the database.
    server.database.admit_connections(false);
    server.get(&path).await.problem(429);
    server.database.admit_connections(true);
    streams.pop();
    let is_admitted = async || server.request("GET", &path).send().await.unwrap().status().as_u16() == 200;
    until("there is room for another", is_admitted).await;
}

/// The message of this ring on the visitor's stream of `kind`, checked against the document.
async fn told(server: &TestServer, browser: &str, kind: &str, schema: &str, subject: RingSubject) -> Value {
    let path = format!("/api/{kind}/notifications?browserId={browser}");
    let mut stream = server.request("GET", &path).send().await.unwrap();
    stream.chunk().await.unwrap().unwrap();
    let one = Ring { scheduled_for: datetime!(2026-11-21 07:30 UTC), subject, answered: None };
    server.hub.deliver_to_devices(&[Firing { id: FiringId(7), ring: one }]);
    let frame = stream.chunk().await.unwrap().unwrap();
    let frame = std::str::from_utf8(&frame).unwrap();
    let (_, message) = frame.strip_suffix("\n\n").unwrap().split_once("\ndata: ").unwrap();
    let message: Value = serde_json::from_str(message).unwrap();
    assert!(server.document.schema(schema).is_valid(&message), "{message}");
    for field in message.as_object().unwrap().keys() {
        let mut without = message.clone();
        without.as_object_mut().unwrap().remove(field);
        assert!(!server.document.schema(schema).is_valid(&without), "{field}");
    }
    message
}

#[actix_web::test]
async fn ring_events_match_the_document() {
    let server = TestServer::start().await;
    let visitor = server.visitor();
    let browser = visitor.id.parse().unwrap();

    let NewAlarm { settings, arming, created_at, .. } = sample::alarm_at(browser, "07:30", Repeat::Daily, sample::NOW);
    let alarm = Alarm { id: AlarmId(5), browser, settings, arming, skipped: None, created_at };
    let message = told(&server, &visitor.id, "alarms", "AlarmTrigger", RingSubject::Alarm(alarm)).await;
    assert_eq!((&message["type"], &message["alarm"]["id"]), (&json!("ALARM_TRIGGER"), &json!(5)));
    assert_eq!((&message["scheduledFor"], &message["answered"]), (&json!("2026-11-21T07:30:00Z"), &Value::Null));

    let NewTimer { settings, countdown, created_at, .. } = sample::timer_of(browser, 60, sample::NOW);
    let timer =
        Timer { id: TimerId(6), browser, settings, countdown, progress: Progress::default(), created_at }.completed();
    let message = told(&server, &visitor.id, "timers", "TimerComplete", RingSubject::Timer(timer)).await;
    assert_eq!((&message["type"], &message["timer"]["id"]), (&json!("TIMER_COMPLETE"), &json!(6)));
    assert_eq!((&message["timer"]["enabled"], &message["timer"]["remainingMs"]), (&json!(0), &json!(0)));
}
