//! Processes that send each other rings by the bus, or cannot.

use std::fs::{self, File};

use tokibako_bus::testing::NatsServer;
use tokibako_storage::testing::TestDatabase;

use crate::{
    process::{Server, client, free_port, tokibako, until},
    ring::ring_of_a_timer,
};

const PASSWORD: &str = "geheimes-buswort";

/// The value of a metric.
fn metric(ops: &str, name: &str) -> String {
    let request = client().get(format!("http://{ops}/metrics"));
    let metrics = request.send().unwrap().text().unwrap();
    let line = metrics.lines().find_map(|line| line.strip_prefix(&format!("tokibako_{name} ")));
    line.unwrap_or_default().to_owned()
}

/// Starts a process that serves and one that rings, with these settings of a bus: the ring of a timer reaches the first
/// without a read of the log.
#[track_caller]
pub(crate) fn ring_crosses(bus: &[(&str, &str)]) {
    let database = TestDatabase::create();
    let (url, ops) = (database.url(), free_port());
    let process = |role: &str, ops: &str| {
        let own = [("DATABASE_URL", &*url), ("TOKIBAKO_ROLE", role), ("TOKIBAKO_OPS_LISTEN", ops)];
        Server::start(&mut tokibako(&[&own, bus].concat()))
    };
    let (site, scheduler) = (process("http", &ops), process("scheduler", "off"));
    until("rings come by the bus", || metric(&ops, "bus_followed") == "1");
    let reads = metric(&ops, "log_reads_total");
    let event = ring_of_a_timer(&site, &site);
    assert_eq!(event["type"], "TIMER_COMPLETE");
    assert_eq!((metric(&ops, "bus_gaps_total").as_str(), metric(&ops, "log_reads_total")), ("0", reads));
    assert_eq!(metric(&ops, "bus_lag_seconds_count"), "1");
    for server in [site, scheduler] {
        assert!(server.stop().success());
    }
}

#[test]
fn a_ring_reaches_another_process_by_a_bus_with_a_password() {
    let Some(_) = NatsServer::start() else { return };
    let nats = NatsServer::at(0, &["--user", "box", "--pass", PASSWORD]);
    let bus = format!("nats://box:{PASSWORD}@127.0.0.1:{}", nats.port());
    ring_crosses(&[("TOKIBAKO_BUS_URL", &bus)]);
}

#[test]
fn an_unreachable_bus_does_not_stop_rings() {
    let folder = tempfile::tempdir().unwrap();
    let log = folder.path().join("log");
    let database = TestDatabase::create();
    let (url, nobody) = (database.url(), free_port());
    let bus = format!("nats://box:{PASSWORD}@{nobody}");
    let settings = [("DATABASE_URL", &*url), ("TOKIBAKO_BUS_URL", &*bus), ("TOKIBAKO_LOG", "debug")];
    let server = Server::start(tokibako(&settings).stderr(File::create(&log).unwrap()));
    let event = ring_of_a_timer(&server, &server);
    assert_eq!(event["type"], "TIMER_COMPLETE");
    assert_eq!(server.status_of("/readyz"), 200);
    assert!(server.stop().success());
    let log = fs::read_to_string(log).unwrap();
    for told_once in ["the bus is not connected", "a server of the bus cannot be used"] {
        assert_eq!(log.matches(told_once).count(), 1, "{log}");
    }
    assert!(!log.contains("geheim"), "{log}");
}
