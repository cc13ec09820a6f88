//! Lines of `name: value unit`.

use std::fmt::Display;

use crate::ground::spread::Spread;

/// One value.
pub(super) fn print(name: impl Display, value: f64, unit: &str) {
    let digits = if value.fract() == 0.0 || value.abs() >= 1_000.0 { 0 } else { 2 };
    println!("{name}: {value:.digits$} {unit}");
}

/// A number of things.
pub(super) fn print_count(name: &str, count: usize, unit: &str) {
    println!("{name}: {count} {unit}");
}

/// The earliest, the median, the 99th percentile and the latest of many.
pub(super) fn print_spread(name: &str, spread: &Spread) {
    print(format_args!("{name}, earliest"), spread.min(), "ms");
    print(format_args!("{name}, median"), spread.median(), "ms");
    print(format_args!("{name}, p99"), spread.p99(), "ms");
    print(format_args!("{name}, latest"), spread.max(), "ms");
}
