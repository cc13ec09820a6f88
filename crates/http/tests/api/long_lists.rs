//! Lists of very many rows are complete, and do not affect other requests.

use serde_json::{Value, json};
use tokibako_storage::testing::until;
use tokio::{io::AsyncWriteExt as _, net::TcpStream};

use crate::server::{TestServer, Visitor};

/// More than the buffers of a connection hold.
const VERY_MANY: usize = 40_000;

/// A visitor with this many alarms and timers.
async fn owner(server: &TestServer, rows: usize) -> Visitor<'_> {
    let visitor = server.visitor();
    visitor.make("/api/alarms", &json!({ "time": "07:30", "repeat": "daily", "label": "x".repeat(100) })).await;
    visitor.make("/api/timers", &json!({ "minutes": 5 })).await;
    let (id, copies) = (&visitor.id, rows - 1);
    server.database.execute(&format!(
        "INSERT INTO alarms (browser_id, minute_of_day, repeat, timezone, sound, snooze_minutes, label, created_at) \
         SELECT browser_id, (n * 7919) % 1440, repeat, timezone, sound, snooze_minutes, label, created_at \
         FROM alarms, generate_series(1, {copies}) AS n WHERE browser_id = '{id}'; \
         INSERT INTO timers (browser_id, total_seconds, sound, remaining_ms, created_at) \
         SELECT browser_id, total_seconds, sound, 60000, created_at FROM timers, generate_series(1, {copies}) \
         WHERE browser_id = '{id}'"
    ));
    visitor
}

/// A connection that has requested a list and does not read it.
async fn reader(server: &TestServer, method: &str, path: &str, browser: &str) -> TcpStream {
    let mut socket = TcpStream::connect(server.address).await.unwrap();
    let request = format!("{method} {path} HTTP/1.1\r\nHost: a\r\nX-Browser-Id: {browser}\r\n\r\n");
    socket.write_all(request.as_bytes()).await.unwrap();
    socket.readable().await.unwrap();
    socket
}

#[actix_web::test]
async fn a_long_list_is_complete_and_in_order() {
    let server = TestServer::start().await;
    let (many, few) = (owner(&server, 1_234).await, owner(&server, 500).await);
    let alarms = many.get("/api/alarms").await;
    assert_eq!(alarms.header("transfer-encoding"), "chunked");
    let alarms = alarms.ok(200);
    let times: Vec<_> = alarms.as_array().unwrap().iter().map(|it| (it["time"].as_str(), it["id"].as_u64())).collect();
    assert_eq!((times.len(), times.is_sorted()), (1_234, true));
    let timers = many.get("/api/timers").await.ok(200);
    assert_eq!(timers.as_array().unwrap().len(), 1_234);
    let all = many.get("/api/browser").await.ok(200);
    assert_eq!((&all["alarms"], &all["timers"], &all["account"]), (&alarms, &timers, &Value::Null));

    let alarms = few.get("/api/alarms").await;
    assert_eq!(alarms.header("content-length"), alarms.body.len().to_string());
    let alarms = alarms.ok(200);
    assert_eq!(alarms.as_array().unwrap().len(), 500);
    assert_eq!(few.get("/api/browser").await.ok(200)["alarms"], alarms);
}

#[actix_web::test]
async fn a_browser_may_read_one_long_list_at_a_time() {
    let server = TestServer::start().await;
    let (one, other) = (owner(&server, VERY_MANY).await, owner(&server, 600).await);
    let unread = reader(&server, "GET", "/api/alarms", &one.id).await;
    for path in ["/api/alarms", "/api/timers", "/api/browser"] {
        let refused = one.get(path).await;
        assert_eq!(refused.problem(429)["type"], "/problems/too-many-requests");
        assert!(!refused.header("retry-after").is_empty());
        assert_eq!(other.get(path).await.status, 200);
    }
    drop(unread);
    until("the list is let go", async || {
        let list = one.request("GET", "/api/timers").send().await.unwrap();
        list.status().as_u16() == 200
    })
    .await;
}

#[actix_web::test]
async fn head_reads_no_rows() {
    let server = TestServer::start().await;
    let visitor = owner(&server, 600).await;
    // From now on no row can be read.
    let hold = tokibako_storage::testing::hold::Hold::of_table(&server.database, "alarms");
    for path in ["/api/alarms", "/api/timers", "/api/browser"] {
        let head = visitor.call("HEAD", path).await;
        assert_eq!((head.status, head.body.len(), head.header("content-length").as_str()), (200, 0, ""), "{path}");
        assert_eq!(head.header("content-type"), "application/json");
    }
    drop(hold);
}
