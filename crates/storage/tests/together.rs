//! What waits together is answered together, and nobody gets another's answer or pays for another's fault.

use diesel::{Connection as _, PgConnection, connection::SimpleConnection as _};
use tokibako_domain::{alarm::Alarm, repeat::Repeat};
use tokibako_storage::{
    Error, Storage, alarms,
    testing::{
        READERS, TestDatabase, WRITERS,
        hold::Hold,
        sample::{NOW, alarm_at, browser, timer_of},
    },
    timers,
};
use tokio::{
    spawn,
    task::{JoinHandle, yield_now},
};

fn insert(storage: &Storage, number: u128, time: &'static str) -> JoinHandle<Result<Alarm, Error>> {
    let storage = storage.clone();
    spawn(async move { alarms::insert(&storage, alarm_at(browser(number), time, Repeat::Daily, NOW)).await })
}

/// Gives all who write alarms one to write that `hold` keeps them from: whatever is asked next waits together.
async fn occupied(storage: &Storage, hold: &mut Hold) -> Vec<JoinHandle<Result<Alarm, Error>>> {
    let mut occupying = Vec::new();
    for number in 1..=WRITERS {
        occupying.push(insert(storage, 1_000 + u128::from(number), "07:00"));
        hold.until_waiting(number.into()).await;
    }
    occupying
}

#[tokio::test]
async fn lists_that_wait_share_connections_and_are_each_browsers_own() {
    let database = TestDatabase::create();
    let storage = database.storage();
    for (number, time) in [(1, "09:00"), (2, "12:00"), (1, "07:00"), (2, "11:00")] {
        alarms::insert(&storage, alarm_at(browser(number), time, Repeat::Daily, NOW)).await.unwrap();
    }
    let mut hold = Hold::of_table(&database, "alarms");
    let ask = |number| {
        let storage = storage.clone();
        spawn(async move { alarms::list(&storage, browser(number)).await })
    };
    let mut occupying = Vec::new();
    for reader in 1..=READERS {
        occupying.push(ask(1));
        hold.until_waiting(reader.into()).await;
    }
    let lists: Vec<_> = (0..30).map(|count| ask(1 + count % 3)).collect();
    // Tasks take turns on one thread here: after this all have asked.
    yield_now().await;
    assert_eq!(hold.waiting(), usize::from(READERS));
    drop(hold);
    for (count, list) in lists.into_iter().enumerate() {
        let alarms = list.await.unwrap().unwrap();
        let times: Vec<_> = alarms.iter().map(|alarm| alarm.settings.schedule.time.to_string()).collect();
        let expected = [vec!["07:00", "09:00"], vec!["11:00", "12:00"], vec![]];
        assert_eq!(times, expected[count % 3]);
    }
}

#[tokio::test]
async fn a_crowd_of_new_rows_is_stored_each_as_its_own() {
    let database = TestDatabase::create();
    let storage = database.storage();
    let mut hold = Hold::of_writes(&database, "timers");
    let timers: Vec<_> = (1..=150)
        .map(|number| {
            let storage = storage.clone();
            let timer = timer_of(browser(number), 60 + i64::try_from(number).unwrap(), NOW);
            spawn(async move { timers::insert(&storage, timer).await })
        })
        .collect();
    hold.until_waiting(WRITERS.into()).await;
    drop(hold);
    for (timer, number) in timers.into_iter().zip(1..) {
        let timer = timer.await.unwrap().unwrap();
        assert_eq!(timer.browser, browser(number));
        assert_eq!(timers::list(&storage, browser(number)).await.unwrap(), [timer]);
    }
}

#[tokio::test]
async fn a_row_that_is_refused_is_refused_alone() {
    let database = TestDatabase::create();
    let storage = database.storage();
    let mut conn = PgConnection::establish(&database.url()).unwrap();
    conn.batch_execute("ALTER TABLE alarms ADD CHECK (minute_of_day <> 12 * 60)").unwrap();
    let mut hold = Hold::of_writes(&database, "alarms");
    let times = ["07:00", "08:00", "09:00", "12:00", "13:00"];
    let occupying = occupied(&storage, &mut hold).await;
    let inserts: Vec<_> = (1..).zip(times).map(|(number, time)| insert(&storage, number, time)).collect();
    yield_now().await;
    drop(hold);
    for ((number, time), insert) in (1..).zip(times).zip(inserts) {
        let listed = alarms::list(&storage, browser(number));
        match insert.await.unwrap() {
            Ok(alarm) => assert_eq!(listed.await.unwrap(), [alarm]),
            Err(error) => {
                assert!(matches!(error, Error::Database(_)), "{error:?}");
                assert_eq!((time, listed.await.unwrap()), ("12:00", Vec::new()));
            }
        }
    }
    for insert in occupying {
        insert.await.unwrap().unwrap();
    }
}

#[tokio::test]
async fn who_leaves_before_the_commit_leaves_nothing_and_the_others_get_theirs() {
    let database = TestDatabase::create();
    let storage = database.storage();
    let mut conn = PgConnection::establish(&database.url()).unwrap();
    conn.batch_execute(
        "CREATE FUNCTION wait_at_noon() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN \
         IF NEW.minute_of_day = 12 * 60 THEN PERFORM pg_advisory_xact_lock(1); END IF; RETURN NEW; END $$; \
         CREATE TRIGGER wait_at_noon BEFORE INSERT ON alarms FOR EACH ROW EXECUTE FUNCTION wait_at_noon()",
    )
    .unwrap();
    let mut writes = Hold::of_writes(&database, "alarms");
    let mut noon = Hold::of_number(&database, 1);
    let occupying = occupied(&storage, &mut writes).await;
    let (left, stayed) = (insert(&storage, 1, "07:00"), [insert(&storage, 2, "12:00"), insert(&storage, 3, "13:00")]);
    yield_now().await;
    drop(writes);
    noon.until_waiting(1).await;
    left.abort();
    assert!(left.await.unwrap_err().is_cancelled());
    drop(noon);
    for insert in occupying.into_iter().chain(stayed) {
        let alarm = insert.await.unwrap().unwrap();
        assert_eq!(alarms::list(&storage, alarm.browser).await.unwrap(), [alarm]);
    }
    assert_eq!(alarms::list(&storage, browser(1)).await.unwrap(), []);
}
