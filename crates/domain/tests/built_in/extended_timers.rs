//! Timers that are given more or less time.

use time::{Duration, OffsetDateTime, macros::datetime};
use tokibako_domain::{
    length::TimerLength,
    ring_settings::Sound,
    timer::{
        Countdown::{self, Running, Stopped},
        LONGEST_EXTENDED, Progress, Timer, TimerId, TimerSettings,
    },
};

const NOW: OffsetDateTime = datetime!(2026-11-20 12:00 UTC);

fn seconds(seconds: i64) -> TimerLength {
    TimerLength::from_total_seconds(seconds).unwrap()
}

/// A timer of five minutes.
fn timer(countdown: Countdown) -> Timer {
    Timer {
        id: TimerId(1),
        browser: "3d9f1c1e-5b7a-4b0e-9c53-0f6f5a1a2b3c".parse().unwrap(),
        settings: TimerSettings { plan: seconds(300).into(), sound: Sound::Default, label: None },
        countdown,
        progress: Progress::default(),
        created_at: NOW,
    }
}

#[track_caller]
fn extends(from: Countdown, by: i64, to: Countdown, run: Duration) {
    let extended = timer(from).extended(seconds(by), NOW);
    assert_eq!((extended.countdown, extended.run()), (to, run));
}

#[test]
fn a_running_timer_ends_later() {
    extends(Running(NOW + Duration::MINUTE), 60, Running(NOW + Duration::minutes(2)), Duration::minutes(6));
}

#[test]
fn an_extended_completed_timer_runs_for_the_added_time() {
    extends(Countdown::COMPLETED, 60, Running(NOW + Duration::MINUTE), Duration::MINUTE);
    extends(Countdown::COMPLETED, 600, Running(NOW + Duration::minutes(10)), Duration::minutes(10));
    // So does a timer whose end no scheduler has processed yet.
    extends(Running(NOW), 60, Running(NOW + Duration::MINUTE), Duration::MINUTE);
    extends(Running(NOW - Duration::HOUR), 60, Running(NOW + Duration::MINUTE), Duration::MINUTE);
}

#[test]
fn a_stopped_timer_has_more_left() {
    extends(Stopped(Duration::SECOND), 60, Stopped(Duration::seconds(61)), Duration::minutes(6));
    extends(Stopped(Duration::minutes(5)), 60, Stopped(Duration::minutes(6)), Duration::minutes(6));
}

#[test]
fn no_timer_has_more_left_than_the_maximum() {
    let (most, day) = (LONGEST_EXTENDED, Duration::days(1));
    extends(Running(NOW + Duration::HOUR), 86_399, Running(NOW + most), Duration::minutes(5) + most - Duration::HOUR);
    extends(Stopped(most), 60, Stopped(most), Duration::minutes(5));
    // Started by a clock that is ahead: it loses nothing.
    extends(Running(NOW + day), 60, Running(NOW + day), Duration::minutes(5));
}

#[test]
fn a_pause_keeps_the_extension() {
    let extended = timer(Running(NOW + Duration::minutes(5))).extended(seconds(60), NOW);
    let paused = extended.paused(NOW + Duration::MILLISECOND);
    assert_eq!(paused.countdown, Stopped(Duration::minutes(6) - Duration::MILLISECOND));
    assert_eq!(paused.started(NOW).countdown, Running(NOW + Duration::minutes(6) - Duration::MILLISECOND));
}

#[test]
fn an_extension_ends_with_its_run() {
    let extended = timer(Countdown::COMPLETED).extended(seconds(60), NOW);
    let end = NOW + Duration::MINUTE;
    for over in [extended.clone().reset(), extended.clone().after_ring(end), extended.after_ring(end).started(end)] {
        assert_eq!(over.run(), Duration::minutes(5));
    }
}

/// Moves the end of a timer of five minutes that has `left`, and looks at what is left then and at the run.
#[track_caller]
fn moves(left: Duration, to: Duration, run: Option<Duration>, expected: (Duration, Duration)) {
    let moved = timer(Running(NOW + left)).ending_at(NOW + to, run, NOW);
    assert_eq!((moved.countdown, moved.run()), (Running(NOW + expected.0), expected.1));
}

#[test]
fn the_end_of_a_running_timer_is_moved() {
    let [one, two, five, six] = [1, 2, 5, 6].map(Duration::minutes);
    moves(two, one, None, (one, five));
    moves(one, two, None, (two, five));
    moves(two, six, None, (six, six));
    moves(six, two, Some(five), (two, five));
    moves(six, two, Some(one), (two, two));
    // An end that has passed is now, and none is later than the longest extension.
    moves(two, -one, None, (Duration::ZERO, five));
    moves(two, Duration::days(3), None, (LONGEST_EXTENDED, LONGEST_EXTENDED));
    moves(two, one + Duration::microseconds(1_500), None, (one + Duration::MILLISECOND, five));
}

#[test]
fn only_a_timer_that_has_not_run_out_is_moved() {
    for countdown in [Running(NOW), Running(NOW - Duration::HOUR), Stopped(Duration::MINUTE), Countdown::COMPLETED] {
        let standing = timer(countdown);
        assert_eq!(standing.clone().ending_at(NOW + Duration::MINUTE, Some(Duration::HOUR), NOW), standing);
    }
}

#[test]
fn a_run_of_the_planned_length_is_not_an_extended_one() {
    let extended = timer(Running(NOW + Duration::minutes(4))).extended(seconds(60), NOW);
    let back = extended.ending_at(NOW + Duration::minutes(4), Some(Duration::minutes(5)), NOW);
    assert_eq!(back, timer(Running(NOW + Duration::minutes(4))));
}
