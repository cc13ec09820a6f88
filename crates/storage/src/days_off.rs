//! Days off and the alarms that they move: replaced together with the next rings, and handed over.

use std::sync::Arc;

use diesel::{prelude::*, sql_query, sql_types};
use time::OffsetDateTime;
use tokibako_domain::{alarm::Alarm, browser_id::BrowserId, days_off::DaysOff};
use uuid::Uuid;

use crate::{
    Storage,
    alarms::AlarmRow,
    browser_ids,
    browser_lists::{self, BrowserList as _},
    clock::Clock,
    error::Error,
    schema::alarms,
};

/// Replaces the days off of a browser, and moves its alarms in the same transaction. The list is stored only if
/// `admit` succeeds, which gets the number of ranges of the stored one, if there is one. Returns the list as it is stored
/// and whether an alarm has moved; the inner result is that of `admit`.
///
/// The clock is read when the alarms are locked: no ring of a claim before that is computed again.
pub async fn put<E: Send + 'static>(
    storage: &Storage,
    browser: BrowserId,
    list: DaysOff,
    clock: &Clock,
    admit: impl FnOnce(Option<usize>) -> Result<(), E> + Send + 'static,
) -> Result<Result<(DaysOff, bool), E>, Error> {
    let clock = clock.clone();
    let put = storage
        .write(move |conn| {
            let id = browser.as_uuid();
            let known = browser_lists::stored_json::<DaysOff>(conn, id)?.map(DaysOff::of_json).transpose()?;
            let known = known.map(|list| list.map_or(0, |list| list.ranges().len()));
            if let Err(refused) = admit(known) {
                return Ok(Err(refused));
            }
            browser_ids::lock_owner(conn, browser, clock.now())?;
            let before = browser_lists::of_browser(conn, id)?.unwrap_or_default();
            let rows = locked_alarms(conn, id)?;
            let now = clock.now();
            let list = list.recent(now.date());
            let moved = move_alarms(conn, rows, &before, &list, now)?;
            browser_lists::store(conn, id, &list, now)?;
            Ok(Ok((list, moved)))
        })
        .await?;
    Ok(put.map(|(list, MoveReport { count, earliest })| {
        // Some of them may now be due earlier than the schedulers expect.
        storage.written(earliest);
        (list, count > 0)
    }))
}

/// Joins the list of `from` with that of `to`, whose alarms include those that were handed over. Both browsers must be
/// locked.
pub(crate) fn hand_over(conn: &mut PgConnection, from: Uuid, to: Uuid, now: OffsetDateTime) -> Result<(), Error> {
    let (moved_list, changed_at) = browser_lists::take::<DaysOff>(conn, from)?.unzip();
    let moved_list = moved_list.flatten().unwrap_or_default();
    let current = browser_lists::of_browser(conn, to)?.unwrap_or_default();
    if moved_list == current {
        return changed_at.map_or(Ok(()), |at| browser_lists::store(conn, to, &current, at));
    }
    let joined = current.joined(moved_list);
    // A day that is off in one of the lists was off before for some of the alarms. Nothing is off no longer.
    let rows = locked_alarms(conn, to)?;
    move_alarms(conn, rows, &DaysOff::NONE, &joined, now)?;
    browser_lists::store(conn, to, &joined, changed_at.unwrap_or(now))
}

/// How many alarms were moved, and when the first of them rings.
struct MoveReport {
    count: usize,
    earliest: Option<OffsetDateTime>,
}

/// All alarms of a browser with their last rings, locked. A claim that holds one of them has moved it by the list of
/// before, so this waits for it.
fn locked_alarms(conn: &mut PgConnection, browser: Uuid) -> Result<Vec<(AlarmRow, Option<OffsetDateTime>)>, Error> {
    let rows = alarms::table.filter(alarms::browser_id.eq(browser)).order(alarms::id);
    Ok(rows.select((AlarmRow::as_select(), alarms::last_due)).for_update().load(conn)?)
}

/// Moves locked alarms. Unreadable rows are left to a server that can read them.
fn move_alarms(
    conn: &mut PgConnection,
    rows: Vec<(AlarmRow, Option<OffsetDateTime>)>,
    before: &DaysOff,
    list: &DaysOff,
    now: OffsetDateTime,
) -> Result<MoveReport, Error> {
    let list = Arc::new(list.clone());
    let (mut ids, mut nexts, mut skips) = (Vec::new(), Vec::new(), Vec::new());
    let alarms = rows.into_iter().filter_map(|(row, last_due)| Some((Alarm::try_from(row).ok()?, last_due)));
    for (alarm, last_due) in alarms {
        let (id, at_first) = (alarm.id.0, (alarm.arming, alarm.skipped));
        let alarm = alarm.with_days_off(before, Arc::clone(&list), last_due, now);
        if (alarm.arming, alarm.skipped) != at_first {
            ids.push(id);
            nexts.push(alarm.arming.next_trigger());
            skips.push(alarm.skipped);
        }
    }
    if !ids.is_empty() {
        sql_query(
            "UPDATE alarms SET next_trigger = moved.next_trigger, skipped = moved.skipped \
             FROM unnest($1, $2, $3) AS moved (id, next_trigger, skipped) WHERE alarms.id = moved.id",
        )
        .bind::<sql_types::Array<sql_types::BigInt>, _>(&ids)
        .bind::<sql_types::Array<sql_types::Nullable<sql_types::Timestamptz>>, _>(&nexts)
        .bind::<sql_types::Array<sql_types::Nullable<sql_types::Timestamptz>>, _>(&skips)
        .execute(conn)?;
    }
    Ok(MoveReport { count: ids.len(), earliest: nexts.into_iter().flatten().min() })
}
