//! The log of firings: each ring once, in order, for its browser, for an hour.

use std::sync::{
    Arc,
    atomic::{AtomicUsize, Ordering},
};

use time::{Duration, OffsetDateTime};
use tokibako_domain::{
    alarm::Alarm,
    firing::{FiringId, Kind, RingId, RingSubject},
    occurrence::Repeat,
    ring_settings::Sound,
    timer::Timer,
};
use tokibako_storage::{
    Storage, alarms,
    due::{self, Batch, Decision},
    log::{self, LogPage, LogPosition, REPLAY_BATCH, ReplayFrom},
    owned,
    testing::{
        TestDatabase, next_due,
        sample::{NOW, alarm_at, browser, timer_of},
    },
    timers,
};

const LONG_AGO: OffsetDateTime = OffsetDateTime::UNIX_EPOCH;

async fn ring_timers(storage: &Storage, now: OffsetDateTime) -> usize {
    let decide = |timer: Timer| Decision { after: timer.completed(), rings: true };
    due::claim(storage, now, Batch::oldest(100), decide).await.unwrap().rings
}

async fn ring_alarms(storage: &Storage, now: OffsetDateTime) -> usize {
    let decide = move |alarm: Alarm| Decision { after: alarm.after_ring(now), rings: true };
    due::claim(storage, now, Batch::oldest(100), decide).await.unwrap().rings
}

#[tokio::test]
async fn a_firing_has_the_row_as_it_is_after_the_ring() {
    let database = TestDatabase::create();
    let storage = database.storage();
    let alarm = alarms::insert(&storage, alarm_at(browser(1), "07:00", Repeat::Daily, NOW)).await.unwrap();
    let due = alarm.arming.next_trigger().unwrap();
    assert_eq!(ring_alarms(&storage, due).await, 1);

    let replay = log::replay(&storage, browser(1), Some(Kind::Alarm), ReplayFrom::Start, LONG_AGO).await.unwrap();
    assert_eq!(replay.missed.len(), 1);
    assert_eq!(replay.missed[0].ring.scheduled_for, due);
    let after = alarm.after_ring(due);
    assert_eq!(replay.missed[0].ring.subject, RingSubject::Alarm(after.clone()));
    assert_eq!(alarms::list(&storage, browser(1)).await.unwrap(), [after]);
    assert_eq!(replay.end, log::end(&storage).await.unwrap().firing);
    assert!(replay.missed[0].id <= replay.end);
}

#[tokio::test]
async fn a_firing_outlives_its_row() {
    let database = TestDatabase::create();
    let storage = database.storage();
    let timer = timers::insert(&storage, timer_of(browser(1), 1, NOW)).await.unwrap();
    ring_timers(&storage, NOW + Duration::SECOND).await;
    owned::delete::<Timer>(&storage, browser(1), timer.id).await.unwrap();
    let replay = log::replay(&storage, browser(1), Some(Kind::Timer), ReplayFrom::Start, LONG_AGO).await.unwrap();
    assert_eq!(replay.missed[0].ring.subject, RingSubject::Timer(timer.completed()));
}

#[tokio::test]
async fn a_row_that_is_not_due_is_not_claimed() {
    let database = TestDatabase::create();
    let storage = database.storage();
    timers::insert(&storage, timer_of(browser(1), 1, NOW)).await.unwrap();
    assert_eq!(ring_timers(&storage, NOW + Duration::milliseconds(999)).await, 0);
    assert_eq!(next_due(&storage).await, Some(NOW + Duration::SECOND));
    assert_eq!(ring_timers(&storage, NOW + Duration::SECOND).await, 1);
    assert_eq!(ring_timers(&storage, NOW + Duration::SECOND).await, 0);
    assert_eq!(next_due(&storage).await, None);
}

#[tokio::test]
async fn a_replay_has_one_browser_and_one_kind_after_a_place() {
    let database = TestDatabase::create();
    let storage = database.storage();
    for second in 1..=3 {
        timers::insert(&storage, timer_of(browser(1), second, NOW)).await.unwrap();
        timers::insert(&storage, timer_of(browser(2), second, NOW)).await.unwrap();
        ring_timers(&storage, NOW + Duration::seconds(second)).await;
    }
    alarms::insert(&storage, alarm_at(browser(1), "07:00", Repeat::Daily, NOW)).await.unwrap();
    ring_alarms(&storage, NOW + Duration::HOUR).await;

    let replay = |place| log::replay(&storage, browser(1), Some(Kind::Timer), place, LONG_AGO);
    let all = replay(ReplayFrom::Start).await.unwrap();
    let due: Vec<_> = all.missed.iter().map(|firing| (firing.ring.scheduled_for - NOW).whole_seconds()).collect();
    assert_eq!(due, [1, 2, 3]);
    assert!(all.missed.iter().all(|firing| firing.ring.subject.browser() == browser(1)));
    let after = |number: usize| ReplayFrom::After(all.missed[number].ring.id());
    let later = replay(after(0)).await.unwrap();
    assert_eq!(later.missed, all.missed[1..]);
    assert_eq!(replay(after(2)).await.unwrap().missed, []);
    let both = log::replay(&storage, browser(1), None, after(2), LONG_AGO).await.unwrap();
    assert_eq!(both.missed.iter().map(|firing| firing.ring.subject.kind()).collect::<Vec<_>>(), [Kind::Alarm]);
    // A ring that the log does not have for this browser: everything may have been missed.
    let purged = RingId { scheduled_for: NOW - Duration::HOUR, ..all.missed[0].ring.id() };
    assert_eq!(replay(ReplayFrom::After(purged)).await.unwrap().missed, all.missed);
    let other = log::replay(&storage, browser(2), Some(Kind::Timer), after(2), LONG_AGO).await.unwrap();
    assert_eq!(other.missed.len(), 3);
}

#[tokio::test]
async fn the_last_ring_of_a_replay_is_the_browsers_own() {
    let database = TestDatabase::create();
    let storage = database.storage();
    let timer = timers::insert(&storage, timer_of(browser(1), 1, NOW)).await.unwrap();
    ring_timers(&storage, NOW + Duration::SECOND).await;
    timers::insert(&storage, timer_of(browser(2), 2, NOW)).await.unwrap();
    ring_timers(&storage, NOW + Duration::seconds(2)).await;
    let last =
        async |number, kind, place| log::replay(&storage, browser(number), kind, place, LONG_AGO).await.unwrap().last;
    let own = RingId { kind: Kind::Timer, row: timer.id.0, scheduled_for: NOW + Duration::SECOND };
    for place in [ReplayFrom::Start, ReplayFrom::End, ReplayFrom::After(own)] {
        assert_eq!(last(1, None, place).await, Some(own), "{place:?}");
        assert_eq!(last(1, Some(Kind::Alarm), place).await, None, "{place:?}");
        assert_eq!(last(3, None, place).await, None, "{place:?}");
    }
}

#[tokio::test]
async fn a_long_replay_has_the_oldest_rings_and_the_next_one_continues() {
    let database = TestDatabase::create();
    let storage = database.storage();
    let (many, last) = (REPLAY_BATCH + 2, i64::try_from(REPLAY_BATCH).unwrap());
    database.log(&format!(
        "SELECT '{}'::uuid, n, now(), now(), NULL FROM generate_series(1, {many}) n",
        browser(1).as_uuid(),
    ));
    database.execute(&format!("UPDATE firings SET subject = '' WHERE row_id = {REPLAY_BATCH}"));
    // A thousand rings per batch.
    let at = |number: i64| FiringId(((number - 1) / 1_000 + 1) * 4_096 + (number - 1) % 1_000);
    let replay = |place| log::replay(&storage, browser(1), Some(Kind::Timer), place, LONG_AGO);
    let first = replay(ReplayFrom::Start).await.unwrap();
    assert_eq!((first.has_more, first.missed[0].id), (true, at(1)));
    // A row that cannot be read is skipped, or the replay could never get past it.
    assert_eq!((first.missed.len(), first.end), (REPLAY_BATCH - 1, at(last)));
    let second = replay(ReplayFrom::After(first.last.unwrap())).await.unwrap();
    assert_eq!(second.missed.iter().map(|firing| firing.id).collect::<Vec<_>>(), [at(last + 1), at(last + 2)]);
    assert_eq!((second.has_more, second.end), (false, log::end(&storage).await.unwrap().firing));
    // If the rest fits exactly, `has_more` is false.
    assert!(!replay(ReplayFrom::After(first.missed[1].ring.id())).await.unwrap().has_more);
}

#[tokio::test]
async fn a_ring_of_another_version_is_read_with_the_closest_known_values() {
    let database = TestDatabase::create();
    let storage = database.storage();
    alarms::insert(&storage, alarm_at(browser(1), "07:00", Repeat::Daily, NOW)).await.unwrap();
    timers::insert(&storage, timer_of(browser(1), 3_600, NOW)).await.unwrap();
    let due = NOW + Duration::HOUR;
    assert_eq!((ring_alarms(&storage, due).await, ring_timers(&storage, due).await), (1, 1));
    let renamed = |from: &str, to: &str| {
        database.execute(&format!(
            "UPDATE firings SET subject = decode(replace(encode(subject, 'hex'), encode('{from}', 'hex'), \
             encode('{to}', 'hex')), 'hex')"
        ));
    };
    for (from, to) in [("chime", "gong!"), ("marimba", "buzzers"), ("daily", "often")] {
        renamed(from, to);
    }
    let everybody = || vec![browser(1)];
    let heard = log::read_page(&storage, LogPosition::default(), everybody, 10).await.unwrap().firings;
    let replayed = log::replay(&storage, browser(1), Some(Kind::Alarm), ReplayFrom::Start, LONG_AGO).await.unwrap();
    assert_eq!(replayed.missed, heard[..1]);
    assert!(heard.iter().all(|firing| firing.ring.scheduled_for == due));
    let RingSubject::Alarm(alarm) = &heard[0].ring.subject else { panic!("{:?}", heard[0]) };
    assert_eq!(alarm.settings.sound, Sound::Default);
    assert_eq!(alarm.arming.next_trigger(), Some(due + Duration::DAY));
    assert_eq!(alarm.settings.schedule.repeat, Repeat::Once);
    let RingSubject::Timer(timer) = &heard[1].ring.subject else { panic!("{:?}", heard[1]) };
    assert_eq!((timer.settings.sound, timer.settings.plan.total_seconds()), (Sound::Default, 3_600));
}

#[tokio::test]
async fn a_replay_respects_its_oldest_instant_and_a_new_reader_missed_nothing() {
    let database = TestDatabase::create();
    let storage = database.storage();
    timers::insert(&storage, timer_of(browser(1), 1, NOW)).await.unwrap();
    let fired_at = NOW + Duration::SECOND;
    ring_timers(&storage, fired_at).await;
    let replay = |place, since| log::replay(&storage, browser(1), Some(Kind::Timer), place, since);
    assert_eq!(replay(ReplayFrom::Start, fired_at).await.unwrap().missed.len(), 1);
    assert_eq!(replay(ReplayFrom::Start, fired_at + Duration::MILLISECOND).await.unwrap().missed, []);
    let new = replay(ReplayFrom::End, LONG_AGO).await.unwrap();
    assert_eq!((new.missed.len(), new.end), (0, log::end(&storage).await.unwrap().firing));
}

#[tokio::test]
async fn a_page_ends_at_its_limit_and_the_next_one_continues() {
    let database = TestDatabase::create();
    let storage = database.storage();
    for number in 1..=5 {
        timers::insert(&storage, timer_of(browser(number), 1, NOW)).await.unwrap();
    }
    ring_timers(&storage, NOW + Duration::SECOND).await;
    let everybody = || (1..=4).map(browser).collect();
    let first = log::read_page(&storage, LogPosition::default(), everybody, 3).await.unwrap();
    let second = log::read_page(&storage, first.end, everybody, 3).await.unwrap();
    let third = log::read_page(&storage, second.end, everybody, 3).await.unwrap();
    assert_eq!((first.firings.len(), second.firings.len(), third.firings.len()), (3, 1, 0));
    assert_eq!(second.end, log::end(&storage).await.unwrap());
    assert_eq!(third.end, second.end);
}

#[tokio::test]
async fn a_page_for_many_browsers_has_only_their_firings() {
    let database = TestDatabase::create();
    let storage = database.storage();
    for number in [1, 5_000, 2] {
        timers::insert(&storage, timer_of(browser(number), 1, NOW)).await.unwrap();
    }
    ring_timers(&storage, NOW + Duration::SECOND).await;
    let many = || (1..=1_000).map(browser).collect();
    let first = log::read_page(&storage, LogPosition::default(), many, 1).await.unwrap();
    let second = log::read_page(&storage, first.end, many, 2).await.unwrap();
    let heard = |page: &LogPage| page.firings.iter().map(|firing| firing.ring.subject.browser()).collect::<Vec<_>>();
    assert_eq!((heard(&first), heard(&second)), (vec![browser(1)], vec![browser(2)]));
    assert_eq!(second.end, log::end(&storage).await.unwrap());
}

#[tokio::test]
async fn a_page_without_listeners_ends_at_the_end_of_the_log() {
    let database = TestDatabase::create();
    let storage = database.storage();
    timers::insert(&storage, timer_of(browser(1), 1, NOW)).await.unwrap();
    ring_timers(&storage, NOW + Duration::SECOND).await;
    let end = log::end(&storage).await.unwrap();
    let page = log::read_page(&storage, LogPosition::default(), Vec::new, 9).await.unwrap();
    assert_eq!(page, LogPage { firings: Vec::new(), end, is_another_log: false });
}

#[tokio::test]
async fn a_log_restored_without_its_end_is_another_log() {
    let database = TestDatabase::create();
    let storage = database.storage();
    let ring = async |second| {
        timers::insert(&storage, timer_of(browser(1), second, NOW)).await.unwrap();
        ring_timers(&storage, NOW + Duration::seconds(second)).await;
        log::end(&storage).await.unwrap()
    };
    let read = async |position| log::read_page(&storage, position, || vec![browser(1)], 9).await.unwrap();
    let (first, second) = (ring(1).await, ring(2).await);
    let another = LogPage { firings: Vec::new(), end: first, is_another_log: true };

    // The last batch is lost; then another batch gets its place.
    database.execute("DELETE FROM batches WHERE place = 2");
    assert_eq!(read(second).await, another);
    database.execute("ALTER TABLE batches ALTER place RESTART WITH 2");
    let third = ring(3).await;
    assert_eq!(third.firing, second.firing);
    assert_eq!(read(second).await, LogPage { end: third, ..another.clone() });
    ring(4).await;
    assert!(read(second).await.is_another_log);

    // A purge is not mistaken for a restore.
    let page = read(first).await;
    assert_eq!((page.firings.len(), page.is_another_log), (2, false));
    database.execute("DELETE FROM batches WHERE place = 1");
    assert_eq!(read(first).await, page);
    database.execute("DELETE FROM batches");
    assert!(!read(page.end).await.is_another_log);
    let just_now = LogPosition { fired_at: Some(OffsetDateTime::now_utc()), ..page.end };
    assert!(read(just_now).await.is_another_log);
}

#[tokio::test]
async fn an_alarm_does_not_ring_twice_when_the_clock_is_set_back() {
    let database = TestDatabase::create();
    let storage = database.storage();
    let alarm = alarms::insert(&storage, alarm_at(browser(1), "07:00", Repeat::Daily, NOW)).await.unwrap();
    let due = alarm.arming.next_trigger().unwrap();
    assert_eq!(ring_alarms(&storage, due).await, 1);
    let set_back = move |alarm: Alarm| Ok::<_, ()>(alarm.toggled(due).toggled(due - Duration::MINUTE));
    owned::update::<Alarm, _>(&storage, browser(1), alarm.id, set_back).await.unwrap().unwrap();
    assert_eq!(ring_alarms(&storage, due).await, 0);
    let moved_on = alarms::list(&storage, browser(1)).await.unwrap();
    assert_eq!(moved_on[0].arming.next_trigger(), Some(due + Duration::DAY));
}

#[tokio::test]
async fn only_the_new_rings_of_a_batch_are_logged_when_the_clock_is_set_back() {
    let database = TestDatabase::create();
    let storage = database.storage();
    let due = NOW + Duration::MINUTE;
    for owner in 1..=3 {
        timers::insert(&storage, timer_of(browser(owner), 60, NOW)).await.unwrap();
    }
    assert_eq!(ring_timers(&storage, due).await, 3);
    timers::insert(&storage, timer_of(browser(1), 60, NOW)).await.unwrap();
    database.execute(&format!("UPDATE timers SET ends_at = '{due}', remaining_ms = NULL WHERE id IN (1, 3)"));
    let start = log::end(&storage).await.unwrap();
    assert_eq!(ring_timers(&storage, due).await, 1);
    let page = log::read_page(&storage, start, || (1..=3).map(browser).collect(), 9).await.unwrap();
    assert_eq!(page.firings.iter().map(|firing| firing.ring.subject.row()).collect::<Vec<_>>(), [4]);
    assert_eq!(database.query("SELECT count(*)::text AS value FROM timers WHERE ends_at IS NOT NULL"), ["0"]);
    assert_eq!(database.query("SELECT count(*)::text AS value FROM firings"), ["4"]);
}

/// The period of one partition of the log, and the number of partitions.
const LANE: Duration = Duration::minutes(20);
const LANES: i32 = 6;

/// In which of the periods after `NOW` the logged rings were due.
fn logged(database: &TestDatabase) -> Vec<String> {
    database.query(&format!(
        "SELECT (extract(epoch FROM scheduled_for - '{NOW}')::int / 1200)::text AS value FROM firings ORDER BY id",
    ))
}

#[tokio::test]
async fn a_purge_empties_partitions_that_are_entirely_old() {
    let database = TestDatabase::create();
    let storage = database.storage();
    for lane in 0..3_i32 {
        for second in [1, 2] {
            let seconds = (LANE * lane).whole_seconds() + second;
            timers::insert(&storage, timer_of(browser(1), seconds, NOW)).await.unwrap();
            ring_timers(&storage, NOW + Duration::seconds(seconds)).await;
        }
    }
    let last_of_second = NOW + LANE + Duration::seconds(2);
    // Old rows in a partition with a young one stay.
    assert_eq!(log::purge(&storage, last_of_second).await.unwrap(), 3);
    assert_eq!(logged(&database), ["1", "1", "2", "2"]);
    assert_eq!(log::purge(&storage, last_of_second + Duration::MICROSECOND).await.unwrap(), 1);
    assert_eq!(logged(&database), ["2", "2"]);
    // The last row of `batches` stays, so that readers can recognise the log.
    let end = log::end(&storage).await.unwrap();
    assert_eq!(log::purge(&storage, NOW + Duration::DAY).await.unwrap(), 1);
    assert_eq!((logged(&database).len(), log::end(&storage).await.unwrap()), (0, end));
    assert!(!log::read_page(&storage, end, Vec::new, 9).await.unwrap().is_another_log);
}

#[tokio::test]
async fn a_partition_that_was_never_emptied_is_used_again() {
    let database = TestDatabase::create();
    let storage = database.storage();
    for lane in [0, LANES] {
        let seconds = (LANE * lane).whole_seconds() + 1;
        timers::insert(&storage, timer_of(browser(1), seconds, NOW)).await.unwrap();
        assert_eq!(ring_timers(&storage, NOW + Duration::seconds(seconds)).await, 1);
    }
    assert_eq!(database.query("SELECT count(DISTINCT tableoid)::text AS value FROM firings"), ["1"]);
    log::purge(&storage, NOW + LANE * LANES).await.unwrap();
    assert_eq!(logged(&database), ["0", "6"]);
    log::purge(&storage, NOW + Duration::DAY).await.unwrap();
    assert_eq!(logged(&database).len(), 0);
}

#[tokio::test]
async fn the_listeners_are_determined_after_the_end_of_the_log_is_known() {
    let database = TestDatabase::create();
    let storage = database.storage();
    let asked = Arc::new(AtomicUsize::new(0));
    let read = async |after: LogPosition| {
        let asked = Arc::clone(&asked);
        let listeners = move || {
            asked.fetch_add(1, Ordering::Relaxed);
            Vec::new()
        };
        log::read_page(&storage, after, listeners, 10).await.unwrap()
    };
    let start = log::end(&storage).await.unwrap();
    assert_eq!(read(start).await, LogPage { firings: Vec::new(), end: start, is_another_log: false });
    assert_eq!(asked.load(Ordering::Relaxed), 0);
    timers::insert(&storage, timer_of(browser(1), 1, NOW)).await.unwrap();
    ring_timers(&storage, NOW + Duration::SECOND).await;
    let page = read(start).await;
    assert!(page.firings.is_empty() && page.end.firing > start.firing);
    assert_eq!(asked.load(Ordering::Relaxed), 1);
    assert_eq!(read(page.end).await.end, page.end);
    assert_eq!(asked.load(Ordering::Relaxed), 1);
}
