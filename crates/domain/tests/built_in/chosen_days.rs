//! Chosen days of the week, one date, and pauses, around the clock changes that have broken other clocks.
//!
//! Expected instants come from Python's `zoneinfo`, an implementation that shares no code with ours.

use time::{
    Date, OffsetDateTime,
    macros::{date, datetime},
};
use tokibako_domain::{
    day::Weekdays,
    days_off::DaysOff,
    occurrence::{Repeat, Schedule, ScheduleError},
};

fn schedule(zone: &str, time: &str, repeat: Repeat, paused_until: Option<Date>) -> Schedule {
    Schedule { time: time.parse().unwrap(), repeat, zone: zone.parse().unwrap(), paused_until }
}

#[track_caller]
fn days(zone: &str, time: &str, names: &[&str], after: OffsetDateTime, expected: OffsetDateTime) {
    let repeat = Repeat::Days(Weekdays::named(names.iter().copied()).unwrap());
    assert_eq!(
        schedule(zone, time, repeat, None).next_after(after, &DaysOff::NONE),
        Some(expected),
        "{time} {names:?} in {zone}"
    );
}

#[track_caller]
fn date(zone: &str, time: &str, date: Date, expected: OffsetDateTime) {
    let schedule = schedule(zone, time, Repeat::OnDate(date), None);
    for long_before in [datetime!(2011-01-01 00:00 UTC), expected - time::Duration::NANOSECOND] {
        assert_eq!(schedule.next_after(long_before, &DaysOff::NONE), Some(expected), "{time} on {date} in {zone}");
        assert_eq!(schedule.check(long_before), Ok(()));
    }
    assert_eq!(schedule.next_after(expected, &DaysOff::NONE), None);
    assert_eq!(schedule.check(expected), Err(ScheduleError::Passed));
}

#[track_caller]
fn paused(zone: &str, time: &str, repeat: Repeat, until: Date, after: OffsetDateTime, expected: OffsetDateTime) {
    let schedule = schedule(zone, time, repeat, Some(until));
    assert_eq!(schedule.next_after(after, &DaysOff::NONE), Some(expected), "{time} in {zone} paused until {until}");
}

#[test]
fn a_chosen_day_whose_time_is_skipped_rings_later() {
    let zone = "America/New_York";
    days(zone, "02:30", &["sun"], datetime!(2026-03-02 12:00 -5), datetime!(2026-03-08 03:30 -4));
    days(zone, "02:30", &["sun"], datetime!(2026-03-08 03:30 -4), datetime!(2026-03-15 02:30 -4));
    days(zone, "02:30", &["fri", "mon"], datetime!(2026-03-02 12:00 -5), datetime!(2026-03-06 02:30 -5));
    let zone = "America/Nuuk";
    days(zone, "23:30", &["sat"], datetime!(2026-03-28 12:00 -2), datetime!(2026-03-29 00:30 -1));
    days(zone, "23:30", &["sun"], datetime!(2026-03-28 12:00 -2), datetime!(2026-03-29 23:30 -1));
    let zone = "Pacific/Apia";
    days(zone, "07:00", &["fri"], datetime!(2011-12-29 07:00 -10), datetime!(2011-12-31 07:00 +14));
    days(zone, "07:00", &["sat"], datetime!(2011-12-29 07:00 -10), datetime!(2011-12-31 07:00 +14));
}

#[test]
fn a_chosen_day_whose_time_occurs_twice_rings_once() {
    let zone = "America/New_York";
    days(zone, "01:30", &["sun"], datetime!(2026-11-01 01:30 -4), datetime!(2026-11-08 01:30 -5));
    // Clocks go back over midnight: it is Saturday again, but Sunday's ring has passed.
    let zone = "America/St_Johns";
    days(zone, "00:00", &["sun"], datetime!(2006-10-28 23:30 -3:30), datetime!(2006-11-05 00:00 -3:30));
    days(zone, "00:00", &["sun"], datetime!(2006-10-29 00:00 -2:30), datetime!(2006-11-05 00:00 -3:30));
}

#[test]
fn one_day_a_week_waits_a_week() {
    days("Asia/Tokyo", "07:00", &["mon"], datetime!(2026-11-23 07:00 +9), datetime!(2026-11-30 07:00 +9));
    days("Asia/Tokyo", "07:00", &["mon"], datetime!(2026-11-23 06:59 +9), datetime!(2026-11-23 07:00 +9));
}

#[test]
fn a_date_is_that_day_in_the_zone() {
    date("Asia/Tokyo", "07:00", date!(2026 - 12 - 24), datetime!(2026-12-23 22:00 UTC));
    date("America/New_York", "02:30", date!(2026 - 03 - 08), datetime!(2026-03-08 03:30 -4));
    date("America/New_York", "01:30", date!(2026 - 11 - 01), datetime!(2026-11-01 01:30 -4));
    date("Africa/Cairo", "00:00", date!(2026 - 04 - 24), datetime!(2026-04-24 01:00 +3));
    date("Africa/Cairo", "23:30", date!(2026 - 10 - 29), datetime!(2026-10-29 23:30 +3));
    date("America/Nuuk", "23:30", date!(2026 - 03 - 28), datetime!(2026-03-29 00:30 -1));
    date("Pacific/Apia", "07:00", date!(2011 - 12 - 30), datetime!(2011-12-31 07:00 +14));
    date("UTC", "23:59", date!(9999 - 12 - 31), datetime!(9999-12-31 23:59 UTC));
}

#[test]
fn a_date_before_the_end_of_a_pause_never_rings() {
    let now = datetime!(2026-11-20 12:00 UTC);
    let paused = |until| schedule("UTC", "07:00", Repeat::OnDate(date!(2026 - 12 - 24)), Some(until));
    assert_eq!(paused(date!(2026 - 12 - 25)).check(now), Err(ScheduleError::PausedPastIt));
    assert_eq!(paused(date!(2026 - 12 - 25)).next_after(now, &DaysOff::NONE), None);
    assert_eq!(paused(date!(2026 - 12 - 24)).check(now), Ok(()));
    assert_eq!(paused(date!(2026 - 12 - 24)).next_after(now, &DaysOff::NONE), Some(datetime!(2026-12-24 07:00 UTC)));
}

#[test]
fn no_ring_before_the_day_on_which_a_pause_ends() {
    let mondays = Repeat::Days(Weekdays::named(["mon"]).unwrap());
    let noon = datetime!(2026-11-20 12:00 +9);
    paused("Asia/Tokyo", "07:00", Repeat::Daily, date!(2026 - 12 - 01), noon, datetime!(2026-12-01 07:00 +9));
    paused("Asia/Tokyo", "07:00", Repeat::Once, date!(2026 - 12 - 01), noon, datetime!(2026-12-01 07:00 +9));
    paused("Asia/Tokyo", "07:00", Repeat::Weekend, date!(2026 - 12 - 01), noon, datetime!(2026-12-05 07:00 +9));
    paused("Asia/Tokyo", "07:00", mondays, date!(2026 - 12 - 01), noon, datetime!(2026-12-07 07:00 +9));
    paused("Asia/Tokyo", "07:00", Repeat::Daily, date!(2026 - 11 - 20), noon, datetime!(2026-11-21 07:00 +9));
    paused("Asia/Tokyo", "07:00", Repeat::Daily, date!(1900 - 01 - 01), noon, datetime!(2026-11-21 07:00 +9));
    let spring = datetime!(2026-03-01 12:00 -5);
    let gap = datetime!(2026-03-08 03:30 -4);
    paused("America/New_York", "02:30", Repeat::Daily, date!(2026 - 03 - 08), spring, gap);
    // The paused evening's time is skipped into this day, and so it does not ring.
    let nuuk = datetime!(2026-03-20 12:00 -2);
    paused("America/Nuuk", "23:30", Repeat::Daily, date!(2026 - 03 - 29), nuuk, datetime!(2026-03-29 23:30 -1));
    let apia = datetime!(2011-12-20 12:00 -10);
    paused("Pacific/Apia", "07:00", Repeat::Daily, date!(2011 - 12 - 30), apia, datetime!(2011-12-31 07:00 +14));
    let st_johns = datetime!(2006-10-20 12:00 -2:30);
    let first = datetime!(2006-10-29 00:00 -2:30);
    paused("America/St_Johns", "00:00", Repeat::Daily, date!(2006 - 10 - 29), st_johns, first);
}

#[test]
fn a_pause_is_over_when_its_day_begins_in_the_zone() {
    let paused = schedule("Asia/Tokyo", "07:00", Repeat::Daily, Some(date!(2026 - 12 - 01)));
    assert_eq!(paused.pauses_until(datetime!(2026-11-30 23:59:59 +9)), Some(date!(2026 - 12 - 01)));
    assert_eq!(paused.pauses_until(datetime!(2026-12-01 00:00 +9)), None);
}
