//! The alarms of a browser.

use diesel::prelude::*;
use domain::{
    alarm::{Alarm, AlarmId, NewAlarm},
    browser_id::BrowserId,
};

use crate::{
    Storage,
    error::Error,
    rows::{AlarmRow, AlarmSettingsRow, NewAlarmRow, readable},
    schema::alarms,
    wakeup,
};

/// All alarms of `browser`, by time of day, then number.
pub async fn list(storage: &Storage, browser: BrowserId) -> Result<Vec<Alarm>, Error> {
    storage
        .request(move |conn| {
            let rows: Vec<AlarmRow> = alarms::table
                .filter(alarms::browser_id.eq(browser.as_uuid()))
                .order((alarms::minute_of_day, alarms::id))
                .select(AlarmRow::as_select())
                .load(conn)?;
            Ok(readable(rows))
        })
        .await
}

/// Stores a new alarm.
pub async fn insert(storage: &Storage, alarm: NewAlarm) -> Result<Alarm, Error> {
    let wakeup = storage.shared_wakeup();
    storage
        .request(move |conn| {
            let insert = |conn: &mut PgConnection| -> Result<i64, Error> {
                let row = NewAlarmRow::from(&alarm);
                Ok(diesel::insert_into(alarms::table).values(row).returning(alarms::id).get_result(conn)?)
            };
            let next = alarm.arming.next_trigger();
            let id = if wakeup::is_soon(next, alarm.created_at) {
                conn.transaction(|conn| {
                    let id = insert(conn)?;
                    wakeup::notify_due(conn)?;
                    Ok::<_, Error>(id)
                })?
            } else {
                insert(conn)?
            };
            wakeup.due_at(next);
            let NewAlarm { browser, settings, arming, created_at } = alarm;
            Ok(Alarm { id: AlarmId(id), browser, settings, arming, created_at })
        })
        .await
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
    let wakeup = storage.shared_wakeup();
    storage
        .request(move |conn| {
            conn.transaction(|conn| {
                let row = alarms::table
                    .filter(alarms::id.eq(id.0).and(alarms::browser_id.eq(browser.as_uuid())))
                    .select(AlarmRow::as_select())
                    .for_update()
                    .first(conn)?;
                let before = Alarm::try_from(row)?;
                let armed_before = before.arming;
                let after = match change(before) {
                    Ok(after) => after,
                    Err(refused) => return Ok(Err(refused)),
                };
                diesel::update(alarms::table.filter(alarms::id.eq(id.0).and(alarms::browser_id.eq(browser.as_uuid()))))
                    .set(AlarmSettingsRow::new(&after.settings, after.arming))
                    .execute(conn)?;
                if after.arming != armed_before {
                    wakeup::notify_if_soon(conn, after.arming.next_trigger())?;
                }
                Ok(Ok(after))
            })
            .inspect(|changed| {
                if let Ok(alarm) = changed {
                    wakeup.due_at(alarm.arming.next_trigger());
                }
            })
        })
        .await
}

/// Deletes an alarm of `browser`.
pub async fn delete(storage: &Storage, browser: BrowserId, id: AlarmId) -> Result<(), Error> {
    storage
        .request(move |conn| {
            let row = alarms::table.filter(alarms::id.eq(id.0).and(alarms::browser_id.eq(browser.as_uuid())));
            match diesel::delete(row).execute(conn)? {
                0 => Err(Error::NotFound),
                _ => Ok(()),
            }
        })
        .await
}
