//! An id of the database, by which processes recognise that they share it.

use diesel::{RunQueryDsl as _, dsl::sql, select, sql_types::Text};

use crate::{Storage, error::Error};

/// A number that no other database has, of the cluster's system identifier, which survives a failover, and the
/// database's OID.
pub async fn of(storage: &Storage) -> Result<String, Error> {
    let name = sql::<Text>(
        "(SELECT system_identifier || '-' || oid FROM pg_control_system(), pg_database \
         WHERE datname = current_database())",
    );
    storage.background(|conn| Ok(select(name).get_result(conn)?)).await
}
