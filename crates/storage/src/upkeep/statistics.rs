//! Statistics that explain the speed of claims: how full the log is, and dead entries of indexes.
//!
//! They come from Postgres's own counters, which its sessions update about once a second, and read no rows.

use diesel::{RunQueryDsl as _, sql_query, sql_types::BigInt as Int};

use crate::{Storage, error::Error, rows::typed};

/// The log and the tables of alarms and timers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Statistics {
    /// How many partitions of the log are not empty.
    pub partitions: u64,
    /// How many entries of the index on due instants led a scan to no live row since the counters were reset. A few
    /// other entries may be counted as well.
    pub walked_alarms: u64,
    pub walked_timers: u64,
}

/// The entries that an index scan has read, minus the rows that it has found: `idx_tup_read` and `idx_tup_fetch` of
/// `pg_stat_user_indexes`. Only the scheduler scans the indexes on due instants. If Postgres uses a bitmap scan, as it
/// does for few rows, the rows that it finds are counted as well, but those are at most as many as are claimed.
const QUERY: &str = "SELECT count(*) FILTER (WHERE pg_relation_size(inhrelid) > 0) AS partitions, \
    pg_stat_get_tuples_returned('alarms_next_trigger'::regclass) \
    - pg_stat_get_tuples_fetched('alarms_next_trigger'::regclass) AS walked_alarms, \
    pg_stat_get_tuples_returned('timers_ends_at'::regclass) \
    - pg_stat_get_tuples_fetched('timers_ends_at'::regclass) AS walked_timers \
    FROM pg_inherits WHERE inhparent = 'firings'::regclass";

/// Reads the statistics. It waits for a permit like a request, because rings have priority.
pub async fn read(storage: &Storage) -> Result<Statistics, Error> {
    let row = storage.read(|conn| Ok(typed::<(Int, Int, Int), _>(sql_query(QUERY)).get_result(conn)?));
    let (partitions, walked_alarms, walked_timers) = row.await?;
    let number = |number: i64| u64::try_from(number).unwrap_or_default();
    Ok(Statistics {
        partitions: number(partitions),
        walked_alarms: number(walked_alarms),
        walked_timers: number(walked_timers),
    })
}
