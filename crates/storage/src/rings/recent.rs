//! Recent rings that are answered or still ringing.

use std::collections::{HashMap, HashSet};

use diesel::{dsl::sql, prelude::*, sql_types};
use time::{Duration, OffsetDateTime};
use tokibako_domain::{
    alarm::Alarm,
    browser_id::BrowserId,
    firing::{Kind, Ring, RingSubject},
    timer::Timer,
};

use crate::{
    Storage,
    alarms::AlarmRow,
    browser_ids,
    error::Error,
    rows::{FiringRow, readable},
    schema::{alarms, firings, timers},
    timers::TimerRow,
};

/// How far back a list of rings may go. A ring can be answered as long.
pub const LONGEST_LOOK_BACK: Duration = Duration::DAY;

/// The most rings of a list; it has the latest ones.
pub const MOST_LISTED: usize = 1_000;

/// How many rows are read for it: as many rows that rang as rows that did not.
const MOST_ROWS: i64 = 2_000;

/// The rings of `browser` that were due between `since` and `now` and are answered or still ringing, in order: the last
/// ring of each alarm and timer that was not changed or deleted since. For alarms it also has rings that are due soon,
/// and rings that the log does not have, because they were purged or missed.
pub async fn recent(
    storage: &Storage,
    browser: BrowserId,
    since: OffsetDateTime,
    now: OffsetDateTime,
) -> Result<Vec<Ring>, Error> {
    storage
        .read(move |conn| {
            let logged = logged(conn, browser, since, now)?;
            let numbers = |kind| -> Vec<i64> {
                logged.iter().filter(|ring| ring.subject.kind() == kind).map(|ring| ring.subject.row()).collect()
            };
            let alarms = alarms_due(conn, browser, since, now, &numbers(Kind::Alarm))?;
            let timers = timers_due(conn, browser, since, now, &numbers(Kind::Timer))?;
            let rows: HashMap<_, _> = alarms.iter().chain(&timers).map(|(row, _)| (key(row), row)).collect();
            let is_current = |ring: &Ring| {
                let row = rows.get(&key(&ring.subject));
                ring.answered.is_some() || row.is_some_and(|row| ring.subject.is_current(row, ring.scheduled_for))
            };
            let is_over = |ring: &Ring| ring.answered.is_none() && ring.is_over_at(now);
            let known: HashSet<_> = logged.iter().map(Ring::id).collect();
            let mut rings: Vec<_> = logged.into_iter().filter(is_current).collect();
            let others = alarms
                .into_iter()
                .chain(timers)
                .filter_map(|(subject, due)| Some(Ring { scheduled_for: due?, subject, answered: None }));
            rings.extend(others.filter(|ring| !known.contains(&ring.id())));
            rings.retain(|ring| !is_over(ring));
            rings.sort_by_key(|ring| (ring.scheduled_for, ring.subject.kind().as_str(), ring.subject.row()));
            let latest = rings.split_off(rings.len().saturating_sub(MOST_LISTED));
            browser_ids::checked(conn, browser, latest)
        })
        .await
}

/// A row whose last or next ring may be in the requested period, and the instant of that ring, which the log need not have.
type RecentRow = (RingSubject, Option<OffsetDateTime>);

fn key(subject: &RingSubject) -> (Kind, i64) {
    (subject.kind(), subject.row())
}

/// The last firing of each row.
fn logged(
    conn: &mut PgConnection,
    browser: BrowserId,
    since: OffsetDateTime,
    now: OffsetDateTime,
) -> Result<Vec<Ring>, Error> {
    let rows: Vec<FiringRow> = firings::table
        .filter(firings::browser_id.eq(browser.as_uuid()))
        .filter(firings::scheduled_for.between(since, now.max(since)))
        .order(firings::id.desc())
        .limit(MOST_LISTED.try_into().unwrap_or(i64::MAX))
        .select(FiringRow::as_select())
        .load(conn)?;
    let mut seen = HashSet::new();
    Ok(readable::<_, Ring>(rows).filter(|ring| seen.insert(key(&ring.subject))).collect())
}

/// The alarms with these ids, those that are due but not claimed, and those that were due and not answered.
fn alarms_due(
    conn: &mut PgConnection,
    browser: BrowserId,
    since: OffsetDateTime,
    now: OffsetDateTime,
    numbers: &[i64],
) -> Result<Vec<RecentRow>, Error> {
    let is_unanswered = sql::<sql_types::Bool>("last_answered IS DISTINCT FROM last_due");
    let rows: Vec<(AlarmRow, Option<OffsetDateTime>)> = alarms::table
        .filter(alarms::browser_id.eq(browser.as_uuid()))
        .filter(
            alarms::id
                .eq_any(numbers)
                .or(alarms::next_trigger.between(since, now).assume_not_null())
                .or(alarms::last_due.between(since, now).assume_not_null().and(is_unanswered)),
        )
        .order((alarms::id.eq_any(numbers).desc(), alarms::id))
        .limit(MOST_ROWS)
        .select((AlarmRow::as_select(), alarms::last_due))
        .load(conn)?;
    let due = rows.into_iter().filter_map(|(row, last_due)| {
        let alarm = Alarm::try_from(row).ok()?;
        let within = |due: &OffsetDateTime| (since..=now).contains(due);
        let next = alarm.arming.next_trigger().filter(within);
        let last = last_due.filter(within).filter(|due| alarm.has_current_ring(&alarm, *due));
        Some((RingSubject::Alarm(alarm), next.or(last)))
    });
    Ok(due.collect())
}

/// The timers with these ids, and those that have run out but are not claimed.
fn timers_due(
    conn: &mut PgConnection,
    browser: BrowserId,
    since: OffsetDateTime,
    now: OffsetDateTime,
    numbers: &[i64],
) -> Result<Vec<RecentRow>, Error> {
    let rows = timers::table
        .filter(timers::browser_id.eq(browser.as_uuid()))
        .filter(timers::id.eq_any(numbers).or(timers::ends_at.between(since, now).assume_not_null()))
        .order((timers::id.eq_any(numbers).desc(), timers::id))
        .limit(MOST_ROWS)
        .select(TimerRow::as_select())
        .load(conn)?;
    let timers = readable::<_, Timer>(rows);
    Ok(timers
        .map(|timer| {
            let due = timer.countdown.ends_at().filter(|due| (since..=now).contains(due));
            (RingSubject::Timer(if due.is_some() { timer.after_ring(now) } else { timer }), due)
        })
        .collect())
}
