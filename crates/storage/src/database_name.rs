//! By what processes know that they are on the same database.

use diesel::{prelude::*, sql_query, sql_types};

use crate::{Storage, error::Error};

#[derive(QueryableByName)]
struct Name {
    #[diesel(sql_type = sql_types::Text)]
    name: String,
}

/// A word of digits that no other database has: a cluster keeps its number over a failover, and a database its own within it.
pub async fn of(storage: &Storage) -> Result<String, Error> {
    storage
        .ringing(|conn| {
            let name = sql_query(
                "SELECT system_identifier || '-' || oid AS name FROM pg_control_system(), pg_database \
                 WHERE datname = current_database()",
            );
            Ok(name.get_result::<Name>(conn)?.name)
        })
        .await
}
