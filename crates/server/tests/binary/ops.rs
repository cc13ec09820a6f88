//! The operators' address.

use std::{net::TcpStream, process::Stdio};

use serde_json::json;
use tokibako_storage::testing::{TestDatabase, hold::Hold};

use crate::process::{BROWSER, Server, client, free_port, refusal, tokibako, until};

pub(crate) fn get(address: &str, path: &str) -> (u16, String) {
    let answer = client().get(format!("http://{address}{path}")).send().unwrap();
    (answer.status().as_u16(), answer.text().unwrap())
}

#[test]
fn metrics_are_served_on_the_operators_address_only() {
    let database = TestDatabase::create();
    let ops = free_port();
    let server = Server::start(&mut tokibako(&[("DATABASE_URL", &*database.url()), ("TOKIBAKO_OPS_LISTEN", &ops)]));
    assert_eq!(server.status_of("/metrics"), 404);
    // With an operators' address, readiness is not public.
    assert_eq!((server.status_of("/readyz"), server.status_of("/healthz")), (404, 200));
    assert_eq!(get(&ops, "/readyz").0, 200);
    assert_eq!(get(&ops, "/api/alarms").0, 404);
    server.create("/api/timers", &json!({"seconds": 1, "enabled": 1, "label": "tea"}));
    until("the ring is counted", || get(&ops, "/metrics").1.contains("\ntokibako_fire_lag_seconds_count 1\n"));

    let told = get(&ops, "/metrics").1;
    let version = env!("CARGO_PKG_VERSION");
    for line in [
        "tokibako_ready 1",
        r#"tokibako_claimed_rows_total{kind="timer"} 1"#,
        r#"tokibako_http_requests_total{route="/api/timers",method="POST",status="2xx"} 1"#,
        r#"tokibako_weather_answers_total{source="stale"} 0"#,
        r#"tokibako_limit_refusals_total{limit="logins_of_name"} 0"#,
        "tokibako_deliver_lag_seconds_count 0",
    ] {
        assert!(told.lines().any(|told| told == line), "{line} in\n{told}");
    }
    let build = told.lines().find(|line| line.starts_with("tokibako_build_info")).unwrap();
    assert!(
        build.contains(&format!(r#"version="{version}",commit=""#)) && build.ends_with(r#"role="all"} 1"#),
        "{build}"
    );
    assert!(told.contains("\ntokibako_overdue_seconds 0.0\n"), "{told}");
    assert!(told.ends_with("# EOF\n") && !told.contains(BROWSER) && !told.contains("tea"), "{told}");
    assert!(server.stop().success());
}

#[test]
fn probes_answer_while_the_database_is_migrated() {
    let database = TestDatabase::create();
    let hold = Hold::of_migrations(&database);
    let ops = free_port();
    let settings = [("DATABASE_URL", &*database.url()), ("TOKIBAKO_OPS_LISTEN", &*ops)];
    let server = Server::starting(tokibako(&settings).stdout(Stdio::null()));
    until("the probes answer", || TcpStream::connect(&ops).is_ok());
    let (status, told) = get(&ops, "/healthz");
    assert!(status == 200 && told.contains(env!("CARGO_PKG_VERSION")), "{told}");
    let (status, told) = get(&ops, "/readyz");
    assert!(status == 503 && told.contains("its database is not ready yet"), "{told}");
    let (status, told) = get(&ops, "/metrics");
    assert!(status == 200 && told.contains("\ntokibako_ready 0\n") && told.contains("tokibako_build_info"), "{told}");
    assert!(tokibako(&settings).arg("healthcheck").status().unwrap().success());
    let said = refusal(tokibako(&settings).args(["healthcheck", "--ready"]));
    assert!(said.contains("answers 503: the server is starting: its database is not ready yet"), "{said}");
    drop(hold);
    until("the server is ready", || get(&ops, "/readyz").0 == 200);
    assert!(tokibako(&settings).args(["healthcheck", "--ready"]).status().unwrap().success());
    assert!(get(&ops, "/metrics").1.contains("\ntokibako_ready 1\n"));
    assert!(server.stop().success());
}

#[test]
fn a_scheduler_without_answers_of_its_database_is_overdue_and_not_ready() {
    let database = TestDatabase::create();
    let ops = free_port();
    let server = Server::start(&mut tokibako(&[("DATABASE_URL", &*database.url()), ("TOKIBAKO_OPS_LISTEN", &ops)]));
    database.admit_connections(false);
    until("it is told", || {
        let told = get(&ops, "/metrics").1;
        told.contains("\ntokibako_ready 0\n") && !told.contains("\ntokibako_overdue_seconds 0.0\n")
    });
    database.admit_connections(true);
    until("it rings again", || {
        let told = get(&ops, "/metrics").1;
        told.contains("\ntokibako_ready 1\n") && told.contains("\ntokibako_overdue_seconds 0.0\n")
    });
    assert!(server.stop().success());
}

#[test]
fn a_schedulers_metrics_have_rings_and_no_requests() {
    let database = TestDatabase::create();
    let ops = free_port();
    let url = database.url();
    let settings = [("DATABASE_URL", &*url), ("TOKIBAKO_ROLE", "scheduler"), ("TOKIBAKO_OPS_LISTEN", &*ops)];
    let server = Server::start(&mut tokibako(&settings));
    let (status, told) = get(&ops, "/metrics");
    assert_eq!(status, 200);
    assert!(told.contains("tokibako_fire_lag_seconds_count") && !told.contains("http_requests"), "{told}");
    assert!(tokibako(&settings).arg("healthcheck").status().unwrap().success());
    assert!(server.stop().success());
}
