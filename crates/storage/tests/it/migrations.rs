//! Migrating a database to this version's schema, and refusing one with a newer schema.

use std::time::Duration;

use tokibako_storage::{
    Error,
    migrations::Reached,
    notifications,
    testing::{TestDatabase, hold::Hold, until},
};
use tokio::task::spawn_blocking;

const LAST: &str = "20261124000002";

/// A database without the last migration.
fn one_behind() -> TestDatabase {
    let database = TestDatabase::create();
    database.execute(include_str!("../../../../migrations/2026-11-24-000002_cities/down.sql"));
    database.execute(&format!("DELETE FROM __diesel_schema_migrations WHERE version = '{LAST}'"));
    database
}

/// A database from before batches had places, which two migrations upgrade.
fn before_places() -> TestDatabase {
    let database = one_behind();
    database.execute(include_str!("../../../../migrations/2026-11-23-000005_places/down.sql"));
    database.execute("DELETE FROM __diesel_schema_migrations WHERE version = '20261123000005'");
    database
}

/// Waits until the lock was waited for, given up, and waited for again.
async fn is_tried_again(hold: &mut Hold) {
    for waiting in [1, 0, 1] {
        until(&format!("{waiting} wait for the lock"), async || hold.waiting() == waiting).await;
    }
}

#[test]
fn a_newer_database_is_refused_if_its_migrations_are_breaking() {
    let database = TestDatabase::create();
    migrate_beyond(&database, &["20990101000002", "20990101000001", "20990101000000"]);
    database.execute("INSERT INTO breaking_migrations VALUES ('20990101000001'), ('20990101000000'), ('another')");
    let refused = Reached::at(&database.url()).unwrap().migrate();
    let Err(Error::Newer(unknown)) = refused else { panic!("{refused:?}") };
    assert_eq!(unknown, "20990101000000, 20990101000001");
    // The lock was released: another attempt fails just as fast.
    assert!(Reached::at(&database.url()).unwrap().migrate().is_err());
}

#[test]
fn a_newer_database_with_additions_only_is_accepted() {
    let database = TestDatabase::create();
    migrate_beyond(&database, &["20990101000000"]);
    assert_eq!(Reached::at(&database.url()).unwrap().migrate().unwrap(), 0);
    // The same holds for a version from before breaking migrations were recorded.
    database.execute("DROP TABLE breaking_migrations");
    assert_eq!(Reached::at(&database.url()).unwrap().migrate().unwrap(), 0);
}

fn migrate_beyond(database: &TestDatabase, versions: &[&str]) {
    for version in versions {
        database.execute(&format!("INSERT INTO __diesel_schema_migrations (version) VALUES ('{version}')"));
    }
}

#[test]
fn an_older_database_is_migrated_once() {
    let database = one_behind();
    assert_eq!(Reached::at(&database.url()).unwrap().migrate().unwrap(), 1);
    assert_eq!(Reached::at(&database.url()).unwrap().migrate().unwrap(), 0);
}

#[tokio::test]
async fn a_migration_that_waits_for_a_lock_lets_other_queries_pass() {
    let database = one_behind();
    let mut hold = Hold::of_writes(&database, "__diesel_schema_migrations");
    let reached = Reached::with_lock_wait(&database.url(), Duration::from_millis(200)).unwrap();
    let migrated = spawn_blocking(|| reached.migrate());
    is_tried_again(&mut hold).await;
    drop(hold);
    assert_eq!(migrated.await.unwrap().unwrap(), 1);
}

#[tokio::test]
async fn a_process_that_waits_for_another_one_to_migrate_retries() {
    let database = one_behind();
    let mut hold = Hold::of_migrations(&database);
    let reached = Reached::with_lock_wait(&database.url(), Duration::from_millis(200)).unwrap();
    let migrated = spawn_blocking(|| reached.migrate());
    is_tried_again(&mut hold).await;
    drop(hold);
    assert_eq!(migrated.await.unwrap().unwrap(), 1);
}

#[test]
fn a_failed_migration_is_not_retried() {
    let database = one_behind();
    database.execute("CREATE TABLE city_lists ()");
    let refused = Reached::at(&database.url()).unwrap().migrate();
    assert!(matches!(refused, Err(Error::Migration(_))), "{refused:?}");
}

#[test]
fn rings_from_before_places_are_replayed_in_their_order() {
    let database = before_places();
    database.execute(
        "INSERT INTO firings (browser_id, kind, row_id, scheduled_for, fired_at, sound, created_at, total_seconds) \
         SELECT '00000000-0000-0000-0000-000000000001', 'timer', n, now() - n * INTERVAL '2 s', now(), 'chime', now(), 60 \
         FROM generate_series(1, 2500) n",
    );
    assert_eq!(Reached::at(&database.url()).unwrap().migrate().unwrap(), 2);
    let logged =
        database.query("SELECT row_id::text AS value FROM firings JOIN batches ON block = id >> 12 ORDER BY place, id");
    assert_eq!(logged, (1..=2_500).map(|number| number.to_string()).collect::<Vec<_>>());
    assert_eq!(database.query("SELECT rings::text AS value FROM batches ORDER BY place"), ["1000", "1000", "500"]);
    // The next ring gets a place after them.
    let next = "SELECT (nextval('firing_blocks') > max(block))::text AS value FROM batches";
    assert_eq!(database.query(next), ["true"]);
}

#[tokio::test]
async fn the_log_is_not_migrated_under_a_running_server() {
    let database = before_places();
    let running = database.storage();
    notifications::listen(&running).unwrap();
    database
        .wait_for("EXISTS (SELECT FROM pg_stat_activity WHERE datname = current_database() AND query LIKE 'LISTEN%')")
        .await;
    let refused = Reached::at(&database.url()).unwrap().migrate();
    let Err(Error::Migration(reason)) = refused else { panic!("{refused:?}") };
    assert!(reason.contains("stop all servers"), "{reason}");
    drop(running);
    let listens =
        "NOT EXISTS (SELECT FROM pg_stat_activity WHERE datname = current_database() AND query LIKE 'LISTEN%')";
    database.wait_for(listens).await;
    assert_eq!(Reached::at(&database.url()).unwrap().migrate().unwrap(), 2);
}
