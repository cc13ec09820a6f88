//! Recent rings; answers to rings, of which the first one counts; and more time for a timer, which also stops its ring.

mod recent;

use std::sync::Arc;

use diesel::prelude::*;
use time::OffsetDateTime;
use tokibako_domain::{
    alarm::{Alarm, AlarmId},
    answer::{Answer, EARLIEST_ANSWER, RingAnswer, effective_instant},
    browser_id::BrowserId,
    firing::{Kind, NewFiring, Ring, RingId, RingSubject},
    length::TimerLength,
    timer::{Timer, TimerId},
};
use uuid::Uuid;

pub use self::recent::{LONGEST_LOOK_BACK, MOST_LISTED, recent};
use crate::{
    Storage,
    alarms::{self as alarm_table, AlarmSettingsRow},
    error::Error,
    faults::is_planted,
    log::{self, DuplicatePolicy, LogAppend},
    owned::OwnedRow as _,
    pushes,
    rows::FiringRow,
    schema::{alarms, firings},
};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct AnswerRequest {
    pub ring: RingId,
    pub answer: Answer,
    /// When it was given, by the clock of the device.
    pub at: Option<OffsetDateTime>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct AnswerOutcome {
    /// The answer that counts: the first one.
    pub stands: RingAnswer,
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
        Ok(((AnswerOutcome { stands, is_first: true }, next), (!has_rung).then_some(now)))
    })
    .await?;
    storage.written(next);
    Ok(outcome)
}

/// The first answer to a ring, while it is written to the row and to the log.
struct FirstAnswer {
    browser: BrowserId,
    given: AnswerRequest,
    /// Whether a scheduler has claimed the ring. If not, the answer logs it.
    has_rung: bool,
    now: OffsetDateTime,
}

impl FirstAnswer {
    /// The answer, if it does not change the row.
    fn answered(&self) -> RingAnswer {
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
        let after = rung.clone().stopped();
        Timer::write(conn, &rung, &after, sound)?;
        let next = after.countdown.ends_at().filter(|next| Some(*next) != due);
        Ok((self.answered(), next))
    }

    /// Logs the ring of a timer that no scheduler has claimed; returns the timer after it.
    fn log_timer(&self, conn: &mut PgConnection, timer: Timer) -> Result<Timer, Error> {
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

/// The missed ring, for as long as it is listed ([`recent()`]).
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

/// Locks the row of a ring; returns it with its stored sound. A row that this version cannot read is as good as none.
fn lock(conn: &mut PgConnection, browser: BrowserId, ring: RingId) -> Result<Option<(RingSubject, String)>, Error> {
    let locked = match ring.kind {
        Kind::Alarm => {
            Alarm::lock(conn, browser, AlarmId(ring.row)).map(|(row, sound)| (RingSubject::Alarm(row), sound))
        }
        Kind::Timer => {
            Timer::lock(conn, browser, TimerId(ring.row)).map(|(row, sound)| (RingSubject::Timer(row), sound))
        }
    };
    match locked {
        Err(Error::NotFound | Error::Unreadable(_)) => Ok(None),
        locked => locked.map(Some),
    }
}

/// Whether no later ring of the same row is logged.
fn is_last(conn: &mut PgConnection, RingId { kind, row, scheduled_for }: RingId) -> Result<bool, Error> {
    let later = firings::table
        .filter(firings::kind.eq(kind.as_str()).and(firings::row_id.eq(row)))
        .filter(firings::scheduled_for.gt(scheduled_for));
    Ok(!diesel::select(diesel::dsl::exists(later)).get_result::<bool>(conn)?)
}

fn store(conn: &mut PgConnection, browser: BrowserId, ring: RingId, stands: RingAnswer) -> Result<(), Error> {
    diesel::update(log::one(browser, ring))
        .set((
            firings::answer.eq(stands.answer.as_str()),
            firings::answered_at.eq(stands.at),
            firings::snoozed_until.eq(stands.snoozed_until),
        ))
        .execute(conn)?;
    Ok(())
}

/// Runs `work` in a transaction that is committed only if its caller still waits. `work` returns its result, and when it has
/// logged a ring, if it has. Then this process's feed and dispatcher are woken. Few answers come before the claim, so their
/// rings are not worth a message of the bus.
async fn write_answer<T: Send + 'static>(
    storage: &Storage,
    work: impl FnOnce(&mut PgConnection) -> Result<(T, Option<OffsetDateTime>), Error> + Send + 'static,
) -> Result<T, Error> {
    let (wakeup, sender) = (Arc::clone(&storage.wakeup), storage.hints.process());
    let done = storage
        .write_and_commit(move |conn, check_awaited| {
            let (done, logged_at) = log::in_batch_transaction(
                conn,
                &sender,
                || true,
                |conn| {
                    let (done, logged_at) = work(conn)?;
                    check_awaited()?;
                    let at = logged_at.unwrap_or(OffsetDateTime::UNIX_EPOCH);
                    Ok(((done, logged_at), LogAppend { rings: logged_at.is_some().into(), at }))
                },
            )?;
            match logged_at {
                Some(_) => wakeup.fired_now(),
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
fn logged(conn: &mut PgConnection, browser: BrowserId, ring: RingId) -> Result<Option<Ring>, Error> {
    let row = log::one(browser, ring).select(FiringRow::as_select());
    let row = if is_planted("answer-without-ring-lock") {
        row.first(conn).optional()?
    } else {
        row.for_update().first(conn).optional()?
    };
    row.map(Ring::try_from).transpose()
}

/// A request for more time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Extension {
    pub timer: TimerId,
    pub by: TimerLength,
    /// The due instant of the ring that this answers. Only the first answer extends the timer.
    pub ring: Option<OffsetDateTime>,
    /// The end that the client saw. A timer that ends at another instant, or does not run, is not changed.
    pub end: Option<OffsetDateTime>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ExtensionOutcome {
    pub timer: Timer,
    /// The ring that it stopped, and the answer that counts.
    pub stopped: Option<(RingId, RingAnswer)>,
}

/// Adds time to a timer of `browser` and stops its ring. `clock` is read once the row is locked. `admit` gets the number of
/// rings of steps that the extension adds; the inner result is that of `admit`.
///
/// [`Error::NotFound`] if there is no such timer, or if it has no such ring. Nothing changes if the ring was answered
/// before, or if the timer was started again after it.
pub async fn extend<E: Send + 'static>(
    storage: &Storage,
    browser: BrowserId,
    extension: Extension,
    clock: impl FnOnce() -> OffsetDateTime + Send + 'static,
    admit: impl FnOnce(u32) -> Result<(), E> + Send + 'static,
) -> Result<Result<ExtensionOutcome, E>, Error> {
    let extended = write_answer(storage, move |conn| {
        // The row is locked before its ring, as in a claim.
        let (timer, sound) = Timer::lock(conn, browser, extension.timer)?;
        let now = clock();
        if extension.end.is_some_and(|end| timer.countdown.ends_at() != Some(end)) {
            return Ok((Ok(ExtensionOutcome { timer, stopped: None }), None));
        }
        if let Err(refused) = admit(timer.steps_extended(now).into()) {
            return Ok((Err(refused), None));
        }
        let Some(ring) = ring_of(conn, &timer, extension.ring, now)? else {
            let extended = timer.clone().extended(extension.by, now);
            Timer::write(conn, &timer, &extended, &sound)?;
            return Ok((Ok(ExtensionOutcome { timer: extended, stopped: None }), None));
        };
        let logged = logged(conn, browser, ring)?;
        if logged.as_ref().is_some_and(|ring| ring.answered.is_some()) {
            return Ok((Ok(ExtensionOutcome { timer, stopped: None }), None));
        }
        let is_last = is_last(conn, ring)?;
        let given = AnswerRequest { ring, answer: Answer::Stop, at: None };
        let answering = FirstAnswer { browser, given, has_rung: logged.is_some(), now };
        let ended = if logged.is_some() { timer } else { answering.log_timer(conn, timer)? };
        let stands = answering.answered();
        store(conn, browser, ring, stands)?;
        pushes::answered(conn, browser, ring, stands, None, now)?;
        // Not before the instant of the ring, even if the clock is behind: two rings of a timer must not have the
        // same instant.
        let from = now.max(ring.scheduled_for);
        let extends = is_last && ended.still_stands_at_its_end();
        let timer = if extends { ended.clone().extended(extension.by, from) } else { ended.clone() };
        Timer::write(conn, &ended, &timer, &sound)?;
        Ok((Ok(ExtensionOutcome { timer, stopped: Some((ring, stands)) }), logged.is_none().then_some(now)))
    })
    .await?;
    if let Ok(extended) = &extended {
        storage.written(extended.timer.countdown.ends_at());
    }
    Ok(extended)
}

/// The ring that an extension stops: the ring that it names, else the last ring of a timer that has ended. If that ring
/// is answered, it belongs to an earlier run: the end of the last run was too late to ring.
fn ring_of(
    conn: &mut PgConnection,
    timer: &Timer,
    named: Option<OffsetDateTime>,
    now: OffsetDateTime,
) -> Result<Option<RingId>, Error> {
    let reached = timer.countdown.ends_at().filter(|ends_at| *ends_at <= now);
    let scheduled_for = match named.or(reached) {
        Some(due) => Some(due),
        None if timer.still_stands_at_its_end() => {
            let last: Option<(OffsetDateTime, bool)> = firings::table
                .filter(firings::kind.eq(Kind::Timer.as_str()).and(firings::row_id.eq(timer.id.0)))
                .order(firings::scheduled_for.desc())
                .select((firings::scheduled_for, firings::answer.is_null()))
                .first(conn)
                .optional()?;
            last.and_then(|(due, is_unanswered)| is_unanswered.then_some(due))
        }
        None => None,
    };
    Ok(scheduled_for.map(|scheduled_for| RingId { kind: Kind::Timer, row: timer.id.0, scheduled_for }))
}
