//! Alarms that repeat by a rule. The clock shows 2026-11-21T08:00:00.123Z, a Saturday.

use serde_json::{Value, json};
use time::Duration;

use crate::server::{TestServer, Visitor};

async fn make(visitor: &Visitor<'_>, rule: &str, more: Value) -> Value {
    let mut body = json!({ "time": "07:30", "repeat": "rule", "rule": rule });
    body.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    visitor.make("/api/alarms", &body).await
}

fn path(alarm: &Value) -> String {
    format!("/api/alarms/{}", alarm["id"])
}

async fn change(visitor: &Visitor<'_>, alarm: &Value, body: Value) -> Value {
    visitor.write("PATCH", &path(alarm), &body).await.ok(200)
}

#[track_caller]
fn is(alarm: &Value, fields: &Value) {
    for (name, value) in fields.as_object().unwrap() {
        assert_eq!(&alarm[name], value, "{name}");
    }
}

#[actix_web::test]
async fn a_rule_is_returned_in_its_normal_form() {
    let server = TestServer::start().await;
    let visitor = server.visitor();
    let alarm = make(&visitor, "freq=weekly;byday=we,mo;interval=2", json!({ "from": "2026-11-23" })).await;
    is(
        &alarm,
        &json!({
            "repeat": "rule", "rule": "FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,WE", "from": "2026-11-23",
            "days": null, "date": null, "nextTrigger": "2026-11-23T07:30:00Z",
        }),
    );
    assert_eq!(visitor.get("/api/alarms").await.ok(200), json!([alarm]));
    // The returned value can be sent back.
    assert_eq!(change(&visitor, &alarm, alarm.clone()).await, alarm);
    let daily =
        visitor.make("/api/alarms", &json!({ "time": "08:30", "repeat": "daily", "rule": null, "from": null })).await;
    is(&daily, &json!({ "rule": null, "from": null }));
}

#[actix_web::test]
async fn a_rule_begins_on_the_present_day_in_the_time_zone_by_default() {
    let server = TestServer::start().await;
    let visitor = server.visitor();
    server.pass(Duration::hours(10));
    let tokyo = make(&visitor, "FREQ=MONTHLY", json!({ "timezone": "Asia/Tokyo" })).await;
    let expected =
        json!({ "rule": "FREQ=MONTHLY;BYMONTHDAY=22", "from": "2026-11-22", "nextTrigger": "2026-11-21T22:30:00Z" });
    is(&tokyo, &expected);
    let weekly = make(&visitor, "FREQ=WEEKLY", json!({})).await;
    is(
        &weekly,
        &json!({ "rule": "FREQ=WEEKLY;BYDAY=SA", "from": "2026-11-21", "nextTrigger": "2026-11-28T07:30:00Z" }),
    );
}

#[actix_web::test]
async fn a_change_keeps_the_parts_that_it_does_not_name() {
    let server = TestServer::start().await;
    let visitor = server.visitor();
    let alarm = make(&visitor, "FREQ=DAILY;INTERVAL=3", json!({ "from": "2026-11-20" })).await;
    is(&alarm, &json!({ "nextTrigger": "2026-11-23T07:30:00Z" }));
    let alarm = change(&visitor, &alarm, json!({ "from": "2026-11-21" })).await;
    is(&alarm, &json!({ "rule": "FREQ=DAILY;INTERVAL=3", "nextTrigger": "2026-11-24T07:30:00Z" }));
    let alarm = change(&visitor, &alarm, json!({ "rule": "FREQ=DAILY;INTERVAL=2", "repeat": "rule" })).await;
    is(&alarm, &json!({ "from": "2026-11-21", "nextTrigger": "2026-11-23T07:30:00Z" }));
    let alarm = change(&visitor, &alarm, json!({ "from": null })).await;
    is(&alarm, &json!({ "from": "2026-11-21" }));
    let alarm = change(&visitor, &alarm, json!({ "repeat": "daily" })).await;
    is(&alarm, &json!({ "rule": null, "from": null, "nextTrigger": "2026-11-22T07:30:00Z" }));
    let once = change(&visitor, &alarm, json!({ "repeat": "once", "date": "2026-12-24" })).await;
    let alarm = change(&visitor, &once, json!({ "repeat": "rule", "rule": "FREQ=YEARLY", "from": "2024-02-29" })).await;
    is(&alarm, &json!({ "date": null, "nextTrigger": "2028-02-29T07:30:00Z" }));
}

#[actix_web::test]
async fn what_is_no_rule_is_refused_by_field_and_part() {
    let server = TestServer::start().await;
    let visitor = server.visitor();
    for (rule, part) in [
        ("FREQ=HOURLY", "FREQ"),
        ("INTERVAL=2;FREQ=DAILY", "FREQ"),
        ("FREQ=DAILY;INTERVAL=0", "INTERVAL"),
        ("FREQ=WEEKLY;BYDAY=1MO", "BYDAY"),
        ("FREQ=MONTHLY;BYDAY=MO", "BYDAY"),
        ("FREQ=MONTHLY;BYMONTHDAY=32", "BYMONTHDAY"),
        ("FREQ=MONTHLY;BYMONTHDAY=1;BYDAY=1MO", "BYMONTHDAY"),
        ("FREQ=DAILY;UNTIL=soon", "UNTIL"),
        ("FREQ=DAILY;UNTIL=20261120", "UNTIL"),
        ("FREQ=DAILY;COUNT=3", "COUNT"),
        ("FREQ=WEEKLY;WKST=SU", "WKST"),
        ("FREQ=MONTHLY;BYSETPOS=-1;BYDAY=1MO", "BYSETPOS"),
        ("FREQ=MONTHLY;INTERVAL=12;BYMONTHDAY=31", "400 years"),
    ] {
        let body = json!({ "time": "07:30", "repeat": "rule", "rule": rule, "from": "2026-11-01" });
        let problem = visitor.write("POST", "/api/alarms", &body).await.problem(422);
        let errors = problem["errors"].as_object().unwrap();
        assert_eq!(errors.keys().collect::<Vec<_>>(), ["rule"], "{rule}");
        let messages = errors["rule"].as_array().unwrap();
        assert!(messages.len() == 1 && messages[0].as_str().unwrap().contains(part), "{rule}: {messages:?}");
    }
    for (body, fields) in [
        (json!({ "repeat": "rule" }), &["rule"][..]),
        (json!({ "repeat": "rule", "rule": null }), &["rule"]),
        (json!({ "repeat": "rule", "rule": "" }), &["rule"]),
        (json!({ "repeat": "rule", "rule": "FREQ=DAILY", "from": "tomorrow" }), &["from"]),
        (json!({ "repeat": "rule", "rule": "x", "from": "x" }), &["from", "rule"]),
        (json!({ "repeat": "rule", "rule": "FREQ=DAILY", "from": "9999-01-01" }), &["rule"]),
        (json!({ "repeat": "daily", "rule": "FREQ=DAILY" }), &["rule"]),
        (json!({ "repeat": "daily", "from": "2026-11-23" }), &["from"]),
        (json!({ "repeat": "rule", "rule": "FREQ=DAILY", "days": ["mon"] }), &["days"]),
        (json!({ "repeat": "rule", "rule": "FREQ=DAILY", "date": "2026-12-24" }), &["date"]),
        (
            json!({ "repeat": "rule", "rule": "FREQ=DAILY;UNTIL=20270101", "pausedUntil": "2027-02-01" }),
            &["pausedUntil"],
        ),
    ] {
        let mut whole = json!({ "time": "07:30" });
        whole.as_object_mut().unwrap().extend(body.as_object().unwrap().clone());
        visitor.write("POST", "/api/alarms", &whole).await.refused(fields);
    }
    for wrong in [json!(1), json!(["FREQ=DAILY"]), json!({})] {
        let body = json!({ "time": "07:30", "repeat": "rule", "rule": wrong });
        visitor.write("POST", "/api/alarms", &body).await.problem(400);
    }
    assert_eq!(visitor.get("/api/alarms").await.ok(200), json!([]));
}

#[actix_web::test]
async fn a_rule_that_has_ended_cannot_be_switched_on() {
    let server = TestServer::start().await;
    let visitor = server.visitor();
    let alarm = make(&visitor, "FREQ=DAILY;UNTIL=20261122", json!({ "enabled": 0 })).await;
    server.pass(Duration::days(2));
    visitor.call("POST", &format!("{}/toggle", path(&alarm))).await.refused(&["rule"]);
    visitor.write("PATCH", &path(&alarm), &json!({ "enabled": 1 })).await.refused(&["rule"]);
    is(&change(&visitor, &alarm, json!({ "label": "tea" })).await, &json!({ "label": "tea", "enabled": 0 }));
    let on = change(&visitor, &alarm, json!({ "enabled": 1, "rule": "FREQ=DAILY;UNTIL=20261224" })).await;
    is(&on, &json!({ "enabled": 1, "nextTrigger": "2026-11-24T07:30:00Z" }));
}

#[actix_web::test]
async fn the_next_ring_of_a_rule_can_be_skipped() {
    let server = TestServer::start().await;
    let visitor = server.visitor();
    let alarm = make(&visitor, "FREQ=MONTHLY;BYDAY=-1FR;UNTIL=20261231", json!({})).await;
    is(&alarm, &json!({ "nextTrigger": "2026-11-27T07:30:00Z" }));
    let skip = format!("{}/skip", path(&alarm));
    let skipped = visitor.call("POST", &skip).await.ok(200);
    is(&skipped, &json!({ "skipped": "2026-11-27T07:30:00Z", "nextTrigger": "2026-12-25T07:30:00Z" }));
    assert_eq!(visitor.call("DELETE", &skip).await.ok(200), alarm);
}
