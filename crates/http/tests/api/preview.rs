//! Previews of the next ring of an alarm.

use serde_json::json;

use crate::server::TestServer;

#[actix_web::test]
async fn a_preview_has_the_first_ring_after_an_instant() {
    let server = TestServer::start().await;
    for (query, expected) in [
        // The clock shows 2026-11-21T08:00:00.123Z, a Saturday.
        ("time=08:00&repeat=daily", "2026-11-22T08:00:00Z"),
        ("time=08:01&repeat=once", "2026-11-21T08:01:00Z"),
        ("time=08:01&repeat=weekday", "2026-11-23T08:01:00Z"),
        ("time=07:30&repeat=weekend", "2026-11-22T07:30:00Z"),
        ("time=07:30&repeat=daily&timezone=Asia/Tokyo", "2026-11-21T22:30:00Z"),
        ("time=07:30&repeat=daily&timezone=Asia%2FKathmandu", "2026-11-22T01:45:00Z"),
        ("time=07:30&repeat=daily&after=2026-11-21T07:30:00Z", "2026-11-22T07:30:00Z"),
        ("time=07:30&repeat=daily&after=2026-11-21T07:29:59.999Z", "2026-11-21T07:30:00Z"),
        ("time=07:30&repeat=daily&after=2026-11-21T09:29:59%2B02:00", "2026-11-21T07:30:00Z"),
        ("time=07:30&repeat=daily&after=2026-11-21T09:29:59+02:00", "2026-11-21T07:30:00Z"),
        // A local time that a clock change skips rings later by the gap; one that occurs twice rings the first time.
        ("time=02:30&repeat=once&timezone=America/New_York&after=2026-03-08T00:00:00Z", "2026-03-08T07:30:00Z"),
        ("time=01:30&repeat=once&timezone=America/New_York&after=2026-11-01T00:00:00Z", "2026-11-01T05:30:00Z"),
        ("time=01:30&repeat=once&timezone=America/New_York&after=2026-11-01T05:30:00Z", "2026-11-02T06:30:00Z"),
        ("time=02:15&repeat=daily&timezone=Australia/Lord_Howe&after=2026-10-03T00:00:00Z", "2026-10-03T15:45:00Z"),
        ("time=07:30&repeat=days&days=mon,wed", "2026-11-23T07:30:00Z"),
        ("time=07:30&repeat=days&days=wed%2Cmon", "2026-11-23T07:30:00Z"),
        ("time=09:00&repeat=days&days=sat", "2026-11-21T09:00:00Z"),
        ("time=07:30&repeat=days&days=sat", "2026-11-28T07:30:00Z"),
        ("time=07:30&repeat=once&date=2026-12-24", "2026-12-24T07:30:00Z"),
        ("time=07:30&repeat=once&date=2026-12-24&timezone=Asia/Tokyo", "2026-12-23T22:30:00Z"),
        ("time=07:30&repeat=daily&pausedUntil=2026-12-24", "2026-12-24T07:30:00Z"),
        ("time=07:30&repeat=days&days=mon&pausedUntil=2026-12-24", "2026-12-28T07:30:00Z"),
        ("time=07:30&repeat=rule&rule=FREQ=DAILY;INTERVAL=3&from=2026-11-20", "2026-11-23T07:30:00Z"),
        ("time=07:30&repeat=rule&rule=freq%3Dmonthly%3Bbyday%3D1mo&after=2026-01-02T00:00:00Z", "2026-01-05T07:30:00Z"),
        ("time=07:30&repeat=rule&rule=FREQ=YEARLY&from=2024-02-29&timezone=Asia/Tokyo", "2028-02-28T22:30:00Z"),
        ("time=23:59&repeat=daily&after=9999-12-30T23:59:00Z", "9999-12-31T23:59:00Z"),
        ("time=00:00&repeat=daily&after=0001-01-01T00:00:00Z", "0001-01-02T00:00:00Z"),
    ] {
        let answer = server.get(&format!("/api/alarms/preview?{query}")).await;
        assert_eq!(answer.ok(200), json!({ "nextTrigger": expected }), "{query}");
    }
}

#[actix_web::test]
async fn invalid_schedules_are_refused() {
    let server = TestServer::start().await;
    for (query, fields) in [
        ("", &["repeat", "time"][..]),
        ("time=07:30", &["repeat"]),
        ("repeat=daily", &["time"]),
        ("time=&repeat=&timezone=&after=", &["after", "repeat", "time", "timezone"]),
        ("time=24:00&repeat=daily", &["time"]),
        ("time=7:30&repeat=daily", &["time"]),
        ("time=07:60&repeat=daily", &["time"]),
        ("time=07:30:00&repeat=daily", &["time"]),
        ("time=%00&repeat=daily", &["time"]),
        ("time=%D9%A0%D9%A7:30&repeat=daily", &["time"]),
        ("time=07:30&repeat=Daily", &["repeat"]),
        ("time=07:30&repeat=monthly", &["repeat"]),
        ("time=07:30&repeat=daily&timezone=Mars/Olympus", &["timezone"]),
        ("time=07:30&repeat=daily&timezone=../etc/passwd", &["timezone"]),
        ("time=07:30&repeat=daily&timezone=%2B09:00", &["timezone"]),
        ("time=07:30&repeat=daily&after=yesterday", &["after"]),
        ("time=07:30&repeat=daily&after=2026-11-21", &["after"]),
        ("time=07:30&repeat=daily&after=1763764200", &["after"]),
        ("time=07:30&repeat=daily&after=2026-02-30T00:00:00Z", &["after"]),
        ("time=07:30&repeat=daily&after=9999-12-31T23:59:59Z", &["after"]),
        ("time=07:30&repeat=daily&after=9999-12-31T23:59:59-14:00", &["after"]),
        ("time=07:30&repeat=daily&after=0000-01-01T00:00:00%2B14:00", &["after"]),
        ("time=07:30&repeat=daily&after=99999-01-01T00:00:00Z", &["after"]),
        ("time=07:30&repeat=days", &["days"]),
        ("time=07:30&repeat=days&days=", &["days"]),
        ("time=07:30&repeat=days&days=mon,", &["days"]),
        ("time=07:30&repeat=days&days=mon,mon", &["days"]),
        ("time=07:30&repeat=days&days=Mon", &["days"]),
        ("time=07:30&repeat=daily&days=mon", &["days"]),
        ("time=07:30&repeat=daily&date=2026-12-24", &["date"]),
        ("time=07:30&repeat=once&date=2026-11-21", &["date"]),
        ("time=07:30&repeat=once&date=2026-02-30", &["date"]),
        ("time=07:30&repeat=once&date=2026-12-24&pausedUntil=2026-12-25", &["pausedUntil"]),
        ("time=07:30&repeat=rule", &["rule"]),
        ("time=07:30&repeat=rule&rule=FREQ=DAILY;UNTIL=20261120", &["rule"]),
        ("time=07:30&repeat=rule&rule=FREQ=DAILY;COUNT=2", &["rule"]),
        ("time=07:30&repeat=daily&rule=FREQ=DAILY", &["rule"]),
        ("time=07:30&repeat=daily&from=2026-11-23", &["from"]),
        ("time=07:30&repeat=daily&pausedUntil=soon", &["pausedUntil"]),
        ("time=x&repeat=y&timezone=z&after=w", &["after", "repeat", "time", "timezone"]),
    ] {
        server.get(&format!("/api/alarms/preview?{query}")).await.refused(fields);
    }
    server.get("/api/alarms/preview?time=07:30&time=08:30&repeat=daily").await.problem(400);
    server.get("/api/alarms/preview?%ff=%fe&time=%zz&repeat=daily").await.problem(422);
    server
        .get(&format!("/api/alarms/preview?time=07:30&repeat=daily&timezone={}", "A".repeat(9_000)))
        .await
        .problem(422);
}

#[actix_web::test]
async fn a_preview_agrees_with_the_created_alarm() {
    let server = TestServer::start().await;
    let visitor = server.visitor();
    for zone in ["UTC", "Asia/Tokyo", "America/St_Johns", "Australia/Eucla", "Pacific/Apia"] {
        for repeat in ["daily", "weekday", "weekend", "once"] {
            let path = format!("/api/alarms/preview?time=06:45&repeat={repeat}&timezone={zone}");
            let preview = server.get(&path).await.ok(200);
            let body = json!({ "time": "06:45", "repeat": repeat, "timezone": zone });
            let alarm = visitor.make("/api/alarms", &body).await;
            assert_eq!(alarm["nextTrigger"], preview["nextTrigger"], "{path}");
        }
    }
}
