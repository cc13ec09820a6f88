//! Known and unknown paths, and their methods.

use serde_json::json;

use crate::{document::is_stream, server::TestServer};

#[actix_web::test]
async fn unknown_methods_are_refused_with_the_list_of_allowed_ones() {
    let server = TestServer::start().await;
    let visitor = server.visitor();
    for (path, item) in server.document.paths() {
        let mut allowed: Vec<String> = item.keys().map(|method| method.to_uppercase()).collect();
        // A stream is useless without its body.
        if item.contains_key("get") && !is_stream(path) {
            allowed.push("HEAD".to_owned());
        }
        allowed.push("OPTIONS".to_owned());
        allowed.sort();
        let path = path.replace("{id}", "1");
        let told = |header: String| {
            let mut told: Vec<String> = header.split(", ").map(str::to_owned).collect();
            told.sort();
            told
        };
        for method in ["GET", "POST", "PUT", "PATCH", "DELETE", "TRACE", "PURGE"] {
            if !allowed.iter().any(|it| it == method) {
                let answer = visitor.raw(method, &path, "{}").await;
                answer.problem(405);
                assert_eq!(told(answer.header("allow")), allowed, "{method} {path}");
            }
        }
        let options = visitor.call("OPTIONS", &path).await;
        assert_eq!((options.status, told(options.header("allow"))), (204, allowed), "{path}");
    }
}

#[actix_web::test]
async fn head_is_like_get_without_the_body() {
    let server = TestServer::start().await;
    let visitor = server.visitor();
    visitor.make("/api/alarms", &json!({ "time": "07:30", "repeat": "daily" })).await;
    for path in ["/api/alarms", "/api/timers", "/api/time", "/healthz", "/readyz", "/api/openapi.json"] {
        let (get, head) = (visitor.get(path).await, visitor.call("HEAD", path).await);
        assert_eq!((head.status, head.body.len()), (200, 0), "{path}");
        assert_eq!(head.header("content-type"), get.header("content-type"));
    }
    let head = server.send(server.request("HEAD", "/api/alarms"), Vec::new()).await;
    assert_eq!((head.status, head.body.len()), (400, 0));
}

#[actix_web::test]
async fn unknown_paths_are_problems() {
    let server = TestServer::start().await;
    let visitor = server.visitor();
    for path in [
        "/api",
        "/api/",
        "/api/alarm",
        "/api/alarms/",
        "/api/timers/",
        "/api//alarms",
        "/api/Alarms",
        "/api/alarms/1/",
        "/api/alarms/1/ring",
        "/api/alarms/1/toggle/",
        "/api/timers/1/snooze",
        "/api/alarms/preview/",
        "/api/time/",
        "/api/docs/",
        "/api/users/1",
        "/api/%00",
        "/api/%ff%fe",
        "/api/%zz",
        "/api/index.html",
    ] {
        for method in ["GET", "POST", "DELETE"] {
            visitor.call(method, path).await.problem(404);
        }
    }
    assert!(server.get_as_written("/api/..").await.starts_with("HTTP/1.1 404 "));
    for file in ["nothing.js", "..%2f..%2fCargo.toml", "%00", "index.html%00"] {
        visitor.get(&format!("/api/docs/{file}")).await.problem(404);
    }
}
