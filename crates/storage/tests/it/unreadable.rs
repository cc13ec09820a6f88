//! A row that this version cannot read does not lock up the rows beside it.

use diesel::{Connection as _, PgConnection, connection::SimpleConnection as _};
use time::{Duration, OffsetDateTime};
use tokibako_domain::{
    alarm::{Alarm, AlarmId},
    firing::{FiringId, Kind},
    repeat::Repeat,
};
use tokibako_storage::{
    Storage, alarms,
    due::{self, Settled},
    firings,
    testing::{
        TestDatabase,
        sample::{NOW, alarm_at, browser},
    },
};

/// Two alarms, the first of which is in a zone that no database of zones knows any more.
async fn with_a_lost_zone(database: &TestDatabase) -> (Storage, AlarmId, Alarm) {
    let storage = database.storage();
    let lost = alarms::insert(&storage, alarm_at(browser(1), "07:00", Repeat::Daily, NOW)).await.unwrap();
    let kept = alarms::insert(&storage, alarm_at(browser(1), "07:00", Repeat::Daily, NOW)).await.unwrap();
    let mut conn = PgConnection::establish(&database.url()).unwrap();
    let id = lost.id.0;
    conn.batch_execute(&format!("UPDATE alarms SET timezone = 'Atlantis/Poseidonis' WHERE id = {id}")).unwrap();
    (storage, lost.id, kept)
}

#[tokio::test]
async fn a_list_leaves_it_out_and_it_can_be_deleted() {
    let database = TestDatabase::create();
    let (storage, lost, kept) = with_a_lost_zone(&database).await;
    assert_eq!(alarms::list(&storage, browser(1)).await.unwrap(), [kept]);
    alarms::delete(&storage, browser(1), lost).await.unwrap();
}

#[tokio::test]
async fn a_claim_switches_it_off_and_rings_the_others() {
    let database = TestDatabase::create();
    let (storage, _, kept) = with_a_lost_zone(&database).await;
    let due = NOW + Duration::HOUR;
    let settle = move |alarm: Alarm| Settled { after: alarm.rung(due), rings: true };
    let claimed = due::claim_alarms(&storage, due, 10, settle).await.unwrap();
    assert_eq!((claimed.rows, claimed.rings, claimed.passed_over), (2, 1, 0));
    assert_eq!(due::next(&storage).await.unwrap().earliest(), Some(due + Duration::DAY));
    let since = OffsetDateTime::UNIX_EPOCH;
    let replay = firings::replay(&storage, browser(1), Kind::Alarm, Some(FiringId(0)), since).await.unwrap();
    assert_eq!(replay.missed.len(), 1);
    assert_eq!(replay.missed[0].scheduled_for, kept.arming.next_trigger().unwrap());
}
