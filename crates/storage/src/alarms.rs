//! The alarms of a browser.

use diesel::prelude::*;
use tokibako_domain::{
    alarm::{Alarm, AlarmId, NewAlarm},
    browser_id::BrowserId,
};
use uuid::Uuid;

use crate::{
    Storage, browsers,
    error::Error,
    notifications,
    one_of::OneOf,
    rows::{AlarmRow, AlarmSettingsRow, NewAlarmRow, dealt_out, readable},
    schema::alarms,
};

/// All alarms of `browser`, by time of day, then number.
pub async fn list(storage: &Storage, browser: BrowserId) -> Result<Vec<Alarm>, Error> {
    storage.read_together(&storage.lines.alarm_lists, browser, lists).await
}

/// Stores a new alarm.
pub async fn insert(storage: &Storage, alarm: NewAlarm) -> Result<Alarm, Error> {
    let next = alarm.arming.next_trigger();
    let stored = storage.write_together(&storage.lines.new_alarms, alarm, insert_all).await?;
    storage.wakeup().due_at(next);
    Ok(stored)
}

/// The same, unless its browser has `most` alarms already: then [`Error::Full`], however many ask at once.
pub async fn insert_among(storage: &Storage, alarm: NewAlarm, most: u32) -> Result<Alarm, Error> {
    let next = alarm.arming.next_trigger();
    let stored = storage
        .write(move |conn| {
            let (browser, now) = (alarm.browser, alarm.created_at);
            // One at a time: nobody else counts before this one is stored.
            browsers::lock(conn, [browser.as_uuid()], now)?;
            let owned = alarms::table.filter(alarms::browser_id.eq(browser.as_uuid())).count();
            if owned.get_result::<i64>(conn)? >= i64::from(most) {
                return Err(Error::Full);
            }
            insert_all(conn, &[alarm])?.pop().ok_or_else(|| Error::unreadable("a new row was given no number"))
        })
        .await?;
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
            let after = match change(before) {
                Ok(after) => after,
                Err(refused) => return Ok(Err(refused)),
            };
            let mut changed = AlarmSettingsRow::new(&after.settings, after.arming);
            if after.settings.sound == sound_before {
                changed = changed.keeping_sound(&stored_sound);
            }
            diesel::update(one(browser, id)).set(changed).execute(conn)?;
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
fn one(browser: BrowserId, id: AlarmId) -> _ {
    let (browser, id): (Uuid, i64) = (browser.as_uuid(), id.0);
    alarms::table.filter(alarms::id.eq(id).and(alarms::browser_id.eq(browser)))
}

/// The lists of several browsers, each its own.
fn lists(conn: &mut PgConnection, browsers: &[BrowserId]) -> Result<Vec<Vec<Alarm>>, Error> {
    let rows: Vec<AlarmRow> =
        alarms::table.filter(alarms::browser_id.eq(OneOf::of(browsers))).select(AlarmRow::as_select()).load(conn)?;
    let mut lists = dealt_out(readable(rows), |alarm: &Alarm| alarm.browser, browsers);
    // Here, because many short lists are sorted sooner than one long one.
    for list in &mut lists {
        list.sort_unstable_by_key(|alarm| (alarm.settings.schedule.time, alarm.id.0));
    }
    Ok(lists)
}

/// Stores several in one statement; the database numbers them, and gives the numbers back, in their order.
fn insert_all(conn: &mut PgConnection, new: &[NewAlarm]) -> Result<Vec<Alarm>, Error> {
    let rows: Vec<_> = new.iter().map(NewAlarmRow::from).collect();
    let ids: Vec<i64> = diesel::insert_into(alarms::table).values(rows).returning(alarms::id).get_results(conn)?;
    if new.iter().any(|alarm| notifications::is_soon(alarm.arming.next_trigger(), alarm.created_at)) {
        notifications::notify_due(conn)?;
    }
    let stored = new.iter().cloned().zip(ids).map(|(alarm, id)| {
        let NewAlarm { browser, settings, arming, created_at } = alarm;
        Alarm { id: AlarmId(id), browser, settings, arming, created_at }
    });
    Ok(stored.collect())
}
