//! Every due occurrence rings exactly once, even if several schedulers claim it at the same time.

use std::collections::HashSet;

use time::{Duration, OffsetDateTime};
use tokibako_domain::{firing::Kind, occurrence::Repeat, timer::Countdown};
use tokibako_scheduler::tick::{BATCH, TickReport, Ticker, tick};
use tokibako_storage::{
    Storage, alarms,
    log::{self, ReplayFrom},
    testing::{
        TestDatabase, next_due,
        sample::{self, NOW},
    },
    timers,
};

/// When the alarms of these tests ring for the first time.
const SEVEN: OffsetDateTime = NOW.saturating_add(Duration::HOUR);

async fn set_alarm(storage: &Storage, repeat: Repeat) {
    alarms::insert(storage, sample::alarm_at(sample::browser(1), "07:00", repeat, NOW)).await.unwrap();
}

async fn start_timer(storage: &Storage, seconds: i64) {
    timers::insert(storage, sample::timer_of(sample::browser(1), seconds, NOW)).await.unwrap();
}

/// The due instants of all rings, in the order of the log.
async fn rung(storage: &Storage, kind: Kind) -> Vec<OffsetDateTime> {
    let replay = log::replay(storage, sample::browser(1), Some(kind), ReplayFrom::Start, OffsetDateTime::UNIX_EPOCH);
    replay.await.unwrap().missed.iter().map(|firing| firing.ring.scheduled_for).collect()
}

#[tokio::test]
async fn an_alarm_rings_once_at_its_instant_and_not_before() {
    let database = TestDatabase::create();
    let storage = database.storage();
    set_alarm(&storage, Repeat::Daily).await;
    assert_eq!(tick(&storage, SEVEN - Duration::MILLISECOND).await.unwrap(), TickReport::default());
    assert_eq!(tick(&storage, SEVEN).await.unwrap().rings, 1);
    assert_eq!(tick(&storage, SEVEN).await.unwrap().rings, 0);
    assert_eq!(rung(&storage, Kind::Alarm).await, [SEVEN]);
    assert_eq!(next_due(&storage).await, Some(SEVEN + Duration::DAY));
}

#[tokio::test]
async fn a_once_alarm_is_switched_off_by_its_ring() {
    let database = TestDatabase::create();
    let storage = database.storage();
    set_alarm(&storage, Repeat::Once).await;
    tick(&storage, SEVEN).await.unwrap();
    assert!(!alarms::list(&storage, sample::browser(1)).await.unwrap()[0].arming.is_on());
    assert_eq!(next_due(&storage).await, None);
}

#[tokio::test]
async fn a_weekday_alarm_skips_the_weekend() {
    let database = TestDatabase::create();
    let storage = database.storage();
    set_alarm(&storage, Repeat::Weekday).await;
    tick(&storage, SEVEN).await.unwrap();
    assert_eq!(next_due(&storage).await, Some(SEVEN + Duration::days(3)));
}

#[tokio::test]
async fn a_row_that_is_more_than_ten_minutes_late_does_not_ring() {
    let database = TestDatabase::create();
    let storage = database.storage();
    set_alarm(&storage, Repeat::Daily).await;
    start_timer(&storage, 3_601).await;
    let late = SEVEN + Duration::minutes(10) + Duration::SECOND;
    let ticked = tick(&storage, late).await.unwrap();
    assert_eq!((ticked.rings, ticked.missed), (1, 1));
    assert!(rung(&storage, Kind::Alarm).await.is_empty());
    assert_eq!(rung(&storage, Kind::Timer).await, [SEVEN + Duration::SECOND]);
    // The row that was missed has still moved to its next occurrence.
    assert_eq!(next_due(&storage).await, Some(SEVEN + Duration::DAY));
}

#[tokio::test]
async fn a_completed_timer_has_no_remaining_time() {
    let database = TestDatabase::create();
    let storage = database.storage();
    start_timer(&storage, 60).await;
    tick(&storage, NOW + Duration::MINUTE).await.unwrap();
    assert_eq!(timers::list(&storage, sample::browser(1)).await.unwrap()[0].countdown, Countdown::COMPLETED);
}

#[tokio::test]
async fn a_batch_takes_the_longest_due_rows_first() {
    let database = TestDatabase::create();
    let storage = database.storage();
    for _ in 0..BATCH {
        start_timer(&storage, 2).await;
    }
    start_timer(&storage, 1).await;
    let first = tick(&storage, NOW + Duration::seconds(2)).await.unwrap();
    assert_eq!(first.rings, usize::from(BATCH));
    assert_eq!(rung(&storage, Kind::Timer).await[0], NOW + Duration::SECOND);
    let second = tick(&storage, NOW + Duration::seconds(2)).await.unwrap();
    assert_eq!(second.rings, 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn each_row_rings_once_when_schedulers_tick_at_the_same_time() {
    let database = TestDatabase::create();
    let setup = database.storage();
    for _ in 0..300 {
        start_timer(&setup, 1).await;
    }
    let due = NOW + Duration::SECOND;
    let schedulers: Vec<_> = (0..4)
        .map(|_| {
            let storage = database.storage();
            tokio::spawn(async move { tick(&storage, due).await.unwrap().rings })
        })
        .collect();
    let mut rings = 0;
    for scheduler in schedulers {
        rings += scheduler.await.unwrap();
    }
    // One scheduler skipped the rows that the other one had locked.
    assert_eq!(rings, 300);
    let replay = log::replay(&setup, sample::browser(1), Some(Kind::Timer), ReplayFrom::Start, NOW).await.unwrap();
    let ids: HashSet<_> = replay.missed.iter().map(|firing| firing.id).collect();
    assert_eq!(ids.len(), 300);
}

/// Creates timers that are due at the same instant, each of its own browser.
fn backlog(database: &TestDatabase, count: usize, due: OffsetDateTime) {
    database.execute(&format!(
        "INSERT INTO timers (browser_id, total_seconds, sound, ends_at, created_at) \
         SELECT lpad(to_hex(n), 32, '0')::uuid, 60, 'chime', '{due}', '{NOW}' FROM generate_series(1, {count}) n",
    ));
}

/// The number of rings in the log, without duplicates, and what each reader of the log finds.
fn logged(database: &TestDatabase) -> Vec<String> {
    database.query(
        "SELECT concat_ws(' ', count(*), count(DISTINCT row_id), (SELECT sum(rings) FROM batches)) AS value FROM firings",
    )
}

#[tokio::test(flavor = "multi_thread")]
async fn concurrent_claimers_claim_each_row_of_a_backlog_once() {
    let database = TestDatabase::create();
    let due = NOW + Duration::SECOND;
    let count = 12 * usize::from(BATCH) + 7;
    backlog(&database, count, due);
    let schedulers: Vec<_> = [1, 3]
        .map(|claimers| {
            let storage = database.storage_with_claimers(claimers);
            tokio::spawn(async move {
                let mut ticker = Ticker::new(storage.clone());
                while next_due(&storage).await == Some(due) {
                    ticker.tick(due).await.unwrap();
                }
            })
        })
        .into();
    for scheduler in schedulers {
        scheduler.await.unwrap();
    }
    assert_eq!(logged(&database), [format!("{count} {count} {count}")]);
}

#[tokio::test]
async fn a_backlog_is_found_by_one_scan_and_claimed_in_due_order() {
    let database = TestDatabase::create();
    let storage = database.storage();
    let (count, due) = (3 * usize::from(BATCH), NOW + Duration::minutes(2));
    backlog(&database, count, due);
    database.execute("UPDATE timers SET ends_at = ends_at - id * INTERVAL '1 millisecond'");
    let mut ticker = Ticker::new(storage.clone());
    let mut rings = 0;
    // The first batch is full, so more rows may be due.
    for expected in [usize::from(BATCH), count] {
        rings += ticker.tick(due).await.unwrap().rings;
        assert_eq!(rings, expected);
    }
    let order =
        database.query("SELECT row_id::text AS value FROM firings JOIN batches ON block = id >> 12 ORDER BY place, id");
    assert_eq!(order, (1..=count).rev().map(|row| row.to_string()).collect::<Vec<_>>());
}

#[tokio::test]
async fn rows_that_are_deleted_or_postponed_during_a_backlog_do_not_ring() {
    let database = TestDatabase::create();
    let storage = database.storage();
    let (count, due) = (8 * usize::from(BATCH), NOW + Duration::SECOND);
    backlog(&database, count, due);
    let mut ticker = Ticker::new(storage.clone());
    let first = ticker.tick(due).await.unwrap().rings + ticker.tick(due).await.unwrap().rings;
    // The scan has found all rows by now.
    let changed = database.query(&format!(
        "WITH left_over AS (SELECT id FROM timers WHERE ends_at IS NOT NULL ORDER BY id LIMIT 20), \
         gone AS (DELETE FROM timers WHERE id IN (SELECT id FROM left_over ORDER BY id LIMIT 10)), \
         later AS (UPDATE timers SET ends_at = '{due}'::timestamptz + INTERVAL '1 minute' \
             WHERE id IN (SELECT id FROM left_over ORDER BY id OFFSET 10)) \
         SELECT id::text AS value FROM left_over",
    ));
    assert_eq!(changed.len(), 20);
    let mut rings = first;
    while next_due(&storage).await == Some(due) {
        rings += ticker.tick(due).await.unwrap().rings;
    }
    assert_eq!(rings, count - changed.len());
}
