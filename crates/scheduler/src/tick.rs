//! One tick: a batch of what is due rings and moves on.

use time::OffsetDateTime;
use tokibako_domain::{alarm::Alarm, firing::Kind, lateness::still_rings, timer::Timer};
use tokibako_storage::{
    Error, Storage,
    due::{self, Claimed, Next, Settled},
};

/// How many rows of a kind one transaction claims. Small enough that the first of ten thousand are on
/// their way while the last are still being claimed, large enough that the statements weigh little.
pub const BATCH: u16 = 1_000;

/// What one tick did.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Ticked {
    /// Rings appended to the log.
    pub rings: usize,
    /// Rows that were too late to ring and were passed over.
    pub passed_over: usize,
}

/// Claims at most [`BATCH`] alarms and as many timers that are due at `now`.
pub async fn tick(storage: &Storage, now: OffsetDateTime) -> Result<Ticked, Error> {
    claim(storage, now, due::next(storage).await?, |_, _| {}).await
}

/// The same for whoever knows when the next of each kind is due: a kind of which none is costs nothing.
/// Each batch is told of once it is committed.
pub(crate) async fn claim(
    storage: &Storage,
    now: OffsetDateTime,
    next: Next,
    told: impl Fn(Kind, &Claimed),
) -> Result<Ticked, Error> {
    let (mut alarms, mut timers) = (Claimed::default(), Claimed::default());
    if next.alarm.is_some_and(|due| due <= now) {
        alarms = due::claim_alarms(storage, now, BATCH, move |alarm| settle_alarm(alarm, now)).await?;
        told(Kind::Alarm, &alarms);
    }
    if next.timer.is_some_and(|due| due <= now) {
        timers = due::claim_timers(storage, now, BATCH, move |timer| settle_timer(timer, now)).await?;
        told(Kind::Timer, &timers);
    }
    Ok(Ticked { rings: alarms.rings + timers.rings, passed_over: alarms.passed_over + timers.passed_over })
}

fn settle_alarm(alarm: Alarm, now: OffsetDateTime) -> Settled<Alarm> {
    let rings = alarm.arming.next_trigger().is_some_and(|due| still_rings(due, now));
    Settled { after: alarm.rung(now), rings }
}

fn settle_timer(timer: Timer, now: OffsetDateTime) -> Settled<Timer> {
    let rings = timer.countdown.ends_at().is_some_and(|due| still_rings(due, now));
    Settled { after: timer.completed(), rings }
}
