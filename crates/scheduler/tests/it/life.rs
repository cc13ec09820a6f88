//! The running scheduler is woken by writes of this process and of others, and recovers from failures of the database.
//! No test sleeps for a fixed time: each waits for the expected event, and the scheduler sleeps until it is woken.

use time::{Duration, OffsetDateTime};
use tokibako_domain::firing::Firing;
use tokibako_scheduler::{metrics::ClaimMetrics, run::run_sleeping_at_most, tick::Ticker};
use tokibako_storage::{
    Storage,
    log::{self, LogPosition},
    testing::{
        TestDatabase,
        hold::Hold,
        machine::right_clock,
        sample::{browser, timer_of},
        until,
    },
    timers,
};
use tokio::time::timeout;
use tokio_util::sync::{CancellationToken, DropGuard};

/// Longer than any test: a scheduler that sleeps this long has to be woken.
const ENDLESS: std::time::Duration = std::time::Duration::from_hours(24);

/// A ring that is not logged within this time counts as missing.
const PATIENCE: std::time::Duration = std::time::Duration::from_secs(30);

fn now() -> OffsetDateTime {
    OffsetDateTime::now_utc()
}

/// Reads the log from where it ended when the reader was created.
struct Log {
    storage: Storage,
    position: LogPosition,
}

impl Log {
    async fn at_end(storage: &Storage) -> Self {
        Self { storage: storage.clone(), position: log::end(storage).await.unwrap() }
    }

    /// The next ring of the first browser, once it is in the log. Retries while the database is away.
    async fn next(&mut self) -> Firing {
        let next = async {
            loop {
                let listeners = || vec![browser(1)];
                let Ok(mut page) = log::read_page(&self.storage, self.position, listeners, 1).await else {
                    continue;
                };
                self.position = page.end;
                match page.firings.pop() {
                    Some(firing) => return firing,
                    None => self.storage.wakeup().fired().await,
                }
            }
        };
        timeout(PATIENCE, next).await.expect("something rings")
    }
}

fn schedule(storage: &Storage) -> DropGuard {
    let stop = CancellationToken::new();
    tokio::spawn(run_sleeping_at_most(
        ENDLESS,
        Ticker::new(storage.clone()),
        storage.clone(),
        right_clock(),
        ClaimMetrics::default(),
        stop.clone(),
    ));
    stop.drop_guard()
}

/// Starts a timer as of `started_ago` before now, so that it is due or nearly so.
async fn start_timer(storage: &Storage, seconds: i64, started_ago: Duration) -> OffsetDateTime {
    let timer = timer_of(browser(1), seconds, now() - started_ago);
    timers::insert(storage, timer).await.unwrap().countdown.ends_at().unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_ring_is_logged_when_it_is_due_and_not_before() {
    let database = TestDatabase::create();
    let storage = database.storage();
    let mut log = Log::at_end(&storage).await;
    let _scheduler = schedule(&storage);
    let ends_at = start_timer(&storage, 1, Duration::milliseconds(900)).await;
    let firing = log.next().await;
    assert!(now() >= ends_at);
    assert!((firing.ring.scheduled_for - ends_at).abs() < Duration::MILLISECOND);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_sleeping_scheduler_is_woken_by_an_earlier_write() {
    let database = TestDatabase::create();
    let storage = database.storage();
    let mut log = Log::at_end(&storage).await;
    let later = start_timer(&storage, 3_600, Duration::ZERO).await;
    let _scheduler = schedule(&storage);
    until("the scheduler is asleep", async || storage.wakeup().scheduler_is_asleep()).await;
    let sooner = start_timer(&storage, 1, Duration::milliseconds(900)).await;
    assert!(sooner < later);
    assert!((log.next().await.ring.scheduled_for - sooner).abs() < Duration::MILLISECOND);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_write_in_one_process_wakes_the_scheduler_of_another() {
    let database = TestDatabase::create();
    let (site, rings) = (database.storage(), database.storage());
    site.listen().unwrap();
    rings.listen().unwrap();
    let mut log = Log::at_end(&site).await;
    let _scheduler = schedule(&rings);
    for _ in 0..3 {
        let ends_at = start_timer(&site, 1, Duration::milliseconds(900)).await;
        assert!((log.next().await.ring.scheduled_for - ends_at).abs() < Duration::MILLISECOND);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn rows_that_fell_due_while_the_database_was_away_ring_when_it_is_back() {
    let database = TestDatabase::create();
    let storage = database.storage();
    let mut log = Log::at_end(&storage).await;
    let ends_at = start_timer(&storage, 2, Duration::milliseconds(1_500)).await;
    database.admit_connections(false);
    until("the database is away", async || storage.ping().await.is_err()).await;
    let _scheduler = schedule(&storage);
    while now() < ends_at {
        assert!(storage.ping().await.is_err());
    }
    database.admit_connections(true);
    assert!((log.next().await.ring.scheduled_for - ends_at).abs() < Duration::MILLISECOND);
}

#[tokio::test(flavor = "multi_thread")]
async fn rows_that_fell_due_while_the_database_refused_rings_ring_when_it_accepts_them() {
    let database = TestDatabase::create();
    let storage = database.storage();
    let mut log = Log::at_end(&storage).await;
    // Simulates a full disk: the database answers, but refuses every ring.
    database.execute(
        "CREATE SEQUENCE refusals; CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS \
             $$ BEGIN PERFORM nextval('refusals'); RAISE 'no space left'; END $$; \
         CREATE TRIGGER refuse BEFORE INSERT ON firings FOR EACH ROW EXECUTE FUNCTION refuse()",
    );
    let ends_at = start_timer(&storage, 1, Duration::seconds(1)).await;
    let _scheduler = schedule(&storage);
    // Each attempt is a claim, followed by a probe of the database. After eleven the claims are of this row alone.
    database.wait_for("SELECT last_value >= 40 FROM refusals").await;
    database.execute("CREATE OR REPLACE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NEW; END'");
    assert!((log.next().await.ring.scheduled_for - ends_at).abs() < Duration::MILLISECOND);
}

#[tokio::test(flavor = "multi_thread")]
async fn rows_that_fell_due_while_the_database_was_read_only_ring_when_it_is_writable() {
    let database = TestDatabase::create();
    let storage = database.storage();
    let ends_at = start_timer(&storage, 1, Duration::seconds(1)).await;
    let alter = |how| format!("DO $$ BEGIN EXECUTE format('ALTER DATABASE %I {how}', current_database()); END $$");
    // Like a standby, for sessions that begin from now on.
    database.execute(&alter("SET default_transaction_read_only = on"));
    let reader = database.storage();
    let mut log = Log::at_end(&reader).await;
    let _scheduler = schedule(&reader);
    until("it is due", async || reader.progress().stalled_for(now() + Duration::HOUR) > Duration::ZERO).await;
    database.execute(&format!("BEGIN READ WRITE; {}; COMMIT", alter("RESET ALL")));
    assert!((log.next().await.ring.scheduled_for - ends_at).abs() < Duration::MILLISECOND);
}

#[tokio::test(flavor = "multi_thread")]
async fn old_rings_that_cannot_be_deleted_do_not_stop_the_scheduler() {
    let database = TestDatabase::create();
    let storage = database.storage();
    database.execute(
        "CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'refused'; END $$; \
         CREATE TRIGGER refuse BEFORE DELETE ON batches FOR EACH STATEMENT EXECUTE FUNCTION refuse()",
    );
    let mut log = Log::at_end(&storage).await;
    start_timer(&storage, 3_600, Duration::ZERO).await;
    let _scheduler = schedule(&storage);
    until("the scheduler sleeps until something is due", async || storage.wakeup().scheduler_is_asleep()).await;
    let sooner = start_timer(&storage, 1, Duration::milliseconds(900)).await;
    assert!((log.next().await.ring.scheduled_for - sooner).abs() < Duration::MILLISECOND);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_due_row_that_cannot_be_claimed_counts_as_a_stalled_scheduler() {
    let database = TestDatabase::create();
    let storage = database.storage();
    start_timer(&storage, 1, Duration::seconds(1)).await;
    let hold = Hold::of_rows(&database, "SELECT FROM timers FOR UPDATE");
    let _scheduler = schedule(&storage);
    let later = now() + Duration::HOUR;
    until("it stalls", async || storage.progress().stalled_for(later) > Duration::ZERO).await;
    drop(hold);
    until("it goes on", async || storage.progress().stalled_for(later) == Duration::ZERO).await;
}
