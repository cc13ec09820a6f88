//! The alarms of a browser.

use std::num::NonZeroU32;

use diesel::{dsl::count_star, prelude::*};
use time::OffsetDateTime;
use tokibako_domain::{
    alarm::{Alarm, AlarmId, Arming, NewAlarm},
    browser_id::BrowserId,
};
use uuid::Uuid;

#[cfg(feature = "testing")]
use crate::long_list;
use crate::{
    Storage,
    error::Error,
    insert::{Insert, NewRow},
    keyed::Keyed,
    long_list::{Listed, SHORT, SHORT_AND_ONE},
    prepared::Prepared,
    rows::{AlarmRow, AlarmSettingsRow, NewAlarmRow, readable},
    schema::alarms,
};

/// All alarms of `browser` in memory, by time of day, then id; for tests.
#[cfg(feature = "testing")]
pub async fn list(storage: &Storage, browser: BrowserId) -> Result<Vec<Alarm>, Error> {
    long_list::alarms(storage, browser).await?.all().await
}

/// Stores a new alarm.
pub async fn insert(storage: &Storage, alarm: NewAlarm) -> Result<Alarm, Error> {
    insert_within(storage, alarm, None).await
}

/// Stores a new alarm; [`Error::Full`] if its browser has `limit` alarms already.
pub async fn insert_within(storage: &Storage, alarm: NewAlarm, limit: Option<NonZeroU32>) -> Result<Alarm, Error> {
    insert_keyed(storage, alarm, limit, None).await
}

/// The same with the client's `key`: if the browser already has an alarm with that key, returns it unchanged.
pub async fn insert_keyed(
    storage: &Storage,
    alarm: NewAlarm,
    limit: Option<NonZeroU32>,
    key: Option<Uuid>,
) -> Result<Alarm, Error> {
    let next = alarm.arming.next_trigger();
    let stored = storage.insert(&storage.new_alarms, Insert { row: alarm, limit, key }).await?;
    storage.written(next);
    Ok(stored)
}

/// Changes an alarm of `browser` with its row locked, so that no concurrent change and no ring is lost between reading
/// and writing.
///
/// The inner result is that of `change`; if it is an error, nothing is written.
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
            let (schedule_before, skipped_before) = (before.settings.schedule, before.skipped);
            let after = match change(before) {
                Ok(after) => after,
                Err(refused) => return Ok(Err(refused)),
            };
            let mut changed = AlarmSettingsRow::of(&after);
            if after.settings.sound == sound_before {
                changed = changed.keeping_sound(&stored_sound);
            }
            Prepared(diesel::update(one(browser, id)).set(changed)).execute(conn)?;
            // A skip changes the next ring only; the last one can still be answered.
            let only_skips = after.skipped != skipped_before
                && matches!((arming_before, after.arming), (Arming::Scheduled(_), Arming::Scheduled(_)));
            if after.settings.schedule != schedule_before || (after.arming != arming_before && !only_skips) {
                // After any other change the last ring can no longer be answered.
                diesel::update(one(browser, id)).set(alarms::last_due.eq(None::<OffsetDateTime>)).execute(conn)?;
            }
            Ok(Ok(after))
        })
        .await?;
    if let Ok(alarm) = &changed {
        storage.written(alarm.arming.next_trigger());
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

/// One row, if it belongs to the browser.
#[diesel::dsl::auto_type(no_type_alias)]
pub(crate) fn one(browser: BrowserId, id: AlarmId) -> _ {
    let (browser, id): (Uuid, i64) = (browser.as_uuid(), id.0);
    alarms::table.filter(alarms::id.eq(id).and(alarms::browser_id.eq(browser)))
}

impl Listed for Keyed<Alarm> {
    type Cursor = (i16, i64);

    fn id((_, id): Self::Cursor) -> i64 {
        id
    }

    fn cursors(
        conn: &mut PgConnection,
        browser: BrowserId,
        after: Option<Self::Cursor>,
        limit: i64,
    ) -> Result<Vec<Self::Cursor>, Error> {
        // Before the first alarm: no time of day is negative.
        let (minute, id) = after.unwrap_or((-1, 0));
        let same_minute = alarms::minute_of_day.eq(minute).and(alarms::id.gt(id));
        let cursors = alarms::table.filter(alarms::browser_id.eq(browser.as_uuid()));
        let cursors = cursors.filter(alarms::minute_of_day.gt(minute).or(same_minute));
        let cursors = cursors.order((alarms::minute_of_day, alarms::id)).limit(limit);
        Ok(cursors.select((alarms::minute_of_day, alarms::id)).load(conn)?)
    }

    fn rows(conn: &mut PgConnection, browser: BrowserId, ids: &[i64]) -> Result<Vec<Self>, Error> {
        let rows = alarms::table.filter(alarms::id.eq_any(ids).and(alarms::browser_id.eq(browser.as_uuid())));
        let rows = rows.order((alarms::minute_of_day, alarms::id)).select((AlarmRow::as_select(), alarms::client_key));
        let rows: Vec<(AlarmRow, Option<Uuid>)> = rows.load(conn)?;
        Ok(readable(rows).collect())
    }

    fn whole(conn: &mut PgConnection, browser: BrowserId) -> Result<Option<Vec<Self>>, Error> {
        let rows = alarms::table.filter(alarms::browser_id.eq(browser.as_uuid()));
        let rows = rows.limit(SHORT_AND_ONE).select((AlarmRow::as_select(), alarms::client_key));
        let rows: Vec<(AlarmRow, Option<Uuid>)> = rows.load(conn)?;
        if rows.len() > SHORT {
            return Ok(None);
        }
        // Sorted here: with `ORDER BY` the database would read all rows of a long list to find the first ones.
        let mut alarms: Vec<Self> = readable(rows).collect();
        alarms.sort_unstable_by_key(|Self { row, .. }| (row.settings.schedule.time, row.id.0));
        Ok(Some(alarms))
    }
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

    fn insert(conn: &mut PgConnection, new: &[(&Self, Option<Uuid>)]) -> Result<Vec<Alarm>, Error> {
        let rows: Vec<_> = new.iter().map(|(alarm, key)| NewAlarmRow::new(alarm, *key)).collect();
        // The database returns the ids in the order of the rows.
        let insert = diesel::insert_into(alarms::table).values(rows).returning(alarms::id);
        let ids: Vec<i64> = Prepared(insert).get_results(conn)?;
        let stored = new.iter().zip(ids).map(|((alarm, _), id)| {
            let NewAlarm { browser, settings, arming, created_at } = (*alarm).clone();
            Alarm { id: AlarmId(id), browser, settings, arming, skipped: None, created_at }
        });
        Ok(stored.collect())
    }

    fn keyed(conn: &mut PgConnection, browser: BrowserId, key: Uuid) -> Result<Option<Alarm>, Error> {
        let row = alarms::table.filter(alarms::browser_id.eq(browser.as_uuid()).and(alarms::client_key.eq(key)));
        let row = row.select(AlarmRow::as_select()).first(conn).optional()?;
        row.map(Alarm::try_from).transpose()
    }

    fn delete(conn: &mut PgConnection, ids: &[i64]) -> Result<(), Error> {
        diesel::delete(alarms::table.filter(alarms::id.eq_any(ids))).execute(conn)?;
        Ok(())
    }
}
