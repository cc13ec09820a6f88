//! Recent rings and their answers: the first answer counts, even before the ring.

use time::{Duration, OffsetDateTime};
use tokibako_domain::{
    alarm::{Alarm, Arming},
    answer::{Answer, RingAnswer},
    browser_id::BrowserId,
    firing::{Kind, Ring, RingId},
    occurrence::Repeat,
    timer::{Countdown, Timer},
};
use tokibako_storage::{
    Error, Storage, alarms,
    due::{self, Batch, Decision},
    log::{self, ReplayFrom},
    owned,
    rings::{self, AnswerOutcome, AnswerRequest, MOST_LISTED},
    testing::{
        TestDatabase,
        sample::{NOW, alarm_at, browser, timer_of},
    },
    timers,
};
use tokio::task::JoinSet;

/// When the alarms here ring.
const SEVEN: OffsetDateTime = time::macros::datetime!(2026-11-20 07:00 UTC);

/// How long a snooze of theirs lasts.
const SNOOZE: Duration = Duration::minutes(9);

struct World {
    database: TestDatabase,
    storage: Storage,
}

impl World {
    fn new() -> Self {
        let database = TestDatabase::create();
        Self { storage: database.storage(), database }
    }

    async fn alarm(&self, repeat: Repeat) -> Alarm {
        alarms::insert(&self.storage, alarm_at(browser(1), "07:00", repeat, NOW)).await.unwrap()
    }

    async fn timer(&self) -> Timer {
        timers::insert(&self.storage, timer_of(browser(1), 3_600, NOW)).await.unwrap()
    }

    /// Claims everything that is due, late or not.
    async fn ring(&self, now: OffsetDateTime) -> usize {
        let decide = move |alarm: Alarm| Decision { after: alarm.after_ring(now), rings: true };
        let alarms = due::claim(&self.storage, now, Batch::oldest(100), decide).await.unwrap();
        let decide = |timer: Timer| Decision { after: timer.completed(), rings: true };
        let timers = due::claim(&self.storage, now, Batch::oldest(100), decide).await.unwrap();
        alarms.rings + timers.rings
    }

    async fn answer(&self, ring: RingId, answer: Answer, now: OffsetDateTime) -> Result<AnswerOutcome, Error> {
        rings::answer(&self.storage, browser(1), AnswerRequest { ring, answer, at: None }, None, now).await
    }

    async fn stored_alarm(&self) -> Alarm {
        alarms::list(&self.storage, browser(1)).await.unwrap().remove(0)
    }

    async fn stored_timer(&self) -> Timer {
        timers::list(&self.storage, browser(1)).await.unwrap().remove(0)
    }

    /// The rings of the ten minutes before `now`, with their answers.
    async fn rung(&self, now: OffsetDateTime) -> Vec<(RingId, Option<Answer>)> {
        self.rung_since(now - Duration::minutes(10), now).await
    }

    async fn rung_since(&self, since: OffsetDateTime, now: OffsetDateTime) -> Vec<(RingId, Option<Answer>)> {
        let rings = rings::recent(&self.storage, browser(1), since, now).await.unwrap();
        rings.iter().map(|ring| (ring.id(), ring.answered.map(|answered| answered.answer))).collect()
    }

    async fn logged(&self) -> Vec<Ring> {
        let since = OffsetDateTime::UNIX_EPOCH;
        let replay = log::replay(&self.storage, browser(1), None, ReplayFrom::Start, since).await.unwrap();
        replay.missed.into_iter().map(|firing| firing.ring).collect()
    }
}

fn of_alarm(alarm: &Alarm) -> RingId {
    RingId { kind: Kind::Alarm, row: alarm.id.0, scheduled_for: SEVEN }
}

fn of_timer(timer: &Timer) -> RingId {
    RingId { kind: Kind::Timer, row: timer.id.0, scheduled_for: SEVEN }
}

const fn first(answer: Answer, at: OffsetDateTime, snoozed_until: Option<OffsetDateTime>) -> AnswerOutcome {
    AnswerOutcome { stands: RingAnswer { answer, at, snoozed_until }, is_first: true }
}

#[tokio::test]
async fn the_first_answer_counts_and_is_logged_with_the_ring() {
    let world = World::new();
    let (alarm, timer) = (world.alarm(Repeat::Daily).await, world.timer().await);
    assert_eq!(world.ring(SEVEN).await, 2);
    let at = SEVEN + Duration::seconds(3);
    let snoozed = first(Answer::Snooze, at, Some(at + SNOOZE));
    assert_eq!(world.answer(of_alarm(&alarm), Answer::Snooze, at).await.unwrap(), snoozed);
    assert_eq!(world.answer(of_timer(&timer), Answer::Stop, at).await.unwrap(), first(Answer::Stop, at, None));
    let later = at + Duration::SECOND;
    let stands = AnswerOutcome { is_first: false, ..snoozed };
    assert_eq!(world.answer(of_alarm(&alarm), Answer::Stop, later).await.unwrap(), stands);

    assert_eq!(world.stored_alarm().await.arming, Arming::Snoozed(at + SNOOZE));
    assert_eq!(world.stored_timer().await.countdown, Countdown::Stopped(Duration::HOUR));
    let answers: Vec<_> = world.logged().await.iter().map(|ring| ring.answered).collect();
    assert_eq!(answers, [Some(snoozed.stands), Some(first(Answer::Stop, at, None).stands)]);
}

#[tokio::test]
async fn one_of_two_hundred_concurrent_answers_counts_and_all_callers_learn_of_it() {
    let world = World::new();
    let alarm = world.alarm(Repeat::Daily).await;
    world.ring(SEVEN).await;
    let mut outcomes = Vec::new();
    // As many at a time as get a connection before their timeout.
    for turn in 0..10 {
        let mut some = JoinSet::new();
        for number in 0..20 {
            let (storage, ring) = (world.storage.clone(), of_alarm(&alarm));
            let answer = Answer::ALL[usize::try_from(number % 2).unwrap()];
            let now = SEVEN + Duration::milliseconds(20 * turn + number);
            some.spawn(async move {
                rings::answer(&storage, browser(1), AnswerRequest { ring, answer, at: None }, None, now).await.unwrap()
            });
        }
        outcomes.extend(some.join_all().await);
    }
    assert_eq!(outcomes.iter().filter(|outcome| outcome.is_first).count(), 1);
    assert!(outcomes.iter().all(|outcome| outcome.stands == outcomes[0].stands));
}

#[tokio::test]
async fn an_answer_before_the_claim_logs_the_ring() {
    for early in [Duration::ZERO, Duration::seconds(-30), Duration::minutes(4)] {
        let world = World::new();
        let (alarm, timer) = (world.alarm(Repeat::Daily).await, world.timer().await);
        let now = SEVEN + early;
        let alarm_answer = world.answer(of_alarm(&alarm), Answer::Stop, now).await.unwrap();
        let timer_answer = world.answer(of_timer(&timer), Answer::Stop, now).await.unwrap();
        assert!(alarm_answer.is_first && timer_answer.is_first);
        assert_eq!(world.stored_alarm().await.arming, Arming::Scheduled(SEVEN + Duration::DAY), "{early}");
        assert_eq!(world.stored_timer().await.countdown, Countdown::Stopped(Duration::HOUR));
        assert_eq!(world.ring(SEVEN + Duration::minutes(5)).await, 0);
        assert!(world.logged().await.iter().all(|ring| ring.answered.is_some()));
        let answered = Some(Answer::Stop);
        let rung = world.rung(SEVEN + Duration::minutes(5)).await;
        assert_eq!(rung, [(of_alarm(&alarm), answered), (of_timer(&timer), answered)]);
    }
}

#[tokio::test]
async fn a_ring_in_the_far_future_or_of_another_browser_cannot_be_answered() {
    let world = World::new();
    let (alarm, timer) = (world.alarm(Repeat::Daily).await, world.timer().await);
    let too_early = SEVEN - Duration::seconds(61);
    for ring in [
        of_alarm(&alarm),
        of_timer(&timer),
        RingId { scheduled_for: too_early, ..of_alarm(&alarm) },
        RingId { row: 4_711, ..of_alarm(&alarm) },
    ] {
        assert!(matches!(world.answer(ring, Answer::Stop, too_early).await, Err(Error::NotFound)), "{ring:?}");
    }
    world.ring(SEVEN).await;
    let given = |ring| AnswerRequest { ring, answer: Answer::Stop, at: None };
    for ring in [of_alarm(&alarm), of_timer(&timer)] {
        let foreign = rings::answer(&world.storage, browser(2), given(ring), None, SEVEN).await;
        assert!(matches!(foreign, Err(Error::NotFound)), "{ring:?}");
    }
    assert_eq!(world.stored_alarm().await.arming, Arming::Scheduled(SEVEN + Duration::DAY));
}

#[tokio::test]
async fn a_late_snooze_counts_from_when_it_was_given() {
    let world = World::new();
    let alarm = world.alarm(Repeat::Once).await;
    world.ring(SEVEN).await;
    let at = SEVEN + Duration::seconds(5);
    let given = AnswerRequest { ring: of_alarm(&alarm), answer: Answer::Snooze, at: Some(at) };
    let outcome = rings::answer(&world.storage, browser(1), given, None, at + Duration::minutes(20)).await.unwrap();
    assert_eq!(outcome, first(Answer::Snooze, at, Some(at + SNOOZE)));
    assert_eq!(world.stored_alarm().await.arming, Arming::Snoozed(at + SNOOZE));
}

#[tokio::test]
async fn a_late_snooze_does_not_replace_the_next_ring_of_an_alarm_that_rings_once() {
    let world = World::new();
    let alarm = world.alarm(Repeat::Once).await;
    world.ring(SEVEN).await;
    let at = SEVEN + Duration::SECOND;
    let on = move |alarm: Alarm| Ok::<_, ()>(alarm.toggled(at));
    let on = owned::update::<Alarm, _>(&world.storage, browser(1), alarm.id, on).await.unwrap().unwrap();
    assert_eq!(on.arming, Arming::Scheduled(SEVEN + Duration::DAY));
    assert_eq!(world.rung(at).await, []);
    assert_eq!(world.answer(of_alarm(&alarm), Answer::Snooze, at).await.unwrap(), first(Answer::Snooze, at, None));
    assert_eq!(world.stored_alarm().await.arming, on.arming);
}

#[tokio::test]
async fn a_restarted_timer_is_not_reset_by_the_answer_to_its_last_end() {
    let world = World::new();
    let timer = world.timer().await;
    world.ring(SEVEN).await;
    let start = |timer: Timer| Ok::<_, ()>(timer.started(SEVEN + Duration::SECOND));
    let running = owned::update::<Timer, _>(&world.storage, browser(1), timer.id, start).await.unwrap().unwrap();
    assert!(world.answer(of_timer(&timer), Answer::Stop, SEVEN + Duration::MINUTE).await.unwrap().is_first);
    assert_eq!(world.stored_timer().await.countdown, running.countdown);

    // It is not reset when it has run out again either.
    let end = running.countdown.ends_at().unwrap();
    world.ring(end).await;
    let last = RingId { scheduled_for: end, ..of_timer(&timer) };
    assert_eq!(world.rung(end).await, [(last, None)]);
    assert!(!world.answer(of_timer(&timer), Answer::Stop, end).await.unwrap().is_first);
    assert_eq!(world.stored_timer().await.countdown, Countdown::COMPLETED);
}

#[tokio::test]
async fn an_answer_outlives_its_row() {
    let world = World::new();
    let alarm = world.alarm(Repeat::Daily).await;
    world.ring(SEVEN).await;
    owned::delete::<Alarm>(&world.storage, browser(1), alarm.id).await.unwrap();
    assert_eq!(world.rung(SEVEN).await, []);
    let outcome = world.answer(of_alarm(&alarm), Answer::Snooze, SEVEN).await.unwrap();
    assert_eq!(outcome, first(Answer::Snooze, SEVEN, None));
    assert_eq!(world.rung(SEVEN).await, [(of_alarm(&alarm), Some(Answer::Snooze))]);
}

#[tokio::test]
async fn a_due_row_rings_until_it_is_changed_or_its_time_is_over() {
    type Change = fn(Alarm, OffsetDateTime) -> Alarm;
    let changes: [(&str, Repeat, Option<Change>, bool); 5] = [
        ("left alone", Repeat::Daily, None, true),
        ("once, which is off by its ring", Repeat::Once, None, true),
        ("switched off", Repeat::Daily, Some(Alarm::toggled), false),
        ("labelled", Repeat::Daily, Some(|alarm, _| alarm), true),
        ("moved", Repeat::Daily, Some(moved), false),
    ];
    for (what, repeat, change, rings) in changes {
        let world = World::new();
        let alarm = world.alarm(repeat).await;
        let expected: &[_] = if rings { &[(of_alarm(&alarm), None)] } else { &[] };
        // Due and not claimed: about to ring.
        assert_eq!(world.rung(SEVEN).await, [(of_alarm(&alarm), None)], "{what}");
        assert_eq!(world.rung(SEVEN - Duration::MILLISECOND).await, [], "{what}");
        world.ring(SEVEN).await;
        if let Some(change) = change {
            let change = move |alarm| Ok::<_, ()>(change(alarm, SEVEN));
            owned::update::<Alarm, _>(&world.storage, browser(1), alarm.id, change).await.unwrap().unwrap();
        }
        assert_eq!(world.rung(SEVEN + Duration::minutes(10)).await, expected, "{what}");
        assert_eq!(world.rung(SEVEN + Duration::minutes(11)).await, [], "{what}");
        // Long after, when the log no longer has it.
        log::purge(&world.storage, SEVEN + Duration::HOUR).await.unwrap();
        assert_eq!(world.rung_since(SEVEN, SEVEN + Duration::hours(3)).await, expected, "{what}");
    }
}

fn moved(alarm: Alarm, now: OffsetDateTime) -> Alarm {
    let mut settings = alarm.settings.clone();
    settings.schedule.time = "11:00".parse().unwrap();
    alarm.changed(settings, true, now)
}

#[tokio::test]
async fn a_snoozed_ring_is_over_until_it_rings_again() {
    let world = World::new();
    let alarm = world.alarm(Repeat::Daily).await;
    world.ring(SEVEN).await;
    let snooze = |alarm: Alarm| Ok::<_, ()>(alarm.snoozed(SEVEN));
    owned::update::<Alarm, _>(&world.storage, browser(1), alarm.id, snooze).await.unwrap().unwrap();
    assert_eq!(world.rung(SEVEN + SNOOZE - Duration::MILLISECOND).await, []);
    let again = RingId { scheduled_for: SEVEN + SNOOZE, ..of_alarm(&alarm) };
    assert_eq!(world.rung(SEVEN + SNOOZE).await, [(again, None)]);
}

#[tokio::test]
async fn missed_and_answered_rings_are_known_longer_than_the_log_keeps_them() {
    let world = World::new();
    let alarm = world.alarm(Repeat::Once).await;
    let late = SEVEN + Duration::HOUR;
    let decide = move |alarm: Alarm| Decision { after: alarm.after_ring(late), rings: false };
    due::claim(&world.storage, late, Batch::oldest(100), decide).await.unwrap();
    let morning = SEVEN + Duration::hours(3);
    assert_eq!(world.rung_since(SEVEN, morning).await, [(of_alarm(&alarm), None)]);

    let world = World::new();
    let alarm = world.alarm(Repeat::Once).await;
    world.ring(SEVEN).await;
    world.answer(of_alarm(&alarm), Answer::Stop, SEVEN).await.unwrap();
    log::purge(&world.storage, morning).await.unwrap();
    assert_eq!(world.rung_since(SEVEN, morning).await, []);
}

/// Otherwise each other device of the browser would learn of it as missed, again and again.
#[tokio::test]
async fn a_missed_ring_can_be_answered_for_as_long_as_it_is_listed() {
    let morning = SEVEN + Duration::hours(3);
    for repeat in [Repeat::Once, Repeat::Daily] {
        for missed in [true, false] {
            let world = World::new();
            let alarm = world.alarm(repeat).await;
            let ring = of_alarm(&alarm);
            if missed {
                let late = SEVEN + Duration::HOUR;
                let decide = move |alarm: Alarm| Decision { after: alarm.after_ring(late), rings: false };
                due::claim(&world.storage, late, Batch::oldest(100), decide).await.unwrap();
            } else {
                world.ring(SEVEN).await;
                log::purge(&world.storage, morning).await.unwrap();
            }
            let before = world.stored_alarm().await;
            assert_eq!(world.rung_since(SEVEN, morning).await, [(ring, None)]);
            let of_another = AnswerRequest { ring, answer: Answer::Stop, at: None };
            let refused = rings::answer(&world.storage, browser(2), of_another, None, morning).await;
            assert!(matches!(refused, Err(Error::NotFound)), "{refused:?}");
            let other = RingId { scheduled_for: SEVEN + Duration::SECOND, ..ring };
            assert!(matches!(world.answer(other, Answer::Stop, morning).await, Err(Error::NotFound)));

            assert_eq!(world.answer(ring, Answer::Stop, morning).await.unwrap(), first(Answer::Stop, morning, None));
            assert_eq!(world.rung_since(SEVEN, morning).await, []);
            assert_eq!((world.stored_alarm().await, world.logged().await), (before, vec![]));
            let again = world.answer(ring, Answer::Snooze, morning).await.unwrap();
            assert_eq!((again.stands.answer, again.is_first), (Answer::Stop, false));
        }
    }
}

#[tokio::test]
async fn a_missed_ring_of_an_alarm_that_was_changed_or_of_the_day_before_cannot_be_answered() {
    let late = SEVEN + Duration::HOUR;
    let decide = move |alarm: Alarm| Decision { after: alarm.after_ring(late), rings: false };
    let world = World::new();
    let ring = of_alarm(&world.alarm(Repeat::Daily).await);
    due::claim(&world.storage, late, Batch::oldest(100), decide).await.unwrap();
    let day = SEVEN + Duration::DAY;
    let refused = world.answer(ring, Answer::Stop, day + Duration::SECOND).await;
    assert!(matches!(refused, Err(Error::NotFound)), "{refused:?}");
    let alarm = world.stored_alarm().await;
    owned::update::<Alarm, _>(&world.storage, browser(1), alarm.id, move |alarm| Ok::<_, ()>(alarm.toggled(late)))
        .await
        .unwrap()
        .unwrap();
    assert_eq!(world.rung_since(SEVEN, late).await, []);
    assert!(matches!(world.answer(ring, Answer::Stop, late).await, Err(Error::NotFound)));
}

#[tokio::test]
async fn only_the_latest_of_very_many_rings_are_listed() {
    let world = World::new();
    let browser_id = browser(1).as_uuid();
    world.database.execute(&format!(
        "INSERT INTO timers (browser_id, total_seconds, sound, ends_at, remaining_ms, created_at) \
         SELECT '{browser_id}', 60, 'chime', CASE WHEN n <= 600 THEN timestamptz '2026-11-20 06:59Z' END, \
         CASE WHEN n > 600 THEN 0 END, now() FROM generate_series(1, 1600) n",
    ));
    world.database.log(&format!(
        "SELECT '{browser_id}'::uuid, id, due, due, label \
         FROM timers, (VALUES (timestamptz '2026-11-20 07:00Z')) AS instants (due) WHERE ends_at IS NULL",
    ));
    let rung = world.rung(SEVEN).await;
    assert_eq!((rung.len(), rung.iter().all(|(ring, _)| ring.scheduled_for == SEVEN)), (MOST_LISTED, true));
}

#[tokio::test]
async fn a_list_has_only_rings_of_one_browser() {
    let world = World::new();
    let alarm = world.alarm(Repeat::Daily).await;
    world.timer().await;
    let of = async |browser: BrowserId, now| {
        rings::recent(&world.storage, browser, now - Duration::HOUR, now).await.unwrap().len()
    };
    assert_eq!((of(browser(1), SEVEN).await, of(browser(2), SEVEN).await), (2, 0));
    world.ring(SEVEN).await;
    assert_eq!((of(browser(1), SEVEN).await, of(browser(2), SEVEN).await), (2, 0));
    // An answered ring is listed whether its row is there or not.
    world.answer(of_alarm(&alarm), Answer::Stop, SEVEN).await.unwrap();
    assert_eq!((of(browser(1), SEVEN).await, of(browser(2), SEVEN).await), (2, 0));
}
