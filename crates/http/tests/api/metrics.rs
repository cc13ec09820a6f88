//! Metrics of requests, streams and sign-ins, none of which identifies a visitor.

use prometheus_client::{encoding::text, registry::Registry};
use serde_json::json;
use tokibako_http::Limits;
use tokibako_storage::testing::until;

use crate::server::TestServer;

/// A server with limits, and its metrics.
async fn watched() -> (TestServer, Registry) {
    let server = TestServer::with_limits(Limits::behind(Vec::new())).await;
    let mut registry = Registry::with_prefix("tokibako");
    server.components.register_metrics(&mut registry);
    (server, registry)
}

fn told(registry: &Registry) -> String {
    let mut told = String::new();
    text::encode(&mut told, registry).unwrap();
    told
}

#[track_caller]
fn tells(registry: &Registry, line: &str) {
    let told = told(registry);
    assert!(told.lines().any(|told| told == line), "{line} in\n{told}");
}

#[actix_web::test]
async fn requests_are_counted_by_route_method_and_status_class() {
    let (server, registry) = watched().await;
    let visitor = server.visitor();
    let alarm = visitor.make("/api/alarms", &json!({"time": "07:30", "repeat": "daily", "label": "geheim"})).await;
    visitor.call("POST", &format!("/api/alarms/{}/toggle", alarm["id"])).await.ok(200);
    visitor.call("DELETE", "/api/alarms/987654321").await.problem(404);
    visitor.get("/api/geheim").await.problem(404);
    visitor.get("/geheim").await;
    visitor.call("PUT", "/api/alarms").await.problem(405);
    for line in [
        r#"tokibako_http_requests_total{route="/api/alarms",method="POST",status="2xx"} 1"#,
        r#"tokibako_http_requests_total{route="/api/alarms/{id}/toggle",method="POST",status="2xx"} 1"#,
        r#"tokibako_http_requests_total{route="/api/alarms/{id}",method="DELETE",status="4xx"} 1"#,
        r#"tokibako_http_requests_total{route="/api/alarms",method="other",status="4xx"} 1"#,
        r#"tokibako_http_requests_total{route="none",method="GET",status="4xx"} 1"#,
        r#"tokibako_http_requests_total{route="/*",method="GET",status="4xx"} 1"#,
        r#"tokibako_http_request_duration_seconds_count{route="/api/alarms",method="POST"} 1"#,
    ] {
        tells(&registry, line);
    }
    let told = told(&registry);
    let id = alarm["id"].to_string();
    for secret in [visitor.id.as_str(), "geheim", "987654321", "127.0.0.1", &format!("/{id}"), &format!("\"{id}\"")] {
        assert!(!told.contains(secret), "{secret} in\n{told}");
    }
}

#[actix_web::test]
async fn open_streams_and_the_reasons_of_their_end_are_counted() {
    let (server, registry) = watched().await;
    let visitor = server.visitor();
    let path = format!("/api/alarms/notifications?browserId={}&lastEventId=0", visitor.id);
    let open = async || {
        let mut stream = server.request("GET", &path).send().await.unwrap();
        stream.chunk().await.unwrap().unwrap();
        stream
    };
    let stays = open().await;
    let leaves = open().await;
    tells(&registry, r#"tokibako_streams_open{kind="alarm"} 2"#);
    drop(leaves);
    let has_ended = async |reason| !told(&registry).contains(&format!("streams_closed_total{{reason=\"{reason}\"}} 0"));
    until("the server sees that its reader left", async || has_ended("left").await).await;
    tells(&registry, r#"tokibako_streams_open{kind="alarm"} 1"#);
    server.hub.close().await;
    until("the server ends the other", async || has_ended("stopping").await).await;
    tells(&registry, r#"tokibako_streams_open{kind="alarm"} 0"#);
    drop(stays);
}

#[actix_web::test]
async fn faults_of_pages_are_counted() {
    let (server, registry) = watched().await;
    let fault = json!({ "name": "TypeError", "file": "ringing.0a1b.js", "build": "1.2.0-abc" });
    let answer = server.visitor().write("POST", "/api/faults", &fault).await;
    assert_eq!((answer.status, answer.body.len()), (204, 0));
    tells(&registry, "tokibako_page_faults_total 1");
}

#[actix_web::test]
async fn sign_ins_and_refusals_are_counted() {
    let (server, registry) = watched().await;
    let visitor = server.visitor();
    let pair = |password: &str| json!({"username": "hako", "password": password});
    visitor.write("POST", "/api/register", &pair("geheim")).await.ok(201);
    visitor.write("POST", "/api/register", &pair("geheim")).await.problem(409);
    visitor.write("POST", "/api/login", &pair("geheim")).await.ok(200);
    for status in [401, 401, 401, 401, 401, 429] {
        visitor.write("POST", "/api/login", &pair("guessed")).await.problem(status);
    }
    visitor.write("POST", "/api/login", &json!({"username": "hako"})).await.problem(422);
    for line in [
        r#"tokibako_logins_total{outcome="invalid"} 1"#,
        r#"tokibako_logins_total{outcome="refused"} 1"#,
        r#"tokibako_registrations_total{outcome="invalid"} 0"#,
        r#"tokibako_registrations_total{outcome="ok"} 1"#,
        r#"tokibako_registrations_total{outcome="name_taken"} 1"#,
        r#"tokibako_logins_total{outcome="ok"} 1"#,
        r#"tokibako_logins_total{outcome="wrong_pair"} 5"#,
        r#"tokibako_logins_total{outcome="limited"} 1"#,
        r#"tokibako_limit_refusals_total{limit="logins_of_name_and_address"} 1"#,
        r#"tokibako_limit_refusals_total{limit="calls_of_address"} 0"#,
    ] {
        tells(&registry, line);
    }
}
