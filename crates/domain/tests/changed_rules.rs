//! Alarms that were armed by older rules of their zone: each occurrence rings once.

#![expect(clippy::unwrap_used, reason = "a test")]

use proptest::prelude::*;
use time::{Duration, OffsetDateTime, macros::datetime};
use tokibako_domain::{
    alarm::{Alarm, AlarmId, AlarmSettings, Arming},
    days_off::Observance,
    occurrence::{Repeat, Schedule},
    ring_settings::{SnoozeInterval, Sound},
    zone::Zone,
};

fn alarm(time: &str, repeat: Repeat, arming: Arming) -> Alarm {
    Alarm {
        id: AlarmId(1),
        browser: "3d9f1c1e-5b7a-4b0e-9c53-0f6f5a1a2b3c".parse().unwrap(),
        settings: AlarmSettings {
            schedule: Schedule { time: time.parse().unwrap(), repeat, zone: Zone::UTC, paused_until: None },
            sound: Sound::Default,
            snooze_interval: SnoozeInterval::default(),
            label: None,
            days_off: Observance::default(),
        },
        arming,
        skipped: None,
        created_at: datetime!(2026-11-01 00:00 UTC),
    }
}

const SEVEN: OffsetDateTime = datetime!(2026-11-20 07:00 UTC);

#[track_caller]
fn moves(repeat: Repeat, armed_for: OffsetDateTime, now: OffsetDateTime, expected: OffsetDateTime) {
    let rearmed = alarm("07:00", repeat, Arming::Scheduled(armed_for)).rearmed(now);
    assert_eq!(rearmed.arming, Arming::Scheduled(expected));
}

#[test]
fn an_armed_alarm_moves_to_the_instant_of_the_same_occurrence() {
    let evening = datetime!(2026-11-19 20:00 UTC);
    for repeat in [Repeat::Daily, Repeat::Weekday, Repeat::Once] {
        moves(repeat, SEVEN, evening, SEVEN);
        moves(repeat, SEVEN - Duration::HOUR, evening, SEVEN);
        moves(repeat, SEVEN + Duration::HOUR, evening, SEVEN);
        moves(repeat, SEVEN - Duration::hours(3), evening, SEVEN);
    }
    // Armed on Friday for Monday, when the rules gave seven o'clock another instant.
    let monday = datetime!(2026-11-23 07:00 UTC);
    moves(Repeat::Weekday, monday - Duration::HOUR, SEVEN, monday);
    moves(Repeat::Weekend, datetime!(2026-11-22 08:00 UTC), SEVEN, datetime!(2026-11-22 07:00 UTC));
}

#[test]
fn a_ring_whose_new_instant_has_passed_is_late_and_not_lost() {
    let now = SEVEN + Duration::minutes(30);
    moves(Repeat::Daily, SEVEN + Duration::HOUR, now, SEVEN + Duration::HOUR);
}

#[test]
fn a_day_that_rang_by_the_old_rules_does_not_ring_again() {
    // It rang at what is now six o'clock; the next ring is tomorrow's, though today's seven o'clock is in the future.
    let tomorrow = Arming::Scheduled(SEVEN + Duration::DAY);
    let now = SEVEN - Duration::minutes(30);
    moves(Repeat::Daily, SEVEN - Duration::HOUR + Duration::DAY, now, SEVEN + Duration::DAY);
    // The same if it rings before it is recomputed.
    let due = SEVEN - Duration::HOUR;
    assert_eq!(alarm("07:00", Repeat::Daily, Arming::Scheduled(due)).after_ring(due).arming, tomorrow);
    // The same if clocks now go the other way.
    let due = SEVEN + Duration::HOUR;
    assert_eq!(alarm("07:00", Repeat::Daily, Arming::Scheduled(due)).after_ring(due).arming, tomorrow);
}

#[test]
fn a_snooze_keeps_its_length_and_the_schedule_continues_after_it() {
    let early = alarm("07:00", Repeat::Daily, Arming::Snoozed(SEVEN - Duration::HOUR));
    assert_eq!(early.clone().rearmed(SEVEN - Duration::hours(2)), early);
    assert_eq!(early.after_ring(SEVEN - Duration::HOUR).arming, Arming::Scheduled(SEVEN));
}

#[test]
fn a_due_alarm_is_left_to_ring() {
    moves(Repeat::Daily, SEVEN - Duration::HOUR, SEVEN - Duration::HOUR, SEVEN - Duration::HOUR);
    assert_eq!(alarm("07:00", Repeat::Daily, Arming::Off).rearmed(SEVEN).arming, Arming::Off);
}

#[test]
fn a_skipped_ring_moves_with_its_rules_and_stays_skipped() {
    let before = SEVEN - Duration::hours(10);
    let tomorrow = SEVEN + Duration::DAY;
    let mut armed = alarm("07:00", Repeat::Daily, Arming::Scheduled(tomorrow - Duration::HOUR));
    armed.skipped = Some(SEVEN - Duration::HOUR);
    let rearmed = armed.rearmed(before);
    assert_eq!((rearmed.skips(before), rearmed.arming), (Some(SEVEN), Arming::Scheduled(tomorrow)));
    assert_eq!(rearmed.unskipped(before).arming, Arming::Scheduled(SEVEN));
    // A skip that has passed, or was of a snooze, stays as it is.
    let mut armed = alarm("07:00", Repeat::Daily, Arming::Scheduled(SEVEN));
    for skipped in [before - Duration::HOUR, SEVEN - Duration::hours(9)] {
        armed.skipped = Some(skipped);
        assert_eq!(armed.clone().rearmed(before).skipped, Some(skipped));
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    /// The rules change by up to some hours while an alarm is armed. Whether it is recomputed or rings first, each of
    /// its days rings once.
    #[test]
    fn each_day_rings_once(shift in -11 * 60..=11 * 60_i64, rearmed_at in 0..2_880_i64, minute in 0..1_440_i64) {
        let time = format!("{:02}:{:02}", minute / 60, minute % 60);
        let first = datetime!(2026-11-20 00:00 UTC) + Duration::minutes(minute);
        let armed_for = first + Duration::minutes(shift);
        let begin = datetime!(2026-11-18 12:00 UTC);
        let rearmed_at = begin + Duration::minutes(rearmed_at);
        let mut alarm = alarm(&time, Repeat::Daily, Arming::Scheduled(armed_for));
        let (mut rings, mut is_rearmed) = (Vec::new(), false);
        while rings.len() < 3 {
            let due = alarm.arming.next_trigger().unwrap();
            if !is_rearmed && rearmed_at <= due {
                alarm = alarm.rearmed(rearmed_at);
                is_rearmed = true;
                continue;
            }
            rings.push(due);
            alarm = alarm.after_ring(due);
        }
        prop_assert!((rings[0] - first).abs() < Duration::hours(12));
        prop_assert_eq!(rings[1], first + Duration::DAY);
        prop_assert_eq!(rings[2], first + Duration::days(2));
    }
}
