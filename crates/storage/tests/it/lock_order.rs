//! Transactions that lock several rows do so in one order, so that they cannot deadlock.
//!
//! Each test plays the other transaction: it locks the row that comes first, waits until the code under test wants that
//! row, and locks the next one. If the code had locked them in another order, Postgres would end one of the two as a
//! deadlock.

use std::cmp::Reverse;

use time::Duration;
use tokibako_domain::{account::SESSION_LIFETIME, push::Disposition};
use tokibako_storage::testing::sample::{NOW, account_of, browser, device_of, session, timer_of, token};
use tokibako_storage::{
    Error, accounts, devices,
    due::{self, Batch, Decision},
    log,
    pushes::{self, MessageOutcome, Reach, Room, Selection},
    sessions,
    testing::{TestDatabase, hold::Hold, until},
    timers,
};
use tokio::spawn;
use uuid::Uuid;

#[tokio::test]
async fn a_visit_locks_the_account_before_its_session() {
    let database = TestDatabase::create();
    let storage = database.storage();
    accounts::register(&storage, account_of(browser(1), "Ann"), session(1), NOW).await.unwrap();
    let mut forgetting = Hold::of_rows(&database, "SELECT FROM accounts FOR UPDATE");
    let visit = spawn(async move { sessions::signed_in(&storage, token(1), NOW + Duration::DAY).await });
    forgetting.until_waiting(1).await;
    forgetting.commit("DELETE FROM accounts");
    assert_eq!(visit.await.unwrap().unwrap(), None);
}

#[tokio::test]
async fn signing_in_with_a_hand_over_locks_the_browsers_before_the_account() {
    for (number, locked) in [(1, browser(1)), (2, browser(2))] {
        let database = TestDatabase::create();
        let storage = database.storage();
        let ann = accounts::register(&storage, account_of(browser(1), "Ann"), session(1), NOW).await.unwrap();
        for number in [1, 2] {
            timers::insert(&storage, timer_of(browser(number), 60, NOW)).await.unwrap();
        }
        let lock = format!("SELECT FROM browsers WHERE id = '{}' FOR UPDATE", locked.as_uuid());
        let mut forgetting = Hold::of_rows(&database, &lock);
        let bring = spawn({
            let storage = storage.clone();
            async move { accounts::sign_in(&storage, ann.id, session(2), Some(browser(2)), NOW).await }
        });
        forgetting.until_waiting(1).await;
        forgetting.commit("DELETE FROM accounts");
        let gone = bring.await.unwrap();
        assert!(matches!(gone, Err(Error::NotFound)), "{gone:?}");
        // A caller that gets this error has lost nothing.
        let left = timers::list(&storage, browser(2)).await.unwrap();
        assert_eq!(left.len(), 1, "{number}");
    }
}

#[tokio::test]
async fn a_purge_waits_for_no_lock() {
    let database = TestDatabase::create();
    let storage = database.storage();
    accounts::register(&storage, account_of(browser(1), "Ann"), session(1), NOW).await.unwrap();
    accounts::register(&storage, account_of(browser(2), "Ben"), session(2), NOW).await.unwrap();
    for number in [1, 2] {
        timers::insert(&storage, timer_of(browser(number), 1, NOW)).await.unwrap();
    }
    let decide = |timer: tokibako_domain::timer::Timer| Decision { after: timer.completed(), rings: true };
    assert_eq!(due::claim(&storage, NOW + Duration::SECOND, Batch::oldest(10), decide).await.unwrap().rings, 2);
    let later = NOW + SESSION_LIFETIME;
    let forgetting = Hold::of_rows(
        &database,
        "SELECT FROM firings WHERE id = (SELECT min(id) FROM firings) FOR UPDATE; \
         SELECT FROM sessions WHERE account_id = (SELECT min(id) FROM accounts) FOR UPDATE",
    );
    let logged = || database.query("SELECT id::text AS value FROM firings").len();
    log::purge(&storage, later).await.unwrap();
    assert_eq!(logged(), 2);
    assert_eq!(sessions::purge(&storage, later).await.unwrap(), 1);
    forgetting.commit("SELECT 1");
    // The next purge deletes what this one skipped.
    log::purge(&storage, later).await.unwrap();
    assert_eq!(logged(), 0);
    assert_eq!(sessions::purge(&storage, later).await.unwrap(), 1);
}

#[tokio::test]
async fn a_purge_tries_again_to_lock_a_partition() {
    let database = TestDatabase::create();
    let storage = database.storage();
    timers::insert(&storage, timer_of(browser(1), 1, NOW)).await.unwrap();
    let decide = |timer: tokibako_domain::timer::Timer| Decision { after: timer.completed(), rings: true };
    due::claim(&storage, NOW + Duration::SECOND, Batch::oldest(10), decide).await.unwrap();
    let mut renewing = Hold::of_rows(&database, "SELECT FROM firings FOR UPDATE");
    let purge = spawn(async move { log::purge(&storage, NOW + SESSION_LIFETIME).await });
    for waiting in [1, 0] {
        until(&format!("{waiting} wait for the partition"), async || renewing.waiting() == waiting).await;
    }
    drop(renewing);
    purge.await.unwrap().unwrap();
    assert_eq!(database.query("SELECT id::text AS value FROM firings"), [""; 0]);
}

#[tokio::test]
async fn a_dispatcher_that_takes_a_code_waits_for_its_device_without_a_lock_on_the_queue() {
    let database = TestDatabase::create();
    let storage = database.storage();
    devices::put(&storage, device_of(browser(1), 1), "code".to_owned(), NOW).await.unwrap();
    // Acts as another registration of the device, which replaces the waiting code.
    let mut putting = Hold::of_rows(&database, "SELECT FROM devices FOR UPDATE");
    let take = spawn(async move {
        let room = Room { in_all: 10, each: 10, less: Vec::new(), paused: Vec::new(), without_repeats: Vec::new() };
        pushes::lease(&storage, Selection::Due(room), &Reach::everything(), NOW).await
    });
    putting.until_waiting(1).await;
    putting.commit("DELETE FROM pushes");
    assert_eq!(take.await.unwrap().unwrap().messages.len(), 1);
    assert_eq!(database.query("SELECT hellos::text AS value FROM devices"), ["1"]);
}

#[tokio::test]
async fn a_confirmation_locks_the_devices_of_one_subscription_in_order() {
    let database = TestDatabase::create();
    let storage = database.storage();
    for number in [1, 2] {
        devices::put(&storage, device_of(browser(number), 1), "code".to_owned(), NOW).await.unwrap();
    }
    // Acts as a confirmation of the first device, which deletes the second one.
    let mut confirming = Hold::of_rows(&database, "SELECT FROM devices WHERE number = 1 FOR UPDATE");
    let confirm =
        spawn(async move { devices::confirm(&storage, browser(2), Uuid::from_u128(1), "code".to_owned()).await });
    confirming.until_waiting(1).await;
    confirming.commit("DELETE FROM devices WHERE number = 2");
    let late = confirm.await.unwrap();
    assert!(matches!(late, Err(Error::NotFound)), "{late:?}");
}

#[tokio::test]
async fn a_dispatcher_that_records_outcomes_locks_devices_in_order() {
    let database = TestDatabase::create();
    let storage = database.storage();
    for number in [1, 2] {
        devices::put(&storage, device_of(browser(1), number), "code".to_owned(), NOW).await.unwrap();
    }
    let room = Room { in_all: 10, each: 10, less: Vec::new(), paused: Vec::new(), without_repeats: Vec::new() };
    let mut taken = pushes::lease(&storage, Selection::Due(room), &Reach::everything(), NOW).await.unwrap().messages;
    taken.sort_by_key(|taken| Reverse(taken.device_id));
    let sent =
        taken.into_iter().map(|message| MessageOutcome { message, next: Disposition::Unusable, error: None }).collect();
    // Acts as a registration that locks both.
    let mut putting = Hold::of_rows(&database, "SELECT FROM devices WHERE number = 1 FOR UPDATE");
    let record = spawn(async move { pushes::record(&storage, sent, NOW).await });
    putting.until_waiting(1).await;
    putting.commit("UPDATE devices SET hellos = 0 WHERE number = 2");
    record.await.unwrap().unwrap();
    assert_eq!(database.query("SELECT DISTINCT state AS value FROM devices"), ["failing"]);
}

#[tokio::test]
async fn signing_in_with_a_hand_over_locks_timers_in_order() {
    let database = TestDatabase::create();
    let storage = database.storage();
    let ann = accounts::register(&storage, account_of(browser(1), "Ann"), session(1), NOW).await.unwrap();
    for _ in 0..2 {
        timers::insert(&storage, timer_of(browser(2), 60, NOW)).await.unwrap();
    }
    // The first row is behind the second one then, in the table and in its indexes.
    database.execute("UPDATE timers SET ends_at = ends_at + interval '1 second' WHERE id = 1");
    // Acts as a request that puts the timers in another order.
    let mut ordering = Hold::of_rows(&database, "SELECT FROM timers WHERE id = 1 FOR UPDATE");
    let bring = spawn(async move { accounts::sign_in(&storage, ann.id, session(2), Some(browser(2)), NOW).await });
    ordering.until_waiting(1).await;
    ordering.commit("UPDATE timers SET listed_at = now() WHERE id = 2");
    bring.await.unwrap().unwrap();
    let moved = format!("SELECT count(*)::text AS value FROM timers WHERE browser_id = '{}'", browser(1).as_uuid());
    assert_eq!(database.query(&moved), ["2"]);
}

#[tokio::test]
async fn signing_in_with_a_hand_over_locks_devices_in_order() {
    let database = TestDatabase::create();
    let storage = database.storage();
    let ann = accounts::register(&storage, account_of(browser(1), "Ann"), session(1), NOW).await.unwrap();
    for number in [1, 2] {
        devices::put(&storage, device_of(browser(number), 1), "code".to_owned(), NOW).await.unwrap();
    }
    // Acts as a confirmation of the first device, which deletes the second one.
    let mut confirming = Hold::of_rows(&database, "SELECT FROM devices WHERE number = 1 FOR UPDATE");
    let bring = spawn(async move { accounts::sign_in(&storage, ann.id, session(2), Some(browser(2)), NOW).await });
    confirming.until_waiting(1).await;
    confirming.commit("DELETE FROM devices WHERE number = 2");
    bring.await.unwrap().unwrap();
    assert_eq!(database.query("SELECT number::text AS value FROM devices"), ["1"]);
}
