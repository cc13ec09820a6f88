//! The timers of a browser.

use std::collections::HashSet;

use diesel::{
    dsl::min,
    prelude::*,
    sql_query,
    sql_types::{self, Timestamptz},
};
use time::OffsetDateTime;
use tokibako_domain::{
    browser_id::BrowserId,
    row_limit::RowLimit,
    timer::{NewTimer, Progress, Timer, TimerId},
    timer_order::TimerOrder,
};
use uuid::Uuid;

use crate::{
    Storage,
    connections::session::PreparedStatement,
    error::Error,
    locks, renewed_ids,
    rows::{KeyedRow, NewTimerRow, TimerRow, TimerStateRow, readable, store_all},
    schema::{coalesce, timers},
};

/// The timers of `browser` in the chosen order, else by creation, then id.
pub async fn with_keys(storage: &Storage, browser: BrowserId) -> Result<Vec<KeyedRow<Timer>>, Error> {
    storage
        .read(move |conn| {
            let timers = of_browser(conn, browser)?;
            renewed_ids::checked(conn, browser, timers)
        })
        .await
}

/// The timers of `browser` without their keys.
#[cfg(feature = "testing")]
pub async fn list(storage: &Storage, browser: BrowserId) -> Result<Vec<Timer>, Error> {
    Ok(with_keys(storage, browser).await?.into_iter().map(|keyed| keyed.row).collect())
}

/// Stores a new timer.
#[cfg(feature = "testing")]
pub async fn insert(storage: &Storage, timer: NewTimer) -> Result<Timer, Error> {
    insert_keyed(storage, timer, None, None).await
}

/// Stores a new timer; [`Error::Full`] if its browser has `limit` timers already. If it has one with the client's `key`, returns that
/// unchanged.
pub async fn insert_keyed(
    storage: &Storage,
    timer: NewTimer,
    limit: Option<RowLimit>,
    key: Option<Uuid>,
) -> Result<Timer, Error> {
    let (browser, now) = (timer.browser, timer.created_at);
    let stored = insert_batch(storage, browser, vec![KeyedRow { row: timer, key }], limit, now).await?;
    stored.into_iter().next().flatten().ok_or(Error::Full)
}

/// Stores new timers of `browser` in one transaction, in their order. The result for a timer is `None` if the browser has
/// `limit` timers already; if it has one with the client's key, that one, unchanged.
pub async fn insert_batch(
    storage: &Storage,
    browser: BrowserId,
    batch: Vec<KeyedRow<NewTimer>>,
    limit: Option<RowLimit>,
    now: OffsetDateTime,
) -> Result<Vec<Option<Timer>>, Error> {
    let next = batch.iter().filter_map(|timer| timer.row.countdown.ends_at()).min();
    if batch.is_empty() {
        // Not even the browser is stored.
        return Ok(Vec::new());
    }
    let stored = storage
        .write(move |conn| {
            locks::lock_owner(conn, browser, now)?;
            store_all(conn, batch, limit, |conn| count(conn, browser), store, |conn, key| keyed(conn, browser, key))
        })
        .await?;
    storage.written(next);
    Ok(stored)
}

/// Changes a timer of `browser` with its row locked, so that no concurrent change and no ring is lost between reading
/// and writing.
///
/// The inner result is that of `change`; if it is an error, nothing is written.
pub async fn update<E: Send + 'static>(
    storage: &Storage,
    browser: BrowserId,
    id: TimerId,
    change: impl FnOnce(Timer) -> Result<Timer, E> + Send + 'static,
) -> Result<Result<Timer, E>, Error> {
    let changed = storage
        .write(move |conn| {
            let row = one(browser, id);
            let row = row.select((TimerRow::as_select(), timers::sound)).for_update();
            let (row, stored_sound): (_, String) = row.first(conn)?;
            let before = Timer::try_from(row)?;
            let sound_before = before.settings.sound;
            let after = match change(before) {
                Ok(after) => after,
                Err(refused) => return Ok(Err(refused)),
            };
            let mut changed = TimerStateRow::new(&after.settings, after.countdown, after.progress);
            if after.settings.sound == sound_before {
                changed = changed.keeping_sound(&stored_sound);
            }
            PreparedStatement(diesel::update(one(browser, id)).set(changed)).execute(conn)?;
            Ok(Ok(after))
        })
        .await?;
    if let Ok(timer) = &changed {
        storage.written(timer.countdown.ends_at());
    }
    Ok(changed)
}

/// Deletes a timer of `browser`.
pub async fn delete(storage: &Storage, browser: BrowserId, id: TimerId) -> Result<(), Error> {
    storage
        .write(move |conn| match diesel::delete(one(browser, id)).execute(conn)? {
            0 => Err(Error::NotFound),
            _ => Ok(()),
        })
        .await
}

/// Moves timers of `browser` to the front of its list, in this order. Ids that it does not have are skipped: a timer
/// may have been deleted meanwhile.
pub async fn put_in_order(storage: &Storage, browser: BrowserId, order: TimerOrder) -> Result<(), Error> {
    storage
        .write(move |conn| {
            let named: Vec<i64> = order.ids().iter().map(|id| id.0).collect();
            let of_browser = timers::table.filter(timers::browser_id.eq(browser.as_uuid()));
            let owned = of_browser.filter(timers::id.eq_any(named)).order(timers::id).select(timers::id);
            let owned: HashSet<i64> = owned.for_update().load(conn)?.into_iter().collect();
            let Some(first) = of_browser.select(min(listed_at())).first(conn)? else {
                return renewed_ids::refuse(conn, browser);
            };
            let owned_places = order.places(first).map(|(id, at)| (id.0, at)).filter(|(id, _)| owned.contains(id));
            let (ids, instants): (Vec<i64>, Vec<OffsetDateTime>) = owned_places.unzip();
            sql_query(
                "UPDATE timers SET listed_at = place.at FROM unnest($1, $2) AS place (id, at) \
                 WHERE timers.id = place.id AND timers.browser_id = $3",
            )
            .bind::<sql_types::Array<sql_types::BigInt>, _>(ids)
            .bind::<sql_types::Array<Timestamptz>, _>(instants)
            .bind::<sql_types::Uuid, _>(browser.as_uuid())
            .execute(conn)?;
            Ok(())
        })
        .await
}

/// What timers are sorted by: their creation, unless another order was chosen.
#[diesel::dsl::auto_type(no_type_alias)]
fn listed_at() -> _ {
    coalesce(timers::listed_at, timers::created_at)
}

/// One row, if it belongs to the browser.
#[diesel::dsl::auto_type(no_type_alias)]
pub(crate) fn one(browser: BrowserId, id: TimerId) -> _ {
    let (browser, id): (Uuid, i64) = (browser.as_uuid(), id.0);
    timers::table.filter(timers::id.eq(id).and(timers::browser_id.eq(browser)))
}

/// The timers of `browser` in the chosen order, else by creation, then id.
pub(crate) fn of_browser(conn: &mut PgConnection, browser: BrowserId) -> Result<Vec<KeyedRow<Timer>>, Error> {
    let rows = timers::table.filter(timers::browser_id.eq(browser.as_uuid())).order((listed_at(), timers::id));
    let rows: Vec<(TimerRow, Option<Uuid>)> = rows.select((TimerRow::as_select(), timers::client_key)).load(conn)?;
    Ok(readable(rows).collect())
}

/// How many timers `browser` has.
fn count(conn: &mut PgConnection, browser: BrowserId) -> Result<i64, Error> {
    Ok(timers::table.filter(timers::browser_id.eq(browser.as_uuid())).count().get_result(conn)?)
}

fn keyed(conn: &mut PgConnection, browser: BrowserId, key: Uuid) -> Result<Option<Timer>, Error> {
    let row = timers::table.filter(timers::browser_id.eq(browser.as_uuid()).and(timers::client_key.eq(key)));
    let row = row.select(TimerRow::as_select()).first(conn).optional()?;
    row.map(Timer::try_from).transpose()
}

/// Inserts a row; `None` if the browser has one with this key.
pub(crate) fn store(conn: &mut PgConnection, timer: NewTimer, key: Option<Uuid>) -> Result<Option<Timer>, Error> {
    let insert = diesel::insert_into(timers::table).values(NewTimerRow::new(&timer, key)).on_conflict_do_nothing();
    let id: Option<i64> = PreparedStatement(insert.returning(timers::id)).get_result(conn).optional()?;
    let Some(id) = id.map(TimerId) else { return Ok(None) };
    let NewTimer { browser, settings, countdown, created_at } = timer;
    Ok(Some(Timer { id, browser, settings, countdown, progress: Progress::default(), created_at }))
}
