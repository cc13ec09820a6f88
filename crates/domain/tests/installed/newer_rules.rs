//! The next ring by rules that the built-in release does not have: newer ones, and those after the year 2099.
//!
//! Expected instants come from Python's `zoneinfo`, an implementation that shares no code with ours.

use std::sync::LazyLock;

use time::{OffsetDateTime, macros::datetime};
use tokibako_domain::{
    days_off::DaysOff,
    occurrence::{
        Repeat::{self, Daily, Weekday},
        Schedule,
    },
};

use crate::RULES;

#[track_caller]
fn check(zone: &str, time: &str, repeat: Repeat, after: OffsetDateTime, expected: OffsetDateTime) {
    LazyLock::force(&RULES);
    let schedule = Schedule { time: time.parse().unwrap(), repeat, zone: zone.parse().unwrap(), paused_until: None };
    assert_eq!(
        schedule.next_after(after, &DaysOff::NONE),
        Some(expected),
        "the first {time} {repeat:?} in {zone} after {after}"
    );
}

#[test]
fn vancouver_has_kept_summer_time_since_2026() {
    let zone = "America/Vancouver";
    check(zone, "02:30", Daily, datetime!(2026-03-07 12:00 -8), datetime!(2026-03-08 03:30 -7));
    check(zone, "01:30", Daily, datetime!(2026-10-31 12:00 -7), datetime!(2026-11-01 01:30 -7));
    check(zone, "01:30", Daily, datetime!(2026-11-01 01:30 -7), datetime!(2026-11-02 01:30 -7));
    check(zone, "07:00", Weekday, datetime!(2026-11-20 12:00 -7), datetime!(2026-11-23 07:00 -7));
    check(zone, "02:30", Daily, datetime!(2027-03-13 12:00 -7), datetime!(2027-03-14 02:30 -7));
    check(zone, "07:00", Daily, datetime!(2126-11-20 12:00 -7), datetime!(2126-11-21 07:00 -7));
}

#[test]
fn edmonton_has_kept_summer_time_since_2026() {
    let zone = "America/Edmonton";
    check(zone, "01:30", Daily, datetime!(2026-11-01 01:30 -6), datetime!(2026-11-02 01:30 -6));
    check(zone, "07:00", Weekday, datetime!(2026-11-20 12:00 -6), datetime!(2026-11-23 07:00 -6));
    check(zone, "02:30", Daily, datetime!(2027-03-13 12:00 -6), datetime!(2027-03-14 02:30 -6));
}

#[test]
fn winnipeg_has_kept_summer_time_since_2026() {
    let zone = "America/Winnipeg";
    check(zone, "01:30", Daily, datetime!(2026-11-01 01:30 -5), datetime!(2026-11-02 01:30 -5));
    check(zone, "07:00", Weekday, datetime!(2026-11-20 12:00 -5), datetime!(2026-11-23 07:00 -5));
    check(zone, "02:30", Daily, datetime!(2027-03-13 12:00 -5), datetime!(2027-03-14 02:30 -5));
}

#[test]
fn casablanca_went_back_to_utc_in_september_2026() {
    let zone = "Africa/Casablanca";
    check(zone, "01:30", Daily, datetime!(2026-09-19 12:00 +1), datetime!(2026-09-20 01:30 +1));
    check(zone, "01:30", Daily, datetime!(2026-09-20 01:30 +1), datetime!(2026-09-21 01:30 +0));
    check(zone, "01:30", Daily, datetime!(2026-09-20 01:15 +0), datetime!(2026-09-21 01:30 +0));
    check(zone, "02:00", Daily, datetime!(2026-09-19 12:00 +1), datetime!(2026-09-20 02:00 +0));
    check(zone, "07:00", Daily, datetime!(2026-11-20 12:00 +0), datetime!(2026-11-21 07:00 +0));
    check(zone, "02:30", Daily, datetime!(2027-02-06 12:00 +0), datetime!(2027-02-07 02:30 +0));
    check(zone, "02:30", Daily, datetime!(2027-03-13 12:00 +0), datetime!(2027-03-14 02:30 +0));
}

#[test]
fn new_york_goes_on_after_2099() {
    let zone = "America/New_York";
    check(zone, "02:30", Daily, datetime!(2100-03-13 12:00 -5), datetime!(2100-03-14 03:30 -4));
    check(zone, "01:30", Daily, datetime!(2100-11-06 12:00 -4), datetime!(2100-11-07 01:30 -4));
    check(zone, "02:30", Daily, datetime!(9998-03-07 12:00 -5), datetime!(9998-03-08 03:30 -4));
}

#[test]
fn lord_howe_goes_on_after_2099() {
    let zone = "Australia/Lord_Howe";
    check(zone, "02:15", Daily, datetime!(2100-10-02 12:00 +10:30), datetime!(2100-10-03 02:45 +11));
    check(zone, "01:45", Daily, datetime!(2101-04-02 12:00 +11), datetime!(2101-04-03 01:45 +11));
    check(zone, "01:45", Daily, datetime!(2101-04-03 01:45 +11), datetime!(2101-04-04 01:45 +10:30));
}

#[test]
fn nuuk_goes_on_after_2099() {
    let zone = "America/Nuuk";
    check(zone, "23:30", Daily, datetime!(2100-03-27 12:00 -2), datetime!(2100-03-28 00:30 -1));
    check(zone, "23:30", Daily, datetime!(2100-10-30 12:00 -1), datetime!(2100-10-30 23:30 -1));
    check(zone, "23:30", Daily, datetime!(2100-10-30 23:30 -1), datetime!(2100-10-31 23:30 -2));
}

#[test]
fn cairo_goes_on_after_2099() {
    let zone = "Africa/Cairo";
    check(zone, "00:30", Daily, datetime!(2100-04-29 12:00 +2), datetime!(2100-04-30 01:30 +3));
    check(zone, "23:30", Daily, datetime!(2100-10-28 12:00 +3), datetime!(2100-10-28 23:30 +3));
    check(zone, "23:30", Daily, datetime!(2100-10-28 23:30 +3), datetime!(2100-10-29 23:30 +2));
}

#[test]
fn dublin_goes_on_after_2099() {
    let zone = "Europe/Dublin";
    check(zone, "01:30", Daily, datetime!(2100-03-27 12:00 +0), datetime!(2100-03-28 02:30 +1));
    check(zone, "01:30", Daily, datetime!(2100-10-30 12:00 +1), datetime!(2100-10-31 01:30 +1));
    check(zone, "01:30", Daily, datetime!(2100-10-31 01:30 +1), datetime!(2100-11-01 01:30 +0));
}

#[test]
fn apia_had_no_30_december_2011() {
    let zone = "Pacific/Apia";
    check(zone, "07:00", Daily, datetime!(2011-12-29 07:00 -10), datetime!(2011-12-31 07:00 +14));
    check(zone, "07:00", Weekday, datetime!(2011-12-29 07:00 -10), datetime!(2011-12-31 07:00 +14));
    check(zone, "07:00", Weekday, datetime!(2011-12-31 07:00 +14), datetime!(2012-01-02 07:00 +14));
    check(zone, "23:59", Daily, datetime!(2011-12-29 23:59 -10), datetime!(2011-12-31 23:59 +14));
}

#[test]
fn monrovia_kept_seconds_until_1972() {
    let zone = "Africa/Monrovia";
    check(zone, "07:00", Daily, datetime!(1971-01-01 12:00 -0:44:30), datetime!(1971-01-02 07:00 -0:44:30));
    check(zone, "00:30", Daily, datetime!(1972-01-06 12:00 -0:44:30), datetime!(1972-01-07 01:14:30 +0));
}
