//! Values of other versions are read; a round trip of any ring is a test of the messages that contain them.

use time::macros::{date, datetime};
use tokibako_domain::ring_settings::Sound;

use super::*;
use crate::testing::sample::browser;

fn encoded(of_kind: KindFields<'_>) -> Vec<u8> {
    let value = EncodedSubject { created_at: 0, sound: "gong", label: Some(&"x".repeat(200)), of_kind };
    let bytes = postcard::to_allocvec(&value).unwrap();
    [&[VERSION], bytes.as_slice()].concat()
}

fn alarm_of(bytes: &[u8]) -> Alarm {
    match decode(bytes, browser(1), 7).unwrap() {
        RingSubject::Alarm(alarm) => alarm,
        RingSubject::Timer(timer) => panic!("{timer:?}"),
    }
}

fn timer_of(bytes: &[u8]) -> Timer {
    match decode(bytes, browser(1), 7).unwrap() {
        RingSubject::Timer(timer) => timer,
        RingSubject::Alarm(alarm) => panic!("{alarm:?}"),
    }
}

fn unknown_alarm() -> KindFields<'static> {
    KindFields::Alarm {
        minute_of_day: 2_000,
        repeat: "monthly",
        zone: "Atlantis/Poseidonis",
        snooze_minutes: 90,
        next_trigger: Some(microseconds(datetime!(2026-11-20 07:00 UTC))),
        days: None,
        date: None,
        skipped: None,
        paused_until: Some(date!(2026 - 12 - 01).to_julian_day()),
        rule: None,
        rings_on_days_off: false,
    }
}

fn steps(step: u16) -> KindFields<'static> {
    KindFields::Timer { total_seconds: 180, ends_at: None, steps: vec![(60, Some("Tea")), (30, None)], rounds: 2, step }
}

#[test]
fn what_this_version_does_not_know_becomes_the_closest_that_it_knows() {
    let alarm = alarm_of(&encoded(unknown_alarm()));
    assert_eq!((alarm.settings.sound, alarm.settings.label), (Sound::Default, None));
    let Schedule { time, repeat, zone, paused_until } = alarm.settings.schedule;
    assert_eq!((time, repeat, zone), (TimeOfDay::MIDNIGHT, Repeat::Once, Zone::UTC));
    assert_eq!(paused_until, Some(date!(2026 - 12 - 01)));
    assert_eq!(alarm.arming.next_trigger(), Some(datetime!(2026-11-20 07:00 UTC)));

    let long = KindFields::Timer { total_seconds: 100_000, ends_at: None, steps: vec![], rounds: 0, step: 0 };
    assert_eq!(timer_of(&encoded(long)).settings.plan.total_seconds(), 86_399);
    // A step that the timer does not have.
    let timer = timer_of(&encoded(steps(4)));
    assert_eq!((timer.settings.plan.intervals(), timer.settings.plan.total_seconds()), (None, 180));
}

#[test]
fn fields_that_a_later_version_appends_are_passed_over() {
    let (alarm, timer) = (encoded(unknown_alarm()), encoded(steps(3)));
    let longer = |bytes: &[u8]| [bytes, b"what comes later"].concat();
    assert_eq!(alarm_of(&longer(&alarm)), alarm_of(&alarm));
    assert_eq!(timer_of(&longer(&timer)), timer_of(&timer));
    assert_eq!(timer_of(&timer).progress.step, 3);
}

#[test]
fn fields_that_an_earlier_version_lacks_read_as_none() {
    let alarm = encoded(unknown_alarm());
    // Its last fields: a day of four bytes, that there is one, that there is no rule, and that it is silent on days off.
    let shorter = alarm_of(&alarm[..alarm.len() - 7]);
    assert_eq!(shorter.settings.schedule.paused_until, None);
    assert_eq!(shorter.arming, alarm_of(&alarm).arming);
}

#[test]
fn another_encoding_is_not_read() {
    for bytes in [&[][..], &[0], &[VERSION + 1, 0]] {
        assert!(matches!(decode(bytes, browser(1), 7), Err(Error::Unreadable(_))), "{bytes:?}");
    }
}

/// During an upgrade, servers of two releases read each other's rings.
#[test]
fn the_bytes_of_this_version_do_not_change() {
    let hex: Vec<_> = encoded(steps(1)).iter().map(|byte| format!("{byte:02x}")).collect();
    assert_eq!(hex.concat().replace(&"78".repeat(200), "…"), "010004676f6e6701c801…01e80200027801035465613c000201");
}
