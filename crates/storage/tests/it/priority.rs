//! Rings wait for no other work of a process, and hold up no other process.

use tokibako_domain::{
    answer::Answer,
    firing::{Kind, RingId},
    timer::Timer,
};
use tokibako_storage::{
    due::{self, Batch, Decision, ExcludedRows},
    log::{self, LogPosition},
    rings::{self, AnswerRequest},
    sessions,
    testing::{
        BACKGROUND_CONNECTIONS, TestDatabase,
        hold::Hold,
        machine::right_clock,
        sample::{NOW, browser, timer_of},
    },
    timers,
};
use tokio::{spawn, task::yield_now};

#[tokio::test]
async fn a_ring_does_not_wait_behind_other_tasks_of_its_process() {
    let database = TestDatabase::create();
    let storage = database.storage();
    timers::insert(&storage, timer_of(browser(1), 1, NOW)).await.unwrap();
    let mut hold = Hold::of_table(&database, "sessions");
    let many = 10 * BACKGROUND_CONNECTIONS;
    let purges: Vec<_> = (0..many)
        .map(|_| {
            let storage = storage.clone();
            spawn(async move { sessions::purge(&storage, NOW).await })
        })
        .collect();
    hold.until_waiting(BACKGROUND_CONNECTIONS.into()).await;
    yield_now().await;

    let due = NOW + time::Duration::SECOND;
    let without = ExcludedRows { alarms: vec![], timers: vec![] };
    assert_eq!(due::next(&storage, &right_clock(), without).await.unwrap().earliest(), Some(due));
    let decide = |timer: Timer| Decision { after: timer.completed(), rings: true };
    assert_eq!(due::claim(&storage, due, Batch::oldest(10), decide).await.unwrap().rings, 1);
    let page = log::read_page(&storage, LogPosition::default(), || vec![browser(1)], 10).await.unwrap();
    assert_eq!(page.firings.len(), 1);
    assert_eq!(hold.waiting(), usize::from(BACKGROUND_CONNECTIONS));
    drop(hold);
    for purge in purges {
        purge.await.unwrap().unwrap();
    }
}

#[tokio::test]
async fn an_answer_that_logs_a_ring_locks_the_log_and_commits_in_one_message() {
    let database = TestDatabase::create();
    let storage = database.storage();
    let timer = timers::insert(&storage, timer_of(browser(1), 1, NOW)).await.unwrap();
    let scheduled_for = NOW + time::Duration::SECOND;
    let ring = RingId { kind: Kind::Timer, row: timer.id.0, scheduled_for };
    // The lock of the log.
    let mut hold = Hold::of_number(&database, 74_630_002);
    let answering = spawn(async move {
        let given = AnswerRequest { ring, answer: Answer::Stop, at: None };
        rings::answer(&storage, browser(1), given, None, scheduled_for).await
    });
    hold.until_waiting(1).await;
    let waiting = "SELECT query AS value FROM pg_stat_activity WHERE wait_event = 'advisory'";
    let waiting = database.query(waiting);
    assert!(waiting.len() == 1 && waiting[0].ends_with("; COMMIT"), "{waiting:?}");
    drop(hold);
    assert!(answering.await.unwrap().unwrap().is_first);
}
