//! The alarms of a browser.

use std::sync::Arc;

use diesel::prelude::*;
use time::OffsetDateTime;
use tokibako_domain::{
    alarm::{Alarm, AlarmId, Arming, NewAlarm},
    browser_id::BrowserId,
    row_limit::RowLimit,
};
use uuid::Uuid;

use crate::{
    Storage,
    connections::session::PreparedStatement,
    days_off,
    error::Error,
    locks, renewed_ids,
    rows::{AlarmRow, AlarmSettingsRow, KeyedRow, NewAlarmRow, readable, store_all},
    schema::alarms,
};

/// The alarms of `browser`, by time of day, then id.
pub async fn with_keys(storage: &Storage, browser: BrowserId) -> Result<Vec<KeyedRow<Alarm>>, Error> {
    storage
        .read(move |conn| {
            let alarms = of_browser(conn, browser)?;
            renewed_ids::checked(conn, browser, alarms)
        })
        .await
}

/// The alarms of `browser` without their keys.
#[cfg(feature = "testing")]
pub async fn list(storage: &Storage, browser: BrowserId) -> Result<Vec<Alarm>, Error> {
    Ok(with_keys(storage, browser).await?.into_iter().map(|keyed| keyed.row).collect())
}

/// Stores a new alarm.
#[cfg(feature = "testing")]
pub async fn insert(storage: &Storage, alarm: NewAlarm) -> Result<Alarm, Error> {
    insert_keyed(storage, alarm, None, None).await
}

/// Stores a new alarm; [`Error::Full`] if its browser has `limit` alarms already. If it has one with the client's `key`,
/// returns that unchanged.
pub async fn insert_keyed(
    storage: &Storage,
    alarm: NewAlarm,
    limit: Option<RowLimit>,
    key: Option<Uuid>,
) -> Result<Alarm, Error> {
    let (browser, now) = (alarm.browser, alarm.created_at);
    let stored = insert_batch(storage, browser, vec![KeyedRow { row: alarm, key }], limit, now).await?;
    stored.into_iter().next().flatten().ok_or(Error::Full)
}

/// Stores new alarms of `browser` in one transaction, in their order. The result for an alarm is `None` if the browser has
/// `limit` alarms already; if it has one with the client's key, that one, unchanged.
pub async fn insert_batch(
    storage: &Storage,
    browser: BrowserId,
    batch: Vec<KeyedRow<NewAlarm>>,
    limit: Option<RowLimit>,
    now: OffsetDateTime,
) -> Result<Vec<Option<Alarm>>, Error> {
    let next = batch.iter().filter_map(|alarm| alarm.row.arming.next_trigger()).min();
    if batch.is_empty() {
        // Not even the browser is stored.
        return Ok(Vec::new());
    }
    let stored = storage
        .write(move |conn| {
            locks::lock_owner(conn, browser, now)?;
            let list = days_off::shared(conn, browser)?;
            let store = |conn: &mut _, alarm: NewAlarm, key| {
                let alarm = match &list {
                    Some(list) => alarm.observing(Arc::clone(list)),
                    None => alarm,
                };
                store(conn, alarm, key)
            };
            store_all(conn, batch, limit, |conn| count(conn, browser), store, |conn, key| keyed(conn, browser, key))
        })
        .await?;
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
            let mut before = Alarm::try_from(row)?;
            // After the lock: who replaces the list later waits for it, and moves the alarm.
            before.settings.days_off.list = days_off::shared(conn, browser)?;
            let (arming_before, sound_before) = (before.arming, before.settings.sound);
            let (settings_before, skipped_before) = (before.settings.clone(), before.skipped);
            let after = match change(before) {
                Ok(after) => after,
                Err(refused) => return Ok(Err(refused)),
            };
            let mut changed = AlarmSettingsRow::of(&after);
            if after.settings.sound == sound_before {
                changed = changed.keeping_sound(&stored_sound);
            }
            PreparedStatement(diesel::update(one(browser, id)).set(changed)).execute(conn)?;
            // A skip changes the next ring only; the last one can still be answered.
            let only_skips = after.skipped != skipped_before
                && matches!((arming_before, after.arming), (Arming::Scheduled(_), Arming::Scheduled(_)));
            if after.is_moved_by(&settings_before) || (after.arming != arming_before && !only_skips) {
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

/// The alarms of `browser`, by time of day, then id.
pub(crate) fn of_browser(conn: &mut PgConnection, browser: BrowserId) -> Result<Vec<KeyedRow<Alarm>>, Error> {
    let rows = alarms::table.filter(alarms::browser_id.eq(browser.as_uuid()));
    let rows: Vec<(AlarmRow, Option<Uuid>)> = rows.select((AlarmRow::as_select(), alarms::client_key)).load(conn)?;
    let mut alarms: Vec<KeyedRow<Alarm>> = readable(rows).collect();
    alarms.sort_unstable_by_key(|KeyedRow { row, .. }| (row.settings.schedule.time, row.id.0));
    Ok(alarms)
}

/// How many alarms `browser` has.
fn count(conn: &mut PgConnection, browser: BrowserId) -> Result<i64, Error> {
    Ok(alarms::table.filter(alarms::browser_id.eq(browser.as_uuid())).count().get_result(conn)?)
}

fn keyed(conn: &mut PgConnection, browser: BrowserId, key: Uuid) -> Result<Option<Alarm>, Error> {
    let row = alarms::table.filter(alarms::browser_id.eq(browser.as_uuid()).and(alarms::client_key.eq(key)));
    let row = row.select(AlarmRow::as_select()).first(conn).optional()?;
    row.map(Alarm::try_from).transpose()
}

/// Inserts a row; `None` if the browser has one with this key.
pub(crate) fn store(conn: &mut PgConnection, alarm: NewAlarm, key: Option<Uuid>) -> Result<Option<Alarm>, Error> {
    let insert = diesel::insert_into(alarms::table).values(NewAlarmRow::new(&alarm, key)).on_conflict_do_nothing();
    let id: Option<i64> = PreparedStatement(insert.returning(alarms::id)).get_result(conn).optional()?;
    let Some(id) = id.map(AlarmId) else { return Ok(None) };
    let NewAlarm { browser, settings, arming, skipped, created_at } = alarm;
    Ok(Some(Alarm { id, browser, settings, arming, skipped, created_at }))
}
