//! Stores rows that are due, for the scheduler to find.

use std::collections::HashSet;

use anyhow::{Context as _, Result};
use time::{Duration, OffsetDateTime};

use super::{
    browsers,
    database::Database,
    occurrence::{Kind, Occurrence, instant},
};

/// The first whole second that is at least `margin` away.
pub(crate) fn whole_second_after(margin: Duration) -> OffsetDateTime {
    let instant = OffsetDateTime::now_utc() + margin + Duration::seconds(1);
    instant.replace_nanosecond(0).unwrap_or(instant)
}

/// Stores `count` running timers, spread over `browsers` browsers, all due at `due`.
pub(crate) async fn timers_at(database: &Database, count: u32, browsers: u32, due: OffsetDateTime) -> Result<()> {
    timers(database, count, browsers, &epoch(due)).await
}

/// The same, due at random milliseconds of the second after `from`.
pub(crate) async fn timers_within_a_second(
    database: &Database,
    count: u32,
    browsers: u32,
    from: OffsetDateTime,
) -> Result<()> {
    timers(database, count, browsers, &format!("{} + floor(random() * 1000) / 1000", epoch(from))).await
}

/// Stores running timers of one browser, due at these instants.
pub(crate) async fn timers_of(database: &Database, browser: u32, dues: &[OffsetDateTime]) -> Result<()> {
    let browser = browsers::sql_id(&browser.to_string());
    let dues: Vec<_> = dues.iter().map(|due| format!("({})", epoch(*due))).collect();
    let insert = format!(
        "INSERT INTO timers (browser_id, total_seconds, sound, ends_at, created_at) \
         SELECT {browser}, 60, 'default', to_timestamp(due), now() FROM (VALUES {}) d (due); NOTIFY tokibako_due",
        dues.join(", "),
    );
    database.sql(&insert).await?;
    Ok(())
}

async fn timers(database: &Database, count: u32, browsers: u32, due: &str) -> Result<()> {
    let browser = browsers::sql_id(&format!("1 + n % {browsers}"));
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
    rows.lines().map(occurrence).collect()
}

fn occurrence(row: &str) -> Result<Occurrence> {
    let mut columns = row.split('|');
    let kind = if columns.next() == Some("alarm") { Kind::Alarm } else { Kind::Timer };
    let mut number = || columns.next().context("a row has three columns")?.parse::<i64>().context("of numbers");
    Ok(Occurrence::new(kind, number()?, number()?))
}

/// Seconds since 1970, to the millisecond, as SQL writes them.
fn epoch(due: OffsetDateTime) -> String {
    let milliseconds = (due - instant(0)).whole_milliseconds();
    format!("{}.{:03}", milliseconds / 1_000, milliseconds % 1_000)
}
