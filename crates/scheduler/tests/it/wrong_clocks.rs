//! Processes on machines whose clocks are wrong, or are set while they run: they ring, delete, re-arm and push by the
//! database's clock. Nothing wakes them but their own timers.

use std::sync::{Arc, Mutex};

use time::{Duration, OffsetDateTime};
use tokibako_domain::{
    occurrence::Repeat,
    push::{Purpose, Reply},
    timer::Timer,
};
use tokibako_scheduler::{
    metrics::ClaimMetrics,
    pushes::{self, Dispatcher, MessageSender},
    retention,
    run::run_sleeping_at_most,
    tick::Ticker,
    zones,
};
use tokibako_storage::{
    Storage, alarms,
    clock::Clock,
    devices,
    due::{self, Batch, Decision},
    pushes::LeasedMessage,
    testing::{
        TestDatabase,
        machine::Machine,
        next_due,
        sample::{alarm_at, browser, device_of, timer_of},
        until,
    },
    timers,
};
use tokio_util::sync::{CancellationToken, DropGuard};
use uuid::Uuid;

/// How far the clocks of the machines are ahead.
const AHEAD: [Duration; 5] =
    [Duration::days(402), Duration::days(-402), Duration::HOUR, Duration::hours(-1), Duration::seconds(-20)];

/// Longer than any test.
const ENDLESS: std::time::Duration = std::time::Duration::from_hours(24);

fn now() -> OffsetDateTime {
    OffsetDateTime::now_utc()
}

fn schedule(storage: &Storage, clock: Clock) -> DropGuard {
    let stop = CancellationToken::new();
    tokio::spawn(run_sleeping_at_most(
        ENDLESS,
        Ticker::new(storage.clone()),
        storage.clone(),
        clock,
        ClaimMetrics::default(),
        stop.clone(),
    ));
    stop.drop_guard()
}

/// Two timers: one ends in half a second, the other in 40 minutes.
async fn start_timers(storage: &Storage) {
    for (seconds, ago) in [(1, Duration::milliseconds(500)), (2_400, Duration::ZERO)] {
        timers::insert(storage, timer_of(browser(1), seconds, now() - ago)).await.unwrap();
    }
}

/// Waits for the ring of the first timer: in time, while the other one stays armed.
async fn expect_one_ring(database: &TestDatabase, storage: &Storage) {
    database.wait_for("SELECT count(*) = 1 FROM firings").await;
    let early = database.query("SELECT 'early' AS value FROM firings WHERE fired_at < scheduled_for");
    assert!(early.is_empty() && next_due(storage).await.unwrap() > now() + Duration::minutes(30));
}

#[tokio::test(flavor = "multi_thread")]
async fn rows_ring_in_time_on_a_machine_with_a_wrong_clock() {
    for ahead in AHEAD {
        let database = TestDatabase::create();
        let storage = database.storage();
        start_timers(&storage).await;
        let _scheduler = schedule(&database.storage(), Machine::ahead_by(ahead).clock());
        expect_one_ring(&database, &storage).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn rows_ring_in_time_if_the_machines_clock_is_set_while_the_scheduler_sleeps() {
    for ahead in AHEAD {
        let (database, machine) = (TestDatabase::create(), Machine::default());
        let (storage, other) = (database.storage(), database.storage());
        let clock = machine.clock();
        let _scheduler = schedule(&storage, clock.clone());
        start_timers(&storage).await;
        until("it sleeps", async || storage.wakeup().scheduler_is_asleep()).await;
        machine.set_ahead(ahead);
        expect_one_ring(&database, &other).await;
        // A reading that was corrected leaves no trace.
        assert!((clock.precise_now() - now()).abs() < Duration::SECOND);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_log_is_purged_by_the_databases_clock() {
    for ahead in AHEAD {
        let database = TestDatabase::create();
        for age in ["2 days", "10 minutes"] {
            database.log(&format!(
                "SELECT gen_random_uuid(), 1, now() - interval '{age}', now() - interval '{age}', 'label'"
            ));
        }
        let _scheduler = schedule(&database.storage(), Machine::ahead_by(ahead).clock());
        database.wait_for("SELECT count(*) = 1 FROM batches").await;
        let kept = database.query("SELECT id::text AS value FROM firings WHERE fired_at > now() - interval '1 hour'");
        assert_eq!(kept.len(), 1, "{ahead}");
    }
}

#[tokio::test(start_paused = true)]
async fn idle_browsers_are_deleted_by_the_databases_clock() {
    for ahead in AHEAD {
        let (database, machine) = (TestDatabase::create(), Machine::default());
        // Some visited yesterday, one was idle for longer than browsers are kept.
        for (browsers, days) in [(10, 1), (1, 401)] {
            database.execute(&format!(
                "INSERT INTO timers (browser_id, total_seconds, sound, remaining_ms, created_at) \
                 SELECT gen_random_uuid(), 60, 'chime', 0, now() - interval '{days} days' \
                 FROM generate_series(1, {browsers}); \
                 INSERT INTO browsers (id, seen_at) SELECT browser_id, created_at FROM timers ON CONFLICT DO NOTHING"
            ));
        }
        let (storage, clock, stop) = (database.storage(), machine.clock(), CancellationToken::new());
        let kept_for = Some(Duration::days(400));
        tokio::spawn(retention::run(storage, clock, kept_for, ClaimMetrics::default(), stop.clone()));
        tokio::task::yield_now().await;
        machine.set_ahead(ahead);
        tokio::time::advance(std::time::Duration::from_secs(3_601)).await;
        database.wait_for("SELECT count(*) < 11 FROM timers").await;
        stop.cancel();
        assert_eq!(database.query("SELECT id::text AS value FROM timers").len(), 10, "{ahead}");
    }
}

#[tokio::test]
async fn alarms_are_rearmed_by_the_databases_clock() {
    for ahead in AHEAD {
        let database = TestDatabase::create();
        let storage = database.storage();
        let time = (now() + Duration::hours(2)).time();
        let time = format!("{:02}:{:02}", time.hour(), time.minute());
        let alarm = alarms::insert(&storage, alarm_at(browser(1), &time, Repeat::Daily, now())).await.unwrap();
        database.execute("UPDATE alarms SET next_trigger = next_trigger - interval '30 minutes'");
        let (clock, stop) = (Machine::ahead_by(ahead).clock(), CancellationToken::new());
        tokio::spawn(zones::run(storage.clone(), clock, true, zones::ZoneMetrics::default(), stop.clone()));
        database.wait_for("SELECT rearmed_at IS NOT NULL FROM zone_releases").await;
        stop.cancel();
        assert_eq!(next_due(&storage).await, alarm.arming.next_trigger(), "{ahead}");
    }
}

/// A push service that accepts everything.
#[derive(Clone, Default)]
struct Service(Arc<Mutex<Vec<Purpose>>>);

impl MessageSender for Service {
    async fn post(&self, message: &LeasedMessage, now: OffsetDateTime) -> Reply {
        assert!((now - OffsetDateTime::now_utc()).abs() < Duration::SECOND, "the time of its token");
        self.0.lock().unwrap().push(message.body.purpose());
        Reply::Status { code: 201, retry_after: None, is_other_key: false }
    }
}

#[tokio::test]
async fn rings_are_pushed_by_the_databases_clock() {
    for ahead in AHEAD {
        let database = TestDatabase::create();
        let storage = database.storage();
        devices::put(&storage, device_of(browser(1), 1), "code".to_owned(), now()).await.unwrap();
        devices::confirm(&storage, browser(1), Uuid::from_u128(1), "code".to_owned()).await.unwrap();
        database.execute("DELETE FROM pushes");
        timers::insert(&storage, timer_of(browser(1), 60, now() - Duration::seconds(70))).await.unwrap();
        let decide = |timer: Timer| Decision { after: timer.completed(), rings: true };
        due::claim(&storage, now() - Duration::seconds(5), Batch::oldest(10), decide).await.unwrap();

        let clock = Machine::ahead_by(ahead).clock();
        clock.measure(&storage).await.unwrap();
        let service = Service::default();
        let mut dispatcher = Dispatcher::new(storage.clone(), clock, service.clone(), pushes::PushMetrics::default());
        dispatcher.drain().await.unwrap();
        assert_eq!(*service.0.lock().unwrap(), [Purpose::Ring], "{ahead}");
        assert_eq!(devices::list(&storage, browser(1)).await.unwrap().len(), 1, "{ahead}");
    }
}
