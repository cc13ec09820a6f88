//! Streams that clients open and close.

use std::time::{Duration, Instant};

use crate::process::{BROWSER, Server, client, tokibako, until};

/// How many streams a browser may have open.
const ADMITTED: usize = 12;

/// How soon a closed stream must be noticed: well before a failing ping would reveal it.
const NOTICED: Duration = Duration::from_secs(10);

#[test]
fn closed_streams_no_longer_count_at_once() {
    let database = tokibako_storage::testing::TestDatabase::create();
    let server = Server::start(&mut tokibako(&[("DATABASE_URL", &database.url())]));
    let url = server.url(&format!("/api/alarms/notifications?browserId={BROWSER}"));
    let open = || client().get(&url).send().unwrap();

    let streams = (0..ADMITTED).map(|_| open()).collect::<Vec<_>>();
    assert!(streams.iter().all(|stream| stream.status().as_u16() == 200));
    assert_eq!(open().status().as_u16(), 429);

    let closed = Instant::now();
    drop(streams);
    until("another stream is admitted", || open().status().as_u16() == 200);
    assert!(closed.elapsed() < NOTICED, "{:?}", closed.elapsed());
    assert!(server.stop().success());
}
