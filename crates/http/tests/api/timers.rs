//! Timers: create, list, change, start, pause, delete.

use serde_json::{Value, json};
use time::Duration;
use tokibako_storage::testing::hold::Hold;

use crate::server::{Answer, TestServer, Visitor};

async fn make(visitor: &Visitor<'_>, body: &Value) -> Value {
    visitor.make("/api/timers", body).await
}

fn path(timer: &Value) -> String {
    format!("/api/timers/{}", timer["id"])
}

/// Whether a timer is running, when it ends, and its remaining time.
#[track_caller]
fn shows(timer: &Value, enabled: u8, ends_at: Option<&str>, remaining_ms: i64) {
    assert_eq!(
        (&timer["enabled"], &timer["endsAt"], &timer["remainingMs"]),
        (&json!(enabled), &json!(ends_at), &json!(remaining_ms)),
        "{timer}"
    );
}

#[actix_web::test]
async fn a_new_timer_has_the_defaults() {
    let server = TestServer::start().await;
    let visitor = server.visitor();
    let timer = make(&visitor, &json!({ "minutes": 5 })).await;
    assert_eq!(
        timer,
        json!({
            "id": timer["id"],
            "browserId": visitor.id,
            "hours": 0,
            "minutes": 5,
            "seconds": 0,
            "totalSeconds": 300,
            "enabled": 0,
            "sound": "default",
            "label": null,
            "createdAt": "2026-11-21T08:00:00.123Z",
            "endsAt": null,
            "remainingMs": 300_000,
            "runSeconds": 300,
            "steps": null,
            "rounds": null,
            "step": null,
        })
    );
}

#[actix_web::test]
async fn a_repeated_request_returns_the_row_of_the_first() {
    let server = TestServer::start().await;
    let visitor = server.visitor();
    for (path, body) in [
        ("/api/timers", json!({ "minutes": 5, "enabled": 1, "clientKey": "0D2F3C64-9a1f-4c57-9f2e-1c7f9f6f2a11" })),
        (
            "/api/alarms",
            json!({ "time": "07:30", "repeat": "daily", "clientKey": "0d2f3c64-9a1f-4c57-9f2e-1c7f9f6f2a11" }),
        ),
    ] {
        let first = visitor.make(path, &body).await;
        server.pass(Duration::minutes(1));
        let again = visitor.make(path, &body).await;
        assert_eq!((&first["id"], &first["endsAt"]), (&again["id"], &again["endsAt"]), "{path}");
        // Lists have the key, so that a page finds the row if it lost the response.
        let key = json!("0d2f3c64-9a1f-4c57-9f2e-1c7f9f6f2a11");
        assert_eq!((&first["clientKey"], &again["clientKey"]), (&key, &key), "{path}");
        assert_eq!(visitor.get(path).await.ok(200)[0]["clientKey"], key, "{path}");
        // Another browser may use the same key.
        assert_ne!(first["id"], server.visitor().make(path, &body).await["id"], "{path}");
        let mut wrong = body.clone();
        wrong["clientKey"] = json!("mine");
        wrong["sound"] = json!("drum");
        let refused = visitor.write("POST", path, &wrong).await;
        refused.refused(&["clientKey", "sound"]);
        assert_eq!(refused.problem(422)["errors"]["clientKey"], json!(["clientKey must be a UUID"]));
    }
}

#[actix_web::test]
async fn a_start_that_is_reported_later_counts_from_its_instant() {
    let server = TestServer::start().await;
    let visitor = server.visitor();
    let timer = make(&visitor, &json!({ "minutes": 5 })).await;
    let again = json!({ "enabled": 1, "startedAt": "2026-11-21T07:59:00Z" });
    shows(&visitor.write("PATCH", &path(&timer), &again).await.json(), 1, Some("2026-11-21T08:04:00Z"), 239_877);
    // A running timer is not changed.
    let later = json!({ "enabled": 1, "startedAt": "2026-11-21T07:57:00Z" });
    shows(&visitor.write("PATCH", &path(&timer), &later).await.json(), 1, Some("2026-11-21T08:04:00Z"), 239_877);
    // The page that started the timer has already rung it.
    let over = make(&visitor, &json!({ "minutes": 1 })).await;
    let earlier = json!({ "enabled": 1, "startedAt": "2026-11-21T07:58:00Z" });
    shows(&visitor.write("PATCH", &path(&over), &earlier).await.json(), 0, None, 0);
    // A clock that is ahead adds no time.
    let ahead = json!({ "enabled": 1, "startedAt": "2026-11-21T09:00:00Z" });
    let started = visitor.write("PATCH", &path(&over), &ahead).await.json();
    shows(&started, 1, Some("2026-11-21T08:01:00.123Z"), 60_000);
    // Steps that have ended are skipped.
    let steps = json!({ "steps": [{ "seconds": 60 }, { "seconds": 90 }], "rounds": 2 });
    let steps = make(&visitor, &steps).await;
    let third =
        visitor.write("PATCH", &path(&steps), &json!({ "enabled": 1, "startedAt": "2026-11-21T07:57:00Z" })).await;
    shows(&third.json(), 1, Some("2026-11-21T08:00:30Z"), 29_877);
    let refused = visitor.write("PATCH", &path(&timer), &json!({ "enabled": 1, "startedAt": "yesterday" })).await;
    assert!(refused.problem(422)["errors"]["startedAt"].is_array());
}

#[actix_web::test]
async fn every_field_can_be_set_except_those_of_the_server() {
    let server = TestServer::start().await;
    let visitor = server.visitor();
    let body = json!({
        "hours": 23, "minutes": 59, "seconds": 59, "totalSeconds": 86_399, "enabled": true, "sound": "marimba",
        "label": " 卵 ", "browserId": visitor.id, "id": 77, "createdAt": 0, "endsAt": "x", "remainingMs": -1,
    });
    let timer = make(&visitor, &body).await;
    for field in ["hours", "minutes", "seconds", "totalSeconds", "sound"] {
        assert_eq!(timer[field], body[field], "{field}");
    }
    assert_eq!(timer["label"], "卵");
    shows(&timer, 1, Some("2026-11-22T07:59:59.123Z"), 86_399_000);
    assert_eq!(visitor.get("/api/timers").await.ok(200), json!([timer]));
}

#[actix_web::test]
async fn timers_are_listed_by_creation_then_by_id() {
    let server = TestServer::start().await;
    let visitor = server.visitor();
    for label in ["c", "a"] {
        make(&visitor, &json!({ "minutes": 5, "label": label })).await;
    }
    server.pass(Duration::seconds(-1));
    make(&visitor, &json!({ "minutes": 5, "label": "b" })).await;
    let list = visitor.get("/api/timers").await.ok(200);
    let labels: Vec<_> = list.as_array().unwrap().iter().map(|timer| timer["label"].as_str().unwrap()).collect();
    assert_eq!(labels, ["b", "c", "a"]);
}

#[actix_web::test]
async fn the_length_is_the_sum_of_its_parts() {
    let server = TestServer::start().await;
    let visitor = server.visitor();
    for (body, total) in [
        (json!({ "hours": 1, "minutes": 2, "seconds": 3 }), 3_723),
        (json!({ "seconds": 1 }), 1),
        (json!({ "minutes": 1, "totalSeconds": 60 }), 60),
        (json!({ "hours": 1.0, "totalSeconds": 3.6e3 }), 3_600),
    ] {
        assert_eq!(make(&visitor, &body).await["totalSeconds"], total, "{body}");
    }
    for (body, fields) in [
        (json!({}), &["totalSeconds"][..]),
        (json!({ "hours": 0, "minutes": 0, "seconds": 0 }), &["totalSeconds"]),
        (json!({ "hours": 0, "minutes": 0, "seconds": 0, "totalSeconds": 0 }), &["totalSeconds"]),
        (json!({ "totalSeconds": 90 }), &["totalSeconds"]),
        (json!({ "minutes": 1, "totalSeconds": 61 }), &["totalSeconds"]),
        (json!({ "minutes": 1, "totalSeconds": -60 }), &["totalSeconds"]),
        (json!({ "minutes": 1, "totalSeconds": 60.5 }), &["totalSeconds"]),
        (json!({ "minutes": 1, "totalSeconds": 1e30 }), &["totalSeconds"]),
        (json!({ "hours": 24 }), &["hours"]),
        (json!({ "hours": -1 }), &["hours"]),
        (json!({ "hours": 0.5 }), &["hours"]),
        (json!({ "hours": i64::MIN }), &["hours"]),
        (json!({ "minutes": 60 }), &["minutes"]),
        (json!({ "minutes": u64::MAX }), &["minutes"]),
        (json!({ "seconds": 60 }), &["seconds"]),
        (json!({ "seconds": 1e-5 }), &["seconds"]),
        (
            json!({ "hours": 99, "minutes": 99, "seconds": 99, "totalSeconds": -1 }),
            &["hours", "minutes", "seconds", "totalSeconds"],
        ),
        (json!({ "sound": "x", "label": "\u{0}", "enabled": 9 }), &["enabled", "label", "sound", "totalSeconds"]),
    ] {
        visitor.write("POST", "/api/timers", &body).await.refused(fields);
    }
}

#[actix_web::test]
async fn fields_of_the_wrong_type_are_refused() {
    let server = TestServer::start().await;
    let visitor = server.visitor();
    let numbers = ["\"5\"", "\"\"", "true", "null", "[]", "{}"];
    for (field, values) in [
        ("hours", numbers),
        ("minutes", numbers),
        ("seconds", numbers),
        ("totalSeconds", numbers),
        ("enabled", ["\"1\"", "\"\"", "null", "[]", "[1]", "{}"]),
        ("sound", ["5", "1.5", "true", "null", "[]", "{}"]),
        ("label", ["5", "1.5", "true", "false", "[]", "{}"]),
    ] {
        for value in values {
            let body = format!(r#"{{"{field}":{value}}}"#);
            for (method, path) in [("POST", "/api/timers"), ("PATCH", "/api/timers/1")] {
                let problem = visitor.raw(method, path, body.clone()).await.problem(400);
                assert!(problem["detail"].as_str().unwrap().starts_with(&format!("{field} ")), "{problem}");
            }
        }
    }
}

#[actix_web::test]
async fn a_timer_counts_down_pauses_and_continues() {
    let server = TestServer::start().await;
    let visitor = server.visitor();
    let timer = make(&visitor, &json!({ "minutes": 1 })).await;
    let toggle = format!("{}/toggle", path(&timer));
    shows(&visitor.call("POST", &toggle).await.ok(200), 1, Some("2026-11-21T08:01:00.123Z"), 60_000);
    server.pass(Duration::milliseconds(12_345));
    shows(&visitor.get("/api/timers").await.ok(200)[0], 1, Some("2026-11-21T08:01:00.123Z"), 47_655);
    shows(&visitor.call("POST", &toggle).await.ok(200), 0, None, 47_655);
    server.pass(Duration::hours(5));
    shows(&visitor.get("/api/timers").await.ok(200)[0], 0, None, 47_655);
    shows(&visitor.call("POST", &toggle).await.ok(200), 1, Some("2026-11-21T13:01:00.123Z"), 47_655);
    server.pass(Duration::hours(1));
    shows(&visitor.get("/api/timers").await.ok(200)[0], 1, Some("2026-11-21T13:01:00.123Z"), 0);
}

#[actix_web::test]
async fn pausing_again_changes_nothing() {
    let server = TestServer::start().await;
    let visitor = server.visitor();
    let timer = make(&visitor, &json!({ "minutes": 1, "enabled": 1 })).await;
    let pause = format!("{}/pause", path(&timer));
    server.pass(Duration::milliseconds(12_345));
    for _ in 0..2 {
        shows(&visitor.call("POST", &pause).await.ok(200), 0, None, 47_655);
        server.pass(Duration::seconds(10));
    }
    visitor.write("PATCH", &path(&timer), &json!({ "enabled": 1 })).await.ok(200);
    server.pass(Duration::minutes(1));
    // A timer that has run out is not paused, because it is about to ring.
    shows(&visitor.call("POST", &pause).await.ok(200), 1, Some("2026-11-21T08:01:20.123Z"), 0);
}

#[actix_web::test]
async fn is_reset_by_enabled_0_and_run_by_enabled_1() {
    let server = TestServer::start().await;
    let visitor = server.visitor();
    let timer = make(&visitor, &json!({ "minutes": 1, "enabled": 1 })).await;
    server.pass(Duration::seconds(10));
    shows(&visitor.write("PATCH", &path(&timer), &json!({ "enabled": 0 })).await.ok(200), 0, None, 60_000);
    let running = visitor.write("PATCH", &path(&timer), &json!({ "enabled": 1 })).await.ok(200);
    shows(&running, 1, Some("2026-11-21T08:01:10.123Z"), 60_000);
    server.pass(Duration::seconds(10));
    // A running timer continues.
    let running = visitor.write("PATCH", &path(&timer), &json!({ "enabled": true })).await.ok(200);
    shows(&running, 1, Some("2026-11-21T08:01:10.123Z"), 50_000);
    // A paused timer continues with its remaining time.
    visitor.call("POST", &format!("{}/toggle", path(&timer))).await.ok(200);
    server.pass(Duration::seconds(10));
    let running = visitor.write("PATCH", &path(&timer), &json!({ "enabled": 1 })).await.ok(200);
    shows(&running, 1, Some("2026-11-21T08:01:20.123Z"), 50_000);
}

#[actix_web::test]
async fn only_a_different_length_resets_a_timer() {
    let server = TestServer::start().await;
    let visitor = server.visitor();
    let timer = make(&visitor, &json!({ "minutes": 1, "enabled": 1 })).await;
    server.pass(Duration::seconds(10));
    let ends_at = Some("2026-11-21T08:01:00.123Z");
    let patch = async |body: Value| visitor.write("PATCH", &path(&timer), &body).await;
    shows(&patch(json!({})).await.ok(200), 1, ends_at, 50_000);
    shows(&patch(json!({ "label": "tea" })).await.ok(200), 1, ends_at, 50_000);
    let same = json!({ "hours": 0, "minutes": 1, "seconds": 0, "totalSeconds": 60, "sound": "chime" });
    shows(&patch(same).await.ok(200), 1, ends_at, 50_000);
    shows(&patch(json!({ "totalSeconds": 60 })).await.ok(200), 1, ends_at, 50_000);
    let other = patch(json!({ "seconds": 30 })).await.ok(200);
    shows(&other, 0, None, 90_000);
    assert_eq!(other["totalSeconds"], 90);
    let running = patch(json!({ "minutes": 0, "totalSeconds": 30, "enabled": 1 })).await.ok(200);
    shows(&running, 1, Some("2026-11-21T08:00:40.123Z"), 30_000);
}

#[actix_web::test]
async fn a_change_that_makes_the_length_invalid_is_refused() {
    let server = TestServer::start().await;
    let visitor = server.visitor();
    let timer = make(&visitor, &json!({ "minutes": 1 })).await;
    for body in [
        json!({ "minutes": 0 }),
        json!({ "totalSeconds": 90 }),
        json!({ "seconds": 30, "totalSeconds": 30 }),
        json!({ "hours": 0, "minutes": 0, "seconds": 0 }),
    ] {
        visitor.write("PATCH", &path(&timer), &body).await.refused(&["totalSeconds"]);
    }
    // A value that depends on the row is refused only if the row exists.
    visitor.write("PATCH", "/api/timers/987654321", &json!({ "minutes": 0 })).await.problem(404);
    let never = json!({ "hours": 0, "minutes": 0, "seconds": 0 });
    visitor.write("PATCH", "/api/timers/987654321", &never).await.refused(&["totalSeconds"]);
    assert_eq!(visitor.get("/api/timers").await.ok(200), json!([timer]));
}

#[actix_web::test]
async fn a_timer_is_deleted_once() {
    let server = TestServer::start().await;
    let visitor = server.visitor();
    let timer = make(&visitor, &json!({ "minutes": 1, "enabled": 1 })).await;
    assert_eq!(visitor.call("DELETE", &path(&timer)).await.status, 204);
    visitor.call("DELETE", &path(&timer)).await.problem(404);
    for action in ["toggle", "pause"] {
        visitor.call("POST", &format!("{}/{action}", path(&timer))).await.problem(404);
    }
    assert_eq!(visitor.get("/api/timers").await.ok(200), json!([]));
}

#[actix_web::test]
async fn servers_with_different_clocks_add_no_time_to_a_timer() {
    let server = TestServer::start().await;
    let visitor = server.visitor();
    let timer = make(&visitor, &json!({ "minutes": 1 })).await;
    let toggle = format!("{}/toggle", path(&timer));
    shows(&visitor.call("POST", &toggle).await.ok(200), 1, Some("2026-11-21T08:01:00.123Z"), 60_000);
    // Another server, whose clock is behind.
    server.pass(Duration::seconds(-2));
    shows(&visitor.get("/api/timers").await.ok(200)[0], 1, Some("2026-11-21T08:01:00.123Z"), 60_000);
    shows(&visitor.call("POST", &toggle).await.ok(200), 0, None, 60_000);
}

/// The response to a request that waits a second for another change of the timer.
async fn amid_another_change(server: &TestServer, call: impl Future<Output = Answer>) -> Value {
    let mut other = Hold::of_rows(&server.database, "SELECT FROM timers FOR UPDATE");
    let answered = async {
        other.until_waiting(1).await;
        server.pass(Duration::seconds(1));
        other.commit("SELECT 1");
    };
    tokio::join!(call, answered).0.ok(200)
}

#[actix_web::test]
async fn a_change_reads_the_clock_once_it_has_the_row() {
    let server = TestServer::start().await;
    let visitor = server.visitor();
    let timer = make(&visitor, &json!({ "minutes": 1 })).await;
    let (path, toggle) = (path(&timer), format!("{}/toggle", path(&timer)));
    let started = amid_another_change(&server, visitor.call("POST", &toggle)).await;
    shows(&started, 1, Some("2026-11-21T08:01:01.123Z"), 60_000);
    let paused = amid_another_change(&server, visitor.call("POST", &toggle)).await;
    shows(&paused, 0, None, 59_000);
    let body = json!({ "enabled": 1 });
    let resumed = amid_another_change(&server, visitor.write("PATCH", &path, &body)).await;
    shows(&resumed, 1, Some("2026-11-21T08:01:02.123Z"), 59_000);
}
