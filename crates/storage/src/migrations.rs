//! The schema's history, embedded in the binary.

use diesel::{Connection as _, PgConnection, RunQueryDsl as _, sql_query};
use diesel_migrations::{EmbeddedMigrations, MigrationHarness as _, embed_migrations};

use crate::{error::Error, session};

const MIGRATIONS: EmbeddedMigrations = embed_migrations!("../../migrations");

/// The advisory lock under which one process at a time migrates. Any number does, so long as nobody
/// else uses it.
const LOCK: &str = "SELECT pg_advisory_lock(74630001)";
const UNLOCK: &str = "SELECT pg_advisory_unlock(74630001)";

/// How long one process waits for another's migrations before it says so.
const LOCK_PATIENCE: &str = "SET lock_timeout = '60s'";

/// Brings the database at `url` to this version's schema; others that start meanwhile wait for it.
///
/// Blocks; says how many migrations it ran.
pub fn run(url: &str) -> Result<usize, Error> {
    let mut conn =
        PgConnection::establish(&session::impatient(url)).map_err(|error| Error::Unavailable(error.to_string()))?;
    sql_query(LOCK_PATIENCE).execute(&mut conn)?;
    sql_query(LOCK).execute(&mut conn)?;
    let ran = conn.run_pending_migrations(MIGRATIONS).map(|versions| versions.len());
    sql_query(UNLOCK).execute(&mut conn)?;
    ran.map_err(|error| Error::Migration(error.to_string()))
}
