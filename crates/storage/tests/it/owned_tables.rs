//! Every table with a `browser_id` must be covered by everything that happens to a browser's data: last-seen records,
//! export, deletion, hand-over and retention. The tables are read from the schema, so a new table fails these tests
//! until it is covered.

#![expect(clippy::panic, reason = "a table that is not covered fails the test")]

use time::Duration;
use tokibako_domain::{
    account::AccountId,
    browser_id::BrowserId,
    channel::RingFilter,
    cities::{ChosenCity, CityList},
    days_off::{DayRange, DaysOff},
    occurrence::Repeat,
    timer::Timer,
};
use tokibako_storage::{
    Storage, accounts, alarms, browser_lists,
    browsers::{self, OwnedData},
    channels,
    clock::Clock,
    days_off, devices,
    due::{self, Batch, Decision},
    testing::{
        TestDatabase,
        sample::{NOW, account_of, admitted, alarm_at, browser, channel_of, device_of, session, timer_of},
    },
    timers,
    upkeep::{
        last_seen::LastSeen,
        retention::{self, BATCH},
    },
};

/// The browser id of the account that data are handed over to.
const KEPT: u128 = 1_000;

/// A table, and a browser that has a row in it.
struct Owned {
    table: String,
    browser: BrowserId,
    account: Option<AccountId>,
}

impl Owned {
    /// How many rows the browser has in the table.
    fn rows(&self, database: &TestDatabase) -> usize {
        rows(database, &self.table, self.browser)
    }
}

fn rows(database: &TestDatabase, table: &str, browser: BrowserId) -> usize {
    let query = format!("SELECT ctid::text AS value FROM {table} WHERE browser_id = '{}'", browser.as_uuid());
    database.query(&query).len()
}

/// Stores a row in each table with a `browser_id`, each for another browser.
async fn fill(database: &TestDatabase, storage: &Storage) -> Vec<Owned> {
    let tables = database.query(
        "SELECT relname::text AS value FROM pg_class JOIN pg_attribute ON attrelid = pg_class.oid \
         WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition \
         AND attname = 'browser_id' ORDER BY relname",
    );
    let mut filled = Vec::new();
    for (table, number) in tables.into_iter().zip(1..) {
        let browser = browser(number);
        let account = store_row(storage, &table, browser).await;
        let owned = Owned { table, browser, account };
        assert_eq!(owned.rows(database), 1, "{}", owned.table);
        filled.push(owned);
    }
    assert!(filled.len() >= 4, "the schema is read");
    filled
}

/// Stores a row of the browser in the table; returns the account if the row is one.
async fn store_row(storage: &Storage, table: &str, browser: BrowserId) -> Option<AccountId> {
    match table {
        "accounts" => {
            return Some(accounts::register(storage, account_of(browser, "Ann"), session(1), NOW).await.unwrap().id);
        }
        "alarms" => drop(alarms::insert(storage, alarm_at(browser, "07:00", Repeat::Daily, NOW)).await.unwrap()),
        "firings" => {
            timers::insert(storage, timer_of(browser, 1, NOW)).await.unwrap();
            let decide = |timer: Timer| Decision { after: timer.completed(), rings: true };
            due::claim(storage, NOW + Duration::SECOND, Batch::oldest(1), decide).await.unwrap();
        }
        "timers" => drop(timers::insert(storage, timer_of(browser, 60, NOW)).await.unwrap()),
        "devices" => drop(devices::put(storage, device_of(browser, 1), "code".to_owned(), NOW).await.unwrap()),
        "channels" => {
            let owner = accounts::register(storage, account_of(browser, "Cho"), session(200), NOW).await.unwrap();
            channels::create(storage, channel_of(browser, 1, RingFilter::Always), NOW).await.unwrap();
            return Some(owner.id);
        }
        "city_lists" => {
            let list = CityList::new(vec![ChosenCity::new("tokyo".to_owned(), None).unwrap()]).unwrap();
            browser_lists::put_cities(storage, browser, list, NOW, admitted).await.unwrap().unwrap();
        }
        "days_off" => {
            let range = DayRange::new(NOW.date(), NOW.date(), None).unwrap();
            let list = DaysOff::new(vec![range]).unwrap();
            days_off::put(storage, browser, list, &Clock::simulated(|| NOW), |_| admitted()).await.unwrap().unwrap();
        }
        new => panic!(
            "{new} has a browser_id: cover it in storage::browsers (owned_data, forget, hand_over) and storage::upkeep \
             (last_seen, retention), and store a row of it here"
        ),
    }
    None
}

#[tokio::test]
async fn an_export_has_the_rows_of_each_table() {
    let database = TestDatabase::create();
    let storage = database.storage();
    for Owned { table, browser, .. } in fill(&database, &storage).await {
        let OwnedData { alarms, timers, rings, devices, channels, cities, days_off, seen_at: _ } =
            browsers::owned_data(&storage, browser).await.unwrap();
        let exported = match &*table {
            "alarms" => alarms.len(),
            "timers" => timers.len(),
            "firings" => rings.len(),
            "devices" => devices.len(),
            "channels" => channels.len(),
            "city_lists" => cities.iter().len(),
            "days_off" => days_off.ranges().len(),
            // An account is exported for a request with its session only: a browser id does not prove ownership of it.
            "accounts" => continue,
            new => panic!("which field of the export has the rows of {new}?"),
        };
        assert_eq!(exported, 1, "{table}");
    }
    let OwnedData { alarms, timers, rings, devices, channels, cities, days_off, seen_at } =
        browsers::owned_data(&storage, browser(999)).await.unwrap();
    let rows = alarms.len() + timers.len() + rings.len() + devices.len() + channels.len() + days_off.ranges().len();
    assert_eq!((rows, cities, seen_at), (0, None, None), "of a browser that owns nothing");
}

#[tokio::test]
async fn forgetting_a_browser_deletes_its_rows_of_each_table() {
    let database = TestDatabase::create();
    let storage = database.storage();
    let filled = fill(&database, &storage).await;
    for (position, owned) in filled.iter().enumerate() {
        browsers::forget(&storage, owned.browser, owned.account, None, NOW).await.unwrap();
        assert_eq!(owned.rows(&database), 0, "{}", owned.table);
        for other in filled.iter().skip(position + 1) {
            assert_eq!(other.rows(&database), 1, "{} of another browser", other.table);
        }
    }
}

#[tokio::test]
async fn handing_over_moves_the_rows_of_each_table() {
    let database = TestDatabase::create();
    let storage = database.storage();
    let account = accounts::register(&storage, account_of(browser(KEPT), "Bob"), session(2), NOW).await.unwrap();
    for (owned, number) in fill(&database, &storage).await.into_iter().zip(3..) {
        let before = rows(&database, &owned.table, browser(KEPT));
        accounts::sign_in(&storage, account.id, session(number), Some(owned.browser), NOW).await.unwrap();
        let moved = rows(&database, &owned.table, browser(KEPT)) - before;
        // An account keeps its browser id, so data of another account are not handed over.
        let is_of_account = owned.account.is_some();
        let expected = if is_of_account { (0, 1) } else { (1, 0) };
        assert_eq!((moved, owned.rows(&database)), expected, "{}", owned.table);
    }
}

#[tokio::test]
async fn a_row_in_any_table_keeps_its_browser_from_being_forgotten_while_it_is_seen() {
    let database = TestDatabase::create();
    let storage = database.storage();
    for Owned { table, browser, .. } in fill(&database, &storage).await {
        let last_seen = LastSeen::default();
        last_seen.record(browser, NOW);
        assert_eq!(last_seen.write(&storage, NOW).await.unwrap(), 1, "{table}");
    }
}

#[tokio::test]
async fn retention_deletes_the_rows_of_each_table() {
    let database = TestDatabase::create();
    let storage = database.storage();
    let filled = fill(&database, &storage).await;
    assert_eq!(retention::forget(&storage, NOW + Duration::DAY, BATCH).await.unwrap().browsers, filled.len());
    for owned in filled {
        assert_eq!(owned.rows(&database), 0, "{}", owned.table);
    }
}
