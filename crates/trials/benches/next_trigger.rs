//! The cost of computing the next occurrence: in UTC, near a clock change, and over a week for a weekend rule.

#![expect(clippy::unwrap_used, reason = "a benchmark")]

use std::hint::black_box;

use criterion::{Criterion, criterion_group, criterion_main};
use time::{OffsetDateTime, macros::datetime};
use tokibako_domain::{occurrence::Schedule, repeat::Repeat, time_of_day::TimeOfDay, zone::Zone};

fn next_trigger(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("next trigger");
    let mut bench = |name: &str, zone: &str, repeat: Repeat, after: OffsetDateTime| {
        let schedule =
            Schedule { time: TimeOfDay::new(2, 30).unwrap(), repeat, zone: zone.parse().unwrap(), paused_until: None };
        group.bench_function(name, |bencher| bencher.iter(|| black_box(&schedule).next_after(black_box(after))));
    };
    bench("daily in UTC", "UTC", Repeat::Daily, datetime!(2026-11-20 12:00 UTC));
    bench("daily in Tokyo", "Asia/Tokyo", Repeat::Daily, datetime!(2026-11-20 12:00 UTC));
    bench("daily in New York before a gap", "America/New_York", Repeat::Daily, datetime!(2026-03-08 06:59 UTC));
    bench("daily in New York in 2060", "America/New_York", Repeat::Daily, datetime!(2060-03-14 06:59 UTC));
    bench("weekend in London on a Sunday evening", "Europe/London", Repeat::Weekend, datetime!(2026-03-29 20:00 UTC));
    group.finish();

    criterion.bench_function("zone by name", |bencher| {
        bencher.iter(|| black_box("America/New_York").parse::<Zone>());
    });
}

criterion_group!(benches, next_trigger);
criterion_main!(benches);
