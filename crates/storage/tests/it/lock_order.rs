//! Transactions that lock several rows do so in one order, so that they cannot deadlock.
//!
//! Each test plays the other transaction: it locks the row that comes first, waits until the code under test wants that
//! row, and locks the next one. If the code had locked them in another order, Postgres would end one of the two as a
//! deadlock.

use time::Duration;
use tokibako_domain::account::SESSION_LIFETIME;
use tokibako_storage::testing::sample::{NOW, account_of, browser, session, timer_of, token};
use tokibako_storage::{
    Error, accounts,
    due::{self, Batch, Settled},
    firings, retention, sessions,
    testing::{TestDatabase, hold::Hold},
    timers,
};
use tokio::spawn;

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
        retention::date_the_undated(&storage).await.unwrap();
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
    let settle = |timer: tokibako_domain::timer::Timer| Settled { after: timer.completed(), rings: true };
    assert_eq!(due::claim_timers(&storage, NOW + Duration::SECOND, Batch::oldest(10), settle).await.unwrap().rings, 2);
    let later = NOW + SESSION_LIFETIME;
    let forgetting = Hold::of_rows(
        &database,
        "SELECT FROM firings WHERE id = (SELECT min(id) FROM firings) FOR UPDATE; \
         SELECT FROM sessions WHERE account_id = (SELECT min(id) FROM accounts) FOR UPDATE",
    );
    let logged = || database.query("SELECT id::text AS value FROM firings").len();
    firings::purge(&storage, later).await.unwrap();
    assert_eq!(logged(), 2);
    assert_eq!(sessions::purge(&storage, later).await.unwrap(), 1);
    forgetting.commit("SELECT 1");
    // The next purge deletes what this one skipped.
    firings::purge(&storage, later).await.unwrap();
    assert_eq!(logged(), 0);
    assert_eq!(sessions::purge(&storage, later).await.unwrap(), 1);
}
