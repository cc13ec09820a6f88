//! Figures: each prints lines of `name: value unit`.

mod herd;
mod lateness;
mod pages;
mod rows;
mod streams;

use std::fmt::Display;

use anyhow::{Result, bail};

use crate::ground::{postgres::Postgres, spread::Spread};

const NAMES: [&str; 5] = ["lateness", "herd", "streams", "pages", "rows"];

/// Measures what is named, or everything, each on a fresh database of one cluster.
pub(crate) async fn run(names: &[String]) -> Result<()> {
    if let Some(unknown) = names.iter().find(|name| !NAMES.contains(&name.as_str())) {
        bail!("no figure is called {unknown}; there are {}", NAMES.join(", "));
    }
    let is_asked = |name: &str| names.is_empty() || names.iter().any(|asked| asked == name);
    let postgres = Postgres::start().await?;
    if is_asked("lateness") {
        lateness::measure(&postgres).await?;
    }
    if is_asked("herd") {
        herd::measure(&postgres).await?;
    }
    if is_asked("streams") {
        streams::measure(&postgres).await?;
    }
    if is_asked("pages") {
        pages::measure(&postgres).await?;
    }
    if is_asked("rows") {
        rows::measure(&postgres).await?;
    }
    Ok(())
}

fn print(name: impl Display, value: f64, unit: &str) {
    let digits = if value.fract() == 0.0 || value.abs() >= 1_000.0 { 0 } else { 2 };
    println!("{name}: {value:.digits$} {unit}");
}

fn print_count(name: &str, count: usize, unit: &str) {
    println!("{name}: {count} {unit}");
}

fn print_spread(name: &str, spread: &Spread) {
    print(format_args!("{name}, earliest"), spread.min(), "ms");
    print(format_args!("{name}, median"), spread.median(), "ms");
    print(format_args!("{name}, p99"), spread.p99(), "ms");
    print(format_args!("{name}, latest"), spread.max(), "ms");
}
