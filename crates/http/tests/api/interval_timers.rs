//! Timers with steps and rounds.

use serde_json::{Value, json};
use time::Duration;
use tokibako_domain::timer::Timer;
use tokibako_storage::due::{self, Batch, Decision};

use crate::server::{TestServer, Visitor};

fn steps() -> Value {
    json!([{ "seconds": 40, "label": " Work " }, { "seconds": 20, "label": null }])
}

async fn make(visitor: &Visitor<'_>, enabled: u8) -> Value {
    visitor.make("/api/timers", &json!({ "steps": steps(), "rounds": 8, "enabled": enabled })).await
}

fn path(timer: &Value) -> String {
    format!("/api/timers/{}", timer["id"])
}

#[track_caller]
fn shows(timer: &Value, step: u16, ends_at: Option<&str>, remaining_ms: i64) {
    assert_eq!(
        (&timer["step"], &timer["enabled"], &timer["endsAt"], &timer["remainingMs"]),
        (&json!(step), &json!(u8::from(ends_at.is_some())), &json!(ends_at), &json!(remaining_ms)),
        "{timer}"
    );
}

#[actix_web::test]
async fn steps_and_rounds_are_returned_completely() {
    let server = TestServer::start().await;
    let visitor = server.visitor();
    let timer = make(&visitor, 0).await;
    shows(&timer, 0, None, 40_000);
    for (field, expected) in [
        ("steps", json!([{ "seconds": 40, "label": "Work" }, { "seconds": 20, "label": null }])),
        ("rounds", json!(8)),
        ("totalSeconds", json!(480)),
        ("hours", json!(0)),
        ("minutes", json!(8)),
        ("seconds", json!(0)),
        ("runSeconds", json!(40)),
    ] {
        assert_eq!(timer[field], expected, "{field}");
    }
    assert_eq!(visitor.get("/api/timers").await.ok(200), json!([timer]));
    // The returned values may be sent back.
    let same = visitor.write("PATCH", &path(&timer), &timer).await.ok(200);
    assert_eq!(same["steps"], timer["steps"]);
    let long = json!({ "steps": [{ "seconds": 86_399 }, { "seconds": 86_399 }], "rounds": 99 });
    let long = visitor.make("/api/timers", &long).await;
    assert_eq!((&long["hours"], &long["totalSeconds"]), (&json!(4751), &json!(17_107_002)));
}

#[actix_web::test]
async fn each_ring_starts_the_next_step() {
    let server = TestServer::start().await;
    let visitor = server.visitor();
    let timer = make(&visitor, 1).await;
    server.pass(Duration::seconds(40));
    let now = server.now();
    let decide = move |timer: Timer| Decision { after: timer.after_ring(now), rings: true };
    due::claim(&server.storage, now, Batch::oldest(10), decide).await.unwrap();
    let second = visitor.get("/api/timers").await.ok(200)[0].clone();
    shows(&second, 1, Some("2026-11-21T08:01:00.123Z"), 20_000);
    let rings = visitor.get("/api/rings").await.ok(200);
    let ring = &rings[0];
    assert_eq!(
        (&ring["scheduledFor"], &ring["step"], &ring["endsAt"]),
        (&timer["endsAt"], &json!(1), &second["endsAt"])
    );
    assert_eq!((&ring["steps"], &ring["rounds"]), (&timer["steps"], &json!(8)));
    server.pass(Duration::milliseconds(1_500));
    let paused = visitor.call("POST", &format!("{}/pause", path(&timer))).await.ok(200);
    shows(&paused, 1, None, 18_500);
    let reset = visitor.write("PATCH", &path(&timer), &json!({ "enabled": 0 })).await.ok(200);
    shows(&reset, 0, None, 40_000);
}

#[actix_web::test]
async fn steps_can_be_added_to_a_timer_and_removed() {
    let server = TestServer::start().await;
    let visitor = server.visitor();
    let timer = make(&visitor, 1).await;
    let rounds = visitor.write("PATCH", &path(&timer), &json!({ "rounds": 2 })).await.ok(200);
    assert_eq!((&rounds["totalSeconds"], &rounds["enabled"]), (&json!(120), &json!(0)));
    let plain = visitor.write("PATCH", &path(&timer), &json!({ "steps": null, "minutes": 3 })).await.ok(200);
    assert_eq!((&plain["steps"], &plain["rounds"], &plain["step"]), (&Value::Null, &Value::Null, &Value::Null));
    assert_eq!(plain["totalSeconds"], 180);
    let again = visitor.write("PATCH", &path(&timer), &json!({ "steps": steps(), "minutes": 3 })).await.ok(200);
    assert_eq!((&again["totalSeconds"], &again["rounds"]), (&json!(60), &json!(1)));
    let label = visitor.write("PATCH", &path(&timer), &json!({ "label": "Gym" })).await.ok(200);
    assert_eq!(label["steps"], again["steps"]);
}

#[actix_web::test]
async fn steps_and_rounds_beyond_their_limits_are_refused() {
    let server = TestServer::start().await;
    let visitor = server.visitor();
    let many = vec![json!({ "seconds": 1 }); 21];
    for (body, fields) in [
        (json!({ "steps": [] }), &["steps"][..]),
        (json!({ "steps": many }), &["steps"]),
        (json!({ "steps": [{ "seconds": 0 }] }), &["steps"]),
        (json!({ "steps": [{ "seconds": 86_400 }] }), &["steps"]),
        (json!({ "steps": [{ "seconds": 1.5 }] }), &["steps"]),
        (json!({ "steps": [{ "label": "x" }] }), &["steps"]),
        (json!({ "steps": [{ "seconds": 1, "label": "x".repeat(101) }] }), &["steps"]),
        (json!({ "steps": [{ "seconds": 1 }], "rounds": 0 }), &["rounds"]),
        (json!({ "steps": [{ "seconds": 1 }], "rounds": 100 }), &["rounds"]),
        (json!({ "minutes": 1, "rounds": 2 }), &["rounds"]),
        (json!({ "steps": null, "rounds": null }), &["totalSeconds"]),
    ] {
        visitor.write("POST", "/api/timers", &body).await.refused(fields);
    }
    for body in [
        json!({ "steps": 5 }),
        json!({ "steps": [5] }),
        json!({ "steps": [{ "seconds": "5" }] }),
        json!({ "steps": [{ "seconds": 5, "label": 5 }] }),
        json!({ "steps": [{ "seconds": 5 }], "rounds": "5" }),
    ] {
        visitor.write("POST", "/api/timers", &body).await.problem(400);
    }
    let timer = make(&visitor, 0).await;
    visitor.write("PATCH", &path(&timer), &json!({ "minutes": 5 })).await.refused(&["totalSeconds"]);
    assert_eq!(visitor.get("/api/timers").await.ok(200), json!([timer]));
}
