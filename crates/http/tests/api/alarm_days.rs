//! Chosen days, one date, skips and pauses of alarms. The clock shows 2026-11-21T08:00:00.123Z, a Saturday.

use serde_json::{Value, json};
use time::Duration;

use crate::server::{TestServer, Visitor};

async fn make(visitor: &Visitor<'_>, more: Value) -> Value {
    let mut body = json!({ "time": "07:30", "repeat": "daily" });
    body.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    visitor.make("/api/alarms", &body).await
}

fn path(alarm: &Value) -> String {
    format!("/api/alarms/{}", alarm["id"])
}

fn skip(alarm: &Value) -> String {
    format!("{}/skip", path(alarm))
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
async fn chosen_days_are_returned_monday_first() {
    let server = TestServer::start().await;
    let visitor = server.visitor();
    let alarm = make(&visitor, json!({ "repeat": "days", "days": ["sun", "wed", "mon"] })).await;
    let days = json!(["mon", "wed", "sun"]);
    is(&alarm, &json!({ "repeat": "days", "days": days, "date": null, "nextTrigger": "2026-11-22T07:30:00Z" }));
    assert_eq!(visitor.get("/api/alarms").await.ok(200), json!([alarm]));
    let alarm = change(&visitor, &alarm, json!({ "days": ["fri"] })).await;
    is(&alarm, &json!({ "days": ["fri"], "nextTrigger": "2026-11-27T07:30:00Z" }));
    // With the same rule, the days are kept.
    let alarm = change(&visitor, &alarm, json!({ "repeat": "days", "label": "tea" })).await;
    is(&alarm, &json!({ "days": ["fri"], "nextTrigger": "2026-11-27T07:30:00Z" }));
    // The returned value can be sent back.
    assert_eq!(change(&visitor, &alarm, alarm.clone()).await, alarm);
    let alarm = change(&visitor, &alarm, json!({ "repeat": "weekday" })).await;
    is(&alarm, &json!({ "days": null, "nextTrigger": "2026-11-23T07:30:00Z" }));
}

#[actix_web::test]
async fn invalid_days_are_not_also_reported_as_missing() {
    let server = TestServer::start().await;
    let visitor = server.visitor();
    for (days, message) in [
        (json!(["Mon"]), "days must be among mon, tue, wed, thu, fri, sat, sun"),
        (json!(["mon", "mon"]), "days must name each day once"),
        (json!([]), "days must name at least one day"),
    ] {
        let alarm = json!({ "time": "07:30", "repeat": "days", "days": days });
        let problem = visitor.write("POST", "/api/alarms", &alarm).await.problem(422);
        assert_eq!(problem["errors"], json!({ "days": [message] }));
    }
    let problem = visitor.get("/api/alarms/preview?time=07:30&repeat=days&days=Mon").await.problem(422);
    assert_eq!(problem["errors"]["days"].as_array().unwrap().len(), 1, "{problem}");
}

#[actix_web::test]
async fn days_are_allowed_only_with_their_rule() {
    let server = TestServer::start().await;
    let visitor = server.visitor();
    let daily = make(&visitor, json!({ "days": null, "date": null, "pausedUntil": null })).await;
    let days = make(&visitor, json!({ "repeat": "days", "days": ["mon"] })).await;
    for (alarm, body) in [
        (&daily, json!({ "days": ["mon"] })),
        (&daily, json!({ "repeat": "days" })),
        (&daily, json!({ "repeat": "days", "days": null })),
        (&daily, json!({ "repeat": "days", "days": [] })),
        (&daily, json!({ "repeat": "days", "days": ["mon", "mon"] })),
        (&daily, json!({ "repeat": "once", "days": ["mon"] })),
        (&days, json!({ "days": null })),
        (&days, json!({ "repeat": "daily", "days": ["mon"] })),
    ] {
        visitor.write("PATCH", &path(alarm), &body).await.refused(&["days"]);
        let mut whole = json!({ "time": "07:30", "repeat": alarm["repeat"] });
        whole.as_object_mut().unwrap().extend(body.as_object().unwrap().clone());
        visitor.write("POST", "/api/alarms", &whole).await.refused(&["days"]);
    }
    for wrong in [json!("mon"), json!({ "mon": 1 }), json!([1]), json!([null]), json!(1)] {
        visitor.write("PATCH", &path(&days), &json!({ "days": wrong })).await.problem(400);
    }
    assert_eq!(visitor.get("/api/alarms").await.ok(200), json!([daily, days]));
}

#[actix_web::test]
async fn a_date_must_be_in_the_future_in_the_time_zone() {
    let server = TestServer::start().await;
    let visitor = server.visitor();
    let body = json!({ "repeat": "once", "date": "2026-12-24", "timezone": "Asia/Tokyo" });
    let alarm = make(&visitor, body).await;
    is(&alarm, &json!({ "date": "2026-12-24", "days": null, "nextTrigger": "2026-12-23T22:30:00Z" }));
    let alarm = change(&visitor, &alarm, json!({ "timezone": "UTC" })).await;
    is(&alarm, &json!({ "date": "2026-12-24", "nextTrigger": "2026-12-24T07:30:00Z" }));
    let alarm = change(&visitor, &alarm, json!({ "date": null })).await;
    is(&alarm, &json!({ "date": null, "nextTrigger": "2026-11-22T07:30:00Z" }));
    let alarm = change(&visitor, &alarm, json!({ "date": "2026-11-30" })).await;
    let alarm = change(&visitor, &alarm, json!({ "repeat": "daily" })).await;
    is(&alarm, &json!({ "date": null, "nextTrigger": "2026-11-22T07:30:00Z" }));

    // Today's 07:30 has passed in UTC, but not in New York.
    let today = json!({ "time": "07:30", "repeat": "once", "date": "2026-11-21" });
    visitor.write("POST", "/api/alarms", &today).await.refused(&["date"]);
    let mut off = today.clone();
    off["enabled"] = json!(0);
    visitor.write("POST", "/api/alarms", &off).await.refused(&["date"]);
    make(&visitor, json!({ "repeat": "once", "date": "2026-11-21", "timezone": "America/New_York" })).await;
    visitor.write("PATCH", &path(&alarm), &json!({ "repeat": "once", "date": "2026-11-20" })).await.refused(&["date"]);
    visitor.write("PATCH", &path(&alarm), &json!({ "date": "2026-11-30" })).await.refused(&["date"]);
    for wrong in [json!(20_261_224), json!(["2026-12-24"])] {
        visitor.write("PATCH", &path(&alarm), &json!({ "date": wrong })).await.problem(400);
    }
    assert_eq!(visitor.get("/api/alarms").await.ok(200)[0], alarm);
}

#[actix_web::test]
async fn a_date_that_has_passed_is_kept_and_cannot_be_switched_on() {
    let server = TestServer::start().await;
    let visitor = server.visitor();
    let alarm = make(&visitor, json!({ "repeat": "once", "date": "2026-11-22", "enabled": 0 })).await;
    server.pass(Duration::days(2));
    visitor.call("POST", &format!("{}/toggle", path(&alarm))).await.refused(&["date"]);
    visitor.write("PATCH", &path(&alarm), &json!({ "enabled": 1 })).await.refused(&["date"]);
    visitor.write("PATCH", &path(&alarm), &json!({ "time": "06:00" })).await.refused(&["date"]);
    is(&change(&visitor, &alarm, json!({ "label": "tea" })).await, &json!({ "label": "tea", "enabled": 0 }));
    let on = change(&visitor, &alarm, json!({ "enabled": 1, "date": null })).await;
    is(&on, &json!({ "enabled": 1, "date": null, "nextTrigger": "2026-11-24T07:30:00Z" }));
    // A snooze after the ring is allowed.
    let alarm = make(&visitor, json!({ "repeat": "once", "date": "2026-11-24", "enabled": 0 })).await;
    let snoozed = visitor.call("POST", &format!("{}/snooze", path(&alarm))).await.ok(200);
    is(&snoozed, &json!({ "enabled": 1, "date": "2026-11-24", "nextTrigger": "2026-11-23T08:05:00.123Z" }));
}

#[actix_web::test]
async fn one_ring_is_skipped_and_can_be_restored() {
    let server = TestServer::start().await;
    let visitor = server.visitor();
    let alarm = make(&visitor, json!({})).await;
    let skipped = visitor.call("POST", &skip(&alarm)).await.ok(200);
    is(&skipped, &json!({ "skipped": "2026-11-22T07:30:00Z", "nextTrigger": "2026-11-23T07:30:00Z", "enabled": 1 }));
    // A repeated skip does not skip another ring.
    assert_eq!(visitor.call("POST", &skip(&alarm)).await.ok(200), skipped);
    assert_eq!(visitor.get("/api/alarms").await.ok(200), json!([skipped]));
    // Clients cannot set it.
    let body = json!({ "skipped": null, "label": "tea" });
    is(&change(&visitor, &alarm, body).await, &json!({ "skipped": "2026-11-22T07:30:00Z" }));
    let back = visitor.call("DELETE", &skip(&alarm)).await.ok(200);
    is(&back, &json!({ "skipped": null, "nextTrigger": "2026-11-22T07:30:00Z" }));
    assert_eq!(visitor.call("DELETE", &skip(&alarm)).await.ok(200), back);
}

#[actix_web::test]
async fn a_skip_that_names_a_ring_skips_no_other_ring() {
    let server = TestServer::start().await;
    let visitor = server.visitor();
    let alarm = make(&visitor, json!({})).await;
    let named = |ring: &str| format!("{}?scheduledFor={ring}", skip(&alarm));
    let unchanged = visitor.call("POST", &named("2026-11-23T07:30:00Z")).await.ok(200);
    assert_eq!(unchanged, alarm);
    for _ in 0..2 {
        let skipped = visitor.call("POST", &named("2026-11-22T16:30:00%2B09:00")).await.ok(200);
        is(&skipped, &json!({ "skipped": "2026-11-22T07:30:00Z", "nextTrigger": "2026-11-23T07:30:00Z" }));
    }
    // The repeated request after that ring changes nothing.
    server.pass(Duration::DAY);
    is(&visitor.call("POST", &named("2026-11-22T07:30:00Z")).await.ok(200), &json!({ "skipped": null }));
    visitor.call("POST", &named("tomorrow")).await.refused(&["scheduledFor"]);
}

#[actix_web::test]
async fn a_skip_ends_at_the_instant_of_its_ring() {
    let server = TestServer::start().await;
    let visitor = server.visitor();
    let alarm = make(&visitor, json!({})).await;
    visitor.call("POST", &skip(&alarm)).await.ok(200);
    server.pass(Duration::DAY);
    let list = visitor.get("/api/alarms").await.ok(200);
    is(&list[0], &json!({ "skipped": null, "nextTrigger": "2026-11-23T07:30:00Z" }));
    let again = visitor.call("POST", &skip(&alarm)).await.ok(200);
    is(&again, &json!({ "skipped": "2026-11-23T07:30:00Z", "nextTrigger": "2026-11-24T07:30:00Z" }));
}

#[actix_web::test]
async fn a_skipped_snooze_can_be_restored() {
    let server = TestServer::start().await;
    let visitor = server.visitor();
    let (until, tomorrow) = ("2026-11-21T08:05:00.123Z", "2026-11-22T07:30:00Z");
    for (rule, then) in [
        (json!({}), json!({ "skipped": until, "snoozedUntil": null, "nextTrigger": tomorrow, "enabled": 1 })),
        (
            json!({ "repeat": "once" }),
            json!({ "skipped": until, "snoozedUntil": null, "nextTrigger": null, "enabled": 0 }),
        ),
    ] {
        let alarm = make(&visitor, rule).await;
        let snoozed = visitor.call("POST", &format!("{}/snooze", path(&alarm))).await.ok(200);
        is(&snoozed, &json!({ "snoozedUntil": until }));
        is(&visitor.call("POST", &skip(&alarm)).await.ok(200), &then);
        assert_eq!(visitor.call("DELETE", &skip(&alarm)).await.ok(200), snoozed);
    }
}

#[actix_web::test]
async fn a_new_schedule_or_a_switch_ends_a_skip() {
    let server = TestServer::start().await;
    let visitor = server.visitor();
    for body in [
        json!({ "time": "07:31" }),
        json!({ "repeat": "weekend" }),
        json!({ "timezone": "Asia/Tokyo" }),
        json!({ "pausedUntil": "2026-12-01" }),
        json!({ "enabled": 0 }),
    ] {
        let alarm = make(&visitor, json!({})).await;
        visitor.call("POST", &skip(&alarm)).await.ok(200);
        is(&change(&visitor, &alarm, body).await, &json!({ "skipped": null }));
    }
    let alarm = make(&visitor, json!({})).await;
    visitor.call("POST", &skip(&alarm)).await.ok(200);
    let toggle = format!("{}/toggle", path(&alarm));
    is(&visitor.call("POST", &toggle).await.ok(200), &json!({ "skipped": null, "enabled": 0 }));
    is(&visitor.call("POST", &toggle).await.ok(200), &json!({ "skipped": null, "nextTrigger": alarm["nextTrigger"] }));
}

#[actix_web::test]
async fn an_alarm_that_is_off_or_rings_once_cannot_be_skipped() {
    let server = TestServer::start().await;
    let visitor = server.visitor();
    let off = make(&visitor, json!({ "enabled": 0 })).await;
    visitor.call("POST", &skip(&off)).await.refused(&["enabled"]);
    is(&visitor.call("DELETE", &skip(&off)).await.ok(200), &json!({ "skipped": null, "enabled": 0 }));
    for once in [json!({ "repeat": "once" }), json!({ "repeat": "once", "date": "2026-12-24" })] {
        let once = make(&visitor, once).await;
        visitor.call("POST", &skip(&once)).await.refused(&["repeat"]);
    }
    let other = server.visitor();
    other.call("POST", &skip(&off)).await.problem(404);
    other.call("DELETE", &skip(&off)).await.problem(404);
    visitor.call("POST", "/api/alarms/99999999/skip").await.problem(404);
}

#[actix_web::test]
async fn a_pause_ends_at_the_start_of_its_day_in_the_zone() {
    let server = TestServer::start().await;
    let visitor = server.visitor();
    let alarm = make(&visitor, json!({ "pausedUntil": "2026-11-24", "timezone": "Asia/Tokyo" })).await;
    is(&alarm, &json!({ "pausedUntil": "2026-11-24", "nextTrigger": "2026-11-23T22:30:00Z", "enabled": 1 }));
    // There it is 23:30, and then after midnight.
    server.pass(Duration::hours(54) + Duration::minutes(30));
    is(&visitor.get("/api/alarms").await.ok(200)[0], &json!({ "pausedUntil": "2026-11-24" }));
    server.pass(Duration::hours(1));
    let rest = json!({ "pausedUntil": null, "nextTrigger": "2026-11-23T22:30:00Z" });
    is(&visitor.get("/api/alarms").await.ok(200)[0], &rest);
    let paused = change(&visitor, &alarm, json!({ "pausedUntil": "2027-01-07" })).await;
    is(&paused, &json!({ "pausedUntil": "2027-01-07", "nextTrigger": "2027-01-06T22:30:00Z" }));
    // Unrelated changes keep it.
    is(&change(&visitor, &alarm, json!({ "time": "08:00" })).await, &json!({ "nextTrigger": "2027-01-06T23:00:00Z" }));
    let back = change(&visitor, &alarm, json!({ "pausedUntil": null })).await;
    is(&back, &json!({ "pausedUntil": null, "nextTrigger": "2026-11-23T23:00:00Z" }));
    is(&change(&visitor, &alarm, json!({ "pausedUntil": "2020-01-01" })).await, &json!({ "pausedUntil": null }));
}

#[actix_web::test]
async fn a_pause_beyond_the_only_day_is_refused() {
    let server = TestServer::start().await;
    let visitor = server.visitor();
    let alarm = make(&visitor, json!({ "repeat": "once", "date": "2026-12-24" })).await;
    let pause = |day: &str| json!({ "pausedUntil": day });
    visitor.write("PATCH", &path(&alarm), &pause("2026-12-25")).await.refused(&["pausedUntil"]);
    is(&change(&visitor, &alarm, pause("2026-12-24")).await, &json!({ "nextTrigger": "2026-12-24T07:30:00Z" }));
    let undated = make(&visitor, json!({ "repeat": "once", "pausedUntil": "2026-12-01" })).await;
    is(&undated, &json!({ "nextTrigger": "2026-12-01T07:30:00Z" }));
}
