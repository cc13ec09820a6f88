//! Reads the database's clock.

use diesel::{dsl::sql, prelude::*, sql_types};
use time::OffsetDateTime;

use crate::{Storage, error::Error};

/// The database's time.
pub async fn now(storage: &Storage) -> Result<OffsetDateTime, Error> {
    storage
        .ringing(|conn| Ok(diesel::select(sql::<sql_types::Timestamptz>("clock_timestamp()")).get_result(conn)?))
        .await
}

/// The database's time, after comparing this node's `clock` with it.
pub async fn compared(storage: &Storage, clock: impl Fn() -> OffsetDateTime) -> Result<OffsetDateTime, Error> {
    let before = clock();
    let database = now(storage).await?;
    storage.clocks().compare(before, database, clock());
    Ok(database)
}
