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
async fn a_host_is_sent_once_and_is_one() {
    let server = TestServer::start().await;
    let status = async |hosts: &str| {
        let answer = server.exchange(format!("GET /api/time HTTP/1.1\r\n{hosts}Connection: close\r\n\r\n")).await;
        answer.split(' ').nth(1).unwrap().to_owned()
    };
    for hosts in [
        "Host: time.example, time.example\r\n",
        "Host: a b\r\n",
        "Host: [::1\r\n",
        "Host: time.example:99999\r\n",
        "Host:\r\n",
        "Host: time.example\r\nHost: other.example\r\n",
        "Host: time.example\r\nHost: time.example\r\n",
    ] {
        assert_eq!(status(hosts).await, "400", "{hosts}");
    }
    for hosts in ["Host: TIME.example:8443\r\n", "Host: [::1]:80\r\n", "Host: 192.0.2.1\r\n"] {
        assert_eq!(status(hosts).await, "200", "{hosts}");
    }
}

/// The web app of an ntfy server answers a ring by fetch, from its own address and by a token.
#[actix_web::test]
async fn a_page_of_another_site_may_answer_a_ring_by_its_token_and_nothing_else() {
    let server = TestServer::start().await;
    let asked = server.request("OPTIONS", "/api/rings/answer").header("Origin", "https://ntfy.example");
    let asked = asked.header("Access-Control-Request-Method", "POST");
    let asked = asked.header("Access-Control-Request-Headers", "authorization,content-type");
    let preflight = server.raw(asked.header("Sec-Fetch-Site", "cross-site"), Vec::new()).await;
    assert_eq!(preflight.status, 204);
    assert_eq!(preflight.header("access-control-allow-origin"), "*");
    assert_eq!(preflight.header("access-control-allow-methods"), "POST");
    assert_eq!(preflight.header("access-control-allow-headers"), "authorization, content-type");
    assert_eq!(preflight.header("access-control-allow-credentials"), "");

    let body = json!({"kind": "timer", "id": 1, "scheduledFor": "2026-11-21T08:00:00Z", "answer": "stop"}).to_string();
    let post = async |path: &str, headers: &[(&str, &str)]| {
        let request = server.request("POST", path).header("Content-Type", "application/json");
        let request = request.header("Origin", "https://ntfy.example").header("Sec-Fetch-Site", "cross-site");
        let request = headers.iter().fold(request, |request, header| request.header(header.0, header.1));
        server.raw(request, body.clone().into_bytes()).await
    };
    let token = ("Authorization", "Bearer wrong");
    let browser = ("X-Browser-Id", "6b1d3a5e-7c40-4a8e-9a39-0f6a3c9f3b10");
    // The page can read why.
    let refused = post("/api/rings/answer", &[token]).await;
    assert_eq!(refused.problem(401)["type"], "/problems/bad-token");
    assert_eq!(refused.header("access-control-allow-origin"), "*");
    for (path, headers) in [
        ("/api/rings/answer", &[][..]),
        ("/api/rings/answer", &[browser]),
        ("/api/rings/answer", &[token, browser]),
        ("/api/rings/answer", &[("Authorization", "Basic YTpi")]),
        ("/api/rings/heard", &[token]),
        ("/api/timers", &[token]),
    ] {
        let refused = post(path, headers).await;
        assert_eq!(refused.problem(403)["type"], "/problems/other-site", "{path} {headers:?}");
    }
    for path in ["/api/rings/heard", "/api/timers", "/api/user"] {
        let options =
            server.raw(server.request("OPTIONS", path).header("Origin", "https://x.example"), Vec::new()).await;
        assert_eq!(options.header("access-control-allow-origin"), "", "{path}");
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
