//! The readiness of a database that answers.

use tokibako_domain::timer::Timer;
use tokibako_storage::{
    Error,
    connections::diagnosis,
    owned,
    testing::{
        REQUEST_CONNECTIONS, TestDatabase,
        hold::Hold,
        sample::{NOW, browser, timer_of},
        until,
    },
    timers,
};

#[tokio::test]
async fn an_unmigrated_database_is_distinguished_from_one_that_fails() {
    let database = TestDatabase::create();
    let storage = database.storage();
    assert!(diagnosis::is_ready(&storage).await.unwrap());
    database.execute("ALTER TABLE __diesel_schema_migrations RENAME version TO release");
    let refused = diagnosis::is_ready(&storage).await;
    assert!(matches!(refused, Err(Error::Database(_))), "{refused:?}");
    database.execute("DROP TABLE __diesel_schema_migrations");
    assert!(!diagnosis::is_ready(&storage).await.unwrap());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_full_queue_of_requests_does_not_make_the_database_look_unavailable() {
    let database = TestDatabase::create();
    let storage = database.storage();
    let timer = timers::insert(&storage, timer_of(browser(1), 60, NOW)).await.unwrap();
    let mut hold = Hold::of_table(&database, "timers");
    let changes: Vec<_> = (0..REQUEST_CONNECTIONS)
        .map(|_| {
            let storage = storage.clone();
            tokio::spawn(async move { owned::delete::<Timer>(&storage, browser(2), timer.id).await })
        })
        .collect();
    until("all request connections are in use", async || hold.waiting() == usize::from(REQUEST_CONNECTIONS)).await;
    assert!(diagnosis::is_ready(&storage).await.unwrap());
    assert_eq!(hold.waiting(), usize::from(REQUEST_CONNECTIONS));
    drop(hold);
    for change in changes {
        assert!(matches!(change.await.unwrap(), Err(Error::NotFound)));
    }
}
