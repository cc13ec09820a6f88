//! The next ring around clock changes that are known for breaking alarm clocks.
//!
//! Expected instants come from Python's `zoneinfo`, an implementation that shares no code with ours.

use time::{OffsetDateTime, macros::datetime};
use tokibako_domain::{
    days_off::DaysOff,
    occurrence::{
        Repeat::{self, Daily, Once, Weekday, Weekend},
        Schedule,
    },
};

#[track_caller]
fn check(zone: &str, time: &str, repeat: Repeat, after: OffsetDateTime, expected: OffsetDateTime) {
    let schedule = Schedule { time: time.parse().unwrap(), repeat, zone: zone.parse().unwrap(), paused_until: None };
    assert_eq!(
        schedule.next_after(after, &DaysOff::NONE),
        Some(expected),
        "the first {time} {repeat:?} in {zone} after {after}"
    );
}

#[test]
fn new_york_skips_an_hour_in_march() {
    let zone = "America/New_York";
    check(zone, "02:30", Daily, datetime!(2026-03-07 02:30 -5), datetime!(2026-03-08 03:30 -4));
    check(zone, "02:30", Daily, datetime!(2026-03-08 01:59 -5), datetime!(2026-03-08 03:30 -4));
    check(zone, "02:30", Daily, datetime!(2026-03-08 03:30 -4), datetime!(2026-03-09 02:30 -4));
    check(zone, "02:00", Daily, datetime!(2026-03-08 01:59 -5), datetime!(2026-03-08 03:00 -4));
    check(zone, "02:59", Daily, datetime!(2026-03-08 01:59 -5), datetime!(2026-03-08 03:59 -4));
    check(zone, "03:00", Daily, datetime!(2026-03-08 01:59 -5), datetime!(2026-03-08 03:00 -4));
    check(zone, "03:30", Daily, datetime!(2026-03-08 01:59 -5), datetime!(2026-03-08 03:30 -4));
    check(zone, "02:30", Once, datetime!(2026-03-08 03:00 -4), datetime!(2026-03-08 03:30 -4));
    check(zone, "02:30", Weekend, datetime!(2026-03-07 12:00 -5), datetime!(2026-03-08 03:30 -4));
    check(zone, "02:30", Weekday, datetime!(2026-03-07 12:00 -5), datetime!(2026-03-09 02:30 -4));
    check(zone, "01:59", Daily, datetime!(2026-03-08 01:00 -5), datetime!(2026-03-08 01:59 -5));
}

#[test]
fn new_york_repeats_an_hour_in_november() {
    let zone = "America/New_York";
    check(zone, "01:30", Daily, datetime!(2026-10-31 12:00 -4), datetime!(2026-11-01 01:30 -4));
    check(zone, "01:30", Daily, datetime!(2026-11-01 01:30 -4), datetime!(2026-11-02 01:30 -5));
    check(zone, "01:30", Daily, datetime!(2026-11-01 01:45 -4), datetime!(2026-11-02 01:30 -5));
    check(zone, "01:30", Daily, datetime!(2026-11-01 01:15 -5), datetime!(2026-11-02 01:30 -5));
    check(zone, "01:30", Once, datetime!(2026-11-01 01:30 -5), datetime!(2026-11-02 01:30 -5));
    check(zone, "01:00", Daily, datetime!(2026-11-01 00:59 -4), datetime!(2026-11-01 01:00 -4));
    check(zone, "02:00", Daily, datetime!(2026-11-01 01:59 -4), datetime!(2026-11-01 02:00 -5));
    check(zone, "01:30", Weekend, datetime!(2026-11-01 01:30 -4), datetime!(2026-11-07 01:30 -5));
}

#[test]
fn london_changes_at_one() {
    let zone = "Europe/London";
    check(zone, "01:30", Daily, datetime!(2026-03-28 12:00 +0), datetime!(2026-03-29 02:30 +1));
    check(zone, "01:00", Daily, datetime!(2026-03-29 00:59 +0), datetime!(2026-03-29 02:00 +1));
    check(zone, "02:00", Daily, datetime!(2026-03-29 00:59 +0), datetime!(2026-03-29 02:00 +1));
    check(zone, "01:30", Weekend, datetime!(2026-03-29 02:30 +1), datetime!(2026-04-04 01:30 +1));
    check(zone, "01:30", Daily, datetime!(2026-10-25 01:15 +1), datetime!(2026-10-25 01:30 +1));
    check(zone, "01:30", Daily, datetime!(2026-10-25 01:30 +0), datetime!(2026-10-26 01:30 +0));
    check(zone, "01:00", Daily, datetime!(2026-10-25 00:00 +1), datetime!(2026-10-25 01:00 +1));
    check(zone, "07:00", Daily, datetime!(1968-10-27 12:00 +1), datetime!(1968-10-28 07:00 +1));
    check(zone, "01:30", Daily, datetime!(1971-10-31 00:00 +1), datetime!(1971-10-31 01:30 +1));
}

#[test]
fn lord_howe_changes_by_half_an_hour() {
    let zone = "Australia/Lord_Howe";
    check(zone, "02:15", Daily, datetime!(2026-10-03 12:00 +10:30), datetime!(2026-10-04 02:45 +11));
    check(zone, "02:29", Daily, datetime!(2026-10-03 12:00 +10:30), datetime!(2026-10-04 02:59 +11));
    check(zone, "02:30", Daily, datetime!(2026-10-03 12:00 +10:30), datetime!(2026-10-04 02:30 +11));
    check(zone, "02:00", Daily, datetime!(2026-10-04 01:59 +10:30), datetime!(2026-10-04 02:30 +11));
    check(zone, "01:45", Daily, datetime!(2026-04-04 12:00 +11), datetime!(2026-04-05 01:45 +11));
    check(zone, "01:45", Daily, datetime!(2026-04-05 01:45 +11), datetime!(2026-04-06 01:45 +10:30));
    check(zone, "01:30", Daily, datetime!(2026-04-05 01:29 +11), datetime!(2026-04-05 01:30 +11));
    check(zone, "01:29", Daily, datetime!(2026-04-05 01:00 +11), datetime!(2026-04-05 01:29 +11));
    check(zone, "02:00", Daily, datetime!(2026-04-05 01:59 +11), datetime!(2026-04-05 02:00 +10:30));
}

#[test]
fn kathmandu_moved_to_a_three_quarter_offset_in_1986() {
    let zone = "Asia/Kathmandu";
    check(zone, "00:05", Daily, datetime!(1985-12-31 12:00 +5:30), datetime!(1986-01-01 00:20 +5:45));
    check(zone, "00:14", Once, datetime!(1985-12-31 23:59 +5:30), datetime!(1986-01-01 00:29 +5:45));
    check(zone, "00:15", Daily, datetime!(1985-12-31 23:59 +5:30), datetime!(1986-01-01 00:15 +5:45));
    check(zone, "07:00", Weekday, datetime!(2026-11-20 12:00 +5:45), datetime!(2026-11-23 07:00 +5:45));
}

#[test]
fn st_johns_changed_at_one_minute_past_midnight() {
    let zone = "America/St_Johns";
    check(zone, "00:30", Daily, datetime!(2006-04-01 12:00 -3:30), datetime!(2006-04-02 01:30 -2:30));
    check(zone, "00:01", Daily, datetime!(2006-04-01 12:00 -3:30), datetime!(2006-04-02 01:01 -2:30));
    check(zone, "00:00", Daily, datetime!(2006-04-01 12:00 -3:30), datetime!(2006-04-02 00:00 -3:30));
    check(zone, "00:30", Weekend, datetime!(2006-04-02 02:00 -2:30), datetime!(2006-04-08 00:30 -2:30));
    check(zone, "23:30", Daily, datetime!(2006-10-28 12:00 -2:30), datetime!(2006-10-28 23:30 -2:30));
    check(zone, "23:30", Daily, datetime!(2006-10-28 23:30 -2:30), datetime!(2006-10-29 23:30 -3:30));
    check(zone, "00:00", Daily, datetime!(2006-10-28 12:00 -2:30), datetime!(2006-10-29 00:00 -2:30));
    check(zone, "00:00", Daily, datetime!(2006-10-29 00:00 -2:30), datetime!(2006-10-30 00:00 -3:30));
    check(zone, "00:00", Weekend, datetime!(2006-10-28 23:30 -3:30), datetime!(2006-11-04 00:00 -3:30));
    check(zone, "00:30", Daily, datetime!(1988-04-02 12:00 -3:30), datetime!(1988-04-03 02:30 -1:30));
    check(zone, "23:00", Daily, datetime!(1988-10-29 12:00 -1:30), datetime!(1988-10-29 23:00 -1:30));
    check(zone, "02:30", Daily, datetime!(2026-03-07 12:00 -3:30), datetime!(2026-03-08 03:30 -2:30));
}

#[test]
fn eucla_keeps_three_quarters() {
    let zone = "Australia/Eucla";
    check(zone, "07:00", Daily, datetime!(2026-11-20 07:00 +8:45), datetime!(2026-11-21 07:00 +8:45));
    check(zone, "02:30", Daily, datetime!(2008-10-25 12:00 +8:45), datetime!(2008-10-26 03:30 +9:45));
    check(zone, "02:30", Daily, datetime!(2009-03-28 12:00 +9:45), datetime!(2009-03-29 02:30 +9:45));
    check(zone, "02:30", Daily, datetime!(2009-03-29 02:30 +9:45), datetime!(2009-03-30 02:30 +8:45));
}

#[test]
fn apia_had_no_30_december_2011() {
    let zone = "Pacific/Apia";
    check(zone, "07:00", Daily, datetime!(2011-12-29 06:00 -10), datetime!(2011-12-29 07:00 -10));
    check(zone, "07:00", Daily, datetime!(2011-12-29 07:00 -10), datetime!(2011-12-31 07:00 +14));
    check(zone, "07:00", Daily, datetime!(2011-12-31 07:00 +14), datetime!(2012-01-01 07:00 +14));
    check(zone, "00:00", Daily, datetime!(2011-12-29 12:00 -10), datetime!(2011-12-31 00:00 +14));
    check(zone, "23:59", Daily, datetime!(2011-12-29 23:59 -10), datetime!(2011-12-31 23:59 +14));
    check(zone, "07:00", Weekday, datetime!(2011-12-29 07:00 -10), datetime!(2011-12-31 07:00 +14));
    check(zone, "07:00", Weekday, datetime!(2011-12-31 00:10 +14), datetime!(2011-12-31 07:00 +14));
    check(zone, "07:00", Weekday, datetime!(2011-12-31 07:00 +14), datetime!(2012-01-02 07:00 +14));
    check(zone, "07:00", Weekend, datetime!(2011-12-29 07:00 -10), datetime!(2011-12-31 07:00 +14));
    check(zone, "07:00", Once, datetime!(2011-12-29 23:59 -10), datetime!(2011-12-31 07:00 +14));
}

#[test]
fn casablanca_leaves_summer_time_for_ramadan() {
    let zone = "Africa/Casablanca";
    check(zone, "02:30", Daily, datetime!(2025-02-22 12:00 +1), datetime!(2025-02-23 02:30 +1));
    check(zone, "02:30", Daily, datetime!(2025-02-23 02:30 +1), datetime!(2025-02-24 02:30 +0));
    check(zone, "02:30", Daily, datetime!(2025-04-05 12:00 +0), datetime!(2025-04-06 03:30 +1));
    check(zone, "02:00", Daily, datetime!(2025-04-06 01:59 +0), datetime!(2025-04-06 03:00 +1));
    check(zone, "05:00", Daily, datetime!(2025-02-22 05:00 +1), datetime!(2025-02-23 05:00 +0));
}

#[test]
fn cairo_changes_at_midnight() {
    let zone = "Africa/Cairo";
    check(zone, "00:30", Daily, datetime!(2026-04-23 12:00 +2), datetime!(2026-04-24 01:30 +3));
    check(zone, "00:00", Daily, datetime!(2026-04-23 12:00 +2), datetime!(2026-04-24 01:00 +3));
    check(zone, "23:30", Daily, datetime!(2026-10-29 12:00 +3), datetime!(2026-10-29 23:30 +3));
    check(zone, "23:30", Daily, datetime!(2026-10-29 23:30 +3), datetime!(2026-10-30 23:30 +2));
    check(zone, "00:00", Daily, datetime!(2026-10-29 12:00 +3), datetime!(2026-10-30 00:00 +2));
    check(zone, "00:30", Weekday, datetime!(2026-04-23 12:00 +2), datetime!(2026-04-24 01:30 +3));
    check(zone, "00:30", Daily, datetime!(2010-08-10 12:00 +3), datetime!(2010-08-11 00:30 +2));
    check(zone, "23:15", Daily, datetime!(2010-08-10 12:00 +3), datetime!(2010-08-10 23:15 +3));
    check(zone, "00:15", Daily, datetime!(2010-09-09 12:00 +2), datetime!(2010-09-10 01:15 +3));
}

#[test]
fn dublin_counts_its_winter_as_the_exception() {
    let zone = "Europe/Dublin";
    check(zone, "01:30", Daily, datetime!(2026-03-28 12:00 +0), datetime!(2026-03-29 02:30 +1));
    check(zone, "01:30", Daily, datetime!(2026-10-24 12:00 +1), datetime!(2026-10-25 01:30 +1));
    check(zone, "01:30", Daily, datetime!(2026-10-25 01:30 +1), datetime!(2026-10-26 01:30 +0));
    check(zone, "07:00", Weekday, datetime!(2026-10-23 12:00 +1), datetime!(2026-10-26 07:00 +0));
}

#[test]
fn the_azores_change_at_midnight() {
    let zone = "Atlantic/Azores";
    check(zone, "00:30", Daily, datetime!(2026-03-28 12:00 -1), datetime!(2026-03-29 01:30 +0));
    check(zone, "00:30", Weekend, datetime!(2026-03-28 12:00 -1), datetime!(2026-03-29 01:30 +0));
    check(zone, "00:30", Daily, datetime!(2026-10-24 12:00 +0), datetime!(2026-10-25 00:30 +0));
    check(zone, "00:30", Daily, datetime!(2026-10-25 00:30 +0), datetime!(2026-10-26 00:30 -1));
    check(zone, "00:00", Daily, datetime!(2026-10-25 00:30 -1), datetime!(2026-10-26 00:00 -1));
}

#[test]
fn havana_changes_at_midnight() {
    let zone = "America/Havana";
    check(zone, "00:30", Daily, datetime!(2025-03-08 12:00 -5), datetime!(2025-03-09 01:30 -4));
    check(zone, "00:00", Daily, datetime!(2025-03-08 12:00 -5), datetime!(2025-03-09 01:00 -4));
    check(zone, "00:30", Daily, datetime!(2025-11-01 12:00 -4), datetime!(2025-11-02 00:30 -4));
    check(zone, "00:30", Daily, datetime!(2025-11-02 00:30 -4), datetime!(2025-11-03 00:30 -5));
    check(zone, "00:00", Daily, datetime!(2025-11-02 00:15 -5), datetime!(2025-11-03 00:00 -5));
}

#[test]
fn tehran_changed_at_midnight_until_2022() {
    let zone = "Asia/Tehran";
    check(zone, "00:30", Daily, datetime!(2022-03-21 12:00 +3:30), datetime!(2022-03-22 01:30 +4:30));
    check(zone, "23:30", Daily, datetime!(2022-09-21 12:00 +4:30), datetime!(2022-09-21 23:30 +4:30));
    check(zone, "23:30", Daily, datetime!(2022-09-21 23:30 +4:30), datetime!(2022-09-22 23:30 +3:30));
    check(zone, "00:30", Daily, datetime!(2023-03-21 12:00 +3:30), datetime!(2023-03-22 00:30 +3:30));
}

#[test]
fn kiritimati_left_out_a_day_at_the_turn_of_1995() {
    let zone = "Pacific/Kiritimati";
    check(zone, "07:00", Daily, datetime!(1994-12-30 07:00 -10), datetime!(1995-01-01 07:00 +14));
    check(zone, "07:00", Daily, datetime!(1995-01-01 07:00 +14), datetime!(1995-01-02 07:00 +14));
    check(zone, "07:00", Weekend, datetime!(1994-12-30 07:00 -10), datetime!(1995-01-01 07:00 +14));
    check(zone, "07:00", Weekday, datetime!(1994-12-30 07:00 -10), datetime!(1995-01-02 07:00 +14));
    check(zone, "00:40", Daily, datetime!(1979-09-30 12:00 -10:40), datetime!(1979-10-01 00:40 -10));
}

#[test]
fn kwajalein_left_out_21_august_1993() {
    let zone = "Pacific/Kwajalein";
    check(zone, "07:00", Daily, datetime!(1993-08-20 07:00 -12), datetime!(1993-08-22 07:00 +12));
    check(zone, "07:00", Weekend, datetime!(1993-08-20 07:00 -12), datetime!(1993-08-22 07:00 +12));
    check(zone, "07:00", Weekend, datetime!(1993-08-22 07:00 +12), datetime!(1993-08-28 07:00 +12));
    check(zone, "07:00", Weekday, datetime!(1993-08-20 07:00 -12), datetime!(1993-08-23 07:00 +12));
    check(zone, "12:00", Daily, datetime!(1969-09-30 00:30 +11), datetime!(1969-09-30 12:00 +11));
    check(zone, "12:00", Daily, datetime!(1969-09-30 12:00 +11), datetime!(1969-10-01 12:00 -12));
    check(zone, "23:30", Daily, datetime!(1969-09-30 12:00 +11), datetime!(1969-09-30 23:30 +11));
}

#[test]
fn nuuk_skips_the_last_hour_of_a_day() {
    let zone = "America/Nuuk";
    check(zone, "23:30", Daily, datetime!(2026-03-28 12:00 -2), datetime!(2026-03-29 00:30 -1));
    check(zone, "23:30", Daily, datetime!(2026-03-29 00:10 -1), datetime!(2026-03-29 00:30 -1));
    check(zone, "23:30", Daily, datetime!(2026-03-29 00:30 -1), datetime!(2026-03-29 23:30 -1));
    check(zone, "23:30", Weekend, datetime!(2026-03-29 00:10 -1), datetime!(2026-03-29 00:30 -1));
    check(zone, "23:30", Daily, datetime!(2026-10-24 12:00 -1), datetime!(2026-10-24 23:30 -1));
    check(zone, "23:30", Daily, datetime!(2026-10-24 23:30 -1), datetime!(2026-10-25 23:30 -2));
    check(zone, "23:30", Weekend, datetime!(2026-10-24 23:15 -2), datetime!(2026-10-25 23:30 -2));
}

#[test]
fn troll_changes_by_two_hours() {
    let zone = "Antarctica/Troll";
    check(zone, "02:30", Daily, datetime!(2026-03-28 12:00 +0), datetime!(2026-03-29 04:30 +2));
    check(zone, "01:30", Daily, datetime!(2026-03-28 12:00 +0), datetime!(2026-03-29 03:30 +2));
    check(zone, "02:30", Daily, datetime!(2026-10-24 12:00 +2), datetime!(2026-10-25 02:30 +2));
    check(zone, "02:30", Daily, datetime!(2026-10-25 02:30 +2), datetime!(2026-10-26 02:30 +0));
}

#[test]
fn built_in_rules_end_with_the_year_2099() {
    // The offset of the last day continues: standard time in the north, daylight saving time in the south.
    let zone = "America/New_York";
    check(zone, "02:30", Daily, datetime!(2099-03-07 12:00 -5), datetime!(2099-03-08 03:30 -4));
    check(zone, "07:00", Daily, datetime!(2100-06-30 12:00 -5), datetime!(2100-07-01 07:00 -5));
    let zone = "Australia/Lord_Howe";
    check(zone, "02:15", Daily, datetime!(2099-10-03 12:00 +10:30), datetime!(2099-10-04 02:45 +11));
    check(zone, "07:00", Daily, datetime!(2100-06-30 12:00 +11), datetime!(2100-07-01 07:00 +11));
}

#[test]
fn monrovia_kept_seconds_until_1972() {
    let zone = "Africa/Monrovia";
    check(zone, "07:00", Daily, datetime!(1971-01-01 12:00 -0:44:30), datetime!(1971-01-02 07:00 -0:44:30));
    check(zone, "00:30", Daily, datetime!(1972-01-06 12:00 -0:44:30), datetime!(1972-01-07 01:14:30 +0));
}
