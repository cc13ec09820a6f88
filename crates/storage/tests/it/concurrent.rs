//! Two transactions on the same rows: each test holds what one of them has locked, lets the other one come to it, and then
//! commits. docs/proof.md says which promise each of these holds.

use time::{Duration, OffsetDateTime};
use tokibako_domain::{
    alarm::Alarm,
    answer::Answer,
    firing::{Kind, RingId},
    occurrence::Repeat,
    push::{Disposition, Purpose, REPEAT_INTERVAL},
    timer::Timer,
};
use tokibako_storage::{
    Storage, alarms,
    due::{self, Batch, Decision},
    owned,
    rings::{self, AnswerRequest},
    testing::{
        TestDatabase,
        hold::Hold,
        sample::{NOW, alarm_at, browser, timer_of},
        until,
    },
    timers,
    upkeep::retention::{self, BATCH, DeletionReport},
};
use tokio::{
    spawn,
    task::{JoinHandle, JoinSet},
};

use crate::push_world::{World, purposes};

/// When the alarms here ring.
const SEVEN: OffsetDateTime = time::macros::datetime!(2026-11-20 07:00 UTC);

/// The number of the lock of the log.
const LOG: u32 = 74_630_002;

const fn request(ring: RingId, answer: Answer) -> AnswerRequest {
    AnswerRequest { ring, answer, at: None }
}

async fn claim_alarms(storage: &Storage) -> usize {
    let decide = move |alarm: Alarm| Decision { after: alarm.after_ring(SEVEN), rings: true };
    due::claim(storage, SEVEN, Batch::oldest(100), decide).await.unwrap().rings
}

/// A daily alarm that has rung at seven.
async fn rung(storage: &Storage) -> (Alarm, RingId) {
    let alarm = alarms::insert(storage, alarm_at(browser(1), "07:00", Repeat::Daily, NOW)).await.unwrap();
    assert_eq!(claim_alarms(storage).await, 1);
    let ring = RingId { kind: Kind::Alarm, row: alarm.id.0, scheduled_for: SEVEN };
    (alarm, ring)
}

/// Waits until a task has ended, or waits for the lock itself.
async fn until_it_goes_no_further<T>(task: &JoinHandle<T>, hold: &mut Hold) {
    until("the task ends or waits", async || task.is_finished() || hold.waiting() > 0).await;
}

#[tokio::test]
async fn an_offset_is_drawn_under_the_lock_of_the_log() {
    let database = TestDatabase::create();
    let storage = database.storage();
    let timer = timers::insert(&storage, timer_of(browser(1), 1, NOW)).await.unwrap();
    let scheduled_for = NOW + Duration::SECOND;
    let ring = RingId { kind: Kind::Timer, row: timer.id.0, scheduled_for };
    let mut hold = Hold::of_number(&database, LOG);
    let answering =
        spawn(
            async move { rings::answer(&storage, browser(1), request(ring, Answer::Stop), None, scheduled_for).await },
        );
    hold.until_waiting(1).await;
    assert_eq!(database.query("SELECT is_called::text AS value FROM batches_place_seq"), ["false"]);
    drop(hold);
    assert!(answering.await.unwrap().unwrap().is_first);
}

#[tokio::test]
async fn a_claim_leaves_a_row_that_is_being_edited_to_the_edit() {
    let database = TestDatabase::create();
    let storage = database.storage();
    alarms::insert(&storage, alarm_at(browser(1), "07:00", Repeat::Daily, NOW)).await.unwrap();
    let mut editing = Hold::of_rows(&database, "SELECT FROM alarms FOR UPDATE");
    let claiming = spawn({
        let storage = storage.clone();
        async move { claim_alarms(&storage).await }
    });
    until_it_goes_no_further(&claiming, &mut editing).await;
    editing.commit("UPDATE alarms SET minute_of_day = 480, next_trigger = next_trigger + interval '1 hour'");
    assert_eq!(claiming.await.unwrap(), 0);
    let stored = alarms::list(&storage, browser(1)).await.unwrap().remove(0);
    assert_eq!(stored.arming.next_trigger(), Some(SEVEN + Duration::HOUR));
}

#[tokio::test]
async fn an_answer_during_an_edit_of_its_alarm_keeps_the_edit() {
    let database = TestDatabase::create();
    let storage = database.storage();
    let (_, ring) = rung(&storage).await;
    let mut editing = Hold::of_rows(&database, "SELECT FROM alarms FOR UPDATE");
    let answering = spawn({
        let storage = storage.clone();
        async move { rings::answer(&storage, browser(1), request(ring, Answer::Snooze), None, SEVEN).await }
    });
    editing.until_waiting(1).await;
    editing.commit("UPDATE alarms SET label = 'edited'");
    assert!(answering.await.unwrap().unwrap().is_first);
    let stored = alarms::list(&storage, browser(1)).await.unwrap().remove(0);
    assert_eq!(stored.settings.label.unwrap().as_str(), "edited");
}

#[tokio::test]
async fn a_stop_during_an_edit_of_its_timer_keeps_the_edit() {
    let database = TestDatabase::create();
    let storage = database.storage();
    let timer = timers::insert(&storage, timer_of(browser(1), 60, NOW)).await.unwrap();
    let due = NOW + Duration::MINUTE;
    let decide = |timer: Timer| Decision { after: timer.completed(), rings: true };
    due::claim(&storage, due, Batch::oldest(10), decide).await.unwrap();
    let ring = RingId { kind: Kind::Timer, row: timer.id.0, scheduled_for: due };
    let mut editing = Hold::of_rows(&database, "SELECT FROM timers FOR UPDATE");
    let answering = spawn({
        let storage = storage.clone();
        async move { rings::answer(&storage, browser(1), request(ring, Answer::Stop), None, due).await }
    });
    editing.until_waiting(1).await;
    editing.commit("UPDATE timers SET label = 'edited'");
    assert!(answering.await.unwrap().unwrap().is_first);
    let stored = timers::list(&storage, browser(1)).await.unwrap().remove(0);
    assert_eq!(stored.settings.label.unwrap().as_str(), "edited");
}

#[tokio::test]
async fn one_of_many_answers_to_a_ring_whose_alarm_was_deleted_counts() {
    let database = TestDatabase::create();
    let storage = database.storage();
    let (alarm, ring) = rung(&storage).await;
    owned::delete::<Alarm>(&storage, browser(1), alarm.id).await.unwrap();
    let mut answering = JoinSet::new();
    let reading = Hold::of_rows(&database, "SELECT FROM firings FOR UPDATE");
    for answer in [Answer::Stop, Answer::Snooze] {
        let storage = storage.clone();
        answering.spawn(async move {
            rings::answer(&storage, browser(1), request(ring, answer), None, SEVEN).await.unwrap()
        });
    }
    // Both have come as far as they can without the ring.
    database
        .wait_for(
            "SELECT count(*) = 2 FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()",
        )
        .await;
    drop(reading);
    let outcomes = answering.join_all().await;
    assert_eq!(outcomes.iter().filter(|outcome| outcome.is_first).count(), 1);
    assert_eq!(outcomes[0].stands, outcomes[1].stands);
}

#[tokio::test]
async fn a_browser_that_comes_back_at_this_moment_is_not_deleted() {
    let database = TestDatabase::create();
    let storage = database.storage();
    timers::insert(&storage, timer_of(browser(1), 60, NOW)).await.unwrap();
    let later = NOW + Duration::days(500);
    let mut coming_back = Hold::of_rows(&database, "SELECT FROM browsers FOR UPDATE");
    let forgetting = spawn({
        let storage = storage.clone();
        async move { retention::forget(&storage, later, BATCH).await.unwrap() }
    });
    until_it_goes_no_further(&forgetting, &mut coming_back).await;
    coming_back.commit("UPDATE browsers SET seen_at = seen_at + interval '600 days'");
    assert_eq!(forgetting.await.unwrap(), DeletionReport::default());
    assert_eq!(timers::list(&storage, browser(1)).await.unwrap().len(), 1);
}

#[tokio::test]
async fn a_repeat_of_a_daily_alarm_is_not_sent_again_after_its_answer() {
    let world = World::with_devices(&[1]).await;
    let (_, ring) = rung(&world.storage).await;
    let sent = SEVEN + Duration::SECOND;
    let taken = world.take(sent).await;
    assert_eq!(purposes(&taken), [Purpose::Ring]);
    world.record(taken, Disposition::Accepted, sent).await;
    let again = sent + REPEAT_INTERVAL;
    // The process that posts the repeat is killed.
    assert_eq!(purposes(&world.take(again).await), [Purpose::Repeat]);
    world.answer(ring, None, again).await;
    let stop = world.take(again).await;
    assert_eq!(purposes(&stop), [Purpose::Stop]);
    world.record(stop, Disposition::Accepted, again).await;
    // A stop changes nothing of a daily alarm, so only the answer keeps the repeat from being sent.
    let later = again + Duration::MINUTE;
    assert_eq!(purposes(&world.take(later).await), []);
    assert_eq!(purposes(&world.take(later).await), [Purpose::Stop]);
}
