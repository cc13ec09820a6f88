//! Starting, pausing, resetting, changing and completing a timer.

use time::{Duration, OffsetDateTime, macros::datetime};
use tokibako_domain::{
    length::TimerLength,
    ring_settings::{Label, Sound},
    timer::{
        Countdown::{self, Running, Stopped},
        NewTimer, Plan, Progress, Timer, TimerId, TimerSettings,
    },
};

const NOW: OffsetDateTime = datetime!(2026-11-20 12:00 UTC);
const FULL: Countdown = Stopped(Duration::minutes(5));

fn length(seconds: i64) -> Plan {
    TimerLength::from_total_seconds(seconds).unwrap().into()
}

fn five_minutes() -> TimerSettings {
    TimerSettings { plan: length(300), sound: Sound::Default, label: None }
}

fn timer(countdown: Countdown) -> Timer {
    Timer {
        id: TimerId(1),
        browser: "3d9f1c1e-5b7a-4b0e-9c53-0f6f5a1a2b3c".parse().unwrap(),
        settings: five_minutes(),
        countdown,
        progress: Progress::default(),
        created_at: datetime!(2026-11-01 00:00 UTC),
    }
}

fn ms(milliseconds: i64) -> Duration {
    Duration::milliseconds(milliseconds)
}

#[test]
fn a_new_timer_is_stopped_or_runs_at_once() {
    let browser = "3d9f1c1e-5b7a-4b0e-9c53-0f6f5a1a2b3c".parse().unwrap();
    let made = |start| NewTimer::new(browser, five_minutes(), start, NOW);
    assert_eq!(made(false).countdown, FULL);
    assert_eq!(made(true).countdown, Running(NOW + Duration::minutes(5)));
    assert_eq!(made(true).created_at, NOW);
}

#[track_caller]
fn starts(from: Countdown, to: Countdown) {
    assert_eq!(timer(from).started(NOW).countdown, to);
}

#[test]
fn a_start_that_is_reported_later_counts_in_milliseconds() {
    let started = |at| timer(FULL).started_earlier(at, NOW).countdown;
    assert_eq!(started(datetime!(2026-11-20 11:59:00.123_456_7 UTC)), Running(datetime!(2026-11-20 12:04:00.123 UTC)));
    assert_eq!(started(NOW + Duration::MINUTE), Running(NOW + Duration::minutes(5)));
}

#[test]
fn starting_continues_with_what_remains() {
    starts(FULL, Running(datetime!(2026-11-20 12:05 UTC)));
    starts(Stopped(ms(61_001)), Running(datetime!(2026-11-20 12:01:01.001 UTC)));
    starts(Stopped(ms(1)), Running(datetime!(2026-11-20 12:00:00.001 UTC)));
}

#[test]
fn starting_after_completion_runs_the_whole_length() {
    starts(Countdown::COMPLETED, Running(datetime!(2026-11-20 12:05 UTC)));
}

#[test]
fn starting_a_running_timer_changes_nothing() {
    starts(Running(NOW + ms(700)), Running(NOW + ms(700)));
    starts(Running(NOW - ms(700)), Running(NOW - ms(700)));
}

#[track_caller]
fn toggles(from: Countdown, to: Countdown) {
    assert_eq!(timer(from).toggled(NOW).countdown, to);
}

#[test]
fn toggling_pauses_to_the_millisecond() {
    toggles(Running(datetime!(2026-11-20 12:05 UTC)), FULL);
    toggles(Running(datetime!(2026-11-20 12:01:23.457 UTC)), Stopped(ms(83_457)));
    toggles(Running(NOW + ms(1)), Stopped(ms(1)));
}

#[test]
fn pausing_again_changes_nothing() {
    for stopped in [FULL, Stopped(ms(83_457)), Countdown::COMPLETED] {
        assert_eq!(timer(stopped).paused(NOW).countdown, stopped);
    }
    let paused = timer(Running(NOW + ms(700))).paused(NOW);
    assert_eq!(paused.countdown, Stopped(ms(700)));
    assert_eq!(paused.paused(NOW + ms(300)).countdown, Stopped(ms(700)));
}

#[test]
fn a_clock_that_is_behind_adds_no_time() {
    toggles(Running(NOW + Duration::minutes(5) + ms(2_000)), FULL);
    let ahead = timer(Running(NOW + Duration::minutes(5) + ms(2_000)));
    assert_eq!(ahead.remaining(NOW), Duration::minutes(5));
    assert_eq!(ahead.remaining(NOW + Duration::minutes(5)), ms(2_000));
}

#[test]
fn a_timer_that_has_run_out_cannot_be_paused() {
    toggles(Running(NOW), Running(NOW));
    toggles(Running(NOW - ms(1)), Running(NOW - ms(1)));
    toggles(Running(NOW - Duration::HOUR), Running(NOW - Duration::HOUR));
}

#[test]
fn toggling_starts_a_stopped_timer() {
    toggles(FULL, Running(datetime!(2026-11-20 12:05 UTC)));
    toggles(Stopped(ms(83_457)), Running(datetime!(2026-11-20 12:01:23.457 UTC)));
    toggles(Countdown::COMPLETED, Running(datetime!(2026-11-20 12:05 UTC)));
}

#[track_caller]
fn remains(countdown: Countdown, expected: Duration) {
    assert_eq!(countdown.remaining(NOW), expected);
}

#[test]
fn the_remaining_time_is_never_negative() {
    remains(FULL, Duration::minutes(5));
    remains(Stopped(ms(1)), ms(1));
    remains(Countdown::COMPLETED, Duration::ZERO);
    remains(Running(NOW + ms(83_457)), ms(83_457));
    remains(Running(NOW), Duration::ZERO);
    remains(Running(NOW - ms(1)), Duration::ZERO);
}

#[test]
fn only_a_running_timer_has_an_end() {
    assert_eq!(Running(NOW).ends_at(), Some(NOW));
    assert_eq!(FULL.ends_at(), None);
    assert!(Running(NOW).is_running());
    assert!(!FULL.is_running());
}

#[test]
fn resetting_restores_the_whole_length() {
    for countdown in [FULL, Stopped(ms(1)), Countdown::COMPLETED, Running(NOW), Running(NOW + ms(700))] {
        assert_eq!(timer(countdown).reset().countdown, FULL);
    }
}

#[test]
fn a_completed_timer_has_no_remaining_time() {
    let completed = timer(Running(NOW)).completed();
    assert_eq!(completed.countdown, Countdown::COMPLETED);
    assert_eq!(completed.countdown.remaining(NOW), Duration::ZERO);
}

#[track_caller]
fn changes(from: Countdown, change: impl Fn(&mut TimerSettings), to: Countdown) {
    let mut settings = five_minutes();
    change(&mut settings);
    let changed = timer(from).changed(settings.clone());
    assert_eq!((changed.countdown, changed.settings), (to, settings));
}

#[test]
fn a_new_length_resets_the_timer() {
    let seven_minutes = |settings: &mut TimerSettings| settings.plan = length(420);
    for countdown in [FULL, Stopped(ms(1)), Countdown::COMPLETED, Running(NOW + ms(700))] {
        changes(countdown, seven_minutes, Stopped(Duration::minutes(7)));
    }
}

#[test]
fn other_changes_do_not_affect_the_countdown() {
    for countdown in [FULL, Stopped(ms(1)), Countdown::COMPLETED, Running(NOW + ms(700))] {
        changes(countdown, |settings| settings.label = Label::parse("tea").unwrap(), countdown);
        changes(countdown, |settings| settings.sound = Sound::Marimba, countdown);
        changes(countdown, |_| {}, countdown);
    }
}
