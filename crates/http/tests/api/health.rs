//! Health, the clock, and a database that fails.

use serde_json::json;
use time::Duration;
use tokibako_http::{Settings, Version};
use tokibako_storage::testing::until;

use crate::server::TestServer;

#[actix_web::test]
async fn the_time_has_milliseconds() {
    let server = TestServer::start().await;
    let answer = server.get("/api/time").await;
    assert_eq!(answer.text(), r#"{"receivedAt":1795248000123.0,"sentAt":1795248000123.0}"#);
    assert_eq!(answer.header("cache-control"), "no-store");
    assert_eq!(answer.header("content-type"), "application/json");
}

#[actix_web::test]
async fn a_closed_server_is_alive_but_not_ready() {
    let server = TestServer::start().await;
    server.get("/readyz").await.ok(200);
    server.components.close();
    server.get("/healthz").await.ok(200);
    assert_eq!(unready(&server).await, "the server is starting or stopping");
    server.components.open();
    server.get("/readyz").await.ok(200);
}

/// The reason why `/readyz` says that the server is not ready.
async fn unready(server: &TestServer) -> String {
    server.get("/readyz").await.problem(503)["detail"].as_str().unwrap().to_owned()
}

#[actix_web::test]
async fn a_scheduler_that_claims_nothing_for_five_seconds_is_not_ready() {
    let server = TestServer::with_settings(Settings { runs_scheduler: true, ..Settings::default() }).await;
    let progress = server.storage.progress();
    progress.work_is_due(server.now());
    server.pass(Duration::milliseconds(4_999));
    server.get("/readyz").await.ok(200);
    server.pass(Duration::MILLISECOND);
    assert_eq!(unready(&server).await, "the scheduler is late");
    server.get("/healthz").await.ok(200);
    progress.made();
    server.get("/readyz").await.ok(200);
    // A herd: rows are always due, but they are claimed.
    for _ in 0..10 {
        progress.work_is_due(server.now());
        server.pass(Duration::seconds(2));
        progress.made();
        server.get("/readyz").await.ok(200);
    }
}

#[actix_web::test]
async fn a_server_without_scheduler_is_ready_while_rows_are_due() {
    let server = TestServer::start().await;
    server.visitor().make("/api/timers", &json!({"minutes": 5, "enabled": 1})).await;
    server.storage.progress().work_is_due(server.now());
    server.pass(Duration::hours(1));
    server.get("/readyz").await.ok(200);
}

#[actix_web::test]
async fn a_server_is_not_ready_while_the_database_has_no_space() {
    let server = TestServer::start().await;
    let visitor = server.visitor();
    server.database.execute(
        "CREATE FUNCTION fill() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION USING ERRCODE = '53100', \
         MESSAGE = 'could not extend file \"base/1/2\": No space left on device'; END $$; \
         CREATE TRIGGER fill BEFORE INSERT ON timers EXECUTE FUNCTION fill()",
    );
    server.get("/readyz").await.ok(200);
    let answer = visitor.raw("POST", "/api/timers", r#"{"minutes":1}"#).await;
    answer.problem(503);
    assert!(answer.header("retry-after").parse::<u32>().is_ok_and(|seconds| seconds > 0));
    assert_eq!(unready(&server).await, "the database has no room left");
    visitor.get("/api/timers").await.ok(200);
}

#[actix_web::test]
async fn the_liveness_probe_names_the_version() {
    let version = Version { number: "1.2.3", commit: Some("0123456789ab") };
    let server = TestServer::with_settings(Settings { version, ..Settings::default() }).await;
    let alive = json!({"status": "ok", "version": "1.2.3", "commit": "0123456789ab"});
    assert_eq!(server.get("/healthz").await.ok(200), alive);
    let server =
        TestServer::with_settings(Settings { version: Version { commit: None, ..version }, ..Settings::default() })
            .await;
    assert_eq!(server.get("/healthz").await.ok(200), json!({"status": "ok", "version": "1.2.3"}));
}

#[actix_web::test]
async fn security_txt_has_the_contact_if_one_is_configured() {
    let contact = Some("mailto:security@time.example".to_owned());
    let server = TestServer::with_settings(Settings { security_contact: contact, ..Settings::default() }).await;
    let answer = server.get("/.well-known/security.txt").await;
    assert_eq!(answer.status, 200);
    assert_eq!(answer.header("content-type"), "text/plain; charset=utf-8");
    assert!(answer.text().starts_with("Contact: mailto:security@time.example\nExpires: 20"), "{}", answer.text());
    let server = TestServer::start().await;
    assert_eq!(server.get("/.well-known/security.txt").await.status, 404);
}

#[actix_web::test]
async fn the_readiness_probe_queries_the_database_once_a_second() {
    let server = TestServer::start().await;
    server.get("/readyz").await.ok(200);
    server.database.admit_connections(false);
    server.get("/readyz").await.ok(200);
    server.pass(Duration::SECOND);
    assert_eq!(unready(&server).await, "the database is unavailable");
    server.database.admit_connections(true);
    assert_eq!(unready(&server).await, "the database is unavailable");
    until("the database is found again", async || {
        server.pass(Duration::SECOND);
        server.get("/readyz").await.status == 200
    })
    .await;
}

#[actix_web::test]
async fn a_server_without_its_migrations_is_not_ready() {
    let server = TestServer::start().await;
    for damage in ["DELETE FROM __diesel_schema_migrations", "DROP TABLE __diesel_schema_migrations"] {
        server.database.execute(damage);
        server.pass(Duration::SECOND);
        assert_eq!(unready(&server).await, "the database lacks migrations of this version");
    }
    server.get("/healthz").await.ok(200);
}

#[actix_web::test]
async fn requests_for_rows_are_unavailable_while_the_database_is_down() {
    let server = TestServer::start().await;
    let visitor = server.visitor();
    let alarm = visitor.make("/api/alarms", &json!({ "time": "07:30", "repeat": "daily" })).await;
    let (alarm_path, toggle) = (format!("/api/alarms/{}", alarm["id"]), format!("/api/alarms/{}/toggle", alarm["id"]));

    server.database.admit_connections(false);
    for (method, path, body) in [
        ("GET", "/api/alarms", ""),
        ("GET", "/api/timers", ""),
        ("POST", "/api/alarms", r#"{"time":"07:30","repeat":"daily"}"#),
        ("POST", "/api/timers", r#"{"minutes":1}"#),
        ("PATCH", &alarm_path, "{}"),
        ("POST", &toggle, ""),
        ("DELETE", &alarm_path, ""),
        ("GET", "/readyz", ""),
    ] {
        let answer = visitor.raw(method, path, body).await;
        answer.problem(503);
        assert!(answer.header("retry-after").parse::<u32>().is_ok_and(|seconds| seconds > 0), "{method} {path}");
    }
    server.get("/healthz").await.ok(200);
    server.get("/api/time").await.ok(200);
    visitor.write("POST", "/api/alarms", &json!({})).await.problem(422);

    server.database.admit_connections(true);
    // Connections are opened again gradually.
    until("the database is found again", async || visitor.get("/api/alarms").await.status == 200).await;
    assert_eq!(visitor.get("/api/alarms").await.ok(200), json!([alarm]));
}
