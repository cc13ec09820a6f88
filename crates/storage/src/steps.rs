//! Moves or deletes very many rows of one browser in short transactions, so that no lock is held for long.

use diesel::{PgConnection, RunQueryDsl as _, sql_query, sql_types};
use time::OffsetDateTime;
use tokibako_domain::browser_id::BrowserId;
use uuid::Uuid;

use crate::{Storage, error::Error, keyed::moving, locks};

/// How many rows of a table one transaction processes.
const STEP: i64 = 1_000;

/// The tables with a `browser_id`, in lock order.
const OWNED: [&str; 3] = ["alarms", "timers", "firings"];

/// Hands over rows of `from` to the browser that `to` finds, until few are left; `None` ends it. A step that is done
/// stays done if the next one fails.
pub(crate) async fn hand_over_most(
    storage: &Storage,
    from: BrowserId,
    to: impl Fn(&mut PgConnection) -> Result<Option<Uuid>, Error> + Copy + Send + 'static,
    now: OffsetDateTime,
) -> Result<(), Error> {
    while storage.read(move |conn| owns_many(conn, from)).await? {
        let moved = storage.write_long(move |conn| {
            let Some(found) = to(conn)? else { return Ok(0) };
            locks::lock_browsers(conn, &[from.as_uuid(), found], now)?;
            // The result may have changed before the lock.
            let Some(to) = to(conn)?.filter(|to| *to == found) else { return Ok(0) };
            let moved = |table| if table == "firings" { "browser_id = $2".to_owned() } else { moving(table) };
            let change =
                |table| format!("UPDATE {table} SET {} WHERE id = ANY (ARRAY ({}))", moved(table), some(table));
            let move_some = |table| {
                let update = sql_query(change(table)).bind::<sql_types::Uuid, _>(from.as_uuid());
                update.bind::<sql_types::Uuid, _>(to).execute(conn)
            };
            Ok(OWNED.into_iter().map(move_some).sum::<Result<usize, _>>()?)
        });
        if moved.await? == 0 {
            break;
        }
    }
    Ok(())
}

/// Deletes rows of `browser` until few are left.
pub(crate) async fn delete_most(storage: &Storage, browser: BrowserId) -> Result<(), Error> {
    while storage.read(move |conn| owns_many(conn, browser)).await? {
        let deleted = storage.write_long(move |conn| {
            let change = |table| format!("DELETE FROM {table} WHERE id = ANY (ARRAY ({}))", some(table));
            let delete_some =
                |table| sql_query(change(table)).bind::<sql_types::Uuid, _>(browser.as_uuid()).execute(conn);
            Ok(OWNED.into_iter().map(delete_some).sum::<Result<usize, _>>()?)
        });
        if deleted.await? == 0 {
            break;
        }
    }
    Ok(())
}

/// Whether a browser owns more rows of a table than one transaction processes.
fn owns_many(conn: &mut PgConnection, browser: BrowserId) -> Result<bool, Error> {
    let many = |table| format!("EXISTS (SELECT FROM {table} WHERE browser_id = $1 OFFSET {STEP})");
    let query = format!("SELECT 1 WHERE {}", OWNED.map(many).join(" OR "));
    Ok(sql_query(query).bind::<sql_types::Uuid, _>(browser.as_uuid()).execute(conn)? > 0)
}

/// The ids of the rows for one step.
fn some(table: &str) -> String {
    format!("SELECT id FROM {table} WHERE browser_id = $1 ORDER BY id LIMIT {STEP}")
}
