//! One browser's herd does not delay other browsers.

use time::{Duration, OffsetDateTime};
use tokibako_domain::repeat::Repeat;
use tokibako_scheduler::tick::{BATCH, Ticker};
use tokibako_storage::{
    alarms, due,
    testing::{
        TestDatabase,
        sample::{NOW, alarm_at, browser, timer_of},
    },
    timers,
};

const SEVEN: OffsetDateTime = NOW.saturating_add(Duration::HOUR);

/// How many batches the herd takes.
const BATCHES: usize = 4;

#[tokio::test]
async fn other_browsers_ring_after_one_batch_of_a_browser_with_many_rows() {
    let database = TestDatabase::create();
    let storage = database.storage();
    let herd = browser(1).as_uuid();
    let many = BATCHES * usize::from(BATCH);
    database.execute(&format!(
        "INSERT INTO alarms (browser_id, minute_of_day, repeat, timezone, sound, snooze_minutes, next_trigger, created_at) \
         SELECT '{herd}', 420, 'daily', 'UTC', 'chime', 9, '{SEVEN}', '{NOW}' FROM generate_series(1, {many}); \
         INSERT INTO timers (browser_id, total_seconds, sound, ends_at, created_at) \
         SELECT '{herd}', 3600, 'chime', '{SEVEN}', '{NOW}' FROM generate_series(1, {many})"
    ));
    alarms::insert(&storage, alarm_at(browser(2), "07:00", Repeat::Once, NOW)).await.unwrap();
    timers::insert(&storage, timer_of(browser(2), 3_600, NOW)).await.unwrap();
    let mut ticker = Ticker::new(storage.clone());
    assert_eq!(ticker.tick(SEVEN).await.unwrap().rings, 2 * usize::from(BATCH));
    assert_eq!(ticker.tick(SEVEN).await.unwrap().rings, 2 * usize::from(BATCH) + 2);
    assert!(!alarms::list(&storage, browser(2)).await.unwrap()[0].arming.is_on());
    assert!(!timers::list(&storage, browser(2)).await.unwrap()[0].countdown.is_running());
    // No row of the herd is lost.
    let mut rings = 4 * usize::from(BATCH) + 2;
    while due::next(&storage).await.unwrap().earliest() == Some(SEVEN) {
        rings += ticker.tick(SEVEN).await.unwrap().rings;
    }
    assert_eq!(rings, 2 * many + 2);
}
