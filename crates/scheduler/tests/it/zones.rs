//! Armed alarms after a change of time zone rules.

use time::{Duration, OffsetDateTime, macros::datetime};
use tokibako_domain::occurrence::Repeat;
use tokibako_scheduler::{tick::tick, zones::rearm_all};
use tokibako_storage::{
    Storage, alarms,
    clock::Clock,
    testing::{
        TestDatabase,
        hold::Hold,
        sample::{NOW, alarm_at, browser},
    },
    upkeep::zones::{self, Releases},
};

const SEVEN: OffsetDateTime = NOW.saturating_add(Duration::HOUR);

/// The next rings of a browser's alarms, in the order of their ids.
async fn armed(storage: &Storage) -> Vec<Option<OffsetDateTime>> {
    let alarms = alarms::list(storage, browser(1)).await.unwrap();
    alarms.iter().map(|alarm| alarm.arming.next_trigger()).collect()
}

#[tokio::test]
async fn armed_alarms_move_to_their_instants_by_the_new_rules() {
    let database = TestDatabase::create();
    let storage = database.storage();
    // More than one statement recomputes.
    for _ in 0..3 {
        alarms::insert(&storage, alarm_at(browser(1), "07:00", Repeat::Daily, NOW)).await.unwrap();
    }
    database.execute(&format!(
        "INSERT INTO alarms (browser_id, minute_of_day, repeat, timezone, sound, snooze_minutes, next_trigger, created_at) \
         SELECT '{}', 420, 'daily', 'UTC', 'chime', 9, '{}', '{NOW}' FROM generate_series(1, 600); \
         UPDATE alarms SET next_trigger = NULL WHERE id = 1; \
         UPDATE alarms SET next_trigger = '{}', snoozed_until = '{}' WHERE id = 2",
        browser(2).as_uuid(),
        SEVEN - Duration::HOUR + Duration::MINUTE,
        NOW + Duration::minutes(3),
        NOW + Duration::minutes(3),
    ));
    assert_eq!(rearm_all(&storage, &Clock::simulated(|| NOW)).await.unwrap(), 600);
    assert_eq!(armed(&storage).await, [None, Some(NOW + Duration::minutes(3)), Some(SEVEN)]);
    assert_eq!(tick(&storage, NOW + Duration::minutes(3)).await.unwrap().rings, 1);
    assert_eq!(rearm_all(&storage, &Clock::simulated(|| NOW)).await.unwrap(), 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn an_alarm_that_is_being_changed_is_recomputed_after_the_change() {
    let database = TestDatabase::create();
    let storage = database.storage();
    alarms::insert(&storage, alarm_at(browser(1), "07:00", Repeat::Daily, NOW)).await.unwrap();
    let early = SEVEN - Duration::minutes(30);
    database.execute(&format!("UPDATE alarms SET next_trigger = '{early}'"));
    let other = Hold::of_rows(&database, "SELECT FROM alarms FOR UPDATE");
    let busy = zones::rearm(&storage, 0, 10, |alarm| alarm.rearmed(NOW)).await.unwrap();
    assert_eq!((busy.moved, busy.busy), (0, 1));
    let rearming = tokio::spawn(async move { rearm_all(&storage, &Clock::simulated(|| NOW)).await.unwrap() });
    // A concurrent change to eight o'clock is kept.
    let eight = datetime!(2026-11-20 08:00 UTC);
    other.commit(&format!("UPDATE alarms SET minute_of_day = 480, next_trigger = '{eight}'"));
    assert_eq!(rearming.await.unwrap(), 0);
    assert_eq!(armed(&database.storage()).await, [Some(eight)]);
}

async fn noted(storage: &Storage, release: &str) -> (Vec<String>, bool) {
    let Releases { others, is_new, .. } = zones::record(storage, release.to_owned()).await.unwrap();
    (others, is_new)
}

async fn rearmed(storage: &Storage, release: &str) {
    let asked_at = zones::record(storage, release.to_owned()).await.unwrap().asked_at;
    zones::record_rearmed(storage, release.to_owned(), asked_at).await.unwrap();
}

#[tokio::test]
async fn the_newest_release_recomputes_again_after_older_ones_are_gone() {
    let database = TestDatabase::create();
    let storage = database.storage();
    let pass = |time: &str| {
        database.execute(&format!(
            "UPDATE zone_releases SET seen_at = seen_at - interval '{time}', rearmed_at = rearmed_at - interval '{time}'"
        ));
    };
    let none = Vec::<String>::new();
    assert_eq!(noted(&storage, "2026e").await, (none.clone(), true));
    rearmed(&storage, "2026e").await;
    assert_eq!(noted(&storage, "2026e").await, (none.clone(), false));
    // Next to a newer release the older one recomputes nothing.
    pass("1 hour");
    assert_eq!(noted(&storage, "2026e").await, (none.clone(), false));
    assert_eq!(noted(&storage, "2026f").await, (vec!["2026e".to_owned()], true));
    rearmed(&storage, "2026f").await;
    assert_eq!(noted(&storage, "2026e").await, (vec!["2026f".to_owned()], false));
    assert_eq!(noted(&storage, "2026f").await, (vec!["2026e".to_owned()], false));
    // A process with the older release has armed alarms since, and has ended.
    pass("26 minutes");
    assert_eq!(noted(&storage, "2026f").await, (none.clone(), true));
    rearmed(&storage, "2026f").await;
    pass("26 minutes");
    assert_eq!(noted(&storage, "2026f").await, (none.clone(), false));
    // The older release again.
    pass("26 minutes");
    assert_eq!(noted(&storage, "2026e").await, (none, true));
}
