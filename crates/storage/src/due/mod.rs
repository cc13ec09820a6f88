//! The claim: what is due is taken, moved on and written to the log in one transaction.
//!
//! Any number of schedulers claim at once. `FOR UPDATE SKIP LOCKED` gives each row to one of them; the
//! row moves on and its firing is appended in the same transaction, so a crash at any point neither
//! loses nor doubles a ring. Whether a row rings and where it moves is the domain's to say.

use diesel::{prelude::*, sql_query, sql_types};
use time::OffsetDateTime;
use tokibako_domain::{
    alarm::Alarm,
    firing::{NewFiring, Rung},
    timer::Timer,
};

use crate::{
    Storage,
    error::Error,
    firings, notifications,
    rows::{AlarmRow, TimerRow},
    schema::{alarms, timers},
};

/// What the domain says of a row that is due.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Settled<T> {
    /// The row from now on.
    pub after: T,
    /// Whether it rings, or is passed over because it is far too late.
    pub rings: bool,
}

/// What a claim took.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Claimed {
    /// Rows taken, whatever became of them.
    pub rows: usize,
    /// Rows that were far too late to ring.
    pub passed_over: usize,
    /// Rings appended to the log.
    pub rings: usize,
    /// For when what rang was due, also where the log had it already.
    pub due: Vec<OffsetDateTime>,
}

/// When the next of each kind is due.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Next {
    /// The next alarm.
    pub alarm: Option<OffsetDateTime>,
    /// The next timer.
    pub timer: Option<OffsetDateTime>,
}

impl Next {
    /// When anything is due.
    #[must_use]
    pub fn earliest(self) -> Option<OffsetDateTime> {
        self.alarm.into_iter().chain(self.timer).min()
    }
}

/// When the next of each kind is due, in one query: it is asked far more often than there is a ring.
pub async fn next(storage: &Storage) -> Result<Next, Error> {
    storage.ringing(next_of_both).await
}

/// The same on a connection.
pub(crate) fn next_of_both(conn: &mut PgConnection) -> Result<Next, Error> {
    let alarm = alarms::table.select(diesel::dsl::min(alarms::next_trigger)).single_value();
    let timer = timers::table.select(diesel::dsl::min(timers::ends_at)).single_value();
    let (alarm, timer) = diesel::select((alarm, timer)).get_result(conn)?;
    Ok(Next { alarm, timer })
}

/// Claims at most `limit` alarms due at `now`, the longest due first.
pub async fn claim_alarms(
    storage: &Storage,
    now: OffsetDateTime,
    limit: u16,
    settle: impl Fn(Alarm) -> Settled<Alarm> + Send + 'static,
) -> Result<Claimed, Error> {
    claim(storage, move |conn| {
        let rows: Vec<AlarmRow> = alarms::table
            .filter(alarms::next_trigger.le(now))
            // By this alone: what is due at one instant would otherwise be sorted whole for each batch.
            .order(alarms::next_trigger)
            .limit(limit.into())
            .select(AlarmRow::as_select())
            .for_update()
            .skip_locked()
            .load(conn)?;
        let mut claimed = Claimed { rows: rows.len(), ..Claimed::default() };
        let (mut ids, mut nexts, mut rings) = (Vec::new(), Vec::new(), Vec::new());
        for row in rows {
            ids.push(row.id);
            let settled = Alarm::try_from(row).map(|before| (before.arming.next_trigger(), settle(before)));
            nexts.push(match settled {
                Ok((Some(scheduled_for), Settled { after, rings: true })) => {
                    let next = after.arming.next_trigger();
                    rings.push(NewFiring { scheduled_for, rung: Rung::Alarm(after) });
                    next
                }
                Ok((_, Settled { after, .. })) => {
                    claimed.passed_over += 1;
                    after.arming.next_trigger()
                }
                Err(error) => switched_off(&error),
            });
        }
        move_alarms_on(conn, &ids, &nexts)?;
        claimed.rings = firings::append(conn, now, &rings)?;
        claimed.due = rings.into_iter().map(|ring| ring.scheduled_for).collect();
        Ok(claimed)
    })
    .await
}

/// Claims at most `limit` timers that have run out at `now`, the longest due first.
pub async fn claim_timers(
    storage: &Storage,
    now: OffsetDateTime,
    limit: u16,
    settle: impl Fn(Timer) -> Settled<Timer> + Send + 'static,
) -> Result<Claimed, Error> {
    claim(storage, move |conn| {
        let rows: Vec<TimerRow> = timers::table
            .filter(timers::ends_at.le(now))
            .order(timers::ends_at)
            .limit(limit.into())
            .select(TimerRow::as_select())
            .for_update()
            .skip_locked()
            .load(conn)?;
        let mut claimed = Claimed { rows: rows.len(), ..Claimed::default() };
        let (mut ids, mut ends, mut rings) = (Vec::new(), Vec::new(), Vec::new());
        for row in rows {
            ids.push(row.id);
            let settled = Timer::try_from(row).map(|before| (before.countdown.ends_at(), settle(before)));
            ends.push(match settled {
                Ok((Some(scheduled_for), Settled { after, rings: true })) => {
                    let end = after.countdown.ends_at();
                    rings.push(NewFiring { scheduled_for, rung: Rung::Timer(after) });
                    end
                }
                Ok((_, Settled { after, .. })) => {
                    claimed.passed_over += 1;
                    after.countdown.ends_at()
                }
                Err(error) => switched_off(&error),
            });
        }
        move_timers_on(conn, &ids, &ends)?;
        claimed.rings = firings::append(conn, now, &rings)?;
        claimed.due = rings.into_iter().map(|ring| ring.scheduled_for).collect();
        Ok(claimed)
    })
    .await
}

/// Runs a claim in one transaction and tells this process's feed of what it appended.
async fn claim(
    storage: &Storage,
    work: impl FnOnce(&mut PgConnection) -> Result<Claimed, Error> + Send + 'static,
) -> Result<Claimed, Error> {
    let wakeup = storage.shared_wakeup();
    storage
        .ringing(move |conn| {
            let claimed = conn.transaction(|conn| {
                let claimed = work(conn)?;
                if claimed.rings > 0 {
                    notifications::notify_fired(conn)?;
                }
                Ok::<_, Error>(claimed)
            })?;
            if claimed.rings > 0 {
                wakeup.fired_now();
            }
            Ok(claimed)
        })
        .await
}

/// A row that cannot be read must not hold up the rows behind it: it is switched off, loudly.
fn switched_off(error: &Error) -> Option<OffsetDateTime> {
    tracing::error!(%error, "an unreadable row that was due was switched off");
    None
}

/// All claimed alarms in one statement; a snooze ends with its ring.
fn move_alarms_on(conn: &mut PgConnection, ids: &[i64], nexts: &[Option<OffsetDateTime>]) -> Result<(), Error> {
    if ids.is_empty() {
        return Ok(());
    }
    sql_query(
        "UPDATE alarms SET next_trigger = moved.next_trigger, snoozed_until = NULL \
         FROM unnest($1, $2) AS moved (id, next_trigger) WHERE alarms.id = moved.id",
    )
    .bind::<sql_types::Array<sql_types::BigInt>, _>(ids)
    .bind::<sql_types::Array<sql_types::Nullable<sql_types::Timestamptz>>, _>(nexts)
    .execute(conn)?;
    Ok(())
}

/// All claimed timers in one statement; one that moves to no new end has nothing left.
fn move_timers_on(conn: &mut PgConnection, ids: &[i64], ends: &[Option<OffsetDateTime>]) -> Result<(), Error> {
    if ids.is_empty() {
        return Ok(());
    }
    sql_query(
        "UPDATE timers SET ends_at = moved.ends_at, remaining_ms = CASE WHEN moved.ends_at IS NULL THEN 0 END \
         FROM unnest($1, $2) AS moved (id, ends_at) WHERE timers.id = moved.id",
    )
    .bind::<sql_types::Array<sql_types::BigInt>, _>(ids)
    .bind::<sql_types::Array<sql_types::Nullable<sql_types::Timestamptz>>, _>(ends)
    .execute(conn)?;
    Ok(())
}
