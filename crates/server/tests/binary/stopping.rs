//! Stopping: streams are closed, nothing is left behind, and it is fast.

use std::{
    io::{Read as _, Write as _},
    net::{TcpListener, TcpStream},
    time::{Duration, Instant},
};

use nix::sys::signal::Signal;

use crate::process::{Server, client, tokibako, until};

/// The longest duration of a stop.
const ALLOWED: Duration = Duration::from_secs(10);

#[test]
fn open_streams_are_ended_and_do_not_delay_the_stop() {
    let database = tokibako_storage::testing::TestDatabase::create();
    let server = Server::start(&mut tokibako(&[("DATABASE_URL", &database.url())]));
    let streams = (0..50).map(|number| {
        let browser = format!("00000000-0000-4000-8000-{number:012}");
        client().get(server.url(&format!("/api/alarms/notifications?browserId={browser}"))).send().unwrap()
    });
    let streams = streams.collect::<Vec<_>>();

    let told = Instant::now();
    assert!(server.stop().success());
    assert!(told.elapsed() < ALLOWED, "{:?}", told.elapsed());
    for mut stream in streams {
        let mut rest = String::new();
        // The stream ends properly; the connection is not reset.
        stream.read_to_string(&mut rest).unwrap();
    }
}

#[test]
fn ctrl_c_in_a_terminal_reaches_only_the_server_and_not_postgres() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::set_permissions(folder.path(), std::os::unix::fs::PermissionsExt::from_mode(0o755)).unwrap();
    let server = Server::embedded(folder.path());
    server.signal_group(Signal::SIGINT);
    assert!(server.ended().success());
    let log = std::fs::read_to_string(folder.path().join("postgres.log")).unwrap();
    assert_eq!(log.matches("received fast shutdown request").count(), 1, "{log}");
    assert!(log.contains("database system is shut down"), "{log}");
}

#[test]
fn a_hanging_database_does_not_delay_the_stop() {
    let database = TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("postgres://me@{}/site", database.local_addr().unwrap());
    let server = Server::starting(&mut tokibako(&[("DATABASE_URL", &url)]));
    let (_silent, _) = database.accept().unwrap();

    let told = Instant::now();
    assert_eq!(server.stop().code(), Some(1));
    assert!(told.elapsed() < ALLOWED, "{:?}", told.elapsed());
}

#[test]
fn the_second_signal_exits_immediately() {
    let database = tokibako_storage::testing::TestDatabase::create();
    let server = Server::start(&mut tokibako(&[("DATABASE_URL", &database.url())]));
    // An open connection makes the first signal wait.
    let address = server.url("").replace("http://", "");
    let mut idle = TcpStream::connect(address).unwrap();
    idle.write_all(b"GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n").unwrap();
    idle.read_exact(&mut [0; 12]).unwrap();
    server.signal(Signal::SIGTERM);
    until("the server takes no more connections", || client().get(server.url("/healthz")).send().is_err());
    server.signal(Signal::SIGTERM);
    assert_eq!(server.ended().code(), Some(130));
}
