//! Many alarms or timers with one request.

use serde_json::{Value, json};
use tokibako_domain::browser_id::RowLimit;
use tokibako_http::{Limits, Settings};

use crate::server::TestServer;

/// The kinds of rows, each with a valid row and one that is not.
fn kinds() -> [(&'static str, Value, Value); 2] {
    [
        ("alarms", json!({ "time": "07:30", "repeat": "daily" }), json!({ "time": "27:30" })),
        ("timers", json!({ "minutes": 5 }), json!({ "minutes": 75 })),
    ]
}

fn path(kind: &str) -> String {
    format!("/api/{kind}/batch")
}

fn many(kind: &str, row: &Value, count: usize) -> Value {
    json!({ kind: vec![row; count] })
}

fn key(number: usize) -> String {
    format!("00000000-0000-4000-8000-{number:012}")
}

/// A field of the created rows, and the problems of the others.
fn outcomes<'a>(results: &'a Value, row: &str, field: &str) -> Vec<(&'a Value, Option<&'a str>)> {
    let outcome = |result: &'a Value| (&result[row][field], result["problem"].as_str());
    results.as_array().unwrap().iter().map(outcome).collect()
}

async fn server_with_room_for(rows: u16) -> TestServer {
    TestServer::with_settings(Settings { row_limit: RowLimit::new(rows).unwrap(), ..Settings::default() }).await
}

#[actix_web::test]
async fn a_batch_of_which_nothing_is_valid_stores_nothing_not_even_its_browser() {
    let server = TestServer::start().await;
    for (kind, _, invalid) in kinds() {
        server.visitor().write("POST", &path(kind), &many(kind, &invalid, 2)).await.ok(200);
    }
    assert_eq!(server.database.query("SELECT count(*)::text AS value FROM browsers"), ["0"]);
}

#[actix_web::test]
async fn each_alarm_has_a_result_and_one_that_is_refused_does_not_keep_back_the_others() {
    let server = server_with_room_for(3).await;
    let visitor = server.visitor();
    let body = json!({ "alarms": [
        { "time": "07:30", "repeat": "daily", "clientKey": key(1) },
        { "time": "27:30", "repeat": "daily", "label": 5, "clientKey": key(2) },
        { "time": "08:30", "repeat": "once", "date": "2020-01-01" },
        { "time": "09:30", "repeat": "rule", "rule": "FREQ=MONTHLY;BYMONTHDAY=-1", "from": "2026-11-30" },
        { "time": "10:30", "repeat": "daily", "clientKey": key(3) },
        { "time": "11:30", "repeat": "daily", "clientKey": key(4) }
    ] });
    // A wrong type makes the body unreadable, as it does for one alarm.
    visitor.write("POST", &path("alarms"), &body).await.problem(400);
    let mut body = body;
    body["alarms"][1]["label"] = json!("five");
    let results = visitor.write("POST", &path("alarms"), &body).await.ok(200)["results"].clone();
    let none = &Value::Null;
    let expected = [
        (&json!("07:30"), None),
        (none, Some("validation")),
        (none, Some("validation")),
        (&json!("09:30"), None),
        (&json!("10:30"), None),
        (none, Some("full")),
    ];
    assert_eq!(outcomes(&results, "alarm", "time"), expected);
    assert!(results[1]["errors"]["time"].is_array() && results[2]["errors"]["date"].is_array(), "{results}");
    assert_eq!(results[0]["errors"], Value::Null);
    assert_eq!(results[0]["alarm"]["clientKey"], key(1));

    // Repeated, the same alarms are found by their keys, although there is no more room.
    body["alarms"].as_array_mut().unwrap().remove(3);
    let again = visitor.write("POST", &path("alarms"), &body).await.ok(200)["results"].clone();
    assert_eq!(again[0]["alarm"]["id"], results[0]["alarm"]["id"]);
    assert_eq!(again[3]["alarm"]["id"], results[4]["alarm"]["id"]);
    let list = visitor.get("/api/alarms").await.ok(200);
    assert_eq!(list.as_array().unwrap().len(), 3);
    // Other browsers have their own alarms.
    assert_eq!(server.visitor().get("/api/alarms").await.ok(200), json!([]));
}

#[actix_web::test]
async fn each_timer_has_a_result_and_none_is_started() {
    let server = server_with_room_for(3).await;
    let visitor = server.visitor();
    let steps = json!([{ "seconds": 1500, "label": "Focus" }, { "seconds": 300 }]);
    let body = json!({ "timers": [
        { "minutes": 5, "label": "Tea", "clientKey": key(1) },
        { "steps": steps, "rounds": 4, "clientKey": key(2) },
        { "minutes": 5, "enabled": 1 },
        { "minutes": 75 },
        { "steps": steps, "rounds": 400 },
        { "seconds": 30, "clientKey": key(3) },
        { "seconds": 31, "clientKey": key(4) }
    ] });
    let results = visitor.write("POST", &path("timers"), &body).await.ok(200)["results"].clone();
    let none = &Value::Null;
    let expected = [
        (&json!(300), None),
        (&json!(7200), None),
        (none, Some("validation")),
        (none, Some("validation")),
        (none, Some("validation")),
        (&json!(30), None),
        (none, Some("full")),
    ];
    assert_eq!(outcomes(&results, "timer", "totalSeconds"), expected);
    assert_eq!(results[2]["errors"], json!({ "enabled": ["a batch starts no timers"] }));
    assert_eq!(results[1]["timer"]["steps"], json!([steps[0], { "seconds": 300, "label": null }]));
    assert_eq!((&results[0]["timer"]["enabled"], &results[0]["timer"]["clientKey"]), (&json!(0), &json!(key(1))));

    // Repeated, the same timers are found by their keys, although there is no more room.
    let again = visitor.write("POST", &path("timers"), &body).await.ok(200)["results"].clone();
    assert_eq!(outcomes(&again, "timer", "id"), outcomes(&results, "timer", "id"));
    let listed = visitor.get("/api/timers").await.ok(200);
    let lengths: Vec<_> = listed.as_array().unwrap().iter().map(|timer| timer["totalSeconds"].clone()).collect();
    assert_eq!(lengths, [300, 7200, 30]);
    assert_eq!(server.visitor().get("/api/timers").await.ok(200), json!([]));
}

#[actix_web::test]
async fn a_batch_has_one_to_a_hundred_rows() {
    for (kind, row, _) in kinds() {
        let server = TestServer::start().await;
        let (visitor, path) = (server.visitor(), path(kind));
        for body in [many(kind, &row, 0), many(kind, &row, 101), json!({})] {
            let refused = visitor.write("POST", &path, &body).await.problem(422);
            assert_eq!(refused["errors"][kind][0], format!("must be a list of 1 to 100 {kind}"));
        }
        for body in [json!({ kind: {} }), json!({ kind: [["07:30", "daily"]] })] {
            visitor.write("POST", &path, &body).await.problem(400);
        }
        let results = visitor.write("POST", &path, &many(kind, &row, 100)).await.ok(200);
        assert_eq!(results["results"].as_array().unwrap().len(), 100);
        let long = many(kind, &json!({ "label": "x".repeat(140_000) }), 1);
        visitor.write("POST", &path, &long).await.problem(413);
    }
}

#[actix_web::test]
async fn each_valid_row_of_a_batch_is_a_new_row() {
    for (kind, valid, invalid) in kinds() {
        let server = TestServer::with_limits(Limits::behind(Vec::new())).await;
        let path = path(kind);
        for _ in 0..6 {
            server.visitor().write("POST", &path, &many(kind, &valid, 100)).await.ok(200);
        }
        let visitor = server.visitor();
        let refused = visitor.write("POST", &path, &many(kind, &valid, 100)).await;
        assert!(!refused.header("retry-after").is_empty());
        assert_eq!(refused.problem(429)["type"], "/problems/too-many-requests");
        // Nothing of a refused batch is stored, and one without a valid row takes no token.
        assert_eq!(visitor.get(&format!("/api/{kind}")).await.ok(200), json!([]));
        visitor.write("POST", &path, &many(kind, &invalid, 1)).await.ok(200);
    }
}
