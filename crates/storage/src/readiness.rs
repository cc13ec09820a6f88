//! What must be so for the database to be of use: this version's schema, and nothing that waits for its ring.

use std::collections::HashSet;

use diesel::{migration::MigrationSource, pg::Pg, prelude::*, sql_query, sql_types};
use time::OffsetDateTime;

use crate::{Storage, due, error::Error, migrations::MIGRATIONS};

/// What a database that answers is like.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Readiness {
    /// Migrations of this version have not run there.
    Unmigrated,
    /// It has this version's schema, or a later one; the longest due row, if any is, has waited since then.
    Migrated {
        /// When that row was due.
        due_since: Option<OffsetDateTime>,
    },
}

#[derive(QueryableByName)]
struct Ran {
    #[diesel(sql_type = sql_types::Text)]
    version: String,
}

/// What the database is like at `now`.
pub async fn of(storage: &Storage, now: OffsetDateTime) -> Result<Readiness, Error> {
    storage
        .read(move |conn| {
            if !is_migrated(conn)? {
                return Ok(Readiness::Unmigrated);
            }
            let due_since = due::next_of_both(conn)?.earliest().filter(|earliest| *earliest <= now);
            Ok(Readiness::Migrated { due_since })
        })
        .await
}

fn is_migrated(conn: &mut PgConnection) -> Result<bool, Error> {
    // The table is diesel's; a database without it has seen none.
    if sql_query("SELECT 1 WHERE to_regclass('__diesel_schema_migrations') IS NOT NULL").execute(conn)? == 0 {
        return Ok(false);
    }
    let ran: Vec<Ran> = sql_query("SELECT version FROM __diesel_schema_migrations").load(conn)?;
    let ran: HashSet<_> = ran.into_iter().map(|ran| ran.version).collect();
    let wanted = MigrationSource::<Pg>::migrations(&MIGRATIONS).map_err(|error| Error::Migration(error.to_string()))?;
    Ok(wanted.iter().all(|migration| ran.contains(&migration.name().version().to_string())))
}
