//! The dispatchers' position in the log: no ring is left out or pushed twice, whatever becomes of the log.

use time::{Duration, OffsetDateTime};
use tokibako_domain::{
    answer::Answer,
    firing::{Kind, RingId},
    occurrence::LATEST_RING,
    push::{Disposition, Purpose, RING_DELAY},
    timer::Timer,
};
use tokibako_storage::{
    due::{self, Batch, Decision},
    log,
    migrations::MigratableDatabase,
    pushes::{self, LogRead, MessageBody},
    rings::{self, AnswerRequest},
    testing::{
        hold::Hold,
        sample::{NOW, browser, timer_of},
    },
    timers,
};
use tokio::spawn;

use crate::push_world::{DUE, SENT, World, devices_of, purposes};

impl World {
    async fn read(&self, now: OffsetDateTime) -> LogRead {
        pushes::read_log(&self.storage, now).await.unwrap()
    }

    /// Where the log was read, and where it ends.
    fn position(&self) -> (i64, i64) {
        let number = |query: &str| self.database.query(query).remove(0).parse::<i64>().unwrap();
        let end = number("SELECT coalesce(max(place), 0)::text AS value FROM batches");
        (number("SELECT place::text AS value FROM push_position"), end)
    }

    /// Lets a timer ring at `now` that was due then.
    async fn ring_at(&self, now: OffsetDateTime) -> RingId {
        let timer = timers::insert(&self.storage, timer_of(browser(1), 60, now - Duration::MINUTE)).await.unwrap();
        let decide = |timer: Timer| Decision { after: timer.completed(), rings: true };
        due::claim(&self.storage, now, Batch::oldest(10), decide).await.unwrap();
        RingId { kind: Kind::Timer, row: timer.id.0, scheduled_for: now }
    }
}

#[tokio::test]
async fn a_batch_is_read_when_its_first_messages_are_due() {
    let world = World::with_devices(&[1]).await;
    assert_eq!((world.read(DUE).await, world.position()), (LogRead::default(), (0, 0)));
    for _ in 0..3 {
        world.ring(browser(1)).await;
    }
    assert_eq!(world.read(SENT - Duration::MICROSECOND).await, LogRead::default());
    assert_eq!(world.position(), (0, 3));
    assert_eq!(world.read(SENT).await, LogRead { has_more: true, ..LogRead::default() });
    assert_eq!(world.position(), (2, 3));
    assert_eq!((world.read(SENT).await.has_more, world.position()), (false, (3, 3)));
    assert_eq!((world.read(SENT).await, world.queued().await.len()), (LogRead::default(), 3));
}

#[tokio::test]
async fn the_position_moves_with_the_messages_or_not_at_all() {
    let world = World::with_devices(&[1]).await;
    world.ring(browser(1)).await;
    world.database.execute("ALTER TABLE pushes ADD CONSTRAINT refused CHECK (purpose <> 'ring')");
    assert!(pushes::read_log(&world.storage, SENT).await.is_err());
    world.database.execute("ALTER TABLE pushes DROP CONSTRAINT refused");
    assert_eq!(world.queued().await, ["ring 1"]);
}

#[tokio::test]
async fn while_one_process_reads_the_log_another_one_leaves_it() {
    let world = World::with_devices(&[1]).await;
    world.ring(browser(1)).await;
    let reading = Hold::of_rows(&world.database, "SELECT FROM push_position FOR UPDATE");
    assert_eq!((world.read(SENT).await, world.position()), (LogRead::default(), (0, 1)));
    // It ends without having read anything.
    reading.commit("SELECT 1");
    assert_eq!(world.queued().await, ["ring 1"]);
}

#[tokio::test]
async fn nobody_to_push_to_costs_one_move_of_the_position() {
    let world = World::with_devices(&[]).await;
    for _ in 0..5 {
        world.ring(browser(1)).await;
    }
    assert_eq!((world.read(SENT).await, world.position()), (LogRead::default(), (5, 5)));
    // A device that is registered later is not sent them.
    world.add_device(browser(1), 1).await;
    assert_eq!(world.queued().await, [""; 0]);
}

#[tokio::test]
async fn a_log_that_nobody_pushes_from_is_purged_and_what_is_too_late_is_missed() {
    let world = World::with_devices(&[1]).await;
    for hour in 0..30 {
        world.ring_at(DUE + Duration::hours(hour)).await;
    }
    let day = DUE + Duration::hours(29);
    log::purge(&world.storage, day - Duration::HOUR).await.unwrap();
    assert_eq!(world.database.query("SELECT count(*)::text AS value FROM batches"), ["2"]);
    world.ring_at(day - LATEST_RING).await;
    world.ring_at(day - LATEST_RING + RING_DELAY * 2).await;
    // Which were read while they were of use.
    let read = world.read(day + RING_DELAY).await;
    assert_eq!(read, LogRead { has_more: false, too_late: 2, is_another_log: false });
    let due = "SELECT scheduled_for::text AS value FROM pushes ORDER BY scheduled_for";
    assert_eq!(world.database.query(due).len(), 2);
    assert_eq!(world.position(), (32, 32));
}

#[tokio::test]
async fn a_log_that_was_emptied_or_restored_is_read_from_its_start_and_nothing_is_pushed_twice() {
    let world = World::with_devices(&[1]).await;
    for _ in 0..3 {
        world.ring(browser(1)).await;
    }
    let taken = world.take(SENT).await;
    assert_eq!(taken.len(), 3);
    world.record(taken, Disposition::Accepted, SENT).await;
    // Without its end, and then with another batch there.
    world.database.execute("DELETE FROM batches WHERE place > 1; SELECT setval('batches_place_seq', 1)");
    assert_eq!(world.read(SENT).await, LogRead { is_another_log: true, ..LogRead::default() });
    assert_eq!((world.read(SENT).await, world.position()), (LogRead::default(), (1, 1)));
    let later = DUE + Duration::SECOND;
    world.ring_at(later).await;
    world.queue().await;
    let taken = world.take(later + RING_DELAY).await;
    assert_eq!((taken.len(), world.position()), (1, (2, 2)));
    world.database.execute("UPDATE batches SET fired_at = fired_at - interval '1 second' WHERE place = 2");
    assert!(world.read(later + RING_DELAY).await.is_another_log);
    assert_eq!(world.take(later + RING_DELAY).await.len(), 0);
    world.database.execute("TRUNCATE firings, batches RESTART IDENTITY");
    world.read(later + RING_DELAY).await;
    assert_eq!(world.position(), (0, 0));
    let again = later + Duration::SECOND;
    world.ring_at(again).await;
    assert_eq!(world.take(again + RING_DELAY).await.len(), 1);
}

#[tokio::test]
async fn a_batch_of_a_clock_that_was_set_back_since_does_not_hold_up_the_log() {
    let world = World::with_devices(&[1]).await;
    let ahead = DUE + Duration::HOUR;
    timers::insert(&world.storage, timer_of(browser(1), 60, NOW)).await.unwrap();
    let decide = |timer: Timer| Decision { after: timer.completed(), rings: true };
    due::claim(&world.storage, ahead, Batch::oldest(10), decide).await.unwrap();
    world.ring(browser(1)).await;
    // Its own message is due like one of now.
    assert_eq!((world.take(SENT).await.len(), world.take(SENT + RING_DELAY).await.len()), (1, 1));
}

#[tokio::test]
async fn a_ring_is_not_leased_while_it_is_answered() {
    let world = World::with_devices(&[1, 2]).await;
    world.ring(browser(1)).await;
    // The answer has seen that nothing was sent, and is about to commit.
    let answering = Hold::of_rows(&world.database, "SELECT FROM firings FOR UPDATE");
    assert_eq!(devices_of(&world.take(SENT).await), [0; 0]);
    answering.commit("UPDATE firings SET answer = 'stop', answered_at = now()");
    assert_eq!((world.take(SENT).await.len(), world.queued().await), (0, vec![]));
}

#[tokio::test]
async fn an_answer_waits_for_a_lease_of_its_ring_and_follows_it() {
    let world = World::with_devices(&[1]).await;
    let ring = world.ring(browser(1)).await;
    world.queue().await;
    // Acts as a process that leases the message.
    let mut leasing = Hold::of_rows(&world.database, "SELECT FROM pushes FOR UPDATE; SELECT FROM firings FOR SHARE");
    let storage = world.storage.clone();
    let answer = spawn(async move {
        rings::answer(&storage, browser(1), AnswerRequest { ring, answer: Answer::Stop, at: None }, None, SENT).await
    });
    leasing.until_waiting(1).await;
    leasing.commit("UPDATE pushes SET claimed_until = '2026-11-20 06:01:30.3Z'");
    assert!(answer.await.unwrap().unwrap().is_first);
    let later = SENT + Duration::seconds(30);
    assert_eq!(world.take(later).await.len(), 0);
    assert_eq!(purposes(&world.take(later).await), [Purpose::Stop]);
}

/// Undoes the migration that creates the position, and migrates again.
fn migrate_again(world: &World) {
    world
        .database
        .execute("DROP TABLE push_position; DELETE FROM __diesel_schema_migrations WHERE version = '20261128000500'");
    assert_eq!(MigratableDatabase::at(&world.database.url()).unwrap().migrate().unwrap(), 1);
}

#[tokio::test]
async fn what_the_version_before_has_not_queued_yet_is_read_after_an_upgrade() {
    let world = World::with_devices(&[1]).await;
    migrate_again(&world);
    assert_eq!(world.position(), (0, 0));
    let mut rings = Vec::new();
    for _ in 0..4 {
        rings.push(world.ring(browser(1)).await);
    }
    let taken = world.take(SENT).await;
    world.record(taken, Disposition::Dropped, SENT).await;
    // The second batch waits to be queued, the messages of the others are sent, and one of them is still there.
    world.database.execute(
        "INSERT INTO push_batches SELECT block, fired_at, '{}', '{}' FROM batches WHERE place = 2; \
         INSERT INTO pushes (device, origin, purpose, kind, row_id, scheduled_for, due_at, expires_at, accepted_at) \
             SELECT 1, '', 'ring', kind, row_id, scheduled_for, fired_at, fired_at + interval '10 minutes', fired_at \
             FROM firings WHERE row_id = 3",
    );
    migrate_again(&world);
    assert_eq!(world.position(), (1, 4));
    let sent: Vec<_> = world.take(SENT).await;
    let again = sent.iter().map(|sent| match &sent.body {
        MessageBody::Ring(ring) => ring.id(),
        other => unreachable!("{other:?}"),
    });
    // The last one's message was deleted after its service had refused it: that is not known.
    assert_eq!(again.collect::<Vec<_>>(), [rings[1], rings[3]]);
    world.database.execute("DELETE FROM push_batches; DELETE FROM pushes");
    migrate_again(&world);
    assert_eq!((world.position(), world.queued().await), ((4, 4), vec![]));
}

#[tokio::test]
async fn what_a_server_of_the_version_before_claims_and_queues_is_pushed_once() {
    let world = World::with_devices(&[1]).await;
    world.ring(browser(1)).await;
    // It claims a batch, and has queued the messages of the first one.
    world.database.execute(
        "INSERT INTO push_batches SELECT block, fired_at, '{}', '{}' FROM batches; \
         INSERT INTO pushes (device, origin, purpose, kind, row_id, scheduled_for, due_at, expires_at) \
             SELECT number, origin, 'ring', kind, row_id, scheduled_for, fired_at, fired_at + interval '10 minutes' \
             FROM firings, devices",
    );
    world.ring(browser(1)).await;
    assert_eq!(world.take(SENT).await.len(), 2);
    assert_eq!((world.take(SENT).await.len(), world.position()), (0, (2, 2)));
}
