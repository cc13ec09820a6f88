//! An unanswered ring is sent again until somebody answers or hushes it, or its time is over.

use std::convert::Infallible;

use time::{Duration, OffsetDateTime};
use tokibako_domain::{
    answer::Answer,
    firing::{Kind, RingId},
    length::{Intervals, Step, TimerLength},
    push::{Disposition, LEASE, LONGEST_UNSEEN_STOP, Purpose, REPEAT_INTERVAL, RingFor},
    timer::{NewTimer, Plan, Timer, TimerSettings},
};
use tokibako_storage::{
    devices::{self, NewDevice},
    due::{self, Batch, Decision},
    owned,
    pushes::{self, MessageBody, Reach, RingReceipt, Room, Selection},
    rings::{self, AnswerRequest},
    testing::{
        hold::Hold,
        sample::{NOW, browser, device_of, timer_of},
    },
    timers,
};
use tokio::spawn;
use uuid::Uuid;

use crate::push_world::{DUE, SENT, World, devices_of, purposes, room};

/// When the first repeat is due, if the ring was accepted at once.
const AGAIN: OffsetDateTime = SENT.saturating_add(REPEAT_INTERVAL);

/// A ring that the services of these devices have accepted.
async fn rung(devices: &[u8]) -> (World, RingId) {
    let world = World::with_devices(devices).await;
    let ring = world.ring(browser(1)).await;
    let taken = world.take(SENT).await;
    assert_eq!(taken.len(), devices.len());
    world.record(taken, Disposition::Accepted, SENT).await;
    (world, ring)
}

async fn ring_for(world: &World, seconds: i64) {
    let ring_for = RingFor::new(seconds).unwrap();
    let told = NewDevice { ring_for, ..device_of(browser(1), 1) };
    devices::put(&world.storage, told, "code".to_owned(), NOW).await.unwrap();
    let devices = devices::list(&world.storage, browser(1)).await.unwrap();
    assert!(devices.iter().all(|device| device.ring_for == ring_for));
}

#[tokio::test]
async fn a_ring_is_repeated_every_half_minute_until_its_time_is_over() {
    for (seconds, expected) in [(60, 1), (300, 9), (1_800, 59)] {
        let world = World::with_devices(&[1]).await;
        ring_for(&world, seconds).await;
        let ring = world.ring(browser(1)).await;
        let first = world.take(SENT).await;
        // The service took a while to accept it.
        let accepted = SENT + Duration::SECOND;
        world.record(first, Disposition::Accepted, accepted).await;
        for repeat in 1..=expected {
            let due = accepted + REPEAT_INTERVAL * i32::from(repeat);
            assert_eq!(world.next().await, Some(due), "{seconds} {repeat}");
            assert_eq!(world.take(due - Duration::MILLISECOND).await.len(), 0);
            pushes::expire(&world.storage, due).await.unwrap();
            let taken = world.take(due).await;
            assert!(
                matches!(&taken[..], [one] if matches!(&one.body, MessageBody::Repeat(said, nth) if said.id() == ring && *nth == repeat))
            );
            assert!(taken.iter().all(|taken| taken.body.purpose().ttl(taken.expires_at, due) == 30));
            world.record(taken, Disposition::Accepted, due).await;
        }
        assert_eq!(world.next().await, None, "{seconds}");
        // Its last answer still reaches the device.
        let end = accepted + Duration::seconds(seconds);
        pushes::expire(&world.storage, end).await.unwrap();
        world.answer(ring, None, end).await;
        assert_eq!(purposes(&world.take(end).await), [Purpose::Stop]);
    }
}

#[tokio::test]
async fn an_answer_ends_the_repeats_everywhere() {
    for on in [None, Some(1)] {
        let (world, ring) = rung(&[1, 2]).await;
        world.answer(ring, on, SENT + Duration::SECOND).await;
        let told = world.take(SENT + Duration::SECOND).await;
        assert!(told.iter().all(|taken| taken.body.purpose() == Purpose::Stop));
        assert_eq!(devices_of(&told), if on.is_some() { vec![2] } else { vec![1, 2] });
        world.record(told, Disposition::Accepted, AGAIN).await;
        assert_eq!(world.next().await, None);
    }
}

#[tokio::test]
async fn a_device_that_answers_while_its_ring_is_recorded_is_not_told_of_its_own_answer() {
    let world = World::with_devices(&[1]).await;
    let ring = world.ring(browser(1)).await;
    assert_eq!(world.take(SENT).await.len(), 1);
    // Acts as the process that records that the ring was accepted.
    let mut recording = Hold::of_rows(&world.database, "SELECT FROM pushes FOR UPDATE");
    let storage = world.storage.clone();
    let answer = spawn(async move {
        let given = AnswerRequest { ring, answer: Answer::Stop, at: None };
        rings::answer(&storage, browser(1), given, Some(Uuid::from_u128(1)), SENT).await
    });
    recording.until_waiting(1).await;
    recording.commit(
        "UPDATE pushes SET accepted_at = due_at, claimed_until = NULL; \
         INSERT INTO pushes (device, origin, purpose, repeat, kind, row_id, scheduled_for, due_at, expires_at) \
         SELECT device, origin, 'repeat', 1, kind, row_id, scheduled_for, due_at + interval '30 seconds', expires_at FROM pushes",
    );
    assert!(answer.await.unwrap().unwrap().is_first);
    assert_eq!(world.take(AGAIN).await.len(), 0);
    assert_eq!(world.queued().await, [""; 0]);
}

#[tokio::test]
async fn a_page_that_sounds_and_a_person_who_dismisses_end_the_repeats_of_their_device() {
    for heard in [RingReceipt::ByPage, RingReceipt::Dismissed] {
        let (world, ring) = rung(&[1, 2]).await;
        pushes::heard(&world.storage, browser(1), Uuid::from_u128(1), ring, heard, SENT).await.unwrap();
        let taken = world.take(AGAIN).await;
        assert_eq!((devices_of(&taken), purposes(&taken)), (vec![2], vec![Purpose::Repeat]), "{heard:?}");
        // The ring is not answered.
        world.answer(ring, Some(2), AGAIN).await;
        assert_eq!(devices_of(&world.take(AGAIN + Duration::SECOND).await), [1], "{heard:?}");
    }
    // A worker that has shown the ring wants it again.
    let (world, ring) = rung(&[1]).await;
    pushes::heard(&world.storage, browser(1), Uuid::from_u128(1), ring, RingReceipt::ByWorker, SENT).await.unwrap();
    assert_eq!(purposes(&world.take(AGAIN).await), [Purpose::Repeat]);
}

#[tokio::test]
async fn what_is_muted_during_a_post_is_not_repeated_after_it() {
    for heard in [RingReceipt::ByPage, RingReceipt::Dismissed] {
        // During the first post.
        let world = World::with_devices(&[1]).await;
        let ring = world.ring(browser(1)).await;
        let taken = world.take(SENT).await;
        pushes::heard(&world.storage, browser(1), Uuid::from_u128(1), ring, heard, SENT).await.unwrap();
        world.record(taken, Disposition::Accepted, SENT).await;
        assert_eq!(world.take(AGAIN).await.len(), 0, "{heard:?}");
        // During the post of a repeat.
        let (world, ring) = rung(&[1]).await;
        let taken = world.take(AGAIN).await;
        pushes::heard(&world.storage, browser(1), Uuid::from_u128(1), ring, heard, AGAIN).await.unwrap();
        world.record(taken, Disposition::Accepted, AGAIN).await;
        assert_eq!(world.take(AGAIN + REPEAT_INTERVAL).await.len(), 0, "{heard:?}");
        assert_eq!(world.next().await, None, "{heard:?}");
    }
}

#[tokio::test]
async fn an_answer_during_the_post_of_a_repeat_follows_it() {
    let (world, ring) = rung(&[1]).await;
    let repeat = world.take(AGAIN).await;
    world.answer(ring, None, AGAIN).await;
    // Meanwhile the answer is being posted as well, and may overtake the repeat.
    let stop = world.take(AGAIN).await;
    assert_eq!(purposes(&stop), [Purpose::Stop]);
    world.record(repeat, Disposition::Accepted, AGAIN).await;
    world.record(stop, Disposition::Accepted, AGAIN).await;
    assert_eq!(purposes(&world.take(AGAIN).await), [Purpose::Stop]);

    // The process that posts the repeat is killed.
    let (world, ring) = rung(&[1]).await;
    assert_eq!(world.take(AGAIN).await.len(), 1);
    world.answer(ring, None, AGAIN).await;
    let stop = world.take(AGAIN).await;
    world.record(stop, Disposition::Accepted, AGAIN).await;
    let later = AGAIN + Duration::MINUTE;
    assert_eq!(world.take(later).await.len(), 0);
    assert_eq!(purposes(&world.take(later).await), [Purpose::Stop]);
}

#[tokio::test]
async fn an_answer_follows_a_repeat_that_two_processes_have_posted() {
    let (world, ring) = rung(&[1]).await;
    let slow = world.take(AGAIN).await;
    let now = AGAIN + LEASE;
    let other = world.take(now).await;
    assert_eq!((slow.len(), other.len()), (1, 1));
    world.answer(ring, None, now).await;
    world.record(slow, Disposition::Accepted, now).await;
    let stop = world.take(now).await;
    world.record(stop, Disposition::Accepted, now).await;
    world.record(other, Disposition::Accepted, now).await;
    assert_eq!(purposes(&world.take(now).await), [Purpose::Stop]);
}

#[tokio::test]
async fn an_answer_follows_the_last_repeat_although_its_process_was_killed() {
    let world = World::with_devices(&[1]).await;
    ring_for(&world, 60).await;
    let ring = world.ring(browser(1)).await;
    let taken = world.take(SENT).await;
    world.record(taken, Disposition::Accepted, SENT).await;
    assert_eq!(purposes(&world.take(AGAIN).await), [Purpose::Repeat]);
    world.answer(ring, None, AGAIN).await;
    let stop = world.take(AGAIN).await;
    world.record(stop, Disposition::Accepted, AGAIN).await;
    let over = SENT + Duration::MINUTE;
    assert_eq!(pushes::expire(&world.storage, over).await.unwrap().unsent, 0);
    assert_eq!(purposes(&world.take(over).await), [Purpose::Stop]);
}

#[tokio::test]
async fn an_answer_that_nobody_posted_in_time_follows_a_repeat_that_may_have_been_posted() {
    for expires_first in [false, true] {
        let world = World::with_devices(&[1]).await;
        ring_for(&world, if expires_first { 60 } else { 300 }).await;
        let ring = world.ring(browser(1)).await;
        let taken = world.take(SENT).await;
        world.record(taken, Disposition::Accepted, SENT).await;
        assert_eq!(purposes(&world.take(AGAIN).await), [Purpose::Repeat]);
        world.answer(ring, None, AGAIN).await;
        // The process that posts the repeat is killed, and no other one runs until the answer has expired.
        let late = AGAIN + LONGEST_UNSEEN_STOP;
        if expires_first {
            assert_eq!(pushes::expire(&world.storage, late).await.unwrap().unsent, 1);
        } else {
            assert_eq!(world.take(late).await.len(), 0);
        }
        assert_eq!(purposes(&world.take(late).await), [Purpose::Stop], "{expires_first}");
    }
}

#[tokio::test]
async fn a_row_that_was_changed_or_deleted_is_not_repeated() {
    for is_deleted in [true, false] {
        let (world, ring) = rung(&[1]).await;
        let timer = tokibako_domain::timer::TimerId(ring.row);
        if is_deleted {
            owned::delete::<Timer>(&world.storage, browser(1), timer).await.unwrap();
        } else {
            let start = |timer: Timer| Ok::<_, Infallible>(timer.stopped().toggled(SENT));
            owned::update::<Timer, _>(&world.storage, browser(1), timer, start).await.unwrap().unwrap();
        }
        assert_eq!(world.take(AGAIN).await.len(), 0, "{is_deleted}");
        assert_eq!(world.next().await, None, "{is_deleted}");
    }
}

#[tokio::test]
async fn first_messages_go_before_repeats_and_a_service_may_get_no_repeats() {
    let (world, _) = rung(&[1]).await;
    let timer = timers::insert(&world.storage, timer_of(browser(1), 90, NOW)).await.unwrap();
    let due = DUE + REPEAT_INTERVAL;
    let decide = |timer: Timer| Decision { after: timer.completed(), rings: true };
    due::claim(&world.storage, due, Batch::oldest(10), decide).await.unwrap();
    let now = AGAIN + Duration::seconds(10);
    while pushes::read_log(&world.storage, now).await.unwrap().has_more {}
    let origin = device_of(browser(1), 1).address.origin;

    let without_repeats = Room { without_repeats: vec![origin], ..room(10, &[]) };
    assert_eq!(world.next_within(without_repeats.clone()).await, Some(due + (SENT - DUE)));
    let one =
        pushes::lease(&world.storage, Selection::Due(room(1, &[])), &Reach::everything(), now).await.unwrap().messages;
    let said = RingId { kind: Kind::Timer, row: timer.id.0, scheduled_for: due };
    assert!(matches!(&one[..], [first] if matches!(&first.body, MessageBody::Ring(ring) if ring.id() == said)));
    assert_eq!(
        pushes::lease(&world.storage, Selection::Due(without_repeats.clone()), &Reach::everything(), now)
            .await
            .unwrap()
            .messages
            .len(),
        0
    );
    let later = one[0].leased_until;
    assert_eq!(world.next_within(without_repeats).await, Some(later));
    assert_eq!(purposes(&world.take(now).await), [Purpose::Repeat]);
}

#[tokio::test]
async fn a_repeat_that_fails_is_tried_again_and_its_end_is_no_loss() {
    let (world, _) = rung(&[1]).await;
    let repeat = world.take(AGAIN).await;
    assert_eq!(world.record(repeat, Disposition::Retry(Duration::SECOND), AGAIN).await, 0);
    let repeat = world.take(AGAIN + Duration::SECOND).await;
    assert!(matches!(&repeat[..], [one] if one.failures == 1 && matches!(one.body, MessageBody::Repeat(_, 1))));
    assert_eq!(world.record(repeat, Disposition::Retry(Duration::HOUR), AGAIN + Duration::SECOND).await, 0);
    assert_eq!(world.next().await, None);

    let (world, _) = rung(&[1]).await;
    assert_eq!(pushes::expire(&world.storage, AGAIN + Duration::HOUR).await.unwrap().unsent, 0);
    assert_eq!(world.next().await, None);
}

#[tokio::test]
async fn a_device_that_is_gone_gets_no_repeats() {
    let (world, _) = rung(&[1, 2]).await;
    devices::remove(&world.storage, browser(1), Uuid::from_u128(1), SENT).await.unwrap();
    let repeat = world.take(AGAIN).await;
    assert_eq!(devices_of(&repeat), [2]);
    world.record(repeat, Disposition::Gone, AGAIN).await;
    assert_eq!(world.next().await, None);
}

#[tokio::test]
async fn a_ring_is_repeated_although_the_answer_of_its_service_was_lost() {
    // The device has shown the ring, and the process that posted it was killed.
    let world = World::with_devices(&[1]).await;
    let ring = world.ring(browser(1)).await;
    assert_eq!(world.take(SENT).await.len(), 1);
    pushes::heard(&world.storage, browser(1), Uuid::from_u128(1), ring, RingReceipt::ByWorker, SENT).await.unwrap();
    assert_eq!(purposes(&world.take(AGAIN).await), [Purpose::Repeat]);
    // The service's answer comes later: there is one repeat.
    let world = World::with_devices(&[1]).await;
    let ring = world.ring(browser(1)).await;
    let taken = world.take(SENT).await;
    pushes::heard(&world.storage, browser(1), Uuid::from_u128(1), ring, RingReceipt::ByWorker, SENT).await.unwrap();
    world.record(taken, Disposition::Accepted, SENT + Duration::SECOND).await;
    assert_eq!(purposes(&world.take(AGAIN).await), [Purpose::Repeat]);
    assert_eq!(world.take(AGAIN + Duration::SECOND).await.len(), 0);
}

#[tokio::test]
async fn the_ring_of_a_step_is_not_repeated() {
    let world = World::with_devices(&[1]).await;
    let steps = [60, 60].map(|seconds| Step { length: TimerLength::from_total_seconds(seconds).unwrap(), label: None });
    let plan = Plan::Intervals(Intervals::new(steps.into(), 1).unwrap());
    let settings = TimerSettings { plan, ..timer_of(browser(1), 60, NOW).settings };
    let timer = timers::insert(&world.storage, NewTimer::new(browser(1), settings, true, NOW)).await.unwrap();
    let decide = |timer: Timer| Decision { after: timer.after_ring(DUE), rings: true };
    due::claim(&world.storage, DUE, Batch::oldest(10), decide).await.unwrap();
    let ring = RingId { kind: Kind::Timer, row: timer.id.0, scheduled_for: DUE };
    let taken = world.take(SENT).await;
    assert_eq!(purposes(&taken), [Purpose::Ring]);
    pushes::heard(&world.storage, browser(1), Uuid::from_u128(1), ring, RingReceipt::ByWorker, SENT).await.unwrap();
    world.record(taken, Disposition::Accepted, SENT).await;
    assert_eq!(world.take(AGAIN).await.len(), 0);
}
