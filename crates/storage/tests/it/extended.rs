//! More time for a timer: it stops the ring, only once, and a concurrent claim does not undo it.

use time::{Duration, OffsetDateTime, macros::datetime};
use tokibako_domain::{
    answer::Answer,
    firing::{Kind, RingId},
    length::TimerLength,
    timer::{Countdown, Timer},
};
use tokibako_storage::{
    Error, Storage,
    due::{self, Batch, Decision},
    owned,
    rings::{self, AnswerRequest, Extension, ExtensionOutcome},
    testing::{
        TestDatabase,
        hold::Hold,
        logging,
        sample::{NOW, admitted, browser, timer_of},
    },
    timers,
};
use tokio::{spawn, task::JoinSet};

/// When the timer of these tests ends.
const END: OffsetDateTime = datetime!(2026-11-20 06:05 UTC);
const AT: OffsetDateTime = datetime!(2026-11-20 06:05:09 UTC);

struct World {
    database: TestDatabase,
    storage: Storage,
    timer: Timer,
}

impl World {
    async fn new() -> Self {
        let database = TestDatabase::create();
        let storage = database.storage();
        let timer = timers::insert(&storage, timer_of(browser(1), 300, NOW)).await.unwrap();
        Self { database, storage, timer }
    }

    async fn ring(&self, now: OffsetDateTime) -> usize {
        let decide = move |timer: Timer| Decision { after: timer.after_ring(now), rings: true };
        due::claim(&self.storage, now, Batch::oldest(10), decide).await.unwrap().rings
    }

    async fn extend(&self, ring: Option<OffsetDateTime>, now: OffsetDateTime) -> Result<ExtensionOutcome, Error> {
        extend(&self.storage, &self.timer, ring, now).await
    }

    async fn stop(&self, at: OffsetDateTime) -> bool {
        let given = AnswerRequest { ring: self.ring_at(END), answer: Answer::Stop, at: None };
        rings::answer(&self.storage, browser(1), given, None, at).await.unwrap().is_first
    }

    fn ring_at(&self, scheduled_for: OffsetDateTime) -> RingId {
        RingId { kind: Kind::Timer, row: self.timer.id.0, scheduled_for }
    }

    async fn stored(&self) -> Countdown {
        timers::list(&self.storage, browser(1)).await.unwrap().remove(0).countdown
    }

    async fn answers(&self) -> Vec<(RingId, Option<Answer>)> {
        let rings = rings::recent(&self.storage, browser(1), NOW, AT).await.unwrap();
        rings.iter().map(|ring| (ring.id(), ring.answered.map(|answered| answered.answer))).collect()
    }
}

/// Adds a minute.
async fn extend(
    storage: &Storage,
    timer: &Timer,
    ring: Option<OffsetDateTime>,
    now: OffsetDateTime,
) -> Result<ExtensionOutcome, Error> {
    let by = TimerLength::from_total_seconds(60).unwrap();
    let extension = Extension { timer: timer.id, by, ring, end: None };
    rings::extend(storage, timer.browser, extension, move || now, |_| admitted())
        .await
        .map(|extended| extended.unwrap())
}

#[tokio::test]
async fn a_running_timer_ends_later_and_a_pause_keeps_the_extra_time() {
    let world = World::new().await;
    let extended = world.extend(None, NOW).await.unwrap();
    assert_eq!((extended.timer.countdown, extended.stopped), (Countdown::Running(END + Duration::MINUTE), None));
    let pause = |timer: Timer| Ok::<_, ()>(timer.paused(NOW + Duration::MILLISECOND));
    owned::update::<Timer, _>(&world.storage, browser(1), world.timer.id, pause).await.unwrap().unwrap();
    let left = Duration::minutes(6) - Duration::MILLISECOND;
    assert_eq!(world.stored().await, Countdown::Stopped(left));
    world.extend(None, NOW).await.unwrap();
    assert_eq!(world.stored().await, Countdown::Stopped(left + Duration::MINUTE));
}

#[tokio::test]
async fn an_extension_restarts_a_rung_timer_and_stops_its_ring() {
    for ring in [Some(END), None] {
        let world = World::new().await;
        world.ring(END).await;
        let extended = world.extend(ring, AT).await.unwrap();
        assert_eq!(extended.timer.countdown, Countdown::Running(AT + Duration::MINUTE));
        assert_eq!(extended.stopped.map(|(ring, answered)| (ring, answered.at)), Some((world.ring_at(END), AT)));
        assert_eq!(world.answers().await, [(world.ring_at(END), Some(Answer::Stop))]);
        assert!(!world.stop(AT).await);
        // The next end rings normally.
        assert_eq!(world.ring(AT + Duration::MINUTE).await, 1);
        assert_eq!(world.stored().await, Countdown::COMPLETED);
    }
}

#[tokio::test]
async fn one_of_two_hundred_concurrent_answers_extends_the_timer() {
    let world = World::new().await;
    world.ring(END).await;
    let mut devices = JoinSet::new();
    for _ in 0..200 {
        let (storage, timer) = (world.storage.clone(), world.timer.clone());
        devices.spawn(async move { extend(&storage, &timer, Some(END), AT).await.unwrap() });
    }
    let extended = devices.join_all().await;
    assert_eq!(extended.iter().filter(|extended| extended.stopped.is_some()).count(), 1);
    for ExtensionOutcome { timer, .. } in extended {
        assert_eq!(timer.countdown, Countdown::Running(AT + Duration::MINUTE));
    }
}

#[tokio::test]
async fn a_ring_that_was_already_stopped_is_not_extended() {
    let world = World::new().await;
    world.ring(END).await;
    assert!(world.stop(AT).await);
    let extended = world.extend(Some(END), AT).await.unwrap();
    assert_eq!((extended.timer.countdown, extended.stopped), (Countdown::Stopped(Duration::minutes(5)), None));
}

#[tokio::test]
async fn the_ring_of_a_timer_that_was_restarted_meanwhile_is_only_stopped() {
    let world = World::new().await;
    world.ring(END).await;
    let start = |timer: Timer| Ok::<_, ()>(timer.started(AT));
    owned::update::<Timer, _>(&world.storage, browser(1), world.timer.id, start).await.unwrap().unwrap();
    let extended = world.extend(Some(END), AT).await.unwrap();
    assert_eq!(extended.timer.countdown, Countdown::Running(AT + Duration::minutes(5)));
    assert!(extended.stopped.is_some());
}

#[tokio::test]
async fn a_timer_whose_last_end_was_too_late_to_ring_is_extended() {
    for is_stopped in [false, true] {
        let world = World::new().await;
        world.ring(END).await;
        if is_stopped {
            world.stop(AT).await;
        }
        let start = |timer: Timer| Ok::<_, ()>(timer.started(AT));
        owned::update::<Timer, _>(&world.storage, browser(1), world.timer.id, start).await.unwrap().unwrap();
        let late = AT + Duration::minutes(30);
        let decide = move |timer: Timer| Decision { after: timer.after_ring(late), rings: false };
        let claimed = due::claim(&world.storage, late, Batch::oldest(10), decide).await.unwrap();
        assert_eq!(claimed.missed, 1);
        let extended = world.extend(None, late).await.unwrap();
        assert_eq!(extended.timer.countdown, Countdown::Running(late + Duration::MINUTE));
    }
}

#[tokio::test]
async fn an_extension_logs_a_ring_that_no_scheduler_has_claimed() {
    for (ring, now, end) in [
        (Some(END), AT, AT + Duration::MINUTE),
        (None, AT, AT + Duration::MINUTE),
        // The device's clock is ahead: the next ring must not have the same instant.
        (Some(END), END - Duration::MINUTE, END + Duration::MINUTE),
    ] {
        let world = World::new().await;
        assert_eq!(world.extend(ring, now).await.unwrap().timer.countdown, Countdown::Running(end));
        assert_eq!(world.ring(AT).await, 0);
        assert_eq!(world.answers().await, [(world.ring_at(END), Some(Answer::Stop))]);
    }
}

#[tokio::test]
async fn a_ring_that_does_not_exist_is_not_found() {
    let world = World::new().await;
    let (other, early) = (END + Duration::SECOND, END - Duration::MINUTE - Duration::MILLISECOND);
    for (ring, now) in [(other, AT), (END, early)] {
        let refused = world.extend(Some(ring), now).await;
        assert!(matches!(refused, Err(Error::NotFound)), "{refused:?}");
    }
    let foreign = Timer { browser: browser(2), ..world.timer.clone() };
    for ring in [None, Some(END)] {
        assert!(matches!(extend(&world.storage, &foreign, ring, AT).await, Err(Error::NotFound)));
    }
    assert_eq!(world.stored().await, Countdown::Running(END));
}

#[tokio::test]
async fn an_extension_during_a_claim_waits_for_the_row_before_the_log() {
    let world = World::new().await;
    // Acts as a claim: it locks the row first and the log afterwards.
    let mut claim = Hold::of_rows(&world.database, "SELECT FROM timers FOR UPDATE");
    let extending = spawn({
        let (storage, timer) = (world.storage.clone(), world.timer.clone());
        async move { extend(&storage, &timer, Some(END), AT).await }
    });
    claim.until_waiting(1).await;
    let row = world.timer.id.0;
    let rung = logging(&format!("SELECT browser_id, id, ends_at, ends_at, label FROM timers WHERE id = {row}"));
    claim.commit(&format!("{rung}; UPDATE timers SET ends_at = NULL, remaining_ms = 0 WHERE id = {row}"));
    let extended = extending.await.unwrap().unwrap();
    assert_eq!(extended.timer.countdown, Countdown::Running(AT + Duration::MINUTE));
    assert_eq!(world.answers().await, [(world.ring_at(END), Some(Answer::Stop))]);
}
