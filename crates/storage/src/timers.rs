//! The timers of a browser.

use diesel::prelude::*;
use tokibako_domain::{
    browser_id::BrowserId,
    timer::{NewTimer, Timer, TimerId},
};
use uuid::Uuid;

use crate::{
    Storage, browsers,
    error::Error,
    notifications,
    one_of::OneOf,
    rows::{NewTimerRow, TimerRow, TimerStateRow, dealt_out, readable},
    schema::timers,
};

/// All timers of `browser`, oldest first.
pub async fn list(storage: &Storage, browser: BrowserId) -> Result<Vec<Timer>, Error> {
    storage.read_together(&storage.lines.timer_lists, browser, lists).await
}

/// Stores a new timer.
pub async fn insert(storage: &Storage, timer: NewTimer) -> Result<Timer, Error> {
    let next = timer.countdown.ends_at();
    let stored = storage.write_together(&storage.lines.new_timers, timer, insert_all).await?;
    storage.wakeup().due_at(next);
    Ok(stored)
}

/// The same, unless its browser has `most` timers already: then [`Error::Full`], however many ask at once.
pub async fn insert_among(storage: &Storage, timer: NewTimer, most: u32) -> Result<Timer, Error> {
    let next = timer.countdown.ends_at();
    let stored = storage
        .write(move |conn| {
            let (browser, now) = (timer.browser, timer.created_at);
            // One at a time: nobody else counts before this one is stored.
            browsers::lock(conn, [browser.as_uuid()], now)?;
            let owned = timers::table.filter(timers::browser_id.eq(browser.as_uuid())).count();
            if owned.get_result::<i64>(conn)? >= i64::from(most) {
                return Err(Error::Full);
            }
            insert_all(conn, &[timer])?.pop().ok_or_else(|| Error::unreadable("a new row was given no number"))
        })
        .await?;
    storage.wakeup().due_at(next);
    Ok(stored)
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
    let changed = storage
        .write(move |conn| {
            let row = one(browser, id);
            let row = row.select((TimerRow::as_select(), timers::sound)).for_update();
            let (row, stored_sound): (_, String) = row.first(conn)?;
            let before = Timer::try_from(row)?;
            let (countdown_before, sound_before) = (before.countdown, before.settings.sound);
            let after = match change(before) {
                Ok(after) => after,
                Err(refused) => return Ok(Err(refused)),
            };
            let mut changed = TimerStateRow::new(&after.settings, after.countdown);
            if after.settings.sound == sound_before {
                changed = changed.keeping_sound(&stored_sound);
            }
            diesel::update(one(browser, id)).set(changed).execute(conn)?;
            if after.countdown != countdown_before {
                notifications::notify_if_soon(after.countdown.ends_at(), conn)?;
            }
            Ok(Ok(after))
        })
        .await?;
    if let Ok(timer) = &changed {
        storage.wakeup().due_at(timer.countdown.ends_at());
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

/// One row, if it is that browser's.
#[diesel::dsl::auto_type(no_type_alias)]
fn one(browser: BrowserId, id: TimerId) -> _ {
    let (browser, id): (Uuid, i64) = (browser.as_uuid(), id.0);
    timers::table.filter(timers::id.eq(id).and(timers::browser_id.eq(browser)))
}

/// The lists of several browsers, each its own.
fn lists(conn: &mut PgConnection, browsers: &[BrowserId]) -> Result<Vec<Vec<Timer>>, Error> {
    let rows: Vec<TimerRow> =
        timers::table.filter(timers::browser_id.eq(OneOf::of(browsers))).select(TimerRow::as_select()).load(conn)?;
    let mut lists = dealt_out(readable(rows), |timer: &Timer| timer.browser, browsers);
    // Here, because many short lists are sorted sooner than one long one.
    for list in &mut lists {
        list.sort_unstable_by_key(|timer| (timer.created_at, timer.id.0));
    }
    Ok(lists)
}

/// Stores several in one statement; the database numbers them, and gives the numbers back, in their order.
fn insert_all(conn: &mut PgConnection, new: &[NewTimer]) -> Result<Vec<Timer>, Error> {
    let rows: Vec<_> = new.iter().map(NewTimerRow::from).collect();
    let ids: Vec<i64> = diesel::insert_into(timers::table).values(rows).returning(timers::id).get_results(conn)?;
    if new.iter().any(|timer| notifications::is_soon(timer.countdown.ends_at(), timer.created_at)) {
        notifications::notify_due(conn)?;
    }
    let stored = new.iter().cloned().zip(ids).map(|(timer, id)| {
        let NewTimer { browser, settings, countdown, created_at } = timer;
        Timer { id: TimerId(id), browser, settings, countdown, created_at }
    });
    Ok(stored.collect())
}
