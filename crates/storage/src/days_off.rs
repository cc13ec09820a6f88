//! Days off: read, replaced as a whole together with the next rings of the alarms, handed over.

use std::{cell::OnceCell, collections::HashMap, sync::Arc};

use diesel::{dsl::sql, prelude::*, sql_query, sql_types};
use serde_json::{Value, json};
use time::{Date, OffsetDateTime};
use tokibako_domain::{
    alarm::Alarm,
    browser_id::BrowserId,
    day,
    days_off::{DayRange, DaysOff},
    label::Label,
};
use uuid::Uuid;

use crate::{
    Storage,
    clock::Clock,
    error::Error,
    locks, renewed_ids,
    rows::AlarmRow,
    schema::{alarms, days_off},
};

/// A range as JSON: `["2026-12-24", "2026-12-26", "Christmas"]`.
type RangeJson = (String, String, Option<String>);

/// The days off of a browser, also those that have passed.
pub async fn read(storage: &Storage, browser: BrowserId) -> Result<DaysOff, Error> {
    storage
        .read(move |conn| {
            let list = of_browser(conn, browser.as_uuid())?;
            if list == DaysOff::NONE {
                renewed_ids::refuse(conn, browser)?;
            }
            Ok(list)
        })
        .await
}

/// Replaces the days off of a browser, and moves its alarms in the same transaction. The list is stored only if
/// `admit` succeeds, which gets the number of ranges of the stored one, if there is one. Returns the list as it is stored and whether an alarm has moved; the inner result is that of
/// `admit`.
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
            let known: Option<Value> = days_off::table.find(id).select(days_off::ranges).first(conn).optional()?;
            let known = known.map(|ranges| list_of(ranges).map_or(0, |list| list.ranges().len()));
            if let Err(refused) = admit(known) {
                return Ok(Err(refused));
            }
            locks::lock_owner(conn, browser, clock.now())?;
            let (before, rows) = (of_browser(conn, id)?, locked_alarms(conn, id)?);
            let now = clock.now();
            let list = list.recent(now.date());
            let moved = move_alarms(conn, rows, &before, &list, now)?;
            store(conn, id, &list, now)?;
            Ok(Ok((list, moved)))
        })
        .await?;
    Ok(put.map(|(list, MoveReport { count, earliest })| {
        // Some of them may now be due earlier than the schedulers expect.
        storage.written(earliest);
        (list, count > 0)
    }))
}

/// [`read`] within a transaction. A list that this version cannot read is as good as none: the alarms ring.
pub(crate) fn of_browser(conn: &mut PgConnection, browser: Uuid) -> Result<DaysOff, Error> {
    let ranges: Option<Value> = days_off::table.find(browser).select(days_off::ranges).first(conn).optional()?;
    Ok(ranges.and_then(list_of).unwrap_or_default())
}

/// The days off of a browser, for an alarm that is about to change; `None` if there are none.
pub(crate) fn shared(conn: &mut PgConnection, browser: BrowserId) -> Result<Option<Arc<DaysOff>>, Error> {
    let list = of_browser(conn, browser.as_uuid())?;
    Ok((list != DaysOff::NONE).then(|| Arc::new(list)))
}

/// The days off of some browsers, for a claim: without the labels of their ranges, which are most of a list, so that a
/// batch of the largest lists has a few megabytes. Each list is made when its first alarm is decided on.
#[derive(Default)]
pub(crate) struct ListsOfDays(HashMap<Uuid, LazyList>);

/// The first and last days of the ranges of a list, and the list once it is made.
struct LazyList {
    days: Vec<Date>,
    list: OnceCell<Option<Arc<DaysOff>>>,
}

impl ListsOfDays {
    /// Reads the lists of those of the browsers that have one. A list that is not of this version is as good as none.
    pub(crate) fn of_browsers(conn: &mut PgConnection, browsers: &[Uuid]) -> QueryResult<Self> {
        // A list that was last written before there were `days` has none yet.
        let days =
            sql::<sql_types::Nullable<sql_types::Array<sql_types::Date>>>("coalesce(days, days_of_ranges(ranges))");
        let lists = days_off::table.filter(days_off::browser_id.eq_any(browsers));
        let lists: Vec<(Uuid, Option<Vec<Date>>)> = lists.select((days_off::browser_id, days)).load(conn)?;
        let lists = lists.into_iter().filter_map(|(browser, days)| Some((browser, days?)));
        Ok(Self(lists.map(|(browser, days)| (browser, LazyList { days, list: OnceCell::new() })).collect()))
    }

    /// The list of a browser that has one.
    pub(crate) fn get(&self, browser: Uuid) -> Option<Arc<DaysOff>> {
        let LazyList { days, list } = self.0.get(&browser)?;
        list.get_or_init(|| list_of_days(days).map(Arc::new)).clone()
    }
}

/// Joins the list of `from` with that of `to`, whose alarms include those that were handed over. Both browsers must be
/// locked.
pub(crate) fn hand_over(conn: &mut PgConnection, from: Uuid, to: Uuid, now: OffsetDateTime) -> Result<(), Error> {
    let moved = diesel::delete(days_off::table.find(from)).returning((days_off::ranges, days_off::changed_at));
    let moved: Option<(Value, OffsetDateTime)> = moved.get_result(conn).optional()?;
    let moved_list = moved.as_ref().and_then(|(ranges, _)| list_of(ranges.clone())).unwrap_or_default();
    let current = of_browser(conn, to)?;
    if moved_list == current {
        return moved.map_or(Ok(()), |(_, changed_at)| store(conn, to, &current, changed_at));
    }
    let joined = current.joined(moved_list);
    // A day that is off in one of the lists was off before for some of the alarms. Nothing is off no longer.
    let rows = locked_alarms(conn, to)?;
    move_alarms(conn, rows, &DaysOff::NONE, &joined, now)?;
    let changed_at = moved.map_or(now, |(_, changed_at)| changed_at);
    store(conn, to, &joined, changed_at)
}

/// Deletes the lists of browsers.
pub(crate) fn delete(conn: &mut PgConnection, browsers: &[Uuid]) -> Result<(), Error> {
    diesel::delete(days_off::table.filter(days_off::browser_id.eq_any(browsers))).execute(conn)?;
    Ok(())
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

fn store(conn: &mut PgConnection, browser: Uuid, list: &DaysOff, now: OffsetDateTime) -> Result<(), Error> {
    let ranges: Value = list.ranges().iter().map(json_of).collect();
    let columns = (days_off::ranges.eq(ranges), days_off::changed_at.eq(now));
    diesel::insert_into(days_off::table)
        .values((days_off::browser_id.eq(browser), columns.clone()))
        .on_conflict(days_off::browser_id)
        .do_update()
        .set(columns)
        .execute(conn)?;
    Ok(())
}

fn json_of(range: &DayRange) -> Value {
    json!([range.from().to_string(), range.to().to_string(), range.label().map(Label::as_str)])
}

fn list_of(ranges: Value) -> Option<DaysOff> {
    let ranges: Vec<RangeJson> = serde_json::from_value(ranges).ok()?;
    let range = |(from, to, label): RangeJson| {
        let label = label.map_or(Ok(None), |label| Label::parse(&label)).ok()?;
        DayRange::new(day::parse(&from).ok()?, day::parse(&to).ok()?, label).ok()
    };
    DaysOff::new(ranges.into_iter().map(range).collect::<Option<_>>()?).ok()
}

/// The list of these first and last days of its ranges.
fn list_of_days(days: &[Date]) -> Option<DaysOff> {
    let ranges = days.as_chunks().0.iter().map(|[from, to]| DayRange::new(*from, *to, None).ok());
    DaysOff::new(ranges.collect::<Option<_>>()?).ok()
}
