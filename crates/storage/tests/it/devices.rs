//! Devices: registered, confirmed, moved and deleted.

use time::Duration;
use tokibako_domain::{
    account::{Account, SESSION_LIFETIME},
    browser_id::BrowserId,
    push::DeviceState,
};
use tokibako_storage::{
    Error, Storage,
    accounts::{self, renewal},
    browsers,
    devices::{self, Device, NewDevice},
    server_keys,
    sessions::{self, NewSession},
    testing::{
        TestDatabase,
        sample::{NOW, account_of, browser, device_of, session, token},
    },
    upkeep::share::Share,
};
use uuid::Uuid;

async fn put(storage: &Storage, new: NewDevice, code: &str) -> DeviceState {
    devices::put(storage, new, code.to_owned(), NOW).await.unwrap().unwrap()
}

async fn confirm(storage: &Storage, owner: u128, device: u8, code: &str) -> Result<bool, Error> {
    devices::confirm(storage, browser(owner), Uuid::from_u128(device.into()), code.to_owned()).await
}

async fn states(storage: &Storage, owner: u128) -> Vec<DeviceState> {
    devices::list(storage, browser(owner)).await.unwrap().iter().map(|device| device.state).collect()
}

#[tokio::test]
async fn a_list_leaves_out_a_device_in_a_state_of_a_newer_version() {
    let database = TestDatabase::create();
    let storage = database.storage();
    for number in 1..=2 {
        put(&storage, device_of(browser(1), number), "code").await;
    }
    database.execute(&format!(
        "ALTER TABLE devices DROP CONSTRAINT devices_state_check; UPDATE devices SET state = 'asleep' WHERE id = '{}'",
        Uuid::from_u128(1)
    ));
    assert_eq!(states(&storage, 1).await, [DeviceState::Pending]);
}

#[tokio::test]
async fn a_device_is_active_once_it_has_sent_its_code_back() {
    let database = TestDatabase::create();
    let storage = database.storage();
    let device = device_of(browser(1), 1);
    assert_eq!(put(&storage, device.clone(), "code").await, DeviceState::Pending);
    assert!(!confirm(&storage, 1, 1, "other").await.unwrap());
    assert_eq!(states(&storage, 1).await, [DeviceState::Pending]);
    assert!(matches!(confirm(&storage, 2, 1, "code").await, Err(Error::NotFound)));
    assert!(confirm(&storage, 1, 1, "code").await.unwrap());
    assert_eq!(states(&storage, 1).await, [DeviceState::Active]);

    // Registering the same subscription again only changes the preferences, and sends no code.
    database.execute("DELETE FROM pushes");
    let told = NewDevice { language: "ja".to_owned(), hides_labels: true, ..device.clone() };
    assert_eq!(put(&storage, told, "new").await, DeviceState::Active);
    let [Device { language, hides_labels, .. }] = &devices::list(&storage, browser(1)).await.unwrap()[..] else {
        unreachable!("one device was put")
    };
    assert_eq!((language.as_str(), *hides_labels), ("ja", true));
    assert_eq!(database.query("SELECT purpose AS value FROM pushes"), [""; 0]);
    // Another subscription has to be confirmed.
    let mut moved = device;
    moved.address.endpoint = "https://push.example/moved".to_owned();
    assert_eq!(put(&storage, moved, "newer").await, DeviceState::Pending);
    assert_eq!(database.query("SELECT code AS value FROM pushes"), ["newer"]);
}

#[tokio::test]
async fn an_endpoint_belongs_to_the_device_that_confirms_it() {
    let database = TestDatabase::create();
    let storage = database.storage();
    put(&storage, device_of(browser(1), 1), "one").await;
    confirm(&storage, 1, 1, "one").await.unwrap();
    let mut same = device_of(browser(2), 2);
    same.address.endpoint = device_of(browser(1), 1).address.endpoint;
    put(&storage, same, "two").await;
    assert_eq!(
        (states(&storage, 1).await, states(&storage, 2).await),
        (vec![DeviceState::Active], vec![DeviceState::Pending])
    );
    confirm(&storage, 2, 2, "two").await.unwrap();
    assert_eq!((states(&storage, 1).await, states(&storage, 2).await), (vec![], vec![DeviceState::Active]));
}

#[tokio::test]
async fn the_eleventh_device_replaces_the_oldest() {
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
async fn a_device_is_deleted_with_its_messages_and_only_by_its_browser() {
    let database = TestDatabase::create();
    let storage = database.storage();
    put(&storage, device_of(browser(1), 1), "code").await;
    let id = Uuid::from_u128(1);
    assert!(matches!(devices::remove(&storage, browser(2), id, NOW).await, Err(Error::NotFound)));
    devices::remove(&storage, browser(1), id, NOW).await.unwrap();
    assert!(matches!(devices::remove(&storage, browser(1), id, NOW).await, Err(Error::NotFound)));
    assert_eq!(database.query("SELECT purpose AS value FROM pushes"), [""; 0]);
}

#[tokio::test]
async fn only_an_active_device_gets_a_test() {
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
async fn a_device_that_both_browsers_have_exists_once_after_the_hand_over() {
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

/// An account with sessions 1, 2 and 3, an active device of each, and one that was registered without a session.
async fn with_a_device_of_each_session(storage: &Storage) -> Account {
    let account = accounts::register(storage, account_of(browser(1), "Ann"), session(1), NOW).await.unwrap();
    for number in [2, 3] {
        accounts::sign_in(storage, account.id, session(number), None, NOW).await.unwrap();
    }
    for number in 1..=4 {
        let new = NewDevice { session: (number < 4).then(|| token(number)), ..device_of(browser(1), number) };
        put(storage, new, "code").await;
        confirm(storage, 1, number, "code").await.unwrap();
    }
    account
}

async fn active(storage: &Storage, owner: BrowserId) -> Vec<u128> {
    let devices = devices::list(storage, owner).await.unwrap();
    let active = devices.iter().filter(|device| device.state == DeviceState::Active);
    active.map(|device| device.id.as_u128()).collect()
}

#[tokio::test]
async fn a_session_that_ends_deletes_only_its_own_devices() {
    let database = TestDatabase::create();
    let storage = database.storage();
    let account = with_a_device_of_each_session(&storage).await;
    let sessions = sessions::of_account(&storage, account.id, Some(token(2)), NOW).await.unwrap();
    let second = sessions.iter().find(|session| session.is_current).unwrap();
    let renewed = renewal::end_session(&storage, account.id, second.id, NOW).await.unwrap();
    // Another person who knew the old browser id may own the device without a session.
    assert_eq!(active(&storage, renewed.account.browser).await, [1, 3]);
    assert_eq!(database.query("SELECT count(*)::text AS value FROM devices"), ["2"]);
    // The devices still belong to their sessions.
    sessions::end(&storage, token(1)).await.unwrap();
    assert_eq!(active(&storage, renewed.account.browser).await, [3]);
}

#[tokio::test]
async fn the_device_of_the_current_session_survives_sign_out_everywhere_and_a_new_password() {
    for changes_password in [false, true] {
        let database = TestDatabase::create();
        let storage = database.storage();
        let account = with_a_device_of_each_session(&storage).await;
        let replacing = NewSession { replaces: Some(token(2)), ..session(9) };
        let renewed = if changes_password {
            let (_, old) = accounts::password_of(&storage, account.username.clone()).await.unwrap().unwrap();
            renewal::change_password(&storage, account.id, old.clone(), old, replacing, NOW).await.unwrap()
        } else {
            renewal::end_all_sessions(&storage, account.id, replacing, NOW).await.unwrap()
        };
        assert_eq!(active(&storage, renewed.account.browser).await, [2]);
        assert_eq!(database.query("SELECT count(*)::text AS value FROM devices"), ["1"]);
        // The device belongs to the new session.
        sessions::end(&storage, token(9)).await.unwrap();
        assert_eq!(active(&storage, renewed.account.browser).await, [0; 0]);
    }
}

#[tokio::test]
async fn a_device_is_only_assigned_to_a_session_of_its_browsers_account() {
    let database = TestDatabase::create();
    let storage = database.storage();
    let account = accounts::register(&storage, account_of(browser(1), "Ann"), session(1), NOW).await.unwrap();
    accounts::register(&storage, account_of(browser(2), "Bob"), session(2), NOW).await.unwrap();
    for (number, token) in [(1, token(1)), (2, token(2)), (3, token(3))] {
        put(&storage, NewDevice { session: Some(token), ..device_of(browser(1), number) }, "code").await;
    }
    let known = "SELECT coalesce(session::text, 'none') AS value FROM devices ORDER BY number";
    let own = sessions::of_account(&storage, account.id, None, NOW).await.unwrap()[0].id.to_string();
    assert_eq!(database.query(known), [&own, "none", "none"]);
    let late = NOW + SESSION_LIFETIME;
    let again = NewDevice { session: Some(token(1)), ..device_of(browser(1), 1) };
    devices::put(&storage, again, "code".to_owned(), late).await.unwrap();
    assert_eq!(database.query(known), ["none"; 3]);
}

#[tokio::test]
async fn a_device_from_before_the_session_is_assigned_to_it() {
    let database = TestDatabase::create();
    let storage = database.storage();
    put(&storage, device_of(browser(1), 1), "code").await;
    let account = accounts::register(&storage, account_of(browser(1), "Ann"), session(1), NOW).await.unwrap();
    put(&storage, device_of(browser(2), 2), "code").await;
    accounts::sign_in(&storage, account.id, session(2), Some(browser(2)), NOW).await.unwrap();
    // The same browser signs in again.
    let again = NewSession { replaces: Some(token(2)), ..session(3) };
    accounts::sign_in(&storage, account.id, again, None, NOW).await.unwrap();
    sessions::end(&storage, token(1)).await.unwrap();
    let left = devices::list(&storage, browser(1)).await.unwrap();
    assert_eq!(left.iter().map(|device| device.id.as_u128()).collect::<Vec<_>>(), [2]);
    // It signs in to another account: the devices of the previous account no longer ring here.
    let other = account_of(browser(3), "Bob");
    accounts::register(&storage, other, NewSession { replaces: Some(token(3)), ..session(4) }, NOW).await.unwrap();
    assert_eq!(states(&storage, 1).await, []);
}

#[tokio::test]
async fn a_removed_device_does_not_register_itself_again_but_a_lost_one_does() {
    let database = TestDatabase::create();
    let storage = database.storage();
    let again = async |number| devices::put(&storage, device_of(browser(1), number), "code".to_owned(), NOW).await;
    put(&storage, device_of(browser(1), 1), "code").await;
    put(&storage, device_of(browser(1), 2), "code").await;
    devices::remove(&storage, browser(1), Uuid::from_u128(1), NOW).await.unwrap();
    database.execute("DELETE FROM devices");
    assert_eq!((again(1).await.unwrap(), again(2).await.unwrap()), (None, Some(DeviceState::Pending)));
    assert_eq!(states(&storage, 1).await, [DeviceState::Pending]);
    devices::sweep(&storage, NOW + Duration::days(400)).await.unwrap();
    assert_eq!(again(1).await.unwrap(), None);
    devices::sweep(&storage, NOW + Duration::days(401)).await.unwrap();
    assert_eq!(again(1).await.unwrap(), Some(DeviceState::Pending));
}

#[tokio::test]
async fn only_devices_that_never_confirmed_or_have_failed_for_long_are_deleted() {
    let database = TestDatabase::create();
    let storage = database.storage();
    for number in 1..=4 {
        put(&storage, device_of(browser(1), number), "code").await;
    }
    for number in [2, 3, 4] {
        confirm(&storage, 1, number, "code").await.unwrap();
    }
    database.execute("UPDATE devices SET state = 'failing', failing_since = put_at WHERE number = 3");
    let swept = async |days: i64| {
        let swept = devices::sweep(&storage, NOW + Duration::days(days) + Duration::SECOND).await.unwrap();
        assert_eq!(swept.held_back, None);
        swept.devices
    };
    assert_eq!((swept(0).await, swept(1).await, swept(29).await, swept(30).await), (0, 1, 0, 1));
    // A year without a push: the owner may open the page whenever it rings.
    assert_eq!(swept(402).await, 0);
    assert_eq!(database.query("SELECT state AS value FROM devices"), ["active"; 2]);
}

#[tokio::test]
async fn so_many_failing_devices_that_a_clock_may_be_wrong_stay() {
    let database = TestDatabase::create();
    let storage = database.storage();
    for number in 1..=60 {
        put(&storage, device_of(browser(number.into()), number), "code").await;
    }
    database.execute("UPDATE devices SET state = 'failing', failing_since = put_at");
    let swept = devices::sweep(&storage, NOW + Duration::days(402)).await.unwrap();
    assert_eq!((swept.devices, swept.held_back), (0, Some(Share { over: 60, all: 60 })));
    database.execute("DELETE FROM devices WHERE number > 50");
    assert_eq!(devices::sweep(&storage, NOW + Duration::days(402)).await.unwrap().devices, 50);
}

#[tokio::test]
async fn nothing_is_left_of_a_session_that_has_expired() {
    let database = TestDatabase::create();
    let storage = database.storage();
    with_a_device_of_each_session(&storage).await;
    sessions::purge(&storage, NOW + SESSION_LIFETIME).await.unwrap();
    assert_eq!(database.query("SELECT id::text AS value FROM sessions"), [""; 0]);
    // Every column that names a session or a device, as the schema has them.
    let columns = database.query(
        "SELECT relname || ' ' || attname AS value FROM pg_class JOIN pg_attribute ON attrelid = pg_class.oid \
         WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') \
         AND attname IN ('session', 'session_id', 'device', 'device_id') ORDER BY 1",
    );
    assert_eq!(columns, ["devices session", "pushes device"]);
    for column in columns {
        let (table, column) = column.split_once(' ').unwrap();
        let (owner, key) = if column.starts_with("session") { ("sessions", "id") } else { ("devices", "number") };
        let orphans = format!(
            "SELECT {column}::text AS value FROM {table} WHERE {column} IS NOT NULL \
             AND {column} NOT IN (SELECT {key} FROM {owner})"
        );
        assert_eq!(database.query(&orphans), [""; 0], "{table}");
    }
    // The device that was registered without a session stays.
    assert_eq!(active(&storage, browser(1)).await, [4]);
}

#[tokio::test]
async fn deleting_a_browser_deletes_the_messages_for_its_devices() {
    let database = TestDatabase::create();
    let storage = database.storage();
    put(&storage, device_of(browser(1), 1), "code").await;
    browsers::forget(&storage, browser(1), None, None, NOW).await.unwrap();
    assert_eq!(database.query("SELECT purpose AS value FROM pushes"), [""; 0]);
}

#[tokio::test]
async fn keys_are_created_once_and_an_operators_key_comes_first() {
    let database = TestDatabase::create();
    let storage = database.storage();
    let of = async |chosen: Option<&[u8]>, fresh: &[u8]| {
        let chosen = chosen.map(<[u8]>::to_vec);
        server_keys::of(&storage, server_keys::KeyPurpose::Vapid, chosen, fresh.to_vec()).await.unwrap()
    };
    assert_eq!(of(None, b"one").await, [b"one"]);
    assert_eq!(of(None, b"two").await, [b"one"]);
    assert_eq!(of(Some(b"own"), b"two").await, [&b"own"[..], b"one"]);
    assert_eq!(of(Some(b"one"), b"two").await, [&b"one"[..], b"own"]);
    let other = server_keys::of(&storage, server_keys::KeyPurpose::Token, None, b"token".to_vec()).await.unwrap();
    assert_eq!(other, [b"token"]);
}
