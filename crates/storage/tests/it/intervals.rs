//! Timers with steps: each end is claimed once and starts the next step.

use time::{Duration, OffsetDateTime};
use tokibako_domain::{
    answer::Answer,
    firing::{Kind, Ring, RingId, RingSubject},
    length::{Intervals, Step, TimerLength},
    occurrence::STEP_RINGS_FOR,
    ring_settings::Label,
    timer::{Countdown, NewTimer, Plan, Timer, TimerSettings},
};
use tokibako_storage::{
    Storage,
    due::{self, Batch, Decision},
    log::{self, ReplayFrom},
    owned,
    rings::{self, AnswerRequest},
    testing::{
        TestDatabase,
        sample::{NOW, browser, timer_of},
    },
    timers,
};

fn step(seconds: i64, label: &str) -> Step {
    Step { length: TimerLength::from_total_seconds(seconds).unwrap(), label: Label::parse(label).unwrap() }
}

/// 40 s of work and 20 s of rest, twice, started at [`NOW`].
fn gym() -> NewTimer {
    let settings = timer_of(browser(1), 1, NOW).settings;
    let steps = vec![step(40, "Work \"hard\"\n, 力"), step(20, "")];
    let plan = Plan::Intervals(Intervals::new(steps, 2).unwrap());
    NewTimer::new(browser(1), TimerSettings { plan, ..settings }, true, NOW)
}

fn at(seconds: i64) -> OffsetDateTime {
    NOW + Duration::seconds(seconds)
}

async fn claim(storage: &Storage, now: OffsetDateTime) -> usize {
    let decide = move |timer: Timer| Decision { after: timer.after_ring(now), rings: true };
    due::claim(storage, now, Batch::oldest(10), decide).await.unwrap().rings
}

async fn stored(storage: &Storage) -> Timer {
    timers::list(storage, browser(1)).await.unwrap().remove(0)
}

async fn logged(storage: &Storage) -> Vec<Ring> {
    let replay = log::replay(storage, browser(1), None, ReplayFrom::Start, OffsetDateTime::UNIX_EPOCH).await.unwrap();
    replay.missed.into_iter().map(|firing| firing.ring).collect()
}

#[tokio::test]
async fn steps_are_stored_and_the_log_has_the_step_that_each_ring_began() {
    let database = TestDatabase::create();
    let storage = database.storage();
    let made = timers::insert(&storage, gym()).await.unwrap();
    assert_eq!(stored(&storage).await, made);
    let mut timer = made;
    for end in [40, 60, 100, 120] {
        assert_eq!(claim(&storage, at(end) - Duration::MILLISECOND).await, 0);
        assert_eq!(claim(&storage, at(end)).await, 1);
        timer = timer.after_ring(at(end));
        assert_eq!(stored(&storage).await, timer);
        let last = logged(&storage).await.pop().unwrap();
        assert_eq!((last.scheduled_for, last.subject), (at(end), RingSubject::Timer(timer.clone())));
    }
    assert_eq!(timer.countdown, Countdown::COMPLETED);
    assert_eq!(claim(&storage, at(9_999)).await, 0);
}

#[tokio::test]
async fn a_step_that_ends_while_a_device_pauses_rings_and_the_next_one_is_paused() {
    let database = TestDatabase::create();
    let storage = database.storage();
    let timer = timers::insert(&storage, gym()).await.unwrap();
    let pause = |now| move |timer: Timer| Ok::<_, ()>(timer.paused(now));
    // A timer that has run out is about to ring, so it is not paused.
    let over = owned::update::<Timer, _>(&storage, browser(1), timer.id, pause(at(40))).await.unwrap().unwrap();
    assert_eq!(over.countdown, Countdown::Running(at(40)));
    assert_eq!(claim(&storage, at(41)).await, 1);
    owned::update::<Timer, _>(&storage, browser(1), timer.id, pause(at(42))).await.unwrap().unwrap();
    assert_eq!(claim(&storage, at(500)).await, 0);
    let paused = stored(&storage).await;
    assert_eq!((paused.progress.step, paused.countdown), (1, Countdown::Stopped(Duration::seconds(18))));
}

#[tokio::test]
async fn a_step_that_was_answered_early_does_not_ring_and_the_next_one_runs() {
    let database = TestDatabase::create();
    let storage = database.storage();
    let timer = timers::insert(&storage, gym()).await.unwrap();
    let ring = RingId { kind: Kind::Timer, row: timer.id.0, scheduled_for: at(40) };
    // The answer of a device whose clock is ahead.
    let given = AnswerRequest { ring, answer: Answer::Stop, at: None };
    assert!(rings::answer(&storage, browser(1), given, None, at(39)).await.unwrap().is_first);
    let next = stored(&storage).await;
    assert_eq!((next.progress.step, next.countdown), (1, Countdown::Running(at(60))));
    assert_eq!(claim(&storage, at(40)).await, 0);
    assert_eq!(claim(&storage, at(60)).await, 1);
}

#[tokio::test]
async fn a_step_rings_for_seconds_and_the_last_end_until_it_is_answered() {
    let database = TestDatabase::create();
    let storage = database.storage();
    timers::insert(&storage, gym()).await.unwrap();
    let rings = async |now: OffsetDateTime| {
        let rings = rings::recent(&storage, browser(1), now - Duration::minutes(10), now).await.unwrap();
        rings.iter().map(|ring| ring.scheduled_for).collect::<Vec<_>>()
    };
    // Also before a scheduler has claimed it.
    assert_eq!(rings(at(41)).await, [at(40)]);
    claim(&storage, at(41)).await;
    assert_eq!(rings(at(40) + STEP_RINGS_FOR).await, [at(40)]);
    assert!(rings(at(41) + STEP_RINGS_FOR).await.is_empty());
    for end in [60, 100, 120] {
        claim(&storage, at(end)).await;
    }
    assert_eq!(rings(at(500)).await, [at(120)]);
}

#[tokio::test]
async fn a_server_from_before_steps_does_not_touch_them() {
    let database = TestDatabase::create();
    let storage = database.storage();
    timers::insert(&storage, gym()).await.unwrap();
    // Such a server reads only this column, and refuses 0.
    assert!(TimerLength::from_total_seconds(0).is_err());
    database.execute("DO $$ BEGIN ASSERT (SELECT total_seconds FROM timers) = 0; END $$");
}
