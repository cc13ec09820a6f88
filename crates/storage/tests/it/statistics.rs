//! Statistics of the log and of dead entries.

use time::Duration;
use tokibako_domain::timer::Timer;
use tokibako_storage::{
    due::{self, Batch, Decision},
    testing::{
        TestDatabase,
        sample::{NOW, browser, timer_of},
    },
    timers,
    upkeep::statistics,
};

const LOOK: &str = "SET enable_seqscan = off; SET enable_bitmapscan = off; \
                    SELECT id FROM timers WHERE ends_at <= 'infinity' ORDER BY ends_at LIMIT 100";

#[tokio::test]
async fn the_log_is_counted_by_partitions_in_use() {
    let database = TestDatabase::create();
    let storage = database.storage();
    assert_eq!(statistics::read(&storage).await.unwrap().partitions, 0);
    // Twenty minutes apart, and so in two partitions.
    for seconds in [1, 1_201] {
        timers::insert(&storage, timer_of(browser(1), seconds, NOW)).await.unwrap();
    }
    let decide = |timer: Timer| Decision { after: timer.completed(), rings: true };
    let now = NOW + Duration::seconds(1_201);
    let claimed = due::claim(&storage, now, Batch::oldest(100), decide).await.unwrap();
    assert_eq!(claimed.rings, 2);
    let phases = claimed.phases.unwrap();
    let asks_the_database = |phase: &&(&str, _)| phase.0 != "settle";
    assert!(phases.named().iter().filter(asks_the_database).all(|(_, took)| !took.is_zero()), "{phases:?}");
    assert_eq!(statistics::read(&storage).await.unwrap().partitions, 2);
    // Nothing was left to claim.
    assert_eq!(due::claim(&storage, now, Batch::oldest(100), decide).await.unwrap().phases, None);
}

#[tokio::test]
async fn dead_entries_that_a_claim_walks_past_are_counted() {
    let database = TestDatabase::create();
    let storage = database.storage();
    for _ in 0..20 {
        timers::insert(&storage, timer_of(browser(1), 1, NOW)).await.unwrap();
    }
    let told = async |what: &str, number: u32| {
        let query = format!(
            "(SELECT {what} FROM pg_stat_user_indexes JOIN pg_stat_user_tables USING (relid) \
                             WHERE indexrelname = 'timers_ends_at') = {number}"
        );
        database.wait_for(&query).await;
    };
    // The plan of a claim on a table of realistic size. A session reports its counters when it ends.
    database.execute(LOOK);
    told("pg_stat_user_indexes.idx_scan", 1).await;
    assert_eq!(statistics::read(&storage).await.unwrap().walked_timers, 0);
    database.execute("UPDATE timers SET ends_at = NULL, remaining_ms = 0");
    told("n_dead_tup", 20).await;
    database.execute(LOOK);
    told("pg_stat_user_indexes.idx_scan", 2).await;
    let statistics = statistics::read(&storage).await.unwrap();
    assert_eq!((statistics.walked_timers, statistics.walked_alarms), (20, 0));
}
