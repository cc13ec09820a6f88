//! The server closes connections of idle clients.

use std::{
    fs::{self, File},
    io::{Read as _, Write as _},
    net::TcpStream,
    thread,
    time::{Duration, Instant},
};

use reqwest::Method;

use crate::process::{Server, client, free_port, tokibako, until};

/// How soon the server must close one: half of a proxy's usual timeout.
const SOON: Duration = Duration::from_secs(30);

/// Sends these parts, each after a response to the previous one, and waits until the connection is closed.
fn closed_after(address: &str, parts: &[&str]) -> Duration {
    let mut socket = TcpStream::connect(address).unwrap();
    socket.set_read_timeout(Some(2 * SOON)).unwrap();
    let begun = Instant::now();
    for part in parts {
        socket.write_all(part.as_bytes()).unwrap();
        assert!(socket.read(&mut [0; 4_096]).unwrap() > 0, "{part}");
    }
    // The last part is incomplete, and more of it arrives slowly.
    socket.write_all(b"5").unwrap();
    while socket.read(&mut [0; 4_096]).is_ok_and(|read| read > 0) {}
    begun.elapsed()
}

#[test]
fn an_incomplete_second_request_and_an_endless_body_are_closed() {
    let database = tokibako_storage::testing::TestDatabase::create();
    let server = Server::start(&mut tokibako(&[("DATABASE_URL", &database.url())]));
    let address = server.url("").strip_prefix("http://").unwrap().to_owned();
    let whole = "GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n";
    let endless = "GET /timer HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nab";
    let waits: Vec<_> = [vec![whole], vec![whole, whole], vec![endless], vec![whole, endless]]
        .into_iter()
        .map(|parts| {
            thread::spawn({
                let address = address.clone();
                move || closed_after(&address, &parts)
            })
        })
        .collect();
    for wait in waits {
        let took = wait.join().unwrap();
        assert!(took < SOON, "{took:?}");
    }
    assert!(server.stop().success());
}

/// A fast client sends a body with its head, before the server has read any of it.
#[test]
fn a_long_body_is_read_and_one_that_is_too_long_is_refused() {
    let database = tokibako_storage::testing::TestDatabase::create();
    let server = Server::start(&mut tokibako(&[("DATABASE_URL", &database.url())]));
    let send = |method, path, length| {
        let start = r#"{"ranges":[],"time":"07:30","repeat":"daily","more":""#;
        let body = format!(r#"{start}{}"}}"#, "a".repeat(length));
        let request = client().request(method, server.url(path)).header("Content-Type", "application/json");
        let id = "7aa4a3b8-2f8f-4a4d-9d35-1d5f4b6a1c11";
        request.header("X-Browser-Id", id).body(body).send().map(|response| response.status().as_u16())
    };
    for _ in 0..5 {
        assert_eq!(send(Method::PUT, "/api/days-off", 120_000).unwrap(), 200);
        assert_eq!(send(Method::PUT, "/api/days-off", 140_000).unwrap(), 413);
        assert_eq!(send(Method::POST, "/api/alarms", 40_000).unwrap(), 413);
        assert_eq!(send(Method::POST, "/api/alarms", 400_000).unwrap(), 413);
    }
    assert!(server.stop().success());
}

#[test]
fn malformed_requests_are_counted_and_not_logged_as_errors() {
    let database = tokibako_storage::testing::TestDatabase::create();
    let folder = tempfile::tempdir().unwrap();
    let (log, ops) = (folder.path().join("log"), free_port());
    let settings = [("DATABASE_URL", &*database.url()), ("TOKIBAKO_OPS_LISTEN", &ops)];
    let server = Server::start(tokibako(&settings).stderr(File::create(&log).unwrap()));
    let address = server.url("").strip_prefix("http://").unwrap().to_owned();
    for _ in 0..300 {
        let mut socket = TcpStream::connect(&address).unwrap();
        socket.write_all(b"GET / HTTP/1.1\r\nHost: a\r\nContent-Length: +5\r\n\r\n").unwrap();
        let mut answer = String::new();
        socket.read_to_string(&mut answer).unwrap();
        assert!(answer.starts_with("HTTP/1.1 400 "), "{answer}");
    }
    let counted = r#"tokibako_connections_cut_off_total{reason="unreadable"} 300"#;
    until("all are counted", || {
        let metrics = client().get(format!("http://{ops}/metrics")).send().unwrap();
        metrics.text().unwrap().contains(counted)
    });
    assert!(server.stop().success());
    let log = fs::read_to_string(log).unwrap();
    assert_eq!(log.lines().filter(|line| line.contains("cut off")).count(), 1, "{log}");
    assert!(log.lines().count() < 30, "{log}");
}
