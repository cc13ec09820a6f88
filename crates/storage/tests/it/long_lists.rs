//! Lists of very many rows are read in pages; very many rows are handed over and deleted in steps.

use tokibako_domain::{alarm::Alarm, repeat::Repeat};
use tokibako_storage::{
    Storage, accounts, alarms, browsers,
    long_list::{self, SHORT},
    testing::{
        REQUEST_CONNECTIONS, TestDatabase,
        hold::Hold,
        sample::{NOW, account_of, alarm_at, browser, session, timer_of},
        until,
    },
    timers,
};

/// Stores an alarm and a timer of a browser, and this many copies of each.
async fn own(database: &TestDatabase, number: u128, copies: usize) {
    let storage = database.storage();
    alarms::insert(&storage, alarm_at(browser(number), "07:00", Repeat::Daily, NOW)).await.unwrap();
    timers::insert(&storage, timer_of(browser(number), 60, NOW)).await.unwrap();
    database.execute(&format!(
        "INSERT INTO alarms (browser_id, minute_of_day, repeat, timezone, sound, snooze_minutes, next_trigger, created_at) \
         SELECT browser_id, (n * 7919) % 1440, repeat, timezone, sound, snooze_minutes, next_trigger, created_at \
         FROM alarms, generate_series(1, {copies}) AS n WHERE browser_id = '{id}'; \
         INSERT INTO timers (browser_id, total_seconds, sound, remaining_ms, created_at) \
         SELECT browser_id, total_seconds, sound, 60000, created_at + (n % 5) * INTERVAL '1 s' \
         FROM timers, generate_series(1, {copies}) AS n WHERE browser_id = '{id}'",
        id = browser(number).as_uuid(),
    ));
    database.log(&format!(
        "SELECT browser_id, 'timer', id, created_at, created_at, sound, label, created_at, total_seconds FROM timers \
         WHERE browser_id = '{}'",
        browser(number).as_uuid(),
    ));
}

/// The pages of a browser's alarms.
async fn pages(storage: &Storage, number: u128) -> Vec<Vec<Alarm>> {
    let mut list = long_list::alarms(storage, browser(number)).await.unwrap();
    let mut pages = Vec::new();
    while let Some(page) = list.next_page().await.unwrap() {
        pages.push(page.into_iter().map(|keyed| keyed.row).collect());
    }
    pages
}

/// How many alarms, timers and firings a browser has.
fn owned(database: &TestDatabase, number: u128) -> Vec<String> {
    let id = browser(number).as_uuid();
    let count = |table| format!("SELECT count(*)::text AS value FROM {table} WHERE browser_id = '{id}'");
    ["alarms", "timers", "firings"].iter().flat_map(|table| database.query(&count(table))).collect()
}

#[tokio::test]
async fn a_long_list_is_read_in_pages_in_order_and_complete() {
    let database = TestDatabase::create();
    let storage = database.storage();
    own(&database, 1, 25_000).await;
    own(&database, 2, 3).await;
    let pages = pages(&storage, 1).await;
    assert!(pages.iter().all(|page| page.len() <= 250), "{:?}", pages.iter().map(Vec::len).max());
    let all: Vec<_> = pages.concat();
    assert_eq!(all.len(), 25_001);
    assert!(all.is_sorted_by_key(|alarm| (alarm.settings.schedule.time, alarm.id.0)));
    assert!(all.iter().all(|alarm| alarm.browser == browser(1)));
    let all = timers::list(&storage, browser(1)).await.unwrap();
    assert_eq!(all.len(), 25_001);
    assert!(all.is_sorted_by_key(|timer| (timer.created_at, timer.id.0)));
}

#[tokio::test]
async fn up_to_five_hundred_rows_are_one_query_in_the_same_order() {
    let database = TestDatabase::create();
    let storage = database.storage();
    own(&database, 1, SHORT - 1).await;
    let list = long_list::alarms(&storage, browser(1)).await.unwrap();
    assert!(!list.is_long());
    let all = list.all().await.unwrap();
    assert_eq!(all.len(), SHORT);
    assert!(all.is_sorted_by_key(|alarm| (alarm.settings.schedule.time, alarm.id.0)));
    own(&database, 2, SHORT).await;
    assert!(long_list::alarms(&storage, browser(2)).await.unwrap().is_long());
    assert!(long_list::timers(&storage, browser(2)).await.unwrap().is_long());
}

#[tokio::test]
async fn a_list_ends_if_its_rows_are_deleted_meanwhile() {
    let database = TestDatabase::create();
    let storage = database.storage();
    own(&database, 1, 1_000).await;
    let mut list = long_list::alarms(&storage, browser(1)).await.unwrap();
    assert_eq!(list.next_page().await.unwrap().unwrap().len(), 250);
    browsers::forget(&storage, browser(1), None, None, NOW).await.unwrap();
    let mut rows = 0;
    while let Some(page) = list.next_page().await.unwrap() {
        rows += page.len();
    }
    assert_eq!(rows, 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn readers_of_long_lists_do_not_delay_other_requests() {
    let database = TestDatabase::create();
    let storage = database.storage();
    own(&database, 1, 1_000).await;
    // As many readers as connections for requests.
    let mut lists = Vec::new();
    for _ in 0..REQUEST_CONNECTIONS {
        lists.push(long_list::alarms(&storage, browser(1)).await.unwrap());
    }
    let mut hold = Hold::of_table(&database, "alarms");
    let pages: Vec<_> = lists.into_iter().map(|mut list| tokio::spawn(async move { list.next_page().await })).collect();
    until("a page is waited for", async || hold.waiting() == 1).await;
    timers::insert(&storage, timer_of(browser(2), 60, NOW)).await.unwrap();
    assert_eq!(timers::list(&storage, browser(2)).await.unwrap().len(), 1);
    assert_eq!(hold.waiting(), 1);
    drop(hold);
    for page in pages {
        assert_eq!(page.await.unwrap().unwrap().unwrap().len(), 250);
    }
}

#[tokio::test]
async fn very_many_rows_of_a_browser_are_deleted_and_no_others() {
    let database = TestDatabase::create();
    let storage = database.storage();
    own(&database, 1, 3_500).await;
    own(&database, 2, 3).await;
    browsers::forget(&storage, browser(1), None, None, NOW).await.unwrap();
    assert_eq!(owned(&database, 1), ["0", "0", "0"]);
    assert_eq!(owned(&database, 2), ["4", "4", "4"]);
}

#[tokio::test]
async fn very_many_rows_are_handed_over_except_those_of_another_account() {
    let database = TestDatabase::create();
    let storage = database.storage();
    let ann = accounts::register(&storage, account_of(browser(1), "ann"), session(1), NOW).await.unwrap();
    accounts::register(&storage, account_of(browser(3), "ben"), session(2), NOW).await.unwrap();
    own(&database, 1, 3).await;
    own(&database, 2, 3_500).await;
    own(&database, 3, 1_500).await;
    accounts::sign_in(&storage, ann.id, session(3), Some(browser(2)), NOW).await.unwrap();
    assert_eq!(owned(&database, 2), ["0", "0", "0"]);
    assert_eq!(owned(&database, 1), ["3505", "3505", "3505"]);
    accounts::sign_in(&storage, ann.id, session(4), Some(browser(3)), NOW).await.unwrap();
    assert_eq!(owned(&database, 3), ["1501", "1501", "1501"]);
}

#[tokio::test]
async fn no_transaction_takes_more_than_some_thousand_rows() {
    let database = TestDatabase::create();
    let storage = database.storage();
    own(&database, 1, 3_500).await;
    database.execute(
        "CREATE TABLE taken (rows BIGINT); \
         CREATE FUNCTION note() RETURNS TRIGGER LANGUAGE plpgsql AS \
         $$ BEGIN INSERT INTO taken SELECT count(*) FROM old; RETURN NULL; END $$; \
         CREATE TRIGGER deleted AFTER DELETE ON alarms REFERENCING OLD TABLE AS old \
         FOR EACH STATEMENT EXECUTE FUNCTION note(); \
         CREATE TRIGGER moved AFTER UPDATE ON alarms REFERENCING OLD TABLE AS old \
         FOR EACH STATEMENT EXECUTE FUNCTION note()",
    );
    let ann = accounts::register(&storage, account_of(browser(9), "ann"), session(1), NOW).await.unwrap();
    accounts::sign_in(&storage, ann.id, session(2), Some(browser(1)), NOW).await.unwrap();
    browsers::forget(&storage, browser(9), None, None, NOW).await.unwrap();
    assert_eq!(database.query("SELECT (sum(rows) = 7002)::text AS value FROM taken"), ["true"]);
    assert_eq!(database.query("SELECT (max(rows) <= 1000)::text AS value FROM taken"), ["true"]);
}
