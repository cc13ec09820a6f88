//! A browser reaches its own rows and nobody else's.

use std::convert::Infallible;

use tokibako_domain::{alarm::AlarmId, repeat::Repeat, timer::TimerId};
use tokibako_storage::testing::sample::{NOW, alarm_at, browser, timer_of};
use tokibako_storage::{Error, alarms, testing::TestDatabase, timers};

#[tokio::test]
async fn lists_hold_the_rows_of_one_browser() {
    let database = TestDatabase::create();
    let storage = database.storage();
    let mine = alarms::insert(&storage, alarm_at(browser(1), "07:00", Repeat::Daily, NOW)).await.unwrap();
    alarms::insert(&storage, alarm_at(browser(2), "07:00", Repeat::Daily, NOW)).await.unwrap();
    let timer = timers::insert(&storage, timer_of(browser(1), 60, NOW)).await.unwrap();
    timers::insert(&storage, timer_of(browser(2), 60, NOW)).await.unwrap();

    assert_eq!(alarms::list(&storage, browser(1)).await.unwrap(), [mine]);
    assert_eq!(timers::list(&storage, browser(1)).await.unwrap(), [timer]);
    assert_eq!(alarms::list(&storage, browser(3)).await.unwrap(), []);
}

#[tokio::test]
async fn another_browsers_row_is_not_found_and_stays() {
    let database = TestDatabase::create();
    let storage = database.storage();
    let alarm = alarms::insert(&storage, alarm_at(browser(1), "07:00", Repeat::Daily, NOW)).await.unwrap();
    let timer = timers::insert(&storage, timer_of(browser(1), 60, NOW)).await.unwrap();

    let touched = alarms::update(&storage, browser(2), alarm.id, |_| -> Result<_, Infallible> { unreachable!() }).await;
    assert!(matches!(touched, Err(Error::NotFound)));
    assert!(matches!(alarms::delete(&storage, browser(2), alarm.id).await, Err(Error::NotFound)));
    let touched = timers::update(&storage, browser(2), timer.id, |_| -> Result<_, Infallible> { unreachable!() }).await;
    assert!(matches!(touched, Err(Error::NotFound)));
    assert!(matches!(timers::delete(&storage, browser(2), timer.id).await, Err(Error::NotFound)));

    assert_eq!(alarms::list(&storage, browser(1)).await.unwrap(), [alarm]);
    assert_eq!(timers::list(&storage, browser(1)).await.unwrap(), [timer]);
}

#[tokio::test]
async fn a_row_that_never_was_is_not_found() {
    let database = TestDatabase::create();
    let storage = database.storage();
    assert!(matches!(alarms::delete(&storage, browser(1), AlarmId(i64::MAX)).await, Err(Error::NotFound)));
    assert!(matches!(timers::delete(&storage, browser(1), TimerId(-1)).await, Err(Error::NotFound)));
}
