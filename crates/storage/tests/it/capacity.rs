//! Concurrent inserts cannot exceed the limit of a browser, and each browser has its own limit.

use tokibako_domain::{alarm::Alarm, browser_id::RowLimit, occurrence::Repeat, timer::Timer};
use tokibako_storage::{
    Error, alarms, owned,
    testing::{
        TestDatabase,
        sample::{NOW, alarm_at, browser, timer_of},
    },
};
use tokio::task::JoinSet;

fn at_most(rows: u16) -> Option<RowLimit> {
    RowLimit::new(rows).ok()
}

#[tokio::test(flavor = "multi_thread")]
async fn concurrent_inserts_stop_at_the_limit() {
    let database = TestDatabase::create();
    // Two processes, which share nothing but the database.
    let processes = [database.storage(), database.storage()];
    alarms::insert(&processes[0], alarm_at(browser(2), "07:00", Repeat::Daily, NOW)).await.unwrap();
    let mut asked = JoinSet::new();
    for number in 0..20 {
        let storage = processes[number % 2].clone();
        asked.spawn(async move {
            let alarm = alarm_at(browser(1), "07:00", Repeat::Daily, NOW);
            owned::insert::<Alarm>(&storage, alarm, at_most(7), None).await.map(|_| ())
        });
    }
    let answers = asked.join_all().await;
    assert_eq!(answers.iter().filter(|answer| answer.is_ok()).count(), 7);
    assert!(answers.iter().filter_map(|answer| answer.as_ref().err()).all(|error| matches!(error, Error::Full)));
    assert_eq!(alarms::list(&processes[0], browser(1)).await.unwrap().len(), 7);
    owned::insert::<Alarm>(&processes[0], alarm_at(browser(2), "07:00", Repeat::Daily, NOW), at_most(7), None)
        .await
        .unwrap();
}

#[tokio::test]
async fn a_deleted_row_makes_room_and_timers_have_a_limit_of_their_own() {
    let database = TestDatabase::create();
    let storage = database.storage();
    let alarm = || alarm_at(browser(1), "07:00", Repeat::Daily, NOW);
    let first = owned::insert::<Alarm>(&storage, alarm(), at_most(1), None).await.unwrap();
    assert!(matches!(owned::insert::<Alarm>(&storage, alarm(), at_most(1), None).await, Err(Error::Full)));
    owned::insert::<Timer>(&storage, timer_of(browser(1), 60, NOW), at_most(1), None).await.unwrap();
    assert!(matches!(
        owned::insert::<Timer>(&storage, timer_of(browser(1), 60, NOW), at_most(1), None).await,
        Err(Error::Full)
    ));
    owned::delete::<Alarm>(&storage, browser(1), first.id).await.unwrap();
    owned::insert::<Alarm>(&storage, alarm(), at_most(1), None).await.unwrap();
}
