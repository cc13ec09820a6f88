//! Clients that do not read cost the server a bounded number of bytes, whatever they request.

use futures_util::future::join_all;
use prometheus_client::{encoding::text, registry::Registry};
use tokibako_domain::browser_id::RowLimit;
use tokibako_http::Limits;
use tokibako_storage::testing::until;
use tokio::{
    io::AsyncWriteExt as _,
    net::{TcpSocket, TcpStream},
};

use crate::server::{TestServer, Visitor};

/// The limit of one address.
const OF_ADDRESS: usize = 16 << 20;

/// How many clients request each path.
const READERS: usize = 12;

/// The rows of the visitor: as many alarms and timers as anybody may have, each as large as it may be, and rings.
const ROWS: u32 = 1_000;

/// Fills a visitor's lists and log.
fn fill(visitor: &Visitor<'_>) {
    assert!(RowLimit::HIGHEST.admits(ROWS.into()) && !RowLimit::HIGHEST.admits((ROWS + 1).into()));
    let (id, database) = (&visitor.id, &visitor.server.database);
    database.execute(&format!(
        "INSERT INTO alarms (browser_id, minute_of_day, repeat, timezone, sound, snooze_minutes, label, created_at) \
         SELECT '{id}', n % 1440, 'daily', 'Asia/Tokyo', 'chime', 5, repeat('家', 100), now() \
         FROM generate_series(1, {ROWS}) AS n; \
         INSERT INTO timers (browser_id, total_seconds, sound, label, remaining_ms, created_at, rounds, step, steps) \
         SELECT '{id}', 0, 'chime', repeat('家', 100), 1000, now(), 99, 0, \
             (SELECT jsonb_agg(jsonb_build_array(1, repeat('家', 50))) FROM generate_series(1, 20)) \
         FROM generate_series(1, {ROWS})"
    ));
    database.log(&format!("SELECT '{id}'::uuid, id, now(), now(), label FROM timers WHERE browser_id = '{id}'"));
}

/// A connection that has sent a request and reads nothing of the response.
async fn reader(server: &TestServer, path: &str, browser: &str) -> TcpStream {
    let socket = TcpSocket::new_v4().unwrap();
    socket.set_recv_buffer_size(4_096).unwrap();
    let mut socket = socket.connect(server.address).await.unwrap();
    let request = format!("GET {path} HTTP/1.1\r\nHost: a\r\nX-Browser-Id: {browser}\r\nLast-Event-ID: a1-1\r\n\r\n");
    socket.write_all(request.as_bytes()).await.unwrap();
    socket.readable().await.unwrap();
    socket
}

fn metric(registry: &Registry, name: &str) -> usize {
    let mut metrics = String::new();
    text::encode(&mut metrics, registry).unwrap();
    let value = metrics.lines().find_map(|line| line.strip_prefix(name)?.trim().parse().ok());
    value.unwrap_or_default()
}

async fn server() -> (TestServer, Registry) {
    let limits = Limits::behind(Vec::new());
    let server = TestServer::with_limits(limits).await;
    let mut registry = Registry::default();
    server.components.register_metrics(&mut registry);
    (server, registry)
}

#[actix_web::test]
async fn readers_of_every_path_that_do_not_read_stay_within_the_limit_of_their_address() {
    let (server, registry) = server().await;
    let visitor = server.visitor();
    fill(&visitor);
    let readable = server.document.paths().filter(|(_, item)| item.contains_key("get")).map(|(path, _)| path.clone());
    let paths: Vec<_> = readable.collect();
    for path in ["/api/alarms", "/api/timers", "/api/browser", "/api/rings", "/api/events", "/api/timers/notifications"]
    {
        assert!(paths.iter().any(|known| known == path), "{path}");
    }
    let unread = || metric(&registry, "unread_bytes ");
    let mut readers = Vec::new();
    for path in &paths {
        // Each path has the whole limit once, so that one that is large is refused because of itself.
        readers.clear();
        until("nothing is unread", async || unread() == 0).await;
        let path = if path.contains("preview") { format!("{path}?time=07:30&repeat=daily") } else { path.clone() };
        for _ in 0..READERS {
            readers.push(reader(&server, &path, &visitor.id).await);
            assert!(unread() <= OF_ADDRESS, "{path}: {} bytes", unread());
        }
    }
    let refused = r#"limit_refusals_total{limit="unread_bytes_of_address"} "#;
    assert!(metric(&registry, refused) > 0, "no list was refused");
    // All at once.
    let all = paths.iter().flat_map(|path| (0..READERS).map(move |_| path));
    readers.extend(join_all(all.map(|path| reader(&server, path, &visitor.id))).await);
    assert!(unread() <= OF_ADDRESS, "{} bytes", unread());
    drop(readers);
    until("what nobody will read is freed", async || unread() == 0).await;
    visitor.get("/api/timers").await.ok(200);
}

#[actix_web::test]
async fn a_refused_list_says_when_to_retry_and_small_responses_are_never_refused() {
    let (server, registry) = server().await;
    let (rich, other) = (server.visitor(), server.visitor());
    fill(&rich);
    let mut readers = Vec::new();
    let refused = loop {
        readers.push(reader(&server, "/api/timers", &rich.id).await);
        let answer = rich.get("/api/timers").await;
        if answer.status == 503 {
            break answer;
        }
        assert!(readers.len() < READERS, "{} bytes", metric(&registry, "unread_bytes "));
    };
    assert_eq!(refused.problem(503)["type"], "/problems/unavailable");
    assert!(!refused.header("retry-after").is_empty());
    other.get("/api/timers").await.ok(200);
    rich.write("POST", "/api/rings/answer", &serde_json::json!({})).await.problem(422);
}
