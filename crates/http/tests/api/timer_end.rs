//! Moving the end of a running timer.

use serde_json::{Value, json};
use time::Duration;

use crate::{
    server::TestServer,
    timer_extension::{make, shows},
};

fn end(timer: &Value) -> String {
    format!("/api/timers/{}/end", timer["id"])
}

#[actix_web::test]
async fn a_timer_is_shortened_lengthened_and_brought_back() {
    let server = TestServer::start().await;
    let visitor = server.visitor();
    let timer = make(&visitor).await;
    let (sooner, later) = ("2026-11-21T08:00:20.123Z", "2026-11-21T08:02:00.123Z");
    for _ in 0..2 {
        let moved = visitor.write("PUT", &end(&timer), &json!({ "endsAt": sooner })).await.ok(200);
        shows(&moved, Some(sooner), 20_000, 60);
    }
    let moved = visitor.write("PUT", &end(&timer), &json!({ "endsAt": later })).await.ok(200);
    shows(&moved, Some(later), 120_000, 120);
    let before = json!({ "endsAt": timer["endsAt"], "runSeconds": timer["runSeconds"] });
    let back = visitor.write("PUT", &end(&timer), &before).await.ok(200);
    shows(&back, timer["endsAt"].as_str(), 60_000, 60);
}

#[actix_web::test]
async fn an_end_that_has_passed_is_due_at_once() {
    let server = TestServer::start().await;
    let visitor = server.visitor();
    let timer = make(&visitor).await;
    server.pass(Duration::seconds(10));
    let passed = json!({ "endsAt": "2026-11-21T08:00:05.123Z" });
    let moved = visitor.write("PUT", &end(&timer), &passed).await.ok(200);
    shows(&moved, Some("2026-11-21T08:00:10.123Z"), 0, 60);
}

#[actix_web::test]
async fn a_stopped_timer_has_no_end_to_move() {
    let server = TestServer::start().await;
    let visitor = server.visitor();
    let timer = make(&visitor).await;
    visitor.call("POST", &format!("/api/timers/{}/pause", timer["id"])).await.ok(200);
    let moved = visitor.write("PUT", &end(&timer), &json!({ "endsAt": "2026-11-21T08:00:20Z" })).await.ok(200);
    shows(&moved, None, 60_000, 60);
}

#[actix_web::test]
async fn invalid_ends_are_refused_by_field() {
    let server = TestServer::start().await;
    let visitor = server.visitor();
    let timer = make(&visitor).await;
    let at = "2026-11-21T08:00:20Z";
    for (body, field) in [
        (json!({}), "endsAt"),
        (json!({ "endsAt": "soon" }), "endsAt"),
        (json!({ "endsAt": at, "runSeconds": 0 }), "runSeconds"),
        (json!({ "endsAt": at, "runSeconds": 1.5 }), "runSeconds"),
        (json!({ "endsAt": at, "runSeconds": 31_536_001 }), "runSeconds"),
    ] {
        visitor.write("PUT", &end(&timer), &body).await.refused(&[field]);
    }
    let stranger = server.visitor();
    stranger.write("PUT", &end(&timer), &json!({ "endsAt": at })).await.problem(404);
    let list = visitor.call("GET", "/api/timers").await.ok(200);
    shows(&list[0], timer["endsAt"].as_str(), 60_000, 60);
}
