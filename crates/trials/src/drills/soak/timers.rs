//! Timers that are set again and again, so that as many ring in each second and the table stays as long as it is.

use std::collections::HashSet;

use anyhow::{Result, ensure};
use time::OffsetDateTime;

use crate::ground::{
    browsers,
    database::Database,
    occurrence::{Kind, Occurrence},
};

/// A timer rings once in so many seconds.
const TURN: u32 = 20;

/// How far ahead timers are set.
const AHEAD: i64 = 4;

pub(super) struct Timers {
    rate: u32,
}

impl Timers {
    /// Makes timers that stand still, `rate` for each second of a turn.
    pub(super) async fn make(database: &Database, rate: u32, browsers: u32) -> Result<Self> {
        let browser = browsers::sql_id(&format!("1 + n % {browsers}"));
        let insert = format!(
            "INSERT INTO timers (browser_id, total_seconds, sound, remaining_ms, created_at) \
             SELECT {browser}, 60, 'default', 60000, now() FROM generate_series(0, {rate} * {TURN} - 1) n; \
             SELECT max(id) FROM timers"
        );
        let last: u32 = database.number(&insert).await?;
        ensure!(last == rate * TURN, "timers are numbered from one");
        Ok(Self { rate })
    }

    /// Sets those whose turn it is in a second, counted from `first`; they are due over the second that is [`AHEAD`].
    pub(super) async fn set(
        &self,
        database: &Database,
        second: u32,
        first: OffsetDateTime,
    ) -> Result<HashSet<Occurrence>> {
        let rate = self.rate;
        let due = first.unix_timestamp() + i64::from(second) + AHEAD;
        let from = second % TURN * rate;
        let update = format!(
            "WITH armed AS (UPDATE timers SET remaining_ms = NULL, ends_at = \
                 to_timestamp({due}) + (id - 1 - {from}) * 1000 / {rate} * interval '1 millisecond' \
                 WHERE id > {from} AND id <= {from} + {rate} AND ends_at IS NULL RETURNING id), \
             told AS (SELECT pg_notify('tokibako_due', '')) \
             SELECT count(armed.id) FROM told LEFT JOIN armed ON TRUE"
        );
        let set: u32 = database.number(&update).await?;
        ensure!(set == rate, "{} timers of {rate} have not rung since they were set {TURN} s ago", rate - set);
        let occurrence = |number: u32| {
            let milliseconds = i64::from(number) * 1_000 / i64::from(rate);
            Occurrence::new(Kind::Timer, i64::from(from + number) + 1, due * 1_000 + milliseconds)
        };
        Ok((0..rate).map(occurrence).collect())
    }
}
