//! Days off: read, replaced, observed by alarms, announced to other devices, and moved to an account. The clock shows
//! 2026-11-21T08:00:00.123Z, a Saturday.

use serde_json::{Value, json};
use time::Duration;
use tokibako_domain::occurrence::Repeat;
use tokibako_storage::{alarms, testing::sample::alarm_at};

use crate::{
    person::{Person, credentials},
    reader::Reader,
    server::{TestServer, Visitor},
};

const PATH: &str = "/api/days-off";

fn range(from: &str, to: &str, label: Option<&str>) -> Value {
    json!({ "from": from, "to": to, "label": label })
}

async fn put(visitor: &Visitor<'_>, ranges: Value) -> Value {
    visitor.write("PUT", PATH, &json!({ "ranges": ranges })).await.ok(200)["ranges"].clone()
}

async fn daily(visitor: &Visitor<'_>, more: Value) -> Value {
    let mut body = json!({ "time": "07:30", "repeat": "daily" });
    body.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    visitor.make("/api/alarms", &body).await
}

async fn next(visitor: &Visitor<'_>) -> Vec<Value> {
    let alarms = visitor.get("/api/alarms").await.ok(200);
    alarms.as_array().unwrap().iter().map(|alarm| alarm["nextTrigger"].clone()).collect()
}

async fn events(visitor: &Visitor<'_>, client: &str) -> Reader {
    let request = visitor.request("GET", "/api/events").header("X-Client-Id", client);
    let mut stream = Reader::open(request).await;
    stream.ready().await;
    stream
}

#[actix_web::test]
async fn a_list_is_sorted_merged_and_loses_the_past() {
    let server = TestServer::start().await;
    let visitor = server.visitor();
    assert_eq!(visitor.get(PATH).await.ok(200), json!({ "ranges": [] }));
    let sent = json!([
        range("2026-12-25", "2026-12-26", Some(" Christmas ")),
        range("2026-11-13", "2026-11-13", Some("fair")),
        { "from": "2026-11-14", "to": "2026-11-14" },
        range("2026-12-23", "2027-01-03", Some("away")),
    ]);
    let merged = json!([range("2026-11-14", "2026-11-14", None), range("2026-12-23", "2027-01-03", Some("away"))]);
    assert_eq!(put(&visitor, sent).await, merged);
    assert_eq!(visitor.get(PATH).await.ok(200), json!({ "ranges": merged }));
    assert_eq!(put(&visitor, merged.clone()).await, merged);
    server.pass(Duration::days(1));
    assert_eq!(visitor.get(PATH).await.ok(200), json!({ "ranges": [merged[1]] }));
    assert_eq!(put(&visitor, json!([])).await, json!([]));
    assert_eq!(server.visitor().get(PATH).await.ok(200), json!({ "ranges": [] }));
}

#[actix_web::test]
async fn an_invalid_list_is_refused_and_changes_nothing() {
    let server = TestServer::start().await;
    let visitor = server.visitor();
    daily(&visitor, json!({})).await;
    let day = range("2026-11-22", "2026-11-22", None);
    put(&visitor, json!([day])).await;
    for (ranges, message) in [
        (json!([{}]), "ranges[0]: from must be a day"),
        (json!([day, { "from": "2026-11-22" }]), "ranges[1]: to must be a day"),
        (json!([range("2026-02-30", "2026-03-01", None)]), "ranges[0]: from must be a day"),
        (json!([range("2026-12-02", "2026-12-01", None)]), "cannot end before it begins"),
        (json!([range("2026-12-01", "2028-01-05", None)]), "at most 400 days, not 401"),
        (json!([range("2026-12-01", "2026-12-01", Some(&"家".repeat(61)))]), "at most 60 characters, not 61"),
        (json!([range("2026-12-01", "2026-12-01", Some("a\u{0}"))]), "U+0000"),
        (json!(vec![day.clone(); 401]), "at most 400 ranges of days off, not 401"),
    ] {
        let problem = visitor.write("PUT", PATH, &json!({ "ranges": ranges })).await.problem(422);
        let told = problem["errors"]["ranges"][0].as_str().unwrap();
        assert!(told.contains(message), "{told}");
    }
    visitor.write("PUT", PATH, &json!({})).await.refused(&["ranges"]);
    for malformed in [json!({ "ranges": "tomorrow" }), json!({ "ranges": null }), json!({ "ranges": [1] })] {
        visitor.write("PUT", PATH, &malformed).await.problem(400);
    }
    let too_large = json!({ "ranges": [], "more": "a".repeat(140_000) });
    visitor.write("PUT", PATH, &too_large).await.problem(413);
    assert_eq!(visitor.get(PATH).await.ok(200), json!({ "ranges": [day] }));
    assert_eq!(next(&visitor).await, ["2026-11-23T07:30:00Z"]);
}

#[actix_web::test]
async fn the_longest_list_fits_into_a_body() {
    let server = TestServer::start().await;
    let visitor = server.visitor();
    let day = |index: i64| (time::macros::date!(2026 - 12 - 01) + Duration::days(index * 2)).to_string();
    let name = "𠮷".repeat(60);
    let longest: Vec<_> = (0..400).map(|index| range(&day(index), &day(index), Some(&name))).collect();
    assert_eq!(put(&visitor, json!(longest)).await, json!(longest));
}

#[actix_web::test]
async fn alarms_are_silent_on_days_off_unless_they_say_otherwise() {
    let server = TestServer::start().await;
    let visitor = server.visitor();
    let silent = daily(&visitor, json!({})).await;
    assert_eq!(silent["daysOff"], "silent");
    let rings = daily(&visitor, json!({ "daysOff": "ring" })).await;
    let tokyo = daily(&visitor, json!({ "timezone": "Asia/Tokyo" })).await;
    let chosen = daily(&visitor, json!({ "repeat": "once", "date": "2026-11-22" })).await;
    assert_eq!((&rings["daysOff"], &rings["nextTrigger"]), (&json!("ring"), &json!("2026-11-22T07:30:00Z")));
    put(&visitor, json!([range("2026-11-22", "2026-11-23", None)])).await;
    let moved = ["2026-11-24T07:30:00Z", "2026-11-22T07:30:00Z", "2026-11-23T22:30:00Z", "2026-11-22T07:30:00Z"];
    assert_eq!(next(&visitor).await, moved);
    // Alarms that are created or changed now observe the list, too.
    let new = daily(&visitor, json!({ "repeat": "rule", "rule": "FREQ=WEEKLY;BYDAY=MO" })).await;
    assert_eq!(new["nextTrigger"], "2026-11-30T07:30:00Z");
    let path = |alarm: &Value| format!("/api/alarms/{}", alarm["id"]);
    let changed = visitor.write("PATCH", &path(&silent), &json!({ "daysOff": "ring" })).await.ok(200);
    assert_eq!(changed["nextTrigger"], "2026-11-22T07:30:00Z");
    let changed = visitor.write("PATCH", &path(&silent), &json!({ "daysOff": "silent", "label": "tea" })).await.ok(200);
    assert_eq!(changed["nextTrigger"], "2026-11-24T07:30:00Z");
    let snoozed = visitor.call("POST", &format!("{}/snooze", path(&silent))).await.ok(200);
    visitor.write("PATCH", &path(&silent), &json!({ "daysOff": "never" })).await.refused(&["daysOff"]);
    put(&visitor, json!([])).await;
    let back = [
        snoozed["nextTrigger"].clone(),
        json!("2026-11-22T07:30:00Z"),
        json!("2026-11-21T22:30:00Z"),
        chosen["nextTrigger"].clone(),
        json!("2026-11-23T07:30:00Z"),
    ];
    assert_eq!(next(&visitor).await, back);
    assert_eq!(tokyo["nextTrigger"], "2026-11-21T22:30:00Z");
}

#[actix_web::test]
async fn an_alarm_whose_last_days_are_off_keeps_waiting_through_a_new_label() {
    let server = TestServer::start().await;
    let visitor = server.visitor();
    let alarm = daily(&visitor, json!({ "repeat": "rule", "rule": "FREQ=DAILY;UNTIL=20261123" })).await;
    put(&visitor, json!([range("2026-11-22", "2026-11-30", None)])).await;
    let path = format!("/api/alarms/{}", alarm["id"]);
    let waiting = visitor.write("PATCH", &path, &json!({ "label": "tea" })).await.ok(200);
    assert_eq!((&waiting["enabled"], &waiting["nextTrigger"]), (&json!(0), &Value::Null));
    put(&visitor, json!([range("2026-11-22", "2026-11-22", None)])).await;
    assert_eq!(next(&visitor).await, ["2026-11-23T07:30:00Z"]);
    // Switched off by hand, it stays off.
    put(&visitor, json!([range("2026-11-22", "2026-11-30", None)])).await;
    visitor.write("PATCH", &path, &json!({ "enabled": 0 })).await.ok(200);
    put(&visitor, json!([])).await;
    assert_eq!(next(&visitor).await, [Value::Null]);
}

#[actix_web::test]
async fn other_devices_learn_of_the_list_and_of_the_alarms_that_it_moves() {
    let server = TestServer::start().await;
    let visitor = server.visitor();
    // Stored directly: the hint of a second change within a second would be delayed.
    let (storage, browser) = (server.database.storage(), visitor.id.parse().unwrap());
    alarms::insert(&storage, alarm_at(browser, "07:30", Repeat::Daily, server.now())).await.unwrap();
    let mut other = events(&visitor, "other").await;
    put(&visitor, json!([range("2026-11-22", "2026-11-22", None)])).await;
    let mut told = vec![other.news().await, other.news().await];
    told.sort_by_key(|(_, news)| news["list"].to_string());
    let changed = |list: &str| ("changed".to_owned(), json!({ "list": list }));
    assert_eq!(told, [changed("alarms"), changed("days-off")]);
}

#[actix_web::test]
async fn the_list_joins_that_of_the_account_and_is_deleted_with_the_browser() {
    let server = TestServer::start().await;
    let ann = Person::registered(&server, "Ann").await;
    put(&ann.visitor, json!([range("2026-11-22", "2026-11-22", Some("fair"))])).await;
    daily(&ann.visitor, json!({})).await;
    let other = Person::new(&server);
    put(&other.visitor, json!([range("2026-11-23", "2026-11-23", Some("trip"))])).await;
    let mut pair = credentials("Ann");
    pair["bring"] = json!(true);
    let user = other.write("/api/login", &pair).await.ok(200);
    let other = other.carrying_on_as(&user);
    let both =
        json!([range("2026-11-22", "2026-11-22", Some("fair")), range("2026-11-23", "2026-11-23", Some("trip"))]);
    assert_eq!(other.get(PATH).await.ok(200)["ranges"], both);
    assert_eq!(other.get("/api/alarms").await.ok(200)[0]["nextTrigger"], "2026-11-24T07:30:00Z");
    assert_eq!(other.get("/api/browser").await.ok(200)["daysOff"], both);
    assert_eq!(other.call("DELETE", "/api/browser").await.status, 204);
    assert_eq!(other.get(PATH).await.ok(200)["ranges"], json!([]));
}
