//! Requests of one address do not hold up those of another.

use futures_util::future::join_all;
use serde_json::json;
use tokibako_http::Limits;
use tokibako_storage::testing::hold::Hold;

use crate::server::{Answer, TestServer, Visitor};

/// How many queries of one address run at the same time.
const SHARE: usize = 3;

/// A server behind a proxy that forwards addresses.
async fn server() -> TestServer {
    let limits = Limits::behind(vec!["127.0.0.0/8".parse().unwrap()]);
    TestServer::with_limits(limits).await
}

/// A request from this address.
async fn from(address: &str, visitor: &Visitor<'_>, method: &str, path: &str) -> Answer {
    let request = visitor.request(method, path).header("X-Forwarded-For", address);
    visitor.server.send(request, Vec::new()).await
}

#[actix_web::test]
async fn requests_that_wait_for_a_lock_leave_connections_to_other_addresses() {
    let server = server().await;
    let (visitor, other) = (server.visitor(), server.visitor());
    let alarm = visitor.make("/api/alarms", &json!({"time": "07:30", "repeat": "daily"})).await;
    let mut hold = Hold::of_writes(&server.database, "alarms");
    let path = format!("/api/alarms/{}/toggle", alarm["id"]);
    // Two addresses of an IPv6 /48 are one neighbour.
    let addresses: Vec<_> = (0..30).map(|number| format!("2001:db8:0:{number:x}::1")).collect();
    let waiting = addresses.iter().map(|address| from(address, &visitor, "POST", &path));
    let served = async {
        hold.until_waiting(SHARE).await;
        for address in ["198.51.100.2", "2001:db8:1::1"] {
            from(address, &other, "GET", "/api/alarms").await.ok(200);
        }
        assert_eq!(hold.waiting(), SHARE);
        drop(hold);
    };
    let (answers, ()) = tokio::join!(join_all(waiting), served);
    assert!(answers.iter().all(|answer| [200, 503].contains(&answer.status)));
    from("198.51.100.2", &other, "GET", "/api/alarms").await.ok(200);
}
