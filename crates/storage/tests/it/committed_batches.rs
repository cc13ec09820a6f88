//! The feed of a process receives each batch that the process commits, exactly as the log has it.

use time::Duration;
use tokibako_domain::{
    alarm::Alarm,
    length::{Intervals, Step, TimerLength},
    occurrence::Repeat,
    ring_settings::Label,
    timer::{NewTimer, Plan, Timer, TimerSettings},
};
use tokibako_storage::{
    Storage, alarms,
    due::{self, Batch, Decision},
    log,
    rings::{self, Extension},
    testing::{
        TestDatabase,
        sample::{NOW, admitted, alarm_at, browser, timer_of},
    },
    timers,
};
use tokio::sync::mpsc::error::TryRecvError;

fn length(seconds: i64) -> TimerLength {
    TimerLength::from_total_seconds(seconds).unwrap()
}

/// Two steps, twice.
fn gym() -> NewTimer {
    let step = |seconds, label| Step { length: length(seconds), label: Label::parse(label).unwrap() };
    let plan = Plan::Intervals(Intervals::new(vec![step(40, "Work"), step(20, "")], 2).unwrap());
    let settings = TimerSettings { plan, ..timer_of(browser(1), 1, NOW).settings };
    NewTimer::new(browser(1), settings, true, NOW)
}

async fn claim(storage: &Storage) {
    let now = NOW + Duration::hours(2);
    let decide = move |alarm: Alarm| Decision { after: alarm.after_ring(now), rings: true };
    due::claim(storage, now, Batch::oldest(10), decide).await.unwrap();
    let decide = move |timer: Timer| Decision { after: timer.after_ring(now), rings: true };
    due::claim(storage, now, Batch::oldest(10), decide).await.unwrap();
}

/// Creates various alarms and timers of two browsers.
async fn store(storage: &Storage) {
    for repeat in [Repeat::Daily, Repeat::Once] {
        alarms::insert(storage, alarm_at(browser(1), "07:00", repeat, NOW)).await.unwrap();
        alarms::insert(storage, alarm_at(browser(2), "07:00", repeat, NOW)).await.unwrap();
    }
    timers::insert(storage, gym()).await.unwrap();
    timers::insert(storage, timer_of(browser(2), 1, NOW)).await.unwrap();
    let timer = timers::insert(storage, timer_of(browser(1), 1, NOW)).await.unwrap();
    let extension = Extension { timer: timer.id, by: length(60), ring: None, end: None };
    rings::extend(storage, browser(1), extension, || NOW, |_| admitted()).await.unwrap().unwrap();
}

#[tokio::test]
async fn a_committed_batch_has_the_same_firings_as_the_log() {
    let database = TestDatabase::create();
    let storage = database.storage();
    store(&storage).await;
    let mut committed = storage.committed_for_feed();
    let start = log::end(&storage).await.unwrap();
    claim(&storage).await;
    let (alarms, timers) = (committed.recv().await.unwrap(), committed.recv().await.unwrap());
    assert_eq!(committed.try_recv(), Err(TryRecvError::Empty));
    let received: Vec<_> = [&alarms, &timers].into_iter().flat_map(|batch| batch.firings(|_| true)).collect();
    assert_eq!(received.len(), 7);
    let everybody = || vec![browser(1), browser(2)];
    let logged = log::read_page(&storage, start, everybody, 10).await.unwrap();
    assert_eq!(received, logged.firings);
    assert_eq!((alarms.previous, alarms.end, timers.end), (start, timers.previous, logged.end));

    let of_one: Vec<_> = [alarms, timers].iter().flat_map(|batch| batch.firings(|other| other == browser(1))).collect();
    assert_eq!(of_one, log::read_page(&storage, start, || vec![browser(1)], 10).await.unwrap().firings);
    assert_eq!(of_one.len(), 4);
}

#[tokio::test]
async fn without_an_open_channel_the_feed_is_woken() {
    let database = TestDatabase::create();
    let storage = database.storage();
    let mut first = storage.committed_for_feed();
    let second = storage.committed_for_feed();
    store(&storage).await;
    // One of two channels is closed; the other receives the batch.
    drop(second);
    claim(&storage).await;
    assert_eq!(first.recv().await.unwrap().rings.len(), 4);
    // Both channels are closed.
    drop(first);
    timers::insert(&storage, timer_of(browser(1), 2, NOW)).await.unwrap();
    claim(&storage).await;
    storage.wakeup().fired().await;
}
