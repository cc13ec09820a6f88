//! What alarms do when the days off of their browser change.

use std::sync::Arc;

use proptest::prelude::*;
use time::{
    Date, Duration, OffsetDateTime,
    macros::{date, datetime},
};
use tokibako_domain::{
    alarm::{
        Alarm, AlarmId, AlarmSettings,
        Arming::{self, Off, Scheduled, Snoozed},
        NewAlarm,
    },
    days_off::{DayRange, DaysOff, DaysOffMode, Observance},
    occurrence::{
        Repeat::{self, Daily, OnDate, Once, Weekday},
        Schedule,
    },
    ring_settings::{SnoozeInterval, Sound},
    rule::Rule,
    zone::Zone,
};

/// A Friday.
const NOON: OffsetDateTime = datetime!(2026-11-20 12:00 UTC);
const SATURDAY: OffsetDateTime = datetime!(2026-11-21 07:00 UTC);
const SUNDAY: OffsetDateTime = datetime!(2026-11-22 07:00 UTC);
const MONDAY: OffsetDateTime = datetime!(2026-11-23 07:00 UTC);
const TUESDAY: OffsetDateTime = datetime!(2026-11-24 07:00 UTC);

fn off<const N: usize>(days: [OffsetDateTime; N]) -> DaysOff {
    let range = |day: OffsetDateTime| DayRange::new(day.date(), day.date(), None).unwrap();
    DaysOff::new(days.map(range).to_vec()).unwrap()
}

fn settings(repeat: Repeat, list: &DaysOff) -> AlarmSettings {
    AlarmSettings {
        schedule: Schedule { time: "07:00".parse().unwrap(), repeat, zone: Zone::UTC, paused_until: None },
        sound: Sound::Default,
        snooze_interval: SnoozeInterval::default(),
        label: None,
        days_off: Observance { mode: DaysOffMode::Silent, list: Some(Arc::new(list.clone())) },
    }
}

fn alarm(repeat: Repeat, arming: Arming, list: &DaysOff) -> Alarm {
    Alarm {
        id: AlarmId(1),
        browser: "3d9f1c1e-5b7a-4b0e-9c53-0f6f5a1a2b3c".parse().unwrap(),
        settings: settings(repeat, list),
        arming,
        skipped: None,
        created_at: datetime!(2026-11-01 00:00 UTC),
    }
}

fn until(day: Date) -> Repeat {
    let text = format!("FREQ=DAILY;UNTIL={}", day.to_string().replace('-', ""));
    Repeat::Rule(Rule::parse(&text, date!(2026 - 11 - 01)).unwrap())
}

/// Replaces `before` with `after` and back.
#[track_caller]
fn moves(repeat: Repeat, [before, after]: [&DaysOff; 2], from: Arming, to: Arming) {
    let moved = alarm(repeat, from, before).with_days_off(before, Arc::new(after.clone()), None, NOON);
    assert_eq!(moved.arming, to);
    assert_eq!(moved.with_days_off(after, Arc::new(before.clone()), None, NOON).arming, from, "and back");
}

#[test]
fn a_ring_moves_off_a_day_off_and_back() {
    let none = DaysOff::NONE;
    moves(Daily, [&none, &off([SATURDAY])], Scheduled(SATURDAY), Scheduled(SUNDAY));
    moves(Daily, [&none, &off([SATURDAY, SUNDAY])], Scheduled(SATURDAY), Scheduled(MONDAY));
    moves(Daily, [&off([SATURDAY]), &off([SATURDAY, SUNDAY])], Scheduled(SUNDAY), Scheduled(MONDAY));
    moves(Daily, [&off([SATURDAY]), &off([SUNDAY])], Scheduled(SUNDAY), Scheduled(SATURDAY));
    moves(Weekday, [&none, &off([MONDAY])], Scheduled(MONDAY), Scheduled(TUESDAY));
    moves(Once, [&none, &off([SATURDAY])], Scheduled(SATURDAY), Scheduled(SUNDAY));
    // Days without a ring, and later ones.
    moves(Weekday, [&none, &off([SATURDAY, SUNDAY])], Scheduled(MONDAY), Scheduled(MONDAY));
    moves(Daily, [&none, &off([MONDAY])], Scheduled(SATURDAY), Scheduled(SATURDAY));
    // Somebody chose that day.
    moves(OnDate(SATURDAY.date()), [&none, &off([SATURDAY])], Scheduled(SATURDAY), Scheduled(SATURDAY));
}

#[test]
fn an_alarm_that_rings_on_days_off_stays() {
    let mut rings = alarm(Daily, Scheduled(SATURDAY), &DaysOff::NONE);
    rings.settings.days_off.mode = DaysOffMode::Ring;
    let moved = rings.with_days_off(&DaysOff::NONE, Arc::new(off([SATURDAY])), None, NOON);
    assert_eq!(moved.arming, Scheduled(SATURDAY));
    assert_eq!(moved.toggled(NOON).toggled(NOON).arming, Scheduled(SATURDAY));
}

#[test]
fn a_snooze_a_due_ring_and_an_alarm_that_is_off_stay() {
    let weekend = off([SATURDAY, SUNDAY]);
    for arming in [Snoozed(SATURDAY), Off, Scheduled(NOON), Scheduled(NOON - Duration::MINUTE)] {
        moves(Daily, [&DaysOff::NONE, &weekend], arming, arming);
    }
    // After the snooze the list counts.
    let snoozed = alarm(Daily, Snoozed(SATURDAY - Duration::HOUR), &weekend);
    assert_eq!(snoozed.after_ring(SATURDAY - Duration::HOUR).arming, Scheduled(MONDAY));
}

#[test]
fn a_ring_that_was_answered_early_or_skipped_is_not_computed_again() {
    let saturday = off([SATURDAY]);
    let early = alarm(Daily, Scheduled(SUNDAY), &saturday);
    let now = SATURDAY - Duration::seconds(30);
    let freed = early.with_days_off(&saturday, Arc::new(DaysOff::NONE), Some(SATURDAY), now);
    assert_eq!(freed.arming, Scheduled(SUNDAY));

    // A skipped ring whose day becomes off and is freed again stays skipped.
    let skipping = alarm(Daily, Scheduled(SATURDAY), &DaysOff::NONE).skipping(NOON).unwrap();
    let moved = skipping.with_days_off(&DaysOff::NONE, Arc::new(off([SATURDAY, SUNDAY])), None, NOON);
    assert_eq!((moved.skips(NOON), moved.arming), (Some(SATURDAY), Scheduled(MONDAY)));
    let freed = moved.with_days_off(&off([SATURDAY, SUNDAY]), Arc::new(DaysOff::NONE), None, NOON);
    assert_eq!((freed.skips(NOON), freed.arming), (Some(SATURDAY), Scheduled(SUNDAY)));
    assert_eq!(freed.unskipped(NOON).arming, Scheduled(SATURDAY));
}

#[test]
fn a_skip_passes_over_days_off() {
    let skipping = alarm(Daily, Scheduled(SATURDAY), &off([SUNDAY])).skipping(NOON).unwrap();
    assert_eq!((skipping.skips(NOON), skipping.arming), (Some(SATURDAY), Scheduled(MONDAY)));
    assert_eq!(alarm(Daily, Scheduled(SATURDAY), &off([SUNDAY])).after_ring(SATURDAY).arming, Scheduled(MONDAY));
}

#[test]
fn an_alarm_whose_last_days_are_off_is_on_again_when_they_no_longer_are() {
    let (none, weekend) = (DaysOff::NONE, off([SATURDAY, SUNDAY]));
    let rule = until(SUNDAY.date());
    let silent = alarm(rule, Scheduled(SATURDAY), &none).with_days_off(&none, Arc::new(weekend.clone()), None, NOON);
    assert_eq!((silent.arming, silent.skips(NOON)), (Off, Some(SATURDAY)));
    let sunday = silent.clone().with_days_off(&weekend, Arc::new(off([SATURDAY])), None, NOON);
    assert_eq!((sunday.arming, sunday.skipped), (Scheduled(SUNDAY), None));
    let all = silent.clone().with_days_off(&weekend, Arc::new(none.clone()), None, NOON);
    assert_eq!((all.arming, all.skipped), (Scheduled(SATURDAY), None));
    // The same if its last ring that is not on a day off has rung, and when its days are over.
    let rung = alarm(rule, Scheduled(NOON), &weekend).after_ring(NOON);
    assert_eq!(rung.arming, Off);
    let freed = rung.clone().with_days_off(&weekend, Arc::new(none.clone()), Some(NOON), NOON);
    assert_eq!(freed.arming, Scheduled(SATURDAY));
    assert_eq!(rung.with_days_off(&weekend, Arc::new(none.clone()), Some(NOON), MONDAY).arming, Off);
    // Whoever switched it off means it, and a last ring that was skipped stays skipped.
    let switched_off = silent.changed(settings(rule, &weekend), false, NOON);
    assert_eq!(switched_off.with_days_off(&weekend, Arc::new(none.clone()), None, NOON).arming, Off);
    let skipped = alarm(rule, Scheduled(SUNDAY), &off([SATURDAY])).skipping(NOON).unwrap();
    assert_eq!(
        skipped.clone().with_days_off(&off([SATURDAY]), Arc::new(off([MONDAY])), None, NOON).arming,
        Scheduled(SATURDAY)
    );
    assert_eq!(skipped.with_days_off(&none, Arc::new(off([MONDAY])), None, NOON).arming, Off);
}

#[test]
fn a_new_alarm_whose_days_are_all_off_waits_for_the_days_off_to_change() {
    let (none, weekend) = (DaysOff::NONE, off([SATURDAY, SUNDAY]));
    let browser = "3d9f1c1e-5b7a-4b0e-9c53-0f6f5a1a2b3c".parse().unwrap();
    let new = NewAlarm::new(browser, settings(until(SUNDAY.date()), &none), true, NOON);
    assert_eq!((new.arming, new.skipped), (Scheduled(SATURDAY), None));
    let observing = new.observing(Arc::new(weekend));
    assert_eq!((observing.arming, observing.skipped), (Off, Some(SATURDAY)));
    let off = NewAlarm::new(browser, settings(Daily, &none), false, NOON).observing(Arc::new(none));
    assert_eq!((off.arming, off.skipped), (Off, None));
}

#[test]
fn another_mode_arms_the_alarm_anew() {
    let weekend = off([SATURDAY, SUNDAY]);
    let silent = alarm(Daily, Scheduled(MONDAY), &weekend);
    let ring = Observance { mode: DaysOffMode::Ring, ..silent.settings.days_off.clone() };
    let rings = silent.clone().changed(AlarmSettings { days_off: ring, ..silent.settings.clone() }, true, NOON);
    assert_eq!(rings.arming, Scheduled(SATURDAY));
    assert_eq!(rings.changed(silent.settings.clone(), true, NOON).arming, Scheduled(MONDAY));
}

fn any_list() -> impl Strategy<Value = DaysOff> {
    prop::collection::vec((-3..60_i64, 0..9_i64), 0..8).prop_map(|ranges| {
        let day = |days| NOON.date() + Duration::days(days);
        let range = |(from, length)| DayRange::new(day(from), day(from + length), None).unwrap();
        DaysOff::new(ranges.into_iter().map(range).collect()).unwrap()
    })
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    /// Whatever the lists were, the alarm is armed as one that is created with the last of them.
    #[test]
    fn the_last_list_counts(lists in prop::collection::vec(any_list(), 1..6), interval in 1..9_u8, ends in prop::option::of(0..40_i64)) {
        let until = ends.map(|days| (NOON.date() + Duration::days(days + 3)).to_string().replace('-', ""));
        let until = until.map_or(String::new(), |until| format!(";UNTIL={until}"));
        let rule = Rule::parse(&format!("FREQ=DAILY;INTERVAL={interval}{until}"), date!(2026-11-02)).unwrap();
        let repeat = Repeat::Rule(rule);
        let new = |list: &DaysOff| {
            let browser = "3d9f1c1e-5b7a-4b0e-9c53-0f6f5a1a2b3c".parse().unwrap();
            NewAlarm::new(browser, settings(repeat, list), true, NOON)
        };
        let first = new(&DaysOff::NONE);
        let mut alarm = alarm(repeat, first.arming, &DaysOff::NONE);
        prop_assume!(alarm.arming.is_on());
        let mut before = DaysOff::NONE;
        for list in lists {
            alarm = alarm.with_days_off(&before, Arc::new(list.clone()), None, NOON);
            prop_assert_eq!(alarm.arming, new(&list).arming);
            before = list;
        }
    }
}
