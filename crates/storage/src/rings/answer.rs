//! Answers: the first stands.

use diesel::prelude::*;
use time::OffsetDateTime;
use tokibako_domain::{
    alarm::{Alarm, AlarmId},
    answer::{Answer, Answered, EARLIEST_ANSWER, counted_from},
    browser_id::BrowserId,
    firing::{Firing, Kind, NewFiring, RingId, Rung},
    timer::{Timer, TimerId},
};

use crate::{
    Storage, alarms as alarm_table,
    error::Error,
    firings as log, notifications,
    rows::{AlarmRow, AlarmSettingsRow, FiringRow, TimerRow, TimerStateRow},
    schema::{alarms, firings, timers},
    timers as timer_table,
};

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
        .write(move |conn| {
            // The row before its ring, as a claim locks them.
            let row = lock(conn, browser, given.ring)?;
            let logged = logged(conn, browser, given.ring)?;
            if let Some(stands) = logged.as_ref().and_then(|firing| firing.ring.answered) {
                return Ok((Outcome { stands, is_first: false }, None));
            }
            let answering = Answering { browser, given, is_logged: logged.is_some(), now };
            let (stands, next) = match row {
                Some((Rung::Alarm(alarm), sound)) => answering.of_alarm(conn, &alarm, &sound)?,
                Some((Rung::Timer(timer), sound)) => (answering.of_timer(conn, timer, &sound)?, None),
                None if logged.is_some() => (answering.answered(), None),
                None => return Err(Error::NotFound),
            };
            store(conn, browser, given.ring, stands)?;
            Ok((Outcome { stands, is_first: true }, next))
        })
        .await?;
    wakeup.due_at(next);
    wakeup.fired_now();
    Ok(outcome)
}

/// The first answer to a ring, on its way to the row and to the log.
struct Answering {
    browser: BrowserId,
    given: Given,
    /// Whether a scheduler has claimed the ring; else it is settled now.
    is_logged: bool,
    now: OffsetDateTime,
}

impl Answering {
    /// The answer as it stands where it changes nothing of what rang.
    fn answered(&self) -> Answered {
        let Given { ring, answer, at } = self.given;
        Answered { answer, at: counted_from(at, ring.scheduled_for, self.now), snoozed_until: None }
    }

    /// Returns the answer as it stands, and when the alarm rings next where that has changed.
    fn of_alarm(
        &self,
        conn: &mut PgConnection,
        alarm: &Alarm,
        sound: &str,
    ) -> Result<(Answered, Option<OffsetDateTime>), Error> {
        let one = || alarm_table::one(self.browser, alarm.id);
        let due = alarm.arming.next_trigger();
        let rung = if self.is_logged {
            alarm.clone()
        } else {
            let rung = alarm.clone().rung(self.now);
            self.settle(conn, due, Rung::Alarm(rung.clone()))?;
            diesel::update(one()).set(alarms::last_due.eq(due)).execute(conn)?;
            rung
        };
        let Answered { answer, at, .. } = self.answered();
        let (after, answered) = rung.answered(answer, at);
        let changed = AlarmSettingsRow::of(&after).keeping_sound(sound);
        let last_answered = alarms::last_answered.eq(self.given.ring.scheduled_for);
        diesel::update(one()).set((changed, last_answered)).execute(conn)?;
        let next = after.arming.next_trigger().filter(|next| Some(*next) != due);
        notifications::notify_if_soon(next, conn)?;
        Ok((answered, next))
    }

    /// Resets the timer where no later ring of it is logged.
    fn of_timer(&self, conn: &mut PgConnection, timer: Timer, sound: &str) -> Result<Answered, Error> {
        let one = timer_table::one(self.browser, timer.id);
        let is_last = is_last(conn, self.given.ring)?;
        let rung = if self.is_logged {
            timer
        } else {
            let (due, rung) = (timer.countdown.ends_at(), timer.completed());
            self.settle(conn, due, Rung::Timer(rung.clone()))?;
            rung
        };
        if is_last {
            let after = rung.stopped();
            let changed = TimerStateRow::new(&after.settings, after.countdown).keeping_sound(sound);
            diesel::update(one).set(changed).execute(conn)?;
        }
        Ok(self.answered())
    }

    /// Logs a ring that no scheduler has claimed; [`Error::NotFound`] where the row is due at another instant.
    fn settle(&self, conn: &mut PgConnection, due: Option<OffsetDateTime>, rung: Rung) -> Result<(), Error> {
        let scheduled_for = self.given.ring.scheduled_for;
        if due != Some(scheduled_for) || scheduled_for > self.now + EARLIEST_ANSWER {
            return Err(Error::NotFound);
        }
        notifications::notify_fired(conn)?;
        log::append(conn, self.now, &[NewFiring { scheduled_for, rung }])?;
        Ok(())
    }
}

/// Locks what rang; returns it with the sound that is stored. One that this version cannot read stays as it is.
fn lock(conn: &mut PgConnection, browser: BrowserId, ring: RingId) -> Result<Option<(Rung, String)>, Error> {
    Ok(match ring.kind {
        Kind::Alarm => {
            let row = alarm_table::one(browser, AlarmId(ring.row)).select((AlarmRow::as_select(), alarms::sound));
            let row: Option<(AlarmRow, String)> = row.for_update().first(conn).optional()?;
            row.and_then(|(row, sound)| Some((Rung::Alarm(Alarm::try_from(row).ok()?), sound)))
        }
        Kind::Timer => {
            let row = timer_table::one(browser, TimerId(ring.row)).select((TimerRow::as_select(), timers::sound));
            let row: Option<(TimerRow, String)> = row.for_update().first(conn).optional()?;
            row.and_then(|(row, sound)| Some((Rung::Timer(Timer::try_from(row).ok()?), sound)))
        }
    })
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

fn store(conn: &mut PgConnection, browser: BrowserId, ring: RingId, stands: Answered) -> Result<(), Error> {
    diesel::update(log::one(browser, ring))
        .set((
            firings::answer.eq(stands.answer.as_str()),
            firings::answered_at.eq(stands.at),
            firings::snoozed_until.eq(stands.snoozed_until),
        ))
        .execute(conn)?;
    Ok(())
}
