//! No caller waits longer than five seconds in total.

use std::{
    convert::Infallible,
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
        mpsc,
    },
    time::Duration,
};

use tokibako_domain::{alarm::Alarm, occurrence::Repeat};
use tokibako_storage::{
    Error, Storage, alarms, owned,
    testing::{
        REQUEST_CONNECTIONS, TestDatabase,
        sample::{NOW, alarm_at, browser},
        until,
    },
};
use tokio::{
    spawn,
    task::{JoinHandle, yield_now},
    time::advance,
};

/// A change that reports its beginning and blocks until the sender is dropped.
fn hold_up(
    storage: &Storage,
    alarm: &Alarm,
    begun: &Arc<AtomicUsize>,
) -> (JoinHandle<Result<(), Error>>, mpsc::Sender<()>) {
    let (end, ended) = mpsc::channel();
    let (storage, begun, browser, id) = (storage.clone(), Arc::clone(begun), alarm.browser, alarm.id);
    let change = move |alarm| {
        begun.fetch_add(1, Ordering::SeqCst);
        assert!(ended.recv().is_err());
        Ok::<_, Infallible>(alarm)
    };
    (spawn(async move { owned::update::<Alarm, _>(&storage, browser, id, change).await.map(drop) }), end)
}

#[tokio::test(start_paused = true)]
async fn the_wait_for_a_connection_counts_towards_the_deadline() {
    let database = TestDatabase::create();
    let storage = database.storage();
    let begun = Arc::default();
    let last = alarms::insert(&storage, alarm_at(browser(99), "07:00", Repeat::Daily, NOW)).await.unwrap();
    let mut held = Vec::new();
    for number in 1..=REQUEST_CONNECTIONS {
        let new = alarm_at(browser(number.into()), "07:00", Repeat::Daily, NOW);
        held.push(hold_up(&storage, &alarms::insert(&storage, new).await.unwrap(), &begun));
    }
    until("all request connections are in use", async || {
        begun.load(Ordering::SeqCst) == usize::from(REQUEST_CONNECTIONS)
    })
    .await;

    let (waits, end) = hold_up(&storage, &last, &begun);
    yield_now().await;
    advance(Duration::from_millis(1_500)).await;
    drop(held);
    until("it has a connection", async || begun.load(Ordering::SeqCst) == usize::from(REQUEST_CONNECTIONS) + 1).await;
    advance(Duration::from_millis(3_400)).await;
    yield_now().await;
    assert!(!waits.is_finished());
    advance(Duration::from_millis(200)).await;
    until("it is told that there is no answer", async || waits.is_finished()).await;
    drop(end);
    assert!(matches!(waits.await.unwrap(), Err(Error::Unavailable(_))));
}
