//! Messages for devices: queued with the ring, sent by one process, taken back if a device shows the ring.

use time::{Duration, OffsetDateTime};
use tokibako_domain::{
    occurrence::LATEST_RING,
    push::{DeviceState, Disposition, HEARD_DELAY, LEASE, LONGEST_UNSEEN_STOP, Purpose, RING_DELAY},
    timer::Timer,
};
use tokibako_storage::{
    devices,
    due::{self, Batch, Decision},
    pushes::{self, LeasedMessage, MessageBody, Reach, RingReceipt, Room, Selection},
    testing::sample::{NOW, browser, device_of, timer_of},
    timers,
};
use uuid::Uuid;

use crate::push_world::{DUE, SENT, World, devices_of, purposes, room};

#[tokio::test]
async fn a_ring_is_queued_for_each_active_device_of_its_browser() {
    let world = World::with_devices(&[1, 2]).await;
    devices::put(&world.storage, device_of(browser(1), 3), "code".to_owned(), NOW).await.unwrap();
    world.database.execute("DELETE FROM pushes");
    world.ring(browser(2)).await;
    assert_eq!(world.queued().await, [""; 0]);
    let ring = world.ring(browser(1)).await;
    assert_eq!((DUE + RING_DELAY, world.next().await), (SENT, Some(SENT)));
    assert_eq!(world.take(SENT - Duration::MILLISECOND).await.len(), 0);
    let taken = world.take(SENT).await;
    assert_eq!(devices_of(&taken), [1, 2]);
    for taken in &taken {
        assert!(matches!(&taken.body, MessageBody::Ring(told) if told.id() == ring));
        assert_eq!(taken.expires_at, DUE + Duration::minutes(10));
    }
}

#[tokio::test]
async fn a_message_is_taken_by_another_process_when_its_lease_ends() {
    let world = World::with_devices(&[1]).await;
    world.ring(browser(1)).await;
    let taken = world.take(SENT).await;
    assert_eq!((taken.len(), world.take(SENT).await.len()), (1, 0));
    assert_eq!(world.next().await, Some(SENT + Duration::seconds(30)));
    assert_eq!(world.take(SENT + Duration::seconds(29)).await.len(), 0);
    let again = world.take(SENT + Duration::seconds(30)).await;
    assert_eq!(again.len(), 1);
    world.record(again, Disposition::Accepted, SENT + Duration::seconds(31)).await;
    assert_eq!(world.take(SENT + Duration::MINUTE).await.len(), 0);
}

#[tokio::test]
async fn two_processes_share_what_is_due() {
    let world = World::with_devices(&[1, 2, 3, 4, 5, 6]).await;
    for number in 7..=30 {
        world.add_device(browser(number.into()), number).await;
        world.ring(browser(number.into())).await;
    }
    for _ in 0..4 {
        world.ring(browser(1)).await;
    }
    let other = world.database.storage();
    world.queue().await;
    let mut ids = Vec::new();
    loop {
        let which = || Selection::Due(room(7, &[]));
        let reach = Reach::everything();
        let taken = tokio::join!(
            pushes::lease(&world.storage, which(), &reach, SENT),
            pushes::lease(&other, which(), &reach, SENT)
        );
        let (one, two) = (taken.0.unwrap().messages, taken.1.unwrap().messages);
        if one.is_empty() && two.is_empty() {
            break;
        }
        ids.extend(one.iter().chain(&two).map(|taken| taken.id));
    }
    ids.sort_unstable();
    let taken = ids.len();
    ids.dedup();
    assert_eq!((taken, ids.len()), (48, 48));
}

/// Whether the dispatcher reads the log before a page does something, or after that.
const ORDERS: [bool; 2] = [true, false];

#[tokio::test]
async fn a_ring_waits_for_a_page_that_received_it_and_is_dropped_once_that_sounds() {
    for is_read_first in ORDERS {
        let world = World::with_devices(&[1, 2]).await;
        let ring = world.ring(browser(1)).await;
        if is_read_first {
            world.queue().await;
        }
        let given = || vec![(browser(1), Uuid::from_u128(1), ring)];
        assert_eq!(pushes::postpone(&world.storage, given(), DUE).await.unwrap(), 1);
        // By another process, which also has a stream of the device.
        assert_eq!(pushes::postpone(&world.storage, given(), DUE).await.unwrap(), 0);
        let others = vec![(browser(2), Uuid::from_u128(2), ring)];
        assert_eq!(pushes::postpone(&world.storage, others, DUE).await.unwrap(), 0);
        assert_eq!(devices_of(&world.take(SENT).await), [2]);
        assert_eq!(world.next().await, Some(SENT + HEARD_DELAY));
        assert_eq!(SENT + HEARD_DELAY, DUE + Duration::seconds(3));
        let heard = async |owner, device| {
            let id = Uuid::from_u128(device);
            pushes::heard(&world.storage, browser(owner), id, ring, RingReceipt::ByPage, SENT).await.unwrap();
        };
        heard(2, 1).await;
        assert_eq!(world.queued().await.len(), 2);
        heard(1, 1).await;
        // The other message is being sent, so it stays.
        heard(1, 2).await;
        assert_eq!(world.queued().await, ["ring 2"], "{is_read_first}");
        assert_eq!(world.take(SENT + HEARD_DELAY).await.len(), 0);
        assert_eq!(pushes::expire(&world.storage, DUE + LATEST_RING).await.unwrap().untried, 0);
    }
}

#[tokio::test]
async fn a_ring_that_a_page_sounds_before_its_message_is_queued_is_not_sent() {
    for is_given_first in ORDERS {
        let world = World::with_devices(&[1, 2]).await;
        let ring = world.ring(browser(1)).await;
        let id = Uuid::from_u128(1);
        let given = || vec![(browser(1), id, ring)];
        if is_given_first {
            pushes::postpone(&world.storage, given(), DUE).await.unwrap();
        }
        pushes::heard(&world.storage, browser(1), id, ring, RingReceipt::ByPage, DUE).await.unwrap();
        pushes::postpone(&world.storage, given(), DUE).await.unwrap();
        let soon = DUE + Duration::seconds(4);
        assert_eq!(devices_of(&world.take(soon).await), [2], "{is_given_first}");
        // Nor after it has expired, or to a device that had nothing to hear.
        pushes::heard(&world.storage, browser(1), Uuid::from_u128(3), ring, RingReceipt::ByPage, DUE).await.unwrap();
        let later = DUE + LATEST_RING;
        assert_eq!(devices_of(&world.take(later).await), [0; 0]);
        assert_eq!(world.queued().await, [""; 0]);
        pushes::heard(&world.storage, browser(1), id, ring, RingReceipt::ByPage, later).await.unwrap();
        assert_eq!(world.database.query("SELECT id::text AS value FROM pushes"), [""; 0]);
    }
}

#[tokio::test]
async fn a_ring_that_a_page_sounds_while_it_is_posted_is_not_posted_again() {
    let world = World::with_devices(&[1, 2]).await;
    let ring = world.ring(browser(1)).await;
    let mut taken = world.take(SENT).await;
    for device in [1, 2] {
        let id = Uuid::from_u128(device);
        pushes::heard(&world.storage, browser(1), id, ring, RingReceipt::ByPage, SENT).await.unwrap();
    }
    let released = taken.split_off(1);
    assert_eq!(world.record(taken, Disposition::Retry(Duration::SECOND), SENT).await, 0);
    pushes::release(&world.storage, released).await.unwrap();
    assert_eq!(world.take(SENT + Duration::MINUTE).await.len(), 0);
    assert_eq!(world.queued().await, [""; 0]);
}

#[tokio::test]
async fn an_answer_removes_unsent_messages_and_tells_devices_that_were_sent_the_ring() {
    let world = World::with_devices(&[1, 2, 3, 4]).await;
    let ring = world.ring(browser(1)).await;
    let mut taken = world.take(SENT).await;
    let failed = taken.split_off(3);
    world.record(taken, Disposition::Accepted, SENT).await;
    world.record(failed, Disposition::Retry(Duration::MINUTE), SENT).await;
    let shown =
        |device| pushes::heard(&world.storage, browser(1), Uuid::from_u128(device), ring, RingReceipt::ByWorker, SENT);
    shown(2).await.unwrap();
    let at = SENT + Duration::seconds(20);
    world.answer(ring, Some(1), at).await;
    assert_eq!(world.queued().await, ["ring 2", "ring 3", "stop 2", "stop 3"]);
    let stops = world.take(at).await;
    assert_eq!((devices_of(&stops), purposes(&stops)), (vec![2, 3], vec![Purpose::Stop; 2]));
    // Where the ring was shown, its end may wait as long as the ring might have.
    let lapse: Vec<_> = stops.iter().map(|stop| stop.expires_at).collect();
    assert_eq!(lapse, [DUE + Duration::minutes(10), at + LONGEST_UNSEEN_STOP]);
    world.record(stops, Disposition::Accepted, at).await;
    assert_eq!(world.queued().await, ["ring 2", "ring 3"]);
    let later = DUE + Duration::minutes(10);
    assert_eq!(pushes::expire(&world.storage, later).await.unwrap().unsent, 0);
    assert_eq!(world.queued().await, [""; 0]);
}

#[tokio::test]
async fn an_answer_during_the_post_is_sent_after_it() {
    let world = World::with_devices(&[1, 2]).await;
    let ring = world.ring(browser(1)).await;
    let mut taken = world.take(SENT).await;
    let failed = taken.split_off(1);
    world.answer(ring, None, SENT).await;
    assert_eq!(world.queued().await, ["ring 1", "ring 2"]);
    world.record(taken, Disposition::Accepted, SENT).await;
    world.record(failed, Disposition::Retry(Duration::SECOND), SENT).await;
    assert_eq!(world.queued().await, ["ring 1", "stop 1"]);
}

#[tokio::test]
async fn an_answer_during_the_post_is_sent_even_if_the_sender_was_killed() {
    let world = World::with_devices(&[1, 2]).await;
    let ring = world.ring(browser(1)).await;
    assert_eq!(world.take(SENT).await.len(), 2);
    world.answer(ring, Some(2), SENT).await;
    let later = SENT + Duration::seconds(30);
    assert_eq!(world.take(later).await.len(), 0);
    let stops = world.take(later).await;
    assert_eq!((devices_of(&stops), purposes(&stops)), (vec![1], vec![Purpose::Stop]));
    assert_eq!(stops[0].expires_at, later + LONGEST_UNSEEN_STOP);
    assert_eq!(world.queued().await, ["stop 1"]);
    // The process that posts the answer is killed, too.
    assert_eq!(purposes(&world.take(later + Duration::seconds(30)).await), [Purpose::Stop]);
}

#[tokio::test]
async fn an_answer_after_the_lease_of_a_sender_that_was_killed_follows_the_ring() {
    let world = World::with_devices(&[1]).await;
    let ring = world.ring(browser(1)).await;
    assert_eq!(world.take(SENT).await.len(), 1);
    let later = SENT + Duration::seconds(31);
    world.answer(ring, None, later).await;
    assert_eq!(world.take(later).await.len(), 0);
    assert_eq!(purposes(&world.take(later).await), [Purpose::Stop]);
}

#[tokio::test]
async fn an_answer_follows_a_ring_that_a_killed_process_may_have_posted_although_another_one_has_given_it_back() {
    for (is_released, is_answered_first) in [(false, false), (false, true), (true, false), (true, true)] {
        let world = World::with_devices(&[1]).await;
        let ring = world.ring(browser(1)).await;
        assert_eq!(world.take(SENT).await.len(), 1);
        let now = SENT + LEASE;
        let taken = world.take(now).await;
        if is_answered_first {
            world.answer(ring, None, now).await;
        }
        if is_released {
            pushes::release(&world.storage, taken).await.unwrap();
        } else {
            world.record(taken, Disposition::Retry(Duration::SECOND), now).await;
        }
        if !is_answered_first {
            world.answer(ring, None, now).await;
        }
        let later = now + Duration::seconds(2);
        let mut stops = world.take(later).await;
        stops.extend(world.take(later).await);
        assert_eq!(purposes(&stops), [Purpose::Stop], "{is_released} {is_answered_first}");
    }
}

#[tokio::test]
async fn a_ring_that_was_answered_before_it_was_taken_is_not_sent() {
    let world = World::with_devices(&[1]).await;
    let ring = world.ring(browser(1)).await;
    world.answer(ring, None, DUE).await;
    assert_eq!((world.take(SENT).await.len(), world.queued().await), (0, vec![]));
}

#[tokio::test]
async fn an_answer_leaves_the_other_rings_of_its_batch() {
    let world = World::with_devices(&[1]).await;
    timers::insert(&world.storage, timer_of(browser(1), 60, NOW)).await.unwrap();
    let ring = world.ring(browser(1)).await;
    world.answer(ring, None, DUE).await;
    world.queue().await;
    assert_eq!(world.database.query("SELECT row_id::text AS value FROM pushes"), ["1"]);
    assert_eq!(world.take(SENT).await.len(), 1);
}

#[tokio::test]
async fn a_ring_that_is_answered_while_it_is_queued_is_not_sent() {
    let world = World::with_devices(&[1]).await;
    for _ in 0..20 {
        let ring = world.ring(browser(1)).await;
        tokio::join!(world.answer(ring, None, SENT), world.queue());
        assert_eq!((world.take(SENT).await.len(), world.queued().await), (0, vec![]));
    }
}

#[tokio::test]
async fn two_processes_queue_each_ring_once() {
    let world = World::with_devices(&[]).await;
    for number in 1..=20 {
        world.add_device(browser(number.into()), number).await;
        world.ring(browser(number.into())).await;
    }
    tokio::join!(world.queue(), world.queue());
    assert_eq!(world.queued().await.len(), 20);
}

#[tokio::test]
async fn a_410_deletes_the_device_and_one_whose_subscription_is_unusable_stops_ringing() {
    let world = World::with_devices(&[1, 2, 3]).await;
    world.ring(browser(1)).await;
    let mut taken = world.take(SENT).await;
    let refused = taken.split_off(2);
    let gone = taken.split_off(1);
    world.record(taken, Disposition::Dropped, SENT).await;
    world.record(gone, Disposition::Gone, SENT).await;
    world.record(refused, Disposition::Unusable, SENT).await;
    let left = devices::list(&world.storage, browser(1)).await.unwrap();
    let left: Vec<_> = left.iter().map(|device| (device.id.as_u128(), device.state)).collect();
    assert_eq!(left, [(1, DeviceState::Active), (3, DeviceState::Failing)]);
    assert_eq!(world.queued().await, [""; 0]);
    world.ring(browser(1)).await;
    assert_eq!(world.queued().await, ["ring 1"]);
}

#[tokio::test]
async fn a_subscription_that_was_replaced_meanwhile_is_not_deleted() {
    let world = World::with_devices(&[1, 2]).await;
    world.ring(browser(1)).await;
    let mut taken = world.take(SENT).await;
    for number in [1, 2] {
        let mut new = device_of(browser(1), number);
        new.address.endpoint = format!("https://push.example/new/{number}");
        devices::put(&world.storage, new, "new".to_owned(), SENT).await.unwrap();
    }
    let refused = taken.split_off(1);
    world.record(taken, Disposition::Gone, SENT).await;
    world.record(refused, Disposition::Unusable, SENT).await;
    let left = devices::list(&world.storage, browser(1)).await.unwrap();
    assert_eq!(left.iter().map(|device| device.state).collect::<Vec<_>>(), [DeviceState::Pending; 2]);
}

#[tokio::test]
async fn a_retry_that_would_come_too_late_lapses() {
    let world = World::with_devices(&[1]).await;
    world.ring(browser(1)).await;
    let taken = world.take(SENT).await;
    assert_eq!(world.record(taken, Disposition::Retry(Duration::seconds(7)), SENT).await, 0);
    assert_eq!(world.next().await, Some(SENT + Duration::seconds(7)));
    let taken = world.take(SENT + Duration::seconds(7)).await;
    assert_eq!(taken[0].failures, 1);
    assert_eq!(world.record(taken, Disposition::Retry(Duration::minutes(10)), SENT).await, 1);
    assert_eq!(world.queued().await, [""; 0]);
    // A message that is due after its expiry is deleted unsent.
    world.ring(browser(1)).await;
    assert_eq!((world.take(DUE + Duration::minutes(10)).await.len(), world.queued().await), (0, vec![]));
}

#[tokio::test]
async fn an_unconfirmed_device_gets_three_codes_and_no_rings() {
    let world = World::with_devices(&[]).await;
    for _ in 0..5 {
        devices::put(&world.storage, device_of(browser(1), 1), "code".to_owned(), SENT).await.unwrap();
        world.ring(browser(1)).await;
    }
    let mut posts = 0;
    for second in 0..20 {
        let now = SENT + Duration::seconds(second);
        let taken = world.take(now).await;
        assert!(taken.iter().all(|taken| taken.body == MessageBody::Hello("code".to_owned())));
        posts += taken.len();
        world.record(taken, Disposition::Retry(Duration::SECOND), now).await;
        devices::put(&world.storage, device_of(browser(1), 1), "code".to_owned(), now).await.unwrap();
    }
    assert_eq!(posts, 3);
}

#[tokio::test]
async fn a_failing_service_is_probed_and_gets_everything_when_it_answers() {
    let world = World::with_devices(&[1, 2]).await;
    world.database.execute("UPDATE devices SET origin = 'https://other.example' WHERE number = 2");
    world.ring(browser(1)).await;
    world.queue().await;
    let away = "https://push.example".to_owned();
    let which = Selection::Due(room(100, &[(&away, 0)]));
    let taken = pushes::lease(&world.storage, which, &Reach::everything(), SENT).await.unwrap().messages;
    assert_eq!(devices_of(&taken), [2]);
    let nowhere = room(100, &[(&away, 0), ("https://other.example", 0)]);
    assert_eq!(world.next_within(nowhere).await, None);
    let failed = world.take(SENT).await;
    world.record(failed, Disposition::Retry(Duration::MINUTE), SENT).await;
    assert_eq!(world.take(SENT).await.len(), 0);
    let probe = Selection::Probes(vec![away.clone()]);
    let probe = pushes::lease(&world.storage, probe, &Reach::everything(), SENT).await.unwrap().messages;
    assert_eq!(devices_of(&probe), [1]);
    pushes::release(&world.storage, probe).await.unwrap();
    assert_eq!(pushes::hasten(&world.storage, away, SENT).await.unwrap(), 1);
    assert_eq!(devices_of(&world.take(SENT).await), [1]);
}

#[tokio::test]
async fn each_service_has_its_own_room_and_the_longest_due_messages_go_first() {
    let world = World::with_devices(&[1, 2, 3]).await;
    world.database.execute("UPDATE devices SET origin = 'https://other.example' WHERE number = 2");
    for _ in 0..4 {
        world.ring(browser(1)).await;
    }
    assert_eq!(world.queued().await.len(), 12);
    world.database.execute("UPDATE pushes SET due_at = due_at - make_interval(secs => row_id)");
    let take = async |room| {
        let taken =
            pushes::lease(&world.storage, Selection::Due(room), &Reach::everything(), SENT).await.unwrap().messages;
        let mut taken: Vec<_> = taken
            .iter()
            .map(|taken| match &taken.body {
                MessageBody::Ring(ring) => (taken.device_id.as_u128(), ring.subject.row()),
                other => unreachable!("{other:?}"),
            })
            .collect();
        taken.sort_unstable();
        taken
    };
    // The first two devices of the one service wait equally long.
    let first = take(room(2, &[("https://other.example", 1)])).await;
    assert_eq!(first, [(1, 4), (2, 4), (3, 4)]);
    assert_eq!(take(room(9, &[("https://push.example", 0)])).await, [(2, 1), (2, 2), (2, 3)]);
    assert_eq!(take(Room { in_all: 2, ..room(9, &[]) }).await.len(), 2);
    assert_eq!(
        take(Room { paused: vec![1], ..room(9, &[]) }).await.iter().filter(|(device, _)| *device == 1).count(),
        0
    );
}

#[tokio::test]
async fn codes_that_cannot_be_counted_do_not_delay_rings() {
    let world = World::with_devices(&[1]).await;
    world.ring(browser(1)).await;
    devices::put(&world.storage, device_of(browser(1), 2), "code".to_owned(), NOW).await.unwrap();
    world.database.execute("ALTER TABLE devices ADD CONSTRAINT uncounted CHECK (hellos = 0) NOT VALID");
    let purposes = |taken: Vec<LeasedMessage>| taken.iter().map(|taken| taken.body.purpose()).collect::<Vec<_>>();
    assert_eq!(purposes(world.take(SENT).await), [Purpose::Ring]);
    world.database.execute("ALTER TABLE devices DROP CONSTRAINT uncounted");
    assert_eq!(purposes(world.take(SENT + Duration::MINUTE).await), [Purpose::Ring, Purpose::Hello]);
}

#[tokio::test]
async fn only_new_rings_of_a_batch_are_queued() {
    let world = World::with_devices(&[1]).await;
    world.ring(browser(1)).await;
    assert_eq!(world.queued().await, ["ring 1"]);
    world.database.execute("DELETE FROM pushes");
    // The clock was set back: the first timer is due once more, with another one that has never rung.
    timers::insert(&world.storage, timer_of(browser(1), 60, NOW)).await.unwrap();
    world.database.execute("UPDATE timers SET ends_at = '2026-11-20 06:01Z', remaining_ms = NULL");
    let decide = |timer: Timer| Decision { after: timer.completed(), rings: true };
    due::claim(&world.storage, DUE, Batch::oldest(10), decide).await.unwrap();
    assert_eq!(world.queued().await.len(), 1);
    assert_eq!(world.database.query("SELECT row_id::text AS value FROM pushes"), ["2"]);
}

#[tokio::test]
async fn a_clock_that_is_set_back_queues_no_ring_twice() {
    let world = World::with_devices(&[1]).await;
    world.ring(browser(1)).await;
    let taken = world.take(SENT).await;
    world.record(taken, Disposition::Dropped, SENT).await;
    world.database.execute("UPDATE timers SET ends_at = '2026-11-20 06:01Z', remaining_ms = NULL");
    let decide = |timer: Timer| Decision { after: timer.completed(), rings: true };
    due::claim(&world.storage, DUE, Batch::oldest(10), decide).await.unwrap();
    assert_eq!(world.queued().await, [""; 0]);
}

#[tokio::test]
async fn browsers_take_turns_at_a_service() {
    let world = World::with_devices(&[1, 2, 3]).await;
    world.add_device(browser(2), 4).await;
    for _ in 0..4 {
        world.ring(browser(1)).await;
    }
    world.ring(browser(2)).await;
    world.queue().await;
    world.database.execute("UPDATE pushes SET due_at = due_at + make_interval(secs => 1) WHERE device = 4");
    let taken =
        pushes::lease(&world.storage, Selection::Due(room(2, &[])), &Reach::everything(), SENT + Duration::SECOND)
            .await
            .unwrap();
    assert_eq!(taken.messages.iter().filter(|taken| taken.browser == browser(2)).count(), 1);
}

#[tokio::test]
async fn a_newer_ring_replaces_the_oldest_unsent_one_of_a_device() {
    let world = World::with_devices(&[1, 2]).await;
    let unsent = || world.database.query("SELECT device || ' ' || row_id AS value FROM pushes ORDER BY device, row_id");
    for _ in 0..3 {
        world.ring(browser(1)).await;
    }
    world.queue().await;
    // The second device is being sent its first ring.
    world
        .database
        .execute("UPDATE pushes SET claimed_until = now() + interval '1 day' WHERE device = 2 AND row_id = 1");
    world.database.execute("UPDATE pushes SET scheduled_for = scheduled_for + make_interval(secs => row_id - 100)");
    for _ in 0..3 {
        world.ring(browser(1)).await;
    }
    world.queue().await;
    assert_eq!(unsent(), ["1 3", "1 4", "1 5", "1 6", "2 1", "2 3", "2 4", "2 5", "2 6"]);
    // The rings of one batch count as well.
    world.database.execute("DELETE FROM pushes");
    for _ in 0..9 {
        timers::insert(&world.storage, timer_of(browser(1), 60, NOW)).await.unwrap();
    }
    world.ring(browser(1)).await;
    world.queue().await;
    assert_eq!(unsent().len(), 8);
}

#[tokio::test]
async fn a_ring_replaces_the_unsent_one_of_its_own_timer() {
    let world = World::with_devices(&[1]).await;
    world.ring(browser(1)).await;
    world.queue().await;
    world.database.execute("UPDATE pushes SET scheduled_for = scheduled_for - interval '1 minute'");
    let before = world.database.query("SELECT id::text AS value FROM pushes");
    world.database.execute("UPDATE firings SET scheduled_for = scheduled_for - interval '1 minute'");
    world.database.execute("UPDATE timers SET ends_at = '2026-11-20 06:01Z', remaining_ms = NULL");
    let decide = |timer: Timer| Decision { after: timer.completed(), rings: true };
    due::claim(&world.storage, DUE, Batch::oldest(10), decide).await.unwrap();
    world.queue().await;
    let after = world.database.query("SELECT id::text AS value FROM pushes");
    assert_eq!((before.len(), after.len()), (1, 1));
    assert_ne!(before, after);
}

#[tokio::test]
async fn an_outcome_changes_only_what_its_own_process_has_leased() {
    let later = SENT + Duration::seconds(30);
    for next in [Disposition::Dropped, Disposition::Retry(Duration::MINUTE)] {
        let world = World::with_devices(&[1]).await;
        world.ring(browser(1)).await;
        let stalled = world.take(SENT).await;
        let other = world.take(later).await;
        assert_eq!((stalled.len(), other.len()), (1, 1));
        world.record(stalled.clone(), next, later).await;
        pushes::release(&world.storage, stalled).await.unwrap();
        assert_eq!((world.queued().await.len(), world.take(later).await.len()), (1, 0), "{next:?}");
        pushes::release(&world.storage, other).await.unwrap();
        assert_eq!(world.take(later).await.len(), 1, "{next:?}");
    }
}

#[tokio::test]
async fn a_service_that_refuses_a_device_for_an_hour_makes_it_subscribe_again() {
    let world = World::with_devices(&[1]).await;
    let state = async || devices::list(&world.storage, browser(1)).await.unwrap()[0].state;
    world.ring(browser(1)).await;
    let refused = Disposition::Refused(Duration::SECOND);
    let refuse = async |now: OffsetDateTime| {
        world.database.execute("UPDATE pushes SET expires_at = '2027-01-01Z'");
        let taken = world.take(now).await;
        assert_eq!(taken.len(), 1);
        world.record(taken, refused, now).await;
    };
    refuse(SENT).await;
    refuse(SENT + Duration::minutes(59)).await;
    assert_eq!(state().await, DeviceState::Active);
    // The service accepts one message, so that the hour begins anew.
    let now = SENT + Duration::minutes(61);
    let taken = world.take(now).await;
    world.record(taken, Disposition::Accepted, now).await;
    world.database.execute("DELETE FROM pushes WHERE purpose = 'repeat'; UPDATE pushes SET accepted_at = NULL");
    refuse(now + Duration::MINUTE).await;
    refuse(now + Duration::minutes(60)).await;
    assert_eq!(state().await, DeviceState::Active);
    refuse(now + Duration::minutes(61)).await;
    assert_eq!(state().await, DeviceState::Failing);
}

#[tokio::test]
async fn a_message_whose_device_was_deleted_meanwhile_is_deleted_when_it_is_due() {
    let world = World::with_devices(&[1]).await;
    world.ring(browser(1)).await;
    world.queue().await;
    world.database.execute("DELETE FROM devices");
    assert_eq!((world.take(SENT).await.len(), world.queued().await), (0, vec![]));
}
