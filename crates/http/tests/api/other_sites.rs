//! Pages of other sites may read public data, and change nothing.

use serde_json::json;

use crate::server::{Answer, TestServer, Visitor};

async fn call(visitor: &Visitor<'_>, method: &str, path: &str, headers: &[(&str, &str)]) -> Answer {
    let request = visitor.server.request(method, path).header("X-Browser-Id", visitor.id.as_str());
    let request = headers.iter().fold(request, |request, header| request.header(header.0, header.1));
    visitor.server.send(request, Vec::new()).await
}

#[actix_web::test]
async fn pages_of_other_sites_cannot_write() {
    let server = TestServer::start().await;
    let visitor = server.visitor();
    let made = visitor.make("/api/timers", &json!({ "minutes": 1 })).await;
    let path = format!("/api/timers/{}", made["id"]);
    let toggle = format!("{path}/toggle");
    for headers in [
        [("Origin", "https://evil.example"), ("Sec-Fetch-Mode", "cors")],
        [("Origin", "null"), ("Sec-Fetch-Mode", "cors")],
        [("Origin", "https://time.example"), ("Sec-Fetch-Site", "cross-site")],
        [("Origin", "https://other.time.example"), ("Sec-Fetch-Site", "same-site")],
    ] {
        for (method, path) in [("DELETE", &path), ("POST", &toggle), ("PATCH", &path)] {
            let refused = call(&visitor, method, path, &headers).await;
            assert_eq!(refused.problem(403)["type"], "/problems/other-site", "{method} {headers:?}");
        }
        assert_eq!(call(&visitor, "GET", "/api/timers", &headers).await.ok(200), json!([made]));
    }
}

#[actix_web::test]
async fn the_sites_own_pages_and_clients_without_a_page_can_write() {
    let server = TestServer::start().await;
    let visitor = server.visitor();
    let made = visitor.make("/api/timers", &json!({ "minutes": 1 })).await;
    let path = format!("/api/timers/{}/toggle", made["id"]);
    let own = format!("http://{}", server.address);
    for headers in [
        vec![],
        vec![("Origin", "https://time.example")],
        vec![("Origin", own.as_str())],
        vec![("Origin", own.as_str()), ("Sec-Fetch-Site", "same-origin")],
        vec![("Sec-Fetch-Site", "none")],
    ] {
        call(&visitor, "POST", &path, &headers).await.ok(200);
    }
}
