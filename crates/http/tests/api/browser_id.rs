//! The browser id of a request.

use serde_json::json;

use crate::server::TestServer;

const ID: &str = "3d9f1c1e-5b7a-4b0e-9c53-0f6f5a1a2b3c";

#[actix_web::test]
async fn the_browser_id_is_a_hyphenated_uuid_sent_once() {
    let server = TestServer::start().await;
    for id in [
        "",
        " ",
        "x",
        "null",
        "undefined",
        "00000000-0000-0000-0000-000000000000",
        "3d9f1c1e5b7a4b0e9c530f6f5a1a2b3c",
        "{3d9f1c1e-5b7a-4b0e-9c53-0f6f5a1a2b3c}",
        "urn:uuid:3d9f1c1e-5b7a-4b0e-9c53-0f6f5a1a2b3c",
        "3d9f1c1e-5b7a-4b0e-9c53-0f6f5a1a2b3",
        "3d9f1c1e-5b7a-4b0e-9c53-0f6f5a1a2b3cc",
        "3d9f1c1e-5b7a-4b0e-9c53-0f6f5a1a2b3g",
        "3d9f1c1e-5b7a-4b0e-9c53-0f6f5a1a2b3c, 3d9f1c1e-5b7a-4b0e-9c53-0f6f5a1a2b3c",
        "' OR 1=1 --",
    ] {
        let request = server.request("GET", "/api/alarms").header("X-Browser-Id", id);
        assert_eq!(server.send(request, Vec::new()).await.problem(400)["type"], "/problems/browser-id", "{id}");
    }
    let bytes: &[u8] = b"\xff\xfe";
    let request = server.request("GET", "/api/alarms").header("X-Browser-Id", bytes);
    server.send(request, Vec::new()).await.problem(400);
    let twice = server.request("GET", "/api/alarms").header("X-Browser-Id", ID);
    server.send(twice.header("X-Browser-Id", ID), Vec::new()).await.problem(400);
    server.get("/api/timers").await.problem(400);
}

#[actix_web::test]
async fn the_browser_id_is_case_insensitive() {
    let server = TestServer::start().await;
    let mut visitor = server.visitor();
    let made = visitor.make("/api/alarms", &json!({ "time": "07:30", "repeat": "daily" })).await;
    assert_eq!(made["browserId"], visitor.id);
    visitor.id = visitor.id.to_uppercase();
    assert_eq!(visitor.get("/api/alarms").await.ok(200), json!([made]));
}

#[actix_web::test]
async fn a_browser_id_in_a_body_must_match_the_header() {
    let server = TestServer::start().await;
    let visitor = server.visitor();
    let alarm = |id: &serde_json::Value| json!({ "time": "07:30", "repeat": "daily", "browserId": id });
    for id in [json!(visitor.id), json!(visitor.id.to_uppercase()), json!(null)] {
        visitor.make("/api/alarms", &alarm(&id)).await;
    }
    for id in [json!(ID), json!(""), json!("x"), json!("00000000-0000-0000-0000-000000000000")] {
        visitor.write("POST", "/api/alarms", &alarm(&id)).await.problem(403);
        visitor.write("PATCH", "/api/alarms/1", &alarm(&id)).await.problem(403);
        visitor.write("POST", "/api/timers", &json!({ "minutes": 1, "browserId": id })).await.problem(403);
    }
    for id in [json!(1), json!(true), json!([]), json!({})] {
        visitor.write("POST", "/api/alarms", &alarm(&id)).await.problem(400);
    }
}

#[actix_web::test]
async fn the_browser_id_is_checked_first_and_values_last() {
    let server = TestServer::start().await;
    let visitor = server.visitor();
    let huge = vec![b'['; 20_000];
    let text = server.request("POST", "/api/alarms").header("Content-Type", "text/plain");
    server.send(text, huge.clone()).await.problem(400);
    let text = server.request("POST", "/api/alarms").header("X-Browser-Id", visitor.id.as_str());
    server.send(text.header("Content-Type", "text/plain"), huge.clone()).await.problem(415);
    visitor.raw("POST", "/api/alarms", huge).await.problem(413);
    visitor.write("POST", "/api/alarms", &json!({ "time": 5, "browserId": ID })).await.problem(400);
    visitor.write("POST", "/api/alarms", &json!({ "time": "x", "browserId": ID })).await.problem(403);
    visitor.write("PATCH", "/api/alarms/1", &json!({ "time": "x" })).await.problem(422);
    visitor.write("PATCH", "/api/alarms/1", &json!({ "time": "07:30" })).await.problem(404);
}
