//! Browser ids: the locks on those that own something, the order in which rows are locked, and the ids that accounts have
//! given up for new ones (`storage::accounts::renewal`).
//!
//! A renewed id owns nothing. A device that has missed its renewal and still uses it must not take that for an empty
//! list, nor store anything under an id that nobody will use again, so each of its requests ends with
//! [`Error::Renewed`]. Only lists without rows and transactions without a row look here: who owns something pays nothing.
//!
//! An id is remembered for [`KEPT_FOR`] and as long as its account, which has the latest [`MOST_OF_ACCOUNT`]: one account
//! that is renewed again and again forgets its own ids only, and the table never has more rows than that for each account.

use diesel::{prelude::*, sql_query, sql_types};
use time::{Duration, OffsetDateTime};
use tokibako_domain::{
    account::{AccountId, SESSION_LIFETIME},
    browser_id::BrowserId,
};
use uuid::Uuid;

use crate::{
    Storage,
    error::Error,
    rows::{PreparedStatement, typed},
    schema::renewed_ids,
};

/// Locks browsers until the transaction ends. Other transactions that move or count everything they own wait.
///
/// Keeps the `seen_at` of a browser that was seen today, because its precision is a day.
///
/// Lock order, against deadlocks: browsers by id, accounts, sessions, alarms and timers by id, days off, lists of cities, devices by
/// number, firings, the position of pushes, pushes, the log. Whoever locks devices before alarms has locked their browser. The
/// purge of sessions skips locked rows; that of firings waits for a tenth of a second.
pub(crate) fn lock_browsers(conn: &mut PgConnection, ids: &[Uuid], now: OffsetDateTime) -> Result<(), Error> {
    let lock = sql_query(
        "INSERT INTO browsers (id, seen_at) SELECT DISTINCT locked.id, $2 FROM unnest($1) AS locked (id) \
         ORDER BY locked.id ON CONFLICT (id) DO UPDATE SET seen_at = CASE \
         WHEN browsers.seen_at < date_trunc('day', excluded.seen_at, 'UTC') THEN excluded.seen_at ELSE browsers.seen_at END",
    );
    lock.bind::<sql_types::Array<sql_types::Uuid>, _>(ids).bind::<sql_types::Timestamptz, _>(now).execute(conn)?;
    Ok(())
}

/// Locks the browser that is about to own a new row; [`Error::Conflict`] if it was handed over or deleted while this
/// waited, and [`Error::Renewed`] if an account has given up the id before. Otherwise the row would be left to an id that
/// nobody uses any more.
pub(crate) fn lock_owner(conn: &mut PgConnection, browser: BrowserId, now: OffsetDateTime) -> Result<(), Error> {
    // A row that the statement saw when it began, but could not lock, was deleted meanwhile.
    let lock = sql_query(
        "WITH locked AS MATERIALIZED (SELECT id FROM browsers WHERE id = $1 FOR UPDATE) \
         SELECT EXISTS (SELECT FROM browsers WHERE id = $1) AS is_known, EXISTS (SELECT FROM locked) AS is_locked",
    );
    let lock = typed::<(sql_types::Bool, sql_types::Bool), _>(lock.bind::<sql_types::Uuid, _>(browser.as_uuid()));
    match PreparedStatement(lock).get_result(conn)? {
        (_, true) => Ok(()),
        (true, false) => Err(Error::Conflict("the browser id was given up meanwhile")),
        (false, false) => {
            refuse_renewed(conn, browser)?;
            lock_browsers(conn, &[browser.as_uuid()], now)
        }
    }
}

/// After as long without a visit the session of a device has ended, too, and it signs in again.
pub const KEPT_FOR: Duration = SESSION_LIFETIME;

/// How many ids of one account are remembered.
pub const MOST_OF_ACCOUNT: i64 = 100;

pub async fn is_renewed(storage: &Storage, browser: BrowserId) -> Result<bool, Error> {
    storage.read(move |conn| is_known(conn, browser)).await
}

/// Forgets the ids that were renewed too long ago; returns how many.
pub async fn purge_renewed(storage: &Storage, now: OffsetDateTime) -> Result<usize, Error> {
    storage
        .background(move |conn| {
            conn.transaction(|conn| {
                // Rows that another transaction has locked are left to the next purge.
                let old = renewed_ids::table.filter(renewed_ids::renewed_at.lt(now - KEPT_FOR));
                let old: Vec<Uuid> = old.select(renewed_ids::id).for_update().skip_locked().load(conn)?;
                Ok(diesel::delete(renewed_ids::table.filter(renewed_ids::id.eq_any(old))).execute(conn)?)
            })
        })
        .await
}

/// Remembers an id that an account, which must be locked, gives up.
pub(crate) fn record_renewed(
    conn: &mut PgConnection,
    id: Uuid,
    account: AccountId,
    now: OffsetDateTime,
) -> Result<(), Error> {
    let renewed_at = renewed_ids::renewed_at.eq(now);
    diesel::insert_into(renewed_ids::table)
        .values((renewed_ids::id.eq(id), renewed_ids::account_id.eq(account.0), renewed_at))
        .on_conflict(renewed_ids::id)
        .do_update()
        .set(renewed_at)
        .execute(conn)?;
    let of_account = renewed_ids::table.filter(renewed_ids::account_id.eq(account.0));
    let older = of_account.order(renewed_ids::renewed_at.desc()).offset(MOST_OF_ACCOUNT);
    let older: Vec<Uuid> = older.select(renewed_ids::id).load(conn)?;
    if !older.is_empty() {
        diesel::delete(renewed_ids::table.filter(renewed_ids::id.eq_any(older))).execute(conn)?;
    }
    Ok(())
}

/// [`Error::Renewed`] if an account has given up this id.
pub(crate) fn refuse_renewed(conn: &mut PgConnection, browser: BrowserId) -> Result<(), Error> {
    if is_known(conn, browser)? { Err(Error::Renewed) } else { Ok(()) }
}

/// A list of a browser; [`Error::Renewed`] if it is empty because an account has given up the id.
pub(crate) fn checked<Row>(conn: &mut PgConnection, browser: BrowserId, list: Vec<Row>) -> Result<Vec<Row>, Error> {
    if list.is_empty() {
        refuse_renewed(conn, browser)?;
    }
    Ok(list)
}

fn is_known(conn: &mut PgConnection, browser: BrowserId) -> Result<bool, Error> {
    Ok(diesel::select(diesel::dsl::exists(renewed_ids::table.find(browser.as_uuid()))).get_result(conn)?)
}
