//! Timers with steps in rounds.

use time::{Duration, OffsetDateTime, macros::datetime};
use tokibako_domain::{
    length::{Intervals, IntervalsError, Step, TimerLength},
    occurrence::{LATEST_RING, still_rings},
    ring_settings::{Label, Sound},
    timer::{Countdown, NewTimer, Plan, Progress, Timer, TimerId, TimerSettings},
};

const NOW: OffsetDateTime = datetime!(2026-11-20 12:00 UTC);

fn step(seconds: i64, label: &str) -> Step {
    Step { length: TimerLength::from_total_seconds(seconds).unwrap(), label: Label::parse(label).unwrap() }
}

/// 40 s of work and 20 s of rest, three times.
fn gym() -> Intervals {
    Intervals::new(vec![step(40, "Work"), step(20, "Rest")], 3).unwrap()
}

/// A timer with these steps, started at [`NOW`].
fn started(intervals: Intervals) -> Timer {
    let browser = "3d9f1c1e-5b7a-4b0e-9c53-0f6f5a1a2b3c".parse().unwrap();
    let settings = TimerSettings { plan: Plan::Intervals(intervals), sound: Sound::Default, label: None };
    let NewTimer { browser, settings, countdown, created_at } = NewTimer::new(browser, settings, true, NOW);
    Timer { id: TimerId(1), browser, settings, countdown, progress: Progress::default(), created_at }
}

/// This many seconds after [`NOW`].
fn at(seconds: i64) -> OffsetDateTime {
    NOW + Duration::seconds(seconds)
}

fn shows(timer: &Timer, step: u16, countdown: Countdown) {
    assert_eq!((timer.progress, timer.countdown), (Progress { step, extended_to: None }, countdown));
}

#[test]
fn steps_and_rounds_have_limits() {
    let steps = |count| vec![step(1, ""); count];
    for (count, rounds, expected) in [
        (1, 1, Ok(1)),
        (20, 99, Ok(1980)),
        (0, 1, Err(IntervalsError::Steps)),
        (21, 1, Err(IntervalsError::Steps)),
        (2, 0, Err(IntervalsError::Rounds)),
        (2, 100, Err(IntervalsError::Rounds)),
        (2, -1, Err(IntervalsError::Rounds)),
    ] {
        assert_eq!(Intervals::new(steps(count), rounds).map(|it| it.count()), expected, "{count} × {rounds}");
    }
    let longest = Intervals::new(vec![step(86_399, ""); 20], 99).unwrap();
    assert_eq!(longest.total_seconds(), 86_399 * 20 * 99);
}

#[test]
fn the_steps_repeat_in_each_round() {
    let intervals = gym();
    let lengths: Vec<_> = (0..intervals.count()).map(|index| intervals.step(index).length.total_seconds()).collect();
    assert_eq!(lengths, [40, 20, 40, 20, 40, 20]);
    assert_eq!(intervals.steps().cloned().collect::<Vec<_>>(), [step(40, "Work"), step(20, "Rest")]);
    assert_eq!(intervals.total_seconds(), 180);
}

#[test]
fn each_end_starts_the_next_step_and_the_last_completes() {
    let mut timer = started(gym());
    shows(&timer, 0, Countdown::Running(at(40)));
    for (step, end) in [(1, 60), (2, 100), (3, 120), (4, 160), (5, 180)] {
        timer = timer.clone().after_ring(timer.countdown.ends_at().unwrap());
        shows(&timer, step, Countdown::Running(at(end)));
    }
    shows(&timer.after_ring(at(180)), 5, Countdown::COMPLETED);
}

#[test]
fn steps_follow_each_other_without_a_gap_however_late_they_are_processed() {
    shows(&started(gym()).after_ring(at(55)), 1, Countdown::Running(at(60)));
    // Overdue steps that are not too late ring one by one.
    shows(&started(gym()).after_ring(at(130)), 1, Countdown::Running(at(60)));
}

#[test]
fn steps_that_are_too_late_to_ring_are_missed() {
    let late = at(100) + LATEST_RING;
    let timer = started(gym()).after_ring(late);
    shows(&timer, 2, Countdown::Running(at(100)));
    assert!(still_rings(at(100), late));
    shows(&started(gym()).after_ring(late + Duration::MILLISECOND), 3, Countdown::Running(at(120)));
    shows(&started(gym()).after_ring(at(181) + LATEST_RING), 5, Countdown::COMPLETED);
}

#[test]
fn a_pause_keeps_what_remains_of_the_step() {
    let second = started(gym()).after_ring(at(40));
    let paused = second.paused(at(41) + Duration::milliseconds(1));
    shows(&paused, 1, Countdown::Stopped(Duration::milliseconds(18_999)));
    shows(&paused.clone().started(at(500)), 1, Countdown::Running(at(500) + Duration::milliseconds(18_999)));
    shows(&paused.reset(), 0, Countdown::Stopped(Duration::seconds(40)));
}

#[test]
fn a_complete_one_starts_from_its_first_step() {
    shows(&started(gym()).completed().started(at(500)), 0, Countdown::Running(at(540)));
    shows(&started(gym()).completed().stopped(), 0, Countdown::Stopped(Duration::seconds(40)));
}

#[test]
fn another_plan_resets_the_timer_and_the_same_plan_does_not() {
    let second = started(gym()).after_ring(at(40));
    let same = second.clone().changed(TimerSettings { sound: Sound::Chime, ..second.settings.clone() });
    shows(&same, 1, second.countdown);
    let other = Plan::Intervals(Intervals::new(vec![step(40, "Work"), step(20, "Rest")], 4).unwrap());
    let changed = second.clone().changed(TimerSettings { plan: other, ..second.settings });
    shows(&changed, 0, Countdown::Stopped(Duration::seconds(40)));
}

#[test]
fn the_ring_of_a_step_is_current_while_the_next_one_runs_unchanged() {
    let rung = started(gym()).after_ring(at(40));
    assert!(rung.has_current_ring(&rung));
    assert!(!rung.clone().paused(at(41)).has_current_ring(&rung));
    assert!(!rung.clone().after_ring(at(60)).has_current_ring(&rung));
    assert!(!rung.clone().reset().has_current_ring(&rung));
}
