//! The migrations of the schema, embedded in the binary.

use std::{thread, time::Duration};

use diesel::{
    connection::SimpleConnection as _,
    dsl::sql,
    migration::{Migration, MigrationSource, MigrationVersion},
    pg::Pg,
    prelude::*,
    sql_query,
    sql_types::Text,
};
use diesel_migrations::{EmbeddedMigrations, MigrationHarness as _, embed_migrations};

use crate::{
    connections::primary,
    error::{Condition, Error},
    rows::typed,
    schema::breaking_migrations,
};

pub(crate) const MIGRATIONS: EmbeddedMigrations = embed_migrations!("../../migrations");

/// The advisory lock under which one process at a time migrates. The number is arbitrary, but nothing else may use it.
///
/// It is tried and not waited for: `CREATE INDEX CONCURRENTLY` waits for every statement that runs, also for one that
/// waits for this lock.
pub(crate) const LOCK: &str = "SELECT WHERE pg_try_advisory_lock(74630001)";
const UNLOCK: &str = "SELECT pg_advisory_unlock(74630001)";

/// How long a statement waits for a lock. All other queries on that table wait behind it.
pub const LOCK_WAIT: Duration = Duration::from_secs(5);

/// The pause between two attempts, for the queued queries.
const PAUSE: Duration = Duration::from_secs(1);

/// Indexes that `CREATE INDEX CONCURRENTLY` could not complete. No query uses them.
const INVALID_INDEXES: &str = "SELECT indexrelid::regclass::text AS name FROM pg_index \
    JOIN pg_class ON pg_class.oid = indexrelid WHERE NOT indisvalid AND relnamespace = current_schema()::regnamespace";

/// Why a migration failed, as diesel reports it.
type Failure = Box<dyn std::error::Error + Send + Sync>;

pub struct MigratableDatabase {
    conn: PgConnection,
    lock_wait: Duration,
}

impl MigratableDatabase {
    /// Connects to the database at `url`. Blocks until it answers.
    pub fn at(url: &str) -> Result<Self, Error> {
        Self::with_lock_wait(url, LOCK_WAIT)
    }

    /// Connects like [`at`](Self::at), with another timeout for locks.
    pub fn with_lock_wait(url: &str, lock_wait: Duration) -> Result<Self, Error> {
        let mut conn = primary::connect(url)?;
        // Without a statement timeout, because migrating a large table takes long.
        conn.batch_execute("SET statement_timeout = 0").map_err(|error| Error::Unavailable(error.to_string()))?;
        Ok(Self { conn, lock_wait })
    }

    /// Whether this session's role is a superuser, which the server does not need.
    pub fn is_superuser(&mut self) -> Result<bool, Error> {
        Ok(sql_query("SELECT 1 WHERE current_setting('is_superuser') = 'on'").execute(&mut self.conn)? == 1)
    }

    /// Migrates the database to this version's schema; other processes that start meanwhile wait. Refuses a database
    /// from before the baseline, and one that a newer version has migrated in a breaking way (`breaking_migrations`).
    ///
    /// Blocks until it is done. A migration that waits for tables that others have locked is retried until it gets them;
    /// any other failure is final. Returns how many migrations it ran.
    pub fn migrate(self) -> Result<usize, Error> {
        self.migrate_by(&MIGRATIONS)
    }

    /// Like [`MigratableDatabase::migrate`], with other migrations.
    pub fn migrate_by(mut self, migrations: &impl MigrationSource<Pg>) -> Result<usize, Error> {
        self.require_utf8()?;
        while sql_query(LOCK).execute(&mut self.conn).map_err(|error| Error::Migration(error.to_string()))? == 0 {
            tracing::warn!("another process migrates the database: waiting for it");
            self.pause();
        }
        let ran = self.run_pending(migrations);
        // If the session has broken, the lock was released with it.
        let unlocked = sql_query(UNLOCK).execute(&mut self.conn);
        let ran = ran?;
        unlocked?;
        Ok(ran)
    }

    /// Other encodings lack letters, and `SQL_ASCII` counts bytes instead of letters.
    fn require_utf8(&mut self) -> Result<(), Error> {
        let encoding = sql::<Text>("current_setting('server_encoding')");
        let encoding: String = diesel::select(encoding).get_result(&mut self.conn)?;
        if encoding == "UTF8" { Ok(()) } else { Err(Error::Encoding(encoding)) }
    }

    fn run_pending(&mut self, migrations: &impl MigrationSource<Pg>) -> Result<usize, Error> {
        let failed = |error: Failure| Error::Migration(error.to_string());
        let applied = self.conn.applied_migrations().map_err(failed)?;
        let mut known = migrations.migrations().map_err(failed)?;
        known.sort_by_key(|migration| migration.name().version().as_owned());
        if precedes_baseline(&applied, &known) {
            return Err(Error::BeforeBaseline);
        }
        let unknown = unknown_of(&applied, &known);
        let breaking = self.breaking(&unknown)?;
        if !breaking.is_empty() {
            return Err(Error::Newer(breaking.join(", ")));
        }
        if !unknown.is_empty() {
            let migrations = unknown.join(", ");
            tracing::warn!(migrations, "a newer version has migrated the database: this version can still use it");
        }
        let mut ran = 0;
        for migration in known.iter().filter(|migration| !applied.contains(&migration.name().version())) {
            while let Err(error) = self.run_one(migration) {
                if Condition::of(&error.to_string()) != Some(Condition::Locked) {
                    return Err(failed(error));
                }
                tracing::warn!(%error, "a migration waits for a lock that others hold: trying again");
                self.pause();
            }
            ran += 1;
        }
        Ok(ran)
    }

    /// Runs a migration. One that runs without a transaction builds an index while others use the table: nobody waits for
    /// its locks, so it has no timeout for them.
    fn run_one(&mut self, migration: &dyn Migration<Pg>) -> Result<(), Failure> {
        let lock_wait = if migration.metadata().run_in_transaction() {
            self.lock_wait
        } else {
            let unfinished: Vec<String> = typed::<Text, _>(sql_query(INVALID_INDEXES)).load(&mut self.conn)?;
            for name in unfinished {
                self.conn.batch_execute(&format!("DROP INDEX CONCURRENTLY {name}"))?;
            }
            Duration::ZERO
        };
        self.conn.batch_execute(&format!("SET lock_timeout = {}", lock_wait.as_millis()))?;
        self.conn.run_migration(migration).map(drop)
    }

    /// The unknown migrations that this version cannot run with.
    fn breaking(&mut self, unknown: &[String]) -> Result<Vec<String>, Error> {
        let is_there = sql_query("SELECT 1 WHERE to_regclass('breaking_migrations') IS NOT NULL");
        if unknown.is_empty() || is_there.execute(&mut self.conn)? == 0 {
            return Ok(Vec::new());
        }
        let breaking = breaking_migrations::table.filter(breaking_migrations::version.eq_any(unknown));
        Ok(breaking.order(breaking_migrations::version).select(breaking_migrations::version).load(&mut self.conn)?)
    }

    fn pause(&self) {
        thread::sleep(PAUSE.min(self.lock_wait));
    }
}

/// Whether a version from before the first migration, the baseline, has created the schema.
fn precedes_baseline(applied: &[MigrationVersion<'_>], known: &[Box<dyn Migration<Pg>>]) -> bool {
    !applied.is_empty() && known.first().is_some_and(|baseline| !applied.contains(&baseline.name().version()))
}

/// Migrations that the database has and this version does not know.
fn unknown_of(applied: &[MigrationVersion<'_>], known: &[Box<dyn Migration<Pg>>]) -> Vec<String> {
    let is_known =
        |version: &MigrationVersion<'_>| known.iter().any(|migration| migration.name().version() == *version);
    let mut unknown: Vec<_> = applied.iter().filter(|version| !is_known(version)).map(ToString::to_string).collect();
    unknown.sort_unstable();
    unknown
}
