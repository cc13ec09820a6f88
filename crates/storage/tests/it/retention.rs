//! Recording which browsers were seen, and deleting those that were not for long.

use time::{Duration, OffsetDateTime};
use tokibako_domain::{account::Username, occurrence::Repeat};
use tokibako_storage::{
    Storage, accounts, alarms, browsers,
    testing::{
        TestDatabase,
        hold::Hold,
        sample::{NOW, account_of, alarm_at, browser, session, timer_of},
    },
    timers,
    upkeep::{
        last_seen::LastSeen,
        retention::{self, BATCH, DeletionReport},
    },
};

async fn seen_at(storage: &Storage, number: u128) -> Option<OffsetDateTime> {
    browsers::owned_data(storage, browser(number)).await.unwrap().seen_at
}

#[tokio::test]
async fn a_browser_that_owns_something_is_recorded_once_a_day() {
    let database = TestDatabase::create();
    let storage = database.storage();
    let last_seen = LastSeen::default();
    timers::insert(&storage, timer_of(browser(1), 60, NOW)).await.unwrap();
    alarms::insert(&storage, alarm_at(browser(2), "07:00", Repeat::Once, NOW)).await.unwrap();
    accounts::register(&storage, account_of(browser(3), "Ann"), session(1), NOW).await.unwrap();
    for number in [1, 2, 3, 4, 1] {
        last_seen.record(browser(number), NOW);
    }
    assert_eq!(last_seen.write(&storage, NOW).await.unwrap(), 3);
    assert_eq!(seen_at(&storage, 1).await, Some(NOW));
    assert_eq!(seen_at(&storage, 4).await, None);

    let evening = NOW + Duration::hours(12);
    last_seen.record(browser(1), evening);
    assert_eq!(last_seen.write(&storage, evening).await.unwrap(), 0);
    let tomorrow = NOW + Duration::DAY;
    last_seen.record(browser(1), tomorrow);
    assert_eq!(last_seen.write(&storage, tomorrow).await.unwrap(), 1);
    assert_eq!((seen_at(&storage, 1).await, seen_at(&storage, 2).await), (Some(tomorrow), Some(NOW)));
}

#[tokio::test]
async fn browsers_seen_while_the_database_was_away_are_recorded_later() {
    let database = TestDatabase::create();
    let storage = database.storage();
    timers::insert(&storage, timer_of(browser(1), 60, NOW)).await.unwrap();
    let last_seen = LastSeen::default();
    last_seen.record(browser(1), NOW);
    database.admit_connections(false);
    last_seen.write(&storage, NOW).await.unwrap_err();
    database.admit_connections(true);
    assert_eq!(last_seen.write(&database.storage(), NOW).await.unwrap(), 1);
}

#[tokio::test]
async fn an_idle_browser_is_deleted_with_everything_it_owns() {
    let database = TestDatabase::create();
    let storage = database.storage();
    let last_seen = LastSeen::default();
    for number in [1, 2] {
        timers::insert(&storage, timer_of(browser(number), 60, NOW)).await.unwrap();
        alarms::insert(&storage, alarm_at(browser(number), "07:00", Repeat::Daily, NOW)).await.unwrap();
        last_seen.record(browser(number), NOW);
    }
    accounts::register(&storage, account_of(browser(1), "Ann"), session(1), NOW).await.unwrap();
    last_seen.write(&storage, NOW).await.unwrap();
    let later = NOW + Duration::days(10);
    last_seen.record(browser(2), later);
    last_seen.write(&storage, later).await.unwrap();

    assert_eq!(retention::forget(&storage, NOW, BATCH).await.unwrap(), DeletionReport::default());
    let forgotten = retention::forget(&storage, later, BATCH).await.unwrap();
    assert_eq!(forgotten, DeletionReport { browsers: 1, things: 2, accounts: 1 });
    assert_eq!(alarms::list(&storage, browser(1)).await.unwrap(), []);
    assert_eq!(timers::list(&storage, browser(1)).await.unwrap(), []);
    assert_eq!(accounts::password_of(&storage, Username::parse("Ann").unwrap()).await.unwrap(), None);
    assert_eq!(alarms::list(&storage, browser(2)).await.unwrap().len(), 1);
    assert_eq!(timers::list(&storage, browser(2)).await.unwrap().len(), 1);
}

#[tokio::test]
async fn idle_browsers_are_deleted_in_batches_the_longest_idle_first() {
    let database = TestDatabase::create();
    let storage = database.storage();
    for number in 1..=5 {
        let made = NOW + Duration::days(i64::try_from(number).unwrap());
        timers::insert(&storage, timer_of(browser(number), 60, made)).await.unwrap();
    }
    let later = NOW + Duration::WEEK;
    assert_eq!(retention::forget(&storage, later, 2).await.unwrap().browsers, 2);
    assert_eq!(timers::list(&storage, browser(2)).await.unwrap(), []);
    assert_eq!(timers::list(&storage, browser(3)).await.unwrap().len(), 1);
    assert_eq!(retention::forget(&storage, later, 2).await.unwrap().browsers, 2);
    assert_eq!(retention::forget(&storage, later, 2).await.unwrap().browsers, 1);
}

#[tokio::test]
async fn a_browser_counts_as_seen_from_the_first_row_that_it_stores() {
    let database = TestDatabase::create();
    let storage = database.storage();
    let (year, later) = (NOW + Duration::days(365), NOW + Duration::days(400));
    // An armed alarm that rings every day without a listener.
    alarms::insert(&storage, alarm_at(browser(1), "07:00", Repeat::Daily, NOW)).await.unwrap();
    assert_eq!(seen_at(&storage, 1).await, Some(NOW));
    // Requests are noted by `LastSeen`, whatever they do.
    timers::insert(&storage, timer_of(browser(1), 60, year)).await.unwrap();
    assert_eq!(seen_at(&storage, 1).await, Some(NOW));
    accounts::register(&storage, account_of(browser(2), "Ann"), session(1), later).await.unwrap();
    assert_eq!(seen_at(&storage, 2).await, Some(later));
    let another = accounts::register(&storage, account_of(browser(2), "Ben"), session(2), later).await.unwrap();
    assert_ne!(another.browser, browser(2));
    assert_eq!(browsers::owned_data(&storage, another.browser).await.unwrap().seen_at, Some(later));
}

#[tokio::test]
async fn one_process_at_a_time_deletes() {
    let database = TestDatabase::create();
    let storage = database.storage();
    timers::insert(&storage, timer_of(browser(1), 60, NOW)).await.unwrap();
    let _hold = Hold::of_number(&database, 74_630_004);
    let later = NOW + Duration::DAY;
    assert_eq!(retention::forget(&storage, later, BATCH).await.unwrap(), DeletionReport::default());
    assert_eq!(timers::list(&storage, browser(1)).await.unwrap().len(), 1);
}
