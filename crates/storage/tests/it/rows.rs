//! Stored values are read unchanged, in the documented order.

use std::convert::Infallible;

use time::{Duration, macros::datetime};
use tokibako_domain::{
    alarm::{Alarm, NewAlarm},
    occurrence::Repeat,
    timer::Timer,
};
use tokibako_storage::{
    Error, alarms, owned,
    testing::{
        TestDatabase,
        sample::{NOW, alarm_at, browser, timer_of},
        until,
    },
    timers,
};

#[tokio::test]
async fn an_alarm_is_stored_unchanged() {
    let database = TestDatabase::create();
    let storage = database.storage();
    let made = alarm_at(browser(1), "07:00", Repeat::Daily, NOW);
    let stored = alarms::insert(&storage, made.clone()).await.unwrap();
    let NewAlarm { browser, settings, arming, skipped, created_at } = made;
    assert_eq!((stored.browser, &stored.settings, stored.arming), (browser, &settings, arming));
    assert_eq!((stored.skipped, stored.created_at), (skipped, created_at));
    assert_eq!(stored.arming.next_trigger(), Some(datetime!(2026-11-20 07:00 UTC)));
    assert_eq!(alarms::list(&storage, browser).await.unwrap(), [stored]);
}

#[tokio::test]
async fn alarms_are_listed_by_time_then_number() {
    let database = TestDatabase::create();
    let storage = database.storage();
    for time in ["09:45", "00:00", "23:59", "09:45", "07:00"] {
        alarms::insert(&storage, alarm_at(browser(1), time, Repeat::Daily, NOW)).await.unwrap();
    }
    let listed = alarms::list(&storage, browser(1)).await.unwrap();
    let times: Vec<String> = listed.iter().map(|alarm| alarm.settings.schedule.time.to_string()).collect();
    assert_eq!(times, ["00:00", "07:00", "09:45", "09:45", "23:59"]);
    assert!(listed[2].id < listed[3].id);
}

#[tokio::test]
async fn timers_are_listed_oldest_first_and_keep_their_milliseconds() {
    let database = TestDatabase::create();
    let storage = database.storage();
    let second = timers::insert(&storage, timer_of(browser(1), 180, NOW + Duration::SECOND)).await.unwrap();
    let first = timers::insert(&storage, timer_of(browser(1), 60, NOW)).await.unwrap();
    assert_eq!(timers::list(&storage, browser(1)).await.unwrap(), [first.clone(), second]);

    let pause = NOW + Duration::milliseconds(12_345);
    let change = move |timer: Timer| Ok::<_, Infallible>(timer.toggled(pause));
    let paused = owned::update::<Timer, _>(&storage, browser(1), first.id, change).await.unwrap().unwrap();
    assert_eq!(paused.countdown.remaining(pause), Duration::milliseconds(47_655));
    assert_eq!(timers::list(&storage, browser(1)).await.unwrap()[0], paused);
}

#[tokio::test]
async fn an_update_writes_every_field_and_clears_what_was_cleared() {
    let database = TestDatabase::create();
    let storage = database.storage();
    let alarm = alarms::insert(&storage, alarm_at(browser(1), "07:00", Repeat::Daily, NOW)).await.unwrap();
    let changed = owned::update::<Alarm, _>(&storage, browser(1), alarm.id, |mut alarm| {
        alarm.settings.label = None;
        alarm.settings.schedule.zone = "Asia/Tokyo".parse().unwrap();
        Ok::<_, Infallible>(alarm.snoozed(NOW))
    });
    let changed = changed.await.unwrap().unwrap();
    assert_eq!(changed.arming.snoozed_until(), Some(NOW + Duration::minutes(9)));
    assert_eq!(alarms::list(&storage, browser(1)).await.unwrap(), [changed]);
}

#[tokio::test]
async fn a_refused_change_writes_nothing() {
    let database = TestDatabase::create();
    let storage = database.storage();
    let alarm = alarms::insert(&storage, alarm_at(browser(1), "07:00", Repeat::Daily, NOW)).await.unwrap();
    let refused = owned::update::<Alarm, _>(&storage, browser(1), alarm.id, |_| Err("no")).await.unwrap();
    assert_eq!(refused, Err("no"));
    assert_eq!(alarms::list(&storage, browser(1)).await.unwrap(), [alarm]);
}

#[tokio::test]
async fn a_deleted_row_does_not_exist() {
    let database = TestDatabase::create();
    let storage = database.storage();
    let alarm = alarms::insert(&storage, alarm_at(browser(1), "07:00", Repeat::Daily, NOW)).await.unwrap();
    owned::delete::<Alarm>(&storage, browser(1), alarm.id).await.unwrap();
    assert!(matches!(owned::delete::<Alarm>(&storage, browser(1), alarm.id).await, Err(Error::NotFound)));
    assert_eq!(alarms::list(&storage, browser(1)).await.unwrap(), []);
}

#[tokio::test]
async fn a_storage_recovers_when_its_database_is_available_again() {
    let database = TestDatabase::create();
    let storage = database.storage();
    alarms::insert(&storage, alarm_at(browser(1), "07:00", Repeat::Daily, NOW)).await.unwrap();
    database.admit_connections(false);
    assert!(matches!(alarms::list(&storage, browser(1)).await, Err(Error::Unavailable(_))));
    assert!(matches!(storage.ping().await, Err(Error::Unavailable(_))));
    database.admit_connections(true);
    // The pool reopens connections at intervals.
    until("the database answers again", async || storage.ping().await.is_ok()).await;
    assert_eq!(alarms::list(&storage, browser(1)).await.unwrap().len(), 1);
}
