//! A row that cannot be rung does not stop the others, and rings once it can be.

use time::{Duration, OffsetDateTime};
use tokibako_domain::{firing::Kind, occurrence::Repeat};
use tokibako_scheduler::tick::{TickReport, Ticker, tick};
use tokibako_storage::{
    Storage, alarms,
    log::{self, ReplayFrom},
    testing::{
        TestDatabase,
        sample::{NOW, alarm_at, browser, timer_of},
    },
    timers,
};

const SEVEN: OffsetDateTime = NOW.saturating_add(Duration::HOUR);

const fn ticked(rings: usize, deferred: usize) -> TickReport {
    TickReport { rings, missed: 0, deferred }
}

/// Creates alarms and timers that are due at seven; returns the alarms' ids.
async fn due_at_seven(storage: &Storage, alarms: usize, timers: usize) -> Vec<i64> {
    let mut ids = Vec::new();
    for _ in 0..alarms {
        let alarm = alarms::insert(storage, alarm_at(browser(1), "07:00", Repeat::Daily, NOW)).await.unwrap();
        ids.push(alarm.id.0);
    }
    for _ in 0..timers {
        timers::insert(storage, timer_of(browser(1), 3_600, NOW)).await.unwrap();
    }
    ids
}

/// Makes the database refuse a change to rows that meet a condition.
fn refuse(database: &TestDatabase, change: &str, table: &str, condition: &str) {
    database.execute(&format!(
        "CREATE OR REPLACE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'refused'; END $$; \
         CREATE TRIGGER refuse BEFORE {change} ON {table} FOR EACH ROW WHEN ({condition}) EXECUTE FUNCTION refuse()"
    ));
}

async fn rung(storage: &Storage, kind: Kind) -> usize {
    let replay = log::replay(storage, browser(1), Some(kind), ReplayFrom::Start, OffsetDateTime::UNIX_EPOCH);
    replay.await.unwrap().missed.len()
}

#[tokio::test]
async fn rows_that_the_database_refuses_are_deferred_and_the_others_ring() {
    let database = TestDatabase::create();
    let storage = database.storage();
    let ids = due_at_seven(&storage, 30, 5).await;
    refuse(&database, "UPDATE", "alarms", &format!("OLD.id IN ({}, {})", ids[0], ids[17]));
    let mut ticker = Ticker::new(storage.clone());
    assert_eq!(ticker.tick(SEVEN).await.unwrap(), ticked(33, 2));
    assert_eq!((rung(&storage, Kind::Alarm).await, rung(&storage, Kind::Timer).await), (28, 5));
    assert_eq!(ticker.tick(SEVEN).await.unwrap(), ticked(0, 0));
    assert_eq!(ticker.tick(SEVEN + Duration::MINUTE).await.unwrap(), ticked(0, 2));
    database.execute("DROP TRIGGER refuse ON alarms");
    assert_eq!(ticker.tick(SEVEN + Duration::minutes(3) - Duration::MILLISECOND).await.unwrap(), ticked(0, 0));
    assert_eq!(ticker.tick(SEVEN + Duration::minutes(3)).await.unwrap(), ticked(2, 0));
    assert_eq!(rung(&storage, Kind::Alarm).await, 30);
}

#[tokio::test]
async fn a_single_refused_row_is_deferred() {
    let database = TestDatabase::create();
    let storage = database.storage();
    due_at_seven(&storage, 1, 1).await;
    refuse(&database, "INSERT", "firings", "NEW.kind = 'alarm'");
    let mut ticker = Ticker::new(storage.clone());
    assert_eq!(ticker.tick(SEVEN).await.unwrap(), ticked(1, 1));
}

#[tokio::test]
async fn no_row_is_deferred_if_the_database_refuses_all_rings() {
    let database = TestDatabase::create();
    let storage = database.storage();
    due_at_seven(&storage, 3, 3).await;
    refuse(&database, "INSERT", "firings", "true");
    let mut ticker = Ticker::new(storage.clone());
    ticker.tick(SEVEN).await.unwrap_err();
    database.execute("DROP TRIGGER refuse ON firings");
    assert_eq!(ticker.tick(SEVEN).await.unwrap(), ticked(6, 0));
}

#[tokio::test]
async fn a_row_that_one_version_cannot_read_is_rung_by_another_version() {
    let database = TestDatabase::create();
    let storage = database.storage();
    let ids = due_at_seven(&storage, 2, 0).await;
    database.execute(&format!("UPDATE alarms SET timezone = 'Atlantis/Poseidonis' WHERE id = {}", ids[0]));
    let mut older = Ticker::new(storage.clone());
    assert_eq!(older.tick(SEVEN).await.unwrap(), ticked(1, 1));
    // Simulates a version that can read the row.
    database.execute("UPDATE alarms SET timezone = 'UTC'");
    assert_eq!(older.tick(SEVEN).await.unwrap(), ticked(0, 0));
    assert_eq!(tick(&database.storage(), SEVEN).await.unwrap(), ticked(1, 0));
    assert_eq!(rung(&storage, Kind::Alarm).await, 2);
}
