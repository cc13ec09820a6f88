//! The next ring as computed by jiff: civil days in order, each converted by jiff's own rule for gaps and overlaps.
//!
//! The domain takes only offsets from jiff. Which days count and which instant a day has is computed independently
//! here.

use jiff::{Timestamp, ToSpan as _, civil, tz::TimeZone};
use proptest::{prelude::*, sample};
use time::{Date, OffsetDateTime};
use tokibako_domain::{
    day::{TimeOfDay, Weekdays},
    days_off::DaysOff,
    occurrence::{Repeat, Schedule},
};

use crate::RULES;

const DAY_NAMES: [&str; 7] = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"];

/// A schedule in jiff's types.
#[derive(Debug, Clone)]
struct Wish {
    zone: &'static str,
    time: civil::Time,
    days: Option<Vec<&'static str>>,
    date: Option<civil::Date>,
    paused_until: Option<civil::Date>,
}

impl Wish {
    fn next_after(&self, after: Timestamp) -> Option<Timestamp> {
        let zone: &TimeZone = RULES.get(self.zone).unwrap();
        let before = after.to_zoned(zone.clone()).date().checked_sub(3.days()).unwrap();
        let days = before.series(1.day()).take(60);
        let counts = |day: &civil::Date| {
            let name = DAY_NAMES.get(usize::from(day.weekday().to_monday_zero_offset().cast_unsigned())).unwrap();
            self.days.as_ref().is_none_or(|days| days.contains(name))
                && self.date.is_none_or(|date| date == *day)
                && self.paused_until.is_none_or(|until| *day >= until)
        };
        let rings = days.filter(counts).map(|day| zone.to_ambiguous_timestamp(day.to_datetime(self.time)).compatible());
        rings.map(Result::unwrap).find(|ring| *ring > after)
    }

    fn schedule(&self) -> Schedule {
        let repeat = match (&self.days, self.date) {
            (_, Some(date)) => Repeat::OnDate(day(date)),
            (Some(days), None) => Repeat::Days(Weekdays::named(days.iter().copied()).unwrap()),
            (None, None) => Repeat::Daily,
        };
        let time = TimeOfDay::new(self.time.hour().cast_unsigned(), self.time.minute().cast_unsigned()).unwrap();
        Schedule { time, repeat, zone: self.zone.parse().unwrap(), paused_until: self.paused_until.map(day) }
    }
}

fn day(date: civil::Date) -> Date {
    tokibako_domain::day::parse(&date.to_string()).unwrap()
}

prop_compose! {
    /// A schedule and an instant within five days of a clock change in its zone, from 1950 to 2150.
    fn near_a_change()(
        zone in sample::select(RULES.keys().copied().collect::<Vec<_>>()),
        from in -631_152_000..5_680_281_600_i64,
        away in -432_000..432_000_i64,
        (hour, minute) in (0..24_i8, sample::select(vec![0, 1, 15, 29, 30, 45, 59_i8])),
        days in prop::option::of(sample::subsequence(DAY_NAMES.to_vec(), 1..=7)),
        date in prop::option::weighted(0.25, 0..20_i64),
        pause in prop::option::of(-3..30_i64),
    ) -> (Wish, Timestamp) {
        let rules: &TimeZone = RULES.get(zone).unwrap();
        let from = Timestamp::from_second(from).unwrap();
        let change = rules.following(from).next().map_or(from, |change| change.timestamp());
        let after = change + away.seconds();
        let in_days = |days: i64| after.to_zoned(rules.clone()).date().checked_add(days.days()).unwrap();
        let days = if date.is_some() { None } else { days };
        let time = civil::time(hour, minute, 0, 0);
        (Wish { zone, time, days, date: date.map(in_days), paused_until: pause.map(in_days) }, after)
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2_000, failure_persistence: None, ..ProptestConfig::default() })]
    #[test]
    fn agrees_on_days_dates_and_pauses((wish, after) in near_a_change()) {
        let ours = wish.schedule().next_after(OffsetDateTime::from_unix_timestamp(after.as_second()).unwrap(), &DaysOff::NONE);
        prop_assert_eq!(ours.map(OffsetDateTime::unix_timestamp), wish.next_after(after).map(Timestamp::as_second));
    }
}
