//! The schema's history, embedded in the binary.

use diesel::{Connection as _, PgConnection, RunQueryDsl as _, connection::SimpleConnection as _, sql_query};
use diesel_migrations::{EmbeddedMigrations, MigrationHarness as _, embed_migrations};

use crate::{error::Error, session};

pub(crate) const MIGRATIONS: EmbeddedMigrations = embed_migrations!("../../migrations");

/// The advisory lock under which one process at a time migrates. Any number does, so long as nobody
/// else uses it.
pub(crate) const LOCK: &str = "SELECT pg_advisory_lock(74630001)";
const UNLOCK: &str = "SELECT pg_advisory_unlock(74630001)";

/// Migrating has no deadline, whatever the server's defaults say: a table takes as long as it is large, and
/// the processes that wait for it to be done wait as long.
const NO_DEADLINE: &str = "SET statement_timeout = 0; SET lock_timeout = 0";

/// A database that was reached and can be migrated.
pub struct Reached(PgConnection);

impl Reached {
    /// Reaches the database at `url`; blocks for as long as it says nothing.
    pub fn at(url: &str) -> Result<Self, Error> {
        let unavailable = |error: &dyn std::fmt::Display| Error::Unavailable(error.to_string());
        let mut conn = PgConnection::establish(&session::with_timeouts(url)).map_err(|error| unavailable(&error))?;
        conn.batch_execute(NO_DEADLINE).map_err(|error| unavailable(&error))?;
        Ok(Self(conn))
    }

    /// Brings the database to this version's schema; others that start meanwhile wait for it.
    ///
    /// Blocks for as long as that takes; says how many migrations it ran.
    pub fn migrate(mut self) -> Result<usize, Error> {
        let conn = &mut self.0;
        sql_query(LOCK).execute(conn)?;
        let ran = conn.run_pending_migrations(MIGRATIONS).map(|versions| versions.len());
        sql_query(UNLOCK).execute(conn)?;
        ran.map_err(|error| Error::Migration(error.to_string()))
    }
}
