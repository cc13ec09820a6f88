//! New rows: within the limits of their browser, once for each key, and never after their caller has left.

use prometheus_client::{encoding::text, registry::Registry};
use tokibako_domain::{alarm::Alarm, browser_id::RowLimit, occurrence::Repeat, timer::Timer};
use tokibako_storage::{
    Error, Storage, accounts, alarms, browsers, owned,
    testing::{
        REQUEST_CONNECTIONS, TestDatabase,
        hold::Hold,
        sample::{NOW, account_of, alarm_at, browser, session, timer_of},
    },
    timers,
};
use tokio::{
    spawn,
    task::{JoinHandle, yield_now},
};
use uuid::Uuid;

fn insert(storage: &Storage, number: u128, key: Option<Uuid>) -> JoinHandle<Result<Alarm, Error>> {
    let (storage, alarm) = (storage.clone(), alarm_at(browser(number), "07:00", Repeat::Daily, NOW));
    spawn(async move { owned::insert::<Alarm>(&storage, alarm, None, key).await })
}

#[tokio::test]
async fn a_caller_that_leaves_before_the_commit_leaves_no_row() {
    for key in [None, Some(Uuid::from_u128(1))] {
        let database = TestDatabase::create();
        let storage = database.storage();
        let mut hold = Hold::of_writes(&database, "alarms");
        let (left, stayed) = (insert(&storage, 1, key), insert(&storage, 2, key));
        hold.until_waiting(2).await;
        left.abort();
        assert!(left.await.unwrap_err().is_cancelled());
        drop(hold);
        let alarm = stayed.await.unwrap().unwrap();
        assert_eq!(alarms::list(&storage, browser(2)).await.unwrap(), [alarm]);
        let open = "FROM pg_stat_activity WHERE datname = current_database() AND xact_start IS NOT NULL \
                    AND pid <> pg_backend_pid()";
        database.wait_for(&format!("NOT EXISTS (SELECT {open})")).await;
        assert_eq!(alarms::list(&storage, browser(1)).await.unwrap(), [], "{key:?}");
    }
}

#[tokio::test]
async fn a_key_is_of_one_browser() {
    let database = TestDatabase::create();
    let storage = database.storage();
    let key = Some(Uuid::from_u128(1));
    for number in [1, 2] {
        let insert = async || {
            let alarm = alarm_at(browser(number), "07:00", Repeat::Daily, NOW);
            let alarm = owned::insert::<Alarm>(&storage, alarm, None, key).await.unwrap();
            (alarm, owned::insert::<Timer>(&storage, timer_of(browser(number), 60, NOW), None, key).await.unwrap())
        };
        let first = insert().await;
        assert_eq!((first.0.browser, first.1.browser), (browser(number), browser(number)));
        assert_eq!(insert().await, first);
    }
}

#[tokio::test]
async fn a_request_that_is_repeated_before_its_end_gets_the_same_row() {
    for limit in [None, RowLimit::new(1).ok()] {
        let database = TestDatabase::create();
        let storage = database.storage();
        let mut hold = Hold::of_writes(&database, "alarms");
        let insert = || {
            let (storage, alarm) = (storage.clone(), alarm_at(browser(1), "07:00", Repeat::Daily, NOW));
            spawn(async move { owned::insert::<Alarm>(&storage, alarm, limit, Some(Uuid::from_u128(1))).await })
        };
        let first = insert();
        hold.until_waiting(1).await;
        let again = insert();
        let waiting = "FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'";
        database.wait_for(&format!("(SELECT count(*) {waiting}) = 2")).await;
        drop(hold);
        let (first, again) = (first.await.unwrap().unwrap(), again.await.unwrap().unwrap());
        assert_eq!(first, again);
        assert_eq!(alarms::list(&storage, browser(1)).await.unwrap(), [first]);
    }
}

#[tokio::test]
async fn a_row_is_not_left_behind_by_a_hand_over_that_it_waited_for() {
    let database = TestDatabase::create();
    let storage = database.storage();
    let ann = accounts::register(&storage, account_of(browser(1), "Ann"), session(1), NOW).await.unwrap();
    timers::insert(&storage, timer_of(browser(2), 60, NOW)).await.unwrap();
    let mut hold = Hold::of_writes(&database, "timers");
    let bring = spawn({
        let (storage, id) = (storage.clone(), ann.id);
        async move { accounts::sign_in(&storage, id, session(2), Some(browser(2)), NOW).await }
    });
    hold.until_waiting(1).await;
    let late = insert(&storage, 2, None);
    let waiting = "FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'";
    database.wait_for(&format!("(SELECT count(*) {waiting}) = 2")).await;
    drop(hold);
    bring.await.unwrap().unwrap();
    let refused = late.await.unwrap();
    assert!(matches!(refused, Err(Error::Conflict(_))), "{refused:?}");
    assert_eq!(alarms::list(&storage, browser(2)).await.unwrap(), []);
    assert_eq!(browsers::owned_data(&storage, browser(2)).await.unwrap().seen_at, None);
}

#[tokio::test]
async fn requests_that_wait_for_a_connection_are_counted() {
    let database = TestDatabase::create();
    let storage = database.storage();
    let mut registry = Registry::default();
    storage.register_metrics(&mut registry);
    let waiting = || {
        let mut metrics = String::new();
        text::encode(&mut metrics, &registry).unwrap();
        let waiting = metrics.lines().find_map(|line| line.strip_prefix("database_pool_waiting "));
        waiting.unwrap().parse::<usize>().unwrap()
    };
    let mut hold = Hold::of_writes(&database, "alarms");
    let busy = u128::from(REQUEST_CONNECTIONS);
    let mut inserts: Vec<_> = (1..=busy).map(|number| insert(&storage, number, None)).collect();
    hold.until_waiting(REQUEST_CONNECTIONS.into()).await;
    assert_eq!(waiting(), 0);
    inserts.extend((1..=5).map(|number| insert(&storage, busy + number, None)));
    yield_now().await;
    assert_eq!(waiting(), 5);
    drop(hold);
    for insert in inserts {
        insert.await.unwrap().unwrap();
    }
    assert_eq!(waiting(), 0);
}
