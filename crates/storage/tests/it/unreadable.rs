//! An unreadable row does not affect other rows.

use std::convert::Infallible;

use time::{Duration, OffsetDateTime};
use tokibako_domain::{
    alarm::{Alarm, AlarmId, AlarmSettings},
    firing::Kind,
    occurrence::Repeat,
    ring_settings::Sound,
    timer::Timer,
};
use tokibako_storage::{
    Storage, alarms,
    due::{self, Batch, Decision, ExcludedRows},
    log::{self, ReplayFrom},
    owned,
    testing::{
        TestDatabase,
        machine::right_clock,
        next_due,
        sample::{NOW, alarm_at, browser, timer_of},
    },
    timers,
};

/// Two alarms, the first in a zone that is missing from every zone database.
async fn with_a_lost_zone(database: &TestDatabase) -> (Storage, AlarmId, Alarm) {
    let storage = database.storage();
    let lost = alarms::insert(&storage, alarm_at(browser(1), "07:00", Repeat::Daily, NOW)).await.unwrap();
    let kept = alarms::insert(&storage, alarm_at(browser(1), "07:00", Repeat::Daily, NOW)).await.unwrap();
    database.execute(&format!("UPDATE alarms SET timezone = 'Atlantis/Poseidonis' WHERE id = {}", lost.id.0));
    (storage, lost.id, kept)
}

#[tokio::test]
async fn a_list_leaves_out_an_unreadable_row_and_it_can_be_deleted() {
    let database = TestDatabase::create();
    let (storage, lost, kept) = with_a_lost_zone(&database).await;
    assert_eq!(alarms::list(&storage, browser(1)).await.unwrap(), [kept]);
    owned::delete::<Alarm>(&storage, browser(1), lost).await.unwrap();
}

#[tokio::test]
async fn a_claim_leaves_an_unreadable_row_unchanged_and_rings_the_others() {
    let database = TestDatabase::create();
    let (storage, lost, kept) = with_a_lost_zone(&database).await;
    let due = NOW + Duration::HOUR;
    let decide = move |alarm: Alarm| Decision { after: alarm.after_ring(due), rings: true };
    let claimed = due::claim(&storage, due, Batch::oldest(10), decide).await.unwrap();
    assert_eq!((claimed.rows, claimed.rings, claimed.missed, claimed.left), (2, 1, 0, vec![lost.0]));
    assert!(claimed.reason.unwrap().contains("timezone"));
    assert_eq!(next_due(&storage).await, Some(due));
    let without = ExcludedRows { alarms: vec![lost.0], timers: vec![] };
    assert_eq!(due::next(&storage, &right_clock(), without).await.unwrap().earliest(), Some(due + Duration::DAY));
    let since = OffsetDateTime::UNIX_EPOCH;
    let replay = log::replay(&storage, browser(1), Some(Kind::Alarm), ReplayFrom::Start, since).await.unwrap();
    assert_eq!(replay.missed.len(), 1);
    assert_eq!(replay.missed[0].ring.scheduled_for, kept.arming.next_trigger().unwrap());

    // Once it can be read, it rings.
    database.execute("UPDATE alarms SET timezone = 'UTC'");
    assert_eq!(due::claim(&storage, due, Batch::oldest(10), decide).await.unwrap().rings, 1);
}

#[tokio::test]
async fn a_rule_that_panics_affects_one_row_only() {
    let database = TestDatabase::create();
    let storage = database.storage();
    let (one, other) = (timer_of(browser(1), 1, NOW), timer_of(browser(1), 1, NOW));
    let (one, _) = (timers::insert(&storage, one).await.unwrap(), timers::insert(&storage, other).await.unwrap());
    let decide = move |timer: Timer| {
        if timer.id == one.id {
            // Unwinds without printing a backtrace, which could take longer than a claim may idle.
            std::panic::resume_unwind(Box::new("a rule that does not hold"));
        }
        Decision { after: timer.completed(), rings: true }
    };
    let claimed = due::claim(&storage, NOW + Duration::SECOND, Batch::oldest(10), decide).await.unwrap();
    assert_eq!((claimed.rings, claimed.left), (1, vec![one.id.0]));
}

#[tokio::test]
async fn a_rule_that_panics_is_found_by_a_claim_of_its_row_alone_if_the_database_refuses_the_others() {
    let database = TestDatabase::create();
    let storage = database.storage();
    let one = timers::insert(&storage, timer_of(browser(1), 1, NOW)).await.unwrap();
    let other = timers::insert(&storage, timer_of(browser(1), 1, NOW)).await.unwrap();
    database.execute(
        "CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'refused'; END $$; \
         CREATE TRIGGER refuse BEFORE INSERT ON firings FOR EACH ROW EXECUTE FUNCTION refuse()",
    );
    let decide = move |timer: Timer| {
        if timer.id == one.id {
            std::panic::resume_unwind(Box::new("a rule that does not hold"));
        }
        Decision { after: timer.completed(), rings: true }
    };
    let due = NOW + Duration::SECOND;
    due::claim(&storage, due, Batch::oldest(10), decide).await.unwrap_err();
    let claimed = due::claim(&storage, due, Batch::oldest(1), decide).await.unwrap();
    assert_eq!((claimed.rows, claimed.rings, claimed.left), (1, 0, vec![one.id.0]));
    let without = Batch::Oldest { limit: 1, without_rows: vec![one.id.0] };
    due::claim(&storage, due, without.clone(), decide).await.unwrap_err();
    database.execute("DROP TRIGGER refuse ON firings");
    assert_eq!(due::claim(&storage, due, without, decide).await.unwrap().due.len(), 1);
    assert_eq!(timers::list(&storage, browser(1)).await.unwrap()[1].id, other.id);
}

#[tokio::test]
async fn a_sound_of_another_version_rings_as_the_default_and_is_kept() {
    let database = TestDatabase::create();
    let storage = database.storage();
    let alarm = alarms::insert(&storage, alarm_at(browser(1), "07:00", Repeat::Daily, NOW)).await.unwrap();
    let timer = timers::insert(&storage, timer_of(browser(1), 3_600, NOW)).await.unwrap();
    database.execute("UPDATE alarms SET sound = 'gong'; UPDATE timers SET sound = 'gong'");
    assert_eq!(alarms::list(&storage, browser(1)).await.unwrap()[0].settings.sound, Sound::Default);

    // A change of the row keeps the stored sound.
    let change = |alarm: Alarm| Ok::<_, Infallible>(alarm.toggled(NOW).toggled(NOW));
    owned::update::<Alarm, _>(&storage, browser(1), alarm.id, change).await.unwrap().unwrap();
    let change = |timer: Timer| Ok::<_, Infallible>(timer.toggled(NOW).toggled(NOW));
    owned::update::<Timer, _>(&storage, browser(1), timer.id, change).await.unwrap().unwrap();
    database.execute(
        "DO $$ BEGIN ASSERT (SELECT sound FROM alarms) = 'gong' AND (SELECT sound FROM timers) = 'gong'; END $$",
    );

    let due = NOW + Duration::HOUR;
    let decide = move |alarm: Alarm| Decision { after: alarm.after_ring(due), rings: true };
    assert_eq!(due::claim(&storage, due, Batch::oldest(10), decide).await.unwrap().rings, 1);
    let decide = |timer: Timer| Decision { after: timer.completed(), rings: true };
    assert_eq!(due::claim(&storage, due, Batch::oldest(10), decide).await.unwrap().rings, 1);
    database.execute("DO $$ BEGIN ASSERT (SELECT sound FROM alarms) = 'gong'; END $$");

    let change = |alarm: Alarm| {
        let settings = AlarmSettings { sound: Sound::Marimba, ..alarm.settings.clone() };
        Ok::<_, Infallible>(alarm.changed(settings, true, NOW))
    };
    let changed = owned::update::<Alarm, _>(&storage, browser(1), alarm.id, change).await.unwrap().unwrap();
    assert_eq!(alarms::list(&storage, browser(1)).await.unwrap(), [changed]);
}
