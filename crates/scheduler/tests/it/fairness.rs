//! A claim always moves on, and neither another visitor's rows nor another kind's failures delay a ring.

use std::{thread::sleep, time::Duration as Pause};

use time::{Duration, OffsetDateTime};
use tokibako_domain::{firing::Kind, occurrence::Repeat, timer::Timer};
use tokibako_scheduler::tick::{BATCH, TickReport, Ticker};
use tokibako_storage::{
    Storage, alarms,
    due::{self, Batch, Decision},
    log::{self, ReplayFrom},
    testing::{
        TestDatabase, next_due,
        sample::{NOW, alarm_at, browser, timer_of},
    },
    timers,
};

const SEVEN: OffsetDateTime = NOW.saturating_add(Duration::HOUR);

/// The browser of somebody who owns one row.
const NEWCOMER: u128 = 0x7777_0000;

async fn rung(storage: &Storage, owner: u128, kind: Kind) -> usize {
    let replay = log::replay(storage, browser(owner), Some(kind), ReplayFrom::Start, OffsetDateTime::UNIX_EPOCH);
    replay.await.unwrap().missed.len()
}

/// Timers that are due at seven, five hundred of each browser.
fn backlog(database: &TestDatabase, count: usize) {
    database.execute(&format!(
        "INSERT INTO timers (browser_id, total_seconds, sound, ends_at, created_at) \
         SELECT lpad(to_hex(1 + n / 500), 32, '0')::uuid, 60, 'chime', '{SEVEN}', '{NOW}' \
         FROM generate_series(0, {count} - 1) n",
    ));
}

/// Ends the session of each statement that changes more than so many alarms, or one of these alarms.
fn end_sessions(database: &TestDatabase, condition: &str) {
    database.execute(&format!(
        "CREATE FUNCTION end_session() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN \
             IF EXISTS (SELECT FROM moved HAVING {condition}) THEN PERFORM pg_terminate_backend(pg_backend_pid()); \
             END IF; RETURN NULL; END $$; \
         CREATE TRIGGER end_session AFTER UPDATE ON alarms REFERENCING NEW TABLE AS moved FOR EACH STATEMENT \
             EXECUTE FUNCTION end_session()"
    ));
}

async fn set_alarms(storage: &Storage, count: usize) -> Vec<i64> {
    let mut ids = Vec::new();
    for _ in 0..count {
        let alarm = alarms::insert(storage, alarm_at(browser(1), "07:00", Repeat::Daily, NOW)).await.unwrap();
        ids.push(alarm.id.0);
    }
    ids
}

#[tokio::test(flavor = "multi_thread")]
async fn a_claim_that_decides_for_longer_than_its_transaction_may_idle_moves_on() {
    let database = TestDatabase::create();
    let storage = database.storage();
    backlog(&database, BATCH.into());
    // A slow processor: a batch takes 1.1 seconds.
    let decide = |timer: Timer| {
        sleep(Pause::from_micros(1_100));
        Decision { after: timer.completed(), rings: true }
    };
    let mut rings = 0;
    while rings < usize::from(BATCH) {
        let claimed = due::claim(&storage, SEVEN, Batch::oldest(BATCH), decide).await.unwrap();
        assert!(claimed.rings > 0, "a claim that rings nothing");
        rings += claimed.rings;
    }
}

#[tokio::test]
async fn a_batch_whose_session_ends_is_halved_until_it_passes_and_the_other_kind_rings_meanwhile() {
    let database = TestDatabase::create();
    let storage = database.storage();
    set_alarms(&storage, 40).await;
    timers::insert(&storage, timer_of(browser(2), 3_600, NOW)).await.unwrap();
    end_sessions(&database, "count(*) > 3");
    let mut ticker = Ticker::new(storage.clone());
    ticker.tick(SEVEN).await.unwrap_err();
    assert_eq!(rung(&storage, 2, Kind::Timer).await, 1);
    let mut rounds = 0;
    while next_due(&storage).await == Some(SEVEN) {
        rounds += 1;
        assert!(rounds < 100, "the claim does not move on");
        drop(ticker.tick(SEVEN).await);
    }
    assert_eq!(rung(&storage, 1, Kind::Alarm).await, 40);
}

#[tokio::test]
async fn rows_that_end_the_session_of_each_claim_are_deferred_and_the_others_ring() {
    let database = TestDatabase::create();
    let storage = database.storage();
    let ids = set_alarms(&storage, 20).await;
    end_sessions(&database, &format!("bool_or(id IN ({}, {}))", ids[0], ids[11]));
    let mut ticker = Ticker::new(storage.clone());
    let (mut rounds, mut rings, mut deferred) = (0, 0, 0);
    while rings < 18 || deferred < 2 {
        rounds += 1;
        assert!(rounds < 100, "the claim does not move on");
        let report = ticker.tick(SEVEN).await.unwrap_or_default();
        rings += report.rings;
        deferred += report.deferred;
    }
    assert_eq!((rings, deferred), (18, 2));
    assert_eq!(ticker.tick(SEVEN).await.unwrap(), TickReport::default());
}

#[tokio::test]
async fn a_row_of_somebody_else_is_in_the_first_batches_of_a_backlog() {
    let database = TestDatabase::create();
    let storage = database.storage();
    backlog(&database, 30 * usize::from(BATCH));
    timers::insert(&storage, timer_of(browser(NEWCOMER), 3_600, NOW)).await.unwrap();
    let mut ticker = Ticker::new(storage.clone());
    // The first batch shows that it is a backlog.
    ticker.tick(SEVEN).await.unwrap();
    ticker.tick(SEVEN).await.unwrap();
    assert_eq!(rung(&storage, NEWCOMER, Kind::Timer).await, 1);
}

#[tokio::test]
async fn a_row_of_somebody_else_behind_a_whole_scan_of_a_backlog_does_not_wait_for_it() {
    let database = TestDatabase::create();
    let storage = database.storage();
    backlog(&database, 101 * usize::from(BATCH));
    timers::insert(&storage, timer_of(browser(NEWCOMER), 3_600, NOW)).await.unwrap();
    let mut ticker = Ticker::new(storage.clone());
    ticker.tick(SEVEN).await.unwrap();
    ticker.tick(SEVEN).await.unwrap();
    assert_eq!(rung(&storage, NEWCOMER, Kind::Timer).await, 1);
}

#[tokio::test]
async fn a_row_that_becomes_due_during_a_backlog_does_not_wait_for_its_end() {
    let database = TestDatabase::create();
    let storage = database.storage();
    backlog(&database, 30 * usize::from(BATCH));
    timers::insert(&storage, timer_of(browser(NEWCOMER), 3_601, NOW)).await.unwrap();
    let mut ticker = Ticker::new(storage.clone());
    ticker.tick(SEVEN).await.unwrap();
    ticker.tick(SEVEN).await.unwrap();
    assert_eq!(rung(&storage, NEWCOMER, Kind::Timer).await, 0);
    ticker.tick(SEVEN + Duration::SECOND).await.unwrap();
    assert_eq!(rung(&storage, NEWCOMER, Kind::Timer).await, 1);
}
