//! What idle browsers left behind goes after its time, and nothing before.

use time::Duration;
use tokibako_domain::repeat::Repeat;
use tokibako_scheduler::retention::sweep;
use tokibako_storage::{
    accounts, alarms,
    last_seen::LastSeen,
    retention::{BATCH, Forgotten},
    sessions,
    testing::{
        TestDatabase,
        sample::{NOW, account_of, alarm_at, browser, session, timer_of, token},
    },
    timers,
};
use tokio_util::sync::CancellationToken;

const KEPT: Duration = Duration::days(400);

#[tokio::test]
async fn what_idle_browsers_own_goes_after_its_time() {
    let database = TestDatabase::create();
    let storage = database.storage();
    let stop = CancellationToken::new();
    let last_seen = LastSeen::default();
    for number in [1, 2] {
        // It rings daily, and nobody is there.
        alarms::insert(&storage, alarm_at(browser(number), "07:00", Repeat::Daily, NOW)).await.unwrap();
        timers::insert(&storage, timer_of(browser(number), 60, NOW)).await.unwrap();
    }
    accounts::register(&storage, account_of(browser(1), "Ann"), session(1), NOW).await.unwrap();
    let year = NOW + Duration::days(365);
    last_seen.note(browser(2), year);
    last_seen.write(&storage, year).await.unwrap();

    assert_eq!(sweep(&storage, NOW + KEPT, Some(KEPT), &stop).await.unwrap(), Forgotten::default());
    let after = NOW + KEPT + Duration::SECOND;
    assert_eq!(sweep(&storage, after, None, &stop).await.unwrap(), Forgotten::default());
    assert_eq!(alarms::list(&storage, browser(1)).await.unwrap().len(), 1);
    let forgotten = sweep(&storage, after, Some(KEPT), &stop).await.unwrap();
    assert_eq!(forgotten, Forgotten { browsers: 1, things: 2, accounts: 1 });
    assert_eq!(alarms::list(&storage, browser(1)).await.unwrap(), []);
    assert_eq!(alarms::list(&storage, browser(2)).await.unwrap().len(), 1);
    assert_eq!(timers::list(&storage, browser(2)).await.unwrap().len(), 1);
}

#[tokio::test]
async fn more_than_a_batch_goes_in_one_sweep() {
    let database = TestDatabase::create();
    let storage = database.storage();
    let many = u128::from(BATCH) + 1;
    for number in 1..=many {
        timers::insert(&storage, timer_of(browser(number), 60, NOW)).await.unwrap();
    }
    let stop = CancellationToken::new();
    let forgotten = sweep(&storage, NOW + KEPT + Duration::SECOND, Some(KEPT), &stop).await.unwrap();
    assert_eq!(forgotten.browsers, usize::from(BATCH) + 1);
}

#[tokio::test]
async fn sessions_that_have_ended_go_even_where_nothing_else_does() {
    let database = TestDatabase::create();
    let storage = database.storage();
    accounts::register(&storage, account_of(browser(1), "Ann"), session(1), NOW).await.unwrap();
    let ended = NOW + tokibako_domain::account::SESSION_LIFETIME;
    sweep(&storage, ended, None, &CancellationToken::new()).await.unwrap();
    assert_eq!(sessions::signed_in(&storage, token(1), NOW).await.unwrap(), None);
}
