//! An id of the database, by which processes recognise that they share it.

use diesel::{prelude::*, sql_query, sql_types};

use crate::{Storage, error::Error};

#[derive(QueryableByName)]
struct Name {
    #[diesel(sql_type = sql_types::Text)]
    name: String,
}

/// A number that no other database has, of the cluster's system identifier, which survives a failover, and the
/// database's OID.
pub async fn of(storage: &Storage) -> Result<String, Error> {
    storage
        .background(|conn| {
            let name = sql_query(
                "SELECT system_identifier || '-' || oid AS name FROM pg_control_system(), pg_database \
                 WHERE datname = current_database()",
            );
            Ok(name.get_result::<Name>(conn)?.name)
        })
        .await
}
