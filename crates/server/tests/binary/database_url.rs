//! A server with an external Postgres.

use std::process::Stdio;

use crate::process::{Server, refusal, tokibako};

#[test]
fn migrate_creates_the_schema_once() {
    let database = tokibako_storage::testing::TestDatabase::create();
    let url = database.url();
    for _ in 0..2 {
        assert!(tokibako(&[("DATABASE_URL", &url)]).arg("migrate").stderr(Stdio::null()).status().unwrap().success());
    }
}

#[test]
fn an_unavailable_listen_address_stops_the_start_by_name() {
    let database = tokibako_storage::testing::TestDatabase::create();
    let url = database.url();
    let server = Server::start(&mut tokibako(&[("DATABASE_URL", &url)]));
    let taken = server.url("").replace("http://", "");
    let said = refusal(&mut tokibako(&[("DATABASE_URL", &url), ("TOKIBAKO_LISTEN", &taken)]));
    assert!(said.contains("TOKIBAKO_LISTEN: cannot listen at"), "{said}");
    assert!(server.stop().success());
}

#[test]
fn a_database_of_a_newer_version_stops_the_start_with_advice() {
    let database = tokibako_storage::testing::TestDatabase::create();
    database.execute("INSERT INTO __diesel_schema_migrations (version) VALUES ('20990101000001')");
    database.execute("INSERT INTO breaking_migrations VALUES ('20990101000001')");
    let said = refusal(&mut tokibako(&[("DATABASE_URL", &database.url())]));
    let last = said.lines().last().unwrap();
    assert!(last.starts_with("tokibako: ") && last.contains("20990101000001"), "{said}");
    assert!(last.contains("a newer version has migrated the database") && last.contains("restore a backup"), "{said}");
}

#[test]
fn a_database_from_before_the_baseline_stops_the_start_with_advice() {
    let database = tokibako_storage::testing::TestDatabase::create();
    database.execute(
        "DELETE FROM __diesel_schema_migrations; INSERT INTO __diesel_schema_migrations (version) VALUES ('20261120000001')",
    );
    let said = refusal(&mut tokibako(&[("DATABASE_URL", &database.url())]));
    let last = said.lines().last().unwrap();
    assert!(
        last.contains("before 1.0") && last.contains("GET /api/browser") && last.contains("add the file"),
        "{said}"
    );
}
