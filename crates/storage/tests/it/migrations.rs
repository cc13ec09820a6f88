//! Migrating a database to this version's schema, and refusing one with a newer schema.

use std::{
    fs::{self, DirEntry},
    path::Path,
    time::Duration,
};

use diesel_migrations::FileBasedMigrations;
use tempfile::TempDir;
use tokibako_storage::{
    Error,
    migrations::MigratableDatabase,
    testing::{TestDatabase, hold::Hold, until},
};
use tokio::task::spawn_blocking;

/// A database that no server has opened, with the table of migrations, so that its locks can be held.
fn unmigrated() -> TestDatabase {
    let database = TestDatabase::create();
    database.execute(
        "DROP SCHEMA public CASCADE; CREATE SCHEMA public; \
         CREATE TABLE __diesel_schema_migrations (version VARCHAR(50) PRIMARY KEY, run_on TIMESTAMP NOT NULL DEFAULT now())",
    );
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
    let refused = MigratableDatabase::at(&database.url()).unwrap().migrate();
    let Err(Error::Newer(unknown)) = refused else { panic!("{refused:?}") };
    assert_eq!(unknown, "20990101000000, 20990101000001");
    // The lock was released: another attempt fails just as fast.
    assert!(MigratableDatabase::at(&database.url()).unwrap().migrate().is_err());
}

#[test]
fn a_newer_database_with_additions_only_is_accepted() {
    let database = TestDatabase::create();
    migrate_beyond(&database, &["20990101000000"]);
    assert_eq!(MigratableDatabase::at(&database.url()).unwrap().migrate().unwrap(), 0);
    // The same holds for a version from before breaking migrations were recorded.
    database.execute("DROP TABLE breaking_migrations");
    assert_eq!(MigratableDatabase::at(&database.url()).unwrap().migrate().unwrap(), 0);
}

fn migrate_beyond(database: &TestDatabase, versions: &[&str]) {
    for version in versions {
        database.execute(&format!("INSERT INTO __diesel_schema_migrations (version) VALUES ('{version}')"));
    }
}

#[test]
fn an_empty_database_is_migrated_once() {
    let database = unmigrated();
    assert_eq!(MigratableDatabase::at(&database.url()).unwrap().migrate().unwrap(), ours().count());
    assert_eq!(MigratableDatabase::at(&database.url()).unwrap().migrate().unwrap(), 0);
}

/// The migrations of this version.
fn ours() -> impl Iterator<Item = DirEntry> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../migrations");
    fs::read_dir(folder).unwrap().map(Result::unwrap).filter(|entry| entry.path().is_dir())
}

/// A folder with the migrations of this version and another one after them.
fn with_another(statements: &str) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    for migration in ours() {
        let copy = folder.path().join(migration.file_name());
        fs::create_dir(&copy).unwrap();
        for file in fs::read_dir(migration.path()).unwrap().map(Result::unwrap) {
            fs::copy(file.path(), copy.join(file.file_name())).unwrap();
        }
    }
    let another = folder.path().join("2099-01-01-000000_another");
    fs::create_dir(&another).unwrap();
    fs::write(another.join("up.sql"), statements).unwrap();
    folder
}

#[tokio::test]
async fn a_migration_that_waits_for_a_lock_lets_other_queries_pass() {
    let database = TestDatabase::create();
    let folder =
        with_another("SELECT lock_for_migration('alarms', 'timers'); ALTER TABLE timers ADD COLUMN another INTEGER;");
    let mut hold = Hold::of_writes(&database, "timers");
    let reached = MigratableDatabase::with_lock_wait(&database.url(), Duration::from_millis(200)).unwrap();
    let migrations = FileBasedMigrations::from_path(folder.path()).unwrap();
    let migrated = spawn_blocking(move || reached.migrate_by(&migrations));
    is_tried_again(&mut hold).await;
    drop(hold);
    assert_eq!(migrated.await.unwrap().unwrap(), 1);
}

#[tokio::test]
async fn a_process_waits_for_another_one_to_migrate_without_a_statement_that_an_index_would_wait_for() {
    let database = unmigrated();
    let hold = Hold::of_migrations(&database);
    let reached = MigratableDatabase::with_lock_wait(&database.url(), Duration::from_millis(200)).unwrap();
    let migrated = spawn_blocking(|| reached.migrate());
    database
        .wait_for(
            "EXISTS (SELECT FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid() \
        AND state = 'idle' AND wait_event = 'ClientRead' AND query LIKE '%pg_try_advisory_lock%')",
        )
        .await;
    drop(hold);
    assert_eq!(migrated.await.unwrap().unwrap(), ours().count());
}

/// Another process died while it built an index.
#[test]
fn an_index_that_was_left_unfinished_is_built_again() {
    let database = TestDatabase::create();
    database.execute("DELETE FROM __diesel_schema_migrations WHERE version = '20261127202000'");
    database.execute("UPDATE pg_index SET indisvalid = false WHERE indexrelid = 'devices_session'::regclass");
    assert_eq!(MigratableDatabase::at(&database.url()).unwrap().migrate().unwrap(), 1);
    let valid = "SELECT indisvalid::text AS value FROM pg_index WHERE indexrelid = 'devices_session'::regclass";
    assert_eq!(database.query(valid), ["true"]);
}

/// Every migration takes longer than the timeout for locks here.
#[test]
fn a_migration_that_fails_is_not_retried_however_long_it_has_run() {
    let database = unmigrated();
    database.execute("CREATE TABLE city_lists ()");
    let refused = MigratableDatabase::with_lock_wait(&database.url(), Duration::from_millis(1)).unwrap().migrate();
    let Err(Error::Migration(cause)) = refused else { panic!("{refused:?}") };
    assert!(cause.contains("city_lists"), "{cause}");
}

#[test]
fn a_migration_that_fills_the_disk_ends_with_the_database_s_reason() {
    let database = TestDatabase::create();
    let folder = with_another(
        "DO $$ BEGIN RAISE EXCEPTION USING ERRCODE = 'disk_full', \
         MESSAGE = 'could not extend file: No space left on device'; END $$;",
    );
    let migrations = FileBasedMigrations::from_path(folder.path()).unwrap();
    let reached = MigratableDatabase::with_lock_wait(&database.url(), Duration::from_millis(1)).unwrap();
    let refused = reached.migrate_by(&migrations);
    let Err(Error::Migration(cause)) = refused else { panic!("{refused:?}") };
    assert!(cause.contains("No space left on device"), "{cause}");
}

#[test]
fn a_database_from_before_the_baseline_is_refused_and_unchanged() {
    let database = unmigrated();
    database.execute(
        "CREATE TABLE alarms (id BIGINT); INSERT INTO __diesel_schema_migrations (version) VALUES ('20261120000001')",
    );
    let tables = "SELECT relname AS value FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace \
                  ORDER BY relname";
    let before = database.query(tables);
    let refused = MigratableDatabase::at(&database.url()).unwrap().migrate();
    assert!(matches!(refused, Err(Error::BeforeBaseline)), "{refused:?}");
    assert_eq!(database.query(tables), before);
}
