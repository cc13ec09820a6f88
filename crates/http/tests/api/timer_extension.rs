//! Adding time to a timer from several devices.

use serde_json::{Value, json};
use time::Duration;
use tokibako_domain::timer::Timer;
use tokibako_storage::due::{self, Batch, Decision};

use crate::{
    reader::Reader,
    server::{TestServer, Visitor},
};

/// A running timer of a minute.
pub(crate) async fn make(visitor: &Visitor<'_>) -> Value {
    visitor.make("/api/timers", &json!({ "minutes": 1, "enabled": 1 })).await
}

fn extend(timer: &Value) -> String {
    format!("/api/timers/{}/extend", timer["id"])
}

async fn ring(server: &TestServer) {
    let now = server.now();
    let decide = move |timer: Timer| Decision { after: timer.after_ring(now), rings: true };
    assert_eq!(due::claim(&server.storage, now, Batch::oldest(10), decide).await.unwrap().rings, 1);
}

#[track_caller]
pub(crate) fn shows(timer: &Value, ends_at: Option<&str>, remaining_ms: i64, run_seconds: i64) {
    assert_eq!(
        (&timer["endsAt"], &timer["remainingMs"], &timer["runSeconds"], &timer["totalSeconds"]),
        (&json!(ends_at), &json!(remaining_ms), &json!(run_seconds), &json!(60)),
        "{timer}"
    );
}

#[actix_web::test]
async fn each_extension_moves_the_end_of_a_running_timer() {
    let server = TestServer::start().await;
    let visitor = server.visitor();
    let timer = make(&visitor).await;
    let minute = json!({ "seconds": 60 });
    server.pass(Duration::seconds(10));
    let extended = visitor.write("POST", &extend(&timer), &minute).await.ok(200);
    shows(&extended, Some("2026-11-21T08:02:00.123Z"), 110_000, 120);
    let extended = visitor.write("POST", &extend(&timer), &minute).await.ok(200);
    shows(&extended, Some("2026-11-21T08:03:00.123Z"), 170_000, 180);
    let longest = json!({ "seconds": 86_399 });
    let extended = visitor.write("POST", &extend(&timer), &longest).await.ok(200);
    shows(&extended, Some("2026-11-22T08:00:09.123Z"), 86_399_000, 86_409);
    let reset = visitor.write("PATCH", &format!("/api/timers/{}", timer["id"]), &json!({ "enabled": 0 })).await;
    shows(&reset.ok(200), None, 60_000, 60);
}

#[actix_web::test]
async fn an_extension_that_names_the_end_applies_once() {
    let server = TestServer::start().await;
    let visitor = server.visitor();
    let timer = make(&visitor).await;
    let minute = json!({ "seconds": 60, "endsAt": timer["endsAt"] });
    for _ in 0..2 {
        let extended = visitor.write("POST", &extend(&timer), &minute).await.ok(200);
        shows(&extended, Some("2026-11-21T08:02:00.123Z"), 120_000, 120);
    }
    visitor.write("PATCH", &format!("/api/timers/{}", timer["id"]), &json!({ "enabled": 0 })).await.ok(200);
    shows(&visitor.write("POST", &extend(&timer), &minute).await.ok(200), None, 60_000, 60);
}

#[actix_web::test]
async fn an_extension_answers_a_ring_once_and_hints_other_devices() {
    let server = TestServer::start().await;
    let visitor = server.visitor();
    let timer = make(&visitor).await;
    server.pass(Duration::minutes(1));
    ring(&server).await;
    server.pass(Duration::seconds(5));
    let events = server.request("GET", "/api/events").header("X-Browser-Id", visitor.id.as_str());
    let mut other = Reader::open(events.header("X-Client-Id", "other")).await;
    other.ready().await;

    let body = json!({ "seconds": 60, "scheduledFor": timer["endsAt"] });
    let write = async |client: &str| {
        let request = visitor.request("POST", &extend(&timer)).header("X-Client-Id", client);
        server.send(request, body.to_string().into()).await.ok(200)
    };
    shows(&write("own").await, Some("2026-11-21T08:02:05.123Z"), 60_000, 60);
    let (name, told) = other.news().await;
    assert_eq!(name, "answered");
    assert_eq!(
        (&told["kind"], &told["id"], &told["scheduledFor"], &told["answer"]),
        (&json!("timer"), &timer["id"], &timer["endsAt"], &json!("stop"))
    );

    // The other device sends the same request.
    server.pass(Duration::seconds(1));
    shows(&write("other").await, Some("2026-11-21T08:02:05.123Z"), 59_000, 60);
    let rings = visitor.get("/api/rings").await.ok(200);
    assert_eq!(rings[0]["answered"]["answer"], "stop");
}

#[actix_web::test]
async fn invalid_lengths_and_rings_are_refused() {
    let server = TestServer::start().await;
    let visitor = server.visitor();
    let timer = make(&visitor).await;
    let path = extend(&timer);
    for seconds in [json!(0), json!(-1), json!(86_400), json!(1.5)] {
        visitor.write("POST", &path, &json!({ "seconds": seconds })).await.refused(&["seconds"]);
    }
    visitor.write("POST", &path, &json!({})).await.refused(&["seconds"]);
    visitor.write("POST", &path, &json!({ "seconds": 1, "scheduledFor": "noon" })).await.refused(&["scheduledFor"]);
    visitor.write("POST", &path, &json!({ "seconds": 1, "endsAt": "noon" })).await.refused(&["endsAt"]);
    visitor.write("POST", &path, &json!({ "seconds": "60" })).await.problem(400);
    let ring = json!({ "seconds": 60, "scheduledFor": "2026-11-21T07:00:00Z" });
    visitor.write("POST", &path, &ring).await.problem(404);
    visitor.write("POST", "/api/timers/987654321/extend", &json!({ "seconds": 60 })).await.problem(404);
    server.visitor().write("POST", &path, &json!({ "seconds": 60 })).await.problem(404);
    shows(&visitor.get("/api/timers").await.ok(200)[0], timer["endsAt"].as_str(), 60_000, 60);
}
