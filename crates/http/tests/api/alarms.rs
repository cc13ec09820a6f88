//! Alarms: create, list, change, toggle, snooze, delete.

use serde_json::{Value, json};
use time::Duration;

use crate::server::{TestServer, Visitor};

async fn make(visitor: &Visitor<'_>, body: &Value) -> Value {
    visitor.make("/api/alarms", body).await
}

fn path(alarm: &Value) -> String {
    format!("/api/alarms/{}", alarm["id"])
}

#[actix_web::test]
async fn a_new_alarm_has_the_defaults() {
    let server = TestServer::start().await;
    let visitor = server.visitor();
    let alarm = make(&visitor, &json!({ "time": "07:30", "repeat": "daily" })).await;
    assert_eq!(
        alarm,
        json!({
            "id": alarm["id"],
            "browserId": visitor.id,
            "time": "07:30",
            "enabled": 1,
            "repeat": "daily",
            "days": null,
            "date": null,
            "rule": null,
            "from": null,
            "sound": "default",
            "snoozeInterval": 5,
            "label": null,
            "timezone": "UTC",
            "nextTrigger": "2026-11-22T07:30:00Z",
            "snoozedUntil": null,
            "skipped": null,
            "pausedUntil": null,
            "daysOff": "silent",
            "createdAt": "2026-11-21T08:00:00.123Z",
        })
    );
}

#[actix_web::test]
async fn every_field_can_be_set_except_those_of_the_server() {
    let server = TestServer::start().await;
    let visitor = server.visitor();
    let body = json!({
        "time": "00:00",
        "enabled": 0,
        "repeat": "weekend",
        "sound": "chime",
        "snoozeInterval": 60,
        "label": "  目覚まし ⏰  ",
        "browserId": visitor.id,
        "timezone": "Asia/Tokyo",
        "id": 77,
        "nextTrigger": "1999-01-01T00:00:00Z",
        "snoozedUntil": 5,
        "createdAt": [],
        "color": { "deep": [[[]]] },
    });
    let alarm = make(&visitor, &body).await;
    for field in ["time", "enabled", "repeat", "sound", "snoozeInterval", "timezone"] {
        assert_eq!(alarm[field], body[field], "{field}");
    }
    assert_ne!(alarm["id"], 77);
    assert_eq!((&alarm["label"], &alarm["nextTrigger"]), (&json!("目覚まし ⏰"), &json!(null)));
    assert_eq!(visitor.get("/api/alarms").await.ok(200), json!([alarm]));
}

#[actix_web::test]
async fn enabled_may_be_a_number_or_a_boolean() {
    let server = TestServer::start().await;
    let visitor = server.visitor();
    for (sent, answered) in [("1", 1), ("0", 0), ("true", 1), ("false", 0), ("1.0", 1), ("0.0", 0), ("-0", 0)] {
        let body = format!(r#"{{"time":"07:30","repeat":"daily","enabled":{sent}}}"#);
        assert_eq!(visitor.raw("POST", "/api/alarms", body).await.ok(201)["enabled"], answered, "{sent}");
    }
}

#[actix_web::test]
async fn alarms_are_listed_by_time_then_by_id() {
    let server = TestServer::start().await;
    let visitor = server.visitor();
    for (label, time) in [("c", "23:59"), ("a", "00:00"), ("d", "07:30"), ("b", "07:30"), ("e", "07:05")] {
        make(&visitor, &json!({ "time": time, "repeat": "once", "label": label })).await;
    }
    let list = visitor.get("/api/alarms").await.ok(200);
    let labels: Vec<_> = list.as_array().unwrap().iter().map(|alarm| alarm["label"].as_str().unwrap()).collect();
    assert_eq!(labels, ["a", "e", "d", "b", "c"]);
}

#[actix_web::test]
async fn each_invalid_value_is_refused() {
    let server = TestServer::start().await;
    let visitor = server.visitor();
    let alarm = make(&visitor, &json!({ "time": "07:30", "repeat": "daily" })).await;
    for (field, value) in [
        ("time", json!("")),
        ("time", json!("7:30")),
        ("time", json!("07:30:00")),
        ("time", json!("24:00")),
        ("time", json!("23:60")),
        ("time", json!("-1:00")),
        ("time", json!("07:3\u{0}")),
        ("time", json!("０７:３０")),
        ("time", json!(" 07:30")),
        ("time", json!("07.30")),
        ("repeat", json!("")),
        ("repeat", json!("Daily")),
        ("repeat", json!("weekly")),
        ("repeat", json!("daily ")),
        ("days", json!([])),
        ("days", json!(["mon"])),
        ("days", json!(["mon", "mon"])),
        ("days", json!(["Mon"])),
        ("days", json!(["mon", ""])),
        ("date", json!("2026-12-24")),
        ("date", json!("2026-02-29")),
        ("date", json!("24.12.2026")),
        ("date", json!("")),
        ("pausedUntil", json!("2026-12-32")),
        ("pausedUntil", json!("tomorrow")),
        ("pausedUntil", json!("2026-12-24T00:00:00Z")),
        ("timezone", json!("")),
        ("timezone", json!("Mars/Olympus")),
        ("timezone", json!("+09:00")),
        ("timezone", json!("Asia/Tokyo\u{0}")),
        ("timezone", json!("x".repeat(9_000))),
        ("sound", json!("")),
        ("sound", json!("../alarm")),
        ("sound", json!("https://example.org/a.mp3")),
        ("snoozeInterval", json!(0)),
        ("snoozeInterval", json!(61)),
        ("snoozeInterval", json!(-5)),
        ("snoozeInterval", json!(5.5)),
        ("snoozeInterval", json!(i64::MAX)),
        ("snoozeInterval", json!(u64::MAX)),
        ("snoozeInterval", json!(1e300)),
        ("label", json!("x".repeat(101))),
        ("label", json!("🕰".repeat(101))),
        ("label", json!("a\u{0}b")),
        ("label", json!("\u{200b}\u{202e}")),
        ("enabled", json!(2)),
        ("enabled", json!(-1)),
        ("enabled", json!(0.5)),
        ("enabled", json!(u64::MAX)),
    ] {
        let mut body = json!({ "time": "07:30", "repeat": "daily" });
        body[field] = value.clone();
        visitor.write("POST", "/api/alarms", &body).await.refused(&[field]);
        visitor.write("PATCH", &path(&alarm), &json!({ (field): value })).await.refused(&[field]);
    }
    assert_eq!(visitor.get("/api/alarms").await.ok(200), json!([alarm]));
}

#[actix_web::test]
async fn all_invalid_fields_are_refused_in_one_response() {
    let server = TestServer::start().await;
    let visitor = server.visitor();
    visitor.write("POST", "/api/alarms", &json!({})).await.refused(&["repeat", "time"]);
    let body = json!({
        "time": "x", "repeat": "x", "timezone": "x", "sound": "x", "snoozeInterval": 0, "label": "\u{0}", "enabled": 5,
    });
    let all = ["enabled", "label", "repeat", "snoozeInterval", "sound", "time", "timezone"];
    visitor.write("POST", "/api/alarms", &body).await.refused(&all);
    visitor.write("PATCH", "/api/alarms/1", &body).await.refused(&all);
    let required = visitor.write("POST", "/api/alarms", &json!({ "time": "07:30" })).await.ok(422);
    assert_eq!(required["errors"], json!({ "repeat": ["Required"] }));
}

#[actix_web::test]
async fn fields_of_the_wrong_type_are_refused() {
    let server = TestServer::start().await;
    let visitor = server.visitor();
    let (texts, numbers) = (["5", "true", "null", "[]", "{}"], ["\"5\"", "true", "null", "[]", "{}"]);
    let tables = [
        ("time", texts),
        ("repeat", texts),
        ("timezone", texts),
        ("sound", texts),
        ("label", ["5", "true", "false", "[]", "{}"]),
        ("snoozeInterval", numbers),
        ("enabled", ["\"1\"", "\"true\"", "null", "[]", "{}"]),
    ];
    for (field, values) in tables {
        for value in values {
            // A duplicate field would be refused for another reason.
            let rest = match field {
                "time" => r#""repeat":"daily""#,
                "repeat" => r#""time":"07:30""#,
                _ => r#""time":"07:30","repeat":"daily""#,
            };
            let body = format!(r#"{{{rest},"{field}":{value}}}"#);
            for (method, path) in [("POST", "/api/alarms"), ("PATCH", "/api/alarms/1")] {
                let problem = visitor.raw(method, path, body.clone()).await.problem(400);
                assert!(problem["detail"].as_str().unwrap().starts_with(&format!("{field} ")), "{problem}");
            }
        }
    }
}

#[actix_web::test]
async fn unusual_labels_are_stored_unchanged() {
    let server = TestServer::start().await;
    let visitor = server.visitor();
    for label in [
        "<script>alert(1)</script>",
        "'; DROP TABLE alarms; --",
        "\u{202e}gnirts\u{202c} \u{2066}x\u{2069}",
        "a\r\nSet-Cookie: x=y",
        "tab\tand \u{7f} and \u{1b}[31m",
        "\\u0000 %00 \\x00",
        "👩‍👩‍👧‍👦 é e\u{301} ﷽",
    ] {
        let alarm = make(&visitor, &json!({ "time": "07:30", "repeat": "daily", "label": label })).await;
        assert_eq!(alarm["label"], label);
    }
    let longest = "é".repeat(100);
    let alarm = make(&visitor, &json!({ "time": "07:30", "repeat": "daily", "label": format!(" {longest}\n") })).await;
    assert_eq!(alarm["label"], longest);
    for blank in ["", "   ", "\u{3000}\t\n"] {
        let alarm = make(&visitor, &json!({ "time": "07:30", "repeat": "daily", "label": blank })).await;
        assert_eq!(alarm["label"], json!(null));
    }
}

#[actix_web::test]
async fn a_change_affects_only_the_sent_fields() {
    let server = TestServer::start().await;
    let visitor = server.visitor();
    let before = make(&visitor, &json!({ "time": "07:30", "repeat": "daily", "label": "tea" })).await;
    for (changes, next) in [
        (json!({}), "2026-11-22T07:30:00Z"),
        (json!({ "unknown": 1, "id": 5, "nextTrigger": null, "createdAt": "x" }), "2026-11-22T07:30:00Z"),
        (json!({ "label": "coffee" }), "2026-11-22T07:30:00Z"),
        (json!({ "label": null }), "2026-11-22T07:30:00Z"),
        (json!({ "snoozeInterval": 1, "sound": "marimba" }), "2026-11-22T07:30:00Z"),
        (json!({ "sound": "own" }), "2026-11-22T07:30:00Z"),
        (json!({ "repeat": "weekday" }), "2026-11-23T07:30:00Z"),
        (json!({ "timezone": "Asia/Tokyo" }), "2026-11-22T22:30:00Z"),
        (json!({ "time": "23:05", "repeat": "once", "timezone": "UTC" }), "2026-11-21T23:05:00Z"),
    ] {
        let mut expected = visitor.get("/api/alarms").await.ok(200)[0].clone();
        for field in ["time", "repeat", "sound", "snoozeInterval", "label", "timezone"] {
            if let Some(value) = changes.get(field) {
                expected[field] = value.clone();
            }
        }
        expected["nextTrigger"] = json!(next);
        assert_eq!(visitor.write("PATCH", &path(&before), &changes).await.ok(200), expected, "{changes}");
        assert_eq!(visitor.get("/api/alarms").await.ok(200), json!([expected]));
    }
}

#[actix_web::test]
async fn the_json_of_an_alarm_is_a_valid_change() {
    let server = TestServer::start().await;
    let visitor = server.visitor();
    let alarm = make(&visitor, &json!({ "time": "07:30", "repeat": "weekday", "timezone": "Asia/Tokyo" })).await;
    assert_eq!(visitor.write("PATCH", &path(&alarm), &alarm).await.ok(200), alarm);
}

#[actix_web::test]
async fn an_alarm_is_switched_off_and_on() {
    let server = TestServer::start().await;
    let visitor = server.visitor();
    let alarm = make(&visitor, &json!({ "time": "07:30", "repeat": "daily" })).await;
    let toggle = format!("{}/toggle", path(&alarm));
    let off = visitor.call("POST", &toggle).await.ok(200);
    assert_eq!((&off["enabled"], &off["nextTrigger"]), (&json!(0), &json!(null)));
    server.pass(Duration::days(2));
    let on = visitor.call("POST", &toggle).await.ok(200);
    assert_eq!((&on["enabled"], &on["nextTrigger"]), (&json!(1), &json!("2026-11-24T07:30:00Z")));
    let off = visitor.write("PATCH", &path(&alarm), &json!({ "enabled": false })).await.ok(200);
    assert_eq!((&off["enabled"], &off["nextTrigger"]), (&json!(0), &json!(null)));
    // An alarm that is off stays off when other fields change.
    let off = visitor.write("PATCH", &path(&alarm), &json!({ "time": "12:00" })).await.ok(200);
    assert_eq!((&off["enabled"], &off["nextTrigger"]), (&json!(0), &json!(null)));
    let on = visitor.write("PATCH", &path(&alarm), &json!({ "enabled": 1 })).await.ok(200);
    assert_eq!(on["nextTrigger"], "2026-11-23T12:00:00Z");
}

#[actix_web::test]
async fn a_snooze_rings_one_interval_from_now() {
    let server = TestServer::start().await;
    let visitor = server.visitor();
    let body = json!({ "time": "07:30", "repeat": "once", "snoozeInterval": 7, "enabled": 0 });
    let alarm = make(&visitor, &body).await;
    let snooze = format!("{}/snooze", path(&alarm));
    let snoozed = visitor.call("POST", &snooze).await.ok(200);
    assert_eq!(snoozed["enabled"], 1);
    assert_eq!(snoozed["nextTrigger"], "2026-11-21T08:07:00.123Z");
    assert_eq!(snoozed["snoozedUntil"], snoozed["nextTrigger"]);
    server.pass(Duration::seconds(30));
    let again = visitor.call("POST", &snooze).await.ok(200);
    assert_eq!(again["snoozedUntil"], "2026-11-21T08:07:30.123Z");
    // A new label keeps the snooze; a new time ends it.
    let labelled = visitor.write("PATCH", &path(&alarm), &json!({ "label": "x" })).await.ok(200);
    assert_eq!(labelled["snoozedUntil"], again["snoozedUntil"]);
    let moved = visitor.write("PATCH", &path(&alarm), &json!({ "time": "09:00" })).await.ok(200);
    assert_eq!((&moved["snoozedUntil"], &moved["nextTrigger"]), (&json!(null), &json!("2026-11-21T09:00:00Z")));
}

#[actix_web::test]
async fn an_alarm_is_deleted_once() {
    let server = TestServer::start().await;
    let visitor = server.visitor();
    let alarm = make(&visitor, &json!({ "time": "07:30", "repeat": "daily" })).await;
    let deleted = visitor.call("DELETE", &path(&alarm)).await;
    assert_eq!((deleted.status, deleted.body.len()), (204, 0));
    for (method, suffix) in [("DELETE", ""), ("POST", "/toggle"), ("POST", "/snooze")] {
        visitor.call(method, &format!("{}{suffix}", path(&alarm))).await.problem(404);
    }
    visitor.write("PATCH", &path(&alarm), &json!({})).await.problem(404);
    assert_eq!(visitor.get("/api/alarms").await.ok(200), json!([]));
}
