//! The timers of a browser.

use diesel::prelude::*;
use domain::{
    browser_id::BrowserId,
    timer::{NewTimer, Timer, TimerId},
};

use crate::{
    Storage,
    error::Error,
    rows::{NewTimerRow, TimerRow, TimerStateRow, readable},
    schema::timers,
    wakeup,
};

/// All timers of `browser`, oldest first.
pub async fn list(storage: &Storage, browser: BrowserId) -> Result<Vec<Timer>, Error> {
    storage
        .request(move |conn| {
            let rows: Vec<TimerRow> = timers::table
                .filter(timers::browser_id.eq(browser.as_uuid()))
                .order((timers::created_at, timers::id))
                .select(TimerRow::as_select())
                .load(conn)?;
            Ok(readable(rows))
        })
        .await
}

/// Stores a new timer.
pub async fn insert(storage: &Storage, timer: NewTimer) -> Result<Timer, Error> {
    let wakeup = storage.shared_wakeup();
    storage
        .request(move |conn| {
            let insert = |conn: &mut PgConnection| -> Result<i64, Error> {
                let row = NewTimerRow::from(&timer);
                Ok(diesel::insert_into(timers::table).values(row).returning(timers::id).get_result(conn)?)
            };
            let next = timer.countdown.ends_at();
            let id = if wakeup::is_soon(next, timer.created_at) {
                conn.transaction(|conn| {
                    let id = insert(conn)?;
                    wakeup::notify_due(conn)?;
                    Ok::<_, Error>(id)
                })?
            } else {
                insert(conn)?
            };
            wakeup.due_at(next);
            let NewTimer { browser, settings, countdown, created_at } = timer;
            Ok(Timer { id: TimerId(id), browser, settings, countdown, created_at })
        })
        .await
}

/// Changes a timer of `browser` with its row locked, so that no change and no ring is lost between
/// reading and writing.
///
/// The inner result is that of `change`; where it is an error nothing is written.
pub async fn update<E: Send + 'static>(
    storage: &Storage,
    browser: BrowserId,
    id: TimerId,
    change: impl FnOnce(Timer) -> Result<Timer, E> + Send + 'static,
) -> Result<Result<Timer, E>, Error> {
    let wakeup = storage.shared_wakeup();
    storage
        .request(move |conn| {
            conn.transaction(|conn| {
                let row = timers::table
                    .filter(timers::id.eq(id.0).and(timers::browser_id.eq(browser.as_uuid())))
                    .select(TimerRow::as_select())
                    .for_update()
                    .first(conn)?;
                let before = Timer::try_from(row)?;
                let countdown_before = before.countdown;
                let after = match change(before) {
                    Ok(after) => after,
                    Err(refused) => return Ok(Err(refused)),
                };
                diesel::update(timers::table.filter(timers::id.eq(id.0).and(timers::browser_id.eq(browser.as_uuid()))))
                    .set(TimerStateRow::new(&after.settings, after.countdown))
                    .execute(conn)?;
                if after.countdown != countdown_before {
                    wakeup::notify_if_soon(conn, after.countdown.ends_at())?;
                }
                Ok(Ok(after))
            })
            .inspect(|changed| {
                if let Ok(timer) = changed {
                    wakeup.due_at(timer.countdown.ends_at());
                }
            })
        })
        .await
}

/// Deletes a timer of `browser`.
pub async fn delete(storage: &Storage, browser: BrowserId, id: TimerId) -> Result<(), Error> {
    storage
        .request(move |conn| {
            let row = timers::table.filter(timers::id.eq(id.0).and(timers::browser_id.eq(browser.as_uuid())));
            match diesel::delete(row).execute(conn)? {
                0 => Err(Error::NotFound),
                _ => Ok(()),
            }
        })
        .await
}
