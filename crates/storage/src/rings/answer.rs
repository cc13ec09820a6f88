//! Answers to rings: the first one counts.

use std::sync::Arc;

use diesel::prelude::*;
use time::OffsetDateTime;
use tokibako_domain::{
    alarm::{Alarm, AlarmId},
    answer::{Answer, EARLIEST_ANSWER, RingAnswer, effective_instant},
    browser_id::BrowserId,
    firing::{Kind, NewFiring, Ring, RingId, RingSubject},
    timer::{Timer, TimerId},
};
use uuid::Uuid;

use super::recent::LONGEST_LOOK_BACK;
use crate::{
    Storage,
    alarms::{self as alarm_table, AlarmRow, AlarmSettingsRow},
    browser_lists,
    error::Error,
    faults::{Fault, is_planted},
    log::{self, DuplicatePolicy, LogAppend},
    pushes,
    rows::FiringRow,
    schema::{alarms, firings, timers},
    timers::{self as timer_table, TimerRow, TimerStateRow},
};

/// An answer as a client sent it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct AnswerRequest {
    /// The ring.
    pub ring: RingId,
    /// The answer.
    pub answer: Answer,
    /// When it was given, by the clock of the device.
    pub at: Option<OffsetDateTime>,
}

/// The result of an answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct AnswerOutcome {
    /// The answer that counts: the first one.
    pub stands: RingAnswer,
    /// Whether that is the answer of this call.
    pub is_first: bool,
}

/// Answers a ring; [`Error::NotFound`] if this browser has no such ring.
///
/// The first answer counts. If the ring is due and no scheduler has claimed it yet, the answer does what the scheduler
/// would: it moves the row to its next occurrence and logs the ring, as answered. `device` is the one of the browser on
/// which the answer was given; it gets no push about it.
pub async fn answer(
    storage: &Storage,
    browser: BrowserId,
    given: AnswerRequest,
    device: Option<Uuid>,
    now: OffsetDateTime,
) -> Result<AnswerOutcome, Error> {
    let (outcome, next) = write_answer(storage, move |conn| {
        // The row is locked before its ring, as in a claim.
        let row = lock(conn, browser, given.ring)?;
        let logged = logged(conn, browser, given.ring)?;
        if let Some(stands) = logged.as_ref().and_then(|ring| ring.answered) {
            return Ok(((AnswerOutcome { stands, is_first: false }, None), None));
        }
        let missed = if logged.is_some() { None } else { missed(conn, browser, given.ring, row.as_ref(), now)? };
        if missed == Some(Missed::Answered) {
            // A snooze would have rung since, so the ring was stopped.
            let at = effective_instant(given.at, given.ring.scheduled_for, now);
            let stands = RingAnswer { answer: Answer::Stop, at, snoozed_until: None };
            return Ok(((AnswerOutcome { stands, is_first: false }, None), None));
        }
        let has_rung = logged.is_some() || missed.is_some();
        let answering = FirstAnswer { browser, given, has_rung, now };
        let (stands, next) = match row {
            Some((RingSubject::Alarm(alarm), sound)) => answering.of_alarm(conn, &alarm, &sound)?,
            Some((RingSubject::Timer(timer), sound)) => answering.of_timer(conn, timer, &sound)?,
            None if logged.is_some() => (answering.answered(), None),
            None => return Err(Error::NotFound),
        };
        store(conn, browser, given.ring, stands)?;
        pushes::answered(conn, browser, given.ring, stands, device, now)?;
        let new = (!has_rung).then_some(LoggedRing { browser, ring: given.ring, at: now });
        Ok(((AnswerOutcome { stands, is_first: true }, next), new))
    })
    .await?;
    storage.written(next);
    Ok(outcome)
}

/// The first answer to a ring, while it is written to the row and to the log.
pub(super) struct FirstAnswer {
    pub(super) browser: BrowserId,
    pub(super) given: AnswerRequest,
    /// Whether a scheduler has claimed the ring. If not, the answer logs it.
    pub(super) has_rung: bool,
    pub(super) now: OffsetDateTime,
}

impl FirstAnswer {
    /// The answer, if it does not change the row.
    pub(super) fn answered(&self) -> RingAnswer {
        let AnswerRequest { ring, answer, at } = self.given;
        RingAnswer { answer, at: effective_instant(at, ring.scheduled_for, self.now), snoozed_until: None }
    }

    /// Returns the answer, and when the alarm rings next if that has changed.
    fn of_alarm(
        &self,
        conn: &mut PgConnection,
        alarm: &Alarm,
        sound: &str,
    ) -> Result<(RingAnswer, Option<OffsetDateTime>), Error> {
        let one = || alarm_table::one(self.browser, alarm.id);
        let due = alarm.arming.next_trigger();
        let rung = if self.has_rung {
            alarm.clone()
        } else {
            let rung = alarm.clone().after_ring(self.now);
            self.log(conn, due, RingSubject::Alarm(rung.clone()))?;
            diesel::update(one()).set(alarms::last_due.eq(due)).execute(conn)?;
            rung
        };
        let RingAnswer { answer, at, .. } = self.answered();
        let (after, answered) = rung.answered(answer, at);
        let changed = AlarmSettingsRow::of(&after).keeping_sound(sound);
        let last_answered = alarms::last_answered.eq(self.given.ring.scheduled_for);
        diesel::update(one()).set((changed, last_answered)).execute(conn)?;
        let next = after.arming.next_trigger().filter(|next| Some(*next) != due);
        Ok((answered, next))
    }

    /// Resets the timer if it is complete and no later ring of it is logged. Returns the answer, and the end of the
    /// step that begins now.
    fn of_timer(
        &self,
        conn: &mut PgConnection,
        timer: Timer,
        sound: &str,
    ) -> Result<(RingAnswer, Option<OffsetDateTime>), Error> {
        let is_last = is_last(conn, self.given.ring)?;
        let due = timer.countdown.ends_at();
        let rung = if self.has_rung { timer } else { self.log_timer(conn, timer)? };
        if !is_last {
            return Ok((self.answered(), None));
        }
        let after = rung.stopped();
        store_timer(conn, &after, sound)?;
        let next = after.countdown.ends_at().filter(|next| Some(*next) != due);
        Ok((self.answered(), next))
    }

    /// Logs the ring of a timer that no scheduler has claimed; returns the timer after it.
    pub(super) fn log_timer(&self, conn: &mut PgConnection, timer: Timer) -> Result<Timer, Error> {
        let due = timer.countdown.ends_at();
        // A device whose clock is ahead may answer before the end.
        let rung = timer.after_ring(due.map_or(self.now, |due| due.max(self.now)));
        self.log(conn, due, RingSubject::Timer(rung.clone()))?;
        Ok(rung)
    }

    /// Logs a ring that no scheduler has claimed; [`Error::NotFound`] if the row is due at another instant.
    fn log(&self, conn: &mut PgConnection, due: Option<OffsetDateTime>, subject: RingSubject) -> Result<(), Error> {
        let scheduled_for = self.given.ring.scheduled_for;
        if due != Some(scheduled_for) || scheduled_for > self.now + EARLIEST_ANSWER {
            return Err(Error::NotFound);
        }
        log::append(conn, self.now, &[NewFiring { scheduled_for, subject }], DuplicatePolicy::Skip)?;
        Ok(())
    }
}

/// A ring that the log does not have, because it was missed or the log was emptied since, and that the row of its alarm
/// remembers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Missed {
    Unanswered,
    Answered,
}

/// The missed ring, for as long as it is listed ([`recent`](super::recent())).
fn missed(
    conn: &mut PgConnection,
    browser: BrowserId,
    ring: RingId,
    row: Option<&(RingSubject, String)>,
    now: OffsetDateTime,
) -> Result<Option<Missed>, Error> {
    let Some((RingSubject::Alarm(alarm), _)) = row else { return Ok(None) };
    let instants = alarm_table::one(browser, alarm.id).select((alarms::last_due, alarms::last_answered));
    let (due, answered): (Option<OffsetDateTime>, Option<OffsetDateTime>) = instants.first(conn)?;
    if due != Some(ring.scheduled_for) || ring.scheduled_for < now - LONGEST_LOOK_BACK {
        return Ok(None);
    }
    if answered == due {
        return Ok(Some(Missed::Answered));
    }
    Ok(alarm.has_current_ring(alarm, ring.scheduled_for).then_some(Missed::Unanswered))
}

/// Locks the row of a ring; returns it with its stored sound, which is kept even if this version does not know it.
fn lock(conn: &mut PgConnection, browser: BrowserId, ring: RingId) -> Result<Option<(RingSubject, String)>, Error> {
    Ok(match ring.kind {
        Kind::Alarm => {
            let row = alarm_table::one(browser, AlarmId(ring.row)).select((AlarmRow::as_select(), alarms::sound));
            let row: Option<(AlarmRow, String)> = if is_planted(Fault::AnswerWithoutRowLock) {
                row.first(conn).optional()?
            } else {
                row.for_update().first(conn).optional()?
            };
            match row.and_then(|(row, sound)| Some((Alarm::try_from(row).ok()?, sound))) {
                Some((mut alarm, sound)) => {
                    alarm.settings.days_off.list = browser_lists::days_off(conn, browser)?;
                    Some((RingSubject::Alarm(alarm), sound))
                }
                None => None,
            }
        }
        Kind::Timer => {
            let timer = lock_timer(conn, browser, TimerId(ring.row))?;
            timer.and_then(|LockedTimer { timer, sound }| Some((RingSubject::Timer(timer.ok()?), sound)))
        }
    })
}

/// A timer with its row locked.
pub(super) struct LockedTimer {
    /// The timer, or why this version cannot read it.
    pub(super) timer: Result<Timer, Error>,
    /// The stored sound, which this version may not know.
    pub(super) sound: String,
}

pub(super) fn lock_timer(
    conn: &mut PgConnection,
    browser: BrowserId,
    id: TimerId,
) -> Result<Option<LockedTimer>, Error> {
    let row = timer_table::one(browser, id).select((TimerRow::as_select(), timers::sound));
    let row: Option<(TimerRow, String)> = if is_planted(Fault::AnswerWithoutRowLock) {
        row.first(conn).optional()?
    } else {
        row.for_update().first(conn).optional()?
    };
    Ok(row.map(|(row, sound)| LockedTimer { timer: Timer::try_from(row), sound }))
}

/// Writes a locked timer with its stored sound, which this version may not know.
pub(super) fn store_timer(conn: &mut PgConnection, timer: &Timer, sound: &str) -> Result<(), Error> {
    let row = TimerStateRow::of(timer).keeping_sound(sound);
    diesel::update(timer_table::one(timer.browser, timer.id)).set(row).execute(conn)?;
    Ok(())
}

/// Whether no later ring of the same row is logged.
pub(super) fn is_last(conn: &mut PgConnection, RingId { kind, row, scheduled_for }: RingId) -> Result<bool, Error> {
    let later = firings::table
        .filter(firings::kind.eq(kind.as_str()).and(firings::row_id.eq(row)))
        .filter(firings::scheduled_for.gt(scheduled_for));
    Ok(!diesel::select(diesel::dsl::exists(later)).get_result::<bool>(conn)?)
}

pub(super) fn store(
    conn: &mut PgConnection,
    browser: BrowserId,
    ring: RingId,
    stands: RingAnswer,
) -> Result<(), Error> {
    diesel::update(log::one(browser, ring))
        .set((
            firings::answer.eq(stands.answer.as_str()),
            firings::answered_at.eq(stands.at),
            firings::snoozed_until.eq(stands.snoozed_until),
        ))
        .execute(conn)?;
    Ok(())
}

/// A ring that `work` has logged.
pub(super) struct LoggedRing {
    pub(super) browser: BrowserId,
    pub(super) ring: RingId,
    pub(super) at: OffsetDateTime,
}

/// Runs `work` in a transaction that is committed only if its caller still waits. The commit assigns the place of the
/// ring that `work` has logged, if any. Then this process's feed and dispatcher are woken, and the ring is published.
pub(super) async fn write_answer<T: Send + 'static>(
    storage: &Storage,
    work: impl FnOnce(&mut PgConnection) -> Result<(T, Option<LoggedRing>), Error> + Send + 'static,
) -> Result<T, Error> {
    let (wakeup, sender) = (storage.shared_wakeup(), storage.hints().process());
    let outgoing = storage.outgoing().clone();
    let (primary, term) = (Arc::clone(storage.primary()), storage.primary().term());
    let done = storage
        .write_and_commit(move |conn, check_awaited| {
            let (done, is_logged, ring) = log::in_batch_transaction(
                conn,
                &sender,
                || true,
                |conn| {
                    let (done, new) = work(conn)?;
                    let (ring, appended) = match &new {
                        Some(LoggedRing { browser, ring, at }) => {
                            let ring = if outgoing.has_publisher() { logged(conn, *browser, *ring)? } else { None };
                            (ring, LogAppend { rings: 1, at: *at })
                        }
                        None => (None, LogAppend { rings: 0, at: OffsetDateTime::UNIX_EPOCH }),
                    };
                    check_awaited()?;
                    Ok(((done, new.is_some(), ring), appended))
                },
            )?;
            // A primary that was replaced says nothing about the log.
            let ring = ring.filter(|_| primary.term() == term);
            match ring.map(|ring| log::last_batch_ends(conn).map(|ends| (ends, ring))) {
                Some(Ok(((previous, end), ring))) => {
                    let feed_has_it = outgoing.send(previous, end, vec![ring]);
                    wakeup.committed(end.offset(), feed_has_it);
                }
                Some(Err(_)) => wakeup.fired_now(),
                None if is_logged => wakeup.fired_now(),
                // The dispatcher may have queued messages that are no longer needed.
                None => wakeup.pushes_now(),
            }
            Ok(done)
        })
        .await;
    if done.as_ref().is_err_and(Error::is_unavailable) {
        // The connection may have been lost after the commit, and this process ignores its own notifications.
        storage.wakeup().fired_now();
    }
    done
}

/// A logged ring, with its row locked.
pub(super) fn logged(conn: &mut PgConnection, browser: BrowserId, ring: RingId) -> Result<Option<Ring>, Error> {
    let row = log::one(browser, ring).select(FiringRow::as_select());
    let row = if is_planted(Fault::AnswerWithoutRingLock) {
        row.first(conn).optional()?
    } else {
        row.for_update().first(conn).optional()?
    };
    row.map(Ring::try_from).transpose()
}
