//! The alarms of a browser.

use std::num::NonZeroU32;

use diesel::{dsl::count_star, prelude::*};
use time::OffsetDateTime;
use tokibako_domain::{
    alarm::{Alarm, AlarmId, NewAlarm},
    browser_id::BrowserId,
};
use uuid::Uuid;

use crate::{
    Storage,
    error::Error,
    insert::{Insert, NewRow},
    notifications,
    rows::{AlarmRow, AlarmSettingsRow, NewAlarmRow, readable},
    schema::alarms,
};

/// All alarms of `browser`, by time of day, then number.
pub async fn list(storage: &Storage, browser: BrowserId) -> Result<Vec<Alarm>, Error> {
    storage.read(move |conn| of_browser(conn, browser)).await
}

/// Stores a new alarm.
pub async fn insert(storage: &Storage, alarm: NewAlarm) -> Result<Alarm, Error> {
    insert_within(storage, alarm, None).await
}

/// Stores a new alarm, unless its browser has `limit` alarms already: then [`Error::Full`].
pub async fn insert_within(storage: &Storage, alarm: NewAlarm, limit: Option<NonZeroU32>) -> Result<Alarm, Error> {
    let next = alarm.arming.next_trigger();
    let stored = storage.insert(&storage.new_alarms, Insert { row: alarm, limit }).await?;
    storage.wakeup().due_at(next);
    Ok(stored)
}

/// Changes an alarm of `browser` with its row locked, so that no change and no ring is lost between
/// reading and writing.
///
/// The inner result is that of `change`; where it is an error nothing is written.
pub async fn update<E: Send + 'static>(
    storage: &Storage,
    browser: BrowserId,
    id: AlarmId,
    change: impl FnOnce(Alarm) -> Result<Alarm, E> + Send + 'static,
) -> Result<Result<Alarm, E>, Error> {
    let changed = storage
        .write(move |conn| {
            let row = one(browser, id);
            let row = row.select((AlarmRow::as_select(), alarms::sound)).for_update();
            let (row, stored_sound): (_, String) = row.first(conn)?;
            let before = Alarm::try_from(row)?;
            let (arming_before, sound_before) = (before.arming, before.settings.sound);
            let schedule_before = before.settings.schedule;
            let after = match change(before) {
                Ok(after) => after,
                Err(refused) => return Ok(Err(refused)),
            };
            let mut changed = AlarmSettingsRow::new(&after.settings, after.arming);
            if after.settings.sound == sound_before {
                changed = changed.keeping_sound(&stored_sound);
            }
            diesel::update(one(browser, id)).set(changed).execute(conn)?;
            if after.settings.schedule != schedule_before || after.arming != arming_before {
                // A ring of before the change is nobody's to answer.
                diesel::update(one(browser, id)).set(alarms::last_due.eq(None::<OffsetDateTime>)).execute(conn)?;
            }
            if after.arming != arming_before {
                notifications::notify_if_soon(after.arming.next_trigger(), conn)?;
            }
            Ok(Ok(after))
        })
        .await?;
    if let Ok(alarm) = &changed {
        storage.wakeup().due_at(alarm.arming.next_trigger());
    }
    Ok(changed)
}

/// Deletes an alarm of `browser`.
pub async fn delete(storage: &Storage, browser: BrowserId, id: AlarmId) -> Result<(), Error> {
    storage
        .write(move |conn| match diesel::delete(one(browser, id)).execute(conn)? {
            0 => Err(Error::NotFound),
            _ => Ok(()),
        })
        .await
}

/// One row, if it is that browser's.
#[diesel::dsl::auto_type(no_type_alias)]
pub(crate) fn one(browser: BrowserId, id: AlarmId) -> _ {
    let (browser, id): (Uuid, i64) = (browser.as_uuid(), id.0);
    alarms::table.filter(alarms::id.eq(id).and(alarms::browser_id.eq(browser)))
}

/// The same as [`list`] on a connection.
pub(crate) fn of_browser(conn: &mut PgConnection, browser: BrowserId) -> Result<Vec<Alarm>, Error> {
    let rows = alarms::table.filter(alarms::browser_id.eq(browser.as_uuid()));
    let rows = rows.order((alarms::minute_of_day, alarms::id)).select(AlarmRow::as_select()).load(conn)?;
    Ok(readable(rows).collect())
}

impl NewRow for NewAlarm {
    type Stored = Alarm;

    fn origin(&self) -> (BrowserId, OffsetDateTime) {
        (self.browser, self.created_at)
    }

    fn id(stored: &Alarm) -> i64 {
        stored.id.0
    }

    fn count(conn: &mut PgConnection, browsers: &[Uuid]) -> Result<Vec<(Uuid, i64)>, Error> {
        let owned = alarms::table.filter(alarms::browser_id.eq_any(browsers)).group_by(alarms::browser_id);
        Ok(owned.select((alarms::browser_id, count_star())).load(conn)?)
    }

    fn insert(conn: &mut PgConnection, new: &[&Self]) -> Result<Vec<Alarm>, Error> {
        let rows: Vec<_> = new.iter().copied().map(NewAlarmRow::from).collect();
        // The database returns the numbers in the order of the rows.
        let ids: Vec<i64> = diesel::insert_into(alarms::table).values(rows).returning(alarms::id).get_results(conn)?;
        if new.iter().any(|alarm| notifications::is_soon(alarm.arming.next_trigger(), alarm.created_at)) {
            notifications::notify_due(conn)?;
        }
        let stored = new.iter().zip(ids).map(|(alarm, id)| {
            let NewAlarm { browser, settings, arming, created_at } = (*alarm).clone();
            Alarm { id: AlarmId(id), browser, settings, arming, created_at }
        });
        Ok(stored.collect())
    }

    fn delete(conn: &mut PgConnection, ids: &[i64]) -> Result<(), Error> {
        diesel::delete(alarms::table.filter(alarms::id.eq_any(ids))).execute(conn)?;
        Ok(())
    }
}
