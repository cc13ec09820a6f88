//! Devices: put, confirmed, moved and forgotten.

use time::{Duration, OffsetDateTime};
use tokibako_domain::push::State;
use tokibako_storage::{
    Error, Storage, accounts, browsers,
    devices::{self, Confirmed, Device, NewDevice},
    renewal, server_keys,
    testing::{
        TestDatabase,
        sample::{NOW, account_of, browser, device_of, session},
    },
};
use uuid::Uuid;

async fn put(storage: &Storage, new: NewDevice, code: &str) -> State {
    devices::put(storage, new, code.to_owned(), NOW).await.unwrap()
}

async fn confirm(storage: &Storage, owner: u128, device: u8, code: &str) -> Result<Confirmed, Error> {
    devices::confirm(storage, browser(owner), Uuid::from_u128(device.into()), code.to_owned()).await
}

async fn states(storage: &Storage, owner: u128) -> Vec<State> {
    devices::list(storage, browser(owner)).await.unwrap().iter().map(|device| device.state).collect()
}

#[tokio::test]
async fn a_device_is_active_once_it_has_sent_its_code_back() {
    let database = TestDatabase::create();
    let storage = database.storage();
    let device = device_of(browser(1), 1);
    assert_eq!(put(&storage, device.clone(), "code").await, State::Pending);
    assert_eq!(confirm(&storage, 1, 1, "other").await.unwrap(), Confirmed::WrongCode);
    assert_eq!(states(&storage, 1).await, [State::Pending]);
    assert!(matches!(confirm(&storage, 2, 1, "code").await, Err(Error::NotFound)));
    assert_eq!(confirm(&storage, 1, 1, "code").await.unwrap(), Confirmed::Active);
    assert_eq!(states(&storage, 1).await, [State::Active]);

    // The same again changes what it says alone, and greets nobody.
    database.execute("DELETE FROM pushes");
    let told = NewDevice { language: "ja".to_owned(), hides_labels: true, ..device.clone() };
    assert_eq!(put(&storage, told, "new").await, State::Active);
    let [Device { language, hides_labels, .. }] = &devices::list(&storage, browser(1)).await.unwrap()[..] else {
        unreachable!("one device was put")
    };
    assert_eq!((language.as_str(), *hides_labels), ("ja", true));
    assert_eq!(database.query("SELECT purpose AS value FROM pushes"), [""; 0]);
    // Another subscription has to be confirmed.
    let mut moved = device;
    moved.address.endpoint = "https://push.example/moved".to_owned();
    assert_eq!(put(&storage, moved, "newer").await, State::Pending);
    assert_eq!(database.query("SELECT code AS value FROM pushes"), ["newer"]);
}

#[tokio::test]
async fn an_endpoint_goes_to_who_confirms_it_and_not_to_who_puts_it() {
    let database = TestDatabase::create();
    let storage = database.storage();
    put(&storage, device_of(browser(1), 1), "one").await;
    confirm(&storage, 1, 1, "one").await.unwrap();
    let mut same = device_of(browser(2), 2);
    same.address.endpoint = device_of(browser(1), 1).address.endpoint;
    put(&storage, same, "two").await;
    assert_eq!((states(&storage, 1).await, states(&storage, 2).await), (vec![State::Active], vec![State::Pending]));
    confirm(&storage, 2, 2, "two").await.unwrap();
    assert_eq!((states(&storage, 1).await, states(&storage, 2).await), (vec![], vec![State::Active]));
}

#[tokio::test]
async fn the_eleventh_device_takes_the_place_of_the_one_put_longest_ago() {
    let database = TestDatabase::create();
    let storage = database.storage();
    for number in 1..=11 {
        let at = NOW + Duration::seconds(i64::from(number) % 10);
        devices::put(&storage, device_of(browser(1), number), "code".to_owned(), at).await.unwrap();
    }
    let left: Vec<u128> =
        devices::list(&storage, browser(1)).await.unwrap().iter().map(|device| device.id.as_u128()).collect();
    assert_eq!(left, [1, 2, 3, 4, 5, 6, 7, 8, 9, 11]);
}

#[tokio::test]
async fn a_device_is_deleted_with_what_waits_for_it_and_by_its_browser_alone() {
    let database = TestDatabase::create();
    let storage = database.storage();
    put(&storage, device_of(browser(1), 1), "code").await;
    let id = Uuid::from_u128(1);
    assert!(matches!(devices::remove(&storage, browser(2), id).await, Err(Error::NotFound)));
    devices::remove(&storage, browser(1), id).await.unwrap();
    assert!(matches!(devices::remove(&storage, browser(1), id).await, Err(Error::NotFound)));
    assert_eq!(database.query("SELECT purpose AS value FROM pushes"), [""; 0]);
}

#[tokio::test]
async fn a_test_is_for_an_active_device() {
    let database = TestDatabase::create();
    let storage = database.storage();
    put(&storage, device_of(browser(1), 1), "code").await;
    let id = Uuid::from_u128(1);
    assert!(matches!(devices::test(&storage, browser(1), id, NOW).await, Err(Error::NotFound)));
    confirm(&storage, 1, 1, "code").await.unwrap();
    devices::test(&storage, browser(1), id, NOW).await.unwrap();
    assert_eq!(database.query("SELECT purpose AS value FROM pushes ORDER BY id"), ["hello", "test"]);
}

#[tokio::test]
async fn who_brings_along_a_device_that_is_known_there_has_it_once() {
    let database = TestDatabase::create();
    let storage = database.storage();
    let account = accounts::register(&storage, account_of(browser(2), "Ann"), session(1), NOW).await.unwrap();
    put(&storage, device_of(browser(1), 1), "one").await;
    put(&storage, device_of(browser(2), 1), "two").await;
    put(&storage, device_of(browser(2), 2), "three").await;
    accounts::sign_in(&storage, account.id, session(2), Some(browser(1)), NOW).await.unwrap();
    assert_eq!(states(&storage, 2).await.len(), 2);
    confirm(&storage, 2, 1, "one").await.unwrap();
}

#[tokio::test]
async fn a_new_browser_id_of_an_account_has_none_of_the_devices() {
    let database = TestDatabase::create();
    let storage = database.storage();
    let account = accounts::register(&storage, account_of(browser(1), "Ann"), session(1), NOW).await.unwrap();
    put(&storage, device_of(browser(1), 1), "code").await;
    let replacing = tokibako_storage::sessions::NewSession { replaces: Some(session(1).token), ..session(2) };
    let renewed = renewal::end_all_sessions(&storage, account.id, replacing, NOW).await.unwrap();
    assert_eq!(devices::list(&storage, renewed.account.browser).await.unwrap(), []);
    assert_eq!(database.query("SELECT state AS value FROM devices"), [""; 0]);
}

#[tokio::test]
async fn devices_that_never_confirmed_or_are_refused_for_long_go() {
    let database = TestDatabase::create();
    let storage = database.storage();
    for number in 1..=4 {
        put(&storage, device_of(browser(1), number), "code").await;
    }
    for number in [2, 3, 4] {
        confirm(&storage, 1, number, "code").await.unwrap();
    }
    database.execute("UPDATE devices SET unheard = 5 WHERE number = 3");
    let at = |days: i64| -> OffsetDateTime { NOW + Duration::days(days) + Duration::SECOND };
    assert_eq!(devices::sweep(&storage, at(0)).await.unwrap(), 0);
    assert_eq!(devices::sweep(&storage, at(1)).await.unwrap(), 1);
    assert_eq!(devices::sweep(&storage, at(14)).await.unwrap(), 0);
    assert_eq!(states(&storage, 1).await, [State::Active, State::Failing, State::Active]);
    assert_eq!(devices::sweep(&storage, at(45)).await.unwrap(), 1);
    database.execute("UPDATE devices SET last_accepted_at = put_at + interval '90 days' WHERE number = 4");
    assert_eq!(devices::sweep(&storage, at(181)).await.unwrap(), 1);
    assert_eq!(devices::by_state(&storage).await.unwrap(), [(State::Active, 1)]);
}

#[tokio::test]
async fn forgetting_a_browser_forgets_what_waits_for_its_devices() {
    let database = TestDatabase::create();
    let storage = database.storage();
    put(&storage, device_of(browser(1), 1), "code").await;
    browsers::forget(&storage, browser(1), None, None, NOW).await.unwrap();
    assert_eq!(database.query("SELECT purpose AS value FROM pushes"), [""; 0]);
}

#[tokio::test]
async fn keys_are_made_once_and_an_operators_key_comes_first() {
    let database = TestDatabase::create();
    let storage = database.storage();
    let of = async |chosen: Option<&[u8]>, fresh: &[u8]| {
        let chosen = chosen.map(<[u8]>::to_vec);
        server_keys::of(&storage, server_keys::Purpose::Vapid, chosen, fresh.to_vec()).await.unwrap()
    };
    assert_eq!(of(None, b"one").await, [b"one"]);
    assert_eq!(of(None, b"two").await, [b"one"]);
    assert_eq!(of(Some(b"own"), b"two").await, [&b"own"[..], b"one"]);
    assert_eq!(of(Some(b"one"), b"two").await, [&b"one"[..], b"own"]);
    let other = server_keys::of(&storage, server_keys::Purpose::Token, None, b"token".to_vec()).await.unwrap();
    assert_eq!(other, [b"token"]);
}
