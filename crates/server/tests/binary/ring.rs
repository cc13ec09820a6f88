//! From a timer that is started over HTTP to its ring on a stream.

use std::io::{BufRead as _, BufReader};

use serde_json::{Value, json};

use crate::process::{BROWSER, Server, client, tokibako};

#[test]
fn a_timer_of_one_second_rings_on_the_stream() {
    let database = tokibako_storage::testing::TestDatabase::create();
    let server = Server::start(&mut tokibako(&[("DATABASE_URL", &database.url())]));
    let event = ring_of_a_timer(&server, &server);
    assert_eq!(event["type"], "TIMER_COMPLETE");
    assert!(server.stop().success());
}

#[test]
fn a_ring_reaches_the_stream_of_another_process() {
    let database = tokibako_storage::testing::TestDatabase::create();
    let url = database.url();
    let with_role = |role| Server::start(&mut tokibako(&[("DATABASE_URL", &url), ("TOKIBAKO_ROLE", role)]));
    let (one, other, scheduler) = (with_role("http"), with_role("http"), with_role("scheduler"));
    let event = ring_of_a_timer(&one, &other);
    assert_eq!(event["type"], "TIMER_COMPLETE");
    for server in [one, other, scheduler] {
        assert!(server.stop().success());
    }
}

/// Opens a stream at `audience`, starts a timer at `desk`, and returns the event of its ring.
pub(crate) fn ring_of_a_timer(audience: &Server, desk: &Server) -> Value {
    let stream = client().get(audience.url(&format!("/api/timers/notifications?browserId={BROWSER}"))).send().unwrap();
    assert_eq!(stream.status().as_u16(), 200);
    let timer = desk.create("/api/timers", &json!({"seconds": 1, "enabled": 1, "label": "tea"}));
    let lines = BufReader::new(stream).lines();
    let data = lines.map(|line| line.unwrap()).filter_map(|line| line.strip_prefix("data:").map(str::to_owned));
    let mut events = data.filter_map(|data| serde_json::from_str::<Value>(&data).ok());
    let event = events.find(|event| event["type"] == "TIMER_COMPLETE").expect("the stream tells of the timer");
    assert_eq!(event["timer"]["id"], timer["id"]);
    assert_eq!(event["scheduledFor"], timer["endsAt"]);
    assert_eq!(event["timer"]["enabled"], 0);
    event
}
