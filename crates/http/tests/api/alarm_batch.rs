//! Many alarms with one request.

use serde_json::{Value, json};
use tokibako_domain::row_limit::RowLimit;
use tokibako_http::{Components, Limits};

use crate::server::TestServer;

const PATH: &str = "/api/alarms/batch";

fn alarms(count: usize) -> Value {
    let alarm = |number| json!({ "time": "07:30", "repeat": "daily", "label": format!("number {number}") });
    json!({ "alarms": (0..count).map(alarm).collect::<Vec<_>>() })
}

fn key(number: usize) -> String {
    format!("00000000-0000-4000-8000-{number:012}")
}

#[actix_web::test]
async fn each_alarm_has_a_result_and_one_that_is_refused_does_not_keep_back_the_others() {
    let server =
        TestServer::prepared(|components: Components| components.with_row_limit(RowLimit::new(3).unwrap())).await;
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
    visitor.write("POST", PATH, &body).await.problem(400);
    let mut body = body;
    body["alarms"][1]["label"] = json!("five");
    let results = visitor.write("POST", PATH, &body).await.ok(200)["results"].clone();
    let told: Vec<_> = results
        .as_array()
        .unwrap()
        .iter()
        .map(|result| (result["alarm"]["time"].as_str(), result["problem"].as_str()))
        .collect();
    let expected = [
        (Some("07:30"), None),
        (None, Some("validation")),
        (None, Some("validation")),
        (Some("09:30"), None),
        (Some("10:30"), None),
        (None, Some("full")),
    ];
    assert_eq!(told, expected);
    assert!(results[1]["errors"]["time"].is_array() && results[2]["errors"]["date"].is_array(), "{results}");
    assert_eq!(results[0]["errors"], Value::Null);
    assert_eq!(results[0]["alarm"]["clientKey"], key(1));

    // Repeated, the same alarms are found by their keys, although there is no more room.
    body["alarms"].as_array_mut().unwrap().remove(3);
    let again = visitor.write("POST", PATH, &body).await.ok(200)["results"].clone();
    assert_eq!(again[0]["alarm"]["id"], results[0]["alarm"]["id"]);
    assert_eq!(again[3]["alarm"]["id"], results[4]["alarm"]["id"]);
    let list = visitor.get("/api/alarms").await.ok(200);
    assert_eq!(list.as_array().unwrap().len(), 3);
    // Other browsers have their own alarms.
    assert_eq!(server.visitor().get("/api/alarms").await.ok(200), json!([]));
}

#[actix_web::test]
async fn a_batch_has_one_to_a_hundred_alarms() {
    let server = TestServer::start().await;
    let visitor = server.visitor();
    for body in [alarms(0), alarms(101), json!({})] {
        let refused = visitor.write("POST", PATH, &body).await.problem(422);
        assert_eq!(refused["errors"]["alarms"][0], "must be a list of 1 to 100 alarms");
    }
    for body in [json!({ "alarms": {} }), json!({ "alarms": [["07:30", "daily"]] })] {
        visitor.write("POST", PATH, &body).await.problem(400);
    }
    let results = visitor.write("POST", PATH, &alarms(100)).await.ok(200);
    assert_eq!(results["results"].as_array().unwrap().len(), 100);
    let long = json!({ "alarms": [{ "time": "07:30", "repeat": "daily", "label": "x".repeat(140_000) }] });
    visitor.write("POST", PATH, &long).await.problem(413);
}

#[actix_web::test]
async fn each_valid_alarm_of_a_batch_is_a_new_row() {
    let server =
        TestServer::prepared(|components: Components| components.with_limits(Limits::behind(Vec::new()))).await;
    for _ in 0..6 {
        server.visitor().write("POST", PATH, &alarms(100)).await.ok(200);
    }
    let visitor = server.visitor();
    let refused = visitor.write("POST", PATH, &alarms(100)).await;
    assert!(!refused.header("retry-after").is_empty());
    assert_eq!(refused.problem(429)["type"], "/problems/too-many-requests");
    // Nothing of a refused batch is stored, and one without a valid alarm takes no token.
    assert_eq!(visitor.get("/api/alarms").await.ok(200), json!([]));
    visitor.write("POST", PATH, &json!({ "alarms": [{ "time": "27:30" }] })).await.ok(200);
}
