//! Time zone releases: which of them the processes use, and recomputing armed alarms after a change.

use diesel::{prelude::*, sql_query, sql_types};
use time::OffsetDateTime;
use tokibako_domain::alarm::Alarm;

use crate::{Storage, alarms::AlarmRow, error::Error, rows::typed, schema::alarms};

/// How long a release counts as in use after a process recorded it. Processes do so every ten minutes.
const IN_USE: &str = "25 minutes";

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Releases {
    /// The other releases in use, the oldest first.
    pub others: Vec<String>,
    /// Whether the armed alarms have to be recomputed with this release.
    pub is_new: bool,
    /// When that was determined, by the database's clock.
    pub asked_at: OffsetDateTime,
}

/// Records that a process uses `release`, and returns the others in use.
///
/// The armed alarms have to be recomputed with `release` if it is the newest in use and was not the last one to do so,
/// or if another release was in use since then and no longer is, because it may have armed alarms wrongly.
pub async fn record(storage: &Storage, release: String) -> Result<Releases, Error> {
    storage
        .background(move |conn| {
            sql_query(
                "INSERT INTO zone_releases (release, seen_at) VALUES ($1, clock_timestamp()) \
                 ON CONFLICT (release) DO UPDATE SET seen_at = excluded.seen_at",
            )
            .bind::<sql_types::Text, _>(&release)
            .execute(conn)?;
            let others = sql_query(format!(
                "SELECT release FROM zone_releases \
                 WHERE release <> $1 AND seen_at > clock_timestamp() - interval '{IN_USE}' ORDER BY release"
            ));
            let others = typed::<sql_types::Text, _>(others.bind::<sql_types::Text, _>(&release)).load(conn)?;
            let asked = sql_query(format!(
                "SELECT clock_timestamp() AS asked_at, \
                     NOT EXISTS (SELECT FROM zone_releases AS newer WHERE newer.release > mine.release \
                         AND newer.seen_at > clock_timestamp() - interval '{IN_USE}') \
                     AND (mine.rearmed_at IS NULL OR EXISTS (SELECT FROM zone_releases AS other \
                         WHERE other.release <> mine.release AND (other.rearmed_at > mine.rearmed_at \
                             OR other.seen_at BETWEEN mine.rearmed_at AND clock_timestamp() - interval '{IN_USE}'))) \
                     AS is_new \
                 FROM zone_releases AS mine WHERE release = $1"
            ));
            let asked = asked.bind::<sql_types::Text, _>(&release);
            let asked = typed::<(sql_types::Timestamptz, sql_types::Bool), _>(asked);
            let (asked_at, is_new) = asked.get_result(conn)?;
            Ok(Releases { others, is_new, asked_at })
        })
        .await
}

/// Records that all alarms that were armed before `asked_at` have been recomputed with `release`.
pub async fn record_rearmed(storage: &Storage, release: String, asked_at: OffsetDateTime) -> Result<(), Error> {
    storage
        .background(move |conn| {
            sql_query("UPDATE zone_releases SET rearmed_at = $2 WHERE release = $1")
                .bind::<sql_types::Text, _>(release)
                .bind::<sql_types::Timestamptz, _>(asked_at)
                .execute(conn)?;
            Ok(())
        })
        .await
}

/// The result of recomputing a batch of alarms.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RearmReport {
    /// The greatest id of the batch; `None` if the batch is empty.
    pub last: Option<i64>,
    /// How many now ring at another instant.
    pub moved: usize,
    /// How many should, but were locked by others.
    pub busy: usize,
}

/// Recomputes at most `limit` armed alarms with ids greater than `after`, except snoozed ones.
pub async fn rearm(
    storage: &Storage,
    after: i64,
    limit: u16,
    rearm: impl Fn(Alarm) -> Alarm + Send + 'static,
) -> Result<RearmReport, Error> {
    let (rearmed, earliest) = storage
        .background(move |conn| {
            let rows: Vec<AlarmRow> = alarms::table
                .filter(alarms::id.gt(after))
                .filter(alarms::next_trigger.is_not_null().and(alarms::snoozed_until.is_null()))
                .order(alarms::id)
                .limit(limit.into())
                .select(AlarmRow::as_select())
                .load(conn)?;
            let last = rows.last().map(|row| row.id);
            let (mut ids, mut befores, mut afters, mut skips) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
            // Unreadable rows are left to a process that can read them.
            for alarm in rows.into_iter().filter_map(|row| Alarm::try_from(row).ok()) {
                let (id, before) = (alarm.id.0, (alarm.arming.next_trigger(), alarm.skipped));
                let rearmed = rearm(alarm);
                let after = (rearmed.arming.next_trigger(), rearmed.skipped);
                if after != before {
                    ids.push(id);
                    befores.push(before.0);
                    afters.push(after.0);
                    skips.push(after.1);
                }
            }
            if ids.is_empty() {
                return Ok((RearmReport { last, moved: 0, busy: 0 }, None));
            }
            // `SKIP LOCKED`: waiting for row locks here could deadlock with requests that lock several rows.
            let moved = sql_query(
                "WITH moved AS (SELECT * FROM unnest($1, $2, $3, $4) AS moved (id, before, after, skipped)), \
                 free AS MATERIALIZED (SELECT alarms.id FROM alarms JOIN moved ON moved.id = alarms.id \
                     WHERE alarms.next_trigger = moved.before AND alarms.snoozed_until IS NULL \
                     FOR UPDATE OF alarms SKIP LOCKED) \
                 UPDATE alarms SET next_trigger = moved.after, skipped = moved.skipped \
                 FROM moved JOIN free ON free.id = moved.id WHERE alarms.id = moved.id",
            )
            .bind::<sql_types::Array<sql_types::BigInt>, _>(&ids)
            .bind::<sql_types::Array<sql_types::Nullable<sql_types::Timestamptz>>, _>(&befores)
            .bind::<sql_types::Array<sql_types::Nullable<sql_types::Timestamptz>>, _>(&afters)
            .bind::<sql_types::Array<sql_types::Nullable<sql_types::Timestamptz>>, _>(&skips)
            .execute(conn)?;
            let earliest = afters.into_iter().flatten().min();
            Ok((RearmReport { last, moved, busy: ids.len() - moved }, earliest))
        })
        .await?;
    // Some of them may now be due earlier than the schedulers expect.
    storage.written(earliest);
    Ok(rearmed)
}
