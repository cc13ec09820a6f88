//! What rang lately, and what was answered to it.

use std::collections::{HashMap, HashSet};

use diesel::{dsl::sql, prelude::*, sql_types};
use time::OffsetDateTime;
use tokibako_domain::{
    alarm::{Alarm, AlarmId},
    answer::{Answer, Answered, EARLIEST_ANSWER, counted_from},
    browser_id::BrowserId,
    firing::{Firing, Kind, NewFiring, Ring, RingId, Rung},
    timer::{Timer, TimerId},
};

use crate::{
    Storage, alarms as alarm_table,
    error::Error,
    firings as log, notifications,
    rows::{AlarmRow, AlarmSettingsRow, FiringRow, TimerRow, TimerStateRow, readable},
    schema::{alarms, firings, timers},
    timers as timer_table,
};

/// How many rings a list has at most: the latest.
pub const MOST_LISTED: usize = 1_000;

/// An answer as it was sent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Given {
    /// The ring that it is for.
    pub ring: RingId,
    /// What was answered.
    pub answer: Answer,
    /// When, as its device says.
    pub at: Option<OffsetDateTime>,
}

/// What became of an answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Outcome {
    /// The answer that stands: the first.
    pub stands: Answered,
    /// Whether that is this one.
    pub is_first: bool,
}

/// What fell due for `browser` between `since` and `now`, in order, and is answered or still meant: the last ring of each
/// alarm and timer that was neither changed nor deleted since. Of alarms also what is about to ring, and what the log has
/// already forgotten or was too late to ring.
pub async fn recent(
    storage: &Storage,
    browser: BrowserId,
    since: OffsetDateTime,
    now: OffsetDateTime,
) -> Result<Vec<Ring>, Error> {
    storage
        .read(move |conn| {
            let rung = rung(conn, browser, since, now)?;
            let numbers = |kind| rung.iter().filter(move |ring| ring.rung.kind() == kind).map(|ring| ring.rung.row());
            let alarms = alarms_due(conn, browser, since, now, numbers(Kind::Alarm).collect())?;
            let timers = timers_due(conn, browser, since, now, numbers(Kind::Timer).collect())?;
            let rows: HashMap<_, _> = alarms.iter().chain(&timers).map(|due| (key(&due.row), &due.row)).collect();
            let is_meant = |ring: &Ring| {
                let row = rows.get(&key(&ring.rung));
                ring.answered.is_some() || row.is_some_and(|row| ring.rung.is_still_meant_by(row, ring.scheduled_for))
            };
            let known: HashSet<_> = rung.iter().map(Ring::id).collect();
            let mut rings: Vec<_> = rung.into_iter().filter(is_meant).collect();
            let others = alarms.into_iter().chain(timers).filter_map(Due::unlogged);
            rings.extend(others.filter(|ring| !known.contains(&ring.id())));
            rings.sort_by_key(|ring| (ring.scheduled_for, ring.rung.kind().as_str(), ring.rung.row()));
            Ok(rings.split_off(rings.len().saturating_sub(MOST_LISTED)))
        })
        .await
}

/// Answers a ring; [`Error::NotFound`] where this browser has no such ring.
///
/// The first answer stands. One to a ring that is due and that no scheduler has claimed yet settles it: the row moves on,
/// and the ring is logged as answered.
pub async fn answer(
    storage: &Storage,
    browser: BrowserId,
    given: Given,
    now: OffsetDateTime,
) -> Result<Outcome, Error> {
    let wakeup = storage.shared_wakeup();
    let (outcome, next) = storage
        .write(move |conn| match given.ring.kind {
            Kind::Alarm => answer_alarm(conn, browser, given, now),
            Kind::Timer => answer_timer(conn, browser, given, now),
        })
        .await?;
    wakeup.due_at(next);
    wakeup.fired_now();
    Ok(outcome)
}

/// A row whose last or next ring may fall into the time asked about.
struct Due {
    row: Rung,
    /// The instant of that ring, where the log need not have it.
    due: Option<OffsetDateTime>,
}

impl Due {
    fn unlogged(self) -> Option<Ring> {
        Some(Ring { scheduled_for: self.due?, rung: self.row, answered: None })
    }
}

fn key(rung: &Rung) -> (Kind, i64) {
    (rung.kind(), rung.row())
}

/// The last firing of each row.
fn rung(
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
    let firings = readable::<_, Firing>(rows);
    Ok(firings.map(|firing| firing.ring).filter(|ring| seen.insert(key(&ring.rung))).collect())
}

/// Those of the alarms with these numbers, those that are due and not claimed, and those that were due and not answered.
fn alarms_due(
    conn: &mut PgConnection,
    browser: BrowserId,
    since: OffsetDateTime,
    now: OffsetDateTime,
    numbers: Vec<i64>,
) -> Result<Vec<Due>, Error> {
    let is_unanswered = sql::<sql_types::Bool>("last_answered IS DISTINCT FROM last_due");
    let rows: Vec<(AlarmRow, Option<OffsetDateTime>)> = alarms::table
        .filter(alarms::browser_id.eq(browser.as_uuid()))
        .filter(
            alarms::id
                .eq_any(numbers)
                .or(alarms::next_trigger.between(since, now).assume_not_null())
                .or(alarms::last_due.between(since, now).assume_not_null().and(is_unanswered)),
        )
        .order(alarms::id)
        .limit(MOST_LISTED.try_into().unwrap_or(i64::MAX))
        .select((AlarmRow::as_select(), alarms::last_due))
        .load(conn)?;
    let due = rows.into_iter().filter_map(|(row, last_due)| {
        let alarm = Alarm::try_from(row).ok()?;
        let within = |due: &OffsetDateTime| (since..=now).contains(due);
        let next = alarm.arming.next_trigger().filter(within);
        let last = last_due.filter(within).filter(|due| alarm.still_means(&alarm, *due));
        Some(Due { due: next.or(last), row: Rung::Alarm(alarm) })
    });
    Ok(due.collect())
}

/// Those of the timers with these numbers, and those that have run out and are not claimed.
fn timers_due(
    conn: &mut PgConnection,
    browser: BrowserId,
    since: OffsetDateTime,
    now: OffsetDateTime,
    numbers: Vec<i64>,
) -> Result<Vec<Due>, Error> {
    let rows = timers::table
        .filter(timers::browser_id.eq(browser.as_uuid()))
        .filter(timers::id.eq_any(numbers).or(timers::ends_at.between(since, now).assume_not_null()))
        .order(timers::id)
        .limit(MOST_LISTED.try_into().unwrap_or(i64::MAX))
        .select(TimerRow::as_select())
        .load(conn)?;
    let timers = readable::<_, Timer>(rows);
    Ok(timers
        .map(|timer| {
            let due = timer.countdown.ends_at().filter(|due| (since..=now).contains(due));
            Due { due, row: Rung::Timer(if due.is_some() { timer.completed() } else { timer }) }
        })
        .collect())
}

type Answering = (Outcome, Option<OffsetDateTime>);

/// Locks the alarm before its ring, as a claim does; an alarm that this version cannot read stays as it is.
fn answer_alarm(
    conn: &mut PgConnection,
    browser: BrowserId,
    given: Given,
    now: OffsetDateTime,
) -> Result<Answering, Error> {
    let id = AlarmId(given.ring.row);
    let row = alarm_table::one(browser, id).select((AlarmRow::as_select(), alarms::sound)).for_update();
    let row: Option<(AlarmRow, String)> = row.first(conn).optional()?;
    let alarm = row.and_then(|(row, sound)| Some((Alarm::try_from(row).ok()?, sound)));
    let firing = logged(conn, browser, given.ring)?;
    if let Some(stands) = firing.as_ref().and_then(|firing| firing.ring.answered) {
        return Ok((Outcome { stands, is_first: false }, None));
    }
    let at = counted_from(given.at, given.ring.scheduled_for, now);
    let Some((alarm, sound)) = alarm else {
        firing.ok_or(Error::NotFound)?;
        return store(conn, browser, given, Answered { answer: given.answer, at, snoozed_until: None });
    };
    let due = alarm.arming.next_trigger();
    let alarm = if firing.is_some() {
        alarm
    } else {
        settle(conn, given.ring, due, now, || Rung::Alarm(alarm.clone().rung(now)))?;
        let settled = alarms::last_due.eq(given.ring.scheduled_for);
        diesel::update(alarm_table::one(browser, id)).set(settled).execute(conn)?;
        alarm.rung(now)
    };
    let (after, answered) = alarm.answered(given.answer, at);
    let changed = AlarmSettingsRow::new(&after.settings, after.arming).keeping_sound(&sound);
    diesel::update(alarm_table::one(browser, id))
        .set((changed, alarms::last_answered.eq(given.ring.scheduled_for)))
        .execute(conn)?;
    let next = after.arming.next_trigger().filter(|next| Some(*next) != due);
    notifications::notify_if_soon(next, conn)?;
    let (outcome, _) = store(conn, browser, given, answered)?;
    Ok((outcome, next))
}

/// The same of a timer; it is reset only by an answer to its last ring.
fn answer_timer(
    conn: &mut PgConnection,
    browser: BrowserId,
    given: Given,
    now: OffsetDateTime,
) -> Result<Answering, Error> {
    let id = TimerId(given.ring.row);
    let row = timer_table::one(browser, id).select((TimerRow::as_select(), timers::sound)).for_update();
    let row: Option<(TimerRow, String)> = row.first(conn).optional()?;
    let timer = row.and_then(|(row, sound)| Some((Timer::try_from(row).ok()?, sound)));
    let firing = logged(conn, browser, given.ring)?;
    if let Some(stands) = firing.as_ref().and_then(|firing| firing.ring.answered) {
        return Ok((Outcome { stands, is_first: false }, None));
    }
    let at = counted_from(given.at, given.ring.scheduled_for, now);
    let answered = Answered { answer: given.answer, at, snoozed_until: None };
    let is_last = is_last(conn, given.ring)?;
    let Some((timer, sound)) = timer else {
        firing.ok_or(Error::NotFound)?;
        return store(conn, browser, given, answered);
    };
    let timer = if firing.is_some() {
        timer
    } else {
        settle(conn, given.ring, timer.countdown.ends_at(), now, || Rung::Timer(timer.clone().completed()))?;
        timer.completed()
    };
    if is_last {
        let after = timer.stopped();
        let changed = TimerStateRow::new(&after.settings, after.countdown).keeping_sound(&sound);
        diesel::update(timer_table::one(browser, id)).set(changed).execute(conn)?;
    }
    store(conn, browser, given, answered)
}

fn logged(conn: &mut PgConnection, browser: BrowserId, ring: RingId) -> Result<Option<Firing>, Error> {
    let row = log::one(browser, ring).select(FiringRow::as_select()).for_update().first(conn).optional()?;
    row.map(Firing::try_from).transpose()
}

/// Whether no later ring of the same row is logged.
fn is_last(conn: &mut PgConnection, RingId { kind, row, scheduled_for }: RingId) -> Result<bool, Error> {
    let later = firings::table
        .filter(firings::kind.eq(kind.as_str()).and(firings::row_id.eq(row)))
        .filter(firings::scheduled_for.gt(scheduled_for));
    Ok(!diesel::select(diesel::dsl::exists(later)).get_result::<bool>(conn)?)
}

/// Logs a ring that is due and that no scheduler has claimed; [`Error::NotFound`] where the row is due at another instant.
fn settle(
    conn: &mut PgConnection,
    ring: RingId,
    due: Option<OffsetDateTime>,
    now: OffsetDateTime,
    after: impl FnOnce() -> Rung,
) -> Result<(), Error> {
    let scheduled_for = ring.scheduled_for;
    if due != Some(scheduled_for) || scheduled_for > now + EARLIEST_ANSWER {
        return Err(Error::NotFound);
    }
    notifications::notify_fired(conn)?;
    log::append(conn, now, &[NewFiring { scheduled_for, rung: after() }])?;
    Ok(())
}

fn store(conn: &mut PgConnection, browser: BrowserId, given: Given, answered: Answered) -> Result<Answering, Error> {
    diesel::update(log::one(browser, given.ring))
        .set((
            firings::answer.eq(answered.answer.as_str()),
            firings::answered_at.eq(answered.at),
            firings::snoozed_until.eq(answered.snoozed_until),
        ))
        .execute(conn)?;
    Ok((Outcome { stands: answered, is_first: true }, None))
}
