//! Ranges of days off: what they may be, how a list merges them, and that no alarm rings on them.

use proptest::prelude::*;
use time::{
    Date, Duration,
    macros::{date, datetime},
};
use tokibako_domain::{
    day::Weekdays,
    days_off::{DayRange, DayRangeError, DaysOff, MAX_DAYS, MAX_RANGES, TooManyRanges},
    occurrence::{Repeat, Schedule},
    ring_settings::Label,
    zone::Zone,
};

const FIRST: Date = date!(2026 - 12 - 01);

fn range(from: i64, to: i64, label: &str) -> DayRange {
    let (from, to) = (FIRST + Duration::days(from), FIRST + Duration::days(to));
    DayRange::new(from, to, Label::parse(label).unwrap()).unwrap()
}

#[track_caller]
fn merges<const N: usize, const M: usize>(ranges: &[DayRange; N], expected: &[DayRange; M]) {
    let merged = DaysOff::new(ranges.to_vec()).unwrap();
    assert_eq!(merged.ranges(), expected);
    assert_eq!(DaysOff::new(merged.ranges().to_vec()), Ok(merged), "again");
}

#[test]
fn a_range_has_an_order_a_length_and_a_short_label() {
    let label = |characters: usize| Label::parse(&"é".repeat(characters)).unwrap();
    let new = |days: i64, characters| DayRange::new(FIRST, FIRST + Duration::days(days), label(characters));
    assert!(new(0, 0).is_ok());
    assert!(new(399, 60).is_ok());
    assert_eq!(new(-1, 0), Err(DayRangeError::Reversed));
    assert_eq!(new(400, 0), Err(DayRangeError::TooLong(401)));
    assert_eq!(new(0, 61), Err(DayRangeError::LongLabel(61)));
    assert_eq!(DaysOff::new(vec![range(0, 0, ""); MAX_RANGES + 1]), Err(TooManyRanges(401)));
}

#[test]
fn ranges_are_sorted_and_merged() {
    merges(&[range(5, 6, "b"), range(1, 2, "a")], &[range(1, 2, "a"), range(5, 6, "b")]);
    // The days of one name in a row, and the same days twice.
    merges(&[range(0, 1, "a"), range(2, 3, "a")], &[range(0, 3, "a")]);
    merges(&[range(0, 3, "a"), range(0, 3, "a"), range(1, 1, "")], &[range(0, 3, "a")]);
    // Two holidays in a row keep their names.
    merges(&[range(1, 1, "b"), range(0, 0, "a")], &[range(0, 0, "a"), range(1, 1, "b")]);
    // What overlaps has the name of the longest.
    merges(&[range(0, 2, "short"), range(1, 9, "long"), range(9, 9, "one")], &[range(0, 9, "long")]);
    merges(&[range(0, 9, ""), range(3, 3, "named")], &[range(0, 9, "named")]);
    merges(
        &[range(0, 9, "around"), range(3, 3, "within"), range(11, 11, "")],
        &[range(0, 9, "around"), range(11, 11, "")],
    );
}

#[test]
fn no_merged_range_is_longer_than_a_client_may_send() {
    merges(&[range(0, 399, "a"), range(200, 599, "a")], &[range(0, 399, "a"), range(400, 599, "a")]);
    merges(&[range(0, 299, ""), range(300, 499, "")], &[range(0, 299, ""), range(300, 499, "")]);
}

#[test]
fn joined_lists_have_the_ranges_of_both_up_to_the_limit() {
    let list = |ranges: &[DayRange]| DaysOff::new(ranges.to_vec()).unwrap();
    let joined = list(&[range(0, 1, "a"), range(9, 9, "b")]).joined(list(&[range(1, 3, "a")]));
    assert_eq!(joined.ranges(), [range(0, 3, "a"), range(9, 9, "b")]);
    let every_other = |first: i64| (0..400).map(|index| range(first + index * 4, first + index * 4, "")).collect();
    let (odd, even): (Vec<_>, Vec<_>) = (every_other(0), every_other(2));
    let joined = list(&odd).joined(list(&even));
    assert_eq!(joined.ranges().len(), MAX_RANGES);
    assert_eq!(joined.ranges()[1], even[0]);
}

#[test]
fn a_range_is_dropped_a_week_after_its_last_day() {
    let list = DaysOff::new(vec![range(0, 1, "a"), range(3, 20, "b")]).unwrap();
    assert_eq!(list.clone().recent(FIRST + Duration::days(8)), list);
    assert_eq!(list.clone().recent(FIRST + Duration::days(9)).ranges(), [range(3, 20, "b")]);
    assert_eq!(list.recent(FIRST + Duration::days(28)), DaysOff::NONE);
}

fn schedule(repeat: Repeat, zone: &str) -> Schedule {
    Schedule { time: "07:00".parse().unwrap(), repeat, zone: zone.parse().unwrap(), paused_until: None }
}

#[test]
fn days_off_count_in_the_zone_of_the_alarm() {
    let fifth = DaysOff::new(vec![range(4, 4, "")]).unwrap();
    let after = datetime!(2026-12-04 12:00 UTC);
    let next = |zone| schedule(Repeat::Daily, zone).next_after(after, &fifth).unwrap();
    assert_eq!(next("Asia/Tokyo"), datetime!(2026-12-06 07:00 +9));
    assert_eq!(next("UTC"), datetime!(2026-12-06 07:00 UTC));
    assert_eq!(next("America/New_York"), datetime!(2026-12-04 07:00 -5) + Duration::DAY * 2);
    assert_eq!(next("Pacific/Kiritimati"), datetime!(2026-12-06 07:00 +14));
}

#[test]
fn a_time_that_a_gap_moves_past_midnight_belongs_to_the_day_before() {
    let first_day =
        DaysOff::new(vec![DayRange::new(date!(2026 - 03 - 29), date!(2026 - 03 - 29), None).unwrap()]).unwrap();
    let nuuk = Schedule { time: "23:30".parse().unwrap(), ..schedule(Repeat::Daily, "America/Nuuk") };
    let rings_at = datetime!(2026-03-29 00:30 -1);
    assert_eq!(nuuk.next_after(datetime!(2026-03-28 20:00 -2), &first_day), Some(rings_at));
    assert_eq!(nuuk.next_after(rings_at, &first_day), Some(datetime!(2026-03-30 23:30 -1)));
}

/// Samoa left out the 30th of December 2011, so that its ring was at the same instant as that of the 31st.
#[test]
fn a_ring_of_two_days_is_off_if_both_of_them_are() {
    let apia = schedule(Repeat::Daily, "Pacific/Apia");
    let ring = datetime!(2011-12-31 07:00 +14);
    let off =
        |from: Date, to: Date| DaysOff::new(vec![DayRange::new(from, to, Label::parse("").unwrap()).unwrap()]).unwrap();
    let (skipped, last) = (date!(2011 - 12 - 30), date!(2011 - 12 - 31));
    assert!(apia.is_off(ring, &off(skipped, last)));
    assert!(!apia.is_off(ring, &off(skipped, skipped)));
    assert!(!apia.is_off(ring, &off(last, last)));
    assert!(!apia.is_off(ring, &DaysOff::NONE));
}

#[test]
fn a_chosen_date_rings_on_a_day_off_and_the_next_time_does_not() {
    let off = DaysOff::new(vec![range(0, 9, "")]).unwrap();
    let before = datetime!(2026-11-30 12:00 UTC);
    let next = |repeat| schedule(repeat, "UTC").next_after(before, &off);
    assert_eq!(next(Repeat::OnDate(date!(2026 - 12 - 03))), Some(datetime!(2026-12-03 07:00 UTC)));
    assert_eq!(next(Repeat::Once), Some(datetime!(2026-12-11 07:00 UTC)));
}

#[test]
fn a_list_that_covers_centuries_is_walked_by_its_ranges() {
    let ranges = (0..400).map(|index| range(index * 400, index * 400 + i64::from(MAX_DAYS) - 1, "")).collect();
    let off = DaysOff::new(ranges).unwrap();
    let next = schedule(Repeat::Daily, "UTC").next_after(datetime!(2026-12-01 00:00 UTC), &off);
    assert_eq!(next, Some(datetime!(2026-12-01 07:00 UTC) + Duration::days(160_000)));
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn merging_changes_no_day(ranges in prop::collection::vec((0..900_i64, 0..400_i64, "[ab]?"), 0..40)) {
        let sent: Vec<_> = ranges.iter().map(|(from, length, label)| range(*from, from + length, label)).collect();
        let merged = DaysOff::new(sent.clone()).unwrap();
        for day in (-1..1_301).map(|day| FIRST + Duration::days(day)) {
            let is_off = sent.iter().any(|range| range.from() <= day && day <= range.to());
            prop_assert_eq!(merged.range_of(day).is_some(), is_off, "{}", day);
        }
        prop_assert!(merged.ranges().len() <= sent.len());
        prop_assert!(merged.ranges().windows(2).all(|pair| pair[0].to() < pair[1].from()));
        prop_assert_eq!(DaysOff::new(merged.ranges().to_vec()), Ok(merged));
    }

    #[test]
    fn the_next_ring_is_that_of_a_walk_by_days(
        ranges in prop::collection::vec((0..120_i64, 0..20_i64), 0..12),
        bits in 1..128_u8,
        begins in 0..150_i64,
    ) {
        let off = DaysOff::new(ranges.into_iter().map(|(from, length)| range(from, from + length, "")).collect()).unwrap();
        let days = Weekdays::from_bits(bits).unwrap();
        let after = datetime!(2026-12-01 00:00 UTC) + Duration::days(begins);
        let walked = (0..).map(|day| after.date() + Duration::days(day));
        let walked = walked.into_iter().find(|day| days.contain(day.weekday()) && off.range_of(*day).is_none()).unwrap();
        let next = schedule(Repeat::Days(days), Zone::UTC.name()).next_after(after, &off);
        prop_assert_eq!(next, Some(walked.with_hms(7, 0, 0).unwrap().assume_utc()));
    }
}
