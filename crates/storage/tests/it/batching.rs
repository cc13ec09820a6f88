//! Batched inserts: each caller gets its own result, and no caller is affected by another's row.

use diesel::{
    Connection as _, PgConnection, QueryableByName, RunQueryDsl as _, connection::SimpleConnection as _, sql_query,
    sql_types::BigInt,
};
use prometheus_client::{encoding::text, registry::Registry};
use tokibako_domain::{alarm::Alarm, repeat::Repeat, row_limit::RowLimit};
use tokibako_storage::{
    Error, Storage, alarms,
    testing::{
        TestDatabase, WORKERS,
        hold::Hold,
        sample::{NOW, alarm_at, browser, timer_of},
    },
    timers,
};
use tokio::{
    spawn,
    task::{JoinHandle, yield_now},
};
use uuid::Uuid;

fn insert(storage: &Storage, number: u128, time: &'static str) -> JoinHandle<Result<Alarm, Error>> {
    insert_within(storage, number, time, None)
}

fn insert_within(
    storage: &Storage,
    number: u128,
    time: &'static str,
    limit: Option<u16>,
) -> JoinHandle<Result<Alarm, Error>> {
    let (storage, limit) = (storage.clone(), limit.and_then(|rows| RowLimit::new(rows).ok()));
    let alarm = alarm_at(browser(number), time, Repeat::Daily, NOW);
    spawn(async move { alarms::insert_within(&storage, alarm, limit).await })
}

/// Gives each worker an alarm whose insert `hold` blocks, so that later inserts are queued.
async fn occupy_workers(storage: &Storage, hold: &mut Hold) -> Vec<JoinHandle<Result<Alarm, Error>>> {
    let mut occupying = Vec::new();
    for number in 1..=WORKERS {
        occupying.push(insert(storage, 1_000 + u128::from(number), "07:00"));
        hold.until_waiting(number.into()).await;
    }
    occupying
}

#[tokio::test]
async fn each_of_many_concurrent_inserts_gets_its_own_row() {
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
    hold.until_waiting(WORKERS.into()).await;
    drop(hold);
    for (timer, number) in timers.into_iter().zip(1..) {
        let timer = timer.await.unwrap().unwrap();
        assert_eq!(timer.browser, browser(number));
        assert_eq!(timers::list(&storage, browser(number)).await.unwrap(), [timer]);
    }
}

#[tokio::test]
async fn a_refused_row_does_not_affect_the_others() {
    let database = TestDatabase::create();
    let storage = database.storage();
    let mut conn = PgConnection::establish(&database.url()).unwrap();
    conn.batch_execute("ALTER TABLE alarms ADD CHECK (minute_of_day <> 12 * 60)").unwrap();
    let mut hold = Hold::of_writes(&database, "alarms");
    let times = ["07:00", "08:00", "09:00", "12:00", "13:00"];
    let occupying = occupy_workers(&storage, &mut hold).await;
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
async fn a_caller_that_leaves_before_the_commit_leaves_no_row() {
    let database = TestDatabase::create();
    let storage = database.storage();
    // A sequence also counts inserts that were rolled back.
    database.execute(
        "CREATE SEQUENCE attempts; \
         CREATE FUNCTION wait_at_noon() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN \
         PERFORM nextval('attempts'); \
         IF NEW.minute_of_day = 12 * 60 THEN PERFORM pg_advisory_xact_lock(1); END IF; RETURN NEW; END $$; \
         CREATE TRIGGER wait_at_noon BEFORE INSERT ON alarms FOR EACH ROW EXECUTE FUNCTION wait_at_noon()",
    );
    let mut writes = Hold::of_writes(&database, "alarms");
    let mut noon = Hold::of_number(&database, 1);
    let occupying = occupy_workers(&storage, &mut writes).await;
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
    assert_eq!(number(&database, "SELECT last_value AS number FROM attempts"), i64::from(WORKERS) + 3);
}

#[tokio::test]
async fn rows_of_one_batch_count_against_the_limit_of_their_browser() {
    let database = TestDatabase::create();
    let storage = database.storage();
    insert(&storage, 1, "06:00").await.unwrap().unwrap();
    let mut hold = Hold::of_writes(&database, "alarms");
    let occupying = occupy_workers(&storage, &mut hold).await;
    let batch = [(1, Some(2)), (2, Some(2)), (1, Some(2)), (3, None), (1, Some(5)), (3, None), (2, Some(2))];
    let inserts = batch.map(|(number, limit)| insert_within(&storage, number, "07:00", limit));
    yield_now().await;
    drop(hold);
    let mut stored = Vec::new();
    for insert in inserts {
        stored.push(match insert.await.unwrap() {
            Ok(_) => true,
            Err(error) => {
                assert!(matches!(error, Error::Full), "{error:?}");
                false
            }
        });
    }
    assert_eq!(stored, [true, true, false, true, true, true, true]);
    for (number, count) in [(1, 3), (2, 2), (3, 2)] {
        assert_eq!(alarms::list(&storage, browser(number)).await.unwrap().len(), count);
    }
    for insert in occupying {
        insert.await.unwrap().unwrap();
    }
}

#[tokio::test]
async fn a_request_that_is_repeated_before_its_end_gets_the_same_row() {
    for limit in [None, RowLimit::new(1).ok()] {
        let database = TestDatabase::create();
        let storage = database.storage();
        let mut hold = Hold::of_writes(&database, "alarms");
        let insert = || {
            let (storage, alarm) = (storage.clone(), alarm_at(browser(1), "07:00", Repeat::Daily, NOW));
            spawn(async move { alarms::insert_keyed(&storage, alarm, limit, Some(Uuid::from_u128(1))).await })
        };
        let first = insert();
        hold.until_waiting(1).await;
        let again = insert();
        let waiting = "FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'";
        database.wait_for(&format!("(SELECT count(*) {waiting}) = 2")).await;
        drop(hold);
        let (first, again) = (first.await.unwrap().unwrap(), again.await.unwrap().unwrap());
        assert_eq!(first, again);
        assert_eq!(alarms::list(&storage, browser(1)).await.unwrap(), [first]);
    }
}

#[tokio::test]
async fn queued_rows_count_as_waiting() {
    let database = TestDatabase::create();
    let storage = database.storage();
    let mut registry = Registry::default();
    storage.register_metrics(&mut registry);
    let waiting = || {
        let mut metrics = String::new();
        text::encode(&mut metrics, &registry).unwrap();
        let waiting = metrics.lines().find_map(|line| line.strip_prefix("database_pool_waiting "));
        waiting.unwrap().parse::<usize>().unwrap()
    };
    let mut hold = Hold::of_writes(&database, "alarms");
    let mut inserts = occupy_workers(&storage, &mut hold).await;
    assert_eq!(waiting(), 0);
    inserts.extend((1..=5).map(|number| insert(&storage, number, "07:00")));
    yield_now().await;
    assert_eq!(waiting(), 5);
    drop(hold);
    for insert in inserts {
        insert.await.unwrap().unwrap();
    }
    assert_eq!(waiting(), 0);
}

/// The column `number` of a query's result.
fn number(database: &TestDatabase, query: &str) -> i64 {
    #[derive(QueryableByName)]
    struct Row {
        #[diesel(sql_type = BigInt)]
        number: i64,
    }
    let mut conn = PgConnection::establish(&database.url()).unwrap();
    sql_query(query).get_result::<Row>(&mut conn).unwrap().number
}
