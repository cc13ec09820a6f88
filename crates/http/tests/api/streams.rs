//! Who may open an event stream, and what it says first.

use awc::http::header::HeaderMap;
use futures_util::StreamExt as _;

use crate::server::TestServer;

/// Opens a stream and reads its first bytes; the connection ends with the answer.
async fn open(server: &TestServer, path: &str, header: Option<&str>) -> (u16, HeaderMap, String) {
    let request = server.request("GET", path);
    let request = match header {
        Some(id) => request.insert_header(("X-Browser-Id", id)),
        None => request,
    };
    let mut answer = request.send().await.unwrap();
    let first = answer.next().await.unwrap().unwrap();
    (answer.status().as_u16(), answer.headers().clone(), String::from_utf8(first.to_vec()).unwrap())
}

#[actix_web::test]
async fn begin_at_once_with_ready() {
    let server = TestServer::start().await;
    let id = server.visitor().id;
    for kind in ["alarms", "timers"] {
        let path = format!("/api/{kind}/notifications");
        let named = format!("{path}?browserId={id}");
        for (path, header) in [(&named, None), (&path, Some(id.as_str())), (&named, Some(id.as_str()))] {
            let (status, headers, first) = open(&server, path, header).await;
            assert_eq!((status, first.as_str()), (200, "retry: 1000\n\nevent: ready\nid: 0\ndata: {}\n\n"), "{path}");
            for (name, value) in
                [("content-type", "text/event-stream"), ("cache-control", "no-store"), ("x-accel-buffering", "no")]
            {
                assert_eq!(headers.get(name).unwrap(), value);
            }
            assert!(!headers.contains_key("content-encoding"));
        }
    }
}

#[actix_web::test]
async fn are_opened_by_one_known_browser() {
    let server = TestServer::start().await;
    let (id, other) = (server.visitor().id, server.visitor());
    for path in ["/api/alarms/notifications", "/api/timers/notifications"] {
        server.get(path).await.problem(400);
        for query in ["browserId=", "browserId=x", "browserId=00000000-0000-0000-0000-000000000000", "browserid=x"] {
            server.get(&format!("{path}?{query}")).await.problem(400);
        }
        server.get(&format!("{path}?browserId={id}&browserId={id}")).await.problem(400);
        other.get(&format!("{path}?browserId={id}")).await.problem(403);
    }
}

#[actix_web::test]
async fn are_twelve_a_browser_at_most() {
    let server = TestServer::start().await;
    let (one, other) = (server.visitor(), server.visitor());
    let path = |id: &str| format!("/api/timers/notifications?browserId={id}");
    let mut streams = Vec::new();
    for _ in 0..12 {
        let mut stream = server.request("GET", &path(&one.id)).send().await.unwrap();
        stream.next().await.unwrap().unwrap();
        streams.push(stream);
    }
    let refused = server.get(&path(&one.id)).await;
    refused.problem(429);
    assert!(refused.header("retry-after").parse::<u32>().is_ok_and(|seconds| seconds > 0));
    let (status, ..) = open(&server, &path(&other.id), None).await;
    assert_eq!(status, 200);
}
