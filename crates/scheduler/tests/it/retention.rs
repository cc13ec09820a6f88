//! The data of idle browsers are deleted after the retention period, and not before.

use time::{Duration, OffsetDateTime};
use tokibako_domain::occurrence::Repeat;
use tokibako_scheduler::{
    metrics::ClaimMetrics,
    retention::{outlook, run, sweep},
};
use tokibako_storage::{
    Storage, accounts, alarms, sessions,
    testing::{
        TestDatabase,
        machine::right_clock,
        sample::{NOW, account_of, alarm_at, browser, session, timer_of, token},
        until,
    },
    timers,
    upkeep::{
        last_seen::LastSeen,
        retention::{BATCH, DeletionReport},
    },
};
use tokio_util::sync::CancellationToken;

const KEPT: Duration = Duration::days(400);

async fn swept(storage: &Storage, now: OffsetDateTime, kept_for: Option<Duration>) -> DeletionReport {
    let outlook = outlook(storage, now, kept_for).await.unwrap();
    sweep(storage, outlook, usize::MAX, &CancellationToken::new()).await.unwrap()
}

#[tokio::test]
async fn the_data_of_idle_browsers_are_deleted_after_the_retention_period() {
    let database = TestDatabase::create();
    let storage = database.storage();
    let last_seen = LastSeen::default();
    for number in [1, 2] {
        // A daily alarm of a browser that never returns.
        alarms::insert(&storage, alarm_at(browser(number), "07:00", Repeat::Daily, NOW)).await.unwrap();
        timers::insert(&storage, timer_of(browser(number), 60, NOW)).await.unwrap();
    }
    accounts::register(&storage, account_of(browser(1), "Ann"), session(1), NOW).await.unwrap();
    let year = NOW + Duration::days(365);
    last_seen.record(browser(2), year);
    last_seen.write(&storage, year).await.unwrap();

    assert_eq!(swept(&storage, NOW + KEPT, Some(KEPT)).await, DeletionReport::default());
    let after = NOW + KEPT + Duration::SECOND;
    assert_eq!(swept(&storage, after, None).await, DeletionReport::default());
    assert_eq!(alarms::list(&storage, browser(1)).await.unwrap().len(), 1);
    let forgotten = swept(&storage, after, Some(KEPT)).await;
    assert_eq!(forgotten, DeletionReport { browsers: 1, things: 2, accounts: 1 });
    assert_eq!(alarms::list(&storage, browser(1)).await.unwrap(), []);
    assert_eq!(alarms::list(&storage, browser(2)).await.unwrap().len(), 1);
    assert_eq!(timers::list(&storage, browser(2)).await.unwrap().len(), 1);
}

#[tokio::test]
async fn one_sweep_deletes_more_than_a_batch() {
    let database = TestDatabase::create();
    let storage = database.storage();
    let many = u128::from(BATCH) + 1;
    for number in 1..=many {
        timers::insert(&storage, timer_of(browser(number), 60, NOW)).await.unwrap();
    }
    let forgotten = swept(&storage, NOW + KEPT + Duration::SECOND, Some(KEPT)).await;
    assert_eq!(forgotten.browsers, usize::from(BATCH) + 1);
}

#[tokio::test]
async fn expired_sessions_are_deleted_even_if_browsers_are_kept() {
    let database = TestDatabase::create();
    let storage = database.storage();
    accounts::register(&storage, account_of(browser(1), "Ann"), session(1), NOW).await.unwrap();
    let ended = NOW + tokibako_domain::account::SESSION_LIFETIME;
    swept(&storage, ended, None).await;
    assert_eq!(sessions::signed_in(&storage, token(1), NOW).await.unwrap(), None);
}

/// Creates one timer for each of several browsers, dated back by the database's clock.
fn own_timers(database: &TestDatabase, browsers: u32, days_ago: u32) {
    database.execute(&format!(
        "INSERT INTO timers (browser_id, total_seconds, sound, remaining_ms, created_at) \
         SELECT gen_random_uuid(), 60, 'chime', 0, now() - interval '{days_ago} days' \
         FROM generate_series(1, {browsers}); \
         INSERT INTO browsers (id, seen_at) SELECT browser_id, created_at FROM timers ON CONFLICT DO NOTHING"
    ));
}

async fn browsers(storage: &Storage) -> i64 {
    outlook(storage, OffsetDateTime::UNIX_EPOCH, Some(Duration::DAY)).await.unwrap().browsers.all
}

/// Starts a sweep and advances the monotonic clock by an hour and a second.
async fn an_hour_after_the_start(storage: &Storage) -> CancellationToken {
    let stop = CancellationToken::new();
    tokio::spawn(run(storage.clone(), right_clock(), Some(KEPT), ClaimMetrics::default(), stop.clone()));
    tokio::task::yield_now().await;
    tokio::time::advance(std::time::Duration::from_secs(3_601)).await;
    stop
}

#[tokio::test(start_paused = true)]
async fn expired_data_are_deleted_an_hour_after_the_start() {
    let database = TestDatabase::create();
    let storage = database.storage();
    own_timers(&database, 50, 401);
    own_timers(&database, 1, 399);
    assert_eq!(browsers(&storage).await, 51);
    let stop = an_hour_after_the_start(&storage).await;
    database.wait_for("SELECT count(*) = 1 FROM timers").await;
    stop.cancel();
}

/// Many browsers of one day become idle together, and must not stop all later deletions.
#[tokio::test(start_paused = true)]
async fn a_large_sweep_takes_some_days_the_longest_idle_first() {
    let database = TestDatabase::create();
    let storage = database.storage();
    own_timers(&database, 40, 402);
    own_timers(&database, 80, 401);
    own_timers(&database, 140, 1);
    let stop = CancellationToken::new();
    let metrics = ClaimMetrics::default();
    tokio::spawn(run(storage.clone(), right_clock(), Some(KEPT), metrics.clone(), stop.clone()));
    tokio::task::yield_now().await;
    tokio::time::advance(std::time::Duration::from_secs(3_601)).await;
    database.wait_for("SELECT count(*) = 210 FROM browsers").await;
    stop.cancel();
    assert!(!metrics.is_held_back());
    let oldest = "SELECT count(*)::text AS value FROM browsers WHERE seen_at < now() - interval '402 days'";
    assert_eq!(database.query(oldest), ["0"]);
    for left in [160, 140] {
        let outlook = outlook(&storage, OffsetDateTime::now_utc(), Some(KEPT)).await.unwrap();
        let most = usize::try_from(outlook.browsers.most_a_day()).unwrap();
        sweep(&storage, outlook, most, &CancellationToken::new()).await.unwrap();
        assert_eq!(browsers(&storage).await, left);
    }
}

#[tokio::test(start_paused = true)]
async fn a_sweep_that_is_suspiciously_large_waits_for_the_operator() {
    let database = TestDatabase::create();
    let storage = database.storage();
    own_timers(&database, 51, 401);
    let outlook = outlook(&storage, OffsetDateTime::now_utc(), Some(KEPT)).await.unwrap();
    assert!(outlook.suggests_a_wrong_clock());
    let metrics = ClaimMetrics::default();
    let stop = CancellationToken::new();
    tokio::spawn(run(storage.clone(), right_clock(), Some(KEPT), metrics.clone(), stop.clone()));
    until("the sweep holds back", async || {
        tokio::time::advance(std::time::Duration::from_mins(1)).await;
        metrics.is_held_back()
    })
    .await;
    assert_eq!(browsers(&storage).await, 51);
    stop.cancel();
    let forgotten = sweep(&storage, outlook, usize::MAX, &CancellationToken::new()).await.unwrap();
    assert_eq!(forgotten.browsers, 51);
}
