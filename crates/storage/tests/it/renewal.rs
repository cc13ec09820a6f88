//! An account that gets a new browser id: what moves, and which sessions end.

use time::{Duration, OffsetDateTime};
use tokibako_domain::{
    account::{Account, PasswordHash},
    browser_id::BrowserId,
    occurrence::Repeat,
};
use tokibako_storage::{
    Error, Storage,
    accounts::{self, renewal},
    alarms, browser_ids, browsers,
    sessions::{self, Agent, NewSession},
    testing::{
        TestDatabase,
        hold::Hold,
        sample::{NOW, account_of, alarm_at, browser, session, token},
    },
};
use tokio::spawn;

/// Ann's account, with an alarm and the sessions 1 and 2.
async fn ann(storage: &Storage) -> Account {
    let ann = accounts::register(storage, account_of(browser(1), "Ann"), session(1), NOW).await.unwrap();
    accounts::sign_in(storage, ann.id, session(2), None, NOW).await.unwrap();
    alarms::insert(storage, alarm_at(browser(1), "07:00", Repeat::Daily, NOW)).await.unwrap();
    ann
}

async fn is_signed_in(storage: &Storage, number: u8) -> bool {
    sessions::account_of(storage, token(number), NOW).await.unwrap().is_some()
}

fn replacing(old: u8, new: u8) -> NewSession {
    NewSession { replaces: Some(token(old)), ..session(new) }
}

#[tokio::test]
async fn a_new_password_moves_everything_and_ends_all_other_sessions() {
    let database = TestDatabase::create();
    let storage = database.storage();
    let ann = ann(&storage).await;
    let old = account_of(browser(1), "Ann").password_hash;
    let new = PasswordHash("another hash".to_owned());
    let renewed =
        renewal::change_password(&storage, ann.id, old.clone(), new.clone(), replacing(1, 3), NOW).await.unwrap();
    assert_eq!((renewed.account.id, renewed.ended), (ann.id, browser(1)));
    assert_ne!(renewed.account.browser, browser(1));
    let list = alarms::list(&storage, browser(1)).await;
    assert!(matches!(list, Err(Error::Renewed)), "{list:?}");
    assert_eq!(alarms::list(&storage, renewed.account.browser).await.unwrap().len(), 1);
    let left = [is_signed_in(&storage, 1).await, is_signed_in(&storage, 2).await, is_signed_in(&storage, 3).await];
    assert_eq!(left, [false, false, true]);
    let kept = accounts::password_of(&storage, ann.username).await.unwrap();
    assert_eq!(kept, Some((ann.id, new.clone())));

    // The password was changed after it was checked.
    let late = renewal::change_password(&storage, ann.id, old, new, replacing(3, 4), NOW).await;
    assert!(matches!(late, Err(Error::NotFound)), "{late:?}");
    assert!(is_signed_in(&storage, 3).await);
}

#[tokio::test]
async fn signing_out_everywhere_needs_a_valid_session() {
    let database = TestDatabase::create();
    let storage = database.storage();
    let ann = ann(&storage).await;
    let renewed = renewal::end_all_sessions(&storage, ann.id, replacing(2, 3), NOW).await.unwrap();
    assert!(!is_signed_in(&storage, 1).await && !is_signed_in(&storage, 2).await);
    assert!(is_signed_in(&storage, 3).await);
    for stale in [replacing(1, 4), session(4)] {
        let late = renewal::end_all_sessions(&storage, ann.id, stale, NOW).await;
        assert!(matches!(late, Err(Error::NotFound)), "{late:?}");
    }
    let own = browsers::owned_data(&storage, renewed.account.browser).await.unwrap();
    assert_eq!(own.alarms.len(), 1);
}

#[tokio::test]
async fn one_session_ends_and_the_others_get_the_new_id() {
    let database = TestDatabase::create();
    let storage = database.storage();
    let ann = ann(&storage).await;
    let ben = accounts::register(&storage, account_of(browser(9), "Ben"), session(9), NOW).await.unwrap();
    let sessions = sessions::of_account(&storage, ann.id, Some(token(2)), NOW).await.unwrap();
    let [current, other] = &*sessions else { panic!("{sessions:?}") };
    assert!(current.is_current && !other.is_current);

    let strangers = renewal::end_session(&storage, ben.id, other.id, NOW).await;
    assert!(matches!(strangers, Err(Error::NotFound)), "{strangers:?}");
    assert!(is_signed_in(&storage, 1).await);

    let renewed = renewal::end_session(&storage, ann.id, other.id, NOW).await.unwrap();
    assert!(!is_signed_in(&storage, 1).await);
    let account = sessions::account_of(&storage, token(2), NOW).await.unwrap().unwrap();
    assert_eq!(account.browser, renewed.account.browser);
    assert_ne!(account.browser, browser(1));
}

#[tokio::test]
async fn a_deletion_fails_if_the_data_have_moved_to_a_new_id() {
    let database = TestDatabase::create();
    let storage = database.storage();
    let ann = ann(&storage).await;
    let renewed = renewal::end_all_sessions(&storage, ann.id, replacing(2, 3), NOW).await.unwrap();
    let late = browsers::forget(&storage, browser(1), Some(ann.id), Some(token(3)), NOW).await;
    assert!(matches!(late, Err(Error::Renewed)), "{late:?}");
    assert!(is_signed_in(&storage, 3).await);

    let now_owned = renewed.account.browser;
    for _ in 0..2 {
        browsers::forget(&storage, now_owned, Some(ann.id), Some(token(3)), NOW).await.unwrap();
    }
    assert!(!is_signed_in(&storage, 3).await);
    assert_eq!(alarms::list(&storage, now_owned).await.unwrap(), []);
}

#[tokio::test]
async fn a_deletion_that_waits_for_a_renewal_fails() {
    let database = TestDatabase::create();
    let storage = database.storage();
    let ann = ann(&storage).await;
    let lock = format!("SELECT FROM browsers WHERE id = '{}' FOR UPDATE", browser(1).as_uuid());
    // Acts as the renewal.
    let mut renewing = Hold::of_rows(&database, &lock);
    let forgetting = spawn({
        let storage = storage.clone();
        async move { browsers::forget(&storage, browser(1), Some(ann.id), Some(token(2)), NOW).await }
    });
    renewing.until_waiting(1).await;
    let (old, new) = (browser(1).as_uuid(), browser(2).as_uuid());
    renewing.commit(&format!(
        "UPDATE accounts SET browser_id = '{new}'; UPDATE alarms SET browser_id = '{new}'; \
         DELETE FROM browsers WHERE id = '{old}'; \
         INSERT INTO renewed_ids SELECT '{old}', id, now() FROM accounts"
    ));
    let late = forgetting.await.unwrap();
    assert!(matches!(late, Err(Error::Renewed)), "{late:?}");
    assert!(is_signed_in(&storage, 2).await);
    assert_eq!(alarms::list(&storage, browser(2)).await.unwrap().len(), 1);
    assert_eq!(database.query("SELECT id::text AS value FROM browsers"), [""; 0]);
}

/// Gives the account `times` new ids from `now` on, with sessions that begin anew each time; returns the ids it gave up.
async fn renewed(storage: &Storage, account: &Account, times: usize, now: OffsetDateTime) -> Vec<BrowserId> {
    let mut ended = Vec::new();
    for seconds in 0..times {
        let now = now + Duration::seconds(seconds.try_into().unwrap());
        let first = 100 + 2 * u8::try_from(account.id.0).unwrap();
        let (last, next) = if seconds % 2 == 0 { (first, first + 1) } else { (first + 1, first) };
        if seconds == 0 {
            accounts::sign_in(storage, account.id, session(last), None, now).await.unwrap();
        }
        ended.push(renewal::end_all_sessions(storage, account.id, replacing(last, next), now).await.unwrap().ended);
    }
    ended
}

#[tokio::test]
async fn a_renewed_id_is_remembered_as_long_as_a_session_lasts_and_its_account() {
    let database = TestDatabase::create();
    let storage = database.storage();
    let ann = ann(&storage).await;
    renewed(&storage, &ann, 1, NOW).await;
    let year = NOW + Duration::days(365);
    assert_eq!(browser_ids::purge_renewed(&storage, year).await.unwrap(), 0);
    let late = alarms::insert(&storage, alarm_at(browser(1), "07:00", Repeat::Daily, year)).await;
    assert!(matches!(late, Err(Error::Renewed)), "{late:?}");
    let taken = accounts::register(&storage, account_of(browser(1), "Ben"), session(7), year).await;
    assert!(matches!(taken, Err(Error::Renewed)), "{taken:?}");
    assert_eq!(browser_ids::purge_renewed(&storage, NOW + browser_ids::KEPT_FOR).await.unwrap(), 0);
    let after = NOW + browser_ids::KEPT_FOR + Duration::SECOND;
    assert_eq!(browser_ids::purge_renewed(&storage, after).await.unwrap(), 1);
    assert_eq!(alarms::list(&storage, browser(1)).await.unwrap(), []);

    let ended = renewed(&storage, &ann, 1, after).await;
    assert!(browser_ids::is_renewed(&storage, ended[0]).await.unwrap());
    let current = accounts::sign_in(&storage, ann.id, session(8), None, after).await.unwrap().browser;
    browsers::forget(&storage, current, Some(ann.id), None, after).await.unwrap();
    assert!(!browser_ids::is_renewed(&storage, ended[0]).await.unwrap());
}

#[tokio::test]
async fn an_account_that_is_renewed_without_end_forgets_its_own_oldest_ids_only() {
    let database = TestDatabase::create();
    let storage = database.storage();
    let ann = ann(&storage).await;
    renewed(&storage, &ann, 1, NOW).await;
    let mallory = accounts::register(&storage, account_of(browser(9), "Mallory"), session(9), NOW).await.unwrap();
    let most = usize::try_from(browser_ids::MOST_OF_ACCOUNT).unwrap();
    let ended = renewed(&storage, &mallory, most + 3, NOW + Duration::HOUR).await;
    for (position, id) in ended.into_iter().enumerate() {
        assert_eq!(browser_ids::is_renewed(&storage, id).await.unwrap(), position >= 3, "{position}");
    }
    assert!(browser_ids::is_renewed(&storage, browser(1)).await.unwrap());
}

#[tokio::test]
async fn sessions_are_listed_by_last_use_with_their_browsers() {
    let database = TestDatabase::create();
    let storage = database.storage();
    let agent = Agent { browser: Some("Firefox".to_owned()), system: None };
    let first = NewSession { agent: agent.clone(), ..session(1) };
    let ann = accounts::register(&storage, account_of(browser(1), "Ann"), first, NOW).await.unwrap();
    accounts::sign_in(&storage, ann.id, session(2), None, NOW + Duration::HOUR).await.unwrap();
    let later = NOW + Duration::DAY;
    sessions::signed_in(&storage, token(1), later).await.unwrap().unwrap();
    let list = sessions::of_account(&storage, ann.id, Some(token(1)), later).await.unwrap();
    let told: Vec<_> = list.iter().map(|it| (&it.agent, it.created_at, it.last_used_at, it.is_current)).collect();
    let since = NOW + Duration::HOUR;
    assert_eq!(told, [(&agent, NOW, later, true), (&Agent::default(), since, since, false)]);
    let much_later = later + Duration::days(400);
    assert_eq!(sessions::of_account(&storage, ann.id, None, much_later).await.unwrap(), []);
}
