//! A browser can access only its own rows.

use std::convert::Infallible;

use tokibako_domain::{
    alarm::{Alarm, AlarmId},
    occurrence::Repeat,
    timer::{Timer, TimerId},
};
use tokibako_storage::{
    Error, alarms, owned,
    testing::{
        REQUEST_CONNECTIONS, TestDatabase,
        hold::Hold,
        sample::{NOW, alarm_at, browser, timer_of},
    },
    timers,
};
use tokio::spawn;

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
async fn concurrent_lists_are_each_their_browsers_own_in_order() {
    let database = TestDatabase::create();
    let storage = database.storage();
    for (number, time) in [(1, "09:00"), (2, "12:00"), (1, "07:00"), (2, "11:00")] {
        alarms::insert(&storage, alarm_at(browser(number), time, Repeat::Daily, NOW)).await.unwrap();
    }
    let mut hold = Hold::of_table(&database, "alarms");
    let list = |number| {
        let storage = storage.clone();
        spawn(async move { alarms::list(&storage, browser(number)).await })
    };
    let lists: Vec<_> = (0..30).map(|count| list(1 + count % 3)).collect();
    hold.until_waiting(REQUEST_CONNECTIONS.into()).await;
    drop(hold);
    for (count, list) in lists.into_iter().enumerate() {
        let alarms = list.await.unwrap().unwrap();
        let times: Vec<_> = alarms.iter().map(|alarm| alarm.settings.schedule.time.to_string()).collect();
        let expected = [vec!["07:00", "09:00"], vec!["11:00", "12:00"], vec![]];
        assert_eq!(times, expected[count % 3]);
    }
}

#[tokio::test]
async fn another_browsers_row_is_not_found_and_stays() {
    let database = TestDatabase::create();
    let storage = database.storage();
    let alarm = alarms::insert(&storage, alarm_at(browser(1), "07:00", Repeat::Daily, NOW)).await.unwrap();
    let timer = timers::insert(&storage, timer_of(browser(1), 60, NOW)).await.unwrap();

    let touched =
        owned::update::<Alarm, _>(&storage, browser(2), alarm.id, |_| -> Result<_, Infallible> { unreachable!() })
            .await;
    assert!(matches!(touched, Err(Error::NotFound)));
    assert!(matches!(owned::delete::<Alarm>(&storage, browser(2), alarm.id).await, Err(Error::NotFound)));
    let touched =
        owned::update::<Timer, _>(&storage, browser(2), timer.id, |_| -> Result<_, Infallible> { unreachable!() })
            .await;
    assert!(matches!(touched, Err(Error::NotFound)));
    assert!(matches!(owned::delete::<Timer>(&storage, browser(2), timer.id).await, Err(Error::NotFound)));

    assert_eq!(alarms::list(&storage, browser(1)).await.unwrap(), [alarm]);
    assert_eq!(timers::list(&storage, browser(1)).await.unwrap(), [timer]);
}

#[tokio::test]
async fn a_row_that_never_existed_is_not_found() {
    let database = TestDatabase::create();
    let storage = database.storage();
    assert!(matches!(owned::delete::<Alarm>(&storage, browser(1), AlarmId(i64::MAX)).await, Err(Error::NotFound)));
    assert!(matches!(owned::delete::<Timer>(&storage, browser(1), TimerId(-1)).await, Err(Error::NotFound)));
}
