//! On which days a repeat rule rings, and that an occurrence is strictly after the given instant.

use time::{Duration, OffsetDateTime, macros::datetime};
use tokibako_domain::{
    days_off::DaysOff,
    occurrence::{
        Repeat::{self, Daily, Once, Weekday, Weekend},
        Schedule,
    },
};

fn schedule(zone: &str, time: &str, repeat: Repeat) -> Schedule {
    Schedule { time: time.parse().unwrap(), repeat, zone: zone.parse().unwrap(), paused_until: None }
}

/// November 2026: the 20th is a Friday.
#[track_caller]
fn check(time: &str, repeat: Repeat, after: OffsetDateTime, expected: OffsetDateTime) {
    assert_eq!(schedule("UTC", time, repeat).next_after(after, &DaysOff::NONE), Some(expected));
}

#[track_caller]
fn check_in(zone: &str, time: &str, repeat: Repeat, after: OffsetDateTime, expected: OffsetDateTime) {
    assert_eq!(schedule(zone, time, repeat).next_after(after, &DaysOff::NONE), Some(expected));
}

#[test]
fn daily_and_once_ring_on_any_day() {
    for repeat in [Daily, Once] {
        check("07:00", repeat, datetime!(2026-11-20 06:59 UTC), datetime!(2026-11-20 07:00 UTC));
        check("07:00", repeat, datetime!(2026-11-20 07:01 UTC), datetime!(2026-11-21 07:00 UTC));
        check("07:00", repeat, datetime!(2026-11-21 07:01 UTC), datetime!(2026-11-22 07:00 UTC));
        check("07:00", repeat, datetime!(2026-11-22 07:01 UTC), datetime!(2026-11-23 07:00 UTC));
    }
}

#[test]
fn weekday_skips_the_weekend() {
    check("23:00", Weekday, datetime!(2026-11-20 22:00 UTC), datetime!(2026-11-20 23:00 UTC));
    check("23:00", Weekday, datetime!(2026-11-20 23:30 UTC), datetime!(2026-11-23 23:00 UTC));
    check("00:00", Weekday, datetime!(2026-11-20 00:00 UTC), datetime!(2026-11-23 00:00 UTC));
    check("07:00", Weekday, datetime!(2026-11-21 12:00 UTC), datetime!(2026-11-23 07:00 UTC));
    check("07:00", Weekday, datetime!(2026-11-22 23:59 UTC), datetime!(2026-11-23 07:00 UTC));
    check("07:00", Weekday, datetime!(2026-11-23 07:00 UTC), datetime!(2026-11-24 07:00 UTC));
}

#[test]
fn weekend_skips_the_week() {
    check("23:00", Weekend, datetime!(2026-11-20 22:00 UTC), datetime!(2026-11-21 23:00 UTC));
    check("00:00", Weekend, datetime!(2026-11-20 23:59 UTC), datetime!(2026-11-21 00:00 UTC));
    check("07:00", Weekend, datetime!(2026-11-21 07:00 UTC), datetime!(2026-11-22 07:00 UTC));
    check("07:00", Weekend, datetime!(2026-11-22 07:00 UTC), datetime!(2026-11-28 07:00 UTC));
    check("23:59", Weekend, datetime!(2026-11-22 23:59 UTC), datetime!(2026-11-28 23:59 UTC));
    check("07:00", Weekend, datetime!(2026-11-23 00:00 UTC), datetime!(2026-11-28 07:00 UTC));
}

#[test]
fn the_day_is_the_one_in_the_zone() {
    // Friday evening in New York is Saturday in UTC, Sunday noon there is Monday in Kiritimati.
    check_in("America/New_York", "21:00", Weekday, datetime!(2026-11-20 20:00 -5), datetime!(2026-11-20 21:00 -5));
    check_in("America/New_York", "21:00", Weekend, datetime!(2026-11-20 20:00 -5), datetime!(2026-11-21 21:00 -5));
    check_in("Asia/Tokyo", "07:00", Weekend, datetime!(2026-11-20 21:00 UTC), datetime!(2026-11-21 07:00 +9));
    check_in("Asia/Tokyo", "07:00", Weekday, datetime!(2026-11-22 21:00 UTC), datetime!(2026-11-23 07:00 +9));
}

#[test]
fn the_day_differs_across_the_date_line() {
    let sunday_noon_utc = datetime!(2026-11-22 12:00 UTC);
    check_in("Pacific/Kiritimati", "07:00", Weekday, sunday_noon_utc, datetime!(2026-11-23 07:00 +14));
    check_in("Pacific/Kiritimati", "02:30", Weekday, sunday_noon_utc, datetime!(2026-11-23 02:30 +14));
    check_in("Pacific/Pago_Pago", "02:30", Weekend, sunday_noon_utc, datetime!(2026-11-22 02:30 -11));
    check_in("Pacific/Pago_Pago", "01:00", Weekend, sunday_noon_utc, datetime!(2026-11-28 01:00 -11));
    check_in("Etc/GMT+12", "23:30", Weekend, sunday_noon_utc, datetime!(2026-11-22 23:30 -12));
}

#[test]
fn an_occurrence_is_strictly_after() {
    let seven = datetime!(2026-11-20 07:00 UTC);
    let tomorrow = datetime!(2026-11-21 07:00 UTC);
    check("07:00", Daily, seven - Duration::MILLISECOND, seven);
    check("07:00", Daily, seven - Duration::NANOSECOND, seven);
    check("07:00", Daily, seven, tomorrow);
    check("07:00", Daily, seven + Duration::NANOSECOND, tomorrow);
    check("07:00", Daily, seven + Duration::MILLISECOND, tomorrow);
}

#[test]
fn occurrences_before_1970_are_found() {
    check("23:59", Daily, datetime!(1969-12-31 23:58:59.999 UTC), datetime!(1969-12-31 23:59 UTC));
    check("00:00", Daily, datetime!(1969-12-31 23:59:59.999 UTC), datetime!(1970-01-01 00:00 UTC));
    check("00:00", Daily, datetime!(1900-01-01 00:00 UTC), datetime!(1900-01-02 00:00 UTC));
}

#[test]
fn the_calendar_ends_with_the_year_9999() {
    let last = datetime!(9999-12-31 07:00 UTC);
    check("07:00", Daily, datetime!(9999-12-30 07:00 UTC), last);
    check("07:00", Daily, datetime!(9999-12-31 06:59:59.999 UTC), last);
    assert_eq!(schedule("UTC", "07:00", Daily).next_after(last, &DaysOff::NONE), None);
    // The last day is a Friday.
    assert_eq!(schedule("UTC", "07:00", Weekend).next_after(datetime!(9999-12-27 00:00 UTC), &DaysOff::NONE), None);
    // 07:00 in New York on the last day is within the calendar of UTC; 23:00 is not.
    check_in("America/New_York", "07:00", Once, datetime!(9999-12-31 06:00 UTC), datetime!(9999-12-31 12:00 UTC));
    assert_eq!(
        schedule("America/New_York", "23:00", Once).next_after(datetime!(9999-12-31 06:00 UTC), &DaysOff::NONE),
        None
    );
    assert_eq!(
        schedule("Asia/Tokyo", "07:00", Daily).next_after(datetime!(9999-12-31 23:00 UTC), &DaysOff::NONE),
        None
    );
}
