//! Rings, their answers, and the stream of all events.

use reqwest::RequestBuilder;
use serde_json::{Value, json};
use time::Duration;
use tokibako_domain::{alarm::Alarm, timer::Timer};
use tokibako_feed::Feed;
use tokibako_storage::{
    due::{self, Batch, Decision},
    testing::machine::right_clock,
};
use tokio_util::sync::{CancellationToken, DropGuard};

use crate::{
    reader::Reader,
    server::{TestServer, Visitor},
};

/// Creates an alarm and a timer that are due in five minutes.
async fn make_both(visitor: &Visitor<'_>) -> (Value, Value) {
    let alarm = json!({"time": "08:05", "repeat": "daily", "label": "Up", "snoozeInterval": 9});
    let timer = json!({"minutes": 4, "seconds": 59, "enabled": 1});
    (visitor.make("/api/alarms", &alarm).await, visitor.make("/api/timers", &timer).await)
}

/// Rings all due rows.
async fn ring(server: &TestServer) -> usize {
    let (storage, now) = (&server.storage, server.now());
    let decide = move |alarm: Alarm| Decision { after: alarm.after_ring(now), rings: true };
    let alarms = due::claim(storage, now, Batch::oldest(10), decide).await.unwrap();
    let decide = |timer: Timer| Decision { after: timer.completed(), rings: true };
    alarms.rings + due::claim(storage, now, Batch::oldest(10), decide).await.unwrap().rings
}

fn answer_to(kind: &str, row: &Value, answer: &str) -> Value {
    let due = if kind == "alarm" { &row["nextTrigger"] } else { &row["endsAt"] };
    json!({"kind": kind, "id": row["id"], "scheduledFor": due, "answer": answer})
}

fn events(visitor: &Visitor<'_>, client: &str) -> RequestBuilder {
    let request = visitor.server.request("GET", "/api/events").header("X-Browser-Id", visitor.id.as_str());
    request.header("X-Client-Id", client)
}

/// The stream of all events, after its `ready`.
async fn follow(visitor: &Visitor<'_>, client: &str) -> Reader {
    let mut stream = Reader::open(events(visitor, client)).await;
    stream.ready().await;
    stream
}

async fn answer(visitor: &Visitor<'_>, body: &Value) -> Value {
    visitor.write("POST", "/api/rings/answer", body).await.ok(200)
}

#[actix_web::test]
async fn rings_are_listed_and_later_with_their_answer() {
    let server = TestServer::start().await;
    let visitor = server.visitor();
    let (alarm, timer) = make_both(&visitor).await;
    assert_eq!(visitor.get("/api/rings").await.ok(200), json!([]));
    server.pass(Duration::minutes(5));
    assert_eq!(ring(&server).await, 2);
    let rung_timer = json!({"kind": "timer", "id": timer["id"], "scheduledFor": timer["endsAt"], "label": null,
        "sound": "default", "totalSeconds": 299, "steps": null, "rounds": null, "step": null, "endsAt": null,
        "answered": null});
    let rung_alarm = json!({"kind": "alarm", "id": alarm["id"], "scheduledFor": alarm["nextTrigger"], "label": "Up",
        "sound": "default", "time": "08:05", "repeat": "daily", "days": null, "date": null,
        "rule": null, "from": null, "timezone": alarm["timezone"], "snoozeInterval": 9,
        "answered": null});
    assert_eq!(visitor.get("/api/rings").await.ok(200), json!([rung_timer, rung_alarm]));
    assert_eq!(server.visitor().get("/api/rings").await.ok(200), json!([]));

    let snoozed = answer(&visitor, &answer_to("alarm", &alarm, "snooze")).await;
    assert_eq!(
        snoozed,
        json!({"answer": "snooze", "at": "2026-11-21T08:05:00.123Z",
        "snoozedUntil": "2026-11-21T08:14:00.123Z"})
    );
    assert_eq!(answer(&visitor, &answer_to("alarm", &alarm, "stop")).await, snoozed);
    let stopped = answer(&visitor, &answer_to("timer", &timer, "stop")).await;
    assert_eq!(stopped, json!({"answer": "stop", "at": "2026-11-21T08:05:00.123Z", "snoozedUntil": null}));
    let rings = visitor.get("/api/rings").await.ok(200);
    assert_eq!([&rings[0]["answered"], &rings[1]["answered"]], [&stopped, &snoozed]);
    assert_eq!(visitor.get("/api/alarms").await.json()[0]["snoozedUntil"], snoozed["snoozedUntil"]);
    assert_eq!(visitor.get("/api/timers").await.json()[0]["remainingMs"], 299_000);
}

#[actix_web::test]
async fn a_ring_has_every_field_that_determines_when_its_alarm_rings() {
    let server = TestServer::start().await;
    let visitor = server.visitor();
    let mut alarms = Vec::new();
    for alarm in [
        json!({"time": "08:01", "repeat": "days", "days": ["sat"]}),
        json!({"time": "08:02", "repeat": "once", "date": "2026-11-21"}),
        json!({"time": "08:03", "repeat": "rule", "rule": "FREQ=DAILY;INTERVAL=2", "from": "2026-11-21"}),
    ] {
        alarms.push(visitor.make("/api/alarms", &alarm).await);
    }
    server.pass(Duration::minutes(5));
    assert_eq!(ring(&server).await, alarms.len());
    let rings = visitor.get("/api/rings").await.ok(200);
    for (rung, alarm) in rings.as_array().unwrap().iter().zip(&alarms) {
        for field in ["id", "time", "repeat", "days", "date", "rule", "from", "timezone"] {
            assert_eq!(rung[field], alarm[field], "{field} of {alarm}");
        }
    }
}

#[actix_web::test]
async fn a_ring_can_be_answered_before_the_server_rings_it() {
    let server = TestServer::start().await;
    let visitor = server.visitor();
    let (alarm, _) = make_both(&visitor).await;
    server.pass(Duration::minutes(7));
    let mut body = answer_to("alarm", &alarm, "stop");
    body["givenAt"] = json!("2026-11-21T17:05:30+09:00");
    assert_eq!(answer(&visitor, &body).await["at"], "2026-11-21T08:05:30Z");
    assert_eq!(ring(&server).await, 1, "the timer alone");
    let next = &visitor.get("/api/alarms").await.json()[0]["nextTrigger"];
    assert_eq!(next, "2026-11-22T08:05:00Z");
}

#[actix_web::test]
async fn the_list_of_rings_goes_back_a_day_at_most() {
    let server = TestServer::start().await;
    let visitor = server.visitor();
    make_both(&visitor).await;
    server.pass(Duration::minutes(30));
    ring(&server).await;
    assert_eq!(visitor.get("/api/rings").await.json(), json!([]));
    for since in ["2026-11-21T08:00:00Z", "2026-11-21T17:00:00+09:00", "1999-01-01T00:00:00Z"] {
        let rings = visitor.get(&format!("/api/rings?since={since}")).await.ok(200);
        assert_eq!(rings.as_array().unwrap().len(), 2, "{since}");
    }
    visitor.get("/api/rings?since=yesterday").await.refused(&["since"]);
    visitor.get("/api/rings?since=2026-11-21T08:00:00Z&since=x").await.problem(400);
    server.get("/api/rings").await.problem(400);
}

#[actix_web::test]
async fn invalid_answers_are_refused() {
    let server = TestServer::start().await;
    let visitor = server.visitor();
    let (alarm, timer) = make_both(&visitor).await;
    server.pass(Duration::minutes(5));
    let refused = async |body: Value, fields: &[&str]| {
        visitor.write("POST", "/api/rings/answer", &body).await.refused(fields);
    };
    refused(json!({}), &["answer", "id", "kind", "scheduledFor"]).await;
    refused(answer_to("timer", &timer, "snooze"), &["answer"]).await;
    refused(answer_to("alarm", &alarm, "later"), &["answer"]).await;
    let mut odd = answer_to("alarm", &alarm, "stop");
    odd["kind"] = json!("stopwatch");
    odd["id"] = json!(1.5);
    odd["givenAt"] = json!("soon");
    odd["scheduledFor"] = json!("07:00");
    refused(odd, &["givenAt", "id", "kind", "scheduledFor"]).await;

    let foreign = server.visitor();
    let unknown = answer_to("alarm", &json!({"id": 4711, "nextTrigger": alarm["nextTrigger"]}), "stop");
    let (foreign, unknown) = (
        foreign.write("POST", "/api/rings/answer", &answer_to("alarm", &alarm, "stop")).await.problem(404),
        visitor.write("POST", "/api/rings/answer", &unknown).await.problem(404),
    );
    assert_eq!(foreign, unknown);
}

/// Feeds the streams and exchanges hints with other processes, until the guard is dropped.
async fn run(server: &TestServer) -> DropGuard {
    let stop = CancellationToken::new();
    let feed = Feed::at_end(server.storage.clone(), right_clock(), server.hub.clone()).await.unwrap();
    actix_web::rt::spawn(feed.run(stop.clone()));
    actix_web::rt::spawn(server.components.hints().run(server.storage.clone(), None, stop.clone()));
    stop.drop_guard()
}

#[actix_web::test]
async fn changes_and_answers_reach_the_streams_of_other_clients() {
    let server = TestServer::start().await;
    let visitor = server.visitor();
    let (mut own, mut other) = (follow(&visitor, "own").await, follow(&visitor, "other").await);
    let _run = run(&server).await;
    let write = async |method: &str, path: &str, body: Value| {
        let request = visitor.request(method, path).header("X-Client-Id", "own");
        server.send(request, body.to_string().into()).await
    };
    let alarm = write("POST", "/api/alarms", json!({"time": "08:05", "repeat": "once"})).await.ok(201);
    assert_eq!(other.news().await, ("changed".to_owned(), json!({"list": "alarms"})));

    // A refused request sends no hint.
    write("POST", "/api/timers", json!({})).await.problem(422);
    server.pass(Duration::minutes(5));
    ring(&server).await;
    for stream in [&mut own, &mut other] {
        let (_, message) = stream.message().await;
        assert_eq!((&message["type"], &message["answered"]), (&json!("ALARM_TRIGGER"), &Value::Null));
    }
    let answered = write("POST", "/api/rings/answer", answer_to("alarm", &alarm, "stop")).await.ok(200);
    let (name, told) = other.news().await;
    assert_eq!(name, "answered");
    assert_eq!(
        told,
        json!({"kind": "alarm", "id": alarm["id"], "scheduledFor": "2026-11-21T08:05:00Z",
        "answer": "stop", "at": answered["at"], "snoozedUntil": null})
    );

    // A stream that reconnects gets the ring with its answer.
    let mut back = Reader::open(events(&visitor, "third").header("Last-Event-ID", "0")).await;
    back.ready().await;
    assert_eq!(back.message().await.1["answered"], answered);
    // The writer's stream got only the ring; its next event is a change by another client.
    let request = visitor.request("POST", "/api/timers").header("X-Client-Id", "other");
    server.send(request, json!({"seconds": 9}).to_string().into()).await.ok(201);
    assert_eq!(own.news().await, ("changed".to_owned(), json!({"list": "timers"})));
}

#[actix_web::test]
async fn changes_by_another_process_reach_the_streams_of_this_process() {
    let server = TestServer::start().await;
    let visitor = server.visitor();
    server.storage.listen().unwrap();
    let mut stream = follow(&visitor, "here").await;
    let _run = run(&server).await;
    let elsewhere = TestServer::beside(&server).await;
    let _runs = run(&elsewhere).await;
    let there = Visitor { server: &elsewhere, id: visitor.id.clone() };
    there.make("/api/timers", &json!({"seconds": 9})).await;
    assert_eq!(stream.news().await, ("changed".to_owned(), json!({"list": "timers"})));
    assert_eq!(there.call("DELETE", "/api/browser").await.status, 204);
    assert_eq!(stream.news().await, ("identity".to_owned(), json!({})));
    assert!(stream.has_ended().await);
}

#[actix_web::test]
async fn the_stream_of_all_events_needs_the_header() {
    let server = TestServer::start().await;
    let visitor = server.visitor();
    server.get(&format!("/api/events?browserId={}", visitor.id)).await.problem(400);
    let mut stream = follow(&visitor, "").await;
    assert_eq!(visitor.call("DELETE", "/api/browser").await.status, 204);
    assert_eq!(stream.news().await, ("identity".to_owned(), json!({})));
    assert!(stream.has_ended().await);
}
