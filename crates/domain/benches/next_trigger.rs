//! The cost of computing the next occurrence: in UTC, near a clock change, over a week for a weekend rule, and by rules of
//! recurrence that have to search.

#![expect(clippy::unwrap_used, reason = "a benchmark")]

use std::hint::black_box;

use criterion::{Criterion, criterion_group, criterion_main};
use time::{
    Duration, OffsetDateTime,
    macros::{date, datetime},
};
use tokibako_domain::{
    day::TimeOfDay,
    days_off::{DayRange, DaysOff},
    occurrence::{Repeat, Schedule},
    rule::Rule,
    zone::Zone,
};

const ALL_WEEKDAYS: &str = "FREQ=MONTHLY;INTERVAL=7;BYDAY=1MO,1TU,1WE,1TH,1FR,1SA,1SU,2MO,2TU,2WE,2TH,2FR,2SA,2SU,3MO,3TU,3WE,\
    3TH,3FR,3SA,3SU,4MO,4TU,4WE,4TH,4FR,4SA,4SU,-1MO,-1TU,-1WE,-1TH,-1FR,-1SA,-1SU";

const LEAP_DAYS: &str = "FREQ=MONTHLY;INTERVAL=300;BYMONTHDAY=29";

fn next_trigger(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("next trigger");
    let mut bench = |name: &str, zone: &str, repeat: Repeat, after: OffsetDateTime| {
        let schedule =
            Schedule { time: TimeOfDay::new(2, 30).unwrap(), repeat, zone: zone.parse().unwrap(), paused_until: None };
        group.bench_function(name, |bencher| {
            bencher.iter(|| black_box(&schedule).next_after(black_box(after), &DaysOff::NONE));
        });
    };
    bench("daily in UTC", "UTC", Repeat::Daily, datetime!(2026-11-20 12:00 UTC));
    bench("daily in Tokyo", "Asia/Tokyo", Repeat::Daily, datetime!(2026-11-20 12:00 UTC));
    bench("daily in New York before a gap", "America/New_York", Repeat::Daily, datetime!(2026-03-08 06:59 UTC));
    bench("daily in New York in 2060", "America/New_York", Repeat::Daily, datetime!(2060-03-14 06:59 UTC));
    bench("weekend in London on a Sunday evening", "Europe/London", Repeat::Weekend, datetime!(2026-03-29 20:00 UTC));
    for (name, rule, from, after) in [
        ("every third day", "FREQ=DAILY;INTERVAL=3", date!(2026 - 11 - 23), datetime!(2026-11-24 12:00 UTC)),
        (
            "every second week",
            "FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,WE",
            date!(2026 - 11 - 23),
            datetime!(2026-11-26 12:00 UTC),
        ),
        ("last Friday of the month", "FREQ=MONTHLY;BYDAY=-1FR", date!(2026 - 11 - 23), datetime!(2026-11-28 12:00 UTC)),
        ("all numbered weekdays", ALL_WEEKDAYS, date!(2026 - 11 - 23), datetime!(2026-11-30 12:00 UTC)),
        (
            "leap day of every 25th year",
            "FREQ=YEARLY;INTERVAL=25",
            date!(2000 - 02 - 29),
            datetime!(2026-11-24 12:00 UTC),
        ),
        ("leap day of every 300th month", LEAP_DAYS, date!(2000 - 02 - 29), datetime!(2026-11-24 12:00 UTC)),
    ] {
        bench(name, "America/New_York", Repeat::Rule(Rule::parse(rule, from).unwrap()), after);
    }
    group.finish();

    let first = date!(2026 - 11 - 23);
    let days = |index: i64| first + Duration::days(index * 2);
    let off = (0..400).map(|index| DayRange::new(days(index), days(index), None).unwrap()).collect();
    let (off, rule) = (DaysOff::new(off).unwrap(), Rule::parse("FREQ=DAILY;INTERVAL=2", first).unwrap());
    let schedule = Schedule {
        time: TimeOfDay::new(2, 30).unwrap(),
        repeat: Repeat::Rule(rule),
        zone: "America/New_York".parse().unwrap(),
        paused_until: None,
    };
    let after = datetime!(2026-11-22 12:00 UTC);
    criterion.bench_function("400 days off, one after the other", |bencher| {
        bencher.iter(|| black_box(&schedule).next_after(black_box(after), &off));
    });

    criterion.bench_function("zone by name", |bencher| {
        bencher.iter(|| black_box("America/New_York").parse::<Zone>());
    });
}

criterion_group!(benches, next_trigger);
criterion_main!(benches);
