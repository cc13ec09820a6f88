//! A server on a machine whose clock is wrong: what it stores and answers is by the database's.

use serde_json::json;
use time::{Duration, OffsetDateTime, format_description::well_known::Rfc3339};
use tokibako_storage::testing::machine::Machine;

use crate::server::TestServer;

#[actix_web::test]
async fn alarms_and_timers_are_armed_by_the_databases_clock() {
    for ahead in [Duration::days(402), Duration::days(-402), Duration::HOUR, Duration::hours(-1)] {
        let server = TestServer::on_machine(&Machine::ahead_by(ahead)).await;
        let now = OffsetDateTime::now_utc();
        let soon = now + Duration::minutes(30);
        let time = format!("{:02}:{:02}", soon.hour(), soon.minute());
        let visitor = server.visitor();
        let alarm = visitor.make("/api/alarms", &json!({"time": time, "repeat": "daily", "timezone": "UTC"})).await;
        let timer = visitor.make("/api/timers", &json!({"minutes": 30, "enabled": 1})).await;
        for instant in [&alarm["nextTrigger"], &timer["endsAt"]] {
            let instant = OffsetDateTime::parse(instant.as_str().unwrap(), &Rfc3339).unwrap();
            assert!((instant - soon).abs() < Duration::minutes(2), "{ahead}: {instant}");
        }
    }
}

#[actix_web::test]
async fn pages_are_told_the_databases_time() {
    let server = TestServer::on_machine(&Machine::ahead_by(Duration::hours(3))).await;
    let time = server.get("/api/time").await.ok(200);
    let received_at = Duration::seconds_f64(time["receivedAt"].as_f64().unwrap() / 1_000.0);
    let error = OffsetDateTime::UNIX_EPOCH + received_at - OffsetDateTime::now_utc();
    assert!(error.abs() < Duration::seconds(10), "{error}");
}
