//! Faults that pages report.

use serde_json::json;
use tokibako_http::Limits;

use crate::server::TestServer;

#[actix_web::test]
async fn nothing_that_a_visitor_has_typed_fits_into_a_report() {
    let server = TestServer::start().await;
    for (field, value) in [
        ("name", "Cannot read 'Tea with Ann'"),
        ("name", ""),
        ("file", "a\nb"),
        ("file", "https://time.example/timer/en?label=Tea"),
        ("build", "目覚まし"),
        ("build", &"x".repeat(101)),
    ] {
        let mut fault = json!({ "name": "TypeError", "file": "ringing.js", "build": "1" });
        fault[field] = json!(value);
        let refused = server.visitor().write("POST", "/api/faults", &fault).await;
        assert!(refused.problem(422)["errors"][field].is_array(), "{field} {value}");
    }
    let missing = server.visitor().write("POST", "/api/faults", &json!({})).await.problem(422);
    assert_eq!(missing["errors"].as_object().unwrap().len(), 3);
}

#[actix_web::test]
async fn an_address_reports_a_few_faults_a_minute() {
    let server = TestServer::with_limits(Limits::behind(Vec::new())).await;
    let fault = json!({ "name": "TypeError", "file": "ringing.js", "build": "1" });
    let mut statuses = Vec::new();
    for _ in 0..7 {
        statuses.push(server.visitor().write("POST", "/api/faults", &fault).await.status);
    }
    assert_eq!(statuses, [204, 204, 204, 204, 204, 429, 429]);
}
