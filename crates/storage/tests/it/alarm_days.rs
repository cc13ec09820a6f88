//! Chosen days, dates, rules, skips and pauses: stored, logged, and with a server that does not know them.

#![expect(clippy::panic, reason = "a list that is not of one alarm fails the test")]

use std::convert::Infallible;

use time::{
    Duration,
    macros::{date, datetime},
};
use tokibako_domain::{
    alarm::{Alarm, Arming, NewAlarm},
    day::Weekdays,
    firing::{Kind, RingSubject},
    occurrence::Repeat,
    rule::Rule,
};
use tokibako_storage::{
    Storage, alarms,
    due::{self, Batch, Decision},
    log::{self, ReplayFrom},
    owned,
    testing::{
        TestDatabase,
        sample::{NOW, alarm_at, browser},
    },
    upkeep::zones,
};

/// An alarm on Saturdays and Tuesdays, paused beyond the next Saturday.
fn special() -> NewAlarm {
    let days = Weekdays::named(["sat", "tue"]).unwrap();
    let NewAlarm { browser, mut settings, .. } = alarm_at(browser(1), "07:00", Repeat::Days(days), NOW);
    settings.schedule.paused_until = Some(date!(2026 - 11 - 22));
    NewAlarm::new(browser, settings, true, NOW)
}

async fn only(storage: &Storage) -> Alarm {
    let alarms = alarms::list(storage, browser(1)).await.unwrap();
    let [alarm] = alarms.as_slice() else { panic!("{alarms:?}") };
    alarm.clone()
}

async fn skip(storage: &Storage, alarm: &Alarm) -> Alarm {
    let skip = |alarm: Alarm| alarm.skipping(NOW);
    owned::update::<Alarm, _>(storage, browser(1), alarm.id, skip).await.unwrap().unwrap()
}

#[tokio::test]
async fn days_a_pause_and_a_skip_are_stored() {
    let database = TestDatabase::create();
    let storage = database.storage();
    let stored = alarms::insert(&storage, special()).await.unwrap();
    assert_eq!(stored.arming, Arming::Scheduled(datetime!(2026-11-24 07:00 UTC)));
    assert_eq!(only(&storage).await, stored);
    let skipped = skip(&storage, &stored).await;
    assert_eq!(skipped.arming, Arming::Scheduled(datetime!(2026-11-28 07:00 UTC)));
    assert_eq!(only(&storage).await, skipped);
    let unskip = |alarm: Alarm| Ok::<_, Infallible>(alarm.unskipped(NOW));
    owned::update::<Alarm, _>(&storage, browser(1), stored.id, unskip).await.unwrap().unwrap();
    assert_eq!(only(&storage).await, stored);
}

#[tokio::test]
async fn a_date_is_stored_and_deleted_with_its_rule() {
    let database = TestDatabase::create();
    let storage = database.storage();
    let alarm = alarm_at(browser(1), "07:00", Repeat::OnDate(date!(2026 - 12 - 24)), NOW);
    let stored = alarms::insert(&storage, alarm).await.unwrap();
    assert_eq!(only(&storage).await, stored);
    let daily = |mut alarm: Alarm| {
        alarm.settings.schedule.repeat = Repeat::Daily;
        Ok::<_, Infallible>(alarm)
    };
    owned::update::<Alarm, _>(&storage, browser(1), stored.id, daily).await.unwrap().unwrap();
    assert_eq!(database.query("SELECT date::text AS value FROM alarms WHERE date IS NOT NULL"), Vec::<String>::new());
}

#[tokio::test]
async fn a_rule_is_stored_and_logged_with_its_first_day() {
    let database = TestDatabase::create();
    let storage = database.storage();
    let rule = Rule::parse("FREQ=DAILY;INTERVAL=3;UNTIL=20261126", date!(2026 - 11 - 20)).unwrap();
    let stored = alarms::insert(&storage, alarm_at(browser(1), "07:00", Repeat::Rule(rule), NOW)).await.unwrap();
    assert_eq!(only(&storage).await, stored);
    for (due, after) in [
        (datetime!(2026-11-20 07:00 UTC), Arming::Scheduled(datetime!(2026-11-23 07:00 UTC))),
        (datetime!(2026-11-23 07:00 UTC), Arming::Scheduled(datetime!(2026-11-26 07:00 UTC))),
        (datetime!(2026-11-26 07:00 UTC), Arming::Off),
    ] {
        assert_eq!(only(&storage).await.arming, Arming::Scheduled(due));
        let decide = move |alarm: Alarm| Decision { after: alarm.after_ring(due), rings: true };
        due::claim(&storage, due, Batch::oldest(10), decide).await.unwrap();
        assert_eq!(only(&storage).await.arming, after);
        let replay = log::replay(&storage, browser(1), Some(Kind::Alarm), ReplayFrom::Start, due).await.unwrap();
        assert_eq!(replay.missed.last().unwrap().ring.subject, RingSubject::Alarm(only(&storage).await));
    }
}

#[tokio::test]
async fn a_rule_of_a_newer_server_stays_on() {
    let database = TestDatabase::create();
    let storage = database.storage();
    let rule = Rule::parse("FREQ=DAILY", date!(2026 - 11 - 20)).unwrap();
    let alarm = alarms::insert(&storage, alarm_at(browser(1), "07:00", Repeat::Rule(rule), NOW)).await.unwrap();
    database.execute("UPDATE alarms SET rule = 'FREQ=DAILY;BYSETPOS=1'");
    let due = alarm.arming.next_trigger().unwrap();
    let decide = move |alarm: Alarm| Decision { after: alarm.after_ring(due), rings: true };
    let claimed = due::claim(&storage, due, Batch::oldest(10), decide).await.unwrap();
    assert_eq!((claimed.rings, claimed.left), (0, vec![alarm.id.0]));
    assert_eq!(
        database.query("SELECT rule AS value FROM alarms WHERE next_trigger IS NOT NULL"),
        ["FREQ=DAILY;BYSETPOS=1"]
    );
}

#[tokio::test]
async fn the_log_has_the_columns_of_days_and_pauses() {
    let database = TestDatabase::create();
    let storage = database.storage();
    let alarm = skip(&storage, &alarms::insert(&storage, special()).await.unwrap()).await;
    let due = alarm.arming.next_trigger().unwrap();
    let decide = move |alarm: Alarm| Decision { after: alarm.after_ring(due), rings: true };
    due::claim(&storage, due, Batch::oldest(10), decide).await.unwrap();
    let replay = log::replay(&storage, browser(1), Some(Kind::Alarm), ReplayFrom::Start, NOW).await.unwrap();
    let after = alarm.after_ring(due);
    assert_eq!(after.arming, Arming::Scheduled(datetime!(2026-12-01 07:00 UTC)));
    assert_eq!(replay.missed[0].ring.subject, RingSubject::Alarm(after.clone()));
    assert_eq!(only(&storage).await, after);
}

#[tokio::test]
async fn the_last_ring_can_be_answered_after_a_skip() {
    let database = TestDatabase::create();
    let storage = database.storage();
    let alarm = alarms::insert(&storage, alarm_at(browser(1), "07:00", Repeat::Daily, NOW)).await.unwrap();
    let due = alarm.arming.next_trigger().unwrap();
    let decide = move |alarm: Alarm| Decision { after: alarm.after_ring(due), rings: true };
    due::claim(&storage, due, Batch::oldest(10), decide).await.unwrap();
    skip(&storage, &alarm).await;
    let is_kept = "SELECT 'kept' AS value FROM alarms WHERE last_due = '2026-11-20 07:00Z'";
    assert_eq!(database.query(is_kept), ["kept"]);
}

#[tokio::test]
async fn new_zone_rules_move_a_skipped_ring_too() {
    let database = TestDatabase::create();
    let storage = database.storage();
    let alarm = alarms::insert(&storage, alarm_at(browser(1), "07:00", Repeat::Daily, NOW)).await.unwrap();
    let right = skip(&storage, &alarm).await;
    // As computed by other zone rules.
    database.execute(
        "UPDATE alarms SET next_trigger = next_trigger - interval '1 hour', skipped = skipped + interval '30 minutes'",
    );
    let rearmed = zones::rearm(&storage, 0, 10, |alarm| alarm.rearmed(NOW)).await.unwrap();
    assert_eq!((rearmed.moved, rearmed.busy), (1, 0));
    assert_eq!(only(&storage).await, right);
}

#[tokio::test]
async fn rows_changed_by_an_older_server_can_be_read() {
    let database = TestDatabase::create();
    let storage = database.storage();
    let date = Repeat::OnDate(date!(2026 - 12 - 24));
    alarms::insert(&storage, alarm_at(browser(1), "07:00", date, NOW)).await.unwrap();
    // An older server writes `repeat` and does not know the date.
    database.execute("UPDATE alarms SET repeat = 'weekend', next_trigger = '2026-11-21 07:00Z'");
    let alarm = only(&storage).await;
    assert_eq!(alarm.settings.schedule.repeat, Repeat::Weekend);
    assert_eq!(alarm.arming, Arming::Scheduled(NOW + Duration::hours(25)));
}
