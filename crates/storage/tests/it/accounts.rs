//! Accounts and sessions: what registering and signing in do with a browser's data, and when sessions end.

use time::{Duration, OffsetDateTime};
use tokibako_domain::{
    account::{AccountId, SESSION_LIFETIME, Username, VISIT_PRECISION},
    alarm::Alarm,
    firing::Kind,
    occurrence::Repeat,
    timer::Timer,
};
use tokibako_storage::{
    Error, Storage, accounts, alarms, browsers,
    due::{self, Batch},
    log::{self, ReplayFrom},
    owned,
    sessions::{self, NewSession},
    testing::{
        TestDatabase, next_due,
        sample::{NOW, account_of, alarm_at, browser, session, timer_of, token},
    },
    timers,
};
use uuid::Uuid;

async fn is_signed_in(storage: &Storage, number: u8, now: OffsetDateTime) -> bool {
    sessions::signed_in(storage, token(number), now).await.unwrap().is_some()
}

#[tokio::test]
async fn registering_keeps_the_browser_id_and_signs_in() {
    let database = TestDatabase::create();
    let storage = database.storage();
    let account = accounts::register(&storage, account_of(browser(1), "Ann"), session(1), NOW).await.unwrap();
    assert_eq!((account.browser, account.username.as_str(), account.last_visited), (browser(1), "Ann", NOW));
    let found = sessions::signed_in(&storage, token(1), NOW).await.unwrap().unwrap();
    assert_eq!((found.account, found.is_prolonged), (account.clone(), false));
    assert!(!is_signed_in(&storage, 2, NOW).await);

    let name = |text| Username::parse(text).unwrap();
    let (id, kept) = accounts::password_of(&storage, name("ＡＮＮ")).await.unwrap().unwrap();
    assert_eq!((id, kept), (account.id, account_of(browser(1), "Ann").password_hash));
    assert_eq!(accounts::password_of(&storage, name("Anna")).await.unwrap(), None);
}

#[tokio::test]
async fn a_name_is_unique_regardless_of_case() {
    let database = TestDatabase::create();
    let storage = database.storage();
    accounts::register(&storage, account_of(browser(1), "Ann"), session(1), NOW).await.unwrap();
    for (at, name) in [(1, "ANN"), (2, "ann")] {
        let again = accounts::register(&storage, account_of(browser(at), name), session(2), NOW).await;
        assert!(matches!(again, Err(Error::UsernameTaken)), "{again:?}");
    }
    assert!(!is_signed_in(&storage, 2, NOW).await);
}

#[tokio::test]
async fn one_of_two_concurrent_registrations_gets_the_name() {
    let database = TestDatabase::create();
    let storage = database.storage();
    let register =
        |number: u8| accounts::register(&storage, account_of(browser(number.into()), "Ann"), session(number), NOW);
    let (one, other) = tokio::join!(register(1), register(2));
    assert_eq!(usize::from(one.is_ok()) + usize::from(other.is_ok()), 1);
    let refused = one.and(other).unwrap_err();
    assert!(matches!(refused, Error::UsernameTaken), "{refused:?}");
}

#[tokio::test]
async fn a_second_account_of_one_browser_gets_its_own_browser_id() {
    let database = TestDatabase::create();
    let storage = database.storage();
    let ann = accounts::register(&storage, account_of(browser(1), "Ann"), session(1), NOW).await.unwrap();
    let ben = accounts::register(&storage, account_of(browser(1), "Ben"), session(2), NOW).await.unwrap();
    assert_eq!(ann.browser, browser(1));
    assert_ne!(ben.browser, browser(1));
}

#[tokio::test]
async fn signing_in_replaces_only_the_presented_session() {
    let database = TestDatabase::create();
    let storage = database.storage();
    let account = accounts::register(&storage, account_of(browser(1), "Ann"), session(1), NOW).await.unwrap();
    accounts::sign_in(&storage, account.id, session(2), None, NOW).await.unwrap();
    let rotated = NewSession { replaces: Some(token(2)), ..session(3) };
    let later = NOW + Duration::DAY;
    let again = accounts::sign_in(&storage, account.id, rotated, None, later).await.unwrap();
    assert_eq!((again.id, again.last_visited), (account.id, later));
    assert!(is_signed_in(&storage, 1, NOW).await);
    assert!(!is_signed_in(&storage, 2, NOW).await);
    assert!(is_signed_in(&storage, 3, NOW).await);
    sessions::end(&storage, token(3)).await.unwrap();
    sessions::end(&storage, token(3)).await.unwrap();
    assert!(!is_signed_in(&storage, 3, NOW).await);
    assert!(is_signed_in(&storage, 1, NOW).await);

    let gone = accounts::sign_in(&storage, AccountId(account.id.0 + 1), session(9), None, NOW).await;
    assert!(matches!(gone, Err(Error::NotFound)));
    assert!(!is_signed_in(&storage, 9, NOW).await);
}

#[tokio::test]
async fn a_session_lasts_as_long_as_it_is_used() {
    let database = TestDatabase::create();
    let storage = database.storage();
    accounts::register(&storage, account_of(browser(1), "Ann"), session(1), NOW).await.unwrap();
    let visit = async |now| sessions::signed_in(&storage, token(1), now).await.unwrap();

    let soon = visit(NOW + VISIT_PRECISION).await.unwrap();
    assert_eq!((soon.is_prolonged, soon.account.last_visited), (false, NOW));
    let late = NOW + SESSION_LIFETIME - Duration::SECOND;
    let prolonged = visit(late).await.unwrap();
    assert_eq!((prolonged.is_prolonged, prolonged.account.last_visited), (true, late));
    assert_eq!(visit(late).await.map(|found| (found.is_prolonged, found.account)), Some((false, prolonged.account)));

    assert_eq!(sessions::purge(&storage, late + SESSION_LIFETIME - Duration::SECOND).await.unwrap(), 0);
    assert_eq!(visit(late + SESSION_LIFETIME).await, None);
    assert_eq!(sessions::purge(&storage, late + SESSION_LIFETIME).await.unwrap(), 1);
}

#[tokio::test]
async fn signing_in_hands_over_what_the_browser_owns_if_asked() {
    let database = TestDatabase::create();
    let storage = database.storage();
    let ann = accounts::register(&storage, account_of(browser(1), "Ann"), session(1), NOW).await.unwrap();
    let alarm = alarms::insert(&storage, alarm_at(browser(2), "07:00", Repeat::Daily, NOW)).await.unwrap();
    let timer = timers::insert(&storage, timer_of(browser(2), 60, NOW)).await.unwrap();
    let others = timers::insert(&storage, timer_of(browser(3), 60, NOW)).await.unwrap();
    let next = next_due(&storage).await;

    accounts::sign_in(&storage, ann.id, session(2), None, NOW).await.unwrap();
    assert_eq!(alarms::list(&storage, browser(1)).await.unwrap(), []);

    accounts::sign_in(&storage, ann.id, session(3), Some(browser(2)), NOW).await.unwrap();
    let brought = alarms::list(&storage, browser(1)).await.unwrap();
    assert_eq!(brought.iter().map(|it| (it.id, it.arming)).collect::<Vec<_>>(), [(alarm.id, alarm.arming)]);
    let brought = timers::list(&storage, browser(1)).await.unwrap();
    assert_eq!(brought.iter().map(|it| (it.id, it.countdown)).collect::<Vec<_>>(), [(timer.id, timer.countdown)]);
    assert_eq!(alarms::list(&storage, browser(2)).await.unwrap(), []);
    assert_eq!(timers::list(&storage, browser(2)).await.unwrap(), []);
    assert_eq!(timers::list(&storage, browser(3)).await.unwrap(), [others]);
    assert_eq!(next_due(&storage).await, next);
}

#[tokio::test]
async fn rows_with_a_key_that_the_account_has_already_are_handed_over_without_it() {
    const KEYS: [Uuid; 2] = [Uuid::from_u128(1), Uuid::from_u128(2)];
    let database = TestDatabase::create();
    let storage = database.storage();
    let ann = accounts::register(&storage, account_of(browser(1), "Ann"), session(1), NOW).await.unwrap();
    for (owner, key) in [(1, KEYS[0]), (2, KEYS[0]), (2, KEYS[1])] {
        let alarm = alarm_at(browser(owner), "07:00", Repeat::Daily, NOW);
        owned::insert::<Alarm>(&storage, alarm, None, Some(key)).await.unwrap();
        owned::insert::<Timer>(&storage, timer_of(browser(owner), 60, NOW), None, Some(key)).await.unwrap();
    }
    accounts::sign_in(&storage, ann.id, session(2), Some(browser(2)), NOW).await.unwrap();
    for (table, rows) in [("alarms", 3), ("timers", 3)] {
        let own = format!("FROM {table} WHERE browser_id = '{}'", browser(1).as_uuid());
        assert_eq!(database.query(&format!("SELECT count(*)::text AS value {own}")), [rows.to_string()]);
        let keys = format!("SELECT client_key::text AS value {own} AND client_key IS NOT NULL ORDER BY client_key");
        assert_eq!(database.query(&keys), KEYS.map(|key| key.to_string()));
    }
    // A repeated request still finds the row that it created.
    let again = alarm_at(browser(1), "07:00", Repeat::Daily, NOW);
    owned::insert::<Alarm>(&storage, again, None, Some(KEYS[1])).await.unwrap();
    assert_eq!(alarms::list(&storage, browser(1)).await.unwrap().len(), 3);
}

#[tokio::test]
async fn an_account_has_fifty_sessions_and_the_longest_unused_one_ends() {
    let database = TestDatabase::create();
    let storage = database.storage();
    let ann = accounts::register(&storage, account_of(browser(1), "Ann"), session(1), NOW).await.unwrap();
    for number in 2..=51 {
        let now = NOW + Duration::minutes(number.into());
        accounts::sign_in(&storage, ann.id, session(number), None, now).await.unwrap();
    }
    let is_signed_in = async |number| sessions::signed_in(&storage, token(number), NOW).await.unwrap().is_some();
    assert_eq!((is_signed_in(1).await, is_signed_in(2).await, is_signed_in(51).await), (false, true, true));
}

#[tokio::test]
async fn a_hand_over_beyond_the_highest_limit_moves_nothing_and_signs_nobody_in() {
    let database = TestDatabase::create();
    let storage = database.storage();
    let ann = accounts::register(&storage, account_of(browser(1), "Ann"), session(1), NOW).await.unwrap();
    let copies = |table: &str, number, rows| {
        database.execute(&format!(
            "INSERT INTO {table} (browser_id, sound, created_at, {columns}) SELECT '{id}', 'chime', now(), {values} \
             FROM generate_series(1, {rows})",
            columns = if table == "alarms" {
                "minute_of_day, repeat, timezone, snooze_minutes"
            } else {
                "total_seconds, remaining_ms"
            },
            values = if table == "alarms" { "420, 'daily', 'UTC', 9" } else { "60, 60000" },
            id = browser(number).as_uuid(),
        ));
    };
    let owned = async |number| {
        let owned = browsers::owned_data(&storage, browser(number)).await.unwrap();
        (owned.alarms.len(), owned.timers.len())
    };
    copies("alarms", 1, 600);
    copies("timers", 1, 600);
    copies("alarms", 2, 400);
    copies("timers", 2, 401);
    let full = accounts::sign_in(&storage, ann.id, session(2), Some(browser(2)), NOW).await;
    assert!(matches!(full, Err(Error::Full)), "{full:?}");
    assert_eq!((owned(1).await, owned(2).await), ((600, 600), (400, 401)));
    assert!(sessions::signed_in(&storage, token(2), NOW).await.unwrap().is_none());

    database.execute("DELETE FROM timers WHERE id = (SELECT max(id) FROM timers)");
    accounts::sign_in(&storage, ann.id, session(2), Some(browser(2)), NOW).await.unwrap();
    assert_eq!((owned(1).await, owned(2).await), ((1_000, 1_000), (0, 0)));
}

#[tokio::test]
async fn handed_over_rings_are_replayed_to_a_reconnecting_stream() {
    let database = TestDatabase::create();
    let storage = database.storage();
    let ann = accounts::register(&storage, account_of(browser(1), "Ann"), session(1), NOW).await.unwrap();
    timers::insert(&storage, timer_of(browser(2), 60, NOW)).await.unwrap();
    let later = NOW + Duration::MINUTE;
    let decide = |timer: tokibako_domain::timer::Timer| due::Decision { after: timer.completed(), rings: true };
    assert_eq!(due::claim(&storage, later, Batch::oldest(10), decide).await.unwrap().rings, 1);

    accounts::sign_in(&storage, ann.id, session(2), Some(browser(2)), later).await.unwrap();
    let replay = |number| log::replay(&storage, browser(number), Some(Kind::Timer), ReplayFrom::Start, NOW);
    assert_eq!(replay(1).await.unwrap().missed.len(), 1);
    assert_eq!(replay(2).await.unwrap().missed.len(), 0);
}

#[tokio::test]
async fn nothing_is_taken_from_another_account() {
    let database = TestDatabase::create();
    let storage = database.storage();
    let ann = accounts::register(&storage, account_of(browser(1), "Ann"), session(1), NOW).await.unwrap();
    accounts::register(&storage, account_of(browser(2), "Ben"), session(2), NOW).await.unwrap();
    let timer = timers::insert(&storage, timer_of(browser(2), 60, NOW)).await.unwrap();
    accounts::sign_in(&storage, ann.id, session(3), Some(browser(2)), NOW).await.unwrap();
    assert_eq!(timers::list(&storage, browser(2)).await.unwrap(), [timer]);
    // Signing in at the account's own browser loses nothing either.
    let own = timers::insert(&storage, timer_of(browser(1), 60, NOW)).await.unwrap();
    accounts::sign_in(&storage, ann.id, session(4), Some(browser(1)), NOW).await.unwrap();
    assert_eq!(timers::list(&storage, browser(1)).await.unwrap(), [own]);
}

#[tokio::test]
async fn forgetting_a_browser_deletes_all_its_data_and_nothing_else() {
    let database = TestDatabase::create();
    let storage = database.storage();
    let ann = accounts::register(&storage, account_of(browser(1), "Ann"), session(1), NOW).await.unwrap();
    accounts::sign_in(&storage, ann.id, session(2), None, NOW).await.unwrap();
    alarms::insert(&storage, alarm_at(browser(1), "07:00", Repeat::Daily, NOW)).await.unwrap();
    timers::insert(&storage, timer_of(browser(1), 60, NOW)).await.unwrap();
    let others = timers::insert(&storage, timer_of(browser(2), 3_600, NOW)).await.unwrap();
    let decide = |timer: tokibako_domain::timer::Timer| due::Decision { after: timer.completed(), rings: true };
    assert_eq!(due::claim(&storage, NOW + Duration::MINUTE, Batch::oldest(10), decide).await.unwrap().rings, 1);

    let owned = browsers::owned_data(&storage, browser(1)).await.unwrap();
    assert_eq!((owned.alarms.len(), owned.timers.len(), owned.seen_at), (1, 1, Some(NOW)));
    browsers::forget(&storage, browser(1), Some(ann.id), Some(token(1)), NOW).await.unwrap();

    let owned = browsers::owned_data(&storage, browser(1)).await.unwrap();
    assert_eq!((owned.alarms.len(), owned.timers.len(), owned.seen_at), (0, 0, None));
    let replay = log::replay(&storage, browser(1), Some(Kind::Timer), ReplayFrom::Start, NOW).await.unwrap();
    assert_eq!(replay.missed, []);
    assert!(!is_signed_in(&storage, 1, NOW).await);
    assert!(!is_signed_in(&storage, 2, NOW).await);
    assert_eq!(accounts::password_of(&storage, Username::parse("Ann").unwrap()).await.unwrap(), None);
    assert_eq!(timers::list(&storage, browser(2)).await.unwrap(), [others]);
}

#[tokio::test]
async fn an_account_survives_the_deletion_of_another_browser() {
    let database = TestDatabase::create();
    let storage = database.storage();
    let ann = accounts::register(&storage, account_of(browser(1), "Ann"), session(1), NOW).await.unwrap();
    let refused = browsers::forget(&storage, browser(2), Some(ann.id), None, NOW).await;
    assert!(matches!(refused, Err(Error::Conflict(_))), "{refused:?}");
    assert!(is_signed_in(&storage, 1, NOW).await);
    browsers::forget(&storage, browser(1), None, None, NOW).await.unwrap();
    assert!(is_signed_in(&storage, 1, NOW).await);
}
