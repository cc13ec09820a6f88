//! Stores rows that are due, for the scheduler to find.

use std::collections::{HashMap, HashSet};

use anyhow::{Context as _, Result};
use time::{Duration, OffsetDateTime};

use super::{
    browsers,
    database::Database,
    occurrence::{Kind, Occurrence, instant},
};

/// Now, to the millisecond.
pub(crate) fn now() -> OffsetDateTime {
    let now = OffsetDateTime::now_utc();
    now.replace_microsecond(now.microsecond() / 1_000 * 1_000).unwrap_or(now)
}

/// The first whole second that is at least `margin` away.
pub(crate) fn whole_second_after(margin: Duration) -> OffsetDateTime {
    let instant = OffsetDateTime::now_utc() + margin + Duration::seconds(1);
    instant.replace_nanosecond(0).unwrap_or(instant)
}

/// Stores `count` running timers, spread over `browsers` browsers, all due at `due`.
pub(crate) async fn timers_at(database: &Database, count: u32, browsers: u32, due: OffsetDateTime) -> Result<()> {
    let (browser, due) = (browsers::sql_id(&format!("1 + n % {browsers}")), epoch(due));
    let insert = format!(
        "INSERT INTO timers (browser_id, total_seconds, sound, ends_at, created_at) \
         SELECT {browser}, 60, 'default', to_timestamp({due}), now() FROM generate_series(0, {count} - 1) n; \
         NOTIFY tokibako_due",
    );
    database.sql(&insert).await?;
    Ok(())
}

/// Stores timers and daily alarms of `browsers` browsers, due at the given instants; every fourth row is an alarm.
/// Returns the rings that are expected.
pub(crate) async fn rows_at(
    database: &Database,
    browsers: u32,
    dues: impl Iterator<Item = OffsetDateTime>,
) -> Result<HashSet<Occurrence>> {
    // Values need a row, also where there are no alarms or no timers.
    let nobody = || vec!["(0, 0)".to_owned()];
    let (mut alarms, mut timers) = (nobody(), nobody());
    for (number, due) in dues.enumerate() {
        let browser = 1 + number % usize::try_from(browsers)?;
        let rows = if number % 4 == 0 { &mut alarms } else { &mut timers };
        rows.push(format!("({browser}, {})", epoch(due)));
    }
    let browser = browsers::sql_id("browser");
    let alarms = format!(
        "INSERT INTO alarms (browser_id, minute_of_day, repeat, timezone, sound, snooze_minutes, next_trigger, created_at) \
         SELECT {browser}, 420, 'daily', 'UTC', 'default', 5, to_timestamp(due), now() FROM (VALUES {}) d (browser, due) WHERE browser > 0 \
         RETURNING 'alarm', id, round(extract(epoch FROM next_trigger) * 1000)",
        alarms.join(", "),
    );
    let timers = format!(
        "INSERT INTO timers (browser_id, total_seconds, sound, ends_at, created_at) \
         SELECT {browser}, 60, 'default', to_timestamp(due), now() FROM (VALUES {}) d (browser, due) WHERE browser > 0 \
         RETURNING 'timer', id, round(extract(epoch FROM ends_at) * 1000)",
        timers.join(", "),
    );
    let rows = database
        .sql(&format!(
            "WITH a (kind, id, due) AS ({alarms}), t (kind, id, due) AS ({timers}), \
             told AS (SELECT pg_notify('tokibako_due', '')) \
             SELECT a.* FROM a, told UNION ALL SELECT * FROM t",
        ))
        .await?;
    rows.lines().map(Occurrence::of_row).collect()
}

/// When the newest rings were due, in microseconds since 1970, and how late the last of them was committed.
pub(crate) async fn last_in_the_log(database: &Database) -> Result<(i64, Duration)> {
    let last = "SELECT round(extract(epoch FROM max(scheduled_for)) * 1000000), \
                round(1000000 * extract(epoch FROM max(pg_xact_commit_timestamp(xmin)) - max(scheduled_for))) FROM firings";
    let row = database.sql(last).await?;
    let (due, late) = row.split_once('|').context("a row has columns")?;
    Ok((due.parse()?, Duration::microseconds(late.parse()?)))
}

/// The browser of each row.
pub(crate) async fn owners(database: &Database) -> Result<HashMap<(Kind, i64), u32>> {
    let of = |kind, table| format!("SELECT '{kind}', id, right(browser_id::text, 12)::bigint FROM {table}");
    let rows = database.sql(&format!("{} UNION ALL {}", of("alarm", "alarms"), of("timer", "timers"))).await?;
    let owner = |row: &str| {
        let (row, browser) = (Occurrence::of_row(row)?, row.rsplit('|').next().context("a browser")?);
        Ok(((row.kind, row.row), browser.parse()?))
    };
    rows.lines().map(owner).collect()
}

/// Seconds since 1970, to the millisecond, as SQL writes them.
fn epoch(due: OffsetDateTime) -> String {
    let milliseconds = (due - instant(0)).whole_milliseconds();
    format!("{}.{:03}", milliseconds / 1_000, milliseconds % 1_000)
}
