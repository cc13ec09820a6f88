//! Adds time to a timer, which also stops its ring.

use diesel::prelude::*;
use time::OffsetDateTime;
use tokibako_domain::{
    answer::{Answer, RingAnswer},
    browser_id::BrowserId,
    firing::{Kind, RingId},
    length::TimerLength,
    timer::{Timer, TimerId},
};

use super::answer::{
    self, AnswerRequest, FirstAnswer, LockedTimer, LoggedRing, is_last, lock_timer, logged, store, store_timer,
};
use crate::{Storage, error::Error, pushes, schema::firings};

/// A request for more time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Extension {
    /// The timer.
    pub timer: TimerId,
    /// How much time to add.
    pub by: TimerLength,
    /// The due instant of the ring that this answers. Only the first answer extends the timer.
    pub ring: Option<OffsetDateTime>,
    /// The end that the client saw. A timer that ends at another instant, or does not run, is not changed.
    pub end: Option<OffsetDateTime>,
}

/// The result of an extension.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ExtensionOutcome {
    /// The timer after the extension.
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
    let extended = answer::write_answer(storage, move |conn| {
        // The row is locked before its ring, as in a claim.
        let LockedTimer { timer, sound } = lock_timer(conn, browser, extension.timer)?.ok_or(Error::NotFound)?;
        let (timer, now) = (timer?, clock());
        if extension.end.is_some_and(|end| timer.countdown.ends_at() != Some(end)) {
            return Ok((Ok(ExtensionOutcome { timer, stopped: None }), None));
        }
        if let Err(refused) = admit(timer.steps_extended(now).into()) {
            return Ok((Err(refused), None));
        }
        let Some(ring) = ring_of(conn, &timer, extension.ring, now)? else {
            let timer = timer.extended(extension.by, now);
            store_timer(conn, &timer, &sound)?;
            return Ok((Ok(ExtensionOutcome { timer, stopped: None }), None));
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
        let timer = if extends { ended.extended(extension.by, from) } else { ended };
        store_timer(conn, &timer, &sound)?;
        let new = logged.is_none().then_some(LoggedRing { browser, ring, at: now });
        Ok((Ok(ExtensionOutcome { timer, stopped: Some((ring, stands)) }), new))
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
