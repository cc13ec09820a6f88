//! What goes by the bus is notified of by the database less often, and never not at all.

use std::time::{Duration, Instant};

use time::OffsetDateTime;
use tokibako_domain::timer::Timer;
use tokibako_storage::{
    Storage,
    due::{self, Batch, Decision},
    log,
    signals::wakeup::LogGrowth,
    testing::{
        TestDatabase,
        sample::{NOW, browser, timer_of},
    },
    timers,
};

async fn ring(storage: &Storage, now: OffsetDateTime) {
    timers::insert(storage, timer_of(browser(1), 1, now)).await.unwrap();
    let decide = |timer: Timer| Decision { after: timer.completed(), rings: true };
    let claimed = due::claim(storage, now + time::Duration::SECOND, Batch::oldest(10), decide).await.unwrap();
    assert_eq!(claimed.rings, 1);
}

async fn end(storage: &Storage) -> LogGrowth {
    LogGrowth::ToOffset(log::end(storage).await.unwrap().offset())
}

#[tokio::test]
async fn an_omitted_notification_is_sent_later() {
    let database = TestDatabase::create();
    let (here, there) = (database.storage(), database.storage());
    there.listen().unwrap();
    // It listens from now on.
    assert_eq!(there.wakeup().log_growth().await, LogGrowth::Unknown);
    here.pace().published(true);
    ring(&here, NOW).await;
    assert_eq!(there.wakeup().log_growth().await, end(&here).await);
    assert!(!here.pace().clear(Instant::now() + Duration::from_hours(1)));
    for minute in [1, 2] {
        ring(&here, NOW + time::Duration::minutes(minute)).await;
    }
    here.pace().owed().await;
    assert!(here.pace().clear(Instant::now()));
    here.notify_of_log().await.unwrap();
    assert_eq!(there.wakeup().log_growth().await, end(&here).await);

    // Without the bus, each batch sends a notification at once.
    here.pace().clear(Instant::now() + Duration::from_hours(1));
    here.pace().published(false);
    ring(&here, NOW + time::Duration::minutes(3)).await;
    assert_eq!(there.wakeup().log_growth().await, end(&here).await);
}
