//! Whether the database has this version's schema.

use std::collections::HashSet;

use diesel::{migration::MigrationSource, pg::Pg, prelude::*, sql_query, sql_types};

use crate::{Storage, error::Error, migrations::MIGRATIONS};

/// The state of a database that answers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Readiness {
    /// Migrations of this version are missing.
    Unmigrated,
    /// The database has this version's schema, or a later one.
    Migrated,
}

#[derive(QueryableByName)]
struct MigrationRow {
    #[diesel(sql_type = sql_types::Text)]
    version: String,
}

/// Reads the state of the database. It does not queue behind requests, because their number says nothing about the
/// database.
pub async fn of(storage: &Storage) -> Result<Readiness, Error> {
    let migrated = storage.probe(is_migrated).await?;
    Ok(if migrated { Readiness::Migrated } else { Readiness::Unmigrated })
}

/// Whether all migrations of this version have run.
pub(crate) fn is_migrated(conn: &mut PgConnection) -> Result<bool, Error> {
    // The table is diesel's. Without it no migration has run.
    if sql_query("SELECT 1 WHERE to_regclass('__diesel_schema_migrations') IS NOT NULL").execute(conn)? == 0 {
        return Ok(false);
    }
    let ran: Vec<MigrationRow> = sql_query("SELECT version FROM __diesel_schema_migrations").load(conn)?;
    let ran: HashSet<_> = ran.into_iter().map(|ran| ran.version).collect();
    let wanted = MigrationSource::<Pg>::migrations(&MIGRATIONS).map_err(|error| Error::Migration(error.to_string()))?;
    Ok(wanted.iter().all(|migration| ran.contains(&migration.name().version().to_string())))
}
