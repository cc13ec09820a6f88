//! Properties of countdowns under random operations at random times.

use proptest::{collection::vec, prelude::*};
use time::{Duration, OffsetDateTime, macros::datetime};
use tokibako_domain::timer::Countdown;

const BEGIN: OffsetDateTime = datetime!(2026-11-20 12:00 UTC);

#[derive(Debug, Clone, Copy)]
enum Press {
    Start,
    Pause,
}

fn any_length() -> impl Strategy<Value = Duration> {
    (1..86_400_i64).prop_map(Duration::seconds)
}

/// Presses with pauses in milliseconds between them, short compared with most lengths and long compared with some.
fn any_presses() -> impl Strategy<Value = Vec<(i64, Press)>> {
    let wait = prop_oneof![0..3_i64, 0..10_000_i64, 0..10_000_000_i64];
    vec((wait, prop_oneof![Just(Press::Start), Just(Press::Pause)]), 0..40)
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn pausing_neither_gains_nor_loses_time(length in any_length(), presses in any_presses()) {
        let (mut now, mut countdown, mut ran) = (BEGIN, Countdown::Stopped(length), Duration::ZERO);
        for (wait, press) in presses {
            let wait = Duration::milliseconds(wait);
            now += wait;
            if countdown.is_running() {
                ran += wait;
            }
            prop_assert_eq!(countdown.remaining(now), (length - ran).max(Duration::ZERO));
            let pressed = match press {
                Press::Start => countdown.started(length, now),
                Press::Pause => countdown.paused(length, now),
            };
            if ran >= length {
                prop_assert_eq!(pressed, countdown, "what has run out is left to complete");
                break;
            }
            prop_assert_eq!(pressed.remaining(now), countdown.remaining(now));
            countdown = pressed;
        }
    }

    #[test]
    fn a_running_countdown_ends_when_its_length_has_run(length in any_length(), presses in any_presses()) {
        let (mut now, mut countdown) = (BEGIN, Countdown::Stopped(length));
        for (wait, press) in presses {
            now += Duration::milliseconds(wait);
            countdown = match press {
                Press::Start => countdown.started(length, now),
                Press::Pause => countdown.paused(length, now),
            };
            let remaining = countdown.remaining(now);
            prop_assert!(Duration::ZERO <= remaining && remaining <= length);
            if let Some(ends_at) = countdown.ends_at() {
                prop_assert_eq!(countdown.remaining(ends_at), Duration::ZERO);
                prop_assert!(ends_at - now <= length);
            }
        }
    }

    #[test]
    fn clocks_that_disagree_add_no_time(
        length in any_length(),
        presses in vec((-10_000..10_000_i64, prop_oneof![Just(Press::Start), Just(Press::Pause)]), 0..40),
    ) {
        let mut countdown = Countdown::Stopped(length);
        for (reads, press) in presses {
            let now = BEGIN + Duration::milliseconds(reads);
            countdown = match press {
                Press::Start => countdown.started(length, now),
                Press::Pause => countdown.paused(length, now),
            };
            match countdown {
                Countdown::Running(ends_at) => prop_assert!(ends_at <= BEGIN + Duration::seconds(10) + length),
                Countdown::Stopped(left) => prop_assert!(Duration::ZERO <= left && left <= length),
            }
        }
    }
}
