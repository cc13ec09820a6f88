//! Skipping the next ring, undoing that, and what a skip survives.

use time::{
    Duration, OffsetDateTime,
    macros::{date, datetime},
};
use tokibako_domain::{
    alarm::{
        Alarm, AlarmId, AlarmSettings,
        Arming::{self, Off, Scheduled, Snoozed},
        SkipError,
    },
    day::Weekdays,
    days_off::Observance,
    occurrence::{
        Repeat::{self, Daily, OnDate, Once, Weekday},
        Schedule,
    },
    ring_settings::{Label, SnoozeInterval, Sound},
    zone::Zone,
};

/// A Friday.
const NOON: OffsetDateTime = datetime!(2026-11-20 12:00 UTC);
const SATURDAY: OffsetDateTime = datetime!(2026-11-21 07:00 UTC);
const SUNDAY: OffsetDateTime = datetime!(2026-11-22 07:00 UTC);
const MONDAY: OffsetDateTime = datetime!(2026-11-23 07:00 UTC);
const TUESDAY: OffsetDateTime = datetime!(2026-11-24 07:00 UTC);

fn alarm(repeat: Repeat, arming: Arming) -> Alarm {
    Alarm {
        id: AlarmId(1),
        browser: "3d9f1c1e-5b7a-4b0e-9c53-0f6f5a1a2b3c".parse().unwrap(),
        settings: AlarmSettings {
            schedule: Schedule { time: "07:00".parse().unwrap(), repeat, zone: Zone::UTC, paused_until: None },
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

fn skipping(repeat: Repeat, arming: Arming) -> Alarm {
    alarm(repeat, arming).skipping(NOON).unwrap()
}

#[track_caller]
fn skips(repeat: Repeat, next: OffsetDateTime, after_it: OffsetDateTime) {
    let skipping = skipping(repeat, Scheduled(next));
    assert_eq!((skipping.skips(NOON), skipping.arming), (Some(next), Scheduled(after_it)));
    assert_eq!(skipping.clone().skipping(NOON).unwrap(), skipping, "asked twice");
    assert_eq!(skipping.unskipped(NOON), alarm(repeat, Scheduled(next)));
}

#[test]
fn only_the_next_ring_is_skipped_and_the_skip_can_be_undone() {
    let days = Repeat::Days(Weekdays::named(["sat", "tue"]).unwrap());
    skips(Daily, SATURDAY, SUNDAY);
    skips(Weekday, MONDAY, TUESDAY);
    skips(days, SATURDAY, TUESDAY);
}

#[test]
fn an_alarm_with_no_next_ring_or_only_one_cannot_skip() {
    assert_eq!(alarm(Daily, Off).skipping(NOON), Err(SkipError::Off));
    assert_eq!(alarm(Once, Scheduled(SATURDAY)).skipping(NOON), Err(SkipError::RingsOnce));
    let dated = alarm(OnDate(date!(2026 - 11 - 21)), Scheduled(SATURDAY));
    assert_eq!(dated.skipping(NOON), Err(SkipError::RingsOnce));
}

#[test]
fn a_skip_ends_at_its_instant() {
    let skipping = skipping(Daily, Scheduled(SATURDAY));
    assert_eq!(skipping.skips(SATURDAY - Duration::NANOSECOND), Some(SATURDAY));
    assert_eq!(skipping.skips(SATURDAY), None);
    assert_eq!(skipping.clone().unskipped(SATURDAY).arming, Scheduled(SUNDAY));
    // After that the next one can be skipped.
    let again = skipping.skipping(SATURDAY).unwrap();
    assert_eq!((again.skips(SATURDAY), again.arming), (Some(SUNDAY), Scheduled(MONDAY)));
}

#[test]
fn a_snoozed_ring_can_be_skipped() {
    let until = NOON + Duration::minutes(5);
    let skipping = skipping(Daily, Snoozed(until));
    assert_eq!((skipping.skips(NOON), skipping.arming), (Some(until), Scheduled(SATURDAY)));
    assert_eq!(skipping.unskipped(NOON).arming, Snoozed(until));
}

#[test]
fn a_snooze_before_the_skipped_ring_does_not_undo_the_skip() {
    let snoozed = skipping(Daily, Scheduled(SATURDAY)).snoozed(NOON);
    let until = NOON + Duration::minutes(5);
    assert_eq!(snoozed.arming, Snoozed(until));
    assert_eq!(snoozed.clone().after_ring(until).arming, Scheduled(SUNDAY));
    assert_eq!(snoozed.unskipped(NOON).after_ring(until).arming, Scheduled(SATURDAY));
}

#[test]
fn a_snooze_given_after_a_skip_is_skipped_alone() {
    let until = NOON + Duration::minutes(5);
    let ended = skipping(Daily, Scheduled(SATURDAY)).snoozed(NOON).skipping(NOON).unwrap();
    assert_eq!((ended.skips(NOON), ended.arming), (Some(SATURDAY), Scheduled(SUNDAY)));
    assert_eq!(ended.clone().skipping(NOON).unwrap(), ended, "asked twice");
    let once_more = skipping(Daily, Snoozed(until)).snoozed(NOON + Duration::minutes(1)).skipping(NOON).unwrap();
    let (skipped, then) = (until + Duration::minutes(1), Scheduled(SATURDAY));
    assert_eq!((once_more.skips(NOON), once_more.arming), (Some(skipped), then));
}

#[test]
fn a_snooze_of_what_rings_once_can_be_skipped() {
    let until = NOON + Duration::minutes(5);
    for repeat in [Once, OnDate(date!(2026 - 11 - 20))] {
        let skipped = skipping(repeat, Snoozed(until));
        assert_eq!((skipped.skips(NOON), skipped.arming), (Some(until), Off));
        assert_eq!(skipped.clone().skipping(NOON), Err(SkipError::Off));
        assert_eq!(skipped.clone().unskipped(NOON), alarm(repeat, Snoozed(until)));
        assert_eq!(skipped.unskipped(until).arming, Off, "too late");
    }
}

#[test]
fn a_skipped_snooze_hides_no_later_ring() {
    let evening = datetime!(2026-11-20 20:00 UTC);
    let skipped = skipping(Daily, Snoozed(evening));
    let snoozed_again = skipped.snoozed(NOON);
    assert_eq!(snoozed_again.after_ring(NOON + Duration::minutes(5)).arming, Scheduled(SATURDAY));
}

#[test]
fn the_ring_after_the_skipped_one_moves_the_alarm() {
    let rung = skipping(Daily, Scheduled(SATURDAY)).after_ring(SUNDAY);
    assert_eq!((rung.arming, rung.skips(SUNDAY)), (Scheduled(MONDAY), None));
}

#[track_caller]
fn changes(change: impl Fn(&mut AlarmSettings), on: bool, skipped: Option<OffsetDateTime>, arming: Arming) {
    let alarm = skipping(Daily, Scheduled(SATURDAY));
    let mut settings = alarm.settings.clone();
    change(&mut settings);
    let changed = alarm.changed(settings, on, NOON);
    assert_eq!((changed.skipped, changed.arming), (skipped, arming));
}

#[test]
fn a_skip_survives_changes_of_other_settings() {
    changes(|settings| settings.label = Label::parse("tea").unwrap(), true, Some(SATURDAY), Scheduled(SUNDAY));
    changes(|settings| settings.sound = Sound::Chime, true, Some(SATURDAY), Scheduled(SUNDAY));
}

#[test]
fn a_change_of_the_schedule_or_the_switch_ends_a_skip() {
    let eight = |settings: &mut AlarmSettings| settings.schedule.time = "08:00".parse().unwrap();
    changes(eight, true, None, Scheduled(datetime!(2026-11-21 08:00 UTC)));
    changes(|settings| settings.schedule.repeat = Weekday, true, None, Scheduled(MONDAY));
    changes(|settings| settings.schedule.paused_until = Some(date!(2026 - 11 - 23)), true, None, Scheduled(MONDAY));
    changes(|_| {}, false, None, Off);
    let toggled = skipping(Daily, Scheduled(SATURDAY)).toggled(NOON);
    assert_eq!((toggled.skipped, toggled.arming), (None, Off));
    assert_eq!(toggled.toggled(NOON).arming, Scheduled(SATURDAY));
}

#[test]
fn skips_work_at_the_end_of_the_calendar() {
    let end = datetime!(9999-12-31 07:00 UTC);
    let skipped = alarm(Daily, Scheduled(end)).skipping(NOON).unwrap();
    assert_eq!((skipped.skips(NOON), skipped.arming), (Some(end), Off));
    assert_eq!(skipped.unskipped(NOON).arming, Scheduled(end));
}
