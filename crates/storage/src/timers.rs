//! The timers of a browser.

use std::num::NonZeroU32;

use diesel::{dsl::count_star, prelude::*};
use time::OffsetDateTime;
use tokibako_domain::{
    browser_id::BrowserId,
    timer::{NewTimer, Timer, TimerId},
};
use uuid::Uuid;

use crate::{
    Storage,
    error::Error,
    insert::{Insert, NewRow},
    notifications,
    rows::{NewTimerRow, TimerRow, TimerStateRow, readable},
    schema::timers,
};

/// All timers of `browser`, oldest first.
pub async fn list(storage: &Storage, browser: BrowserId) -> Result<Vec<Timer>, Error> {
    storage.read(move |conn| of_browser(conn, browser)).await
}

/// Stores a new timer.
pub async fn insert(storage: &Storage, timer: NewTimer) -> Result<Timer, Error> {
    insert_within(storage, timer, None).await
}

/// Stores a new timer, unless its browser has `limit` timers already: then [`Error::Full`].
pub async fn insert_within(storage: &Storage, timer: NewTimer, limit: Option<NonZeroU32>) -> Result<Timer, Error> {
    let next = timer.countdown.ends_at();
    let stored = storage.insert(&storage.new_timers, Insert { row: timer, limit }).await?;
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
pub(crate) fn one(browser: BrowserId, id: TimerId) -> _ {
    let (browser, id): (Uuid, i64) = (browser.as_uuid(), id.0);
    timers::table.filter(timers::id.eq(id).and(timers::browser_id.eq(browser)))
}

/// The same as [`list`] on a connection.
pub(crate) fn of_browser(conn: &mut PgConnection, browser: BrowserId) -> Result<Vec<Timer>, Error> {
    let rows = timers::table.filter(timers::browser_id.eq(browser.as_uuid()));
    let rows = rows.order((timers::created_at, timers::id)).select(TimerRow::as_select()).load(conn)?;
    Ok(readable(rows).collect())
}

impl NewRow for NewTimer {
    type Stored = Timer;

    fn origin(&self) -> (BrowserId, OffsetDateTime) {
        (self.browser, self.created_at)
    }

    fn id(stored: &Timer) -> i64 {
        stored.id.0
    }

    fn count(conn: &mut PgConnection, browsers: &[Uuid]) -> Result<Vec<(Uuid, i64)>, Error> {
        let owned = timers::table.filter(timers::browser_id.eq_any(browsers)).group_by(timers::browser_id);
        Ok(owned.select((timers::browser_id, count_star())).load(conn)?)
    }

    fn insert(conn: &mut PgConnection, new: &[&Self]) -> Result<Vec<Timer>, Error> {
        let rows: Vec<_> = new.iter().copied().map(NewTimerRow::from).collect();
        // The database returns the numbers in the order of the rows.
        let ids: Vec<i64> = diesel::insert_into(timers::table).values(rows).returning(timers::id).get_results(conn)?;
        if new.iter().any(|timer| notifications::is_soon(timer.countdown.ends_at(), timer.created_at)) {
            notifications::notify_due(conn)?;
        }
        let stored = new.iter().zip(ids).map(|(timer, id)| {
            let NewTimer { browser, settings, countdown, created_at } = (*timer).clone();
            Timer { id: TimerId(id), browser, settings, countdown, created_at }
        });
        Ok(stored.collect())
    }

    fn delete(conn: &mut PgConnection, ids: &[i64]) -> Result<(), Error> {
        diesel::delete(timers::table.filter(timers::id.eq_any(ids))).execute(conn)?;
        Ok(())
    }
}
