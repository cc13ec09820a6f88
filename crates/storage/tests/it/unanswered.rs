//! A write that was answered with "unavailable" does not happen afterwards.

use std::{convert::Infallible, time::Duration};

use diesel::{Connection as _, PgConnection, RunQueryDsl as _, sql_query};
use tokibako_domain::{alarm::Alarm, occurrence::Repeat, timer::Timer};
use tokibako_storage::{
    Error, alarms, owned,
    testing::{
        TestDatabase,
        hold::Hold,
        sample::{NOW, alarm_at, browser, timer_of},
        until,
    },
    timers,
};
use tokio::{spawn, time::advance};

/// Longer than any timeout.
const TOO_LONG: Duration = Duration::from_mins(1);

const AT_WORK: &str = "SELECT 1 FROM pg_stat_activity \
    WHERE datname = current_database() AND pid <> pg_backend_pid() AND state <> 'idle'";

/// Locks `table` until `write` has returned "unavailable"; returns once the database has finished whatever it still
/// does.
async fn held_up<T: Send + 'static>(
    database: &TestDatabase,
    table: &str,
    write: impl Future<Output = Result<T, Error>> + Send + 'static,
) {
    let mut hold = Hold::of_writes(database, table);
    let write = spawn(write);
    hold.until_waiting(1).await;
    advance(TOO_LONG).await;
    assert!(matches!(write.await.unwrap(), Err(Error::Unavailable(_))));
    drop(hold);
    let mut observer = PgConnection::establish(&database.url()).unwrap();
    until("the database is done", async || sql_query(AT_WORK).execute(&mut observer).unwrap() == 0).await;
}

#[tokio::test(start_paused = true)]
async fn an_alarm_is_not_stored() {
    let database = TestDatabase::create();
    let storage = database.storage();
    let insert = {
        let storage = storage.clone();
        async move { alarms::insert(&storage, alarm_at(browser(1), "07:00", Repeat::Daily, NOW)).await }
    };
    held_up(&database, "alarms", insert).await;
    assert_eq!(alarms::list(&storage, browser(1)).await.unwrap(), []);
}

#[tokio::test(start_paused = true)]
async fn a_timer_is_not_stored() {
    let database = TestDatabase::create();
    let storage = database.storage();
    let insert = {
        let storage = storage.clone();
        async move { timers::insert(&storage, timer_of(browser(1), 60, NOW)).await }
    };
    held_up(&database, "timers", insert).await;
    assert_eq!(timers::list(&storage, browser(1)).await.unwrap(), []);
}

#[tokio::test(start_paused = true)]
async fn an_alarm_is_not_changed() {
    let database = TestDatabase::create();
    let storage = database.storage();
    let alarm = alarms::insert(&storage, alarm_at(browser(1), "07:00", Repeat::Daily, NOW)).await.unwrap();
    let toggle = {
        let storage = storage.clone();
        let toggled = |alarm: Alarm| Ok::<_, Infallible>(alarm.toggled(NOW));
        async move { owned::update::<Alarm, _>(&storage, browser(1), alarm.id, toggled).await }
    };
    held_up(&database, "alarms", toggle).await;
    assert_eq!(alarms::list(&storage, browser(1)).await.unwrap(), [alarm]);
}

#[tokio::test(start_paused = true)]
async fn a_timer_is_not_deleted() {
    let database = TestDatabase::create();
    let storage = database.storage();
    let timer: Timer = timers::insert(&storage, timer_of(browser(1), 60, NOW)).await.unwrap();
    let delete = {
        let storage = storage.clone();
        async move { owned::delete::<Timer>(&storage, browser(1), timer.id).await }
    };
    held_up(&database, "timers", delete).await;
    assert_eq!(timers::list(&storage, browser(1)).await.unwrap(), [timer]);
}
