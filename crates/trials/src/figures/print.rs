//! Lines of `name: value unit`.

use std::{fmt::Display, time::Duration};

use crate::ground::spread::Spread;

/// One value.
pub(super) fn print(name: impl Display, value: f64, unit: &str) {
    let digits = if value.fract() == 0.0 || value.abs() >= 1_000.0 { 0 } else { 2 };
    println!("{name}: {value:.digits$} {unit}");
}

/// The earliest, the median, the 99th percentile and the latest of many.
pub(super) fn print_spread(name: &str, spread: &Spread) {
    for (which, value) in
        [("earliest", spread.min()), ("median", spread.median()), ("p99", spread.p99()), ("latest", spread.max())]
    {
        print(format_args!("{name}, {which}"), value, "ms");
    }
}

/// The processor time for each of `rings`, in microseconds.
pub(super) fn print_processor_time(name: impl Display, whose: &str, time: Duration, rings: u32) {
    print(format_args!("{name}, processor time {whose}"), time.as_secs_f64() * 1e6 / f64::from(rings), "µs a ring");
}
