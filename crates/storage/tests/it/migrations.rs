//! Migrating a database to this version's schema, and refusing one that is beyond it.

use std::time::Duration;

use tokibako_storage::{
    Error,
    migrations::Reached,
    notifications,
    testing::{TestDatabase, hold::Hold, until},
};
use tokio::task::spawn_blocking;

const LAST: &str = "20261124000002";

/// A database that lacks the last migration.
fn one_behind() -> TestDatabase {
    let database = TestDatabase::create();
    database.execute(include_str!("../../../../migrations/2026-11-24-000002_cities/down.sql"));
    database.execute(&format!("DELETE FROM __diesel_schema_migrations WHERE version = '{LAST}'"));
    database
}

/// Waits until somebody has waited for the lock, given up, and waits again.
async fn is_tried_again(hold: &mut Hold) {
    for waiting in [1, 0, 1] {
        until(&format!("{waiting} wait for the lock"), async || hold.waiting() == waiting).await;
    }
}

#[test]
fn a_database_of_a_newer_version_is_refused_by_the_migrations_that_break_this_one() {
    let database = TestDatabase::create();
    migrate_beyond(&database, &["20990101000002", "20990101000001", "20990101000000"]);
    database.execute("INSERT INTO breaking_migrations VALUES ('20990101000001'), ('20990101000000'), ('another')");
    let refused = Reached::at(&database.url()).unwrap().migrate();
    let Err(Error::Newer(unknown)) = refused else { panic!("{refused:?}") };
    assert_eq!(unknown, "20990101000000, 20990101000001");
    // The lock was given back: another start is refused as quickly.
    assert!(Reached::at(&database.url()).unwrap().migrate().is_err());
}

#[test]
fn a_database_of_a_newer_version_that_only_added_to_it_is_taken() {
    let database = TestDatabase::create();
    migrate_beyond(&database, &["20990101000000"]);
    assert_eq!(Reached::at(&database.url()).unwrap().migrate().unwrap(), 0);
    // So is one of a version from before it was noted what breaks.
    database.execute("DROP TABLE breaking_migrations");
    assert_eq!(Reached::at(&database.url()).unwrap().migrate().unwrap(), 0);
}

fn migrate_beyond(database: &TestDatabase, versions: &[&str]) {
    for version in versions {
        database.execute(&format!("INSERT INTO __diesel_schema_migrations (version) VALUES ('{version}')"));
    }
}

#[test]
fn a_database_that_is_behind_is_migrated_once() {
    let database = one_behind();
    assert_eq!(Reached::at(&database.url()).unwrap().migrate().unwrap(), 1);
    assert_eq!(Reached::at(&database.url()).unwrap().migrate().unwrap(), 0);
}

#[tokio::test]
async fn a_migration_lets_others_pass_while_it_waits_for_a_lock() {
    let database = one_behind();
    let mut hold = Hold::of_writes(&database, "__diesel_schema_migrations");
    let reached = Reached::with_lock_wait(&database.url(), Duration::from_millis(200)).unwrap();
    let migrated = spawn_blocking(|| reached.migrate());
    is_tried_again(&mut hold).await;
    drop(hold);
    assert_eq!(migrated.await.unwrap().unwrap(), 1);
}

#[tokio::test]
async fn who_waits_for_another_process_to_migrate_tries_again() {
    let database = one_behind();
    let mut hold = Hold::of_migrations(&database);
    let reached = Reached::with_lock_wait(&database.url(), Duration::from_millis(200)).unwrap();
    let migrated = spawn_blocking(|| reached.migrate());
    is_tried_again(&mut hold).await;
    drop(hold);
    assert_eq!(migrated.await.unwrap().unwrap(), 1);
}

#[test]
fn a_migration_that_fails_is_not_tried_again() {
    let database = one_behind();
    database.execute("CREATE TABLE batches ()");
    let refused = Reached::at(&database.url()).unwrap().migrate();
    assert!(matches!(refused, Err(Error::Migration(_))), "{refused:?}");
}

#[test]
fn what_was_logged_before_batches_had_places_is_replayed_in_its_order() {
    let database = one_behind();
    database.execute(
        "INSERT INTO firings (browser_id, kind, row_id, scheduled_for, fired_at, sound, created_at, total_seconds) \
         SELECT '00000000-0000-0000-0000-000000000001', 'timer', n, now() - n * INTERVAL '2 s', now(), 'chime', now(), 60 \
         FROM generate_series(1, 2500) n",
    );
    assert_eq!(Reached::at(&database.url()).unwrap().migrate().unwrap(), 1);
    let logged =
        database.query("SELECT row_id::text AS value FROM firings JOIN batches ON block = id >> 12 ORDER BY place, id");
    assert_eq!(logged, (1..=2_500).map(|number| number.to_string()).collect::<Vec<_>>());
    assert_eq!(database.query("SELECT rings::text AS value FROM batches ORDER BY place"), ["1000", "1000", "500"]);
    // What rings next comes after it.
    let next = "SELECT (nextval('firing_blocks') > max(block))::text AS value FROM batches";
    assert_eq!(database.query(next), ["true"]);
}

#[tokio::test]
async fn the_log_is_not_changed_under_a_server_that_runs() {
    let database = one_behind();
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
    assert_eq!(Reached::at(&database.url()).unwrap().migrate().unwrap(), 1);
}
