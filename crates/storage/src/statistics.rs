//! Statistics of the database on which the speed of claims depends: how large the log is, and what moved on and is not
//! cleared away.
//!
//! They come from Postgres's own counters, which its sessions update about once a second, and cost no look at any row.

use diesel::{QueryableByName, RunQueryDsl as _, sql_query, sql_types::BigInt};

use crate::{Storage, error::Error};

/// The log and the tables of what is due.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Statistics {
    /// How many partitions of the log hold anything.
    pub partitions: u64,
    /// How much room the log takes, its indexes and the places of its batches included.
    pub log_bytes: u64,
    /// What is dead of the alarms.
    pub alarms: Dead,
    /// What is dead of the timers.
    pub timers: Dead,
}

/// Rows that changed or went, and that Postgres has not cleared away.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Dead {
    /// How many there are, as Postgres estimates.
    pub rows: u64,
    /// How many entries of the index of due instants led a claim, or a look at what is due, to no row, since the counters
    /// of the database began; some of the others may be counted as well.
    pub walked: u64,
}

#[derive(QueryableByName)]
struct Row {
    #[diesel(sql_type = BigInt)]
    partitions: i64,
    #[diesel(sql_type = BigInt)]
    log_bytes: i64,
    #[diesel(sql_type = BigInt)]
    dead_alarms: i64,
    #[diesel(sql_type = BigInt)]
    walked_alarms: i64,
    #[diesel(sql_type = BigInt)]
    dead_timers: i64,
    #[diesel(sql_type = BigInt)]
    walked_timers: i64,
}

/// What an index scan has read, less the rows that it has found: `idx_tup_read` and `idx_tup_fetch` of
/// `pg_stat_user_indexes`. The indexes of due instants are scanned by nobody else. Where Postgres makes a bitmap of one, as
/// it does for few rows, those that it finds count too: they are at most as many as are claimed.
const QUERY: &str = "SELECT count(*) FILTER (WHERE pg_relation_size(inhrelid) > 0) AS partitions, \
    (coalesce(sum(pg_total_relation_size(inhrelid)), 0) + pg_total_relation_size('batches'))::bigint AS log_bytes, \
    pg_stat_get_dead_tuples('alarms'::regclass) AS dead_alarms, \
    pg_stat_get_tuples_returned('alarms_next_trigger'::regclass) \
    - pg_stat_get_tuples_fetched('alarms_next_trigger'::regclass) AS walked_alarms, \
    pg_stat_get_dead_tuples('timers'::regclass) AS dead_timers, \
    pg_stat_get_tuples_returned('timers_ends_at'::regclass) \
    - pg_stat_get_tuples_fetched('timers_ends_at'::regclass) AS walked_timers \
    FROM pg_inherits WHERE inhparent = 'firings'::regclass";

/// Reads the statistics. It waits for its turn as requests do: rings come first.
pub async fn read(storage: &Storage) -> Result<Statistics, Error> {
    let row = storage.read(|conn| Ok(sql_query(QUERY).get_result::<Row>(conn)?)).await?;
    let number = |number: i64| u64::try_from(number).unwrap_or_default();
    Ok(Statistics {
        partitions: number(row.partitions),
        log_bytes: number(row.log_bytes),
        alarms: Dead { rows: number(row.dead_alarms), walked: number(row.walked_alarms) },
        timers: Dead { rows: number(row.dead_timers), walked: number(row.walked_timers) },
    })
}
