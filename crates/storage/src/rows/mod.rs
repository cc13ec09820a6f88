//! The rows of the database, and conversions from and to domain values; rows of accounts, and rows with the idempotency
//! keys of their clients.

mod alarm;
mod columns;
pub mod encoding;
mod firing;
mod new_firings;
mod timer;

use std::time::Instant;

use diesel::{PgConnection, prelude::*};
use time::OffsetDateTime;
use tokibako_domain::{
    account::{Account, AccountId, Username},
    row_limit::RowLimit,
};
use uuid::Uuid;

pub(crate) use self::{
    alarm::{AlarmRow, AlarmSettingsRow, NewAlarmRow},
    firing::{FiringRow, PlacedRow},
    new_firings::{DuplicatePolicy, NewFirings},
    timer::{NewTimerRow, TimerRow, TimerStateRow},
};
use crate::{error::Error, log_throttle::LogThrottle, schema::accounts};

/// The values of all readable rows. An unreadable row is left out and logged, so that the others stay usable. A row is
/// unreadable if its zone is missing from the time zone database, for example.
pub(crate) fn readable<Row, Value: TryFrom<Row, Error = Error>>(rows: Vec<Row>) -> impl Iterator<Item = Value> {
    rows.into_iter().filter_map(|row| Value::try_from(row).inspect_err(left_out).ok())
}

/// Logs that a row was left out. It is throttled, because each list with the row would log it again.
fn left_out(error: &Error) {
    static LINE: LogThrottle = LogThrottle::new();
    if let Some(more) = LINE.at(Instant::now()) {
        tracing::error!(%error, more, "an unreadable row was left out");
    }
}

/// The assignments with which rows of `table` move to the browser `$2`. A key that this browser has already is dropped,
/// because the keys of a browser are unique.
///
/// Two browsers have the same key if a client repeats a request whose response it lost after it has signed in.
pub(crate) fn moving(table: &str) -> String {
    format!(
        "browser_id = $2, client_key = CASE WHEN NOT EXISTS (SELECT FROM {table} AS kept \
         WHERE kept.browser_id = $2 AND kept.client_key = {table}.client_key) THEN {table}.client_key END"
    )
}

/// A row, and the key with which its client created it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KeyedRow<Row> {
    /// The row.
    pub row: Row,
    /// The key that the client chose; `None` if the row was created without one.
    pub key: Option<Uuid>,
}

impl<Stored, Row: TryFrom<Stored, Error = Error>> TryFrom<(Stored, Option<Uuid>)> for KeyedRow<Row> {
    type Error = Error;

    fn try_from((stored, key): (Stored, Option<Uuid>)) -> Result<Self, Error> {
        Ok(Self { row: stored.try_into()?, key })
    }
}

/// Stores new rows of a browser, in their order. The result for a row is `None` if the browser has `limit` rows already; if
/// it has one with the client's key, that one, unchanged.
pub(crate) fn store_all<New, Row>(
    conn: &mut PgConnection,
    batch: Vec<KeyedRow<New>>,
    limit: Option<RowLimit>,
    count: impl FnOnce(&mut PgConnection) -> Result<i64, Error>,
    store: impl Fn(&mut PgConnection, New, Option<Uuid>) -> Result<Option<Row>, Error>,
    keyed: impl Fn(&mut PgConnection, Uuid) -> Result<Option<Row>, Error>,
) -> Result<Vec<Option<Row>>, Error> {
    let mut rows = if limit.is_some() { count(conn)? } else { 0 };
    let store_one = |KeyedRow { row, key }: KeyedRow<New>| {
        let has_room = limit.is_none_or(|limit| limit.admits(rows + 1));
        if let Some(stored) = if has_room { store(conn, row, key)? } else { None } {
            rows += 1;
            return Ok(Some(stored));
        }
        // A repeated request gets the row of the first one, also if that was the last for which there was room.
        key.map_or(Ok(None), |key| keyed(conn, key))
    };
    batch.into_iter().map(store_one).collect()
}

/// An account without the hash of its password.
#[derive(Queryable, Selectable)]
#[diesel(table_name = accounts, check_for_backend(diesel::pg::Pg))]
pub(crate) struct AccountRow {
    id: i64,
    pub(crate) browser_id: Uuid,
    username: String,
    last_visited: OffsetDateTime,
}

#[derive(Insertable)]
#[diesel(table_name = accounts)]
pub(crate) struct NewAccountRow<'a> {
    pub(crate) browser_id: Uuid,
    pub(crate) username: &'a str,
    pub(crate) username_key: &'a str,
    pub(crate) password_hash: &'a str,
    pub(crate) last_visited: OffsetDateTime,
    pub(crate) created_at: OffsetDateTime,
}

impl TryFrom<AccountRow> for Account {
    type Error = Error;

    fn try_from(row: AccountRow) -> Result<Self, Error> {
        Ok(Self {
            id: AccountId(row.id),
            browser: columns::browser(row.browser_id)?,
            username: Username::parse(&row.username).map_err(Error::unreadable)?,
            last_visited: row.last_visited,
        })
    }
}
