//! What changing, toggling, snoozing and ringing do to an alarm.

use time::{Duration, OffsetDateTime, macros::datetime};
use tokibako_domain::{
    alarm::{
        Alarm, AlarmId, AlarmSettings,
        Arming::{self, Off, Scheduled, Snoozed},
        NewAlarm,
    },
    days_off::Observance,
    occurrence::{
        Repeat::{self, Daily, Once, Weekday, Weekend},
        Schedule,
    },
    ring_settings::{Label, SnoozeInterval, Sound},
    zone::Zone,
};

/// A Friday.
const SEVEN: OffsetDateTime = datetime!(2026-11-20 07:00 UTC);
const NOON: OffsetDateTime = datetime!(2026-11-20 12:00 UTC);
const TOMORROW: OffsetDateTime = datetime!(2026-11-21 07:00 UTC);
const MONDAY: OffsetDateTime = datetime!(2026-11-23 07:00 UTC);

fn at_seven(repeat: Repeat) -> AlarmSettings {
    AlarmSettings {
        schedule: Schedule { time: "07:00".parse().unwrap(), repeat, zone: Zone::UTC, paused_until: None },
        sound: Sound::Default,
        snooze_interval: SnoozeInterval::default(),
        label: None,
        days_off: Observance::default(),
    }
}

fn alarm(repeat: Repeat, arming: Arming) -> Alarm {
    Alarm {
        id: AlarmId(1),
        browser: "3d9f1c1e-5b7a-4b0e-9c53-0f6f5a1a2b3c".parse().unwrap(),
        settings: at_seven(repeat),
        arming,
        skipped: None,
        created_at: datetime!(2026-11-01 00:00 UTC),
    }
}

#[test]
fn a_new_alarm_is_armed_if_it_is_on() {
    let browser = "3d9f1c1e-5b7a-4b0e-9c53-0f6f5a1a2b3c".parse().unwrap();
    let made = |on| NewAlarm::new(browser, at_seven(Weekday), on, NOON);
    assert_eq!(made(true).arming, Scheduled(MONDAY));
    assert_eq!(made(false).arming, Off);
    assert_eq!(made(true).created_at, NOON);
}

#[track_caller]
fn toggles(repeat: Repeat, from: Arming, to: Arming) {
    assert_eq!(alarm(repeat, from).toggled(NOON).arming, to);
}

#[test]
fn toggling_arms_and_disarms() {
    toggles(Daily, Scheduled(TOMORROW), Off);
    toggles(Daily, Snoozed(NOON + Duration::MINUTE), Off);
    toggles(Daily, Off, Scheduled(TOMORROW));
    toggles(Once, Off, Scheduled(TOMORROW));
    toggles(Weekday, Off, Scheduled(MONDAY));
    toggles(Weekend, Off, Scheduled(TOMORROW));
}

#[track_caller]
fn snoozes(repeat: Repeat, from: Arming, minutes: i64, now: OffsetDateTime, until: OffsetDateTime) {
    let mut alarm = alarm(repeat, from);
    alarm.settings.snooze_interval = SnoozeInterval::from_minutes(minutes).unwrap();
    let snoozed = alarm.snoozed(now);
    assert_eq!(snoozed.arming, Snoozed(until));
    assert_eq!((snoozed.arming.next_trigger(), snoozed.arming.snoozed_until()), (Some(until), Some(until)));
    assert!(snoozed.arming.is_on());
}

#[test]
fn snoozing_counts_from_now() {
    let heard = SEVEN + Duration::milliseconds(2_345);
    snoozes(Daily, Scheduled(TOMORROW), 5, heard, datetime!(2026-11-20 07:05:02.345 UTC));
    snoozes(Daily, Scheduled(TOMORROW), 1, heard, datetime!(2026-11-20 07:01:02.345 UTC));
    snoozes(Daily, Scheduled(TOMORROW), 60, heard, datetime!(2026-11-20 08:00:02.345 UTC));
    snoozes(Daily, Snoozed(SEVEN), 5, heard, datetime!(2026-11-20 07:05:02.345 UTC));
}

#[test]
fn snoozing_arms_an_alarm_that_is_off() {
    snoozes(Once, Off, 5, SEVEN, datetime!(2026-11-20 07:05 UTC));
    snoozes(Daily, Off, 5, SEVEN, datetime!(2026-11-20 07:05 UTC));
}

#[test]
fn an_occurrence_within_the_snooze_is_the_snoozed_ring() {
    let before = datetime!(2026-11-20 06:58 UTC);
    let until = datetime!(2026-11-20 07:03 UTC);
    snoozes(Daily, Scheduled(SEVEN), 5, before, until);
    assert_eq!(alarm(Daily, Snoozed(until)).after_ring(until).arming, Scheduled(TOMORROW));
}

#[test]
fn an_occurrence_after_the_snooze_still_rings() {
    let until = datetime!(2026-11-20 06:58 UTC);
    assert_eq!(alarm(Daily, Snoozed(until)).after_ring(until).arming, Scheduled(SEVEN));
    // Even if both have passed before a scheduler looks.
    assert_eq!(alarm(Daily, Snoozed(until)).after_ring(datetime!(2026-11-20 07:03 UTC)).arming, Scheduled(SEVEN));
}

#[track_caller]
fn rings(repeat: Repeat, from: Arming, now: OffsetDateTime, to: Arming) {
    assert_eq!(alarm(repeat, from).after_ring(now).arming, to);
}

#[test]
fn a_ring_moves_the_alarm_to_its_next_occurrence() {
    rings(Daily, Scheduled(SEVEN), SEVEN, Scheduled(TOMORROW));
    rings(Weekday, Scheduled(SEVEN), SEVEN, Scheduled(MONDAY));
    rings(Weekend, Scheduled(TOMORROW), TOMORROW, Scheduled(datetime!(2026-11-22 07:00 UTC)));
    rings(Once, Scheduled(SEVEN), SEVEN, Off);
    rings(Once, Snoozed(SEVEN), SEVEN, Off);
    rings(Daily, Snoozed(SEVEN), SEVEN, Scheduled(TOMORROW));
}

#[test]
fn a_late_ring_moves_the_alarm_to_its_next_occurrence() {
    rings(Daily, Scheduled(SEVEN), SEVEN + Duration::minutes(10), Scheduled(TOMORROW));
    rings(Daily, Scheduled(SEVEN), SEVEN + Duration::hours(5), Scheduled(TOMORROW));
    rings(Once, Scheduled(SEVEN), SEVEN + Duration::days(30), Off);
}

#[test]
fn after_an_outage_only_rings_that_are_too_late_are_missed() {
    let last_week = SEVEN - Duration::days(7);
    rings(Daily, Scheduled(last_week), SEVEN - Duration::SECOND, Scheduled(SEVEN));
    rings(Daily, Scheduled(last_week), SEVEN, Scheduled(SEVEN));
    rings(Daily, Scheduled(last_week), SEVEN + Duration::minutes(10), Scheduled(SEVEN));
    rings(Daily, Scheduled(last_week), SEVEN + Duration::minutes(10) + Duration::MILLISECOND, Scheduled(TOMORROW));
}

#[track_caller]
fn changes(from: Arming, change: impl Fn(&mut AlarmSettings), on: bool, to: Arming) {
    let alarm = alarm(Daily, from);
    let mut settings = alarm.settings.clone();
    change(&mut settings);
    let changed = alarm.changed(settings.clone(), on, NOON);
    assert_eq!((changed.arming, changed.settings), (to, settings));
}

#[test]
fn a_change_of_other_settings_keeps_the_next_ring() {
    let snoozed = Snoozed(NOON + Duration::MINUTE);
    let due = Scheduled(NOON);
    let rename = |settings: &mut AlarmSettings| settings.label = Label::parse("tea").unwrap();
    changes(snoozed, rename, true, snoozed);
    changes(due, rename, true, due);
    changes(due, |settings| settings.sound = Sound::Chime, true, due);
    changes(snoozed, |settings| settings.snooze_interval = SnoozeInterval::from_minutes(9).unwrap(), true, snoozed);
    changes(Off, rename, false, Off);
}

#[test]
fn a_change_of_the_schedule_arms_the_alarm_again() {
    let eight = |settings: &mut AlarmSettings| settings.schedule.time = "08:00".parse().unwrap();
    changes(Scheduled(TOMORROW), eight, true, Scheduled(datetime!(2026-11-21 08:00 UTC)));
    changes(Snoozed(NOON + Duration::MINUTE), eight, true, Scheduled(datetime!(2026-11-21 08:00 UTC)));
    changes(Scheduled(TOMORROW), |settings| settings.schedule.repeat = Weekday, true, Scheduled(MONDAY));
    let tokyo = |settings: &mut AlarmSettings| settings.schedule.zone = "Asia/Tokyo".parse().unwrap();
    changes(Scheduled(TOMORROW), tokyo, true, Scheduled(datetime!(2026-11-20 22:00 UTC)));
}

#[test]
fn a_change_can_switch_the_alarm_on_or_off() {
    changes(Scheduled(TOMORROW), |_| {}, false, Off);
    changes(Snoozed(NOON + Duration::MINUTE), |_| {}, false, Off);
    changes(Off, |_| {}, true, Scheduled(TOMORROW));
    let eight = |settings: &mut AlarmSettings| settings.schedule.time = "08:00".parse().unwrap();
    changes(Off, eight, false, Off);
}

#[test]
fn an_alarm_without_a_next_occurrence_is_off() {
    let end = datetime!(9999-12-31 07:00 UTC);
    assert_eq!(alarm(Daily, Scheduled(end)).after_ring(end).arming, Off);
    assert_eq!(Off.next_trigger(), None);
    assert_eq!(Scheduled(end).snoozed_until(), None);
}
