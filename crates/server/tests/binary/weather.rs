//! The weather as operators see it: one call, one log line, and the key nowhere.

use std::{
    fs::File,
    io::{Read as _, Write as _},
    net::TcpListener,
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    thread,
};

use crate::process::{Server, tokibako};

const KEY: &str = "0123456789abcdef-geheim";

#[test]
fn a_used_up_quota_costs_one_call_and_one_line_without_the_key() {
    let provider = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = format!("http://{}", provider.local_addr().unwrap());
    let calls = Arc::new(AtomicUsize::new(0));
    let counted = Arc::clone(&calls);
    thread::spawn(move || {
        for stream in provider.incoming() {
            let mut stream = stream.unwrap();
            let length = stream.read(&mut [0; 4_096]).unwrap();
            counted.fetch_add(usize::from(length > 0), Ordering::Relaxed);
            let body =
                format!(r#"{{"error":{{"code":2007,"message":"API key {KEY} has exceeded calls per month quota."}}}}"#);
            let head = format!("HTTP/1.1 403 Forbidden\r\nConnection: close\r\nContent-Length: {}\r\n\r\n", body.len());
            stream.write_all(format!("{head}{body}").as_bytes()).unwrap();
        }
    });

    let folder = tempfile::tempdir().unwrap();
    let log = folder.path().join("log");
    let database = tokibako_storage::testing::TestDatabase::create();
    let mut command = tokibako(&[
        ("DATABASE_URL", &*database.url()),
        ("TOKIBAKO_WEATHER_PROVIDER", "weatherapi"),
        ("TOKIBAKO_WEATHER_BASE_URL", &address),
        ("TOKIBAKO_WEATHER_API_KEY", KEY),
        ("TOKIBAKO_LOG", "trace"),
    ]);
    let server = Server::start(command.stderr(File::create(&log).unwrap()));
    for city in ["Tokyo,Japan", "Paris,France", "Tokyo,Japan", "Lagos"] {
        assert_eq!(server.status_of(&format!("/api/weather?city={city}")), 502);
    }
    assert_eq!(server.status_of("/api/time"), 200);
    assert!(server.stop().success());

    assert_eq!(calls.load(Ordering::Relaxed), 1);
    let log = std::fs::read_to_string(log).unwrap();
    assert_eq!(log.matches("the weather provider fails").count(), 1);
    assert_eq!(log.matches("the quota of the provider's key is used up").count(), 1);
    let told = log.lines().find(|line| line.contains(KEY));
    assert_eq!(told, None);
}
